//! Rules for and, or and xor: masks, rotates and pairs expressed by logic.

use super::{Change, Combiner};
use crate::dag::isd::{self};
use crate::dag::make::truncate_bits;
use crate::dag::node::{LoadExt, NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;

impl Combiner<'_> {
    /// `!x` as `(xor x, -1)`.
    pub(super) fn inverted(&self, value: NodeValue) -> Option<NodeValue> {
        (self.opcode(value) == isd::XOR && self.dag.is_all_ones(self.operand(value, 1)))
            .then(|| self.operand(value, 0))
    }

    pub(super) fn and(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        // x & !x, (x | y) & x
        for (x, y) in [(a, b), (b, a)] {
            if self.inverted(x) == Some(y) {
                return Some(self.dag.constant(0, vt).into());
            }
            if self.opcode(x) == isd::OR && (self.operand(x, 0) == y || self.operand(x, 1) == y) {
                return Some(y.into());
            }
        }
        if let Some(mask) = self.constant(b) {
            let known = self.known(a);
            // The mask removes no bits, or all.
            if truncate_bits(!mask, bits) & !known.zeros == 0 {
                return Some(a.into());
            }
            if mask & !known.zeros == 0 {
                return Some(self.dag.constant(0, vt).into());
            }
            if let Some(load) = self.narrow_masked_load(a, mask, vt) {
                return Some(load.into());
            }
            // Only the masked bits of the operand matter.
            if let Some(simpler) = self.demand(a, mask) {
                return Some(self.node(isd::AND, vt, &[simpler, b]).into());
            }
            // (zext x) & c for c within x: in the smaller type.
            if self.opcode(a) == isd::ANY_EXTEND && self.allows(isd::AND, vt) {
                let x = self.operand(a, 0);
                let narrow = self.vt(x).scalar_bits();
                if mask >> narrow.min(127) == 0
                    && mask == truncate_bits(u128::MAX, narrow)
                    && self.allows(isd::ZERO_EXTEND, vt)
                {
                    return Some(self.node(isd::ZERO_EXTEND, vt, &[x]).into());
                }
            }
        }
        None
    }

    /// `(and (load), mask)` as a zero-extending load of the bytes that the mask keeps.
    fn narrow_masked_load(&mut self, value: NodeValue, mask: u128, vt: ValueType) -> Option<NodeValue> {
        let width = match mask {
            0xff => 8,
            0xffff => 16,
            0xffff_ffff => 32,
            _ => return None,
        };
        if self.opcode(value) != isd::LOAD || value.result != 0 || vt.is_vector() || !self.one_use(value) {
            return None;
        }
        let memory = self.dag.memory_vt(value.node)?;
        let mem = *self.dag.mem_operand(value.node)?;
        let narrow = ValueType::int(width);
        if !memory.is_scalar_integer() || memory.scalar_bits() < width || mem.is_ordered() {
            return None;
        }
        let ext = self.dag.load_ext(value.node);
        if memory == narrow && ext == LoadExt::Zero {
            return None;
        }
        if !self.allows_ext_load(LoadExt::Zero, vt, narrow) {
            return None;
        }
        if memory != narrow && !self.target.should_reduce_load_width(self.dag, value.node, narrow) {
            return None;
        }
        let (chain, address) = (self.operand(value, 0), self.operand(value, 1));
        let mem = crate::mir::MemOperand {
            size: u64::from(width / 8),
            ..mem
        };
        let load = self.dag.ext_load(LoadExt::Zero, vt, narrow, chain, address, mem);
        self.dag.replace_value(value.with_result(1), load.with_result(1));
        Some(load)
    }

    pub(super) fn or(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        for (x, y) in [(a, b), (b, a)] {
            if self.inverted(x) == Some(y) {
                return Some(self.dag.constant(-1, vt).into());
            }
            if self.opcode(x) == isd::AND && (self.operand(x, 0) == y || self.operand(x, 1) == y) {
                return Some(y.into());
            }
        }
        if let Some(rotated) = self.match_rotate(a, b, vt) {
            return Some(rotated.into());
        }
        if let Some(pair) = self.match_pair(a, b, vt) {
            return Some(pair.into());
        }
        if let Some(joined) = self.join_masked(a, b, vt) {
            return Some(joined.into());
        }
        // Setting bits that are clear is an addition: offsets of addresses are additions.
        let flags = self.dag.flags(node);
        let disjoint = flags.contains(NodeFlags::DISJOINT);
        if vt.is_vector() || vt.scalar_bits() == 1 {
            return None;
        }
        if self.constant(b).is_some()
            && self.allows(isd::ADD, vt)
            && (disjoint || self.is_disjoint(a, b))
            && self.feeds_address(node)
        {
            return Some(
                self.node_flags(isd::ADD, vt, &[a, b], NodeFlags::NUW | NodeFlags::NSW)
                    .into(),
            );
        }
        if !disjoint && self.constant(b).is_none() && self.is_disjoint(a, b) {
            self.dag.set_flags(node, flags | NodeFlags::DISJOINT);
        }
        None
    }

    /// `(x & m) | (x & n)`, and `(y | (x & m)) | (x & n)`: collects the bits of one value, until it is complete.
    fn join_masked(&mut self, a: NodeValue, b: NodeValue, vt: ValueType) -> Option<NodeValue> {
        for (first, second) in [(a, b), (b, a)] {
            let Some((x, mask)) = self.masked(second) else {
                continue;
            };
            if let Some((other, known)) = self.masked(first)
                && other == x
            {
                let mask = self.dag.constant((mask | known) as i128, vt);
                return Some(self.node(isd::AND, vt, &[x, mask]));
            }
            if self.opcode(first) != isd::OR || !self.one_use(first) {
                continue;
            }
            let (left, right) = (self.operand(first, 0), self.operand(first, 1));
            for (rest, part) in [(left, right), (right, left)] {
                if let Some((other, known)) = self.masked(part)
                    && other == x
                {
                    let mask = self.dag.constant((mask | known) as i128, vt);
                    let joined = self.node(isd::AND, vt, &[x, mask]);
                    return Some(self.node(isd::OR, vt, &[rest, joined]));
                }
            }
        }
        None
    }

    /// `x & constant` with no other use.
    fn masked(&self, value: NodeValue) -> Option<(NodeValue, u128)> {
        if self.opcode(value) != isd::AND || !self.one_use(value) {
            return None;
        }
        let mask = self.constant(self.operand(value, 1))?;
        Some((self.operand(value, 0), mask))
    }

    /// Whether some user is an access at this address or an addition that may become one.
    fn feeds_address(&self, node: NodeId) -> bool {
        self.dag.uses(node).any(|used| match self.dag.opcode(used.user) {
            isd::LOAD => self.dag.operand_of(used) == 1,
            isd::STORE => self.dag.operand_of(used) == 2,
            isd::ADD => true,
            opcode => (isd::ATOMIC_LOAD..=isd::ATOMIC_LOAD_USUB_SAT).contains(&opcode),
        })
    }

    /// `(zext low) | (zext high) << half` as a pair of words.
    fn match_pair(&mut self, a: NodeValue, b: NodeValue, vt: ValueType) -> Option<NodeValue> {
        if vt != ValueType::I64 {
            return None;
        }
        let pair = ValueType::V2I32;
        if !self.target.tables().is_type_legal(pair) || !self.target.tables().is_type_legal(vt) {
            return None;
        }
        for (low, high) in [(a, b), (b, a)] {
            if self.opcode(low) != isd::ZERO_EXTEND
                || self.vt(self.operand(low, 0)) != ValueType::I32
                || self.opcode(high) != isd::SHL
                || self.shift_amount(high) != Some(32)
            {
                continue;
            }
            let wide = self.operand(high, 0);
            let extended = matches!(
                self.opcode(wide),
                isd::ZERO_EXTEND | isd::ANY_EXTEND | isd::SIGN_EXTEND
            ) && self.vt(self.operand(wide, 0)) == ValueType::I32;
            let upper = if extended {
                self.operand(wide, 0)
            } else {
                self.node(isd::TRUNCATE, ValueType::I32, &[wide])
            };
            let lower = self.operand(low, 0);
            let vector = self.dag.build_vector(pair, &[lower, upper]);
            return Some(self.dag.bitcast(vt, vector));
        }
        None
    }

    /// `(x << c) | (y >> bits - c)` as a funnel shift, or a rotation if x is y.
    fn match_rotate(&mut self, a: NodeValue, b: NodeValue, vt: ValueType) -> Option<NodeValue> {
        let bits = vt.scalar_bits();
        let (left, right) = match (self.opcode(a), self.opcode(b)) {
            (isd::SHL, isd::SRL) => (a, b),
            (isd::SRL, isd::SHL) => (b, a),
            _ => return None,
        };
        let (x, y) = (self.operand(left, 0), self.operand(right, 0));
        let (left_by, right_by) = (self.operand(left, 1), self.operand(right, 1));
        let amounts_fit = match (self.constant(left_by), self.constant(right_by)) {
            (Some(l), Some(r)) => l != 0 && r != 0 && l + r == u128::from(bits),
            _ => x == y && bits.is_power_of_two() && self.is_rest_of(left_by, right_by, bits),
        };
        if !amounts_fit {
            return None;
        }
        if x == y {
            for (opcode, by) in [(isd::ROTL, left_by), (isd::ROTR, right_by)] {
                if self.is_native(opcode, vt) {
                    return Some(self.node(opcode, vt, &[x, by]));
                }
            }
        }
        for (opcode, by) in [(isd::FSHR, right_by), (isd::FSHL, left_by)] {
            if self.is_native(opcode, vt) {
                return Some(self.node(opcode, vt, &[x, y, by]));
            }
        }
        let left = self.constant(left_by)?;
        self.wide_funnel_shift(x, y, left as u32)
    }

    /// Whether `b` is `bits - a` (or the reverse), perhaps both under the mask `bits - 1`.
    fn is_rest_of(&self, a: NodeValue, b: NodeValue, bits: u32) -> bool {
        let strip = |value: NodeValue| {
            if self.opcode(value) == isd::AND
                && self.constant(self.operand(value, 1)) == Some(u128::from(bits - 1))
            {
                (self.operand(value, 0), true)
            } else {
                (value, false)
            }
        };
        for (x, y) in [(a, b), (b, a)] {
            let (x, _) = strip(x);
            let (y, masked) = strip(y);
            if self.opcode(y) != isd::SUB || strip(self.operand(y, 1)).0 != x {
                continue;
            }
            let from = self.constant(self.operand(y, 0));
            if from == Some(u128::from(bits)) || (masked && from == Some(0)) {
                return true;
            }
        }
        false
    }

    pub(super) fn xor(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let is_not = self.dag.is_all_ones(b) || (vt == ValueType::I1 && self.constant(b) == Some(1));
        if is_not {
            if let Some(x) = self.inverted(a) {
                return Some(x.into());
            }
            if self.opcode(a) == isd::SETCC && self.one_use(a) {
                let (x, y) = (self.operand(a, 0), self.operand(a, 1));
                let operand_vt = self.vt(x);
                let cc = self
                    .dag
                    .cond_code_of(self.operand(a, 2))
                    .inverse(operand_vt.is_integer());
                if self.allows_condition(cc, operand_vt) {
                    let flags = self.dag.flags(a.node);
                    return Some(self.dag.set_cc_flags(vt, x, y, cc, flags).into());
                }
            }
        }
        // (x ^ y) ^ y
        for (x, y) in [(a, b), (b, a)] {
            if self.opcode(x) == isd::XOR {
                if self.operand(x, 0) == y {
                    return Some(self.operand(x, 1).into());
                }
                if self.operand(x, 1) == y {
                    return Some(self.operand(x, 0).into());
                }
            }
        }
        None
    }
}
