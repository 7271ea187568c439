//! From an optimized module to final machine functions: the whole back end.

use crate::abi::{KernelArgLayout, max_flat_workgroup_size, options_for, reserved_lds, waves_per_simd};
use crate::call_abi::Convention;
use crate::call_graph::{self, Callees, FunctionFacts};
use crate::function_info::GpuFunctionInfo;
use crate::ir_passes::lower_kernel_arguments;
use crate::ir_passes::pipeline::{self, Preparation};
use crate::kernels::{PIXEL_SHADER, PRESERVING_CHAIN, Role, pixel_exports};
use crate::lds;
use crate::lowering::GpuLowering;
use crate::machine_info::GpuMachineInfo;
use crate::machine_passes::frame;
use crate::options::GpuOptions;
use crate::transform_info::TRANSFORM_INFO;
use fxhash::FxHashMap;
use std::sync::Arc;
use wavec_codegen::CodegenOptions;
use wavec_codegen::dag::pipeline::{Graphs, select_function};
use wavec_codegen::mir::MachineFunction;
use wavec_codegen::pipeline::{MachinePass, run_passes};
use wavec_gpu_mc::{Subtarget, System};
use wavec_ir::analysis::{DivergenceAnalysis, value_sizes};
use wavec_ir::passes as ir_pipeline;
use wavec_ir::{Context, FuncRef, Module};
use wavec_support::passes::PassRunner;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// A function that is ready for selection.
pub type PreparedFunction = (FuncRef, GpuFunctionInfo, lds::LdsLayout);

/// Prepares the IR of kernels and called functions for selection.
/// Also returns errors: functions that cannot be compiled are dropped, so that errors in the others are found, too.
pub fn prepare(
    module: &mut Module,
    subtarget: Subtarget,
    options: &CodegenOptions,
    target: &GpuOptions,
    passes: &mut ir_pipeline::PassContext<'_>,
) -> (Vec<PreparedFunction>, Diagnostics) {
    let level = opt_level(options.opt_level);
    let mut errors = Diagnostics::new();
    pipeline::lower_symbol_names(module, passes);
    pipeline::lower_bytes(module, passes);
    let mut prepared = Vec::new();
    for func in module.defined_functions() {
        if Role::of(module.ctx.functions[func].conv).is_none() {
            let name = module.ctx.text(module.ctx.functions[func].name);
            errors.error(
                module.ctx.place_of_function(func),
                format!("the calling convention of function '{name}' is not supported"),
            );
            module.bodies[func] = None;
            continue;
        }
        if let Some(inst) = module
            .body(func)
            .and_then(|body| value_sizes::first_oversized(body, &module.ctx))
        {
            let limit = value_sizes::MAX_MEMBERS;
            errors.error(
                module.place_of_inst(func, inst),
                format!("a value of more than {limit} members is not supported"),
            );
            module.bodies[func] = None;
            continue;
        }
        let mut preparation = Preparation::new(module, func, subtarget, options);
        match pipeline::run_list(module, pipeline::BEFORE_CONTROL_FLOW, &mut preparation, passes) {
            Ok(()) => prepared.push(preparation),
            Err(error) => {
                errors.push(error);
                module.bodies[func] = None;
            }
        }
    }
    if passes.runner.stopped {
        return (Vec::new(), errors);
    }
    let (facts, args): (Vec<FunctionFacts>, Vec<KernelArgLayout>) = prepared
        .into_iter()
        .map(|prepared| (facts_of(module, &prepared), prepared.args))
        .unzip();
    let functions = finish_facts(module, subtarget, target, &facts, args, &mut errors);
    ir_pipeline::codegen_prepare(module, level, passes);
    if passes.diagnostics.has_errors() {
        errors.extend(std::mem::take(&mut passes.diagnostics));
        return (Vec::new(), errors);
    }
    if passes.runner.stopped {
        return (functions, errors);
    }
    for (func, ..) in &functions {
        let mut preparation = Preparation::new(module, *func, subtarget, options);
        if let Err(error) = pipeline::run_list(module, pipeline::AFTER_CONTROL_FLOW, &mut preparation, passes)
        {
            errors.push(error);
        }
    }
    (functions, errors)
}

/// What calls between functions, and emission, must know of one.
fn facts_of(module: &Module, prepared: &Preparation<'_>) -> FunctionFacts {
    let ctx = &module.ctx;
    let body = module.body(prepared.func).expect("a defined function");
    let mut inputs = prepared.inputs(body, ctx);
    inputs.hidden_args = prepared.hidden_args;
    inputs.preloaded_words = prepared.preloaded_words;
    // Where nothing is preloaded after all, the code loads it.
    inputs.kernarg_ptr |= prepared.preloaded_words > 0;
    FunctionFacts {
        func: prepared.func,
        role: prepared.role,
        inputs,
        callees: Callees::of(body, ctx),
        dynamic_stack: prepared.dynamic_stack,
        lds: lds::variables(body, ctx),
    }
}

