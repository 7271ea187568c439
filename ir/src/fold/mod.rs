//! Folding operations on constants, bit for bit as LLVM does.
//!
//! Every function gives `None` if it cannot fold (an operand is the address of something, ...). `undef` operands are
//! taken as zero, which is one of the values they may have; undefined behaviour gives poison.

mod aggregate;
mod cast;
pub mod environment;
pub mod float;
mod inst;
mod intrinsics;
mod memory;
pub mod scalar;

use crate::constant::{ConstantData, ConstantExpr};
use crate::context::Context;
use crate::entities::{Constant, Type};
use crate::inst::{FloatPredicate, InstFlags, IntPredicate, Opcode};
use crate::intrinsics::{IntrinsicId, id};
use crate::types::TypeData;
pub use aggregate::{
    fold_extract_element, fold_extract_value, fold_insert_element, fold_insert_value, fold_shuffle,
};
pub use cast::{cast_scalar, fold_cast};
use float::FloatKind;
pub use inst::fold_inst;
pub use intrinsics::{Arg, Results, Scalar, is_elementwise, reduce, scalar_intrinsic};
pub use memory::{constant_offset, fold_gep, fold_load, pointer_base_and_offset};
pub use scalar::Outcome;
use smallvec::SmallVec;

/// A scalar constant as a folder sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    Bits(u128),
    Poison,
    /// An address or expression.
    Other,
}

impl Context {
    /// The scalar kind of an integer, byte, floating-point or pointer type.
    pub fn scalar_kind(&self, ty: Type) -> Option<Scalar> {
        match *self.types.data(ty) {
            TypeData::Int(bits) | TypeData::Byte(bits) => Some(Scalar::Int(bits)),
            TypeData::Ptr(space) => Some(Scalar::Int(self.layout.pointer(space).bits)),
            _ => FloatKind::of(ty).map(Scalar::Float),
        }
    }

    /// A scalar constant of type `ty` from its bits; `None` for a pointer that is not null.
    pub fn const_from_bits(&mut self, ty: Type, bits: u128) -> Option<Constant> {
        match self.types.data(ty) {
            TypeData::Int(_) | TypeData::Byte(_) => Some(self.const_int(ty, bits)),
            TypeData::Ptr(_) => {
                if bits == 0 {
                    return Some(self.const_zero(ty));
                }
                let width = self.layout.pointer(self.types.address_space(ty)?).bits;
                let int = self.types.int(width.min(128));
                let value = self.const_int(int, bits);
                Some(self.const_expr(Opcode::IntToPtr, ty, &[value]))
            }
            _ => {
                FloatKind::of(ty)?;
                Some(self.const_float_bits(ty, bits as u64))
            }
        }
    }

    /// Whether it is an integer too wide for a 128-bit constant.
    fn is_wide_int(&self, ty: Type) -> bool {
        self.types.int_bits(ty).is_some_and(|bits| bits > 128)
    }

    /// A constant expression without flags.
    pub fn const_expr(&mut self, opcode: Opcode, ty: Type, args: &[Constant]) -> Constant {
        let expr = ConstantExpr {
            opcode,
            ty,
            flags: InstFlags::empty(),
            source_ty: Type::VOID,
            args: args.into(),
        };
        self.constants.intern(ConstantData::Expr(Box::new(expr)))
    }

    fn element(&self, constant: Constant) -> Element {
        match self.constants.data(constant) {
            ConstantData::Int(ty, _) | ConstantData::Undef(ty) if self.is_wide_int(*ty) => Element::Other,
            ConstantData::Int(_, value) => Element::Bits(*value),
            ConstantData::Float(_, bits) => Element::Bits(u128::from(*bits)),
            ConstantData::Null(_) => Element::Bits(0),
            ConstantData::Undef(_) => Element::Bits(0),
            ConstantData::Poison(_) => Element::Poison,
            _ => Element::Other,
        }
    }

    /// Whether it is poison, or undef or poison.
    pub fn is_poison(&self, constant: Constant) -> bool {
        matches!(self.constants.data(constant), ConstantData::Poison(_))
    }

    /// Whether it is undef or poison as a whole.
    pub fn is_undef_or_poison(&self, constant: Constant) -> bool {
        matches!(
            self.constants.data(constant),
            ConstantData::Poison(_) | ConstantData::Undef(_)
        )
    }
}

