//! Floating-point operations on bit patterns, the same on every host. NaNs are as LLVM folds them: the first NaN operand
//! made quiet, or the positive quiet NaN without payload.

use super::scalar::{Outcome, mask, sign_extend};
use crate::entities::Type;
use crate::inst::{FloatPredicate, Opcode};
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee;
use std::cmp::Ordering;
use wavec_support::softfloat::{self, Format};

/// The floating-point formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // named as in the text form
pub enum FloatKind {
    Half,
    BFloat,
    Float,
    Double,
}

impl FloatKind {
    /// The format of a floating-point scalar type.
    pub fn of(ty: Type) -> Option<FloatKind> {
        match ty {
            Type::F16 => Some(FloatKind::Half),
            Type::BF16 => Some(FloatKind::BFloat),
            Type::F32 => Some(FloatKind::Float),
            Type::F64 => Some(FloatKind::Double),
            _ => None,
        }
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
        }
    }

    /// Bits of the fraction.
    pub fn fraction_bits(self) -> u32 {
        match self {
            FloatKind::Half => 10,
            FloatKind::BFloat => 7,
            FloatKind::Float => 23,
            FloatKind::Double => 52,
        }
    }

    /// The format for arithmetic in any mode.
    pub fn format(self) -> Format {
        match self {
            FloatKind::Half => softfloat::HALF,
            FloatKind::BFloat => softfloat::BFLOAT,
            FloatKind::Float => softfloat::SINGLE,
            FloatKind::Double => softfloat::DOUBLE,
        }
    }

    /// The sign bit.
    pub fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// Positive infinity: all bits of the exponent.
    pub fn infinity(self) -> u64 {
        (self.sign() - 1) & !(self.fraction_mask())
    }

    fn fraction_mask(self) -> u64 {
        (1 << self.fraction_bits()) - 1
    }

    fn quiet_bit(self) -> u64 {
        1 << (self.fraction_bits() - 1)
    }

    /// The positive quiet NaN without payload.
    pub fn nan(self) -> u64 {
        self.infinity() | self.quiet_bit()
    }

    /// Whether it is a NaN.
    pub fn is_nan(self, bits: u64) -> bool {
        bits & (self.sign() - 1) > self.infinity()
    }

    fn is_signaling(self, bits: u64) -> bool {
        self.is_nan(bits) && bits & self.quiet_bit() == 0
    }

    /// A NaN made quiet.
    pub fn quiet(self, bits: u64) -> u64 {
        bits | self.quiet_bit()
    }

    /// The exact value as a `double`; of a NaN, the high bits of the payload are kept.
    pub fn to_f64(self, bits: u64) -> f64 {
        match self {
            FloatKind::Double => f64::from_bits(bits),
            FloatKind::Float => f64::from_bits(f32_bits_as_f64_bits(bits as u32)),
            FloatKind::BFloat => f64::from_bits(f32_bits_as_f64_bits((bits as u32) << 16)),
            FloatKind::Half => {
                let sign = (bits & 0x8000) << 48;
                let (exponent, fraction) = (bits >> 10 & 0x1f, bits & 0x3ff);
                match exponent {
                    0 => f64::from_bits(sign | (fraction as f64 * 2f64.powi(-24)).to_bits()),
                    0x1f => f64::from_bits(sign | 0x7ff << 52 | fraction << 42),
                    _ => f64::from_bits(sign | (exponent + 1008) << 52 | fraction << 42),
                }
            }
        }
    }

    /// The nearest value (ties to even) of this format; a NaN is made quiet.
    pub fn from_f64(self, value: f64) -> u64 {
        let bits = value.to_bits();
        if self == FloatKind::Double {
            return if value.is_nan() { self.quiet(bits) } else { bits };
        }
        let sign = (bits >> 63) << (self.bits() - 1);
        let lost = 52 - self.fraction_bits();
        if value.is_nan() {
            return sign | self.nan() | (bits & ((1 << 52) - 1)) >> lost;
        }
        if self == FloatKind::Float {
            return u64::from((value as f32).to_bits());
        }
        let magnitude = bits & !(1 << 63);
        let bias = (1i64 << (self.bits() - self.fraction_bits() - 2)) - 1;
        let exponent = (magnitude >> 52) as i64 - 1023 + bias;
        if magnitude == 0 {
            return sign;
        }
        if exponent > 2 * bias {
            return sign | self.infinity();
        }
        let significand = magnitude & ((1 << 52) - 1) | u64::from(magnitude >> 52 != 0) << 52;
        // Subnormal results lose more bits.
        let (shift, base) = match exponent {
            1.. => (lost, (exponent as u64 - 1) << self.fraction_bits()),
            _ => ((i64::from(lost) + 1 - exponent).min(63) as u32, 0),
        };
        let kept = significand >> shift;
        let rest = significand & ((1 << shift) - 1);
        let half = 1u64 << (shift - 1);
        let up = rest > half || rest == half && kept & 1 == 1;
        // A carry out of the fraction goes into the exponent, up to infinity, as it should.
        sign | (base + kept + u64::from(up)).min(self.infinity())
    }

    /// The result if an operand is NaN.
    fn nan_of(self, operands: &[u64]) -> Option<u64> {
        operands.iter().find(|&&b| self.is_nan(b)).map(|&b| self.quiet(b))
    }

    fn result(self, value: f64) -> u64 {
        if value.is_nan() {
            self.nan()
        } else {
            self.from_f64(value)
        }
    }
}

