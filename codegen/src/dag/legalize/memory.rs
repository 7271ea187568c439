//! Loads and stores that the target does not support directly: extending and truncating ones, vectors, unaligned
//! accesses.

use super::expand::{Expander, Values};
use crate::dag::isd;
use crate::dag::node::{LoadExt, NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::tables::Action;
use crate::dag::types::ValueType;
use crate::mir::MemOperand;
use smallvec::{SmallVec, smallvec};

/// The part of an access that begins `offset` bytes into it.
pub fn part_of_access(whole: &MemOperand, offset: u32, vt: ValueType) -> MemOperand {
    let align = if offset == 0 {
        whole.align
    } else {
        whole.align.min(1 << offset.trailing_zeros())
    };
    MemOperand {
        size: u64::from(vt.store_size()),
        align,
        offset: whole.offset.wrapping_add(i64::from(offset)),
        ..*whole
    }
}

/// The parts of a load.
pub(super) struct LoadParts {
    pub chain: NodeValue,
    pub address: NodeValue,
    pub mem: MemOperand,
    pub memory_vt: ValueType,
    pub ext: LoadExt,
}

impl Expander<'_> {
    /// The properties of a `LOAD` node.
    pub(super) fn load_parts(&self, node: NodeId) -> LoadParts {
        let Payload::Memory { mem, vt, ext } = *self.dag.payload(node) else {
            unreachable!("a load has a memory operand")
        };
        LoadParts {
            chain: self.dag.operand(node, 0),
            address: self.dag.operand(node, 1),
            mem: self.dag.mem_operands[mem],
            memory_vt: vt,
            ext,
        }
    }

    /// How to legalize a load of legal type.
    pub(super) fn load_action(&self, node: NodeId) -> Action {
        if let Some(action) = self.target.load_action(self.dag, node) {
            return action;
        }
        let parts = self.load_parts(node);
        let vt = self.dag.value_type(node);
        let tables = self.target.tables();
        let action = if parts.ext == LoadExt::None {
            tables.action(isd::LOAD, vt)
        } else {
            tables.load_ext_action(parts.ext, vt, parts.memory_vt)
        };
        if action == Action::Legal && !self.target.allows_memory_access(parts.memory_vt, &parts.mem) {
            return Action::Expand;
        }
        action
    }

    /// How to legalize a store of a legal type.
    pub(super) fn store_action(&self, node: NodeId) -> Action {
        if let Some(action) = self.target.store_action(self.dag, node) {
            return action;
        }
        let vt = self.dag.value_type(self.dag.operand(node, 1));
        let memory_vt = self.dag.memory_vt(node).unwrap_or(vt);
        let tables = self.target.tables();
        let action = if vt == memory_vt {
            tables.action(isd::STORE, vt)
        } else {
            tables.trunc_store_action(vt, memory_vt)
        };
        let mem = self.dag.mem_operand(node).expect("a store has a memory operand");
        if action == Action::Legal && !self.target.allows_memory_access(memory_vt, mem) {
            return Action::Expand;
        }
        action
    }

    pub(super) fn extend(&mut self, ext: LoadExt, vt: ValueType, value: NodeValue) -> NodeValue {
        let from = self.dag.value_type(value);
        if from == vt {
            return value;
        }
        if vt.is_float() {
            return self.dag.node(isd::FP_EXTEND, vt, &[value]);
        }
        let opcode = match ext {
            LoadExt::Sign => isd::SIGN_EXTEND,
            LoadExt::Zero => isd::ZERO_EXTEND,
            LoadExt::None | LoadExt::Any => isd::ANY_EXTEND,
        };
        self.dag.node(opcode, vt, &[value])
    }

    /// A load by smaller or simpler loads: value and chain.
    pub(super) fn expand_load(&mut self, node: NodeId) -> Option<Values> {
        let vt = self.dag.value_type(node);
        let parts = self.load_parts(node);
        let memory_vt = parts.memory_vt;
        if memory_vt.is_vector() {
            return self.expand_vector_load(vt, &parts);
        }
        let aligned = self.target.allows_memory_access(memory_vt, &parts.mem);
        if memory_vt.is_integer() && !memory_vt.is_byte_sized() {
            // A type whose width is not a multiple of 8 is stored zero-extended.
            let bytes = ValueType::int(memory_vt.store_size() * 8);
            let ext = if vt == bytes { LoadExt::None } else { LoadExt::Zero };
            let wide = if vt.scalar_bits() >= bytes.scalar_bits() {
                vt
            } else {
                bytes
            };
            let load = self
                .dag
                .ext_load(ext, wide, bytes, parts.chain, parts.address, parts.mem);
            let mut value = load;
            if parts.ext == LoadExt::Sign {
                value = self.dag.sext_in_reg(value, memory_vt);
            }
            let value = self.dag.anyext_or_trunc(value, vt);
            return Some(smallvec![value, load.with_result(1)]);
        }
        if memory_vt.is_float() {
            let int = memory_vt.to_integer();
            if parts.ext == LoadExt::None {
                let load = self.dag.load(int, parts.chain, parts.address, parts.mem);
                let value = self.dag.bitcast(vt, load);
                return Some(smallvec![value, load.with_result(1)]);
            }
            let load = self.dag.load(memory_vt, parts.chain, parts.address, parts.mem);
            let value = self.extend(parts.ext, vt, load);
            return Some(smallvec![value, load.with_result(1)]);
        }
        if aligned
            && parts.ext != LoadExt::None
            && memory_vt.store_size().is_power_of_two()
            && let Some(values) = self.expand_extension(vt, &parts)
        {
            return Some(values);
        }
        self.split_integer_load(vt, &parts)
    }

    /// An aligned extending load that the target does not have.
    fn expand_extension(&mut self, vt: ValueType, parts: &LoadParts) -> Option<Values> {
        let memory_vt = parts.memory_vt;
        let tables = self.target.tables();
        if tables.is_type_legal(memory_vt) {
            let load = self.dag.load(memory_vt, parts.chain, parts.address, parts.mem);
            let value = self.extend(parts.ext, vt, load);
            return Some(smallvec![value, load.with_result(1)]);
        }
        // Through a type smaller than the result, if the target can load into that.
        for bits in [32, 16] {
            let middle = ValueType::int(bits);
            if bits < vt.scalar_bits()
                && bits > memory_vt.scalar_bits()
                && tables.is_type_legal(middle)
                && tables.load_ext_action(parts.ext, middle, memory_vt) != Action::Expand
            {
                let load = self.dag.ext_load(
                    parts.ext,
                    middle,
                    memory_vt,
                    parts.chain,
                    parts.address,
                    parts.mem,
                );
                let value = self.extend(parts.ext, vt, load);
                return Some(smallvec![value, load.with_result(1)]);
            }
        }
        // With another extension, corrected in registers.
        for other in [LoadExt::Zero, LoadExt::Sign, LoadExt::Any] {
            if other == parts.ext || tables.load_ext_action(other, vt, memory_vt) == Action::Expand {
                continue;
            }
            let load = self
                .dag
                .ext_load(other, vt, memory_vt, parts.chain, parts.address, parts.mem);
            let value = match parts.ext {
                LoadExt::Sign => self.dag.sext_in_reg(load, memory_vt),
                LoadExt::Zero => self.dag.zext_in_reg(load, memory_vt),
                LoadExt::None | LoadExt::Any => load,
            };
            return Some(smallvec![value, load.with_result(1)]);
        }
        // In a word; a smaller result takes its low part.
        if vt.scalar_bits() < 32 {
            let load = self.dag.ext_load(
                parts.ext,
                ValueType::I32,
                memory_vt,
                parts.chain,
                parts.address,
                parts.mem,
            );
            let value = self.dag.node(isd::TRUNCATE, vt, &[load]);
            return Some(smallvec![value, load.with_result(1)]);
        }
        if vt.scalar_bits() > 32 {
            let load = self.dag.ext_load(
                parts.ext,
                ValueType::I32,
                memory_vt,
                parts.chain,
                parts.address,
                parts.mem,
            );
            let value = self.extend(parts.ext, vt, load);
            return Some(smallvec![value, load.with_result(1)]);
        }
        None
    }

    /// An integer by two halves of its bytes.
    fn split_integer_load(&mut self, vt: ValueType, parts: &LoadParts) -> Option<Values> {
        let bytes = parts.memory_vt.store_size();
        if bytes < 2 {
            return None;
        }
        // The low part is the largest power of two below the size.
        let low_bytes = if bytes.is_power_of_two() {
            bytes / 2
        } else {
            1 << (31 - bytes.leading_zeros())
        };
        let low_vt = ValueType::int(low_bytes * 8);
        let high_vt = ValueType::int((bytes - low_bytes) * 8);
        let wide = if vt.scalar_bits() > 32
            && low_vt.scalar_bits() == 32
            && high_vt == low_vt
            && vt.scalar_bits() == 64
        {
            ValueType::I32
        } else {
            vt
        };
        let low_mem = part_of_access(&parts.mem, 0, low_vt);
        let high_mem = part_of_access(&parts.mem, low_bytes, high_vt);
        let high_address = self.dag.add_offset(parts.address, i64::from(low_bytes));
        let low = self
            .dag
            .ext_load(LoadExt::Zero, wide, low_vt, parts.chain, parts.address, low_mem);
        let high_ext = if parts.ext == LoadExt::None {
            LoadExt::Any
        } else {
            parts.ext
        };
        let high = self
            .dag
            .ext_load(high_ext, wide, high_vt, parts.chain, high_address, high_mem);
        let chain = self.dag.token_factor(&[low.with_result(1), high.with_result(1)]);
        if wide != vt {
            let value = self.join_integer(low, high);
            return Some(smallvec![value, chain]);
        }
        let amount_vt = self.target.shift_amount_type(vt);
        let amount = self.dag.constant(low_bytes * 8, amount_vt);
        let moved = self.dag.node(isd::SHL, vt, &[high, amount]);
        let value = self
            .dag
            .node_flags(isd::OR, vt, &[low, moved], NodeFlags::DISJOINT);
        Some(smallvec![value, chain])
    }

    /// A vector by two parts, or by elements.
    fn expand_vector_load(&mut self, vt: ValueType, parts: &LoadParts) -> Option<Values> {
        let memory_vt = parts.memory_vt;
        let element = memory_vt.scalar();
        let count = memory_vt.num_elements();
        if !element.is_byte_sized() {
            return Some(self.load_packed(vt, parts));
        }
        let low_count = if count.is_power_of_two() {
            count / 2
        } else {
            1 << (31 - count.leading_zeros())
        };
        if count < 2 {
            let load = self.dag.ext_load(
                parts.ext,
                vt.scalar(),
                element,
                parts.chain,
                parts.address,
                parts.mem,
            );
            let value = self.dag.build_vector(vt, &[load]);
            return Some(smallvec![value, load.with_result(1)]);
        }
        let mut pieces: SmallVec<[NodeValue; 2]> = SmallVec::new();
        for (first, count) in [(0, low_count), (low_count, count - low_count)] {
            let part_memory = ValueType::vector_or_scalar(element, count);
            let part_vt = ValueType::vector_or_scalar(vt.scalar(), count);
            let offset = first * element.store_size();
            let mem = part_of_access(&parts.mem, offset, part_memory);
            let address = self.dag.add_offset(parts.address, i64::from(offset));
            pieces.push(
                self.dag
                    .ext_load(parts.ext, part_vt, part_memory, parts.chain, address, mem),
            );
        }
        let chain = self
            .dag
            .token_factor(&[pieces[0].with_result(1), pieces[1].with_result(1)]);
        let value = self.join_vectors(vt, &pieces);
        Some(smallvec![value, chain])
    }

    /// One vector from the elements of several vectors or scalars.
    pub(super) fn join_vectors(&mut self, vt: ValueType, pieces: &[NodeValue]) -> NodeValue {
        let first = self.dag.value_type(pieces[0]);
        if pieces.iter().all(|&p| self.dag.value_type(p) == first) && first.is_vector() {
            return self.dag.node(isd::CONCAT_VECTORS, vt, pieces);
        }
        let mut elements: SmallVec<[NodeValue; 32]> = SmallVec::new();
        for &piece in pieces {
            let piece_vt = self.dag.value_type(piece);
            if piece_vt.is_vector() {
                for i in 0..piece_vt.num_elements() {
                    elements.push(self.dag.extract_element(piece, i));
                }
            } else {
                elements.push(piece);
            }
        }
        self.dag.build_vector(vt, &elements)
    }

    /// A store by smaller or simpler stores: the chain.
    pub(super) fn expand_store(&mut self, node: NodeId) -> Option<Values> {
        let (chain, value, address) = (
            self.dag.operand(node, 0),
            self.dag.operand(node, 1),
            self.dag.operand(node, 2),
        );
        let vt = self.dag.value_type(value);
        let memory_vt = self.dag.memory_vt(node).unwrap_or(vt);
        let mem = *self.dag.mem_operand(node).expect("a store has a memory operand");
        if memory_vt.is_vector() {
            return self.expand_vector_store(chain, value, address, memory_vt, &mem);
        }
        if memory_vt.is_float() {
            let narrow = if vt == memory_vt {
                value
            } else {
                let flag = self.dag.target_constant(0, ValueType::I32);
                self.dag.node(isd::FP_ROUND, memory_vt, &[value, flag])
            };
            let int = self.dag.bitcast(memory_vt.to_integer(), narrow);
            return Some(smallvec![self.dag.store(chain, int, address, mem)]);
        }
        if !memory_vt.is_byte_sized() {
            let bytes = ValueType::int(memory_vt.store_size() * 8);
            let wide = if vt.scalar_bits() < bytes.scalar_bits() {
                self.dag.node(isd::ANY_EXTEND, bytes, &[value])
            } else {
                value
            };
            let masked = self.dag.zext_in_reg(wide, memory_vt);
            return Some(smallvec![
                self.dag.trunc_store(chain, masked, address, bytes, mem)
            ]);
        }
        let tables = self.target.tables();
        let aligned = self.target.allows_memory_access(memory_vt, &mem);
        if aligned && vt != memory_vt && memory_vt.store_size().is_power_of_two() {
            if tables.is_type_legal(memory_vt) {
                let narrow = self.dag.node(isd::TRUNCATE, memory_vt, &[value]);
                return Some(smallvec![self.dag.store(chain, narrow, address, mem)]);
            }
            if vt.scalar_bits() != 32 && memory_vt.scalar_bits() < 32 {
                let narrow = self.dag.anyext_or_trunc(value, ValueType::I32);
                return Some(smallvec![
                    self.dag.trunc_store(chain, narrow, address, memory_vt, mem)
                ]);
            }
        }
        let bytes = memory_vt.store_size();
        if bytes < 2 {
            return None;
        }
        let low_bytes = if bytes.is_power_of_two() {
            bytes / 2
        } else {
            1 << (31 - bytes.leading_zeros())
        };
        let low_vt = ValueType::int(low_bytes * 8);
        let high_vt = ValueType::int((bytes - low_bytes) * 8);
        let (low, high) = if vt.scalar_bits() == 64 && low_vt == ValueType::I32 && high_vt == low_vt {
            self.split_integer(value)
        } else {
            let amount_vt = self.target.shift_amount_type(vt);
            let amount = self.dag.constant(low_bytes * 8, amount_vt);
            (value, self.dag.node(isd::SRL, vt, &[value, amount]))
        };
        let low_mem = part_of_access(&mem, 0, low_vt);
        let high_mem = part_of_access(&mem, low_bytes, high_vt);
        let high_address = self.dag.add_offset(address, i64::from(low_bytes));
        let first = self.dag.trunc_store(chain, low, address, low_vt, low_mem);
        let second = self.dag.trunc_store(chain, high, high_address, high_vt, high_mem);
        Some(smallvec![self.dag.token_factor(&[first, second])])
    }

    fn expand_vector_store(
        &mut self,
        chain: NodeValue,
        value: NodeValue,
        address: NodeValue,
        memory_vt: ValueType,
        mem: &MemOperand,
    ) -> Option<Values> {
        let element = memory_vt.scalar();
        let vt = self.dag.value_type(value);
        let count = memory_vt.num_elements();
        if !element.is_byte_sized() {
            return Some(self.store_packed(chain, value, address, memory_vt, mem));
        }
        if count < 2 {
            let item = self.dag.extract_element(value, 0);
            return Some(smallvec![
                self.dag.trunc_store(chain, item, address, element, *mem)
            ]);
        }
        let low_count = if count.is_power_of_two() {
            count / 2
        } else {
            1 << (31 - count.leading_zeros())
        };
        let mut chains: SmallVec<[NodeValue; 2]> = SmallVec::new();
        for (first, count) in [(0, low_count), (low_count, count - low_count)] {
            let part_memory = ValueType::vector_or_scalar(element, count);
            let part_vt = ValueType::vector_or_scalar(vt.scalar(), count);
            let offset = first * element.store_size();
            let part = self.dag.extract_subvector(part_vt, value, first);
            let address = self.dag.add_offset(address, i64::from(offset));
            let mem = part_of_access(mem, offset, part_memory);
            chains.push(self.dag.trunc_store(chain, part, address, part_memory, mem));
        }
        Some(smallvec![self.dag.token_factor(&chains)])
    }
}
