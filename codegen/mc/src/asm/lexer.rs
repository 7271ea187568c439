//! Tokens of assembly text. Statements end at line ends; `;`, `//` and (at the start of a line) `#` begin comments.

use wavec_support::{FileId, Span};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TokenKind {
    /// A name: letters, digits, `_`, `.`, `$`, not beginning with a digit.
    Ident,
    /// An integer; its value modulo 2^64.
    Int(u64),
    /// `1f` or `1b`: the next or the last definition of a numeric label.
    NumericLabel(u64, bool),
    /// A number with a fraction or exponent.
    Float(f64),
    /// A string in double quotes, escapes not yet resolved.
    String,
    /// A punctuation character.
    Punct(u8),
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `==`
    EqEq,
    /// `!=`
    NotEq,
    /// `<=`
    LessEq,
    /// `>=`
    GreaterEq,
    /// `&&`
    AndAnd,
    /// `||` (or two bars of absolute values).
    OrOr,
    /// End of the statement.
    End,
    /// An invalid token, and why.
    Error(&'static str),
}

/// A token and its position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
}

impl Token {
    /// The span of the token in `file`.
    pub fn span(self, file: FileId) -> Span {
        Span::new(file, self.start, self.end)
    }
}

/// Splits the statement that starts at byte `position` into tokens (the last is [`TokenKind::End`]) and returns
/// where the next statement starts.
pub fn lex_statement(text: &str, position: usize, tokens: &mut Vec<Token>) -> usize {
    tokens.clear();
    let mut lexer = Lexer {
        bytes: text.as_bytes(),
        position,
    };
    loop {
        let token = lexer.next();
        tokens.push(token);
        if token.kind == TokenKind::End {
            break;
        }
    }
    if lexer.position < lexer.bytes.len() {
        lexer.position + 1
    } else {
        lexer.position
    }
}

struct Lexer<'a> {
    bytes: &'a [u8],
    position: usize,
}

fn is_ident_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.' | b'$') || byte >= 0x80
}

