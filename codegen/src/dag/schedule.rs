//! Linearizing a selected graph: its nodes become units of the dependency graph, which the list scheduler orders.

use crate::dag::graph::SelectionDag;
use crate::dag::isd;
use crate::dag::lowering::TargetLowering;
use crate::dag::node::{NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use crate::mir::MachineFunction;
use crate::sched::graph::NUM_PRESSURE_SETS;
use crate::sched::{EdgeKind, ListOptions, SchedGraph, UnitId, ValueId, ValueWeight, schedule};
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use smallvec::SmallVec;
use wavec_mc::InstrFlags;

/// Scheduler of graphs; keeps its memory from block to block.
#[derive(Default)]
pub(super) struct DagScheduler {
    graph: SchedGraph,
    /// Unit of each node, plus 1.
    unit_of: Vec<u32>,
    /// Whether a node requires the source order.
    keeps_source_order: bool,
    /// Nodes of each unit, in order.
    nodes: Vec<SmallVec<[NodeId; 2]>>,
    values: FxHashMap<NodeValue, ValueId>,
    /// Copies from physical registers with values on entry: they come first.
    pub entry_copies: Vec<NodeId>,
}

/// Whether the node becomes instructions (or joins chains), so that it needs a position in the order.
fn has_unit(dag: &SelectionDag, node: NodeId) -> bool {
    let opcode = dag.opcode(node);
    if opcode.is_machine() {
        return true;
    }
    match opcode {
        isd::TOKEN_FACTOR | isd::COPY_TO_REG | isd::INLINEASM => true,
        isd::COPY_FROM_REG => dag.glue_operand(node).is_some(),
        _ => false,
    }
}

impl DagScheduler {
    /// The nodes of the block in emission order.
    pub(super) fn linearize(
        &mut self,
        dag: &SelectionDag,
        target: &dyn TargetLowering,
        mf: &MachineFunction,
        source_order: bool,
    ) -> Vec<NodeId> {
        self.build(dag, target);
        let source_order = source_order || self.keeps_source_order;
        let mut limits = [u32::MAX; NUM_PRESSURE_SETS];
        if !source_order {
            self.graph.compute_depths();
            for (set, limit) in limits.iter_mut().enumerate() {
                *limit = target.pressure_limit(mf, set);
            }
        }
        let options = ListOptions { limits, source_order };
        schedule(&self.graph, &options)
            .into_iter()
            .flat_map(|unit| self.nodes[unit.index()].iter().copied())
            .filter(|&node| dag.opcode(node) != isd::TOKEN_FACTOR)
            .collect()
    }

    fn build(&mut self, dag: &SelectionDag, target: &dyn TargetLowering) {
        self.graph.clear();
        self.nodes.clear();
        self.values.clear();
        self.entry_copies.clear();
        self.unit_of.clear();
        self.unit_of.resize(dag.num_nodes(), 0);
        self.keeps_source_order = false;
        let order = dag.topological_order();
        // Units are large structures, and most nodes have one.
        self.graph.units.reserve(order.len());
        self.nodes.reserve(order.len());
        for &node in &order {
            if !has_unit(dag, node) {
                if dag.opcode(node) == isd::COPY_FROM_REG && is_physical_copy(dag, node) {
                    self.entry_copies.push(node);
                }
                continue;
            }
            let opcode = dag.opcode(node).as_machine();
            self.keeps_source_order |= opcode.is_some_and(|opcode| target.keeps_source_order(opcode));
            self.add_node(dag, node);
        }
        for &node in &order {
            if self.unit_of[node.index()] != 0 {
                self.add_edges(dag, target, node);
            }
        }
    }

    fn unit(&self, node: NodeId) -> Option<UnitId> {
        self.unit_of[node.index()]
            .checked_sub(1)
            .map(|index| UnitId::new(index as usize))
    }

    fn add_node(&mut self, dag: &SelectionDag, node: NodeId) {
        let size = u16::from(dag.opcode(node) != isd::TOKEN_FACTOR);
        let glued = dag.glue_operand(node).and_then(|glue| self.unit(glue.node));
        let unit = match glued {
            Some(unit) => {
                self.graph.units[unit].size += size;
                unit
            }
            None => {
                self.nodes.push(SmallVec::new());
                self.graph.add_unit(dag.data(node).ir_order, size)
            }
        };
        self.nodes[unit.index()].push(node);
        self.unit_of[node.index()] = unit.as_u32() + 1;
    }

    fn add_edges(&mut self, dag: &SelectionDag, target: &dyn TargetLowering, node: NodeId) {
        let Some(unit) = self.unit(node) else { return };
        let terminator = is_terminator(dag, target, node);
        for value in dag.operands(node) {
            let vt = dag.value_type(value);
            if vt == ValueType::GLUE {
                continue;
            }
            let from = self.unit(value.node);
            if vt == ValueType::OTHER {
                if let Some(from) = from {
                    self.graph.add_edge(from, unit, EdgeKind::Order, 0);
                }
                continue;
            }
            if let Some(from) = from {
                let latency = match dag.opcode(value).as_machine() {
                    Some(opcode) => target.latency(opcode) as u16,
                    None => 0,
                };
                self.graph.add_edge(from, unit, EdgeKind::Data, latency);
            }
            if dag.opcode(value).is_machine() || dag.opcode(value) == isd::COPY_FROM_REG {
                let id = self.value(dag, target, value, from);
                if let Some(id) = id {
                    self.graph.add_use(unit, id);
                }
            }
        }
        // Terminators come last, whatever their operands.
        if terminator {
            let others: Vec<UnitId> = self
                .graph
                .units
                .keys()
                .filter(|&other| {
                    other != unit
                        && self.graph.units[other].succs.is_empty()
                        && !self.unit_is_terminator(dag, target, other)
                })
                .collect();
            for other in others {
                self.graph.add_edge(other, unit, EdgeKind::Order, 0);
            }
        }
    }

    fn unit_is_terminator(&self, dag: &SelectionDag, target: &dyn TargetLowering, unit: UnitId) -> bool {
        self.nodes[unit.index()]
            .iter()
            .any(|&node| is_terminator(dag, target, node))
    }

    fn value(
        &mut self,
        dag: &SelectionDag,
        target: &dyn TargetLowering,
        value: NodeValue,
        def: Option<UnitId>,
    ) -> Option<ValueId> {
        if let Some(&id) = self.values.get(&value) {
            return Some(id);
        }
        let class = target.register_class(dag.value_type(value), dag.is_divergent(value));
        if class.is_none() {
            return None;
        }
        let (set, weight) = target.pressure_set(class);
        let weight = ValueWeight {
            set: set.min(NUM_PRESSURE_SETS - 1) as u8,
            weight: weight.min(255) as u8,
        };
        let id = self.graph.add_value(def, weight);
        self.values.insert(value, id);
        Some(id)
    }
}

/// Whether the node reads a physical register at the start of the block.
pub(super) fn is_physical_copy(dag: &SelectionDag, node: NodeId) -> bool {
    matches!(*dag.payload(dag.operand(node, 1)), Payload::Register(register) if register.is_physical())
}

fn is_terminator(dag: &SelectionDag, target: &dyn TargetLowering, node: NodeId) -> bool {
    dag.opcode(node).as_machine().is_some_and(|opcode| {
        target
            .machine_tables()
            .instrs
            .desc(opcode)
            .is(InstrFlags::TERMINATOR)
    })
}
