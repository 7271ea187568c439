//! Macro definition and expansion.

use super::{Preprocessor, predefined};
use crate::lexer::Lexer;
use crate::token::{Symbol, Token, TokenKind, flags};
use crate::warnings::Warning;
use std::rc::Rc;
use wavec_support::{Diagnostics, FileId, Span};

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// Its parameters if it is function-like; a variadic macro's last one takes the remaining arguments.
    pub parameters: Option<Vec<Symbol>>,
    /// `...` or `name...` ends the parameters.
    pub variadic: bool,
    /// Replacement; parameters are `MacroParam` and `MacroStringize` tokens.
    pub body: Vec<Token>,
    /// Position of its name in the definition; none for predefined macros.
    pub span: Span,
}

/// The meaning of a name for the preprocessor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MacroState {
    /// Not looked up yet.
    Unknown,
    /// Not a macro.
    Undefined,
    /// `definitions[index]`.
    Defined(u32),
    Line,
    File,
    Counter,
    IncludeLevel,
}

/// State of a name; a macro is disabled while its own replacement is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct MacroSlot {
    pub state: MacroState,
    pub disabled: bool,
}

impl Preprocessor<'_, '_> {
    /// The meaning of `symbol`, looked up on first use.
    pub(super) fn macro_state(&mut self, symbol: Symbol) -> MacroState {
        let index = symbol.0 as usize;
        if index >= self.macros.len() {
            let unknown = MacroSlot {
                state: MacroState::Unknown,
                disabled: false,
            };
            self.macros.resize(self.interner.len(), unknown);
        }
        if self.macros[index].state == MacroState::Unknown {
            let state = self.first_lookup(symbol);
            self.macros[index].state = state;
        }
        self.macros[index].state
    }

    fn first_lookup(&mut self, symbol: Symbol) -> MacroState {
        let name = self.interner.text(symbol);
        match name {
            "__LINE__" => return MacroState::Line,
            "__FILE__" | "__FILE_NAME__" | "__BASE_FILE__" => return MacroState::File,
            "__COUNTER__" => return MacroState::Counter,
            "__INCLUDE_LEVEL__" => return MacroState::IncludeLevel,
            _ => {}
        }
        if let Some((parameter, body)) = predefined::function_like(name, self.options) {
            let parameter = self.interner.intern(parameter);
            let mut body = self.tokenize(body);
            for token in &mut body {
                if token.kind == TokenKind::Ident && token.symbol == parameter {
                    token.kind = TokenKind::MacroParam;
                    token.symbol = Symbol(0);
                }
            }
            return self.add_definition(Macro {
                parameters: Some(vec![parameter]),
                variadic: false,
                body,
                span: Span::NONE,
            });
        }
        let target = self.target;
        let from_target = target.macros.iter().find(|entry| entry.0 == name);
        let from_target = from_target.map(|entry| &*entry.1);
        let Some(body) = from_target.or_else(|| predefined::body(name, self.options)) else {
            return MacroState::Undefined;
        };
        let body = self.tokenize(body);
        self.add_definition(Macro {
            parameters: None,
            variadic: false,
            body,
            span: Span::NONE,
        })
    }

    fn add_definition(&mut self, definition: Macro) -> MacroState {
        self.definitions.push(Rc::new(definition));
        MacroState::Defined(self.definitions.len() as u32 - 1)
    }

    /// The tokens of a text outside any file.
    pub(super) fn tokenize(&mut self, text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(FileId(u32::MAX), text.into());
        let mut ignored = Diagnostics::new();
        let mut tokens = Vec::new();
        loop {
            let mut token = lexer.next(false, self.interner, &mut ignored);
            if token.kind == TokenKind::Eof {
                return tokens;
            }
            token.span = Span::NONE;
            token.flags &= !flags::LINE_START;
            tokens.push(token);
        }
    }

