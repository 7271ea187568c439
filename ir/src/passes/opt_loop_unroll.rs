//! Unrolls loops with a constant trip count: completely if that is small enough, else by a factor that divides it.
//!
//! Requires: nothing (loops are simplified and closed first). Invalidates everything. Cost: linear in the result.
//! Loops that index a stack object with their counter get a larger budget, because the object then lives in registers;
//! for the same reason they are unrolled even if they contain loops, whose trip counts often become constant only then.
//! `#pragma unroll` (`!llvm.loop`) is obeyed within a generous limit.

use super::lower_lcssa;
use super::util::blocks::{remove_unreachable_blocks, set_branch};
use super::util::clone::{CloneMap, ExitEntries, clone_blocks};
use super::util::elements::lowered_size;
use super::util::loop_remarks;
use super::util::loops::{LoopAnalyses, UnrollHints, simplify_loops, unroll_hints};
use crate::analysis::alias::{Address, decompose};
use crate::analysis::memory_effects::{Effects, effects};
use crate::analysis::trip_count::{TripCount, relative_count, trip_count};
use crate::analysis::{Cfg, LoopForest, LoopId, TargetTransformInfo};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, InstFlags, Opcode};
use fxhash::FxHashSet;
use smallvec::SmallVec;

/// Factor for the limit if a stack object can disappear.
const STACK_OBJECT_FACTOR: u64 = 12;
/// Limit for loops with a pragma.
const PRAGMA_BUDGET: u64 = 16 * 1024;
/// Loops with several exits are unrolled up to this trip count.
const MAX_TRIPS_WITH_BREAKS: u64 = 16;
/// Part of the computations inside that must become constant for a loop to be unrolled around others: one of this many.
const CONSTANT_SHARE: u64 = 4;
/// Weight of an instruction.
const INST_WEIGHT: u64 = 8;
/// Weight, by byte, of stored constants: neighbouring ones are stored together, from a register for four bytes.
const STORED_BYTE_WEIGHT: u64 = 2;
/// Maximum number of simulated iterations.
const MAX_TRIP_COUNT: u64 = 1024;
/// Maximum number of rounds: a loop nest takes one for each level.
const MAX_ROUNDS: usize = 8;
/// Functions of more instructions do not grow for the sake of stack objects.
const MAX_GROWN_FUNCTION: u64 = 8 * 1024;
/// Stack objects of more bytes stay in memory, whatever their indices.
const MAX_OBJECT_BYTES: u64 = 512;

/// Unrolls, with `scale` times the target's budget. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo, scale: u64) -> bool {
    let budget = scale * u64::from(target.unroll_budget());
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let mut changed = false;
    // Inner loops first; a loop around an unrolled one is considered in the next round, with its new size.
    for _ in 0..MAX_ROUNDS {
        let (_, mut analyses) = simplify_loops(func, ctx);
        if analyses.loops.is_empty() {
            break;
        }
        if lower_lcssa::run(func, ctx) {
            analyses = LoopAnalyses::of(func);
        }
        if !round(func, ctx, budget, &analyses) {
            break;
        }
        changed = true;
        remove_unreachable_blocks(func);
        super::opt_simplify::sweep(func, ctx, target);
        super::opt_simplify_cfg::run(func, ctx, target);
    }
    changed
}

fn round(func: &mut Function, ctx: &mut Context, budget: u64, analyses: &LoopAnalyses) -> bool {
    let LoopAnalyses { cfg, loops, .. } = analyses;
    let mut changed = false;
    let blocks = func.block_order().iter();
    let function_size: u64 = blocks.map(|&block| func.block_insts(block).count() as u64).sum();
    let grows = function_size <= MAX_GROWN_FUNCTION;
    for id in loops.inner_first() {
        if !loops.get(id).children.is_empty() {
            // The loops around an unrolled loop have changed.
            if changed {
                continue;
            }
            let hints = latch_hints(func, ctx, loops, id);
            let pays = || {
                counts_stack_elements(func, ctx, analyses, id)
                    || counts_inner_trips(func, analyses, id)
                    || decides_inner_values(func, loops, id)
            };
            if !(hints.full || hints.enable || (grows && pays())) {
                continue;
            }
        }
        let plan = make_plan(func, ctx, budget, grows, analyses, id);
        if ctx.remarks.is_some() {
            let place = loop_remarks::place_of_loop(func, ctx, loops, id);
            let hints = latch_hints(func, ctx, loops, id);
            match plan {
                Some(plan) => loop_remarks::unrolled(ctx, place, plan.factor, Some(plan.trips.count)),
                None if hints.full || hints.enable => loop_remarks::not_unrolled(ctx, place),
                None => {}
            }
        }
        if let Some(plan) = plan {
            unroll(func, cfg, loops, id, plan);
            changed = true;
        }
    }
    changed
}

