//! Instructions that gfx950 adds. Facts: AMD "CDNA4 Instruction Set Architecture" reference guide.

use super::convert::{BF8_OCP, FP8_OCP, f32_from_8, pk_8_from_f32, pk_f32_from_8, sr_8_from_f32};
use super::lanes::{map1, map2, map3, per_lane};
use super::{Core, Semantics, matrix, small_floats};
use crate::num::{self, Round};
use crate::op::{Handler, Op, Src, Step};
use crate::stats::InstructionClass;
use crate::wave::{LANES, Lanes};

/// The bit of the table that the bits of the three sources number, for each bit of the result.
fn bit_operation(table: u32, a: u32, b: u32, d: u32) -> u32 {
    (0..8)
        .filter(|number| table >> number & 1 != 0)
        .fold(0, |result, number| {
            let chosen = |bit: u32, value: u32| if number >> bit & 1 != 0 { value } else { !value };
            result | chosen(2, a) & chosen(1, b) & chosen(0, d)
        })
}

fn bitop3_b32(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, b, d, table) = (c.src(o, 0), c.src(o, 1), c.src(o, 2), o.imm as u32);
    c.dst(o, &map3(&a, &b, &d, |a, b, d| bit_operation(table, a, b, d)))
}

fn bitop3_b16(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, b, d, table) = (c.src_16(o, 0), c.src_16(o, 1), c.src_16(o, 2), o.imm as u32);
    let result = map3(&a, &b, &d, |a, b, d| bit_operation(table, a, b, d) & 0xffff);
    c.dst_16(o, &result, true)
}

/// Shifts two words and packs them to two bytes, with saturation.
fn ashr_pk(c: &mut Core<'_>, o: &Op, least: i32, largest: i32) -> Step {
    let (a, b, count) = (c.src(o, 0), c.src(o, 1), c.src(o, 2));
    let byte = |value: u32, count: u32| (value as i32 >> (count & 31)).clamp(least, largest) as u32 & 0xff;
    let result = map3(&a, &b, &count, |a, b, count| byte(a, count) | byte(b, count) << 8);
    c.dst_16(o, &result, true)
}

/// A step of a linear feedback shift register.
fn random(c: &mut Core<'_>, o: &Op) -> Step {
    let a = c.src(o, 0);
    let result = map1(&a, |a| a << 1 ^ if a >> 31 != 0 { 197 } else { 0 });
    c.dst(o, &result)
}

/// Exchanges the odd groups of so many lanes of the destination with the even ones of the source.
fn swap_rows(c: &mut Core<'_>, o: &Op, row: usize) -> Step {
    let Src::Vector(other) = o.src[0] else {
        return c.undefined("a swap needs two vector registers");
    };
    let (mut a, mut b) = (c.wave.v[o.vdst as usize], c.wave.v[other as usize]);
    let [mut a_defined, mut b_defined] = [o.vdst, other].map(|register| c.wave.v_defined[register as usize]);
    for lane in (0..LANES).filter(|lane| lane & row == 0) {
        std::mem::swap(&mut a[lane + row], &mut b[lane]);
        let (from_a, from_b) = (a_defined >> (lane + row) & 1, b_defined >> lane & 1);
        a_defined = a_defined & !(1 << (lane + row)) | from_b << (lane + row);
        b_defined = b_defined & !(1 << lane) | from_a << lane;
    }
    for (register, value, defined) in [(o.vdst, a, a_defined), (other, b, b_defined)] {
        c.write(register, &value);
        c.wave.v_defined[register as usize] &= defined | !c.mask;
    }
    Ok(())
}

/// As IEEE 754 says since 2019: NaN if any is NaN, and -0 is less than 0.
pub(super) fn least(a: u32, b: u32) -> u32 {
    if num::is_nan32(a) || num::is_nan32(b) {
        return num::nan_result32(&[a, b]);
    }
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    if x < y || x == y && a >> 31 != 0 { a } else { b }
}

pub(super) fn largest(a: u32, b: u32) -> u32 {
    if num::is_nan32(a) || num::is_nan32(b) {
        return num::nan_result32(&[a, b]);
    }
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    if x > y || x == y && a >> 31 == 0 { a } else { b }
}

fn select3(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    let (a, b, d) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2));
    c.dst_f32(o, &map3(&a, &b, &d, |a, b, d| f(f(a, b), d)))
}

/// The same of f16.
pub(super) fn half_of_three(a: u32, b: u32, d: u32, is_least: bool) -> u32 {
    let select = |a: u32, b: u32| {
        if num::is_nan16(a) || num::is_nan16(b) {
            return num::nan_result16(&[a, b]);
        }
        let wide = [a, b].map(|bits| num::f16_to_f32(bits).to_bits());
        let chosen = if is_least {
            least(wide[0], wide[1])
        } else {
            largest(wide[0], wide[1])
        };
        if chosen == wide[0] { a } else { b }
    };
    select(select(a, b), d)
}

