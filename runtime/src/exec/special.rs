//! Transcendental functions, the helpers of division, and argument reduction.
//!
//! Results are correctly rounded where the hardware promises one unit in the last place; single-precision reciprocals,
//! roots, exponentials and logarithms flush denormals like the hardware.

use super::lanes::{Lanes64, collect, flush32, map1, map3, per_lane};
use super::{Core, Semantics, float32};
use crate::num;
use crate::op::{Handler, Op, Step};
use crate::stats::InstructionClass;
use crate::wave::LANES;

/// A function of f32 that is computed in f64 and flushes denormals.
#[inline(always)]
fn approximate(c: &mut Core<'_>, o: &Op, f: impl Fn(f64) -> f64) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let places = c.prepare_f32(o);
            let [a] = c.view(places);
            let mut result = map1(a, |bits| {
                let result = f(f32::from_bits(flush32(bits)) as f64) as f32;
                flush32(result.to_bits())
            });
            float32::fix_nans(c.vectors, &mut result, &[a]);
            c.dst_f32(o, &result)
        },
    )
}

/// Largest argument of sine and cosine in revolutions; beyond it the hardware gives the value at 0.
const MAX_REVOLUTIONS: f32 = 256.0;

/// Sine of an angle in revolutions.
pub(super) fn sin(x: f32) -> f32 {
    if !x.is_finite() {
        return f32::NAN;
    }
    if x.abs() > MAX_REVOLUTIONS {
        return 0.0;
    }
    let x = x as f64;
    libm::sin((x - x.round_ties_even()) * std::f64::consts::TAU) as f32
}

/// Cosine of an angle in revolutions.
pub(super) fn cos(x: f32) -> f32 {
    if !x.is_finite() {
        return f32::NAN;
    }
    if x.abs() > MAX_REVOLUTIONS {
        return 1.0;
    }
    let x = x as f64;
    libm::cos((x - x.round_ties_even()) * std::f64::consts::TAU) as f32
}

fn trigonometric(c: &mut Core<'_>, o: &Op, f: fn(f32) -> f32) -> Step {
    let a = c.src_f32(o, 0);
    let result = map1(&a, |bits| {
        let result = f(f32::from_bits(bits));
        if result.is_nan() {
            num::nan_result32(&[bits])
        } else {
            flush32(result.to_bits())
        }
    });
    c.dst_f32(o, &result)
}

#[inline(always)]
fn exponent32(bits: u32) -> i32 {
    (bits >> 23 & 255) as i32
}

/// `v_div_scale_f32`: the scaled value of `s0`, which is either the denominator `d` or the numerator `n`, and whether
/// `v_div_fmas` must scale the quotient back. The manual scales a huge denominator up, which overflows; it has to be
/// scaled down for the later multiplication by 2^-64 to be right.
fn div_scale32(s0: u32, d: u32, n: u32) -> (u32, bool) {
    let float = |bits: u32| f32::from_bits(bits) as f64;
    let (denominator, numerator) = (float(d), float(n));
    let scale =
        |bits: u32, power: i32| num::ldexp32(f32::from_bits(bits), power, num::Round::Nearest).to_bits();
    let tiny = |x: f64| x != 0.0 && x.abs() < f32::MIN_POSITIVE as f64;
    if numerator == 0.0 || denominator == 0.0 {
        (num::DEFAULT_NAN32, false)
    } else if exponent32(n) - exponent32(d) >= 96 {
        (if s0 == d { scale(s0, 64) } else { s0 }, true)
    } else if tiny(denominator) {
        (scale(s0, 64), false)
    } else if tiny(1.0 / denominator) && tiny(numerator / denominator) {
        (if s0 == d { scale(s0, -64) } else { s0 }, true)
    } else if tiny(1.0 / denominator) {
        (scale(s0, -64), false)
    } else if tiny(numerator / denominator) {
        (if s0 == n { scale(s0, 64) } else { s0 }, true)
    } else if exponent32(n) <= 23 {
        (scale(s0, 64), false)
    } else {
        (s0, false)
    }
}

fn exponent64(bits: u64) -> i32 {
    (bits >> 52) as i32 & 0x7ff
}

