//! Instructions that RDNA 2 adds. Facts: AMD "RDNA 2" instruction set reference.

use super::lanes::{map2, map3};
use super::{Core, Semantics};
use crate::num;
use crate::op::{Handler, Op, Src, Step, scalar};
use crate::stats::InstructionClass;
use wavec_gpu_mc::register_files::NUM_VGPRS;

/// Lanes of a row.
const ROW: usize = 16;

/// Each lane reads the lane of a row that four bits say: those of the second source for the lower eight lanes of a row, those
/// of the third for the others. The row is its own, or the one beside it.
fn permute_row(c: &mut Core<'_>, o: &Op, other_row: bool) -> Step {
    let selects = u64::from(c.s32(o.src[1])) | u64::from(c.s32(o.src[2])) << 32;
    permute(c, o, other_row, |lane| selects >> (4 * (lane % ROW)) & 15)
}

/// Each lane reads the lane of its row, or of the row beside it, that `select` says.
pub(super) fn permute(c: &mut Core<'_>, o: &Op, other_row: bool, select: impl Fn(usize) -> u64) -> Step {
    let Src::Vector(register) = o.src[0] else {
        return c.undefined("lanes of something that is not a vector register");
    };
    let (reads_inactive, is_zero) = (o.op_sel & 1 != 0, o.op_sel & 2 != 0);
    let (values, defined) = (
        c.wave.v[usize::from(register)],
        c.wave.v_defined[usize::from(register)],
    );
    let exec = c.wave.exec();
    for lane in (0..c.wave.lanes).filter(|lane| exec >> lane & 1 != 0) {
        let row = if other_row { (lane / ROW) ^ 1 } else { lane / ROW };
        let from = row * ROW + select(lane) as usize;
        if reads_inactive || exec >> from & 1 != 0 {
            c.write_lane(o.vdst, lane, values[from]);
            if defined >> from & 1 == 0 {
                c.wave.v_defined[usize::from(o.vdst)] &= !(1 << lane);
            }
        } else if is_zero {
            c.write_lane(o.vdst, lane, 0);
        }
    }
    Ok(())
}

/// A move whose source or destination is so many registers after the one that is named.
fn move_relative(c: &mut Core<'_>, o: &Op, (of_source, of_result): (u32, u32)) -> Step {
    // Registers that do not exist are not accessed where no lane is active.
    if c.mask == 0 {
        return Ok(());
    }
    let mut source = o.src[0];
    let to = u32::from(o.vdst) + of_result;
    if let Src::Vector(number) = &mut source {
        *number = (u32::from(*number) + of_source).min(NUM_VGPRS) as u16;
    }
    if to >= NUM_VGPRS || source == Src::Vector(NUM_VGPRS as u16) {
        return c.undefined("a register relative to m0 that does not exist");
    }
    let value = super::spread(c, source);
    let defined = c.v_defined(source) | !c.mask;
    c.write(to as u16, &value);
    c.wave.v_defined[to as usize] &= defined;
    Ok(())
}

fn m0(c: &Core<'_>) -> u32 {
    c.wave.scalar(scalar::M0)
}

/// Both indices are in M0: that of the source in the lowest byte, that of the result ten bits further.
fn both_of(m0: u32) -> (u32, u32) {
    (m0 & 0xff, m0 >> 16 & 0xff)
}

fn swap_relative(c: &mut Core<'_>, o: &Op) -> Step {
    let (of_source, of_result) = both_of(m0(c));
    let Src::Vector(source) = o.src[0] else {
        return c.undefined("v_swaprel_b32 needs two vector registers");
    };
    let [a, b] = [u32::from(source) + of_source, u32::from(o.vdst) + of_result];
    if a.max(b) >= NUM_VGPRS {
        return c.undefined("a register relative to m0 that does not exist");
    }
    let [at_a, at_b] = [a, b].map(|number| c.wave.v[number as usize]);
    c.write(a as u16, &at_b);
    c.write(b as u16, &at_a);
    Ok(())
}

/// Sets bits of MODE from a first one on: four from the immediate.
fn set_mode(c: &mut Core<'_>, o: &Op, first: u32) -> Step {
    let mask = 15 << first;
    c.wave.mode = c.wave.mode & !mask | (o.imm as u32 & 15) << first;
    Ok(())
}

