//! Single-precision vector arithmetic.

use super::lanes::{choose, collect, flush32, map1, map2, map3, per_lane, set_lanes};
use super::{Core, HostVectors};
use crate::num::{self, NanRule, Round};
use crate::op::{Handler, Op, Src, Step};
use crate::wave::{Aligned, LANES, Lanes};

/// Whether any lane is a NaN.
#[inline(always)]
fn has_nans(lanes: &Lanes) -> bool {
    // In pairs: the vectors of the host compare two values at once with each other, if either is a NaN.
    let (low, high) = lanes.split_at(LANES / 2);
    let is_unordered = |lane: usize| f32::from_bits(low[lane]).is_nan() | f32::from_bits(high[lane]).is_nan();
    (0..LANES / 2).fold(false, |any, lane| any | is_unordered(lane))
}

/// Replaces NaN results by what the hardware gives, independent of the host.
#[inline(always)]
pub(super) fn fix_nans(vectors: HostVectors, result: &mut Lanes, sources: &[&Lanes]) {
    if has_nans(result) {
        replace_nans(vectors, result, sources);
    }
}

/// Whether an instruction has no modifiers and the mode is the usual one: denormals are kept, results rounded to the nearest.
#[inline(always)]
fn is_usual(c: &Core<'_>, o: &Op) -> bool {
    o.is_plain && c.round32() == Round::Nearest && !c.flush_in32() && !c.flush_out32()
}

/// Writes a result unless a lane that is written is a NaN; returns whether it did.
#[inline(always)]
fn write_numbers(c: &mut Core<'_>, o: &Op, result: &Lanes) -> bool {
    // Lanes that are not written may be anything, and stay so for long.
    if has_nans(result) && collect(|lane| f32::from_bits(result[lane]).is_nan()) & c.mask != 0 {
        return false;
    }
    c.write(o.vdst, result);
    true
}

/// [`num::nan_result32`] of each lane whose result is a NaN: in vectors, as most lanes may be.
#[cold]
fn replace_nans(vectors: HostVectors, result: &mut Lanes, sources: &[&Lanes]) {
    vectors.run(
        #[inline(always)]
        move |_| {
            let mut of_hardware = [num::DEFAULT_NAN32; LANES];
            for source in sources.iter().rev() {
                of_hardware = map2(source, &of_hardware, |bits, nan| {
                    choose(num::is_nan32(bits), num::quiet32(bits), nan)
                });
            }
            *result = map2(result, &of_hardware, |bits, nan| {
                choose(num::is_nan32(bits), nan, bits)
            });
        },
    );
}

#[inline(always)]
fn unary(c: &mut Core<'_>, o: &Op, f: impl Fn(f32) -> f32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            if is_usual(c, o) {
                let places = c.prepare(o);
                let [a] = c.view(places);
                let mut result = Aligned([0; LANES]);
                set_lanes(&mut result, |lane| f(f32::from_bits(a[lane])).to_bits());
                if write_numbers(c, o, &result) {
                    return Ok(());
                }
            }
            unary_modified(c, o, f)
        },
    )
}

#[inline(never)]
fn unary_modified(c: &mut Core<'_>, o: &Op, f: impl Fn(f32) -> f32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let a = c.src_f32(o, 0);
            let mut result = map1(&a, |a| f(f32::from_bits(a)).to_bits());
            fix_nans(c.vectors, &mut result, &[&a]);
            c.dst_f32(o, &result)
        },
    )
}

#[inline(always)]
fn binary(
    c: &mut Core<'_>,
    o: &Op,
    nearest: impl Fn(f32, f32) -> f32,
    rounded: impl Fn(f32, f32, Round) -> f32,
) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            if is_usual(c, o) {
                let places = c.prepare(o);
                let [a, b] = c.view(places);
                let mut result = Aligned([0; LANES]);
                set_lanes(&mut result, |lane| {
                    nearest(f32::from_bits(a[lane]), f32::from_bits(b[lane])).to_bits()
                });
                if write_numbers(c, o, &result) {
                    return Ok(());
                }
            }
            match c.round32() {
                Round::Nearest => binary_modified(c, o, nearest),
                round => binary_modified(c, o, move |a, b| rounded(a, b, round)),
            }
        },
    )
}

