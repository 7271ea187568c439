//! Rules that instruction descriptions do not express: the constant bus, literals.

use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand, Register};
use wavec_gpu_mc::constants::{inline_code, is_inline_integer};
use wavec_gpu_mc::encode::{constant_type, kind_desc};
use wavec_gpu_mc::{opcodes, register_files, regs, target_flags};
use wavec_mc::{InstrFlags, OperandFlags, OperandInfo, SubRegIndex};

/// Whether a 32-bit constant is an inline constant: -16 to 64, or one of a few floats.
pub fn is_inline_32(value: i64) -> bool {
    const FLOATS: [u32; 9] = [
        0x3f00_0000,
        0xbf00_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x4000_0000,
        0xc000_0000,
        0x4080_0000,
        0xc080_0000,
        0x3e22_f983,
    ];
    let bits = value as u32;
    is_inline_integer(i64::from(bits as i32)) || FLOATS.contains(&bits)
}

/// The same for 64-bit operands.
pub fn is_inline_64(value: i64) -> bool {
    const FLOATS: [f64; 8] = [0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0];
    is_inline_integer(value)
        || FLOATS.iter().any(|f| f.to_bits() == value as u64)
        || value as u64 == 0x3fc4_5f30_6dc9_c882
}

/// Whether one move materializes a 64-bit constant: it is inline, or a zero-extended literal.
pub fn is_one_move_64(value: i64) -> bool {
    is_inline_64(value) || value >> 32 == 0
}

/// Whether an operand holds a constant without a literal.
pub fn is_inline(described: &OperandInfo, value: i64) -> bool {
    match described.constant_bits {
        64 => is_inline_64(value),
        16 => inline_code(value, constant_type(kind_desc(described.kind))).is_some(),
        _ => is_inline_32(value),
    }
}

/// Checks a real instruction.
///
/// # Errors
/// The error, if any.
pub fn check(func: &MachineFunction, inst: Inst) -> Result<(), String> {
    let desc = func.desc(inst);
    if desc.is(InstrFlags::META) || desc.is(InstrFlags::PSEUDO) {
        return Ok(());
    }
    let mut literals: SmallVec<[i64; 2]> = SmallVec::new();
    let mut on_bus: SmallVec<[(Register, SubRegIndex); 2]> = SmallVec::new();
    let is_valu = desc.target_flags() & target_flags::VALU != 0;
    for (operand, described) in func.operands(inst).iter().zip(desc.operands()) {
        match operand {
            MachineOperand::Imm(value) if described.constant_bits != 0 && !is_inline(described, *value) => {
                if !described.flags.contains(OperandFlags::LITERAL) {
                    return Err(format!(
                        "constant {value} needs a literal, which the operand cannot have"
                    ));
                }
                let is_integer = !constant_type(kind_desc(described.kind)).is_float;
                if described.constant_bits == 64 && is_integer && value >> 32 != 0 {
                    return Err(format!("constant {value} is no literal extended with zeros"));
                }
                if !literals.contains(value) {
                    literals.push(*value);
                }
            }
            MachineOperand::Reg(reg)
                if is_valu
                    && reg.is_use()
                    && described.flags.contains(OperandFlags::CONSTANT_BUS)
                    && is_scalar(func, reg.reg)
                    // The lane number may be in M0 in addition to another scalar register.
                    && !(reg.reg == regs::M0.into() && func.opcode(inst) == opcodes::V_WRITELANE_B32)
                    && !on_bus.contains(&(reg.reg, reg.sub)) =>
            {
                on_bus.push((reg.reg, reg.sub));
            }
            _ => {}
        }
    }
    if literals.len() > 1 {
        return Err("more than one literal".to_string());
    }
    if is_valu && on_bus.len() + literals.len() > 1 {
        return Err("more than one scalar register or literal on the constant bus".to_string());
    }
    Ok(())
}

fn is_scalar(func: &MachineFunction, reg: Register) -> bool {
    match (reg.as_virtual(), reg.as_physical()) {
        (Some(vreg), _) => super::fix_copies::is_scalar_class(func.registers(), func.vregs[vreg].class),
        (_, Some(reg)) => register_files::is_on_constant_bus(reg),
        _ => false,
    }
}
