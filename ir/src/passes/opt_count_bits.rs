//! Replaces loops that clear one bit per iteration by a population count:
//!
//! ```text
//! loop:                                             %bits = ctpop(%start)
//!   %x = phi [%start, before], [%next, loop]        %trips = umax(%bits, 1)
//!   %n = phi [%n0, before], [%n1, loop]       ▶     %n1 = add %n0, %trips
//!   %n1 = add %n, 1
//!   %less = add %x, -1
//!   %next = and %x, %less
//!   br (%next != 0), loop, exit
//! ```
//!
//! Requires: nothing; most effective after `loop-rotate`. Changes the control flow. Cost: linear in the loops' headers.
//! A loop with any other effect is kept. Source: B. Kernighan and D. Ritchie, "The C Programming Language", exercise 2-9.

use super::util::blocks::{remove_unreachable_blocks, set_branch};
use super::util::loops::LoopAnalyses;
use crate::analysis::Uses;
use crate::analysis::loops::LoopData;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, IntPredicate, Opcode};
use crate::intrinsics::id;
use smallvec::SmallVec;

/// Replaces such loops. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let LoopAnalyses { cfg, loops, .. } = LoopAnalyses::of(func);
    if loops.is_empty() {
        return false;
    }
    let mut uses = None;
    let mut found: Vec<BitLoop> = Vec::new();
    for id in loops.inner_first() {
        if let Some(before) = loops.preheader(&cfg, id)
            && let Some(known) = BitLoop::of(func, ctx, before, loops.get(id))
            && known.is_closed(func, uses.get_or_insert_with(|| Uses::compute(func)))
        {
            found.push(known);
        }
    }
    for known in &found {
        known.replace(func, ctx);
    }
    if !found.is_empty() {
        func.resolve_aliases();
        remove_unreachable_blocks(func);
    }
    !found.is_empty()
}

struct BitLoop {
    before: Block,
    blocks: Vec<Block>,
    latch: Block,
    exit: Block,
    /// The bits on entry, and the remaining bits at the end of an iteration.
    start: Value,
    next: Value,
    counters: SmallVec<[Counter; 2]>,
}

struct Counter {
    start: Value,
    value: Value,
    next: Value,
    step: Value,
}

impl BitLoop {
    fn of(func: &Function, ctx: &Context, before: Block, data: &LoopData) -> Option<BitLoop> {
        let header = data.header;
        let [latch] = data.latches[..] else { return None };
        let branch = func.terminator(latch)?;
        if func.opcode(branch) != Opcode::CondBr {
            return None;
        }
        let test = func.def_inst(func.arg(branch, 0))?;
        let [then, other] = func.inst_blocks(branch) else {
            return None;
        };
        let exit = match func.inst(test).aux {
            Aux::IntPredicate(IntPredicate::Ne) if *then == header && *other != header => *other,
            Aux::IntPredicate(IntPredicate::Eq) if *other == header && *then != header => *then,
            _ => return None,
        };
        let next = func.arg(test, 0);
        if func.as_int(func.arg(test, 1), ctx) != Some(0) {
            return None;
        }
        let and = func
            .def_inst(next)
            .filter(|&and| func.opcode(and) == Opcode::And)?;
        let (a, b) = (func.arg(and, 0), func.arg(and, 1));
        let (bits, less) = [(a, b), (b, a)].into_iter().find_map(|(x, less)| {
            let add = func.def_inst(less)?;
            let bits = ctx.types.int_bits(func.ty(x)).filter(|&bits| bits <= 64)?;
            let is_less = func.opcode(add) == Opcode::Add
                && func.arg(add, 0) == x
                && func.as_int(func.arg(add, 1), ctx) == Some(u128::MAX >> (128 - bits));
            is_less.then_some((x, add))
        })?;
        let mut known = BitLoop {
            before,
            blocks: data.blocks.to_vec(),
            latch,
            exit,
            start: bits,
            next,
            counters: SmallVec::new(),
        };
        let mut parts: SmallVec<[Inst; 8]> = SmallVec::from_slice(&[branch, test, and, less]);
        let mut has_bits = false;
        for phi in func.phis(header) {
            let (start, back) = (func.incoming(phi, before)?, func.incoming(phi, latch)?);
            let value = func.result(phi)?;
            parts.push(phi);
            if value == bits && back == next {
                known.start = start;
                has_bits = true;
                continue;
            }
            let add = func
                .def_inst(back)
                .filter(|&add| func.opcode(add) == Opcode::Add)?;
            let step = func.arg(add, 1);
            ctx.types.int_bits(func.ty(value)).filter(|&bits| bits <= 64)?;
            if func.arg(add, 0) != value || func.as_const(step).is_none() {
                return None;
            }
            parts.push(add);
            let next = back;
            known.counters.push(Counter {
                start,
                value,
                next,
                step,
            });
        }
        let is_part = |inst| parts.contains(&inst) || func.opcode(inst) == Opcode::Br;
        let mut insts = known.blocks.iter().flat_map(|&block| func.block_insts(block));
        (has_bits && insts.all(is_part)).then_some(known)
    }

