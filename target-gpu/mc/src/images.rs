//! The sizes of registers of image instructions, which follow from their modifiers: "RDNA 2" instruction set reference,
//! chapter 8.

use crate::symbolic::name_of;
use crate::tables::{INSTR_INFO, OPERAND_KINDS, Syntax, opcodes, operand_names as names};
use wavec_mc::{MCInst, MCOperand, OperandName};

/// Dimensions of images, and their numbers.
pub const DIMENSIONS: [(&str, u32); 8] = [
    ("SQ_RSRC_IMG_1D", 0),
    ("SQ_RSRC_IMG_2D", 1),
    ("SQ_RSRC_IMG_3D", 2),
    ("SQ_RSRC_IMG_CUBE", 3),
    ("SQ_RSRC_IMG_1D_ARRAY", 4),
    ("SQ_RSRC_IMG_2D_ARRAY", 5),
    ("SQ_RSRC_IMG_2D_MSAA", 6),
    ("SQ_RSRC_IMG_2D_MSAA_ARRAY", 7),
];

/// The first dimension of images with several samples.
const FIRST_OF_SAMPLES: i64 = 6;

/// Coordinates, and derivatives of them, by dimension.
const COORDINATES: [u32; 8] = [1, 2, 3, 3, 2, 3, 3, 4];
const DERIVATIVES: [u32; 8] = [2, 4, 6, 4, 2, 4, 4, 4];

/// Words of the addresses of rays, and with coordinates of 16 bits, by the size of the node's number.
const RAYS: [[u32; 2]; 2] = [[11, 8], [12, 9]];
const RAY: u32 = 1 << 6;
/// Addresses without a sampler.
const NO_SAMPLER: u32 = 1 << 7;
/// Kinds of the data of atomics, and of those with a value to compare with.
const ATOMIC: u8 = 16;
const PAIR: u8 = 17;
/// The kind of the data of gathered texels, and that of all instructions that return four words.
const GATHER: u8 = 18;
const FOUR: u8 = 4;

/// ` dim:SQ_RSRC_IMG_2D`
pub fn dimension_text(number: u32) -> String {
    match name_of(&DIMENSIONS, number) {
        Some(name) => format!(" dim:{name}"),
        None => format!(" dim:{number}"),
    }
}

/// The modifiers of an image instruction that sizes depend on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Modifiers {
    dmask: u32,
    dim: u32,
    tfe: bool,
    d16: bool,
    a16: bool,
}

impl Modifiers {
    /// Those with the values that `value` returns; 0 where the instruction does not have one.
    pub(crate) fn read(value: impl Fn(OperandName) -> u64) -> Modifiers {
        Modifiers {
            dmask: value(names::DMASK) as u32,
            dim: value(names::DIM) as u32,
            tfe: value(names::TFE) != 0,
            d16: value(names::D16) != 0,
            a16: value(names::A16) != 0,
        }
    }

    /// Those of an instruction.
    pub(crate) fn of(inst: &MCInst) -> Modifiers {
        let desc = INSTR_INFO.desc(inst.opcode);
        Modifiers::read(|name| {
            let operand = desc
                .operand_index(name)
                .and_then(|index| inst.operands[index].imm());
            operand.unwrap_or(0) as u64
        })
    }

    /// Words of the data, of which the kind says how many there are (`images.td`); `None` if there is no such size.
    pub(crate) fn data_words(self, kind: u8) -> Option<u32> {
        let stored = (self.dmask & 15).count_ones().max(1);
        let elements = match (kind, stored) {
            (0, _) | (ATOMIC, 1 | 2) | (PAIR, 2 | 4) => stored,
            (ATOMIC | PAIR, _) => return None,
            (GATHER, _) if self.d16 && self.tfe => return None,
            _ => u32::from(FOUR),
        };
        let words = if self.d16 { elements.div_ceil(2) } else { elements };
        Some(words + u32::from(self.tfe))
    }

    /// Words of the address, which has these parts (`images.td`) and is a tuple or a list of registers; `None` if there is
    /// no such size.
    pub(crate) fn address_words(self, parts: u8, is_tuple: bool) -> Option<u32> {
        let (words, most) = self.address_size(parts);
        // Assemblers take tuples of four and of eight registers where one less is the most.
        let most = most + u32::from(is_tuple && matches!(most, 3 | 7));
        (words <= most).then_some(words)
    }

