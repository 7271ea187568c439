//! Decoder tables: opcodes in buckets by the high bits of the first dword.

use super::instr_model::InstrModel;
use super::rust;
use crate::record::RecordKeeper;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Bits from here up choose the bucket.
pub const BUCKET_SHIFT: u32 = 23;

/// Writes `BUCKETS` and `ENTRIES`.
///
/// An instruction is in every bucket that its fixed bits allow. In a bucket, instructions are sorted by the bits that
/// all of the bucket fix, then those with more fixed bits first: the decoder takes the first that fits.
pub fn tables(keeper: &RecordKeeper, model: &InstrModel, out: &mut String) -> Result<(), Diagnostics> {
    let mut buckets = Vec::new();
    let mut entries: Vec<usize> = Vec::new();
    for bucket in 0..1u64 << (32 - BUCKET_SHIFT) {
        let bits = bucket << BUCKET_SHIFT;
        let high = 0xffff_ffffu64 >> BUCKET_SHIFT << BUCKET_SHIFT;
        let mut members: Vec<usize> = Vec::new();
        for (opcode, instruction) in model.instructions.iter().enumerate() {
            let usable = instruction.size > 0 && !keeper.get_bit(instruction.record, "isNoDecode")?;
            if usable && (bits ^ instruction.base) & instruction.mask & high == 0 {
                members.push(opcode);
            }
        }
        let common = members
            .iter()
            .fold(u64::MAX, |mask, &opcode| mask & model.instructions[opcode].mask);
        // Bits above 31 may be missing at the end of a section.
        let common = if members.is_empty() {
            0
        } else {
            common & 0xffff_ffff
        };
        members.sort_by_key(|&opcode| {
            let instruction = &model.instructions[opcode];
            (
                instruction.base & common,
                std::cmp::Reverse(instruction.mask.count_ones()),
                opcode,
            )
        });
        buckets.push(format!(
            "wavec_mc::DecodeBucket {{ mask: {common:#x}, start: {}, count: {} }}",
            entries.len(),
            members.len()
        ));
        entries.extend(members);
    }
    if entries.len() > usize::from(u16::MAX) {
        return Err(
            Diagnostic::error(Span::NONE, "the decoder's tables are too large for their offsets").into(),
        );
    }
    rust::slice(out, "BUCKETS", "wavec_mc::DecodeBucket", buckets);
    rust::slice(out, "ENTRIES", "u16", entries);
    Ok(())
}
