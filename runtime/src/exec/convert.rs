//! Conversions between number formats.

use super::Core;
use super::lanes::{Lanes64, map1, map2, per_lane};
use crate::num::{self, Round};
use crate::op::{Handler, Op, Step};
use crate::wave::Lanes;

/// From f32 to a 32-bit value that is not a float.
#[inline(always)]
fn from_f32(c: &mut Core<'_>, o: &Op, f: impl Fn(f32) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let a = c.src_f32(o, 0);
            c.dst(o, &map1(&a, |a| f(f32::from_bits(a))))
        },
    )
}

/// From an integer to f32 through f64, which represents every 32-bit integer.
#[inline(always)]
fn to_f32(c: &mut Core<'_>, o: &Op, f: impl Fn(u32) -> f64) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let a = c.src(o, 0);
            let result = match c.round32() {
                Round::Nearest => map1(&a, |a| (f(a) as f32).to_bits()),
                round => map1(&a, |a| num::to_f32(f(a), round).to_bits()),
            };
            c.dst_f32(o, &result)
        },
    )
}

#[inline(always)]
fn to_f64(c: &mut Core<'_>, o: &Op, f: impl Fn(u32) -> f64) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let a = c.src(o, 0);
            c.dst_f64(o, per_lane(|lane| f(a[lane]).to_bits()))
        },
    )
}

#[inline(always)]
fn from_f64(c: &mut Core<'_>, o: &Op, f: impl Fn(f64) -> u32) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let a = c.src_f64(o, 0);
            c.dst(o, &a.map(|a| f(f64::from_bits(a))))
        },
    )
}

fn f16_from_f32(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, round) = (c.src_f32(o, 0), c.round64());
    c.dst_f16(o, map1(&a, |a| num::f32_to_f16(f32::from_bits(a), round)), false)
}

fn f32_from_f16(c: &mut Core<'_>, o: &Op) -> Step {
    let a = c.src_f16(o, 0);
    let result = map1(&a, |a| {
        let value = num::f16_to_f32(a).to_bits();
        if num::is_nan16(a) {
            value | 0x40_0000
        } else {
            value
        }
    });
    c.dst_f32(o, &result)
}

fn f32_from_f64(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, round) = (c.src_f64(o, 0), c.round32());
    let result = a.map(|bits| {
        let x = f64::from_bits(bits);
        if x.is_nan() {
            num::round_to(x, num::F32, round)
        } else {
            num::to_f32(x, round).to_bits()
        }
    });
    c.dst_f32(o, &result)
}

fn f64_from_f32(c: &mut Core<'_>, o: &Op) -> Step {
    let a = c.src_f32(o, 0);
    let result: Lanes64 = a.map(|bits| {
        if num::is_nan32(bits) {
            return (bits as u64 & 0x8000_0000) << 32 | 0x7ff8 << 48 | (bits as u64 & 0x7f_ffff) << 29;
        }
        (f32::from_bits(bits) as f64).to_bits()
    });
    c.dst_f64(o, result)
}

fn f16_from_int(c: &mut Core<'_>, o: &Op, f: impl Fn(u32) -> f64) -> Step {
    let (a, round) = (c.src_16(o, 0), c.round64());
    c.dst_f16(o, map1(&a, |a| num::to_f16(f(a), round)), false)
}

fn int_from_f16(c: &mut Core<'_>, o: &Op, f: impl Fn(f32) -> u32) -> Step {
    let a = c.src_f16(o, 0);
    c.dst_16(o, &map1(&a, |a| f(num::f16_to_f32(a))), false)
}

fn snorm16(x: f32) -> u32 {
    if x.is_nan() {
        0
    } else {
        (x.clamp(-1.0, 1.0) * 32767.0).round_ties_even() as i32 as u32 & 0xffff
    }
}

fn unorm16(x: f32) -> u32 {
    if x.is_nan() {
        0
    } else {
        (x.clamp(0.0, 1.0) * 65535.0).round_ties_even() as u32
    }
}

/// Two f32 to two 16-bit values.
fn pack_f32(c: &mut Core<'_>, o: &Op, f: impl Fn(f32) -> u32) -> Step {
    let (a, b) = (c.src_f32(o, 0), c.src_f32(o, 1));
    c.dst(
        o,
        &map2(&a, &b, |a, b| {
            f(f32::from_bits(a)) & 0xffff | f(f32::from_bits(b)) << 16
        }),
    )
}

