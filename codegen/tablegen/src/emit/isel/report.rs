//! Patterns that are never used: *shadowed*, because one that comes first matches whatever they match; or *unreachable*,
//! because no node passes all their checks.

use super::compile::Compiled;
use super::factor::contradicts;
use super::matcher::{NameTable, Names, Step};
use super::predicates::PredicateTable;
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
            format!("'{}'", predicates.list[*id as usize].text)
        }
        Step::CheckType(ty) => format!("type {}", ty),
        Step::CheckInteger(value) => format!("the constant {value}"),
        Step::CheckOpcode(id) => format!("opcode {}", names.nodes.list[*id as usize]),
        Step::CheckNumOperands(count) => format!("{count} operands"),
        other => format!("{other:?}"),
    }
}

/// Patterns of one root in the order in which they are tried, by a check that few of them have.
#[derive(Default)]
struct Earlier {
    by_check: FxHashMap<u32, Vec<usize>>,
    /// Without checks.
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
    let mut all: Vec<Vec<u32>> = Vec::with_capacity(compiled.len());
    let mut forms: Vec<usize> = vec![0; texts.len()];
    let mut unused: Vec<usize> = vec![0; texts.len()];
    let mut out: Vec<(u32, Diagnostic)> = Vec::new();
    let mut excluded = vec![false; compiled.len()];
    for (index, pattern) in compiled.iter().enumerate() {
        forms[pattern.place as usize] += 1;
        let (checks, by_place) = checks_of(&pattern.steps);
        let mut checks: Vec<u32> = checks.iter().map(|check| numbers.intern(check)).collect();
        checks.sort_unstable();
        frequency.resize(numbers.list.len(), 0);
        checks.iter().for_each(|&check| frequency[check as usize] += 1);
        all.push(checks);
        if let Some((a, b)) = exclusion(&by_place, predicates) {
            excluded[index] = true;
            unused[pattern.place as usize] += 1;
            out.push((
                pattern.place,
                excluding(pattern.place, (&a, b.as_ref()), predicates, names, texts, spans),
            ));
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
        let checks = &all[index];
        let earlier = roots.entry(*root).or_default();
        let candidates = checks
            .iter()
            .filter_map(|check| earlier.by_check.get(check))
            .flatten();
        let shadowing = candidates
            .chain(&earlier.open)
            .copied()
            .filter(|&known| all[known].iter().all(|check| checks.binary_search(check).is_ok()))
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

fn excluding(
    place: u32,
    (a, b): (&Step, Option<&Step>),
    predicates: &PredicateTable,
    names: &Names,
    texts: &[String],
    spans: &[Span],
) -> Diagnostic {
    let a = describe(a, predicates, names);
    let why = match b {
        Some(b) => format!("{a} and {} exclude each other", describe(b, predicates, names)),
        None => format!("{a} never holds"),
    };
    let span = spans[place as usize];
    let message = format!(
        "pattern '{}' never matches: {why}",
        names.patterns.list[place as usize]
    );
    Diagnostic::warning(span, message).with_note(span, texts[place as usize].clone())
}
