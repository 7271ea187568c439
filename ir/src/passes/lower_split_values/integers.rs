//! Operations on wide integers, and between them and other scalars, performed on digits.

use super::digits::Direction;
use super::types::{DIGIT, Leaf, Shape, WHOLE_BITS};
use super::values::Operand;
use super::{Split, Splitter};
use crate::entities::{Inst, Type, Value};
use crate::inst::{Aux, Opcode};
use crate::types::TypeData;

impl Splitter<'_, '_> {
    /// A scalar operation on integers.
    pub(super) fn integer_scalar(
        &mut self,
        inst: Inst,
        ty: Type,
        arg_types: &[Type],
        args: &[Operand],
    ) -> Split<Operand> {
        use Opcode::*;
        let opcode = self.b.func.opcode(inst);
        let bits = |this: &Self, ty: Type| this.b.ctx.types.int_bits(ty).unwrap_or(0);
        match opcode {
            ICmp => {
                let Aux::IntPredicate(predicate) = self.b.func.inst(inst).aux else {
                    return Err("icmp without a predicate".into());
                };
                let width = bits(self, arg_types[0]);
                let signed = predicate.is_signed();
                let [a, c] = [0, 1].map(|index| self.digits_of_parts(args[index].parts(), width, signed));
                Ok(Operand::Whole(self.compare(predicate, &a, &c)))
            }
            Trunc | ZExt | PtrToInt | PtrToAddr | IntToPtr => {
                let digits = self.bits_of(args[0].clone(), arg_types[0])?;
                self.value_of_bits(&digits, ty)
            }
            SExt => {
                let digits = match &args[0] {
                    Operand::Parts(parts) => self.digits_of_parts(parts, bits(self, arg_types[0]), true),
                    Operand::Whole(value) => self.digits_of_whole(*value, true),
                };
                let digits = self.resized(&digits, bits(self, ty), true);
                self.value_of_bits(&digits, ty)
            }
            FPToSI | FPToUI => {
                let digits = self.float_to_int(args[0].whole(), bits(self, ty), opcode == FPToSI);
                self.value_of_bits(&digits, ty)
            }
            SIToFP | UIToFP => {
                let digits =
                    self.digits_of_parts(args[0].parts(), bits(self, arg_types[0]), opcode == SIToFP);
                Ok(Operand::Whole(self.int_to_float(&digits, ty, opcode == SIToFP)))
            }
            Call => self.integer_call(inst, ty, arg_types, args),
            _ if opcode.is_int_binary() => {
                let width = bits(self, ty);
                let signed = matches!(opcode, SDiv | SRem | AShr);
                let a = self.digits_of_parts(args[0].parts(), width, signed);
                let c = self.digits_of_parts(args[1].parts(), width, signed);
                let digits = self.binary(inst, opcode, &a, &c, width)?;
                self.value_of_bits(&digits, ty)
            }
            _ => Err(format!(
                "{} of integers of more than {WHOLE_BITS} bits is not supported",
                opcode.name()
            )),
        }
    }

    /// A binary operation; operands of signed operations are sign-extended, others zero-extended.
    pub(super) fn binary(
        &mut self,
        inst: Inst,
        opcode: Opcode,
        a: &[Value],
        c: &[Value],
        bits: u32,
    ) -> Split<Vec<Value>> {
        Ok(match opcode {
            Opcode::Add | Opcode::Sub => self.add(opcode, a, c),
            Opcode::And | Opcode::Or | Opcode::Xor => self.bitwise(opcode, a, c),
            Opcode::Mul => self.multiply(a, c, a.len()),
            Opcode::Shl | Opcode::LShr | Opcode::AShr => {
                let direction = match opcode {
                    Opcode::Shl => Direction::Up,
                    _ => Direction::Down,
                };
                let fill = match opcode {
                    Opcode::AShr => self.sign(a),
                    _ => self.digit(0),
                };
                match (self.b.func.as_int(c[0], self.b.ctx), direction) {
                    (Some(amount), _) if amount >= u128::from(bits) => {
                        let poison = self.b.poison(Type::I64);
                        vec![poison; a.len()]
                    }
                    (Some(amount), Direction::Up) => self.shift_up(a, amount as u32, a.len()),
                    (Some(amount), Direction::Down) => self.shift_down(a, amount as u32, Some(fill)),
                    (None, _) => self.shift_by(a, c[0], direction, fill),
                }
            }
            Opcode::UDiv => self.divide(inst, a, c, bits)?.0,
            Opcode::URem => self.divide(inst, a, c, bits)?.1,
            _ => {
                let (sign_a, sign_c) = (self.sign(a), self.sign(c));
                let a = self.with_sign(a, sign_a);
                let c = self.with_sign(c, sign_c);
                // The magnitude of the least number needs one more bit, which an unsigned number has.
                let all = DIGIT * a.len() as u32;
                let (quotient, rest) = self.divide(inst, &a, &c, all)?;
                match opcode {
                    Opcode::SDiv => {
                        let sign = self.b.binary(Opcode::Xor, sign_a, sign_c);
                        self.with_sign(&quotient, sign)
                    }
                    // The remainder has the dividend's sign.
                    _ => self.with_sign(&rest, sign_a),
                }
            }
        })
    }