/// A floating-point binary operation, rounded to nearest even.
pub fn float_binary(opcode: Opcode, kind: FloatKind, a: u64, b: u64) -> u64 {
    if let Some(nan) = kind.nan_of(&[a, b]) {
        return nan;
    }
    let (x, y) = (kind.to_f64(a), kind.to_f64(b));
    // One operation on a format with less than half the digits, performed in double, rounds as if performed once.
    kind.result(match opcode {
        Opcode::FAdd => x + y,
        Opcode::FSub => x - y,
        Opcode::FMul => x * y,
        Opcode::FDiv => x / y,
        _ => libm::fmod(x, y),
    })
}

/// `a * b + c` rounded once.
pub fn fused_multiply_add(kind: FloatKind, a: u64, b: u64, c: u64) -> u64 {
    if let Some(nan) = kind.nan_of(&[a, b, c]) {
        return nan;
    }
    match kind {
        FloatKind::Double => kind.result(libm::fma(f64::from_bits(a), f64::from_bits(b), f64::from_bits(c))),
        FloatKind::Float => {
            let value = libm::fmaf(
                f32::from_bits(a as u32),
                f32::from_bits(b as u32),
                f32::from_bits(c as u32),
            );
            kind.result(f64::from(value))
        }
        FloatKind::Half => {
            let f = |bits: u64| ieee::Half::from_bits(u128::from(bits));
            let value = f(a).mul_add(f(b), f(c)).value;
            if value.is_nan() {
                kind.nan()
            } else {
                value.to_bits() as u64
            }
        }
        FloatKind::BFloat => {
            let f = |bits: u64| ieee::BFloat::from_bits(u128::from(bits));
            let value = f(a).mul_add(f(b), f(c)).value;
            if value.is_nan() {
                kind.nan()
            } else {
                value.to_bits() as u64
            }
        }
    }
}

/// A floating-point comparison.
pub fn float_compare(predicate: FloatPredicate, kind: FloatKind, a: u64, b: u64) -> bool {
    predicate.holds(kind.to_f64(a).partial_cmp(&kind.to_f64(b)))
}

/// `fptrunc` and `fpext`.
pub fn float_cast(from: FloatKind, to: FloatKind, bits: u64) -> u64 {
    to.from_f64(from.to_f64(bits))
}

/// `sitofp` and `uitofp`, rounded to nearest even.
pub fn int_to_float(signed: bool, from: u32, to: FloatKind, value: u128) -> u64 {
    let signed_value = sign_extend(from, value);
    let negative = signed && signed_value < 0;
    let magnitude = if negative {
        signed_value.unsigned_abs()
    } else {
        value
    };
    let bits = match to {
        FloatKind::Float => u64::from((magnitude as f32).to_bits()),
        FloatKind::Double => (magnitude as f64).to_bits(),
        FloatKind::Half | FloatKind::BFloat => {
            // Rounding to odd first makes the second rounding exact.
            let extra = (128 - magnitude.leading_zeros()).saturating_sub(53);
            let sticky = u128::from(magnitude & ((1u128 << extra) - 1) != 0);
            to.from_f64((magnitude >> extra | sticky) as f64 * 2f64.powi(extra as i32))
        }
    };
    if negative { bits | to.sign() } else { bits }
}

/// `fptosi` and `fptoui`: poison for what does not fit.
pub fn float_to_int(signed: bool, from: FloatKind, to: u32, bits: u64) -> Outcome {
    let value = from.to_f64(bits).trunc();
    let limit = 2f64.powi((to - u32::from(signed)) as i32);
    let low = if signed { -limit } else { 0.0 };
    if !(low <= value && value < limit) {
        return Outcome::Poison;
    }
    Outcome::Value(if signed {
        value as i128 as u128 & mask(to)
    } else {
        value as u128
    })
}

