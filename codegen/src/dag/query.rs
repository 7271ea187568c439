//! Queries on nodes: constants, and the view used by predicates of patterns.

use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::make::sign_extend_bits;
use crate::dag::node::{LoadExt, NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use crate::mir::{AtomicOrdering, MemOperand};
use wavec_ir::intrinsics::IntrinsicId;

impl SelectionDag {
    /// The value of an integer constant (`CONSTANT` or `TARGET_CONSTANT`), zero-extended.
    pub fn constant_u128(&self, value: NodeValue) -> Option<u128> {
        match *self.payload(value) {
            Payload::Int([low, high]) => Some(u128::from(low) | u128::from(high) << 64),
            _ => None,
        }
    }

    /// The value of an integer constant, zero-extended; the low 64 bits of wider ones.
    pub fn constant_u64(&self, value: NodeValue) -> Option<u64> {
        match *self.payload(value) {
            Payload::Int([low, _]) => Some(low),
            _ => None,
        }
    }

    /// The value of an integer constant, sign-extended from its type.
    pub fn constant_i64(&self, value: NodeValue) -> Option<i64> {
        let bits = self.value_type(value).scalar_bits();
        Some(sign_extend_bits(self.constant_u128(value)?, bits) as i64)
    }

    /// The bits of a floating-point constant.
    pub fn constant_float_bits(&self, value: NodeValue) -> Option<u64> {
        match *self.payload(value) {
            Payload::Float(bits) => Some(bits),
            _ => None,
        }
    }

    /// The common element of a vector, or the value itself if it is a scalar. Undefined elements match any element.
    pub fn splat_value(&self, value: NodeValue) -> Option<NodeValue> {
        if !self.value_type(value).is_vector() {
            return Some(value);
        }
        if self.opcode(value) != isd::BUILD_VECTOR {
            return None;
        }
        let mut defined = self
            .operands(value)
            .filter(|&element| self.opcode(element) != isd::UNDEF);
        let first = defined.next()?;
        defined.all(|element| element == first).then_some(first)
    }

    /// The integer of a constant or a splat of constants, zero-extended.
    pub fn splat_constant(&self, value: NodeValue) -> Option<u128> {
        let element = self.splat_value(value)?;
        if self.opcode(element) != isd::CONSTANT && self.opcode(element) != isd::TARGET_CONSTANT {
            return None;
        }
        let bits = self.value_type(value).scalar_bits();
        Some(crate::dag::make::truncate_bits(
            self.constant_u128(element)?,
            bits,
        ))
    }

    /// The bits of a floating-point constant or a splat of them.
    pub fn splat_float_bits(&self, value: NodeValue) -> Option<u64> {
        self.constant_float_bits(self.splat_value(value)?)
    }

    /// Whether it is an integer or floating-point constant or a vector of constants.
    pub fn is_constant(&self, value: NodeValue) -> bool {
        match self.opcode(value) {
            isd::CONSTANT | isd::TARGET_CONSTANT | isd::CONSTANT_FP | isd::TARGET_CONSTANT_FP => true,
            isd::BUILD_VECTOR => self
                .operands(value)
                .all(|element| self.opcode(element) == isd::UNDEF || self.is_constant(element)),
            _ => false,
        }
    }

    /// Whether it is undefined.
    pub fn is_undef(&self, value: NodeValue) -> bool {
        self.opcode(value) == isd::UNDEF
    }

    /// Whether it is the integer constant 0 or a splat of it.
    pub fn is_zero(&self, value: NodeValue) -> bool {
        self.splat_constant(value) == Some(0)
    }

    /// Whether it is an integer with all bits set, or a splat of it.
    pub fn is_all_ones(&self, value: NodeValue) -> bool {
        let bits = self.value_type(value).scalar_bits();
        self.splat_constant(value) == Some(crate::dag::make::truncate_bits(u128::MAX, bits))
    }

    /// The condition of a `CONDCODE` operand.
    pub fn cond_code_of(&self, value: NodeValue) -> CondCode {
        match *self.payload(value) {
            Payload::CondCode(cc) => cc,
            _ => panic!("{value} is no condition code"),
        }
    }

    /// The type of a `VALUE_TYPE` operand.
    pub fn type_operand(&self, value: NodeValue) -> ValueType {
        match *self.payload(value) {
            Payload::ValueType(vt) => vt,
            _ => panic!("{value} is no type"),
        }
    }

    /// The intrinsic of an intrinsic node.
    pub fn intrinsic_id(&self, node: NodeId) -> Option<IntrinsicId> {
        match *self.payload(node) {
            Payload::Intrinsic { id, .. } => Some(id),
            _ => None,
        }
    }

    /// The type in memory of a load, store or atomic.
    pub fn memory_vt(&self, node: NodeId) -> Option<ValueType> {
        match *self.payload(node) {
            Payload::Memory { vt, .. } => Some(vt),
            _ => None,
        }
    }

    /// How a load extends.
    pub fn load_ext(&self, node: NodeId) -> LoadExt {
        match *self.payload(node) {
            Payload::Memory { ext, .. } => ext,
            _ => LoadExt::None,
        }
    }

    /// Whether a store stores only a part of its value.
    pub fn is_trunc_store(&self, node: NodeId) -> bool {
        self.opcode(node) == isd::STORE
            && self.memory_vt(node) != Some(self.value_type(self.operand(node, 1)))
    }

    /// The view of a node.
    pub fn view(&self, node: NodeId) -> NodeRef<'_> {
        NodeRef { dag: self, id: node }
    }
}

