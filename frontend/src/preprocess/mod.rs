//! The preprocessor: directives, macro expansion, conditional groups, includes; text in, one list of tokens out.
//!
//! Expansion follows the usual stack-of-contexts scheme: a macro's replacement is pushed as a context, the macro is
//! disabled until its context is used up, and a disabled macro's name that comes out is never expanded again. Arguments
//! are
//! expanded beforehand in a context with a barrier. Work is bounded: nesting, number of tokens produced, include depth.

mod condition;
mod directive;
mod expand;
mod macros;
mod pragma;
pub mod predefined;
#[cfg(test)]
mod tests;

use crate::lexer::Lexer;
use crate::options::Options;
use crate::target::TargetDescription;
use crate::token::{Interner, Symbol, Token, TokenKind, flags};
use crate::warnings::{Warning, WarningOptions};
use fxhash::FxHashSet;
use macros::{Macro, MacroSlot};
use pragma::PragmaState;
pub use pragma::Pragmas;
use std::rc::Rc;
use wavec_support::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// Maximum nesting of included files.
const MAX_INCLUDE_DEPTH: usize = 200;
/// Maximum nesting of macro arguments inside macro arguments.
const MAX_MACRO_NESTING: usize = 128;
/// Maximum number of tokens from macro expansion, counting intermediate ones.
const MAX_EXPANDED_TOKENS: usize = 8 << 20;
/// Maximum number of tokens of a translation unit.
const MAX_TOKENS: usize = 16 << 20;

/// State of one `#if` group.
struct Conditional {
    /// Position of its `#if`.
    span: Span,
    /// A group of this conditional was already taken.
    taken: bool,
    /// `#else` was seen.
    seen_else: bool,
}

/// A file that is being read.
struct FileFrame {
    lexer: Lexer,
    /// Conditionals that were open when the file was entered.
    conditionals: usize,
    /// The adjustment of line numbers by `#line`.
    line_offset: i64,
    /// The file name given by `#line`.
    presumed_name: Option<Symbol>,
    /// The warnings after the file, if they differ from those at its end: it is a system header.
    warnings_after: Option<Option<Rc<WarningOptions>>>,
}

/// Tokens to be read before the file continues.
struct Context {
    tokens: Rc<[Token]>,
    pos: usize,
    /// The macro whose replacement this is; disabled while the context lives.
    disables: Option<Symbol>,
    /// End of an argument that is expanded on its own.
    barrier: bool,
}

/// The preprocessor's state.
struct Preprocessor<'c, 'a> {
    sources: &'c mut SourceMap,
    diags: &'c mut Diagnostics,
    interner: &'c mut Interner<'a>,
    options: &'c Options,
    target: &'c TargetDescription,
    files: Vec<FileFrame>,
    contexts: Vec<Context>,
    /// By symbol.
    macros: Vec<MacroSlot>,
    definitions: Vec<Rc<Macro>>,
    conditionals: Vec<Conditional>,
    once: FxHashSet<String>,
    expanded: usize,
    nesting: usize,
    counter: u32,
    in_directive: bool,
    stopped: bool,
    end: Span,
    keywords: Vec<Option<TokenKind>>,
    defined: Symbol,
    va_args: Symbol,
    va_opt: Symbol,
    /// `_Pragma`
    pragma_operator: Symbol,
    pragmas: PragmaState,
}

/// Reads `file` and everything it includes and returns the tokens, the last of which is the end of file, and what pragmas
/// change.
pub fn preprocess(
    sources: &mut SourceMap,
    diags: &mut Diagnostics,
    interner: &mut Interner,
    options: &Options,
    target: &TargetDescription,
    file: FileId,
) -> (Vec<Token>, Pragmas) {
    let defined = interner.intern("defined");
    let pragma_operator = interner.intern("_Pragma");
    let va_args = interner.intern("__VA_ARGS__");
    let va_opt = interner.intern("__VA_OPT__");
    let end = sources.file(file).text.len() as u32;
    let mut pp = Preprocessor {
        sources,
        diags,
        interner,
        options,
        target,
        files: Vec::new(),
        contexts: Vec::new(),
        macros: Vec::new(),
        definitions: Vec::new(),
        conditionals: Vec::new(),
        once: FxHashSet::default(),
        expanded: 0,
        nesting: 0,
        counter: 0,
        in_directive: false,
        stopped: false,
        end: Span::new(file, end, end),
        keywords: Vec::new(),
        defined,
        va_args,
        va_opt,
        pragma_operator,
        pragmas: PragmaState::default(),
    };
    let tokens = pp.run(file);
    pp.check_pragmas_end();
    (tokens, pp.pragmas.found)
}

