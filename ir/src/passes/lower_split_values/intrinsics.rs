//! Intrinsics on wide integers.

use super::digits::Direction;
use super::types::{DIGIT, WHOLE_BITS};
use super::values::Operand;
use super::{Split, Splitter};
use crate::entities::{Inst, Type, Value};
use crate::inst::{IntPredicate, Opcode};
use crate::intrinsics::{IntrinsicId, id};

/// A sum, difference or product that may overflow.
#[derive(Clone, Copy)]
struct Checked {
    opcode: Opcode,
    signed: bool,
}

impl Checked {
    /// Of `uadd`, `ssub`, ...
    fn named(name: &str) -> Option<Checked> {
        let opcode = match &name[1..] {
            "add" => Opcode::Add,
            "sub" => Opcode::Sub,
            "mul" => Opcode::Mul,
            _ => return None,
        };
        let signed = name.starts_with('s');
        Some(Checked { opcode, signed })
    }
}

impl Splitter<'_, '_> {
    /// A call of an intrinsic: lane by lane, except for those that combine lanes.
    pub(super) fn intrinsic(&mut self, inst: Inst) -> Split<Option<Operand>> {
        let name = self.intrinsic_name(inst);
        if let Some(checked) = name.strip_suffix(".with.overflow").and_then(Checked::named) {
            return self.with_overflow(inst, checked).map(Some);
        }
        if let Some(reduced) = name.strip_prefix("vector.reduce.") {
            let reduced = reduced.to_string();
            return self.reduce(inst, &reduced).map(Some);
        }
        self.by_lane(inst).map(Some)
    }

