//! Numbers, strings and code in the text.

use crate::intern::{StringInterner, repeated, zero_bytes};
use crate::lexer::{Lexer, is_id_start, measure};
use crate::token::Tok;
use wavec_support::{Diagnostics, Span};

/// The lowest bit that is set is in the first byte of a word that is special in a string.
#[inline]
fn string_stops(word: u64) -> u64 {
    let are = |byte: u8| zero_bytes(word ^ repeated(byte));
    are(b'"') | are(b'\\') | are(b'\n') | are(b'\r')
}

impl Lexer<'_> {
    /// A number, or an identifier that starts with digits (`foo#8i`).
    pub(crate) fn number_or_identifier(
        &mut self,
        first: u8,
        strings: &mut StringInterner,
        diagnostics: &mut Diagnostics,
    ) -> Tok {
        if first.is_ascii_digit() {
            let mut digits = 1;
            while self.peek(digits).is_ascii_digit() {
                digits += 1;
            }
            let (next, after) = (self.peek(digits), self.peek(digits + 1));
            let is_based = (next == b'x' && after.is_ascii_hexdigit())
                || (next == b'b' && (after == b'0' || after == b'1'));
            if is_id_start(next) && !is_based {
                return self.identifier(strings);
            }
            if first == b'0' && digits == 1 && is_based {
                return self.based_number(next, diagnostics);
            }
            self.advance(digits);
        } else {
            self.advance(1);
            if !self.peek(0).is_ascii_digit() {
                return if first == b'-' { Tok::Minus } else { Tok::Plus };
            }
            while self.peek(0).is_ascii_digit() {
                self.advance(1);
            }
        }
        let file = &self.open;
        let text = &file.text[self.start..file.at];
        let value = if first == b'-' {
            text.parse::<i64>().ok()
        } else {
            text.trim_start_matches('+')
                .parse::<u64>()
                .ok()
                .map(|value| value as i64)
        };
        match value {
            Some(value) => Tok::Int(value),
            None => self.error(diagnostics, "number out of range"),
        }
    }

    fn based_number(&mut self, letter: u8, diagnostics: &mut Diagnostics) -> Tok {
        self.advance(2);
        let digits_at = self.file().at;
        let is_hex = letter == b'x';
        while match self.peek(0) {
            b'0' | b'1' => true,
            other => is_hex && other.is_ascii_hexdigit(),
        } {
            self.advance(1);
        }
        let file = &self.open;
        let digits = &file.text[digits_at..file.at];
        match u64::from_str_radix(digits, if is_hex { 16 } else { 2 }) {
            Ok(value) if is_hex => Tok::Int(value as i64),
            Ok(value) => Tok::Binary(value as i64, digits.len() as u32),
            Err(_) => self.error(diagnostics, "number out of range"),
        }
    }

    /// `"..."`; the first quote has been read.
    pub(crate) fn string(&mut self, strings: &mut StringInterner, diagnostics: &mut Diagnostics) -> Tok {
        let file = &mut self.open;
        let (bytes, begin) = (file.text.as_bytes(), file.at);
        let rest = &bytes[begin..];
        let (length, hash) = measure(rest, string_stops);
        if rest.get(length) != Some(&b'"') {
            return self.string_with_escapes(strings, diagnostics);
        }
        file.at = begin + length + 1;
        Tok::Str(match strings.find_hashed(&rest[..length], hash) {
            Ok(symbol) => symbol,
            Err(place) => strings.add(&file.text[begin..begin + length], hash, place),
        })
    }

    /// A string with escapes or other special characters.
    #[cold]
    fn string_with_escapes(&mut self, strings: &mut StringInterner, diagnostics: &mut Diagnostics) -> Tok {
        // The value up to the last escape.
        let mut value = String::new();
        let begin = self.file().at;
        loop {
            let file = self.file();
            let bytes = &file.text.as_bytes()[file.at..];
            let plain = bytes
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))
                .unwrap_or(bytes.len());
            let rest = &file.text[file.at..file.at + plain];
            let stop = bytes.get(plain).copied();
            file.at += plain;
            let Some(stop) = stop else {
                return self.string_error(begin, diagnostics, "end of file in string literal");
            };
            if stop != b'"' && stop != b'\\' {
                return self.string_error(begin, diagnostics, "end of line in string literal");
            }
            file.at += 1;
            let behind = file.at;
            value.push_str(rest);
            if stop == b'"' {
                return Tok::Str(strings.intern(&value));
            }
            match self.peek(0) {
                escaped @ (b'\\' | b'\'' | b'"') => value.push(escaped as char),
                b't' => value.push('\t'),
                b'n' => value.push('\n'),
                b'\n' | b'\r' => {
                    let message = "escaped newlines not supported in tblgen";
                    return self.string_error(behind, diagnostics, message);
                }
                0 if self.at_end() => {
                    return self.string_error(begin, diagnostics, "end of file in string literal");
                }
                _ => return self.string_error(behind, diagnostics, "invalid escape in string literal"),
            }
            self.advance(1);
        }
    }

    /// An error at byte `at` of a string; reading continues after the string, or at the end of the line.
    fn string_error(&mut self, at: usize, diagnostics: &mut Diagnostics, message: &str) -> Tok {
        let place = self.span_from(at);
        let end = place.start;
        diagnostics.error(Span { end, ..place }, message);
        loop {
            match self.peek(0) {
                b'\n' | b'\r' => break,
                0 if self.at_end() => break,
                b'\\' if !matches!(self.peek(1), b'\n' | b'\r') => self.advance(1),
                b'"' => {
                    self.advance(1);
                    break;
                }
                _ => {}
            }
            self.advance(1);
        }
        Tok::Error
    }

    /// `[{ ... }]`; the `[` has been read.
    pub(crate) fn code(&mut self, strings: &mut StringInterner, diagnostics: &mut Diagnostics) -> Tok {
        self.advance(1);
        let file = &self.open;
        let begin = file.at;
        let Some(len) = file.text[begin..].find("}]") else {
            let all = file.text.len() - begin;
            self.advance(all);
            let span = self.span_from(self.start);
            let opening = Span {
                end: span.start + 2,
                ..span
            };
            diagnostics.error(opening, "unterminated code block");
            return Tok::Error;
        };
        let text = &file.text[begin..begin + len];
        // Line ends of all kinds are kept.
        let symbol = strings.intern(text);
        self.advance(len + 2);
        Tok::Code(symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intern::hash_bytes;

    #[test]
    fn strings_are_plain_up_to_a_quote_an_escape_or_a_line_end() {
        for byte in 0..=u8::MAX {
            let stops = matches!(byte, b'"' | b'\\' | b'\n' | b'\r');
            for at in 0..20 {
                let mut text = vec![b'z'; 20];
                text[at] = byte;
                let expected = if stops { at } else { 20 };
                let hash = hash_bytes(&text[..expected]);
                assert_eq!(measure(&text, string_stops), (expected, hash), "{byte} at {at}");
            }
        }
    }
}
