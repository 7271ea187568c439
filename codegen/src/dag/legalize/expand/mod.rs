//! Expansions of operations that neither the target nor a pattern supports.

mod bit_patterns;
mod bits;
mod floats;
mod integers;
mod vectors;

use super::halves::HalfBuilder;
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::lowering::TargetLowering;
use crate::dag::node::{NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;
use smallvec::{SmallVec, smallvec};
pub(super) use vectors::word_type;

/// Values for the results of a node.
pub(super) type Values = SmallVec<[NodeValue; 4]>;

/// Expands nodes.
pub(super) struct Expander<'d> {
    pub dag: &'d mut SelectionDag,
    pub target: &'d dyn TargetLowering,
}

impl Expander<'_> {
    fn node(&mut self, opcode: NodeOpcode, operands: &[NodeValue]) -> NodeValue {
        let vt = self.dag.value_type(operands[0]);
        self.dag.node(opcode, vt, operands)
    }

    fn constant(&mut self, value: i128, vt: ValueType) -> NodeValue {
        self.dag.constant(value, vt)
    }

    fn is_available(&self, opcode: NodeOpcode, vt: ValueType) -> bool {
        self.target.tables().is_legal_or_custom(opcode, vt)
    }

    fn amount(&mut self, by: u32, vt: ValueType) -> NodeValue {
        let ty = self.target.shift_amount_type(vt);
        self.dag.constant(by, ty)
    }

    fn shift(&mut self, opcode: NodeOpcode, value: NodeValue, by: u32) -> NodeValue {
        let vt = self.dag.value_type(value);
        let amount = self.amount(by, vt);
        self.dag.node(opcode, vt, &[value, amount])
    }

    fn compare(&mut self, a: NodeValue, b: NodeValue, cc: CondCode) -> NodeValue {
        let flag = self.target.set_cc_result_type(self.dag.value_type(a));
        self.dag.set_cc(flag, a, b, cc)
    }

    fn halves(&mut self) -> HalfBuilder<'_> {
        HalfBuilder {
            dag: self.dag,
            target: self.target,
        }
    }

    /// Low and high half of a legal integer.
    pub(super) fn split_integer(&mut self, value: NodeValue) -> (NodeValue, NodeValue) {
        let vt = self.dag.value_type(value);
        let half = ValueType::int(vt.scalar_bits() / 2);
        let pair = ValueType::vector(half, 2);
        if self.target.tables().is_type_legal(pair) {
            let vector = self.dag.bitcast(pair, value);
            return (
                self.dag.extract_element(vector, 0),
                self.dag.extract_element(vector, 1),
            );
        }
        let high = self.shift(isd::SRL, value, half.scalar_bits());
        (
            self.dag.node(isd::TRUNCATE, half, &[value]),
            self.dag.node(isd::TRUNCATE, half, &[high]),
        )
    }

    /// An integer from its halves.
    pub(super) fn join_integer(&mut self, low: NodeValue, high: NodeValue) -> NodeValue {
        let half = self.dag.value_type(low);
        let vt = ValueType::int(half.scalar_bits() * 2);
        let pair = ValueType::vector(half, 2);
        if self.target.tables().is_type_legal(pair) {
            let vector = self.dag.build_vector(pair, &[low, high]);
            return self.dag.bitcast(vt, vector);
        }
        let low = self.dag.node(isd::ZERO_EXTEND, vt, &[low]);
        let high = self.dag.node(isd::ANY_EXTEND, vt, &[high]);
        let high = self.shift(isd::SHL, high, half.scalar_bits());
        self.dag
            .node_flags(isd::OR, vt, &[low, high], NodeFlags::DISJOINT)
    }

    /// The results of `node` in terms of other operations. None if there is no generic expansion.
    pub(super) fn expand(&mut self, node: NodeId) -> Option<Values> {
        use isd::*;
        let opcode = self.dag.opcode(node);
        let vt = if self.dag.num_results(node) > 0 {
            self.dag.value_type(node)
        } else {
            ValueType::OTHER
        };
        let operands: SmallVec<[NodeValue; 8]> = self.dag.operands(node).collect();
        let flags = self.dag.flags(node);
        let a = operands.first().copied();
        let b = operands.get(1).copied();
        let one = |value: NodeValue| Some(smallvec![value]);
        match opcode {
            MERGE_VALUES => return Some(operands.iter().copied().collect()),
            BUILD_PAIR => {
                let value = self.join_integer(a?, b?);
                return one(value);
            }
            EXTRACT_ELEMENT => {
                let (low, high) = self.split_integer(a?);
                return one(if self.dag.is_zero(b?) { low } else { high });
            }
            SELECT_CC => {
                let cc = self.dag.cond_code_of(operands[4]);
                let condition = self.compare(operands[0], operands[1], cc);
                return one(self.dag.select(condition, operands[2], operands[3]));
            }
            BR_CC => {
                let cc = self.dag.cond_code_of(operands[1]);
                let condition = self.compare(operands[2], operands[3], cc);
                return one(self
                    .dag
                    .node(BRCOND, ValueType::OTHER, &[operands[0], condition, operands[4]]));
            }
            SCALAR_TO_VECTOR => {
                let undef = self.dag.undef(self.dag.value_type(a?));
                let mut elements: SmallVec<[NodeValue; 16]> =
                    SmallVec::from_elem(undef, vt.num_elements() as usize);
                elements[0] = a?;
                return one(self.dag.build_vector(vt, &elements));
            }
            CONCAT_VECTORS | EXTRACT_SUBVECTOR | INSERT_SUBVECTOR | BUILD_VECTOR | EXTRACT_VECTOR_ELT
            | INSERT_VECTOR_ELT => return self.expand_vector_access(node, opcode, vt, &operands),
            ATOMIC_CMP_SWAP_WITH_SUCCESS => return self.expand_cmp_swap(node, &operands),
            ATOMIC_LOAD_SUB | ATOMIC_LOAD_FSUB => {
                let value = operands[2];
                let value_vt = self.dag.value_type(value);
                let (new_opcode, negated) = if opcode == ATOMIC_LOAD_SUB {
                    let zero = self.constant(0, value_vt);
                    (ATOMIC_LOAD_ADD, self.dag.node(SUB, value_vt, &[zero, value]))
                } else {
                    (ATOMIC_LOAD_FADD, self.dag.node(FNEG, value_vt, &[value]))
                };
                let payload = *self.dag.payload(node);
                let types: SmallVec<[ValueType; 2]> = self.dag.result_types(node).into();
                let new = self.dag.raw_node(
                    new_opcode,
                    &types,
                    &[operands[0], operands[1], negated],
                    payload,
                    flags,
                );
                return Some(smallvec![NodeValue::new(new, 0), NodeValue::new(new, 1)]);
            }
            _ => {}
        }
        if vt.is_vector() && opcode != BITCAST {
            return self.unroll(node);
        }
        if vt.is_integer() || opcode == SETCC {
            return self.expand_integer(node, opcode, vt, &operands, flags);
        }
        self.expand_float(opcode, vt, &operands, flags)
            .map(|value| smallvec![value])
    }

    fn expand_cmp_swap(&mut self, node: NodeId, operands: &[NodeValue]) -> Option<Values> {
        let types = self.dag.result_types(node);
        let (vt, flag) = (types[0], types[1]);
        let payload = *self.dag.payload(node);
        let swap = self.dag.raw_node(
            isd::ATOMIC_CMP_SWAP,
            &[vt, ValueType::OTHER],
            operands,
            payload,
            NodeFlags::empty(),
        );
        let success = self.dag.set_cc(flag, swap.into(), operands[2], CondCode::SetEq);
        Some(smallvec![swap.into(), success, NodeValue::new(swap, 1)])
    }
}
