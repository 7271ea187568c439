//! What a user of the library calls: each function opens a session, lets it work, and renders what is wrong.

use crate::inputs::Source;
use crate::machine_ir;
use crate::options::{Emit, InputKind, Options};
use crate::outputs::{Files, Outputs};
use crate::pipeline::{assemble, compile_ir};
use crate::report::{CompileError, Report};
use crate::session::{Session, gpu_target, linked, target_for};
use wavec_gpu_mc::Subtarget;
use wavec_ir::Module;
use wavec_ir::text::LayoutChoice;
use wavec_support::progress::enter_pass;
use wavec_support::source::MAX_SOURCE_BYTES;
use wavec_support::{Diagnostics, SourceMap};

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

/// Compiles `input` to each form of `emits`. If there are none, the input is only read, and checked as far as its language
/// says what is wrong.
///
/// # Errors
/// Everything that is wrong with the input, rendered.
pub fn compile(input: Input<'_>, emits: &[Emit], options: &Options) -> Result<Output, CompileError> {
    if input.text.len() > MAX_SOURCE_BYTES {
        return Err(CompileError::message(format!("'{}' is too large", input.name)));
    }
    let (files, report) = with_session(input, options, |session, source| {
        let mut outputs = Outputs::new(emits);
        match source.kind {
            InputKind::Asm => assemble(session, source, &mut outputs)?,
            InputKind::Mir => machine_ir::compile(session, source, &mut outputs)?,
            _ => compile_ir(session, source, &mut outputs)?,
        }
        Ok(outputs.into_files())
    })?;
    Ok(Output { files, report })
}

/// Does `work` in a new session; a second time, with places, if that tells more about what is wrong.
pub(crate) fn with_session<T>(
    input: Input<'_>,
    options: &Options,
    work: impl Fn(&mut Session<'_>, Source) -> Result<T, Diagnostics>,
) -> Result<(T, Report), CompileError> {
    with_sources(input, options, work).1
}

/// The same; the files that were read come with the result.
fn with_sources<T>(
    input: Input<'_>,
    options: &Options,
    work: impl Fn(&mut Session<'_>, Source) -> Result<T, Diagnostics>,
) -> (SourceMap, Result<(T, Report), CompileError>) {
    let mut sources = SourceMap::new();
    let file = sources.add(input.name, input.text);
    let mut source = Source::new(input.kind, file);
    if options.skip_unsupported {
        source = source.with_places();
    }
    let codegen = options.of_codegen();
    let mut attempt = |source: Source| {
        let mut session = Session::new(&mut sources, options, &codegen);
        let result = work(&mut session, source);
        let has_ir = session.has_ir;
        let report = session.into_report();
        match result {
            Ok(result) => Ok((result, report)),
            Err(errors) => Err((errors, report.dumps, has_ir)),
        }
    };
    let result = attempt(source).or_else(|failure| match source.can_tell_more(&failure.0, failure.2) {
        true => attempt(source.with_places()),
        false => Err(failure),
    });
    let result = result.map_err(|(errors, dumps, _)| CompileError::new(&errors, &sources).with_dumps(dumps));
    (sources, result)
}

/// The module of an OpenCL or IR input after the optimizer, for the IR interpreter and other readers of IR.
///
/// # Errors
/// Everything that is wrong with the input, rendered.
pub fn optimized_module(input: Input<'_>, options: &Options) -> Result<Module, CompileError> {
    let optimized = with_session(input, options, |session, source| {
        let mut module = session.ir(source)?;
        let subtarget = gpu_target(options)?.subtarget;
        session.define_builtins(&mut module, subtarget)?;
        session.optimize(&mut module, subtarget)?;
        Ok(module)
    });
    optimized.map(|(module, _)| module)
}

/// The module of an OpenCL or IR input for a launch that is checked, the processor it is for, and its files. It is as the
/// source was written, with lines and the scopes of variables, or optimized.
///
/// # Errors
/// Everything that is wrong with the input, rendered.
pub(crate) fn module_to_check(
    input: Input<'_>,
    options: &Options,
    optimizes: bool,
) -> Result<(Module, Subtarget, SourceMap, Report), CompileError> {
    let mut options = options.clone();
    options.frontend.debug = true;
    options.frontend.for_checks = !optimizes;
    options.is_interpreted = true;
    let (sources, result) = with_sources(input, &options, |session, source| {
        let mut module = session.ir(source.with_places())?;
        let target = target_for(&module, gpu_target(session.options)?, session.options)?;
        session.define_builtins(&mut module, target.subtarget)?;
        match optimizes {
            true => session.optimize(&mut module, target.subtarget)?,
            false => session.lower_for_interpreter(&mut module, target.subtarget)?,
        }
        Ok((module, target.subtarget))
    });
    result.map(|((module, subtarget), report)| (module, subtarget, sources, report))
}

/// Runs the passes `names` (`mem2reg,dce`) over IR text and prints the module: `wavec opt`.
///
/// # Errors
/// What is wrong with the text or with the names, rendered.
pub fn run_ir_passes(input: Input<'_>, names: &str, options: &Options) -> Result<Output, CompileError> {
    let (text, report) = with_session(input, options, |session, source| {
        // A module that names no layout and no target has LLVM's default layout: only compiling makes it this target's.
        let mut module = session.ir_of_layout(source, LayoutChoice::Own)?;
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
    linked(&module).map_err(|errors| CompileError::new(&errors, &SourceMap::new()))
}
