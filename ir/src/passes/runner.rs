//! Runs lists of passes on a module: prints, times and verifies each, and skips those that would find nothing.

use super::pass_names::{TargetPasses, passes_named};
use super::pipeline::{FIRST, OptLevel, Pass, PassRun, VERIFY, level_passes, pass_named, prepare_passes};
use crate::analysis::TargetTransformInfo;
use crate::context::Context;
use crate::entities::FuncRef;
use crate::function::Function;
use crate::module::Module;
use crate::text::{WriteOptions, function_to_string, write_module};
use crate::verify::verify_module;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use wavec_support::passes::{PassInfo, PassOptions, PassRunner};
use wavec_support::progress;
use wavec_support::{Diagnostics, SourceMap, Span};

/// How programs are printed while passes run.
const RAW: WriteOptions = WriteOptions::RAW;
/// Functions by themselves name metadata as machine IR does.
const DUMP: WriteOptions = WriteOptions {
    own_numbers: true,
    ..RAW
};
/// Where changes are kept, values and blocks have the same names in all of them.
const KEPT: WriteOptions = WriteOptions {
    own_names: true,
    ..DUMP
};

/// What the passes of one module share.
pub struct PassContext<'a> {
    /// The target.
    pub target: &'a dyn TargetTransformInfo,
    /// Errors in the user's input.
    pub diagnostics: Diagnostics,
    /// Counts, times and prints.
    pub runner: PassRunner,
    /// Verify after each pass that changed something.
    pub verify_each: bool,
}

impl<'a> PassContext<'a> {
    /// A context for `target` with default options.
    pub fn new(target: &'a dyn TargetTransformInfo) -> PassContext<'a> {
        PassContext {
            target,
            diagnostics: Diagnostics::new(),
            runner: PassRunner::default(),
            verify_each: false,
        }
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
    match passes_named(names, TargetPasses::default()) {
        Ok(list) => run_passes(module, &list, passes),
        Err(message) => passes.diagnostics.error(Span::NONE, message),
    }
}

/// Runs a list of passes; neighbouring function passes run one function at a time.
pub fn run_passes(module: &mut Module, names: &[&'static str], passes: &mut PassContext<'_>) {
    run_list(module, names, passes, false);
}

/// The same. `skips_repeats`: a pass does not run again on a function that has not changed since its last run. Passes
/// listed by the user run as often as listed.
fn run_list(module: &mut Module, names: &[&'static str], passes: &mut PassContext<'_>, skips_repeats: bool) {
    if passes.runner.stopped {
        return;
    }
    let mut names = names;
    let is_last = |name: &&str| {
        let pass = pass_named(name).expect("a pass of the table");
        passes.runner.options().stops_after(&pass.info)
    };
    if passes.runner.options().stop_after.is_some()
        && let Some(at) = names.iter().position(is_last)
    {
        names = &names[..=at];
        passes.runner.stopped = true;
    }
    if names.iter().any(|&name| name != VERIFY) {
        simplify_module(module, passes);
    }
    let mut history = History::default();
    let mut at = 0;
    while at < names.len() && !passes.diagnostics.has_errors() {
        let pass = pass_named(names[at]).expect("a pass of the table");
        if let PassRun::Module(run) = pass.run {
            if run_on_module(module, &pass.info, passes, run) {
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

/// Takes out of the language what no other pass knows: the passes before all others.
pub fn simplify_module(module: &mut Module, passes: &mut PassContext<'_>) {
    for name in FIRST {
        let pass = pass_named(name).expect("a pass of the table");
        if let PassRun::Module(run) = pass.run {
            run_on_module(module, &pass.info, passes, run);
        }
    }
}

/// Which passes have seen a function as it is now. The same pass does not run on it again: it would find nothing.
#[derive(Default)]
struct History {
    /// Names of passes since the last change, including the one that made it.
    seen: SecondaryMap<FuncRef, SmallVec<[&'static str; 8]>>,
}

impl History {
    fn would_repeat(&self, func: FuncRef, pass: &Pass) -> bool {
        self.seen[func].contains(&pass.info.name)
    }

    fn record(&mut self, func: FuncRef, pass: &Pass, changed: bool) {
        let seen = &mut self.seen[func];
        if changed {
            seen.clear();
        }
        seen.push(pass.info.name);
    }
}

/// Runs `work`, which says whether it changed the module, as a pass; returns what it says.
pub fn run_on_module(
    module: &mut Module,
    pass: &PassInfo,
    passes: &mut PassContext<'_>,
    work: impl FnOnce(&mut Module, &mut PassContext<'_>) -> bool,
) -> bool {
    let Some(running) = passes.runner.enter(pass, "", |asked| shown(module, asked)) else {
        return false;
    };
    let changed = work(module, passes);
    take_remarks(module, "", passes);
    passes.runner.leave(running, "", |asked| shown(module, asked));
    verify(module, pass, changed, passes);
    changed
}

/// The module, or those of its functions that are to be printed.
fn shown(module: &Module, asked: &PassOptions) -> String {
    if asked.filter_functions.is_empty() && !asked.keep_changes {
        return write_module(module, RAW);
    }
    let is_shown = |func: &FuncRef| asked.shows_function(module.ctx.text(module.ctx.functions[*func].name));
    let functions = module.defined_functions().into_iter().filter(is_shown);
    functions
        .map(|func| function_to_string(func, module.body(func), &module.ctx, DUMP))
        .collect()
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
    let target = passes.target;
    run_on_function(module, func, &pass.info, passes, |body, ctx| {
        run(body, ctx, target)
    })
}

/// Runs `work`, which says whether it changed the body of `func`, as a pass; returns what it says.
pub fn run_on_function(
    module: &mut Module,
    func: FuncRef,
    pass: &PassInfo,
    passes: &mut PassContext<'_>,
    work: impl FnOnce(&mut Function, &mut Context) -> bool,
) -> bool {
    let form = match passes.runner.options().keep_changes {
        true => KEPT,
        false => DUMP,
    };
    let text = |module: &Module| function_to_string(func, module.body(func), &module.ctx, form);
    let name = module.ctx.text(module.ctx.functions[func].name);
    let Some(running) = passes.runner.enter(pass, name, |_| text(module)) else {
        return false;
    };
    let changed = module.with_body(func, work).unwrap_or(false);
    if module.ctx.remarks.is_some() {
        let name = module.ctx.text(module.ctx.functions[func].name).to_string();
        take_remarks(module, &name, passes);
    }
    let name = module.ctx.text(module.ctx.functions[func].name);
    passes.runner.leave(running, name, |_| text(module));
    let stats = &mut passes.runner.stats;
    stats.add(pass.name, "functions changed", u64::from(changed));
    verify(module, pass, changed, passes);
    changed
}

/// Hands the remarks of a pass on `function` to the runner.
fn take_remarks(module: &mut Module, function: &str, passes: &mut PassContext<'_>) {
    let Some(remarks) = module.ctx.remarks.as_mut().filter(|remarks| !remarks.is_empty()) else {
        return;
    };
    for mut remark in std::mem::take(remarks) {
        if remark.function.is_empty() {
            remark.function = function.to_string();
        }
        passes.runner.remarks.push(remark);
    }
}

/// A report by the verifier is a bug of the pass: it ends the compilation with a message that names the pass.
fn verify(module: &Module, pass: &PassInfo, changed: bool, passes: &PassContext<'_>) {
    if !passes.verify_each || !changed {
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
