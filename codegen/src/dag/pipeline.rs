//! Instruction selection of a function, block by block: the sequence of all phases.

use crate::dag::build::{DagBuilder, FunctionState};
use crate::dag::emit::Emitter;
use crate::dag::graph::{GraphError, SelectionDag};
use crate::dag::lowering::{CombineLevel, TargetLowering};
use crate::dag::schedule::DagScheduler;
use crate::dag::select::Selector;
use crate::dag::{combine, legalize};
use crate::mir::MachineFunction;
use crate::options::CodegenOptions;
use wavec_ir::{Context, Function, Value};
use wavec_support::passes::{Layer, PassInfo, PassRunner};
use wavec_support::progress;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// The phases, in order.
pub static PASSES: &[PassInfo] = &[
    BUILD,
    COMBINE1,
    LEGALIZE_TYPES,
    COMBINE2,
    LEGALIZE_OPS,
    COMBINE3,
    SELECT,
    SCHEDULE,
];

const BUILD: PassInfo = phase("dag-build", "build the graph of a block from its IR");
const COMBINE1: PassInfo = phase("dag-combine1", "simplify the graph as it is built");
const LEGALIZE_TYPES: PassInfo = phase("legalize-types", "take apart or extend values no register holds");
const COMBINE2: PassInfo = phase("dag-combine2", "simplify the graph with legal types");
const LEGALIZE_OPS: PassInfo = phase("legalize-ops", "expand operations no instruction does");
const COMBINE3: PassInfo = phase("dag-combine3", "simplify the graph with legal operations");
const SELECT: PassInfo = phase("isel", "replace nodes by instructions");
const SCHEDULE: PassInfo = phase("sched", "put the instructions of a block in order");

const fn phase(name: &'static str, description: &'static str) -> PassInfo {
    PassInfo::required(Layer::Dag, name, description)
}

/// Which graphs are kept besides what they become.
#[derive(Debug, Default)]
pub struct Graphs {
    /// The phase after which graphs are kept as text.
    pub text_after: Option<&'static str>,
    /// The phase after which graphs are drawn; `all` is every one.
    pub drawn_after: Option<String>,
    /// The phase after which selection of each block ends: no function is complete then.
    pub last: Option<&'static str>,
    /// The graphs as text, one after the other.
    pub text: String,
    /// The drawings, in order.
    pub pictures: Vec<Picture>,
}

