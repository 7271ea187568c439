//! The passes by name, the lists of them that make up the optimization levels, and the runner that times, dumps,
//! verifies and bisects.
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

use super::pass_names::passes_named;
use super::{
    lower_aliases, lower_irreducible, lower_lcssa, lower_split_values, lower_structurize_cfg, lower_switch,
    lower_unify_exits, lower_variadics, opt_align_globals, opt_bit_tables, opt_count_bits, opt_dce,
    opt_dead_stores, opt_expand_division, opt_global_dce, opt_gvn, opt_hoist_loads, opt_hoist_twins,
    opt_induction_flags, opt_infer_address_spaces, opt_inline, opt_licm, opt_load_store_vectorize,
    opt_loop_addresses, opt_loop_counters, opt_loop_rotate, opt_loop_unroll, opt_loop_unroll_runtime,
    opt_mem2reg, opt_merge_arms, opt_merge_ifs, opt_merge_induction, opt_near_addresses, opt_pack_floats,
    opt_promote_alloca, opt_separate_offset, opt_simplify, opt_simplify_cfg, opt_sink, opt_sroa,
    opt_strength_reduction,
};
use crate::analysis::TargetTransformInfo;
use crate::context::Context;
use crate::entities::{FuncRef, Inst};
use crate::function::Function;
use crate::function::annotations::is_droppable;
use crate::module::Module;
use crate::text::{WriteOptions, function_to_string, write_module};
use crate::verify::verify_module;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use std::time::Instant;
use wavec_support::progress;
use wavec_support::stats::Stats;
use wavec_support::timing::Timing;
use wavec_support::{Diagnostics, SourceMap, Span};

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

/// Options of the pass runner.
#[derive(Clone, Debug, Default)]
pub struct PassOptions {
    /// Passes after which to dump; `all` for every one.
    pub print_after: Vec<String>,
    /// The pass after which to stop.
    pub stop_after: Option<String>,
    /// Verify after each pass that changed something.
    pub verify_each: bool,
    /// Run only this many passes (counted over all functions).
    pub bisect_limit: Option<u64>,
    /// Passes not to run.
    pub disabled: Vec<String>,
}

/// Receives dumps: the name of the pass and the text.
pub type DumpSink<'a> = Box<dyn FnMut(&str, &str) + 'a>;

/// State shared by the passes of one module.
pub struct PassContext<'a> {
    /// The target.
    pub target: &'a dyn TargetTransformInfo,
    /// Errors in the user's input.
    pub diagnostics: Diagnostics,
    /// Counts of what passes did.
    pub stats: Stats,
    /// Time by pass.
    pub timing: Timing,
    /// Options of the runner.
    pub options: PassOptions,
    /// Where dumps go.
    pub dump: Option<DumpSink<'a>>,
    /// How many passes ran, for bisection.
    pub executed: u64,
    /// Whether `stop_after` was reached: the caller stops too.
    pub stopped: bool,
}

impl<'a> PassContext<'a> {
    /// A context for `target` with default options.
    pub fn new(target: &'a dyn TargetTransformInfo) -> PassContext<'a> {
        PassContext {
            target,
            diagnostics: Diagnostics::new(),
            stats: Stats::new(),
            timing: Timing::new(false),
            options: PassOptions::default(),
            dump: None,
            executed: 0,
            stopped: false,
        }
    }

    /// Whether this pass is to run: not disabled, and within the bisection limit. Counts it.
    fn admits(&mut self, name: &str) -> bool {
        if self.options.disabled.iter().any(|d| stands_for(d, name)) {
            return false;
        }
        self.executed += 1;
        self.options
            .bisect_limit
            .is_none_or(|limit| self.executed <= limit)
    }

    fn dumps_after(&self, name: &str) -> bool {
        self.dump.is_some()
            && self
                .options
                .print_after
                .iter()
                .any(|p| p == "all" || stands_for(p, name))
    }
}

/// Whether `asked`, from an option, selects the pass `name`: `loop-unroll` also selects `loop-unroll<O3>`.
fn stands_for(asked: &str, name: &str) -> bool {
    name.strip_prefix(asked)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('<'))
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
    /// As in `-passes=`.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
    /// Whether later stages depend on it: then it cannot be disabled, and bisection does not skip it.
    pub required: bool,
    /// What to call.
    pub run: PassRun,
}

const fn function(
    name: &'static str,
    description: &'static str,
    run: fn(&mut Function, &mut Context, &dyn TargetTransformInfo) -> bool,
) -> Pass {
    Pass {
        name,
        description,
        required: false,
        run: PassRun::Function(run),
    }
}

const fn required(pass: Pass) -> Pass {
    Pass {
        required: true,
        ..pass
    }
}

