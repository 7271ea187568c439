//! Floating point, as far as IEEE 754 and the flags of the instruction allow.

use super::{Rewrite, Simplifier};
use crate::constant::ConstantData;
use crate::entities::{Inst, Value};
use crate::fold::float::FloatKind;
use crate::inst::{Aux, InstFlags, Opcode};

impl Simplifier<'_> {
    /// Kind and bits of a constant, or of the equal elements of a vector.
    pub(super) fn as_float(&self, value: Value) -> Option<(FloatKind, u64)> {
        let constant = self.func.as_const(value)?;
        let kind = FloatKind::of(self.ctx.types.scalar(self.func.ty(value)))?;
        match self.ctx.constants.data(constant) {
            ConstantData::Float(_, bits) => Some((kind, *bits)),
            ConstantData::Zero(_) => Some((kind, 0)),
            ConstantData::Aggregate(_, members) => {
                let first = members[0];
                if members.iter().any(|&m| m != first) {
                    return None;
                }
                match self.ctx.constants.data(first) {
                    ConstantData::Float(_, bits) => Some((kind, *bits)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn is_float(&self, value: Value, expected: f64) -> bool {
        self.as_float(value)
            .is_some_and(|(kind, bits)| bits == kind.from_f64(expected))
    }

    fn float_const(&mut self, like: Value, bits: u64) -> Value {
        let ty = self.func.ty(like);
        let scalar = self.ctx.types.scalar(ty);
        let constant = self.ctx.const_float_bits(scalar, bits);
        let constant = self.ctx.const_splat(ty, constant);
        self.constant(constant)
    }

    pub(super) fn float(&mut self, inst: Inst) -> Option<Rewrite> {
        let opcode = self.func.opcode(inst);
        let flags = self.func.inst(inst).flags;
        let a = self.func.arg(inst, 0);
        if opcode == Opcode::FNeg {
            if let Some(def) = self.match_op(a, Opcode::FNeg) {
                return Some(Rewrite::Value(self.func.arg(def, 0)));
            }
            // -(x - y) = y - x except for the sign of zero
            if let Some(def) = self.match_op(a, Opcode::FSub)
                && self.has_one_use(a)
                && self.func.inst(def).flags.contains(InstFlags::NSZ)
                && flags.contains(InstFlags::NSZ)
            {
                let (x, y) = (self.func.arg(def, 0), self.func.arg(def, 1));
                let kept = self.func.inst(def).flags & flags;
                return self.rewrite(inst, Opcode::FSub, &[y, x], kept, Aux::None);
            }
            // -(x * c) = x * -c
            for op in [Opcode::FMul, Opcode::FDiv] {
                if let Some(def) = self.match_op(a, op)
                    && self.has_one_use(a)
                    && let Some((kind, bits)) = self.as_float(self.func.arg(def, 1))
                {
                    let x = self.func.arg(def, 0);
                    let c = self.float_const(x, bits ^ kind.sign());
                    let kept = self.func.inst(def).flags;
                    return self.rewrite(inst, op, &[x, c], kept, Aux::None);
                }
            }
            return None;
        }
        if opcode.is_commutative() && self.constant_right(inst) {
            return Some(Rewrite::InPlace);
        }
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        match opcode {
            Opcode::FAdd => self.float_sum(inst, a, b, flags),
            Opcode::FSub => self.float_difference(inst, a, b, flags),
            Opcode::FMul => self.float_product(inst, a, b, flags),
            Opcode::FDiv => self.float_quotient(inst, a, b, flags),
            _ => None,
        }
    }

    fn float_sum(&mut self, inst: Inst, a: Value, b: Value, flags: InstFlags) -> Option<Rewrite> {
        let nsz = flags.contains(InstFlags::NSZ);
        // x + -0.0 is x; x + 0.0 is x except for x = -0.0
        if self.is_float(b, -0.0) || (nsz && self.is_float(b, 0.0)) {
            return Some(Rewrite::Value(a));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(def) = self.match_op(y, Opcode::FNeg) {
                let y = self.func.arg(def, 0);
                return self.rewrite(inst, Opcode::FSub, &[x, y], flags, Aux::None);
            }
        }
        // (x + c) + d
        if flags.contains(InstFlags::REASSOC | InstFlags::NSZ)
            && self.as_float(b).is_some()
            && let Some(def) = self.match_op(a, Opcode::FAdd)
            && self
                .func
                .inst(def)
                .flags
                .contains(InstFlags::REASSOC | InstFlags::NSZ)
            && self.as_float(self.func.arg(def, 1)).is_some()
        {
            let (x, c) = (self.func.arg(def, 0), self.func.arg(def, 1));
            let total = self.make(Opcode::FAdd, self.func.ty(x), &[c, b], flags, Aux::None);
            return self.rewrite(inst, Opcode::FAdd, &[x, total], flags, Aux::None);
        }
        None
    }

    fn float_difference(&mut self, inst: Inst, a: Value, b: Value, flags: InstFlags) -> Option<Rewrite> {
        let nsz = flags.contains(InstFlags::NSZ);
        // x - 0.0 is x; x - -0.0 is x except for x = -0.0
        if self.is_float(b, 0.0) || (nsz && self.is_float(b, -0.0)) {
            return Some(Rewrite::Value(a));
        }
        // -0.0 - x is -x; 0.0 - x is -x except for x = 0.0
        if self.is_float(a, -0.0) || (nsz && self.is_float(a, 0.0)) {
            return self.rewrite(inst, Opcode::FNeg, &[b], flags, Aux::None);
        }
        if a == b && flags.contains(InstFlags::NNAN) {
            let ty = self.func.ty(a);
            return Some(Rewrite::Value(self.zero(ty)));
        }
        if let Some(def) = self.match_op(b, Opcode::FNeg) {
            let y = self.func.arg(def, 0);
            return self.rewrite(inst, Opcode::FAdd, &[a, y], flags, Aux::None);
        }
        // x - c = x + -c
        if let Some((kind, bits)) = self.as_float(b) {
            let c = self.float_const(a, bits ^ kind.sign());
            return self.rewrite(inst, Opcode::FAdd, &[a, c], flags, Aux::None);
        }
        None
    }

    fn float_product(&mut self, inst: Inst, a: Value, b: Value, flags: InstFlags) -> Option<Rewrite> {
        if self.is_float(b, 1.0) {
            return Some(Rewrite::Value(a));
        }
        if self.is_float(b, -1.0) {
            return self.rewrite(inst, Opcode::FNeg, &[a], flags, Aux::None);
        }
        if flags.contains(InstFlags::NNAN | InstFlags::NSZ)
            && (self.is_float(b, 0.0) || self.is_float(b, -0.0))
        {
            return Some(Rewrite::Value(self.float_const(a, 0)));
        }
        if let Some(x) = self.match_op(a, Opcode::FNeg) {
            let x = self.func.arg(x, 0);
            if let Some(y) = self.match_op(b, Opcode::FNeg) {
                let y = self.func.arg(y, 0);
                return self.rewrite(inst, Opcode::FMul, &[x, y], flags, Aux::None);
            }
            if let Some((kind, bits)) = self.as_float(b) {
                let c = self.float_const(x, bits ^ kind.sign());
                return self.rewrite(inst, Opcode::FMul, &[x, c], flags, Aux::None);
            }
        }
        // (x * c) * d
        if flags.contains(InstFlags::REASSOC)
            && self.as_float(b).is_some()
            && let Some(def) = self.match_op(a, Opcode::FMul)
            && self.func.inst(def).flags.contains(InstFlags::REASSOC)
            && self.as_float(self.func.arg(def, 1)).is_some()
        {
            let (x, c) = (self.func.arg(def, 0), self.func.arg(def, 1));
            let total = self.make(Opcode::FMul, self.func.ty(x), &[c, b], flags, Aux::None);
            return self.rewrite(inst, Opcode::FMul, &[x, total], flags, Aux::None);
        }
        None
    }

    fn float_quotient(&mut self, inst: Inst, a: Value, b: Value, flags: InstFlags) -> Option<Rewrite> {
        if self.is_float(b, 1.0) {
            return Some(Rewrite::Value(a));
        }
        if self.is_float(b, -1.0) {
            return self.rewrite(inst, Opcode::FNeg, &[a], flags, Aux::None);
        }
        if a == b && flags.contains(InstFlags::NNAN | InstFlags::NINF) {
            let one = self.as_one(a)?;
            return Some(Rewrite::Value(one));
        }
        if let (Some(x), Some(y)) = (self.match_op(a, Opcode::FNeg), self.match_op(b, Opcode::FNeg)) {
            let (x, y) = (self.func.arg(x, 0), self.func.arg(y, 0));
            return self.rewrite(inst, Opcode::FDiv, &[x, y], flags, Aux::None);
        }
        if let Some((kind, bits)) = self.as_float(b) {
            let back = kind.from_f64(1.0 / kind.to_f64(bits));
            // Exact for powers of two: their fraction is zero.
            let is_power = bits & ((1 << kind.fraction_bits()) - 1) == 0;
            let exact = is_power && is_normal(kind, bits) && is_normal(kind, back);
            let allowed = flags.contains(InstFlags::ARCP) && is_normal(kind, back) && is_normal(kind, bits);
            if exact || allowed {
                let c = self.float_const(a, back);
                return self.rewrite(inst, Opcode::FMul, &[a, c], flags, Aux::None);
            }
        }
        None
    }

    fn as_one(&mut self, like: Value) -> Option<Value> {
        let kind = FloatKind::of(self.ctx.types.scalar(self.func.ty(like)))?;
        Some(self.float_const(like, kind.from_f64(1.0)))
    }
}

/// Neither zero, subnormal, infinite nor NaN.
fn is_normal(kind: FloatKind, bits: u64) -> bool {
    let magnitude = bits & !kind.sign();
    let exponent = magnitude >> (kind.fraction_bits());
    let all = kind.infinity() >> kind.fraction_bits();
    exponent != 0 && exponent != all
}