/// Two f16 to two 16-bit values.
fn pack_f16(c: &mut Core<'_>, o: &Op, f: impl Fn(f32) -> u32) -> Step {
    let (a, b) = (c.src_f16(o, 0), c.src_f16(o, 1));
    c.dst(
        o,
        &map2(&a, &b, |a, b| {
            f(num::f16_to_f32(a)) & 0xffff | f(num::f16_to_f32(b)) << 16
        }),
    )
}

fn pk_u8(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, byte, rest) = (c.src_f32(o, 0), c.src(o, 1), c.src(o, 2));
    let result = per_lane(|lane| {
        let shift = 8 * (byte[lane] & 3);
        rest[lane] & !(0xff << shift) | (f32::from_bits(a[lane]) as u8 as u32) << shift
    });
    c.dst(o, &result)
}

fn pkaccum_u8(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, byte) = (c.src_f32(o, 0), c.src(o, 1));
    let old = c.wave.v[o.vdst as usize];
    let result = per_lane(|lane| {
        let shift = 8 * (byte[lane] & 3);
        old[lane] & !(0xff << shift) | (f32::from_bits(a[lane]) as u8 as u32) << shift
    });
    c.dst(o, &result)
}

/// A format of 8 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteFormat {
    fraction: u32,
    exponent: u32,
    /// As the Open Compute Project defines it: a negative zero; infinities if there are five bits of exponent, and NaNs with
    /// the largest exponent. Otherwise the code of the negative zero is the only NaN, and the bias is one more.
    is_ocp: bool,
}

/// The format of gfx942 with 4 exponent bits.
pub(super) const FP8: ByteFormat = ByteFormat {
    fraction: 3,
    exponent: 4,
    is_ocp: false,
};
/// The one with 5 exponent bits.
pub(super) const BF8: ByteFormat = ByteFormat {
    fraction: 2,
    exponent: 5,
    is_ocp: false,
};
/// The same of gfx950.
pub(super) const FP8_OCP: ByteFormat = ByteFormat { is_ocp: true, ..FP8 };
/// The same of gfx950.
pub(super) const BF8_OCP: ByteFormat = ByteFormat { is_ocp: true, ..BF8 };

impl ByteFormat {
    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - i32::from(self.is_ocp)
    }

    /// The code of infinity, or of NaN if there is none.
    fn overflow(self) -> u32 {
        match (self.is_ocp, self.exponent) {
            (false, _) => 0x80,
            (true, 5) => 0x7c,
            (true, _) => 0x7f,
        }
    }
}

/// Value of an 8-bit float.
pub(super) fn widen8(bits: u32, format: ByteFormat) -> f32 {
    let bits = bits & 0xff;
    let magnitude = bits & 0x7f;
    let overflow = format.overflow();
    let is_nan = match format.is_ocp {
        false => bits == overflow,
        true => magnitude == 0x7f || magnitude > overflow,
    };
    if is_nan {
        return f32::from_bits(0x7fc0_0000);
    }
    let sign = if bits & 0x80 != 0 { -1.0 } else { 1.0 };
    if format.is_ocp && magnitude == overflow {
        return sign * f32::INFINITY;
    }
    let exponent = magnitude >> format.fraction;
    let mantissa = bits & ((1 << format.fraction) - 1);
    let significand = if exponent == 0 {
        mantissa
    } else {
        mantissa | 1 << format.fraction
    };
    let power = exponent.max(1) as i32 - format.bias() - format.fraction as i32;
    sign * (significand as f64 * num::exp2i(power)) as f32
}

/// Rounds to an 8-bit float; numbers that are too large become infinity, or NaN where there is none.
pub(super) fn narrow8(x: f32, format: ByteFormat) -> u32 {
    let sign = if format.is_ocp && x.is_sign_negative() {
        0x80
    } else {
        0
    };
    if x.is_nan() && format.is_ocp {
        return sign | 0x7f;
    }
    if !x.is_finite() {
        return sign | format.overflow();
    }
    let minimum = 1 - format.bias() - format.fraction as i32;
    if x == 0.0 {
        return sign;
    }
    let (_, exponent) = num::frexp64(x as f64);
    let quantum = (exponent - 1 - format.fraction as i32).max(minimum);
    let units = (x.abs() as f64 * num::exp2i(-quantum)).round_ties_even() as u32;
    // Rounding may carry into the next exponent by itself.
    let field = (quantum - minimum) as u32;
    let magnitude = if field == 0 {
        units
    } else {
        (field << format.fraction) + units
    };
    let largest = if format.is_ocp {
        format.overflow() - 1
    } else {
        0x7f
    };
    if magnitude > largest {
        sign | format.overflow()
    } else if magnitude == 0 {
        sign
    } else {
        magnitude | if x < 0.0 { 0x80 } else { 0 }
    }
}

