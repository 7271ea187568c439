//! Type legalization: afterwards every value has a type with registers.
//!
//! Passes over the graph, operands before users, each of which removes one layer of illegal types: a value of an illegal
//! type is remembered as one value of a larger type or as two of a smaller one (`Form`), and its users are rewritten
//! with those. What a pass makes may be illegal again (a v16i8 becomes v8i8 halves first); then there is another one.
//!
//! A node is legalized once. A later pass may meet an illegal value again, in a node that an earlier pass made: it finds
//! what the earlier pass made of it, since forms are remembered over all passes, and dead nodes are removed after the last
//! pass only. Another load in place of the remembered one would not be ordered with the accesses after the first.

use super::expand::{Expander, Values, word_type};
use super::halves::HalfBuilder;
use super::memory::part_of_access;
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::lowering::{Lowered, TargetLowering};
use crate::dag::node::{LoadExt, NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::tables::{Action, TypeAction};
use crate::dag::types::ValueType;
use crate::mir::MemOperand;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Most passes: each halves the largest vector, so a dozen is plenty.
const MAX_PASSES: usize = 24;

/// How a value of an illegal type is kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// As one value: promoted, widened, scalarized, or the bits of a small float as an integer.
    One(NodeValue),
    /// As low and high half.
    Two(NodeValue, NodeValue),
}

