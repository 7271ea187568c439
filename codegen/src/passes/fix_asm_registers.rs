//! Moves operands of inline assembly that require a specific register there, by copies directly before and after it.
//!
//! ```text
//! INLINEASM .., def %1, .., %2       $v0 = COPY %2
//!     ({v7} and {v0})                INLINEASM .., def $v7, .., $v0
//!                                    %1 = COPY $v7
//! ```
//!
//! Requires: two-address form; no pass may move instructions until registers are allocated, so that the fixed registers
//! are occupied nowhere else. Linear.

use crate::mir::inline_asm::{self, AsmOperandKind};
use crate::mir::{Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, RegOperand};
use smallvec::SmallVec;
use wavec_mc::generic;

/// Name of the pass.
pub const NAME: &str = "fix-asm-registers";

/// Handles the whole function.
pub fn fix_asm_registers(func: &mut MachineFunction) {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if func.opcode(inst) == generic::INLINEASM {
                fix(func, inst);
            }
        }
    }
}

fn fix(func: &mut MachineFunction, inst: Inst) {
    let operands: SmallVec<[_; 8]> = inline_asm::operands(func, inst).collect();
    let mut after: SmallVec<[_; 4]> = SmallVec::new();
    for (index, said) in operands {
        let (Some(fixed), Some(&operand)) = (said.fixed, func.operand(inst, index).as_reg()) else {
            continue;
        };
        if operand.reg.is_physical() {
            continue;
        }
        match said.kind {
            AsmOperandKind::Use => {
                let value = RegOperand { tied: 0, ..operand };
                MachineBuilder::before(func, inst)
                    .build(generic::COPY)
                    .def(fixed)
                    .operand(value.into())
                    .inst();
            }
            AsmOperandKind::Def => after.push((operand, fixed)),
            AsmOperandKind::Constant => continue,
        }
        if let MachineOperand::Reg(reg) = &mut func.operands_mut(inst)[index] {
            reg.reg = fixed.into();
            reg.sub = wavec_mc::SubRegIndex::NONE;
            if reg.is_def() {
                reg.flags.remove(RegFlags::UNDEF);
            }
        }
    }
    let mut builder = MachineBuilder::after(func, inst);
    for (value, fixed) in after {
        let value = RegOperand {
            tied: 0,
            flags: value.flags & (RegFlags::DEF | RegFlags::UNDEF),
            ..value
        };
        builder
            .build(generic::COPY)
            .operand(value.into())
            .use_(fixed)
            .inst();
    }
}