/// Applies `f` to the elements of constants (all vectors, or scalars that are repeated) and collects the results, whose
/// scalar type is `scalar`; poison in, poison out.
fn map_elements(
    ctx: &mut Context,
    args: &[Constant],
    scalar: Type,
    mut f: impl FnMut(&mut Context, &[u128]) -> Option<Outcome>,
) -> Option<Constant> {
    let count = args
        .iter()
        .find_map(|&a| ctx.types.vector_parts(ctx.constants.ty(a)))
        .map(|p| p.1);
    let mut results: SmallVec<[Constant; 8]> = SmallVec::new();
    for lane in 0..count.unwrap_or(1) {
        let mut bits: SmallVec<[u128; 4]> = SmallVec::new();
        let mut poison = false;
        for &arg in args {
            let element = match ctx.types.is_vector(ctx.constants.ty(arg)) {
                true => ctx.const_member(arg, u64::from(lane))?,
                false => arg,
            };
            match ctx.element(element) {
                Element::Bits(value) => bits.push(value),
                Element::Poison => poison = true,
                Element::Other => return None,
            }
        }
        let outcome = if poison { Outcome::Poison } else { f(ctx, &bits)? };
        results.push(match outcome {
            Outcome::Value(value) => ctx.const_from_bits(scalar, value)?,
            // Executing it is undefined behaviour, so any value will do.
            Outcome::Poison | Outcome::Undefined(_) => ctx.const_poison(scalar),
        });
    }
    match count {
        None => Some(results[0]),
        Some(count) => {
            let ty = ctx.types.vector(scalar, count);
            Some(ctx.const_aggregate(ty, &results))
        }
    }
}

fn scalar_of(ctx: &Context, constant: Constant) -> Type {
    ctx.types.scalar(ctx.constants.ty(constant))
}

/// A binary operation.
pub fn fold_binary(
    ctx: &mut Context,
    opcode: Opcode,
    flags: InstFlags,
    a: Constant,
    b: Constant,
) -> Option<Constant> {
    let scalar = scalar_of(ctx, a);
    if let Some(kind) = FloatKind::of(scalar) {
        return map_elements(ctx, &[a, b], scalar, |_, v| {
            let bits = float::float_binary(opcode, kind, v[0] as u64, v[1] as u64);
            Some(Outcome::Value(u128::from(bits)))
        });
    }
    let bits = ctx.types.int_bits(scalar)?;
    let both_undef = |ctx: &Context| {
        [a, b]
            .iter()
            .all(|&c| matches!(ctx.constants.data(c), ConstantData::Undef(_)))
    };
    if matches!(opcode, Opcode::Add | Opcode::Sub | Opcode::And | Opcode::Or) && both_undef(ctx) {
        return Some(a);
    }
    map_elements(ctx, &[a, b], scalar, |_, v| {
        Some(scalar::int_binary(opcode, flags, bits, v[0], v[1]))
    })
}

/// `fneg`
pub fn fold_fneg(ctx: &mut Context, a: Constant) -> Option<Constant> {
    let scalar = scalar_of(ctx, a);
    let kind = FloatKind::of(scalar)?;
    map_elements(ctx, &[a], scalar, |_, v| {
        Some(Outcome::Value(v[0] ^ u128::from(kind.sign())))
    })
}

/// `icmp`
pub fn fold_icmp(ctx: &mut Context, predicate: IntPredicate, a: Constant, b: Constant) -> Option<Constant> {
    use IntPredicate::*;
    let scalar = scalar_of(ctx, a);
    let bits = ctx.scalar_kind(scalar)?.bits();
    if a == b && !ctx.is_undef_or_poison(a) && !ctx.types.is_vector(ctx.constants.ty(a)) {
        return Some(ctx.const_bool(matches!(predicate, Eq | Uge | Ule | Sge | Sle)));
    }
    if ctx.types.is_ptr(scalar)
        && let Some(result) = memory::compare_pointers(ctx, predicate, a, b)
    {
        return Some(ctx.const_bool(result));
    }
    map_elements(ctx, &[a, b], Type::I1, |_, v| {
        Some(Outcome::Value(u128::from(scalar::int_compare(
            predicate, bits, v[0], v[1],
        ))))
    })
}

/// `fcmp`
pub fn fold_fcmp(ctx: &mut Context, predicate: FloatPredicate, a: Constant, b: Constant) -> Option<Constant> {
    let kind = FloatKind::of(scalar_of(ctx, a))?;
    map_elements(ctx, &[a, b], Type::I1, |_, v| {
        let holds = float::float_compare(predicate, kind, v[0] as u64, v[1] as u64);
        Some(Outcome::Value(u128::from(holds)))
    })
}

