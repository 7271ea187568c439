//! Reading LLVM assembly.
//!
//! A first scan finds the top-level entities without reading function bodies; then types, attribute groups,
//! declarations, initializers, metadata and bodies are read in this order, so that only values, blocks and metadata
//! nodes can be referenced before they are known. An error ends its entity (in a body: its line), not the reading.

mod attributes;
mod constants;
mod debug_nodes;
mod debug_records;
mod function;
mod globals;
mod inst;
mod inst_aggregate;
mod inst_control;
mod inst_exceptions;
mod inst_memory;
mod inst_variadic;
mod locals;
mod metadata;
mod outline;
mod summaries;
mod types;
mod use_orders;

use crate::context::Context;
use crate::entities::{AttributeSet, FuncRef, MetadataId, Symbol, Type};
use crate::intrinsics::IntrinsicRegistry;
use crate::intrinsics::upgrade::Upgrader;
use crate::module::Module;
use crate::text::escape::unescape;
use crate::text::lexer::{Lexer, Token, TokenKind};
use fxhash::{FxHashMap, FxHashSet};
use summaries::Summaries;
use wavec_support::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// How deep types, constants and metadata may nest.
const MAX_NESTING: u32 = 256;

/// Options of the reader.
#[derive(Clone, Copy)]
pub struct ReadOptions {
    /// The known intrinsics.
    pub intrinsics: &'static IntrinsicRegistry,
    /// Upgrades outdated intrinsics and formats.
    pub upgrader: &'static dyn Upgrader,
    /// Sizes and alignments.
    pub layout: LayoutChoice,
    /// Whether the module records source positions.
    pub keep_places: bool,
    /// Whether to warn of comments before arguments of intrinsics that have the name of something else.
    pub lint_argument_names: bool,
    /// Whether the module may have functions that are refused ([`Module::refused`]).
    pub keep_refused: bool,
}

/// The data layout that a module gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutChoice {
    /// Its own. Without one, the target's if its triple names that, or else LLVM's default.
    Own,
    /// Its own, or the target's if it has none.
    OwnOrTarget,
    /// The target's, whatever it says: a module to compile gets that.
    Target,
}

impl ReadOptions {
    /// Reads with these intrinsics, the upgrades of the generic ones and the target's layout by default.
    pub fn new(intrinsics: &'static IntrinsicRegistry) -> ReadOptions {
        ReadOptions {
            intrinsics,
            upgrader: &crate::intrinsics::upgrade::GENERIC_UPGRADER,
            layout: LayoutChoice::OwnOrTarget,
            keep_places: false,
            lint_argument_names: false,
            keep_refused: false,
        }
    }
}

/// Reads the module in `file`. The result is syntactically well formed; the verifier checks the rest. Warnings are
/// returned with the module.
pub fn parse_module(
    sources: &SourceMap,
    file: FileId,
    options: ReadOptions,
) -> Result<(Module, Diagnostics), Diagnostics> {
    let mut parser = Parser::new(&sources.file(file).text, file, options);
    parser.module();
    let Parser {
        module, diagnostics, ..
    } = parser;
    if diagnostics.has_errors() {
        Err(diagnostics)
    } else {
        Ok((module, diagnostics))
    }
}

/// Reads a module from a text; for tests and tools that have no files. The error is the rendered diagnostics.
pub fn parse_module_text(text: &str, intrinsics: &'static IntrinsicRegistry) -> Result<Module, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("<text>", text);
    match parse_module(&sources, file, ReadOptions::new(intrinsics)) {
        Ok((module, _)) => Ok(module),
        Err(errors) => Err(errors.render(&sources)),
    }
}

/// An error that has been reported.
struct Reported;