#[inline(never)]
fn binary_modified(c: &mut Core<'_>, o: &Op, f: impl Fn(f32, f32) -> f32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (a, b) = (c.src_f32(o, 0), c.src_f32(o, 1));
            let mut result = map2(&a, &b, |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits());
            fix_nans(c.vectors, &mut result, &[&a, &b]);
            c.dst_f32(o, &result)
        },
    )
}

/// Fused multiply-add of three source values, its NaNs those of the host. `is_fast`: it is an instruction of the host.
#[inline(always)]
pub(super) fn fuse(result: &mut Lanes, [a, b, d]: [&Lanes; 3], round: Round, is_fast: bool) {
    match round {
        Round::Nearest if is_fast => fuse_nearest(result, [a, b, d]),
        _ => *result = fuse_rounded([a, b, d], round),
    }
}

/// As [`fuse`], by an instruction of the host.
#[inline(always)]
fn fuse_nearest(result: &mut Lanes, [a, b, d]: [&Lanes; 3]) {
    let of_lane = |lanes: &Lanes, lane: usize| f32::from_bits(lanes[lane]);
    set_lanes(result, |lane| {
        of_lane(a, lane)
            .mul_add(of_lane(b, lane), of_lane(d, lane))
            .to_bits()
    });
}

#[inline(never)]
fn fuse_rounded(sources: [&Lanes; 3], round: Round) -> Lanes {
    let float = f32::from_bits;
    per_lane(|lane| {
        let [a, b, d] = sources.map(|source| float(source[lane]));
        match round {
            Round::Nearest => num::fma32_nearest(a, b, d).to_bits(),
            round => num::fma32(a, b, d, round).to_bits(),
        }
    })
}

pub(super) fn fma(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, is_fast| {
            if is_fast && is_usual(c, o) {
                let places = c.prepare(o);
                let sources = c.view(places);
                let mut result = Aligned([0; LANES]);
                fuse_nearest(&mut result, sources);
                if write_numbers(c, o, &result) {
                    return Ok(());
                }
            }
            fma_modified(c, o)
        },
    )
}

#[inline(never)]
fn fma_modified(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, is_fast| {
            let (a, b, d) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2));
            let mut result = Aligned([0; LANES]);
            fuse(&mut result, [&a, &b, &d], c.round32(), is_fast);
            fix_nans(c.vectors, &mut result, &[&a, &b, &d]);
            c.dst_f32(o, &result)
        },
    )
}

/// Multiply-add with two roundings, which knows no denormals whatever the mode is (LLVM's rules for selecting `v_mad_f32`).
fn mad(c: &mut Core<'_>, o: &Op, product: impl Fn(f32, f32, Round) -> f32) -> Step {
    let sources = [0, 1, 2].map(|index| map1(&c.src_f32(o, index), flush32));
    let [a, b, d] = &sources;
    let round = c.round32();
    let float = f32::from_bits;
    let mut result = map3(a, b, d, |a, b, d| {
        let product = flush32(product(float(a), float(b), round).to_bits());
        flush32(num::add32(float(product), float(d), round).to_bits())
    });
    fix_nans(c.vectors, &mut result, &[a, b, d]);
    c.dst_f32(o, &result)
}

/// `v_fmamk_f32`: the literal multiplies. Sources: src0, literal, src1.
fn fmamk(c: &mut Core<'_>, o: &Op) -> Step {
    fma(c, o)
}

/// The smaller operand as the hardware defines it.
#[inline]
pub(super) fn min_bits(a: u32, b: u32, nans: NanRule) -> u32 {
    if num::is_nan32(a) || num::is_nan32(b) {
        return one_nan(a, b, nans);
    }
    min_number(a, b)
}

/// The smaller of two numbers. Equal ones can differ only as zeros: the negative one is the smaller.
#[inline(always)]
fn min_number(a: u32, b: u32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    if (x < y) | ((x == y) & (a >> 31 != 0)) {
        a
    } else {
        b
    }
}

/// The larger operand as the hardware defines it.
#[inline]
pub(super) fn max_bits(a: u32, b: u32, nans: NanRule) -> u32 {
    if num::is_nan32(a) || num::is_nan32(b) {
        return one_nan(a, b, nans);
    }
    max_number(a, b)
}

/// The larger of two numbers.
#[inline(always)]
fn max_number(a: u32, b: u32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    if (x > y) | ((x == y) & (a >> 31 == 0)) {
        a
    } else {
        b
    }
}

