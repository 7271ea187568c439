//! Calls: attributes, operand bundles, `musttail`.

use super::tests::{each_is_found, problems};

/// A function that calls `@g`, declared with these parameters.
fn call(params: &str, call: &str) -> String {
    format!(
        "%o = type opaque\ndeclare void @g({params})\n\
         define void @f(ptr %p, i32 %i) {{\n  call void {call}\n  ret void\n}}\n"
    )
}

#[test]
fn attributes_of_arguments() {
    assert_eq!(
        problems(&call(
            "ptr, i32",
            "@g(ptr noundef nonnull byval(i32) align 4 %p, i32 zeroext %i)"
        )),
        ""
    );
    each_is_found(&[
        (
            &call("ptr", "@g(ptr byval(%o) %p)"),
            "'byval' needs a type that has a size: argument 0",
        ),
        (
            &call("ptr", "@g(ptr byval([4294967296 x i8]) %p)"),
            "'byval' of a type this large",
        ),
        (&call("ptr", "@g(ptr zeroext %p)"), "'zeroext' needs an integer"),
        (&call("i32", "@g(i32 noalias %i)"), "'noalias' needs a pointer"),
        (
            &call("i32", "@g(i32 range(i64 0, 3) %i)"),
            "'range' has another width",
        ),
        (
            &call("ptr", "@g(ptr elementtype(i32) %p)"),
            "'elementtype' can only be applied to intrinsics",
        ),
        (
            &call("i32", "@g(i32 immarg 0)"),
            "'immarg' only applies to intrinsics",
        ),
        (
            &call("...", "(...) @g(ptr sret(i32) %p)"),
            "'sret' cannot be used for variadic arguments",
        ),
        (
            &call("ptr, ptr", "@g(ptr sret(i32) %p, ptr sret(i32) %p)"),
            "more than one parameter",
        ),
        (
            &call("ptr", "@g(ptr byval(i32) inreg %p)"),
            "'byval and inreg' are incompatible",
        ),
        (
            &call("ptr, i32", "@g(ptr inalloca(i32) %p, i32 0)"),
            "not on the last parameter",
        ),
        (
            &call("ptr", "@g(ptr returned %p)"),
            "'returned' is on a parameter of another type",
        ),
    ]);
}

#[test]
fn attributes_of_calls() {
    assert_eq!(problems(&call("", "@g() builtin nounwind")), "");
    each_is_found(&[
        (&call("", "@g() speculatable"), "'speculatable' may not apply"),
        (
            &call("", "@g() alwaysinline noinline"),
            "'noinline and alwaysinline' are incompatible",
        ),
        (&call("", "@g() jumptable"), "requires 'unnamed_addr'"),
        (
            &call("i32", "@g(i32 0) allocsize(3)"),
            "out of bounds of attribute 'allocsize'",
        ),
        (
            "declare i32 @g()\ndefine void @f() {\n  %x = call nonnull i32 @g()\n  ret void\n}\n",
            "'nonnull' needs a pointer: the result",
        ),
        (
            "define void @f(ptr %p) {\n  %t = call token %p()\n  ret void\n}\n",
            "an indirect call cannot return a token",
        ),
    ]);
}

#[test]
fn attributes_of_declarations() {
    assert_eq!(
        problems(
            "declare void @f(ptr inreg sret(i32), <2 x ptr> align 4, <2 x i32> range(i32 0, 3))\n\
             declare i64 @g(double returned)\n"
        ),
        ""
    );
    each_is_found(&[
        (
            "declare void @f(ptr elementtype(i32))\n",
            "is for arguments of calls",
        ),
        (
            "declare void @f(i32 signext zeroext)\n",
            "'zeroext and signext' are incompatible",
        ),
        (
            "declare void @f(<2 x ptr> nonnull)\n",
            "'nonnull' needs a pointer",
        ),
        (
            "declare void @f(ptr, ptr, ptr sret(i32))\n",
            "not on the first or second parameter",
        ),
        (
            "declare void @llvm.unknown(ptr immarg nest)\n",
            "'immarg' can only be combined with 'range'",
        ),
    ]);
}

#[test]
fn operand_bundles() {
    let indirect = |bundles: &str| {
        format!("define void @f(ptr %p, i32 %i) {{\n  call void %p() [ {bundles} ]\n  ret void\n}}\n")
    };
    assert_eq!(
        problems(&indirect("\"kcfi\"(i32 1), \"x\"(), \"x\"(), \"align\"(i32 1)")),
        ""
    );
    each_is_found(&[
        (
            &indirect("\"kcfi\"(i32 1), \"kcfi\"(i32 1)"),
            "multiple 'kcfi' operand bundles",
        ),
        (&indirect("\"deopt\"(), \"deopt\"()"), "multiple 'deopt'"),
        (&indirect("\"kcfi\"(i32 %i)"), "'kcfi' takes an i32 constant"),
        (&indirect("\"ptrauth\"(i32 1)"), "'ptrauth' takes two operands"),
        (
            &indirect("\"ptrauth\"(i32 1, i32 1)"),
            "takes a discriminator that is an i64",
        ),
        (
            "define void @f() {\n  call void @f() [ \"ptrauth\"(i32 1, i64 1) ]\n  ret void\n}\n",
            "'ptrauth' is for indirect calls",
        ),
    ]);
}

