//! Half-precision vector arithmetic. Values are the low 16 bits of a lane.

use super::lanes::{map1, map2, map3};
use super::{Core, Semantics};
use crate::num::{self, NanRule, Round};
use crate::op::{Handler, Op, Step};
use crate::stats::InstructionClass;

/// Replaces a NaN result by what the hardware gives.
#[inline]
fn quiet(result: u32, sources: &[u32]) -> u32 {
    if num::is_nan16(result) {
        num::nan_result16(sources)
    } else {
        result
    }
}

#[inline(always)]
fn unary(c: &mut Core<'_>, o: &Op, f: impl Fn(f32, Round) -> u32) -> Step {
    let (a, round) = (c.src_f16(o, 0), c.round64());
    c.dst_f16(o, map1(&a, |a| quiet(f(num::f16_to_f32(a), round), &[a])), false)
}

#[inline(always)]
fn binary(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, Round) -> u32) -> Step {
    let (a, b, round) = (c.src_f16(o, 0), c.src_f16(o, 1), c.round64());
    c.dst_f16(o, map2(&a, &b, |a, b| f(a, b, round)), false)
}

/// a + b.
pub(super) fn add(a: u32, b: u32, round: Round) -> u32 {
    let (x, y) = (num::f16_to_f32(a), num::f16_to_f32(b));
    // Sums of f16 are exact in f64; only the sign of a zero result depends on the rounding mode.
    let sum = x as f64 + y as f64;
    if sum == 0.0 && round == Round::Down && (a ^ b) & 0x8000 != 0 {
        return 0x8000;
    }
    quiet(num::to_f16(sum, round), &[a, b])
}

/// a * b.
pub(super) fn mul(a: u32, b: u32, round: Round) -> u32 {
    quiet(
        num::to_f16(num::f16_to_f32(a) as f64 * num::f16_to_f32(b) as f64, round),
        &[a, b],
    )
}

/// a * b + d, rounded once.
pub(super) fn fma(a: u32, b: u32, d: u32, round: Round) -> u32 {
    quiet(
        num::fma16(num::f16_to_f32(a), num::f16_to_f32(b), num::f16_to_f32(d), round),
        &[a, b, d],
    )
}

fn one_nan(a: u32, b: u32, nans: NanRule) -> u32 {
    if nans == NanRule::SignallingWins && num::is_snan16(a) {
        a | 0x200
    } else if nans == NanRule::SignallingWins && num::is_snan16(b) {
        b | 0x200
    } else if num::is_nan16(a) {
        match nans == NanRule::NumberWinsQuietly && num::is_nan16(b) {
            true => b | 0x200,
            false => b,
        }
    } else {
        a
    }
}

/// The smaller operand with the NaN rules of the hardware.
pub(super) fn min(a: u32, b: u32, nans: NanRule) -> u32 {
    if num::is_nan16(a) || num::is_nan16(b) {
        return one_nan(a, b, nans);
    }
    let (x, y) = (num::f16_to_f32(a), num::f16_to_f32(b));
    if x < y || (x == y && a & 0x8000 != 0) {
        a
    } else {
        b
    }
}

/// The larger operand with the NaN rules of the hardware.
pub(super) fn max(a: u32, b: u32, nans: NanRule) -> u32 {
    if num::is_nan16(a) || num::is_nan16(b) {
        return one_nan(a, b, nans);
    }
    let (x, y) = (num::f16_to_f32(a), num::f16_to_f32(b));
    if x > y || (x == y && a & 0x8000 == 0) {
        a
    } else {
        b
    }
}

fn med3(a: u32, b: u32, d: u32, nans: NanRule) -> u32 {
    if num::is_nan16(a) || num::is_nan16(b) || num::is_nan16(d) {
        return min(min(a, b, nans), d, nans);
    }
    let largest = num::f16_to_f32(max(max(a, b, nans), d, nans));
    if largest == num::f16_to_f32(a) {
        max(b, d, nans)
    } else if largest == num::f16_to_f32(b) {
        max(a, d, nans)
    } else {
        max(a, b, nans)
    }
}

