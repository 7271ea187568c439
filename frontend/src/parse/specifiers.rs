//! Declaration specifiers, declarators, struct, union and enum.

use super::attributes::{Attributes, VectorAttribute};
use super::{Failed, Parsed, Parser};
use crate::sema::names::Binding;
use crate::token::{Symbol, Token, TokenKind};
use crate::types::{Access, QualType, Scalar, Space, Ty, TypeKind, TypedefId, quals};
use wavec_support::Span;

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

/// The specifiers before declarators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specifiers<'a> {
    pub ty: QualType,
    /// The typedef that names the type.
    pub typedef: Option<TypedefId>,
    pub space: Option<Space>,
    pub storage: Storage,
    pub inline: bool,
    /// `__auto_type`: the type of the initializer.
    pub deduced: bool,
    pub kernel: bool,
    pub attributes: Attributes,
    /// The type as written, for kernel metadata.
    pub spelling: &'a str,
    pub span: Span,
}

impl<'a> Parser<'_, '_, 'a> {
    /// Whether `token` may begin a declaration; `next` is the token after it.
    pub(super) fn starts_declaration(&mut self, token: Token, next: Token) -> bool {
        use TokenKind::*;
        match token.kind {
            Auto | Const | Extern | Inline | Register | Restrict | Static | Typedef | Volatile | Global
            | Local | Constant | Private | Generic | Kernel | ReadOnly | WriteOnly | ReadWrite
            | Extension | StaticAssert | Noreturn | Unsupported | Complex | Alignas => true,
            Ident => next.kind != Colon && self.names_type(token.symbol),
            // `__attribute__` before a statement belongs to the statement.
            Attribute => false,
            _ => self.starts_type(token),
        }
    }

    /// Whether `token` may begin a type name.
    pub(super) fn starts_type(&mut self, token: Token) -> bool {
        use TokenKind::*;
        match token.kind {
            Bool | CharKw | Const | Double | Enum | Float | Half | BFloat | Int | Long | Restrict | Short
            | Signed | Struct | Union | Unsigned | Void | Int128 | AutoType | Volatile | Global | Local
            | Constant | Private | Generic | Typeof | Complex | Unsupported | Attribute => true,
            Ident => self.names_type(token.symbol),
            _ => false,
        }
    }

    pub(super) fn names_type(&mut self, symbol: Symbol) -> bool {
        matches!(
            self.sema.lookup(symbol),
            Some(Binding::Typedef(..) | Binding::BuiltinType(_))
        )
    }

