//! Differences of texts, line by line, in the unified form.

use fxhash::FxHashMap;
use similar::{Algorithm, DiffOp, TextDiff, capture_diff_slices, group_diff_ops};
use std::fmt::Write;
use std::ops::Range;

/// Texts whose numbers of lines have a larger product are cut at lines that both have once before they are compared, and
/// parts of them that still have one are not compared at all.
const MOST_PAIRS: usize = 4_000_000;

/// Lines around a change.
const CONTEXT: usize = 3;

/// What changed from `before` to `after`; empty if nothing did. Of long texts it may be more than necessary.
pub fn unified_diff(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (
        before.split_inclusive('\n').collect(),
        after.split_inclusive('\n').collect(),
    );
    if old.len().saturating_mul(new.len()) <= MOST_PAIRS {
        return TextDiff::from_lines(before, after).unified_diff().to_string();
    }
    let ops = compare(&old, &new);
    let mut out = String::new();
    for hunk in group_diff_ops(ops, CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else {
            continue;
        };
        let place = |range: Range<usize>| match range.len() {
            1 => format!("{}", range.start + 1),
            0 => format!("{},0", range.start),
            count => format!("{},{count}", range.start + 1),
        };
        let _ = writeln!(
            out,
            "@@ -{} +{} @@",
            place(first.old_range().start..last.old_range().end),
            place(first.new_range().start..last.new_range().end)
        );
        for op in &hunk {
            let is_equal = matches!(op, DiffOp::Equal { .. });
            let mut lines = |sign: char, lines: &[&str]| {
                for line in lines {
                    let _ = write!(out, "{sign}{line}");
                    if !line.ends_with('\n') {
                        out.push('\n');
                    }
                }
            };
            if is_equal {
                lines(' ', &old[op.old_range()]);
                continue;
            }
            lines('-', &old[op.old_range()]);
            lines('+', &new[op.new_range()]);
        }
    }
    out
}

/// The changes, in order.
fn compare(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut ops: Vec<DiffOp> = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    for (old_anchor, new_anchor) in anchors(old, new) {
        // What stands before an anchor equals as far as it can, from both sides.
        between(old, new, old_at..old_anchor, new_at..new_anchor, &mut ops);
        equal(old_anchor, new_anchor, 1, &mut ops);
        (old_at, new_at) = (old_anchor + 1, new_anchor + 1);
    }
    between(old, new, old_at..old.len(), new_at..new.len(), &mut ops);
    ops
}

fn equal(old_index: usize, new_index: usize, len: usize, ops: &mut Vec<DiffOp>) {
    if len == 0 {
        return;
    }
    if let Some(DiffOp::Equal { len: known, .. }) = ops.last_mut() {
        *known += len;
        return;
    }
    ops.push(DiffOp::Equal {
        old_index,
        new_index,
        len,
    });
}

/// The changes of parts that have no line in common that is an anchor.
fn between(
    old_lines: &[&str],
    new_lines: &[&str],
    old: Range<usize>,
    new: Range<usize>,
    ops: &mut Vec<DiffOp>,
) {
    let pairs = || old.clone().zip(new.clone());
    let before = pairs().take_while(|&(a, b)| old_lines[a] == new_lines[b]).count();
    equal(old.start, new.start, before, ops);
    let (old, new) = (old.start + before..old.end, new.start + before..new.end);
    let backwards = old.clone().rev().zip(new.clone().rev());
    let after = backwards
        .take_while(|&(a, b)| old_lines[a] == new_lines[b])
        .count();
    let (old, new) = (old.start..old.end - after, new.start..new.end - after);
    match old.len().saturating_mul(new.len()) <= MOST_PAIRS {
        true => {
            let found =
                capture_diff_slices(Algorithm::Myers, &old_lines[old.clone()], &new_lines[new.clone()]);
            for op in found {
                let (a, b) = (op.old_range(), op.new_range());
                match op {
                    DiffOp::Equal { len, .. } => equal(old.start + a.start, new.start + b.start, len, ops),
                    _ => ops.push(DiffOp::Replace {
                        old_index: old.start + a.start,
                        old_len: a.len(),
                        new_index: new.start + b.start,
                        new_len: b.len(),
                    }),
                }
            }
        }
        false => ops.push(DiffOp::Replace {
            old_index: old.start,
            old_len: old.len(),
            new_index: new.start,
            new_len: new.len(),
        }),
    }
    equal(old.end, new.end, after, ops);
}

/// Lines that both have exactly once, in an order that is the same in both: the longest such list (patience sorting).
fn anchors(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let mut seen: FxHashMap<&str, [(usize, usize); 2]> = FxHashMap::default();
    for (side, lines) in [old, new].into_iter().enumerate() {
        for (at, line) in lines.iter().enumerate() {
            let (count, place) = &mut seen.entry(line).or_default()[side];
            *count += 1;
            *place = at;
        }
    }
    let is_once = |line: &&str| matches!(seen[line], [(1, _), (1, _)]);
    let pairs: Vec<(usize, usize)> = old
        .iter()
        .filter(|line| is_once(line))
        .map(|line| (seen[line][0].1, seen[line][1].1))
        .collect();
    // By length of list: the pair that ends the one which ends first; for each pair the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (number, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < pair.1);
        previous.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    let mut list = Vec::new();
    let mut next = ends.last().copied();
    while let Some(number) = next {
        list.push(pairs[number]);
        next = previous[number];
    }
    list.reverse();
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies a unified diff.
    fn patched(before: &str, diff: &str) -> String {
        let old: Vec<&str> = before.split_inclusive('\n').collect();
        let mut out = String::new();
        let mut at = 0;
        for line in diff.split_inclusive('\n') {
            if let Some(place) = line.strip_prefix("@@ -") {
                let (start, count) = place
                    .split(' ')
                    .next()
                    .unwrap()
                    .split_once(',')
                    .unwrap_or((place, "1"));
                let start: usize = start.split([' ', ',']).next().unwrap().parse().unwrap();
                let first = if count == "0" { start } else { start - 1 };
                out.extend(old[at..first].iter().copied());
                at = first;
                continue;
            }
            match line.as_bytes()[0] {
                b'-' => at += 1,
                b'+' => out.push_str(&line[1..]),
                // "No newline at end of file".
                b'\\' => {}
                _ => {
                    out.push_str(&line[1..]);
                    at += 1;
                }
            }
        }
        out.extend(old[at..].iter().copied());
        out
    }

    #[test]
    fn long_texts_are_patched_by_their_difference() {
        let line = |number: usize| format!("line {}\n", number * 7919 % 5003);
        let before: String = (0..5000).map(line).collect();
        assert_eq!(unified_diff(&before, &before), "");
        let mut lines: Vec<String> = (0..5000).map(line).collect();
        lines.remove(4000);
        lines.insert(2500, "new\n".into());
        lines[10] = "other\n".into();
        lines.swap(100, 101);
        let after = lines.concat();
        let diff = unified_diff(&before, &after);
        assert_eq!(patched(&before, &diff), after);
        assert_eq!(diff.matches("@@ -").count(), 4, "{diff}");
        // Nothing in common, and everything in another order.
        let others: String = (0..5000).map(|number| format!("{number}\n")).collect();
        let reversed: String = (0..5000).rev().map(line).collect();
        for after in [others, reversed, String::new(), "one".to_string()] {
            let diff = unified_diff(&before, &after);
            assert_eq!(patched(&before, &diff).trim_end(), after.trim_end());
        }
    }
}
