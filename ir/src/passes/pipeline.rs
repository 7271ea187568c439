//! The passes by name, and the lists of them that make up the optimization levels; [`runner`](super::runner) runs them.
//!
//! ```text
//! from the frontend or the reader
//!    │ clean each function up (so that what is inlined is small)
//!    │ inline, drop what neither kernels nor other modules reach
//!    │ memory to registers, simplify, control flow
//!    │ loops: invariants, unrolling; then once more simplify
//!    │ common subexpressions, dead code, wide memory accesses
//!    ▼
//! codegen_prepare: what selection needs at every level: no switches, divergent control flow structured, loop-closed;
//! from -O2 on, cheap instructions are in the block that uses them
//! ```

use super::runner::PassContext;
use super::{
    lower_aliases, lower_annotations, lower_irreducible, lower_lcssa, lower_split_values,
    lower_structurize_cfg, lower_switch, lower_unify_exits, lower_variadics, opt_align_globals,
    opt_bit_tables, opt_constraint_elimination, opt_count_bits, opt_dce, opt_dead_stores,
    opt_expand_division, opt_flow_values, opt_global_dce, opt_gvn, opt_hoist_loads, opt_hoist_repeated,
    opt_hoist_twins, opt_induction_flags, opt_infer_address_spaces, opt_inline, opt_licm,
    opt_load_store_vectorize, opt_loop_addresses, opt_loop_counters, opt_loop_peel, opt_loop_rotate,
    opt_loop_unroll, opt_loop_unroll_runtime, opt_mem2reg, opt_merge_arms, opt_merge_ifs,
    opt_merge_induction, opt_near_addresses, opt_pack_floats, opt_promote_alloca, opt_separate_offset,
    opt_simplify, opt_simplify_cfg, opt_sink, opt_sink_integers, opt_sink_updates, opt_sroa,
    opt_strength_reduction,
};
use crate::analysis::TargetTransformInfo;
use crate::context::Context;
use crate::function::Function;
use crate::module::Module;
use crate::verify::verify_module;
use wavec_support::passes::{Layer, PassInfo};

/// How much to optimize.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// Only what is necessary.
    O0,
    /// Cheap optimizations: no common subexpressions, no loops.
    O1,
    /// The default.
    #[default]
    O2,
    /// Larger limits for unrolling.
    O3,
}