    /// `a`, or its negative where `sign` is all ones.
    pub(super) fn with_sign(&mut self, a: &[Value], sign: Value) -> Vec<Value> {
        let signs = vec![sign; a.len()];
        let flipped = self.bitwise(Opcode::Xor, a, &signs);
        self.add(Opcode::Sub, &flipped, &signs)
    }

    // Digits, parts and other scalars.

    /// Digits of an integer that is not split.
    pub(super) fn digits_of_whole(&mut self, value: Value, signed: bool) -> Vec<Value> {
        let extend = if signed { Opcode::SExt } else { Opcode::ZExt };
        let bits = self
            .b
            .ctx
            .types
            .int_bits(self.b.func.ty(value))
            .expect("an integer");
        if bits <= DIGIT {
            return vec![match bits {
                DIGIT => value,
                _ => self.b.cast(extend, value, Type::I64),
            }];
        }
        let wide = self.b.ctx.types.int(2 * DIGIT);
        let value = match bits == 2 * DIGIT {
            true => value,
            false => self.b.cast(extend, value, wide),
        };
        let low = self.b.cast(Opcode::Trunc, value, Type::I64);
        let above = self.b.int(wide, u128::from(DIGIT));
        let high = self.b.binary(Opcode::LShr, value, above);
        vec![low, self.b.cast(Opcode::Trunc, high, Type::I64)]
    }

    /// An integer that is not split, of these digits or the lowest of them.
    pub(super) fn whole_of_digits(&mut self, digits: &[Value], ty: Type) -> Value {
        let bits = self.b.ctx.types.int_bits(ty).expect("an integer");
        if bits <= DIGIT {
            return match bits {
                DIGIT => digits[0],
                _ => self.b.cast(Opcode::Trunc, digits[0], ty),
            };
        }
        let wide = self.b.ctx.types.int(2 * DIGIT);
        let mut value = self.b.cast(Opcode::ZExt, digits[0], wide);
        if let Some(&high) = digits.get(1) {
            let high = self.b.cast(Opcode::ZExt, high, wide);
            let above = self.b.int(wide, u128::from(DIGIT));
            let high = self.b.binary(Opcode::Shl, high, above);
            value = self.b.binary(Opcode::Or, value, high);
        }
        match bits == 2 * DIGIT {
            true => value,
            false => self.b.cast(Opcode::Trunc, value, ty),
        }
    }

    /// Digits of the parts of an integer of `bits` bits.
    pub(super) fn digits_of_parts(&mut self, parts: &[Value], bits: u32, signed: bool) -> Vec<Value> {
        debug_assert_eq!(parts.len() as u32, bits.div_ceil(DIGIT));
        let (&top, low) = parts.split_last().expect("parts");
        let mut digits = low.to_vec();
        digits.extend(self.digits_of_whole(top, signed));
        digits
    }

    /// Parts of an integer of `bits` bits: the digits are as many, or more.
    pub(super) fn parts_of_digits(&mut self, digits: &[Value], bits: u32) -> Vec<Value> {
        let types = self.map.parts(self.b.ctx, Leaf::Wide(bits));
        let mut parts = digits[..types.len()].to_vec();
        let (top, &ty) = (parts.last_mut().expect("parts"), types.last().expect("parts"));
        if ty != Type::I64 {
            *top = self.b.cast(Opcode::Trunc, *top, ty);
        }
        parts
    }

