//! Simplifies control flow: constant branches, straight-line merging, empty blocks, cheap branches to selects, chains of
//! conditions to one condition, jumps over blocks that only test a phi of constants.
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph.
//! Cost: O(blocks + edges) per round, a handful of rounds.
//! If-conversion is worth more here than on a CPU: a branch that lanes disagree on executes both sides anyway, and pays
//! for masks. Convergent calls are never moved, duplicated or speculated. Irreducible loops are never made.

use super::util::blocks::{clear_block, remove_unreachable_blocks, set_branch, set_cond_branch};
use crate::analysis::memory_effects::is_speculatable;
use crate::analysis::{Cfg, DominatorTree, LoopForest, TargetTransformInfo, UseCounts};
use crate::builder::Builder;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{IntPredicate, Opcode};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// Most phis of a join that one if-conversion turns into selects.
const MAX_SELECTS: usize = 4;

/// Simplifies until nothing changes. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let mut changed = remove_unreachable_blocks(func);
    changed |= merge_returns(func, ctx);
    // Each round is linear; real code needs two or three.
    for _ in 0..8 {
        let mut simplifier = Simplifier::new(func, ctx, target);
        simplifier.run();
        let mut again = simplifier.changed;
        func.resolve_aliases();
        if again {
            remove_unreachable_blocks(func);
        }
        again |= thread_phi_blocks(func, ctx);
        if !again {
            break;
        }
        changed = true;
    }
    changed
}

/// Blocks that return nothing share one `ret`: an early `return` is then a branch around the rest, not an end of its own.
fn merge_returns(func: &mut Function, ctx: &mut Context) -> bool {
    let is_return = |func: &Function, block: Block| {
        func.terminator(block)
            .is_some_and(|t| func.opcode(t) == Opcode::Ret && func.args(t).is_empty())
    };
    let returns: SmallVec<[Block; 8]> = func
        .block_order()
        .iter()
        .copied()
        .filter(|&b| is_return(func, b))
        .collect();
    if returns.len() < 2 {
        return false;
    }
    let exit = func.append_new_block();
    for block in returns {
        set_branch(func, block, exit);
    }
    Builder::at_end(func, ctx, exit).ret_void();
    true
}

struct Simplifier<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    target: &'a dyn TargetTransformInfo,
    /// Predecessors by block, one entry per edge.
    preds: Vec<SmallVec<[Block; 4]>>,
    queue: Vec<Block>,
    queued: Vec<bool>,
    gone: Vec<bool>,
    changed: bool,
}

impl<'a> Simplifier<'a> {
    fn new(func: &'a mut Function, ctx: &'a mut Context, target: &'a dyn TargetTransformInfo) -> Self {
        let n = func.block_count();
        let mut preds: Vec<SmallVec<[Block; 4]>> = vec![SmallVec::new(); n];
        for &block in func.block_order() {
            for &succ in func.successors(block) {
                preds[succ.index()].push(block);
            }
        }
        // Popped from the end: inner (later) blocks first.
        let queue = Cfg::compute(func).rpo().to_vec();
        let mut queued = vec![false; n];
        for &block in &queue {
            queued[block.index()] = true;
        }
        Simplifier {
            func,
            ctx,
            target,
            preds,
            queue,
            queued,
            gone: vec![false; n],
            changed: false,
        }
    }

    fn run(&mut self) {
        while let Some(block) = self.queue.pop() {
            self.queued[block.index()] = false;
            // Each step that succeeds removes a block or an edge, so this ends.
            while !self.gone[block.index()] && self.step(block) {
                self.changed = true;
            }
        }
        if self.changed {
            let order = self
                .func
                .block_order()
                .iter()
                .copied()
                .filter(|b| !self.gone[b.index()])
                .collect();
            self.func.set_block_order(order);
        }
    }

    fn enqueue(&mut self, block: Block) {
        if !self.gone[block.index()] && !std::mem::replace(&mut self.queued[block.index()], true) {
            self.queue.push(block);
        }
    }

    fn enqueue_around(&mut self, block: Block) {
        self.enqueue(block);
        for pred in self.preds[block.index()].clone() {
            self.enqueue(pred);
        }
    }

