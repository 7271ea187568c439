use super::*;
use crate::analysis::testing::REGISTRY;
use crate::entities::Type;
use crate::inst::{Aux, InstFlags, Opcode};
use crate::text::parse_module_text;

fn module(text: &str) -> Module {
    parse_module_text(text, &REGISTRY).unwrap_or_else(|e| panic!("{e}"))
}

fn errors(module: &Module) -> Vec<String> {
    verify_module(module).iter().map(|d| d.message.clone()).collect()
}

pub(super) fn problems(text: &str) -> String {
    errors(&module(text)).join("\n")
}

#[test]
fn good_modules_have_no_problems() {
    for text in [
        include_str!("../text/parser/testdata/instructions.ll"),
        include_str!("../text/parser/testdata/module.ll"),
    ] {
        assert_eq!(problems(text), "");
    }
}

#[test]
fn dominance() {
    let text = problems(
        "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\n\
         b:\n  ret i32 %x\ndead:\n  %y = add i32 %y, 1\n  br label %dead\n}",
    );
    assert_eq!(
        text,
        "operand 0 is not defined on all paths to its use: 'ret i32 %x' in block '%b' of function '@f'"
    );
    let text = problems("define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}");
    assert!(
        text.contains("operand 0 is not defined on all paths to its use: '%x = add i32 %y, 1'"),
        "{text}"
    );
}

#[test]
fn phis() {
    let text = problems(
        "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  br label %b\n\
         b:\n  %p = phi i32 [ 1, %entry ]\n  ret i32 %p\n}",
    );
    assert!(
        text.starts_with("phi does not have one entry for each predecessor"),
        "{text}"
    );
    let text = problems(
        "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %b, label %b\n\
         b:\n  %p = phi i32 [ 1, %entry ], [ 2, %entry ]\n  ret i32 %p\n}",
    );
    assert!(
        text.starts_with("phi has different values for one predecessor"),
        "{text}"
    );
    let text = problems("define void @f() {\na:\n  br label %a\n}");
    assert!(text.contains("entry block has predecessors"), "{text}");
}

#[test]
fn calls_and_kernels() {
    let text = problems(
        "declare i32 @llvm.ctlz.i32(i32, i1)\ndefine i32 @f(i32 %x, i1 %z) {\n  \
         %r = call i32 @llvm.ctlz.i32(i32 %x, i1 %z)\n  ret i32 %r\n}",
    );
    assert!(
        text.contains("argument 1 of 'llvm.ctlz' must be a constant"),
        "{text}"
    );
    let text = problems(
        "declare float @llvm.fma.f64(float, float, float)\ndefine float @f(float %x) {\n  \
         %r = call float @llvm.fma.f64(float %x, float %x, float %x)\n  ret float %r\n}",
    );
    // Calls whose name does not match their types are renamed.
    assert_eq!(text, "");
    let text = problems(
        "declare i32 @llvm.fma.i32(i32, i32, i32)\ndefine i32 @f(i32 %x) {\n  \
         %r = call i32 @llvm.fma.i32(i32 %x, i32 %x, i32 %x)\n  ret i32 %r\n}",
    );
    assert!(
        text.contains("the types do not fit the intrinsic 'llvm.fma'"),
        "{text}"
    );
    let text = problems(
        "define amdgpu_kernel void @k(ptr byval(i32) %p) {\n  ret void\n}\ndefine void @f() {\n  \
         call amdgpu_kernel void @k(ptr null)\n  ret void\n}\ndefine amdgpu_kernel i32 @r() {\n  ret i32 0\n}",
    );
    assert!(
        text.contains("attribute 'byval' is not possible in a kernel"),
        "{text}"
    );
    assert!(text.contains("a kernel cannot be called"), "{text}");
    assert!(text.contains("a kernel returns a value"), "{text}");
    let text = problems(
        "define amdgpu_ps float @s(ptr byval(i32) %p) {\n  ret float 0.0\n}\ndefine void @f() {\n  \
         %r = call amdgpu_ps float @s(ptr null)\n  ret void\n}\ndefine amdgpu_cs void @v(...) {\n  ret void\n}",
    );
    assert!(
        text.contains("attribute 'byval' is not possible in a shader"),
        "{text}"
    );
    assert!(text.contains("a shader cannot be called"), "{text}");
    assert!(text.contains("a shader is variadic"), "{text}");
}

