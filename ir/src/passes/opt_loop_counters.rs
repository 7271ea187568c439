//! Replaces loop counters by the value that the loop derives from them.
//!
//! ```text
//!   %i = phi i32 [%s, %before], [%next, %latch]        %i = phi i32 [%s, %before], [%next, %latch]
//!   %next = add i32 %i, -1                       ->    %next = add i32 %i, -1
//!   %more = icmp ne i32 %i, 0                          %more = icmp ne i32 %next, -1
//!
//!   %i = phi i32 [%s, %before], [%next, %latch]        %m = phi i32 [%s << 4, %before], [%sum, %latch]
//!   %next = add i32 %i, 1                        ->    %sum = add i32 %m, 16
//!   %m = shl i32 %i, 4
//! ```
//!
//! A test of the old value keeps old and new value alive: one more register and a copy per iteration. A counter of
//! which only one multiple is used becomes that multiple. Requires: nothing; runs late, because other passes look for
//! tests and counters in their original form. Preserves: control flow. Cost: linear in the phis of headers and their
//! uses.

use super::util::loops::LoopAnalyses;
use crate::analysis::Uses;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};
use smallvec::SmallVec;

/// Rewrites. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() || func.loops().is_empty() {
        return false;
    }
    let LoopAnalyses { loops, .. } = LoopAnalyses::of(func);
    let uses = Uses::compute(func);
    let mut changed = false;
    for id in loops.inner_first() {
        let data = loops.get(id);
        let [latch] = data.latches[..] else {
            continue;
        };
        let is_inside = |func: &Function, inst| {
            func.inst_block(inst)
                .is_some_and(|block| loops.contains(id, block))
        };
        for phi in func.phis(data.header).collect::<SmallVec<[Inst; 8]>>() {
            let Some(counter) = find_counter(func, ctx, phi, latch) else {
                continue;
            };
            changed |=
                test_next_value(func, ctx, &uses, &counter) || scale(func, ctx, &uses, &counter, &is_inside);
        }
    }
    func.resolve_aliases();
    changed
}

/// A value to which each iteration adds a constant.
struct Counter {
    phi: Inst,
    value: Value,
    /// The addition and its result.
    add: Inst,
    next: Value,
    step: u128,
    latch: Block,
}

fn find_counter(func: &Function, ctx: &Context, phi: Inst, latch: Block) -> Option<Counter> {
    let value = func.result(phi)?;
    ctx.types.int_bits(func.ty(value)).filter(|&bits| bits <= 64)?;
    let next = func.incoming(phi, latch)?;
    let add = func.def_inst(next)?;
    if func.opcode(add) != Opcode::Add || func.arg(add, 0) != value {
        return None;
    }
    Some(Counter {
        phi,
        value,
        add,
        next,
        step: func.as_int(func.arg(add, 1), ctx)?,
        latch,
    })
}

/// If a test for one value is the counter's only other use, it tests the next value instead.
fn test_next_value(func: &mut Function, ctx: &mut Context, uses: &Uses, counter: &Counter) -> bool {
    let mut others = uses.of(counter.value).filter(|&user| user != counter.add);
    let (Some(test), None) = (others.next(), others.next()) else {
        return false;
    };
    let is_equality = matches!(
        func.inst(test).aux,
        Aux::IntPredicate(IntPredicate::Eq | IntPredicate::Ne)
    );
    if func.opcode(test) != Opcode::ICmp
        || !is_equality
        || func.arg(test, 0) != counter.value
        || func.inst_block(test) != func.inst_block(counter.add)
    {
        return false;
    }
    let Some(tested) = func.as_int(func.arg(test, 1), ctx) else {
        return false;
    };
    let tested = func.int_value(func.ty(counter.value), tested.wrapping_add(counter.step), ctx);
    // The counter may wrap where it is tested last.
    func.inst_mut(counter.add).flags = InstFlags::empty();
    // Other uses of the next value may stand between them if the addition comes first.
    let comes_later = std::iter::successors(func.next_inst(test), |&inst| func.next_inst(inst))
        .any(|inst| inst == counter.add);
    if comes_later {
        func.detach_inst(counter.add);
        func.insert_inst_before(counter.add, test);
    }
    func.set_args(test, &[counter.next, tested]);
    true
}

/// If all uses of the counter are the same product, that is accumulated instead.
fn scale(
    func: &mut Function,
    ctx: &mut Context,
    uses: &Uses,
    counter: &Counter,
    is_inside: &dyn Fn(&Function, Inst) -> bool,
) -> bool {
    let own = [counter.phi, counter.add];
    let users = |value| uses.of(value).filter(|user| !own.contains(user));
    let products: SmallVec<[Inst; 4]> = users(counter.value).chain(users(counter.next)).collect();
    let Some(&first) = products.first() else {
        return false;
    };
    let (opcode, factor) = (func.opcode(first), func.args(first).get(1).copied());
    let is_same = |&product: &Inst| {
        func.opcode(product) == opcode
            && func.args(product).get(1).copied() == factor
            && func.arg(product, 0) != func.arg(product, 1)
            && is_inside(func, product)
            && !func
                .result(product)
                .is_some_and(|result| is_extended(func, uses, result))
    };
    let Some(factor) = factor else {
        return false;
    };
    let bits = ctx.types.int_bits(func.ty(counter.value)).unwrap_or(0);
    let step = match (opcode, func.as_int(factor, ctx)) {
        (Opcode::Mul, Some(by)) => counter.step.wrapping_mul(by),
        (Opcode::Shl, Some(by)) if by < u128::from(bits) => counter.step << by,
        _ => return false,
    };
    if !products.iter().all(is_same) {
        return false;
    }
    for index in 0..func.args(counter.phi).len() {
        let (from, start) = (func.inst_blocks(counter.phi)[index], func.arg(counter.phi, index));
        if from == counter.latch {
            continue;
        }
        let end = func.terminator(from).expect("a branch");
        let start = Builder::before(func, ctx, end).binary(opcode, start, factor);
        func.args_mut(counter.phi)[index] = start;
    }
    func.args_mut(counter.add)[1] = func.int_value(func.ty(counter.value), step, ctx);
    func.inst_mut(counter.add).flags = InstFlags::empty();
    for product in products {
        let source = func.arg(product, 0);
        let old = func.result(product).expect("a product has a result");
        func.replace_uses_with_alias(old, source);
        func.remove_inst(product);
    }
    true
}

/// The flags of extended sums distinguish them from products.
fn is_extended(func: &Function, uses: &Uses, value: Value) -> bool {
    uses.of(value)
        .any(|user| matches!(func.opcode(user), Opcode::SExt | Opcode::ZExt))
}
