//! Arithmetic on digits: numbers in base 2^64, the lowest digit first, each an `i64`. Operands and result have the same
//! number of digits unless stated otherwise.

use super::types::DIGIT;
use super::{Split, Splitter};
use crate::builder::InsertPoint;
use crate::entities::{Inst, Type, Value};
use crate::inst::{IntPredicate, Opcode};
use crate::intrinsics::{IntrinsicId, id};
use crate::passes::util::blocks::split_block_before;

/// A direction of shifts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
}

impl Splitter<'_, '_> {
    pub(super) fn digit(&mut self, value: u64) -> Value {
        self.b.int(Type::I64, u128::from(value))
    }

    /// Applies an operation to each pair of digits.
    pub(super) fn bitwise(&mut self, opcode: Opcode, a: &[Value], c: &[Value]) -> Vec<Value> {
        let pairs = a.iter().zip(c);
        pairs.map(|(&a, &c)| self.b.binary(opcode, a, c)).collect()
    }

    /// Sum or difference; there is a carry if a sum is less than an operand.
    pub(super) fn add(&mut self, opcode: Opcode, a: &[Value], c: &[Value]) -> Vec<Value> {
        let mut carry: Option<Value> = None;
        let mut result = Vec::with_capacity(a.len());
        for (&a, &c) in a.iter().zip(c) {
            let sum = self.b.binary(opcode, a, c);
            let wraps = |this: &mut Self, before: Value, taken: Value, after: Value| match opcode {
                Opcode::Add => this.b.icmp(IntPredicate::Ult, after, before),
                _ => this.b.icmp(IntPredicate::Ult, before, taken),
            };
            let mut next = wraps(self, a, c, sum);
            let mut digit = sum;
            if let Some(carry) = carry {
                let carry = self.b.cast(Opcode::ZExt, carry, Type::I64);
                digit = self.b.binary(opcode, sum, carry);
                let again = wraps(self, sum, carry, digit);
                next = self.b.binary(Opcode::Or, next, again);
            }
            result.push(digit);
            carry = Some(next);
        }
        result
    }

    /// The lowest `count` digits of the product.
    pub(super) fn multiply(&mut self, a: &[Value], c: &[Value], count: usize) -> Vec<Value> {
        let wide = self.b.ctx.types.int(2 * DIGIT);
        let zero = self.b.zero(wide);
        let above = self.b.int(wide, u128::from(DIGIT));
        let widened = |this: &mut Self, digits: &[Value]| -> Vec<Value> {
            let digits = digits.iter().take(count);
            digits
                .map(|&digit| this.b.cast(Opcode::ZExt, digit, wide))
                .collect()
        };
        let (wide_a, wide_c) = (widened(self, a), widened(self, c));
        let mut result = vec![self.digit(0); count];
        for (i, &x) in wide_a.iter().enumerate() {
            let mut carry = zero;
            for (j, &y) in wide_c.iter().enumerate().take(count - i) {
                let place = i + j;
                if place + 1 == count {
                    // The upper half is not needed.
                    let low = self.b.binary(Opcode::Mul, a[i], c[j]);
                    let carry = self.b.cast(Opcode::Trunc, carry, Type::I64);
                    let sum = self.b.binary(Opcode::Add, low, result[place]);
                    result[place] = self.b.binary(Opcode::Add, sum, carry);
                    continue;
                }
                // (2^64 - 1)^2 + 2 (2^64 - 1) is less than 2^128.
                let product = self.b.binary(Opcode::Mul, x, y);
                let before = self.b.cast(Opcode::ZExt, result[place], wide);
                let sum = self.b.binary(Opcode::Add, product, before);
                let sum = self.b.binary(Opcode::Add, sum, carry);
                result[place] = self.b.cast(Opcode::Trunc, sum, Type::I64);
                carry = self.b.binary(Opcode::LShr, sum, above);
            }
            let end = i + wide_c.len();
            if end < count {
                result[end] = self.b.cast(Opcode::Trunc, carry, Type::I64);
            }
        }
        result
    }

    /// `count` digits of `a` times 2^`bits`.
    pub(super) fn shift_up(&mut self, a: &[Value], bits: u32, count: usize) -> Vec<Value> {
        let (digits, bits) = ((bits / DIGIT) as usize, bits % DIGIT);
        let zero = self.digit(0);
        let at = |index: usize| index.checked_sub(digits).and_then(|index| a.get(index)).copied();
        (0..count)
            .map(|index| {
                let own = at(index);
                let below = index.checked_sub(1).and_then(at);
                self.join(below, own, bits).unwrap_or(zero)
            })
            .collect()
    }

