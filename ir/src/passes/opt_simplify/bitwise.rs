//! `and`, `or`, `xor`.

use super::{Rewrite, Simplifier};
use crate::entities::{Inst, Value};
use crate::fold::scalar::mask;
use crate::inst::{Aux, InstFlags, Opcode};
use crate::intrinsics::id;

impl Simplifier<'_> {
    pub(super) fn bitwise(&mut self, inst: Inst) -> Option<Rewrite> {
        if self.constant_right(inst) {
            return Some(Rewrite::InPlace);
        }
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        let opcode = self.func.opcode(inst);
        let simple = match opcode {
            Opcode::And => self.and(inst, a, b),
            Opcode::Or => self.or(inst, a, b),
            _ => self.xor(inst, a, b),
        };
        if simple.is_some() {
            return simple;
        }
        if opcode != Opcode::Xor
            && let Some(done) = self.combine_ranges(inst, a, b, opcode == Opcode::And)
        {
            return Some(done);
        }
        self.over_select(inst, a, b)
            .or_else(|| self.over_extension(inst, a, b))
    }

    fn and(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        let width = self.width(ty);
        if a == b || self.is_all_ones(b) {
            return Some(Rewrite::Value(a));
        }
        if self.is_zero(b) {
            return Some(Rewrite::Value(b));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, _)) = self.match_not(x)
                && p == y
            {
                return Some(Rewrite::Value(self.zero(ty)));
            }
            // x & (x | y)
            if let Some((p, q)) = self.match_binary(x, Opcode::Or)
                && (p == y || q == y)
            {
                return Some(Rewrite::Value(y));
            }
            // x & (x & y)
            if let Some((p, q)) = self.match_binary(x, Opcode::And)
                && (p == y || q == y)
            {
                return Some(Rewrite::Value(x));
            }
        }
        let c = self.as_int(b)?;
        if let Some((x, d)) = self.match_binary_const(a, Opcode::And) {
            let both = self.int(ty, c & d);
            return self.rewrite(inst, Opcode::And, &[x, both], InstFlags::empty(), Aux::None);
        }
        if let Some((x, d)) = self.match_binary_const(a, Opcode::Or) {
            if c & d == 0 {
                return self.rewrite(inst, Opcode::And, &[x, b], InstFlags::empty(), Aux::None);
            }
            if c & d == c {
                return Some(Rewrite::Value(b));
            }
        }
        let known = self.known(a);
        if known.max() & !c == 0 {
            return Some(Rewrite::Value(a));
        }
        if c & !(known.zeros | known.ones) == 0 {
            return Some(Rewrite::Value(self.int(ty, known.ones & c)));
        }
        // Bits shifted in need no mask, and bits removed by a mask need not be computed.
        if let Some((x, d)) = self.match_binary(a, Opcode::AShr)
            && let Some(amount) = self.as_int(d).filter(|&v| v < u128::from(width))
            && c <= mask(width) >> amount
            && self.has_one_use(a)
        {
            let logical = self.binary(Opcode::LShr, x, d);
            return self.rewrite(inst, Opcode::And, &[logical, b], InstFlags::empty(), Aux::None);
        }
        // (x * d) & c: only the bits of the factor up to c's highest matter, too.
        if let Some((x, d)) = self.match_binary_const(a, Opcode::Mul)
            && let kept = d & (u128::MAX >> c.leading_zeros())
            && kept != d
            && self.has_one_use(a)
        {
            let factor = self.int(ty, kept);
            let product = self.binary(Opcode::Mul, x, factor);
            return self.rewrite(inst, Opcode::And, &[product, b], InstFlags::empty(), Aux::None);
        }
        // (x + d) & c where d has no bits below the top of c's trailing ones: only those bits matter.
        if (c + 1).is_power_of_two()
            && let Some((x, d)) = self.match_binary_const(a, Opcode::Add)
            && d & c == 0
        {
            return self.rewrite(inst, Opcode::And, &[x, b], InstFlags::empty(), Aux::None);
        }
        None
    }

    fn or(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        if a == b || self.is_zero(b) {
            return Some(Rewrite::Value(a));
        }
        if self.is_all_ones(b) {
            return Some(Rewrite::Value(b));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, _)) = self.match_not(x)
                && p == y
            {
                return Some(Rewrite::Value(self.int(ty, u128::MAX)));
            }
            if let Some((p, q)) = self.match_binary(x, Opcode::And)
                && (p == y || q == y)
            {
                return Some(Rewrite::Value(y));
            }
            if let Some((p, q)) = self.match_binary(x, Opcode::Or)
                && (p == y || q == y)
            {
                return Some(Rewrite::Value(x));
            }
            // (x & c) | (x & d)
            if let (Some((p, c)), Some((q, d))) = (
                self.match_binary_const(x, Opcode::And),
                self.match_binary_const(y, Opcode::And),
            ) && p == q
            {
                let both = self.int(ty, c | d);
                return self.rewrite(inst, Opcode::And, &[p, both], InstFlags::empty(), Aux::None);
            }
        }
        if let Some(c) = self.as_int(b) {
            if let Some((x, d)) = self.match_binary_const(a, Opcode::Or) {
                let both = self.int(ty, c | d);
                return self.rewrite(inst, Opcode::Or, &[x, both], InstFlags::empty(), Aux::None);
            }
            if self.known(a).ones & c == c {
                return Some(Rewrite::Value(a));
            }
        }
        if let Some(rotated) = self.rotate(inst, a, b) {
            return Some(rotated);
        }
        if !self.func.inst(inst).flags.contains(InstFlags::DISJOINT)
            && self.known(a).max() & self.known(b).max() == 0
        {
            self.func.inst_mut(inst).flags |= InstFlags::DISJOINT;
            return Some(Rewrite::InPlace);
        }
        None
    }

    /// `(x << c) | (y >> (width - c))` is a funnel shift, if the target has one.
    fn rotate(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        if !self.target.has_funnel_shift(self.ctx, ty) {
            return None;
        }
        let width = u128::from(self.width(ty));
        for (left, right) in [(a, b), (b, a)] {
            let (Some((x, l)), Some((y, r))) = (
                self.match_binary(left, Opcode::Shl),
                self.match_binary(right, Opcode::LShr),
            ) else {
                continue;
            };
            let (Some(lc), Some(rc)) = (self.as_int(l), self.as_int(r)) else {
                continue;
            };
            if lc + rc == width && lc > 0 && rc > 0 && self.has_one_use(left) && self.has_one_use(right) {
                let value = self.make_call(id::FSHL, &[ty], &[x, y, l])?;
                return Some(Rewrite::Value(value));
            }
        }
        None
    }

    fn xor(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        if a == b {
            return Some(Rewrite::Value(self.zero(ty)));
        }
        if self.is_zero(b) {
            return Some(Rewrite::Value(a));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.match_binary(x, Opcode::Xor) {
                if p == y {
                    return Some(Rewrite::Value(q));
                }
                if q == y {
                    return Some(Rewrite::Value(p));
                }
            }
            if let Some((p, _)) = self.match_not(x)
                && p == y
            {
                return Some(Rewrite::Value(self.int(ty, u128::MAX)));
            }
        }
        if let Some(c) = self.as_int(b)
            && let Some((x, d)) = self.match_binary_const(a, Opcode::Xor)
        {
            let both = self.int(ty, c ^ d);
            return self.rewrite(inst, Opcode::Xor, &[x, both], InstFlags::empty(), Aux::None);
        }
        if self.is_all_ones(b) {
            // not (x < y) is x >= y
            if let Some(def) = self.func.def_inst(a)
                && matches!(self.func.opcode(def), Opcode::ICmp | Opcode::FCmp)
                && self.has_one_use(a)
            {
                return Some(Rewrite::Value(self.invert(a)));
            }
            // ~(c - x) = x + ~c; ~(x + c) = ~c - x
            if let Some((x, y)) = self.match_binary(a, Opcode::Sub)
                && let Some(c) = self.as_int(x)
            {
                let c = self.int(ty, !c);
                return self.rewrite(inst, Opcode::Add, &[y, c], InstFlags::empty(), Aux::None);
            }
            if let Some((x, c)) = self.match_binary_const(a, Opcode::Add)
                && self.has_one_use(a)
            {
                let c = self.int(ty, !c);
                return self.rewrite(inst, Opcode::Sub, &[c, x], InstFlags::empty(), Aux::None);
            }
        }
        None
    }

    /// An operation on a select of constants and a constant is a select of constants.
    pub(super) fn over_select(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let select = self.match_op(a, Opcode::Select)?;
        if !self.is_const(b) || !self.has_one_use(a) {
            return None;
        }
        let (condition, x, y) = (
            self.func.arg(select, 0),
            self.func.arg(select, 1),
            self.func.arg(select, 2),
        );
        if !self.is_const(x) || !self.is_const(y) {
            return None;
        }
        let data = self.func.inst(inst);
        let (opcode, ty, flags, aux) = (data.opcode, data.ty, data.flags, data.aux);
        let x = self.make(opcode, ty, &[x, b], flags, aux);
        let y = self.make(opcode, ty, &[y, b], flags, aux);
        Some(Rewrite::Value(self.make_select(
            condition,
            x,
            y,
            InstFlags::empty(),
        )))
    }

    /// `op (ext x), (ext y)` with the same extension is `ext (op x, y)`.
    fn over_extension(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let opcode = self.func.opcode(inst);
        for extension in [Opcode::ZExt, Opcode::SExt] {
            let Some(x) = self.match_cast(a, extension) else {
                continue;
            };
            if !self.has_one_use(a) {
                continue;
            }
            let small = self.func.ty(x);
            let y = match self.match_cast(b, extension) {
                Some(y) if self.func.ty(y) == small && self.has_one_use(b) => y,
                Some(_) => continue,
                None => {
                    let Some(c) = self.as_int(b) else { continue };
                    let width = self.width(small);
                    let fits = match extension {
                        Opcode::ZExt => c <= mask(width),
                        _ => {
                            let wide = self.width(self.func.ty(b));
                            crate::fold::scalar::sign_extend(width, c) as u128 & mask(wide) == c
                        }
                    };
                    if !fits {
                        continue;
                    }
                    self.int(small, c)
                }
            };
            let narrow = self.binary(opcode, x, y);
            return self.rewrite(inst, extension, &[narrow], InstFlags::empty(), Aux::None);
        }
        None
    }
}
