//! Vector integer arithmetic, bit manipulation and byte operations.

use super::Core;
use super::lanes::{choose, collect, map1, map2, map3, per_lane, set_lanes, with_mask};
use crate::op::{Handler, Op, Src, Step};
use crate::wave::{Aligned, LANES};

/// A function of words. Instructions with modifiers have a function of their own, since the host keeps in its vectors only what
/// no other function sees.
#[inline(always)]
fn int1(c: &mut Core<'_>, o: &Op, f: impl Fn(u32) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            if !o.is_plain {
                return int1_modified(c, o, f);
            }
            let places = c.prepare(o);
            let [a] = c.view(places);
            let mut result = Aligned([0; LANES]);
            set_lanes(&mut result, |lane| f(a[lane]));
            c.write(o.vdst, &result);
            Ok(())
        },
    )
}

#[inline(never)]
fn int1_modified(c: &mut Core<'_>, o: &Op, f: impl Fn(u32) -> u32) -> Step {
    let a = c.src(o, 0);
    c.dst(o, &map1(&a, f))
}

#[inline(always)]
fn int2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            if !o.is_plain {
                return int2_modified(c, o, f);
            }
            let places = c.prepare(o);
            let [a, b] = c.view(places);
            let mut result = Aligned([0; LANES]);
            set_lanes(&mut result, |lane| f(a[lane], b[lane]));
            c.write(o.vdst, &result);
            Ok(())
        },
    )
}

#[inline(never)]
fn int2_modified(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    let (a, b) = (c.src(o, 0), c.src(o, 1));
    c.dst(o, &map2(&a, &b, f))
}

#[inline(always)]
fn int3(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, u32) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            if !o.is_plain {
                return int3_modified(c, o, f);
            }
            let places = c.prepare(o);
            let [a, b, d] = c.view(places);
            let mut result = Aligned([0; LANES]);
            set_lanes(&mut result, |lane| f(a[lane], b[lane], d[lane]));
            c.write(o.vdst, &result);
            Ok(())
        },
    )
}

#[inline(never)]
fn int3_modified(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, u32) -> u32) -> Step {
    let (a, b, d) = (c.src(o, 0), c.src(o, 1), c.src(o, 2));
    c.dst(o, &map3(&a, &b, &d, f))
}

/// 16-bit operations that clear the high half of the result.
#[inline(always)]
fn half2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (a, b) = (c.src_16(o, 0), c.src_16(o, 1));
            c.dst_16(o, &map2(&a, &b, f), false)
        },
    )
}

/// 16-bit operations that can address halves of the destination.
#[inline(always)]
fn half2_sel(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (a, b) = (c.src_16(o, 0), c.src_16(o, 1));
            c.dst_16(o, &map2(&a, &b, f), true)
        },
    )
}

#[inline(always)]
fn half3_sel(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, u32) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (a, b, d) = (c.src_16(o, 0), c.src_16(o, 1), c.src_16(o, 2));
            c.dst_16(o, &map3(&a, &b, &d, f), true)
        },
    )
}

/// Multiply-add of 16-bit numbers; the older opcodes clear the high half of the result.
fn mad16(c: &mut Core<'_>, o: &Op, signed: bool, preserve: bool) -> Step {
    let (a, b, d, clamp) = (c.src_16(o, 0), c.src_16(o, 1), c.src_16(o, 2), o.clamp);
    let value = |bits: u32| if signed { i16_of(bits) as i64 } else { bits as i64 };
    let range = if signed { (-32768, 32767) } else { (0, 0xffff) };
    let result = map3(&a, &b, &d, |a, b, d| {
        let sum = value(a) * value(b) + value(d);
        (if clamp { sum.clamp(range.0, range.1) } else { sum }) as u32
    });
    c.dst_16(o, &result, preserve)
}

/// 64-bit shift of the second source by the first.
#[inline(always)]
fn shift64(c: &mut Core<'_>, o: &Op, f: impl Fn(u64, u32) -> u64) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (amount, value) = (c.src(o, 0), c.src64(o, 1));
            c.dst64(o, &per_lane(|lane| f(value[lane], amount[lane] & 63)))
        },
    )
}