    /// Whether only values known at the loop's end are used after it.
    fn is_closed(&self, func: &Function, uses: &Uses) -> bool {
        let is_inside = |inst| {
            func.inst_block(inst)
                .is_some_and(|block| self.blocks.contains(&block))
        };
        let mut insts = self.blocks.iter().flat_map(|&block| func.block_insts(block));
        insts.all(|inst| {
            func.result(inst).is_none_or(|value| {
                let counters = &mut self.counters.iter();
                value == self.next
                    || counters.any(|counter| value == counter.value || value == counter.next)
                    || uses.of(value).all(is_inside)
            })
        })
    }

    fn replace(&self, func: &mut Function, ctx: &mut Context) {
        let end = func.terminator(self.before).expect("a branch to the loop");
        let mut b = Builder::before(func, ctx, end);
        let ty = b.func.ty(self.start);
        let (zero, one) = (b.zero(ty), b.int(ty, 1));
        let count = b
            .call_intrinsic(id::CTPOP, &[ty], &[self.start])
            .expect("a result");
        // Even if no bit is set, the body executes once.
        let trips = b
            .call_intrinsic(id::UMAX, &[ty], &[count, one])
            .expect("a result");
        let mut replaced: Vec<(Value, Value)> = vec![(self.next, zero)];
        for counter in &self.counters {
            let trips = resize(&mut b, trips, counter.value);
            let sum = b.binary(Opcode::Mul, trips, counter.step);
            let last = b.binary(Opcode::Add, counter.start, sum);
            replaced.push((counter.next, last));
            replaced.push((counter.value, b.binary(Opcode::Sub, last, counter.step)));
        }
        let phis: SmallVec<[Inst; 4]> = func.phis(self.exit).collect();
        for phi in phis {
            let value = func.incoming(phi, self.latch).expect("an entry for the loop");
            func.add_incoming(phi, value, self.before);
        }
        func.remove_phi_edges(self.exit, self.latch, true);
        set_branch(func, self.latch, self.latch);
        set_branch(func, self.before, self.exit);
        for (old, new) in replaced {
            func.replace_uses_with_alias(old, new);
        }
    }
}

/// `count` in the type of `like`: truncated bits do not affect sums of that type.
fn resize(b: &mut Builder, count: Value, like: Value) -> Value {
    let ty: Type = b.func.ty(like);
    let bits = |b: &Builder, ty| b.ctx.types.int_bits(ty).expect("an integer");
    let (from, to) = (bits(b, b.func.ty(count)), bits(b, ty));
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => count,
        std::cmp::Ordering::Less => b.cast(Opcode::ZExt, count, ty),
        std::cmp::Ordering::Greater => b.cast(Opcode::Trunc, count, ty),
    }
}
