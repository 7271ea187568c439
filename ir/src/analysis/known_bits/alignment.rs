//! Low bits of addresses that are zero because of objects, offsets and loops.

use super::{KnownBitsCache, MAX_DEPTH, compute, width_of};
use crate::context::Context;
use crate::entities::{Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;

/// As [`KnownBitsCache::zeros_above`].
pub(super) fn trailing_zeros(
    cache: &mut KnownBitsCache,
    func: &Function,
    ctx: &Context,
    value: Value,
    floor: u32,
    depth: u32,
) -> u32 {
    match func.def_inst(value) {
        Some(gep) if depth < MAX_DEPTH && func.opcode(gep) == Opcode::GetElementPtr => {
            let zeros = pointer_alignment(cache, func, ctx, gep, floor, depth + 1);
            zeros.min(width_of(func, ctx, value))
        }
        _ => compute(cache, func, ctx, value, depth).trailing_zeros(),
    }
}

/// How many low bits of an address are zero. The search stops once it is known that there are at most `floor`.
pub(super) fn pointer_alignment(
    cache: &mut KnownBitsCache,
    func: &Function,
    ctx: &Context,
    gep: Inst,
    floor: u32,
    depth: u32,
) -> u32 {
    let crate::inst::Aux::SourceType(source) = func.inst(gep).aux else {
        return 0;
    };
    let mut zeros = trailing_zeros(cache, func, ctx, func.arg(gep, 0), floor, depth);
    let mut ty = source;
    for (position, &index) in func.args(gep)[1..].iter().enumerate() {
        if zeros <= floor {
            break;
        }
        if position > 0
            && let Some((fields, _)) = ctx.types.struct_fields(ty)
        {
            let field = func.as_int(index, ctx).unwrap_or(0) as usize;
            let offset = ctx.layout.field_offset(&ctx.types, ty, field).unwrap_or(1);
            zeros = zeros.min(offset.trailing_zeros());
            let Some(&next) = fields.get(field) else {
                return 0;
            };
            ty = next;
            continue;
        }
        if position > 0 {
            ty = ctx.types.element(ty).unwrap_or(ty);
        }
        let stride = ctx.layout.size(&ctx.types, ty);
        let step = match func.as_int(index, ctx) {
            Some(0) => 64,
            _ => compute(cache, func, ctx, func.resolve(index), depth).trailing_zeros(),
        };
        zeros = zeros.min(stride.max(1).trailing_zeros().saturating_add(step));
    }
    zeros
}
