//! Text to preprocessing tokens.

use crate::token::{Interner, Symbol, Token, TokenKind, flags, keyword};
use wavec_support::{Diagnostics, FileId, SourceText, Span};

/// Reads one file token by token.
pub struct Lexer {
    /// The file that is read.
    pub file: FileId,
    text: SourceText,
    /// Byte offset of the next character.
    pub pos: usize,
    at_line_start: bool,
}

impl Lexer {
    /// A lexer at the start of `text`, which is the text of `file`.
    pub fn new(file: FileId, text: SourceText) -> Lexer {
        let pos = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Lexer {
            file,
            text,
            pos,
            at_line_start: true,
        }
    }

    /// A lexer for `range` of the text of `file`.
    pub fn for_range(file: FileId, text: SourceText, start: usize) -> Lexer {
        Lexer {
            file,
            text,
            pos: start,
            at_line_start: true,
        }
    }

    /// The whole text.
    pub fn text(&self) -> &SourceText {
        &self.text
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.pos as u32)
    }

    fn rest(&self) -> &str {
        self.text.get(self.pos..).unwrap_or_default()
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Length of a backslash, which may be a trigraph, and line end at `pos`, 0 if there is none.
    fn splice_length(&self, pos: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = match bytes.get(pos..) {
            Some([b'\\', ..]) => pos + 1,
            Some([b'?', b'?', b'/', ..]) => pos + 3,
            _ => return 0,
        };
        while matches!(bytes.get(end), Some(b' ' | b'\t')) {
            end += 1;
        }
        match (bytes.get(end), bytes.get(end + 1)) {
            (Some(b'\n'), _) => end + 1 - pos,
            (Some(b'\r'), Some(b'\n')) => end + 2 - pos,
            _ => 0,
        }
    }

    /// Skips white space and comments; returns token flags. Inside a directive it stops before the line end.
    fn skip_space(&mut self, in_directive: bool, diags: &mut Diagnostics) -> u8 {
        let bytes = self.text.as_bytes();
        let mut found = if self.at_line_start { flags::LINE_START } else { 0 };
        let mut pos = self.pos;
        loop {
            match bytes.get(pos) {
                Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) => {
                    pos += 1;
                    found |= flags::SPACE_BEFORE;
                }
                Some(b'\n') if in_directive => break,
                Some(b'\n') => {
                    pos += 1;
                    found |= flags::LINE_START;
                }
                Some(b'/') if bytes.get(pos + 1) == Some(&b'/') => {
                    found |= flags::SPACE_BEFORE;
                    pos = self.line_comment_end(pos);
                }
                Some(b'/') if bytes.get(pos + 1) == Some(&b'*') => {
                    found |= flags::SPACE_BEFORE;
                    match self.text[pos + 2..].find("*/") {
                        Some(length) => pos += length + 4,
                        None => {
                            let open = Span::new(self.file, pos as u32, pos as u32 + 2);
                            diags.error(open, "unterminated /* comment");
                            pos = bytes.len();
                        }
                    }
                }
                Some(b'\\' | b'?') => {
                    let length = self.splice_length(pos);
                    if length == 0 {
                        break;
                    }
                    pos += length;
                    found |= flags::SPACE_BEFORE;
                }
                _ => break,
            }
        }
        self.pos = pos;
        found
    }

    /// If a comment begins at `pos` and fills the rest of the line, the end of that line.
    fn line_comment_end(&self, mut pos: usize) -> usize {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(pos) {
            match byte {
                b'\n' => break,
                b'\\' | b'?' => pos += self.splice_length(pos).max(1),
                _ => pos += 1,
            }
        }
        pos
    }

    /// The next token of a text of our own, which has no macros and no mistakes; keywords are told from names.
    pub fn next_of_library(&mut self, interner: &mut Interner) -> Token {
        let mut token = self.next(false, interner, &mut Diagnostics::new());
        if token.kind == TokenKind::Ident {
            token.kind = keyword(interner.text(token.symbol));
        }
        token
    }

    /// The next token. Inside a directive the end of the line is a token and is not consumed.
    pub fn next(&mut self, in_directive: bool, interner: &mut Interner, diags: &mut Diagnostics) -> Token {
        use TokenKind::*;
        let found = self.skip_space(in_directive, diags);
        let start = self.pos;
        if in_directive && matches!(self.text.as_bytes().get(self.pos), Some(b'\n') | None) {
            return Token {
                kind: EndOfLine,
                flags: found,
                symbol: Symbol(0),
                span: self.span(start),
                depth: 0,
            };
        }
        self.at_line_start = false;
        let Some(&byte) = self.text.as_bytes().get(self.pos) else {
            return Token {
                kind: Eof,
                flags: found | flags::LINE_START,
                symbol: Symbol(0),
                span: self.span(start),
                depth: 0,
            };
        };
        let mut symbol = Symbol(0);
        let kind = match byte {
            b'L' if self.peek(1) == b'\'' => {
                self.pos += 1;
                symbol = match self.quoted(b'\'', diags) {
                    true => interner.intern(&self.text[start..self.pos]),
                    false => interner.intern("'0'"),
                };
                Char
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                self.ascii_word();
                symbol = match self.named_letter(self.pos, false) {
                    None => interner.intern(&self.text[start..self.pos]),
                    Some(_) => interner.intern(&self.word(start)),
                };
                Ident
            }
            0x80.. | b'\\' if self.named_letter(start, true).is_some() => {
                symbol = interner.intern(&self.word(start));
                Ident
            }
            b'0'..=b'9' => {
                self.number();
                symbol = interner.intern(&self.text[start..self.pos]);
                Number
            }
            b'.' if self.peek(1).is_ascii_digit() => {
                self.number();
                symbol = interner.intern(&self.text[start..self.pos]);
                Number
            }
            b'"' | b'\'' => {
                if self.quoted(byte, diags) {
                    symbol = interner.intern(&without_trigraphs(&self.text[start..self.pos]));
                    if byte == b'"' { Str } else { Char }
                } else {
                    // The rest of the line was consumed; continue after it.
                    symbol = interner.intern(if byte == b'"' { "\"\"" } else { "'0'" });
                    if byte == b'"' { Str } else { Char }
                }
            }
            _ => {
                let kind = self.punctuator(byte, diags);
                if kind == Unknown {
                    symbol = interner.intern(&self.text[start..self.pos]);
                }
                kind
            }
        };
        Token {
            kind,
            flags: found,
            symbol,
            span: self.span(start),
            depth: 0,
        }
    }

    /// Skips letters and digits of ASCII.
    fn ascii_word(&mut self) {
        let bytes = self.text.as_bytes();
        while matches!(
            bytes.get(self.pos),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$')
        ) {
            self.pos += 1;
        }
    }

    /// The letter beyond ASCII (or digit, unless it is the `first` one of a word) at `pos`, itself or as `\u` and four or
    /// `\U` and eight hexadecimal digits, and its length.
    fn named_letter(&self, pos: usize, first: bool) -> Option<(char, usize)> {
        let rest = &self.text.as_bytes()[pos..];
        let (letter, length) = match rest {
            [lead, ..] if !lead.is_ascii() => {
                let letter = self.text[pos..].chars().next()?;
                (letter, letter.len_utf8())
            }
            [b'\\', kind @ (b'u' | b'U'), ..] => {
                let length = if *kind == b'u' { 6 } else { 10 };
                let digits = std::str::from_utf8(rest.get(2..length)?).ok()?;
                (char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, length)
            }
            _ => return None,
        };
        let fits = !letter.is_ascii()
            && if first {
                letter.is_alphabetic()
            } else {
                letter.is_alphanumeric()
            };
        fits.then_some((letter, length))
    }

    /// The word from `start` on, with letters instead of their numbers.
    fn word(&mut self, start: usize) -> String {
        let mut word = String::from(&self.text[start..self.pos]);
        while let Some((letter, length)) = self.named_letter(self.pos, word.is_empty()) {
            word.push(letter);
            self.pos += length;
            let from = self.pos;
            self.ascii_word();
            word.push_str(&self.text[from..self.pos]);
        }
        word
    }

    fn number(&mut self) {
        let bytes = self.text.as_bytes();
        let mut end = self.pos + 1;
        while let Some(&byte) = bytes.get(end) {
            match byte {
                b'+' | b'-' if matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P') => {
                    // 0x1e+2 is an addition, 1e+2 is a number.
                    let hex = bytes[self.pos] == b'0' && matches!(bytes.get(self.pos + 1), Some(b'x' | b'X'));
                    if hex && matches!(bytes[end - 1], b'e' | b'E') {
                        break;
                    }
                    end += 1;
                }
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => end += 1,
                _ => break,
            }
        }
        self.pos = end;
    }

    /// Reads a string or character constant; false if the line ends first.
    fn quoted(&mut self, quote: u8, diags: &mut Diagnostics) -> bool {
        let text = self.text.clone();
        let bytes = text.as_bytes();
        let start = self.pos;
        self.pos += 1;
        loop {
            match bytes.get(self.pos) {
                Some(&byte) if byte == quote => {
                    self.pos += 1;
                    return true;
                }
                Some(b'\n') | None => {
                    let what = if quote == b'"' {
                        "missing terminating '\"' character"
                    } else {
                        "missing terminating ' character"
                    };
                    diags.error(Span::new(self.file, start as u32, start as u32 + 1), what);
                    return false;
                }
                Some(b'\\' | b'?') if bytes[self.pos] == b'\\' || bytes[self.pos..].starts_with(b"??/") => {
                    let splice = self.splice_length(self.pos);
                    let escape = if bytes[self.pos] == b'?' { 4 } else { 2 };
                    self.pos += if splice > 0 {
                        splice
                    } else {
                        escape.min(bytes.len() - self.pos)
                    };
                    while !text.is_char_boundary(self.pos) {
                        self.pos += 1;
                    }
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    fn punctuator(&mut self, byte: u8, diags: &mut Diagnostics) -> TokenKind {
        use TokenKind::*;
        let (one, two) = (self.peek(1), self.peek(2));
        let (kind, length) = match (byte, one, two) {
            // The other spellings of brackets, braces and `#`.
            (b'<', b':', _) => (LBracket, 2),
            (b':', b'>', _) => (RBracket, 2),
            (b'<', b'%', _) => (LBrace, 2),
            (b'%', b'>', _) => (RBrace, 2),
            (b'%', b':', b'%') if self.peek(3) == b':' => (HashHash, 4),
            (b'%', b':', _) => (Hash, 2),
            (b'(', ..) => (LParen, 1),
            (b')', ..) => (RParen, 1),
            (b'[', ..) => (LBracket, 1),
            (b']', ..) => (RBracket, 1),
            (b'{', ..) => (LBrace, 1),
            (b'}', ..) => (RBrace, 1),
            (b';', ..) => (Semi, 1),
            (b',', ..) => (Comma, 1),
            // Trigraphs.
            (b'?', b'?', b'(') => (LBracket, 3),
            (b'?', b'?', b')') => (RBracket, 3),
            (b'?', b'?', b'<') => (LBrace, 3),
            (b'?', b'?', b'>') => (RBrace, 3),
            (b'?', b'?', b'=') if self.rest().starts_with("??=??=") => (HashHash, 6),
            (b'?', b'?', b'=') => (Hash, 3),
            (b'?', b'?', b'\'') if self.peek(3) == b'=' => (CaretEqual, 4),
            (b'?', b'?', b'\'') => (Caret, 3),
            (b'?', b'?', b'!') if self.rest().starts_with("??!??!") => (PipePipe, 6),
            (b'?', b'?', b'!') if self.peek(3) == b'=' => (PipeEqual, 4),
            (b'?', b'?', b'!') => (Pipe, 3),
            (b'?', b'?', b'-') => (Tilde, 3),
            (b'?', ..) => (Question, 1),
            (b'~', ..) => (Tilde, 1),
            (b':', ..) => (Colon, 1),
            (b'.', b'.', b'.') => (Ellipsis, 3),
            (b'.', ..) => (Dot, 1),
            (b'+', b'+', _) => (PlusPlus, 2),
            (b'+', b'=', _) => (PlusEqual, 2),
            (b'+', ..) => (Plus, 1),
            (b'-', b'-', _) => (MinusMinus, 2),
            (b'-', b'=', _) => (MinusEqual, 2),
            (b'-', b'>', _) => (Arrow, 2),
            (b'-', ..) => (Minus, 1),
            (b'*', b'=', _) => (StarEqual, 2),
            (b'*', ..) => (Star, 1),
            (b'/', b'=', _) => (SlashEqual, 2),
            (b'/', ..) => (Slash, 1),
            (b'%', b'=', _) => (PercentEqual, 2),
            (b'%', ..) => (Percent, 1),
            (b'^', b'=', _) => (CaretEqual, 2),
            (b'^', ..) => (Caret, 1),
            (b'!', b'=', _) => (ExclaimEqual, 2),
            (b'!', ..) => (Exclaim, 1),
            (b'=', b'=', _) => (EqualEqual, 2),
            (b'=', ..) => (Equal, 1),
            (b'&', b'&', _) => (AmpAmp, 2),
            (b'&', b'=', _) => (AmpEqual, 2),
            (b'&', ..) => (Amp, 1),
            (b'|', b'|', _) => (PipePipe, 2),
            (b'|', b'=', _) => (PipeEqual, 2),
            (b'|', ..) => (Pipe, 1),
            (b'<', b'<', b'=') => (LessLessEqual, 3),
            (b'<', b'<', _) => (LessLess, 2),
            (b'<', b'=', _) => (LessEqual, 2),
            (b'<', ..) => (Less, 1),
            (b'>', b'>', b'=') => (GreaterGreaterEqual, 3),
            (b'>', b'>', _) => (GreaterGreater, 2),
            (b'>', b'=', _) => (GreaterEqual, 2),
            (b'>', ..) => (Greater, 1),
            (b'#', b'#', _) => (HashHash, 2),
            (b'#', ..) => (Hash, 1),
            _ => {
                let character = self.text[self.pos..].chars().next().unwrap_or(' ');
                let start = self.pos;
                self.pos += character.len_utf8();
                // A sequence of unexpected characters is one error.
                if character == '\0' {
                    while self.peek(0) == 0 && self.pos < self.text.len() {
                        self.pos += 1;
                    }
                    diags.error(self.span(start), "null character in source");
                    return Unknown;
                }
                if !character.is_ascii() {
                    while let Some(next) = self.text[self.pos..].chars().next().filter(|c| !c.is_ascii()) {
                        self.pos += next.len_utf8();
                    }
                    let code = character as u32;
                    diags.error(self.span(start), format!("unexpected character <U+{code:04X}>"));
                }
                return Unknown;
            }
        };
        self.pos += length;
        kind
    }

    /// Consumes the next token if it is `(`, and returns whether it was; consumes nothing otherwise.
    pub fn take_left_paren(&mut self, in_directive: bool, diags: &mut Diagnostics) -> bool {
        let before = (self.pos, self.at_line_start);
        self.skip_space(in_directive, diags);
        if self.peek(0) == b'(' {
            self.pos += 1;
            self.at_line_start = false;
            return true;
        }
        (self.pos, self.at_line_start) = before;
        false
    }

    /// Skips lines up to the next one whose first token is `#`, leaving the lexer after that `#`; false at the end of
    /// the file. This is how groups under a false condition are skipped.
    pub fn skip_to_directive(&mut self) -> bool {
        let text = self.text.clone();
        let bytes = text.as_bytes();
        let mut line_start = self.at_line_start;
        while let Some(&byte) = bytes.get(self.pos) {
            match byte {
                b'\n' => {
                    self.pos += 1;
                    line_start = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.pos += 1,
                b'/' if bytes.get(self.pos + 1) == Some(&b'/') => self.pos = self.line_comment_end(self.pos),
                b'/' if bytes.get(self.pos + 1) == Some(&b'*') => match text[self.pos + 2..].find("*/") {
                    Some(length) => self.pos += length + 4,
                    None => self.pos = bytes.len(),
                },
                b'#' if line_start => {
                    self.pos += 1;
                    self.at_line_start = false;
                    return true;
                }
                b'"' | b'\'' => {
                    line_start = false;
                    self.pos += 1;
                    while let Some(&inner) = bytes.get(self.pos) {
                        match inner {
                            b'\n' => break,
                            b'\\' => self.pos += self.splice_length(self.pos).max(2),
                            _ => {
                                self.pos += 1;
                                if inner == byte {
                                    break;
                                }
                            }
                        }
                    }
                    self.pos = self.pos.min(bytes.len());
                }
                b'\\' => self.pos += self.splice_length(self.pos).max(1),
                _ => {
                    line_start = false;
                    self.pos += 1;
                }
            }
        }
        self.at_line_start = true;
        false
    }

    /// Skips the rest of the current line, line end included.
    pub fn skip_line(&mut self) {
        let text = self.text.clone();
        let bytes = text.as_bytes();
        while let Some(&byte) = bytes.get(self.pos) {
            match byte {
                b'\n' => {
                    self.pos += 1;
                    break;
                }
                b'/' if bytes.get(self.pos + 1) == Some(&b'*') => match text[self.pos + 2..].find("*/") {
                    Some(length) => self.pos += length + 4,
                    None => self.pos = bytes.len(),
                },
                b'/' if bytes.get(self.pos + 1) == Some(&b'/') => self.pos = self.line_comment_end(self.pos),
                b'\\' => self.pos += self.splice_length(self.pos).max(1),
                _ => self.pos += 1,
            }
        }
        self.at_line_start = true;
    }
}

/// The spelling of a literal with the characters that its trigraphs stand for: C11 5.2.1.1, which clang follows in OpenCL C.
fn without_trigraphs(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("??") {
        return text.into();
    }
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("??") {
        let character = match rest.as_bytes().get(at + 2) {
            Some(b'=') => '#',
            Some(b'/') => '\\',
            Some(b'\'') => '^',
            Some(b'(') => '[',
            Some(b')') => ']',
            Some(b'!') => '|',
            Some(b'<') => '{',
            Some(b'>') => '}',
            Some(b'-') => '~',
            _ => {
                replaced.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
                continue;
            }
        };
        replaced.push_str(&rest[..at]);
        replaced.push(character);
        rest = &rest[at + 3..];
    }
    replaced.push_str(rest);
    replaced.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bumpalo::Bump;

    fn kinds(text: &str) -> (Vec<(TokenKind, String)>, usize) {
        let arena = Bump::new();
        let mut interner = Interner::new(&arena);
        let mut diags = Diagnostics::new();
        let mut lexer = Lexer::new(FileId(0), text.into());
        let mut all = Vec::new();
        loop {
            let token = lexer.next(false, &mut interner, &mut diags);
            if token.kind == TokenKind::Eof {
                return (all, diags.error_count());
            }
            let text = text[token.span.start as usize..token.span.end as usize].to_string();
            all.push((token.kind, text));
        }
    }

    fn spell(text: &str) -> String {
        kinds(text)
            .0
            .into_iter()
            .map(|t| t.1)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn longest_match() {
        assert_eq!(spell("a+++b<<=c->d...e>>=1"), "a ++ + b <<= c -> d ... e >>= 1");
        assert_eq!(spell("1.5e+3f+.5 0x1e+2 0x1p-3"), "1.5e+3f + .5 0x1e + 2 0x1p-3");
    }

    #[test]
    fn comments_and_splices() {
        assert_eq!(spell("a/*b\n*/c//d\\\ne\nf\\\ng"), "a c f g");
        assert_eq!(spell("\"a\\\"b\" 'c' '\\''"), "\"a\\\"b\" 'c' '\\''");
    }

    #[test]
    fn trigraphs() {
        let (tokens, errors) = kinds("??=x ??(??) ??<??> a??'b ??'= ??! ??!??! ??!= ??- a??/\nb ? ?");
        use TokenKind::*;
        let found: Vec<TokenKind> = tokens.into_iter().map(|token| token.0).collect();
        let wanted = [
            Hash, Ident, LBracket, RBracket, LBrace, RBrace, Ident, Caret, Ident, CaretEqual, Pipe, PipePipe,
            PipeEqual, Tilde, Ident, Ident, Question, Question,
        ];
        assert_eq!((found.as_slice(), errors), (&wanted[..], 0));
        assert_eq!(spell("// a??/\nb\nc"), "c");
        assert_eq!(spell("\"a??/\"b\" c"), "\"a??/\"b\" c");
        assert_eq!(without_trigraphs("what??!??? ????-"), "what|??? ??~");
    }

    #[test]
    fn errors_are_counted_and_passed() {
        assert_eq!(kinds("a \"b\nc").1, 1);
        assert_eq!(kinds("/* never").1, 1);
        assert_eq!(kinds("x € y").1, 1);
        assert_eq!(spell("x € y"), "x € y");
    }
}
