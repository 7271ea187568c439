//! Local simplification: constant folding, algebraic identities, canonical forms, chains of casts, comparisons, selects,
//! addresses, vectors, floating point as far as flags allow.
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: O(instructions) per sweep, at most four sweeps.
//! Source: LLVM Language Reference for what each operation means; the choice of canonical forms follows LLVM's
//! InstCombine, so that patterns written for its output match: constants on the right, strict comparisons, subtraction
//! of a constant as addition, multiplication by a power of two as shift, constant address offsets as bytes.
//!
//! A replacement may be more defined than the original, never less: flags (`nsw`, `nuw`, `exact`, `inbounds`,
//! fast-math) are kept only where a comment justifies it.

mod arithmetic;
mod bitwise;
mod calls;
mod casts;
mod compare;
mod float;
mod memory;
mod ranges;
mod select;
#[cfg(test)]
mod tests;
mod vector;

use super::util::blocks::trivial_phi;
use crate::analysis::memory_effects::is_removable;
use crate::analysis::{KnownBits, KnownBitsCache, TargetTransformInfo, UseCounts};
use crate::context::Context;
use crate::entities::{Constant, Inst, Type, Value};
use crate::fold::fold_inst;
use crate::fold::scalar::mask;
use crate::function::Function;
use crate::inst::{Aux, FloatPredicate, InstFlags, IntPredicate, Opcode};
use smallvec::SmallVec;

/// Number of phis of a block that are compared with one of them.
const MAX_SISTER_PHIS: usize = 32;
/// Maximum number of sweeps over the function; each sees the results of earlier ones.
const MAX_SWEEPS: usize = 4;

/// Simplifies until nothing more is found. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    sweeps(func, ctx, target, MAX_SWEEPS)
}

/// Simplifies in one sweep, for a place in the pipeline with another `simplify` after it.
pub fn sweep(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    sweeps(func, ctx, target, 1)
}

fn sweeps(
    func: &mut Function,
    ctx: &mut Context,
    target: &dyn TargetTransformInfo,
    max_sweeps: usize,
) -> bool {
    func.resolve_aliases();
    if func.entry().is_none() {
        return false;
    }
    let order = func.cfg().rpo().to_vec();
    let mut changed = false;
    // Sweeps rewrite values in terms of their former definitions.
    let mut known = KnownBitsCache::default();
    for _ in 0..max_sweeps {
        let mut simplifier = Simplifier {
            counts: UseCounts::compute(func),
            // Every instruction may be rewritten a few times; rules that undo each other must not loop forever.
            fuel: 16 * func.inst_count() + 1000,
            func,
            ctx,
            target,
            at: None,
            next: None,
            pending: Vec::new(),
            changed: false,
            known: std::mem::take(&mut known),
        };
        for &block in &order {
            simplifier.next = simplifier.func.first_inst(block);
            simplifier.sweep();
        }
        let again = simplifier.changed;
        known = simplifier.known;
        func.resolve_aliases();
        if !again {
            break;
        }
        changed = true;
    }
    changed
}

/// The effect of a rule.
enum Rewrite {
    /// The result is this value.
    Value(Value),
    /// The instruction was changed in place.
    InPlace,
    /// The instruction (without a result) is removed.
    Remove,
}

struct Simplifier<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    target: &'a dyn TargetTransformInfo,
    counts: UseCounts,
    /// The current instruction: new ones are inserted before it.
    at: Option<Inst>,
    next: Option<Inst>,
    /// New and changed instructions to visit before continuing; the last one first.
    pending: Vec<Inst>,
    fuel: usize,
    changed: bool,
    known: KnownBitsCache,
}

