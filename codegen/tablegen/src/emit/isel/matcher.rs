//! From a typed pattern to the linear list of checks and actions that it means.

use super::infer::{Inference, op_name};
use super::pattern::{Op, Tree, types_of_record};
use super::types::{SimpleType, TypeSet};
use super::variants::has_property;
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::FxHashMap;

/// Strings numbered in the order of first use.
#[derive(Default, Debug)]
pub struct NameTable {
    pub list: Vec<String>,
    index: FxHashMap<String, u32>,
}

impl NameTable {
    pub fn intern(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.index.get(name) {
            return id;
        }
        let id = self.list.len() as u32;
        self.list.push(name.to_string());
        self.index.insert(name.to_string(), id);
        id
    }
}

/// Names that the byte code refers to by number.
#[derive(Default, Debug)]
pub struct Names {
    /// `isd::ADD`
    pub nodes: NameTable,
    /// Instruction names.
    pub opcodes: NameTable,
    /// `int_amdgcn_foo`
    pub intrinsics: NameTable,
    /// Register names.
    pub registers: NameTable,
    /// Register class names.
    pub classes: NameTable,
    /// Sub-register index names.
    pub subregs: NameTable,
    /// Methods of complex patterns, and whether they want the parent.
    pub complex: NameTable,
    pub complex_wants_parent: Vec<bool>,
    /// Transforms by record name.
    pub transforms: NameTable,
    /// Pattern predicates: conjunctions of conditions.
    pub pattern_predicates: NameTable,
    /// Where patterns are.
    pub patterns: NameTable,
}

/// Flags of an emitted node.
pub const EMIT_CHAIN: u8 = 1;
pub const EMIT_GLUE_IN: u8 = 2;
pub const EMIT_GLUE_OUT: u8 = 4;
pub const EMIT_MEM: u8 = 8;

/// A step. Those before the first `Emit*` step are checks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    CheckPatternPredicate(u32),
    CheckOpcode(u32),
    CheckIntrinsic(u32),
    CheckNumOperands(u32),
    CheckType(u8),
    CheckTypeRes(u8, u8),
    CheckPredicate(u32),
    CheckPredicateWithOperands(u32, Vec<u32>),
    CheckInteger(i64),
    CheckValueType(u8),
    CheckSame(u32),
    CheckFoldableChain,
    Record,
    RecordMem,
    CaptureGlue,
    MoveChild(u8),
    MoveParent,
    RecordChild(u8),
    CheckChildType(u8, u8),
    CheckChildInteger(u8, i64),
    CheckChildCondCode(u8, u8),
    CheckChildSame(u8, u32),
    CheckComplex(u32, u32),
    EmitInteger(u8, i64),
    EmitRegister(u32, u8),
    EmitClass(u32),
    EmitSubReg(u32),
    EmitConvert(u32),
    EmitMergeChains(Vec<u32>),
    EmitCopyToReg(u32, u32),
    EmitTransform(u32, u32),
    EmitNode {
        opcode: u32,
        flags: u8,
        types: Vec<u8>,
        operands: Vec<u32>,
    },
    /// The same for the pattern's root: the first `root_results` types are the root's.
    MorphNode {
        opcode: u32,
        flags: u8,
        root_results: u8,
        types: Vec<u8>,
        operands: Vec<u32>,
        pattern: u32,
    },
    /// The root's results are these values.
    Complete(Vec<u32>, u32),
}

impl Step {
    /// Whether it only looks (and records what it sees).
    pub fn is_check(&self) -> bool {
        (self.rank()) < 100
    }

    fn rank(&self) -> u32 {
        match self {
            Step::EmitInteger(..)
            | Step::EmitRegister(..)
            | Step::EmitClass(_)
            | Step::EmitSubReg(_)
            | Step::EmitConvert(_)
            | Step::EmitMergeChains(_)
            | Step::EmitCopyToReg(..)
            | Step::EmitTransform(..)
            | Step::EmitNode { .. }
            | Step::MorphNode { .. }
            | Step::Complete(..) => 100,
            _ => 0,
        }
    }
}

