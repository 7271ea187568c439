//! Tokens of LLVM assembly. Lexing never fails: anything else is a [`TokenKind::Error`] token.

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // punctuation is named after itself
pub enum TokenKind {
    /// End of the text.
    Eof,
    /// Not a token: a stray character, an unterminated string or comment.
    Error,
    /// A word: keyword, type, opcode, attribute.
    Word,
    /// `name:` or `"name":` or `12:`; the text is the name.
    Label,
    /// `@name`, `@12`
    Global,
    /// `%name`, `%12`
    Local,
    /// `$name`
    Comdat,
    /// `!name`
    MetadataName,
    /// `!`
    Exclaim,
    /// `#12`
    AttributeGroup,
    /// `#` before a word, as in `#dbg_value`
    Hash,
    /// A decimal integer, maybe negative; `u0x..` and `s0x..` too.
    Int,
    /// A decimal number with a point.
    Float,
    /// A floating-point number in one of the other forms.
    FloatLiteral,
    /// `0x...`, perhaps with a letter for the format.
    HexFloat,
    /// `"..."`; the text is without quotes, escapes kept.
    String,
    /// `c"..."`
    Bytes,
    /// `.text` in place of an argument.
    Format,
    /// `...`
    Ellipsis,
    Equal,
    Comma,
    Star,
    Colon,
    Bar,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Less,
    Greater,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The part that matters: a name without sigil, quotes and colon.
    pub text_start: u32,
    /// End of that part.
    pub text_end: u32,
    /// Whether the part was in quotes.
    pub quoted: bool,
}

const LABEL: u8 = 1;
const WORD: u8 = 2;
const DIGIT: u8 = 4;
const SPACE: u8 = 8;

/// Classes of bytes.
static CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        if b.is_ascii_alphanumeric() || b == b'_' {
            table[i] |= WORD | LABEL;
        }
        if b == b'-' || b == b'$' || b == b'.' {
            table[i] |= LABEL;
        }
        if b.is_ascii_digit() {
            table[i] |= DIGIT;
        }
        if matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0) {
            table[i] |= SPACE;
        }
        i += 1;
    }
    table
};