fn is_ident_part(byte: u8) -> bool {
    is_ident_start(byte) || byte.is_ascii_digit()
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.position + ahead).copied().unwrap_or(0)
    }

    fn token(&self, kind: TokenKind, start: usize) -> Token {
        Token {
            kind,
            start: start as u32,
            end: self.position as u32,
        }
    }

    fn next(&mut self) -> Token {
        self.skip_blanks();
        let start = self.position;
        let Some(&byte) = self.bytes.get(start) else {
            return self.token(TokenKind::End, start);
        };
        if byte == b'\n' {
            return self.token(TokenKind::End, start);
        }
        if is_ident_start(byte) && !self.is_fraction() {
            while is_ident_part(self.peek(0)) && self.position < self.bytes.len() {
                self.position += 1;
            }
            return self.token(TokenKind::Ident, start);
        }
        if byte.is_ascii_digit() || byte == b'.' {
            let kind = self.number();
            return self.token(kind, start);
        }
        if byte == b'"' {
            return self.string();
        }
        if byte == b'\'' {
            let kind = self.character();
            return self.token(kind, start);
        }
        let two = match (byte, self.peek(1)) {
            (b'<', b'<') => Some(TokenKind::Shl),
            (b'>', b'>') => Some(TokenKind::Shr),
            (b'=', b'=') => Some(TokenKind::EqEq),
            (b'!', b'=') | (b'<', b'>') => Some(TokenKind::NotEq),
            (b'<', b'=') => Some(TokenKind::LessEq),
            (b'>', b'=') => Some(TokenKind::GreaterEq),
            (b'&', b'&') => Some(TokenKind::AndAnd),
            (b'|', b'|') => Some(TokenKind::OrOr),
            _ => None,
        };
        self.position += if two.is_some() { 2 } else { 1 };
        self.token(two.unwrap_or(TokenKind::Punct(byte)), start)
    }

    /// Whether a number begins here with its point: `.5` and `.5e3`, but not `.2byte`.
    fn is_fraction(&self) -> bool {
        let digits = self.bytes[self.position..].iter().skip(1);
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).count();
        let next = self.peek(1 + digits);
        self.peek(0) == b'.' && digits > 0 && (!is_ident_part(next) || matches!(next, b'e' | b'E'))
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.position += 1,
                b';' => self.skip_line(),
                b'/' if self.peek(1) == b'/' => self.skip_line(),
                b'#' if self.bytes[..self.position]
                    .iter()
                    .rev()
                    .take_while(|&&b| b != b'\n')
                    .all(|b| b" \t".contains(b)) =>
                {
                    self.skip_line();
                }
                b'/' if self.peek(1) == b'*' => {
                    self.position += 2;
                    while self.position < self.bytes.len() && !(self.peek(0) == b'*' && self.peek(1) == b'/')
                    {
                        self.position += 1;
                    }
                    self.position = (self.position + 2).min(self.bytes.len());
                }
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        while self.position < self.bytes.len() && self.peek(0) != b'\n' {
            self.position += 1;
        }
    }

    fn number(&mut self) -> TokenKind {
        let start = self.position;
        let is_binary = matches!(self.peek(1), b'b' | b'B') && is_ident_part(self.peek(2));
        if self.peek(0) == b'0' && (matches!(self.peek(1), b'x' | b'X') || is_binary) {
            let radix = if matches!(self.peek(1), b'x' | b'X') {
                16
            } else {
                2
            };
            self.position += 2;
            return match self.hexadecimal_float() {
                Some(float) if radix == 16 => float,
                _ => self.digits(radix),
            };
        }
        let mut is_float = false;
        while self.peek(0).is_ascii_digit() {
            self.position += 1;
        }
        if self.peek(0) == b'.' && (self.peek(1).is_ascii_digit() || !is_ident_start(self.peek(1))) {
            is_float = true;
            self.position += 1;
            while self.peek(0).is_ascii_digit() {
                self.position += 1;
            }
        }
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                is_float = true;
                self.position += 1 + sign;
                while self.peek(0).is_ascii_digit() {
                    self.position += 1;
                }
            }
        }
        let direction = self.peek(0);
        if !is_float && matches!(direction, b'f' | b'b') && !is_ident_part(self.peek(1)) {
            let text = std::str::from_utf8(&self.bytes[start..self.position]).unwrap_or("");
            self.position += 1;
            return match text.parse() {
                Ok(number) => TokenKind::NumericLabel(number, direction == b'f'),
                Err(_) => TokenKind::Error("malformed or too large number"),
            };
        }
        if is_ident_part(self.peek(0)) && self.position < self.bytes.len() {
            while is_ident_part(self.peek(0)) && self.position < self.bytes.len() {
                self.position += 1;
            }
            return TokenKind::Error("a number is followed by letters");
        }
        let text = std::str::from_utf8(&self.bytes[start..self.position]).unwrap_or("");
        if is_float {
            return text
                .parse()
                .map_or(TokenKind::Error("malformed number"), TokenKind::Float);
        }
        let octal = text.len() > 1 && text.starts_with('0');
        let value = if octal {
            u64::from_str_radix(text, 8)
        } else {
            text.parse()
        };
        value.map_or(TokenKind::Error("malformed or too large number"), TokenKind::Int)
    }

    /// `1.8p-3` after `0x`; `None`, consuming nothing, if it is not there.
    fn hexadecimal_float(&mut self) -> Option<TokenKind> {
        let start = self.position;
        let (mut mantissa, mut exponent, mut digits, mut is_fraction) = (0u64, 0i32, 0u32, false);
        loop {
            let byte = self.peek(0);
            if let Some(digit) = char::from(byte).to_digit(16) {
                // Digits beyond those of a double only scale.
                if mantissa >> 56 == 0 {
                    mantissa = mantissa << 4 | u64::from(digit);
                    exponent = exponent.saturating_sub(if is_fraction { 4 } else { 0 });
                } else {
                    exponent = exponent.saturating_add(if is_fraction { 0 } else { 4 });
                }
                digits += 1;
            } else if byte == b'.' && !is_fraction {
                is_fraction = true;
            } else {
                break;
            }
            self.position += 1;
        }
        let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
        if digits == 0 || !matches!(self.peek(0), b'p' | b'P') || !self.peek(1 + sign).is_ascii_digit() {
            self.position = start;
            return None;
        }
        let is_negative = self.peek(1) == b'-';
        self.position += 1 + sign;
        let mut power = 0i32;
        while self.peek(0).is_ascii_digit() {
            power = power
                .saturating_mul(10)
                .saturating_add(i32::from(self.peek(0) - b'0'));
            self.position += 1;
        }
        let power = exponent.saturating_add(if is_negative { -power } else { power });
        // Two steps, so that neither factor leaves the range of a double.
        let power = power.clamp(-2200, 2200);
        let scale = |power: i32| 2f64.powi(power);
        Some(TokenKind::Float(
            mantissa as f64 * scale(power / 2) * scale(power - power / 2),
        ))
    }

    fn digits(&mut self, radix: u32) -> TokenKind {
        let start = self.position;
        let mut value = 0u64;
        let mut overflow = false;
        while let Some(digit) = char::from(self.peek(0)).to_digit(radix) {
            let shifted = value.checked_mul(u64::from(radix));
            overflow |= shifted.is_none();
            value = shifted.unwrap_or(0) | u64::from(digit);
            self.position += 1;
        }
        if self.position == start {
            return TokenKind::Error("a number has no digits");
        }
        if overflow {
            TokenKind::Error("the number is too large")
        } else {
            TokenKind::Int(value)
        }
    }

    /// `'a'`, `'\n'`: the number of a character.
    fn character(&mut self) -> TokenKind {
        let is_escape = self.peek(1) == b'\\';
        let length = if is_escape { 4 } else { 3 };
        if self.peek(length - 1) != b'\'' || self.peek(1 + usize::from(is_escape)) == b'\n' {
            self.position += 1;
            return TokenKind::Error("a character constant must be one character between quotes");
        }
        let byte = self.peek(length - 2);
        self.position += length;
        TokenKind::Int(u64::from(match (is_escape, byte) {
            (false, byte) => byte,
            (true, b'n') => b'\n',
            (true, b't') => b'\t',
            (true, b'r') => b'\r',
            (true, b'b') => 8,
            (true, b'f') => 12,
            (true, byte @ (b'\'' | b'\\' | b'"')) => byte,
            (true, _) => return TokenKind::Error("unknown escape sequence in a character constant"),
        }))
    }

    fn string(&mut self) -> Token {
        let start = self.position;
        self.position += 1;
        while self.position < self.bytes.len() && self.peek(0) != b'\n' {
            match self.peek(0) {
                b'"' => {
                    self.position += 1;
                    return self.token(TokenKind::String, start);
                }
                b'\\' if self.position + 1 < self.bytes.len() && self.peek(1) != b'\n' => self.position += 2,
                _ => self.position += 1,
            }
        }
        self.token(TokenKind::Error("the string does not end"), start)
    }
}

