//! Constants.

use super::{Parse, Parser};
use crate::constant::{ConstantData, ConstantExpr};
use crate::entities::{Constant, Type};
use crate::fold::float::FloatKind;
use crate::inst::{InstFlags, Opcode};
use crate::text::escape::unescape_bytes;
use crate::text::float::f64_bits_as_f32_bits;
use crate::text::float_literal;
use crate::text::lexer::{Token, TokenKind};
use crate::types::TypeData;

impl Parser<'_> {
    /// `type constant`
    pub(super) fn typed_constant(&mut self) -> Parse<Constant> {
        let ty = self.first_class_type()?;
        self.constant(ty)
    }

    /// A constant of type `ty`.
    pub(super) fn constant(&mut self, ty: Type) -> Parse<Constant> {
        match self.token.kind {
            TokenKind::Int => self.integer(ty),
            TokenKind::Float | TokenKind::FloatLiteral => self.float_literal(ty),
            TokenKind::HexFloat => self.hexadecimal(ty),
            TokenKind::Global => self.global_address(ty),
            TokenKind::Word => self.word_constant(ty),
            TokenKind::Bytes => {
                let token = self.token;
                let bytes = unescape_bytes(self.text_of(token));
                match self.module.ctx.types.array_parts(ty) {
                    Some((Type::I8, count)) if count == bytes.len() as u64 => {}
                    _ => return self.error("constant does not have the expected type"),
                }
                self.advance();
                Ok(self.ctx().const_bytes(&bytes))
            }
            TokenKind::Less => {
                self.advance();
                if self.eat(TokenKind::OpenBrace) {
                    let constant = self.nested(|p| p.members(ty, TokenKind::CloseBrace))?;
                    self.expect(TokenKind::Greater, "'>'")?;
                    return Ok(constant);
                }
                if !self.module.ctx.types.is_vector(ty) {
                    return self.error("constant does not have the expected type");
                }
                self.nested(|p| p.members(ty, TokenKind::Greater))
            }
            TokenKind::OpenBracket if self.module.ctx.types.array_parts(ty).is_some() => {
                self.advance();
                self.nested(|p| p.members(ty, TokenKind::CloseBracket))
            }
            TokenKind::OpenBrace if self.module.ctx.types.struct_fields(ty).is_some() => {
                self.advance();
                self.nested(|p| p.members(ty, TokenKind::CloseBrace))
            }
            TokenKind::OpenBracket | TokenKind::OpenBrace => {
                self.error("constant does not have the expected type")
            }
            _ => self.error("expected a constant"),
        }
    }

    /// Members up to and with `close`, each with its type.
    fn members(&mut self, ty: Type, close: TokenKind) -> Parse<Constant> {
        let mut members = Vec::new();
        let start = self.span();
        while !self.at(close) {
            let span = self.span();
            let member = self.typed_constant()?;
            let types = &self.module.ctx.types;
            let wanted = types.member(ty, members.len() as u64);
            if wanted != Some(self.module.ctx.constants.ty(member)) {
                return self.error_at(span, "member does not have the type of the aggregate's member");
            }
            members.push(member);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(close, "',' or the end of the aggregate")?;
        let ctx = &mut self.module.ctx;
        if ctx.types.member(ty, members.len() as u64).is_some() {
            return self.error_at(start, "too few members");
        }
        // Byte strings have a single form.
        if matches!(ctx.types.array_parts(ty), Some((Type::I8, _))) {
            let bytes: Option<Vec<u8>> = members
                .iter()
                .map(|&m| match ctx.constants.data(m) {
                    ConstantData::Int(_, value) => Some(*value as u8),
                    _ => None,
                })
                .collect();
            if let Some(bytes) = bytes {
                return Ok(ctx.const_bytes(&bytes));
            }
        }
        Ok(ctx.const_aggregate(ty, &members))
    }

    fn integer(&mut self, ty: Type) -> Parse<Constant> {
        let Some(bits) = self.module.ctx.types.int_or_byte_bits(ty) else {
            return self.error("an integer constant needs an integer type");
        };
        let text = self.text_of(self.token);
        if bits > 128 {
            let Some(digits) = int_digits(text, bits) else {
                return self.error(format!("integer does not fit in {bits} bits"));
            };
            self.advance();
            return Ok(self.ctx().const_int_digits(ty, &digits));
        }
        let value = match text.strip_prefix("s0x").or(text.strip_prefix("u0x")) {
            Some(hex) => u128::from_str_radix(hex, 16).ok().map(|value| {
                // `s` says that the highest digit given carries the sign.
                let width = (4 * hex.len() as u32).min(128);
                match text.starts_with('s') {
                    true => crate::fold::scalar::sign_extend(width, value) as u128,
                    false => value,
                }
            }),
            None => match text.strip_prefix('-') {
                Some(digits) => digits.parse::<u128>().ok().map(u128::wrapping_neg),
                None => text.parse::<u128>().ok(),
            },
        };
        let Some(value) = value else {
            return self.error(format!("integer does not fit in {bits} bits"));
        };
        self.advance();
        Ok(self.ctx().const_int(ty, value))
    }

    fn float_literal(&mut self, ty: Type) -> Parse<Constant> {
        let Some(kind) = FloatKind::of(ty) else {
            return self.error("a floating-point constant needs a floating-point type");
        };
        match float_literal::read(kind, self.text_of(self.token)) {
            Some(bits) => {
                self.advance();
                Ok(self.ctx().const_float_bits(ty, bits))
            }
            None => self.error("malformed number"),
        }
    }

    /// A floating-point constant written as the double with these bits.
    fn double(&mut self, ty: Type, bits: u64) -> Parse<Constant> {
        let exact = match ty {
            Type::F64 => Some(bits),
            Type::F32 => f64_bits_as_f32_bits(bits).map(u64::from),
            Type::F16 | Type::BF16 => {
                let kind = FloatKind::of(ty).expect("a floating-point type");
                let value = f64::from_bits(bits);
                let narrow = kind.from_f64(value);
                (kind.to_f64(narrow).to_bits() == bits).then_some(narrow)
            }
            _ => return self.error("a floating-point constant needs a floating-point type"),
        };
        match exact {
            Some(bits) => {
                self.advance();
                Ok(self.ctx().const_float_bits(ty, bits))
            }
            None => self.error("floating-point constant is not exact in this type"),
        }
    }

    fn hexadecimal(&mut self, ty: Type) -> Parse<Constant> {
        let digits = &self.text_of(self.token)[2..];
        let (wanted, digits) = match digits.as_bytes().first() {
            Some(b'H') => (Some(Type::F16), &digits[1..]),
            Some(b'R') => (Some(Type::BF16), &digits[1..]),
            Some(b'K' | b'L' | b'M') => {
                return self.unsupported("floating-point formats wider than double are");
            }
            _ => (None, digits),
        };
        let Ok(bits) = u64::from_str_radix(digits, 16) else {
            return self.error("malformed number");
        };
        match wanted {
            None => self.double(ty, bits),
            Some(wanted) if wanted == ty && bits <= 0xffff => {
                self.advance();
                Ok(self.ctx().const_float_bits(ty, bits))
            }
            Some(_) => self.error("constant does not have the expected type"),
        }
    }

    /// The stored name of a global: numbers are names of digits.
    pub(super) fn global_address(&mut self, ty: Type) -> Parse<Constant> {
        let token = self.advance();
        let name = self.symbol_of(token);
        let span = self.span_of(token);
        let constant = self.address_of(name);
        let Some(constant) = constant else {
            let text = self.module.ctx.text(name).to_string();
            return self.error_at(span, format!("use of undefined value '@{text}'"));
        };
        if self.module.ctx.constants.ty(constant) != ty {
            let own = crate::text::type_to_string(&self.module.ctx, self.module.ctx.constants.ty(constant));
            let text = self.module.ctx.text(name).to_string();
            return self.error_at(span, format!("'@{text}' has type '{own}'"));
        }
        Ok(constant)
    }

    fn address_of(&mut self, name: crate::entities::Symbol) -> Option<Constant> {
        let ctx = &mut self.module.ctx;
        if let Some(func) = ctx.function_by_symbol(name) {
            return Some(ctx.const_function(func));
        }
        ctx.global_by_symbol(name).map(|global| ctx.const_global(global))
    }

    fn word_constant(&mut self, ty: Type) -> Parse<Constant> {
        let word = self.word();
        let mismatch = "constant does not have the expected type";
        let data = match word {
            "true" | "false" => {
                if ty != Type::I1 {
                    return self.error(mismatch);
                }
                ConstantData::Int(ty, u128::from(word == "true"))
            }
            "null" => {
                if !self.module.ctx.types.is_ptr(ty) {
                    return self.error(mismatch);
                }
                ConstantData::Null(ty)
            }
            "undef" | "poison" | "zeroinitializer" | "none" => {
                let valid = match word {
                    "none" => ty == Type::TOKEN,
                    _ => !matches!(ty, Type::LABEL | Type::METADATA | Type::TOKEN) && !self.is_opaque(ty),
                };
                if !valid {
                    return self.error(mismatch);
                }
                self.advance();
                return Ok(match word {
                    "undef" => self.ctx().const_undef(ty),
                    "poison" => self.ctx().const_poison(ty),
                    _ => self.ctx().const_zero(ty),
                });
            }
            "splat" => {
                self.advance();
                self.expect(TokenKind::OpenParen, "'('")?;
                let span = self.span();
                let scalar = self.nested(Self::typed_constant)?;
                self.expect(TokenKind::CloseParen, "')'")?;
                let ctx = &mut self.module.ctx;
                return match ctx.types.vector_parts(ty) {
                    Some((element, _)) if element == ctx.constants.ty(scalar) => {
                        Ok(ctx.const_splat(ty, scalar))
                    }
                    _ => self.error_at(span, mismatch),
                };
            }
            "blockaddress" => return self.unsupported("block addresses are"),
            "dso_local_equivalent" | "no_cfi" | "ptrauth" => {
                return self.unsupported(&format!("'{word}' constants are"));
            }
            _ => return self.nested(|p| p.expression(ty)),
        };
        self.advance();
        Ok(self.ctx().constants.intern(data))
    }

    /// A constant expression.
    fn expression(&mut self, ty: Type) -> Parse<Constant> {
        let token = self.token;
        let word = self.word();
        let opcode = match word {
            "getelementptr" => Opcode::GetElementPtr,
            "trunc" => Opcode::Trunc,
            "ptrtoint" => Opcode::PtrToInt,
            "ptrtoaddr" => Opcode::PtrToAddr,
            "inttoptr" => Opcode::IntToPtr,
            "bitcast" => Opcode::BitCast,
            "addrspacecast" => Opcode::AddrSpaceCast,
            "add" => Opcode::Add,
            "sub" => Opcode::Sub,
            "xor" => Opcode::Xor,
            "extractelement" => Opcode::ExtractElement,
            "insertelement" => Opcode::InsertElement,
            "shufflevector" => return self.unsupported("shufflevector constants are"),
            _ if Opcode::ALL.iter().any(|o| o.name() == word) => {
                return self.error(format!("{word} constant expressions are no longer supported"));
            }
            _ => return self.error("expected a constant"),
        };
        self.advance();
        let mut flags = self.gep_and_int_flags();
        if self.eat_word("inrange") {
            self.expect(TokenKind::OpenParen, "'('")?;
            self.raw_parenthesized()?;
        }
        if opcode == Opcode::GetElementPtr {
            flags = with_implied_flags(flags);
        }
        self.expect(TokenKind::OpenParen, "'('")?;
        let mut source_ty = Type::VOID;
        if opcode == Opcode::GetElementPtr {
            source_ty = self.first_class_type()?;
            self.comma()?;
        }
        let mut args = vec![self.typed_constant()?];
        while self.eat(TokenKind::Comma) {
            args.push(self.typed_constant()?);
        }
        let mut result = None;
        if opcode.is_cast() {
            self.expect_word("to")?;
            result = Some(self.first_class_type()?);
        }
        self.expect(TokenKind::CloseParen, "')'")?;
        self.make_expression(token, opcode, flags, source_ty, &args, result, ty)
    }

    #[allow(clippy::too_many_arguments)] // the parts of an expression
    fn make_expression(
        &mut self,
        token: Token,
        opcode: Opcode,
        flags: InstFlags,
        source_ty: Type,
        args: &[Constant],
        result: Option<Type>,
        wanted: Type,
    ) -> Parse<Constant> {
        let ctx = &mut self.module.ctx;
        let arg_ty = |index: usize| args.get(index).map(|&a| ctx.constants.ty(a));
        let first = arg_ty(0).unwrap_or(Type::VOID);
        let valid = match opcode {
            Opcode::GetElementPtr => ctx.types.is_ptr(ctx.types.scalar(first)),
            Opcode::ExtractElement => args.len() == 2 && ctx.types.is_vector(first),
            Opcode::InsertElement => args.len() == 3 && ctx.types.is_vector(first),
            _ if opcode.is_cast() => args.len() == 1,
            _ => args.len() == 2 && arg_ty(1) == Some(first) && ctx.types.is_int(ctx.types.scalar(first)),
        };
        if !valid {
            let span = self.span_of(token);
            return self.error_at(span, "invalid operands of a constant expression");
        }
        let own = match opcode {
            Opcode::GetElementPtr => gep_type(ctx, args),
            Opcode::ExtractElement => ctx.types.scalar(first),
            _ => result.unwrap_or(first),
        };
        if own != wanted {
            let span = self.span_of(token);
            return self.error_at(span, "constant does not have the expected type");
        }
        let valid = match opcode {
            _ if opcode.is_cast() => crate::verify::cast_is_valid(ctx, opcode, first, own),
            Opcode::GetElementPtr => crate::verify::gep_is_valid(ctx, source_ty, args),
            _ => true,
        };
        if !valid {
            let span = self.span_of(token);
            return self.error_at(span, "invalid operands of a constant expression");
        }
        // Arithmetic with known operands is folded, as LLVM does while reading; addresses stay as written.
        if !matches!(
            opcode,
            Opcode::GetElementPtr
                | Opcode::PtrToInt
                | Opcode::PtrToAddr
                | Opcode::IntToPtr
                | Opcode::AddrSpaceCast
        ) {
            let folded = match opcode {
                Opcode::ExtractElement => crate::fold::fold_extract_element(ctx, args[0], args[1]),
                Opcode::InsertElement => crate::fold::fold_insert_element(ctx, args[0], args[1], args[2]),
                _ if opcode.is_cast() => crate::fold::fold_cast(ctx, opcode, flags, args[0], own),
                _ => crate::fold::fold_binary(ctx, opcode, flags, args[0], args[1]),
            };
            if let Some(folded) = folded {
                return Ok(folded);
            }
        }
        let expr = ConstantExpr {
            opcode,
            ty: own,
            flags,
            source_ty,
            args: args.into(),
        };
        Ok(ctx.constants.intern(ConstantData::Expr(Box::new(expr))))
    }

    /// `inbounds`, `nuw`, `nsw`, ... in any order.
    pub(super) fn gep_and_int_flags(&mut self) -> InstFlags {
        let mut flags = InstFlags::empty();
        loop {
            flags |= match self.word() {
                "nuw" => InstFlags::NUW,
                "nsw" => InstFlags::NSW,
                "exact" => InstFlags::EXACT,
                "inbounds" => InstFlags::INBOUNDS,
                "nusw" => InstFlags::NUSW,
                "disjoint" => InstFlags::DISJOINT,
                "nneg" => InstFlags::NNEG,
                "samesign" => InstFlags::SAMESIGN,
                _ => return flags,
            };
            self.advance();
        }
    }
}

