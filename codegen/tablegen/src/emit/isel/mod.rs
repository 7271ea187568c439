//! `--gen-isel`: the matcher of instruction selection, from the patterns of `codegen/td/SelectionDAG.td`.
//! `--gen-dag-isel`: the same as a listing for people (`listing.rs`).
//!
//! | class | fields |
//! |---|---|
//! | `Pattern` | `PatternToMatch`, `ResultInstrs`, `Predicates`, `AddedComplexity` |
//! | `Instruction` | `Pattern`, `InOperandList`, `OutOperandList`, `Predicates`, `AddedComplexity`, `Defs`, `mayLoad`, `mayStore`, `hasSideEffects` |
//! | `SDNode` | `Opcode`, `TypeProfile`, `Properties` |
//! | `SDTypeProfile`, `SDTypeConstraint` | `NumResults`, `NumOperands`, `Constraints`; `Kind`, `OperandNum`, `OtherOperandNum`, `VT` |
//! | `PatFrags` | `Operands`, `Fragments`, `PredicateCode`, `OperandTransform`, `PredicateCodeUsesOperands` and the conditions of memory |
//! | `ComplexPattern` | `Ty`, `NumOperands`, `SelectFunc`, `Properties`, `Complexity` |
//! | `SDNodeXForm` | `XFormFunction` |
//! | `Predicate` | `CondString` |
//! | `Intrinsic` | `RetTypes`, `ParamTypes`, `Properties` |
//! | `RegisterClass`, `RegisterOperand`, `Operand` | `RegTypes`, `RegClass`, `Type`, `MIOperandInfo`, `IsOptional`, `DefaultValue` |
//!
//! Order: patterns that ask more come first (LLVM's complexity, `variants.rs`, with `AddedComplexity`), then those that make
//! fewer instructions, then the smaller ones, then as in the description. Patterns that are never used are reported
//! (`report.rs`): in the listing, and as comments of the generated file.
//!
//! ```text
//! dags ──pattern──▶ trees, fragments replaced ──infer──▶ typed ──variants──▶ all commuted forms ──matcher──▶ lists of
//! steps, by priority ──factor──▶ one tree for each root opcode ──code──▶ bytes
//! ```

mod code;
mod factor;
mod infer;
mod listing;
mod matcher;
mod output;
mod pattern;
mod predicates;
mod report;
mod types;
mod variants;

use super::EmitOptions;
use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use factor::MatchTree;
use fxhash::{FxHashMap, FxHashSet};
use infer::Inference;
use matcher::{Generator, Names, Step};
use pattern::{Op, PatternReader, Tree};
use wavec_support::{Diagnostic, Diagnostics, Span};

pub use code::CODE_NAMES;
pub use predicates::PredicateKind;

/// A pattern of the description.
struct Source<'k> {
    input: Dag<'k>,
    /// Results before the value of `(set ...)` of an instruction's own pattern; empty otherwise.
    output: Output<'k>,
    predicates: Vec<RecordId>,
    added_complexity: i64,
    span: Span,
    name: String,
    is_anonymous: bool,
}

enum Output<'k> {
    Dag(Dag<'k>),
    /// The instruction whose own pattern it is.
    Instruction(RecordId),
}

impl Source<'_> {
    /// As it is written: the name, if it has one, and what is matched.
    fn text(&self, keeper: &RecordKeeper) -> String {
        let input = with_class_names(keeper, &keeper.value_to_string(self.input.id()));
        if self.is_anonymous {
            input
        } else {
            format!("{}: {input}", self.name)
        }
    }
}

