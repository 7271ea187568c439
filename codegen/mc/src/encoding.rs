//! Encoding and decoding of instructions by table: the fixed bits, and the positions of each operand's bits. The target
//! determines the value of an operand (a register's number, a constant's code).

use crate::desc::{InstrEncoding, InstrInfo};

/// `width` bits of the value of an operand, from its bit `value_lsb`, at bit `position` of the encoding.
#[derive(Clone, Copy, Debug)]
pub struct EncodingField {
    /// The operand.
    pub operand: u8,
    /// Lowest bit of the value.
    pub value_lsb: u8,
    /// Lowest bit of the encoding. Fields do not cross a multiple of 64 bits.
    pub position: u8,
    /// Number of bits, 1 to 64.
    pub width: u8,
}

impl EncodingField {
    fn mask(self) -> u64 {
        u64::MAX >> (64 - u32::from(self.width))
    }
}

/// The bits of an instruction, the first in the lowest bits of the first word.
pub type Words = [u64; 4];

/// Bits of a word.
const WORD: u8 = 64;

/// The encoding of instructions of one format.
#[derive(Clone, Copy, Debug)]
pub struct EncodingFormat {
    /// Bits that the opcode fixes, of the first 64.
    pub mask: u64,
    /// The same for the others.
    pub later_mask: [u64; 2],
    /// Their values.
    pub later: [u64; 2],
    /// First of its fields in [`EncodingInfo::fields`]; fields of one operand are adjacent.
    pub fields: u16,
    /// Number of fields.
    pub num_fields: u8,
    /// Size in bytes: 4 to 24.
    pub size: u8,
}

/// Instructions that agree in some high bits.
#[derive(Clone, Copy, Debug)]
pub struct DecodeBucket {
    /// Bits fixed in all of them.
    pub mask: u64,
    /// First of them in [`EncodingInfo::entries`], sorted by their fixed bits under `mask`.
    pub start: u16,
    /// Number of them.
    pub count: u16,
}

/// Encoding tables of a target. `static`, generated.
#[derive(Debug)]
pub struct EncodingInfo {
    /// By [`InstrEncoding::format`].
    pub formats: &'static [EncodingFormat],
    /// Fields of all formats.
    pub fields: &'static [EncodingField],
    /// By the bits from `bucket_shift` up of the first 32 bits.
    pub buckets: &'static [DecodeBucket],
    /// Numbers of encodings ([`InstrInfo::encodings`]) by bucket.
    pub entries: &'static [u16],
    /// See `buckets`.
    pub bucket_shift: u8,
}

impl EncodingInfo {
    /// The format of an encoding; `None` for pseudos.
    pub fn format(&self, encoding: &InstrEncoding) -> Option<&'static EncodingFormat> {
        self.formats.get(usize::from(encoding.format))
    }

    /// Fields of a format.
    pub fn fields(&self, format: &EncodingFormat) -> &'static [EncodingField] {
        let start = usize::from(format.fields);
        &self.fields[start..start + usize::from(format.num_fields)]
    }

    /// The bits of an encoding with the operand values returned by `value`; `None` for pseudos.
    pub fn encode<E>(
        &self,
        encoding: &InstrEncoding,
        mut value: impl FnMut(usize) -> Result<u64, E>,
    ) -> Option<Result<Words, E>> {
        let format = self.format(encoding)?;
        let mut words = [encoding.base, format.later[0], format.later[1], 0];
        let mut known = None;
        for &field in self.fields(format) {
            let current = match known {
                Some((operand, current)) if operand == field.operand => current,
                _ => match value(usize::from(field.operand)) {
                    Ok(current) => current,
                    Err(error) => return Some(Err(error)),
                },
            };
            known = Some((field.operand, current));
            let bits = (current >> field.value_lsb) & field.mask();
            words[usize::from(field.position / WORD)] |= bits << (field.position % WORD);
        }
        Some(Ok(words))
    }

    /// The value of each operand in an encoding, and which of its bits are encoded.
    pub fn operand_values(&self, format: &EncodingFormat, words: &Words, values: &mut [(u64, u64)]) {
        for &field in self.fields(format) {
            if let Some((value, known)) = values.get_mut(usize::from(field.operand)) {
                let word = words[usize::from(field.position / WORD)];
                *value |= ((word >> (field.position % WORD)) & field.mask()) << field.value_lsb;
                *known |= field.mask() << field.value_lsb;
            }
        }
    }

    /// The candidate encodings of `words`, most specific first. `bytes` is the number of bytes that there are.
    pub fn candidates(
        &'static self,
        info: &'static InstrInfo,
        words: Words,
        bytes: usize,
    ) -> impl Iterator<Item = &'static InstrEncoding> {
        let word = words[0];
        let bucket = self.buckets[(word as u32 >> self.bucket_shift) as usize];
        let entries = &self.entries[usize::from(bucket.start)..usize::from(bucket.start + bucket.count)];
        let key = word & bucket.mask;
        let encoding = |&number: &u16| &info.encodings[usize::from(number)];
        let first = entries.partition_point(|number| encoding(number).base & bucket.mask < key);
        entries[first..]
            .iter()
            .map(encoding)
            .take_while(move |encoding| encoding.base & bucket.mask == key)
            .filter(move |encoding| {
                let format = &self.formats[usize::from(encoding.format)];
                usize::from(format.size) <= bytes
                    && (word ^ encoding.base) & format.mask == 0
                    && words[1] & format.later_mask[0] == format.later[0]
                    && words[2] & format.later_mask[1] == format.later[1]
            })
    }
}
