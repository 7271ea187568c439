//! `select`.

use super::{Rewrite, Simplifier};
use crate::entities::{Inst, Type, Value};
use crate::inst::{Aux, InstFlags, IntPredicate, Opcode};
use crate::intrinsics::id;

impl Simplifier<'_> {
    pub(super) fn select(&mut self, inst: Inst) -> Option<Rewrite> {
        let (condition, a, b) = (
            self.func.arg(inst, 0),
            self.func.arg(inst, 1),
            self.func.arg(inst, 2),
        );
        let ty = self.func.inst(inst).ty;
        let flags = self.func.inst(inst).flags;
        if a == b {
            return Some(Rewrite::Value(a));
        }
        if let Some(c) = self.as_int(condition) {
            return Some(Rewrite::Value(if c & 1 == 1 { a } else { b }));
        }
        if self.is_undefined(condition) {
            return Some(Rewrite::Value(b));
        }
        // Only poison may become an arbitrary other value: `undef` is one value, but the other may be poison.
        let is_poison = |s: &Self, v: Value| s.func.as_const(v).is_some_and(|c| s.ctx.is_poison(c));
        if is_poison(self, a) || (self.is_undefined(a) && self.is_const(b)) {
            return Some(Rewrite::Value(b));
        }
        if is_poison(self, b) || (self.is_undefined(b) && self.is_const(a)) {
            return Some(Rewrite::Value(a));
        }
        if let Some((inner, _)) = self.match_not(condition) {
            return self.rewrite(inst, Opcode::Select, &[inner, b, a], flags, Aux::None);
        }
        let same_shape = self.func.ty(condition) == ty;
        if self.ctx.types.scalar(ty) == Type::I1 && same_shape {
            match (self.as_int(a), self.as_int(b)) {
                (Some(1), Some(0)) => return Some(Rewrite::Value(condition)),
                (Some(0), Some(1)) => return Some(Rewrite::Value(self.invert(condition))),
                _ => {}
            }
            // Both conditions, or one of them.
            if self.is_zero(b)
                && let Some(done) = self.combine_ranges(inst, condition, a, true)
            {
                return Some(done);
            }
            if self.as_int(a) == Some(1)
                && let Some(done) = self.combine_ranges(inst, condition, b, false)
            {
                return Some(done);
            }
            // c ? c : x, and the like
            if a == condition {
                let one = self.int(ty, 1);
                return self.rewrite(inst, Opcode::Select, &[condition, one, b], flags, Aux::None);
            }
            if b == condition {
                let zero = self.int(ty, 0);
                return self.rewrite(inst, Opcode::Select, &[condition, a, zero], flags, Aux::None);
            }
        }
        // Bits of the condition as a number.
        let is_vector_condition = self.ctx.types.is_vector(self.func.ty(condition));
        if self.ctx.types.is_int(self.ctx.types.scalar(ty))
            && self.ctx.types.scalar(ty) != Type::I1
            && is_vector_condition == self.ctx.types.is_vector(ty)
            && let (Some(p), Some(q)) = (self.as_int(a), self.as_int(b))
        {
            let all = crate::fold::scalar::mask(self.width(ty));
            let (extension, inverted) = match (p, q) {
                (1, 0) => (Opcode::ZExt, false),
                (0, 1) => (Opcode::ZExt, true),
                (p, 0) if p == all => (Opcode::SExt, false),
                (0, q) if q == all => (Opcode::SExt, true),
                _ => return None,
            };
            let bit = if inverted {
                self.invert(condition)
            } else {
                condition
            };
            return self.rewrite(inst, extension, &[bit], InstFlags::empty(), Aux::None);
        }
        // A select under the same condition.
        if let Some(inner) = self.match_op(a, Opcode::Select)
            && self.func.arg(inner, 0) == condition
        {
            let a = self.func.arg(inner, 1);
            return self.rewrite(inst, Opcode::Select, &[condition, a, b], flags, Aux::None);
        }
        if let Some(inner) = self.match_op(b, Opcode::Select)
            && self.func.arg(inner, 0) == condition
        {
            let b = self.func.arg(inner, 2);
            return self.rewrite(inst, Opcode::Select, &[condition, a, b], flags, Aux::None);
        }
        if let Some(done) = self.select_of_step(inst, condition, a, b) {
            return Some(done);
        }
        self.select_of_comparison(inst, condition, a, b)
    }

    /// `c ? x + 1 : x` is the sum of a number and a bit, which can be a carry; so is the difference, and either with the
    /// sides exchanged.
    fn select_of_step(&mut self, inst: Inst, condition: Value, a: Value, b: Value) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        if !self.ctx.types.is_int(ty) || ty == Type::I1 {
            return None;
        }
        let step = |s: &Self, sum: Value, of: Value| {
            let add = s.match_op(sum, Opcode::Add).filter(|_| s.has_one_use(sum))?;
            let k = s.as_int(s.func.arg(add, 1))?;
            let is_one = k == 1 || k == crate::fold::scalar::mask(s.width(ty));
            (is_one && s.func.arg(add, 0) == of).then_some((add, k))
        };
        let (add, k, inverted) = match (step(self, a, b), step(self, b, a)) {
            (Some((add, k)), _) => (add, k, false),
            (None, Some((add, k))) if self.has_one_use(condition) => (add, k, true),
            _ => return None,
        };
        let is_compare = |s: &Self| {
            let def = s.func.def_inst(condition);
            def.is_some_and(|def| matches!(s.func.opcode(def), Opcode::ICmp | Opcode::FCmp))
        };
        if inverted && !is_compare(self) {
            return None;
        }
        let x = self.func.arg(add, 0);
        let flags = self.func.inst(add).flags & InstFlags::NSW;
        let bit = if inverted {
            self.invert(condition)
        } else {
            condition
        };
        let extension = if k == 1 { Opcode::ZExt } else { Opcode::SExt };
        let bit = self.make(extension, ty, &[bit], InstFlags::empty(), Aux::None);
        self.rewrite(inst, Opcode::Add, &[x, bit], flags, Aux::None)
    }

    fn select_of_comparison(&mut self, inst: Inst, condition: Value, a: Value, b: Value) -> Option<Rewrite> {
        use IntPredicate::*;
        let compare = self.match_op(condition, Opcode::ICmp)?;
        let predicate = self.int_predicate(compare)?;
        let (x, y) = (self.func.arg(compare, 0), self.func.arg(compare, 1));
        let ty = self.func.inst(inst).ty;
        if !self.ctx.types.is_int(self.ctx.types.scalar(ty)) || self.func.ty(x) != ty {
            return None;
        }
        match predicate {
            // x == y ? y : x, and other forms of x
            Eq if (a, b) == (x, y) || (a, b) == (y, x) => return Some(Rewrite::Value(b)),
            Ne if (a, b) == (x, y) || (a, b) == (y, x) => return Some(Rewrite::Value(a)),
            _ => {}
        }
        let mut predicate = predicate;
        let (mut low, mut high) = (x, y);
        // The constant of a strict comparison may be off by one from that of the select: x < c + 1 ? x : c.
        if (a, b) != (x, y)
            && (a, b) != (y, x)
            && let (Some(c), Some(k)) = (self.as_int(y), self.as_int(if a == x { b } else { a }))
            && (a == x || b == x)
        {
            let width = self.width(ty);
            let all = crate::fold::scalar::mask(width);
            let smallest = 1u128 << (width - 1);
            predicate = match predicate {
                Slt if k == c.wrapping_sub(1) & all && c != smallest => Sle,
                Ult if k == c.wrapping_sub(1) & all && c != 0 => Ule,
                Sgt if k == c.wrapping_add(1) & all && c != smallest - 1 => Sge,
                Ugt if k == c.wrapping_add(1) & all && c != all => Uge,
                _ => return None,
            };
            high = if a == x { b } else { a };
        }
        let straight = (a, b) == (low, high);
        let crossed = (a, b) == (high, low);
        if !straight && !crossed {
            return None;
        }
        if self.width(ty) > 64 || self.width(ty) < 8 {
            return None;
        }
        let intrinsic = match (predicate, straight) {
            (Slt | Sle, true) | (Sgt | Sge, false) => id::SMIN,
            (Slt | Sle, false) | (Sgt | Sge, true) => id::SMAX,
            (Ult | Ule, true) | (Ugt | Uge, false) => id::UMIN,
            (Ult | Ule, false) | (Ugt | Uge, true) => id::UMAX,
            _ => return None,
        };
        if self.is_const(low) {
            std::mem::swap(&mut low, &mut high);
        }
        let value = self.make_call(intrinsic, &[ty], &[low, high])?;
        Some(Rewrite::Value(value))
    }
}
