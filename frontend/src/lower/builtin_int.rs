//! Operations of builtin functions on integers.

use super::function::FunctionLowerer;
use crate::ast::operations::Op;
use crate::types::{Scalar, Ty};
use wavec_ir::inst::IntPredicate;
use wavec_ir::{Opcode, Type, Value};

fn pick_opcode(signed: bool) -> Opcode {
    if signed { Opcode::AShr } else { Opcode::LShr }
}

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    pub(super) fn int_operation(
        &mut self,
        op: Op,
        v: &[Value],
        scalar: Scalar,
        count: u32,
        ir: Type,
    ) -> Value {
        let ty = self.func.ty(v[0]);
        let signed = scalar.is_signed();
        let pick = |s: &'static str, u: &'static str| if signed { s } else { u };
        match op {
            Op::Abs if !signed => v[0],
            Op::Abs => {
                let keep = self.int(Type::I1, 0);
                self.intrinsic("llvm.abs", &[ty], &[v[0], keep])
            }
            Op::AbsDiff => {
                let high = self.intrinsic(pick("llvm.smax", "llvm.umax"), &[ty], v);
                let low = self.intrinsic(pick("llvm.smin", "llvm.umin"), &[ty], v);
                self.b().binary(Opcode::Sub, high, low)
            }
            Op::Max => self.intrinsic(pick("llvm.smax", "llvm.umax"), &[ty], v),
            Op::Min => self.intrinsic(pick("llvm.smin", "llvm.umin"), &[ty], v),
            Op::Clamp => {
                let low = self.intrinsic(pick("llvm.smax", "llvm.umax"), &[ty], &[v[0], v[1]]);
                self.intrinsic(pick("llvm.smin", "llvm.umin"), &[ty], &[low, v[2]])
            }
            Op::AddSat => self.intrinsic(pick("llvm.sadd.sat", "llvm.uadd.sat"), &[ty], v),
            Op::SubSat => self.intrinsic(pick("llvm.ssub.sat", "llvm.usub.sat"), &[ty], v),
            Op::Clz | Op::Ctz => {
                let name = if op == Op::Clz { "llvm.ctlz" } else { "llvm.cttz" };
                let defined = self.int(Type::I1, 0);
                self.intrinsic(name, &[ty], &[v[0], defined])
            }
            Op::CountOr(is_leading) => {
                let name = if is_leading { "llvm.ctlz" } else { "llvm.cttz" };
                let undefined = self.int(Type::I1, 1);
                let mut result = self.intrinsic(name, &[ty], &[v[0], undefined]);
                if ty != ir {
                    let opcode = match scalar.bits() > 32 {
                        true => Opcode::Trunc,
                        false => Opcode::ZExt,
                    };
                    result = if scalar.bits() == 32 {
                        result
                    } else {
                        self.b().cast(opcode, result, ir)
                    };
                }
                let zero = self.b().zero(ty);
                let is_zero = self.b().icmp(IntPredicate::Eq, v[0], zero);
                self.b().select(is_zero, v[1], result)
            }
            Op::IsAligned => {
                let bits = self.below_alignment(v[0], v[1]);
                let zero = self.int(ty, 0);
                self.b().icmp(IntPredicate::Eq, bits, zero)
            }
            Op::Align(is_up) => {
                let bits = self.below_alignment(v[0], v[1]);
                match is_up {
                    false => self.b().binary(Opcode::Sub, v[0], bits),
                    true => {
                        let distance = self.distance_up(bits, v[1]);
                        self.b().binary(Opcode::Add, v[0], distance)
                    }
                }
            }
            Op::Rotate => self.intrinsic("llvm.fshl", &[ty], &[v[0], v[0], v[1]]),
            Op::RotateRight => self.intrinsic("llvm.fshr", &[ty], &[v[0], v[0], v[1]]),
            Op::FirstSet => self.first_set(v[0]),
            Op::RedundantSignBits => self.redundant_sign_bits(v[0], scalar.bits()),
            Op::Hadd | Op::Rhadd => {
                // Half of each, plus the carry of the low bits.
                let shift = pick_opcode(signed);
                let one = self.int(ty, 1);
                let (a, b) = (
                    self.b().binary(shift, v[0], one),
                    self.b().binary(shift, v[1], one),
                );
                let sum = self.b().binary(Opcode::Add, a, b);
                let low = if op == Op::Hadd { Opcode::And } else { Opcode::Or };
                let carry = self.b().binary(low, v[0], v[1]);
                let carry = self.b().binary(Opcode::And, carry, one);
                self.b().binary(Opcode::Add, sum, carry)
            }
            Op::Mul24 => self.b().binary(Opcode::Mul, v[0], v[1]),
            Op::Mad24 => {
                let product = self.b().binary(Opcode::Mul, v[0], v[1]);
                self.b().binary(Opcode::Add, product, v[2])
            }
            Op::MulHi => self.multiply_high(v[0], v[1], scalar),
            Op::MadHi => {
                let high = self.multiply_high(v[0], v[1], scalar);
                self.b().binary(Opcode::Add, high, v[2])
            }
            Op::MadSat => self.multiply_add_saturated(v, scalar),
            Op::Upsample => {
                let bits = scalar.bits() as u64;
                let high = self.b().cast(Opcode::ZExt, v[0], ir);
                let low = self.b().cast(Opcode::ZExt, v[1], ir);
                let amount = self.int(ir, bits);
                let high = self.b().binary(Opcode::Shl, high, amount);
                self.b().binary(Opcode::Or, high, low)
            }
            Op::BitSelect => self.bit_select(v),
            Op::Any | Op::All => {
                // The most significant bit of each element.
                let zero = self.int(ty, 0);
                let mut all = v[0];
                if count > 1 {
                    let opcode = if op == Op::Any { Opcode::Or } else { Opcode::And };
                    all = self.element(v[0], 0, count);
                    for index in 1..count {
                        let element = self.element(v[0], index, count);
                        all = self.b().binary(opcode, all, element);
                    }
                }
                let element = self.func.ty(all);
                let zero = if count > 1 { self.int(element, 0) } else { zero };
                let truth = self.b().icmp(IntPredicate::Slt, all, zero);
                self.b().cast(Opcode::ZExt, truth, ir)
            }
            _ => v[0],
        }
    }

    /// The bits of a number that are below an alignment.
    fn below_alignment(&mut self, value: Value, alignment: Value) -> Value {
        let ty = self.func.ty(alignment);
        let one = self.int(ty, 1);
        let mask = self.b().binary(Opcode::Sub, alignment, one);
        self.b().binary(Opcode::And, value, mask)
    }

    /// What is missing to the next multiple, given the bits below the alignment.
    fn distance_up(&mut self, bits: Value, alignment: Value) -> Value {
        let ty = self.func.ty(alignment);
        let zero = self.int(ty, 0);
        let negative = self.b().binary(Opcode::Sub, zero, bits);
        self.below_alignment(negative, alignment)
    }

    /// The pointer moved to a multiple of the alignment: it keeps what it points into.
    pub(super) fn align_pointer(&mut self, is_up: bool, v: &[Value]) -> Value {
        let integer = self.func.ty(v[1]);
        let address = self.b().cast(Opcode::PtrToInt, v[0], integer);
        let bits = self.below_alignment(address, v[1]);
        let distance = match is_up {
            true => self.distance_up(bits, v[1]),
            false => {
                let zero = self.int(integer, 0);
                self.b().binary(Opcode::Sub, zero, bits)
            }
        };
        self.indexed_address(v[0], Ty::CHAR, distance)
    }

    /// The upper half of the full product.
    fn multiply_high(&mut self, a: Value, b: Value, scalar: Scalar) -> Value {
        let ty = self.func.ty(a);
        let bits = scalar.bits();
        let wide = self.l.module.ctx.types.int(bits * 2);
        let wide = self.l.module.ctx.types.with_scalar(ty, wide);
        let extend = if scalar.is_signed() {
            Opcode::SExt
        } else {
            Opcode::ZExt
        };
        let a = self.b().cast(extend, a, wide);
        let b = self.b().cast(extend, b, wide);
        let product = self.b().binary(Opcode::Mul, a, b);
        let amount = self.int(wide, bits as u64);
        let high = self.b().binary(Opcode::LShr, product, amount);
        self.b().cast(Opcode::Trunc, high, ty)
    }

    /// a * b + c, saturated to the type.
    fn multiply_add_saturated(&mut self, v: &[Value], scalar: Scalar) -> Value {
        let ty = self.func.ty(v[0]);
        let bits = scalar.bits();
        let signed = scalar.is_signed();
        if bits < 64 {
            // Twice the width represents the exact value.
            let wide = self.l.module.ctx.types.int(bits * 2);
            let wide = self.l.module.ctx.types.with_scalar(ty, wide);
            let extend = if signed { Opcode::SExt } else { Opcode::ZExt };
            let parts: Vec<Value> = v.iter().map(|&x| self.b().cast(extend, x, wide)).collect();
            let product = self.b().binary(Opcode::Mul, parts[0], parts[1]);
            let sum = self.b().binary(Opcode::Add, product, parts[2]);
            let clamped = if signed {
                let high = self.int(wide, (1u64 << (bits - 1)) - 1);
                let low = self.int(wide, (-(1i64 << (bits - 1))) as u64);
                let below = self.intrinsic("llvm.smin", &[wide], &[sum, high]);
                self.intrinsic("llvm.smax", &[wide], &[below, low])
            } else {
                let high = self.int(wide, (1u64 << bits) - 1);
                self.intrinsic("llvm.umin", &[wide], &[sum, high])
            };
            return self.b().cast(Opcode::Trunc, clamped, ty);
        }
        let low = self.b().binary(Opcode::Mul, v[0], v[1]);
        let high = self.multiply_high(v[0], v[1], scalar);
        if !signed {
            let zero = self.int(ty, 0);
            let fits = self.b().icmp(IntPredicate::Eq, high, zero);
            let sum = self.intrinsic("llvm.uadd.sat", &[ty], &[low, v[2]]);
            let ones = self.int(ty, u64::MAX);
            return self.b().select(fits, sum, ones);
        }
        // 128-bit sum in two halves: low + c, carry and sign of c into high.
        let sum = self.b().binary(Opcode::Add, low, v[2]);
        let carry = self.b().icmp(IntPredicate::Ult, sum, low);
        let carry = self.b().cast(Opcode::ZExt, carry, ty);
        let top = self.int(ty, 63);
        let sign = self.b().binary(Opcode::AShr, v[2], top);
        let high = self.b().binary(Opcode::Add, high, sign);
        let high = self.b().binary(Opcode::Add, high, carry);
        let own_sign = self.b().binary(Opcode::AShr, sum, top);
        let fits = self.b().icmp(IntPredicate::Eq, high, own_sign);
        let high_sign = self.b().binary(Opcode::AShr, high, top);
        let greatest = self.int(ty, i64::MAX as u64);
        let limit = self.b().binary(Opcode::Xor, high_sign, greatest);
        self.b().select(fits, sum, limit)
    }
}
