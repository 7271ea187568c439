//! `--gen-clang-builtins` of a description with clang's classes.

#[allow(missing_docs, clippy::all)]
mod generated {
    include!("../../../tests/emit/clang_builtins.rs");
}
use generated::{CLANG_BUILTINS, ClangBuiltin, ClangBuiltinKind, clang_builtins_named};

fn one(name: &str) -> &'static ClangBuiltin {
    let mut found = clang_builtins_named(name);
    let first = found.next().unwrap_or_else(|| panic!("no {name}"));
    assert!(found.next().is_none(), "{name}");
    first
}

#[test]
fn every_function_is_found_by_its_name() {
    for builtin in CLANG_BUILTINS {
        assert!(std::ptr::eq(one(builtin.name), builtin));
    }
    assert_eq!(clang_builtins_named("toy").count(), 0);
    assert_eq!(clang_builtins_named("zzz").count(), 0);
}

#[test]
fn prototypes_are_types_in_letters() {
    assert_eq!(one("__builtin_toy_halff16").ty, "hhIihC*");
    assert_eq!(one("ll_toy_number").ty, "LLiLLiC*Rz");
    assert_eq!(one("__builtin_toy_anything").ty, "");
    let sum = one("__builtin_toy_sum");
    assert_eq!(
        (sum.ty, sum.prefix, sum.features),
        ("UOiE4fV2cUc*3", "__builtin_toy_", "toy2|toy3,sums")
    );
}

#[test]
fn library_functions_have_two_names() {
    let (plain, builtin) = (one("toy_length"), one("__builtin_toy_length"));
    assert_eq!(
        (plain.attributes, plain.header, plain.languages),
        ("fz", "string.h", "CXX_LANG")
    );
    assert_eq!(
        (builtin.attributes, builtin.kind),
        ("FEz", ClangBuiltinKind::Plain)
    );
    assert_eq!(one("toy_print").attributes, "fp:0:N:1:<0,1>");
    assert_eq!(one("__builtin_toy_flush").kind, ClangBuiltinKind::TargetLibrary);
}
