//! Division: by the hardware's sequence, by a reciprocal if that is accurate enough, of halves in single precision.

use super::{Accuracy, float_const, fma, is_half, is_one, through_f32};
use crate::ir_passes::{call_amdgcn, call_generic, f32_const};
use wavec_ir::constant::ConstantData;
use wavec_ir::inst::{FloatPredicate, InstFlags};
use wavec_ir::{Builder, Opcode, Type, Value};

pub(super) fn divide(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    let (n, d) = (args[0], args[1]);
    let ty = b.func.ty(n);
    if ty == Type::F16 {
        return divide_halves(b, n, d, accuracy);
    }
    if is_half(ty) {
        return through_f32(
            b,
            args,
            Accuracy {
                ulps: 0.0,
                ..accuracy
            },
            divide,
        );
    }
    if accuracy.approximate()
        || (ty == Type::F32 && accuracy.flags.contains(InstFlags::ARCP) && accuracy.ulps >= 1.0)
    {
        if accuracy.approximate()
            && ty == Type::F32
            && is_one(b, n)
            && let Some(x) = contracted_root(b, d, accuracy)
        {
            return call_amdgcn(b, "rsq", &[ty], &[x]);
        }
        let reciprocal = call_amdgcn(b, "rcp", &[ty], &[d]);
        if ty == Type::F64 {
            // The hardware's f64 reciprocal has about 27 good bits: two Newton steps.
            let reciprocal = refine_reciprocal(b, d, reciprocal, 2);
            return b.binary(Opcode::FMul, n, reciprocal);
        }
        return if is_one(b, n) {
            reciprocal
        } else {
            b.binary(Opcode::FMul, n, reciprocal)
        };
    }
    if let Some(reciprocal) = constant_reciprocal(b, d, accuracy.ulps) {
        let reciprocal = float_const(b, ty, reciprocal);
        return b.binary(Opcode::FMul, n, reciprocal);
    }
    if ty == Type::F32
        && accuracy.ulps >= 1.0
        && let Some(root) = reciprocal_root(b, n, d, accuracy)
    {
        return root;
    }
    if ty == Type::F32 && accuracy.ulps >= 2.5 {
        return divide_by_parts(b, n, d);
    }
    divide_exact(b, ty, n, d)
}

/// Correctly rounded: the quotient in single precision, corrected twice by its residual. The second correction adds
/// only whole steps of the exponent, for quotients that are denormal in single precision. Source: AMD's published
/// sequence.
fn divide_halves(b: &mut Builder, n: Value, d: Value, accuracy: Accuracy) -> Value {
    let ty = Type::F16;
    if is_one(b, n) {
        return match contracted_root(b, d, accuracy) {
            Some(x) => call_amdgcn(b, "rsq", &[ty], &[x]),
            None => call_amdgcn(b, "rcp", &[ty], &[d]),
        };
    }
    if is_half_constant(b, n, 0xbc00) {
        let minus_d = b.fneg(d);
        return call_amdgcn(b, "rcp", &[ty], &[minus_d]);
    }
    if accuracy.approximate() || accuracy.flags.contains(InstFlags::ARCP) {
        let reciprocal = call_amdgcn(b, "rcp", &[ty], &[d]);
        return b.binary(Opcode::FMul, n, reciprocal);
    }
    if let Some(reciprocal) = constant_reciprocal(b, d, 0.0) {
        let reciprocal = float_const(b, ty, reciprocal);
        return b.binary(Opcode::FMul, n, reciprocal);
    }
    let wide_n = b.cast(Opcode::FPExt, n, Type::F32);
    let wide_d = b.cast(Opcode::FPExt, d, Type::F32);
    let reciprocal = call_amdgcn(b, "rcp", &[Type::F32], &[wide_d]);
    let quotient = b.binary(Opcode::FMul, wide_n, reciprocal);
    let minus_d = b.fneg(wide_d);
    let error = fma(b, minus_d, quotient, wide_n);
    let quotient = fma(b, error, reciprocal, quotient);
    let error = fma(b, minus_d, quotient, wide_n);
    let step = b.binary(Opcode::FMul, error, reciprocal);
    let step = b.cast(Opcode::BitCast, step, Type::I32);
    let exponent = b.i32(0xff80_0000u32 as i32);
    let step = b.binary(Opcode::And, step, exponent);
    let step = b.cast(Opcode::BitCast, step, Type::F32);
    let quotient = b.binary(Opcode::FAdd, step, quotient);
    let quotient = b.cast(Opcode::FPTrunc, quotient, ty);
    call_amdgcn(b, "div.fixup", &[ty], &[quotient, d, n])
}