    fn step(&mut self, block: Block) -> bool {
        if Some(block) != self.func.entry() && self.preds[block.index()].is_empty() {
            return self.remove_dead(block);
        }
        let Some(terminator) = self.func.terminator(block) else {
            return false;
        };
        match self.func.opcode(terminator) {
            Opcode::Br => self.merge_into_only_pred(block, terminator) || self.skip_empty(block, terminator),
            Opcode::CondBr => {
                self.fold_cond_branch(block, terminator)
                    || self.if_convert(block, terminator)
                    || self.fold_common_destination(block, terminator)
            }
            Opcode::Switch => self.fold_switch(block, terminator),
            _ => false,
        }
    }

    // Edges.

    fn remove_pred(&mut self, block: Block, pred: Block) {
        let list = &mut self.preds[block.index()];
        if let Some(index) = list.iter().position(|&p| p == pred) {
            list.remove(index);
        }
    }

    /// One edge from `from` to `to` goes: its phi entry and the predecessor entry.
    fn drop_edge(&mut self, from: Block, to: Block) {
        self.func.remove_phi_edges(to, from, false);
        self.remove_pred(to, from);
        self.enqueue_around(to);
        for &succ in self.func.successors(to).to_vec().iter() {
            self.enqueue(succ);
        }
    }

    fn remove_dead(&mut self, block: Block) -> bool {
        let succs: SmallVec<[Block; 4]> = self.func.successors(block).into();
        self.gone[block.index()] = true;
        for succ in succs {
            self.drop_edge(block, succ);
        }
        // Its values may still be named by other dead blocks or by phi entries that are gone by the end.
        let insts: Vec<Inst> = self.func.block_insts(block).collect();
        for inst in insts {
            if let Some(result) = self.func.result(inst) {
                let poison = self.ctx.const_poison(self.func.ty(result));
                let poison = self.func.const_value(poison, self.ctx);
                self.func.replace_uses_with_alias(result, poison);
            }
        }
        clear_block(self.func, block);
        true
    }

    // Terminators.

    fn is_only_unreachable(&self, block: Block) -> bool {
        self.func
            .first_inst(block)
            .is_some_and(|i| self.func.opcode(i) == Opcode::Unreachable)
    }

    fn fold_cond_branch(&mut self, block: Block, terminator: Inst) -> bool {
        let [then, else_] = *self.func.inst_blocks(terminator) else {
            return false;
        };
        let condition = self.func.arg(terminator, 0);
        let keep_then = if then == else_ {
            Some(true)
        } else if let Some(constant) = self.func.as_const(condition) {
            match self.ctx.constants.data(constant) {
                ConstantData::Int(_, value) => Some(*value != 0),
                ConstantData::Undef(_) | ConstantData::Poison(_) => Some(true),
                _ => None,
            }
        } else if self.is_only_unreachable(then) {
            Some(false)
        } else if self.is_only_unreachable(else_) {
            Some(true)
        } else {
            None
        };
        if let Some(keep_then) = keep_then {
            let (kept, dropped) = if keep_then { (then, else_) } else { (else_, then) };
            set_branch(self.func, block, kept);
            self.drop_edge(block, dropped);
            return true;
        }
        // br (xor c, true), a, b  =>  br c, b, a
        if let Some(def) = self.func.def_inst(condition)
            && self.func.opcode(def) == Opcode::Xor
            && self.func.as_int(self.func.arg(def, 1), self.ctx) == Some(1)
        {
            let inner = self.func.arg(def, 0);
            self.func.set_args(terminator, &[inner]);
            self.func.set_blocks(terminator, &[else_, then]);
            return true;
        }
        false
    }

