//! Replaces division and remainder by constants: multiplication by the reciprocal, shifts for powers of two, a comparison
//! where the quotient is 0 or 1.
//!
//! Requires: nothing; runs late, because other passes understand a division better than its expansion.
//! Preserves: the control-flow graph. Cost: O(instructions).
//! Source: H. Warren, "Hacker's Delight", chapter 10.

use crate::analysis::KnownBitsCache;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Inst, Type, Value};
use crate::fold::scalar::{mask, sign_extend};
use crate::function::Function;
use crate::inst::{InstFlags, IntPredicate, Opcode};

/// Expands what can be expanded. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context) -> bool {
    func.resolve_aliases();
    let mut divisions: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        divisions.extend(func.block_insts(block).filter(|&i| {
            matches!(
                func.opcode(i),
                Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem
            )
        }));
    }
    let mut changed = false;
    let mut known = KnownBitsCache::default();
    for inst in divisions {
        let Some(value) = expand(func, ctx, &mut known, inst) else {
            continue;
        };
        let result = func.result(inst).expect("a division has a result");
        func.replace_uses_with_alias(result, value);
        func.remove_inst(inst);
        changed = true;
    }
    func.resolve_aliases();
    changed
}

fn expand(func: &mut Function, ctx: &mut Context, known: &mut KnownBitsCache, inst: Inst) -> Option<Value> {
    let opcode = func.opcode(inst);
    let ty = func.inst(inst).ty;
    let (x, divisor) = (func.arg(inst, 0), func.arg(inst, 1));
    let c = func.as_int(divisor, ctx)?;
    let width = ctx.types.int_bits(ctx.types.scalar(ty))?;
    if c < 2 || width > 64 {
        return None;
    }
    let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
    if !signed && !c.is_power_of_two() && most(func, ctx, known, x, 0) / 2 < c {
        return Some(zero_or_one(func, ctx, inst));
    }
    let is_exact = func.inst(inst).flags.contains(InstFlags::EXACT);
    let mut b = Builder::before(func, ctx, inst);
    if is_exact && matches!(opcode, Opcode::UDiv | Opcode::SDiv) {
        return Some(exact_quotient(&mut b, x, ty, width, c, signed));
    }
    let quotient = if signed {
        let d = sign_extend(width, c);
        if d == -1 {
            return None;
        }
        let magnitude = d.unsigned_abs();
        let quotient = if magnitude.is_power_of_two() {
            signed_power(&mut b, x, ty, width, magnitude.trailing_zeros())
        } else {
            signed_quotient(&mut b, x, ty, width, magnitude)
        };
        if d < 0 {
            let zero = b.int(ty, 0);
            b.binary(Opcode::Sub, zero, quotient)
        } else {
            quotient
        }
    } else if c.is_power_of_two() {
        let amount = b.int(ty, c.trailing_zeros().into());
        b.binary(Opcode::LShr, x, amount)
    } else {
        unsigned_quotient(&mut b, x, ty, width, c)
    };
    if matches!(opcode, Opcode::UDiv | Opcode::SDiv) {
        return Some(quotient);
    }
    let product = b.binary(Opcode::Mul, quotient, divisor);
    Some(b.binary(Opcode::Sub, x, product))
}

/// Depth up to which sums are followed.
const MAX_DEPTH: u32 = 4;

/// A number that `value` is not above: by its bits, as a sum that does not wrap, or as a remainder.
fn most(func: &Function, ctx: &Context, known: &mut KnownBitsCache, value: Value, depth: u32) -> u128 {
    let by_bits = known.known_bits(func, ctx, value).max();
    let Some(inst) = func.def_inst(value).filter(|_| depth < MAX_DEPTH) else {
        return by_bits;
    };
    let width = ctx.types.int_bits(ctx.types.scalar(func.ty(value))).unwrap_or(0);
    match func.opcode(inst) {
        Opcode::Add => {
            let parts = [0, 1].map(|arg| most(func, ctx, known, func.arg(inst, arg), depth + 1));
            let sum = parts[0].saturating_add(parts[1]);
            if sum <= mask(width) {
                sum.min(by_bits)
            } else {
                by_bits
            }
        }
        Opcode::URem => match func.as_int(func.arg(inst, 1), ctx) {
            Some(divisor) if divisor > 0 => by_bits.min(divisor - 1),
            _ => by_bits,
        },
        _ => by_bits,
    }
}

/// A quotient that is 0 or 1, or the remainder: of the dividend and what is left after one subtraction, which wraps if the
/// dividend is smaller, the smaller one.
fn zero_or_one(func: &mut Function, ctx: &mut Context, inst: Inst) -> Value {
    let is_quotient = func.opcode(inst) == Opcode::UDiv;
    let (ty, x, divisor) = (func.inst(inst).ty, func.arg(inst, 0), func.arg(inst, 1));
    let mut b = Builder::before(func, ctx, inst);
    if is_quotient {
        let is_one = b.icmp(IntPredicate::Uge, x, divisor);
        return b.cast(Opcode::ZExt, is_one, ty);
    }
    // Both uses must see the same value.
    let x = b.freeze(x);
    let rest = b.binary(Opcode::Sub, x, divisor);
    let is_less = b.icmp(IntPredicate::Ult, x, rest);
    b.select(is_less, x, rest)
}

