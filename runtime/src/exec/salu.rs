//! Scalar arithmetic and comparisons.

use super::Core;
use crate::op::{Handler, Op, Src, Step, scalar};

/// Result of 32 bits and SCC.
#[inline(always)]
fn set32(c: &mut Core<'_>, o: &Op, value: u32, scc: bool) -> Step {
    c.wave.set_scalar(o.sdst, value);
    c.set_scc(scc);
    Ok(())
}

#[inline(always)]
fn set64(c: &mut Core<'_>, o: &Op, value: u64, scc: bool) -> Step {
    c.wave.set_scalar64(o.sdst, value);
    c.set_scc(scc);
    Ok(())
}

/// An operation on two 32-bit sources; the function returns result and SCC.
#[inline(always)]
fn int2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> (u32, bool)) -> Step {
    let (value, scc) = f(c.s32(o.src[0]), c.s32(o.src[1]));
    set32(c, o, value, scc)
}

/// As [`int2`], with SCC set when the result is not zero.
#[inline(always)]
fn bits2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    let value = f(c.s32(o.src[0]), c.s32(o.src[1]));
    set32(c, o, value, value != 0)
}

/// An operation that does not write SCC.
#[inline(always)]
fn plain2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    let value = f(c.s32(o.src[0]), c.s32(o.src[1]));
    c.wave.set_scalar(o.sdst, value);
    Ok(())
}

#[inline(always)]
fn plain1(c: &mut Core<'_>, o: &Op, f: impl Fn(u32) -> u32) -> Step {
    let value = f(c.s32(o.src[0]));
    c.wave.set_scalar(o.sdst, value);
    Ok(())
}

/// 64-bit source, 32-bit result.
#[inline(always)]
fn plain1_wide(c: &mut Core<'_>, o: &Op, f: impl Fn(u64) -> u32) -> Step {
    let value = f(c.s64(o.src[0]));
    c.wave.set_scalar(o.sdst, value);
    Ok(())
}

#[inline(always)]
fn compare(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> bool) -> Step {
    let scc = f(c.s32(o.src[0]), c.s32(o.src[1]));
    c.set_scc(scc);
    Ok(())
}

/// Compares the first source with the 16-bit immediate, sign-extended.
#[inline(always)]
fn compare_k(c: &mut Core<'_>, o: &Op, f: impl Fn(i32, i32) -> bool) -> Step {
    let scc = f(c.s32(o.src[0]) as i32, o.imm as i16 as i32);
    c.set_scc(scc);
    Ok(())
}

/// Compares the first source with the 16-bit immediate, zero-extended.
#[inline(always)]
fn compare_ku(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> bool) -> Step {
    let scc = f(c.s32(o.src[0]), o.imm as u16 as u32);
    c.set_scc(scc);
    Ok(())
}

/// Index of the first set bit, -1 if none.
fn found(count: u32, none: bool) -> u32 {
    if none { u32::MAX } else { count }
}

fn quad_mask(value: u64, quads: u32) -> u64 {
    (0..quads).fold(0, |mask, quad| {
        mask | ((value >> (4 * quad) & 15 != 0) as u64) << quad
    })
}

fn whole_quads(value: u64, quads: u32) -> u64 {
    (0..quads).fold(0, |mask, quad| {
        if value >> (4 * quad) & 15 != 0 {
            mask | 15 << (4 * quad)
        } else {
            mask
        }
    })
}

fn set_bit(c: &mut Core<'_>, o: &Op, wide: bool, on: bool) -> Step {
    let index = c.s32(o.src[0]);
    if wide {
        let old = c.wave.scalar64(o.sdst);
        let bit = 1u64 << (index & 63);
        c.wave
            .set_scalar64(o.sdst, if on { old | bit } else { old & !bit });
    } else {
        let old = c.wave.scalar(o.sdst);
        let bit = 1u32 << (index & 31);
        c.wave.set_scalar(o.sdst, if on { old | bit } else { old & !bit });
    }
    Ok(())
}

fn movrel(c: &mut Core<'_>, o: &Op, destination: bool, wide: bool) -> Step {
    let offset = c.wave.scalar(scalar::M0);
    let Some(base) = (if destination {
        Some(o.sdst)
    } else {
        scalar_number(o.src[0])
    }) else {
        return c.undefined("relative move needs a scalar register");
    };
    let index = base as u32 as u64 + offset as u64;
    if index + wide as u64 > 101 {
        return c.undefined(format!("relative move addresses s{index}"));
    }
    let index = index as u8;
    let (to, from) = if destination {
        (index, o.src[0])
    } else {
        (o.sdst, Src::Scalar(index))
    };
    // The register that is read may be another one than the instruction names.
    if wide {
        return c.set64_defined(to, c.s64(from), c.s64_defined(from));
    }
    c.set32_defined(to, c.s32(from), c.s32_defined(from));
    Ok(())
}

fn scalar_number(src: Src) -> Option<u8> {
    match src {
        Src::Scalar(number) => Some(number),
        _ => None,
    }
}

