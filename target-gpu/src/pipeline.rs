//! From an optimized module to final machine functions: the whole back end.

use crate::abi::{KernelArgLayout, KernelInputs, max_flat_workgroup_size, waves_per_simd};
use crate::call_abi;
use crate::call_graph::{self, Callees, FunctionFacts};
use crate::function_info::GpuFunctionInfo;
use crate::ir_passes::scalarize::TupleLimits;
use crate::ir_passes::{
    annotate_uniform_loads, expand_division, expand_float, isolate_mode_changes, lower_constant32,
    lower_divergent_resources, lower_dynamic_alloca, lower_fp_environment, lower_i1_phis,
    lower_kernel_arguments, lower_registers, lower_wave_reduce, scalarize, widen_scalar_loads,
};
use crate::lds;
use crate::lowering::GpuLowering;
use crate::machine_info::{GpuMachineInfo, NUM_SGPRS, vgprs_for_waves};
use crate::machine_passes::frame;
use crate::machine_passes::pipeline::PASSES;
use crate::transform_info::TRANSFORM_INFO;
use std::sync::Arc;
use wavec_codegen::CodegenOptions;
use wavec_codegen::dag::pipeline::{SelectionReport, select_function};
use wavec_codegen::mir::MachineFunction;
use wavec_codegen::pipeline::{PassOutcome, run_passes};
use wavec_gpu_mc::Subtarget;
use wavec_ir::analysis::{DivergenceAnalysis, value_sizes};
use wavec_ir::inst::CallConv;
use wavec_ir::passes::{
    lower_atomics, lower_float_remainder, lower_intrinsics, lower_memory_intrinsics, lower_symbol_names,
    lower_wide_integers, opt_expand_division, opt_licm, pipeline as ir_pipeline,
};
use wavec_ir::{Context, FuncRef, Inst, Module};
use wavec_support::stats::Stats;
use wavec_support::timing::Timing;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// The output of code generation besides its result.
#[derive(Debug, Default)]
pub struct CodegenReport {
    /// Time by pass.
    pub timing: Timing,
    /// Counts by pass.
    pub stats: Stats,
    /// Texts of `--print-after`, including selection graphs, in order.
    pub dumps: String,
    /// Graphs drawn for `--view-dag`.
    pub pictures: Vec<wavec_codegen::dag::pipeline::Picture>,
    /// Passes counted for `--bisect-limit`.
    pub optional_runs: u64,
    /// Whether `--stop-after` ended compilation.
    pub stopped: bool,
}

/// Whether a function is a kernel.
pub fn is_kernel(module: &Module, func: FuncRef) -> bool {
    matches!(
        module.ctx.functions[func].conv,
        CallConv::AmdgpuKernel | CallConv::SpirKernel
    )
}

/// A function that is ready for selection.
pub type PreparedFunction = (FuncRef, GpuFunctionInfo, lds::LdsLayout);

