//! Constant addresses: `getelementptr`, casts, comparisons, and loads from constant globals.

use super::{Element, Outcome, scalar};
use crate::constant::{ConstantData, ConstantExpr};
use crate::context::{Context, Linkage};
use crate::entities::{Constant, GlobalVar, Type};
use crate::inst::{InstFlags, IntPredicate, Opcode};
use crate::types::TypeData;

/// The number of bytes that constant indices of a `getelementptr` over `source_ty` add, in the index width of the
/// address
/// space; `None` if an index is not a plain integer.
pub fn constant_offset(
    ctx: &Context,
    source_ty: Type,
    indices: &[Constant],
    index_bits: u32,
) -> Option<i128> {
    let mut ty = source_ty;
    let mut offset: i128 = 0;
    for (position, &index) in indices.iter().enumerate() {
        let (ConstantData::Int(index_ty, value), bits) = (
            ctx.constants.data(index),
            ctx.types.int_bits(ctx.constants.ty(index))?,
        ) else {
            return None;
        };
        debug_assert!(ctx.types.is_int(*index_ty));
        // Indices are sign-extended or truncated to the index width.
        let value = scalar::sign_extend(index_bits, scalar::sign_extend(bits, *value) as u128);
        if position == 0 {
            offset = offset.checked_add(value.checked_mul(ctx.layout.size(&ctx.types, ty).into())?)?;
            continue;
        }
        if ctx.types.struct_fields(ty).is_some() {
            let field = usize::try_from(value).ok()?;
            offset = offset.checked_add(ctx.layout.field_offset(&ctx.types, ty, field)?.into())?;
            ty = ctx.types.member(ty, field as u64)?;
        } else {
            ty = ctx.types.element(ty)?;
            offset = offset.checked_add(value.checked_mul(ctx.layout.size(&ctx.types, ty).into())?)?;
        }
    }
    Some(scalar::sign_extend(index_bits, offset as u128))
}

/// `getelementptr` with constant base and indices: a byte offset from a base that is not itself a `getelementptr`.
pub fn fold_gep(
    ctx: &mut Context,
    source_ty: Type,
    base: Constant,
    indices: &[Constant],
    flags: InstFlags,
) -> Option<Constant> {
    let ty = ctx.constants.ty(base);
    let TypeData::Ptr(space) = *ctx.types.data(ty) else {
        return None;
    };
    if indices.iter().any(|&i| !ctx.types.is_int(ctx.constants.ty(i))) {
        return None;
    }
    if ctx.is_poison(base) || indices.iter().any(|&i| ctx.is_poison(i)) {
        return Some(ctx.const_poison(ty));
    }
    let index_bits = ctx.layout.pointer(space).index_bits;
    let offset = constant_offset(ctx, source_ty, indices, index_bits)?;
    let mut flags = flags & (InstFlags::INBOUNDS | InstFlags::NUSW | InstFlags::NUW);
    let (root, inner, inner_flags) = pointer_parts(ctx, base);
    if root != base {
        flags &= inner_flags;
    }
    let total = scalar::sign_extend(index_bits, inner.checked_add(offset)? as u128);
    if total == 0 {
        return Some(root);
    }
    if let ConstantData::Undef(_) = ctx.constants.data(root) {
        return Some(root);
    }
    Some(pointer_plus(ctx, root, total, index_bits, flags))
}

fn pointer_plus(
    ctx: &mut Context,
    base: Constant,
    offset: i128,
    index_bits: u32,
    flags: InstFlags,
) -> Constant {
    let ty = ctx.constants.ty(base);
    let int = ctx.types.int(index_bits);
    let offset = ctx.const_int(int, offset as u128);
    let expr = ConstantExpr {
        opcode: Opcode::GetElementPtr,
        ty,
        flags,
        source_ty: Type::I8,
        args: [base, offset].into(),
    };
    ctx.constants.intern(ConstantData::Expr(Box::new(expr)))
}

/// Base, byte offset and flags of nested constant `getelementptr`s.
fn pointer_parts(ctx: &Context, mut pointer: Constant) -> (Constant, i128, InstFlags) {
    let mut offset: i128 = 0;
    let mut flags = InstFlags::all();
    while let ConstantData::Expr(expr) = ctx.constants.data(pointer) {
        if expr.opcode != Opcode::GetElementPtr {
            break;
        }
        let TypeData::Ptr(space) = *ctx.types.data(expr.ty) else {
            break;
        };
        let index_bits = ctx.layout.pointer(space).index_bits;
        let Some(inner) = constant_offset(ctx, expr.source_ty, &expr.args[1..], index_bits) else {
            break;
        };
        let Some(sum) = offset.checked_add(inner) else {
            break;
        };
        offset = sum;
        flags &= expr.flags;
        pointer = expr.args[0];
    }
    (pointer, offset, flags)
}