impl Core<'_> {
    /// Writes SCC.
    #[inline]
    pub(crate) fn set_scc(&mut self, value: bool) {
        self.wave.scc = value;
        self.wave.scc_defined = true;
    }
}

/// Handler of a scalar arithmetic instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Handler> {
    two_operands(mnemonic)
        .or_else(|| one_operand(mnemonic))
        .or_else(|| comparison(mnemonic))
}

fn two_operands(mnemonic: &str) -> Option<Handler> {
    let handler: Handler = match mnemonic {
        "s_min_i32" => |c, o| {
            int2(c, o, |a, b| {
                ((a as i32).min(b as i32) as u32, (a as i32) < b as i32)
            })
        },
        "s_min_u32" => |c, o| int2(c, o, |a, b| (a.min(b), a < b)),
        "s_max_i32" => |c, o| {
            int2(c, o, |a, b| {
                ((a as i32).max(b as i32) as u32, a as i32 >= b as i32)
            })
        },
        "s_max_u32" => |c, o| int2(c, o, |a, b| (a.max(b), a >= b)),
        "s_bfm_b32" => |c, o| plain2(c, o, |a, b| ((1u32 << (a & 31)) - 1) << (b & 31)),
        "s_bfm_b64" => |c, o| {
            let (width, offset) = (c.s32(o.src[0]) & 63, c.s32(o.src[1]) & 63);
            c.wave.set_scalar64(o.sdst, ((1u64 << width) - 1) << offset);
            Ok(())
        },
        "s_mul_hi_u32" => |c, o| plain2(c, o, |a, b| ((a as u64 * b as u64) >> 32) as u32),
        "s_mul_hi_i32" => |c, o| plain2(c, o, |a, b| ((a as i32 as i64 * b as i32 as i64) >> 32) as u32),
        "s_absdiff_i32" => |c, o| bits2(c, o, |a, b| (a as i32).wrapping_sub(b as i32).unsigned_abs()),
        _ => return None,
    };
    Some(handler)
}

fn one_operand(mnemonic: &str) -> Option<Handler> {
    let handler: Handler = match mnemonic {
        "s_wqm_b32" => |c, o| {
            let value = whole_quads(c.s32(o.src[0]) as u64, 8) as u32;
            set32(c, o, value, value != 0)
        },
        "s_wqm_b64" => |c, o| {
            let value = whole_quads(c.s64(o.src[0]), 16);
            set64(c, o, value, value != 0)
        },
        "s_quadmask_b32" => |c, o| {
            let value = quad_mask(c.s32(o.src[0]) as u64, 8) as u32;
            set32(c, o, value, value != 0)
        },
        "s_quadmask_b64" => |c, o| {
            let value = quad_mask(c.s64(o.src[0]), 16);
            set64(c, o, value, value != 0)
        },
        "s_bcnt0_i32_b32" => |c, o| bits2(c, o, |a, _| a.count_zeros()),
        "s_bcnt1_i32_b32" => |c, o| bits2(c, o, |a, _| a.count_ones()),
        "s_bcnt0_i32_b64" => |c, o| {
            let value = c.s64(o.src[0]).count_zeros();
            set32(c, o, value, value != 0)
        },
        "s_bcnt1_i32_b64" => |c, o| {
            let value = c.s64(o.src[0]).count_ones();
            set32(c, o, value, value != 0)
        },
        "s_ff0_i32_b32" => |c, o| plain1(c, o, |a| found(a.trailing_ones(), a == u32::MAX)),
        "s_ff0_i32_b64" => |c, o| plain1_wide(c, o, |a| found(a.trailing_ones(), a == u64::MAX)),
        "s_ff1_i32_b32" => |c, o| plain1(c, o, |a| found(a.trailing_zeros(), a == 0)),
        "s_ff1_i32_b64" => |c, o| plain1_wide(c, o, |a| found(a.trailing_zeros(), a == 0)),
        "s_flbit_i32_b32" => |c, o| plain1(c, o, |a| found(a.leading_zeros(), a == 0)),
        "s_flbit_i32_b64" => |c, o| plain1_wide(c, o, |a| found(a.leading_zeros(), a == 0)),
        "s_flbit_i32" => |c, o| {
            plain1(c, o, |a| {
                let flipped = a ^ (a as i32 >> 31) as u32;
                found(flipped.leading_zeros(), flipped == 0)
            })
        },
        "s_flbit_i32_i64" => |c, o| {
            plain1_wide(c, o, |a| {
                let flipped = a ^ (a as i64 >> 63) as u64;
                found(flipped.leading_zeros(), flipped == 0)
            })
        },
        "s_abs_i32" => |c, o| bits2(c, o, |a, _| (a as i32).unsigned_abs()),
        "s_bitset0_b32" => |c, o| set_bit(c, o, false, false),
        "s_bitset1_b32" => |c, o| set_bit(c, o, false, true),
        "s_bitset0_b64" => |c, o| set_bit(c, o, true, false),
        "s_bitset1_b64" => |c, o| set_bit(c, o, true, true),
        "s_movrels_b32" => |c, o| movrel(c, o, false, false),
        "s_movrels_b64" => |c, o| movrel(c, o, false, true),
        "s_movreld_b32" => |c, o| movrel(c, o, true, false),
        "s_movreld_b64" => |c, o| movrel(c, o, true, true),
        "s_movk_i32" => |c, o| {
            c.wave.set_scalar(o.sdst, o.imm as i16 as u32);
            Ok(())
        },
        "s_cmovk_i32" => |c, o| {
            if c.wave.scc {
                c.wave.set_scalar(o.sdst, o.imm as i16 as u32);
            }
            Ok(())
        },
        "s_addk_i32" => |c, o| {
            let (value, overflow) = super::salu_bits::add_i32(c.wave.scalar(o.sdst), o.imm as i16 as u32);
            set32(c, o, value, overflow)
        },
        "s_mulk_i32" => |c, o| {
            let value = c.wave.scalar(o.sdst).wrapping_mul(o.imm as i16 as u32);
            c.wave.set_scalar(o.sdst, value);
            Ok(())
        },
        _ => return None,
    };
    Some(handler)
}

