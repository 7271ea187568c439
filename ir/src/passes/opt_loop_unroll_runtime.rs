//! Unrolls loops whose trip count is computed on entry: a main loop of several copies without tests between them, then
//! the original loop for the remaining iterations.
//!
//! Requires: nothing (loops are simplified and closed first); handles innermost loops that test a counter in their only
//! latch, which is their only exit (see loop rotation). Invalidates everything. Cost: linear in the result. Source:
//! LLVM's UnrollRuntimeLoopRemainder, with the remainder after the main loop. Only where all lanes have the same trip
//! count, though maybe different counter values: otherwise lanes would wait for each other twice. Loops with convergent
//! operations stay, because lanes in the main loop and other lanes would no longer meet there.

use super::lower_lcssa;
use super::util::blocks::{order_blocks, set_branch, set_cond_branch};
use super::util::clone::{CloneMap, clone_blocks};
use super::util::elements::lowered_size;
use super::util::loop_remarks;
use super::util::loops::{LoopAnalyses, simplify_loops, unroll_hints};
use crate::analysis::known_bits::KnownBitsCache;
use crate::analysis::memory_effects::{Effects, effects};
use crate::analysis::trip_count::relative_count;
use crate::analysis::{Cfg, DivergenceAnalysis, LoopForest, LoopId, TargetTransformInfo};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::function::Function;
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};
use smallvec::SmallVec;

/// Maximum number of copies of a body.
const MAX_FACTOR: u64 = 8;
/// Maximum number of copies of a body with branches: loads after a branch are not awaited together with those before
/// it.
const MAX_FACTOR_WITH_BRANCHES: u64 = 4;
/// Maximum number of bits that all copies together load: they are in registers, and awaited, at the same time.
const MAX_LOADED_BITS: u64 = 12 * 32;

/// Unrolls with a budget of `size` instructions for each main loop. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo, size: u64) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let (mut changed, mut analyses) = simplify_loops(func, ctx);
    if analyses.loops.is_empty() {
        return changed;
    }
    if lower_lcssa::run(func, ctx) {
        changed = true;
        analyses = LoopAnalyses::of(func);
    }
    let LoopAnalyses { cfg, loops, .. } = analyses;
    let mut divergence: Option<DivergenceAnalysis> = None;
    let mut known = KnownBitsCache::default();
    // Innermost loops are disjoint: what is computed here stays valid for the others.
    let plans: Vec<(LoopId, Counter, u64)> = loops
        .inner_first()
        .filter_map(|id| {
            let counter = find_counter(func, ctx, &cfg, &loops, id)?;
            // The main loop should have two rounds.
            // Less than four rounds of the main loop are not worth the tests around it.
            let most = most_iterations(func, ctx, &mut known, &counter) / 4;
            let factor = choose_factor(func, ctx, &loops, id, size, most)?;
            let divergence = divergence.get_or_insert_with(|| DivergenceAnalysis::compute(func, ctx, target));
            let is_uniform = match counter.distance {
                Some(distance) => !divergence.is_divergent(distance),
                None => !divergence.is_divergent(counter.start) && !divergence.is_divergent(counter.limit),
            };
            is_uniform.then_some((id, counter, factor))
        })
        .collect();
    if plans.is_empty() {
        return changed;
    }
    for (id, counter, factor) in plans {
        if ctx.remarks.is_some() {
            let place = loop_remarks::place_of_loop(func, ctx, &loops, id);
            loop_remarks::unrolled(ctx, place, factor, None);
        }
        unroll(func, ctx, &loops, id, &counter, factor);
    }
    order_blocks(func);
    true
}

/// The counter of a loop.
struct Counter {
    /// Before the loop.
    preheader: Block,
    latch: Block,
    exit: Block,
    /// The counter's first value.
    start: Value,
    /// What the next value is compared with.
    limit: Value,
    /// The limit minus the first value, if that determines the trip count.
    distance: Option<Value>,
    /// While this holds between the next value and the limit, the loop continues.
    stay: IntPredicate,
    /// The step: a power of two or minus one.
    step: i128,
    ty: Type,
}

