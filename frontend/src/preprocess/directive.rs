//! Directives.

use super::macros::MacroState;
use super::{Conditional, MAX_INCLUDE_DEPTH, Preprocessor};
use crate::token::{Symbol, Token, TokenKind};
use crate::warnings::Warning;
use std::path::Path;
use wavec_support::source::MAX_SOURCE_BYTES;
use wavec_support::{FileId, Span};

impl Preprocessor<'_, '_> {
    /// The next token of the directive's line; at its end, the end token repeatedly.
    pub(super) fn directive_token(&mut self) -> Token {
        match self.files.last_mut() {
            Some(frame) => frame.lexer.next(true, self.interner, self.diags),
            None => Token {
                kind: TokenKind::EndOfLine,
                flags: 0,
                symbol: Symbol(0),
                span: self.end,
                depth: 0,
            },
        }
    }

    /// The rest of the directive's line.
    pub(super) fn directive_tokens(&mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        loop {
            let token = self.directive_token();
            if token.kind == TokenKind::EndOfLine {
                return tokens;
            }
            tokens.push(token);
        }
    }

    fn skip_line(&mut self) {
        if let Some(frame) = self.files.last_mut() {
            frame.lexer.skip_line();
        }
    }

    fn expect_line_end(&mut self, directive: &str) {
        let token = self.directive_token();
        if token.kind != TokenKind::EndOfLine {
            self.warning(
                Warning::ExtraTokens,
                token.span,
                format!("extra tokens at end of #{directive} directive"),
            );
        }
    }

    /// Executes the directive whose `#` was just read.
    pub(super) fn directive(&mut self, hash: Token) {
        self.in_directive = true;
        let depth = self.files.len();
        let name = self.directive_token();
        let mut skip = true;
        match (name.kind, self.interner.text(name.symbol)) {
            (TokenKind::EndOfLine, _) => {}
            (TokenKind::Ident, "define") => self.define(),
            (TokenKind::Ident, "undef") => self.undef(),
            (TokenKind::Ident, "include" | "include_next" | "import") => skip = self.include(name),
            (TokenKind::Ident, "if") => {
                let value = self.condition(name.span);
                self.open_conditional(hash.span, value);
                skip = false;
            }
            (TokenKind::Ident, text @ ("ifdef" | "ifndef")) => {
                let macro_name = self.directive_token();
                let value = if macro_name.kind == TokenKind::Ident {
                    self.is_defined(macro_name.symbol) == (text == "ifdef")
                } else {
                    self.error(macro_name.span, "macro name missing");
                    false
                };
                self.open_conditional(hash.span, value);
                skip = false;
            }
            (TokenKind::Ident, text @ ("elif" | "else" | "elifdef" | "elifndef")) => {
                // The group before was taken, so this one is skipped.
                if !self.check_else(name.span, text == "else", text) {
                    // Reported already.
                } else {
                    self.skip_line();
                    self.skip_group();
                    skip = false;
                }
            }
            (TokenKind::Ident, "endif") => self.endif(name.span),
            (TokenKind::Ident, "error") => {
                let text = self.rest_of_line();
                self.error(name.span, text);
            }
            (TokenKind::Ident, "warning") => {
                let text = self.rest_of_line();
                self.warning(Warning::HashWarnings, name.span, text);
            }
            (TokenKind::Ident, "pragma") => self.pragma(hash),
            (TokenKind::Ident, "line") => self.line_directive(name.span),
            // `# 12 "file"`, as preprocessed files have.
            (TokenKind::Number, _) => {}
            (TokenKind::Ident, "ident" | "sccs" | "assert" | "unassert") => {}
            (TokenKind::Ident, "embed") => self.error(name.span, "'#embed' is not supported"),
            _ => self.error(name.span, "invalid preprocessing directive"),
        }
        if skip && self.files.len() == depth {
            self.skip_line();
        }
        self.in_directive = false;
    }

