//! Sinks operations that both arms of an `if` perform on different operands: they execute once after it, on operands
//! selected by phis.
//!
//! ```text
//!   a:  %p = getelementptr float, %in, i64 %i        %n = phi i64 [%i, a], [0, b]
//!       %x = load float, %p                    ->    %p = getelementptr float, %in, i64 %n
//!   b:  %y = load float, %in                         %v = load float, %p
//!   phi [%x, a], [%y, b]
//! ```
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: O(instructions and operands).
//! Diverging lanes execute both arms: each instruction saved is saved for all lanes, each load saves a wait, and nearly
//! empty arms become selects. Starting from each phi, and from stores of both arms to one address that could also be their
//! last instructions, follows the operations that serve nothing else and are equal on both sides; they move if they outnumber the phis they need.
//! Loads move only if their arm contains no write. Addresses must have the same base object, so that analyses still see
//! it. Source: the idea of the sinking in LLVM's SimplifyCFG, which proceeds from the ends of the arms in lockstep
//! instead.

use crate::analysis::alias::{decompose, location_of, may_clobber, may_read};
use crate::analysis::memory_effects::{Effects, effects, is_simple_access};
use crate::analysis::{TargetTransformInfo, Uses};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// How far operands are followed.
const MAX_DEPTH: u32 = 16;
/// Maximum number of accesses that a store may pass on its way to the end of its arm.
const MAX_PASSED: usize = 8;
/// Weight of a load relative to an operation, because of its wait.
const LOAD_WEIGHT: u32 = 4;

/// Merges. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let cfg = func.cfg();
    let diamonds: SmallVec<[Diamond; 8]> = cfg
        .rpo()
        .iter()
        .filter_map(|&join| {
            let arms: SmallVec<[Block; 2]> = cfg.preds(join).collect();
            let &[a, b] = &arms[..] else { return None };
            let ends_here = |arm: Block| matches!(func.successors(arm), [only] if *only == join);
            let is_diamond = a != b
                && ends_here(a)
                && ends_here(b)
                && cfg.single_pred(a).is_some()
                && cfg.single_pred(a) == cfg.single_pred(b);
            is_diamond.then_some(Diamond { join, arms: [a, b] })
        })
        .collect();
    if diamonds.is_empty() {
        return false;
    }
    let uses = Uses::compute(func);
    let mut changed = false;
    for diamond in diamonds {
        changed |= Merger::new(func, ctx, target, &uses, diamond).run();
    }
    func.resolve_aliases();
    changed
}

/// Two blocks with the same single predecessor and successor.
#[derive(Clone, Copy)]
struct Diamond {
    join: Block,
    arms: [Block; 2],
}

/// A value on each side.
type Pair = [Value; 2];

struct Merger<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    target: &'a dyn TargetTransformInfo,
    uses: &'a Uses,
    diamond: Diamond,
    /// Whether neither arm writes memory or orders accesses.
    only_reads: bool,
}

/// The effect of merging one pair.
#[derive(Default)]
struct Plan {
    /// Operations that are executed only once, loads weighted higher.
    saved: u32,
    /// Operands that need phis.
    chosen: SmallVec<[Pair; 4]>,
}

/// How the two values of a pair can become one operation.
enum Step {
    /// They are already equal.
    Same,
    /// The same operation in both arms.
    Operation([Inst; 2]),
    /// The address of an element on the side with this number, of the first element on the other.
    Element(usize, Inst),
    /// A phi chooses.
    Choice,
}

