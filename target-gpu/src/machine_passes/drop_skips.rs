//! Removes branches around short conditional code: with no lane active it has no effect, and costs about as much as the
//! branch. The code before, inside and after becomes one block, which helps later passes.
//!
//! Requires: physical registers, before branch folding, which merges the blocks. Preserves: everything else.
//! Cost: O(blocks), with a few instructions examined in each. Source: LLVM's SIPreEmitPeephole (`S_CBRANCH_EXECZ` that
//! costs more than the code it skips); there the branch is removed at the very end, after the insertion of waits.

use wavec_codegen::mir::{Block, Inst, MachineFunction, MemOperand};
use wavec_gpu_mc::register_files::is_vector;
use wavec_gpu_mc::{opcodes, target_flags};
use wavec_mc::{InstrFlags, Reg};

/// Maximum number of instructions executed in vain. The branch itself is one, and costs several more if taken.
const MAX_LENGTH: usize = 8;

/// Removes branches; returns how many.
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

/// The branch that ends `block` when no lane is active, and its target, if it skips one short block without side
/// effects.
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

/// Whether `block` is short and has no effect when no lane is active.
fn has_no_effect_without_lanes(func: &MachineFunction, block: Block) -> bool {
    let mut length = 0;
    let mut loaded: Vec<Reg> = Vec::new();
    for inst in func.block_insts(block) {
        if func.opcode(inst) == opcodes::S_BRANCH {
            continue;
        }
        length += 1;
        // Using a value that was just loaded means waiting for it, with or without active lanes.
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

/// Whether `inst` affects active lanes only: vector instructions and LDS accesses, whose results are all in vector
/// registers. Matrix instructions, writes of one lane and reads of the first lane ignore the mask.
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