    fn fold_switch(&mut self, block: Block, terminator: Inst) -> bool {
        let on = self.func.arg(terminator, 0);
        let targets: SmallVec<[Block; 8]> = self.func.inst_blocks(terminator).into();
        let cases: SmallVec<[Value; 8]> = self.func.args(terminator)[1..].into();
        if let Some(value) = self.func.as_int(on, self.ctx) {
            let taken = cases
                .iter()
                .position(|&c| self.func.as_int(c, self.ctx) == Some(value))
                .map_or(0, |i| i + 1);
            set_branch(self.func, block, targets[taken]);
            for (index, &target) in targets.iter().enumerate() {
                if index != taken {
                    self.drop_edge(block, target);
                }
            }
            return true;
        }
        // Cases that do what the default does.
        let default = targets[0];
        let default_unreachable = self.is_only_unreachable(default);
        let kept: SmallVec<[usize; 8]> = (1..targets.len())
            .filter(|&i| targets[i] != default && !self.is_only_unreachable(targets[i]))
            .collect();
        if kept.len() + 1 < targets.len() {
            let mut args: SmallVec<[Value; 8]> = SmallVec::new();
            let mut blocks: SmallVec<[Block; 8]> = SmallVec::new();
            args.push(on);
            blocks.push(default);
            for &i in &kept {
                args.push(cases[i - 1]);
                blocks.push(targets[i]);
            }
            self.func.set_args(terminator, &args);
            self.func.set_blocks(terminator, &blocks);
            for (i, &target) in targets.iter().enumerate().skip(1) {
                if !kept.contains(&i) {
                    self.drop_edge(block, target);
                }
            }
            return true;
        }
        if default_unreachable && kept.len() > 1 {
            // Some case may as well be the default: the one most values go to, the first of them.
            let count = |to: Block| targets[1..].iter().filter(|&&t| t == to).count();
            let best = targets[1..]
                .iter()
                .copied()
                .rev()
                .max_by_key(|&t| count(t))
                .expect("several cases");
            let mut args: SmallVec<[Value; 8]> = SmallVec::new();
            let mut blocks: SmallVec<[Block; 8]> = SmallVec::new();
            args.push(on);
            blocks.push(best);
            for i in 1..targets.len() {
                if targets[i] != best {
                    args.push(cases[i - 1]);
                    blocks.push(targets[i]);
                }
            }
            self.func.set_args(terminator, &args);
            self.func.set_blocks(terminator, &blocks);
            // One edge of the best case took the place of the default's.
            self.drop_edge(block, default);
            for _ in 1..count(best) {
                self.drop_edge(block, best);
            }
            return true;
        }
        // One of two constants: a branch.
        if let Some(select) = self.func.def_inst(on)
            && self.func.opcode(select) == Opcode::Select
            && let (Some(a), Some(b)) = (
                self.func.as_int(self.func.arg(select, 1), self.ctx),
                self.func.as_int(self.func.arg(select, 2), self.ctx),
            )
        {
            let index_of = |value: u128| {
                (0..cases.len())
                    .find(|&i| self.func.as_int(cases[i], self.ctx) == Some(value))
                    .map_or(0, |i| i + 1)
            };
            let (x, y) = (index_of(a), index_of(b));
            let condition = self.func.arg(select, 0);
            if x == y {
                set_branch(self.func, block, targets[x]);
            } else {
                set_cond_branch(self.func, block, condition, targets[x], targets[y]);
            }
            for (index, &target) in targets.iter().enumerate() {
                if index != x && index != y {
                    self.drop_edge(block, target);
                }
            }
            return true;
        }
        match kept.len() {
            0 => {
                set_branch(self.func, block, default);
                true
            }
            1 if default_unreachable => {
                set_branch(self.func, block, targets[1]);
                self.drop_edge(block, default);
                true
            }
            1 => {
                let mut b = Builder::before(self.func, self.ctx, terminator);
                let equal = b.icmp(IntPredicate::Eq, on, cases[0]);
                set_cond_branch(self.func, block, equal, targets[1], default);
                true
            }
            _ => false,
        }
    }

    // Straight lines.

    /// `block` ends in a branch to a block with no other predecessor: they become one.
    fn merge_into_only_pred(&mut self, block: Block, terminator: Inst) -> bool {
        let succ = self.func.inst_blocks(terminator)[0];
        if succ == block || self.preds[succ.index()].len() != 1 || Some(succ) == self.func.entry() {
            return false;
        }
        let phis: SmallVec<[Inst; 8]> = self.func.phis(succ).collect();
        for phi in phis {
            let value = self.func.arg(phi, 0);
            let result = self.func.result(phi).expect("a phi has a result");
            if value == result {
                // Only in a cycle that nothing enters.
                return false;
            }
            self.func.replace_uses_with_alias(result, value);
            self.func.remove_inst(phi);
        }
        self.func.remove_inst(terminator);
        if let Some(first) = self.func.first_inst(succ) {
            self.func.split_block_tail(first, block);
        }
        let next: SmallVec<[Block; 4]> = self.func.successors(block).into();
        for target in next {
            self.func.replace_phi_pred(target, succ, block);
            for pred in &mut self.preds[target.index()] {
                if *pred == succ {
                    *pred = block;
                }
            }
            self.enqueue(target);
        }
        self.gone[succ.index()] = true;
        self.preds[succ.index()].clear();
        self.enqueue_around(block);
        true
    }