/// An exact quotient: the divisor's factors of two are shifted out, and the product with the inverse of the odd part
/// modulo 2^`width` is the quotient.
fn exact_quotient(b: &mut Builder<'_>, x: Value, ty: Type, width: u32, c: u128, signed: bool) -> Value {
    let even = c.trailing_zeros();
    let (shift, rest) = match signed {
        true => (Opcode::AShr, (sign_extend(width, c) >> even) as u128),
        false => (Opcode::LShr, c >> even),
    };
    let mut quotient = x;
    if even > 0 {
        let amount = b.int(ty, even.into());
        quotient = b.binary_flags(shift, x, amount, InstFlags::EXACT);
    }
    if rest == 1 {
        return quotient;
    }
    // Each step doubles the number of correct bits; an odd number is its own inverse in three of them.
    let mut inverse = rest;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(rest.wrapping_mul(inverse)));
    }
    let inverse = b.int(ty, inverse & mask(width));
    b.binary(Opcode::Mul, quotient, inverse)
}

/// Division by a power of two that rounds toward zero: adds the divisor minus one to negative numbers first.
fn signed_power(b: &mut Builder<'_>, x: Value, ty: Type, width: u32, shift: u32) -> Value {
    let sign = b.int(ty, u128::from(width - 1));
    let negative = b.binary(Opcode::AShr, x, sign);
    let keep = b.int(ty, u128::from(width - shift));
    let bias = b.binary(Opcode::LShr, negative, keep);
    let biased = b.binary(Opcode::Add, x, bias);
    let amount = b.int(ty, shift.into());
    b.binary(Opcode::AShr, biased, amount)
}

/// `x / c` by the high half of a product. The magic number has `width` + 1 bits; if its top bit is needed, the
/// dividend's factors of two are shifted out first, or a sum compensates for it.
fn unsigned_quotient(b: &mut Builder<'_>, x: Value, ty: Type, width: u32, c: u128) -> Value {
    let (mut x, (mut magic, mut add, mut shift)) = (x, unsigned_magic(width, width, c));
    let even = c.trailing_zeros();
    if add && even > 0 {
        let amount = b.int(ty, even.into());
        x = b.binary(Opcode::LShr, x, amount);
        (magic, add, shift) = unsigned_magic(width, width - even, c >> even);
    }
    let high = high_product(b, x, ty, width, magic, false);
    if !add {
        let amount = b.int(ty, shift.into());
        return b.binary(Opcode::LShr, high, amount);
    }
    // ((x - high) / 2 + high) >> (shift - 1)
    let difference = b.binary(Opcode::Sub, x, high);
    let one = b.int(ty, 1);
    let half = b.binary(Opcode::LShr, difference, one);
    let sum = b.binary(Opcode::Add, half, high);
    let amount = b.int(ty, u128::from(shift - 1));
    b.binary(Opcode::LShr, sum, amount)
}

fn signed_quotient(b: &mut Builder<'_>, x: Value, ty: Type, width: u32, c: u128) -> Value {
    let (magic, shift) = signed_magic(width, c);
    let mut high = high_product(b, x, ty, width, magic, true);
    // A magic number with the sign bit set stands for itself minus a power of two.
    if magic >> (width - 1) == 1 {
        high = b.binary(Opcode::Add, high, x);
    }
    let amount = b.int(ty, shift.into());
    let shifted = b.binary(Opcode::AShr, high, amount);
    let sign = b.int(ty, u128::from(width - 1));
    let negative = b.binary(Opcode::LShr, x, sign);
    b.binary(Opcode::Add, shifted, negative)
}

fn high_product(b: &mut Builder<'_>, x: Value, ty: Type, width: u32, magic: u128, signed: bool) -> Value {
    let scalar = b.ctx.types.int(2 * width);
    let wide = b.ctx.types.with_scalar(ty, scalar);
    let extension = if signed { Opcode::SExt } else { Opcode::ZExt };
    let x = b.cast(extension, x, wide);
    let magic = if signed {
        sign_extend(width, magic) as u128
    } else {
        magic
    };
    let magic = b.int(wide, magic);
    let flags = if signed { InstFlags::NSW } else { InstFlags::NUW };
    let product = b.binary_flags(Opcode::Mul, x, magic, flags);
    let amount = b.int(wide, width.into());
    let high = b.binary(Opcode::LShr, product, amount);
    b.cast(Opcode::Trunc, high, ty)
}