/// All passes.
pub static PASSES: &[Pass] = &[
    required(Pass {
        name: "inline",
        description: "inline calls of defined functions",
        required: true,
        run: PassRun::Module(opt_inline::run),
    }),
    Pass {
        name: "globaldce",
        description: "remove unreachable functions and unused declarations",
        required: false,
        run: PassRun::Module(|module, passes| {
            let removed = opt_global_dce::run(module);
            passes.stats.add("globaldce", "functions removed", removed as u64);
            removed > 0
        }),
    },
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
    Pass {
        name: "align-globals",
        description: "raise the alignment of internal globals",
        required: false,
        run: PassRun::Module(opt_align_globals::run),
    },
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
        "merge-arms",
        "sink equal instructions from both sides of an if, with PHIs for their operands",
        |f, c, _| opt_merge_arms::run(f, c),
    ),
    function(
        "merge-ifs",
        "merge consecutive ifs on the same condition",
        |f, c, _| opt_merge_ifs::run(f, c),
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
        "unroll-runtime",
        "unroll loops whose trip count is computed on entry",
        |f, c, t| opt_loop_unroll_runtime::run(f, c, t, 160),
    ),
    function("unroll-runtime<O3>", "the same with larger limits", |f, c, t| {
        opt_loop_unroll_runtime::run(f, c, t, 400)
    }),
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
    required(function(
        "lcssa",
        "put values that leave loops through phis in exit blocks",
        |f, c, _| lower_lcssa::run(f, c),
    )),
    function(
        "sink",
        "sink cheap instructions to the blocks that use them",
        |f, c, t| opt_sink::run(f, c, t),
    ),
    required(Pass {
        name: VERIFY,
        description: "check that the module is well formed",
        required: true,
        run: PassRun::Module(|module, passes| {
            passes.diagnostics.extend(verify_module(module));
            false
        }),
    }),
];

/// The pass that only verifies.
const VERIFY: &str = "verify";

/// The pass of this name.
pub fn pass_named(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|p| p.name == name)
}

/// The passes of an optimization level, before [`codegen_prepare`].
pub fn level_passes(level: OptLevel) -> &'static [&'static str] {
    match level {
        OptLevel::O0 => O0,
        OptLevel::O1 => O1,
        OptLevel::O2 => O2,
        OptLevel::O3 => O3,
    }
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
    ($unroll:literal, $unroll_runtime:literal) => {
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
            "dce",
            "globaldce",
        ]
    };
}

/// Redundant computations, loops, memory accesses.
const O2: &[&str] = full_pipeline!("loop-unroll", "unroll-runtime");

/// The same with larger budgets.
const O3: &[&str] = full_pipeline!("loop-unroll<O3>", "unroll-runtime<O3>");

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
            "lcssa",
            "sink",
        ],
    }
}

/// Optimizes a module. Errors are in `passes.diagnostics`.
pub fn run_pipeline(module: &mut Module, level: OptLevel, passes: &mut PassContext<'_>) {
    run_list(module, level_passes(level), passes, true);
}

/// Makes a module ready for instruction selection.
pub fn codegen_prepare(module: &mut Module, level: OptLevel, passes: &mut PassContext<'_>) {
    run_passes(module, prepare_passes(level), passes);
}

/// Runs passes by name, as listed in `-passes=a,b,c`; the error for an unknown name lists all passes.
pub fn run_named(module: &mut Module, names: &str, passes: &mut PassContext<'_>) {
    match passes_named(names) {
        Ok(list) => run_passes(module, &list, passes),
        Err(message) => passes.diagnostics.error(Span::NONE, message),
    }
}

/// Passes do not support debug records and operand bundles: removes them, unless a call depends on them, and the tokens
/// that only bundles use.
fn drop_annotations(module: &mut Module, diagnostics: &mut Diagnostics) {
    for func in module.defined_functions() {
        let body = module.bodies[func].as_deref_mut().expect("a defined function");
        drop_convergence_tokens(body, &module.ctx);
        let Some(annotations) = body.annotations.take() else {
            continue;
        };
        let ctx = &module.ctx;
        for inst in body
            .block_order()
            .iter()
            .flat_map(|&block| body.block_insts(block))
        {
            let Some(bundles) = annotations.bundles.get(&inst) else {
                continue;
            };
            let callee = body.callee(inst, ctx).map(|f| ctx.text(ctx.functions[f].name));
            for bundle in bundles {
                let tag = ctx.text(bundle.tag);
                if !is_droppable(tag, callee.unwrap_or_default()) {
                    let name = ctx.text(ctx.functions[func].name);
                    let message = format!("operand bundle '{tag}' in function '{name}' is not supported");
                    diagnostics.error(ctx.place_of_inst(func, inst), message);
                }
            }
        }
    }
}

/// Convergence of calls is implied by their blocks.
fn drop_convergence_tokens(body: &mut Function, ctx: &Context) {
    let blocks = body.block_order().to_vec();
    let makes_token = |body: &Function, inst: Inst| {
        body.callee(inst, ctx).is_some_and(|callee| {
            ctx.text(ctx.functions[callee].name)
                .starts_with("llvm.experimental.convergence.")
        })
    };
    for block in blocks {
        let tokens: Vec<Inst> = body
            .block_insts(block)
            .filter(|&inst| makes_token(body, inst))
            .collect();
        for inst in tokens {
            body.remove_inst(inst);
        }
    }
}

