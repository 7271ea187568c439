//! `__builtin_sadd_overflow` and its relatives, which store the result through a pointer and return whether it
//! overflowed, and `__builtin_addc` and its relatives, which store a carry and return the result.

use super::Op;
use crate::ast::Expr;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Ty};
use wavec_support::Span;

/// The intrinsic and the type of `__builtin_NAME`: `s` or `u`, the operation, `l` for 64 bits, `_overflow`.
fn overflow_builtin(name: &str) -> Option<(&'static str, Scalar)> {
    let rest = name.strip_suffix("_overflow")?;
    let (intrinsic, length) = match rest.get(..4)? {
        "sadd" => ("llvm.sadd.with.overflow", &rest[4..]),
        "ssub" => ("llvm.ssub.with.overflow", &rest[4..]),
        "smul" => ("llvm.smul.with.overflow", &rest[4..]),
        "uadd" => ("llvm.uadd.with.overflow", &rest[4..]),
        "usub" => ("llvm.usub.with.overflow", &rest[4..]),
        "umul" => ("llvm.umul.with.overflow", &rest[4..]),
        _ => return None,
    };
    let scalar = match (rest.starts_with('s'), length) {
        (true, "") => Scalar::Int,
        (true, "l") => Scalar::Long,
        (false, "") => Scalar::UInt,
        (false, "l") => Scalar::ULong,
        _ => return None,
    };
    Some((intrinsic, scalar))
}

/// What the builtins do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

/// The operation of `__builtin_NAME` on integers of any types: `add_overflow`, `sub_overflow`, `mul_overflow`.
fn any_overflow(name: &str) -> Option<Arithmetic> {
    Some(match name {
        "add_overflow" => Arithmetic::Add,
        "sub_overflow" => Arithmetic::Subtract,
        "mul_overflow" => Arithmetic::Multiply,
        _ => return None,
    })
}

/// The operation and type of `__builtin_NAME` with a carry: `addc` or `subc`, then the type's letters.
fn with_carry(name: &str) -> Option<(Arithmetic, Scalar)> {
    let (operation, letters) = match name.strip_prefix("addc") {
        Some(letters) => (Arithmetic::Add, letters),
        None => (Arithmetic::Subtract, name.strip_prefix("subc")?),
    };
    let scalar = match letters {
        "b" => Scalar::UChar,
        "s" => Scalar::UShort,
        "" => Scalar::UInt,
        "l" | "ll" => Scalar::ULong,
        _ => return None,
    };
    Some((operation, scalar))
}

/// Whether `__builtin_NAME` is one of these.
pub(super) fn is_overflow_builtin(name: &str) -> bool {
    overflow_builtin(name).is_some() || any_overflow(name).is_some() || with_carry(name).is_some()
}

impl<'a> Sema<'_, 'a> {
    /// A call of `full_name`, which is `__builtin_NAME`; `None` if it is not one of these.
    pub(super) fn arithmetic_call(
        &mut self,
        full_name: &str,
        name: &str,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        if let Some(kind) = overflow_builtin(name) {
            return Some(self.overflow_call(full_name, kind, args, span));
        }
        if let Some((operation, scalar)) = with_carry(name) {
            return Some(self.carry_call(full_name, operation, Ty::scalar(scalar), args, span));
        }
        let operation = any_overflow(name)?;
        if !self.check_count(args, 3, span) {
            return Some(self.error_expr(span));
        }
        let operands = [0, 1, 2].map(|index| *self.rvalue(&args[index]));
        let to = self.types.as_pointer(operands[2].ty.ty).map(|to| to.ty);
        let is_number = |ty: Ty| {
            let scalar = self.types.as_scalar(ty);
            scalar.is_some_and(|scalar| scalar.is_int() && scalar != Scalar::Bool)
        };
        if !is_number(operands[0].ty.ty) || !is_number(operands[1].ty.ty) || !to.is_some_and(is_number) {
            return Some(self.no_match(full_name, args, span));
        }
        Some(self.operation(Op::AnyOverflow(operation), &operands, Ty::BOOL, span))
    }

    fn carry_call(
        &mut self,
        name: &str,
        operation: Arithmetic,
        ty: Ty,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> &'a Expr<'a> {
        if !self.check_count(args, 4, span) {
            return self.error_expr(span);
        }
        let numbers = [0, 1, 2].map(|index| *self.convert_to(&args[index], QualType::new(ty), Why::Pass));
        let place = *self.rvalue(&args[3]);
        if self.types.as_pointer(place.ty.ty).map(|to| to.ty) != Some(ty) {
            return self.no_match(name, args, span);
        }
        let [left, right, carry] = numbers;
        self.operation(Op::WithCarry(operation), &[left, right, carry, place], ty, span)
    }

    /// A call of such a builtin, whose name is `name`.
    fn overflow_call(
        &mut self,
        name: &str,
        (intrinsic, scalar): (&'static str, Scalar),
        args: &'a [Expr<'a>],
        span: Span,
    ) -> &'a Expr<'a> {
        if !self.check_count(args, 3, span) {
            return self.error_expr(span);
        }
        let ty = Ty::scalar(scalar);
        let left = *self.convert_to(&args[0], QualType::new(ty), Why::Pass);
        let right = *self.convert_to(&args[1], QualType::new(ty), Why::Pass);
        let place = *self.rvalue(&args[2]);
        let wanted = self.types.as_pointer(place.ty.ty).map(|to| to.ty);
        if wanted != Some(ty) {
            return self.no_match(name, args, span);
        }
        self.operation(Op::WithOverflow(intrinsic), &[left, right, place], Ty::BOOL, span)
    }
}
