//! OpenCL C 1.2 (and the commonly used parts of 2.0 and 3.0) to wavec IR.
//!
//! ```text
//!  text ──lexer──▶ tokens ──preprocess──▶ expanded tokens ──parse + sema──▶ typed tree ──lower──▶ IR module
//!                                                              ▲
//!                                   library functions, parsed on demand (lib/*.cl and the target's)
//! ```
//!
//! The parser asks `sema` to build every node, so the tree is typed and all conversions are explicit before `lower`
//! sees it; `lower` cannot fail on a tree without errors. Trees live in an arena and die with the compilation.
//!
//! This crate must never know a target: sizes, address-space numbers, `__builtin_TARGET_*` functions and the work-item
//! library come in a [`TargetDescription`].

pub mod ast;
mod attribute_names;
mod builtin_definitions;
pub mod builtins;
pub mod lexer;
pub mod literal;
pub mod lower;
mod macro_notes;
pub mod options;
pub mod parse;
pub mod preprocess;
#[cfg(test)]
mod robust_tests;
pub mod sema;
pub mod target;
pub mod token;
pub mod types;
pub mod warnings;

pub use builtin_definitions::{declares_builtins, define_builtins};
pub use builtins::target_index::{count_library_functions, library_functions};
pub use options::{CLStandard, FpContract, Options};
pub use target::{
    AddressSpaces, DescriptorType, LibraryFunction, LibraryPart, SyncScopes, TargetDescription,
};

use bumpalo::Bump;
use warnings::Warning;
use wavec_ir::Module;
use wavec_support::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// Compiles `file` of `sources` to IR. The diagnostics of a failed compilation contain at least one error; warnings of
/// a successful one are returned with the module.
///
/// Included files are added to `sources`, so that diagnostics can be rendered.
pub fn compile(
    sources: &mut SourceMap,
    file: FileId,
    options: &Options,
    target: &TargetDescription,
) -> Result<(Module, Diagnostics), Diagnostics> {
    let known_files = sources.len();
    let again = |sources: &SourceMap, spelled_macros| {
        let options = Options {
            spelled_macros,
            ..options.clone()
        };
        match compile_once(&mut sources.first(known_files), file, &options, target) {
            Ok((_, diagnostics)) | Err(diagnostics) => diagnostics,
        }
    };
    match compile_once(sources, file, options, target) {
        Ok((module, found)) => Ok((module, macro_notes::add(found, sources, again))),
        Err(found) => Err(macro_notes::add(found, sources, again)),
    }
}

fn compile_once(
    sources: &mut SourceMap,
    file: FileId,
    options: &Options,
    target: &TargetDescription,
) -> Result<(Module, Diagnostics), Diagnostics> {
    let arena = Bump::with_capacity(64 << 10);
    let mut interner = token::Interner::new(&arena);
    let mut diags = Diagnostics::new();
    for message in options.warnings.unknown_names() {
        let diagnostic = Diagnostic::warning(Span::NONE, message);
        let warned = options.warnings.apply(Warning::UnknownWarningOption, diagnostic);
        warned.into_iter().for_each(|diagnostic| diags.push(diagnostic));
    }
    let (mut tokens, pragmas) =
        preprocess::preprocess(sources, &mut diags, &mut interner, options, target, file);
    parse::mark_attributes(&mut tokens);
    let mut sema = sema::Sema::new(
        &arena,
        &mut interner,
        sources,
        &mut diags,
        options,
        target,
        parse::declarations,
    );
    sema.main_file = Some(file);
    sema.pragmas = pragmas;
    parse::declarations(&mut sema, &tokens);
    if !sema.diags.has_errors() {
        sema.finish_library();
        sema.check_recursion();
        sema.check_unused_functions();
        sema.resolve_symbols();
    }
    if sema.diags.has_errors() {
        return Err(diags);
    }
    let module = lower::lower(&mut sema, file);
    if diags.has_errors() {
        Err(diags)
    } else {
        Ok((module, diags))
    }
}

/// Macro-expanded text of `file`, as `-E` prints it.
pub fn preprocess_text(
    sources: &mut SourceMap,
    file: FileId,
    options: &Options,
    target: &TargetDescription,
) -> Result<String, Diagnostics> {
    let arena = Bump::new();
    let mut interner = token::Interner::new(&arena);
    let mut diags = Diagnostics::new();
    let (tokens, _) = preprocess::preprocess(sources, &mut diags, &mut interner, options, target, file);
    if diags.has_errors() {
        return Err(diags);
    }
    Ok(preprocess::spell_tokens(&tokens, &interner))
}
