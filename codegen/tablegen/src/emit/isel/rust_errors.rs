//! Errors about constructs that a listing can show but Rust code cannot express: code in C++, and types without a number in
//! generated code. They are reported before anything is written.

use super::compile::Compiled;
use super::matcher::{Names, Step};
use super::predicates::PredicateTable;
use crate::record::RecordKeeper;
use fxhash::FxHashSet;
use wavec_support::{Diagnostic, Span};

/// Whether code can be a Rust expression. LLVM's descriptions contain statements with `return`, and C++ casts and member
/// accesses.
pub fn may_be_rust(code: &str) -> bool {
    let returns = code
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .any(|word| word == "return");
    !returns && !["->", "cast<", "isa<"].iter().any(|cpp| code.contains(cpp))
}

/// Whether a method of the target can have this name.
fn is_method(name: &str) -> bool {
    name.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// An error for each use.
pub fn find(
    keeper: &RecordKeeper,
    compiled: &[Compiled],
    names: &Names,
    predicates: &PredicateTable,
    spans: &[Span],
) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for predicate in &predicates.list {
        if !may_be_rust(&predicate.code) {
            let message = "is no Rust expression: the generated matcher is Rust";
            out.push(match predicate.origin {
                Some((record, field)) => keeper.field_error(record, field, message),
                None => Diagnostic::error(Span::NONE, format!("'{}' {message}", predicate.code)),
            });
        }
    }
    for name in &names.transforms.list {
        if let Some(record) = keeper.def(name)
            && let Ok(code) = keeper.get_string(record, "XFormFunction")
            && !may_be_rust(code)
        {
            out.push(keeper.field_error(
                record,
                "XFormFunction",
                "is no Rust expression: the generated matcher is Rust",
            ));
        }
    }
    for &record in keeper.derived_defs("Predicate") {
        if let Ok(code) = keeper.get_string(record, "CondString")
            && !may_be_rust(code)
            && names
                .pattern_predicates
                .list
                .iter()
                .any(|used| used.contains(code.trim()))
        {
            out.push(keeper.field_error(
                record,
                "CondString",
                "is no Rust expression: the generated matcher is Rust",
            ));
        }
    }
    for &record in keeper.derived_defs("ComplexPattern") {
        if let Ok(method) = keeper.get_string(record, "SelectFunc")
            && names.complex.list.iter().any(|used| used == method)
            && !is_method(method)
        {
            out.push(keeper.field_error(record, "SelectFunc", "names no method of Rust"));
        }
    }
    let mut told = FxHashSet::default();
    for pattern in compiled {
        let foreign = pattern
            .steps
            .iter()
            .flat_map(Step::types)
            .find(|ty| ty.byte().is_none());
        if let Some(ty) = foreign
            && told.insert(pattern.place)
        {
            let name = &names.patterns.list[pattern.place as usize];
            let message = format!("pattern '{name}' has the type {ty}, which generated code does not know");
            out.push(Diagnostic::error(spans[pattern.place as usize], message));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_apart() {
        assert!(may_be_rust("(-16..=64).contains(&imm)"));
        assert!(may_be_rust("{ let returned = n.imm(); returned == Some(1) }"));
        assert!(!may_be_rust("return isInt<16>(Imm);"));
        assert!(!may_be_rust("Subtarget->hasFoo()"));
        assert!(!may_be_rust("!isa<ConstantSDNode>(N)"));
        assert!(is_method("select_mods"));
        assert!(!is_method("SelectImm<8, true>"));
    }
}
