//! How often a loop iterates, if constants determine it.
//!
//! The exit condition is evaluated iteration by iteration from the loop's constant initial values: any arithmetic that
//! folds will do, not only linear induction. A counter from an unknown start to a limit at a constant distance is
//! treated as counting from zero to that distance. Cost: O(iterations × instructions that the condition needs).

use super::cfg::Cfg;
use super::dominators::DominatorTree;
use super::loops::{LoopForest, LoopId};
use crate::context::Context;
use crate::entities::{Block, Constant, Inst, Value};
use crate::fold::{fold_binary, fold_cast, fold_fcmp, fold_icmp, fold_select};
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// Maximum depth of the exit condition.
const MAX_DEPTH: u32 = 24;

/// A loop that iterates a known number of times unless it is left elsewhere first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TripCount {
    /// The block that decides. Every iteration executes it.
    pub exiting: Block,
    /// How many times this block is executed; the last time, it leaves the loop.
    pub count: u64,
}

/// The trip count of a loop with a preheader and one latch, if it is at most `limit`.
pub fn trip_count(
    func: &Function,
    ctx: &mut Context,
    cfg: &Cfg,
    tree: &DominatorTree,
    loops: &LoopForest,
    id: LoopId,
    limit: u64,
) -> Option<TripCount> {
    let data = loops.get(id);
    let [latch] = data.latches[..] else { return None };
    let preheader = loops.preheader(cfg, id)?;
    let mut best: Option<TripCount> = None;
    for &block in &data.blocks {
        if loops.loop_of(block) != Some(id) || !tree.dominates(block, latch) {
            continue;
        }
        let Some(branch) = func.terminator(block) else {
            continue;
        };
        if func.opcode(branch) != Opcode::CondBr {
            continue;
        }
        let stays: Vec<bool> = func
            .inst_blocks(branch)
            .iter()
            .map(|&b| loops.contains(id, b))
            .collect();
        if stays[0] == stays[1] {
            continue;
        }
        let condition = func.arg(branch, 0);
        let relative = relative_count(
            func,
            &|b| loops.contains(id, b),
            data.header,
            preheader,
            latch,
            condition,
        );
        let relative = relative.and_then(|count| {
            let distance = func.as_const(count.distance)?;
            let zero = ctx.const_from_bits(func.ty(count.start), 0)?;
            Some([(count.start, zero), (count.limit, distance)])
        });
        let mut simulation = Simulation {
            func,
            ctx,
            relative,
            header: data.header,
            latch,
            preheader,
            is_inside: &|b| loops.contains(id, b),
            phis: FxHashMap::default(),
            memo: FxHashMap::default(),
            first: true,
        };
        let max = best.map_or(limit, |b| b.count.min(limit));
        if let Some(count) = simulation.run(condition, stays[0], max)
            && best.is_none_or(|b| count < b.count)
        {
            best = Some(TripCount {
                exiting: block,
                count,
            });
        }
    }
    best
}

/// A counter from `start` to `limit`, which is `start` plus `distance`: the number of comparisons depends only on the
/// distance.
#[derive(Clone, Copy)]
pub struct RelativeCount {
    /// The counter's first value.
    pub start: Value,
    /// What it, or its next value, is compared with.
    pub limit: Value,
    /// From the first to the second: neither of them, nor any value in between, wraps in the order of the comparison.
    pub distance: Value,
}

/// The counter that `condition` compares, if it has a relative limit.
pub fn relative_count(
    func: &Function,
    is_inside: &dyn Fn(Block) -> bool,
    header: Block,
    preheader: Block,
    latch: Block,
    condition: Value,
) -> Option<RelativeCount> {
    let compare = func.def_inst(condition)?;
    let Aux::IntPredicate(predicate) = func.inst(compare).aux else {
        return None;
    };
    if func.opcode(compare) != Opcode::ICmp {
        return None;
    }
    let wanted = match predicate {
        IntPredicate::Eq | IntPredicate::Ne => InstFlags::empty(),
        IntPredicate::Ult | IntPredicate::Ule | IntPredicate::Ugt | IntPredicate::Uge => InstFlags::NUW,
        _ => InstFlags::NSW,
    };
    let sum = |value: Value| {
        let add = func.def_inst(value)?;
        let fits = func.opcode(add) == Opcode::Add && func.inst(add).flags.contains(wanted);
        fits.then(|| [0, 1].map(|index| func.resolve(func.arg(add, index))))
    };
    let (a, b) = (
        func.resolve(func.arg(compare, 0)),
        func.resolve(func.arg(compare, 1)),
    );
    let leaves = |value: Value| {
        let block = func.def_inst(value).and_then(|def| func.inst_block(def));
        block.is_none_or(|block| !is_inside(block))
    };
    let (counter, limit) = match (leaves(a), leaves(b)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return None,
    };
    let phi = match sum(counter) {
        Some([before, _]) => before,
        None => counter,
    };
    let def = func.def_inst(phi)?;
    if func.opcode(def) != Opcode::Phi || func.inst_block(def) != Some(header) {
        return None;
    }
    let next = func.resolve(func.incoming(def, latch)?);
    let [before, step] = sum(next)?;
    if before != phi || func.as_const(step).is_none() || (counter != phi && counter != next) {
        return None;
    }
    let start = func.resolve(func.incoming(def, preheader)?);
    let distance = match sum(limit)? {
        [from, distance] if from == start => distance,
        [distance, from] if from == start => distance,
        _ => return None,
    };
    func.as_const(start).is_none().then_some(RelativeCount {
        start,
        limit,
        distance,
    })
}

