//! The graph of one basic block: making nodes (equal nodes are made once), operands and uses, replacing, deleting.

use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::{
    Divergence, MemRef, NO_SLOT, NodeData, NodeFlags, NodeId, NodeState, NodeValue, OperandSlot, Payload,
};
use crate::dag::types::ValueType;
use crate::mir::{MemOperand, Register};
use cranelift_entity::{EntityRef, PrimaryMap};
use fxhash::{FxHashSet, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// Says of a node whether it is a source of divergence; reads opcode, payload and operands only.
pub type DivergenceRule = fn(&SelectionDag, NodeId) -> Divergence;

/// The graph of one basic block. Reused from block to block: [`SelectionDag::clear`] keeps the memory.
pub struct SelectionDag {
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) slots: Vec<OperandSlot>,
    types: Vec<ValueType>,
    /// Memory operands of nodes.
    pub mem_operands: PrimaryMap<MemRef, MemOperand>,
    /// Lists of memory operands of machine nodes.
    pub(crate) machine_mem: Vec<MemRef>,
    table: NodeTable,
    root: Option<NodeValue>,
    divergence: DivergenceRule,
    /// Registers whose contents differ between lanes.
    divergent_registers: FxHashSet<Register>,
    /// Line given to new nodes.
    pub debug_line: u32,
    /// Source order given to new nodes.
    pub ir_order: u32,
    /// Nodes that were changed or made since a pass last looked (see [`SelectionDag::take_touched`]).
    touched: Vec<NodeId>,
    track_touched: bool,
    /// Messages about what cannot be compiled.
    errors: Vec<String>,
    /// Name of the block, for pictures.
    pub block_name: String,
}

fn no_divergence(_: &SelectionDag, _: NodeId) -> Divergence {
    Divergence::Inherit
}

impl Default for SelectionDag {
    fn default() -> SelectionDag {
        SelectionDag::new(no_divergence)
    }
}

impl SelectionDag {
    /// A graph with an entry token only.
    pub fn new(divergence: DivergenceRule) -> SelectionDag {
        let mut dag = SelectionDag {
            nodes: Vec::new(),
            slots: Vec::new(),
            types: Vec::new(),
            mem_operands: PrimaryMap::new(),
            machine_mem: Vec::new(),
            table: NodeTable::default(),
            root: None,
            divergence,
            divergent_registers: FxHashSet::default(),
            debug_line: 0,
            ir_order: 0,
            touched: Vec::new(),
            track_touched: false,
            errors: Vec::new(),
            block_name: String::new(),
        };
        dag.start();
        dag
    }

    fn start(&mut self) {
        let entry = self.create(
            isd::ENTRY_TOKEN,
            &[ValueType::OTHER],
            &[],
            Payload::None,
            NodeFlags::empty(),
        );
        self.root = Some(entry.into());
    }

