//! Operators, names, members, calls.

use super::Sema;
use super::constant_eval::{fold_binary, fold_unary};
use super::convert::Why;
use super::names::Binding;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, FnId, Lanes, ScalarValue, UnaryOp};
use crate::token::Symbol;
use crate::types::{QualType, Scalar, Space, Ty, TypeKind, quals};
use wavec_support::Span;

impl<'a> Sema<'_, 'a> {
    /// A name in an expression; `called` if `(` follows.
    pub fn name_expr(&mut self, symbol: Symbol, span: Span, called: bool) -> &'a Expr<'a> {
        match self.lookup(symbol) {
            Some(Binding::Var(id)) => {
                self.vars[id.0 as usize].used = true;
                let ty = self.var(id).ty;
                self.node(ExprKind::Var(id), ty, span, true)
            }
            Some(Binding::Function(id)) => self.function_name(id, span),
            Some(Binding::Enumerator(value, ty)) => self.int_literal(value as u64, ty, span),
            Some(Binding::Typedef(_) | Binding::BuiltinType(_)) => {
                let text = self.text(symbol);
                self.error(
                    span,
                    format!("unexpected type name '{text}': expected expression"),
                );
                self.error_expr(span)
            }
            None if called && self.names_builtin(symbol) => self.node(
                ExprKind::BuiltinName(symbol),
                QualType::new(Ty::VOID),
                span,
                false,
            ),
            None => {
                match self.library_binding(symbol) {
                    Some(Binding::Function(id)) => return self.function_name(id, span),
                    Some(Binding::Var(id)) => {
                        let ty = self.var(id).ty;
                        return self.node(ExprKind::Var(id), ty, span, true);
                    }
                    _ => {}
                }
                let text = self.text(symbol);
                if let Some(value) = self.named_constant(text) {
                    return self.int_literal(value as u64, Ty::INT, span);
                }
                self.error(span, format!("use of undeclared identifier '{text}'"));
                self.error_expr(span)
            }
        }
    }

    fn function_name(&mut self, id: FnId, span: Span) -> &'a Expr<'a> {
        self.node(ExprKind::Function(id), QualType::new(Ty::VOID), span, false)
    }

    /// Enumerators of OpenCL's own headers.
    fn named_constant(&self, name: &str) -> Option<i64> {
        Some(match name {
            "memory_scope_work_item" => 0,
            "memory_scope_work_group" => 1,
            "memory_scope_device" => 2,
            "memory_scope_all_svm_devices" | "memory_scope_all_devices" => 3,
            "memory_scope_sub_group" => 4,
            "memory_order_relaxed" => 0,
            "memory_order_acquire" => 2,
            "memory_order_release" => 3,
            "memory_order_acq_rel" => 4,
            "memory_order_seq_cst" => 5,
            _ => return None,
        })
    }

    fn invalid_operands(&mut self, left: &Expr<'a>, right: &Expr<'a>, span: Span) -> &'a Expr<'a> {
        let message = format!(
            "invalid operands to binary expression ('{}' and '{}')",
            self.type_name(left.ty.unqualified()),
            self.type_name(right.ty.unqualified())
        );
        self.error(span, message);
        self.error_expr(span)
    }

    /// `left op right`; `at` is the operator's place.
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
    fn fold(&mut self, expr: &'a Expr<'a>) -> &'a Expr<'a> {
        let literal = |e: &Expr| match e.kind {
            ExprKind::Int(value) => Some(ScalarValue::Int(value)),
            ExprKind::Float(value) => Some(ScalarValue::Float(value)),
            _ => None,
        };
        let value = match expr.kind {
            ExprKind::Binary(op, a, b) => {
                let (Some(x), Some(y)) = (literal(a), literal(b)) else {
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
                let Some(x) = literal(a) else { return expr };
                let (Some(from), Some(to)) =
                    (self.types.as_scalar(a.ty.ty), self.types.as_scalar(expr.ty.ty))
                else {
                    return expr;
                };
                fold_unary(op, x, from, to, 1)
            }
            _ => None,
        };
        match value {
            Some(ScalarValue::Int(value)) => self.value(ExprKind::Int(value), expr.ty.ty, expr.span),
            Some(ScalarValue::Float(value)) => self.value(ExprKind::Float(value), expr.ty.ty, expr.span),
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
            let ty = self.types.vector(scalar.to_signed(), count);
            return Some(self.value(ExprKind::Binary(op, left, right), ty, span));
        }
        if !self.types.is_scalar(left.ty.ty) || !self.types.is_scalar(right.ty.ty) {
            return None;
        }
        Some(self.value(ExprKind::Binary(op, left, right), Ty::INT, span))
    }

    fn shift(
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
        // The amount in the type of the left operand: only its low bits count.
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
            let (left, right, ty) = self.usual_arithmetic(left, right)?;
            let result = match self.types.as_vector(ty) {
                Some((scalar, count)) => self.types.vector(scalar.to_signed(), count),
                None => Ty::INT,
            };
            return Some(self.value(ExprKind::Binary(op, left, right), result, span));
        }
        let (left, right) = self.common_pointer(left, right, true)?;
        Some(self.value(ExprKind::Binary(op, left, right), Ty::INT, span))
    }

    /// Brings two pointers (or a pointer and null) to one type.
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
                    self.warning(left.span.to(right.span), message);
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
                    if x.space != y.space
                        || (x.ty != y.ty && self.types.size_of(x.ty) != self.types.size_of(y.ty))
                    {
                        let message = format!(
                            "'{}' and '{}' are not pointers to compatible types",
                            self.type_name(left.ty.unqualified()),
                            self.type_name(right.ty.unqualified())
                        );
                        self.error(span, message);
                        return Some(self.error_expr(span));
                    }
                    return Some(self.value(ExprKind::Binary(op, left, right), Ty::LONG, span));
                }
                (None, None) => {}
                _ => return None,
            }
        }
        let (left, right, ty) = self.usual_arithmetic(left, right)?;
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
            self.warning(span, format!("{word} by zero is undefined"));
        }
        Some(self.value(ExprKind::Binary(op, left, right), ty, span))
    }

    fn pointer_offset(
        &mut self,
        op: BinaryOp,
        pointer: &'a Expr<'a>,
        pointee: QualType,
        offset: &'a Expr<'a>,
        span: Span,
    ) -> &'a Expr<'a> {
        if pointee.ty != Ty::VOID && !self.types.is_complete(pointee.ty) {
            let message = format!(
                "arithmetic on a pointer to an incomplete type '{}'",
                self.type_name(pointee)
            );
            self.error(span, message);
            return self.error_expr(span);
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
            (Some(UnaryOp::LogicalNot), Some((scalar, count))) if count > 1 => {
                let ty = self.types.vector(scalar.to_signed(), count);
                Some(self.value(ExprKind::Unary(UnaryOp::LogicalNot, operand), ty, span))
            }
            (Some(UnaryOp::LogicalNot), _) if self.types.is_scalar(operand.ty.ty) => {
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
            None => {
                let message = format!(
                    "invalid argument type '{}' to unary expression",
                    self.type_name(operand.ty.unqualified())
                );
                self.error(span, message);
                self.error_expr(span)
            }
        }
    }

    /// `*operand`
    pub fn dereference(&mut self, operand: &'a Expr<'a>, span: Span) -> &'a Expr<'a> {
        if let ExprKind::Function(_) = operand.kind {
            return operand;
        }
        let operand = self.rvalue(operand);
        if operand.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        match self.types.as_pointer(operand.ty.ty) {
            Some(pointee) => self.node(ExprKind::Deref(operand), pointee, span, true),
            None => {
                let message = format!(
                    "indirection requires pointer operand ('{}' invalid)",
                    self.type_name(operand.ty.unqualified())
                );
                self.error(span, message);
                self.error_expr(span)
            }
        }
    }

    /// `&operand`
    pub fn address_of(&mut self, operand: &'a Expr<'a>, span: Span) -> &'a Expr<'a> {
        if operand.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        match operand.kind {
            ExprKind::Function(_) | ExprKind::BuiltinName(_) => {
                self.error(span, "taking address of function is not allowed");
                return self.error_expr(span);
            }
            ExprKind::Deref(inner) => return inner,
            ExprKind::Swizzle(base, lanes) if lanes.count == 1 && base.lvalue && operand.lvalue => {
                // Address of one element: element pointer arithmetic on the vector's address.
                let vector = self.address_of(base, span);
                let Some(element) = self.types.as_scalar(operand.ty.ty) else {
                    return self.error_expr(span);
                };
                let to = QualType {
                    ty: Ty::scalar(element),
                    ..operand.ty
                };
                let pointer = self.types.pointer(to);
                let start = self.value(ExprKind::Cast(CastKind::Pointer, vector), pointer, span);
                let index = self.int_literal(lanes.lanes[0] as u64, Ty::INT, span);
                return self.value(ExprKind::Binary(BinaryOp::Add, start, index), pointer, span);
            }
            ExprKind::VectorIndex(base, index) if base.lvalue => {
                let vector = self.address_of(base, span);
                let pointer = self.types.pointer(operand.ty);
                let start = self.value(ExprKind::Cast(CastKind::Pointer, vector), pointer, span);
                return self.value(ExprKind::Binary(BinaryOp::Add, start, index), pointer, span);
            }
            ExprKind::Swizzle(..) => {
                self.error(span, "address of vector element requested");
                return self.error_expr(span);
            }
            ExprKind::Member(base, field)
                if self.types.as_record(base.ty.ty).is_some_and(|id| {
                    self.types
                        .record(id)
                        .fields
                        .get(field as usize)
                        .is_some_and(|f| f.bits.is_some())
                }) =>
            {
                self.error(span, "address of bit-field requested");
                return self.error_expr(span);
            }
            _ => {}
        }
        if !operand.lvalue {
            let message = format!(
                "cannot take the address of an rvalue of type '{}'",
                self.type_name(operand.ty.unqualified())
            );
            self.error(span, message);
            return self.error_expr(span);
        }
        let ty = self.types.pointer(operand.ty);
        self.value(ExprKind::AddressOf(operand), ty, span)
    }

    /// `base[index]`
    pub fn subscript(&mut self, base: &'a Expr<'a>, index: &'a Expr<'a>, span: Span) -> &'a Expr<'a> {
        let (base_ty, index_ty) = (base.ty.ty, index.ty.ty);
        if base_ty == Ty::ERROR || index_ty == Ty::ERROR {
            return self.error_expr(span);
        }
        if let Some((scalar, count)) = self.types.as_vector(base_ty) {
            if !self.types.is_int_scalar(index_ty) {
                self.error(index.span, "array subscript is not an integer");
                return self.error_expr(span);
            }
            let ty = QualType {
                ty: Ty::scalar(scalar),
                ..base.ty
            };
            if let Some(lane) = self.eval_int(index).filter(|&lane| lane < count as u64) {
                let mut lanes = Lanes {
                    lanes: [0; 16],
                    count: 1,
                };
                if lane < 256 {
                    lanes.lanes[0] = lane as u8;
                    let lanes = self.arena.alloc(lanes);
                    return self.node(ExprKind::Swizzle(base, lanes), ty, span, base.lvalue);
                }
            }
            let index = self.promote(index);
            return self.node(ExprKind::VectorIndex(base, index), ty, span, base.lvalue);
        }
        let (mut pointer, mut offset) = (self.rvalue(base), self.rvalue(index));
        if self.types.as_pointer(pointer.ty.ty).is_none() {
            std::mem::swap(&mut pointer, &mut offset);
        }
        let Some(pointee) = self.types.as_pointer(pointer.ty.ty) else {
            self.error(span, "subscripted value is not an array, pointer, or vector");
            return self.error_expr(span);
        };
        if !self.types.is_int_scalar(offset.ty.ty) {
            self.error(offset.span, "array subscript is not an integer");
            return self.error_expr(span);
        }
        if pointee.ty == Ty::VOID || !self.types.is_complete(pointee.ty) {
            let message = format!(
                "subscript of pointer to incomplete type '{}'",
                self.type_name(pointee)
            );
            self.error(span, message);
            return self.error_expr(span);
        }
        let address = self.pointer_offset(BinaryOp::Add, pointer, pointee, offset, span);
        self.node(ExprKind::Deref(address), pointee, span, true)
    }

    /// `base.name` or `base->name`; `at` is the place of the name.
    pub fn member(&mut self, base: &'a Expr<'a>, name: Symbol, arrow: bool, at: Span) -> &'a Expr<'a> {
        let span = base.span.to(at);
        if base.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        let mut base = base;
        if arrow {
            let pointer = self.rvalue(base);
            match self.types.as_pointer(pointer.ty.ty) {
                Some(pointee) => base = self.node(ExprKind::Deref(pointer), pointee, span, true),
                None => {
                    let message = format!(
                        "member reference type '{}' is not a pointer",
                        self.type_name(base.ty.unqualified())
                    );
                    self.error(at, message);
                    return self.error_expr(span);
                }
            }
        }
        let text = self.text(name);
        match self.kind(base.ty.ty) {
            TypeKind::Record(id) => {
                if !self.types.record(id).complete {
                    let message = format!(
                        "incomplete definition of type '{}'",
                        self.type_name(base.ty.unqualified())
                    );
                    self.error(at, message);
                    return self.error_expr(span);
                }
                let Some(path) = self.types.find_field(id, name) else {
                    let message = format!(
                        "no member named '{text}' in '{}'",
                        self.type_name(base.ty.unqualified())
                    );
                    self.error(at, message);
                    return self.error_expr(span);
                };
                for index in path {
                    base = self.field(base, index, span);
                }
                base
            }
            TypeKind::Vector(scalar, count) => self.swizzle(base, scalar, count, text, at),
            // A scalar counts as a vector of one in `.x` and `.s0`.
            TypeKind::Scalar(scalar) if matches!(text, "x" | "s0" | "S0") && !scalar.is_int() => base,
            TypeKind::Pointer(pointee) if self.types.as_record(pointee.ty).is_some() => {
                let message = format!(
                    "member reference type '{}' is a pointer; did you mean to use '->'?",
                    self.type_name(base.ty.unqualified())
                );
                self.error(at, message);
                self.error_expr(span)
            }
            _ => {
                let message = format!(
                    "member reference base type '{}' is not a structure or union",
                    self.type_name(base.ty.unqualified())
                );
                self.error(at, message);
                self.error_expr(span)
            }
        }
    }

    /// Field `index` of a record.
    pub fn field(&mut self, base: &'a Expr<'a>, index: u32, span: Span) -> &'a Expr<'a> {
        let Some(id) = self.types.as_record(base.ty.ty) else {
            return self.error_expr(span);
        };
        let Some(field) = self.types.record(id).fields.get(index as usize).copied() else {
            return self.error_expr(span);
        };
        let ty = QualType {
            ty: field.ty.ty,
            quals: field.ty.quals | base.ty.quals & !quals::RESTRICT,
            space: base.ty.space,
        };
        self.node(ExprKind::Member(base, index), ty, span, base.lvalue)
    }

    fn swizzle(
        &mut self,
        base: &'a Expr<'a>,
        scalar: Scalar,
        count: u32,
        text: &str,
        at: Span,
    ) -> &'a Expr<'a> {
        let span = base.span.to(at);
        let mut lanes: Vec<u8> = Vec::with_capacity(16);
        let rounded = if count == 3 { 4 } else { count };
        match text {
            "lo" => lanes.extend(0..rounded as u8 / 2),
            "hi" => lanes.extend(rounded as u8 / 2..rounded as u8),
            "even" => lanes.extend((0..rounded as u8).step_by(2)),
            "odd" => lanes.extend((1..rounded as u8).step_by(2)),
            _ => {
                let numbered = text.len() > 1 && text.starts_with(['s', 'S']);
                for c in text.chars().skip(numbered as usize) {
                    let lane = match c {
                        _ if numbered => c.to_digit(16),
                        'x' | 'r' => Some(0),
                        'y' | 'g' => Some(1),
                        'z' | 'b' => Some(2),
                        'w' | 'a' => Some(3),
                        _ => None,
                    };
                    let Some(lane) = lane else {
                        self.error(at, format!("illegal vector component name '{c}'"));
                        return self.error_expr(span);
                    };
                    if lane >= count || lanes.len() == 16 {
                        let ty = self.type_name(base.ty.unqualified());
                        self.error(at, format!("vector component access exceeds type '{ty}'"));
                        return self.error_expr(span);
                    }
                    lanes.push(lane as u8);
                }
            }
        }
        if !matches!(lanes.len(), 1 | 2 | 3 | 4 | 8 | 16) {
            self.error(
                at,
                format!("vector component name '{text}' has an invalid number of elements"),
            );
            return self.error_expr(span);
        }
        // A swizzle of a swizzle names elements of the vector below.
        let mut bottom = base;
        if let ExprKind::Swizzle(inner, below) = base.kind
            && self.types.as_vector(inner.ty.ty).is_some()
            && lanes.iter().all(|&lane| (lane as usize) < below.as_slice().len())
        {
            for lane in &mut lanes {
                *lane = below.lanes[*lane as usize];
            }
            bottom = inner;
        }
        let repeated = (1..lanes.len()).any(|i| lanes[..i].contains(&lanes[i]));
        let ty = QualType {
            ty: self.types.vector(scalar, lanes.len() as u32),
            ..base.ty
        };
        // The fourth element of three that `.hi` names is no element: reads of it do not matter.
        for lane in &mut lanes {
            if *lane as u32 >= count && count == 3 {
                *lane = u8::MAX;
            }
        }
        let padded = lanes.contains(&u8::MAX);
        let mut all = Lanes {
            lanes: [0; 16],
            count: lanes.len() as u8,
        };
        all.lanes[..lanes.len()].copy_from_slice(&lanes);
        let lanes = self.arena.alloc(all);
        self.node(
            ExprKind::Swizzle(bottom, lanes),
            ty,
            span,
            base.lvalue && !repeated && !padded,
        )
    }

    /// Reports an expression that cannot be stored to; true if it can.
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
        let value = self.convert_to(value, target.ty, Why::Assign);
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
        // The operator decides on types; its node is taken apart again.
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
        // The result goes back to the target's type as by assignment.
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
        self.value(
            ExprKind::CompoundAssign(op, target, right, compute),
            target.ty.ty,
            span,
        )
    }

    /// `++` and `--`.
    pub fn increment(&mut self, up: bool, prefix: bool, operand: &'a Expr<'a>, span: Span) -> &'a Expr<'a> {
        if operand.ty.ty == Ty::ERROR || !self.check_assignable(operand, span) {
            return self.error_expr(span);
        }
        let pointee = self.types.as_pointer(operand.ty.ty);
        let countable = self.types.lanes(operand.ty.ty).is_some() || pointee.is_some();
        if !countable {
            let word = if up { "increment" } else { "decrement" };
            let message = format!(
                "cannot {word} value of type '{}'",
                self.type_name(operand.ty.unqualified())
            );
            self.error(span, message);
            return self.error_expr(span);
        }
        self.value(ExprKind::Increment(up, prefix, operand), operand.ty.ty, span)
    }

    /// Checks a condition of `if`, loops and the like: it must be a scalar.
    pub fn condition(&mut self, expr: &'a Expr<'a>) -> &'a Expr<'a> {
        let expr = self.rvalue(expr);
        if expr.ty.ty != Ty::ERROR && !self.types.is_scalar(expr.ty.ty) {
            let message = format!(
                "statement requires expression of scalar type ('{}' invalid)",
                self.type_name(expr.ty.unqualified())
            );
            self.error(expr.span, message);
            return self.error_expr(expr.span);
        }
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
        if !self.types.is_scalar(condition.ty.ty) {
            let message = format!(
                "used type '{}' where arithmetic or pointer type is required",
                self.type_name(condition.ty.unqualified())
            );
            self.error(condition.span, message);
            return self.error_expr(span);
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
            let message = format!(
                "used type '{}' where integer is required",
                self.type_name(condition.ty.unqualified())
            );
            self.error(condition.span, message);
            return self.error_expr(span);
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

    /// `left, right`
    pub fn comma(&mut self, left: &'a Expr<'a>, right: &'a Expr<'a>) -> &'a Expr<'a> {
        let right = self.rvalue(right);
        let span = left.span.to(right.span);
        if right.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        self.value(ExprKind::Comma(left, right), right.ty.ty, span)
    }

    /// `callee(args)`; `close` is the place of `)`.
    pub fn call(&mut self, callee: &'a Expr<'a>, args: &'a [Expr<'a>], close: Span) -> &'a Expr<'a> {
        let span = callee.span.to(close);
        if callee.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        match callee.kind {
            ExprKind::Function(id) => self.call_function(id, args, span, close),
            ExprKind::BuiltinName(symbol) => {
                if args.iter().any(|arg| arg.ty.ty == Ty::ERROR) {
                    return self.error_expr(span);
                }
                self.call_builtin(symbol, args, span)
            }
            _ => {
                let message = format!(
                    "called object type '{}' is not a function or function pointer",
                    self.type_name(callee.ty.unqualified())
                );
                self.error(callee.span, message);
                self.error_expr(span)
            }
        }
    }

    /// A call of a function; `close` is the place of `)`.
    pub(crate) fn call_function(
        &mut self,
        id: FnId,
        args: &'a [Expr<'a>],
        span: Span,
        close: Span,
    ) -> &'a Expr<'a> {
        let mut id = id;
        if self.function(id).next_overload.is_some() {
            if args.iter().any(|arg| arg.ty.ty == Ty::ERROR) {
                return self.error_expr(span);
            }
            match self.choose_overload(id, args) {
                Ok(chosen) => id = chosen,
                Err(word) => {
                    let name = self.text(self.function(id).name);
                    let message = if word == "ambiguous" {
                        format!("call to '{name}' is ambiguous")
                    } else {
                        format!("no matching function for call to '{name}'")
                    };
                    self.error(span, message);
                    return self.error_expr(span);
                }
            }
        }
        let function = self.function(id);
        let (params, variadic, ret, declared) = (
            function.param_types,
            function.variadic,
            function.ret,
            function.span,
        );
        if args.len() < params.len() || (args.len() > params.len() && !variadic) {
            let word = if args.len() < params.len() { "few" } else { "many" };
            let place = if args.len() < params.len() {
                close
            } else {
                args[params.len()].span
            };
            let name = self.text(self.function(id).name);
            let message = format!(
                "too {word} arguments to function call, expected {}, have {}",
                params.len(),
                args.len()
            );
            let note = if self.function(id).library {
                Span::NONE
            } else {
                declared
            };
            self.error_note(place, message, note, format!("'{name}' declared here"));
            return self.error_expr(span);
        }
        if self.function(id).library
            && let Some(call) = self.call_by_element(id, args, span)
        {
            return call;
        }
        let mut converted: Vec<Expr<'a>> = Vec::with_capacity(args.len());
        let mut wrong = false;
        for (index, arg) in args.iter().enumerate() {
            let arg = match params.get(index) {
                Some(&param) => self.convert_to(arg, param, Why::Pass),
                None => {
                    let arg = self.rvalue(arg);
                    self.promote(arg)
                }
            };
            wrong |= arg.ty.ty == Ty::ERROR;
            converted.push(*arg);
        }
        if wrong {
            // The type is known all the same, so that nothing is reported twice.
            return self.value(ExprKind::Error, ret.ty, span);
        }
        // A work-item function of a known dimension is a function of its own, without the choice.
        if let [
            Expr {
                kind: ExprKind::Int(dimension @ 0..=2),
                ..
            },
        ] = converted[..]
            && self.function(id).library
            && let Some(special) = self.dimension_function(id, dimension)
        {
            self.note_call(special);
            return self.value(ExprKind::Call(special, &[]), ret.ty, span);
        }
        self.note_call(id);
        let args = self.arena.alloc_slice_copy(&converted);
        self.value(ExprKind::Call(id, args), ret.ty, span)
    }

    /// A library function of scalars called with vectors works element by element.
    fn call_by_element(&mut self, id: FnId, args: &'a [Expr<'a>], span: Span) -> Option<&'a Expr<'a>> {
        let count = args
            .iter()
            .filter_map(|arg| self.types.as_vector(arg.ty.ty))
            .map(|v| v.1)
            .max()?;
        let params = self.function(id).param_types;
        let ret = self.types.as_scalar(self.function(id).ret.ty)?;
        let mut operands = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(params) {
            let scalar = self.types.as_scalar(param.ty)?;
            let (element, lanes) = self.types.lanes(arg.ty.ty)?;
            if lanes > 1
                && (lanes != count
                    || element.size() != scalar.size()
                    || element.is_float() != scalar.is_float())
            {
                return None;
            }
            let ty = self.types.vector(scalar, count);
            operands.push(*self.arithmetic(arg, ty));
        }
        self.note_call(id);
        let ty = self.types.vector(ret, count);
        Some(self.operation(crate::builtins::Op::Library(id, 0), &operands, ty, span))
    }

    /// `get_global_id(0)` is `__get_global_id_x()`.
    fn dimension_function(&mut self, id: FnId, dimension: u64) -> Option<FnId> {
        let name = self.text(self.function(id).name);
        if !name.starts_with("get_") {
            return None;
        }
        let axis = ["x", "y", "z"][dimension as usize];
        self.library_function_named(&format!("__{name}_{axis}"))
    }

    /// The overload that fits best; the error is why there is none.
    fn choose_overload(&mut self, first: FnId, args: &[Expr<'a>]) -> Result<FnId, &'static str> {
        let mut best: Option<(u32, FnId)> = None;
        let mut tie = false;
        let mut next = Some(first);
        while let Some(id) = next {
            next = self.function(id).next_overload;
            let params = self.function(id).param_types;
            if params.len() != args.len() {
                continue;
            }
            let costs: Option<Vec<u32>> = args
                .iter()
                .zip(params)
                .map(|(arg, &param)| self.conversion_cost(arg, param))
                .collect();
            let Some(costs) = costs else { continue };
            let cost = costs.iter().sum();
            match best {
                Some((least, _)) if least < cost => {}
                Some((least, _)) if least == cost => tie = true,
                _ => {
                    best = Some((cost, id));
                    tie = false;
                }
            }
        }
        match best {
            Some(_) if tie => Err("ambiguous"),
            Some((_, id)) => Ok(id),
            None => Err("none"),
        }
    }

    /// How far an argument is from a parameter: 0 is the same, `None` is no way.
    fn conversion_cost(&mut self, arg: &Expr<'a>, param: QualType) -> Option<u32> {
        let from = match self.kind(arg.ty.ty) {
            TypeKind::Array(of, _) => self.types.pointer(QualType {
                quals: of.quals | arg.ty.quals,
                space: arg.ty.space,
                ..of
            }),
            _ => arg.ty.ty,
        };
        if from == param.ty {
            return Some(0);
        }
        match (self.kind(from), self.kind(param.ty)) {
            (TypeKind::Scalar(a), TypeKind::Scalar(b)) => {
                let promotion =
                    super::convert::promoted(a) == b || (a == Scalar::Float && b == Scalar::Double);
                Some(if promotion { 10 } else { 100 })
            }
            (TypeKind::Enum(_), TypeKind::Scalar(b)) => Some(if b == Scalar::Int || b == Scalar::UInt {
                10
            } else {
                100
            }),
            (TypeKind::Scalar(_), TypeKind::Vector(..)) => Some(1000),
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                if a.space != b.space && (b.space != Space::Generic || a.space == Space::Constant) {
                    return None;
                }
                let space = if a.space == b.space { 0 } else { 5 };
                if a.ty == b.ty {
                    return Some(1 + space + (a.quals ^ b.quals) as u32);
                }
                (b.ty == Ty::VOID).then_some(200 + space)
            }
            (TypeKind::Scalar(_), TypeKind::Pointer(_)) if self.is_null_constant(arg) => Some(100),
            _ => None,
        }
    }

    /// `(T)(a, b, ...)` for a vector type with several operands.
    pub fn vector_literal(&mut self, ty: Ty, args: &[&'a Expr<'a>], span: Span) -> &'a Expr<'a> {
        let Some((scalar, count)) = self.types.as_vector(ty) else {
            return self.error_expr(span);
        };
        let mut parts: Vec<Expr<'a>> = Vec::with_capacity(args.len());
        let mut total = 0;
        for &arg in args {
            let arg = self.rvalue(arg);
            if arg.ty.ty == Ty::ERROR {
                return self.error_expr(span);
            }
            match self.types.lanes(arg.ty.ty) {
                Some((_, 1)) => {
                    total += 1;
                    parts.push(*self.arithmetic(arg, Ty::scalar(scalar)));
                }
                Some((element, lanes)) if element == scalar => {
                    total += lanes;
                    parts.push(*arg);
                }
                _ => {
                    let target = QualType::new(Ty::scalar(scalar));
                    let arg = self.convert_to(arg, target, Why::Init);
                    if arg.ty.ty != Ty::ERROR {
                        self.error(arg.span, "invalid operand of a vector literal");
                    }
                    return self.error_expr(span);
                }
            }
        }
        if total != count {
            let message = if total < count {
                format!("too few elements in vector initialization (expected {count} elements, have {total})")
            } else {
                "excess elements in vector initializer".to_string()
            };
            self.error(span, message);
            return self.error_expr(span);
        }
        let parts = self.arena.alloc_slice_copy(&parts);
        self.value(ExprKind::VectorLiteral(parts), ty, span)
    }
}
