//! Divergent `i1` phis become `i32` phis.
//!
//! A divergent `i1` is a lane mask in scalar registers, and scalar registers are not written by lane: where paths of
//! different lanes join, or where lanes left a loop in different iterations, a mask would be overwritten as a whole. Vector
//! registers are written by lane, so the phi carries 0 or 1 in one.
//!
//! The flag of an else needs no register: a phi that is true where the lanes come straight from a branch on `%c`, and
//! false where they come from its conditional part, is `!%c` in every lane, and `%c` dominates it.
//!
//! Requires: structured control flow, LCSSA form for loops with divergent exits. Preserves: control flow.

use super::split_mask_phis::{self, has_mask};
use wavec_ir::analysis::{Cfg, DominatorTree};
use wavec_ir::inst::{InstFlags, IntPredicate};
use wavec_ir::{Aux, Block, Builder, Context, Function, Inst, Opcode, Type, Value};

/// Whether there are phis of `i1`, or with `i1` in them, at all.
pub fn has_candidates(func: &Function, ctx: &Context) -> bool {
    let is_i1 = |phi| has_mask(ctx, func.inst(phi).ty);
    func.block_order()
        .iter()
        .any(|&block| func.phis(block).any(is_i1))
}

/// Replaces a phi that tells which way its lanes took at the branch that dominates it by the condition of that branch.
/// Returns whether it was one.
fn replace_else_flag(
    func: &mut Function,
    ctx: &mut Context,
    cfg: &Cfg,
    tree: &DominatorTree,
    block: Block,
    phi: Inst,
) -> bool {
    // Where the lanes part: the only predecessor that dominates, a forward branch to here and to somewhere else.
    let Some(head) = tree.idom(block) else {
        return false;
    };
    let Some(branch) = func.terminator(head) else {
        return false;
    };
    let &[then, other] = func.inst_blocks(branch) else {
        return false;
    };
    if func.opcode(branch) != Opcode::CondBr || then == other || (then != block && other != block) {
        return false;
    }
    let bit = |index: usize| func.as_const(func.arg(phi, index)).and_then(|c| ctx.int_value(c));
    let (mut straight, mut around) = (None, None);
    for (index, &pred) in func.inst_blocks(phi).iter().enumerate() {
        let Some(bit) = bit(index) else { return false };
        let side = if pred == head { &mut straight } else { &mut around };
        if side.is_some_and(|known| known != bit & 1) {
            return false;
        }
        *side = Some(bit & 1);
    }
    let (Some(straight), Some(around)) = (straight, around) else {
        return false;
    };
    // A loop header may be reached from the head once and from itself again.
    if straight == around || cfg.preds(block).any(|pred| tree.dominates(block, pred)) {
        return false;
    }
    let condition = func.arg(branch, 0);
    let old = func.result(phi).expect("a phi has a result");
    // Lanes come straight if the condition is true, or if it is false.
    if (then == block) == (straight == 1) {
        func.replace_uses_with_alias(old, condition);
        func.remove_inst(phi);
        return true;
    }
    // The branch of the else itself turns around.
    let last = func.terminator(block).expect("a terminated block");
    if func.opcode(last) == Opcode::CondBr && func.resolve(func.arg(last, 0)) == old {
        func.args_mut(last)[0] = condition;
        func.inst_blocks_mut(last).swap(0, 1);
    }
    let at = func.first_non_phi(block).expect("a terminated block");
    let mut b = Builder::before(func, ctx, at);
    let ones = b.ctx.const_bool(true);
    let ones = b.func.const_value(ones, b.ctx);
    let negated = b.binary(Opcode::Xor, condition, ones);
    func.replace_uses_with_alias(old, negated);
    func.remove_inst(phi);
    true
}

/// Rewrites the divergent `i1` phis; `is_divergent` tells which are.
pub fn run(func: &mut Function, ctx: &mut Context, is_divergent: &dyn Fn(Value) -> bool) -> bool {
    let mut phis = split_mask_phis::run(func, ctx, is_divergent);
    for &block in func.block_order() {
        for phi in func.phis(block) {
            let value = func.result(phi).expect("a phi has a result");
            if func.ty(value) == Type::I1 && is_divergent(value) {
                phis.push((block, phi));
            }
        }
    }
    if phis.is_empty() {
        return false;
    }
    let cfg = func.cfg();
    let tree = func.dominators();
    let found = phis.len();
    phis.retain(|&(block, phi)| !replace_else_flag(func, ctx, &cfg, &tree, block, phi));
    if phis.len() < found {
        func.resolve_aliases();
    }
    // The new phis first, so that a phi that feeds a phi is taken as it is.
    let mut wide: fxhash::FxHashMap<Value, Value> = fxhash::FxHashMap::default();
    let mut made = Vec::new();
    for &(block, phi) in &phis {
        let old = func.result(phi).expect("a result");
        let new = func.make_inst(Opcode::Phi, Type::I32, &[], &[], InstFlags::empty(), Aux::None);
        func.insert_inst_before(new, phi);
        wide.insert(old, func.result(new).expect("a result"));
        made.push((block, phi, new));
    }
    for &(_, phi, new) in &made {
        for index in 0..func.args(phi).len() {
            let value = func.arg(phi, index);
            let pred = func.inst_blocks(phi)[index];
            let incoming = if let Some(&wide) = wide.get(&value) {
                wide
            } else if let Some(constant) = func.as_const(value) {
                let known = ctx.int_value(constant);
                let constant = match known {
                    Some(bit) => ctx.const_i32((bit & 1) as i32),
                    None => ctx.const_undef(Type::I32),
                };
                func.const_value(constant, ctx)
            } else {
                let terminator = func.terminator(pred).expect("a terminated block");
                let mut b = Builder::before(func, ctx, terminator);
                b.cast(Opcode::ZExt, value, Type::I32)
            };
            func.add_incoming(new, incoming, pred);
        }
    }
    for &(block, phi, new) in &made {
        let old = func.result(phi).expect("a result");
        let carried = func.result(new).expect("a result");
        let at = func.first_non_phi(block).expect("a terminated block");
        let mut b = Builder::before(func, ctx, at);
        let zero = b.i32(0);
        let bit = b.icmp(IntPredicate::Ne, carried, zero);
        func.replace_uses_with_alias(old, bit);
    }
    func.resolve_aliases();
    for (_, phi, _) in made {
        func.remove_inst(phi);
    }
    true
}