/// Result of min and max when an operand is a NaN: in IEEE mode a signalling NaN wins and becomes quiet, otherwise
/// the operand that is a number.
#[inline(always)]
fn one_nan(a: u32, b: u32, nans: NanRule) -> u32 {
    let wins = |bits| (nans == NanRule::SignallingWins) & num::is_snan32(bits);
    let is_quieted = (nans == NanRule::NumberWinsQuietly) & num::is_nan32(b);
    let number = choose(num::is_nan32(a), choose(is_quieted, num::quiet32(b), b), a);
    choose(wins(a), num::quiet32(a), choose(wins(b), num::quiet32(b), number))
}

fn med3_bits(a: u32, b: u32, d: u32, nans: NanRule) -> u32 {
    if num::is_nan32(a) || num::is_nan32(b) || num::is_nan32(d) {
        return min_bits(min_bits(a, b, nans), d, nans);
    }
    let largest = f32::from_bits(max_bits(max_bits(a, b, nans), d, nans));
    if largest == f32::from_bits(a) {
        max_bits(b, d, nans)
    } else if largest == f32::from_bits(b) {
        max_bits(a, d, nans)
    } else {
        max_bits(a, b, nans)
    }
}

/// The smaller or the larger of two operands, which `number` chooses if both are numbers.
#[inline(always)]
fn select2(c: &mut Core<'_>, o: &Op, number: impl Fn(u32, u32) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            if is_usual(c, o) {
                let places = c.prepare(o);
                let [a, b] = c.view(places);
                let is_unordered =
                    |lane: usize| f32::from_bits(a[lane]).is_nan() | f32::from_bits(b[lane]).is_nan();
                if !(0..LANES).fold(false, |any, lane| any | is_unordered(lane)) {
                    let mut result = Aligned([0; LANES]);
                    set_lanes(&mut result, |lane| number(a[lane], b[lane]));
                    c.write(o.vdst, &result);
                    return Ok(());
                }
            }
            select2_modified(c, o, number)
        },
    )
}

/// As [`select2`], with modifiers, or of operands that may be NaNs: see [`one_nan`].
#[inline(never)]
fn select2_modified(c: &mut Core<'_>, o: &Op, number: impl Fn(u32, u32) -> u32) -> Step {
    let rule = c.nan_rule();
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (a, b) = (c.src_f32(o, 0), c.src_f32(o, 1));
            let result = map2(&a, &b, |a, b| {
                let is_unordered = num::is_nan32(a) | num::is_nan32(b);
                choose(is_unordered, one_nan(a, b, rule), number(a, b))
            });
            c.dst_f32(o, &result)
        },
    )
}

#[inline(always)]
pub(super) fn select3(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, u32, NanRule) -> u32) -> Step {
    let (a, b, d, nans) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2), c.nan_rule());
    c.dst_f32(o, &map3(&a, &b, &d, |a, b, d| f(a, b, d, nans)))
}

/// x - floor(x), kept below 1.
pub(super) fn fract(x: f32) -> f32 {
    if x.is_infinite() {
        return f32::NAN;
    }
    // The difference of a tiny negative number rounds to 1; the hardware keeps the result below.
    (x - x.floor()).min(f32::from_bits(0x3f7f_ffff))
}

fn fract_f32(c: &mut Core<'_>, o: &Op) -> Step {
    let a = c.src_f32(o, 0);
    let mut result = map1(&a, |a| {
        let x = f32::from_bits(a);
        if x.is_nan() { a } else { fract(x).to_bits() }
    });
    fix_nans(c.vectors, &mut result, &[&a]);
    c.dst_f32(o, &result)
}

fn mul_legacy(a: f32, b: f32) -> f32 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

/// Frexp exponent: 0 for zeros, infinities and NaNs.
fn frexp_exp(bits: u32) -> u32 {
    let x = f32::from_bits(bits);
    if x == 0.0 || !x.is_finite() {
        0
    } else {
        num::frexp64(x as f64).1 as u32
    }
}

fn frexp_mant(x: f32) -> f32 {
    if x == 0.0 || !x.is_finite() {
        x
    } else {
        num::frexp64(x as f64).0 as f32
    }
}

