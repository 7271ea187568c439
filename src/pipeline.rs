//! From an input file to everything that was asked for: the whole compiler on one screen.
//!
//! ```text
//!  .cl ──frontend──▶ ┐
//!  .ll ──reader────▶ IR ──optimize──▶ IR ──prepare, select, allocate──▶ machine functions ──┐
//!  .s  ──assembler────────────────────────────────────────────────────▶ object module ◀─emit─┘
//!                                                                         │ write ──▶ .o
//!                                                                         └ link ──▶ .co
//! ```

use crate::opencl::target_description;
use crate::options::{Emit, InputKind, Options};
use crate::report::{CompileError, Report};
use fxhash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::path::PathBuf;
use wavec_codegen::CodegenOptions;
use wavec_gpu_mc::{AssembleOptions, CodeObjectVersion, GpuTarget, Subtarget, TargetId, load_includes};
use wavec_ir::context::Linkage;
use wavec_ir::data_layout::AMDGCN_LAYOUT;
use wavec_ir::passes::{lower_generic_allocas, pipeline as ir_passes};
use wavec_ir::text::{LayoutChoice, ReadOptions, WriteOptions, parse_module, write_module};
use wavec_ir::{FuncRef, Module};
use wavec_mc::ObjectModule;
use wavec_support::progress::{enter_function, enter_pass};
use wavec_support::source::MAX_SOURCE_BYTES;
use wavec_support::timing::Timing;
use wavec_support::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use wavec_target_gpu::divergence::GpuDivergence;
use wavec_target_gpu::emit::{self, CompiledFunction};
use wavec_target_gpu::intrinsics::REGISTRY;
use wavec_target_gpu::ir_passes::bound_work_item_ids;
use wavec_target_gpu::pipeline as gpu;

/// A program to compile.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Name for messages; includes are searched beside it.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// What language it is in.
    pub kind: InputKind,
}

/// What came out: one entry per form that was asked for, in the same order.
#[derive(Debug, Default)]
pub struct Output {
    /// The forms and their bytes.
    pub files: Vec<(Emit, Vec<u8>)>,
    /// Warnings, dumps, times, counts.
    pub report: Report,
}

/// Compiles `input` to each form of `emits`.
///
/// # Errors
/// Everything that is wrong with the input, rendered.
pub fn compile(input: Input<'_>, emits: &[Emit], options: &Options) -> Result<Output, CompileError> {
    let mut sources = SourceMap::new();
    if input.text.len() > MAX_SOURCE_BYTES {
        return Err(CompileError::message(format!("'{}' is too large", input.name)));
    }
    let file = sources.add(input.name, input.text);
    let mut output = Output::default();
    output.report.timing = Timing::new(options.time_passes);
    let source = match options.skip_unsupported {
        true => Source::new(input.kind, file).with_places(),
        false => Source::new(input.kind, file),
    };
    let result = run(source, &mut sources, emits, options, &mut output);
    let result = result.or_else(|errors| {
        if !source.can_tell_more(&errors) {
            return Err(errors);
        }
        output.report = Report::default();
        run(source.with_places(), &mut sources, emits, options, &mut output)
    });
    result.map_err(|errors| CompileError::new(&errors, &sources))?;
    Ok(output)
}

/// What is read, and how.
#[derive(Clone, Copy)]
struct Source {
    kind: InputKind,
    file: FileId,
    keeps_places: bool,
}

impl Source {
    fn new(kind: InputKind, file: FileId) -> Source {
        Source {
            kind,
            file,
            keeps_places: false,
        }
    }

    /// Places of IR are not kept until something is wrong with it: then it is read and compiled a second time.
    fn can_tell_more(self, errors: &Diagnostics) -> bool {
        self.kind == InputKind::Ir && !self.keeps_places && errors.lacks_places()
    }

    fn with_places(self) -> Source {
        Source {
            keeps_places: true,
            ..self
        }
    }
}

