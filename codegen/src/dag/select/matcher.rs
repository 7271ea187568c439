//! The interpreter of the byte code, for one root at a time.

use super::tables::{Code, EMIT_CHAIN, EMIT_GLUE_IN, EMIT_GLUE_OUT, EMIT_MEM, MatcherTables, Reader};
use crate::dag::graph::SelectionDag;
use crate::dag::isd;
use crate::dag::lowering::{ComplexOperands, TargetLowering};
use crate::dag::node::{MemRef, NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use crate::mir::Register;
use smallvec::SmallVec;
use wavec_mc::VariantKind;

/// Maximum number of nodes visited to find whether folding a node creates a cycle; beyond, it is not folded.
const FOLD_SEARCH_LIMIT: usize = 1024;

/// State to restore when a match fails.
struct Backtrack {
    /// Position of the next alternative's skip.
    at: usize,
    /// Position in the graph, and the number of steps at that time.
    here: usize,
    steps: usize,
    recorded: usize,
    memory: usize,
    chain: Option<NodeValue>,
    glue: Option<NodeValue>,
    chained: usize,
}

/// A value on the path from the root to the current node.
#[derive(Clone, Copy)]
struct Step {
    value: NodeValue,
    /// The step that leads to its user; the root's is itself.
    parent: usize,
}

/// State that stays the same while a function is selected.
pub(super) struct MatchContext<'t> {
    pub target: &'t dyn TargetLowering,
    pub tables: &'static MatcherTables,
    /// Start of the patterns of a root by opcode number, plus 1; 0 is none.
    pub roots: Vec<u32>,
    /// Pattern predicates: 0 not evaluated yet, 1 false, 2 true.
    pub pattern_predicates: Vec<u8>,
    /// Positions of nodes in topological order; users are after their operands.
    pub positions: Vec<u32>,
    /// Pattern of the last match, for tracing.
    pub last_pattern: usize,
    /// Steps of this match. Those left by backtracking stay while an alternative may return to them.
    steps: Vec<Step>,
    recorded: Vec<(NodeValue, NodeId)>,
    memory: Vec<NodeId>,
    chained: Vec<NodeId>,
    scopes: Vec<Backtrack>,
}

