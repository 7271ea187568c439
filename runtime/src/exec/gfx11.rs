//! Instructions that RDNA 3 adds. Facts: AMD "RDNA 3" instruction set reference.

use super::lanes::{map1, map2, map3};
use super::{Core, Semantics, float16, float32};
use crate::fault::FaultKind;
use crate::op::{Handler, Op, Src, Step};
use crate::stats::InstructionClass;
use crate::wave::LANES;

/// The answer to a message.
fn answer(c: &mut Core<'_>, o: &Op, words: u32) -> Step {
    const GET_DOORBELL: u64 = 128;
    const GET_REALTIME: u64 = 131;
    let value = match o.src[0] {
        Src::Imm(GET_DOORBELL) => 0,
        Src::Imm(GET_REALTIME) => c.wave.cycle,
        other => {
            let text = format!("a message that is answered: {other:?}");
            return Err(Box::new(FaultKind::Unsupported(text)));
        }
    };
    match words {
        1 => c.wave.set_scalar(o.sdst, value as u32),
        _ => c.wave.set_scalar64(o.sdst, value),
    }
    Ok(())
}

/// The lower of two halves above the upper of two others.
fn pack_high_low(c: &mut Core<'_>, o: &Op) -> Step {
    let value = c.s32(o.src[0]) >> 16 | c.s32(o.src[1]) << 16;
    c.wave.set_scalar(o.sdst, value);
    Ok(())
}

/// Exchanges the halves of a wave of 64 lanes, active or not; moves in a wave of 32.
fn exchange_halves(c: &mut Core<'_>, o: &Op) -> Step {
    let Src::Vector(register) = o.src[0] else {
        return c.undefined("lanes of something that is not a vector register");
    };
    let (values, defined) = (
        c.wave.v[usize::from(register)],
        c.wave.v_defined[usize::from(register)],
    );
    let half = if c.wave.lanes == LANES { LANES / 2 } else { 0 };
    let exec = c.wave.exec();
    for lane in (0..c.wave.lanes).filter(|lane| exec >> lane & 1 != 0) {
        c.write_lane(o.vdst, lane, values[lane ^ half]);
        if defined >> (lane ^ half) & 1 == 0 {
            c.wave.v_defined[usize::from(o.vdst)] &= !(1 << lane);
        }
    }
    Ok(())
}

fn half2(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32) -> u32) -> Step {
    let (a, b) = (c.src_16(o, 0), c.src_16(o, 1));
    c.dst_16(o, &map2(&a, &b, f), true)
}

/// Integers of 16 bits made wider.
fn widen(c: &mut Core<'_>, o: &Op, f: impl Fn(u32) -> u32) -> Step {
    let a = c.src_16(o, 0);
    c.dst(o, &map1(&a, f))
}

fn int3(c: &mut Core<'_>, o: &Op, f: impl Fn(u32, u32, u32) -> u32) -> Step {
    let (a, b, d) = (c.src(o, 0), c.src(o, 1), c.src(o, 2));
    c.dst(o, &map3(&a, &b, &d, f))
}

/// Chooses the half of a source or another by a mask.
fn choose_half(c: &mut Core<'_>, o: &Op) -> Step {
    let [a, b] = [0, 1].map(|index| {
        let (absolute, negative) = (o.abs >> index & 1 != 0, o.neg >> index & 1 != 0);
        let sign =
            |bits: u32| if absolute { bits & 0x7fff } else { bits } ^ if negative { 0x8000 } else { 0 };
        map1(&c.src_16(o, index), sign)
    });
    let mask = c.lane_mask(o.src[2]);
    let mut result = a;
    for (lane, value) in result.iter_mut().enumerate() {
        if mask >> lane & 1 != 0 {
            *value = b[lane];
        }
    }
    c.dst_16(o, &result, true)
}

/// Both registers get the half of the other.
fn swap_halves(c: &mut Core<'_>, o: &Op) -> Step {
    let Src::Vector(register) = o.src[0] else {
        return c.undefined("v_swap_b16 needs two vector registers");
    };
    let other = c.src_16(o, 0);
    let own = Op {
        op_sel: if o.op_sel & 8 != 0 { 1 } else { 0 },
        src: [Src::Vector(o.vdst), Src::None, Src::None, Src::None],
        ..o.clone()
    };
    let mine = c.src_16(&own, 0);
    c.dst_16(o, &other, true)?;
    let back = Op {
        op_sel: if o.op_sel & 1 != 0 { 8 } else { 0 },
        vdst: register,
        ..o.clone()
    };
    c.dst_16(&back, &mine, true)
}

