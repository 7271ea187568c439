//! Code shared by the tests of all crates. It has no dependencies, so that every crate's tests can use it.

pub mod llvm;

/// The first difference between two texts, for messages of tests.
pub fn first_difference(expected: &str, actual: &str) -> String {
    let mut lines = expected.lines().zip(actual.lines()).enumerate();
    match lines.find(|(_, (expected, actual))| expected != actual) {
        Some((i, (expected, actual))) => {
            format!("line {}:\n  expected {expected}\n  got      {actual}", i + 1)
        }
        None => format!(
            "{} lines expected, got {}",
            expected.lines().count(),
            actual.lines().count()
        ),
    }
}