    /// Forgets all nodes, for the next block. Divergence of registers is kept.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.slots.clear();
        self.types.clear();
        self.mem_operands.clear();
        self.machine_mem.clear();
        self.table.clear();
        self.touched.clear();
        self.debug_line = 0;
        self.ir_order = 0;
        self.start();
    }

    // ---- errors ----

    /// Notes that something cannot be compiled; the pipeline stops behind the current stage and reports it.
    pub fn report_error(&mut self, message: impl Into<String>) {
        self.errors.push(message.into());
    }

    /// The messages so far; none are left.
    pub fn take_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.errors)
    }

    /// Whether something was reported.
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    // ---- reading ----

    /// The chain at the start of the block.
    pub fn entry(&self) -> NodeValue {
        NodeValue::new(NodeId::new(0), 0)
    }

    /// The last chain: what must be kept.
    pub fn root(&self) -> NodeValue {
        self.root.expect("a dag has a root")
    }

    /// Sets the last chain.
    pub fn set_root(&mut self, root: NodeValue) {
        debug_assert_eq!(self.value_type(root), ValueType::OTHER);
        self.root = Some(root);
    }

    /// Number of nodes ever made, deleted ones included: the size of tables by node.
    pub fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes that are not deleted, in the order in which they were made.
    pub fn live_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len())
            .filter(|&i| !self.nodes[i].state.deleted)
            .map(NodeId::new)
    }

    pub(crate) fn data(&self, node: NodeId) -> &NodeData {
        &self.nodes[node.index()]
    }

    pub(crate) fn data_mut(&mut self, node: NodeId) -> &mut NodeData {
        &mut self.nodes[node.index()]
    }

    /// Opcode.
    pub fn opcode(&self, node: impl Into<NodeIdOf>) -> NodeOpcode {
        self.data(node.into().0).opcode
    }

    /// Whether the node was deleted.
    pub fn is_deleted(&self, node: NodeId) -> bool {
        self.data(node).state.deleted
    }

    /// What the node carries besides operands.
    pub fn payload(&self, node: impl Into<NodeIdOf>) -> &Payload {
        &self.data(node.into().0).payload
    }

    /// Flags.
    pub fn flags(&self, node: impl Into<NodeIdOf>) -> NodeFlags {
        self.data(node.into().0).flags
    }

    /// Sets the flags.
    pub fn set_flags(&mut self, node: NodeId, flags: NodeFlags) {
        self.data_mut(node).flags = flags;
    }

    /// Whether the value may differ between lanes.
    pub fn is_divergent(&self, node: impl Into<NodeIdOf>) -> bool {
        self.data(node.into().0).state.divergent
    }

    /// Number of operands.
    pub fn num_operands(&self, node: NodeId) -> usize {
        self.data(node).num_operands as usize
    }

    /// Operand `index`.
    pub fn operand(&self, node: impl Into<NodeIdOf>, index: usize) -> NodeValue {
        let data = self.data(node.into().0);
        debug_assert!(
            index < data.num_operands as usize,
            "operand {index} of {:?}",
            data.opcode
        );
        self.slots[data.operands as usize + index].value
    }

    /// The operands in order.
    pub fn operands(
        &self,
        node: impl Into<NodeIdOf>,
    ) -> impl DoubleEndedIterator<Item = NodeValue> + ExactSizeIterator + Clone + '_ {
        let data = self.data(node.into().0);
        let start = data.operands as usize;
        self.slots[start..start + data.num_operands as usize]
            .iter()
            .map(|slot| slot.value)
    }

    /// The operands in order, as a list of their own.
    pub fn operand_vec(&self, node: NodeId) -> SmallVec<[NodeValue; 8]> {
        self.operands(node).collect()
    }

    /// Number of results.
    pub fn num_results(&self, node: NodeId) -> usize {
        self.data(node).num_results as usize
    }

    /// Types of the results.
    pub fn result_types(&self, node: NodeId) -> &[ValueType] {
        let data = self.data(node);
        &self.types[data.types as usize..data.types as usize + data.num_results as usize]
    }

    /// Type of a value.
    pub fn value_type(&self, value: impl Into<NodeValue>) -> ValueType {
        let value = value.into();
        self.result_types(value.node)[value.result as usize]
    }

    /// The memory access of a load, store, atomic or memory intrinsic.
    pub fn mem_operand(&self, node: NodeId) -> Option<&MemOperand> {
        Some(&self.mem_operands[self.payload(node).mem_ref()?])
    }

    /// Memory operands of a machine node.
    pub fn machine_mem_operands(&self, node: NodeId) -> &[MemRef] {
        match *self.payload(node) {
            Payload::MachineMem { start, len } => &self.machine_mem[start as usize..(start + len) as usize],
            _ => &[],
        }
    }

    /// Adds a memory operand.
    pub fn add_mem_operand(&mut self, operand: MemOperand) -> MemRef {
        self.mem_operands.push(operand)
    }

    /// The chain a node with chain takes: its first operand of chain type.
    pub fn chain_operand(&self, node: NodeId) -> Option<NodeValue> {
        self.operands(node)
            .find(|&value| self.value_type(value) == ValueType::OTHER)
    }

    /// The chain result, if it has one.
    pub fn chain_result(&self, node: NodeId) -> Option<NodeValue> {
        let index = self
            .result_types(node)
            .iter()
            .position(|&vt| vt == ValueType::OTHER)?;
        Some(NodeValue::new(node, index as u32))
    }

    /// The glue operand, which is last, if there is one.
    pub fn glue_operand(&self, node: NodeId) -> Option<NodeValue> {
        let last = self.operands(node).next_back()?;
        (self.value_type(last) == ValueType::GLUE).then_some(last)
    }

    // ---- uses ----

    /// The uses of a node's results: user, number of the operand, and the value used. The newest use comes first.
    pub fn uses(&self, node: NodeId) -> Uses<'_> {
        Uses {
            dag: self,
            slot: self.data(node).first_use,
        }
    }

    /// The users of one result, one entry per operand.
    pub fn users_of(&self, value: NodeValue) -> impl Iterator<Item = NodeId> + '_ {
        self.uses(value.node)
            .filter(move |used| used.value.result == value.result)
            .map(|used| used.user)
    }

    /// Whether no result is used.
    pub fn is_unused(&self, node: NodeId) -> bool {
        self.data(node).first_use == NO_SLOT
    }

    /// Whether exactly one operand names one of the node's results.
    pub fn node_has_one_use(&self, node: NodeId) -> bool {
        let first = self.data(node).first_use;
        first != NO_SLOT && self.slots[first as usize].next == NO_SLOT
    }

    /// Whether exactly one operand names this result.
    pub fn has_one_use(&self, value: impl Into<NodeValue>) -> bool {
        let value = value.into();
        let mut users = self.users_of(value);
        users.next().is_some() && users.next().is_none()
    }

    /// Whether this result is used.
    pub fn has_uses(&self, value: impl Into<NodeValue>) -> bool {
        self.users_of(value.into()).next().is_some()
    }

    fn link_slot(&mut self, slot: u32) {
        let node = self.slots[slot as usize].value.node;
        let first = self.nodes[node.index()].first_use;
        self.slots[slot as usize].prev = NO_SLOT;
        self.slots[slot as usize].next = first;
        if first != NO_SLOT {
            self.slots[first as usize].prev = slot;
        }
        self.nodes[node.index()].first_use = slot;
    }

    fn unlink_slot(&mut self, slot: u32) {
        let OperandSlot {
            value, next, prev, ..
        } = self.slots[slot as usize];
        if prev == NO_SLOT {
            self.nodes[value.node.index()].first_use = next;
        } else {
            self.slots[prev as usize].next = next;
        }
        if next != NO_SLOT {
            self.slots[next as usize].prev = prev;
        }
    }

    // ---- making ----

    fn intern_types(&mut self, types: &[ValueType]) -> u32 {
        // Type lists repeat in the neighbourhood; a short look back keeps the pool small.
        let window = self.types.len().saturating_sub(16);
        if !types.is_empty()
            && let Some(at) = self.types[window..]
                .windows(types.len())
                .position(|known| known == types)
        {
            return (window + at) as u32;
        }
        self.types.extend_from_slice(types);
        (self.types.len() - types.len()) as u32
    }

    fn create(
        &mut self,
        opcode: NodeOpcode,
        types: &[ValueType],
        operands: &[NodeValue],
        payload: Payload,
        flags: NodeFlags,
    ) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        let types_start = self.intern_types(types);
        let start = self.slots.len() as u32;
        self.nodes.push(NodeData {
            opcode,
            flags,
            payload,
            operands: start,
            num_operands: u16::try_from(operands.len()).expect("a node has fewer than 65536 operands"),
            num_results: types.len() as u16,
            types: types_start,
            first_use: NO_SLOT,
            hash: 0,
            state: NodeState::default(),
            debug_line: self.debug_line,
            ir_order: self.ir_order,
        });
        for &value in operands {
            debug_assert!(
                !self.data(value.node).state.deleted,
                "operand of {opcode:?} is deleted"
            );
            debug_assert!((value.result as usize) < self.num_results(value.node));
            let slot = self.slots.len() as u32;
            self.slots.push(OperandSlot {
                value,
                user: id,
                next: NO_SLOT,
                prev: NO_SLOT,
            });
            self.link_slot(slot);
        }
        let divergent = self.compute_divergence(id);
        self.data_mut(id).state.divergent = divergent;
        if self.track_touched {
            self.touched.push(id);
        }
        id
    }

    /// The node with exactly these parts, made if there is none. No folding; see [`SelectionDag::node`] for that. The
    /// flags of an equal node are weakened to those both have.
    pub fn raw_node(
        &mut self,
        opcode: NodeOpcode,
        types: &[ValueType],
        operands: &[NodeValue],
        payload: Payload,
        flags: NodeFlags,
    ) -> NodeId {
        if !is_unique(opcode, types) {
            return self.create(opcode, types, operands, payload, flags);
        }
        let hash = hash_node(opcode, types, operands, &payload);
        if let Some(found) = self.find_equal(hash, opcode, types, operands, &payload) {
            let data = self.data_mut(found);
            data.flags &= flags;
            return found;
        }
        let id = self.create(opcode, types, operands, payload, flags);
        self.insert_in_table(id, hash);
        id
    }

    fn insert_in_table(&mut self, id: NodeId, hash: u32) {
        let data = self.data_mut(id);
        data.hash = hash;
        data.state.in_table = true;
        self.table.insert(hash, id);
    }

    fn find_equal(
        &self,
        hash: u32,
        opcode: NodeOpcode,
        types: &[ValueType],
        operands: &[NodeValue],
        payload: &Payload,
    ) -> Option<NodeId> {
        self.table.find(hash, |id| {
            let data = &self.nodes[id.index()];
            data.hash == hash
                && data.opcode == opcode
                && data.num_operands as usize == operands.len()
                && data.payload == *payload
                && self.result_types(id) == types
                && self.operands(id).eq(operands.iter().copied())
        })
    }

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
        self.find_equal(
            hash_node(opcode, types, operands, payload),
            opcode,
            types,
            operands,
            payload,
        )
    }

    // ---- divergence ----

    /// Says that a register's contents may differ between lanes. Do it before the register is read.
    pub fn mark_divergent_register(&mut self, register: Register) {
        self.divergent_registers.insert(register);
    }

    /// Whether a register's contents may differ between lanes.
    pub fn is_divergent_register(&self, register: Register) -> bool {
        self.divergent_registers.contains(&register)
    }

    fn compute_divergence(&self, node: NodeId) -> bool {
        let data = self.data(node);
        match data.opcode {
            isd::COPY_FROM_REG => {
                return match *self.payload(self.operand(node, 1)) {
                    Payload::Register(register) => self.divergent_registers.contains(&register),
                    _ => false,
                };
            }
            isd::ENTRY_TOKEN | isd::TOKEN_FACTOR => return false,
            _ => {}
        }
        match (self.divergence)(self, node) {
            Divergence::Source => true,
            Divergence::AlwaysUniform => false,
            Divergence::Inherit => self.operands(node).any(|value| {
                // Order is not data.
                self.value_type(value) != ValueType::OTHER && self.is_divergent(value)
            }),
        }
    }

    /// Recomputes divergence of `node` and of everything that depends on it.
    fn update_divergence(&mut self, node: NodeId) {
        let mut work: SmallVec<[NodeId; 16]> = SmallVec::from_slice(&[node]);
        while let Some(node) = work.pop() {
            // An instruction keeps what its node was known to be; the rule knows nodes only.
            if self.opcode(node).is_machine() {
                continue;
            }
            let divergent = self.compute_divergence(node);
            if divergent != self.data(node).state.divergent {
                self.data_mut(node).state.divergent = divergent;
                work.extend(self.uses(node).map(|used| used.user));
            }
        }
    }

    // ---- changing ----

    /// Nodes made or changed since the last call; recording starts with the first call.
    pub fn take_touched(&mut self) -> Vec<NodeId> {
        self.track_touched = true;
        std::mem::take(&mut self.touched)
    }

    /// Stops recording touched nodes.
    pub fn stop_tracking(&mut self) {
        self.track_touched = false;
        self.touched.clear();
    }

    pub(crate) fn touch(&mut self, node: NodeId) {
        if self.track_touched {
            self.touched.push(node);
        }
    }

    pub(crate) fn remove_from_table(&mut self, node: NodeId) {
        let data = &mut self.nodes[node.index()];
        if data.state.in_table {
            data.state.in_table = false;
            self.table.remove(data.hash, node);
        }
    }

    /// Puts a changed node back into the table. If an equal node exists, returns it: the caller replaces the changed one.
    fn add_to_table(&mut self, node: NodeId) -> Option<NodeId> {
        if !is_unique(self.opcode(node), self.result_types(node)) {
            return None;
        }
        let operands = self.operand_vec(node);
        let data = self.data(node);
        let hash = hash_node(data.opcode, self.result_types(node), &operands, &data.payload);
        let found = self.find_equal(
            hash,
            data.opcode,
            self.result_types(node),
            &operands,
            &data.payload,
        );
        if found.is_none() {
            self.insert_in_table(node, hash);
        }
        found
    }

    /// Makes every use of `from` a use of `to`, which must have the same type. Users that become equal to another node
    /// are merged into it. `from`'s node is not deleted.
    pub fn replace_value(&mut self, from: NodeValue, to: NodeValue) {
        self.replace_values(&[(from, to)]);
    }

    /// Makes every use of results 0, 1, ... of `node` a use of the given values; deletes `node`.
    pub fn replace_node(&mut self, node: NodeId, values: &[NodeValue]) {
        debug_assert!(values.len() <= self.num_results(node));
        let pairs: SmallVec<[(NodeValue, NodeValue); 4]> = values
            .iter()
            .enumerate()
            .map(|(i, &to)| (NodeValue::new(node, i as u32), to))
            .collect();
        self.replace_values(&pairs);
        if self.is_unused(node) && self.root().node != node {
            self.delete_dead(node);
        }
    }

    /// [`SelectionDag::replace_value`] for several values.
    pub fn replace_values(&mut self, pairs: &[(NodeValue, NodeValue)]) {
        let mut work: Vec<(NodeValue, NodeValue)> = pairs.to_vec();
        let mut users: Vec<NodeId> = Vec::new();
        while let Some((from, to)) = work.pop() {
            if from == to || self.data(from.node).state.deleted {
                continue;
            }
            debug_assert_eq!(
                self.value_type(from),
                self.value_type(to),
                "replacement of {from} ({:?}) by {to} ({:?})",
                self.opcode(from),
                self.opcode(to)
            );
            users.clear();
            let mut slot = self.data(from.node).first_use;
            while slot != NO_SLOT {
                let OperandSlot {
                    value, user, next, ..
                } = self.slots[slot as usize];
                if value == from {
                    if users.last() != Some(&user) {
                        if !users.contains(&user) {
                            users.push(user);
                        }
                        self.remove_from_table(user);
                    }
                    self.unlink_slot(slot);
                    self.slots[slot as usize].value = to;
                    self.link_slot(slot);
                }
                slot = next;
            }
            if self.root == Some(from) {
                self.root = Some(to);
            }
            self.touch(to.node);
            for &user in &users {
                if self.data(user).state.deleted {
                    continue;
                }
                self.touch(user);
                self.update_divergence(user);
                if let Some(equal) = self.add_to_table(user) {
                    let flags = self.flags(user);
                    self.data_mut(equal).flags &= flags;
                    for result in 0..self.num_results(user) as u32 {
                        work.push((NodeValue::new(user, result), NodeValue::new(equal, result)));
                    }
                    // Without uses it goes away with the next sweep; it must not be found again.
                }
            }
        }
    }

    /// Changes the operands of `node` in place. Returns the node to use instead: `node`, or an equal one that exists
    /// (then `node` is unchanged and still has its uses).
    pub fn update_operands(&mut self, node: NodeId, operands: &[NodeValue]) -> NodeId {
        debug_assert_eq!(operands.len(), self.num_operands(node));
        if self.operands(node).eq(operands.iter().copied()) {
            return node;
        }
        let data = self.data(node);
        if let Some(equal) = self.find_node(data.opcode, self.result_types(node), operands, &data.payload) {
            let flags = self.flags(node);
            self.data_mut(equal).flags &= flags;
            return equal;
        }
        self.remove_from_table(node);
        let start = self.data(node).operands;
        for (i, &value) in operands.iter().enumerate() {
            let slot = start + i as u32;
            if self.slots[slot as usize].value != value {
                self.unlink_slot(slot);
                self.slots[slot as usize].value = value;
                self.link_slot(slot);
            }
        }
        self.add_to_table(node);
        self.update_divergence(node);
        self.touch(node);
        node
    }

    /// Makes `node` another node in place, uses kept: opcode, types, operands and payload. Used by selection.
    pub fn morph_node(
        &mut self,
        node: NodeId,
        opcode: NodeOpcode,
        types: &[ValueType],
        operands: &[NodeValue],
        payload: Payload,
    ) {
        self.remove_from_table(node);
        let data = self.data(node);
        let (old_start, old_len) = (data.operands, data.num_operands);
        for slot in old_start..old_start + u32::from(old_len) {
            self.unlink_slot(slot);
        }
        let start = if operands.len() <= old_len as usize {
            old_start
        } else {
            let start = self.slots.len() as u32;
            let empty = OperandSlot {
                value: NodeValue::new(node, 0),
                user: node,
                next: NO_SLOT,
                prev: NO_SLOT,
            };
            self.slots.resize(start as usize + operands.len(), empty);
            start
        };
        for (i, &value) in operands.iter().enumerate() {
            let slot = start + i as u32;
            self.slots[slot as usize] = OperandSlot {
                value,
                user: node,
                next: NO_SLOT,
                prev: NO_SLOT,
            };
            self.link_slot(slot);
        }
        let types_start = self.intern_types(types);
        let data = self.data_mut(node);
        data.opcode = opcode;
        data.operands = start;
        data.num_operands = operands.len() as u16;
        data.types = types_start;
        data.num_results = types.len() as u16;
        data.payload = payload;
        self.touch(node);
    }

    /// Deletes `node`, which has no uses, and everything that becomes unused by that.
    pub fn delete_dead(&mut self, node: NodeId) {
        let mut work: SmallVec<[NodeId; 16]> = SmallVec::from_slice(&[node]);
        while let Some(node) = work.pop() {
            if self.data(node).state.deleted || !self.is_unused(node) || node.index() == 0 {
                continue;
            }
            if self.root().node == node {
                continue;
            }
            self.remove_from_table(node);
            let data = self.data_mut(node);
            data.state.deleted = true;
            let (start, len) = (data.operands, u32::from(data.num_operands));
            for slot in start..start + len {
                self.unlink_slot(slot);
                let operand = self.slots[slot as usize].value.node;
                if self.is_unused(operand) {
                    work.push(operand);
                }
                self.touch(operand);
            }
            self.data_mut(node).num_operands = 0;
        }
    }

    /// Deletes everything that the root does not need.
    pub fn remove_dead_nodes(&mut self) {
        for index in (1..self.nodes.len()).rev() {
            let node = NodeId::new(index);
            if !self.nodes[index].state.deleted && self.is_unused(node) {
                self.delete_dead(node);
            }
        }
    }

    /// Live nodes that the root needs, operands before users; ties in the order of creation.
    pub fn topological_order(&self) -> Vec<NodeId> {
        let mut pending: Vec<u32> = vec![0; self.nodes.len()];
        // The order and the queue in one: what is ready stands behind what is done.
        let mut order: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        for node in self.live_nodes() {
            let count = self.num_operands(node) as u32;
            pending[node.index()] = count;
            if count == 0 {
                order.push(node);
            }
        }
        let mut next = 0;
        while next < order.len() {
            let node = order[next];
            next += 1;
            for used in self.uses(node) {
                let left = &mut pending[used.user.index()];
                *left -= 1;
                if *left == 0 {
                    order.push(used.user);
                }
            }
        }
        debug_assert_eq!(order.len(), self.live_nodes().count(), "the graph has a cycle");
        order
    }

    /// Whether `node` is reachable from `from` along operands. Looks at no more than `limit` nodes and then says yes.
    pub fn depends_on(&self, from: NodeId, node: NodeId, limit: usize) -> bool {
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut work: SmallVec<[NodeId; 32]> = SmallVec::from_slice(&[from]);
        while let Some(current) = work.pop() {
            if current == node {
                return true;
            }
            if !seen.insert(current) {
                continue;
            }
            if seen.len() > limit {
                return true;
            }
            work.extend(self.operands(current).map(|value| value.node));
        }
        false
    }

    /// Checks the links between nodes.
    ///
    /// # Panics
    /// If they are wrong.
    pub fn verify(&self) {
        let (mut operands, mut listed) = (Vec::new(), Vec::new());
        for node in self.live_nodes() {
            for (i, value) in self.operands(node).enumerate() {
                assert!(!self.is_deleted(value.node), "{node} uses deleted {value}");
                operands.push((node, i, value.node));
            }
            for used in self.uses(node) {
                assert!(
                    !self.is_deleted(used.user),
                    "{node} is used by deleted {}",
                    used.user
                );
                listed.push((used.user, used.operand, node));
            }
        }
        operands.sort_unstable();
        listed.sort_unstable();
        assert!(
            operands == listed,
            "operands and use lists differ: {operands:?}, {listed:?}"
        );
        self.topological_order();
    }
}

