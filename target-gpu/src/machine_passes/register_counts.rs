//! Counts the registers of a function, for the descriptors of the kernels that call it.

use crate::function_info::RegisterCounts;
use wavec_codegen::mir::MachineFunction;
use wavec_gpu_mc::register_files::{Numbered, numbered};
use wavec_gpu_mc::{REGISTER_INFO, regs};
use wavec_mc::InstrFlags;

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
