//! Other texts of instructions: aliases and variants of the assembly language.
//!
//! | class | fields |
//! |---|---|
//! | `InstAlias` | `AsmString`; `ResultInst`: the instruction with its operands, of which those that are tied may be left out; `EmitPriority`; `Predicates` |
//! | `MnemonicAlias` | `FromMnemonic`, `ToMnemonic`: another word for the first word of such a text |
//! | `Instruction` | `AsmString`: `{a\|b}` are variants |
//!
//! Writes `ASM_ALIASES` and `ASM_VARIANTS`, if the description has such.

use super::asm_writer::{Fragment, split_text, variant_count, variant_of};
use super::encodings::condition;
use super::instr_model::InstrModel;
use super::register_model::RegisterModel;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// Writes the aliases.
pub fn write_aliases(
    keeper: &RecordKeeper,
    model: &InstrModel,
    registers: &RegisterModel,
    fragment_text: &dyn Fn(&Fragment) -> String,
    modifiers: &[String],
    out: &mut String,
) -> Result<(), Diagnostics> {
    let mut rows = Vec::new();
    let mut errors = Diagnostics::new();
    for &record in keeper.derived_defs("InstAlias") {
        match alias(keeper, model, registers, fragment_text, modifiers, record) {
            Ok(row) => rows.push(row),
            Err(error) => errors.push(error),
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    // Another word for the mnemonic of such a text: read, never written.
    for &record in keeper.derived_defs("MnemonicAlias") {
        let (from, to) = (
            keeper.get_string(record, "FromMnemonic")?,
            keeper.get_string(record, "ToMnemonic")?,
        );
        let copies: Vec<(String, AliasRow)> = rows
            .iter()
            .filter(|(mnemonic, _)| mnemonic == to)
            .map(|(_, row)| {
                (
                    from.to_string(),
                    AliasRow {
                        priority: 0,
                        ..row.clone()
                    },
                )
            })
            .collect();
        rows.extend(copies);
    }
    if !rows.is_empty() {
        rows.sort_by(|(a, _), (b, _)| a.cmp(b));
        out.push_str("/// Other texts of instructions.\npub static ASM_ALIASES: wavec_mc::AsmAliases = wavec_mc::AsmAliases { aliases: &[\n");
        for (mnemonic, row) in &rows {
            let _ = writeln!(
                out,
                "wavec_mc::AsmAlias {{ mnemonic: {mnemonic:?}, {}, priority: {}, condition: {} }},",
                row.meaning, row.priority, row.condition
            );
        }
        out.push_str("] };\n");
    }
    Ok(())
}

/// An alias as Rust, but for its mnemonic.
#[derive(Clone)]
struct AliasRow {
    /// Text behind the mnemonic, instruction and operands.
    meaning: String,
    priority: u16,
    condition: String,
}

/// Whether a text other than an instruction's own begins with this word.
pub fn has_mnemonic(keeper: &RecordKeeper, wanted: &str) -> Result<bool, Diagnostic> {
    for &record in keeper.derived_defs("InstAlias") {
        let text = variant_of(keeper.get_string(record, "AsmString")?, 0)
            .map_err(|what| keeper.field_error(record, "AsmString", what))?;
        if text.split([' ', '\t', '$']).next() == Some(wanted) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The mnemonic of an alias and its row.
fn alias(
    keeper: &RecordKeeper,
    model: &InstrModel,
    registers: &RegisterModel,
    fragment_text: &dyn Fn(&Fragment) -> String,
    modifiers: &[String],
    record: RecordId,
) -> Result<(String, AliasRow), Diagnostic> {
    let fail = |what: &str| keeper.field_error(record, "ResultInst", what);
    let dag = keeper.get_dag(record, "ResultInst")?;
    let opcode = dag
        .operator_def()
        .and_then(|instruction| model.by_record.get(&instruction));
    let Some(&opcode) = opcode else {
        return Err(fail("is no instruction with operands"));
    };
    let instruction = &model.instructions[usize::from(opcode)];
    // Names in the order in which the result has them: the text's places.
    let mut names: Vec<&str> = Vec::new();
    let mut given = Vec::new();
    for (value, name) in dag.args() {
        let operand = match (value, name) {
            (Value::Int(imm), _) => format!("wavec_mc::AliasOperand::Imm({imm})"),
            (Value::Def(def), None | Some("")) => match registers.by_record.get(&def) {
                Some(register) => format!("wavec_mc::AliasOperand::Reg(wavec_mc::Reg({register}))"),
                None => {
                    return Err(fail(&format!(
                        "has '{}' without a name, which is no register",
                        keeper.name(def)
                    )));
                }
            },
            (Value::Def(def), Some(name)) => {
                let place = names.iter().position(|&known| known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                // The class of a RegisterOperand's registers holds only when it is no constant.
                let class = match registers.class_by_record.get(&def) {
                    Some(class) => format!("wavec_mc::RegClassId({class})"),
                    None => "wavec_mc::RegClassId::NONE".to_string(),
                };
                format!("wavec_mc::AliasOperand::Given({place}, {class})")
            }
            _ => {
                return Err(fail(
                    "has an operand that is neither a constant, a register nor a class with a name",
                ));
            }
        };
        given.push(operand);
    }
    let is_tied = |operand: &super::instr_model::Operand| operand.tied_to.is_some();
    let num_tied = instruction
        .operands
        .iter()
        .filter(|operand| is_tied(operand))
        .count();
    let leaves_out_tied = given.len() + num_tied == instruction.operands.len() && num_tied > 0;
    if given.len() != instruction.operands.len() && !leaves_out_tied {
        return Err(fail(&format!(
            "has {} operands, but '{}' has {}",
            given.len(),
            instruction.name,
            instruction.operands.len()
        )));
    }
    if leaves_out_tied {
        let mut written = given.into_iter();
        let mut all: Vec<String> = Vec::new();
        for operand in &instruction.operands {
            let text = match operand.tied_to {
                Some(def) => all.get(usize::from(def)).cloned(),
                None => written.next(),
            };
            all.extend(text);
        }
        given = all;
    }
    let text = variant_of(keeper.get_string(record, "AsmString")?, 0)
        .map_err(|what| keeper.field_error(record, "AsmString", what))?;
    let (mnemonic, rest) = text.split_at(text.find([' ', '\t', '$']).unwrap_or(text.len()));
    let fail = |what: &str| keeper.field_error(record, "AsmString", what);
    let place = |name: &str| names.iter().position(|&known| known == name);
    let fragments = split_text(rest, &place, &[], &fail)?;
    if let Some(Fragment::Combined(name)) = fragments
        .iter()
        .find(|piece| matches!(piece, Fragment::Combined(_)))
    {
        return Err(fail(&format!("has '${name}', which the result does not have")));
    }
    for piece in &fragments {
        if let Fragment::Modified(_, modifier) = piece
            && !modifiers.contains(modifier)
        {
            return Err(fail(&format!(
                "has the modifier '{modifier}', which no instruction has"
            )));
        }
    }
    for (place, name) in names.iter().enumerate() {
        let is_written = fragments.iter().any(|piece| match piece {
            Fragment::Operand(written) | Fragment::Modified(written, _) => usize::from(*written) == place,
            _ => false,
        });
        if !is_written {
            return Err(fail(&format!("lacks '${name}', which the result needs")));
        }
    }
    let fragments: Vec<String> = fragments.iter().map(fragment_text).collect();
    let priority = keeper.get_int(record, "EmitPriority")?;
    let Ok(priority) = u16::try_from(priority) else {
        return Err(keeper.field_error(record, "EmitPriority", "is not from 0 to 65535"));
    };
    let row = AliasRow {
        meaning: format!(
            "fragments: &[{}], opcode: wavec_mc::Opcode({opcode}), operands: &[{}]",
            fragments.join(", "),
            given.join(", ")
        ),
        priority,
        condition: condition(keeper, record)?.replace("FeatureTest::", "wavec_mc::FeatureTest::"),
    };
    Ok((mnemonic.to_string(), row))
}

/// By opcode: the mnemonic, and the text behind it.
type Variant = Vec<(String, Vec<Fragment>)>;

/// The variants behind the first.
pub fn read_variants(keeper: &RecordKeeper, model: &InstrModel) -> Result<Vec<Variant>, Diagnostics> {
    let mut count = 1;
    for instruction in &model.instructions {
        count = count.max(variant_count(keeper.get_string(instruction.record, "AsmString")?));
    }
    let mut variants = Vec::new();
    for number in 1..count {
        let mut texts = Vec::with_capacity(model.instructions.len());
        for instruction in &model.instructions {
            let fail = |what: &str| keeper.field_error(instruction.record, "AsmString", what);
            let text =
                variant_of(keeper.get_string(instruction.record, "AsmString")?, number).map_err(fail)?;
            let (mnemonic, rest) = text.split_at(text.find([' ', '\t', '$']).unwrap_or(text.len()));
            let find = |name: &str| {
                instruction
                    .operands
                    .iter()
                    .position(|operand| operand.name == name)
            };
            texts.push((
                mnemonic.to_string(),
                split_text(rest, &find, &instruction.wholes, &fail)?,
            ));
        }
        variants.push(texts);
    }
    Ok(variants)
}

/// Writes the variants behind the first, if there are any.
pub fn write_variants(
    model: &InstrModel,
    variants: &[Variant],
    fragment_text: &dyn Fn(&Fragment) -> String,
    out: &mut String,
) {
    if variants.is_empty() {
        return;
    }
    out.push_str(
        "/// Variants of the assembly language behind the first.\npub static ASM_VARIANTS: &[wavec_mc::AsmVariant] = &[\n",
    );
    for (number, texts) in variants.iter().enumerate() {
        let _ = writeln!(out, "wavec_mc::AsmVariant {{ number: {}, texts: &[", number + 1);
        for ((mnemonic, fragments), instruction) in texts.iter().zip(&model.instructions) {
            let fragments: Vec<String> = fragments.iter().map(fragment_text).collect();
            let _ = writeln!(
                out,
                "({mnemonic:?}, &[{}]), // {}",
                fragments.join(", "),
                instruction.name
            );
        }
        out.push_str("] },\n");
    }
    out.push_str("];\n");
}

/// Modifiers of operands, sorted.
pub fn modifiers<'f>(fragments: impl Iterator<Item = &'f Fragment>) -> Vec<String> {
    let mut modifiers: Vec<String> = fragments
        .filter_map(|fragment| match fragment {
            Fragment::Modified(_, modifier) => Some(modifier.clone()),
            _ => None,
        })
        .collect();
    modifiers.sort_unstable();
    modifiers.dedup();
    modifiers
}

/// Writes the enumeration of modifiers, if there are any.
pub fn write_modifiers(modifiers: &[String], out: &mut String) {
    if modifiers.is_empty() {
        return;
    }
    out.push_str("/// Modifiers of operands: `${operand:modifier}`.\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum Modifier {\n");
    for name in modifiers {
        let _ = writeln!(out, "/// `{name}`\n{},", rust::type_name(name));
    }
    out.push_str("}\n");
    let names = modifiers
        .iter()
        .map(|name| format!("Modifier::{}", rust::type_name(name)));
    rust::slice(out, "MODIFIERS", "Modifier", names);
}
