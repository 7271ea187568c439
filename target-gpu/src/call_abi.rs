//! The calling convention of functions: callee-saved registers, the stack pointer, and the positions of kernel inputs.
//! Source: LLVM's "User Guide for AMDGPU Backend", "Non-Kernel Functions".

use crate::registers::{NUM_SGPRS, NUM_VGPRS, sgpr, vgpr};
use std::ops::Range;
use wavec_gpu_mc::register_files::{Numbered, numbered};
use wavec_gpu_mc::{REGISTER_INFO, opcodes, regs};
use wavec_ir::inst::CallConv;
use wavec_mc::{Opcode, Reg};

/// Alignment of the stack pointer in bytes.
pub const STACK_ALIGN: u32 = 16;
/// Maximum number of dwords of a result in registers; larger results are written to memory whose address is in v0.
const MAX_RESULT_WORDS: usize = 32;

/// The same of functions that shaders call.
const MAX_GRAPHICS_RESULT_WORDS: usize = 136;

/// Number of the SGPR that holds the stack pointer: bytes of a lane's scratch, where the called function's frame begins.
pub const STACK_POINTER: u16 = 32;
/// Number of the SGPR that holds the start of an over-aligned frame.
pub const FRAME_POINTER: u16 = 33;
/// Number of the SGPR with the entry value of the stack pointer, if that moves and the frame pointer is aligned.
pub const BASE_POINTER: u16 = 34;
/// Number of the first of the two SGPRs of the return address.
pub const RETURN_ADDRESS: u16 = 30;
/// Number of the VGPR of the packed work-item ids.
pub const WORK_ITEM_IDS: u16 = 31;

/// Minimum number of SGPRs and VGPRs of functions with callers or calls, whatever the limits: those of the convention,
/// and a few for computations while all 32 VGPRs of arguments are in use.
pub const LEAST_REGISTERS: (u32, u32) = (40, 36);

/// Callee-saved SGPRs.
const KEPT_SGPRS: [Range<u16>; 5] = [30..40, 48..56, 64..72, 80..88, 96..NUM_SGPRS as u16];
/// Those of functions of graphics drivers.
const GRAPHICS_KEPT_SGPRS: [Range<u16>; 2] = [4..34, 64..NUM_SGPRS as u16];
/// The first VGPR that functions of chains preserve: in lanes that are not active, and some in all.
pub const FIRST_CHAIN_VGPR: u16 = 8;
/// The first callee-saved AGPR; all after it are callee-saved, too.
pub const FIRST_KEPT_AGPR: u16 = 32;

/// Which registers arguments, results and what a callee preserves are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Convention {
    /// Of functions that kernels call.
    #[default]
    Compute,
    /// Of functions that shaders call, `amdgpu_gfx`: they are not given what kernels start with, and preserve other SGPRs.
    Graphics,
}

/// Whether VGPR `number` is callee-saved: alternating blocks of eight from 40 on.
pub fn is_kept_vgpr(number: u16) -> bool {
    number >= 40 && (number - 40) % 16 < 8
}

/// Numbers of the callee-saved VGPRs.
pub fn kept_vgprs() -> impl Iterator<Item = u16> {
    (0..NUM_VGPRS as u16).filter(|&n| is_kept_vgpr(n))
}

/// Whether functions of chains pass on a vector register, or its lanes that are not active.
pub fn is_chain_vgpr(reg: Reg) -> bool {
    let last = u16::from(REGISTER_INFO.size_in_units(reg)) - 1;
    matches!(numbered(reg), Some(Numbered::Vector(first)) if first + last >= FIRST_CHAIN_VGPR)
}

/// Whether an instruction is a jump to a function of a chain.
pub fn is_chain_jump(opcode: Opcode) -> bool {
    matches!(opcode, opcodes::SI_CHAIN_B32 | opcodes::SI_CHAIN_B64)
}

impl Convention {
    /// That by which functions of a convention are called, and call others.
    pub fn of(conv: CallConv) -> Convention {
        match conv == CallConv::AmdgpuGfx || conv.is_shader() || conv.is_chain() {
            true => Convention::Graphics,
            false => Convention::Compute,
        }
    }

