//! Tables: their records, fields, types and order.

use super::lookup::Index;
use super::{Context, class_of, optional};
use std::cmp::Ordering;
use std::fmt::Write;
use wavec_support::Diagnostic;
use wavec_tablegen::emit::intrinsics::{id_name, intrinsic_name};
use wavec_tablegen::emit::rust;
use wavec_tablegen::types::Type;
use wavec_tablegen::view::Value;
use wavec_tablegen::{RecordId, RecordKeeper};

/// The definition of a table.
pub struct TableSpec<'k> {
    /// The `GenericTable`, or the class that is a `SearchableTable`.
    pub record: RecordId,
    /// Its name in the description.
    pub name: String,
    /// Name of the rows' type.
    pub row_type: String,
    pub fields: Vec<&'k str>,
    pub rows: Vec<RecordId>,
    /// Key that the table is sorted by.
    pub primary: Vec<String>,
    pub indices: Vec<Index>,
}

impl<'k> TableSpec<'k> {
    pub fn generic(keeper: &'k RecordKeeper, record: RecordId) -> Result<TableSpec<'k>, Diagnostic> {
        let class = class_of(keeper, record)?;
        let mut rows = keeper.derived_defs_of(class).to_vec();
        if let Some(filter) = optional(keeper, record, "FilterClassField")? {
            let mut kept = Vec::new();
            for row in rows {
                if keeper.get_bit(row, filter)? {
                    kept.push(row);
                }
            }
            rows = kept;
        }
        let mut spec = TableSpec {
            record,
            name: keeper.name(record).to_string(),
            row_type: keeper.get_string(record, "CppTypeName")?.to_string(),
            fields: keeper.get_list_of_strings(record, "Fields")?,
            rows,
            primary: Vec::new(),
            indices: Vec::new(),
        };
        if !matches!(keeper.get_value(record, "PrimaryKey")?, Value::Unset) {
            let key = keeper.get_list_of_strings(record, "PrimaryKey")?;
            spec.primary = key.into_iter().map(str::to_string).collect();
            spec.indices.push(Index {
                record,
                field: "PrimaryKey",
                name: rust::snake_name(keeper.get_string(record, "PrimaryKeyName")?),
                key: spec.primary.clone(),
                early_out: keeper.get_bit(record, "PrimaryKeyEarlyOut")?,
                return_range: keeper.get_bit(record, "PrimaryKeyReturnRange")?,
                is_primary: true,
            });
        }
        Ok(spec)
    }

    /// The table of a class that derives from `SearchableTable`: all its fields, and an index for each of
    /// `SearchableFields`.
    pub fn legacy(keeper: &'k RecordKeeper, class: RecordId) -> Result<TableSpec<'k>, Diagnostic> {
        let name = keeper.name(class);
        let special = ["SearchableFields", "EnumNameField", "EnumValueField"];
        let fields = keeper.record(class).fields().map(|field| keeper.str(field.name));
        let fields: Vec<&str> = fields
            .filter(|field| !field.contains(':') && *field != "NAME" && !special.contains(field))
            .collect();
        let mut indices = Vec::new();
        for field in keeper.get_list_of_strings(class, "SearchableFields")? {
            indices.push(Index {
                record: class,
                field: "SearchableFields",
                name: rust::snake_name(&format!("lookup{name}By{field}")),
                key: vec![field.to_string()],
                early_out: false,
                return_range: false,
                is_primary: false,
            });
        }
        Ok(TableSpec {
            record: class,
            name: format!("{name}sList"),
            row_type: name.to_string(),
            fields,
            rows: keeper.derived_defs_of(class).to_vec(),
            primary: Vec::new(),
            indices,
        })
    }
}

/// The type of a field.
#[derive(Clone, PartialEq, Debug)]
pub enum FieldType {
    Bool,
    /// Bits of an unsigned number: 8, 16, 32, 64.
    Unsigned(u32),
    Int,
    Text,
    /// Rust of this type.
    Code(String),
    /// Number in `Context::enums`.
    Enum(usize),
    Instruction,
    Intrinsic,
    List(Box<FieldType>),
}

impl FieldType {
    /// As Rust, in rows and in arguments.
    pub fn rust(&self, context: &Context<'_>) -> String {
        match self {
            FieldType::Bool => "bool".to_string(),
            FieldType::Unsigned(bits) => format!("u{bits}"),
            FieldType::Int => "i64".to_string(),
            FieldType::Text => "&'static str".to_string(),
            FieldType::Code(ty) => ty.clone(),
            FieldType::Enum(number) => context.enums[*number].1.name.clone(),
            FieldType::Instruction => "wavec_mc::Opcode".to_string(),
            FieldType::Intrinsic => "IntrinsicId".to_string(),
            FieldType::List(element) => format!("&'static [{}]", element.rust(context)),
        }
    }
}

/// A value of a field, by which rows are sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cell {
    Int(i64),
    Unsigned(u64),
    Text(String),
    /// Value and name.
    Enum(i64, String),
    Instruction(u16),
    Intrinsic(String),
    List(Vec<Cell>),
}

impl Cell {
    /// As Rust.
    pub fn rust(&self, ty: &FieldType, context: &Context<'_>) -> String {
        match (self, ty) {
            (Cell::Int(value), FieldType::Bool) => (*value != 0).to_string(),
            (Cell::Int(value), _) => value.to_string(),
            (Cell::Unsigned(value), _) => format!("{value:#x}"),
            (Cell::Text(text), FieldType::Code(_)) => text.trim().to_string(),
            (Cell::Text(text), _) => format!("{text:?}"),
            (Cell::Enum(_, name), _) => format!("{}::{}", ty.rust(context), name),
            (Cell::Instruction(opcode), _) => format!("wavec_mc::Opcode({opcode})"),
            (Cell::Intrinsic(name), _) => format!("id::{}", id_name(name)),
            (Cell::List(items), FieldType::List(element)) => {
                let items: Vec<String> = items.iter().map(|item| item.rust(element, context)).collect();
                format!("&[{}]", items.join(", "))
            }
            (Cell::List(_), _) => String::new(),
        }
    }