fn find_counter(
    func: &Function,
    ctx: &Context,
    cfg: &Cfg,
    loops: &LoopForest,
    id: LoopId,
) -> Option<Counter> {
    let data = loops.get(id);
    let [latch] = data.latches[..] else { return None };
    let preheader = loops.preheader(cfg, id)?;
    let exits = loops.exits(cfg, id);
    let &[(from, exit)] = &exits[..] else { return None };
    let test = func.terminator(latch)?;
    if !data.children.is_empty() || from != latch || func.opcode(test) != Opcode::CondBr {
        return None;
    }
    let stays_if_true = func.inst_blocks(test)[0] == data.header;
    let compare = func.def_inst(func.arg(test, 0))?;
    let Aux::IntPredicate(predicate) = func.inst(compare).aux else {
        return None;
    };
    let inside = |value: Value| {
        func.def_inst(value)
            .and_then(|inst| func.inst_block(inst))
            .is_some_and(|block| loops.contains(id, block))
    };
    let (mut next, mut limit) = (func.arg(compare, 0), func.arg(compare, 1));
    let mut stay = if stays_if_true {
        predicate
    } else {
        predicate.inverse()
    };
    if inside(limit) {
        (next, limit) = (limit, next);
        stay = stay.swapped();
    }
    let ty = func.ty(next);
    let width = ctx.types.int_bits(ty).filter(|&bits| bits <= 64)?;
    let add = func.def_inst(next)?;
    if inside(limit) || !inside(next) || func.opcode(add) != Opcode::Add {
        return None;
    }
    let step = sign_extend(width, func.as_int(func.arg(add, 1), ctx)?);
    let phi = func.def_inst(func.arg(add, 0))?;
    if func.opcode(phi) != Opcode::Phi || func.inst_block(phi) != Some(data.header) {
        return None;
    }
    if func.incoming(phi, latch)? != next {
        return None;
    }
    // Counting past the limit must be impossible or undefined.
    let flags = func.inst(add).flags;
    let (nsw, nuw) = (flags.contains(InstFlags::NSW), flags.contains(InstFlags::NUW));
    let fits = match stay {
        IntPredicate::Ne => step == 1 || step == -1,
        IntPredicate::Slt => step == 1 || (step > 1 && nsw),
        IntPredicate::Ult => step == 1 || (step > 1 && nuw),
        IntPredicate::Sle => step > 0 && nsw,
        IntPredicate::Ule => step > 0 && nuw,
        IntPredicate::Sgt => step == -1,
        IntPredicate::Sge => step == -1 && nsw,
        _ => false,
    };
    let is_inside = |block| loops.contains(id, block);
    let condition = func.arg(test, 0);
    let relative = relative_count(func, &is_inside, data.header, preheader, latch, condition);
    (fits && step.unsigned_abs().is_power_of_two()).then_some(Counter {
        preheader,
        latch,
        exit,
        start: func.incoming(phi, preheader)?,
        limit,
        distance: relative.map(|count| count.distance),
        stay,
        step,
        ty,
    })
}

/// The number of copies, at most `most` unless the program says otherwise.
fn choose_factor(
    func: &Function,
    ctx: &Context,
    loops: &LoopForest,
    id: LoopId,
    budget: u64,
    most: u64,
) -> Option<u64> {
    let data = loops.get(id);
    let hints = unroll_hints(func, ctx, func.terminator(data.latches[0])?);
    if hints.disable || hints.count == Some(1) {
        return None;
    }
    let (mut size, mut loaded_bits): (u64, u64) = (0, 0);
    for &block in &data.blocks {
        for inst in func.block_insts(block) {
            let what = effects(func, ctx, inst);
            if what.intersects(Effects::NO_DUPLICATE | Effects::CONVERGENT)
                || func.opcode(inst) == Opcode::Alloca
            {
                return None;
            }
            if func.opcode(inst) == Opcode::Load {
                let bits = ctx.layout.bits(&ctx.types, func.inst(inst).ty);
                loaded_bits += bits.next_multiple_of(32);
            }
            size += match func.opcode(inst) {
                Opcode::Phi | Opcode::Br | Opcode::BitCast => 0,
                _ => lowered_size(func, ctx, inst),
            };
        }
    }
    let allowed = budget / size.max(1);
    let wanted = match hints.count {
        Some(count) if count.is_power_of_two() => count.min(64),
        _ => {
            let ends = data
                .blocks
                .iter()
                .filter(|&&block| func.successors(block).len() > 1);
            let copies = if ends.count() > 1 {
                MAX_FACTOR_WITH_BRANCHES
            } else {
                MAX_FACTOR
            };
            let in_registers = MAX_LOADED_BITS / loaded_bits.max(1);
            copies.min(most).min(allowed).min(in_registers.max(2))
        }
    };
    (wanted >= 2).then(|| 1 << wanted.ilog2())
}

