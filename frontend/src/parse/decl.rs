//! Declarations and function definitions.

use super::attributes::merge;
use super::declarator::{Chunk, Declarator};
use super::specifiers::Specifiers;
use super::{Failed, Parsed, Parser};
use crate::ast::{Stmt, VarId};
use crate::sema::names::Binding;
use crate::token::TokenKind;
use crate::types::{QualType, Ty, TypeKind, Typedef, TypedefId};

impl<'a> Parser<'_, '_, 'a> {
    /// external-declaration: function-definition | declaration
    pub(super) fn external_declaration(&mut self) -> Parsed<()> {
        self.depth = 0;
        match self.kind() {
            TokenKind::Semi | TokenKind::PragmaUnroll => {
                self.bump();
                return Ok(());
            }
            TokenKind::PragmaFpContract => {
                self.sema.fp_contract = self.bump().symbol.0 != 0;
                return Ok(());
            }
            TokenKind::PragmaPack => {
                self.sema.pack = self.bump().symbol.0;
                return Ok(());
            }
            TokenKind::RBrace => {
                let span = self.bump().span;
                self.error(span, "extraneous closing brace ('}')");
                return Ok(());
            }
            TokenKind::StaticAssert => return self.static_assert(),
            TokenKind::Asm => return self.file_assembly(),
            _ => {}
        }
        let token = self.token();
        let next = self.peek(1);
        if token.kind == TokenKind::Ident && !self.starts_declaration(token, next) {
            let text = self.ident_text(&token);
            if matches!(next.kind, TokenKind::Ident | TokenKind::Star) {
                self.sema.report_unknown_type(token.symbol, token.span);
            } else {
                self.error(token.span, format!("expected declaration, found '{text}'"));
            }
            return Err(Failed);
        }
        if !self.starts_declaration(token, next) && token.kind != TokenKind::Attribute {
            self.error(token.span, "expected external declaration");
            return Err(Failed);
        }
        let mut specifiers = self.specifiers(true)?;
        if self.eat(TokenKind::Semi) {
            return Ok(());
        }
        let mut first = self.declarator(false)?;
        first.label = self.asm_label()?;
        let mut attributes = first.attributes;
        self.attributes(&mut attributes)?;
        if let Some(Chunk::Function(params, _)) = first.chunks.last_mut()
            && params.iter().any(|param| param.is_undeclared)
        {
            self.declare_parameters(params)?;
            let is_definition = self.kind() == TokenKind::LBrace;
            self.check_declared(params, is_definition);
        }
        if first.label.is_none()
            && matches!(first.chunks.last(), Some(Chunk::Function(..)))
            && self.kind() == TokenKind::LBrace
        {
            merge(&mut specifiers.attributes, &attributes);
            return self.function_definition(&specifiers, first);
        }
        let mut vars = Vec::new();
        self.init_declarators(&specifiers, first, &mut vars)
    }

    /// The declarators after the specifiers, up to `;`; variables are added to `vars`.
    fn init_declarators(
        &mut self,
        specifiers: &Specifiers<'a>,
        first: Declarator<'a>,
        vars: &mut Vec<VarId>,
    ) -> Parsed<()> {
        let mut declarator = first;
        loop {
            if declarator.label.is_none() {
                declarator.label = self.asm_label()?;
            }
            let mut attributes = declarator.attributes;
            self.attributes(&mut attributes)?;
            declarator.attributes = attributes;
            self.declare(specifiers, declarator, vars)?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
            declarator = self.declarator(false)?;
        }
        if self.kind() != TokenKind::Semi {
            let message = if self.sema.at_file_scope() {
                "expected ';' after top level declarator"
            } else {
                "expected ';' at end of declaration"
            };
            self.missing(TokenKind::Semi, message);
            // A missing `;` at the end of a line: the following code is a new declaration or statement.
            if self.token().flags & crate::token::flags::LINE_START != 0 {
                return Ok(());
            }
            return Err(Failed);
        }
        self.bump();
        Ok(())
    }

    /// A declaration in a block.
    pub(super) fn local_declaration(&mut self) -> Parsed<Stmt<'a>> {
        if self.kind() == TokenKind::StaticAssert {
            self.static_assert()?;
            return Ok(Stmt::Empty);
        }
        let specifiers = self.specifiers(true)?;
        if self.eat(TokenKind::Semi) {
            return Ok(Stmt::Empty);
        }
        let first = self.declarator(false)?;
        let mut vars = Vec::new();
        self.init_declarators(&specifiers, first, &mut vars)?;
        Ok(Stmt::Declare(self.sema.arena.alloc_slice_copy(&vars)))
    }

    pub(super) fn static_assert(&mut self) -> Parsed<()> {
        self.bump();
        let open = self
            .expect(TokenKind::LParen, "expected '(' after '_Static_assert'")?
            .span;
        let expr = self.conditional_expression()?;
        let mut text = String::new();
        if self.eat(TokenKind::Comma) && self.kind() == TokenKind::Str {
            let token = self.bump();
            text = format!(": {}", self.ident_text(&token).trim_matches('"'));
        }
        self.expect_close(TokenKind::RParen, open)?;
        self.expect(TokenKind::Semi, "expected ';' after static_assert")?;
        match self.sema.eval_int(expr) {
            Some(0) => self.error(expr.span, format!("static assertion failed{text}")),
            None if expr.ty.ty != Ty::ERROR => {
                self.error(
                    expr.span,
                    "static assertion expression is not an integral constant expression",
                );
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn declare_typedef(
        &mut self,
        name: crate::token::Symbol,
        (mut ty, named): (QualType, Option<TypedefId>),
        align: Option<u64>,
        span: wavec_support::Span,
    ) {
        if let Some(align) = align {
            ty.ty = self.sema.types.aligned(ty.ty, align);
        }
        if let Some((old, old_span)) = self.sema.lookup_here(name) {
            let same = matches!(old, Binding::Typedef(old, _) if old.ty == ty.ty);
            if !same {
                let text = self.sema.text(name);
                let message = match old {
                    Binding::Typedef(old, _) => format!(
                        "typedef redefinition with different types ('{}' vs '{}')",
                        self.sema.type_name(ty),
                        self.sema.type_name(old)
                    ),
                    _ => format!("redefinition of '{text}' as different kind of symbol"),
                };
                self.sema
                    .error_note(span, message, old_span, "previous definition is here");
            }
        }
        // An unnamed struct is named by its typedef.
        match self.sema.kind(ty.ty) {
            TypeKind::Record(id) => {
                self.sema.types.records[id.0 as usize].name.get_or_insert(name);
            }
            TypeKind::Enum(id) => {
                self.sema.types.enums[id.0 as usize].name.get_or_insert(name);
            }
            _ => {}
        }
        let typedefs = &mut self.sema.types.typedefs;
        let id = TypedefId(typedefs.len() as u32);
        typedefs.push(Typedef {
            name,
            ty,
            span,
            named,
        });
        self.sema.declare(name, Binding::Typedef(ty, id), span);
    }
}
