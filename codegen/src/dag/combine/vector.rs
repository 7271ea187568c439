//! Rules for vectors and bitcasts.

use super::{Change, Combiner};
use crate::dag::isd;
use crate::dag::node::{LoadExt, NodeId, NodeValue};
use crate::dag::types::ValueType;
use smallvec::SmallVec;

impl Combiner<'_> {
    pub(super) fn bitcast(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let (vt, from) = (self.vt(node), self.vt(x));
        match self.opcode(x) {
            // A vector of bitcasts of elements: the elements.
            isd::BUILD_VECTOR if vt.is_vector() && vt.num_elements() == from.num_elements() => {
                let elements = self.dag.operand_vec(x.node);
                let all = elements.iter().all(|&element| {
                    self.dag.is_undef(element)
                        || self.dag.is_constant(element)
                        || (self.opcode(element) == isd::BITCAST
                            && self.vt(self.operand(element, 0)) == vt.scalar())
                });
                if !all || !self.one_use(x) || !self.allows(isd::BUILD_VECTOR, vt) {
                    return None;
                }
                let cast: SmallVec<[NodeValue; 16]> = elements
                    .iter()
                    .map(|&element| self.dag.bitcast(vt.scalar(), element))
                    .collect();
                Some(self.dag.build_vector(vt, &cast).into())
            }
            // Bits logic with a sign constant on a float is fneg or fabs.
            isd::XOR | isd::AND if vt.is_scalar_float() && self.one_use(x) => {
                let source = self.operand(x, 0);
                let constant = self.constant(self.operand(x, 1))?;
                if self.opcode(source) != isd::BITCAST || self.vt(self.operand(source, 0)) != vt {
                    return None;
                }
                let sign = 1u128 << (vt.scalar_bits() - 1);
                let opcode = match self.opcode(x) {
                    isd::XOR if constant == sign => isd::FNEG,
                    isd::AND if constant == sign - 1 => isd::FABS,
                    _ => return None,
                };
                if !self.allows(opcode, vt) {
                    return None;
                }
                let float = self.operand(source, 0);
                Some(self.node(opcode, vt, &[float]).into())
            }
            _ => None,
        }
    }

    pub(super) fn extract_element(&mut self, node: NodeId) -> Option<Change> {
        let (vector, index) = (self.operand(node, 0), self.operand(node, 1));
        let (vt, vector_vt) = (self.vt(node), self.vt(vector));
        let at = self.constant(index)? as u32;
        if vt != vector_vt.scalar() {
            return None;
        }
        match self.opcode(vector) {
            // Load only the element.
            isd::LOAD if vector.result == 0 && self.one_use(vector) => {
                let memory = self.dag.memory_vt(vector.node)?;
                let mem = *self.dag.mem_operand(vector.node)?;
                if self.dag.load_ext(vector.node) != LoadExt::None
                    || mem.is_ordered()
                    || !vt.is_byte_sized()
                    || !self.target.should_reduce_load_width(self.dag, vector.node, vt)
                    || !self.allows(isd::LOAD, vt)
                {
                    return None;
                }
                let offset = at * memory.scalar().store_size();
                let part = super::memory::part_of_access(&mem, offset, vt);
                let (chain, address) = (self.operand(vector, 0), self.operand(vector, 1));
                let address = self.dag.add_offset(address, i64::from(offset));
                let new = self.dag.load(vt, chain, address, part);
                self.dag.replace_value(vector.with_result(1), new.with_result(1));
                Some(new.into())
            }
            isd::BITCAST => {
                let source = self.operand(vector, 0);
                let source_vt = self.vt(source);
                // Half of an integer that is no vector.
                if source_vt == ValueType::I64 && vector_vt == ValueType::V2I32 {
                    if at == 0 && self.allows(isd::TRUNCATE, vt) {
                        return Some(self.node(isd::TRUNCATE, vt, &[source]).into());
                    }
                    if at == 1 {
                        return self.high_half(source, vt);
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// The high word of an extended word or of a shifted one.
    fn high_half(&mut self, source: NodeValue, vt: ValueType) -> Option<Change> {
        let inner = |this: &Self| {
            let x = this.operand(source, 0);
            (this.vt(x) == vt).then_some(x)
        };
        match self.opcode(source) {
            // Of 33 to 63 bits some are in the high word.
            isd::ZERO_EXTEND | isd::ANY_EXTEND if self.vt(self.operand(source, 0)).scalar_bits() > 32 => None,
            isd::ZERO_EXTEND => Some(self.dag.constant(0, vt).into()),
            isd::ANY_EXTEND => Some(self.dag.undef(vt).into()),
            isd::SIGN_EXTEND => {
                let x = inner(self)?;
                self.allows(isd::SRA, vt)
                    .then(|| self.shift_by(isd::SRA, x, 31).into())
            }
            isd::SHL if self.shift_amount(source) == Some(32) => {
                let x = self.operand(source, 0);
                Some(self.node(isd::TRUNCATE, vt, &[x]).into())
            }
            _ => None,
        }
    }

    pub(super) fn build_vector(&mut self, node: NodeId) -> Option<Change> {
        let vt = self.vt(node);
        let elements = self.dag.operand_vec(node);
        // Consecutive elements of one longer vector.
        let mut source: Option<(NodeValue, u32)> = None;
        for (i, &element) in elements.iter().enumerate() {
            if self.opcode(element) != isd::EXTRACT_VECTOR_ELT || self.vt(element) != vt.scalar() {
                return self.build_of_bitcasts(&elements, vt);
            }
            let vector = self.operand(element, 0);
            let at = self.constant(self.operand(element, 1))? as u32;
            match source {
                None => source = Some((vector, at)),
                Some((known, first)) if known == vector && at == first + i as u32 => {}
                _ => return None,
            }
        }
        let (vector, first) = source?;
        let whole = self.vt(vector);
        if whole == vt && first == 0 {
            return Some(vector.into());
        }
        if whole.scalar() != vt.scalar() || whole.num_elements() <= vt.num_elements() {
            return None;
        }
        if !self.is_native(isd::EXTRACT_SUBVECTOR, vt) || first % vt.num_elements() != 0 {
            return None;
        }
        Some(self.dag.extract_subvector(vt, vector, first).into())
    }

    /// Elements that are all bitcasts from one type: the vector of that type, bitcast.
    fn build_of_bitcasts(&mut self, elements: &[NodeValue], vt: ValueType) -> Option<Change> {
        let mut from: Option<ValueType> = None;
        for &element in elements {
            if self.dag.is_undef(element) {
                continue;
            }
            if self.opcode(element) != isd::BITCAST || !self.one_use(element) {
                return None;
            }
            let source = self.vt(self.operand(element, 0));
            if source.is_vector() || from.is_some_and(|known| known != source) {
                return None;
            }
            from = Some(source);
        }
        let from = from?;
        let other = vt.with_scalar(from);
        if !self.allows(isd::BUILD_VECTOR, other) || from.is_integer() == vt.is_integer() {
            return None;
        }
        let undef = self.dag.undef(from);
        let sources: SmallVec<[NodeValue; 16]> = elements
            .iter()
            .map(|&element| {
                if self.dag.is_undef(element) {
                    undef
                } else {
                    self.operand(element, 0)
                }
            })
            .collect();
        // Toward floats only in that direction: memory operations work with integers.
        if vt.is_integer() {
            return None;
        }
        let vector = self.dag.build_vector(other, &sources);
        Some(self.dag.bitcast(vt, vector).into())
    }
}
