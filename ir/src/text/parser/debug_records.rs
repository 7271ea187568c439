//! Debug records (`#dbg_value(...)`): checked for balance and left out. Line numbers are in `!dbg` attachments.

use super::{Parse, Parser};
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    /// Skips a record, at its `#`.
    pub(super) fn debug_record(&mut self) -> Parse<()> {
        self.expect(TokenKind::Hash, "'#'")?;
        if !matches!(
            self.word(),
            "dbg_value" | "dbg_declare" | "dbg_assign" | "dbg_label" | "dbg_declare_value"
        ) {
            return self.error("expected a debug record");
        }
        self.advance();
        self.expect(TokenKind::OpenParen, "'('")?;
        self.raw_parenthesized()?;
        Ok(())
    }
}
