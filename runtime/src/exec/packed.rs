//! Packed instructions (VOP3P): two 16-bit or f32 operations at once, and dot products.

use super::Core;
use super::gfx950::half_of_three;
use super::lanes::{flush16, map2, map3, set_lanes};
use super::{float16, float32};
use crate::num::{self, NanRule};
use crate::op::{Handler, Op, Step};
use crate::wave::{Aligned, LANES, Lanes};

/// The halves that the low and the high operation use, packed in one word again.
fn halves(c: &Core<'_>, o: &Op, index: usize) -> Lanes {
    let lanes = c.src(o, index);
    let low_from = if o.op_sel >> index & 1 != 0 { 16 } else { 0 };
    let high_from = if o.op_sel_hi >> index & 1 != 0 { 16 } else { 0 };
    if (low_from, high_from) == (0, 16) {
        return lanes;
    }
    lanes.map(|value| (value >> low_from) & 0xffff | (value >> high_from) << 16)
}

/// As [`halves`], with the negations for the low and the high operation.
fn halves_f16(c: &Core<'_>, o: &Op, index: usize) -> Lanes {
    let low = if o.neg >> index & 1 != 0 { 0x8000 } else { 0 };
    let high = if o.abs >> index & 1 != 0 { 0x8000_0000 } else { 0 };
    let mut lanes = halves(c, o, index);
    if low | high != 0 {
        lanes = lanes.map(|value| value ^ (low | high));
    }
    if c.flush_in64() {
        lanes = lanes.map(|value| flush16(value & 0xffff) | flush16(value >> 16) << 16);
    }
    lanes
}

#[inline]
fn both(low: u32, high: u32) -> u32 {
    low & 0xffff | high << 16
}

fn int2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    let (a, b) = (halves(c, o, 0), halves(c, o, 1));
    c.dst(
        o,
        &map2(&a, &b, |a, b| {
            both(f(a & 0xffff, b & 0xffff), f(a >> 16, b >> 16))
        }),
    )
}

/// Sums and products that saturate with the clamp bit.
fn int2_clamp(c: &mut Core<'_>, o: &Op, signed: bool, f: impl Fn(i32, i32) -> i32) -> Step {
    let clamp = o.clamp;
    let value = |bits: u32| {
        if signed {
            bits as u16 as i16 as i32
        } else {
            bits as i32
        }
    };
    int2(c, o, |a, b| saturate(f(value(a), value(b)) as i64, clamp, signed))
}

fn saturate(value: i64, clamp: bool, signed: bool) -> u32 {
    match (clamp, signed) {
        (false, _) => value as u32,
        (true, false) => value.clamp(0, 0xffff) as u32,
        (true, true) => value.clamp(-32768, 32767) as u32,
    }
}

fn mad(c: &mut Core<'_>, o: &Op, signed: bool) -> Step {
    let (a, b, d, clamp) = (halves(c, o, 0), halves(c, o, 1), halves(c, o, 2), o.clamp);
    let value = |bits: u32| {
        if signed {
            bits as u16 as i16 as i64
        } else {
            bits as u16 as i64
        }
    };
    let one = |a, b, d| saturate(value(a) * value(b) + value(d), clamp, signed);
    c.dst(
        o,
        &map3(&a, &b, &d, |a, b, d| {
            both(one(a, b, d), one(a >> 16, b >> 16, d >> 16))
        }),
    )
}

/// Clamps and flushes both halves of a packed f16 result.
fn finish_f16(c: &mut Core<'_>, o: &Op, result: Lanes) -> Step {
    let (clamp, dx10, flush) = (o.clamp, c.dx10_clamp(), c.flush_out64());
    let one = |mut bits: u32| {
        if clamp {
            bits = if num::is_nan16(bits) {
                if dx10 { 0 } else { bits }
            } else if bits & 0x8000 != 0 {
                0
            } else {
                bits.min(0x3c00)
            };
        }
        if flush { flush16(bits) } else { bits }
    };
    let result = if clamp || flush {
        result.map(|value| both(one(value & 0xffff), one(value >> 16)))
    } else {
        result
    };
    c.dst(o, &result)
}

fn f16_2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, num::Round, NanRule) -> u32) -> Step {
    let (a, b, round, nans) = (
        halves_f16(c, o, 0),
        halves_f16(c, o, 1),
        c.round64(),
        c.nan_rule(),
    );
    let result = map2(&a, &b, |a, b| {
        both(
            f(a & 0xffff, b & 0xffff, round, nans),
            f(a >> 16, b >> 16, round, nans),
        )
    });
    finish_f16(c, o, result)
}

/// The least or the largest of three halves; NaN if one is.
fn extreme_f16(c: &mut Core<'_>, o: &Op, is_least: bool) -> Step {
    let [a, b, d] = [0, 1, 2].map(|index| halves_f16(c, o, index));
    let result = map3(&a, &b, &d, |a, b, d| {
        both(
            half_of_three(a & 0xffff, b & 0xffff, d & 0xffff, is_least),
            half_of_three(a >> 16, b >> 16, d >> 16, is_least),
        )
    });
    finish_f16(c, o, result)
}