/// `select`
pub fn fold_select(ctx: &mut Context, condition: Constant, a: Constant, b: Constant) -> Option<Constant> {
    if a == b {
        return Some(a);
    }
    if !ctx.types.is_vector(ctx.constants.ty(condition)) {
        return match ctx.element(condition) {
            Element::Bits(value) => Some(if value != 0 { a } else { b }),
            Element::Poison => Some(ctx.const_poison(ctx.constants.ty(a))),
            Element::Other => None,
        };
    }
    let ty = ctx.constants.ty(a);
    let (element_ty, count) = ctx.types.vector_parts(ty)?;
    let mut members: SmallVec<[Constant; 8]> = SmallVec::new();
    for lane in 0..u64::from(count) {
        let lane_condition = ctx.const_member(condition, lane)?;
        members.push(match ctx.element(lane_condition) {
            Element::Bits(0) => ctx.const_member(b, lane)?,
            Element::Bits(_) => ctx.const_member(a, lane)?,
            Element::Poison => ctx.const_poison(element_ty),
            Element::Other => return None,
        });
    }
    Some(ctx.const_aggregate(ty, &members))
}

/// `freeze`: undef and poison become zero.
pub fn fold_freeze(ctx: &mut Context, a: Constant) -> Option<Constant> {
    let ty = ctx.constants.ty(a);
    match ctx.constants.data(a) {
        ConstantData::Undef(_) | ConstantData::Poison(_) => Some(ctx.const_zero(ty)),
        ConstantData::Aggregate(_, members) => {
            let members = members.clone();
            let frozen: Option<Vec<Constant>> = members.iter().map(|&m| fold_freeze(ctx, m)).collect();
            Some(ctx.const_aggregate(ty, &frozen?))
        }
        ConstantData::Expr(_) => None,
        _ => Some(a),
    }
}

/// A call of a generic intrinsic that only computes; `ret` is its result type.
pub fn fold_intrinsic(
    ctx: &mut Context,
    intrinsic: IntrinsicId,
    ret: Type,
    args: &[Constant],
) -> Option<Constant> {
    if intrinsic == id::IS_CONSTANT {
        return Some(ctx.const_bool(true));
    }
    if is_elementwise(intrinsic) {
        return fold_elementwise(ctx, intrinsic, ret, args);
    }
    if reduce(intrinsic, Scalar::Int(32), 0, 0)
        .or(reduce(intrinsic, Scalar::Float(FloatKind::Float), 0, 0))
        .is_some()
    {
        return fold_reduction(ctx, intrinsic, ret, args);
    }
    None
}

fn fold_reduction(
    ctx: &mut Context,
    intrinsic: IntrinsicId,
    ret: Type,
    args: &[Constant],
) -> Option<Constant> {
    let kind = ctx.scalar_kind(ret)?;
    let (&vector, start) = args.split_last()?;
    let (_, count) = ctx.types.vector_parts(ctx.constants.ty(vector))?;
    let mut result = match start.first() {
        Some(&start) => match ctx.element(start) {
            Element::Bits(bits) => Some(bits),
            _ => return None,
        },
        None => None,
    };
    for lane in 0..u64::from(count) {
        let element = ctx.const_member(vector, lane)?;
        let Element::Bits(bits) = ctx.element(element) else {
            return None;
        };
        result = Some(match result {
            None => bits,
            Some(so_far) => reduce(intrinsic, kind, so_far, bits)?,
        });
    }
    ctx.const_from_bits(ret, result?)
}

fn fold_elementwise(
    ctx: &mut Context,
    intrinsic: IntrinsicId,
    ret: Type,
    args: &[Constant],
) -> Option<Constant> {
    let fields = ctx.types.struct_fields(ret).map(|f| (f.0[0], f.0[1]));
    let kinds: Option<SmallVec<[Scalar; 4]>> =
        args.iter().map(|&a| ctx.scalar_kind(scalar_of(ctx, a))).collect();
    let kinds = kinds?;
    let ret_scalar = ctx.types.scalar(fields.map_or(ret, |f| f.0));
    let ret_kind = ctx.scalar_kind(ret_scalar)?;
    let apply = |values: &[u128]| {
        let scalars: SmallVec<[Arg; 4]> = kinds.iter().copied().zip(values.iter().copied()).collect();
        scalar_intrinsic(intrinsic, ret_kind, &scalars)
    };
    let Some((first_ty, second_ty)) = fields else {
        return map_elements(ctx, args, ret_scalar, |_, v| match apply(v)? {
            Results::One(outcome) => Some(outcome),
            Results::Two(..) => None,
        });
    };
    let member = |ctx: &mut Context, ty: Type, second: bool| {
        let scalar = ctx.types.scalar(ty);
        map_elements(ctx, args, scalar, |_, v| match apply(v)? {
            Results::Two(a, b) => Some(Outcome::Value(if second { b } else { a })),
            Results::One(_) => None,
        })
    };
    let first = member(ctx, first_ty, false)?;
    let second = member(ctx, second_ty, true)?;
    Some(ctx.const_aggregate(ret, &[first, second]))
}

#[cfg(test)]
mod tests;
