//! Arithmetic that reports whether it overflowed, or a carry.

use super::function::FunctionLowerer;
use crate::ast::Expr;
use crate::ast::operations::Arithmetic;
use crate::types::{Scalar, Ty};
use wavec_ir::inst::IntPredicate;
use wavec_ir::{Opcode, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// The intrinsic of this name, on two operands of one type; its result is stored to the third operand.
    pub(super) fn with_overflow(&mut self, name: &'static str, args: &'a [Expr<'a>]) -> Value {
        let (left, right) = (self.rvalue(&args[0]), self.rvalue(&args[1]));
        let place = self.rvalue(&args[2]);
        let value_ty = self.func.ty(left);
        let both = self.intrinsic(name, &[value_ty], &[left, right]);
        let value = self.b().extract_value(both, &[0]);
        self.store_result(value, args[0].ty.ty, place);
        self.b().extract_value(both, &[1])
    }

    /// The exact result for integers of any types, stored to the third operand as its type holds it; whether it does not.
    pub(super) fn any_overflow(&mut self, operation: Arithmetic, args: &'a [Expr<'a>]) -> Value {
        let place_ty = self.l.sema.types.as_pointer(args[2].ty.ty).map(|to| to.ty);
        let place_ty = place_ty.expect("checked before");
        let scalar = |lowerer: &Self, ty: Ty| lowerer.l.sema.types.as_scalar(ty).unwrap_or(Scalar::Int);
        let scalars = [args[0].ty.ty, args[1].ty.ty, place_ty].map(|ty| scalar(self, ty));
        let (left, right) = (self.rvalue(&args[0]), self.rvalue(&args[1]));
        let place = self.rvalue(&args[2]);
        // Twice the width holds every sum, difference and product; the largest products of unsigned numbers are no
        // extension of a shorter number, whether they are taken as signed or not.
        let bits = scalars.iter().map(|scalar| scalar.bits()).max().unwrap_or(32);
        let wide = self.l.module.ctx.types.int(2 * bits);
        let extension = |scalar: Scalar| match scalar.is_signed() {
            true => Opcode::SExt,
            false => Opcode::ZExt,
        };
        let left = self.b().cast(extension(scalars[0]), left, wide);
        let right = self.b().cast(extension(scalars[1]), right, wide);
        let opcode = match operation {
            Arithmetic::Add => Opcode::Add,
            Arithmetic::Subtract => Opcode::Sub,
            Arithmetic::Multiply => Opcode::Mul,
        };
        let exact = self.b().binary(opcode, left, right);
        let short = self.l.module.ctx.types.int(scalars[2].bits());
        let value = self.b().cast(Opcode::Trunc, exact, short);
        self.store_result(value, place_ty, place);
        let again = self.b().cast(extension(scalars[2]), value, wide);
        self.b().icmp(IntPredicate::Ne, again, exact)
    }

    /// Sum or difference of two numbers and a carry; the new carry is stored to the last operand.
    pub(super) fn with_carry(&mut self, operation: Arithmetic, args: &'a [Expr<'a>]) -> Value {
        let [left, right, carry, place] = [0, 1, 2, 3].map(|index| self.rvalue(&args[index]));
        let name = match operation {
            Arithmetic::Subtract => "llvm.usub.with.overflow",
            _ => "llvm.uadd.with.overflow",
        };
        let ty = self.func.ty(left);
        let first = self.intrinsic(name, &[ty], &[left, right]);
        let partial = self.b().extract_value(first, &[0]);
        let second = self.intrinsic(name, &[ty], &[partial, carry]);
        let value = self.b().extract_value(second, &[0]);
        let carries = [first, second].map(|both| self.b().extract_value(both, &[1]));
        let carry = self.b().binary(Opcode::Or, carries[0], carries[1]);
        let carry = self.b().cast(Opcode::ZExt, carry, ty);
        self.store_result(carry, args[0].ty.ty, place);
        value
    }

    fn store_result(&mut self, value: Value, ty: Ty, place: Value) {
        let align = self.l.sema.types.align_of(ty);
        self.store_scalar(value, ty, place, align, false);
    }

    /// One more than the number of the lowest set bit, or 0.
    pub(super) fn first_set(&mut self, value: Value) -> Value {
        let ty = self.func.ty(value);
        let defined = self.int(Type::I1, 0);
        let position = self.intrinsic("llvm.cttz", &[ty], &[value, defined]);
        let (one, zero) = (self.int(ty, 1), self.int(ty, 0));
        let position = self.b().binary(Opcode::Add, position, one);
        let is_zero = self.b().icmp(IntPredicate::Eq, value, zero);
        self.b().select(is_zero, zero, position)
    }

    /// How many bits after the sign bit equal it.
    pub(super) fn redundant_sign_bits(&mut self, value: Value, bits: u32) -> Value {
        let ty = self.func.ty(value);
        let (last, one) = (self.int(ty, u64::from(bits - 1)), self.int(ty, 1));
        let sign = self.b().binary(Opcode::AShr, value, last);
        let magnitude = self.b().binary(Opcode::Xor, value, sign);
        let defined = self.int(Type::I1, 0);
        let zeros = self.intrinsic("llvm.ctlz", &[ty], &[magnitude, defined]);
        self.b().binary(Opcode::Sub, zeros, one)
    }
}
