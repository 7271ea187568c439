//! Floating-point division, square root and the generic functions that the hardware has only in part become
//! sequences of what it has.
//!
//! Requires: nothing. Preserves: control flow. Accuracy: correctly rounded unless `!fpmath` or fast-math flags allow less.
//! Sources: AMD's published sequences for division (v_div_scale, v_div_fmas, v_div_fixup) and square root; the hardware's
//! rcp, rsq, sqrt, exp and log flush f32 denormals, so operands that may be denormal are scaled around them.

use super::{by_element, call_amdgcn, call_generic, f32_const, f64_const};
use wavec_ir::constant::ConstantData;
use wavec_ir::inst::{FloatPredicate, InstFlags};
use wavec_ir::intrinsics::id;
use wavec_ir::metadata::Metadata;
use wavec_ir::{Builder, Context, Function, Inst, Opcode, Type, Value};

/// Expands what selection has no instruction for.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let interesting = match func.opcode(inst) {
                Opcode::FDiv => true,
                // Of the transcendental functions there is nothing in double precision: selection refuses them by name.
                Opcode::Call => func.called_intrinsic(inst, ctx).is_some_and(|id| {
                    let name = ctx.intrinsics.get(id).name;
                    let double = ctx.types.scalar(func.inst(inst).ty) == Type::F64;
                    expander(name).is_some() && !(double && is_transcendental(name))
                }),
                _ => false,
            };
            if interesting {
                found.push(inst);
            }
        }
    }
    for &inst in &found {
        let old = func.result(inst).expect("a result");
        let flags = func.inst(inst).flags;
        let ulps = fpmath_ulps(func, ctx, inst);
        let opcode = func.opcode(inst);
        let is_frexp = func.called_intrinsic(inst, ctx) == Some(id::FREXP);
        let (function, args): (Expander, Vec<Value>) = match opcode {
            Opcode::FDiv => (divide, vec![func.arg(inst, 0), func.arg(inst, 1)]),
            _ => {
                let id = func.called_intrinsic(inst, ctx).expect("checked above");
                let args = (1..func.args(inst).len()).map(|i| func.arg(inst, i)).collect();
                (
                    expander(ctx.intrinsics.get(id).name).expect("checked above"),
                    args,
                )
            }
        };
        let mut b = Builder::before(func, ctx, inst);
        // Exact sequences must stay as they are: only the approximating ones may carry the instruction's flags.
        b.fast_math = flags
            & InstFlags::FAST
            & !(InstFlags::REASSOC | InstFlags::CONTRACT | InstFlags::ARCP | InstFlags::AFN);
        let accuracy = Accuracy { flags, ulps };
        // A pair of vectors is not a vector of pairs: `frexp` goes through the elements itself.
        let new = if is_frexp {
            function(&mut b, &args, accuracy)
        } else {
            by_element(&mut b, &args, &mut |b, args| function(b, args, accuracy))
        };
        func.replace_uses_with_alias(old, new);
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// How exact a result must be.
#[derive(Clone, Copy)]
struct Accuracy {
    flags: InstFlags,
    /// Error allowed in units in the last place; 0 is correctly rounded.
    ulps: f32,
}

impl Accuracy {
    fn approximate(self) -> bool {
        self.flags.contains(InstFlags::AFN)
    }
}

type Expander = fn(&mut Builder, &[Value], Accuracy) -> Value;

fn expander(name: &str) -> Option<Expander> {
    Some(match name {
        "llvm.sqrt" => square_root,
        "llvm.exp2" => exp2,
        "llvm.log2" => log2,
        "llvm.exp" => exp,
        "llvm.exp10" => exp10,
        "llvm.log" => log,
        "llvm.log10" => log10,
        "llvm.sin" => sin,
        "llvm.cos" => cos,
        "llvm.pow" => pow,
        "llvm.round" => round,
        "llvm.frexp" => frexp,
        _ => return None,
    })
}

fn is_transcendental(name: &str) -> bool {
    !matches!(name, "llvm.sqrt" | "llvm.round" | "llvm.frexp")
}

/// The `!fpmath` allowance of an instruction.
fn fpmath_ulps(func: &Function, ctx: &Context, inst: Inst) -> f32 {
    let Some(kind) = ctx.symbols.find("fpmath") else {
        return 0.0;
    };
    let Some(node) = func.attachment(inst, kind) else {
        return 0.0;
    };
    if let Metadata::Node { operands, .. } = &ctx.metadata.nodes[node]
        && let [Some(operand)] = **operands
        && let Metadata::Constant(_, constant) = ctx.metadata.nodes[operand]
        && let ConstantData::Float(Type::F32, bits) = ctx.constants.data(constant)
    {
        return f32::from_bits(*bits as u32);
    }
    0.0
}

fn float_const(b: &mut Builder, ty: Type, value: f64) -> Value {
    match ty {
        Type::F32 => f32_const(b, (value as f32).to_bits()),
        Type::F64 => f64_const(b, value.to_bits()),
        Type::F16 => {
            let bits = wavec_codegen::dag::float::from_f64(value, wavec_codegen::dag::ValueType::F16);
            let constant = b.ctx.const_float_bits(Type::F16, bits);
            b.func.const_value(constant, b.ctx)
        }
        _ => panic!("a constant of another type"),
    }
}

/// Runs an `f32` sequence on a 16-bit argument: twice the precision and more, so that rounding twice is harmless.
fn through_f32(b: &mut Builder, args: &[Value], accuracy: Accuracy, f: Expander) -> Value {
    let ty = b.func.ty(args[0]);
    let wide: Vec<Value> = args
        .iter()
        .map(|&v| b.cast(Opcode::FPExt, v, Type::F32))
        .collect();
    let result = f(b, &wide, accuracy);
    b.cast(Opcode::FPTrunc, result, ty)
}

/// The same with the hardware's approximations: halves are normal floats, and no digit of a half is lost by them.
fn through_approximate_f32(b: &mut Builder, args: &[Value], accuracy: Accuracy, f: Expander) -> Value {
    let is_f16 = b.func.ty(args[0]) == Type::F16;
    let afn = if is_f16 {
        InstFlags::AFN
    } else {
        InstFlags::empty()
    };
    let flags = accuracy.flags | afn;
    through_f32(b, args, Accuracy { flags, ..accuracy }, f)
}

fn is_half(ty: Type) -> bool {
    ty == Type::F16 || ty == Type::BF16
}

fn fma(b: &mut Builder, x: Value, y: Value, z: Value) -> Value {
    let ty = b.func.ty(x);
    call_generic(b, "fma", &[ty], &[x, y, z])
}

fn is_one(b: &Builder, v: Value) -> bool {
    b.func.as_const(v).is_some_and(|c| match b.ctx.constants.data(c) {
        ConstantData::Float(Type::F16, bits) => *bits == 0x3c00,
        ConstantData::Float(Type::F32, bits) => *bits == u64::from(1.0f32.to_bits()),
        ConstantData::Float(Type::F64, bits) => *bits == 1.0f64.to_bits(),
        _ => false,
    })
}

fn divide(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
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
    if ty == Type::F32 && accuracy.ulps >= 2.5 {
        return divide_by_parts(b, n, d);
    }
    divide_exact(b, ty, n, d)
}

/// Correctly rounded: the quotient in single precision, twice corrected by its residual. What the second correction adds are
/// whole steps of the exponent alone, for quotients that single precision has as denormals. Source: AMD's published sequence.
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

/// Of a square root, what it is the root of, if root and quotient may be one operation.
fn contracted_root(b: &Builder, d: Value, accuracy: Accuracy) -> Option<Value> {
    let root = b.func.def_inst(b.func.resolve(d))?;
    let id = b.func.called_intrinsic(root, b.ctx)?;
    let both = b.func.inst(root).flags & accuracy.flags;
    let is_root = matches!(b.ctx.intrinsics.get(id).name, "llvm.sqrt" | "llvm.amdgcn.sqrt");
    (is_root && both.contains(InstFlags::CONTRACT)).then(|| b.func.arg(root, 1))
}

/// The reciprocal of a constant, if the product with it is as exact as asked for: with that of a power of two always; with
/// another one of a normal `f32` with normal reciprocal it is off by less than 2 ulp, whatever the other factor.
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

/// 2.5 ulp with denormals: mantissas divide by the reciprocal, exponents subtract.
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

/// Mantissa and exponent, each by its instruction; of vectors element by element.
fn frexp(b: &mut Builder, args: &[Value], _accuracy: Accuracy) -> Value {
    let widened = |b: &mut Builder, value: Value| {
        if b.func.ty(value) == Type::BF16 {
            b.cast(Opcode::FPExt, value, Type::F32)
        } else {
            value
        }
    };
    let mantissa = by_element(b, args, &mut |b, args| {
        let value = widened(b, args[0]);
        let (ty, original) = (b.func.ty(value), b.func.ty(args[0]));
        let mantissa = call_amdgcn(b, "frexp.mant", &[ty], &[value]);
        if ty == original {
            mantissa
        } else {
            b.cast(Opcode::FPTrunc, mantissa, original)
        }
    });
    let exponent = by_element(b, args, &mut |b, args| {
        let value = widened(b, args[0]);
        let ty = b.func.ty(value);
        call_amdgcn(b, "frexp.exp", &[Type::I32, ty], &[value])
    });
    let fields = [b.func.ty(mantissa), b.func.ty(exponent)];
    let pair = b.ctx.types.struct_(&fields, false);
    let pair = b.poison(pair);
    let pair = b.insert_value(pair, mantissa, &[0]);
    b.insert_value(pair, exponent, &[1])
}

fn square_root(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    let x = args[0];
    let ty = b.func.ty(x);
    if ty == Type::F16 {
        let root = call_amdgcn(b, "sqrt", &[ty], &[x]);
        let call = b.func.def_inst(root).expect("a call");
        b.func.inst_mut(call).flags |= accuracy.flags & InstFlags::CONTRACT;
        return root;
    }
    if is_half(ty) {
        return through_f32(b, args, accuracy, square_root);
    }
    if ty == Type::F64 {
        return square_root_f64(b, x);
    }
    if accuracy.approximate() {
        return call_amdgcn(b, "sqrt", &[ty], &[x]);
    }
    let zero = b.i32(0);
    // Denormals, and numbers so small that the residual below would be denormal, are scaled by an even power of two.
    let limit = f32_const(
        b,
        if accuracy.ulps >= 1.0 {
            0x0080_0000
        } else {
            0x0f80_0000
        },
    );
    let small = b.fcmp(FloatPredicate::Olt, x, limit);
    let thirty_two = b.i32(32);
    let up = b.select(small, thirty_two, zero);
    let scaled = call_generic(b, "ldexp", &[ty, Type::I32], &[x, up]);
    let root = call_amdgcn(b, "sqrt", &[ty], &[scaled]);
    let minus_sixteen = b.i32(-16);
    let down = b.select(small, minus_sixteen, zero);
    if accuracy.ulps >= 1.0 {
        return call_generic(b, "ldexp", &[ty, Type::I32], &[root, down]);
    }
    // Of the root and its neighbours, the one whose residual has the right sign.
    let bits = b.cast(Opcode::BitCast, root, Type::I32);
    let one = b.i32(1);
    let below = b.binary(Opcode::Sub, bits, one);
    let below = b.cast(Opcode::BitCast, below, ty);
    let above = b.binary(Opcode::Add, bits, one);
    let above = b.cast(Opcode::BitCast, above, ty);
    let minus_below = b.fneg(below);
    let minus_above = b.fneg(above);
    let residual_below = fma(b, minus_below, root, scaled);
    let residual_above = fma(b, minus_above, root, scaled);
    let float_zero = b.zero(ty);
    let too_big = b.fcmp(FloatPredicate::Ole, residual_below, float_zero);
    let rounded = b.select(too_big, below, root);
    let too_small = b.fcmp(FloatPredicate::Ogt, residual_above, float_zero);
    let rounded = b.select(too_small, above, rounded);
    let result = call_generic(b, "ldexp", &[ty, Type::I32], &[rounded, down]);
    // +-0 and +inf are their own roots.
    let mask = b.i32(0x260);
    let special = call_amdgcn(b, "class", &[ty], &[scaled, mask]);
    b.select(special, scaled, result)
}

fn square_root_f64(b: &mut Builder, x: Value) -> Value {
    let ty = Type::F64;
    let zero = b.i32(0);
    let limit = f64_const(b, 0x1000_0000_0000_0000);
    let small = b.fcmp(FloatPredicate::Olt, x, limit);
    let up = b.i32(256);
    let up = b.select(small, up, zero);
    let scaled = call_generic(b, "ldexp", &[ty, Type::I32], &[x, up]);
    let y = call_amdgcn(b, "rsq", &[ty], &[scaled]);
    let half = float_const(b, ty, 0.5);
    let g = b.binary(Opcode::FMul, scaled, y);
    let h = b.binary(Opcode::FMul, y, half);
    // Two coupled Newton steps on g (the root) and h (half its reciprocal), then one more residual.
    let minus_h = b.fneg(h);
    let r = fma(b, minus_h, g, half);
    let g = fma(b, g, r, g);
    let h = fma(b, h, r, h);
    let minus_g = b.fneg(g);
    let residual = fma(b, minus_g, g, scaled);
    let g = fma(b, residual, h, g);
    let minus_g = b.fneg(g);
    let residual = fma(b, minus_g, g, scaled);
    let g = fma(b, residual, h, g);
    let down = b.i32(-128);
    let down = b.select(small, down, zero);
    let result = call_generic(b, "ldexp", &[ty, Type::I32], &[g, down]);
    let mask = b.i32(0x260);
    let special = call_amdgcn(b, "class", &[ty], &[scaled, mask]);
    b.select(special, scaled, result)
}

fn exp2(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    let x = args[0];
    let ty = b.func.ty(x);
    if ty == Type::BF16 {
        return through_f32(b, args, accuracy, exp2);
    }
    if accuracy.approximate() || ty == Type::F16 {
        return call_amdgcn(b, "exp2", &[ty], &[x]);
    }
    // The hardware flushes denormal results.
    let limit = f32_const(b, (-126.0f32).to_bits());
    let small = b.fcmp(FloatPredicate::Olt, x, limit);
    let up = f32_const(b, 64.0f32.to_bits());
    let float_zero = b.zero(ty);
    let offset = b.select(small, up, float_zero);
    let shifted = b.binary(Opcode::FAdd, x, offset);
    let power = call_amdgcn(b, "exp2", &[ty], &[shifted]);
    let down = b.i32(-64);
    let zero = b.i32(0);
    let down = b.select(small, down, zero);
    call_generic(b, "ldexp", &[ty, Type::I32], &[power, down])
}

/// `log2` of the scaled argument, and what to subtract for the scale.
fn log2_parts(b: &mut Builder, x: Value) -> (Value, Value) {
    let limit = f32_const(b, 0x0080_0000);
    let small = b.fcmp(FloatPredicate::Olt, x, limit);
    let up = b.i32(32);
    let zero = b.i32(0);
    let up = b.select(small, up, zero);
    let scaled = call_generic(b, "ldexp", &[Type::F32, Type::I32], &[x, up]);
    let log = call_amdgcn(b, "log", &[Type::F32], &[scaled]);
    let thirty_two = f32_const(b, 32.0f32.to_bits());
    let float_zero = b.zero(Type::F32);
    (log, b.select(small, thirty_two, float_zero))
}

fn log2(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    let x = args[0];
    let ty = b.func.ty(x);
    if ty == Type::BF16 {
        return through_f32(b, args, accuracy, log2);
    }
    if accuracy.approximate() || ty == Type::F16 {
        return call_amdgcn(b, "log", &[ty], &[x]);
    }
    let (log, offset) = log2_parts(b, x);
    b.binary(Opcode::FSub, log, offset)
}

/// `log2(x) * c` with the product of `c = high + low` in extra precision; infinities and NaN as they are.
fn log_base(
    b: &mut Builder,
    args: &[Value],
    accuracy: Accuracy,
    again: Expander,
    high: u32,
    low: u32,
) -> Value {
    let x = args[0];
    let ty = b.func.ty(x);
    if ty == Type::BF16 {
        return through_f32(b, args, accuracy, again);
    }
    if accuracy.approximate() || ty == Type::F16 {
        let log = call_amdgcn(b, "log", &[ty], &[x]);
        let c = float_const(b, ty, f64::from(f32::from_bits(high)));
        return b.binary(Opcode::FMul, log, c);
    }
    let c = f32_const(b, high);
    let (log, offset) = log2_parts(b, x);
    let c_low = f32_const(b, low);
    let product = b.binary(Opcode::FMul, log, c);
    let minus = b.fneg(product);
    let error = fma(b, log, c, minus);
    let error = fma(b, log, c_low, error);
    let sum = b.binary(Opcode::FAdd, product, error);
    let magnitude = call_generic(b, "fabs", &[ty], &[log]);
    let infinity = f32_const(b, f32::INFINITY.to_bits());
    let finite = b.fcmp(FloatPredicate::Olt, magnitude, infinity);
    let result = b.select(finite, sum, log);
    // What the scale of a denormal argument added.
    let scale = b.binary(Opcode::FMul, offset, c);
    b.binary(Opcode::FSub, result, scale)
}

fn log(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    // ln 2 = 0x3f317217 + 0x3377d1cf
    log_base(b, args, accuracy, log, 0x3f31_7217, 0x3377_d1cf)
}

fn log10(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    // log10 2 = 0x3e9a209a + 0x3284fbcf
    log_base(b, args, accuracy, log10, 0x3e9a_209a, 0x3284_fbcf)
}

/// `2^(x * c)` with `c = high + low`: the integer part of the exponent goes to `ldexp`, the fraction to the hardware.
fn exp_base(
    b: &mut Builder,
    args: &[Value],
    accuracy: Accuracy,
    again: Expander,
    c: [u32; 2],
    range: [f32; 2],
) -> Value {
    let x = args[0];
    let ty = b.func.ty(x);
    if is_half(ty) {
        return through_approximate_f32(b, args, accuracy, again);
    }
    let high = f32_const(b, c[0]);
    if accuracy.approximate() {
        let scaled = b.binary(Opcode::FMul, x, high);
        return call_amdgcn(b, "exp2", &[ty], &[scaled]);
    }
    let low = f32_const(b, c[1]);
    let product = b.binary(Opcode::FMul, x, high);
    let minus = b.fneg(product);
    let error = fma(b, x, high, minus);
    let error = fma(b, x, low, error);
    let whole = call_generic(b, "rint", &[ty], &[product]);
    let fraction = b.binary(Opcode::FSub, product, whole);
    let fraction = b.binary(Opcode::FAdd, fraction, error);
    let power = call_amdgcn(b, "exp2", &[ty], &[fraction]);
    let exponent = b.cast(Opcode::FPToSI, whole, Type::I32);
    let result = call_generic(b, "ldexp", &[ty, Type::I32], &[power, exponent]);
    let least = f32_const(b, range[0].to_bits());
    let underflows = b.fcmp(FloatPredicate::Olt, x, least);
    let zero = b.zero(ty);
    let result = b.select(underflows, zero, result);
    let most = f32_const(b, range[1].to_bits());
    let overflows = b.fcmp(FloatPredicate::Ogt, x, most);
    let infinity = f32_const(b, f32::INFINITY.to_bits());
    b.select(overflows, infinity, result)
}

fn exp(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    // log2 e = 0x3fb8aa3b + 0x32a5705f; outside the range the result is 0 or infinity.
    exp_base(
        b,
        args,
        accuracy,
        exp,
        [0x3fb8_aa3b, 0x32a5_705f],
        [-103.972_08, 88.722_84],
    )
}

fn exp10(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    // log2 10 = 0x40549a78 + 0x33979a37
    exp_base(
        b,
        args,
        accuracy,
        exp10,
        [0x4054_9a78, 0x3397_9a37],
        [-45.154_5, 38.531_84],
    )
}

/// The hardware takes revolutions and is exact to about 2^-20 within 256 of them, as LLVM's lowering has it.
fn turn(b: &mut Builder, x: Value) -> Value {
    let inverse_two_pi = f32_const(b, 0x3e22_f983);
    let turns = b.binary(Opcode::FMul, x, inverse_two_pi);
    call_amdgcn(b, "fract", &[Type::F32], &[turns])
}

/// Halves have too few digits for the fraction of many revolutions: they go through single precision, unless that is allowed.
fn halves_by_turns(b: &mut Builder, args: &[Value], accuracy: Accuracy, name: &str, f: Expander) -> Value {
    let ty = b.func.ty(args[0]);
    if ty == Type::F16 && accuracy.approximate() {
        let inverse_two_pi = float_const(b, ty, 1.0 / std::f64::consts::TAU);
        let turns = b.binary(Opcode::FMul, args[0], inverse_two_pi);
        return call_amdgcn(b, name, &[ty], &[turns]);
    }
    through_f32(b, args, accuracy, f)
}

fn sin(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    if is_half(b.func.ty(args[0])) {
        return halves_by_turns(b, args, accuracy, "sin", sin);
    }
    let turns = turn(b, args[0]);
    call_amdgcn(b, "sin", &[Type::F32], &[turns])
}

fn cos(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    if is_half(b.func.ty(args[0])) {
        return halves_by_turns(b, args, accuracy, "cos", cos);
    }
    let turns = turn(b, args[0]);
    call_amdgcn(b, "cos", &[Type::F32], &[turns])
}

/// `exp2(y * log2 x)`, the approximate power; the OpenCL library has the exact one.
fn pow(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    let ty = b.func.ty(args[0]);
    if is_half(ty) {
        return through_approximate_f32(b, args, accuracy, pow);
    }
    let log = log2(b, &args[..1], accuracy);
    let exponent = b.binary(Opcode::FMul, args[1], log);
    exp2(b, &[exponent], accuracy)
}

/// Half away from zero.
fn round(b: &mut Builder, args: &[Value], accuracy: Accuracy) -> Value {
    let x = args[0];
    let ty = b.func.ty(x);
    if ty == Type::BF16 {
        return through_f32(b, args, accuracy, round);
    }
    let whole = call_generic(b, "trunc", &[ty], &[x]);
    let rest = b.binary(Opcode::FSub, x, whole);
    let rest = call_generic(b, "fabs", &[ty], &[rest]);
    let half = float_const(b, ty, 0.5);
    let away = b.fcmp(FloatPredicate::Oge, rest, half);
    let one = float_const(b, ty, 1.0);
    let zero = b.zero(ty);
    let step = b.select(away, one, zero);
    let step = call_generic(b, "copysign", &[ty], &[step, x]);
    b.binary(Opcode::FAdd, whole, step)
}
