//! The parser: recursive descent over the expanded tokens, one function per grammar rule.

mod asm;
pub mod attributes;
mod decl;
mod declarator;
mod expr;
mod functions;
mod primary;
mod records;
mod specifiers;
mod stmt;
mod variables;

pub(crate) use attributes::mark_attributes;

use crate::ast::{LabelId, Unroll};
use crate::sema::Sema;
use crate::token::{Symbol, Token, TokenKind, flags};
use crate::types::Ty;
use fxhash::FxHashMap;
use wavec_support::{Diagnostic, Span};

/// Maximum nesting of brackets, statements and operators.
pub const MAX_NESTING: u32 = 256;

/// A syntax error was reported; the caller resynchronizes.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// Result of a grammar rule.
pub type Parsed<T> = Result<T, Failed>;

/// A label of the function being parsed.
struct Label {
    id: LabelId,
    defined: Option<Span>,
    first_use: Span,
    /// Whether a `goto` names it.
    is_used: bool,
}

/// The `switch` being parsed.
#[derive(Default)]
struct SwitchScope {
    cases: Vec<(u64, u64)>,
    spans: Vec<Span>,
    has_default: bool,
    default_span: Option<Span>,
    ty: Option<Ty>,
}

/// State of the parser over one token list.
pub struct Parser<'p, 'c, 'a> {
    /// Semantic analysis and trees.
    pub sema: &'p mut Sema<'c, 'a>,
    tokens: &'p [Token],
    pos: usize,
    depth: u32,
    labels: FxHashMap<Symbol, Label>,
    label_count: u32,
    switches: Vec<SwitchScope>,
    loops: u32,
    unroll: Unroll,
    /// The `else` of an `if` that ends the statement just parsed and is not in braces.
    trailing_else: Option<Span>,
}

/// Parses `tokens`, the last of which is the end of file: a translation unit, or a part of the library.
pub fn declarations(sema: &mut Sema<'_, '_>, tokens: &[Token]) {
    Parser::new(sema, tokens).translation_unit();
}

impl<'p, 'c, 'a> Parser<'p, 'c, 'a> {
    /// A parser of `tokens`, the last of which is the end of file.
    pub fn new(sema: &'p mut Sema<'c, 'a>, tokens: &'p [Token]) -> Parser<'p, 'c, 'a> {
        Parser {
            sema,
            tokens,
            pos: 0,
            depth: 0,
            labels: FxHashMap::default(),
            label_count: 0,
            switches: Vec::new(),
            loops: 0,
            trailing_else: None,
            unroll: None,
        }
    }

    /// translation-unit: external-declaration*
    pub fn translation_unit(&mut self) {
        while self.kind() != TokenKind::Eof && !self.sema.fatal {
            let start = self.pos;
            if self.external_declaration().is_err() {
                self.recover_at_file_scope();
            }
            if self.pos == start {
                self.pos += 1;
            }
        }
    }

    fn token(&self) -> Token {
        self.tokens[self.pos.min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> TokenKind {
        self.tokens[self.pos.min(self.tokens.len() - 1)].kind
    }

    fn peek(&self, ahead: usize) -> Token {
        self.tokens[(self.pos + ahead).min(self.tokens.len() - 1)]
    }

    fn span(&self) -> Span {
        self.token().span
    }

    fn previous_span(&self) -> Span {
        self.tokens[self.pos.max(1) - 1].span
    }

    /// The position right after the last token.
    fn after(&self) -> Span {
        if self.pos == 0 {
            return self.span();
        }
        let span = self.previous_span();
        Span {
            start: span.end,
            ..span
        }
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if self.pos + 1 < self.tokens.len() {
            self.pos += 1;
        }
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Consumes `kind` or reports `message` after the last token.
    fn expect(&mut self, kind: TokenKind, message: &str) -> Parsed<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        self.missing(kind, message);
        Err(Failed)
    }

    /// Reports that `kind` is missing after the last token. Of a `;` at the end of a line it is certain what was meant.
    fn missing(&mut self, kind: TokenKind, message: &str) {
        let span = self.after();
        let mut diagnostic = Diagnostic::error(span, message);
        let is_at_end = self.token().flags & flags::LINE_START != 0
            || matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof);
        let last = self.tokens[self.pos.max(1) - 1];
        if kind == TokenKind::Semi && is_at_end && last.flags & flags::FROM_MACRO == 0 {
            diagnostic = diagnostic.with_fix(span, kind.punctuator());
        }
        if !self.sema.fatal {
            self.sema.diags.push(diagnostic);
        }
    }

    /// Consumes the closing bracket of the opening one at `open`, or reports it missing.
    fn expect_close(&mut self, kind: TokenKind, open: Span) -> Parsed<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        let (close, opening) = match kind {
            TokenKind::RParen => (")", "("),
            TokenKind::RBracket => ("]", "["),
            _ => ("}", "{"),
        };
        let span = self.span();
        self.sema.error_note(
            span,
            format!("expected '{close}'"),
            open,
            format!("to match this '{opening}'"),
        );
        Err(Failed)
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.sema.error(span, message);
    }

    /// Enters one nesting level; too deep is a fatal error.
    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let span = self.span();
            self.sema.fatal_error(
                span,
                format!("bracket nesting level exceeded maximum of {MAX_NESTING}"),
            );
            self.pos = self.tokens.len() - 1;
            return Err(Failed);
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Skips to after the next `;`, or to a `}` that closes an open brace, skipping bracketed groups as a whole.
    fn recover_in_block(&mut self) {
        // Open brackets, and how many of them are braces: a `;` inside braces is skipped.
        let mut open: Vec<TokenKind> = Vec::new();
        let mut braces = 0u32;
        loop {
            let kind = self.kind();
            match kind {
                TokenKind::Eof => return,
                TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket => {
                    braces += (kind == TokenKind::LBrace) as u32;
                    open.push(kind);
                }
                TokenKind::RParen | TokenKind::RBracket
                    if open.last().is_some_and(|&last| last != TokenKind::LBrace) =>
                {
                    open.pop();
                }
                TokenKind::RBrace if braces == 0 => return,
                TokenKind::RBrace => {
                    braces -= 1;
                    while open.pop().is_some_and(|last| last != TokenKind::LBrace) {}
                    let goes_on = matches!(
                        self.peek(1).kind,
                        TokenKind::RParen | TokenKind::RBracket | TokenKind::Comma | TokenKind::Semi
                    );
                    if open.is_empty() && !goes_on {
                        self.bump();
                        return;
                    }
                }
                TokenKind::Semi if open.is_empty() => {
                    self.bump();
                    return;
                }
                // A missing `)` must not swallow the rest of the function.
                TokenKind::Semi if open.len() == 1 && braces == 0 && self.next_starts_line() => {
                    self.bump();
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    fn next_starts_line(&self) -> bool {
        self.peek(1).flags & crate::token::flags::LINE_START != 0
    }

    /// Skips to what may be the start of the next declaration at file scope.
    fn recover_at_file_scope(&mut self) {
        let mut nested = 0u32;
        loop {
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::LBrace => nested += 1,
                TokenKind::RBrace => {
                    nested = nested.saturating_sub(1);
                    if nested == 0 {
                        self.bump();
                        self.eat(TokenKind::Semi);
                        return;
                    }
                }
                TokenKind::Semi if nested == 0 => {
                    self.bump();
                    return;
                }
                TokenKind::Kernel
                    if nested == 0 && self.token().flags & crate::token::flags::LINE_START != 0 =>
                {
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    fn ident_text(&self, token: &Token) -> &'a str {
        self.sema.text(token.symbol)
    }
}