/// A node with its graph: the interface for predicates of patterns.
#[derive(Clone, Copy)]
pub struct NodeRef<'d> {
    /// The graph.
    pub dag: &'d SelectionDag,
    /// The node.
    pub id: NodeId,
}

impl<'d> NodeRef<'d> {
    /// Opcode.
    pub fn opcode(self) -> NodeOpcode {
        self.dag.opcode(self.id)
    }

    /// Whether the value may differ between lanes.
    pub fn is_divergent(self) -> bool {
        self.dag.is_divergent(self.id)
    }

    /// Whether the value is the same in all lanes.
    pub fn is_uniform(self) -> bool {
        !self.is_divergent()
    }

    /// Flags.
    pub fn flags(self) -> NodeFlags {
        self.dag.flags(self.id)
    }

    /// Operand `index`.
    pub fn operand(self, index: usize) -> NodeValue {
        self.dag.operand(self.id, index)
    }

    /// The node of operand `index`.
    pub fn operand_node(self, index: usize) -> NodeRef<'d> {
        self.dag.view(self.operand(index).node)
    }

    /// Type of result `result`.
    pub fn value_type(self, result: u32) -> ValueType {
        self.dag.value_type(NodeValue::new(self.id, result))
    }

    /// Whether result 0 has exactly one use.
    pub fn has_one_use(self) -> bool {
        self.dag.has_one_use(self.id)
    }

    /// Whether result 0 has no use.
    pub fn has_no_use(self) -> bool {
        !self.dag.has_uses(self.id)
    }

    /// The memory access.
    ///
    /// # Panics
    /// If the node accesses no memory.
    pub fn mem(self) -> &'d MemOperand {
        self.dag
            .mem_operand(self.id)
            .expect("a node that accesses memory")
    }

    /// Address space of the access; 0 if the node accesses no memory.
    pub fn address_space(self) -> u16 {
        self.dag.mem_operand(self.id).map_or(0, |mem| mem.address_space)
    }

    /// Alignment of the access in bytes; 1 if the node accesses no memory.
    pub fn align(self) -> u32 {
        self.dag.mem_operand(self.id).map_or(1, |mem| mem.align)
    }

    /// The type in memory; `UNTYPED` if the node accesses no memory.
    pub fn memory_vt(self) -> ValueType {
        self.dag.memory_vt(self.id).unwrap_or(ValueType::UNTYPED)
    }

    /// How a load extends.
    pub fn load_ext(self) -> LoadExt {
        self.dag.load_ext(self.id)
    }

    /// Whether a store stores only a part of its value.
    pub fn is_trunc_store(self) -> bool {
        self.dag.is_trunc_store(self.id)
    }

    /// Whether the access is atomic.
    pub fn is_atomic(self) -> bool {
        self.dag.mem_operand(self.id).is_some_and(MemOperand::is_atomic)
    }

    /// The ordering of the access; not atomic if the node accesses no memory.
    pub fn ordering(self) -> AtomicOrdering {
        self.dag
            .mem_operand(self.id)
            .map_or(AtomicOrdering::NotAtomic, |mem| mem.ordering)
    }

    /// The node's integer constant, sign-extended.
    pub fn imm(self) -> Option<i64> {
        self.dag.constant_i64(self.id.into())
    }

    /// Whether it is a vector of integer constants with all bits set; undefined elements match, but one must be
    /// defined.
    pub fn is_all_ones_vector(self) -> bool {
        self.is_splat_of(-1)
    }

    /// Whether it is a vector of zeros, likewise.
    pub fn is_all_zeros_vector(self) -> bool {
        self.is_splat_of(0)
    }

    fn is_splat_of(self, value: i64) -> bool {
        let mut constants = 0;
        let all = (0..self.dag.operands(self.id).len()).all(|index| {
            let element = self.operand_node(index);
            let is_value = element.imm() == Some(value);
            constants += u32::from(is_value);
            is_value || element.opcode() == isd::UNDEF
        });
        self.opcode() == isd::BUILD_VECTOR && all && constants > 0
    }

    /// The bits of the node's floating-point constant.
    pub fn float_bits(self) -> Option<u64> {
        self.dag.constant_float_bits(self.id.into())
    }

    /// The type operand of `AssertSext`, `sign_extend_inreg` and the like, which is operand 1.
    pub fn type_operand(self) -> ValueType {
        self.dag.type_operand(self.operand(1))
    }
}