/// Sums, differences and the like of 16 bits, with halves that are selected.
fn half(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> i64) -> Step {
    let (a, b, clamp) = (c.src_16(o, 0), c.src_16(o, 1), o.clamp);
    let result = map2(&a, &b, |a, b| {
        let value = f(a, b);
        (if clamp { value.clamp(0, 0xffff) } else { value }) as u32 & 0xffff
    });
    c.dst_16(o, &result, true)
}

fn signed_half(value: u32) -> i64 {
    i64::from(value as i16)
}

/// `a * b + d` where 0 times anything is 0.
fn fma_legacy(c: &mut Core<'_>, o: &Op) -> Step {
    let (a, b, d) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2));
    let round = c.round32();
    let result = map3(&a, &b, &d, |a, b, d| {
        let [x, y, z] = [a, b, d].map(f32::from_bits);
        let is_zero = x == 0.0 || y == 0.0;
        let value = if is_zero {
            num::add32(0.0, z, round)
        } else {
            num::fma32(x, y, z, round)
        };
        match value.is_nan() {
            true if is_zero => num::nan_result32(&[d]),
            true => num::nan_result32(&[a, b, d]),
            false => value.to_bits(),
        }
    });
    c.dst_f32(o, &result)
}

fn nothing(_: &mut Core<'_>, _: &Op) -> Step {
    Ok(())
}

/// Meaning of one of these instructions.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    use InstructionClass::{Other, Salu, Valu};
    let (class, handler): (InstructionClass, Handler) = match mnemonic {
        "v_permlane16_b32" => (Valu, |c, o| permute_row(c, o, false)),
        "v_permlanex16_b32" => (Valu, |c, o| permute_row(c, o, true)),
        "v_movrels_b32" => (Valu, |c, o| move_relative(c, o, (m0(c), 0))),
        "v_movreld_b32" => (Valu, |c, o| move_relative(c, o, (0, m0(c)))),
        "v_movrelsd_b32" => (Valu, |c, o| move_relative(c, o, (m0(c), m0(c)))),
        "v_movrelsd_2_b32" => (Valu, |c, o| move_relative(c, o, both_of(m0(c)))),
        "v_swaprel_b32" => (Valu, swap_relative),
        "v_xor3_b32" => (Valu, |c, o| {
            let (a, b, d) = (c.src(o, 0), c.src(o, 1), c.src(o, 2));
            c.dst(o, &map3(&a, &b, &d, |a, b, d| a ^ b ^ d))
        }),
        "v_fma_legacy_f32" | "v_fmac_legacy_f32" => (Valu, fma_legacy),
        "v_fmac_f16" | "v_fmaak_f16" | "v_fmamk_f16" => return super::float16::lookup("v_fma_f16"),
        "v_add_nc_u16" => (Valu, |c, o| half(c, o, |a, b| i64::from(a) + i64::from(b))),
        "v_sub_nc_u16" => (Valu, |c, o| half(c, o, |a, b| i64::from(a) - i64::from(b))),
        "v_mul_lo_u16" => (Valu, |c, o| half(c, o, |a, b| i64::from(a * b))),
        "v_max_u16" => (Valu, |c, o| half(c, o, |a, b| i64::from(a.max(b)))),
        "v_min_u16" => (Valu, |c, o| half(c, o, |a, b| i64::from(a.min(b)))),
        "v_max_i16" => (Valu, |c, o| half(c, o, |a, b| signed_half(a).max(signed_half(b)))),
        "v_min_i16" => (Valu, |c, o| half(c, o, |a, b| signed_half(a).min(signed_half(b)))),
        "v_lshlrev_b16" => (Valu, |c, o| half(c, o, |a, b| i64::from(b << (a & 15)))),
        "v_lshrrev_b16" => (Valu, |c, o| half(c, o, |a, b| i64::from(b >> (a & 15)))),
        "v_ashrrev_i16" => (Valu, |c, o| half(c, o, |a, b| signed_half(b) >> (a & 15))),
        "s_round_mode" => (Salu, |c, o| set_mode(c, o, 0)),
        "s_denorm_mode" => (Salu, |c, o| set_mode(c, o, 4)),
        // One memory, without caches; instructions are done in their order.
        "buffer_gl0_inv" | "buffer_gl1_inv" | "s_gl1_inv" | "s_clause" | "s_inst_prefetch"
        | "s_waitcnt_depctr" | "s_wait_idle" | "s_code_end" | "s_version" | "s_ttracedata_imm"
        | "v_pipeflush" => (Other, nothing),
        _ => return None,
    };
    Some(Semantics::new(class, handler))
}
