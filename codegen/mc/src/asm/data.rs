//! Directives that emit data.

use super::cursor::{Cursor, ParseError};
use super::lexer::{Token, TokenKind};
use super::parser::AsmParser;
use crate::inst::MCExpr;
use crate::object_module::{Binding, elf};
use crate::streamer::{Filling, Streamer, SymbolAttribute};

impl AsmParser<'_> {
    pub(super) fn align<S: Streamer>(
        &mut self,
        is_log2: bool,
        size: u8,
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
                let value = self.absolute(cursor, out)?;
                fill = Some(Filling { value, size });
            }
            if cursor.eat(b',') {
                max = u64::try_from(self.absolute(cursor, out)?).unwrap_or(0);
            }
        }
        cursor.expect_end()?;
        out.align(log2, fill, max);
        Ok(())
    }

    /// `.org PLACE[, BYTE]`
    pub(super) fn org<S: Streamer>(
        &mut self,
        first: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let place = self.expression(cursor, out)?;
        let fill = match cursor.eat(b',') {
            true => self.absolute(cursor, out)?,
            false => 0,
        };
        cursor.expect_end()?;
        out.org(place, fill as u8)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// `.comm NAME, SIZE[, LOG2]`, `.lcomm NAME, SIZE`
    pub(super) fn common<S: Streamer>(
        &mut self,
        is_local: bool,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let first = cursor.token();
        let name = cursor.name()?;
        let symbol = out.symbols_mut().intern(&name);
        cursor.expect(b',')?;
        let token = cursor.token();
        let size = u64::try_from(self.absolute(cursor, out)?)
            .map_err(|_| cursor.error_at(token, "the size is negative"))?;
        let mut align = 1;
        if !is_local && cursor.eat(b',') {
            let token = cursor.token();
            let log2 = self.absolute(cursor, out)?;
            if !(0..=31).contains(&log2) {
                return Err(cursor.error_at(token, "invalid alignment"));
            }
            align = 1 << log2;
        }
        cursor.expect_end()?;
        if is_local {
            out.attribute(symbol, SymbolAttribute::Binding(Binding::Local));
        }
        out.common(symbol, size, align, elf::SHN_COMMON)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// `.reloc PLACE, TYPE[, VALUE]`
    pub(super) fn relocation<S: Streamer>(
        &mut self,
        first: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let place = self.expression(cursor, out)?;
        cursor.expect(b',')?;
        let Some(name) = cursor.ident() else {
            return Err(cursor.error("expected relocation name"));
        };
        let name = name.to_string();
        cursor.advance();
        let value = match cursor.eat(b',') {
            true => Some(self.expression(cursor, out)?),
            false => None,
        };
        cursor.expect_end()?;
        out.relocation(place, &name, value)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// A count; negative numbers are an error.
    fn count<S: Streamer>(&mut self, cursor: &mut Cursor<'_>, out: &mut S) -> Result<u64, ParseError> {
        let token = cursor.token();
        let count = self.late_number(cursor, out)?;
        u64::try_from(count).map_err(|_| cursor.error_at(token, "the number is negative"))
    }

    /// `.zero COUNT[, BYTE]`
    pub(super) fn zeros<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let first = cursor.token();
        let count = self.count(cursor, out)?;
        let value = match cursor.eat(b',') {
            true => self.absolute(cursor, out)?,
            false => 0,
        };
        cursor.expect_end()?;
        out.fill(count, 1, value)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// `.fill COUNT[, SIZE[, VALUE]]`: of the value four bytes are used.
    pub(super) fn fill<S: Streamer>(
        &mut self,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let first = cursor.token();
        let count = self.late_number(cursor, out)?;
        let mut size = 1;
        let mut value = 0;
        if cursor.eat(b',') {
            let token = cursor.token();
            let number = self.absolute(cursor, out)?;
            if number < 0 {
                let place = self.place_of(token);
                let message = "'.fill' directive with negative size has no effect";
                self.state.errors.warning(place, message);
            }
            size = number.clamp(0, 8) as u8;
        }
        if cursor.eat(b',') {
            value = self.absolute(cursor, out)? & 0xffff_ffff;
        }
        cursor.expect_end()?;
        let Ok(count) = u64::try_from(count) else {
            let place = self.place_of(first);
            let message = "'.fill' directive with negative repeat count has no effect";
            self.state.errors.warning(place, message);
            return Ok(());
        };
        out.fill(count, size, value)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// `.dcb COUNT, VALUE`
    pub(super) fn repeated<S: Streamer>(
        &mut self,
        size: u8,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        self.fill_with(size, cursor, out, |parser, cursor, out| {
            parser.absolute(cursor, out)
        })
    }

    /// `.dcb.s COUNT, NUMBER`
    pub(super) fn repeated_floats<S: Streamer>(
        &mut self,
        size: u8,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        self.fill_with(size, cursor, out, |_, cursor, _| Ok(float(size, cursor)? as i64))
    }

    fn fill_with<S: Streamer>(
        &mut self,
        size: u8,
        cursor: &mut Cursor<'_>,
        out: &mut S,
        value: impl FnOnce(&mut Self, &mut Cursor<'_>, &mut S) -> Result<i64, ParseError>,
    ) -> Result<(), ParseError> {
        let first = cursor.token();
        let count = self.count(cursor, out)?;
        cursor.expect(b',')?;
        let value = value(self, cursor, out)?;
        cursor.expect_end()?;
        out.fill(count, size, value)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// `.ds COUNT`: space for numbers of this size.
    pub(super) fn room<S: Streamer>(
        &mut self,
        size: u64,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let first = cursor.token();
        let count = self.count(cursor, out)?;
        cursor.expect_end()?;
        out.fill(count.saturating_mul(size), 1, 0)
            .map_err(|message| cursor.error_at(first, message))
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
            // Adjacent strings are concatenated.
            while !zero && cursor.token().kind == TokenKind::String {
                bytes.extend(cursor.string()?);
            }
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
            let bits = float(size, cursor)?;
            out.bytes(&bits.to_le_bytes()[..usize::from(size)]);
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

    /// Integers of variable length.
    pub(super) fn leb128<S: Streamer>(
        &mut self,
        is_signed: bool,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        loop {
            let value = self.late_number(cursor, out)?;
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

/// The bits of a floating-point number of 4 or 8 bytes.
fn float(size: u8, cursor: &mut Cursor<'_>) -> Result<u64, ParseError> {
    let is_negative = cursor.eat(b'-');
    if !is_negative {
        cursor.eat(b'+');
    }
    let value = match cursor.token().kind {
        TokenKind::Float(value) => value,
        TokenKind::Int(value) => value as f64,
        TokenKind::Ident => match cursor.ident().unwrap_or("").to_ascii_lowercase().as_str() {
            "inf" | "infinity" => f64::INFINITY,
            // All bits of the fraction are set.
            "nan" => f64::from_bits(u64::MAX >> 1),
            _ => return Err(cursor.error("invalid floating point literal")),
        },
        _ => return Err(cursor.error("unexpected token in directive")),
    };
    cursor.advance();
    let value = if is_negative { -value } else { value };
    Ok(match size {
        4 if value.is_nan() => u64::from(u32::MAX >> 1 | u32::from(is_negative) << 31),
        4 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    })
}
