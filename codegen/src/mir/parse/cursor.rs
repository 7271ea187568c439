//! One line of the text, read from left to right.

use super::Parsed;
use crate::mir::mem_operand::AtomicOrdering;

pub(super) struct LineCursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> LineCursor<'t> {
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        if self.rest().starts_with(';') {
            self.at = self.text.len();
        }
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Consumes `text` at the current position.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        if !text.is_empty() && self.rest().starts_with(text) {
            self.at += text.len();
            return true;
        }
        false
    }

    /// Consumes `text` after white space, as a whole word if it is one.
    pub(super) fn eat_token(&mut self, text: &str) -> bool {
        let start = self.at;
        self.skip_space();
        if self.eat(text) {
            let is_word = text.ends_with(|c: char| c.is_ascii_alphanumeric());
            let continues = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if !(is_word && self.rest().starts_with(continues)) {
                return true;
            }
        }
        self.at = start;
        false
    }

    pub(super) fn expect(&mut self, text: &str) -> Parsed<()> {
        self.skip_space();
        if self.eat(text) {
            return Ok(());
        }
        Err((self.at, format!("expected '{text}'")))
    }

    pub(super) fn expect_end(&mut self) -> Parsed<()> {
        self.skip_space();
        if self.at_end() {
            return Ok(());
        }
        Err((self.at, "unexpected text at the end of the line".into()))
    }

    /// Letters, digits, `_` and inner hyphens.
    pub(super) fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    pub(super) fn number(&mut self) -> Parsed<u64> {
        self.skip_space();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let value = rest[..end]
            .parse()
            .map_err(|_| (self.at, "expected a number".to_string()))?;
        self.at += end;
        Ok(value)
    }

    pub(super) fn signed(&mut self) -> Parsed<i64> {
        let start = self.at;
        let rest = self.rest();
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let end = end + (rest.len() - digits.len());
        let value = rest[..end]
            .parse()
            .map_err(|_| (start, "expected a number of 64 bits".to_string()))?;
        self.at += end;
        Ok(value)
    }

    pub(super) fn optional_offset(&mut self) -> Parsed<i64> {
        if self.eat_token("+") {
            return Ok(self.number()? as i64);
        }
        if self.eat_token("-") {
            return Ok((self.number()? as i64).wrapping_neg());
        }
        Ok(0)
    }

    pub(super) fn ordering(&mut self) -> Parsed<AtomicOrdering> {
        self.skip_space();
        let start = self.at;
        let word = self.word();
        AtomicOrdering::ALL
            .into_iter()
            .find(|ordering| ordering.name() == word)
            .ok_or_else(|| (start, format!("unknown word '{word}' in a memory operand")))
    }

    /// A symbol's name, quoted or plain.
    pub(super) fn name(&mut self) -> Parsed<String> {
        let start = self.at;
        if !self.eat("\"") {
            let rest = self.rest();
            let end = rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')))
                .unwrap_or(rest.len());
            if end == 0 {
                return Err((start, "expected a name".into()));
            }
            self.at += end;
            return Ok(rest[..end].to_string());
        }
        let mut name = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += i + 1;
                    return Ok(name);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => name.push('\n'),
                    Some((_, c)) => name.push(c),
                    None => break,
                },
                c => name.push(c),
            }
        }
        Err((start, "unterminated string".into()))
    }
}
