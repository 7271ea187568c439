//! Statements.

use super::attributes::Attributes;
use super::{Failed, Label, Parsed, Parser, SwitchScope};
use crate::ast::{Expr, ForLoop, LabelId, Stmt, Switch};
use crate::sema::convert::Why;
use crate::token::{Symbol, Token, TokenKind};
use crate::types::Ty;
use crate::warnings::Warning;
use wavec_support::{Diagnostic, Span};

/// Maximum length of an `else if` chain.
const MAX_ELSE_IFS: usize = 1024;
/// Maximum number of values of one `case a ... b`.
const MAX_CASE_RANGE: u64 = 4096;

impl<'a> Parser<'_, '_, 'a> {
    /// compound-statement without a scope of its own: `{` (declaration | statement)* `}`
    pub(super) fn block_items(&mut self) -> Parsed<&'a [Stmt<'a>]> {
        self.enter()?;
        let open = self.expect(TokenKind::LBrace, "expected '{'")?.span;
        let mut items: Vec<Stmt<'a>> = Vec::new();
        let depth = self.depth;
        while self.kind() != TokenKind::RBrace {
            if self.kind() == TokenKind::Eof {
                let span = self.span();
                self.sema
                    .error_note(span, "expected '}'", open, "to match this '{'");
                return Err(Failed);
            }
            let start = self.pos;
            match self.block_item() {
                Ok(Stmt::Empty) => {}
                Ok(stmt) => items.push(stmt),
                Err(Failed) => {
                    if self.sema.fatal {
                        return Err(Failed);
                    }
                    self.depth = depth;
                    self.recover_in_block();
                    if self.pos == start && self.kind() != TokenKind::RBrace {
                        self.bump();
                    }
                }
            }
        }
        self.bump();
        self.leave();
        Ok(self.sema.arena.alloc_slice_copy(&items))
    }

    fn block_item(&mut self) -> Parsed<Stmt<'a>> {
        let (token, next) = (self.token(), self.peek(1));
        if self.starts_declaration(token, next) {
            return self.local_declaration();
        }
        // `foo bar` with an unknown foo: most likely a missing type.
        if token.kind == TokenKind::Ident
            && next.kind == TokenKind::Ident
            && self.sema.lookup(token.symbol).is_none()
        {
            self.sema.report_unknown_type(token.symbol, token.span);
            return Err(Failed);
        }
        self.labelled_item()
    }

    /// A statement in a list: labels are separate items.
    fn labelled_item(&mut self) -> Parsed<Stmt<'a>> {
        match self.label()? {
            Some(label) => Ok(label),
            None => self.plain_statement(),
        }
    }

    /// statement, where exactly one is expected.
    fn statement(&mut self) -> Parsed<Stmt<'a>> {
        self.enter()?;
        let mut labels = Vec::new();
        while let Some(label) = self.label()? {
            labels.push(label);
        }
        let stmt = self.plain_statement()?;
        self.leave();
        if labels.is_empty() {
            return Ok(stmt);
        }
        labels.push(stmt);
        Ok(Stmt::Block(self.sema.arena.alloc_slice_copy(&labels)))
    }

    /// A body with a scope of its own.
    fn scoped_statement(&mut self) -> Parsed<Stmt<'a>> {
        self.sema.push_scope();
        let result = self.statement();
        self.sema.pop_scope();
        result
    }

    /// `name:`, `case value:` or `default:`
    fn label(&mut self) -> Parsed<Option<Stmt<'a>>> {
        let token = self.token();
        match token.kind {
            TokenKind::Ident if self.peek(1).kind == TokenKind::Colon => {
                self.bump();
                self.bump();
                let mut attributes = Attributes::default();
                self.attributes(&mut attributes)?;
                let id = self.label_id(&token);
                let is_unused = attributes.is_unused;
                if let Some(label) = self.labels.get_mut(&token.symbol) {
                    match label.defined {
                        Some(old) => {
                            let text = self.sema.text(token.symbol);
                            let message = format!("redefinition of label '{text}'");
                            self.sema
                                .error_note(token.span, message, old, "previous definition is here");
                        }
                        None => {
                            label.defined = Some(token.span);
                            label.is_used |= is_unused;
                        }
                    }
                }
                Ok(Some(Stmt::Label(id)))
            }
            TokenKind::Case => {
                self.bump();
                let value = self.conditional_expression()?;
                let last = if self.eat(TokenKind::Ellipsis) {
                    Some(self.conditional_expression()?)
                } else {
                    None
                };
                self.expect(TokenKind::Colon, "expected ':' after 'case'")?;
                Ok(Some(self.case(token.span, value, last)))
            }
            TokenKind::Default => {
                self.bump();
                self.expect(TokenKind::Colon, "expected ':' after 'default'")?;
                match self.switches.last_mut() {
                    None => self.error(token.span, "'default' statement not in switch statement"),
                    Some(scope) if scope.has_default => {
                        self.error(token.span, "multiple default labels in one switch");
                    }
                    Some(scope) => {
                        scope.has_default = true;
                        scope.default_span = Some(token.span);
                    }
                }
                Ok(Some(Stmt::Default))
            }
            _ => Ok(None),
        }
    }

    fn case(&mut self, span: Span, value: &'a Expr<'a>, last: Option<&'a Expr<'a>>) -> Stmt<'a> {
        let Some(ty) = self.switches.last().map(|scope| scope.ty) else {
            self.error(span, "'case' statement not in switch statement");
            return Stmt::Empty;
        };
        let ty = ty.unwrap_or(Ty::INT);
        let bound = |parser: &mut Self, expr: &'a Expr<'a>| {
            if expr.ty.ty == Ty::ERROR {
                return None;
            }
            if !parser.sema.types.is_int_scalar(expr.ty.ty) {
                parser.error(expr.span, "expression is not an integer constant expression");
                return None;
            }
            let expr = parser.sema.arithmetic(expr, ty);
            let value = parser.sema.eval_int(expr);
            if value.is_none() {
                parser.error(expr.span, "expression is not an integer constant expression");
            }
            value
        };
        let Some(first) = bound(self, value) else {
            return Stmt::Empty;
        };
        let end = match last {
            Some(expr) => match bound(self, expr) {
                Some(end) => end,
                None => return Stmt::Empty,
            },
            None => first,
        };
        if (end as i64) < first as i64 || end.wrapping_sub(first) > MAX_CASE_RANGE {
            self.error(span, "case range is empty or too large");
            return Stmt::Empty;
        }
        let Some(scope) = self.switches.last_mut() else {
            return Stmt::Empty;
        };
        scope.cases.push((first, end));
        scope.spans.push(value.span);
        Stmt::Case(scope.cases.len() as u32 - 1)
    }

    fn label_id(&mut self, token: &Token) -> LabelId {
        let count = &mut self.label_count;
        let label = self.labels.entry(token.symbol).or_insert_with(|| {
            *count += 1;
            Label {
                id: LabelId(*count - 1),
                defined: None,
                first_use: token.span,
                is_used: false,
            }
        });
        label.id
    }

    fn plain_statement(&mut self) -> Parsed<Stmt<'a>> {
        let token = self.token();
        self.trailing_else = None;
        match token.kind {
            TokenKind::LBrace => {
                self.sema.push_scope();
                let items = self.block_items();
                self.sema.pop_scope();
                self.trailing_else = None;
                Ok(Stmt::Block(items?))
            }
            TokenKind::Semi => {
                self.bump();
                Ok(Stmt::Empty)
            }
            TokenKind::PragmaUnroll => {
                self.bump();
                self.unroll = Some(token.symbol.0);
                let next = self.kind();
                if !matches!(
                    next,
                    TokenKind::For
                        | TokenKind::While
                        | TokenKind::Do
                        | TokenKind::Attribute
                        | TokenKind::PragmaUnroll
                ) {
                    let name = if token.symbol.0 == 1 { "nounroll" } else { "unroll" };
                    let message =
                        format!("expected a for, while, or do-while loop to follow '#pragma {name}'");
                    self.error(self.span(), message);
                }
                self.labelled_item()
            }
            TokenKind::PragmaPack => {
                self.bump();
                self.sema.pack = token.symbol.0;
                Ok(Stmt::Empty)
            }
            TokenKind::PragmaFpContract => {
                self.bump();
                Ok(Stmt::Contract(token.symbol.0 != 0))
            }
            TokenKind::Attribute => {
                let (start, mut attributes) = (self.pos, Attributes::default());
                self.attributes(&mut attributes)?;
                let (first, next) = (self.token(), self.peek(1));
                if self.starts_declaration(first, next) {
                    // They belong to the declaration, which parses them again.
                    self.pos = start;
                    return self.local_declaration();
                }
                if attributes.unroll.is_some() {
                    if matches!(self.kind(), TokenKind::For | TokenKind::While | TokenKind::Do) {
                        self.unroll = attributes.unroll;
                    } else {
                        self.error(
                            token.span,
                            "'opencl_unroll_hint' attribute only applies to 'for', 'while', and 'do' statements",
                        );
                    }
                }
                self.labelled_item()
            }
            TokenKind::If => self.if_statement(),
            TokenKind::While => self.while_statement(),
            TokenKind::Do => self.do_statement(),
            TokenKind::For => self.for_statement(),
            TokenKind::Switch => self.switch_statement(),
            TokenKind::Break => {
                self.bump();
                if self.loops == 0 && self.switches.is_empty() {
                    self.error(token.span, "'break' statement not in loop or switch statement");
                }
                self.expect(TokenKind::Semi, "expected ';' after break statement")?;
                Ok(Stmt::Break)
            }
            TokenKind::Continue => {
                self.bump();
                if self.loops == 0 {
                    self.error(token.span, "'continue' statement not in loop statement");
                }
                self.expect(TokenKind::Semi, "expected ';' after continue statement")?;
                Ok(Stmt::Continue)
            }
            TokenKind::Return => self.return_statement(),
            TokenKind::Goto => {
                self.bump();
                if self.kind() == TokenKind::Star {
                    let span = self.span();
                    self.error(span, "computed goto is not supported");
                    return Err(Failed);
                }
                let name = self.expect(TokenKind::Ident, "expected identifier")?;
                let id = self.label_id(&name);
                if let Some(label) = self.labels.get_mut(&name.symbol) {
                    label.is_used = true;
                }
                self.expect(TokenKind::Semi, "expected ';' after goto statement")?;
                Ok(Stmt::Goto(id))
            }
            TokenKind::Case | TokenKind::Default => self.statement(),
            TokenKind::Else => {
                self.error(token.span, "expected expression");
                Err(Failed)
            }
            TokenKind::Asm => self.asm_statement(),
            _ => {
                let (next, declares) = (self.peek(1), self.token());
                if self.starts_declaration(declares, next) {
                    self.error(token.span, "expected expression");
                    return Err(Failed);
                }
                let expr = self.expression()?;
                self.expect(TokenKind::Semi, "expected ';' after expression")?;
                let expr = self.sema.rvalue(expr);
                Ok(Stmt::Expr(expr))
            }
        }
    }

    fn parenthesized_condition(&mut self, after: &str) -> Parsed<&'a Expr<'a>> {
        if self.kind() != TokenKind::LParen {
            let span = self.span();
            self.error(span, format!("expected '(' after '{after}'"));
            return Err(Failed);
        }
        let open = self.bump().span;
        let condition = self.expression()?;
        self.expect_close(TokenKind::RParen, open)?;
        Ok(condition)
    }

    fn if_statement(&mut self) -> Parsed<Stmt<'a>> {
        let mut arms = Vec::new();
        let mut otherwise = None;
        let mut last_else = None;
        loop {
            self.bump();
            let condition = self.parenthesized_condition("if")?;
            let condition = self.sema.condition(condition);
            let empty = self.empty_body();
            let then = self.scoped_statement()?;
            arms.push((condition, then));
            let inner_else = self.trailing_else.take();
            let at = self.span();
            if !self.eat(TokenKind::Else) {
                self.warn_empty_body("if statement", empty);
                if let Some(span) = inner_else {
                    let message = "add explicit braces to avoid dangling else";
                    self.sema.warning(Warning::DanglingElse, span, message);
                }
                break;
            }
            last_else = Some(at);
            if self.kind() == TokenKind::If {
                if arms.len() >= MAX_ELSE_IFS {
                    let span = self.span();
                    self.sema.fatal_error(
                        span,
                        format!("more than {MAX_ELSE_IFS} 'else if' in one statement"),
                    );
                    return Err(Failed);
                }
                continue;
            }
            let stmt = self.scoped_statement()?;
            otherwise = Some(&*self.sema.arena.alloc(stmt));
            break;
        }
        self.trailing_else = last_else;
        Ok(Stmt::If(self.sema.arena.alloc_slice_copy(&arms), otherwise))
    }

    /// The `;` that is here, if it is on the line of what comes before it.
    fn empty_body(&self) -> Option<Span> {
        let (before, token) = (self.previous_span(), self.token());
        (token.kind == TokenKind::Semi && self.is_on_one_line(before, token.span)).then_some(token.span)
    }

    fn warn_empty_body(&mut self, what: &str, body: Option<Span>) {
        if let Some(span) = body {
            let diagnostic = Diagnostic::warning(span, format!("{what} has empty body")).with_note(
                span,
                "put the semicolon on a separate line to silence this warning",
            );
            self.sema.warn(Warning::EmptyBody, diagnostic);
        }
    }

    /// Warns of a loop with an empty body if what follows looks like its body: a block, or a statement further to the
    /// right than the loop.
    fn check_empty_loop(&mut self, what: &str, start: Span) {
        let (body, next) = (self.empty_body(), self.peek(1));
        let Some(at) = body.filter(|_| self.sema.warns(Warning::EmptyBody)) else {
            return;
        };
        let column =
            |parser: &Self, span: Span| parser.sema.sources.file(span.file).line_column(span.start).1;
        let is_indented = next.kind != TokenKind::RBrace && column(self, next.span) > column(self, start);
        if next.kind == TokenKind::LBrace || is_indented && !self.is_on_one_line(at, next.span) {
            self.warn_empty_body(what, body);
        }
    }

    fn is_on_one_line(&self, a: Span, b: Span) -> bool {
        let line = |span: Span| self.sema.sources.file(span.file).line_column(span.start).0;
        a.file == b.file && line(a) == line(b)
    }

    fn loop_body(&mut self) -> Parsed<Stmt<'a>> {
        self.loops += 1;
        let body = self.scoped_statement();
        self.loops -= 1;
        body
    }

    fn while_statement(&mut self) -> Parsed<Stmt<'a>> {
        let unroll = self.unroll.take();
        let start = self.bump().span;
        let condition = self.parenthesized_condition("while")?;
        let condition = self.sema.condition(condition);
        self.check_empty_loop("while loop", start);
        let body = self.loop_body()?;
        Ok(Stmt::While(condition, self.sema.arena.alloc(body), unroll))
    }

    fn do_statement(&mut self) -> Parsed<Stmt<'a>> {
        let unroll = self.unroll.take();
        self.bump();
        let body = self.loop_body()?;
        self.expect(TokenKind::While, "expected 'while' in do/while loop")?;
        let condition = self.parenthesized_condition("while")?;
        let condition = self.sema.condition(condition);
        self.expect(TokenKind::Semi, "expected ';' after do/while statement")?;
        Ok(Stmt::DoWhile(self.sema.arena.alloc(body), condition, unroll))
    }

    fn for_statement(&mut self) -> Parsed<Stmt<'a>> {
        let unroll = self.unroll.take();
        let start = self.bump().span;
        let open = self.expect(TokenKind::LParen, "expected '(' after 'for'")?.span;
        self.sema.push_scope();
        let result = self.for_rest(start, open, unroll);
        self.sema.pop_scope();
        result
    }

    fn for_rest(&mut self, start: Span, open: Span, unroll: crate::ast::Unroll) -> Parsed<Stmt<'a>> {
        let (token, next) = (self.token(), self.peek(1));
        let init = if self.starts_declaration(token, next) {
            self.local_declaration()?
        } else if self.eat(TokenKind::Semi) {
            Stmt::Empty
        } else {
            let expr = self.expression()?;
            self.expect(TokenKind::Semi, "expected ';' in 'for' statement specifier")?;
            Stmt::Expr(self.sema.rvalue(expr))
        };
        let mut condition = None;
        if self.kind() != TokenKind::Semi {
            let expr = self.expression()?;
            condition = Some(self.sema.condition(expr));
        }
        self.expect(TokenKind::Semi, "expected ';' in 'for' statement specifier")?;
        let mut step = None;
        if self.kind() != TokenKind::RParen {
            let expr = self.expression()?;
            step = Some(self.sema.rvalue(expr));
        }
        self.expect_close(TokenKind::RParen, open)?;
        self.check_empty_loop("for loop", start);
        let body = self.loop_body()?;
        Ok(Stmt::For(self.sema.arena.alloc(ForLoop {
            init,
            condition,
            step,
            body,
            unroll,
        })))
    }

    fn switch_statement(&mut self) -> Parsed<Stmt<'a>> {
        self.bump();
        let value = self.parenthesized_condition("switch")?;
        let value = self.sema.rvalue(value);
        let mut value = value;
        if value.ty.ty != Ty::ERROR {
            if self.sema.types.is_int_scalar(value.ty.ty) {
                value = self.sema.promote(value);
            } else {
                let name = self.sema.type_name(value.ty.unqualified());
                self.error(
                    value.span,
                    format!("statement requires expression of integer type ('{name}' invalid)"),
                );
                value = self.sema.error_expr(value.span);
            }
        }
        let ty = Some(value.ty.ty).filter(|&ty| ty != Ty::ERROR);
        self.switches.push(SwitchScope {
            ty,
            ..SwitchScope::default()
        });
        let depth = self.switches.len();
        let empty = self.empty_body();
        self.warn_empty_body("switch statement", empty);
        let body = self.scoped_statement();
        self.switches.truncate(depth);
        let Some(scope) = self.switches.pop() else {
            return Err(Failed);
        };
        let body = body?;
        let signed = ty
            .and_then(|ty| self.sema.types.as_scalar(ty))
            .is_none_or(|s| s.is_signed());
        let mut order: Vec<usize> = (0..scope.cases.len()).collect();
        order.sort_by_key(|&i| {
            if signed {
                scope.cases[i].0 ^ 1 << 63
            } else {
                scope.cases[i].0
            }
        });
        for pair in order.windows(2) {
            let (end, start) = (scope.cases[pair[0]].1, scope.cases[pair[1]].0);
            if if signed {
                end as i64 >= start as i64
            } else {
                end >= start
            } {
                let text = if signed {
                    (start as i64).to_string()
                } else {
                    start.to_string()
                };
                let (first, second) = (scope.spans[pair[0]], scope.spans[pair[1]]);
                let message = format!("duplicate case value '{text}'");
                self.sema
                    .error_note(second, message, first, "previous case defined here");
            }
        }
        let cases = self.sema.arena.alloc_slice_copy(&scope.cases);
        let spans = self.sema.arena.alloc_slice_copy(&scope.spans);
        Ok(Stmt::Switch(self.sema.arena.alloc(Switch {
            value,
            body,
            cases,
            labels: (spans, scope.default_span.unwrap_or(Span::NONE)),
            has_default: scope.has_default,
        })))
    }

    fn return_statement(&mut self) -> Parsed<Stmt<'a>> {
        let span = self.bump().span;
        let Some(current) = self.sema.current else {
            return Err(Failed);
        };
        let function = self.sema.function(current);
        let (ret, name) = (function.ret, function.name);
        let text = self.sema.text(name);
        if self.eat(TokenKind::Semi) {
            if ret.ty != Ty::VOID && ret.ty != Ty::ERROR {
                self.error(span, format!("non-void function '{text}' should return a value"));
            }
            return Ok(Stmt::Return(None));
        }
        let value = self.expression()?;
        self.expect(TokenKind::Semi, "expected ';' after return statement")?;
        if ret.ty == Ty::VOID {
            if value.ty.ty != Ty::VOID && value.ty.ty != Ty::ERROR {
                self.error(span, format!("void function '{text}' should not return a value"));
            }
            return Ok(Stmt::Block(
                self.sema
                    .arena
                    .alloc_slice_copy(&[Stmt::Expr(value), Stmt::Return(None)]),
            ));
        }
        let value = self.sema.convert_to(value, ret, Why::Return);
        Ok(Stmt::Return(Some(value)))
    }

    /// The symbol of a name that appears in the source but not as a token, for `__func__`.
    pub(super) fn current_function_name(&self) -> Symbol {
        self.sema
            .current
            .map_or(Symbol(0), |id| self.sema.function(id).name)
    }
}
