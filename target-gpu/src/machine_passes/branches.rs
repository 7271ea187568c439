//! Queries about branches: their targets, their inverse, the length of the code in between.

use crate::function_info::subtarget;
use wavec_codegen::mir::{Block, Inst, MachineFunction, MachineOperand};
use wavec_gpu_mc::{encode, opcodes};
use wavec_mc::{InstrFlags, MCExpr, MCInst, MCOperand, Opcode, SymbolId, generic};

/// The branch on the opposite condition.
pub fn inverse(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        opcodes::S_CBRANCH_SCC0 => opcodes::S_CBRANCH_SCC1,
        opcodes::S_CBRANCH_SCC1 => opcodes::S_CBRANCH_SCC0,
        opcodes::S_CBRANCH_VCCZ => opcodes::S_CBRANCH_VCCNZ,
        opcodes::S_CBRANCH_VCCNZ => opcodes::S_CBRANCH_VCCZ,
        opcodes::S_CBRANCH_EXECZ => opcodes::S_CBRANCH_EXECNZ,
        opcodes::S_CBRANCH_EXECNZ => opcodes::S_CBRANCH_EXECZ,
        _ => return None,
    })
}

/// The block that `inst` branches to.
pub fn target(func: &MachineFunction, inst: Inst) -> Option<Block> {
    if !func.desc(inst).is(InstrFlags::BRANCH) {
        return None;
    }
    func.operands(inst).iter().find_map(MachineOperand::as_block)
}

/// Bytes of a final instruction.
pub fn size(func: &MachineFunction, inst: Inst) -> usize {
    let desc = func.desc(inst);
    if desc.is(InstrFlags::META) {
        return 0;
    }
    if func.opcode(inst) == generic::INLINEASM {
        return func.asm_body(inst).most_bytes as usize;
    }
    // Only whether an operand is a number matters.
    let unknown = || MCOperand::expr(MCExpr::symbol(SymbolId(0)));
    let mut lowered = MCInst::new(func.opcode(inst));
    for operand in func.operands(inst).iter().take(desc.operands().len()) {
        lowered.operands.push(match *operand {
            MachineOperand::Imm(value) => MCOperand::Imm(value),
            MachineOperand::Reg(reg) => reg.reg.as_physical().map_or_else(unknown, MCOperand::Reg),
            _ => unknown(),
        });
    }
    encode::size_of_inst(&lowered, &subtarget(func))
}
