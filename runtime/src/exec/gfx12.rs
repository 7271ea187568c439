//! Instructions that RDNA 4 adds. Facts: AMD "RDNA 4" instruction set reference.

use super::barriers;
use super::control::wait_for;
use super::gfx950::{self, largest, least};
use super::lanes::{map2, map3, per_lane};
use super::{Core, Semantics};
use crate::num;
use crate::op::{Handler, Op, Step};
use crate::stats::InstructionClass;

fn wide2(c: &mut Core<'_>, o: &Op, f: impl Fn(u64, u64) -> u64) -> Step {
    let value = f(c.s64(o.src[0]), c.s64(o.src[1]));
    c.wave.set_scalar64(o.sdst, value);
    Ok(())
}

/// The lanes of a row read those whose numbers are in a vector register.
fn permute_row(c: &mut Core<'_>, o: &Op, other_row: bool) -> Step {
    let lanes = c.src(o, 1);
    super::gfx10::permute(c, o, other_row, |lane| u64::from(lanes[lane] & 15))
}

fn nothing(_: &mut Core<'_>, _: &Op) -> Step {
    Ok(())
}

fn float2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    let (a, b) = (c.src_f32(o, 0), c.src_f32(o, 1));
    c.dst_f32(o, &map2(&a, &b, f))
}

fn float3(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, u32) -> u32) -> Step {
    let (a, b, d) = (c.src_f32(o, 0), c.src_f32(o, 1), c.src_f32(o, 2));
    c.dst_f32(o, &map3(&a, &b, &d, f))
}

/// Of two halves: the third is one of them.
fn half2(c: &mut Core<'_>, o: &Op, is_least: bool) -> Step {
    let (a, b) = (c.src_f16(o, 0), c.src_f16(o, 1));
    c.dst_f16(
        o,
        map2(&a, &b, |a, b| gfx950::half_of_three(a, b, b, is_least)),
        false,
    )
}

fn half3(c: &mut Core<'_>, o: &Op, is_least: bool) -> Step {
    let (a, b, d) = (c.src_f16(o, 0), c.src_f16(o, 1), c.src_f16(o, 2));
    c.dst_f16(
        o,
        map3(&a, &b, &d, |a, b, d| gfx950::half_of_three(a, b, d, is_least)),
        false,
    )
}

fn double2(c: &mut Core<'_>, o: &Op, is_least: bool) -> Step {
    let (a, b) = (c.src_f64(o, 0), c.src_f64(o, 1));
    let select = |a: u64, b: u64| {
        if num::is_nan64(a) || num::is_nan64(b) {
            return num::nan_result64(&[a, b]);
        }
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        let is_first = match is_least {
            true => x < y || x == y && a >> 63 != 0,
            false => x > y || x == y && a >> 63 == 0,
        };
        if is_first { a } else { b }
    };
    c.dst_f64(o, per_lane(|lane| select(a[lane], b[lane])))
}

/// Minima and maxima of which a NaN is one if it is among the sources.
pub(super) fn vector(mnemonic: &str) -> Option<Semantics> {
    let handler: Handler = match mnemonic {
        "v_minimum_f32" => |c, o| float2(c, o, least),
        "v_maximum_f32" => |c, o| float2(c, o, largest),
        "v_minimum_f16" => |c, o| half2(c, o, true),
        "v_maximum_f16" => |c, o| half2(c, o, false),
        "v_minimum_f64" => |c, o| double2(c, o, true),
        "v_maximum_f64" => |c, o| double2(c, o, false),
        "v_minimum3_f16" => |c, o| half3(c, o, true),
        "v_maximum3_f16" => |c, o| half3(c, o, false),
        "v_minimummaximum_f32" => |c, o| float3(c, o, |a, b, d| largest(least(a, b), d)),
        "v_maximumminimum_f32" => |c, o| float3(c, o, |a, b, d| least(largest(a, b), d)),
        "v_minimum3_f32" | "v_maximum3_f32" => return gfx950::lookup(mnemonic),
        _ => return None,
    };
    Some(Semantics::new(InstructionClass::Valu, handler))
}

/// Meaning of one of these instructions.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    use InstructionClass::{Other, Salu, Valu, VmemLoad, VmemStore, Wait};
    let wait_of = |counter| Some(Semantics::with(Wait, nothing, counter));
    let (class, handler): (InstructionClass, Handler) = match mnemonic {
        "v_permlane16_var_b32" => (Valu, |c, o| permute_row(c, o, false)),
        "v_permlanex16_var_b32" => (Valu, |c, o| permute_row(c, o, true)),
        "s_wait_loadcnt" => return wait_of(wait_for::LOADS),
        "s_wait_storecnt" => return wait_of(wait_for::STORES),
        "s_wait_dscnt" => return wait_of(wait_for::LOCAL_AND_SCALAR),
        "s_wait_kmcnt" => return wait_of(wait_for::SCALAR),
        "s_wait_loadcnt_dscnt" => return wait_of(wait_for::LOADS_AND_LOCAL),
        "s_wait_storecnt_dscnt" => return wait_of(wait_for::STORES_AND_LOCAL),
        // There are no samplers, rays or exports.
        "s_wait_samplecnt" => return wait_of(wait_for::SAMPLES),
        "s_wait_bvhcnt" | "s_wait_expcnt" => return wait_of(wait_for::EXPORTS),
        "s_add_nc_u64" => (Salu, |c, o| wide2(c, o, u64::wrapping_add)),
        "s_sub_nc_u64" => (Salu, |c, o| wide2(c, o, u64::wrapping_sub)),
        "s_mul_u64" => (Salu, |c, o| wide2(c, o, u64::wrapping_mul)),
        "s_sleep_var" => (Other, |c, _| {
            c.wave.sleeps = true;
            Ok(())
        }),
        // One memory, without caches.
        "global_inv" => (VmemLoad, nothing),
        "global_wb" | "global_wbinv" => (VmemStore, nothing),
        "s_prefetch_inst"
        | "s_prefetch_data"
        | "s_buffer_prefetch_data"
        | "s_prefetch_inst_pc_rel"
        | "s_prefetch_data_pc_rel" => (Other, nothing),
        "v_cvt_f32_fp8" | "v_cvt_f32_bf8" | "v_cvt_pk_f32_fp8" | "v_cvt_pk_f32_bf8" | "v_cvt_pk_fp8_f32"
        | "v_cvt_pk_bf8_f32" | "v_cvt_sr_fp8_f32" | "v_cvt_sr_bf8_f32" => return gfx950::lookup(mnemonic),
        _ => return barriers::lookup(mnemonic).or_else(|| vector(mnemonic)),
    };
    Some(Semantics::new(class, handler))
}
