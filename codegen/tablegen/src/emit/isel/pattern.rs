//! Patterns as trees: read from dags, fragments replaced by their bodies.

use super::predicates::PredicateTable;
use super::signature;
use super::type_reader::TypeReader;
use super::types::{SimpleType, TypeSet};
use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use wavec_support::{Diagnostic, Span};

/// Maximum nesting depth of fragments.
const MAX_DEPTH: usize = 64;
/// Maximum number of alternatives that the `PatFrags` of one pattern may produce.
const MAX_ALTERNATIVES: usize = 256;

/// What a tree node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Any value.
    Any,
    /// An integer.
    Int(i64),
    /// A physical register.
    Register(RecordId),
    /// A register class as an operand.
    RegisterClass(RecordId),
    /// A sub-register index as an operand.
    SubReg(RecordId),
    /// A condition.
    CondCode(RecordId),
    /// A type as an operand.
    ValueType(SimpleType),
    /// A vector of constants that are all -1, or all 0.
    Splat(bool),
    /// An SDNode.
    Node(RecordId),
    /// An Intrinsic.
    Intrinsic(RecordId),
    /// A ComplexPattern.
    Complex(RecordId),
    /// An Instruction (outputs).
    Instruction(RecordId),
    /// An SDNodeXForm (outputs).
    Transform(RecordId),
}

/// A predicate of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PredicateUse {
    /// Its number.
    pub id: u32,
    /// Tags of the fragment's operands that it examines.
    pub operands: Vec<u32>,
}

/// A node of a pattern.
#[derive(Clone, Debug)]
pub struct Tree {
    pub op: Op,
    /// `$name`
    pub name: Option<String>,
    pub children: Vec<Tree>,
    /// Types of the results (for leaves: of the value).
    pub types: Vec<TypeSet>,
    pub predicates: Vec<PredicateUse>,
    /// Transform of the fragment that this node comes from (outputs).
    pub transform: Option<RecordId>,
    /// Numbers by which predicates of fragments refer to it.
    pub tags: Vec<u32>,
    /// Number of machine operands that it stands for, as an operand of a complex pattern.
    pub parts: u32,
}

impl Tree {
    fn leaf(op: Op, name: Option<&str>, types: TypeSet) -> Tree {
        Tree {
            op,
            name: name.map(str::to_string),
            children: Vec::new(),
            types: vec![types],
            predicates: Vec::new(),
            transform: None,
            tags: Vec::new(),
            parts: 1,
        }
    }
}

impl Tree {
    /// Whether it contains a node of unknown type.
    pub fn is_open(&self) -> bool {
        self.types.iter().any(|types| types.len() > 1) || self.children.iter().any(Tree::is_open)
    }
}

/// Bindings of a fragment's parameters.
type Bindings<'a> = Vec<(&'a str, Tree)>;

/// Reads trees.
pub struct PatternReader<'k> {
    pub keeper: &'k RecordKeeper,
    pub types: TypeReader<'k>,
    pub predicates: PredicateTable,
    /// Where the pattern is, for messages.
    pub span: Span,
    /// Whether an output is being read, not a pattern.
    output: bool,
    next_tag: u32,
    depth: usize,
}

fn is(keeper: &RecordKeeper, record: RecordId, class: &str) -> bool {
    keeper.is_subclass_of(record, class)
}

