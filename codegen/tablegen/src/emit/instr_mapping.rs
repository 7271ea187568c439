//! Relations between instructions: `InstrMapping`, as in LLVM's `Target.td`.
//!
//! | field | |
//! |---|---|
//! | `FilterClass` | the class of the instructions that are related |
//! | `RowFields` | instructions that agree in these fields are in one row |
//! | `ColFields` | the fields that tell the instructions of a row apart |
//! | `KeyCol` | values of `ColFields`: the instructions that are mapped |
//! | `ValueCols` | values of `ColFields`: what they are mapped to |
//!
//! With one entry in `ValueCols` the result is `fn NAME(opcode) -> Option<Opcode>`; with several it takes the values of
//! `ColFields` too, each an `enum` that has the field's name. Instructions whose first row field is empty are in no row,
//! nor are those that are `isNoDecode`, unless the mapping has a bit `WithNoDecode` that is set. An instruction that maps to
//! two is an error.
//!
//! The target's classes may say more: `isCommutable` instructions whose `CommutedBase` is not empty have
//! `maps::commuted`, the instruction that computes the same with its sources exchanged.
//!
//! They are part of `--gen-instr-info`. `--gen-instr-mapping` writes them alone, for descriptions of whatever instructions,
//! with the names of the instructions in the order of their numbers.

use super::EmitOptions;
use super::instr_model::numbered_instructions;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// `--gen-instr-mapping`: the names of the instructions, and `maps`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let instructions = numbered_instructions(keeper)?;
    let mut out = rust::header(&options.source_name, "Relations between instructions");
    out.push_str("/// Names of the instructions, by number.\n");
    let names = instructions
        .iter()
        .map(|&record| format!("{:?}", keeper.name(record)));
    rust::slice(&mut out, "INSTRUCTIONS", "&str", names);
    write(keeper, &mut out, &instructions)?;
    Ok(out)
}

/// Writes `maps`: a function for each `InstrMapping`, and `commuted`; `instructions` are in the order of their numbers.
pub fn write(keeper: &RecordKeeper, out: &mut String, instructions: &[RecordId]) -> Result<(), Diagnostics> {
    out.push_str("/// Relations between instructions.\npub mod maps {\nuse wavec_mc::Opcode;\n");
    out.push_str(
        "fn find(table: &[u16], index: usize) -> Option<Opcode> {\n\
         table.get(index).filter(|&&found| found != u16::MAX).map(|&found| Opcode(found))\n}\n",
    );
    let mut errors = Diagnostics::new();
    let mut mappings = Vec::new();
    for &record in keeper.derived_defs("InstrMapping") {
        match Mapping::read(keeper, instructions, record) {
            Ok(mapping) => mappings.push(mapping),
            Err(error) => errors.push(error),
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    // Values of the fields that functions take.
    let mut enums: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for mapping in mappings.iter().filter(|mapping| mapping.columns.len() > 1) {
        for column in &mapping.columns {
            for (field, value) in mapping.column_fields.iter().zip(column) {
                enums.entry(field).or_default().insert(value);
            }
        }
    }
    for (field, values) in &enums {
        let _ = writeln!(
            out,
            "/// Values of `{field}`.\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum {} {{",
            rust::type_name(field)
        );
        for value in values {
            let _ = writeln!(out, "/// `{value}`\n{},", variant(value));
        }
        out.push_str("}\n");
    }
    for mapping in &mappings {
        mapping.write(out);
    }
    if keeper.symbol("CommutedBase").is_some() {
        single(out, "commuted", &commuted(keeper, instructions)?);
    }
    out.push_str("}\n");
    Ok(())
}

/// A value of a column as a variant of its field's `enum`.
fn variant(value: &str) -> String {
    let name = rust::type_name(value);
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name
    } else {
        format!("Is{name}")
    }
}

/// The function of a map with one column.
fn single(out: &mut String, name: &str, table: &[u16]) {
    let constant = name.to_ascii_uppercase();
    rust::slice(out, &format!("{constant}_TABLE"), "u16", table.iter());
    let function = rust::snake_name(name);
    let _ = writeln!(
        out,
        "/// The instruction that `{name}` relates to `opcode`.\n\
         pub fn {function}(opcode: Opcode) -> Option<Opcode> {{ find({constant}_TABLE, opcode.index()) }}"
    );
}

struct Mapping<'k> {
    name: &'k str,
    column_fields: Vec<&'k str>,
    columns: Vec<Vec<String>>,
    /// By opcode and column.
    table: Vec<u16>,
}

