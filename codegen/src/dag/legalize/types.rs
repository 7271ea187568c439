//! Type legalization: afterwards every value has a type with registers.
//!
//! Iterates over the graph, operands before users; each iteration removes one layer of illegal types: a value of an
//! illegal type is recorded as one value of a larger type or as two of a smaller one (`Form`), and its users are
//! rewritten with those. New nodes may have illegal types again (a v16i8 becomes v8i8 halves first); then there is
//! another iteration.
//!
//! A node is legalized once. A later iteration may encounter an illegal value again, in a node created by an earlier
//! one: it finds the earlier replacement, since forms are kept over all iterations, and dead nodes are removed only
//! after the last one. A second load in place of the recorded one would not be ordered with the accesses after the
//! first.

use super::expand::Expander;
use super::halves::HalfBuilder;
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::lowering::{Lowered, TargetLowering};
use crate::dag::node::{NodeId, NodeValue};
use crate::dag::tables::{Action, TypeAction};
use crate::dag::types::ValueType;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Maximum number of iterations: each halves the largest vector, so a dozen is plenty.
const MAX_PASSES: usize = 24;

/// The replacement for a value of an illegal type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// One value: promoted, widened, scalarized, or the bits of a small float as an integer.
    One(NodeValue),
    /// Low and high half.
    Two(NodeValue, NodeValue),
}

/// Makes all types legal.
pub(crate) fn run(dag: &mut SelectionDag, target: &dyn TargetLowering) {
    dag.remove_dead_nodes();
    let first = dag.topological_order();
    if dag.has_errors() || all_legal(dag, target, &first) {
        return;
    }
    dag.start_noting_replacements();
    let mut legalizer = TypeLegalizer {
        x: Expander { dag, target },
        forms: FxHashMap::default(),
        forward: FxHashMap::default(),
        legalized: FxHashSet::default(),
    };
    legalizer.run_passes(first);
    dag.stop_noting_replacements();
    dag.remove_dead_nodes();
}

fn all_legal(dag: &SelectionDag, target: &dyn TargetLowering, nodes: &[NodeId]) -> bool {
    let tables = target.tables();
    nodes.iter().all(|&node| {
        is_type_exempt(dag.opcode(node)) || dag.result_types(node).iter().all(|&vt| tables.is_type_legal(vt))
    })
}

/// Operands of instructions may have any type.
fn is_type_exempt(opcode: NodeOpcode) -> bool {
    matches!(
        opcode,
        isd::TARGET_CONSTANT | isd::TARGET_CONSTANT_FP | isd::REGISTER
    )
}

/// Whether each element of the result depends only on the same element of the vector operands.
pub(super) fn is_elementwise(opcode: NodeOpcode) -> bool {
    use isd::*;
    if opcode == FP_TO_SINT_SAT || opcode == FP_TO_UINT_SAT {
        return true;
    }
    let range = |first: NodeOpcode, last: NodeOpcode| (first..=last).contains(&opcode);
    (range(ADD, SIGN_EXTEND_INREG) && !matches!(opcode, SHL_PARTS | SRA_PARTS | SRL_PARTS))
        || range(FADD, VSELECT)
        || matches!(opcode, FREEZE | ASSERT_SEXT | ASSERT_ZEXT | ADDRSPACECAST)
}

pub(super) struct TypeLegalizer<'d> {
    pub x: Expander<'d>,
    forms: FxHashMap<NodeValue, Form>,
    /// Values that were replaced by others of the same type.
    forward: FxHashMap<NodeValue, NodeValue>,
    /// Nodes that were legalized.
    legalized: FxHashSet<NodeId>,
}

