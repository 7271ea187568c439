//! Declaration specifiers, declarators, struct, union and enum.

use super::attributes::{Attributes, VectorAttribute};
use super::{Failed, Parsed, Parser};
use crate::sema::names::{Binding, Tag};
use crate::token::{Symbol, Token, TokenKind};
use crate::types::{Field, QualType, Scalar, Space, Ty, TypeKind, quals};
use wavec_support::Span;

/// Longest row of `*`, `[]` and `()` in one declarator.
const MAX_CHUNKS: usize = 128;
/// Deepest nesting of arrays and structs in a type.
const MAX_TYPE_DEPTH: u32 = 200;

/// Storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Storage {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
}

/// What stands in front of declarators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specifiers<'a> {
    pub ty: QualType,
    pub space: Option<Space>,
    pub storage: Storage,
    pub inline: bool,
    pub kernel: bool,
    pub attributes: Attributes,
    /// The type as written, for kernel metadata.
    pub spelling: &'a str,
    pub span: Span,
}

/// A parameter of a function declarator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter<'a> {
    pub name: Option<Symbol>,
    pub ty: QualType,
    pub span: Span,
    pub spelling: &'a str,
    pub align: Option<u64>,
}

/// One `*`, `[]` or `()` of a declarator.
#[derive(Clone, Debug)]
pub(super) enum Chunk<'a> {
    Pointer(u8, Option<Space>),
    Array(Option<u64>, Span),
    Function(Vec<Parameter<'a>>, bool),
}

/// A declarator: its name and how its type is made.
#[derive(Clone, Debug)]
pub(super) struct Declarator<'a> {
    pub name: Option<Symbol>,
    pub span: Span,
    /// In the order in which they apply to the base type.
    pub chunks: Vec<Chunk<'a>>,
    pub attributes: Attributes,
}

impl<'a> Parser<'_, '_, 'a> {
    /// Whether `token` may begin a declaration; `next` stands behind it.
    pub(super) fn starts_declaration(&mut self, token: Token, next: Token) -> bool {
        use TokenKind::*;
        match token.kind {
            Auto | Const | Extern | Inline | Register | Restrict | Static | Typedef | Volatile | Global
            | Local | Constant | Private | Generic | Kernel | ReadOnly | WriteOnly | ReadWrite
            | Extension | StaticAssert | Noreturn | Unsupported | Complex | Alignas => true,
            Ident => next.kind != Colon && self.names_type(token.symbol),
            // `__attribute__` before a statement is the statement's.
            Attribute => false,
            _ => self.starts_type(token),
        }
    }

    /// Whether `token` may begin a type name.
    pub(super) fn starts_type(&mut self, token: Token) -> bool {
        use TokenKind::*;
        match token.kind {
            Bool | CharKw | Const | Double | Enum | Float | Half | BFloat | Int | Long | Restrict | Short
            | Signed | Struct | Union | Unsigned | Void | Volatile | Global | Local | Constant | Private
            | Generic | Typeof | Complex | Unsupported => true,
            Ident => self.names_type(token.symbol),
            _ => false,
        }
    }

    fn names_type(&mut self, symbol: Symbol) -> bool {
        matches!(
            self.sema.lookup(symbol),
            Some(Binding::Typedef(_) | Binding::BuiltinType(_))
        )
    }