impl<'k> PatternReader<'k> {
    pub fn new(keeper: &'k RecordKeeper, types: TypeReader<'k>) -> PatternReader<'k> {
        PatternReader {
            keeper,
            types,
            predicates: PredicateTable::default(),
            span: Span::NONE,
            output: false,
            next_tag: 0,
            depth: 0,
        }
    }

    /// An error at the pattern.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.span, message)
    }

    /// The alternatives of a pattern, or of its output. Empty if it names `null_frag`.
    pub fn read(
        &mut self,
        (value, name): (Value<'k>, Option<&'k str>),
        output: bool,
    ) -> Result<Vec<Tree>, Diagnostic> {
        self.next_tag = 0;
        self.depth = 0;
        self.output = output;
        self.value(value, name, &Vec::new())
    }

    fn value(
        &mut self,
        value: Value<'k>,
        name: Option<&'k str>,
        bindings: &Bindings<'k>,
    ) -> Result<Vec<Tree>, Diagnostic> {
        if let Some(name) = name
            && let Some((_, bound)) = bindings.iter().find(|(known, _)| *known == name)
        {
            let mut bound = bound.clone();
            if let Value::Def(record) = value
                && !matches!(self.keeper.name(record), "node" | "srcvalue")
            {
                let types = self.leaf_types(record);
                if let Some(first) = bound.types.first_mut() {
                    *first = first.intersection(types);
                }
            }
            return Ok(vec![bound]);
        }
        match value {
            Value::Unset => Ok(vec![Tree::leaf(Op::Any, name, TypeSet::data())]),
            Value::Int(int) => Ok(vec![Tree::leaf(Op::Int(int), name, TypeSet::data().ints())]),
            Value::Bit(bit) => Ok(vec![Tree::leaf(
                Op::Int(i64::from(bit)),
                name,
                TypeSet::data().ints(),
            )]),
            Value::Bits(bits) => match bits.known() {
                Some(known) => Ok(vec![Tree::leaf(
                    Op::Int(known as i64),
                    name,
                    TypeSet::data().ints(),
                )]),
                None => Err(self.error("pattern contains bits that are not known")),
            },
            Value::Def(record) => self.leaf(record, name),
            Value::Dag(dag) => self.dag(dag, name, bindings),
            Value::String(_) | Value::Code(_) | Value::List(_) | Value::Unresolved(_) => {
                Err(self.error("pattern contains a value that is no leaf: string, list or unresolved"))
            }
        }
    }

    fn leaf_types(&self, record: RecordId) -> TypeSet {
        if is(self.keeper, record, "ValueType") {
            self.types.of_record(record)
        } else {
            self.types.of_operand(record)
        }
    }

    fn leaf(&mut self, record: RecordId, name: Option<&'k str>) -> Result<Vec<Tree>, Diagnostic> {
        let keeper = self.keeper;
        let one = |op, types| Ok(vec![Tree::leaf(op, name, types)]);
        if is(keeper, record, "ValueType") {
            return match (name, self.types.simple(record)) {
                (None, Some(ty)) if !self.output => one(Op::ValueType(ty), TypeSet::of(SimpleType::OTHER)),
                _ => one(Op::Any, self.types.of_record(record)),
            };
        }
        if is(keeper, record, "PatFrags") {
            return self.fragment(record, Vec::new(), name);
        }
        if is(keeper, record, "ComplexPattern") {
            let types = self.types.of_record(keeper.get_def(record, "Ty")?);
            return one(Op::Complex(record), types);
        }
        if is(keeper, record, "SDNode") {
            return Ok(vec![self.node(record, name, Vec::new())?]);
        }
        if is(keeper, record, "Register") {
            return one(Op::Register(record), TypeSet::data());
        }
        if is(keeper, record, "SubRegIndex") {
            return one(Op::SubReg(record), TypeSet::data());
        }
        if is(keeper, record, "CondCode") {
            return one(Op::CondCode(record), TypeSet::of(SimpleType::OTHER));
        }
        if is(keeper, record, "RegisterClass") && name.is_none() && self.output {
            return one(Op::RegisterClass(record), TypeSet::data());
        }
        if is(keeper, record, "DAGOperand") || is(keeper, record, "PointerLikeRegClass") {
            let mut leaf = Tree::leaf(Op::Any, name, self.types.of_operand(record));
            let parts = keeper
                .get_dag(record, "MIOperandInfo")
                .map_or(0, |parts| parts.len());
            leaf.parts = (parts as u32).max(1);
            return Ok(vec![leaf]);
        }
        match keeper.name(record) {
            "node" | "srcvalue" => one(Op::Any, TypeSet::all()),
            "unknown" => one(Op::Any, TypeSet::data()),
            // An operand that is not a register.
            "zero_reg" | "undef_tied_input" => one(Op::Register(record), TypeSet::data()),
            "null_frag" => Ok(Vec::new()),
            "immAllOnesV" => one(Op::Splat(true), TypeSet::data().vectors()),
            "immAllZerosV" => one(Op::Splat(false), TypeSet::data().vectors()),
            other => Err(self.error(format!("'{other}' cannot be a leaf of a pattern"))),
        }
    }

    fn dag(
        &mut self,
        dag: Dag<'k>,
        name: Option<&'k str>,
        bindings: &Bindings<'k>,
    ) -> Result<Vec<Tree>, Diagnostic> {
        let keeper = self.keeper;
        let Some(operator) = dag.operator_def() else {
            return Err(self.error("operator of a dag in a pattern is no record"));
        };
        let name = name.or(dag.operator_name());
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(format!("pattern nests deeper than {MAX_DEPTH}")));
        }
        // The product of the alternatives of the arguments.
        let mut combinations: Vec<Vec<Tree>> = vec![Vec::new()];
        for (argument, argument_name) in dag.args() {
            let alternatives = self.value(argument, argument_name, bindings)?;
            if alternatives.len() * combinations.len() > MAX_ALTERNATIVES {
                return Err(self.error(format!(
                    "alternatives of fragments multiply to more than {MAX_ALTERNATIVES}"
                )));
            }
            combinations = combinations
                .into_iter()
                .flat_map(|prefix| {
                    alternatives.iter().map(move |next| {
                        let mut list = prefix.clone();
                        list.push(next.clone());
                        list
                    })
                })
                .collect();
        }
        let mut out = Vec::new();
        for children in combinations {
            if is(keeper, operator, "PatFrags") {
                out.extend(self.fragment(operator, children, name)?);
            } else {
                out.extend(self.apply(operator, children, name)?);
            }
        }
        self.depth -= 1;
        Ok(out)
    }

    /// A dag whose operator is not a fragment.
    fn apply(
        &mut self,
        operator: RecordId,
        mut children: Vec<Tree>,
        name: Option<&str>,
    ) -> Result<Option<Tree>, Diagnostic> {
        let keeper = self.keeper;
        let tree = |op, types, children| {
            let mut tree = Tree::leaf(op, name, TypeSet::all());
            tree.types = types;
            tree.children = children;
            tree
        };
        if is(keeper, operator, "ValueType") {
            let types = self.types.of_record(operator);
            if children.len() != 1 {
                return Err(self.error("a type in a pattern takes one argument: (i32 $x)"));
            }
            let mut child = children.remove(0);
            match child.types.first_mut() {
                Some(first) => *first = first.intersection(types),
                None => return Err(self.error("a type is given to a node without result")),
            }
            if name.is_some() {
                child.name = name.map(str::to_string);
            }
            return Ok(Some(child));
        }
        if is(keeper, operator, "SDNode") {
            return self.node(operator, name, children).map(Some);
        }
        if is(keeper, operator, "Intrinsic") {
            return self.intrinsic(operator, name, children).map(Some);
        }
        if is(keeper, operator, "ComplexPattern") {
            let types = self.types.of_record(keeper.get_def(operator, "Ty")?);
            let count = keeper.get_int(operator, "NumOperands")? as usize;
            if children.len() > count {
                return Err(self.error(format!(
                    "complex pattern '{}' gives {count} operands, {} are named",
                    keeper.name(operator),
                    children.len()
                )));
            }
            return Ok(Some(tree(Op::Complex(operator), vec![types], children)));
        }
        if is(keeper, operator, "Instruction") {
            if !self.output {
                return Err(self.error(format!(
                    "instruction '{}' in the pattern to match",
                    keeper.name(operator)
                )));
            }
            let types = super::compile::results(keeper, operator)?
                .into_iter()
                .map(|value| match value {
                    Value::Def(record) => self.types.of_operand(record),
                    _ => TypeSet::data(),
                })
                .collect();
            return Ok(Some(tree(Op::Instruction(operator), types, children)));
        }
        if is(keeper, operator, "SDNodeXForm") {
            if !self.output || children.len() != 1 {
                return Err(self.error(format!(
                    "transform '{}' must be in the output and have one argument",
                    keeper.name(operator)
                )));
            }
            return Ok(Some(tree(
                Op::Transform(operator),
                vec![TypeSet::data()],
                children,
            )));
        }
        if is(keeper, operator, "RegisterClass") && children.len() == 1 {
            // (VGPR_32 $x): the value in a register of the class; only its types count.
            let mut child = children.remove(0);
            if let Some(first) = child.types.first_mut() {
                *first = first.intersection(self.types.of_operand(operator));
            }
            return Ok(Some(child));
        }
        match keeper.name(operator) {
            "null_frag" => Ok(None),
            "immAllOnesV" if children.is_empty() => Ok(Some(tree(
                Op::Splat(true),
                vec![TypeSet::data().vectors()],
                children,
            ))),
            "immAllZerosV" if children.is_empty() => Ok(Some(tree(
                Op::Splat(false),
                vec![TypeSet::data().vectors()],
                children,
            ))),
            other => Err(self.error(format!("'{other}' cannot be an operator of a pattern"))),
        }
    }

    fn node(&self, record: RecordId, name: Option<&str>, children: Vec<Tree>) -> Result<Tree, Diagnostic> {
        let keeper = self.keeper;
        let profile = keeper.get_def(record, "TypeProfile")?;
        let results = keeper.get_int(profile, "NumResults")? as usize;
        let operands = keeper.get_int(profile, "NumOperands")?;
        if operands >= 0 && operands as usize != children.len() {
            return Err(self.error(format!(
                "node '{}' takes {operands} operands, {} are given",
                keeper.name(record),
                children.len()
            )));
        }
        let mut tree = Tree::leaf(Op::Node(record), name, TypeSet::all());
        tree.types = vec![TypeSet::all(); results];
        tree.children = children;
        Ok(tree)
    }

    fn intrinsic(
        &self,
        record: RecordId,
        name: Option<&str>,
        children: Vec<Tree>,
    ) -> Result<Tree, Diagnostic> {
        let keeper = self.keeper;
        keeper.get_list_of_defs(record, "RetTypes")?;
        keeper.get_list_of_defs(record, "ParamTypes")?;
        let signature = signature::signature(keeper, &self.types, record);
        let results = signature.results.len();
        if signature.params.len() != children.len() {
            return Err(self.error(format!(
                "intrinsic '{}' takes {} arguments, {} are given",
                keeper.name(record),
                signature.params.len(),
                children.len()
            )));
        }
        let mut tree = Tree::leaf(Op::Intrinsic(record), name, TypeSet::all());
        tree.types = vec![TypeSet::data(); results];
        tree.children = children;
        Ok(tree)
    }

    /// The bodies of a fragment with its parameters replaced.
    fn fragment(
        &mut self,
        record: RecordId,
        arguments: Vec<Tree>,
        name: Option<&'k str>,
    ) -> Result<Vec<Tree>, Diagnostic> {
        let keeper = self.keeper;
        let parameters = keeper.get_dag(record, "Operands")?;
        if parameters.len() != arguments.len() {
            return Err(self.error(format!(
                "fragment '{}' takes {} operands, {} are given",
                keeper.name(record),
                parameters.len(),
                arguments.len()
            )));
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(format!("fragments nest deeper than {MAX_DEPTH}")));
        }
        let uses_operands = keeper.get_bit_or_false(record, "PredicateCodeUsesOperands");
        let mut bindings = Bindings::new();
        let mut tags = Vec::new();
        for ((_, parameter), mut argument) in parameters.args().zip(arguments) {
            let Some(parameter) = parameter else {
                return Err(self.error(format!(
                    "fragment '{}' has an operand without a name",
                    keeper.name(record)
                )));
            };
            if uses_operands {
                argument.tags.push(self.next_tag);
                tags.push(self.next_tag);
                self.next_tag += 1;
            }
            bindings.push((parameter, argument));
        }
        let codes = super::predicates::fragment_predicates(keeper, &self.types, record)?;
        let ids: Vec<u32> = codes
            .into_iter()
            .map(|code| self.predicates.intern(code))
            .collect();
        let transform = keeper
            .get_def(record, "OperandTransform")
            .ok()
            .filter(|&transform| keeper.name(transform) != "NOOP_SDNodeXForm");
        let mut out = Vec::new();
        for body in keeper.get_list(record, "Fragments")?.iter() {
            for mut tree in self.value(body, None, &bindings)? {
                for &id in &ids {
                    let operands = if self.predicates.uses_operands(id) {
                        tags.clone()
                    } else {
                        Vec::new()
                    };
                    let used = PredicateUse { id, operands };
                    if !tree.predicates.contains(&used) {
                        tree.predicates.push(used);
                    }
                }
                if name.is_some() {
                    tree.name = name.map(str::to_string);
                }
                tree.transform = transform.or(tree.transform);
                out.push(tree);
            }
        }
        self.depth -= 1;
        Ok(out)
    }
}
