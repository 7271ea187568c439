//! Conversions between wide integers and floats by exponent and mantissa.

use super::Splitter;
use super::digits::Direction;
use super::types::DIGIT;
use crate::entities::{Type, Value};
use crate::inst::{FloatPredicate, IntPredicate, Opcode};
use crate::intrinsics::id;

impl Splitter<'_, '_> {
    /// Rounds toward zero. All float types go through `double`, which represents all their values.
    pub(super) fn float_to_int(&mut self, value: Value, bits: u32, signed: bool) -> Vec<Value> {
        let count = bits.div_ceil(DIGIT) as usize;
        let double = self.double(value);
        let image = self.b.cast(Opcode::BitCast, double, Type::I64);
        let (fraction_bits, exponent_mask) = (self.digit(52), self.digit(0x7ff));
        let exponent = self.b.binary(Opcode::LShr, image, fraction_bits);
        let exponent = self.b.binary(Opcode::And, exponent, exponent_mask);
        let (fraction_mask, hidden) = (self.digit((1 << 52) - 1), self.digit(1 << 52));
        let mantissa = self.b.binary(Opcode::And, image, fraction_mask);
        let mantissa = self.b.binary(Opcode::Or, mantissa, hidden);
        // value = mantissa * 2^(exponent - 1075)
        let (whole, unit, zero) = (self.digit(1075), self.digit(1023), self.digit(0));
        let up = self.b.binary(Opcode::Sub, exponent, whole);
        let down = self.b.binary(Opcode::Sub, whole, exponent);
        let mut digits = vec![zero; count];
        digits[0] = mantissa;
        let large = self.shift_by(&digits, up, Direction::Up, zero);
        digits[0] = self.b.binary(Opcode::LShr, mantissa, down);
        let is_large = self.b.icmp(IntPredicate::Uge, exponent, whole);
        let magnitude = self.choose(is_large, &large, &digits);
        let below_one = self.b.icmp(IntPredicate::Ult, exponent, unit);
        let magnitude = self.choose(below_one, &vec![zero; count], &magnitude);
        if !signed {
            return magnitude;
        }
        let sign = self.sign(&[image]);
        self.with_sign(&magnitude, sign)
    }

    fn double(&mut self, value: Value) -> Value {
        match self.b.func.ty(value) == Type::F64 {
            true => value,
            false => self.b.cast(Opcode::FPExt, value, Type::F64),
        }
    }

    /// The nearest number to `value` that `bits` bits can represent, without a fraction; zero for a NaN.
    pub(super) fn float_to_int_saturating(&mut self, value: Value, bits: u32, signed: bool) -> Vec<Value> {
        let count = bits.div_ceil(DIGIT) as usize;
        let number = self.float_to_int(value, bits, signed);
        let double = self.double(value);
        let magnitude_bits = bits - u32::from(signed);
        // Infinity if no finite number is that large.
        let end = 2f64.powi(magnitude_bits as i32);
        let greatest = self.ones(magnitude_bits, count);
        let zeros = vec![self.digit(0); count];
        let (low, least) = match signed {
            true => {
                let ones = vec![self.digit(u64::MAX); count];
                (-end, self.bitwise(Opcode::Xor, &greatest, &ones))
            }
            false => (0.0, zeros.clone()),
        };
        let mut result = number;
        for (predicate, bound, at_bound) in [
            (FloatPredicate::Oge, end, greatest),
            // This includes NaN, which is replaced by zero last.
            (FloatPredicate::Ule, low, least),
            (FloatPredicate::Uno, 0.0, zeros),
        ] {
            let bound = self.b.ctx.const_float_bits(Type::F64, bound.to_bits());
            let bound = self.b.func.const_value(bound, self.b.ctx);
            let is_beyond = self.b.fcmp(predicate, double, bound);
            result = self.choose(is_beyond, &at_bound, &result);
        }
        result
    }

    /// The number whose lowest `bits` bits are ones.
    pub(super) fn ones(&mut self, bits: u32, count: usize) -> Vec<Value> {
        (0..count as u32)
            .map(|index| {
                let own = bits.saturating_sub(DIGIT * index).min(DIGIT);
                self.digit(u64::MAX.checked_shr(DIGIT - own).unwrap_or(0))
            })
            .collect()
    }

    /// Rounds to nearest even: the top bits, with a sticky bit for those below, are converted, then scaled, which is
    /// exact.
    pub(super) fn int_to_float(&mut self, value: &[Value], ty: Type, signed: bool) -> Value {
        let zero = self.digit(0);
        let sign = match signed {
            true => self.sign(value),
            false => zero,
        };
        let magnitude = match signed {
            true => self.with_sign(value, sign),
            false => value.to_vec(),
        };
        let leading = self.leading_zeros(&magnitude);
        let normal = self.shift_by(&magnitude, leading, Direction::Up, zero);
        // Floats of 16 bits are rounded from a float, which represents all bits kept here.
        let narrow = ty == Type::F16 || ty == Type::BF16;
        let kept = if narrow { 23 } else { DIGIT - 1 };
        let (&top, rest) = normal.split_last().expect("digits");
        let below = self.digit(u64::from(DIGIT - kept));
        let dropped = self.digit((1 << (DIGIT - kept)) - 1);
        let mut dropped = self.b.binary(Opcode::And, top, dropped);
        for &digit in rest {
            dropped = self.b.binary(Opcode::Or, dropped, digit);
        }
        let inexact = self.b.icmp(IntPredicate::Ne, dropped, zero);
        let mark = self.b.cast(Opcode::ZExt, inexact, Type::I64);
        let one = self.digit(1);
        let top = self.b.binary(Opcode::LShr, top, below);
        let top = self.b.binary(Opcode::Shl, top, one);
        let top = self.b.binary(Opcode::Or, top, mark);
        let middle = if narrow { Type::F32 } else { ty };
        let float = self.b.cast(Opcode::UIToFP, top, middle);
        let bits = DIGIT * value.len() as u32;
        let scale = self.b.i32((bits - kept) as i32 - 1);
        let leading = self.b.cast(Opcode::Trunc, leading, Type::I32);
        let scale = self.b.binary(Opcode::Sub, scale, leading);
        let scaled = self
            .b
            .call_intrinsic(id::LDEXP, &[middle, Type::I32], &[float, scale]);
        // Zero has no highest bit, but stays zero however it is scaled.
        let result = scaled.expect("a number");
        let result = match signed {
            true => {
                let is_negative = self.b.icmp(IntPredicate::Ne, sign, zero);
                let negated = self.b.fneg(result);
                self.b.select(is_negative, negated, result)
            }
            false => result,
        };
        match narrow {
            true => self.b.cast(Opcode::FPTrunc, result, ty),
            false => result,
        }
    }
}