fn fma_f16(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, b, d, round) = (
        halves_f16(c, o, 0),
        halves_f16(c, o, 1),
        halves_f16(c, o, 2),
        c.round64(),
    );
    let result = map3(&a, &b, &d, |a, b, d| {
        let low = float16::fma(a & 0xffff, b & 0xffff, d & 0xffff, round);
        both(low, float16::fma(a >> 16, b >> 16, d >> 16, round))
    });
    finish_f16(c, o, result)
}

/// `v_pk_fmac_f16` has no operand selection: its halves are in natural order.
fn fmac_f16(c: &mut Core<'_>, o: &Op) -> Step {
    fma_f16(
        c,
        &Op {
            op_sel_hi: 7,
            ..o.clone()
        },
    )
}

/// The low or the high operation.
#[inline(always)]
fn one_of_pair<const SOURCES: usize>(
    c: &mut Core<'_>,
    o: &Op,
    high: bool,
    is_fast: bool,
    result: &mut Lanes,
    f: &impl Fn(&mut Lanes, [&Lanes; SOURCES], num::Round, bool),
) {
    let (upper, negated) = if high {
        (o.op_sel_hi, o.abs)
    } else {
        (o.op_sel, o.neg)
    };
    let places = c.prepare_words(o, upper, negated);
    let words = c.view(places);
    f(result, words, c.round32(), is_fast);
    float32::fix_nans(c.vectors, result, &words);
    if !o.is_plain || c.flush_out32() {
        c.modify_f32(o, result);
    }
}

/// Both f32 operations; each is an ordinary one on its own word. `f` computes all lanes.
#[inline(always)]
fn f32_pair<const SOURCES: usize>(
    c: &mut Core<'_>,
    o: &Op,
    f: impl Fn(&mut Lanes, [&Lanes; SOURCES], num::Round, bool),
) -> Step {
    c.wide(
        #[inline(always)]
        move |c, is_fast| {
            let (mut low, mut high) = (Aligned([0; LANES]), Aligned([0; LANES]));
            one_of_pair(c, o, false, is_fast, &mut low, &f);
            one_of_pair(c, o, true, is_fast, &mut high, &f);
            c.write(o.vdst, &low);
            c.write(o.vdst + 1, &high);
            Ok(())
        },
    )
}

/// The lanes of a packed instruction of two sources.
#[inline(always)]
fn two(
    result: &mut Lanes,
    [a, b]: [&Lanes; 2],
    round: num::Round,
    nearest: impl Fn(f32, f32) -> f32,
    rounded: impl Fn(f32, f32, num::Round) -> f32,
) {
    let of_lane = |lanes: &Lanes, lane: usize| f32::from_bits(lanes[lane]);
    match round {
        num::Round::Nearest => set_lanes(result, |lane| {
            nearest(of_lane(a, lane), of_lane(b, lane)).to_bits()
        }),
        round => set_lanes(result, |lane| {
            rounded(of_lane(a, lane), of_lane(b, lane), round).to_bits()
        }),
    }
}

/// Dot product of `count` integer fields of `bits` bits added to the third source.
fn dot(c: &mut Core<'_>, o: &Op, bits: u32, signed: bool) -> Step {
    // Two 16-bit fields can be selected as halves; smaller fields cannot.
    let (a, b) = if bits == 16 {
        (halves(c, o, 0), halves(c, o, 1))
    } else {
        (c.src(o, 0), c.src(o, 1))
    };
    let (d, clamp) = (c.src(o, 2), o.clamp);
    let field = |value: u32, index: u32| {
        let shifted = value << (32 - bits - index * bits);
        if signed {
            (shifted as i32 >> (32 - bits)) as i64
        } else {
            (shifted >> (32 - bits)) as i64
        }
    };
    let result = map3(&a, &b, &d, |a, b, d| {
        let start = if signed { d as i32 as i64 } else { d as i64 };
        let sum = (0..32 / bits).fold(start, |sum, index| sum + field(a, index) * field(b, index));
        match (clamp, signed) {
            (false, _) => sum as u32,
            (true, true) => sum.clamp(i32::MIN as i64, i32::MAX as i64) as u32,
            (true, false) => sum.clamp(0, u32::MAX as i64) as u32,
        }
    });
    c.dst(o, &result)
}

