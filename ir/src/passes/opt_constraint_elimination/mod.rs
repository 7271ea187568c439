//! Removes comparisons that follow from conditions under which they are executed, as checks of bounds do.
//!
//! ```text
//!   for (i = 0; i < n; i++)                        for (i = 0; i < n; i++)
//!     for (k = 0; k < 4; k++)                        for (k = 0; k < 4; k++)
//!       if (i + k - 4 < n && i + k >= 0)   ->          x[k] = a[i + k - 4];
//!         x[k] = a[i + k - 4];
//! ```
//!
//! Facts are linear inequalities (`linear`) over the values of integers as mathematical numbers, signed or unsigned:
//! a sum with `nsw` or `nuw` is a sum of such numbers. They come from branches that dominate, from counters, and from
//! what definitions say (`sums`). Comparisons become constants, minima and maxima one of their operands, and
//! differences that do not wrap say so, for the addresses that they are part of. (Flags for sums, and zero extensions of
//! what is not negative, gained nothing.)
//!
//! A value that is poison counts as any number that fits its definition. A branch on poison is undefined, and what is
//! computed from poison may become anything; so a comparison that is true for all such numbers may become true.
//!
//! Requires: nothing. Preserves: the control-flow graph, unless a branch is decided; then control flow is simplified. Cost: linear, with at most
//! `MOST_TRIES` additions of facts per proof. Source: LLVM's ConstraintElimination; its solver eliminates variables
//! from all facts at once, ours searches from the goal.

mod linear;
mod sums;

use crate::analysis::{Cfg, DominatorTree, KnownBitsCache, TargetTransformInfo};
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};
use crate::intrinsics::id;
use fxhash::FxHashMap;
use linear::{Linear, System, Variable};
use smallvec::SmallVec;

/// Maximum number of additions of facts to prove something that would remove an instruction.
const MOST_TRIES: u32 = 48;
/// The same for what is part of another proof.
const MOST_SHORT_TRIES: u32 = 8;
/// Maximum depth of conditions that are combined by `and` and `or`.
const MAX_DEPTH: u32 = 4;

/// Simplifies. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    if func.block_order().len() < 2 {
        return false;
    }
    let (cfg, tree) = (func.cfg(), func.dominators());
    let mut eliminator = Eliminator {
        system: System::default(),
        variables: FxHashMap::default(),
        new_variables: Vec::new(),
        known: KnownBitsCache::default(),
        cases: switch_cases(func),
        is_anywhere: false,
        changed: false,
        func,
        ctx,
    };
    eliminator.walk(&cfg, &tree);
    let changed = eliminator.changed;
    func.resolve_aliases();
    let is_constant = |&block: &Block| {
        let end = func.terminator(block);
        end.is_some_and(|end| {
            func.opcode(end) == Opcode::CondBr && func.as_int(func.arg(end, 0), ctx).is_some()
        })
    };
    if changed && func.block_order().iter().any(is_constant) {
        super::opt_simplify_cfg::run(func, ctx, target);
    }
    changed
}

/// How the bits of an integer are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Order {
    Signed,
    Unsigned,
}

impl Order {
    const ALL: [Order; 2] = [Order::Signed, Order::Unsigned];

    /// The flag of sums that do not wrap in this order.
    fn flag(self) -> InstFlags {
        match self {
            Order::Signed => InstFlags::NSW,
            Order::Unsigned => InstFlags::NUW,
        }
    }
}

/// `a` compared with `b`.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    predicate: IntPredicate,
    a: Value,
    b: Value,
}

struct Eliminator<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    system: System,
    variables: FxHashMap<(Value, Order), Variable>,
    /// Those whose definitions have not been read.
    new_variables: Vec<(Value, Order, Variable)>,
    known: KnownBitsCache,
    /// The edges of switches, each with its number among the targets if it is the only one between the two blocks.
    cases: FxHashMap<(Block, Block), Option<u32>>,
    /// Whether only what holds without facts counts.
    is_anywhere: bool,
    changed: bool,
}