    /// The order of keys: text in upper case.
    pub fn compare(&self, other: &Cell) -> Ordering {
        match (self, other) {
            (Cell::Text(a), Cell::Text(b)) => a.to_ascii_uppercase().cmp(&b.to_ascii_uppercase()),
            // Two names of one value are one key.
            (Cell::Enum(a, _), Cell::Enum(b, _)) => a.cmp(b),
            _ => self.cmp(other),
        }
    }

    /// The key as a number, which is the index of the row if keys have no gaps.
    pub fn number(&self) -> Option<i64> {
        match self {
            Cell::Unsigned(value) => i64::try_from(*value).ok(),
            Cell::Enum(value, _) => Some(*value),
            Cell::Instruction(opcode) => Some(i64::from(*opcode)),
            _ => None,
        }
    }
}

/// A table with its rows in order.
pub struct Table<'s, 'k> {
    pub spec: &'s TableSpec<'k>,
    pub types: Vec<FieldType>,
    pub rows: Vec<Vec<Cell>>,
    /// The rows' fields as Rust.
    texts: Vec<String>,
}

impl<'s, 'k> Table<'s, 'k> {
    pub fn build(context: &Context<'_>, spec: &'s TableSpec<'k>) -> Result<Table<'s, 'k>, Diagnostic> {
        let keeper = context.keeper;
        let span = keeper.record(spec.record).span;
        let error = |what: &str| Diagnostic::error(span, format!("table '{}' {what}", spec.name));
        if spec.rows.is_empty() {
            return Err(error("has no entries"));
        }
        if spec.fields.is_empty() {
            return Err(error("has no fields"));
        }
        let mut types = Vec::new();
        for field in &spec.fields {
            types.push(field_type(context, spec, field)?);
        }
        let mut rows = Vec::with_capacity(spec.rows.len());
        for &row in &spec.rows {
            let mut cells = Vec::with_capacity(types.len());
            for (field, ty) in spec.fields.iter().zip(&types) {
                cells.push(cell(context, row, field, ty)?);
            }
            rows.push(cells);
        }
        let compare = |a: &[Cell], b: &[Cell]| {
            let fields = a.iter().zip(b).map(|(a, b)| a.compare(b));
            fields.fold(Ordering::Equal, Ordering::then)
        };
        rows.sort_by(|a, b| compare(a, b));
        let mut table = Table {
            spec,
            types,
            rows,
            texts: Vec::new(),
        };
        if !spec.primary.is_empty() {
            let key = table.key_fields(context, spec.record, "PrimaryKey", &spec.primary)?;
            table.rows.sort_by(|a, b| compare_keys(&key, a, b));
        }
        for row in &table.rows {
            let mut text = String::new();
            for ((field, ty), cell) in spec.fields.iter().zip(&table.types).zip(row) {
                let _ = write!(text, " {}: {},", rust::snake_name(field), cell.rust(ty, context));
            }
            table.texts.push(text);
        }
        Ok(table)
    }