    fn rest_of_line(&mut self) -> String {
        let tokens = self.directive_tokens();
        let mut text = String::new();
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && token.space_before() {
                text.push(' ');
            }
            text.push_str(self.spelling(token));
        }
        text
    }

    /// Whether `symbol` is a macro, or one of the functions of `#if`.
    pub(super) fn is_defined(&mut self, symbol: Symbol) -> bool {
        self.macro_state(symbol) != MacroState::Undefined || self.interner.text(symbol).starts_with("__has_")
    }

    fn open_conditional(&mut self, span: Span, value: bool) {
        self.conditionals.push(Conditional {
            span,
            taken: value,
            seen_else: false,
        });
        self.skip_line();
        if !value {
            self.skip_group();
        }
    }

    fn file_conditionals(&self) -> usize {
        self.files.last().map_or(0, |frame| frame.conditionals)
    }

    /// Checks that an `#else` or `#elif` is allowed here.
    fn check_else(&mut self, span: Span, is_else: bool, text: &str) -> bool {
        if self.conditionals.len() <= self.file_conditionals() {
            self.error(span, format!("#{text} without #if"));
            return false;
        }
        if let Some(open) = self.conditionals.last_mut() {
            let after_else = open.seen_else;
            open.seen_else |= is_else;
            if after_else {
                self.error(span, format!("#{text} after #else"));
            }
        }
        true
    }

    fn endif(&mut self, span: Span) {
        if self.conditionals.len() <= self.file_conditionals() {
            self.error(span, "#endif without #if");
        } else {
            self.conditionals.pop();
            self.expect_line_end("endif");
        }
    }

    /// Skips a group whose condition is false, and further groups until one is taken or the conditional ends.
    fn skip_group(&mut self) {
        let mut nested = 0usize;
        loop {
            let Some(frame) = self.files.last_mut() else {
                return;
            };
            if !frame.lexer.skip_to_directive() {
                return;
            }
            let name = self.directive_token();
            let text = if name.kind == TokenKind::Ident {
                self.interner.text(name.symbol)
            } else {
                ""
            };
            match text {
                "if" | "ifdef" | "ifndef" => nested += 1,
                "endif" if nested > 0 => nested -= 1,
                "endif" => {
                    self.endif(name.span);
                    self.skip_line();
                    return;
                }
                "else" | "elif" | "elifdef" | "elifndef" if nested == 0 => {
                    self.check_else(name.span, text == "else", text);
                    let taken = self.conditionals.last().is_none_or(|open| open.taken);
                    let value = !taken
                        && match text {
                            "else" => true,
                            "elif" => self.condition(name.span),
                            _ => {
                                let macro_name = self.directive_token();
                                macro_name.kind == TokenKind::Ident
                                    && self.is_defined(macro_name.symbol) == (text == "elifdef")
                            }
                        };
                    self.skip_line();
                    if value {
                        if let Some(open) = self.conditionals.last_mut() {
                            open.taken = true;
                        }
                        return;
                    }
                    continue;
                }
                _ => {}
            }
            self.skip_line();
        }
    }

    fn condition(&mut self, span: Span) -> bool {
        let tokens = self.directive_tokens();
        self.evaluate_condition(tokens, span)
    }

    /// `#include`; returns whether the rest of the line is still to be skipped.
    fn include(&mut self, name: Token) -> bool {
        let Some(frame) = self.files.last_mut() else {
            return false;
        };
        // `<...>` is not a token; read it from the text.
        let text = frame.lexer.text().clone();
        let rest = &text[frame.lexer.pos..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let trimmed = line.trim_start_matches([' ', '\t']);
        let start = frame.lexer.pos + (line.len() - trimmed.len());
        if let Some(inner) = trimmed.strip_prefix('<') {
            let Some(length) = inner.find('>') else {
                let span = Span::new(frame.lexer.file, start as u32, start as u32 + 1);
                self.error(span, "expected '>'");
                return true;
            };
            let span = Span::new(frame.lexer.file, start as u32, (start + length + 2) as u32);
            let file = inner[..length].to_string();
            frame.lexer.skip_line();
            self.include_named(&file, span, true);
            return false;
        }
        let mut tokens = self.directive_tokens();
        if tokens.first().is_some_and(|t| t.kind != TokenKind::Str) {
            tokens = self.expand_tokens(tokens);
        }
        self.skip_line();
        match tokens.first() {
            Some(first) if first.kind == TokenKind::Str => {
                let file = self.interner.text(first.symbol).trim_matches('"').to_string();
                let span = first.span;
                self.include_named(&file, span, false);
            }
            Some(first) if first.kind == TokenKind::Less => {
                let span = first.span;
                let mut file = String::new();
                for token in tokens.iter().skip(1).take_while(|t| t.kind != TokenKind::Greater) {
                    if token.space_before() && !file.is_empty() {
                        file.push(' ');
                    }
                    file.push_str(self.spelling(token));
                }
                self.include_named(&file, span, true);
            }
            Some(first) => {
                let span = first.span;
                self.error(span, "expected \"FILENAME\" or <FILENAME>");
            }
            None => self.error(name.span, "expected \"FILENAME\" or <FILENAME>"),
        }
        false
    }

    /// Finds and enters the file an include names.
    pub(super) fn include_named(&mut self, name: &str, span: Span, angled: bool) {
        if self.files.len() > MAX_INCLUDE_DEPTH {
            self.fatal(span, "#include nested too deeply");
            return;
        }
        if name.is_empty() {
            self.error(span, "empty filename");
            return;
        }
        if let Some((name, text)) = self.options.headers.iter().find(|header| header.0 == name) {
            if !self.once.contains(name) {
                let id = self.sources.add(name.clone(), text.clone());
                self.enter_file(id);
            }
            return;
        }
        let mut candidates = Vec::new();
        if !angled || Path::new(name).is_absolute() {
            let including = self.files.last().filter(|_| !span.is_none());
            let directory =
                including.and_then(|frame| Path::new(&self.sources.file(frame.lexer.file).name).parent());
            candidates.push(directory.unwrap_or(Path::new("")).join(name));
        }
        candidates.extend(
            self.options
                .include_dirs
                .iter()
                .map(|dir| Path::new(dir).join(name)),
        );
        for path in candidates {
            let Ok(metadata) = std::fs::metadata(&path) else {
                continue;
            };
            if !metadata.is_file() {
                continue;
            }
            let shown = path.to_string_lossy().into_owned();
            if self.once.contains(&shown) {
                return;
            }
            if metadata.len() > MAX_SOURCE_BYTES as u64 {
                self.error(span, format!("file '{shown}' is too large"));
                return;
            }
            match std::fs::read(&path) {
                Ok(bytes) => {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    let id = self.sources.add(shown, text);
                    self.enter_file(id);
                }
                Err(error) => self.error(span, format!("cannot read '{shown}': {error}")),
            }
            return;
        }
        self.fatal(span, &format!("'{name}' file not found"));
    }

    fn line_directive(&mut self, span: Span) {
        let tokens = self.directive_tokens();
        let tokens = self.expand_tokens(tokens);
        let number = tokens.first().filter(|t| t.kind == TokenKind::Number);
        let Some(number) = number.and_then(|t| self.interner.text(t.symbol).parse::<u32>().ok()) else {
            self.error(span, "#line directive requires a positive integer argument");
            return;
        };
        let name = tokens
            .get(1)
            .filter(|t| t.kind == TokenKind::Str)
            .map(|t| t.symbol);
        let name = name.map(|symbol| {
            let text = self.interner.text(symbol).trim_matches('"').to_string();
            self.interner.intern(&text)
        });
        let line = self.sources.file(span.file).line_column(span.start).0;
        if let Some(frame) = self.files.last_mut() {
            frame.line_offset = number as i64 - (line as i64 + 1);
            if name.is_some() {
                frame.presumed_name = name;
            }
        }
    }

    /// Whether an include of `name` would find a file.
    pub(super) fn include_exists(&self, name: &str, angled: bool) -> bool {
        if self.options.headers.iter().any(|header| header.0 == name) {
            return true;
        }
        let directory = self
            .files
            .last()
            .filter(|_| !angled)
            .map(|frame: &super::FileFrame| frame.lexer.file)
            .map(|id: FileId| {
                Path::new(&self.sources.file(id).name)
                    .parent()
                    .unwrap_or(Path::new(""))
                    .join(name)
            });
        directory
            .into_iter()
            .chain(self.options.include_dirs.iter().map(|d| Path::new(d).join(name)))
            .any(|p| p.is_file())
    }
}
