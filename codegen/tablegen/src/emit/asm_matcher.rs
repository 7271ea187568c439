//! Matcher tables: which instructions a mnemonic can be.

use super::asm_variants::Variants;
use super::instr_info::StringPool;
use super::instr_model::{InstrModel, is_code_gen_only};
use super::mnemonic_alias::MnemonicAliases;
use super::rust;
use crate::record::RecordKeeper;
use std::collections::BTreeMap;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Encodings by mnemonic, in one variant of the assembly language; `mnemonics` are those of its texts, by encoding (of
/// further encodings of instructions there may be none).
/// Texts that begin with an operand are under no word.
///
/// Candidates of a mnemonic are in the order of the description: an instruction that is to be preferred comes first; those
/// of a `MnemonicAlias` come last.
pub fn candidates(
    keeper: &RecordKeeper,
    model: &InstrModel,
    variants: &Variants,
    number: u8,
    mnemonics: &[Option<String>],
    aliases: &MnemonicAliases<'_>,
) -> Result<BTreeMap<String, Vec<usize>>, Diagnostic> {
    let mut by_mnemonic: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number_of, ((_, instruction), mnemonic)) in model.encodings().zip(mnemonics).enumerate() {
        let Some(mnemonic) = mnemonic else {
            continue;
        };
        if is_code_gen_only(keeper, instruction.record)?
            || !variants.scope(keeper, instruction.record)?.includes(number)
        {
            continue;
        }
        let mut names = vec![mnemonic.clone()];
        for suffix in variants.optional_suffixes(number) {
            names.extend(mnemonic.strip_suffix(suffix.as_str()).map(str::to_string));
        }
        if keeper.field_value(instruction.record, "AltMnemonics").is_some() {
            let more = keeper.get_list_of_strings(instruction.record, "AltMnemonics")?;
            names.extend(more.into_iter().map(str::to_string));
        }
        for name in names {
            let candidates = by_mnemonic.entry(name).or_default();
            if candidates.last() != Some(&number_of) {
                candidates.push(number_of);
            }
        }
    }
    let of_variant = |only: Option<i64>| only.is_none_or(|only| only == i64::from(number));
    for alias in aliases.names.iter().filter(|alias| of_variant(alias.variant)) {
        let Some(candidates) = by_mnemonic.get(alias.to).cloned() else {
            continue;
        };
        // An instruction of its own is preferred.
        let known = by_mnemonic.entry(alias.from.to_string()).or_default();
        for opcode in candidates {
            if !known.contains(&opcode) {
                known.push(opcode);
            }
        }
    }
    Ok(by_mnemonic)
}

/// Writes `MNEMONICS` and `CANDIDATES` of the first variant; returns the text of all mnemonics.
pub fn tables(
    keeper: &RecordKeeper,
    model: &InstrModel,
    variants: &Variants,
    aliases: &MnemonicAliases<'_>,
    out: &mut String,
) -> Result<String, Diagnostics> {
    let mnemonics: Vec<Option<String>> = model
        .encodings()
        .map(|(_, instruction)| instruction.has_text().then(|| instruction.mnemonic.clone()))
        .collect();
    let by_mnemonic = self::candidates(keeper, model, variants, 0, &mnemonics, aliases)?;
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