/// The base of a constant address and the byte offset from it.
pub fn pointer_base_and_offset(ctx: &Context, pointer: Constant) -> (Constant, i128) {
    let (base, offset, _) = pointer_parts(ctx, pointer);
    (base, offset)
}

/// The global variable that an address is in, and the byte offset from its start.
fn global_and_offset(ctx: &Context, pointer: Constant) -> Option<(GlobalVar, i128)> {
    let (base, offset) = pointer_base_and_offset(ctx, pointer);
    match ctx.constants.data(base) {
        ConstantData::Global(_, global) => Some((*global, offset)),
        _ => None,
    }
}

/// Comparisons of addresses whose result does not depend on the actual addresses.
pub(super) fn compare_pointers(
    ctx: &Context,
    predicate: IntPredicate,
    a: Constant,
    b: Constant,
) -> Option<bool> {
    let (a_global, a_offset) = global_and_offset(ctx, a)?;
    let (b_global, b_offset) = global_and_offset(ctx, b)?;
    let equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
    if a_global == b_global {
        let equal = a_offset == b_offset;
        return (equality || equal).then_some(match predicate {
            IntPredicate::Ne => !equal,
            IntPredicate::Eq => equal,
            other => scalar::int_compare(other, 64, 0, 0),
        });
    }
    // Two definitions of this module do not overlap.
    let distinct = |global: GlobalVar, offset: i128| {
        let data = &ctx.globals[global];
        let size = i128::from(ctx.layout.size(&ctx.types, data.value_ty));
        let own = matches!(
            data.linking.linkage,
            Linkage::Internal | Linkage::Private | Linkage::External | Linkage::Common
        );
        own && data.linking.unnamed_addr == 0 && data.initializer.is_some() && (0..size).contains(&offset)
    };
    (equality && distinct(a_global, a_offset) && distinct(b_global, b_offset))
        .then_some(predicate == IntPredicate::Ne)
}

/// `ptrtoint` and `inttoptr` of something other than a plain number.
pub(super) fn fold_pointer_cast(
    ctx: &mut Context,
    opcode: Opcode,
    a: Constant,
    ty: Type,
) -> Option<Constant> {
    if ctx.types.is_vector(ty) {
        return None;
    }
    if let ConstantData::Expr(expr) = ctx.constants.data(a) {
        let inverse = match opcode {
            Opcode::PtrToInt | Opcode::PtrToAddr => Opcode::IntToPtr,
            _ => Opcode::PtrToInt,
        };
        if expr.opcode == inverse {
            let inner = expr.args[0];
            let (inner_ty, middle) = (ctx.constants.ty(inner), expr.ty);
            let bits = |ty: Type| ctx.scalar_kind(ty).map(|k| k.bits());
            if inner_ty == ty && bits(middle) >= bits(ty) {
                return Some(inner);
            }
            if opcode != Opcode::IntToPtr
                && let (Element::Bits(value), Some(width)) = (ctx.element(inner), bits(middle))
            {
                return Some(ctx.const_int(ty, value & scalar::mask(width)));
            }
        }
    }
    Some(ctx.const_expr(opcode, ty, &[a]))
}

/// A load of `ty` from a constant address in a constant global with a known initializer.
pub fn fold_load(ctx: &mut Context, pointer: Constant, ty: Type) -> Option<Constant> {
    let (global, offset) = global_and_offset(ctx, pointer)?;
    let data = &ctx.globals[global];
    let replaceable = matches!(
        data.linking.linkage,
        Linkage::Weak
            | Linkage::LinkOnce
            | Linkage::Common
            | Linkage::ExternWeak
            | Linkage::AvailableExternally
    );
    if !data.is_constant || data.externally_initialized || replaceable {
        return None;
    }
    let initializer = data.initializer?;
    let offset = u64::try_from(offset).ok()?;
    let size = ctx.layout.store_size(&ctx.types, ty);
    if offset.checked_add(size)? > ctx.layout.size(&ctx.types, ctx.constants.ty(initializer)) {
        return None;
    }
    load_from(ctx, initializer, offset, ty)
}