/// Makes all types legal.
pub fn run(dag: &mut SelectionDag, target: &dyn TargetLowering) {
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

/// Whether each element of the result depends on the same element of the vector operands only.
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
            .report_error("types cannot be made legal: the target's type actions go in circles");
    }

    /// Keeps in mind what the graph has replaced, users that became equal to other nodes included.
    fn note_replacements(&mut self) {
        while let Some((from, to)) = self.x.dag.next_replacement() {
            // What was made of a node became equal to it, and the graph kept the older one: that stands for itself again.
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
        self.x.dag.report_error(format!(
            "cannot keep a value of type {} in registers: {text}",
            self.vt(value)
        ));
        None
    }

    /// The one value that stands for `value`; `value` itself if its type is legal.
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

    /// The two values that stand for `value`.
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

    /// Equal nodes are one: a node that was legalized and is made again is found again. Its new users get what its old ones
    /// got.
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
        let text = self.x.dag.describe_tree(node, Some(self.x.target), 2);
        self.x.dag.report_error(format!("cannot {what}:\n{text}"));
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
                let undef = self.x.dag.undef(to);
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

    // ---- stores and bitcasts, by the type of the value ----

    /// The type of words in which a volatile access of type `vt` stays one access, although the type is split, with the type
    /// of the bytes that are accessed.
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

    fn volatile_load(&mut self, node: NodeId) -> bool {
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

    fn store(&mut self, node: NodeId) -> Option<Values> {
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
                // Runs of elements whose lengths are powers of two.
                let count = vt.num_elements();
                let mut chains: SmallVec<[NodeValue; 4]> = SmallVec::new();
                let mut first = 0;
                while first < count {
                    let rest = count - first;
                    let run = match action {
                        TypeAction::Split => count / 2,
                        _ => 1 << (31 - rest.leading_zeros()),
                    };
                    let part = self.range(value, first, run);
                    let memory = ValueType::vector_or_scalar(memory_vt.scalar(), run);
                    let offset = first * memory_vt.scalar().store_size();
                    let mem = part_of_access(&mem, offset, memory);
                    let address = self.x.dag.add_offset(address, i64::from(offset));
                    chains.push(self.x.dag.trunc_store(chain, part, address, memory, mem));
                    first += run;
                }
                self.x.dag.token_factor(&chains)
            }
            TypeAction::Legal | TypeAction::Unsupported => return None,
        };
        Some(SmallVec::from_slice(&[result]))
    }

    /// An integer of the bits of a vector, as an integer of type `to` with at least as many bits (the rest is zero).
    pub(super) fn integer_of_vector(&mut self, vector: NodeValue, to: ValueType) -> NodeValue {
        let vt = self.vt(vector);
        let bits = vt.scalar_bits();
        let mut all: Option<NodeValue> = None;
        for i in 0..vt.num_elements() {
            let element = self.range(vector, i, 1);
            let int = self.x.dag.bitcast(vt.scalar().to_integer(), element);
            let wide = self.x.dag.zext_or_trunc(int, to);
            let moved = self.shift(isd::SHL, wide, i * bits);
            all = Some(match all {
                Some(all) => self
                    .x
                    .dag
                    .node_flags(isd::OR, to, &[all, moved], NodeFlags::DISJOINT),
                None => moved,
            });
        }
        all.expect("a vector has elements")
    }

    /// A bitcast to a legal type from an illegal one.
    fn bitcast_operand(&mut self, node: NodeId) -> Option<Values> {
        let value = self.resolve(self.x.dag.operand(node, 0));
        let (to, from) = (self.vt(node.into()), self.vt(value));
        let bits = from.size_in_bits();
        let result = match self.action(from).0 {
            TypeAction::SoftPromoteHalf => {
                let int = self.one(value);
                let int = self.x.dag.zext_or_trunc(int, ValueType::int(bits));
                self.x.dag.bitcast(to, int)
            }
            TypeAction::PromoteInteger if !from.is_vector() => {
                // As the low part of a vector of the result type that fills the promoted integer.
                let int = self.one(value);
                let wide_bits = self.vt(int).scalar_bits();
                let element = to.scalar();
                let wide = ValueType::vector(element, wide_bits / element.scalar_bits());
                let vector = self.x.dag.bitcast(wide, int);
                self.x.dag.extract_subvector(to, vector, 0)
            }
            TypeAction::ExpandInteger => {
                let (low, high) = self.two(value);
                let part = to.half_elements();
                let low = self.x.dag.bitcast(part, low);
                let high = self.x.dag.bitcast(part, high);
                self.x.join_vectors(to, &[low, high])
            }
            _ if to.is_vector()
                && from.is_vector()
                && from.num_elements() % 2 == 0
                && to.num_elements() % 2 == 0 =>
            {
                let part = to.half_elements();
                let half = from.num_elements() / 2;
                let low = self.range(value, 0, half);
                let high = self.range(value, half, half);
                let low = self.x.dag.bitcast(part, low);
                let high = self.x.dag.bitcast(part, high);
                self.x.join_vectors(to, &[low, high])
            }
            _ if from.is_vector()
                && to.is_vector()
                && (from.scalar_bits() % to.scalar_bits() == 0
                    || to.scalar_bits() % from.scalar_bits() == 0) =>
            {
                let elements = self.elements_by_groups(value, to);
                self.x.dag.build_vector(to, &elements)
            }
            // Word by word, as registers hold it.
            _ if let Some(words) =
                word_type(from).filter(|&words| words.is_vector() && self.is_legal(words)) =>
            {
                let count = from.num_elements() / words.num_elements();
                let words_of_value: SmallVec<[NodeValue; 4]> = (0..words.num_elements())
                    .map(|i| {
                        let part = self.range(value, i * count, count);
                        self.x.dag.bitcast(words.scalar(), part)
                    })
                    .collect();
                let vector = self.x.dag.build_vector(words, &words_of_value);
                self.x.dag.bitcast(to, vector)
            }
            _ if from.is_vector() && bits <= 128 => {
                let int = self.integer_of_vector(value, ValueType::int(bits));
                self.x.dag.bitcast(to, int)
            }
            _ => return None,
        };
        Some(SmallVec::from_slice(&[result]))
    }

    // ---- ranges of vectors ----

    /// Elements `first .. first + count` of a vector, as a vector or (one) scalar.
    pub(super) fn range(&mut self, vector: NodeValue, first: u32, count: u32) -> NodeValue {
        let vector = self.resolve(vector);
        let vt = self.vt(vector);
        let part = ValueType::vector_or_scalar(vt.scalar(), count);
        if vt == part || (count == vt.num_elements() && !vt.is_vector()) {
            return vector;
        }
        if self.x.dag.opcode(vector) == isd::BUILD_VECTOR {
            let elements: SmallVec<[NodeValue; 16]> = self
                .x
                .dag
                .operands(vector)
                .skip(first as usize)
                .take(count as usize)
                .collect();
            return if count == 1 {
                elements[0]
            } else {
                self.x.dag.build_vector(part, &elements)
            };
        }
        if self.is_legal(vt) {
            return self.x.dag.extract_subvector(part, vector, first);
        }
        match self.action(vt).0 {
            TypeAction::Split => {
                let (low, high) = self.two(vector);
                let half = vt.num_elements() / 2;
                if first + count <= half {
                    self.range(low, first, count)
                } else if first >= half {
                    self.range(high, first - half, count)
                } else {
                    let elements: SmallVec<[NodeValue; 16]> =
                        (first..first + count).map(|i| self.range(vector, i, 1)).collect();
                    self.x.dag.build_vector(part, &elements)
                }
            }
            TypeAction::Widen => {
                let wide = self.one(vector);
                self.range(wide, first, count)
            }
            TypeAction::Scalarize => self.one(vector),
            TypeAction::PromoteInteger => {
                let wide = self.one(vector);
                let wide = self.range(wide, first, count);
                self.x.dag.node(isd::TRUNCATE, part, &[wide])
            }
            _ => self.x.dag.extract_subvector(part, vector, first),
        }
    }

    /// A node like `node` on a range of the elements.
    pub(super) fn node_on_range(&mut self, node: NodeId, first: u32, count: u32) -> SmallVec<[NodeValue; 2]> {
        let dag = &*self.x.dag;
        let opcode = dag.opcode(node);
        let flags = dag.flags(node);
        let payload = *dag.payload(node);
        let types: SmallVec<[ValueType; 2]> = dag
            .result_types(node)
            .iter()
            .map(|vt| ValueType::vector_or_scalar(vt.scalar(), count))
            .collect();
        let operands = dag.operand_vec(node);
        let mut parts: SmallVec<[NodeValue; 8]> = SmallVec::new();
        for operand in operands {
            let part = match *self.x.dag.payload(operand) {
                Payload::ValueType(vt) => self.x.dag.value_type_node(vt.scalar()),
                _ if self.vt(operand).is_vector() => self.range(operand, first, count),
                _ => operand,
            };
            parts.push(part);
        }
        let opcode = if opcode == isd::VSELECT && count == 1 {
            isd::SELECT
        } else {
            opcode
        };
        if let ([vt], Payload::None) = (&types[..], payload) {
            return SmallVec::from_slice(&[self.x.dag.node_flags(opcode, *vt, &parts, flags)]);
        }
        let new = self.x.dag.raw_node(opcode, &types, &parts, payload, flags);
        (0..types.len() as u32).map(|i| NodeValue::new(new, i)).collect()
    }

    /// Hands on the chain of a load-like node that was rewritten.
    pub(super) fn replace_chain(&mut self, node: NodeId, chain: NodeValue) {
        if let Some(old) = self.x.dag.chain_result(node) {
            self.replace(old, chain);
        }
    }

    /// An extending load at an offset of another's access.
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