    /// Words of the address, and how many the instruction has at most in any dimension but one.
    fn address_size(self, parts: u8) -> (u32, u32) {
        let parts = u32::from(parts);
        if parts & RAY != 0 {
            let words = RAYS[(parts & 1) as usize][usize::from(self.a16)];
            return (words, words);
        }
        let (coordinates, derivatives) = (
            COORDINATES[self.dim as usize & 7],
            DERIVATIVES[self.dim as usize & 7],
        );
        let components = coordinates * (parts >> 2 & 1) + (parts >> 3 & 1);
        let components = if self.a16 {
            components.div_ceil(2)
        } else {
            components
        };
        // The derivatives, and how many there are at most.
        let (derivatives, most) = match parts >> 4 & 3 {
            0 => (0, 0),
            1 => (derivatives, 6),
            // Two in a word; those of one direction begin with a word.
            _ => ((derivatives / 2).next_multiple_of(2), 6),
        };
        let words = (parts & 3) + components + derivatives;
        let most = match parts & NO_SAMPLER {
            0 => (parts & 3) + 3 + (parts >> 3 & 1) + most,
            _ => 4,
        };
        (words, most)
    }
}

/// Words of a tuple that holds so many: there are none of 13 to 15.
pub(crate) fn tuple_words(words: u32) -> u32 {
    if words > 12 { 16 } else { words }
}

/// What is wrong with an instruction's text.
pub(crate) fn error(inst: &MCInst) -> Option<&'static str> {
    let dim = INSTR_INFO
        .operand_index(inst.opcode, names::DIM)
        .and_then(|index| inst.operands[index].imm());
    let reads_samples = matches!(
        inst.opcode,
        opcodes::IMAGE_MSAA_LOAD4 | opcodes::IMAGE_MSAA_LOAD4_NSA1
    );
    if let Some(error) = size_error(inst) {
        return Some(error);
    }
    let is_of_samples = dim.is_some_and(|dim| dim >= FIRST_OF_SAMPLES);
    (reads_samples && !is_of_samples).then_some("invalid dim; must be MSAA type")
}

/// What is wrong with the sizes of registers in an instruction's text.
fn size_error(inst: &MCInst) -> Option<&'static str> {
    let modifiers = Modifiers::of(inst);
    let has_dmask = INSTR_INFO.operand_index(inst.opcode, names::DMASK).is_some();
    let mut listed = None;
    for (info, operand) in INSTR_INFO.desc(inst.opcode).operands().iter().zip(&inst.operands) {
        let kind = &OPERAND_KINDS[usize::from(info.kind.0)];
        let MCOperand::Reg(reg) = operand else { continue };
        let words = if reg.is_none() {
            0
        } else {
            u32::from(crate::tables::REGISTER_INFO.size_in_units(*reg))
        };
        match kind.syntax {
            Syntax::ImageData
                if matches!(kind.width, ATOMIC | PAIR) && !matches!(modifiers.dmask, 1 | 3 | 15) =>
            {
                return Some("invalid atomic image dmask");
            }
            // One channel of four texels.
            Syntax::ImageData
                if matches!(kind.width, GATHER | FOUR) && has_dmask && modifiers.dmask.count_ones() != 1 =>
            {
                return Some("invalid image_gather dmask: only one bit must be set");
            }
            Syntax::ImageData if Some(words) != modifiers.data_words(kind.width) => {
                return Some("image data size does not match dmask, d16 and tfe");
            }
            Syntax::ImageAddress => {
                let (size, most) = modifiers.address_size(kind.width);
                let wanted = modifiers.address_words(kind.width, true);
                // Tuples of eight registers may stand for those of fewer.
                let is_in_eight = words == 8 && (5..8).contains(&size) && most > 4;
                if wanted.map(tuple_words) != Some(words) && !is_in_eight {
                    return Some(ADDRESS_SIZE);
                }
            }
            Syntax::ImageNsa => {
                let (count, _) = listed.get_or_insert((0, modifiers.address_words(kind.width, false)));
                *count += words;
            }
            _ => {}
        }
    }
    listed
        .is_some_and(|(count, wanted)| Some(count) != wanted)
        .then_some(ADDRESS_SIZE)
}

const ADDRESS_SIZE: &str = "image address size does not match dim and a16";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let modifiers = Modifiers {
            dmask: 15,
            dim: 2,
            ..Modifiers::default()
        };
        assert_eq!(modifiers.data_words(0), Some(4));
        assert_eq!(
            Modifiers {
                d16: true,
                tfe: true,
                ..modifiers
            }
            .data_words(0),
            Some(3)
        );
        // Three coordinates; with six derivatives, a bound, an offset and a reference.
        assert_eq!(modifiers.address_words(4, true), Some(3));
        assert_eq!(modifiers.address_words(4 + 8 + 16 + 2, false), Some(12));
        assert_eq!(modifiers.address_words(4 + 8 + 48 + 1, true), Some(9));
        assert_eq!(
            Modifiers {
                a16: true,
                ..modifiers
            }
            .address_words(4, true),
            Some(2)
        );
        assert_eq!((tuple_words(12), tuple_words(13)), (12, 16));
    }
}
