//! The processor conditions of decoders, in a common form.

use crate::text::{closing, numbers, unqualified};
use std::collections::BTreeSet;

/// A conjunction of conditions.
pub type Conditions = BTreeSet<String>;

/// The parts of `a && b` outside of brackets.
fn parts<'t>(text: &'t str, operator: &str) -> Vec<&'t str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(operator) => {
                parts.push(&text[start..at]);
                start = at + operator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
        .into_iter()
        .map(|part| without_brackets(part.trim()))
        .collect()
}

fn without_brackets(text: &str) -> &str {
    match text.strip_prefix('(') {
        Some(rest) if closing(rest, '(', ')') == Some(rest.len() - 1) => {
            without_brackets(&rest[..rest.len() - 1])
        }
        _ => text,
    }
}

/// `FB[X::A] || FB[X::B]` as `A|B`, `!(FB[X::A] || FB[X::B])` as `!A`, `!B`.
pub fn their_conditions(text: &str) -> Conditions {
    let mut conditions = Conditions::new();
    for part in parts(text, "&&") {
        if parts(part, "&&").len() > 1 {
            conditions.extend(their_conditions(part));
        } else if parts(part, "||").len() > 1 {
            conditions.insert(any(part));
        } else if let Some(negated) = part.strip_prefix('!') {
            let negated = parts(without_brackets(negated), "||");
            conditions.extend(negated.iter().map(|one| format!("!{}", any(one))));
        } else {
            conditions.insert(any(part));
        }
    }
    conditions
}

fn all(conditions: &Conditions) -> String {
    conditions.iter().cloned().collect::<Vec<_>>().join("&")
}

fn any(text: &str) -> String {
    let mut names = BTreeSet::new();
    for part in parts(text, "||") {
        if parts(part, "&&").len() > 1 {
            names.insert(all(&their_conditions(part)));
        } else if parts(part, "||").len() > 1 {
            names.extend(any(part).split('|').map(str::to_string));
        } else {
            let name = part.replace("FB[", "").replace(']', "");
            names.insert(match name.strip_prefix('!') {
                Some(name) => format!("!{}", unqualified(name)),
                None => unqualified(&name).to_string(),
            });
        }
    }
    names.into_iter().collect::<Vec<_>>().join("|")
}

/// The same for `FeatureTest::All(&[...])`, given the features by number.
pub fn our_conditions(text: &str, features: &[String]) -> Conditions {
    let mut conditions = Conditions::new();
    for (kind, tests) in tests(text) {
        match kind {
            "All" => conditions.extend(our_conditions(tests, features)),
            "Feature" => {
                conditions.insert(features[numbers(tests)[0] as usize].clone());
            }
            "Any" => {
                let mut names = BTreeSet::new();
                for (kind, inner) in self::tests(tests) {
                    let one = our_conditions(&format!("FeatureTest::{kind}({inner})"), features);
                    match kind {
                        "Any" => names.extend(one.iter().flat_map(|one| one.split('|').map(str::to_string))),
                        _ => _ = names.insert(all(&one)),
                    }
                }
                conditions.insert(names.into_iter().collect::<Vec<_>>().join("|"));
            }
            _ => conditions.extend(
                our_conditions(tests, features)
                    .iter()
                    .map(|one| format!("!{one}")),
            ),
        }
    }
    conditions
}

/// Splits `FeatureTest::Any(&[...]), FeatureTest::Feature(1)` into kinds and their contents.
fn tests(text: &str) -> Vec<(&str, &str)> {
    let mut tests = Vec::new();
    let mut rest = text;
    while let Some((_, test)) = rest.split_once("FeatureTest::") {
        let Some((kind, inner)) = test.split_once('(') else {
            break;
        };
        let end = closing(inner, '(', ')').unwrap_or(inner.len());
        tests.push((kind, &inner[..end]));
        rest = &inner[end..];
    }
    tests
}
