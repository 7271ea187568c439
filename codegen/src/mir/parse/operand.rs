//! Operands: registers with their flags, frame indices, and memory operands.

use super::cursor::LineCursor;
use super::{Current, MAX_NUMBER, Parsed};
use crate::mir::entities::{FrameIndex, VReg};
use crate::mir::function::VRegData;
use crate::mir::mem_operand::{MemBase, MemFlags, MemObject, MemOperand};
use crate::mir::operand::{MachineOperand, RegFlags, RegOperand};
use crate::mir::print::{MEM_FLAG_WORDS, REG_FLAG_WORDS};
use crate::mir::register::Register;
use cranelift_entity::EntityRef;
use wavec_mc::{Reg, RegClassId, VariantKind};

impl Current {
    pub(super) fn physical(&mut self, cursor: &mut LineCursor<'_>) -> Parsed<Reg> {
        cursor.skip_space();
        let start = cursor.at;
        self.register_name(cursor)?
            .as_physical()
            .ok_or_else(|| (start, "expected a physical register".into()))
    }

    /// `$name`, `$noreg`, `%3` or `%3:class`.
    pub(super) fn register_name(&mut self, cursor: &mut LineCursor<'_>) -> Parsed<Register> {
        cursor.skip_space();
        let start = cursor.at;
        if cursor.eat("$") {
            let name = cursor.word();
            if name == "noreg" {
                return Ok(Register::NONE);
            }
            return match self.func.registers().by_name(name) {
                Some(reg) => Ok(reg.into()),
                None => Err((start, format!("unknown register '${name}'"))),
            };
        }
        cursor.expect("%")?;
        let number = cursor.number()?;
        if number >= MAX_NUMBER {
            return Err((start, "virtual register number is too large".into()));
        }
        while (self.func.vregs.len() as u64) <= number {
            self.func.vregs.push(VRegData {
                class: RegClassId::NONE,
                hint: Register::NONE,
            });
        }
        let vreg = VReg::new(number as usize);
        self.class_suffix(vreg, cursor)?;
        Ok(vreg.into())
    }

    fn class_suffix(&mut self, vreg: VReg, cursor: &mut LineCursor<'_>) -> Parsed<()> {
        if !cursor.eat(":") {
            return Ok(());
        }
        let start = cursor.at;
        let name = cursor.word();
        let class = self
            .func
            .registers()
            .class_by_name(name)
            .ok_or_else(|| (start, format!("unknown register class '{name}'")))?;
        let old = &mut self.func.vregs[vreg].class;
        if old.is_some() && *old != class {
            return Err((start, format!("'{vreg}' already has another register class")));
        }
        *old = class;
        Ok(())
    }

