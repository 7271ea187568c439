//! The passes that prepare IR for selection, by name and in order, and the loop that runs them.

use super::*;
use crate::abi::{KernelArgLayout, KernelInputs, options_for, waves_per_simd};
use crate::call_graph::Callees;
use crate::divergence::GpuDivergence;
use crate::facts;
use crate::ir_passes::scalarize::TupleLimits;
use crate::kernels::Role;
use crate::pass_names::LLVM_NAMES;
use crate::registers::{NUM_SGPRS, SCALAR_FILE, VECTOR_FILE};
use crate::transform_info::TRANSFORM_INFO;
use wavec_codegen::CodegenOptions;
use wavec_gpu_mc::Subtarget;
use wavec_ir::analysis::DivergenceAnalysis;
use wavec_ir::passes::pass_names::{TargetPasses, passes_named};
use wavec_ir::passes::runner::{PassContext, run_on_function, run_on_module, run_passes, simplify_module};
use wavec_ir::passes::{
    lower_atomics, lower_bytes, lower_float_remainder, lower_intrinsics, lower_memory_intrinsics,
    lower_symbol_names, lower_wide_integers, opt_expand_division, opt_licm,
};
use wavec_ir::{FuncRef, Function, Inst, Module};
use wavec_support::passes::{Layer, PassInfo};
use wavec_support::{Diagnostic, Span};

/// What passes find out about a function on the way.
#[derive(Clone, Debug)]
pub struct Preparation<'a> {
    /// The function.
    pub func: FuncRef,
    /// How it is entered.
    pub role: Role,
    /// Its parameters in the argument segment, if it is a kernel.
    pub args: KernelArgLayout,
    /// Whether it makes stack objects while it runs.
    pub dynamic_stack: bool,
    /// Which hidden arguments it reads.
    pub hidden_args: u32,
    /// Dwords of arguments that are in registers when it begins.
    pub preloaded_words: u16,
    /// Whether divisions or functions of floats were expanded, so that there may be new invariants.
    expanded: bool,
    subtarget: Subtarget,
    options: &'a CodegenOptions,
}

impl<'a> Preparation<'a> {
    /// Of `func` as it comes from the optimizer.
    pub fn new(
        module: &Module,
        func: FuncRef,
        subtarget: Subtarget,
        options: &'a CodegenOptions,
    ) -> Preparation<'a> {
        let role = Role::of(module.ctx.functions[func].conv).unwrap_or(Role::Function);
        let args = match role {
            Role::Kernel => KernelArgLayout::compute(func, &module.ctx),
            Role::Shader | Role::Function | Role::Chain => KernelArgLayout::default(),
        };
        Preparation {
            func,
            role,
            args,
            dynamic_stack: false,
            hidden_args: 0,
            preloaded_words: 0,
            expanded: false,
            subtarget,
            options,
        }
    }

    /// The inputs that it reads.
    pub fn inputs(&self, func: &Function, ctx: &Context) -> KernelInputs {
        let kernel = self.role == Role::Kernel;
        KernelInputs {
            scratch_setup: kernel && !facts::of(&self.subtarget).scratch.is_architected,
            ids_are_apart: kernel && self.subtarget.family.group_ids_in_trap_registers,
            fills_sgprs: kernel && self.subtarget.needs_sixteen_sgprs(),
            ..KernelInputs::compute(func, ctx)
        }
    }

    /// What passes ask the processor.
    fn transform_info(&self) -> GpuDivergence {
        GpuDivergence {
            subtarget: Some(self.subtarget),
            ..TRANSFORM_INFO
        }
    }
}

/// What cannot be compiled: where, if that is known, and why.
type Unsupported = (Option<Inst>, String);

