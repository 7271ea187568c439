//! Binary, unary and conditional operators.

use super::Sema;
use super::constant_eval::{fold_binary, fold_unary};
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, UnaryOp};
use crate::types::{QualType, Scalar, Space, Ty};
use crate::warnings::Warning;
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    pub(super) fn invalid_operands(&mut self, left: &Expr<'a>, right: &Expr<'a>, span: Span) -> &'a Expr<'a> {
        let message = format!(
            "invalid operands to binary expression ('{}' and '{}')",
            self.type_name(left.ty.unqualified()),
            self.type_name(right.ty.unqualified())
        );
        self.error(span, message);
        self.error_expr(span)
    }

    /// `left op right`; `at` is the operator's position.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        at: Span,
    ) -> &'a Expr<'a> {
        let left = self.rvalue(left);
        let right = self.rvalue(right);
        let span = Span {
            start: left.span.to(right.span).start,
            ..at.to(left.span).to(right.span)
        };
        if left.ty.ty == Ty::ERROR || right.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        // The old value of a compound assignment is not an operand as it is written.
        if !super::checks::is_old_value(left) {
            self.check_binary(op, left, right, at);
        }
        let result = match op {
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => self.logical(op, left, right, span),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, left, right, span),
            _ if op.is_comparison() => self.comparison(op, left, right, span),
            _ => self.arithmetic_operator(op, left, right, span),
        };
        match result {
            Some(expr) => self.fold(expr),
            None => self.invalid_operands(left, right, at),
        }
    }

    /// Replaces an operator on literals by a literal.
    pub(super) fn fold(&mut self, expr: &'a Expr<'a>) -> &'a Expr<'a> {
        let value = match expr.kind {
            ExprKind::Binary(op, a, b) => {
                self.check_overflow(expr);
                let (Some(x), Some(y)) = (self.literal(a), self.literal(b)) else {
                    return expr;
                };
                let (Some(from), Some(to)) =
                    (self.types.as_scalar(a.ty.ty), self.types.as_scalar(expr.ty.ty))
                else {
                    return expr;
                };
                fold_binary(op, x, y, from, to, 1)
            }
            ExprKind::Unary(op, a) => {
                self.check_overflow(expr);
                let Some(x) = self.literal(a) else { return expr };
                let (Some(from), Some(to)) =
                    (self.types.as_scalar(a.ty.ty), self.types.as_scalar(expr.ty.ty))
                else {
                    return expr;
                };
                fold_unary(op, x, from, to, 1)
            }
            _ => None,
        };
        match value.and_then(|value| self.literal_kind(value, expr.ty.ty)) {
            Some(kind) => {
                let folded = match expr.kind {
                    ExprKind::Binary(op, ..) => Some(op),
                    _ => None,
                };
                self.arena.alloc(Expr {
                    kind,
                    folded,
                    depth: 1,
                    ..*expr
                })
            }
            None => expr,
        }
    }

    fn logical(
        &mut self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        let vector = self
            .types
            .as_vector(left.ty.ty)
            .or(self.types.as_vector(right.ty.ty));
        if vector.is_some() {
            let (left, right, ty) = self.usual_arithmetic(left, right)?;
            let (scalar, count) = self.types.as_vector(ty)?;
            if scalar.is_float() && !self.has_float_vector_logic() {
                return None;
            }
            let ty = self.types.vector(scalar.to_signed(), count);
            return Some(self.value(ExprKind::Binary(op, left, right), ty, span));
        }
        if !self.types.is_scalar(left.ty.ty) || !self.types.is_scalar(right.ty.ty) {
            return None;
        }
        for operand in [left, right] {
            self.check_truth(operand);
        }
        Some(self.value(ExprKind::Binary(op, left, right), Ty::INT, span))
    }

    /// Whether `&&`, `||` and `!` take floating-point vectors: since OpenCL C 1.2.
    fn has_float_vector_logic(&self) -> bool {
        self.in_library || self.options.cl_std.version() >= 120
    }

    pub(super) fn shift(
        &mut self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        let (a, n) = self.types.lanes(left.ty.ty)?;
        let (b, m) = self.types.lanes(right.ty.ty)?;
        if !a.is_int() || !b.is_int() || (n == 1 && m > 1) || (m > 1 && n != m) {
            return None;
        }
        let (left, ty) = if n == 1 {
            let left = self.promote(left);
            (left, left.ty.ty)
        } else {
            (left, left.ty.ty)
        };
        self.check_shift_count(left, right);
        // The shift amount in the type of the left operand: only its low bits matter.
        let right = self.arithmetic(right, ty);
        Some(self.value(ExprKind::Binary(op, left, right), ty, span))
    }

    fn comparison(
        &mut self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        if let (Some(_), Some(_)) = (self.types.lanes(left.ty.ty), self.types.lanes(right.ty.ty)) {
            let written = [left, right];
            let (left, right, ty) = self.usual_arithmetic(left, right)?;
            self.check_compared(written, ty);
            let result = match self.types.as_vector(ty) {
                Some((scalar, count)) => self.types.vector(scalar.to_signed(), count),
                None => Ty::INT,
            };
            return Some(self.value(ExprKind::Binary(op, left, right), result, span));
        }
        let (left, right) = self.common_pointer(left, right, true)?;
        Some(self.value(ExprKind::Binary(op, left, right), Ty::INT, span))
    }

    /// Converts two pointers (or a pointer and null) to one type.
    fn common_pointer(
        &mut self,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        comparing: bool,
    ) -> Option<(&'a Expr<'a>, &'a Expr<'a>)> {
        let (a, b) = (
            self.types.as_pointer(left.ty.ty),
            self.types.as_pointer(right.ty.ty),
        );
        match (a, b) {
            (Some(_), _) if self.is_null_constant(right) => {
                Some((left, self.null_pointer(left.ty.ty, right.span)))
            }
            (_, Some(_)) if self.is_null_constant(left) => {
                Some((self.null_pointer(right.ty.ty, left.span), right))
            }
            (Some(x), Some(y)) => {
                if left.ty.ty == right.ty.ty {
                    return Some((left, right));
                }
                let space = if x.space == y.space {
                    x.space
                } else if (x.space == Space::Generic && y.space != Space::Constant)
                    || (y.space == Space::Generic && x.space != Space::Constant)
                {
                    Space::Generic
                } else {
                    let message = format!(
                        "comparison between  ('{}' and '{}') which are pointers to non-overlapping address spaces",
                        self.type_name(left.ty.unqualified()),
                        self.type_name(right.ty.unqualified())
                    );
                    self.error(left.span.to(right.span), message.replace("between  ", "between "));
                    return Some((left, left));
                };
                let target = if y.ty == Ty::VOID && !comparing {
                    y.ty
                } else {
                    x.ty
                };
                let pointee = QualType {
                    ty: target,
                    quals: x.quals | y.quals,
                    space,
                };
                if x.ty != y.ty && x.ty != Ty::VOID && y.ty != Ty::VOID {
                    let what = if comparing {
                        "comparison of distinct pointer types"
                    } else {
                        "pointer type mismatch"
                    };
                    let message = format!(
                        "{what} ('{}' and '{}')",
                        self.type_name(left.ty.unqualified()),
                        self.type_name(right.ty.unqualified())
                    );
                    let at = self.operator_between(left, right);
                    self.warning(Warning::CompareDistinctPointerTypes, at, message);
                }
                let ty = self.types.pointer(pointee);
                Some((
                    self.pointer_to(left, x, ty, space),
                    self.pointer_to(right, y, ty, space),
                ))
            }
            // Integers compare with pointers as addresses.
            (Some(_), None) if comparing && self.types.is_int_scalar(right.ty.ty) => {
                let left = self.value(ExprKind::Cast(CastKind::PointerToInt, left), Ty::ULONG, left.span);
                Some((left, self.arithmetic(right, Ty::ULONG)))
            }
            (None, Some(_)) if comparing && self.types.is_int_scalar(left.ty.ty) => {
                let right = self.value(
                    ExprKind::Cast(CastKind::PointerToInt, right),
                    Ty::ULONG,
                    right.span,
                );
                Some((self.arithmetic(left, Ty::ULONG), right))
            }
            _ => None,
        }
    }

    fn pointer_to(&mut self, expr: &'a Expr<'a>, pointee: QualType, ty: Ty, space: Space) -> &'a Expr<'a> {
        if expr.ty.ty == ty {
            return expr;
        }
        let kind = if pointee.space == space {
            CastKind::Pointer
        } else {
            CastKind::AddressSpace
        };
        self.value(ExprKind::Cast(kind, expr), ty, expr.span)
    }

    fn arithmetic_operator(
        &mut self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        span: Span,
    ) -> Option<&'a Expr<'a>> {
        if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            let (a, b) = (
                self.types.as_pointer(left.ty.ty),
                self.types.as_pointer(right.ty.ty),
            );
            match (a, b) {
                (Some(pointee), None) if self.types.is_int_scalar(right.ty.ty) => {
                    return Some(self.pointer_offset(op, left, pointee, right, span));
                }
                (None, Some(pointee)) if op == BinaryOp::Add && self.types.is_int_scalar(left.ty.ty) => {
                    return Some(self.pointer_offset(op, right, pointee, left, span));
                }
                (Some(x), Some(y)) if op == BinaryOp::Sub => {
                    let overlap = x.space == y.space
                        || (x.space == Space::Generic && y.space != Space::Constant)
                        || (y.space == Space::Generic && x.space != Space::Constant);
                    if !overlap {
                        let message = format!(
                            "arithmetic operation with operands of type ('{}' and '{}') which are pointers to non-overlapping address spaces",
                            self.type_name(left.ty.unqualified()),
                            self.type_name(right.ty.unqualified())
                        );
                        self.error(span, message);
                        return Some(self.error_expr(span));
                    }
                    if x.ty != y.ty && !self.in_library {
                        let message = format!(
                            "'{}' and '{}' are not pointers to compatible types",
                            self.type_name(left.ty.unqualified()),
                            self.type_name(right.ty.unqualified())
                        );
                        self.error(span, message);
                        return Some(self.error_expr(span));
                    }
                    let (left, right) = self.common_pointer(left, right, true)?;
                    return Some(self.value(ExprKind::Binary(op, left, right), Ty::LONG, span));
                }
                (None, None) => {}
                _ => return None,
            }
        }
        let written = [left, right];
        let (left, right, ty) = self.usual_arithmetic(left, right)?;
        for operand in written {
            self.check_conversion(operand, QualType::new(ty));
        }
        let (scalar, _) = self.types.lanes(ty)?;
        let int_only = matches!(op, BinaryOp::Rem | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if int_only && scalar.is_float() {
            return None;
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) && matches!(right.kind, ExprKind::Int(0)) {
            let word = if op == BinaryOp::Div {
                "division"
            } else {
                "remainder"
            };
            let at = self.operator_between(left, right);
            self.warning(
                Warning::DivisionByZero,
                at,
                format!("{word} by zero is undefined"),
            );
        }
        Some(self.value(ExprKind::Binary(op, left, right), ty, span))
    }

    pub(super) fn pointer_offset(
        &mut self,
        op: BinaryOp,
        pointer: &'a Expr<'a>,
        pointee: QualType,
        offset: &'a Expr<'a>,
        span: Span,
    ) -> &'a Expr<'a> {
        if pointee.ty != Ty::VOID && !self.types.is_complete(pointee.ty) {
            return self.type_error(
                span,
                span,
                ("arithmetic on a pointer to an incomplete type ", pointee, ""),
            );
        }
        let offset = self.promote(offset);
        self.value(ExprKind::Binary(op, pointer, offset), pointer.ty.ty, span)
    }

    /// `op operand`, for `-`, `+` (no operation), `~` and `!`.
    pub fn unary(&mut self, op: Option<UnaryOp>, operand: &'a Expr<'a>, span: Span) -> &'a Expr<'a> {
        let operand = self.rvalue(operand);
        if operand.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        let lanes = self.types.lanes(operand.ty.ty);
        let result = match (op, lanes) {
            (Some(UnaryOp::LogicalNot), Some((scalar, count)))
                if count > 1 && (!scalar.is_float() || self.has_float_vector_logic()) =>
            {
                let ty = self.types.vector(scalar.to_signed(), count);
                Some(self.value(ExprKind::Unary(UnaryOp::LogicalNot, operand), ty, span))
            }
            (Some(UnaryOp::LogicalNot), _) if self.types.is_scalar(operand.ty.ty) => {
                self.check_truth(operand);
                Some(self.value(ExprKind::Unary(UnaryOp::LogicalNot, operand), Ty::INT, span))
            }
            (Some(UnaryOp::Not), Some((scalar, _))) if scalar.is_float() => None,
            (Some(UnaryOp::LogicalNot), _) => None,
            (_, Some(_)) => {
                let operand = self.promote(operand);
                Some(match op {
                    Some(op) => self.value(ExprKind::Unary(op, operand), operand.ty.ty, span),
                    None => self.value(ExprKind::Cast(CastKind::Same, operand), operand.ty.ty, span),
                })
            }
            _ => None,
        };
        match result {
            Some(expr) => self.fold(expr),
            None => self.type_error(
                span,
                span,
                (
                    "invalid argument type ",
                    operand.ty.unqualified(),
                    " to unary expression",
                ),
            ),
        }
    }

    /// Checks a condition of `if`, loops and the like: it must be a scalar.
    pub fn condition(&mut self, expr: &'a Expr<'a>) -> &'a Expr<'a> {
        let expr = self.rvalue(expr);
        if expr.ty.ty != Ty::ERROR && !self.types.is_scalar(expr.ty.ty) {
            return self.type_error(
                expr.span,
                expr.span,
                (
                    "statement requires expression of scalar type (",
                    expr.ty.unqualified(),
                    " invalid)",
                ),
            );
        }
        self.check_condition(expr);
        self.check_truth(expr);
        expr
    }

    /// `condition ? a : b`
    pub fn conditional(
        &mut self,
        condition: &'a Expr<'a>,
        a: &'a Expr<'a>,
        b: &'a Expr<'a>,
        at: Span,
    ) -> &'a Expr<'a> {
        let condition = self.rvalue(condition);
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        let span = condition.span.to(b.span);
        if [condition, a, b].iter().any(|e| e.ty.ty == Ty::ERROR) {
            return self.error_expr(span);
        }
        if let Some((condition_scalar, count)) = self.types.as_vector(condition.ty.ty) {
            return self.vector_conditional(condition, condition_scalar, count, a, b, at);
        }
        if self
            .types
            .as_scalar(condition.ty.ty)
            .is_some_and(Scalar::is_float)
            && !self.in_library
        {
            return self.type_error(
                condition.span,
                span,
                (
                    "used type ",
                    condition.ty.unqualified(),
                    " where floating point type is not allowed",
                ),
            );
        }
        if !self.types.is_scalar(condition.ty.ty) {
            return self.type_error(
                condition.span,
                span,
                (
                    "used type ",
                    condition.ty.unqualified(),
                    " where arithmetic or pointer type is required",
                ),
            );
        }
        let both_arithmetic = self.types.lanes(a.ty.ty).is_some() && self.types.lanes(b.ty.ty).is_some();
        let arms = if both_arithmetic {
            self.usual_arithmetic(a, b)
        } else if a.ty.ty == b.ty.ty {
            Some((a, b, a.ty.ty))
        } else if a.ty.ty == Ty::VOID || b.ty.ty == Ty::VOID {
            let a = self.value(ExprKind::Cast(CastKind::ToVoid, a), Ty::VOID, a.span);
            let b = self.value(ExprKind::Cast(CastKind::ToVoid, b), Ty::VOID, b.span);
            Some((a, b, Ty::VOID))
        } else {
            self.common_pointer(a, b, false).map(|(a, b)| (a, b, a.ty.ty))
        };
        let Some((a, b, ty)) = arms else {
            return self.incompatible_arms(a, b, at, span);
        };
        let parts = self.arena.alloc([*condition, *a, *b]);
        self.value(ExprKind::Conditional(parts), ty, span)
    }

    fn incompatible_arms(&mut self, a: &Expr<'a>, b: &Expr<'a>, at: Span, span: Span) -> &'a Expr<'a> {
        let message = format!(
            "incompatible operand types ('{}' and '{}')",
            self.type_name(a.ty.unqualified()),
            self.type_name(b.ty.unqualified())
        );
        self.error(at, message);
        self.error_expr(span)
    }

    fn vector_conditional(
        &mut self,
        condition: &'a Expr<'a>,
        scalar: Scalar,
        count: u32,
        a: &'a Expr<'a>,
        b: &'a Expr<'a>,
        at: Span,
    ) -> &'a Expr<'a> {
        let span = condition.span.to(b.span);
        if !scalar.is_int() {
            return self.type_error(
                condition.span,
                span,
                (
                    "used type ",
                    condition.ty.unqualified(),
                    " where integer is required",
                ),
            );
        }
        let Some((a, b, ty)) = self.usual_arithmetic(a, b) else {
            return self.incompatible_arms(a, b, at, span);
        };
        let Some((element, lanes)) = self.types.lanes(ty) else {
            return self.error_expr(span);
        };
        let (a, b, ty) = if lanes == 1 {
            let ty = self.types.vector(element, count);
            (self.arithmetic(a, ty), self.arithmetic(b, ty), ty)
        } else {
            (a, b, ty)
        };
        let lanes = self.types.lanes(ty).map_or(0, |l| l.1);
        if lanes != count || element.size() != scalar.size() {
            let what = if lanes != count {
                "the same number of elements"
            } else {
                "elements of the same size"
            };
            let message = format!(
                "vector condition type '{}' and result type '{}' do not have {what}",
                self.type_name(condition.ty.unqualified()),
                self.type_name(QualType::new(ty))
            );
            self.error(at, message);
            return self.error_expr(span);
        }
        let parts = self.arena.alloc([*condition, *a, *b]);
        self.value(ExprKind::VectorSelect(parts), ty, span)
    }

    /// `right`, before which `effects` is evaluated: an operand of a builtin function of which only the effects matter.
    pub fn after_effects(&mut self, effects: &'a Expr<'a>, right: &'a Expr<'a>) -> &'a Expr<'a> {
        let effects = self.value(ExprKind::Cast(CastKind::ToVoid, effects), Ty::VOID, effects.span);
        self.comma(effects, right)
    }

    /// `left, right`
    pub fn comma(&mut self, left: &'a Expr<'a>, right: &'a Expr<'a>) -> &'a Expr<'a> {
        let right = self.rvalue(right);
        let span = left.span.to(right.span);
        if right.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        self.value(ExprKind::Comma(left, right), right.ty.ty, span)
    }
}
