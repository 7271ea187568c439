//! `--gen-searchable-tables`: tables of records with functions that find rows by keys.
//!
//! Reads the classes of `codegen/td/SearchableTable.td`, which says what each is for:
//!
//! | class | fields |
//! |---|---|
//! | `GenericEnum` | `FilterClass`, `NameField`, `ValueField` |
//! | `GenericTable` | `FilterClass`, `FilterClassField`, `CppTypeName`, `Fields`, `PrimaryKey`, `PrimaryKeyName`, `PrimaryKeyEarlyOut`, `PrimaryKeyReturnRange`, `TypeOf_FIELD`, `RustTypeOf_FIELD` |
//! | `SearchIndex` | `Table`, `Key`, `EarlyOut`, `ReturnRange` |
//! | `SearchableTable` | of classes that derive from it and nothing else: `SearchableFields`, `EnumNameField`, `EnumValueField` |
//!
//! Writes an `enum`, a `struct` of rows, a `static` table (sorted by the primary key, or else by all fields) and
//! functions.
//! A key that is one number without gaps is an index; other keys are found by binary search. Instructions are
//! `wavec_mc::Opcode`s;
//! intrinsics are `IntrinsicId`s of a module `id`, which the file that includes the result imports.

mod lookup;
mod tables;

use fxhash::FxHashMap;
use std::fmt::Write;
use tables::{RowType, Table, TableSpec};
use wavec_support::{Diagnostic, Diagnostics};
use wavec_tablegen::EmitOptions;
use wavec_tablegen::emit::instr_model::numbered_instructions;
use wavec_tablegen::emit::rust;
use wavec_tablegen::{RecordId, RecordKeeper};

/// An `enum` generated from records.
struct Enum {
    /// Name of the type.
    name: String,
    /// Name as written and value, in the order of the description, or of the names if they have no values.
    entries: Vec<(String, i64)>,
    by_record: FxHashMap<RecordId, usize>,
    class: RecordId,
    /// Whether names are written unchanged, because two of them would be equal in Rust's style.
    keeps_names: bool,
}

/// What all tables refer to.
struct Context<'k> {
    keeper: &'k RecordKeeper,
    /// By the record of the `GenericEnum`.
    enums: Vec<(RecordId, Enum)>,
    /// Numbers of instructions, if there are any.
    opcodes: FxHashMap<RecordId, u16>,
}

/// A field that may be left out: absent, `?` or empty.
fn optional<'k>(
    keeper: &'k RecordKeeper,
    record: RecordId,
    field: &str,
) -> Result<Option<&'k str>, Diagnostic> {
    Ok(keeper
        .get_string_opt(record, field)?
        .filter(|text| !text.is_empty()))
}