/// Addition or subtraction with carry out (sdst) and optional carry in (third source).
#[inline(always)]
fn carry(c: &mut Core<'_>, o: &Op, with_carry_in: bool, f: impl Fn(u32, u32, u32) -> (u32, bool)) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let places = c.prepare(o);
            let [a, b] = c.view(places);
            let carry_in = if with_carry_in { c.lane_mask(o.src[2]) } else { 0 };
            let mut carries = [0; LANES];
            with_mask(carry_in, |lane, is_set| carries[lane] = u32::from(is_set));
            let carry_out = collect(|lane| f(a[lane], b[lane], carries[lane]).1);
            let mut result = Aligned([0; LANES]);
            for lane in 0..LANES {
                result[lane] = f(a[lane], b[lane], carries[lane]).0;
            }
            if o.clamp {
                let saturated = saturated(&f);
                with_mask(carry_out, |lane, carry| {
                    result[lane] = choose(carry, saturated, result[lane]);
                });
            }
            c.dst(o, &result)?;
            c.write_mask(o.sdst, carry_out);
            Ok(())
        },
    )
}

/// The value that a clamped result saturates to: all ones for additions, zero for subtractions.
fn saturated(f: &impl Fn(u32, u32, u32) -> (u32, bool)) -> u32 {
    if f(1, 0, 0).0 == 1 && f(0, 1, 0).0 == 1 {
        u32::MAX
    } else {
        0
    }
}

#[inline(always)]
fn add3(a: u32, b: u32, carry: u32) -> (u32, bool) {
    let (partial, first) = a.overflowing_add(b);
    let (sum, second) = partial.overflowing_add(carry);
    (sum, first | second)
}

#[inline(always)]
fn sub3(a: u32, b: u32, borrow: u32) -> (u32, bool) {
    let (partial, first) = a.overflowing_sub(b);
    let (difference, second) = partial.overflowing_sub(borrow);
    (difference, first | second)
}

#[inline(always)]
fn u24(value: u32) -> u64 {
    (value & 0xff_ffff) as u64
}

#[inline(always)]
fn i24(value: u32) -> i64 {
    ((value << 8) as i32 >> 8) as i64
}

#[inline(always)]
fn i16_of(value: u32) -> i32 {
    value as u16 as i16 as i32
}

fn bytes(value: u32) -> [u32; 4] {
    value.to_le_bytes().map(u32::from)
}

/// Sum of absolute differences of bytes.
pub(super) fn sad_u8(a: u32, b: u32, sum: u32) -> u32 {
    let (a, b) = (bytes(a), bytes(b));
    (0..4).fold(sum, |sum, i| sum.wrapping_add(a[i].abs_diff(b[i])))
}

/// As [`sad_u8`], ignoring bytes whose reference is zero.
pub(super) fn msad_u8(a: u32, reference: u32, sum: u32) -> u32 {
    let (a, b) = (bytes(a), bytes(reference));
    (0..4)
        .filter(|&i| b[i] != 0)
        .fold(sum, |sum, i| sum.wrapping_add(a[i].abs_diff(b[i])))
}

fn quad_sad(c: &mut Core<'_>, o: &Op, sad: fn(u32, u32, u32) -> u32) -> Step {
    let (a, b, sums) = (c.src64(o, 0), c.src(o, 1), c.src64(o, 2));
    let result = per_lane(|lane| {
        (0..4).fold(0u64, |result, i| {
            let window = (a[lane] >> (8 * i)) as u32;
            let sum = (sums[lane] >> (16 * i)) as u16 as u32;
            result | ((sad(window, b[lane], sum) & 0xffff) as u64) << (16 * i)
        })
    });
    c.dst64(o, &result)
}

