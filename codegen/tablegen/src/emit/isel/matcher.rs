//! Translates a typed pattern to a list of steps: checks of the input here, construction of the output in `result.rs`.

mod result;
mod steps;

pub use steps::{EMIT_CHAIN, EMIT_GLUE_IN, EMIT_GLUE_OUT, EMIT_MEM, FormSource, NameTable, Names, Step};

use super::infer::{Inference, op_name};
use super::pattern::{Op, Tree};
use super::predicates::{PredicateTable, splat_predicate};
use super::signature;
use super::type_reader::TypeReader;
use super::types::{SimpleType, TypeSet};
use super::variants::has_property;
use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;

/// The location of the value of a `$name`.
#[derive(Clone, Copy)]
struct Binding {
    first: u32,
    count: u32,
    /// A constant, frame index or address, which becomes an instruction's immediate when it is used.
    convert: bool,
}

/// Generates the steps of one pattern.
pub struct Generator<'a, 'k> {
    pub keeper: &'k RecordKeeper,
    pub names: &'a mut Names,
    pub inference: &'a mut Inference<'k>,
    pub predicates: &'a mut PredicateTable,
    /// The pattern with the types that checks have established so far.
    known: Tree,
    steps: Vec<Step>,
    next_record: u32,
    bindings: FxHashMap<String, Binding>,
    tags: FxHashMap<u32, u32>,
    complex: Vec<(u32, u32)>,
    complex_children: Vec<Vec<Option<(String, u32)>>>,
    /// The names of complex patterns and their operands, with the locations of their values.
    complex_places: FxHashMap<String, u32>,
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

fn has_chain(keeper: &RecordKeeper, types: &TypeReader<'_>, op: Op) -> bool {
    match op {
        Op::Node(record) => has_property(keeper, record, "SDNPHasChain"),
        Op::Intrinsic(record) => signature::node_of(keeper, types, record).1,
        _ => false,
    }
}

fn tree_has_chain(keeper: &RecordKeeper, types: &TypeReader<'_>, tree: &Tree) -> bool {
    let has = |child| tree_has_chain(keeper, types, child);
    has_chain(keeper, types, tree.op) || tree.children.iter().any(has)
}

/// Identifies uses of complex patterns: uses with one name share a value.
fn complex_names(keeper: &RecordKeeper, tree: &Tree, record: RecordId) -> Option<String> {
    let names: Vec<&str> = if tree.children.is_empty() {
        tree.name.iter().map(String::as_str).collect()
    } else {
        tree.children
            .iter()
            .map(|child| child.name.as_deref().unwrap_or_default())
            .collect()
    };
    let has_name = names.iter().any(|name| !name.is_empty());
    has_name.then(|| format!("{}:{}", keeper.name(record), names.join(":")))
}

/// Removes inferred and declared types, so that only those of node profiles remain.
fn forget_types(tree: &mut Tree) {
    for types in &mut tree.types {
        if !matches!(tree.op, Op::ValueType(_) | Op::CondCode(_)) {
            *types = TypeSet::all();
        }
    }
    tree.children.iter_mut().for_each(forget_types);
}

impl<'a, 'k> Generator<'a, 'k> {
    /// The steps of a pattern, from its input (with its root node, if it is a complex pattern), output, condition and source.
    pub fn generate(
        keeper: &'k RecordKeeper,
        names: &'a mut Names,
        (inference, predicates): (&'a mut Inference<'k>, &'a mut PredicateTable),
        (input, root): (&Tree, Option<RecordId>),
        output: &Tree,
        condition: &str,
        source: FormSource,
    ) -> Result<Vec<Step>, String> {
        let mut known = input.clone();
        forget_types(&mut known);
        inference.infer(&mut known)?;
        let mut generator = Generator {
            keeper,
            names,
            inference,
            predicates,
            known,
            steps: Vec::new(),
            next_record: 0,
            bindings: FxHashMap::default(),
            tags: FxHashMap::default(),
            complex: Vec::new(),
            complex_children: Vec::new(),
            complex_places: FxHashMap::default(),
            late_predicates: Vec::new(),
            chained: Vec::new(),
            physical: Vec::new(),
            glue_in: false,
            matched_mem: false,
        };
        match root {
            Some(node) => generator.node_check(node)?,
            None => generator.opcode_check(input)?,
        }

        if !condition.is_empty() {
            let id = generator.names.pattern_predicates.intern(condition);
            generator.steps.push(Step::CheckPatternPredicate(id));
        }
        // The whole pattern is a leaf, `(i32 imm:$x)`: no other code records it.
        if let Op::Complex(record) = input.op {
            generator.steps.push(Step::Record);
            let number = generator.record();
            generator.complex_leaf(input, record, number)?;
        } else {
            generator.record_here(input);
            generator.root_body(input)?;
        }
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
                if let Some((name, count)) = name {
                    let binding = Binding {
                        first: generator.next_record + i as u32,
                        count,
                        convert: false,
                    };
                    generator.bindings.insert(name, binding);
                }
            }
            generator.next_record += count;
        }
        generator.output(input, output, source)?;
        Ok(generator.steps)
    }

