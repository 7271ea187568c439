//! Patterns that are never used: *shadowed*, because an earlier one matches everything that they match; or *unreachable*,
//! because no node passes all their checks.

use super::compile::Compiled;
use super::factor::contradicts;
use super::matcher::{NameTable, Names, Step};
use super::predicates::PredicateTable;
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use wavec_support::{Diagnostic, Span};

/// What a pattern checks, so that two patterns can be compared.
struct Checks {
    /// Each check, with its position in the pattern.
    own: Vec<String>,
    /// The predicates that these imply.
    implied: Vec<String>,
    by_place: BTreeMap<String, Vec<Step>>,
    /// Conditions of the processor, all of which must hold.
    conditions: Vec<String>,
}

fn checks_of(steps: &[Step], names: &Names) -> Checks {
    let mut path: Vec<u8> = Vec::new();
    let mut records: Vec<String> = Vec::new();
    let mut out = Vec::new();
    let mut by_place: BTreeMap<String, Vec<Step>> = BTreeMap::new();
    let mut conditions = Vec::new();
    let mut at_place = |out: &mut Vec<String>, place: String, step: Step| {
        out.push(format!("{place}{step:?}"));
        by_place.entry(place).or_default().push(step);
    };
    let place = |path: &[u8], child: Option<u8>| {
        let mut text: String = path.iter().map(|i| format!("{i}.")).collect();
        if let Some(child) = child {
            text.push_str(&format!("{child}."));
        }
        text
    };
    for step in steps {
        match step {
            Step::Record => records.push(place(&path, None)),
            Step::RecordChild(index) => records.push(place(&path, Some(*index))),
            Step::RecordMem | Step::CaptureGlue => {}
            Step::MoveChild(index) => path.push(*index),
            Step::MoveParent => {
                path.pop();
            }
            Step::CheckComplex(id, record) => {
                out.push(format!("{}complex{id}", records[*record as usize]));
                // Its operands are recorded; no later check examines them.
            }
            Step::CheckSame(record) => {
                out.push(format!("{}same{}", place(&path, None), records[*record as usize]));
            }
            Step::CheckChildSame(index, record) => out.push(format!(
                "{}same{}",
                place(&path, Some(*index)),
                records[*record as usize]
            )),
            Step::CheckPredicateWithOperands(id, operands) => {
                let operands: Vec<&str> = operands.iter().map(|&r| records[r as usize].as_str()).collect();
                out.push(format!("{}pred{id}{operands:?}", place(&path, None)));
            }
            Step::CheckChildType(index, ty) => {
                at_place(&mut out, place(&path, Some(*index)), Step::CheckType(*ty));
            }
            Step::CheckChildInteger(index, value) => {
                at_place(&mut out, place(&path, Some(*index)), Step::CheckInteger(*value));
            }
            Step::CheckChildCondCode(index, _) => {
                at_place(&mut out, place(&path, Some(*index)), step.clone());
            }
            Step::CheckPatternPredicate(id) => {
                let before = conditions.len();
                conjuncts(&names.pattern_predicates.list[*id as usize], 0, &mut conditions);
                let new = &conditions[before..];
                out.extend(new.iter().map(|condition| format!("target {condition}")));
            }
            step if step.is_check() => at_place(&mut out, place(&path, None), step.clone()),
            _ => break,
        }
    }
    out.sort();
    out.dedup();
    Checks {
        implied: implied(&by_place, names),
        own: out,
        by_place,
        conditions,
    }
}

/// The opcode that a check implies, because only nodes with that opcode can pass it.
fn implied(by_place: &BTreeMap<String, Vec<Step>>, names: &Names) -> Vec<String> {
    let mut out = Vec::new();
    for (place, steps) in by_place {
        let opcode = steps.iter().find_map(|step| match step {
            // Constant operands of instructions and intrinsics are nodes of another kind.
            Step::CheckInteger(_) if is_operand_of_any_target(place, by_place, names) => {
                Some("isd::CONSTANT")
            }
            Step::CheckChildCondCode(..) => Some("isd::CONDCODE"),
            Step::CheckValueType(_) => Some("isd::VALUETYPE"),
            _ => None,
        });
        let number = opcode.and_then(|opcode| names.nodes.list.iter().position(|known| known == opcode));
        out.extend(number.map(|number| format!("{place}{:?}", Step::CheckOpcode(number as u32))));
    }
    out
}