/// Where the value of a `$name` is.
#[derive(Clone, Copy)]
struct Binding {
    first: u32,
    count: u32,
    /// A constant, frame index or address, which becomes an instruction's immediate when it is used.
    convert: bool,
}

/// Makes the steps of one pattern.
pub struct Generator<'a, 'k> {
    pub keeper: &'k RecordKeeper,
    pub names: &'a mut Names,
    pub inference: &'a mut Inference<'k>,
    /// The pattern with the types that checks have established so far.
    known: Tree,
    steps: Vec<Step>,
    next_record: u32,
    bindings: FxHashMap<String, Binding>,
    tags: FxHashMap<u32, u32>,
    complex: Vec<(u32, u32)>,
    complex_children: Vec<Vec<Option<String>>>,
    late_predicates: Vec<(u32, Vec<u32>)>,
    chained: Vec<u32>,
    physical: Vec<(u32, u32)>,
    glue_in: bool,
    matched_mem: bool,
}

/// The opcode string of an SDNode as a path: `ISD::ADD` is `isd::ADD`.
pub fn opcode_path(text: &str) -> String {
    match text.split_once("::") {
        Some((namespace, name)) => format!("{}::{name}", namespace.to_ascii_lowercase()),
        None => format!("isd::{text}"),
    }
}

/// The generic opcode of an intrinsic's node.
fn intrinsic_node(keeper: &RecordKeeper, record: RecordId) -> (&'static str, bool) {
    let has = |flag: &str| {
        ["Properties", "DefaultProperties"].iter().any(|field| {
            keeper.get_list_of_defs(record, field).is_ok_and(|list| {
                list.iter()
                    .any(|&p| keeper.get_string(p, "Flag").is_ok_and(|known| known == flag))
            })
        })
    };
    let returns_void = keeper.get_list_of_defs(record, "RetTypes").is_ok_and(|list| {
        list.iter()
            .all(|&ty| keeper.get_string(ty, "Kind").is_ok_and(|kind| kind == "Void"))
    });
    match (has("NO_MEM") && !has("SIDE_EFFECTS"), returns_void) {
        (true, false) => ("isd::INTRINSIC_WO_CHAIN", false),
        (_, true) => ("isd::INTRINSIC_VOID", true),
        _ => ("isd::INTRINSIC_W_CHAIN", true),
    }
}

fn has_chain(keeper: &RecordKeeper, op: Op) -> bool {
    match op {
        Op::Node(record) => has_property(keeper, record, "SDNPHasChain"),
        Op::Intrinsic(record) => intrinsic_node(keeper, record).1,
        _ => false,
    }
}

fn tree_has_chain(keeper: &RecordKeeper, tree: &Tree) -> bool {
    has_chain(keeper, tree.op) || tree.children.iter().any(|child| tree_has_chain(keeper, child))
}

/// Removes what was found or declared, so that only what node profiles say is known.
fn forget_types(tree: &mut Tree) {
    for types in &mut tree.types {
        if !matches!(tree.op, Op::ValueType(_) | Op::CondCode(_)) {
            *types = TypeSet::all();
        }
    }
    tree.children.iter_mut().for_each(forget_types);
}