/// What a pass runs on.
#[derive(Clone, Copy)]
pub enum PassRun {
    /// One function body after another.
    Function(fn(&mut Function, &mut Context, &dyn TargetTransformInfo) -> bool),
    /// The module.
    Module(fn(&mut Module, &mut PassContext<'_>) -> bool),
}

/// A pass by name.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name in `-passes=`, and what a runner must know of it.
    pub info: PassInfo,
    /// What to call.
    pub run: PassRun,
}

const fn function(
    name: &'static str,
    description: &'static str,
    run: fn(&mut Function, &mut Context, &dyn TargetTransformInfo) -> bool,
) -> Pass {
    Pass {
        info: PassInfo::optional(Layer::Ir, name, description),
        run: PassRun::Function(run),
    }
}

const fn module(
    name: &'static str,
    description: &'static str,
    run: fn(&mut Module, &mut PassContext<'_>) -> bool,
) -> Pass {
    Pass {
        info: PassInfo::optional(Layer::Ir, name, description),
        run: PassRun::Module(run),
    }
}

const fn required(pass: Pass) -> Pass {
    Pass {
        info: PassInfo::required(Layer::Ir, pass.info.name, pass.info.description),
        ..pass
    }
}

/// The passes that run before the first of each list. They are verified together with that.
pub(super) const FIRST: [&str; 4] = [
    "drop-annotations",
    "lower-aliases",
    "lower-variadics",
    "lower-split-values",
];

/// All passes.
pub static PASSES: &[Pass] = &[
    required(module(
        "drop-annotations",
        "drop operand bundles, and debug records that are not wanted",
        |module, passes| {
            lower_annotations::run(module, &mut passes.diagnostics);
            false
        },
    )),
    required(module(
        "lower-aliases",
        "replace aliases by what they stand for",
        |module, passes| {
            lower_aliases::run(module, &mut passes.diagnostics);
            false
        },
    )),
    required(module(
        "lower-variadics",
        "pass variable arguments in memory",
        |module, passes| {
            lower_variadics::run(module, &mut passes.diagnostics);
            false
        },
    )),
    required(module(
        "lower-split-values",
        "split wide integers and fat pointers into parts",
        |module, passes| {
            lower_split_values::run(module, passes.target, &mut passes.diagnostics);
            false
        },
    )),
    required(module(
        "inline",
        "inline calls of defined functions",
        opt_inline::run,
    )),
    module(
        "globaldce",
        "remove functions that nothing reaches, and unused declarations",
        |module, passes| {
            let removed = opt_global_dce::run(module);
            let stats = &mut passes.runner.stats;
            stats.add("globaldce", "functions removed", removed as u64);
            removed > 0
        },
    ),
    function("mem2reg", "promote scalar stack slots to values", |f, c, _| {
        opt_mem2reg::run(f, c)
    }),
    function("sroa", "split stack objects and promote them", |f, c, _| {
        opt_sroa::run(f, c)
    }),
    function(
        "promote-alloca",
        "promote stack arrays to vectors",
        opt_promote_alloca::run,
    ),
    function("simplify", "fold and simplify instructions", opt_simplify::run),
    function(
        "simplify<sweep>",
        "simplify, in a single sweep",
        opt_simplify::sweep,
    ),
    function("gvn", "remove redundant computations and loads", opt_gvn::run),
    function(
        "separate-offset",
        "separate constant offsets from variable address indices",
        opt_separate_offset::run,
    ),
    function(
        "vectorize-accesses",
        "merge neighbouring loads and stores",
        opt_load_store_vectorize::run,
    ),
    function(
        "bit-tables",
        "replace chains of shifts and xors of eight bits by a table lookup",
        opt_bit_tables::run,
    ),
    function(
        "pack-floats",
        "compute pairs of float sums with packed instructions",
        opt_pack_floats::run,
    ),
    function(
        "expand-division",
        "divide by constants with multiplications and shifts",
        |f, c, _| opt_expand_division::run(f, c),
    ),
    function(
        "infer-address-spaces",
        "replace generic pointers by pointers to a specific address space",
        opt_infer_address_spaces::run,
    ),
    function(
        "dead-stores",
        "remove stores that are never read",
        opt_dead_stores::run,
    ),
    module(
        "align-globals",
        "raise the alignment of internal globals",
        opt_align_globals::run,
    ),
    function(
        "hoist-loads",
        "hoist a load that all paths from a branch execute",
        opt_hoist_loads::run,
    ),
    function(
        "hoist-twins",
        "hoist equal instructions from both sides of a branch",
        |f, c, _| opt_hoist_twins::run(f, c),
    ),
    function(
        "hoist-repeated",
        "hoist integer computations that several conditional blocks repeat",
        |f, c, t| opt_hoist_repeated::run(f, c, t),
    ),
    function(
        "merge-arms",
        "sink equal instructions from both sides of an if, with PHIs for their operands",
        opt_merge_arms::run,
    ),
    function(
        "merge-ifs",
        "merge consecutive ifs on the same condition",
        |f, c, _| opt_merge_ifs::run(f, c),
    ),
    function(
        "sink-updates",
        "sink operations into the side of an if on whose other side they change nothing",
        |f, c, _| opt_sink_updates::run(f, c),
    ),
    function(
        "loop-rotate",
        "rotate loops so that they test their condition at the bottom",
        opt_loop_rotate::run,
    ),
    function(
        "merge-induction",
        "merge induction variables of which one is the next value of the other",
        |f, c, _| opt_merge_induction::run(f, c),
    ),
    function(
        "count-bits",
        "replace loops that clear one bit at a time by ctpop",
        |f, c, _| opt_count_bits::run(f, c),
    ),
    function("licm", "move invariants out of loops", opt_licm::run),
    function(
        "induction-flags",
        "add nsw and nuw to counters that cannot wrap",
        |f, c, _| opt_induction_flags::run(f, c),
    ),
    function(
        "strength-reduction",
        "turn products of a counter and an invariant into running sums",
        |f, c, _| opt_strength_reduction::run(f, c),
    ),
    function(
        "near-addresses",
        "derive addresses from others at a uniform distance",
        opt_near_addresses::run,
    ),
    function(
        "loop-addresses",
        "turn address computations in loops into pointer increments",
        opt_loop_addresses::run,
    ),
    function(
        "loop-counters",
        "replace counters by the value that the loop derives from them",
        |f, c, _| opt_loop_counters::run(f, c),
    ),
    function(
        "loop-unroll",
        "unroll loops with constant trip counts",
        |f, c, t| opt_loop_unroll::run(f, c, t, 1),
    ),
    function("loop-unroll<O3>", "the same with larger limits", |f, c, t| {
        opt_loop_unroll::run(f, c, t, 3)
    }),
    function(
        "loop-peel",
        "peel the first iterations of loops if something is decided only there",
        |f, c, t| opt_loop_peel::run(f, c, t, 160),
    ),
    function("loop-peel<O3>", "the same with larger limits", |f, c, t| {
        opt_loop_peel::run(f, c, t, 800)
    }),
    function(
        "unroll-runtime",
        "unroll loops whose trip count is computed on entry",
        |f, c, t| opt_loop_unroll_runtime::run(f, c, t, 160),
    ),
    function("unroll-runtime<O3>", "the same with larger limits", |f, c, t| {
        opt_loop_unroll_runtime::run(f, c, t, 400)
    }),
    function(
        "constraint-elimination",
        "remove comparisons that follow from dominating conditions",
        opt_constraint_elimination::run,
    ),
    function("dce", "remove dead code", |f, c, _| opt_dce::run(f, c)),
    function("simplify-cfg", "simplify control flow", opt_simplify_cfg::run),
    required(function(
        "lower-switch",
        "turn switches into branches",
        |f, c, _| lower_switch::run(f, c),
    )),
    required(function(
        "unify-exits",
        "give every function one return",
        |f, c, _| lower_unify_exits::run(f, c),
    )),
    required(function(
        "fix-irreducible",
        "make control flow reducible",
        |f, c, _| lower_irreducible::run(f, c),
    )),
    required(function(
        "structurize",
        "structure divergent control flow",
        |f, c, t| lower_structurize_cfg::run(f, c, t),
    )),
    function(
        "flow-values",
        "use values where structured control flow carries them",
        |f, c, t| opt_flow_values::run(f, c, t),
    ),
    required(function(
        "lcssa",
        "put values that leave loops through phis in exit blocks",
        |f, c, _| lower_lcssa::run(f, c),
    )),
    function(
        "sink-integers",
        "sink integer computations to the blocks that use them",
        |f, c, t| opt_sink_integers::run(f, c, t),
    ),
    function(
        "sink",
        "sink cheap instructions to the blocks that use them",
        |f, c, t| opt_sink::run(f, c, t),
    ),
    required(module(
        VERIFY,
        "check that the module is well formed",
        |module, passes| {
            passes.diagnostics.extend(verify_module(module));
            false
        },
    )),
];

/// The pass that only looks.
pub(super) const VERIFY: &str = "verify";

/// The pass of this name.
pub fn pass_named(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|p| p.info.name == name)
}

/// The passes of an optimization level, before [`codegen_prepare`](super::codegen_prepare).
pub fn level_passes(level: OptLevel) -> &'static [&'static str] {
    match level {
        OptLevel::O0 => O0,
        OptLevel::O1 => O1,
        OptLevel::O2 => O2,
        OptLevel::O3 => O3,
    }
}

