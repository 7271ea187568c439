//! Results of comparisons.

/// The tool that rejects a description, and the reason.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub by: &'static str,
    pub message: String,
}

/// The result of a comparison.
#[derive(Default, Debug)]
pub struct Outcome {
    /// The number of compared items.
    pub compared: usize,
    /// The items that differ: the name, and the difference.
    pub differences: Vec<(String, String)>,
}

impl Outcome {
    /// Compares an item.
    pub fn check<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, ours: &T, theirs: &T) {
        self.compared += 1;
        if ours != theirs {
            self.differ(name, format!("{ours:?}, not {theirs:?}"));
        }
    }

    /// Compares an item that either tool may lack.
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

    /// Records a difference.
    pub fn differ(&mut self, name: &str, what: String) {
        self.differences.push((name.to_string(), what));
    }
}

/// Maximum number of differences of a comparison that are shown.
const SHOWN: usize = 5;

impl Outcome {
    /// A message about the differences; `None` if there are none.
    pub fn message(&self, comparison: &str) -> Option<String> {
        let shown = self.differences.iter().take(SHOWN);
        let lines: Vec<String> = shown.map(|(name, what)| format!("    {name}: {what}")).collect();
        let count = self.differences.len();
        (count > 0).then(|| format!("{comparison}: {count} of {}\n{}", self.compared, lines.join("\n")))
    }
}
