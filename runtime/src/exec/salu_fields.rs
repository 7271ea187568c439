//! Scalar instructions that extract or combine fields of their sources, and sums and products: they propagate which
//! bits are defined.

use super::{Core, Semantics};
use crate::op::{Handler, Op, Step};
use crate::stats::InstructionClass;

/// A 32-bit result of both sources, with `known` giving its defined bits.
fn fields32(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32, known: impl Fn(u32, u32) -> u32) -> Step {
    let value = f(c.s32(o.src[0]), c.s32(o.src[1]));
    let defined = known(c.s32_defined(o.src[0]), c.s32_defined(o.src[1]));
    c.set32_defined(o.sdst, value, defined);
    Ok(())
}

/// SCC of a result: set if any bit is.
fn set_scc_if_any(c: &mut Core<'_>, value: u64, known: u64, all: u64) {
    c.wave.scc = value != 0;
    c.wave.scc_defined = known & all == all || value & known != 0;
}

/// A field of the first source; the second one, which must be defined, gives its position.
fn extract32(c: &mut Core<'_>, o: &Op, signed: bool) -> Step {
    let control = c.s32(o.src[1]);
    let extract = |value: u32, signed: bool| match signed {
        true => bfe_i32(value, control),
        false => bfe_u32(value, control),
    };
    let value = extract(c.s32(o.src[0]), signed);
    // Bits outside the field are zero or the field's sign.
    let unknown = extract(!c.s32_defined(o.src[0]), signed);
    let defined = if c.s32_defined(o.src[1]) == u32::MAX {
        !unknown
    } else {
        0
    };
    c.set32_defined(o.sdst, value, defined);
    set_scc_if_any(c, u64::from(value), u64::from(defined), u64::from(u32::MAX));
    Ok(())
}

/// As [`extract32`].
fn extract64(c: &mut Core<'_>, o: &Op, signed: bool) -> Step {
    let control = c.s32(o.src[1]);
    let extract = |value: u64, signed: bool| match signed {
        true => bfe_i64(value, control),
        false => bfe_u64(value, control),
    };
    let value = extract(c.s64(o.src[0]), signed);
    let unknown = extract(!c.s64_defined(o.src[0]), signed);
    let defined = if c.s32_defined(o.src[1]) == u32::MAX {
        !unknown
    } else {
        0
    };
    set_scc_if_any(c, value, defined, u64::MAX);
    c.set64_defined(o.sdst, value, defined)
}

/// A 64-bit result of the first source that only moves bits.
fn moved64(c: &mut Core<'_>, o: &Op, f: impl Fn(u64) -> u64) -> Step {
    let value = f(c.s64(o.src[0]));
    let unknown = f(!c.s64_defined(o.src[0]));
    c.set64_defined(o.sdst, value, !unknown)
}

/// The defined bits below the lowest undefined one: a bit of a sum or product does not depend on higher bits.
pub(super) fn below_unknown(known: u32) -> u32 {
    known & !known.wrapping_add(1)
}

/// A sum with the first source shifted.
fn shifted_sum(c: &mut Core<'_>, o: &Op, shift: u32) -> Step {
    let (a, b) = (c.s32(o.src[0]), c.s32(o.src[1]));
    let (value, carry) = lshl_add(a, b, shift);
    let known = [c.s32_defined(o.src[0]), c.s32_defined(o.src[1])];
    c.set32_defined(o.sdst, value, below_unknown(!(!known[0] << shift) & known[1]));
    c.wave.scc = carry;
    c.wave.scc_defined = known == [u32::MAX; 2];
    Ok(())
}

fn lshl_add(a: u32, b: u32, shift: u32) -> (u32, bool) {
    let sum = ((a as u64) << shift) + b as u64;
    (sum as u32, sum >> 32 != 0)
}

fn bfe_u64(value: u64, control: u32) -> u64 {
    let (offset, width) = (control & 63, (control >> 16 & 127).min(64));
    match width {
        0 => 0,
        64 => value >> offset,
        _ => (value >> offset) & ((1 << width) - 1),
    }
}