/// As [`div_scale32`] with scales of 2^128.
fn div_scale64(s0: u64, d: u64, n: u64) -> (u64, bool) {
    let (denominator, numerator) = (f64::from_bits(d), f64::from_bits(n));
    let scale =
        |bits: u64, power: i32| num::ldexp64(f64::from_bits(bits), power, num::Round::Nearest).to_bits();
    let tiny = |x: f64| x.is_subnormal();
    if numerator == 0.0 || denominator == 0.0 {
        (0x7ff8 << 48, false)
    } else if exponent64(n) - exponent64(d) >= 768 {
        (if s0 == d { scale(s0, 128) } else { s0 }, true)
    } else if tiny(denominator) {
        (scale(s0, 128), false)
    } else if tiny(1.0 / denominator) && tiny(numerator / denominator) {
        (if s0 == d { scale(s0, -128) } else { s0 }, true)
    } else if tiny(1.0 / denominator) {
        (scale(s0, -128), false)
    } else if tiny(numerator / denominator) {
        (if s0 == n { scale(s0, 128) } else { s0 }, true)
    } else if exponent64(n) <= 53 {
        (scale(s0, 128), false)
    } else {
        (s0, false)
    }
}

/// Whether [`div_scale32`] leaves its operand as it is.
#[inline(always)]
fn needs_no_scale(d: u32, n: u32) -> bool {
    let (denominator, numerator) = (f32::from_bits(d) as f64, f32::from_bits(n) as f64);
    let is_normal = |x: f64| x.abs() >= f32::MIN_POSITIVE as f64;
    is_normal(denominator)
        & is_normal(1.0 / denominator)
        & is_normal(numerator / denominator)
        & (exponent32(n) - exponent32(d) < 96)
        & (exponent32(n) > 23)
}

fn div_scale_f32(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (s0, d, n) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2));
            let mut result = s0;
            let mut flags = 0u64;
            let scaled = !collect(|lane| needs_no_scale(d[lane], n[lane])) & c.mask;
            for lane in (0..LANES).filter(|lane| scaled >> lane & 1 != 0) {
                let (value, flag) = div_scale32(s0[lane], d[lane], n[lane]);
                result[lane] = value;
                flags |= (flag as u64) << lane;
            }
            c.dst(o, &result)?;
            c.write_mask(o.sdst, flags);
            Ok(())
        },
    )
}

fn div_scale_f64(c: &mut Core<'_>, o: &Op) -> Step {
    let (s0, d, n) = (c.src_f64(o, 0), c.src_f64(o, 1), c.src_f64(o, 2));
    let mut result = [0; LANES];
    let mut flags = 0u64;
    for lane in 0..LANES {
        let (value, flag) = div_scale64(s0[lane], d[lane], n[lane]);
        result[lane] = value;
        flags |= (flag as u64) << lane;
    }
    c.dst64(o, &result)?;
    c.write_mask(o.sdst, flags);
    Ok(())
}

/// Last step of a division: a * b + q, scaled back by 2^64 for huge quotients and by 2^-64 for tiny ones if VCC is set.
/// The addend, which is the quotient so far, tells which.
fn div_fmas_f32(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, b, q, round) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2), c.round32());
    let vcc = c.lane_mask(o.src[3]);
    if vcc & c.mask == 0 {
        return float32::fma(c, o);
    }
    let mut result = [0; LANES];
    for lane in 0..LANES {
        let float = f32::from_bits;
        let scale = match vcc >> lane & 1 {
            0 => 0,
            _ if exponent32(q[lane]) > 127 => 64,
            _ => -64,
        };
        result[lane] = if scale == 0 {
            num::fma32(float(a[lane]), float(b[lane]), float(q[lane]), round).to_bits()
        } else {
            // Rounded once, also when the scaled result is denormal.
            let sum = num::add_odd(
                float(a[lane]) as f64 * float(b[lane]) as f64,
                float(q[lane]) as f64,
            );
            num::to_f32(sum * num::exp2i(scale), round).to_bits()
        };
        if num::is_nan32(result[lane]) {
            result[lane] = num::nan_result32(&[a[lane], b[lane], q[lane]]);
        }
    }
    c.dst_f32(o, &result)
}

fn div_fmas_f64(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, b, q, round) = (c.src_f64(o, 0), c.src_f64(o, 1), c.src_f64(o, 2), c.round64());
    let vcc = c.lane_mask(o.src[3]);
    let result: Lanes64 = per_lane(|lane| {
        let float = f64::from_bits;
        let value = num::fma64(float(a[lane]), float(b[lane]), float(q[lane]), round);
        let value = match vcc >> lane & 1 {
            0 => value,
            _ if exponent64(q[lane]) > 1023 => num::ldexp64(value, 128, round),
            _ => num::ldexp64(value, -128, round),
        };
        if value.is_nan() {
            num::nan_result64(&[a[lane], b[lane], q[lane]])
        } else {
            value.to_bits()
        }
    });
    c.dst_f64(o, result)
}

