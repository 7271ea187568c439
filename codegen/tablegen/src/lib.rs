//! TableGen: the language, the record dumps and the emitters that write Rust.
//!
//! ```text
//! .td ──lexer──▶ tokens ──parser, which evaluates as it goes──▶ RecordKeeper ─┬─▶ --print-records, --dump-json
//!                                                                             └─▶ emitters ──▶ Rust source
//! ```
//!
//! Outside [`emit`], nothing here knows what a record means: registers, instructions and patterns are just records.

pub mod access;
pub mod build_support;
pub mod command;
mod detailed;
pub mod emit;
mod eval;
mod id_table;
mod includes;
pub mod intern;
mod json;
mod layout;
mod lexer;
mod literals;
mod operator;
mod parser;
mod preprocess;
mod print;
pub mod record;
mod regex;
pub mod sets;
mod text;
mod token;
pub mod types;
pub mod value;
mod value_id;
pub mod view;

pub use emit::EmitOptions;
pub use intern::Symbol;
pub use record::{Field, FieldKind, Record, RecordId, RecordKeeper};
pub use sets::SetTheory;
pub use types::{Type, TypeId};
pub use value::ValueId;
pub use view::{BitElement, Bits, Dag, List, Value};
pub use wavec_support::{Diagnostic, Diagnostics, SourceMap, Span};

use eval::Evaluator;
pub use eval::compare_numeric;
use includes::read_source;
use lexer::Lexer;
use parser::Parser;
use std::path::{Path, PathBuf};

/// What an evaluation may use; exceeding one is an error that names it. Real descriptions stay far below.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Steps of evaluation.
    pub steps: u64,
    /// Distinct values and list elements that are kept.
    pub values: usize,
    /// Records, anonymous ones too.
    pub records: usize,
    /// Fields of all records together.
    pub fields: usize,
    /// Statements that instantiations of multiclasses and loops copy.
    pub entries: usize,
    /// Bytes of all strings together.
    pub text: usize,
    /// Elements of one list.
    pub list_length: u64,
    /// Anonymous records that are instantiated one inside the other.
    pub instantiation_depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 1 << 28,
            values: 3 << 23,
            records: 1 << 20,
            fields: 1 << 27,
            entries: 1 << 20,
            text: 1 << 28,
            list_length: 1 << 22,
            instantiation_depth: 1000,
        }
    }
}

/// What a run is given besides its file.
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    /// Where `include` looks, in order, after the path as it stands; beside the including file comes last.
    pub include_dirs: Vec<PathBuf>,
    /// Preprocessor names that are defined at the start (`-D NAME`).
    pub defines: Vec<String>,
    /// No warnings about template arguments that nothing uses.
    pub no_unused_warnings: bool,
    /// What the evaluation may use.
    pub limits: Limits,
}

/// Reads and evaluates the description in `path`; the keeper knows the files read and the warnings.
pub fn parse_file(
    sources: &mut SourceMap,
    path: &Path,
    options: &ParseOptions,
) -> Result<RecordKeeper, Diagnostics> {
    let (name, text) = if path.as_os_str() == "-" {
        ("<stdin>".into(), std::io::read_to_string(std::io::stdin()))
    } else {
        (path.to_string_lossy(), read_source(path))
    };
    match text {
        Ok(text) => parse_text(sources, &name, &text, options),
        Err(error) => {
            let message = format!("cannot read '{}': {error}", path.display());
            Err(Diagnostic::error(Span::NONE, message).into())
        }
    }
}

/// Stack of the thread that evaluates: enough for the deepest recursion that the limits allow.
const STACK_BYTES: usize = 512 << 20;

/// Evaluates a description that is given as text; `name` is for messages.
pub fn parse_text(
    sources: &mut SourceMap,
    name: &str,
    text: &str,
    options: &ParseOptions,
) -> Result<RecordKeeper, Diagnostics> {
    with_large_stack(|| evaluate(sources, name, text, options)).unwrap_or_else(|error| {
        Err(Diagnostic::error(Span::NONE, format!("cannot start the evaluation: {error}")).into())
    })
}

/// Runs something that goes down into values as deep as the limits allow; an error if there is no memory for its
/// stack.
pub(crate) fn with_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    thread_local! {
        static IS_LARGE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }
    if IS_LARGE.get() {
        return Ok(run());
    }
    let run = || {
        IS_LARGE.set(true);
        run()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("tablegen".to_string())
            .stack_size(STACK_BYTES);
        let handle = thread.spawn_scoped(scope, run)?;
        Ok(handle
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn evaluate(
    sources: &mut SourceMap,
    name: &str,
    text: &str,
    options: &ParseOptions,
) -> Result<RecordKeeper, Diagnostics> {
    let is_bad = |name: &&String| !preprocess::is_macro_name(name);
    if let Some(bad) = options.defines.iter().find(is_bad) {
        return Err(preprocess::bad_macro_name(bad).into());
    }
    let file = sources.add(name, text);
    let macros = options.defines.iter().cloned().collect();
    let lexer = Lexer::new(sources, file, options.include_dirs.clone(), macros);
    let eval = Evaluator::new(RecordKeeper::with_usual_capacity(), options.limits);
    let mut parser = Parser::new(lexer, eval, !options.no_unused_warnings);
    parser.parse_file();
    let (mut eval, files_read) = parser.finish();
    if eval.diagnostics.has_errors() {
        return Err(eval.diagnostics);
    }
    eval.keeper.files_read = files_read;
    eval.keeper.warnings = eval.diagnostics;
    Ok(eval.keeper)
}

/// The example of an emitter in the user's guide.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Guide;