fn ldexp(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, exponent, round) = (c.src_f32(o, 0), c.src(o, 1), c.round32());
    let mut result = map2(&a, &exponent, |a, exponent| {
        num::ldexp32(f32::from_bits(a), exponent as i32, round).to_bits()
    });
    fix_nans(c.vectors, &mut result, &[&a]);
    c.dst_f32(o, &result)
}

/// The cube face that a direction goes through, and the coordinates on it.
fn cube(c: &mut Core<'_>, o: &Op, f: impl Fn(f32, f32, f32, usize) -> f32) -> Step {
    let (a, b, d) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2));
    let result = map3(&a, &b, &d, |x, y, z| {
        let (x, y, z) = (f32::from_bits(x), f32::from_bits(y), f32::from_bits(z));
        let major = if z.abs() >= x.abs() && z.abs() >= y.abs() {
            2
        } else if y.abs() >= x.abs() {
            1
        } else {
            0
        };
        f(x, y, z, major).to_bits()
    });
    c.dst_f32(o, &result)
}

fn cube_id(x: f32, y: f32, z: f32, major: usize) -> f32 {
    let component = [x, y, z][major];
    2.0 * major as f32 + if component < 0.0 { 1.0 } else { 0.0 }
}

fn cube_sc(x: f32, _y: f32, z: f32, major: usize) -> f32 {
    match major {
        2 => {
            if z < 0.0 {
                -x
            } else {
                x
            }
        }
        1 => x,
        _ => {
            if x < 0.0 {
                z
            } else {
                -z
            }
        }
    }
}

fn cube_tc(_x: f32, y: f32, z: f32, major: usize) -> f32 {
    match major {
        1 => {
            if y < 0.0 {
                -z
            } else {
                z
            }
        }
        _ => -y,
    }
}

/// Sources that mix f32 and f16 (`v_fma_mix*`): op_sel_hi chooses f16, op_sel its half.
#[inline(always)]
fn mix_source(c: &Core<'_>, o: &Op, index: usize) -> Lanes {
    let mut lanes = c.src(o, index);
    if o.op_sel_hi >> index & 1 != 0 {
        let high = o.op_sel >> index & 1 != 0 && !matches!(o.src[index], Src::Imm(_));
        lanes = map1(&lanes, |bits| {
            num::f16_to_f32(if high { bits >> 16 } else { bits & 0xffff }).to_bits()
        });
    }
    // In the mixed instructions the high negation bits mean absolute values.
    if o.abs >> index & 1 != 0 {
        lanes = map1(&lanes, |bits| bits & 0x7fff_ffff);
    }
    if o.neg >> index & 1 != 0 {
        lanes = map1(&lanes, |bits| bits ^ 0x8000_0000);
    }
    lanes
}

fn fma_mix(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, is_fast| {
            let (a, b, d) = (mix_source(c, o, 0), mix_source(c, o, 1), mix_source(c, o, 2));
            let mut result = Aligned([0; LANES]);
            fuse(&mut result, [&a, &b, &d], c.round32(), is_fast);
            fix_nans(c.vectors, &mut result, &[&a, &b, &d]);
            c.dst_f32(o, &result)
        },
    )
}

fn fma_mix_half(c: &mut Core<'_>, o: &Op, high: bool) -> Step {
    let (a, b, d) = (mix_source(c, o, 0), mix_source(c, o, 1), mix_source(c, o, 2));
    let (round32, round16) = (c.round32(), c.round64());
    let result = map3(&a, &b, &d, |a, b, d| {
        let value = num::fma32(f32::from_bits(a), f32::from_bits(b), f32::from_bits(d), round32);
        if value.is_nan() {
            return num::f32_to_f16(f32::from_bits(num::nan_result32(&[a, b, d])), round16);
        }
        num::f32_to_f16(value, round16)
    });
    let op = Op {
        op_sel: if high { 8 } else { 0 },
        ..o.clone()
    };
    c.dst_f16(&op, result, true)
}