/// What functions need that they call, and where the variables of LDS are.
fn finish_facts(
    module: &Module,
    subtarget: Subtarget,
    options: &GpuOptions,
    facts: &[FunctionFacts],
    args: Vec<KernelArgLayout>,
    errors: &mut Diagnostics,
) -> Vec<PreparedFunction> {
    let ctx = &module.ctx;
    let reached = call_graph::reach(facts, ctx);
    let callee_inputs = Arc::new(call_graph::callee_inputs(facts, &reached, ctx));
    let layouts = call_graph::lds_layouts(facts, &reached, ctx, subtarget.limits().lds_bytes);
    let mut functions = Vec::with_capacity(facts.len());
    for (((facts, args), reached), lds) in facts.iter().zip(args).zip(&reached).zip(layouts) {
        let mut inputs = reached.inputs;
        if facts.role == Role::Kernel {
            // LLVM always enables the one in x; callees find the hidden arguments through the segment.
            inputs.workgroup_id[0] = true;
            inputs.kernarg_ptr |= inputs.implicit_args;
        }
        let kernarg_size = match facts.role {
            Role::Kernel => lower_kernel_arguments::kernarg_segment_size(&args, inputs.hidden_args),
            Role::Shader | Role::Function | Role::Chain => 0,
        };
        match lds {
            Ok(lds) => {
                let info = GpuFunctionInfo {
                    subtarget,
                    number: facts.func.as_u32(),
                    inputs,
                    args,
                    kernarg_size,
                    // What other code placed there is before the variables of this module, or in place of them.
                    lds_size: lds.size.max(reserved_lds(facts.func, ctx)),
                    lds_offsets: match ctx.describes_variables() {
                        true => lds.offsets.clone(),
                        false => FxHashMap::default(),
                    },
                    max_flat_workgroup_size: max_flat_workgroup_size(facts.func, ctx),
                    waves_per_simd: waves_per_simd(facts.func, ctx, &subtarget),
                    role: facts.role,
                    convention: Convention::of(ctx.functions[facts.func].conv),
                    preserves_vgprs: ctx.functions[facts.func].conv == PRESERVING_CHAIN,
                    is_pixel_shader: ctx.functions[facts.func].conv == PIXEL_SHADER,
                    pixel_exports: pixel_exports(ctx, facts.func),
                    system: System::of_triple(&module.triple),
                    dynamic_stack: facts.dynamic_stack,
                    force_waits: options.force_waits,
                    callee_inputs: callee_inputs.clone(),
                    callees: callee_names(facts, ctx),
                    ..GpuFunctionInfo::default()
                };
                functions.push((facts.func, info, lds));
            }
            Err(message) => errors.error(ctx.place_of_function(facts.func), message),
        }
    }
    functions
}

fn callee_names(facts: &FunctionFacts, ctx: &Context) -> Vec<Option<String>> {
    let name = |&callee: &FuncRef| Some(ctx.text(ctx.functions[callee].name).to_string());
    let unknown = facts.callees.indirect.then_some(None);
    facts.callees.direct.iter().map(name).chain(unknown).collect()
}

/// The IR's optimization level.
pub fn opt_level(level: u8) -> ir_pipeline::OptLevel {
    match level {
        0 => ir_pipeline::OptLevel::O0,
        1 => ir_pipeline::OptLevel::O1,
        2 => ir_pipeline::OptLevel::O2,
        _ => ir_pipeline::OptLevel::O3,
    }
}

/// Selects instructions for a prepared function.
///
/// # Errors
/// What cannot be compiled.
pub fn select(
    module: &Module,
    prepared: &PreparedFunction,
    options: &CodegenOptions,
    runner: &mut PassRunner,
    graphs: &mut Graphs,
) -> Result<MachineFunction, Diagnostics> {
    let (func, info, lds) = prepared;
    let options = &*options_for(*func, &module.ctx, options);
    let body = module.body(*func).expect("a defined function");
    let divergence = DivergenceAnalysis::compute(body, &module.ctx, &TRANSFORM_INFO);
    let lowering = GpuLowering::new(info, lds.clone());
    let is_divergent = |value| divergence.is_divergent(value);
    let selected = select_function(
        body,
        &module.ctx,
        &lowering,
        &is_divergent,
        options,
        runner,
        graphs,
    );
    let mut function = selected.map_err(|found| module.ctx.placed_in(*func, found))?;
    let asm_places = module.ctx.inline_asm.values().map(|asm| asm.place).collect();
    function.remarks = runner.options().remarks.then(Vec::new);
    let calls = call_graph::has_calls(&function);
    let realigns = info.is_callable() && frame::needs_pointer(&function);
    // Selection leaves what it found out about arguments.
    let found = function.target_info::<GpuFunctionInfo>();
    let shader_scratch = found.and_then(|found| found.shader_scratch);
    let pixel_inputs = found.and_then(|found| found.pixel_inputs);
    function.set_target_info(GpuFunctionInfo {
        asm_places,
        shader_scratch,
        pixel_inputs,
        calls,
        realigns,
        ..info.clone()
    });
    Ok(function)
}

/// Runs machine passes on what was selected for `func`; errors say in which function they are.
///
/// # Errors
/// What cannot be compiled.
pub fn run_machine_passes(
    module: &Module,
    func: FuncRef,
    function: &mut MachineFunction,
    list: &[MachinePass],
    options: &CodegenOptions,
    runner: &mut PassRunner,
) -> Result<(), Diagnostic> {
    let options = options_for(func, &module.ctx, options);
    let mut context = wavec_codegen::pipeline::PassContext {
        target: &GpuMachineInfo::of(function),
        options: &options,
        runner,
    };
    run_passes(function, list, &mut context).map_err(|error| {
        let kind = match Role::of(module.ctx.functions[func].conv) {
            Some(Role::Kernel) => "kernel",
            Some(Role::Shader) => "shader",
            _ => "function",
        };
        let name = module.ctx.text(module.ctx.functions[func].name);
        let error = error.or_at(module.ctx.place_of_function(func));
        error.with_note(Span::NONE, format!("in {kind} '{name}'"))
    })
}