    pub(super) fn operand(
        &mut self,
        cursor: &mut LineCursor<'_>,
        operands: &mut Vec<MachineOperand>,
        ties: &mut Vec<(usize, usize)>,
        is_def: bool,
    ) -> Parsed<()> {
        cursor.skip_space();
        let rest = cursor.rest();
        let operand = if rest.starts_with("%bb.") {
            MachineOperand::Block(self.block_ref(cursor)?)
        } else if rest.starts_with("%stack.") {
            MachineOperand::FrameIndex(self.frame_index(cursor)?)
        } else if cursor.eat("%subreg.") {
            let start = cursor.at;
            let name = cursor.word();
            let index = self.func.registers().sub_reg_by_name(name);
            MachineOperand::Imm(
                index
                    .ok_or_else(|| (start, format!("unknown sub-register index '{name}'")))?
                    .0 as i64,
            )
        } else if cursor.eat("%regclass.") {
            let start = cursor.at;
            let name = cursor.word();
            let class = self.func.registers().class_by_name(name);
            MachineOperand::Imm(
                class
                    .ok_or_else(|| (start, format!("unknown register class '{name}'")))?
                    .0 as i64,
            )
        } else if cursor.eat("@") {
            let name = cursor.name()?;
            let symbol = self.func.symbols.intern(&name);
            let kind = VariantKind::ALL
                .into_iter()
                .find(|kind| cursor.eat(kind.suffix()))
                .unwrap_or(VariantKind::None);
            let offset = cursor.optional_offset()?;
            let offset = i32::try_from(offset).map_err(|_| (cursor.at, "offset is too large".to_string()))?;
            MachineOperand::Global { symbol, offset, kind }
        } else if cursor.eat("&") {
            let name = cursor.name()?;
            MachineOperand::External(self.func.symbols.intern(&name))
        } else if rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            MachineOperand::Imm(cursor.signed()?)
        } else {
            let operand = self.reg_operand(cursor, is_def)?;
            if cursor.eat_token("(tied-def") {
                ties.push((cursor.number()? as usize, operands.len()));
                cursor.expect(")")?;
            }
            MachineOperand::Reg(operand)
        };
        operands.push(operand);
        Ok(())
    }

    fn frame_index(&mut self, cursor: &mut LineCursor<'_>) -> Parsed<FrameIndex> {
        let start = cursor.at;
        cursor.expect("%stack.")?;
        let number = cursor.number()?;
        if number >= self.func.frame.objects.len() as u64 {
            return Err((start, "undefined stack object".into()));
        }
        Ok(FrameIndex::new(number as usize))
    }

    fn reg_operand(&mut self, cursor: &mut LineCursor<'_>, is_def: bool) -> Parsed<RegOperand> {
        let mut flags = if is_def { RegFlags::DEF } else { RegFlags::empty() };
        'flags: loop {
            cursor.skip_space();
            if cursor.eat_token("implicit-def") {
                flags |= RegFlags::IMPLICIT | RegFlags::DEF;
                continue;
            }
            if cursor.eat_token("implicit") {
                flags |= RegFlags::IMPLICIT;
                continue;
            }
            if cursor.eat_token("def") {
                flags |= RegFlags::DEF;
                continue;
            }
            for (flag, word) in REG_FLAG_WORDS {
                if cursor.eat_token(word) {
                    flags |= flag;
                    continue 'flags;
                }
            }
            break;
        }
        let start = cursor.at;
        let reg = self.register_name(cursor)?;
        let mut operand = RegOperand::new_use(reg).with_flags(flags);
        if cursor.eat(".") {
            let Some(vreg) = reg.as_virtual() else {
                return Err((start, "a physical register has no sub-register index".into()));
            };
            let name = cursor.word();
            operand.sub = self
                .func
                .registers()
                .sub_reg_by_name(name)
                .ok_or_else(|| (start, format!("unknown sub-register index '{name}'")))?;
            self.class_suffix(vreg, cursor)?;
        }
        Ok(operand)
    }

    pub(super) fn mem_operand(&mut self, cursor: &mut LineCursor<'_>) -> Parsed<MemOperand> {
        cursor.expect("(")?;
        let mut flags = MemFlags::empty();
        'flags: loop {
            for (flag, word) in MEM_FLAG_WORDS {
                if cursor.eat_token(word) {
                    flags |= flag;
                    continue 'flags;
                }
            }
            break;
        }
        let size = if cursor.eat_token("unknown-size") {
            MemOperand::UNKNOWN_SIZE
        } else {
            cursor.expect("(s")?;
            let bits = cursor.number()?;
            cursor.expect(")")?;
            bits / 8
        };
        let mut operand = MemOperand::with_flags(size, 1, 0, flags);
        if cursor.eat_token("from") || cursor.eat_token("to") {
            cursor.skip_space();
            operand.base = if cursor.eat("value.") {
                MemBase::Value(cursor.number()? as u32)
            } else {
                MemBase::FrameIndex(self.frame_index(cursor)?)
            };
        }
        operand.offset = cursor.optional_offset()?;
        while cursor.eat_token(",") {
            if cursor.eat_token("in") {
                cursor.skip_space();
                operand.place.object = if cursor.eat("global.") {
                    MemObject::Global(cursor.number()? as u32)
                } else if cursor.eat("value.") {
                    MemObject::Value(cursor.number()? as u32)
                } else {
                    MemObject::Frame(self.frame_index(cursor)?)
                };
                operand.place.phase = cursor.optional_offset()?;
            } else if cursor.eat_token("stride") {
                operand.place.stride = cursor.number()? as u32;
            } else if cursor.eat_token("align") {
                operand.align = cursor.number()? as u32;
            } else if cursor.eat_token("addrspace") {
                operand.address_space = cursor.number()? as u16;
            } else if cursor.eat_token("scope") {
                operand.scope = cursor.number()? as u8;
            } else {
                operand.ordering = cursor.ordering()?;
                cursor.skip_space();
                if cursor.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
                    operand.failure_ordering = cursor.ordering()?;
                }
            }
        }
        cursor.expect(")")?;
        Ok(operand)
    }
}
