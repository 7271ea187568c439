//! Simplifies control flow: constant branches, straight-line merging, empty blocks, cheap branches to selects, chains
//! of conditions to one condition, threading of jumps through blocks that only test a phi of constants.
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph.
//! Cost: O(blocks + edges) per round, a handful of rounds.
//! If-conversion is more profitable here than on a CPU: a divergent branch executes both sides anyway, and pays for
//! mask updates. Convergent calls are never moved, duplicated or speculated. Irreducible loops are never created.

use super::util::blocks::{clear_block, remove_unreachable_blocks, set_branch, set_cond_branch};
use super::util::loops::has_loop_hints;
use crate::analysis::TargetTransformInfo;
use crate::builder::Builder;
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{IntPredicate, Opcode};
use crate::intrinsics::IntrinsicProperties;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

mod select;
mod thread;

use thread::thread_phi_blocks;

/// Maximum number of predecessors of a block that are revisited when one of them changed.
const MAX_PREDS: usize = 32;

/// A block of this many instructions is not moved to the end of a much shorter one.
const LONG_BLOCK: usize = 64;

/// Maximum number of phis of a join that one if-conversion turns into selects.
const MAX_SELECTS: usize = 4;

/// Simplifies until nothing changes. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let mut changed = cut_behind_ends(func, ctx);
    if func.block_order().len() == 1 {
        return changed;
    }
    changed |= remove_unreachable_blocks(func);
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

/// Code after an intrinsic that does not return is unreachable.
fn cut_behind_ends(func: &mut Function, ctx: &mut Context) -> bool {
    let mut changed = false;
    for block in func.block_order().to_vec() {
        let ends = |inst: &Inst| {
            func.callee(*inst, ctx)
                .and_then(|callee| ctx.intrinsic_of(callee))
                .is_some_and(|id| {
                    let properties = ctx.intrinsics.get(id).properties;
                    properties.contains(IntrinsicProperties::NO_RETURN)
                })
        };
        let Some(end) = func.block_insts(block).find(ends) else {
            continue;
        };
        if func
            .terminator(block)
            .is_some_and(|t| func.opcode(t) == Opcode::Unreachable)
        {
            continue;
        }
        let succs: SmallVec<[Block; 4]> = func.successors(block).into();
        for succ in succs {
            func.remove_phi_edges(succ, block, true);
        }
        while let Some(last) = func.last_inst(block).filter(|&last| last != end) {
            func.remove_inst(last);
        }
        Builder::at_end(func, ctx, block).unreachable();
        changed = true;
    }
    changed
}

