//! Rules for sums, differences, products, and operations with an overflow bit.

use super::{Change, Combiner};
use crate::dag::isd::{self};
use crate::dag::make::truncate_bits;
use crate::dag::node::{NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;

impl Combiner<'_> {
    /// `-x` as `(sub 0, x)`.
    fn negated(&self, value: NodeValue) -> Option<NodeValue> {
        (self.opcode(value) == isd::SUB && self.dag.is_zero(self.operand(value, 0)))
            .then(|| self.operand(value, 1))
    }

    pub(super) fn add(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let flags = self.dag.flags(node);
        if vt == ValueType::I1 && self.allows(isd::XOR, vt) {
            return Some(self.node(isd::XOR, vt, &[a, b]).into());
        }
        if let Some(x) = self.negated(b) {
            return Some(self.node(isd::SUB, vt, &[a, x]).into());
        }
        if let Some(x) = self.negated(a) {
            return Some(self.node(isd::SUB, vt, &[b, x]).into());
        }
        // (a - b) + b
        for (x, y) in [(a, b), (b, a)] {
            if self.opcode(x) == isd::SUB && self.operand(x, 1) == y {
                return Some(self.operand(x, 0).into());
            }
        }
        // Constants move outward: (x + c) + y is (x + y) + c. Addresses fold the constant.
        for (x, y) in [(a, b), (b, a)] {
            if self.opcode(x) == isd::ADD && self.one_use(x) && !self.dag.is_constant(y) {
                let constant = self.operand(x, 1);
                if self.constant(constant).is_some() {
                    let kept = flags & self.dag.flags(x.node) & NodeFlags::NUW;
                    let inner = self.operand(x, 0);
                    let sum = self.node_flags(isd::ADD, vt, &[inner, y], kept);
                    return Some(self.node_flags(isd::ADD, vt, &[sum, constant], kept).into());
                }
            }
        }
        // Group uniform summands, which the scalar unit adds once for all lanes: (u + d) + v is d + (u + v).
        if !vt.is_vector() && self.dag.is_divergent(NodeValue::new(node, 0)) {
            for (x, y) in [(a, b), (b, a)] {
                if self.opcode(x) != isd::ADD || !self.one_use(x) || self.dag.is_divergent(y) {
                    continue;
                }
                let (p, q) = (self.operand(x, 0), self.operand(x, 1));
                for (uniform, varying) in [(p, q), (q, p)] {
                    if !self.dag.is_divergent(uniform)
                        && self.dag.is_divergent(varying)
                        && !self.dag.is_constant(uniform)
                        && !self.dag.is_constant(y)
                    {
                        let sum = self.node(isd::ADD, vt, &[uniform, y]);
                        return Some(self.node(isd::ADD, vt, &[varying, sum]).into());
                    }
                }
            }
        }
        // An addition without carries becomes an or with the disjoint flag, and for constants the reverse: an address
        // plus an offset is canonical.
        if !vt.is_vector()
            && self.constant(b).is_none()
            && self.level.allows_illegal_ops()
            && self.is_native(isd::OR, vt)
            && vt.scalar_bits() <= 64
            && self.is_disjoint(a, b)
        {
            return Some(self.node_flags(isd::OR, vt, &[a, b], NodeFlags::DISJOINT).into());
        }
        None
    }

    pub(super) fn is_disjoint(&self, a: NodeValue, b: NodeValue) -> bool {
        // Constants are on the right: in most cases this shows that no rule applies.
        let y = self.known(b);
        let all = truncate_bits(u128::MAX, y.bits);
        y.zeros & all != 0 && (self.known(a).zeros | y.zeros) & all == all
    }

    pub(super) fn sub(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        if vt == ValueType::I1 && self.allows(isd::XOR, vt) {
            return Some(self.node(isd::XOR, vt, &[a, b]).into());
        }
        if self.dag.is_all_ones(a) && self.allows(isd::XOR, vt) {
            return Some(self.dag.not(b).into());
        }
        if let Some(x) = self.negated(b) {
            return Some(self.node(isd::ADD, vt, &[a, x]).into());
        }
        if self.opcode(a) == isd::ADD {
            let (x, y) = (self.operand(a, 0), self.operand(a, 1));
            if x == b {
                return Some(y.into());
            }
            if y == b {
                return Some(x.into());
            }
        }
        if self.opcode(b) == isd::ADD {
            let (x, y) = (self.operand(b, 0), self.operand(b, 1));
            let rest = if x == a {
                Some(y)
            } else if y == a {
                Some(x)
            } else {
                None
            };
            if let Some(rest) = rest {
                let zero = self.dag.constant(0, vt);
                return Some(self.node(isd::SUB, vt, &[zero, rest]).into());
            }
        }
        if self.dag.is_zero(a) && self.opcode(b) == isd::SUB {
            let (x, y) = (self.operand(b, 0), self.operand(b, 1));
            return Some(self.node(isd::SUB, vt, &[y, x]).into());
        }
        self.negated_bit(node)
    }

    pub(super) fn mul(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        let constant = self.constant(b)?;
        // The upper half of an extended value, which only legalization exposes.
        if constant == 0 {
            return Some(b.into());
        }
        if constant.is_power_of_two() && self.allows(isd::SHL, vt) && bits > 1 {
            return Some(self.shift_by(isd::SHL, a, constant.trailing_zeros()).into());
        }
        if self.dag.is_all_ones(b) && self.allows(isd::SUB, vt) {
            let zero = self.dag.constant(0, vt);
            return Some(self.node(isd::SUB, vt, &[zero, a]).into());
        }
        if self.opcode(a) == isd::SHL
            && let Some(by) = self.shift_amount(a)
        {
            let factor = self.dag.constant((constant << by) as i128, vt);
            let x = self.operand(a, 0);
            return Some(self.node(isd::MUL, vt, &[x, factor]).into());
        }
        None
    }

    /// Operations with a second result that is unused.
    pub(super) fn two_results(&mut self, node: NodeId) -> Option<Change> {
        use isd::*;
        let opcode = self.dag.opcode(node);
        let vt = self.vt(node);
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let (first, second) = (NodeValue::new(node, 0), NodeValue::new(node, 1));
        let (uses_first, uses_second) = (self.dag.has_uses(first), self.dag.has_uses(second));
        match opcode {
            UADDO | SADDO | USUBO | SSUBO if !uses_second => {
                let plain = if matches!(opcode, UADDO | SADDO) { ADD } else { SUB };
                if self.allows(plain, vt) {
                    let value = self.node(plain, vt, &[a, b]);
                    self.dag.replace_value(first, value);
                    return Some(Change::Done);
                }
            }
            UADDO_CARRY | USUBO_CARRY if self.dag.is_zero(self.operand(node, 2)) => {
                let plain = if opcode == UADDO_CARRY { UADDO } else { USUBO };
                if self.allows(plain, vt) {
                    let types = [vt, self.vt(second)];
                    let new = self.dag.node_multi(plain, &types, &[a, b]);
                    self.dag
                        .replace_node(node, &[NodeValue::new(new, 0), NodeValue::new(new, 1)]);
                    return Some(Change::Done);
                }
            }
            UMUL_LOHI | SMUL_LOHI if !uses_second && self.allows(MUL, vt) => {
                let value = self.node(MUL, vt, &[a, b]);
                self.dag.replace_value(first, value);
                return Some(Change::Done);
            }
            UMUL_LOHI | SMUL_LOHI if !uses_first => {
                let high = if opcode == UMUL_LOHI { MULHU } else { MULHS };
                if self.is_native(high, vt) {
                    let value = self.node(high, vt, &[a, b]);
                    self.dag.replace_value(second, value);
                    return Some(Change::Done);
                }
            }
            _ => {}
        }
        None
    }
}
