//! Operations of builtin functions on floating-point values.

use super::function::FunctionLowerer;
use crate::ast::FnId;
use crate::ast::operations::Op;
use crate::types::Scalar;
use wavec_ir::inst::{FloatPredicate, IntPredicate};
use wavec_ir::{InstFlags, Opcode, Type, Value};

/// Classes of floating-point values in `llvm.is.fpclass`.
mod class {
    pub(super) const INF: u32 = 0x204;
    pub(super) const NORMAL: u32 = 0x108;
    pub(super) const FINITE: u32 = 0x1f8;
}

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// A truth value (or vector of them) as an integer: 1 for a scalar, -1 for elements.
    fn truth_value(&mut self, truth: Value, ir: Type) -> Value {
        let opcode = if self.l.module.ctx.types.is_vector(ir) {
            Opcode::SExt
        } else {
            Opcode::ZExt
        };
        self.b().cast(opcode, truth, ir)
    }

    fn is_class(&mut self, value: Value, mask: u32) -> Value {
        let ty = self.func.ty(value);
        let mask = self.int(Type::I32, mask as u64);
        self.intrinsic("llvm.is.fpclass", &[ty], &[value, mask])
    }

    pub(super) fn float_operation(
        &mut self,
        op: Op,
        v: &[Value],
        scalar: Scalar,
        count: u32,
        ir: Type,
    ) -> Value {
        let ty = self.func.ty(v[0]);
        let compare = match op {
            Op::IsEqual => Some(FloatPredicate::Oeq),
            Op::IsNotEqual => Some(FloatPredicate::Une),
            Op::IsGreater => Some(FloatPredicate::Ogt),
            Op::IsGreaterEqual => Some(FloatPredicate::Oge),
            Op::IsLess => Some(FloatPredicate::Olt),
            Op::IsLessEqual => Some(FloatPredicate::Ole),
            Op::IsLessGreater => Some(FloatPredicate::One),
            Op::IsOrdered => Some(FloatPredicate::Ord),
            Op::IsUnordered => Some(FloatPredicate::Uno),
            _ => None,
        };
        if let Some(predicate) = compare {
            let truth = self.b().fcmp(predicate, v[0], v[1]);
            return self.truth_value(truth, ir);
        }
        match op {
            Op::IsNan => {
                let truth = self.b().fcmp(FloatPredicate::Uno, v[0], v[0]);
                self.truth_value(truth, ir)
            }
            Op::IsInf | Op::IsFinite | Op::IsNormal => {
                let mask = match op {
                    Op::IsInf => class::INF,
                    Op::IsFinite => class::FINITE,
                    _ => class::NORMAL,
                };
                let truth = self.is_class(v[0], mask);
                self.truth_value(truth, ir)
            }
            Op::IsClass(mask) => {
                let truth = self.is_class(v[0], mask);
                self.b().cast(Opcode::ZExt, truth, ir)
            }
            Op::ClassNumber => {
                let tests = [(0x060, v[5]), (0x090, v[4]), (class::INF, v[2]), (0x003, v[1])];
                tests.into_iter().fold(v[3], |number, (mask, result)| {
                    let truth = self.is_class(v[0], mask);
                    self.b().select(truth, result, number)
                })
            }
            Op::InfinitySign => {
                let zero = self.int(ir, 0);
                [(0x200, v[1]), (0x004, v[2])]
                    .into_iter()
                    .fold(zero, |number, (mask, result)| {
                        let truth = self.is_class(v[0], mask);
                        self.b().select(truth, result, number)
                    })
            }
            Op::SignBit => {
                let int_scalar = self.l.scalars[scalar.to_unsigned() as usize];
                let int_ty = self.l.module.ctx.types.with_scalar(ty, int_scalar);
                let bits = self.bits(v[0], int_ty);
                let zero = self.int(int_ty, 0);
                let truth = self.b().icmp(IntPredicate::Slt, bits, zero);
                self.truth_value(truth, ir)
            }
            Op::Sqrt => {
                let value = self.intrinsic("llvm.sqrt", &[ty], v);
                if scalar == Scalar::Float && !self.l.sema.options.correctly_rounded_divide_sqrt {
                    let node = self.l.metadata_accuracy(3.0);
                    self.attach(value, "fpmath", node);
                }
                value
            }
            Op::Ldexp => {
                let exponent = self.func.ty(v[1]);
                self.intrinsic("llvm.ldexp", &[ty, exponent], v)
            }
            Op::Fdim => {
                let difference = self.b().binary(Opcode::FSub, v[0], v[1]);
                let zero = self.float(ty, 0.0);
                // "Not greater" includes unordered; then the difference is NaN already.
                let less = self.b().fcmp(FloatPredicate::Ole, v[0], v[1]);
                self.b().select(less, zero, difference)
            }
            Op::NativeDivide => {
                let value = self.b().binary(Opcode::FDiv, v[0], v[1]);
                if let Some(inst) = self.func.def_inst(value) {
                    self.func.inst_mut(inst).flags |= InstFlags::ARCP | InstFlags::AFN;
                }
                value
            }
            Op::Max => self.intrinsic("llvm.maxnum", &[ty], v),
            Op::Min => self.intrinsic("llvm.minnum", &[ty], v),
            Op::Clamp => {
                let low = self.intrinsic("llvm.maxnum", &[ty], &[v[0], v[1]]);
                self.intrinsic("llvm.minnum", &[ty], &[low, v[2]])
            }
            Op::Degrees => {
                let factor = self.float(ty, 57.295_779_513_082_32);
                self.b().binary(Opcode::FMul, v[0], factor)
            }
            Op::Radians => {
                let factor = self.float(ty, 0.017_453_292_519_943_295);
                self.b().binary(Opcode::FMul, v[0], factor)
            }
            Op::Mix => {
                let range = self.b().binary(Opcode::FSub, v[1], v[0]);
                self.intrinsic("llvm.fma", &[ty], &[range, v[2], v[0]])
            }
            Op::Step => {
                let (zero, one) = (self.float(ty, 0.0), self.float(ty, 1.0));
                let less = self.b().fcmp(FloatPredicate::Olt, v[1], v[0]);
                self.b().select(less, zero, one)
            }
            Op::SmoothStep => {
                let (zero, one) = (self.float(ty, 0.0), self.float(ty, 1.0));
                let above = self.b().binary(Opcode::FSub, v[2], v[0]);
                let range = self.b().binary(Opcode::FSub, v[1], v[0]);
                let t = self.b().binary(Opcode::FDiv, above, range);
                let t = self.intrinsic("llvm.maxnum", &[ty], &[t, zero]);
                let t = self.intrinsic("llvm.minnum", &[ty], &[t, one]);
                let (two, three) = (self.float(ty, -2.0), self.float(ty, 3.0));
                let slope = self.intrinsic("llvm.fma", &[ty], &[t, two, three]);
                let square = self.b().binary(Opcode::FMul, t, t);
                self.b().binary(Opcode::FMul, square, slope)
            }
            Op::Sign => {
                let one = self.float(ty, 1.0);
                let zero = self.float(ty, 0.0);
                let unit = self.intrinsic("llvm.copysign", &[ty], &[one, v[0]]);
                let is_zero = self.b().fcmp(FloatPredicate::Oeq, v[0], zero);
                let value = self.b().select(is_zero, v[0], unit);
                let nan = self.b().fcmp(FloatPredicate::Uno, v[0], v[0]);
                self.b().select(nan, zero, value)
            }
            Op::Dot => self.dot(v[0], v[1], count),
            Op::Cross => self.cross(v[0], v[1], count, ir),
            Op::FastLength | Op::FastDistance => {
                let value = if op == Op::FastDistance {
                    self.b().binary(Opcode::FSub, v[0], v[1])
                } else {
                    v[0]
                };
                let square = self.dot(value, value, count);
                let ty = self.func.ty(square);
                self.fast_intrinsic("llvm.sqrt", ty, square)
            }
            Op::FastNormalize => {
                let square = self.dot(v[0], v[0], count);
                let element = self.func.ty(square);
                let root = self.fast_intrinsic("llvm.sqrt", element, square);
                let one = self.float(element, 1.0);
                let inverse = self.b().binary(Opcode::FDiv, one, root);
                if let Some(inst) = self.func.def_inst(inverse) {
                    self.func.inst_mut(inst).flags |= InstFlags::ARCP | InstFlags::AFN | InstFlags::CONTRACT;
                }
                let zero = self.float(element, 0.0);
                let is_zero = self.b().fcmp(FloatPredicate::Oeq, square, zero);
                let factor = self.b().select(is_zero, one, inverse);
                let factor = if count > 1 {
                    self.b().splat(factor, count)
                } else {
                    factor
                };
                self.b().binary(Opcode::FMul, v[0], factor)
            }
            Op::LengthWith(id) => {
                let callee = self.callee(id);
                let operands = self.four_elements(v[0], count, id);
                let result = match self.call(callee, &operands) {
                    Some(value) => value,
                    None => v[0],
                };
                self.fit_type(result, ir)
            }
            Op::NormalizeWith(scale, factor) => {
                let mut value = v[0];
                for id in [scale, factor] {
                    let callee = self.callee(id);
                    let operands = self.four_elements(value, count, id);
                    let Some(result) = self.call(callee, &operands) else {
                        return value;
                    };
                    let element = self.l.module.ctx.types.scalar(ty);
                    let result = self.fit_type(result, element);
                    let result = if count > 1 {
                        self.b().splat(result, count)
                    } else {
                        result
                    };
                    value = self.b().binary(Opcode::FMul, value, result);
                }
                value
            }
            Op::BitSelect => {
                let int_scalar = self.l.scalars[scalar.to_unsigned() as usize];
                let int_ty = self.l.module.ctx.types.with_scalar(ty, int_scalar);
                let bits: Vec<Value> = v.iter().map(|&x| self.bits(x, int_ty)).collect();
                let mixed = self.bit_select(&bits);
                self.bits(mixed, ty)
            }
            _ => v[0],
        }
    }

    fn fast_intrinsic(&mut self, name: &'static str, ty: Type, operand: Value) -> Value {
        let value = self.intrinsic(name, &[ty], &[operand]);
        if let Some(inst) = self.func.def_inst(value) {
            self.func.inst_mut(inst).flags |= InstFlags::AFN;
        }
        value
    }

    /// The elements of a vector of up to four, padded with zeros, in the width of the helper's parameters.
    fn four_elements(&mut self, vector: Value, count: u32, helper: FnId) -> Vec<Value> {
        let params = self.l.sema.function(helper).param_types;
        let mut operands = Vec::with_capacity(4);
        for (index, param) in params.iter().enumerate() {
            let ir = self.l.value_type(param.ty);
            operands.push(if (index as u32) < count {
                let element = self.element(vector, index as u32, count);
                self.fit_type(element, ir)
            } else {
                self.float(ir, 0.0)
            });
        }
        operands
    }

    fn dot(&mut self, a: Value, b: Value, count: u32) -> Value {
        let x = self.element(a, 0, count);
        let y = self.element(b, 0, count);
        let mut sum = self.b().binary(Opcode::FMul, x, y);
        let ty = self.func.ty(x);
        for index in 1..count {
            let x = self.element(a, index, count);
            let y = self.element(b, index, count);
            sum = self.intrinsic("llvm.fma", &[ty], &[x, y, sum]);
        }
        sum
    }

    fn cross(&mut self, a: Value, b: Value, count: u32, ir: Type) -> Value {
        let mut elements = Vec::new();
        for index in 0..3u32 {
            let (next, last) = ((index + 1) % 3, (index + 2) % 3);
            let (a1, b1) = (self.element(a, next, count), self.element(b, last, count));
            let (a2, b2) = (self.element(a, last, count), self.element(b, next, count));
            let ty = self.func.ty(a1);
            let second = self.b().binary(Opcode::FMul, a2, b2);
            let second = self.b().fneg(second);
            elements.push(self.intrinsic("llvm.fma", &[ty], &[a1, b1, second]));
        }
        if count == 4 {
            let element = self.l.module.ctx.types.scalar(ir);
            elements.push(self.float(element, 0.0));
        }
        self.gather(&elements, ir)
    }

    pub(super) fn bit_select(&mut self, v: &[Value]) -> Value {
        // a where the mask is 0, b where it is 1.
        let both = self.b().binary(Opcode::Xor, v[0], v[1]);
        let chosen = self.b().binary(Opcode::And, both, v[2]);
        self.b().binary(Opcode::Xor, v[0], chosen)
    }
}