fn is_half_constant(b: &Builder, v: Value, bits: u64) -> bool {
    let constant = b.func.as_const(v).map(|c| b.ctx.constants.data(c));
    matches!(constant, Some(ConstantData::Float(Type::F16, found)) if *found == bits)
}

/// The operand of a square root, if root and quotient may be one operation.
fn contracted_root(b: &Builder, d: Value, accuracy: Accuracy) -> Option<Value> {
    let root = b.func.def_inst(b.func.resolve(d))?;
    let id = b.func.called_intrinsic(root, b.ctx)?;
    let both = b.func.inst(root).flags & accuracy.flags;
    let is_root = matches!(b.ctx.intrinsics.get(id).name, "llvm.sqrt" | "llvm.amdgcn.sqrt");
    (is_root && both.contains(InstFlags::CONTRACT)).then(|| b.func.arg(root, 1))
}

/// One or minus one divided by a square root, to 1 ulp: one instruction; denormals are scaled by an even power of two.
fn reciprocal_root(b: &mut Builder, n: Value, d: Value, accuracy: Accuracy) -> Option<Value> {
    let is_negative = is_float_constant(b, n, -1.0);
    if !is_negative && !is_one(b, n) {
        return None;
    }
    let x = contracted_root(b, d, accuracy)?;
    let limit = f32_const(b, 0x0080_0000);
    let small = b.fcmp(FloatPredicate::Olt, x, limit);
    let [zero, up, back] = [0, 24, 12].map(|amount| b.i32(amount));
    let up = b.select(small, up, zero);
    let back = b.select(small, back, zero);
    let scaled = call_generic(b, "ldexp", &[Type::F32, Type::I32], &[x, up]);
    let root = call_amdgcn(b, "rsq", &[Type::F32], &[scaled]);
    let root = if is_negative { b.fneg(root) } else { root };
    Some(call_generic(b, "ldexp", &[Type::F32, Type::I32], &[root, back]))
}

fn is_float_constant(b: &Builder, v: Value, wanted: f32) -> bool {
    let constant = b.func.as_const(v).map(|c| b.ctx.constants.data(c));
    matches!(constant, Some(ConstantData::Float(Type::F32, found)) if *found == u64::from(wanted.to_bits()))
}

/// The reciprocal of a constant, if the product with it is as accurate as required: for a power of two it always is;
/// for another normal `f32` with a normal reciprocal the error is less than 2 ulp, whatever the other factor.
fn constant_reciprocal(b: &Builder, d: Value, ulps: f32) -> Option<f64> {
    let ConstantData::Float(ty, bits) = *b.ctx.constants.data(b.func.as_const(d)?) else {
        return None;
    };
    let (value, mantissa) = match ty {
        Type::F32 => (f64::from(f32::from_bits(bits as u32)), bits & 0x007f_ffff),
        Type::F64 => (f64::from_bits(bits), bits & 0x000f_ffff_ffff_ffff),
        Type::F16 => {
            let value = wavec_codegen::dag::float::to_f64(bits, wavec_codegen::dag::ValueType::F16);
            (value, bits & 0x03ff)
        }
        _ => return None,
    };
    let limit = f64::from(2f32.powi(if ty == Type::F16 { 13 } else { 125 }));
    let in_range = (1.0 / limit..=limit).contains(&value.abs());
    (in_range && (mantissa == 0 || (ty == Type::F32 && ulps >= 2.0))).then(|| 1.0 / value)
}

