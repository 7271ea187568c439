//! Expands floating-point division, square root and generic functions with partial or no hardware support into
//! sequences of supported operations.
//!
//! Requires: nothing. Preserves: control flow. Accuracy: correctly rounded unless `!fpmath` or fast-math flags allow less.
//! Sources: AMD's published sequences for division (v_div_scale, v_div_fmas, v_div_fixup) and square root; the hardware's
//! rcp, rsq, sqrt, exp and log flush f32 denormals, so operands that may be denormal are scaled around them.

mod divide;

use super::{by_element, call_amdgcn, call_generic, f32_const, f64_const};
use divide::divide;
use std::cmp::Ordering;
use wavec_ir::constant::ConstantData;
use wavec_ir::inst::{FloatPredicate, InstFlags};
use wavec_ir::metadata::Metadata;
use wavec_ir::{Builder, Context, Function, Inst, Opcode, Type, Value};

/// Expands operations without an instruction.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            let interesting = match func.opcode(inst) {
                Opcode::FDiv => true,
                // Transcendental functions do not exist in double precision: selection rejects them by name.
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
    // Quotients first: the divisor may be a root.
    found.sort_by_key(|&inst| func.opcode(inst) != Opcode::FDiv);
    for &inst in &found {
        let old = func.result(inst).expect("a result");
        let (flags, result_ty) = (func.inst(inst).flags, func.inst(inst).ty);
        let ulps = fpmath_ulps(func, ctx, inst);
        let opcode = func.opcode(inst);
        let (function, args): (Expansion, Vec<Value>) = match opcode {
            Opcode::FDiv => (
                Expansion::Elements(divide),
                vec![func.arg(inst, 0), func.arg(inst, 1)],
            ),
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
        // Exact sequences must stay as they are: only the approximate ones may carry the instruction's flags.
        b.fast_math = flags
            & InstFlags::FAST
            & !(InstFlags::REASSOC | InstFlags::CONTRACT | InstFlags::ARCP | InstFlags::AFN);
        let accuracy = Accuracy { flags, ulps };
        let new = match function {
            Expansion::Elements(function) => {
                by_element(&mut b, &args, &mut |b, args| function(b, args, accuracy))
            }
            Expansion::Frexp => frexp(&mut b, &args, result_ty),
        };
        func.replace_uses_with_alias(old, new);
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// The required accuracy of a result.
#[derive(Clone, Copy)]
struct Accuracy {
    flags: InstFlags,
    /// Allowed error in units in the last place; 0 means correctly rounded.
    ulps: f32,
}

impl Accuracy {
    fn approximate(self) -> bool {
        self.flags.contains(InstFlags::AFN)
    }
}

type Expander = fn(&mut Builder, &[Value], Accuracy) -> Value;

/// The form of expansion of a call.
enum Expansion {
    /// Element by element.
    Elements(Expander),
    /// A pair of vectors is not a vector of pairs: this one iterates over the elements itself.
    Frexp,
}

fn expander(name: &str) -> Option<Expansion> {
    Some(Expansion::Elements(match name {
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
        "llvm.frexp" => return Some(Expansion::Frexp),
        _ => return None,
    }))
}

fn is_transcendental(name: &str) -> bool {
    !matches!(name, "llvm.sqrt" | "llvm.round" | "llvm.frexp")
}

/// The `!fpmath` accuracy of an instruction.
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

/// The same with the hardware's approximations: halves are normal floats, and lose no digits.
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

/// Mantissa and exponent, each by its instruction; for vectors element by element. The exponent has the result's type:
/// the instructions return `i32`, or `i16` for a half; the exponent of every float fits 16 bits.
fn frexp(b: &mut Builder, args: &[Value], result_ty: Type) -> Value {
    let exponent_ty = b.ctx.types.member(result_ty, 1).expect("a pair");
    let exponent_ty = b.ctx.types.scalar(exponent_ty);
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
        let made = match (ty, exponent_ty) {
            (Type::F16, Type::I16) => Type::I16,
            _ => Type::I32,
        };
        let exponent = call_amdgcn(b, "frexp.exp", &[made, ty], &[value]);
        resize_signed(b, exponent, exponent_ty)
    });
    let pair = b.poison(result_ty);
    let pair = b.insert_value(pair, mantissa, &[0]);
    b.insert_value(pair, exponent, &[1])
}

/// A signed number in another integer type.
fn resize_signed(b: &mut Builder, value: Value, ty: Type) -> Value {
    let bits = |ty| b.ctx.types.int_bits(ty).expect("an integer");
    match bits(ty).cmp(&bits(b.func.ty(value))) {
        Ordering::Less => b.cast(Opcode::Trunc, value, ty),
        Ordering::Equal => value,
        Ordering::Greater => b.cast(Opcode::SExt, value, ty),
    }
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
    // Denormals, and numbers whose residual below would be denormal, are scaled by an even power of two.
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
    // Of the root and its neighbours, select the one whose residual has the right sign.
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

/// `log2` of the scaled argument, and the correction for the scale.
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

/// `log2(x) * c` with the product of `c = high + low` in extra precision; infinities and NaN are unchanged.
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
    // Undo the scale of a denormal argument.
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

/// The hardware takes revolutions and is accurate to about 2^-20 within 256 of them, as in LLVM's lowering.
fn turn(b: &mut Builder, x: Value) -> Value {
    let inverse_two_pi = f32_const(b, 0x3e22_f983);
    let turns = b.binary(Opcode::FMul, x, inverse_two_pi);
    call_amdgcn(b, "fract", &[Type::F32], &[turns])
}

/// Halves have too few digits for the fraction of many revolutions: they are computed in single precision, unless the
/// lower accuracy is allowed.
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