impl<'k> Mapping<'k> {
    fn read(
        keeper: &'k RecordKeeper,
        instructions: &[RecordId],
        record: RecordId,
    ) -> Result<Mapping<'k>, Diagnostic> {
        let filter = keeper.get_string(record, "FilterClass")?;
        if keeper.class(filter).is_none() {
            return Err(keeper.field_error(record, "FilterClass", "names no class"));
        }
        let rows = keeper.get_list_of_strings(record, "RowFields")?;
        if rows.is_empty() {
            return Err(keeper.field_error(record, "RowFields", "is empty"));
        }
        let column_fields = keeper.get_list_of_strings(record, "ColFields")?;
        let key: Vec<String> = keeper
            .get_list_of_strings(record, "KeyCol")?
            .into_iter()
            .map(str::to_string)
            .collect();
        if key.len() != column_fields.len() {
            return Err(keeper.field_error(record, "KeyCol", "has another length than 'ColFields'"));
        }
        let columns = value_columns(keeper, record, column_fields.len())?;
        // The instruction in each column of each row.
        let mut places: FxHashMap<(Vec<String>, usize), Vec<u16>> = FxHashMap::default();
        let mut sources = Vec::new();
        let with_no_decode = keeper.get_bit_or_false(record, "WithNoDecode");
        for (opcode, &instruction) in instructions.iter().enumerate() {
            if !keeper.is_subclass_of(instruction, filter)
                || !with_no_decode && keeper.get_bit_or_false(instruction, "isNoDecode")
            {
                continue;
            }
            let row = all_texts(keeper, record, instruction, &rows)?;
            let place = all_texts(keeper, record, instruction, &column_fields)?;
            if row[0].is_empty() {
                continue;
            }
            if place == key {
                sources.push((opcode, row.clone()));
            }
            for (column, _) in columns.iter().enumerate().filter(|(_, wanted)| **wanted == place) {
                places
                    .entry((row.clone(), column))
                    .or_default()
                    .push(opcode as u16);
            }
        }
        let mut table = vec![u16::MAX; instructions.len() * columns.len()];
        for (opcode, row) in sources {
            for (column, values) in columns.iter().enumerate() {
                let found = places.get(&(row.clone(), column)).map_or(&[][..], Vec::as_slice);
                table[opcode * columns.len() + column] = match *found {
                    [] => continue,
                    [one] => one,
                    [one, other, ..] => {
                        let (one, other) = (instructions[usize::from(one)], instructions[usize::from(other)]);
                        let message = format!(
                            "'{}' maps '{}' to both '{}' and '{}': {rows:?} is {row:?}, {column_fields:?} is {values:?}",
                            keeper.name(record),
                            keeper.name(instructions[opcode]),
                            keeper.name(one),
                            keeper.name(other)
                        );
                        return Err(Diagnostic::error(keeper.record(record).span, message)
                            .with_note(keeper.record(one).span, "one")
                            .with_note(keeper.record(other).span, "the other"));
                    }
                };
            }
        }
        Ok(Mapping {
            name: keeper.name(record),
            column_fields,
            columns,
            table,
        })
    }

    fn write(&self, out: &mut String) {
        if self.columns.len() == 1 {
            return single(out, self.name, &self.table);
        }
        let name = self.name;
        let constant = name.to_ascii_uppercase();
        rust::slice(out, &format!("{constant}_TABLE"), "u16", self.table.iter());
        let (mut parameters, mut values) = (String::new(), String::new());
        for field in &self.column_fields {
            let parameter = rust::snake_constant(field).to_ascii_lowercase();
            let _ = write!(parameters, ", {parameter}: {}", rust::type_name(field));
            let _ = write!(values, "{parameter}, ");
        }
        let _ = writeln!(
            out,
            "/// The instruction of these columns that `{name}` relates to `opcode`.\n\
             pub fn {}(opcode: Opcode{parameters}) -> Option<Opcode> {{\nlet column = match ({values}) {{",
            rust::snake_name(name)
        );
        for (number, column) in self.columns.iter().enumerate() {
            let mut pattern = String::new();
            for (field, value) in self.column_fields.iter().zip(column) {
                let _ = write!(pattern, "{}::{}, ", rust::type_name(field), variant(value));
            }
            let _ = writeln!(out, "({pattern}) => {number},");
        }
        let _ = writeln!(
            out,
            "#[allow(unreachable_patterns)]\n_ => return None,\n}};\n\
             find({constant}_TABLE, opcode.index() * {} + column)\n}}",
            self.columns.len()
        );
    }
}