/// Mantissa between a half and one, and exponent: folded if the value is a normal constant.
fn parts(b: &mut Builder, value: Value) -> (Value, Value) {
    let bits = b
        .func
        .as_const(value)
        .and_then(|c| match *b.ctx.constants.data(c) {
            ConstantData::Float(Type::F32, bits) => Some(bits as u32),
            _ => None,
        });
    if let Some(bits) = bits
        && f32::from_bits(bits).is_normal()
    {
        let exponent = (bits >> 23 & 0xff) as i32 - 126;
        let mantissa = f32_const(b, bits & 0x807f_ffff | 126 << 23);
        return (mantissa, b.i32(exponent));
    }
    let mantissa = call_amdgcn(b, "frexp.mant", &[Type::F32], &[value]);
    let exponent = call_amdgcn(b, "frexp.exp", &[Type::I32, Type::F32], &[value]);
    (mantissa, exponent)
}

/// 2.5 ulp with denormals: divides mantissas by the reciprocal, subtracts exponents.
fn divide_by_parts(b: &mut Builder, n: Value, d: Value) -> Value {
    let (mantissa_d, exponent_d) = parts(b, d);
    let reciprocal = call_amdgcn(b, "rcp", &[Type::F32], &[mantissa_d]);
    if is_one(b, n) {
        let zero = b.i32(0);
        let exponent = b.binary(Opcode::Sub, zero, exponent_d);
        return call_generic(b, "ldexp", &[Type::F32, Type::I32], &[reciprocal, exponent]);
    }
    let (mantissa_n, exponent_n) = parts(b, n);
    let quotient = b.binary(Opcode::FMul, mantissa_n, reciprocal);
    let exponent = b.binary(Opcode::Sub, exponent_n, exponent_d);
    call_generic(b, "ldexp", &[Type::F32, Type::I32], &[quotient, exponent])
}

fn refine_reciprocal(b: &mut Builder, d: Value, mut r: Value, steps: u32) -> Value {
    let ty = b.func.ty(d);
    let one = float_const(b, ty, 1.0);
    let minus_d = b.fneg(d);
    for _ in 0..steps {
        let error = fma(b, minus_d, r, one);
        r = fma(b, error, r, r);
    }
    r
}

/// Correctly rounded: scale, Newton on the reciprocal, correct the quotient, undo the scale, fix special values.
fn divide_exact(b: &mut Builder, ty: Type, n: Value, d: Value) -> Value {
    let div_scale = |b: &mut Builder, of_numerator: bool| {
        let which = b.int(Type::I1, u128::from(of_numerator));
        let pair = call_amdgcn(b, "div.scale", &[ty], &[n, d, which]);
        (b.extract_value(pair, &[0]), b.extract_value(pair, &[1]))
    };
    let (scaled_d, _) = div_scale(b, false);
    let (scaled_n, scaled) = div_scale(b, true);
    let minus_d = b.fneg(scaled_d);
    let r = call_amdgcn(b, "rcp", &[ty], &[scaled_d]);
    let (error, r, q) = if ty == Type::F32 {
        let r = refine_reciprocal(b, scaled_d, r, 1);
        let q = b.binary(Opcode::FMul, scaled_n, r);
        let error = fma(b, minus_d, q, scaled_n);
        let q = fma(b, error, r, q);
        (fma(b, minus_d, q, scaled_n), r, q)
    } else {
        let r = refine_reciprocal(b, scaled_d, r, 2);
        let q = b.binary(Opcode::FMul, scaled_n, r);
        (fma(b, minus_d, q, scaled_n), r, q)
    };
    let q = call_amdgcn(b, "div.fmas", &[ty], &[error, r, q, scaled]);
    call_amdgcn(b, "div.fixup", &[ty], &[q, d, n])
}
