//! Hoists instructions that both sides of a branch execute with the same operands before the branch.
//!
//! ```text
//!   br %c, a, b                                  %x = load i32, %p
//!   a:  %x = load i32, %p                  ->    br %c, a, b
//!       %s = add i32 %x, %n                      a:  %s = add i32 %x, %n
//!   b:  %y = load i32, %p                        b:  (uses %x)
//! ```
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: linear; `WINDOW` instructions of each side are examined.
//! Diverging lanes execute both sides: each instruction saved is saved for all lanes, each load saves a wait, and an
//! empty side needs no branch. Loads move up to the first possible write, anything else up to the first instruction
//! that may not return, so nothing is executed speculatively. Source: the hoisting in LLVM's SimplifyCFG.

use super::util::loops::LoopAnalyses;
use crate::analysis::memory_effects::{effects, is_simple_access};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;
use smallvec::SmallVec;

/// Number of instructions of a side that are examined.
const WINDOW: usize = 32;

/// Hoists. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    let cfg = func.cfg();
    let branches: SmallVec<[(Block, [Block; 2]); 8]> = cfg
        .rpo()
        .iter()
        .filter_map(|&block| {
            let &[a, b] = func.successors(block) else {
                return None;
            };
            let is_only_pred = |side: Block| cfg.single_pred(side) == Some(block);
            (a != b && is_only_pred(a) && is_only_pred(b)).then_some((block, [a, b]))
        })
        .collect();
    if branches.is_empty() {
        return false;
    }
    let LoopAnalyses { loops, .. } = LoopAnalyses::of(func);
    let mut changed = false;
    for (block, sides) in branches {
        // Instructions after a loop must not be moved into it.
        let stays = |side: Block| loops.loop_of(side) == loops.loop_of(block);
        if !sides.into_iter().all(stays) {
            continue;
        }
        changed |= hoist(func, ctx, block, sides);
    }
    func.resolve_aliases();
    changed
}

fn hoist(func: &mut Function, ctx: &mut Context, block: Block, sides: [Block; 2]) -> bool {
    let Some(end) = func.terminator(block) else {
        return false;
    };
    let [firsts, mut seconds] = sides.map(|side| movable(func, ctx, side));
    // Values of the second side that are replaced by values of the first.
    let mut same: SmallVec<[(Value, Value); 8]> = SmallVec::new();
    let mut changed = false;
    for first in firsts {
        let waits_for_side = func.args(first).iter().any(|&arg| {
            let def = func.def_inst(arg);
            def.is_some_and(|def| func.inst_block(def) == Some(sides[0]))
        });
        if waits_for_side {
            continue;
        }
        let Some(at) = seconds
            .iter()
            .position(|&second| are_twins(func, first, second, &same))
        else {
            continue;
        };
        let second = seconds.remove(at);
        let flags = func.inst(first).flags & func.inst(second).flags;
        func.inst_mut(first).flags = flags;
        if func.attachments.get(&first) != func.attachments.get(&second) {
            func.attachments.remove(&first);
        }
        func.merge_locations(first, second, ctx);
        func.detach_inst(first);
        func.insert_inst_before(first, end);
        if let (Some(new), Some(old)) = (func.result(first), func.result(second)) {
            func.replace_uses_with_alias(old, new);
            same.push((old, new));
        }
        func.remove_inst(second);
        changed = true;
    }
    changed
}

/// Instructions that may be moved out of a side that is always executed from its start.
fn movable(func: &Function, ctx: &Context, side: Block) -> SmallVec<[Inst; 16]> {
    let mut found = SmallVec::new();
    for inst in func.block_insts(side).take(WINDOW) {
        let what = effects(func, ctx, inst);
        if what.stops_hoisting() {
            break;
        }
        let is_movable = match func.opcode(inst) {
            Opcode::Phi | Opcode::Alloca => false,
            Opcode::Load => is_simple_access(func, inst),
            _ => what.is_pure(),
        };
        if is_movable && func.result(inst).is_some() {
            found.push(inst);
        }
    }
    found
}

fn are_twins(func: &Function, a: Inst, b: Inst, same: &[(Value, Value)]) -> bool {
    let (first, second) = (func.inst(a), func.inst(b));
    let now = |value: Value| {
        same.iter()
            .find(|pair| pair.0 == value)
            .map_or(value, |pair| pair.1)
    };
    first.opcode == second.opcode
        && first.ty == second.ty
        && first.aux == second.aux
        && func.args(a).len() == func.args(b).len()
        && func.args(a).iter().zip(func.args(b)).all(|(&x, &y)| x == now(y))
}