    /// declaration-specifiers
    pub(super) fn specifiers(&mut self, storage_allowed: bool) -> Parsed<Specifiers<'a>> {
        use TokenKind::*;
        let start = self.span();
        let mut storage = Storage::None;
        let mut attributes = Attributes::default();
        let (mut inline, mut kernel) = (false, false);
        let mut bits = 0u8;
        let mut space: Option<Space> = None;
        let (mut signed, mut unsigned, mut longs, mut complex) = (false, false, 0u32, false);
        let mut word: Option<TokenKind> = None;
        let mut named: Option<QualType> = None;
        let mut spelling: &'a str = "";
        loop {
            let token = self.token();
            match token.kind {
                Typedef | Extern | Static | Auto | Register => {
                    let class = match token.kind {
                        Typedef => Storage::Typedef,
                        Extern => Storage::Extern,
                        Static => Storage::Static,
                        _ => Storage::Auto,
                    };
                    if !storage_allowed && token.kind != Register {
                        self.error(
                            token.span,
                            "type name does not allow storage class to be specified",
                        );
                    } else if storage != Storage::None && storage != class {
                        self.error(token.span, "cannot combine with previous declaration specifier");
                    }
                    storage = class;
                }
                Inline => inline = true,
                Kernel => kernel = true,
                Noreturn | Extension | ReadOnly | WriteOnly | ReadWrite => {}
                Const => bits |= quals::CONST,
                Volatile => bits |= quals::VOLATILE,
                Restrict => bits |= quals::RESTRICT,
                Global | Local | Constant | Private | Generic => {
                    let new = space_of(token.kind);
                    if space.is_some_and(|old| Some(old) != new) {
                        self.error(token.span, "multiple address spaces specified for type");
                    }
                    space = new;
                }
                Attribute => {
                    self.attributes(&mut attributes)?;
                    if let Some(attribute_space) = attributes.space {
                        space = Some(attribute_space);
                    }
                    continue;
                }
                Signed => signed = true,
                Unsigned => unsigned = true,
                Long => longs += 1,
                Complex => complex = true,
                Unsupported => {
                    let text = self.ident_text(&token);
                    self.error(token.span, format!("'{text}' is not supported"));
                }
                Void | Bool | CharKw | Short | Int | Float | Double | Half | BFloat => {
                    let combines = matches!((word, token.kind), (Some(Short), Int) | (Some(Int), Short));
                    if (word.is_some() && !combines) || named.is_some() {
                        self.error(token.span, "cannot combine with previous declaration specifier");
                    } else {
                        word = Some(if combines { Short } else { token.kind });
                    }
                }
                Struct | Union => {
                    let ty = self.record_specifier()?;
                    named = Some(QualType::new(ty));
                    continue;
                }
                Enum => {
                    let ty = self.enum_specifier()?;
                    named = Some(QualType::new(ty));
                    continue;
                }
                Typeof => {
                    self.bump();
                    let open = self.expect(LParen, "expected '(' after 'typeof'")?.span;
                    let ty = if self.starts_type(self.token()) {
                        self.type_name()?
                    } else {
                        self.expression()?.ty
                    };
                    self.expect_close(RParen, open)?;
                    named = Some(ty);
                    continue;
                }
                Alignas => {
                    self.bump();
                    let open = self.expect(LParen, "expected '('")?.span;
                    let align = if self.starts_type(self.token()) {
                        let ty = self.type_name()?;
                        Some(self.sema.types.align_of(ty.ty))
                    } else {
                        let expr = self.conditional_expression()?;
                        self.sema.eval_int(expr)
                    };
                    self.expect_close(RParen, open)?;
                    attributes.align = align.filter(|a| a.is_power_of_two()).or(attributes.align);
                    continue;
                }
                Ident if word.is_none() && named.is_none() && !signed && !unsigned && longs == 0 => {
                    match self.sema.lookup(token.symbol) {
                        Some(Binding::Typedef(ty)) => {
                            named = Some(ty);
                            spelling = self.ident_text(&token);
                        }
                        Some(Binding::BuiltinType(ty)) => {
                            if let TypeKind::Opaque(name) = self.sema.kind(ty) {
                                self.error(token.span, format!("'{name}' is not supported by this target"));
                            }
                            named = Some(QualType::new(ty));
                            spelling = self.ident_text(&token);
                        }
                        _ => break,
                    }
                }
                _ => break,
            }
            self.bump();
        }
        let mut ty = match named {
            Some(ty) => {
                if signed || unsigned || longs > 0 || word.is_some() {
                    self.error(start, "cannot combine with previous declaration specifier");
                }
                ty
            }
            None => QualType::new(self.combine(word, signed, unsigned, longs, complex, start)?),
        };
        if let Some(vector) = attributes.vector.take() {
            ty.ty = self.vector_type(ty.ty, vector, start);
        }
        if ty.space != Space::Private && space.is_none() {
            space = Some(ty.space);
        }
        ty.space = Space::Private;
        ty.quals |= bits;
        if spelling.is_empty() {
            let plain = self.sema.type_name(ty.unqualified());
            let plain = plain
                .trim_start_matches("struct ")
                .trim_start_matches("union ")
                .trim_start_matches("enum ");
            spelling = self.sema.arena.alloc_str(plain);
        }
        let span = start.to(self.previous_span());
        Ok(Specifiers {
            ty,
            space,
            storage,
            inline,
            kernel,
            attributes,
            spelling,
            span,
        })
    }

    fn combine(
        &mut self,
        word: Option<TokenKind>,
        signed: bool,
        unsigned: bool,
        longs: u32,
        complex: bool,
        start: Span,
    ) -> Parsed<Ty> {
        use TokenKind::*;
        let pick = |s: Scalar, u: Scalar| Ty::scalar(if unsigned { u } else { s });
        if complex {
            self.error(start, "complex numbers are not supported in OpenCL");
            return Ok(Ty::ERROR);
        }
        let ty = match word {
            _ if signed && unsigned => None,
            Some(CharKw) if longs == 0 => Some(pick(Scalar::Char, Scalar::UChar)),
            Some(Short) if longs == 0 => Some(pick(Scalar::Short, Scalar::UShort)),
            Some(Int) | None if longs > 0 && longs <= 2 => Some(pick(Scalar::Long, Scalar::ULong)),
            Some(Int) if longs == 0 => Some(pick(Scalar::Int, Scalar::UInt)),
            None if longs == 0 && (signed || unsigned) => Some(pick(Scalar::Int, Scalar::UInt)),
            Some(Double) if longs <= 1 && !signed && !unsigned => Some(Ty::DOUBLE),
            _ if signed || unsigned || longs > 0 => None,
            Some(Void) => Some(Ty::VOID),
            Some(Bool) => Some(Ty::BOOL),
            Some(Float) => Some(Ty::FLOAT),
            Some(Half) => Some(Ty::HALF),
            Some(BFloat) => Some(Ty::scalar(Scalar::BFloat)),
            None => {
                let token = self.token();
                if token.kind == Ident {
                    let text = self.ident_text(&token);
                    self.error(token.span, format!("unknown type name '{text}'"));
                } else {
                    self.error(token.span, "expected a type");
                }
                return Err(Failed);
            }
            _ => None,
        };
        match ty {
            Some(ty) => Ok(ty),
            None => {
                self.error(start, "invalid combination of type specifiers");
                Ok(Ty::ERROR)
            }
        }
    }

    pub(super) fn vector_type(&mut self, element: Ty, vector: VectorAttribute, span: Span) -> Ty {
        let Some(scalar) = self.sema.types.as_scalar(element) else {
            if element != Ty::ERROR {
                let name = self.sema.type_name(QualType::new(element));
                self.error(span, format!("invalid vector element type '{name}'"));
            }
            return Ty::ERROR;
        };
        let count = match vector {
            VectorAttribute::Elements(count) => count,
            VectorAttribute::Bytes(bytes) => bytes / scalar.size(),
        };
        if count == 0 || count > 1024 {
            self.error(
                span,
                if count == 0 {
                    "zero vector size"
                } else {
                    "vector size too large"
                },
            );
            return Ty::ERROR;
        }
        self.sema.types.vector(scalar, count as u32)
    }

    /// type-name: specifiers abstract-declarator?
    pub(super) fn type_name(&mut self) -> Parsed<QualType> {
        let specifiers = self.specifiers(false)?;
        let declarator = self.declarator(true)?;
        if let Some(name) = declarator.name {
            let text = self.sema.text(name);
            self.error(declarator.span, format!("unexpected '{text}' in type name"));
            return Err(Failed);
        }
        Ok(self.declared_type(&specifiers, &declarator))
    }

    /// declarator; without a name if `abstract_allowed`.
    pub(super) fn declarator(&mut self, abstract_allowed: bool) -> Parsed<Declarator<'a>> {
        let mut declarator = Declarator {
            name: None,
            span: self.span(),
            chunks: Vec::new(),
            attributes: Attributes::default(),
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
        while self.eat(TokenKind::Star) {
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
                        Some(found) => space = Some(found),
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
            TokenKind::Star | TokenKind::Attribute => true,
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
            let specifiers = self.specifiers(false)?;
            let declarator = self.declarator(true)?;
            let mut ty = self.declared_type(&specifiers, &declarator);
            let mut spelling = specifiers.spelling;
            let stars = declarator
                .chunks
                .iter()
                .filter(|c| matches!(c, Chunk::Pointer(..)))
                .count();
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
            let align = declarator.attributes.align.or(specifiers.attributes.align);
            params.push(Parameter {
                name: declarator.name,
                ty,
                span: declarator.span,
                spelling,
                align,
            });
            if !self.eat(TokenKind::Comma) {
                break;
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

    /// struct-or-union-specifier
    fn record_specifier(&mut self) -> Parsed<Ty> {
        let keyword = self.bump();
        let is_union = keyword.kind == TokenKind::Union;
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let name = (self.kind() == TokenKind::Ident).then(|| self.bump());
        self.attributes(&mut attributes)?;
        let defines = self.kind() == TokenKind::LBrace;
        if name.is_none() && !defines {
            let span = self.span();
            self.error(span, "declaration of anonymous struct must be a definition");
            return Err(Failed);
        }
        let symbol = name.map(|token| token.symbol);
        let span = name.map_or(keyword.span, |token| token.span);
        let existing = symbol.and_then(|symbol| self.sema.lookup_tag(symbol));
        let (id, ty) = match existing {
            Some((Tag::Record(id, ty), here))
                if self.sema.types.record(id).is_union == is_union && (here || !defines) =>
            {
                if defines && self.sema.types.record(id).complete {
                    let text = self.sema.text(symbol.unwrap_or(Symbol(0)));
                    self.error(span, format!("redefinition of '{text}'"));
                    let fresh = self.sema.types.new_record(symbol, is_union);
                    (fresh.0, fresh.1)
                } else {
                    (id, ty)
                }
            }
            Some((_, true)) => {
                let text = self.sema.text(symbol.unwrap_or(Symbol(0)));
                self.error(
                    span,
                    format!("use of '{text}' with tag type that does not match previous declaration"),
                );
                return Ok(Ty::ERROR);
            }
            _ => {
                let (id, ty) = self.sema.types.new_record(symbol, is_union);
                if let Some(symbol) = symbol {
                    self.sema.declare_tag(symbol, Tag::Record(id, ty), span);
                }
                (id, ty)
            }
        };
        if defines {
            self.enter()?;
            self.record_body(id, ty, attributes)?;
            self.leave();
        }
        Ok(ty)
    }

    fn record_body(&mut self, id: crate::types::RecordId, own: Ty, mut attributes: Attributes) -> Parsed<()> {
        let open = self.bump().span;
        let mut fields: Vec<Field> = Vec::new();
        let mut aligns: Vec<Option<u64>> = Vec::new();
        while self.kind() != TokenKind::RBrace {
            if self.kind() == TokenKind::Eof {
                break;
            }
            if self.eat(TokenKind::Semi) {
                continue;
            }
            if self.kind() == TokenKind::StaticAssert {
                self.static_assert()?;
                continue;
            }
            if self.member_declaration(own, &mut fields, &mut aligns).is_err() {
                self.recover_in_block();
            }
        }
        self.expect_close(TokenKind::RBrace, open)?;
        self.attributes(&mut attributes)?;
        let depth = fields
            .iter()
            .map(|f| self.sema.types.depth(f.ty.ty))
            .max()
            .unwrap_or(0);
        if depth >= MAX_TYPE_DEPTH {
            self.error(open, "type is nested too deeply");
            fields.clear();
        }
        let record = &mut self.sema.types.records[id.0 as usize];
        record.fields = fields;
        record.packed = attributes.packed;
        record.depth = depth + 1;
        self.sema.types.lay_out(id, &aligns, attributes.align);
        Ok(())
    }

    fn member_declaration(
        &mut self,
        own: Ty,
        fields: &mut Vec<Field>,
        aligns: &mut Vec<Option<u64>>,
    ) -> Parsed<()> {
        let specifiers = self.specifiers(false)?;
        if self.kind() == TokenKind::Semi {
            self.bump();
            // An unnamed struct or union: its members are ours.
            if let Some(inner) = self.sema.types.as_record(specifiers.ty.ty) {
                if self.sema.types.record(inner).name.is_none() {
                    fields.push(Field {
                        name: None,
                        ty: specifiers.ty,
                        offset: 0,
                        bits: None,
                        align: 1,
                    });
                    aligns.push(specifiers.attributes.align);
                } else {
                    self.sema
                        .warning(specifiers.span, "declaration does not declare anything");
                }
            }
            return Ok(());
        }
        loop {
            let bit_only = self.kind() == TokenKind::Colon;
            let declarator = if bit_only {
                Declarator {
                    name: None,
                    span: self.span(),
                    chunks: Vec::new(),
                    attributes: Attributes::default(),
                }
            } else {
                self.declarator(false)?
            };
            let mut ty = self.declared_type(&specifiers, &declarator);
            let mut bits = None;
            if self.eat(TokenKind::Colon) {
                let width = self.conditional_expression()?;
                bits = self.bit_width(&declarator, ty, width);
            }
            let mut attributes = declarator.attributes;
            self.attributes(&mut attributes)?;
            if ty.space != Space::Private {
                self.error(
                    declarator.span,
                    "field may not be qualified with an address space",
                );
                ty.space = Space::Private;
            }
            if ty.ty == own || (!self.sema.types.is_complete(ty.ty) && ty.ty != Ty::ERROR) {
                let flexible = matches!(self.sema.kind(ty.ty), TypeKind::IncompleteArray(_));
                let name = self.sema.type_name(ty);
                let message = if flexible {
                    "flexible array members are not supported in OpenCL".to_string()
                } else {
                    format!("field has incomplete type '{name}'")
                };
                self.error(declarator.span, message);
                ty = QualType::new(Ty::INT);
            }
            if let Some(name) = declarator.name
                && fields.iter().any(|field| field.name == Some(name))
            {
                let text = self.sema.text(name);
                self.error(declarator.span, format!("duplicate member '{text}'"));
            }
            fields.push(Field {
                name: declarator.name,
                ty,
                offset: 0,
                bits,
                align: 1,
            });
            aligns.push(attributes.align.or(specifiers.attributes.align));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semi, "expected ';' at end of declaration list")?;
        Ok(())
    }

    fn bit_width(
        &mut self,
        declarator: &Declarator<'a>,
        ty: QualType,
        width: &crate::ast::Expr<'a>,
    ) -> Option<(u8, u8)> {
        if !self.sema.types.is_int_scalar(ty.ty) {
            if ty.ty != Ty::ERROR {
                let name = self.sema.type_name(ty);
                self.error(
                    declarator.span,
                    format!("bit-field has non-integral type '{name}'"),
                );
            }
            return None;
        }
        let limit = if ty.ty == Ty::BOOL {
            1
        } else {
            self.sema.types.size_of(ty.ty) * 8
        };
        match self.sema.eval_int(width) {
            Some(0) if declarator.name.is_some() => {
                self.error(width.span, "named bit-field has zero width");
                None
            }
            Some(bits) if bits <= limit => Some((0, bits as u8)),
            Some(_) => {
                self.error(width.span, "width of bit-field exceeds the width of its type");
                None
            }
            None => {
                if width.ty.ty != Ty::ERROR {
                    self.error(width.span, "expression is not an integer constant expression");
                }
                None
            }
        }
    }

    /// enum-specifier
    fn enum_specifier(&mut self) -> Parsed<Ty> {
        let keyword = self.bump();
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let name = (self.kind() == TokenKind::Ident).then(|| self.bump());
        let symbol = name.map(|token| token.symbol);
        let span = name.map_or(keyword.span, |token| token.span);
        let existing = symbol.and_then(|symbol| self.sema.lookup_tag(symbol));
        if self.kind() != TokenKind::LBrace {
            return match existing {
                Some((Tag::Enum(_, ty), _)) => Ok(ty),
                _ => {
                    self.error(span, "use of undeclared enumeration");
                    Ok(Ty::ERROR)
                }
            };
        }
        let (id, ty) = self.sema.types.new_enum(symbol);
        if let Some(symbol) = symbol {
            if let Some((_, true)) = existing {
                let text = self.sema.text(symbol);
                self.error(span, format!("redefinition of '{text}'"));
            }
            self.sema.declare_tag(symbol, Tag::Enum(id, ty), span);
        }
        let open = self.bump().span;
        let mut value = 0i64;
        let mut negative = false;
        let mut wide = false;
        while self.kind() == TokenKind::Ident {
            let enumerator = self.bump();
            let mut ignored = Attributes::default();
            self.attributes(&mut ignored)?;
            if self.eat(TokenKind::Equal) {
                let expr = self.conditional_expression()?;
                match self.sema.eval_int(expr) {
                    Some(constant) => value = constant as i64,
                    None if expr.ty.ty == Ty::ERROR => {}
                    None => self.error(expr.span, "expression is not an integer constant expression"),
                }
            }
            negative |= value < 0;
            wide |= value > u32::MAX as i64 || value < i32::MIN as i64;
            let constant_ty = match value {
                -0x8000_0000..=0x7fff_ffff => Ty::INT,
                0x8000_0000..=0xffff_ffff => Ty::UINT,
                _ => Ty::LONG,
            };
            if self.sema.lookup_here(enumerator.symbol).is_some() {
                let text = self.ident_text(&enumerator);
                self.error(enumerator.span, format!("redefinition of enumerator '{text}'"));
            }
            self.sema.declare(
                enumerator.symbol,
                Binding::Enumerator(value, constant_ty),
                enumerator.span,
            );
            value = value.wrapping_add(1);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_close(TokenKind::RBrace, open)?;
        self.attributes(&mut attributes)?;
        let scalar = match (negative, wide) {
            (true, true) => Scalar::Long,
            (true, false) => Scalar::Int,
            (false, true) => Scalar::ULong,
            (false, false) => Scalar::UInt,
        };
        self.sema.types.enums[id.0 as usize].scalar = scalar;
        Ok(ty)
    }
}

/// The address space a keyword names.
pub(super) fn space_of(kind: TokenKind) -> Option<Space> {
    Some(match kind {
        TokenKind::Global => Space::Global,
        TokenKind::Local => Space::Local,
        TokenKind::Constant => Space::Constant,
        TokenKind::Private => Space::Private,
        TokenKind::Generic => Space::Generic,
        _ => return None,
    })
}
