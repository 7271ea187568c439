//! Keeps the results of unaligned scalar loads of several words off their addresses: such loads may execute in parts,
//! and with retried page faults, a part may execute again after others have written their words.
//!
//! Requires: virtual registers. Preserves: everything else. Cost: linear in instructions. Source: LLVM's choice of
//! loads for each alignment.
//!
//! The same for instructions that read a source after they have written the start of their result, on some processors
//! (`CodeFacts::late_sources`).

use crate::facts;
use crate::function_info::subtarget;
use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand, RegFlags};
use wavec_gpu_mc::target_flags;

/// Bytes of a word, which is loaded atomically.
const WORD: u64 = 4;

/// Marks their results as early clobbers; `retries`: whether page faults may be retried.
pub fn run(func: &mut MachineFunction, retries: bool) {
    let late_sources = facts::of(&subtarget(func)).late_sources;
    let is_split = |func: &MachineFunction, inst: Inst| {
        if late_sources.contains(&func.opcode(inst)) {
            return true;
        }
        if !retries {
            return false;
        }
        let is_scalar = func.desc(inst).target_flags() & target_flags::SMEM != 0;
        is_scalar && {
            let mut accesses = func.mem_operands(inst);
            accesses.any(|access| access.size > WORD && u64::from(access.align) < access.size)
        }
    };
    let blocks: Vec<_> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if !is_split(func, inst) {
                continue;
            }
            for operand in func.operands_mut(inst) {
                if let MachineOperand::Reg(reg) = operand
                    && reg.is_def()
                {
                    reg.flags |= RegFlags::EARLY_CLOBBER;
                }
            }
        }
    }
}
