//! The division helpers: scaling, the last step, special cases.

use std::cmp::Ordering;
use wavec_ir::fold::float::{FloatKind, float_ldexp, fused_multiply_add};

/// Constants of a format: the scale of operands, and the exponent difference from which it applies.
fn steps(kind: FloatKind) -> (i128, i64, i64, i64) {
    match kind {
        // Power of two of the scale, large difference, small exponent, tiny quotient.
        FloatKind::Double => (128, 768, 53, -1075),
        _ => (64, 96, 23, -150),
    }
}

fn exponent(kind: FloatKind, bits: u64) -> i64 {
    ((bits & kind.infinity()) >> kind.fraction_bits()) as i64
}

fn is_denormal(kind: FloatKind, value: f64) -> bool {
    let smallest = kind.to_f64(1 << kind.fraction_bits());
    value != 0.0 && value.abs() < smallest
}

/// `div.scale`: the numerator (`of_numerator`) or denominator scaled so that the steps of a division neither overflow
/// nor lose bits, and whether the quotient must be scaled back.
pub(super) fn scale(kind: FloatKind, numerator: u64, denominator: u64, of_numerator: bool) -> (u64, bool) {
    let (n, d) = (kind.to_f64(numerator), kind.to_f64(denominator));
    let chosen = if of_numerator { numerator } else { denominator };
    let (power, large, small, _) = steps(kind);
    let scaled = |power: i128| float_ldexp(kind, chosen, power);
    let is_denominator = chosen == denominator;
    let is_numerator = chosen == numerator;
    if n == 0.0 || d == 0.0 {
        return (kind.nan(), false);
    }
    // The quotient as the hardware judges it; tiny quotients in double are judged by exponents.
    let tiny_reciprocal = is_denormal(kind, 1.0 / d);
    let tiny_quotient = is_denormal(kind, n / d);
    if exponent(kind, numerator) - exponent(kind, denominator) >= large {
        (if is_denominator { scaled(power) } else { chosen }, true)
    } else if is_denormal(kind, d) {
        (scaled(power), false)
    } else if tiny_reciprocal && tiny_quotient {
        (if is_denominator { scaled(-power) } else { chosen }, true)
    } else if tiny_reciprocal {
        (scaled(-power), false)
    } else if tiny_quotient {
        (if is_numerator { scaled(power) } else { chosen }, true)
    } else if exponent(kind, numerator) <= small {
        (scaled(power), false)
    } else {
        (chosen, false)
    }
}

/// `div.fmas`: `a * b + q`, scaled back if `scale`: up for large quotients, down for small ones.
pub(super) fn fmas(kind: FloatKind, a: u64, b: u64, q: u64, scale: bool) -> u64 {
    if !scale || [a, b, q].iter().any(|&x| kind.is_nan(x)) {
        return fused_multiply_add(kind, a, b, q);
    }
    let (power, ..) = steps(kind);
    let middle = (1i64 << (kind.bits() - kind.fraction_bits() - 2)) - 1;
    let power = if exponent(kind, q) > middle { power } else { -power };
    if kind == FloatKind::Double {
        return float_ldexp(kind, fused_multiply_add(kind, a, b, q), power);
    }
    // Round once: the sum is rounded to odd in double, where scaling is exact.
    let (product, q) = (kind.to_f64(a) * kind.to_f64(b), kind.to_f64(q));
    let sum = round_to_odd_sum(product, q);
    kind.from_f64(sum * 2f64.powi(power as i32))
}

/// `a + b` rounded to odd, so that rounding again to fewer digits gives the correctly rounded result.
fn round_to_odd_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    // The rounding error, exactly (Knuth's two-sum).
    let b_part = sum - a;
    let lost = (a - (sum - b_part)) + (b - b_part);
    if lost == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    // Of the two neighbours of the exact sum, the one with an odd last digit.
    match (lost > 0.0, sum.partial_cmp(&0.0)) {
        (_, Some(Ordering::Equal) | None) => lost,
        (true, _) => sum.next_up(),
        (false, _) => sum.next_down(),
    }
}

/// `div.fixup`: the quotient with the special cases of `numerator / denominator`.
pub(super) fn fixup(kind: FloatKind, quotient: u64, denominator: u64, numerator: u64) -> u64 {
    let sign = (denominator ^ numerator) & kind.sign();
    let magnitude = kind.sign() - 1;
    let (d, n) = (denominator & magnitude, numerator & magnitude);
    let infinity = kind.infinity();
    let (.., tiny) = steps(kind);
    if kind.is_nan(numerator) {
        kind.quiet(numerator)
    } else if kind.is_nan(denominator) {
        kind.quiet(denominator)
    } else if d == 0 && n == 0 || d == infinity && n == infinity {
        kind.nan() | kind.sign()
    } else if d == 0 || n == infinity {
        sign | infinity
    } else if d == infinity
        || n == 0
        || kind != FloatKind::Half && exponent(kind, numerator) - exponent(kind, denominator) < tiny
    {
        sign
    } else if kind != FloatKind::Half && exponent(kind, quotient) == exponent(kind, infinity) {
        sign | infinity
    } else {
        sign | quotient & magnitude
    }
}
