//! Macro expansion.

use super::macros::Macro;
use super::{Context, MAX_EXPANDED_TOKENS, MAX_MACRO_NESTING, Preprocessor};
use crate::token::{Token, TokenKind, flags};
use smallvec::SmallVec;
use std::rc::Rc;
use wavec_support::Span;

/// Maximum length of a token formed by `##`: each step of a chain of pastes creates a new one.
const MAX_PASTED_LENGTH: usize = 8192;

impl Preprocessor<'_, '_> {
    pub(super) fn presumed_line(&self, span: Span) -> i64 {
        if span.is_none() {
            return 1;
        }
        let line = self.sources.file(span.file).line_column(span.start).0;
        let offset = self
            .files
            .iter()
            .rev()
            .find(|f| f.lexer.file == span.file)
            .map_or(0, |f| f.line_offset);
        line as i64 + offset
    }

    pub(super) fn presumed_file(&self, span: Span) -> &str {
        let frame = self.files.iter().rev().find(|f| f.lexer.file == span.file);
        match frame.and_then(|f| f.presumed_name) {
            Some(name) => self.interner.text(name),
            None if span.is_none() => "<built-in>",
            None => &self.sources.file(span.file).name,
        }
    }

    /// Pushes the replacement of a use of `definition`; false if it is not a use because no `(` follows.
    pub(super) fn expand(&mut self, name: Token, definition: &Rc<Macro>) -> bool {
        let arguments = match &definition.parameters {
            None => Vec::new(),
            Some(parameters) => {
                if !self.take_left_paren() {
                    return false;
                }
                let Some(arguments) = self.macro_arguments(name, definition, parameters.len()) else {
                    return true;
                };
                arguments
            }
        };
        let is_optional = |token: &Token| token.kind == TokenKind::Ident && token.symbol == self.va_opt;
        let tokens = match definition.variadic && definition.body.iter().any(is_optional) {
            false => self.substitute(name, definition, &arguments),
            true => {
                let chosen = self.without_options(name, definition, &arguments);
                self.substitute(name, &chosen, &arguments)
            }
        };
        self.expanded += tokens.len() + 1;
        if self.expanded > MAX_EXPANDED_TOKENS {
            self.fatal(name.span, "macro expansion produces too many tokens");
            return true;
        }
        self.macros[name.symbol.0 as usize].disabled = true;
        self.contexts.push(Context {
            tokens: tokens.into(),
            pos: 0,
            disables: Some(name.symbol),
            barrier: false,
        });
        true
    }

    /// Consumes `(` if it is the next token.
    fn take_left_paren(&mut self) -> bool {
        while let Some(context) = self.contexts.last_mut() {
            if let Some(token) = context.tokens.get(context.pos) {
                let found = token.kind == TokenKind::LParen;
                context.pos += found as usize;
                return found;
            }
            if context.barrier {
                return false;
            }
            self.pop_context();
        }
        match self.files.last_mut() {
            Some(frame) => frame.lexer.take_left_paren(self.in_directive, self.diags),
            None => false,
        }
    }