fn value_columns(
    keeper: &RecordKeeper,
    record: RecordId,
    fields: usize,
) -> Result<Vec<Vec<String>>, Diagnostic> {
    let fail = |what: &str| keeper.field_error(record, "ValueCols", what);
    let mut columns: Vec<Vec<String>> = Vec::new();
    for value in keeper.get_list(record, "ValueCols")?.iter() {
        let Value::List(list) = value else {
            return Err(fail("is no list of lists"));
        };
        let mut column = Vec::new();
        for item in list.iter() {
            match item {
                Value::String(text) => column.push(text.to_string()),
                _ => return Err(fail("is no list of lists of strings")),
            }
        }
        if column.len() != fields {
            return Err(fail("has a column of another length than 'ColFields'"));
        }
        if columns.contains(&column) {
            return Err(fail("has a column twice"));
        }
        columns.push(column);
    }
    if columns.is_empty() {
        return Err(fail("has no column"));
    }
    Ok(columns)
}

/// The fields as text; `None` if the instruction lacks one.
fn text_of_fields(
    keeper: &RecordKeeper,
    instruction: RecordId,
    fields: &[&str],
) -> Result<Option<Vec<String>>, Diagnostic> {
    let mut texts = Vec::new();
    for field in fields {
        let Some(value) = keeper.field_value(instruction, field) else {
            return Ok(None);
        };
        texts.push(match value {
            Value::String(text) | Value::Code(text) => text.to_string(),
            Value::Bit(bit) => u8::from(bit).to_string(),
            Value::Int(int) => int.to_string(),
            Value::Def(record) => keeper.name(record).to_string(),
            Value::Bits(bits) if bits.known().is_some() => bits.known().unwrap_or(0).to_string(),
            _ => return Err(keeper.field_error(instruction, field, "cannot key a mapping")),
        });
    }
    Ok(Some(texts))
}

/// The fields as text; an instruction of the mapping `record` has all of them.
fn all_texts(
    keeper: &RecordKeeper,
    record: RecordId,
    instruction: RecordId,
    fields: &[&str],
) -> Result<Vec<String>, Diagnostic> {
    if let Some(texts) = text_of_fields(keeper, instruction, fields)? {
        return Ok(texts);
    }
    let mut missing = fields
        .iter()
        .filter(|field| keeper.field_value(instruction, field).is_none());
    let message = format!(
        "'{}' has no field '{}', by which '{}' relates instructions",
        keeper.name(instruction),
        missing.next().copied().unwrap_or_default(),
        keeper.name(record)
    );
    let error = Diagnostic::error(keeper.record(instruction).span, message);
    Err(error.with_note(keeper.record(record).span, "the relation"))
}

/// The instruction with exchanged sources, which may be the same instruction.
fn commuted(keeper: &RecordKeeper, instructions: &[RecordId]) -> Result<Vec<u16>, Diagnostics> {
    let mut by_base = FxHashMap::default();
    for (opcode, &instruction) in instructions.iter().enumerate() {
        if let Some(key) = text_of_fields(keeper, instruction, &["BaseName", "Form"])? {
            by_base.entry(key).or_insert(opcode as u16);
        }
    }
    let mut table = vec![u16::MAX; instructions.len()];
    for (opcode, &instruction) in instructions.iter().enumerate() {
        if !keeper.get_bit_or_false(instruction, "isCommutable") {
            continue;
        }
        let Some(key) = text_of_fields(keeper, instruction, &["CommutedBase", "Form"])? else {
            continue;
        };
        table[opcode] = if key[0].is_empty() {
            opcode as u16
        } else {
            by_base.get(&key).copied().ok_or_else(|| {
                keeper.field_error(
                    instruction,
                    "CommutedBase",
                    "names no instruction of the same form",
                )
            })?
        };
    }
    Ok(table)
}
