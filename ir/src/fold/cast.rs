//! Conversions of constants.

use super::float;
use super::intrinsics::Scalar;
use super::memory;
use super::scalar;
use super::scalar::Outcome;
use super::{Element, map_elements};
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Constant, Type};
use crate::inst::{InstFlags, Opcode};
use crate::types::TypeData;
use smallvec::SmallVec;

/// A cast to `ty`. Casts between pointers and integers of an address give a constant expression.
pub fn fold_cast(
    ctx: &mut Context,
    opcode: Opcode,
    flags: InstFlags,
    a: Constant,
    ty: Type,
) -> Option<Constant> {
    let from = ctx.constants.ty(a);
    if ctx.is_poison(a) {
        return Some(ctx.const_poison(ty));
    }
    match opcode {
        Opcode::BitCast => return fold_bitcast(ctx, a, ty),
        Opcode::AddrSpaceCast => {
            if matches!(ctx.constants.data(a), ConstantData::Undef(_)) {
                return Some(ctx.const_undef(ty));
            }
            // The target determines what null becomes.
            return (!ctx.types.is_vector(ty)).then(|| ctx.const_expr(opcode, ty, &[a]));
        }
        Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr if ctx.element(a) == Element::Other => {
            return memory::fold_pointer_cast(ctx, opcode, a, ty);
        }
        _ => {}
    }
    let scalar = ctx.types.scalar(ty);
    let (from, to) = (ctx.scalar_kind(ctx.types.scalar(from))?, ctx.scalar_kind(scalar)?);
    map_elements(ctx, &[a], scalar, |_, v| {
        cast_scalar(opcode, flags, from, to, v[0])
    })
}

/// A cast of a scalar other than a bit cast.
pub fn cast_scalar(
    opcode: Opcode,
    flags: InstFlags,
    from: Scalar,
    to: Scalar,
    value: u128,
) -> Option<Outcome> {
    let bits = |bits: u64| Outcome::Value(u128::from(bits));
    Some(match (opcode, from, to) {
        (Opcode::Trunc | Opcode::ZExt | Opcode::SExt, Scalar::Int(from), Scalar::Int(to)) => {
            scalar::int_cast(opcode, flags, from, to, value)
        }
        (Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr, Scalar::Int(_), Scalar::Int(to)) => {
            Outcome::Value(value & scalar::mask(to))
        }
        (Opcode::FPTrunc | Opcode::FPExt, Scalar::Float(from), Scalar::Float(to)) => {
            bits(float::float_cast(from, to, value as u64))
        }
        (Opcode::FPToSI | Opcode::FPToUI, Scalar::Float(from), Scalar::Int(to)) => {
            float::float_to_int(opcode == Opcode::FPToSI, from, to, value as u64)
        }
        (Opcode::SIToFP | Opcode::UIToFP, Scalar::Int(from), Scalar::Float(to)) => {
            if flags.contains(InstFlags::NNEG) && scalar::sign_extend(from, value) < 0 {
                return Some(Outcome::Poison);
            }
            bits(float::int_to_float(opcode == Opcode::SIToFP, from, to, value))
        }
        _ => return None,
    })
}

/// Bits of integers, floats, null pointers and vectors of them; a poison element makes all of it unknown.
fn fold_bitcast(ctx: &mut Context, a: Constant, ty: Type) -> Option<Constant> {
    let from = ctx.constants.ty(a);
    if from == ty {
        return Some(a);
    }
    match ctx.constants.data(a) {
        ConstantData::Undef(_) => return Some(ctx.const_undef(ty)),
        ConstantData::Null(_) | ConstantData::Zero(_) => return Some(ctx.const_zero(ty)),
        _ => {}
    }
    let width = |ctx: &Context, ty: Type| match ctx.types.data(ty) {
        TypeData::Ptr(_) => None,
        _ => Some(u64::from(ctx.scalar_kind(ty)?.bits())),
    };
    let from_scalar = ctx.types.scalar(from);
    let to_scalar = ctx.types.scalar(ty);
    let (from_width, to_width) = (width(ctx, from_scalar)?, width(ctx, to_scalar)?);
    if from_width.max(to_width) > 128 {
        return None;
    }
    let count = |ctx: &Context, ty: Type| ctx.types.vector_parts(ty).map_or(1, |p| u64::from(p.1));
    let mut image: Vec<bool> = Vec::new();
    for lane in 0..count(ctx, from) {
        let element = if ctx.types.is_vector(from) {
            ctx.const_member(a, lane)?
        } else {
            a
        };
        let Element::Bits(value) = ctx.element(element) else {
            return None;
        };
        image.extend((0..from_width).map(|bit| value >> bit & 1 != 0));
    }
    let mut elements: SmallVec<[Constant; 8]> = SmallVec::new();
    for lane in 0..count(ctx, ty) {
        let start = (lane * to_width) as usize;
        let bits = image.get(start..start + to_width as usize)?;
        let value = bits
            .iter()
            .rev()
            .fold(0u128, |value, &bit| value << 1 | u128::from(bit));
        elements.push(ctx.const_from_bits(to_scalar, value)?);
    }
    Some(if ctx.types.is_vector(ty) {
        ctx.const_aggregate(ty, &elements)
    } else {
        elements[0]
    })
}
