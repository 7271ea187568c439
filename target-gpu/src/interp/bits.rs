//! Integer and bit operations, dot products.

use super::give;
use crate::intrinsics::id;
use wavec_ir::fold::float::{FloatKind, float_binary, fused_multiply_add};
use wavec_ir::inst::Opcode;
use wavec_ir::interp::ItemCall;
use wavec_ir::intrinsics::IntrinsicId;

pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(
        intrinsic,
        id::AMDGCN_UBFE
            | id::AMDGCN_SBFE
            | id::AMDGCN_ALIGNBYTE
            | id::AMDGCN_PERM
            | id::AMDGCN_PRNG_B32
            | id::AMDGCN_BITOP3
            | id::AMDGCN_LERP
            | id::AMDGCN_SAD_U8
            | id::AMDGCN_SAD_HI_U8
            | id::AMDGCN_SAD_U16
            | id::AMDGCN_MSAD_U8
            | id::AMDGCN_QSAD_PK_U16_U8
            | id::AMDGCN_MQSAD_PK_U16_U8
            | id::AMDGCN_MQSAD_U32_U8
            | id::AMDGCN_MUL_I24
            | id::AMDGCN_MUL_U24
            | id::AMDGCN_MULHI_I24
            | id::AMDGCN_MULHI_U24
            | id::AMDGCN_SFFBH
            | id::AMDGCN_S_BITREPLICATE
            | id::AMDGCN_S_QUADMASK
            | id::AMDGCN_S_WQM
            | id::AMDGCN_SDOT2
            | id::AMDGCN_UDOT2
            | id::AMDGCN_SDOT4
            | id::AMDGCN_UDOT4
            | id::AMDGCN_SDOT8
            | id::AMDGCN_UDOT8
            | id::AMDGCN_FDOT2
            | id::AMDGCN_FDOT2_F32_BF16
            | id::AMDGCN_SUDOT4
            | id::AMDGCN_SUDOT8
            | id::AMDGCN_ASHR_PK_I8_I32
            | id::AMDGCN_ASHR_PK_U8_I32
    )
}

/// `width` bits from bit `offset` on; zero for a field without width.
fn bit_field(value: u64, bits: u32, offset: u32, width: u32, signed: bool) -> u64 {
    let (offset, width) = (offset % bits, width % bits);
    if width == 0 {
        return 0;
    }
    let mask = u64::MAX >> (64 - bits);
    let width = width.min(bits - offset);
    let field = value >> offset & (u64::MAX >> (64 - width));
    if signed {
        let shift = 64 - width;
        ((field << shift) as i64 >> shift) as u64 & mask
    } else {
        field
    }
}

fn bytes(value: u32) -> [u8; 4] {
    value.to_le_bytes()
}

/// Sum of absolute differences of bytes; masked: bytes with a zero reference do not count.
fn sad_u8(a: u32, reference: u32, sum: u32, masked: bool) -> u32 {
    bytes(a).iter().zip(bytes(reference)).fold(sum, |sum, (&a, r)| {
        let difference = if masked && r == 0 { 0 } else { a.abs_diff(r) };
        sum.wrapping_add(u32::from(difference))
    })
}

/// Byte `select` of the eight bytes `low` then `high`, or a constant or sign.
fn permute_byte(data: u64, select: u8) -> u8 {
    let sign = |bit: u32| if data >> bit & 1 != 0 { 0xff } else { 0 };
    match select {
        0..=7 => (data >> (8 * select)) as u8,
        8 => sign(15),
        9 => sign(31),
        10 => sign(47),
        11 => sign(63),
        12 => 0,
        _ => 0xff,
    }
}

fn signed24(value: u32) -> i64 {
    i64::from((value << 8) as i32 >> 8)
}

