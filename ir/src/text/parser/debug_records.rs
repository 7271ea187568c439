//! Debug records (`#dbg_value(...)`) and operand bundles: kept beside the instructions (see
//! [`crate::function::annotations`]).

use super::function::Body;
use super::{DebugForm, Parse, Parser};
use crate::entities::{MetadataId, Symbol, Type, Value};
use crate::function::annotations::{DebugRecord, OperandBundle, RecordOperand};
use crate::text::lexer::{Token, TokenKind};
use wavec_support::Span;

/// The kind of an operand of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    /// A value, a list of them, or `!{}` where it was lost.
    Value,
    /// A variable, label, expression or location.
    Node,
}

/// Value, variable, expression, location.
const VARIABLE_RECORD: [Operand; 4] = [Operand::Value, Operand::Node, Operand::Node, Operand::Node];
/// Value, variable, expression, the store's identity, its address, the address's expression, location.
const ASSIGN_RECORD: [Operand; 7] = [
    Operand::Value,
    Operand::Node,
    Operand::Node,
    Operand::Node,
    Operand::Value,
    Operand::Node,
    Operand::Node,
];

/// The operands of a record of this kind.
fn shape_of(kind: &str) -> Option<&'static [Operand]> {
    match kind {
        "dbg_value" | "dbg_declare" | "dbg_declare_value" => Some(&VARIABLE_RECORD),
        "dbg_assign" => Some(&ASSIGN_RECORD),
        "dbg_label" => Some(&[Operand::Node, Operand::Node]),
        _ => None,
    }
}

impl Parser<'_> {
    /// A record, at its `#`.
    pub(super) fn debug_record(&mut self, body: &mut Body) -> Parse<()> {
        let span = self.span();
        self.expect(TokenKind::Hash, "'#'")?;
        self.debug_form(DebugForm::Records, span)?;
        let kind = self.word();
        let Some(shape) = shape_of(kind) else {
            return self.error("expected a debug record");
        };
        let kind = self.ctx().symbol(kind);
        self.advance();
        self.expect(TokenKind::OpenParen, "'('")?;
        let mut operands = Vec::new();
        for (i, what) in shape.iter().enumerate() {
            if i > 0 {
                self.expect(TokenKind::Comma, "',' here")?;
            }
            let at_node = matches!(self.token.kind, TokenKind::Exclaim | TokenKind::MetadataName);
            if *what == Operand::Node && !at_node {
                return self.error("expected '!' here");
            }
            operands.push(self.record_operand(body)?);
        }
        self.expect(TokenKind::CloseParen, "')'")?;
        body.pending_records.push(DebugRecord { kind, operands });
        Ok(())
    }

    /// The arguments of a debug intrinsic, at its parenthesis: the operands of a record but the location, which is the
    /// call's. Those of other shapes are from before LLVM 6, and are omitted.
    pub(super) fn debug_intrinsic(&mut self, body: &mut Body, callee: Token) -> Parse<()> {
        self.expect(TokenKind::OpenParen, "'('")?;
        let name = self.text_of(callee).trim_start_matches("llvm.").replace('.', "_");
        let Some(shape) = shape_of(&name) else {
            self.raw_parenthesized()?;
            return Ok(());
        };
        let mut operands = Vec::new();
        for i in 0..shape.len() - 1 {
            if i > 0 {
                self.expect(TokenKind::Comma, "',' here")?;
            }
            if !self.eat_word("metadata") {
                self.raw_parenthesized()?;
                return Ok(());
            }
            operands.push(self.record_operand(body)?);
        }
        self.expect(TokenKind::CloseParen, "')'")?;
        let kind = self.ctx().symbol(&name);
        body.pending_records.push(DebugRecord { kind, operands });
        Ok(())
    }

    /// The location of the last record, if it was a debug intrinsic; without one it says nothing.
    pub(super) fn locate_record(&mut self, body: &mut Body, attachments: &[(Symbol, MetadataId)]) {
        let ctx = self.ctx();
        let Some(mut record) = body.pending_records.pop() else {
            return;
        };
        let shape = shape_of(ctx.text(record.kind)).unwrap_or_default();
        if record.operands.len() < shape.len() {
            let Some(&(_, node)) = attachments.iter().find(|(kind, _)| ctx.text(*kind) == "dbg") else {
                return;
            };
            record.operands.push(RecordOperand::Metadata(node));
        }
        body.pending_records.push(record);
    }

    /// A module has either debug records or debug intrinsics.
    pub(super) fn debug_form(&mut self, form: DebugForm, span: Span) -> Parse<()> {
        if *self.debug_form.get_or_insert(form) == form {
            return Ok(());
        }
        self.error_at(span, "debug records and debug intrinsics in one module")
    }

    fn record_operand(&mut self, body: &mut Body) -> Parse<RecordOperand> {
        if self.at(TokenKind::MetadataName) && self.text_of(self.token) == "DIArgList" {
            self.advance();
            self.expect(TokenKind::OpenParen, "'('")?;
            return Ok(RecordOperand::Values(self.values_until_paren(body)?));
        }
        if matches!(self.token.kind, TokenKind::Exclaim | TokenKind::MetadataName) {
            return Ok(RecordOperand::Metadata(self.metadata_ref()?));
        }
        Ok(RecordOperand::Value(self.typed_value(body)?))
    }

    /// `i32 %x, i32 %y)`
    fn values_until_paren(&mut self, body: &mut Body) -> Parse<Vec<Value>> {
        let mut values = Vec::new();
        while !self.at(TokenKind::CloseParen) {
            let ty = self.first_class_type()?;
            if ty == Type::LABEL {
                return self.error("expected a value");
            }
            values.push(self.value(body, ty)?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseParen, "',' or ')'")?;
        Ok(values)
    }

    /// `[ "tag"(values) ]`
    pub(super) fn operand_bundles(&mut self, body: &mut Body) -> Parse<Vec<OperandBundle>> {
        self.expect(TokenKind::OpenBracket, "'['")?;
        let mut bundles = Vec::new();
        while !self.at(TokenKind::CloseBracket) {
            let tag = self.string("the tag of an operand bundle")?;
            let tag = self.ctx().symbol(&tag);
            self.expect(TokenKind::OpenParen, "'('")?;
            let inputs = self.values_until_paren(body)?;
            bundles.push(OperandBundle { tag, inputs });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseBracket, "']'")?;
        Ok(bundles)
    }
}