    /// `block` does nothing but branch: its predecessors go to its successor directly.
    fn skip_empty(&mut self, block: Block, terminator: Inst) -> bool {
        if self.func.first_inst(block) != Some(terminator) || Some(block) == self.func.entry() {
            return false;
        }
        let succ = self.func.inst_blocks(terminator)[0];
        if succ == block || self.func.attachments.contains_key(&terminator) {
            // A latch with loop metadata stays: it is where the hints are.
            return false;
        }
        let preds = self.preds[block.index()].clone();
        if preds.contains(&block) {
            return false;
        }
        let phis: SmallVec<[Inst; 8]> = self.func.phis(succ).collect();
        if !phis.is_empty() {
            // A predecessor of both must bring the same values on both ways.
            for &pred in &preds {
                if !self.preds[succ.index()].contains(&pred) {
                    continue;
                }
                for &phi in &phis {
                    if self.incoming(phi, pred) != self.incoming(phi, block) {
                        return false;
                    }
                }
            }
            for &phi in &phis {
                let value = self.incoming(phi, block).expect("an entry for the predecessor");
                let index = self
                    .func
                    .inst_blocks(phi)
                    .iter()
                    .position(|&b| b == block)
                    .expect("an entry for the predecessor");
                self.func.remove_incoming(phi, index);
                for &pred in &preds {
                    self.func.add_incoming(phi, value, pred);
                }
            }
        }
        for &pred in &preds {
            super::util::blocks::redirect_edges(self.func, pred, block, succ);
        }
        self.remove_pred(succ, block);
        self.preds[succ.index()].extend(preds.iter().copied());
        self.preds[block.index()].clear();
        self.gone[block.index()] = true;
        clear_block(self.func, block);
        self.enqueue_around(succ);
        true
    }

    fn incoming(&self, phi: Inst, pred: Block) -> Option<Value> {
        let index = self.func.inst_blocks(phi).iter().position(|&b| b == pred)?;
        Some(self.func.arg(phi, index))
    }

    // Branches to selects.