/// Special cases of a quotient. The manual compares the denominator's exponent with the largest one where the
/// quotient's is needed: quotients that are too large arrive as infinity or NaN.
fn div_fixup32(q: u32, d: u32, n: u32) -> u32 {
    let sign = (d ^ n) & 0x8000_0000;
    let (d_abs, n_abs) = (d & 0x7fff_ffff, n & 0x7fff_ffff);
    let infinity = 0x7f80_0000;
    if num::is_nan32(n) {
        num::quiet32(n)
    } else if num::is_nan32(d) {
        num::quiet32(d)
    } else if (d_abs == 0 && n_abs == 0) || (d_abs == infinity && n_abs == infinity) {
        0xffc0_0000
    } else if d_abs == 0 || n_abs == infinity {
        sign | infinity
    } else if d_abs == infinity || n_abs == 0 || exponent32(n) - exponent32(d) < -150 {
        sign
    } else if exponent32(q) == 255 {
        // The refinement of a quotient that is too large ends in infinity or NaN. AMD's text names the denominator
        // here, which cannot be right.
        sign | infinity
    } else {
        sign | (q & 0x7fff_ffff)
    }
}

fn div_fixup64(q: u64, d: u64, n: u64) -> u64 {
    let sign = (d ^ n) & 1 << 63;
    let magnitude = !(1u64 << 63);
    let (d_abs, n_abs) = (d & magnitude, n & magnitude);
    let infinity = 0x7ff0 << 48;
    if num::is_nan64(n) {
        n | 1 << 51
    } else if num::is_nan64(d) {
        d | 1 << 51
    } else if (d_abs == 0 && n_abs == 0) || (d_abs == infinity && n_abs == infinity) {
        0xfff8 << 48
    } else if d_abs == 0 || n_abs == infinity {
        sign | infinity
    } else if d_abs == infinity || n_abs == 0 || exponent64(n) - exponent64(d) < -1075 {
        sign
    } else if exponent64(q) == 2047 {
        sign | infinity
    } else {
        sign | (q & magnitude)
    }
}

/// Whether a quotient is neither too small nor too large, and of numbers that are neither zero nor infinite.
#[inline(always)]
fn needs_no_fixup(q: u32, d: u32, n: u32) -> bool {
    let is_number = |bits: u32| (bits & 0x7fff_ffff != 0) & (exponent32(bits) != 255);
    is_number(d) & is_number(n) & (exponent32(n) - exponent32(d) >= -150) & (exponent32(q) != 255)
}

fn div_fixup_f32(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (q, d, n) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2));
            let mut result = map3(&q, &d, &n, |q, d, n| (d ^ n) & 0x8000_0000 | q & 0x7fff_ffff);
            let special = !collect(|lane| needs_no_fixup(q[lane], d[lane], n[lane])) & c.mask;
            for lane in (0..LANES).filter(|lane| special >> lane & 1 != 0) {
                result[lane] = div_fixup32(q[lane], d[lane], n[lane]);
            }
            c.dst_f32(o, &result)
        },
    )
}

fn div_fixup_f64(c: &mut Core<'_>, o: &Op) -> Step {
    let (q, d, n) = (c.src_f64(o, 0), c.src_f64(o, 1), c.src_f64(o, 2));
    c.dst_f64(o, per_lane(|lane| div_fixup64(q[lane], d[lane], n[lane])))
}

/// The first 1216 bits of 2/pi after the binary point.
const TWO_OVER_PI: [u64; 19] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
];

/// 53 bits of 2/pi for the argument reduction of a huge angle.
fn trig_preop(x: u64, segment: u32) -> f64 {
    let exponent = exponent64(x);
    let mut shift = (segment & 31) as i32 * 53;
    if exponent > 1077 {
        shift += exponent - 1077;
    }
    // The hardware holds 1201 bits; zeros are shifted in after them.
    let bit = |index: i32| {
        if index > 1200 {
            return 0;
        }
        TWO_OVER_PI[index as usize / 64] >> (63 - index % 64) & 1
    };
    let digits = (0..53).fold(0u64, |digits, index| digits << 1 | bit(shift + index));
    let mut scale = -53 - shift;
    if exponent >= 1968 {
        scale += 128;
    }
    num::ldexp64(digits as f64, scale, num::Round::Nearest)
}

