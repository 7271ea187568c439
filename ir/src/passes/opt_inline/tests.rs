use super::policy::MAX_GROWTH;
use super::run;
use crate::analysis::UniformTarget;
use crate::analysis::testing::REGISTRY;
use crate::inst::Opcode;
use crate::module::Module;
use crate::passes::runner::PassContext;
use crate::text::parse_module_text;
use std::fmt::Write;

/// A chain of functions and the call of its end.
fn chain(count: usize, linkage: &str) -> Module {
    let mut text = String::new();
    for index in 0..count {
        let _ = match index {
            0 => writeln!(text, "define {linkage} i32 @f0(i32 %x) {{\n ret i32 %x\n}}"),
            _ => writeln!(
                text,
                "define {linkage} i32 @f{index}(i32 %x) {{\n %y = call i32 @f{}(i32 %x)\n %z = add i32 %y, {index}\n ret i32 %z\n}}",
                index - 1
            ),
        };
    }
    let _ = writeln!(
        text,
        "define amdgpu_kernel void @k(ptr addrspace(1) %p) {{\n %y = call i32 @f{}(i32 1)\n store i32 %y, ptr addrspace(1) %p\n ret void\n}}",
        count - 1
    );
    parse_module_text(&text, &REGISTRY).unwrap()
}

fn sizes_after_inlining(mut module: Module) -> (usize, usize) {
    let mut passes = PassContext::new(&UniformTarget);
    run(&mut module, &mut passes);
    assert!(!passes.diagnostics.has_errors() && !crate::verify::verify_module(&module).has_errors());
    let bodies = module.defined_functions();
    let all = bodies
        .iter()
        .map(|&func| module.body(func).unwrap().inst_count())
        .sum();
    let kernel = module.body(module.ctx.function_named("k").unwrap()).unwrap();
    let insts = kernel
        .block_order()
        .iter()
        .flat_map(|&block| kernel.block_insts(block));
    let calls = insts.filter(|&inst| kernel.opcode(inst) == Opcode::Call).count();
    (all, calls)
}

#[test]
fn a_chain_of_functions_is_copied_once() {
    for count in [10, 100, 2000] {
        let (all, calls) = sizes_after_inlining(chain(count, "internal"));
        assert_eq!(calls, 0);
        assert!(all < 12 * count + 40, "{all} instructions of {count} functions");
    }
}

#[test]
fn functions_that_others_call_grow_within_bounds() {
    let (all, calls) = sizes_after_inlining(chain(1500, "hidden"));
    assert!(
        calls > 0 && all < 3 * MAX_GROWTH,
        "{all} instructions, {calls} calls"
    );
}

#[test]
fn a_function_whose_address_is_taken_is_inlined_in() {
    let text = "@table = addrspace(1) global ptr @g\n\
        define internal i32 @f(i32 %x) {\n %y = add i32 %x, 1\n ret i32 %y\n}\n\
        define internal i32 @g(i32 %x) {\n %y = call i32 @f(i32 %x)\n ret i32 %y\n}\n\
        define i32 @h(i32 %x) {\n %y = call i32 @g(i32 %x)\n ret i32 %y\n}";
    let mut module = parse_module_text(text, &REGISTRY).unwrap();
    run(&mut module, &mut PassContext::new(&UniformTarget));
    for name in ["g", "h"] {
        let body = module.body(module.ctx.function_named(name).unwrap()).unwrap();
        let mut insts = body
            .block_order()
            .iter()
            .flat_map(|&block| body.block_insts(block));
        assert!(insts.all(|inst| body.opcode(inst) != Opcode::Call), "{name}");
    }
}
