//! Operators whose precedence or operands are likely a mistake.

use super::super::Sema;
use super::start_of;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, UnaryOp};
use crate::types::Scalar;
use crate::warnings::Warning;
use wavec_support::{Diagnostic, Span};

/// The operator of an expression that is not in parentheses.
fn bare_operator(expr: &Expr<'_>) -> Option<BinaryOp> {
    match expr.kind {
        _ if expr.in_parentheses => None,
        ExprKind::Binary(op, ..) => Some(op),
        _ => expr.folded,
    }
}

fn is_bitwise(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
}

/// An expression without conversions.
pub(super) fn without_conversions<'e, 'a>(mut expr: &'e Expr<'a>) -> &'e Expr<'a> {
    while let ExprKind::Cast(CastKind::Arithmetic | CastKind::Same | CastKind::ToBool, inner) = expr.kind {
        expr = inner;
    }
    expr
}

impl<'a> Sema<'_, 'a> {
    /// Checks the operands of a binary operator as they were written; `at` is the operator's position.
    pub(in crate::sema) fn check_binary(
        &mut self,
        op: BinaryOp,
        left: &Expr<'a>,
        right: &Expr<'a>,
        at: Span,
    ) {
        if self.in_library {
            return;
        }
        self.check_precedence(op, left, right, at);
        if op.is_comparison() {
            self.check_comparison(op, left, right, at);
        }
    }

    fn check_precedence(&mut self, op: BinaryOp, left: &Expr<'a>, right: &Expr<'a>, at: Span) {
        for (operand, is_left) in [(left, true), (right, false)] {
            let Some(inner) = bare_operator(operand) else {
                continue;
            };
            let (outer, spelling) = (op.spelling(), inner.spelling());
            if is_bitwise(op) && inner.is_comparison() {
                // Of two comparisons truth values are combined.
                let other = if is_left { right } else { left };
                if bare_operator(other).is_some_and(BinaryOp::is_comparison) {
                    continue;
                }
                let message = format!(
                    "{outer} has lower precedence than {spelling}; {spelling} will be evaluated first"
                );
                let note =
                    format!("place parentheses around the '{spelling}' expression to silence this warning");
                let diagnostic = Diagnostic::warning(at, message).with_note(at, note).with_note(
                    at,
                    format!("place parentheses around the {outer} expression to evaluate it first"),
                );
                self.warn(Warning::Parentheses, diagnostic);
                continue;
            }
            let is_additive = matches!(inner, BinaryOp::Add | BinaryOp::Sub);
            let (warning, place, message) = match op {
                BinaryOp::LogicalOr if inner == BinaryOp::LogicalAnd => (
                    Warning::LogicalOpParentheses,
                    self.operator_of(operand),
                    "'&&' within '||'".to_string(),
                ),
                _ if is_bitwise(op) && is_bitwise(inner) && op != inner => (
                    Warning::BitwiseOpParentheses,
                    self.operator_of(operand),
                    format!("'{spelling}' within '{outer}'"),
                ),
                BinaryOp::Shl | BinaryOp::Shr if is_additive => (
                    Warning::ShiftOpParentheses,
                    self.operator_of(operand),
                    format!(
                        "operator '{outer}' has lower precedence than '{spelling}'; '{spelling}' will be evaluated first"
                    ),
                ),
                _ => continue,
            };
            let note =
                format!("place parentheses around the '{spelling}' expression to silence this warning");
            self.warn(
                warning,
                Diagnostic::warning(place, message).with_note(place, note),
            );
        }
        if let ExprKind::Unary(UnaryOp::LogicalNot, operand) = left.kind
            && (op.is_comparison() || op == BinaryOp::And)
            && !left.in_parentheses
            && !self.is_truth_value(right)
            && !self.is_truth_value(operand)
        {
            let place = start_of(left.span);
            let what = match op {
                BinaryOp::And => "bitwise operator",
                _ => "comparison",
            };
            let diagnostic = Diagnostic::warning(
                place,
                format!("logical not is only applied to the left hand side of this {what}"),
            )
            .with_note(
                place,
                format!("add parentheses after the '!' to evaluate the {what} first"),
            )
            .with_note(
                place,
                "add parentheses around left hand side expression to silence this warning",
            );
            self.warn(Warning::LogicalNotParentheses, diagnostic);
        }
    }

    /// The operator's position of a binary expression.
    pub(super) fn operator_of(&self, expr: &Expr<'a>) -> Span {
        match (expr.kind, expr.folded) {
            (ExprKind::Binary(_, left, right) | ExprKind::Assign(left, right), _)
            | (ExprKind::CompoundAssign(_, left, right, _), _) => self.operator_between(left, right),
            (ExprKind::Increment(_, false, _), _) => Span {
                start: expr.span.end.saturating_sub(2),
                ..expr.span
            },
            (ExprKind::Member(..), _) => self.last_name(expr.span),
            (_, Some(op)) => self.operator_in(expr.span, op.spelling()),
            _ if expr.in_parentheses => self.inside_parentheses(expr.span),
            _ => start_of(expr.span),
        }
    }

    /// The position of a member's name: the last one, or that of a macro which stands for all of it.
    fn last_name(&self, whole: Span) -> Span {
        let text = self.spelled(whole).trim_end_matches([')', ' ', '\t', '\n']);
        let name = text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        start_of(Span {
            start: whole.start + name.len() as u32,
            ..whole
        })
    }

    /// The first position after opening parentheses.
    fn inside_parentheses(&self, whole: Span) -> Span {
        let text = self.spelled(whole);
        let inner = text.trim_start_matches(['(', ' ', '\t', '\n']);
        let skipped = match inner.is_empty() {
            true => 0,
            false => text.len() - inner.len(),
        };
        start_of(Span {
            start: whole.start + skipped as u32,
            ..whole
        })
    }

    /// Whether an expression is 0 or 1 because of its operator or type.
    pub(super) fn is_truth_value(&self, expr: &Expr<'a>) -> bool {
        match without_conversions(expr).kind {
            ExprKind::Binary(op, ..) => {
                op.is_comparison() || matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr)
            }
            ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
            _ => self.types.as_scalar(without_conversions(expr).ty.ty) == Some(Scalar::Bool),
        }
    }

    fn check_comparison(&mut self, op: BinaryOp, left: &Expr<'a>, right: &Expr<'a>, at: Span) {
        if self.is_same_object(left, right) && !self.is_float(left) {
            let is_true = matches!(op, BinaryOp::Equal | BinaryOp::LessEqual | BinaryOp::GreaterEqual);
            let message = format!("self-comparison always evaluates to {is_true}");
            self.warning(Warning::TautologicalCompare, at, message);
            return;
        }
        if self.check_constant_comparison(op, left, right, at) {
            return;
        }
        let scalars = (
            self.types.as_scalar(left.ty.ty),
            self.types.as_scalar(right.ty.ty),
        );
        let (Some(a), Some(b)) = scalars else { return };
        if !a.is_int() || !b.is_int() {
            return;
        }
        // The operands are compared as unsigned numbers if their common type is one.
        let common = super::super::convert::common_scalar(
            super::super::convert::promoted(a),
            super::super::convert::promoted(b),
        );
        let signed = match (a.is_signed(), b.is_signed()) {
            (true, false) => left,
            (false, true) => right,
            _ => return,
        };
        let is_constant = self.eval_int_literal(left).is_some() && self.eval_int_literal(right).is_some();
        if common.is_signed() || self.range(signed).is_non_negative || is_constant {
            return;
        }
        // The sign does not matter to equality if the unsigned operand is smaller than the common type.
        let unsigned = if a.is_signed() { right } else { left };
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) && self.range(unsigned).bits < common.bits() {
            return;
        }
        let message = format!(
            "comparison of integers of different signs: '{}' and '{}'",
            self.type_name(left.ty),
            self.type_name(right.ty)
        );
        self.warning(Warning::SignCompare, at, message);
    }

    /// Checks a comparison with a constant that no value of the other operand's type is on both sides of; returns whether
    /// something was found.
    fn check_constant_comparison(
        &mut self,
        op: BinaryOp,
        left: &Expr<'a>,
        right: &Expr<'a>,
        at: Span,
    ) -> bool {
        let (constant, other, op) = match (self.eval_int_literal(left), self.eval_int_literal(right)) {
            (None, Some(constant)) => (constant, left, op),
            (Some(constant), None) => (constant, right, mirrored(op)),
            _ => return false,
        };
        let Some(scalar) = self.types.as_scalar(other.ty.ty).filter(|scalar| scalar.is_int()) else {
            return false;
        };
        let is_truth = self.is_truth_value(other);
        let (least, most) = match (is_truth, scalar.is_signed(), scalar.bits()) {
            (_, _, 128) => return false,
            (true, ..) => (0, 1),
            (false, true, bits) => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            (false, false, bits) => (0, (1i128 << bits) - 1),
        };
        // A negative constant becomes a large one if the comparison is unsigned. If it is the largest, no value is above it:
        // clang's warning of that is another one.
        let written = if std::ptr::eq(other, left) { right } else { left };
        if constant < 0 && !scalar.is_signed() && scalar.bits() >= 32 {
            let decides = constant == -1 && matches!(op, BinaryOp::Greater | BinaryOp::LessEqual);
            if decides {
                self.check_conversion(written, other.ty);
            }
            return decides;
        }
        // And a negative value a large one if the constant is unsigned.
        let own = self.types.as_scalar(written.ty.ty).unwrap_or(scalar);
        if constant > most && scalar.is_signed() && !own.is_signed() && own.bits() >= scalar.bits() {
            return false;
        }
        let result = |value: i128| match op {
            BinaryOp::Less => value < constant,
            BinaryOp::LessEqual => value <= constant,
            BinaryOp::Greater => value > constant,
            BinaryOp::GreaterEqual => value >= constant,
            BinaryOp::Equal => value == constant,
            _ => value != constant,
        };
        let is_outside = constant < least || constant > most;
        if !is_outside {
            let is_unsigned_zero = constant == 0
                && least == 0
                && !is_truth
                && matches!(op, BinaryOp::Less | BinaryOp::GreaterEqual);
            if is_unsigned_zero {
                let spelling = op.spelling();
                let is_true = op == BinaryOp::GreaterEqual;
                let message =
                    format!("result of comparison of unsigned expression {spelling} 0 is always {is_true}");
                self.warning(Warning::TautologicalUnsignedZeroCompare, at, message);
            }
            return is_unsigned_zero;
        }
        let always = result(least);
        let message = if is_truth {
            format!("result of comparison of constant {constant} with boolean expression is always {always}")
        } else {
            let name = self.type_name(other.ty);
            format!(
                "result of comparison of constant {constant} with expression of type '{name}' is always {always}"
            )
        };
        self.warning(Warning::TautologicalOutOfRangeCompare, at, message);
        true
    }

    /// The value of an integer constant.
    pub(super) fn eval_int_literal(&self, expr: &Expr<'a>) -> Option<i128> {
        let scalar = self.types.as_scalar(expr.ty.ty)?;
        match expr.kind {
            ExprKind::Int(value) if scalar.is_signed() => Some(scalar.widen(value) as i128),
            ExprKind::Int(value) => i128::try_from(scalar.widen(value)).ok(),
            _ => None,
        }
    }

    fn is_float(&self, expr: &Expr<'a>) -> bool {
        let lanes = self.types.lanes(expr.ty.ty);
        lanes.is_some_and(|(scalar, _)| scalar.is_float())
    }

    /// Whether two expressions name the same object, which no evaluation changes.
    pub(super) fn is_same_object(&self, left: &Expr<'a>, right: &Expr<'a>) -> bool {
        let is_volatile = left.ty.quals & crate::types::quals::VOLATILE != 0;
        match (without_conversions(left).kind, without_conversions(right).kind) {
            (ExprKind::Var(a), ExprKind::Var(b)) => a == b && !is_volatile,
            (ExprKind::Deref(a), ExprKind::Deref(b)) => match (a.kind, b.kind) {
                (ExprKind::Binary(BinaryOp::Add, a, i), ExprKind::Binary(BinaryOp::Add, b, j)) => {
                    let (i, j) = (self.eval_int_literal(i), self.eval_int_literal(j));
                    i.is_some() && i == j && self.is_same_object(a, b)
                }
                _ => false,
            },
            (ExprKind::Cast(CastKind::Decay, a), ExprKind::Cast(CastKind::Decay, b)) => {
                self.is_same_object(a, b)
            }
            (ExprKind::Member(a, i), ExprKind::Member(b, j)) => i == j && self.is_same_object(a, b),
            (ExprKind::Swizzle(a, i), ExprKind::Swizzle(b, j)) => i == j && self.is_same_object(a, b),
            _ => false,
        }
    }

    /// Checks the count of a shift.
    pub(in crate::sema) fn check_shift_count(&mut self, left: &Expr<'a>, right: &Expr<'a>) {
        let (Some(count), Some((scalar, _))) = (self.eval_int_literal(right), self.types.lanes(left.ty.ty))
        else {
            return;
        };
        let bits = super::super::convert::promoted(scalar).bits();
        if count < 0 {
            self.warning(Warning::ShiftCountNegative, right.span, "shift count is negative");
        } else if count >= i128::from(bits) {
            self.warning(
                Warning::ShiftCountOverflow,
                right.span,
                "shift count >= width of type",
            );
        }
    }

    /// Checks the condition of a statement.
    pub(in crate::sema) fn check_condition(&mut self, condition: &Expr<'a>) {
        match condition.kind {
            ExprKind::Assign(left, right) if !condition.in_parentheses => {
                let at = self.operator_between(left, right);
                let diagnostic = Diagnostic::warning(
                    at,
                    "using the result of an assignment as a condition without parentheses",
                )
                .with_note(
                    at,
                    "place parentheses around the assignment to silence this warning",
                )
                .with_note(at, "use '==' to turn this assignment into an equality comparison");
                // What a macro makes is not in the source.
                let diagnostic = match self.spelled(at) {
                    "=" => diagnostic.with_fix(at, "=="),
                    _ => diagnostic,
                };
                self.warn(Warning::Parentheses, diagnostic);
            }
            ExprKind::Binary(BinaryOp::Equal, left, right)
                if condition.in_parentheses && without_conversions(left).lvalue && !left.ty.is_const() =>
            {
                let at = self.operator_between(left, right);
                let diagnostic = Diagnostic::warning(at, "equality comparison with extraneous parentheses")
                    .with_note(
                        at,
                        "remove extraneous parentheses around the comparison to silence this warning",
                    )
                    .with_note(at, "use '=' to turn this equality comparison into an assignment");
                self.warn(Warning::ParenthesesEquality, diagnostic);
            }
            _ => {}
        }
    }

    /// Checks an assignment.
    pub(in crate::sema) fn check_assignment(&mut self, target: &Expr<'a>, value: &Expr<'a>, at: Span) {
        if self.warns(Warning::SelfAssign)
            && let (ExprKind::Var(a), ExprKind::Var(b)) = (target.kind, value.kind)
            && a == b
            && target.ty.quals & crate::types::quals::VOLATILE == 0
        {
            let name = self.type_name(target.ty);
            let message = format!("explicitly assigning value of variable of type '{name}' to itself");
            self.warning(Warning::SelfAssign, at, message);
        }
    }

    /// Checks the exact result of an operator on constants of a signed type.
    pub(in crate::sema) fn check_overflow(&mut self, expr: &Expr<'a>) {
        let Some(scalar) = self.types.as_scalar(expr.ty.ty) else {
            return;
        };
        let (op, left, right) = match expr.kind {
            ExprKind::Binary(op, left, right) => (op, Some(left), right),
            ExprKind::Unary(UnaryOp::Neg, operand) => (BinaryOp::Sub, None, operand),
            _ => return,
        };
        let a = left.map_or(Some(0), |left| self.eval_int_literal(left));
        let (Some(a), Some(b)) = (a, self.eval_int_literal(right)) else {
            return;
        };
        if !scalar.is_signed() || !scalar.is_int() || scalar.bits() > 64 {
            return;
        }
        let exact = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div if b == -1 => -a,
            _ => return,
        };
        let wrapped = scalar.wrap(exact as u128) as i128;
        if wrapped != exact {
            let at = self.operator_of(expr);
            let name = self.type_name(expr.ty);
            let message = format!("overflow in expression; result is {wrapped} with type '{name}'");
            self.warning(Warning::IntegerOverflow, at, message);
        }
    }
}

/// The operator with its operands exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}