/// The byte of the source: already selected by SDWA, or by op_sel in VOP3.
fn source_byte(o: &Op, value: u32) -> u32 {
    // op_sel bits 0 and 1 form the byte number, bit 0 the more significant, as in the manual's table.
    value >> (8 * (o.op_sel & 3)) & 0xff
}

pub(super) fn f32_from_8(c: &mut Core<'_>, o: &Op, format: ByteFormat) -> Step {
    let a = c.src(o, 0);
    c.dst_f32(o, &map1(&a, |a| widen8(source_byte(o, a), format).to_bits()))
}

pub(super) fn pk_f32_from_8(c: &mut Core<'_>, o: &Op, format: ByteFormat) -> Step {
    let a = c.src(o, 0);
    let shift = if o.op_sel & 1 != 0 { 16 } else { 0 };
    let result = a.map(|a| {
        let pair = a >> shift;
        widen8(pair, format).to_bits() as u64 | (widen8(pair >> 8, format).to_bits() as u64) << 32
    });
    c.dst64(o, &result)
}

pub(super) fn pk_8_from_f32(c: &mut Core<'_>, o: &Op, format: ByteFormat) -> Step {
    let (a, b) = (c.src_f32(o, 0), c.src_f32(o, 1));
    let result = map2(&a, &b, |a, b| {
        narrow8(f32::from_bits(a), format) | narrow8(f32::from_bits(b), format) << 8
    });
    c.dst_16(o, &result, true)
}

/// Stochastic rounding: random bits are added below the kept mantissa before the remainder is truncated.
pub(super) fn sr_8_from_f32(c: &mut Core<'_>, o: &Op, format: ByteFormat, shift: u32) -> Step {
    let (a, random) = (c.src_f32(o, 0), c.src(o, 1));
    let old = c.wave.v[o.vdst as usize];
    let byte = 8 * (o.op_sel >> 2 & 3) as u32;
    let result: Lanes = per_lane(|lane| {
        let bits = a[lane];
        let mantissa = ((bits & 0x7f_ffff) + (random[lane] >> shift)) & 0x7f_ffff;
        let value = narrow8(f32::from_bits(bits & 0xff80_0000 | mantissa), format);
        old[lane] & !(0xff << byte) | value << byte
    });
    c.dst(o, &result)
}

fn off_f32_i4(value: u32) -> u32 {
    let signed = ((value << 28) as i32 >> 28) as f32;
    (signed / 16.0).to_bits()
}