    /// declaration-specifiers
    pub(super) fn specifiers(&mut self, storage_allowed: bool) -> Parsed<Specifiers<'a>> {
        use TokenKind::*;
        let start = self.span();
        let mut storage = Storage::None;
        let mut attributes = Attributes::default();
        let (mut inline, mut kernel, mut deduced) = (false, false, false);
        let mut bits = 0u8;
        let mut space: Option<Space> = None;
        let (mut signed, mut unsigned, mut longs, mut complex) = (false, false, 0u32, false);
        let mut word: Option<TokenKind> = None;
        let mut named: Option<QualType> = None;
        let mut access: Option<(Access, Span)> = None;
        let mut typedef = None;
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
                    } else if class == Storage::Auto {
                        let word = self.ident_text(&token);
                        self.error(
                            token.span,
                            format!("OpenCL C does not support the '{word}' storage class specifier"),
                        );
                    }
                    storage = class;
                }
                Inline => inline = true,
                Kernel => kernel = true,
                Noreturn | Extension => {}
                ReadOnly | WriteOnly | ReadWrite => {
                    if access.is_some() {
                        self.error(token.span, "multiple access qualifiers");
                    }
                    access = access.or(Some((access_of(token.kind), token.span)));
                }
                Const => bits |= quals::CONST,
                Volatile => bits |= quals::VOLATILE,
                Restrict => bits |= quals::RESTRICT,
                Global | Local | Constant | Private | Generic => {
                    let new = space_of(token.kind);
                    self.check_generic(&token);
                    if space.is_some_and(|old| Some(old) != new) {
                        self.error(token.span, "multiple address spaces specified for type");
                    }
                    space = new;
                }
                Attribute => {
                    self.attributes(&mut attributes)?;
                    if let Some(attribute_space) = attributes.space {
                        if space.is_some_and(|old| old != attribute_space) {
                            self.error(token.span, "multiple address spaces specified for type");
                        }
                        space = Some(attribute_space);
                    }
                    continue;
                }
                AutoType if !storage_allowed => self.error(token.span, "'__auto_type' not allowed here"),
                AutoType => deduced = true,
                Signed => signed = true,
                Unsigned => unsigned = true,
                Long => longs += 1,
                Complex => complex = true,
                Unsupported => {
                    let text = self.ident_text(&token);
                    self.error(token.span, format!("'{text}' is not supported"));
                    self.bump();
                    if self.kind() == LParen {
                        self.skip_parentheses()?;
                        named = Some(QualType::new(Ty::ERROR));
                    }
                    continue;
                }
                Void | Bool | CharKw | Short | Int | Int128 | Float | Double | Half | BFloat => {
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
                        Some(Binding::Typedef(ty, id)) => {
                            named = Some(ty);
                            typedef = Some(id);
                            spelling = self.ident_text(&token);
                        }
                        Some(Binding::BuiltinType(ty)) => {
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
            None if deduced && word.is_none() && !signed && !unsigned && longs == 0 => {
                QualType::new(Ty::ERROR)
            }
            None => QualType::new(self.combine(word, signed, unsigned, longs, complex, start)?),
        };
        if let Some(access) = access {
            self.qualify_access(&mut ty.ty, access, typedef.is_some());
        }
        if let Some(vector) = attributes.vector.take() {
            ty.ty = self.vector_type(ty.ty, vector, start);
        }
        if bits & quals::RESTRICT != 0 && self.sema.types.as_pointer(ty.ty).is_none() && ty.ty != Ty::ERROR {
            let name = self.sema.type_name(ty.unqualified());
            self.error(
                start,
                format!("restrict requires a pointer or reference ('{name}' is invalid)"),
            );
        }
        if ty.space != Space::Private {
            if space.is_some_and(|written| written != ty.space) {
                self.error(start, "multiple address spaces specified for type");
            }
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
            typedef,
            space,
            storage,
            inline,
            deduced,
            kernel,
            attributes,
            spelling,
            span,
        })
    }

    /// Gives an image type an access qualifier.
    fn qualify_access(&mut self, ty: &mut Ty, (access, place): (Access, Span), is_typedef: bool) {
        let TypeKind::Image(shape, _) = self.sema.kind(*ty) else {
            if !matches!(self.sema.kind(*ty), TypeKind::Error | TypeKind::Opaque(_)) {
                self.error(place, "access qualifier can only be used for pipe and image type");
            }
            return;
        };
        if is_typedef {
            // The type that the name stands for has one, written or not.
            self.error(place, "multiple access qualifiers");
            return;
        }
        *ty = self.sema.types.image(shape, access);
        if access == Access::ReadWrite && !self.sema.options.has_read_write_images() {
            let message = format!(
                "access qualifier 'read_write' cannot be used for '__read_write {}' prior to OpenCL C version 2.0",
                shape.name()
            );
            self.error(place, message);
        }
    }

    /// Reports a type that may be named in prototypes and type definitions only. A declaration with it gets the error
    /// type, so that its uses are not reported again.
    pub(super) fn refuse_opaque(&mut self, base: Ty, ty: &mut QualType, place: Span) {
        if let TypeKind::Opaque(name) = self.sema.kind(base) {
            self.error(place, format!("'{name}' is not supported by this target"));
            *ty = QualType::new(Ty::ERROR);
        }
    }

    /// Reports the generic address space in language versions without it.
    pub(super) fn check_generic(&mut self, token: &Token) {
        if token.kind == TokenKind::Generic && !self.sema.options.has_generic_space() && !self.sema.in_library
        {
            let version = self.sema.options.cl_std.version();
            let word = self.ident_text(token);
            let message = format!(
                "OpenCL C version {}.{} does not support the '{word}' type qualifier",
                version / 100,
                version / 10 % 10
            );
            self.error(token.span, message);
        }
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
            Some(Int128) if longs == 0 => Some(pick(Scalar::Int128, Scalar::UInt128)),
            Some(Int) if longs == 0 => Some(pick(Scalar::Int, Scalar::UInt)),
            None if longs == 0 && (signed || unsigned) => Some(pick(Scalar::Int, Scalar::UInt)),
            Some(Double) if longs <= 1 && !signed && !unsigned => {
                if !self.sema.options.has_double() && !self.sema.in_library {
                    self.error(start, "use of type 'double' requires cl_khr_fp64 support");
                    return Ok(Ty::ERROR);
                }
                Some(Ty::DOUBLE)
            }
            _ if signed || unsigned || longs > 0 => None,
            Some(Void) => Some(Ty::VOID),
            Some(Bool) => Some(Ty::BOOL),
            Some(Float) => Some(Ty::FLOAT),
            Some(Half) => Some(Ty::HALF),
            Some(BFloat) => Some(Ty::scalar(Scalar::BFloat)),
            None => {
                let token = self.token();
                if token.kind == Ident {
                    self.sema.report_unknown_type(token.symbol, token.span);
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
        if scalar == Scalar::Bool {
            self.error(span, "invalid vector element type 'bool'");
            return Ty::ERROR;
        }
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
        let mut ty = self.declared_type(&specifiers, &declarator);
        self.refuse_opaque(specifiers.ty.ty, &mut ty, specifiers.span);
        Ok(ty)
    }
}

/// The access that a keyword names.
fn access_of(kind: TokenKind) -> Access {
    match kind {
        TokenKind::WriteOnly => Access::WriteOnly,
        TokenKind::ReadWrite => Access::ReadWrite,
        _ => Access::ReadOnly,
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
