//! Type legalization of vectors: splitting, scalarizing, widening.

use super::expand::Values;
use super::ranges::runs;
use super::types::{Form, TypeLegalizer, is_elementwise};
use crate::dag::isd;
use crate::dag::node::{LoadExt, NodeId, NodeValue};
use crate::dag::tables::TypeAction;
use crate::dag::types::ValueType;
use smallvec::{SmallVec, smallvec};

impl TypeLegalizer<'_> {
    /// Records a vector, given by ranges of its elements in order, in the form of its type.
    fn set_vector(&mut self, value: NodeValue, elements: &[NodeValue]) {
        let vt = self.vt(value);
        let (action, to) = self.action(vt);
        if self.is_legal(vt) {
            let vector = self.x.dag.build_vector(vt, elements);
            self.replace(value, vector);
            return;
        }
        let form = match action {
            TypeAction::Split => {
                let half = elements.len() / 2;
                let part = |this: &mut Self, list: &[NodeValue]| {
                    if to.is_vector() {
                        this.x.dag.build_vector(to, list)
                    } else {
                        list[0]
                    }
                };
                let low = part(self, &elements[..half]);
                Form::Two(low, part(self, &elements[half..]))
            }
            TypeAction::Scalarize => Form::One(elements[0]),
            _ => {
                let undef = self.x.dag.undef(to.scalar());
                let mut list: SmallVec<[NodeValue; 32]> = SmallVec::from_slice(elements);
                list.resize(to.num_elements() as usize, undef);
                Form::One(self.x.dag.build_vector(to, &list))
            }
        };
        self.set_form(value, form);
    }

    pub(super) fn vector_result(
        &mut self,
        node: NodeId,
        vt: ValueType,
        action: TypeAction,
        to: ValueType,
    ) -> bool {
        use isd::*;
        let opcode = self.x.dag.opcode(node);
        let operands = self.x.dag.operand_vec(node);
        let value = NodeValue::from(node);
        if opcode == UNDEF {
            let undef = self.x.dag.undef(to);
            let form = if action == TypeAction::Split {
                Form::Two(undef, undef)
            } else {
                Form::One(undef)
            };
            self.set_form(value, form);
            return true;
        }
        if is_elementwise(opcode) {
            return self.elementwise_result(node, action, to);
        }
        match opcode {
            LOAD => self.vector_load(node, vt, action, to),
            BUILD_VECTOR => {
                self.set_vector(value, &operands);
                true
            }
            BITCAST => self.vector_bitcast(node, vt, action, to, operands[0]),
            CONCAT_VECTORS => {
                if action == TypeAction::Split && operands.len() == 2 && self.vt(operands[0]) == to {
                    self.set_form(value, Form::Two(operands[0], operands[1]));
                    return true;
                }
                let mut elements: SmallVec<[NodeValue; 32]> = SmallVec::new();
                for &operand in &operands {
                    for i in 0..self.vt(operand).num_elements() {
                        elements.push(self.range(operand, i, 1));
                    }
                }
                self.set_vector(value, &elements);
                true
            }
            EXTRACT_SUBVECTOR => {
                let Some(first) = self.x.dag.constant_u64(operands[1]) else {
                    return false;
                };
                let elements: SmallVec<[NodeValue; 32]> = (0..vt.num_elements())
                    .map(|i| self.range(operands[0], first as u32 + i, 1))
                    .collect();
                self.set_vector(value, &elements);
                true
            }
            INSERT_SUBVECTOR => {
                let Some(first) = self.x.dag.constant_u64(operands[2]) else {
                    return false;
                };
                let first = first as u32;
                let count = self.vt(operands[1]).num_elements();
                let elements: SmallVec<[NodeValue; 32]> = (0..vt.num_elements())
                    .map(|i| {
                        if i >= first && i < first + count {
                            self.range(operands[1], i - first, 1)
                        } else {
                            self.range(operands[0], i, 1)
                        }
                    })
                    .collect();
                self.set_vector(value, &elements);
                true
            }
            SCALAR_TO_VECTOR => {
                let undef = self.x.dag.undef(vt.scalar());
                let mut elements: SmallVec<[NodeValue; 32]> =
                    SmallVec::from_elem(undef, vt.num_elements() as usize);
                elements[0] = operands[0];
                self.set_vector(value, &elements);
                true
            }
            INSERT_VECTOR_ELT => self.insert_element(node, vt, action, to, &operands),
            _ => false,
        }
    }

    fn elementwise_result(&mut self, node: NodeId, action: TypeAction, to: ValueType) -> bool {
        let types: SmallVec<[ValueType; 2]> = self.x.dag.result_types(node).into();
        let count = types[0].num_elements();
        match action {
            TypeAction::Split => {
                let half = count / 2;
                let low = self.node_on_range(node, 0, half);
                let high = self.node_on_range(node, half, half);
                for (i, &vt) in types.iter().enumerate() {
                    let value = NodeValue::new(node, i as u32);
                    if !self.is_legal(vt) && self.action(vt).0 == TypeAction::Split {
                        self.set_form(value, Form::Two(low[i], high[i]));
                    } else {
                        let joined = self.x.join_vectors(vt, &[low[i], high[i]]);
                        self.replace(value, joined);
                    }
                }
                true
            }
            TypeAction::Scalarize => {
                let scalars = self.node_on_range(node, 0, 1);
                for (i, &vt) in types.iter().enumerate() {
                    let value = NodeValue::new(node, i as u32);
                    if self.is_legal(vt) {
                        let vector = self.x.dag.build_vector(vt, &[scalars[i]]);
                        self.replace(value, vector);
                    } else {
                        self.set_form(value, Form::One(scalars[i]));
                    }
                }
                true
            }
            _ => {
                // In the longer type if all vectors of the operation are widened alike, else by elements.
                let wide = to.num_elements();
                let alike = |this: &Self, vt: ValueType| {
                    !vt.is_vector()
                        || (this.action(vt).0 == TypeAction::Widen
                            && this.action(vt).1.num_elements() == wide)
                };
                let dag = &*self.x.dag;
                let all_alike = types.iter().all(|&vt| alike(self, vt))
                    && dag.operands(node).all(|value| alike(self, dag.value_type(value)));
                if all_alike && types.len() == 1 {
                    let opcode = dag.opcode(node);
                    let (flags, payload) = (dag.flags(node), *dag.payload(node));
                    let operands = dag.operand_vec(node);
                    let mut list: SmallVec<[NodeValue; 4]> = SmallVec::new();
                    for operand in operands {
                        list.push(if self.vt(operand).is_vector() {
                            self.one(operand)
                        } else {
                            operand
                        });
                    }
                    let new = self.x.dag.raw_node(opcode, &[to], &list, payload, flags);
                    self.set_form(node.into(), Form::One(new.into()));
                    return true;
                }
                let mut lists: SmallVec<[SmallVec<[NodeValue; 16]>; 2]> =
                    types.iter().map(|_| SmallVec::new()).collect();
                for i in 0..count {
                    for (list, value) in lists.iter_mut().zip(self.node_on_range(node, i, 1)) {
                        list.push(value);
                    }
                }
                for (i, list) in lists.into_iter().enumerate() {
                    self.set_vector(NodeValue::new(node, i as u32), &list);
                }
                true
            }
        }
    }

    fn vector_load(&mut self, node: NodeId, vt: ValueType, action: TypeAction, to: ValueType) -> bool {
        let parts = self.x.load_parts(node);
        let memory = parts.memory_vt.scalar();
        if !memory.is_byte_sized() {
            return match self.x.expand_load(node) {
                Some(values) => {
                    self.replace_results(node, &values);
                    true
                }
                None => false,
            };
        }
        if action == TypeAction::Scalarize {
            let load = self.load_part(node, parts.ext, vt.scalar(), memory, 0);
            self.replace_chain(node, load.with_result(1));
            self.set_form(node.into(), Form::One(load));
            return true;
        }
        let mut chains: SmallVec<[NodeValue; 4]> = SmallVec::new();
        let mut pieces: SmallVec<[NodeValue; 4]> = SmallVec::new();
        for (first, run) in runs(action, vt.num_elements()) {
            let part = ValueType::vector_or_scalar(vt.scalar(), run);
            let part_memory = ValueType::vector_or_scalar(memory, run);
            let ext = if part == part_memory {
                LoadExt::None
            } else {
                parts.ext
            };
            let load = self.load_part(node, ext, part, part_memory, first * memory.store_size());
            chains.push(load.with_result(1));
            pieces.push(load);
        }
        let chain = self.x.dag.token_factor(&chains);
        self.replace_chain(node, chain);
        if action == TypeAction::Split {
            self.set_form(node.into(), Form::Two(pieces[0], pieces[1]));
            return true;
        }
        let mut elements: SmallVec<[NodeValue; 16]> = SmallVec::new();
        for piece in pieces {
            for i in 0..self.vt(piece).num_elements() {
                elements.push(self.range(piece, i, 1));
            }
        }
        let _ = to;
        self.set_vector(node.into(), &elements);
        true
    }

    fn vector_bitcast(
        &mut self,
        node: NodeId,
        vt: ValueType,
        action: TypeAction,
        to: ValueType,
        source: NodeValue,
    ) -> bool {
        let source = self.resolve(source);
        let from = self.vt(source);
        let value = NodeValue::from(node);
        match action {
            TypeAction::Split => {
                let (low, high) = if from.is_vector() && from.num_elements().is_multiple_of(2) {
                    let half = from.num_elements() / 2;
                    (self.range(source, 0, half), self.range(source, half, half))
                } else if from.is_vector() {
                    return self.bitcast_by_groups(value, vt, source);
                } else {
                    let bits = vt.size_in_bits();
                    if bits > 128 {
                        return false;
                    }
                    let whole = self.x.dag.bitcast(ValueType::int(bits), source);
                    let half = ValueType::int(bits / 2);
                    let upper = self.shift(isd::SRL, whole, bits / 2);
                    (
                        self.x.dag.node(isd::TRUNCATE, half, &[whole]),
                        self.x.dag.node(isd::TRUNCATE, half, &[upper]),
                    )
                };
                let low = self.x.dag.bitcast(to, low);
                let high = self.x.dag.bitcast(to, high);
                self.set_form(value, Form::Two(low, high));
                true
            }
            TypeAction::Scalarize => {
                let scalar = self.x.dag.bitcast(to, source);
                self.set_form(value, Form::One(scalar));
                true
            }
            _ => {
                let (bits, wide_bits) = (vt.size_in_bits(), to.size_in_bits());
                // A vector each of whose elements consists of whole new ones, or the reverse: group by group.
                if from.is_vector() {
                    return self.bitcast_by_groups(value, vt, source);
                }
                if wide_bits > 128 {
                    return false;
                }
                let whole = self.x.dag.bitcast(ValueType::int(bits), source);
                let wide = self
                    .x
                    .dag
                    .node(isd::ANY_EXTEND, ValueType::int(wide_bits), &[whole]);
                let vector = self.x.dag.bitcast(to, wide);
                self.set_form(value, Form::One(vector));
                true
            }
        }
    }

    /// A bitcast between vectors, each element from those of the source that it overlaps.
    fn bitcast_by_groups(&mut self, value: NodeValue, vt: ValueType, source: NodeValue) -> bool {
        let elements = self.elements_by_groups(source, vt);
        self.set_vector(value, &elements);
        true
    }

    /// The elements of the vector of type `vt` that has the bits of the vector `source`.
    pub(super) fn elements_by_groups(
        &mut self,
        source: NodeValue,
        vt: ValueType,
    ) -> SmallVec<[NodeValue; 32]> {
        let from = self.vt(source);
        let (to_bits, from_bits) = (vt.scalar_bits(), from.scalar_bits());
        if from_bits > to_bits && from_bits.is_multiple_of(to_bits) {
            let parts = from_bits / to_bits;
            let mut elements = SmallVec::new();
            for i in 0..from.num_elements() {
                let element = self.range(source, i, 1);
                let vector = self.x.dag.bitcast(ValueType::vector(vt.scalar(), parts), element);
                elements.extend((0..parts).map(|part| self.x.dag.extract_element(vector, part)));
            }
            return elements;
        }
        (0..vt.num_elements())
            .map(|i| {
                if to_bits % from_bits == 0 {
                    let count = to_bits / from_bits;
                    let part = self.range(source, i * count, count);
                    self.x.dag.bitcast(vt.scalar(), part)
                } else {
                    self.gather_bits(source, vt.scalar(), i * to_bits)
                }
            })
            .collect()
    }

    /// The element of type `to` that begins at bit `start` of a vector.
    fn gather_bits(&mut self, source: NodeValue, to: ValueType, start: u32) -> NodeValue {
        let from = self.vt(source);
        let from_bits = from.scalar_bits();
        let int = to.to_integer();
        let mut all: Option<NodeValue> = None;
        for i in start / from_bits..(start + to.scalar_bits()).div_ceil(from_bits) {
            let element = self.range(source, i, 1);
            let element = self.x.dag.bitcast(from.scalar().to_integer(), element);
            let begin = i * from_bits;
            let part = if begin < start {
                let moved = self.shift(isd::SRL, element, start - begin);
                self.x.dag.zext_or_trunc(moved, int)
            } else {
                let wide = self.x.dag.zext_or_trunc(element, int);
                self.shift(isd::SHL, wide, begin - start)
            };
            all = Some(match all {
                Some(all) => self.x.dag.node(isd::OR, int, &[all, part]),
                None => part,
            });
        }
        let value = all.expect("an element has bits");
        self.x.dag.bitcast(to, value)
    }

    fn insert_element(
        &mut self,
        node: NodeId,
        vt: ValueType,
        action: TypeAction,
        to: ValueType,
        operands: &[NodeValue],
    ) -> bool {
        let (vector, element, index) = (operands[0], operands[1], operands[2]);
        let count = vt.num_elements();
        let constant = self.x.dag.constant_u64(index);
        if let (TypeAction::Split, Some(at)) = (action, constant)
            && to.is_vector()
        {
            let half = count / 2;
            let (mut low, mut high) = (self.range(vector, 0, half), self.range(vector, half, half));
            let index_vt = self.vt(index);
            let side = if at < u64::from(half) { &mut low } else { &mut high };
            let at = self.x.dag.constant(at % u64::from(half), index_vt);
            *side = self.x.dag.node(isd::INSERT_VECTOR_ELT, to, &[*side, element, at]);
            self.set_form(node.into(), Form::Two(low, high));
            return true;
        }
        let index_vt = self.vt(index);
        let elements: SmallVec<[NodeValue; 32]> = (0..count)
            .map(|i| {
                if constant == Some(u64::from(i)) {
                    return element;
                }
                let old = self.range(vector, i, 1);
                if constant.is_some() {
                    return old;
                }
                let at = self.x.dag.constant(i, index_vt);
                let flag = self.x.target.set_cc_result_type(index_vt);
                let here = self.x.dag.set_cc(flag, index, at, isd::CondCode::SetEq);
                self.x.dag.select(here, element, old)
            })
            .collect();
        self.set_vector(node.into(), &elements);
        true
    }

    /// An element of a vector of illegal type, as a value of the element type.
    pub(super) fn extract_from_illegal(&mut self, node: NodeId) -> Option<NodeValue> {
        let vector = self.resolve(self.x.dag.operand(node, 0));
        let index = self.x.dag.operand(node, 1);
        let vt = self.vt(vector);
        if self.is_legal(vt) {
            return None;
        }
        if let Some(at) = self.x.dag.constant_u64(index) {
            return Some(self.range(vector, at as u32, 1));
        }
        let element = vt.scalar();
        match self.action(vt).0 {
            TypeAction::Split => {
                let (low, high) = self.two(vector);
                let half = vt.num_elements() / 2;
                let index_vt = self.vt(index);
                let limit = self.x.dag.constant(half, index_vt);
                let rest = self.x.dag.node(isd::SUB, index_vt, &[index, limit]);
                let pick = |this: &mut Self, part: NodeValue, index: NodeValue| {
                    if this.vt(part).is_vector() {
                        this.x.dag.node(isd::EXTRACT_VECTOR_ELT, element, &[part, index])
                    } else {
                        part
                    }
                };
                let (a, b) = (pick(self, low, index), pick(self, high, rest));
                let flag = self.x.target.set_cc_result_type(index_vt);
                let in_low = self.x.dag.set_cc(flag, index, limit, isd::CondCode::SetUlt);
                Some(self.x.dag.select(in_low, a, b))
            }
            TypeAction::Widen => {
                let wide = self.one(vector);
                Some(self.x.dag.node(isd::EXTRACT_VECTOR_ELT, element, &[wide, index]))
            }
            TypeAction::Scalarize => Some(self.one(vector)),
            _ => None,
        }
    }

    pub(super) fn vector_operand(&mut self, node: NodeId, index: usize) -> Option<Values> {
        use isd::*;
        let dag = &*self.x.dag;
        let opcode = dag.opcode(node);
        let operands = dag.operand_vec(node);
        if dag.num_results(node) == 0 {
            return None;
        }
        let vt = dag.value_type(node);
        let _ = index;
        match opcode {
            EXTRACT_VECTOR_ELT => self.extract_from_illegal(node).map(|value| smallvec![value]),
            EXTRACT_SUBVECTOR => {
                let first = self.x.dag.constant_u64(operands[1])? as u32;
                Some(smallvec![self.range(operands[0], first, vt.num_elements())])
            }
            CONCAT_VECTORS | INSERT_SUBVECTOR => {
                let elements: SmallVec<[NodeValue; 32]> = if opcode == CONCAT_VECTORS {
                    let mut list = SmallVec::new();
                    for &operand in &operands {
                        for i in 0..self.vt(operand).num_elements() {
                            list.push(self.range(operand, i, 1));
                        }
                    }
                    list
                } else {
                    let first = self.x.dag.constant_u64(operands[2])? as u32;
                    let count = self.vt(operands[1]).num_elements();
                    (0..vt.num_elements())
                        .map(|i| {
                            if i >= first && i < first + count {
                                self.range(operands[1], i - first, 1)
                            } else {
                                self.range(operands[0], i, 1)
                            }
                        })
                        .collect()
                };
                Some(smallvec![self.x.dag.build_vector(vt, &elements)])
            }
            _ if is_elementwise(opcode) && vt.is_vector() => {
                let types: SmallVec<[ValueType; 2]> = self.x.dag.result_types(node).into();
                let mut lists: SmallVec<[SmallVec<[NodeValue; 16]>; 2]> =
                    types.iter().map(|_| SmallVec::new()).collect();
                for i in 0..vt.num_elements() {
                    for (list, value) in lists.iter_mut().zip(self.node_on_range(node, i, 1)) {
                        list.push(value);
                    }
                }
                Some(
                    lists
                        .iter()
                        .zip(&types)
                        .map(|(list, &vt)| self.x.dag.build_vector(vt, list))
                        .collect(),
                )
            }
            _ => None,
        }
    }
}