type Parse<T> = Result<T, Reported>;

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    lexer: Lexer<'a>,
    token: Token,
    options: ReadOptions,
    module: Module,
    diagnostics: Diagnostics,
    /// Whether a body is being read that may be refused, and why it is.
    in_refusable_body: bool,
    refusal: Option<Diagnostic>,
    depth: u32,
    /// Names of types that are not structs.
    type_names: FxHashMap<Symbol, Type>,
    /// Declared intrinsics whose names do not match their types.
    outdated: FxHashSet<Symbol>,
    /// Attribute groups by number: the attributes, and the alignment that `align=` gives a function.
    groups: FxHashMap<u32, AttributeSet>,
    metadata_numbers: FxHashMap<u32, MetadataId>,
    metadata_strings: FxHashMap<Symbol, MetadataId>,
    /// Nodes that are used by number, and where, until they are defined.
    metadata_mentions: FxHashMap<u32, Span>,
    comdat_names: FxHashSet<Symbol>,
    /// The smallest number that an unnamed global may have.
    next_global: u32,
    /// Summaries that are defined, and those that are referenced.
    summaries: Summaries,
    /// Undeclared intrinsics: each call determines its type.
    implicit: FxHashSet<FuncRef>,
    /// Whether calls of debug intrinsics, or debug records, were read.
    debug_form: Option<DebugForm>,
    /// Uses of globals, once a use-list order needs them.
    global_uses: Option<use_orders::GlobalUses>,
    /// Whether a body has been changed since it was read.
    has_upgrades: bool,
}

