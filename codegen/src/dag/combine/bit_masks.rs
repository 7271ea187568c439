//! Masks of one bit, and rotations of values that occupy two registers.

use super::{Change, Combiner};
use crate::dag::isd::{self, CondCode};
use crate::dag::node::{NodeId, NodeValue};
use crate::dag::types::ValueType;

impl Combiner<'_> {
    /// `0 - (x & 1)` replicates bit 0.
    pub(super) fn negated_bit(&mut self, node: NodeId) -> Option<Change> {
        let (zero, bit) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        if vt != ValueType::I32 || !self.dag.is_zero(zero) || !self.is_native(isd::SIGN_EXTEND_INREG, vt) {
            return None;
        }
        let x = self.lowest_bit(bit)?;
        Some(self.dag.sext_in_reg(x, ValueType::I1).into())
    }

    /// `x` of an `x & 1` with no other use.
    fn lowest_bit(&self, value: NodeValue) -> Option<NodeValue> {
        let is_bit = self.opcode(value) == isd::AND
            && self.one_use(value)
            && self.constant(self.operand(value, 1)) == Some(1);
        is_bit.then(|| self.operand(value, 0))
    }

    /// A value whose lowest bit is the bit that is tested by `x & 2^n`, which has no other use.
    fn tested_bit(&mut self, value: NodeValue) -> Option<NodeValue> {
        if self.opcode(value) != isd::AND || !self.one_use(value) {
            return None;
        }
        let bit = self
            .constant(self.operand(value, 1))
            .filter(|bit| bit.is_power_of_two())?;
        let (x, vt) = (self.operand(value, 0), self.vt(value));
        if bit == 1 {
            return Some(x);
        }
        let by = self.dag.constant(bit.trailing_zeros(), ValueType::I32);
        self.allows(isd::SRL, vt)
            .then(|| self.node(isd::SRL, vt, &[x, by]))
    }

    /// `x & 2^n ? y ^ k : y` is `y ^ (k & m)`, where `m` is bit n of x replicated; likewise with `|`, `+` and `-`, and
    /// with a constant `k` alone. Only for divergent values: it saves a comparison and the wait for a mask; the scalar
    /// unit compares and selects for free.
    pub(super) fn select_by_bit(
        &mut self,
        node: NodeId,
        condition: NodeValue,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<Change> {
        let vt = self.vt(node);
        if vt != ValueType::I32
            || !self.dag.is_divergent(condition.node)
            || !self.one_use(condition)
            || !self.is_native(isd::SIGN_EXTEND_INREG, vt)
            || !self.allows(isd::AND, vt)
        {
            return None;
        }
        let bit = self.operand(condition, 0);
        if self.vt(bit) != vt || !self.dag.is_zero(self.operand(condition, 1)) {
            return None;
        }
        let (changed, kept) = match self.dag.cond_code_of(self.operand(condition, 2)) {
            CondCode::SetNe => (a, b),
            CondCode::SetEq => (b, a),
            _ => return None,
        };
        if self.dag.is_zero(kept) && self.constant(changed).is_some() {
            let source = self.tested_bit(bit)?;
            let mask = self.dag.sext_in_reg(source, ValueType::I1);
            return Some(self.node(isd::AND, vt, &[mask, changed]).into());
        }
        let opcode = self.opcode(changed);
        if !matches!(opcode, isd::XOR | isd::OR | isd::ADD | isd::SUB) || !self.one_use(changed) {
            return None;
        }
        let (x, y) = (self.operand(changed, 0), self.operand(changed, 1));
        let by = if x == kept {
            y
        } else if y == kept && opcode != isd::SUB {
            x
        } else {
            return None;
        };
        let source = self.tested_bit(bit)?;
        let mask = self.dag.sext_in_reg(source, ValueType::I1);
        let by = self.node(isd::AND, vt, &[by, mask]);
        Some(self.node(opcode, vt, &[kept, by]).into())
    }

    /// `(x << left) | (y >> 64 - left)` as two 32-bit funnel shifts. Only for divergent values: the scalar unit shifts
    /// 64 bits at once and has no funnel shift.
    pub(super) fn wide_funnel_shift(&mut self, x: NodeValue, y: NodeValue, left: u32) -> Option<NodeValue> {
        let (word, pair) = (ValueType::I32, ValueType::V2I32);
        if self.vt(x) != ValueType::I64
            || !(self.dag.is_divergent(x.node) || self.dag.is_divergent(y.node))
            || !self.is_native(isd::FSHR, word)
            || !self.target.tables().is_type_legal(pair)
            || !self.target.tables().is_type_legal(ValueType::I64)
        {
            return None;
        }
        let [x_low, x_high] = self.words(x);
        let [y_low, y_high] = self.words(y);
        // In the four words from y's low to x's high word, the result begins at bit `64 - left`.
        let words = if left >= 32 {
            [y_low, y_high, x_low]
        } else {
            [y_high, x_low, x_high]
        };
        let by = (64 - left) % 32;
        let [low, high] = if by == 0 {
            [words[1], words[2]]
        } else {
            let by = self.dag.constant(by, word);
            [0, 1].map(|at| self.node(isd::FSHR, word, &[words[at + 1], words[at], by]))
        };
        let vector = self.dag.build_vector(pair, &[low, high]);
        Some(self.dag.bitcast(ValueType::I64, vector))
    }

    /// Low and high word.
    fn words(&mut self, value: NodeValue) -> [NodeValue; 2] {
        let vector = self.dag.bitcast(ValueType::V2I32, value);
        [0, 1].map(|index| self.dag.extract_element(vector, index))
    }
}