/// A node by its id or by one of its results.
#[derive(Clone, Copy)]
pub struct NodeIdOf(pub NodeId);

impl From<NodeId> for NodeIdOf {
    fn from(node: NodeId) -> NodeIdOf {
        NodeIdOf(node)
    }
}

impl From<NodeValue> for NodeIdOf {
    fn from(value: NodeValue) -> NodeIdOf {
        NodeIdOf(value.node)
    }
}

/// One use of a node.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// Who uses it.
    pub user: NodeId,
    /// As which operand.
    pub operand: usize,
    /// Which result.
    pub value: NodeValue,
}

/// Iterator over the uses of a node.
#[derive(Clone)]
pub struct Uses<'a> {
    dag: &'a SelectionDag,
    slot: u32,
}

impl Iterator for Uses<'_> {
    type Item = Use;

    fn next(&mut self) -> Option<Use> {
        if self.slot == NO_SLOT {
            return None;
        }
        let slot = &self.dag.slots[self.slot as usize];
        let used = Use {
            user: slot.user,
            operand: (self.slot - self.dag.data(slot.user).operands) as usize,
            value: slot.value,
        };
        self.slot = slot.next;
        Some(used)
    }
}

/// Whether equal nodes of this kind are one node. Glue ties two particular nodes together, so its producers are not.
fn is_unique(opcode: NodeOpcode, types: &[ValueType]) -> bool {
    opcode != isd::ENTRY_TOKEN && types.last() != Some(&ValueType::GLUE)
}

