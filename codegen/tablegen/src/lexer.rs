//! Text to tokens, with includes.
//!
//! The preprocessor (`#define`, `#ifdef`, `#ifndef`, `#else`, `#endif`) is in [`crate::preprocess`].

use crate::include_runs::IncludeRuns;
use crate::intern::{StringInterner, Symbol, repeated, zero_bytes};
use crate::token::{KEYWORDS, Keyword, Tok, Token, bang_of};
use fxhash::FxHashSet;
use std::path::PathBuf;
use std::sync::Arc;
use wavec_support::{Diagnostics, FileId, SourceMap, Span};

/// Deepest nesting of included files.
pub(crate) const MAX_INCLUDE_DEPTH: usize = 256;

/// One open conditional of the preprocessor.
pub(crate) struct Conditional {
    pub(crate) is_else: bool,
    pub(crate) is_live: bool,
    /// The text around it is.
    pub(crate) is_live_outside: bool,
    pub(crate) span: Span,
}

/// A file that is being read.
pub(crate) struct OpenFile {
    pub(crate) file: FileId,
    pub(crate) text: Arc<str>,
    pub(crate) at: usize,
    pub(crate) conditionals: Vec<Conditional>,
}

impl OpenFile {
    pub(crate) fn new(file: FileId, text: Arc<str>) -> OpenFile {
        OpenFile {
            file,
            text,
            at: 0,
            conditionals: Vec::new(),
        }
    }
}

/// Reads tokens out of a file and the files it includes.
pub(crate) struct Lexer<'s> {
    pub(crate) sources: &'s mut SourceMap,
    /// The file that is being read, and those that include it, innermost last.
    pub(crate) open: OpenFile,
    pub(crate) outer: Vec<OpenFile>,
    pub(crate) include_dirs: Vec<PathBuf>,
    pub(crate) macros: FxHashSet<String>,
    /// Each file read, once, in the order of reading.
    pub(crate) files_read: Vec<PathBuf>,
    /// Start of the token that is being read.
    pub(crate) start: usize,
    /// Reading the file name behind `include`.
    pub(crate) in_include: bool,
    /// After an include that failed nothing that follows makes sense.
    is_broken: bool,
    /// How deep the includes are nested that lead to the first file.
    pub(crate) depth: usize,
    pub(crate) runs: IncludeRuns,
    /// Names of macros that conditionals and definitions asked for, where somebody wants to know.
    pub(crate) macros_asked: Option<Vec<String>>,
}

pub(crate) const fn is_id_start(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphabetic()
}

pub(crate) const fn is_id_byte(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// Tokens of one byte, whatever follows it; [`Tok::Id`] where a word starts, [`Tok::Eof`] for all else.
const SIMPLE_TOKENS: [Tok; 256] = {
    let mut table = [Tok::Eof; 256];
    let mut byte = 0;
    while byte < 256 {
        if is_id_start(byte as u8) {
            table[byte] = Tok::Id(Symbol(0));
        }
        byte += 1;
    }
    table[b':' as usize] = Tok::Colon;
    table[b';' as usize] = Tok::Semi;
    table[b',' as usize] = Tok::Comma;
    table[b'<' as usize] = Tok::Less;
    table[b'>' as usize] = Tok::Greater;
    table[b']' as usize] = Tok::RSquare;
    table[b'{' as usize] = Tok::LBrace;
    table[b'}' as usize] = Tok::RBrace;
    table[b'(' as usize] = Tok::LParen;
    table[b')' as usize] = Tok::RParen;
    table[b'=' as usize] = Tok::Equal;
    table[b'?' as usize] = Tok::Question;
    table
};

/// The highest bit of each byte of a word.
const HIGHEST: u64 = repeated(0x80);

/// The highest bits of the bytes of a word that are not [`is_id_byte`].
#[inline]
fn other_bytes(word: u64) -> u64 {
    let ascii = word & !HIGHEST;
    let at_least = |bytes: u64, least: u8| bytes + repeated(0x80 - least);
    let lower = ascii | repeated(0x20);
    let is_letter = at_least(lower, b'a') & !at_least(lower, b'z' + 1);
    let is_digit = at_least(ascii, b'0') & !at_least(ascii, b'9' + 1);
    let is_underscore = !at_least(ascii ^ repeated(b'_'), 1);
    HIGHEST & (word | !(is_letter | is_digit | is_underscore))
}

/// How many bytes at the start are [`is_id_byte`].
#[inline]
fn identifier_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    while let Some(word) = bytes[length..].first_chunk() {
        let others = other_bytes(u64::from_le_bytes(*word));
        if others != 0 {
            return length + others.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let rest = &bytes[length..];
    length + rest.iter().take_while(|&&byte| is_id_byte(byte)).count()
}

/// The position of the first line end in the bytes.
fn line_end(bytes: &[u8]) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = zero_bytes(word ^ repeated(b'\n')) | zero_bytes(word ^ repeated(b'\r'));
        if found != 0 {
            return Some(8 * i + found.trailing_zeros() as usize / 8);
        }
    }
    let found = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
    Some(8 * words.len() + found)
}

