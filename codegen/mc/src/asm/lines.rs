//! Directives of line tables: `.file` and `.loc`.

use super::cursor::{Cursor, ParseError};
use super::lexer::{Token, TokenKind};
use super::parser::AsmParser;
use crate::line_table::{SourceFile, SourceLine};
use crate::streamer::Streamer;

/// The text of a string.
fn text(cursor: &mut Cursor<'_>) -> Result<String, ParseError> {
    Ok(String::from_utf8_lossy(&cursor.string()?).into_owned())
}

impl AsmParser<'_> {
    /// `.file NUMBER ["DIRECTORY"] "NAME" [md5 DIGEST] [source "TEXT"]`
    pub(super) fn source_file<S: Streamer>(
        &mut self,
        first: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let number = self.unsigned(cursor, out)?;
        let mut file = SourceFile {
            name: text(cursor)?,
            ..SourceFile::default()
        };
        if cursor.token().kind == TokenKind::String {
            file.directory = std::mem::replace(&mut file.name, text(cursor)?);
        }
        loop {
            if cursor.eat_ident("md5") {
                let digest = cursor.advance();
                let digits = cursor.text_of(digest).strip_prefix("0x");
                let value = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
                match value {
                    Some(value) => file.md5 = Some(value.to_be_bytes()),
                    None => return Err(cursor.error_at(digest, "expected a digest of 128 bits")),
                }
            } else if cursor.eat_ident("source") {
                // The text of the file: no table of ours carries it.
                text(cursor)?;
            } else {
                break;
            }
        }
        cursor.expect_end()?;
        out.source_file(number, &file)
            .map_err(|message| cursor.error_at(first, message))
    }

    /// `.loc FILE LINE [COLUMN] [basic_block] [prologue_end] [epilogue_begin] [is_stmt 0|1] [isa N] [discriminator N]`
    pub(super) fn source_line<S: Streamer>(
        &mut self,
        first: Token,
        cursor: &mut Cursor<'_>,
        out: &mut S,
    ) -> Result<(), ParseError> {
        let mut line = SourceLine {
            file: self.unsigned(cursor, out)?,
            is_statement: self.state.is_statement,
            ..SourceLine::default()
        };
        if matches!(cursor.token().kind, TokenKind::Int(_)) {
            line.line = self.unsigned(cursor, out)?;
        }
        if matches!(cursor.token().kind, TokenKind::Int(_)) {
            line.column = self.unsigned(cursor, out)?;
        }
        while !cursor.at_end() {
            let token = cursor.token();
            match cursor.name()?.as_str() {
                "basic_block" => line.is_block = true,
                "prologue_end" => line.is_prologue_end = true,
                "epilogue_begin" => line.is_epilogue_begin = true,
                "is_stmt" => match self.unsigned(cursor, out)? {
                    value @ (0 | 1) => line.is_statement = value == 1,
                    _ => return Err(cursor.error_at(token, "is_stmt value not 0 or 1")),
                },
                "isa" => {
                    self.unsigned(cursor, out)?;
                }
                "discriminator" => line.discriminator = self.unsigned(cursor, out)?,
                _ => return Err(cursor.error_at(token, "unknown sub-directive in '.loc' directive")),
            }
        }
        self.state.is_statement = line.is_statement;
        out.source_line(line)
            .map_err(|message| cursor.error_at(first, message))
    }

    fn unsigned<S: Streamer>(&mut self, cursor: &mut Cursor<'_>, out: &mut S) -> Result<u32, ParseError> {
        let token = cursor.token();
        let value = cursor.absolute(out.symbols_mut())?;
        u32::try_from(value)
            .map_err(|_| cursor.error_at(token, "expected a number of 32 bits that is not negative"))
    }
}
