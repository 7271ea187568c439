//! Calls of `__builtin_sadd_overflow` and its relatives: they store the result through a pointer and return whether it
//! overflowed.

use crate::ast::Expr;
use crate::ast::operations::Op;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Ty};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// A call of such a builtin, whose name is `name`.
    pub(super) fn overflow_call(
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
