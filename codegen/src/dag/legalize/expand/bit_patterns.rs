//! Expansions of operations on bit patterns: rotations and funnel shifts, byte and bit order, counts.

use super::Expander;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::NodeValue;
use crate::dag::types::ValueType;

impl Expander<'_> {
    pub(super) fn rotate(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        by: NodeValue,
    ) -> NodeValue {
        use isd::*;
        let bits = vt.scalar_bits();
        let left = opcode == ROTL;
        let amount_vt = self.target.shift_amount_type(vt);
        let by = self.dag.zext_or_trunc(by, amount_vt);
        let other = if left { ROTR } else { ROTL };
        let negated = {
            let zero = self.constant(0, amount_vt);
            self.dag.node(SUB, amount_vt, &[zero, by])
        };
        let mask = self.constant(i128::from(bits - 1), amount_vt);
        if self.is_available(other, vt) {
            let by = self.dag.node(AND, amount_vt, &[negated, mask]);
            return self.dag.node(other, vt, &[a, by]);
        }
        let (same, opposite) = if left { (FSHL, FSHR) } else { (FSHR, FSHL) };
        if self.is_available(same, vt) {
            return self.dag.node(same, vt, &[a, a, by]);
        }
        if self.is_available(opposite, vt) {
            let by = self.dag.node(AND, amount_vt, &[negated, mask]);
            return self.dag.node(opposite, vt, &[a, a, by]);
        }
        let (near, far) = if left { (SHL, SRL) } else { (SRL, SHL) };
        let by = self.dag.node(AND, amount_vt, &[by, mask]);
        let rest = self.dag.node(AND, amount_vt, &[negated, mask]);
        let x = self.dag.node(near, vt, &[a, by]);
        let y = self.dag.node(far, vt, &[a, rest]);
        self.dag.node(OR, vt, &[x, y])
    }

    pub(super) fn funnel_shift(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        high: NodeValue,
        low: NodeValue,
        by: NodeValue,
    ) -> NodeValue {
        use isd::*;
        let bits = vt.scalar_bits();
        let mut by = by;
        let mut amount_vt = self.target.shift_amount_type(vt);
        if bits.is_power_of_two() {
            // Only the amount modulo the width matters.
            by = self.dag.zext_or_trunc(by, amount_vt);
        } else {
            amount_vt = self.dag.value_type(by);
        }
        let other = if opcode == FSHL { FSHR } else { FSHL };
        if self.is_available(other, vt) && bits.is_power_of_two() {
            if let Some(by) = self.dag.constant_u64(by)
                && by % u64::from(bits) != 0
            {
                let rest = self.constant(i128::from(u64::from(bits) - by % u64::from(bits)), amount_vt);
                return self.dag.node(other, vt, &[high, low, rest]);
            }
            // Shift by one in the other direction first, then by the complement of the amount.
            let one = self.constant(1, amount_vt);
            let inverted = self.dag.not(by);
            return if opcode == FSHL {
                let shifted = self.dag.node(FSHR, vt, &[high, low, one]);
                let top = self.shift(SRL, high, 1);
                self.dag.node(FSHR, vt, &[top, shifted, inverted])
            } else {
                let shifted = self.dag.node(FSHL, vt, &[high, low, one]);
                let bottom = self.shift(SHL, low, 1);
                self.dag.node(FSHL, vt, &[shifted, bottom, inverted])
            };
        }
        let (by, inverted) = if bits.is_power_of_two() {
            let mask = self.constant(i128::from(bits - 1), amount_vt);
            let inverted = self.dag.not(by);
            (
                self.dag.node(AND, amount_vt, &[by, mask]),
                self.dag.node(AND, amount_vt, &[inverted, mask]),
            )
        } else {
            let width = self.constant(i128::from(bits), amount_vt);
            let last = self.constant(i128::from(bits - 1), amount_vt);
            let by = self.dag.node(UREM, amount_vt, &[by, width]);
            let inverted = self.dag.node(SUB, amount_vt, &[last, by]);
            let wanted = self.target.shift_amount_type(vt);
            (
                self.dag.zext_or_trunc(by, wanted),
                self.dag.zext_or_trunc(inverted, wanted),
            )
        };
        let (x, y) = if opcode == FSHL {
            let x = self.dag.node(SHL, vt, &[high, by]);
            let y = self.shift(SRL, low, 1);
            (x, self.dag.node(SRL, vt, &[y, inverted]))
        } else {
            let x = self.shift(SHL, high, 1);
            let x = self.dag.node(SHL, vt, &[x, inverted]);
            (x, self.dag.node(SRL, vt, &[low, by]))
        };
        self.dag.node(OR, vt, &[x, y])
    }

    pub(super) fn by_halves(&mut self, opcode: NodeOpcode, value: NodeValue) -> Option<NodeValue> {
        let halves = self.split_integer(value);
        let (low, high) = self.halves().unary(opcode, halves)?;
        Some(self.join_integer(low, high))
    }

    pub(super) fn byte_swap(&mut self, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        if bits > 32 {
            return self.by_halves(BSWAP, a);
        }
        let mut result: Option<NodeValue> = None;
        for byte in 0..bits / 8 {
            let to = bits - 8 - byte * 8;
            let from = byte * 8;
            let moved = if to >= from {
                self.shift(SHL, a, to - from)
            } else {
                self.shift(SRL, a, from - to)
            };
            let mask = self.constant(0xff << to, vt);
            let part = self.node(AND, &[moved, mask]);
            result = Some(match result {
                Some(all) => self.node(OR, &[all, part]),
                None => part,
            });
        }
        result
    }

    pub(super) fn bit_reverse(&mut self, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        if bits > 32 {
            return self.by_halves(BITREVERSE, a);
        }
        if bits < 32 && self.is_available(BITREVERSE, ValueType::I32) {
            let wide = self.dag.node(ANY_EXTEND, ValueType::I32, &[a]);
            let reversed = self.dag.node(BITREVERSE, ValueType::I32, &[wide]);
            let down = self.shift(SRL, reversed, 32 - bits);
            return Some(self.dag.node(TRUNCATE, vt, &[down]));
        }
        if !bits.is_power_of_two() || bits < 8 {
            return None;
        }
        let mut value = if bits == 8 {
            a
        } else {
            self.dag.node(BSWAP, vt, &[a])
        };
        for (by, pattern) in [(4u32, 0x0f), (2, 0x33), (1, 0x55)] {
            let pattern = (0..bits / 8).fold(0i128, |all, i| all | (pattern << (i * 8)));
            let mask = self.constant(pattern, vt);
            let high = self.shift(SRL, value, by);
            let high = self.node(AND, &[high, mask]);
            let low = self.node(AND, &[value, mask]);
            let low = self.shift(SHL, low, by);
            value = self.node(OR, &[high, low]);
        }
        Some(value)
    }

    pub(super) fn population(&mut self, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        if bits > 32 {
            return self.by_halves(CTPOP, a);
        }
        if bits < 32 {
            let wide = self.dag.node(ZERO_EXTEND, ValueType::I32, &[a]);
            let count = self.dag.node(CTPOP, ValueType::I32, &[wide]);
            return Some(self.dag.node(TRUNCATE, vt, &[count]));
        }
        let mask = |this: &mut Self, pattern: i128| this.constant(pattern, vt);
        let fives = mask(self, 0x5555_5555);
        let threes = mask(self, 0x3333_3333);
        let nibbles = mask(self, 0x0f0f_0f0f);
        let half = self.shift(SRL, a, 1);
        let half = self.node(AND, &[half, fives]);
        let pairs = self.node(SUB, &[a, half]);
        let low = self.node(AND, &[pairs, threes]);
        let high = self.shift(SRL, pairs, 2);
        let high = self.node(AND, &[high, threes]);
        let fours = self.node(ADD, &[low, high]);
        let folded = self.shift(SRL, fours, 4);
        let sum = self.node(ADD, &[fours, folded]);
        let bytes = self.node(AND, &[sum, nibbles]);
        let ones = self.constant(0x0101_0101, vt);
        let total = self.node(MUL, &[bytes, ones]);
        Some(self.shift(SRL, total, 24))
    }

    pub(super) fn count_zeros(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
    ) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        let leading = matches!(opcode, CTLZ | CTLZ_ZERO_UNDEF);
        let (full, partial) = if leading {
            (CTLZ, CTLZ_ZERO_UNDEF)
        } else {
            (CTTZ, CTTZ_ZERO_UNDEF)
        };
        if opcode == partial && self.is_available(full, vt) {
            return Some(self.dag.node(full, vt, &[a]));
        }
        if opcode == full && self.is_available(partial, vt) {
            let count = self.dag.node(partial, vt, &[a]);
            let zero = self.constant(0, vt);
            let width = self.constant(i128::from(bits), vt);
            let is_zero = self.compare(a, zero, CondCode::SetEq);
            return Some(self.dag.select(is_zero, width, count));
        }
        if bits > 32 {
            return self.by_halves(opcode, a);
        }
        if leading {
            // Propagate the highest set bit downward, then count the zeros above it.
            let mut value = a;
            let mut by = 1;
            while by < bits {
                let moved = self.shift(SRL, value, by);
                value = self.node(OR, &[value, moved]);
                by *= 2;
            }
            let inverted = self.dag.not(value);
            return Some(self.dag.node(CTPOP, vt, &[inverted]));
        }
        // The trailing zeros, as ones.
        let one = self.constant(1, vt);
        let below = self.node(SUB, &[a, one]);
        let inverted = self.dag.not(a);
        let zeros = self.node(AND, &[inverted, below]);
        Some(self.dag.node(CTPOP, vt, &[zeros]))
    }
}
