//! Branches, switches and phis.

use super::function::Body;
use super::inst::Parts;
use super::{Parse, Parser};
use crate::entities::{Block, Type};
use crate::inst::Opcode;
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    pub(super) fn branch(&mut self, body: &mut Body) -> Parse<Parts> {
        if self.at_word("label") {
            let to = self.label(body)?;
            let mut parts = Parts::new(Opcode::Br, Type::VOID, &[]);
            parts.blocks.push(to);
            return Ok(parts);
        }
        let (condition, span) = self.spanned_value(body)?;
        if body.func.ty(condition) != Type::I1 {
            return self.error_at(span, "condition is not an 'i1'");
        }
        let mut parts = Parts::new(Opcode::CondBr, Type::VOID, &[condition]);
        for _ in 0..2 {
            self.comma()?;
            parts.blocks.push(self.label(body)?);
        }
        Ok(parts)
    }

    pub(super) fn switch(&mut self, body: &mut Body) -> Parse<Parts> {
        let (on, span) = self.spanned_value(body)?;
        let ty = body.func.ty(on);
        if !self.module.ctx.types.is_int(ty) {
            return self.error_at(span, "switch needs an integer");
        }
        self.comma()?;
        let mut parts = Parts::new(Opcode::Switch, Type::VOID, &[on]);
        parts.blocks.push(self.label(body)?);
        self.expect(TokenKind::OpenBracket, "'['")?;
        let mut seen = fxhash::FxHashSet::default();
        while !self.eat(TokenKind::CloseBracket) {
            let span = self.span();
            let case_ty = self.first_class_type()?;
            if case_ty != ty {
                return self.error_at(span, "case does not have the type of the switch");
            }
            let constant = self.constant(ty)?;
            if !matches!(
                self.module.ctx.constants.data(constant),
                crate::ConstantData::Int(..)
            ) {
                return self.error_at(span, "case is not an integer");
            }
            if !seen.insert(constant) {
                return self.error_at(span, "duplicate case");
            }
            parts.args.push(body.func.const_value(constant, &self.module.ctx));
            self.comma()?;
            parts.blocks.push(self.label(body)?);
        }
        Ok(parts)
    }

    pub(super) fn phi(&mut self, body: &mut Body, block: Block) -> Parse<Parts> {
        let flags = self.fast_math_flags();
        let ty = self.first_class_type()?;
        let mut parts = Parts {
            flags,
            ..Parts::new(Opcode::Phi, ty, &[])
        };
        if !self.at(TokenKind::OpenBracket) {
            // Unreachable: any value will do, and readers of phis find an entry in each.
            body.entryless.push((block, self.span()));
            let poison = self.ctx().const_poison(ty);
            let value = body.func.const_value(poison, &self.module.ctx);
            return Ok(Parts::new(Opcode::Freeze, ty, &[value]));
        }
        loop {
            self.expect(TokenKind::OpenBracket, "'['")?;
            let value = self.value(body, ty)?;
            parts.args.push(value);
            self.comma()?;
            parts.blocks.push(self.block(body)?);
            self.expect(TokenKind::CloseBracket, "']'")?;
            if !self.eat_comma_before_operand() {
                return Ok(parts);
            }
        }
    }
}
