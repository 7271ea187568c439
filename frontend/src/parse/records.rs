//! Structs, unions, enumerations.

use super::attributes::{Attributes, merge};
use super::declarator::{Declarator, MAX_TYPE_DEPTH};
use super::{Failed, Parsed, Parser};
use crate::sema::names::{Binding, Tag};
use crate::token::{Symbol, TokenKind};
use crate::types::{BitField, Field, Placement, QualType, Scalar, Space, Ty, TypeKind};
use crate::warnings::Warning;

impl<'a> Parser<'_, '_, 'a> {
    /// struct-or-union-specifier
    pub(super) fn record_specifier(&mut self) -> Parsed<Ty> {
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
        let pack = Some(u64::from(self.sema.pack)).filter(|&pack| pack > 0 && !self.sema.in_library);
        let mut fields: Vec<Field> = Vec::new();
        let mut placements: Vec<Placement> = Vec::new();
        while self.kind() != TokenKind::RBrace {
            if self.kind() == TokenKind::Eof {
                break;
            }
            if self.eat(TokenKind::Semi) {
                continue;
            }
            if self.kind() == TokenKind::PragmaPack {
                self.sema.pack = self.bump().symbol.0;
                continue;
            }
            if self.kind() == TokenKind::StaticAssert {
                self.static_assert()?;
                continue;
            }
            if self
                .member_declaration(own, &mut fields, &mut placements)
                .is_err()
            {
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
        record.depth = depth + 1;
        self.sema
            .types
            .lay_out(id, &placements, attributes.placement(), pack);
        Ok(())
    }

    fn member_declaration(
        &mut self,
        own: Ty,
        fields: &mut Vec<Field>,
        placements: &mut Vec<Placement>,
    ) -> Parsed<()> {
        let specifiers = self.specifiers(false)?;
        if self.kind() == TokenKind::Semi {
            self.bump();
            // An unnamed struct or union: its members become members of the outer record.
            if let Some(inner) = self.sema.types.as_record(specifiers.ty.ty) {
                if self.sema.types.record(inner).name.is_none() {
                    fields.push(Field {
                        name: None,
                        ty: specifiers.ty,
                        named: specifiers.typedef,
                        offset: 0,
                        bits: None,
                    });
                    placements.push(specifiers.attributes.placement());
                } else {
                    self.sema.warning(
                        Warning::MissingDeclarations,
                        specifiers.span,
                        "declaration does not declare anything",
                    );
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
                    label: None,
                    block: false,
                }
            } else {
                self.declarator(false)?
            };
            let mut ty = self.declared_type(&specifiers, &declarator);
            self.refuse_opaque(specifiers.ty.ty, &mut ty, specifiers.span);
            if self.sema.types.is_image_or_sampler(ty.ty) {
                let name = self.sema.type_name(ty.unqualified());
                let message =
                    format!("the '{name}' type cannot be used to declare a structure or union field");
                self.error(declarator.span, message);
                ty = QualType::new(Ty::ERROR);
            }
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
                // A flexible array member: it has no elements, and must be the last member.
                if let TypeKind::IncompleteArray(of) = self.sema.kind(ty.ty)
                    && !fields.is_empty()
                    && self.kind() == TokenKind::Semi
                    && self.peek(1).kind == TokenKind::RBrace
                {
                    ty.ty = self.sema.types.array(of, 0);
                } else {
                    let name = self.sema.type_name(ty);
                    self.error(declarator.span, format!("field has incomplete type '{name}'"));
                    ty = QualType::new(Ty::INT);
                }
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
                named: specifiers.typedef,
                offset: 0,
                bits,
            });
            merge(&mut attributes, &specifiers.attributes);
            placements.push(attributes.placement());
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
    ) -> Option<BitField> {
        if !self.sema.pragmas.bit_fields && !self.sema.in_library {
            self.error(declarator.span, "bit-fields are not supported in OpenCL");
            return None;
        }
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
        if self.sema.types.size_of(ty.ty) > 8 {
            self.error(declarator.span, "bit-fields of 128-bit types are not supported");
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
            Some(bits) if bits <= limit => Some(BitField::new(bits as u8)),
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
    pub(super) fn enum_specifier(&mut self) -> Parsed<Ty> {
        let keyword = self.bump();
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let name = (self.kind() == TokenKind::Ident).then(|| self.bump());
        let symbol = name.map(|token| token.symbol);
        let span = name.map_or(keyword.span, |token| token.span);
        let existing = symbol.and_then(|symbol| self.sema.lookup_tag(symbol));
        let mut fixed = None;
        let next = self.peek(1);
        if self.kind() == TokenKind::Colon && self.starts_type(next) {
            self.bump();
            fixed = self.fixed_enum_type()?;
        }
        if self.kind() != TokenKind::LBrace
            && let Some((Tag::Enum(_, ty), here)) = existing
            && (here || self.kind() != TokenKind::Semi)
        {
            return Ok(ty);
        }
        let declared = match existing {
            Some((Tag::Enum(id, ty), true)) if !self.sema.types.enums[id.0 as usize].complete => {
                Some((id, ty))
            }
            _ => None,
        };
        let (id, ty) = declared.unwrap_or_else(|| self.sema.types.new_enum(symbol));
        if let Some(scalar) = fixed {
            self.sema.types.enums[id.0 as usize].scalar = scalar;
        }
        if let Some(symbol) = symbol.filter(|_| declared.is_none()) {
            if let Some((_, true)) = existing {
                let text = self.sema.text(symbol);
                self.error(span, format!("redefinition of '{text}'"));
            }
            self.sema.declare_tag(symbol, Tag::Enum(id, ty), span);
        }
        if self.kind() != TokenKind::LBrace && symbol.is_some() {
            return Ok(ty);
        }
        let open = self.expect(TokenKind::LBrace, "expected identifier or '{'")?.span;
        self.sema.types.enums[id.0 as usize].complete = true;
        let mut value = 0i128;
        let (mut least, mut most) = (0, 0);
        while self.kind() == TokenKind::Ident {
            let enumerator = self.bump();
            let mut ignored = Attributes::default();
            self.attributes(&mut ignored)?;
            if self.eat(TokenKind::Equal) {
                let expr = self.conditional_expression()?;
                match self.sema.eval_int(expr) {
                    Some(constant) if self.sema.types.as_scalar(expr.ty.ty) == Some(Scalar::ULong) => {
                        value = constant.into();
                    }
                    Some(constant) => value = (constant as i64).into(),
                    None if expr.ty.ty == Ty::ERROR => {}
                    None => self.error(expr.span, "expression is not an integer constant expression"),
                }
            }
            (least, most) = (value.min(least), value.max(most));
            if let Some(scalar) = fixed
                && scalar.wrap(value as u128) != value as u128
                && scalar != Scalar::ULong
            {
                let text = self.ident_text(&enumerator);
                let message =
                    format!("enumerator value of '{text}' is not representable in the underlying type");
                self.error(enumerator.span, message);
            }
            let constant_ty = match value {
                _ if fixed.is_some() => ty,
                -0x8000_0000..=0x7fff_ffff => Ty::INT,
                0x8000_0000..=0xffff_ffff => Ty::UINT,
                0x8000_0000_0000_0000.. => Ty::ULONG,
                _ => Ty::LONG,
            };
            if self.sema.lookup_here(enumerator.symbol).is_some() {
                let text = self.ident_text(&enumerator);
                self.error(enumerator.span, format!("redefinition of enumerator '{text}'"));
            }
            self.sema.declare(
                enumerator.symbol,
                Binding::Enumerator(value as i64, constant_ty),
                enumerator.span,
            );
            let enumerators = &mut self.sema.types.enums[id.0 as usize].enumerators;
            enumerators.push((enumerator.symbol, value as i64));
            value = value.wrapping_add(1);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_close(TokenKind::RBrace, open)?;
        self.attributes(&mut attributes)?;
        // An enumeration is not narrower than `int` unless it is packed.
        let all = [
            (Scalar::Char, Scalar::UChar),
            (Scalar::Short, Scalar::UShort),
            (Scalar::Int, Scalar::UInt),
        ];
        let narrow = all.iter().skip(if attributes.packed { 0 } else { 2 });
        let fits = |&&(signed, unsigned): &&(Scalar, Scalar)| match least < 0 {
            true => least >= -(1 << (signed.bits() - 1)) && most < 1 << (signed.bits() - 1),
            false => most < 1 << unsigned.bits(),
        };
        let (signed, unsigned) = narrow
            .copied()
            .find(|scalars| fits(&scalars))
            .unwrap_or((Scalar::Long, Scalar::ULong));
        let scalar = if least < 0 { signed } else { unsigned };
        self.sema.types.enums[id.0 as usize].scalar = fixed.unwrap_or(scalar);
        // Unless `int` can represent all enumerators, each has the type of the enumeration from here on (C23 6.7.3.3).
        let are_ints = least >= i32::MIN.into() && most <= i32::MAX.into();
        if fixed.is_none() && !are_ints {
            let enumerators = self.sema.types.enums[id.0 as usize].enumerators.clone();
            for (symbol, value) in enumerators {
                self.sema.redeclare_enumerator(symbol, value, Ty::scalar(scalar));
            }
        }
        Ok(ty)
    }

    /// The type after `enum name :`.
    fn fixed_enum_type(&mut self) -> Parsed<Option<Scalar>> {
        let span = self.span();
        let ty = self.type_name()?;
        let scalar = self
            .sema
            .types
            .as_scalar(ty.ty)
            .filter(|scalar| scalar.is_int() && scalar.size() <= 8);
        if scalar.is_none() && ty.ty != Ty::ERROR {
            let name = self.sema.type_name(ty.unqualified());
            self.error(
                span,
                format!("non-integral type '{name}' is an invalid underlying type"),
            );
        }
        Ok(scalar)
    }
}