/// The value of type `ty` at byte `offset` of a constant.
fn load_from(ctx: &mut Context, constant: Constant, offset: u64, ty: Type) -> Option<Constant> {
    let mut constant = constant;
    let mut offset = offset;
    // Descend to the member of the wanted type.
    for _ in 0..64 {
        let own = ctx.constants.ty(constant);
        if offset == 0 && own == ty {
            return Some(constant);
        }
        match ctx.constants.data(constant) {
            ConstantData::Zero(_) => return Some(ctx.const_zero(ty)),
            ConstantData::Undef(_) => return Some(ctx.const_undef(ty)),
            ConstantData::Poison(_) => return Some(ctx.const_poison(ty)),
            _ => {}
        }
        let Some((index, rest)) = member_at(ctx, own, offset) else {
            break;
        };
        let Some(member) = ctx.const_member(constant, index) else {
            break;
        };
        // An access wider than the member reads several of them.
        if rest + ctx.layout.store_size(&ctx.types, ty)
            > ctx.layout.size(&ctx.types, ctx.constants.ty(member))
        {
            break;
        }
        constant = member;
        offset = rest;
    }
    load_bits(ctx, constant, offset, ty)
}

fn member_at(ctx: &Context, ty: Type, offset: u64) -> Option<(u64, u64)> {
    match *ctx.types.data(ty) {
        TypeData::Array(element, count) => {
            let size = ctx.layout.size(&ctx.types, element).max(1);
            (offset / size < count).then_some((offset / size, offset % size))
        }
        TypeData::Vector(element, count) => {
            let bits = ctx.layout.bits(&ctx.types, element);
            let size = bits / 8;
            (bits.is_multiple_of(8) && size > 0 && offset / size < u64::from(count))
                .then(|| (offset / size, offset % size))
        }
        _ => {
            let fields = ctx.types.struct_fields(ty)?.0;
            (0..fields.len()).rev().find_map(|index| {
                let start = ctx.layout.field_offset(&ctx.types, ty, index)?;
                let end = start + ctx.layout.size(&ctx.types, fields[index]);
                (start <= offset && offset < end).then(|| (index as u64, offset - start))
            })
        }
    }
}

/// Loads a scalar or vector of whole bytes from the byte image of a constant.
fn load_bits(ctx: &mut Context, constant: Constant, offset: u64, ty: Type) -> Option<Constant> {
    let scalar_ty = ctx.types.scalar(ty);
    if ctx.types.is_ptr(scalar_ty) {
        return None;
    }
    let width = ctx.scalar_kind(scalar_ty)?.bits();
    if !width.is_multiple_of(8) {
        return None;
    }
    let size = u64::from(width / 8);
    let count = ctx.types.vector_parts(ty).map_or(1, |p| u64::from(p.1));
    let mut elements = Vec::new();
    for lane in 0..count {
        let mut value = 0u128;
        for byte in 0..size {
            let Outcome::Value(b) = byte_at(ctx, constant, offset + lane * size + byte)? else {
                return None;
            };
            value |= b << (8 * byte);
        }
        elements.push(ctx.const_from_bits(scalar_ty, value)?);
    }
    Some(if ctx.types.is_vector(ty) {
        ctx.const_aggregate(ty, &elements)
    } else {
        elements[0]
    })
}

fn byte_at(ctx: &mut Context, mut constant: Constant, mut offset: u64) -> Option<Outcome> {
    for _ in 0..64 {
        match ctx.constants.data(constant) {
            ConstantData::Zero(_) | ConstantData::Null(_) => return Some(Outcome::Value(0)),
            ConstantData::Undef(_) | ConstantData::Poison(_) => return Some(Outcome::Poison),
            ConstantData::Bytes(_, bytes) => {
                return Some(Outcome::Value(u128::from(*bytes.get(offset as usize)?)));
            }
            ConstantData::Int(ty, value) => {
                let bits = ctx.types.int_bits(*ty)?;
                return (bits.is_multiple_of(8) && offset < u64::from(bits / 8))
                    .then(|| Outcome::Value(*value >> (8 * offset) & 0xff));
            }
            ConstantData::Float(_, bits) => {
                return (offset < 8).then(|| Outcome::Value(u128::from(*bits >> (8 * offset) & 0xff)));
            }
            ConstantData::Aggregate(ty, _) => {
                let ty = *ty;
                // Padding.
                let Some((index, rest)) = member_at(ctx, ty, offset) else {
                    return Some(Outcome::Poison);
                };
                constant = ctx.const_member(constant, index)?;
                offset = rest;
            }
            _ => return None,
        }
    }
    None
}