fn run(
    source: Source,
    sources: &mut SourceMap,
    emits: &[Emit],
    options: &Options,
    output: &mut Output,
) -> Result<(), Diagnostics> {
    let Source { kind, file, .. } = source;
    let target = gpu_target(options)?;
    if kind == InputKind::Asm {
        enter_pass("assemble");
        let directories: Vec<PathBuf> = options.frontend.include_dirs.iter().map(PathBuf::from).collect();
        let assemble = AssembleOptions {
            target,
            ..AssembleOptions::default()
        };
        let assemble = load_includes(sources, file, assemble, &directories);
        let (object, warnings) = output.report.timing.time("assemble", || {
            wavec_gpu_mc::assemble_with_warnings(sources, file, &assemble)
        })?;
        output.report.warnings += &warnings.render(sources);
        return emits.iter().try_for_each(|&form| {
            let bytes = match form {
                Emit::Asm => wavec_gpu_mc::reprint(sources, file, &assemble)?.into_bytes(),
                Emit::Object | Emit::CodeObject => object_file(form, &object)?,
                _ => return Err(error(format!("assembly cannot be converted to {}", form.name()))),
            };
            output.files.push((form, bytes));
            Ok(())
        });
    }

    if !target.subtarget.family.has_code_generation {
        let processor = target.subtarget.id.processor.name;
        return Err(error(format!(
            "code generation for {processor} is not supported, only assembling and disassembling"
        )));
    }
    let mut module = read_module(source, sources, options, &mut output.report)?;
    if kind == InputKind::OpenCl {
        internalize(&mut module);
    }
    let needs_target = emits.iter().any(|&form| form != Emit::Ir);
    let target = match needs_target {
        true => wavec_target_gpu::input::target_of(&module, target)?,
        false => target,
    };
    let stopped = optimize(&mut module, options, &mut output.report)?;
    if stopped || emits.contains(&Emit::Ir) {
        output.files.push((Emit::Ir, ir_text(&module, options)));
    }
    if stopped || emits.iter().all(|&form| form == Emit::Ir) {
        return Ok(());
    }
    warn_without_code(&module, &sources.file(file).name, &mut output.report);

    let defined = module.defined_functions();
    let (prepared, stopped, mut errors) = prepare(&mut module, target.subtarget, options, &mut output.report);
    if errors.has_errors() && !options.skip_unsupported {
        // What is wrong with the other functions is told, too.
        let compiled = compile_functions(&module, &prepared, &options.codegen, &mut output.report);
        errors.extend(compiled.errors);
        return Err(errors);
    }
    if stopped {
        output.files = vec![(Emit::Ir, ir_text(&module, options))];
        return Ok(());
    }
    if let Some(stop) = &options.codegen.stop_after {
        output.files = vec![stopped_text(
            stop,
            &module,
            &prepared,
            options,
            &mut output.report,
        )?];
        return Ok(());
    }
    for (form, dumped) in [(Emit::Dag, "dag-build"), (Emit::Mir, SELECTED)] {
        if emits.contains(&form) {
            let codegen = text_options(dumped, SELECTED, &options.codegen);
            output
                .files
                .push((form, machine_text(&module, &prepared, &codegen)?));
        }
    }
    if !emits.iter().any(|&form| form >= Emit::Asm) {
        return order_files(emits, output);
    }
    let compiled = compile_functions(&module, &prepared, &options.codegen, &mut output.report);
    errors.extend(compiled.errors);
    let mut kernels = compiled.functions;
    if errors.has_errors() {
        if !options.skip_unsupported || kernels.is_empty() {
            return Err(errors);
        }
        let left_out = drop_callers_of_missing(&mut kernels, &defined, &prepared, &module);
        let warnings = errors.map(Diagnostic::into_warning);
        output.report.warnings += &warnings.render(sources);
        for name in left_out {
            let _ = writeln!(output.report.warnings, "wavec: warning: '{name}' is omitted");
        }
    }

    enter_pass("emit");
    enter_function("");
    if emits.contains(&Emit::Asm) {
        let text = output
            .report
            .timing
            .time("emit-assembly", || emit::assembly(&module, &kernels, target))?;
        output.files.push((Emit::Asm, text.into_bytes()));
    }
    if emits.iter().any(|&form| form > Emit::Asm) {
        let object = output
            .report
            .timing
            .time("emit-object", || emit::object(&module, &kernels, target))?;
        for form in [Emit::Object, Emit::CodeObject] {
            if emits.contains(&form) {
                output.files.push((form, object_file(form, &object)?));
            }
        }
    }
    order_files(emits, output)
}

/// Says so if nothing of the input becomes code: functions that no kernel calls do if other modules may name them.
fn warn_without_code(module: &Module, file: &str, report: &mut Report) {
    if module.defined_functions().is_empty() {
        let _ = writeln!(report.warnings, "{file}: warning: no kernel is defined here");
    }
}

/// The module of an OpenCL or IR input after the optimizer, for the IR interpreter and other readers of IR.
///
/// # Errors
/// Everything that is wrong with the input, rendered.
pub fn optimized_module(input: Input<'_>, options: &Options) -> Result<Module, CompileError> {
    let mut sources = SourceMap::new();
    let file = sources.add(input.name, input.text);
    let mut report = Report::default();
    read_module(Source::new(input.kind, file), &mut sources, options, &mut report)
        .and_then(|mut module| {
            if input.kind == InputKind::OpenCl {
                internalize(&mut module);
            }
            optimize(&mut module, options, &mut report).map(|_| module)
        })
        .map_err(|errors| CompileError::new(&errors, &sources))
}