/// See [`Eliminator::cases`].
fn switch_cases(func: &Function) -> FxHashMap<(Block, Block), Option<u32>> {
    let mut cases = FxHashMap::default();
    for &block in func.block_order() {
        let Some(switch) = func
            .terminator(block)
            .filter(|&end| func.opcode(end) == Opcode::Switch)
        else {
            continue;
        };
        for (number, &target) in (0..).zip(func.inst_blocks(switch)) {
            cases
                .entry((block, target))
                .and_modify(|case| *case = None)
                .or_insert(Some(number));
        }
    }
    cases
}

impl Eliminator<'_> {
    /// Visits the blocks in the order of the dominator tree, with the facts that hold in each.
    fn walk(&mut self, cfg: &Cfg, tree: &DominatorTree) {
        let entry = self.func.entry().expect("a body");
        // Blocks, and how many facts hold before each; after a block's subtree, none to visit.
        let mut stack: Vec<(Option<Block>, usize)> = vec![(Some(entry), 0)];
        while let Some((block, facts)) = stack.pop() {
            let Some(block) = block else {
                self.system.truncate(facts);
                continue;
            };
            stack.push((None, self.system.len()));
            self.enter(cfg, tree, block);
            let mut next = self.func.first_inst(block);
            while let Some(inst) = next {
                next = self.func.next_inst(inst);
                self.visit(inst);
            }
            stack.extend(tree.children(block).rev().map(|child| (Some(child), 0)));
        }
    }

    /// Adds the facts that hold in `block` and not in its immediate dominator.
    fn enter(&mut self, cfg: &Cfg, tree: &DominatorTree, block: Block) {
        match cfg.preds(block).collect::<SmallVec<[Block; 4]>>()[..] {
            [pred] => self.assume_edge(pred, block),
            [first, second] => {
                for (latch, outside) in [(first, second), (second, first)] {
                    if tree.dominates(block, latch) && !tree.dominates(block, outside) {
                        self.assume_counters(tree, block, latch, outside);
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds what the branch at the end of `from` says if it goes to `to`.
    fn assume_edge(&mut self, from: Block, to: Block) {
        let Some(branch) = self.func.terminator(from) else {
            return;
        };
        let targets = self.func.inst_blocks(branch);
        match self.func.opcode(branch) {
            Opcode::CondBr if targets[0] != targets[1] => {
                let holds = targets[0] == to;
                self.assume_condition(self.operand(branch, 0), holds, 0);
            }
            Opcode::Switch => {
                let case = self.cases.get(&(from, to)).copied().flatten();
                let Some(case) = case.filter(|&case| case != 0) else {
                    return;
                };
                let (a, b) = (self.operand(branch, 0), self.operand(branch, case as usize));
                let predicate = IntPredicate::Eq;
                self.assume(Comparison { predicate, a, b });
            }
            _ => {}
        }
    }

    /// Adds that `condition` is true, or that it is false.
    fn assume_condition(&mut self, condition: Value, holds: bool, depth: u32) {
        if let Some(comparison) = self.comparison(condition) {
            return self.assume(comparison.that(holds));
        }
        if depth < MAX_DEPTH
            && let Some((parts, are_all)) = self.parts(condition)
            && are_all == holds
        {
            for part in parts {
                self.assume_condition(part, holds, depth + 1);
            }
        } else if let Some(inverse) = self.inverted(condition).filter(|_| depth < MAX_DEPTH) {
            self.assume_condition(inverse, !holds, depth + 1);
        }
    }

    /// Adds a comparison that holds.
    fn assume(&mut self, comparison: Comparison) {
        use IntPredicate::*;
        let Comparison { predicate, a, b } = comparison;
        match predicate {
            Eq => {
                for order in Order::ALL {
                    self.assume_at_most(a, b, order, 0);
                    self.assume_at_most(b, a, order, 0);
                }
            }
            Ne => {
                for order in Order::ALL {
                    for (a, b) in [(a, b), (b, a)] {
                        if self.proves_at_most(a, b, order, 0, MOST_SHORT_TRIES) {
                            self.assume_at_most(a, b, order, 1);
                        }
                    }
                }
            }
            Ugt | Uge | Sgt | Sge => self.assume(comparison.swapped()),
            Ult | Ule => {
                let distance = i128::from(predicate == Ult);
                self.assume_at_most(a, b, Order::Unsigned, distance);
                // Then neither of them is negative.
                if self.is_non_negative(b) {
                    if let Some(a) = self.sum(a, Order::Signed).and_then(|a| a.scaled(-1)) {
                        self.assume_sum(a);
                    }
                    self.assume_at_most(a, b, Order::Signed, distance);
                }
            }
            Slt | Sle => self.assume_at_most(a, b, Order::Signed, i128::from(predicate == Slt)),
        }
    }

    /// Adds that `a` plus `distance` is at most `b`.
    fn assume_at_most(&mut self, a: Value, b: Value, order: Order, distance: i128) {
        if let Some(fact) = self.difference(a, b, order) {
            self.assume_sum(fact.plus(distance));
        }
    }

    fn assume_sum(&mut self, fact: Linear) {
        if !fact.is_constant() {
            self.system.assume(fact);
        }
    }

    /// Adds the bounds of counters of a loop: what the branch at the end of `latch` says of the next value holds for
    /// all values if it holds for the first.
    fn assume_counters(&mut self, tree: &DominatorTree, header: Block, latch: Block, outside: Block) {
        let Some(branch) = self.func.terminator(latch) else {
            return;
        };
        let &[then, other] = self.func.inst_blocks(branch) else {
            return;
        };
        if self.func.opcode(branch) != Opcode::CondBr || then == other {
            return;
        }
        let mut again: SmallVec<[Comparison; 4]> = SmallVec::new();
        self.implied_comparisons(self.operand(branch, 0), then == header, 0, &mut again);
        if again.is_empty() {
            return;
        }
        let facts = self.system.len();
        let is_invariant = |this: &Self, value: Value| {
            let block = this.func.def_inst(value).map(|def| this.func.inst_block(def));
            block.is_none_or(|block| block.is_some_and(|block| tree.strictly_dominates(block, header)))
        };
        let mut bounds: SmallVec<[(Value, Value, Order, i128); 4]> = SmallVec::new();
        self.assume_edge(outside, header);
        for phi in self.func.phis(header).collect::<SmallVec<[Inst; 8]>>() {
            let entry = |from: Block| {
                self.func
                    .incoming(phi, from)
                    .map(|value| self.func.resolve(value))
            };
            let (Some(counter), Some(start), Some(next)) =
                (self.func.result(phi), entry(outside), entry(latch))
            else {
                continue;
            };
            for comparison in &again {
                let Some(Comparison { predicate, a, b }) = comparison.with_left(next) else {
                    continue;
                };
                // A limit that is poison is used before the branch on it.
                if a == b || !is_invariant(self, b) || !self.has_model(b) || !self.has_model(start) {
                    continue;
                }
                for (order, least_first, distance) in self.directions(predicate, counter, next) {
                    let ends = |value: Value| if least_first { (value, b) } else { (b, value) };
                    let (low, high) = ends(start);
                    if self.proves_at_most(low, high, order, distance, MOST_TRIES) {
                        let (low, high) = ends(counter);
                        bounds.push((low, high, order, distance));
                    }
                }
            }
        }
        self.system.truncate(facts);
        for (low, high, order, distance) in bounds {
            self.assume_at_most(low, high, order, distance);
        }
    }

    /// The inequalities between a counter and its limit that hold as long as `predicate` holds for `next`, its next
    /// value, and the limit: the order, whether the counter is the smaller one, and the distance.
    fn directions(
        &self,
        predicate: IntPredicate,
        counter: Value,
        next: Value,
    ) -> SmallVec<[(Order, bool, i128); 2]> {
        use IntPredicate::*;
        use Order::*;
        match predicate {
            Slt => smallvec::smallvec![(Signed, true, 1)],
            Sle => smallvec::smallvec![(Signed, true, 0)],
            Sgt => smallvec::smallvec![(Signed, false, 1)],
            Sge => smallvec::smallvec![(Signed, false, 0)],
            Ult => smallvec::smallvec![(Unsigned, true, 1)],
            Ule => smallvec::smallvec![(Unsigned, true, 0)],
            Ugt => smallvec::smallvec![(Unsigned, false, 1)],
            Uge => smallvec::smallvec![(Unsigned, false, 0)],
            Eq => SmallVec::new(),
            // In steps of one, a counter does not get past what it is not equal to.
            Ne => {
                let step = self.func.def_inst(next).filter(|&step| {
                    self.func.opcode(step) == Opcode::Add && self.operand(step, 0) == counter
                });
                let step = step.and_then(|step| self.signed_constant(self.operand(step, 1)));
                match step {
                    Some(1) => smallvec::smallvec![(Signed, true, 1), (Unsigned, true, 1)],
                    Some(-1) => smallvec::smallvec![(Signed, false, 1), (Unsigned, false, 1)],
                    _ => SmallVec::new(),
                }
            }
        }
    }

    /// The comparisons that hold if `condition` is true, or if it is false.
    fn implied_comparisons(
        &self,
        condition: Value,
        holds: bool,
        depth: u32,
        found: &mut SmallVec<[Comparison; 4]>,
    ) {
        if let Some(comparison) = self.comparison(condition) {
            found.push(comparison.that(holds));
        } else if depth < MAX_DEPTH
            && let Some((parts, are_all)) = self.parts(condition)
            && are_all == holds
        {
            for part in parts {
                self.implied_comparisons(part, holds, depth + 1, found);
            }
        }
    }

    fn visit(&mut self, inst: Inst) {
        match self.func.opcode(inst) {
            Opcode::ICmp => {
                // What has been replaced has no result.
                let result = self.func.result(inst);
                if let Some(holds) = result.and_then(|result| self.decide(result)) {
                    let value = self.func.int_value(Type::I1, u128::from(holds), self.ctx);
                    self.replace(inst, value);
                }
            }
            Opcode::And | Opcode::Or | Opcode::Select => self.visit_combination(inst),
            Opcode::CondBr => {
                // More is known than where the comparison is.
                let condition = self.operand(inst, 0);
                let is_elsewhere = self
                    .func
                    .def_inst(condition)
                    .is_some_and(|def| self.func.inst_block(def) != self.func.inst_block(inst));
                if is_elsewhere && let Some(holds) = self.decide(condition) {
                    let value = self.func.int_value(Type::I1, u128::from(holds), self.ctx);
                    self.func.args_mut(inst)[0] = value;
                    self.changed = true;
                }
            }
            Opcode::Call => self.visit_call(inst),
            Opcode::Sub => self.add_flags(inst),
            _ => {}
        }
    }

    /// Of two conditions that are combined, one may follow from the other.
    fn visit_combination(&mut self, inst: Inst) {
        let Some(result) = self.func.result(inst) else {
            return;
        };
        let Some(([first, second], are_all)) = self.parts(result) else {
            return;
        };
        for (part, other) in [(first, second), (second, first)] {
            if let Some(number) = self.func.as_int(part, self.ctx) {
                let is_neutral = (number == 1) == are_all;
                return self.replace(inst, if is_neutral { other } else { part });
            }
        }
        // The second part of a `select` is poison only if the first does not decide.
        let is_select = self.func.opcode(inst) == Opcode::Select;
        for (given, other) in [(first, second), (second, first)] {
            if is_select && given == second {
                break;
            }
            let facts = self.system.len();
            self.assume_condition(given, are_all, 0);
            let decided = match self.system.len() > facts {
                true => self.decide(other),
                false => None,
            };
            self.system.truncate(facts);
            let Some(holds) = decided else { continue };
            let value = match holds == are_all {
                true => given,
                false => self.func.int_value(Type::I1, u128::from(holds), self.ctx),
            };
            return self.replace(inst, value);
        }
    }

    fn visit_call(&mut self, inst: Inst) {
        let Some(intrinsic) = self.func.called_intrinsic(inst, self.ctx) else {
            return;
        };
        let (order, is_minimum) = match intrinsic {
            id::ASSUME => return self.assume_condition(self.operand(inst, 1), true, 0),
            id::SMIN => (Order::Signed, true),
            id::SMAX => (Order::Signed, false),
            id::UMIN => (Order::Unsigned, true),
            id::UMAX => (Order::Unsigned, false),
            _ => return,
        };
        let (a, b) = (self.operand(inst, 1), self.operand(inst, 2));
        if self.proves_in_order(a, b, order, 0) {
            self.replace(inst, if is_minimum { a } else { b });
        } else if self.proves_in_order(b, a, order, 0) {
            self.replace(inst, if is_minimum { b } else { a });
        }
    }

    /// Adds `nsw` and `nuw` to a difference that does not wrap.
    fn add_flags(&mut self, inst: Inst) {
        let bits = self.func.result(inst).and_then(|result| self.bits(result));
        let Some(bits) = bits else { return };
        let (a, b) = (self.operand(inst, 0), self.operand(inst, 1));
        for order in Order::ALL {
            if !self.func.inst(inst).flags.contains(order.flag())
                && let Some(difference) = self.difference(a, b, order)
                && self.fits(&difference, bits, order)
            {
                self.func.inst_mut(inst).flags |= order.flag();
                self.changed = true;
            }
        }
    }

    fn replace(&mut self, inst: Inst, value: Value) {
        let result = self.func.result(inst).expect("a result");
        self.func.replace_uses_with_alias(result, value);
        self.func.remove_inst(inst);
        self.changed = true;
    }

    /// What the comparison `condition` always is here, if that is known.
    fn decide(&mut self, condition: Value) -> Option<bool> {
        let comparison = self.comparison(condition)?;
        match () {
            _ if self.proves(comparison) => Some(true),
            _ if self.proves(comparison.that(false)) => Some(false),
            _ => None,
        }
    }

    fn proves(&mut self, comparison: Comparison) -> bool {
        use IntPredicate::*;
        let Comparison { predicate, a, b } = comparison;
        match predicate {
            Eq => {
                self.proves_at_most(a, b, Order::Signed, 0, MOST_TRIES)
                    && self.proves_at_most(b, a, Order::Signed, 0, MOST_TRIES)
            }
            Ne => Order::ALL.into_iter().any(|order| {
                self.proves_at_most(a, b, order, 1, MOST_TRIES)
                    || self.proves_at_most(b, a, order, 1, MOST_TRIES)
            }),
            Ugt | Uge | Sgt | Sge => self.proves(comparison.swapped()),
            Slt | Sle => self.proves_in_order(a, b, Order::Signed, i128::from(predicate == Slt)),
            Ult | Ule => self.proves_in_order(a, b, Order::Unsigned, i128::from(predicate == Ult)),
        }
    }

    /// Whether `a` plus `distance` is at most `b`.
    fn proves_in_order(&mut self, a: Value, b: Value, order: Order, distance: i128) -> bool {
        self.proves_at_most(a, b, order, distance, MOST_TRIES)
            || order == Order::Unsigned
                && self.proves_at_most(a, b, Order::Signed, distance, MOST_TRIES)
                && self.is_non_negative(a)
                && self.is_non_negative(b)
    }

    /// The same, in one order.
    fn proves_at_most(&mut self, a: Value, b: Value, order: Order, distance: i128, tries: u32) -> bool {
        let goal = self.difference(a, b, order);
        goal.is_some_and(|goal| self.system.proves(&goal.plus(distance), tries))
    }

    /// Whether `value` is not negative as a signed number.
    fn is_non_negative(&mut self, value: Value) -> bool {
        let goal = self.sum(value, Order::Signed).and_then(|sum| sum.scaled(-1));
        goal.is_some_and(|goal| self.system.proves(&goal, MOST_SHORT_TRIES))
    }

    /// Whether numbers that fit all definitions can stand for `value` even if it is poison.
    fn has_model(&mut self, value: Value) -> bool {
        Order::ALL.into_iter().all(|order| {
            self.sum(value, order)
                .is_none_or(|sum| self.system.has_model(&sum))
        })
    }

    /// `a - b`.
    fn difference(&mut self, a: Value, b: Value, order: Order) -> Option<Linear> {
        let (a, b) = (self.sum(a, order)?, self.sum(b, order)?);
        a.minus(&b)
    }

    // Conditions.

    fn operand(&self, inst: Inst, index: usize) -> Value {
        self.func.resolve(self.func.arg(inst, index))
    }

    /// The width of an integer of at most 64 bits that is not a boolean.
    fn bits(&self, value: Value) -> Option<u32> {
        let bits = self.ctx.types.int_bits(self.func.ty(value))?;
        (bits > 1 && bits <= 64).then_some(bits)
    }

    /// `condition` as a comparison of integers.
    fn comparison(&self, condition: Value) -> Option<Comparison> {
        let inst = self.func.def_inst(condition)?;
        let Aux::IntPredicate(predicate) = self.func.inst(inst).aux else {
            return None;
        };
        let (a, b) = (self.operand(inst, 0), self.operand(inst, 1));
        self.bits(a)?;
        Some(Comparison { predicate, a, b })
    }

    /// The two conditions of which `condition` says that both hold (true), or one of them.
    fn parts(&self, condition: Value) -> Option<([Value; 2], bool)> {
        let inst = self.func.def_inst(condition)?;
        if self.func.ty(condition) != Type::I1 {
            return None;
        }
        let arg = |index: usize| self.operand(inst, index);
        match self.func.opcode(inst) {
            Opcode::And => Some(([arg(0), arg(1)], true)),
            Opcode::Or => Some(([arg(0), arg(1)], false)),
            Opcode::Select if self.func.as_int(arg(2), self.ctx) == Some(0) => Some(([arg(0), arg(1)], true)),
            Opcode::Select if self.func.as_int(arg(1), self.ctx) == Some(1) => {
                Some(([arg(0), arg(2)], false))
            }
            _ => None,
        }
    }

    /// The condition of which `condition` is the inverse.
    fn inverted(&self, condition: Value) -> Option<Value> {
        let inst = self.func.def_inst(condition)?;
        let is_inverse = self.func.opcode(inst) == Opcode::Xor
            && self.func.ty(condition) == Type::I1
            && self.func.as_int(self.operand(inst, 1), self.ctx) == Some(1);
        is_inverse.then(|| self.operand(inst, 0))
    }

    fn signed_constant(&self, value: Value) -> Option<i128> {
        let bits = self.bits(value)?;
        let number = self.func.as_int(value, self.ctx)?;
        Some(crate::fold::scalar::sign_extend(bits, number))
    }
}

impl Comparison {
    fn swapped(self) -> Comparison {
        Comparison {
            predicate: self.predicate.swapped(),
            a: self.b,
            b: self.a,
        }
    }

    /// That it holds, or that it does not.
    fn that(self, holds: bool) -> Comparison {
        match holds {
            true => self,
            false => Comparison {
                predicate: self.predicate.inverse(),
                ..self
            },
        }
    }

    /// With `value` on the left, if it is one of the two.
    fn with_left(self, value: Value) -> Option<Comparison> {
        match value {
            _ if self.a == value => Some(self),
            _ if self.b == value => Some(self.swapped()),
            _ => None,
        }
    }
}
