//! Compiles the patterns of a description to lists of steps, in the order in which they are tried.
//!
//! The order is LLVM's. Roots with scalar results come before those with vectors, and integers before floats; then patterns
//! of higher complexity (`variants::complexity`, with `AddedComplexity`), then those with fewer instructions in the result,
//! then those with less code, then the order of the description, with a pattern before its commuted and reassociated forms.

use super::availability::Availability;
use super::infer::Inference;
use super::matcher::{FormSource, Generator, Names, Step};
use super::pattern::{Op, PatternReader, Tree};
use super::predicates::PredicateTable;
use super::sources::{Output, Source};
use super::type_reader::TypeReader;
use super::{types, variants};
use crate::record::{RecordId, RecordKeeper};
use crate::view::Value;
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::{Diagnostic, Diagnostics};

/// One form of a pattern, with its steps and its position in the order.
pub struct Compiled {
    pub steps: Vec<Step>,
    pub complexity: i64,
    /// Whether the root's value is a vector, and whether it is a float.
    kind: (bool, bool),
    cost: i64,
    size: i64,
    /// Number of the pattern, whether it is a variant, number of the form.
    index: (usize, bool, usize),
    pub place: u32,
}

/// A pattern with types, before commuting.
struct Form {
    tree: Tree,
    output: Tree,
    condition: String,
    complexity: i64,
    /// Number of the pattern among the sources.
    source: usize,
    shape: String,
}

/// Compiles patterns.
pub struct Compiler<'k> {
    keeper: &'k RecordKeeper,
    inference: Inference<'k>,
    availability: Availability<'k>,
    reader: PatternReader<'k>,
    pub names: Names,
}