impl Preprocessor<'_, '_> {
    fn run(&mut self, file: FileId) -> Vec<Token> {
        let size = self.sources.file(file).text.len();
        let mut out = Vec::with_capacity(size / 3 + 16);
        self.enter_file(file);
        for include in self.options.includes.iter().rev() {
            self.include_named(include, Span::NONE, false);
        }
        let mut command_line = String::new();
        for item in &self.options.macros {
            match item {
                Ok(definition) => {
                    let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
                    let value = value.split(['\n', '\r']).next().unwrap_or("");
                    command_line.push_str(&format!("#define {name} {value}\n"));
                }
                Err(name) => command_line.push_str(&format!("#undef {name}\n")),
            }
        }
        if !command_line.is_empty() {
            let id = self.sources.add("<command line>", command_line);
            self.enter_file(id);
        }
        loop {
            let Some(mut token) = self.next_expanded() else {
                // There is no barrier outside an argument; leave rather than loop.
                self.contexts.pop();
                continue;
            };
            if token.kind == TokenKind::Ident {
                if token.symbol == self.pragma_operator {
                    self.pragma_operator(token);
                    continue;
                }
                token.kind = self.keyword(token.symbol);
            }
            out.push(token);
            if token.kind == TokenKind::Eof {
                return out;
            }
            if out.len() >= MAX_TOKENS {
                self.fatal(token.span, "translation unit is too large");
            }
        }
    }

    fn keyword(&mut self, symbol: Symbol) -> TokenKind {
        let index = symbol.0 as usize;
        if index >= self.keywords.len() {
            self.keywords.resize(self.interner.len(), None);
        }
        let text = self.interner.text(symbol);
        let before_2 = !self.options.cl_std.generic_by_default();
        *self.keywords[index].get_or_insert_with(|| match text {
            // This became a keyword in OpenCL 2.0.
            "generic" if before_2 => TokenKind::Ident,
            _ => crate::token::keyword(text),
        })
    }

    fn enter_file(&mut self, file: FileId) {
        let text = self.sources.file(file).text.clone();
        self.files.push(FileFrame {
            lexer: Lexer::new(file, text),
            conditionals: self.conditionals.len(),
            line_offset: 0,
            presumed_name: None,
            warnings_after: None,
        });
        self.carry_warnings();
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diags.error(span, message);
    }

    fn warning(&mut self, warning: Warning, span: Span, message: impl Into<String>) {
        self.warn(warning, Diagnostic::warning(span, message));
    }

    fn warn(&mut self, warning: Warning, diagnostic: Diagnostic) {
        if let Some(diagnostic) = self.warnings().apply(warning, diagnostic) {
            self.diags.push(diagnostic);
        }
    }

    /// An error that ends reading.
    fn fatal(&mut self, span: Span, message: &str) {
        if !self.stopped {
            self.diags.error(span, message);
        }
        self.stopped = true;
        self.conditionals.clear();
        self.files.clear();
        // Barriers stay: whoever pushed one pops it.
        for context in &mut self.contexts {
            context.pos = context.tokens.len();
        }
    }

    /// The next token with directives executed, but macros not expanded; `None` at a barrier.
    fn next_raw(&mut self) -> Option<Token> {
        loop {
            if let Some(context) = self.contexts.last_mut() {
                if let Some(&token) = context.tokens.get(context.pos) {
                    context.pos += 1;
                    return Some(token);
                }
                if context.barrier {
                    return None;
                }
                self.pop_context();
                continue;
            }
            let Some(frame) = self.files.last_mut() else {
                return Some(Token {
                    kind: TokenKind::Eof,
                    flags: flags::LINE_START,
                    symbol: Symbol(0),
                    span: self.end,
                    depth: 0,
                });
            };
            let token = frame.lexer.next(self.in_directive, self.interner, self.diags);
            match token.kind {
                TokenKind::Eof => {
                    if self.files.len() == 1 {
                        self.end = token.span;
                    }
                    self.leave_file();
                }
                TokenKind::Hash if token.flags & flags::LINE_START != 0 && !self.in_directive => {
                    self.directive(token);
                }
                _ => return Some(token),
            }
        }
    }

    fn pop_context(&mut self) {
        if let Some(symbol) = self.contexts.pop().and_then(|context| context.disables) {
            self.macros[symbol.0 as usize].disabled = false;
        }
    }

    fn leave_file(&mut self) {
        if let Some(frame) = self.files.pop() {
            while self.conditionals.len() > frame.conditionals {
                if let Some(open) = self.conditionals.pop() {
                    self.error(open.span, "unterminated conditional directive");
                }
            }
            if let Some(warnings) = frame.warnings_after {
                self.leave_system_header(warnings);
            }
            self.carry_warnings();
        }
    }
}

/// Tokens as text, with one line for each source line that has tokens.
pub fn spell_tokens(tokens: &[Token], interner: &Interner) -> String {
    let mut out = String::new();
    for token in tokens {
        if token.kind == TokenKind::Eof {
            break;
        }
        if token.flags & flags::LINE_START != 0 && !out.is_empty() {
            out.push('\n');
        } else if token.flags & flags::SPACE_BEFORE != 0 && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(match token.kind.punctuator() {
            "" => interner.text(token.symbol),
            text => text,
        });
    }
    out.push('\n');
    out
}
