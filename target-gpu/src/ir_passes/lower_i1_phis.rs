//! Divergent `i1` phis become `i32` phis.
//!
//! A divergent `i1` is a lane mask in scalar registers, and scalar registers are not written by lane: where paths of
//! different lanes join, or where lanes left a loop in different iterations, a mask would be overwritten as a whole. Vector
//! registers are written by lane, so the phi carries 0 or 1 in one.
//!
//! Requires: structured control flow, LCSSA form for loops with divergent exits. Preserves: control flow.

use wavec_ir::inst::{InstFlags, IntPredicate};
use wavec_ir::{Aux, Builder, Context, Function, Opcode, Type, Value};

/// Whether there are `i1` phis at all.
pub fn has_candidates(func: &Function) -> bool {
    let is_i1 = |phi| func.result(phi).is_some_and(|value| func.ty(value) == Type::I1);
    func.block_order()
        .iter()
        .any(|&block| func.phis(block).any(is_i1))
}

/// Rewrites the divergent `i1` phis; `is_divergent` tells which are.
pub fn run(func: &mut Function, ctx: &mut Context, is_divergent: &dyn Fn(Value) -> bool) -> bool {
    let mut phis = Vec::new();
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
