//! The registers that a call overwrites, or defines with results, as implicit operands.

use crate::call_abi::{Convention, STACK_POINTER};
use crate::registers::sgpr;
use wavec_codegen::mir::{Inst, MachineFunction, RegFlags, RegOperand};
use wavec_gpu_mc::register_files::is_vector;
use wavec_gpu_mc::{REGISTER_INFO, Subtarget, regs};

/// Adds the clobbered registers to a selected call. Vector registers that callees preserve, and that the call uses, are those of
/// results: no argument is in one.
pub(super) fn add(subtarget: &Subtarget, convention: Convention, function: &mut MachineFunction, inst: Inst) {
    for index in (0..function.num_operands(inst)).rev() {
        let operand = function.operand(inst, index);
        let reg = operand.as_reg().and_then(|used| used.reg.as_physical());
        if let Some(reg) = reg.filter(|&reg| is_vector(reg) && convention.is_kept(reg)) {
            function.remove_operand(inst, index);
            let operand = RegOperand::new_def(reg).with_flags(RegFlags::IMPLICIT);
            function.push_operand(inst, operand.into());
        }
    }
    // The upper half of VCC is a scalar register like any other in waves of 32, whose calls define the lower one.
    let upper_half = (subtarget.wave_size == 32).then_some(regs::VCC_HI);
    for reg in convention.clobbered().into_iter().chain(upper_half) {
        // Results are among the first vector registers, or any of them.
        let has_results = match convention {
            Convention::Compute => REGISTER_INFO.overlap(reg, regs::VGPR0),
            Convention::Graphics => is_vector(reg),
        };
        let dead = if has_results {
            RegFlags::empty()
        } else {
            RegFlags::DEAD
        };
        // Set for the callee before the call reads its target.
        let early = match reg == sgpr(STACK_POINTER, 1) {
            true => RegFlags::EARLY_CLOBBER,
            false => RegFlags::empty(),
        };
        let operand = RegOperand::new_def(reg).with_flags(RegFlags::IMPLICIT | dead | early);
        function.push_operand(inst, operand.into());
    }
}