/// Prepares the IR of kernels and called functions for selection.
/// Also returns errors: functions that cannot be compiled are dropped, so that errors in the others are found, too.
pub fn prepare(
    module: &mut Module,
    subtarget: Subtarget,
    options: &CodegenOptions,
    passes: &mut ir_pipeline::PassContext<'_>,
) -> (Vec<PreparedFunction>, Diagnostics) {
    let level = opt_level(options.opt_level);
    let mut errors = Diagnostics::new();
    lower_symbol_names::run(module);
    if !module.module_asm.is_empty() {
        errors.error(
            Span::NONE,
            "assembly outside of functions ('module asm') is not supported",
        );
    }
    let mut prepared = Vec::new();
    for func in module.defined_functions() {
        let kernel = is_kernel(module, func);
        let conv = module.ctx.functions[func].conv;
        if !kernel && !call_abi::is_callable(conv) {
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
                module.ctx.place_of_inst(func, inst),
                format!("a value of more than {limit} members is not supported"),
            );
            module.bodies[func] = None;
            continue;
        }
        let args = match kernel {
            true => KernelArgLayout::compute(func, &module.ctx),
            false => KernelArgLayout::default(),
        };
        let facts = passes.timing.time("target-ir-passes", || {
            module.with_body(func, |body, ctx| -> Result<_, (Option<Inst>, String)> {
                lower_constant32::run(body, ctx);
                let dynamic_stack = lower_dynamic_alloca::run(body, ctx);
                let mut hidden_args = 0;
                let mut preloaded_words = 0;
                // Callers may have written the memory, and the scalar cache does not see their stores.
                if kernel && level > ir_pipeline::OptLevel::O0 {
                    annotate_uniform_loads::run(body, ctx, &TRANSFORM_INFO);
                }
                let asked = lower_kernel_arguments::used_hidden_args(body, ctx);
                if kernel {
                    hidden_args = asked;
                    // Callees may need more inputs in the same registers.
                    let mut preloaded = 0;
                    if Callees::of(body, ctx).is_empty() {
                        let inputs = KernelInputs::compute(body, ctx);
                        (preloaded, preloaded_words) = args.preloaded(body, ctx, &inputs);
                    }
                    lower_kernel_arguments::run(body, ctx, &args, preloaded);
                }
                widen_scalar_loads::run(body, ctx);
                lower_intrinsics::run(body, ctx);
                lower_memory_intrinsics::run(body, ctx, &TRANSFORM_INFO);
                // Copies from there became loads only now.
                lower_constant32::run(body, ctx);
                lower_atomics::run(body, ctx, &TRANSFORM_INFO)
                    .map_err(|(inst, message)| (Some(inst), message))?;
                lower_wide_integers::run(body, ctx);
                lower_float_remainder::run(body, ctx);
                lower_divergent_resources::run(body, ctx);
                lower_fp_environment::run(body, ctx);
                lower_registers::run(body, ctx).map_err(|message| (None, message))?;
                lower_wave_reduce::run(body, ctx);
                scalarize::run(body, ctx, tuple_limits(func, ctx, options));
                // Vectors with different divisors have become scalars only now.
                let optimize = level > ir_pipeline::OptLevel::O0;
                if optimize {
                    opt_expand_division::run(body, ctx);
                }
                let has_division = expand_division::run(body, ctx, optimize);
                let has_float = expand_float::run(body, ctx);
                // Parts of the expansion that depend only on an invariant divisor can be hoisted.
                if level >= ir_pipeline::OptLevel::O2 && (has_division || has_float) {
                    opt_licm::run(body, ctx, &TRANSFORM_INFO);
                }
                hidden_args |= asked;
                let mut inputs = KernelInputs {
                    hidden_args,
                    preloaded_words,
                    ..KernelInputs::compute(body, ctx)
                };
                // If nothing is preloaded after all, the code loads it.
                inputs.kernarg_ptr |= preloaded_words > 0;
                Ok(FunctionFacts {
                    func,
                    kernel,
                    inputs,
                    callees: Callees::of(body, ctx),
                    dynamic_stack,
                    lds: lds::variables(body, ctx),
                })
            })
        });
        match facts.expect("a defined function") {
            Ok(facts) => prepared.push((facts, args)),
            Err((inst, message)) => {
                let place = match inst {
                    Some(inst) => module.ctx.place_of_inst(func, inst),
                    None => module.ctx.place_of_function(func),
                };
                errors.error(place, message);
                module.bodies[func] = None;
            }
        }
    }
    let functions = finish_facts(module, subtarget, prepared, &mut errors);
    ir_pipeline::codegen_prepare(module, level, passes);
    if passes.diagnostics.has_errors() {
        errors.extend(std::mem::take(&mut passes.diagnostics));
        return (Vec::new(), errors);
    }
    if passes.stopped {
        return (functions, errors);
    }
    for (func, ..) in &functions {
        module.with_body(*func, |body, ctx| {
            if lower_i1_phis::has_candidates(body, ctx) {
                let divergence = DivergenceAnalysis::compute(body, ctx, &TRANSFORM_INFO);
                lower_i1_phis::run(body, ctx, &|value| divergence.is_divergent(value));
            }
            isolate_mode_changes::run(body, ctx);
        });
    }
    (functions, errors)
}

