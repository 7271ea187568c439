//! Library functions: definitions in OpenCL C by name.
//!
//! A definition whose name ends in `__T` is a template: `__add__float` is instantiated from `T __add__T(T a, T b)`. If
//! the name also contains the word `OP`, that stands for an operation: `__reduce_max__int` is instantiated from `T
//! __reduce_OP__T(T x)`, in which `__OP__T` denotes `__max__int`.

use super::{printf, tables};
use crate::target::TargetDescription;
use std::borrow::Cow;

/// The values of `OP` in the name of a template.
const OPERATIONS: [&str; 10] = [
    "logical_and",
    "logical_or",
    "logical_xor",
    "add",
    "mul",
    "min",
    "max",
    "and",
    "or",
    "xor",
];

/// The name of the template for `__stem__T` if there is none of that exact name, and the operation.
fn operation_template(stem: &str) -> Option<(String, &'static str)> {
    OPERATIONS.iter().find_map(|&operation| {
        let rest = stem.strip_suffix(operation)?;
        rest.ends_with('_').then(|| (format!("{rest}OP__T"), operation))
    })
}

/// The text of a template for a type and an operation.
fn instantiate(template: &str, ty: &str, operation: &str) -> String {
    let mut out = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_') {
        let word = &rest[start..];
        let len = word
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(word.len());
        let (word, after) = word.split_at(len);
        out.push_str(&rest[..start]);
        match word.strip_suffix("__T") {
            Some(stem) => {
                match stem.strip_suffix("OP") {
                    Some(stem) => out.extend([stem, operation]),
                    None => out.push_str(stem),
                }
                out.extend(["__", ty]);
            }
            None => out.push_str(if word == "T" { ty } else { word }),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The text of the library's definition of `name`; the target's comes first.
fn library_text(target: &TargetDescription, name: &str) -> Option<&'static str> {
    for part in &target.library {
        if let Ok(index) = part.binary_search_by(|entry| entry.0.cmp(name)) {
            return Some(part[index].1);
        }
    }
    let index = tables::INDEX.binary_search_by(|entry| entry.0.cmp(name)).ok()?;
    let (_, file, start, end) = tables::INDEX[index];
    Some(&tables::FILES[file as usize][start as usize..end as usize])
}

/// The text of the definition of `name`, instantiated from a template if necessary.
pub fn library_definition(target: &TargetDescription, name: &str) -> Option<Cow<'static, str>> {
    if let Some(text) = library_text(target, name) {
        return Some(text.into());
    }
    if let Some(text) = printf::writer_definition(name) {
        return Some(text.into());
    }
    let (stem, ty) = name.rsplit_once("__").filter(|(stem, _)| !stem.is_empty())?;
    let (template, operation) = match library_text(target, &format!("{stem}__T")) {
        Some(template) => (template, ""),
        None => {
            let (template, operation) = operation_template(stem)?;
            (library_text(target, &template)?, operation)
        }
    };
    Some(instantiate(template, ty, operation).into())
}

/// Whether the library has a template `__NAME__T`, and whether it is one of an operation.
pub fn library_template(target: &TargetDescription, name: &str) -> Option<bool> {
    if library_text(target, &format!("__{name}__T")).is_some() {
        return Some(false);
    }
    let (template, _) = operation_template(name)?;
    library_text(target, &format!("__{template}")).map(|_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_take_types_and_operations() {
        let text = "T __f_OP__T(local T *x) { return __OP__T(__g__T(x), *x) + OPT; }";
        assert_eq!(
            instantiate(text, "float4", "max"),
            "float4 __f_max__float4(local float4 *x) { return __max__float4(__g__float4(x), *x) + OPT; }"
        );
        assert_eq!(
            operation_template("__f_logical_and"),
            Some(("__f_OP__T".into(), "logical_and"))
        );
        assert_eq!(operation_template("__f_and"), Some(("__f_OP__T".into(), "and")));
        assert_eq!(operation_template("__fand"), None);
    }
}
