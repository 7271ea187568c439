//! Uses a value where structured control flow carries it:
//!
//! ```text
//! flow:                                             flow:
//!   c = phi i1 [true, head], [false, then]            c = phi i1 [true, head], [false, then]
//!   f = phi [x, head], [y, then]                      f = phi [x, head], [y, then]
//!   br c, else, end                          ▶        br c, else, end
//! else:                                             else:
//!   ... x ...                                         ... f ...
//! end:                                              end:
//!   g = phi [f, flow], [x, else]                      (f instead of g)
//! ```
//!
//! Whoever gets to `else` comes from `head`, where `f` is `x`. Otherwise `x` and `f` are different registers, since the
//! lanes that wait for `else` need `x` while others change `f`, and every arm of a divergent `switch` copies all values
//! that it leaves alone.
//! Requires: structured control flow. Preserves: control flow; values may leave loops without phis. Uniform values stay
//! in scalar registers, and pointers keep what is known about them. Cost: linear.

use crate::analysis::{DivergenceAnalysis, TargetTransformInfo};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::Opcode;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// A step of the walk over the dominator tree.
enum Step {
    Enter(Block),
    /// Forgets the replacements since there were so many.
    Leave(usize),
}

/// Replaces values. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let Some(entry) = func.entry() else {
        return false;
    };
    let divergence = DivergenceAnalysis::compute(func, ctx, target);
    if !divergence.has_divergent_branch() {
        return false;
    }
    let tree = func.dominators();
    let mut walk = Walk {
        func,
        ctx,
        divergence,
        current: FxHashMap::default(),
        undo: Vec::new(),
        at: FxHashMap::default(),
        changed: false,
    };
    let mut steps = vec![Step::Enter(entry)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Enter(block) => {
                steps.push(Step::Leave(walk.undo.len()));
                walk.enter(block);
                steps.extend(tree.children(block).rev().map(Step::Enter));
            }
            Step::Leave(count) => walk.leave(count),
        }
    }
    let changed = walk.changed;
    if changed {
        func.resolve_aliases();
    }
    changed
}

struct Walk<'a> {
    func: &'a mut Function,
    ctx: &'a Context,
    divergence: DivergenceAnalysis,
    /// Replacements in the current part of the dominator tree.
    current: FxHashMap<Value, Value>,
    /// What to restore at its end.
    undo: Vec<(Value, Option<Value>)>,
    /// Replacements from these blocks on.
    at: FxHashMap<Block, Vec<(Value, Value)>>,
    changed: bool,
}

impl Walk<'_> {
    fn enter(&mut self, block: Block) {
        for (old, new) in self.at.remove(&block).unwrap_or_default() {
            if !self.current.contains_key(&old) {
                self.undo.push((old, self.current.insert(old, new)));
            }
        }
        let phis: SmallVec<[Inst; 8]> = self.func.phis(block).collect();
        for phi in phis {
            self.simplify(phi);
        }
        if !self.current.is_empty() {
            let insts: Vec<Inst> = self.func.block_insts(block).collect();
            for inst in insts {
                if self.func.opcode(inst) != Opcode::Phi {
                    for index in 0..self.func.args(inst).len() {
                        self.replace(inst, index);
                    }
                }
            }
            let successors: SmallVec<[Block; 4]> = self.func.successors(block).into();
            for successor in successors {
                let phis: SmallVec<[Inst; 8]> = self.func.phis(successor).collect();
                for phi in phis {
                    for index in 0..self.func.args(phi).len() {
                        if self.func.inst_blocks(phi)[index] == block {
                            self.replace(phi, index);
                        }
                    }
                }
            }
        }
        self.find(block);
    }

    fn leave(&mut self, count: usize) {
        for (value, old) in self.undo.drain(count..).rev() {
            match old {
                Some(old) => self.current.insert(value, old),
                None => self.current.remove(&value),
            };
        }
    }

    fn replace(&mut self, inst: Inst, index: usize) {
        let old = self.func.resolve(self.func.arg(inst, index));
        let mut new = old;
        while let Some(&next) = self.current.get(&new) {
            new = self.func.resolve(next);
        }
        if new != old {
            self.func.args_mut(inst)[index] = new;
            self.changed = true;
        }
    }

    /// A phi of one value is that value.
    fn simplify(&mut self, phi: Inst) {
        let Some(result) = self.func.result(phi) else {
            return;
        };
        let mut others = self
            .func
            .args(phi)
            .iter()
            .map(|&value| self.func.resolve(value))
            .filter(|&value| value != result);
        let Some(first) = others.next() else {
            return;
        };
        if self.is_carried(self.func.ty(result)) && others.all(|value| value == first) {
            drop(others);
            self.func.replace_uses_with_alias(result, first);
            self.func.remove_inst(phi);
            self.changed = true;
        }
    }

    /// Numbers; booleans are lane masks.
    fn is_carried(&self, ty: Type) -> bool {
        let types = &self.ctx.types;
        let scalar = types.scalar(ty);
        !types.is_aggregate(ty)
            && (types.is_float(scalar) || types.int_bits(scalar).is_some_and(|bits| bits > 1))
    }

    /// The replacements from the successors of `block` on, if it is the flow block of an `if` with both arms.
    fn find(&mut self, block: Block) {
        let Some(terminator) = self.func.terminator(block) else {
            return;
        };
        let successors: SmallVec<[Block; 4]> = self.func.successors(block).into();
        let &[then, otherwise] = &successors[..] else {
            return;
        };
        let is_conditional = self.func.opcode(terminator) == Opcode::CondBr && then != otherwise;
        let condition = is_conditional.then(|| self.func.resolve(self.func.arg(terminator, 0)));
        let Some(test) = condition.and_then(|condition| self.func.def_inst(condition)) else {
            return;
        };
        if self.func.opcode(test) != Opcode::Phi || self.func.inst_block(test) != Some(block) {
            return;
        }
        let preds: SmallVec<[Block; 4]> = self.func.inst_blocks(test).into();
        let taken: SmallVec<[Option<u128>; 4]> = self
            .func
            .args(test)
            .iter()
            .map(|&value| self.func.as_int(self.func.resolve(value), self.ctx))
            .collect();
        let cfg = self.func.cfg();
        for (successor, number) in [(then, 1), (otherwise, 0)] {
            let comes_from: SmallVec<[Block; 4]> = preds
                .iter()
                .zip(&taken)
                .filter(|(_, taken)| taken.is_none_or(|taken| taken == number))
                .map(|(&pred, _)| pred)
                .collect();
            if comes_from.len() == preds.len() || cfg.preds(successor).count() != 1 {
                continue;
            }
            let mut found = Vec::new();
            for phi in self.func.phis(block) {
                let result = self.func.result(phi).expect("a phi has a result");
                let value_from = |&pred: &Block| {
                    self.func
                        .incoming(phi, pred)
                        .map(|value| self.func.resolve(value))
                };
                let mut values = comes_from.iter().map(value_from);
                if let Some(Some(value)) = values.next()
                    && values.all(|other| other == Some(value))
                    && value != result
                    && self.func.as_const(value).is_none()
                    && self.is_carried(self.func.ty(value))
                    && self.divergence.is_divergent(value)
                {
                    found.push((value, result));
                }
            }
            self.at.entry(successor).or_default().extend(found);
        }
    }
}