impl<'a, 'k> Generator<'a, 'k> {
    /// The steps of a pattern: input, output, condition, where it is.
    pub fn generate(
        keeper: &'k RecordKeeper,
        names: &'a mut Names,
        inference: &'a mut Inference<'k>,
        input: &Tree,
        output: &Tree,
        condition: &str,
        place: u32,
    ) -> Result<Vec<Step>, String> {
        let mut known = input.clone();
        forget_types(&mut known);
        inference.infer(&mut known)?;
        let mut generator = Generator {
            keeper,
            names,
            inference,
            known,
            steps: Vec::new(),
            next_record: 0,
            bindings: FxHashMap::default(),
            tags: FxHashMap::default(),
            complex: Vec::new(),
            complex_children: Vec::new(),
            late_predicates: Vec::new(),
            chained: Vec::new(),
            physical: Vec::new(),
            glue_in: false,
            matched_mem: false,
        };
        generator.opcode_check(input)?;
        if !condition.is_empty() {
            let id = generator.names.pattern_predicates.intern(condition);
            generator.steps.push(Step::CheckPatternPredicate(id));
        }
        // A leaf as the whole pattern, `(i32 imm:$x)`: nothing below records it.
        if input.name.is_some() && input.children.is_empty() {
            generator.record_here(input);
        }
        generator.node_body(input, &mut Vec::new(), true)?;
        for (id, operands) in std::mem::take(&mut generator.late_predicates) {
            generator
                .steps
                .push(Step::CheckPredicateWithOperands(id, operands));
        }
        for index in 0..generator.complex.len() {
            let (id, record) = generator.complex[index];
            generator.steps.push(Step::CheckComplex(id, record));
            let children = std::mem::take(&mut generator.complex_children[index]);
            let count = children.len() as u32;
            for (i, name) in children.into_iter().enumerate() {
                if let Some(name) = name {
                    let binding = Binding {
                        first: generator.next_record + i as u32,
                        count: 1,
                        convert: false,
                    };
                    generator.bindings.insert(name, binding);
                }
            }
            generator.next_record += count;
        }
        generator.output(input, output, place)?;
        Ok(generator.steps)
    }

    fn known_at(&mut self, path: &[usize]) -> &mut Tree {
        path.iter()
            .fold(&mut self.known, |tree, &index| &mut tree.children[index])
    }

    /// Whether the type of a node needs a check, which is then taken as done.
    fn needs_type_check(&mut self, tree: &Tree, result: usize, path: &[usize]) -> Result<Option<u8>, String> {
        let wanted = tree.types[result];
        let known = self.known_at(path).types[result];
        if known.len() <= wanted.len() {
            return Ok(None);
        }
        let Some(ty) = wanted.single() else {
            if result > 0 || wanted == wanted.intersection(TypeSet::pointers()) {
                return Ok(None);
            }
            return Err(format!(
                "type of {} cannot be inferred: it may be {wanted}",
                match &tree.name {
                    Some(name) => format!("'${name}'"),
                    None => format!("'{}'", op_name(self.keeper, tree.op)),
                }
            ));
        };
        self.known_at(path).types[result] = wanted;
        let mut known = std::mem::replace(&mut self.known, empty_tree());
        let inferred = self.inference.infer(&mut known);
        self.known = known;
        inferred?;
        Ok(Some(ty.0))
    }

    fn record(&mut self) -> u32 {
        self.next_record += 1;
        self.next_record - 1
    }

    fn opcode_check(&mut self, tree: &Tree) -> Result<(), String> {
        match tree.op {
            Op::Node(record) => {
                let text = self
                    .keeper
                    .get_string(record, "Opcode")
                    .map_err(|error| error.message)?;
                let id = self.names.nodes.intern(&opcode_path(text));
                self.steps.push(Step::CheckOpcode(id));
            }
            Op::Intrinsic(record) => {
                let id = self.names.nodes.intern(intrinsic_node(self.keeper, record).0);
                self.steps.push(Step::CheckOpcode(id));
                let id = self.names.intrinsics.intern(self.keeper.name(record));
                self.steps.push(Step::CheckIntrinsic(id));
            }
            Op::Complex(record) => {
                return Err(format!(
                    "complex pattern '{}' cannot be the root of a pattern",
                    self.keeper.name(record)
                ));
            }
            _ => return Err("the root of a pattern must be a node or an intrinsic".to_string()),
        }
        Ok(())
    }