/// Runs a list of passes; neighbouring function passes run one function at a time.
pub fn run_passes(module: &mut Module, names: &[&'static str], passes: &mut PassContext<'_>) {
    run_list(module, names, passes, false);
}

/// The same. `skips_repeats`: a pass does not run again on a function that has not changed since its last run. Passes
/// listed by the user run as often as listed.
fn run_list(module: &mut Module, names: &[&'static str], passes: &mut PassContext<'_>, skips_repeats: bool) {
    if passes.stopped {
        return;
    }
    let mut names = names;
    if let Some(stop) = &passes.options.stop_after
        && let Some(at) = names.iter().position(|n| stands_for(stop, n))
    {
        names = &names[..=at];
        passes.stopped = true;
    }
    if names.iter().any(|&name| name != VERIFY) {
        drop_annotations(module, &mut passes.diagnostics);
        lower_aliases::run(module, &mut passes.diagnostics);
        lower_variadics::run(module, &mut passes.diagnostics);
        lower_split_values::run(module, passes.target, &mut passes.diagnostics);
    }
    let mut history = History::default();
    let mut at = 0;
    while at < names.len() && !passes.diagnostics.has_errors() {
        let pass = pass_named(names[at]).expect("a pass of the table");
        if let PassRun::Module(run) = pass.run {
            if run_module_pass(module, pass, run, passes) {
                history = History::default();
            }
            at += 1;
            continue;
        }
        let end = names[at..]
            .iter()
            .position(|n| matches!(pass_named(n).map(|p| p.run), Some(PassRun::Module(_))))
            .map_or(names.len(), |i| at + i);
        for func in module.defined_functions() {
            progress::enter_function(module.ctx.text(module.ctx.functions[func].name));
            for name in &names[at..end] {
                let pass = pass_named(name).expect("a pass of the table");
                if !(skips_repeats && history.would_repeat(func, pass)) {
                    let changed = run_function_pass(module, func, pass, passes);
                    history.record(func, pass, changed);
                }
            }
        }
        at = end;
    }
}

/// Which passes have already run on the current version of a function. They do not run again: they would find nothing.
#[derive(Default)]
struct History {
    /// Names of passes since the last change, including the one that made it.
    seen: SecondaryMap<FuncRef, SmallVec<[&'static str; 8]>>,
}

impl History {
    fn would_repeat(&self, func: FuncRef, pass: &Pass) -> bool {
        self.seen[func].contains(&pass.name)
    }

    fn record(&mut self, func: FuncRef, pass: &Pass, changed: bool) {
        let seen = &mut self.seen[func];
        if changed {
            seen.clear();
        }
        seen.push(pass.name);
    }
}

/// Returns whether the module changed.
fn run_module_pass(
    module: &mut Module,
    pass: &'static Pass,
    run: fn(&mut Module, &mut PassContext<'_>) -> bool,
    passes: &mut PassContext<'_>,
) -> bool {
    if !passes.admits(pass.name) && !pass.required {
        return false;
    }
    progress::enter_pass(pass.name);
    let start = passes.timing.is_enabled().then(Instant::now);
    let changed = run(module, passes);
    if let Some(start) = start {
        passes.timing.add(pass.name, start.elapsed());
    }
    if passes.dumps_after(pass.name) {
        let text = write_module(module, WriteOptions::default());
        if let Some(dump) = &mut passes.dump {
            dump(pass.name, &text);
        }
    }
    verify(module, pass, changed, passes);
    changed
}

/// Returns whether the function changed.
fn run_function_pass(
    module: &mut Module,
    func: FuncRef,
    pass: &'static Pass,
    passes: &mut PassContext<'_>,
) -> bool {
    let PassRun::Function(run) = pass.run else {
        return false;
    };
    if !passes.admits(pass.name) && !pass.required {
        return false;
    }
    progress::enter_pass(pass.name);
    let start = passes.timing.is_enabled().then(Instant::now);
    let target = passes.target;
    let changed = module
        .with_body(func, |body, ctx| run(body, ctx, target))
        .unwrap_or(false);
    if let Some(start) = start {
        passes.timing.add(pass.name, start.elapsed());
    }
    passes
        .stats
        .add(pass.name, "functions changed", u64::from(changed));
    if passes.dumps_after(pass.name) {
        let text = function_to_string(func, module.body(func), &module.ctx, WriteOptions::default());
        if let Some(dump) = &mut passes.dump {
            dump(pass.name, &text);
        }
    }
    verify(module, pass, changed, passes);
    changed
}

/// A verifier error is a bug in the pass: it ends the compilation with a message that names the pass.
fn verify(module: &Module, pass: &Pass, changed: bool, passes: &PassContext<'_>) {
    if !passes.options.verify_each || !changed {
        return;
    }
    let report = verify_module(module);
    assert!(
        !report.has_errors(),
        "pass '{}' broke the module:\n{}",
        pass.name,
        report.render(&SourceMap::new())
    );
}
