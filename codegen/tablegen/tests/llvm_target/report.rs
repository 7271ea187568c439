//! What comparisons found.

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

impl Outcome {
    /// What is different; nothing if nothing is.
    pub fn message(&self, comparison: &str) -> Option<String> {
        let shown = self.differences.iter().take(SHOWN);
        let lines: Vec<String> = shown.map(|(name, what)| format!("    {name}: {what}")).collect();
        let count = self.differences.len();
        (count > 0).then(|| format!("{comparison}: {count} of {}\n{}", self.compared, lines.join("\n")))
    }
}
