//! Extracting, replacing and shuffling parts of constant vectors and aggregates.

use super::Element;
use crate::context::Context;
use crate::entities::Constant;
use smallvec::SmallVec;

/// `extractelement`; an index out of range gives poison.
pub fn fold_extract_element(ctx: &mut Context, vector: Constant, index: Constant) -> Option<Constant> {
    let (element, count) = ctx.types.vector_parts(ctx.constants.ty(vector))?;
    match ctx.element(index) {
        Element::Bits(index) if index < u128::from(count) => ctx.const_member(vector, index as u64),
        Element::Bits(_) | Element::Poison => Some(ctx.const_poison(element)),
        Element::Other => None,
    }
}

/// `insertelement`; an index out of range gives poison.
pub fn fold_insert_element(
    ctx: &mut Context,
    vector: Constant,
    element: Constant,
    index: Constant,
) -> Option<Constant> {
    let ty = ctx.constants.ty(vector);
    let (_, count) = ctx.types.vector_parts(ty)?;
    match ctx.element(index) {
        Element::Bits(index) if index < u128::from(count) => {
            replace_member(ctx, vector, u64::from(count), index as u64, element)
        }
        Element::Bits(_) | Element::Poison => Some(ctx.const_poison(ty)),
        Element::Other => None,
    }
}

fn replace_member(
    ctx: &mut Context,
    aggregate: Constant,
    count: u64,
    index: u64,
    member: Constant,
) -> Option<Constant> {
    // Large arrays are not worth copying.
    if count > 4096 {
        return None;
    }
    let members: Option<Vec<Constant>> = (0..count)
        .map(|i| {
            if i == index {
                Some(member)
            } else {
                ctx.const_member(aggregate, i)
            }
        })
        .collect();
    let ty = ctx.constants.ty(aggregate);
    Some(ctx.const_aggregate(ty, &members?))
}

/// `shufflevector`; `u32::MAX` in the mask gives poison.
pub fn fold_shuffle(ctx: &mut Context, a: Constant, b: Constant, mask: &[u32]) -> Option<Constant> {
    let (element, count) = ctx.types.vector_parts(ctx.constants.ty(a))?;
    let mut members: SmallVec<[Constant; 8]> = SmallVec::new();
    for &index in mask {
        members.push(match index {
            u32::MAX => ctx.const_poison(element),
            _ if index < count => ctx.const_member(a, u64::from(index))?,
            _ if index < 2 * count => ctx.const_member(b, u64::from(index - count))?,
            _ => return None,
        });
    }
    let ty = ctx.types.vector(element, mask.len() as u32);
    Some(ctx.const_aggregate(ty, &members))
}

/// `extractvalue`
pub fn fold_extract_value(ctx: &mut Context, aggregate: Constant, indices: &[u32]) -> Option<Constant> {
    let mut value = aggregate;
    for &index in indices {
        value = ctx.const_member(value, u64::from(index))?;
    }
    Some(value)
}

/// `insertvalue`
pub fn fold_insert_value(
    ctx: &mut Context,
    aggregate: Constant,
    member: Constant,
    indices: &[u32],
) -> Option<Constant> {
    let Some((&index, rest)) = indices.split_first() else {
        return Some(member);
    };
    let ty = ctx.constants.ty(aggregate);
    let count = match ctx.types.array_parts(ty) {
        Some((_, count)) => count,
        None => ctx.types.struct_fields(ty)?.0.len() as u64,
    };
    let inner = ctx.const_member(aggregate, u64::from(index))?;
    let inner = fold_insert_value(ctx, inner, member, rest)?;
    replace_member(ctx, aggregate, count, u64::from(index), inner)
}