struct Simulation<'a> {
    func: &'a Function,
    ctx: &'a mut Context,
    /// Constants that stand for values that are not constant.
    relative: Option<[(Value, Constant); 2]>,
    header: Block,
    latch: Block,
    preheader: Block,
    is_inside: &'a dyn Fn(Block) -> bool,
    /// The header phis that the condition depends on, in this iteration.
    phis: FxHashMap<Inst, Constant>,
    memo: FxHashMap<Value, Constant>,
    first: bool,
}

impl Simulation<'_> {
    /// The number of the iteration in which the condition leaves the loop.
    fn run(&mut self, condition: Value, stay_if: bool, limit: u64) -> Option<u64> {
        for iteration in 1..=limit {
            self.memo.clear();
            let value = self.value(condition, 0)?;
            let holds = self.ctx.int_value(value)? != 0;
            if holds != stay_if {
                return Some(iteration);
            }
            // All phis seen so far step together.
            let phis: SmallVec<[Inst; 4]> = self.phis.keys().copied().collect();
            let mut next: SmallVec<[(Inst, Constant); 4]> = SmallVec::new();
            for phi in phis {
                let value = self.func.incoming(phi, self.latch)?;
                next.push((phi, self.value(value, 0)?));
            }
            // A phi first encountered while stepping still has its initial value: step it as well, from that value.
            if self.first {
                if self.phis.len() != next.len() {
                    next.clear();
                    let mut known = 0;
                    while known != self.phis.len() {
                        known = self.phis.len();
                        next.clear();
                        for phi in self.phis.keys().copied().collect::<Vec<_>>() {
                            let value = self.func.incoming(phi, self.latch)?;
                            next.push((phi, self.value(value, 0)?));
                        }
                    }
                }
                self.first = false;
            }
            self.phis.extend(next);
        }
        None
    }

    /// The constant that stands for a value from before the loop, or that it is.
    fn outside(&self, value: Value) -> Option<Constant> {
        let value = self.func.resolve(value);
        let stands_for = self.relative.iter().flatten().find(|(of, _)| *of == value);
        stands_for
            .map(|&(_, constant)| constant)
            .or_else(|| self.func.as_const(value))
    }

    fn value(&mut self, value: Value, depth: u32) -> Option<Constant> {
        if let Some(constant) = self.outside(value) {
            return Some(constant);
        }
        let inst = match self.func.def(value) {
            ValueDef::Inst(inst) => inst,
            _ => return None,
        };
        let block = self.func.inst_block(inst)?;
        if depth > MAX_DEPTH || !(self.is_inside)(block) {
            return None;
        }
        if self.func.opcode(inst) == Opcode::Phi {
            if block != self.header {
                // Only a phi in loop-closed form stands for one value.
                let [only] = *self.func.args(inst) else {
                    return None;
                };
                return self.value(only, depth + 1);
            }
            if let Some(&known) = self.phis.get(&inst) {
                return Some(known);
            }
            if !self.first || self.phis.len() >= 8 {
                return None;
            }
            let initial = self.outside(self.func.incoming(inst, self.preheader)?)?;
            self.phis.insert(inst, initial);
            return Some(initial);
        }
        let value = self.func.resolve(value);
        if let Some(&known) = self.memo.get(&value) {
            return Some(known);
        }
        let mut args: [Option<Constant>; 3] = [None; 3];
        if self.func.args(inst).len() > 3 {
            return None;
        }
        for index in 0..self.func.args(inst).len() {
            let arg = self.func.arg(inst, index);
            args[index] = Some(self.value(arg, depth + 1)?);
        }
        let data = self.func.inst(inst);
        let (flags, ty) = (data.flags, data.ty);
        let result = match (data.opcode, args, data.aux) {
            (opcode, [Some(a), Some(b), None], _) if opcode.is_binary() => {
                fold_binary(self.ctx, opcode, flags, a, b)
            }
            (opcode, [Some(a), None, None], _) if opcode.is_cast() => {
                fold_cast(self.ctx, opcode, flags, a, ty)
            }
            (Opcode::ICmp, [Some(a), Some(b), None], Aux::IntPredicate(p)) => fold_icmp(self.ctx, p, a, b),
            (Opcode::FCmp, [Some(a), Some(b), None], Aux::FloatPredicate(p)) => fold_fcmp(self.ctx, p, a, b),
            (Opcode::Select, [Some(c), Some(a), Some(b)], _) => fold_select(self.ctx, c, a, b),
            _ => None,
        }?;
        self.memo.insert(value, result);
        Some(result)
    }
}
