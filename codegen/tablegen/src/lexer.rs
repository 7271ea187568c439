//! Text to tokens, with includes.
//!
//! The preprocessor (`#define`, `#ifdef`, `#ifndef`, `#else`, `#endif`) is in [`crate::preprocess`].

use crate::intern::{StringInterner, Symbol, WordHash, repeated, zero_bytes};
use crate::token::{KEYWORDS, Keyword, Tok, Token, bang_of};
use fxhash::FxHashSet;
use std::path::PathBuf;
use wavec_support::{Diagnostics, FileId, SourceMap, SourceText, Span};

/// Deepest nesting of included files.
pub(crate) const MAX_INCLUDE_DEPTH: usize = 256;

/// One open conditional of the preprocessor.
pub(crate) struct Conditional {
    pub(crate) is_else: bool,
    pub(crate) is_live: bool,
    /// The surrounding text is active.
    pub(crate) is_live_outside: bool,
    pub(crate) span: Span,
}

/// A file that is being read.
pub(crate) struct OpenFile {
    pub(crate) file: FileId,
    pub(crate) text: SourceText,
    pub(crate) at: usize,
    pub(crate) conditionals: Vec<Conditional>,
}

impl OpenFile {
    pub(crate) fn new(file: FileId, text: SourceText) -> OpenFile {
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
    /// Reading the file name after `include`.
    pub(crate) in_include: bool,
    /// An include has failed; reading stops, as what follows depends on it.
    is_broken: bool,
    /// The number of directives and includes so far.
    pub(crate) interruptions: usize,
}

pub(crate) const fn is_id_start(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphabetic()
}

pub(crate) const fn is_id_byte(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// By the first byte of a token: the token if it is one byte long (except `[` before `{`), [`Tok::Id`] at the start of a
/// word, [`Tok::Str`] at the start of a string, [`Tok::Eof`] otherwise.
const SIMPLE_TOKENS: [Tok; 256] = {
    let mut table = [Tok::Eof; 256];
    let mut byte = 0;
    while byte < 256 {
        if is_id_start(byte as u8) {
            table[byte] = Tok::Id(Symbol(0));
        }
        byte += 1;
    }
    table[b'"' as usize] = Tok::Str(Symbol(0));
    table[b':' as usize] = Tok::Colon;
    table[b';' as usize] = Tok::Semi;
    table[b',' as usize] = Tok::Comma;
    table[b'<' as usize] = Tok::Less;
    table[b'>' as usize] = Tok::Greater;
    table[b'[' as usize] = Tok::LSquare;
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

/// The length of the text at the start of some bytes, and its [`hash_bytes`](crate::intern::hash_bytes). For eight bytes,
/// the lowest bit that `ends` sets is the highest bit of the first byte that is not part of the text.
#[inline(always)]
pub(crate) fn measure(bytes: &[u8], ends: impl Fn(u64) -> u64) -> (usize, u64) {
    let mut hash = WordHash::default();
    let mut rest = bytes;
    while let Some((word, behind)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*word);
        let found = ends(word);
        if found != 0 {
            let count = found.trailing_zeros() as usize / 8;
            return (bytes.len() - rest.len() + count, hash.finish_before(word, found));
        }
        hash.add(word);
        rest = behind;
    }
    measure_last(bytes, rest, hash, ends)
}

/// The same for the last bytes of a file, fewer than eight.
#[cold]
#[inline(never)]
fn measure_last(bytes: &[u8], rest: &[u8], hash: WordHash, ends: impl Fn(u64) -> u64) -> (usize, u64) {
    let word_of = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))
    };
    let count = rest.len().min(ends(word_of(rest)).trailing_zeros() as usize / 8);
    let hash = hash.finish(word_of(&rest[..count]), count);
    (bytes.len() - rest.len() + count, hash)
}

/// [`measure`] of an identifier.
#[inline]
fn measure_identifier(bytes: &[u8]) -> (usize, u64) {
    measure(bytes, other_bytes)
}