fn trig_preop_f64(c: &mut Core<'_>, o: &Op) -> Step {
    let (x, segment) = (c.src_f64(o, 0), c.src(o, 1));
    c.dst_f64(o, per_lane(|lane| trig_preop(x[lane], segment[lane]).to_bits()))
}

/// Meaning of a special instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let transcendental: Option<Handler> = match mnemonic {
        "v_rcp_f32" | "v_rcp_iflag_f32" => Some(|c, o| approximate(c, o, |x| 1.0 / x)),
        "v_rsq_f32" => Some(|c, o| approximate(c, o, |x| 1.0 / x.sqrt())),
        "v_sqrt_f32" => Some(|c, o| approximate(c, o, f64::sqrt)),
        "v_exp_f32" | "v_exp_legacy_f32" => Some(|c, o| approximate(c, o, libm::exp2)),
        "v_log_f32" | "v_log_legacy_f32" => Some(|c, o| approximate(c, o, libm::log2)),
        "v_sin_f32" => Some(|c, o| trigonometric(c, o, sin)),
        "v_cos_f32" => Some(|c, o| trigonometric(c, o, cos)),
        _ => None,
    };
    if let Some(handler) = transcendental {
        return Some(Semantics::new(InstructionClass::Transcendental, handler));
    }
    let handler: Handler = match mnemonic {
        "v_div_scale_f32" => div_scale_f32,
        "v_div_scale_f64" => div_scale_f64,
        "v_div_fmas_f32" => div_fmas_f32,
        "v_div_fmas_f64" => div_fmas_f64,
        "v_div_fixup_f32" => div_fixup_f32,
        "v_div_fixup_f64" => div_fixup_f64,
        "v_trig_preop_f64" => trig_preop_f64,
        _ => return None,
    };
    Some(Semantics::new(InstructionClass::Valu, handler))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Round;

    /// The division sequence that compilers emit, one lane.
    fn divide32(n: f32, d: f32) -> f32 {
        let float = f32::from_bits;
        let (d_scaled, _) = div_scale32(d.to_bits(), d.to_bits(), n.to_bits());
        let (n_scaled, flag) = div_scale32(n.to_bits(), d.to_bits(), n.to_bits());
        let (ds, ns) = (float(d_scaled), float(n_scaled));
        let r = float(flush32((1.0 / float(flush32(ds.to_bits()))).to_bits()));
        let e = (-ds).mul_add(r, 1.0);
        let r = e.mul_add(r, r);
        let q = ns * r;
        let e = (-ds).mul_add(q, ns);
        let q = e.mul_add(r, q);
        let e = (-ds).mul_add(q, ns);
        let scale = match flag {
            false => 0,
            true if exponent32(q.to_bits()) > 127 => 64,
            true => -64,
        };
        let sum = num::add_odd(e as f64 * r as f64, q as f64);
        let q = num::to_f32(sum * num::exp2i(scale), Round::Nearest);
        float(div_fixup32(q.to_bits(), d.to_bits(), n.to_bits()))
    }

    #[test]
    fn division_sequence_is_exact() {
        let mut state = 99u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        for _ in 0..500_000 {
            let (n, d) = (f32::from_bits(next()), f32::from_bits(next()));
            let (got, want) = (divide32(n, d), n / d);
            // Quotients at the very bottom of the range lose the last bit in hardware as well.
            assert!(
                got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(),
                "{n:e} / {d:e} = {got:e}, not {want:e}"
            );
        }
        assert_eq!(divide32(1.0, 0.0), f32::INFINITY);
        assert_eq!(divide32(-1.0, f32::INFINITY).to_bits(), 0x8000_0000);
        assert!(divide32(0.0, 0.0).is_nan());
    }

    #[test]
    fn sine_of_revolutions() {
        assert_eq!(sin(0.25), 1.0);
        assert_eq!(cos(0.5), -1.0);
        assert_eq!(sin(255.25), 1.0);
        assert_eq!((sin(300.25), cos(300.25)), (0.0, 1.0));
    }

    #[test]
    fn two_over_pi_segments_add_up() {
        let x = 1e5f64.to_bits();
        let sum = trig_preop(x, 0) + trig_preop(x, 1) + trig_preop(x, 2);
        assert_eq!(sum, std::f64::consts::FRAC_2_PI);
    }
}
