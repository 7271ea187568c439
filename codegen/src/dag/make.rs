//! Creates common nodes.

use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::node::{GlobalRef, LoadExt, MemRef, NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use crate::mir::{self, FrameIndex, MemOperand, Register};
use smallvec::SmallVec;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_mc::{Opcode, RegClassId, SubRegIndex, VariantKind, generic};

/// `value` truncated to the low `bits` bits.
pub const fn truncate_bits(value: u128, bits: u32) -> u128 {
    if bits >= 128 {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}

/// The low `bits` bits of `value`, sign-extended.
pub const fn sign_extend_bits(value: u128, bits: u32) -> i128 {
    let shift = 128 - bits;
    ((value << shift) as i128) >> shift
}

/// Maximum number of operands of a token factor.
pub(crate) const MAX_JOINED_CHAINS: usize = 128;

impl SelectionDag {
    /// The node `opcode` with one result, folded and simplified in obvious cases.
    pub fn node(&mut self, opcode: NodeOpcode, vt: ValueType, operands: &[NodeValue]) -> NodeValue {
        self.node_flags(opcode, vt, operands, NodeFlags::empty())
    }

    /// [`SelectionDag::node`] with flags.
    pub fn node_flags(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> NodeValue {
        if let Some(folded) = self.fold_node(opcode, vt, operands, flags) {
            return folded;
        }
        if opcode.is_commutative()
            && operands.len() >= 2
            && self.is_constant(operands[0])
            && !self.is_constant(operands[1])
        {
            let mut swapped: SmallVec<[NodeValue; 4]> = SmallVec::from_slice(operands);
            swapped.swap(0, 1);
            return self
                .raw_node(opcode, &[vt], &swapped, Payload::None, flags)
                .into();
        }
        self.raw_node(opcode, &[vt], operands, Payload::None, flags)
            .into()
    }

    /// The node `opcode` with several results.
    pub fn node_multi(&mut self, opcode: NodeOpcode, types: &[ValueType], operands: &[NodeValue]) -> NodeId {
        self.raw_node(opcode, types, operands, Payload::None, NodeFlags::empty())
    }

    // ---- leaves ----

    /// An integer constant (of a vector type: the splat), truncated to the width.
    pub fn constant(&mut self, value: impl Into<i128>, vt: ValueType) -> NodeValue {
        let value = value.into();
        if vt.is_vector() {
            let element = self.constant(value, vt.scalar());
            return self.splat(vt, element);
        }
        self.int_leaf(isd::CONSTANT, value as u128, vt)
    }

    /// An integer constant that is an instruction's immediate.
    pub fn target_constant(&mut self, value: impl Into<i128>, vt: ValueType) -> NodeValue {
        self.int_leaf(isd::TARGET_CONSTANT, value.into() as u128, vt)
    }

    fn int_leaf(&mut self, opcode: NodeOpcode, value: u128, vt: ValueType) -> NodeValue {
        debug_assert!(vt.is_scalar_integer(), "integer constant of type {vt}");
        let value = truncate_bits(value, vt.scalar_bits());
        let payload = Payload::Int([value as u64, (value >> 64) as u64]);
        self.raw_node(opcode, &[vt], &[], payload, NodeFlags::empty())
            .into()
    }

    /// A floating-point constant by its bits (of a vector type: the splat).
    pub fn constant_fp_bits(&mut self, bits: u64, vt: ValueType) -> NodeValue {
        if vt.is_vector() {
            let element = self.constant_fp_bits(bits, vt.scalar());
            return self.splat(vt, element);
        }
        debug_assert!(vt.is_scalar_float());
        self.raw_node(
            isd::CONSTANT_FP,
            &[vt],
            &[],
            Payload::Float(bits),
            NodeFlags::empty(),
        )
        .into()
    }

    /// A floating-point constant of the given value, rounded to the type.
    pub fn constant_fp(&mut self, value: f64, vt: ValueType) -> NodeValue {
        let bits = crate::dag::float::from_f64(value, vt.scalar());
        self.constant_fp_bits(bits, vt)
    }

    /// A floating-point constant that is an instruction's immediate.
    pub fn target_constant_fp_bits(&mut self, bits: u64, vt: ValueType) -> NodeValue {
        self.raw_node(
            isd::TARGET_CONSTANT_FP,
            &[vt],
            &[],
            Payload::Float(bits),
            NodeFlags::empty(),
        )
        .into()
    }

    /// A vector of equal elements.
    pub fn splat(&mut self, vt: ValueType, element: NodeValue) -> NodeValue {
        let elements: SmallVec<[NodeValue; 16]> = SmallVec::from_elem(element, vt.num_elements() as usize);
        self.build_vector(vt, &elements)
    }

    fn leaf(&mut self, opcode: NodeOpcode, vt: ValueType, payload: Payload) -> NodeValue {
        self.raw_node(opcode, &[vt], &[], payload, NodeFlags::empty())
            .into()
    }

    /// Any value.
    pub fn undef(&mut self, vt: ValueType) -> NodeValue {
        self.leaf(isd::UNDEF, vt, Payload::None)
    }

    /// A register as an operand.
    pub fn register(&mut self, register: impl Into<Register>, vt: ValueType) -> NodeValue {
        self.leaf(isd::REGISTER, vt, Payload::Register(register.into()))
    }

    /// A block as an operand.
    pub fn basic_block(&mut self, block: mir::Block) -> NodeValue {
        self.leaf(isd::BASIC_BLOCK, ValueType::OTHER, Payload::Block(block))
    }

    /// A type as an operand.
    pub fn value_type_node(&mut self, vt: ValueType) -> NodeValue {
        self.leaf(isd::VALUE_TYPE, ValueType::OTHER, Payload::ValueType(vt))
    }

    /// A condition as an operand.
    pub fn cond_code(&mut self, cc: CondCode) -> NodeValue {
        self.leaf(isd::CONDCODE, ValueType::OTHER, Payload::CondCode(cc))
    }

    /// The address of a frame object.
    pub fn frame_index(&mut self, index: FrameIndex, vt: ValueType) -> NodeValue {
        self.leaf(isd::FRAME_INDEX, vt, Payload::FrameIndex(index))
    }

    /// A frame object as an instruction's operand.
    pub fn target_frame_index(&mut self, index: FrameIndex, vt: ValueType) -> NodeValue {
        self.leaf(isd::TARGET_FRAME_INDEX, vt, Payload::FrameIndex(index))
    }

    /// The address of a global plus `offset` bytes.
    pub fn global_address(&mut self, global: GlobalRef, offset: i64, vt: ValueType) -> NodeValue {
        let payload = Payload::Global {
            global,
            offset,
            kind: VariantKind::None,
        };
        self.leaf(isd::GLOBAL_ADDRESS, vt, payload)
    }

    /// A global as an instruction's operand; `kind` says which part or form of the address.
    pub fn target_global_address(
        &mut self,
        global: GlobalRef,
        offset: i64,
        kind: VariantKind,
        vt: ValueType,
    ) -> NodeValue {
        let payload = Payload::Global { global, offset, kind };
        self.leaf(isd::TARGET_GLOBAL_ADDRESS, vt, payload)
    }

    // ---- registers and chains ----

    /// Reads a register: result 0 is the value, result 1 the chain.
    pub fn copy_from_reg(&mut self, chain: NodeValue, register: Register, vt: ValueType) -> NodeValue {
        let register = self.register(register, vt);
        self.node_multi(isd::COPY_FROM_REG, &[vt, ValueType::OTHER], &[chain, register])
            .into()
    }

    /// Reads a register after the node that produces `glue`: results are value, chain, glue.
    pub fn copy_from_reg_glued(
        &mut self,
        chain: NodeValue,
        register: Register,
        vt: ValueType,
        glue: NodeValue,
    ) -> NodeValue {
        let register = self.register(register, vt);
        let types = [vt, ValueType::OTHER, ValueType::GLUE];
        self.node_multi(isd::COPY_FROM_REG, &types, &[chain, register, glue])
            .into()
    }

    /// Writes a register; the result is the chain.
    pub fn copy_to_reg(&mut self, chain: NodeValue, register: Register, value: NodeValue) -> NodeValue {
        let vt = self.value_type(value);
        let register = self.register(register, vt);
        self.node_multi(isd::COPY_TO_REG, &[ValueType::OTHER], &[chain, register, value])
            .into()
    }

    /// Writes a register so that the node that takes the glue (result 1) follows immediately.
    pub fn copy_to_reg_glued(
        &mut self,
        chain: NodeValue,
        register: Register,
        value: NodeValue,
        glue: Option<NodeValue>,
    ) -> NodeValue {
        let vt = self.value_type(value);
        let register = self.register(register, vt);
        let mut operands: SmallVec<[NodeValue; 4]> = SmallVec::from_slice(&[chain, register, value]);
        operands.extend(glue);
        self.node_multi(isd::COPY_TO_REG, &[ValueType::OTHER, ValueType::GLUE], &operands)
            .into()
    }

    /// Joins chains, dropping duplicates and the entry. More than 128 are joined in parts, since each change of an
    /// operand costs as much as the node has operands.
    pub fn token_factor(&mut self, chains: &[NodeValue]) -> NodeValue {
        let entry = self.entry();
        let mut unique: SmallVec<[NodeValue; 8]> = SmallVec::new();
        if chains.len() <= 16 {
            for &chain in chains {
                if chain != entry && !unique.contains(&chain) {
                    unique.push(chain);
                }
            }
        } else {
            let mut seen: fxhash::FxHashSet<NodeValue> = fxhash::FxHashSet::default();
            let is_new = |&chain: &NodeValue| chain != entry && seen.insert(chain);
            unique.extend(chains.iter().copied().filter(is_new));
        }
        match unique[..] {
            [] => entry,
            [chain] => chain,
            _ if unique.len() > MAX_JOINED_CHAINS => {
                let parts: SmallVec<[NodeValue; 8]> = unique
                    .chunks(MAX_JOINED_CHAINS)
                    .map(|part| self.token_factor(part))
                    .collect();
                self.token_factor(&parts)
            }
            _ => self
                .raw_node(
                    isd::TOKEN_FACTOR,
                    &[ValueType::OTHER],
                    &unique,
                    Payload::None,
                    NodeFlags::empty(),
                )
                .into(),
        }
    }

    /// A node with several results whose results are the given values. One value is returned as it is.
    pub fn merge_values(&mut self, values: &[NodeValue]) -> NodeValue {
        if let [value] = values {
            return *value;
        }
        let types: SmallVec<[ValueType; 4]> = values.iter().map(|&value| self.value_type(value)).collect();
        self.node_multi(isd::MERGE_VALUES, &types, values).into()
    }

    // ---- memory ----

    /// A load: result 0 is the value, result 1 the chain.
    pub fn load(
        &mut self,
        vt: ValueType,
        chain: NodeValue,
        address: NodeValue,
        mem: MemOperand,
    ) -> NodeValue {
        self.ext_load(LoadExt::None, vt, vt, chain, address, mem)
    }

    /// A load of `memory_vt` that is extended to `vt`.
    pub fn ext_load(
        &mut self,
        ext: LoadExt,
        vt: ValueType,
        memory_vt: ValueType,
        chain: NodeValue,
        address: NodeValue,
        mem: MemOperand,
    ) -> NodeValue {
        let mem = self.add_mem_operand(mem);
        self.load_ref(ext, vt, memory_vt, chain, address, mem)
    }

    /// [`SelectionDag::ext_load`] with an existing memory operand.
    pub fn load_ref(
        &mut self,
        ext: LoadExt,
        vt: ValueType,
        memory_vt: ValueType,
        chain: NodeValue,
        address: NodeValue,
        mem: MemRef,
    ) -> NodeValue {
        let ext = if vt == memory_vt { LoadExt::None } else { ext };
        let payload = Payload::Memory {
            mem,
            vt: memory_vt,
            ext,
        };
        self.raw_node(
            isd::LOAD,
            &[vt, ValueType::OTHER],
            &[chain, address],
            payload,
            NodeFlags::empty(),
        )
        .into()
    }

    /// A store; the result is the chain.
    pub fn store(
        &mut self,
        chain: NodeValue,
        value: NodeValue,
        address: NodeValue,
        mem: MemOperand,
    ) -> NodeValue {
        let vt = self.value_type(value);
        self.trunc_store(chain, value, address, vt, mem)
    }

    /// A store of the low part of `value`, as `memory_vt`.
    pub fn trunc_store(
        &mut self,
        chain: NodeValue,
        value: NodeValue,
        address: NodeValue,
        memory_vt: ValueType,
        mem: MemOperand,
    ) -> NodeValue {
        let mem = self.add_mem_operand(mem);
        let payload = Payload::Memory {
            mem,
            vt: memory_vt,
            ext: LoadExt::None,
        };
        self.raw_node(
            isd::STORE,
            &[ValueType::OTHER],
            &[chain, value, address],
            payload,
            NodeFlags::empty(),
        )
        .into()
    }

    /// Any node that accesses memory: atomics, target nodes.
    pub fn memory_node(
        &mut self,
        opcode: NodeOpcode,
        types: &[ValueType],
        operands: &[NodeValue],
        memory_vt: ValueType,
        mem: MemOperand,
    ) -> NodeId {
        let mem = self.add_mem_operand(mem);
        let payload = Payload::Memory {
            mem,
            vt: memory_vt,
            ext: LoadExt::None,
        };
        self.raw_node(opcode, types, operands, payload, NodeFlags::empty())
    }

    // ---- intrinsics and machine nodes ----

    /// An intrinsic node: `INTRINSIC_WO_CHAIN`, `_W_CHAIN` or `_VOID` with the operands as documented there.
    pub fn intrinsic(
        &mut self,
        opcode: NodeOpcode,
        id: IntrinsicId,
        types: &[ValueType],
        operands: &[NodeValue],
        mem: Option<MemOperand>,
    ) -> NodeId {
        let mem = mem.map(|mem| self.add_mem_operand(mem));
        let payload = Payload::Intrinsic { id, mem };
        self.raw_node(opcode, types, operands, payload, NodeFlags::empty())
    }

    /// A machine instruction: operands in the order of its description without definitions, then chain, then glue.
    pub fn machine_node(&mut self, opcode: Opcode, types: &[ValueType], operands: &[NodeValue]) -> NodeId {
        self.raw_node(
            NodeOpcode::machine(opcode),
            types,
            operands,
            Payload::None,
            NodeFlags::empty(),
        )
    }

    /// Gives a machine node the memory operands of other nodes.
    pub fn set_machine_mem(&mut self, node: NodeId, refs: &[MemRef]) {
        debug_assert!(self.opcode(node).is_machine());
        if refs.is_empty() {
            return;
        }
        self.remove_from_table(node);
        let start = self.machine_mem.len() as u32;
        self.machine_mem.extend_from_slice(refs);
        self.data_mut(node).payload = Payload::MachineMem {
            start,
            len: refs.len() as u32,
        };
    }

    /// `EXTRACT_SUBREG`
    pub fn extract_subreg(&mut self, vt: ValueType, value: NodeValue, index: SubRegIndex) -> NodeValue {
        let index = self.target_constant(index.0, ValueType::I32);
        self.machine_node(generic::EXTRACT_SUBREG, &[vt], &[value, index])
            .into()
    }

    /// `REG_SEQUENCE` of `class` from parts.
    pub fn reg_sequence(
        &mut self,
        vt: ValueType,
        class: RegClassId,
        parts: &[(NodeValue, SubRegIndex)],
    ) -> NodeValue {
        let class = self.target_constant(class.0, ValueType::I32);
        let mut operands: SmallVec<[NodeValue; 16]> = SmallVec::from_slice(&[class]);
        for &(value, index) in parts {
            let index = self.target_constant(index.0, ValueType::I32);
            operands.push(value);
            operands.push(index);
        }
        self.machine_node(generic::REG_SEQUENCE, &[vt], &operands).into()
    }

    /// `COPY_TO_REGCLASS`
    pub fn copy_to_class(&mut self, vt: ValueType, value: NodeValue, class: RegClassId) -> NodeValue {
        let class = self.target_constant(class.0, ValueType::I32);
        self.machine_node(generic::COPY_TO_REGCLASS, &[vt], &[value, class])
            .into()
    }

    // ---- arithmetic shorthands ----

    /// A comparison; `vt` is the type of its result.
    pub fn set_cc(&mut self, vt: ValueType, a: NodeValue, b: NodeValue, cc: CondCode) -> NodeValue {
        self.set_cc_flags(vt, a, b, cc, NodeFlags::empty())
    }

    /// [`SelectionDag::set_cc`] with flags.
    pub fn set_cc_flags(
        &mut self,
        vt: ValueType,
        a: NodeValue,
        b: NodeValue,
        cc: CondCode,
        flags: NodeFlags,
    ) -> NodeValue {
        let cc = self.cond_code(cc);
        self.node_flags(isd::SETCC, vt, &[a, b, cc], flags)
    }

    /// `condition ? a : b`
    pub fn select(&mut self, condition: NodeValue, a: NodeValue, b: NodeValue) -> NodeValue {
        let vt = self.value_type(a);
        let opcode = if self.value_type(condition).is_vector() {
            isd::VSELECT
        } else {
            isd::SELECT
        };
        self.node(opcode, vt, &[condition, a, b])
    }

    /// The same bits as another type of the same size.
    pub fn bitcast(&mut self, vt: ValueType, value: NodeValue) -> NodeValue {
        self.node(isd::BITCAST, vt, &[value])
    }

    /// A vector of elements.
    pub fn build_vector(&mut self, vt: ValueType, elements: &[NodeValue]) -> NodeValue {
        debug_assert_eq!(vt.num_elements() as usize, elements.len());
        self.node(isd::BUILD_VECTOR, vt, elements)
    }

    /// Element `index` of a vector.
    pub fn extract_element(&mut self, vector: NodeValue, index: u32) -> NodeValue {
        let vt = self.value_type(vector).scalar();
        let index = self.constant(index, ValueType::I32);
        self.node(isd::EXTRACT_VECTOR_ELT, vt, &[vector, index])
    }

    /// Elements `first ..` of a vector as a vector of type `vt` (a scalar type gives the element).
    pub fn extract_subvector(&mut self, vt: ValueType, vector: NodeValue, first: u32) -> NodeValue {
        if self.value_type(vector) == vt {
            return vector;
        }
        if !vt.is_vector() {
            return self.extract_element(vector, first);
        }
        let first = self.constant(first, ValueType::I32);
        self.node(isd::EXTRACT_SUBVECTOR, vt, &[vector, first])
    }

    /// Zero extension, truncation or nothing.
    pub fn zext_or_trunc(&mut self, value: NodeValue, vt: ValueType) -> NodeValue {
        self.ext_or_trunc(isd::ZERO_EXTEND, value, vt)
    }

    /// Sign extension, truncation or nothing.
    pub fn sext_or_trunc(&mut self, value: NodeValue, vt: ValueType) -> NodeValue {
        self.ext_or_trunc(isd::SIGN_EXTEND, value, vt)
    }

    /// Extension with undefined bits, truncation or nothing.
    pub fn anyext_or_trunc(&mut self, value: NodeValue, vt: ValueType) -> NodeValue {
        self.ext_or_trunc(isd::ANY_EXTEND, value, vt)
    }

    fn ext_or_trunc(&mut self, extend: NodeOpcode, value: NodeValue, vt: ValueType) -> NodeValue {
        let from = self.value_type(value);
        match from.scalar_bits().cmp(&vt.scalar_bits()) {
            std::cmp::Ordering::Less => self.node(extend, vt, &[value]),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.node(isd::TRUNCATE, vt, &[value]),
        }
    }

    /// The low bits of type `from`, zero-extended in place.
    pub fn zext_in_reg(&mut self, value: NodeValue, from: ValueType) -> NodeValue {
        let vt = self.value_type(value);
        let mask = self.constant(truncate_bits(u128::MAX, from.scalar_bits()) as i128, vt);
        self.node(isd::AND, vt, &[value, mask])
    }

    /// The low bits of type `from`, sign-extended in place.
    pub fn sext_in_reg(&mut self, value: NodeValue, from: ValueType) -> NodeValue {
        let vt = self.value_type(value);
        let from = self.value_type_node(from);
        self.node(isd::SIGN_EXTEND_INREG, vt, &[value, from])
    }

    /// All bits inverted.
    pub fn not(&mut self, value: NodeValue) -> NodeValue {
        let vt = self.value_type(value);
        let ones = self.constant(-1, vt);
        self.node(isd::XOR, vt, &[value, ones])
    }

    /// `address + offset`, without wrapping.
    pub fn add_offset(&mut self, address: NodeValue, offset: i64) -> NodeValue {
        if offset == 0 {
            return address;
        }
        let vt = self.value_type(address);
        let offset = self.constant(offset, vt);
        self.node_flags(isd::ADD, vt, &[address, offset], NodeFlags::NUW)
    }
}
