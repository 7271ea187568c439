//! Expands integer operations that legalization does not support into sequences of those that it does:
//!
//! - division and remainder of more than 64 bits: long division, one bit per step, in a loop;
//! - conversions between floats and integers of more than 64 bits: by exponent and mantissa;
//! - funnel shifts whose width is not a power of two or is more than 64 bits: shifts by the amount modulo the width;
//! - products of fixed-point numbers: products of twice the width;
//! - saturating shifts: a shift, and the shift back that must give the original value.
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph (long division).

mod bounded;

use super::util::blocks::split_block_before;
use super::util::elements::by_element;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::function::Function;
use crate::inst::{InstFlags, IntPredicate, Opcode};
use crate::intrinsics::{IntrinsicId, id};
use bounded::FixedPoint;

/// Widest integer that code generation divides and converts by itself.
const NATIVE_BITS: u32 = 64;

/// Rewrites them in `func`.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    let mut found: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        found.extend(
            func.block_insts(block)
                .filter(|&inst| is_rewritten(func, ctx, inst)),
        );
    }
    for &inst in &found {
        let opcode = func.opcode(inst);
        let intrinsic = func.called_intrinsic(inst, ctx);
        let first = usize::from(opcode == Opcode::Call);
        // The last argument of some is an immediate that applies to all elements.
        let numbers = match intrinsic {
            Some(id::SMUL_FIX | id::UMUL_FIX | id::SMUL_FIX_SAT | id::UMUL_FIX_SAT) => 2,
            _ => usize::MAX,
        };
        let args: Vec<Value> = func.args(inst)[first..]
            .iter()
            .take(numbers)
            .map(|&a| func.resolve(a))
            .collect();
        let scalar = ctx.types.scalar(func.inst(inst).ty);
        let new = by_element(func, ctx, inst, &args, &mut |func, ctx, args| {
            rewrite(func, ctx, inst, opcode, intrinsic, scalar, args)
        });
        if let Some(old) = func.result(inst) {
            func.replace_uses_with_alias(old, new);
        }
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// The widest integer type.
const MAX_BITS: u32 = 128;

fn is_rewritten(func: &Function, ctx: &Context, inst: Inst) -> bool {
    let int_bits = |ty: Type| ctx.types.int_bits(ctx.types.scalar(ty)).unwrap_or(0);
    let result = func.inst(inst).ty;
    match func.opcode(inst) {
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => int_bits(result) > NATIVE_BITS,
        Opcode::FPToSI | Opcode::FPToUI => int_bits(result) > NATIVE_BITS,
        Opcode::SIToFP | Opcode::UIToFP => int_bits(func.ty(func.arg(inst, 0))) > NATIVE_BITS,
        Opcode::Call => match func.called_intrinsic(inst, ctx) {
            Some(id::FSHL | id::FSHR) => {
                let bits = int_bits(result);
                bits > NATIVE_BITS || !bits.is_power_of_two()
            }
            Some(id::SSHL_SAT | id::USHL_SAT) => true,
            Some(id::FPTOSI_SAT | id::FPTOUI_SAT) => int_bits(result) > NATIVE_BITS,
            Some(id::SMUL_FIX | id::UMUL_FIX | id::SMUL_FIX_SAT | id::UMUL_FIX_SAT) => {
                2 * int_bits(result) <= MAX_BITS
            }
            _ => false,
        },
        _ => false,
    }
}

/// The value of one scalar operation, computed before `inst`.
fn rewrite(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    opcode: Opcode,
    intrinsic: Option<IntrinsicId>,
    ty: Type,
    args: &[Value],
) -> Value {
    match opcode {
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => {
            divide(func, ctx, inst, opcode, ty, args[0], args[1])
        }
        Opcode::FPToSI | Opcode::FPToUI => {
            let mut b = Builder::before(func, ctx, inst);
            float_to_int(&mut b, args[0], ty, opcode == Opcode::FPToSI)
        }
        Opcode::SIToFP | Opcode::UIToFP => {
            let mut b = Builder::before(func, ctx, inst);
            int_to_float(&mut b, args[0], ty, opcode == Opcode::SIToFP)
        }
        _ => {
            let mut b = Builder::before(func, ctx, inst);
            match intrinsic {
                Some(id @ (id::SMUL_FIX | id::UMUL_FIX | id::SMUL_FIX_SAT | id::UMUL_FIX_SAT)) => {
                    let scale = b.func.as_int(b.func.arg(inst, 3), b.ctx).expect("an immediate");
                    let rule = FixedPoint {
                        signed: matches!(id, id::SMUL_FIX | id::SMUL_FIX_SAT),
                        saturates: matches!(id, id::SMUL_FIX_SAT | id::UMUL_FIX_SAT),
                        scale: scale as u32,
                    };
                    rule.multiply(&mut b, args[0], args[1])
                }
                Some(id @ (id::FPTOSI_SAT | id::FPTOUI_SAT)) => {
                    let signed = id == id::FPTOSI_SAT;
                    let number = float_to_int(&mut b, args[0], ty, signed);
                    bounded::saturated(&mut b, args[0], number, signed)
                }
                Some(id::FSHL) => funnel_shift(&mut b, args, true),
                Some(id::FSHR) => funnel_shift(&mut b, args, false),
                Some(id::SSHL_SAT) => saturating_shift(&mut b, args[0], args[1], true),
                _ => saturating_shift(&mut b, args[0], args[1], false),
            }
        }
    }
}

/// Quotient or remainder by long division: the remainder shifts in the dividend's bits from the top, and subtracts the
/// divisor where it fits, which gives a bit of the quotient (Knuth, "The Art of Computer Programming", 4.3.1, base 2).
fn divide(
    func: &mut Function,
    ctx: &mut Context,
    inst: Inst,
    opcode: Opcode,
    ty: Type,
    n: Value,
    d: Value,
) -> Value {
    let bits = ctx.types.int_bits(ty).expect("an integer");
    let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
    let remainder = matches!(opcode, Opcode::URem | Opcode::SRem);
    let mut b = Builder::before(func, ctx, inst);
    let zero = b.int(ty, 0);
    let last = b.int(ty, u128::from(bits - 1));
    let (sign_n, sign_d) = if signed {
        (b.binary(Opcode::AShr, n, last), b.binary(Opcode::AShr, d, last))
    } else {
        (zero, zero)
    };
    let magnitude = |b: &mut Builder, value, sign| {
        let flipped = b.binary(Opcode::Xor, value, sign);
        b.binary(Opcode::Sub, flipped, sign)
    };
    let (n, d) = (magnitude(&mut b, n, sign_n), magnitude(&mut b, d, sign_d));
    let steps = b.i32(bits as i32);
    let head = func.inst_block(inst).expect("an instruction in a block");
    let tail = split_block_before(func, inst);
    let repeated = func.make_block();
    func.insert_block_after(repeated, head);
    Builder::at_end(func, ctx, head).br(repeated);
    let mut b = Builder::at_end(func, ctx, repeated);
    let left = b.phi(Type::I32);
    let quotient = b.phi(ty);
    let rest = b.phi(ty);
    let (one, one_32, zero_32) = (b.int(ty, 1), b.i32(1), b.i32(0));
    let next_bit = b.binary(Opcode::LShr, quotient, last);
    let above = b.icmp(IntPredicate::Slt, rest, zero);
    let shifted = b.binary(Opcode::Shl, rest, one);
    let taken = b.binary(Opcode::Or, shifted, next_bit);
    let not_less = b.icmp(IntPredicate::Uge, taken, d);
    // If the shift moved out a set bit, the remainder is larger than any divisor.
    let fits = b.binary(Opcode::Or, above, not_less);
    let reduced = b.binary(Opcode::Sub, taken, d);
    let new_rest = b.select(fits, reduced, taken);
    let moved = b.binary(Opcode::Shl, quotient, one);
    let bit = b.cast(Opcode::ZExt, fits, ty);
    let new_quotient = b.binary(Opcode::Or, moved, bit);
    let new_left = b.binary(Opcode::Sub, left, one_32);
    let done = b.icmp(IntPredicate::Eq, new_left, zero_32);
    b.cond_br(done, tail, repeated);
    for (phi, first, next) in [
        (left, steps, new_left),
        (quotient, n, new_quotient),
        (rest, zero, new_rest),
    ] {
        let phi = func.def_inst(phi).expect("a phi");
        func.add_incoming(phi, first, head);
        func.add_incoming(phi, next, repeated);
    }
    let mut b = Builder::before(func, ctx, inst);
    if !signed {
        return if remainder { new_rest } else { new_quotient };
    }
    // The remainder has the dividend's sign.
    let (value, sign) = if remainder {
        (new_rest, sign_n)
    } else {
        (new_quotient, b.binary(Opcode::Xor, sign_n, sign_d))
    };
    magnitude(&mut b, value, sign)
}

/// Rounds toward zero. All float types go through `double`, which represents all their values.
fn float_to_int(b: &mut Builder, value: Value, ty: Type, signed: bool) -> Value {
    let double = if b.func.ty(value) == Type::F64 {
        value
    } else {
        b.cast(Opcode::FPExt, value, Type::F64)
    };
    let bits = b.cast(Opcode::BitCast, double, Type::I64);
    let (fraction_bits, exponent_mask) = (b.int(Type::I64, 52), b.int(Type::I64, 0x7ff));
    let exponent = b.binary(Opcode::LShr, bits, fraction_bits);
    let exponent = b.binary(Opcode::And, exponent, exponent_mask);
    let (fraction_mask, hidden) = (b.int(Type::I64, (1 << 52) - 1), b.int(Type::I64, 1 << 52));
    let mantissa = b.binary(Opcode::And, bits, fraction_mask);
    let mantissa = b.binary(Opcode::Or, mantissa, hidden);
    // value = mantissa * 2^(exponent - 1075)
    let whole = b.int(Type::I64, 1075);
    let up = b.binary(Opcode::Sub, exponent, whole);
    let down = b.binary(Opcode::Sub, whole, exponent);
    let wide_mantissa = b.cast(Opcode::ZExt, mantissa, ty);
    let wide_up = b.cast(Opcode::ZExt, up, ty);
    let large = b.binary(Opcode::Shl, wide_mantissa, wide_up);
    let small = b.binary(Opcode::LShr, mantissa, down);
    let small = b.cast(Opcode::ZExt, small, ty);
    let is_large = b.icmp(IntPredicate::Uge, exponent, whole);
    let magnitude = b.select(is_large, large, small);
    let (unit, zero) = (b.int(Type::I64, 1023), b.int(ty, 0));
    let below_one = b.icmp(IntPredicate::Ult, exponent, unit);
    let magnitude = b.select(below_one, zero, magnitude);
    if !signed {
        return magnitude;
    }
    let zero_64 = b.int(Type::I64, 0);
    let negative = b.icmp(IntPredicate::Slt, bits, zero_64);
    let negated = b.binary(Opcode::Sub, zero, magnitude);
    b.select(negative, negated, magnitude)
}

/// Rounds to nearest even: the top bits, with a sticky bit for those below, are converted, then scaled, which is exact.
fn int_to_float(b: &mut Builder, value: Value, ty: Type, signed: bool) -> Value {
    let wide = b.func.ty(value);
    let bits = b.ctx.types.int_bits(wide).expect("an integer");
    let zero = b.int(wide, 0);
    let negative = b.icmp(IntPredicate::Slt, value, zero);
    let magnitude = if signed {
        let negated = b.binary(Opcode::Sub, zero, value);
        b.select(negative, negated, value)
    } else {
        value
    };
    let exact = b.int(Type::I1, 0);
    let leading = b
        .call_intrinsic(id::CTLZ, &[wide], &[magnitude, exact])
        .expect("an intrinsic with a result");
    let normal = b.binary(Opcode::Shl, magnitude, leading);
    // Floats of 16 bits are rounded from a float, which represents all bits kept here.
    let narrow = ty == Type::F16 || ty == Type::BF16;
    let kept = if narrow { 23 } else { NATIVE_BITS - 1 };
    let below = b.int(wide, u128::from(bits - kept));
    let top = b.binary(Opcode::LShr, normal, below);
    let dropped = b.int(wide, (1u128 << (bits - kept)) - 1);
    let dropped = b.binary(Opcode::And, normal, dropped);
    let inexact = b.icmp(IntPredicate::Ne, dropped, zero);
    let top = b.cast(Opcode::Trunc, top, Type::I64);
    let mark = b.cast(Opcode::ZExt, inexact, Type::I64);
    let one = b.int(Type::I64, 1);
    let top = b.binary(Opcode::Shl, top, one);
    let top = b.binary(Opcode::Or, top, mark);
    let middle = if narrow { Type::F32 } else { ty };
    let float = b.cast(Opcode::UIToFP, top, middle);
    let scale = b.i32((bits - kept) as i32 - 1);
    let leading = b.cast(Opcode::Trunc, leading, Type::I32);
    let scale = b.binary(Opcode::Sub, scale, leading);
    let scaled = b
        .call_intrinsic(id::LDEXP, &[middle, Type::I32], &[float, scale])
        .expect("an intrinsic with a result");
    let is_zero = b.icmp(IntPredicate::Eq, value, zero);
    let zero_float = b.zero(middle);
    let result = b.select(is_zero, zero_float, scaled);
    let result = if signed {
        let negated = b.fneg(result);
        b.select(negative, negated, result)
    } else {
        result
    };
    if narrow {
        b.cast(Opcode::FPTrunc, result, ty)
    } else {
        result
    }
}

/// The upper (`left`) or lower half of the double-width value `args[0]:args[1]` shifted by `args[2]` modulo the width.
fn funnel_shift(b: &mut Builder, args: &[Value], left: bool) -> Value {
    let (high, low, amount) = (args[0], args[1], args[2]);
    let ty = b.func.ty(high);
    let bits = b.ctx.types.int_bits(ty).expect("an integer");
    let amount = remainder_by_width(b, amount, bits);
    let width = b.int(ty, u128::from(bits));
    let rest = b.binary(Opcode::Sub, width, amount);
    let (up, down, whole) = if left {
        (amount, rest, high)
    } else {
        (rest, amount, low)
    };
    let upper = b.binary(Opcode::Shl, high, up);
    let lower = b.binary(Opcode::LShr, low, down);
    let joined = b.binary(Opcode::Or, upper, lower);
    let zero = b.int(ty, 0);
    let unshifted = b.icmp(IntPredicate::Eq, amount, zero);
    b.select(unshifted, whole, joined)
}

/// `amount` modulo `bits`. If the width is not a power of two, first sums the digits of the amount in base 2^16, each
/// times 2^(16 i) modulo `bits`, which leaves a 32-bit number with the same remainder.
fn remainder_by_width(b: &mut Builder, amount: Value, bits: u32) -> Value {
    let ty = b.func.ty(amount);
    if bits.is_power_of_two() {
        let mask = b.int(ty, u128::from(bits - 1));
        return b.binary(Opcode::And, amount, mask);
    }
    let digit_bits = 16u32;
    let mask = b.int(ty, (1 << digit_bits) - 1);
    let to_32 = |b: &mut Builder, value: Value| match b.ctx.types.int_bits(b.func.ty(value)) {
        Some(32) => value,
        Some(wide) if wide > 32 => b.cast(Opcode::Trunc, value, Type::I32),
        _ => b.cast(Opcode::ZExt, value, Type::I32),
    };
    let mut sum = b.i32(0);
    let mut weight = 1u64;
    let mut at = 0;
    while at < bits {
        let digit = if bits > digit_bits {
            let shift = b.int(ty, u128::from(at));
            let moved = b.binary(Opcode::LShr, amount, shift);
            b.binary(Opcode::And, moved, mask)
        } else {
            amount
        };
        let digit = to_32(b, digit);
        let factor = b.i32(weight as i32);
        let part = b.binary(Opcode::Mul, digit, factor);
        sum = b.binary(Opcode::Add, sum, part);
        weight = (weight << digit_bits) % u64::from(bits);
        at += digit_bits;
    }
    let divisor = b.i32(bits as i32);
    let rest = b.binary(Opcode::URem, sum, divisor);
    match bits {
        32 => rest,
        wide if wide > 32 => b.cast(Opcode::ZExt, rest, ty),
        _ => b.cast(Opcode::Trunc, rest, ty),
    }
}

/// A saturating left shift: the nearest value in range if bits are lost.
fn saturating_shift(b: &mut Builder, value: Value, amount: Value, signed: bool) -> Value {
    let ty = b.func.ty(value);
    let bits = b.ctx.types.int_bits(ty).expect("an integer");
    let shifted = b.binary_flags(Opcode::Shl, value, amount, InstFlags::empty());
    let back = if signed { Opcode::AShr } else { Opcode::LShr };
    let restored = b.binary(back, shifted, amount);
    let limit = if signed {
        // The largest for values that are not negative, its complement for the others.
        let last = b.int(ty, u128::from(bits - 1));
        let sign = b.binary(Opcode::AShr, value, last);
        let largest = b.int(ty, (1u128 << (bits - 1)) - 1);
        b.binary(Opcode::Xor, sign, largest)
    } else {
        b.int(ty, u128::MAX)
    };
    let kept = b.icmp(IntPredicate::Eq, restored, value);
    b.select(kept, shifted, limit)
}