fn bfe_i64(value: u64, control: u32) -> u64 {
    let (offset, width) = (control & 63, (control >> 16 & 127).min(64));
    if width == 0 {
        return 0;
    }
    let shifted = value as i64 >> offset;
    (shifted << (64 - width) >> (64 - width)) as u64
}

fn bfe_u32(value: u32, control: u32) -> u32 {
    let (offset, width) = (control & 31, (control >> 16 & 127).min(32));
    if width == 0 {
        0
    } else {
        (value >> offset) & (u32::MAX >> (32 - width))
    }
}

fn bfe_i32(value: u32, control: u32) -> u32 {
    let (offset, width) = (control & 31, (control >> 16 & 127).min(32));
    if width == 0 {
        return 0;
    }
    (((value as i32 >> offset) << (32 - width)) >> (32 - width)) as u32
}

fn bit_replicate(value: u32) -> u64 {
    (0..32).fold(0, |result, bit| {
        result | ((value >> bit & 1) as u64 * 3) << (2 * bit)
    })
}

/// Meaning of such an instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let handler: Handler = match mnemonic {
        "s_bfe_u32" => |c, o| extract32(c, o, false),
        "s_bfe_i32" => |c, o| extract32(c, o, true),
        "s_bfe_u64" => |c, o| extract64(c, o, false),
        "s_bfe_i64" => |c, o| extract64(c, o, true),
        "s_sext_i32_i8" => |c, o| fields32(c, o, |a, _| a as i8 as u32, |known, _| known as i8 as u32),
        "s_sext_i32_i16" => |c, o| fields32(c, o, |a, _| a as i16 as u32, |known, _| known as i16 as u32),
        "s_brev_b32" => |c, o| fields32(c, o, |a, _| a.reverse_bits(), |known, _| known.reverse_bits()),
        "s_brev_b64" => |c, o| moved64(c, o, u64::reverse_bits),
        "s_bitreplicate_b64_b32" => |c, o| moved64(c, o, |a| bit_replicate(a as u32)),
        "s_pack_ll_b32_b16" => |c, o| pack(c, o, |a, b| a & 0xffff | b << 16),
        "s_pack_lh_b32_b16" => |c, o| pack(c, o, |a, b| a & 0xffff | b & 0xffff_0000),
        "s_pack_hh_b32_b16" => |c, o| pack(c, o, |a, b| a >> 16 | b & 0xffff_0000),
        "s_mul_i32" => |c, o| fields32(c, o, u32::wrapping_mul, |a, b| below_unknown(a & b)),
        "s_lshl1_add_u32" => |c, o| shifted_sum(c, o, 1),
        "s_lshl2_add_u32" => |c, o| shifted_sum(c, o, 2),
        "s_lshl3_add_u32" => |c, o| shifted_sum(c, o, 3),
        "s_lshl4_add_u32" => |c, o| shifted_sum(c, o, 4),
        _ => return None,
    };
    Some(Semantics {
        moves: true,
        ..Semantics::new(InstructionClass::Salu, handler)
    })
}

/// Bits of both sources, packed next to each other, and their defined bits in the same way.
fn pack(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    fields32(c, o, &f, &f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_fields() {
        assert_eq!(bfe_u32(0x1234_5678, 8 << 16 | 4), 0x67);
        assert_eq!(bfe_i32(0x0000_0080, 8 << 16), 0xffff_ff80);
        assert_eq!(bfe_u32(u32::MAX, 32 << 16), u32::MAX);
        assert_eq!(bfe_i64(0x80 << 32, 8 << 16 | 32), (-128i64) as u64);
        assert_eq!(bfe_u64(u64::MAX, 64 << 16 | 60), 15);
        assert_eq!(bit_replicate(0b101), 0b11_00_11);
        assert_eq!(below_unknown(0xffff_00ff), 0xff);
        assert_eq!(below_unknown(0xffff_fffe), 0);
        assert_eq!(below_unknown(u32::MAX), u32::MAX);
    }
}