/// A pass on one function; returns whether it changed the body.
#[derive(Clone, Copy)]
pub struct TargetPass {
    /// Its name, and what a runner must know of it.
    pub info: PassInfo,
    /// Does it.
    pub run: fn(&mut Function, &mut Context, &mut Preparation<'_>) -> Result<bool, Unsupported>,
}

macro_rules! pass {
    ($name:literal, $description:literal, |$func:ident, $ctx:ident, $prepared:ident| $body:expr) => {
        TargetPass {
            info: PassInfo::required(Layer::Target, $name, $description),
            run: |$func, $ctx, $prepared| {
                let _ = &$prepared;
                $body
            },
        }
    };
    (from $level:literal $name:literal, $description:literal, |$func:ident, $ctx:ident, $prepared:ident| $body:expr) => {
        TargetPass {
            info: PassInfo::optional(Layer::Target, $name, $description).from_level($level),
            ..pass!($name, $description, |$func, $ctx, $prepared| $body)
        }
    };
}

/// What other vendors call the same, before everything else.
pub const LOWER_FOREIGN_INTRINSICS: PassInfo = PassInfo::required(
    Layer::Target,
    "lower-foreign-intrinsics",
    "replace intrinsics of other vendors' GPUs",
);

/// Bounds of work-item numbers, before the first pass of the optimizer.
pub const BOUND_WORK_ITEM_IDS: PassInfo = PassInfo::optional(
    Layer::Target,
    "bound-work-item-ids",
    "say how large work-item numbers can be",
)
.from_level(1);

/// Names that assembly can have, before everything else that prepares for selection.
pub const LOWER_SYMBOL_NAMES: PassInfo = PassInfo::required(
    Layer::Target,
    "lower-symbol-names",
    "give symbols names that assembly can have",
);

/// Bytes are integers from here on, in all functions.
pub const LOWER_BYTES: PassInfo =
    PassInfo::required(Layer::Target, "lower-bytes", "replace byte types by integers");

const LOWER_CONSTANT32: TargetPass = pass!(
    "lower-constant32",
    "extend pointers of 32 bits to constant memory",
    |func, ctx, prepared| Ok(lower_constant32::run(func, ctx))
);

/// After the optimizer, before control flow is structured.
pub static BEFORE_CONTROL_FLOW: &[TargetPass] = &[
    LOWER_CONSTANT32,
    pass!(
        "lower-dynamic-alloca",
        "move the stack pointer for stack objects of variable size or number",
        |func, ctx, prepared| {
            prepared.dynamic_stack = lower_dynamic_alloca::run(func, ctx);
            Ok(prepared.dynamic_stack)
        }
    ),
    pass!(from 1 "annotate-uniform-loads",
        "find loads of kernels that the scalar cache can do",
        |func, ctx, prepared| {
            // Callers may have written what is loaded, and the scalar cache does not see that.
            Ok(prepared.role.is_entry() && annotate_uniform_loads::run(func, ctx, &TRANSFORM_INFO))
        }
    ),
    pass!(
        "lower-kernel-arguments",
        "load kernel arguments from the argument segment",
        |func, ctx, prepared| Ok(load_arguments(func, ctx, prepared))
    ),
    pass!(
        "widen-scalar-loads",
        "load dwords where scalar loads of less would be needed",
        |func, ctx, prepared| Ok(widen_scalar_loads::run(func, ctx))
    ),
    pass!(
        "lower-intrinsics",
        "replace intrinsics that no instruction does",
        |func, ctx, prepared| Ok(lower_intrinsics::run(func, ctx))
    ),
    pass!(
        "lower-memory-intrinsics",
        "turn copies and fills of memory into loops and accesses",
        |func, ctx, prepared| Ok(lower_memory_intrinsics::run(
            func,
            ctx,
            &prepared.transform_info()
        ))
    ),
    // Copies from there are loads only now.
    LOWER_CONSTANT32,
    pass!(
        "lower-flat-atomics",
        "test whether addresses of 64-bit atomic operations on flat memory are private",
        |func, ctx, prepared| Ok(lower_flat_atomics::run(func, ctx))
    ),
    pass!(
        "lower-atomics",
        "turn atomic operations that no instruction does into loops",
        |func, ctx, prepared| {
            lower_atomics::run(func, ctx, &prepared.transform_info())
                .map_err(|(inst, message)| (Some(inst), message))
        }
    ),
    pass!(
        "lower-wide-integers",
        "multiply and divide integers of more than 64 bits by parts",
        |func, ctx, prepared| Ok(lower_wide_integers::run(func, ctx))
    ),
    pass!(
        "lower-float-remainder",
        "turn frem into a loop",
        |func, ctx, prepared| Ok(lower_float_remainder::run(func, ctx))
    ),
    pass!(
        "lower-divergent-resources",
        "loop over operands that must be scalar but differ between lanes",
        |func, ctx, prepared| Ok(lower_divergent_resources::run(func, ctx))
    ),
    pass!(
        "lower-fp-environment",
        "read and write the floating-point environment in MODE",
        |func, ctx, prepared| Ok(lower_fp_environment::run(func, ctx))
    ),
    pass!(
        "lower-registers",
        "read and write registers by name",
        |func, ctx, prepared| lower_registers::run(func, ctx).map_err(|message| (None, message))
    ),
    pass!(
        "lower-wave-reduce",
        "reduce over the lanes of a wave",
        |func, ctx, prepared| {
            let mask = ctx.types.int(prepared.subtarget.wave_size);
            Ok(lower_wave_reduce::run(func, ctx, mask))
        }
    ),
    pass!(
        "scalarize",
        "take vectors apart that no instruction knows",
        |func, ctx, prepared| Ok(scalarize::run(func, ctx, tuple_limits(prepared, ctx)))
    ),
    // Vectors of different divisors are numbers only now.
    pass!(from 1 "expand-division",
        "divide by constants without dividing",
        |func, ctx, prepared| Ok(opt_expand_division::run(func, ctx))
    ),
    pass!(
        "lower-division",
        "divide integers by means of reciprocals",
        |func, ctx, prepared| {
            let changed = expand_division::run(func, ctx, prepared.options.opt_level > 0);
            prepared.expanded |= changed;
            Ok(changed)
        }
    ),
    pass!(
        "expand-float",
        "divide, and compute roots, logarithms and powers, to the accuracy asked for",
        |func, ctx, prepared| {
            let changed = expand_float::run(func, ctx);
            prepared.expanded |= changed;
            Ok(changed)
        }
    ),
    // What is made of an invariant divisor alone need not be made again and again.
    pass!(from 2 "licm",
        "move invariants of divisions out of loops",
        |func, ctx, prepared| Ok(prepared.expanded && opt_licm::run(func, ctx, &TRANSFORM_INFO))
    ),
];

/// After control flow is structured.
pub static AFTER_CONTROL_FLOW: &[TargetPass] = &[
    pass!(
        "lower-i1-phis",
        "merge masks of lanes where divergent booleans meet",
        |func, ctx, prepared| {
            if !lower_i1_phis::has_candidates(func, ctx) {
                return Ok(false);
            }
            let divergence = DivergenceAnalysis::compute(func, ctx, &TRANSFORM_INFO);
            let mask = ctx.types.int(prepared.subtarget.wave_size);
            Ok(lower_i1_phis::run(func, ctx, mask, &|value| {
                divergence.is_divergent(value)
            }))
        }
    ),
    pass!(
        "isolate-mode-changes",
        "put changes of MODE and ends of lanes into blocks of their own",
        |func, ctx, prepared| Ok(isolate_mode_changes::run(func, ctx))
    ),
];

/// The passes of this module, in order.
pub fn pass_infos() -> impl Iterator<Item = &'static PassInfo> {
    let modules = [
        &LOWER_FOREIGN_INTRINSICS,
        &BOUND_WORK_ITEM_IDS,
        &LOWER_SYMBOL_NAMES,
        &LOWER_BYTES,
    ];
    let functions = BEFORE_CONTROL_FLOW.iter().chain(AFTER_CONTROL_FLOW);
    modules.into_iter().chain(functions.map(|pass| &pass.info))
}

