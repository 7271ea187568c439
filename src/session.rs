//! A compilation in progress: one method for each stage, which takes what the stage before made and returns its own.

use crate::inputs::{Source, error, internalize, panic_if_invalid, read_module};
use crate::left_out::drop_callers_of_missing;
use crate::machine_ir;
use crate::options::{Emit, InputKind, Options};
use crate::outputs::Outputs;
use crate::report::Report;
use std::path::PathBuf;
use wavec_codegen::CodegenOptions;
use wavec_codegen::dag::pipeline::{Graphs, PASSES as PHASES};
use wavec_codegen::mir::MachineFunction;
use wavec_codegen::pipeline::{MachinePass, function_text};
use wavec_gpu_mc::{
    AssembleOptions, CodeObjectVersion, GpuTarget, Subtarget, TargetId, features, load_includes,
};
use wavec_ir::passes as ir_passes;
use wavec_ir::text::{LayoutChoice, write_module};
use wavec_ir::{FuncRef, Module};
use wavec_mc::ObjectModule;
use wavec_support::passes::{Layer, PassInfo, PassRunner};
use wavec_support::progress::{enter_function, enter_pass};
use wavec_support::remarks::{Remark, settle};
use wavec_support::{Diagnostic, Diagnostics, Message, Severity, SourceMap, Span};
use wavec_target_gpu::divergence::GpuDivergence;
use wavec_target_gpu::emit;
use wavec_target_gpu::function_info::CompiledFunction;
use wavec_target_gpu::input;
use wavec_target_gpu::ir_passes::pipeline as target_passes;
use wavec_target_gpu::machine_info::GpuMachineInfo;
use wavec_target_gpu::machine_passes::pipeline::{other_passes, selection_passes};
use wavec_target_gpu::pipeline as gpu;
use wavec_target_gpu::remarks;

/// What stages share.
pub(crate) struct Session<'s> {
    pub options: &'s Options,
    pub sources: &'s mut SourceMap,
    /// Those of code generation: [`Options::of_codegen`].
    pub codegen: &'s CodegenOptions,
    /// Counts, times and prints the passes of all stages.
    pub runner: PassRunner,
    /// Graphs that are kept: as an output, or as pictures.
    pub graphs: Graphs,
    /// Ready to print.
    pub warnings: Vec<Message>,
    /// Whether the input has become IR, so that errors are those of later stages.
    pub has_ir: bool,
}

/// Functions that are ready for selection, and what is wrong with the others.
pub(crate) struct Prepared {
    functions: Vec<gpu::PreparedFunction>,
    errors: Diagnostics,
    /// Those that the module defined before.
    defined: Vec<FuncRef>,
}

/// Functions whose instructions are selected.
pub(crate) struct Selected {
    /// Each, or what is wrong with it, in the order of the module.
    functions: Vec<Result<CompiledFunction, Diagnostics>>,
    /// What they were made of.
    prepared: Prepared,
}

