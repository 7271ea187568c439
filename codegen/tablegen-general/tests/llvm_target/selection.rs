//! Selection patterns: the result and complexity of each, with every commuted form counted separately.

use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, numbers};
use std::collections::{BTreeMap, HashSet};

/// The complexity of each leaf of the matcher, by the resulting instruction.
type Leaves = BTreeMap<String, Vec<i64>>;

fn name(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match text.find(|c| !is_part(c)) {
        // A value of the pattern, or a constant.
        _ if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => String::new(),
        Some(end) => text[..end].to_string(),
        None => text.to_string(),
    }
}

fn without_predicates(text: &str) -> String {
    let mut pieces = text.split("<<P:");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |out, piece| {
        out + piece.split_once(">>").map_or("", |(_, rest)| rest)
    })
}

/// Conditions of the scopes that a line is in, outermost first, with their depths, and the opcode of the root.
#[derive(Default)]
struct Conditions(Vec<(usize, String)>, String);

impl Conditions {
    fn read(&mut self, line: &str) {
        // `/*   12*/     OPC_...`, or a comment.
        let code = line
            .split_once("*/")
            .filter(|_| line.starts_with("/*"))
            .map_or(line, |(_, code)| code);
        let depth = code.len() - code.trim_start().len();
        let code = code.trim_start();
        if depth <= 1
            && let Some((_, opcode)) = code.split_once("SwitchOpcode")
        {
            self.1 = between(opcode, "TARGET_VAL(", ")")
                .unwrap_or_default()
                .to_string();
        }
        if code.starts_with("/*Scope*/")
            || code.starts_with("/*SwitchOpcode*/")
            || code.starts_with("/*SwitchType*/")
        {
            self.0.retain(|&(of, _)| of <= depth);
        } else if code.starts_with("OPC_CheckPatternPredicate") {
            self.0.retain(|&(of, _)| of <= depth);
            self.0.push((depth, code.to_string()));
        }
    }

    /// The pattern and its result, without the names of operands.
    fn with(&self, source: &str, result: &str, complex: &HashSet<&str>) -> String {
        let mut conditions: Vec<&str> = self.0.iter().map(|(_, condition)| condition.as_str()).collect();
        conditions.sort_unstable();
        let mut names: Vec<&str> = Vec::new();
        let mut key = format!("{} {}", self.1, conditions.join(" "));
        // The predicates that a fragment has for an operand are repeated in the result.
        let result = without_predicates(result);
        for text in [source, &result] {
            let mut pieces = text.split(":$");
            key.push_str(pieces.next().unwrap_or_default());
            for piece in pieces {
                let end = piece.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
                let (name, rest) = piece.split_at(end.unwrap_or(piece.len()));
                // The class or type in its name is ignored: the type that is matched follows it.
                if let Some(at) = key.rfind(":{ *:[")
                    && key.ends_with("] }")
                {
                    let start = key[..at].rfind([' ', '(']).map_or(0, |at| at + 1);
                    if !key[..start].ends_with('(') && !complex.contains(&key[start..at]) {
                        key.replace_range(start..at, "");
                    }
                }
                let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                key.push_str(&format!(":${number}{rest}"));
            }
        }
        key
    }
}

/// Keeps the first of several equal patterns, as our emitter does; LLVM omits duplicates only if they are adjacent.
fn theirs(target: &Target) -> Result<Leaves, Refusal> {
    let text = target.theirs("-gen-dag-isel")?;
    let mut leaves = Leaves::new();
    let mut conditions = Conditions::default();
    let mut known = HashSet::new();
    let complex = target.keeper.derived_defs("ComplexPattern").iter();
    let complex: HashSet<&str> = complex.map(|&record| target.keeper.name(record)).collect();
    let (mut complexity, mut matched) = (0, "");
    for line in text.lines() {
        conditions.read(line);
        let line = line.trim_start();
        if let Some(source) = line.strip_prefix("// Src: ") {
            let (source, number) = source.rsplit_once(" - Complexity = ").unwrap_or_default();
            matched = source;
            complexity = numbers(number).first().copied().unwrap_or(0);
        } else if let Some(result) = line.strip_prefix("// Dst: ")
            && (!result.starts_with('(') || known.insert(conditions.with(matched, result, &complex)))
        {
            let result = result.strip_prefix('(').map(name).unwrap_or_default();
            leaves.entry(result).or_default().push(complexity);
        }
    }
    Ok(leaves)
}

fn ours(target: &Target) -> Result<Leaves, Refusal> {
    let text = target.ours("dag-isel")?;
    let mut leaves = Leaves::new();
    let mut result = None;
    for line in text.lines().map(str::trim_start) {
        if let Some(becomes) = line.strip_prefix("=> ") {
            result = Some(name(becomes));
        } else if let Some((_, number)) = line.rsplit_once(", complexity ")
            && let Some(result) = result.take()
        {
            leaves.entry(result).or_default().extend(numbers(number).first());
        }
    }
    Ok(leaves)
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let (theirs, mut ours) = (theirs(target)?, ours(target)?);
    let mut outcome = Outcome::default();
    for name in theirs.keys() {
        ours.entry(name.clone()).or_default();
    }
    for (name, mut leaves) in ours {
        let mut expected = theirs.get(&name).cloned().unwrap_or_default();
        outcome.compared += leaves.len().max(expected.len());
        leaves.retain(|complexity| {
            let place = expected.iter().position(|known| known == complexity);
            place.map(|place| expected.swap_remove(place)).is_none()
        });
        for complexity in leaves {
            outcome.differ(
                &name,
                format!("a pattern of complexity {complexity} is not in LLVM's"),
            );
        }
        for complexity in expected {
            outcome.differ(&name, format!("a pattern of complexity {complexity} is missing"));
        }
    }
    Ok(outcome)
}