fn latch_hints(func: &Function, ctx: &Context, loops: &LoopForest, id: LoopId) -> UnrollHints {
    loops.get(id).latches[..]
        .iter()
        .filter_map(|&l| func.terminator(l))
        .map(|t| unroll_hints(func, ctx, t))
        .next()
        .unwrap_or_default()
}

#[derive(Clone, Copy)]
struct Plan {
    trips: TripCount,
    /// Copies of the body, the original included.
    factor: u64,
}

fn make_plan(
    func: &Function,
    ctx: &mut Context,
    mut budget: u64,
    grows: bool,
    analyses: &LoopAnalyses,
    id: LoopId,
) -> Option<Plan> {
    let LoopAnalyses { cfg, tree, loops } = analyses;
    let hints = latch_hints(func, ctx, loops, id);
    if hints.disable || hints.count == Some(1) {
        return None;
    }
    let data = loops.get(id);
    let (mut size, mut weight): (u64, u64) = (0, 0);
    let constants = constant_values(func, loops, id);
    for &block in &data.blocks {
        for inst in func.block_insts(block) {
            if effects(func, ctx, inst).contains(Effects::NO_DUPLICATE) || func.opcode(inst) == Opcode::Alloca
            {
                return None;
            }
            let count = match func.opcode(inst) {
                // Address computations with the counter become constant offsets.
                Opcode::Phi | Opcode::Br | Opcode::BitCast | Opcode::GetElementPtr => 0,
                Opcode::Switch => lowered_size(func, ctx, inst),
                _ => 1,
            };
            size += count;
            weight += weight_when_complete(func, ctx, &constants, inst).unwrap_or(count * INST_WEIGHT);
        }
    }
    let uses_stack = counts_stack_elements(func, ctx, analyses, id);
    if uses_stack && grows {
        budget *= STACK_OBJECT_FACTOR;
    }
    if hints.full || hints.enable {
        budget = budget.max(PRAGMA_BUDGET);
    }
    let size = size.max(1);
    // If there are other exits, each copy has them, too: lanes that leave early nest ever deeper.
    let exits = loops.exits(cfg, id).len();
    let asked = hints.full || hints.enable || hints.count.is_some();
    let trips = trip_count(func, ctx, cfg, tree, loops, id, MAX_TRIP_COUNT)?;
    if exits > 1 && !asked && !uses_stack && trips.count > MAX_TRIPS_WITH_BREAKS {
        return None;
    }
    if trips.count * weight <= budget * INST_WEIGHT {
        return Some(Plan {
            trips,
            factor: trips.count,
        });
    }
    // Partial unrolling: a divisor, so that no iterations remain.
    let allowed = (budget / 3 / size).min(16);
    let wanted = hints.count.unwrap_or(allowed).min(budget / size).min(64);
    if exits > 1 && !asked {
        return None;
    }
    let is_innermost = data.children.is_empty();
    let factor = (2..=wanted).rev().find(|f| trips.count % f == 0)?;
    (is_innermost && (size <= 40 || hints.count.is_some())).then_some(Plan { trips, factor })
}