/// `inbounds` implies `nusw`, which is then not stored.
pub(super) fn with_implied_flags(flags: InstFlags) -> InstFlags {
    if flags.contains(InstFlags::INBOUNDS) {
        flags - InstFlags::NUSW
    } else {
        flags
    }
}

/// The type of a constant `getelementptr`: that of the base, or a vector if any operand is one.
fn gep_type(ctx: &mut crate::context::Context, args: &[Constant]) -> Type {
    let base = ctx.constants.ty(args[0]);
    let lanes = args
        .iter()
        .find_map(|&a| ctx.types.vector_parts(ctx.constants.ty(a)));
    match (ctx.types.data(base), lanes) {
        (TypeData::Ptr(_), Some((_, count))) => ctx.types.vector(base, count),
        _ => base,
    }
}

/// The digits in base 2^64, the lowest first, of an integer of more than 128 bits: decimal, or hexadecimal after `u0x`,
/// or after `s0x` with a sign in the highest digit given. Excess bits are dropped, as in LLVM.
fn int_digits(text: &str, bits: u32) -> Option<Vec<u64>> {
    let is_signed = text.starts_with('s');
    let hexadecimal = text.strip_prefix("s0x").or(text.strip_prefix("u0x"));
    let (negative, text, base) = match (hexadecimal, text.strip_prefix('-')) {
        (Some(hex), _) => (false, hex, 16),
        (None, Some(magnitude)) => (true, magnitude, 10),
        (None, None) => (false, text, 10),
    };
    let mut digits = vec![0u64; bits.div_ceil(64) as usize];
    for digit in text.chars() {
        let mut carry = u128::from(digit.to_digit(base)?);
        for place in &mut digits {
            let value = u128::from(*place) * u128::from(base) + carry;
            *place = value as u64;
            carry = value >> 64;
        }
    }
    let given = 4 * text.len() as u32;
    let is_negative = |at: u32| digits[at as usize / 64] >> (at % 64) & 1 != 0;
    if is_signed && (1..bits).contains(&given) && is_negative(given - 1) {
        for (index, place) in digits.iter_mut().enumerate() {
            let above = given.saturating_sub(64 * index as u32).min(64);
            *place |= u64::MAX.checked_shl(above).unwrap_or(0);
        }
    }
    if negative {
        let mut carry = true;
        for place in &mut digits {
            (*place, carry) = (!*place).overflowing_add(u64::from(carry));
        }
    }
    Some(digits)
}