    /// Checks behind the opcode, then the operands.
    fn node_body(&mut self, tree: &Tree, path: &mut Vec<usize>, is_root: bool) -> Result<(), String> {
        let (Op::Node(record) | Op::Intrinsic(record)) = tree.op else {
            return Err("not a node".to_string());
        };
        let keeper = self.keeper;
        for result in 0..tree.types.len() {
            if let Some(ty) = self.needs_type_check(tree, result, path)? {
                self.steps.push(match result {
                    0 => Step::CheckType(ty),
                    _ => Step::CheckTypeRes(result as u8, ty),
                });
            }
        }
        for used in &tree.predicates {
            if used.operands.is_empty() {
                self.steps.push(Step::CheckPredicate(used.id));
            }
        }
        let chain = has_chain(keeper, tree.op);
        if matches!(tree.op, Op::Node(_)) && has_property(keeper, record, "SDNPVariadic") {
            let count = tree.children.len() + usize::from(chain);
            self.steps.push(Step::CheckNumOperands(count as u32));
        }
        if chain {
            if !is_root {
                self.steps.push(Step::CheckFoldableChain);
            }
            self.steps.push(Step::Record);
            let number = self.record();
            self.chained.push(number);
        }
        if let Op::Node(record) = tree.op {
            if has_property(keeper, record, "SDNPMemOperand") {
                self.steps.push(Step::RecordMem);
                self.matched_mem = true;
            }
            if has_property(keeper, record, "SDNPInGlue") || has_property(keeper, record, "SDNPOptInGlue") {
                self.steps.push(Step::CaptureGlue);
                self.glue_in = true;
            }
        } else if chain {
            self.steps.push(Step::RecordMem);
            self.matched_mem = true;
        }
        for (index, child) in tree.children.iter().enumerate() {
            let operand = (index + usize::from(chain)) as u8;
            path.push(index);
            self.child(child, operand, path)?;
            path.pop();
        }
        for used in &tree.predicates {
            if !used.operands.is_empty() {
                let mut operands = Vec::new();
                for tag in &used.operands {
                    match self.tags.get(tag) {
                        Some(&record) => operands.push(record),
                        None => {
                            return Err("an operand that a predicate looks at is not recorded".to_string());
                        }
                    }
                }
                self.late_predicates.push((used.id, operands));
            }
        }
        Ok(())
    }

    fn child(&mut self, child: &Tree, operand: u8, path: &mut Vec<usize>) -> Result<(), String> {
        // Leaves that are looked at from the user.
        match child.op {
            Op::Any if child.predicates.is_empty() => {
                if let Some(ty) = self.needs_type_check(child, 0, path)? {
                    self.steps.push(Step::CheckChildType(operand, ty));
                }
                return self.record_child(child, operand);
            }
            Op::Int(value) => {
                if let Some(ty) = self.needs_type_check_lenient(child, path)? {
                    self.steps.push(Step::CheckChildType(operand, ty));
                }
                self.steps.push(Step::CheckChildInteger(operand, value));
                return self.record_child(child, operand);
            }
            Op::CondCode(record) => {
                let number = cond_code_number(self.keeper, record)?;
                self.steps.push(Step::CheckChildCondCode(operand, number));
                return Ok(());
            }
            Op::Complex(record) => {
                if let Some(ty) = self.needs_type_check(child, 0, path)? {
                    self.steps.push(Step::CheckChildType(operand, ty));
                }
                self.steps.push(Step::RecordChild(operand));
                let number = self.record();
                return self.complex_leaf(child, record, number);
            }
            Op::Register(record) => {
                self.steps.push(Step::RecordChild(operand));
                let number = self.record();
                let register = self.names.registers.intern(self.keeper.name(record));
                self.physical.push((number, register));
                return Ok(());
            }
            _ => {}
        }
        self.steps.push(Step::MoveChild(operand));
        match child.op {
            Op::ValueType(ty) => self.steps.push(Step::CheckValueType(ty.0)),
            Op::Any => {
                if let Some(ty) = self.needs_type_check(child, 0, path)? {
                    self.steps.push(Step::CheckType(ty));
                }
                for used in &child.predicates {
                    self.steps.push(Step::CheckPredicate(used.id));
                }
                self.record_here(child);
            }
            Op::Node(_) | Op::Intrinsic(_) => {
                self.opcode_check(child)?;
                self.record_here(child);
                self.node_body(child, path, false)?;
            }
            _ => {
                return Err(format!(
                    "'{}' cannot be an operand in a pattern to match",
                    op_name(self.keeper, child.op)
                ));
            }
        }
        self.steps.push(Step::MoveParent);
        Ok(())
    }

    /// As [`Self::needs_type_check`], but integers may stay open.
    fn needs_type_check_lenient(&mut self, tree: &Tree, path: &[usize]) -> Result<Option<u8>, String> {
        if tree.types[0].single().is_none() {
            return Ok(None);
        }
        self.needs_type_check(tree, 0, path)
    }