/// Splits a text into tokens.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer from byte `start` of `text` on.
    pub fn new(text: &'a str, start: usize) -> Lexer<'a> {
        Lexer {
            bytes: text.as_bytes(),
            pos: start,
        }
    }

    /// The current position.
    pub fn position(&self) -> usize {
        self.pos
    }

    /// Continues at byte `position`.
    pub fn seek(&mut self, position: usize) {
        self.pos = position;
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn class(&self, at: usize) -> u8 {
        self.bytes.get(at).map_or(0, |&b| CLASS[usize::from(b)])
    }

    /// The end of the sequence of bytes of this class that starts at `at`.
    fn run(&self, mut at: usize, class: u8) -> usize {
        while self.class(at) & class != 0 {
            at += 1;
        }
        at
    }

    /// Skips white space and comments; false if a comment does not end.
    fn skip_space(&mut self) -> bool {
        loop {
            self.pos = self.run(self.pos, SPACE);
            match self.peek(0) {
                b';' => {
                    let rest = &self.bytes[self.pos..];
                    self.pos += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                }
                b'/' if self.peek(1) == b'*' => {
                    let rest = &self.bytes[self.pos + 2..];
                    match rest.windows(2).position(|w| w == b"*/") {
                        Some(end) => self.pos += end + 4,
                        None => return false,
                    }
                }
                _ => return true,
            }
        }
    }

    fn token(&mut self, kind: TokenKind, start: usize, end: usize, text: (usize, usize)) -> Token {
        self.pos = end;
        Token {
            kind,
            start: start as u32,
            end: end as u32,
            text_start: text.0 as u32,
            text_end: text.1 as u32,
            quoted: false,
        }
    }

    fn single(&mut self, kind: TokenKind, length: usize) -> Token {
        let start = self.pos;
        self.token(kind, start, start + length, (start, start + length))
    }

    /// The closing quote of a string that opens at `at`.
    fn closing_quote(&self, at: usize) -> Option<usize> {
        self.bytes[at + 1..]
            .iter()
            .position(|&b| b == b'"')
            .map(|i| at + 1 + i)
    }

    /// A name after a sigil at the current position: quoted, a number or label characters.
    fn sigil(&mut self, kind: TokenKind) -> Token {
        let start = self.pos;
        let name = start + 1;
        if self.bytes.get(name) == Some(&b'"') {
            return match self.closing_quote(name) {
                Some(end) => {
                    let mut token = self.token(kind, start, end + 1, (name + 1, end));
                    token.quoted = true;
                    token
                }
                None => self.single_to_end(),
            };
        }
        let end = match self.class(name) & DIGIT {
            0 => self.run(name, LABEL),
            _ => self.run(name, DIGIT),
        };
        if end == name {
            return self.single(TokenKind::Error, 1);
        }
        self.token(kind, start, end, (name, end))
    }

    /// The rest of the text as one error.
    fn single_to_end(&mut self) -> Token {
        let length = self.bytes.len() - self.pos;
        self.single(TokenKind::Error, length)
    }

    /// The next token.
    pub fn next_token(&mut self) -> Token {
        use TokenKind::*;
        if !self.skip_space() {
            return self.single_to_end();
        }
        let start = self.pos;
        let Some(&first) = self.bytes.get(start) else {
            return self.single(Eof, 0);
        };
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'%' => self.sigil(Local),
            b',' => self.single(Comma, 1),
            b'+' | b'-' if self.peek(1).is_ascii_alphabetic() => self.special_float(),
            b'0'..=b'9' | b'-' => self.number(),
            // Only floating-point numbers may have this sign.
            b'+' if self.peek(1).is_ascii_digit() => {
                let number = self.number();
                match number.kind {
                    Float | FloatLiteral => number,
                    _ => Token {
                        kind: Error,
                        ..number
                    },
                }
            }
            b'!' => {
                let next = self.peek(1);
                if next.is_ascii_alphabetic() || matches!(next, b'-' | b'$' | b'.' | b'_' | b'\\') {
                    let mut end = start + 1;
                    while self.class(end) & LABEL != 0 || self.bytes.get(end) == Some(&b'\\') {
                        end += 1;
                    }
                    return self.token(MetadataName, start, end, (start + 1, end));
                }
                self.single(Exclaim, 1)
            }
            b'@' => self.sigil(Global),
            b'$' => {
                let end = self.run(start, LABEL);
                if self.bytes.get(end) == Some(&b':') {
                    return self.token(Label, start, end + 1, (start, end));
                }
                self.sigil(Comdat)
            }
            b'"' => match self.closing_quote(start) {
                None => self.single_to_end(),
                Some(end) => {
                    let colon = self.bytes.get(end + 1) == Some(&b':');
                    let kind = if colon { Label } else { String };
                    let mut token = self.token(kind, start, end + 1 + usize::from(colon), (start + 1, end));
                    token.quoted = true;
                    token
                }
            },
            b'#' => {
                let end = self.run(start + 1, DIGIT);
                if end == start + 1 {
                    return self.single(Hash, 1);
                }
                self.token(AttributeGroup, start, end, (start + 1, end))
            }
            b'.' => {
                if self.peek(1) == b'.' && self.peek(2) == b'.' {
                    return self.single(Ellipsis, 3);
                }
                let end = self.run(start + 1, LABEL);
                if self.bytes.get(end) == Some(&b':') {
                    return self.token(Label, start, end + 1, (start, end));
                }
                if end == start + 1 {
                    return self.single(Error, 1);
                }
                self.token(Format, start, end, (start + 1, end))
            }
            b'=' => self.single(Equal, 1),
            b'*' => self.single(Star, 1),
            b':' => self.single(Colon, 1),
            b'|' => self.single(Bar, 1),
            b'(' => self.single(OpenParen, 1),
            b')' => self.single(CloseParen, 1),
            b'[' => self.single(OpenBracket, 1),
            b']' => self.single(CloseBracket, 1),
            b'{' => self.single(OpenBrace, 1),
            b'}' => self.single(CloseBrace, 1),
            b'<' => self.single(Less, 1),
            b'>' => self.single(Greater, 1),
            _ => {
                // A whole character, so that spans stay on character boundaries.
                let length = (1..4).find(|&n| self.peek(n) & 0xc0 != 0x80).unwrap_or(4);
                let length = length.min(self.bytes.len() - start);
                self.single(Error, length)
            }
        }
    }

    fn word(&mut self) -> Token {
        let start = self.pos;
        let end = self.run(start, LABEL);
        if self.bytes.get(end) == Some(&b':') {
            return self.token(TokenKind::Label, start, end + 1, (start, end));
        }
        if self.bytes[start] == b'c' && self.bytes.get(start + 1) == Some(&b'"') {
            return match self.closing_quote(start + 1) {
                Some(close) => self.token(TokenKind::Bytes, start, close + 1, (start + 2, close)),
                None => self.single_to_end(),
            };
        }
        let end = self.run(start, WORD);
        if matches!(self.bytes[start], b's' | b'u')
            && self.bytes[start + 1..].starts_with(b"0x")
            && end > start + 3
        {
            return self.token(TokenKind::Int, start, end, (start, end));
        }
        let kind = match self.bytes[start..].starts_with(b"f0x") {
            true => TokenKind::FloatLiteral,
            false => TokenKind::Word,
        };
        self.token(kind, start, end, (start, end))
    }

    /// `+inf`, `-qnan`, `+nan(0x1)`.
    fn special_float(&mut self) -> Token {
        let start = self.pos;
        let label = self.run(start, LABEL);
        if self.bytes.get(label) == Some(&b':') {
            return self.token(TokenKind::Label, start, label + 1, (start, label));
        }
        let mut end = self.run(start + 1, WORD);
        if self.bytes.get(end) == Some(&b'(') {
            let close = self.run(end + 1, WORD);
            end = close + usize::from(self.bytes.get(close) == Some(&b')'));
        }
        if !matches!(&self.bytes[start + 1..end], b"inf" | b"qnan")
            && !self.bytes[start + 1..].starts_with(b"nan(")
            && !self.bytes[start + 1..].starts_with(b"snan(")
        {
            return self.single(TokenKind::Error, 1);
        }
        self.token(TokenKind::FloatLiteral, start, end, (start, end))
    }

    fn number(&mut self) -> Token {
        let start = self.pos;
        let all = self.run(start, LABEL);
        if self.bytes.get(all) == Some(&b':') {
            return self.token(TokenKind::Label, start, all + 1, (start, all));
        }
        let digits = start + usize::from(matches!(self.bytes[start], b'-' | b'+'));
        if self.bytes[digits..].starts_with(b"0x") {
            let end = self.run(digits, WORD);
            if let Some(end) = self.end_of_power(digits + 2) {
                return self.token(TokenKind::FloatLiteral, start, end, (start, end));
            }
            if start != digits {
                return self.token(TokenKind::Int, start, digits + 1, (start, digits + 1));
            }
            return self.token(TokenKind::HexFloat, start, end, (start, end));
        }
        let mut end = self.run(digits, DIGIT);
        if end == digits {
            return self.single(TokenKind::Error, 1);
        }
        if self.bytes.get(end) != Some(&b'.') {
            return self.token(TokenKind::Int, start, end, (start, end));
        }
        end = self.run(end + 1, DIGIT);
        if matches!(self.bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = end + 1 + sign;
            if self.class(exponent) & DIGIT != 0 {
                end = self.run(exponent, DIGIT);
            }
        }
        self.token(TokenKind::Float, start, end, (start, end))
    }

    /// The end of `1.8p-3` at `at`, if it is there.
    fn end_of_power(&self, at: usize) -> Option<usize> {
        let hex_end = |mut at: usize| {
            while self.bytes.get(at).is_some_and(u8::is_ascii_hexdigit) {
                at += 1;
            }
            at
        };
        let mut end = hex_end(at);
        if self.bytes.get(end) == Some(&b'.') {
            end = hex_end(end + 1);
        }
        let power = end + 1 + usize::from(matches!(self.bytes.get(end + 1), Some(b'+' | b'-')));
        let is_power = matches!(self.bytes.get(end), Some(b'p' | b'P')) && self.class(power) & DIGIT != 0;
        is_power.then(|| self.run(power, DIGIT))
    }

    /// Skips the body of a function, from just inside its `{` to just after its `}`; false if it does not end.
    pub fn skip_body(&mut self) -> bool {
        let mut depth = 1usize;
        let bytes = self.bytes;
        let mut at = self.pos;
        while let Some(&b) = bytes.get(at) {
            at += 1;
            match b {
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.pos = at;
                        return true;
                    }
                }
                b'"' => match bytes[at..].iter().position(|&b| b == b'"') {
                    Some(end) => at += end + 1,
                    None => break,
                },
                b';' => {
                    at += bytes[at..]
                        .iter()
                        .position(|&b| b == b'\n')
                        .unwrap_or(bytes.len() - at)
                }
                b'/' if bytes.get(at) == Some(&b'*') => {
                    match bytes[at + 1..].windows(2).position(|w| w == b"*/") {
                        Some(end) => at += end + 3,
                        None => break,
                    }
                }
                _ => {}
            }
        }
        self.pos = bytes.len();
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let mut lexer = Lexer::new(text, 0);
        let mut out = Vec::new();
        loop {
            let token = lexer.next_token();
            if token.kind == TokenKind::Eof {
                return out;
            }
            out.push((
                token.kind,
                &text[token.text_start as usize..token.text_end as usize],
            ));
        }
    }

    #[test]
    fn tokens() {
        use TokenKind::*;
        assert_eq!(
            kinds(
                "%a.b = add nsw i32 %\"x y\", -5 ; c\n 12: x-y: \"q\": !dbg !5 #3 #dbg_value /* z */ .rtz.1)"
            ),
            [
                (Local, "a.b"),
                (Equal, "="),
                (Word, "add"),
                (Word, "nsw"),
                (Word, "i32"),
                (Local, "x y"),
                (Comma, ","),
                (Int, "-5"),
                (Label, "12"),
                (Label, "x-y"),
                (Label, "q"),
                (MetadataName, "dbg"),
                (Exclaim, "!"),
                (Int, "5"),
                (AttributeGroup, "3"),
                (Hash, "#"),
                (Word, "dbg_value"),
                (Format, "rtz.1"),
                (CloseParen, ")"),
            ]
        );
        assert_eq!(
            kinds("1.5e+01 0xH3C00 c\"a\\00\" ... $c @1 @\"a\" u0xFF"),
            [
                (Float, "1.5e+01"),
                (HexFloat, "0xH3C00"),
                (Bytes, "a\\00"),
                (Ellipsis, "..."),
                (Comdat, "c"),
                (Global, "1"),
                (Global, "a"),
                (Int, "u0xFF"),
            ]
        );
    }

    #[test]
    fn errors_are_tokens() {
        for text in ["\"open", "/* open", "@", "%", "ä", "?", "-", "c\"open", "!"] {
            assert!(kinds(text).len() <= 2, "{text}");
        }
        assert_eq!(kinds("ä"), [(TokenKind::Error, "ä")]);
    }

    #[test]
    fn bodies_are_skipped() {
        let text = "{ x = c\"}\" ; }\n /* } */ { } } rest";
        let mut lexer = Lexer::new(text, 1);
        assert!(lexer.skip_body());
        assert_eq!(&text[lexer.position()..], " rest");
        assert!(!Lexer::new("{ {}", 1).skip_body());
    }
}
