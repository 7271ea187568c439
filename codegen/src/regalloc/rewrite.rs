//! Replaces virtual registers by their physical ones, and removes copies that became identities.

use crate::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, VReg};
use crate::regalloc::greedy::NAME;
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use wavec_mc::{Reg, SubRegIndex, generic};
use wavec_support::stats::Stats;

/// Rewrites operands whose register has an assignment; the others stay virtual.
pub(super) fn rewrite(func: &mut MachineFunction, assignment: &SecondaryMap<VReg, Reg>, stats: &mut Stats) {
    let registers = func.registers();
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut removed = 0;
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            for operand in func.operands_mut(inst) {
                let MachineOperand::Reg(operand) = operand else {
                    continue;
                };
                let Some(vreg) = operand.reg.as_virtual() else {
                    continue;
                };
                let reg = assignment[vreg];
                if reg.is_none() {
                    continue;
                }
                let part = registers
                    .sub_reg(reg, operand.sub)
                    .expect("the assigned register has every sub-register that is named");
                operand.reg = part.into();
                operand.flags.remove(RegFlags::KILL | RegFlags::DEAD);
                if operand.is_def() {
                    operand.flags.remove(RegFlags::UNDEF);
                }
                operand.flags |= RegFlags::RENAMABLE;
                operand.sub = SubRegIndex::NONE;
            }
            if let Some((dst, src)) = func.as_copy(inst)
                && dst.reg == src.reg
                && dst.reg.is_physical()
            {
                func.remove_inst(inst);
                removed += 1;
            }
        }
    }
    for (_, vreg) in &mut func.live_ins {
        if vreg.is_some_and(|vreg| assignment[vreg].is_some()) {
            *vreg = None;
        }
    }
    stats.add(NAME, "identity copies removed", removed);
}

/// Name of the pass that expands copies.
pub const EXPAND_COPIES: &str = "expand-copies";

/// Replaces `COPY` between physical registers by the target's instructions, and removes `KILL`, which is meaningless
/// after allocation (`IMPLICIT_DEF` still says that a register may be read). Requires an allocated function.
pub fn expand_copies(func: &mut MachineFunction, target: &dyn TargetMachineInfo) {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            match func.opcode(inst) {
                generic::COPY => expand_copy(func, target, inst),
                generic::KILL => func.remove_inst(inst),
                _ => {}
            }
        }
    }
}

fn expand_copy(func: &mut MachineFunction, target: &dyn TargetMachineInfo, inst: Inst) {
    let registers = func.registers();
    let Some((dst_operand, src_operand)) = func.as_copy(inst) else {
        return;
    };
    let (Some(dst), Some(src)) = (dst_operand.reg.as_physical(), src_operand.reg.as_physical()) else {
        return;
    };
    let previous = func.layout.prev_inst(inst);
    if dst != src && !src_operand.is_undef() {
        let mut builder = MachineBuilder::before(func, inst);
        let kill = src_operand.is_kill();
        if !registers.overlap(dst, src) {
            target.copy_phys_reg(&mut builder, dst, src, kill);
        } else {
            // Overlapping tuples: unit by unit, in the direction that reads each unit before it is written.
            let (to, from) = (registers.units(dst), registers.units(src));
            let count = to.len() as u16;
            for step in 0..count {
                let offset = if to.start < from.start {
                    step
                } else {
                    count - 1 - step
                };
                let unit = |first: u16| registers.unit_regs[(first + offset) as usize];
                target.copy_phys_reg(&mut builder, unit(to.start), unit(from.start), false);
            }
        }
    }
    // Keep the marker of the allocator's choice.
    let block = func.inst_block(inst).expect("a copy is in a block");
    let mut at = match previous {
        Some(previous) => func.layout.next_inst(previous),
        None => func.layout.first_inst(block),
    };
    while let Some(new) = at.filter(|&new| new != inst) {
        for operand in func.operands_mut(new) {
            if let MachineOperand::Reg(operand) = operand
                && let Some(reg) = operand.reg.as_physical()
            {
                let is_dst = registers.overlap(reg, dst) && dst_operand.flags.contains(RegFlags::RENAMABLE);
                let is_src = registers.overlap(reg, src) && src_operand.flags.contains(RegFlags::RENAMABLE);
                operand.flags.set(RegFlags::RENAMABLE, is_dst || is_src);
            }
        }
        at = func.layout.next_inst(new);
    }
    func.remove_inst(inst);
}