    /// `a` without its lowest `bits` bits; missing digits are `fill`, or zero.
    pub(super) fn shift_down(&mut self, a: &[Value], bits: u32, fill: Option<Value>) -> Vec<Value> {
        let (digits, bits) = ((bits / DIGIT) as usize, bits % DIGIT);
        let zero = self.digit(0);
        let at = |index: usize| a.get(index + digits).copied().or(fill);
        (0..a.len())
            .map(|index| {
                let joined = match bits {
                    0 => at(index),
                    _ => self.join(at(index), at(index + 1), DIGIT - bits),
                };
                joined.unwrap_or(zero)
            })
            .collect()
    }

    /// The upper half of `high`:`low` shifted left by less than a digit; a missing digit is zero.
    fn join(&mut self, low: Option<Value>, high: Option<Value>, bits: u32) -> Option<Value> {
        if bits == 0 {
            return high;
        }
        let (up, down) = (self.digit(u64::from(bits)), self.digit(u64::from(DIGIT - bits)));
        let high = high.map(|high| self.b.binary(Opcode::Shl, high, up));
        let low = low.map(|low| self.b.binary(Opcode::LShr, low, down));
        match (low, high) {
            (Some(low), Some(high)) => Some(self.b.binary(Opcode::Or, low, high)),
            (low, high) => low.or(high),
        }
    }

    /// `a` shifted by a variable amount, an `i64` less than its width: by whole digits, one bit of their number at a
    /// time, then by the remaining bits.
    pub(super) fn shift_by(
        &mut self,
        a: &[Value],
        amount: Value,
        direction: Direction,
        fill: Value,
    ) -> Vec<Value> {
        let mut digits = a.to_vec();
        let zero = self.digit(0);
        let mut step = 1;
        while step < a.len() {
            let bit = self.digit(u64::from(DIGIT) * step as u64);
            let bit = self.b.binary(Opcode::And, amount, bit);
            let moves = self.b.icmp(IntPredicate::Ne, bit, zero);
            let from = |index: usize| match direction {
                Direction::Up => index.checked_sub(step),
                Direction::Down => Some(index + step),
            };
            let moved = |index| {
                from(index)
                    .and_then(|index| digits.get(index).copied())
                    .unwrap_or(fill)
            };
            let next = (0..a.len()).map(|index| self.b.select(moves, moved(index), digits[index]));
            digits = next.collect();
            step *= 2;
        }
        let mask = self.digit(u64::from(DIGIT) - 1);
        let bits = self.b.binary(Opcode::And, amount, mask);
        (0..a.len())
            .map(|index| match direction {
                Direction::Up => {
                    let below = index.checked_sub(1).map_or(fill, |below| digits[below]);
                    self.funnel(id::FSHL, digits[index], below, bits)
                }
                Direction::Down => {
                    let above = digits.get(index + 1).copied().unwrap_or(fill);
                    self.funnel(id::FSHR, above, digits[index], bits)
                }
            })
            .collect()
    }

    fn funnel(&mut self, id: IntrinsicId, high: Value, low: Value, bits: Value) -> Value {
        let result = self.b.call_intrinsic(id, &[Type::I64], &[high, low, bits]);
        result.expect("a number")
    }

    /// All ones if `a` is negative, else zero: the digit that extends it.
    pub(super) fn sign(&mut self, a: &[Value]) -> Value {
        let last = self.digit(u64::from(DIGIT) - 1);
        let top = *a.last().expect("digits");
        self.b.binary(Opcode::AShr, top, last)
    }

    /// A comparison. Operands are extended as the predicate requires.
    pub(super) fn compare(&mut self, predicate: IntPredicate, a: &[Value], c: &[Value]) -> Value {
        use IntPredicate::*;
        let (a, c, predicate) = match predicate {
            Ugt | Sgt | Ule | Sle => (c, a, predicate.swapped()),
            _ => (a, c, predicate),
        };
        if matches!(predicate, Eq | Ne) {
            let mut difference: Option<Value> = None;
            for (&a, &c) in a.iter().zip(c) {
                let own = self.b.binary(Opcode::Xor, a, c);
                difference = Some(match difference {
                    Some(before) => self.b.binary(Opcode::Or, before, own),
                    None => own,
                });
            }
            let zero = self.digit(0);
            return self.b.icmp(predicate, difference.expect("digits"), zero);
        }
        let last = a.len() - 1;
        let is_strict = matches!(predicate, Ult | Slt);
        let mut result = self.b.icmp(if is_strict { Ult } else { Uge }, a[0], c[0]);
        for index in 1..=last {
            let own = match (index == last && matches!(predicate, Slt | Sge), is_strict) {
                (false, true) => Ult,
                (false, false) => Ugt,
                (true, true) => Slt,
                (true, false) => Sgt,
            };
            let decides = self.b.icmp(own, a[index], c[index]);
            let is_same = self.b.icmp(Eq, a[index], c[index]);
            result = self.b.select(is_same, result, decides);
        }
        result
    }

