//! Exceptions, and calls that end a block.
//!
//! Nothing is thrown on the targets of this project, as LLVM's `lower-invoke` has it for targets without a model of exceptions:
//! `invoke` is a call that always goes on to its normal block. The other block stays a successor, so that all phis keep their
//! entries; its landing pad has an arbitrary value. `callbr` without other blocks is a call, too.
//!
//! Source: LLVM Language Reference, "invoke", "callbr", "landingpad", "resume".

use super::function::{Body, Name};
use super::inst::Parts;
use super::{Parse, Parser};
use crate::entities::{Block, Type};
use crate::inst::{Aux, InstFlags, Opcode};
use crate::text::lexer::{Token, TokenKind};

impl Parser<'_> {
    /// `invoke` or `callbr`, at this word; it ends the block.
    pub(super) fn call_at_end(
        &mut self,
        body: &mut Body,
        block: Block,
        name: Option<(Name, Token)>,
    ) -> Parse<bool> {
        let span = self.span();
        let is_invoke = self.at_word("invoke");
        let Some(call) = self.call(body, span)? else {
            return self.error_at(span, "a debug intrinsic does not end a block");
        };
        self.expect_word("to")?;
        let mut blocks = vec![self.label(body)?];
        if is_invoke {
            self.expect_word("unwind")?;
            blocks.push(self.label(body)?);
        } else {
            self.expect(TokenKind::OpenBracket, "'['")?;
            if !self.at(TokenKind::CloseBracket) {
                return self.unsupported("jumps out of a 'callbr' are");
            }
            self.advance();
        }
        self.append(body, block, name, call)?;
        let call = body.func.last_inst(block).expect("the call");
        let (opcode, condition) = match blocks.len() {
            1 => (Opcode::Br, None),
            _ => (
                Opcode::CondBr,
                Some(body.func.int_value(Type::I1, 1, &mut self.module.ctx)),
            ),
        };
        let condition = condition.as_slice();
        let flags = InstFlags::empty();
        let jump = body
            .func
            .make_inst(opcode, Type::VOID, condition, &blocks, flags, Aux::None);
        body.func.set_location(jump, body.func.location(call));
        body.func.append_inst(jump, block);
        Ok(true)
    }

    /// `landingpad TYPE [cleanup] {catch VALUE | filter VALUE}`
    pub(super) fn landing_pad(&mut self, body: &mut Body) -> Parse<Parts> {
        self.advance();
        let ty = self.first_class_type()?;
        self.eat_word("cleanup");
        while self.eat_word("catch") || self.eat_word("filter") {
            self.typed_value(body)?;
        }
        let poison = self.ctx().const_poison(ty);
        let value = body.func.const_value(poison, &self.module.ctx);
        Ok(Parts::new(Opcode::Freeze, ty, &[value]))
    }

    /// `resume TYPE VALUE`
    pub(super) fn resume(&mut self, body: &mut Body) -> Parse<Parts> {
        self.advance();
        self.typed_value(body)?;
        Ok(Parts::new(Opcode::Unreachable, Type::VOID, &[]))
    }

    /// The function that would find out which code handles an exception: `ptr @NAME`.
    pub(super) fn personality(&mut self) -> Parse<()> {
        let ty = self.first_class_type()?;
        match self.at(TokenKind::Global) {
            // It may be declared further down, and nothing refers to it.
            true => _ = self.advance(),
            false => _ = self.constant(ty)?,
        }
        Ok(())
    }
}
