//! Fixed-point products of more than 64 bits: the full product in twice the width, which is split like any other
//! integer.

use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Value};
use crate::function::Function;
use crate::inst::{IntPredicate, Opcode};
use crate::intrinsics::{IntrinsicId, id};

/// Whether an intrinsic is a fixed-point product.
pub(super) fn is_product(intrinsic: Option<IntrinsicId>) -> bool {
    let products = [id::SMUL_FIX, id::UMUL_FIX, id::SMUL_FIX_SAT, id::UMUL_FIX_SAT];
    intrinsic.is_some_and(|intrinsic| products.contains(&intrinsic))
}

/// Replaces all in `func`.
pub(super) fn widen_products(func: &mut Function, ctx: &mut Context) {
    let blocks = func.block_order().to_vec();
    let insts: Vec<Inst> = blocks.iter().flat_map(|&block| func.block_insts(block)).collect();
    let mut changed = false;
    for inst in insts {
        let (signed, saturates) = match func.called_intrinsic(inst, ctx) {
            Some(id::SMUL_FIX) => (true, false),
            Some(id::UMUL_FIX) => (false, false),
            Some(id::SMUL_FIX_SAT) => (true, true),
            Some(id::UMUL_FIX_SAT) => (false, true),
            _ => continue,
        };
        if let (Some(old), Some(new)) = (func.result(inst), widened(func, ctx, inst, signed, saturates)) {
            func.replace_uses_with_alias(old, new);
            func.remove_inst(inst);
            changed = true;
        }
    }
    if changed {
        func.resolve_aliases();
    }
}

/// The replacement of a product of more than 64 bits.
fn widened(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    signed: bool,
    saturates: bool,
) -> Option<Value> {
    let ty = func.inst(inst).ty;
    let scalar = ctx.types.scalar(ty);
    let bits = ctx.types.int_bits(scalar).filter(|&bits| bits > 64)?;
    let [x, y, scale] = [1, 2, 3].map(|index| func.resolve(func.arg(inst, index)));
    let scale = func.as_int(scale, ctx)?;
    let double = ctx.types.int(2 * bits);
    let wide = ctx.types.with_scalar(ty, double);
    let mut b = Builder::before(func, ctx, inst);
    let (extend, shift) = match signed {
        true => (Opcode::SExt, Opcode::AShr),
        false => (Opcode::ZExt, Opcode::LShr),
    };
    let [x, y] = [x, y].map(|value| b.cast(extend, value, wide));
    let product = b.binary(Opcode::Mul, x, y);
    let scale = b.int(wide, scale);
    let mut result = b.binary(shift, product, scale);
    if saturates {
        let (zero, one) = (b.int(wide, 0), b.int(wide, 1));
        let ones = b.binary(Opcode::Sub, zero, one);
        let top = b.int(wide, u128::from(if signed { bits - 1 } else { bits }));
        // The least value, or -2^bits, and the greatest one.
        let least = b.binary(Opcode::Shl, ones, top);
        let greatest = b.binary(Opcode::Xor, least, ones);
        let (above, below) = match signed {
            true => (IntPredicate::Sgt, Some(IntPredicate::Slt)),
            false => (IntPredicate::Ugt, None),
        };
        let is_above = b.icmp(above, result, greatest);
        result = b.select(is_above, greatest, result);
        if let Some(below) = below {
            let is_below = b.icmp(below, result, least);
            result = b.select(is_below, least, result);
        }
    }
    Some(b.cast(Opcode::Trunc, result, ty))
}