impl<'s> Lexer<'s> {
    /// A lexer at the start of `file`.
    pub(crate) fn new(
        sources: &'s mut SourceMap,
        file: FileId,
        include_dirs: Vec<PathBuf>,
        macros: FxHashSet<String>,
    ) -> Lexer<'s> {
        let text = sources.file(file).text.clone();
        let main = PathBuf::from(&sources.file(file).name);
        Lexer {
            sources,
            open: OpenFile::new(file, text),
            outer: Vec::new(),
            include_dirs,
            macros,
            files_read: vec![main],
            start: 0,
            in_include: false,
            is_broken: false,
            depth: 0,
            runs: IncludeRuns::default(),
            macros_asked: None,
        }
    }

    pub(crate) fn file(&mut self) -> &mut OpenFile {
        &mut self.open
    }

    /// The byte `ahead` of the position, 0 past the end.
    #[inline]
    pub(crate) fn peek(&self, ahead: usize) -> u8 {
        let file = &self.open;
        file.text.as_bytes().get(file.at + ahead).copied().unwrap_or(0)
    }

    pub(crate) fn at_end(&self) -> bool {
        let file = &self.open;
        file.at >= file.text.len()
    }

    #[inline]
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.file().at += bytes;
    }

    /// From the start of the token to the position.
    pub(crate) fn span(&self) -> Span {
        let file = &self.open;
        let end = file.at.max(self.start).min(file.text.len());
        Span::new(file.file, self.start.min(end) as u32, end as u32)
    }

    pub(crate) fn span_from(&self, start: usize) -> Span {
        let file = &self.open;
        Span::new(file.file, start.min(file.at) as u32, file.at as u32)
    }

    pub(crate) fn error(&self, diagnostics: &mut Diagnostics, message: &str) -> Tok {
        diagnostics.error(self.span(), message);
        Tok::Error
    }

    /// The next token. After an error token reading goes on behind it.
    pub(crate) fn next(&mut self, strings: &mut StringInterner, diagnostics: &mut Diagnostics) -> Token {
        let mut line_start = self.open.at == 0;
        let byte = self.skip_space(&mut line_start);
        // Most tokens are a byte or a word, and nothing more is to be looked at.
        let kind = match SIMPLE_TOKENS[byte as usize] {
            _ if self.is_broken => Tok::Eof,
            Tok::Eof => self.next_kind(byte, line_start, strings, diagnostics),
            Tok::Id(_) => match self.identifier(strings) {
                Tok::Keyword(Keyword::Include) => {
                    self.open.at = self.start;
                    self.next_kind(byte, line_start, strings, diagnostics)
                }
                kind => kind,
            },
            kind => {
                self.open.at += 1;
                kind
            }
        };
        Token {
            kind,
            span: self.span(),
        }
    }

    /// Goes to the next byte that is not space, and returns it: 0 at the end. Says whether a line started.
    #[inline]
    fn skip_space(&mut self, line_start: &mut bool) -> u8 {
        let bytes = self.open.text.as_bytes();
        let mut at = self.open.at;
        let byte = loop {
            match bytes.get(at) {
                Some(b' ' | b'\t') => {}
                Some(b'\n' | b'\r') => *line_start = true,
                other => break other.copied().unwrap_or(0),
            }
            at += 1;
        };
        self.open.at = at;
        self.start = at;
        byte
    }

    /// The token that starts with `byte` or behind it.
    fn next_kind(
        &mut self,
        mut byte: u8,
        mut line_start: bool,
        strings: &mut StringInterner,
        diagnostics: &mut Diagnostics,
    ) -> Tok {
        if self.is_broken {
            return Tok::Eof;
        }
        loop {
            match byte {
                0 => {
                    if !self.at_end() {
                        self.advance(1);
                        diagnostics.error(
                            self.span(),
                            "NUL character is invalid in source; treated as space",
                        );
                    } else if !self.leave_file(diagnostics) {
                        return Tok::Eof;
                    } else {
                        line_start = false;
                    }
                }
                b'/' => match self.peek(1) {
                    b'/' => self.skip_line(),
                    b'*' => {
                        if !self.skip_comment(diagnostics) {
                            return Tok::Error;
                        }
                    }
                    _ => {
                        self.advance(1);
                        return self.error(diagnostics, "unexpected character");
                    }
                },
                b'#' => {
                    self.advance(1);
                    let directive = if line_start { self.directive_here() } else { None };
                    let Some(directive) = directive else {
                        return Tok::Paste;
                    };
                    if !self.preprocess(directive, diagnostics) {
                        return Tok::Error;
                    }
                    // A directive ends at the end of its line.
                    line_start = true;
                }
                _ if is_id_start(byte) => {
                    let kind = self.identifier(strings);
                    if kind == Tok::Keyword(Keyword::Include) && !self.in_include {
                        if self.is_in_run() {
                            self.open.at = self.start;
                            return Tok::IncludeRun;
                        }
                        if !self.include(strings, diagnostics) {
                            self.is_broken = true;
                            return Tok::Error;
                        }
                        line_start = true;
                    } else {
                        return kind;
                    }
                }
                _ => return self.punctuation(byte, strings, diagnostics),
            }
            byte = self.skip_space(&mut line_start);
        }
    }

    fn punctuation(&mut self, byte: u8, strings: &mut StringInterner, diagnostics: &mut Diagnostics) -> Tok {
        if byte.is_ascii_digit() || byte == b'-' || byte == b'+' {
            return self.number_or_identifier(byte, strings, diagnostics);
        }
        self.advance(1);
        match byte {
            _ if SIMPLE_TOKENS[byte as usize] != Tok::Eof => SIMPLE_TOKENS[byte as usize],
            b'.' if self.peek(0) == b'.' && self.peek(1) == b'.' => {
                self.advance(2);
                Tok::DotDotDot
            }
            b'.' if self.peek(0) == b'.' => {
                self.advance(1);
                self.error(diagnostics, "invalid '..' punctuation")
            }
            b'.' => Tok::Dot,
            b'"' => self.string(strings, diagnostics),
            b'$' => {
                if !is_id_start(self.peek(0)) {
                    return self.error(diagnostics, "invalid variable name");
                }
                let name = self.start + 1;
                self.skip_identifier();
                Tok::VarName(self.intern_from(name, strings))
            }
            b'[' if self.peek(0) == b'{' => self.code(strings, diagnostics),
            b'[' => Tok::LSquare,
            b'!' => self.bang(diagnostics),
            _ => {
                // Stay on a character boundary.
                while self.peek(0) & 0xc0 == 0x80 {
                    self.advance(1);
                }
                self.error(diagnostics, "unexpected character")
            }
        }
    }

    #[inline]
    pub(crate) fn skip_identifier(&mut self) {
        let bytes = self.open.text.as_bytes();
        self.open.at += identifier_length(bytes.get(self.open.at..).unwrap_or_default());
    }

    pub(crate) fn intern_from(&self, start: usize, strings: &mut StringInterner) -> Symbol {
        let file = &self.open;
        strings.intern(&file.text[start..file.at])
    }

    pub(crate) fn identifier(&mut self, strings: &mut StringInterner) -> Tok {
        self.skip_identifier();
        let file = &self.open;
        let word = strings.intern(&file.text[self.start..file.at]);
        match KEYWORDS.get(word.index()) {
            Some(&(_, keyword)) => Tok::Keyword(keyword),
            None => Tok::Id(word),
        }
    }

    fn bang(&mut self, diagnostics: &mut Diagnostics) -> Tok {
        while self.peek(0).is_ascii_alphabetic() {
            self.advance(1);
        }
        let file = &self.open;
        let name = &file.text[self.start + 1..file.at];
        match bang_of(name) {
            Some(bang) => Tok::Bang(bang),
            None if name.is_empty() => self.error(diagnostics, "invalid \"!operator\""),
            None => {
                let message = format!("unknown operator '!{name}'");
                self.error(diagnostics, &message)
            }
        }
    }

    pub(crate) fn skip_line(&mut self) {
        let file = self.file();
        let rest = &file.text.as_bytes()[file.at..];
        file.at += line_end(rest).unwrap_or(rest.len());
    }

    /// `/* ... */`, nested; at the `/`. False if it never ends, which has been reported.
    pub(crate) fn skip_comment(&mut self, diagnostics: &mut Diagnostics) -> bool {
        let begin = self.file().at;
        self.advance(2);
        let mut depth = 1;
        while depth > 0 {
            match (self.peek(0), self.peek(1)) {
                (b'*', b'/') => {
                    depth -= 1;
                    self.advance(2);
                }
                (b'/', b'*') => {
                    depth += 1;
                    self.advance(2);
                }
                _ if self.at_end() => {
                    let span = self.span_from(begin);
                    diagnostics.error(
                        Span {
                            end: span.start + 2,
                            ..span
                        },
                        "unterminated comment",
                    );
                    return false;
                }
                _ => self.advance(1),
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_end_where_they_end() {
        for byte in 0..=u8::MAX {
            let all = u64::from_le_bytes([byte; 8]);
            let expected = if is_id_byte(byte) { 0 } else { HIGHEST };
            assert_eq!(other_bytes(all), expected, "{byte}");
            for at in 0..20 {
                let mut text = vec![b'z'; 20];
                text[at] = byte;
                let expected = if is_id_byte(byte) { 20 } else { at };
                assert_eq!(identifier_length(&text), expected, "{byte} at {at}");
            }
        }
        assert_eq!(identifier_length(b""), 0);
    }
}
