//! Expands integer division and remainder to multiplications by an approximate reciprocal.
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph. The hardware has no integer division. The 32-bit
//! sequence starts from the hardware's reciprocal, scaled just below 2^32, improves it by one Newton step and corrects
//! the quotient twice; the 64-bit one does the same with two steps in 64-bit arithmetic. Operands known to be small are
//! divided as 32-bit numbers, or as `float`, which holds 24 bits; see `small`. Most other 64-bit operands are small at
//! run time: the program tests them, and divides 32-bit numbers if they are; see `by_size`. Where a block needs quotient and
//! remainder of the same operands, the remainder follows from the quotient. Sources: Granlund and
//! Montgomery, "Division by Invariant Integers using Multiplication"; AMD's published instruction sequences.

mod by_size;
mod small;

use super::{by_element, call_amdgcn, call_generic, f32_const};
use fxhash::FxHashMap;
use wavec_ir::analysis::known_bits::KnownBitsCache;
use wavec_ir::inst::IntPredicate;
use wavec_ir::{Block, Builder, Context, Function, Inst, Opcode, Type, Value};

/// A division or remainder to be expanded, and what is known about its operands.
#[derive(Clone, Copy)]
struct Division {
    inst: Inst,
    /// The number of bits that both fit into; see [`significant_bits`].
    bits: u32,
    /// Whether 64-bit operands may turn out to be small at run time.
    may_be_small: bool,
    /// Whether the dividend is unsigned with a zero upper half: it is less than any divisor with a nonzero one.
    is_dividend_small: bool,
}

impl Division {
    fn new(func: &Function, ctx: &Context, known: &mut KnownBitsCache, inst: Inst) -> Division {
        let bits = significant_bits(func, ctx, known, inst);
        let is_wide = bits > 32 && func.inst(inst).ty == Type::I64;
        let [n, d] = [0, 1].map(|operand| known.known_bits(func, ctx, func.arg(inst, operand)));
        Division {
            inst,
            bits,
            may_be_small: is_wide && (n.ones | d.ones) >> 32 == 0,
            is_dividend_small: is_wide && !is_signed(func.opcode(inst)) && n.leading_zeros() >= 32,
        }
    }
}

/// What divisions in a block that differ only in the requested result have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Operands {
    block: Option<Block>,
    dividend: Value,
    divisor: Value,
    is_signed: bool,
}

impl Operands {
    fn of(func: &Function, inst: Inst) -> Operands {
        Operands {
            block: func.inst_block(inst),
            dividend: func.arg(inst, 0),
            divisor: func.arg(inst, 1),
            is_signed: is_signed(func.opcode(inst)),
        }
    }
}

/// Expands all integer divisions and remainders of `func`. If code may grow, 64-bit ones are expanded by size.
pub fn run(func: &mut Function, ctx: &mut Context, by_size: bool) -> bool {
    let mut known = KnownBitsCache::default();
    let mut by_their_size: Vec<Division> = Vec::new();
    let mut others: Vec<Division> = Vec::new();
    for &block in func.block_order() {
        for inst in func.block_insts(block) {
            // Wider ones are loops by now, unless the pass runs alone.
            let fits = |ty: Type| {
                ctx.types
                    .int_bits(ctx.types.scalar(ty))
                    .is_some_and(|bits| bits <= 64)
            };
            if is_division(func.opcode(inst)) && fits(func.inst(inst).ty) {
                let division = Division::new(func, ctx, &mut known, inst);
                match by_size && division.may_be_small {
                    true => by_their_size.push(division),
                    false => others.push(division),
                }
            }
        }
    }
    let operands: Vec<Operands> = others
        .iter()
        .map(|division| Operands::of(func, division.inst))
        .collect();
    // Which of quotient and remainder are wanted.
    let mut wanted: FxHashMap<Operands, [bool; 2]> = FxHashMap::default();
    for (division, &operands) in others.iter().zip(&operands) {
        let is_remainder = is_remainder(func.opcode(division.inst));
        wanted.entry(operands).or_default()[usize::from(is_remainder)] = true;
    }
    let mut quotients: FxHashMap<Operands, Value> = FxHashMap::default();
    for (&Division { inst, bits, .. }, &operands) in others.iter().zip(&operands) {
        let opcode = func.opcode(inst);
        let (n, d) = (func.arg(inst, 0), func.arg(inst, 1));
        let old = func.result(inst).expect("a result");
        let mut b = Builder::before(func, ctx, inst);
        let new = if wanted[&operands] == [true; 2] && !b.ctx.types.is_vector(b.func.ty(n)) {
            let divide = if is_signed(opcode) {
                Opcode::SDiv
            } else {
                Opcode::UDiv
            };
            let q = *quotients
                .entry(operands)
                .or_insert_with(|| expand(&mut b, divide, bits, n, d));
            if is_remainder(opcode) {
                let product = b.binary(Opcode::Mul, q, d);
                b.binary(Opcode::Sub, n, product)
            } else {
                q
            }
        } else {
            by_element(&mut b, &[n, d], &mut |b, args| {
                expand(b, opcode, bits, args[0], args[1])
            })
        };
        func.replace_uses_with_alias(old, new);
        func.remove_inst(inst);
    }
    by_size::run(func, ctx, &by_their_size);
    func.resolve_aliases();
    !others.is_empty() || !by_their_size.is_empty()
}

