//! Counts the registers of a function, for the descriptors of the kernels that call it.

use wavec_codegen::mir::MachineFunction;
use wavec_gpu_mc::register_files::{Numbered, numbered};
use wavec_gpu_mc::{REGISTER_INFO, regs};
use wavec_mc::InstrFlags;

/// Registers in use, as the highest number plus one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegisterCounts {
    /// SGPRs, not counting special ones.
    pub sgprs: u32,
    /// Architected VGPRs.
    pub vgprs: u32,
    /// Accumulation VGPRs.
    pub agprs: u32,
    /// Whether VCC is used.
    pub vcc: bool,
}

impl RegisterCounts {
    /// The maximum of both.
    pub fn max(&self, other: &RegisterCounts) -> RegisterCounts {
        RegisterCounts {
            sgprs: self.sgprs.max(other.sgprs),
            vgprs: self.vgprs.max(other.vgprs),
            agprs: self.agprs.max(other.agprs),
            vcc: self.vcc || other.vcc,
        }
    }
}

/// Counts the physical registers in operands. Registers clobbered by a call count.
pub fn count(func: &MachineFunction) -> RegisterCounts {
    let mut counts = RegisterCounts::default();
    let info = &REGISTER_INFO;
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            let is_call = func.desc(inst).is(InstrFlags::CALL);
            for reg in func
                .operands(inst)
                .iter()
                .filter_map(|o| o.as_reg())
                .filter(|o| !is_call || !o.is_implicit() || !o.is_def())
                .filter_map(|o| o.reg.as_physical())
            {
                let size = u32::from(info.size_in_units(reg));
                let (count, number) = match numbered(reg) {
                    Some(Numbered::Scalar(number)) => (&mut counts.sgprs, number),
                    Some(Numbered::Vector(number)) => (&mut counts.vgprs, number),
                    Some(Numbered::Accumulation(number)) => (&mut counts.agprs, number),
                    None => {
                        counts.vcc |= info.overlap(reg, regs::VCC);
                        continue;
                    }
                };
                *count = (*count).max(u32::from(number) + size);
            }
        }
    }
    counts
}
