//! Powers with an integer exponent, by repeated squaring, as in compilers' runtime libraries (LangRef leaves the order
//! of the multiplications open). Halves are multiplied as floats.

use super::super::util::blocks::{set_branch, split_block_before};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::function::Function;
use crate::inst::{InstFlags, IntPredicate, Opcode};

/// The power that `inst` computes from `args`.
pub(super) fn lower(func: &mut Function, ctx: &mut Context, inst: Inst, args: &[Value]) -> Option<Value> {
    let &[x, exponent] = args else { return None };
    let ty = func.ty(x);
    let scalar = ctx.types.scalar(ty);
    let fast_math = func.inst(inst).flags & InstFlags::FAST;
    let is_small = matches!(scalar, Type::F16 | Type::BF16);
    let wide = if is_small {
        ctx.types.with_scalar(ty, Type::F32)
    } else {
        ty
    };
    let exponent_bits = ctx.types.int_bits(func.ty(exponent))?;
    let known = func
        .as_int(exponent, ctx)
        .map(|value| sign_extend(exponent_bits, value));
    let mut b = Builder::before(func, ctx, inst);
    b.fast_math = fast_math;
    let x = if is_small {
        b.cast(Opcode::FPExt, x, wide)
    } else {
        x
    };
    let power = match known {
        Some(known) => of_known(&mut b, x, known),
        None => in_loop(func, ctx, inst, x, exponent, fast_math),
    };
    let mut b = Builder::before(func, ctx, inst);
    Some(if is_small {
        b.cast(Opcode::FPTrunc, power, ty)
    } else {
        power
    })
}

/// One, as a value of type `ty`.
fn one(b: &mut Builder<'_>, ty: Type) -> Value {
    let scalar = b.ctx.types.scalar(ty);
    let bits = if scalar == Type::F64 {
        1f64.to_bits()
    } else {
        u64::from(1f32.to_bits())
    };
    let one = b.ctx.const_float_bits(scalar, bits);
    let one = b.ctx.const_splat(ty, one);
    b.func.const_value(one, b.ctx)
}

fn of_known(b: &mut Builder<'_>, x: Value, exponent: i128) -> Value {
    let one = {
        let ty = b.func.ty(x);
        one(b, ty)
    };
    let (mut power, mut square) = (None, x);
    let mut rest = exponent.unsigned_abs();
    while rest != 0 {
        if rest & 1 != 0 {
            power = Some(match power {
                None => square,
                Some(power) => b.binary(Opcode::FMul, power, square),
            });
        }
        rest >>= 1;
        if rest != 0 {
            square = b.binary(Opcode::FMul, square, square);
        }
    }
    let power = power.unwrap_or(one);
    if exponent < 0 {
        b.binary(Opcode::FDiv, one, power)
    } else {
        power
    }
}

/// A loop before `inst` that runs once for each bit of the exponent up to the highest that is set.
fn in_loop(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    x: Value,
    exponent: Value,
    fast_math: InstFlags,
) -> Value {
    let (ty, int) = (func.ty(x), func.ty(exponent));
    let head = func.inst_block(inst).expect("an instruction in a block");
    let tail = split_block_before(func, inst);
    let body = func.make_block();
    func.insert_block_after(body, head);
    set_branch(func, head, body);
    let terminator = func.terminator(head).expect("just made");
    let mut b = Builder::before(func, ctx, terminator);
    let (zero, bit) = (b.int(int, 0), b.int(int, 1));
    let one = one(&mut b, ty);
    let is_negative = b.icmp(IntPredicate::Slt, exponent, zero);
    let negated = b.binary(Opcode::Sub, zero, exponent);
    let magnitude = b.select(is_negative, negated, exponent);

    let mut b = Builder::at_end(func, ctx, body);
    b.fast_math = fast_math;
    let (power, square, rest) = (b.phi(ty), b.phi(ty), b.phi(int));
    let low = b.binary(Opcode::And, rest, bit);
    let is_odd = b.icmp(IntPredicate::Ne, low, zero);
    let product = b.binary(Opcode::FMul, power, square);
    let next_power = b.select(is_odd, product, power);
    let next_square = b.binary(Opcode::FMul, square, square);
    let next_rest = b.binary(Opcode::LShr, rest, bit);
    let goes_on = b.icmp(IntPredicate::Ne, next_rest, zero);
    b.cond_br(goes_on, body, tail);
    for (phi, first, next) in [
        (power, one, next_power),
        (square, x, next_square),
        (rest, magnitude, next_rest),
    ] {
        let phi = func.def_inst(phi).expect("a phi");
        func.add_incoming(phi, first, head);
        func.add_incoming(phi, next, body);
    }

    let mut b = Builder::before(func, ctx, inst);
    b.fast_math = fast_math;
    let inverse = b.binary(Opcode::FDiv, one, next_power);
    b.select(is_negative, inverse, next_power)
}
