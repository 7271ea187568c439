//! Expressions: precedence climbing for binary operators, recursion for the rest.

use super::{Failed, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, UnaryOp};
use crate::token::TokenKind;
use crate::types::{QualType, Ty, TypeKind};
use wavec_support::Span;

/// Precedence and operator; higher binds tighter.
fn binary_operator(kind: TokenKind) -> Option<(u8, BinaryOp)> {
    use TokenKind::*;
    Some(match kind {
        Star => (10, BinaryOp::Mul),
        Slash => (10, BinaryOp::Div),
        Percent => (10, BinaryOp::Rem),
        Plus => (9, BinaryOp::Add),
        Minus => (9, BinaryOp::Sub),
        LessLess => (8, BinaryOp::Shl),
        GreaterGreater => (8, BinaryOp::Shr),
        Less => (7, BinaryOp::Less),
        Greater => (7, BinaryOp::Greater),
        LessEqual => (7, BinaryOp::LessEqual),
        GreaterEqual => (7, BinaryOp::GreaterEqual),
        EqualEqual => (6, BinaryOp::Equal),
        ExclaimEqual => (6, BinaryOp::NotEqual),
        Amp => (5, BinaryOp::And),
        Caret => (4, BinaryOp::Xor),
        Pipe => (3, BinaryOp::Or),
        AmpAmp => (2, BinaryOp::LogicalAnd),
        PipePipe => (1, BinaryOp::LogicalOr),
        _ => return None,
    })
}

fn assignment_operator(kind: TokenKind) -> Option<BinaryOp> {
    use TokenKind::*;
    Some(match kind {
        StarEqual => BinaryOp::Mul,
        SlashEqual => BinaryOp::Div,
        PercentEqual => BinaryOp::Rem,
        PlusEqual => BinaryOp::Add,
        MinusEqual => BinaryOp::Sub,
        LessLessEqual => BinaryOp::Shl,
        GreaterGreaterEqual => BinaryOp::Shr,
        AmpEqual => BinaryOp::And,
        CaretEqual => BinaryOp::Xor,
        PipeEqual => BinaryOp::Or,
        _ => return None,
    })
}

