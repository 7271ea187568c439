//! Floating-point arithmetic that does not depend on the host: rounding modes, small formats, NaN rules.
//!
//! Narrow results are computed in f64 with *round to odd* where the exact result does not fit: as f64 has more than
//! two bits more than the narrow format, a second rounding from there gives the correctly rounded result in every
//! rounding mode (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).

use wavec_support::softfloat::DOUBLE;
pub(crate) use wavec_support::softfloat::{BFLOAT as BF16, Format, HALF as F16, Round, SINGLE as F32};

/// What minima and maxima make of NaNs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NanRule {
    /// A signalling NaN wins and becomes quiet; otherwise the number wins.
    SignallingWins,
    /// The number wins, if there is one.
    NumberWins,
    /// The same, and signalling NaNs become quiet: IEEE 754 since 2019.
    NumberWinsQuietly,
}

/// From two bits of the MODE register.
pub(crate) fn round_from_bits(bits: u32) -> Round {
    match bits & 3 {
        0 => Round::Nearest,
        1 => Round::Up,
        2 => Round::Down,
        _ => Round::Zero,
    }
}

/// Rounds `x` to `format`; NaNs become quiet and keep the leading payload bits.
pub(crate) fn round_to(x: f64, format: Format, round: Round) -> u32 {
    let bits = x.to_bits();
    let negative = bits >> 63 != 0;
    let sign = (negative as u32) << (format.fraction + format.exponent);
    let exponent_max = (1u32 << format.exponent) - 1;
    let infinity = exponent_max << format.fraction;
    if x.is_nan() {
        let payload = ((bits & ((1 << 52) - 1)) >> (52 - format.fraction)) as u32;
        return sign | infinity | payload | 1 << (format.fraction - 1);
    }
    if x.is_infinite() {
        return sign | infinity;
    }
    if bits << 1 == 0 {
        return sign;
    }
    let bias = exponent_max as i32 / 2;
    let biased = ((bits >> 52) & 0x7ff) as i32;
    // f64 denormals are far below every narrow format: the exponent does not matter as long as it is tiny.
    let (exponent, significand) = if biased == 0 {
        (-1022, bits & ((1 << 52) - 1))
    } else {
        (biased - 1023, (bits & ((1 << 52) - 1)) | 1 << 52)
    };
    let minimum = 1 - bias;
    let drop = 52 - format.fraction as i32 + (minimum - exponent).max(0);
    let (kept, rest, half) = if drop >= 64 {
        (0, significand, u64::MAX)
    } else {
        (
            significand >> drop,
            significand & ((1u64 << drop) - 1),
            1u64 << (drop - 1),
        )
    };
    let up = match round {
        Round::Nearest => rest > half || (rest == half && kept & 1 != 0),
        Round::Up => rest != 0 && !negative,
        Round::Down => rest != 0 && negative,
        Round::Zero => false,
    };
    let kept = kept as i64 + up as i64;
    // A carry out of the mantissa increments the exponent field by itself.
    let field = if exponent >= minimum {
        (exponent - minimum) as i64
    } else {
        0
    };
    let value = (field << format.fraction) + kept;
    if value >= infinity as i64 {
        let finite = match round {
            Round::Nearest => false,
            Round::Up => negative,
            Round::Down => !negative,
            Round::Zero => true,
        };
        return sign | if finite { infinity - 1 } else { infinity };
    }
    sign | value as u32
}

/// 2^n for normal results.
pub(crate) fn exp2i(n: i32) -> f64 {
    debug_assert!((-1022..=1023).contains(&n));
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// f16 to f32, exact.
#[inline]
pub(crate) fn f16_to_f32(bits: u32) -> f32 {
    // Denormals are normalized by a multiplication; infinities and NaNs get f32's exponent for them.
    let magnitude = bits & 0x7fff;
    let scaled = f32::from_bits(magnitude << 13) * f32::from_bits(0x7780_0000);
    let value = scaled.to_bits() | if magnitude >= 0x7c00 { 0x7f80_0000 } else { 0 };
    f32::from_bits(value | (bits & 0x8000) << 16)
}

/// f32 to f16.
pub(crate) fn f32_to_f16(x: f32, round: Round) -> u32 {
    round_to(x as f64, F16, round)
}

/// f32 to bfloat16.
pub(crate) fn f32_to_bf16(x: f32, round: Round) -> u32 {
    round_to(x as f64, BF16, round)
}

/// bfloat16 to f32.
#[inline]
pub(crate) fn bf16_to_f32(bits: u32) -> f32 {
    f32::from_bits(bits << 16)
}

/// Makes `sum` (rounded to nearest) odd if `error`, the exact remainder, is not zero.
#[inline]
fn to_odd(sum: f64, error: f64) -> f64 {
    let bits = sum.to_bits();
    if error != 0.0 && error.is_finite() && bits & 1 == 0 {
        // Away from zero if sum and remainder have the same sign.
        let away = (error > 0.0) == (sum > 0.0);
        f64::from_bits(if away { bits + 1 } else { bits - 1 })
    } else {
        sum
    }
}

/// a + b in f64, rounded to odd.
#[inline]
pub(crate) fn add_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    to_odd(sum, error)
}