/// Narrows two numbers, rounded to the nearest in every mode.
fn pack(c: &mut Core<'_>, o: &Op, narrow: fn(f32, Round) -> u32) -> Step {
    let (a, b) = (c.src_f32(o, 0), c.src_f32(o, 1));
    let half = |bits: u32| narrow(f32::from_bits(bits), Round::Nearest);
    c.dst(o, &map2(&a, &b, |a, b| half(a) | half(b) << 16))
}

/// Adds random bits below those that are kept, `dropped` in number, and truncates.
fn stochastic(c: &mut Core<'_>, o: &Op, dropped: u32, narrow: fn(f32, Round) -> u32) -> Step {
    let (a, random) = (c.src_f32(o, 0), c.src(o, 1));
    let result: Lanes = per_lane(|lane| {
        let value = f32::from_bits(a[lane]);
        let more = random[lane] >> (32 - dropped);
        match value.is_finite() {
            true => narrow(f32::from_bits(a[lane] + more), Round::Zero),
            false => narrow(value, Round::Zero),
        }
    });
    c.dst_16(o, &result, true)
}

fn f32_from_bf16(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, negative, absolute) = (c.src(o, 0), o.neg & 1 != 0, o.abs & 1 != 0);
    let result = map1(&a, |a| {
        let a = if absolute { a & 0x7fff } else { a & 0xffff };
        num::bf16_to_f32(if negative { a ^ 0x8000 } else { a }).to_bits()
    });
    c.dst_f32(o, &result)
}

/// The semantics of a mnemonic that gfx950 adds, or that means something else there.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    if mnemonic.starts_with("v_mfma") || mnemonic.starts_with("v_smfmac") {
        return matrix::lookup(mnemonic, true);
    }
    if mnemonic.starts_with("v_cvt_scalef32") {
        return small_floats::lookup(mnemonic);
    }
    let handler: Handler = match mnemonic {
        "v_bitop3_b32" => bitop3_b32,
        "v_bitop3_b16" => bitop3_b16,
        "v_ashr_pk_i8_i32" => |c, o| ashr_pk(c, o, -128, 127),
        "v_ashr_pk_u8_i32" => |c, o| ashr_pk(c, o, 0, 255),
        "v_prng_b32" => random,
        "v_permlane16_swap_b32" => |c, o| swap_rows(c, o, 16),
        "v_permlane32_swap_b32" => |c, o| swap_rows(c, o, 32),
        "v_minimum3_f32" => |c, o| select3(c, o, least),
        "v_maximum3_f32" => |c, o| select3(c, o, largest),
        "v_cvt_pk_f16_f32" => |c, o| pack(c, o, num::f32_to_f16),
        "v_cvt_pk_bf16_f32" => |c, o| pack(c, o, num::f32_to_bf16),
        "v_cvt_sr_f16_f32" => |c, o| stochastic(c, o, 13, num::f32_to_f16),
        "v_cvt_sr_bf16_f32" => |c, o| stochastic(c, o, 16, num::f32_to_bf16),
        "v_cvt_f32_bf16" => f32_from_bf16,
        "v_cvt_f32_fp8" => |c, o| f32_from_8(c, o, FP8_OCP),
        "v_cvt_f32_bf8" => |c, o| f32_from_8(c, o, BF8_OCP),
        "v_cvt_pk_f32_fp8" => |c, o| pk_f32_from_8(c, o, FP8_OCP),
        "v_cvt_pk_f32_bf8" => |c, o| pk_f32_from_8(c, o, BF8_OCP),
        "v_cvt_pk_fp8_f32" => |c, o| pk_8_from_f32(c, o, FP8_OCP),
        "v_cvt_pk_bf8_f32" => |c, o| pk_8_from_f32(c, o, BF8_OCP),
        "v_cvt_sr_fp8_f32" => |c, o| sr_8_from_f32(c, o, FP8_OCP, 12),
        "v_cvt_sr_bf8_f32" => |c, o| sr_8_from_f32(c, o, BF8_OCP, 11),
        _ => return None,
    };
    Some(Semantics::new(InstructionClass::Valu, handler))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_three_bits() {
        let (a, b, d) = (0xf0f0, 0xcccc, 0xaaaa);
        assert_eq!(bit_operation(0x80, a, b, d), a & b & d);
        assert_eq!(bit_operation(0xfe, a, b, d), a | b | d);
        assert_eq!(bit_operation(0x96, a, b, d), a ^ b ^ d);
        assert_eq!(bit_operation(0xca, a, b, d), a & b | !a & d);
    }

    #[test]
    fn least_and_largest() {
        let bits = f32::to_bits;
        assert_eq!(least(bits(0.0), bits(-0.0)), bits(-0.0));
        assert_eq!(largest(bits(-0.0), bits(0.0)), bits(0.0));
        assert_eq!(least(bits(1.0), bits(2.0)), bits(1.0));
        assert!(num::is_nan32(largest(bits(f32::NAN), bits(2.0))));
        assert_eq!(half_of_three(0x3c00, 0x4000, 0xc000, true), 0xc000);
        assert_eq!(half_of_three(0x3c00, 0x4000, 0xc000, false), 0x4000);
    }
}
