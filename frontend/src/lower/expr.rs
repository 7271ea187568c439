//! Expressions: values, conditions, effects.

use super::function::FunctionLowerer;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, Stmt, UnaryOp};
use crate::sema::builtins::LIBRARY_FILE;
use crate::types::{Scalar, Ty};
use wavec_ir::inst::IntPredicate;
use wavec_ir::{InstFlags, Opcode, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// Evaluates an expression for its effects.
    pub(super) fn effects(&mut self, expr: &'a Expr<'a>) {
        let outer = self.enter(expr.span);
        self.effects_here(expr);
        self.location = outer;
    }

    fn effects_here(&mut self, expr: &'a Expr<'a>) {
        if self.l.sema.types.is_aggregate(expr.ty.ty) {
            match expr.kind {
                ExprKind::Call(..)
                | ExprKind::Conditional(_)
                | ExprKind::Comma(..)
                | ExprKind::Statement(_) => {
                    let (pointer, align) = self.temporary(expr.ty.ty);
                    self.aggregate_into(expr, pointer, align);
                }
                ExprKind::Assign(target, value) => {
                    let spot = self.spot(target);
                    self.aggregate_into(value, spot.pointer, spot.align);
                }
                _ => {}
            }
            return;
        }
        match expr.kind {
            // Reading an object has no effect unless it is volatile.
            ExprKind::Var(_) if !expr.ty.is_volatile() => {}
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Str(_) | ExprKind::Error => {}
            ExprKind::Cast(CastKind::ToVoid | CastKind::Same, inner) => self.effects(inner),
            ExprKind::Call(..) | ExprKind::Builtin(..) => {
                self.call_expr(expr);
            }
            ExprKind::Conditional(parts) => {
                let (then, otherwise, end) = (self.new_block(), self.new_block(), self.new_block());
                self.branch_on(&parts[0], then, otherwise);
                self.start(then);
                self.effects(&parts[1]);
                self.branch(end);
                self.start(otherwise);
                self.effects(&parts[2]);
                self.branch(end);
                self.start(end);
            }
            ExprKind::Binary(op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), left, right)
                if self.l.sema.types.as_vector(expr.ty.ty).is_none() =>
            {
                let (more, end) = (self.new_block(), self.new_block());
                if op == BinaryOp::LogicalAnd {
                    self.branch_on(left, more, end);
                } else {
                    self.branch_on(left, end, more);
                }
                self.start(more);
                self.effects(right);
                self.branch(end);
                self.start(end);
            }
            ExprKind::Comma(..) => {
                let mut spine = Vec::new();
                let mut left = expr;
                while let ExprKind::Comma(inner, right) = left.kind {
                    spine.push(right);
                    left = inner;
                }
                self.effects(left);
                for right in spine.into_iter().rev() {
                    self.effects(right);
                }
            }
            ExprKind::Statement(items) => self.statements(items),
            ExprKind::Assign(..) | ExprKind::CompoundAssign(..) | ExprKind::Increment(..) => {
                self.rvalue(expr);
            }
            _ => {
                if expr.ty.ty != Ty::VOID {
                    self.rvalue(expr);
                } else if expr.lvalue {
                    // `*p` of a void pointer.
                }
            }
        }
    }

    /// The value of an expression of scalar, vector or pointer type.
    pub(super) fn rvalue(&mut self, expr: &Expr<'a>) -> Value {
        // The tree outlives the lowering; a copy of a node's head is as good as the node.
        let expr: &'a Expr<'a> = self.l.sema.arena.alloc(*expr);
        self.value_of(expr)
    }

    /// A call of a function or of a builtin. Its instructions get its position, if positions are kept; those in the
    /// bodies of library functions get that of the user's call.
    fn call_expr(&mut self, expr: &'a Expr<'a>) -> Option<Value> {
        let first = self.func.inst_count();
        let value = match expr.kind {
            ExprKind::Call(id, args) => self.call_function(id, args),
            ExprKind::Builtin(op, args) => self.builtin(op, args, expr.ty.ty),
            _ => None,
        };
        if self.l.sema.options.keep_places && expr.span.file != LIBRARY_FILE {
            self.func.keep_place_from(first, expr.span);
        }
        value
    }

    pub(super) fn value_of(&mut self, expr: &'a Expr<'a>) -> Value {
        let outer = self.enter(expr.span);
        let value = self.value_here(expr);
        self.location = outer;
        value
    }

    fn value_here(&mut self, expr: &'a Expr<'a>) -> Value {
        let ty = expr.ty.ty;
        match expr.kind {
            ExprKind::Int(value) => {
                let ir = self.l.value_type(ty);
                let unsigned = self.l.sema.types.as_scalar(ty) == Some(Scalar::UInt128);
                match unsigned {
                    true => self.b().int(ir, value.into()),
                    false => self.int(ir, value),
                }
            }
            ExprKind::Float(value) => {
                let ir = self.l.value_type(ty);
                self.float(ir, value)
            }
            ExprKind::Error | ExprKind::Function(_) | ExprKind::BuiltinName(_) => {
                let ir = self.l.value_type(ty);
                let ir = if ir == Type::VOID { Type::I32 } else { ir };
                self.b().poison(ir)
            }
            ExprKind::Var(_)
            | ExprKind::Str(_)
            | ExprKind::Member(..)
            | ExprKind::Deref(_)
            | ExprKind::CompoundLiteral(_) => {
                if self.l.sema.types.is_aggregate(ty) {
                    return self.spot(expr).pointer;
                }
                let place = self.place(expr);
                self.load(place, ty)
            }
            ExprKind::Swizzle(base, lanes) => {
                if expr.lvalue || base.lvalue {
                    let place = self.place(expr);
                    return self.load(place, ty);
                }
                let vector = self.value_of(base);
                self.pick_lanes(vector, lanes)
            }
            ExprKind::VectorIndex(base, index) => {
                if base.lvalue {
                    let place = self.place(expr);
                    return self.load(place, ty);
                }
                let vector = self.value_of(base);
                let index = self.value_of(index);
                self.b().extract_element(vector, index)
            }
            ExprKind::AddressOf(inner) => self.spot(inner).pointer,
            ExprKind::Unary(op, operand) => self.unary(op, operand, ty),
            ExprKind::Increment(up, prefix, target) => self.increment(up, prefix, target),
            ExprKind::Binary(..) => self.binary_spine(expr),
            ExprKind::Assign(target, value) => {
                if self.l.sema.types.is_aggregate(ty) {
                    let spot = self.spot(target);
                    self.aggregate_into(value, spot.pointer, spot.align);
                    return spot.pointer;
                }
                let value = self.value_of(value);
                let place = self.place(target);
                self.store(place, value, ty);
                self.stored(place, value)
            }
            ExprKind::CompoundAssign(op, target, value, compute) => {
                self.compound_assign(op, target, value, compute)
            }
            ExprKind::Conditional(parts) => self.conditional(parts, ty),
            ExprKind::VectorSelect(parts) => {
                let condition = self.value_of(&parts[0]);
                let condition_ty = self.func.ty(condition);
                let zero = self.b().zero(condition_ty);
                let negative = self.b().icmp(IntPredicate::Slt, condition, zero);
                let a = self.value_of(&parts[1]);
                let b = self.value_of(&parts[2]);
                self.b().select(negative, a, b)
            }
            ExprKind::Comma(..) => {
                let mut spine = Vec::new();
                let mut left = expr;
                while let ExprKind::Comma(inner, right) = left.kind {
                    spine.push(right);
                    left = inner;
                }
                self.effects(left);
                let last = spine.remove(0);
                for right in spine.into_iter().rev() {
                    self.effects(right);
                }
                if last.ty.ty == Ty::VOID {
                    self.effects(last);
                    return self.b().poison(Type::I32);
                }
                self.value_of(last)
            }
            ExprKind::Cast(kind, operand) => self.cast(kind, operand, ty),
            ExprKind::Convert(operand, saturate, rounding) => {
                self.convert_explicit(operand, ty, saturate, rounding)
            }
            ExprKind::Call(..) if self.l.sema.types.is_aggregate(ty) => {
                let (pointer, align) = self.temporary(ty);
                self.aggregate_into(expr, pointer, align);
                pointer
            }
            ExprKind::Call(..) | ExprKind::Builtin(..) => match self.call_expr(expr) {
                Some(value) => value,
                None => self.b().poison(Type::I32),
            },
            ExprKind::VectorLiteral(parts) => self.vector_literal(expr, parts),
            ExprKind::Statement(items) => {
                if let Some((Stmt::Expr(last), rest)) = items.split_last()
                    && last.ty.ty != Ty::VOID
                {
                    self.statements(rest);
                    self.reopen();
                    return self.value_of(last);
                }
                self.statements(items);
                self.reopen();
                self.b().poison(Type::I32)
            }
        }
    }

    fn vector_literal(&mut self, expr: &'a Expr<'a>, parts: &'a [Expr<'a>]) -> Value {
        if let Some(constant) = self.l.arithmetic_constant(expr, false) {
            return self.constant(constant);
        }
        let ir = self.l.value_type(expr.ty.ty);
        let mut vector = self.b().poison(ir);
        let mut lane = 0u64;
        for part in parts {
            let count = self.l.sema.types.lanes(part.ty.ty).map_or(1, |l| l.1);
            let value = self.value_of(part);
            for index in 0..count as u64 {
                let element = if count == 1 {
                    value
                } else {
                    let index = self.int(Type::I32, index);
                    self.b().extract_element(value, index)
                };
                let place = self.int(Type::I32, lane);
                vector = self.b().insert_element(vector, element, place);
                lane += 1;
            }
        }
        vector
    }

    // Truth.

    // Operators.

    fn increment(&mut self, up: bool, prefix: bool, target: &'a Expr<'a>) -> Value {
        let ty = target.ty.ty;
        let place = self.place(target);
        let old = self.load(place, ty);
        let new = match self.l.sema.types.as_pointer(ty) {
            Some(pointee) => {
                let step = self.int(Type::I32, if up { 1 } else { u64::MAX });
                self.pointer_step(old, pointee.ty, step)
            }
            None => {
                let (scalar, count) = self.l.sema.types.lanes(ty).unwrap_or((Scalar::Int, 1));
                let ir = self.func.ty(old);
                if scalar.is_float() {
                    let step = self.float(ir, if up { 1.0 } else { -1.0 });
                    self.b().binary(Opcode::FAdd, old, step)
                } else if scalar == Scalar::Bool {
                    // Incrementing a bool gives true; decrementing inverts it.
                    if up {
                        self.int(Type::I1, 1)
                    } else {
                        self.invert(old)
                    }
                } else {
                    let step = self.int(ir, if up { 1 } else { u64::MAX });
                    let small = scalar.size() < 4;
                    let flags = if small {
                        InstFlags::empty()
                    } else {
                        Self::int_flags(scalar, count > 1)
                    };
                    self.b().binary_flags(Opcode::Add, old, step, flags)
                }
            }
        };
        self.store(place, new, ty);
        if prefix { self.stored(place, new) } else { old }
    }

    pub(super) fn pointer_step(&mut self, pointer: Value, pointee: Ty, index: Value) -> Value {
        // `void` counts bytes.
        let element = if pointee == Ty::VOID { Ty::CHAR } else { pointee };
        self.indexed_address(pointer, element, index)
    }

    fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: &'a Expr<'a>,
        right: &'a Expr<'a>,
        compute: Ty,
    ) -> Value {
        let ty = target.ty.ty;
        // `a += b * c` is contracted as `a = a + b * c` is.
        let float = self.l.sema.types.lanes(compute).is_some_and(|l| l.0.is_float());
        let negated_product = |e: &Expr<'a>| matches!(e.kind, ExprKind::Unary(UnaryOp::Neg, inner) if matches!(inner.kind, ExprKind::Binary(BinaryOp::Mul, ..)));
        let product = matches!(right.kind, ExprKind::Binary(BinaryOp::Mul, ..)) || negated_product(right);
        let fuse = self.contract && float && product && matches!(op, BinaryOp::Add | BinaryOp::Sub);
        let operands = if fuse {
            Some(self.product_operands(right))
        } else {
            None
        };
        let right_value = if fuse { None } else { Some(self.value_of(right)) };
        let place = self.place(target);
        let old = self.load(place, ty);
        let (from, to) = (self.l.sema.types.lanes(ty), self.l.sema.types.lanes(compute));
        let mut left = old;
        if let (Some((from, n)), Some((to, m))) = (from, to)
            && ty != compute
        {
            let ir = self.l.value_type(compute);
            if n == m {
                left = self.convert(left, from, to, ir);
            }
        }
        let result = match (operands, right_value) {
            (Some((mut x, y)), _) => {
                if negated_product(right) != (op == BinaryOp::Sub) {
                    x = self.b().fneg(x);
                }
                let ir = self.func.ty(x);
                self.intrinsic("llvm.fmuladd", &[ir], &[x, y, left])
            }
            (None, Some(value)) => self.operate(op, left, value, compute, right.ty.ty),
            (None, None) => left,
        };
        let mut new = result;
        if let (Some((to, n)), Some((from, m))) = (from, to)
            && ty != compute
            && n == m
        {
            let ir = self.l.value_type(ty);
            new = self.convert(new, from, to, ir);
        }
        self.store(place, new, ty);
        self.stored(place, new)
    }
}
