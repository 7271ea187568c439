//! Simplifies the control-flow graph: removes unreachable blocks, jumps over blocks that only jump, merges a block with
//! its only successor if that has no other predecessor.
//!
//! Requires a stage without PHIs; keeps it. Linear per round; each round removes a block, and the last one changes
//! nothing.

use crate::analysis::ReversePostOrder;
use crate::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand, Stage};
use crate::target::TargetMachineInfo;
use wavec_mc::InstrFlags;
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "branch-folding";

/// Simplifies; returns whether anything changed.
pub fn fold_branches(func: &mut MachineFunction, target: &dyn TargetMachineInfo, stats: &mut Stats) -> bool {
    debug_assert!(func.stage >= Stage::NoPhis);
    let mut removed = 0;
    loop {
        let before = removed;
        removed += remove_unreachable(func);
        let blocks: Vec<Block> = func.layout.blocks().collect();
        for block in blocks {
            if !func.layout.is_block_inserted(block) {
                continue;
            }
            if skip_empty(func, target, block) || join_with_successor(func, block) {
                removed += 1;
            }
        }
        if removed == before {
            break;
        }
    }
    stats.add(NAME, "blocks removed", removed);
    removed > 0
}

fn remove_unreachable(func: &mut MachineFunction) -> u64 {
    let order = ReversePostOrder::compute(func);
    let dead: Vec<Block> = func
        .layout
        .blocks()
        .filter(|&block| !order.is_reachable(block))
        .collect();
    for &block in &dead {
        func.remove_block(block);
    }
    dead.len() as u64
}

/// The target of `inst`, if it is an unconditional jump that does nothing else.
fn jump_target(func: &MachineFunction, inst: Inst) -> Option<Block> {
    let desc = func.desc(inst);
    if !desc.is(InstrFlags::BRANCH | InstrFlags::BARRIER) || desc.is(InstrFlags::INDIRECT_BRANCH) {
        return None;
    }
    let block = func.operand(inst, 0).as_block();
    block.filter(|_| func.num_operands(inst) == 1)
}

/// Removes `block` if it only passes control to another one.
fn skip_empty(func: &mut MachineFunction, target: &dyn TargetMachineInfo, block: Block) -> bool {
    if func.entry() == block {
        return false;
    }
    let first = func.layout.first_inst(block);
    let to = match first {
        None => func.layout.next_block(block),
        Some(inst) => jump_target(func, inst),
    };
    let Some(to) = to.filter(|&to| to != block && func.successors(block) == [to]) else {
        return false;
    };
    let after = func.layout.next_block(block);
    let predecessors = func.predecessors(block).to_vec();
    for &predecessor in &predecessors {
        let mut next = func.first_terminator(predecessor);
        while let Some(inst) = next {
            for operand in func.operands_mut(inst) {
                if *operand == MachineOperand::Block(block) {
                    *operand = MachineOperand::Block(to);
                }
            }
            next = func.layout.next_inst(inst);
        }
        let falls_into =
            func.layout.next_block(predecessor) == Some(block) && falls_through(func, predecessor);
        func.replace_edge(predecessor, block, to);
        if falls_into && after != Some(to) {
            target.insert_jump(&mut MachineBuilder::at_end(func, predecessor), to);
        }
        simplify_branch(func, predecessor);
    }
    func.remove_block(block);
    true
}

fn falls_through(func: &MachineFunction, block: Block) -> bool {
    !func.layout.last_inst(block).is_some_and(|inst| {
        func.desc(inst)
            .flags()
            .intersects(InstrFlags::BARRIER | InstrFlags::RETURN)
    })
}

/// Removes a conditional branch to the fall-through target.
fn simplify_branch(func: &mut MachineFunction, block: Block) {
    let &[only] = func.successors(block) else { return };
    let Some(last) = func.layout.last_inst(block) else {
        return;
    };
    let conditional = match jump_target(func, last) {
        Some(_) => func.layout.prev_inst(last),
        // Without a jump, control falls through to `only`.
        None => Some(last),
    };
    let Some(conditional) = conditional else { return };
    let desc = func.desc(conditional);
    let is_plain = desc.is(InstrFlags::BRANCH)
        && !desc.is(InstrFlags::BARRIER)
        && func.operand(conditional, 0) == MachineOperand::Block(only)
        && func.defs(conditional).next().is_none();
    if is_plain {
        func.remove_inst(conditional);
    }
}

/// Appends the only successor of `block` to it if that has no other predecessor.
fn join_with_successor(func: &mut MachineFunction, block: Block) -> bool {
    let &[next] = func.successors(block) else {
        return false;
    };
    if next == block || next == func.entry() || func.predecessors(next) != [block] {
        return false;
    }
    let is_after = func.layout.next_block(block) == Some(next);
    if !is_after && falls_through(func, next) {
        return false;
    }
    // Only an unconditional jump or nothing may be in between.
    if let Some(last) = func.layout.last_inst(block)
        && func.desc(last).is(InstrFlags::TERMINATOR)
    {
        let jumps = jump_target(func, last).is_some();
        let others = func
            .layout
            .prev_inst(last)
            .is_some_and(|inst| func.desc(inst).is(InstrFlags::TERMINATOR));
        if !jumps || others {
            return false;
        }
        func.remove_inst(last);
    }
    while let Some(inst) = func.layout.first_inst(next) {
        func.layout.remove_inst(inst);
        func.layout.append_inst(inst, block);
    }
    func.remove_edge(block, next);
    func.transfer_successors(next, block);
    func.remove_block(next);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{parse_function, verify_function};
    use crate::test_machine::run;
    use crate::test_target::{TestTarget, tables};

    #[test]
    fn empty_blocks_chains_and_dead_ends() {
        let text = "--- f
stage: allocated
livein: $s0
livein: $v0
bb.0:
  S_CMP $s0, $s0, implicit-def $scc
  S_CBRANCH %bb.2, implicit $scc
bb.1:
  S_BRANCH %bb.3
bb.2:
bb.3:
  V_STORE $v0, $v0, implicit $exec
bb.5:
  S_BRANCH %bb.6
bb.4:
  V_STORE $v0, $v0, implicit $exec
bb.6:
  V_STORE $v0, $v0, implicit $exec
  S_ENDPGM
";
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        let before = run(&func, 100);
        assert!(fold_branches(&mut func, &TestTarget, &mut Stats::new()));
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(run(&func, 100), before);
        assert_eq!(func.layout.blocks().count(), 1, "{func}");
        assert!(!func.to_string().contains("S_CBRANCH"), "{func}");
    }
}