    fn complex_leaf(&mut self, child: &Tree, record: RecordId, number: u32) -> Result<(), String> {
        let text = |field| {
            self.keeper
                .get_string(record, field)
                .map_err(|error| error.message)
        };
        let method = text("SelectFunc")?.to_string();
        let id = self.names.complex.intern(&method);
        if self.names.complex_wants_parent.len() <= id as usize {
            let wants = has_property(self.keeper, record, "SDNPWantParent")
                || has_property(self.keeper, record, "SDNPWantRoot");
            self.names.complex_wants_parent.push(wants);
        }
        let count = self
            .keeper
            .get_int(record, "NumOperands")
            .map_err(|error| error.message)?;
        let children = if child.children.is_empty() {
            // `Pattern:$name`: all operands under one name.
            let mut list = vec![None; count as usize];
            if let Some(name) = &child.name {
                list[0] = Some(format!("{name}\0{count}"));
            }
            list
        } else {
            child.children.iter().map(|c| c.name.clone()).collect()
        };
        self.complex.push((id, number));
        self.complex_children.push(children);
        Ok(())
    }

    /// Records the current node if it has a name or a tag.
    fn record_here(&mut self, tree: &Tree) {
        if let Some(name) = &tree.name
            && let Some(binding) = self.bindings.get(name)
        {
            self.steps.push(Step::CheckSame(binding.first));
            for &tag in &tree.tags {
                self.tags.insert(tag, binding.first);
            }
            return;
        }
        if tree.name.is_some() || !tree.tags.is_empty() {
            self.steps.push(Step::Record);
            let number = self.record();
            self.bind(tree, number);
        }
    }

    fn record_child(&mut self, tree: &Tree, operand: u8) -> Result<(), String> {
        if let Some(name) = &tree.name
            && let Some(binding) = self.bindings.get(name)
        {
            self.steps.push(Step::CheckChildSame(operand, binding.first));
            for &tag in &tree.tags {
                self.tags.insert(tag, binding.first);
            }
            return Ok(());
        }
        if tree.name.is_some() || !tree.tags.is_empty() {
            self.steps.push(Step::RecordChild(operand));
            let number = self.record();
            self.bind(tree, number);
        }
        Ok(())
    }

    fn bind(&mut self, tree: &Tree, number: u32) {
        let convert = match tree.op {
            Op::Int(_) => true,
            Op::Node(record) => matches!(
                self.keeper.get_string(record, "Opcode"),
                Ok("ISD::CONSTANT" | "ISD::CONSTANT_FP" | "ISD::FRAME_INDEX" | "ISD::GLOBAL_ADDRESS")
            ),
            _ => false,
        };
        if let Some(name) = &tree.name {
            let binding = Binding {
                first: number,
                count: 1,
                convert,
            };
            self.bindings.insert(name.clone(), binding);
        }
        for &tag in &tree.tags {
            self.tags.insert(tag, number);
        }
    }

    // ---- output ----

    fn output(&mut self, input: &Tree, output: &Tree, place: u32) -> Result<(), String> {
        if !self.chained.is_empty() {
            let chained = self.chained.clone();
            self.steps.push(Step::EmitMergeChains(chained));
        }
        for (value, register) in self.physical.clone() {
            self.steps.push(Step::EmitCopyToReg(value, register));
            self.glue_in = true;
        }
        let pattern_chain = tree_has_chain(self.keeper, input);
        let memory_nodes = count_memory(self.keeper, output);
        if let Op::Instruction(record) = output.op {
            let (opcode, flags, types, operands) =
                self.instruction(output, record, pattern_chain, memory_nodes, Some(input))?;
            let results = input
                .types
                .len()
                .min(types.len() + implicit_results(self.keeper, record));
            if results < input.types.len() {
                return Err(format!(
                    "'{}' has {} results, the pattern needs {}",
                    self.keeper.name(record),
                    types.len(),
                    input.types.len()
                ));
            }
            let extra = types.get(results..).unwrap_or(&[]).to_vec();
            self.steps.push(Step::MorphNode {
                opcode,
                flags,
                root_results: results as u8,
                types: extra,
                operands,
                pattern: place,
            });
            return Ok(());
        }
        let records = self.operand_values(output, pattern_chain, memory_nodes)?;
        if records.len() < input.types.len() {
            return Err("the output has fewer results than the pattern".to_string());
        }
        self.steps
            .push(Step::Complete(records[..input.types.len()].to_vec(), place));
        Ok(())
    }

