//! Implicit conversions that lose a part of the value.

use super::super::Sema;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, ScalarValue, UnaryOp};
use crate::types::{QualType, Scalar, Ty};
use crate::warnings::Warning;
use wavec_support::Span;

/// The values that an integer expression can have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// Bits that represent all of them, with the sign's.
    pub bits: u32,
    /// Whether none of them is negative.
    pub is_non_negative: bool,
}

impl Range {
    fn of(scalar: Scalar) -> Range {
        Range {
            bits: if scalar == Scalar::Bool { 1 } else { scalar.bits() },
            is_non_negative: !scalar.is_signed(),
        }
    }

    /// That of one value.
    fn of_value(value: i128) -> Range {
        match value >= 0 {
            true => Range {
                bits: 128 - value.leading_zeros(),
                is_non_negative: true,
            },
            false => Range {
                bits: 129 - value.leading_ones(),
                is_non_negative: false,
            },
        }
    }

    /// Bits that represent all values, without the sign's.
    fn digits(self) -> u32 {
        self.bits.saturating_sub(u32::from(!self.is_non_negative))
    }

    /// Values that have so many digits.
    fn of_digits(digits: u32, is_non_negative: bool) -> Range {
        Range {
            bits: digits + u32::from(!is_non_negative),
            is_non_negative,
        }
    }

    fn join(self, other: Range) -> Range {
        let is_non_negative = self.is_non_negative && other.is_non_negative;
        Range::of_digits(self.digits().max(other.digits()), is_non_negative)
    }

    /// The quotients by a divisor of at least 1, which is taken as the power of two below it.
    fn divided(self, divisor: i128) -> Range {
        let shift = divisor.ilog2();
        Range {
            bits: self
                .bits
                .saturating_sub(shift)
                .max(u32::from(!self.is_non_negative)),
            ..self
        }
    }
}

/// Warnings of conversions of values that are not constant.
const OF_VALUES: [Warning; 7] = [
    Warning::FloatConversion,
    Warning::ImplicitFloatConversion,
    Warning::ImplicitIntConversion,
    Warning::ImplicitIntConversionOnNegation,
    Warning::ImplicitIntFloatConversion,
    Warning::Shorten64To32,
    Warning::SignConversion,
];

/// Operands deeper than this are not looked at.
const MAX_DEPTH: u32 = 32;

