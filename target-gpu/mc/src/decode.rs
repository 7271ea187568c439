//! Decodes bytes to instructions.

use crate::constants::{self, LITERAL};
use crate::dual;
use crate::encode::{MAX_SIZE, constant_type, has_own_literal, kind_desc};
use crate::graphics::SLOTS;
use crate::images::{Modifiers, is_possible, tuple_words};
use crate::register_files::NUM_VGPRS;
use crate::subtarget::Subtarget;
use crate::tables::{
    ENCODING_INFO, INSTR_INFO, OperandKindDesc, REGISTER_INFO, Syntax, opcodes, regs, target_flags,
};
use wavec_mc::{InstrEncoding, MCExpr, MCInst, MCOperand, Reg, RegClassId, Words};

/// A decoded instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The instruction; every operand is a register or an immediate.
    pub inst: MCInst,
    /// Its size in bytes, including a literal: 4 to 24.
    pub size: usize,
    /// The literal operand that could be an inline constant.
    pub redundant_literal: Option<usize>,
}

impl Decoded {
    /// The instruction in the form that encodes to the same bytes: a redundant literal is an expression.
    pub fn exact_inst(&self) -> MCInst {
        let mut inst = self.inst.clone();
        if let Some(index) = self.redundant_literal
            && let Some(value) = inst.operands[index].imm()
        {
            inst.operands[index] = MCOperand::expr(MCExpr::Constant(value));
        }
        inst
    }
}

