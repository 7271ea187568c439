//! `__builtin_sadd_overflow` and its relatives: they store the result through a pointer and return whether it
//! overflowed.

use super::Op;
use crate::ast::Expr;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Ty};
use wavec_support::Span;

/// The intrinsic and the type of `__builtin_NAME`: `s` or `u`, the operation, `l` for 64 bits, `_overflow`.
pub(super) fn overflow_builtin(name: &str) -> Option<(&'static str, Scalar)> {
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