    /// `#define`; the name is the next token of the line.
    pub(super) fn define(&mut self) {
        let name = self.directive_token();
        if name.kind != TokenKind::Ident {
            let message = if name.kind == TokenKind::EndOfLine {
                "macro name missing"
            } else {
                "macro name must be an identifier"
            };
            self.error(name.span, message);
            return;
        }
        if name.symbol == self.defined {
            self.error(name.span, "'defined' cannot be used as a macro name");
            return;
        }
        let mut token = self.directive_token();
        let mut variadic = false;
        let mut parameters = None;
        if token.kind == TokenKind::LParen && !token.space_before() {
            let Some((list, rest)) = self.macro_parameters() else {
                return;
            };
            (parameters, variadic) = (Some(list), rest);
            token = self.directive_token();
        }
        let mut body: Vec<Token> = Vec::new();
        while token.kind != TokenKind::EndOfLine {
            token.flags &= !flags::LINE_START;
            body.push(token);
            token = self.directive_token();
        }
        if let Some(parameters) = &parameters
            && !self.mark_parameters(&mut body, parameters)
        {
            return;
        }
        if let Some(edge) = [body.first(), body.last()]
            .into_iter()
            .flatten()
            .find(|t| t.kind == TokenKind::HashHash)
        {
            let start = body.first().is_some_and(|t| t.kind == TokenKind::HashHash);
            let place = if start { "start" } else { "end" };
            let span = edge.span;
            self.error(span, format!("'##' cannot appear at {place} of macro expansion"));
            return;
        }
        for index in 0..body.len() {
            if body[index].kind == TokenKind::HashHash {
                body[index - 1].flags |= flags::PASTE_NEIGHBOUR;
                body[index + 1].flags |= flags::PASTE_NEIGHBOUR;
            }
        }
        if let MacroState::Defined(old) = self.macro_state(name.symbol) {
            let old = self.definitions[old as usize].clone();
            let same = old.parameters == parameters
                && old.body.len() == body.len()
                && old
                    .body
                    .iter()
                    .zip(&body)
                    .all(|(a, b)| a.kind == b.kind && a.symbol == b.symbol);
            if !same && !old.span.is_none() && old.span.file != name.span.file.max(old.span.file) {
                let text = self.interner.text(name.symbol);
                self.warning(
                    Warning::MacroRedefined,
                    name.span,
                    format!("'{text}' macro redefined"),
                );
            } else if !same && !old.span.is_none() {
                let text = self.interner.text(name.symbol);
                let diagnostic =
                    wavec_support::Diagnostic::warning(name.span, format!("'{text}' macro redefined"))
                        .with_note(old.span, "previous definition is here");
                self.warn(Warning::MacroRedefined, diagnostic);
            }
        }
        let state = self.add_definition(Macro {
            parameters,
            variadic,
            body,
            span: name.span,
        });
        self.macro_state(name.symbol);
        self.macros[name.symbol.0 as usize].state = state;
    }

    /// Parameter names up to `)`, and whether the last takes the remaining arguments.
    fn macro_parameters(&mut self) -> Option<(Vec<Symbol>, bool)> {
        let mut list: Vec<Symbol> = Vec::new();
        let mut token = self.directive_token();
        if token.kind == TokenKind::RParen {
            return Some((list, false));
        }
        loop {
            match token.kind {
                TokenKind::Ellipsis => {
                    list.push(self.va_args);
                    let close = self.directive_token();
                    if close.kind != TokenKind::RParen {
                        self.error(close.span, "missing ')' in macro parameter list");
                        return None;
                    }
                    return Some((list, true));
                }
                TokenKind::Ident => {
                    if list.contains(&token.symbol) {
                        let text = self.interner.text(token.symbol);
                        self.error(token.span, format!("duplicate macro parameter name '{text}'"));
                        return None;
                    }
                    list.push(token.symbol);
                }
                TokenKind::EndOfLine => {
                    self.error(token.span, "missing ')' in macro parameter list");
                    return None;
                }
                _ => {
                    self.error(token.span, "invalid token in macro parameter list");
                    return None;
                }
            }
            token = self.directive_token();
            match token.kind {
                TokenKind::Comma => token = self.directive_token(),
                TokenKind::RParen => return Some((list, false)),
                TokenKind::Ellipsis => {
                    let close = self.directive_token();
                    if close.kind == TokenKind::RParen {
                        return Some((list, true));
                    }
                    self.error(close.span, "missing ')' in macro parameter list");
                    return None;
                }
                _ => {
                    self.error(token.span, "expected comma in macro parameter list");
                    return None;
                }
            }
        }
    }

