//! Pairs of operations in text: `v_dual_mul_f32 v0, v1, v2 :: v_dual_add_f32 v3, v4, v5`.

use super::{INVALID_OPERAND, Matcher, TOO_FEW_OPERANDS, literal_text};
use crate::dual::{Half, Operation, constant_index, halves};
use wavec_mc::asm::{Cursor, ParseError};
use wavec_mc::{MCOperand, SymbolTable};

impl Matcher<'_> {
    /// All of a pair after the name of its first operation.
    pub(super) fn pair(
        &mut self,
        cursor: &mut Cursor<'_>,
        symbols: &mut SymbolTable,
    ) -> Result<(), ParseError> {
        let [x, y] = halves();
        let first = self.operation(cursor.text_of(self.mnemonic), x);
        let first = first.ok_or_else(|| {
            let name = cursor.text_of(self.mnemonic);
            cursor.error_at(
                self.mnemonic,
                format!("'{name}' cannot be the first operation of a pair here"),
            )
        })?;
        let mut constant = None;
        self.operation_operands(x, first, &mut constant, cursor, symbols)?;
        if cursor.at_end() {
            return Err(cursor.error(TOO_FEW_OPERANDS));
        }
        if !(cursor.eat(b':') && cursor.eat(b':')) {
            return Err(cursor.error(INVALID_OPERAND));
        }
        let second = cursor.ident().and_then(|name| self.operation(name, y));
        let second = second.ok_or_else(|| cursor.error("invalid VOPDY instruction"))?;
        cursor.advance();
        self.operation_operands(y, second, &mut constant, cursor, symbols)
    }

    fn operation(&self, mnemonic: &str, half: Half) -> Option<&'static Operation> {
        let operation = Operation::of_mnemonic(&mnemonic.to_ascii_lowercase(), self.subtarget)?;
        Operation::of_number(i64::from(operation.number), half.is_x)
    }

    /// The operands of one operation; `constant` is that of the pair, if it is known.
    fn operation_operands(
        &mut self,
        half: Half,
        operation: &Operation,
        constant: &mut Option<i64>,
        cursor: &mut Cursor<'_>,
        symbols: &mut SymbolTable,
    ) -> Result<(), ParseError> {
        let [src0, src1, src2] = half.sources;
        self.inst.operands[half.op] = MCOperand::Imm(i64::from(operation.number));
        self.operand(half.vdst, cursor, symbols)?;
        literal_text(",", cursor)?;
        self.operand(src0, cursor, symbols)?;
        if operation.constant() == Some(true) {
            self.pair_constant(constant, cursor, symbols)?;
        }
        if operation.has_src1() {
            literal_text(",", cursor)?;
            self.operand(src1, cursor, symbols)?;
        }
        if operation.constant() == Some(false) {
            self.pair_constant(constant, cursor, symbols)?;
        }
        if operation.accumulates() {
            self.inst.operands[src2] = self.inst.operands[half.vdst].clone();
        }
        Ok(())
    }

    /// The constant of an operation, which both have to share.
    fn pair_constant(
        &mut self,
        constant: &mut Option<i64>,
        cursor: &mut Cursor<'_>,
        symbols: &mut SymbolTable,
    ) -> Result<(), ParseError> {
        literal_text(",", cursor)?;
        let place = cursor.token();
        self.operand(constant_index(), cursor, symbols)?;
        let value = self.inst.operands[constant_index()].imm();
        if constant.is_some() && *constant != value {
            return Err(cursor.error_at(place, "only one unique literal operand is allowed"));
        }
        *constant = value;
        Ok(())
    }
}