fn mqsad_u32(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, b) = (c.src64(o, 0), c.src(o, 1));
    let Src::Vector(first) = o.src[2] else {
        return c.undefined("v_mqsad_u32_u8 needs vector registers as its third source");
    };
    let sums: [_; 4] = std::array::from_fn(|i| c.wave.v[first as usize + i]);
    for (i, sums) in sums.iter().enumerate() {
        let result = per_lane(|lane| msad_u8((a[lane] >> (8 * i)) as u32, b[lane], sums[lane]));
        c.write(o.vdst + i as u16, &result);
    }
    Ok(())
}

#[inline(always)]
fn permute_byte(data: u64, select: u32) -> u32 {
    match select {
        0..=7 => (data >> (8 * select)) as u32 & 0xff,
        8..=11 => {
            let sign = data >> (16 * (select - 8) + 15) & 1;
            if sign != 0 { 0xff } else { 0 }
        }
        12 => 0,
        _ => 0xff,
    }
}

#[inline(always)]
fn perm(a: u32, b: u32, select: u32) -> u32 {
    let data = (a as u64) << 32 | b as u64;
    (0..4).fold(0, |result, i| {
        result | permute_byte(data, select >> (8 * i) & 0xff) << (8 * i)
    })
}

#[inline(always)]
fn bfe_i32(value: u32, offset: u32, width: u32) -> u32 {
    let (offset, width) = (offset & 31, width & 31);
    if width == 0 {
        return 0;
    }
    // A field that extends beyond bit 31 is filled with the sign.
    let value = value as i32 >> offset;
    (value << (32 - width) >> (32 - width)) as u32
}

#[inline(always)]
fn bfe_u32(value: u32, offset: u32, width: u32) -> u32 {
    (value >> (offset & 31)) & ((1 << (width & 31)) - 1)
}

#[inline(always)]
fn med3<T: Ord + Copy>(a: T, b: T, c: T) -> T {
    a.max(b).min(a.min(b).max(c))
}

#[inline(always)]
fn lerp(a: u32, b: u32, round: u32) -> u32 {
    let (a, b) = (bytes(a), bytes(b));
    (0..4).fold(0, |result, i| {
        result | ((a[i] + b[i] + (round >> (8 * i) & 1)) >> 1) << (8 * i)
    })
}

/// Packs two 16-bit values.
#[inline(always)]
fn pack(low: u32, high: u32) -> u32 {
    (low & 0xffff) | high << 16
}

fn add_u32(c: &mut Core<'_>, o: &Op) -> Step {
    if o.clamp {
        int2(c, o, u32::saturating_add)
    } else {
        int2(c, o, u32::wrapping_add)
    }
}

fn sub_u32(c: &mut Core<'_>, o: &Op) -> Step {
    if o.clamp {
        int2(c, o, u32::saturating_sub)
    } else {
        int2(c, o, u32::wrapping_sub)
    }
}

fn subrev_u32(c: &mut Core<'_>, o: &Op) -> Step {
    if o.clamp {
        int2(c, o, |a, b| b.saturating_sub(a))
    } else {
        int2(c, o, |a, b| b.wrapping_sub(a))
    }
}

fn add_i32(c: &mut Core<'_>, o: &Op) -> Step {
    let clamp = o.clamp;
    int2(c, o, |a, b| {
        let (a, b) = (a as i32, b as i32);
        (if clamp {
            a.saturating_add(b)
        } else {
            a.wrapping_add(b)
        }) as u32
    })
}

fn sub_i32(c: &mut Core<'_>, o: &Op) -> Step {
    let clamp = o.clamp;
    int2(c, o, |a, b| {
        let (a, b) = (a as i32, b as i32);
        (if clamp {
            a.saturating_sub(b)
        } else {
            a.wrapping_sub(b)
        }) as u32
    })
}

fn add_i16(c: &mut Core<'_>, o: &Op) -> Step {
    let clamp = o.clamp;
    half2_sel(c, o, |a, b| {
        let sum = i16_of(a) + i16_of(b);
        (if clamp { sum.clamp(-32768, 32767) } else { sum }) as u32
    })
}

