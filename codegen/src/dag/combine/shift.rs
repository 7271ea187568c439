//! Rules for shifts, rotations, extensions and truncations.

use super::{Change, Combiner};
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::make::truncate_bits;
use crate::dag::node::{LoadExt, NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;

impl Combiner<'_> {
    pub(super) fn shl(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        let by = self.shift_amount(node.into())?;
        match self.opcode(x) {
            isd::SHL => {
                let inner = self.shift_amount(x)?;
                let source = self.operand(x, 0);
                Some(if inner + by >= bits {
                    self.dag.constant(0, vt).into()
                } else {
                    self.shift_by(isd::SHL, source, inner + by).into()
                })
            }
            // (x >> c) << c: the low bits cleared.
            isd::SRL if self.shift_amount(x) == Some(by) && self.allows(isd::AND, vt) => {
                let source = self.operand(x, 0);
                let mask = truncate_bits(u128::MAX << by, bits);
                let mask = self.dag.constant(mask as i128, vt);
                Some(self.node(isd::AND, vt, &[source, mask]).into())
            }
            // ((x >> c) & m) << c: bits that stay where they are.
            isd::AND
                if self.one_use(x)
                    && self.opcode(self.operand(x, 0)) == isd::SRL
                    && self.shift_amount(self.operand(x, 0)) == Some(by) =>
            {
                let mask = self.constant(self.operand(x, 1))?;
                let source = self.operand(self.operand(x, 0), 0);
                let mask = self.dag.constant(truncate_bits(mask << by, bits) as i128, vt);
                Some(self.node(isd::AND, vt, &[source, mask]).into())
            }
            // A shift that loses no bits may be done before the extension: offsets of addresses are 32 bits wide.
            isd::ZERO_EXTEND
                if !vt.is_vector() && {
                    let source = self.operand(x, 0);
                    self.allows(isd::SHL, self.vt(source))
                        && by < self.vt(source).scalar_bits()
                        && self.known(source).leading_zeros() >= by
                } =>
            {
                let source = self.operand(x, 0);
                let shifted = self.shift_by(isd::SHL, source, by);
                Some(self.node(isd::ZERO_EXTEND, vt, &[shifted]).into())
            }
            // (x * c) << d
            isd::MUL if self.one_use(x) => {
                let constant = self.constant(self.operand(x, 1))?;
                let source = self.operand(x, 0);
                let constant = self.dag.constant(truncate_bits(constant << by, bits) as i128, vt);
                Some(self.node(isd::MUL, vt, &[source, constant]).into())
            }
            // (x + c) << d: constants move outward.
            isd::ADD if self.one_use(x) => {
                let constant = self.constant(self.operand(x, 1))?;
                let source = self.operand(x, 0);
                let keep = self.dag.flags(x.node) & self.dag.flags(node) & NodeFlags::NUW;
                let shifted = self.shift_by(isd::SHL, source, by);
                let constant = self.dag.constant(truncate_bits(constant << by, bits) as i128, vt);
                Some(self.node_flags(isd::ADD, vt, &[shifted, constant], keep).into())
            }
            _ => {
                // Bits that are shifted out do not matter.
                let mask = truncate_bits(u128::MAX, bits) >> by;
                let simpler = self.demand(x, mask)?;
                Some(self.shift_by(isd::SHL, simpler, by).into())
            }
        }
    }

    pub(super) fn srl(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        let by = self.shift_amount(node.into())?;
        match self.opcode(x) {
            isd::SRL => {
                let inner = self.shift_amount(x)?;
                let source = self.operand(x, 0);
                return Some(if inner + by >= bits {
                    self.dag.constant(0, vt).into()
                } else {
                    self.shift_by(isd::SRL, source, inner + by).into()
                });
            }
            isd::SHL if self.shift_amount(x) == Some(by) && self.allows(isd::AND, vt) => {
                let source = self.operand(x, 0);
                let mask = truncate_bits(u128::MAX, bits) >> by;
                let mask = self.dag.constant(mask as i128, vt);
                return Some(self.node(isd::AND, vt, &[source, mask]).into());
            }
            // The sign bit of a value is that of its sign-extended copies.
            isd::SRA if by == bits - 1 => {
                let source = self.operand(x, 0);
                return Some(self.shift_by(isd::SRL, source, by).into());
            }
            // A bit field: shift first, so that the mask is a low one.
            isd::AND if self.one_use(x) => {
                if let Some(mask) = self.constant(self.operand(x, 1)) {
                    let mask = mask >> by;
                    if mask != 0 && mask & (mask + 1) == 0 {
                        let source = self.operand(x, 0);
                        let field = self.shift_by(isd::SRL, source, by);
                        let mask = self.dag.constant(mask as i128, vt);
                        return Some(self.node(isd::AND, vt, &[field, mask]).into());
                    }
                }
            }
            _ => {}
        }
        // Everything is shifted out.
        if bits - self.known(x).leading_zeros() <= by {
            return Some(self.dag.constant(0, vt).into());
        }
        let mask = truncate_bits(u128::MAX << by, bits);
        let simpler = self.demand(x, mask)?;
        Some(self.shift_by(isd::SRL, simpler, by).into())
    }

    pub(super) fn sra(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        if self.known(x).is_non_negative() && self.allows(isd::SRL, vt) {
            let amount = self.operand(node, 1);
            return Some(self.node(isd::SRL, vt, &[x, amount]).into());
        }
        let by = self.shift_amount(node.into())?;
        if self.sign_bits(x) == bits {
            return Some(x.into());
        }
        match self.opcode(x) {
            isd::SRA => {
                let inner = self.shift_amount(x)?;
                let source = self.operand(x, 0);
                Some(self.shift_by(isd::SRA, source, (inner + by).min(bits - 1)).into())
            }
            // The low bits sign-extended in place.
            isd::SHL if self.shift_amount(x) == Some(by) && !vt.is_vector() => {
                let from = ValueType::int(bits - by);
                let ok = matches!(bits - by, 8 | 16 | 32) && self.is_native(isd::SIGN_EXTEND_INREG, vt);
                let source = self.operand(x, 0);
                ok.then(|| self.dag.sext_in_reg(source, from).into())
            }
            _ => None,
        }
    }

    pub(super) fn rotate(&mut self, node: NodeId) -> Option<Change> {
        let vt = self.vt(node);
        let bits = u128::from(vt.scalar_bits());
        let opcode = self.dag.opcode(node);
        let last = self.dag.num_operands(node) - 1;
        let amount = self.operand(node, last);
        if let Some(by) = self.constant(amount) {
            if by >= bits {
                let amount_vt = self.vt(amount);
                let by = self.dag.constant((by % bits) as i128, amount_vt);
                let mut operands = self.dag.operand_vec(node);
                operands[last] = by;
                return Some(self.node(opcode, vt, &operands).into());
            }
            return None;
        }
        // Only the amount modulo the width matters anyway.
        if self.opcode(amount) == isd::AND
            && bits.is_power_of_two()
            && self
                .constant(self.operand(amount, 1))
                .is_some_and(|mask| mask & (bits - 1) == bits - 1)
        {
            let mut operands = self.dag.operand_vec(node);
            operands[last] = self.operand(amount, 0);
            return Some(self.node(opcode, vt, &operands).into());
        }
        None
    }

    pub(super) fn truncate(&mut self, node: NodeId) -> Option<Change> {
        use isd::*;
        let x = self.operand(node, 0);
        let (vt, from) = (self.vt(node), self.vt(x));
        let (bits, wide) = (vt.scalar_bits(), from.scalar_bits());
        if vt.is_vector() {
            return None;
        }
        let opcode = self.opcode(x);
        match opcode {
            // Computed in the smaller type: only the low bits matter.
            ADD | SUB | MUL | AND | OR | XOR
                if self.one_use(x) && wide > 32 && bits <= 32 && self.allows(opcode, vt) && bits > 1 =>
            {
                let (a, b) = (self.operand(x, 0), self.operand(x, 1));
                let a = self.node(TRUNCATE, vt, &[a]);
                let b = self.node(TRUNCATE, vt, &[b]);
                return Some(self.node(opcode, vt, &[a, b]).into());
            }
            SHL if self.one_use(x) && wide > 32 && bits <= 32 && bits > 1 && self.allows(SHL, vt) => {
                let by = self.shift_amount(x)?;
                let a = self.operand(x, 0);
                if by >= bits {
                    return Some(self.dag.constant(0, vt).into());
                }
                let a = self.node(TRUNCATE, vt, &[a]);
                return Some(self.shift_by(SHL, a, by).into());
            }
            SELECT if self.one_use(x) && wide > 32 && bits <= 32 && self.allows(SELECT, vt) => {
                let (condition, a, b) = (self.operand(x, 0), self.operand(x, 1), self.operand(x, 2));
                let a = self.node(TRUNCATE, vt, &[a]);
                let b = self.node(TRUNCATE, vt, &[b]);
                return Some(self.node(SELECT, vt, &[condition, a, b]).into());
            }
            SRL | SRA => {
                let by = self.shift_amount(x)?;
                let source = self.operand(x, 0);
                // The high word of a pair.
                if let Some(high) = self.high_word(source, by, vt, from) {
                    return Some(high.into());
                }
                // A part of it.
                if by > 32
                    && self.one_use(x)
                    && let Some(high) = self.high_word(source, 32, vt, from)
                {
                    return Some(self.shift_by(opcode, high, by - 32).into());
                }
                // For an extended value: in the smaller type.
                if matches!(self.opcode(source), ZERO_EXTEND | SIGN_EXTEND | ANY_EXTEND) {
                    let inner = self.operand(source, 0);
                    if self.vt(inner) == vt
                        && self.opcode(source) == ZERO_EXTEND
                        && opcode == SRL
                        && by < bits
                        && self.allows(SRL, vt)
                    {
                        return Some(self.shift_by(SRL, inner, by).into());
                    }
                    if self.vt(inner) == vt
                        && self.opcode(source) == SIGN_EXTEND
                        && opcode == SRA
                        && self.allows(SRA, vt)
                    {
                        return Some(self.shift_by(SRA, inner, by.min(bits - 1)).into());
                    }
                }
                // Other users of the shifted value keep the whole load, so memory would be read twice.
                if self.one_use(x)
                    && let Some(load) = self.narrow_load(source, by, vt)
                {
                    return Some(load.into());
                }
                return None;
            }
            LOAD => {
                if let Some(load) = self.narrow_load(x, 0, vt) {
                    return Some(load.into());
                }
            }
            BITCAST => {
                let source = self.operand(x, 0);
                let source_vt = self.vt(source);
                if source_vt.is_vector() && source_vt.scalar() == vt && self.allows_type(vt) {
                    return Some(self.dag.extract_element(source, 0).into());
                }
            }
            SIGN_EXTEND_INREG => {
                let kept = self.dag.type_operand(self.operand(x, 1)).scalar_bits();
                if kept >= bits {
                    let source = self.operand(x, 0);
                    return Some(self.node(TRUNCATE, vt, &[source]).into());
                }
            }
            _ => {}
        }
        let simpler = self.demand(x, truncate_bits(u128::MAX, bits))?;
        Some(self.node(TRUNCATE, vt, &[simpler]).into())
    }

    /// `trunc (x >> by)` if that is the high word of a pair of words.
    fn high_word(&mut self, source: NodeValue, by: u32, vt: ValueType, from: ValueType) -> Option<NodeValue> {
        if from != ValueType::I64 || by != 32 || vt != ValueType::I32 {
            return None;
        }
        let pair = ValueType::V2I32;
        if self.opcode(source) == isd::BUILD_PAIR {
            return Some(self.operand(source, 1));
        }
        if self.level.allows_illegal_types() {
            // The product's high half has instructions of its own.
            return None;
        }
        if !self.target.tables().is_type_legal(pair) || !self.target.tables().is_type_legal(from) {
            return None;
        }
        if self.opcode(source) == isd::MUL {
            return None;
        }
        let vector = self.dag.bitcast(pair, source);
        Some(self.dag.extract_element(vector, 1))
    }

    /// Loads only the part of a loaded value that begins at bit `by`. The original load then disappears: it and
    /// everything between it and the part have a single use.
    fn narrow_load(&mut self, load: NodeValue, by: u32, vt: ValueType) -> Option<NodeValue> {
        if self.opcode(load) != isd::LOAD || load.result != 0 || !self.one_use(load) || !by.is_multiple_of(8)
        {
            return None;
        }
        let memory = self.dag.memory_vt(load.node)?;
        let mem = *self.dag.mem_operand(load.node)?;
        let bits = vt.scalar_bits();
        if !memory.is_scalar_integer()
            || !vt.is_scalar_integer()
            || !memory.is_byte_sized()
            || !matches!(bits, 8 | 16 | 32)
            || by + bits > memory.scalar_bits()
            || memory.scalar_bits() <= bits
            || mem.is_ordered()
            || !self.target.should_reduce_load_width(self.dag, load.node, vt)
        {
            return None;
        }
        if !self.level.allows_illegal_ops() && !self.target.tables().is_legal(isd::LOAD, vt) {
            return None;
        }
        if !self.allows_type(vt) {
            return None;
        }
        let part = super::memory::part_of_access(&mem, by / 8, vt);
        let (chain, address) = (self.operand(load, 0), self.operand(load, 1));
        let address = self.dag.add_offset(address, i64::from(by / 8));
        let new = self.dag.load(vt, chain, address, part);
        self.dag.replace_value(load.with_result(1), new.with_result(1));
        Some(new)
    }

    /// An extension of a load as an extending load.
    fn extend_load(&mut self, node: NodeId, ext: LoadExt) -> Option<Change> {
        let load = self.operand(node, 0);
        let vt = self.vt(node);
        if self.opcode(load) != isd::LOAD || load.result != 0 || vt.is_vector() {
            return None;
        }
        let memory = self.dag.memory_vt(load.node)?;
        let known = self.dag.load_ext(load.node);
        let mem = *self.dag.mem_operand(load.node)?;
        if !memory.is_scalar_integer() || mem.is_ordered() {
            return None;
        }
        let ext = match (known, ext) {
            (LoadExt::None, ext) => ext,
            (known, LoadExt::Any) => known,
            (known, ext) if known == ext => ext,
            // A zero-extended smaller value is not negative.
            (LoadExt::Zero, LoadExt::Sign) => LoadExt::Zero,
            _ => return None,
        };
        let (chain, address) = (self.operand(load, 0), self.operand(load, 1));
        // A bit is stored zero-extended in its byte.
        if memory == ValueType::I1 && known == LoadExt::None {
            if !self.one_use(load)
                || !self.level.allows_illegal_ops()
                || ext == LoadExt::Sign && !self.is_native(isd::SIGN_EXTEND_INREG, vt)
            {
                return None;
            }
            let byte = self
                .dag
                .ext_load(LoadExt::Zero, vt, ValueType::I8, chain, address, mem);
            self.dag.replace_value(load.with_result(1), byte.with_result(1));
            return Some(match ext {
                LoadExt::Sign => self.dag.sext_in_reg(byte, memory).into(),
                _ => {
                    let bit = self.dag.value_type_node(memory);
                    self.node(isd::ASSERT_ZEXT, vt, &[byte, bit]).into()
                }
            });
        }
        if !self.one_use(load) || !self.allows_ext_load(ext, vt, memory) {
            return None;
        }
        let new = self.dag.ext_load(ext, vt, memory, chain, address, mem);
        self.dag.replace_value(load.with_result(1), new.with_result(1));
        Some(new.into())
    }

    pub(super) fn zero_extend(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        if let Some(change) = self.extend_load(node, LoadExt::Zero) {
            return Some(change);
        }
        if self.opcode(x) == isd::TRUNCATE && self.allows(isd::AND, vt) && !vt.is_vector() {
            let source = self.operand(x, 0);
            let narrow = self.vt(x);
            let source_vt = self.vt(source);
            // The bits above are known to be zero: nothing was truncated.
            let known = self.known(source);
            let cut_is_zero = source_vt.scalar_bits() - known.leading_zeros() <= narrow.scalar_bits();
            if cut_is_zero
                && (source_vt == vt || self.allows_type(source_vt))
                && source_vt.scalar_bits() <= vt.scalar_bits()
            {
                return Some(self.dag.zext_or_trunc(source, vt).into());
            }
            if source_vt == vt {
                return Some(self.dag.zext_in_reg(source, narrow).into());
            }
        }
        // zext (and (trunc x), c): in the larger type.
        if self.opcode(x) == isd::AND && self.one_use(x) && !vt.is_vector() && self.allows(isd::AND, vt) {
            let (inner, mask) = (self.operand(x, 0), self.operand(x, 1));
            if self.opcode(inner) == isd::TRUNCATE
                && let Some(mask) = self.constant(mask)
                && self.vt(self.operand(inner, 0)) == vt
            {
                let source = self.operand(inner, 0);
                let mask = self.dag.constant(mask as i128, vt);
                return Some(self.node(isd::AND, vt, &[source, mask]).into());
            }
        }
        self.narrow_extension_source(node, isd::ZERO_EXTEND)
    }

    pub(super) fn sign_extend(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        if let Some(change) = self.extend_load(node, LoadExt::Sign) {
            return Some(change);
        }
        let narrow = self.vt(x);
        if narrow != ValueType::I1
            && !vt.is_vector()
            && self.known(x).is_non_negative()
            && self.allows(isd::ZERO_EXTEND, vt)
        {
            return Some(
                self.node_flags(isd::ZERO_EXTEND, vt, &[x], NodeFlags::NNEG)
                    .into(),
            );
        }
        if self.opcode(x) == isd::TRUNCATE && !vt.is_vector() {
            let source = self.operand(x, 0);
            let source_vt = self.vt(source);
            // The truncated bits are copies of the sign.
            let cut = source_vt.scalar_bits() - narrow.scalar_bits();
            if self.sign_bits(source) > cut
                && source_vt.scalar_bits() <= vt.scalar_bits()
                && self.allows_type(source_vt)
            {
                return Some(self.dag.sext_or_trunc(source, vt).into());
            }
            if source_vt == vt
                && self.is_native(isd::SIGN_EXTEND_INREG, vt)
                && matches!(narrow.scalar_bits(), 1 | 8 | 16 | 32)
            {
                return Some(self.dag.sext_in_reg(source, narrow).into());
            }
        }
        None
    }

    pub(super) fn any_extend(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        if let Some(change) = self.extend_load(node, LoadExt::Any) {
            return Some(change);
        }
        if self.opcode(x) == isd::TRUNCATE {
            let source = self.operand(x, 0);
            let source_vt = self.vt(source);
            if source_vt == vt || (self.allows_type(source_vt) && source_vt.scalar_bits() < vt.scalar_bits())
            {
                return Some(self.dag.anyext_or_trunc(source, vt).into());
            }
        }
        self.narrow_extension_source(node, isd::ANY_EXTEND)
    }

    /// `ext (op (trunc x), c)` with a bitwise operation is computed in the larger type.
    fn narrow_extension_source(&mut self, node: NodeId, extend: NodeOpcode) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        let opcode = self.opcode(x);
        if !matches!(opcode, isd::OR | isd::XOR)
            || !self.one_use(x)
            || vt.is_vector()
            || !self.allows(opcode, vt)
        {
            return None;
        }
        let (inner, constant) = (self.operand(x, 0), self.operand(x, 1));
        let constant = self.constant(constant)?;
        if self.opcode(inner) != isd::TRUNCATE
            || self.vt(self.operand(inner, 0)) != vt
            || !self.one_use(inner)
        {
            return None;
        }
        let inner = self.node(extend, vt, &[inner]);
        let constant = self.dag.constant(constant as i128, vt);
        Some(self.node(opcode, vt, &[inner, constant]).into())
    }

    pub(super) fn sign_extend_inreg(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        let from = self.dag.type_operand(self.operand(node, 1));
        let narrow = from.scalar_bits();
        if self.sign_bits(x) > bits - narrow {
            return Some(x.into());
        }
        if vt.is_vector() {
            return None;
        }
        let known = self.known(x);
        if known.zeros >> (narrow - 1) & 1 != 0 && self.allows(isd::AND, vt) {
            return Some(self.dag.zext_in_reg(x, from).into());
        }
        match self.opcode(x) {
            isd::SIGN_EXTEND_INREG => {
                let inner = self.dag.type_operand(self.operand(x, 1)).scalar_bits();
                let source = self.operand(x, 0);
                if inner >= narrow {
                    return Some(self.dag.sext_in_reg(source, from).into());
                }
            }
            // The top bits of a value, moved down: keep the sign on the way.
            isd::SRL
                if self.one_use(x)
                    && self.shift_amount(x) == Some(bits - narrow)
                    && self.allows(isd::SRA, vt) =>
            {
                let source = self.operand(x, 0);
                return Some(self.shift_by(isd::SRA, source, bits - narrow).into());
            }
            isd::LOAD if x.result == 0 && self.one_use(x) => {
                let memory = self.dag.memory_vt(x.node)?;
                let mem = *self.dag.mem_operand(x.node)?;
                if memory == from
                    && self.dag.load_ext(x.node) != LoadExt::Sign
                    && !mem.is_ordered()
                    && self.allows_ext_load(LoadExt::Sign, vt, memory)
                {
                    let (chain, address) = (self.operand(x, 0), self.operand(x, 1));
                    let new = self.dag.ext_load(LoadExt::Sign, vt, memory, chain, address, mem);
                    self.dag.replace_value(x.with_result(1), new.with_result(1));
                    return Some(new.into());
                }
            }
            _ => {}
        }
        let simpler = self.demand(x, truncate_bits(u128::MAX, narrow))?;
        Some(self.dag.sext_in_reg(simpler, from).into())
    }
}