fn select2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, NanRule) -> u32) -> Step {
    let (a, b, nans) = (c.src_f16(o, 0), c.src_f16(o, 1), c.nan_rule());
    c.dst_f16(o, map2(&a, &b, |a, b| f(a, b, nans)), false)
}

/// Three-operand instructions can address halves of the destination.
pub(super) fn select3(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, u32, NanRule) -> u32) -> Step {
    let (a, b, d, nans) = (c.src_f16(o, 0), c.src_f16(o, 1), c.src_f16(o, 2), c.nan_rule());
    c.dst_f16(o, map3(&a, &b, &d, |a, b, d| f(a, b, d, nans)), true)
}

fn fused(c: &mut Core<'_>, o: &Op, preserve: bool) -> Step {
    let (a, b, d, round) = (c.src_f16(o, 0), c.src_f16(o, 1), c.src_f16(o, 2), c.round64());
    c.dst_f16(o, map3(&a, &b, &d, |a, b, d| fma(a, b, d, round)), preserve)
}

/// a * b + d with the product rounded, too.
fn multiply_add(c: &mut Core<'_>, o: &Op, preserve: bool) -> Step {
    let (a, b, d, round) = (c.src_f16(o, 0), c.src_f16(o, 1), c.src_f16(o, 2), c.round64());
    c.dst_f16(
        o,
        map3(&a, &b, &d, |a, b, d| add(mul(a, b, round), d, round)),
        preserve,
    )
}

fn ldexp(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, exponent, round) = (c.src_f16(o, 0), c.src_16(o, 1), c.round64());
    let result = map2(&a, &exponent, |a, exponent| {
        let scale = num::exp2i((exponent as u16 as i16 as i32).clamp(-200, 200));
        quiet(num::to_f16(num::f16_to_f32(a) as f64 * scale, round), &[a])
    });
    c.dst_f16(o, result, false)
}

fn div_fixup(c: &mut Core<'_>, o: &Op, preserve: bool) -> Step {
    let (quotient, denominator, numerator) = (c.src_f16(o, 0), c.src_f16(o, 1), c.src_f16(o, 2));
    let result = map3(&quotient, &denominator, &numerator, |q, d, n| {
        let sign = (d ^ n) & 0x8000;
        let (d_abs, n_abs) = (d & 0x7fff, n & 0x7fff);
        if num::is_nan16(n) {
            n | 0x200
        } else if num::is_nan16(d) {
            d | 0x200
        } else if (d_abs == 0 && n_abs == 0) || (d_abs == 0x7c00 && n_abs == 0x7c00) {
            0xfe00
        } else if d_abs == 0 || n_abs == 0x7c00 {
            sign | 0x7c00
        } else if d_abs == 0x7c00 || n_abs == 0 {
            sign
        } else {
            sign | (q & 0x7fff)
        }
    });
    c.dst_f16(o, result, preserve)
}

fn exact(f: impl Fn(f32) -> f32) -> impl Fn(f32, Round) -> u32 {
    move |x, round| num::f32_to_f16(f(x), round)
}

fn fract(x: f32) -> f32 {
    if !x.is_finite() {
        return f32::NAN;
    }
    // The largest f16 below one.
    super::float32::fract(x).min(1.0 - 1.0 / 2048.0)
}

fn frexp_exp(c: &mut Core<'_>, o: &Op) -> Step {
    let a = c.src_f16(o, 0);
    let result = map1(&a, |a| {
        let x = num::f16_to_f32(a);
        if x == 0.0 || !x.is_finite() {
            0
        } else {
            num::frexp64(x as f64).1 as u32
        }
    });
    c.dst_16(o, &result, false)
}

fn frexp_mant(x: f32) -> f32 {
    if x == 0.0 || !x.is_finite() {
        x
    } else {
        num::frexp64(x as f64).0 as f32
    }
}

fn sin_revolutions(x: f32) -> f32 {
    super::special::sin(x)
}