/// Sum of products of `count` parts of two words and of a third word; each of the three has a sign or not, the sum as the
/// third. It saturates if `clamp`.
fn dot([a, b, c]: [u32; 3], count: u32, [signed_a, signed_b, signed]: [bool; 3], clamp: bool) -> u32 {
    let width = 32 / count;
    let part = |value: u32, index: u32, signed: bool| {
        let bits = value >> (index * width) & (u32::MAX >> (32 - width));
        if signed {
            i64::from(((bits << (32 - width)) as i32) >> (32 - width))
        } else {
            i64::from(bits)
        }
    };
    let sum: i64 = (0..count)
        .map(|i| part(a, i, signed_a) * part(b, i, signed_b))
        .sum();
    let total = sum + if signed { i64::from(c as i32) } else { i64::from(c) };
    match (clamp, signed) {
        (false, _) => total as u32,
        (true, true) => total.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as u32,
        (true, false) => total.clamp(0, i64::from(u32::MAX)) as u32,
    }
}

/// A result from 0 to 1 if that is wanted.
fn clamped(sum: u64, clamp: u32) -> u64 {
    match clamp & 1 != 0 {
        true => u64::from(f32::from_bits(sum as u32).clamp(0.0, 1.0).to_bits()),
        false => sum,
    }
}

