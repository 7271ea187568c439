//! `--gen-asm-writer`: the pieces of instructions' texts, and (`asm_matcher.rs`) the mnemonics that text may use.

use super::EmitOptions;
use super::asm_matcher;
use super::instr_model::{InstrModel, Instruction};
use super::register_model::RegisterModel;
use super::rust;
use crate::record::RecordKeeper;
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::{Diagnostic, Diagnostics};

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Fragment {
    /// Literal text.
    Text(String),
    /// An operand.
    Operand(u8),
    /// What several operands say together.
    Combined(String),
}

/// Texts behind the mnemonics, equal ones shared.
pub struct AsmFormats {
    /// All formats in the order of their first instruction.
    pub list: Vec<Vec<Fragment>>,
    by_opcode: Vec<u16>,
}

impl AsmFormats {
    /// Reads the `AsmString`s of all instructions.
    pub fn collect(keeper: &RecordKeeper, model: &InstrModel) -> Result<AsmFormats, Diagnostics> {
        let mut list = Vec::new();
        let mut known = FxHashMap::default();
        let mut by_opcode = Vec::new();
        for instruction in &model.instructions {
            if instruction.mnemonic.is_empty() {
                by_opcode.push(u16::MAX);
                continue;
            }
            let fragments = fragments(keeper, instruction)?;
            let number = *known.entry(fragments.clone()).or_insert_with(|| {
                list.push(fragments);
                list.len() as u16 - 1
            });
            by_opcode.push(number);
        }
        Ok(AsmFormats { list, by_opcode })
    }

    /// Number of the format of `opcode`; `u16::MAX` if it has no text.
    pub fn of(&self, opcode: usize) -> u16 {
        self.by_opcode[opcode]
    }
}

/// Splits `" $vdst, $src0$clamp"`. A name that is no operand is a combined modifier.
fn fragments(keeper: &RecordKeeper, instruction: &Instruction) -> Result<Vec<Fragment>, Diagnostic> {
    let mut fragments = Vec::new();
    let mut rest = instruction.asm_operands.as_str();
    while !rest.is_empty() {
        let Some(after) = rest.strip_prefix('$') else {
            let end = rest.find('$').unwrap_or(rest.len());
            fragments.push(Fragment::Text(rest[..end].to_string()));
            rest = &rest[end..];
            continue;
        };
        let end = after
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(after.len());
        let name = &after[..end];
        if name.is_empty() {
            return Err(keeper.field_error(instruction.record, "AsmString", "has a '$' without a name"));
        }
        fragments.push(
            match instruction
                .operands
                .iter()
                .position(|operand| operand.name == name)
            {
                Some(operand) => Fragment::Operand(operand as u8),
                None => Fragment::Combined(name.to_string()),
            },
        );
        rest = &after[end..];
    }
    Ok(fragments)
}

/// Writes `ASM_INFO` and the enumeration `Combined`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let registers = RegisterModel::build(keeper)?;
    let model = InstrModel::build(keeper, &registers)?;
    let formats = AsmFormats::collect(keeper, &model)?;
    let mut out = rust::header(&options.source_name, "Assembly text");

    let mut combined: Vec<&str> = Vec::new();
    for fragment in formats.list.iter().flatten() {
        if let Fragment::Combined(name) = fragment {
            combined.push(name);
        }
    }
    combined.sort_unstable();
    combined.dedup();
    out.push_str(
        "/// Modifiers that several operands say together.\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\n",
    );
    out.push_str("pub enum Combined {\n");
    for name in &combined {
        let _ = writeln!(out, "/// `{name}`\n{},", rust::type_name(name));
    }
    out.push_str("}\n");
    let variants = combined
        .iter()
        .map(|name| format!("Combined::{}", rust::type_name(name)));
    rust::slice(&mut out, "COMBINED", "Combined", variants);

    let mut rows = Vec::new();
    let mut fragments = Vec::new();
    for format in &formats.list {
        rows.push(format!("({},{})", fragments.len(), format.len()));
        fragments.extend(format.iter().map(|fragment| match fragment {
            Fragment::Text(text) => format!("Text({text:?})"),
            Fragment::Operand(operand) => format!("Operand({operand})"),
            Fragment::Combined(name) => {
                format!(
                    "Combined({})",
                    combined.binary_search(&name.as_str()).unwrap_or(0)
                )
            }
        }));
    }
    out.push_str("mod asm_tables {\n#[allow(unused_imports)]\nuse wavec_mc::AsmFragment::{self, Combined, Operand, Text};\n");
    rust::slice(&mut out, "FORMATS", "(u16, u8)", rows);
    rust::slice(&mut out, "FRAGMENTS", "AsmFragment", fragments);
    out.push_str("}\n");
    let mnemonics = asm_matcher::tables(keeper, &model, &mut out)?;
    let _ = writeln!(
        out,
        "pub static ASM_INFO: wavec_mc::AsmInfo = wavec_mc::AsmInfo {{\n\
         formats: asm_tables::FORMATS, fragments: asm_tables::FRAGMENTS, mnemonics: {mnemonics:?},\n\
         entries: MNEMONICS, candidates: CANDIDATES,\n}};"
    );
    Ok(out)
}