impl<'a> Sema<'_, 'a> {
    /// The values that an expression of integer type can have, as far as its operators tell.
    pub(super) fn range(&self, expr: &Expr<'a>) -> Range {
        match self.known_int(expr) {
            Some(value) => Range::of_value(value),
            None => self.range_at(expr, MAX_DEPTH),
        }
    }

    /// The value of an integer expression if it is known, also because of constant variables.
    fn known_int(&self, expr: &Expr<'a>) -> Option<i128> {
        let scalar = self
            .types
            .as_scalar(expr.ty.ty)
            .filter(|scalar| scalar.is_int())?;
        match self.eval(expr)? {
            ScalarValue::Int(value) if scalar.is_signed() => Some(value as i128),
            ScalarValue::Int(value) => i128::try_from(value).ok(),
            ScalarValue::Float(_) => None,
        }
    }

    fn range_at(&self, expr: &Expr<'a>, depth: u32) -> Range {
        let own = Range::of(self.types.as_scalar(expr.ty.ty).unwrap_or(Scalar::Int128));
        if depth == 0 {
            return own;
        }
        let of = |operand| self.range_at(operand, depth - 1);
        match expr.kind {
            ExprKind::Int(_) | ExprKind::Var(_) => self.known_int(expr).map_or(own, Range::of_value),
            ExprKind::Cast(CastKind::ToBool, _) => Range::of(Scalar::Bool),
            // An explicit conversion begins with its type.
            ExprKind::Cast(CastKind::Arithmetic, operand) if operand.span == expr.span => {
                let from = self.types.as_scalar(operand.ty.ty).filter(|from| from.is_int());
                match from.map(|_| of(operand)) {
                    Some(inner) if inner.bits < own.bits => Range {
                        is_non_negative: inner.is_non_negative || own.is_non_negative,
                        ..inner
                    },
                    _ => own,
                }
            }
            // Of an unsigned number the operand's range is a guess, as for sums.
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Not, operand) if own.is_non_negative => of(operand),
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Not, operand) => {
                let range = of(operand);
                Range {
                    bits: (range.bits + u32::from(range.is_non_negative)).min(own.bits),
                    is_non_negative: false,
                }
            }
            ExprKind::Unary(UnaryOp::LogicalNot, _) => Range::of(Scalar::Bool),
            ExprKind::Binary(op, a, b) => match op {
                _ if op.is_comparison() => Range::of(Scalar::Bool),
                BinaryOp::LogicalAnd | BinaryOp::LogicalOr => Range::of(Scalar::Bool),
                BinaryOp::And => {
                    let (a, b) = (of(a), of(b));
                    match (a.is_non_negative, b.is_non_negative) {
                        (true, true) => Range {
                            bits: a.bits.min(b.bits),
                            ..a
                        },
                        (true, false) => a,
                        (false, true) => b,
                        _ => a.join(b),
                    }
                }
                BinaryOp::Sub if self.types.as_pointer(a.ty.ty).is_some() => own,
                // A mask of one bit is meant, which is not negative.
                BinaryOp::Shl
                    if matches!(super::operators::without_conversions(a).kind, ExprKind::Int(1)) =>
                {
                    Range {
                        is_non_negative: true,
                        ..own
                    }
                }
                // Sums and products of small numbers are taken to be small.
                BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                    of(a).join(of(b))
                }
                BinaryOp::Shr => match (of(a), self.eval_int_literal(b)) {
                    (range, Some(count)) if (0..128).contains(&count) => Range {
                        bits: range
                            .bits
                            .saturating_sub(count as u32)
                            .max(u32::from(!range.is_non_negative)),
                        ..range
                    },
                    (range, _) => range,
                },
                BinaryOp::Rem => {
                    let (a, b) = (of(a), of(b));
                    Range::of_digits(a.digits().min(b.digits()), a.is_non_negative)
                }
                BinaryOp::Div => match (of(a), self.known_int(b)) {
                    (range, Some(divisor)) if divisor > 0 => range.divided(divisor),
                    (range, _) => Range {
                        bits: own.bits.min(range.bits),
                        is_non_negative: range.is_non_negative && of(b).is_non_negative,
                    },
                },
                _ => own,
            },
            ExprKind::Conditional(parts) => of(&parts[1]).join(of(&parts[2])),
            ExprKind::Comma(_, value) | ExprKind::Assign(_, value) => of(value),
            _ => own,
        }
    }

    /// Checks the conversions of the operands of a comparison to their common type: of integers another check tells what
    /// matters.
    pub(in crate::sema) fn check_compared(&mut self, operands: [&Expr<'a>; 2], common: Ty) {
        let scalar = self.types.lanes(common).map(|(scalar, _)| scalar);
        let is_float = scalar.is_some_and(Scalar::is_float);
        let are_constants = operands.iter().all(|operand| self.literal(operand).is_some());
        for operand in operands {
            match operand.kind {
                _ if is_float || are_constants => self.check_conversion(operand, QualType::new(common)),
                ExprKind::Conditional(_) => self.check_conversion(operand, operand.ty),
                _ => {}
            }
        }
    }

    /// Checks an expression that is used as a truth value.
    pub(in crate::sema) fn check_truth(&mut self, expr: &Expr<'a>) {
        self.check_conversion(expr, QualType::new(Ty::BOOL));
    }

    /// Checks an implicit conversion of an expression to the type of what receives it: of a scalar to a vector, that to its
    /// elements.
    pub(in crate::sema) fn check_conversion(&mut self, expr: &Expr<'a>, target: QualType) {
        if self.in_library {
            return;
        }
        if let ExprKind::Conditional(parts) = expr.kind {
            // Each arm is converted by itself.
            for arm in &parts[1..] {
                self.check_conversion(strip_common_type(arm), target);
            }
            return;
        }
        if expr.ty.ty == target.ty || super::is_old_value(expr) {
            return;
        }
        let (Some(from), Some((to, _))) = (self.types.as_scalar(expr.ty.ty), self.types.lanes(target.ty))
        else {
            return;
        };
        // Only constants get warnings that are on by default.
        let is_constant = matches!(
            expr.kind,
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Var(_)
        );
        if !is_constant && !OF_VALUES.iter().any(|&warning| self.warns(warning)) {
            return;
        }
        if to == Scalar::Bool && !from.is_float() {
            return;
        }
        let place = self.operator_of(expr);
        match (from.is_float(), to.is_float()) {
            (true, false) => self.check_float_to_int(expr, from, to, target, place),
            (false, true) => self.check_int_to_float(expr, to, target, place),
            (true, true) if to.size() < from.size() => {
                if self
                    .literal(expr)
                    .is_some_and(|value| value.convert(from, to) == value)
                {
                    return;
                }
                if self.warns(Warning::ImplicitFloatConversion) {
                    let message = format!(
                        "implicit conversion loses floating-point precision: '{}' to '{}'",
                        self.type_name(expr.ty.unqualified()),
                        self.type_name(target.unqualified())
                    );
                    self.warning(Warning::ImplicitFloatConversion, place, message);
                }
            }
            (true, true) => {}
            (false, false) => self.check_int_to_int(expr, from, to, target, place),
        }
    }

    /// Whether a constant is written in hexadecimal digits.
    fn is_hexadecimal(&self, expr: &Expr<'a>) -> bool {
        let text: &str = &self.sources.file(expr.span.file).text;
        let text = text.get(expr.span.start as usize..).unwrap_or_default();
        text.starts_with("0x") || text.starts_with("0X")
    }

    /// Checks the conversion of the result of `target op= value` to the target's type; `at` is the operator's position.
    pub(in crate::sema) fn check_compound_conversion(
        &mut self,
        (result, target): (QualType, QualType),
        value: &Expr<'a>,
        at: Span,
    ) {
        let (Some(from), Some(to)) = (self.types.as_scalar(result.ty), self.types.as_scalar(target.ty))
        else {
            return;
        };
        let (from_name, to_name) = (self.type_name(result), self.type_name(target.unqualified()));
        if from.is_float() && to.is_int() {
            let message = format!(
                "implicit conversion turns floating-point number into integer: '{from_name}' to '{to_name}'"
            );
            self.warning(Warning::FloatConversion, at, message);
        } else if from.is_float() && to.size() < from.size() {
            let message = format!(
                "implicit conversion when assigning computation result loses floating-point precision: '{from_name}' to '{to_name}'"
            );
            self.warning(Warning::ImplicitFloatConversion, value.span, message);
        }
    }

    fn check_float_to_int(
        &mut self,
        expr: &Expr<'a>,
        from: Scalar,
        to: Scalar,
        target: QualType,
        place: Span,
    ) {
        let (from_name, to_name) = (
            self.type_name(expr.ty.unqualified()),
            self.type_name(target.unqualified()),
        );
        if let Some(value @ ScalarValue::Float(number)) = self.literal(expr) {
            let converted = value.convert(from, to);
            if converted.convert(to, from) != value {
                let ScalarValue::Int(bits) = converted else { return };
                let after = match to {
                    Scalar::Bool => (bits != 0).to_string(),
                    _ => decimal(bits, to),
                };
                let message = format!(
                    "implicit conversion from '{from_name}' to '{to_name}' changes value from {number} to {after}"
                );
                self.warning(Warning::LiteralConversion, place, message);
            }
            return;
        }
        let message = format!(
            "implicit conversion turns floating-point number into integer: '{from_name}' to '{to_name}'"
        );
        self.warning(Warning::FloatConversion, place, message);
    }

    fn check_int_to_float(&mut self, expr: &Expr<'a>, to: Scalar, target: QualType, place: Span) {
        let precision = match to {
            Scalar::Double => 53,
            Scalar::Float => 24,
            Scalar::Half => 11,
            _ => 8,
        };
        if self.range(expr).digits() <= precision {
            return;
        }
        if let Some(value) = self.known_int(expr) {
            let (from, ScalarValue::Float(rounded)) =
                (value, ScalarValue::Int(value as u128).convert(Scalar::Int128, to))
            else {
                return;
            };
            // Every number that the type rounds to is one that an integer of 128 bits can be, but for the largest.
            if rounded as i128 != from {
                let message = format!(
                    "implicit conversion from '{}' to '{}' changes value from {from} to {rounded}",
                    self.type_name(expr.ty.unqualified()),
                    self.type_name(target.unqualified())
                );
                self.warning(Warning::ImplicitConstIntFloatConversion, place, message);
            }
            return;
        }
        if self.warns(Warning::ImplicitIntFloatConversion) {
            let message = format!(
                "implicit conversion from '{}' to '{}' may lose precision",
                self.type_name(expr.ty.unqualified()),
                self.type_name(target.unqualified())
            );
            self.warning(Warning::ImplicitIntFloatConversion, place, message);
        }
    }

    fn check_int_to_int(&mut self, expr: &Expr<'a>, from: Scalar, to: Scalar, target: QualType, place: Span) {
        let names = |sema: &Self| {
            (
                sema.type_name(expr.ty.unqualified()),
                sema.type_name(target.unqualified()),
            )
        };
        if let Some(value) = self.eval_int_literal(expr) {
            let changed = to.wrap(value as u128);
            let after = if to.is_signed() {
                changed as i128
            } else {
                changed.min(i128::MAX as u128) as i128
            };
            let range = self.range(expr);
            let is_sign_alone = range.bits <= to.bits() && to.bits() < 128;
            if after == value {
                return;
            }
            let (from_name, to_name) = names(self);
            let (warning, message) = if is_sign_alone && !(range.is_non_negative && from.is_signed()) {
                (
                    Warning::SignConversion,
                    format!("implicit conversion changes signedness: '{from_name}' to '{to_name}'"),
                )
            } else {
                (
                    Warning::ConstantConversion,
                    format!(
                        "implicit conversion from '{from_name}' to '{to_name}' changes value from {value} to {after}"
                    ),
                )
            };
            // The bits of a mask are what is meant.
            if !(is_sign_alone && self.is_hexadecimal(expr)) || warning == Warning::SignConversion {
                self.warning(warning, place, message);
            }
            return;
        }
        let range = self.range(expr);
        // An unsigned number needs all bits of the signed type.
        let fills = range.is_non_negative && to.is_signed() && range.bits == to.bits() && !from.is_signed();
        if range.bits > to.bits() {
            let warning = match (from.bits(), to.bits()) {
                _ if matches!(expr.kind, ExprKind::Unary(UnaryOp::Neg, _)) => {
                    Warning::ImplicitIntConversionOnNegation
                }
                (64, 32) => Warning::Shorten64To32,
                _ => Warning::ImplicitIntConversion,
            };
            if self.warns(warning) {
                let (from_name, to_name) = names(self);
                let message =
                    format!("implicit conversion loses integer precision: '{from_name}' to '{to_name}'");
                self.warning(warning, place, message);
            }
        } else if (!to.is_signed() && !range.is_non_negative || fills) && self.warns(Warning::SignConversion)
        {
            let (from_name, to_name) = names(self);
            let message = format!("implicit conversion changes signedness: '{from_name}' to '{to_name}'");
            self.warning(Warning::SignConversion, place, message);
        }
    }
}

/// An arm of a conditional before it was converted to the arms' common type.
fn strip_common_type<'e, 'a>(arm: &'e Expr<'a>) -> &'e Expr<'a> {
    match arm.kind {
        ExprKind::Cast(CastKind::Arithmetic, inner) if inner.span == arm.span => inner,
        _ => arm,
    }
}

/// A value as a decimal number.
fn decimal(bits: u128, scalar: Scalar) -> String {
    if scalar.is_signed() {
        (bits as i128).to_string()
    } else {
        bits.to_string()
    }
}
