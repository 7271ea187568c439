//! Instruction selection of a function, block by block: the sequence of all phases.

use crate::dag::build::{DagBuilder, FunctionState};
use crate::dag::emit::Emitter;
use crate::dag::graph::SelectionDag;
use crate::dag::lowering::{CombineLevel, TargetLowering};
use crate::dag::schedule::DagScheduler;
use crate::dag::select::Selector;
use crate::dag::{combine, legalize};
use crate::mir::MachineFunction;
use crate::options::CodegenOptions;
use wavec_ir::{Context, Function, Value};
use wavec_support::progress;
use wavec_support::stats::Stats;
use wavec_support::timing::Timing;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Names of the stages, in order, as `--print-after` and `--view-dag` know them.
pub const STAGES: [&str; 8] = [
    "dag-build",
    "dag-combine1",
    "legalize-types",
    "dag-combine2",
    "legalize-ops",
    "dag-combine3",
    "isel",
    "sched",
];

/// What selection reports besides its result.
#[derive(Debug, Default)]
pub struct SelectionReport {
    /// Time by stage.
    pub timing: Timing,
    /// Counts.
    pub stats: Stats,
    /// Texts of the graphs to be printed.
    pub text: String,
    /// Graphs to be drawn: block name and graph as `.svg` text, and the same as `.dot`.
    pub pictures: Vec<Picture>,
}

/// A drawn graph.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Name of the block.
    pub block: String,
    /// Scalable Vector Graphics.
    pub svg: String,
    /// Its width and height in pixels.
    pub size: (u32, u32),
    /// Graphviz text.
    pub dot: String,
}

/// Whether a name denotes a stage: its own name, or the usual short form.
fn is_stage(wanted: &str, stage: &str) -> bool {
    let wanted = wanted.strip_prefix("dag-").unwrap_or(wanted);
    let short = stage.strip_prefix("dag-").unwrap_or(stage);
    wanted == "all" || wanted == short || (wanted == "dag" && stage == "dag-build")
}

/// Selects instructions for `func`; `divergence` says which values may differ between the lanes of a wave.
///
/// # Errors
/// Code that the target does not support, with its context.
pub fn select_function(
    func: &Function,
    ctx: &Context,
    target: &dyn TargetLowering,
    divergence: &dyn Fn(Value) -> bool,
    options: &CodegenOptions,
    report: &mut SelectionReport,
) -> Result<MachineFunction, Diagnostics> {
    let name = ctx.text(ctx.functions[func.func].name);
    progress::enter_function(name);
    let mut mf = MachineFunction::new(name, target.machine_tables());
    let mut state = FunctionState::prepare(func, ctx, target, &mut mf, divergence);
    let mut dag = SelectionDag::new(target.divergence_rule());
    for &register in &state.divergent_registers {
        dag.mark_divergent_register(register);
    }
    let mut errors = Diagnostics::new();
    let mut selector = Selector::new(target);
    let mut scheduler = DagScheduler::default();
    for &block in func.block_order() {
        let machine_block = state.blocks[block].expect("made by the preparation");
        dag.clear();
        dag.block_name = block_name(func, ctx, block);
        mf.blocks[machine_block].name.clone_from(&dag.block_name);
        let mut stage = Stage {
            target,
            options,
            report,
            function: name,
        };
        let built = stage.run("dag-build", &mut dag, |dag| {
            DagBuilder::new(func, ctx, target, dag, &mut mf, &mut state, divergence, block).build_block()
        });
        if let Err(error) = built {
            errors.push(with_place(error, &dag.block_name, name));
            continue;
        }
        let optimize = options.opt_level > 0;
        stage.run("dag-combine1", &mut dag, |dag| {
            combine::run(dag, target, CombineLevel::BeforeLegalizeTypes, optimize);
            if optimize {
                target.place_uniform_values(dag, CombineLevel::BeforeLegalizeTypes);
            }
        });
        let combined = dag.num_nodes();
        stage.run("legalize-types", &mut dag, |dag| {
            legalize::legalize_types(dag, target)
        });
        // If all types were legal, there is nothing new to combine.
        let is_new = dag.num_nodes() != combined;
        stage.run("dag-combine2", &mut dag, |dag| {
            if is_new {
                combine::run(dag, target, CombineLevel::AfterLegalizeTypes, optimize);
            }
        });
        stage.run("legalize-ops", &mut dag, |dag| {
            legalize::legalize_ops(dag, target)
        });
        stage.run("dag-combine3", &mut dag, |dag| {
            combine::run(dag, target, CombineLevel::AfterLegalizeOps, optimize);
            if optimize {
                target.place_uniform_values(dag, CombineLevel::AfterLegalizeOps);
            }
        });
        if !dag.has_errors() {
            stage.run("isel", &mut dag, |dag| selector.select_block(dag));
        }
        if dag.has_errors() {
            for message in dag.take_errors() {
                let error = Diagnostic::error(Span::NONE, message);
                errors.push(with_place(error, &dag.block_name, name));
            }
            continue;
        }
        stage.report.stats.add("isel", "nodes", dag.num_nodes() as u64);
        let order = stage.run("sched", &mut dag, |dag| {
            scheduler.linearize(dag, target, &mf, !optimize)
        });
        Emitter::new(&dag, target, ctx, &mut mf, machine_block).emit(&scheduler.entry_copies, &order);
    }
    if errors.has_errors() {
        return Err(errors);
    }
    target.finish_function(&mut mf);
    Ok(mf)
}

/// An error without a source position at least names its block.
fn with_place(error: Diagnostic, block: &str, function: &str) -> Diagnostic {
    if !error.span.is_none() {
        return error;
    }
    error.with_note(Span::NONE, format!("in block '{block}' of function '{function}'"))
}

fn block_name(func: &Function, ctx: &Context, block: wavec_ir::Block) -> String {
    match func.block_names[block].expand() {
        Some(name) => ctx.text(name).to_string(),
        None => block.to_string(),
    }
}

/// Runs stages: times, prints and draws them.
struct Stage<'s> {
    target: &'s dyn TargetLowering,
    options: &'s CodegenOptions,
    report: &'s mut SelectionReport,
    function: &'s str,
}

impl Stage<'_> {
    fn run<T>(
        &mut self,
        name: &'static str,
        dag: &mut SelectionDag,
        work: impl FnOnce(&mut SelectionDag) -> T,
    ) -> T {
        progress::enter_pass(name);
        let result = self.report.timing.time(name, || work(dag));
        if self
            .options
            .print_after
            .iter()
            .any(|wanted| is_stage(wanted, name))
        {
            let text = dag.dump(Some(self.target));
            self.report
                .text
                .push_str(&format!("# {name}, function '{}'\n{text}\n", self.function));
        }
        if self
            .options
            .view_dag
            .as_deref()
            .is_some_and(|wanted| is_stage(wanted, name))
        {
            let title = format!("{name}, function {}", self.function);
            self.report
                .pictures
                .push(crate::dag::view::draw(dag, self.target, &title));
        }
        if self.options.verify_each && !dag.has_errors() {
            dag.verify();
            for error in dag.verify_memory(self.target) {
                dag.report_error(format!("after {name}: {error}"));
            }
        }
        result
    }
}
