//! Rules about operand types that the reader shares.

use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Constant, Type, Value};
use crate::function::Function;
use crate::inst::{Opcode, RmwOp};
use crate::types::TypeData;

/// Whether values of a type have a size (opaque structs do not).
pub fn type_has_size(ctx: &Context, ty: Type) -> bool {
    match ctx.types.data(ty) {
        TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::Token | TypeData::Function(..) => {
            false
        }
        TypeData::NamedStruct(_) => ctx.types.struct_fields(ty).is_some(),
        _ => true,
    }
}

/// Whether a cast from one type to another exists.
pub fn cast_is_valid(ctx: &Context, opcode: Opcode, from: Type, to: Type) -> bool {
    let types = &ctx.types;
    let lanes = |ty| types.vector_parts(ty).map(|p| p.1);
    let (from_scalar, to_scalar) = (types.scalar(from), types.scalar(to));
    let bits = |ty: Type| ctx.layout.bits(types, ty);
    let (int, float, ptr) = (
        |ty| types.is_int(ty),
        |ty| types.is_float(ty),
        |ty| types.is_ptr(ty),
    );
    if opcode == Opcode::BitCast {
        let byte = |ty| types.is_byte(ty);
        let basic = |ty| int(ty) || float(ty) || ptr(ty) || byte(ty);
        if !basic(from_scalar) || !basic(to_scalar) {
            return false;
        }
        // Bytes may hold pointers.
        if byte(from_scalar) || byte(to_scalar) {
            return bits(from) == bits(to);
        }
        if ptr(from_scalar) || ptr(to_scalar) {
            // Between pointers of one address space only, as single elements or as vectors of equal length.
            return from_scalar == to_scalar && lanes(from).unwrap_or(1) == lanes(to).unwrap_or(1);
        }
        return bits(from) == bits(to);
    }
    if lanes(from) != lanes(to) {
        return false;
    }
    let (a, b) = (from_scalar, to_scalar);
    match opcode {
        Opcode::Trunc => int(a) && int(b) && bits(a) > bits(b),
        Opcode::ZExt | Opcode::SExt => int(a) && int(b) && bits(a) < bits(b),
        Opcode::FPTrunc => float(a) && float(b) && bits(a) > bits(b),
        Opcode::FPExt => float(a) && float(b) && bits(a) < bits(b),
        Opcode::FPToUI | Opcode::FPToSI => float(a) && int(b),
        Opcode::UIToFP | Opcode::SIToFP => int(a) && float(b),
        Opcode::PtrToInt => ptr(a) && int(b),
        Opcode::PtrToAddr => {
            ptr(a)
                && int(b)
                && types
                    .address_space(a)
                    .is_some_and(|space| bits(b) == u64::from(ctx.layout.pointer(space).index_bits))
        }
        Opcode::IntToPtr => int(a) && ptr(b),
        Opcode::AddrSpaceCast => ptr(a) && ptr(b) && a != b,
        _ => false,
    }
}

/// Whether `atomicrmw op` exists for values of type `ty`.
pub fn rmw_type_is_valid(ctx: &Context, op: RmwOp, ty: Type) -> bool {
    let types = &ctx.types;
    let whole_bytes = |ty: Type| {
        let bits = ctx.layout.bits(types, ty);
        bits >= 8 && bits.is_power_of_two()
    };
    let scalar = types.scalar(ty);
    match op {
        RmwOp::Xchg => {
            !types.is_vector(ty)
                && (types.is_int(ty) || types.is_float(ty) || types.is_ptr(ty))
                && whole_bytes(ty)
        }
        RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum => {
            types.is_float(scalar)
        }
        _ => types.is_int(ty) && whole_bytes(ty),
    }
}

/// Whether indices of these types lead from `source` to a member; `known` returns the value of a constant index.
fn indices_are_valid(
    ctx: &Context,
    source: Type,
    base: Type,
    indices: impl Iterator<Item = (Type, Option<u128>)>,
) -> bool {
    let types = &ctx.types;
    if !types.is_ptr(types.scalar(base)) {
        return false;
    }
    let mut lanes = types.vector_parts(base).map(|p| p.1);
    let mut ty = source;
    for (position, (index_ty, known)) in indices.enumerate() {
        if !types.is_int(types.scalar(index_ty)) {
            return false;
        }
        match (lanes, types.vector_parts(index_ty)) {
            (Some(lanes), Some((_, count))) if lanes != count => return false,
            (None, Some((_, count))) => lanes = Some(count),
            _ => {}
        }
        if position == 0 {
            continue;
        }
        ty = match types.data(ty) {
            TypeData::Array(element, _) | TypeData::Vector(element, _) => *element,
            _ => {
                let Some(field) = known.and_then(|k| u64::try_from(k).ok()) else {
                    return false;
                };
                if types.scalar(index_ty) != Type::I32 {
                    return false;
                }
                match types.struct_fields(ty).and_then(|f| f.0.get(field as usize)) {
                    Some(&field) => field,
                    None => return false,
                }
            }
        };
    }
    // A type that is stepped over must have a size.
    type_has_size(ctx, source)
}

/// Whether a constant `getelementptr` is well formed; `args` starts with the base.
pub fn gep_is_valid(ctx: &Context, source: Type, args: &[Constant]) -> bool {
    let Some((&base, indices)) = args.split_first() else {
        return false;
    };
    let ty = |c: Constant| ctx.constants.ty(c);
    indices_are_valid(
        ctx,
        source,
        ty(base),
        indices.iter().map(|&i| (ty(i), ctx.int_value(i))),
    )
}

/// Whether a `getelementptr` is well formed; `args` starts with the base.
pub fn gep_operands_are_valid(func: &Function, ctx: &Context, source: Type, args: &[Value]) -> bool {
    let Some((&base, indices)) = args.split_first() else {
        return false;
    };
    let known = |value: Value| match func.as_const(value).map(|c| ctx.constants.data(c)) {
        Some(ConstantData::Int(_, value)) => Some(*value),
        Some(_) => func.as_int(value, ctx),
        None => None,
    };
    indices_are_valid(
        ctx,
        source,
        func.ty(base),
        indices.iter().map(|&i| (func.ty(i), known(i))),
    )
}
