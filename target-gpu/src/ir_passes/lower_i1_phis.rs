//! Converts divergent `i1` phis to `i32` phis where they cannot be lane masks.
//!
//! A divergent `i1` is a lane mask in scalar registers, and scalar registers are not written by lane: where paths of
//! different lanes join, or where lanes left a loop in different iterations, a mask would be overwritten as a whole. Vector
//! registers are written by lane, so the phi carries 0 or 1 in one.
//!
//! The flag of an else needs no register: a phi that is true for lanes directly from a branch on `%c`, and false for
//! lanes from its conditional part, is `!%c` in every lane, and `%c` dominates it.
//!
//! Where lanes that bypassed an arm meet those that executed it, the phi stays a mask: each lane takes one path once,
//! so the arm adds its lanes to those known before it.
//!
//! Requires: structured control flow, LCSSA form for loops with divergent exits. Preserves: control flow.

use super::call_amdgcn;
use super::split_mask_phis::{self, has_mask};
use cranelift_entity::EntityRef;
use fxhash::FxHashSet;
use wavec_ir::analysis::{Cfg, DominatorTree, LoopForest};
use wavec_ir::inst::{InstFlags, IntPredicate};
use wavec_ir::{Aux, Block, Builder, Context, Function, Inst, Opcode, Type, Value};

/// Whether there are any phis of `i1`, or of types that contain `i1`.
pub fn has_candidates(func: &Function, ctx: &Context) -> bool {
    let is_i1 = |phi| has_mask(ctx, func.inst(phi).ty);
    func.block_order()
        .iter()
        .any(|&block| func.phis(block).any(is_i1))
}

/// Replaces a phi that records the outcome of the dominating branch by the condition of that branch. Returns whether it
/// was one.
fn replace_else_flag(
    func: &mut Function,
    ctx: &mut Context,
    cfg: &Cfg,
    tree: &DominatorTree,
    block: Block,
    phi: Inst,
) -> bool {
    // Where the lanes diverge: the only predecessor that dominates, a forward branch to here and to somewhere else.
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
    // A loop header may be reached from its head once and from itself again.
    if straight == around || cfg.preds(block).any(|pred| tree.dominates(block, pred)) {
        return false;
    }
    let condition = func.arg(branch, 0);
    let old = func.result(phi).expect("a phi has a result");
    // Lanes come directly if the condition is true, or if it is false.
    if (then == block) == (straight == 1) {
        func.replace_uses_with_alias(old, condition);
        func.remove_inst(phi);
        return true;
    }
    // The branch of the else inverts the condition itself.
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

/// The `phis` that have other users than phis and do not use any of the `phis` themselves. A chain of phis is cheaper
/// in a vector register, which needs no instruction in between.
fn alone(func: &Function, phis: &[(Block, Inst)]) -> FxHashSet<Inst> {
    let all: FxHashSet<Inst> = phis.iter().map(|&(_, phi)| phi).collect();
    let mut used = FxHashSet::default();
    let blocks = func.block_order().iter();
    for inst in blocks.flat_map(|&block| func.block_insts(block)) {
        if func.opcode(inst) != Opcode::Phi {
            let defs = func.args(inst).iter().filter_map(|&arg| func.def_inst(arg));
            used.extend(defs.filter(|def| all.contains(def)));
        }
    }
    used.retain(|&phi| {
        let mut defs = func.args(phi).iter().filter_map(|&arg| func.def_inst(arg));
        !defs.any(|def| all.contains(&def))
    });
    used
}

/// Keeps a phi where lanes that bypassed a part of the program meet those that executed it, as one mask for both. The
/// former have their bits before the part, in which the latter add theirs. If no lane executes the part, or all do, the
/// mask is right, too. Returns whether it was one.
fn merge_masks(
    func: &mut Function,
    ctx: &mut Context,
    (cfg, tree, loops): (&Cfg, &DominatorTree, &LoopForest),
    (mask, is_divergent): (Type, &dyn Fn(Value) -> bool),
    block: Block,
    phi: Inst,
) -> bool {
    let (Some(head), &[first, second]) = (tree.idom(block), func.inst_blocks(phi)) else {
        return false;
    };
    let arm = match (first == head, second == head) {
        (true, false) => 1,
        (false, true) => 0,
        _ => return false,
    };
    let end = func.inst_blocks(phi)[arm];
    let branch = func.terminator(head).expect("a terminated block");
    let own_loop = loops.loop_of(block);
    if func.opcode(branch) != Opcode::CondBr
        || [head, end].iter().any(|&of| loops.loop_of(of) != own_loop)
        || cfg.preds(block).any(|pred| tree.dominates(block, pred))
    {
        return false;
    }
    let condition = func.arg(branch, 0);
    if !is_divergent(condition) {
        return false;
    }
    let goes_around = func.inst_blocks(branch)[0] == block;
    let [around, through] = [1 - arm, arm].map(|index| func.arg(phi, index));
    let known = |value: Value| {
        func.as_const(value)
            .map(|c| ctx.int_value(c).is_some_and(|bit| bit & 1 != 0))
    };
    let (known_around, known_through) = (known(around), known(through));
    let mut b = Builder::before(func, ctx, branch);
    let ones = b.ctx.const_bool(true);
    let ones = b.func.const_value(ones, b.ctx);
    let negated = b.binary(Opcode::Xor, condition, ones);
    let [skips, enters] = if goes_around {
        [condition, negated]
    } else {
        [negated, condition]
    };
    let before = match known_around {
        Some(true) => skips,
        Some(false) => {
            let none = b.int(mask, 0);
            call_amdgcn(&mut b, "inverse.ballot", &[mask], &[none])
        }
        // Lanes that enter the part keep nothing of it, even where it is poison.
        None => {
            let around = b.freeze(around);
            b.binary(Opcode::And, around, skips)
        }
    };
    let last = b.func.terminator(end).expect("a terminated block");
    let mut b = Builder::before(func, ctx, last);
    let added = match (known_through, known_around) {
        (Some(true), _) => enters,
        // It is already true on the bypass path.
        (_, Some(true)) => through,
        _ => b.binary(Opcode::And, through, enters),
    };
    let both = match known_around {
        Some(false) => added,
        _ => b.binary(Opcode::Or, before, added),
    };
    func.args_mut(phi)[1 - arm] = before;
    func.args_mut(phi)[arm] = both;
    true
}

/// Rewrites the divergent `i1` phis; `is_divergent` identifies them, and `mask` has a bit for each lane.
pub fn run(func: &mut Function, ctx: &mut Context, mask: Type, is_divergent: &dyn Fn(Value) -> bool) -> bool {
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
    // The result here depends on divergence.
    let values = func.value_count();
    let is_divergent = |value: Value| value.index() >= values || is_divergent(value);
    let cfg = func.cfg();
    let tree = func.dominators();
    let found = phis.len();
    phis.retain(|&(block, phi)| !replace_else_flag(func, ctx, &cfg, &tree, block, phi));
    if phis.len() < found {
        func.resolve_aliases();
    }
    let loops = func.loops();
    let alone = alone(func, &phis);
    phis.retain(|&(block, phi)| {
        !alone.contains(&phi)
            || !merge_masks(
                func,
                ctx,
                (&cfg, &tree, &loops),
                (mask, &is_divergent),
                block,
                phi,
            )
    });
    if phis.is_empty() {
        return true;
    }
    // The new phis first, so that a phi that feeds a phi is used directly.
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
