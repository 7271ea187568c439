//! Patterns that are never used: *shadowed*, because one that comes first matches whatever they match; or *unreachable*,
//! because no node passes all their checks.

use super::Compiled;
use super::factor::contradicts;
use super::matcher::{Names, Step};
use super::predicates::PredicateTable;
use super::types::SimpleType;
use fxhash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use wavec_support::{Diagnostic, Span};

/// What a pattern checks: each check with the place in the pattern, so that two patterns can be compared; and the checks
/// of each place.
fn checks_of(steps: &[Step]) -> (Vec<String>, BTreeMap<String, Vec<Step>>) {
    let mut path: Vec<u8> = Vec::new();
    let mut records: Vec<String> = Vec::new();
    let mut out = Vec::new();
    let mut by_place: BTreeMap<String, Vec<Step>> = BTreeMap::new();
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
                // Its operands are recorded; no later check looks at them.
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
            step if step.is_check() => at_place(&mut out, place(&path, None), step.clone()),
            _ => break,
        }
    }
    out.sort();
    out.dedup();
    (out, by_place)
}

/// Two checks of one node that no node passes, or one that none does.
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
            format!("'{}'", predicates.list[*id as usize].code.replace('\n', " "))
        }
        Step::CheckType(ty) => format!("type {}", SimpleType(*ty)),
        Step::CheckInteger(value) => format!("the constant {value}"),
        Step::CheckOpcode(id) => format!("opcode {}", names.nodes.list[*id as usize]),
        Step::CheckNumOperands(count) => format!("{count} operands"),
        other => format!("{other:?}"),
    }
}

/// A warning for each pattern that is never used; `compiled` is in the order in which patterns are tried.
pub fn unused_patterns(
    compiled: &[Compiled],
    predicates: &PredicateTable,
    names: &Names,
    texts: &[String],
    spans: &[Span],
) -> Vec<Diagnostic> {
    let mut groups: FxHashMap<u32, Vec<(usize, Vec<String>)>> = FxHashMap::default();
    let mut out: Vec<Diagnostic> = Vec::new();
    let mut told = FxHashSet::default();
    let name = |place: u32| &names.patterns.list[place as usize];
    for (index, pattern) in compiled.iter().enumerate() {
        let Some(Step::CheckOpcode(root)) = pattern.steps.first() else {
            continue;
        };
        let (checks, by_place) = checks_of(&pattern.steps);
        if let Some((a, b)) = exclusion(&by_place, predicates) {
            if told.insert((pattern.place, pattern.place)) {
                let a = describe(&a, predicates, names);
                let why = match b {
                    Some(b) => format!("{a} and {} exclude each other", describe(&b, predicates, names)),
                    None => format!("{a} never holds"),
                };
                let span = spans[pattern.place as usize];
                let message = format!("pattern '{}' never matches: {why}", name(pattern.place));
                out.push(
                    Diagnostic::warning(span, message).with_note(span, texts[pattern.place as usize].clone()),
                );
            }
            continue;
        }
        let group = groups.entry(*root).or_default();
        let earlier = group.iter().find(|(_, known)| {
            known.len() <= checks.len() && known.iter().all(|check| checks.binary_search(check).is_ok())
        });
        if let Some(&(earlier, _)) = earlier {
            let earlier = compiled[earlier].place;
            if earlier != pattern.place && told.insert((earlier, pattern.place)) {
                let message = format!("pattern '{}' is never used", name(pattern.place));
                let text = |place: u32| &texts[place as usize];
                out.push(
                    Diagnostic::warning(spans[pattern.place as usize], message)
                        .with_note(spans[pattern.place as usize], text(pattern.place).clone())
                        .with_note(
                            spans[earlier as usize],
                            format!("comes first and matches whatever it matches: {}", text(earlier)),
                        ),
                );
            }
            continue;
        }
        group.push((index, checks));
    }
    out
}
