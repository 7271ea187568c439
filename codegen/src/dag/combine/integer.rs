//! Rules for integer arithmetic, logic, comparisons and selections.

use super::{Change, Combiner};
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::make::{sign_extend_bits, truncate_bits};
use crate::dag::node::{LoadExt, NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;

impl Combiner<'_> {
    /// `-x` as `(sub 0, x)`.
    fn negated(&self, value: NodeValue) -> Option<NodeValue> {
        (self.opcode(value) == isd::SUB && self.dag.is_zero(self.operand(value, 0)))
            .then(|| self.operand(value, 1))
    }

    /// `!x` as `(xor x, -1)`.
    pub(super) fn inverted(&self, value: NodeValue) -> Option<NodeValue> {
        (self.opcode(value) == isd::XOR && self.dag.is_all_ones(self.operand(value, 1)))
            .then(|| self.operand(value, 0))
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
        // Constants go outermost: (x + c) + y is (x + y) + c. Addresses fold the constant.
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
        // An addition without carries is an or with the disjoint flag, and the other way round for constants: an address
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

    fn is_disjoint(&self, a: NodeValue, b: NodeValue) -> bool {
        let (x, y) = (self.known(a), self.known(b));
        let all = truncate_bits(u128::MAX, x.bits);
        (x.zeros | y.zeros) & all == all
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
        None
    }

    pub(super) fn mul(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        let constant = self.constant(b)?;
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

    pub(super) fn divide(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        let opcode = self.dag.opcode(node);
        let divisor = self.constant(b)?;
        if divisor == 0 {
            return None;
        }
        let unsigned = matches!(opcode, isd::UDIV | isd::UREM);
        let power = divisor.is_power_of_two();
        if unsigned && power {
            return Some(if opcode == isd::UDIV {
                self.shift_by(isd::SRL, a, divisor.trailing_zeros()).into()
            } else {
                let mask = self.dag.constant((divisor - 1) as i128, vt);
                self.node(isd::AND, vt, &[a, mask]).into()
            });
        }
        if vt.is_vector() || !(2..=32).contains(&bits) || !self.level.allows_illegal_ops() {
            return None;
        }
        // Of values that are not negative, signed division is unsigned.
        if !unsigned && self.known(a).is_non_negative() && sign_extend_bits(divisor, bits) > 0 {
            let opcode = if opcode == isd::SDIV { isd::UDIV } else { isd::UREM };
            return Some(self.node(opcode, vt, &[a, b]).into());
        }
        if matches!(opcode, isd::UREM | isd::SREM) {
            let divide = if unsigned { isd::UDIV } else { isd::SDIV };
            let quotient = self.node(divide, vt, &[a, b]);
            let product = self.node(isd::MUL, vt, &[quotient, b]);
            return Some(self.node(isd::SUB, vt, &[a, product]).into());
        }
        if bits != 32 || !self.is_native(isd::MULHU, vt) {
            return None;
        }
        if unsigned {
            return Some(self.udiv_by_constant(a, divisor as u32).into());
        }
        self.sdiv_by_constant(a, sign_extend_bits(divisor, bits) as i32)
            .map(Change::from)
    }

    /// Unsigned division by a constant that is no power of two, by the high half of a product. Source: T. Granlund,
    /// P. Montgomery, "Division by Invariant Integers using Multiplication" (PLDI 1994).
    fn udiv_by_constant(&mut self, a: NodeValue, divisor: u32) -> NodeValue {
        let vt = ValueType::I32;
        // 2^(32 + shift) / divisor rounded up has 33 bits; the lowest 32 are the factor.
        let shift = 32 - (divisor - 1).leading_zeros();
        let factor = ((1u128 << (32 + shift)) / u128::from(divisor) + 1) as u64;
        // A factor of 32 bits may do: with fewer bits if the divisor is even, or for some odd ones.
        for smaller in 0..shift {
            let exact = 1u128 << (32 + smaller);
            let up = exact.div_ceil(u128::from(divisor));
            let error = up * u128::from(divisor) - exact;
            if up <= u128::from(u32::MAX) && error <= 1 << smaller {
                let constant = self.dag.constant(up as i128, vt);
                let high = self.node(isd::MULHU, vt, &[a, constant]);
                return self.shift_by(isd::SRL, high, smaller);
            }
        }
        let constant = self.dag.constant(i128::from(factor as u32), vt);
        let high = self.node(isd::MULHU, vt, &[a, constant]);
        // (a - high) / 2 + high does not overflow.
        let rest = self.node(isd::SUB, vt, &[a, high]);
        let half = self.shift_by(isd::SRL, rest, 1);
        let sum = self.node(isd::ADD, vt, &[half, high]);
        self.shift_by(isd::SRL, sum, shift - 1)
    }

    fn sdiv_by_constant(&mut self, a: NodeValue, divisor: i32) -> Option<NodeValue> {
        let vt = ValueType::I32;
        let size = divisor.unsigned_abs();
        if divisor == i32::MIN || size < 2 {
            return None;
        }
        let quotient = if size.is_power_of_two() {
            let by = size.trailing_zeros();
            let sign = self.shift_by(isd::SRA, a, 31);
            let bias = self.shift_by(isd::SRL, sign, 32 - by);
            let sum = self.node(isd::ADD, vt, &[a, bias]);
            self.shift_by(isd::SRA, sum, by)
        } else {
            if !self.is_native(isd::MULHS, vt) {
                return None;
            }
            // The smallest factor 2^(32 + shift) / size, rounded up, that is exact enough for 31 bits.
            let mut shift = 0;
            let factor = loop {
                let exact = 1u128 << (32 + shift);
                let up = exact.div_ceil(u128::from(size));
                if (up * u128::from(size) - exact) << 31 < exact {
                    break up as u32;
                }
                shift += 1;
            };
            let constant = self.dag.constant(i128::from(factor as i32), vt);
            let mut high = self.node(isd::MULHS, vt, &[a, constant]);
            if factor as i32 <= 0 {
                // The factor is meant to be positive: 2^32 more.
                high = self.node(isd::ADD, vt, &[high, a]);
            }
            let shifted = self.shift_by(isd::SRA, high, shift);
            let sign = self.shift_by(isd::SRL, a, 31);
            self.node(isd::ADD, vt, &[shifted, sign])
        };
        if divisor > 0 {
            return Some(quotient);
        }
        let zero = self.dag.constant(0, vt);
        Some(self.node(isd::SUB, vt, &[zero, quotient]))
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
            // The mask removes nothing, or everything.
            if truncate_bits(!mask, bits) & !known.zeros == 0 {
                return Some(a.into());
            }
            if mask & !known.zeros == 0 {
                return Some(self.dag.constant(0, vt).into());
            }
            if let Some(load) = self.narrow_masked_load(a, mask, vt) {
                return Some(load.into());
            }
            // Only the masked bits of the operand count.
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

    /// A simpler value with the same bits under `mask`; the other bits may differ.
    pub(super) fn demand(&mut self, value: NodeValue, mask: u128) -> Option<NodeValue> {
        self.demand_at(value, mask, 0)
    }

    fn demand_at(&mut self, value: NodeValue, mask: u128, depth: u32) -> Option<NodeValue> {
        use isd::*;
        let vt = self.vt(value);
        let bits = vt.scalar_bits();
        if depth > 3 || vt.is_vector() || !vt.is_integer() || !self.one_use(value) || value.result != 0 {
            return None;
        }
        let opcode = self.opcode(value);
        match opcode {
            AND | OR | XOR => {
                let (a, b) = (self.operand(value, 0), self.operand(value, 1));
                if let Some(constant) = self.constant(b) {
                    // The constant changes nothing under the mask.
                    let changes = match opcode {
                        AND => !constant & mask,
                        _ => constant & mask,
                    };
                    if changes == 0 {
                        return Some(a);
                    }
                    let inner_mask = match opcode {
                        AND => mask & constant,
                        OR => mask & !constant,
                        _ => mask,
                    };
                    let x = self.demand_at(a, inner_mask, depth + 1)?;
                    return Some(self.node(opcode, vt, &[x, b]));
                }
                if let Some(x) = self.demand_at(a, mask, depth + 1) {
                    return Some(self.node(opcode, vt, &[x, b]));
                }
                let y = self.demand_at(b, mask, depth + 1)?;
                Some(self.node(opcode, vt, &[a, y]))
            }
            ADD | SUB | MUL => {
                // Carries come from below: the bits up to the highest one wanted.
                let low = truncate_bits(u128::MAX, 128 - mask.leading_zeros());
                if low == truncate_bits(u128::MAX, bits) {
                    return None;
                }
                let (a, b) = (self.operand(value, 0), self.operand(value, 1));
                if let Some(x) = self.demand_at(a, low, depth + 1) {
                    return Some(self.node(opcode, vt, &[x, b]));
                }
                let y = self.demand_at(b, low, depth + 1)?;
                Some(self.node(opcode, vt, &[a, y]))
            }
            ZERO_EXTEND | SIGN_EXTEND => {
                let x = self.operand(value, 0);
                let from = self.vt(x).scalar_bits();
                if mask >> from.min(127) == 0 && self.allows(ANY_EXTEND, vt) {
                    return Some(self.node(ANY_EXTEND, vt, &[x]));
                }
                None
            }
            SIGN_EXTEND_INREG => {
                let from = self.dag.type_operand(self.operand(value, 1)).scalar_bits();
                (mask >> from == 0).then(|| self.operand(value, 0))
            }
            SHL => {
                let by = self.shift_amount(value)?;
                let (x, amount) = (self.operand(value, 0), self.operand(value, 1));
                let x = self.demand_at(x, mask >> by, depth + 1)?;
                Some(self.node(SHL, vt, &[x, amount]))
            }
            SRL => {
                let by = self.shift_amount(value)?;
                let (x, amount) = (self.operand(value, 0), self.operand(value, 1));
                let x = self.demand_at(x, truncate_bits(mask << by, bits), depth + 1)?;
                Some(self.node(SRL, vt, &[x, amount]))
            }
            SRA => {
                let by = self.shift_amount(value)?;
                // No copy of the sign is wanted.
                let copies = truncate_bits(u128::MAX, bits) & !truncate_bits(u128::MAX, bits - by);
                if mask & copies == 0 && self.allows(SRL, vt) {
                    let (x, amount) = (self.operand(value, 0), self.operand(value, 1));
                    return Some(self.node(SRL, vt, &[x, amount]));
                }
                None
            }
            _ => None,
        }
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
        // Setting bits that are clear is adding: offsets of addresses are additions.
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

    /// Whether some user is an access at this address or an addition that may become one.
    fn feeds_address(&self, node: NodeId) -> bool {
        self.dag.uses(node).any(|used| match self.dag.opcode(used.user) {
            isd::LOAD => used.operand == 1,
            isd::STORE => used.operand == 2,
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
        None
    }

    /// Whether `b` is `bits - a` (or the other way round), perhaps both under the mask `bits - 1`.
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

    /// Operations with a second result that is not used.
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

    pub(super) fn set_cc(&mut self, node: NodeId) -> Option<Change> {
        use CondCode::*;
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let cc = self.dag.cond_code_of(self.operand(node, 2));
        let (vt, operand_vt) = (self.vt(node), self.vt(a));
        if !operand_vt.is_integer() {
            return None;
        }
        let bits = operand_vt.scalar_bits();
        // Comparisons of conditions.
        if operand_vt == ValueType::I1
            && vt == operand_vt
            && cc.is_int_equality()
            && let Some(constant) = self.constant(b)
        {
            let same = (constant == 1) == (cc == SetEq);
            return Some(if same { a.into() } else { self.dag.not(a).into() });
        }
        if let Some(constant) = self.constant(b) {
            let max = truncate_bits(u128::MAX, bits);
            let signed_max = max >> 1;
            let signed_min = signed_max + 1;
            let boolean =
                |this: &mut Self, value: bool| Some(Change::from(this.dag.constant(i128::from(value), vt)));
            match cc {
                SetUlt if constant == 0 => return boolean(self, false),
                SetUge if constant == 0 => return boolean(self, true),
                SetUgt if constant == max => return boolean(self, false),
                SetUle if constant == max => return boolean(self, true),
                SetLt if constant == signed_min => return boolean(self, false),
                SetGe if constant == signed_min => return boolean(self, true),
                SetGt if constant == signed_max => return boolean(self, false),
                SetLe if constant == signed_max => return boolean(self, true),
                _ => {}
            }
            // Equality instead of order at the ends.
            let equality = match cc {
                SetUlt if constant == 1 => Some((SetEq, 0)),
                SetUgt if constant == 0 => Some((SetNe, 0)),
                SetUge if constant == 1 => Some((SetNe, 0)),
                SetUle if constant == 0 => Some((SetEq, 0)),
                _ => None,
            };
            if let Some((cc, constant)) = equality {
                let constant = self.dag.constant(constant, operand_vt);
                return Some(self.dag.set_cc(vt, a, constant, cc).into());
            }
            if let Some(change) = self.set_cc_constant(vt, a, constant, cc) {
                return Some(change);
            }
            // What is known of the bits decides.
            let known = self.known(a);
            if cc.is_int_equality() && (constant & known.zeros != 0 || !constant & known.ones != 0) {
                return boolean(self, cc == SetNe);
            }
            if !cc.is_signed_int() && !cc.is_int_equality() {
                let max = known.max();
                match cc {
                    SetUlt if max < constant => return boolean(self, true),
                    SetUge if max < constant => return boolean(self, false),
                    SetUgt if max <= constant => return boolean(self, false),
                    SetUle if max <= constant => return boolean(self, true),
                    _ => {}
                }
            }
        }
        // Of extended values, the values.
        let (ea, eb) = (self.opcode(a), self.opcode(b));
        if (ea == isd::ZERO_EXTEND || ea == isd::SIGN_EXTEND) && ea == eb {
            let (x, y) = (self.operand(a, 0), self.operand(b, 0));
            let narrow = self.vt(x);
            let signed_ok = ea == isd::SIGN_EXTEND || !cc.is_signed_int();
            let cc = if ea == isd::ZERO_EXTEND { unsigned(cc) } else { cc };
            if narrow == self.vt(y)
                && (signed_ok || ea == isd::ZERO_EXTEND)
                && self.allows(isd::SETCC, narrow)
                && narrow != ValueType::I1
            {
                return Some(self.dag.set_cc(vt, x, y, cc).into());
            }
        }
        // (x - y) == 0, (x ^ y) == 0
        if cc.is_int_equality() && self.dag.is_zero(b) && matches!(ea, isd::SUB | isd::XOR) && self.one_use(a)
        {
            let (x, y) = (self.operand(a, 0), self.operand(a, 1));
            return Some(self.dag.set_cc(vt, x, y, cc).into());
        }
        None
    }

    /// Comparisons of something made of a condition or a smaller value with a constant.
    fn set_cc_constant(
        &mut self,
        vt: ValueType,
        a: NodeValue,
        constant: u128,
        cc: CondCode,
    ) -> Option<Change> {
        let opcode = self.opcode(a);
        let operand_vt = self.vt(a);
        match opcode {
            isd::ZERO_EXTEND | isd::SIGN_EXTEND | isd::ANY_EXTEND => {
                let x = self.operand(a, 0);
                let narrow = self.vt(x);
                let bits = narrow.scalar_bits();
                if opcode == isd::ANY_EXTEND {
                    return None;
                }
                let extended = |value: u128| {
                    if opcode == isd::SIGN_EXTEND {
                        truncate_bits(sign_extend_bits(value, bits) as u128, operand_vt.scalar_bits())
                    } else {
                        value
                    }
                };
                let fits = extended(truncate_bits(constant, bits)) == constant;
                if narrow == ValueType::I1 && vt == narrow && cc.is_int_equality() {
                    if !fits {
                        return Some(self.dag.constant(i128::from(cc == CondCode::SetNe), vt).into());
                    }
                    let is_true = constant != 0;
                    let same = is_true == (cc == CondCode::SetEq);
                    return Some(if same { x.into() } else { self.dag.not(x).into() });
                }
                if !fits || narrow == ValueType::I1 || !self.allows(isd::SETCC, narrow) {
                    return None;
                }
                let cc = if opcode == isd::ZERO_EXTEND {
                    unsigned(cc)
                } else {
                    cc
                };
                let constant = self.dag.constant(truncate_bits(constant, bits) as i128, narrow);
                Some(self.dag.set_cc(vt, x, constant, cc).into())
            }
            isd::SELECT if cc.is_int_equality() => {
                // (c ? t : f) == t with constants.
                let condition = self.operand(a, 0);
                let on_true = self.constant(self.operand(a, 1))?;
                let on_false = self.constant(self.operand(a, 2))?;
                if on_true == on_false || self.vt(condition) != vt {
                    return None;
                }
                let equal = cc == CondCode::SetEq;
                let (t, f) = ((on_true == constant) == equal, (on_false == constant) == equal);
                Some(match (t, f) {
                    (true, false) => condition.into(),
                    (false, true) => self.dag.not(condition).into(),
                    (value, _) => self.dag.constant(i128::from(value), vt).into(),
                })
            }
            isd::ADD if cc.is_int_equality() => {
                let addend = self.constant(self.operand(a, 1))?;
                let bits = operand_vt.scalar_bits();
                let value = truncate_bits(constant.wrapping_sub(addend), bits);
                let value = self.dag.constant(value as i128, operand_vt);
                let x = self.operand(a, 0);
                Some(self.dag.set_cc(vt, x, value, cc).into())
            }
            isd::XOR if cc.is_int_equality() => {
                let mask = self.constant(self.operand(a, 1))?;
                let value = self.dag.constant((constant ^ mask) as i128, operand_vt);
                let x = self.operand(a, 0);
                Some(self.dag.set_cc(vt, x, value, cc).into())
            }
            _ => None,
        }
    }

    pub(super) fn select(&mut self, node: NodeId) -> Option<Change> {
        let (condition, a, b) = (
            self.operand(node, 0),
            self.operand(node, 1),
            self.operand(node, 2),
        );
        let vt = self.vt(node);
        let opcode = self.dag.opcode(node);
        let flags = self.dag.flags(node);
        if let Some(x) = self.inverted_condition(condition) {
            return Some(self.node_flags(opcode, vt, &[x, b, a], flags).into());
        }
        // The same condition again.
        for (index, value) in [(1, a), (2, b)] {
            if self.opcode(value) == opcode && self.operand(value, 0) == condition {
                let inner = self.operand(value, index);
                let (a, b) = if index == 1 { (inner, b) } else { (a, inner) };
                return Some(self.node_flags(opcode, vt, &[condition, a, b], flags).into());
            }
        }
        if vt == ValueType::I1 && self.vt(condition) == vt {
            let constant = (self.constant(a), self.constant(b));
            match constant {
                (Some(1), Some(0)) => return Some(condition.into()),
                (Some(0), Some(1)) => return Some(self.dag.not(condition).into()),
                (Some(1), _) => return Some(self.node(isd::OR, vt, &[condition, b]).into()),
                (_, Some(0)) => return Some(self.node(isd::AND, vt, &[condition, a]).into()),
                (Some(0), _) => {
                    let inverted = self.dag.not(condition);
                    return Some(self.node(isd::AND, vt, &[inverted, b]).into());
                }
                (_, Some(1)) => {
                    let inverted = self.dag.not(condition);
                    return Some(self.node(isd::OR, vt, &[inverted, a]).into());
                }
                _ => {}
            }
        }
        if self.opcode(condition) == isd::SETCC {
            return self.select_of_comparison(node, condition, a, b);
        }
        None
    }

    /// `x` of a condition `!x`.
    fn inverted_condition(&self, condition: NodeValue) -> Option<NodeValue> {
        if self.opcode(condition) != isd::XOR {
            return None;
        }
        let mask = self.constant(self.operand(condition, 1))?;
        let all = truncate_bits(u128::MAX, self.vt(condition).scalar_bits());
        (mask == all).then(|| self.operand(condition, 0))
    }

    /// Minimum and maximum.
    fn select_of_comparison(
        &mut self,
        node: NodeId,
        condition: NodeValue,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<Change> {
        use CondCode::*;
        let vt = self.vt(node);
        let (x, y) = (self.operand(condition, 0), self.operand(condition, 1));
        let mut cc = self.dag.cond_code_of(self.operand(condition, 2));
        if self.vt(x) != vt {
            return None;
        }
        if (x, y) == (b, a) {
            // x < y ? y : x
            cc = cc.swapped();
        } else if (x, y) != (a, b) {
            return None;
        }
        // Now: a cc b ? a : b.
        if vt.is_integer() {
            let opcode = match cc {
                SetLt | SetLe => isd::SMIN,
                SetGt | SetGe => isd::SMAX,
                SetUlt | SetUle => isd::UMIN,
                SetUgt | SetUge => isd::UMAX,
                SetEq => return Some(b.into()),
                SetNe => return Some(a.into()),
                _ => return None,
            };
            return self
                .is_native(opcode, vt)
                .then(|| self.node(opcode, vt, &[a, b]).into());
        }
        let flags = self.dag.flags(node) | self.dag.flags(condition.node);
        if !flags.contains(NodeFlags::NNAN) || !self.dag.flags(node).contains(NodeFlags::NSZ) {
            return None;
        }
        let opcode: NodeOpcode = match cc {
            SetOlt | SetOle | SetUlt | SetUle | SetLt | SetLe => isd::FMINNUM,
            SetOgt | SetOge | SetUgt | SetUge | SetGt | SetGe => isd::FMAXNUM,
            _ => return None,
        };
        let flags = self.dag.flags(node) | NodeFlags::NNAN;
        self.is_native(opcode, vt)
            .then(|| self.node_flags(opcode, vt, &[a, b], flags).into())
    }
}

/// The condition of the zero-extended operands' own type.
fn unsigned(cc: CondCode) -> CondCode {
    match cc {
        CondCode::SetLt => CondCode::SetUlt,
        CondCode::SetLe => CondCode::SetUle,
        CondCode::SetGt => CondCode::SetUgt,
        CondCode::SetGe => CondCode::SetUge,
        other => other,
    }
}
