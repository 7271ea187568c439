//! Modifiers that say something of several operands at once, and become bits of each operand's own modifiers.

use super::{Modifier, Modifiers, Value};
use crate::asm::INVALID_OPERAND;
use crate::halves::has_place_of_tied;
use crate::tables::{Combined, INSTR_INFO, Syntax, operand_names, target_flags};
use wavec_mc::asm::{Cursor, ParseError, Token};
use wavec_mc::{MCInst, MCOperand, OperandFlags};

impl Modifiers {
    /// `op_sel:[..]`, `op_sel_hi:[..]`, `neg_lo:[..]`, `neg_hi:[..]`: a bit for each source.
    pub(in crate::asm) fn combined(
        &mut self,
        which: Combined,
        inst: &mut MCInst,
        cursor: &Cursor<'_>,
    ) -> Result<(), ParseError> {
        if which == Combined::ByteSel {
            return self.byte_select(inst, cursor);
        }
        let (name, bit) = match which {
            Combined::OpSel => ("op_sel", 4),
            Combined::OpSelHi => ("op_sel_hi", 8),
            Combined::NegLo => ("neg_lo", 1),
            Combined::NegHi => ("neg_hi", 2),
            Combined::Vcc | Combined::Nsa | Combined::Exports | Combined::Dual | Combined::ByteSel => {
                return Ok(());
            }
        };
        let subtarget = self.subtarget;
        let family = subtarget.family;
        let Some(modifier) = self.take(name) else {
            return Ok(());
        };
        let token = modifier.token;
        let Value::List(list) = &modifier.value else {
            return Err(cursor.error_at(token, INVALID_OPERAND));
        };
        if let Some((_, place)) = list.iter().find(|(value, _)| !(0..=1).contains(value)) {
            return Err(cursor.error_at(*place, format!("invalid {name} value")));
        }
        // These use both halves of every source, if the family says so.
        let takes_all = family.dot2_takes_both_halves
            && [
                "v_dot2_f32_f16",
                "v_dot2_f32_bf16",
                "v_dot2_i32_i16",
                "v_dot2_u32_u16",
            ]
            .contains(&INSTR_INFO.desc(inst.opcode).mnemonic());
        let selects = which == Combined::OpSelHi
            || which == Combined::OpSel && list.iter().any(|(value, _)| *value == 1);
        if takes_all && selects {
            return Err(cursor.error_at(token, "invalid op_sel operand"));
        }
        let operands = INSTR_INFO.desc(inst.opcode).operands();
        let mut values = list.iter().map(|(value, _)| *value);
        let mut first = None;
        for (index, info) in operands.iter().enumerate() {
            if !info.flags.contains(OperandFlags::SOURCE_MODIFIERS) {
                continue;
            }
            first.get_or_insert(index);
            let set = values.next().unwrap_or(0);
            if let MCOperand::Imm(modifiers) = &mut inst.operands[index] {
                *modifiers = *modifiers & !bit | if set != 0 { bit } else { 0 };
            }
        }
        if which == Combined::OpSel && has_place_of_tied(operands) {
            values.next();
        }
        // One more selects the half of a VOP3 destination, which comparisons do not have.
        let is_vop3 = first.is_some_and(|index| {
            INSTR_INFO.desc(inst.opcode).target_flags() & target_flags::VOPC == 0
                && matches!(
                    subtarget.operand_kind(operands[index].kind).syntax,
                    Syntax::OpSelMods | Syntax::FpOpSelMods
                )
        });
        if let (Some(set), Some(first), true) = (values.next(), first, which == Combined::OpSel && is_vop3)
            && let MCOperand::Imm(modifiers) = &mut inst.operands[first]
        {
            *modifiers |= if set != 0 { 8 } else { 0 };
        }
        Ok(())
    }

    /// `byte_sel:2`: the byte of a result, which other processors write as op_sel of the third source and of the result.
    fn byte_select(&mut self, inst: &mut MCInst, cursor: &Cursor<'_>) -> Result<(), ParseError> {
        let byte = match self.take("byte_sel") {
            None => return Ok(()),
            Some(Modifier {
                value: Value::Number(byte @ 0..=3),
                ..
            }) => *byte,
            Some(modifier) => return Err(cursor.error_at(modifier.token, "invalid value")),
        };
        for (name, set, bit) in [
            (operand_names::SRC2_MODIFIERS, byte & 1, 4),
            (operand_names::SRC0_MODIFIERS, byte >> 1, 8),
        ] {
            if let Some(index) = INSTR_INFO.operand_index(inst.opcode, name)
                && let MCOperand::Imm(modifiers) = &mut inst.operands[index]
            {
                *modifiers |= if set != 0 { bit } else { 0 };
            }
        }
        Ok(())
    }

    /// Where op_sel stands, if it selects anything.
    pub(in crate::asm) fn place_of_op_sel(&self) -> Option<Token> {
        let selects = |modifier: &&Modifier| {
            modifier.name == "op_sel"
                && matches!(&modifier.value, Value::List(list) if list.iter().any(|(bit, _)| *bit != 0))
        };
        self.list.iter().find(selects).map(|modifier| modifier.token)
    }
}
