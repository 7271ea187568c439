//! The first scan: where the top-level entities start, and the order in which they are read.

use super::{LayoutChoice, Parse, Parser, Reported};
use crate::data_layout::DataLayout;
use crate::module::ModuleAsm;
use crate::text::lexer::TokenKind;
use wavec_support::Diagnostic;

/// Kinds of top-level entities, in the order in which they are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EntityKind {
    Target,
    Type,
    Comdat,
    Attributes,
    Global,
    Function,
    NamedMetadata,
    Metadata,
    UseOrder,
    Summary,
    /// Skipped: not the start of an entity.
    Ignored,
}

#[derive(Clone, Copy)]
pub(super) struct Entity {
    pub kind: EntityKind,
    /// First byte.
    pub start: u32,
    /// Where the next one starts.
    pub end: u32,
}

impl Parser<'_> {
    pub(super) fn module(&mut self) {
        let entities = self.outline();
        let read = |parser: &mut Self, kind: EntityKind, work: fn(&mut Self) -> Parse<()>| {
            for entity in entities.iter().filter(|e| e.kind == kind) {
                parser.seek(entity.start);
                parser.depth = 0;
                // The error has been reported; the next entity starts afresh.
                if work(parser).is_ok() {
                    parser.check_end(entity);
                }
            }
        };
        read(self, EntityKind::Target, Parser::target_entity);
        read(self, EntityKind::Type, Parser::type_definition);
        self.check_type_sizes();
        read(self, EntityKind::Comdat, Parser::comdat_entity);
        read(self, EntityKind::Attributes, Parser::attribute_group);
        for entity in entities.iter().filter(|e| e.kind == EntityKind::Metadata) {
            self.seek(entity.start);
            let _ = self.reserve_metadata();
        }
        let mut globals = Vec::new();
        let mut functions = Vec::new();
        for &entity in &entities {
            self.depth = 0;
            self.seek(entity.start);
            match entity.kind {
                EntityKind::Global => globals.extend(self.global_header().ok().map(|h| (h, entity))),
                EntityKind::Function => functions.extend(self.function_header().ok().map(|h| (h, entity))),
                _ => {}
            }
        }
        for (header, entity) in globals {
            if self.global_initializer(header).is_ok() {
                self.check_end(&entity);
            }
        }
        read(self, EntityKind::Metadata, Parser::metadata_definition);
        read(self, EntityKind::NamedMetadata, Parser::named_metadata);
        for (header, entity) in functions {
            self.depth = 0;
            if self.function_body(header).is_ok() {
                self.check_end(&entity);
            }
        }
        if !self.diagnostics.has_errors() {
            for entity in entities.iter().filter(|e| e.kind == EntityKind::UseOrder) {
                self.depth = 0;
                self.seek(entity.start);
                let done = match self.at_word("uselistorder") {
                    true => self.use_list_order(None),
                    false => self.block_use_list_order(),
                };
                if done.is_ok() {
                    self.check_end(entity);
                }
            }
        }
        read(self, EntityKind::Summary, Parser::summary_entity);
        self.check_summaries_defined();
        self.check_metadata_defined();
    }

    /// Reports text between the end of an entity and the next.
    fn check_end(&mut self, entity: &Entity) {
        if !self.at(TokenKind::Eof) && self.token.start < entity.end {
            let _: Parse<()> = self.error("expected a top-level entity");
        }
    }

    /// Finds the entities. Text between them belongs to the preceding one.
    fn outline(&mut self) -> Vec<Entity> {
        let mut entities: Vec<Entity> = Vec::new();
        let mut depth = 0usize;
        // In the header of a function: whether its parameter list has ended.
        let mut definition: Option<bool> = None;
        while !self.at(TokenKind::Eof) {
            let token = self.token;
            let start = if depth == 0 { self.entity_start() } else { None };
            if let Some(kind) = start {
                if let Some(last) = entities.last_mut() {
                    last.end = token.start;
                }
                entities.push(Entity {
                    kind,
                    start: token.start,
                    end: self.text.len() as u32,
                });
                definition = self.at_word("define").then_some(false);
            } else if entities.is_empty() {
                let _: Parse<()> = self.error("expected a top-level entity");
                // One message for everything before the first entity.
                let end = self.text.len() as u32;
                entities.push(Entity {
                    kind: EntityKind::Ignored,
                    start: token.start,
                    end,
                });
            }
            match token.kind {
                TokenKind::OpenParen | TokenKind::OpenBracket => depth += 1,
                TokenKind::OpenBrace => {
                    if depth == 0 && definition == Some(true) {
                        definition = None;
                        if !self.lexer.skip_body() {
                            let span = self.span_of(token);
                            self.diagnostics
                                .push(Diagnostic::error(span, "function body does not end"));
                        }
                    } else {
                        depth += 1;
                    }
                }
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 && token.kind == TokenKind::CloseParen && definition.is_some() {
                        definition = Some(true);
                    }
                }
                // A parenthesis before the name belongs to an attribute of the return value.
                TokenKind::Global if depth == 0 && definition == Some(true) => definition = Some(false),
                _ => {}
            }
            self.advance();
        }
        entities
    }

    /// The entity that starts at the current token, which is outside all brackets.
    fn entity_start(&mut self) -> Option<EntityKind> {
        let next = |parser: &Self| parser.lexer.clone().next_token();
        match self.token.kind {
            TokenKind::Word => match self.word() {
                "define" | "declare" => Some(EntityKind::Function),
                "target" => (next(self).kind != TokenKind::OpenParen).then_some(EntityKind::Target),
                "source_filename" | "module" => Some(EntityKind::Target),
                "attributes" => {
                    (next(self).kind == TokenKind::AttributeGroup).then_some(EntityKind::Attributes)
                }
                "uselistorder" | "uselistorder_bb" => Some(EntityKind::UseOrder),
                _ => None,
            },
            TokenKind::Global | TokenKind::Local | TokenKind::Comdat | TokenKind::MetadataName => {
                if next(self).kind != TokenKind::Equal {
                    return None;
                }
                Some(match self.token.kind {
                    TokenKind::Global => EntityKind::Global,
                    TokenKind::Local => EntityKind::Type,
                    TokenKind::Comdat => EntityKind::Comdat,
                    _ => EntityKind::NamedMetadata,
                })
            }
            TokenKind::Exclaim => {
                let mut ahead = self.lexer.clone();
                let number = ahead.next_token().kind == TokenKind::Int;
                (number && ahead.next_token().kind == TokenKind::Equal).then_some(EntityKind::Metadata)
            }
            // A summary entry: `^0 = module: ...`.
            TokenKind::Error if self.text[self.token.start as usize..].starts_with('^') => {
                self.token.kind = TokenKind::Bar;
                Some(EntityKind::Summary)
            }
            _ => None,
        }
    }

    /// `target datalayout = "..."`, `target triple = "..."`, `source_filename = "..."`, `module asm "..."`.
    fn target_entity(&mut self) -> Parse<()> {
        if self.eat_word("source_filename") {
            self.expect(TokenKind::Equal, "'='")?;
            self.module.source_filename = self.string("a file name")?;
            return Ok(());
        }
        if self.eat_word("module") {
            self.expect_word("asm")?;
            let place = self.span();
            let text = self.string("assembly text")?;
            self.module.module_asm.push(ModuleAsm { text, place });
            return Ok(());
        }
        self.expect_word("target")?;
        let what = self.word();
        if !matches!(what, "datalayout" | "triple") {
            return self.error("expected 'datalayout' or 'triple'");
        }
        self.advance();
        self.expect(TokenKind::Equal, "'='")?;
        let span = self.span();
        let text = self.string("a string")?;
        if what == "triple" {
            // The triple implies the layout if there is none.
            let architecture = self.options.intrinsics.layout.architecture;
            if text.starts_with(architecture) && self.module.ctx.layout.text().is_empty() {
                self.module.ctx.layout = self.module.ctx.target_layout();
            }
            self.module.triple = text;
            return Ok(());
        }
        self.module.names_layout = true;
        if self.options.layout == LayoutChoice::Target {
            return Ok(());
        }
        match DataLayout::parse(&text) {
            Ok(layout) => {
                self.module.ctx.layout = layout;
                Ok(())
            }
            Err(message) => self.error_at(span, message),
        }
    }

    /// `$name = comdat any`
    fn comdat_entity(&mut self) -> Parse<()> {
        let token = self.expect(TokenKind::Comdat, "a comdat")?;
        let name = self.symbol_of(token);
        self.expect(TokenKind::Equal, "'='")?;
        self.expect_word("comdat")?;
        let kind = self.word();
        if !matches!(
            kind,
            "any" | "exactmatch" | "largest" | "nodeduplicate" | "samesize"
        ) {
            return self.error("expected a kind of comdat");
        }
        self.advance();
        let kind = self.module.ctx.symbol(kind);
        if !self.comdat_names.insert(name) {
            let span = self.span_of(token);
            return self.error_at(span, "redefinition of a comdat");
        }
        self.module.comdats.push((name, kind));
        Ok(())
    }
}

// Reported errors carry nothing: the diagnostic is in the parser.
const _: () = assert!(size_of::<Reported>() == 0);