    /// Values of an operand of the output.
    fn operand_values(&mut self, tree: &Tree, chain: bool, memory_nodes: usize) -> Result<Vec<u32>, String> {
        let mut values = match tree.op {
            Op::Int(value) => {
                let default = if i32::try_from(value).is_ok() || u32::try_from(value).is_ok() {
                    "i32"
                } else {
                    "i64"
                };
                let ty = tree.types[0]
                    .single()
                    .or(SimpleType::from_record_name(default))
                    .map_or(0, |ty| ty.0);
                self.steps.push(Step::EmitInteger(ty, value));
                vec![self.record()]
            }
            Op::Register(record) => {
                let id = self.names.registers.intern(self.keeper.name(record));
                let ty = tree.types[0]
                    .single()
                    .or(SimpleType::from_record_name("i32"))
                    .map_or(0, |ty| ty.0);
                self.steps.push(Step::EmitRegister(id, ty));
                vec![self.record()]
            }
            Op::RegisterClass(record) => {
                let id = self.names.classes.intern(self.keeper.name(record));
                self.steps.push(Step::EmitClass(id));
                vec![self.record()]
            }
            Op::SubReg(record) => {
                let id = self.names.subregs.intern(self.keeper.name(record));
                self.steps.push(Step::EmitSubReg(id));
                vec![self.record()]
            }
            Op::Transform(record) => {
                let values = self.operand_values_unconverted(&tree.children[0])?;
                let id = self.names.transforms.intern(self.keeper.name(record));
                self.steps.push(Step::EmitTransform(id, values[0]));
                vec![self.record()]
            }
            Op::Instruction(record) => {
                let (opcode, flags, types, operands) =
                    self.instruction(tree, record, chain, memory_nodes, None)?;
                let first = self.next_record;
                self.next_record += types.len() as u32;
                self.steps.push(Step::EmitNode {
                    opcode,
                    flags,
                    types: types.clone(),
                    operands,
                });
                (first..first + types.len() as u32).collect()
            }
            Op::Node(record) if self.keeper.name(record) == "undef" => {
                let opcode = self.names.opcodes.intern("IMPLICIT_DEF");
                let ty = tree.types[0].single().map_or(0, |ty| ty.0);
                self.steps.push(Step::EmitNode {
                    opcode,
                    flags: 0,
                    types: vec![ty],
                    operands: Vec::new(),
                });
                vec![self.record()]
            }
            _ => {
                let values = self.named(tree)?;
                if tree.transform.is_none() {
                    self.convert(tree, values)
                } else {
                    values
                }
            }
        };
        if let Some(transform) = tree.transform {
            let id = self.names.transforms.intern(self.keeper.name(transform));
            self.steps.push(Step::EmitTransform(id, values[0]));
            values = vec![self.record()];
        }
        Ok(values)
    }

    fn operand_values_unconverted(&mut self, tree: &Tree) -> Result<Vec<u32>, String> {
        if tree.name.is_some() && !matches!(tree.op, Op::Instruction(_) | Op::Transform(_)) {
            return self.named(tree);
        }
        self.operand_values(tree, false, 0)
    }

    fn convert(&mut self, tree: &Tree, values: Vec<u32>) -> Vec<u32> {
        let convert = tree
            .name
            .as_ref()
            .and_then(|name| self.bindings.get(name))
            .is_some_and(|binding| binding.convert);
        if !convert {
            return values;
        }
        values
            .into_iter()
            .map(|value| {
                self.steps.push(Step::EmitConvert(value));
                self.record()
            })
            .collect()
    }