    fn known_at(&mut self, path: &[usize]) -> &mut Tree {
        path.iter()
            .fold(&mut self.known, |tree, &index| &mut tree.children[index])
    }

    /// Whether the type of a node needs a check; the check is then assumed to be done.
    fn needs_type_check(
        &mut self,
        tree: &Tree,
        result: usize,
        path: &[usize],
    ) -> Result<Option<SimpleType>, String> {
        let wanted = tree.types[result];
        let known = self.known_at(path).types[result];
        if known.len() <= wanted.len() {
            return Ok(None);
        }
        let Some(ty) = wanted.single() else {
            if result > 0 || wanted == wanted.intersection(self.inference.types.pointers) {
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
        Ok(Some(ty))
    }

    fn record(&mut self) -> u32 {
        self.next_record += 1;
        self.next_record - 1
    }

    fn node_check(&mut self, node: RecordId) -> Result<(), String> {
        let text = self
            .keeper
            .get_string(node, "Opcode")
            .map_err(|error| error.message)?;
        let id = self.names.nodes.intern(&opcode_path(text));
        self.steps.push(Step::CheckOpcode(id));
        Ok(())
    }

    fn opcode_check(&mut self, tree: &Tree) -> Result<(), String> {
        match tree.op {
            Op::Node(record) => self.node_check(record)?,
            Op::Intrinsic(record) => {
                let id = self
                    .names
                    .nodes
                    .intern(signature::node_of(self.keeper, &self.inference.types, record).0);
                self.steps.push(Step::CheckOpcode(id));
                let id = self.names.intrinsics.intern(self.keeper.name(record));
                self.steps.push(Step::CheckIntrinsic(id));
            }
            // The whole pattern is a constant: check the node first.
            Op::Int(_) => self.generic_node_check("imm")?,
            Op::Splat(_) => self.generic_node_check("build_vector")?,
            _ => return Err("the root of a pattern must be a node, an intrinsic or a constant".to_string()),
        }
        Ok(())
    }

    fn generic_node_check(&mut self, name: &str) -> Result<(), String> {
        match self.keeper.def(name) {
            Some(node) => self.node_check(node),
            None => Err(format!("there is no node '{name}'")),
        }
    }

    /// The checks of the root after its opcode.
    fn root_body(&mut self, tree: &Tree) -> Result<(), String> {
        match tree.op {
            Op::Int(value) => {
                if let Some(ty) = self.needs_type_check(tree, 0, &[])? {
                    self.steps.push(Step::CheckType(ty));
                }
                self.steps.push(Step::CheckInteger(value));
                Ok(())
            }
            Op::Splat(ones) => {
                if let Some(ty) = self.needs_type_check(tree, 0, &[])? {
                    self.steps.push(Step::CheckType(ty));
                }
                self.splat_check(ones);
                Ok(())
            }
            _ => self.node_body(tree, &mut Vec::new(), true),
        }
    }

    fn splat_check(&mut self, ones: bool) {
        let id = self.predicates.intern(splat_predicate(ones));
        self.steps.push(Step::CheckPredicate(id));
    }

    /// Checks after the opcode, then the operands.
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
        let chain = has_chain(keeper, &self.inference.types, tree.op);
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
        // These leaves are checked where they are used.
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
                let names = complex_names(self.keeper, child, record);
                let known = names.as_ref().and_then(|names| self.complex_places.get(names));
                if let Some(&number) = known {
                    self.steps.push(Step::CheckChildSame(operand, number));
                    child.tags.iter().for_each(|&tag| {
                        self.tags.insert(tag, number);
                    });
                    return Ok(());
                }
                self.steps.push(Step::RecordChild(operand));
                let number = self.record();
                child.tags.iter().for_each(|&tag| {
                    self.tags.insert(tag, number);
                });
                self.complex_places.extend(names.map(|names| (names, number)));
                return self.complex_leaf(child, record, number);
            }
            Op::Register(record) => {
                self.steps.push(Step::RecordChild(operand));
                let number = self.record();
                child.tags.iter().for_each(|&tag| {
                    self.tags.insert(tag, number);
                });
                let register = self.names.registers.intern(self.keeper.name(record));
                self.physical.push((number, register));
                return Ok(());
            }
            _ => {}
        }
        self.steps.push(Step::MoveChild(operand));
        match child.op {
            Op::ValueType(ty) => self.steps.push(Step::CheckValueType(ty)),
            Op::Splat(ones) => {
                if let Some(ty) = self.needs_type_check(child, 0, path)? {
                    self.steps.push(Step::CheckType(ty));
                }
                self.splat_check(ones);
                self.record_here(child);
            }
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

    /// Like [`Self::needs_type_check`], but integers may remain ambiguous.
    fn needs_type_check_lenient(
        &mut self,
        tree: &Tree,
        path: &[usize],
    ) -> Result<Option<SimpleType>, String> {
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
        let count = self
            .keeper
            .get_int(record, "NumOperands")
            .map_err(|error| error.message)?;
        let id = self.names.complex.intern(&method);
        if self.names.complex_wants_parent.len() <= id as usize {
            let wants = has_property(self.keeper, record, "SDNPWantParent")
                || has_property(self.keeper, record, "SDNPWantRoot");
            self.names.complex_wants_parent.push(wants);
            self.names.complex_operands.push(count as u32);
        }
        let children = if child.children.is_empty() {
            // `Pattern:$name`: all operands under one name.
            let mut list = vec![None; count as usize];
            if let (Some(name), true) = (&child.name, count > 0) {
                list[0] = Some((format!("{name}\0{count}"), 1));
            }
            list
        } else {
            // An operand that consists of several machine operands takes that many.
            let mut list = Vec::new();
            for operand in &child.children {
                let first = list.len();
                list.push(operand.name.clone().map(|name| (name, operand.parts)));
                list.resize(first + operand.parts as usize, None);
            }
            list.resize(count as usize, None);
            list
        };
        if let (Some(name), 0) = (&child.name, count) {
            // It has no results: its name is the value.
            let binding = Binding {
                first: number,
                count: 1,
                convert: false,
            };
            self.bindings.insert(name.clone(), binding);
        }
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
                Ok("ISD::CONSTANT"
                    | "ISD::CONSTANT_FP"
                    | "ISD::FRAME_INDEX"
                    | "ISD::GLOBAL_ADDRESS"
                    // LLVM's spelling.
                    | "ISD::Constant"
                    | "ISD::ConstantFP"
                    | "ISD::FrameIndex"
                    | "ISD::GlobalAddress")
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
        parts: 1,
    }
}

/// Conditions by number: `CondCode` in `codegen/src/dag/isd.rs`.
pub const COND_CODES: [&str; 24] = [
    "FALSE", "OEQ", "OGT", "OGE", "OLT", "OLE", "ONE", "O", "UO", "UEQ", "UGT", "UGE", "ULT", "ULE", "UNE",
    "TRUE", "FALSE2", "EQ", "GT", "GE", "LT", "LE", "NE", "TRUE2",
];

/// Number of a condition.
fn cond_code_number(keeper: &RecordKeeper, record: RecordId) -> Result<u8, String> {
    // LLVM's records have only the name: SETEQ, SETFALSE.
    let name = match keeper.get_string(record, "Name") {
        Ok(name) => name,
        Err(_) => keeper.name(record).trim_start_matches("SET"),
    };
    COND_CODES
        .iter()
        .position(|&known| known == name)
        .map(|number| number as u8)
        .ok_or_else(|| format!("there is no condition '{name}'"))
}