/// Writes enums, tables and functions in the order of the description.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let mut context = Context {
        keeper,
        enums: Vec::new(),
        opcodes: FxHashMap::default(),
    };
    for (number, record) in numbered_instructions(keeper)?.into_iter().enumerate() {
        context.opcodes.insert(record, number as u16);
    }
    let mut errors = Diagnostics::new();
    let mut out = rust::header(&options.source_name, "Tables");
    for &record in keeper.derived_defs("GenericEnum") {
        let name = keeper.name(record).to_string();
        let made = class_of(keeper, record).and_then(|class| {
            let names = optional(keeper, record, "NameField")?;
            let values = optional(keeper, record, "ValueField")?;
            Enum::collect(keeper, name, class, names, values)
        });
        match made {
            Ok(made) => {
                made.write(&mut out);
                context.enums.push((record, made));
            }
            Err(error) => errors.push(error),
        }
    }
    let mut specs = Vec::new();
    for &record in keeper.derived_defs("GenericTable") {
        match TableSpec::generic(keeper, record) {
            Ok(spec) => specs.push(spec),
            Err(error) => errors.push(error),
        }
    }
    for &record in keeper.derived_defs("SearchIndex") {
        if let Err(error) = add_index(keeper, record, &mut specs) {
            errors.push(error);
        }
    }
    for &class in keeper.classes() {
        // As in LLVM: a class derived from `SearchableTable` gets a table too, unless it has another superclass.
        let is_only = keeper.record(class).direct_superclasses().len() == 1;
        if is_only && keeper.is_subclass_of(class, "SearchableTable") {
            match legacy(keeper, class, &mut out) {
                Ok(spec) => specs.push(spec),
                Err(error) => errors.push(error),
            }
        }
    }
    name_functions(keeper, &mut specs, &mut errors);
    let mut built = Vec::new();
    for spec in &specs {
        match Table::build(&context, spec) {
            Ok(table) => built.push(table),
            Err(error) => errors.push(error),
        }
    }
    // Several tables may share a row type, which has the fields of all of them.
    let mut row_types: Vec<RowType<'_>> = Vec::new();
    for table in &built {
        let known = row_types
            .iter_mut()
            .find(|known| known.name == table.spec.row_type);
        let added = match known {
            Some(known) => known.add(&context, table),
            None => {
                row_types.push(RowType::of(table));
                Ok(())
            }
        };
        added.unwrap_or_else(|error| errors.push(error));
    }
    let mut written: Vec<&str> = Vec::new();
    for table in &built {
        let name = table.spec.row_type.as_str();
        let Some(row_type) = row_types.iter().find(|known| known.name == name) else {
            continue;
        };
        if !written.contains(&name) {
            out.push_str(&row_type.declaration(&context));
            written.push(name);
        }
        match row_type.absent_fields(table) {
            Ok(absent) => table.write(&mut out, &absent),
            Err(error) => errors.push(Diagnostic::error(keeper.record(table.spec.record).span, error)),
        }
        for index in &table.spec.indices {
            match lookup::function(&context, table, index) {
                Ok(text) => out.push_str(&text),
                Err(error) => errors.push(error),
            }
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(out)
}

/// The class that `FilterClass` names.
fn class_of(keeper: &RecordKeeper, record: RecordId) -> Result<RecordId, Diagnostic> {
    let name = keeper.get_string(record, "FilterClass")?;
    keeper.class(name).ok_or_else(|| {
        keeper.field_error(
            record,
            "FilterClass",
            &format!("names '{name}', which is no class"),
        )
    })
}

fn add_index(keeper: &RecordKeeper, record: RecordId, specs: &mut [TableSpec<'_>]) -> Result<(), Diagnostic> {
    let table = keeper.get_def(record, "Table")?;
    let Some(spec) = specs.iter_mut().find(|spec| spec.record == table) else {
        return Err(keeper.field_error(record, "Table", "is of a table that has errors"));
    };
    let key = keeper.get_list_of_strings(record, "Key")?;
    spec.indices.push(lookup::Index {
        record,
        field: "Key",
        name: rust::snake_name(keeper.name(record)),
        key: key.into_iter().map(str::to_string).collect(),
        early_out: keeper.get_bit(record, "EarlyOut")?,
        return_range: keeper.get_bit_or_false(record, "ReturnRange"),
        is_primary: false,
    });
    Ok(())
}

/// C++ functions may be overloaded; in Rust, the names of the parameters are appended to the name of the second
/// function.
fn name_functions(keeper: &RecordKeeper, specs: &mut [TableSpec<'_>], errors: &mut Diagnostics) {
    let mut known: FxHashMap<String, RecordId> = FxHashMap::default();
    for index in specs.iter_mut().flat_map(|spec| &mut spec.indices) {
        if index.name.is_empty() {
            continue;
        }
        if known.contains_key(&index.name) {
            let key: Vec<String> = index.key.iter().map(|field| rust::snake_name(field)).collect();
            index.name = format!("{}_by_{}", index.name, key.join("_and_"));
        }
        if let Some(other) = known.insert(index.name.clone(), index.record) {
            let message = format!("two functions are named '{}'", index.name);
            let error = Diagnostic::error(keeper.record(index.record).span, message);
            errors.push(error.with_note(keeper.record(other).span, "the other one"));
        }
    }
}

/// A class that derives from `SearchableTable`: its enum, written at once, and its table.
fn legacy<'k>(
    keeper: &'k RecordKeeper,
    class: RecordId,
    out: &mut String,
) -> Result<TableSpec<'k>, Diagnostic> {
    let name = keeper.name(class);
    if let Some(names) = optional(keeper, class, "EnumNameField")? {
        let values = optional(keeper, class, "EnumValueField")?;
        Enum::collect(keeper, format!("{name}Values"), class, Some(names), values)?.write(out);
    }
    TableSpec::legacy(keeper, class)
}

impl Enum {
    fn collect(
        keeper: &RecordKeeper,
        name: String,
        class: RecordId,
        name_field: Option<&str>,
        value_field: Option<&str>,
    ) -> Result<Enum, Diagnostic> {
        let mut entries: Vec<(String, i64, RecordId)> = Vec::new();
        for &record in keeper.derived_defs_of(class) {
            let entry = match name_field {
                Some(field) => keeper.get_string(record, field)?,
                None => keeper.name(record),
            };
            let value = match value_field {
                Some(field) => keeper.get_int(record, field)?,
                None => 0,
            };
            entries.push((entry.to_string(), value, record));
        }
        if entries.is_empty() {
            let message = format!("enum '{name}' has no entries");
            return Err(Diagnostic::error(keeper.record(class).span, message));
        }
        if value_field.is_none() {
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            for (number, entry) in entries.iter_mut().enumerate() {
                entry.1 = number as i64;
            }
        }
        let mut variants: FxHashMap<String, RecordId> = FxHashMap::default();
        let keeps_names = !entries
            .iter()
            .all(|(entry, _, record)| variants.insert(variant(entry, false), *record).is_none());
        variants.clear();
        for (entry, _, record) in &entries {
            let variant = variant(entry, keeps_names);
            if let Some(other) = variants.insert(variant.clone(), *record) {
                let message = format!("enum '{name}' has the variant '{variant}' twice");
                return Err(Diagnostic::error(keeper.record(*record).span, message)
                    .with_note(keeper.record(other).span, "the other one"));
            }
        }
        let by_record = entries
            .iter()
            .enumerate()
            .map(|(i, entry)| (entry.2, i))
            .collect();
        Ok(Enum {
            name,
            entries: entries
                .into_iter()
                .map(|(name, value, _)| (name, value))
                .collect(),
            by_record,
            class,
            keeps_names,
        })
    }

    /// The variant of an entry.
    fn variant(&self, entry: &str) -> String {
        variant(entry, self.keeps_names)
    }

    fn write(&self, out: &mut String) {
        let (mut variants, mut aliases) = (String::new(), String::new());
        let mut known: FxHashMap<i64, &str> = FxHashMap::default();
        for (entry, value) in &self.entries {
            let name = self.variant(entry);
            match known.get(value) {
                None => {
                    let _ = writeln!(variants, "    /// `{entry}`\n    {name} = {value},");
                    known.insert(*value, entry);
                }
                // Another name of the same value.
                Some(first) => {
                    let _ = writeln!(
                        aliases,
                        "    /// `{entry}`\n    #[allow(non_upper_case_globals)]\n    \
                         pub const {name}: {} = {}::{};",
                        self.name,
                        self.name,
                        self.variant(first)
                    );
                }
            }
        }
        let least = self.entries.iter().map(|entry| entry.1).min().unwrap_or(0);
        let greatest = self.entries.iter().map(|entry| entry.1).max().unwrap_or(0);
        let representation = match (least, greatest) {
            (0.., ..=0xff) => "u8",
            (0.., ..=0xffff) => "u16",
            (0.., ..=0xffff_ffff) => "u32",
            _ => "i64",
        };
        let _ = writeln!(
            out,
            "/// `{}`\n#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\n#[repr({representation})]\n\
             {}pub enum {} {{\n{variants}}}",
            self.name,
            if self.keeps_names {
                "#[allow(non_camel_case_types)]\n"
            } else {
                ""
            },
            self.name
        );
        if !aliases.is_empty() {
            let _ = writeln!(out, "impl {} {{\n{aliases}}}", self.name);
        }
    }
}

/// A variant's name.
fn variant(entry: &str, keeps_name: bool) -> String {
    let name = if keeps_name {
        entry.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
    } else {
        rust::type_name(entry)
    };
    rust::as_variant(name)
}
