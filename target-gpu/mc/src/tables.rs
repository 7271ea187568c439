//! The generated tables.

use wavec_mc::{InstrInfo, OperandInfo, Reg, RegClassId};

/// A kind of operand: its values, syntax and encoding; by [`wavec_mc::OperandKind`].
#[derive(Clone, Copy, Debug)]
pub struct OperandKindDesc {
    /// Name in the description.
    pub name: &'static str,
    /// How it is parsed, printed and encoded.
    pub syntax: Syntax,
    /// The word before the value (`offset` of `offset:16`), or the flag itself.
    pub prefix: &'static str,
    /// Registers for code generation.
    pub reg_class: RegClassId,
    /// Registers in text and encodings, which may be more.
    pub asm_class: RegClassId,
    /// Size of constants in bits; 0 if constants are not allowed.
    pub constant_bits: u8,
    /// Whether constants are floating-point.
    pub is_float: bool,
    /// Whether a literal may follow the instruction.
    pub allow_literal: bool,
    /// Whether a vector register in it is one half of that register, `v5.l` or `v5.h`.
    pub is_half: bool,
    /// Whether it is optional in text.
    pub optional: bool,
    /// Its default value.
    pub default_value: i64,
    /// Bits of a number; 0 if its syntax says them.
    pub width: u8,
}

impl OperandKindDesc {
    /// Whether it holds two 16-bit values.
    pub fn is_packed(&self) -> bool {
        ["v2b16", "v2f16", "v2bf16"]
            .iter()
            .any(|end| self.name.ends_with(end))
    }

    /// The formats that a matrix of a matrix instruction can have: its name says how many bits of registers a lane holds of it.
    pub fn matrix_formats(&self) -> std::ops::Range<i64> {
        match self.name.rsplit_once('_') {
            Some((_, "192")) => 2..4,
            Some((_, "128")) => 4..5,
            _ => 0..2,
        }
    }

    /// Whether constants of 16 bits are bfloats.
    pub fn is_bfloat(&self) -> bool {
        self.name.ends_with("bf16")
    }
}

#[allow(missing_docs, unreachable_pub, clippy::all, rustdoc::all)] // generated
mod generated {
    use super::OperandKindDesc;
    include!(concat!(env!("OUT_DIR"), "/registers.rs"));
    include!(concat!(env!("OUT_DIR"), "/instr_info.rs"));
    mod encoder {
        include!(concat!(env!("OUT_DIR"), "/encoder.rs"));
    }
    pub use encoder::ENCODING_INFO;
    mod asm_writer {
        include!(concat!(env!("OUT_DIR"), "/asm_writer.rs"));
    }
    mod subtarget {
        include!(concat!(env!("OUT_DIR"), "/subtarget.rs"));
    }
    pub use asm_writer::{ASM_INFO, COMBINED, Combined};
    mod sched {
        include!(concat!(env!("OUT_DIR"), "/sched.rs"));
    }
    pub use sched::{
        GFX10_MODEL, GFX11_MODEL, GFX12_MODEL, GFX90A_MODEL, GFX908_MODEL, GFX942_MODEL, GFX950_MODEL,
    };
    pub use subtarget::{FEATURES, PROCESSORS, features};
}

pub use generated::{
    ASM_INFO, COMBINED, Combined, ENCODING_INFO, FEATURES, GFX10_MODEL, GFX11_MODEL, GFX12_MODEL,
    GFX90A_MODEL, GFX908_MODEL, GFX942_MODEL, GFX950_MODEL, INSTR_INFO, OPERAND_KINDS, OPERAND_TABLES,
    PROCESSORS, REGISTER_INFO, Syntax, classes, features, maps, opcodes, operand_kinds, operand_names, regs,
    subregs, target_flags,
};

/// The instructions as waves of 32 lanes have them: masks of lanes are single registers.
pub static INSTR_INFO_WAVE32: InstrInfo = InstrInfo {
    descs: INSTR_INFO.descs,
    encodings: INSTR_INFO.encodings,
    operand_pool: &OPERANDS_WAVE32,
    reg_pool: &IMPLICIT_REGISTERS_WAVE32,
    names: INSTR_INFO.names,
    mnemonics: INSTR_INFO.mnemonics,
    by_name: INSTR_INFO.by_name,
    operand_names: INSTR_INFO.operand_names,
    operand_kinds: INSTR_INFO.operand_kinds,
    sched_classes: INSTR_INFO.sched_classes,
    conditions: INSTR_INFO.conditions,
};

/// Operands whose masks have 32 bits.
static OPERANDS_WAVE32: [OperandInfo; INSTR_INFO.operand_pool.len()] = {
    let mut operands = [INSTR_INFO.operand_pool[0]; INSTR_INFO.operand_pool.len()];
    let mut at = 0;
    while at < operands.len() {
        let mut operand = INSTR_INFO.operand_pool[at];
        if operand.reg_class.0 == classes::LANEMASK.0 {
            operand.reg_class = classes::LANEMASK32;
        } else if operand.reg_class.0 == classes::LANEMASK_XEXEC.0 {
            operand.reg_class = classes::LANEMASK32_XEXEC;
        }
        operands[at] = operand;
        at += 1;
    }
    operands
};

