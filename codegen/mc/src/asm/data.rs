//! Directives that put data into a section.

use super::cursor::{Cursor, ParseError};
use super::lexer::TokenKind;
use super::parser::AsmParser;
use crate::inst::MCExpr;
use crate::streamer::Streamer;

impl AsmParser<'_> {
    pub(super) fn align<S: Streamer>(
        &mut self,
        is_log2: bool,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let token = cursor.token();
        let amount = self.absolute(cursor, out)?;
        let log2 = match u64::try_from(amount) {
            Ok(amount) if is_log2 && amount <= 24 => amount as u8,
            Ok(amount) if !is_log2 && amount <= 1 << 24 && (amount == 0 || amount.is_power_of_two()) => {
                amount.max(1).trailing_zeros() as u8
            }
            _ => return Err(cursor.error_at(token, "invalid alignment")),
        };
        let mut fill = None;
        let mut max = 0;
        if cursor.eat(b',') {
            if !cursor.is_punct(b',') && !cursor.at_end() {
                fill = Some(self.absolute(cursor, out)? as u8);
            }
            if cursor.eat(b',') {
                max = u64::try_from(self.absolute(cursor, out)?).unwrap_or(0);
            }
        }
        cursor.expect_end()?;
        out.align(log2, fill, max);
        Ok(())
    }

    pub(super) fn data<S: Streamer>(
        &mut self,
        size: u8,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        if cursor.at_end() {
            return Ok(());
        }
        loop {
            let token = cursor.token();
            let value = match cursor.token().kind {
                TokenKind::Float(value) if size == 8 => {
                    cursor.advance();
                    MCExpr::Constant(value.to_bits() as i64)
                }
                _ => self.expression(cursor, out)?,
            };
            if let MCExpr::Constant(value) = value
                && size < 8
                && !(-(1i64 << (size * 8 - 1))..1i64 << (size * 8)).contains(&value)
            {
                return Err(cursor.error_at(token, "out of range literal value"));
            }
            out.value(value, size);
            if !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }

    pub(super) fn strings<S: Streamer>(
        &mut self,
        zero: bool,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        loop {
            let mut bytes = cursor.string()?;
            if zero {
                bytes.push(0);
            }
            out.bytes(&bytes);
            if !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }

    /// Floating-point numbers of 4 or 8 bytes; integers are numbers too.
    pub(super) fn floats<S: Streamer>(
        &mut self,
        size: u8,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        loop {
            let is_negative = cursor.eat(b'-');
            if !is_negative {
                cursor.eat(b'+');
            }
            let value = match cursor.token().kind {
                TokenKind::Float(value) => value,
                TokenKind::Int(value) => value as f64,
                TokenKind::Ident => match cursor.ident().unwrap_or("").to_ascii_lowercase().as_str() {
                    "inf" | "infinity" => f64::INFINITY,
                    "nan" => f64::NAN,
                    _ => return Err(cursor.error("invalid floating point literal")),
                },
                _ => return Err(cursor.error("unexpected token in directive")),
            };
            cursor.advance();
            let value = if is_negative { -value } else { value };
            match size {
                4 => out.bytes(&(value as f32).to_le_bytes()),
                _ => out.bytes(&value.to_le_bytes()),
            }
            if !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }

    /// Integers of 16 bytes.
    pub(super) fn octa<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        loop {
            let token = cursor.advance();
            let text = cursor.text_of(token);
            let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
                Some(digits) => u128::from_str_radix(digits, 16),
                None => text.parse(),
            };
            match value {
                Ok(value) => out.bytes(&value.to_le_bytes()),
                Err(_) => return Err(cursor.error_at(token, "expected an integer of 128 bits")),
            }
            if !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }

    /// Integers of variable length; their values must be known.
    pub(super) fn leb128<S: Streamer>(
        &mut self,
        is_signed: bool,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        loop {
            let value = self.absolute(cursor, out)?;
            let (mut signed, mut unsigned) = (value, value as u64);
            let mut bytes = Vec::new();
            loop {
                let group = (signed & 0x7f) as u8;
                let is_last = if is_signed {
                    signed >>= 7;
                    signed == 0 && group & 0x40 == 0 || signed == -1 && group & 0x40 != 0
                } else {
                    unsigned >>= 7;
                    signed = unsigned as i64;
                    unsigned == 0
                };
                bytes.push(if is_last { group } else { group | 0x80 });
                if is_last {
                    break;
                }
            }
            out.bytes(&bytes);
            if !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }
}
