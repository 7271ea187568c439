//! Calls of `vload`, `vstore` and their kin, and the copies of a whole work-group.

use crate::ast::operations::Op;
use crate::ast::{Expr, ExprKind};
use crate::builtins::memory::MemoryFamily;
use crate::sema::Sema;
use crate::sema::convert::Why;
use crate::types::{QualType, Scalar, Space, Ty};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// A call of a `vload` or `vstore`.
    pub(super) fn vector_memory(
        &mut self,
        name: &str,
        family: MemoryFamily,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> &'a Expr<'a> {
        let expected = if family.store { 3 } else { 2 };
        if !self.check_count(args, expected, span) {
            return self.error_expr(span);
        }
        let first = family.store as usize;
        let pointer = self.rvalue(&args[first + 1]);
        let Some(pointee) = self.types.as_pointer(pointer.ty.ty) else {
            return self.no_match(name, args, span);
        };
        let Some(element) = self.types.as_scalar(pointee.ty) else {
            return self.no_match(name, args, span);
        };
        if !self.types.is_int_scalar(args[first].ty.ty) || (family.half && element != Scalar::Half) {
            return self.no_match(name, args, span);
        }
        self.check_conversion(&args[first], QualType::new(Ty::ULONG));
        let offset = self.arithmetic(&args[first], Ty::ULONG);
        if !family.store {
            let scalar = if family.half { Scalar::Float } else { element };
            let ty = self.types.vector(scalar, family.count);
            let op = if family.half {
                Op::VLoadHalf(family.aligned)
            } else {
                Op::VLoad
            };
            return self.operation(op, &[*offset, *pointer], ty, span);
        }
        if pointee.is_const() && !self.in_library {
            self.error(pointer.span, "read-only variable is not assignable");
            return self.error_expr(span);
        }
        let value = self.rvalue(&args[0]);
        let Some((scalar, count)) = self.types.lanes(value.ty.ty) else {
            return self.no_match(name, args, span);
        };
        let wanted = if family.half {
            if count == 1 && !scalar.is_float() {
                Scalar::Float
            } else {
                scalar
            }
        } else {
            element
        };
        if count != family.count || (count > 1 && scalar != wanted) || (family.half && !wanted.is_float()) {
            return self.no_match(name, args, span);
        }
        let value = self.arithmetic(
            value,
            if count == 1 {
                Ty::scalar(wanted)
            } else {
                value.ty.ty
            },
        );
        let op = if family.half {
            Op::VStoreHalf(family.aligned, family.rounding)
        } else {
            Op::VStore
        };
        self.operation(op, &[*value, *offset, *pointer], Ty::VOID, span)
    }

    /// async_work_group[_strided]_copy: a library loop over the elements.
    pub(super) fn async_copy(&mut self, name: &str, args: &'a [Expr<'a>], span: Span) -> &'a Expr<'a> {
        let strided = name == "async_work_group_strided_copy";
        if !self.check_count(args, 4 + strided as usize, span) {
            return self.error_expr(span);
        }
        let (to, from) = (self.rvalue(&args[0]), self.rvalue(&args[1]));
        let pointees = (self.types.as_pointer(to.ty.ty), self.types.as_pointer(from.ty.ty));
        let (Some(to_pointee), Some(from_pointee)) = pointees else {
            return self.no_match(name, args, span);
        };
        let direction = match (to_pointee.space, from_pointee.space) {
            (Space::Local, Space::Global) => "g2l",
            (Space::Global, Space::Local) => "l2g",
            _ => return self.no_match(name, args, span),
        };
        if to_pointee.ty != from_pointee.ty || self.types.lanes(to_pointee.ty).is_none() {
            return self.no_match(name, args, span);
        }
        // Three elements are padded to four.
        let element = match self.types.lanes(to_pointee.ty) {
            Some((scalar, 3)) => self.types.vector(scalar, 4),
            _ => to_pointee.ty,
        };
        let kind = if strided { "strided" } else { "copy" };
        let type_name = self.type_name(QualType::new(element));
        let Some(id) = self.library_function_named(&format!("__async_{kind}_{direction}__{type_name}"))
        else {
            return self.no_match(name, args, span);
        };
        let (to, from) = (
            self.retype_pointer(to, element),
            self.retype_pointer(from, element),
        );
        let mut operands = vec![*to, *from];
        for number in &args[2..3 + strided as usize] {
            operands.push(*self.convert_to(number, QualType::new(Ty::ULONG), Why::Pass));
        }
        self.note_call(id);
        let operands = self.arena.alloc_slice_copy(&operands);
        let call = self.value(ExprKind::Call(id, operands), Ty::VOID, span);
        // The event passed in is returned.
        let event = self.convert_to(&args[3 + strided as usize], QualType::new(Ty::EVENT), Why::Pass);
        self.value(ExprKind::Comma(call, event), Ty::EVENT, span)
    }
}
