//! The places of patterns in a description, and how messages refer to them.

use crate::record::{RecordId, RecordKeeper};
use crate::view::{Dag, Value};
use wavec_support::{Diagnostic, Diagnostics, Span};

/// A pattern of the description.
pub struct Source<'k> {
    /// The dag to match, and its name if it is a leaf.
    pub input: (Value<'k>, Option<&'k str>),
    /// What takes the results, in `(set ...)` of an instruction's own pattern: classes, operands, registers, types, fragments.
    pub results: Vec<RecordId>,
    pub output: Output<'k>,
    pub predicates: Vec<RecordId>,
    pub added_complexity: i64,
    pub span: Span,
    pub name: String,
    pub is_anonymous: bool,
}

pub enum Output<'k> {
    Dag(Dag<'k>),
    /// The instruction, if it is the instruction's own pattern.
    Instruction(RecordId),
}

impl Source<'_> {
    /// The source text: the name, if it has one, and the dag to match.
    pub fn text(&self, keeper: &RecordKeeper) -> String {
        let input = match self.input {
            (Value::Dag(dag), _) => with_class_names(keeper, &keeper.value_to_string(dag.id())),
            (Value::Def(record), name) => {
                format!(
                    "{}:${}",
                    class_name(keeper, keeper.name(record), 0),
                    name.unwrap_or("_")
                )
            }
            (Value::Int(value), _) => value.to_string(),
            _ => String::new(),
        };
        if self.is_anonymous {
            input
        } else {
            format!("{}: {input}", self.name)
        }
    }
}

/// The text of a dag in which anonymous records are shown by their classes, and fragments among them also by their
/// operators: `anonymous_7` becomes `UniformBinFrag:add`.
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

/// All patterns, `Pattern` records and the instructions' own, in the order of the description.
pub fn sources<'k>(keeper: &'k RecordKeeper, errors: &mut Diagnostics) -> Vec<Source<'k>> {
    let patterns = keeper
        .derived_defs("Pattern")
        .iter()
        .map(|&record| (record, true));
    let instructions = keeper
        .derived_defs("Instruction")
        .iter()
        .map(|&record| (record, false));
    let mut records: Vec<(RecordId, bool)> = patterns.chain(instructions).collect();
    records.sort_by_key(|&(record, _)| record);
    let mut out = Vec::new();
    for (record, is_pattern) in records {
        let source = if is_pattern {
            pattern_source(keeper, record)
        } else {
            instruction_source(keeper, record)
        };
        match source {
            Ok(source) => out.extend(source),
            Err(error) => errors.push(error),
        }
    }
    out
}

pub fn predicates_of(keeper: &RecordKeeper, record: RecordId) -> Vec<RecordId> {
    keeper.get_list_of_defs(record, "Predicates").unwrap_or_default()
}

/// `None` if the record has no output, so that it is not a pattern.
fn pattern_source(keeper: &RecordKeeper, record: RecordId) -> Result<Option<Source<'_>>, Diagnostic> {
    let results = keeper.get_list(record, "ResultInstrs")?;
    if results.is_empty() {
        return Ok(None);
    }
    let Some(Value::Dag(output)) = results.get(0) else {
        return Err(keeper.field_error(record, "ResultInstrs", "has no dag"));
    };
    if results.len() != 1 {
        return Err(keeper.field_error(record, "ResultInstrs", "has more than one dag"));
    }
    // A pattern of a multiclass is identified by the place where it was instantiated.
    let contents = keeper.record(record);
    let span = contents
        .instantiated_at()
        .last()
        .copied()
        .unwrap_or(contents.span);
    Ok(Some(Source {
        input: (Value::Dag(keeper.get_dag(record, "PatternToMatch")?), None),
        results: Vec::new(),
        output: Output::Dag(output),
        predicates: predicates_of(keeper, record),
        added_complexity: keeper.get_int(record, "AddedComplexity")?,
        span,
        name: keeper.name(record).to_string(),
        is_anonymous: contents.is_anonymous,
    }))
}

/// An instruction's own pattern: the first dag of its list; others, `(implicit FLAGS)`, say nothing about selection. `None`
/// if there is none.
fn instruction_source(keeper: &RecordKeeper, record: RecordId) -> Result<Option<Source<'_>>, Diagnostic> {
    let Ok(patterns) = keeper.get_list(record, "Pattern") else {
        return Ok(None);
    };
    let Some(first) = patterns.get(0) else {
        return Ok(None);
    };
    let Value::Dag(dag) = first else {
        return Err(keeper.field_error(record, "Pattern", "holds something that is no dag"));
    };
    let mut results = Vec::new();
    let input = match dag.operator_record_name() {
        // (set $dst, ..., value), or a node without result.
        "set" => {
            let last = dag.len().saturating_sub(1);
            for (value, name) in dag.args().take(last) {
                match value {
                    Value::Def(place) => results.push(place),
                    // `(v4i32 VR:$dst)`
                    Value::Dag(typed) if typed.len() == 1 => results.extend(typed.operator_def()),
                    // `$dst` alone: its class is in the instruction.
                    Value::Unset => results.extend(output_operand(keeper, record, name)),
                    _ => {
                        return Err(keeper.field_error(
                            record,
                            "Pattern",
                            "sets something that is no register",
                        ));
                    }
                }
            }
            match dag.arg(last) {
                Some((value @ (Value::Dag(_) | Value::Def(_) | Value::Int(_)), name)) => (value, name),
                _ => return Err(keeper.field_error(record, "Pattern", "has a set without a value")),
            }
        }
        "implicit" => return Ok(None),
        _ => (first, None),
    };
    if matches!(input, (Value::Dag(dag), _) if dag.operator_record_name() == "null_frag") {
        return Ok(None);
    }
    Ok(Some(Source {
        input,
        results,
        output: Output::Instruction(record),
        predicates: predicates_of(keeper, record),
        added_complexity: keeper.get_int(record, "AddedComplexity").unwrap_or(0),
        span: keeper.record(record).span,
        name: keeper.name(record).to_string(),
        is_anonymous: false,
    }))
}

/// The class of an instruction's result of this name.
fn output_operand(keeper: &RecordKeeper, record: RecordId, name: Option<&str>) -> Option<RecordId> {
    let outputs = keeper.get_dag(record, "OutOperandList").ok()?;
    let found = outputs
        .args()
        .find(|(_, known)| known.is_some() && *known == name);
    match found {
        Some((Value::Def(class), _)) => Some(class),
        _ => None,
    }
}

/// The conjunction of the conditions of predicates, each in parentheses.
pub fn condition(keeper: &RecordKeeper, predicates: &[RecordId]) -> String {
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
