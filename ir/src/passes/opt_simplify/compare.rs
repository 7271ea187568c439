//! Integer and floating-point comparisons.

use super::{Rewrite, Simplifier};
use crate::constant::ConstantData;
use crate::entities::{Inst, Type, Value};
use crate::fold::float::FloatKind;
use crate::fold::scalar::{mask, sign_extend};
use crate::inst::{Aux, FloatPredicate, InstFlags, IntPredicate, Opcode};

impl Simplifier<'_> {
    pub(super) fn int_compare(&mut self, inst: Inst) -> Option<Rewrite> {
        use IntPredicate::*;
        let predicate = self.int_predicate(inst)?;
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        let operand_ty = self.func.ty(a);
        if a == b {
            let holds = matches!(predicate, Eq | Uge | Ule | Sge | Sle);
            return Some(Rewrite::Value(self.bool(operand_ty, holds)));
        }
        if self.is_const(a) && !self.is_const(b) {
            return self.compare_in_place(inst, predicate.swapped(), b, a);
        }
        if let Some(known) = self.known_comparison(predicate, a, b) {
            return Some(Rewrite::Value(self.bool(operand_ty, known)));
        }
        if self.ctx.types.scalar(operand_ty) == Type::I1
            && let Some(done) = self.compare_bits(inst, predicate, a, b)
        {
            return Some(done);
        }
        if let Some(c) = self.as_int(b)
            && let Some(done) = self.compare_constant(inst, predicate, a, c)
        {
            return Some(done);
        }
        self.compare_values(inst, predicate, a, b)
    }

    fn compare_in_place(
        &mut self,
        inst: Inst,
        predicate: IntPredicate,
        a: Value,
        b: Value,
    ) -> Option<Rewrite> {
        self.rewrite(
            inst,
            Opcode::ICmp,
            &[a, b],
            InstFlags::empty(),
            Aux::IntPredicate(predicate),
        )
    }

    /// Whether `next` is `x` in the next iteration of a loop: comparing `next` is better, because `x` then dies
    /// earlier.
    fn is_counted_up(&self, x: Value, next: Value) -> bool {
        self.func
            .def_inst(x)
            .is_some_and(|phi| self.func.opcode(phi) == Opcode::Phi && self.func.args(phi).contains(&next))
    }

    /// Comparisons decided by known bits.
    fn known_comparison(&mut self, predicate: IntPredicate, a: Value, b: Value) -> Option<bool> {
        use IntPredicate::*;
        let (x, y) = (self.known(a), self.known(b));
        if x.width != y.width {
            return None;
        }
        let different = (x.ones & y.zeros) | (x.zeros & y.ones) != 0;
        let (x, y) = match predicate.is_signed() {
            true => (x.in_signed_order(), y.in_signed_order()),
            false => (x, y),
        };
        match predicate {
            Eq if different => Some(false),
            Ne if different => Some(true),
            Ult | Slt if x.max() < y.min() => Some(true),
            Ult | Slt if x.min() >= y.max() => Some(false),
            Ule | Sle if x.max() <= y.min() => Some(true),
            Ule | Sle if x.min() > y.max() => Some(false),
            Ugt | Sgt if x.min() > y.max() => Some(true),
            Ugt | Sgt if x.max() <= y.min() => Some(false),
            Uge | Sge if x.min() >= y.max() => Some(true),
            Uge | Sge if x.max() < y.min() => Some(false),
            _ => None,
        }
    }

    /// Comparisons of single bits are bitwise operations.
    fn compare_bits(&mut self, inst: Inst, predicate: IntPredicate, a: Value, b: Value) -> Option<Rewrite> {
        use IntPredicate::*;
        if let Some(c) = self.as_int(b) {
            let same = match (predicate, c) {
                (Eq, 1) | (Ne, 0) | (Ugt, 0) | (Uge, 1) | (Slt, 0) => true,
                (Eq, 0) | (Ne, 1) | (Ult, 1) | (Ule, 0) => false,
                _ => return None,
            };
            return Some(Rewrite::Value(if same { a } else { self.invert(a) }));
        }
        match predicate {
            Ne => self.rewrite(inst, Opcode::Xor, &[a, b], InstFlags::empty(), Aux::None),
            Eq => {
                let different = self.binary(Opcode::Xor, a, b);
                let value = self.not(different);
                Some(Rewrite::Value(value))
            }
            _ => None,
        }
    }

    /// Comparisons with a constant integer.
    fn compare_constant(
        &mut self,
        inst: Inst,
        predicate: IntPredicate,
        a: Value,
        c: u128,
    ) -> Option<Rewrite> {
        use IntPredicate::*;
        let ty = self.func.ty(a);
        if !self.ctx.types.is_int(self.ctx.types.scalar(ty)) {
            return None;
        }
        let width = self.width(ty);
        let all = mask(width);
        let smallest = 1u128 << (width - 1);
        let constant = |s: &mut Self, v: u128| s.int(ty, v);
        // Strict forms, and (in)equality at the ends of the range. Known bits have decided the unsigned comparisons
        // that are always or never true.
        match predicate {
            Ule if c < all => {
                let c = constant(self, c + 1);
                return self.compare_in_place(inst, Ult, a, c);
            }
            Uge if c > 0 => {
                let c = constant(self, c - 1);
                return self.compare_in_place(inst, Ugt, a, c);
            }
            Sle if c != smallest - 1 => {
                let c = constant(self, c.wrapping_add(1));
                return self.compare_in_place(inst, Slt, a, c);
            }
            Sge if c != smallest => {
                let c = constant(self, c.wrapping_sub(1));
                return self.compare_in_place(inst, Sgt, a, c);
            }
            Slt if c == smallest => return Some(Rewrite::Value(self.bool(ty, false))),
            Sgt if c == smallest - 1 => return Some(Rewrite::Value(self.bool(ty, false))),
            Sle if c == smallest - 1 => return Some(Rewrite::Value(self.bool(ty, true))),
            Sge if c == smallest => return Some(Rewrite::Value(self.bool(ty, true))),
            Ult if c == 1 => {
                let zero = constant(self, 0);
                return self.compare_in_place(inst, Eq, a, zero);
            }
            Ugt if c == 0 => {
                let zero = constant(self, 0);
                return self.compare_in_place(inst, Ne, a, zero);
            }
            Ugt if c == all - 1 => {
                let max = constant(self, all);
                return self.compare_in_place(inst, Eq, a, max);
            }
            Ult if c == all => {
                let max = constant(self, all);
                return self.compare_in_place(inst, Ne, a, max);
            }
            _ => {}
        }
        // Signed comparisons of values that are not negative are unsigned ones.
        if matches!(predicate, Slt | Sgt) && c < smallest && self.known(a).is_non_negative() {
            let c = constant(self, c);
            let unsigned = if predicate == Slt { Ult } else { Ugt };
            return self.compare_in_place(inst, unsigned, a, c);
        }
        let def = self.func.def_inst(a)?;
        let flags = self.func.inst(def).flags;
        let equality = matches!(predicate, Eq | Ne);
        match self.func.opcode(def) {
            Opcode::Add => {
                let (x, d) = self.match_binary_const(a, Opcode::Add)?;
                if self.is_counted_up(x, a) {
                    return None;
                }
                if equality {
                    let c = constant(self, c.wrapping_sub(d));
                    return self.compare_in_place(inst, predicate, x, c);
                }
                if matches!(predicate, Slt | Sgt) && flags.contains(InstFlags::NSW) {
                    let moved = sign_extend(width, c).checked_sub(sign_extend(width, d))?;
                    if sign_extend(width, moved as u128) == moved {
                        let c = constant(self, moved as u128);
                        return self.compare_in_place(inst, predicate, x, c);
                    }
                }
                if matches!(predicate, Ult | Ugt) && flags.contains(InstFlags::NUW) && c >= d {
                    let c = constant(self, c - d);
                    return self.compare_in_place(inst, predicate, x, c);
                }
                None
            }
            Opcode::Sub if equality => {
                let (x, y) = self.match_binary(a, Opcode::Sub)?;
                if c == 0 {
                    return self.compare_in_place(inst, predicate, x, y);
                }
                let d = self.as_int(x)?;
                let c = constant(self, d.wrapping_sub(c));
                self.compare_in_place(inst, predicate, y, c)
            }
            Opcode::Xor if equality => {
                let (x, y) = self.match_binary(a, Opcode::Xor)?;
                if c == 0 {
                    return self.compare_in_place(inst, predicate, x, y);
                }
                let d = self.as_int(y)?;
                let c = constant(self, c ^ d);
                self.compare_in_place(inst, predicate, x, c)
            }
            Opcode::And if equality => {
                let (_, d) = self.match_binary_const(a, Opcode::And)?;
                if d.is_power_of_two() && c == d {
                    let zero = constant(self, 0);
                    return self.compare_in_place(inst, predicate.inverse(), a, zero);
                }
                None
            }
            Opcode::ZExt => {
                let x = self.func.arg(def, 0);
                let small = self.width(self.func.ty(x));
                // Known bits have decided constants out of range, except for signed comparisons with negative ones.
                if c > mask(small) {
                    return None;
                }
                let predicate = match predicate {
                    Slt => Ult,
                    Sgt => Ugt,
                    Eq | Ne | Ult | Ugt => predicate,
                    _ => return None,
                };
                let c = self.int(self.func.ty(x), c);
                self.compare_in_place(inst, predicate, x, c)
            }
            Opcode::SExt => {
                let x = self.func.arg(def, 0);
                let small = self.width(self.func.ty(x));
                let fits = sign_extend(small, c) as u128 & all == c;
                if fits && matches!(predicate, Eq | Ne | Slt | Sgt) {
                    let c = self.int(self.func.ty(x), c);
                    return self.compare_in_place(inst, predicate, x, c);
                }
                if !fits && equality {
                    return Some(Rewrite::Value(self.bool(ty, predicate == Ne)));
                }
                None
            }
            Opcode::LShr if equality && c == 0 => {
                let (x, d) = self.match_binary_const(a, Opcode::LShr)?;
                if d >= u128::from(width) || !self.has_one_use(a) {
                    return None;
                }
                let limit = constant(self, 1 << d);
                self.compare_in_place(inst, if predicate == Eq { Ult } else { Uge }, x, limit)
            }
            Opcode::Shl if equality && c == 0 => {
                let (x, _) = self.match_binary_const(a, Opcode::Shl)?;
                if flags.intersects(InstFlags::NUW | InstFlags::NSW) {
                    let zero = constant(self, 0);
                    return self.compare_in_place(inst, predicate, x, zero);
                }
                None
            }
            Opcode::Mul if equality && c == 0 => {
                let (x, d) = self.match_binary_const(a, Opcode::Mul)?;
                let exact = d % 2 == 1 || (d != 0 && flags.intersects(InstFlags::NUW | InstFlags::NSW));
                if exact {
                    let zero = constant(self, 0);
                    return self.compare_in_place(inst, predicate, x, zero);
                }
                None
            }
            Opcode::Select => {
                let (condition, x, y) = (
                    self.func.arg(def, 0),
                    self.func.arg(def, 1),
                    self.func.arg(def, 2),
                );
                let (p, q) = (self.as_int(x)?, self.as_int(y)?);
                if self.ctx.types.is_vector(ty) && !self.ctx.types.is_vector(self.func.ty(condition)) {
                    return None;
                }
                let holds = |v: u128| crate::fold::scalar::int_compare(predicate, width, v, c);
                match (holds(p), holds(q)) {
                    (true, true) => Some(Rewrite::Value(self.bool(ty, true))),
                    (false, false) => Some(Rewrite::Value(self.bool(ty, false))),
                    (true, false) => Some(Rewrite::Value(condition)),
                    (false, true) => Some(Rewrite::Value(self.not(condition))),
                }
            }
            _ => None,
        }
    }

    fn compare_values(&mut self, inst: Inst, predicate: IntPredicate, a: Value, b: Value) -> Option<Rewrite> {
        use IntPredicate::*;
        let equality = matches!(predicate, Eq | Ne);
        // Extensions of one kind on both sides.
        for extension in [Opcode::ZExt, Opcode::SExt] {
            if let (Some(x), Some(y)) = (self.match_cast(a, extension), self.match_cast(b, extension))
                && self.func.ty(x) == self.func.ty(y)
            {
                let predicate = match (extension, predicate) {
                    (Opcode::ZExt, Slt) => Ult,
                    (Opcode::ZExt, Sle) => Ule,
                    (Opcode::ZExt, Sgt) => Ugt,
                    (Opcode::ZExt, Sge) => Uge,
                    (_, p) => p,
                };
                return self.compare_in_place(inst, predicate, x, y);
            }
        }
        let flags = match predicate {
            _ if equality => InstFlags::empty(),
            _ if predicate.is_signed() => InstFlags::NSW,
            _ => InstFlags::NUW,
        };
        if let Some((x, y)) = self.without_common_operand(Opcode::Add, flags, a, b)
            && !self.is_counted_up(x, a)
            && !self.is_counted_up(y, b)
        {
            return self.compare_in_place(inst, predicate, x, y);
        }
        if equality {
            if let Some((x, y)) = self.without_common_operand(Opcode::Xor, flags, a, b) {
                return self.compare_in_place(inst, predicate, x, y);
            }
            // Addresses of objects are not null.
            if self.is_zero(b) && self.is_object_address(a) {
                let ty = self.func.ty(a);
                return Some(Rewrite::Value(self.bool(ty, predicate == Ne)));
            }
        }
        if predicate.is_signed() && self.known(a).is_non_negative() && self.known(b).is_non_negative() {
            let unsigned = match predicate {
                Slt => Ult,
                Sle => Ule,
                Sgt => Ugt,
                _ => Uge,
            };
            return self.compare_in_place(inst, unsigned, a, b);
        }
        None
    }

    /// Removes an operand that two sums (or xors) with the `flags` share. One of the two may be that operand itself:
    /// then zero is left.
    fn without_common_operand(
        &mut self,
        opcode: Opcode,
        flags: InstFlags,
        a: Value,
        b: Value,
    ) -> Option<(Value, Value)> {
        let operands = |value: Value| {
            let def = self.func.def_inst(value)?;
            let is_sum = self.func.opcode(def) == opcode && self.func.inst(def).flags.contains(flags);
            is_sum.then(|| [0, 1].map(|index| self.func.resolve(self.func.arg(def, index))))
        };
        let rest = |[x, y]: [Value; 2], common: Value| match common {
            _ if common == x => Some(y),
            _ if common == y => Some(x),
            _ => None,
        };
        match (operands(a), operands(b)) {
            (Some(of_a), Some(of_b))
                if let Some((x, y)) = (0..2).find_map(|i| Some((of_a[1 - i], rest(of_b, of_a[i])?))) =>
            {
                Some((x, y))
            }
            (Some(of_a), _) if let Some(x) = rest(of_a, b) => Some((x, self.int(self.func.ty(a), 0))),
            (_, Some(of_b)) if let Some(y) = rest(of_b, a) => Some((self.int(self.func.ty(a), 0), y)),
            _ => None,
        }
    }

    /// Globals outside address spaces where zero is an address. (Stack and local objects may lie at address zero.)
    fn is_object_address(&self, value: Value) -> bool {
        let Some(constant) = self.func.as_const(value) else {
            return false;
        };
        matches!(self.ctx.constants.data(constant), ConstantData::Global(_, g)
            if matches!(self.ctx.globals[*g].address_space, 0 | 1 | 4))
    }

    pub(super) fn float_compare(&mut self, inst: Inst) -> Option<Rewrite> {
        use FloatPredicate::*;
        let predicate = self.float_predicate(inst)?;
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        let flags = self.func.inst(inst).flags;
        let ty = self.func.ty(a);
        match predicate {
            False => return Some(Rewrite::Value(self.bool(ty, false))),
            True => return Some(Rewrite::Value(self.bool(ty, true))),
            _ => {}
        }
        if self.is_const(a) && !self.is_const(b) {
            return self.rewrite(
                inst,
                Opcode::FCmp,
                &[b, a],
                flags,
                Aux::FloatPredicate(predicate.swapped()),
            );
        }
        if flags.contains(InstFlags::NNAN) {
            match predicate {
                Ord => return Some(Rewrite::Value(self.bool(ty, true))),
                Uno => return Some(Rewrite::Value(self.bool(ty, false))),
                _ => {}
            }
        }
        let bits = predicate as usize;
        if a == b {
            // Either unordered or equal.
            let (unordered, equal) = (bits & 8 != 0, bits & 1 != 0);
            let simpler = match (unordered, equal) {
                (true, true) => return Some(Rewrite::Value(self.bool(ty, true))),
                (false, false) => return Some(Rewrite::Value(self.bool(ty, false))),
                (true, false) => Uno,
                (false, true) => Ord,
            };
            if simpler != predicate {
                let zero = self.zero(ty);
                return self.rewrite(
                    inst,
                    Opcode::FCmp,
                    &[a, zero],
                    flags,
                    Aux::FloatPredicate(simpler),
                );
            }
        }
        // Comparison with NaN is unordered.
        if let Some(constant) = self.func.as_const(b)
            && let ConstantData::Float(scalar, value) = *self.ctx.constants.data(constant)
            && let Some(kind) = FloatKind::of(scalar)
        {
            if kind.is_nan(value) {
                return Some(Rewrite::Value(self.bool(ty, bits & 8 != 0)));
            }
            if matches!(predicate, Ord | Uno) && value != 0 {
                let zero = self.zero(ty);
                return self.rewrite(
                    inst,
                    Opcode::FCmp,
                    &[a, zero],
                    flags,
                    Aux::FloatPredicate(predicate),
                );
            }
            // -x < c is x > -c
            if let Some(def) = self.match_op(a, Opcode::FNeg) {
                let x = self.func.arg(def, 0);
                let negated = self.ctx.const_float_bits(scalar, value ^ kind.sign());
                let negated = self.constant(negated);
                return self.rewrite(
                    inst,
                    Opcode::FCmp,
                    &[x, negated],
                    flags,
                    Aux::FloatPredicate(predicate.swapped()),
                );
            }
        }
        if let (Some(x), Some(y)) = (self.match_op(a, Opcode::FNeg), self.match_op(b, Opcode::FNeg)) {
            let (x, y) = (self.func.arg(x, 0), self.func.arg(y, 0));
            return self.rewrite(
                inst,
                Opcode::FCmp,
                &[x, y],
                flags,
                Aux::FloatPredicate(predicate.swapped()),
            );
        }
        None
    }
}
