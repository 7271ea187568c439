//! A compilation in progress: one method for each stage, which takes what the stage before made and returns its own.

use crate::inputs::{Source, error, internalize, panic_if_invalid, read_module};
use crate::left_out::drop_callers_of_missing;
use crate::machine_ir;
use crate::options::{Emit, InputKind, Options};
use crate::outputs::Outputs;
use crate::report::Report;
use std::fmt::Write;
use std::path::PathBuf;
use wavec_codegen::dag::pipeline::{Graphs, PASSES as PHASES};
use wavec_codegen::mir::MachineFunction;
use wavec_codegen::pipeline::{MachinePass, function_text};
use wavec_gpu_mc::{AssembleOptions, CodeObjectVersion, GpuTarget, Subtarget, TargetId, load_includes};
use wavec_ir::data_layout::AMDGCN_LAYOUT;
use wavec_ir::passes as ir_passes;
use wavec_ir::text::{LayoutChoice, WriteOptions, write_module};
use wavec_ir::{FuncRef, Module};
use wavec_mc::ObjectModule;
use wavec_support::passes::{PassInfo, PassRunner};
use wavec_support::progress::{enter_function, enter_pass};
use wavec_support::{Diagnostic, Diagnostics, SourceMap, Span};
use wavec_target_gpu::divergence::GpuDivergence;
use wavec_target_gpu::emit;
use wavec_target_gpu::function_info::CompiledFunction;
use wavec_target_gpu::ir_passes::pipeline as target_passes;
use wavec_target_gpu::machine_info::GpuMachineInfo;
use wavec_target_gpu::machine_passes::pipeline::{other_passes, selection_passes};
use wavec_target_gpu::pipeline as gpu;

/// What stages share.
pub(crate) struct Session<'s> {
    pub options: &'s Options,
    pub sources: &'s mut SourceMap,
    /// Counts, times and prints the passes of all stages.
    pub runner: PassRunner,
    /// Graphs that are kept: as an output, or as pictures.
    pub graphs: Graphs,
    /// Ready to print.
    pub warnings: String,
}

/// Functions that are ready for selection, and what is wrong with the others.
pub(crate) struct Prepared {
    pub functions: Vec<gpu::PreparedFunction>,
    errors: Diagnostics,
    /// Those that the module defined before.
    defined: Vec<FuncRef>,
}

/// Machine functions, and what is wrong with the others.
#[derive(Default)]
struct Machine {
    functions: Vec<CompiledFunction>,
    errors: Diagnostics,
    /// The functions as text after selection, or after the pass to stop after, if that is asked for.
    text: String,
}

/// The last stage that machine functions go through.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Last {
    /// The phases of selection, on graphs.
    Graphs,
    /// The machine passes that belong to selection.
    Selection,
    /// All machine passes.
    FinalCode,
}

impl Machine {
    /// Everything, if nothing is wrong.
    fn all(self) -> Result<Machine, Diagnostics> {
        match self.errors.has_errors() {
            true => Err(self.errors),
            false => Ok(self),
        }
    }
}