fn sub_i16(c: &mut Core<'_>, o: &Op) -> Step {
    let clamp = o.clamp;
    half2_sel(c, o, |a, b| {
        let sum = i16_of(a) - i16_of(b);
        (if clamp { sum.clamp(-32768, 32767) } else { sum }) as u32
    })
}

/// Unsigned 16-bit results that saturate with the clamp bit.
fn half2_u16(c: &mut Core<'_>, o: &Op, f: impl Fn(i64, i64) -> i64) -> Step {
    let clamp = o.clamp;
    half2(c, o, |a, b| {
        let value = f(a as i64, b as i64);
        (if clamp { value.clamp(0, 0xffff) } else { value }) as u32
    })
}

/// A word from two, so many bits up (less than 32), which the chosen half of the third source says.
#[inline(always)]
fn align(c: &mut Core<'_>, o: &Op, bits: impl Fn(u32) -> u32) -> Step {
    let is_high = o.op_sel & 4 != 0 && !matches!(o.src[2], Src::Imm(_));
    let half = if is_high { 16 } else { 0 };
    int3(c, o, |a, b, amount| {
        let bits = bits(amount >> half);
        // In two steps, as a shift by 32 is none.
        b >> bits | a << 1 << (31 - bits)
    })
}

/// 32-bit sums that saturate with the clamp bit.
#[inline(always)]
fn int3_wide(c: &mut Core<'_>, o: &Op, signed: bool, f: impl Fn(u32, u32, u32) -> i128) -> Step {
    let clamp = o.clamp;
    int3(c, o, |a, b, d| narrowed(f(a, b, d), clamp, signed))
}

/// 32-bit products that saturate with the clamp bit.
#[inline(always)]
fn int2_wide(c: &mut Core<'_>, o: &Op, signed: bool, f: impl Fn(u32, u32) -> i128) -> Step {
    let clamp = o.clamp;
    int2(c, o, |a, b| narrowed(f(a, b), clamp, signed))
}

#[inline(always)]
fn narrowed(value: i128, clamp: bool, signed: bool) -> u32 {
    if !clamp {
        value as u32
    } else if signed {
        value.clamp(i32::MIN as i128, i32::MAX as i128) as u32
    } else {
        value.clamp(0, u32::MAX as i128) as u32
    }
}

#[inline(always)]
fn mad_64<const SIGNED: bool>(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let places = c.prepare(o);
            let ([a, b], addend) = (c.view(places), c.src64(o, 2));
            let product = |lane: usize| match SIGNED {
                true => (a[lane] as i32 as i64 * b[lane] as i32 as i64) as u64,
                false => a[lane] as u64 * b[lane] as u64,
            };
            let mut result = per_lane(|lane| product(lane).wrapping_add(addend[lane]));
            let carry = match SIGNED {
                // Bit 64 of the 65-bit sum is its sign.
                true => collect(|lane| {
                    let (sum, over) = (product(lane) as i64).overflowing_add(addend[lane] as i64);
                    (sum < 0) != over
                }),
                false => collect(|lane| result[lane] < addend[lane]),
            };
            if o.clamp && SIGNED {
                result = per_lane(|lane| (product(lane) as i64).saturating_add(addend[lane] as i64) as u64);
            } else if o.clamp {
                result = per_lane(|lane| product(lane).saturating_add(addend[lane]));
            }
            c.dst64(o, &result)?;
            c.write_mask(o.sdst, carry);
            Ok(())
        },
    )
}

fn mbcnt(c: &mut Core<'_>, o: &Op, high: bool) -> Step {
    let (mask, base) = (c.src(o, 0), c.src(o, 1));
    let result = per_lane(|lane| {
        let below = (1u64 << lane) - 1;
        let below = if high { (below >> 32) as u32 } else { below as u32 };
        base[lane].wrapping_add((mask[lane] & below).count_ones())
    });
    c.dst(o, &result)
}