/// `llvm.fptosi.sat` and `llvm.fptoui.sat`.
pub fn float_to_int_saturating(signed: bool, from: FloatKind, to: u32, bits: u64) -> u128 {
    let value = from.to_f64(bits);
    if signed {
        let max = (mask(to) >> 1) as i128;
        (value as i128).clamp(-max - 1, max) as u128 & mask(to)
    } else {
        (value as u128).min(mask(to))
    }
}

/// The two-operand minimum and maximum functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MinMax {
    /// `llvm.minnum`, `llvm.maxnum`: a quiet NaN loses, a signaling one gives a NaN.
    Num,
    /// `llvm.minimum`, `llvm.maximum`: a NaN wins.
    Ieee2019,
    /// `llvm.minimumnum`, `llvm.maximumnum`: a NaN loses.
    Ieee2019Num,
}

/// The larger (`max`) or smaller operand; -0 is less than +0.
pub fn float_min_max(rule: MinMax, max: bool, kind: FloatKind, a: u64, b: u64) -> u64 {
    let (nan_a, nan_b) = (kind.is_nan(a), kind.is_nan(b));
    if nan_a || nan_b {
        let wins = match rule {
            MinMax::Ieee2019 => true,
            MinMax::Num => kind.is_signaling(a) || kind.is_signaling(b),
            MinMax::Ieee2019Num => false,
        };
        if wins {
            let signaling = [a, b].into_iter().find(|&v| kind.is_signaling(v));
            let first = if nan_a { a } else { b };
            let chosen = if rule == MinMax::Num {
                signaling.unwrap_or(first)
            } else {
                first
            };
            return kind.quiet(chosen);
        }
        return match (nan_a, nan_b) {
            (true, true) => kind.quiet(a),
            (true, false) => b,
            _ => a,
        };
    }
    let order = kind
        .to_f64(a)
        .partial_cmp(&kind.to_f64(b))
        .unwrap_or(Ordering::Equal);
    let a_less = match order {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => a & kind.sign() != 0,
    };
    if a_less != max { a } else { b }
}

/// Class bits of `llvm.is.fpclass`.
pub fn float_class(kind: FloatKind, bits: u64) -> u32 {
    let negative = bits & kind.sign() != 0;
    let magnitude = bits & (kind.sign() - 1);
    let class = if kind.is_nan(bits) {
        return if kind.is_signaling(bits) { 1 } else { 2 };
    } else if magnitude == kind.infinity() {
        (2, 9)
    } else if magnitude == 0 {
        (5, 6)
    } else if magnitude & kind.infinity() == 0 {
        (4, 7)
    } else {
        (3, 8)
    };
    1 << if negative { class.0 } else { class.1 }
}

/// A function of one operand by `f`, computed in double and rounded.
pub fn float_unary(kind: FloatKind, a: u64, f: impl Fn(f64) -> f64) -> u64 {
    match kind.nan_of(&[a]) {
        Some(nan) => nan,
        None => kind.result(f(kind.to_f64(a))),
    }
}

/// A function of two operands by `f`, computed in double and rounded; `f` handles NaNs.
pub fn float_binary_function(kind: FloatKind, a: u64, b: u64, f: impl Fn(f64, f64) -> f64) -> u64 {
    let value = f(kind.to_f64(a), kind.to_f64(b));
    match kind.nan_of(&[a, b]) {
        Some(nan) if value.is_nan() => nan,
        _ => kind.result(value),
    }
}

/// `llvm.ldexp`, rounded once.
pub fn float_ldexp(kind: FloatKind, a: u64, exponent: i128) -> u64 {
    let exponent = exponent.clamp(-10_000, 10_000) as i32;
    if kind == FloatKind::Double {
        return float_unary(kind, a, |x| libm::scalbn(x, exponent));
    }
    // In double the scaled value is exact unless it is far outside the format's range.
    float_unary(kind, a, |x| libm::scalbn(x, exponent.clamp(-700, 700)))
}

/// `llvm.frexp`: fraction and exponent.
pub fn float_frexp(kind: FloatKind, a: u64) -> (u64, i32) {
    if let Some(nan) = kind.nan_of(&[a]) {
        return (nan, 0);
    }
    let value = kind.to_f64(a);
    if value == 0.0 || value.is_infinite() {
        return (a, 0);
    }
    let (fraction, exponent) = libm::frexp(value);
    (kind.from_f64(fraction), exponent)
}

