//! Arithmetic operators; a product and a sum are contracted where that is allowed.

use super::function::FunctionLowerer;
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::types::{Scalar, Space, Ty};
use smallvec::SmallVec;
use wavec_ir::{InstFlags, Opcode, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &'a Expr<'a>, ty: Ty) -> Value {
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
    pub(super) fn int_flags(scalar: Scalar, vector: bool) -> InstFlags {
        if scalar.is_signed() && !vector {
            InstFlags::NSW
        } else {
            InstFlags::empty()
        }
    }

    /// A binary operator; left-leaning chains are walked in a loop.
    pub(super) fn binary_spine(&mut self, expr: &'a Expr<'a>) -> Value {
        let mut spine: SmallVec<[&Expr<'a>; 8]> = SmallVec::new();
        let mut bottom = expr;
        while let ExprKind::Binary(op, left, _) = bottom.kind {
            if matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr) || op.is_comparison() {
                break;
            }
            spine.push(bottom);
            // A product below a sum may be contracted with it, so the sum handles it.
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

    /// If `node` is a floating-point sum with a product operand that may be contracted: the index of that operand, and
    /// whether it is negated.
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

    /// One binary operator; `left_value` is its left operand if that has been evaluated already.
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
            // The left side is evaluated; the product is on the right.
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

    pub(super) fn product_operands(&mut self, expr: &'a Expr<'a>) -> (Value, Value) {
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
    pub(super) fn operate(&mut self, op: BinaryOp, a: Value, b: Value, left_ty: Ty, right_ty: Ty) -> Value {
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

    /// Only the low bits of a shift amount matter.
    pub(super) fn shift(&mut self, opcode: Opcode, value: Value, amount: Value, scalar: Scalar) -> Value {
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

    /// An index of at least the width of an address, sign- or zero-extended by its type.
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
}
