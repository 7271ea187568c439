//! Atomics whose old value nothing reads become the form that does not return it.
//!
//! Requires: SSA. Preserves: SSA.

use wavec_codegen::mir::{Block, Inst, MachineFunction, MachineOperand, RegUses};
use wavec_gpu_mc::maps;

/// Rewrites them.
pub fn run(func: &mut MachineFunction) {
    let uses = RegUses::compute(func);
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let insts: Vec<Inst> = func.block_insts(block).collect();
        for inst in insts {
            let Some(plain) = maps::no_rtn_of(func.opcode(inst)) else {
                continue;
            };
            let Some(result) = func.operands(inst)[0].register().as_virtual() else {
                continue;
            };
            if uses.uses(func, result).next().is_some() {
                continue;
            }
            func.inst_mut(inst).opcode = plain;
            func.remove_operand(inst, 0);
            // The policy bit that asks for the old value.
            let policy = func
                .desc(inst)
                .operands()
                .iter()
                .position(|o| wavec_gpu_mc::INSTR_INFO.operand_names[usize::from(o.name.0)] == "cpol");
            if let Some(at) = policy
                && let MachineOperand::Imm(bits) = &mut func.operands_mut(inst)[at]
            {
                *bits &= !1;
            }
        }
    }
}
