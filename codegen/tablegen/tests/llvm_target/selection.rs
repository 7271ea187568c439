//! Selection patterns: what each becomes and its complexity, every commuted form by itself.

use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::numbers;
use std::collections::BTreeMap;

/// By instruction that is the result: the complexity of each leaf of the matcher, from and to if the forms of a pattern
/// differ.
type Leaves = BTreeMap<String, Vec<(i64, i64)>>;

fn name(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match text.find(|c| !is_part(c)) {
        // A value of the pattern, or a constant.
        _ if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => String::new(),
        Some(end) => text[..end].to_string(),
        None => text.to_string(),
    }
}

fn theirs(target: &Target) -> Result<Leaves, Refusal> {
    let text = target.theirs("-gen-dag-isel")?;
    let mut leaves = Leaves::new();
    let mut complexity = 0;
    for line in text.lines().map(str::trim_start) {
        if let Some(source) = line.strip_prefix("// Src: ") {
            let (_, number) = source.rsplit_once("Complexity = ").unwrap_or_default();
            complexity = numbers(number).first().copied().unwrap_or(0);
        } else if let Some(result) = line.strip_prefix("// Dst: ") {
            let result = result.strip_prefix('(').map(name).unwrap_or_default();
            leaves.entry(result).or_default().push((complexity, complexity));
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
            let range = numbers(number);
            if let (Some(&from), Some(&to)) = (range.first(), range.last()) {
                leaves.entry(result).or_default().push((from, to));
            }
        }
    }
    Ok(leaves)
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let (mut theirs, mut ours) = (theirs(target)?, ours(target)?);
    // Of a pattern that is the same in several modes of the hardware LLVM has one leaf for each, and here is one.
    let modes = target.strings("HwMode", "Features");
    if modes.len() > 1 {
        for leaves in theirs.values_mut().chain(ours.values_mut()) {
            leaves.sort_unstable();
            leaves.dedup();
        }
    }
    let mut outcome = Outcome::default();
    for name in theirs.keys() {
        ours.entry(name.clone()).or_default();
    }
    for (name, mut leaves) in ours {
        let mut expected = theirs.get(&name).cloned().unwrap_or_default();
        outcome.compared += leaves.len().max(expected.len());
        // Those with one number first.
        leaves.sort_by_key(|&(from, to)| to - from);
        leaves.retain(|&(from, to)| {
            let place = expected
                .iter()
                .position(|&(complexity, _)| (from..=to).contains(&complexity));
            place.map(|place| expected.swap_remove(place)).is_none()
        });
        for (from, to) in leaves {
            outcome.differ(
                &name,
                format!("a pattern of complexity {from} to {to} is not in LLVM's"),
            );
        }
        for (complexity, _) in expected {
            outcome.differ(&name, format!("a pattern of complexity {complexity} is missing"));
        }
    }
    Ok(outcome)
}