/// Implicit registers: the low halves of VCC and EXEC are the whole masks.
static IMPLICIT_REGISTERS_WAVE32: [Reg; INSTR_INFO.reg_pool.len()] = {
    let mut registers = [Reg::NONE; INSTR_INFO.reg_pool.len()];
    let mut at = 0;
    while at < registers.len() {
        let reg = INSTR_INFO.reg_pool[at];
        registers[at] = if reg.0 == regs::VCC.0 {
            regs::VCC_LO
        } else if reg.0 == regs::EXEC.0 {
            regs::EXEC_LO
        } else {
            reg
        };
        at += 1;
    }
    registers
};

#[cfg(test)]
mod tests {
    use super::*;
    use wavec_mc::{Opcode, generic};

    /// Instructions that read or write masks name single registers in waves of 32.
    #[test]
    fn masks_of_waves_of_32_are_single_registers() {
        let compare = INSTR_INFO_WAVE32.desc(opcodes::V_CMP_LT_F32_E64);
        assert_eq!(compare.operands()[0].reg_class, classes::LANEMASK32);
        let compare = INSTR_INFO_WAVE32.desc(opcodes::V_CMP_LT_F32_E32);
        assert_eq!(compare.implicit_defs(), [regs::VCC_LO]);
        assert!(compare.implicit_uses().contains(&regs::EXEC_LO));
        let add = INSTR_INFO_WAVE32.desc(opcodes::S_ADD_U32);
        assert_eq!(add.operands(), INSTR_INFO.desc(opcodes::S_ADD_U32).operands());
    }

    #[test]
    fn generic_opcodes_come_first() {
        for (number, name) in generic::NAMES.iter().enumerate() {
            assert_eq!(INSTR_INFO.name(Opcode(number as u16)), *name);
        }
    }

    #[test]
    fn registers_are_runs_of_units() {
        let info = &REGISTER_INFO;
        assert_eq!(info.name(regs::SGPR4_SGPR5), "SGPR4_SGPR5");
        assert_eq!(info.by_name("vgpr2_vgpr3_vgpr4"), Some(regs::VGPR2_VGPR3_VGPR4));
        assert_eq!(info.sub_reg(regs::VCC, subregs::SUB1), Some(regs::VCC_HI));
        assert_eq!(
            info.sub_reg(regs::VGPR4_VGPR5_VGPR6_VGPR7, subregs::SUB1_SUB2),
            Some(regs::VGPR5_VGPR6)
        );
        assert_eq!(
            info.compose(subregs::SUB2_SUB3, subregs::SUB1),
            Some(subregs::SUB3)
        );
        assert!(info.overlap(regs::EXEC, regs::EXEC_LO) && !info.overlap(regs::VCC, regs::EXEC));
        assert_eq!(info.encoding(regs::VGPR7), 263);
    }

    #[test]
    fn classes_know_each_other() {
        let info = &REGISTER_INFO;
        assert_eq!(
            info.common_subclass(classes::VS_32, classes::SREG_32),
            Some(classes::SREG_32)
        );
        assert_eq!(info.common_subclass(classes::VGPR_32, classes::SREG_32), None);
        assert_eq!(
            info.class_for_sub_reg(classes::VREG_128_ALIGN2, subregs::SUB2_SUB3),
            Some(classes::VREG_64_ALIGN2)
        );
        assert_eq!(
            info.class_for_sub_reg(classes::VREG_128_ALIGN2, subregs::SUB1_SUB2),
            Some(classes::VREG_64)
        );
        assert_eq!(info.class(classes::SGPR_128).align_in_units, 4);
        assert_eq!(info.class(classes::VREG_64_ALIGN2).len(), 128);
        assert_eq!(info.class(classes::VREG_64_ALIGN2).spill_size, 8);
    }

    #[test]
    fn relations() {
        assert_eq!(maps::e32_of(opcodes::V_ADD_F32_E64), Some(opcodes::V_ADD_F32_E32));
        assert_eq!(
            maps::commuted(opcodes::V_SUB_F32_E32),
            Some(opcodes::V_SUBREV_F32_E32)
        );
        assert_eq!(
            maps::commuted(opcodes::V_CMP_LT_F32_E64),
            Some(opcodes::V_CMP_GT_F32_E64)
        );
        assert_eq!(
            maps::saddr_of(opcodes::GLOBAL_ATOMIC_ADD_RTN),
            Some(opcodes::GLOBAL_ATOMIC_ADD_SADDR_RTN)
        );
        assert_eq!(
            maps::no_rtn_of(opcodes::S_ATOMIC_ADD_RTN_SGPR),
            Some(opcodes::S_ATOMIC_ADD_SGPR)
        );
        assert_eq!(
            maps::no_rtn_of(opcodes::DS_ADD_RTN_U32),
            Some(opcodes::DS_ADD_U32)
        );
        assert_eq!(maps::e32_of(opcodes::V_FMA_F32_E64), None);
    }
}
