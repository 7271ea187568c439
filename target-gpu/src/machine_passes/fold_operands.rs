//! Constants go into the operands of their users, and scalar registers into those of vector instructions.
//!
//! Requires: SSA, behind `fix_copies`. Preserves: SSA, control flow. Inline constants fit wherever the description says so; a
//! literal fits one per instruction where the encoding has room, and takes the constant bus. A copy of a scalar register to a
//! vector register is passed through where the bus is free.

use super::fix_copies::{is_scalar_class, is_vector_class};
use super::single_defs::SingleDefs;
use super::verify_operands::{is_inline_32, is_inline_64};
use wavec_codegen::mir::{Block, Inst, MachineFunction, MachineOperand, RegOperand};
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::{InstrFlags, OperandFlags, SubRegIndex, generic};

/// Folds; how many operands changed.
pub fn run(func: &mut MachineFunction) -> u64 {
    let defs = SingleDefs::compute(func);
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut folded = 0;
    for block in blocks {
        let insts: Vec<Inst> = func.block_insts(block).collect();
        for inst in insts {
            if func.desc(inst).is(InstrFlags::META) {
                continue;
            }
            for index in 0..func.num_operands(inst) {
                folded += u64::from(fold_operand(func, &defs, inst, index));
            }
        }
    }
    folded
}

fn fold_operand(func: &mut MachineFunction, defs: &SingleDefs, inst: Inst, index: usize) -> bool {
    let Some(&operand) = func.operands(inst)[index].as_reg() else {
        return false;
    };
    if operand.is_def() || operand.is_implicit() || operand.tied_to().is_some() {
        return false;
    }
    let Some(vreg) = operand.reg.as_virtual() else {
        return false;
    };
    let Some(def) = defs.of(func, vreg) else {
        return false;
    };
    let desc = func.desc(inst);
    let Some(&described) = desc.operands().get(index) else {
        return false;
    };
    match func.opcode(def) {
        opcodes::S_MOV_B32 | opcodes::S_MOV_B64 | opcodes::V_MOV_B32_E32 => {
            let Some(value) = func.operands(def)[1].as_imm() else {
                return false;
            };
            let wide = func.opcode(def) == opcodes::S_MOV_B64;
            if described.constant_bits == 0
                || operand.sub.is_some()
                || (described.constant_bits == 64) != wide
            {
                return false;
            }
            let inline = if wide {
                is_inline_64(value)
            } else {
                is_inline_32(value)
            };
            let takes_inline = OperandFlags::INLINE_CONSTANT | OperandFlags::LITERAL;
            if inline && described.flags.intersects(takes_inline) {
                func.operands_mut(inst)[index] = MachineOperand::Imm(value);
                return true;
            }
            if !inline
                && !wide
                && described.flags.contains(OperandFlags::LITERAL)
                && literal_fits(func, inst, index, value)
            {
                func.operands_mut(inst)[index] = MachineOperand::Imm(value);
                return true;
            }
            false
        }
        generic::COPY => {
            let Some(&source) = func.operands(def)[1].as_reg() else {
                return false;
            };
            let Some(from) = source.reg.as_virtual() else {
                return false;
            };
            let info = func.registers();
            let scalar = is_scalar_class(info, func.vregs[from].class);
            let vector = is_vector_class(info, func.vregs[vreg].class);
            let accepts_scalar = described.reg_class.is_some()
                && described.flags.contains(OperandFlags::CONSTANT_BUS)
                && !is_vector_class(info, described.reg_class)
                && !is_scalar_class(info, described.reg_class);
            if !scalar
                || !vector
                || !accepts_scalar
                || operand.sub.is_some()
                || !bus_is_free(func, inst, index, source)
            {
                return false;
            }
            // Lanes that left a loop keep what they had: a value of the loop read outside it must stay in lanes.
            if func.layout.inst_block(def) != func.layout.inst_block(inst) {
                return false;
            }
            func.operands_mut(inst)[index] = RegOperand {
                sub: source.sub,
                ..RegOperand::new_use(source.reg)
            }
            .into();
            true
        }
        _ => false,
    }
}

/// Whether no other operand of `inst` uses the constant bus, or it is the same register.
fn bus_is_free(func: &MachineFunction, inst: Inst, index: usize, source: RegOperand) -> bool {
    let desc = func.desc(inst);
    if desc.target_flags() & target_flags::VALU == 0 {
        return true;
    }
    let info = func.registers();
    if desc
        .implicit_uses()
        .iter()
        .any(|&r| info.overlap(r, wavec_gpu_mc::regs::VCC))
    {
        return false;
    }
    func.operands(inst)
        .iter()
        .zip(desc.operands())
        .enumerate()
        .all(|(i, (operand, described))| {
            if i == index {
                return true;
            }
            match operand {
                MachineOperand::Reg(reg) if reg.is_use() => {
                    let is_scalar = match reg.reg.as_virtual() {
                        Some(vreg) => is_scalar_class(info, func.vregs[vreg].class),
                        None => true,
                    };
                    !is_scalar || (reg.reg == source.reg && reg.sub == source.sub)
                }
                MachineOperand::Imm(value) => described.constant_bits == 0 || is_inline_32(*value),
                _ => true,
            }
        })
}

fn literal_fits(func: &MachineFunction, inst: Inst, index: usize, value: i64) -> bool {
    let desc = func.desc(inst);
    let one_literal =
        func.operands(inst)
            .iter()
            .zip(desc.operands())
            .enumerate()
            .all(|(i, (operand, described))| {
                let MachineOperand::Imm(other) = operand else {
                    return true;
                };
                i == index || described.constant_bits == 0 || is_inline_32(*other) || *other == value
            });
    one_literal
        && bus_is_free(
            func,
            inst,
            index,
            RegOperand {
                sub: SubRegIndex::NONE,
                ..RegOperand::new_use(wavec_codegen::mir::Register::NONE)
            },
        )
}
