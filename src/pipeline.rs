//! From an input file to everything that was asked for: the whole compiler on one screen.
//!
//! ```text
//!  .cl ──frontend──▶ ┐
//!  .ll ──reader────▶ IR ──optimize──▶ IR ──prepare, select, allocate──▶ machine functions ──┐
//!  .mir ─reader───────────────────────────────────────▶ machine functions, somewhere among their passes
//!  .s  ──assembler────────────────────────────────────────────────────▶ object module ◀─emit─┘
//!                                                                         │ write ──▶ .o
//!                                                                         └ link ──▶ .co
//! ```

use crate::inputs::{Source, error};
use crate::left_out::drop_callers_of_missing;
use crate::machine_ir;
use crate::options::{Emit, InputKind, Options};
use crate::report::{CompileError, Report};
pub use crate::session::all_passes;
use crate::session::{Session, gpu_target, object_file};
use std::fmt::Write;
use std::path::PathBuf;
use wavec_gpu_mc::{AssembleOptions, GpuTarget, load_includes};
use wavec_ir::Module;
use wavec_ir::text::LayoutChoice;
use wavec_support::progress::{enter_function, enter_pass};
use wavec_support::source::MAX_SOURCE_BYTES;
use wavec_support::{Diagnostic, Diagnostics, SourceMap};
use wavec_target_gpu::emit;
use wavec_target_gpu::function_info::CompiledFunction;

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
    pub files: Files,
    /// Warnings, dumps, times, counts.
    pub report: Report,
}

/// Forms and their bytes.
pub(crate) type Files = Vec<(Emit, Vec<u8>)>;

/// Compiles `input` to each form of `emits`.
///
/// # Errors
/// Everything that is wrong with the input, rendered.
pub fn compile(input: Input<'_>, emits: &[Emit], options: &Options) -> Result<Output, CompileError> {
    if input.text.len() > MAX_SOURCE_BYTES {
        return Err(CompileError::message(format!("'{}' is too large", input.name)));
    }
    let (mut files, report) = with_session(input, options, |session, source| match source.kind {
        InputKind::Asm => assemble(session, source, emits),
        InputKind::Mir => machine_ir::compile(session, source, emits),
        _ => compile_ir(session, source, emits),
    })?;
    files.sort_by_key(|(form, _)| emits.iter().position(|wanted| wanted == form));
    Ok(Output { files, report })
}

fn compile_ir(session: &mut Session<'_>, source: Source, emits: &[Emit]) -> Result<Files, Diagnostics> {
    let options = session.options;
    let wants = |form: Emit| emits.contains(&form);
    let target = gpu_target(options)?;
    let mut files = Files::new();
    let mut module = session.ir(source)?;
    let target = match emits.iter().any(|&form| form != Emit::Ir) {
        true => wavec_target_gpu::input::target_of(&module, target)?,
        false => target,
    };

    session.optimize(&mut module)?;
    if session.runner.stopped || wants(Emit::Ir) {
        files.push((Emit::Ir, session.ir_text(&module)));
    }
    if session.runner.stopped || emits.iter().all(|&form| form == Emit::Ir) {
        return Ok(files);
    }
    let file = session.sources.file(source.file).name.clone();
    session.warn_without_code(&module, &file);

    let defined = module.defined_functions();
    let (prepared, mut errors) = session.prepare(&mut module, target.subtarget);
    if errors.has_errors() && !options.skip_unsupported {
        // What is wrong with the other functions is told, too.
        errors.extend(session.machine(&module, &prepared, false, true).errors);
        return Err(errors);
    }
    if session.runner.stopped {
        return Ok(vec![(Emit::Ir, session.ir_text(&module))]);
    }
    if let Some(stop) = &options.codegen.passes.stop_after {
        let (form, text) = session.stopped_text(stop, &module, &prepared)?;
        return Ok(vec![(form, text.into_bytes())]);
    }

    session.graphs.text_after = wants(Emit::Dag).then_some("dag-build");
    let finishes = emits.iter().any(|&form| form >= Emit::Asm);
    let mut machine = session.machine(&module, &prepared, wants(Emit::Mir), finishes);
    errors.extend(machine.errors);
    if errors.has_errors() {
        if !options.skip_unsupported || machine.functions.is_empty() {
            return Err(errors);
        }
        let left_out = drop_callers_of_missing(&mut machine.functions, &defined, &prepared, &module);
        session.warnings += &errors.map(Diagnostic::into_warning).render(session.sources);
        for name in left_out {
            let _ = writeln!(session.warnings, "wavec: warning: '{name}' is omitted");
        }
    }
    if wants(Emit::Dag) {
        files.push((Emit::Dag, std::mem::take(&mut session.graphs.text).into_bytes()));
    }
    if wants(Emit::Mir) {
        let text = machine_ir::with_module(&module, &machine.text);
        files.push((Emit::Mir, text.into_bytes()));
    }
    emit_code(session, &module, &machine.functions, target, emits, &mut files)?;
    Ok(files)
}

