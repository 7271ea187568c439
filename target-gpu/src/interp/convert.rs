//! Conversions, most of them to packed pairs.

use super::give;
use crate::facts::ByteFormats;
use crate::intrinsics::id;
use wavec_ir::fold::float::FloatKind;
use wavec_ir::interp::{Cell, ItemCall};
use wavec_ir::intrinsics::IntrinsicId;

pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(
        intrinsic,
        id::AMDGCN_CVT_PKRTZ
            | id::AMDGCN_CVT_PKNORM_I16
            | id::AMDGCN_CVT_PKNORM_U16
            | id::AMDGCN_CVT_PK_I16
            | id::AMDGCN_CVT_PK_U16
            | id::AMDGCN_CVT_PK_U8_F32
            | id::AMDGCN_CVT_OFF_F32_I4
            | id::AMDGCN_CVT_F32_FP8
            | id::AMDGCN_CVT_F32_BF8
            | id::AMDGCN_CVT_PK_F32_FP8
            | id::AMDGCN_CVT_PK_F32_BF8
            | id::AMDGCN_CVT_PK_FP8_F32
            | id::AMDGCN_CVT_PK_BF8_F32
            | id::AMDGCN_CVT_SR_FP8_F32
            | id::AMDGCN_CVT_SR_BF8_F32
            | id::AMDGCN_CVT_SR_F16_F32
            | id::AMDGCN_CVT_SR_BF16_F32
    )
}

/// Single to half precision, rounded toward zero.
fn half_toward_zero(bits: u32) -> u64 {
    let kind = FloatKind::Half;
    let value = f64::from(f32::from_bits(bits));
    let nearest = kind.from_f64(value);
    if value.is_nan() || !value.is_finite() {
        return nearest;
    }
    // A finite operand never gives infinity.
    if kind.to_f64(nearest).abs() > value.abs() {
        nearest - 1
    } else {
        nearest
    }
}

/// A number from -1 (0 if unsigned) to 1 as a 16-bit fraction.
fn normalized(value: f32, signed: bool) -> u64 {
    let value = if value.is_nan() { 0.0 } else { value };
    if signed {
        (value.clamp(-1.0, 1.0) * 32767.0).round_ties_even() as i16 as u16 as u64
    } else {
        (value.clamp(0.0, 1.0) * 65535.0).round_ties_even() as u16 as u64
    }
}

/// An 8-bit float with `exponent_bits` (4: fp8, 5: bf8).
pub(super) fn small_float(byte: u8, exponent_bits: u32, formats: ByteFormats) -> f32 {
    let is_ocp = formats == ByteFormats::Ocp;
    let magnitude = byte & 0x7f;
    let sign = if byte & 0x80 != 0 { -1.0 } else { 1.0 };
    match (is_ocp, exponent_bits) {
        (false, _) if byte == 0x80 => return f32::NAN,
        (true, 4) if magnitude == 0x7f => return f32::NAN,
        (true, 5) if magnitude == 0x7c => return sign * f32::INFINITY,
        (true, 5) if magnitude > 0x7c => return f32::NAN,
        _ => {}
    }
    let fraction_bits = 7 - exponent_bits;
    let bias = (1i32 << (exponent_bits - 1)) - i32::from(is_ocp);
    let exponent = i32::from(magnitude >> fraction_bits);
    let fraction = f32::from(byte & ((1 << fraction_bits) - 1));
    let scale = |power: i32| 2f32.powi(power - fraction_bits as i32);
    sign * match exponent {
        0 => fraction * scale(1 - bias),
        _ => (fraction + f32::from(1u8 << fraction_bits)) * scale(exponent - bias),
    }
}

/// The nearest 8-bit float to `value`, ties to even; infinity for overflow, or NaN where there is none.
fn to_small_float(value: f32, exponent_bits: u32, formats: ByteFormats) -> u32 {
    let is_ocp = formats == ByteFormats::Ocp;
    let sign = if value.is_sign_negative() { 0x80 } else { 0 };
    let (largest, overflow) = match (is_ocp, exponent_bits) {
        (false, _) => (0x7f, 0x80),
        (true, 4) => (0x7e, sign | 0x7f),
        (true, _) => (0x7b, sign | 0x7c),
    };
    if value.is_nan() && is_ocp {
        return sign | 0x7f;
    }
    if !value.is_finite() {
        return overflow;
    }
    let magnitude = value.abs();
    // The codes of positive numbers are ordered: find the largest not above, then choose between it and the next.
    let at = |code: u32| f64::from(small_float(code as u8, exponent_bits, formats));
    let below = (0..=largest)
        .rev()
        .find(|&code| at(code) <= f64::from(magnitude))
        .unwrap_or(0);
    let step = match below == largest {
        true => at(largest) - at(largest - 1),
        false => at(below + 1) - at(below),
    };
    let rest = f64::from(magnitude) - at(below);
    let up = rest > step / 2.0 || rest == step / 2.0 && below & 1 == 1;
    match below + u32::from(up) {
        0 if is_ocp => sign,
        0 => 0,
        code if code <= largest => code | if value < 0.0 { 0x80 } else { 0 },
        _ => overflow,
    }
}