    fn named(&mut self, tree: &Tree) -> Result<Vec<u32>, String> {
        let Some(name) = &tree.name else {
            return Err(format!(
                "operand '{}' of the output has no name",
                op_name(self.keeper, tree.op)
            ));
        };
        if let Some(binding) = self.bindings.get(name) {
            return Ok((binding.first..binding.first + binding.count).collect());
        }
        // A complex pattern as a leaf: its operands share the name.
        let prefix = format!("{name}\0");
        let whole = self
            .bindings
            .iter()
            .find(|(known, _)| known.starts_with(&prefix))
            .map(|(known, binding)| (known[prefix.len()..].parse::<u32>().unwrap_or(1), binding.first));
        match whole {
            Some((count, first)) => Ok((first..first + count).collect()),
            None => Err(format!("'${name}' of the output is not in the pattern to match")),
        }
    }

    /// Opcode, flags, types of the explicit results, operands.
    fn instruction(
        &mut self,
        tree: &Tree,
        record: RecordId,
        pattern_chain: bool,
        memory_nodes: usize,
        root: Option<&Tree>,
    ) -> Result<(u32, u8, Vec<u8>, Vec<u32>), String> {
        let keeper = self.keeper;
        let name = keeper.name(record);
        let inputs = keeper
            .get_dag(record, "InOperandList")
            .map_err(|error| error.message)?;
        let variadic = keeper.get_bit_or_false(record, "hasVariadicOperands");
        let mut values: Vec<Vec<u32>> = Vec::new();
        for child in &tree.children {
            values.push(self.operand_values(child, pattern_chain, memory_nodes)?);
        }
        let given: usize = values.iter().map(Vec::len).sum();
        let slots: Vec<(Option<i64>, usize)> = inputs
            .args()
            .map(|(value, _)| operand_slot(keeper, value))
            .collect();
        let all: usize = slots.iter().map(|&(_, count)| count).sum();
        let required: usize = slots
            .iter()
            .filter(|(default, _)| default.is_none())
            .map(|&(_, count)| count)
            .sum();
        let mut operands: Vec<u32> = Vec::new();
        if variadic || given == all {
            operands.extend(values.into_iter().flatten());
        } else {
            if given < required || given > all {
                return Err(format!(
                    "'{name}' takes {all} operands ({required} without the optional ones), {given} are given"
                ));
            }
            // Optional operands are left out from the last on.
            let mut missing = all - given;
            let mut left_out = vec![false; slots.len()];
            for index in (0..slots.len()).rev() {
                if missing > 0 && slots[index].0.is_some() {
                    left_out[index] = true;
                    missing -= slots[index].1;
                }
            }
            let mut given = values.into_iter().flatten();
            for (&(default, count), left_out) in slots.iter().zip(left_out) {
                if left_out {
                    let ty = SimpleType::from_record_name("i32").map_or(0, |ty| ty.0);
                    self.steps.push(Step::EmitInteger(ty, default.unwrap_or(0)));
                    let number = self.record();
                    operands.push(number);
                } else {
                    operands.extend(given.by_ref().take(count));
                }
            }
        }
        let touches_memory = is_memory(keeper, record);
        let mut flags = 0;
        if pattern_chain && (touches_memory || (root.is_some() && memory_nodes == 0)) {
            flags |= EMIT_CHAIN;
        }
        if self.matched_mem && (touches_memory || (root.is_some() && memory_nodes == 0)) {
            flags |= EMIT_MEM;
        }
        if let Some(input) = root {
            if self.glue_in {
                flags |= EMIT_GLUE_IN;
            }
            if let Op::Node(node) = input.op
                && has_property(keeper, node, "SDNPOutGlue")
            {
                flags |= EMIT_GLUE_OUT;
            }
        }
        let generic = name == "REG_SEQUENCE"
            || name == "COPY_TO_REGCLASS"
            || name == "EXTRACT_SUBREG"
            || name == "INSERT_SUBREG"
            || name == "IMPLICIT_DEF"
            || name == "COPY"
            || name == "SUBREG_TO_REG";
        let mut types = Vec::new();
        for (index, set) in tree.types.iter().enumerate() {
            let ty = match set.single() {
                Some(ty) => Some(ty),
                None if root.is_some_and(|input| index < input.types.len()) => Some(SimpleType(0)),
                None if generic => self.generic_type(tree, name),
                None => first_register_type(keeper, record, index),
            };
            let Some(ty) = ty else {
                return Err(format!(
                    "type of result {index} of '{name}' in the output is not known: write (i32 ({name} ...))"
                ));
            };
            types.push(ty.0);
        }
        Ok((self.names.opcodes.intern(name), flags, types, operands))
    }

