//! Floating-point constants: conversion between the bits of a type and `f64`, rounding to nearest even.

use crate::dag::types::ValueType;

/// Exponent and fraction bits of a type.
const fn format(vt: ValueType) -> (u32, u32) {
    match vt.scalar() {
        ValueType::F16 => (5, 10),
        ValueType::BF16 => (8, 7),
        ValueType::F32 => (8, 23),
        _ => (11, 52),
    }
}

/// Whether the bits are a denormal number. How operations treat it depends on the mode of the processor.
pub fn is_denormal(bits: u64, vt: ValueType) -> bool {
    let (exponent_bits, fraction_bits) = format(vt);
    let magnitude = bits & ((1 << (exponent_bits + fraction_bits)) - 1);
    magnitude != 0 && magnitude >> fraction_bits == 0
}

/// The exact value of the bits of a type. NaN payloads are kept at the top of the fraction.
pub fn to_f64(bits: u64, vt: ValueType) -> f64 {
    let (exponent_bits, fraction_bits) = format(vt);
    if fraction_bits == 52 {
        return f64::from_bits(bits);
    }
    let sign = (bits >> (exponent_bits + fraction_bits) & 1) << 63;
    let max = (1u64 << exponent_bits) - 1;
    let bias = (max >> 1) as i32;
    let exponent = bits >> fraction_bits & max;
    let fraction = bits & ((1 << fraction_bits) - 1);
    if exponent == max {
        return f64::from_bits(sign | 0x7ff << 52 | fraction << (52 - fraction_bits));
    }
    let value = if exponent == 0 {
        fraction as f64 * 2f64.powi(1 - bias - fraction_bits as i32)
    } else {
        let wide = (exponent as i32 - bias + 1023) as u64;
        f64::from_bits(wide << 52 | fraction << (52 - fraction_bits))
    };
    f64::from_bits(value.to_bits() | sign)
}

/// The bits of a type for a value, rounded to nearest even. NaNs become quiet.
pub fn from_f64(value: f64, vt: ValueType) -> u64 {
    let (exponent_bits, fraction_bits) = format(vt);
    if fraction_bits == 52 {
        return value.to_bits();
    }
    let bits = value.to_bits();
    let sign = (bits >> 63) << (exponent_bits + fraction_bits);
    let max = (1u64 << exponent_bits) - 1;
    let bias = (max >> 1) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let drop = 52 - fraction_bits;
    if value.is_nan() {
        let quiet = 1 << (fraction_bits - 1);
        return sign | max << fraction_bits | fraction >> drop | quiet;
    }
    if value.is_infinite() {
        return sign | max << fraction_bits;
    }
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    let significand = if bits >> 52 & 0x7ff == 0 {
        // A denormal f64 is zero or rounds to zero in every smaller type.
        return sign;
    } else {
        fraction | 1 << 52
    };
    // Drop more bits below the smallest normal exponent.
    let shift = drop as i32 + (1 - bias - exponent).max(0);
    if shift > 63 {
        return sign;
    }
    let shift = shift as u32;
    let mut rounded = significand >> shift;
    let rest = significand & ((1 << shift) - 1);
    let half = 1u64 << (shift - 1);
    if rest > half || (rest == half && rounded & 1 != 0) {
        rounded += 1;
    }
    if exponent < 1 - bias {
        // Denormal; a carry into the exponent field gives the smallest normal number.
        return sign | rounded;
    }
    let magnitude = rounded + (((exponent + bias) as u64 - 1) << fraction_bits);
    if magnitude >= max << fraction_bits {
        return sign | max << fraction_bits;
    }
    sign | magnitude
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_f32() {
        let mut x = 0x1234_5678u32;
        for _ in 0..20_000 {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = f32::from_bits(x);
            let wide = to_f64(u64::from(x), ValueType::F32);
            if value.is_nan() {
                assert!(wide.is_nan());
                continue;
            }
            assert_eq!(wide, f64::from(value));
            assert_eq!(from_f64(wide, ValueType::F32), u64::from(x));
            let scaled = wide * 1.000_000_013_7;
            assert_eq!(
                from_f64(scaled, ValueType::F32),
                u64::from((scaled as f32).to_bits()),
                "{scaled:e}"
            );
        }
    }

    #[test]
    fn half() {
        assert_eq!(from_f64(1.0, ValueType::F16), 0x3c00);
        assert_eq!(from_f64(65504.0, ValueType::F16), 0x7bff);
        assert_eq!(from_f64(65520.0, ValueType::F16), 0x7c00);
        assert_eq!(from_f64(2f64.powi(-24), ValueType::F16), 1);
        assert_eq!(from_f64(2f64.powi(-25), ValueType::F16), 0);
        assert_eq!(from_f64(1.0, ValueType::BF16), 0x3f80);
        for bits in 0..0x7c00 {
            assert_eq!(from_f64(to_f64(bits, ValueType::F16), ValueType::F16), bits);
        }
        assert!(to_f64(0x7e00, ValueType::F16).is_nan());
        assert_eq!(to_f64(0x8000, ValueType::F16).to_bits(), (-0.0f64).to_bits());
    }
}
