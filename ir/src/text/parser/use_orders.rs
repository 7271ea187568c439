//! Orders of use lists, `uselistorder ptr @g, { 1, 0 }`: they mean nothing here, but a wrong one is an error.

use super::function::Body;
use super::{Parse, Parser};
use crate::entities::{Type, Value};
use crate::function::ValueDef;
use crate::text::lexer::TokenKind;
use cranelift_entity::SecondaryMap;
use wavec_support::Span;

impl Body {
    /// How many operands of instructions are `value`.
    pub fn use_count(&mut self, value: Value) -> usize {
        let func = &self.func;
        let counts = self.use_counts.get_or_insert_with(|| {
            let mut counts: SecondaryMap<Value, u32> = SecondaryMap::new();
            let insts = func
                .block_order()
                .iter()
                .flat_map(|&block| func.block_insts(block));
            insts
                .flat_map(|inst| func.args(inst))
                .for_each(|&arg| counts[func.resolve(arg)] += 1);
            counts
        });
        counts[value] as usize
    }
}

impl Parser<'_> {
    /// `uselistorder` in a body, or outside of all.
    pub(super) fn use_list_order(&mut self, body: Option<&mut Body>) -> Parse<()> {
        let start = self.span();
        self.expect_word("uselistorder")?;
        let ty = self.first_class_type()?;
        let uses = match body {
            Some(body) => {
                if ty == Type::LABEL {
                    self.block(body)?;
                    None
                } else {
                    let value = self.value(body, ty)?;
                    let is_local = matches!(body.func.def(value), ValueDef::Param(_) | ValueDef::Inst(_));
                    is_local.then(|| body.use_count(value))
                }
            }
            None => {
                self.constant(ty)?;
                None
            }
        };
        self.comma()?;
        self.use_order(start, uses)
    }

    /// `uselistorder_bb @function, %block, { 1, 0 }`
    pub(super) fn block_use_list_order(&mut self) -> Parse<()> {
        let start = self.span();
        self.expect_word("uselistorder_bb")?;
        let span = self.span();
        if !self.at(TokenKind::Global) {
            return self.error("expected function name in uselistorder_bb");
        }
        let token = self.advance();
        let name = self.symbol_of(token);
        let Some(func) = self.module.ctx.function_by_symbol(name) else {
            return match self.module.ctx.global_by_symbol(name) {
                Some(_) => self.error_at(span, "expected function name in uselistorder_bb"),
                None => self.error_at(span, "invalid function forward reference in uselistorder_bb"),
            };
        };
        self.comma()?;
        let span = self.span();
        let token = self.expect(TokenKind::Local, "a block")?;
        let block = self.symbol_of(token);
        match self.module.body(func) {
            None => return self.error_at(span, "invalid declaration in uselistorder_bb"),
            Some(body) => {
                let is_named = |&b: &crate::entities::Block| body.block_names[b].expand() == Some(block);
                if !self.is_numbered(token) && !body.block_order().iter().any(is_named) {
                    return self.error_at(span, "invalid basic block in uselistorder_bb");
                }
            }
        }
        self.comma()?;
        self.use_order(start, None)
    }

    /// `{ 1, 0 }`: a permutation of the uses that changes something. `uses` is their number if it is known.
    fn use_order(&mut self, start: Span, uses: Option<usize>) -> Parse<()> {
        let span = self.span();
        self.expect(TokenKind::OpenBrace, "'{'")?;
        let mut indexes: Vec<u32> = Vec::new();
        loop {
            indexes.push(self.number("an index")?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseBrace, "'}'")?;
        match uses {
            Some(0) => return self.error_at(start, "value has no uses"),
            Some(1) => return self.error_at(start, "value only has one use"),
            Some(count) if count != indexes.len() => {
                let message = format!("wrong number of indexes, expected {count}");
                return self.error_at(start, message);
            }
            _ => {}
        }
        let mut seen = vec![false; indexes.len()];
        for &index in &indexes {
            match seen.get_mut(index as usize) {
                Some(seen @ false) => *seen = true,
                _ => return self.error_at(span, "expected distinct uselistorder indexes in range [0, size)"),
            }
        }
        if indexes.iter().enumerate().all(|(i, &index)| i == index as usize) {
            return self.error_at(span, "expected uselistorder indexes to change the order");
        }
        Ok(())
    }
}