/// The bits of the `double` that has the value of a `float`, NaN payloads kept (a signalling NaN stays one).
pub fn f32_bits_as_f64_bits(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let sign = u64::from(bits >> 31) << 63;
        sign | 0x7ff << 52 | u64::from(bits & 0x7f_ffff) << 29
    } else {
        f64::from(value).to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_round_trips_and_rounds_as_apfloat() {
        for bits in 0..=0xffffu64 {
            for kind in [FloatKind::Half, FloatKind::BFloat] {
                let value = kind.to_f64(bits);
                if kind.is_nan(bits) {
                    assert_eq!(kind.from_f64(value), kind.quiet(bits));
                } else {
                    assert_eq!(kind.from_f64(value), bits, "{kind:?} {bits:04x}");
                }
            }
        }
        // Around ties between neighbours, including subnormals.
        for bits in (0..0x7c00u64).step_by(7) {
            let (low, high) = (FloatKind::Half.to_f64(bits), FloatKind::Half.to_f64(bits + 1));
            if high.is_infinite() {
                continue;
            }
            let middle = (low + high) / 2.0;
            let even = if bits & 1 == 0 { bits } else { bits + 1 };
            assert_eq!(FloatKind::Half.from_f64(middle), even);
            assert_eq!(FloatKind::Half.from_f64(middle.next_up()), bits + 1);
            assert_eq!(FloatKind::Half.from_f64(-middle.next_down()), bits | 0x8000);
        }
        assert_eq!(FloatKind::Half.from_f64(65519.9), 0x7bff);
        assert_eq!(FloatKind::Half.from_f64(65520.0), 0x7c00);
        assert_eq!(FloatKind::Half.from_f64(1e-30), 0);
    }

    #[test]
    fn conversions() {
        assert_eq!(int_to_float(true, 8, FloatKind::Half, 0xff), 0xbc00);
        // 2^24 + 1 ties to even, but any bit further down decides.
        assert_eq!(
            int_to_float(false, 64, FloatKind::BFloat, 0x8080_0000_0000_0001),
            0x5f01
        );
        assert_eq!(
            int_to_float(false, 64, FloatKind::BFloat, 0x8080_0000_0000_0000),
            0x5f00
        );
        let f = |v: f32| u64::from(v.to_bits());
        assert_eq!(
            float_to_int(true, FloatKind::Float, 8, f(-128.9)),
            Outcome::Value(0x80)
        );
        assert_eq!(float_to_int(true, FloatKind::Float, 8, f(128.0)), Outcome::Poison);
        assert_eq!(
            float_to_int(false, FloatKind::Float, 8, f(-0.9)),
            Outcome::Value(0)
        );
        assert_eq!(
            float_to_int(false, FloatKind::Float, 32, f(4294967296.0)),
            Outcome::Poison
        );
        assert_eq!(
            float_to_int_saturating(true, FloatKind::Float, 8, f(-500.0)),
            0x80
        );
        assert_eq!(float_to_int_saturating(false, FloatKind::Float, 8, f(-500.0)), 0);
        assert_eq!(float_to_int_saturating(true, FloatKind::Float, 8, f(f32::NAN)), 0);
    }

    #[test]
    fn min_max_rules() {
        let kind = FloatKind::Float;
        let f = |v: f32| u64::from(v.to_bits());
        let (nan, signaling) = (0x7fc0_0000, 0x7f80_0001);
        assert_eq!(float_min_max(MinMax::Num, false, kind, f(1.0), nan), f(1.0));
        assert_eq!(float_min_max(MinMax::Ieee2019, false, kind, f(1.0), nan), nan);
        assert_eq!(
            float_min_max(MinMax::Ieee2019Num, true, kind, signaling, f(1.0)),
            f(1.0)
        );
        assert_eq!(float_min_max(MinMax::Num, true, kind, f(0.0), f(-0.0)), f(0.0));
        assert_eq!(float_min_max(MinMax::Num, false, kind, f(0.0), f(-0.0)), f(-0.0));
    }

    #[test]
    fn exact_results_of_single_precision() {
        let f = |v: f32| u64::from(v.to_bits());
        let mut state = 1u32;
        for _ in 0..20_000 {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                f32::from_bits(state.rotate_left(state >> 27))
            };
            let (a, b, c) = (next(), next(), next());
            if a.is_nan() || b.is_nan() || c.is_nan() {
                continue;
            }
            let same = |got: u64, want: f32| {
                let want = if want.is_nan() { 0x7fc0_0000 } else { f(want) };
                assert_eq!(got, want, "{a:e} {b:e} {c:e}");
            };
            same(float_binary(Opcode::FAdd, FloatKind::Float, f(a), f(b)), a + b);
            same(float_binary(Opcode::FMul, FloatKind::Float, f(a), f(b)), a * b);
            same(float_binary(Opcode::FDiv, FloatKind::Float, f(a), f(b)), a / b);
            same(float_binary(Opcode::FRem, FloatKind::Float, f(a), f(b)), a % b);
            same(
                fused_multiply_add(FloatKind::Float, f(a), f(b), f(c)),
                a.mul_add(b, c),
            );
        }
    }
}
