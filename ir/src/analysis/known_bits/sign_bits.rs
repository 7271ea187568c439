//! How many copies of the sign bit a value has.

use super::{MAX_DEPTH, compute, width_of};
use crate::context::Context;
use crate::entities::Value;
use crate::function::Function;
use crate::inst::Opcode;

/// How many of the high bits equal the sign bit: at least 1.
pub fn sign_bits(func: &Function, ctx: &Context, value: Value) -> u32 {
    sign_bits_at(func, ctx, value, 0)
}

fn sign_bits_at(func: &Function, ctx: &Context, value: Value, depth: u32) -> u32 {
    let width = width_of(func, ctx, value);
    let by_bits = || {
        let known = compute(func, ctx, value, depth);
        let high = |bits: u128| (!(bits << (128 - width))).leading_zeros().min(width);
        high(known.zeros).max(high(known.ones)).max(1)
    };
    let Some(inst) = func.def_inst(value) else {
        return by_bits();
    };
    if depth >= MAX_DEPTH {
        return 1;
    }
    let arg = |i: usize| sign_bits_at(func, ctx, func.arg(inst, i), depth + 1);
    match func.opcode(inst) {
        Opcode::SExt => arg(0) + width - width_of(func, ctx, func.arg(inst, 0)),
        Opcode::Trunc => {
            let dropped = width_of(func, ctx, func.arg(inst, 0)) - width;
            arg(0).saturating_sub(dropped).max(1)
        }
        Opcode::AShr => {
            let amount = func.as_int(func.arg(inst, 1), ctx).unwrap_or(0);
            (arg(0) + amount.min(u128::from(width)) as u32).min(width)
        }
        Opcode::And | Opcode::Or | Opcode::Xor => arg(0).min(arg(1)).max(by_bits()),
        Opcode::Add | Opcode::Sub => (arg(0).min(arg(1)) - 1).max(by_bits()),
        Opcode::Select => arg(1).min(arg(2)),
        _ => by_bits(),
    }
}