    fn macro_arguments(&mut self, name: Token, definition: &Macro, count: usize) -> Option<Vec<Vec<Token>>> {
        let mut arguments: Vec<Vec<Token>> = vec![Vec::new()];
        let mut depth = 0usize;
        loop {
            let token = self.next_raw();
            let Some(mut token) = token.filter(|t| !matches!(t.kind, TokenKind::Eof | TokenKind::EndOfLine))
            else {
                if !self.stopped {
                    self.error(name.span, "unterminated function-like macro invocation");
                }
                return None;
            };
            self.expanded += 1;
            if self.expanded > MAX_EXPANDED_TOKENS {
                self.fatal(name.span, "macro expansion produces too many tokens");
                return None;
            }
            match token.kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth == 0 => break,
                TokenKind::RParen => depth -= 1,
                TokenKind::Comma if depth == 0 && !(definition.variadic && arguments.len() >= count) => {
                    arguments.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            if token.flags & flags::LINE_START != 0 {
                token.flags = token.flags & !flags::LINE_START | flags::SPACE_BEFORE;
            }
            // A name that is disabled now is never expanded.
            if token.kind == TokenKind::Ident
                && self
                    .macros
                    .get(token.symbol.0 as usize)
                    .is_some_and(|slot| slot.disabled)
            {
                token.flags |= flags::NO_EXPAND;
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
        if count == 0 && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        if definition.variadic && arguments.len() + 1 == count {
            arguments.push(Vec::new());
        }
        if arguments.len() != count {
            let word = if arguments.len() < count { "few" } else { "many" };
            let message = format!("too {word} arguments provided to function-like macro invocation");
            let mut diagnostic = wavec_support::Diagnostic::error(name.span, message);
            if !definition.span.is_none() {
                let text = self.interner.text(name.symbol);
                diagnostic = diagnostic.with_note(definition.span, format!("macro '{text}' defined here"));
            }
            self.diags.push(diagnostic);
            return None;
        }
        Some(arguments)
    }

    /// Expands `tokens` completely, in isolation.
    pub(super) fn expand_tokens(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        if !tokens.iter().any(|t| t.kind == TokenKind::Ident) {
            return tokens;
        }
        let span = tokens[0].span;
        if self.nesting >= MAX_MACRO_NESTING {
            self.fatal(span, "macro invocations are nested too deeply");
            return Vec::new();
        }
        self.nesting += 1;
        self.contexts.push(Context {
            tokens: tokens.into(),
            pos: 0,
            disables: None,
            barrier: true,
        });
        let depth = self.contexts.len();
        let mut out = Vec::new();
        while let Some(token) = self.next_expanded() {
            out.push(token);
        }
        debug_assert_eq!(self.contexts.len(), depth);
        self.contexts.truncate(depth - 1);
        self.nesting -= 1;
        self.expanded += out.len();
        out
    }

    fn substitute(&mut self, name: Token, definition: &Macro, arguments: &[Vec<Token>]) -> Vec<Token> {
        let mut expanded: SmallVec<[Option<Vec<Token>>; 8]> = SmallVec::new();
        expanded.resize(arguments.len(), None);
        let mut out: Vec<Token> = Vec::with_capacity(definition.body.len());
        let mut paste = false;
        let mut placemarkers = false;
        for (index, &token) in definition.body.iter().enumerate() {
            let start = out.len();
            let parameter = token.symbol.0 as usize;
            match token.kind {
                TokenKind::HashHash => {
                    paste = true;
                    continue;
                }
                TokenKind::MacroParam if token.flags & flags::PASTE_NEIGHBOUR != 0 => {
                    let last = definition.variadic && parameter + 1 == arguments.len();
                    if paste && last && out.last().is_some_and(|t| t.kind == TokenKind::Comma) {
                        // `, ## rest`: an empty rest removes the comma; otherwise nothing is pasted.
                        paste = false;
                        if arguments[parameter].is_empty() {
                            out.pop();
                            out.push(Token {
                                kind: TokenKind::Placemarker,
                                ..name
                            });
                            placemarkers = true;
                        } else {
                            let next_pastes = definition
                                .body
                                .get(index + 1)
                                .is_some_and(|t| t.kind == TokenKind::HashHash);
                            if next_pastes {
                                out.extend_from_slice(&arguments[parameter]);
                            } else {
                                let tokens = self.expand_tokens(arguments[parameter].clone());
                                out.extend_from_slice(&tokens);
                            }
                        }
                        continue;
                    }
                    if arguments[parameter].is_empty() {
                        out.push(Token {
                            kind: TokenKind::Placemarker,
                            ..name
                        });
                        placemarkers = true;
                    } else {
                        out.extend_from_slice(&arguments[parameter]);
                    }
                }
                TokenKind::MacroParam => {
                    if expanded[parameter].is_none() {
                        let tokens = self.expand_tokens(arguments[parameter].clone());
                        expanded[parameter] = Some(tokens);
                    }
                    if let Some(tokens) = &expanded[parameter] {
                        out.extend_from_slice(tokens);
                    }
                    if self.expanded + out.len() > MAX_EXPANDED_TOKENS {
                        self.fatal(name.span, "macro expansion produces too many tokens");
                        return Vec::new();
                    }
                }
                TokenKind::Placemarker => {
                    out.push(token);
                    placemarkers = true;
                }
                TokenKind::MacroStringize => {
                    let text = self.stringize(&arguments[parameter]);
                    let symbol = self.interner.intern(&text);
                    out.push(Token {
                        kind: TokenKind::Str,
                        flags: token.flags,
                        symbol,
                        span: name.span,
                        depth: name.depth.saturating_add(1),
                    });
                }
                _ => out.push(Token {
                    span: match name.depth < self.options.spelled_macros && !token.span.is_none() {
                        true => token.span,
                        false => name.span,
                    },
                    flags: token.flags | flags::FROM_MACRO,
                    depth: name.depth.saturating_add(1),
                    ..token
                }),
            }
            if let Some(first) = out.get_mut(start) {
                // The first token of an argument has the position of the parameter.
                first.flags = first.flags & !(flags::SPACE_BEFORE | flags::LINE_START)
                    | (token.flags & (flags::SPACE_BEFORE | flags::LINE_START));
            }
            if paste {
                paste = false;
                if start > 0 && start < out.len() {
                    let (left, right) = (out[start - 1], out[start]);
                    match self.paste(left, right, name.span) {
                        Some(pasted) => {
                            out[start - 1] = pasted;
                            out.remove(start);
                        }
                        None => continue,
                    }
                }
            }
        }
        if placemarkers {
            out.retain(|t| t.kind != TokenKind::Placemarker);
        }
        if let Some(first) = out.first_mut() {
            first.flags = first.flags & !(flags::SPACE_BEFORE | flags::LINE_START)
                | (name.flags & (flags::SPACE_BEFORE | flags::LINE_START));
        }
        for token in &mut out {
            token.flags &= !flags::PASTE_NEIGHBOUR;
        }
        out
    }

    /// The macro with the contents of each `__VA_OPT__(...)` in its place if the variable arguments are not empty, and
    /// otherwise with nothing there.
    fn without_options(&mut self, name: Token, definition: &Macro, arguments: &[Vec<Token>]) -> Macro {
        let rest = arguments.last().cloned().unwrap_or_default();
        let keep = !self.expand_tokens(rest).is_empty();
        let mut body = Vec::with_capacity(definition.body.len());
        let mut tokens = definition.body.iter().copied().peekable();
        while let Some(token) = tokens.next() {
            if token.kind != TokenKind::Ident || token.symbol != self.va_opt {
                body.push(token);
                continue;
            }
            if tokens.next_if(|next| next.kind == TokenKind::LParen).is_none() {
                self.error(token.span, "missing '(' following __VA_OPT__");
                continue;
            }
            let mut depth = 1usize;
            let start = body.len();
            for token in tokens.by_ref() {
                match token.kind {
                    TokenKind::LParen => depth += 1,
                    TokenKind::RParen => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                if keep {
                    body.push(token);
                }
            }
            if depth > 0 {
                self.error(token.span, "unterminated __VA_OPT__");
            }
            if body.len() == start {
                body.push(Token {
                    kind: TokenKind::Placemarker,
                    ..name
                });
            }
        }
        Macro {
            parameters: definition.parameters.clone(),
            variadic: true,
            body,
            span: definition.span,
        }
    }

    fn stringize(&self, tokens: &[Token]) -> String {
        let mut text = String::from("\"");
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && token.space_before() {
                text.push(' ');
            }
            let spelling = self.spelling(token);
            if matches!(token.kind, TokenKind::Str | TokenKind::Char) {
                for c in spelling.chars() {
                    if matches!(c, '"' | '\\') {
                        text.push('\\');
                    }
                    text.push(c);
                }
            } else {
                text.push_str(spelling);
            }
        }
        text.push('"');
        text
    }

    fn paste(&mut self, left: Token, right: Token, span: Span) -> Option<Token> {
        if left.kind == TokenKind::Placemarker {
            return Some(Token {
                flags: left.flags,
                ..right
            });
        }
        if right.kind == TokenKind::Placemarker {
            return Some(left);
        }
        let (left_text, right_text) = (self.spelling(&left), self.spelling(&right));
        if left_text.len() + right_text.len() > MAX_PASTED_LENGTH {
            self.fatal(
                span,
                &format!("pasting formed a token of more than {MAX_PASTED_LENGTH} characters"),
            );
            return None;
        }
        let text = format!("{left_text}{right_text}");
        let tokens = self.tokenize(&text);
        if let [one] = tokens[..]
            && one.kind != TokenKind::Unknown
        {
            return Some(Token {
                flags: left.flags & !flags::NO_EXPAND,
                depth: left.depth,
                span,
                ..one
            });
        }
        self.error(
            span,
            format!("pasting formed '{text}', an invalid preprocessing token"),
        );
        None
    }
}
