//! Warnings about code that is allowed and likely wrong. What a single operator or conversion shows is checked when its
//! node is made, the rest when a function is complete. Nothing here changes the tree; places and names of warnings are
//! clang's.

mod conversions;
pub(in crate::sema) mod divergence;
mod flow;
mod operators;
mod usage;

use super::Sema;
use crate::ast::{Expr, ExprKind, FnId};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// Checks a function whose body has just been parsed without errors.
    pub(crate) fn check_function(&mut self, id: FnId) {
        if self.in_library || self.diags.has_errors() || self.options.warnings.are_silent() {
            return;
        }
        self.check_usage(id);
        self.check_flow(id);
        self.check_divergence(id);
    }

    /// The position of an operator in the text of an expression, outside of brackets.
    fn operator_in(&self, span: Span, spelling: &str) -> Span {
        let text: &str = &self.sources.file(span.file).text;
        let text = text
            .get(span.start as usize..span.end as usize)
            .unwrap_or_default();
        let mut depth = 0;
        let mut found = 0;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                _ if depth == 0 && text[at..].starts_with(spelling) => found = at as u32,
                _ => {}
            }
        }
        Span {
            start: span.start + found,
            end: span.start + found + 1,
            ..span
        }
    }

    /// The position of the operator between two operands.
    pub(in crate::sema) fn operator_between(&self, left: &Expr<'a>, right: &Expr<'a>) -> Span {
        let (from, to) = (left.span.end, right.span.start);
        if left.span.file != right.span.file || from >= to {
            return left.span;
        }
        let text = self.sources.file(left.span.file).text.as_bytes();
        let between = text.get(from as usize..to as usize).unwrap_or_default();
        // Parentheses and operators of the right operand may come after the operator.
        let is_operator = |byte: &u8| !byte.is_ascii_whitespace() && !matches!(byte, b'\\' | b')');
        let start = from + between.iter().position(is_operator).unwrap_or(0) as u32;
        Span {
            start,
            end: start + 1,
            ..left.span
        }
    }
}

/// The first character of a position.
fn start_of(span: Span) -> Span {
    Span {
        end: span.start + 1,
        ..span
    }
}

/// Whether an operand is the old value of a compound assignment: an object, but not an lvalue.
pub(super) fn is_old_value(operand: &Expr<'_>) -> bool {
    !operand.lvalue
        && matches!(
            operand.kind,
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Member(..)
        )
}
