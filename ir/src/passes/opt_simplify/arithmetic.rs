//! Sums, products, quotients and shifts.

use super::{Rewrite, Simplifier};
use crate::entities::{Inst, Value};
use crate::fold::scalar::{mask, sign_extend};
use crate::inst::{Aux, InstFlags, Opcode};

impl Simplifier<'_> {
    /// Constants go to the right of commutative operations.
    pub(super) fn constant_right(&mut self, inst: Inst) -> bool {
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        if self.is_const(a) && !self.is_const(b) {
            self.func.args_mut(inst).swap(0, 1);
            return true;
        }
        false
    }

    pub(super) fn arithmetic(&mut self, inst: Inst) -> Option<Rewrite> {
        let opcode = self.func.opcode(inst);
        if opcode.is_commutative() && self.constant_right(inst) {
            return Some(Rewrite::InPlace);
        }
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        match opcode {
            Opcode::Add => self.sum(inst, a, b),
            Opcode::Sub => self.difference(inst, a, b),
            _ => self.product(inst, a, b),
        }
    }

    fn sum(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        let flags = self.func.inst(inst).flags;
        let width = self.width(ty);
        if width == 1 {
            return self.rewrite(inst, Opcode::Xor, &[a, b], InstFlags::empty(), Aux::None);
        }
        if let Some(c) = self.as_int(b) {
            if c == 0 {
                return Some(Rewrite::Value(a));
            }
            if let Some((x, d)) = self.match_binary_const(a, Opcode::Add) {
                // Both sums are exact with more bits, and so is the sum of the constants: hence the combined sum is
                // exact.
                let inner = self.func.inst(self.func.def_inst(a)?).flags;
                let both = inner & flags;
                let (sc, sd) = (sign_extend(width, c), sign_extend(width, d));
                let mut kept = both & InstFlags::NUW;
                if c.checked_add(d).is_none_or(|s| s > mask(width)) {
                    kept.remove(InstFlags::NUW);
                }
                let fits = sc
                    .checked_add(sd)
                    .is_some_and(|s| sign_extend(width, s as u128) == s);
                if both.contains(InstFlags::NSW) && fits {
                    kept |= InstFlags::NSW;
                }
                let total = self.int(ty, c.wrapping_add(d));
                return self.rewrite(inst, Opcode::Add, &[x, total], kept, Aux::None);
            }
            if let Some((x, y)) = self.match_binary(a, Opcode::Sub)
                && let Some(d) = self.as_int(x)
            {
                let total = self.int(ty, c.wrapping_add(d));
                return self.rewrite(inst, Opcode::Sub, &[total, y], InstFlags::empty(), Aux::None);
            }
            // ~x + c = (c - 1) - x
            if let Some((x, _)) = self.match_not(a) {
                let total = self.int(ty, c.wrapping_sub(1));
                return self.rewrite(inst, Opcode::Sub, &[total, x], InstFlags::empty(), Aux::None);
            }
            // x + sign bit = x ^ sign bit
            if c == 1 << (width - 1) {
                return self.rewrite(inst, Opcode::Xor, &[a, b], InstFlags::empty(), Aux::None);
            }
        }
        if a == b {
            let one = self.int(ty, 1);
            return self.rewrite(inst, Opcode::Shl, &[a, one], flags, Aux::None);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(negated) = self.match_negation(y) {
                return self.rewrite(inst, Opcode::Sub, &[x, negated], InstFlags::empty(), Aux::None);
            }
            // (p - q) + q
            if let Some((p, q)) = self.match_binary(x, Opcode::Sub)
                && q == y
            {
                return Some(Rewrite::Value(p));
            }
            if let Some((p, _)) = self.match_not(x)
                && p == y
            {
                return Some(Rewrite::Value(self.int(ty, u128::MAX)));
            }
            // (p + c) + q = (p + q) + c: constants move outward, where they become address offsets.
            if let Some((p, c)) = self.match_binary_const(x, Opcode::Add)
                && self.has_one_use(x)
                && !self.is_const(y)
                && !flags.contains(InstFlags::NSW)
            {
                let inner = self.binary(Opcode::Add, p, y);
                let c = self.int(ty, c);
                return self.rewrite(inst, Opcode::Add, &[inner, c], InstFlags::empty(), Aux::None);
            }
        }
        self.known_sign_flags(inst, a, b)
    }

    /// Sums of small known values do not wrap: later passes move extensions across them.
    fn known_sign_flags(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let flags = self.func.inst(inst).flags;
        if flags.contains(InstFlags::NSW | InstFlags::NUW) {
            return None;
        }
        let width = self.width(self.func.inst(inst).ty);
        let (x, y) = (self.known(a), self.known(b));
        let mut more = flags;
        let max = x.max().checked_add(y.max());
        if max.is_some_and(|m| m <= mask(width)) {
            more |= InstFlags::NUW;
        }
        if max.is_some_and(|m| m <= mask(width) >> 1) {
            more |= InstFlags::NSW;
        }
        if more == flags {
            return None;
        }
        self.func.inst_mut(inst).flags = more;
        Some(Rewrite::InPlace)
    }

    fn difference(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        let flags = self.func.inst(inst).flags;
        let width = self.width(ty);
        if width == 1 {
            return self.rewrite(inst, Opcode::Xor, &[a, b], InstFlags::empty(), Aux::None);
        }
        if a == b {
            return Some(Rewrite::Value(self.zero(ty)));
        }
        if let Some(c) = self.as_int(b) {
            if c == 0 {
                return Some(Rewrite::Value(a));
            }
            // x - c = x + -c; without signed wrap unless c is the smallest number, whose negation is itself.
            let kept = if c == 1 << (width - 1) {
                InstFlags::empty()
            } else {
                flags & InstFlags::NSW
            };
            let negative = self.int(ty, c.wrapping_neg());
            return self.rewrite(inst, Opcode::Add, &[a, negative], kept, Aux::None);
        }
        if let Some(c) = self.as_int(a) {
            if let Some((x, d)) = self.match_binary_const(b, Opcode::Add) {
                let total = self.int(ty, c.wrapping_sub(d));
                return self.rewrite(inst, Opcode::Sub, &[total, x], InstFlags::empty(), Aux::None);
            }
            if let Some((x, y)) = self.match_binary(b, Opcode::Sub)
                && (c == 0 || self.is_const(x))
                && self.has_one_use(b)
            {
                // c - (x - y) = y + (c - x), and 0 - (x - y) = y - x
                if c == 0 {
                    return self.rewrite(inst, Opcode::Sub, &[y, x], InstFlags::empty(), Aux::None);
                }
                let d = self.as_int(x)?;
                let total = self.int(ty, c.wrapping_sub(d));
                return self.rewrite(inst, Opcode::Add, &[y, total], InstFlags::empty(), Aux::None);
            }
            if c == mask(width) {
                return self.rewrite(inst, Opcode::Xor, &[b, a], InstFlags::empty(), Aux::None);
            }
        }
        if let Some(negated) = self.match_negation(b) {
            return self.rewrite(inst, Opcode::Add, &[a, negated], InstFlags::empty(), Aux::None);
        }
        if let Some((x, y)) = self.match_binary(a, Opcode::Add) {
            if x == b {
                return Some(Rewrite::Value(y));
            }
            if y == b {
                return Some(Rewrite::Value(x));
            }
        }
        if let Some((x, y)) = self.match_binary(b, Opcode::Add)
            && (x == a || y == a)
        {
            let other = if x == a { y } else { x };
            let zero = self.zero(ty);
            return self.rewrite(inst, Opcode::Sub, &[zero, other], InstFlags::empty(), Aux::None);
        }
        // (p + c) - q = (p - q) + c
        if let Some((p, c)) = self.match_binary_const(a, Opcode::Add)
            && self.has_one_use(a)
            && !flags.contains(InstFlags::NSW)
        {
            let inner = self.binary(Opcode::Sub, p, b);
            let c = self.int(ty, c);
            return self.rewrite(inst, Opcode::Add, &[inner, c], InstFlags::empty(), Aux::None);
        }
        // a - x * c = a + x * -c: a product and a sum are one instruction.
        if let Some((x, c)) = self.match_binary_const(b, Opcode::Mul)
            && self.has_one_use(b)
            && !self.is_zero(a)
        {
            let negative = self.int(ty, c.wrapping_neg());
            let product = self.binary(Opcode::Mul, x, negative);
            return self.rewrite(inst, Opcode::Add, &[a, product], InstFlags::empty(), Aux::None);
        }
        None
    }

    fn product(&mut self, inst: Inst, a: Value, b: Value) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        let flags = self.func.inst(inst).flags;
        let width = self.width(ty);
        if width == 1 {
            return self.rewrite(inst, Opcode::And, &[a, b], InstFlags::empty(), Aux::None);
        }
        if let Some(c) = self.as_int(b) {
            if c == 0 {
                return Some(Rewrite::Value(b));
            }
            if c == 1 {
                return Some(Rewrite::Value(a));
            }
            if c == mask(width) {
                let zero = self.zero(ty);
                return self.rewrite(inst, Opcode::Sub, &[zero, a], flags & InstFlags::NSW, Aux::None);
            }
            if c.is_power_of_two() {
                let shift = c.trailing_zeros();
                let mut kept = flags & InstFlags::NUW;
                // A shift into the sign bit is not equivalent to multiplication by the (negative) smallest number.
                if shift + 1 < width {
                    kept |= flags & InstFlags::NSW;
                }
                let amount = self.int(ty, u128::from(shift));
                return self.rewrite(inst, Opcode::Shl, &[a, amount], kept, Aux::None);
            }
            // A product with a condition is a choice.
            if let Some(condition) = self.match_cast(a, Opcode::ZExt)
                && self.width(self.func.ty(condition)) == 1
            {
                let zero = self.zero(ty);
                return self.rewrite(
                    inst,
                    Opcode::Select,
                    &[condition, b, zero],
                    InstFlags::empty(),
                    Aux::None,
                );
            }
            if let Some((x, d)) = self.match_binary_const(a, Opcode::Mul) {
                let kept = self.flags_of_product(flags, a, c, d, width);
                let total = self.int(ty, c.wrapping_mul(d));
                return self.rewrite(inst, Opcode::Mul, &[x, total], kept, Aux::None);
            }
            if let Some((x, shift)) = self.match_binary_const(a, Opcode::Shl)
                && shift < u128::from(width)
            {
                let kept = self.flags_of_product(flags, a, c, 1 << shift, width);
                let total = self.int(ty, c << shift);
                return self.rewrite(inst, Opcode::Mul, &[x, total], kept, Aux::None);
            }
            // (x + d) * c = x * c + d * c, unless that loses flags needed for signed extension
            if let Some((x, d)) = self.match_binary_const(a, Opcode::Add)
                && self.has_one_use(a)
                && !flags.contains(InstFlags::NSW)
            {
                let scaled = self.binary(Opcode::Mul, x, b);
                let total = self.int(ty, c.wrapping_mul(d));
                return self.rewrite(inst, Opcode::Add, &[scaled, total], InstFlags::empty(), Aux::None);
            }
        }
        if let (Some(x), Some(y)) = (self.match_negation(a), self.match_negation(b)) {
            return self.rewrite(inst, Opcode::Mul, &[x, y], InstFlags::empty(), Aux::None);
        }
        None
    }

    /// The flags of `(x * d) * c` that `x * (c * d)` keeps, where `inner` is `x * d`: both if the constant does not
    /// wrap, and at least `nuw` for small ones.
    fn flags_of_product(&self, flags: InstFlags, inner: Value, c: u128, d: u128, width: u32) -> InstFlags {
        let inner = self.func.def_inst(inner).map(|inst| self.func.inst(inst).flags);
        let fits = c
            .checked_mul(d)
            .is_some_and(|total| total <= mask(width) >> 1 && c.max(d) <= mask(width) >> 1);
        match inner {
            Some(inner) if fits => flags & inner & (InstFlags::NSW | InstFlags::NUW),
            _ => InstFlags::empty(),
        }
    }

    pub(super) fn division(&mut self, inst: Inst) -> Option<Rewrite> {
        let opcode = self.func.opcode(inst);
        let ty = self.func.inst(inst).ty;
        let flags = self.func.inst(inst).flags;
        let width = self.width(ty);
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
        let remainder = matches!(opcode, Opcode::URem | Opcode::SRem);
        if width == 1 {
            // The divisor must be one.
            return Some(Rewrite::Value(if remainder { self.zero(ty) } else { a }));
        }
        if a == b {
            // Zero by zero is undefined.
            return Some(Rewrite::Value(self.int(ty, u128::from(!remainder))));
        }
        if self.is_zero(a) {
            return Some(Rewrite::Value(a));
        }
        if let Some(c) = self.as_int(b) {
            if c == 1 {
                return Some(Rewrite::Value(if remainder { self.zero(ty) } else { a }));
            }
            if signed && c == mask(width) {
                if remainder {
                    return Some(Rewrite::Value(self.zero(ty)));
                }
                let zero = self.zero(ty);
                return self.rewrite(inst, Opcode::Sub, &[zero, a], InstFlags::empty(), Aux::None);
            }
            if let Some(done) = self.division_by_constant(inst, a, c) {
                return Some(done);
            }
        }
        if signed && self.known(a).is_non_negative() && self.known(b).is_non_negative() {
            let unsigned = if remainder { Opcode::URem } else { Opcode::UDiv };
            return self.rewrite(inst, unsigned, &[a, b], flags, Aux::None);
        }
        // By a shifted one: a variable power of two.
        if let Some((one, amount)) = self.match_binary(b, Opcode::Shl)
            && !signed
            && self.as_int(one) == Some(1)
        {
            if remainder {
                let ones = self.int(ty, u128::MAX);
                let low = self.binary(Opcode::Add, b, ones);
                return self.rewrite(inst, Opcode::And, &[a, low], InstFlags::empty(), Aux::None);
            }
            return self.rewrite(
                inst,
                Opcode::LShr,
                &[a, amount],
                flags & InstFlags::EXACT,
                Aux::None,
            );
        }
        // A dividend smaller than the divisor.
        if !signed && self.known(a).max() < self.known(b).min() {
            return Some(Rewrite::Value(if remainder { a } else { self.zero(ty) }));
        }
        None
    }

    fn division_by_constant(&mut self, inst: Inst, a: Value, c: u128) -> Option<Rewrite> {
        let opcode = self.func.opcode(inst);
        let ty = self.func.inst(inst).ty;
        let flags = self.func.inst(inst).flags;
        let width = self.width(ty);
        let shift = c.trailing_zeros();
        match opcode {
            Opcode::UDiv if c.is_power_of_two() => {
                let amount = self.int(ty, u128::from(shift));
                return self.rewrite(
                    inst,
                    Opcode::LShr,
                    &[a, amount],
                    flags & InstFlags::EXACT,
                    Aux::None,
                );
            }
            Opcode::URem if c.is_power_of_two() => {
                let low = self.int(ty, c - 1);
                return self.rewrite(inst, Opcode::And, &[a, low], InstFlags::empty(), Aux::None);
            }
            Opcode::SDiv if c.is_power_of_two() && shift + 1 < width && flags.contains(InstFlags::EXACT) => {
                let amount = self.int(ty, u128::from(shift));
                return self.rewrite(inst, Opcode::AShr, &[a, amount], InstFlags::EXACT, Aux::None);
            }
            // By the smallest number: the quotient is one only for itself.
            Opcode::SDiv if c == 1 << (width - 1) => {
                let c = self.int(ty, c);
                let equal = self.compare(crate::inst::IntPredicate::Eq, a, c);
                return self.rewrite(inst, Opcode::ZExt, &[equal], InstFlags::empty(), Aux::None);
            }
            Opcode::UDiv => {
                // (x / d) / c = x / (d * c)
                if let Some((x, d)) = self.match_binary_const(a, Opcode::UDiv) {
                    return match d.checked_mul(c).filter(|&p| p <= mask(width)) {
                        Some(product) => {
                            let product = self.int(ty, product);
                            self.rewrite(inst, Opcode::UDiv, &[x, product], InstFlags::empty(), Aux::None)
                        }
                        None => Some(Rewrite::Value(self.zero(ty))),
                    };
                }
                // (x << s) / (c with s trailing zeros) without wrap
                if let Some((x, s)) = self.match_binary_const(a, Opcode::Mul)
                    && s == c
                    && self
                        .func
                        .inst(self.func.def_inst(a)?)
                        .flags
                        .contains(InstFlags::NUW)
                {
                    return Some(Rewrite::Value(x));
                }
            }
            Opcode::SDiv => {
                if let Some((x, s)) = self.match_binary_const(a, Opcode::Mul)
                    && s == c
                    && self
                        .func
                        .inst(self.func.def_inst(a)?)
                        .flags
                        .contains(InstFlags::NSW)
                {
                    return Some(Rewrite::Value(x));
                }
            }
            _ => {}
        }
        None
    }

    pub(super) fn shift(&mut self, inst: Inst) -> Option<Rewrite> {
        let opcode = self.func.opcode(inst);
        let ty = self.func.inst(inst).ty;
        let flags = self.func.inst(inst).flags;
        let width = self.width(ty);
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        if self.is_zero(a) {
            return Some(Rewrite::Value(a));
        }
        if opcode == Opcode::AShr && self.is_all_ones(a) {
            return Some(Rewrite::Value(a));
        }
        if opcode == Opcode::AShr && self.known(a).is_non_negative() {
            return self.rewrite(inst, Opcode::LShr, &[a, b], flags, Aux::None);
        }
        // A masked amount with all relevant bits: keep the mask; selection drops it on targets that mask anyway.
        let c = self.as_int(b)?;
        if c == 0 {
            return Some(Rewrite::Value(a));
        }
        if c >= u128::from(width) {
            return Some(Rewrite::Value(self.poison(ty)));
        }
        let c = c as u32;
        if let Some((x, d)) = self.match_binary_const(a, opcode)
            && d < u128::from(width)
        {
            let total = c + d as u32;
            if total >= width {
                if opcode != Opcode::AShr {
                    return Some(Rewrite::Value(self.zero(ty)));
                }
                let most = self.int(ty, u128::from(width - 1));
                return self.rewrite(inst, Opcode::AShr, &[x, most], InstFlags::empty(), Aux::None);
            }
            let total = self.int(ty, u128::from(total));
            return self.rewrite(inst, opcode, &[x, total], InstFlags::empty(), Aux::None);
        }
        match opcode {
            Opcode::LShr => {
                if let Some((x, d)) = self.match_binary_const(a, Opcode::Shl)
                    && d < u128::from(width)
                {
                    return self.shift_back(inst, a, x, d as u32, c);
                }
                // The sign bit of an arithmetic shift is the sign bit.
                if let Some((x, _)) = self.match_binary(a, Opcode::AShr)
                    && c == width - 1
                {
                    return self.rewrite(inst, Opcode::LShr, &[x, b], InstFlags::empty(), Aux::None);
                }
                // Of a sign extension only the extension's bits.
                if let Some(x) = self.match_cast(a, Opcode::SExt)
                    && self.func.ty(x) == crate::entities::Type::I1
                    && c == width - 1
                {
                    return self.rewrite(inst, Opcode::ZExt, &[x], InstFlags::empty(), Aux::None);
                }
            }
            Opcode::Shl => {
                for right in [Opcode::LShr, Opcode::AShr] {
                    if let Some((x, d)) = self.match_binary_const(a, right)
                        && d == u128::from(c)
                    {
                        if self
                            .func
                            .inst(self.func.def_inst(a)?)
                            .flags
                            .contains(InstFlags::EXACT)
                        {
                            return Some(Rewrite::Value(x));
                        }
                        let high = self.int(ty, mask(width) << c);
                        return self.rewrite(inst, Opcode::And, &[x, high], InstFlags::empty(), Aux::None);
                    }
                }
                // (x + d) << c = (x << c) + (d << c)
                if let Some((x, d)) = self.match_binary_const(a, Opcode::Add)
                    && self.has_one_use(a)
                    && !flags.contains(InstFlags::NSW)
                {
                    let scaled = self.binary(Opcode::Shl, x, b);
                    let d = self.int(ty, d << c);
                    return self.rewrite(inst, Opcode::Add, &[scaled, d], InstFlags::empty(), Aux::None);
                }
                if !flags.contains(InstFlags::NUW) || !flags.contains(InstFlags::NSW) {
                    let known = self.known(a);
                    let mut more = flags;
                    if known.leading_zeros() >= c {
                        more |= InstFlags::NUW;
                    }
                    if known.leading_zeros() > c {
                        more |= InstFlags::NSW;
                    }
                    if more != flags {
                        self.func.inst_mut(inst).flags = more;
                        return Some(Rewrite::InPlace);
                    }
                }
            }
            _ => {
                // (x << d) >> d arithmetically, without signed wrap
                if let Some((x, d)) = self.match_binary_const(a, Opcode::Shl)
                    && d == u128::from(c)
                    && self
                        .func
                        .inst(self.func.def_inst(a)?)
                        .flags
                        .contains(InstFlags::NSW)
                {
                    return Some(Rewrite::Value(x));
                }
            }
        }
        None
    }

    /// (x << d) >> c, logically.
    fn shift_back(&mut self, inst: Inst, shifted: Value, x: Value, d: u32, c: u32) -> Option<Rewrite> {
        let ty = self.func.inst(inst).ty;
        let width = self.width(ty);
        let no_wrap = self
            .func
            .inst(self.func.def_inst(shifted)?)
            .flags
            .contains(InstFlags::NUW);
        if no_wrap {
            if d == c {
                return Some(Rewrite::Value(x));
            }
            let (opcode, by, kept) = if d > c {
                (Opcode::Shl, d - c, InstFlags::NUW)
            } else {
                (Opcode::LShr, c - d, InstFlags::empty())
            };
            let by = self.int(ty, u128::from(by));
            return self.rewrite(inst, opcode, &[x, by], kept, Aux::None);
        }
        if !self.has_one_use(shifted) && d != c {
            return None;
        }
        let moved = if d == c {
            x
        } else {
            let (opcode, by) = if d > c {
                (Opcode::Shl, d - c)
            } else {
                (Opcode::LShr, c - d)
            };
            let by = self.int(ty, u128::from(by));
            self.binary(opcode, x, by)
        };
        let kept = self.int(ty, mask(width) >> c);
        self.rewrite(inst, Opcode::And, &[moved, kept], InstFlags::empty(), Aux::None)
    }
}