impl<'s> Session<'s> {
    pub(crate) fn new(sources: &'s mut SourceMap, options: &'s Options) -> Session<'s> {
        Session {
            options,
            sources,
            runner: PassRunner::new(options.codegen.passes.clone(), options.time_passes),
            graphs: Graphs {
                drawn_after: options.codegen.view_dag.clone(),
                ..Graphs::default()
            },
            warnings: String::new(),
        }
    }

    /// IR of the input.
    pub(crate) fn ir(&mut self, source: Source) -> Result<Module, Diagnostics> {
        let mut module = self.ir_of_layout(source, LayoutChoice::Always(AMDGCN_LAYOUT))?;
        if source.kind == InputKind::OpenCl {
            internalize(&mut module);
        }
        Ok(module)
    }

    /// The same with a choice of layout, as it was read.
    pub(crate) fn ir_of_layout(
        &mut self,
        source: Source,
        layout: LayoutChoice,
    ) -> Result<Module, Diagnostics> {
        let (module, warnings) = read_module(source, self.sources, self.options, layout, &mut self.runner)?;
        self.warnings += &warnings;
        Ok(module)
    }

    /// Runs the passes of the optimization level.
    pub(crate) fn optimize(&mut self, module: &mut Module, subtarget: Subtarget) -> Result<(), Diagnostics> {
        let level = gpu::opt_level(self.options.codegen.opt_level);
        self.with_ir_passes(subtarget, |passes| {
            if level > ir_passes::OptLevel::O0 {
                target_passes::bound_work_item_ids(module, passes);
            }
            ir_passes::run_pipeline(module, level, passes);
        })
    }

    /// Runs the IR passes `names`, of those for the target too.
    pub(crate) fn run_named(&mut self, module: &mut Module, names: &str) -> Result<(), Diagnostics> {
        let options = &self.options.codegen;
        let subtarget = gpu_target(self.options)?.subtarget;
        self.with_ir_passes(subtarget, |passes| {
            target_passes::run_named(module, names, subtarget, options, passes);
        })
    }

    /// Makes the functions ready for selection. If one of them cannot be, what is wrong with all of them is the error,
    /// unless such functions are to be left out.
    pub(crate) fn prepared(
        &mut self,
        module: &mut Module,
        subtarget: Subtarget,
    ) -> Result<Prepared, Diagnostics> {
        enter_pass("prepare");
        let defined = module.defined_functions();
        let options = &self.options.codegen;
        let mut prepared = (Vec::new(), Diagnostics::new());
        let found = self.with_ir_passes(subtarget, |passes| {
            prepared = gpu::prepare(module, subtarget, options, passes);
        });
        if let Err(found) = found {
            prepared.1.extend(found);
        }
        if options.verify_each {
            panic_if_invalid(module, "preparation for selection");
        }
        let (functions, mut errors) = prepared;
        if errors.has_errors() && !self.options.skip_unsupported {
            errors.extend(self.selected(module, &functions, false, Last::FinalCode).errors);
            return Err(errors);
        }
        Ok(Prepared {
            functions,
            errors,
            defined,
        })
    }

    /// The machine functions after all passes that the outputs need. Functions that cannot be compiled are an error, or
    /// are left out with those that call them. Graphs and machine IR after selection become outputs on the way.
    pub(crate) fn machine(
        &mut self,
        module: &Module,
        prepared: Prepared,
        outputs: &mut Outputs<'_>,
    ) -> Result<Vec<CompiledFunction>, Diagnostics> {
        self.graphs.text_after = outputs.want(Emit::Dag).then_some("dag-build");
        let last = match outputs.want_final_code() {
            true => Last::FinalCode,
            false => Last::Selection,
        };
        let mut machine = self.selected(module, &prepared.functions, outputs.want(Emit::Mir), last);
        let mut errors = prepared.errors;
        errors.extend(machine.errors);
        if errors.has_errors() {
            if !self.options.skip_unsupported || machine.functions.is_empty() {
                return Err(errors);
            }
            self.warnings += &errors.map(Diagnostic::into_warning).render(self.sources);
            let (functions, defined) = (&mut machine.functions, &prepared.defined);
            for name in drop_callers_of_missing(functions, defined, &prepared.functions, module) {
                let _ = writeln!(self.warnings, "wavec: warning: '{name}' is omitted");
            }
        }
        let graphs = &mut self.graphs.text;
        outputs.add(Emit::Dag, || Ok(std::mem::take(graphs).into_bytes()))?;
        outputs.add(Emit::Mir, || {
            Ok(machine_ir::with_module(module, &machine.text).into_bytes())
        })?;
        Ok(machine.functions)
    }

    /// Machine functions as assembly.
    pub(crate) fn assembly(
        &mut self,
        module: &Module,
        functions: &[CompiledFunction],
        target: GpuTarget,
    ) -> Result<Vec<u8>, Diagnostics> {
        enter_pass("emit");
        enter_function("");
        let timing = &mut self.runner.timing;
        let text = timing.time("emit-assembly", || emit::assembly(module, functions, target))?;
        Ok(text.into_bytes())
    }

    /// Machine functions as an object.
    pub(crate) fn object(
        &mut self,
        module: &Module,
        functions: &[CompiledFunction],
        target: GpuTarget,
    ) -> Result<ObjectModule, Diagnostics> {
        enter_pass("emit");
        enter_function("");
        let timing = &mut self.runner.timing;
        timing.time("emit-object", || emit::object(module, functions, target))
    }

    /// The object that assembly describes, and what it was assembled with.
    pub(crate) fn assembled(
        &mut self,
        source: Source,
    ) -> Result<(ObjectModule, AssembleOptions), Diagnostics> {
        enter_pass("assemble");
        let directories = self.options.frontend.include_dirs.iter();
        let directories: Vec<PathBuf> = directories.map(PathBuf::from).collect();
        let options = AssembleOptions {
            target: gpu_target(self.options)?,
            ..AssembleOptions::default()
        };
        let options = load_includes(self.sources, source.file, options, &directories);
        let (object, warnings) = self.runner.timing.time("assemble", || {
            wavec_gpu_mc::assemble_with_warnings(self.sources, source.file, &options)
        })?;
        self.warnings += &warnings.render(self.sources);
        Ok((object, options))
    }

    /// Assembly as wavec prints it.
    pub(crate) fn reprinted(
        &mut self,
        source: Source,
        options: &AssembleOptions,
    ) -> Result<Vec<u8>, Diagnostics> {
        Ok(wavec_gpu_mc::reprint(self.sources, source.file, options)?.into_bytes())
    }

    /// Selects instructions of each function and runs machine passes, up to `last`. With `keeps_text`, what is selected
    /// is kept as text too.
    fn selected(
        &mut self,
        module: &Module,
        prepared: &[gpu::PreparedFunction],
        keeps_text: bool,
        last: Last,
    ) -> Machine {
        let mut made = Machine::default();
        let passes = self.runner.options();
        let stops = |pass: &MachinePass| passes.stops_after(&pass.info);
        let last = match selection_passes().iter().any(stops) {
            true => last.min(Last::Selection),
            false => last,
        };
        for function in prepared {
            let func = function.0;
            let machine = self.select(module, function).and_then(|mut machine| {
                if last >= Last::Selection {
                    self.run_machine_passes(module, func, &mut machine, selection_passes())?;
                }
                if keeps_text {
                    made.text += &function_text(&machine, &GpuMachineInfo::of(&machine), selected());
                }
                if last >= Last::FinalCode {
                    self.run_machine_passes(module, func, &mut machine, other_passes())?;
                }
                Ok(machine)
            });
            match machine {
                Ok(machine) => made.functions.push(CompiledFunction { func, machine }),
                Err(found) => made.errors.extend(found),
            }
        }
        made
    }

    /// The functions as text after the pass `stop`, selection graphs if it is a phase of selection.
    pub(crate) fn stopped_text(
        &mut self,
        stop: &str,
        module: &Module,
        prepared: &[gpu::PreparedFunction],
    ) -> Result<(Emit, String), Diagnostics> {
        let phase = PHASES.iter().find(|phase| phase.is_meant_by(stop));
        if let Some(phase) = phase {
            self.graphs.text_after = Some(phase.name);
            self.selected(module, prepared, false, Last::Graphs).all()?;
            return Ok((Emit::Dag, std::mem::take(&mut self.graphs.text)));
        }
        let machine = self.selected(module, prepared, false, Last::FinalCode).all()?;
        if !self.runner.stopped && !prepared.is_empty() {
            return Err(error(format!(
                "nothing to stop after: pass '{stop}' does not run here"
            )));
        }
        let functions = machine.functions.iter();
        let text = functions
            .map(|function| function_text(&function.machine, &GpuMachineInfo::of(&function.machine), stop));
        Ok((
            Emit::Mir,
            machine_ir::with_module(module, &text.collect::<String>()),
        ))
    }

    /// Runs IR passes for a processor with what the user asked for; errors are what passes found.
    fn with_ir_passes(
        &mut self,
        subtarget: Subtarget,
        work: impl FnOnce(&mut ir_passes::PassContext<'_>),
    ) -> Result<(), Diagnostics> {
        let options = &self.options.codegen;
        let target = GpuDivergence {
            subtarget: Some(subtarget),
            max_vgprs: options.max_vgprs.unwrap_or(u32::MAX),
        };
        let mut passes = ir_passes::PassContext::new(&target);
        passes.verify_each = options.verify_each;
        passes.runner = std::mem::take(&mut self.runner);
        work(&mut passes);
        self.runner = passes.runner;
        match passes.diagnostics.has_errors() {
            true => Err(passes.diagnostics),
            false => Ok(()),
        }
    }

    fn select(
        &mut self,
        module: &Module,
        function: &gpu::PreparedFunction,
    ) -> Result<MachineFunction, Diagnostics> {
        let options = &self.options.codegen;
        gpu::select(module, function, options, &mut self.runner, &mut self.graphs)
    }

    fn run_machine_passes(
        &mut self,
        module: &Module,
        func: FuncRef,
        function: &mut MachineFunction,
        list: &[MachinePass],
    ) -> Result<(), Diagnostics> {
        let options = &self.options.codegen;
        gpu::run_machine_passes(module, func, function, list, options, &mut self.runner)?;
        Ok(())
    }

    /// The module as text.
    pub(crate) fn ir_text(&self, module: &Module) -> Vec<u8> {
        let form = match self.options.formatted_ir {
            true => WriteOptions::FORMATTED,
            false => WriteOptions::RAW,
        };
        write_module(module, form).into_bytes()
    }

    /// Says so if nothing of the input becomes code: functions that no kernel calls do if other modules may name them.
    pub(crate) fn warn_without_code(&mut self, module: &Module, source: Source) {
        if module.defined_functions().is_empty() {
            let file = &self.sources.file(source.file).name;
            let _ = writeln!(self.warnings, "{file}: warning: no kernel is defined here");
        }
    }

    /// What there is to tell at the end.
    pub(crate) fn into_report(self) -> Report {
        Report {
            warnings: self.warnings,
            dumps: self.runner.dumps,
            timing: self.runner.timing,
            stats: self.runner.stats,
            pictures: self.graphs.pictures,
        }
    }
}