    /// Whether SGPR `number` is callee-saved.
    pub fn is_kept_sgpr(self, number: u16) -> bool {
        let ranges = match self {
            Convention::Compute => &KEPT_SGPRS[..],
            Convention::Graphics => &GRAPHICS_KEPT_SGPRS,
        };
        ranges.iter().any(|range| range.contains(&number))
    }

    /// Whether any part of `reg` is callee-saved.
    pub fn is_kept(self, reg: Reg) -> bool {
        let parts = 0..u16::from(REGISTER_INFO.size_in_units(reg));
        match numbered(reg) {
            Some(Numbered::Scalar(first)) => parts.into_iter().any(|part| self.is_kept_sgpr(first + part)),
            Some(Numbered::Vector(first)) => parts.into_iter().any(|part| is_kept_vgpr(first + part)),
            Some(Numbered::Accumulation(first)) => first + parts.end > FIRST_KEPT_AGPR,
            None => false,
        }
    }

    /// Numbered registers that a call may clobber, as few tuples as possible, including the return address and the stack
    /// pointer.
    pub fn clobbered(self) -> Vec<Reg> {
        let mut list = Vec::new();
        // Scalar tuples of more than two begin at multiples of four.
        match self {
            Convention::Compute => {
                list.extend([sgpr(0, 16), sgpr(16, 12), sgpr(28, 2)]);
                list.extend([sgpr(RETURN_ADDRESS, 2), sgpr(STACK_POINTER, 1)]);
                list.extend([40, 56, 72, 88].map(|first| sgpr(first, 8)));
            }
            Convention::Graphics => {
                list.extend([sgpr(0, 4), sgpr(RETURN_ADDRESS, 2), sgpr(STACK_POINTER, 1)]);
                list.extend([sgpr(34, 2), sgpr(36, 4), sgpr(40, 8), sgpr(48, 16)]);
            }
        }
        list.push(vgpr(0, 32));
        list.push(vgpr(32, 8));
        list.extend((48..NUM_VGPRS as u16).step_by(16).map(|first| vgpr(first, 8)));
        let first = REGISTER_INFO.units(regs::AGPR0).start;
        list.extend(REGISTER_INFO.register_at(first, FIRST_KEPT_AGPR as u8));
        list
    }

    /// Maximum number of dwords of a result in registers. Those of functions for shaders are in registers that are callee-saved
    /// otherwise, too.
    pub fn max_result_words(self) -> usize {
        match self {
            Convention::Compute => MAX_RESULT_WORDS,
            Convention::Graphics => MAX_GRAPHICS_RESULT_WORDS,
        }
    }
}

/// Whether an instruction is a jump to a function that returns to the caller of the one with the jump.
pub fn is_tail_call(opcode: Opcode) -> bool {
    matches!(opcode, opcodes::SI_TAIL_CALL | opcodes::SI_TAIL_CALL_GRAPHICS)
}

/// Whether functions of the convention can be called, with this convention.
pub fn is_callable(conv: CallConv) -> bool {
    matches!(
        conv,
        CallConv::C | CallConv::Fast | CallConv::Cold | CallConv::SpirFunc | CallConv::AmdgpuGfx
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every numbered scalar and vector register is either callee-saved or clobbered, except those that hold the stack
    /// pointer and the return address.
    #[test]
    fn registers_are_kept_or_clobbered() {
        for convention in [Convention::Compute, Convention::Graphics] {
            are_kept_or_clobbered(convention);
        }
    }

    fn are_kept_or_clobbered(convention: Convention) {
        let clobbered = convention.clobbered();
        let is_clobbered = |reg: Reg| clobbered.iter().any(|&other| REGISTER_INFO.overlap(other, reg));
        for number in 0..NUM_SGPRS as u16 {
            let special = (RETURN_ADDRESS..=STACK_POINTER).contains(&number);
            let reg = sgpr(number, 1);
            assert_eq!(
                is_clobbered(reg),
                special || !convention.is_kept(reg),
                "s{number}"
            );
        }
        for number in 0..NUM_VGPRS as u16 {
            let reg = vgpr(number, 1);
            assert_eq!(is_clobbered(reg), !convention.is_kept(reg), "v{number}");
        }
    }
}