    /// Replaces parameter names by parameter tokens and `#` before one by stringizing.
    fn mark_parameters(&mut self, body: &mut Vec<Token>, parameters: &[Symbol]) -> bool {
        let position = |token: &Token| {
            if token.kind != TokenKind::Ident {
                return None;
            }
            parameters
                .iter()
                .position(|&p| p == token.symbol)
                .map(|i| Symbol(i as u32))
        };
        let mut out = Vec::with_capacity(body.len());
        let mut index = 0;
        while index < body.len() {
            let token = body[index];
            if token.kind == TokenKind::Hash {
                let Some(parameter) = body.get(index + 1).and_then(&position) else {
                    self.error(token.span, "'#' is not followed by a macro parameter");
                    return false;
                };
                out.push(Token {
                    kind: TokenKind::MacroStringize,
                    symbol: parameter,
                    ..token
                });
                index += 2;
                continue;
            }
            match position(&token) {
                Some(parameter) => out.push(Token {
                    kind: TokenKind::MacroParam,
                    symbol: parameter,
                    ..token
                }),
                None => out.push(token),
            }
            index += 1;
        }
        *body = out;
        true
    }

    /// `#undef`.
    pub(super) fn undef(&mut self) {
        let name = self.directive_token();
        if name.kind != TokenKind::Ident {
            let message = if name.kind == TokenKind::EndOfLine {
                "macro name missing"
            } else {
                "macro name must be an identifier"
            };
            self.error(name.span, message);
            return;
        }
        self.macro_state(name.symbol);
        self.macros[name.symbol.0 as usize].state = MacroState::Undefined;
    }

    /// The next token after macro expansion; `None` at a barrier.
    pub(super) fn next_expanded(&mut self) -> Option<Token> {
        loop {
            let mut token = self.next_raw()?;
            if token.kind != TokenKind::Ident || token.flags & flags::NO_EXPAND != 0 {
                return Some(token);
            }
            let (text, kind) = match self.macro_state(token.symbol) {
                MacroState::Unknown | MacroState::Undefined => return Some(token),
                MacroState::Defined(index) => {
                    if self.macros[token.symbol.0 as usize].disabled {
                        token.flags |= flags::NO_EXPAND;
                        return Some(token);
                    }
                    let definition = self.definitions[index as usize].clone();
                    if self.expand(token, &definition) {
                        continue;
                    }
                    return Some(token);
                }
                MacroState::Line => (self.presumed_line(token.span).to_string(), TokenKind::Number),
                MacroState::File => (format!("{:?}", self.presumed_file(token.span)), TokenKind::Str),
                MacroState::Counter => {
                    self.counter += 1;
                    ((self.counter - 1).to_string(), TokenKind::Number)
                }
                MacroState::IncludeLevel => ((self.files.len().max(1) - 1).to_string(), TokenKind::Number),
            };
            token.kind = kind;
            token.symbol = self.interner.intern(&text);
            return Some(token);
        }
    }

    /// The spelling of a token.
    pub(super) fn spelling(&self, token: &Token) -> &str {
        match token.kind.punctuator() {
            "" => self.interner.text(token.symbol),
            text => text,
        }
    }
}