fn pass_named(name: &str) -> Option<&'static TargetPass> {
    let all = || BEFORE_CONTROL_FLOW.iter().chain(AFTER_CONTROL_FLOW);
    all().find(|pass| pass.info.name == name)
}

/// Runs `list` on a function, up to the pass to stop after.
///
/// # Errors
/// What cannot be compiled.
pub fn run_list(
    module: &mut Module,
    list: &[TargetPass],
    prepared: &mut Preparation<'_>,
    passes: &mut PassContext<'_>,
) -> Result<(), Diagnostic> {
    let func = prepared.func;
    for pass in list {
        if prepared.options.opt_level < pass.info.min_opt_level {
            continue;
        }
        let mut failure = None;
        run_on_function(module, func, &pass.info, passes, |body, ctx| {
            (pass.run)(body, ctx, prepared).unwrap_or_else(|found| {
                failure = Some(found);
                false
            })
        });
        if let Some((inst, message)) = failure {
            let place = match inst {
                Some(inst) => module.place_of_inst(func, inst),
                None => module.ctx.place_of_function(func),
            };
            return Err(Diagnostic::error(place, message));
        }
        if passes.runner.options().stops_after(&pass.info) {
            passes.runner.stopped = true;
            break;
        }
    }
    Ok(())
}