/// Conversion of f32 to integers of 16 bits, which saturate; NaN becomes 0.
fn to_pair(c: &mut Core<'_>, o: &Op, range: (f32, f32)) -> Step {
    let (a, b) = (c.src_f32(o, 0), c.src_f32(o, 1));
    let narrow = |bits: u32| f32::from_bits(bits).trunc().clamp(range.0, range.1) as i32 as u32 & 0xffff;
    c.dst(o, &map2(&a, &b, |a, b| narrow(a) | narrow(b) << 16))
}

/// Dot product of fields of `bits` bits, each of whose sides is signed if its negation bit is set.
fn dot_of_either(c: &mut Core<'_>, o: &Op, bits: u32) -> Step {
    let (a, b, d, clamp) = (c.src(o, 0), c.src(o, 1), c.src(o, 2), o.clamp);
    let field = |value: u32, index: u32, signed: bool| {
        let shifted = value << (32 - bits - index * bits);
        match signed {
            true => i64::from(shifted as i32 >> (32 - bits)),
            false => i64::from(shifted >> (32 - bits)),
        }
    };
    let (signed_a, signed_b) = (o.neg & 1 != 0, o.neg & 2 != 0);
    let result = map3(&a, &b, &d, |a, b, d| {
        let sum = (0..32 / bits).fold(i64::from(d as i32), |sum, index| {
            sum + field(a, index, signed_a) * field(b, index, signed_b)
        });
        match clamp {
            true => sum.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
            false => sum as u32,
        }
    });
    c.dst(o, &result)
}

/// Meaning of one of these instructions.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    use InstructionClass::{Other, Salu, Valu};
    let (class, handler): (InstructionClass, Handler) = match mnemonic {
        "s_sendmsg_rtn_b32" => (Salu, |c, o| answer(c, o, 1)),
        "s_sendmsg_rtn_b64" => (Salu, |c, o| answer(c, o, 2)),
        "s_pack_hl_b32_b16" => (Salu, pack_high_low),
        // Hints.
        "s_delay_alu" | "s_wait_event" => (Other, |_, _| Ok(())),
        "v_permlane64_b32" => (Valu, exchange_halves),
        "v_mov_b16" => (Valu, |c, o| {
            let a = c.src_16(o, 0);
            c.dst_16(o, &a, true)
        }),
        "v_swap_b16" => (Valu, swap_halves),
        "v_not_b16" => (Valu, |c, o| {
            let a = c.src_16(o, 0);
            c.dst_16(o, &map1(&a, |a| !a), true)
        }),
        "v_and_b16" => (Valu, |c, o| half2(c, o, |a, b| a & b)),
        "v_or_b16" => (Valu, |c, o| half2(c, o, |a, b| a | b)),
        "v_xor_b16" => (Valu, |c, o| half2(c, o, |a, b| a ^ b)),
        "v_cndmask_b16" => (Valu, choose_half),
        "v_cvt_i32_i16" => (Valu, |c, o| widen(c, o, |a| a as u16 as i16 as i32 as u32)),
        "v_cvt_u32_u16" => (Valu, |c, o| widen(c, o, |a| a & 0xffff)),
        "v_minmax_f32" => (Valu, |c, o| {
            float32::select3(c, o, |a, b, d, nans| {
                float32::max_bits(float32::min_bits(a, b, nans), d, nans)
            })
        }),
        "v_maxmin_f32" => (Valu, |c, o| {
            float32::select3(c, o, |a, b, d, nans| {
                float32::min_bits(float32::max_bits(a, b, nans), d, nans)
            })
        }),
        "v_minmax_f16" => (Valu, |c, o| {
            float16::select3(c, o, |a, b, d, nans| {
                float16::max(float16::min(a, b, nans), d, nans)
            })
        }),
        "v_maxmin_f16" => (Valu, |c, o| {
            float16::select3(c, o, |a, b, d, nans| {
                float16::min(float16::max(a, b, nans), d, nans)
            })
        }),
        "v_minmax_u32" => (Valu, |c, o| int3(c, o, |a, b, d| a.min(b).max(d))),
        "v_maxmin_u32" => (Valu, |c, o| int3(c, o, |a, b, d| a.max(b).min(d))),
        "v_minmax_i32" => (Valu, |c, o| {
            int3(c, o, |a, b, d| (a as i32).min(b as i32).max(d as i32) as u32)
        }),
        "v_maxmin_i32" => (Valu, |c, o| {
            int3(c, o, |a, b, d| (a as i32).max(b as i32).min(d as i32) as u32)
        }),
        "v_cvt_pk_i16_f32" => (Valu, |c, o| to_pair(c, o, (-32768.0, 32767.0))),
        "v_cvt_pk_u16_f32" => (Valu, |c, o| to_pair(c, o, (0.0, 65535.0))),
        "v_dot4_i32_iu8" => (Valu, |c, o| dot_of_either(c, o, 8)),
        "v_dot8_i32_iu4" => (Valu, |c, o| dot_of_either(c, o, 4)),
        _ => return None,
    };
    Some(Semantics::new(class, handler))
}