fn lshl_add_u64(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let (a, shift, b) = (c.src64(o, 0), c.src(o, 1), c.src64(o, 2));
            c.dst64(
                o,
                &per_lane(|lane| (a[lane] << (shift[lane] & 7)).wrapping_add(b[lane])),
            )
        },
    )
}

/// Handler of an integer instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Handler> {
    let handler: Handler = match mnemonic {
        "v_add_u32" => add_u32,
        "v_sub_u32" => sub_u32,
        "v_subrev_u32" => subrev_u32,
        "v_add_i32" => add_i32,
        "v_sub_i32" => sub_i32,
        "v_add_co_u32" => |c, o| carry(c, o, false, add3),
        "v_sub_co_u32" => |c, o| carry(c, o, false, sub3),
        "v_subrev_co_u32" => |c, o| carry(c, o, false, |a, b, d| sub3(b, a, d)),
        "v_addc_co_u32" => |c, o| carry(c, o, true, add3),
        "v_subb_co_u32" => |c, o| carry(c, o, true, sub3),
        "v_subbrev_co_u32" => |c, o| carry(c, o, true, |a, b, d| sub3(b, a, d)),
        "v_mul_lo_u32" | "v_mul_lo_i32" => |c, o| int2(c, o, u32::wrapping_mul),
        "v_mul_hi_u32" => |c, o| int2(c, o, |a, b| ((a as u64 * b as u64) >> 32) as u32),
        "v_mul_hi_i32" => |c, o| int2(c, o, |a, b| ((a as i32 as i64 * b as i32 as i64) >> 32) as u32),
        "v_mul_i32_i24" => |c, o| int2_wide(c, o, true, |a, b| (i24(a) * i24(b)) as i128),
        "v_mul_hi_i32_i24" => |c, o| int2(c, o, |a, b| ((i24(a) * i24(b)) >> 32) as u32),
        "v_mul_u32_u24" => |c, o| int2_wide(c, o, false, |a, b| (u24(a) * u24(b)) as i128),
        "v_mul_hi_u32_u24" => |c, o| int2(c, o, |a, b| ((u24(a) * u24(b)) >> 32) as u32),
        "v_mad_i32_i24" => {
            |c, o| int3_wide(c, o, true, |a, b, d| (i24(a) * i24(b)) as i128 + d as i32 as i128)
        }
        "v_mad_u32_u24" => |c, o| int3_wide(c, o, false, |a, b, d| (u24(a) * u24(b)) as i128 + d as i128),
        "v_mad_u64_u32" => mad_64::<false>,
        "v_mad_i64_i32" => mad_64::<true>,
        "v_min_i32" => |c, o| int2(c, o, |a, b| (a as i32).min(b as i32) as u32),
        "v_max_i32" => |c, o| int2(c, o, |a, b| (a as i32).max(b as i32) as u32),
        "v_min_u32" => |c, o| int2(c, o, u32::min),
        "v_max_u32" => |c, o| int2(c, o, u32::max),
        "v_lshrrev_b32" => |c, o| int2(c, o, |a, b| b >> (a & 31)),
        "v_ashrrev_i32" => |c, o| int2(c, o, |a, b| (b as i32 >> (a & 31)) as u32),
        "v_lshlrev_b32" => |c, o| int2(c, o, |a, b| b << (a & 31)),
        "v_lshlrev_b64" => |c, o| shift64(c, o, |value, amount| value << amount),
        "v_lshrrev_b64" => |c, o| shift64(c, o, |value, amount| value >> amount),
        "v_ashrrev_i64" => |c, o| shift64(c, o, |value, amount| (value as i64 >> amount) as u64),
        "v_and_b32" => |c, o| int2(c, o, |a, b| a & b),
        "v_or_b32" => |c, o| int2(c, o, |a, b| a | b),
        "v_xor_b32" => |c, o| int2(c, o, |a, b| a ^ b),
        "v_xnor_b32" => |c, o| int2(c, o, |a, b| !(a ^ b)),
        "v_not_b32" => |c, o| int1(c, o, |a| !a),
        "v_bfrev_b32" => |c, o| int1(c, o, u32::reverse_bits),
        "v_ffbh_u32" => |c, o| int1(c, o, |a| if a == 0 { u32::MAX } else { a.leading_zeros() }),
        "v_ffbl_b32" => |c, o| int1(c, o, |a| if a == 0 { u32::MAX } else { a.trailing_zeros() }),
        "v_ffbh_i32" => |c, o| {
            int1(c, o, |a| {
                let flipped = a ^ (a as i32 >> 31) as u32;
                if flipped == 0 {
                    u32::MAX
                } else {
                    flipped.leading_zeros()
                }
            })
        },
        "v_bcnt_u32_b32" => |c, o| int2(c, o, |a, b| a.count_ones().wrapping_add(b)),
        "v_mbcnt_lo_u32_b32" => |c, o| mbcnt(c, o, false),
        "v_mbcnt_hi_u32_b32" => |c, o| mbcnt(c, o, true),
        "v_bfm_b32" => |c, o| int2(c, o, |a, b| ((1u32 << (a & 31)) - 1) << (b & 31)),
        "v_bfe_u32" => |c, o| int3(c, o, bfe_u32),
        "v_bfe_i32" => |c, o| int3(c, o, bfe_i32),
        "v_bfi_b32" => |c, o| int3(c, o, |a, b, d| (a & b) | (!a & d)),
        "v_alignbit_b32" => |c, o| align(c, o, |amount| amount & 31),
        "v_alignbyte_b32" => |c, o| align(c, o, |amount| 8 * (amount & 3)),
        "v_perm_b32" => |c, o| int3(c, o, perm),
        "v_lerp_u8" => |c, o| int3(c, o, lerp),
        "v_sad_u8" => |c, o| int3(c, o, sad_u8),
        "v_msad_u8" => |c, o| int3(c, o, msad_u8),
        "v_sad_hi_u8" => |c, o| int3(c, o, |a, b, d| (sad_u8(a, b, 0) << 16).wrapping_add(d)),
        "v_sad_u16" => |c, o| {
            int3(c, o, |a, b, d| {
                let low = (a & 0xffff).abs_diff(b & 0xffff);
                d.wrapping_add(low).wrapping_add((a >> 16).abs_diff(b >> 16))
            })
        },
        "v_sad_u32" => |c, o| int3(c, o, |a, b, d| a.abs_diff(b).wrapping_add(d)),
        "v_qsad_pk_u16_u8" => |c, o| quad_sad(c, o, sad_u8),
        "v_mqsad_pk_u16_u8" => |c, o| quad_sad(c, o, msad_u8),
        "v_mqsad_u32_u8" => mqsad_u32,
        "v_min3_i32" => |c, o| int3(c, o, |a, b, d| (a as i32).min(b as i32).min(d as i32) as u32),
        "v_max3_i32" => |c, o| int3(c, o, |a, b, d| (a as i32).max(b as i32).max(d as i32) as u32),
        "v_med3_i32" => |c, o| int3(c, o, |a, b, d| med3(a as i32, b as i32, d as i32) as u32),
        "v_min3_u32" => |c, o| int3(c, o, |a, b, d| a.min(b).min(d)),
        "v_max3_u32" => |c, o| int3(c, o, |a, b, d| a.max(b).max(d)),
        "v_med3_u32" => |c, o| int3(c, o, med3),
        "v_lshl_add_u32" => |c, o| int3(c, o, |a, b, d| (a << (b & 31)).wrapping_add(d)),
        "v_add_lshl_u32" => |c, o| int3(c, o, |a, b, d| a.wrapping_add(b) << (d & 31)),
        "v_add3_u32" => |c, o| int3(c, o, |a, b, d| a.wrapping_add(b).wrapping_add(d)),
        "v_lshl_or_b32" => |c, o| int3(c, o, |a, b, d| (a << (b & 31)) | d),
        "v_and_or_b32" => |c, o| int3(c, o, |a, b, d| (a & b) | d),
        "v_or3_b32" => |c, o| int3(c, o, |a, b, d| a | b | d),
        "v_xad_u32" => |c, o| int3(c, o, |a, b, d| (a ^ b).wrapping_add(d)),
        "v_lshl_add_u64" => lshl_add_u64,
        "v_mad_u32_u16" => |c, o| {
            let (a, b, d) = (c.src_16(o, 0), c.src_16(o, 1), c.src(o, 2));
            c.dst(o, &map3(&a, &b, &d, |a, b, d| (a * b).wrapping_add(d)))
        },
        "v_mad_i32_i16" => |c, o| {
            let (a, b, d) = (c.src_16(o, 0), c.src_16(o, 1), c.src(o, 2));
            c.dst(
                o,
                &map3(&a, &b, &d, |a, b, d| {
                    ((i16_of(a) * i16_of(b)) as u32).wrapping_add(d)
                }),
            )
        },
        "v_add_u16" => |c, o| half2_u16(c, o, |a, b| a + b),
        "v_sub_u16" => |c, o| half2_u16(c, o, |a, b| a - b),
        "v_subrev_u16" => |c, o| half2_u16(c, o, |a, b| b - a),
        "v_mul_lo_u16" => |c, o| half2_u16(c, o, |a, b| a * b),
        "v_lshlrev_b16" => |c, o| half2(c, o, |a, b| b << (a & 15)),
        "v_lshrrev_b16" => |c, o| half2(c, o, |a, b| b >> (a & 15)),
        "v_ashrrev_i16" => |c, o| half2(c, o, |a, b| (i16_of(b) >> (a & 15)) as u32),
        "v_max_u16" => |c, o| half2(c, o, u32::max),
        "v_min_u16" => |c, o| half2(c, o, u32::min),
        "v_max_i16" => |c, o| half2(c, o, |a, b| i16_of(a).max(i16_of(b)) as u32),
        "v_min_i16" => |c, o| half2(c, o, |a, b| i16_of(a).min(i16_of(b)) as u32),
        "v_add_i16" => add_i16,
        "v_sub_i16" => sub_i16,
        "v_min3_u16" => |c, o| half3_sel(c, o, |a, b, d| a.min(b).min(d)),
        "v_max3_u16" => |c, o| half3_sel(c, o, |a, b, d| a.max(b).max(d)),
        "v_med3_u16" => |c, o| half3_sel(c, o, med3),
        "v_min3_i16" => |c, o| half3_sel(c, o, |a, b, d| i16_of(a).min(i16_of(b)).min(i16_of(d)) as u32),
        "v_max3_i16" => |c, o| half3_sel(c, o, |a, b, d| i16_of(a).max(i16_of(b)).max(i16_of(d)) as u32),
        "v_med3_i16" => |c, o| half3_sel(c, o, |a, b, d| med3(i16_of(a), i16_of(b), i16_of(d)) as u32),
        "v_mad_u16" => |c, o| mad16(c, o, false, true),
        "v_mad_i16" => |c, o| mad16(c, o, true, true),
        "v_mad_legacy_u16" => |c, o| mad16(c, o, false, false),
        "v_mad_legacy_i16" => |c, o| mad16(c, o, true, false),
        "v_pack_b32_f16" => |c, o| {
            let (a, b) = (c.src_f16(o, 0), c.src_f16(o, 1));
            c.dst(o, &map2(&a, &b, pack))
        },
        "v_cvt_pk_u16_u32" => |c, o| int2(c, o, |a, b| pack(a.min(0xffff), b.min(0xffff))),
        "v_cvt_pk_i16_i32" => |c, o| {
            int2(c, o, |a, b| {
                let narrow = |value: u32| (value as i32).clamp(-32768, 32767) as u32;
                pack(narrow(a), narrow(b))
            })
        },
        "v_sat_pk_u8_i16" => |c, o| {
            int1(c, o, |a| {
                let narrow = |value: u32| i16_of(value).clamp(0, 255) as u32;
                narrow(a) | narrow(a >> 16) << 8
            })
        },
        _ => return None,
    };
    Some(handler)
}