/// The pass after which functions are printed as selected.
fn selected() -> &'static str {
    selection_passes().last().map_or("", |pass| pass.info.name)
}

/// What the options say about the target.
pub(crate) fn gpu_target(options: &Options) -> Result<GpuTarget, Diagnostics> {
    let number = options.code_object_version;
    let version = CodeObjectVersion::from_number(number)
        .ok_or_else(|| error(format!("unknown code object version {number}")))?;
    let id = TargetId::parse(&options.target).map_err(error)?;
    let subtarget = Subtarget::of(id)
        .with_features(&options.features)
        .map_err(error)?;
    Ok(GpuTarget { subtarget, version })
}

/// An object file, or what it is linked to.
pub(crate) fn object_file(form: Emit, object: &ObjectModule) -> Result<Vec<u8>, Diagnostics> {
    if form == Emit::Object {
        return Ok(wavec_gpu_mc::write_relocatable(object));
    }
    wavec_gpu_mc::link(object).map_err(|messages| {
        let mut errors = Diagnostics::new();
        messages
            .into_iter()
            .for_each(|message| errors.error(Span::NONE, message));
        errors
    })
}

/// All passes and phases, in the order of the pipeline; those that run several times stand at the first.
pub fn all_passes() -> Vec<&'static PassInfo> {
    let ir = ir_passes::pipeline::PASSES.iter().map(|pass| &pass.info);
    let machine = wavec_target_gpu::machine_passes::pipeline::PASSES
        .iter()
        .map(|pass| &pass.info);
    let all = ir.chain(target_passes::pass_infos()).chain(PHASES).chain(machine);
    let mut found: Vec<&'static PassInfo> = Vec::new();
    for pass in all {
        if !found.iter().any(|known| known.name == pass.name) {
            found.push(pass);
        }
    }
    found
}