    /// The positions in a row of the fields of a key.
    pub fn key_fields(
        &self,
        context: &Context<'_>,
        record: RecordId,
        field: &str,
        key: &[String],
    ) -> Result<Vec<usize>, Diagnostic> {
        let fail = |what: &str| Err(context.keeper.field_error(record, field, what));
        if key.is_empty() {
            return fail("is empty");
        }
        let mut places = Vec::new();
        for name in key {
            match self.spec.fields.iter().position(|field| field == name) {
                Some(place) => places.push(place),
                None => {
                    return fail(&format!(
                        "names '{name}', which is no field of the table '{}'",
                        self.spec.name
                    ));
                }
            }
        }
        Ok(places)
    }

    /// Name of the `static`.
    pub fn constant(&self) -> String {
        rust::snake_name(&self.spec.name).to_ascii_uppercase()
    }

    /// Writes the rows; `absent` is the text for the fields that the table does not have.
    pub fn write(&self, out: &mut String, absent: &str) {
        let _ = writeln!(
            out,
            "/// `{}`\npub static {}: &[{}] = &[",
            self.spec.name,
            self.constant(),
            self.spec.row_type
        );
        for text in &self.texts {
            let _ = writeln!(out, "    {} {{{text}{absent} }},", self.spec.row_type);
        }
        out.push_str("];\n");
    }
}

/// A row type, with the fields of all tables that share it.
pub struct RowType<'k> {
    pub name: String,
    fields: Vec<(&'k str, FieldType)>,
}

impl<'k> RowType<'k> {
    pub fn of(table: &Table<'_, 'k>) -> RowType<'k> {
        RowType {
            name: table.spec.row_type.clone(),
            fields: table
                .spec
                .fields
                .iter()
                .copied()
                .zip(table.types.iter().cloned())
                .collect(),
        }
    }

    /// Adds a table's fields. A field of two types is an error.
    pub fn add(&mut self, context: &Context<'_>, table: &Table<'_, 'k>) -> Result<(), Diagnostic> {
        for (&field, ty) in table.spec.fields.iter().zip(&table.types) {
            match self.fields.iter().find(|(known, _)| *known == field) {
                None => self.fields.push((field, ty.clone())),
                Some((_, known)) if known == ty => {}
                Some((_, known)) => {
                    return Err(Diagnostic::error(
                        context.keeper.record(table.spec.record).span,
                        format!(
                            "table '{}': field '{field}' of its rows, '{}', is a {} here and a {} in another table",
                            table.spec.name,
                            self.name,
                            ty.rust(context),
                            known.rust(context)
                        ),
                    ));
                }
            }
        }
        Ok(())
    }

    /// The `struct`.
    pub fn declaration(&self, context: &Context<'_>) -> String {
        let mut fields = String::new();
        for (field, ty) in &self.fields {
            let name = rust::snake_name(field);
            let _ = write!(
                fields,
                "    /// `{field}`\n    pub {name}: {},\n",
                ty.rust(context)
            );
        }
        let name = &self.name;
        format!("/// A row.\n#[derive(Clone, Copy, Debug)]\npub struct {name} {{\n{fields}}}\n")
    }

    /// The value of fields that a table does not have: zero or empty. A message if the type has no such value.
    pub fn absent_fields(&self, table: &Table<'_, '_>) -> Result<String, String> {
        let mut out = String::new();
        for (field, ty) in &self.fields {
            if table.spec.fields.contains(field) {
                continue;
            }
            let value = match ty {
                FieldType::Bool => "false",
                FieldType::Unsigned(_) | FieldType::Int => "0",
                FieldType::Text => "\"\"",
                FieldType::List(_) => "&[]",
                FieldType::Code(_) | FieldType::Enum(_) | FieldType::Instruction | FieldType::Intrinsic => {
                    return Err(format!(
                        "table '{}' has no field '{field}', which rows of the type '{}' have in another table, and nothing \
                         can stand for it",
                        table.spec.name, self.name
                    ));
                }
            };
            let _ = write!(out, " {}: {value},", rust::snake_name(field));
        }
        Ok(out)
    }
}

/// The order of rows by the fields of a key.
pub fn compare_keys(key: &[usize], a: &[Cell], b: &[Cell]) -> Ordering {
    let fields = key.iter().map(|&field| a[field].compare(&b[field]));
    fields.fold(Ordering::Equal, Ordering::then)
}