/// Random bits added to the mantissa, without a carry into the exponent.
fn with_noise(bits: u32, noise: u32) -> f32 {
    f32::from_bits(bits & 0xff80_0000 | (bits.wrapping_add(noise) & 0x7f_ffff))
}

fn give_pair(call: &mut ItemCall<'_>, low: u64, high: u64) {
    call.results[0] = Cell::new(low.into());
    call.results[1] = Cell::new(high.into());
}

pub(super) fn call(call: &mut ItemCall<'_>, formats: ByteFormats) -> Result<bool, String> {
    if !is_known(call.id) {
        return Ok(false);
    }
    let word = |index: usize| call.args.get(index).map_or(0, |c| c.bits as u32);
    let (a, b, c) = (word(0), word(1), word(2));
    let float = f32::from_bits;
    let exponent_bits = match call.id {
        id::AMDGCN_CVT_F32_FP8
        | id::AMDGCN_CVT_PK_F32_FP8
        | id::AMDGCN_CVT_PK_FP8_F32
        | id::AMDGCN_CVT_SR_FP8_F32 => 4,
        _ => 5,
    };
    let small = |word: u32, index: u32| {
        u64::from(small_float((word >> (8 * index)) as u8, exponent_bits, formats).to_bits())
    };
    match call.id {
        id::AMDGCN_CVT_PKRTZ => give_pair(call, half_toward_zero(a), half_toward_zero(b)),
        id::AMDGCN_CVT_PKNORM_I16 => give_pair(call, normalized(float(a), true), normalized(float(b), true)),
        id::AMDGCN_CVT_PKNORM_U16 => {
            give_pair(call, normalized(float(a), false), normalized(float(b), false))
        }
        id::AMDGCN_CVT_PK_I16 => {
            let clamp = |value: u32| (value as i32).clamp(-32768, 32767) as u16 as u64;
            give_pair(call, clamp(a), clamp(b));
        }
        id::AMDGCN_CVT_PK_U16 => give_pair(call, a.min(65535).into(), b.min(65535).into()),
        id::AMDGCN_CVT_PK_U8_F32 => {
            let byte = if float(a).is_nan() {
                0
            } else {
                float(a).clamp(0.0, 255.0) as u32
            };
            let shift = 8 * (b & 3);
            give(call, c & !(0xff << shift) | byte << shift);
        }
        id::AMDGCN_CVT_OFF_F32_I4 => {
            let value = ((a << 28) as i32 >> 28) as f32 / 16.0;
            give(call, value.to_bits());
        }
        id::AMDGCN_CVT_PK_FP8_F32 | id::AMDGCN_CVT_PK_BF8_F32 => {
            let pair = to_small_float(float(a), exponent_bits, formats)
                | to_small_float(float(b), exponent_bits, formats) << 8;
            let shift = 16 * (word(3) & 1);
            give(call, c & !(0xffff << shift) | pair << shift);
        }
        id::AMDGCN_CVT_SR_FP8_F32 | id::AMDGCN_CVT_SR_BF8_F32 => {
            // As many bits as the result drops.
            let noise = b >> if exponent_bits == 4 { 12 } else { 11 };
            let byte = to_small_float(with_noise(a, noise), exponent_bits, formats);
            let shift = 8 * (word(3) & 3);
            give(call, c & !(0xff << shift) | byte << shift);
        }
        id::AMDGCN_CVT_SR_F16_F32 | id::AMDGCN_CVT_SR_BF16_F32 => {
            // One half of the old value; as many random bits as the result drops.
            let is_half = call.id == id::AMDGCN_CVT_SR_F16_F32;
            let more = word(3) >> (32 - if is_half { 13 } else { 16 });
            let value = if float(c).is_finite() { c + more } else { c };
            let narrow = match is_half {
                true => half_toward_zero(value),
                false if float(value).is_nan() => u64::from(value >> 16 | 0x40),
                false => u64::from(value >> 16),
            };
            let pair = if word(4) & 1 != 0 {
                [a.into(), narrow]
            } else {
                [narrow, b.into()]
            };
            give_pair(call, pair[0], pair[1]);
        }
        id::AMDGCN_CVT_F32_FP8 | id::AMDGCN_CVT_F32_BF8 => give(call, small(a, b & 3)),
        _ => {
            let first = if b & 1 != 0 { 2 } else { 0 };
            give_pair(call, small(a, first), small(a, first + 1));
        }
    }
    Ok(true)
}