/// How a module describes its variables: the two ways are mutually exclusive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DebugForm {
    Intrinsics,
    Records,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, file: FileId, options: ReadOptions) -> Parser<'a> {
        let mut lexer = Lexer::new(text, 0);
        let token = lexer.next_token();
        let mut module = Module::new(options.intrinsics);
        if options.layout != LayoutChoice::Own {
            module.ctx.layout = module.ctx.target_layout();
        }
        module.ctx.places = options.keep_places.then(Box::default);
        Parser {
            text,
            file,
            lexer,
            token,
            options,
            module,
            diagnostics: Diagnostics::new(),
            in_refusable_body: false,
            refusal: None,
            depth: 0,
            type_names: FxHashMap::default(),
            outdated: FxHashSet::default(),
            groups: FxHashMap::default(),
            metadata_numbers: FxHashMap::default(),
            metadata_strings: FxHashMap::default(),
            metadata_mentions: FxHashMap::default(),
            comdat_names: FxHashSet::default(),
            next_global: 0,
            summaries: Summaries::default(),
            implicit: FxHashSet::default(),
            debug_form: None,
            global_uses: None,
            has_upgrades: false,
        }
    }

    fn ctx(&mut self) -> &mut Context {
        &mut self.module.ctx
    }

    // Tokens.

    fn advance(&mut self) -> Token {
        let token = self.token;
        self.token = self.lexer.next_token();
        token
    }

    /// Whether a brace follows the current token.
    fn next_is_open_brace(&self) -> bool {
        self.text[self.token.end as usize..].trim_start().starts_with('{')
    }

    /// Continues at byte `position`.
    fn seek(&mut self, position: u32) {
        self.lexer.seek(position as usize);
        self.token = self.lexer.next_token();
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.advance();
        }
        found
    }

    /// The significant part of a token.
    fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.text_start as usize..token.text_end as usize]
    }

    /// The current token's text if it is a word, otherwise the empty string.
    fn word(&self) -> &'a str {
        if self.token.kind == TokenKind::Word {
            self.text_of(self.token)
        } else {
            ""
        }
    }

    fn at_word(&self, word: &str) -> bool {
        self.word() == word
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn span_of(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    fn span(&self) -> Span {
        self.span_of(self.token)
    }

    // Errors.

    fn error_at<T>(&mut self, span: Span, message: impl Into<String>) -> Parse<T> {
        self.diagnostics.push(Diagnostic::error(span, message));
        Err(Reported)
    }

    fn error<T>(&mut self, message: impl Into<String>) -> Parse<T> {
        let span = self.span();
        if self.token.kind == TokenKind::Error {
            let text = &self.text[self.token.start as usize..self.token.end as usize];
            let what = if text.starts_with('"') || text.contains('"') {
                "string does not end".to_string()
            } else if text.starts_with("/*") {
                "comment does not end".to_string()
            } else {
                format!("unexpected character '{}'", text.escape_debug())
            };
            let span = Span::new(self.file, self.token.start, self.token.start + 1);
            return self.error_at(span, what);
        }
        self.error_at(span, message)
    }

    /// There is no form for `what`, which ends with a verb.
    fn unsupported<T>(&mut self, what: &str) -> Parse<T> {
        let message = format!("{what} not supported");
        if self.in_refusable_body {
            self.refusal = Some(Diagnostic::error(self.span(), message));
            return Err(Reported);
        }
        self.error(message)
    }

    fn expect(&mut self, kind: TokenKind, what: &str) -> Parse<Token> {
        if self.at(kind) {
            return Ok(self.advance());
        }
        self.error(format!("expected {what}"))
    }

    fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        self.error(format!("expected '{word}'"))
    }

    fn comma(&mut self) -> Parse<()> {
        self.expect(TokenKind::Comma, "','").map(|_| ())
    }

    /// Runs `work` one level deeper.
    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            return self.error(format!("nested deeper than {MAX_NESTING} levels"));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    // Helpers.

    /// The name that a token carries, escapes resolved.
    fn symbol_of(&mut self, token: Token) -> Symbol {
        let text = self.text_of(token);
        if text.contains('\\') || token.quoted && text.contains('\0') {
            let name = unescape(text);
            let is_name = matches!(
                token.kind,
                TokenKind::Global | TokenKind::Local | TokenKind::Label | TokenKind::Comdat
            );
            if is_name && name.contains('\0') {
                let span = self.span_of(token);
                let _: Parse<()> = self.error_at(span, "NUL character is not allowed in names");
            }
            return self.ctx().symbol(&name);
        }
        self.module.ctx.symbols.intern(text)
    }

    /// An unsigned number that fits in `T`.
    fn number<T: TryFrom<u64>>(&mut self, what: &str) -> Parse<T> {
        let value = match self.token.kind {
            TokenKind::Int => self
                .text_of(self.token)
                .parse::<u64>()
                .ok()
                .and_then(|v| T::try_from(v).ok()),
            _ => None,
        };
        match value {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.error(format!("expected {what}")),
        }
    }

    /// The value of a number token (`@12`, `#3`) that must fit in 32 bits.
    fn token_number(&mut self, token: Token) -> Parse<u32> {
        match self.text_of(token).parse() {
            Ok(number) => Ok(number),
            Err(_) => {
                let span = self.span_of(token);
                self.error_at(span, "number is too large")
            }
        }
    }

    /// A number that must be at least `next`; sets `next` to the one after it.
    fn increasing_number(&mut self, token: Token, what: &str, sigil: char, next: &mut u32) -> Parse<u32> {
        let number = self.token_number(token)?;
        if number < *next {
            let span = self.span_of(token);
            return self.error_at(
                span,
                format!("{what} expected to be numbered '{sigil}{next}' or greater"),
            );
        }
        *next = number.saturating_add(1);
        Ok(number)
    }

    /// Whether the token's name is a plain number, as in `%12`.
    fn is_numbered(&self, token: Token) -> bool {
        !token.quoted
            && self
                .text_of(token)
                .as_bytes()
                .first()
                .is_some_and(u8::is_ascii_digit)
    }

    /// A string's value.
    fn string(&mut self, what: &str) -> Parse<String> {
        let token = self.expect(TokenKind::String, what)?;
        Ok(unescape(self.text_of(token)))
    }

    /// An alignment in bytes.
    fn alignment(&mut self) -> Parse<crate::inst::Align> {
        let span = self.span();
        let bytes: u64 = self.number("an alignment")?;
        if !bytes.is_power_of_two() || bytes > 1 << 32 {
            return self.error_at(span, "alignment is not a power of two up to 4294967296");
        }
        Ok(crate::inst::Align::from_bytes(bytes))
    }

    /// The text between the parenthesis that was just opened and the matching one, which is consumed; surrounding white
    /// space is stripped.
    fn raw_parenthesized(&mut self) -> Parse<&'a str> {
        let start = self.token.start as usize;
        let mut depth = 1u32;
        loop {
            match self.token.kind {
                TokenKind::OpenParen => depth += 1,
                TokenKind::CloseParen => {
                    depth -= 1;
                    if depth == 0 {
                        let end = self.token.start as usize;
                        self.advance();
                        return Ok(self.text[start..end.max(start)].trim());
                    }
                }
                TokenKind::Eof | TokenKind::Error => return self.error("expected ')'"),
                _ => {}
            }
            self.advance();
        }
    }
}

#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod tests;
