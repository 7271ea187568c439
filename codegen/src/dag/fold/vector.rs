//! Vectors with known elements: building, concatenating and splitting.

use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self};
use crate::dag::make::truncate_bits;
use crate::dag::node::NodeValue;
use crate::dag::types::ValueType;
use smallvec::SmallVec;

impl SelectionDag {
    pub(super) fn fold_build_vector(&mut self, vt: ValueType, elements: &[NodeValue]) -> Option<NodeValue> {
        if elements.iter().all(|&element| self.is_undef(element)) {
            return Some(self.undef(vt));
        }
        // All elements of one vector, in order.
        let mut source = None;
        for (i, &element) in elements.iter().enumerate() {
            if self.is_undef(element) {
                continue;
            }
            if self.opcode(element) != isd::EXTRACT_VECTOR_ELT {
                return None;
            }
            let (vector, index) = (self.operand(element, 0), self.operand(element, 1));
            if self.value_type(vector) != vt
                || self.int_constant(index) != Some(i as u128)
                || source.is_some_and(|known| known != vector)
            {
                return None;
            }
            source = Some(vector);
        }
        source
    }

    pub(super) fn fold_concat(&mut self, vt: ValueType, parts: &[NodeValue]) -> Option<NodeValue> {
        if parts.iter().all(|&part| self.is_undef(part)) {
            return Some(self.undef(vt));
        }
        if parts
            .iter()
            .all(|&part| self.opcode(part) == isd::BUILD_VECTOR || self.is_undef(part))
        {
            let mut elements: SmallVec<[NodeValue; 32]> = SmallVec::new();
            for &part in parts {
                if self.is_undef(part) {
                    let undef = self.undef(vt.scalar());
                    elements.extend((0..self.value_type(part).num_elements()).map(|_| undef));
                } else {
                    elements.extend(self.operands(part));
                }
            }
            return Some(self.build_vector(vt, &elements));
        }
        // All parts of one vector, in order.
        let mut at = 0;
        let mut source = None;
        for &part in parts {
            if self.opcode(part) != isd::EXTRACT_SUBVECTOR
                || self.int_constant(self.operand(part, 1)) != Some(at)
                || source.is_some_and(|known| known != self.operand(part, 0))
            {
                return None;
            }
            source = Some(self.operand(part, 0));
            at += u128::from(self.value_type(part).num_elements());
        }
        source.filter(|&vector| self.value_type(vector) == vt)
    }

    pub(super) fn fold_extract(
        &mut self,
        vt: ValueType,
        vector: NodeValue,
        index: NodeValue,
    ) -> Option<NodeValue> {
        use isd::*;
        if self.is_undef(vector) {
            return Some(self.undef(vt));
        }
        let index_vt = self.value_type(index);
        let Some(at) = self.int_constant(index) else {
            let splat = self.splat_value(vector)?;
            return (self.value_type(splat) == vt).then_some(splat);
        };
        let vector_vt = self.value_type(vector);
        if at >= u128::from(vector_vt.num_elements()) {
            return Some(self.undef(vt));
        }
        match self.opcode(vector) {
            BUILD_VECTOR => {
                let element = self.operand(vector, at as usize);
                (self.value_type(element) == vt).then_some(element)
            }
            SCALAR_TO_VECTOR if at == 0 => {
                let element = self.operand(vector, 0);
                (self.value_type(element) == vt).then_some(element)
            }
            INSERT_VECTOR_ELT => {
                let place = self.int_constant(self.operand(vector, 2))?;
                if place == at {
                    let element = self.operand(vector, 1);
                    return (self.value_type(element) == vt).then_some(element);
                }
                let rest = self.operand(vector, 0);
                Some(self.node(EXTRACT_VECTOR_ELT, vt, &[rest, index]))
            }
            CONCAT_VECTORS => {
                let size = u128::from(self.value_type(self.operand(vector, 0)).num_elements());
                let part = self.operand(vector, (at / size) as usize);
                let index = self.constant((at % size) as i128, index_vt);
                Some(self.node(EXTRACT_VECTOR_ELT, vt, &[part, index]))
            }
            EXTRACT_SUBVECTOR => {
                let start = self.int_constant(self.operand(vector, 1))?;
                let whole = self.operand(vector, 0);
                let index = self.constant((start + at) as i128, index_vt);
                Some(self.node(EXTRACT_VECTOR_ELT, vt, &[whole, index]))
            }
            INSERT_SUBVECTOR => {
                let start = self.int_constant(self.operand(vector, 2))?;
                let part = self.operand(vector, 1);
                let size = u128::from(self.value_type(part).num_elements());
                let (from, at) = if at >= start && at < start + size {
                    (part, at - start)
                } else {
                    (self.operand(vector, 0), at)
                };
                let index = self.constant(at as i128, index_vt);
                Some(self.node(EXTRACT_VECTOR_ELT, vt, &[from, index]))
            }
            BITCAST => {
                // The same elements in another type, unless a float would become an integer without a register.
                let source = self.operand(vector, 0);
                let source_vt = self.value_type(source);
                let is_small = source_vt.is_integer() && source_vt.scalar_bits() < 32;
                if source_vt.is_vector()
                    && !(is_small && vt.is_float())
                    && source_vt.num_elements() == vector_vt.num_elements()
                    && vector_vt.scalar() == vt
                {
                    let element = self.node(EXTRACT_VECTOR_ELT, source_vt.scalar(), &[source, index]);
                    return Some(self.bitcast(vt, element));
                }
                // A part of a constant.
                let bits = vector_vt.scalar_bits();
                if vt.is_integer()
                    && vector_vt.size_in_bits() <= 128
                    && let Some(whole) = self.int_constant(source)
                {
                    let part = truncate_bits(whole >> (at as u32 * bits), bits);
                    return Some(self.constant(part as i128, vt));
                }
                None
            }
            _ => None,
        }
    }

    pub(super) fn fold_extract_subvector(
        &mut self,
        vt: ValueType,
        vector: NodeValue,
        first: NodeValue,
    ) -> Option<NodeValue> {
        use isd::*;
        if self.value_type(vector) == vt {
            return Some(vector);
        }
        if self.is_undef(vector) {
            return Some(self.undef(vt));
        }
        let at = self.int_constant(first)? as usize;
        let count = vt.num_elements() as usize;
        match self.opcode(vector) {
            BUILD_VECTOR => {
                let elements: SmallVec<[NodeValue; 16]> =
                    self.operands(vector).skip(at).take(count).collect();
                (elements.len() == count).then(|| self.build_vector(vt, &elements))
            }
            CONCAT_VECTORS => {
                let size = self.value_type(self.operand(vector, 0)).num_elements() as usize;
                let inside = at % size;
                (inside + count <= size).then(|| {
                    let part = self.operand(vector, at / size);
                    self.extract_subvector(vt, part, inside as u32)
                })
            }
            EXTRACT_SUBVECTOR => {
                let start = self.int_constant(self.operand(vector, 1))? as u32;
                let whole = self.operand(vector, 0);
                Some(self.extract_subvector(vt, whole, start + at as u32))
            }
            _ => None,
        }
    }
}
