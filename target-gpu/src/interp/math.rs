//! Floating-point functions that are single instructions.

use super::{division, float_kind, give};
use crate::intrinsics::id;
use std::f64::consts::TAU;
use wavec_ir::fold::float::{FloatKind, MinMax, float_class, float_frexp, float_min_max};
use wavec_ir::interp::{Cell, ItemCall};
use wavec_ir::intrinsics::IntrinsicId;

pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(
        intrinsic,
        id::AMDGCN_RCP
            | id::AMDGCN_RSQ
            | id::AMDGCN_RSQ_CLAMP
            | id::AMDGCN_TRIG_PREOP
            | id::AMDGCN_SQRT
            | id::AMDGCN_SIN
            | id::AMDGCN_COS
            | id::AMDGCN_LOG
            | id::AMDGCN_EXP2
            | id::AMDGCN_FRACT
            | id::AMDGCN_FREXP_MANT
            | id::AMDGCN_FREXP_EXP
            | id::AMDGCN_CLASS
            | id::AMDGCN_FMED3
            | id::AMDGCN_FMUL_LEGACY
            | id::AMDGCN_FMA_LEGACY
            | id::AMDGCN_FMAD_FTZ
            | id::AMDGCN_FDIV_FAST
            | id::AMDGCN_DIV_SCALE
            | id::AMDGCN_DIV_FMAS
            | id::AMDGCN_DIV_FIXUP
            | id::AMDGCN_CUBEID
            | id::AMDGCN_CUBEMA
            | id::AMDGCN_CUBESC
            | id::AMDGCN_CUBETC
    )
}

/// A single-precision denormal flushed to zero of its sign.
fn flush(kind: FloatKind, bits: u64) -> u64 {
    if kind == FloatKind::Float && bits & kind.infinity() == 0 {
        bits & kind.sign()
    } else {
        bits
    }
}

/// A function computed in double; single precision flushes denormals.
fn approximate(kind: FloatKind, a: u64, f: impl Fn(f64) -> f64) -> u64 {
    if kind.is_nan(a) {
        return kind.quiet(a);
    }
    let value = f(kind.to_f64(flush(kind, a)));
    if value.is_nan() {
        kind.nan()
    } else {
        flush(kind, kind.from_f64(value))
    }
}

/// A reciprocal. In double precision the hardware has only a starting value for Newton steps; as in the emulator, 28
/// bits are kept here, so that code which refines it gives identical bits.
fn estimate(kind: FloatKind, a: u64, f: impl Fn(f64) -> f64) -> u64 {
    let value = approximate(kind, a, f);
    match kind {
        FloatKind::Double if !kind.is_nan(value) => value & !((1 << 25) - 1),
        _ => value,
    }
}

/// Sine or cosine of an angle in revolutions; beyond 256, the value at zero.
fn trigonometric(kind: FloatKind, a: u64, at_zero: f64, f: fn(f64) -> f64) -> u64 {
    if kind.is_nan(a) {
        return kind.quiet(a);
    }
    let x = kind.to_f64(a);
    let value = if !x.is_finite() {
        return kind.nan();
    } else if x.abs() > 256.0 {
        at_zero
    } else {
        f((x - x.round_ties_even()) * TAU)
    };
    flush(kind, kind.from_f64(value))
}

/// The fractional part, below one.
fn fract(kind: FloatKind, a: u64) -> u64 {
    if kind.is_nan(a) {
        return kind.quiet(a);
    }
    let x = kind.to_f64(a);
    if x.is_infinite() {
        return kind.nan();
    }
    let largest = kind.to_f64(kind.from_f64(1.0) - 1);
    kind.from_f64((x - x.floor()).min(largest))
}

/// 53 bits of 2/pi for the reduction of the huge angle `x`: consecutive segments of the argument.
fn trig_preop(x: u64, segment: u32) -> u64 {
    /// The first bits of 2/pi after the binary point; the hardware holds 1201 of them.
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
    let exponent = (x >> 52 & 0x7ff) as i32;
    let shift = 53 * (segment & 31) as i32 + (exponent - 1077).max(0);
    let bit = |place: i32| match place {
        0..=1200 => TWO_OVER_PI[place as usize / 64] >> (63 - place % 64) & 1,
        _ => 0,
    };
    let digits = (shift..shift + 53).fold(0, |digits, place| digits << 1 | bit(place));
    // Otherwise results for the hugest angles would be too small.
    let scale = if exponent >= 1968 { 128 } else { 0 } - 53 - shift;
    libm::ldexp(digits as f64, scale).to_bits()
}