/// Values that are constant in each copy of a completely unrolled loop: its counters, and what is computed from them.
/// PHIs of inner loops and joins are not counted.
fn constant_values(func: &Function, loops: &LoopForest, id: LoopId) -> FxHashSet<Value> {
    let data = loops.get(id);
    let mut found: FxHashSet<Value> = FxHashSet::default();
    let is_constant = |found: &FxHashSet<Value>, value: Value| {
        let value = func.resolve(value);
        func.as_const(value).is_some() || found.contains(&value)
    };
    let [latch] = data.latches[..] else { return found };
    let mut counters: SmallVec<[(Value, Value); 4]> = SmallVec::new();
    for phi in func.phis(data.header) {
        let (Some(next), Some(result)) = (func.incoming(phi, latch), func.result(phi)) else {
            continue;
        };
        let entries = func.inst_blocks(phi).iter().enumerate();
        let mut starts = entries.filter(|&(_, &from)| from != latch);
        if starts.all(|(index, _)| func.as_const(func.arg(phi, index)).is_some()) {
            counters.push((result, next));
        }
    }
    // What a PHI is computed from may turn out not to be constant: once more without that PHI.
    while !counters.is_empty() {
        found = counters.iter().map(|&(phi, _)| phi).collect();
        for &block in &data.blocks {
            for inst in func.block_insts(block) {
                let opcode = func.opcode(inst);
                let folds = opcode.is_binary()
                    || opcode.is_cast()
                    || matches!(opcode, Opcode::ICmp | Opcode::FCmp | Opcode::Select);
                if folds
                    && let Some(result) = func.result(inst)
                    && (0..func.args(inst).len()).all(|index| is_constant(&found, func.arg(inst, index)))
                {
                    found.insert(result);
                }
            }
        }
        let before = counters.len();
        counters.retain(|&mut (_, next)| is_constant(&found, next));
        if counters.len() == before {
            return found;
        }
    }
    FxHashSet::default()
}

/// The weight of an instruction in a completely unrolled loop, if it is less than usual.
fn weight_when_complete(
    func: &Function,
    ctx: &Context,
    constants: &FxHashSet<Value>,
    inst: Inst,
) -> Option<u64> {
    if func
        .result(inst)
        .is_some_and(|result| constants.contains(&result))
    {
        return Some(0);
    }
    if func.opcode(inst) != Opcode::Store || !constants.contains(&func.resolve(func.arg(inst, 0))) {
        return None;
    }
    let bytes = ctx.layout.size(&ctx.types, func.ty(func.arg(inst, 0)));
    Some((1 + bytes * STORED_BYTE_WEIGHT).min(INST_WEIGHT))
}

/// Whether much of what inner loops compute is constant once this loop is unrolled.
fn decides_inner_values(func: &Function, loops: &LoopForest, id: LoopId) -> bool {
    let constants = constant_values(func, loops, id);
    if constants.is_empty() {
        return false;
    }
    let (mut all, mut constant): (u64, u64) = (0, 0);
    for &block in &loops.get(id).blocks {
        if loops.loop_of(block) == Some(id) {
            continue;
        }
        for inst in func.block_insts(block) {
            if !matches!(
                func.opcode(inst),
                Opcode::Phi | Opcode::Br | Opcode::GetElementPtr
            ) {
                all += 1;
                constant += u64::from(
                    func.result(inst)
                        .is_some_and(|result| constants.contains(&result)),
                );
            }
        }
    }
    all > 0 && constant * CONSTANT_SHARE >= all
}

/// The stack object that `inst` loads from or stores to, and its offset.
fn stack_access(func: &Function, ctx: &Context, inst: Inst) -> Option<(Inst, Address)> {
    let pointer = match func.opcode(inst) {
        Opcode::Load => func.arg(inst, 0),
        Opcode::Store => func.arg(inst, 1),
        _ => return None,
    };
    let address = decompose(func, ctx, pointer);
    let object = func.def_inst(address.base)?;
    (func.opcode(object) == Opcode::Alloca).then_some((object, address))
}

/// Whether the loop indexes a small stack object by its own counters, or by counters of inner loops that begin or end
/// with these: they are constant once the loop is unrolled.
fn counts_stack_elements(func: &Function, ctx: &Context, analyses: &LoopAnalyses, id: LoopId) -> bool {
    let loops = &analyses.loops;
    let mut counters = Counters::new(func, analyses, id);
    let insts = loops
        .get(id)
        .blocks
        .iter()
        .flat_map(|&block| func.block_insts(block));
    insts
        .filter_map(|inst| stack_access(func, ctx, inst))
        .any(|(object, address)| {
            let Aux::Alloca(ty, _) = func.inst(object).aux else {
                return false;
            };
            counters.has_own = false;
            counters.seen.clear();
            ctx.layout.size(&ctx.types, ty) <= MAX_OBJECT_BYTES
                && address.terms.iter().all(|&(index, _)| counters.make(index, 0))
                && counters.has_own
        })
}

