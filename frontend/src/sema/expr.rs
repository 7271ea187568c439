//! Operators, names, members, calls.

use super::Sema;
use super::convert::Why;
use super::names::Binding;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, FnId, Init, Lanes, VarKind};
use crate::token::Symbol;
use crate::types::{QualType, Scalar, Ty, TypeKind, quals};
use wavec_support::Span;
use wavec_support::suggest::{did_you_mean, nearest};

impl<'a> Sema<'_, 'a> {
    /// A name in an expression; `called` if `(` follows.
    pub fn name_expr(&mut self, symbol: Symbol, span: Span, called: bool) -> &'a Expr<'a> {
        match self.lookup(symbol) {
            Some(Binding::Var(id)) => {
                self.vars[id.0 as usize].uses += 1;
                let var = self.var(id);
                let ty = var.ty;
                // Samplers of the program are values without an address.
                if self.types.kind(ty.ty) == TypeKind::Sampler
                    && let (VarKind::Global, Some(Init::Expr(value))) = (var.kind, var.init)
                {
                    return self.node(value.kind, ty, span, false);
                }
                self.node(ExprKind::Var(id), ty, span, true)
            }
            Some(Binding::Function(id)) => self.function_name(id, span),
            Some(Binding::Enumerator(value, ty)) => self.int_literal(value as u64, ty, span),
            Some(Binding::Typedef(..) | Binding::BuiltinType(_)) => {
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
                self.report_undeclared(symbol, called, span);
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

    /// Reports a type error at `place`: the text before the type's name, the type, the text after it. Returns the error
    /// node for the expression at `span`.
    pub(crate) fn type_error(
        &mut self,
        place: Span,
        span: Span,
        (before, ty, after): (&str, QualType, &str),
    ) -> &'a Expr<'a> {
        let name = self.type_name(ty);
        self.error(place, format!("{before}'{name}'{after}"));
        self.error_expr(span)
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
            None => self.type_error(
                span,
                span,
                (
                    "indirection requires pointer operand (",
                    operand.ty.unqualified(),
                    " invalid)",
                ),
            ),
        }
    }

    /// `&operand`
    pub fn address_of(&mut self, operand: &'a Expr<'a>, span: Span) -> &'a Expr<'a> {
        if operand.ty.ty == Ty::ERROR {
            return self.error_expr(span);
        }
        if self.types.is_image_or_sampler(operand.ty.ty) {
            let text = (
                "invalid argument type ",
                operand.ty.unqualified(),
                " to unary expression",
            );
            return self.type_error(span, span, text);
        }
        match operand.kind {
            ExprKind::Function(_) | ExprKind::BuiltinName(_) => {
                self.error(span, "taking address of function is not allowed");
                return self.error_expr(span);
            }
            ExprKind::Deref(inner) => {
                self.check_element_address(operand, inner);
                return inner;
            }
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
            return self.type_error(
                span,
                span,
                (
                    "cannot take the address of an rvalue of type ",
                    operand.ty.unqualified(),
                    "",
                ),
            );
        }
        let ty = self.types.pointer(operand.ty);
        self.value(ExprKind::AddressOf(operand), ty, span)
    }

    /// `base[index]`; the positions of `[` and `]`.
    pub fn subscript(
        &mut self,
        base: &'a Expr<'a>,
        index: &'a Expr<'a>,
        (open, close): (Span, Span),
    ) -> &'a Expr<'a> {
        let span = base.span.to(close);
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
            self.error(open, "subscripted value is not an array, pointer, or vector");
            return self.error_expr(span);
        };
        if !self.types.is_int_scalar(offset.ty.ty) {
            self.error(offset.span, "array subscript is not an integer");
            return self.error_expr(span);
        }
        if pointee.ty == Ty::VOID || !self.types.is_complete(pointee.ty) {
            return self.type_error(
                span,
                span,
                ("subscript of pointer to incomplete type ", pointee, ""),
            );
        }
        let address = self.pointer_offset(BinaryOp::Add, pointer, pointee, offset, span);
        self.node(ExprKind::Deref(address), pointee, span, true)
    }

    /// `base.name` or `base->name`; the positions of `.` or `->` and of the name.
    pub fn member(
        &mut self,
        base: &'a Expr<'a>,
        name: Symbol,
        arrow: bool,
        (operator, at): (Span, Span),
    ) -> &'a Expr<'a> {
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
                    return self.type_error(
                        operator,
                        span,
                        (
                            "member reference type ",
                            base.ty.unqualified(),
                            if self.types.as_record(base.ty.ty).is_some() {
                                " is not a pointer; did you mean to use '.'?"
                            } else {
                                " is not a pointer"
                            },
                        ),
                    );
                }
            }
        }
        let text = self.text(name);
        match self.kind(base.ty.ty) {
            TypeKind::Record(id) => {
                if !self.types.record(id).complete {
                    return self.type_error(
                        operator,
                        span,
                        ("incomplete definition of type ", base.ty.unqualified(), ""),
                    );
                }
                let Some(path) = self.types.find_field(id, name) else {
                    let fields = &self.types.record(id).fields;
                    let names = fields.iter().filter_map(|f| f.name).map(|name| self.text(name));
                    let meant = nearest(text, names);
                    let message = format!(
                        "no member named '{text}' in '{}'{}",
                        self.type_name(base.ty.unqualified()),
                        did_you_mean(meant)
                    );
                    self.misspelled(at, message, meant);
                    return self.error_expr(span);
                };
                for index in path {
                    base = self.field(base, index, span);
                }
                base
            }
            TypeKind::Vector(scalar, count) => self.swizzle(base, scalar, count, text, (operator, at)),
            // A scalar counts as a vector of one in `.x` and `.s0`.
            TypeKind::Scalar(scalar) if matches!(text, "x" | "s0" | "S0") && !scalar.is_int() => base,
            TypeKind::Pointer(pointee) if self.types.as_record(pointee.ty).is_some() => self.type_error(
                operator,
                span,
                (
                    "member reference type ",
                    base.ty.unqualified(),
                    " is a pointer; did you mean to use '->'?",
                ),
            ),
            _ => self.type_error(
                operator,
                span,
                (
                    "member reference base type ",
                    base.ty.unqualified(),
                    " is not a structure or union",
                ),
            ),
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
        (operator, at): (Span, Span),
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
                // Components are of one kind: xyzw or rgba.
                let colors = text.starts_with(['r', 'g', 'b', 'a']);
                for (index, c) in text.char_indices().skip(numbered as usize) {
                    let lane = match c {
                        _ if numbered => c.to_digit(16),
                        'x' if !colors => Some(0),
                        'y' if !colors => Some(1),
                        'z' if !colors => Some(2),
                        'w' if !colors => Some(3),
                        'r' if colors => Some(0),
                        'g' if colors => Some(1),
                        'b' if colors => Some(2),
                        'a' if colors => Some(3),
                        _ => None,
                    };
                    let Some(lane) = lane else {
                        let start = at.start + index as u32;
                        let place = Span {
                            start,
                            end: start + c.len_utf8() as u32,
                            ..at
                        };
                        let place = if place.end <= at.end { place } else { at };
                        self.error(place, format!("illegal vector component name '{c}'"));
                        return self.error_expr(span);
                    };
                    if lane >= count || lanes.len() == 16 {
                        let ty = self.type_name(base.ty.unqualified());
                        self.error(operator, format!("vector component access exceeds type '{ty}'"));
                        return self.error_expr(span);
                    }
                    lanes.push(lane as u8);
                }
            }
        }
        if !matches!(lanes.len(), 1 | 2 | 3 | 4 | 8 | 16) {
            self.error(
                at,
                format!(
                    "vector component access has invalid length {}; supported lengths are: 1,2,3,4,8,16",
                    lanes.len()
                ),
            );
            return self.error_expr(span);
        }
        // `.hi` of three elements names a fourth one that does not exist: reading it gives any value, and writing it
        // does nothing.
        for lane in &mut lanes {
            if *lane as u32 >= count && count == 3 {
                *lane = u8::MAX;
            }
        }
        // A swizzle of a swizzle names elements of the underlying vector.
        let mut bottom = base;
        if let ExprKind::Swizzle(inner, below) = base.kind
            && self.types.as_vector(inner.ty.ty).is_some()
            && lanes
                .iter()
                .all(|&lane| lane == u8::MAX || (lane as usize) < below.as_slice().len())
        {
            for lane in lanes.iter_mut().filter(|lane| **lane != u8::MAX) {
                *lane = below.lanes[*lane as usize];
            }
            bottom = inner;
        }
        let repeated = (1..lanes.len()).any(|i| lanes[..i].contains(&lanes[i]));
        let ty = QualType {
            ty: self.types.vector(scalar, lanes.len() as u32),
            ..base.ty
        };
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
            base.lvalue && !repeated,
        )
    }

    /// `(T)(a, b, ...)` for a vector type with several operands; the spans of the whole and of the operands.
    pub fn vector_literal(
        &mut self,
        ty: Ty,
        args: &[&'a Expr<'a>],
        (span, list): (Span, Span),
    ) -> &'a Expr<'a> {
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
                    self.check_conversion(arg, QualType::new(Ty::scalar(scalar)));
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
                format!(
                    "too many elements in vector initialization (expected {count} elements, have {total})"
                )
            };
            self.error(list, message);
            return self.error_expr(span);
        }
        let parts = self.arena.alloc_slice_copy(&parts);
        self.value(ExprKind::VectorLiteral(parts), ty, span)
    }
}
