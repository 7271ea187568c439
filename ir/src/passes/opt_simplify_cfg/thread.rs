//! Jump threading through blocks that only test a phi of constants.

use super::super::util::blocks::remove_unreachable_blocks;
use super::super::util::loops::has_loop_hints;
use crate::analysis::UseCounts;
use crate::context::Context;
use crate::entities::{Block, Inst};
use crate::function::Function;
use crate::inst::Opcode;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// Handles blocks of only phis and a branch, where some predecessor determines the target: the branch tests a phi with
/// a constant for it, or is unconditional. That predecessor goes there directly.
pub(super) fn thread_phi_blocks(func: &mut Function, ctx: &mut Context) -> bool {
    let is_candidate = |func: &Function, block: Block| -> bool {
        let Some(first) = func.first_inst(block) else {
            return false;
        };
        if func.opcode(first) != Opcode::Phi || Some(block) == func.entry() {
            return false;
        }
        let Some(last) = func.first_non_phi(block) else {
            return false;
        };
        match func.opcode(last) {
            Opcode::Br => !has_loop_hints(func, ctx, last),
            Opcode::CondBr | Opcode::Switch => func
                .def_inst(func.args(last)[0])
                .is_some_and(|d| func.opcode(d) == Opcode::Phi && func.inst_block(d) == Some(block)),
            _ => false,
        }
    };
    let candidates: Vec<Block> = func
        .block_order()
        .iter()
        .copied()
        .filter(|&b| is_candidate(func, b))
        .collect();
    if candidates.is_empty() {
        return false;
    }
    let (cfg, loops) = (func.cfg(), func.loops());
    let uses = UseCounts::compute(func);
    let mut changed = false;
    // Blocks whose phis or edges changed in this round: their use counts are stale.
    let mut touched = vec![false; func.block_count()];
    for block in candidates {
        if loops.is_header(block) || touched[block.index()] {
            continue;
        }
        let succs: SmallVec<[Block; 4]> = func.successors(block).into();
        if succs.iter().any(|&s| s == block || touched[s.index()]) {
            continue;
        }
        let terminator = func.terminator(block).expect("a candidate has a terminator");
        // The phis may be used by the branch and, for this edge, by phis of the successors only.
        let phis: SmallVec<[Inst; 8]> = func.phis(block).collect();
        let mut private = true;
        for &phi in &phis {
            let result = func.result(phi).expect("a phi has a result");
            let mut known = u32::from(func.args(terminator).contains(&result));
            let mut seen: SmallVec<[Block; 2]> = SmallVec::new();
            for &succ in &succs {
                if seen.contains(&succ) {
                    continue;
                }
                seen.push(succ);
                for user in func.phis(succ) {
                    for (index, &from) in func.inst_blocks(user).iter().enumerate() {
                        if from == block && func.args(user)[index] == result {
                            known += 1;
                        }
                    }
                }
            }
            private &= known == uses.get(result);
        }
        if !private || (func.opcode(terminator) == Opcode::CondBr && succs[0] == succs[1]) {
            continue;
        }
        let preds: SmallVec<[Block; 8]> = cfg.preds(block).collect();
        let mut threaded = 0;
        for &pred in &preds {
            if touched[pred.index()] || preds.iter().filter(|&&p| p == pred).count() > 1 {
                continue;
            }
            let Some(pred_terminator) = func.terminator(pred) else {
                continue;
            };
            let incoming =
                |func: &Function, phi: Inst| func.incoming(phi, pred).expect("an entry for the predecessor");
            let to = if succs.len() == 1 {
                succs[0]
            } else {
                let phi = func.def_inst(func.args(terminator)[0]).expect("a phi");
                match func.as_int(incoming(func, phi), ctx) {
                    Some(value) if func.opcode(terminator) == Opcode::CondBr => {
                        succs[usize::from(value == 0)]
                    }
                    Some(value) => {
                        let case = (1..succs.len())
                            .find(|&i| func.as_int(func.args(terminator)[i], ctx) == Some(value));
                        succs[case.unwrap_or(0)]
                    }
                    None => continue,
                }
            };
            // The predecessor must not already go there with other values, and a loop must not get a second entry.
            if func.inst_blocks(pred_terminator).contains(&to) {
                continue;
            }
            if loops.loop_of(to) != loops.loop_of(block) && loops.loop_of(pred) != loops.loop_of(block) {
                continue;
            }
            let users: SmallVec<[Inst; 8]> = func.phis(to).collect();
            for user in users {
                let value = func.incoming(user, block).expect("an entry for the block");
                let value = match func.def_inst(value) {
                    Some(def) if func.inst_block(def) == Some(block) => incoming(func, def),
                    _ => value,
                };
                func.add_incoming(user, value, pred);
            }
            for target in func.inst_blocks_mut(pred_terminator) {
                if *target == block {
                    *target = to;
                }
            }
            func.remove_phi_edges(block, pred, true);
            touched[pred.index()] = true;
            touched[to.index()] = true;
            threaded += 1;
        }
        if threaded > 0 {
            touched[block.index()] = true;
            changed = true;
        }
    }
    if changed {
        remove_unreachable_blocks(func);
    }
    changed
}