/// Whether the node at a position has, as its user, a target-independent node that is not an intrinsic.
fn is_operand_of_any_target(place: &str, by_place: &BTreeMap<String, Vec<Step>>, names: &Names) -> bool {
    let outer = place
        .trim_end_matches('.')
        .rfind('.')
        .map_or("", |end| &place[..=end]);
    let steps = by_place.get(outer).map_or(&[][..], Vec::as_slice);
    steps.iter().any(|step| match step {
        Step::CheckOpcode(id) => {
            let name = &names.nodes.list[*id as usize];
            name.starts_with("isd::") && !name.starts_with("isd::INTRINSIC")
        }
        _ => false,
    })
}

/// Maximum number of nested parentheses around a condition that are examined.
const MAX_PARENTHESES: usize = 16;

/// The operands of a conjunction; the whole condition if it is not a conjunction.
fn conjuncts(text: &str, depth: usize, out: &mut Vec<String>) {
    let text = text.trim();
    let mut parts = Vec::new();
    let (mut open, mut start) = (0usize, 0);
    // Whether the first parenthesis is closed by the last.
    let mut is_wrapped = text.starts_with('(') && text.ends_with(')');
    let bytes = text.as_bytes();
    let mut is_conjunction = !text.contains(['"', '\'']);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => {
                open = open.saturating_sub(1);
                is_wrapped &= open > 0 || at + 1 == text.len();
            }
            b'&' if open == 0 && bytes.get(at + 1) == Some(&b'&') => {
                parts.push(&text[start..at]);
                start = at + 2;
            }
            // `a || b && c`, a closure or a block is kept whole.
            b'|' | b';' if open == 0 => is_conjunction = false,
            _ => {}
        }
    }
    parts.push(&text[start..]);
    if !is_conjunction || depth >= MAX_PARENTHESES {
        out.push(text.to_string());
    } else if is_wrapped {
        conjuncts(&text[1..text.len() - 1], depth + 1, out);
    } else if parts.len() > 1 {
        parts.iter().for_each(|part| conjuncts(part, depth + 1, out));
    } else {
        out.push(text.to_string());
    }
}

/// Finds two conditions of which one is the negation of the other.
fn contrary(conditions: &[String]) -> Option<(&str, &str)> {
    let is_name = |text: &str| {
        let text = text.replace("->", ".");
        text.chars()
            .all(|c| c.is_ascii_alphanumeric() || "_.:()".contains(c))
    };
    conditions.iter().find_map(|condition| {
        let negated = condition.strip_prefix('!')?;
        let found = conditions
            .iter()
            .find(|&other| other == negated && is_name(other))?;
        Some((&found[..], &condition[..]))
    })
}

/// Finds two checks of one node that exclude each other, or one that no node passes.
fn exclusion(
    by_place: &BTreeMap<String, Vec<Step>>,
    predicates: &PredicateTable,
) -> Option<(Step, Option<Step>)> {
    let code = |id: u32| predicates.list[id as usize].code.trim();
    for steps in by_place.values() {
        for (i, a) in steps.iter().enumerate() {
            if let Step::CheckPredicate(id) | Step::CheckPredicateWithOperands(id, _) = a
                && code(*id) == "false"
            {
                return Some((a.clone(), None));
            }
            if let Some(b) = steps[i + 1..].iter().find(|b| contradicts(a, b, predicates)) {
                return Some((a.clone(), Some(b.clone())));
            }
        }
    }
    None
}

fn describe(step: &Step, predicates: &PredicateTable, names: &Names) -> String {
    match step {
        Step::CheckPredicate(id) | Step::CheckPredicateWithOperands(id, _) => {
            format!("'{}'", predicates.list[*id as usize].text)
        }
        Step::CheckType(ty) => format!("type {}", ty),
        Step::CheckInteger(value) => format!("the constant {value}"),
        Step::CheckOpcode(id) => format!("opcode {}", names.nodes.list[*id as usize]),
        Step::CheckNumOperands(count) => format!("{count} operands"),
        other => format!("{other:?}"),
    }
}

/// The patterns of one root in the order in which they are tried, indexed by a check that few of them have.
#[derive(Default)]
struct Earlier {
    by_check: FxHashMap<u32, Vec<usize>>,
    /// Patterns without checks.
    open: Vec<usize>,
}

