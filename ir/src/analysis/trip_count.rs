//! How often a loop runs, when constants decide it.
//!
//! The exit condition is evaluated iteration by iteration from the constants the loop starts with: any arithmetic that
//! folds will do, not only linear induction. Cost: O(iterations × instructions the condition needs).

use super::cfg::Cfg;
use super::dominators::DominatorTree;
use super::loops::{LoopForest, LoopId};
use crate::context::Context;
use crate::entities::{Block, Constant, Inst, Value};
use crate::fold::{fold_binary, fold_cast, fold_fcmp, fold_icmp, fold_select};
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, Opcode};
use fxhash::FxHashMap;

/// How deep the exit condition may be.
const MAX_DEPTH: u32 = 24;

/// A loop that runs a known number of times unless it is left elsewhere before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TripCount {
    /// The block that decides. It is passed in every iteration.
    pub exiting: Block,
    /// How many times this block is executed: the last time it leaves.
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
        let mut simulation = Simulation {
            func,
            ctx,
            header: data.header,
            latch,
            preheader,
            is_inside: &|b| loops.contains(id, b),
            phis: FxHashMap::default(),
            memo: FxHashMap::default(),
            first: true,
        };
        let condition = func.arg(branch, 0);
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

struct Simulation<'a> {
    func: &'a Function,
    ctx: &'a mut Context,
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
    /// The number of the iteration in which the condition leaves.
    fn run(&mut self, condition: Value, stay_if: bool, limit: u64) -> Option<u64> {
        for iteration in 1..=limit {
            self.memo.clear();
            let value = self.value(condition, 0)?;
            let holds = self.ctx.int_value(value)? != 0;
            if holds != stay_if {
                return Some(iteration);
            }
            // All phis seen so far step together.
            let phis: Vec<Inst> = self.phis.keys().copied().collect();
            let mut next: Vec<(Inst, Constant)> = Vec::with_capacity(phis.len());
            for phi in phis {
                let value = self.func.incoming(phi, self.latch)?;
                next.push((phi, self.value(value, 0)?));
            }
            // A phi first met while stepping has its initial value now: step it as well, from that value.
            if self.first {
                let met: Vec<Inst> = self.phis.keys().copied().collect();
                if met.len() != next.len() {
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

    fn value(&mut self, value: Value, depth: u32) -> Option<Constant> {
        let inst = match self.func.def(value) {
            ValueDef::Const(constant) => return Some(constant),
            ValueDef::Inst(inst) => inst,
            _ => return None,
        };
        let block = self.func.inst_block(inst)?;
        if depth > MAX_DEPTH || !(self.is_inside)(block) {
            return None;
        }
        if self.func.opcode(inst) == Opcode::Phi {
            if block != self.header {
                // Only a phi of loop-closed form stands for one value.
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
            let initial = self.func.as_const(self.func.incoming(inst, self.preheader)?)?;
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
