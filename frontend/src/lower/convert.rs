//! Conversions between arithmetic types.

use super::function::FunctionLowerer;
use crate::ast::{CastKind, Expr, ExprKind, Rounding};
use crate::types::{Scalar, Ty};
use wavec_ir::inst::{FloatPredicate, IntPredicate};
use wavec_ir::{Opcode, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// The value of a cast.
    pub(super) fn cast(&mut self, kind: CastKind, operand: &'a Expr<'a>, ty: Ty) -> Value {
        let target = self.l.value_type(ty);
        match kind {
            CastKind::Same => self.rvalue(operand),
            CastKind::Arithmetic => {
                let value = self.rvalue(operand);
                let from = self.l.sema.types.lanes(operand.ty.ty);
                let to = self.l.sema.types.lanes(ty);
                match (from, to) {
                    (Some((from, _)), Some((to, _))) => self.convert(value, from, to, target),
                    _ => value,
                }
            }
            CastKind::ToBool => self.condition(operand),
            CastKind::Splat => {
                if let Some(constant) = self.constant_splat(operand, ty) {
                    return constant;
                }
                let value = self.rvalue(operand);
                let count = self.l.sema.types.lanes(ty).map_or(1, |l| l.1);
                self.b().splat(value, count)
            }
            CastKind::Bits => {
                let value = self.rvalue(operand);
                self.bits(value, target)
            }
            CastKind::Pointer | CastKind::Descriptor => self.rvalue(operand),
            CastKind::IntToSampler => {
                let properties = match operand.kind {
                    ExprKind::Int(properties) => properties as u32,
                    _ => 0,
                };
                let sampler = self.l.sampler(properties);
                self.global_value(sampler)
            }
            CastKind::AddressSpace => {
                let value = self.rvalue(operand);
                if self.func.ty(value) == target {
                    return value;
                }
                self.b().cast(Opcode::AddrSpaceCast, value, target)
            }
            CastKind::PointerToInt => {
                let value = self.rvalue(operand);
                self.b().cast(Opcode::PtrToInt, value, target)
            }
            CastKind::IntToPointer => {
                let value = self.rvalue(operand);
                self.b().cast(Opcode::IntToPtr, value, target)
            }
            CastKind::NullToPointer => {
                if self.l.module.ctx.types.is_int(target) {
                    return self.int(target, 0);
                }
                let constant = self.l.null_constant(target);
                self.constant(constant)
            }
            CastKind::Decay => self.spot(operand).pointer,
            CastKind::ToVoid => {
                self.effects(operand);
                self.b().poison(Type::I32)
            }
        }
    }

    fn constant_splat(&mut self, operand: &Expr<'a>, ty: Ty) -> Option<Value> {
        let (scalar, count) = self.l.sema.types.lanes(ty)?;
        let value = self.l.sema.literal(operand)?;
        let element = self.l.scalar_constant(scalar, value, false);
        let element_ty = self.l.scalars[scalar as usize];
        let vector = self.l.module.ctx.types.vector(element_ty, count);
        let constant = self.l.module.ctx.const_splat(vector, element);
        Some(self.constant(constant))
    }

    /// `value` with the same bits as IR type `ty`.
    pub(super) fn bits(&mut self, value: Value, ty: Type) -> Value {
        if self.func.ty(value) == ty {
            return value;
        }
        self.b().cast(Opcode::BitCast, value, ty)
    }

    /// Converts a scalar, or each element, as C does; `ty` is the IR type of the result.
    pub(super) fn convert(&mut self, value: Value, from: Scalar, to: Scalar, ty: Type) -> Value {
        if from == to || self.l.scalars[from as usize] == self.l.scalars[to as usize] {
            return value;
        }
        let opcode = match (from.is_float(), to.is_float()) {
            (false, false) => {
                if to == Scalar::Bool {
                    let value_ty = self.func.ty(value);
                    let zero = self.b().zero(value_ty);
                    return self.b().icmp(IntPredicate::Ne, value, zero);
                }
                if from.bits() > to.bits() {
                    Opcode::Trunc
                } else if from.is_signed() {
                    Opcode::SExt
                } else {
                    Opcode::ZExt
                }
            }
            (false, true) if from.is_signed() => Opcode::SIToFP,
            (false, true) => Opcode::UIToFP,
            (true, false) => {
                if to == Scalar::Bool {
                    let value_ty = self.func.ty(value);
                    let zero = self.b().zero(value_ty);
                    return self.b().fcmp(FloatPredicate::Une, value, zero);
                }
                if to.is_signed() {
                    Opcode::FPToSI
                } else {
                    Opcode::FPToUI
                }
            }
            (true, true) => {
                if from.size() == to.size() {
                    // The common type of half and bfloat is float.
                    let float = self.l.module.ctx.types.with_scalar(ty, Type::F32);
                    let wide = self.b().cast(Opcode::FPExt, value, float);
                    return self.b().cast(Opcode::FPTrunc, wide, ty);
                }
                if from.size() > to.size() {
                    Opcode::FPTrunc
                } else {
                    Opcode::FPExt
                }
            }
        };
        self.b().cast(opcode, value, ty)
    }

    /// `convert_T_sat_rtX(operand)`
    pub(super) fn convert_explicit(
        &mut self,
        operand: &'a Expr<'a>,
        ty: Ty,
        saturate: bool,
        rounding: Rounding,
    ) -> Value {
        let value = self.rvalue(operand);
        let (Some((from, _)), Some((to, _))) = (
            self.l.sema.types.lanes(operand.ty.ty),
            self.l.sema.types.lanes(ty),
        ) else {
            return value;
        };
        let target = self.l.value_type(ty);
        match (from.is_float(), to.is_float()) {
            (false, false) => {
                if saturate {
                    self.saturate_int(value, from, to, target)
                } else {
                    self.convert(value, from, to, target)
                }
            }
            (true, false) => self.float_to_int(value, to, target, saturate, rounding),
            (_, true) => self.round_to_float(value, from, to, target, rounding),
        }
    }

    fn saturate_int(&mut self, value: Value, from: Scalar, to: Scalar, target: Type) -> Value {
        let ty = self.func.ty(value);
        let mut value = value;
        let (low, high) = int_range(to);
        let (from_low, from_high) = int_range(from);
        // Compare in the source type; only bounds inside the source's range matter.
        if high < from_high {
            let bound = self.b().int(ty, high as u128);
            let name = if from.is_signed() {
                "llvm.smin"
            } else {
                "llvm.umin"
            };
            value = self.intrinsic(name, &[ty], &[value, bound]);
        }
        if low > from_low {
            let bound = self.b().int(ty, low as u128);
            value = self.intrinsic("llvm.smax", &[ty], &[value, bound]);
        }
        self.convert(value, from, to, target)
    }

    fn float_to_int(
        &mut self,
        value: Value,
        to: Scalar,
        target: Type,
        saturate: bool,
        rounding: Rounding,
    ) -> Value {
        let ty = self.func.ty(value);
        let rounded = match rounding {
            Rounding::Default | Rounding::Zero => value,
            Rounding::NearestEven => self.intrinsic("llvm.rint", &[ty], &[value]),
            Rounding::Positive => self.intrinsic("llvm.ceil", &[ty], &[value]),
            Rounding::Negative => self.intrinsic("llvm.floor", &[ty], &[value]),
        };
        if !saturate {
            let opcode = if to.is_signed() {
                Opcode::FPToSI
            } else {
                Opcode::FPToUI
            };
            return self.b().cast(opcode, rounded, target);
        }
        let name = if to.is_signed() {
            "llvm.fptosi.sat"
        } else {
            "llvm.fptoui.sat"
        };
        if to.size() >= 4 {
            return self.intrinsic(name, &[target, ty], &[rounded]);
        }
        // Through 32 bits, where saturation is cheap.
        let wide_ty = self.l.module.ctx.types.with_scalar(target, Type::I32);
        let wide = self.intrinsic(name, &[wide_ty, ty], &[rounded]);
        let from = if to.is_signed() { Scalar::Int } else { Scalar::UInt };
        self.saturate_int(wide, from, to, target)
    }

    /// To floating point with a rounding mode: convert to nearest, compare with the exact value, and step if the result
    /// is on the wrong side.
    pub(super) fn round_to_float(
        &mut self,
        value: Value,
        from: Scalar,
        to: Scalar,
        target: Type,
        rounding: Rounding,
    ) -> Value {
        let exact = from.is_float() && from.size() <= to.size();
        if exact || matches!(rounding, Rounding::Default | Rounding::NearestEven) {
            return self.convert(value, from, to, target);
        }
        let mut value = value;
        let mut from = from;
        if from.is_int() && from.size() < 8 {
            // Exact in double.
            let double = self.l.module.ctx.types.with_scalar(target, Type::F64);
            value = self.convert(value, from, Scalar::Double, double);
            from = Scalar::Double;
            if to == Scalar::Double {
                return value;
            }
        }
        let nearest = self.convert(value, from, to, target);
        let (above, below) = if from.is_float() {
            let ty = self.func.ty(value);
            let back = self.convert(nearest, to, from, ty);
            (
                self.b().fcmp(FloatPredicate::Ogt, back, value),
                self.b().fcmp(FloatPredicate::Olt, back, value),
            )
        } else {
            // 64-bit integers: an overflow of the conversion back means that the float is above.
            let ty = self.func.ty(value);
            let float_ty = self.func.ty(nearest);
            let signed = from.is_signed();
            let name = if signed {
                "llvm.fptosi.sat"
            } else {
                "llvm.fptoui.sat"
            };
            let back = self.intrinsic(name, &[ty, float_ty], &[nearest]);
            let (greater, less) = if signed {
                (IntPredicate::Sgt, IntPredicate::Slt)
            } else {
                (IntPredicate::Ugt, IntPredicate::Ult)
            };
            let limit = self.float(
                float_ty,
                if signed {
                    9.223_372_036_854_776e18
                } else {
                    1.844_674_407_370_955_2e19
                },
            );
            let overflows = self.b().fcmp(FloatPredicate::Oge, nearest, limit);
            let compared = self.b().icmp(greater, back, value);
            let above = self.b().binary(Opcode::Or, overflows, compared);
            let compared = self.b().icmp(less, back, value);
            let truth = self.func.ty(overflows);
            let ones = self.int(truth, u64::MAX);
            let fits = self.b().binary(Opcode::Xor, overflows, ones);
            (above, self.b().binary(Opcode::And, compared, fits))
        };
        let int_scalar = self.l.scalars[to.to_unsigned() as usize];
        let int_ty = self.l.module.ctx.types.with_scalar(target, int_scalar);
        let bits = self.bits(nearest, int_ty);
        let one = self.int(int_ty, 1);
        let zero = self.int(int_ty, 0);
        let negative = self.b().icmp(IntPredicate::Slt, bits, zero);
        // One step toward zero decrements the bit pattern, away from zero increments it.
        let down = self.b().binary(Opcode::Sub, bits, one);
        let up = self.b().binary(Opcode::Add, bits, one);
        let (toward, away) = (down, up);
        let adjusted = match rounding {
            Rounding::Zero => {
                let negative_side = self.b().select(negative, below, above);
                self.b().select(negative_side, toward, bits)
            }
            Rounding::Positive => {
                let step = self.b().select(negative, toward, away);
                self.b().select(below, step, bits)
            }
            _ => {
                let step = self.b().select(negative, away, toward);
                self.b().select(above, step, bits)
            }
        };
        self.bits(adjusted, target)
    }
}

/// Least and greatest value of an integer type.
fn int_range(scalar: Scalar) -> (i128, i128) {
    let bits = scalar.bits();
    if scalar.is_signed() {
        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
    } else {
        (0, (1i128 << bits) - 1)
    }
}