/// Runs the passes of `names`, of this list and of the IR's, as `-passes=` lists them.
pub fn run_named(
    module: &mut Module,
    names: &str,
    subtarget: Subtarget,
    options: &CodegenOptions,
    passes: &mut PassContext<'_>,
) {
    let own: Vec<&'static str> = pass_infos().map(|info| info.name).collect();
    let target = TargetPasses {
        names: &own,
        llvm: LLVM_NAMES,
    };
    let list = match passes_named(names, target) {
        Ok(list) => list,
        Err(message) => return passes.diagnostics.error(Span::NONE, message),
    };
    let is_own = |name: &&'static str| wavec_ir::passes::pipeline::pass_named(name).is_none();
    for names in list.chunk_by(|a, b| is_own(a) == is_own(b)) {
        if !is_own(&names[0]) {
            run_passes(module, names, passes);
            continue;
        }
        simplify_module(module, passes);
        for name in names {
            run_one(module, name, subtarget, options, passes);
        }
    }
}

fn run_one(
    module: &mut Module,
    name: &str,
    subtarget: Subtarget,
    options: &CodegenOptions,
    passes: &mut PassContext<'_>,
) {
    if name == LOWER_FOREIGN_INTRINSICS.name {
        return lower_foreign_intrinsics(module, subtarget, passes);
    }
    if name == BOUND_WORK_ITEM_IDS.name {
        return bound_work_item_ids(module, passes);
    }
    if name == LOWER_SYMBOL_NAMES.name {
        return lower_symbol_names(module, passes);
    }
    if name == LOWER_BYTES.name {
        return lower_bytes(module, passes);
    }
    let pass = pass_named(name).expect("a pass of the list");
    for func in module.defined_functions() {
        let mut prepared = Preparation::new(module, func, subtarget, options);
        prepared.expanded = true;
        if let Err(error) = run_list(module, &[*pass], &mut prepared, passes) {
            passes.diagnostics.push(error);
        }
    }
}

/// [`LOWER_FOREIGN_INTRINSICS`], which comes first.
pub fn lower_foreign_intrinsics(module: &mut Module, subtarget: Subtarget, passes: &mut PassContext<'_>) {
    run_on_module(module, &LOWER_FOREIGN_INTRINSICS, passes, |module, passes| {
        lower_foreign_intrinsics::run(module, subtarget, &mut passes.diagnostics)
    });
}

/// [`BOUND_WORK_ITEM_IDS`], which comes before the optimizer.
pub fn bound_work_item_ids(module: &mut Module, passes: &mut PassContext<'_>) {
    run_on_module(module, &BOUND_WORK_ITEM_IDS, passes, |module, _| {
        bound_work_item_ids::run(module);
        true
    });
}

/// [`LOWER_SYMBOL_NAMES`], which comes after it.
pub fn lower_symbol_names(module: &mut Module, passes: &mut PassContext<'_>) {
    run_on_module(module, &LOWER_SYMBOL_NAMES, passes, |module, _| {
        lower_symbol_names::run(module);
        true
    });
}

/// [`LOWER_BYTES`], which comes after that.
pub fn lower_bytes(module: &mut Module, passes: &mut PassContext<'_>) {
    run_on_module(module, &LOWER_BYTES, passes, |module, _| {
        lower_bytes::run(module, 0)
    });
}

/// Makes loads of the parameters of a kernel.
fn load_arguments(func: &mut Function, ctx: &mut Context, prepared: &mut Preparation<'_>) -> bool {
    prepared.hidden_args = lower_kernel_arguments::used_hidden_args(func, ctx);
    if prepared.role != Role::Kernel {
        return false;
    }
    // What is called may need more inputs in the same registers.
    let mut preloaded = 0;
    if facts::of(&prepared.subtarget).preloads_arguments && Callees::of(func, ctx).is_empty() {
        let inputs = prepared.inputs(func, ctx);
        (preloaded, prepared.preloaded_words) = prepared.args.preloaded(func, ctx, &inputs);
    }
    lower_kernel_arguments::run(func, ctx, &prepared.args, preloaded);
    true
}

/// Sizes up to which an index finds elements in tuples: three of them fit. None without optimization.
fn tuple_limits(prepared: &Preparation<'_>, ctx: &Context) -> TupleLimits {
    let options = &*options_for(prepared.func, ctx, prepared.options);
    let waves = waves_per_simd(prepared.func, ctx, &prepared.subtarget).0;
    let vgprs = prepared.subtarget.limits().vgprs_for_waves(waves);
    let sgprs = options
        .register_limits
        .of(SCALAR_FILE)
        .unwrap_or(u32::MAX)
        .min(NUM_SGPRS);
    match options.opt_level {
        0 => TupleLimits::default(),
        _ => TupleLimits {
            vector: options
                .register_limits
                .of(VECTOR_FILE)
                .unwrap_or(u32::MAX)
                .min(vgprs)
                / 3,
            scalar: sgprs / 3,
        },
    }
}
