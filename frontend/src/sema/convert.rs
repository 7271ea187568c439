//! Implicit conversions: usual arithmetic ones, assignments; and cast nodes.

use super::Sema;
use crate::ast::{CastKind, Expr, ExprKind, ScalarValue, UnaryOp};
use crate::types::{BitField, QualType, Scalar, Space, Ty, TypeKind, quals};
use crate::warnings::Warning;
use wavec_support::Span;

/// The reason for an implicit conversion: determines the wording of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// `a = b`
    Assign,
    /// `T a = b`
    Init,
    /// An argument.
    Pass,
    /// `return a`
    Return,
}

impl<'a> Sema<'_, 'a> {
    /// A cast node, folded if the operand is a literal.
    pub fn cast_node(&mut self, kind: CastKind, operand: &'a Expr<'a>, ty: Ty, span: Span) -> &'a Expr<'a> {
        if let CastKind::Arithmetic | CastKind::ToBool = kind
            && let (Some(from), Some(to)) = (self.types.as_scalar(operand.ty.ty), self.types.as_scalar(ty))
        {
            let value = self.literal(operand).map(|value| {
                if kind == CastKind::ToBool {
                    ScalarValue::Int(super::constant_eval::is_true(value) as u128)
                } else {
                    value.convert(from, to)
                }
            });
            if let Some(kind) = value.and_then(|value| self.literal_kind(value, ty)) {
                return self.value(kind, ty, span);
            }
        }
        self.value(ExprKind::Cast(kind, operand), ty, span)
    }

    /// The operand as a value: arrays become pointers. Loading is left to `lower`.
    pub fn rvalue(&mut self, expr: &'a Expr<'a>) -> &'a Expr<'a> {
        match self.kind(expr.ty.ty) {
            TypeKind::Array(of, _) | TypeKind::IncompleteArray(of) => {
                let to = QualType {
                    ty: of.ty,
                    quals: of.quals | expr.ty.quals,
                    space: expr.ty.space,
                };
                let pointer = self.types.pointer(to);
                self.value(ExprKind::Cast(CastKind::Decay, expr), pointer, expr.span)
            }
            TypeKind::Function(_) => {
                self.error(expr.span, "taking address of function is not allowed");
                self.error_expr(expr.span)
            }
            _ => expr,
        }
    }

    /// Converts between arithmetic types of the same element count, or a scalar to a vector. The caller has checked
    /// that it is allowed.
    pub fn arithmetic(&mut self, expr: &'a Expr<'a>, ty: Ty) -> &'a Expr<'a> {
        if expr.ty.ty == ty || expr.ty.ty == Ty::ERROR || ty == Ty::ERROR {
            return expr;
        }
        let span = expr.span;
        if let Some((scalar, _)) = self.types.as_vector(ty) {
            if self.types.as_vector(expr.ty.ty).is_none() {
                let element = self.arithmetic(expr, Ty::scalar(scalar));
                return self.value(ExprKind::Cast(CastKind::Splat, element), ty, span);
            }
            return self.cast_node(CastKind::Arithmetic, expr, ty, span);
        }
        if ty == Ty::BOOL {
            return self.cast_node(CastKind::ToBool, expr, ty, span);
        }
        self.cast_node(CastKind::Arithmetic, expr, ty, span)
    }

    /// Integer promotion.
    pub fn promote(&mut self, expr: &'a Expr<'a>) -> &'a Expr<'a> {
        match self.promoted_scalar(expr) {
            Some(scalar) => self.arithmetic(expr, Ty::scalar(scalar)),
            None => expr,
        }
    }

    /// The type of a scalar after integer promotion. A bit-field whose values an `int` can represent becomes one,
    /// whatever type it is declared with.
    fn promoted_scalar(&self, expr: &Expr<'a>) -> Option<Scalar> {
        let scalar = self.types.as_scalar(expr.ty.ty)?;
        let width = self.bit_field(expr).map(|bits| bits.width);
        Some(match width {
            Some(..32) => Scalar::Int,
            _ => promoted(scalar),
        })
    }

    /// The bit-field that an expression reads, assigns or increments.
    fn bit_field(&self, expr: &Expr<'a>) -> Option<BitField> {
        match expr.kind {
            ExprKind::Member(base, index) => {
                let record = self.types.as_record(base.ty.ty)?;
                self.types.record(record).fields.get(index as usize)?.bits
            }
            ExprKind::Assign(target, _) | ExprKind::CompoundAssign(_, target, ..) => self.bit_field(target),
            ExprKind::Increment(_, true, target) => self.bit_field(target),
            ExprKind::Comma(_, last) => self.bit_field(last),
            _ => None,
        }
    }

    /// Converts two arithmetic operands to one type; `None` if that is impossible, whether reported or not.
    pub fn usual_arithmetic(
        &mut self,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
    ) -> Option<(&'a Expr<'a>, &'a Expr<'a>, Ty)> {
        let (l, r) = (left.ty.ty, right.ty.ty);
        match (self.types.as_vector(l), self.types.as_vector(r)) {
            (Some(_), Some(_)) => (l == r).then_some((left, right, l)),
            (Some((element, _)), None) => {
                let right = self.widen(right, element, l, left)?;
                Some((left, right, l))
            }
            (None, Some((element, _))) => {
                let left = self.widen(left, element, r, right)?;
                Some((left, right, r))
            }
            (None, None) => {
                let common = common_scalar(self.promoted_scalar(left)?, self.promoted_scalar(right)?);
                let ty = Ty::scalar(common);
                Some((self.arithmetic(left, ty), self.arithmetic(right, ty), ty))
            }
        }
    }

    /// A scalar operand beside a vector becomes a vector; its rank may not exceed the element's unless it is a literal.
    pub(super) fn widen(
        &mut self,
        scalar: &'a Expr<'a>,
        element: Scalar,
        vector: Ty,
        other: &'a Expr<'a>,
    ) -> Option<&'a Expr<'a>> {
        let kind = self.types.as_scalar(scalar.ty.ty)?;
        if kind.is_float() && element.is_int() {
            return None;
        }
        let literal = is_literal(scalar);
        if kind.is_float() == element.is_float() && kind.size() > element.size() && !literal {
            let message = format!(
                "scalar operand type has greater rank than the type of the vector element. ('{}' and '{}')",
                self.type_name(other.ty.unqualified()),
                self.type_name(scalar.ty.unqualified())
            );
            self.error(scalar.span, message);
            return Some(self.error_vector(vector, scalar.span));
        }
        Some(self.arithmetic(scalar, vector))
    }

    fn error_vector(&mut self, ty: Ty, span: Span) -> &'a Expr<'a> {
        self.value(ExprKind::Error, ty, span)
    }

    /// Whether an expression is a null pointer constant.
    pub fn is_null_constant(&self, expr: &Expr<'a>) -> bool {
        let mut inner = expr;
        while let ExprKind::Cast(
            CastKind::Pointer | CastKind::NullToPointer | CastKind::AddressSpace,
            operand,
        ) = inner.kind
        {
            // Only in the default address space of pointers.
            let space = self.default_pointee_space();
            let to_void = self
                .types
                .as_pointer(inner.ty.ty)
                .is_some_and(|to| to.ty == Ty::VOID && to.quals == 0 && to.space == space);
            if !to_void {
                return false;
            }
            inner = operand;
        }
        matches!(inner.kind, ExprKind::Int(0)) && self.types.is_int_scalar(inner.ty.ty)
    }

    /// The null pointer of type `ty`.
    pub fn null_pointer(&mut self, ty: Ty, span: Span) -> &'a Expr<'a> {
        let zero = self.int_literal(0, Ty::INT, span);
        self.value(ExprKind::Cast(CastKind::NullToPointer, zero), ty, span)
    }

    /// Converts as by assignment to an object of type `target`; reports errors.
    pub fn convert_to(&mut self, expr: &'a Expr<'a>, target: QualType, why: Why) -> &'a Expr<'a> {
        self.convert_at(expr, target, why, expr.span)
    }

    /// The same; errors are reported at `place`: the operator, or the variable's name.
    pub fn convert_at(
        &mut self,
        expr: &'a Expr<'a>,
        target: QualType,
        why: Why,
        place: Span,
    ) -> &'a Expr<'a> {
        let expr = self.rvalue(expr);
        let (from, to) = (expr.ty.ty, target.ty);
        if from == Ty::ERROR || to == Ty::ERROR || from == to {
            if from == to
                && let (TypeKind::Void, _) = (self.kind(from), 0)
            {
                return self.incompatible(expr, target, why, place);
            }
            if from == to && matches!(expr.kind, ExprKind::Conditional(_)) {
                self.check_conversion(expr, target);
            }
            return expr;
        }
        match (self.kind(from), self.kind(to)) {
            (TypeKind::Scalar(_) | TypeKind::Enum(_), TypeKind::Scalar(_) | TypeKind::Enum(_)) => {
                self.check_conversion(expr, target);
                self.arithmetic(expr, to)
            }
            (TypeKind::Pointer(_) | TypeKind::Event, TypeKind::Scalar(Scalar::Bool)) => {
                self.cast_node(CastKind::ToBool, expr, to, expr.span)
            }
            (TypeKind::Scalar(_), TypeKind::Vector(..)) => {
                self.check_conversion(expr, target);
                self.arithmetic(expr, to)
            }
            (TypeKind::Enum(_), TypeKind::Vector(..)) => self.arithmetic(expr, to),
            (TypeKind::Scalar(_), TypeKind::Pointer(_) | TypeKind::Event) if self.is_null_constant(expr) => {
                self.null_pointer(to, expr.span)
            }
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                self.convert_pointer(expr, (a, b), target, why, place)
            }
            (TypeKind::Scalar(scalar), TypeKind::Pointer(_))
            | (TypeKind::Pointer(_), TypeKind::Scalar(scalar))
                if scalar.is_int() =>
            {
                let integer_first = matches!(self.kind(from), TypeKind::Scalar(_));
                let direction = if integer_first {
                    "integer to pointer"
                } else {
                    "pointer to integer"
                };
                let (from, to) = (
                    self.type_name(expr.ty.unqualified()),
                    self.type_name(target.unqualified()),
                );
                let message = match why {
                    Why::Assign => {
                        format!("incompatible {direction} conversion assigning to '{to}' from '{from}'")
                    }
                    Why::Init => format!(
                        "incompatible {direction} conversion initializing '{to}' with an expression of type '{from}'"
                    ),
                    Why::Pass => format!(
                        "incompatible {direction} conversion passing '{from}' to parameter of type '{to}'"
                    ),
                    Why::Return => {
                        format!(
                            "incompatible {direction} conversion returning '{from}' from a function with result type '{to}'"
                        )
                    }
                };
                self.error(place, message);
                self.error_expr(expr.span)
            }
            (TypeKind::Record(a), TypeKind::Record(b)) if a == b => expr,
            (TypeKind::Scalar(scalar), TypeKind::Sampler) if scalar.is_int() => {
                self.sampler_constant(expr, to, place)
            }
            _ => self.incompatible(expr, target, why, place),
        }
    }

    /// The sampler with the properties that a constant says.
    fn sampler_constant(&mut self, expr: &'a Expr<'a>, sampler: Ty, place: Span) -> &'a Expr<'a> {
        match self.eval_int(expr) {
            Some(properties) => {
                let properties = self.int_literal(properties & 0xffff_ffff, Ty::UINT, expr.span);
                self.value(
                    ExprKind::Cast(CastKind::IntToSampler, properties),
                    sampler,
                    expr.span,
                )
            }
            None => {
                self.error(place, "sampler initializer is not a compile-time constant");
                self.error_expr(expr.span)
            }
        }
    }

    fn incompatible(&mut self, expr: &'a Expr<'a>, target: QualType, why: Why, place: Span) -> &'a Expr<'a> {
        let from = self.type_name(expr.ty.unqualified());
        let to = self.type_name(target.unqualified());
        let message = match why {
            Why::Assign => format!("assigning to '{to}' from incompatible type '{from}'"),
            Why::Init => format!("initializing '{to}' with an expression of incompatible type '{from}'"),
            Why::Pass => format!("passing '{from}' to parameter of incompatible type '{to}'"),
            Why::Return => format!("returning '{from}' from a function with incompatible result type '{to}'"),
        };
        self.error(place, message);
        self.error_expr(expr.span)
    }

    fn convert_pointer(
        &mut self,
        expr: &'a Expr<'a>,
        (a, b): (QualType, QualType),
        target: QualType,
        why: Why,
        place: Span,
    ) -> &'a Expr<'a> {
        let to = target.ty;
        if self.is_null_constant(expr) {
            return self.null_pointer(to, expr.span);
        }
        let mut expr = expr;
        let from_name = self.type_name(expr.ty.unqualified());
        let to_name = self.type_name(target.unqualified());
        let words = |verb: [&str; 4]| match why {
            Why::Assign => format!("{} '{to_name}' from '{from_name}'", verb[0]),
            Why::Init => format!("{} '{to_name}' with an expression of type '{from_name}'", verb[1]),
            Why::Pass => format!("{} '{from_name}' to parameter of type '{to_name}'", verb[2]),
            Why::Return => format!(
                "{} '{from_name}' from a function with result type '{to_name}'",
                verb[3]
            ),
        };
        const VERBS: [&str; 4] = ["assigning to", "initializing", "passing", "returning"];
        if a.space != b.space {
            if b.space != Space::Generic || a.space == Space::Constant {
                let message = match why {
                    Why::Assign => {
                        format!("assigning '{from_name}' to '{to_name}' changes address space of pointer")
                    }
                    Why::Init => {
                        format!(
                            "initializing '{to_name}' with an expression of type '{from_name}' changes address space of pointer"
                        )
                    }
                    Why::Pass => {
                        format!(
                            "passing '{from_name}' to parameter of type '{to_name}' changes address space of pointer"
                        )
                    }
                    Why::Return => format!(
                        "returning '{from_name}' from a function with result type '{to_name}' changes address space of pointer"
                    ),
                };
                self.error(place, message);
                return self.error_expr(expr.span);
            }
            let middle = self.types.pointer(QualType { space: b.space, ..a });
            expr = self.value(ExprKind::Cast(CastKind::AddressSpace, expr), middle, expr.span);
        }
        if a.quals & !b.quals & (quals::CONST | quals::VOLATILE) != 0 && a.space != Space::Constant {
            self.warning(
                Warning::IncompatiblePointerTypesDiscardsQualifiers,
                place,
                format!("{} discards qualifiers", words(VERBS)),
            );
        }
        let same = a.ty == b.ty
            || a.ty == Ty::VOID
            || b.ty == Ty::VOID
            || self.same_representation(a.ty, b.ty)
            || self.compatible_arrays(a.ty, b.ty);
        if !same {
            let message = format!("incompatible pointer types {}", words(VERBS));
            self.error(place, message);
            return self.error_expr(expr.span);
        }
        self.value(ExprKind::Cast(CastKind::Pointer, expr), to, expr.span)
    }

    /// Integers of one size: pointers to them convert with a mere warning.
    pub(crate) fn same_representation(&self, a: Ty, b: Ty) -> bool {
        match (self.types.as_scalar(a), self.types.as_scalar(b)) {
            (Some(a), Some(b)) => a.is_int() && b.is_int() && a.size() == b.size(),
            _ => false,
        }
    }

    fn compatible_arrays(&self, a: Ty, b: Ty) -> bool {
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Array(a, n), TypeKind::Array(b, m)) => n == m && a.ty == b.ty,
            (TypeKind::Array(a, _), TypeKind::IncompleteArray(b))
            | (TypeKind::IncompleteArray(a), TypeKind::Array(b, _)) => a.ty == b.ty,
            // Qualifiers of the pointee may differ one level down.
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => a.ty == b.ty && a.space == b.space,
            _ => false,
        }
    }
}

