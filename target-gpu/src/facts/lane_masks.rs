//! Registers and scalar instructions for masks with one bit per lane, by the size of a wave.

use wavec_gpu_mc::{Subtarget, classes, opcodes, regs};
use wavec_mc::{Opcode, Reg, RegClassId};

/// How masks of one wave size are kept and combined.
#[derive(Debug)]
pub struct LaneMasks {
    /// Class of the registers that hold a mask.
    pub class: RegClassId,
    /// The same without EXEC: what instructions with a carry or a condition read.
    pub class_without_exec: RegClassId,
    /// The mask of active lanes.
    pub exec: Reg,
    /// The mask that the short encodings of the vector unit write and read.
    pub vcc: Reg,
    /// `dst = src`
    pub mov: Opcode,
    /// `dst = !src`
    pub not: Opcode,
    /// `dst = a & b`
    pub and: Opcode,
    /// `dst = a & !b`
    pub and_not: Opcode,
    /// `dst = a | b`
    pub or: Opcode,
    /// `dst = a ^ b`
    pub xor: Opcode,
    /// `dst = SCC ? a : b`
    pub select: Opcode,
    /// All lanes of quads in which a bit is set.
    pub whole_quads: Opcode,
    /// `dst = EXEC; EXEC = src & EXEC`
    pub and_save_exec: Opcode,
    /// `dst = EXEC; EXEC = !src & EXEC`
    pub not_and_save_exec: Opcode,
    /// `dst = EXEC; EXEC = src | EXEC`
    pub or_save_exec: Opcode,
}

/// Masks of waves of 64 lanes.
pub static WAVE_64: LaneMasks = LaneMasks {
    class: classes::LANEMASK,
    class_without_exec: classes::LANEMASK_XEXEC,
    exec: regs::EXEC,
    vcc: regs::VCC,
    mov: opcodes::S_MOV_B64,
    not: opcodes::S_NOT_B64,
    and: opcodes::S_AND_B64,
    and_not: opcodes::S_ANDN2_B64,
    or: opcodes::S_OR_B64,
    xor: opcodes::S_XOR_B64,
    select: opcodes::S_CSELECT_B64,
    whole_quads: opcodes::S_WQM_B64,
    and_save_exec: opcodes::S_AND_SAVEEXEC_B64,
    not_and_save_exec: opcodes::S_ANDN1_SAVEEXEC_B64,
    or_save_exec: opcodes::S_OR_SAVEEXEC_B64,
};

/// Masks of waves of 32 lanes.
pub static WAVE_32: LaneMasks = LaneMasks {
    class: classes::LANEMASK32,
    class_without_exec: classes::LANEMASK32_XEXEC,
    exec: regs::EXEC_LO,
    vcc: regs::VCC_LO,
    mov: opcodes::S_MOV_B32,
    not: opcodes::S_NOT_B32,
    and: opcodes::S_AND_B32,
    and_not: opcodes::S_ANDN2_B32,
    or: opcodes::S_OR_B32,
    xor: opcodes::S_XOR_B32,
    select: opcodes::S_CSELECT_B32,
    whole_quads: opcodes::S_WQM_B32,
    and_save_exec: opcodes::S_AND_SAVEEXEC_B32,
    not_and_save_exec: opcodes::S_ANDN1_SAVEEXEC_B32,
    or_save_exec: opcodes::S_OR_SAVEEXEC_B32,
};

impl LaneMasks {
    /// The masks of a processor's waves.
    ///
    /// # Panics
    /// If no family has waves of this size.
    pub fn of(subtarget: &Subtarget) -> &'static LaneMasks {
        match subtarget.wave_size {
            64 => &WAVE_64,
            32 => &WAVE_32,
            size => panic!("no family has waves of {size} lanes"),
        }
    }

    /// Whether registers of a class hold masks of these waves. Single registers that waves of 32 have masks in hold numbers in
    /// others.
    pub fn is_mask(&self, class: RegClassId) -> bool {
        class == self.class || class == self.class_without_exec
    }

    /// The instruction that `SI_MASK_…` becomes.
    pub fn instruction(&self, pseudo: Opcode) -> Option<Opcode> {
        Some(match pseudo {
            opcodes::SI_MASK_AND => self.and,
            opcodes::SI_MASK_ANDN2 => self.and_not,
            opcodes::SI_MASK_OR => self.or,
            opcodes::SI_MASK_XOR => self.xor,
            opcodes::SI_MASK_NOT => self.not,
            opcodes::SI_MASK_WQM => self.whole_quads,
            _ => return None,
        })
    }
}