/// Dot product of two pairs of narrow floats and an f32. Products are exact; every sum is rounded; the f32 is added
/// first (f16) or last (bfloat16).
fn dot2_float(c: &mut Core<'_>, o: &Op, widen: fn(u32) -> f32, addend_first: bool) -> Step {
    let (a, b, d) = (halves_f16(c, o, 0), halves_f16(c, o, 1), c.src(o, 2));
    let negate = if o.neg & 4 != 0 { 0x8000_0000 } else { 0 };
    let round = c.round32();
    let result = map3(&a, &b, &d, |a, b, d| {
        let addend = f32::from_bits(d ^ negate);
        let add = |sum: f32, shift: u32| {
            num::fma32(widen(a >> shift & 0xffff), widen(b >> shift & 0xffff), sum, round)
        };
        let sum = if addend_first {
            add(add(addend, 0), 16)
        } else {
            num::add32(add(add(-0.0, 0), 16), addend, round)
        };
        if sum.is_nan() {
            num::nan_result32(&[d])
        } else {
            sum.to_bits()
        }
    });
    c.dst_f32(o, &result)
}

/// The accumulating dot products (VOP2) have no operand selection.
fn plain(o: &Op) -> Op {
    Op {
        op_sel: 0,
        op_sel_hi: 7,
        ..o.clone()
    }
}

/// Handler of a packed instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Handler> {
    let handler: Handler = match mnemonic {
        "v_pk_mad_i16" => |c, o| mad(c, o, true),
        "v_pk_mad_u16" => |c, o| mad(c, o, false),
        "v_pk_mul_lo_u16" => |c, o| int2(c, o, u32::wrapping_mul),
        "v_pk_add_i16" => |c, o| int2_clamp(c, o, true, |a, b| a + b),
        "v_pk_sub_i16" => |c, o| int2_clamp(c, o, true, |a, b| a - b),
        "v_pk_add_u16" => |c, o| int2_clamp(c, o, false, |a, b| a + b),
        "v_pk_sub_u16" => |c, o| int2_clamp(c, o, false, |a, b| a - b),
        "v_pk_lshlrev_b16" => |c, o| int2(c, o, |a, b| b << (a & 15)),
        "v_pk_lshrrev_b16" => |c, o| int2(c, o, |a, b| b >> (a & 15)),
        "v_pk_ashrrev_i16" => |c, o| int2(c, o, |a, b| (b as u16 as i16 >> (a & 15)) as u32),
        "v_pk_max_i16" => |c, o| int2(c, o, |a, b| (a as i16).max(b as i16) as u32),
        "v_pk_min_i16" => |c, o| int2(c, o, |a, b| (a as i16).min(b as i16) as u32),
        "v_pk_max_u16" => |c, o| int2(c, o, u32::max),
        "v_pk_min_u16" => |c, o| int2(c, o, u32::min),
        "v_pk_fma_f16" => fma_f16,
        "v_pk_fmac_f16" => fmac_f16,
        "v_pk_add_f16" => |c, o| f16_2(c, o, |a, b, round, _| float16::add(a, b, round)),
        "v_pk_mul_f16" => |c, o| f16_2(c, o, |a, b, round, _| float16::mul(a, b, round)),
        "v_pk_min_f16" => |c, o| f16_2(c, o, |a, b, _, nans| float16::min(a, b, nans)),
        "v_pk_max_f16" => |c, o| f16_2(c, o, |a, b, _, nans| float16::max(a, b, nans)),
        "v_pk_minimum3_f16" => |c, o| extreme_f16(c, o, true),
        "v_pk_maximum3_f16" => |c, o| extreme_f16(c, o, false),
        "v_pk_fma_f32" => |c, o| f32_pair(c, o, float32::fuse),
        "v_pk_mul_f32" => |c, o| {
            f32_pair(c, o, |result, words, round, _| {
                two(result, words, round, |a, b| a * b, num::mul32)
            })
        },
        "v_pk_add_f32" => |c, o| {
            f32_pair(c, o, |result, words, round, _| {
                two(result, words, round, |a, b| a + b, num::add32)
            })
        },
        "v_dot2_f32_f16" => |c, o| dot2_float(c, o, num::f16_to_f32, true),
        "v_dot2_f32_bf16" => |c, o| dot2_float(c, o, num::bf16_to_f32, false),
        "v_dot2c_f32_f16" => |c, o| dot2_float(c, &plain(o), num::f16_to_f32, true),
        "v_dot2c_f32_bf16" => |c, o| dot2_float(c, &plain(o), num::bf16_to_f32, true),
        "v_dot2_i32_i16" => |c, o| dot(c, o, 16, true),
        "v_dot2_u32_u16" => |c, o| dot(c, o, 16, false),
        "v_dot4_i32_i8" => |c, o| dot(c, o, 8, true),
        "v_dot4_u32_u8" => |c, o| dot(c, o, 8, false),
        "v_dot8_i32_i4" => |c, o| dot(c, o, 4, true),
        "v_dot8_u32_u4" => |c, o| dot(c, o, 4, false),
        "v_dot2c_i32_i16" => |c, o| dot(c, &plain(o), 16, true),
        "v_dot4c_i32_i8" => |c, o| dot(c, o, 8, true),
        "v_dot8c_i32_i4" => |c, o| dot(c, o, 4, true),
        _ => return None,
    };
    Some(handler)
}