/// The position of the first byte from `at` on that is not a space.
#[inline]
fn behind_spaces(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let others = u64::from_le_bytes(*word) ^ repeated(b' ');
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| byte == b' ').count()
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
            interruptions: 0,
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

    /// Reads the next token. After an error token, reading continues after it.
    #[inline(always)]
    pub(crate) fn next(
        &mut self,
        token: &mut Token,
        strings: &mut StringInterner,
        diagnostics: &mut Diagnostics,
    ) {
        // Half of the tokens are a single byte after at most one space.
        let file = &mut self.open;
        let byte_at = |at: usize| file.text.as_bytes().get(at).copied().unwrap_or(0);
        let at = file.at + usize::from(byte_at(file.at) == b' ');
        let kind = SIMPLE_TOKENS[byte_at(at) as usize];
        if matches!(kind, Tok::Id(_)) {
            (file.at, self.start) = (at, at);
            return self.next_word(token, strings, diagnostics);
        }
        let is_code = byte_at(at + 1) == b'{' && kind == Tok::LSquare;
        if is_code || matches!(kind, Tok::Eof | Tok::Str(_)) {
            return self.next_of_any_kind(token, strings, diagnostics);
        }
        file.at = at + 1;
        *token = Token::new(kind, Span::new(file.file, at as u32, at as u32 + 1));
    }

    /// The same for other tokens.
    #[inline(never)]
    fn next_of_any_kind(
        &mut self,
        token: &mut Token,
        strings: &mut StringInterner,
        diagnostics: &mut Diagnostics,
    ) {
        let before = self.open.at;
        let byte = self.skip_space();
        match SIMPLE_TOKENS[byte as usize] {
            Tok::Id(_) => self.next_word(token, strings, diagnostics),
            Tok::Str(_) => {
                self.open.at += 1;
                token.kind = self.string(strings, diagnostics);
                token.set_span(self.span());
            }
            _ => self.next_kind(token, byte, before, strings, diagnostics),
        }
    }

    /// The token is a word, which starts at the current position.
    #[inline(never)]
    fn next_word(&mut self, token: &mut Token, strings: &mut StringInterner, diagnostics: &mut Diagnostics) {
        let word = self.word(strings);
        token.kind = match KEYWORDS.get(word.index()) {
            None => Tok::Id(word),
            Some(&(word, Keyword::Include)) => {
                self.open.at = self.start;
                let byte = word.as_bytes()[0];
                return self.next_kind(token, byte, self.start, strings, diagnostics);
            }
            Some(&(_, keyword)) => Tok::Keyword(keyword),
        };
        token.set_span(Span::new(self.open.file, self.start as u32, self.open.at as u32));
    }

    /// Skips white space and returns the next byte, 0 at the end.
    #[inline]
    fn skip_space(&mut self) -> u8 {
        let bytes = self.open.text.as_bytes();
        let mut at = self.open.at;
        let byte = loop {
            match bytes.get(at).copied().unwrap_or(0) {
                b' ' => at = behind_spaces(bytes, at + 1),
                b'\t' | b'\n' | b'\r' => at += 1,
                other => break other,
            }
        };
        self.open.at = at;
        self.start = at;
        byte
    }

    /// Whether a line starts at `before` or in the white space after it.
    fn starts_line(&self, before: usize) -> bool {
        let file = &self.open;
        let space = &file.text.as_bytes()[before..file.at];
        before == 0 || space.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// The token that starts with `byte` or after it; the white space before it starts at `before`.
    #[inline(never)]
    fn next_kind(
        &mut self,
        token: &mut Token,
        byte: u8,
        before: usize,
        strings: &mut StringInterner,
        diagnostics: &mut Diagnostics,
    ) {
        token.kind = self.kind(byte, before, strings, diagnostics);
        token.set_span(self.span());
    }

    fn kind(
        &mut self,
        mut byte: u8,
        mut before: usize,
        strings: &mut StringInterner,
        diagnostics: &mut Diagnostics,
    ) -> Tok {
        if self.is_broken {
            return Tok::Eof;
        }
        let mut line_start = false;
        loop {
            match byte {
                0 => {
                    if !self.at_end() {
                        line_start |= self.starts_line(before);
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
                        line_start |= self.starts_line(before);
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
                    line_start |= self.starts_line(before);
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
                        if !self.include(strings, diagnostics) {
                            self.break_off();
                            return Tok::Error;
                        }
                        line_start = true;
                    } else {
                        return kind;
                    }
                }
                _ => return self.punctuation(byte, strings, diagnostics),
            }
            before = self.open.at;
            byte = self.skip_space();
        }
    }

    /// There is no further token.
    fn break_off(&mut self) {
        self.is_broken = true;
        self.open.at = self.open.text.len();
    }

    fn punctuation(&mut self, byte: u8, strings: &mut StringInterner, diagnostics: &mut Diagnostics) -> Tok {
        if byte.is_ascii_digit() || byte == b'-' || byte == b'+' {
            return self.number_or_identifier(byte, strings, diagnostics);
        }
        self.advance(1);
        match byte {
            b'.' if self.peek(0) == b'.' && self.peek(1) == b'.' => {
                self.advance(2);
                Tok::DotDotDot
            }
            b'.' if self.peek(0) == b'.' => {
                self.advance(1);
                self.error(diagnostics, "invalid '..' punctuation")
            }
            b'.' => Tok::Dot,
            b'$' => {
                if !is_id_start(self.peek(0)) {
                    return self.error(diagnostics, "invalid variable name");
                }
                let name = self.start + 1;
                self.open.at = name;
                Tok::VarName(self.outlined_word(strings))
            }
            b'[' if self.peek(0) == b'{' => self.code(strings, diagnostics),
            b'"' => self.string(strings, diagnostics),
            b'!' => self.bang(diagnostics),
            _ if SIMPLE_TOKENS[byte as usize] != Tok::Eof => SIMPLE_TOKENS[byte as usize],
            _ => {
                // Stay on a character boundary.
                while self.peek(0) & 0xc0 == 0x80 {
                    self.advance(1);
                }
                self.error(diagnostics, "unexpected character")
            }
        }
    }

    /// Reads an identifier and returns its symbol.
    #[inline(always)]
    fn word(&mut self, strings: &mut StringInterner) -> Symbol {
        let file = &mut self.open;
        let (bytes, start) = (file.text.as_bytes(), file.at);
        let rest = &bytes[start..];
        let (length, hash) = measure_identifier(rest);
        file.at = start + length;
        match strings.find_hashed(&rest[..length], hash) {
            Ok(symbol) => symbol,
            Err(place) => strings.add(&file.text[start..start + length], hash, place),
        }
    }

    /// [`word`](Self::word), not inlined.
    #[inline(never)]
    fn outlined_word(&mut self, strings: &mut StringInterner) -> Symbol {
        self.word(strings)
    }

    pub(crate) fn identifier(&mut self, strings: &mut StringInterner) -> Tok {
        let word = self.outlined_word(strings);
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

    /// `/* ... */`, nested, from the `/` on. False if it does not end, which has been reported.
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
    use crate::intern::hash_bytes;

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
                let hash = hash_bytes(&text[..expected]);
                assert_eq!(measure_identifier(&text), (expected, hash), "{byte} at {at}");
            }
        }
        assert_eq!(measure_identifier(b""), (0, hash_bytes(b"")));
    }
}
