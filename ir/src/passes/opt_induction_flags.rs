//! Proves that loop counters do not wrap: a counter that stays below a bound can be incremented without overflow. Then
//! `zext(i + 1)` is `zext(i) + 1`, and accesses to `p[i]` and `p[i + 1]` are neighbours.
//!
//! Requires: nothing; most effective after `loop-rotate`. Preserves: everything but flags. Cost: linear in the loops'
//! headers and latches. Source: the idea of LLVM's IndVarSimplify, without its value ranges.

use super::util::loops::LoopAnalyses;
use crate::analysis::{KnownBitsCache, LoopId};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};

/// Sets flags. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let analyses = LoopAnalyses::of(func);
    if analyses.loops.is_empty() {
        return false;
    }
    let mut known = KnownBitsCache::default();
    let mut changed = false;
    for id in analyses.loops.inner_first() {
        for phi in func.phis(analyses.loops.get(id).header).collect::<Vec<_>>() {
            if let Some((step, flags)) = counter_flags(func, ctx, &analyses, &mut known, id, phi) {
                func.inst_mut(step).flags |= flags;
                changed = true;
            }
        }
    }
    changed
}

/// The addition that increments the counter `phi`, and the flags that can be added to it.
fn counter_flags(
    func: &Function,
    ctx: &Context,
    analyses: &LoopAnalyses,
    known: &mut KnownBitsCache,
    id: LoopId,
    phi: Inst,
) -> Option<(Inst, InstFlags)> {
    let LoopAnalyses { cfg, loops, .. } = analyses;
    let data = loops.get(id);
    let [latch] = data.latches[..] else { return None };
    let counter = func.result(phi)?;
    let bits = ctx.types.int_bits(func.ty(counter)).filter(|&bits| bits <= 64)?;
    let &[first, second] = func.inst_blocks(phi) else {
        return None;
    };
    let (start, next) = if second == latch && first != latch {
        (func.arg(phi, 0), func.arg(phi, 1))
    } else if first == latch && second != latch {
        (func.arg(phi, 1), func.arg(phi, 0))
    } else {
        return None;
    };
    let step = func.def_inst(next)?;
    let is_step = func.opcode(step) == Opcode::Add
        && func.arg(step, 0) == counter
        && func.as_const(func.arg(step, 1)).and_then(|c| ctx.int_value(c)) == Some(1);
    if !is_step {
        return None;
    }
    // After the first addition, the counter is known to be less than a bound.
    let again = stays_below(func, latch, data.header, next)?;
    let wanted = match again {
        IntPredicate::Ult => InstFlags::NUW,
        _ => InstFlags::NSW,
    };
    if func.inst(step).flags.contains(wanted) {
        return None;
    }
    // The first addition: the start is not the maximum, or is also less than a bound.
    let bits_of_start = known.known_bits(func, ctx, start);
    let top = bits_of_start.zeros >> (bits - 1) & 1 == 1;
    let below_greatest = match func.as_const(start).and_then(|c| ctx.int_value(c)) {
        Some(value) => {
            let greatest = match wanted {
                InstFlags::NUW => u128::MAX >> (128 - bits),
                _ => u128::MAX >> (128 - bits) >> 1,
            };
            value != greatest
        }
        None => wanted == InstFlags::NUW && top,
    };
    let guarded = || -> Option<IntPredicate> {
        let outside = cfg.preds(data.header).find(|&pred| pred != latch)?;
        // The preheader may be a separate block after the test.
        let from = match cfg.preds(outside).collect::<smallvec::SmallVec<[Block; 2]>>()[..] {
            [test] if func.successors(outside).len() == 1 => (test, outside),
            _ => (outside, data.header),
        };
        stays_below(func, from.0, from.1, start).filter(|&predicate| predicate == again)
    };
    (below_greatest || guarded().is_some()).then_some((step, wanted))
}

/// The order in which `value` is known to be less than something on the edge from `block` to `to`.
fn stays_below(func: &Function, block: Block, to: Block, value: Value) -> Option<IntPredicate> {
    let branch = func.terminator(block)?;
    if func.opcode(branch) != Opcode::CondBr {
        return None;
    }
    let &[then, other] = func.inst_blocks(branch) else {
        return None;
    };
    let compare = func.def_inst(func.arg(branch, 0))?;
    let Aux::IntPredicate(predicate) = func.inst(compare).aux else {
        return None;
    };
    if func.opcode(compare) != Opcode::ICmp || then == other || (then != to && other != to) {
        return None;
    }
    let predicate = if then == to {
        predicate
    } else {
        predicate.inverse()
    };
    let predicate = if func.arg(compare, 0) == value {
        predicate
    } else if func.arg(compare, 1) == value {
        predicate.swapped()
    } else {
        return None;
    };
    matches!(predicate, IntPredicate::Ult | IntPredicate::Slt).then_some(predicate)
}
