//! Atomics whose old value nothing reads become the form that does not return it.
//!
//! Requires: SSA. Preserves: SSA.

use wavec_codegen::mir::{MachineFunction, MachineOperand, RegUses};
use wavec_gpu_mc::{INSTR_INFO, maps};

/// Rewrites them.
pub fn run(func: &mut MachineFunction) {
    // There are none in most functions.
    let mut uses = None;
    // All users are asked before anything is rewritten: removing an operand moves those after it.
    let mut unused = Vec::new();
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            if let Some(plain) = maps::no_rtn_of(func.opcode(inst))
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
        // The policy bit that asks for the old value.
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