/// A warning for each pattern all of whose forms are never used; `compiled` is in the order in which patterns are tried.
pub fn unused_patterns(
    compiled: &[Compiled],
    predicates: &PredicateTable,
    names: &Names,
    texts: &[String],
    spans: &[Span],
) -> Vec<Diagnostic> {
    let mut numbers = NameTable::default();
    let mut frequency: Vec<u32> = Vec::new();
    // What each one checks, and what is known to hold where it matches.
    let mut all: Vec<(Vec<u32>, Vec<u32>)> = Vec::with_capacity(compiled.len());
    let mut forms: Vec<usize> = vec![0; texts.len()];
    let mut unused: Vec<usize> = vec![0; texts.len()];
    let mut out: Vec<(u32, Diagnostic)> = Vec::new();
    let mut excluded = vec![false; compiled.len()];
    for (index, pattern) in compiled.iter().enumerate() {
        forms[pattern.place as usize] += 1;
        let found = checks_of(&pattern.steps, names);
        let mut numbered = |checks: &[String]| -> Vec<u32> {
            let mut list: Vec<u32> = checks.iter().map(|check| numbers.intern(check)).collect();
            list.sort_unstable();
            list
        };
        let (checks, mut holds) = (numbered(&found.own), numbered(&found.implied));
        holds.extend(&checks);
        holds.sort_unstable();
        frequency.resize(numbers.list.len(), 0);
        checks.iter().for_each(|&check| frequency[check as usize] += 1);
        all.push((checks, holds));
        let why = match exclusion(&found.by_place, predicates) {
            Some((a, Some(b))) => Some(format!(
                "{} and {} exclude each other",
                describe(&a, predicates, names),
                describe(&b, predicates, names)
            )),
            Some((a, None)) => Some(format!("{} never holds", describe(&a, predicates, names))),
            None => contrary(&found.conditions).map(|(a, b)| format!("'{a}' and '{b}' exclude each other")),
        };
        if let Some(why) = why {
            excluded[index] = true;
            unused[pattern.place as usize] += 1;
            out.push((pattern.place, excluding(pattern.place, &why, names, texts, spans)));
        }
    }
    let mut roots: FxHashMap<u32, Earlier> = FxHashMap::default();
    for (index, pattern) in compiled.iter().enumerate() {
        let Some(Step::CheckOpcode(root)) = pattern.steps.first() else {
            continue;
        };
        if excluded[index] {
            continue;
        }
        let (checks, holds) = &all[index];
        let earlier = roots.entry(*root).or_default();
        let candidates = holds
            .iter()
            .filter_map(|check| earlier.by_check.get(check))
            .flatten();
        let shadowing = candidates
            .chain(&earlier.open)
            .copied()
            .filter(|&known| {
                all[known]
                    .0
                    .iter()
                    .all(|check| holds.binary_search(check).is_ok())
            })
            .min();
        if let Some(shadowing) = shadowing {
            unused[pattern.place as usize] += 1;
            let first = compiled[shadowing].place;
            if first != pattern.place {
                let message = format!(
                    "pattern '{}' is never used",
                    names.patterns.list[pattern.place as usize]
                );
                let (span, text) = (spans[pattern.place as usize], &texts[pattern.place as usize]);
                let reason = format!(
                    "comes first and matches whatever it matches: {}",
                    texts[first as usize]
                );
                let warning = Diagnostic::warning(span, message)
                    .with_note(span, text.clone())
                    .with_note(spans[first as usize], reason);
                out.push((pattern.place, warning));
            }
            continue;
        }
        match checks.iter().min_by_key(|&&check| frequency[check as usize]) {
            Some(&rare) => earlier.by_check.entry(rare).or_default().push(index),
            None => earlier.open.push(index),
        }
    }
    let mut told = FxHashSet::default();
    out.into_iter()
        .filter(|(place, _)| forms[*place as usize] == unused[*place as usize] && told.insert(*place))
        .map(|(_, warning)| warning)
        .collect()
}

fn excluding(place: u32, why: &str, names: &Names, texts: &[String], spans: &[Span]) -> Diagnostic {
    let span = spans[place as usize];
    let message = format!(
        "pattern '{}' never matches: {why}",
        names.patterns.list[place as usize]
    );
    Diagnostic::warning(span, message).with_note(span, texts[place as usize].clone())
}