fn wide(x: f32) -> u64 {
    u64::from(x.to_bits())
}

fn narrow(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// a + b.
pub(crate) fn add32(a: f32, b: f32, round: Round) -> f32 {
    if round == Round::Nearest {
        return a + b;
    }
    narrow(F32.add(wide(a), wide(b), round))
}

/// a * b.
pub(crate) fn mul32(a: f32, b: f32, round: Round) -> f32 {
    if round == Round::Nearest {
        return a * b;
    }
    narrow(F32.mul(wide(a), wide(b), round))
}

/// a * b + c, rounded once.
#[inline]
pub(crate) fn fma32_nearest(a: f32, b: f32, c: f32) -> f32 {
    add_odd(a as f64 * b as f64, c as f64) as f32
}

/// a * b + c, rounded once.
pub(crate) fn fma32(a: f32, b: f32, c: f32, round: Round) -> f32 {
    if round == Round::Nearest {
        return fma32_nearest(a, b, c);
    }
    narrow(F32.fma(wide(a), wide(b), wide(c), round))
}

/// Rounds a f64 (exact or rounded to odd) to f32.
pub(crate) fn to_f32(x: f64, round: Round) -> f32 {
    if round == Round::Nearest {
        x as f32
    } else {
        f32::from_bits(round_to(x, F32, round))
    }
}

/// Rounds a f64 (exact or rounded to odd) to f16.
pub(crate) fn to_f16(x: f64, round: Round) -> u32 {
    round_to(x, F16, round)
}

/// a * b + c in f16, rounded once; arguments are exact values.
pub(crate) fn fma16(a: f32, b: f32, c: f32, round: Round) -> u32 {
    let (product, c) = (a as f64 * b as f64, c as f64);
    let sum = add_odd(product, c);
    if sum == 0.0 && round == Round::Down && product.is_sign_negative() != c.is_sign_negative() {
        return 0x8000;
    }
    to_f16(sum, round)
}

/// a + b.
pub(crate) fn add64(a: f64, b: f64, round: Round) -> f64 {
    if round == Round::Nearest {
        return a + b;
    }
    f64::from_bits(DOUBLE.add(a.to_bits(), b.to_bits(), round))
}

/// a * b.
pub(crate) fn mul64(a: f64, b: f64, round: Round) -> f64 {
    if round == Round::Nearest {
        return a * b;
    }
    f64::from_bits(DOUBLE.mul(a.to_bits(), b.to_bits(), round))
}

/// a * b + c, rounded once.
pub(crate) fn fma64(a: f64, b: f64, c: f64, round: Round) -> f64 {
    if round == Round::Nearest {
        return a.mul_add(b, c);
    }
    f64::from_bits(DOUBLE.fma(a.to_bits(), b.to_bits(), c.to_bits(), round))
}

/// x * 2^n, rounded once.
pub(crate) fn ldexp64(x: f64, n: i32, round: Round) -> f64 {
    f64::from_bits(DOUBLE.scale(x.to_bits(), n, round))
}

/// Mantissa in [0.5, 1) with the sign of x, and exponent; x is finite and not zero.
pub(crate) fn frexp64(x: f64) -> (f64, i32) {
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    if biased == 0 {
        let (mantissa, exponent) = frexp64(x * exp2i(64));
        return (mantissa, exponent - 64);
    }
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), biased - 1022)
}

/// x * 2^n, rounded once.
pub(crate) fn ldexp32(x: f32, n: i32, round: Round) -> f32 {
    to_f32(x as f64 * exp2i(n.clamp(-400, 400)), round)
}

/// Whether the bits are a NaN.
#[inline]
pub(crate) fn is_nan32(bits: u32) -> bool {
    bits & 0x7fff_ffff > 0x7f80_0000
}

/// Whether the bits are a signalling NaN.
#[inline]
pub(crate) fn is_snan32(bits: u32) -> bool {
    is_nan32(bits) && bits & 0x40_0000 == 0
}

/// Whether the bits are a NaN.
#[inline]
pub(crate) fn is_nan64(bits: u64) -> bool {
    bits & (u64::MAX >> 1) > 0x7ff0_0000_0000_0000
}

/// Whether the bits are a signalling NaN.
#[inline]
pub(crate) fn is_snan64(bits: u64) -> bool {
    is_nan64(bits) && bits & (1 << 51) == 0
}

/// Whether the bits are a NaN.
#[inline]
pub(crate) fn is_nan16(bits: u32) -> bool {
    bits & 0x7fff > 0x7c00
}

/// Whether the bits are a signalling NaN.
#[inline]
pub(crate) fn is_snan16(bits: u32) -> bool {
    is_nan16(bits) && bits & 0x200 == 0
}

/// The NaN of operations that have none as an operand.
pub(crate) const DEFAULT_NAN32: u32 = 0x7fc0_0000;
/// The NaN of operations that have none as an operand.
pub(crate) const DEFAULT_NAN64: u64 = 0x7ff8 << 48;

