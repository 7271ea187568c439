use super::*;
use crate::entities::Type;
use crate::inst::{Aux, InstFlags, Opcode};
use crate::intrinsics::GENERIC_REGISTRY;
use crate::text::parse_module_text;

fn module(text: &str) -> Module {
    parse_module_text(text, &GENERIC_REGISTRY).unwrap_or_else(|e| panic!("{e}"))
}

fn errors(module: &Module) -> Vec<String> {
    verify_module(module).iter().map(|d| d.message.clone()).collect()
}

fn problems(text: &str) -> String {
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
        "operand 0 is not defined on all ways here: 'ret i32 %x' in block '%b' of function '@f'"
    );
    let text = problems("define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}");
    assert!(
        text.contains("operand 0 is not defined on all ways here: '%x = add i32 %y, 1'"),
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
    // Calls of a name that its types do not make are given the one they make.
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
