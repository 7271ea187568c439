//! Blocks and values of a function's body by name, used before or after they are defined.

use super::function::{Body, Name};
use super::{Parse, Parser};
use crate::entities::{Block, Type, Value};
use crate::text::lexer::{Token, TokenKind};

impl Parser<'_> {
    /// The block of `%name`.
    pub(super) fn block(&mut self, body: &mut Body) -> Parse<Block> {
        let token = self.expect(TokenKind::Local, "a block")?;
        let span = self.span_of(token);
        let found = if self.is_numbered(token) {
            let number = self.token_number(token)?;
            if let Some(&block) = body.numbered_blocks.get(&number) {
                return Ok(block);
            }
            if body
                .numbered
                .get(&number)
                .is_some_and(|v| !body.undefined_values.contains_key(v))
            {
                return self.error_at(span, "expected a block, found a value");
            }
            let block = body.func.make_block();
            body.numbered_blocks.insert(number, block);
            block
        } else {
            let name = self.symbol_of(token);
            if let Some(&block) = body.blocks.get(&name) {
                return Ok(block);
            }
            if body
                .values
                .get(&name)
                .is_some_and(|v| !body.undefined_values.contains_key(v))
            {
                return self.error_at(span, "expected a block, found a value");
            }
            let block = body.func.make_block();
            body.func.block_names[block] = Some(name).into();
            body.blocks.insert(name, block);
            block
        };
        body.undefined_blocks.insert(found, span);
        Ok(found)
    }

    /// `label %name`
    pub(super) fn label(&mut self, body: &mut Body) -> Parse<Block> {
        self.expect_word("label")?;
        self.block(body)
    }

    /// The value `%name`, which has type `ty` if it is not defined yet.
    pub(super) fn local(&mut self, body: &mut Body, ty: Type) -> Parse<Value> {
        let token = self.advance();
        let known = if self.is_numbered(token) {
            let number = self.token_number(token)?;
            match body.numbered.get(&number) {
                Some(&value) => value,
                None => {
                    let value = body.func.make_forward_value(ty);
                    body.numbered.insert(number, value);
                    body.undefined_values.insert(value, self.span_of(token));
                    value
                }
            }
        } else {
            let name = self.symbol_of(token);
            match body.values.get(&name) {
                Some(&value) => value,
                None => {
                    let value = body.func.make_forward_value(ty);
                    body.values.insert(name, value);
                    body.undefined_values.insert(value, self.span_of(token));
                    value
                }
            }
        };
        let own = body.func.ty(known);
        if own != ty {
            let ctx = &self.module.ctx;
            let (own, wanted) = (
                crate::text::type_to_string(ctx, own),
                crate::text::type_to_string(ctx, ty),
            );
            let span = self.span_of(token);
            let text = &self.text[token.start as usize..token.end as usize];
            return self.error_at(
                span,
                format!("'{text}' has type '{own}' but '{wanted}' is expected"),
            );
        }
        Ok(known)
    }

    /// Checks the name of a result and returns the forward-referenced value of that name, if any. The caller creates
    /// the instruction and then calls [`Parser::bind_result`].
    pub(super) fn result_value(
        &mut self,
        body: &mut Body,
        name: Option<(Name, Token)>,
        ty: Type,
    ) -> Parse<Option<Value>> {
        let (known, token) = match name {
            Some((Name::Symbol(symbol), token)) => {
                if body
                    .blocks
                    .get(&symbol)
                    .is_some_and(|b| !body.undefined_blocks.contains_key(b))
                {
                    return self.redefinition(token);
                }
                (body.values.get(&symbol).copied(), token)
            }
            Some((Name::Number(number), token)) => {
                if number < body.next_number {
                    let span = self.span_of(token);
                    let next = body.next_number;
                    return self.error_at(
                        span,
                        format!("instruction expected to be numbered '%{next}' or greater"),
                    );
                }
                (body.numbered.get(&number).copied(), token)
            }
            None => match body.numbered.get(&body.next_number) {
                Some(&value) => {
                    let token = self.token;
                    (Some(value), token)
                }
                None => return Ok(None),
            },
        };
        let Some(value) = known else { return Ok(None) };
        if !body.undefined_values.contains_key(&value) {
            return self.redefinition(token);
        }
        let mentioned = body.func.ty(value);
        if mentioned != ty {
            let ctx = &self.module.ctx;
            let (own, wanted) = (
                crate::text::type_to_string(ctx, ty),
                crate::text::type_to_string(ctx, mentioned),
            );
            let span = body.undefined_values[&value];
            return self.error_at(
                span,
                format!("value is used with type '{wanted}' but has type '{own}'"),
            );
        }
        body.undefined_values.remove(&value);
        Ok(Some(value))
    }

    /// Gives the result of an instruction its name.
    pub(super) fn bind_result(&mut self, body: &mut Body, name: Option<(Name, Token)>, value: Value) {
        match name {
            Some((Name::Symbol(symbol), _)) => {
                body.values.insert(symbol, value);
                body.func.set_name(value, symbol);
            }
            Some((Name::Number(number), _)) => {
                body.numbered.insert(number, value);
                body.next_number = number.saturating_add(1);
            }
            None => {
                body.numbered.insert(body.next_number, value);
                body.next_number += 1;
            }
        }
    }
}
