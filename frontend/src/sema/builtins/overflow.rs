//! Calls of `__builtin_sadd_overflow` and its relatives, which store the result through a pointer and return whether it
//! overflowed, and of `__builtin_addc` and its relatives, which store a carry and return the result.

use crate::ast::Expr;
use crate::ast::operations::{Arithmetic, Op};
use crate::builtins::overflow::{any_overflow, overflow_builtin, with_carry};
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Ty};
use wavec_support::Span;

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