/// Handler of a conversion.
pub(super) fn lookup(mnemonic: &str) -> Option<Handler> {
    let handler: Handler = match mnemonic {
        "v_cvt_f32_i32" => |c, o| to_f32(c, o, |a| a as i32 as f64),
        "v_cvt_f32_u32" => |c, o| to_f32(c, o, |a| a as f64),
        "v_cvt_u32_f32" => |c, o| from_f32(c, o, |x| x as u32),
        "v_cvt_i32_f32" => |c, o| from_f32(c, o, |x| x as i32 as u32),
        "v_cvt_rpi_i32_f32" => |c, o| from_f32(c, o, |x| (x + 0.5).floor() as i32 as u32),
        "v_cvt_flr_i32_f32" => |c, o| from_f32(c, o, |x| x.floor() as i32 as u32),
        "v_cvt_f32_ubyte0" => |c, o| to_f32(c, o, |a| (a & 255) as f64),
        "v_cvt_f32_ubyte1" => |c, o| to_f32(c, o, |a| (a >> 8 & 255) as f64),
        "v_cvt_f32_ubyte2" => |c, o| to_f32(c, o, |a| (a >> 16 & 255) as f64),
        "v_cvt_f32_ubyte3" => |c, o| to_f32(c, o, |a| (a >> 24) as f64),
        "v_cvt_off_f32_i4" => |c, o| {
            let a = c.src(o, 0);
            c.dst_f32(o, &map1(&a, off_f32_i4))
        },
        "v_cvt_f16_f32" => f16_from_f32,
        "v_cvt_f32_f16" => f32_from_f16,
        "v_cvt_f32_f64" => f32_from_f64,
        "v_cvt_f64_f32" => f64_from_f32,
        "v_cvt_i32_f64" => |c, o| from_f64(c, o, |x| x as i32 as u32),
        "v_cvt_u32_f64" => |c, o| from_f64(c, o, |x| x as u32),
        "v_cvt_f64_i32" => |c, o| to_f64(c, o, |a| a as i32 as f64),
        "v_cvt_f64_u32" => |c, o| to_f64(c, o, |a| a as f64),
        "v_cvt_f16_u16" => |c, o| f16_from_int(c, o, |a| a as f64),
        "v_cvt_f16_i16" => |c, o| f16_from_int(c, o, |a| a as u16 as i16 as f64),
        "v_cvt_u16_f16" => |c, o| int_from_f16(c, o, |x| x as u16 as u32),
        "v_cvt_i16_f16" => |c, o| int_from_f16(c, o, |x| x as i16 as u16 as u32),
        "v_cvt_norm_i16_f16" => |c, o| int_from_f16(c, o, snorm16),
        "v_cvt_norm_u16_f16" => |c, o| int_from_f16(c, o, unorm16),
        "v_cvt_pknorm_i16_f32" => |c, o| pack_f32(c, o, snorm16),
        "v_cvt_pknorm_u16_f32" => |c, o| pack_f32(c, o, unorm16),
        "v_cvt_pknorm_i16_f16" => |c, o| pack_f16(c, o, snorm16),
        "v_cvt_pknorm_u16_f16" => |c, o| pack_f16(c, o, unorm16),
        "v_cvt_pkrtz_f16_f32" => |c, o| pack_f32(c, o, |x| num::f32_to_f16(x, Round::Zero)),
        "v_cvt_pk_u8_f32" => pk_u8,
        "v_cvt_pkaccum_u8_f32" => pkaccum_u8,
        "v_cvt_f32_fp8" => |c, o| f32_from_8(c, o, FP8),
        "v_cvt_f32_bf8" => |c, o| f32_from_8(c, o, BF8),
        "v_cvt_pk_f32_fp8" => |c, o| pk_f32_from_8(c, o, FP8),
        "v_cvt_pk_f32_bf8" => |c, o| pk_f32_from_8(c, o, BF8),
        "v_cvt_pk_fp8_f32" => |c, o| pk_8_from_f32(c, o, FP8),
        "v_cvt_pk_bf8_f32" => |c, o| pk_8_from_f32(c, o, BF8),
        "v_cvt_sr_fp8_f32" => |c, o| sr_8_from_f32(c, o, FP8, 12),
        "v_cvt_sr_bf8_f32" => |c, o| sr_8_from_f32(c, o, BF8, 11),
        _ => return None,
    };
    Some(handler)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bit_floats_round_trip() {
        for bits in 0..256 {
            for format in [FP8, BF8, FP8_OCP, BF8_OCP] {
                let value = widen8(bits, format);
                if !value.is_nan() {
                    assert_eq!(narrow8(value, format), bits);
                }
            }
        }
        assert_eq!(widen8(0x40, FP8), 1.0);
        assert_eq!(widen8(0x40, BF8), 1.0);
        assert_eq!(widen8(0x7f, FP8), 240.0);
        assert_eq!(widen8(0x7f, BF8), 57344.0);
        assert_eq!([widen8(0x38, FP8_OCP), widen8(0x7e, FP8_OCP)], [1.0, 448.0]);
        assert_eq!([widen8(0x3c, BF8_OCP), widen8(0x7b, BF8_OCP)], [1.0, 57344.0]);
        assert_eq!(widen8(0xfc, BF8_OCP), f32::NEG_INFINITY);
        assert!(widen8(0xff, FP8_OCP).is_nan() && widen8(0x80, FP8).is_nan());
        assert_eq!([narrow8(-1e9, FP8_OCP), narrow8(-1e9, BF8_OCP)], [0xff, 0xfc]);
        assert_eq!(narrow8(1e9, FP8), 0x80);
    }

    #[test]
    fn normalized_integers() {
        assert_eq!(
            [snorm16(1.0), snorm16(-1.0), snorm16(f32::NAN)],
            [0x7fff, 0x8001, 0]
        );
        assert_eq!([unorm16(2.0), unorm16(0.5)], [0xffff, 0x8000]);
        assert_eq!(f32::from_bits(off_f32_i4(8)), -0.5);
    }
}
