//! Expands `frem` to a long division that computes several quotient bits per step, each step exactly.
//!
//! Both magnitudes are scaled to mantissas, the dividend's by the bits of one more step. In a step, the quotient is a
//! small integer, so that an estimate by the reciprocal is off by at most one, and the remainder, a fused multiply-add,
//! is exact; it is then scaled up for the next step. The number of steps follows from the difference of the exponents.
//! A remainder is always representable, so nothing is rounded. Types of 16 bits are computed in `float`, which
//! represents all their values. Source of the method: the remainder functions of AMD's device library (`fmod`). If an
//! approximation suffices (`afn`), it is the dividend minus the divisor times the truncated quotient.
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph.

use super::util::blocks::split_block_before;
use super::util::elements::by_element;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::function::Function;
use crate::inst::{FloatPredicate, InstFlags, IntPredicate, Opcode};
use crate::intrinsics::id;

/// Expands every `frem` of `func`.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        found.extend(
            func.block_insts(block)
                .filter(|&i| func.opcode(i) == Opcode::FRem),
        );
    }
    for &inst in &found {
        let args = [0, 1].map(|i| func.resolve(func.arg(inst, i)));
        let new = by_element(func, ctx, inst, &args, &mut |func, ctx, args| {
            remainder(func, ctx, inst, args[0], args[1])
        });
        let old = func.result(inst).expect("a result");
        func.replace_uses_with_alias(old, new);
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// A call of a generic intrinsic overloaded on `ty` alone.
fn call(b: &mut Builder, id: crate::intrinsics::IntrinsicId, ty: Type, args: &[Value]) -> Value {
    b.call_intrinsic(id, &[ty], args)
        .expect("an intrinsic with a result")
}

fn scale(b: &mut Builder, value: Value, exponent: Value) -> Value {
    let ty = b.func.ty(value);
    b.call_intrinsic(id::LDEXP, &[ty, Type::I32], &[value, exponent])
        .expect("an intrinsic with a result")
}

fn float(b: &mut Builder, ty: Type, value: f64) -> Value {
    let constant = if ty == Type::F64 {
        b.ctx.const_f64(value)
    } else {
        b.ctx.const_f32(value as f32)
    };
    b.func.const_value(constant, b.ctx)
}

/// The remainder of `a` by `b`, both mantissas: `a - rint(a / b) * b`, plus `b` if that is negative.
fn step(b: &mut Builder, dividend: Value, divisor: Value, reciprocal: Value) -> Value {
    let ty = b.func.ty(dividend);
    let quotient = b.binary(Opcode::FMul, dividend, reciprocal);
    let quotient = call(b, id::RINT, ty, &[quotient]);
    let negated = b.fneg(quotient);
    let rest = call(b, id::FMA, ty, &[negated, divisor, dividend]);
    let zero = float(b, ty, 0.0);
    let negative = b.fcmp(FloatPredicate::Olt, rest, zero);
    let more = b.binary(Opcode::FAdd, rest, divisor);
    b.select(negative, more, rest)
}

/// Mantissa in [1/2, 1) and exponent of a positive number.
fn split(b: &mut Builder, value: Value) -> (Value, Value) {
    let ty = b.func.ty(value);
    let parts = b
        .call_intrinsic(id::FREXP, &[ty, Type::I32], &[value])
        .expect("an intrinsic with a result");
    (b.extract_value(parts, &[0]), b.extract_value(parts, &[1]))
}

/// `x - trunc(x / y) * y`
fn approximate_remainder(b: &mut Builder, ty: Type, x: Value, y: Value) -> Value {
    let quotient = b.binary(Opcode::FDiv, x, y);
    let quotient = call(b, id::TRUNC, ty, &[quotient]);
    let negated = b.fneg(quotient);
    call(b, id::FMA, ty, &[negated, y, x])
}

fn remainder(func: &mut Function, ctx: &mut Context, inst: Inst, x: Value, y: Value) -> Value {
    let original = func.ty(x);
    let is_approximate = func.inst(inst).flags.contains(InstFlags::AFN);
    let mut b = Builder::before(func, ctx, inst);
    let ty = if original == Type::F16 || original == Type::BF16 {
        Type::F32
    } else {
        original
    };
    let (x, y) = if ty == original {
        (x, y)
    } else {
        (b.cast(Opcode::FPExt, x, ty), b.cast(Opcode::FPExt, y, ty))
    };
    if is_approximate {
        let result = approximate_remainder(&mut b, ty, x, y);
        return match ty == original {
            true => result,
            false => b.cast(Opcode::FPTrunc, result, original),
        };
    }
    // Quotient bits per step: together with the divisor's bits they fit the mantissa.
    let step_bits = if ty == Type::F64 { 26 } else { 12 };
    let size_x = call(&mut b, id::FABS, ty, &[x]);
    let size_y = call(&mut b, id::FABS, ty, &[y]);
    let larger = b.fcmp(FloatPredicate::Ogt, size_x, size_y);
    let zero = float(&mut b, ty, 0.0);
    let signed_zero = call(&mut b, id::COPYSIGN, ty, &[zero, x]);
    let equal = b.fcmp(FloatPredicate::Oeq, size_x, size_y);
    let small = b.select(equal, signed_zero, x);

    let head = func.inst_block(inst).expect("an instruction in a block");
    let tail = split_block_before(func, inst);
    let [setup, header, body, finish] = [(); 4].map(|()| func.make_block());
    for block in [finish, body, header, setup] {
        func.insert_block_after(block, head);
    }
    Builder::at_end(func, ctx, head).cond_br(larger, setup, tail);

    let mut b = Builder::at_end(func, ctx, setup);
    let bits = b.i32(step_bits);
    let one_32 = b.i32(1);
    let (mantissa_x, exponent_x) = split(&mut b, size_x);
    let (mantissa_y, exponent_y) = split(&mut b, size_y);
    let dividend = scale(&mut b, mantissa_x, bits);
    let divisor = scale(&mut b, mantissa_y, one_32);
    let left = b.binary(Opcode::Sub, exponent_x, exponent_y);
    let one = float(&mut b, ty, 1.0);
    let reciprocal = b.binary(Opcode::FDiv, one, divisor);
    b.br(header);

    let mut b = Builder::at_end(func, ctx, header);
    let current = b.phi(ty);
    let current_left = b.phi(Type::I32);
    let more = b.icmp(IntPredicate::Sgt, current_left, bits);
    b.cond_br(more, body, finish);

    let mut b = Builder::at_end(func, ctx, body);
    let rest = step(&mut b, current, divisor, reciprocal);
    let next = scale(&mut b, rest, bits);
    let next_left = b.binary(Opcode::Sub, current_left, bits);
    b.br(header);
    for (phi, first, next) in [(current, dividend, next), (current_left, left, next_left)] {
        let phi = func.def_inst(phi).expect("a phi");
        func.add_incoming(phi, first, setup);
        func.add_incoming(phi, next, body);
    }

    let mut b = Builder::at_end(func, ctx, finish);
    let last = b.i32(1 - step_bits);
    let last = b.binary(Opcode::Add, current_left, last);
    let last = scale(&mut b, current, last);
    let rest = step(&mut b, last, divisor, reciprocal);
    // The divisor was scaled to [1, 2), its exponent is one less than that of [1/2, 1).
    let one_32 = b.i32(1);
    let back = b.binary(Opcode::Sub, exponent_y, one_32);
    let rest = scale(&mut b, rest, back);
    let large = call(&mut b, id::COPYSIGN, ty, &[rest, x]);
    b.br(tail);

    // Phis come first in the tail.
    let first = func.first_inst(tail).expect("the block has `inst`");
    let mut b = Builder::before(func, ctx, first);
    let value = b.phi(ty);
    let phi = b.func.def_inst(value).expect("a phi");
    b.func.add_incoming(phi, small, head);
    b.func.add_incoming(phi, large, finish);
    let mut b = Builder::before(func, ctx, inst);
    let infinity = float(&mut b, ty, f64::INFINITY);
    let nan = float(&mut b, ty, f64::NAN);
    // The remainder of an infinity or NaN, or by zero or NaN, is NaN.
    let bad_x = b.fcmp(FloatPredicate::Uge, size_x, infinity);
    let bad_y = b.fcmp(FloatPredicate::Ueq, size_y, zero);
    let bad = b.binary(Opcode::Or, bad_x, bad_y);
    let value = b.select(bad, nan, value);
    if ty == original {
        value
    } else {
        b.cast(Opcode::FPTrunc, value, original)
    }
}