pub(super) fn call(call: &mut ItemCall<'_>) -> Result<bool, String> {
    if !is_known(call.id) {
        return Ok(false);
    }
    let arg = |index: usize| call.args.get(index).map_or(0, |c| c.bits as u64);
    let word = |index: usize| arg(index) as u32;
    let (a, b, c) = (word(0), word(1), word(2));
    let pair = |low: usize| word(low) & 0xffff | word(low + 1) << 16;
    let value: u64 = match call.id {
        id::AMDGCN_UBFE | id::AMDGCN_SBFE => {
            let bits = call.kinds[0].bits();
            bit_field(arg(0), bits, b, c, call.id == id::AMDGCN_SBFE)
        }
        id::AMDGCN_ALIGNBYTE => ((u64::from(a) << 32 | u64::from(b)) >> (8 * (c & 3))) & 0xffff_ffff,
        id::AMDGCN_PRNG_B32 => u64::from(a << 1 ^ if a >> 31 != 0 { 197 } else { 0 }),
        id::AMDGCN_BITOP3 => {
            let table = arg(3);
            let [a, b, c] = [arg(0), arg(1), arg(2)];
            let of_number = |number: u64| {
                let chosen = |bit: u64, value: u64| if number >> bit & 1 != 0 { value } else { !value };
                chosen(2, a) & chosen(1, b) & chosen(0, c)
            };
            let set = (0..8).filter(|number| table >> number & 1 != 0);
            let bits = call.kinds[0].bits();
            set.fold(0, |result, number| result | of_number(number)) & (u64::MAX >> (64 - bits))
        }
        id::AMDGCN_PERM => {
            let data = u64::from(a) << 32 | u64::from(b);
            u32::from_le_bytes(bytes(c).map(|select| permute_byte(data, select))).into()
        }
        id::AMDGCN_LERP => {
            let average = std::array::from_fn(|i| {
                let round = u16::from(bytes(c)[i] & 1);
                ((u16::from(bytes(a)[i]) + u16::from(bytes(b)[i]) + round) >> 1) as u8
            });
            u32::from_le_bytes(average).into()
        }
        id::AMDGCN_SAD_U8 => sad_u8(a, b, c, false).into(),
        id::AMDGCN_SAD_HI_U8 => (sad_u8(a, b, 0, false) << 16).wrapping_add(c).into(),
        id::AMDGCN_MSAD_U8 => sad_u8(a, b, c, true).into(),
        id::AMDGCN_SAD_U16 => {
            let half = |value: u32, i: u32| value >> (16 * i) & 0xffff;
            (0..2)
                .fold(c, |sum, i| sum.wrapping_add(half(a, i).abs_diff(half(b, i))))
                .into()
        }
        id::AMDGCN_QSAD_PK_U16_U8 | id::AMDGCN_MQSAD_PK_U16_U8 => {
            let masked = call.id == id::AMDGCN_MQSAD_PK_U16_U8;
            (0..4).fold(0, |out, i| {
                let sum = (arg(2) >> (16 * i) & 0xffff) as u32;
                let sad = sad_u8((arg(0) >> (8 * i)) as u32, b, 0, masked);
                out | u64::from(sum.wrapping_add(sad) & 0xffff) << (16 * i)
            })
        }
        id::AMDGCN_MQSAD_U32_U8 => {
            let source = arg(0);
            let sums: Vec<u32> = (0..4)
                .map(|i| sad_u8((source >> (8 * i)) as u32, b, word(2 + i), true))
                .collect();
            for (cell, sum) in call.results.iter_mut().zip(sums) {
                *cell = wavec_ir::interp::Cell::new(sum.into());
            }
            return Ok(true);
        }
        id::AMDGCN_MUL_I24 => {
            let product = signed24(a) * signed24(b);
            product as u64 & (u64::MAX >> (64 - call.result_kinds[0].bits()))
        }
        id::AMDGCN_MUL_U24 => {
            let product = u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff);
            product & (u64::MAX >> (64 - call.result_kinds[0].bits()))
        }
        id::AMDGCN_MULHI_I24 => u64::from(((signed24(a) * signed24(b)) >> 32) as u32),
        id::AMDGCN_MULHI_U24 => (u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff)) >> 32,
        id::AMDGCN_SFFBH => {
            // Position of the first bit from the top that differs from the sign; all ones if there is none.
            let differing = if (a as i32) < 0 { !a } else { a };
            if differing == 0 {
                0xffff_ffff
            } else {
                differing.leading_zeros().into()
            }
        }
        id::AMDGCN_S_BITREPLICATE => (0..32).fold(0, |out, i| out | ((u64::from(a >> i & 1) * 3) << (2 * i))),
        id::AMDGCN_S_QUADMASK => {
            let bits = call.kinds[0].bits();
            (0..bits / 4).fold(0, |out, i| out | u64::from(arg(0) >> (4 * i) & 15 != 0) << i)
        }
        id::AMDGCN_S_WQM => {
            let bits = call.kinds[0].bits();
            (0..bits / 4).fold(0, |out, i| {
                if arg(0) >> (4 * i) & 15 != 0 {
                    out | 15 << (4 * i)
                } else {
                    out
                }
            })
        }
        id::AMDGCN_SDOT2 | id::AMDGCN_UDOT2 => {
            let signed = call.id == id::AMDGCN_SDOT2;
            dot([pair(0), pair(2), word(4)], 2, [signed; 3], word(5) & 1 != 0).into()
        }
        id::AMDGCN_SDOT4 | id::AMDGCN_UDOT4 => {
            let signed = call.id == id::AMDGCN_SDOT4;
            dot([a, b, c], 4, [signed; 3], word(3) & 1 != 0).into()
        }
        id::AMDGCN_SDOT8 | id::AMDGCN_UDOT8 => {
            let signed = call.id == id::AMDGCN_SDOT8;
            dot([a, b, c], 8, [signed; 3], word(3) & 1 != 0).into()
        }
        id::AMDGCN_SUDOT4 | id::AMDGCN_SUDOT8 => {
            let count = if call.id == id::AMDGCN_SUDOT4 { 4 } else { 8 };
            dot(
                [b, word(3), word(4)],
                count,
                [a & 1 != 0, c & 1 != 0, true],
                word(5) & 1 != 0,
            )
            .into()
        }
        id::AMDGCN_ASHR_PK_I8_I32 | id::AMDGCN_ASHR_PK_U8_I32 => {
            let (least, largest) = match call.id {
                id::AMDGCN_ASHR_PK_I8_I32 => (-128, 127),
                _ => (0, 255),
            };
            let byte = |value: u32| ((value as i32) >> (c & 31)).clamp(least, largest) as u8;
            u16::from_le_bytes([byte(a), byte(b)]).into()
        }
        id::AMDGCN_FDOT2_F32_BF16 => {
            let kind = FloatKind::Float;
            let wide = |index: usize| arg(index) << 16;
            let low = fused_multiply_add(kind, wide(0), wide(2), kind.sign());
            let both = fused_multiply_add(kind, wide(1), wide(3), low);
            let sum = float_binary(Opcode::FAdd, kind, both, arg(4));
            clamped(sum, word(5))
        }
        _ => {
            let half = |index: usize| {
                let value = FloatKind::Half.to_f64(arg(index));
                FloatKind::Float.from_f64(value)
            };
            let kind = FloatKind::Float;
            let first = fused_multiply_add(kind, half(1), half(3), arg(4));
            let sum = fused_multiply_add(kind, half(0), half(2), first);
            clamped(sum, word(5))
        }
    };
    give(call, value);
    Ok(true)
}