    /// The type of a generic instruction's result, where the class says it.
    fn generic_type(&self, tree: &Tree, name: &str) -> Option<SimpleType> {
        let class = match name {
            "REG_SEQUENCE" => tree.children.first()?,
            "COPY_TO_REGCLASS" => {
                let class = tree.children.get(1)?;
                // A copy keeps the type of its source if that is known.
                if let Some(ty) = tree.children[0].types.first().and_then(TypeSet::single) {
                    return Some(ty);
                }
                class
            }
            "INSERT_SUBREG" => return tree.children.first()?.types.first()?.single(),
            _ => return None,
        };
        match class.op {
            Op::RegisterClass(record) => first_type(self.keeper, record),
            _ => None,
        }
    }
}

fn empty_tree() -> Tree {
    Tree {
        op: Op::Any,
        name: None,
        children: Vec::new(),
        types: Vec::new(),
        predicates: Vec::new(),
        transform: None,
        tags: Vec::new(),
    }
}

fn is_memory(keeper: &RecordKeeper, record: RecordId) -> bool {
    ["mayLoad", "mayStore", "hasSideEffects"]
        .iter()
        .any(|field| keeper.get_bit_or_false(record, field))
}

fn count_memory(keeper: &RecordKeeper, tree: &Tree) -> usize {
    let own = match tree.op {
        Op::Instruction(record) => usize::from(is_memory(keeper, record)),
        _ => 0,
    };
    own + tree
        .children
        .iter()
        .map(|child| count_memory(keeper, child))
        .sum::<usize>()
}

fn implicit_results(keeper: &RecordKeeper, record: RecordId) -> usize {
    keeper
        .get_list_of_defs(record, "Defs")
        .map_or(0, |list| list.len())
}

fn first_type(keeper: &RecordKeeper, class: RecordId) -> Option<SimpleType> {
    if let Ok(Some(inner)) = keeper.get_def_opt(class, "RegClass") {
        return first_type(keeper, inner);
    }
    let list = keeper.get_list_of_defs(class, "RegTypes").ok()?;
    types_of_record(keeper, *list.first()?).iter().next()
}

fn first_register_type(keeper: &RecordKeeper, record: RecordId, result: usize) -> Option<SimpleType> {
    match keeper.get_dag(record, "OutOperandList").ok()?.arg(result)?.0 {
        Value::Def(class) => first_type(keeper, class),
        _ => None,
    }
}

/// Default of an optional operand, and how many machine operands it is.
fn operand_slot(keeper: &RecordKeeper, value: Value<'_>) -> (Option<i64>, usize) {
    let Value::Def(record) = value else {
        return (None, 1);
    };
    let count = match keeper.get_dag(record, "MIOperandInfo") {
        Ok(parts) if !parts.is_empty() => parts.len(),
        _ => 1,
    };
    let default = keeper
        .get_bit_or_false(record, "IsOptional")
        .then(|| keeper.get_int(record, "DefaultValue").unwrap_or(0));
    (default, count)
}

/// Number of a condition: `CondCode` in `codegen/src/dag/isd.rs`.
fn cond_code_number(keeper: &RecordKeeper, record: RecordId) -> Result<u8, String> {
    const NAMES: [&str; 24] = [
        "FALSE", "OEQ", "OGT", "OGE", "OLT", "OLE", "ONE", "O", "UO", "UEQ", "UGT", "UGE", "ULT", "ULE",
        "UNE", "TRUE", "FALSE2", "EQ", "GT", "GE", "LT", "LE", "NE", "TRUE2",
    ];
    let name = keeper.get_string(record, "Name").map_err(|error| error.message)?;
    NAMES
        .iter()
        .position(|&known| known == name)
        .map(|number| number as u8)
        .ok_or_else(|| format!("there is no condition '{name}'"))
}