/// Whether an expression is a literal, possibly negated.
pub fn is_literal(expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => true,
        ExprKind::Unary(UnaryOp::Neg, inner) => matches!(inner.kind, ExprKind::Int(_) | ExprKind::Float(_)),
        _ => false,
    }
}

/// The type of a small integer in an expression.
pub fn promoted(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Bool | Scalar::Char | Scalar::UChar | Scalar::Short | Scalar::UShort => Scalar::Int,
        other => other,
    }
}

/// The common type of two scalars.
pub fn common_scalar(a: Scalar, b: Scalar) -> Scalar {
    if a.is_float() || b.is_float() {
        // The common type of half and bfloat is float.
        if a.is_float() && b.is_float() && a != b && a.size() == 2 && b.size() == 2 {
            return Scalar::Float;
        }
        return if !b.is_float() || (a.is_float() && a >= b) {
            a
        } else {
            b
        };
    }
    let (a, b) = (promoted(a), promoted(b));
    if a == b {
        return a;
    }
    let rank = |s: Scalar| s.size();
    if a.is_signed() == b.is_signed() {
        return if rank(a) >= rank(b) { a } else { b };
    }
    let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
    if rank(unsigned) >= rank(signed) {
        unsigned
    } else {
        signed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_types_are_those_of_c() {
        use Scalar::*;
        assert_eq!(common_scalar(Char, UChar), Int);
        assert_eq!(common_scalar(Int, UInt), UInt);
        assert_eq!(common_scalar(Long, UInt), Long);
        assert_eq!(common_scalar(ULong, Long), ULong);
        assert_eq!(common_scalar(Int, Float), Float);
        assert_eq!(common_scalar(Half, Int), Half);
        assert_eq!(common_scalar(Half, Float), Float);
        assert_eq!(common_scalar(Double, Float), Double);
    }
}