/// The quiet NaN with the payload of a NaN.
#[inline]
pub(crate) fn quiet32(nan: u32) -> u32 {
    nan | 0x40_0000
}

/// The quiet NaN with the payload of a NaN.
#[inline]
pub(crate) fn quiet64(nan: u64) -> u64 {
    nan | 1 << 51
}

/// Result of arithmetic with NaN operands: the first NaN, quieted, or the default NaN if there is none.
pub(crate) fn nan_result32(operands: &[u32]) -> u32 {
    operands
        .iter()
        .find(|&&bits| is_nan32(bits))
        .map_or(DEFAULT_NAN32, |&bits| quiet32(bits))
}

/// As [`nan_result32`].
pub(crate) fn nan_result64(operands: &[u64]) -> u64 {
    operands
        .iter()
        .find(|&&bits| is_nan64(bits))
        .map_or(DEFAULT_NAN64, |&bits| quiet64(bits))
}

/// As [`nan_result32`].
pub(crate) fn nan_result16(operands: &[u32]) -> u32 {
    operands
        .iter()
        .find(|&&bits| is_nan16(bits))
        .map_or(0x7e00, |bits| bits & 0xffff | 0x200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f16_round_trip_and_rounding() {
        for bits in 0..0x10000u32 {
            let wide = f16_to_f32(bits);
            if !is_nan16(bits) {
                assert_eq!(
                    wide.to_bits(),
                    half::f16::from_bits(bits as u16).to_f32().to_bits()
                );
                assert_eq!(f32_to_f16(wide, Round::Nearest), bits);
            }
        }
        let mut state = 1u32;
        for _ in 0..100_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let x = f32::from_bits(state);
            if !x.is_nan() {
                assert_eq!(
                    f32_to_f16(x, Round::Nearest),
                    half::f16::from_f32(x).to_bits() as u32,
                    "{x:e}"
                );
                assert_eq!(round_to(x as f64, F32, Round::Down), state);
            }
        }
        assert_eq!(f32_to_f16(65520.0, Round::Nearest), 0x7c00);
        assert_eq!(f32_to_f16(65520.0, Round::Zero), 0x7bff);
        assert_eq!(f32_to_f16(1e-10, Round::Up), 1);
        assert_eq!(f32_to_f16(-1e-10, Round::Down), 0x8001);
    }

    #[test]
    fn fma32_agrees_with_the_library() {
        let mut state = 12345u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        for round in 0..300_000 {
            let (a, b) = (f32::from_bits(next()), f32::from_bits(next()));
            // Every other time c nearly cancels the product.
            let c = if round % 2 == 0 {
                f32::from_bits(next())
            } else {
                -(a * b) * (1.0 + 1e-7)
            };
            let (got, want) = (fma32_nearest(a, b, c), a.mul_add(b, c));
            assert!(
                got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(),
                "{a:e} {b:e} {c:e}"
            );
        }
    }

    #[test]
    fn directed_sums_bracket_the_nearest() {
        let (a, b) = (1.0f32, 1e-10f32);
        assert_eq!(add32(a, b, Round::Up), 1.0f32.next_up());
        assert_eq!(add32(a, b, Round::Down), 1.0);
        assert_eq!(add32(a, -b, Round::Zero), 1.0f32.next_down());
        assert_eq!(add64(1.0, 1e-20, Round::Up), 1.0f64.next_up());
        assert_eq!(add32(1.0, -1.0, Round::Down).to_bits(), (-0.0f32).to_bits());
        assert_eq!(mul32(f32::MAX, 2.0, Round::Zero), f32::MAX);
        assert_eq!(fma64(1.0, 1.0, 1e-30, Round::Up), 1.0f64.next_up());
        assert_eq!(fma64(1.0, 1.0, -1e-30, Round::Zero), 1.0f64.next_down());
        // Results that are too large or too small for the remainder of the nearest result to be representable.
        assert_eq!(add64(f64::MAX, f64::MAX, Round::Down), f64::MAX);
        assert_eq!(mul64(-f64::MAX, 2.0, Round::Up), -f64::MAX);
        assert_eq!(mul64(1e-200, 1e-200, Round::Up).to_bits(), 1);
        assert_eq!(mul64(-1e-200, 1e-200, Round::Down).to_bits(), 1 | 1 << 63);
    }

    #[test]
    fn ldexp_rounds_once() {
        assert_eq!(ldexp64(1.0, -1074, Round::Nearest).to_bits(), 1);
        assert_eq!(ldexp64(3.0, -1075, Round::Nearest).to_bits(), 2);
        assert_eq!(ldexp64(f64::MIN_POSITIVE, 2045, Round::Nearest), 2f64.powi(1023));
        assert_eq!(ldexp64(f64::from_bits(1), 1074, Round::Nearest), 1.0);
        assert_eq!(ldexp64(1.0, 5000, Round::Nearest), f64::INFINITY);
        assert_eq!(ldexp32(1.5, 4, Round::Nearest), 24.0);
        assert_eq!(ldexp32(1.0, -149, Round::Nearest).to_bits(), 1);
        assert_eq!(frexp64(-6.0), (-0.75, 3));
    }
}
