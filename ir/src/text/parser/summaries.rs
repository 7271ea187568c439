//! Summaries, `^0 = module: (...)`: information for link-time optimization. They are ignored and dropped.

use super::{Parse, Parser};
use crate::text::lexer::TokenKind;
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::Span;

/// Numbers of summaries.
#[derive(Default)]
pub(super) struct Summaries {
    defined: FxHashSet<u32>,
    /// With the first mention.
    mentioned: FxHashMap<u32, Span>,
}

impl Parser<'_> {
    fn at_caret(&self) -> bool {
        self.token.kind == TokenKind::Error && self.text[self.token.start as usize..].starts_with('^')
    }

    /// `^0 = kind: (...)`
    pub(super) fn summary_entity(&mut self) -> Parse<()> {
        self.advance();
        let number = self.number("the number of a summary")?;
        self.summaries.defined.insert(number);
        self.expect(TokenKind::Equal, "'='")?;
        if !self.at(TokenKind::Label) {
            return self.error("unexpected summary kind");
        }
        let kind = self.text_of(self.token);
        match kind {
            "flags" | "blockcount" => {
                self.advance();
                self.number::<u64>("a number").map(|_| ())
            }
            "gv" | "module" | "typeid" | "typeidCompatibleVTable" => {
                self.advance();
                self.expect(TokenKind::OpenParen, "'(' here")?;
                if kind == "gv" && self.at(TokenKind::Label) && self.text_of(self.token) == "name" {
                    self.advance();
                    let span = self.span();
                    let name = self.string("a name")?;
                    let ctx = &self.module.ctx;
                    if ctx.function_named(&name).is_none() && ctx.global_named(&name).is_none() {
                        return self.error_at(span, format!("reference to undefined global '{name}'"));
                    }
                }
                self.summary_members()
            }
            _ => self.error("unexpected summary kind"),
        }
    }

    /// The text up to the parenthesis that closes a summary.
    fn summary_members(&mut self) -> Parse<()> {
        let mut depth = 1u32;
        while depth > 0 {
            match self.token.kind {
                TokenKind::OpenParen => depth += 1,
                TokenKind::CloseParen => depth -= 1,
                TokenKind::Error if self.at_caret() => {
                    let span = self.span();
                    self.advance();
                    let number = self.number("the number of a summary")?;
                    self.summaries.mentioned.entry(number).or_insert(span);
                    continue;
                }
                TokenKind::Eof | TokenKind::Error => return self.error("expected ')' here"),
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }

    /// Reports summaries that are referenced but not defined.
    pub(super) fn check_summaries_defined(&mut self) {
        let summaries = std::mem::take(&mut self.summaries);
        let is_missing = |entry: &(u32, Span)| !summaries.defined.contains(&entry.0);
        let mut missing: Vec<_> = summaries.mentioned.into_iter().filter(is_missing).collect();
        missing.sort_unstable_by_key(|entry| entry.0);
        for (number, span) in missing {
            let _: Parse<()> = self.error_at(span, format!("use of undefined summary '^{number}'"));
        }
    }
}
