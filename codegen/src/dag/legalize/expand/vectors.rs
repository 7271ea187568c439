//! Expansions of vector operations: element by element, through words, in parts.

use super::{Expander, Values};
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::node::{NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use smallvec::{SmallVec, smallvec};

impl Expander<'_> {
    /// Element by element.
    pub(crate) fn unroll(&mut self, node: NodeId) -> Option<Values> {
        let opcode = self.dag.opcode(node);
        let types: SmallVec<[ValueType; 2]> = self.dag.result_types(node).into();
        if types.iter().any(|vt| !vt.is_data()) || opcode == isd::INTRINSIC_WO_CHAIN {
            return None;
        }
        let operands: SmallVec<[NodeValue; 8]> = self.dag.operands(node).collect();
        let flags = self.dag.flags(node);
        let payload = *self.dag.payload(node);
        let count = types[0].num_elements();
        let scalar_types: SmallVec<[ValueType; 2]> = types.iter().map(|vt| vt.scalar()).collect();
        let mut results: SmallVec<[SmallVec<[NodeValue; 16]>; 2]> =
            types.iter().map(|_| SmallVec::new()).collect();
        for index in 0..count {
            let elements: SmallVec<[NodeValue; 8]> = operands
                .iter()
                .map(|&operand| self.scalar_operand(operand, index))
                .collect();
            let opcode = if opcode == isd::VSELECT {
                isd::SELECT
            } else {
                opcode
            };
            if types.len() == 1 && payload == Payload::None {
                let value = self.dag.node_flags(opcode, scalar_types[0], &elements, flags);
                results[0].push(value);
            } else {
                let new = self
                    .dag
                    .raw_node(opcode, &scalar_types, &elements, payload, flags);
                for (result, list) in results.iter_mut().enumerate() {
                    list.push(NodeValue::new(new, result as u32));
                }
            }
        }
        Some(
            results
                .iter()
                .zip(&types)
                .map(|(list, &vt)| self.dag.build_vector(vt, list))
                .collect(),
        )
    }

    /// The operand of a vector operation for element `index`.
    pub(super) fn scalar_operand(&mut self, operand: NodeValue, index: u32) -> NodeValue {
        match *self.dag.payload(operand) {
            Payload::ValueType(vt) => self.dag.value_type_node(vt.scalar()),
            _ if self.dag.value_type(operand).is_vector() => self.dag.extract_element(operand, index),
            _ => operand,
        }
    }

    // ---- vectors ----

    /// A vector of 32-bit words with the same bits, if the type has smaller elements and both are legal.
    pub(super) fn as_words(&mut self, value: NodeValue) -> Option<NodeValue> {
        let vt = self.dag.value_type(value);
        let words = word_type(vt)?;
        self.target
            .tables()
            .is_type_legal(words)
            .then(|| self.dag.bitcast(words, value))
    }

    pub(super) fn expand_vector_access(
        &mut self,
        node: NodeId,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
    ) -> Option<Values> {
        let value = match opcode {
            isd::CONCAT_VECTORS => self.concat(vt, operands),
            isd::EXTRACT_SUBVECTOR => {
                let first = self.dag.constant_u64(operands[1])? as u32;
                self.extract_part(vt, operands[0], first)
            }
            isd::INSERT_SUBVECTOR => {
                let first = self.dag.constant_u64(operands[2])? as u32;
                let part = self.dag.value_type(operands[1]).num_elements();
                let elements: SmallVec<[NodeValue; 16]> = (0..vt.num_elements())
                    .map(|i| {
                        if i >= first && i < first + part {
                            self.dag.extract_element(operands[1], i - first)
                        } else {
                            self.dag.extract_element(operands[0], i)
                        }
                    })
                    .collect();
                self.dag.build_vector(vt, &elements)
            }
            isd::BUILD_VECTOR => self.pack(vt, operands)?,
            isd::EXTRACT_VECTOR_ELT => self.extract(vt, operands[0], operands[1])?,
            _ => self.insert(vt, operands[0], operands[1], operands[2])?,
        };
        let _ = node;
        Some(smallvec![value])
    }

    pub(super) fn concat(&mut self, vt: ValueType, parts: &[NodeValue]) -> NodeValue {
        // By words if elements are smaller.
        if let (Some(words), Some(_)) = (word_type(vt), word_type(self.dag.value_type(parts[0])))
            && self.target.tables().is_type_legal(words)
        {
            let mut all: SmallVec<[NodeValue; 16]> = SmallVec::new();
            for &part in parts {
                let part_words = word_type(self.dag.value_type(part)).unwrap_or(ValueType::I32);
                let part = self.dag.bitcast(part_words, part);
                if part_words.is_vector() {
                    for i in 0..part_words.num_elements() {
                        all.push(self.dag.extract_element(part, i));
                    }
                } else {
                    all.push(part);
                }
            }
            let vector = if words.is_vector() {
                self.dag.build_vector(words, &all)
            } else {
                all[0]
            };
            return self.dag.bitcast(vt, vector);
        }
        let mut elements: SmallVec<[NodeValue; 32]> = SmallVec::new();
        for &part in parts {
            for i in 0..self.dag.value_type(part).num_elements() {
                elements.push(self.dag.extract_element(part, i));
            }
        }
        self.dag.build_vector(vt, &elements)
    }

    pub(super) fn extract_part(&mut self, vt: ValueType, vector: NodeValue, first: u32) -> NodeValue {
        let bits = vt.scalar_bits();
        if let (Some(words), true) = (word_type(vt), (first * bits).is_multiple_of(32))
            && let Some(all) = self.as_words(vector)
            && self.dag.value_type(all).is_vector()
        {
            let at = first * bits / 32;
            let part = if words.is_vector() {
                let elements: SmallVec<[NodeValue; 16]> = (0..words.num_elements())
                    .map(|i| self.dag.extract_element(all, at + i))
                    .collect();
                self.dag.build_vector(words, &elements)
            } else {
                self.dag.extract_element(all, at)
            };
            return self.dag.bitcast(vt, part);
        }
        let elements: SmallVec<[NodeValue; 16]> = (0..vt.num_elements())
            .map(|i| self.dag.extract_element(vector, first + i))
            .collect();
        self.dag.build_vector(vt, &elements)
    }

    /// Elements packed into a word, or into a vector of words.
    pub(crate) fn pack(&mut self, vt: ValueType, elements: &[NodeValue]) -> Option<NodeValue> {
        let bits = vt.scalar_bits();
        let words = word_type(vt)?;
        let per_word = (32 / bits) as usize;
        let mut all: SmallVec<[NodeValue; 16]> = SmallVec::new();
        for chunk in elements.chunks(per_word) {
            let mut word: Option<NodeValue> = None;
            for (i, &element) in chunk.iter().enumerate() {
                if self.dag.is_undef(element) {
                    continue;
                }
                let int = self.dag.value_type(element).to_integer();
                let element = self.dag.bitcast(int, element);
                let last = (i as u32 + 1) * bits == 32;
                let extend = if last { isd::ANY_EXTEND } else { isd::ZERO_EXTEND };
                let wide = self.dag.node(extend, ValueType::I32, &[element]);
                let placed = self.shift(isd::SHL, wide, i as u32 * bits);
                word = Some(match word {
                    Some(word) => {
                        self.dag
                            .node_flags(isd::OR, ValueType::I32, &[word, placed], NodeFlags::DISJOINT)
                    }
                    None => placed,
                });
            }
            let word = word.unwrap_or_else(|| self.dag.undef(ValueType::I32));
            all.push(word);
        }
        let vector = if words.is_vector() {
            self.dag.build_vector(words, &all)
        } else {
            all[0]
        };
        Some(self.dag.bitcast(vt, vector))
    }

    pub(super) fn extract(
        &mut self,
        vt: ValueType,
        vector: NodeValue,
        index: NodeValue,
    ) -> Option<NodeValue> {
        let vector_vt = self.dag.value_type(vector);
        let bits = vector_vt.scalar_bits();
        if let Some(at) = self.dag.constant_u64(index) {
            let words = self.as_words(vector)?;
            let word = if self.dag.value_type(words).is_vector() {
                self.dag.extract_element(words, at as u32 * bits / 32)
            } else {
                words
            };
            let moved = self.shift(isd::SRL, word, at as u32 * bits % 32);
            let int = ValueType::int(bits);
            if vt.is_float() {
                let element = self.dag.node(isd::TRUNCATE, int, &[moved]);
                return Some(self.dag.bitcast(vt, element));
            }
            return Some(self.dag.anyext_or_trunc(moved, vt));
        }
        // A chain of selects over all elements.
        let count = vector_vt.num_elements();
        let index_vt = self.dag.value_type(index);
        let mut result = self.dag.extract_element(vector, 0);
        for i in 1..count {
            let element = self.dag.extract_element(vector, i);
            let at = self.constant(i128::from(i), index_vt);
            let here = self.compare(index, at, CondCode::SetEq);
            result = self.dag.select(here, element, result);
        }
        Some(result)
    }

    pub(super) fn insert(
        &mut self,
        vt: ValueType,
        vector: NodeValue,
        element: NodeValue,
        index: NodeValue,
    ) -> Option<NodeValue> {
        let constant = self.dag.constant_u64(index);
        let index_vt = self.dag.value_type(index);
        let elements: SmallVec<[NodeValue; 16]> = (0..vt.num_elements())
            .map(|i| {
                if constant == Some(u64::from(i)) {
                    return element;
                }
                let old = self.dag.extract_element(vector, i);
                if constant.is_some() {
                    return old;
                }
                let at = self.constant(i128::from(i), index_vt);
                let here = self.compare(index, at, CondCode::SetEq);
                self.dag.select(here, element, old)
            })
            .collect();
        Some(self.dag.build_vector(vt, &elements))
    }
}

/// The 32-bit word, or vector of words, with as many bits as a vector of smaller elements.
pub(in crate::dag::legalize) fn word_type(vt: ValueType) -> Option<ValueType> {
    let bits = vt.size_in_bits();
    if !vt.is_vector() || vt.scalar_bits() >= 32 || 32 % vt.scalar_bits() != 0 || !bits.is_multiple_of(32) {
        return None;
    }
    Some(ValueType::vector_or_scalar(ValueType::I32, bits / 32))
}
