//! Rules that instruction descriptions do not express: the constant bus, literals.

use super::constant_bus::{self, ConstantBus};
use crate::constants::is_inline;
use crate::function_info::subtarget;
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand, Register};
use wavec_gpu_mc::encode::{constant_type, kind_desc};
use wavec_gpu_mc::{opcodes, register_files, regs, target_flags};
use wavec_mc::{InstrFlags, OperandFlags};

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
    let mut bus = ConstantBus::of(func, inst, constant_bus::most_values(func));
    let mut fits = true;
    let is_valu = desc.target_flags() & target_flags::VALU != 0;
    for (operand, described) in func.operands(inst).iter().zip(desc.operands()) {
        match operand {
            MachineOperand::Imm(value) if described.constant_bits != 0 && !is_inline(described, *value) => {
                if !subtarget(func).operand_kind(described.kind).allow_literal {
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
                    && !(reg.reg == regs::M0.into() && func.opcode(inst) == opcodes::V_WRITELANE_B32) =>
            {
                fits &= bus.take((reg.reg, reg.sub));
            }
            _ => {}
        }
    }
    if literals.len() > 1 {
        return Err("more than one literal".to_string());
    }
    if !(fits && bus.take_literal(func, inst)) {
        return Err("too many scalar registers and literals for the constant bus".to_string());
    }
    Ok(())
}

fn is_scalar(func: &MachineFunction, reg: Register) -> bool {
    match (reg.as_virtual(), reg.as_physical()) {
        (Some(vreg), _) => crate::registers::is_scalar_class(func.registers(), func.vregs[vreg].class),
        (_, Some(reg)) => register_files::is_on_constant_bus(reg),
        _ => false,
    }
}