    /// Its name without `llvm.` and types; empty if it is unknown.
    fn intrinsic_name(&self, inst: Inst) -> &'static str {
        let id = self.b.func.called_intrinsic(inst, self.b.ctx);
        let name = id.map_or("", |id| self.b.ctx.intrinsics.get(id).name);
        name.strip_prefix("llvm.").unwrap_or(name)
    }

    pub(super) fn refused_call(&self, inst: Inst, of: &str) -> String {
        let callee = self.b.func.callee(inst, self.b.ctx);
        let name = callee.map_or("", |callee| self.b.ctx.text(self.b.ctx.functions[callee].name));
        format!("'{name}' of {of} is not supported")
    }

    /// Pairs of a result and an overflow flag.
    fn with_overflow(&mut self, inst: Inst, checked: Checked) -> Split<Operand> {
        let args = [1, 2].map(|index| self.b.func.arg(inst, index));
        let ty = self.b.func.ty(args[0]);
        let (scalar, lanes) = self.b.ctx.types.vector_parts(ty).unwrap_or((ty, 1));
        let bits = self.b.ctx.types.int_bits(scalar).expect("an integer");
        let operands = [self.operand(args[0])?, self.operand(args[1])?];
        let (mut results, mut overflows) = (Vec::new(), Vec::new());
        for lane in 0..lanes {
            let [a, c] = [0, 1].map(|index| {
                let own = self.lane(&operands[index], ty, lane);
                self.digits_of_parts(own.parts(), bits, checked.signed)
            });
            let (result, overflow) = self.checked(checked, &a, &c, bits);
            results.push(Operand::Parts(self.parts_of_digits(&result, bits)));
            overflows.push(Operand::Whole(overflow));
        }
        let old = self.b.func.inst(inst).ty;
        let flag_ty = self.b.ctx.types.member(old, 1).expect("a pair");
        let result = match self.b.ctx.types.is_vector(ty) {
            true => self.join_lanes(ty, results),
            false => results.remove(0),
        };
        let overflow = match self.b.ctx.types.is_vector(ty) {
            true => self.join_lanes(flag_ty, overflows),
            false => overflows.remove(0),
        };
        let pair_ty = self.map.value(self.b.ctx, old);
        let pair = self.b.poison(pair_ty);
        let result = self.pack(result, ty);
        let pair = self.b.insert_value(pair, result, &[0]);
        Ok(Operand::Whole(self.b.insert_value(pair, overflow.whole(), &[1])))
    }

    /// The result, and whether it overflows `bits` bits. Signed operands are sign-extended.
    fn checked(&mut self, checked: Checked, a: &[Value], c: &[Value], bits: u32) -> (Vec<Value>, Value) {
        let Checked { opcode, signed } = checked;
        let count = a.len();
        if opcode == Opcode::Mul {
            let [a, c] = [a, c].map(|digits| self.resized(digits, 2 * DIGIT * count as u32, signed));
            let product = self.multiply(&a, &c, 2 * count);
            let kept = self.truncated(&product[..count], bits, signed);
            let extended = self.resized(&kept, 2 * DIGIT * count as u32, signed);
            return (kept, self.compare(IntPredicate::Ne, &product, &extended));
        }
        let sum = self.add(opcode, a, c);
        let kept = self.truncated(&sum, bits, signed);
        if !signed {
            let predicate_of = match opcode {
                Opcode::Add => (&kept, a),
                _ => (&a.to_vec(), c),
            };
            let overflow = self.compare(IntPredicate::Ult, predicate_of.0, predicate_of.1);
            return (kept, overflow);
        }
        // If the operands' signs are equal (different for a difference), the result has the first one's sign unless it
        // overflows.
        let top = count - 1;
        let changed = self.b.binary(Opcode::Xor, a[top], kept[top]);
        let other = match opcode {
            Opcode::Add => self.b.binary(Opcode::Xor, c[top], kept[top]),
            _ => self.b.binary(Opcode::Xor, a[top], c[top]),
        };
        let both = self.b.binary(Opcode::And, changed, other);
        let zero = self.digit(0);
        let overflow = self.b.icmp(IntPredicate::Slt, both, zero);
        (kept, overflow)
    }

    /// `digits` modulo 2^`bits`, extended again.
    fn truncated(&mut self, digits: &[Value], bits: u32, signed: bool) -> Vec<Value> {
        let parts = self.parts_of_digits(digits, bits);
        self.digits_of_parts(&parts, bits, signed)
    }

    fn reduce(&mut self, inst: Inst, name: &str) -> Split<Operand> {
        let vector = self.b.func.arg(inst, 1);
        let ty = self.b.func.ty(vector);
        let Some((scalar, lanes)) = self.b.ctx.types.vector_parts(ty) else {
            return Err(self.refused_call(inst, "this type"));
        };
        let Some(bits) = self.b.ctx.types.int_bits(scalar) else {
            return Err(self.refused_call(inst, "this type"));
        };
        let operand = self.operand(vector)?;
        let mut result: Option<Vec<Value>> = None;
        for lane in 0..lanes {
            let own = self.lane(&operand, ty, lane);
            let own = self.digits_of_parts(own.parts(), bits, name.starts_with('s'));
            result = Some(match result {
                Some(before) => self.combine(inst, name, &before, &own, bits)?,
                None => own,
            });
        }
        let parts = self.parts_of_digits(&result.expect("lanes"), bits);
        Ok(Operand::Parts(parts))
    }

    /// Minimum, maximum, or a binary operation by its name.
    fn combine(&mut self, inst: Inst, name: &str, a: &[Value], c: &[Value], bits: u32) -> Split<Vec<Value>> {
        let predicate = match name {
            "smin" => Some(IntPredicate::Slt),
            "smax" => Some(IntPredicate::Sgt),
            "umin" => Some(IntPredicate::Ult),
            "umax" => Some(IntPredicate::Ugt),
            _ => None,
        };
        if let Some(predicate) = predicate {
            let first = self.compare(predicate, a, c);
            return Ok(self.choose(first, a, c));
        }
        let opcode = match name {
            "add" => Opcode::Add,
            "mul" => Opcode::Mul,
            "and" => Opcode::And,
            "or" => Opcode::Or,
            "xor" => Opcode::Xor,
            _ => return Err(self.refused_call(inst, "this type")),
        };
        self.binary(inst, opcode, a, c, bits)
    }

    /// An intrinsic of scalars.
    pub(super) fn integer_call(
        &mut self,
        inst: Inst,
        ty: Type,
        arg_types: &[Type],
        args: &[Operand],
    ) -> Split<Operand> {
        let name = self.intrinsic_name(inst);
        let int_bits = |this: &Self, ty: Type| this.b.ctx.types.int_bits(ty);
        let bits = int_bits(self, ty).unwrap_or(0);
        let count = bits.div_ceil(DIGIT) as usize;
        let all = DIGIT * count as u32;
        let signed = matches!(
            name,
            "abs" | "smin" | "smax" | "sadd.sat" | "ssub.sat" | "sshl.sat"
        );
        let mut numbers = Vec::new();
        for (arg, &ty) in args.iter().zip(arg_types) {
            numbers.push(match (arg, int_bits(self, ty)) {
                (Operand::Parts(parts), Some(bits)) => self.digits_of_parts(parts, bits, signed),
                _ => Vec::new(),
            });
        }
        let digits = match name {
            "expect" | "expect.with.probability" | "ssa.copy" | "annotation" => return Ok(args[0].clone()),
            "is.constant" => return Ok(Operand::Whole(self.b.int(Type::I1, 0))),
            "bswap" | "bitreverse" => {
                let id = if name == "bswap" {
                    id::BSWAP
                } else {
                    id::BITREVERSE
                };
                let reversed: Vec<Value> = numbers[0]
                    .iter()
                    .rev()
                    .map(|&digit| self.of_digit(id, &[digit]))
                    .collect();
                self.shift_down(&reversed, all - bits, None)
            }
            "ctpop" => {
                let zero = self.digit(0);
                let mut sum = zero;
                for &digit in &numbers[0] {
                    let own = self.of_digit(id::CTPOP, &[digit]);
                    sum = self.b.binary(Opcode::Add, sum, own);
                }
                self.resized(&[sum], bits, false)
            }
            "ctlz" => {
                let zeros = self.leading_zeros(&numbers[0]);
                let unused = self.digit(u64::from(all - bits));
                let zeros = self.b.binary(Opcode::Sub, zeros, unused);
                self.resized(&[zeros], bits, false)
            }
            "cttz" => {
                let zeros = self.trailing_zeros(&numbers[0]);
                let width = self.digit(u64::from(bits));
                // Of zero, no more than there are.
                let zeros = self.of_digit(id::UMIN, &[zeros, width]);
                self.resized(&[zeros], bits, false)
            }
            "abs" => {
                let sign = self.sign(&numbers[0]);
                self.with_sign(&numbers[0], sign)
            }
            "smin" | "smax" | "umin" | "umax" => self.combine(inst, name, &numbers[0], &numbers[1], bits)?,
            "fshl" | "fshr" => self.funnel_shift(&numbers, bits, name == "fshl"),
            "uadd.sat" | "usub.sat" | "sadd.sat" | "ssub.sat" => {
                let checked = Checked::named(name.trim_end_matches(".sat")).expect("a sum or difference");
                let (sum, overflow) = self.checked(checked, &numbers[0], &numbers[1], bits);
                let bound = match (signed, checked.opcode) {
                    (false, Opcode::Add) => self.ones(bits, count),
                    (false, _) => vec![self.digit(0); count],
                    (true, _) => self.bound(&numbers[0], bits),
                };
                self.choose(overflow, &bound, &sum)
            }
            "ushl.sat" | "sshl.sat" => {
                let zero = self.digit(0);
                let shifted = self.shift_by(&numbers[0], numbers[1][0], Direction::Up, zero);
                let shifted = self.truncated(&shifted, bits, signed);
                let fill = if signed { self.sign(&shifted) } else { zero };
                let restored = self.shift_by(&shifted, numbers[1][0], Direction::Down, fill);
                let bound = match signed {
                    true => self.bound(&numbers[0], bits),
                    false => self.ones(bits, count),
                };
                let kept = self.compare(IntPredicate::Eq, &restored, &numbers[0]);
                self.choose(kept, &shifted, &bound)
            }
            "fptosi.sat" | "fptoui.sat" => {
                self.float_to_int_saturating(args[0].whole(), bits, name == "fptosi.sat")
            }
            _ => {
                let of = format!("integers of more than {WHOLE_BITS} bits");
                return Err(self.refused_call(inst, &of));
            }
        };
        self.value_of_bits(&digits, ty)
    }

    fn of_digit(&mut self, id: IntrinsicId, args: &[Value]) -> Value {
        let result = self.b.call_intrinsic(id, &[Type::I64], args);
        result.expect("a number")
    }

    /// The largest number where `a` is not negative, the smallest where it is.
    fn bound(&mut self, a: &[Value], bits: u32) -> Vec<Value> {
        let largest = self.ones(bits - 1, a.len());
        let signs = vec![self.sign(a); a.len()];
        self.bitwise(Opcode::Xor, &largest, &signs)
    }

    /// The upper (`left`) or lower half of twice the bits, shifted by an amount modulo the width.
    fn funnel_shift(&mut self, numbers: &[Vec<Value>], bits: u32, left: bool) -> Vec<Value> {
        let [high, low, amount] = numbers else {
            unreachable!("a funnel shift has three operands");
        };
        let amount = self.remainder(amount, u64::from(bits));
        let (zero, one) = (self.digit(0), self.digit(1));
        let last = self.digit(u64::from(bits) - 1);
        let rest = self.b.binary(Opcode::Sub, last, amount);
        // The other half is shifted in two steps, because shifting by all bits at once is undefined.
        let (upper, lower) = match left {
            true => {
                let upper = self.shift_by(high, amount, Direction::Up, zero);
                let lower = self.shift_by(low, one, Direction::Down, zero);
                (upper, self.shift_by(&lower, rest, Direction::Down, zero))
            }
            false => {
                let lower = self.shift_by(low, amount, Direction::Down, zero);
                let upper = self.shift_by(high, one, Direction::Up, zero);
                (self.shift_by(&upper, rest, Direction::Up, zero), lower)
            }
        };
        self.bitwise(Opcode::Or, &upper, &lower)
    }

    /// `a` modulo a small number: first sums the digits' remainders times those of their weights.
    fn remainder(&mut self, a: &[Value], divisor: u64) -> Value {
        let by = self.digit(divisor);
        if divisor.is_power_of_two() {
            let mask = self.digit(divisor - 1);
            return self.b.binary(Opcode::And, a[0], mask);
        }
        let mut weight = 1u128;
        let mut sum = self.digit(0);
        for &digit in a {
            let own = self.b.binary(Opcode::URem, digit, by);
            let factor = self.digit(weight as u64);
            let part = self.b.binary(Opcode::Mul, own, factor);
            sum = self.b.binary(Opcode::Add, sum, part);
            weight = (weight << DIGIT) % u128::from(divisor);
        }
        self.b.binary(Opcode::URem, sum, by)
    }
}
