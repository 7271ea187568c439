//! Expressions: values, conditions, effects.

use super::function::FunctionLowerer;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, Stmt, UnaryOp};
use crate::types::{Scalar, Space, Ty};
use wavec_ir::inst::{FloatPredicate, IntPredicate};
use wavec_ir::{Block, InstFlags, Opcode, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// Evaluates an expression for what it does.
    pub fn effects(&mut self, expr: &'a Expr<'a>) {
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
            // Reading an object does nothing unless it is volatile.
            ExprKind::Var(_) if !expr.ty.is_volatile() => {}
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Str(_) | ExprKind::Error => {}
            ExprKind::Cast(CastKind::ToVoid | CastKind::Same, inner) => self.effects(inner),
            ExprKind::Call(id, args) => {
                self.call_function(id, args);
            }
            ExprKind::Builtin(op, args) => {
                self.builtin(op, args, expr.ty.ty);
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
    pub fn rvalue(&mut self, expr: &Expr<'a>) -> Value {
        // The tree lives as long as the lowering; a copy of a node's head is as good as the node.
        let expr: &'a Expr<'a> = self.l.sema.arena.alloc(*expr);
        self.value_of(expr)
    }

    fn value_of(&mut self, expr: &'a Expr<'a>) -> Value {
        let ty = expr.ty.ty;
        match expr.kind {
            ExprKind::Int(value) => {
                let ir = self.l.value_type(ty);
                self.int(ir, value)
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
                value
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
            ExprKind::Call(id, args) => {
                if self.l.sema.types.is_aggregate(ty) {
                    let (pointer, align) = self.temporary(ty);
                    self.aggregate_into(expr, pointer, align);
                    return pointer;
                }
                match self.call_function(id, args) {
                    Some(value) => value,
                    None => self.b().poison(Type::I32),
                }
            }
            ExprKind::Builtin(op, args) => match self.builtin(op, args, ty) {
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

    /// An expression of scalar type as `i1`.
    pub fn condition(&mut self, expr: &'a Expr<'a>) -> Value {
        match expr.kind {
            ExprKind::Binary(op, left, right)
                if op.is_comparison() && self.l.sema.types.as_vector(expr.ty.ty).is_none() =>
            {
                return self.comparison(op, left, right);
            }
            ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, ..)
                if self.l.sema.types.as_vector(expr.ty.ty).is_none() =>
            {
                return self.logical(expr);
            }
            ExprKind::Unary(UnaryOp::LogicalNot, operand)
                if self.l.sema.types.as_vector(expr.ty.ty).is_none() =>
            {
                let value = self.condition(operand);
                return self.invert(value);
            }
            ExprKind::Cast(CastKind::Same | CastKind::ToBool, operand) => return self.condition(operand),
            ExprKind::Cast(CastKind::Arithmetic, operand) => {
                // Widening keeps what is zero.
                let widens = match (
                    self.l.sema.types.as_scalar(operand.ty.ty),
                    self.l.sema.types.as_scalar(expr.ty.ty),
                ) {
                    (Some(from), Some(to)) => from.is_int() && to.is_int() && to.size() >= from.size(),
                    _ => false,
                };
                if widens {
                    return self.condition(operand);
                }
            }
            _ => {}
        }
        let value = self.value_of(expr);
        self.truth(value)
    }

    /// Whether a scalar value is not zero.
    fn truth(&mut self, value: Value) -> Value {
        let ty = self.func.ty(value);
        if ty == Type::I1 {
            return value;
        }
        if let Some(known) = self.func.as_int(value, &self.l.module.ctx) {
            return self.int(Type::I1, (known != 0) as u64);
        }
        if self.l.module.ctx.types.is_float(ty) {
            let zero = self.float(ty, 0.0);
            return self.b().fcmp(FloatPredicate::Une, value, zero);
        }
        let zero = if self.l.module.ctx.types.is_ptr(ty) {
            let null = self.l.null_constant(ty);
            self.constant(null)
        } else {
            self.int(ty, 0)
        };
        self.b().icmp(IntPredicate::Ne, value, zero)
    }

    fn invert(&mut self, value: Value) -> Value {
        if let Some(known) = self.func.as_int(value, &self.l.module.ctx) {
            return self.int(Type::I1, (known == 0) as u64);
        }
        let one = self.int(Type::I1, 1);
        self.b().binary(Opcode::Xor, value, one)
    }

    /// `&&` or `||` of scalars as `i1`.
    fn logical(&mut self, expr: &'a Expr<'a>) -> Value {
        let ExprKind::Binary(op, ..) = expr.kind else {
            return self.int(Type::I1, 0);
        };
        let is_or = op == BinaryOp::LogicalOr;
        // A chain of one operator leans to the left.
        let mut operands = Vec::new();
        let mut left = expr;
        while let ExprKind::Binary(inner, a, b) = left.kind
            && inner == op
            && self.l.sema.types.as_vector(left.ty.ty).is_none()
        {
            operands.push(b);
            left = a;
        }
        operands.push(left);
        operands.reverse();
        let end = self.new_block();
        let mut incoming: Vec<(Block, bool)> = Vec::new();
        let last = operands.len() - 1;
        let mut final_value = None;
        for (index, operand) in operands.into_iter().enumerate() {
            let value = self.condition(operand);
            if index == last {
                final_value = Some(value);
                break;
            }
            let next = self.new_block();
            incoming.push((self.block, is_or));
            let (then, otherwise) = if is_or { (end, next) } else { (next, end) };
            self.branch_if(value, then, otherwise);
            self.start(next);
        }
        let last_block = self.block;
        self.branch(end);
        self.start(end);
        let phi = self.b().phi(Type::I1);
        let inst = self.func.def_inst(phi);
        if let (Some(inst), Some(value)) = (inst, final_value) {
            for (block, constant) in incoming {
                let constant = self.int(Type::I1, constant as u64);
                self.func.add_incoming(inst, constant, block);
            }
            self.func.add_incoming(inst, value, last_block);
        }
        phi
    }

    /// Branches on an expression, with short circuits as control flow.
    pub fn branch_on(&mut self, expr: &'a Expr<'a>, then: Block, otherwise: Block) {
        if self.ended {
            return;
        }
        match expr.kind {
            ExprKind::Binary(op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), ..)
                if self.l.sema.types.as_vector(expr.ty.ty).is_none() =>
            {
                let mut operands = Vec::new();
                let mut left = expr;
                while let ExprKind::Binary(inner, a, b) = left.kind
                    && inner == op
                    && self.l.sema.types.as_vector(left.ty.ty).is_none()
                {
                    operands.push(b);
                    left = a;
                }
                operands.push(left);
                let last = operands.remove(0);
                for operand in operands.into_iter().rev() {
                    let next = self.new_block();
                    if op == BinaryOp::LogicalAnd {
                        self.branch_on(operand, next, otherwise);
                    } else {
                        self.branch_on(operand, then, next);
                    }
                    self.start(next);
                }
                self.branch_on(last, then, otherwise);
            }
            ExprKind::Unary(UnaryOp::LogicalNot, operand)
                if self.l.sema.types.as_vector(expr.ty.ty).is_none() =>
            {
                self.branch_on(operand, otherwise, then);
            }
            ExprKind::Int(value) => self.branch(if value != 0 { then } else { otherwise }),
            _ => {
                let value = self.condition(expr);
                self.branch_if(value, then, otherwise);
            }
        }
    }

    /// A comparison of scalars as `i1`, of vectors as a vector of `i1`.
    fn comparison(&mut self, op: BinaryOp, left: &'a Expr<'a>, right: &'a Expr<'a>) -> Value {
        let scalar = self.l.sema.types.lanes(left.ty.ty).map(|l| l.0);
        let a = self.value_of(left);
        let b = self.value_of(right);
        self.compare(op, a, b, scalar)
    }

    /// Compares two values of element type `scalar` (none for pointers).
    fn compare(&mut self, op: BinaryOp, a: Value, b: Value, scalar: Option<Scalar>) -> Value {
        if scalar.is_some_and(Scalar::is_float) {
            let predicate = match op {
                BinaryOp::Less => FloatPredicate::Olt,
                BinaryOp::Greater => FloatPredicate::Ogt,
                BinaryOp::LessEqual => FloatPredicate::Ole,
                BinaryOp::GreaterEqual => FloatPredicate::Oge,
                BinaryOp::Equal => FloatPredicate::Oeq,
                _ => FloatPredicate::Une,
            };
            return self.b().fcmp(predicate, a, b);
        }
        let signed = scalar.is_some_and(Scalar::is_signed);
        let predicate = match (op, signed) {
            (BinaryOp::Less, true) => IntPredicate::Slt,
            (BinaryOp::Less, false) => IntPredicate::Ult,
            (BinaryOp::Greater, true) => IntPredicate::Sgt,
            (BinaryOp::Greater, false) => IntPredicate::Ugt,
            (BinaryOp::LessEqual, true) => IntPredicate::Sle,
            (BinaryOp::LessEqual, false) => IntPredicate::Ule,
            (BinaryOp::GreaterEqual, true) => IntPredicate::Sge,
            (BinaryOp::GreaterEqual, false) => IntPredicate::Uge,
            (BinaryOp::Equal, _) => IntPredicate::Eq,
            _ => IntPredicate::Ne,
        };
        self.b().icmp(predicate, a, b)
    }

    // Operators.

    fn unary(&mut self, op: UnaryOp, operand: &'a Expr<'a>, ty: Ty) -> Value {
        let lanes = self.l.sema.types.lanes(operand.ty.ty);
        let scalar = lanes.map_or(Scalar::Int, |l| l.0);
        let vector = lanes.is_some_and(|l| l.1 > 1);
        match op {
            UnaryOp::LogicalNot if !vector => {
                let value = self.condition(operand);
                let value = self.invert(value);
                self.extend_bool(value, Type::I32)
            }
            UnaryOp::LogicalNot => {
                let value = self.value_of(operand);
                let zero_ty = self.func.ty(value);
                let zero = self.b().zero(zero_ty);
                let equal = self.compare(BinaryOp::Equal, value, zero, Some(scalar));
                let ir = self.l.value_type(ty);
                self.b().cast(Opcode::SExt, equal, ir)
            }
            UnaryOp::Neg if scalar.is_float() => {
                let value = self.value_of(operand);
                self.b().fneg(value)
            }
            UnaryOp::Neg => {
                let value = self.value_of(operand);
                let ir = self.func.ty(value);
                let zero = self.b().zero(ir);
                let flags = Self::int_flags(scalar, vector);
                self.b().binary_flags(Opcode::Sub, zero, value, flags)
            }
            UnaryOp::Not => {
                let value = self.value_of(operand);
                let ir = self.func.ty(value);
                let ones = self.int(ir, u64::MAX);
                self.b().binary(Opcode::Xor, value, ones)
            }
        }
    }

    /// Signed scalar arithmetic does not overflow.
    fn int_flags(scalar: Scalar, vector: bool) -> InstFlags {
        if scalar.is_signed() && !vector {
            InstFlags::NSW
        } else {
            InstFlags::empty()
        }
    }

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
                    // One more is true; one less is the opposite.
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
        if prefix { new } else { old }
    }

    fn pointer_step(&mut self, pointer: Value, pointee: Ty, index: Value) -> Value {
        // `void` counts bytes.
        let element = if pointee == Ty::VOID { Ty::CHAR } else { pointee };
        self.indexed_address(pointer, element, index)
    }

    /// A binary operator; chains that lean to the left are walked in a loop.
    fn binary_spine(&mut self, expr: &'a Expr<'a>) -> Value {
        let mut spine = Vec::new();
        let mut bottom = expr;
        while let ExprKind::Binary(op, left, _) = bottom.kind {
            if matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) || op.is_comparison() {
                break;
            }
            spine.push(bottom);
            // A product below a sum is fused with it, so it stays for the sum to look at.
            bottom = left;
            if self.fusable(spine[spine.len() - 1]).is_some() {
                break;
            }
        }
        if spine.is_empty() {
            return self.truth_operator(expr);
        }
        let mut value = None;
        while let Some(node) = spine.pop() {
            value = Some(self.binary_node(node, value));
        }
        match value {
            Some(value) => value,
            None => unreachable!("the chain has a node"),
        }
    }

    /// Comparisons and logical operators as values: `int`, or 0 and -1 by element.
    fn truth_operator(&mut self, expr: &'a Expr<'a>) -> Value {
        let ExprKind::Binary(op, left, right) = expr.kind else {
            return self.int(Type::I32, 0);
        };
        let ir = self.l.value_type(expr.ty.ty);
        if self.l.sema.types.as_vector(expr.ty.ty).is_none() {
            let value = self.condition(expr);
            return self.extend_bool(value, ir);
        }
        let truth = if op.is_comparison() {
            self.comparison(op, left, right)
        } else {
            let scalar = self.l.sema.types.lanes(left.ty.ty).map(|l| l.0);
            let a = self.value_of(left);
            let b = self.value_of(right);
            let operand_ty = self.func.ty(a);
            let zero = self.b().zero(operand_ty);
            let a = self.compare(BinaryOp::NotEqual, a, zero, scalar);
            let b = self.compare(BinaryOp::NotEqual, b, zero, scalar);
            let opcode = if op == BinaryOp::LogicalAnd {
                Opcode::And
            } else {
                Opcode::Or
            };
            self.b().binary(opcode, a, b)
        };
        self.b().cast(Opcode::SExt, truth, ir)
    }

    /// If `node` is a floating-point sum with a product among its operands that may be fused: which operand is it, and
    /// is it negated.
    fn fusable(&self, node: &Expr<'a>) -> Option<(bool, bool)> {
        if !self.contract {
            return None;
        }
        let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) = node.kind else {
            return None;
        };
        let (scalar, _) = self.l.sema.types.lanes(node.ty.ty)?;
        if !scalar.is_float() {
            return None;
        }
        let product = |e: &Expr<'a>| match e.kind {
            ExprKind::Binary(BinaryOp::Mul, ..) => Some(false),
            ExprKind::Unary(UnaryOp::Neg, inner)
                if matches!(inner.kind, ExprKind::Binary(BinaryOp::Mul, ..)) =>
            {
                Some(true)
            }
            _ => None,
        };
        product(left)
            .map(|negated| (true, negated))
            .or_else(|| product(right).map(|negated| (false, negated)))
    }

    /// One binary operator; `left_value` is its left operand if that was evaluated already.
    fn binary_node(&mut self, node: &'a Expr<'a>, left_value: Option<Value>) -> Value {
        let ExprKind::Binary(op, left, right) = node.kind else {
            return self.int(Type::I32, 0);
        };
        if left_value.is_none()
            && let Some((on_left, negated)) = self.fusable(node)
        {
            return self.fused(op, left, right, on_left, negated);
        }
        let a = match left_value {
            Some(value) => value,
            None => self.value_of(left),
        };
        let b = if left_value.is_some() && self.fusable(node).is_some() {
            None
        } else {
            Some(self.value_of(right))
        };
        match b {
            Some(b) => self.operate(op, a, b, left.ty.ty, right.ty.ty),
            // The left side is done; the product is on the right.
            None => self.fuse_right(op, a, right),
        }
    }

    /// `product op right` or `left op product` with one rounding at the end.
    fn fused(
        &mut self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
        on_left: bool,
        negated: bool,
    ) -> Value {
        if !on_left {
            let a = self.value_of(left);
            return self.fuse_right(op, a, right);
        }
        let (mut x, y) = self.product_operands(left);
        if negated {
            x = self.b().fneg(x);
        }
        let mut addend = self.value_of(right);
        if op == BinaryOp::Sub {
            addend = self.b().fneg(addend);
        }
        let ty = self.func.ty(x);
        self.intrinsic("llvm.fmuladd", &[ty], &[x, y, addend])
    }

    fn fuse_right(&mut self, op: BinaryOp, addend: Value, product: &'a Expr<'a>) -> Value {
        let negated = matches!(product.kind, ExprKind::Unary(..)) != (op == BinaryOp::Sub);
        let (mut x, y) = self.product_operands(product);
        if negated {
            x = self.b().fneg(x);
        }
        let ty = self.func.ty(x);
        self.intrinsic("llvm.fmuladd", &[ty], &[x, y, addend])
    }

    fn product_operands(&mut self, expr: &'a Expr<'a>) -> (Value, Value) {
        let product = match expr.kind {
            ExprKind::Unary(_, inner) => inner,
            _ => expr,
        };
        match product.kind {
            ExprKind::Binary(_, x, y) => (self.value_of(x), self.value_of(y)),
            _ => {
                let value = self.value_of(product);
                (value, value)
            }
        }
    }

    /// Applies an arithmetic operator to values; the types are those of the operands.
    fn operate(&mut self, op: BinaryOp, a: Value, b: Value, left_ty: Ty, right_ty: Ty) -> Value {
        let pointers = (
            self.l.sema.types.as_pointer(left_ty),
            self.l.sema.types.as_pointer(right_ty),
        );
        match pointers {
            (Some(pointee), None) => {
                let signed = self
                    .l
                    .sema
                    .types
                    .as_scalar(right_ty)
                    .is_none_or(Scalar::is_signed);
                let index = self.index_value(b, signed, pointee.space);
                let index = if op == BinaryOp::Sub {
                    let ty = self.func.ty(index);
                    let zero = self.int(ty, 0);
                    self.b().binary(Opcode::Sub, zero, index)
                } else {
                    index
                };
                return self.pointer_step(a, pointee.ty, index);
            }
            (Some(pointee), Some(_)) => {
                let a = self.b().cast(Opcode::PtrToInt, a, Type::I64);
                let b = self.b().cast(Opcode::PtrToInt, b, Type::I64);
                let bytes = self.b().binary(Opcode::Sub, a, b);
                let size = self.l.sema.types.size_of(pointee.ty).max(1);
                if size == 1 {
                    return bytes;
                }
                let size = self.int(Type::I64, size);
                return self.b().binary_flags(Opcode::SDiv, bytes, size, InstFlags::EXACT);
            }
            _ => {}
        }
        let (scalar, count) = self.l.sema.types.lanes(left_ty).unwrap_or((Scalar::Int, 1));
        let vector = count > 1;
        if scalar.is_float() {
            let opcode = match op {
                BinaryOp::Add => Opcode::FAdd,
                BinaryOp::Sub => Opcode::FSub,
                BinaryOp::Mul => Opcode::FMul,
                _ => Opcode::FDiv,
            };
            let value = self.b().binary(opcode, a, b);
            if opcode == Opcode::FDiv
                && scalar == Scalar::Float
                && !self.l.sema.options.correctly_rounded_divide_sqrt
            {
                let node = self.l.metadata_accuracy(2.5);
                self.attach(value, "fpmath", node);
            }
            return value;
        }
        let signed = scalar.is_signed();
        let (opcode, flags) = match op {
            BinaryOp::Add => (Opcode::Add, Self::int_flags(scalar, vector)),
            BinaryOp::Sub => (Opcode::Sub, Self::int_flags(scalar, vector)),
            BinaryOp::Mul => (Opcode::Mul, Self::int_flags(scalar, vector)),
            BinaryOp::Div if signed => (Opcode::SDiv, InstFlags::empty()),
            BinaryOp::Div => (Opcode::UDiv, InstFlags::empty()),
            BinaryOp::Rem if signed => (Opcode::SRem, InstFlags::empty()),
            BinaryOp::Rem => (Opcode::URem, InstFlags::empty()),
            BinaryOp::And => (Opcode::And, InstFlags::empty()),
            BinaryOp::Or => (Opcode::Or, InstFlags::empty()),
            BinaryOp::Xor => (Opcode::Xor, InstFlags::empty()),
            _ => {
                let opcode = match (op, signed) {
                    (BinaryOp::Shl, _) => Opcode::Shl,
                    (_, true) => Opcode::AShr,
                    (_, false) => Opcode::LShr,
                };
                return self.shift(opcode, a, b, scalar);
            }
        };
        self.b().binary_flags(opcode, a, b, flags)
    }

    /// Only the low bits of a shift amount count.
    fn shift(&mut self, opcode: Opcode, value: Value, amount: Value, scalar: Scalar) -> Value {
        let ty = self.func.ty(amount);
        let limit = scalar.bits() as u64 - 1;
        let amount = match self.func.as_int(amount, &self.l.module.ctx) {
            Some(known) => self.int(ty, known as u64 & limit),
            None => {
                let mask = self.int(ty, limit);
                self.b().binary(Opcode::And, amount, mask)
            }
        };
        self.b().binary(opcode, value, amount)
    }

    /// An index of at least the width of an address, extended as its type wants.
    fn index_value(&mut self, value: Value, signed: bool, space: Space) -> Value {
        let ty = self.func.ty(value);
        let narrow = matches!(space, Space::Private | Space::Local);
        if let Some(known) = self.func.as_int(value, &self.l.module.ctx) {
            let bits = self.l.module.ctx.types.int_bits(ty).unwrap_or(32);
            let shift = 128 - bits;
            let extended = if signed {
                ((known << shift) as i128 >> shift) as u64
            } else {
                known as u64
            };
            return self.int(if narrow { Type::I32 } else { Type::I64 }, extended);
        }
        if ty == Type::I64 || (narrow && ty == Type::I32) {
            return value;
        }
        let opcode = if signed { Opcode::SExt } else { Opcode::ZExt };
        self.b()
            .cast(opcode, value, if narrow { Type::I32 } else { Type::I64 })
    }

    fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: &'a Expr<'a>,
        right: &'a Expr<'a>,
        compute: Ty,
    ) -> Value {
        let ty = target.ty.ty;
        // `a += b * c` fuses as `a = a + b * c` does.
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
        let mut stored = result;
        if let (Some((to, n)), Some((from, m))) = (from, to)
            && ty != compute
            && n == m
        {
            let ir = self.l.value_type(ty);
            stored = self.convert(stored, from, to, ir);
        }
        self.store(place, stored, ty);
        stored
    }

    fn conditional(&mut self, parts: &'a [Expr<'a>; 3], ty: Ty) -> Value {
        if self.l.sema.types.is_aggregate(ty) {
            let (pointer, align) = self.temporary(ty);
            let whole = Expr {
                kind: ExprKind::Conditional(parts),
                ty: crate::types::QualType::new(ty),
                span: parts[0].span,
                lvalue: false,
                depth: 0,
            };
            let whole = self.l.sema.arena.alloc(whole);
            self.aggregate_into(whole, pointer, align);
            return pointer;
        }
        if ty != Ty::VOID && is_cheap(&parts[1]) && is_cheap(&parts[2]) {
            let condition = self.condition(&parts[0]);
            let a = self.value_of(&parts[1]);
            let b = self.value_of(&parts[2]);
            return self.b().select(condition, a, b);
        }
        let (then, otherwise, end) = (self.new_block(), self.new_block(), self.new_block());
        self.branch_on(&parts[0], then, otherwise);
        let mut incoming = Vec::new();
        for (block, arm) in [(then, &parts[1]), (otherwise, &parts[2])] {
            self.start(block);
            if ty == Ty::VOID {
                self.effects(arm);
            } else {
                let value = self.value_of(arm);
                if !self.ended {
                    incoming.push((value, self.block));
                }
            }
            self.branch(end);
        }
        self.start(end);
        if incoming.is_empty() {
            return self.b().poison(Type::I32);
        }
        let ir = self.l.value_type(ty);
        let phi = self.b().phi(ir);
        if let Some(inst) = self.func.def_inst(phi) {
            for (value, block) in incoming {
                self.func.add_incoming(inst, value, block);
            }
        }
        phi
    }
}

/// Whether an expression may be evaluated although it is not wanted, at no cost: literals and plain local variables.
fn is_cheap(expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => true,
        ExprKind::Var(_) => expr.ty.space == Space::Private && !expr.ty.is_volatile(),
        ExprKind::Cast(CastKind::Arithmetic | CastKind::Same, inner) => is_cheap(inner),
        ExprKind::Unary(UnaryOp::Neg, inner) => is_cheap(inner),
        _ => false,
    }
}