/// Handler of a single-precision instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Handler> {
    let handler: Handler = match mnemonic {
        "v_add_f32" => |c, o| binary(c, o, |a, b| a + b, num::add32),
        "v_sub_f32" => |c, o| binary(c, o, |a, b| a - b, |a, b, r| num::add32(a, -b, r)),
        "v_subrev_f32" => |c, o| binary(c, o, |a, b| b - a, |a, b, r| num::add32(b, -a, r)),
        "v_mul_f32" => |c, o| binary(c, o, |a, b| a * b, num::mul32),
        "v_mul_legacy_f32" => |c, o| binary(c, o, mul_legacy, |a, b, _| mul_legacy(a, b)),
        "v_fma_f32" | "v_fmac_f32" | "v_fmaak_f32" => fma,
        "v_fmamk_f32" => fmamk,
        "v_mad_f32" | "v_mac_f32" | "v_madmk_f32" | "v_madak_f32" => |c, o| mad(c, o, num::mul32),
        "v_mad_legacy_f32" => |c, o| mad(c, o, |a, b, _| mul_legacy(a, b)),
        "v_min_f32" => |c, o| select2(c, o, min_number),
        "v_max_f32" => |c, o| select2(c, o, max_number),
        "v_min3_f32" => |c, o| select3(c, o, |a, b, d, nans| min_bits(min_bits(a, b, nans), d, nans)),
        "v_max3_f32" => |c, o| select3(c, o, |a, b, d, nans| max_bits(max_bits(a, b, nans), d, nans)),
        "v_med3_f32" => |c, o| select3(c, o, med3_bits),
        "v_fract_f32" => fract_f32,
        "v_trunc_f32" => |c, o| unary(c, o, f32::trunc),
        "v_ceil_f32" => |c, o| unary(c, o, f32::ceil),
        "v_rndne_f32" => |c, o| unary(c, o, f32::round_ties_even),
        "v_floor_f32" => |c, o| unary(c, o, f32::floor),
        "v_frexp_mant_f32" => |c, o| unary(c, o, frexp_mant),
        "v_frexp_exp_i32_f32" => |c, o| {
            let a = c.src_f32(o, 0);
            c.dst(o, &map1(&a, frexp_exp))
        },
        "v_ldexp_f32" => ldexp,
        "v_cubeid_f32" => |c, o| cube(c, o, cube_id),
        "v_cubesc_f32" => |c, o| cube(c, o, cube_sc),
        "v_cubetc_f32" => |c, o| cube(c, o, cube_tc),
        "v_cubema_f32" => |c, o| cube(c, o, |x, y, z, major| 2.0 * [x, y, z][major]),
        "v_fma_mix_f32" | "v_mad_mix_f32" => fma_mix,
        "v_fma_mixlo_f16" | "v_mad_mixlo_f16" => |c, o| fma_mix_half(c, o, false),
        "v_fma_mixhi_f16" | "v_mad_mixhi_f16" => |c, o| fma_mix_half(c, o, true),
        _ => return None,
    };
    Some(handler)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn min_max_follow_ieee_mode() {
        let (one, two) = (1f32.to_bits(), 2f32.to_bits());
        let (quiet, signalling) = (0x7fc0_0001, 0x7f80_0001);
        assert_eq!(min_bits(one, two, NanRule::SignallingWins), one);
        assert_eq!(max_bits(quiet, two, NanRule::SignallingWins), two);
        assert_eq!(max_bits(signalling, two, NanRule::SignallingWins), 0x7fc0_0001);
        assert_eq!(max_bits(signalling, two, NanRule::NumberWins), two);
        assert_eq!(max_bits(signalling, two, NanRule::NumberWinsQuietly), two);
        assert_eq!(
            max_bits(signalling, signalling, NanRule::NumberWinsQuietly),
            0x7fc0_0001
        );
        assert_eq!(min_bits(0, 0x8000_0000, NanRule::SignallingWins), 0x8000_0000);
        assert_eq!(max_bits(0x8000_0000, 0, NanRule::SignallingWins), 0);
        assert_eq!(med3_bits(two, one, 3f32.to_bits(), NanRule::SignallingWins), two);
    }

    #[test]
    fn fract_stays_below_one() {
        assert_eq!(fract(-1e-30), f32::from_bits(0x3f7f_ffff));
        assert_eq!(fract(2.25), 0.25);
        assert_eq!(fract(-0.25), 0.75);
    }

    #[test]
    fn frexp_parts() {
        assert_eq!(frexp_exp(8f32.to_bits()), 4);
        assert_eq!(frexp_mant(8.0), 0.5);
        assert_eq!(frexp_exp(1), (-148i32) as u32);
        assert_eq!(frexp_exp(f32::INFINITY.to_bits()), 0);
    }
}
