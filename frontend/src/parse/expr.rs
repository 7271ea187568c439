//! Expressions: precedence climbing for binary operators, recursion for the rest.

use super::{Failed, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Stmt, UnaryOp, VarKind, Variable};
use crate::literal::{self, FloatSuffix, Number};
use crate::token::{Symbol, TokenKind};
use crate::types::{QualType, Scalar, Space, Ty, TypeKind};
use wavec_support::Span;

/// Most postfix operators in a row.
const MAX_POSTFIX: u32 = 256;

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

    fn check_fatal(&mut self) -> Parsed<()> {
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

    /// What stands behind `(float4)` if it is `(`: a list of elements, or one operand to cast.
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
            let operand = self.postfix(one)?;
            let span = start.to(operand.span).to(close.span);
            return Ok(self.sema.explicit_cast(operand, ty, span));
        }
        let literal = self.sema.vector_literal(ty.ty, &parts, span);
        self.postfix(literal)
    }

    fn compound_literal(&mut self, ty: QualType, start: Span) -> Parsed<&'a Expr<'a>> {
        let written = self.initializer()?;
        let span = start.to(self.previous_span());
        let mut ty = ty;
        let init = self.sema.initializer(&mut ty, written);
        let Some(init) = init else {
            return Ok(self.sema.error_expr(span));
        };
        if let (Some(_), crate::ast::Init::Expr(expr)) = (self.sema.types.as_vector(ty.ty), init) {
            return Ok(expr);
        }
        let file_scope = self.sema.at_file_scope();
        let kind = if file_scope {
            VarKind::Global
        } else {
            VarKind::Local
        };
        if file_scope {
            ty.space = Space::Constant;
        }
        let var = Variable {
            name: Symbol(0),
            ty,
            kind,
            span,
            init: Some(init),
            align: None,
            function: self.sema.current,
            is_extern: false,
            used: true,
        };
        let id = self.sema.new_var(var);
        Ok(self.sema.node(ExprKind::CompoundLiteral(id), ty, span, true))
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
                    PlusPlus => self.sema.increment(true, true, operand, span),
                    MinusMinus => self.sema.increment(false, true, operand, span),
                    _ => operand,
                })
            }
            Sizeof | Alignof => self.size_or_alignment(),
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
        let word = if token.kind == TokenKind::Sizeof {
            "sizeof"
        } else {
            "alignof"
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
            TokenKind::Sizeof => self.sema.types.size_of(ty.ty),
            _ => self.sema.types.align_of(ty.ty),
        };
        Ok(self.sema.int_literal(value, Ty::ULONG, span))
    }

    /// postfix-expression, from its first operand on.
    fn postfix(&mut self, primary: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
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
                    let span = expr.span.to(close.span);
                    expr = self.sema.subscript(expr, index, span);
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
                    expr = self.sema.call(expr, args, close.span);
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
                    expr = self
                        .sema
                        .member(expr, name.symbol, token.kind == TokenKind::Arrow, name.span);
                }
                TokenKind::PlusPlus | TokenKind::MinusMinus => {
                    self.bump();
                    let span = expr.span.to(token.span);
                    expr = self
                        .sema
                        .increment(token.kind == TokenKind::PlusPlus, false, expr, span);
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

    fn argument(&mut self) -> Parsed<&'a Expr<'a>> {
        self.assignment_expression()
    }

    fn primary_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token();
        let span = token.span;
        match token.kind {
            TokenKind::Ident => {
                let text = self.ident_text(&token);
                self.bump();
                if matches!(text, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
                    let name = self.current_function_name();
                    let bytes = self.sema.text(name).as_bytes().to_vec();
                    return Ok(self.string_expr(bytes, span));
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
                    // A character constant has type int, and the value of a char.
                    Ok(value) => Ok(self.sema.int_literal(value as i8 as u64, Ty::INT, span)),
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
                Ok(self.string_expr(bytes, span))
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
            // Functional casts and declarations where an expression is wanted.
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
        // The parentheses belong to the expression's place, but not to its meaning.
        Ok(self.sema.arena.alloc(Expr {
            span: open.to(close.span),
            ..*inner
        }))
    }

    fn string_expr(&mut self, bytes: Vec<u8>, span: Span) -> &'a Expr<'a> {
        let length = bytes.len() as u64 + 1;
        let id = self.sema.add_string(bytes);
        let element = QualType::new(Ty::CHAR);
        let ty = self.sema.types.array(element, length);
        let ty = QualType {
            ty,
            quals: 0,
            space: Space::Constant,
        };
        self.sema.node(ExprKind::Str(id), ty, span, true)
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
                        self.sema.warning(
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
        let control = self.assignment_expression()?;
        let control = self.sema.rvalue(control);
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
            if ty.ty == control.ty.ty {
                chosen = Some(expr);
            }
        }
        self.leave();
        self.expect_close(TokenKind::RParen, open)?;
        match chosen.or(default) {
            Some(expr) => Ok(expr),
            None => {
                let name = self.sema.type_name(control.ty.unqualified());
                self.error(start, format!("controlling expression type '{name}' not compatible with any generic association type"));
                Ok(self.sema.error_expr(start))
            }
        }
    }
}