fn field_type(context: &Context<'_>, spec: &TableSpec<'_>, field: &str) -> Result<FieldType, Diagnostic> {
    let keeper = context.keeper;
    let type_of = format!("TypeOf_{field}");
    if let Some(name) = optional(keeper, spec.record, &type_of)? {
        if name == "code" {
            let ty = optional(keeper, spec.record, &format!("RustTypeOf_{field}"))?;
            return match ty {
                Some(ty) => Ok(FieldType::Code(ty.to_string())),
                None => Err(keeper.field_error(
                    spec.record,
                    &type_of,
                    &format!("is \"code\", which needs its type in 'RustTypeOf_{field}'"),
                )),
            };
        }
        let found = context
            .enums
            .iter()
            .position(|(record, _)| keeper.name(*record) == name);
        return found.map(FieldType::Enum).ok_or_else(|| {
            keeper.field_error(
                spec.record,
                &type_of,
                "is neither \"code\" nor the name of a GenericEnum",
            )
        });
    }
    let row = spec.rows[0];
    let Some(found) = keeper
        .symbol(field)
        .and_then(|name| keeper.record(row).field(name))
    else {
        let what = format!("names '{field}', which '{}' does not have", keeper.name(row));
        let list = if keeper.record(spec.record).is_class {
            "SearchableFields"
        } else {
            "Fields"
        };
        return Err(keeper.field_error(spec.record, list, &what));
    };
    described(context, keeper.ty(found.ty)).ok_or_else(|| {
        keeper.field_error(
            row,
            field,
            &format!(
                "cannot be in the table '{}': neither bits, number, text, instruction nor intrinsic",
                spec.name
            ),
        )
    })
}

fn described(context: &Context<'_>, ty: &Type) -> Option<FieldType> {
    let keeper = context.keeper;
    Some(match ty {
        Type::Bit => FieldType::Bool,
        Type::Int => FieldType::Int,
        Type::String => FieldType::Text,
        Type::Bits(width) => FieldType::Unsigned(match width {
            0..=8 => 8,
            9..=16 => 16,
            17..=32 => 32,
            33..=64 => 64,
            _ => return None,
        }),
        Type::List(element) => FieldType::List(Box::new(described(context, keeper.ty(*element))?)),
        Type::Record(classes) => {
            let is = |name: &str| {
                keeper.class(name).is_some_and(|wanted| {
                    classes.iter().any(|&class| {
                        class == wanted || keeper.record(class).superclasses().contains(&wanted)
                    })
                })
            };
            if is("Instruction") {
                FieldType::Instruction
            } else if is("Intrinsic") {
                FieldType::Intrinsic
            } else {
                let of_enum = |(_, known): &(RecordId, super::Enum)| classes.contains(&known.class);
                FieldType::Enum(context.enums.iter().position(of_enum)?)
            }
        }
        Type::Dag => return None,
    })
}

fn cell(context: &Context<'_>, row: RecordId, field: &str, ty: &FieldType) -> Result<Cell, Diagnostic> {
    let keeper = context.keeper;
    let value = keeper.get_value(row, field)?;
    value_cell(context, value, ty)?
        .ok_or_else(|| keeper.field_error(row, field, "is not set, or of another type than in other rows"))
}

fn value_cell(context: &Context<'_>, value: Value<'_>, ty: &FieldType) -> Result<Option<Cell>, Diagnostic> {
    Ok(match (value, ty) {
        (Value::Bit(bit), FieldType::Bool) => Some(Cell::Int(i64::from(bit))),
        (Value::Bit(bit), FieldType::Unsigned(_)) => Some(Cell::Unsigned(u64::from(bit))),
        (Value::Int(int), FieldType::Int) => Some(Cell::Int(int)),
        (Value::Bits(bits), FieldType::Unsigned(_)) => bits.known().map(Cell::Unsigned),
        (Value::String(text) | Value::Code(text), FieldType::Text | FieldType::Code(_)) => {
            Some(Cell::Text(text.to_string()))
        }
        (Value::Def(record), FieldType::Enum(number)) => {
            let found = &context.enums[*number].1;
            found.by_record.get(&record).map(|&entry| {
                let (name, value) = &found.entries[entry];
                Cell::Enum(*value, found.variant(name))
            })
        }
        (Value::Def(record), FieldType::Instruction) => context
            .opcodes
            .get(&record)
            .map(|&opcode| Cell::Instruction(opcode)),
        (Value::Def(record), FieldType::Intrinsic) => {
            Some(Cell::Intrinsic(intrinsic_name(context.keeper, record)?))
        }
        (Value::List(list), FieldType::List(element)) => {
            let mut cells = Vec::with_capacity(list.len());
            for item in list.iter() {
                match value_cell(context, item, element)? {
                    Some(cell) => cells.push(cell),
                    None => return Ok(None),
                }
            }
            Some(Cell::List(cells))
        }
        _ => None,
    })
}
