//! Division of integers that `float` represents exactly.
//!
//! The quotient is estimated by the product with the reciprocal, truncated to an integer; the remainder is computed
//! exactly by a fused multiplication, and tells whether the estimate is off by one.
//!
//! Accuracy of the estimate: the hardware's reciprocal is within 1 ulp, at most 2^-23 of it (CDNA3 ISA, `V_RCP_F32`),
//! and exact for a power of two; the product is rounded by at most 2^-24. So the error is less than 1.5 * 2^-23 of the
//! quotient. With a dividend of 24 bits and a divisor of at least 3 that is less than one: the truncated estimate is
//! off by at most one. With a dividend of up to 22 bits it is less than the distance `1 / d` to the next larger
//! integer: the estimate is never too large.

use super::super::{call_amdgcn, call_generic, f32_const};
use wavec_ir::inst::FloatPredicate;
use wavec_ir::{Builder, Opcode, Type, Value};

/// Maximum number of bits of unsigned operands. The numbers may also be 2^24, which `float` represents.
pub(super) const UNSIGNED_BITS: u32 = 24;
/// Maximum number of bits of signed operands, including the sign, that are divided directly.
pub(super) const SIGNED_BITS: u32 = 23;
/// Bits of dividends whose estimate is never too large.
const NEVER_ABOVE: u32 = 22;

/// The estimate as a `float`, and the remainder.
fn estimate(b: &mut Builder, n: Value, d: Value) -> (Value, Value) {
    let reciprocal = call_amdgcn(b, "rcp", &[Type::F32], &[d]);
    let product = b.binary(Opcode::FMul, n, reciprocal);
    let quotient = call_generic(b, "trunc", &[Type::F32], &[product]);
    let negated = b.fneg(quotient);
    let rest = call_generic(b, "fma", &[Type::F32], &[negated, d, n]);
    (quotient, rest)
}

/// The quotient or the remainder of two `i32` that are at most 2^`bits`.
pub(super) fn unsigned(b: &mut Builder, remainder: bool, bits: u32, n: Value, d: Value) -> Value {
    let n = b.cast(Opcode::UIToFP, n, Type::F32);
    let d = b.cast(Opcode::UIToFP, d, Type::F32);
    let (quotient, rest) = estimate(b, n, d);
    let is_low = b.fcmp(FloatPredicate::Oge, rest, d);
    let is_high = (bits > NEVER_ABOVE).then(|| {
        let zero = f32_const(b, 0);
        b.fcmp(FloatPredicate::Olt, rest, zero)
    });
    if remainder {
        let less = b.binary(Opcode::FSub, rest, d);
        let mut result = b.select(is_low, less, rest);
        if let Some(is_high) = is_high {
            let more = b.binary(Opcode::FAdd, rest, d);
            result = b.select(is_high, more, result);
        }
        return b.cast(Opcode::FPToUI, result, Type::I32);
    }
    let quotient = b.cast(Opcode::FPToUI, quotient, Type::I32);
    let one_more = b.cast(Opcode::ZExt, is_low, Type::I32);
    let mut result = b.binary(Opcode::Add, quotient, one_more);
    if let Some(is_high) = is_high {
        let one_less = b.cast(Opcode::SExt, is_high, Type::I32);
        result = b.binary(Opcode::Add, result, one_less);
    }
    result
}

/// The quotient or the remainder of two `i32` of at most [`SIGNED_BITS`] with their signs.
pub(super) fn signed(b: &mut Builder, remainder: bool, n: Value, d: Value) -> Value {
    let (int_n, int_d) = (n, d);
    let n = b.cast(Opcode::SIToFP, n, Type::F32);
    let d = b.cast(Opcode::SIToFP, d, Type::F32);
    // Truncated toward zero, so that the remainder has the dividend's sign.
    let (quotient, rest) = estimate(b, n, d);
    let magnitude = |b: &mut Builder, v| call_generic(b, "fabs", &[Type::F32], &[v]);
    let (rest_magnitude, d_magnitude) = (magnitude(b, rest), magnitude(b, d));
    let is_low = b.fcmp(FloatPredicate::Oge, rest_magnitude, d_magnitude);
    if remainder {
        let step = call_generic(b, "copysign", &[Type::F32], &[d, rest]);
        let less = b.binary(Opcode::FSub, rest, step);
        let result = b.select(is_low, less, rest);
        return b.cast(Opcode::FPToSI, result, Type::I32);
    }
    // 1 or -1: away from zero.
    let signs = b.binary(Opcode::Xor, int_n, int_d);
    let (thirty_one, one, zero) = (b.i32(31), b.i32(1), b.i32(0));
    let sign = b.binary(Opcode::AShr, signs, thirty_one);
    let unit = b.binary(Opcode::Or, sign, one);
    let step = b.select(is_low, unit, zero);
    let quotient = b.cast(Opcode::FPToSI, quotient, Type::I32);
    b.binary(Opcode::Add, quotient, step)
}
