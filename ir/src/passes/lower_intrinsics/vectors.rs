//! Intrinsics that vectorizers make, and others that are computed element by element.

use crate::builder::Builder;
use crate::entities::{Type, Value};
use crate::fold::float::FloatKind;
use crate::inst::{FloatPredicate, IntPredicate, Opcode};
use crate::intrinsics::id;

/// A vector of type `ty` with the given elements.
fn vector_of(
    b: &mut Builder<'_>,
    ty: Type,
    mut element: impl FnMut(&mut Builder<'_>, u32) -> Value,
) -> Option<Value> {
    let (_, count) = b.ctx.types.vector_parts(ty)?;
    let mut vector = b.poison(ty);
    for i in 0..count {
        let (value, index) = (element(b, i), b.i32(i as i32));
        vector = b.insert_element(vector, value, index);
    }
    Some(vector)
}

fn element(b: &mut Builder<'_>, vector: Value, index: u32) -> Value {
    let index = b.i32(index as i32);
    b.extract_element(vector, index)
}

/// `stepvector`: 0, 1, 2, ..., each in the width of an element.
pub(super) fn steps(b: &mut Builder<'_>, ty: Type) -> Option<Value> {
    let scalar = b.ctx.types.scalar(ty);
    vector_of(b, ty, |b, i| b.int(scalar, u128::from(i)))
}

/// `get.active.lane.mask`: whether `base` plus the element's number is below `limit`, without wrapping.
pub(super) fn active_lanes(b: &mut Builder<'_>, ty: Type, base: Value, limit: Value) -> Option<Value> {
    let of = b.func.ty(base);
    let (_, count) = b.ctx.types.vector_parts(ty)?;
    let mut mask = b.poison(ty);
    for i in 0..count {
        let number = b.int(of, u128::from(i));
        // The largest number is below no limit.
        let at = b.call_intrinsic(id::UADD_SAT, &[of], &[base, number])?;
        let (is_below, index) = (b.icmp(IntPredicate::Ult, at, limit), b.i32(i as i32));
        mask = b.insert_element(mask, is_below, index);
    }
    Some(mask)
}

/// `experimental.get.vector.length`: at most `factor` elements of the `count` that are left.
pub(super) fn vector_length(
    b: &mut Builder<'_>,
    count: Value,
    factor: Value,
    is_scalable: Value,
) -> Option<Value> {
    if b.func.as_int(is_scalable, b.ctx)? != 0 {
        return None;
    }
    let factor = b.func.as_int(factor, b.ctx)?;
    let bits = b.ctx.types.int_bits(b.func.ty(count))?;
    let count = if bits < 32 {
        b.cast(Opcode::ZExt, count, Type::I32)
    } else {
        count
    };
    let of = b.func.ty(count);
    let most = b.int(of, factor);
    let length = b.call_intrinsic(id::UMIN, &[of], &[count, most])?;
    Some(if bits > 32 {
        b.cast(Opcode::Trunc, length, Type::I32)
    } else {
        length
    })
}

/// `experimental.cttz.elts`: the number of the first element that is not zero, or of elements.
pub(super) fn first_nonzero(b: &mut Builder<'_>, ty: Type, vector: Value) -> Option<Value> {
    let (scalar, count) = b.ctx.types.vector_parts(b.func.ty(vector))?;
    let mut found = b.int(ty, u128::from(count));
    for i in (0..count).rev() {
        let (value, zero, number) = (element(b, vector, i), b.zero(scalar), b.int(ty, u128::from(i)));
        let is_nonzero = b.icmp(IntPredicate::Ne, value, zero);
        found = b.select(is_nonzero, number, found);
    }
    Some(found)
}

/// `experimental.vector.extract.last.active`: the last element whose bit is set, or the default.
pub(super) fn last_active(b: &mut Builder<'_>, vector: Value, mask: Value, default: Value) -> Option<Value> {
    let (_, count) = b.ctx.types.vector_parts(b.func.ty(vector))?;
    let mut found = default;
    for i in 0..count {
        let (value, is_active) = (element(b, vector, i), element(b, mask, i));
        found = b.select(is_active, value, found);
    }
    Some(found)
}

/// `experimental.vector.compress`: the elements whose bit is set, one after the other, and after them those of `rest`.
pub(super) fn compress(b: &mut Builder<'_>, vector: Value, mask: Value, rest: Value) -> Option<Value> {
    let (_, count) = b.ctx.types.vector_parts(b.func.ty(vector))?;
    let (mut found, mut length) = (rest, b.i32(0));
    for i in 0..count {
        let (value, is_active) = (element(b, vector, i), element(b, mask, i));
        let longer = b.insert_element(found, value, length);
        found = b.select(is_active, longer, found);
        let one = b.cast(Opcode::ZExt, is_active, Type::I32);
        length = b.binary(Opcode::Add, length, one);
    }
    Some(found)
}

/// `vector.partial.reduce.*`: adds the parts of a longer vector to a shorter one.
pub(super) fn partial_sums(b: &mut Builder<'_>, add: Opcode, sums: Value, vector: Value) -> Option<Value> {
    let (_, part) = b.ctx.types.vector_parts(b.func.ty(sums))?;
    let (_, count) = b.ctx.types.vector_parts(b.func.ty(vector))?;
    let mut sums = sums;
    for first in (0..count).step_by(part as usize) {
        let mask: Vec<u32> = (first..first + part).collect();
        let addend = b.shuffle(vector, vector, &mask);
        sums = b.binary(add, sums, addend);
    }
    Some(sums)
}

/// `experimental.vector.match`: the elements whose bit is set that are equal to any of `others`.
pub(super) fn among_others(b: &mut Builder<'_>, vector: Value, others: Value, mask: Value) -> Option<Value> {
    let (_, count) = b.ctx.types.vector_parts(b.func.ty(vector))?;
    let (_, other_count) = b.ctx.types.vector_parts(b.func.ty(others))?;
    let mut found = b.zero(b.func.ty(mask));
    for i in 0..other_count {
        let other = element(b, others, i);
        let other = b.splat(other, count);
        let is_equal = b.icmp(IntPredicate::Eq, vector, other);
        found = b.binary(Opcode::Or, found, is_equal);
    }
    Some(b.binary(Opcode::And, found, mask))
}

/// `loop.dependence.*.mask`: the elements of `size` bytes before the one at which the first address reaches the second; all if it
/// never does. What was read at the first before it is stored at the second depends on nothing if that is behind.
pub(super) fn independent(
    b: &mut Builder<'_>,
    ty: Type,
    addresses: [Value; 2],
    size: u128,
    reads_first: bool,
) -> Option<Value> {
    let space = b.ctx.types.address_space(b.func.ty(addresses[0]))?;
    let word = b.ctx.types.int(b.ctx.layout.pointer(space).bits);
    let [from, to] = addresses.map(|address| b.cast(Opcode::PtrToInt, address, word));
    let mut distance = b.binary(Opcode::Sub, to, from);
    if !reads_first {
        let is_poison = b.int(Type::I1, 0);
        distance = b.call_intrinsic(id::ABS, &[word], &[distance, is_poison])?;
    }
    let (size, zero) = (b.int(word, size), b.zero(word));
    let number = b.binary(Opcode::SDiv, distance, size);
    let is_free = match reads_first {
        true => b.icmp(IntPredicate::Sle, number, zero),
        false => b.icmp(IntPredicate::Eq, number, zero),
    };
    vector_of(b, ty, |b, i| {
        let place = b.int(word, u128::from(i));
        let is_before = b.icmp(IntPredicate::Ult, place, number);
        b.binary(Opcode::Or, is_before, is_free)
    })
}

/// `clmul`: the product of polynomials over bits.
pub(super) fn carryless_product(b: &mut Builder<'_>, x: Value, y: Value) -> Option<Value> {
    let ty = b.func.ty(x);
    let bits = b.ctx.types.int_bits(b.ctx.types.scalar(ty))?;
    let (zero, one) = (b.int(ty, 0), b.int(ty, 1));
    let mut product = zero;
    for i in 0..bits {
        let amount = b.int(ty, u128::from(i));
        let (shifted, bit) = (
            b.binary(Opcode::Shl, x, amount),
            b.binary(Opcode::LShr, y, amount),
        );
        let bit = b.binary(Opcode::And, bit, one);
        let mask = b.binary(Opcode::Sub, zero, bit);
        let term = b.binary(Opcode::And, shifted, mask);
        product = b.binary(Opcode::Xor, product, term);
    }
    Some(product)
}

/// `fptrunc.round`: the conversion gives one of the two neighbours, whatever the rounding mode; if it is not the wanted
/// one, the other is next to it. (Integers order floats of the same sign by magnitude.)
pub(super) fn rounded(b: &mut Builder<'_>, ty: Type, value: Value, mode: &str) -> Option<Value> {
    let wide = b.func.ty(value);
    let kind = FloatKind::of(b.ctx.types.scalar(ty))?;
    let narrow = b.cast(Opcode::FPTrunc, value, ty);
    if mode == "round.tonearest" {
        return Some(narrow);
    }
    let int = b.ctx.types.int(kind.bits());
    let int = b.ctx.types.with_scalar(ty, int);
    let back = b.cast(Opcode::FPExt, narrow, wide);
    let bits = b.cast(Opcode::BitCast, narrow, int);
    let (zero, one, minus_one) = (b.int(int, 0), b.int(int, 1), b.int(int, u128::MAX));
    let is_negative = b.icmp(IntPredicate::Slt, bits, zero);
    // The comparison that holds if the neighbour is the wanted one, and the steps to it for either sign.
    let (is_other, if_negative, if_positive) = match mode {
        "round.upward" => (b.fcmp(FloatPredicate::Olt, back, value), minus_one, one),
        "round.downward" => (b.fcmp(FloatPredicate::Ogt, back, value), one, minus_one),
        "round.towardzero" => {
            let magnitude = b.call_intrinsic(id::FABS, &[wide], &[value])?;
            let back = b.call_intrinsic(id::FABS, &[wide], &[back])?;
            (b.fcmp(FloatPredicate::Ogt, back, magnitude), minus_one, minus_one)
        }
        _ => return None,
    };
    let step = b.select(is_negative, if_negative, if_positive);
    let other = b.binary(Opcode::Add, bits, step);
    let chosen = b.select(is_other, other, bits);
    Some(b.cast(Opcode::BitCast, chosen, ty))
}

/// `sdiv.fix`, `udiv.fix` and their saturating variants: the quotient of the shifted dividend, computed in twice the
/// width, of which the upper half is empty unless the quotient overflows.
pub(super) fn fixed_point_quotient(
    b: &mut Builder<'_>,
    args: [Value; 2],
    scale: u128,
    (is_signed, saturates): (bool, bool),
) -> Option<Value> {
    let ty = b.func.ty(args[0]);
    let bits = b
        .ctx
        .types
        .int_bits(b.ctx.types.scalar(ty))
        .filter(|&bits| bits <= 64)?;
    let double = b.ctx.types.int(2 * bits);
    let wide = b.ctx.types.with_scalar(ty, double);
    let (extend, divide) = match is_signed {
        true => (Opcode::SExt, Opcode::SDiv),
        false => (Opcode::ZExt, Opcode::UDiv),
    };
    let [dividend, divisor] = args.map(|value| b.cast(extend, value, wide));
    let scale = b.int(wide, scale);
    let dividend = b.binary(Opcode::Shl, dividend, scale);
    let mut quotient = b.binary(divide, dividend, divisor);
    if saturates {
        let limits: &[_] = match is_signed {
            true => &[
                (id::SMIN, (1 << (bits - 1)) - 1),
                (id::SMAX, u128::MAX << (bits - 1)),
            ],
            false => &[(id::UMIN, (1 << bits) - 1)],
        };
        for &(function, limit) in limits {
            let limit = b.int(wide, limit);
            quotient = b.call_intrinsic(function, &[wide], &[quotient, limit])?;
        }
    }
    Some(b.cast(Opcode::Trunc, quotient, ty))
}
