//! Explicit conversions: casts, reinterpretations, conversion functions.

use super::Sema;
use crate::ast::{CastKind, Expr, ExprKind, Init, Lanes, Rounding, UnaryOp, VarKind, Variable};
use crate::token::Symbol;
use crate::types::{Field, Placement, QualType, Scalar, Space, Ty, TypeKind};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// `(target)expr`, written by the user.
    pub fn explicit_cast(&mut self, expr: &'a Expr<'a>, target: QualType, span: Span) -> &'a Expr<'a> {
        let expr = self.rvalue(expr);
        let (from, to) = (expr.ty.ty, target.ty);
        if from == Ty::ERROR || to == Ty::ERROR {
            return self.error_expr(span);
        }
        match (self.kind(from), self.kind(to)) {
            (_, TypeKind::Void) => self.value(ExprKind::Cast(CastKind::ToVoid, expr), Ty::VOID, span),
            (TypeKind::Void, _) => self.type_error(
                expr.span,
                span,
                (
                    "operand of type 'void' where arithmetic or pointer type is required to cast to ",
                    target.unqualified(),
                    "",
                ),
            ),
            (TypeKind::Scalar(Scalar::Bool), TypeKind::Vector(element, _)) if element.is_int() => {
                // `true` becomes all ones in a vector.
                let int = self.arithmetic(expr, Ty::scalar(element));
                let ones = self.value(ExprKind::Unary(UnaryOp::Neg, int), Ty::scalar(element), span);
                self.arithmetic(ones, to)
            }
            (
                TypeKind::Scalar(_) | TypeKind::Enum(_),
                TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Enum(_),
            ) => {
                if from == to {
                    return self.value(ExprKind::Cast(CastKind::Same, expr), to, span);
                }
                let result = self.arithmetic(expr, to);
                self.arena.alloc(Expr { span, ..*result })
            }
            (TypeKind::Vector(..), TypeKind::Vector(..)) if from == to => {
                self.value(ExprKind::Cast(CastKind::Same, expr), to, span)
            }
            (TypeKind::Vector(..), TypeKind::Vector(..)) => {
                let message = format!(
                    "invalid conversion between ext-vector type '{}' and '{}'",
                    self.type_name(target.unqualified()),
                    self.type_name(expr.ty.unqualified())
                );
                self.error(span, message);
                self.error_expr(span)
            }
            (TypeKind::Scalar(scalar), TypeKind::Pointer(_)) if scalar.is_int() => {
                if self.is_null_constant(expr) {
                    return self.null_pointer(to, span);
                }
                let wide = self.arithmetic(expr, Ty::ULONG);
                self.value(ExprKind::Cast(CastKind::IntToPointer, wide), to, span)
            }
            (TypeKind::Pointer(_), TypeKind::Scalar(Scalar::Bool)) => {
                self.cast_node(CastKind::ToBool, expr, to, span)
            }
            (TypeKind::Pointer(_), TypeKind::Scalar(scalar)) if scalar.is_int() => {
                self.value(ExprKind::Cast(CastKind::PointerToInt, expr), to, span)
            }
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => self.cast_pointer(expr, a, b, target, span),
            (TypeKind::Record(a), TypeKind::Record(b)) if a == b => {
                self.value(ExprKind::Cast(CastKind::Same, expr), to, span)
            }
            (TypeKind::Event, TypeKind::Event) => expr,
            (TypeKind::Descriptor(_), TypeKind::Descriptor(_)) if from == to => expr,
            (TypeKind::Scalar(_), TypeKind::Event) if self.is_null_constant(expr) => {
                self.null_pointer(to, span)
            }
            (_, TypeKind::Record(id)) if self.types.record(id).is_union => {
                let fields = &self.types.record(id).fields;
                let Some(index) = fields
                    .iter()
                    .position(|field| field.ty.ty == from && field.bits.is_none())
                else {
                    let message = format!(
                        "cast to union type from type '{}' not present in union",
                        self.type_name(expr.ty.unqualified())
                    );
                    self.error(span, message);
                    return self.error_expr(span);
                };
                let init = Init::Members(self.arena.alloc_slice_copy(&[(index as u64, Init::Expr(expr))]));
                let object = self.compound_object(QualType::new(to), init, span);
                self.value(ExprKind::Cast(CastKind::Same, object), to, span)
            }
            (_, TypeKind::Record(_) | TypeKind::Array(..) | TypeKind::Image(..) | TypeKind::Sampler) => self
                .type_error(
                    span,
                    span,
                    (
                        "used type ",
                        target.unqualified(),
                        " where arithmetic or pointer type is required",
                    ),
                ),
            (TypeKind::Record(_) | TypeKind::Image(..) | TypeKind::Sampler, _) => self.type_error(
                expr.span,
                span,
                (
                    "operand of type ",
                    expr.ty.unqualified(),
                    " where arithmetic or pointer type is required",
                ),
            ),
            _ => {
                let message = format!(
                    "invalid conversion from '{}' to '{}'",
                    self.type_name(expr.ty.unqualified()),
                    self.type_name(target.unqualified())
                );
                self.error(expr.span, message);
                self.error_expr(span)
            }
        }
    }

    fn cast_pointer(
        &mut self,
        expr: &'a Expr<'a>,
        a: QualType,
        b: QualType,
        target: QualType,
        span: Span,
    ) -> &'a Expr<'a> {
        let to = target.ty;
        if self.is_null_constant(expr) {
            return self.null_pointer(to, span);
        }
        if a.space == b.space {
            return self.value(ExprKind::Cast(CastKind::Pointer, expr), to, span);
        }
        let allowed = (a.space == Space::Generic && b.space != Space::Constant)
            || (b.space == Space::Generic && a.space != Space::Constant)
            || self.in_library;
        if !allowed {
            let message = format!(
                "casting '{}' to type '{}' changes address space of pointer",
                self.type_name(expr.ty.unqualified()),
                self.type_name(target.unqualified())
            );
            self.error(span, message);
            return self.error_expr(span);
        }
        self.value(ExprKind::Cast(CastKind::AddressSpace, expr), to, span)
    }

    /// `as_T(expr)` and `__builtin_astype(expr, T)`.
    pub fn astype(&mut self, expr: &'a Expr<'a>, target: QualType, span: Span) -> &'a Expr<'a> {
        let expr = self.rvalue(expr);
        let (from, to) = (expr.ty.ty, target.ty);
        if from == Ty::ERROR || to == Ty::ERROR {
            return self.error_expr(span);
        }
        let from_lanes = self.types.lanes(from);
        let to_lanes = self.types.lanes(to);
        let (Some((a, n)), Some((b, m))) = (from_lanes, to_lanes) else {
            let both_pointers = self.types.as_pointer(from).is_some() && self.types.as_pointer(to).is_some();
            if both_pointers && self.types.size_of(from) == self.types.size_of(to) {
                return self.value(ExprKind::Cast(CastKind::Pointer, expr), to, span);
            }
            let message = format!(
                "invalid reinterpretation: '{}' and '{}'",
                self.type_name(target),
                self.type_name(expr.ty)
            );
            self.error(span, message);
            return self.error_expr(span);
        };
        if self.types.size_of(from) != self.types.size_of(to) {
            let message = format!(
                "invalid reinterpretation: sizes of '{}' and '{}' must match",
                self.type_name(target.unqualified()),
                self.type_name(expr.ty.unqualified())
            );
            self.error(span, message);
            return self.error_expr(span);
        }
        if from == to {
            return self.value(ExprKind::Cast(CastKind::Same, expr), to, span);
        }
        // Three elements have the size of four: widen or truncate around the reinterpretation.
        let mut operand = expr;
        if n == 3 && m != 3 {
            let four = self.types.vector(a, 4);
            operand = self.swizzle_node(expr, &[0, 1, 2, u8::MAX], four, span);
        }
        if m == 3 && n != 3 {
            let four = self.types.vector(b, 4);
            let wide = self.value(ExprKind::Cast(CastKind::Bits, operand), four, span);
            return self.swizzle_node(wide, &[0, 1, 2], to, span);
        }
        self.value(ExprKind::Cast(CastKind::Bits, operand), to, span)
    }

    /// `__builtin_bit_cast(T, expr)`: as a member of a union that the other one was stored to.
    pub fn bit_cast(&mut self, expr: &'a Expr<'a>, target: QualType, span: Span) -> &'a Expr<'a> {
        let value = match self.types.is_aggregate(expr.ty.ty) && expr.lvalue {
            true => expr,
            false => self.rvalue(expr),
        };
        let (from, to) = (value.ty.ty, target.ty);
        if from == Ty::ERROR || to == Ty::ERROR {
            return self.error_expr(span);
        }
        let complete = [from, to].into_iter().all(|ty| self.types.is_complete(ty));
        if !complete || self.types.size_of(from) != self.types.size_of(to) {
            let message = format!(
                "size of '__builtin_bit_cast' source type '{}' does not match destination type '{}'",
                self.type_name(value.ty.unqualified()),
                self.type_name(target.unqualified())
            );
            self.error(span, message);
            return self.error_expr(span);
        }
        if from == to {
            return self.value(ExprKind::Cast(CastKind::Same, value), to, span);
        }
        let (id, union) = self.types.new_record(None, true);
        let member = |ty| Field {
            name: None,
            ty: QualType::new(ty),
            named: None,
            offset: 0,
            bits: None,
        };
        self.types.records[id.0 as usize]
            .fields
            .extend([member(from), member(to)]);
        self.types.lay_out(id, &[], Placement::default(), None);
        let init = Init::Members(self.arena.alloc_slice_copy(&[(0, Init::Expr(value))]));
        let object = self.compound_object(QualType::new(union), init, span);
        let object = self.node(ExprKind::Member(object, 1), QualType::new(to), span, true);
        self.value(ExprKind::Cast(CastKind::Same, object), to, span)
    }

    /// An unnamed object with an initializer.
    pub fn compound_object(&mut self, mut ty: QualType, init: Init<'a>, span: Span) -> &'a Expr<'a> {
        let kind = match self.at_file_scope() {
            true => VarKind::Global,
            false => VarKind::Local,
        };
        if kind == VarKind::Global {
            ty.space = Space::Constant;
        }
        let id = self.new_var(Variable {
            name: Symbol(0),
            ty,
            named: None,
            kind,
            span,
            init: Some(init),
            align: None,
            function: self.current,
            is_extern: false,
            is_static: false,
            asm_label: None,
            uses: 1,
            is_unused: false,
        });
        self.node(ExprKind::CompoundLiteral(id), ty, span, true)
    }

    /// Elements `lanes` of a vector value; 255 is a don't-care element.
    pub fn swizzle_node(&mut self, base: &'a Expr<'a>, lanes: &[u8], ty: Ty, span: Span) -> &'a Expr<'a> {
        let mut all = Lanes {
            lanes: [0; 16],
            count: lanes.len() as u8,
        };
        all.lanes[..lanes.len()].copy_from_slice(lanes);
        let lanes = self.arena.alloc(all);
        self.value(ExprKind::Swizzle(base, lanes), ty, span)
    }

    /// `convert_T[_sat][_rt?](expr)`.
    pub fn convert_function(
        &mut self,
        expr: &'a Expr<'a>,
        target: Ty,
        saturate: bool,
        rounding: Rounding,
        span: Span,
    ) -> &'a Expr<'a> {
        let expr = self.rvalue(expr);
        if expr.ty.ty == Ty::ERROR {
            return expr;
        }
        let (Some((from, n)), Some((to, m))) = (self.types.lanes(expr.ty.ty), self.types.lanes(target))
        else {
            return self.type_error(
                span,
                span,
                (
                    "no matching function for call to convert ",
                    expr.ty.unqualified(),
                    "",
                ),
            );
        };
        if n != m {
            let message = format!(
                "no matching conversion from '{}' to '{}'",
                self.type_name(expr.ty.unqualified()),
                self.type_name(QualType::new(target))
            );
            self.error(span, message);
            return self.error_expr(span);
        }
        if saturate && to.is_float() {
            self.error(span, "saturating conversion to a floating-point type");
            return self.error_expr(span);
        }
        if expr.ty.ty == target {
            return self.value(ExprKind::Cast(CastKind::Same, expr), target, span);
        }
        if from.size() > 8 && (saturate || rounding != Rounding::Default) {
            let message = "no saturating or rounding conversion from 128 bits";
            self.error(span, message);
            return self.error_expr(span);
        }
        if !saturate && rounding == Rounding::Default {
            return self.cast_node(CastKind::Arithmetic, expr, target, span);
        }
        self.value(ExprKind::Convert(expr, saturate, rounding), target, span)
    }
}