/// A program in OpenCL C is whole: nothing but its kernels is entered from outside.
fn internalize(module: &mut Module) {
    for func in module.defined_functions() {
        if !gpu::is_kernel(module, func) {
            let linking = &mut module.ctx.functions[func].linking;
            linking.linkage = Linkage::Internal;
            linking.visibility = wavec_ir::context::Visibility::Default;
        }
    }
}

/// The pass after which functions are printed as selected: the first of the required ones.
const SELECTED: &str = "legalize-operands";

/// IR of the input, verified if others wrote it.
fn read_module(
    source: Source,
    sources: &mut SourceMap,
    options: &Options,
    report: &mut Report,
) -> Result<Module, Diagnostics> {
    read_module_with(
        source,
        sources,
        options,
        LayoutChoice::Always(AMDGCN_LAYOUT),
        report,
    )
}

/// The same with a choice of layout.
fn read_module_with(
    source: Source,
    sources: &mut SourceMap,
    options: &Options,
    layout: LayoutChoice,
    report: &mut Report,
) -> Result<Module, Diagnostics> {
    let file = source.file;
    let (module, warnings) = match source.kind {
        InputKind::OpenCl => {
            enter_pass("frontend");
            let target = target_description(options.cpu());
            let frontend = &options.frontend;
            report.timing.time("frontend", || {
                wavec_frontend::compile(sources, file, frontend, &target)
            })?
        }
        InputKind::Ir => {
            enter_pass("read-ir");
            let (mut module, warnings) = report.timing.time("read-ir", || {
                let default = ReadOptions::new(&REGISTRY);
                parse_module(
                    sources,
                    file,
                    ReadOptions {
                        layout,
                        upgrader: &wavec_target_gpu::upgrade::UPGRADER,
                        keep_places: source.keeps_places,
                        ..default
                    },
                )
            })?;
            crate::math_options::apply(&mut module, &options.frontend);
            // Who named neither did not know where stack objects are.
            if module.triple.is_empty() && !module.names_layout {
                lower_generic_allocas::run(&mut module);
            }
            let found = wavec_ir::verify::verify_module(&module);
            if found.has_errors() {
                return Err(found);
            }
            (module, warnings)
        }
        InputKind::Asm | InputKind::Object | InputKind::CodeObject => {
            return Err(error("this input holds no IR"));
        }
    };
    report.warnings += &warnings.render(sources);
    if options.codegen.verify_each {
        panic_if_invalid(&module, "reading");
    }
    Ok(module)
}

/// Runs the passes of the optimization level; true if `--stop-after` named one of them.
fn optimize(module: &mut Module, options: &Options, report: &mut Report) -> Result<bool, Diagnostics> {
    with_ir_passes(options, report, |passes| {
        let level = gpu::opt_level(options.codegen.opt_level);
        if options.codegen.opt_level > 0 {
            bound_work_item_ids::run(module);
        }
        ir_passes::run_pipeline(module, level, passes);
        match passes.diagnostics.has_errors() {
            true => Err(std::mem::take(&mut passes.diagnostics)),
            false => Ok(passes.stopped),
        }
    })
}

/// Functions ready for selection.
type Prepared = Vec<gpu::PreparedFunction>;

/// Prepares the functions; says whether `--stop-after` named a pass of that.
fn prepare(
    module: &mut Module,
    subtarget: Subtarget,
    options: &Options,
    report: &mut Report,
) -> (Prepared, bool, Diagnostics) {
    enter_pass("prepare");
    let prepared = with_ir_passes(options, report, |passes| {
        let (prepared, errors) = gpu::prepare(module, subtarget, &options.codegen, passes);
        (prepared, passes.stopped, errors)
    });
    if options.codegen.verify_each {
        panic_if_invalid(module, "preparation for selection");
    }
    prepared
}