/// The bytes of a string token, quotes included in `text`.
pub fn unescape(text: &str) -> Result<Vec<u8>, &'static str> {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text)
        .as_bytes();
    let mut out = Vec::with_capacity(inner.len());
    let mut position = 0;
    while let Some(&byte) = inner.get(position) {
        position += 1;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some(&escape) = inner.get(position) else {
            return Err("a backslash at the end of a string");
        };
        position += 1;
        match escape {
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'"' | b'\\' => out.push(escape),
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    match inner.get(position) {
                        Some(&digit @ b'0'..=b'7') => {
                            value = value * 8 + u32::from(digit - b'0');
                            position += 1;
                        }
                        _ => break,
                    }
                }
                out.push(u8::try_from(value).map_err(|_| "an octal escape above 377")?);
            }
            b'x' | b'X' => {
                let mut value = 0u32;
                let start = position;
                while let Some(digit) = inner.get(position).and_then(|&b| char::from(b).to_digit(16)) {
                    value = (value << 4 | digit) & 0xff;
                    position += 1;
                }
                if position == start {
                    return Err("\\x without digits");
                }
                out.push(value as u8);
            }
            _ => return Err("unknown escape sequence in a string"),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let mut tokens = Vec::new();
        lex_statement(text, 0, &mut tokens);
        tokens.into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn tokens() {
        use TokenKind::*;
        assert_eq!(
            kinds("s[4:5], -|v0| ; comment"),
            [
                Ident,
                Punct(b'['),
                Int(4),
                Punct(b':'),
                Int(5),
                Punct(b']'),
                Punct(b','),
                Punct(b'-'),
                Punct(b'|'),
                Ident,
                Punct(b'|'),
                End
            ]
        );
        assert_eq!(
            kinds("0x10 1.5 010 1e3 .5"),
            [Int(16), Float(1.5), Int(8), Float(1000.0), Float(0.5), End]
        );
        assert_eq!(
            kinds("0x1p3 0x1.8p-1 0x10 'a' '\\n'"),
            [Float(8.0), Float(0.75), Int(16), Int(97), Int(10), End]
        );
        assert!(matches!(kinds("'ab'")[0], Error(_)));
        assert!(matches!(kinds("12ab")[0], Error(_)));
        assert!(matches!(kinds("\"abc")[0], Error(_)));
        assert_eq!(kinds("/* a\nb */ x"), [Ident, End]);
    }

    #[test]
    fn strings() {
        assert_eq!(unescape("\"a\\n\\101\\x41\""), Ok(b"a\nAA".to_vec()));
        assert!(unescape("\"\\q\"").is_err());
    }
}