/// The text of a dag with the classes of anonymous records, and what fragments among them are about, in place of their
/// names: `anonymous_7` becomes `UniformBinFrag:add`.
fn with_class_names(keeper: &RecordKeeper, text: &str) -> String {
    const PREFIX: &str = "anonymous_";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(PREFIX) {
        let digits = rest[at + PREFIX.len()..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let end = at + PREFIX.len() + digits;
        out.push_str(&rest[..at]);
        out.push_str(&class_name(keeper, &rest[at..end], 0));
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn class_name(keeper: &RecordKeeper, name: &str, depth: usize) -> String {
    let record = keeper
        .def(name)
        .filter(|&record| keeper.record(record).is_anonymous);
    let Some(record) = record else {
        return name.to_string();
    };
    let Some(&class) = keeper.record(record).direct_superclasses().last() else {
        return name.to_string();
    };
    let class = keeper.name(class);
    let body = keeper
        .get_list(record, "Fragments")
        .ok()
        .and_then(|list| list.get(0));
    match body {
        Some(Value::Dag(body)) if depth < 4 && !body.operator_record_name().is_empty() => {
            format!(
                "{class}:{}",
                class_name(keeper, body.operator_record_name(), depth + 1)
            )
        }
        _ => class.to_string(),
    }
}

/// One form of a pattern with its steps and place in the order.
struct Compiled {
    steps: Vec<Step>,
    complexity: i64,
    cost: usize,
    size: usize,
    index: usize,
    place: u32,
}

/// Everything the generated file is written from.
#[derive(Debug)]
pub struct MatcherModel {
    /// Trees by root opcode (number in `names.nodes`).
    trees: Vec<(u32, MatchTree)>,
    names: Names,
    /// Each pattern as it is written, by its number in `names.patterns`.
    sources: Vec<String>,
    predicates: Vec<predicates::Predicate>,
    /// SDNode opcodes of the target by namespace (lower case): names in order.
    target_nodes: Vec<(String, Vec<String>)>,
    /// Patterns that can never match.
    pub warnings: Vec<Diagnostic>,
}

/// The tables as data: for tests that interpret them without compiling generated source.
#[derive(Debug)]
pub struct MatcherData {
    /// The byte code.
    pub code: Vec<u8>,
    /// Opcode path (`isd::ADD`) and offset.
    pub roots: Vec<(String, u32)>,
    /// Opcode paths.
    pub node_opcodes: Vec<String>,
    /// Instruction names.
    pub opcodes: Vec<String>,
    /// Intrinsic record names.
    pub intrinsics: Vec<String>,
    /// Register names.
    pub registers: Vec<String>,
    /// Register class names.
    pub classes: Vec<String>,
    /// Sub-register index names.
    pub subregs: Vec<String>,
    /// Predicates: kind and code.
    pub predicates: Vec<(PredicateKind, String)>,
    /// Methods of complex patterns.
    pub complex: Vec<String>,
    /// Transform records.
    pub transforms: Vec<String>,
    /// Pattern predicates (Rust expressions).
    pub pattern_predicates: Vec<String>,
    /// Where patterns are.
    pub pattern_names: Vec<String>,
    /// Patterns that can never match.
    pub warnings: Vec<Diagnostic>,
}

/// Writes the Rust file.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let model = MatcherModel::build(keeper)?;
    Ok(output::rust_file(keeper, &model, &options.source_name))
}

/// Writes the listing.
pub fn emit_listing(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let model = MatcherModel::build(keeper)?;
    Ok(listing::listing(&model, &options.source_name))
}

/// The tables of a description as data.
pub fn compile(keeper: &RecordKeeper) -> Result<MatcherData, Diagnostics> {
    Ok(MatcherModel::build(keeper)?.into_data())
}

impl MatcherModel {
    fn build(keeper: &RecordKeeper) -> Result<MatcherModel, Diagnostics> {
        let mut errors = Diagnostics::new();
        let mut reader = PatternReader::new(keeper);
        let mut inference = Inference::new(keeper);
        let mut names = Names::default();
        let mut compiled: Vec<Compiled> = Vec::new();
        let mut spans: Vec<Span> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        for source in sources(keeper, &mut errors) {
            reader.span = source.span;
            let place = names.patterns.intern(&source.name);
            if spans.len() <= place as usize {
                spans.push(source.span);
                texts.push(source.text(keeper));
            }
            if let Err(error) = compile_pattern(
                keeper,
                &mut reader,
                &mut inference,
                &mut names,
                &source,
                place,
                &mut compiled,
            ) {
                errors.push(error);
            }
        }
        if errors.has_errors() {
            return Err(errors);
        }
        compiled.sort_by_key(|c| (-c.complexity, c.cost, c.size, c.index));
        let warnings = report::unused_patterns(&compiled, &reader.predicates, &names, &texts, &spans);
        let mut by_root: Vec<(u32, Vec<Vec<Step>>)> = Vec::new();
        let mut index: FxHashMap<u32, usize> = FxHashMap::default();
        for mut pattern in compiled {
            let Step::CheckOpcode(root) = pattern.steps.remove(0) else {
                continue;
            };
            let at = *index.entry(root).or_insert_with(|| {
                by_root.push((root, Vec::new()));
                by_root.len() - 1
            });
            by_root[at].1.push(pattern.steps);
        }
        by_root.sort_by_key(|entry| entry.0);
        let trees = by_root
            .into_iter()
            .map(|(root, lists)| (root, factor::factor(lists, &reader.predicates)))
            .collect();
        Ok(MatcherModel {
            trees,
            names,
            sources: texts,
            predicates: reader.predicates.list,
            target_nodes: target_nodes(keeper),
            warnings,
        })
    }

    /// The byte code and where each root's begins.
    fn encode(&self) -> (Vec<u8>, Vec<(u32, u32)>) {
        let mut code = Vec::new();
        let mut roots = Vec::new();
        for (root, tree) in &self.trees {
            roots.push((*root, code.len() as u32));
            code::encode(&mut code, tree);
            // What runs off the end of a root's patterns has not matched.
            code.push(code::Code::End as u8);
        }
        (code, roots)
    }

    fn into_data(self) -> MatcherData {
        let (code, roots) = self.encode();
        let roots = roots
            .iter()
            .map(|&(root, at)| (self.names.nodes.list[root as usize].clone(), at))
            .collect();
        MatcherData {
            code,
            roots,
            node_opcodes: self.names.nodes.list,
            opcodes: self.names.opcodes.list,
            intrinsics: self.names.intrinsics.list,
            registers: self.names.registers.list,
            classes: self.names.classes.list,
            subregs: self.names.subregs.list,
            predicates: self.predicates.into_iter().map(|p| (p.kind, p.code)).collect(),
            complex: self.names.complex.list,
            transforms: self.names.transforms.list,
            pattern_predicates: self.names.pattern_predicates.list,
            pattern_names: self.names.patterns.list,
            warnings: self.warnings,
        }
    }
}

/// The target's own nodes: opcodes whose namespace is not ISD, in the order of the description.
fn target_nodes(keeper: &RecordKeeper) -> Vec<(String, Vec<String>)> {
    let mut out: Vec<(String, Vec<String>)> = Vec::new();
    for &record in keeper.derived_defs("SDNode") {
        let Ok(opcode) = keeper.get_string(record, "Opcode") else {
            continue;
        };
        let Some((namespace, name)) = opcode.split_once("::") else {
            continue;
        };
        if namespace == "ISD" {
            continue;
        }
        let namespace = namespace.to_ascii_lowercase();
        let at = match out.iter().position(|(known, _)| *known == namespace) {
            Some(at) => at,
            None => {
                out.push((namespace, Vec::new()));
                out.len() - 1
            }
        };
        if !out[at].1.iter().any(|known| known == name) {
            out[at].1.push(name.to_string());
        }
    }
    out
}

/// All patterns: `Pattern` records, then the instructions' own, in the order of the description.
fn sources<'k>(keeper: &'k RecordKeeper, errors: &mut Diagnostics) -> Vec<Source<'k>> {
    let mut out = Vec::new();
    for &record in keeper.derived_defs("Pattern") {
        match pattern_source(keeper, record) {
            Ok(source) => out.push(source),
            Err(error) => errors.push(error),
        }
    }
    for &record in keeper.derived_defs("Instruction") {
        let Ok(patterns) = keeper.get_list(record, "Pattern") else {
            continue;
        };
        for pattern in patterns.iter() {
            let Value::Dag(dag) = pattern else { continue };
            match instruction_source(keeper, record, dag) {
                Ok(Some(source)) => out.push(source),
                Ok(None) => {}
                Err(error) => errors.push(error),
            }
        }
    }
    out
}

