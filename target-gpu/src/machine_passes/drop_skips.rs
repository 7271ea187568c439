//! Drops branches around what lanes do under a condition where that is short: with no lane on, it has no effect, and costs about
//! what the branch does. What is before, inside and after becomes one block, in which later passes see more.
//!
//! Requires: physical registers, before branch folding, which joins the blocks. Preserves: everything else.
//! Cost: O(blocks), a few instructions looked at in each. Source: LLVM's SIPreEmitPeephole (`S_CBRANCH_EXECZ` whose cost is higher
//! than that of what it skips); there the branch goes at the very end, after the waits.

use wavec_codegen::mir::{Block, Inst, MachineFunction, MemOperand};
use wavec_gpu_mc::register_files::is_vector;
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::{InstrFlags, Reg};

/// Most instructions that are run for nothing. The branch itself is one, and taken costs several more.
const MAX_LENGTH: usize = 8;

/// Drops branches; how many.
pub fn run(func: &mut MachineFunction) -> u64 {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut dropped = 0;
    for block in blocks {
        if let Some((branch, join)) = needless_branch(func, block) {
            func.remove_inst(branch);
            func.remove_edge(block, join);
            dropped += 1;
        }
    }
    dropped
}

/// The branch that ends `block` when no lane is on and where it goes, if what it skips is one short block without effect.
fn needless_branch(func: &MachineFunction, block: Block) -> Option<(Inst, Block)> {
    let branch = func
        .block_insts(block)
        .find(|&inst| func.opcode(inst) == opcodes::S_CBRANCH_EXECZ)?;
    let join = func.operand(branch, 0).as_block()?;
    let inside = func
        .successors(block)
        .iter()
        .copied()
        .find(|&next| next != join)?;
    let is_skipped = func.successors(block).len() == 2
        && func.predecessors(inside) == [block]
        && func.successors(inside) == [join];
    (is_skipped && has_no_effect_without_lanes(func, inside)).then_some((branch, join))
}

/// Whether `block` is short and does nothing when no lane is on.
fn has_no_effect_without_lanes(func: &MachineFunction, block: Block) -> bool {
    let mut length = 0;
    let mut loaded: Vec<Reg> = Vec::new();
    for inst in func.block_insts(block) {
        if func.opcode(inst) == opcodes::S_BRANCH {
            continue;
        }
        length += 1;
        // To use what was just loaded is to wait for it, with or without lanes.
        let waits = loaded.iter().any(|&reg| touches(func, inst, reg));
        if length > MAX_LENGTH || waits || !is_masked(func, inst) {
            return false;
        }
        if func.desc(inst).is(InstrFlags::MAY_LOAD) {
            loaded.extend(func.defs(inst).filter_map(|(_, def)| def.reg.as_physical()));
        }
    }
    true
}

/// Whether `inst` acts on the lanes that are on alone: vector instructions and accesses to LDS, whose results are all in
/// vector registers. Matrix instructions, writes of one lane and reads of the first do not ask which lanes are on.
fn is_masked(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    let flags = desc.target_flags();
    let has = |flag: u64| flags & flag != 0;
    let of_lanes = (has(target_flags::VALU) && !has(target_flags::MAI))
        || (has(target_flags::DS) && !has(target_flags::GWS));
    let writes_vectors = func
        .defs(inst)
        .all(|(_, def)| def.reg.as_physical().is_some_and(is_vector));
    of_lanes
        && func.opcode(inst) != opcodes::V_WRITELANE_B32
        && !desc.is(InstrFlags::SIDE_EFFECTS)
        && writes_vectors
        && !func.mem_operands(inst).any(MemOperand::is_ordered)
}

fn touches(func: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    func.reg_operands(inst)
        .filter_map(|(_, operand)| operand.reg.as_physical())
        .any(|other| func.registers().overlap(other, reg))
}