impl<'k> Compiler<'k> {
    pub fn new(keeper: &'k RecordKeeper) -> Compiler<'k> {
        let types = TypeReader::new(keeper);
        Compiler {
            keeper,
            availability: Availability::new(keeper),
            reader: PatternReader::new(keeper, types),
            inference: Inference::new(keeper, types),
            names: Names::default(),
        }
    }

    pub fn into_parts(self) -> (Names, PredicateTable) {
        (self.names, self.reader.predicates)
    }

    pub fn predicates(&self) -> &PredicateTable {
        &self.reader.predicates
    }

    /// All forms of all patterns, in the order in which they are tried. `places` are the numbers of the patterns.
    pub fn compile(
        &mut self,
        sources: &[Source<'k>],
        places: &[u32],
        errors: &mut Diagnostics,
    ) -> Vec<Compiled> {
        let mut forms = Vec::new();
        for (number, source) in sources.iter().enumerate() {
            if let Err(error) = self.read_source(number, source, &mut forms) {
                errors.push(error);
            }
        }
        // A variant that equals another pattern with the same condition is dropped.
        let mut seen: FxHashSet<(String, String)> = forms
            .iter()
            .map(|form| (form.shape.clone(), form.condition.clone()))
            .collect();
        let mut compiled: Vec<Compiled> = Vec::new();
        for form in &forms {
            for (number, tree) in variants::variants(self.keeper, &form.tree)
                .into_iter()
                .enumerate()
            {
                if number > 0 && !seen.insert((variants::shape(&tree), form.condition.clone())) {
                    continue;
                }
                let source = &sources[form.source];
                if let Err(message) =
                    self.generate(form, &tree, number > 0, places[form.source], &mut compiled)
                {
                    errors.push(fail(source, &message));
                    break;
                }
            }
        }
        compiled.sort_by_key(|c| (c.kind, -c.complexity, c.cost, c.size, c.index));
        compiled
    }

    /// The forms of one pattern: one for each alternative of its fragments.
    fn read_source(
        &mut self,
        number: usize,
        source: &Source<'k>,
        forms: &mut Vec<Form>,
    ) -> Result<(), Diagnostic> {
        let keeper = self.keeper;
        let inference = &mut self.inference;
        let reader = &mut self.reader;
        reader.span = source.span;
        let inputs = reader.read(source.input, false)?;
        let outputs = match source.output {
            Output::Dag(dag) => reader.read((Value::Dag(dag), None), true)?,
            Output::Instruction(_) => Vec::new(),
        };
        let condition = self.availability.condition(source);
        for mut input in inputs {
            for (types, &place) in input.types.iter_mut().zip(&source.results) {
                let is = |class| keeper.is_subclass_of(place, class);
                let wanted = if is("Register") {
                    inference.types.of_register(place)
                } else if is("ValueType") {
                    inference.types.of_record(place)
                } else if is("PatFrags") {
                    let leaf = reader.read((Value::Def(place), None), false)?;
                    let first = leaf.first().and_then(|leaf| leaf.types.first());
                    first.copied().unwrap_or(types::TypeSet::data())
                } else {
                    inference.types.of_operand(place)
                };
                *types = types.intersection(wanted);
            }
            inference
                .settle(&mut input)
                .map_err(|message| fail(source, &message))?;
            let mut output = match source.output {
                Output::Dag(_) => match outputs.first() {
                    Some(output) => output.clone(),
                    None => return Err(fail(source, "has no output")),
                },
                Output::Instruction(record) => own_output(keeper, record, &input)?,
            };
            if input.is_open() && unify(&inference.types, keeper, &mut input, &output) {
                inference
                    .settle(&mut input)
                    .map_err(|message| fail(source, &message))?;
            }
            remove_casts(keeper, &mut input);
            output_types(&inference.types, keeper, &mut output, &input);
            forms.push(Form {
                complexity: variants::complexity(keeper, &input)? + source.added_complexity,
                shape: variants::shape(&input),
                tree: input,
                output,
                condition: condition.clone(),
                source: number,
            });
        }
        Ok(())
    }

    fn generate(
        &mut self,
        form: &Form,
        tree: &Tree,
        is_variant: bool,
        place: u32,
        compiled: &mut Vec<Compiled>,
    ) -> Result<(), String> {
        let keeper = self.keeper;
        // A complex pattern at the root is tried for each node that it names.
        let roots: Vec<Option<RecordId>> = match tree.op {
            Op::Complex(record) => {
                let roots = keeper.get_list_of_defs(record, "RootNodes").unwrap_or_default();
                if roots.is_empty() {
                    return Err(format!(
                        "complex pattern '{}' is the root of a pattern and names no RootNodes",
                        keeper.name(record)
                    ));
                }
                roots.into_iter().map(Some).collect()
            }
            _ => vec![None],
        };
        let kind = tree
            .types
            .first()
            .and_then(types::TypeSet::single)
            .map_or((false, false), types::SimpleType::order);
        for root in roots {
            let steps = Generator::generate(
                keeper,
                &mut self.names,
                (&mut self.inference, &mut self.reader.predicates),
                (tree, root),
                &form.output,
                &form.condition,
                FormSource {
                    pattern: place,
                    complexity: form.complexity,
                },
            )?;
            compiled.push(Compiled {
                steps,
                complexity: form.complexity,
                kind,
                cost: cost(keeper, &form.output),
                size: code_size(keeper, &form.output),
                index: (form.source, is_variant, compiled.len()),
                place,
            });
        }
        Ok(())
    }
}

/// Removes casts to the type that the operand already has; fragments for several types contain them.
fn remove_casts(keeper: &RecordKeeper, tree: &mut Tree) {
    while let Op::Node(record) = tree.op
        && keeper.name(record) == "bitconvert"
        && let [child] = &tree.children[..]
        && tree.name.is_none()
        && tree.predicates.is_empty()
        && tree.tags.is_empty()
        && let [ty] = tree.types[..]
        && ty.single().is_some()
        && child.types[..] == [ty]
    {
        *tree = tree.children.remove(0);
    }
    for child in &mut tree.children {
        remove_casts(keeper, child);
    }
}

fn fail(source: &Source<'_>, message: &str) -> Diagnostic {
    Diagnostic::error(source.span, format!("pattern '{}': {message}", source.name))
}

/// Propagates types from the pattern to its output (results of the root, and operands by name), and to leaves of the output
/// from the instruction operands that they become.
fn output_types(types: &TypeReader<'_>, keeper: &RecordKeeper, output: &mut Tree, input: &Tree) {
    for (to, from) in output.types.iter_mut().zip(&input.types) {
        *to = *from;
    }
    let mut names = FxHashMap::default();
    collect_types(input, &mut names);
    apply_types(output, &names);
    operand_types(types, keeper, output);
}

/// Propagates types from the output to the pattern (results of the root, and operands by name). Returns whether any
/// changed.
fn unify(types: &TypeReader<'_>, keeper: &RecordKeeper, input: &mut Tree, output: &Tree) -> bool {
    let mut changed = false;
    if let Op::Instruction(record) = output.op
        && let Ok(outputs) = results(keeper, record)
    {
        for (value, set) in outputs.into_iter().zip(&mut input.types) {
            if let Some(class) = operand_record(value) {
                changed |= narrow(set, types.of_operand(class));
            }
        }
    }
    for (set, &wanted) in input.types.iter_mut().zip(&output.types) {
        changed |= narrow(set, wanted);
    }
    if let (Some(set), Some(wanted)) = (input.types.first_mut(), generic_result(types, keeper, output)) {
        changed |= narrow(set, wanted);
    }
    let mut names = FxHashMap::default();
    collect_operand_types(types, keeper, output, &mut names);
    changed | narrow_names(input, &names)
}

/// The result type of a generic instruction, if its operands determine it.
fn generic_result(types: &TypeReader<'_>, keeper: &RecordKeeper, output: &Tree) -> Option<types::TypeSet> {
    let Op::Instruction(record) = output.op else {
        return None;
    };
    let operand = |index: usize| output.children.get(index);
    let class = |index| match operand(index)?.op {
        Op::RegisterClass(class) => Some(types.of_operand(class)),
        _ => None,
    };
    match keeper.name(record) {
        "INSERT_SUBREG" => {
            let whole = operand(0)?;
            generic_result(types, keeper, whole).or_else(|| whole.types.first().copied())
        }
        "REG_SEQUENCE" => class(0),
        "COPY_TO_REGCLASS" => class(1),
        _ => None,
    }
}

/// Leaves of the output that are instruction operands, with the types of those operands.
fn collect_operand_types(
    types: &TypeReader<'_>,
    keeper: &RecordKeeper,
    tree: &Tree,
    names: &mut FxHashMap<String, types::TypeSet>,
) {
    if let Op::Instruction(record) = tree.op
        && let Ok(operands) = keeper.get_dag(record, "InOperandList")
        && operands.len() == tree.children.len()
    {
        for ((value, _), child) in operands.args().zip(&tree.children) {
            if let (Some(operand), Some(name), Op::Any) = (operand_record(value), &child.name, child.op)
                && child.transform.is_none()
            {
                names
                    .entry(name.clone())
                    .or_insert_with(|| types.of_operand(operand));
            }
        }
    }
    tree.children
        .iter()
        .for_each(|child| collect_operand_types(types, keeper, child, names));
}

fn narrow(set: &mut types::TypeSet, to: types::TypeSet) -> bool {
    let narrowed = set.intersection(to);
    let changed = !narrowed.is_empty() && narrowed != *set;
    if changed {
        *set = narrowed;
    }
    changed
}

fn narrow_names(tree: &mut Tree, names: &FxHashMap<String, types::TypeSet>) -> bool {
    let mut changed = false;
    if let Some(&types) = tree.name.as_ref().and_then(|name| names.get(name))
        && let Some(first) = tree.types.first_mut()
    {
        changed = narrow(first, types);
    }
    tree.children
        .iter_mut()
        .fold(changed, |changed, child| narrow_names(child, names) | changed)
}

fn operand_types(types: &TypeReader<'_>, keeper: &RecordKeeper, tree: &mut Tree) {
    if let Op::Instruction(record) = tree.op
        && let Ok(operands) = keeper.get_dag(record, "InOperandList")
    {
        for ((value, _), child) in operands.args().zip(&mut tree.children) {
            if let (Some(operand), Op::Instruction(_)) = (operand_record(value), child.op)
                && let Some(first) = child.types.first_mut()
                && first.len() > 1
            {
                let narrowed = first.intersection(types.of_operand(operand));
                if !narrowed.is_empty() {
                    *first = narrowed;
                }
            }
        }
    }
    tree.children
        .iter_mut()
        .for_each(|child| operand_types(types, keeper, child));
}

fn collect_types(tree: &Tree, names: &mut FxHashMap<String, types::TypeSet>) {
    if let (Some(name), Some(&ty)) = (&tree.name, tree.types.first()) {
        names.insert(name.clone(), ty);
    }
    tree.children.iter().for_each(|child| collect_types(child, names));
}

fn apply_types(tree: &mut Tree, names: &FxHashMap<String, types::TypeSet>) {
    if let Some(ty) = tree.name.as_ref().and_then(|name| names.get(name))
        && let Some(first) = tree.types.first_mut()
        && first.len() > 1
    {
        *first = *ty;
    }
    tree.children
        .iter_mut()
        .for_each(|child| apply_types(child, names));
}

/// The output of an instruction's own pattern: the instruction with its operands by name.
fn own_output(keeper: &RecordKeeper, record: RecordId, input: &Tree) -> Result<Tree, Diagnostic> {
    let mut transforms = FxHashMap::default();
    collect_transforms(input, &mut transforms);
    let mut bound = FxHashSet::default();
    collect_names(input, &mut bound);
    let leaf = |name: Option<&str>, op| Tree {
        op,
        name: name.map(str::to_string),
        children: Vec::new(),
        types: vec![types::TypeSet::data()],
        predicates: Vec::new(),
        transform: name.and_then(|name| transforms.get(name).copied()),
        tags: Vec::new(),
        parts: 1,
    };
    let mut children = Vec::new();
    for (value, name) in keeper.get_dag(record, "InOperandList")?.args() {
        let operand = operand_record(value);
        match name {
            Some(name) if bound.contains(name) => children.push(leaf(Some(name), Op::Any)),
            // Operands that the pattern does not name get their defaults, where the instruction has any.
            _ if operand.is_some_and(|operand| has_default(keeper, operand)) => {}
            _ if operand.is_some_and(|operand| keeper.name(operand) == "variable_ops") => {}
            _ => {
                let message = format!(
                    "operand '{}' of '{}' is not in its pattern",
                    name.unwrap_or("?"),
                    keeper.name(record)
                );
                return Err(Diagnostic::error(keeper.record(record).span, message));
            }
        }
    }
    let mut output = leaf(None, Op::Instruction(record));
    output.types = vec![types::TypeSet::data(); results(keeper, record)?.len()];
    output.children = children;
    Ok(output)
}

/// The record of an operand: `GPR:$x`, or `(Address $base, $offset):$x`.
pub fn operand_record(value: Value<'_>) -> Option<RecordId> {
    match value {
        Value::Def(record) => Some(record),
        Value::Dag(dag) => dag.operator_def(),
        _ => None,
    }
}

/// The results of an instruction: its outputs, except optional definitions, which have a default.
pub fn results(keeper: &RecordKeeper, record: RecordId) -> Result<Vec<Value<'_>>, Diagnostic> {
    let outputs = keeper.get_dag(record, "OutOperandList")?;
    let is_given =
        |value: &Value<'_>| !operand_record(*value).is_some_and(|operand| has_default(keeper, operand));
    Ok(outputs.args().map(|(value, _)| value).filter(is_given).collect())
}

/// Whether an operand may be omitted.
pub fn has_default(keeper: &RecordKeeper, operand: RecordId) -> bool {
    keeper.get_bit_or_false(operand, "IsOptional")
        || keeper
            .get_dag(operand, "DefaultOps")
            .is_ok_and(|values| !values.is_empty())
}

fn collect_transforms(tree: &Tree, out: &mut FxHashMap<String, RecordId>) {
    if let (Some(name), Some(transform)) = (&tree.name, tree.transform) {
        out.insert(name.clone(), transform);
    }
    tree.children
        .iter()
        .for_each(|child| collect_transforms(child, out));
}

fn collect_names(tree: &Tree, out: &mut FxHashSet<String>) {
    out.extend(tree.name.clone());
    tree.children.iter().for_each(|child| collect_names(child, out));
}

/// The number of instructions in an output; an instruction with a custom inserter counts as several.
fn cost(keeper: &RecordKeeper, tree: &Tree) -> i64 {
    let own = match tree.op {
        Op::Instruction(record) => 1 + 10 * i64::from(keeper.get_bit_or_false(record, "usesCustomInserter")),
        _ => 0,
    };
    own + tree.children.iter().map(|child| cost(keeper, child)).sum::<i64>()
}

/// The size of the instructions of an output, according to the description.
fn code_size(keeper: &RecordKeeper, tree: &Tree) -> i64 {
    let own = match tree.op {
        Op::Instruction(record) => keeper.get_int(record, "CodeSize").unwrap_or(0),
        _ => 0,
    };
    own + tree
        .children
        .iter()
        .map(|child| code_size(keeper, child))
        .sum::<i64>()
}