/// Multiplier, whether its bit `width` is also set, and the shift after the high product; for dividends of `bits` bits
/// and a divisor below half of the range of `width` bits.
fn unsigned_magic(width: u32, bits: u32, c: u128) -> (u128, bool, u32) {
    // The smallest shift for which rounding up the reciprocal is exact for all these dividends.
    for shift in 0..width {
        let power = 1u128 << (width + shift);
        let magic = power.div_ceil(c);
        let error = magic * c - power;
        if error <= 1 << (width + shift - bits) {
            return (magic & mask(width), magic >> width != 0, shift);
        }
    }
    unreachable!("a shift of the width is always enough")
}

fn signed_magic(width: u32, c: u128) -> (u128, u32) {
    for shift in 0..width {
        let power = 1u128 << (width - 1 + shift + 1);
        let magic = power / c + 1;
        let error = magic * c - power;
        if error <= 1 << (shift + 1) {
            return (magic & mask(width), shift);
        }
    }
    unreachable!("a shift of the width is always enough")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{context, function};
    use crate::fold::fold_inst;

    #[test]
    fn quotients_of_eight_bits_are_exact() {
        // Of all dividends, and of those with few bits.
        for (c, most) in (2..256u128).flat_map(|c| [(c, 0xff), (c, 0x3f)]) {
            let mut ctx = context();
            let mut func = function(&mut ctx, "f", Type::VOID, &[Type::I8]);
            let x = func.params[0];
            let block = func.append_new_block();
            let mut b = Builder::at_end(&mut func, &mut ctx, block);
            let divisor = b.int(Type::I8, c);
            let most = b.int(Type::I8, most);
            let dividend = b.binary(Opcode::And, x, most);
            let ops = [Opcode::UDiv, Opcode::SDiv, Opcode::URem, Opcode::SRem];
            let slots = ops.map(|op| b.binary(op, dividend, divisor));
            for slot in slots {
                b.binary(Opcode::Add, slot, slot);
            }
            b.ret_void();
            let before = func.clone();
            let divisions: Vec<Inst> = before.block_insts(block).skip(1).take(4).collect();
            run(&mut func, &mut ctx);
            for value in 0..256u128 {
                // Evaluate both; the sums carry the results.
                let evaluate = |f: &Function, ctx: &mut Context| -> Vec<u128> {
                    let mut scratch = f.clone();
                    let mut known = std::collections::HashMap::new();
                    known.insert(x, ctx.const_int(Type::I8, value));
                    let mut results = Vec::new();
                    for inst in f.block_insts(block) {
                        let Some(result) = f.result(inst) else { continue };
                        let args: Vec<Value> = f
                            .args(inst)
                            .iter()
                            .map(|&a| match f.as_const(a) {
                                Some(_) => a,
                                None => scratch.const_value(known[&a], ctx),
                            })
                            .collect();
                        scratch.set_args(inst, &args);
                        let folded = fold_inst(&scratch, ctx, inst);
                        let Some(folded) = folded else {
                            panic!("{:?} by {c} of {value} does not fold", f.opcode(inst));
                        };
                        known.insert(result, folded);
                        let twice = f.opcode(inst) == Opcode::Add && f.args(inst)[0] == f.args(inst)[1];
                        if twice {
                            results.push(ctx.int_value(known[&f.args(inst)[0]]).unwrap());
                        }
                    }
                    results
                };
                // -128 / -1 has no result.
                if c == 255 {
                    continue;
                }
                let (a, b) = (evaluate(&before, &mut ctx), evaluate(&func, &mut ctx));
                assert_eq!(a, b, "{value} by {c}");
            }
            assert_eq!(divisions.len(), 4);
        }
    }

    #[test]
    fn magic_numbers_are_exact() {
        assert_eq!(unsigned_magic(32, 32, 3), (0xaaaa_aaab, false, 1));
        assert_eq!(unsigned_magic(32, 32, 7), (0x2492_4925, true, 3));
        for width in [32u32, 64] {
            let all = mask(width);
            for c in [3, 5, 7, 10, 28, 641, 1_000_000_007, all / 2, all / 2 - 1] {
                let (magic, add, shift) = unsigned_magic(width, width, c);
                let even = c.trailing_zeros();
                let shifted = unsigned_magic(width, width - even, c >> even);
                assert!(even == 0 || !shifted.1, "what is shifted first needs no sum");
                for x in [0, 1, c - 1, c, c + 1, all, all / c * c, all / c * c - 1] {
                    // In parts: the whole product may have more than 128 bits.
                    let high = ((x * magic) >> width) + if add { x } else { 0 };
                    assert_eq!(high >> shift, x / c, "{x} by {c}");
                    if even > 0 {
                        let high = ((x >> even) * shifted.0) >> width;
                        assert_eq!(high >> shifted.2, x / c, "{x} by {c}, shifted first");
                    }
                }
            }
        }
    }
}
