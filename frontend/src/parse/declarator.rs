//! Declarators, and the types they form.

use super::attributes::Attributes;
use super::specifiers::{Specifiers, space_of};
use super::{Failed, Parsed, Parser};
use crate::ast::AsmLabel;
use crate::token::{Symbol, TokenKind};
use crate::types::{QualType, Scalar, Space, Ty, TypeKind, TypedefId, quals};
use wavec_support::Span;

/// Maximum length of a sequence of `*`, `[]` and `()` in one declarator.
const MAX_CHUNKS: usize = 128;
/// Maximum nesting of arrays and structs in a type.
pub(super) const MAX_TYPE_DEPTH: u32 = 200;

/// A parameter of a function declarator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter<'a> {
    pub name: Option<Symbol>,
    pub ty: QualType,
    /// The typedef that its declaration names.
    pub named: Option<TypedefId>,
    pub span: Span,
    pub spelling: &'a str,
    pub align: Option<u64>,
    /// The attribute `unused`.
    pub is_unused: bool,
    /// Named in an identifier list; its declaration comes before the body.
    pub is_undeclared: bool,
}

impl Parameter<'_> {
    fn undeclared(name: Symbol, span: Span) -> Self {
        Parameter {
            name: Some(name),
            ty: QualType::new(Ty::ERROR),
            named: None,
            span,
            spelling: "",
            align: None,
            is_unused: false,
            is_undeclared: true,
        }
    }
}

/// One `*`, `[]` or `()` of a declarator.
#[derive(Clone, Debug)]
pub(super) enum Chunk<'a> {
    Pointer(u8, Option<Space>),
    Array(Option<u64>, Span),
    Function(Vec<Parameter<'a>>, bool),
}

/// A declarator: its name and the derivations of its type.
#[derive(Clone, Debug)]
pub(super) struct Declarator<'a> {
    pub name: Option<Symbol>,
    pub span: Span,
    /// In the order in which they apply to the base type.
    pub chunks: Vec<Chunk<'a>>,
    pub attributes: Attributes,
    /// `__asm("name")` after it.
    pub label: Option<AsmLabel<'a>>,
    /// Whether it contained a `^`, which is reported.
    pub block: bool,
}