/// Decodes the instruction at the start of `bytes`; `None` if there is none on this processor.
pub fn decode(bytes: &[u8], subtarget: &Subtarget) -> Option<Decoded> {
    let available = bytes.len().min(MAX_SIZE) / 4 * 4;
    if available == 0 {
        return None;
    }
    let mut padded = [0; 8 * 4];
    padded[..available].copy_from_slice(&bytes[..available]);
    let mut words: Words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(padded.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    let literal = |size: usize| {
        let bytes = bytes.get(size..size + 4)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    };
    ENCODING_INFO
        .candidates(&INSTR_INFO, words, available)
        .filter(|encoding| subtarget.has_encoding(encoding))
        .find_map(|encoding| decode_as(encoding, &words, &literal, subtarget))
}

fn decode_as(
    encoding: &InstrEncoding,
    words: &Words,
    literal: &dyn Fn(usize) -> Option<u32>,
    subtarget: &Subtarget,
) -> Option<Decoded> {
    let opcode = encoding.opcode;
    let desc = INSTR_INFO.desc(opcode);
    let format = ENCODING_INFO.format(encoding)?;
    let operands = desc.operands();
    let mut values = [(0u64, 0u64); 32];
    let values = values.get_mut(..operands.len())?;
    ENCODING_INFO.operand_values(format, words, values);
    let images = (desc.target_flags() & target_flags::MIMG != 0)
        .then(|| Modifiers::read(|name| desc.operand_index(name).map_or(0, |index| values[index].0)));
    let mut inst = MCInst::new(opcode);
    let own_size = usize::from(format.size);
    let mut size = own_size;
    let mut accumulation = None;
    // Instructions that always have a constant contain it in the second dword.
    let own_literal = has_own_literal(desc).then_some(4);
    let literal_of = |size: &mut usize| {
        let value = literal(own_literal.unwrap_or(own_size))?;
        *size = own_size + if own_literal.is_some() { 0 } else { 4 };
        Some(value)
    };
    for (index, info) in operands.iter().enumerate() {
        let kind = subtarget.operand_kind(info.kind);
        let (value, known) = values[index];
        // The AGPR bit applies to all data operands, and is stored with one of them.
        if kind.asm_class.is_some() && known & 0x200 != 0 {
            accumulation = Some(value & 0x200);
        }
        if kind.syntax == Syntax::Gds && !subtarget.family.has_gds {
            inst.operands.push(MCOperand::Imm(0));
            continue;
        }
        if let Some(modifiers) = images
            && matches!(
                kind.syntax,
                Syntax::ImageData | Syntax::ImageAddress | Syntax::ImageNsa
            )
        {
            let place = operands[..index]
                .iter()
                .filter(|other| other.kind == info.kind)
                .count();
            let operand = match usize::try_from(info.tied_to) {
                Ok(tied) => inst.operands[tied].clone(),
                Err(_) => {
                    let file = if value & known & 0x200 != 0 {
                        regs::AGPR0
                    } else {
                        regs::VGPR0
                    };
                    let first = REGISTER_INFO.units(file).start + (value & 0x1ff) as u16;
                    image_register(kind, value & 0xff, first, modifiers, subtarget, place, own_size)?
                }
            };
            inst.operands.push(operand);
            continue;
        }
        inst.operands.push(
            if let Ok(tied) = usize::try_from(info.tied_to)
                && known == 0
            {
                inst.operands[tied].clone()
            } else {
                decode_operand(
                    subtarget,
                    kind,
                    value,
                    known,
                    accumulation,
                    &literal_of,
                    &mut size,
                )?
            },
        );
    }
    if opcode == opcodes::V_DUAL {
        dual::complete(&mut inst, || literal_of(&mut size))?;
    }
    // Exchange instructions encode each register once; the second result equals its tied source.
    for (index, info) in operands.iter().enumerate() {
        if let Ok(tied) = usize::try_from(info.tied_to)
            && values[tied].1 == 0
        {
            inst.operands[tied] = inst.operands[index].clone();
        }
    }
    let redundant_literal = (size > own_size)
        .then(|| {
            operands
                .iter()
                .zip(values.iter())
                .position(|(info, &(value, known))| {
                    value == LITERAL && known != 0 && kind_desc(info.kind).syntax == Syntax::Source
                })
        })
        .flatten()
        .filter(|&index| {
            let ty = constant_type(subtarget.operand_kind(operands[index].kind));
            inst.operands[index]
                .imm()
                .is_some_and(|imm| constants::inline_code(imm, ty).is_some())
        });
    Some(Decoded {
        inst,
        size,
        redundant_literal,
    })
}

fn decode_operand(
    subtarget: &Subtarget,
    kind: &OperandKindDesc,
    value: u64,
    known: u64,
    accumulation: Option<u64>,
    literal: &dyn Fn(&mut usize) -> Option<u32>,
    size: &mut usize,
) -> Option<MCOperand> {
    match kind.syntax {
        Syntax::Register | Syntax::ExportSource | Syntax::DualRegister | Syntax::RayPart => {
            decode_register(subtarget, kind.asm_class, value, known, accumulation)
        }
        Syntax::SdwaSource => {
            let constant = || constants::inline_value(value & 0xff, constant_type(kind));
            if value & 0x100 != 0
                && let Some(constant) = constant()
            {
                return Some(MCOperand::Imm(constant));
            }
            let encoding = if value & 0x100 != 0 {
                value & 0xff
            } else {
                value | 0x100
            };
            register(subtarget, kind.asm_class, encoding)
        }
        // VCC, whatever the field contains.
        Syntax::SdwaVopcDst if value & 0x80 == 0 => Some(MCOperand::Reg(subtarget.vcc())),
        Syntax::SdwaVopcDst => register(subtarget, kind.asm_class, value & 0x7f),
        Syntax::Source => {
            let ty = constant_type(kind);
            if let Some(constant) = constants::inline_value(value, ty) {
                return Some(MCOperand::Imm(constant));
            }
            if value == LITERAL {
                if !kind.allow_literal {
                    return None;
                }
                return Some(MCOperand::Imm(constants::literal_value(literal(size)?, ty)));
            }
            decode_register(subtarget, kind.asm_class, value, known, accumulation)
        }
        Syntax::SignedOffset | Syntax::SmrdOffset | Syntax::SmrdNamedOffset => {
            Some(MCOperand::Imm(sign_extend(value, kind.width)))
        }
        Syntax::CpolRtn | Syntax::SmemCpolRtn => Some(MCOperand::Imm((value | 1) as i64)),
        Syntax::DppCtrl => {
            let controls = subtarget.family.dpp_controls;
            crate::symbolic::dpp_ctrl_is_valid(value as u32, controls).then_some(MCOperand::Imm(value as i64))
        }
        Syntax::InterpSlot if value as usize >= SLOTS.len() => None,
        Syntax::Dpp8Fi => matches!(value, 1 | 2).then_some(MCOperand::Imm(value as i64 - 1)),
        // The other bits say how many registers there are.
        Syntax::MatrixFormat => Some(MCOperand::Imm(kind.matrix_formats().start | value as i64)),
        Syntax::SdwaSel if value > 6 => None,
        Syntax::DstUnused if value > 2 => None,
        _ => Some(MCOperand::Imm(value as i64)),
    }
}

fn sign_extend(value: u64, bits: u8) -> i64 {
    (value as i64) << (64 - bits) >> (64 - bits)
}

/// A register of an image instruction of `size` bytes; `value`: its number, `first`: the unit it begins with, `place`: how
/// many of its kind stand before it.
fn image_register(
    kind: &OperandKindDesc,
    value: u64,
    first: u16,
    modifiers: Modifiers,
    subtarget: &Subtarget,
    place: usize,
    size: usize,
) -> Option<MCOperand> {
    let addresses = subtarget.family.image_addresses;
    let tuple = |words: u32| {
        let fits = value + u64::from(words) <= u64::from(NUM_VGPRS);
        let reg = REGISTER_INFO.register_at(first, words as u8).filter(|_| fits)?;
        let is_data = kind.syntax == Syntax::ImageData;
        is_possible(reg, is_data, subtarget).then_some(MCOperand::Reg(reg))
    };
    let words = match kind.syntax {
        Syntax::ImageData => {
            let words = modifiers.data_words(kind.width);
            let smallest = (!addresses.has_dimensions).then(|| Modifiers::smallest_data(kind.width));
            return words.and_then(tuple).or_else(|| smallest.and_then(tuple));
        }
        Syntax::ImageAddress if !addresses.has_dimensions => Modifiers::smallest_address(kind.width),
        Syntax::ImageAddress => tuple_words(modifiers.address_words(kind.width, true)?),
        _ => {
            let count = modifiers.address_words(kind.width, false)? as usize;
            if count < 2 && addresses.has_tuples {
                return None;
            }
            match addresses.tuple_in_list {
                // As many dwords as they need.
                None if 8 + (count - 1).div_ceil(4) * 4 != size => return None,
                Some(last) if place == last && count > last => (count - last) as u32,
                Some(last) if place > last => return Some(MCOperand::Reg(Reg::NONE)),
                // What an address of another instruction would need is ignored where it is a dword of its own.
                _ if place >= count && (value == 0 || addresses.has_tuples) => {
                    return Some(MCOperand::Reg(Reg::NONE));
                }
                _ if place >= count => return None,
                _ => 1,
            }
        }
    };
    tuple(words)
}

/// The register with the number `value`, as far as it is encoded: vector register fields lack the bit that marks them,
/// and the AGPR bit is elsewhere.
fn decode_register(
    subtarget: &Subtarget,
    class: RegClassId,
    value: u64,
    known: u64,
    accumulation: Option<u64>,
) -> Option<MCOperand> {
    let desc = REGISTER_INFO.class(class);
    let (has_vgpr, has_agpr) = (desc.target_flags & 2 != 0, desc.target_flags & 4 != 0);
    if !has_vgpr && !has_agpr {
        return register(subtarget, class, value & 0x1ff);
    }
    // Data in accumulation registers, where they are no data.
    if !has_agpr && value & known & 0x200 != 0 {
        return None;
    }
    let mut encoding = value & 0x1ff;
    if known & 0x100 == 0 {
        encoding |= 0x100;
    }
    if has_agpr && encoding & 0x100 != 0 {
        let agpr = if has_vgpr {
            accumulation.unwrap_or(0)
        } else {
            0x200
        };
        encoding |= agpr;
    }
    // The fields of 32-bit encodings that name halves.
    if desc.contains(regs::VGPR0_HI16)
        && let Some(number) = (encoding as u16).checked_sub(REGISTER_INFO.encoding(regs::VGPR0_HI16))
    {
        return Some(MCOperand::Reg(Reg(regs::VGPR0_HI16.0 + number)));
    }
    register(subtarget, class, encoding)
}

/// The first register unit with a number.
fn unit_of(subtarget: &Subtarget, encoding: u64) -> Option<u16> {
    let unit = *REGISTER_INFO.unit_by_encoding.get(encoding as usize)?;
    let limit = u64::from(subtarget.limits().sgprs);
    // What has the numbers of numbered registers that the processor does not have.
    let special = u64::from(REGISTER_INFO.encoding(regs::FLAT_SCR_LO));
    if encoding >= limit && (special..special + 4).contains(&encoding) {
        return Some(REGISTER_INFO.units(regs::FLAT_SCR_LO).start + (encoding - special) as u16);
    }
    (unit != u16::MAX).then_some(unit)
}

fn register(subtarget: &Subtarget, class: RegClassId, number: u64) -> Option<MCOperand> {
    let encoding = subtarget.exchange_null_and_m0(number);
    let unit = unit_of(subtarget, encoding)?;
    let desc = REGISTER_INFO.class(class);
    let member = |unit: u16, units: u8| -> Option<Reg> {
        REGISTER_INFO
            .register_at(unit, units)
            .filter(|&reg| desc.contains(reg) && subtarget.has_register(reg))
    };
    // The low bits of the number of a tuple of `s` or `ttmp` registers are ignored; other pairs have one number.
    let aligned = || {
        let size = u64::from(desc.size_in_units.min(4));
        let start = encoding & !(size.next_power_of_two() - 1);
        let unit = unit_of(subtarget, start)?;
        let limit = u64::from(subtarget.limits().sgprs);
        (encoding < limit || (108..=123).contains(&encoding))
            .then(|| member(unit, desc.size_in_units))
            .flatten()
    };
    member(unit, desc.size_in_units)
        .or_else(aligned)
        .or_else(|| member(unit, 1))
        .map(MCOperand::Reg)
}
