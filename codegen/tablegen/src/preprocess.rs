//! The preprocessor: `#define`, `#ifdef`, `#ifndef`, `#else`, `#endif` at the start of a line.

use crate::lexer::{Conditional, Lexer, is_id_byte};
use wavec_support::{Diagnostic, Diagnostics, Span};

/// A directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Directive {
    Ifdef,
    Ifndef,
    Else,
    Endif,
    Define,
}

const DIRECTIVES: [(Directive, &str); 5] = [
    (Directive::Ifdef, "ifdef"),
    (Directive::Ifndef, "ifndef"),
    (Directive::Else, "else"),
    (Directive::Endif, "endif"),
    (Directive::Define, "define"),
];

impl Lexer<'_> {
    /// The directive whose word stands at the position, after the `#`.
    pub(crate) fn directive_here(&self) -> Option<Directive> {
        let file = &self.open;
        let rest = &file.text.as_bytes()[file.at..];
        DIRECTIVES.into_iter().find_map(|(directive, word)| {
            let rest = rest.strip_prefix(word.as_bytes())?;
            let ends = match rest {
                [] | [b' ' | b'\t' | b'\n' | b'\r', ..] => true,
                [b'/', next, ..] => *next == b'/' || *next == b'*',
                _ => false,
            };
            ends.then_some(directive)
        })
    }

    /// Executes a directive in active text. If its condition does not hold, skips the inactive text after it. False after
    /// an error.
    pub(crate) fn preprocess(&mut self, directive: Directive, diagnostics: &mut Diagnostics) -> bool {
        self.interruptions += 1;
        self.execute(directive, diagnostics) && (self.is_live() || self.skip_dead_lines(diagnostics))
    }

    fn is_live(&self) -> bool {
        let open = self.open.conditionals.last();
        open.is_none_or(|open| open.is_live && open.is_live_outside)
    }

    fn execute(&mut self, directive: Directive, diagnostics: &mut Diagnostics) -> bool {
        let word = DIRECTIVES
            .iter()
            .find(|(known, _)| *known == directive)
            .map_or("", |&(_, word)| word);
        self.start = self.file().at;
        self.advance(word.len());
        match directive {
            Directive::Ifdef | Directive::Ifndef | Directive::Define => {
                let Some(name) = self.macro_name() else {
                    diagnostics.error(self.span(), format!("expected macro name after #{word}"));
                    return false;
                };
                if directive == Directive::Define {
                    if !self.macros.insert(name.clone()) {
                        diagnostics.warning(self.span(), format!("duplicate definition of macro: {name}"));
                    }
                } else {
                    let is_live = self.macros.contains(&name) == (directive == Directive::Ifdef);
                    let (span, is_live_outside) = (self.span(), self.is_live());
                    self.file().conditionals.push(Conditional {
                        is_else: false,
                        is_live,
                        is_live_outside,
                        span,
                    });
                }
                self.directive_end(&format!("#{word} NAME"), diagnostics)
            }
            Directive::Else => {
                let span = self.span();
                match self.file().conditionals.last_mut() {
                    None => {
                        diagnostics.error(span, "#else without #ifdef or #ifndef");
                        return false;
                    }
                    Some(open) if open.is_else => {
                        let previous = open.span;
                        diagnostics.error(span, "double #else");
                        diagnostics.error(previous, "previous #else is here");
                        return false;
                    }
                    Some(open) => {
                        *open = Conditional {
                            is_else: true,
                            is_live: !open.is_live,
                            is_live_outside: open.is_live_outside,
                            span,
                        };
                    }
                }
                self.directive_end("#else", diagnostics)
            }
            Directive::Endif => {
                if self.file().conditionals.pop().is_none() {
                    diagnostics.error(self.span(), "#endif without #ifdef");
                    return false;
                }
                self.directive_end("#endif", diagnostics)
            }
        }
    }

    fn macro_name(&mut self) -> Option<String> {
        while matches!(self.peek(0), b' ' | b'\t') {
            self.advance(1);
        }
        self.start = self.file().at;
        if self.peek(0).is_ascii_digit() {
            return None;
        }
        while is_id_byte(self.peek(0)) {
            self.advance(1);
        }
        let file = &self.open;
        let name = &file.text[self.start..file.at];
        (!name.is_empty()).then(|| name.to_string())
    }

    /// Only comments may follow a directive on its line.
    fn directive_end(&mut self, what: &str, diagnostics: &mut Diagnostics) -> bool {
        loop {
            match (self.peek(0), self.peek(1)) {
                (b'\n' | b'\r', _) => return true,
                _ if self.at_end() => return true,
                (b' ' | b'\t', _) => self.advance(1),
                (b'/', b'/') => self.skip_line(),
                (b'/', b'*') => {
                    if !self.skip_comment(diagnostics) {
                        return false;
                    }
                }
                _ => {
                    self.start = self.file().at;
                    diagnostics.error(self.span(), format!("only comments are supported after {what}"));
                    self.skip_line();
                    return false;
                }
            }
        }
    }

    /// Skips inactive lines, including nested conditionals.
    fn skip_dead_lines(&mut self, diagnostics: &mut Diagnostics) -> bool {
        loop {
            let file = self.file();
            let rest = &file.text[file.at..];
            file.at += rest.find('\n').unwrap_or(rest.len());
            // White space and comments before the first thing on a line.
            loop {
                match (self.peek(0), self.peek(1)) {
                    (b' ' | b'\t' | b'\n' | b'\r', _) => self.advance(1),
                    (b'/', b'*') => {
                        if !self.skip_comment(diagnostics) {
                            return false;
                        }
                    }
                    _ => break,
                }
            }
            if self.at_end() {
                // The end of the file reports the open conditional.
                return true;
            }
            if self.peek(0) != b'#' {
                continue;
            }
            self.advance(1);
            match self.directive_here() {
                None | Some(Directive::Define) => continue,
                Some(directive) => {
                    if !self.execute(directive, diagnostics) {
                        return false;
                    }
                }
            }
            if self.is_live() {
                return true;
            }
        }
    }
}

/// Whether a macro can have this name.
pub(crate) fn is_macro_name(name: &str) -> bool {
    !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() && name.bytes().all(is_id_byte)
}

/// An error about a name given by `-D`.
pub(crate) fn bad_macro_name(name: &str) -> Diagnostic {
    Diagnostic::error(
        Span::NONE,
        format!("invalid macro name `{name}` specified on command line"),
    )
}
