//! The graph of one basic block: creating nodes, and reading them and their operands. Equal nodes are created once
//! (`unique`), uses can be traversed from both ends (`uses`), divergence is always up to date (`divergence`); `rewrite`
//! replaces and deletes.

mod divergence;
mod rewrite;
mod unique;
mod uses;

use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::{
    Divergence, MemRef, NO_SLOT, NodeData, NodeFlags, NodeId, NodeState, NodeValue, OperandSlot, Payload,
};
use crate::dag::types::{SIMPLE_TYPES, ValueType};
use crate::mir::{MemFlags, MemOperand, Register};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap};
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use unique::{NodeTable, hash_node, is_unique};
pub use uses::{Use, Uses};
use wavec_ir::entities::MetadataId;

/// Something that cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphError {
    /// Of which instruction of the block it is, counted from 1 (see [`SelectionDag::ir_order`]); 0 is before the first.
    pub ir_order: Option<u32>,
    /// What is wrong.
    pub message: String,
}

/// Says of a node whether it is a source of divergence; reads opcode, payload and operands only.
pub type DivergenceRule = fn(&SelectionDag, NodeId) -> Divergence;

/// The graph of one basic block. Reused from block to block: [`SelectionDag::clear`] keeps the memory.
pub struct SelectionDag {
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) slots: Vec<OperandSlot>,
    /// Pool of type lists; it starts with the simple types, which are the lists of most nodes.
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
    /// Known zero bits of registers with values of other blocks.
    known_zeros: FxHashMap<Register, u128>,
    /// The `DILocation` given to new nodes.
    pub debug_location: PackedOption<MetadataId>,
    /// Source order given to new nodes.
    pub ir_order: u32,
    /// Nodes changed or created since a pass last looked (see [`SelectionDag::swap_touched`]).
    touched: Vec<NodeId>,
    track_touched: bool,
    /// Replacements since a pass last looked, if one is recording (see [`SelectionDag::next_replacement`]).
    replacements: Option<Vec<(NodeValue, NodeValue)>>,
    /// Values that debug records are about, with their numbers; wherever one is replaced, the numbers go along.
    followed: FxHashMap<NodeValue, SmallVec<[u32; 1]>>,
    /// How many there are.
    num_followed: u32,
    /// Messages about what cannot be compiled.
    errors: Vec<GraphError>,
    /// Name of the block, for pictures.
    pub block_name: String,
}