fn predicates_of(keeper: &RecordKeeper, record: RecordId) -> Vec<RecordId> {
    keeper.get_list_of_defs(record, "Predicates").unwrap_or_default()
}

fn pattern_source(keeper: &RecordKeeper, record: RecordId) -> Result<Source<'_>, Diagnostic> {
    let results = keeper.get_list(record, "ResultInstrs")?;
    let Some(Value::Dag(output)) = results.get(0) else {
        return Err(keeper.field_error(record, "ResultInstrs", "has no dag"));
    };
    if results.len() != 1 {
        return Err(keeper.field_error(record, "ResultInstrs", "has more than one dag"));
    }
    // A pattern made by a multiclass is told by where it was instantiated.
    let contents = keeper.record(record);
    let span = contents
        .instantiated_at()
        .last()
        .copied()
        .unwrap_or(contents.span);
    Ok(Source {
        input: keeper.get_dag(record, "PatternToMatch")?,
        output: Output::Dag(output),
        predicates: predicates_of(keeper, record),
        added_complexity: keeper.get_int(record, "AddedComplexity")?,
        span,
        name: keeper.name(record).to_string(),
        is_anonymous: contents.is_anonymous,
    })
}

fn instruction_source<'k>(
    keeper: &'k RecordKeeper,
    record: RecordId,
    dag: Dag<'k>,
) -> Result<Option<Source<'k>>, Diagnostic> {
    // (set $dst, ..., value), or a node without result.
    let input = if dag.operator_record_name() == "set" {
        match dag.arg(dag.len().saturating_sub(1)) {
            Some((Value::Dag(value), _)) => value,
            _ => return Err(keeper.field_error(record, "Pattern", "has a set whose value is no dag")),
        }
    } else {
        dag
    };
    if input.operator_record_name() == "null_frag" {
        return Ok(None);
    }
    Ok(Some(Source {
        input,
        output: Output::Instruction(record),
        predicates: predicates_of(keeper, record),
        added_complexity: keeper.get_int(record, "AddedComplexity").unwrap_or(0),
        span: keeper.record(record).span,
        name: keeper.name(record).to_string(),
        is_anonymous: false,
    }))
}

