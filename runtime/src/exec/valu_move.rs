//! Instructions that move values between registers and lanes. They propagate whether the value is defined instead of
//! requiring it: copying an undefined value that is never used is not an error.

use super::lanes::{choose, with_mask};
use super::{Core, Semantics, spread};
use crate::op::{Handler, Op, Src, Step};
use crate::stats::InstructionClass;
use crate::wave::{Aligned, LANES};

#[inline]
fn set_defined(c: &mut Core<'_>, register: u16, lanes: u64) {
    let mask = c.mask;
    let slot = &mut c.wave.v_defined[register as usize];
    *slot = (*slot & !mask) | (lanes & mask);
}

/// Lanes of a source that are defined after lane permutation.
#[inline]
fn defined_source(c: &Core<'_>, o: &Op, src: Src) -> u64 {
    let defined = c.v_defined(src);
    if o.dpp.is_none() {
        return defined;
    }
    permuted(&c.permuted, defined)
}

#[inline(never)]
fn permuted(from: &[u8; LANES], lanes: u64) -> u64 {
    (0..LANES).fold(0, |moved, lane| {
        let from = from[lane] as usize;
        moved | (((from >= LANES) || lanes >> from & 1 != 0) as u64) << lane
    })
}

fn mov_b32(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            // Modifiers exist in the SDWA and DPP forms, with the sign bit of f32.
            let places = c.prepare_moved(o);
            let [value] = c.view(places).map(|lanes| Aligned(*lanes));
            let defined = defined_source(c, o, o.src[0]);
            c.dst(o, &value)?;
            set_defined(c, o.vdst, defined);
            Ok(())
        },
    )
}

fn mov_b64(c: &mut Core<'_>, o: &Op) -> Step {
    let value = c.src64(o, 0);
    let defined = [0, 1].map(|word| defined_source(c, o, o.src[0].word(word)));
    c.dst64(o, &value)?;
    set_defined(c, o.vdst, defined[0]);
    set_defined(c, o.vdst + 1, defined[1]);
    Ok(())
}

/// The low word comes from the first source, the high word from the second: op_sel selects which word of each.
fn pk_mov_b32(c: &mut Core<'_>, o: &Op) -> Step {
    let words = [0, 1].map(|index| {
        let high = o.op_sel >> index & 1;
        let source = o.src[index].word(u16::from(high));
        let value = match o.src[index] {
            // Some pairs are not two registers.
            Src::Scalar(number) => [(c.wave.scalar64(number) >> (32 * high)) as u32; LANES],
            _ => spread(c, source),
        };
        (value, c.v_defined(source))
    });
    for (register, (value, lanes)) in (o.vdst..).zip(words) {
        c.write(register, &value);
        set_defined(c, register, lanes);
    }
    Ok(())
}

/// Selects by the bits of a mask: a set bit takes the second source.
fn cndmask(c: &mut Core<'_>, o: &Op) -> Step {
    c.wide(
        #[inline(always)]
        move |c, _| {
            let places = c.prepare_moved(o);
            let [a, b] = c.view(places);
            let select = c.lane_mask(o.src[2]);
            let mut result = Aligned([0; LANES]);
            with_mask(select, |lane, is_second| {
                result[lane] = choose(is_second, b[lane], a[lane]);
            });
            let unknown = !c.lane_mask_defined(o.src[2]) & c.mask;
            let defined = (defined_source(c, o, o.src[0]) & !select) | (c.v_defined(o.src[1]) & select);
            c.dst(o, &result)?;
            set_defined(c, o.vdst, defined & !unknown);
            Ok(())
        },
    )
}

fn swap(c: &mut Core<'_>, o: &Op) -> Step {
    let Src::Vector(other) = o.src[0] else {
        return c.undefined("v_swap_b32 needs two vector registers");
    };
    let (a, b) = (c.wave.v[o.vdst as usize], c.wave.v[other as usize]);
    let (a_defined, b_defined) = (
        c.wave.v_defined[o.vdst as usize],
        c.wave.v_defined[other as usize],
    );
    c.write(o.vdst, &b);
    c.write(other, &a);
    set_defined(c, o.vdst, b_defined);
    set_defined(c, other, a_defined);
    Ok(())
}

fn to_scalar(c: &mut Core<'_>, o: &Op, lane: usize) -> Step {
    let value = spread(c, o.src[0])[lane];
    let defined = c.v_defined(o.src[0]) >> lane & 1 != 0;
    c.wave.set_scalar(o.sdst, value);
    if !defined && let Some(slot) = c.wave.s_defined.get_mut(o.sdst as usize) {
        *slot = 0;
    }
    Ok(())
}

fn readfirstlane(c: &mut Core<'_>, o: &Op) -> Step {
    let exec = c.wave.exec();
    to_scalar(
        c,
        o,
        if exec == 0 {
            0
        } else {
            exec.trailing_zeros() as usize
        },
    )
}

fn readlane(c: &mut Core<'_>, o: &Op) -> Step {
    to_scalar(c, o, c.wave.lane(c.s32(o.src[1])))
}

/// Lanes may hold spilled lane masks, of which only the bits of active lanes are defined; definedness is tracked per
/// lane, not per bit, so the lane counts as written whatever the state of the scalar register.
fn writelane(c: &mut Core<'_>, o: &Op) -> Step {
    let lane = c.wave.lane(c.s32(o.src[1]));
    let value = c.s32(o.src[0]);
    c.write_lane(o.vdst, lane, value);
    Ok(())
}

/// Copies to and from accumulation registers; these ignore DPP and SDWA.
fn accvgpr(c: &mut Core<'_>, o: &Op) -> Step {
    let value = spread(c, o.src[0]);
    let defined = c.v_defined(o.src[0]);
    c.write(o.vdst, &value);
    set_defined(c, o.vdst, defined);
    Ok(())
}

fn nop(_: &mut Core<'_>, _: &Op) -> Step {
    Ok(())
}

/// Meaning of a moving instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let handler: Handler = match mnemonic {
        "v_mov_b32" => mov_b32,
        "v_mov_b64" => mov_b64,
        "v_pk_mov_b32" => pk_mov_b32,
        "v_cndmask_b32" => cndmask,
        "v_swap_b32" => swap,
        "v_readfirstlane_b32" => readfirstlane,
        "v_readlane_b32" => readlane,
        "v_writelane_b32" => writelane,
        "v_accvgpr_read_b32" | "v_accvgpr_write_b32" | "v_accvgpr_mov_b32" => accvgpr,
        "v_nop" | "v_clrexcp" => nop,
        _ => return None,
    };
    Some(Semantics {
        moves: true,
        ..Semantics::new(InstructionClass::Valu, handler)
    })
}