/// Inputs needed for callees, and the layout of LDS variables.
fn finish_facts(
    module: &Module,
    subtarget: Subtarget,
    prepared: Vec<(FunctionFacts, KernelArgLayout)>,
    errors: &mut Diagnostics,
) -> Vec<PreparedFunction> {
    let ctx = &module.ctx;
    let (facts, args): (Vec<FunctionFacts>, Vec<KernelArgLayout>) = prepared.into_iter().unzip();
    let reached = call_graph::reach(&facts, ctx);
    let callee_inputs = Arc::new(call_graph::callee_inputs(&facts, &reached, ctx));
    let layouts = call_graph::lds_layouts(&facts, &reached, ctx);
    let mut functions = Vec::with_capacity(facts.len());
    for (((facts, args), reached), lds) in facts.iter().zip(args).zip(&reached).zip(layouts) {
        let mut inputs = reached.inputs;
        if facts.kernel {
            // LLVM always enables the one in x; callees find the hidden arguments through the segment.
            inputs.workgroup_id[0] = true;
            inputs.kernarg_ptr |= inputs.implicit_args;
        }
        let kernarg_size = match facts.kernel {
            true => lower_kernel_arguments::kernarg_segment_size(&args, inputs.hidden_args),
            false => 0,
        };
        match lds {
            Ok(lds) => {
                let info = GpuFunctionInfo {
                    subtarget,
                    inputs,
                    args,
                    kernarg_size,
                    lds_size: lds.size,
                    max_flat_workgroup_size: max_flat_workgroup_size(facts.func, ctx),
                    waves_per_simd: waves_per_simd(facts.func, ctx),
                    callable: !facts.kernel,
                    dynamic_stack: facts.dynamic_stack,
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

/// Maximum sizes of indexed tuples: three of them must fit. None without optimization.
fn tuple_limits(func: FuncRef, ctx: &Context, options: &CodegenOptions) -> TupleLimits {
    let vgprs = vgprs_for_waves(waves_per_simd(func, ctx).0);
    let sgprs = options.max_sgprs.unwrap_or(u32::MAX).min(NUM_SGPRS);
    match options.opt_level {
        0 => TupleLimits::default(),
        _ => TupleLimits {
            vector: options.max_vgprs.unwrap_or(u32::MAX).min(vgprs) / 3,
            scalar: sgprs / 3,
        },
    }
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

/// Compiles one prepared function to final machine code.
///
/// # Errors
/// Errors in the program.
pub fn compile_function(
    module: &Module,
    func: FuncRef,
    info: GpuFunctionInfo,
    lds: lds::LdsLayout,
    options: &CodegenOptions,
    report: &mut CodegenReport,
) -> Result<MachineFunction, Diagnostics> {
    let body = module.body(func).expect("a defined function");
    let divergence = DivergenceAnalysis::compute(body, &module.ctx, &TRANSFORM_INFO);
    let lowering = GpuLowering::new(&info, lds);
    let mut selection = SelectionReport {
        timing: Timing::new(report.timing.is_enabled()),
        ..SelectionReport::default()
    };
    let is_divergent = |value| divergence.is_divergent(value);
    let selected = select_function(
        body,
        &module.ctx,
        &lowering,
        &is_divergent,
        options,
        &mut selection,
    );
    report.timing.merge(&selection.timing);
    report.stats.merge(&selection.stats);
    report.dumps += &selection.text;
    report.pictures.append(&mut selection.pictures);
    let mut function = selected.map_err(|found| module.ctx.placed_in(func, found))?;
    let info_callable = info.callable;
    let asm_places = module.ctx.inline_asm.values().map(|asm| asm.place).collect();
    let calls = call_graph::has_calls(&function);
    let realigns = info.callable && frame::needs_pointer(&function);
    function.set_target_info(GpuFunctionInfo {
        asm_places,
        calls,
        realigns,
        ..info
    });
    let mut context = wavec_codegen::pipeline::PassContext {
        target: &GpuMachineInfo,
        options,
        timing: &mut report.timing,
        stats: &mut report.stats,
        dumps: &mut report.dumps,
        optional_runs: &mut report.optional_runs,
    };
    let name = module.ctx.text(module.ctx.functions[func].name);
    let kind = if info_callable { "function" } else { "kernel" };
    let place = module.ctx.place_of_function(func);
    let in_kernel = |error: Diagnostic| {
        let error = error.or_at(place);
        error.with_note(Span::NONE, format!("in {kind} '{name}'"))
    };
    if run_passes(&mut function, PASSES, &mut context).map_err(in_kernel)? == PassOutcome::Stopped {
        report.stopped = true;
    }
    Ok(function)
}
