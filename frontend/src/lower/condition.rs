//! Truth values and branches on them.

use super::function::FunctionLowerer;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, UnaryOp};
use crate::types::{Scalar, Space, Ty};
use wavec_ir::inst::{FloatPredicate, IntPredicate};
use wavec_ir::{Block, Opcode, Type, Value};

/// Whether an expression may be evaluated speculatively, at no cost: literals and plain local variables.
fn is_cheap(expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => true,
        ExprKind::Var(_) => expr.ty.space == Space::Private && !expr.ty.is_volatile(),
        ExprKind::Cast(CastKind::Arithmetic | CastKind::Same, inner) => is_cheap(inner),
        ExprKind::Unary(UnaryOp::Neg, inner) => is_cheap(inner),
        _ => false,
    }
}

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// An expression of scalar type as `i1`.
    pub(super) fn condition(&mut self, expr: &'a Expr<'a>) -> Value {
        let outer = self.enter(expr.span);
        let value = self.condition_here(expr);
        self.location = outer;
        value
    }

    fn condition_here(&mut self, expr: &'a Expr<'a>) -> Value {
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
                // Widening does not change whether a value is zero.
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
    pub(super) fn truth(&mut self, value: Value) -> Value {
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

    pub(super) fn invert(&mut self, value: Value) -> Value {
        if let Some(known) = self.func.as_int(value, &self.l.module.ctx) {
            return self.int(Type::I1, (known == 0) as u64);
        }
        let one = self.int(Type::I1, 1);
        self.b().binary(Opcode::Xor, value, one)
    }

    /// `&&` or `||` of scalars as `i1`.
    pub(super) fn logical(&mut self, expr: &'a Expr<'a>) -> Value {
        let ExprKind::Binary(op, ..) = expr.kind else {
            return self.int(Type::I1, 0);
        };
        let is_or = op == BinaryOp::LogicalOr;
        // A chain of one operator is left-leaning.
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

    /// Branches on an expression, with short-circuit evaluation as control flow.
    pub(super) fn branch_on(&mut self, expr: &'a Expr<'a>, then: Block, otherwise: Block) {
        if self.ended {
            return;
        }
        let outer = self.enter(expr.span);
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
        self.location = outer;
    }

    /// A comparison of scalars as `i1`, of vectors as a vector of `i1`.
    pub(super) fn comparison(&mut self, op: BinaryOp, left: &'a Expr<'a>, right: &'a Expr<'a>) -> Value {
        let scalar = self.l.sema.types.lanes(left.ty.ty).map(|l| l.0);
        let a = self.value_of(left);
        let b = self.value_of(right);
        self.compare(op, a, b, scalar)
    }

    /// Compares two values of element type `scalar` (none for pointers).
    pub(super) fn compare(&mut self, op: BinaryOp, a: Value, b: Value, scalar: Option<Scalar>) -> Value {
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

    pub(super) fn conditional(&mut self, parts: &'a [Expr<'a>; 3], ty: Ty) -> Value {
        if self.l.sema.types.is_aggregate(ty) {
            let (pointer, align) = self.temporary(ty);
            let whole = Expr {
                kind: ExprKind::Conditional(parts),
                ty: crate::types::QualType::new(ty),
                span: parts[0].span,
                lvalue: false,
                in_parentheses: false,
                folded: None,
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
