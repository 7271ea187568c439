//! Matcher tables: the candidate instructions of each mnemonic.

use super::instr_info::StringPool;
use super::instr_model::{InstrModel, is_code_gen_only};
use super::rust;
use crate::record::RecordKeeper;
use std::collections::BTreeMap;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Encodings by mnemonic; texts that begin with an operand are listed under the empty one. The candidates of a mnemonic
/// are in the order of the description, so that a preferred instruction comes first.
fn candidates(keeper: &RecordKeeper, model: &InstrModel) -> Result<BTreeMap<String, Vec<usize>>, Diagnostic> {
    let mut by_mnemonic: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut suffixes = Vec::new();
    for &variant in keeper.derived_defs("AsmParserVariant") {
        if keeper.field_value(variant, "OptionalSuffixes").is_some() {
            suffixes.extend(keeper.get_list_of_strings(variant, "OptionalSuffixes")?);
        }
    }
    for (number, (_, instruction)) in model.encodings().enumerate() {
        if !instruction.has_text() || is_code_gen_only(keeper, instruction.record)? {
            continue;
        }
        let mnemonic = instruction.mnemonic.as_str();
        let mut names = vec![mnemonic.to_string()];
        let short = suffixes.iter().find_map(|suffix| mnemonic.strip_suffix(suffix));
        names.extend(short.map(str::to_string));
        if keeper.field_value(instruction.record, "AltMnemonics").is_some() {
            let more = keeper.get_list_of_strings(instruction.record, "AltMnemonics")?;
            names.extend(more.into_iter().map(str::to_string));
        }
        for name in names {
            let candidates = by_mnemonic.entry(name).or_default();
            if candidates.last() != Some(&number) {
                candidates.push(number);
            }
        }
    }
    Ok(by_mnemonic)
}

/// Writes `MNEMONICS` and `CANDIDATES`; returns the text of all mnemonics.
pub fn tables(keeper: &RecordKeeper, model: &InstrModel, out: &mut String) -> Result<String, Diagnostics> {
    let by_mnemonic = candidates(keeper, model)?;
    let mut pool = StringPool::default();
    let mut entries = Vec::new();
    let mut candidates = Vec::new();
    for (name, opcodes) in by_mnemonic {
        let start = pool.add(&name);
        if opcodes.len() > usize::from(u16::MAX) || name.len() > 255 {
            return Err(Diagnostic::error(
                Span::NONE,
                "a mnemonic is longer than 255, or that of more than 65535 instructions",
            )
            .into());
        }
        entries.push(format!(
            "wavec_mc::MnemonicEntry {{ text: {start}, len: {}, count: {}, start: {} }}",
            name.len(),
            opcodes.len(),
            candidates.len()
        ));
        candidates.extend(opcodes);
    }
    rust::slice(out, "MNEMONICS", "wavec_mc::MnemonicEntry", entries);
    rust::slice(out, "CANDIDATES", "u16", candidates);
    Ok(pool.text)
}
