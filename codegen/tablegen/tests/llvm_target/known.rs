//! Differences that are meant, with the reason.

struct Known {
    /// `*`: all of them.
    target: &'static str,
    comparison: &'static str,
    /// What is different; with a `*` behind it the beginning of the name.
    name: &'static str,
    reason: &'static str,
}

const KNOWN: &[Known] = &[];

fn agrees(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => pattern == name,
    }
}

/// Why a difference is no mistake; `None` if nobody knows.
pub fn reason(target: &str, comparison: &str, name: &str) -> Option<&'static str> {
    let mut known = KNOWN.iter();
    let found = known.find(|known| {
        agrees(known.target, target) && known.comparison == comparison && agrees(known.name, name)
    });
    Some(found?.reason)
}
