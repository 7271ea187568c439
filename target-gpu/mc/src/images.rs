//! The sizes of registers of image instructions, which follow from their modifiers: "RDNA 2" instruction set reference,
//! chapter 8. On GFX9 those of addresses do not, since a dimension is not named.

use crate::asm::INVALID_OPERAND;
use crate::register_files::is_accumulation;
use crate::subtarget::Subtarget;
use crate::symbolic::name_of;
use crate::tables::{
    INSTR_INFO, OPERAND_KINDS, REGISTER_INFO, Syntax, features, opcodes, operand_names as names,
};
use wavec_mc::{MCInst, MCOperand, OperandName, Reg};

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
        let elements = match kind {
            GATHER | FOUR => 4,
            _ => (self.dmask & 15).count_ones().max(1),
        };
        let words = if self.d16 { elements.div_ceil(2) } else { elements };
        let words = words + u32::from(self.tfe);
        let is_known = match kind {
            ATOMIC => words <= 3,
            PAIR => words >= 2,
            GATHER => words != 3,
            _ => true,
        };
        is_known.then_some(words)
    }

    /// Words of the smallest data of a kind, which disassemblers show in place of impossible ones.
    pub(crate) fn smallest_data(kind: u8) -> u32 {
        match kind {
            PAIR | GATHER => 2,
            FOUR => 4,
            _ => 1,
        }
    }

    /// Words of the smallest address with these parts.
    pub(crate) fn smallest_address(parts: u8) -> u32 {
        let derivatives = u32::from(parts >> 4 & 3 != 0);
        u32::from(parts & 3) + 1 + derivatives
    }

    /// Whether an address with these parts has so many words in some dimension, or in a tuple that is used for it.
    fn may_have_words(self, parts: u8, words: u32) -> bool {
        let (_, most) = self.address_size(parts);
        let is_larger = matches!((most, words), (3, 4) | (5..8, 8));
        is_larger || (Modifiers::smallest_address(parts)..=most).contains(&words)
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

/// Whether the sizes of its registers are those that its modifiers say. Decoded instructions may have smaller ones.
pub fn has_known_sizes(inst: &MCInst, subtarget: &Subtarget) -> bool {
    error(inst, subtarget).is_none()
}

/// What is wrong with an instruction's text.
pub(crate) fn error(inst: &MCInst, subtarget: &Subtarget) -> Option<&'static str> {
    let dim = INSTR_INFO
        .operand_index(inst.opcode, names::DIM)
        .and_then(|index| inst.operands[index].imm());
    let reads_samples = matches!(
        inst.opcode,
        opcodes::IMAGE_MSAA_LOAD4 | opcodes::IMAGE_MSAA_LOAD4_NSA1
    );
    if let Some(error) = size_error(inst, subtarget) {
        return Some(error);
    }
    let is_of_samples = dim.is_some_and(|dim| dim >= FIRST_OF_SAMPLES);
    (reads_samples && !is_of_samples).then_some("invalid dim; must be MSAA type")
}

/// What is wrong with the sizes of registers in an instruction's text.
fn size_error(inst: &MCInst, subtarget: &Subtarget) -> Option<&'static str> {
    let modifiers = Modifiers::of(inst);
    let has_dimensions = subtarget.family.image_addresses.has_dimensions;
    let has_dmask = INSTR_INFO.operand_index(inst.opcode, names::DMASK).is_some();
    let mut listed = None;
    for (info, operand) in INSTR_INFO.desc(inst.opcode).operands().iter().zip(&inst.operands) {
        let kind = &OPERAND_KINDS[usize::from(info.kind.0)];
        let MCOperand::Reg(reg) = operand else { continue };
        let words = if reg.is_none() {
            0
        } else {
            u32::from(REGISTER_INFO.size_in_units(*reg))
        };
        let is_data = kind.syntax == Syntax::ImageData;
        if (is_data || kind.syntax == Syntax::ImageAddress) && !is_possible(*reg, is_data, subtarget) {
            return Some(INVALID_OPERAND);
        }
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
                let error = if has_dimensions {
                    let (size, most) = modifiers.address_size(kind.width);
                    let wanted = modifiers.address_words(kind.width, true);
                    // Tuples of eight registers may stand for those of fewer.
                    let is_in_eight = words == 8 && (5..8).contains(&size) && most > 4;
                    (wanted.map(tuple_words) != Some(words) && !is_in_eight).then_some(ADDRESS_SIZE)
                } else {
                    (!modifiers.may_have_words(kind.width, words)).then_some(INVALID_OPERAND)
                };
                if error.is_some() {
                    return error;
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

/// Whether data or an address can be in a register: in one file, data may be in accumulation registers, and tuples start even.
pub(crate) fn is_possible(reg: Reg, is_data: bool, subtarget: &Subtarget) -> bool {
    if !subtarget.has(features::UNIFIED_VGPRS) {
        return !is_accumulation(reg);
    }
    let is_even = REGISTER_INFO.size_in_units(reg) == 1 || REGISTER_INFO.encoding(reg).is_multiple_of(2);
    is_even && (is_data || !is_accumulation(reg))
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
        // Without a dimension, any size from one coordinate to three.
        let derivatives_and_bound = 4 + 8 + 16;
        assert_eq!(Modifiers::smallest_address(derivatives_and_bound + 1), 3);
        let accepted = |parts| {
            (1..=16)
                .filter(|&words| modifiers.may_have_words(parts, words))
                .collect()
        };
        assert_eq!(accepted(4 + 8 + 1), [2, 3, 4, 5, 8].to_vec());
        assert_eq!(accepted(4), [1, 2, 3, 4].to_vec());
        let of_derivatives: Vec<u32> = accepted(derivatives_and_bound);
        assert_eq!(of_derivatives, (2..=10).collect::<Vec<u32>>());
    }
}