#[test]
fn broken_bodies() {
    let text = "define i32 @f(i32 %x) {\n  %a = add i32 %x, 1\n  ret i32 %a\n}";
    let broken = |change: &dyn Fn(&mut Function, &mut Context)| {
        let mut module = module(text);
        let func = module.defined_functions()[0];
        module.with_body(func, change).unwrap();
        errors(&module).join("\n")
    };
    let no_terminator = broken(&|func, _| {
        let block = func.entry().unwrap();
        let last = func.last_inst(block).unwrap();
        func.remove_inst(last);
    });
    assert_eq!(no_terminator, "no terminator in block '%0' of function '@f'");
    let removed = broken(&|func, _| {
        let first = func.first_inst(func.entry().unwrap()).unwrap();
        func.detach_inst(first);
    });
    assert!(
        removed.contains("operand 0 is a removed instruction: 'ret i32 %<badref>'"),
        "{removed}"
    );
    let types = broken(&|func, ctx| {
        let first = func.first_inst(func.entry().unwrap()).unwrap();
        let wide = func.int_value(Type::I64, 1, ctx);
        func.args_mut(first)[1] = wide;
    });
    assert!(
        types.contains("operands and result do not have one fitting type"),
        "{types}"
    );
    let flags = broken(&|func, _| {
        let first = func.first_inst(func.entry().unwrap()).unwrap();
        func.inst_mut(first).flags = InstFlags::EXACT;
    });
    assert!(flags.contains("a flag does not fit the instruction"), "{flags}");
    let middle = broken(&|func, _| {
        let first = func.first_inst(func.entry().unwrap()).unwrap();
        let inst = func.make_inst(
            Opcode::Unreachable,
            Type::VOID,
            &[],
            &[],
            InstFlags::empty(),
            Aux::None,
        );
        func.insert_inst_before(inst, first);
    });
    assert!(
        middle.contains("terminator in the middle of a block: 'unreachable'"),
        "{middle}"
    );
}

/// A module with each of these errors, whose message contains the words beside it.
pub(super) fn each_is_found(cases: &[(&str, &str)]) {
    for (text, message) in cases {
        let found = problems(text);
        assert!(found.contains(message), "{text}\n{found}");
    }
}

#[test]
fn module_flags_and_named_lists() {
    let good = "!llvm.module.flags = !{!0, !1, !2}\n!llvm.ident = !{!3}\n!0 = !{i32 1, !\"a\", i32 2}\n\
                !1 = !{i32 3, !\"b\", !{!\"a\", i32 2}}\n!2 = !{i32 8, !\"c\", i32 1}\n!3 = !{!\"wavec\"}\n";
    assert_eq!(problems(good), "");
    let flags = |list: &str| format!("!llvm.module.flags = !{{{list}}}\n");
    each_is_found(&[
        (&flags("!{i32 1}"), "incorrect number of operands in module flag"),
        (&flags("!{!\"a\", !\"a\", i32 1}"), "expected constant integer"),
        (&flags("!{i32 9, !\"a\", i32 1}"), "unexpected constant"),
        (&flags("!{i32 1, i32 1, i32 1}"), "expected metadata string"),
        (&flags("!{i32 5, !\"a\", i32 1}"), "expected a metadata node"),
        (
            &flags("!{i32 8, !\"a\", i32 -1}"),
            "expected constant non-negative integer",
        ),
        (
            &flags("!{i32 1, !\"a\", i32 1}, !{i32 1, !\"a\", i32 1}"),
            "must be unique",
        ),
        (
            &flags("!{i32 3, !\"a\", !{!\"b\", i32 1}}"),
            "flag is not present",
        ),
        ("!llvm.ident = !{!{i32 1}}\n", "the operand should be a string"),
    ]);
}