    /// Leading zeros as an `i64`; the number of bits if all are zero.
    pub(super) fn leading_zeros(&mut self, a: &[Value]) -> Value {
        self.zeros(id::CTLZ, a.iter().copied())
    }

    /// Trailing zeros; the number of bits if all are zero.
    pub(super) fn trailing_zeros(&mut self, a: &[Value]) -> Value {
        self.zeros(id::CTTZ, a.iter().rev().copied())
    }

    /// Trailing zeros of the last digit that is not zero, plus all bits of the digits after it.
    fn zeros(&mut self, id: IntrinsicId, digits: impl ExactSizeIterator<Item = Value>) -> Value {
        let (no, zero) = (self.b.int(Type::I1, 0), self.digit(0));
        let count = digits.len() as u64;
        let mut result = self.digit(u64::from(DIGIT) * count);
        for (index, digit) in digits.enumerate() {
            let own = self.b.call_intrinsic(id, &[Type::I64], &[digit, no]);
            let after = self.digit(u64::from(DIGIT) * (count - 1 - index as u64));
            let all = self.b.binary(Opcode::Add, own.expect("a number"), after);
            let is_set = self.b.icmp(IntPredicate::Ne, digit, zero);
            result = self.b.select(is_set, all, result);
        }
        result
    }

    /// Unsigned quotient and remainder by long division: the remainder shifts in the dividend's bits from the top, and
    /// subtracts the divisor where it fits, which gives a bit of the quotient (Knuth, "The Art of Computer
    /// Programming", 4.3.1, base 2). Operands have `bits` bits.
    pub(super) fn divide(
        &mut self,
        inst: Inst,
        n: &[Value],
        d: &[Value],
        bits: u32,
    ) -> Split<(Vec<Value>, Vec<Value>)> {
        let count = n.len();
        // The dividend's highest bit is that of its highest digit.
        let unused = DIGIT * count as u32 - bits;
        let n = self.shift_up(n, unused, count);
        let head = self
            .b
            .func
            .inst_block(inst)
            .ok_or("an instruction without a block")?;
        let tail = split_block_before(self.b.func, inst);
        let repeated = self.b.func.make_block();
        self.b.func.insert_block_after(repeated, head);
        self.b.point = InsertPoint::End(head);
        self.b.br(repeated);
        self.b.point = InsertPoint::End(repeated);
        let left = self.b.phi(Type::I32);
        let quotient: Vec<Value> = (0..count).map(|_| self.b.phi(Type::I64)).collect();
        let rest: Vec<Value> = (0..count).map(|_| self.b.phi(Type::I64)).collect();
        let zero = self.digit(0);
        let last = self.digit(u64::from(DIGIT) - 1);
        let next_bit = self.b.binary(Opcode::LShr, quotient[count - 1], last);
        let above = self.b.icmp(IntPredicate::Slt, rest[count - 1], zero);
        let mut taken = self.shift_up(&rest, 1, count);
        taken[0] = self.b.binary(Opcode::Or, taken[0], next_bit);
        let not_less = self.compare(IntPredicate::Uge, &taken, d);
        // If the shift moved out a set bit, the remainder is larger than any divisor.
        let fits = self.b.binary(Opcode::Or, above, not_less);
        let reduced = self.add(Opcode::Sub, &taken, d);
        let new_rest = self.choose(fits, &reduced, &taken);
        let mut new_quotient = self.shift_up(&quotient, 1, count);
        let bit = self.b.cast(Opcode::ZExt, fits, Type::I64);
        new_quotient[0] = self.b.binary(Opcode::Or, new_quotient[0], bit);
        let (one, none) = (self.b.i32(1), self.b.i32(0));
        let new_left = self.b.binary(Opcode::Sub, left, one);
        let done = self.b.icmp(IntPredicate::Eq, new_left, none);
        self.b.cond_br(done, tail, repeated);
        let steps = self.b.i32(bits as i32);
        let phis = std::iter::once((left, steps, new_left))
            .chain((0..count).map(|i| (quotient[i], n[i], new_quotient[i])))
            .chain((0..count).map(|i| (rest[i], zero, new_rest[i])));
        for (phi, first, next) in phis {
            let phi = self.b.func.def_inst(phi).expect("a phi");
            self.b.func.add_incoming(phi, first, head);
            self.b.func.add_incoming(phi, next, repeated);
        }
        self.b.point = InsertPoint::Before(inst);
        // The dividend's unused bits end up lowest in the quotient.
        Ok((new_quotient, new_rest))
    }
}
