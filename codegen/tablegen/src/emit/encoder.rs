//! `--gen-emitter`, `--gen-disassembler`: encoding formats, the decoder's buckets included (`decoder.rs` fills them).
//!
//! Both come from the same fields of `Instruction` (`codegen/td/Target.td`):
//!
//! | field | |
//! |---|---|
//! | `bits<n> Inst` | the encoding: bits that are 0 or 1, bits of operands (`Inst{8-3} = src`), bits that are `?` |
//! | | bits of a field that is declared with the word `field` and has no value are as if `?` stood there |
//! | `Size` | bytes; as many bits as `Inst` has. 4 to 24, unless the description needs the tables of `--gen-encodings` |
//! | `DecoderNamespace`, `DecoderMethod`, `EncoderMethod`, `SoftFail`, `isLittleEndianEncoding` | need them, too |
//! | `HasLongEncodings` | of `InstrInfo`: encodings may have 12 to 24 bytes |
//! | `OutOperandList`, `InOperandList` | the operands, found by name |
//! | `isPseudo` | has no encoding |
//! | `DecodeIgnore` | bits that are written as `Inst` says and not looked at when read |
//! | `EncodingOf` | the instruction that the record is another encoding of |
//! | `isNoDecode` | shares its encoding with an instruction that the decoder prefers |
//!
//! A bit that is `?` is encoded as 0 and ignored by the decoder; in another encoding of an instruction (`EncodingOf`) it is
//! that of the instruction's own. Ambiguous instructions are errors, and so are operands
//! that are not encoded, unless they are tied, optional or a single register.

use super::EmitOptions;
use super::decoder;
use super::instr_model::{EncodingField, InstrModel, LaterBits};
use super::register_model::RegisterModel;
use super::rust;
use crate::record::RecordKeeper;
use fxhash::FxHashMap;
use std::fmt::Write;
use wavec_support::Diagnostics;

/// Encoding formats: instructions that differ in their fixed bits only share one.
pub struct Formats {
    /// Fixed bits of the first 64, those after them, size, fields.
    pub list: Vec<(u64, LaterBits, u8, Vec<EncodingField>)>,
    by_encoding: Vec<u16>,
}

impl Formats {
    /// All formats in the order of their first instruction.
    pub fn collect(model: &InstrModel) -> Formats {
        let mut list = Vec::new();
        let mut known = FxHashMap::default();
        let mut by_encoding = Vec::new();
        for (_, instruction) in model.encodings() {
            if instruction.size == 0 || model.needs_general_tables.is_some() {
                by_encoding.push(u16::MAX);
                continue;
            }
            let format = (
                instruction.mask,
                instruction.later,
                instruction.size,
                instruction.fields.clone(),
            );
            let number = *known.entry(format.clone()).or_insert_with(|| {
                list.push(format);
                list.len() as u16 - 1
            });
            by_encoding.push(number);
        }
        Formats { list, by_encoding }
    }

    /// Number of the format of an encoding; `u16::MAX` for pseudos.
    pub fn of(&self, encoding: usize) -> u16 {
        self.by_encoding[encoding]
    }
}

/// Writes `ENCODING_INFO`.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let registers = RegisterModel::build(keeper)?;
    let model = InstrModel::build(keeper, &registers)?;
    if let Some(error) = model.needs_general_tables {
        return Err(error.into());
    }
    let formats = Formats::collect(&model);
    let mut out = rust::header(&options.source_name, "Encodings");
    let mut fields = Vec::new();
    let mut rows = Vec::new();
    for (mask, later, size, list) in &formats.list {
        rows.push(format!(
            "wavec_mc::EncodingFormat {{ mask: {mask:#x}, later_mask: {:?}, later: {:?}, fields: {}, num_fields: {}, size: {size} }}",
            later.mask,
            later.values,
            fields.len(),
            list.len()
        ));
        fields.extend(list.iter().map(|field| {
            format!(
                "f({},{},{},{})",
                field.operand, field.value_lsb, field.position, field.width
            )
        }));
    }
    out.push_str(
        "const fn f(operand: u8, value_lsb: u8, position: u8, width: u8) -> wavec_mc::EncodingField {\n\
         wavec_mc::EncodingField { operand, value_lsb, position, width }\n}\n",
    );
    rust::slice(&mut out, "FORMATS", "wavec_mc::EncodingFormat", rows);
    rust::slice(&mut out, "FIELDS", "wavec_mc::EncodingField", fields);
    decoder::tables(keeper, &model, &mut out)?;
    let _ = writeln!(
        out,
        "pub static ENCODING_INFO: wavec_mc::EncodingInfo = wavec_mc::EncodingInfo {{\n\
         formats: FORMATS, fields: FIELDS, buckets: BUCKETS, entries: ENTRIES, bucket_shift: {},\n}};",
        decoder::BUCKET_SHIFT
    );
    Ok(out)
}
