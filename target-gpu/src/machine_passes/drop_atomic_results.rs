//! Rewrites atomics whose result is unused to the form that does not return it.
//!
//! Requires: SSA. Preserves: SSA.

use wavec_codegen::mir::{MachineFunction, MachineOperand, RegUses};
use wavec_gpu_mc::{INSTR_INFO, maps, opcodes};
use wavec_mc::Opcode;

/// Whether the hardware lacks the form without result, which has an encoding: subtraction of at most what is there.
fn always_returns(plain: Opcode) -> bool {
    use opcodes::*;
    matches!(
        plain,
        BUFFER_ATOMIC_CSUB_OFFSET
            | BUFFER_ATOMIC_CSUB_OFFEN
            | BUFFER_ATOMIC_CSUB_IDXEN
            | BUFFER_ATOMIC_CSUB_BOTHEN
            | GLOBAL_ATOMIC_CSUB
            | GLOBAL_ATOMIC_CSUB_SADDR
            | FLAT_ATOMIC_CSUB
    )
}

/// Rewrites them.
pub fn run(func: &mut MachineFunction) {
    // Most functions have none.
    let mut uses = None;
    // Check all users before rewriting: removing an operand renumbers those after it.
    let mut unused = Vec::new();
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            if let Some(plain) = maps::no_rtn_of(func.opcode(inst)).filter(|&plain| !always_returns(plain))
                && let Some(result) = func.operands(inst)[0].register().as_virtual()
                && let uses = uses.get_or_insert_with(|| RegUses::compute(func))
                && uses.uses(func, result).next().is_none()
            {
                unused.push((inst, plain));
            }
        }
    }
    for (inst, plain) in unused {
        func.inst_mut(inst).opcode = plain;
        func.remove_operand(inst, 0);
        // The policy bit that requests the old value.
        let names = INSTR_INFO.operand_names;
        let policy = func
            .desc(inst)
            .operands()
            .iter()
            .position(|o| names[usize::from(o.name.0)] == "cpol");
        if let Some(at) = policy
            && let MachineOperand::Imm(bits) = &mut func.operands_mut(inst)[at]
        {
            *bits &= !1;
        }
    }
}