impl Simplifier<'_> {
    fn sweep(&mut self) {
        loop {
            let inst = match self.pending.pop() {
                Some(inst) => {
                    if self.func.inst_block(inst).is_none() {
                        continue;
                    }
                    inst
                }
                None => {
                    let Some(inst) = self.next else { return };
                    self.next = self.func.next_inst(inst);
                    inst
                }
            };
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            self.visit(inst);
        }
    }

    fn visit(&mut self, inst: Inst) {
        self.func.resolve_args(inst);
        if let Some(result) = self.func.result(inst)
            && self.counts.get(result) == 0
            && is_removable(self.func, self.ctx, inst)
        {
            self.erase(inst);
            self.changed = true;
            return;
        }
        self.at = Some(inst);
        let first_new = self.pending.len();
        match self.simplify(inst) {
            None => {}
            Some(Rewrite::Value(value)) => {
                self.changed = true;
                self.replace(inst, value);
            }
            Some(Rewrite::InPlace) => {
                self.changed = true;
                self.pending.insert(first_new, inst);
            }
            Some(Rewrite::Remove) => {
                self.changed = true;
                self.erase(inst);
            }
        }
        // Operands before users.
        self.pending[first_new..].reverse();
        if let Some(position) = self.pending[first_new..].iter().position(|&i| i == inst) {
            let own = self.pending.remove(first_new + position);
            self.pending.insert(first_new, own);
        }
        self.at = None;
    }

    fn simplify(&mut self, inst: Inst) -> Option<Rewrite> {
        if self.func.result(inst).is_some()
            && let Some(constant) = fold_inst(self.func, self.ctx, inst)
        {
            return Some(Rewrite::Value(self.func.const_value(constant, self.ctx)));
        }
        let opcode = self.func.opcode(inst);
        match opcode {
            Opcode::Add | Opcode::Sub | Opcode::Mul => self.arithmetic(inst),
            Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => self.division(inst),
            Opcode::Shl | Opcode::LShr | Opcode::AShr => self.shift(inst),
            Opcode::And | Opcode::Or | Opcode::Xor => self.bitwise(inst),
            Opcode::ICmp => self.int_compare(inst),
            Opcode::FCmp => self.float_compare(inst),
            Opcode::Select => self.select(inst),
            Opcode::Phi => self.phi(inst),
            Opcode::Freeze => self.freeze(inst),
            _ if opcode.is_cast() => self.cast(inst),
            _ if opcode.is_float_binary() || opcode == Opcode::FNeg => self.float(inst),
            Opcode::GetElementPtr => self.address(inst),
            Opcode::Load | Opcode::Store => self.access(inst),
            Opcode::ExtractElement | Opcode::InsertElement | Opcode::ShuffleVector => self.vector(inst),
            Opcode::ExtractValue | Opcode::InsertValue => self.aggregate(inst),
            Opcode::Call => self.call(inst),
            _ => None,
        }
    }

    // Changing the function.

    fn replace(&mut self, inst: Inst, value: Value) {
        let value = self.func.resolve(value);
        let Some(result) = self.func.result(inst) else {
            return;
        };
        if value == result {
            return;
        }
        if let Some(def) = self.func.def_inst(value)
            && self.func.value_names[value].is_none()
            && self.pending.contains(&def)
        {
            self.func.value_names[value] = self.func.value_names[result];
        }
        self.counts.replace(result, value);
        self.func.replace_uses_with_alias(result, value);
        self.erase(inst);
    }

    /// Removes `inst` and the operands that only it needed.
    fn erase(&mut self, inst: Inst) {
        let mut dead: SmallVec<[Inst; 8]> = SmallVec::new();
        dead.push(inst);
        while let Some(inst) = dead.pop() {
            if self.func.inst_block(inst).is_none() {
                continue;
            }
            if self.next == Some(inst) {
                self.next = self.func.next_inst(inst);
            }
            let args: SmallVec<[Value; 8]> = self.func.args(inst).into();
            self.func.remove_inst(inst);
            for arg in args {
                let arg = self.func.resolve(arg);
                if self.counts.remove(arg) == 0
                    && let Some(def) = self.func.def_inst(arg)
                    && Some(def) != self.at
                    && self.func.opcode(def) != Opcode::Phi
                    && self.func.inst_block(def).is_some()
                    && is_removable(self.func, self.ctx, def)
                {
                    dead.push(def);
                }
            }
        }
    }

    /// Changes operands in place.
    fn set_args(&mut self, inst: Inst, args: &[Value]) {
        for &arg in args {
            self.counts.add(arg);
        }
        let old: SmallVec<[Value; 8]> = self.func.args(inst).into();
        for arg in old {
            self.counts.remove(arg);
        }
        self.func.set_args(inst, args);
    }

    /// Makes `inst` another operation in place.
    fn rewrite(
        &mut self,
        inst: Inst,
        opcode: Opcode,
        args: &[Value],
        flags: InstFlags,
        aux: Aux,
    ) -> Option<Rewrite> {
        self.set_args(inst, args);
        let args: SmallVec<[Value; 4]> = args.into();
        self.func.rewrite_inst(inst, opcode, &args, flags, aux);
        Some(Rewrite::InPlace)
    }

    /// Creates a new instruction before the current one, or a constant.
    fn make(&mut self, opcode: Opcode, ty: Type, args: &[Value], flags: InstFlags, aux: Aux) -> Value {
        let at = self.at.expect("an instruction is being simplified");
        let inst = self.func.make_inst(opcode, ty, args, &[], flags, aux);
        if let Some(constant) = fold_inst(self.func, self.ctx, inst) {
            return self.func.const_value(constant, self.ctx);
        }
        if self.func.opcode(at) == Opcode::Phi {
            let block = self.func.inst_block(at).expect("a phi in a block");
            let place = self.func.first_non_phi(block).expect("a terminator");
            self.func.insert_inst_before(inst, place);
        } else {
            self.func.insert_inst_before(inst, at);
        }
        self.func.set_location(inst, self.func.location(at));
        for &arg in args {
            self.counts.add(arg);
        }
        self.pending.push(inst);
        self.func.result(inst).expect("an instruction with a result")
    }

    fn binary(&mut self, opcode: Opcode, a: Value, b: Value) -> Value {
        self.binary_flags(opcode, a, b, InstFlags::empty())
    }

    fn binary_flags(&mut self, opcode: Opcode, a: Value, b: Value, flags: InstFlags) -> Value {
        let ty = self.func.ty(a);
        self.make(opcode, ty, &[a, b], flags, Aux::None)
    }

    fn make_cast(&mut self, opcode: Opcode, a: Value, ty: Type) -> Value {
        if self.func.ty(a) == ty {
            return a;
        }
        self.make(opcode, ty, &[a], InstFlags::empty(), Aux::None)
    }

    fn compare(&mut self, predicate: IntPredicate, a: Value, b: Value) -> Value {
        let ty = self.ctx.types.comparison_result(self.func.ty(a));
        self.make(
            Opcode::ICmp,
            ty,
            &[a, b],
            InstFlags::empty(),
            Aux::IntPredicate(predicate),
        )
    }

    fn make_select(&mut self, condition: Value, a: Value, b: Value, flags: InstFlags) -> Value {
        let ty = self.func.ty(a);
        self.make(Opcode::Select, ty, &[condition, a, b], flags, Aux::None)
    }

    fn not(&mut self, a: Value) -> Value {
        if let Some((inner, _)) = self.match_not(a) {
            return inner;
        }
        let ty = self.func.ty(a);
        let ones = self.int(ty, u128::MAX);
        self.binary(Opcode::Xor, a, ones)
    }

    /// The inverse of a condition: by its predicate if the comparison has no other use.
    fn invert(&mut self, condition: Value) -> Value {
        if let Some(def) = self.func.def_inst(condition)
            && self.counts.get(condition) <= 1
        {
            let (ty, flags) = (self.func.inst(def).ty, self.func.inst(def).flags);
            let aux = match self.func.inst(def).aux {
                Aux::IntPredicate(p) => Some(Aux::IntPredicate(p.inverse())),
                Aux::FloatPredicate(p) => Some(Aux::FloatPredicate(p.inverse())),
                _ => None,
            };
            if let Some(aux) = aux {
                let args: SmallVec<[Value; 2]> = self.func.args(def).into();
                let opcode = self.func.opcode(def);
                return self.make(opcode, ty, &args, flags, aux);
            }
        }
        self.not(condition)
    }

    // Constants.

    fn int(&mut self, ty: Type, value: u128) -> Value {
        let scalar = self.ctx.types.scalar(ty);
        let constant = self.ctx.const_int(scalar, value);
        let constant = self.ctx.const_splat(ty, constant);
        self.func.const_value(constant, self.ctx)
    }

    fn bool(&mut self, like: Type, value: bool) -> Value {
        let ty = self.ctx.types.comparison_result(like);
        self.int(ty, u128::from(value))
    }

    fn zero(&mut self, ty: Type) -> Value {
        let constant = self.ctx.const_zero(ty);
        self.func.const_value(constant, self.ctx)
    }

    fn constant(&mut self, constant: Constant) -> Value {
        self.func.const_value(constant, self.ctx)
    }

    fn poison(&mut self, ty: Type) -> Value {
        let constant = self.ctx.const_poison(ty);
        self.func.const_value(constant, self.ctx)
    }

    // Matching.

    fn width(&self, ty: Type) -> u32 {
        (self.ctx.layout.bits(&self.ctx.types, self.ctx.types.scalar(ty)) as u32).clamp(1, 128)
    }

    fn as_int(&self, value: Value) -> Option<u128> {
        self.func.as_int(value, self.ctx)
    }

    fn is_const(&self, value: Value) -> bool {
        self.func.as_const(value).is_some()
    }

    fn is_zero(&self, value: Value) -> bool {
        self.func.as_const(value).is_some_and(|c| self.ctx.is_zero(c))
    }

    fn is_all_ones(&self, value: Value) -> bool {
        let width = self.width(self.func.ty(value));
        self.as_int(value) == Some(mask(width))
    }

    fn is_undefined(&self, value: Value) -> bool {
        self.func
            .as_const(value)
            .is_some_and(|c| self.ctx.is_undef_or_poison(c))
    }

    fn has_one_use(&self, value: Value) -> bool {
        self.counts.get(value) == 1
    }

    /// The instruction that defines `value`, if it is this operation.
    fn match_op(&self, value: Value, opcode: Opcode) -> Option<Inst> {
        self.func
            .def_inst(value)
            .filter(|&i| self.func.opcode(i) == opcode)
    }

    /// Operands of the operation that defines `value`.
    fn match_binary(&self, value: Value, opcode: Opcode) -> Option<(Value, Value)> {
        let inst = self.match_op(value, opcode)?;
        Some((self.func.arg(inst, 0), self.func.arg(inst, 1)))
    }

    /// The same with a constant integer (splat) on the right.
    fn match_binary_const(&self, value: Value, opcode: Opcode) -> Option<(Value, u128)> {
        let (a, b) = self.match_binary(value, opcode)?;
        Some((a, self.as_int(b)?))
    }

    /// `x` and the constant of `xor x, -1`.
    fn match_not(&self, value: Value) -> Option<(Value, Value)> {
        let (a, b) = self.match_binary(value, Opcode::Xor)?;
        self.is_all_ones(b).then_some((a, b))
    }

    /// `x` of `sub 0, x`.
    fn match_negation(&self, value: Value) -> Option<Value> {
        let (a, b) = self.match_binary(value, Opcode::Sub)?;
        self.is_zero(a).then_some(b)
    }

    fn match_cast(&self, value: Value, opcode: Opcode) -> Option<Value> {
        Some(self.func.arg(self.match_op(value, opcode)?, 0))
    }

    fn known(&mut self, value: Value) -> KnownBits {
        self.known.known_bits(self.func, self.ctx, value)
    }

    fn int_predicate(&self, inst: Inst) -> Option<IntPredicate> {
        match self.func.inst(inst).aux {
            Aux::IntPredicate(p) => Some(p),
            _ => None,
        }
    }

    fn float_predicate(&self, inst: Inst) -> Option<FloatPredicate> {
        match self.func.inst(inst).aux {
            Aux::FloatPredicate(p) => Some(p),
            _ => None,
        }
    }

    // Phis and freezes: too few rules for files of their own.

    fn phi(&mut self, inst: Inst) -> Option<Rewrite> {
        if let Some(value) = trivial_phi(self.func, inst) {
            return Some(Rewrite::Value(value));
        }
        if let Some(extension) = self.phi_of_extensions(inst) {
            return Some(Rewrite::Value(extension));
        }
        // One constant and otherwise undef: the constant is available everywhere.
        let mut only: Option<Value> = None;
        for index in 0..self.func.args(inst).len() {
            let value = self.func.arg(inst, index);
            if self.is_undefined(value) || Some(value) == self.func.result(inst) {
                continue;
            }
            if only.is_some_and(|o| o != value) || !self.is_const(value) {
                return None;
            }
            only = Some(value);
        }
        only.map(Rewrite::Value)
    }

    /// A phi of extended values, if another phi of the block has the values themselves, is the extension of that one:
    /// this remains after rotating a loop whose test computed the extension.
    fn phi_of_extensions(&mut self, inst: Inst) -> Option<Value> {
        let ty = self.func.inst(inst).ty;
        let bits = self.ctx.types.int_bits(ty)?;
        let count = self.func.args(inst).len();
        let cast = (0..count).find_map(|index| {
            let def = self.func.def_inst(self.func.arg(inst, index))?;
            matches!(self.func.opcode(def), Opcode::ZExt | Opcode::SExt).then_some(def)
        })?;
        let opcode = self.func.opcode(cast);
        let narrow = self.func.ty(self.func.arg(cast, 0));
        let narrow_bits = self.ctx.types.int_bits(narrow)?;
        let block = self.func.inst_block(inst)?;
        let other = self.func.phis(block).take(MAX_SISTER_PHIS).find(|&other| {
            other != inst
                && self.func.inst(other).ty == narrow
                && self.func.args(other).len() == count
                && (0..count).all(|index| {
                    let from = self.func.inst_blocks(inst)[index];
                    let Some(plain) = self.func.incoming(other, from) else {
                        return false;
                    };
                    let wide = self.func.arg(inst, index);
                    if let (Some(wide), Some(plain)) = (self.as_int(wide), self.as_int(plain)) {
                        return wide
                            == match opcode {
                                Opcode::ZExt => plain,
                                _ => {
                                    crate::fold::scalar::sign_extend(narrow_bits, plain) as u128
                                        & u128::MAX >> (128 - bits)
                                }
                            };
                    }
                    self.func
                        .def_inst(wide)
                        .is_some_and(|def| self.func.opcode(def) == opcode && self.func.arg(def, 0) == plain)
                })
        })?;
        let plain = self.func.result(other)?;
        Some(self.make(opcode, ty, &[plain], InstFlags::empty(), Aux::None))
    }

    fn freeze(&mut self, inst: Inst) -> Option<Rewrite> {
        let value = self.func.arg(inst, 0);
        if self.match_op(value, Opcode::Freeze).is_some() {
            return Some(Rewrite::Value(value));
        }
        // An instruction that cannot produce poison from defined operands, with at most one operand that may be poison,
        // stays: freezing operands instead pays only with more context.
        let def = self.func.def_inst(value)?;
        let defined = match self.func.opcode(def) {
            Opcode::Load => {
                let key = self.ctx.symbols.find("noundef");
                key.is_some_and(|k| self.func.attachment(def, k).is_some())
            }
            _ => false,
        };
        defined.then_some(Rewrite::Value(value))
    }
}