/// Takes out of `compiled` what calls functions of `defined` that are not there, directly or not: it would not link.
/// Returns the names of all that is missing then, in the order of the module.
fn drop_callers_of_missing<'m>(
    compiled: &mut Vec<CompiledFunction>,
    defined: &[FuncRef],
    prepared: &Prepared,
    module: &'m Module,
) -> Vec<&'m str> {
    let name_of = |func: FuncRef| module.ctx.text(module.ctx.functions[func].name);
    let mut callers: FxHashMap<&str, Vec<FuncRef>> = FxHashMap::default();
    for (caller, info, _) in prepared {
        for callee in info.callees.iter().flatten() {
            callers.entry(callee).or_default().push(*caller);
        }
    }
    let mut present: FxHashSet<FuncRef> = compiled.iter().map(|function| function.func).collect();
    let mut missing: Vec<FuncRef> = defined
        .iter()
        .copied()
        .filter(|func| !present.contains(func))
        .collect();
    while let Some(func) = missing.pop() {
        let of_it = callers.get(name_of(func)).into_iter().flatten();
        missing.extend(of_it.filter(|caller| present.remove(caller)));
    }
    compiled.retain(|function| present.contains(&function.func));
    let left_out = defined.iter().filter(|func| !present.contains(func));
    left_out.map(|&func| name_of(func)).collect()
}

/// What compiling functions made.
struct Compiled {
    /// Machine code of those that can be compiled.
    functions: Vec<CompiledFunction>,
    /// What is wrong with the others.
    errors: Diagnostics,
    /// Whether `--stop-after` ended it.
    stopped: bool,
}

impl Compiled {
    /// Everything, if nothing is wrong.
    fn all(self) -> Result<Compiled, Diagnostics> {
        match self.errors.has_errors() {
            true => Err(self.errors),
            false => Ok(self),
        }
    }
}

/// Machine code of all functions.
fn compile_functions(
    module: &Module,
    prepared: &Prepared,
    options: &CodegenOptions,
    report: &mut Report,
) -> Compiled {
    let mut codegen = gpu::CodegenReport {
        timing: Timing::new(report.timing.is_enabled()),
        ..gpu::CodegenReport::default()
    };
    let mut functions = Vec::with_capacity(prepared.len());
    let mut errors = Diagnostics::new();
    for (func, info, lds) in prepared {
        match gpu::compile_function(module, *func, info.clone(), lds.clone(), options, &mut codegen) {
            Ok(machine) => functions.push(CompiledFunction { func: *func, machine }),
            Err(found) => errors.extend(found),
        }
    }
    report.timing.merge(&codegen.timing);
    report.stats.merge(&codegen.stats);
    report.dumps += &codegen.dumps;
    report.pictures.append(&mut codegen.pictures);
    Compiled {
        functions,
        errors,
        stopped: codegen.stopped,
    }
}

/// What there is of the functions after the pass that `--stop-after` names: selection graphs or machine IR.
///
/// # Errors
/// What cannot be compiled; a pass that does not run.
fn stopped_text(
    stop: &str,
    module: &Module,
    prepared: &Prepared,
    options: &Options,
    report: &mut Report,
) -> Result<(Emit, Vec<u8>), Diagnostics> {
    // Graphs are scheduled before machine passes run, one block after the other.
    let is_stage = |stage: &str| stage == stop || stage.strip_prefix("dag-") == Some(stop);
    let (form, last) = match wavec_codegen::dag::pipeline::STAGES
        .iter()
        .any(|stage| is_stage(stage))
    {
        true => (Emit::Dag, SELECTED),
        false => (Emit::Mir, stop),
    };
    let own = CodegenOptions {
        stop_after: Some(last.into()),
        ..options.codegen.clone()
    };
    let is_reached = compile_functions(module, prepared, &own, report).all()?.stopped;
    if !is_reached && !prepared.is_empty() {
        return Err(error(format!(
            "nothing to stop after: pass '{stop}' does not run here"
        )));
    }
    let text = machine_text(module, prepared, &text_options(stop, last, &options.codegen))?;
    Ok((form, text))
}

/// Options that print what there is after pass `dumped`, and stop after pass `stop`.
fn text_options(dumped: &str, stop: &str, codegen: &CodegenOptions) -> CodegenOptions {
    CodegenOptions {
        print_after: vec![dumped.into()],
        stop_after: Some(stop.into()),
        view_dag: None,
        ..codegen.clone()
    }
}

/// What the functions' compilation prints.
fn machine_text(
    module: &Module,
    prepared: &Prepared,
    options: &CodegenOptions,
) -> Result<Vec<u8>, Diagnostics> {
    let mut report = Report::default();
    compile_functions(module, prepared, options, &mut report).all()?;
    Ok(report.dumps.into_bytes())
}

/// The module as text.
fn ir_text(module: &Module, options: &Options) -> Vec<u8> {
    let form = match options.formatted_ir {
        true => WriteOptions::FORMATTED,
        false => WriteOptions::RAW,
    };
    write_module(module, form).into_bytes()
}