#[test]
fn attachments() {
    let load = |ty: &str, attached: &str| {
        format!("define void @f(ptr %p) {{\n  %v = load {ty}, ptr %p, align 8, {attached}\n  ret void\n}}\n")
    };
    assert_eq!(problems(&load("i32", "!range !{i32 0, i32 8}")), "");
    assert_eq!(
        problems(&load(
            "ptr",
            "!nonnull !{}, !align !{i64 16}, !dereferenceable !{i64 3}"
        )),
        ""
    );
    assert_eq!(problems(&load("float", "!fpmath !{float 2.5}")), "");
    each_is_found(&[
        (
            &load("i32", "!range !{i32 0}"),
            "!range must have at least one range",
        ),
        (&load("i32", "!range !{i64 0, i64 1}"), "!range types must match"),
        (&load("i32", "!range !{i32 4, i32 4}"), "!range must not be empty"),
        (
            &load("i32", "!nonnull !{}"),
            "!nonnull applies only to pointer types",
        ),
        (&load("ptr", "!align !{i64 3}"), "!align must be a power of 2"),
        (
            &load("i32", "!fpmath !{float 2.5}"),
            "!fpmath requires a floating point result",
        ),
        (&load("i32", "!tbaa !{!{}, !{}}"), "!tbaa tag must have"),
        (
            &load("i32", "!alias.scope !{!\"a\"}"),
            "!alias.scope must be a list of alias scopes",
        ),
    ]);
}

#[test]
fn attributes_of_functions() {
    let good = "declare void @f(i32, i32) noinline optnone allocsize(0, 1) \"frame-pointer\"=\"all\" \
                \"no-jump-tables\"=\"true\" uwtable(sync) vscale_range(1, 16)\n";
    assert_eq!(problems(good), "");
    let declare = |attributes: &str| format!("declare void @f(i32, ptr) {attributes}\n");
    each_is_found(&[
        (
            &declare("noinline alwaysinline"),
            "'noinline and alwaysinline' are incompatible",
        ),
        (&declare("optnone"), "'optnone' requires 'noinline'"),
        (&declare("builtin"), "'builtin' can only be applied to a callsite"),
        (&declare("allocsize(2)"), "out of bounds of attribute 'allocsize'"),
        (
            &declare("allocsize(0, 0)"),
            "the same parameter of attribute 'allocsize'",
        ),
        (&declare("allockind(\"alloc,free\")"), "exactly one of"),
        (
            &declare("uwtable(perhaps)"),
            "unknown kind of attribute 'uwtable'",
        ),
        (&declare("vscale_range(0)"), "a minimum of 0"),
        (
            &declare("\"frame-pointer\"=\"some\""),
            "invalid value of attribute 'frame-pointer'",
        ),
        (
            &declare("\"no-jump-tables\"=\"yes\""),
            "invalid value of attribute 'no-jump-tables'",
        ),
    ]);
}

#[test]
fn special_globals() {
    let good = "$c = comdat any\n@v = global i32 0, comdat($c)\n@llvm.used = appending global [1 x ptr] [ptr @v]\n\
                @a = alias i32, ptr @v\n";
    assert_eq!(problems(good), "");
    each_is_found(&[
        ("@llvm.used = appending global [1 x i32] [i32 0]\n", "wrong type"),
        (
            "@llvm.used = appending global [1 x ptr] [ptr null]\n",
            "wrong initializer",
        ),
        ("@v = appending global i32 0\n", "appending linkage"),
        (
            "@v = external global i32\n@a = alias i32, ptr @v\n",
            "must point to a definition",
        ),
        (
            "$c = comdat any\n@v = external global i32, comdat($c)\n",
            "declaration may not be in a comdat",
        ),
        (
            "@a = alias i8, ptr @b\n@b = alias i8, ptr getelementptr (i8, ptr @a, i64 1)\n",
            "aliases cannot form a cycle: '@b'",
        ),
        (
            "@a = alias i8, ptr @a\n@i = ifunc void (), ptr @a\n",
            "aliases cannot form a cycle: '@a'",
        ),
        (
            "declare ptr @r()\n@i = ifunc void (), ptr @r\n",
            "resolver must be a definition",
        ),
    ]);
}

