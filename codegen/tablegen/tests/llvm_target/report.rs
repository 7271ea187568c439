//! What comparisons found.

use crate::known;

/// Who cannot say anything of a description, and why.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub by: &'static str,
    pub message: String,
}

/// What a comparison found.
#[derive(Default, Debug)]
pub struct Outcome {
    /// How many things both have said something of.
    pub compared: usize,
    /// Of which they say different things: its name, and what.
    pub differences: Vec<(String, String)>,
}

impl Outcome {
    /// Compares what both say of a thing.
    pub fn check<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, ours: &T, theirs: &T) {
        self.compared += 1;
        if ours != theirs {
            self.differ(name, format!("{ours:?}, not {theirs:?}"));
        }
    }

    /// Compares what both may say of a thing.
    pub fn check_both<T: PartialEq + std::fmt::Debug>(
        &mut self,
        name: &str,
        ours: Option<&T>,
        theirs: Option<&T>,
    ) {
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => self.check(name, ours, theirs),
            (Some(ours), None) => {
                self.compared += 1;
                self.differ(name, format!("{ours:?}, not there in LLVM's"));
            }
            (None, Some(theirs)) => {
                self.compared += 1;
                self.differ(name, format!("not there, {theirs:?} in LLVM's"));
            }
            (None, None) => {}
        }
    }

    /// Notes a difference.
    pub fn differ(&mut self, name: &str, what: String) {
        self.differences.push((name.to_string(), what));
    }
}

/// Differences of one comparison that are shown.
const SHOWN: usize = 5;
/// Characters of each.
const SHOWN_CHARACTERS: usize = 400;

/// All comparisons of all targets.
#[derive(Default)]
pub struct Report {
    table: Vec<String>,
    unknown: usize,
    refused: usize,
}

impl Report {
    /// Adds a line.
    pub fn add(&mut self, target: &str, comparison: &str, result: &Result<Outcome, Refusal>) {
        let line = match result {
            Ok(outcome) => {
                let (mut known, mut unknown) = (Vec::new(), Vec::new());
                for (name, what) in &outcome.differences {
                    match known::reason(target, comparison, name) {
                        Some(reason) => known.push(reason),
                        None => unknown.push((name, what)),
                    }
                }
                self.unknown += unknown.len();
                let count = known.len();
                known.sort_unstable();
                known.dedup();
                let mut line = format!(
                    "{target:12} {comparison:20} {:>8} {:>8} {count:>6}  {}",
                    outcome.compared,
                    unknown.len(),
                    known.join("; ")
                );
                for (name, what) in unknown.iter().take(SHOWN) {
                    let what: String = what.chars().take(SHOWN_CHARACTERS).collect();
                    line.push_str(&format!("\n    {name}: {what}"));
                }
                line
            }
            Err(refusal) => {
                self.refused += 1;
                let message = refusal.message.lines().find(|line| line.contains("error"));
                let message = message.or(refusal.message.lines().next()).unwrap_or("");
                let message = message
                    .split_once("error: ")
                    .map_or(message, |(_, message)| message);
                format!(
                    "{target:12} {comparison:20} {:>8} {:>8} {:>6}  refused by {}: {message}",
                    "-", "-", "-", refusal.by
                )
            }
        };
        // Minutes may pass until the end.
        eprintln!("{}", line.trim_end());
        self.table.push(line);
    }

    /// How many differences nobody knows a reason for, how many comparisons were refused, and all that was found.
    pub fn finish(self) -> (usize, usize, String) {
        let head = format!(
            "{:12} {:20} {:>8} {:>8} {:>6}\n",
            "target", "comparison", "compared", "differ", "known"
        );
        (self.unknown, self.refused, head + &self.table.join("\n"))
    }
}
