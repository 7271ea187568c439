//! Expansions of integer arithmetic, comparisons and selections.

use super::{Expander, Values};
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::legalize::halves::HalfBuilder;
use crate::dag::node::{NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;
use smallvec::smallvec;

impl Expander<'_> {
    pub(super) fn expand_integer(
        &mut self,
        node: NodeId,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> Option<Values> {
        use isd::*;
        let bits = vt.scalar_bits();
        let one = |value: NodeValue| Some(smallvec![value]);
        let a = operands.first().copied()?;
        if vt == ValueType::I1 {
            if let Some(value) = self.expand_bit(opcode, operands) {
                return one(value);
            }
            if self.dag.num_results(node) == 2
                && let Some((value, flag)) = self.expand_bit_overflow(opcode, a, operands[1])
            {
                return self.with_flag(node, value, flag);
            }
        }
        match opcode {
            ROTL | ROTR => one(self.rotate(opcode, vt, a, operands[1])),
            FSHL | FSHR => one(self.funnel_shift(opcode, vt, a, operands[1], operands[2])),
            SIGN_EXTEND_INREG => {
                let from = self.dag.type_operand(operands[1]).scalar_bits();
                let up = self.shift(SHL, a, bits - from);
                one(self.shift(SRA, up, bits - from))
            }
            ABS => {
                if self.is_available(SMAX, vt) {
                    let zero = self.constant(0, vt);
                    let negated = self.node(SUB, &[zero, a]);
                    return one(self.node(SMAX, &[a, negated]));
                }
                let sign = self.shift(SRA, a, bits - 1);
                let flipped = self.node(XOR, &[a, sign]);
                one(self.node(SUB, &[flipped, sign]))
            }
            SMIN | SMAX | UMIN | UMAX => {
                let cc = match opcode {
                    SMIN => CondCode::SetLt,
                    SMAX => CondCode::SetGt,
                    UMIN => CondCode::SetUlt,
                    _ => CondCode::SetUgt,
                };
                let condition = self.compare(a, operands[1], cc);
                one(self.dag.select(condition, a, operands[1]))
            }
            UADDO | USUBO => {
                let (value, carry) = self
                    .halves()
                    .add_sub_compare(opcode == UADDO, a, operands[1], None);
                self.with_flag(node, value, carry)
            }
            UADDO_CARRY | USUBO_CARRY => {
                let carry_in = Some(operands[2]);
                let add = opcode == UADDO_CARRY;
                let (value, carry) = self.halves().add_sub_compare(add, a, operands[1], carry_in);
                self.with_flag(node, value, carry)
            }
            SADDO | SSUBO => {
                let (value, overflow) = self.signed_overflow(opcode == SADDO, a, operands[1]);
                self.with_flag(node, value, overflow)
            }
            UMULO | SMULO => {
                let (high_opcode, sign) = if opcode == UMULO {
                    (MULHU, false)
                } else {
                    (MULHS, true)
                };
                let low = self.node(MUL, &[a, operands[1]]);
                let high = self.node(high_opcode, &[a, operands[1]]);
                let expected = if sign {
                    self.shift(SRA, low, bits - 1)
                } else {
                    self.constant(0, vt)
                };
                let overflow = self.compare(high, expected, CondCode::SetNe);
                self.with_flag(node, low, overflow)
            }
            UADDSAT => {
                let (sum, carry) = self.halves().add_sub_compare(true, a, operands[1], None);
                let ones = self.constant(-1, vt);
                one(self.dag.select(carry, ones, sum))
            }
            USUBSAT => {
                let (difference, borrow) = self.halves().add_sub_compare(false, a, operands[1], None);
                let zero = self.constant(0, vt);
                one(self.dag.select(borrow, zero, difference))
            }
            SADDSAT | SSUBSAT => {
                let (value, overflow) = self.signed_overflow(opcode == SADDSAT, a, operands[1]);
                // On overflow, saturate to the side opposite to the wrapped result.
                let sign = self.shift(SRA, value, bits - 1);
                let smallest = self.constant((1u128 << (bits - 1)) as i128, vt);
                let limit = self.node(XOR, &[sign, smallest]);
                one(self.dag.select(overflow, limit, value))
            }
            MULHU | MULHS => self.mul_high(opcode, vt, a, operands[1]).map(|v| smallvec![v]),
            UMUL_LOHI | SMUL_LOHI => {
                let low = self.node(MUL, &[a, operands[1]]);
                let opcode = if opcode == UMUL_LOHI { MULHU } else { MULHS };
                let high = if self.is_available(opcode, vt) {
                    self.node(opcode, &[a, operands[1]])
                } else {
                    self.mul_high(opcode, vt, a, operands[1])?
                };
                Some(smallvec![low, high])
            }
            UDIVREM | SDIVREM => {
                let (div, rem) = if opcode == UDIVREM {
                    (UDIV, UREM)
                } else {
                    (SDIV, SREM)
                };
                Some(smallvec![
                    self.node(div, &[a, operands[1]]),
                    self.node(rem, &[a, operands[1]])
                ])
            }
            UREM | SREM => {
                let div = if opcode == UREM { UDIV } else { SDIV };
                if !self.is_available(div, vt) {
                    return None;
                }
                let quotient = self.node(div, &[a, operands[1]]);
                let product = self.node(MUL, &[quotient, operands[1]]);
                one(self.node(SUB, &[a, product]))
            }
            BSWAP => self.byte_swap(vt, a).map(|v| smallvec![v]),
            BITREVERSE => self.bit_reverse(vt, a).map(|v| smallvec![v]),
            CTPOP => self.population(vt, a).map(|v| smallvec![v]),
            CTLZ | CTTZ | CTLZ_ZERO_UNDEF | CTTZ_ZERO_UNDEF => {
                self.count_zeros(opcode, vt, a).map(|v| smallvec![v])
            }
            SHL_PARTS | SRL_PARTS | SRA_PARTS => {
                let opcode = match opcode {
                    SHL_PARTS => SHL,
                    SRL_PARTS => SRL,
                    _ => SRA,
                };
                let (low, high) = self.halves().shift_halves(opcode, (a, operands[1]), operands[2]);
                Some(smallvec![low, high])
            }
            SETCC => self.compare_otherwise(vt, operands, flags).map(|v| smallvec![v]),
            SELECT => self.select_otherwise(vt, operands).map(|v| smallvec![v]),
            ADD | SUB | MUL | AND | OR | XOR if bits > 32 => {
                let x = self.split_integer(a);
                let y = self.split_integer(operands[1]);
                let (low, high) = self.halves().binary(opcode, x, y)?;
                one(self.join_integer(low, high))
            }
            SHL | SRL | SRA if bits > 32 => {
                let x = self.split_integer(a);
                let (low, high) = self.halves().shift_halves(opcode, x, operands[1]);
                one(self.join_integer(low, high))
            }
            ZERO_EXTEND | SIGN_EXTEND | ANY_EXTEND if bits > 32 => {
                let half = ValueType::int(bits / 2);
                let low = self.dag.node(opcode, half, &[a]);
                let high = match opcode {
                    ZERO_EXTEND => self.constant(0, half),
                    SIGN_EXTEND => self.shift(SRA, low, bits / 2 - 1),
                    _ => self.dag.undef(half),
                };
                (self.dag.value_type(a).scalar_bits() <= bits / 2)
                    .then(|| smallvec![self.join_integer(low, high)])
            }
            SIGN_EXTEND | ZERO_EXTEND if self.dag.value_type(a) == ValueType::I1 => {
                let zero = self.constant(0, vt);
                let set = self.constant(if opcode == SIGN_EXTEND { -1 } else { 1 }, vt);
                one(self.dag.select(a, set, zero))
            }
            TRUNCATE => {
                let from = self.dag.value_type(a);
                if from.scalar_bits() == 2 * bits && !from.is_vector() {
                    return one(self.split_integer(a).0);
                }
                None
            }
            FP_TO_FP16 if self.dag.value_type(a) == ValueType::F64 => {
                // Rounding twice is right if the first rounding leaves a sticky bit.
                let single = self.round_to_odd(a);
                one(self.dag.node(FP_TO_FP16, vt, &[single]))
            }
            FP_TO_SINT | FP_TO_UINT if vt == ValueType::I1 => {
                // Only -1, 0 and 1 are possible.
                let wide = self.dag.node(FP_TO_SINT, ValueType::I32, &[a]);
                one(self.dag.node(TRUNCATE, vt, &[wide]))
            }
            FP_TO_FP16 => {
                let flag = self.dag.target_constant(0, ValueType::I32);
                let half = self.dag.node(FP_ROUND, ValueType::F16, &[a, flag]);
                let int = self.dag.bitcast(ValueType::I16, half);
                one(self.dag.zext_or_trunc(int, vt))
            }
            FP_TO_BF16 => one(self.round_to_bfloat(vt, a)),
            IS_FPCLASS => self.float_class(vt, a, operands[1]).map(|v| smallvec![v]),
            FP_TO_SINT_SAT | FP_TO_UINT_SAT => self.saturating_convert(opcode, vt, a, operands[1]),
            FREEZE => one(a),
            _ => None,
        }
    }

    /// A value and its flag in the flag's type.
    pub(super) fn with_flag(&mut self, node: NodeId, value: NodeValue, flag: NodeValue) -> Option<Values> {
        let flag_vt = self.dag.value_type(NodeValue::new(node, 1));
        let flag = self.dag.zext_or_trunc(flag, flag_vt);
        Some(smallvec![value, flag])
    }

    pub(super) fn signed_overflow(
        &mut self,
        add: bool,
        a: NodeValue,
        b: NodeValue,
    ) -> (NodeValue, NodeValue) {
        let vt = self.dag.value_type(a);
        let value = self.node(if add { isd::ADD } else { isd::SUB }, &[a, b]);
        let zero = self.constant(0, vt);
        // A sum is less than a exactly if b is negative, a difference exactly if b is positive, unless it overflowed.
        let less = self.compare(value, a, CondCode::SetLt);
        let sign = if add { CondCode::SetLt } else { CondCode::SetGt };
        let expected = self.compare(b, zero, sign);
        let flag = self.dag.value_type(less);
        (value, self.dag.node(isd::XOR, flag, &[less, expected]))
    }

    pub(super) fn mul_high(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        let tables = self.target.tables();
        let both = if opcode == MULHU { UMUL_LOHI } else { SMUL_LOHI };
        if self.is_available(both, vt) {
            let node = self.dag.node_multi(both, &[vt, vt], &[a, b]);
            return Some(NodeValue::new(node, 1));
        }
        if bits <= 64 && tables.is_type_legal(ValueType::int(bits * 2)) {
            let wide = ValueType::int(bits * 2);
            let extend = if opcode == MULHU { ZERO_EXTEND } else { SIGN_EXTEND };
            let (x, y) = (
                self.dag.node(extend, wide, &[a]),
                self.dag.node(extend, wide, &[b]),
            );
            let product = self.dag.node(MUL, wide, &[x, y]);
            let high = self.shift(SRL, product, bits);
            return Some(self.dag.node(TRUNCATE, vt, &[high]));
        }
        if !bits.is_multiple_of(2) {
            return None;
        }
        let unsigned = if bits > 32 && !self.is_available(MULHU, vt) {
            // By halves: the carry of the middle sum goes into the high half.
            let (x, y) = (self.split_integer(a), self.split_integer(b));
            let mut halves = self.halves();
            let zero_like = |halves: &mut HalfBuilder<'_>| halves.dag.constant(0, ValueType::int(bits / 2));
            let ll = halves.wide_product(x.0, y.0);
            let lh = halves.wide_product(x.0, y.1);
            let hl = halves.wide_product(x.1, y.0);
            let hh = halves.wide_product(x.1, y.1);
            let zero = zero_like(&mut halves);
            let (middle, _) = halves.add_sub(true, lh, (ll.1, zero), None);
            let (middle, carry) = halves.add_sub(true, middle, hl, None);
            let carry = halves.dag.zext_or_trunc(carry, ValueType::int(bits / 2));
            let (high, _) = halves.add_sub(true, hh, (middle.1, carry), None);
            self.join_integer(high.0, high.1)
        } else if self.is_available(MULHU, vt) {
            self.node(MULHU, &[a, b])
        } else {
            self.halves().wide_product(a, b).1
        };
        if opcode == MULHU {
            return Some(unsigned);
        }
        // Signed: subtract the other factor for each negative one.
        let sign_a = self.shift(SRA, a, bits - 1);
        let sign_b = self.shift(SRA, b, bits - 1);
        let x = self.node(AND, &[sign_a, b]);
        let y = self.node(AND, &[sign_b, a]);
        let value = self.node(SUB, &[unsigned, x]);
        Some(self.node(SUB, &[value, y]))
    }

    /// A comparison expressed by other conditions.
    pub(super) fn compare_otherwise(
        &mut self,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> Option<NodeValue> {
        let (a, b) = (operands[0], operands[1]);
        let cc = self.dag.cond_code_of(operands[2]);
        let operand_vt = self.dag.value_type(a);
        let legal = |this: &Self, cc: CondCode| {
            this.target.tables().cond_code_action(cc, operand_vt) == crate::dag::Action::Legal
        };
        if operand_vt.is_integer()
            && operand_vt.scalar_bits() > 32
            && self.target.tables().action(isd::SETCC, operand_vt) == crate::dag::Action::Expand
        {
            let (x, y) = (self.split_integer(a), self.split_integer(b));
            let result = self.halves().set_cc(x, y, cc);
            return Some(self.dag.zext_or_trunc(result, vt));
        }
        if legal(self, cc.swapped()) {
            return Some(self.dag.set_cc_flags(vt, b, a, cc.swapped(), flags));
        }
        let integer = operand_vt.is_integer();
        let inverse = cc.inverse(integer);
        for (candidate, swap) in [(inverse, false), (inverse.swapped(), true)] {
            if legal(self, candidate) {
                let (x, y) = if swap { (b, a) } else { (a, b) };
                let result = self.dag.set_cc_flags(vt, x, y, candidate, flags);
                return Some(self.dag.not(result));
            }
        }
        if integer {
            return None;
        }
        // Ordered (or unordered) combined with a condition that does not care.
        let bits = cc as u8;
        let plain = CondCode::ALL[usize::from(bits & 7) | 16];
        let (first, join) = if bits & 8 != 0 {
            (CondCode::SetUo, isd::OR)
        } else {
            (CondCode::SetO, isd::AND)
        };
        let x = self.dag.set_cc(vt, a, b, first);
        let y = self.dag.set_cc(vt, a, b, plain);
        Some(self.dag.node(join, vt, &[x, y]))
    }

    /// A select of integers by halves or bits.
    pub(super) fn select_otherwise(&mut self, vt: ValueType, operands: &[NodeValue]) -> Option<NodeValue> {
        let (condition, a, b) = (operands[0], operands[1], operands[2]);
        if vt == ValueType::I1 && self.dag.value_type(condition) == vt {
            let inverted = self.dag.not(condition);
            let x = self.node(isd::AND, &[condition, a]);
            let y = self.node(isd::AND, &[inverted, b]);
            return Some(self.node(isd::OR, &[x, y]));
        }
        if vt.scalar_bits() > 32 {
            let (x, y) = (self.split_integer(a), self.split_integer(b));
            let (low, high) = self.halves().select(condition, x, y);
            return Some(self.join_integer(low, high));
        }
        None
    }
}
