//! Helpers for parsing outputs.

/// The text between two delimiters; `None` if one of them is missing.
pub fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let (_, behind) = text.split_once(open)?;
    Some(behind.split_once(close)?.0)
}

/// All numbers of a text, hexadecimal ones too.
pub fn numbers(text: &str) -> Vec<i64> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
    words
        .filter_map(|word| {
            let word = word.trim_end_matches("ULL");
            match word.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok().map(|bits| bits as i64),
                None => word
                    .parse()
                    .ok()
                    .or_else(|| word.parse().ok().map(|bits: u64| bits as i64)),
            }
        })
        .collect()
}

/// The position of the bracket that closes an open one; brackets in strings are ignored.
pub fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The letters and digits in upper case, as names in this project follow Rust's conventions.
pub fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_uppercase()).collect()
}

/// A name after `Namespace::`.
pub fn unqualified(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name).trim()
}