fn is_division(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem)
}

fn is_remainder(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::URem | Opcode::SRem)
}

fn is_signed(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::SDiv | Opcode::SRem)
}

/// The number of bits that both operands fit into, including the sign of signed ones.
fn significant_bits(func: &Function, ctx: &Context, known: &mut KnownBitsCache, inst: Inst) -> u32 {
    let width = ctx
        .types
        .int_bits(ctx.types.scalar(func.inst(inst).ty))
        .expect("an integer");
    let bits = [0, 1].map(|operand| {
        let value = func.arg(inst, operand);
        match is_signed(func.opcode(inst)) {
            true => width + 1 - known.sign_bits(func, ctx, value),
            false => width - known.known_bits(func, ctx, value).leading_zeros(),
        }
    });
    bits[0].max(bits[1])
}

/// `bits` are those that the operands fit into; see [`significant_bits`].
fn expand(b: &mut Builder, opcode: Opcode, bits: u32, n: Value, d: Value) -> Value {
    let ty = b.func.ty(n);
    let width = b.ctx.types.int_bits(ty).expect("an integer");
    let signed = is_signed(opcode);
    let remainder = is_remainder(opcode);
    assert!(width <= 64, "division of more than 64 bits is refused before");
    let wide = if bits <= 32 { Type::I32 } else { Type::I64 };
    let extend = if signed { Opcode::SExt } else { Opcode::ZExt };
    let (n, d) = (resize(b, extend, n, wide), resize(b, extend, d, wide));
    let result = match signed {
        true if bits <= small::SIGNED_BITS => small::signed(b, remainder, n, d),
        true => {
            // |n| op |d|, then the sign: of n ^ d for the quotient, of n for the remainder.
            let shift = b.int(wide, if wide == Type::I32 { 31 } else { 63 });
            let signed = match remainder {
                true => n,
                false => b.binary(Opcode::Xor, n, d),
            };
            let sign = b.binary(Opcode::AShr, signed, shift);
            let magnitude = |b: &mut Builder, v| {
                if wide == Type::I32 {
                    let wraps = b.int(Type::I1, 0);
                    return call_generic(b, "abs", &[wide], &[v, wraps]);
                }
                let sign = b.binary(Opcode::AShr, v, shift);
                let sum = b.binary(Opcode::Add, v, sign);
                b.binary(Opcode::Xor, sum, sign)
            };
            let (n, d) = (magnitude(b, n), magnitude(b, d));
            // The magnitude of the smallest number is a power of two.
            let value = unsigned(b, remainder, bits - 1, n, d);
            // -2^31 / -1 is representable in more bits.
            let all = if bits == 32 && width > 32 { ty } else { wide };
            let value = resize(b, Opcode::ZExt, value, all);
            let sign = resize(b, Opcode::SExt, sign, all);
            let flipped = b.binary(Opcode::Xor, value, sign);
            b.binary(Opcode::Sub, flipped, sign)
        }
        false => unsigned(b, remainder, bits, n, d),
    };
    resize(b, extend, result, ty)
}

/// The value converted to another width, by `extend` if it is wider.
fn resize(b: &mut Builder, extend: Opcode, value: Value, ty: Type) -> Value {
    let bits = |b: &Builder, ty| b.ctx.types.int_bits(ty).expect("an integer");
    let (from, to) = (bits(b, b.func.ty(value)), bits(b, ty));
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Less => b.cast(extend, value, ty),
        std::cmp::Ordering::Greater => b.cast(Opcode::Trunc, value, ty),
    }
}

/// The quotient or the remainder of operands that are at most 2^`bits`.
fn unsigned(b: &mut Builder, remainder: bool, bits: u32, n: Value, d: Value) -> Value {
    if bits <= small::UNSIGNED_BITS {
        return small::unsigned(b, remainder, bits, n, d);
    }
    let (q, r) = match b.func.ty(n) {
        Type::I32 => unsigned_32(b, n, d),
        _ => unsigned_64(b, n, d),
    };
    if remainder { r } else { q }
}

/// If `r >= d`: `q + 1` and `r - d`.
fn correct(b: &mut Builder, q: Value, r: Value, d: Value) -> (Value, Value) {
    let ty = b.func.ty(q);
    let one = b.int(ty, 1);
    let again = b.icmp(IntPredicate::Uge, r, d);
    let next_q = b.binary(Opcode::Add, q, one);
    let next_r = b.binary(Opcode::Sub, r, d);
    (b.select(again, next_q, q), b.select(again, next_r, r))
}

/// High half of the product of two `i32`.
fn mul_hi_32(b: &mut Builder, x: Value, y: Value) -> Value {
    let (x, y) = (
        b.cast(Opcode::ZExt, x, Type::I64),
        b.cast(Opcode::ZExt, y, Type::I64),
    );
    let product = b.binary(Opcode::Mul, x, y);
    let shift = b.int(Type::I64, 32);
    let high = b.binary(Opcode::LShr, product, shift);
    b.cast(Opcode::Trunc, high, Type::I32)
}