impl<'s> Session<'s> {
    pub(crate) fn new(
        sources: &'s mut SourceMap,
        options: &'s Options,
        codegen: &'s CodegenOptions,
    ) -> Session<'s> {
        Session {
            options,
            sources,
            codegen,
            runner: PassRunner::new(options.codegen.passes.clone(), options.time_passes),
            graphs: Graphs {
                drawn_after: options.codegen.view_dag.clone(),
                ..Graphs::default()
            },
            warnings: Vec::new(),
            has_ir: false,
        }
    }

    /// IR of the input.
    pub(crate) fn ir(&mut self, source: Source) -> Result<Module, Diagnostics> {
        let mut module = self.ir_of_layout(source, LayoutChoice::Target)?;
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
        let (mut module, warnings) =
            read_module(source, self.sources, self.options, layout, &mut self.runner)?;
        module.ctx.remarks = self.runner.options().remarks.then(Vec::new);
        self.warnings.extend(warnings);
        self.has_ir = true;
        Ok(module)
    }

    /// Defines the functions of the builtin library that a module of another front end declares.
    pub(crate) fn define_builtins(
        &mut self,
        module: &mut Module,
        subtarget: Subtarget,
    ) -> Result<(), Diagnostics> {
        if !wavec_frontend::declares_builtins(module) {
            return Ok(());
        }
        enter_pass("builtin-library");
        let target = self.options.target_description(&subtarget);
        let sources = &mut *self.sources;
        let for_checks = self.options.frontend.for_checks;
        self.runner.timing.time("builtin-library", || {
            wavec_frontend::define_builtins(module, sources, &target, for_checks)
        })?;
        if self.codegen.verify_each {
            panic_if_invalid(module, "defining builtin functions");
        }
        Ok(())
    }

    /// Runs the passes of the optimization level.
    pub(crate) fn optimize(&mut self, module: &mut Module, subtarget: Subtarget) -> Result<(), Diagnostics> {
        let level = gpu::opt_level(self.codegen.opt_level);
        self.with_ir_passes(subtarget, |passes| {
            target_passes::lower_foreign_intrinsics(module, subtarget, passes);
            if level > ir_passes::OptLevel::O0 {
                target_passes::bound_work_item_ids(module, passes);
            }
            ir_passes::run_pipeline(module, level, passes);
        })
    }

    /// Runs the passes without which IR has intrinsics and values that the interpreter does not know.
    pub(crate) fn lower_for_interpreter(
        &mut self,
        module: &mut Module,
        subtarget: Subtarget,
    ) -> Result<(), Diagnostics> {
        self.with_ir_passes(subtarget, |passes| {
            target_passes::lower_foreign_intrinsics(module, subtarget, passes);
            ir_passes::runner::simplify_module(module, passes);
        })
    }

    /// Runs the IR passes `names`, of those for the target too.
    pub(crate) fn run_named(&mut self, module: &mut Module, names: &str) -> Result<(), Diagnostics> {
        let options = self.codegen;
        let subtarget = gpu_target(self.options)?.subtarget;
        self.with_ir_passes(subtarget, |passes| {
            target_passes::run_named(module, names, subtarget, options, passes);
        })
    }

    /// Makes the functions ready for selection. What is wrong with one of them is kept, so that errors in the others are
    /// found too, unless the passes stop here.
    pub(crate) fn prepared(
        &mut self,
        module: &mut Module,
        subtarget: Subtarget,
    ) -> Result<Prepared, Diagnostics> {
        enter_pass("prepare");
        let mut defined = module.defined_functions();
        let (options, target) = (self.codegen, &self.options.gpu);
        let mut prepared = (Vec::new(), Diagnostics::new());
        let found = self.with_ir_passes(subtarget, |passes| {
            prepared = gpu::prepare(module, subtarget, options, target, passes);
        });
        if let Err(found) = found {
            prepared.1.extend(found);
        }
        for (func, why) in std::mem::take(&mut module.refused) {
            defined.push(func);
            prepared.1.push(why);
        }
        if options.verify_each {
            panic_if_invalid(module, "preparation for selection");
        }
        let (functions, errors) = prepared;
        if self.runner.stopped && errors.has_errors() && !self.options.skip_unsupported {
            return Err(errors);
        }
        Ok(Prepared {
            functions,
            errors,
            defined,
        })
    }

    /// Selects the instructions of the functions, up to the phase to stop after. Graphs and selected functions become
    /// outputs, if they are asked for.
    pub(crate) fn selected(
        &mut self,
        module: &Module,
        prepared: Prepared,
        outputs: &mut Outputs<'_>,
    ) -> Result<Selected, Diagnostics> {
        let stop = self.runner.options().stop_after.as_deref();
        let last = stop.and_then(|stop| PHASES.iter().find(|phase| phase.is_meant_by(stop)));
        self.graphs.last = last.map(|phase| phase.name);
        self.graphs.text_after = match outputs.want(Emit::Dag) {
            true if last.is_none() => Some("dag-build"),
            _ => self.graphs.last,
        };
        let mut functions = Vec::with_capacity(prepared.functions.len());
        for function in &prepared.functions {
            let func = function.0;
            let selected = self.select(module, function).and_then(|mut machine| {
                if last.is_none() {
                    self.run_machine_passes(module, func, &mut machine, selection_passes())?;
                }
                Ok(machine)
            });
            functions.push(selected.map(|machine| CompiledFunction { func, machine }));
        }
        self.runner.stopped |= last.is_some();
        if self.runner.stopped {
            let mut errors = prepared.errors.clone();
            let failed = functions.iter().filter_map(|function| function.as_ref().err());
            failed.cloned().for_each(|found| errors.extend(found));
            if errors.has_errors() {
                return Err(errors);
            }
        }
        let made = functions.iter().flatten();
        let graphs = std::mem::take(&mut self.graphs.text).into_bytes();
        if last.is_some() {
            outputs.replace(Emit::Dag, graphs);
        } else if self.runner.stopped {
            self.replace_by_text(module, made, outputs);
        } else {
            outputs.add(Emit::Dag, || Ok(graphs))?;
            outputs.add(Emit::Mir, || Ok(machine_text(module, made, selected_by())))?;
        }
        Ok(Selected { functions, prepared })
    }

    /// The machine functions after all passes that the outputs need. Functions that cannot be compiled are an error, or
    /// are left out with those that call them.
    pub(crate) fn machine(
        &mut self,
        module: &Module,
        selected: Selected,
        outputs: &mut Outputs<'_>,
    ) -> Result<Vec<CompiledFunction>, Diagnostics> {
        let Selected { functions, prepared } = selected;
        let stop = self.runner.options().stop_after.clone();
        let mut errors = prepared.errors;
        let mut compiled = Vec::with_capacity(functions.len());
        let needs_passes = outputs.want_final_code() || stop.is_some();
        for function in functions {
            let result = function.and_then(|mut function| {
                if needs_passes {
                    self.run_machine_passes(module, function.func, &mut function.machine, other_passes())?;
                }
                if self.runner.options().remarks {
                    let told = remarks::of_function(&module.ctx, function.func, &function.machine);
                    self.runner.remarks.extend(told);
                }
                Ok(function)
            });
            match result {
                Ok(function) => compiled.push(function),
                Err(found) => errors.extend(found),
            }
        }
        if errors.has_errors() {
            if !self.options.skip_unsupported || compiled.is_empty() {
                return Err(errors);
            }
            let warnings = errors.map(Diagnostic::into_warning);
            self.warnings.extend(warnings.messages(self.sources));
            let (defined, functions) = (&prepared.defined, &prepared.functions);
            for name in drop_callers_of_missing(&mut compiled, defined, functions, module) {
                let omitted = format!("'{name}' is omitted");
                self.warnings.push(Message::new(Severity::Warning, omitted));
            }
        }
        if let Some(stop) = stop {
            if !self.runner.stopped && !compiled.is_empty() {
                return Err(error(format!(
                    "nothing to stop after: pass '{stop}' does not run here"
                )));
            }
            self.replace_by_text(module, &compiled, outputs);
        }
        Ok(compiled)
    }

    /// Tells what kernels need of the machine, if remarks are wanted.
    pub(crate) fn tell_resources(
        &mut self,
        module: &Module,
        functions: &[CompiledFunction],
        target: &GpuTarget,
    ) {
        if self.runner.options().remarks {
            let told = remarks::of_resources(module, functions, target);
            self.runner.remarks.extend(told);
        }
    }

    /// Makes the text of the functions after the pass to stop after the only output.
    fn replace_by_text<'f>(
        &self,
        module: &Module,
        functions: impl IntoIterator<Item = &'f CompiledFunction>,
        outputs: &mut Outputs<'_>,
    ) {
        let stop = self.runner.options().stop_after.as_deref().unwrap_or_default();
        outputs.replace(Emit::Mir, machine_text(module, functions, stop));
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
        self.warnings.extend(warnings.messages(self.sources));
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

    /// Runs IR passes for a processor with what the user asked for; errors are what passes found.
    fn with_ir_passes(
        &mut self,
        subtarget: Subtarget,
        work: impl FnOnce(&mut ir_passes::PassContext<'_>),
    ) -> Result<(), Diagnostics> {
        let options = self.codegen;
        let target = GpuDivergence {
            subtarget: Some(subtarget),
            max_vgprs: self.options.gpu.max_vgprs.unwrap_or(u32::MAX),
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
        let options = self.codegen;
        gpu::select(module, function, options, &mut self.runner, &mut self.graphs)
    }

    fn run_machine_passes(
        &mut self,
        module: &Module,
        func: FuncRef,
        function: &mut MachineFunction,
        list: &[MachinePass],
    ) -> Result<(), Diagnostics> {
        let options = self.codegen;
        gpu::run_machine_passes(module, func, function, list, options, &mut self.runner)?;
        Ok(())
    }

    /// The module as text.
    pub(crate) fn ir_text(&self, module: &Module) -> Vec<u8> {
        write_module(module, self.options.ir_form).into_bytes()
    }

    /// Says so if nothing of the input becomes code: functions that no kernel calls do if other modules may name them.
    pub(crate) fn warn_without_code(&mut self, module: &Module, source: Source) {
        if module.defined_functions().is_empty() {
            let file = &self.sources.file(source.file).name;
            let text = format!("'{file}' defines no kernel");
            self.warnings.push(Message::new(Severity::Warning, text));
        }
    }

    /// What there is to tell at the end.
    pub(crate) fn into_report(self) -> Report {
        let remarks = settle(self.runner.remarks).into_iter();
        let with_message = |remark: Remark| (Message::of_remark(&remark, self.sources), remark);
        Report {
            warnings: self.warnings,
            remarks: remarks.map(with_message).collect(),
            dumps: self.runner.dumps,
            timing: self.runner.timing,
            stats: self.runner.stats,
            pictures: self.graphs.pictures,
        }
    }
}

/// The pass after which functions are printed as selected.
fn selected_by() -> &'static str {
    selection_passes().last().map_or("", |pass| pass.info.name)
}

/// The module and its functions after `pass`, as text.
fn machine_text<'f>(
    module: &Module,
    functions: impl IntoIterator<Item = &'f CompiledFunction>,
    pass: &str,
) -> Vec<u8> {
    let text = |function: &CompiledFunction| {
        function_text(&function.machine, &GpuMachineInfo::of(&function.machine), pass)
    };
    let texts: String = functions.into_iter().map(text).collect();
    machine_ir::with_module(module, &texts).into_bytes()
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
    if subtarget.has(features::GENERIC) && version < CodeObjectVersion::V6 {
        let name = id.processor.name;
        return Err(error(format!("code for {name} needs code objects of version 6")));
    }
    Ok(GpuTarget {
        subtarget,
        version,
        ..GpuTarget::default()
    })
}

/// The target of a module: the options', or that of the module if it is to be followed.
pub(crate) fn target_for(
    module: &Module,
    target: GpuTarget,
    options: &Options,
) -> Result<GpuTarget, Diagnostics> {
    if !options.follows_input {
        return Ok(target);
    }
    let target = input::with_named_processor(module, target);
    let subtarget = target.subtarget.with_features(&options.features).map_err(error)?;
    Ok(GpuTarget { subtarget, ..target })
}

/// The loadable code object that an object is linked to.
pub(crate) fn linked(object: &ObjectModule) -> Result<Vec<u8>, Diagnostics> {
    wavec_gpu_mc::link(object).map_err(|messages| {
        let mut errors = Diagnostics::new();
        messages
            .into_iter()
            .for_each(|message| errors.error(Span::NONE, message));
        errors
    })
}

/// The least optimization level at which a pass of [`all_passes`] runs; `None` if it runs only where it is named.
pub fn first_level(pass: &PassInfo) -> Option<u8> {
    match pass.layer {
        Layer::Ir if !pass.required => ir_passes::pipeline::first_level(pass.name).map(|level| level as u8),
        _ => Some(pass.min_opt_level),
    }
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