impl<'a> Parser<'_, '_, 'a> {
    /// expression: assignment-expression (`,` assignment-expression)*
    pub(super) fn expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let mut expr = self.assignment_expression()?;
        while self.eat(TokenKind::Comma) {
            let right = self.assignment_expression()?;
            expr = self.sema.comma(expr, right);
            self.check_fatal()?;
        }
        Ok(expr)
    }

    pub(super) fn check_fatal(&mut self) -> Parsed<()> {
        if self.sema.fatal {
            self.pos = self.tokens.len() - 1;
            return Err(Failed);
        }
        Ok(())
    }

    /// assignment-expression: conditional-expression (assignment-operator assignment-expression)?
    pub(super) fn assignment_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let left = self.conditional_expression()?;
        let operator = self.token();
        if operator.kind == TokenKind::Equal {
            self.bump();
            self.enter()?;
            let right = self.assignment_expression()?;
            self.leave();
            return Ok(self.sema.assign(left, right, operator.span));
        }
        if let Some(op) = assignment_operator(operator.kind) {
            self.bump();
            self.enter()?;
            let right = self.assignment_expression()?;
            self.leave();
            return Ok(self.sema.compound_assign(op, left, right, operator.span));
        }
        Ok(left)
    }

    /// conditional-expression: binary-expression (`?` expression? `:` conditional-expression)?
    pub(super) fn conditional_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let condition = self.binary_expression(1)?;
        if self.kind() != TokenKind::Question {
            return Ok(condition);
        }
        let at = self.bump().span;
        self.enter()?;
        let then = if self.kind() == TokenKind::Colon {
            condition
        } else {
            self.expression()?
        };
        if self.kind() != TokenKind::Colon {
            let span = self.span();
            self.sema
                .error_note(span, "expected ':'", at, "to match this '?'");
            return Err(Failed);
        }
        self.bump();
        let otherwise = self.conditional_expression()?;
        self.leave();
        Ok(self.sema.conditional(condition, then, otherwise, at))
    }

    fn binary_expression(&mut self, least: u8) -> Parsed<&'a Expr<'a>> {
        let mut left = self.cast_expression()?;
        loop {
            let operator = self.token();
            let Some((level, op)) = binary_operator(operator.kind).filter(|&(level, _)| level >= least)
            else {
                return Ok(left);
            };
            self.bump();
            let right = self.binary_expression(level + 1)?;
            left = self.sema.binary(op, left, right, operator.span);
            self.check_fatal()?;
        }
    }

    /// cast-expression: `(` type-name `)` cast-expression | unary-expression; vector and compound literals too.
    fn cast_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        if self.kind() == TokenKind::LParen {
            let next = self.peek(1);
            if self.starts_type(next) {
                return self.typed_parentheses();
            }
        }
        self.unary_expression()
    }

    fn typed_parentheses(&mut self) -> Parsed<&'a Expr<'a>> {
        self.enter()?;
        let open = self.bump().span;
        let ty = self.type_name()?;
        self.expect_close(TokenKind::RParen, open)?;
        let result = if self.kind() == TokenKind::LBrace {
            let literal = self.compound_literal(ty, open)?;
            self.postfix(literal)?
        } else if self.sema.types.as_vector(ty.ty).is_some() && self.kind() == TokenKind::LParen {
            self.vector_literal(ty, open)?
        } else {
            let operand = self.cast_expression()?;
            let span = open.to(operand.span);
            self.sema.explicit_cast(operand, ty, span)
        };
        self.leave();
        Ok(result)
    }

    /// After `(float4)`, if a `(` follows: a list of elements, or one operand to cast.
    fn vector_literal(&mut self, ty: QualType, start: Span) -> Parsed<&'a Expr<'a>> {
        let next = self.peek(1);
        if self.starts_type(next) {
            let operand = self.cast_expression()?;
            let span = start.to(operand.span);
            return Ok(self.sema.explicit_cast(operand, ty, span));
        }
        let open = self.bump().span;
        let mut parts = Vec::new();
        loop {
            parts.push(self.assignment_expression()?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        let close = self.expect_close(TokenKind::RParen, open)?;
        let span = start.to(close.span);
        if let [one] = parts[..] {
            let literal = self.sema.explicit_cast(one, ty, span);
            return self.postfix(literal);
        }
        let list = open.to(close.span);
        let literal = self.sema.vector_literal(ty.ty, &parts, (span, list));
        self.postfix(literal)
    }

    fn compound_literal(&mut self, ty: QualType, start: Span) -> Parsed<&'a Expr<'a>> {
        let written = self.initializer()?;
        let span = start.to(self.previous_span());
        let mut ty = ty;
        let init = self.sema.initializer(&mut ty, written, start);
        let Some(init) = init else {
            return Ok(self.sema.error_expr(span));
        };
        if let (Some(_), crate::ast::Init::Expr(expr)) = (self.sema.types.as_vector(ty.ty), init) {
            return Ok(expr);
        }
        Ok(self.sema.compound_object(ty, init, span))
    }

    /// unary-expression
    fn unary_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token();
        use TokenKind::*;
        match token.kind {
            Minus | Plus | Tilde | Exclaim | Star | Amp | PlusPlus | MinusMinus | Extension => {
                self.bump();
                self.enter()?;
                let operand = self.cast_expression()?;
                self.leave();
                let span = token.span.to(operand.span);
                Ok(match token.kind {
                    Minus => self.sema.unary(Some(UnaryOp::Neg), operand, span),
                    Plus => self.sema.unary(None, operand, span),
                    Tilde => self.sema.unary(Some(UnaryOp::Not), operand, span),
                    Exclaim => self.sema.unary(Some(UnaryOp::LogicalNot), operand, span),
                    Star => self.sema.dereference(operand, span),
                    Amp => self.sema.address_of(operand, span),
                    PlusPlus => self.sema.increment(true, true, operand, token.span),
                    MinusMinus => self.sema.increment(false, true, operand, token.span),
                    _ => operand,
                })
            }
            RealPart | ImaginaryPart => {
                self.bump();
                self.enter()?;
                let operand = self.cast_expression()?;
                self.leave();
                let span = token.span.to(operand.span);
                Ok(self.sema.real_part(token.kind == RealPart, operand, span))
            }
            Sizeof | Alignof | VecStep | Countof | VectorElements => self.size_or_alignment(),
            AmpAmp => {
                self.error(token.span, "the address of a label is not supported");
                Err(Failed)
            }
            Caret => {
                self.error(token.span, "blocks are not supported");
                Err(Failed)
            }
            _ => {
                let primary = self.primary_expression()?;
                self.postfix(primary)
            }
        }
    }

    fn size_or_alignment(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.bump();
        let ty;
        self.enter()?;
        if self.kind() == TokenKind::LParen && self.starts_type(self.peek(1)) {
            let open = self.bump().span;
            let named = self.type_name()?;
            self.expect_close(TokenKind::RParen, open)?;
            if self.kind() == TokenKind::LBrace {
                let literal = self.compound_literal(named, open)?;
                ty = self.postfix(literal)?.ty;
            } else {
                ty = named;
            }
        } else {
            ty = self.unary_expression()?.ty;
        }
        self.leave();
        let span = token.span.to(self.previous_span());
        if ty.ty == Ty::ERROR {
            return Ok(self.sema.error_expr(span));
        }
        let word = match token.kind {
            TokenKind::Sizeof => "sizeof",
            TokenKind::VecStep => "vec_step",
            TokenKind::Countof => "_Countof",
            TokenKind::VectorElements => "__builtin_vectorelements",
            _ => "alignof",
        };
        if ty.ty == Ty::VOID || !self.sema.types.is_complete(ty.ty) {
            let name = self.sema.type_name(ty.unqualified());
            self.error(
                span,
                format!("invalid application of '{word}' to an incomplete type '{name}'"),
            );
            return Ok(self.sema.error_expr(span));
        }
        let value = match token.kind {
            TokenKind::VecStep => {
                // A vector of three is as large as a vector of four.
                let Some((_, count)) = self.sema.types.lanes(ty.ty) else {
                    let name = self.sema.type_name(ty.unqualified());
                    self.error(
                        span,
                        format!("'vec_step' requires built-in scalar or vector type, '{name}' invalid"),
                    );
                    return Ok(self.sema.error_expr(span));
                };
                return Ok(self
                    .sema
                    .int_literal(u64::from(count.next_power_of_two()), Ty::INT, span));
            }
            TokenKind::Countof | TokenKind::VectorElements => match self.sema.kind(ty.ty) {
                TypeKind::Array(_, count) if token.kind == TokenKind::Countof => count,
                TypeKind::Vector(_, count) if token.kind == TokenKind::VectorElements => count.into(),
                _ => {
                    let name = self.sema.type_name(ty.unqualified());
                    let kind = if token.kind == TokenKind::Countof {
                        "array"
                    } else {
                        "vector"
                    };
                    self.error(
                        span,
                        format!("'{word}' requires an argument of {kind} type; '{name}' invalid"),
                    );
                    return Ok(self.sema.error_expr(span));
                }
            },
            TokenKind::Sizeof => self.sema.types.size_of(ty.ty),
            _ => self.sema.types.align_of(ty.ty),
        };
        Ok(self.sema.int_literal(value, Ty::ULONG, span))
    }
}
