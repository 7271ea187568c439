//! Other names of registers: by `RegAltNameIndex`, of which an operand's writer chooses one.
//!
//! | class | fields |
//! |---|---|
//! | `Register` | `AltNames`, `RegAltNameIndices`: the index of each; `AsmName` for the index `NoRegAltName` |
//! | `RegAltNameIndex` | `FallbackRegAltNameIndex`: the index for registers that have no name by this one |
//!
//! A register that `RegisterTuples` makes has those of its first part. Writes `REGISTER_ALT_NAMES` if there are such indices.

use super::rust;
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::Diagnostic;

/// The index of the ordinary name.
const ORDINARY: &str = "NoRegAltName";

/// Writes them. `registers` are numbers, the records that have the names, and ordinary names.
pub fn write<'r>(
    keeper: &RecordKeeper,
    registers: impl Iterator<Item = (usize, Option<RecordId>, &'r str)>,
    out: &mut String,
) -> Result<(), Diagnostic> {
    let indices = keeper.derived_defs("RegAltNameIndex");
    let is_ordinary = |index: RecordId| keeper.name(index) == ORDINARY;
    if indices.iter().all(|&index| is_ordinary(index)) {
        return Ok(());
    }
    let numbers: FxHashMap<RecordId, usize> = indices
        .iter()
        .enumerate()
        .map(|(number, &index)| (index, number))
        .collect();
    let mut names: Vec<Vec<String>> = vec![Vec::new(); indices.len()];
    for (number, record, asm_name) in registers {
        for (&index, names) in indices.iter().zip(&mut names) {
            if is_ordinary(index) {
                names.push(format!("(wavec_mc::Reg({number}), {asm_name:?})"));
            }
        }
        let Some(record) = record else { continue };
        if keeper.field_value(record, "RegAltNameIndices").is_none() {
            continue;
        }
        let own = keeper.get_list_of_strings(record, "AltNames")?;
        for (place, index) in keeper
            .get_list_of_defs(record, "RegAltNameIndices")?
            .into_iter()
            .enumerate()
            .filter(|&(_, index)| !is_ordinary(index))
        {
            let Some(name) = own.get(place) else {
                let what = format!("lacks the name for '{}'", keeper.name(index));
                return Err(keeper.field_error(record, "AltNames", &what));
            };
            names[numbers[&index]].push(format!("(wavec_mc::Reg({number}), {name:?})"));
        }
    }
    out.push_str("/// Indices of names of registers.\npub mod alt_names {\n");
    let mut unique = rust::UniqueNames::default();
    for (number, &index) in indices.iter().enumerate() {
        let _ = writeln!(
            out,
            "pub const {}: u16 = {number};",
            unique.constant(keeper.name(index))
        );
    }
    out.push_str(
        "}\n/// Names of registers by index.\n\
         pub static REGISTER_ALT_NAMES: wavec_mc::RegisterAltNames = wavec_mc::RegisterAltNames { indices: &[\n",
    );
    for (&index, names) in indices.iter().zip(&names) {
        let fallback = keeper.get_def_opt(index, "FallbackRegAltNameIndex")?;
        let _ = writeln!(
            out,
            "wavec_mc::RegAltNameIndex {{ name: {:?}, fallback: {:?}, names: &[\n{}\n] }},",
            keeper.name(index),
            fallback.and_then(|fallback| numbers.get(&fallback)),
            rust::list(names)
        );
    }
    out.push_str("] };\n");
    Ok(())
}
