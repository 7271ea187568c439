//! Types.

use super::{Parse, Parser};
use crate::entities::{Symbol, Type};
use crate::text::lexer::TokenKind;
use crate::types::{MAX_INT_BITS, TypeData};
use fxhash::FxHashMap;

/// Maximum number of values in a type, counting members of members; arrays count once.
const MAX_MEMBERS: u64 = 1 << 20;

impl Parser<'_> {
    /// `%name = type { ... }`
    pub(super) fn type_definition(&mut self) -> Parse<()> {
        let token = self.expect(TokenKind::Local, "a type name")?;
        let name = self.symbol_of(token);
        self.expect(TokenKind::Equal, "'='")?;
        self.expect_word("type")?;
        let already = self
            .ctx()
            .types
            .named_struct(name)
            .is_some_and(|b| b.fields.is_some());
        if already {
            let span = self.span_of(token);
            return self.error_at(span, "redefinition of a type");
        }
        if self.eat_word("opaque") {
            self.ctx().types.named_struct_type(name);
            return Ok(());
        }
        let packed = self.at(TokenKind::Less) && self.next_is_open_brace();
        if !packed && !self.at(TokenKind::OpenBrace) {
            // A name for another type is an alias of that type and must be defined before use.
            if self.module.ctx.types.named_struct(name).is_some() || self.type_names.contains_key(&name) {
                let span = self.span_of(token);
                return self.error_at(
                    span,
                    "a named type that is not a struct must be defined once, before its uses",
                );
            }
            let ty = self.ty()?;
            self.type_names.insert(name, ty);
            return Ok(());
        }
        // Names come in the order of their definitions.
        self.ctx().types.named_struct_type(name);
        if packed {
            self.advance();
        }
        self.advance();
        let fields = self.nested(Self::struct_fields)?;
        if packed {
            self.expect(TokenKind::Greater, "'>'")?;
        }
        self.ctx().types.set_struct_body(name, &fields, packed);
        Ok(())
    }

    /// Fields up to and with `}`.
    fn struct_fields(&mut self) -> Parse<Vec<Type>> {
        let mut fields = Vec::new();
        if self.eat(TokenKind::CloseBrace) {
            return Ok(fields);
        }
        loop {
            let span = self.span();
            let ty = self.first_class_type()?;
            if matches!(ty, Type::TOKEN | Type::METADATA | Type::LABEL) {
                return self.error_at(span, "invalid type of a field");
            }
            fields.push(ty);
            if !self.eat(TokenKind::Comma) {
                self.expect(TokenKind::CloseBrace, "'}'")?;
                return Ok(fields);
            }
        }
    }

    /// Whether it is an opaque struct.
    pub(super) fn is_opaque(&self, ty: Type) -> bool {
        let types = &self.module.ctx.types;
        matches!(types.data(ty), TypeData::NamedStruct(_)) && types.struct_fields(ty).is_none()
    }

    /// A type that values can have.
    pub(super) fn first_class_type(&mut self) -> Parse<Type> {
        let span = self.span();
        let ty = self.ty()?;
        if ty == Type::VOID || matches!(self.module.ctx.types.data(ty), TypeData::Function(..)) {
            return self.error_at(span, "a value cannot have this type");
        }
        Ok(ty)
    }

    /// Any type.
    pub(super) fn ty(&mut self) -> Parse<Type> {
        let is_ptr = self.at_word("ptr");
        let mut ty = self.simple_type()?;
        if is_ptr && self.at(TokenKind::Star) {
            return self.error("'ptr*' is invalid; use 'ptr'");
        }
        loop {
            if self.at(TokenKind::OpenParen) {
                ty = self.nested(|p| p.function_type(ty))?;
            } else if self.at(TokenKind::Star) || self.at_word("addrspace") {
                ty = self.typed_pointer(ty)?;
            } else {
                return Ok(ty);
            }
        }
    }

    /// `*` or `addrspace(1)*` after the pointee type, as in older files: an opaque pointer.
    fn typed_pointer(&mut self, pointee: Type) -> Parse<Type> {
        if pointee == Type::VOID {
            return self.error("pointers to void are invalid; use 'ptr'");
        }
        if [Type::LABEL, Type::METADATA, Type::TOKEN].contains(&pointee) {
            return self.error("pointer to this type is invalid");
        }
        let space = self.address_space()?;
        self.expect(TokenKind::Star, "'*'")?;
        Ok(self.ctx().types.ptr(space.unwrap_or(0)))
    }

    fn function_type(&mut self, ret: Type) -> Parse<Type> {
        self.expect(TokenKind::OpenParen, "'('")?;
        let mut params = Vec::new();
        let mut variadic = false;
        while !self.at(TokenKind::CloseParen) {
            if self.eat(TokenKind::Ellipsis) {
                variadic = true;
                break;
            }
            params.push(self.first_class_type()?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseParen, "')'")?;
        Ok(self.ctx().types.function(ret, &params, variadic))
    }

    /// A type without the parameter list that would turn it into a function type.
    pub(super) fn simple_type(&mut self) -> Parse<Type> {
        match self.token.kind {
            TokenKind::Word => self.word_type(),
            TokenKind::Local => {
                let token = self.advance();
                let name = self.symbol_of(token);
                if let Some(&ty) = self.type_names.get(&name) {
                    return Ok(ty);
                }
                Ok(self.ctx().types.named_struct_type(name))
            }
            TokenKind::OpenBrace => {
                self.advance();
                let fields = self.nested(Self::struct_fields)?;
                Ok(self.ctx().types.struct_(&fields, false))
            }
            TokenKind::OpenBracket => {
                self.advance();
                let count: u64 = self.number("an array length")?;
                self.expect_word("x")?;
                let element = self.nested(Self::first_class_type)?;
                self.expect(TokenKind::CloseBracket, "']'")?;
                Ok(self.ctx().types.array(element, count))
            }
            TokenKind::Less => {
                self.advance();
                if self.eat(TokenKind::OpenBrace) {
                    let fields = self.nested(Self::struct_fields)?;
                    self.expect(TokenKind::Greater, "'>'")?;
                    return Ok(self.ctx().types.struct_(&fields, true));
                }
                self.vector_type()
            }
            _ => self.error("expected a type"),
        }
    }

    fn vector_type(&mut self) -> Parse<Type> {
        if self.at_word("vscale") {
            return self.unsupported("scalable vectors are");
        }
        let span = self.span();
        let count: u32 = self.number("a vector length")?;
        if count == 0 || count > 1 << 16 {
            return self.error_at(span, "vector length is not from 1 to 65536");
        }
        self.expect_word("x")?;
        let span = self.span();
        let element = self.nested(Self::ty)?;
        self.expect(TokenKind::Greater, "'>'")?;
        let types = &self.module.ctx.types;
        if !(types.is_int(element)
            || types.is_byte(element)
            || types.is_float(element)
            || types.is_ptr(element))
        {
            return self.error_at(span, "invalid element type of a vector");
        }
        Ok(self.ctx().types.vector(element, count))
    }

    fn word_type(&mut self) -> Parse<Type> {
        let word = self.word();
        let ty = match word {
            "void" => Type::VOID,
            "half" => Type::F16,
            "bfloat" => Type::BF16,
            "float" => Type::F32,
            "double" => Type::F64,
            "label" => Type::LABEL,
            "metadata" => Type::METADATA,
            "token" => Type::TOKEN,
            "ptr" => {
                self.advance();
                let space = self.address_space()?;
                return Ok(self.ctx().types.ptr(space.unwrap_or(0)));
            }
            "fp128" | "x86_fp80" | "ppc_fp128" | "x86_amx" | "x86_mmx" => {
                return self.unsupported(&format!("type '{word}' is"));
            }
            "target" => return self.target_type(),
            _ => {
                let is_byte = word.starts_with('b');
                let digits = word.strip_prefix(['i', 'b']);
                let Some(bits) = digits.and_then(|digits| {
                    digits
                        .bytes()
                        .all(|b| b.is_ascii_digit())
                        .then(|| digits.parse::<u32>().ok())?
                }) else {
                    return self.error("expected a type");
                };
                if bits == 0 || bits > MAX_INT_BITS {
                    let what = if is_byte { "bytes" } else { "integers" };
                    return self.error(format!(
                        "{what} of {bits} bits are not supported (1 to {MAX_INT_BITS} are)"
                    ));
                }
                let types = &mut self.ctx().types;
                if is_byte {
                    types.byte(bits)
                } else {
                    types.int(bits)
                }
            }
        };
        self.advance();
        Ok(ty)
    }

    /// `target("name", numbers...)`.
    fn target_type(&mut self) -> Parse<Type> {
        self.advance();
        self.expect(TokenKind::OpenParen, "'('")?;
        let span = self.span();
        let name = self.string("the name of a type")?;
        if !self.ctx().intrinsics.layout.types.contains(&name.as_str()) {
            return self.error_at(span, format!("target type '{name}' is not supported"));
        }
        let mut numbers = Vec::new();
        while self.eat(TokenKind::Comma) {
            numbers.push(self.number("a number")?);
        }
        self.expect(TokenKind::CloseParen, "')'")?;
        let ctx = self.ctx();
        let name = ctx.symbol(&name);
        Ok(ctx.types.target(name, &numbers))
    }

    /// `addrspace(N)`, if it is there.
    pub(super) fn address_space(&mut self) -> Parse<Option<u32>> {
        if !self.eat_word("addrspace") {
            return Ok(None);
        }
        self.expect(TokenKind::OpenParen, "'('")?;
        let space = if self.at(TokenKind::String) {
            // Names for the spaces chosen by the data layout.
            match self.string("an address space")?.as_str() {
                "A" => self.module.ctx.layout.alloca_address_space,
                "G" => self.module.ctx.layout.global_address_space,
                "P" => 0,
                _ => return self.error("unknown address space name"),
            }
        } else {
            let span = self.span();
            let space: u32 = self.number("an address space")?;
            if space >= 1 << 24 {
                return self.error_at(span, "address space is not below 16777216");
            }
            space
        };
        self.expect(TokenKind::CloseParen, "')'")?;
        Ok(Some(space))
    }

    /// Rejects named structs that contain themselves, are nested too deeply or contain too many values, so that sizes
    /// can be computed by recursion.
    pub(super) fn check_type_sizes(&mut self) {
        let names: Vec<Symbol> = self.module.ctx.types.named_structs().to_vec();
        let mut known = FxHashMap::default();
        for name in names {
            if let Err(what) = self.measure_struct(name, &mut known, 0) {
                let text = self.module.ctx.text(name).to_string();
                let start = wavec_support::Span::new(self.file, 0, 0);
                let _: Parse<()> = self.error_at(start, format!("struct '%{text}' {what}"));
                self.ctx().types.set_struct_body(name, &[], false);
                known.insert(name, Some(Measure::ONE));
            }
        }
    }

    /// Measures a named struct; `known` has `None` for those being measured. `depth` bounds this recursion itself.
    fn measure_struct(&self, name: Symbol, known: &mut Known, depth: u32) -> Result<Measure, &'static str> {
        match known.get(&name) {
            Some(None) => return Err("contains itself"),
            Some(Some(measure)) => return Ok(*measure),
            None => {}
        }
        known.insert(name, None);
        let body = self
            .module
            .ctx
            .types
            .named_struct(name)
            .and_then(|b| b.fields.as_deref());
        let measure = self.measure_fields(body.unwrap_or_default(), known, depth)?;
        known.insert(name, Some(measure));
        Ok(measure)
    }

    fn measure_fields(
        &self,
        fields: &[Type],
        known: &mut Known,
        depth: u32,
    ) -> Result<Measure, &'static str> {
        let mut total = Measure::ONE;
        for &field in fields {
            let inner = self.measure_type(field, known, depth + 1)?;
            total.members += inner.members;
            total.height = total.height.max(inner.height + 1);
            if total.members > MAX_MEMBERS {
                return Err("has too many members");
            }
        }
        if total.height > super::MAX_NESTING {
            return Err("is nested too deep");
        }
        Ok(total)
    }

    fn measure_type(&self, ty: Type, known: &mut Known, depth: u32) -> Result<Measure, &'static str> {
        if depth > 2 * super::MAX_NESTING {
            return Err("is nested too deep");
        }
        match self.module.ctx.types.data(ty) {
            TypeData::NamedStruct(name) => self.measure_struct(*name, known, depth),
            TypeData::Array(element, _) => {
                let inner = self.measure_type(*element, known, depth + 1)?;
                Ok(Measure {
                    height: inner.height + 1,
                    ..inner
                })
            }
            TypeData::Struct(fields, _) => self.measure_fields(fields, known, depth),
            _ => Ok(Measure::ONE),
        }
    }
}

/// How many values a type contains, and how deeply it is nested.
#[derive(Clone, Copy)]
struct Measure {
    members: u64,
    height: u32,
}

impl Measure {
    const ONE: Measure = Measure {
        members: 1,
        height: 1,
    };
}

type Known = FxHashMap<Symbol, Option<Measure>>;