/// Whether all loops directly inside end by a count, or earlier, and get constant trip counts once this loop is unrolled,
/// at least one of them because of it. For a counter with a variable start, the distance counts.
fn counts_inner_trips(func: &Function, analyses: &LoopAnalyses, id: LoopId) -> bool {
    let LoopAnalyses { cfg, loops, .. } = analyses;
    let mut has_own = false;
    let has_all = loops.get(id).children.iter().all(|&inner| {
        loops.exits(cfg, inner).iter().any(|&(from, _)| {
            let test = func.terminator(from).expect("a block that is left");
            func.opcode(test) == Opcode::CondBr && {
                let condition = func.arg(test, 0);
                let distance = distance(func, analyses, inner, condition);
                let mut counters = Counters::new(func, analyses, id);
                let is_counted = counters.make(distance.unwrap_or(condition), 0);
                has_own |= is_counted && counters.has_own;
                is_counted
            }
        })
    });
    has_all && has_own
}

/// The distance that the counter compared by `condition` covers, if its limit is its first value plus that distance.
fn distance(func: &Function, analyses: &LoopAnalyses, id: LoopId, condition: Value) -> Option<Value> {
    let LoopAnalyses { cfg, loops, .. } = analyses;
    let data = loops.get(id);
    let [latch] = data.latches[..] else { return None };
    let (is_inside, preheader) = (|block| loops.contains(id, block), loops.preheader(cfg, id)?);
    relative_count(func, &is_inside, data.header, preheader, latch, condition).map(|count| count.distance)
}

/// Finds values that depend only on counters of a loop.
struct Counters<'a> {
    func: &'a Function,
    cfg: &'a Cfg,
    loops: &'a LoopForest,
    id: LoopId,
    seen: FxHashSet<Value>,
    /// A counter of the loop itself was found.
    has_own: bool,
}

impl<'a> Counters<'a> {
    fn new(func: &'a Function, analyses: &'a LoopAnalyses, id: LoopId) -> Counters<'a> {
        Counters {
            func,
            cfg: &analyses.cfg,
            loops: &analyses.loops,
            id,
            seen: FxHashSet::default(),
            has_own: false,
        }
    }

    /// Whether a phi's values, and the conditions on the ways to it, are computed from constants and counters.
    fn decide(&mut self, phi: Inst, block: Block, depth: u32) -> bool {
        const MAX_BLOCKS: usize = 8;
        let func = self.func;
        let cfg = self.cfg;
        let mut is_decided = |value: Value| self.make(value, depth + 1);
        if !func.args(phi).iter().all(|&arg| is_decided(arg)) {
            return false;
        }
        cfg.preds(block).all(|pred| {
            let ways = std::iter::successors(Some(pred), |&way| cfg.single_pred(way));
            ways.take(MAX_BLOCKS).all(|way| {
                let test = func
                    .terminator(way)
                    .filter(|&test| matches!(func.opcode(test), Opcode::CondBr | Opcode::Switch));
                test.is_none_or(|test| is_decided(func.arg(test, 0)))
            })
        })
    }

    /// Whether `value` is computed from constants and counters.
    fn make(&mut self, value: Value, depth: u32) -> bool {
        const MAX_DEPTH: u32 = 16;
        let func = self.func;
        let inst = match func.def(value) {
            ValueDef::Const(_) => return true,
            ValueDef::Inst(inst) => inst,
            _ => return false,
        };
        let Some(block) = func
            .inst_block(inst)
            .filter(|&block| self.loops.contains(self.id, block))
        else {
            return false;
        };
        if !self.seen.insert(func.resolve(value)) {
            return true;
        }
        let loop_of_block = self.loops.loop_of(block);
        let is_header = loop_of_block.is_some_and(|of| self.loops.get(of).header == block);
        match func.opcode(inst) {
            Opcode::Phi if loop_of_block == Some(self.id) && is_header => {
                self.has_own = true;
                // It starts with a constant; inside, everything else is decided.
                func.args(inst).iter().all(|&arg| match func.def(arg) {
                    ValueDef::Inst(_) => depth < MAX_DEPTH && self.make(arg, depth + 1),
                    ValueDef::Const(_) => true,
                    _ => false,
                })
            }
            Opcode::Phi if !is_header => depth < MAX_DEPTH && self.decide(inst, block, depth),
            Opcode::Load | Opcode::Call => false,
            _ => depth < MAX_DEPTH && func.args(inst).iter().all(|&arg| self.make(arg, depth + 1)),
        }
    }
}

