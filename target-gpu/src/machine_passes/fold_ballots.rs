//! Replaces ballots of comparisons by the comparisons' masks: a comparison writes 0 for inactive lanes.
//!
//! Requires: SSA, after common-subexpression elimination and loop-invariant code motion, which move comparisons to
//! where more lanes are active. From here on they stay in their blocks, in which the active lanes do not change.
//! Preserves: SSA. Cost: one scan, and the instructions between a comparison and its ballot.

use super::single_defs::SingleDefs;
use crate::registers::is_lane_mask_class;
use wavec_codegen::mir::{Inst, MachineFunction};
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::generic;

/// Turns ballots into copies; returns how many.
pub fn run(func: &mut MachineFunction) -> u64 {
    let ballots: Vec<Inst> = func
        .layout
        .blocks()
        .flat_map(|block| func.block_insts(block))
        .filter(|&inst| matches!(func.opcode(inst), opcodes::SI_BALLOT | opcodes::SI_BALLOT_B32))
        .collect();
    if ballots.is_empty() {
        return 0;
    }
    let defs = SingleDefs::compute(func);
    let mut folded = 0;
    for ballot in ballots {
        if is_of_comparison_here(func, &defs, ballot) {
            func.inst_mut(ballot).opcode = generic::COPY;
            folded += 1;
        }
    }
    folded
}

/// Whether the operand of `ballot` is a comparison in the same block, with the same active lanes.
fn is_of_comparison_here(func: &MachineFunction, defs: &SingleDefs, ballot: Inst) -> bool {
    let operand = func.operand(ballot, 1);
    let Some(source) = operand.as_reg().filter(|source| source.sub.is_none()) else {
        return false;
    };
    let Some(comparison) = source.reg.as_virtual().and_then(|vreg| defs.of(func, vreg)) else {
        return false;
    };
    if !is_comparison(func, comparison)
        || func.layout.inst_block(comparison) != func.layout.inst_block(ballot)
    {
        return false;
    }
    let mut between = func.layout.next_inst(comparison);
    while let Some(inst) = between.filter(|&inst| inst != ballot) {
        if writes_exec(func, inst) {
            return false;
        }
        between = func.layout.next_inst(inst);
    }
    // Not before the comparison, in a loop of one block.
    between == Some(ballot)
}

/// Whether `inst` is a vector instruction whose one result is a mask.
fn is_comparison(func: &MachineFunction, inst: Inst) -> bool {
    let mut results = func.defs(inst);
    let result = results.next().and_then(|(_, result)| result.reg.as_virtual());
    func.desc(inst).target_flags() & target_flags::VALU != 0
        && results.next().is_none()
        && result.is_some_and(|vreg| is_lane_mask_class(func.registers(), func.class(vreg)))
}

fn writes_exec(func: &MachineFunction, inst: Inst) -> bool {
    func.opcode(inst) == generic::INLINEASM || super::defines_exec(func, inst)
}
