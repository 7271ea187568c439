//! The combiner: simplifies a graph node by node until nothing changes.
//!
//! Runs before type legalization, after it, and after operation legalization; [`CombineLevel`] says which new nodes are
//! allowed. Nodes wait in a work list; a node that changed puts its users and operands back. Every rule makes the graph
//! smaller, cheaper or more canonical (constants on the right, constant offsets outermost, contraction where allowed),
//! so it terminates; a limit on visits makes sure. Without optimization, only dead nodes are removed and the target's
//! rules run.

mod arithmetic;
mod bit_masks;
mod compare;
mod demanded_bits;
mod divide;
mod float;
mod logic;
mod memory;
mod shift;
mod vector;

use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::known_bits::{KnownBits, known_bits, num_sign_bits};
use crate::dag::lowering::{CombineLevel, TargetLowering};
use crate::dag::make::MAX_JOINED_CHAINS;
use crate::dag::node::{NodeFlags, NodeId, NodeValue};
use crate::dag::tables::Action;
use crate::dag::types::ValueType;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// Maximum number of visits per node of the graph.
const MAX_VISITS_PER_NODE: usize = 48;

/// The result of a rule.
pub(super) enum Change {
    /// The value replaces result 0, or all results if it is a `MERGE_VALUES` node.
    Value(NodeValue),
    /// The rule did its own replacements.
    Done,
}

impl From<NodeValue> for Change {
    fn from(value: NodeValue) -> Change {
        Change::Value(value)
    }
}

/// Simplifies the graph.
pub(super) fn run(dag: &mut SelectionDag, target: &dyn TargetLowering, level: CombineLevel, optimize: bool) {
    dag.remove_dead_nodes();
    let num_nodes = dag.num_nodes();
    let mut combiner = Combiner {
        dag,
        target,
        level,
        optimize,
        work: Vec::new(),
        queued: vec![false; num_nodes + 64],
        touched: Vec::new(),
    };
    combiner.run();
    dag.stop_tracking();
    dag.remove_dead_nodes();
}

pub(super) struct Combiner<'d> {
    pub dag: &'d mut SelectionDag,
    pub target: &'d dyn TargetLowering,
    pub level: CombineLevel,
    optimize: bool,
    work: Vec<NodeId>,
    queued: Vec<bool>,
    /// Empty; buffer for the nodes that one visit touches.
    touched: Vec<NodeId>,
}