fn unroll(func: &mut Function, cfg: &Cfg, loops: &LoopForest, id: LoopId, plan: Plan) {
    let data = loops.get(id);
    let (header, latch) = (data.header, data.latches[0]);
    let exiting = plan.trips.exiting;
    let complete = plan.factor == plan.trips.count;
    let test = func.terminator(exiting).expect("a conditional branch");
    let stay = func
        .inst_blocks(test)
        .iter()
        .copied()
        .find(|&b| loops.contains(id, b));
    let stay = stay.expect("one way stays in the loop");
    let leave = func
        .inst_blocks(test)
        .iter()
        .copied()
        .find(|&b| !loops.contains(id, b));
    let leave = leave.expect("one way leaves the loop");
    let blocks = data.blocks.clone();
    let phis: SmallVec<[Inst; 8]> = func.phis(header).collect();
    let from_latch =
        |func: &Function, phi: Inst| -> Value { func.incoming(phi, latch).expect("an entry for the latch") };
    let steps: SmallVec<[(Value, Value); 8]> = phis
        .iter()
        .map(|&phi| {
            (
                func.result(phi).expect("a phi has a result"),
                from_latch(func, phi),
            )
        })
        .collect();
    let exit_entries = ExitEntries::of(func, loops.exits(cfg, id));
    let mut maps: Vec<CloneMap> = vec![CloneMap::default()];
    let insts: usize = blocks.iter().map(|&block| func.block_insts(block).count()).sum();
    for _ in 1..plan.factor {
        let before = maps.last().expect("the first one is there");
        let mut map = CloneMap::default();
        map.values.reserve(steps.len() + insts);
        map.blocks.reserve(blocks.len());
        for &(phi, step) in &steps {
            map.values.insert(phi, before.value(func, step));
        }
        clone_blocks(func, &blocks, &mut map);
        exit_entries.add(func, &map);
        maps.push(map);
    }
    // Connect the copies.
    let last = maps.len() - 1;
    for (i, map) in maps.iter().enumerate() {
        let (here, end) = (map.block(exiting), map.block(latch));
        let own_header = map.block(header);
        let next_header = if i < last {
            maps[i + 1].block(header)
        } else {
            header
        };
        // Back edges of the copy go to its own header so far.
        if i < last || !complete {
            let branch = func.terminator(end).expect("a branch");
            for target in func.inst_blocks_mut(branch) {
                if *target == own_header {
                    *target = next_header;
                }
            }
            if i < last {
                func.attachments.remove(&branch);
            }
        }
        if i < last {
            // Always continues.
            let to = if stay == header {
                next_header
            } else {
                map.block(stay)
            };
            drop_exit(func, here, leave);
            set_branch(func, here, to);
        } else if complete {
            // Always leaves; the back edge is never taken.
            set_branch(func, here, leave);
            if let Some(branch) = func.terminator(end)
                && func.inst_blocks(branch).contains(&own_header)
            {
                cut_back_edge(func, end, own_header);
            }
        }
    }
    // The phis of the first header.
    let back_value = &maps[last];
    for (&phi, &(_, step)) in phis.iter().zip(&steps) {
        let index = func.incoming_index(phi, latch);
        func.remove_incoming(phi, index.expect("an entry for the latch"));
        if !complete {
            let value = back_value.value(func, step);
            func.add_incoming(phi, value, back_value.block(latch));
        }
    }
}

fn drop_exit(func: &mut Function, from: Block, to: Block) {
    func.remove_phi_edges(to, from, true);
}

/// The edge back to the header in a copy that always leaves before: its block is unreachable or has no successor.
fn cut_back_edge(func: &mut Function, block: Block, header: Block) {
    let branch = func.terminator(block).expect("a branch");
    let others: SmallVec<[Block; 2]> = func
        .inst_blocks(branch)
        .iter()
        .copied()
        .filter(|&b| b != header)
        .collect();
    match others[..] {
        [only] if func.opcode(branch) == Opcode::CondBr => {
            set_branch(func, block, only);
        }
        _ => {
            let succs: SmallVec<[Block; 2]> = others;
            for succ in succs {
                func.remove_phi_edges(succ, block, true);
            }
            func.remove_inst(branch);
            let end = func.make_inst(
                Opcode::Unreachable,
                Type::VOID,
                &[],
                &[],
                InstFlags::empty(),
                Aux::None,
            );
            func.append_inst(end, block);
        }
    }
}