#[test]
fn calls_of_generic_intrinsics() {
    let call = |declaration: &str, call: &str| {
        format!(
            "declare {declaration}\ndefine void @f(i8 %b, float %x, i32 %i) {{\n  {call}\n  ret void\n}}\n"
        )
    };
    each_is_found(&[
        (
            &call("i8 @llvm.bswap.i8(i8)", "%r = call i8 @llvm.bswap.i8(i8 %b)"),
            "even number of bytes",
        ),
        (
            &call(
                "float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)",
                "%r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, \
                 metadata !\"round.sideways\", metadata !\"fpexcept.ignore\")",
            ),
            "invalid rounding mode argument",
        ),
        ("define void @f(token %t) {\n  ret void\n}\n", "takes token"),
    ]);
}

#[test]
fn intrinsics_of_vectors() {
    let call = |call: &str| {
        format!(
            "define void @f(<4 x ptr> %p, ptr %a, <4 x i1> %m, <4 x float> %v, <6 x float> %w, i32 %i) {{\n  {call}\n  \
             ret void\n}}\n"
        )
    };
    for good in [
        "%r = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %p, <4 x i1> %m, <4 x float> %v)",
        "%r = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %m, <4 x float> %v)",
        "call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %v, <4 x ptr> %p, i32 4, <4 x i1> %m)",
        "%r = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 %i, i32 %i)",
        "%r = call i32 @llvm.experimental.get.vector.length.i32(i32 %i, i32 4, i1 true)",
        "%r = call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> %v, i32 2, i32 2)",
        "%r = call <6 x float> @llvm.matrix.multiply.v6f32.v4f32.v6f32(<4 x float> %v, <6 x float> %w, i32 2, i32 2, i32 3)",
        "%r = call <6 x float> @llvm.matrix.column.major.load.v6f32.i64(ptr %a, i64 3, i1 false, i32 3, i32 2)",
    ] {
        assert_eq!(problems(&call(good)), "", "{good}");
    }
    each_is_found(&[
        (
            &call("call void @llvm.masked.scatter.v4f32.v6f32(<4 x float> %v, <6 x float> %w, <4 x i1> %m)"),
            "no vector of one pointer for each element",
        ),
        (
            &call("%r = call <4 x i32> @llvm.get.active.lane.mask.v4i32.i32(i32 %i, i32 %i)"),
            "element type is not i1",
        ),
        (
            &call("%r = call i32 @llvm.experimental.get.vector.length.i32(i32 %i, i32 0, i1 true)"),
            "the factor must be positive",
        ),
        (
            &call("%r = call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> %v, i32 2, i32 3)"),
            "a matrix does not fit its vector",
        ),
        (
            &call("%r = call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> %v, i32 2, i32 %i)"),
            "must be a constant",
        ),
        (
            &call(
                "call void @llvm.matrix.column.major.store.v6f32.i64(<6 x float> %w, ptr %a, i64 1, i1 false, i32 3, i32 2)",
            ),
            "the stride must be at least the number of rows",
        ),
        (
            &call("call void @llvm.va_start.p0(ptr %a)"),
            "va_start called in a non-varargs function",
        ),
        (
            &call("call void (...) @llvm.localescape(ptr %a)\n  call void (...) @llvm.localescape(ptr %a)"),
            "multiple calls of llvm.localescape",
        ),
    ]);
}
