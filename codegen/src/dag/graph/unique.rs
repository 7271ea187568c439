//! Equal nodes are one: the hash table that is searched before a node is created.

use super::SelectionDag;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::{NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use cranelift_entity::EntityRef;
use fxhash::FxHasher;
use std::hash::{Hash, Hasher};

/// Whether equal nodes of this kind are one node. Glue ties two particular nodes together, so its producers are not.
pub(super) fn is_unique(opcode: NodeOpcode, types: &[ValueType]) -> bool {
    opcode != isd::ENTRY_TOKEN && types.last() != Some(&ValueType::GLUE)
}

#[inline(always)] // the loops over types and operands are short, and often of known length
pub(super) fn hash_node(
    opcode: NodeOpcode,
    types: &[ValueType],
    operands: impl Iterator<Item = NodeValue>,
    payload: &Payload,
) -> u32 {
    let mut hasher = FxHasher::default();
    opcode.0.hash(&mut hasher);
    for vt in types {
        vt.bits().hash(&mut hasher);
    }
    for value in operands {
        (u64::from(value.node.as_u32()) << 32 | u64::from(value.result)).hash(&mut hasher);
    }
    if !matches!(payload, Payload::None) {
        payload.hash(&mut hasher);
    }
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

/// Open-addressing table of nodes by hash. 0 is free, 1 was removed, others are node numbers plus 2.
#[derive(Default)]
pub(super) struct NodeTable {
    pub(super) entries: Vec<u32>,
    /// Used entries, removed ones included.
    pub(super) used: usize,
    pub(super) hashes: Vec<u32>,
}

impl NodeTable {
    pub(super) fn clear(&mut self) {
        self.entries.fill(0);
        self.used = 0;
    }

    pub(super) fn start(hash: u32) -> usize {
        (hash.wrapping_mul(0x9e37_79b9) >> 7) as usize
    }

    pub(super) fn find(&self, hash: u32, mut equal: impl FnMut(NodeId) -> bool) -> Option<NodeId> {
        if self.entries.is_empty() {
            return None;
        }
        let mask = self.entries.len() - 1;
        let mut at = NodeTable::start(hash) & mask;
        loop {
            match self.entries[at] {
                0 => return None,
                1 => {}
                entry => {
                    let id = NodeId::new(entry as usize - 2);
                    if self.hashes[at] == hash && equal(id) {
                        return Some(id);
                    }
                }
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, hash: u32, id: NodeId) {
        if (self.used + 1) * 4 > self.entries.len() * 3 {
            self.grow();
        }
        let mask = self.entries.len() - 1;
        let mut at = NodeTable::start(hash) & mask;
        while self.entries[at] > 1 {
            at = (at + 1) & mask;
        }
        if self.entries[at] == 0 {
            self.used += 1;
        }
        self.entries[at] = id.as_u32() + 2;
        self.hashes[at] = hash;
    }

    fn remove(&mut self, hash: u32, id: NodeId) {
        let mask = self.entries.len() - 1;
        let mut at = NodeTable::start(hash) & mask;
        while self.entries[at] != id.as_u32() + 2 {
            debug_assert!(self.entries[at] != 0, "the node is in the table");
            at = (at + 1) & mask;
        }
        self.entries[at] = 1;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let live = self.entries.iter().filter(|&&entry| entry > 1).count();
        let size = (live * 3).next_power_of_two().max(256);
        let entries = std::mem::replace(&mut self.entries, vec![0; size]);
        let hashes = std::mem::replace(&mut self.hashes, vec![0; size]);
        self.used = 0;
        for (entry, hash) in entries.into_iter().zip(hashes) {
            if entry > 1 {
                self.insert(hash, NodeId::new(entry as usize - 2));
            }
        }
    }
}

impl SelectionDag {
    /// An existing node with these parts, if there is one.
    pub fn find_node(
        &self,
        opcode: NodeOpcode,
        types: &[ValueType],
        operands: &[NodeValue],
        payload: &Payload,
    ) -> Option<NodeId> {
        if !is_unique(opcode, types) {
            return None;
        }
        let operands = operands.iter().copied();
        self.find_equal(
            hash_node(opcode, types, operands.clone(), payload),
            opcode,
            types,
            operands,
            payload,
        )
    }

    pub(super) fn find_equal(
        &self,
        hash: u32,
        opcode: NodeOpcode,
        types: &[ValueType],
        operands: impl ExactSizeIterator<Item = NodeValue> + Clone,
        payload: &Payload,
    ) -> Option<NodeId> {
        self.table.find(hash, |id| {
            let data = &self.nodes[id.index()];
            data.hash == hash
                && data.opcode == opcode
                && data.num_operands as usize == operands.len()
                && data.payload == *payload
                && self.result_types(id) == types
                && self.operands(id).eq(operands.clone())
        })
    }

    #[inline(always)]
    pub(super) fn insert_in_table(&mut self, id: NodeId, hash: u32) {
        let data = self.data_mut(id);
        data.hash = hash;
        data.state.in_table = true;
        self.table.insert(hash, id);
    }

    pub(crate) fn remove_from_table(&mut self, node: NodeId) {
        let data = &mut self.nodes[node.index()];
        if data.state.in_table {
            data.state.in_table = false;
            self.table.remove(data.hash, node);
        }
    }

    /// Reinserts a changed node into the table. If an equal node exists, returns it: the caller replaces the changed
    /// one.
    pub(super) fn add_to_table(&mut self, node: NodeId) -> Option<NodeId> {
        if !is_unique(self.opcode(node), self.result_types(node)) {
            return None;
        }
        let data = self.data(node);
        let (types, operands) = (self.result_types(node), self.operands(node));
        let hash = hash_node(data.opcode, types, operands.clone(), &data.payload);
        let found = self.find_equal(hash, data.opcode, types, operands, &data.payload);
        if found.is_none() {
            self.insert_in_table(node, hash);
        }
        found
    }
}