/// The conjunction of the conditions of predicates, each in parentheses.
fn condition(keeper: &RecordKeeper, predicates: &[RecordId]) -> String {
    let mut parts: Vec<String> = predicates
        .iter()
        .filter_map(|&p| keeper.get_string(p, "CondString").ok())
        .map(str::trim)
        .filter(|code| !code.is_empty())
        .map(|code| format!("({code})"))
        .collect();
    parts.sort();
    parts.dedup();
    parts.join(" && ")
}

fn compile_pattern<'k>(
    keeper: &'k RecordKeeper,
    reader: &mut PatternReader<'k>,
    inference: &mut Inference<'k>,
    names: &mut Names,
    source: &Source<'k>,
    place: u32,
    compiled: &mut Vec<Compiled>,
) -> Result<(), Diagnostic> {
    let fail =
        |message: String| Diagnostic::error(source.span, format!("pattern '{}': {message}", source.name));
    reader.output = false;
    let inputs = reader.read(source.input)?;
    reader.output = true;
    let output = match source.output {
        Output::Dag(dag) => reader.read(dag)?,
        Output::Instruction(_) => Vec::new(),
    };
    let condition = condition(keeper, &source.predicates);
    for mut input in inputs {
        inference.settle(&mut input).map_err(fail)?;
        let mut outputs = match source.output {
            Output::Dag(_) => output.clone(),
            Output::Instruction(record) => vec![own_output(keeper, record, &input)?],
        };
        let Some(mut output) = (!outputs.is_empty()).then(|| outputs.remove(0)) else {
            return Err(fail("has no output".to_string()));
        };
        output_types(&mut output, &input);
        let complexity = variants::complexity(keeper, &input)? + source.added_complexity;
        for form in variants::variants(keeper, &input) {
            let steps = Generator::generate(keeper, names, inference, &form, &output, &condition, place)
                .map_err(fail)?;
            compiled.push(Compiled {
                steps,
                complexity,
                cost: count_instructions(&output),
                size: count_nodes(&output),
                index: compiled.len(),
                place,
            });
        }
    }
    Ok(())
}

/// Types that the output's instructions get from the pattern's: the root's results, and operands by name.
fn output_types(output: &mut Tree, input: &Tree) {
    for (to, from) in output.types.iter_mut().zip(&input.types) {
        *to = *from;
    }
    let mut names = FxHashMap::default();
    collect_types(input, &mut names);
    apply_types(output, &names);
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
    };
    let mut children = Vec::new();
    for (value, name) in keeper.get_dag(record, "InOperandList")?.args() {
        match name {
            Some(name) if bound.contains(name) => children.push(leaf(Some(name), Op::Any)),
            _ => {
                // Optional operands that the pattern does not name get their defaults.
                let default = match value {
                    Value::Def(operand) if keeper.get_bit_or_false(operand, "IsOptional") => {
                        keeper.get_int(operand, "DefaultValue").unwrap_or(0)
                    }
                    _ => {
                        let message = format!(
                            "operand '{}' of '{}' is not in its pattern",
                            name.unwrap_or("?"),
                            keeper.name(record)
                        );
                        return Err(Diagnostic::error(keeper.record(record).span, message));
                    }
                };
                children.push(leaf(None, Op::Int(default)));
            }
        }
    }
    let mut output = leaf(None, Op::Instruction(record));
    output.types = vec![types::TypeSet::data(); keeper.get_dag(record, "OutOperandList")?.len()];
    output.children = children;
    Ok(output)
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

fn count_instructions(tree: &Tree) -> usize {
    usize::from(matches!(tree.op, Op::Instruction(_)))
        + tree.children.iter().map(count_instructions).sum::<usize>()
}

fn count_nodes(tree: &Tree) -> usize {
    1 + tree.children.iter().map(count_nodes).sum::<usize>()
}

#[cfg(test)]
mod tests;