/// A number of iterations that the loop does not exceed, as far as its limit is known.
fn most_iterations(func: &Function, ctx: &Context, known: &mut KnownBitsCache, counter: &Counter) -> u64 {
    let width = ctx.types.int_bits(counter.ty).unwrap_or(64);
    let (start, limit) = match counter.distance {
        Some(distance) => (0, distance),
        None => match func.as_int(counter.start, ctx) {
            Some(start) => (sign_extend(width, start), counter.limit),
            None => return u64::MAX,
        },
    };
    let limit = known.known_bits(func, ctx, limit);
    if counter.step < 0 || start < 0 || !limit.is_non_negative() {
        return u64::MAX;
    }
    let is_inclusive = matches!(counter.stay, IntPredicate::Sle | IntPredicate::Ule);
    let distance = (limit.max() as i128 - start).max(0) + i128::from(is_inclusive);
    u64::try_from((distance + counter.step - 1) / counter.step).unwrap_or(u64::MAX)
}

/// How often the back edge is taken, a value of the counter's type, computed at the end of the preheader.
fn count_back_edges(func: &mut Function, ctx: &mut Context, counter: &Counter) -> Value {
    let end = func.terminator(counter.preheader).expect("a branch");
    let mut b = Builder::before(func, ctx, end);
    let ty = counter.ty;
    let (start, limit) = match counter.distance {
        Some(distance) => (b.zero(ty), distance),
        None => (counter.start, counter.limit),
    };
    let up = counter.step > 0;
    let distance = if up {
        b.binary(Opcode::Sub, limit, start)
    } else {
        b.binary(Opcode::Sub, start, limit)
    };
    let inclusive = matches!(
        counter.stay,
        IntPredicate::Sle | IntPredicate::Ule | IntPredicate::Sge
    );
    let one = b.int(ty, 1);
    let last = if inclusive {
        distance
    } else {
        b.binary(Opcode::Sub, distance, one)
    };
    let shift = counter.step.unsigned_abs().ilog2();
    let steps = if shift == 0 {
        last
    } else {
        let shift = b.int(ty, shift.into());
        b.binary(Opcode::LShr, last, shift)
    };
    let count = if counter.stay == IntPredicate::Ne {
        steps
    } else {
        // The test comes after the first iteration: a counter that starts past the limit executes once.
        let enters = b.icmp(counter.stay, start, limit);
        let zero = b.zero(ty);
        b.select(enters, steps, zero)
    };
    // The first iteration does not depend on the limit; branching on an undefined limit now would be too early.
    b.freeze(count)
}