/// Links a relocatable object file, of ours or of another assembler, to a loadable code object.
///
/// # Errors
/// What is wrong with the file, or cannot be linked, with its name.
pub fn link_object(name: &str, bytes: &[u8]) -> Result<Vec<u8>, CompileError> {
    enter_pass("link");
    let module = wavec_gpu_mc::read_relocatable(bytes)
        .map_err(|message| CompileError::message(format!("'{name}': {message}")))?;
    object_file(Emit::CodeObject, &module).map_err(|errors| CompileError::new(&errors, &SourceMap::new()))
}

fn object_file(form: Emit, object: &ObjectModule) -> Result<Vec<u8>, Diagnostics> {
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

/// Runs IR passes with the user's wishes, and adds what they report.
fn with_ir_passes<T>(
    options: &Options,
    report: &mut Report,
    work: impl FnOnce(&mut ir_passes::PassContext<'_>) -> T,
) -> T {
    let codegen = &options.codegen;
    let Report {
        dumps, timing, stats, ..
    } = report;
    let target = GpuDivergence {
        max_vgprs: codegen.max_vgprs.unwrap_or(u32::MAX),
    };
    let mut passes = ir_passes::PassContext::new(&target);
    passes.timing = Timing::new(timing.is_enabled());
    passes.options = ir_passes::PassOptions {
        print_after: codegen.print_after.clone(),
        stop_after: codegen.stop_after.clone(),
        verify_each: codegen.verify_each,
        bisect_limit: codegen.bisect_limit,
        disabled: codegen.disabled.clone(),
    };
    passes.dump = Some(Box::new(|pass, text| {
        *dumps += &format!("; after {pass}\n{text}\n")
    }));
    let result = work(&mut passes);
    timing.merge(&passes.timing);
    stats.merge(&passes.stats);
    result
}

/// Runs the passes `names` (`mem2reg,dce`) over IR text and prints the module: `wavec opt`.
///
/// # Errors
/// What is wrong with the text or with the names, rendered.
pub fn run_ir_passes(input: Input<'_>, names: &str, options: &Options) -> Result<Output, CompileError> {
    let mut sources = SourceMap::new();
    let file = sources.add(input.name, input.text);
    let mut output = Output::default();
    output.report.timing = Timing::new(options.time_passes);
    let mut run = |source: Source| -> Result<Vec<u8>, Diagnostics> {
        // A module that names no layout and no target has LLVM's default layout: only compiling makes it this target's.
        let layout = LayoutChoice::Default("");
        let report = &mut output.report;
        let mut module = read_module_with(source, &mut sources, options, layout, report)?;
        with_ir_passes(options, &mut output.report, |passes| {
            ir_passes::run_named(&mut module, names, passes);
            match passes.diagnostics.has_errors() {
                true => Err(std::mem::take(&mut passes.diagnostics)),
                false => Ok(()),
            }
        })?;
        let form = if options.formatted_ir {
            WriteOptions::FORMATTED
        } else {
            WriteOptions::RAW
        };
        Ok(write_module(&module, form).into_bytes())
    };
    let source = Source::new(input.kind, file);
    let result = run(source).or_else(|errors| match source.can_tell_more(&errors) {
        true => run(source.with_places()),
        false => Err(errors),
    });
    match result {
        Ok(text) => output.files.push((Emit::Ir, text)),
        Err(errors) => return Err(CompileError::new(&errors, &sources)),
    }
    Ok(output)
}

fn verify(module: &Module) -> Result<(), String> {
    let found = wavec_ir::verify::verify_module(module);
    match found.has_errors() {
        true => Err(found.render(&SourceMap::new())),
        false => Ok(()),
    }
}

fn panic_if_invalid(module: &Module, after: &str) {
    if let Err(report) = verify(module) {
        panic!("invalid IR after {after}:\n{report}");
    }
}

fn gpu_target(options: &Options) -> Result<GpuTarget, Diagnostics> {
    let version = CodeObjectVersion::from_number(options.code_object_version).ok_or_else(|| {
        error(format!(
            "unknown code object version {}",
            options.code_object_version
        ))
    })?;
    let id = TargetId::parse(&options.target).map_err(error)?;
    let subtarget = Subtarget::of(id);
    Ok(GpuTarget { subtarget, version })
}

fn order_files(emits: &[Emit], output: &mut Output) -> Result<(), Diagnostics> {
    let place = |form: Emit| emits.iter().position(|&wanted| wanted == form);
    output.files.sort_by_key(|(form, _)| place(*form));
    Ok(())
}

fn error(message: impl Into<String>) -> Diagnostics {
    let mut errors = Diagnostics::new();
    errors.error(Span::NONE, message);
    errors
}
