//! One element of a constant: integers and floating-point numbers, bit for bit.

use crate::dag::float;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::make::{sign_extend_bits, truncate_bits};
use crate::dag::types::ValueType;

/// A 64-bit (or smaller) integer as a float, rounded once.
pub(super) fn int_to_float(value: i128, to: ValueType) -> u64 {
    match to {
        ValueType::F32 => u64::from((value as f32).to_bits()),
        ValueType::F64 => (value as f64).to_bits(),
        // Integers above 2^53 are beyond the range of the small types or on coarse grids, where f64's rounding is
        // harmless unless it hits a tie; they overflow f16, and bf16 is computed from the exact high bits.
        _ => {
            let magnitude = value.unsigned_abs();
            let excess = (128 - magnitude.leading_zeros()).saturating_sub(53);
            let sticky = u128::from(excess > 0 && magnitude & ((1 << excess) - 1) != 0);
            let exact = ((magnitude >> excess | sticky) << excess) as f64;
            let bits = float::from_f64(exact, to);
            if value < 0 {
                bits | 1 << (to.scalar_bits() - 1)
            } else {
                bits
            }
        }
    }
}

/// Whether integers satisfy a condition.
pub(crate) fn compare_ints(cc: CondCode, bits: u32, a: u128, b: u128) -> bool {
    let order = if cc.is_signed_int() {
        sign_extend_bits(a, bits).cmp(&sign_extend_bits(b, bits))
    } else {
        truncate_bits(a, bits).cmp(&truncate_bits(b, bits))
    };
    compare_ordering(cc, Some(order))
}

pub(super) fn compare_ordering(cc: CondCode, order: Option<std::cmp::Ordering>) -> bool {
    let bit = match order {
        None => 8,
        Some(std::cmp::Ordering::Equal) => 1,
        Some(std::cmp::Ordering::Greater) => 2,
        Some(std::cmp::Ordering::Less) => 4,
    };
    cc as u8 & bit != 0
}

/// The result of an integer operation on constants of `bits` bits.
pub(crate) fn fold_ints(opcode: NodeOpcode, bits: u32, x: u128, y: u128) -> Option<u128> {
    use isd::*;
    let (sx, sy) = (sign_extend_bits(x, bits), sign_extend_bits(y, bits));
    let (x, y) = (truncate_bits(x, bits), truncate_bits(y, bits));
    let max = truncate_bits(u128::MAX, bits);
    let amount = u32::try_from(y).ok().filter(|&amount| amount < bits);
    let signed_range = |value: i128| {
        let high = (max >> 1) as i128;
        value.clamp(-high - 1, high) as u128
    };
    Some(match opcode {
        ADD => x.wrapping_add(y),
        SUB => x.wrapping_sub(y),
        MUL => x.wrapping_mul(y),
        AND => x & y,
        OR => x | y,
        XOR => x ^ y,
        SHL => x << amount?,
        SRL => x >> amount?,
        SRA => (sx >> amount?) as u128,
        ROTL | ROTR => {
            let by = (y % u128::from(bits)) as u32;
            let by = if opcode == ROTL { by } else { (bits - by) % bits };
            if by == 0 { x } else { x << by | x >> (bits - by) }
        }
        UDIV if y != 0 => x / y,
        UREM if y != 0 => x % y,
        SDIV if y != 0 => sx.checked_div(sy)? as u128,
        SREM if y != 0 => sx.checked_rem(sy)? as u128,
        SMIN => sx.min(sy) as u128,
        SMAX => sx.max(sy) as u128,
        UMIN => x.min(y),
        UMAX => x.max(y),
        MULHU if bits <= 64 => (x * y) >> bits,
        MULHS if bits <= 64 => ((sx * sy) >> bits) as u128,
        UADDSAT if bits < 128 => (x + y).min(max),
        USUBSAT => x.saturating_sub(y),
        SADDSAT if bits < 128 => signed_range(sx + sy),
        SSUBSAT if bits < 128 => signed_range(sx - sy),
        _ => return None,
    })
}

/// The result of a floating-point operation on constants; none for results that are NaN or if a number is denormal.
pub(super) fn fold_floats(opcode: NodeOpcode, vt: ValueType, x: u64, y: u64) -> Option<u64> {
    let sign = 1u64 << (vt.scalar_bits() - 1);
    if opcode == isd::FCOPYSIGN {
        return Some(x & !sign | y & sign);
    }
    let is_normal = |&bits: &u64| !float::is_denormal(bits, vt);
    match is_normal(&x) && is_normal(&y) {
        true => fold_normal_floats(opcode, vt, x, y).filter(is_normal),
        false => None,
    }
}

fn fold_normal_floats(opcode: NodeOpcode, vt: ValueType, x: u64, y: u64) -> Option<u64> {
    use isd::*;
    let (a, b) = (float::to_f64(x, vt), float::to_f64(y, vt));
    if a.is_nan() || b.is_nan() {
        return None;
    }
    let minmax = |less: bool| {
        if a == 0.0 && b == 0.0 && x != y {
            None
        } else {
            Some(if (a < b) == less { x } else { y })
        }
    };
    if vt == ValueType::F64 {
        let value = match opcode {
            FADD => a + b,
            FSUB => a - b,
            FMUL => a * b,
            FDIV => a / b,
            FMINNUM | FMINNUM_IEEE => return minmax(true),
            FMAXNUM | FMAXNUM_IEEE => return minmax(false),
            _ => return None,
        };
        return (!value.is_nan()).then(|| value.to_bits());
    }
    // f32 arithmetic is exact enough in f64 that rounding twice gives the right f32; the same holds for f16 and bf16.
    let value = match opcode {
        FADD => a + b,
        FSUB => a - b,
        FMUL => a * b,
        FDIV => a / b,
        FMINNUM | FMINNUM_IEEE => return minmax(true),
        FMAXNUM | FMAXNUM_IEEE => return minmax(false),
        _ => return None,
    };
    (!value.is_nan()).then(|| float::from_f64(value, vt))
}
