//! Selection: from the generic nodes of a legal graph to machine instructions, users before operands.
//!
//! Requires: legal types and operations. Afterwards every node is a machine instruction, a copy, a token factor or an
//! operand. Each node is tried by the target's [`custom_select`](TargetLowering::custom_select), then by the table.

mod matcher;
mod tables;

pub use tables::MatcherTables;

use crate::dag::graph::SelectionDag;
use crate::dag::isd;
use crate::dag::lowering::TargetLowering;
use crate::dag::node::{NodeId, NodeValue};
use crate::dag::types::ValueType;
use cranelift_entity::EntityRef;
use matcher::MatchContext;
use smallvec::SmallVec;
use wavec_mc::generic;

/// Selects the blocks of a function.
pub struct Selector<'t> {
    context: MatchContext<'t>,
    /// Names of the matched patterns, if requested: node and pattern.
    pub trace: Option<Vec<(NodeId, &'static str)>>,
}

impl<'t> Selector<'t> {
    /// A selector for one function.
    pub fn new(target: &'t dyn TargetLowering) -> Selector<'t> {
        Selector {
            context: MatchContext::new(target),
            trace: None,
        }
    }

    /// Selects all nodes of a block. Nodes without a matching pattern are reported as errors of the graph.
    pub fn select_block(&mut self, dag: &mut SelectionDag) {
        let target = self.context.target;
        target.preprocess_selection(dag);
        dag.remove_dead_nodes();
        let order = dag.topological_order();
        self.context.positions.clear();
        self.context.positions.resize(dag.num_nodes(), 0);
        for (position, &node) in order.iter().enumerate() {
            self.context.positions[node.index()] = position as u32;
        }
        for &node in order.iter().rev() {
            self.select_with_new_nodes(dag, node);
        }
        dag.debug_location = None.into();
        target.postprocess_selection(dag);
        dag.remove_dead_nodes();
    }

    /// Selects a node, then the nodes created by the target for it.
    fn select_with_new_nodes(&mut self, dag: &mut SelectionDag, node: NodeId) {
        let mut work: SmallVec<[NodeId; 8]> = SmallVec::from_slice(&[node]);
        while let Some(node) = work.pop() {
            if dag.is_deleted(node) || (dag.is_unused(node) && dag.root().node != node) {
                continue;
            }
            let first_new = dag.num_nodes();
            let position = self.context.positions[node.index()];
            self.select_node(dag, node);
            self.context.extend_positions(dag, position);
            // Leftovers of a failed attempt must not count as uses.
            for index in (first_new..dag.num_nodes()).rev() {
                let new = NodeId::new(index);
                if !dag.is_deleted(new) && dag.is_unused(new) && dag.root().node != new {
                    dag.delete_dead(new);
                }
            }
            // The newest is selected first: it is the user.
            work.extend(
                (first_new..dag.num_nodes())
                    .map(NodeId::new)
                    .filter(|&new| !dag.is_deleted(new) && needs_selection(dag, new)),
            );
        }
    }

    fn select_node(&mut self, dag: &mut SelectionDag, node: NodeId) {
        if !needs_selection(dag, node) {
            return;
        }
        (dag.debug_location, dag.ir_order) = (dag.data(node).debug_location, dag.data(node).ir_order);
        match dag.opcode(node) {
            isd::UNDEF => {
                if let Some(values) = self.context.target.custom_select(dag, node) {
                    dag.replace_node(node, &values);
                    return;
                }
                let vt = dag.value_type(node);
                let new = dag.machine_node(generic::IMPLICIT_DEF, &[vt], &[]);
                dag.replace_node(node, &[new.into()]);
                return;
            }
            isd::FREEZE | isd::ASSERT_SEXT | isd::ASSERT_ZEXT => {
                let value = dag.operand(node, 0);
                dag.replace_node(node, &[value]);
                return;
            }
            isd::MERGE_VALUES => {
                let values = dag.operand_vec(node);
                dag.replace_node(node, &values);
                return;
            }
            _ => {}
        }
        if let Some(values) = self.context.target.custom_select(dag, node) {
            if !dag.is_deleted(node) && values.first() != Some(&NodeValue::from(node)) {
                dag.replace_node(node, &values);
            }
            return;
        }
        if self.context.select(dag, node) {
            if let Some(trace) = &mut self.trace {
                trace.push((node, self.context.tables.pattern_names[self.context.last_pattern]));
            }
            return;
        }
        // Two types with the same registers: the bits are unchanged.
        if dag.opcode(node) == isd::BITCAST {
            let value = dag.operand(node, 0);
            let (to, from) = (dag.value_type(node), dag.value_type(value));
            let divergent = dag.is_divergent(node);
            let target = self.context.target;
            if target.register_class(to, divergent) == target.register_class(from, divergent) {
                let copy = dag.machine_node(generic::COPY, &[to], &[value]);
                dag.replace_node(node, &[copy.into()]);
                return;
            }
        }
        let target = self.context.target;
        let [here, elsewhere] = [false, true].map(|elsewhere| target.unsupported(dag, node, elsewhere));
        let text = dag.describe_tree(node, Some(target), 3);
        // The function cannot be compiled any more, so the graph may be changed to find out.
        let is_elsewhere = self.context.select_for_any_processor(dag, node);
        let reason = if is_elsewhere { elsewhere } else { here };
        dag.report_error_at(node, reason.unwrap_or_else(|| format!("cannot select:\n{text}")));
        if !is_elsewhere {
            self.give_up(dag, node);
        }
    }

    /// Replaces a node by undefined values, so that selection can continue and find more errors.
    fn give_up(&mut self, dag: &mut SelectionDag, node: NodeId) {
        let types: SmallVec<[ValueType; 4]> = dag.result_types(node).into();
        let values: SmallVec<[NodeValue; 4]> = types
            .iter()
            .map(|&vt| match vt {
                ValueType::OTHER => dag.chain_operand(node).unwrap_or(dag.entry()),
                _ => dag.machine_node(generic::IMPLICIT_DEF, &[vt], &[]).into(),
            })
            .collect();
        dag.replace_node(node, &values);
    }
}

/// Whether a node is one that patterns rewrite.
#[inline]
fn needs_selection(dag: &SelectionDag, node: NodeId) -> bool {
    use isd::*;
    let opcode = dag.opcode(node);
    !opcode.is_machine()
        && !matches!(
            opcode,
            ENTRY_TOKEN
                | TOKEN_FACTOR
                | COPY_TO_REG
                | COPY_FROM_REG
                | REGISTER
                | TARGET_CONSTANT
                | TARGET_CONSTANT_FP
                | TARGET_GLOBAL_ADDRESS
                | TARGET_FRAME_INDEX
                | TARGET_EXTERNAL_SYMBOL
                | BASIC_BLOCK
                | VALUE_TYPE
                | CONDCODE
                | INLINEASM
        )
}
