//! Primary and postfix expressions.

use super::{Failed, Parsed, Parser};
use crate::ast::{Expr, ExprKind, Stmt};
use crate::literal::{self, Character, FloatSuffix, Number};
use crate::token::{Symbol, TokenKind};
use crate::types::{QualType, Scalar, Ty, TypeKind};
use crate::warnings::Warning;
use wavec_support::Span;

/// Maximum number of consecutive postfix operators.
const MAX_POSTFIX: u32 = 256;

impl<'a> Parser<'_, '_, 'a> {
    /// postfix-expression, from its first operand on.
    pub(super) fn postfix(&mut self, primary: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let mut expr = primary;
        let mut count = 0;
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::LBracket => {
                    self.bump();
                    self.enter()?;
                    let index = self.expression()?;
                    let close = self.expect_close(TokenKind::RBracket, token.span)?;
                    self.leave();
                    expr = self.sema.subscript(expr, index, (token.span, close.span));
                }
                TokenKind::LParen => {
                    self.bump();
                    self.enter()?;
                    let mut args: Vec<Expr<'a>> = Vec::new();
                    while self.kind() != TokenKind::RParen {
                        args.push(*self.argument()?);
                        if !self.eat(TokenKind::Comma) {
                            break;
                        }
                    }
                    let close = self.expect_close(TokenKind::RParen, token.span)?;
                    self.leave();
                    let args = self.sema.arena.alloc_slice_copy(&args);
                    expr = self.sema.call(expr, args, (token.span, close.span));
                }
                TokenKind::Dot | TokenKind::Arrow => {
                    self.bump();
                    let name = self.token();
                    // A member may be spelled like a keyword (`.half`), or after `.` like a number (`.s0`).
                    let named = name.symbol != Symbol(0)
                        && !matches!(name.kind, TokenKind::Number | TokenKind::Str | TokenKind::Char);
                    if !named {
                        self.error(name.span, "expected identifier");
                        return Err(Failed);
                    }
                    self.bump();
                    expr = self.sema.member(
                        expr,
                        name.symbol,
                        token.kind == TokenKind::Arrow,
                        (token.span, name.span),
                    );
                }
                TokenKind::PlusPlus | TokenKind::MinusMinus => {
                    self.bump();
                    expr = self
                        .sema
                        .increment(token.kind == TokenKind::PlusPlus, false, expr, token.span);
                }
                _ => return Ok(expr),
            }
            count += 1;
            if count > MAX_POSTFIX {
                self.sema
                    .fatal_error(token.span, "expression is nested too deeply");
                return Err(Failed);
            }
            self.check_fatal()?;
        }
    }

    pub(super) fn argument(&mut self) -> Parsed<&'a Expr<'a>> {
        self.assignment_expression()
    }

    pub(super) fn primary_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token();
        let span = token.span;
        match token.kind {
            TokenKind::Ident => {
                let text = self.ident_text(&token);
                self.bump();
                if matches!(text, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
                    let name = self.current_function_name();
                    let bytes = self.sema.text(name).as_bytes().to_vec();
                    return Ok(self.sema.string_literal(bytes, span));
                }
                let called = self.kind() == TokenKind::LParen
                    || (self.kind() == TokenKind::RParen && self.peek(1).kind == TokenKind::LParen);
                Ok(self.sema.name_expr(token.symbol, span, called))
            }
            TokenKind::Number => {
                self.bump();
                let text = self.ident_text(&token);
                match literal::number(text) {
                    Ok(number) => Ok(self.number_expr(number, span)),
                    Err(message) => {
                        self.error(span, message);
                        Ok(self.sema.error_expr(span))
                    }
                }
            }
            TokenKind::Char => {
                self.bump();
                match literal::character(self.ident_text(&token)) {
                    Ok(Character { value, count }) => {
                        if count > 1 {
                            let warning = match count {
                                4 => Warning::FourCharConstants,
                                _ => Warning::Multichar,
                            };
                            let message = "multi-character character constant";
                            self.sema.warning(warning, span, message);
                        }
                        Ok(self.sema.int_literal(value as i64 as u64, Ty::INT, span))
                    }
                    Err(message) => {
                        self.error(span, message);
                        Ok(self.sema.error_expr(span))
                    }
                }
            }
            TokenKind::Str => {
                let mut bytes = Vec::new();
                while self.kind() == TokenKind::Str {
                    let part = self.bump();
                    match literal::string(self.ident_text(&part)) {
                        Ok(more) => bytes.extend(more),
                        Err(message) => self.error(part.span, message),
                    }
                }
                Ok(self.sema.string_literal(bytes, span))
            }
            TokenKind::True | TokenKind::False => {
                self.bump();
                Ok(self
                    .sema
                    .int_literal((token.kind == TokenKind::True) as u64, Ty::INT, span))
            }
            TokenKind::LParen => self.parentheses(),
            TokenKind::BuiltinAstype => {
                self.bump();
                let open = self
                    .expect(TokenKind::LParen, "expected '(' after '__builtin_astype'")?
                    .span;
                self.enter()?;
                let operand = self.assignment_expression()?;
                self.expect(TokenKind::Comma, "expected ','")?;
                let ty = self.type_name()?;
                self.leave();
                let close = self.expect_close(TokenKind::RParen, open)?;
                Ok(self.sema.astype(operand, ty, span.to(close.span)))
            }
            TokenKind::BuiltinBitCast => {
                self.bump();
                let open = self
                    .expect(TokenKind::LParen, "expected '(' after '__builtin_bit_cast'")?
                    .span;
                self.enter()?;
                let ty = self.type_name()?;
                self.expect(TokenKind::Comma, "expected ','")?;
                let operand = self.assignment_expression()?;
                self.leave();
                let close = self.expect_close(TokenKind::RParen, open)?;
                Ok(self.sema.bit_cast(operand, ty, span.to(close.span)))
            }
            TokenKind::BuiltinConvertvector => {
                self.bump();
                let open = self
                    .expect(TokenKind::LParen, "expected '(' after '__builtin_convertvector'")?
                    .span;
                self.enter()?;
                let operand = self.assignment_expression()?;
                self.expect(TokenKind::Comma, "expected ','")?;
                let ty = self.type_name()?;
                self.leave();
                let close = self.expect_close(TokenKind::RParen, open)?;
                let span = span.to(close.span);
                Ok(self
                    .sema
                    .convert_function(operand, ty.ty, false, crate::ast::Rounding::Default, span))
            }
            TokenKind::BuiltinOffsetof => self.offset_of(),
            TokenKind::BuiltinShufflevector => {
                self.bump();
                let open = self.expect(TokenKind::LParen, "expected '('")?.span;
                self.enter()?;
                let mut args = Vec::new();
                while self.kind() != TokenKind::RParen {
                    args.push(*self.assignment_expression()?);
                    if !self.eat(TokenKind::Comma) {
                        break;
                    }
                }
                self.leave();
                let close = self.expect_close(TokenKind::RParen, open)?;
                let args = self.sema.arena.alloc_slice_copy(&args);
                Ok(self.sema.shuffle_vector(args, span.to(close.span)))
            }
            TokenKind::BuiltinTypesCompatible => {
                self.bump();
                let open = self.expect(TokenKind::LParen, "expected '('")?.span;
                let a = self.type_name()?;
                self.expect(TokenKind::Comma, "expected ','")?;
                let b = self.type_name()?;
                let close = self.expect_close(TokenKind::RParen, open)?;
                Ok(self
                    .sema
                    .int_literal((a.ty == b.ty) as u64, Ty::INT, span.to(close.span)))
            }
            TokenKind::BuiltinChooseExpr => {
                self.bump();
                let open = self.expect(TokenKind::LParen, "expected '('")?.span;
                self.enter()?;
                let condition = self.assignment_expression()?;
                self.expect(TokenKind::Comma, "expected ','")?;
                let then = self.assignment_expression()?;
                self.expect(TokenKind::Comma, "expected ','")?;
                let otherwise = self.assignment_expression()?;
                self.leave();
                self.expect_close(TokenKind::RParen, open)?;
                match self.sema.eval_int(condition) {
                    Some(value) => Ok(if value != 0 { then } else { otherwise }),
                    None => {
                        self.error(condition.span, "expression is not an integer constant expression");
                        Ok(self.sema.error_expr(span))
                    }
                }
            }
            TokenKind::GenericSelection => self.generic_selection(),
            // Functional casts and declarations where an expression is expected.
            _ => {
                let found = self.kind();
                let message = match found {
                    TokenKind::Eof => "expected expression, found end of file".to_string(),
                    _ => "expected expression".to_string(),
                };
                self.error(span, message);
                Err(Failed)
            }
        }
    }

    fn parentheses(&mut self) -> Parsed<&'a Expr<'a>> {
        self.enter()?;
        let open = self.bump().span;
        if self.kind() == TokenKind::LBrace {
            if self.sema.current.is_none() {
                self.error(open, "statement expression not allowed at file scope");
                return Err(Failed);
            }
            self.sema.push_scope();
            let items = self.block_items();
            self.sema.pop_scope();
            let items = items?;
            let close = self.expect_close(TokenKind::RParen, open)?;
            self.leave();
            let ty = match items.last() {
                Some(Stmt::Expr(expr)) => expr.ty.unqualified(),
                _ => QualType::new(Ty::VOID),
            };
            return Ok(self
                .sema
                .node(ExprKind::Statement(items), ty, open.to(close.span), false));
        }
        let inner = self.expression()?;
        let close = self.expect_close(TokenKind::RParen, open)?;
        self.leave();
        // The parentheses belong to the expression's span, but not to its meaning.
        Ok(self.sema.arena.alloc(Expr {
            span: open.to(close.span),
            in_parentheses: true,
            ..*inner
        }))
    }

    fn number_expr(&mut self, number: Number, span: Span) -> &'a Expr<'a> {
        match number {
            Number::Int {
                value,
                unsigned,
                long,
                decimal,
            } => {
                let small = value <= i32::MAX as u64;
                let word = value <= u32::MAX as u64;
                let positive = value <= i64::MAX as u64;
                let scalar = match (unsigned, long) {
                    (false, false) if small => Scalar::Int,
                    (false, false) if word && !decimal => Scalar::UInt,
                    (true, false) if word => Scalar::UInt,
                    (false, _) if positive => Scalar::Long,
                    (false, _) if !decimal => Scalar::ULong,
                    (false, _) => {
                        self.sema.warning(Warning::ImplicitlyUnsignedLiteral,
                            span,
                            "integer literal is too large to be represented in a signed integer type, interpreting as unsigned",
                        );
                        Scalar::ULong
                    }
                    (true, _) => Scalar::ULong,
                };
                self.sema.int_literal(value, Ty::scalar(scalar), span)
            }
            Number::Float {
                value,
                single,
                suffix,
            } => {
                let (value, ty) = match suffix {
                    FloatSuffix::F => (value, Ty::FLOAT),
                    FloatSuffix::H => (value, Ty::HALF),
                    FloatSuffix::None if self.sema.options.single_precision_constant => {
                        (single as f64, Ty::FLOAT)
                    }
                    FloatSuffix::None if !self.sema.options.has_double() && !self.sema.in_library => {
                        let message =
                            "double precision constant requires cl_khr_fp64, casting to single precision";
                        self.sema.warning(Warning::UnsupportedDouble, span, message);
                        (single as f64, Ty::FLOAT)
                    }
                    FloatSuffix::None => (value, Ty::DOUBLE),
                };
                self.sema.value(ExprKind::Float(value), ty, span)
            }
        }
    }

    /// offsetof(type, member-designator)
    fn offset_of(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.bump().span;
        let open = self
            .expect(TokenKind::LParen, "expected '(' after 'offsetof'")?
            .span;
        let mut ty = self.type_name()?;
        self.expect(TokenKind::Comma, "expected ','")?;
        let mut offset = 0u64;
        let mut first = true;
        loop {
            if first || self.eat(TokenKind::Dot) {
                let name = self.expect(TokenKind::Ident, "expected identifier")?;
                let Some(id) = self.sema.types.as_record(ty.ty) else {
                    self.error(name.span, "offsetof requires struct, union, or class type");
                    return Err(Failed);
                };
                let Some(path) = self.sema.types.find_field(id, name.symbol) else {
                    let text = self.ident_text(&name);
                    let type_name = self.sema.type_name(ty);
                    self.error(name.span, format!("no member named '{text}' in '{type_name}'"));
                    return Err(Failed);
                };
                for index in path {
                    let Some(id) = self.sema.types.as_record(ty.ty) else {
                        return Err(Failed);
                    };
                    let field = self.sema.types.record(id).fields[index as usize];
                    offset += field.offset;
                    ty = field.ty;
                }
            } else if self.kind() == TokenKind::LBracket {
                let open = self.bump().span;
                let index = self.expression()?;
                self.expect_close(TokenKind::RBracket, open)?;
                let (TypeKind::Array(of, _), Some(value)) =
                    (self.sema.kind(ty.ty), self.sema.eval_int(index))
                else {
                    self.error(index.span, "expression is not an integer constant expression");
                    return Err(Failed);
                };
                offset = offset.wrapping_add(self.sema.types.size_of(of.ty).wrapping_mul(value));
                ty = of;
            } else {
                break;
            }
            first = false;
        }
        let close = self.expect_close(TokenKind::RParen, open)?;
        Ok(self.sema.int_literal(offset, Ty::ULONG, start.to(close.span)))
    }

    /// _Generic(expression, (type | default): expression, ...)
    fn generic_selection(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.bump().span;
        let open = self
            .expect(TokenKind::LParen, "expected '(' after '_Generic'")?
            .span;
        self.enter()?;
        // A type, whose qualifiers do not count either, or the value of an expression.
        let control = match self.starts_type(self.token()) {
            true => self.type_name()?,
            false => {
                let value = self.assignment_expression()?;
                self.sema.rvalue(value).ty
            }
        };
        let (mut chosen, mut default) = (None, None);
        while self.eat(TokenKind::Comma) {
            if self.eat(TokenKind::Default) {
                self.expect(TokenKind::Colon, "expected ':'")?;
                default = Some(self.assignment_expression()?);
                continue;
            }
            let ty = self.type_name()?;
            self.expect(TokenKind::Colon, "expected ':'")?;
            let expr = self.assignment_expression()?;
            if ty.ty == control.ty {
                chosen = Some(expr);
            }
        }
        self.leave();
        self.expect_close(TokenKind::RParen, open)?;
        match chosen.or(default) {
            Some(expr) => Ok(expr),
            None => {
                let name = self.sema.type_name(control.unqualified());
                self.error(start, format!("controlling expression type '{name}' not compatible with any generic association type"));
                Ok(self.sema.error_expr(start))
            }
        }
    }
}
