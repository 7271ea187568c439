//! Globals, attributes of functions, metadata of both, and what describes the source.

use super::tests::{each_is_found, problems};

#[test]
fn uses_of_special_globals() {
    let used = "@x = global i32 0\n@llvm.used = appending global [1 x ptr] [ptr @x]\n";
    assert_eq!(problems(used), "");
    let wrong = "invalid uses of an intrinsic global variable";
    each_is_found(&[
        (
            &format!("{used}define ptr @f() {{\n  ret ptr @llvm.used\n}}\n"),
            wrong,
        ),
        (&format!("{used}@y = global [1 x ptr] [ptr @llvm.used]\n"), wrong),
        (&format!("{used}@y = alias ptr, ptr @llvm.used\n"), wrong),
        (
            "declare i32 @llvm.ctpop.i32(i32)\n@x = global ptr @llvm.ctpop.i32\n",
            "the address of an intrinsic is taken",
        ),
        (
            "declare void @llvm.other()\ndefine ptr @f() {\n  ret ptr @llvm.other\n}\n",
            "the address of an intrinsic is taken",
        ),
        (
            "define void @llvm.other() {\n  ret void\n}\n",
            "an intrinsic is defined",
        ),
        (
            "$x = comdat any\n@x = available_externally global i32 0, comdat\n",
            "may not be in a comdat",
        ),
    ]);
}

#[test]
fn resolvers() {
    let resolved = |resolver: &str| {
        format!("define ptr @r() {{\n  ret ptr null\n}}\n@i = ifunc void (), ptr {resolver}\n")
    };
    assert_eq!(problems(&resolved("getelementptr (i8, ptr @r, i64 0)")), "");
    each_is_found(&[
        (
            &resolved("getelementptr (i8, ptr @r, i64 4)"),
            "an ifunc must have a function as its resolver",
        ),
        (
            "define i32 @r() {\n  ret i32 0\n}\n@i = ifunc void (), ptr @r\n",
            "must return a pointer",
        ),
    ]);
}

#[test]
fn texts_of_attributes() {
    let with = |attribute: &str| format!("declare void @f() {attribute}\n");
    for good in [
        "\"denormal-fp-math\"=\"preserve-sign\" \"denormal-fp-math-f32\"=\"ieee,dynamic\"",
        "\"target-features\"=\"+a,-b\" \"sign-return-address\"=\"all\" \"sign-return-address-key\"=\"a_key\"",
        "\"target-features\"=\"\" \"branch-target-enforcement\"=\"\"",
    ] {
        assert_eq!(problems(&with(good)), "", "{good}");
    }
    for (attribute, value) in [
        ("denormal-fp-math", "ieee.ieee"),
        ("target-features", "+a,,+b"),
        ("target-features", "a"),
        ("sign-return-address", "some"),
        ("sign-return-address-key", ""),
        ("branch-target-enforcement", "yes"),
    ] {
        let text = with(&format!("\"{attribute}\"=\"{value}\""));
        each_is_found(&[(&text, "invalid value of attribute")]);
    }
    each_is_found(&[
        (
            "define x86_intrcc void @f(ptr %p) {\n  ret void\n}\n",
            "the calling convention needs 'byval'",
        ),
        (
            "target triple = \"amdgcn\"\ndefine amdgpu_kernel void @f(ptr addrspace(5) byref(i32) %p) {\n  ret void\n}\n",
            "'byref' of the stack",
        ),
    ]);
}

#[test]
fn metadata_of_globals() {
    let global = |attached: &str| format!("@h = global i32 0\n@g = global i32 1, {attached}\n");
    assert_eq!(problems(&global("!associated !{ptr @h}")), "");
    assert_eq!(problems(&global("!absolute_symbol !{i64 -1, i64 -1}")), "");
    each_is_found(&[
        (&global("!associated !{ptr @g}"), "should not name its own global"),
        (&global("!associated !{i32 1}"), "must have a pointer"),
        (&global("!associated !{ptr @h, ptr @h}"), "must have one operand"),
        (&global("!absolute_symbol !{i64 2, i64 2}"), "must not be empty"),
        (
            "declare !kcfi_type !{i64 1} void @f()\n",
            "must have a constant integer of 32 bits",
        ),
        (
            "define void @f() !kcfi_type !0 !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 1}\n",
            "may be attached once only",
        ),
    ]);
}