fn hash_node(opcode: NodeOpcode, types: &[ValueType], operands: &[NodeValue], payload: &Payload) -> u32 {
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
struct NodeTable {
    entries: Vec<u32>,
    /// Used entries, removed ones included.
    used: usize,
    hashes: Vec<u32>,
}

impl NodeTable {
    fn clear(&mut self) {
        self.entries.fill(0);
        self.used = 0;
    }

    fn start(hash: u32) -> usize {
        (hash.wrapping_mul(0x9e37_79b9) >> 7) as usize
    }

    fn find(&self, hash: u32, mut equal: impl FnMut(NodeId) -> bool) -> Option<NodeId> {
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

    fn insert(&mut self, hash: u32, id: NodeId) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dag::isd::{ADD, COPY_FROM_REG, MUL};
    use crate::mir::VReg;

    fn reg(dag: &mut SelectionDag, number: usize) -> NodeValue {
        dag.copy_from_reg(dag.entry(), Register::from(VReg::new(number)), ValueType::I32)
    }

    fn raw(dag: &mut SelectionDag, opcode: NodeOpcode, a: NodeValue, b: NodeValue) -> NodeValue {
        dag.raw_node(
            opcode,
            &[ValueType::I32],
            &[a, b],
            Payload::None,
            NodeFlags::empty(),
        )
        .into()
    }

    #[test]
    fn equal_nodes_are_one() {
        let mut dag = SelectionDag::default();
        let (a, b) = (reg(&mut dag, 0), reg(&mut dag, 1));
        let x = raw(&mut dag, ADD, a, b);
        assert_eq!(x, raw(&mut dag, ADD, a, b));
        assert_ne!(x, raw(&mut dag, ADD, b, a));
        assert_ne!(x, raw(&mut dag, MUL, a, b));
        dag.verify();
    }

    #[test]
    fn replacing_merges_users_that_become_equal() {
        let mut dag = SelectionDag::default();
        let (a, b) = (reg(&mut dag, 0), reg(&mut dag, 1));
        let x = raw(&mut dag, ADD, a, a);
        let y = raw(&mut dag, ADD, a, b);
        let p = raw(&mut dag, MUL, x, x);
        let q = raw(&mut dag, MUL, y, y);
        let both = raw(&mut dag, ADD, p, q);
        dag.replace_value(b, a);
        assert_eq!(dag.operand(both, 0), dag.operand(both, 1));
        assert!(dag.is_unused(y.node) || dag.is_unused(x.node));
        dag.verify();
    }

    #[test]
    fn deleting_cascades() {
        let mut dag = SelectionDag::default();
        let (a, b) = (reg(&mut dag, 0), reg(&mut dag, 1));
        let x = raw(&mut dag, ADD, a, b);
        let y = raw(&mut dag, MUL, x, b);
        dag.remove_dead_nodes();
        assert!(dag.is_deleted(y.node) && dag.is_deleted(x.node) && dag.is_deleted(a.node));
        assert_eq!(dag.live_nodes().count(), 1);
        dag.verify();
    }

    #[test]
    fn divergence_follows_registers_and_replacement() {
        let mut dag = SelectionDag::default();
        dag.mark_divergent_register(Register::from(VReg::new(1)));
        let (a, b) = (reg(&mut dag, 0), reg(&mut dag, 1));
        assert_eq!(dag.opcode(b), COPY_FROM_REG);
        let x = raw(&mut dag, ADD, a, a);
        let y = raw(&mut dag, MUL, x, x);
        assert!(!dag.is_divergent(y));
        dag.replace_value(a, b);
        assert!(dag.is_divergent(x) && dag.is_divergent(y));
    }

    #[test]
    fn many_nodes_survive_table_growth() {
        let mut dag = SelectionDag::default();
        let mut value = reg(&mut dag, 0);
        let first = value;
        for _ in 0..2000 {
            value = raw(&mut dag, ADD, value, first);
        }
        let count = dag.num_nodes();
        let mut again = first;
        for _ in 0..2000 {
            again = raw(&mut dag, ADD, again, first);
        }
        assert_eq!((again, dag.num_nodes()), (value, count));
        assert_eq!(dag.topological_order().len(), count);
    }
}
