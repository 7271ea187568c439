//! Helpers for writing Rust source.

use fxhash::FxHashSet;
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

/// The names of a module's items. If names are equal apart from case, `_` is appended to all but the first.
#[derive(Default)]
pub struct UniqueNames {
    known: FxHashSet<String>,
}

impl UniqueNames {
    /// [`constant_name`], made unique.
    pub fn constant(&mut self, name: &str) -> String {
        self.unique(constant_name(name))
    }

    /// `name`, made unique.
    pub fn unique(&mut self, mut name: String) -> String {
        while !self.known.insert(name.clone()) {
            name.push('_');
        }
        name
    }
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

/// A name in the style of Rust's enum variants: [`type_name`], with `_` before it if that is not an identifier.
pub fn variant_name(name: &str) -> String {
    as_variant(type_name(name))
}

/// `name`, with `_` before it if no variant can have that name.
pub fn as_variant(name: String) -> String {
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) && name != "Self" {
        name
    } else {
        format!("_{name}")
    }
}

/// The variants of an enumeration for these names, all different.
pub fn variants<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<(&'n str, String)> {
    let mut unique = UniqueNames::default();
    let names = names.into_iter();
    names
        .map(|name| (name, unique.unique(variant_name(name))))
        .collect()
}

/// Writes an enumeration with a variant for each name, and the list of its variants.
pub fn enumeration(
    out: &mut String,
    (doc, ty, list): (&str, &str, &str),
    variants: &[(impl AsRef<str>, impl AsRef<str>)],
) {
    let _ = writeln!(
        out,
        "/// {doc}\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum {ty} {{"
    );
    for (name, variant) in variants {
        let _ = writeln!(out, "/// `{}`\n{},", name.as_ref(), variant.as_ref());
    }
    out.push_str("}\n");
    slice(
        out,
        list,
        ty,
        variants
            .iter()
            .map(|(_, variant)| format!("{ty}::{}", variant.as_ref())),
    );
}

/// A name in the style of Rust functions: `lookupSysRegByName` becomes `lookup_sys_reg_by_name`, `TypeOf_x` `type_of_x`.
/// `_` is appended to keywords.
pub fn snake_name(name: &str) -> String {
    const KEYWORDS: &[&str] = &[
        "as", "async", "await", "box", "break", "const", "continue", "crate", "do", "dyn", "else", "enum",
        "extern", "final", "fn", "for", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
        "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait",
        "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
        "abstract", "become", "true", "false", "gen",
    ];
    let mut out = String::new();
    let mut previous = '_';
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let next_is_lower = chars.peek().is_some_and(char::is_ascii_lowercase);
        // A word begins after a lower-case letter or a digit, or with the last of several capitals.
        if c.is_ascii_uppercase() && previous != '_' && (!previous.is_ascii_uppercase() || next_is_lower) {
            out.push('_');
        }
        out.push(if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        });
        previous = if c.is_ascii_alphanumeric() { c } else { '_' };
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    if KEYWORDS.contains(&out.as_str()) {
        out.push('_');
    }
    out
}

/// `AtomicNoRet` becomes `ATOMIC_NO_RET`; `VM_CNT` and `LDSDMA` stay.
pub fn snake_constant(name: &str) -> String {
    let mut out = String::new();
    let mut previous_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && previous_lower {
            out.push('_');
        }
        previous_lower = c.is_ascii_lowercase();
        out.push(c.to_ascii_uppercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{snake_constant, snake_name};

    #[test]
    fn flag_names() {
        assert_eq!(snake_constant("AtomicNoRet"), "ATOMIC_NO_RET");
        assert_eq!(snake_constant("VM_CNT"), "VM_CNT");
        assert_eq!(snake_constant("FPAtomic"), "FPATOMIC");
    }

    #[test]
    fn names_of_functions() {
        for (name, expected) in [
            ("lookupSysRegByName", "lookup_sys_reg_by_name"),
            ("HWEncoding", "hw_encoding"),
            ("isFP64Op", "is_fp64_op"),
            ("Type", "type_"),
            ("a.b_c", "a_b_c"),
            ("2x", "_2x"),
        ] {
            assert_eq!(snake_name(name), expected);
        }
    }
}