impl<'t> MatchContext<'t> {
    pub(super) fn new(target: &'t dyn TargetLowering) -> MatchContext<'t> {
        let tables = target.matcher();
        let size = tables.roots.iter().map(|root| root.0.0).max().unwrap_or(0) as usize + 1;
        let mut roots = vec![0; size];
        for &(opcode, at) in tables.roots {
            roots[opcode.0 as usize] = at + 1;
        }
        MatchContext {
            target,
            tables,
            roots,
            pattern_predicates: vec![0; tables.num_pattern_predicates as usize],
            positions: Vec::new(),
            last_pattern: 0,
            steps: Vec::new(),
            recorded: Vec::new(),
            memory: Vec::new(),
            chained: Vec::new(),
            scopes: Vec::new(),
        }
    }

    fn pattern_predicate(&mut self, id: usize) -> bool {
        if self.pattern_predicates[id] == 0 {
            self.pattern_predicates[id] = 1 + u8::from(self.target.check_pattern_predicate(id as u32));
        }
        self.pattern_predicates[id] == 2
    }

    fn position(&self, node: NodeId) -> u32 {
        self.positions
            .get(node.as_u32() as usize)
            .copied()
            .unwrap_or(u32::MAX)
    }

    /// The same as [`MatchContext::select`] with the patterns of all processors.
    pub(super) fn select_for_any_processor(&mut self, dag: &mut SelectionDag, root: NodeId) -> bool {
        let all = vec![2; self.pattern_predicates.len()];
        let own = std::mem::replace(&mut self.pattern_predicates, all);
        let is_selected = self.select(dag, root);
        self.pattern_predicates = own;
        is_selected
    }

    /// Selects `root` by the table. False if no pattern matches.
    pub(super) fn select(&mut self, dag: &mut SelectionDag, root: NodeId) -> bool {
        let opcode = dag.opcode(root);
        let start = self.roots.get(opcode.0 as usize).copied().unwrap_or(0);
        if start == 0 {
            return false;
        }
        self.recorded.clear();
        self.memory.clear();
        self.chained.clear();
        self.scopes.clear();
        let mut reader = Reader {
            code: self.tables.code,
            at: start as usize - 1,
        };
        self.steps.clear();
        self.steps.push(Step {
            value: root.into(),
            parent: 0,
        });
        let mut here = 0;
        let mut chain: Option<NodeValue> = None;
        let mut glue: Option<NodeValue> = None;
        loop {
            let Step {
                value: current,
                parent,
            } = self.steps[here];
            let passed = match Code::from_byte(reader.byte()) {
                Code::End => false,
                Code::Scope => {
                    let skip = reader.number();
                    if skip == 0 {
                        false
                    } else {
                        self.scopes.push(Backtrack {
                            at: reader.at + skip,
                            here,
                            steps: self.steps.len(),
                            recorded: self.recorded.len(),
                            memory: self.memory.len(),
                            chain,
                            glue,
                            chained: self.chained.len(),
                        });
                        true
                    }
                }
                Code::SwitchOpcode => {
                    let opcode = dag.opcode(current);
                    self.switch(&mut reader, |tables, key| tables.node_opcodes[key] == opcode)
                }
                Code::SwitchType => {
                    let ty = dag.value_type(current).simple_index();
                    self.switch(&mut reader, |_, key| Some(key) == ty)
                }
                Code::SwitchIntrinsic => {
                    let id = dag.intrinsic_id(current.node);
                    self.switch(&mut reader, |tables, key| Some(tables.intrinsics[key]) == id)
                }
                Code::CheckPatternPredicate => {
                    let id = reader.number();
                    self.pattern_predicate(id)
                }
                Code::CheckOpcode => dag.opcode(current) == self.tables.node_opcodes[reader.number()],
                Code::CheckIntrinsic => {
                    dag.intrinsic_id(current.node) == Some(self.tables.intrinsics[reader.number()])
                }
                Code::CheckNumOperands => dag.num_operands(current.node) == reader.number(),
                Code::CheckType => dag.value_type(current).simple_index() == Some(reader.byte().into()),
                Code::CheckTypeRes => {
                    let result = u32::from(reader.byte());
                    let ty = usize::from(reader.byte());
                    dag.value_type(current.with_result(result)).simple_index() == Some(ty)
                }
                Code::CheckPredicate => {
                    let id = reader.number() as u32;
                    self.target.check_predicate(id, dag.view(current.node), &[])
                }
                Code::CheckPredicateWithOperands => {
                    let id = reader.number() as u32;
                    let operands: SmallVec<[NodeValue; 4]> = (0..reader.number())
                        .map(|_| self.recorded[reader.number()].0)
                        .collect();
                    self.target.check_predicate(id, dag.view(current.node), &operands)
                }
                Code::CheckInteger => is_integer(dag, current, reader.signed()),
                Code::CheckValueType => {
                    let ty = ValueType::from_simple_index(reader.byte().into());
                    *dag.payload(current) == Payload::ValueType(ty)
                }
                Code::CheckSame => current == self.recorded[reader.number()].0,
                Code::CheckFoldableChain => self.is_foldable(dag, root, here),
                Code::Record => {
                    self.recorded.push((current, self.steps[parent].value.node));
                    true
                }
                Code::RecordMem => {
                    self.memory.push(current.node);
                    true
                }
                Code::CaptureGlue => {
                    if let Some(found) = dag.glue_operand(current.node) {
                        glue = Some(found);
                    }
                    true
                }
                Code::MoveChild => {
                    let index = usize::from(reader.byte());
                    if index < dag.num_operands(current.node) {
                        let value = dag.operand(current, index);
                        self.steps.push(Step { value, parent: here });
                        here = self.steps.len() - 1;
                        true
                    } else {
                        false
                    }
                }
                Code::MoveParent => {
                    here = parent;
                    true
                }
                Code::RecordChild => {
                    let index = usize::from(reader.byte());
                    if index < dag.num_operands(current.node) {
                        self.recorded.push((dag.operand(current, index), current.node));
                        true
                    } else {
                        false
                    }
                }
                Code::CheckChildType => {
                    let index = usize::from(reader.byte());
                    let ty = usize::from(reader.byte());
                    index < dag.num_operands(current.node)
                        && dag.value_type(dag.operand(current, index)).simple_index() == Some(ty)
                }
                Code::CheckChildInteger => {
                    let index = usize::from(reader.byte());
                    let value = reader.signed();
                    index < dag.num_operands(current.node)
                        && is_integer(dag, dag.operand(current, index), value)
                }
                Code::CheckChildCondCode => {
                    let index = usize::from(reader.byte());
                    let cc = isd::CondCode::ALL[usize::from(reader.byte())];
                    *dag.payload(dag.operand(current, index)) == Payload::CondCode(cc)
                }
                Code::CheckChildSame => {
                    let index = usize::from(reader.byte());
                    dag.operand(current, index) == self.recorded[reader.number()].0
                }
                Code::CheckComplex => {
                    let id = reader.number() as u32;
                    let (value, parent) = self.recorded[reader.number()];
                    let mut out = ComplexOperands::new();
                    let matched = self.target.select_complex(id, dag, parent, value, &mut out);
                    if matched {
                        self.recorded.extend(out.iter().map(|&value| (value, parent)));
                    }
                    matched
                }
                Code::EmitInteger => {
                    let ty = ValueType::from_simple_index(reader.byte().into());
                    let value = reader.signed();
                    let ty = if ty.is_scalar_integer() {
                        ty
                    } else {
                        ValueType::I32
                    };
                    let constant = dag.target_constant(value, ty);
                    self.recorded.push((constant, root));
                    true
                }
                Code::EmitRegister => {
                    let ty = ValueType::from_simple_index(reader.byte().into());
                    let register = Register::physical(self.tables.registers[reader.number()]);
                    let register = dag.register(register, ty);
                    self.recorded.push((register, root));
                    true
                }
                Code::EmitClass => {
                    let class = self.tables.classes[reader.number()];
                    let class = dag.target_constant(class.0, ValueType::I32);
                    self.recorded.push((class, root));
                    true
                }
                Code::EmitSubReg => {
                    let index = self.tables.subregs[reader.number()];
                    let index = dag.target_constant(index.0, ValueType::I32);
                    self.recorded.push((index, root));
                    true
                }
                Code::EmitConvert => {
                    let value = self.recorded[reader.number()].0;
                    let converted = convert_to_target(dag, value);
                    self.recorded.push((converted, root));
                    true
                }
                Code::EmitMergeChains => {
                    for _ in 0..reader.number() {
                        self.chained.push(self.recorded[reader.number()].0.node);
                    }
                    chain = self.merge_chains(dag);
                    chain.is_some()
                }
                Code::EmitCopyToReg => {
                    let value = self.recorded[reader.number()].0;
                    let register = Register::physical(self.tables.registers[reader.number()]);
                    let from = chain.unwrap_or(dag.entry());
                    let copy = dag.copy_to_reg_glued(from, register, value, glue);
                    if chain.is_some() {
                        chain = Some(copy);
                    }
                    glue = Some(copy.with_result(1));
                    true
                }
                Code::EmitTransform => {
                    let id = reader.number() as u32;
                    let value = self.recorded[reader.number()].0;
                    let result = self.target.transform(id, dag, value);
                    self.recorded.push((result, root));
                    true
                }
                Code::EmitNode => {
                    let opcode = self.tables.opcodes[reader.number()];
                    let flags = reader.byte();
                    let types: SmallVec<[ValueType; 4]> = (0..reader.byte())
                        .map(|_| ValueType::from_simple_index(reader.byte().into()))
                        .collect();
                    let results = types.len() as u32;
                    let node = self.emit(
                        dag,
                        &mut reader,
                        root,
                        opcode,
                        flags,
                        types,
                        &mut chain,
                        &mut glue,
                    );
                    for result in 0..results {
                        self.recorded.push((NodeValue::new(node, result), root));
                    }
                    true
                }
                Code::MorphNode => {
                    let opcode = self.tables.opcodes[reader.number()];
                    let flags = reader.byte();
                    let root_results = usize::from(reader.byte());
                    let mut types: SmallVec<[ValueType; 4]> =
                        SmallVec::from_slice(&dag.result_types(root)[..root_results]);
                    for _ in 0..reader.byte() {
                        types.push(ValueType::from_simple_index(reader.byte().into()));
                    }
                    let node = self.emit(
                        dag,
                        &mut reader,
                        root,
                        opcode,
                        flags,
                        types,
                        &mut chain,
                        &mut glue,
                    );
                    self.last_pattern = reader.number();
                    let values: SmallVec<[NodeValue; 4]> = (0..root_results as u32)
                        .map(|i| NodeValue::new(node, i))
                        .collect();
                    self.complete(dag, root, &values, chain, glue);
                    return true;
                }
                Code::Complete => {
                    let values: SmallVec<[NodeValue; 4]> = (0..reader.number())
                        .map(|_| self.recorded[reader.number()].0)
                        .collect();
                    self.last_pattern = reader.number();
                    self.complete(dag, root, &values, chain, glue);
                    return true;
                }
            };
            if passed {
                continue;
            }
            // The next alternative of the innermost choice that has one.
            loop {
                let Some(scope) = self.scopes.last_mut() else {
                    return false;
                };
                reader.at = scope.at;
                let skip = reader.number();
                self.recorded.truncate(scope.recorded);
                self.memory.truncate(scope.memory);
                self.chained.truncate(scope.chained);
                (chain, glue) = (scope.chain, scope.glue);
                here = scope.here;
                self.steps.truncate(scope.steps);
                if skip != 0 {
                    scope.at = reader.at + skip;
                    break;
                }
                self.scopes.pop();
            }
        }
    }

    /// Jumps to the case with a matching key. False if there is none.
    fn switch(&self, reader: &mut Reader, fits: impl Fn(&MatcherTables, usize) -> bool) -> bool {
        loop {
            let skip = reader.number();
            if skip == 0 {
                return false;
            }
            let next = reader.at + skip;
            let key = reader.number();
            if fits(self.tables, key) {
                return true;
            }
            reader.at = next;
        }
    }

    /// Creates a machine node; the reader is at its operand list.
    #[allow(clippy::too_many_arguments)] // the state of one match
    fn emit(
        &mut self,
        dag: &mut SelectionDag,
        reader: &mut Reader,
        root: NodeId,
        opcode: wavec_mc::Opcode,
        flags: u8,
        mut types: SmallVec<[ValueType; 4]>,
        chain: &mut Option<NodeValue>,
        glue: &mut Option<NodeValue>,
    ) -> NodeId {
        let mut operands: SmallVec<[NodeValue; 8]> = (0..reader.number())
            .map(|_| self.recorded[reader.number()].0)
            .collect();
        let value_results = types.len() as u32;
        if flags & EMIT_CHAIN != 0 {
            operands.push(chain.unwrap_or(dag.entry()));
            types.push(ValueType::OTHER);
        }
        if flags & EMIT_GLUE_IN != 0
            && let Some(glue) = *glue
        {
            operands.push(glue);
        }
        if flags & EMIT_GLUE_OUT != 0 {
            types.push(ValueType::GLUE);
        }
        let node = dag.machine_node(opcode, &types, &operands);
        dag.set_flags(node, dag.flags(root));
        if flags & EMIT_MEM != 0 {
            let refs: SmallVec<[MemRef; 2]> = self
                .memory
                .iter()
                .filter_map(|&node| dag.payload(node).mem_ref())
                .collect();
            dag.set_machine_mem(node, &refs);
        }
        if flags & EMIT_CHAIN != 0 {
            *chain = Some(NodeValue::new(node, value_results));
        }
        if flags & EMIT_GLUE_OUT != 0 {
            *glue = Some(NodeValue::new(node, types.len() as u32 - 1));
        }
        node
    }

    /// Replaces the root's results and the chains of everything matched.
    fn complete(
        &mut self,
        dag: &mut SelectionDag,
        root: NodeId,
        values: &[NodeValue],
        chain: Option<NodeValue>,
        glue: Option<NodeValue>,
    ) {
        let mut pairs: SmallVec<[(NodeValue, NodeValue); 8]> = values
            .iter()
            .enumerate()
            .map(|(i, &value)| (NodeValue::new(root, i as u32), value))
            .collect();
        let folded: SmallVec<[NodeId; 4]> = self.chained.iter().copied().filter(|&n| n != root).collect();
        if let Some(chain) = chain {
            for &node in &self.chained {
                if let Some(result) = dag.chain_result(node) {
                    pairs.push((result, chain));
                }
            }
        }
        if let (Some(glue), Some(ValueType::GLUE)) = (glue, dag.result_types(root).last().copied()) {
            pairs.push((NodeValue::new(root, dag.num_results(root) as u32 - 1), glue));
        }
        let position = self.position(root);
        self.extend_positions(dag, position);
        dag.replace_values(&pairs);
        if let (Some(chain), false) = (chain, folded.is_empty()) {
            self.raise_users(dag, chain.node);
        }
        dag.delete_dead(root);
    }

    /// Nodes created since then have the position `position`.
    pub(super) fn extend_positions(&mut self, dag: &SelectionDag, position: u32) {
        self.positions
            .resize(dag.num_nodes().max(self.positions.len()), position);
    }

    /// Users of `node` come after it.
    fn raise_users(&mut self, dag: &SelectionDag, node: NodeId) {
        let mut work: SmallVec<[NodeId; 16]> = SmallVec::from_slice(&[node]);
        while let Some(node) = work.pop() {
            let position = self.position(node);
            for used in dag.uses(node) {
                if self.position(used.user) < position {
                    self.positions[used.user.as_u32() as usize] = position;
                    work.push(used.user);
                }
            }
        }
    }

    /// Whether the node with a chain at step `here` may be folded into the root.
    fn is_foldable(&self, dag: &SelectionDag, root: NodeId, here: usize) -> bool {
        // Every value between it and the root has only this user.
        let mut step = here;
        while step != 0 {
            let Step { value, parent } = self.steps[step];
            step = parent;
            let uses = dag
                .uses(value.node)
                .filter(|used| dag.value_type(used.value) != ValueType::OTHER)
                .count();
            if uses != 1 {
                return false;
            }
        }
        let folded = self.steps[here].value.node;
        let parent = self.steps[self.steps[here].parent].value.node;
        // No other path may lead from the root to it, except the root's own chain, which `merge_chains` checks.
        let limit = self.position(folded);
        let mut seen: SmallVec<[NodeId; 32]> = SmallVec::new();
        let mut work: SmallVec<[NodeId; 32]> = SmallVec::from_slice(&[root]);
        while let Some(node) = work.pop() {
            for operand in dag.operands(node) {
                if operand.node == folded {
                    let is_chain = dag.value_type(operand) == ValueType::OTHER;
                    if node == parent && !is_chain || node == root && is_chain {
                        continue;
                    }
                    return false;
                }
                if node == root && dag.value_type(operand) == ValueType::OTHER {
                    continue;
                }
                if self.position(operand.node) >= limit && !seen.contains(&operand.node) {
                    seen.push(operand.node);
                    work.push(operand.node);
                    if seen.len() > FOLD_SEARCH_LIMIT {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The chain that all matched nodes together take. None if one of them depends on another through an outside node.
    fn merge_chains(&self, dag: &mut SelectionDag) -> Option<NodeValue> {
        if let [node] = self.chained[..] {
            return dag.chain_operand(node);
        }
        let mut inputs: SmallVec<[NodeValue; 8]> = SmallVec::new();
        let mut work: SmallVec<[NodeValue; 8]> = self
            .chained
            .iter()
            .filter_map(|&node| dag.chain_operand(node))
            .collect();
        while let Some(input) = work.pop() {
            if self.chained.contains(&input.node) || inputs.contains(&input) {
                continue;
            }
            let names_matched = |value: NodeValue| self.chained.contains(&value.node);
            if dag.opcode(input) == isd::TOKEN_FACTOR && dag.operands(input).any(names_matched) {
                work.extend(dag.operands(input));
                continue;
            }
            inputs.push(input);
        }
        for input in &inputs {
            for &node in &self.chained {
                if self.position(input.node) >= self.position(node)
                    && dag.depends_on(input.node, node, FOLD_SEARCH_LIMIT)
                {
                    return None;
                }
            }
        }
        inputs.reverse();
        Some(dag.token_factor(&inputs))
    }
}

fn is_integer(dag: &SelectionDag, value: NodeValue, wanted: i64) -> bool {
    let opcode = dag.opcode(value);
    (opcode == isd::CONSTANT || opcode == isd::TARGET_CONSTANT)
        && (dag.constant_i64(value) == Some(wanted) || dag.constant_u128(value) == Some(wanted as u128))
}

/// A constant, frame index or address as an instruction's operand.
fn convert_to_target(dag: &mut SelectionDag, value: NodeValue) -> NodeValue {
    let vt = dag.value_type(value);
    match (dag.opcode(value), *dag.payload(value)) {
        (isd::CONSTANT, Payload::Int(_)) => {
            let constant = dag.constant_u128(value).unwrap_or(0);
            dag.target_constant(constant as i128, vt)
        }
        (isd::CONSTANT_FP, Payload::Float(bits)) => dag.target_constant_fp_bits(bits, vt),
        (isd::FRAME_INDEX, Payload::FrameIndex(index)) => dag.target_frame_index(index, vt),
        (isd::GLOBAL_ADDRESS, Payload::Global { global, offset, .. }) => {
            dag.target_global_address(global, offset, VariantKind::None, vt)
        }
        _ => value,
    }
}