impl Combiner<'_> {
    #[inline(always)] // most nodes are queued already
    fn push(&mut self, node: NodeId) {
        let index = node.index();
        if self.queued.len() <= index {
            self.make_room(index);
        }
        if !self.queued[index] {
            self.queued[index] = true;
            self.work.push(node);
        }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, index: usize) {
        self.queued.resize(index + 64, false);
    }

    fn run(&mut self) {
        // Operands before users: the last one, an operand, is popped first.
        self.work = self.dag.topological_order();
        self.work.reverse();
        for &node in &self.work {
            self.queued[node.index()] = true;
        }
        let limit = self.work.len() * MAX_VISITS_PER_NODE + 256;
        self.dag.start_tracking();
        let mut visits = 0;
        while let Some(node) = self.work.pop() {
            self.queued[node.index()] = false;
            if self.dag.is_deleted(node) {
                continue;
            }
            if self.dag.is_unused(node) && self.dag.root().node != node {
                self.dag.delete_dead(node);
                self.push_touched();
                continue;
            }
            visits += 1;
            if visits > limit {
                return;
            }
            (self.dag.debug_location, self.dag.ir_order) =
                (self.dag.data(node).debug_location, self.dag.data(node).ir_order);
            let change = self.visit(node);
            match change {
                None => {}
                Some(Change::Done) => self.push_users(node),
                Some(Change::Value(value)) => self.replace(node, value),
            }
            if self.dag.has_touched() {
                self.push_touched();
            }
        }
    }

    fn push_users(&mut self, node: NodeId) {
        let users: SmallVec<[NodeId; 16]> = self.dag.uses(node).map(|used| used.user).collect();
        for user in users {
            self.push(user);
        }
        if !self.dag.is_deleted(node) {
            self.push(node);
        }
    }

    fn push_touched(&mut self) {
        let mut touched = std::mem::take(&mut self.touched);
        self.dag.swap_touched(&mut touched);
        for &node in &touched {
            if !self.dag.is_deleted(node) {
                self.push(node);
            }
        }
        touched.clear();
        self.touched = touched;
    }

    fn replace(&mut self, node: NodeId, value: NodeValue) {
        if value.node == node {
            return;
        }
        // What depends on a uniform value, branches first of all, is compiled for all lanes at once.
        debug_assert!(
            self.dag.value_type(value) == ValueType::OTHER
                || self.dag.is_divergent(node)
                || !self.dag.is_divergent(value.node),
            "a uniform value becomes divergent: {}",
            self.dag.describe_tree(node, None, 2)
        );
        let merged = self.dag.opcode(value) == isd::MERGE_VALUES
            && self.dag.num_results(value.node) == self.dag.num_results(node)
            && self.dag.num_results(node) > 1;
        let num_uses = self.dag.uses(node).count();
        if merged {
            let values = self.dag.operand_vec(value.node);
            self.dag.replace_node(node, &values);
        } else {
            self.dag.replace_node(node, &[value]);
        }
        // The users changed: they and their users may fold now. The newest uses come first; older uses of the value are
        // unchanged, and may be very many.
        let uses = self.dag.uses(value.node).take(num_uses);
        let users: SmallVec<[NodeId; 16]> = uses.map(|used| used.user).collect();
        for user in users {
            self.push(user);
        }
        self.push(value.node);
    }

    fn visit(&mut self, node: NodeId) -> Option<Change> {
        if self.optimize
            && let Some(change) = self.generic(node)
        {
            return Some(change);
        }
        if self.dag.is_deleted(node) {
            return None;
        }
        self.target
            .perform_dag_combine(self.dag, node, self.level)
            .map(Change::Value)
    }

    /// Folds that creating the node would have done, had its operands been constants at that time.
    fn fold_new_constants(&mut self, node: NodeId) -> Option<Change> {
        use isd::*;
        let opcode = self.dag.opcode(node);
        if matches!(opcode, TRUNCATE | ZERO_EXTEND | SIGN_EXTEND | ANY_EXTEND) {
            let a = self.operand(node, 0);
            if !self.dag.is_constant(a) || self.vt(node).is_vector() {
                return None;
            }
            let vt = self.vt(node);
            let made = self.node(opcode, vt, &[a]);
            return (made.node != node).then_some(made.into());
        }
        let binary = matches!(opcode, ADD | SUB | MUL | AND | OR | XOR | SHL | SRL | SRA);
        if !binary || self.vt(node).is_vector() {
            return None;
        }
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        if self.dag.is_constant(a) && (opcode.is_commutative() || self.dag.is_constant(b)) {
            let (vt, flags) = (self.vt(node), self.dag.flags(node));
            let made = self.node_flags(opcode, vt, &[a, b], flags);
            return (made.node != node).then_some(made.into());
        }
        let neutral = !matches!(opcode, MUL | AND) && self.dag.is_zero(b);
        neutral.then_some(a.into())
    }

    fn generic(&mut self, node: NodeId) -> Option<Change> {
        use isd::*;
        if let Some(change) = self.fold_new_constants(node) {
            return Some(change);
        }
        match self.dag.opcode(node) {
            ADD => self.add(node),
            SUB => self.sub(node),
            MUL => self.mul(node),
            UDIV | UREM | SDIV | SREM => self.divide(node),
            AND => self.and(node),
            OR => self.or(node),
            XOR => self.xor(node),
            SHL => self.shl(node),
            SRL => self.srl(node),
            SRA => self.sra(node),
            ROTL | ROTR | FSHL | FSHR => self.rotate(node),
            TRUNCATE => self.truncate(node),
            ZERO_EXTEND => self.zero_extend(node),
            SIGN_EXTEND => self.sign_extend(node),
            ANY_EXTEND => self.any_extend(node),
            SIGN_EXTEND_INREG => self.sign_extend_inreg(node),
            SETCC => self.set_cc(node),
            SELECT | VSELECT => self.select(node),
            UADDO | USUBO | UADDO_CARRY | USUBO_CARRY | UMUL_LOHI | SMUL_LOHI | SADDO | SSUBO => {
                self.two_results(node)
            }
            SINT_TO_FP => self.sint_to_fp(node),
            FADD => self.fadd(node),
            FSUB => self.fsub(node),
            FMUL => self.fmul(node),
            FDIV => self.fdiv(node),
            FMA | FMAD => self.fma(node),
            FNEG => self.fneg(node),
            FP_ROUND => self.fp_round(node),
            BITCAST => self.bitcast(node),
            EXTRACT_VECTOR_ELT => self.extract_element(node),
            BUILD_VECTOR => self.build_vector(node),
            STORE => self.store(node),
            LOAD => self.load(node),
            TOKEN_FACTOR => self.token_factor(node),
            MERGE_VALUES => {
                let values = self.dag.operand_vec(node);
                self.dag.replace_node(node, &values);
                Some(Change::Done)
            }
            FREEZE => self.freeze(node),
            _ => None,
        }
    }

    // ---- queries for rules ----

    pub(super) fn vt(&self, value: impl Into<NodeValue>) -> ValueType {
        self.dag.value_type(value)
    }

    pub(super) fn operand(&self, node: impl Into<crate::dag::graph::NodeIdOf>, index: usize) -> NodeValue {
        self.dag.operand(node, index)
    }

    pub(super) fn opcode(&self, value: NodeValue) -> NodeOpcode {
        self.dag.opcode(value)
    }

    /// The constant (or splat of one) of a value, zero-extended.
    pub(super) fn constant(&self, value: NodeValue) -> Option<u128> {
        let splat = self.dag.splat_value(value)?;
        if self.dag.opcode(splat) != isd::CONSTANT {
            return None;
        }
        self.dag.splat_constant(value)
    }

    /// A constant shift amount below the width of the shifted value's elements.
    pub(super) fn shift_amount(&self, shift: NodeValue) -> Option<u32> {
        let bits = self.vt(shift).scalar_bits();
        let by = u32::try_from(self.constant(self.operand(shift, 1))?).ok()?;
        (by < bits).then_some(by)
    }

    pub(super) fn one_use(&self, value: NodeValue) -> bool {
        self.dag.has_one_use(value)
    }

    pub(super) fn known(&self, value: NodeValue) -> KnownBits {
        known_bits(self.dag, self.target, value)
    }

    pub(super) fn sign_bits(&self, value: NodeValue) -> u32 {
        num_sign_bits(self.dag, self.target, value)
    }

    /// Whether a new node may have this type.
    pub(super) fn allows_type(&self, vt: ValueType) -> bool {
        self.level.allows_illegal_types() || self.target.tables().is_type_legal(vt)
    }

    /// Whether a new node may have this operation and type.
    pub(super) fn allows(&self, opcode: NodeOpcode, vt: ValueType) -> bool {
        self.allows_type(vt)
            && (self.level.allows_illegal_ops() || self.target.tables().action(opcode, vt) == Action::Legal)
    }

    /// Whether the target supports the operation in this type, now or after legalization.
    pub(super) fn is_native(&self, opcode: NodeOpcode, vt: ValueType) -> bool {
        let tables = self.target.tables();
        if self.level.allows_illegal_ops() {
            tables.is_legal_or_custom(opcode, vt)
        } else {
            tables.is_legal(opcode, vt)
        }
    }

    /// Whether comparisons of this type and condition may be created.
    pub(super) fn allows_condition(&self, cc: CondCode, vt: ValueType) -> bool {
        self.level.allows_illegal_ops() || self.target.tables().cond_code_action(cc, vt) == Action::Legal
    }

    pub(super) fn node(&mut self, opcode: NodeOpcode, vt: ValueType, operands: &[NodeValue]) -> NodeValue {
        self.dag.node(opcode, vt, operands)
    }

    pub(super) fn node_flags(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> NodeValue {
        self.dag.node_flags(opcode, vt, operands, flags)
    }

    pub(super) fn shift_by(&mut self, opcode: NodeOpcode, value: NodeValue, by: u32) -> NodeValue {
        let vt = self.vt(value);
        let amount_vt = self.target.shift_amount_type(vt);
        let amount = self.dag.constant(by, amount_vt);
        self.dag.node(opcode, vt, &[value, amount])
    }

    fn freeze(&mut self, node: NodeId) -> Option<Change> {
        // Loads and registers hold something.
        let value = self.operand(node, 0);
        let fixed = matches!(self.opcode(value), isd::LOAD | isd::CONSTANT | isd::CONSTANT_FP);
        fixed.then(|| value.into())
    }

    /// Chains that are joined at most once.
    fn token_factor(&mut self, node: NodeId) -> Option<Change> {
        let mut chains: SmallVec<[NodeValue; 16]> = SmallVec::new();
        let mut changed = false;
        let mut left = MAX_JOINED_CHAINS.saturating_sub(self.dag.num_operands(node));
        for chain in self.dag.operand_vec(node) {
            if self.opcode(chain) == isd::TOKEN_FACTOR
                && self.one_use(chain)
                && self.dag.num_operands(chain.node) <= left
            {
                left -= self.dag.num_operands(chain.node);
                chains.extend(self.dag.operands(chain));
                changed = true;
            } else {
                chains.push(chain);
            }
        }
        let joined = self.dag.token_factor(&chains);
        (changed || joined.node != node).then(|| joined.into())
    }
}

#[cfg(test)]
mod tests;