/// The middle one; with a NaN the smaller of the other two.
fn med3(kind: FloatKind, a: u64, b: u64, c: u64) -> u64 {
    let min = |a, b| float_min_max(MinMax::Num, false, kind, a, b);
    let max = |a, b| float_min_max(MinMax::Num, true, kind, a, b);
    if [a, b, c].iter().any(|&x| kind.is_nan(x)) {
        return min(min(a, b), c);
    }
    max(min(a, b), min(max(a, b), c))
}

/// The dominant axis of a direction: 0 x, 1 y, 2 z.
fn major_axis(x: f32, y: f32, z: f32) -> usize {
    if z.abs() >= x.abs() && z.abs() >= y.abs() {
        2
    } else if y.abs() >= x.abs() {
        1
    } else {
        0
    }
}

fn cube(call: IntrinsicId, x: f32, y: f32, z: f32) -> f32 {
    let axis = major_axis(x, y, z);
    let major = [x, y, z][axis];
    let negative = major < 0.0;
    match call {
        id::AMDGCN_CUBEID => (2 * axis) as f32 + f32::from(u8::from(negative)),
        id::AMDGCN_CUBEMA => 2.0 * major,
        id::AMDGCN_CUBESC => match axis {
            2 if negative => -x,
            2 | 1 => x,
            _ if negative => z,
            _ => -z,
        },
        _ => match axis {
            1 if negative => -z,
            1 => z,
            _ => -y,
        },
    }
}

pub(super) fn call(call: &mut ItemCall<'_>) -> Result<bool, String> {
    if !is_known(call.id) {
        return Ok(false);
    }
    let Some(kind) = float_kind(call.kinds) else {
        return Ok(false);
    };
    let arg = |index: usize| call.args.get(index).map_or(0, |c| c.bits as u64);
    let (a, b, c) = (arg(0), arg(1), arg(2));
    let single = |bits: u64| f32::from_bits(bits as u32);
    let bits: u64 = match call.id {
        id::AMDGCN_RCP => estimate(kind, a, |x| 1.0 / x),
        id::AMDGCN_RSQ => estimate(kind, a, |x| 1.0 / x.sqrt()),
        id::AMDGCN_RSQ_CLAMP => {
            let largest = kind.infinity() - 1;
            let root = approximate(kind, a, |x| 1.0 / x.sqrt());
            let below = float_min_max(MinMax::Num, false, kind, root, largest);
            float_min_max(MinMax::Num, true, kind, below, largest | kind.sign())
        }
        id::AMDGCN_TRIG_PREOP => trig_preop(a, b as u32),
        id::AMDGCN_SQRT => approximate(kind, a, f64::sqrt),
        id::AMDGCN_LOG => approximate(kind, a, libm::log2),
        id::AMDGCN_EXP2 => approximate(kind, a, libm::exp2),
        id::AMDGCN_SIN => trigonometric(kind, a, 0.0, libm::sin),
        id::AMDGCN_COS => trigonometric(kind, a, 1.0, libm::cos),
        id::AMDGCN_FRACT => fract(kind, a),
        id::AMDGCN_FREXP_MANT => float_frexp(kind, a).0,
        id::AMDGCN_FREXP_EXP => {
            let width = call.result_kinds[0].bits();
            let mask = u64::MAX >> (64 - width);
            float_frexp(kind, a).1 as u64 & mask
        }
        id::AMDGCN_CLASS => u64::from(u64::from(float_class(kind, a)) & b != 0),
        id::AMDGCN_FMED3 => med3(kind, a, b, c),
        id::AMDGCN_FMUL_LEGACY => {
            let zero = single(a) == 0.0 || single(b) == 0.0;
            if zero {
                0
            } else {
                u64::from((single(a) * single(b)).to_bits())
            }
        }
        id::AMDGCN_FMA_LEGACY => {
            let zero = single(a) == 0.0 || single(b) == 0.0;
            let product = if zero {
                single(c) + 0.0
            } else {
                libm::fmaf(single(a), single(b), single(c))
            };
            u64::from(product.to_bits())
        }
        id::AMDGCN_FMAD_FTZ => {
            let [a, b, c] = [a, b, c].map(|x| kind.to_f64(flush(kind, x)));
            let product = kind.to_f64(flush(kind, kind.from_f64(a * b)));
            flush(kind, kind.from_f64(product + c))
        }
        id::AMDGCN_FDIV_FAST => u64::from((single(a) / single(b)).to_bits()),
        id::AMDGCN_DIV_SCALE => {
            let (value, flag) = division::scale(kind, a, b, c & 1 != 0);
            call.results[1] = Cell::new(u128::from(flag));
            value
        }
        id::AMDGCN_DIV_FMAS => division::fmas(kind, a, b, c, arg(3) & 1 != 0),
        id::AMDGCN_DIV_FIXUP => division::fixup(kind, a, b, c),
        _ => u64::from(cube(call.id, single(a), single(b), single(c)).to_bits()),
    };
    give(call, bits);
    Ok(true)
}
