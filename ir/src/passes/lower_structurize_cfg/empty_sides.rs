//! Removes then sides that only select a constant.
//!
//! ```text
//! G:    br %c, %then, %F                              G:    %not = xor %c, true
//! then: br %F                                               br %not, %else, %J
//! F:    %flag = phi [true, G], [false, then]     ▶    else: ...
//!       %v = phi [poison, G], [7, then]               J:    %p = phi [7, G], [%b, else]
//!       br %flag, %else, %J
//! J:    %p = phi [%v, F], [%b, else]
//! ```
//!
//! Requires: the structured form, which it preserves. Cost: linear.

use super::joins::is_poison;
use crate::analysis::Cfg;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::Opcode;
use crate::passes::util::blocks::{clear_block, set_cond_branch};
use smallvec::SmallVec;

/// Replaces phis of one constant and poison by the constant, and removes then sides that become empty.
pub(super) fn fold_constant_sides(func: &mut Function, ctx: &mut Context) {
    let mut flows: Vec<Block> = Vec::new();
    for block in func.block_order().to_vec() {
        let phis: SmallVec<[Inst; 8]> = func.phis(block).collect();
        for phi in phis {
            let Some(constant) = only_constant(func, ctx, phi) else {
                continue;
            };
            let result = func.result(phi).expect("a phi has a result");
            func.replace_uses_with_alias(result, constant);
            func.remove_inst(phi);
            if flows.last() != Some(&block) {
                flows.push(block);
            }
        }
    }
    if flows.is_empty() {
        return;
    }
    func.resolve_aliases();
    let cfg = func.cfg();
    let mut removed = false;
    for flow in flows {
        removed |= remove_empty_side(func, ctx, &cfg, flow);
    }
    if removed {
        func.resolve_aliases();
        let kept = |block: &Block| func.first_inst(*block).is_some();
        let order = func.block_order().iter().copied().filter(kept).collect();
        func.set_block_order(order);
    }
}

/// The constant that is the only value of `phi` besides poison. As a phi it would be uniform, and need a scalar
/// register written in a block of its own.
fn only_constant(func: &Function, ctx: &Context, phi: Inst) -> Option<Value> {
    let args = func.args(phi).iter().map(|&arg| func.resolve(arg));
    let mut known = args.filter(|&arg| !is_poison(func, ctx, arg));
    let first = known.next()?;
    (func.as_const(first).is_some() && known.all(|arg| arg == first)).then_some(first)
}

/// Branches to the else side directly from the start of the then side that ends in `flow`, if that side is empty and
/// `flow` only records which lanes went through it. `cfg` may predate such changes: they do not change how many edges
/// lead to a then side.
fn remove_empty_side(func: &mut Function, ctx: &mut Context, cfg: &Cfg, flow: Block) -> bool {
    let (Some(flag), Some(end)) = (func.first_inst(flow), func.terminator(flow)) else {
        return false;
    };
    if func.opcode(flag) != Opcode::Phi
        || func.opcode(end) != Opcode::CondBr
        || func.next_inst(flag) != Some(end)
        || Some(func.arg(end, 0)) != func.result(flag)
    {
        return false;
    }
    let &[first, second] = func.inst_blocks(flag) else {
        return false;
    };
    let is_set = |index: usize| func.as_int(func.arg(flag, index), ctx);
    let (guard, then) = match (is_set(0), is_set(1)) {
        (Some(1), Some(0)) => (first, second),
        (Some(0), Some(1)) => (second, first),
        _ => return false,
    };
    let is_empty = func.first_inst(then) == func.terminator(then);
    if !is_empty || cfg.pred_count(then) != 1 || func.successors(guard) != [then, flow] {
        return false;
    }
    let (Some(branch), &[start, join]) = (func.terminator(guard), func.successors(flow)) else {
        return false;
    };
    let condition = func.arg(branch, 0);
    let mut builder = Builder::before(func, ctx, branch);
    let is_true = builder.int(Type::I1, 1);
    let not = builder.binary(Opcode::Xor, condition, is_true);
    let result = func.result(flag).expect("a phi has a result");
    func.replace_uses_with_alias(result, not);
    for block in [start, join] {
        func.replace_phi_pred(block, flow, guard);
    }
    clear_block(func, then);
    clear_block(func, flow);
    set_cond_branch(func, guard, not, start, join);
    true
}
