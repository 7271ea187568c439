//! Rules of instructions that no operand breaks alone: registers that must be apart or the same, and the constant bus.

use super::{INVALID_OPERAND, MISALIGNED, Matcher, Violation};
use crate::dual;
use crate::images;
use crate::register_files::is_vector;
use crate::subtarget::Accumulation;
use crate::tables::{
    INSTR_INFO, REGISTER_INFO, Syntax, features, opcodes, operand_kinds, operand_names, regs, target_flags,
};
use smallvec::SmallVec;
use wavec_mc::{MCOperand, Opcode, OperandFlags, Reg};

impl Matcher<'_> {
    /// The last operand that is not a register.
    pub(super) fn last_constant(&self) -> Option<usize> {
        let operands = INSTR_INFO.desc(self.opcode).operands();
        let is_constant = |(info, operand): (&wavec_mc::OperandInfo, &MCOperand)| {
            let syntax = self.subtarget.operand_kind(info.kind).syntax;
            let is_source = matches!(syntax, Syntax::Source | Syntax::Kimm16 | Syntax::Kimm32);
            is_source && !matches!(operand, MCOperand::Reg(_))
        };
        operands.iter().zip(&self.inst.operands).rposition(is_constant)
    }

    /// Rules that involve several operands.
    pub(super) fn validate(&self) -> Result<(), Violation> {
        let desc = INSTR_INFO.desc(self.opcode);
        let flags = desc.target_flags();
        // In waves of 32 lanes LLVM takes whatever a scalar source can be as a mask.
        let is_mask = |kind| self.subtarget.wave_size == 32 && kind == operand_kinds::LANEMASKDST;
        for (index, (info, operand)) in desc.operands().iter().zip(&self.inst.operands).enumerate() {
            let kind = self.subtarget.operand_kind(info.kind);
            // The values that sources name like registers are no results and no addresses. A field of a VALU
            // instruction that is a pair takes them.
            if let Some(reg) = operand.reg()
                && kind.syntax == Syntax::Register
                && !is_mask(info.kind)
                && is_read_only(reg, REGISTER_INFO.class(kind.asm_class).size_in_units, flags)
            {
                return Err((Some(index), INVALID_OPERAND.to_string()));
            }
        }
        if flags & target_flags::VALU != 0 {
            self.validate_constant_bus()?;
        }
        if flags & target_flags::MIMG != 0
            && let Some(message) = images::error(&self.inst, self.subtarget)
        {
            return Err((None, message.to_string()));
        }
        for (index, (info, operand)) in desc.operands().iter().zip(&self.inst.operands).enumerate() {
            // Addresses of buffers have no negative offsets.
            let syntax = self.subtarget.operand_kind(info.kind).syntax;
            if let Some(..0) = operand.imm()
                && matches!(syntax, Syntax::SmrdOffset | Syntax::SmrdNamedOffset)
                && desc.name().contains("BUFFER")
            {
                let message = match self.subtarget.operand_kind(info.kind).width {
                    21 => "expected a 20-bit unsigned offset".to_string(),
                    width => format!("expected a {}-bit unsigned offset for buffer ops", width - 1),
                };
                return Err((Some(index), message));
            }
        }
        if flags & (target_flags::DS | target_flags::FLAT | target_flags::MUBUF | target_flags::MTBUF) != 0 {
            // One bit selects accumulation registers for all data operands.
            let mut files = desc
                .operands()
                .iter()
                .zip(&self.inst.operands)
                .filter_map(|(info, operand)| {
                    let kind = self.subtarget.operand_kind(info.kind);
                    let both =
                        kind.asm_class.is_some() && REGISTER_INFO.class(kind.asm_class).target_flags & 6 == 6;
                    let reg = operand.reg().filter(|reg| both && reg.is_some())?;
                    Some(REGISTER_INFO.encoding(reg) & 0x200 != 0)
                });
            if let Some(first) = files.next()
                && files.any(|file| file != first)
            {
                let message = "invalid register class: data and dst should be all VGPR or AGPR";
                return Err((None, message.to_string()));
            }
        }
        if self.remarks.is_misaligned {
            return Err((None, MISALIGNED.to_string()));
        }
        self.validate_registers()?;
        if self.opcode == opcodes::V_DUAL
            && let Some((operand, message)) = dual::violation(&self.inst)
        {
            return Err((Some(operand), message.to_string()));
        }
        let control = desc
            .operands()
            .iter()
            .position(|info| info.kind == operand_kinds::DPPCTRL64);
        if let Some(control) = control
            && self.subtarget.has(features::UNIFIED_VGPRS)
            && !(0x150..=0x15f).contains(&self.inst.operands[control].imm().unwrap_or(0))
        {
            return Err((Some(control), "DP ALU dpp only supports row_newbcast".to_string()));
        }
        Ok(())
    }

    /// Rules about combinations of registers.
    fn validate_registers(&self) -> Result<(), Violation> {
        let desc = INSTR_INFO.desc(self.opcode);
        let flags = desc.target_flags();
        let reg_of = |name| {
            let index = desc.operand_index(name)?;
            self.inst.operands[index].reg().filter(|reg| reg.is_some())
        };
        if flags & target_flags::GWS != 0
            && self.subtarget.has(features::UNIFIED_VGPRS)
            && let Some(data) = reg_of(operand_names::DATA0)
            && !REGISTER_INFO.encoding(data).is_multiple_of(2)
        {
            let index = desc.operand_index(operand_names::DATA0);
            return Err((index, "vgpr must be even aligned".to_string()));
        }
        if self.opcode == opcodes::V_ACCVGPR_WRITE_B32_E64
            && self.subtarget.accumulation() == Accumulation::Separate
            && reg_of(operand_names::SRC0).is_some_and(|source| !is_vector(source))
        {
            let message = "the source is a vector register or an inline constant on this processor";
            return Err((desc.operand_index(operand_names::SRC0), message.to_string()));
        }
        // Large results are written while the third source is still read; RDNA keeps the two apart.
        if flags & target_flags::MAI != 0
            && self.subtarget.has(features::MAI)
            && let (Some(dst), Some(src2)) = (reg_of(operand_names::VDST), reg_of(operand_names::SRC2))
            && REGISTER_INFO.size_in_units(dst) > 4
            && dst != src2
            && REGISTER_INFO.overlap(dst, src2)
        {
            let message = "source 2 operand must not partially overlap with dst";
            return Err((desc.operand_index(operand_names::SRC2), message.to_string()));
        }
        Ok(())
    }

    /// A VALU instruction can read few scalar values: a register, a literal, or VCC implicitly.
    fn validate_constant_bus(&self) -> Result<(), Violation> {
        let desc = INSTR_INFO.desc(self.opcode);
        let mut scalars: SmallVec<[Reg; 4]> = desc
            .implicit_uses()
            .iter()
            .copied()
            .filter(|&reg| reg == regs::VCC)
            .map(|reg| self.subtarget.implicit_register(reg))
            .collect();
        let is_pair = self.opcode == opcodes::V_DUAL;
        if is_pair && dual::operations(&self.inst).is_some_and(|both| both.iter().any(|one| one.reads_vcc()))
        {
            scalars.push(self.subtarget.vcc());
        }
        // Shifts of 64 bits are slower.
        let most = match REGISTER_SHIFTS.contains(&self.opcode) {
            true => 1,
            false => self.subtarget.family.constant_bus,
        };
        // Some instructions always carry a constant.
        let mut has_literal = is_pair && dual::has_constant(&self.inst)
            || desc.operands().iter().any(|info| {
                matches!(
                    self.subtarget.operand_kind(info.kind).syntax,
                    Syntax::Kimm16 | Syntax::Kimm32
                )
            });
        for (index, (info, operand)) in desc.operands().iter().zip(&self.inst.operands).enumerate() {
            if info.flags.contains(OperandFlags::DEF) {
                continue;
            }
            match operand {
                MCOperand::Reg(reg) if reg.is_some() => {
                    let class = REGISTER_INFO.minimal_class(*reg);
                    let is_scalar =
                        class.is_some_and(|class| REGISTER_INFO.class(class).target_flags & 1 != 0);
                    // The lane select of writelane may be M0 in addition to another register.
                    let is_lane_select = self.opcode == crate::opcodes::V_WRITELANE_B32
                        && *reg == regs::M0
                        && desc.operand_index(operand_names::SRC1) == Some(index);
                    if is_scalar && *reg != regs::SGPR_NULL && !is_lane_select && !scalars.contains(reg) {
                        scalars.push(*reg);
                    }
                }
                MCOperand::Imm(imm) => {
                    let kind = self.subtarget.operand_kind(info.kind);
                    let ty = crate::encode::constant_type(kind);
                    has_literal |=
                        kind.syntax == Syntax::Source && crate::constants::inline_code(*imm, ty).is_none();
                }
                MCOperand::Expr(_) => has_literal = true,
                MCOperand::Reg(_) => {}
            }
            // A literal and the constant that an instruction always carries are one value.
            if scalars.len() + usize::from(has_literal) > most {
                let message = "invalid operand (violates constant bus restrictions)";
                return Err((Some(index), message.to_string()));
            }
        }
        Ok(())
    }
}

/// Shifts of pairs of registers, which read one scalar value on all processors.
const REGISTER_SHIFTS: [Opcode; 3] = [
    opcodes::V_LSHLREV_B64_E64,
    opcodes::V_LSHRREV_B64_E64,
    opcodes::V_ASHRREV_I64_E64,
];

/// Whether `reg` is a value that can only be read, where a register of this many words is written or used as an
/// address.
fn is_read_only(reg: Reg, words: u8, flags: u64) -> bool {
    let encoding = REGISTER_INFO.encoding(reg);
    match words {
        1 => (235..=238).contains(&encoding),
        _ => (235..=253).contains(&encoding) && flags & target_flags::VALU == 0,
    }
}
