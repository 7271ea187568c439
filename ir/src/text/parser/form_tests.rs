//! Accepted forms of the text: names, numbers, order.

use super::tests::{errors, round_trip};

/// Texts with an error whose message contains the words beside it.
fn each_is_refused(cases: &[(&str, &str)]) {
    for (text, message) in cases {
        let found = errors(text);
        assert!(found.contains(message), "{text}\n{found}");
    }
}

#[test]
fn numbers_may_be_left_out() {
    let text = round_trip(
        "@3 = global i32 0\n@7 = global ptr @3\n\
         define i32 @9(i32 %3, i32 %x, i32, i32 %8) {\n  %12 = add i32 %3, %4\n  %14 = add i32 %12, %8\n  ret i32 %14\n}\n",
    );
    assert!(text.contains("@7 = global ptr @3"), "{text}");
    each_is_refused(&[
        (
            "@3 = global i32 0\n@1 = global i32 0\n",
            "expected to be numbered '@4' or greater",
        ),
        (
            "define void @2() {\n  ret void\n}\ndeclare void @1()\n",
            "expected to be numbered '@3' or greater",
        ),
        (
            "declare void @f(i32 %3, i32 %3)\n",
            "parameter expected to be numbered '%4' or greater",
        ),
    ]);
}

#[test]
fn labels_of_all_characters() {
    round_trip(
        "define void @f() {\n-x:\n  br label %$y\n$y:\n  br label %-3\n-3:\n  br label %\"4x\"\n4x:\n  ret void\n}\n",
    );
}

#[test]
fn names_hold_no_nul() {
    for text in [
        "@\"a\\00b\" = global i32 0\n",
        "@\"a\0b\" = global i32 0\n",
        "define void @f(i32 %\"a\\00b\") {\n  ret void\n}\n",
        "define void @f() {\n\"a\\00b\":\n  ret void\n}\n",
        "%\"a\\00b\" = type { i32 }\n",
        "$\"a\\00b\" = comdat any\n",
    ] {
        let found = errors(text);
        assert!(
            found.contains("NUL character is not allowed in names"),
            "{text}\n{found}"
        );
    }
    round_trip("declare void @f() \"a\\00b\"=\"c\\00d\"\n");
}

#[test]
fn phis_without_entries() {
    // A block without predecessors.
    let text = round_trip("define i32 @f() {\n  %x = phi i32\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n");
    assert!(text.contains("%x = freeze i32 poison"), "{text}");
    each_is_refused(&[(
        "define void @f() {\n  br label %a\na:\n  %x = phi i32\n  ret void\n}\n",
        "phi does not have one entry for each predecessor",
    )]);
}

#[test]
fn parts_of_alloca_are_ordered() {
    round_trip("define void @f() {\n  %a = alloca i32, i32 2, align 4, addrspace(5)\n  ret void\n}\n");
    for parts in [
        "align 4, i32 2",
        "addrspace(5), align 4",
        "addrspace(5), i32 1",
        "i32 1, i32 2",
    ] {
        let text = format!("define void @f() {{\n  %a = alloca i32, {parts}\n  ret void\n}}\n");
        let found = errors(&text);
        assert!(found.contains("expected metadata"), "{text}\n{found}");
    }
}

#[test]
fn debug_records_stand_before_instructions() {
    let record = "    #dbg_value(i32 1, !0, !DIExpression(), !0)\n";
    let nodes = "!0 = !{}\n";
    round_trip(&format!("define void @f() {{\n{record}  ret void\n}}\n{nodes}"));
    each_is_refused(&[
        (
            &format!("define void @f() {{\n  ret void\n{record}}}\n{nodes}"),
            "expected an instruction after the debug record",
        ),
        (
            &format!("define void @f() {{\n  br label %a\n{record}a:\n  ret void\n}}\n{nodes}"),
            "expected an instruction after the debug record",
        ),
        (
            &format!(
                "declare void @llvm.dbg.value(metadata, metadata, metadata)\ndefine void @f() {{\n{record}  \
                 call void @llvm.dbg.value(metadata i32 1, metadata !0, metadata !DIExpression())\n  ret void\n}}\n{nodes}"
            ),
            "debug records and debug intrinsics in one module",
        ),
    ]);
}

#[test]
fn comdats_have_names() {
    round_trip("$f = comdat any\ndefine void @f() comdat {\n  ret void\n}\n");
    each_is_refused(&[
        (
            "define void @0() comdat {\n  ret void\n}\n",
            "a comdat must have a name",
        ),
        ("@g = global i32 0, comdat\n", "use of undefined comdat '$g'"),
    ]);
}

#[test]
fn summaries() {
    round_trip(
        "@g = global i32 0\n^0 = module: (path: \"a.o\", hash: (0, 1, 2, 3, 4))\n\
         ^1 = gv: (name: \"g\", summaries: (variable: (module: ^0)))\n^2 = flags: 8\n^3 = blockcount: 2\n",
    );
    each_is_refused(&[
        ("^0 = other: (path: \"a\")\n", "unexpected summary kind"),
        ("^0 = module: )(\n", "expected '(' here"),
        ("^0 = module: (path: \"a\"\n", "expected ')' here"),
        ("^0 = gv: (name: \"g\")\n", "reference to undefined global 'g'"),
        (
            "^0 = gv: (guid: 1, module: ^3)\n",
            "use of undefined summary '^3'",
        ),
    ]);
}

#[test]
fn values_of_attributes() {
    round_trip(
        "declare void @f(ptr dereferenceable(1) initializes((-4, 0), (4, 8)), i32 range(i32 -1, 3))\n",
    );
    each_is_refused(&[
        ("declare void @f(ptr dereferenceable(0))\n", "must be non-zero"),
        ("declare void @f(i32 range(i32 3, 3))\n", "the range is empty"),
        ("declare void @f(i32 range(i32 3, x))\n", "expected two integers"),
        (
            "declare void @f(i32 range(<2 x i32> 0, 3))\n",
            "the range must have integer type",
        ),
        ("declare void @f(ptr initializes((4, 0)))\n", "list of ranges"),
        (
            "declare void @f(ptr initializes((0, 4), (4, 8)))\n",
            "list of ranges",
        ),
    ]);
}

#[test]
fn undeclared_intrinsics_are_declared_for_each_type() {
    let text = round_trip(
        "define void @f(<2 x double> %x, double %y) {\n  \
         %a = call double @llvm.copysign.f64(double %y, double %y)\n  \
         %b = call <2 x double> @llvm.copysign.f64(<2 x double> %x, <2 x double> %x)\n  ret void\n}\n",
    );
    assert!(text.contains("call <2 x double> @llvm.copysign.v2f64("), "{text}");
}
