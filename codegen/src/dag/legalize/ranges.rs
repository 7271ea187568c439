//! Type legalization of operations that access a part of a vector or its bits: ranges of elements, however the vector
//! was legalized, and bitcasts.

use super::expand::{Values, word_type};
use super::types::TypeLegalizer;
use crate::dag::isd;
use crate::dag::node::{NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::tables::TypeAction;
use crate::dag::types::ValueType;
use smallvec::SmallVec;

/// The ranges, as first element and length, in which the `count` elements of a vector are accessed: halves where it is
/// split, else ranges with power-of-two lengths, the longest first.
pub(super) fn runs(action: TypeAction, count: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let rest = count.checked_sub(first).filter(|&rest| rest > 0)?;
        let run = match action {
            TypeAction::Split => count / 2,
            _ => 1 << rest.ilog2(),
        };
        first += run;
        Some((first - run, run))
    })
}

impl TypeLegalizer<'_> {
    /// An integer of the bits of a vector, as an integer of type `to` with at least as many bits (zero-extended).
    pub(super) fn integer_of_vector(&mut self, vector: NodeValue, to: ValueType) -> NodeValue {
        let vt = self.vt(vector);
        let bits = vt.scalar_bits();
        let mut all: Option<NodeValue> = None;
        for i in 0..vt.num_elements() {
            let element = self.range(vector, i, 1);
            let int = self.x.dag.bitcast(vt.scalar().to_integer(), element);
            let wide = self.x.dag.zext_or_trunc(int, to);
            let moved = self.shift(isd::SHL, wide, i * bits);
            all = Some(match all {
                Some(all) => self
                    .x
                    .dag
                    .node_flags(isd::OR, to, &[all, moved], NodeFlags::DISJOINT),
                None => moved,
            });
        }
        all.expect("a vector has elements")
    }

    /// A bitcast to a legal type from an illegal one.
    pub(super) fn bitcast_operand(&mut self, node: NodeId) -> Option<Values> {
        let value = self.resolve(self.x.dag.operand(node, 0));
        let (to, from) = (self.vt(node.into()), self.vt(value));
        let bits = from.size_in_bits();
        let result = match self.action(from).0 {
            TypeAction::SoftPromoteHalf => {
                let int = self.one(value);
                let int = self.x.dag.zext_or_trunc(int, ValueType::int(bits));
                self.x.dag.bitcast(to, int)
            }
            TypeAction::PromoteInteger if !from.is_vector() => {
                // As the low part of a vector of the result type that fills the promoted integer.
                let int = self.one(value);
                let wide_bits = self.vt(int).scalar_bits();
                let element = to.scalar();
                let wide = ValueType::vector(element, wide_bits / element.scalar_bits());
                let vector = self.x.dag.bitcast(wide, int);
                self.x.dag.extract_subvector(to, vector, 0)
            }
            TypeAction::ExpandInteger => {
                let (low, high) = self.two(value);
                let part = to.half_elements();
                let low = self.x.dag.bitcast(part, low);
                let high = self.x.dag.bitcast(part, high);
                self.x.join_vectors(to, &[low, high])
            }
            _ if to.is_vector()
                && from.is_vector()
                && from.num_elements() % 2 == 0
                && to.num_elements() % 2 == 0 =>
            {
                let part = to.half_elements();
                let half = from.num_elements() / 2;
                let low = self.range(value, 0, half);
                let high = self.range(value, half, half);
                let low = self.x.dag.bitcast(part, low);
                let high = self.x.dag.bitcast(part, high);
                self.x.join_vectors(to, &[low, high])
            }
            _ if from.is_vector()
                && to.is_vector()
                && (from.scalar_bits() % to.scalar_bits() == 0
                    || to.scalar_bits() % from.scalar_bits() == 0) =>
            {
                let elements = self.elements_by_groups(value, to);
                self.x.dag.build_vector(to, &elements)
            }
            // Word by word, as in registers.
            _ if let Some(words) =
                word_type(from).filter(|&words| words.is_vector() && self.is_legal(words)) =>
            {
                let count = from.num_elements() / words.num_elements();
                let words_of_value: SmallVec<[NodeValue; 4]> = (0..words.num_elements())
                    .map(|i| {
                        let part = self.range(value, i * count, count);
                        self.x.dag.bitcast(words.scalar(), part)
                    })
                    .collect();
                let vector = self.x.dag.build_vector(words, &words_of_value);
                self.x.dag.bitcast(to, vector)
            }
            _ if from.is_vector() && bits <= 128 => {
                let int = self.integer_of_vector(value, ValueType::int(bits));
                self.x.dag.bitcast(to, int)
            }
            _ => return None,
        };
        Some(SmallVec::from_slice(&[result]))
    }

    /// Elements `first .. first + count` of a vector, as a vector or (one) scalar.
    pub(super) fn range(&mut self, vector: NodeValue, first: u32, count: u32) -> NodeValue {
        let vector = self.resolve(vector);
        let vt = self.vt(vector);
        let part = ValueType::vector_or_scalar(vt.scalar(), count);
        if vt == part || (count == vt.num_elements() && !vt.is_vector()) {
            return vector;
        }
        if self.x.dag.opcode(vector) == isd::BUILD_VECTOR {
            let elements: SmallVec<[NodeValue; 16]> = self
                .x
                .dag
                .operands(vector)
                .skip(first as usize)
                .take(count as usize)
                .collect();
            return if count == 1 {
                elements[0]
            } else {
                self.x.dag.build_vector(part, &elements)
            };
        }
        if self.is_legal(vt) {
            return self.x.dag.extract_subvector(part, vector, first);
        }
        match self.action(vt).0 {
            TypeAction::Split => {
                let (low, high) = self.two(vector);
                let half = vt.num_elements() / 2;
                if first + count <= half {
                    self.range(low, first, count)
                } else if first >= half {
                    self.range(high, first - half, count)
                } else {
                    let elements: SmallVec<[NodeValue; 16]> =
                        (first..first + count).map(|i| self.range(vector, i, 1)).collect();
                    self.x.dag.build_vector(part, &elements)
                }
            }
            TypeAction::Widen => {
                let wide = self.one(vector);
                self.range(wide, first, count)
            }
            TypeAction::Scalarize => self.one(vector),
            TypeAction::PromoteInteger => {
                let wide = self.one(vector);
                let wide = self.range(wide, first, count);
                self.x.dag.node(isd::TRUNCATE, part, &[wide])
            }
            _ => self.x.dag.extract_subvector(part, vector, first),
        }
    }

    /// A node like `node` on a range of the elements.
    pub(super) fn node_on_range(&mut self, node: NodeId, first: u32, count: u32) -> SmallVec<[NodeValue; 2]> {
        let dag = &*self.x.dag;
        let opcode = dag.opcode(node);
        let flags = dag.flags(node);
        let payload = *dag.payload(node);
        let types: SmallVec<[ValueType; 2]> = dag
            .result_types(node)
            .iter()
            .map(|vt| ValueType::vector_or_scalar(vt.scalar(), count))
            .collect();
        let operands = dag.operand_vec(node);
        let mut parts: SmallVec<[NodeValue; 8]> = SmallVec::new();
        for operand in operands {
            let part = match *self.x.dag.payload(operand) {
                Payload::ValueType(vt) => self.x.dag.value_type_node(vt.scalar()),
                _ if self.vt(operand).is_vector() => self.range(operand, first, count),
                _ => operand,
            };
            parts.push(part);
        }
        let opcode = if opcode == isd::VSELECT && count == 1 {
            isd::SELECT
        } else {
            opcode
        };
        if let ([vt], Payload::None) = (&types[..], payload) {
            return SmallVec::from_slice(&[self.x.dag.node_flags(opcode, *vt, &parts, flags)]);
        }
        let new = self.x.dag.raw_node(opcode, &types, &parts, payload, flags);
        (0..types.len() as u32).map(|i| NodeValue::new(new, i)).collect()
    }
}
