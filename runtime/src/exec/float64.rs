//! Double-precision vector arithmetic.

use super::lanes::{Lanes64, per_lane};
use super::{Core, Semantics};
use crate::num::{self, NanRule, Round};
use crate::op::{Handler, Op, Step};
use crate::stats::InstructionClass;
use crate::wave::LANES;

#[inline(always)]
fn fix_nans(result: &mut Lanes64, sources: &[&Lanes64]) {
    if result.iter().fold(false, |any, &bits| any | num::is_nan64(bits)) {
        replace_nans(result, sources);
    }
}

/// As for single precision.
#[cold]
fn replace_nans(result: &mut Lanes64, sources: &[&Lanes64]) {
    let of_hardware = sources
        .iter()
        .rev()
        .fold([num::DEFAULT_NAN64; LANES], |nans, source| {
            per_lane(|lane| match num::is_nan64(source[lane]) {
                true => num::quiet64(source[lane]),
                false => nans[lane],
            })
        });
    *result = per_lane(|lane| match num::is_nan64(result[lane]) {
        true => of_hardware[lane],
        false => result[lane],
    });
}

#[inline(always)]
fn unary(c: &mut Core<'_>, o: &Op, f: impl Fn(f64) -> f64) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let a = c.src_f64(o, 0);
            let mut result = per_lane(|lane| f(f64::from_bits(a[lane])).to_bits());
            fix_nans(&mut result, &[&a]);
            c.dst_f64(o, result)
        },
    )
}

/// `nearest` is `rounded` to the nearest.
#[inline(always)]
fn binary(
    c: &mut Core<'_>,
    o: &Op,
    nearest: impl Fn(f64, f64) -> f64,
    rounded: impl Fn(f64, f64, Round) -> f64,
) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (a, b) = (c.src_f64(o, 0), c.src_f64(o, 1));
            let float = f64::from_bits;
            let mut result = match c.round64() {
                Round::Nearest => per_lane(|lane| nearest(float(a[lane]), float(b[lane])).to_bits()),
                round => per_lane(|lane| rounded(float(a[lane]), float(b[lane]), round).to_bits()),
            };
            fix_nans(&mut result, &[&a, &b]);
            c.dst_f64(o, result)
        },
    )
}

fn fma(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (a, b, d) = (c.src_f64(o, 0), c.src_f64(o, 1), c.src_f64(o, 2));
            let float = f64::from_bits;
            let mut result = match c.round64() {
                Round::Nearest => {
                    per_lane(|lane| float(a[lane]).mul_add(float(b[lane]), float(d[lane])).to_bits())
                }
                round => per_lane(|lane| {
                    num::fma64(float(a[lane]), float(b[lane]), float(d[lane]), round).to_bits()
                }),
            };
            fix_nans(&mut result, &[&a, &b, &d]);
            c.dst_f64(o, result)
        },
    )
}

/// The smaller (or larger) operand with the NaN rules of min and max.
pub(super) fn min_max_bits(a: u64, b: u64, nans: NanRule, max: bool) -> u64 {
    if num::is_nan64(a) || num::is_nan64(b) {
        return if nans == NanRule::SignallingWins && num::is_snan64(a) {
            a | 1 << 51
        } else if nans == NanRule::SignallingWins && num::is_snan64(b) {
            b | 1 << 51
        } else if num::is_nan64(a) {
            match nans == NanRule::NumberWinsQuietly && num::is_nan64(b) {
                true => b | 1 << 51,
                false => b,
            }
        } else {
            a
        };
    }
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    if x == y {
        // Zeros of different sign.
        return if max { a & b } else { a | b };
    }
    if (x < y) != max { a } else { b }
}

fn min_max(c: &mut Core<'_>, o: &Op, max: bool) -> Step {
    let (a, b, nans) = (c.src_f64(o, 0), c.src_f64(o, 1), c.nan_rule());
    c.dst_f64(o, per_lane(|lane| min_max_bits(a[lane], b[lane], nans, max)))
}

fn fract(x: f64) -> f64 {
    if x.is_infinite() {
        return f64::NAN;
    }
    if x.is_nan() {
        x
    } else {
        (x - x.floor()).min(1f64.next_down())
    }
}

fn frexp_mant(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        x
    } else {
        num::frexp64(x).0
    }
}

fn frexp_exp(c: &mut Core<'_>, o: &Op) -> Step {
    let a = c.src_f64(o, 0);
    let result = a.map(|bits| {
        let x = f64::from_bits(bits);
        if x == 0.0 || !x.is_finite() {
            0
        } else {
            num::frexp64(x).1 as u32
        }
    });
    c.dst(o, &result)
}

fn ldexp(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, exponent, round) = (c.src_f64(o, 0), c.src(o, 1), c.round64());
    let mut result: Lanes64 =
        per_lane(|lane| num::ldexp64(f64::from_bits(a[lane]), exponent[lane] as i32, round).to_bits());
    fix_nans(&mut result, &[&a]);
    c.dst_f64(o, result)
}

/// Keeps 28 bits of the mantissa: the hardware's double-precision reciprocals are starting values for Newton iteration,
/// and code that omits the iteration must not pass.
fn truncate(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1 << 25) - 1))
}

/// Meaning of a double-precision instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let transcendental: Option<Handler> = match mnemonic {
        "v_rcp_f64" => Some(|c, o| unary(c, o, |x| truncate(1.0 / x))),
        "v_rsq_f64" => Some(|c, o| unary(c, o, |x| truncate(1.0 / x.sqrt()))),
        "v_sqrt_f64" => Some(|c, o| unary(c, o, |x| truncate(x.sqrt()))),
        _ => None,
    };
    if let Some(handler) = transcendental {
        return Some(Semantics::new(InstructionClass::Transcendental, handler));
    }
    let handler: Handler = match mnemonic {
        "v_add_f64" => |c, o| binary(c, o, |a, b| a + b, num::add64),
        "v_mul_f64" => |c, o| binary(c, o, |a, b| a * b, num::mul64),
        "v_fma_f64" | "v_fmac_f64" => fma,
        "v_min_f64" => |c, o| min_max(c, o, false),
        "v_max_f64" => |c, o| min_max(c, o, true),
        "v_ldexp_f64" => ldexp,
        "v_trunc_f64" => |c, o| unary(c, o, f64::trunc),
        "v_ceil_f64" => |c, o| unary(c, o, f64::ceil),
        "v_rndne_f64" => |c, o| unary(c, o, f64::round_ties_even),
        "v_floor_f64" => |c, o| unary(c, o, f64::floor),
        "v_fract_f64" => |c, o| unary(c, o, fract),
        "v_frexp_mant_f64" => |c, o| unary(c, o, frexp_mant),
        "v_frexp_exp_i32_f64" => frexp_exp,
        _ => return None,
    };
    Some(Semantics::new(InstructionClass::Valu, handler))
}
