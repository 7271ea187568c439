//! Converts branches to selects, and two tests to one.

use super::super::util::blocks::{clear_block, set_branch, set_cond_branch};
use super::super::util::loops::has_loop_hints;
use super::{MAX_SELECTS, Simplifier};
use crate::analysis::memory_effects::is_speculatable;
use crate::builder::Builder;
use crate::entities::{Block, Inst};
use crate::inst::Opcode;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

impl Simplifier<'_> {
    /// The cost of executing the instructions of `block` unconditionally; none if that is not allowed.
    pub(super) fn speculation_cost(&self, block: Block, budget: u32) -> Option<u32> {
        let mut cost = 0;
        for inst in self.func.block_insts(block) {
            let opcode = self.func.opcode(inst);
            if opcode.is_terminator() {
                break;
            }
            if opcode == Opcode::Phi || !is_speculatable(self.func, self.ctx, inst) {
                return None;
            }
            cost += self.target.cost(self.ctx, opcode, self.func.inst(inst).ty);
            if cost > budget {
                return None;
            }
        }
        Some(cost)
    }

    pub(super) fn hoist_all(&mut self, from: Block, before: Inst) {
        let mut cursor = self.func.first_inst(from);
        while let Some(inst) = cursor {
            if self.func.opcode(inst).is_terminator() {
                break;
            }
            cursor = self.func.next_inst(inst);
            self.func.hoist_inst(inst, before);
            // Metadata (ranges, alignment) held only under the condition.
            self.func.attachments.remove(&inst);
        }
    }

    /// If both sides of a branch in `block` join immediately and compute only cheap values, these are computed
    /// unconditionally and selected.
    pub(super) fn if_convert(&mut self, block: Block, terminator: Inst) -> bool {
        let [then, else_] = *self.func.inst_blocks(terminator) else {
            return false;
        };
        let only_to = |s: &Self, b: Block| -> Option<Block> {
            let t = s.func.terminator(b)?;
            let side = s.func.opcode(t) == Opcode::Br
                && s.preds[b.index()].len() == 1
                && s.preds[b.index()][0] == block
                && Some(b) != s.func.entry()
                && !has_loop_hints(s.func, s.ctx, t);
            side.then(|| s.func.inst_blocks(t)[0])
        };
        let (then_to, else_to) = (only_to(self, then), only_to(self, else_));
        let (join, sides): (Block, SmallVec<[Block; 2]>) = match (then_to, else_to) {
            (Some(a), Some(b)) if a == b => (a, [then, else_].into_iter().collect()),
            (Some(a), _) if a == else_ => (else_, [then].into_iter().collect()),
            (_, Some(b)) if b == then => (then, [else_].into_iter().collect()),
            _ => return false,
        };
        if join == block || sides.contains(&join) {
            return false;
        }
        let mut budget = self.target.speculation_budget();
        for &side in &sides {
            match self.speculation_cost(side, budget) {
                Some(cost) => budget -= cost,
                None => return false,
            }
        }
        let from_then = if sides.contains(&then) { then } else { block };
        let from_else = if sides.contains(&else_) { else_ } else { block };
        let phis: SmallVec<[Inst; 8]> = self.func.phis(join).collect();
        let mut selects = 0;
        for &phi in &phis {
            let (Some(a), Some(b)) = (self.incoming(phi, from_then, 0), self.incoming(phi, from_else, 1))
            else {
                return false;
            };
            if a != b {
                selects += 1;
                let cost = self.target.cost(self.ctx, Opcode::Select, self.func.ty(a));
                if cost > budget {
                    return false;
                }
                budget -= cost;
            }
        }
        if selects > MAX_SELECTS {
            return false;
        }
        let condition = self.func.arg(terminator, 0);
        for &side in &sides {
            self.hoist_all(side, terminator);
        }
        for &phi in &phis {
            let a = self.take_incoming(phi, from_then, 0);
            let b = self.take_incoming(phi, from_else, 1);
            let value = if a == b {
                a
            } else {
                let flags = self.func.inst(phi).flags;
                let mut builder = Builder::before(self.func, self.ctx, terminator);
                builder.fast_math = flags;
                builder.select(condition, a, b)
            };
            self.func.add_incoming(phi, value, block);
        }
        for from in [from_then, from_else] {
            self.remove_pred(join, from);
        }
        self.preds[join.index()].push(block);
        set_branch(self.func, block, join);
        for side in sides {
            self.preds[side.index()].clear();
            self.gone[side.index()] = true;
            clear_block(self.func, side);
        }
        self.enqueue_around(block);
        self.enqueue_around(join);
        true
    }

    /// `block` tests `a`, then one successor tests `b`, and both can go to the same block: merges the tests.
    pub(super) fn fold_common_destination(&mut self, block: Block, terminator: Inst) -> bool {
        let [then, else_] = *self.func.inst_blocks(terminator) else {
            return false;
        };
        for (second, common, second_if) in [(then, else_, true), (else_, then, false)] {
            if second == block || second == common || Some(second) == self.func.entry() {
                continue;
            }
            if self.preds[second.index()].len() != 1 {
                continue;
            }
            let Some(inner) = self.func.terminator(second) else {
                continue;
            };
            if self.func.opcode(inner) != Opcode::CondBr || has_loop_hints(self.func, self.ctx, inner) {
                continue;
            }
            let [t, e] = *self.func.inst_blocks(inner) else {
                continue;
            };
            let other = if t == common && e != common {
                e
            } else if e == common && t != common {
                t
            } else {
                continue;
            };
            if other == second || other == block || common == block {
                // Keep the shape of loops.
                continue;
            }
            let phis: SmallVec<[Inst; 8]> = self.func.phis(common).collect();
            let same = phis
                .iter()
                .all(|&phi| self.incoming(phi, block, 0) == self.incoming(phi, second, 1));
            // A chain of tests may be folded from its end: masks for each of them would cost more than the tests.
            let budget = self.target.speculation_budget() * 3 / 2;
            if !same || self.speculation_cost(second, budget).is_none() {
                continue;
            }
            self.hoist_all(second, terminator);
            let a = self.func.arg(terminator, 0);
            let b = self.func.arg(inner, 0);
            // Reaches `t` of the second test if `a` and `b` say so; a select, because `b` may be poison if `a` leads
            // elsewhere. In that case, the result must lead to `common`.
            let away = self
                .func
                .int_value(crate::entities::Type::I1, u128::from(t == common), self.ctx);
            let mut builder = Builder::before(self.func, self.ctx, terminator);
            let condition = if second_if {
                builder.select(a, b, away)
            } else {
                builder.select(a, away, b)
            };
            set_cond_branch(self.func, block, condition, t, e);
            self.func.remove_phi_edges(common, second, false);
            self.remove_pred(common, second);
            self.func.replace_phi_pred(other, second, block);
            for pred in &mut self.preds[other.index()] {
                if *pred == second {
                    *pred = block;
                }
            }
            self.preds[second.index()].clear();
            self.gone[second.index()] = true;
            clear_block(self.func, second);
            self.enqueue_around(block);
            self.enqueue_around(common);
            self.enqueue_around(other);
            return true;
        }
        false
    }
}