impl<'a> Parser<'_, '_, 'a> {
    /// declarator; without a name if `abstract_allowed`.
    pub(super) fn declarator(&mut self, abstract_allowed: bool) -> Parsed<Declarator<'a>> {
        let mut declarator = Declarator {
            name: None,
            span: self.span(),
            chunks: Vec::new(),
            attributes: Attributes::default(),
            label: None,
            block: false,
        };
        self.declarator_into(&mut declarator, abstract_allowed)?;
        if declarator.chunks.len() > MAX_CHUNKS {
            self.sema
                .fatal_error(declarator.span, "declarator is nested too deeply");
            return Err(Failed);
        }
        Ok(declarator)
    }

    fn declarator_into(&mut self, out: &mut Declarator<'a>, abstract_allowed: bool) -> Parsed<()> {
        let mut pointers = Vec::new();
        while matches!(self.kind(), TokenKind::Star | TokenKind::Caret) {
            let star = self.bump();
            if star.kind == TokenKind::Caret {
                self.error(star.span, "blocks are not supported");
                out.block = true;
            }
            let (mut bits, mut space) = (0u8, None);
            loop {
                match self.kind() {
                    TokenKind::Const => bits |= quals::CONST,
                    TokenKind::Volatile => bits |= quals::VOLATILE,
                    TokenKind::Restrict => bits |= quals::RESTRICT,
                    TokenKind::Attribute => {
                        self.attributes(&mut out.attributes)?;
                        continue;
                    }
                    kind => match space_of(kind) {
                        Some(found) => {
                            self.check_generic(&self.token());
                            space = Some(found);
                        }
                        None => break,
                    },
                }
                self.bump();
            }
            pointers.push(Chunk::Pointer(bits, space));
            if pointers.len() > MAX_CHUNKS {
                let span = self.span();
                self.sema.fatal_error(span, "declarator is nested too deeply");
                return Err(Failed);
            }
        }
        self.attributes(&mut out.attributes)?;
        let mut inner = Vec::new();
        match self.kind() {
            TokenKind::Ident => {
                let token = self.bump();
                out.name = Some(token.symbol);
                out.span = token.span;
            }
            TokenKind::LParen if self.nested_declarator(abstract_allowed) => {
                self.enter()?;
                let open = self.bump().span;
                let outer = std::mem::take(&mut out.chunks);
                self.declarator_into(out, abstract_allowed)?;
                inner = std::mem::replace(&mut out.chunks, outer);
                self.expect_close(TokenKind::RParen, open)?;
                self.leave();
            }
            _ if abstract_allowed => {}
            _ => {
                let span = self.span();
                let keyword = self.ident_text(&self.token());
                if !keyword.is_empty() && self.kind() != TokenKind::Number && self.kind() != TokenKind::Str {
                    self.error(span, format!("expected identifier or '(', found '{keyword}'"));
                } else {
                    self.error(span, "expected identifier or '('");
                }
                return Err(Failed);
            }
        }
        let mut suffixes = Vec::new();
        loop {
            match self.kind() {
                TokenKind::LBracket => suffixes.push(self.array_suffix()?),
                TokenKind::LParen => suffixes.push(self.function_suffix()?),
                _ => break,
            }
            if suffixes.len() > MAX_CHUNKS {
                let span = self.span();
                self.sema.fatal_error(span, "declarator is nested too deeply");
                return Err(Failed);
            }
        }
        self.attributes(&mut out.attributes)?;
        out.chunks.extend(pointers);
        out.chunks.extend(suffixes.into_iter().rev());
        out.chunks.extend(inner);
        Ok(())
    }

    /// Whether `(` opens a nested declarator rather than parameters.
    fn nested_declarator(&mut self, abstract_allowed: bool) -> bool {
        let next = self.peek(1);
        match next.kind {
            TokenKind::Star | TokenKind::Caret | TokenKind::Attribute => true,
            TokenKind::LParen => true,
            TokenKind::LBracket => abstract_allowed,
            TokenKind::Ident => !self.names_type(next.symbol),
            _ => false,
        }
    }

    fn array_suffix(&mut self) -> Parsed<Chunk<'a>> {
        let open = self.bump().span;
        while matches!(
            self.kind(),
            TokenKind::Static | TokenKind::Const | TokenKind::Restrict | TokenKind::Volatile
        ) {
            self.bump();
        }
        if self.kind() == TokenKind::RBracket {
            self.bump();
            return Ok(Chunk::Array(None, open));
        }
        self.enter()?;
        let expr = self.assignment_expression()?;
        self.leave();
        self.expect_close(TokenKind::RBracket, open)?;
        if expr.ty.ty == Ty::ERROR {
            return Ok(Chunk::Array(Some(1), expr.span));
        }
        if !self.sema.types.is_int_scalar(expr.ty.ty) {
            let name = self.sema.type_name(expr.ty.unqualified());
            self.error(expr.span, format!("size of array has non-integer type '{name}'"));
            return Ok(Chunk::Array(Some(1), expr.span));
        }
        let signed = self
            .sema
            .types
            .as_scalar(expr.ty.ty)
            .is_some_and(Scalar::is_signed);
        match self.sema.eval_int(expr) {
            Some(value) if signed && (value as i64) < 0 => {
                self.error(expr.span, "array size is negative");
                Ok(Chunk::Array(Some(1), expr.span))
            }
            Some(value) => Ok(Chunk::Array(Some(value), expr.span)),
            None => {
                self.error(expr.span, "variable length arrays are not supported in OpenCL");
                Ok(Chunk::Array(Some(1), expr.span))
            }
        }
    }

    /// A parameter as it is declared.
    fn parameter(&mut self, specifiers: &Specifiers<'a>, declarator: &Declarator<'a>) -> Parameter<'a> {
        let mut ty = self.declared_type(specifiers, declarator);
        let mut spelling = specifiers.spelling;
        let stars = declarator
            .chunks
            .iter()
            .filter(|c| matches!(c, Chunk::Pointer(..)))
            .count();
        let own_space = specifiers.space.is_some() && declarator.chunks.is_empty();
        if own_space && ty.space != Space::Private && ty.ty != Ty::ERROR {
            self.error(
                declarator.span,
                "parameter may not be qualified with an address space",
            );
        }
        // Arrays become pointers to their elements.
        let mut decayed = 0;
        if let TypeKind::Array(of, _) | TypeKind::IncompleteArray(of) = self.sema.kind(ty.ty) {
            let space = if specifiers.space.is_some() {
                ty.space
            } else {
                self.sema.default_pointee_space()
            };
            let pointer = self.sema.types.pointer(QualType {
                ty: of.ty,
                quals: of.quals | ty.quals,
                space,
            });
            ty = QualType::new(pointer);
            decayed = 1;
        }
        if stars + decayed > 0 {
            spelling = self
                .sema
                .arena
                .alloc_str(&format!("{spelling}{}", "*".repeat(stars + decayed)));
        }
        if ty.ty == Ty::VOID {
            self.error(declarator.span, "argument may not have 'void' type");
            ty.ty = Ty::ERROR;
        }
        if let TypeKind::Function(_) = self.sema.kind(ty.ty) {
            self.error(declarator.span, "pointers to functions are not allowed");
            ty.ty = Ty::ERROR;
        }
        let align = declarator.attributes.align.max(specifiers.attributes.align);
        Parameter {
            name: declarator.name,
            ty,
            named: specifiers.typedef,
            span: declarator.span,
            spelling,
            align,
            is_unused: declarator.attributes.is_unused || specifiers.attributes.is_unused,
            is_undeclared: false,
        }
    }

    /// The declarations between an identifier list and the body of a function (C11 6.9.1): each names a parameter.
    pub(super) fn declare_parameters(&mut self, params: &mut [Parameter<'a>]) -> Parsed<()> {
        while self.kind() != TokenKind::LBrace {
            let (token, next) = (self.token(), self.peek(1));
            if !self.starts_declaration(token, next) {
                break;
            }
            let specifiers = self.specifiers(false)?;
            loop {
                let declarator = self.declarator(false)?;
                let declared = self.parameter(&specifiers, &declarator);
                match params.iter_mut().find(|param| param.name == declared.name) {
                    Some(param) if param.is_undeclared => *param = declared,
                    Some(_) => self.error(declared.span, "redefinition of parameter"),
                    None => {
                        let name = declared.name.map_or("", |name| self.sema.text(name));
                        let message = format!("parameter named '{name}' is missing");
                        self.error(declared.span, message);
                    }
                }
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::Semi, "expected ';' at end of declaration")?;
        }
        Ok(())
    }

    /// Reports parameters of an identifier list that are not declared after it.
    pub(super) fn check_declared(&mut self, params: &[Parameter<'a>], is_definition: bool) {
        let Some(param) = params.iter().find(|param| param.is_undeclared) else {
            return;
        };
        let message = match (is_definition, param.name) {
            (true, Some(name)) => format!("parameter '{}' was not declared", self.sema.text(name)),
            _ => "a parameter list without types is only allowed in a function definition".to_string(),
        };
        self.error(param.span, message);
    }

    fn function_suffix(&mut self) -> Parsed<Chunk<'a>> {
        let open = self.bump().span;
        self.enter()?;
        let mut params = Vec::new();
        let mut variadic = false;
        if self.kind() == TokenKind::Void && self.peek(1).kind == TokenKind::RParen {
            self.bump();
        }
        while self.kind() != TokenKind::RParen {
            if self.eat(TokenKind::Ellipsis) {
                variadic = true;
                break;
            }
            let (token, next) = (self.token(), self.peek(1));
            if token.kind == TokenKind::Ident
                && matches!(next.kind, TokenKind::Comma | TokenKind::RParen)
                && !self.starts_type(token)
                && params.iter().all(|param: &Parameter<'_>| param.is_undeclared)
            {
                self.bump();
                params.push(Parameter::undeclared(token.symbol, token.span));
            } else {
                let specifiers = self.specifiers(false)?;
                let declarator = self.declarator(true)?;
                params.push(self.parameter(&specifiers, &declarator));
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
            if self.kind() == TokenKind::RParen {
                let span = self.span();
                self.error(span, "expected parameter declarator");
            }
        }
        self.leave();
        self.expect_close(TokenKind::RParen, open)?;
        Ok(Chunk::Function(params, variadic))
    }

    /// The type of a declarator over its specifiers; its address space is that of the object.
    pub(super) fn declared_type(
        &mut self,
        specifiers: &Specifiers<'a>,
        declarator: &Declarator<'a>,
    ) -> QualType {
        let mut ty = specifiers.ty;
        if declarator.block {
            return QualType::new(Ty::ERROR);
        }
        if let Some(vector) = declarator.attributes.vector {
            ty.ty = self.vector_type(ty.ty, vector, specifiers.span);
        }
        // The written address space belongs to the innermost pointee, or to the object if nothing is pointed to.
        let mut space = specifiers.space.or(declarator.attributes.space);
        for chunk in &declarator.chunks {
            match chunk {
                Chunk::Pointer(bits, own_space) => {
                    if let TypeKind::Function(_) = self.sema.kind(ty.ty) {
                        self.error(declarator.span, "pointers to functions are not allowed");
                        return QualType::new(Ty::ERROR);
                    }
                    if self.sema.types.is_image_or_sampler(ty.ty) {
                        let name = self.sema.type_name(ty.unqualified());
                        let message = format!("pointer to type '{name}' is invalid in OpenCL");
                        self.error(declarator.span, message);
                        return QualType::new(Ty::ERROR);
                    }
                    let pointee = QualType {
                        space: space.unwrap_or(self.sema.default_pointee_space()),
                        ..ty
                    };
                    let pointee = if ty.ty == Ty::ERROR {
                        QualType::new(Ty::ERROR)
                    } else {
                        pointee
                    };
                    ty = QualType {
                        ty: self.sema.types.pointer(pointee),
                        quals: *bits,
                        space: Space::Private,
                    };
                    space = *own_space;
                }
                Chunk::Array(count, span) => {
                    if self.sema.types.is_image_or_sampler(ty.ty) {
                        let name = self.sema.type_name(ty.unqualified());
                        let message = format!("array of '{name}' type is invalid in OpenCL");
                        self.error(declarator.span, message);
                        return QualType::new(Ty::ERROR);
                    }
                    if matches!(self.sema.kind(ty.ty), TypeKind::Function(_) | TypeKind::Void)
                        || (!self.sema.types.is_complete(ty.ty) && ty.ty != Ty::ERROR)
                    {
                        let name = self.sema.type_name(ty);
                        self.error(
                            declarator.span,
                            format!("array has incomplete element type '{name}'"),
                        );
                        return QualType::new(Ty::ERROR);
                    }
                    if self.sema.types.depth(ty.ty) >= MAX_TYPE_DEPTH {
                        self.error(*span, "type is nested too deeply");
                        return QualType::new(Ty::ERROR);
                    }
                    let element = QualType {
                        space: Space::Private,
                        ..ty
                    };
                    let (size, align) = (self.sema.types.size_of(ty.ty), self.sema.types.align_of(ty.ty));
                    if size % align != 0 {
                        let name = self.sema.type_name(ty.unqualified());
                        let message = format!(
                            "size of array element of type '{name}' ({size} bytes) isn't a multiple of its alignment ({align} bytes)"
                        );
                        self.error(*span, message);
                        return QualType::new(Ty::ERROR);
                    }
                    ty.ty = match count {
                        Some(count) => {
                            let size = self.sema.types.size_of(ty.ty).max(1).checked_mul(*count);
                            if size.is_none_or(|size| size >= 1 << 40) {
                                self.error(*span, "array is too large");
                                return QualType::new(Ty::ERROR);
                            }
                            self.sema.types.array(element, *count)
                        }
                        None => self.sema.types.incomplete_array(element),
                    };
                }
                Chunk::Function(params, variadic) => {
                    if matches!(self.sema.kind(ty.ty), TypeKind::Function(_) | TypeKind::Array(..)) {
                        self.error(declarator.span, "function cannot return array or function type");
                        return QualType::new(Ty::ERROR);
                    }
                    if self.sema.types.is_image_or_sampler(ty.ty) {
                        let name = self.sema.type_name(ty.unqualified());
                        let message =
                            format!("declaring function return value of type '{name}' is not allowed");
                        self.error(declarator.span, message);
                        ty = QualType::new(Ty::ERROR);
                    }
                    if space.take().is_some() && !self.sema.in_library {
                        self.error(
                            declarator.span,
                            "return type cannot be qualified with address space",
                        );
                    }
                    let params = params.iter().map(|p| p.ty.unqualified()).collect();
                    let function = crate::types::FunctionType {
                        ret: ty.unqualified(),
                        params,
                        variadic: *variadic,
                    };
                    ty = QualType::new(self.sema.types.function(function));
                }
            }
        }
        ty.space = space.unwrap_or(Space::Private);
        ty
    }
}