fn unroll(
    func: &mut Function,
    ctx: &mut Context,
    loops: &LoopForest,
    id: LoopId,
    counter: &Counter,
    factor: u64,
) {
    let data = loops.get(id);
    let &Counter {
        preheader,
        latch,
        exit,
        ty,
        ..
    } = counter;
    let header = data.header;
    let phis: SmallVec<[Inst; 8]> = func.phis(header).collect();
    let incoming = |func: &Function, phi: Inst, block: Block| -> Value {
        func.incoming(phi, block).expect("an entry for the block")
    };
    let back = count_back_edges(func, ctx, counter);

    // preheader: are there enough iterations for the main loop?
    let (main, after, rest) = (
        func.append_new_block(),
        func.append_new_block(),
        func.append_new_block(),
    );
    let end = func.terminator(preheader).expect("a branch");
    let mut b = Builder::before(func, ctx, end);
    let most = b.int(ty, u128::from(factor - 1));
    let few = b.icmp(IntPredicate::Ult, back, most);

    // main: phis of its own, and the number of remaining rounds.
    let mut b = Builder::at_end(func, ctx, main);
    let mut heads: SmallVec<[Value; 8]> = SmallVec::new();
    for &phi in &phis {
        let ty = b.func.inst(phi).ty;
        let initial = incoming(b.func, phi, preheader);
        let head = b.phi(ty);
        let inst = b.func.def_inst(head).expect("a phi");
        b.func.add_incoming(inst, initial, preheader);
        heads.push(head);
    }
    let rounds = b.phi(ty);

    let mut maps: Vec<CloneMap> = Vec::with_capacity(factor as usize);
    for copy in 0..factor as usize {
        let mut map = CloneMap::default();
        for (&phi, &head) in phis.iter().zip(&heads) {
            let result = func.result(phi).expect("a phi has a result");
            let value = match copy {
                0 => head,
                _ => maps[copy - 1].value(func, incoming(func, phi, latch)),
            };
            map.values.insert(result, value);
        }
        clone_blocks(func, &data.blocks, &mut map);
        maps.push(map);
    }
    Builder::at_end(func, ctx, main).br(maps[0].block(header));
    for copy in 0..maps.len() {
        let end = maps[copy].block(latch);
        if let Some(branch) = func.terminator(end) {
            func.attachments.remove(&branch);
        }
        if let Some(next) = maps.get(copy + 1) {
            let next = next.block(header);
            set_branch(func, end, next);
        }
    }
    let last = maps.last().expect("at least two copies");
    let main_latch = last.block(latch);
    for (&phi, &head) in phis.iter().zip(&heads) {
        let value = last.value(func, incoming(func, phi, latch));
        let head = func.def_inst(head).expect("a phi");
        func.add_incoming(head, value, main_latch);
    }
    let branch = func.terminator(main_latch).expect("a branch");
    let mut b = Builder::before(func, ctx, branch);
    let minus_one = b.int(ty, u128::MAX);
    let left = b.binary(Opcode::Add, rounds, minus_one);
    let zero = b.zero(ty);
    let more = b.icmp(IntPredicate::Ne, left, zero);
    set_cond_branch(func, main_latch, more, main, after);

    // The number of rounds, (back + 1) / factor, written so that it does not overflow.
    let end = func.terminator(preheader).expect("a branch");
    let mut b = Builder::before(func, ctx, end);
    let beyond = b.binary(Opcode::Sub, back, most);
    let shift = b.int(ty, factor.ilog2().into());
    let full = b.binary(Opcode::LShr, beyond, shift);
    let one = b.int(ty, 1);
    let total = b.binary(Opcode::Add, full, one);
    let rounds = func.def_inst(rounds).expect("a phi");
    func.add_incoming(rounds, total, preheader);
    func.add_incoming(rounds, left, main_latch);

    // after: are any iterations left?
    let mut b = Builder::at_end(func, ctx, after);
    let one = b.int(ty, 1);
    let count = b.binary(Opcode::Add, back, one);
    let mask = b.int(ty, u128::from(factor - 1));
    let left = b.binary(Opcode::And, count, mask);
    let zero = b.zero(ty);
    let done = b.icmp(IntPredicate::Eq, left, zero);
    b.cond_br(done, exit, rest);
    let exit_phis: SmallVec<[Inst; 8]> = func.phis(exit).collect();
    for phi in exit_phis {
        let value = last.value(func, incoming(func, phi, latch));
        func.add_incoming(phi, value, after);
    }

    // remainder: its preheader.
    for &phi in &phis {
        let ty = func.inst(phi).ty;
        let (initial, reached) = (
            incoming(func, phi, preheader),
            last.value(func, incoming(func, phi, latch)),
        );
        let merged = Builder::at_end(func, ctx, rest).phi(ty);
        let inst = func.def_inst(merged).expect("a phi");
        func.add_incoming(inst, initial, preheader);
        func.add_incoming(inst, reached, after);
        let index = func.incoming_index(phi, preheader);
        func.remove_incoming(phi, index.expect("an entry for the preheader"));
        func.add_incoming(phi, merged, rest);
    }
    Builder::at_end(func, ctx, rest).br(header);
    set_cond_branch(func, preheader, few, rest, main);
}