impl TypeLegalizer<'_> {
    fn run_passes(&mut self, first: Vec<NodeId>) {
        let mut order = first;
        for _ in 0..MAX_PASSES {
            for node in order {
                self.visit(node);
            }
            order = self.x.dag.needed_nodes();
            if self.x.dag.has_errors() || all_legal(self.x.dag, self.x.target, &order) {
                return;
            }
        }
        self.x
            .dag
            .report_error("types cannot be legalized: the target's type actions form a cycle");
    }

    /// Follows replacements made by the graph, including users that became equal to other nodes.
    fn note_replacements(&mut self) {
        while let Some((from, to)) = self.x.dag.next_replacement() {
            // The replacement of a node became equal to it, and the graph kept the older one: that stands for itself
            // again.
            if self.resolve(to) == from {
                self.forward.remove(&to);
                self.legalized.remove(&to.node);
            }
            self.forward.insert(from, to);
            if let Some(&form) = self.forms.get(&from) {
                self.forms.entry(to).or_insert(form);
            }
        }
    }

    pub(super) fn vt(&self, value: NodeValue) -> ValueType {
        self.x.dag.value_type(value)
    }

    pub(super) fn action(&self, vt: ValueType) -> (TypeAction, ValueType) {
        self.x.target.tables().type_action(vt)
    }

    pub(super) fn is_legal(&self, vt: ValueType) -> bool {
        self.x.target.tables().is_type_legal(vt)
    }

    pub(super) fn amount(&mut self, by: u32, vt: ValueType) -> NodeValue {
        let ty = self.x.target.shift_amount_type(vt);
        self.x.dag.constant(by, ty)
    }

    pub(super) fn shift(&mut self, opcode: NodeOpcode, value: NodeValue, by: u32) -> NodeValue {
        let vt = self.vt(value);
        let amount = self.amount(by, vt);
        self.x.dag.node(opcode, vt, &[value, amount])
    }

    pub(super) fn halves(&mut self) -> HalfBuilder<'_> {
        HalfBuilder {
            dag: self.x.dag,
            target: self.x.target,
        }
    }

    pub(super) fn resolve(&self, mut value: NodeValue) -> NodeValue {
        while let Some(&next) = self.forward.get(&value) {
            value = next;
        }
        value
    }

    pub(super) fn replace(&mut self, from: NodeValue, to: NodeValue) {
        if from != to {
            self.forward.insert(from, to);
            self.x.dag.replace_values(&[(from, to)]);
            self.note_replacements();
        }
    }

    /// Replaces all results.
    pub(super) fn replace_results(&mut self, node: NodeId, values: &[NodeValue]) {
        for (i, &value) in values.iter().enumerate() {
            self.replace(NodeValue::new(node, i as u32), value);
        }
    }

    pub(super) fn set_form(&mut self, value: NodeValue, form: Form) {
        // What a scalar is is in the lowest bits of what replaces it.
        if let Form::One(one) = form
            && !self.vt(value).is_vector()
        {
            self.x.dag.follow_replacement(value, one);
        }
        self.forms.insert(value, form);
    }

    fn form(&mut self, value: NodeValue) -> Option<Form> {
        let mut value = self.resolve(value);
        for _ in 0..64 {
            if let Some(&form) = self.forms.get(&value) {
                return Some(match form {
                    Form::One(one) => Form::One(self.resolve(one)),
                    Form::Two(low, high) => Form::Two(self.resolve(low), self.resolve(high)),
                });
            }
            self.legalize_results(value.node);
            let next = self.resolve(value);
            if next == value && !self.forms.contains_key(&value) {
                break;
            }
            value = next;
        }
        let text = self.x.dag.describe(value.node, Some(self.x.target));
        let vt = self.vt(value);
        let message = format!("cannot keep a value of type {vt} in registers: {text}");
        self.x.dag.report_error_at(value.node, message);
        None
    }

    /// The one value that replaces `value`; `value` itself if its type is legal.
    pub(super) fn one(&mut self, value: NodeValue) -> NodeValue {
        let value = self.resolve(value);
        if self.is_legal(self.vt(value)) {
            return value;
        }
        match self.form(value) {
            Some(Form::One(one)) => one,
            // Only after an error.
            _ => {
                let to = self.action(self.vt(value)).1;
                self.x.dag.undef(to)
            }
        }
    }

    /// The two values that replace `value`.
    pub(super) fn two(&mut self, value: NodeValue) -> (NodeValue, NodeValue) {
        let value = self.resolve(value);
        match self.form(value) {
            Some(Form::Two(low, high)) => (low, high),
            _ => {
                let to = self.action(self.vt(value)).1;
                let undef = self.x.dag.undef(to);
                (undef, undef)
            }
        }
    }

    fn visit(&mut self, node: NodeId) {
        let dag = &*self.x.dag;
        if dag.is_deleted(node) || (dag.is_unused(node) && dag.root().node != node) {
            return;
        }
        let opcode = dag.opcode(node);
        if is_type_exempt(opcode) || opcode.is_machine() {
            return;
        }
        if opcode == isd::MERGE_VALUES {
            let values = dag.operand_vec(node);
            self.replace_results(node, &values);
            return;
        }
        if self.legalized.contains(&node) {
            return self.replace_again(node);
        }
        let tables = self.x.target.tables();
        if dag.result_types(node).iter().any(|&vt| !tables.is_type_legal(vt)) {
            self.legalize_results(node);
            return;
        }
        let illegal = dag
            .operands(node)
            .any(|value| !is_type_exempt(dag.opcode(value)) && !tables.is_type_legal(dag.value_type(value)));
        if illegal {
            self.legalize_operands(node);
        }
    }

    /// Nodes are unique: if a legalized node is created again, the same node is found. Its new users get the same
    /// replacement as its old ones.
    fn replace_again(&mut self, node: NodeId) {
        for result in 0..self.x.dag.num_results(node) as u32 {
            let value = NodeValue::new(node, result);
            let to = self.resolve(value);
            if to != value {
                self.x.dag.replace_values(&[(value, to)]);
                self.note_replacements();
            } else if self.is_legal(self.vt(value)) && self.x.dag.has_uses(value) {
                return self.fail(node, "find what was made of a result of");
            }
        }
    }

    /// Asks the target to rewrite a node with illegal types. True if it did.
    fn custom(&mut self, node: NodeId) -> bool {
        let dag = &*self.x.dag;
        let opcode = dag.opcode(node);
        let tables = self.x.target.tables();
        let always = opcode.is_target()
            || matches!(
                opcode,
                isd::INTRINSIC_WO_CHAIN | isd::INTRINSIC_W_CHAIN | isd::INTRINSIC_VOID
            );
        let is_custom = |vt: ValueType| {
            vt.is_data() && vt.simple_index().is_some() && tables.action(opcode, vt) == Action::Custom
        };
        let custom = always
            || dag.result_types(node).iter().any(|&vt| is_custom(vt))
            || dag.operands(node).any(|value| {
                !tables.is_type_legal(dag.value_type(value)) && is_custom(dag.value_type(value))
            });
        if !custom {
            return false;
        }
        let lowered = self.x.target.replace_node_results(self.x.dag, node);
        self.note_replacements();
        match lowered {
            Lowered::Values(values) => {
                self.replace_results(node, &values);
                true
            }
            Lowered::Legal | Lowered::Expand => false,
        }
    }

    fn fail(&mut self, node: NodeId, what: &str) {
        let target = self.x.target;
        let error = target.unsupported(self.x.dag, node, false).unwrap_or_else(|| {
            let text = self.x.dag.describe_tree(node, Some(target), 2);
            format!("cannot {what}:\n{text}")
        });
        self.x.dag.report_error_at(node, error);
        // Anything, so that the pass can go on.
        let types: SmallVec<[ValueType; 4]> = self.x.dag.result_types(node).into();
        for (i, vt) in types.into_iter().enumerate() {
            let value = NodeValue::new(node, i as u32);
            if vt == ValueType::OTHER {
                let chain = self.x.dag.chain_operand(node).unwrap_or(self.x.dag.entry());
                self.replace(value, chain);
            } else if self.is_legal(vt) {
                let undef = self.x.dag.undef(vt);
                self.replace(value, undef);
            } else {
                let (action, to) = self.action(vt);
                let kept = match action {
                    TypeAction::SoftPromoteHalf => ValueType::I16,
                    _ => to,
                };
                let undef = self.x.dag.undef(kept);
                let form = match action {
                    TypeAction::ExpandInteger | TypeAction::Split => Form::Two(undef, undef),
                    _ => Form::One(undef),
                };
                self.set_form(value, form);
            }
        }
    }

    fn legalize_results(&mut self, node: NodeId) {
        if !self.legalized.insert(node) || self.custom(node) {
            return;
        }
        let dag = &*self.x.dag;
        let tables = self.x.target.tables();
        let Some(index) = dag
            .result_types(node)
            .iter()
            .position(|&vt| !tables.is_type_legal(vt))
        else {
            return;
        };
        let value = NodeValue::new(node, index as u32);
        let vt = dag.value_type(value);
        let (action, to) = tables.type_action(vt);
        let done = match action {
            TypeAction::Legal => true,
            _ if self.volatile_load(node) => true,
            TypeAction::PromoteInteger => self.promote_result(node, vt, to),
            TypeAction::ExpandInteger => self.expand_result(node, vt, to),
            TypeAction::SoftPromoteHalf => self.soft_promote_result(node, vt),
            TypeAction::Split | TypeAction::Scalarize | TypeAction::Widen => {
                self.vector_result(node, vt, action, to)
            }
            TypeAction::Unsupported => false,
        };
        if done {
            return;
        }
        match self.x.expand(node) {
            Some(values) => self.replace_results(node, &values),
            None => self.fail(node, &format!("legalize the result type {vt} of")),
        }
    }

    fn legalize_operands(&mut self, node: NodeId) {
        if !self.legalized.insert(node) || self.custom(node) {
            return;
        }
        let dag = &*self.x.dag;
        let tables = self.x.target.tables();
        let Some((index, value)) = dag.operands(node).enumerate().find(|(_, value)| {
            !is_type_exempt(dag.opcode(*value)) && !tables.is_type_legal(dag.value_type(*value))
        }) else {
            return;
        };
        let vt = dag.value_type(value);
        let (action, _) = tables.type_action(vt);
        let values = match dag.opcode(node) {
            isd::STORE => self.store(node),
            isd::BITCAST => self.bitcast_operand(node),
            _ => match action {
                TypeAction::PromoteInteger => self.promote_operand(node, index),
                TypeAction::ExpandInteger => self.expand_operand(node),
                TypeAction::SoftPromoteHalf => self.soft_promote_operand(node),
                TypeAction::Split | TypeAction::Scalarize | TypeAction::Widen => {
                    self.vector_operand(node, index)
                }
                TypeAction::Legal | TypeAction::Unsupported => None,
            },
        };
        match values.or_else(|| self.x.expand(node)) {
            Some(values) => self.replace_results(node, &values),
            None => self.fail(node, &format!("legalize the operand type {vt} of")),
        }
    }
}