#[test]
fn bundles_of_assumptions() {
    let assume = |bundles: &str| {
        format!(
            "define void @f(ptr %p, i32 %i) {{\n  call void @llvm.assume(i1 true) [ {bundles} ]\n  ret void\n}}\n"
        )
    };
    let good = "\"align\"(ptr %p, i64 8, i32 %i), \"nonnull\"(ptr %p), \"cold\"(), \"ignore\"(i32 1), \
                \"separate_storage\"(ptr %p, ptr %p), \"dereferenceable\"(ptr %p, i32 %i), \"noundef\"(i32 %i)";
    assert_eq!(problems(&assume(good)), "");
    each_is_found(&[
        (&assume("\"no\"()"), "'no' has a tag that is not an attribute"),
        (
            &assume("\"align\"(ptr %p)"),
            "'align' takes two or three operands",
        ),
        (
            &assume("\"align\"(i32 %i, i32 8)"),
            "'align' takes a pointer and integers",
        ),
        (
            &assume("\"nonnull\"(ptr %p, i32 1)"),
            "'nonnull' takes one operand",
        ),
        (&assume("\"cold\"(i32 1)"), "'cold' takes no operand"),
        (
            &assume("\"dereferenceable_or_null\"(ptr %p, i32 %i)"),
            "the second is a constant integer",
        ),
        (
            "define void @f(i1 %c) {\n  call void @llvm.assume(i1 %c) [ \"cold\"() ]\n  ret void\n}\n",
            "must have the condition 'i1 true'",
        ),
    ]);
}

#[test]
fn convergence() {
    let body = |text: &str| {
        format!("declare void @g() convergent\ndefine void @f() convergent {{\n{text}  ret void\n}}\n")
    };
    let anchor = "  %a = call token @llvm.experimental.convergence.anchor()\n";
    let given = "  call void @g() [ \"convergencectrl\"(token %a) ]\n";
    assert_eq!(problems(&body(&format!("{anchor}{given}"))), "");
    each_is_found(&[
        (&body(&format!("{anchor}{given}  call void @g()\n")), "cannot mix"),
        (
            &body(&format!(
                "{anchor}  call void @g() [ \"convergencectrl\"(token %a, token %a) ]\n"
            )),
            "takes one token",
        ),
        (
            &body("  %a = call token @llvm.experimental.convergence.loop()\n"),
            "needs a 'convergencectrl' bundle",
        ),
        (
            &body("  call void @g()\n  %a = call token @llvm.experimental.convergence.entry()\n"),
            "must precede all other convergent operations",
        ),
    ]);
}

#[test]
fn calls_in_place_of_their_function() {
    let tail = |convention: &str, params: &str, own: &str, call: &str| {
        format!(
            "declare {convention} i32 @g({params})\n\
             define {convention} i32 @f({own}) {{\n  %r = musttail call {convention} i32 {call}\n"
        )
    };
    let plain = |rest: &str| tail("", "ptr", "ptr %p", "@g(ptr null)") + rest;
    assert_eq!(problems(&plain("  ret i32 %r\n}\n")), "");
    assert_eq!(problems(&plain("  ret i32 poison\n}\n")), "");
    let other = tail("tailcc", "i32, i32", "ptr %p", "@g(i32 0, i32 1)");
    assert_eq!(problems(&format!("{other}  ret i32 %r\n}}\n")), "");
    let returned = |text: String| format!("{text}  ret i32 %r\n}}\n");
    each_is_found(&[
        (&plain("  ret i32 0\n}\n"), "must be returned"),
        (
            &plain("  %s = add i32 %r, 1\n  ret i32 %r\n}\n"),
            "must precede a ret",
        ),
        (
            &returned(tail("", "ptr, i32", "ptr %p", "@g(ptr null, i32 0)")),
            "mismatched parameter counts",
        ),
        (
            &returned(tail("", "i32", "ptr %p", "@g(i32 0)")),
            "mismatched parameter types",
        ),
        (
            &returned(tail("", "ptr", "ptr inreg %p", "@g(ptr null)")),
            "mismatched attributes",
        ),
        (
            "define void @f() {\n  musttail call fastcc void @f()\n  ret void\n}\n",
            "mismatched calling conventions",
        ),
    ]);
}

#[test]
fn scopes_are_declared_one_at_a_time() {
    let declare = |list: &str| {
        format!(
            "define void @f() {{\n  call void @llvm.experimental.noalias.scope.decl(metadata {list})\n  \
             ret void\n}}\n!0 = !{{!\"scope\", !1}}\n!1 = !{{!\"domain\"}}\n"
        )
    };
    assert_eq!(problems(&declare("!{!0}")), "");
    each_is_found(&[
        (&declare("!{!0, !0}"), "must hold a single scope"),
        (&declare("!{!1}"), "does not hold an alias scope"),
        (&declare("!\"list\""), "takes a list"),
    ]);
}
