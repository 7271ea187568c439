//! Type legalization of loads and stores: by the type of the value, a volatile access as a whole if possible.

use super::expand::Values;
use super::memory::part_of_access;
use super::ranges::runs;
use super::types::TypeLegalizer;
use crate::dag::isd;
use crate::dag::node::{LoadExt, NodeId, NodeValue};
use crate::dag::tables::TypeAction;
use crate::dag::types::ValueType;
use crate::mir::MemOperand;
use smallvec::SmallVec;

impl TypeLegalizer<'_> {
    /// The type of words in which a volatile access of type `vt` remains one access although the type is split, and the
    /// type of the accessed bytes.
    fn volatile_words(
        &self,
        vt: ValueType,
        memory_vt: ValueType,
        mem: &MemOperand,
    ) -> Option<(ValueType, ValueType)> {
        let bytes = match vt.is_scalar_integer() {
            true => ValueType::int(8 * vt.store_size()),
            false => vt,
        };
        let bits = bytes.size_in_bits();
        let is_split = matches!(
            self.action(bytes).0,
            TypeAction::ExpandInteger | TypeAction::Split | TypeAction::Widen
        );
        if !mem.is_volatile() || vt != memory_vt || !is_split || !bytes.scalar().is_byte_sized() {
            return None;
        }
        let words = match bits {
            16 | 32 => ValueType::int(bits),
            _ if bits.is_multiple_of(32) => ValueType::vector(ValueType::I32, bits / 32),
            _ => return None,
        };
        let is_one = bits <= 32 || self.is_legal(words);
        (is_one && self.x.target.allows_memory_access(words, mem)).then_some((words, bytes))
    }

    pub(super) fn volatile_load(&mut self, node: NodeId) -> bool {
        if self.x.dag.opcode(node) != isd::LOAD {
            return false;
        }
        let parts = self.x.load_parts(node);
        let vt = self.vt(node.into());
        let Some((words, bytes)) = self.volatile_words(vt, parts.memory_vt, &parts.mem) else {
            return false;
        };
        let load = self.x.dag.load(words, parts.chain, parts.address, parts.mem);
        let mut value = self.x.dag.bitcast(bytes, load);
        if bytes != vt {
            value = self.x.dag.node(isd::TRUNCATE, vt, &[value]);
        }
        self.replace_results(node, &[value, load.with_result(1)]);
        true
    }

    pub(super) fn store(&mut self, node: NodeId) -> Option<Values> {
        let dag = &*self.x.dag;
        let (chain, value, address) = (dag.operand(node, 0), dag.operand(node, 1), dag.operand(node, 2));
        let vt = dag.value_type(value);
        let memory_vt = dag.memory_vt(node)?;
        let mem = *dag.mem_operand(node)?;
        if let Some((words, bytes)) = self.volatile_words(vt, memory_vt, &mem) {
            let value = match bytes == vt {
                true => value,
                false => self.x.dag.zext_or_trunc(value, bytes),
            };
            let value = self.x.dag.bitcast(words, value);
            return Some(SmallVec::from_slice(&[self
                .x
                .dag
                .store(chain, value, address, mem)]));
        }
        let (action, to) = self.action(vt);
        let result = match action {
            TypeAction::PromoteInteger | TypeAction::SoftPromoteHalf => {
                let value = self.one(value);
                let memory_vt = memory_vt.to_integer();
                self.x.dag.trunc_store(chain, value, address, memory_vt, mem)
            }
            TypeAction::Scalarize => {
                let value = self.one(value);
                self.x
                    .dag
                    .trunc_store(chain, value, address, memory_vt.scalar(), mem)
            }
            TypeAction::ExpandInteger => {
                let (low, high) = self.two(value);
                let half = to.scalar_bits();
                if memory_vt.scalar_bits() <= half {
                    self.x.dag.trunc_store(chain, low, address, memory_vt, mem)
                } else {
                    let rest = ValueType::int(memory_vt.scalar_bits() - half);
                    let bytes = half / 8;
                    let high_address = self.x.dag.add_offset(address, i64::from(bytes));
                    let (low_mem, high_mem) =
                        (part_of_access(&mem, 0, to), part_of_access(&mem, bytes, rest));
                    let first = self.x.dag.store(chain, low, address, low_mem);
                    let second = self.x.dag.trunc_store(chain, high, high_address, rest, high_mem);
                    self.x.dag.token_factor(&[first, second])
                }
            }
            TypeAction::Split | TypeAction::Widen => {
                if !memory_vt.scalar().is_byte_sized() {
                    return self.x.expand_store(node);
                }
                let mut chains: SmallVec<[NodeValue; 4]> = SmallVec::new();
                for (first, run) in runs(action, vt.num_elements()) {
                    let part = self.range(value, first, run);
                    let memory = ValueType::vector_or_scalar(memory_vt.scalar(), run);
                    let offset = first * memory_vt.scalar().store_size();
                    let mem = part_of_access(&mem, offset, memory);
                    let address = self.x.dag.add_offset(address, i64::from(offset));
                    chains.push(self.x.dag.trunc_store(chain, part, address, memory, mem));
                }
                self.x.dag.token_factor(&chains)
            }
            TypeAction::Legal | TypeAction::Unsupported => return None,
        };
        Some(SmallVec::from_slice(&[result]))
    }

    /// Propagates the chain of a load-like node that was rewritten.
    pub(super) fn replace_chain(&mut self, node: NodeId, chain: NodeValue) {
        if let Some(old) = self.x.dag.chain_result(node) {
            self.replace(old, chain);
        }
    }

    /// An extending load of a part of an access.
    pub(super) fn load_part(
        &mut self,
        node: NodeId,
        ext: LoadExt,
        vt: ValueType,
        memory_vt: ValueType,
        offset: u32,
    ) -> NodeValue {
        let parts = self.x.load_parts(node);
        let mem = part_of_access(&parts.mem, offset, memory_vt);
        let address = self.x.dag.add_offset(parts.address, i64::from(offset));
        self.x.dag.ext_load(ext, vt, memory_vt, parts.chain, address, mem)
    }
}
