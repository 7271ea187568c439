//! Metadata: nodes, strings, attachments.

use super::{Parse, Parser};
use crate::entities::{MetadataId, Symbol, Type};
use crate::metadata::Metadata;
use crate::text::escape::unescape;
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    /// Creates the node of a definition, so that its number is known.
    pub(super) fn reserve_metadata(&mut self) -> Parse<()> {
        self.expect(TokenKind::Exclaim, "'!'")?;
        let span = self.span();
        let number: u32 = self.number("a metadata number")?;
        if self.metadata_numbers.contains_key(&number) {
            return self.error_at(span, format!("redefinition of metadata '!{number}'"));
        }
        let id = self.ctx().metadata.nodes.push(Metadata::Forward);
        self.metadata_numbers.insert(number, id);
        Ok(())
    }

    /// `!5 = distinct !{...}`
    pub(super) fn metadata_definition(&mut self) -> Parse<()> {
        self.expect(TokenKind::Exclaim, "'!'")?;
        let number: u32 = self.number("a metadata number")?;
        self.expect(TokenKind::Equal, "'='")?;
        let Some(&id) = self.metadata_numbers.get(&number) else {
            return Ok(());
        };
        let distinct = self.eat_word("distinct");
        let node = match self.token.kind {
            TokenKind::MetadataName => self.specialized_node(distinct)?,
            TokenKind::Exclaim => {
                self.advance();
                if self.at(TokenKind::String) {
                    let text = self.string("a string")?;
                    Metadata::String(self.ctx().symbol(&text))
                } else {
                    self.node_operands(distinct)?
                }
            }
            _ => return self.error("expected a metadata node"),
        };
        self.ctx().metadata.nodes[id] = node;
        Ok(())
    }

    /// `!name = !{!0, !1}`
    pub(super) fn named_metadata(&mut self) -> Parse<()> {
        let token = self.expect(TokenKind::MetadataName, "a metadata name")?;
        let name = self.symbol_of(token);
        self.expect(TokenKind::Equal, "'='")?;
        self.expect(TokenKind::Exclaim, "'!'")?;
        self.expect(TokenKind::OpenBrace, "'{'")?;
        let mut nodes = Vec::new();
        while !self.at(TokenKind::CloseBrace) {
            nodes.push(self.metadata_ref()?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseBrace, "'}'")?;
        let named = &mut self.ctx().metadata.named;
        match named.iter_mut().find(|n| n.0 == name) {
            Some(entry) => entry.1.extend(nodes),
            None => named.push((name, nodes)),
        }
        Ok(())
    }

    /// Reports nodes that are used but not defined.
    pub(super) fn check_metadata_defined(&mut self) {
        let mut missing: Vec<_> = self.metadata_mentions.drain().collect();
        missing.sort_unstable_by_key(|m| m.0);
        for (number, span) in missing {
            let _: Parse<()> = self.error_at(span, format!("use of undefined metadata '!{number}'"));
        }
    }

    /// The node of a number.
    fn numbered_metadata(&mut self) -> Parse<MetadataId> {
        let span = self.span();
        let number: u32 = self.number("a metadata number")?;
        if let Some(&id) = self.metadata_numbers.get(&number) {
            return Ok(id);
        }
        // All definitions have been seen: this one is missing.
        let id = self.ctx().metadata.nodes.push(Metadata::Forward);
        self.metadata_numbers.insert(number, id);
        self.metadata_mentions.insert(number, span);
        Ok(id)
    }

    fn metadata_string(&mut self) -> Parse<MetadataId> {
        let token = self.expect(TokenKind::String, "a string")?;
        let text = unescape(self.text_of(token));
        let symbol = self.ctx().symbol(&text);
        if let Some(&id) = self.metadata_strings.get(&symbol) {
            return Ok(id);
        }
        let id = self.ctx().metadata.nodes.push(Metadata::String(symbol));
        self.metadata_strings.insert(symbol, id);
        Ok(id)
    }

    /// `!5`, `!"text"`, `!{...}`, `!DILocation(...)`, or a constant with its type.
    pub(super) fn metadata_ref(&mut self) -> Parse<MetadataId> {
        match self.token.kind {
            TokenKind::Exclaim => {
                self.advance();
                match self.token.kind {
                    TokenKind::Int => self.numbered_metadata(),
                    TokenKind::String => self.metadata_string(),
                    TokenKind::OpenBrace => {
                        let node = self.nested(|p| p.node_operands(false))?;
                        Ok(self.ctx().metadata.nodes.push(node))
                    }
                    _ => self.error("expected metadata"),
                }
            }
            TokenKind::MetadataName => {
                let node = self.nested(|p| p.specialized_node(false))?;
                Ok(self.ctx().metadata.nodes.push(node))
            }
            TokenKind::Word if self.at_word("distinct") => {
                self.advance();
                let node = if self.at(TokenKind::MetadataName) {
                    self.nested(|p| p.specialized_node(true))?
                } else {
                    self.expect(TokenKind::Exclaim, "'!'")?;
                    self.nested(|p| p.node_operands(true))?
                };
                Ok(self.ctx().metadata.nodes.push(node))
            }
            _ => {
                let span = self.span();
                let ty = self.first_class_type()?;
                if matches!(ty, Type::METADATA | Type::LABEL | Type::TOKEN) {
                    return self.error_at(span, "invalid type of metadata");
                }
                if self.at(TokenKind::Local) {
                    return self.error("metadata cannot hold a value of a function here");
                }
                let constant = self.constant(ty)?;
                Ok(self.ctx().metadata.nodes.push(Metadata::Constant(ty, constant)))
            }
        }
    }

    /// `{!0, null, i32 1}`
    fn node_operands(&mut self, distinct: bool) -> Parse<Metadata> {
        self.expect(TokenKind::OpenBrace, "'{'")?;
        let mut operands = Vec::new();
        while !self.at(TokenKind::CloseBrace) {
            if self.eat_word("null") {
                operands.push(None);
            } else {
                operands.push(Some(self.metadata_ref()?));
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseBrace, "'}'")?;
        Ok(Metadata::Node {
            distinct,
            operands: operands.into(),
        })
    }

    /// `!kind !node` repeatedly, separated by commas if `commas`.
    pub(super) fn attachments(&mut self, commas: bool) -> Parse<Vec<(Symbol, MetadataId)>> {
        let mut list: Vec<(Symbol, MetadataId)> = Vec::new();
        while self.at(TokenKind::MetadataName) {
            let token = self.advance();
            let kind = self.symbol_of(token);
            let span = self.span();
            if !matches!(self.token.kind, TokenKind::Exclaim | TokenKind::MetadataName)
                && !self.at_word("distinct")
            {
                return self.error_at(span, "expected a metadata node");
            }
            let node = self.metadata_ref()?;
            list.push((kind, node));
            if commas && !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(list)
    }
}