/// Initial capacity, for a basic block of moderate length.
const FIRST_NODES: usize = 256;

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
            nodes: Vec::with_capacity(FIRST_NODES),
            slots: Vec::with_capacity(2 * FIRST_NODES),
            types: Vec::with_capacity(SIMPLE_TYPES.len() + FIRST_NODES / 4),
            mem_operands: PrimaryMap::new(),
            machine_mem: Vec::new(),
            table: NodeTable::default(),
            root: None,
            divergence,
            divergent_registers: FxHashSet::default(),
            known_zeros: FxHashMap::default(),
            debug_location: None.into(),
            ir_order: 0,
            touched: Vec::new(),
            track_touched: false,
            replacements: None,
            followed: FxHashMap::default(),
            num_followed: 0,
            errors: Vec::new(),
            block_name: String::new(),
        };
        dag.types.extend_from_slice(&SIMPLE_TYPES);
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
        self.types.truncate(SIMPLE_TYPES.len());
        self.mem_operands.clear();
        self.machine_mem.clear();
        self.table.clear();
        self.touched.clear();
        self.followed.clear();
        self.num_followed = 0;
        self.debug_location = None.into();
        self.ir_order = 0;
        self.start();
    }

    // ---- debug information ----

    /// Follows `value` through replacements; returns its number.
    pub(crate) fn follow(&mut self, value: NodeValue) -> u32 {
        let number = self.num_followed;
        self.num_followed += 1;
        self.followed.entry(value).or_default().push(number);
        number
    }

    /// The values that are followed, by number, as far as they are still there.
    pub(crate) fn followed(&self) -> FxHashMap<u32, NodeValue> {
        let all = self.followed.iter();
        all.flat_map(|(&value, numbers)| numbers.iter().map(move |&number| (number, value)))
            .collect()
    }

    /// `from` is replaced by `to`.
    pub(crate) fn follow_replacement(&mut self, from: NodeValue, to: NodeValue) {
        if self.followed.is_empty() {
            return;
        }
        if let Some(numbers) = self.followed.remove(&from) {
            self.followed.entry(to).or_default().extend(numbers);
        }
    }

    // ---- errors ----

    /// Reports something that cannot be compiled; the pipeline stops after the current stage.
    pub fn report_error(&mut self, message: impl Into<String>) {
        self.errors.push(GraphError {
            ir_order: None,
            message: message.into(),
        });
    }

    /// The same about what was made for the instruction that `node` is of.
    pub fn report_error_at(&mut self, node: NodeId, message: impl Into<String>) {
        self.errors.push(GraphError {
            ir_order: Some(self.data(node).ir_order),
            message: message.into(),
        });
    }

    /// The errors so far; none are left.
    pub fn take_errors(&mut self) -> Vec<GraphError> {
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

    /// Number of nodes ever created, including deleted ones: the size of tables by node.
    pub fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes that are not deleted, in the order of creation.
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

    /// The payload besides operands.
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

    /// Marks a node with [`NodeFlags::IN_LANES`], and its access if it has one.
    pub fn keep_in_lanes(&mut self, node: NodeId) {
        self.data_mut(node).flags |= NodeFlags::IN_LANES;
        self.add_mem_flags(node, MemFlags::IN_LANES);
        self.update_divergence(node);
    }

    /// Adds facts to a node's access. Their effect on divergence is applied at once.
    pub fn add_mem_flags(&mut self, node: NodeId, flags: MemFlags) {
        if let Some(mem) = self.payload(node).mem_ref() {
            self.mem_operands[mem].flags |= flags;
            self.update_divergence(node);
        }
    }

    /// Memory operands of a machine node.
    pub fn machine_mem_operands(&self, node: NodeId) -> &[MemRef] {
        match *self.payload(node) {
            Payload::MachineMem { start, len } => &self.machine_mem[start as usize..(start + len) as usize],
            _ => &[],
        }
    }

    /// Adds a memory operand.
    pub fn add_mem_operand(&mut self, mut operand: MemOperand) -> MemRef {
        operand.access.get_or_insert(self.mem_operands.next_key());
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

    // ---- creation ----

    #[inline(always)]
    fn intern_types(&mut self, types: &[ValueType]) -> u32 {
        if let [vt] = types
            && let Some(index) = vt.simple_index()
        {
            return index as u32;
        }
        self.intern_type_list(types)
    }

    fn intern_type_list(&mut self, types: &[ValueType]) -> u32 {
        // Type lists repeat locally; searching a few recent ones keeps the pool small.
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
            debug_location: self.debug_location,
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

    /// The node with exactly these parts, created if there is none. No folding; see [`SelectionDag::node`] for that.
    /// The flags of an existing node are intersected with the new ones.
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
        let values = operands.iter().copied();
        let hash = hash_node(opcode, types, values.clone(), &payload);
        if let Some(found) = self.find_equal(hash, opcode, types, values, &payload) {
            let data = self.data_mut(found);
            data.flags &= flags;
            return found;
        }
        let id = self.create(opcode, types, operands, payload, flags);
        self.insert_in_table(id, hash);
        id
    }

    /// Live nodes that the root needs, operands before users; ties in the order of creation.
    pub fn topological_order(&self) -> Vec<NodeId> {
        // Deleted nodes have no operands.
        let mut pending: SmallVec<[u16; 128]> = self.nodes.iter().map(|data| data.num_operands).collect();
        let pending = &mut pending[..];
        // One list is both the order and the queue: ready nodes come after finished ones.
        let mut order: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        let is_leaf = |data: &NodeData| data.num_operands == 0 && !data.state.deleted;
        order.extend(
            (0..)
                .zip(&self.nodes)
                .filter(|node| is_leaf(node.1))
                .map(|node| NodeId::new(node.0)),
        );
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

    /// Whether `node` is reachable from `from` along operands. Visits at most `limit` nodes; if that is not enough, the
    /// answer is yes.
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
                listed.push((used.user, self.operand_of(used), node));
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