fn unsigned_32(b: &mut Builder, n: Value, d: Value) -> (Value, Value) {
    let float = b.cast(Opcode::UIToFP, d, Type::F32);
    let reciprocal = call_amdgcn(b, "rcp", &[Type::F32], &[float]);
    // Just below 2^32, so that the estimate never exceeds the true reciprocal.
    let scale = f32_const(b, 0x4f7f_fffe);
    let scaled = b.binary(Opcode::FMul, reciprocal, scale);
    let z = b.cast(Opcode::FPToUI, scaled, Type::I32);
    let zero = b.i32(0);
    let minus_d = b.binary(Opcode::Sub, zero, d);
    let error = b.binary(Opcode::Mul, minus_d, z);
    let step = mul_hi_32(b, z, error);
    let z = b.binary(Opcode::Add, z, step);
    let q = mul_hi_32(b, n, z);
    let product = b.binary(Opcode::Mul, q, minus_d);
    let r = b.binary(Opcode::Add, n, product);
    let (q, r) = correct(b, q, r, d);
    correct(b, q, r, d)
}

/// High half of the product of two `i64`, from four products of halves.
fn mul_hi_64(b: &mut Builder, x: Value, y: Value) -> Value {
    let mask = b.int(Type::I64, 0xffff_ffff);
    let thirty_two = b.int(Type::I64, 32);
    let low = |b: &mut Builder, v| b.binary(Opcode::And, v, mask);
    let high = |b: &mut Builder, v| b.binary(Opcode::LShr, v, thirty_two);
    let (xl, xh, yl, yh) = (low(b, x), high(b, x), low(b, y), high(b, y));
    let ll = b.binary(Opcode::Mul, xl, yl);
    let lh = b.binary(Opcode::Mul, xl, yh);
    let hl = b.binary(Opcode::Mul, xh, yl);
    let hh = b.binary(Opcode::Mul, xh, yh);
    // carry = high(ll) + low(lh) + low(hl): at most 34 bits.
    let carry = high(b, ll);
    let lh_low = low(b, lh);
    let carry = b.binary(Opcode::Add, carry, lh_low);
    let hl_low = low(b, hl);
    let carry = b.binary(Opcode::Add, carry, hl_low);
    let carry = high(b, carry);
    let lh_high = high(b, lh);
    let hl_high = high(b, hl);
    let sum = b.binary(Opcode::Add, hh, lh_high);
    let sum = b.binary(Opcode::Add, sum, hl_high);
    b.binary(Opcode::Add, sum, carry)
}

fn unsigned_64(b: &mut Builder, n: Value, d: Value) -> (Value, Value) {
    let thirty_two = b.int(Type::I64, 32);
    let low = b.cast(Opcode::Trunc, d, Type::I32);
    let high = b.binary(Opcode::LShr, d, thirty_two);
    let high = b.cast(Opcode::Trunc, high, Type::I32);
    let low = b.cast(Opcode::UIToFP, low, Type::F32);
    let high = b.cast(Opcode::UIToFP, high, Type::F32);
    let two_32 = f32_const(b, 0x4f80_0000);
    let float = call_generic(b, "fma", &[Type::F32], &[high, two_32, low]);
    let reciprocal = call_amdgcn(b, "rcp", &[Type::F32], &[float]);
    // The reciprocal times just below 2^64, split into two 32-bit digits.
    let scale = f32_const(b, 0x5f7f_fffc);
    let scaled = b.binary(Opcode::FMul, reciprocal, scale);
    let two_minus_32 = f32_const(b, 0x2f80_0000);
    let upper = b.binary(Opcode::FMul, scaled, two_minus_32);
    let upper = call_generic(b, "trunc", &[Type::F32], &[upper]);
    let minus_two_32 = f32_const(b, 0xcf80_0000);
    let lower = call_generic(b, "fma", &[Type::F32], &[upper, minus_two_32, scaled]);
    let lower = b.cast(Opcode::FPToUI, lower, Type::I32);
    let upper = b.cast(Opcode::FPToUI, upper, Type::I32);
    let lower = b.cast(Opcode::ZExt, lower, Type::I64);
    let upper = b.cast(Opcode::ZExt, upper, Type::I64);
    let upper = b.binary(Opcode::Shl, upper, thirty_two);
    let mut z = b.binary(Opcode::Or, upper, lower);
    let zero = b.int(Type::I64, 0);
    let minus_d = b.binary(Opcode::Sub, zero, d);
    for _ in 0..2 {
        let error = b.binary(Opcode::Mul, minus_d, z);
        let step = mul_hi_64(b, z, error);
        z = b.binary(Opcode::Add, z, step);
    }
    let q = mul_hi_64(b, n, z);
    let product = b.binary(Opcode::Mul, q, d);
    let r = b.binary(Opcode::Sub, n, product);
    let (q, r) = correct(b, q, r, d);
    correct(b, q, r, d)
}
