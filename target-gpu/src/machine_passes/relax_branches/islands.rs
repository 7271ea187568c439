//! Branches through other branches, for use when no scalar register pair is free for a long jump, or SCC is live at the
//! target.
//!
//! ```text
//! B:  s_cbranch_vccz T               B:  s_cbranch_vccz I
//!     ...                                ...
//!                                        s_branch N
//!                                    I:  s_branch T
//!                                    N:  ...
//! ```

use crate::machine_passes::branches;
use wavec_codegen::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::opcodes;
use wavec_mc::InstrFlags;

/// Dwords of an island and the branch around it.
const ISLAND: i64 = 2;

/// Redirects `branch` to an island within reach, from which another branch continues to the target, which may still be
/// too far. False if there is no position for an island.
pub(super) fn insert(func: &mut MachineFunction, branch: Inst, reach: i64) -> bool {
    let target = branches::target(func, branch).expect("a branch");
    let Some(place) = find_place(func, branch, target, reach) else {
        return false;
    };
    let before = match place {
        Place::Behind(block) => block,
        Place::Before(inst) => {
            let block = func.layout.inst_block(inst).expect("a placed instruction");
            let rest = func.split_block_before(inst);
            func.add_edge(block, rest);
            block
        }
    };
    if falls_through(func, before)
        && let Some(after) = func.layout.next_block(before)
    {
        MachineBuilder::at_end(func, before)
            .build(opcodes::S_BRANCH)
            .block(after)
            .inst();
    }
    let island = func.create_block_after(before);
    MachineBuilder::at_end(func, island)
        .build(opcodes::S_BRANCH)
        .block(target)
        .inst();
    let from = func.layout.inst_block(branch).expect("a placed branch");
    func.operands_mut(branch)[0] = MachineOperand::Block(island);
    func.add_edge(from, island);
    func.add_edge(island, target);
    super::remove_edge_if_unused(func, from, target);
    true
}

/// The position of an island.
#[derive(Clone, Copy)]
enum Place {
    Behind(Block),
    Before(Inst),
}

/// The position furthest from `branch` toward `target` that it reaches: between blocks, or inside one if that is twice
/// as far.
fn find_place(func: &MachineFunction, branch: Inst, target: Block, reach: i64) -> Option<Place> {
    let (at, to) = positions(func, branch, target);
    // Other islands may be inserted in between.
    let most = 4 * (reach - ISLAND - reach / 16);
    let mut best: [Option<(i64, Place)>; 2] = [None; 2];
    let mut consider = |kind: usize, position: i64, place: Place| {
        let distance = if to > at { position - at } else { at - position };
        if (1..=most).contains(&distance) && best[kind].is_none_or(|(old, _)| old < distance) {
            best[kind] = Some((distance, place));
        }
    };
    let mut position = 0;
    for block in func.layout.blocks() {
        let can_split = can_split(func, block);
        let mut is_first = true;
        // The offset after an `s_getpc_b64` is part of the next two instructions.
        let mut bound = 0;
        for inst in func.block_insts(block) {
            if can_split && !is_first && bound == 0 && !func.desc(inst).is(InstrFlags::TERMINATOR) {
                consider(1, position, Place::Before(inst));
            }
            is_first = false;
            bound = match func.opcode(inst) == opcodes::S_GETPC_B64 {
                true => 2,
                false => i32::max(bound - 1, 0),
            };
            position += branches::size(func, inst) as i64;
        }
        consider(0, position, Place::Behind(block));
    }
    match best {
        [Some((between, _)), Some((inside, place))] if inside > 2 * between => Some(place),
        [Some((_, place)), _] | [None, Some((_, place))] => Some(place),
        [None, None] => None,
    }
}

/// The address of the instruction after `branch`, and of `target`.
fn positions(func: &MachineFunction, branch: Inst, target: Block) -> (i64, i64) {
    let (mut at, mut to, mut position) = (0, 0, 0);
    for block in func.layout.blocks() {
        if block == target {
            to = position;
        }
        for inst in func.block_insts(block) {
            position += branches::size(func, inst) as i64;
            if inst == branch {
                at = position;
            }
        }
    }
    (at, to)
}

/// Whether no operand is relative to the start of the block.
fn can_split(func: &MachineFunction, block: Block) -> bool {
    let is_anchor = |inst: Inst| {
        func.operands(inst)
            .iter()
            .any(|operand| operand.as_block().is_some())
    };
    !func
        .block_insts(block)
        .any(|inst| is_anchor(inst) && branches::target(func, inst).is_none())
}

fn falls_through(func: &MachineFunction, block: Block) -> bool {
    func.layout
        .last_inst(block)
        .is_none_or(|last| !func.desc(last).is(InstrFlags::BARRIER))
}