fn cos_revolutions(x: f32) -> f32 {
    super::special::cos(x)
}

/// Meaning of a half-precision instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let transcendental: Option<Handler> = match mnemonic {
        "v_rcp_f16" => Some(|c, o| unary(c, o, |x, round| num::to_f16(1.0 / x as f64, round))),
        "v_sqrt_f16" => Some(|c, o| unary(c, o, |x, round| num::to_f16((x as f64).sqrt(), round))),
        "v_rsq_f16" => Some(|c, o| unary(c, o, |x, round| num::to_f16(1.0 / (x as f64).sqrt(), round))),
        "v_log_f16" => Some(|c, o| unary(c, o, |x, round| num::to_f16(libm::log2(x as f64), round))),
        "v_exp_f16" => Some(|c, o| unary(c, o, |x, round| num::to_f16(libm::exp2(x as f64), round))),
        "v_sin_f16" => Some(|c, o| unary(c, o, exact(sin_revolutions))),
        "v_cos_f16" => Some(|c, o| unary(c, o, exact(cos_revolutions))),
        _ => None,
    };
    if let Some(handler) = transcendental {
        return Some(Semantics::new(InstructionClass::Transcendental, handler));
    }
    let handler: Handler = match mnemonic {
        "v_add_f16" => |c, o| binary(c, o, add),
        "v_sub_f16" => |c, o| binary(c, o, |a, b, round| add(a, b ^ 0x8000, round)),
        "v_subrev_f16" => |c, o| binary(c, o, |a, b, round| add(b, a ^ 0x8000, round)),
        "v_mul_f16" => |c, o| binary(c, o, mul),
        "v_mad_f16" => |c, o| multiply_add(c, o, true),
        "v_mad_legacy_f16" | "v_mac_f16" | "v_madmk_f16" | "v_madak_f16" => |c, o| multiply_add(c, o, false),
        "v_fma_f16" => |c, o| fused(c, o, true),
        "v_fma_legacy_f16" => |c, o| fused(c, o, false),
        "v_min_f16" => |c, o| select2(c, o, min),
        "v_max_f16" => |c, o| select2(c, o, max),
        "v_min3_f16" => |c, o| select3(c, o, |a, b, d, nans| min(min(a, b, nans), d, nans)),
        "v_max3_f16" => |c, o| select3(c, o, |a, b, d, nans| max(max(a, b, nans), d, nans)),
        "v_med3_f16" => |c, o| select3(c, o, med3),
        "v_ldexp_f16" => ldexp,
        "v_div_fixup_f16" => |c, o| div_fixup(c, o, true),
        "v_div_fixup_legacy_f16" => |c, o| div_fixup(c, o, false),
        "v_floor_f16" => |c, o| unary(c, o, exact(f32::floor)),
        "v_ceil_f16" => |c, o| unary(c, o, exact(f32::ceil)),
        "v_trunc_f16" => |c, o| unary(c, o, exact(f32::trunc)),
        "v_rndne_f16" => |c, o| unary(c, o, exact(f32::round_ties_even)),
        "v_fract_f16" => |c, o| unary(c, o, exact(fract)),
        "v_frexp_mant_f16" => |c, o| unary(c, o, exact(frexp_mant)),
        "v_frexp_exp_i16_f16" => frexp_exp,
        _ => return None,
    };
    Some(Semantics::new(InstructionClass::Valu, handler))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_round_once() {
        // 2048 + 1 is a tie in f16 (spacing 2): to even.
        assert_eq!(add(0x6800, 0x3c00, Round::Nearest), 0x6800);
        assert_eq!(add(0x6800, 0x3c00, Round::Up), 0x6801);
        assert_eq!(fma(0x3c00, 0x6800, 0x3c01, Round::Nearest), 0x6801);
        assert_eq!(add(0x7c00, 0xfc00, Round::Nearest), 0x7e00);
        assert_eq!(mul(0x7bff, 0x4000, Round::Nearest), 0x7c00);
    }
}