    /// Exactly as many digits as `bits` bits have: truncates or extends.
    pub(super) fn resized(&mut self, digits: &[Value], bits: u32, signed: bool) -> Vec<Value> {
        let count = bits.div_ceil(DIGIT) as usize;
        let mut digits = digits.to_vec();
        if digits.len() < count {
            let fill = match signed {
                true => self.sign(&digits),
                false => self.digit(0),
            };
            digits.resize(count, fill);
        }
        digits.truncate(count);
        digits
    }

    /// The bits of a value of the type `ty`, of all lanes concatenated, zero-extended.
    pub(super) fn bits_of(&mut self, operand: Operand, ty: Type) -> Split<Vec<Value>> {
        let Some((scalar, lanes)) = self.b.ctx.types.vector_parts(ty) else {
            return self.bits_of_scalar(operand, ty);
        };
        let bits = self.width(scalar);
        let mut digits: Vec<Option<Value>> = vec![None; (bits * lanes).div_ceil(DIGIT) as usize];
        for lane in 0..lanes {
            let element = self.lane(&operand, ty, lane);
            let own = self.bits_of_scalar(element, scalar)?;
            let count = digits.len();
            let (first, at) = ((bits * lane / DIGIT) as usize, bits * lane % DIGIT);
            let moved = self.shift_up(&own, at, (own.len() + 1).min(count - first));
            let used = (at + bits).div_ceil(DIGIT) as usize;
            for (place, digit) in digits[first..].iter_mut().zip(moved).take(used) {
                *place = Some(match *place {
                    Some(before) => self.b.binary(Opcode::Or, before, digit),
                    None => digit,
                });
            }
        }
        let zero = self.digit(0);
        Ok(digits.into_iter().map(|digit| digit.unwrap_or(zero)).collect())
    }

    fn bits_of_scalar(&mut self, operand: Operand, ty: Type) -> Split<Vec<Value>> {
        let shape = self.map.shape(self.b.ctx, ty);
        match (operand, shape.map(|shape| shape.leaf)) {
            (Operand::Parts(parts), Some(Leaf::Fat)) => Ok(self.digits_of_pointer(&parts)),
            (Operand::Parts(parts), _) => Ok(self.digits_of_parts(&parts, self.width(ty), false)),
            (Operand::Whole(value), _) => {
                let int = self.b.ctx.types.int(self.width(ty));
                let value = match self.b.ctx.types.data(ty) {
                    TypeData::Int(_) => value,
                    TypeData::Ptr(_) => self.b.cast(Opcode::PtrToInt, value, int),
                    _ => self.b.cast(Opcode::BitCast, value, int),
                };
                Ok(self.digits_of_whole(value, false))
            }
        }
    }

    /// Bits of a scalar.
    fn width(&self, ty: Type) -> u32 {
        self.b.ctx.layout.bits(&self.b.ctx.types, ty) as u32
    }

    /// A value of the type `ty` from these bits; missing bits are zero.
    pub(super) fn value_of_bits(&mut self, digits: &[Value], ty: Type) -> Split<Operand> {
        let Some((scalar, lanes)) = self.b.ctx.types.vector_parts(ty) else {
            return Ok(self.scalar_of_bits(digits, ty));
        };
        let bits = self.width(scalar);
        let mut elements = Vec::with_capacity(lanes as usize);
        for lane in 0..lanes {
            let (first, at) = ((bits * lane / DIGIT) as usize, bits * lane % DIGIT);
            let end = ((bits * (lane + 1)).div_ceil(DIGIT) as usize).min(digits.len());
            let own = self.shift_down(&digits[first..end], at, None);
            elements.push(self.scalar_of_bits(&own, scalar));
        }
        Ok(self.join_lanes(ty, elements))
    }

    fn scalar_of_bits(&mut self, digits: &[Value], ty: Type) -> Operand {
        match self.map.shape(self.b.ctx, ty) {
            Some(Shape {
                leaf: Leaf::Wide(bits),
                ..
            }) => {
                let digits = self.resized(digits, bits, false);
                Operand::Parts(self.parts_of_digits(&digits, bits))
            }
            Some(Shape { leaf: Leaf::Fat, .. }) => Operand::Parts(self.pointer_of_digits(digits)),
            None => {
                let int = self.b.ctx.types.int(self.width(ty));
                let value = self.whole_of_digits(digits, int);
                Operand::Whole(match self.b.ctx.types.data(ty) {
                    TypeData::Int(_) => value,
                    TypeData::Ptr(_) => self.b.cast(Opcode::IntToPtr, value, ty),
                    _ => self.b.cast(Opcode::BitCast, value, ty),
                })
            }
        }
    }
}