/// The least optimization level at which the pass `name` runs; `None` if it runs by name only.
pub fn first_level(name: &str) -> Option<OptLevel> {
    let mut levels = [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3].into_iter();
    levels.find(|&level| level_passes(level).contains(&name) || prepare_passes(level).contains(&name))
}

/// Calls are expensive even without other optimizations.
const O0: &[&str] = &["inline", "globaldce"];

/// Values instead of stack objects, and simplifications that this makes cheap.
const O1: &[&str] = &[
    "sroa",
    "simplify<sweep>",
    "simplify-cfg",
    "inline",
    "globaldce",
    "align-globals",
    "infer-address-spaces",
    "sroa",
    "simplify",
    "simplify-cfg",
    "expand-division",
    "dce",
    "globaldce",
];

macro_rules! full_pipeline {
    ($unroll:literal, $peel:literal, $unroll_runtime:literal) => {
        &[
            "sroa",
            "simplify<sweep>",
            "simplify-cfg",
            "inline",
            "globaldce",
            "align-globals",
            "infer-address-spaces",
            "sroa",
            "simplify<sweep>",
            "simplify-cfg",
            "gvn",
            "simplify<sweep>",
            "hoist-loads",
            "hoist-twins",
            "merge-arms",
            "merge-ifs",
            "simplify-cfg",
            "sink-updates",
            "loop-rotate",
            "merge-induction",
            "count-bits",
            "licm",
            "induction-flags",
            "strength-reduction",
            $unroll,
            "sroa",
            "promote-alloca",
            $unroll,
            "bit-tables",
            "licm",
            "constraint-elimination",
            $peel,
            $unroll_runtime,
            "simplify<sweep>",
            "separate-offset",
            "gvn",
            "dead-stores",
            "merge-ifs",
            "vectorize-accesses",
            "pack-floats",
            "expand-division",
            "simplify",
            "simplify-cfg",
            "hoist-repeated",
            "dce",
            "globaldce",
        ]
    };
}

/// Redundant computations, loops, memory accesses.
const O2: &[&str] = full_pipeline!("loop-unroll", "loop-peel", "unroll-runtime");

/// The same with larger budgets.
const O3: &[&str] = full_pipeline!("loop-unroll<O3>", "loop-peel<O3>", "unroll-runtime<O3>");

/// Required before selection at every level, and optional improvements.
pub fn prepare_passes(level: OptLevel) -> &'static [&'static str] {
    match level {
        OptLevel::O0 | OptLevel::O1 => &["lower-switch", "structurize", "lcssa"],
        OptLevel::O2 | OptLevel::O3 => &[
            "lower-switch",
            "loop-addresses",
            "near-addresses",
            "loop-counters",
            "structurize",
            "flow-values",
            "lcssa",
            "sink-integers",
            "sink",
        ],
    }
}