/// Blocks that return nothing share one `ret`: an early `return` is then a branch around the rest of the function, not
/// a separate exit.
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
    /// Position by block in reverse post-order; a reachable block comes after its only predecessor.
    order: Vec<u32>,
    queue: Vec<Block>,
    queued: Vec<bool>,
    gone: Vec<bool>,
    /// By block: the removed block whose position in the order it took.
    place: Vec<Option<Block>>,
    /// Cached positions of phi entries for both sides of a branch: nearby blocks usually have nearby entries.
    last_entries: [usize; 2],
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
        let queue = func.cfg().rpo().to_vec();
        let mut queued = vec![false; n];
        let mut order = vec![0; n];
        for (position, &block) in queue.iter().enumerate() {
            queued[block.index()] = true;
            order[block.index()] = position as u32;
        }
        Simplifier {
            func,
            ctx,
            target,
            preds,
            order,
            queue,
            queued,
            gone: vec![false; n],
            place: vec![None; n],
            last_entries: [0; 2],
            changed: false,
        }
    }

    fn run(&mut self) {
        while let Some(block) = self.queue.pop() {
            self.queued[block.index()] = false;
            // Each successful step removes a block or an edge, so this terminates.
            while !self.gone[block.index()] && self.step(block) {
                self.changed = true;
            }
        }
        if self.changed {
            let order = self.final_order();
            self.func.set_block_order(order);
        }
    }

    /// The order of the remaining blocks.
    fn final_order(&self) -> Vec<Block> {
        let mut order = self.func.block_order().to_vec();
        let mut in_place: Vec<Option<Block>> = vec![None; self.gone.len()];
        for &block in order.iter().filter(|b| !self.gone[b.index()]) {
            let place = self.place[block.index()].unwrap_or(block);
            in_place[place.index()] = Some(block);
        }
        order.retain_mut(|block| match in_place[block.index()] {
            Some(now) => {
                *block = now;
                true
            }
            None => false,
        });
        order
    }

    fn enqueue(&mut self, block: Block) {
        if !self.gone[block.index()] && !std::mem::replace(&mut self.queued[block.index()], true) {
            self.queue.push(block);
        }
    }

    /// A change at `block` may affect it and its predecessors; if there are many, they wait for the next round.
    fn enqueue_around(&mut self, block: Block) {
        self.enqueue(block);
        if self.preds[block.index()].len() <= MAX_PREDS {
            for pred in self.preds[block.index()].clone() {
                self.enqueue(pred);
            }
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
        if let Some(index) = list.iter().rposition(|&p| p == pred) {
            list.remove(index);
        }
    }

    /// Removes one edge from `from` to `to`: its phi entry and the predecessor entry.
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
        // Its values may still be used by other dead blocks or by phi entries that are removed later.
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
        // Cases with the default's target.
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
            // One case may become the default: the target of most values, the first of several.
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
            // One edge of that case replaced the default's edge.
            self.drop_edge(block, default);
            for _ in 1..count(best) {
                self.drop_edge(block, best);
            }
            return true;
        }
        // A choice between two constants: a branch.
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

    /// If `block` ends in a branch to a block with no other predecessor, they are merged.
    fn merge_into_only_pred(&mut self, block: Block, terminator: Inst) -> bool {
        let succ = self.func.inst_blocks(terminator)[0];
        if succ == block || self.preds[succ.index()].len() != 1 || Some(succ) == self.func.entry() {
            return false;
        }
        // A chain is merged from its head: from the end, the tail would be moved once for each block before it.
        if let [pred] = self.preds[block.index()][..]
            && Some(block) != self.func.entry()
            && self.order[pred.index()] < self.order[block.index()]
            && self
                .func
                .terminator(pred)
                .is_some_and(|t| self.func.opcode(t) == Opcode::Br)
        {
            self.enqueue(pred);
            return false;
        }
        let phis: SmallVec<[Inst; 8]> = self.func.phis(succ).collect();
        for phi in phis {
            let value = self.func.arg(phi, 0);
            let result = self.func.result(phi).expect("a phi has a result");
            if value == result {
                // Only in an unreachable cycle.
                return false;
            }
            self.func.replace_uses_with_alias(result, value);
            self.func.remove_inst(phi);
        }
        self.func.remove_inst(terminator);
        if self.is_much_shorter(block, succ) {
            self.move_to_front(block, succ);
            self.gone[block.index()] = true;
            self.enqueue_around(succ);
            return true;
        }
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

    /// Whether `block`, which is not the entry, has few instructions compared with `other`: otherwise a chain that
    /// grows at its head would be moved once for each block before it.
    fn is_much_shorter(&self, block: Block, other: Block) -> bool {
        let mut long = self.func.block_insts(other).skip(LONG_BLOCK);
        let mut short = self.func.block_insts(block);
        loop {
            match (short.next(), long.nth(3)) {
                (_, None) => return false,
                (None, Some(_)) => return Some(block) != self.func.entry(),
                _ => {}
            }
        }
    }

    /// Prepends `block`, without its branch to `succ`, to `succ`, which takes its position and name.
    fn move_to_front(&mut self, block: Block, succ: Block) {
        while let Some(inst) = self.func.last_inst(block) {
            self.func.detach_with_records(inst);
            self.func.prepend_inst(inst, succ);
        }
        let preds = std::mem::take(&mut self.preds[block.index()]);
        for &pred in &preds {
            super::util::blocks::redirect_edges(self.func, pred, block, succ);
        }
        self.preds[succ.index()] = preds;
        self.func.block_names[succ] = self.func.block_names[block];
        self.order[succ.index()] = self.order[block.index()];
        self.place[succ.index()] = self.place[block.index()].or(Some(block));
    }

    /// If `block` only branches, its predecessors go to its successor directly.
    fn skip_empty(&mut self, block: Block, terminator: Inst) -> bool {
        if self.func.first_inst(block) != Some(terminator) || Some(block) == self.func.entry() {
            return false;
        }
        let succ = self.func.inst_blocks(terminator)[0];
        if succ == block || has_loop_hints(self.func, self.ctx, terminator) {
            // A latch with loop metadata stays: it carries the hints.
            return false;
        }
        let preds = self.preds[block.index()].clone();
        if preds.contains(&block) {
            return false;
        }
        let phis: SmallVec<[Inst; 8]> = self.func.phis(succ).collect();
        if !phis.is_empty() {
            // A predecessor of both must provide the same values on both edges.
            for &pred in &preds {
                if !self.preds[succ.index()].contains(&pred) {
                    continue;
                }
                for &phi in &phis {
                    if self.incoming(phi, pred, 0) != self.incoming(phi, block, 1) {
                        return false;
                    }
                }
            }
            for &phi in &phis {
                let value = self.take_incoming(phi, block, 1);
                for &pred in &preds {
                    self.func.add_incoming(phi, value, pred);
                }
            }
        }
        for &pred in &preds {
            super::util::blocks::redirect_edges(self.func, pred, block, succ);
        }
        // Debug records stay where all ways lead through the same blocks as before.
        if self.preds[succ.index()].len() == 1 {
            self.func
                .leave_records(terminator, self.func.first_non_phi(succ), succ);
        } else if let [pred] = preds[..]
            && let Some(jump) = self.func.terminator(pred)
            && self.func.opcode(jump) == Opcode::Br
        {
            self.func.append_records(terminator, jump);
        }
        self.remove_pred(succ, block);
        self.preds[succ.index()].extend(preds.iter().copied());
        self.preds[block.index()].clear();
        self.gone[block.index()] = true;
        clear_block(self.func, block);
        self.enqueue_around(succ);
        true
    }

    /// The value of a phi for `pred`, which is on `side` of the edges that meet there.
    fn incoming(&mut self, phi: Inst, pred: Block, side: usize) -> Option<Value> {
        let last = &mut self.last_entries[side];
        *last = self.func.incoming_index_near(phi, pred, *last)?;
        Some(self.func.arg(phi, *last))
    }

    /// The same for one of its predecessors; removes that entry.
    fn take_incoming(&mut self, phi: Inst, pred: Block, side: usize) -> Value {
        let value = self.incoming(phi, pred, side);
        self.func.remove_incoming(phi, self.last_entries[side]);
        value.expect("an entry for the predecessor")
    }
}

#[cfg(test)]
mod tests;