impl Merger<'_> {
    fn new<'a>(
        func: &'a mut Function,
        ctx: &'a mut Context,
        target: &'a dyn TargetTransformInfo,
        uses: &'a Uses,
        diamond: Diamond,
    ) -> Merger<'a> {
        let mut merger = Merger {
            func,
            ctx,
            target,
            uses,
            diamond,
            only_reads: false,
        };
        merger.look_at_memory();
        merger
    }

    fn run(&mut self) -> bool {
        let mut changed = false;
        while self.merge_last_stores() {
            changed = true;
        }
        if changed {
            self.look_at_memory();
        }
        let phis: SmallVec<[Inst; 8]> = self.func.phis(self.diamond.join).collect();
        for phi in phis {
            let pair = self.diamond.arms.map(|arm| self.incoming(phi, arm));
            let mut plan = Plan::default();
            self.plan(pair, 0, &mut plan);
            // The phi goes.
            if plan.saved == 0 || plan.saved < plan.chosen.len() as u32 {
                continue;
            }
            let at = self.func.first_non_phi(self.diamond.join).expect("a terminator");
            let value = self.build(pair, 0, at);
            let old = self.func.result(phi).expect("a phi has a result");
            self.func.replace_uses_with_alias(old, value);
            self.func.remove_inst(phi);
            changed = true;
        }
        changed
    }

    fn look_at_memory(&mut self) {
        let writes =
            Effects::WRITE | Effects::SIDE_EFFECTS | Effects::ORDERS_MEMORY | Effects::MAY_NOT_RETURN;
        self.only_reads = self.diamond.arms.iter().all(|&arm| {
            let end = self.func.terminator(arm);
            let mut insts = self.func.block_insts(arm).filter(|&inst| Some(inst) != end);
            insts.all(|inst| !effects(self.func, self.ctx, inst).intersects(writes))
        });
    }

    fn incoming(&self, phi: Inst, from: Block) -> Value {
        self.func.incoming(phi, from).expect("an entry for each arm")
    }

    /// Merges the last instructions of both arms if they store to the same address. Returns whether it did.
    fn merge_last_stores(&mut self) -> bool {
        let [first, second] = self.diamond.arms.map(|arm| self.last_stores(arm));
        let is_same_place = |a: Inst, b: Inst| {
            self.func.arg(a, 1) == self.func.arg(b, 1)
                && self.func.inst(a).aux == self.func.inst(b).aux
                && self.func.ty(self.func.arg(a, 0)) == self.func.ty(self.func.arg(b, 0))
        };
        let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)));
        let Some((a, b)) = pairs.into_iter().find(|&(a, b)| is_same_place(a, b)) else {
            return false;
        };
        let at = self.func.first_non_phi(self.diamond.join).expect("a terminator");
        let values = [a, b].map(|inst| self.func.arg(inst, 0));
        let value = if values[0] == values[1] {
            values[0]
        } else {
            self.choose(values)
        };
        let address = self.func.arg(a, 1);
        self.emit([a, b], &[value, address], at);
        true
    }

    /// The stores of an arm that could also stand at its end, last first.
    fn last_stores(&self, arm: Block) -> SmallVec<[Inst; 4]> {
        let mut stores = SmallVec::new();
        let mut later: SmallVec<[Inst; 8]> = SmallVec::new();
        let orders = Effects::SIDE_EFFECTS | Effects::ORDERS_MEMORY | Effects::MAY_NOT_RETURN;
        let mut next = self.func.terminator(arm).and_then(|end| self.func.prev_inst(end));
        while let Some(inst) = next
            && later.len() < MAX_PASSED
        {
            next = self.func.prev_inst(inst);
            if self.func.opcode(inst) == Opcode::Store
                && is_simple_access(self.func, inst)
                && let Some(location) = location_of(self.func, self.ctx, inst)
                && !later.iter().any(|&later| {
                    may_read(self.func, self.ctx, self.target, later, location)
                        || may_clobber(self.func, self.ctx, self.target, later, location)
                })
            {
                stores.push(inst);
            }
            let what = effects(self.func, self.ctx, inst);
            if what.intersects(orders) {
                break;
            }
            if what.accesses_memory() {
                later.push(inst);
            }
        }
        stores
    }

    fn step(&self, [x, y]: Pair) -> Step {
        if x == y {
            return Step::Same;
        }
        let own = [x, y].map(|value| self.own_inst(value));
        let [a, b] = [0, 1].map(|side| {
            own[side].filter(|&inst| self.func.inst_block(inst) == Some(self.diamond.arms[side]))
        });
        if let (Some(a), Some(b)) = (a, b)
            && self.are_alike(a, b)
        {
            return Step::Operation([a, b]);
        }
        for (side, element, whole) in [(0, a, y), (1, b, x)] {
            if let Some(element) = element
                && self.is_element_of(element, whole)
            {
                return Step::Element(side, element);
            }
        }
        Step::Choice
    }

    /// The instruction that defines a value with one use. Instructions created here, in a diamond inside this one, are
    /// not counted.
    fn own_inst(&self, value: Value) -> Option<Inst> {
        let is_counted = value.index() < self.uses.len();
        (is_counted && self.uses.count(value) == 1).then(|| self.func.def_inst(value))?
    }

    fn is_element_of(&self, element: Inst, whole: Value) -> bool {
        self.func.opcode(element) == Opcode::GetElementPtr
            && self.func.args(element).len() == 2
            && self.func.arg(element, 0) == whole
            && self.ctx.types.is_int(self.func.ty(self.func.arg(element, 1)))
    }

    /// Whether two instructions are equal except for operands that phis may select.
    fn are_alike(&self, a: Inst, b: Inst) -> bool {
        let (first, second) = (self.func.inst(a), self.func.inst(b));
        let opcode = first.opcode;
        if opcode != second.opcode
            || first.ty != second.ty
            || first.aux != second.aux
            || self.func.args(a).len() != self.func.args(b).len()
        {
            return false;
        }
        let movable = match opcode {
            Opcode::Load => self.only_reads && [a, b].iter().all(|&inst| is_simple_access(self.func, inst)),
            Opcode::Phi | Opcode::Alloca => false,
            _ => {
                let what = effects(self.func, self.ctx, a);
                what.is_pure() && !what.intersects(Effects::CONVERGENT | Effects::NO_DUPLICATE)
            }
        };
        movable
            && (0..self.func.args(a).len()).all(|index| {
                let [x, y] = [a, b].map(|inst| self.func.arg(inst, index));
                x == y || (self.func.ty(x) == self.func.ty(y) && self.may_differ([a, b], index, [x, y]))
            })
    }

    /// Whether a phi may select the operand with this number.
    fn may_differ(&self, [a, b]: [Inst; 2], index: usize, [x, y]: Pair) -> bool {
        use Opcode::{Add, And, FAdd, FCmp, FMul, FSub, GetElementPtr, ICmp, Load, Or, Select, Sub, Xor};
        let has_constant = self.func.as_const(x).is_some() || self.func.as_const(y).is_some();
        match self.func.opcode(a) {
            // Addresses have the same base object, or are computed alike.
            Load => !self.is_on_stack(x) && !matches!(self.step([x, y]), Step::Choice | Step::Same),
            GetElementPtr => index == 1 && self.func.args(a).len() == 2,
            Add | Sub | And | Or | Xor | FAdd | FSub | FMul | ICmp | FCmp | Select => true,
            Opcode::Call => {
                // A callee cannot be selected, nor an operand that must be constant.
                let callee = [a, b].map(|inst| self.func.callee(inst, self.ctx));
                callee[0].is_some() && callee[0] == callee[1] && !has_constant
            }
            // Shifts, products and divisions by constants are cheaper than others; indices of members must stay
            // constant.
            _ => !has_constant,
        }
    }

    /// Whether an address is that of a stack object, which can be promoted only while it is not selected.
    fn is_on_stack(&self, address: Value) -> bool {
        let base = decompose(self.func, self.ctx, address).base;
        let object = self.func.def_inst(base);
        object.is_some_and(|object| self.func.opcode(object) == Opcode::Alloca)
    }

    fn plan(&self, pair: Pair, depth: u32, plan: &mut Plan) {
        let step = if depth > MAX_DEPTH {
            Step::Choice
        } else {
            self.step(pair)
        };
        match step {
            Step::Same => {}
            Step::Operation([a, b]) => {
                plan.saved += match self.func.opcode(a) {
                    Opcode::Load => LOAD_WEIGHT,
                    Opcode::GetElementPtr | Opcode::BitCast => 0,
                    _ => 1,
                };
                for index in 0..self.func.args(a).len() {
                    let pair = [a, b].map(|inst| self.func.arg(inst, index));
                    self.plan(pair, depth + 1, plan);
                }
            }
            Step::Element(_, element) => {
                let index = self.func.arg(element, 1);
                plan.chosen.push([index, index]);
            }
            Step::Choice => {
                if !plan.chosen.contains(&pair) {
                    plan.chosen.push(pair);
                }
            }
        }
    }

    /// Executes the plan: the value of the pair, computed before `at`.
    fn build(&mut self, pair: Pair, depth: u32, at: Inst) -> Value {
        let step = if depth > MAX_DEPTH {
            Step::Choice
        } else {
            self.step(pair)
        };
        match step {
            Step::Same => pair[0],
            Step::Choice => self.choose(pair),
            Step::Operation(insts) => {
                let count = self.func.args(insts[0]).len();
                let mut args: SmallVec<[Value; 4]> = SmallVec::new();
                for index in 0..count {
                    let pair = insts.map(|inst| self.func.arg(inst, index));
                    args.push(self.build(pair, depth + 1, at));
                }
                self.emit(insts, &args, at).expect("it has a value")
            }
            Step::Element(side, element) => {
                let (base, index) = (self.func.arg(element, 0), self.func.arg(element, 1));
                let ty = self.func.ty(index);
                let zero = Builder::before(self.func, self.ctx, at).zero(ty);
                let mut pair = [zero; 2];
                pair[side] = index;
                let index = self.choose(pair);
                self.emit([element, element], &[base, index], at)
                    .expect("an address")
            }
        }
    }

    /// A phi; an existing one if it is the same.
    fn choose(&mut self, pair: Pair) -> Value {
        let Diamond { join, arms } = self.diamond;
        let ty = self.func.ty(pair[0]);
        let same = self
            .func
            .phis(join)
            .find(|&phi| arms.map(|arm| self.incoming(phi, arm)) == pair && self.func.inst(phi).ty == ty);
        if let Some(value) = same.and_then(|phi| self.func.result(phi)) {
            return value;
        }
        let phi = self
            .func
            .make_inst(Opcode::Phi, ty, &pair, &arms, InstFlags::empty(), Aux::None);
        let first = self.func.first_inst(join).expect("a terminator");
        self.func.insert_inst_before(phi, first);
        self.func.result(phi).expect("a phi has a result")
    }

    /// The operation of both sides with these operands, before `at`; replaces the old ones. Flags and metadata are
    /// those that hold on both sides.
    fn emit(&mut self, [a, b]: [Inst; 2], args: &[Value], at: Inst) -> Option<Value> {
        let data = self.func.inst(a);
        let (opcode, ty, aux) = (data.opcode, data.ty, data.aux);
        let flags = data.flags & self.func.inst(b).flags;
        let notes = self.func.attachments.get(&a).cloned();
        let new = self.func.make_inst(opcode, ty, args, &[], flags, aux);
        if let Some(notes) = notes
            && Some(&notes) == self.func.attachments.get(&b)
        {
            self.func.attachments.insert(new, notes);
        }
        self.func.set_location(new, self.func.location(a));
        self.func.merge_locations(new, b, self.ctx);
        self.func.insert_inst_before(new, at);
        self.func.remove_inst(a);
        if a != b {
            self.func.remove_inst(b);
        }
        self.func.result(new)
    }
}
