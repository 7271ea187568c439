//! Assignments and assignability.

use super::Sema;
use super::convert::Why;
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::types::{Ty, TypeKind};
use crate::warnings::Warning;
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// Whether an assembly statement can write to `target`; reports errors.
    pub fn is_asm_output(&mut self, target: &Expr<'a>) -> bool {
        self.check_assignable(target, target.span) && self.is_asm_operand(target)
    }

    /// Whether a value can be an operand of an assembly statement.
    pub fn is_asm_operand(&mut self, value: &Expr<'a>) -> bool {
        if value.ty.ty == Ty::ERROR {
            return false;
        }
        if self.types.lanes(value.ty.ty).is_some() || self.types.as_pointer(value.ty.ty).is_some() {
            return true;
        }
        let message = format!(
            "a value of type '{}' cannot be an operand of an asm statement",
            self.type_name(value.ty)
        );
        self.error(value.span, message);
        false
    }

    /// Reports an expression that is not assignable; true if it is.
    fn check_assignable(&mut self, target: &Expr<'a>, at: Span) -> bool {
        if target.ty.ty == Ty::ERROR {
            return false;
        }
        if !target.lvalue {
            if let ExprKind::Swizzle(_, lanes) = target.kind {
                let all = lanes.as_slice();
                if (1..all.len()).any(|i| all[..i].contains(&all[i])) {
                    self.error(at, "vector is not assignable (contains duplicate components)");
                    return false;
                }
            }
            self.error(at, "expression is not assignable");
            return false;
        }
        if let TypeKind::Array(..) | TypeKind::IncompleteArray(_) = self.kind(target.ty.ty) {
            let message = format!("array type '{}' is not assignable", self.type_name(target.ty));
            self.error(at, message);
            return false;
        }
        if target.ty.is_const() && !self.in_library {
            let message = match target.kind {
                ExprKind::Var(id) => {
                    let name = self.text(self.var(id).name);
                    format!(
                        "cannot assign to variable '{name}' with const-qualified type '{}'",
                        self.type_name(target.ty)
                    )
                }
                _ => "read-only variable is not assignable".to_string(),
            };
            self.error(at, message);
            return false;
        }
        if !self.types.is_complete(target.ty.ty) {
            let message = format!(
                "incomplete type '{}' is not assignable",
                self.type_name(target.ty)
            );
            self.error(at, message);
            return false;
        }
        true
    }

    /// `target = value`
    pub fn assign(&mut self, target: &'a Expr<'a>, value: &'a Expr<'a>, at: Span) -> &'a Expr<'a> {
        let span = target.span.to(value.span);
        if !self.check_assignable(target, at) {
            return self.error_expr(span);
        }
        if self.types.is_image_or_sampler(target.ty.ty) {
            return self.invalid_operands(target, value, at);
        }
        self.check_assignment(target, value, at);
        let value = self.convert_at(value, target.ty, Why::Assign, at);
        if value.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        self.value(ExprKind::Assign(target, value), target.ty.ty, span)
    }

    /// `target op= value`
    pub fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: &'a Expr<'a>,
        value: &'a Expr<'a>,
        at: Span,
    ) -> &'a Expr<'a> {
        let span = target.span.to(value.span);
        if target.ty.ty == Ty::ERROR || value.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        if !self.check_assignable(target, at) {
            return self.error_expr(span);
        }
        // The operator determines the types; its node is then taken apart again.
        let old = self.arena.alloc(Expr {
            lvalue: false,
            ty: target.ty.unqualified(),
            ..*target
        });
        let result = self.binary(op, old, value, at);
        if result.ty.ty == Ty::ERROR {
            return result;
        }
        let ExprKind::Binary(_, left, right) = result.kind else {
            return self.error_expr(span);
        };
        let compute = left.ty.ty;
        // The result is converted to the target's type as by assignment.
        let target_lanes = self.types.lanes(target.ty.ty);
        let fits = match (target_lanes, self.types.lanes(result.ty.ty)) {
            (Some((_, n)), Some((_, m))) => n == m,
            _ => target.ty.ty == result.ty.ty,
        };
        if !fits {
            let message = format!(
                "assigning to '{}' from incompatible type '{}'",
                self.type_name(target.ty.unqualified()),
                self.type_name(result.ty)
            );
            self.error(at, message);
            return self.error_expr(span);
        }
        if self.warns(Warning::FloatConversion) || self.warns(Warning::ImplicitFloatConversion) {
            self.check_compound_conversion((result.ty, target.ty), value, at);
        }
        self.value(
            ExprKind::CompoundAssign(op, target, right, compute),
            target.ty.ty,
            span,
        )
    }

    /// `++` and `--`; `operator` is their position.
    pub fn increment(
        &mut self,
        up: bool,
        prefix: bool,
        operand: &'a Expr<'a>,
        operator: Span,
    ) -> &'a Expr<'a> {
        let span = operator.to(operand.span);
        if operand.ty.ty == Ty::ERROR || !self.check_assignable(operand, operator) {
            return self.error_expr(span);
        }
        let pointee = self.types.as_pointer(operand.ty.ty);
        let countable = match self.types.lanes(operand.ty.ty) {
            Some((scalar, lanes)) => lanes == 1 || !scalar.is_float(),
            None => pointee.is_some(),
        };
        if !countable {
            let word = if up { "increment" } else { "decrement" };
            let message = format!(
                "cannot {word} value of type '{}'",
                self.type_name(operand.ty.unqualified())
            );
            self.error(operator, message);
            return self.error_expr(span);
        }
        self.value(ExprKind::Increment(up, prefix, operand), operand.ty.ty, span)
    }
}
