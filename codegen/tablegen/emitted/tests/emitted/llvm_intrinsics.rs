//! `--gen-intrinsics` of a description with LLVM's classes.

#[allow(missing_docs, clippy::all, dead_code)]
mod generated {
    include!("../../../tests/emit/llvm_intrinsics.rs");
}
use generated::{INTRINSICS, Intrinsic, Type, intrinsic_named};

fn one(name: &str) -> &'static Intrinsic {
    &INTRINSICS[intrinsic_named(name).unwrap_or_else(|| panic!("no {name}"))]
}

#[test]
fn every_intrinsic_is_found_by_its_name() {
    for (number, intrinsic) in INTRINSICS.iter().enumerate() {
        assert_eq!(intrinsic_named(intrinsic.name), Some(number));
    }
    assert_eq!(intrinsic_named("llvm.toy"), None);
}

#[test]
fn types() {
    let three = one("llvm.three.of");
    assert_eq!(three.overloads, 1);
    assert!(three.is_commutative);
    assert_eq!(three.results[1], Type::SameWidth(0, &Type::Int(1)));
    assert_eq!(three.parameters, [Type::Match(0)]);
    let vectors = one("llvm.vectors.all");
    assert_eq!(vectors.results, [Type::Scalable(4, &Type::Float)]);
    assert_eq!(vectors.parameters[3..], [Type::PointersTo(1, 0), Type::VarArg]);
}

#[test]
fn attributes() {
    let load = one("llvm.toy.load");
    assert_eq!(load.attributes, "nounwind nofree willreturn memory(argmem: read)");
    assert_eq!(load.values[0], (-1, "range(0, 9)"));
    assert_eq!(load.values[1], (0, "captures(none) noundef align 8"));
    assert_eq!(load.names, [(1, "cache", "printCache")]);
    assert_eq!(load.clang_builtin, "__builtin_toy_load");
    // What it waits for may have changed memory.
    assert_eq!(one("llvm.toy.wait").attributes, "nounwind convergent");
    assert!(one("llvm.vectors.all").attributes.starts_with("memory"));
}