/// A drawn graph.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Name of the function.
    pub function: String,
    /// Name of the block.
    pub block: String,
    /// Scalable Vector Graphics.
    pub svg: String,
    /// Its width and height in pixels.
    pub size: (u32, u32),
    /// Graphviz text.
    pub dot: String,
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
    runner: &mut PassRunner,
    graphs: &mut Graphs,
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
        state.pending_records.clear();
        dag.block_name = block_name(func, ctx, block);
        mf.blocks[machine_block].name.clone_from(&dag.block_name);
        let mut stage = Stage {
            target,
            options,
            runner: &mut *runner,
            graphs: &mut *graphs,
            function: name,
            has_ended: false,
        };
        let mut built = Ok(());
        stage.run(&BUILD, &mut dag, |dag| {
            built =
                DagBuilder::new(func, ctx, target, dag, &mut mf, &mut state, divergence, block).build_block();
        });
        if let Err(error) = built {
            errors.push(with_place(error, &dag.block_name, name));
            continue;
        }
        let optimize = options.opt_level > 0;
        stage.run(&COMBINE1, &mut dag, |dag| {
            combine::run(dag, target, CombineLevel::BeforeLegalizeTypes, optimize);
            if optimize {
                target.place_uniform_values(dag, CombineLevel::BeforeLegalizeTypes);
            }
        });
        let combined = dag.num_nodes();
        stage.run(&LEGALIZE_TYPES, &mut dag, |dag| {
            legalize::legalize_types(dag, target)
        });
        // If all types were legal, there is nothing new to combine.
        let is_new = dag.num_nodes() != combined;
        stage.run(&COMBINE2, &mut dag, |dag| {
            if is_new {
                combine::run(dag, target, CombineLevel::AfterLegalizeTypes, optimize);
            }
        });
        stage.run(&LEGALIZE_OPS, &mut dag, |dag| legalize::legalize_ops(dag, target));
        stage.run(&COMBINE3, &mut dag, |dag| {
            combine::run(dag, target, CombineLevel::AfterLegalizeOps, optimize);
            if optimize {
                target.place_uniform_values(dag, CombineLevel::AfterLegalizeOps);
            }
        });
        if !dag.has_errors() {
            stage.run(&SELECT, &mut dag, |dag| selector.select_block(dag));
        }
        if dag.has_errors() {
            for GraphError { ir_order, message } in dag.take_errors() {
                let number = ir_order.and_then(|order| order.checked_sub(1));
                let inst = number.and_then(|number| func.block_insts(block).nth(number as usize));
                let place = inst.map_or(Span::NONE, |inst| ctx.place_of_inst(func, inst));
                errors.push(with_place(
                    Diagnostic::error(place, message),
                    &dag.block_name,
                    name,
                ));
            }
            continue;
        }
        stage.runner.stats.add("isel", "nodes", dag.num_nodes() as u64);
        let mut order = None;
        stage.run(&SCHEDULE, &mut dag, |dag| {
            order = Some(scheduler.linearize(dag, target, &mf, !optimize));
        });
        let Some(order) = order.filter(|_| !stage.has_ended) else {
            continue;
        };
        let places = places_of(func, block);
        Emitter::new(&dag, target, ctx, &mut mf, machine_block, &places).emit(
            &scheduler.entry_copies,
            &order,
            std::mem::take(&mut state.pending_records),
        );
    }
    if errors.has_errors() {
        return Err(errors);
    }
    if graphs.last.is_some() {
        return Ok(mf);
    }
    target.finish_function(&mut mf);
    Ok(mf)
}

/// The source positions of the instructions of `block`; empty if none are recorded.
fn places_of(func: &Function, block: wavec_ir::Block) -> Vec<Option<Span>> {
    match func.places.is_empty() {
        true => Vec::new(),
        false => func
            .block_insts(block)
            .map(|inst| func.places.get(&inst).copied())
            .collect(),
    }
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

/// Runs phases, and keeps the graphs that are asked for.
struct Stage<'s> {
    target: &'s dyn TargetLowering,
    options: &'s CodegenOptions,
    runner: &'s mut PassRunner,
    graphs: &'s mut Graphs,
    function: &'s str,
    /// Whether the last phase that was asked for has run.
    has_ended: bool,
}

impl Stage<'_> {
    fn run(&mut self, phase: &PassInfo, dag: &mut SelectionDag, work: impl FnOnce(&mut SelectionDag)) {
        if self.has_ended {
            return;
        }
        let target = self.target;
        let text = |dag: &SelectionDag| dag.dump(Some(target));
        let running = self.runner.enter(phase, self.function, |_| text(dag));
        work(dag);
        let running = running.expect("phases are required");
        self.runner.leave(running, self.function, |_| text(dag));
        let graphs = &mut *self.graphs;
        if graphs.text_after == Some(phase.name) {
            graphs.text += &format!("# {}, function '{}'\n{}\n", phase.name, self.function, text(dag));
        }
        let drawn = graphs.drawn_after.as_deref();
        if drawn.is_some_and(|asked| asked == "all" || phase.is_meant_by(asked)) {
            let title = format!("{}, function {}", phase.name, self.function);
            graphs
                .pictures
                .push(crate::dag::view::draw(dag, target, self.function, &title));
        }
        if self.options.verify_each && !dag.has_errors() {
            dag.verify();
            for error in dag.verify_memory(target) {
                dag.report_error(format!("after {}: {error}", phase.name));
            }
        }
        self.has_ended = self.graphs.last == Some(phase.name);
    }
}