/// The last stage: assembly, an object file and what that is linked to.
pub(crate) fn emit_code(
    session: &mut Session<'_>,
    module: &Module,
    functions: &[CompiledFunction],
    target: GpuTarget,
    emits: &[Emit],
    files: &mut Files,
) -> Result<(), Diagnostics> {
    enter_pass("emit");
    enter_function("");
    let timing = &mut session.runner.timing;
    if emits.contains(&Emit::Asm) {
        let text = timing.time("emit-assembly", || emit::assembly(module, functions, target))?;
        files.push((Emit::Asm, text.into_bytes()));
    }
    if emits.iter().any(|&form| form > Emit::Asm) {
        let object = timing.time("emit-object", || emit::object(module, functions, target))?;
        for form in [Emit::Object, Emit::CodeObject] {
            if emits.contains(&form) {
                files.push((form, object_file(form, &object)?));
            }
        }
    }
    Ok(())
}

fn assemble(session: &mut Session<'_>, source: Source, emits: &[Emit]) -> Result<Files, Diagnostics> {
    enter_pass("assemble");
    let directories = session.options.frontend.include_dirs.iter();
    let directories: Vec<PathBuf> = directories.map(PathBuf::from).collect();
    let options = AssembleOptions {
        target: gpu_target(session.options)?,
        ..AssembleOptions::default()
    };
    let options = load_includes(session.sources, source.file, options, &directories);
    let (object, warnings) = session.runner.timing.time("assemble", || {
        wavec_gpu_mc::assemble_with_warnings(session.sources, source.file, &options)
    })?;
    session.warnings += &warnings.render(session.sources);
    let bytes = |&form: &Emit| match form {
        Emit::Asm => Ok(wavec_gpu_mc::reprint(session.sources, source.file, &options)?.into_bytes()),
        Emit::Object | Emit::CodeObject => object_file(form, &object),
        _ => Err(error(format!("assembly cannot be turned into {}", form.name()))),
    };
    emits.iter().map(|form| Ok((*form, bytes(form)?))).collect()
}

/// Does `work` in a new session; a second time, with places, if that tells more about what is wrong.
fn with_session<T>(
    input: Input<'_>,
    options: &Options,
    work: impl Fn(&mut Session<'_>, Source) -> Result<T, Diagnostics>,
) -> Result<(T, Report), CompileError> {
    let mut sources = SourceMap::new();
    let file = sources.add(input.name, input.text);
    let mut source = Source::new(input.kind, file);
    if options.skip_unsupported {
        source = source.with_places();
    }
    let mut attempt = |source: Source| {
        let mut session = Session::new(&mut sources, options);
        let result = work(&mut session, source);
        let report = session.into_report();
        match result {
            Ok(result) => Ok((result, report)),
            Err(errors) => Err((errors, report.dumps)),
        }
    };
    let result = attempt(source).or_else(|failure| match source.can_tell_more(&failure.0) {
        true => attempt(source.with_places()),
        false => Err(failure),
    });
    result.map_err(|(errors, dumps)| CompileError::new(&errors, &sources).with_dumps(dumps))
}

/// The module of an OpenCL or IR input after the optimizer, for the IR interpreter and other readers of IR.
///
/// # Errors
/// Everything that is wrong with the input, rendered.
pub fn optimized_module(input: Input<'_>, options: &Options) -> Result<Module, CompileError> {
    let optimized = with_session(input, options, |session, source| {
        let mut module = session.ir(source)?;
        session.optimize(&mut module)?;
        Ok(module)
    });
    optimized.map(|(module, _)| module)
}

/// Runs the passes `names` (`mem2reg,dce`) over IR text and prints the module: `wavec opt`.
///
/// # Errors
/// What is wrong with the text or with the names, rendered.
pub fn run_ir_passes(input: Input<'_>, names: &str, options: &Options) -> Result<Output, CompileError> {
    let (text, report) = with_session(input, options, |session, source| {
        // A module that names no layout and no target has LLVM's default layout: only compiling makes it this target's.
        let mut module = session.ir_of_layout(source, LayoutChoice::Default(""))?;
        session.run_named(&mut module, names)?;
        Ok(session.ir_text(&module))
    })?;
    let files = vec![(Emit::Ir, text)];
    Ok(Output { files, report })
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