fn comparison(mnemonic: &str) -> Option<Handler> {
    let handler: Handler = match mnemonic {
        "s_cmp_eq_i32" | "s_cmp_eq_u32" => |c, o| compare(c, o, |a, b| a == b),
        "s_cmp_lg_i32" | "s_cmp_lg_u32" => |c, o| compare(c, o, |a, b| a != b),
        "s_cmp_gt_i32" => |c, o| compare(c, o, |a, b| a as i32 > b as i32),
        "s_cmp_ge_i32" => |c, o| compare(c, o, |a, b| a as i32 >= b as i32),
        "s_cmp_lt_i32" => |c, o| compare(c, o, |a, b| (a as i32) < b as i32),
        "s_cmp_le_i32" => |c, o| compare(c, o, |a, b| a as i32 <= b as i32),
        "s_cmp_gt_u32" => |c, o| compare(c, o, |a, b| a > b),
        "s_cmp_ge_u32" => |c, o| compare(c, o, |a, b| a >= b),
        "s_cmp_lt_u32" => |c, o| compare(c, o, |a, b| a < b),
        "s_cmp_le_u32" => |c, o| compare(c, o, |a, b| a <= b),
        "s_cmp_eq_u64" => |c, o| {
            let scc = c.s64(o.src[0]) == c.s64(o.src[1]);
            c.set_scc(scc);
            Ok(())
        },
        "s_cmp_lg_u64" => |c, o| {
            let scc = c.s64(o.src[0]) != c.s64(o.src[1]);
            c.set_scc(scc);
            Ok(())
        },
        "s_bitcmp0_b32" => |c, o| compare(c, o, |a, b| a >> (b & 31) & 1 == 0),
        "s_bitcmp1_b32" => |c, o| compare(c, o, |a, b| a >> (b & 31) & 1 != 0),
        "s_bitcmp0_b64" => |c, o| {
            let scc = c.s64(o.src[0]) >> (c.s32(o.src[1]) & 63) & 1 == 0;
            c.set_scc(scc);
            Ok(())
        },
        "s_bitcmp1_b64" => |c, o| {
            let scc = c.s64(o.src[0]) >> (c.s32(o.src[1]) & 63) & 1 != 0;
            c.set_scc(scc);
            Ok(())
        },
        "s_cmpk_eq_i32" => |c, o| compare_k(c, o, |a, b| a == b),
        "s_cmpk_lg_i32" => |c, o| compare_k(c, o, |a, b| a != b),
        "s_cmpk_gt_i32" => |c, o| compare_k(c, o, |a, b| a > b),
        "s_cmpk_ge_i32" => |c, o| compare_k(c, o, |a, b| a >= b),
        "s_cmpk_lt_i32" => |c, o| compare_k(c, o, |a, b| a < b),
        "s_cmpk_le_i32" => |c, o| compare_k(c, o, |a, b| a <= b),
        "s_cmpk_eq_u32" => |c, o| compare_ku(c, o, |a, b| a == b),
        "s_cmpk_lg_u32" => |c, o| compare_ku(c, o, |a, b| a != b),
        "s_cmpk_gt_u32" => |c, o| compare_ku(c, o, |a, b| a > b),
        "s_cmpk_ge_u32" => |c, o| compare_ku(c, o, |a, b| a >= b),
        "s_cmpk_lt_u32" => |c, o| compare_ku(c, o, |a, b| a < b),
        "s_cmpk_le_u32" => |c, o| compare_ku(c, o, |a, b| a <= b),
        _ => return None,
    };
    Some(handler)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quads() {
        assert_eq!(whole_quads(0x100, 16), 0xf00);
        assert_eq!(quad_mask(0x8001, 16), 0b1001);
    }
}
