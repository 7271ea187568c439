//! How many copies of the sign bit a value has.

use super::{KnownBitsCache, MAX_DEPTH, compute, width_of};
use crate::context::Context;
use crate::entities::Value;
use crate::function::Function;
use crate::inst::Opcode;

/// As [`KnownBitsCache::sign_bits`].
pub(super) fn sign_bits_at(
    cache: &mut KnownBitsCache,
    func: &Function,
    ctx: &Context,
    value: Value,
    depth: u32,
) -> u32 {
    let width = width_of(func, ctx, value);
    let by_bits = |cache: &mut KnownBitsCache| {
        let known = compute(cache, func, ctx, value, depth);
        let high = |bits: u128| (!(bits << (128 - width))).leading_zeros().min(width);
        high(known.zeros).max(high(known.ones)).max(1)
    };
    let Some(inst) = func.def_inst(value) else {
        return by_bits(cache);
    };
    if depth >= MAX_DEPTH {
        return 1;
    }
    let mut arg = |i: usize| sign_bits_at(cache, func, ctx, func.arg(inst, i), depth + 1);
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
        Opcode::And | Opcode::Or | Opcode::Xor => arg(0).min(arg(1)).max(by_bits(cache)),
        Opcode::Add | Opcode::Sub => (arg(0).min(arg(1)) - 1).max(by_bits(cache)),
        Opcode::Select => arg(1).min(arg(2)),
        _ => by_bits(cache),
    }
}
