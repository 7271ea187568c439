//! Rules for loads and stores.

use super::{Change, Combiner};
use crate::dag::isd;
use crate::dag::make::truncate_bits;
use crate::dag::node::{LoadExt, NodeId};
use crate::dag::tables::Action;
use crate::dag::types::ValueType;

pub(super) use crate::dag::legalize::part_of_access;

impl Combiner<'_> {
    /// Whether an extending load may be created.
    pub(super) fn allows_ext_load(&self, ext: LoadExt, vt: ValueType, memory: ValueType) -> bool {
        if !self.allows_type(vt) {
            return false;
        }
        if vt == memory {
            return self.allows(isd::LOAD, vt);
        }
        let action = self.target.tables().load_ext_action(ext, vt, memory);
        match action {
            Action::Legal => true,
            Action::Custom | Action::Promote => self.level.allows_illegal_ops(),
            Action::Expand | Action::LibCall => {
                // Types may still be promoted to one that the target can load into.
                self.level.allows_illegal_types() && vt.scalar_bits() <= 32 && memory.scalar_bits() >= 8
            }
        }
    }

    pub(super) fn load(&mut self, node: NodeId) -> Option<Change> {
        // The value just stored there.
        let (chain, address) = (self.operand(node, 0), self.operand(node, 1));
        if self.opcode(chain) != isd::STORE {
            return None;
        }
        let store = chain.node;
        let value = self.operand(store, 1);
        if self.operand(store, 2) != address
            || self.vt(value) != self.vt(node)
            || self.dag.is_trunc_store(store)
            || self.dag.load_ext(node) != LoadExt::None
            // All lanes load what one of them stored.
            || self.dag.is_divergent(value) && !self.dag.is_divergent(node)
        {
            return None;
        }
        let (load, stored) = (self.dag.mem_operand(node)?, self.dag.mem_operand(store)?);
        if load.is_ordered()
            || stored.is_ordered()
            || load.is_atomic()
            || stored.is_atomic()
            || load.size != stored.size
        {
            return None;
        }
        self.dag.replace_node(node, &[value, chain]);
        Some(Change::Done)
    }

    pub(super) fn store(&mut self, node: NodeId) -> Option<Change> {
        let (chain, value, address) = (
            self.operand(node, 0),
            self.operand(node, 1),
            self.operand(node, 2),
        );
        let vt = self.vt(value);
        let memory = self.dag.memory_vt(node)?;
        let mem = *self.dag.mem_operand(node)?;
        // Storing the low part of a larger value: store from the larger value.
        if self.opcode(value) == isd::TRUNCATE && memory == vt && vt.is_scalar_integer() && vt.is_byte_sized()
        {
            let wide = self.operand(value, 0);
            let wide_vt = self.vt(wide);
            let legal = self.target.tables().trunc_store_action(wide_vt, memory) == Action::Legal
                && self.target.tables().is_type_legal(wide_vt);
            if legal {
                return Some(self.dag.trunc_store(chain, wide, address, memory, mem).into());
            }
        }
        // Bits that are not stored do not matter.
        if vt.is_scalar_integer() && memory.scalar_bits() < vt.scalar_bits() {
            let mask = truncate_bits(u128::MAX, memory.scalar_bits());
            if let Some(simpler) = self.demand(value, mask) {
                return Some(self.dag.trunc_store(chain, simpler, address, memory, mem).into());
            }
        }
        // Stores of undefined values.
        if self.dag.is_undef(value) && !mem.is_ordered() && !mem.is_atomic() {
            return Some(chain.into());
        }
        None
    }
}
