//! Decoder tables: encodings in buckets by the high bits of the first dword; and detection of ambiguous encodings.

use super::conditions;
use super::instr_model::{InstrModel, Instruction};
use super::processors::Processors;
use super::rust;
use crate::record::{RecordId, RecordKeeper};
use std::collections::BTreeSet;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Bits from here up choose the bucket.
pub const BUCKET_SHIFT: u32 = 23;

/// Writes `BUCKETS` and `ENTRIES`.
///
/// An instruction is in every bucket that its fixed bits allow. In a bucket, instructions are sorted by the bits that all
/// of them fix, then by the lowest bit that only one of two fixes; that one comes first, as in LLVM's decoders. The decoder
/// takes the first match. So a special case, which fixes more bits, comes before the general one. It is an error if two
/// instructions of one processor fix the same bits to the same values.
pub fn tables(keeper: &RecordKeeper, model: &InstrModel, out: &mut String) -> Result<(), Diagnostics> {
    let all: Vec<&Instruction> = model.encodings().map(|(_, instruction)| instruction).collect();
    let conditions = all
        .iter()
        .map(|instruction| conditions::condition(keeper, instruction.record))
        .collect::<Result<Vec<String>, Diagnostic>>()?;
    // An encoding without a processor is only what others differ from.
    let is_usable = |number: &usize| {
        let instruction = all[*number];
        instruction.size > 0
            && is_decoded(keeper, instruction.record)
            && !conditions[*number].contains(conditions::NEVER)
    };
    let usable: Vec<usize> = (0..all.len()).filter(is_usable).collect();
    let processors = Processors::new(keeper);
    let predicates = |number: usize| {
        let record = all[number].record;
        conditions::predicates_of_encoding(keeper, record).unwrap_or_default()
    };
    let meet = |a: usize, b: usize| {
        conditions[a] == conditions[b] || processors.any_meets_both(&predicates(a), &predicates(b))
    };
    let mut buckets = Vec::new();
    let mut entries: Vec<usize> = Vec::new();
    let mut conflicts = BTreeSet::new();
    for bucket in 0..1u64 << (32 - BUCKET_SHIFT) {
        let bits = bucket << BUCKET_SHIFT;
        let high = 0xffff_ffffu64 >> BUCKET_SHIFT << BUCKET_SHIFT;
        let matches = |&&number: &&usize| (bits ^ all[number].base) & all[number].mask & high == 0;
        let mut members: Vec<usize> = usable.iter().filter(matches).copied().collect();
        for (i, &a) in members.iter().enumerate() {
            let in_conflict = |&&b: &&usize| conflict(all[a], all[b]) && meet(a, b);
            conflicts.extend(members[i + 1..].iter().filter(in_conflict).map(|&b| (a, b)));
        }
        let common = members
            .iter()
            .fold(u64::MAX, |mask, &number| mask & all[number].mask);
        // Bits above 31 may be missing at the end of a section.
        let common = if members.is_empty() {
            0
        } else {
            common & 0xffff_ffff
        };
        members.sort_by_key(|&number| {
            let instruction = all[number];
            (
                instruction.base & common,
                std::cmp::Reverse(instruction.mask.reverse_bits()),
                std::cmp::Reverse(instruction.later.mask.map(u64::reverse_bits)),
                number,
            )
        });
        buckets.push(format!("b({common:#x},{},{})", entries.len(), members.len()));
        entries.extend(members);
    }
    if entries.len() > usize::from(u16::MAX) {
        return Err(
            Diagnostic::error(Span::NONE, "the decoder's tables are too large for their offsets").into(),
        );
    }
    if !conflicts.is_empty() {
        let mut errors = Diagnostics::new();
        for (a, b) in conflicts {
            errors.push(describe(keeper, all[a], all[b], &[all[a].mask]));
        }
        return Err(errors);
    }
    out.push_str(
        "const fn b(mask: u64, start: u16, count: u16) -> wavec_mc::DecodeBucket {\n\
         wavec_mc::DecodeBucket { mask, start, count }\n}\n",
    );
    rust::slice(out, "BUCKETS", "wavec_mc::DecodeBucket", buckets);
    rust::slice(out, "ENTRIES", "u16", entries);
    Ok(())
}

/// Whether bits can encode an instruction.
pub fn is_decoded(keeper: &RecordKeeper, record: RecordId) -> bool {
    !["isNoDecode", "isCodeGenOnly", "isAsmParserOnly"]
        .iter()
        .any(|field| keeper.get_bit_or_false(record, field))
}

/// Whether every word that matches one of them matches the other too.
fn conflict(a: &Instruction, b: &Instruction) -> bool {
    a.mask == b.mask && (a.base ^ b.base) & a.mask == 0 && a.later == b.later
}

/// The error about two ambiguous encodings, which fix the bits of `mask`.
pub fn describe(keeper: &RecordKeeper, a: &Instruction, b: &Instruction, mask: &[u64]) -> Diagnostic {
    let message = format!(
        "encodings of '{}' and '{}' conflict: both have the same values in {}, and no other bit is fixed",
        a.name,
        b.name,
        bit_list(mask)
    );
    Diagnostic::error(keeper.record(a.record).span, message)
        .with_note(keeper.record(b.record).span, format!("'{}' is here", b.name))
}

/// `bits 31-26, 9`
fn bit_list(mask: &[u64]) -> String {
    let is_set = |bit: usize| mask[bit / 64] >> (bit % 64) & 1 != 0;
    let mut runs = Vec::new();
    let mut count = 0;
    let mut next = mask.len() * 64;
    while next > 0 {
        next -= 1;
        if !is_set(next) {
            continue;
        }
        let high = next;
        while next > 0 && is_set(next - 1) {
            next -= 1;
        }
        count += high + 1 - next;
        runs.push(if high == next {
            format!("{high}")
        } else {
            format!("{high}-{next}")
        });
    }
    match count {
        0 => "no bit".to_string(),
        1 => format!("bit {}", runs[0]),
        _ => format!("bits {}", runs.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::bit_list;

    #[test]
    fn runs_of_bits() {
        assert_eq!(bit_list(&[0xfc00_0200]), "bits 31-26, 9");
        assert_eq!(bit_list(&[1]), "bit 0");
        assert_eq!(bit_list(&[u64::MAX]), "bits 63-0");
        assert_eq!(bit_list(&[1 << 63 | 3]), "bits 63, 1-0");
        assert_eq!(bit_list(&[1 << 63, 3]), "bits 65-63");
        assert_eq!(bit_list(&[0]), "no bit");
    }
}