#[test]
fn metadata_of_accesses_and_calls() {
    let load = |attached: &str, nodes: &str| {
        format!(
            "define void @f(ptr %p) {{\n  %v = load i32, ptr %p, {attached}\n  call void @f(ptr %p)\n  ret void\n}}\n{nodes}"
        )
    };
    assert_eq!(problems(&load("!range !{i32 -4, i32 -2, i32 0, i32 2}", "")), "");
    assert_eq!(
        problems(&load(
            "!tbaa !{!0, !0, i64 0}",
            "!0 = !{!\"int\", !1, i64 0}\n!1 = !{!\"root\"}\n"
        )),
        ""
    );
    let call =
        |attached: &str| format!("define void @f() {{\n  call void @f(), {attached}\n  ret void\n}}\n");
    assert_eq!(
        problems(&call("!memprof !{!{!{i64 1}, !\"cold\"}}, !callsite !{i64 2}")),
        ""
    );
    each_is_found(&[
        (
            &load("!range !{i32 4, i32 8, i32 0, i32 2}", ""),
            "intervals are not in order",
        ),
        (
            &load("!range !{i32 0, i32 8, i32 4, i32 9}", ""),
            "intervals are overlapping",
        ),
        (
            &load("!range !{i32 0, i32 8, i32 8, i32 9}", ""),
            "intervals are contiguous",
        ),
        (
            &load("!tbaa !{!0, !0, i64 0}", "!0 = !{!\"root\"}\n"),
            "the accessed type must be a scalar type",
        ),
        (
            &load("!tbaa !{!0, !0, i64 0}", "!0 = !{!\"s\", !0, i64 0}\n"),
            "the accessed type must be a scalar type",
        ),
        (&load("!memprof !{}", ""), "!memprof is for calls"),
        (&call("!memprof !{}"), "should have at least one operand"),
        (&call("!memprof !{!{!{i64 1}}}"), "at least two operands"),
        (&call("!callsite !{!\"x\"}"), "made of constant integers"),
    ]);
}

#[test]
fn unknown_intrinsics_with_immediates() {
    let call = |arg: &str| {
        format!(
            "declare void @llvm.other(i32 immarg)\ndefine void @f(i32 %i) {{\n  call void @llvm.other(i32 {arg})\n  ret void\n}}\n"
        )
    };
    assert_eq!(problems(&call("3")), "");
    each_is_found(&[(&call("%i"), "argument 0 must be a constant")]);
}

#[test]
fn expressions() {
    let list = |operations: &str| format!("!list = !{{!DIExpression({operations})}}\n");
    for good in [
        "",
        "DW_OP_plus_uconst, 3, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8",
        "DW_OP_lit0, DW_OP_swap",
        "DW_OP_LLVM_entry_value, 1, DW_OP_deref",
        "DW_OP_LLVM_arg, 0, DW_OP_LLVM_entry_value, 1",
        "DW_OP_breg3, 3",
        "16, 7",
    ] {
        assert_eq!(problems(&list(good)), "", "{good}");
    }
    for bad in [
        "DW_OP_plus_uconst",
        "DW_OP_stack_value, DW_OP_deref",
        "DW_OP_LLVM_fragment, 0, 8, DW_OP_deref",
        "DW_OP_swap",
        "DW_OP_bra, 3",
        "DW_OP_LLVM_entry_value, 2",
        "DW_OP_deref, DW_OP_LLVM_entry_value, 1",
        "0",
    ] {
        each_is_found(&[(&list(bad), "invalid expression")]);
    }
    // Unreferenced nodes are not part of the module.
    assert_eq!(problems("!0 = !DIExpression(DW_OP_swap)\n"), "");
}

#[test]
fn types_of_the_source() {
    let list =
        |node: &str| format!("!list = !{{!0}}\n!0 = {node}\n!1 = !{{}}\n!2 = !DIBasicType(name: \"int\")\n");
    assert_eq!(
        problems(&list(
            "!DICompositeType(tag: DW_TAG_structure_type, templateParams: !{!DITemplateTypeParameter(type: !2)})"
        )),
        ""
    );
    each_is_found(&[
        (
            &list("!DISubrange(lowerBound: !1, upperBound: 1)"),
            "a bound must be a signed constant",
        ),
        (
            &list("!DICompositeType(tag: DW_TAG_structure_type, templateParams: !2)"),
            "invalid template params",
        ),
        (
            &list("!DICompositeType(tag: DW_TAG_structure_type, templateParams: !{!2})"),
            "invalid template parameter",
        ),
        (
            &list(
                "!DICompositeType(tag: DW_TAG_structure_type, flags: DIFlagTypePassByValue | DIFlagTypePassByReference)",
            ),
            "invalid reference flags",
        ),
        (
            &list("!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !\"int\")"),
            "invalid base type",
        ),
    ]);
}
