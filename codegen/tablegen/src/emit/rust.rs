//! Helpers for writing Rust source.

use std::fmt::{Display, Write};

/// First line of generated files.
pub fn header(source: &str, what: &str) -> String {
    format!("// {what}, generated from {source}. Do not edit.\n\n")
}

/// A name in the style of Rust constants: upper case, everything but letters and digits replaced by `_`.
pub fn constant_name(name: &str) -> String {
    let mut out: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect();
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    out
}

/// A name in the style of Rust types: `smrd_offset` becomes `SmrdOffset`.
pub fn type_name(name: &str) -> String {
    let mut out = String::new();
    for part in name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
    {
        let mut chars = part.chars();
        out.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(chars.as_str());
    }
    out
}

/// `items` separated by commas, with line breaks every so often.
pub fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut out = String::new();
    let mut column = 0;
    for item in items {
        let before = out.len();
        let _ = write!(out, "{item},");
        column += out.len() - before;
        if column > 100 {
            out.push('\n');
            column = 0;
        }
    }
    out
}

/// `pub static NAME: &[TYPE] = &[ITEMS];`
pub fn slice<T: Display>(out: &mut String, name: &str, ty: &str, items: impl IntoIterator<Item = T>) {
    let _ = writeln!(out, "pub static {name}: &[{ty}] = &[\n{}\n];", list(items));
}