    /// The cost of executing the instructions of `block` unconditionally; none if that is not allowed.
    fn speculation_cost(&self, block: Block, budget: u32) -> Option<u32> {
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

    fn hoist_all(&mut self, from: Block, before: Inst) {
        let mut cursor = self.func.first_inst(from);
        while let Some(inst) = cursor {
            if self.func.opcode(inst).is_terminator() {
                break;
            }
            cursor = self.func.next_inst(inst);
            self.func.detach_inst(inst);
            self.func.insert_inst_before(inst, before);
            // What metadata says (ranges, alignment) held only under the condition.
            self.func.attachments.remove(&inst);
        }
    }

    /// `block` branches on a condition to two ways that meet again at once and only compute cheap values: they are
    /// computed unconditionally and selected.
    fn if_convert(&mut self, block: Block, terminator: Inst) -> bool {
        let [then, else_] = *self.func.inst_blocks(terminator) else {
            return false;
        };
        let only_to = |s: &Self, b: Block| -> Option<Block> {
            let t = s.func.terminator(b)?;
            let side = s.func.opcode(t) == Opcode::Br
                && s.preds[b.index()].len() == 1
                && s.preds[b.index()][0] == block
                && Some(b) != s.func.entry()
                && !s.func.attachments.contains_key(&t);
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
            let (Some(a), Some(b)) = (self.incoming(phi, from_then), self.incoming(phi, from_else)) else {
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
            let a = self.incoming(phi, from_then).expect("checked above");
            let b = self.incoming(phi, from_else).expect("checked above");
            let value = if a == b {
                a
            } else {
                let flags = self.func.inst(phi).flags;
                let mut builder = Builder::before(self.func, self.ctx, terminator);
                builder.fast_math = flags;
                builder.select(condition, a, b)
            };
            for from in [from_then, from_else] {
                let index = self.func.inst_blocks(phi).iter().position(|&p| p == from);
                self.func.remove_incoming(phi, index.expect("checked above"));
            }
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

    /// `block` tests `a`, then one successor tests `b` and both can go to the same block: one test of the combination.
    fn fold_common_destination(&mut self, block: Block, terminator: Inst) -> bool {
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
            if self.func.opcode(inner) != Opcode::CondBr || self.func.attachments.contains_key(&inner) {
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
                // Loops keep their shape.
                continue;
            }
            let phis: SmallVec<[Inst; 8]> = self.func.phis(common).collect();
            let same = phis
                .iter()
                .all(|&phi| self.incoming(phi, block) == self.incoming(phi, second));
            let budget = self.target.speculation_budget() / 2;
            if !same || self.speculation_cost(second, budget).is_none() {
                continue;
            }
            self.hoist_all(second, terminator);
            let a = self.func.arg(terminator, 0);
            let b = self.func.arg(inner, 0);
            // Reaches `t` of the second test when `a` says so and `b`; a select, because `b` may be poison when `a`
            // does not lead there. Where `a` leads away, the result must lead to `common`.
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

/// Blocks of only phis and a branch, where some predecessor's way is known: on a phi with a constant for it, or with no
/// condition at all. That predecessor goes there directly.
fn thread_phi_blocks(func: &mut Function, ctx: &mut Context) -> bool {
    let is_candidate = |func: &Function, block: Block| -> bool {
        let Some(first) = func.first_inst(block) else {
            return false;
        };
        if func.opcode(first) != Opcode::Phi || Some(block) == func.entry() {
            return false;
        }
        let Some(last) = func.first_non_phi(block) else {
            return false;
        };
        match func.opcode(last) {
            Opcode::Br => !func.attachments.contains_key(&last),
            Opcode::CondBr | Opcode::Switch => func
                .def_inst(func.args(last)[0])
                .is_some_and(|d| func.opcode(d) == Opcode::Phi && func.inst_block(d) == Some(block)),
            _ => false,
        }
    };
    let candidates: Vec<Block> = func
        .block_order()
        .iter()
        .copied()
        .filter(|&b| is_candidate(func, b))
        .collect();
    if candidates.is_empty() {
        return false;
    }
    let cfg = Cfg::compute(func);
    let tree = DominatorTree::compute(&cfg);
    let loops = LoopForest::compute(&cfg, &tree);
    let uses = UseCounts::compute(func);
    let mut changed = false;
    // Blocks whose phis or edges changed in this round: their use counts are stale.
    let mut touched = vec![false; func.block_count()];
    for block in candidates {
        if loops.is_header(block) || touched[block.index()] {
            continue;
        }
        let succs: SmallVec<[Block; 4]> = func.successors(block).into();
        if succs.iter().any(|&s| s == block || touched[s.index()]) {
            continue;
        }
        let terminator = func.terminator(block).expect("a candidate has a terminator");
        // The phis may be used by the branch and, for this edge, by phis of the successors only.
        let phis: SmallVec<[Inst; 8]> = func.phis(block).collect();
        let mut private = true;
        for &phi in &phis {
            let result = func.result(phi).expect("a phi has a result");
            let mut known = u32::from(func.args(terminator).contains(&result));
            let mut seen: SmallVec<[Block; 2]> = SmallVec::new();
            for &succ in &succs {
                if seen.contains(&succ) {
                    continue;
                }
                seen.push(succ);
                for user in func.phis(succ) {
                    for (index, &from) in func.inst_blocks(user).iter().enumerate() {
                        if from == block && func.args(user)[index] == result {
                            known += 1;
                        }
                    }
                }
            }
            private &= known == uses.get(result);
        }
        if !private || (func.opcode(terminator) == Opcode::CondBr && succs[0] == succs[1]) {
            continue;
        }
        let preds: SmallVec<[Block; 8]> = cfg.preds(block).collect();
        let mut threaded = 0;
        for &pred in &preds {
            if touched[pred.index()] || preds.iter().filter(|&&p| p == pred).count() > 1 {
                continue;
            }
            let Some(pred_terminator) = func.terminator(pred) else {
                continue;
            };
            let incoming = |func: &Function, phi: Inst| {
                let index = func.inst_blocks(phi).iter().position(|&b| b == pred);
                func.arg(phi, index.expect("an entry for the predecessor"))
            };
            let to = if succs.len() == 1 {
                succs[0]
            } else {
                let phi = func.def_inst(func.args(terminator)[0]).expect("a phi");
                match func.as_int(incoming(func, phi), ctx) {
                    Some(value) if func.opcode(terminator) == Opcode::CondBr => {
                        succs[usize::from(value == 0)]
                    }
                    Some(value) => {
                        let case = (1..succs.len())
                            .find(|&i| func.as_int(func.args(terminator)[i], ctx) == Some(value));
                        succs[case.unwrap_or(0)]
                    }
                    None => continue,
                }
            };
            // The predecessor must not go there already with other values, and a loop must not get a second entry.
            if func.inst_blocks(pred_terminator).contains(&to) {
                continue;
            }
            if loops.loop_of(to) != loops.loop_of(block) && loops.loop_of(pred) != loops.loop_of(block) {
                continue;
            }
            let users: SmallVec<[Inst; 8]> = func.phis(to).collect();
            for user in users {
                let index = func.inst_blocks(user).iter().position(|&b| b == block);
                let value = func.arg(user, index.expect("an entry for the block"));
                let value = match func.def_inst(value) {
                    Some(def) if func.inst_block(def) == Some(block) => incoming(func, def),
                    _ => value,
                };
                func.add_incoming(user, value, pred);
            }
            for target in func.inst_blocks_mut(pred_terminator) {
                if *target == block {
                    *target = to;
                }
            }
            func.remove_phi_edges(block, pred, true);
            touched[pred.index()] = true;
            touched[to.index()] = true;
            threaded += 1;
        }
        if threaded > 0 {
            touched[block.index()] = true;
            changed = true;
        }
    }
    if changed {
        remove_unreachable_blocks(func);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::UniformTarget;
    use crate::analysis::testing::{context, function, graph_function};
    use crate::entities::Type;

    #[test]
    fn straight_lines_become_one_block() {
        let (mut func, mut ctx) = graph_function(&[&[1], &[2], &[3], &[]]);
        assert!(run(&mut func, &mut ctx, &UniformTarget));
        assert_eq!(func.block_order().len(), 1);
    }

    #[test]
    fn a_diamond_becomes_a_select() {
        let mut ctx = context();
        let mut func = function(&mut ctx, "f", Type::I32, &[Type::I1, Type::I32]);
        let (c, x) = (func.params[0], func.params[1]);
        let blocks: Vec<Block> = (0..4).map(|_| func.append_new_block()).collect();
        Builder::at_end(&mut func, &mut ctx, blocks[0]).cond_br(c, blocks[1], blocks[2]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[1]);
        let one = b.i32(1);
        let sum = b.binary(Opcode::Add, x, one);
        b.br(blocks[3]);
        Builder::at_end(&mut func, &mut ctx, blocks[2]).br(blocks[3]);
        let mut b = Builder::at_end(&mut func, &mut ctx, blocks[3]);
        let phi = b.phi(Type::I32);
        b.ret(phi);
        let phi = func.def_inst(phi).unwrap();
        func.add_incoming(phi, sum, blocks[1]);
        func.add_incoming(phi, x, blocks[2]);
        assert!(run(&mut func, &mut ctx, &UniformTarget));
        let ops: Vec<Opcode> = func.block_insts(blocks[0]).map(|i| func.opcode(i)).collect();
        assert_eq!(ops, [Opcode::Add, Opcode::Select, Opcode::Ret]);
    }

    #[test]
    fn two_tests_with_a_common_destination_become_one() {
        let mut ctx = context();
        let mut func = function(&mut ctx, "f", Type::I32, &[Type::I1, Type::I1]);
        let (p, q) = (func.params[0], func.params[1]);
        let blocks: Vec<Block> = (0..4).map(|_| func.append_new_block()).collect();
        Builder::at_end(&mut func, &mut ctx, blocks[0]).cond_br(p, blocks[1], blocks[3]);
        Builder::at_end(&mut func, &mut ctx, blocks[1]).cond_br(q, blocks[2], blocks[3]);
        for (block, value) in [(blocks[2], 1), (blocks[3], 2)] {
            let mut b = Builder::at_end(&mut func, &mut ctx, block);
            let value = b.i32(value);
            b.ret(value);
        }
        assert!(run(&mut func, &mut ctx, &UniformTarget));
        assert_eq!(func.block_order().len(), 3);
        let branch = func.terminator(blocks[0]).unwrap();
        assert_eq!(func.inst_blocks(branch), [blocks[2], blocks[3]]);
    }
}
