//! The constant bus, over which a vector instruction reads scalar registers and its literal: it carries only so many values.

use crate::constants::is_inline;
use crate::function_info::subtarget;
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand, Register};
use wavec_gpu_mc::{opcodes, regs, target_flags};
use wavec_mc::SubRegIndex;

/// A scalar register, or the part of it that is read.
pub type Scalar = (Register, SubRegIndex);

/// What an instruction reads over the bus.
pub struct ConstantBus {
    most: usize,
    values: SmallVec<[Scalar; 2]>,
}

impl ConstantBus {
    /// The bus of `inst`, with VCC if that is an implicit source. `most` values are what the processor allows.
    pub fn of(func: &MachineFunction, inst: Inst, most: usize) -> ConstantBus {
        let desc = func.desc(inst);
        let mut bus = ConstantBus {
            most: match func.opcode(inst) {
                _ if desc.target_flags() & target_flags::VALU == 0 => usize::MAX,
                opcodes::V_LSHLREV_B64_E64 | opcodes::V_LSHRREV_B64_E64 | opcodes::V_ASHRREV_I64_E64 => 1,
                _ => most,
            },
            values: SmallVec::new(),
        };
        let mut implicit = desc.implicit_uses().iter();
        if let Some(&vcc) = implicit.find(|&&reg| func.registers().overlap(reg, regs::VCC)) {
            bus.take((vcc.into(), SubRegIndex::NONE));
        }
        bus
    }

    /// Puts a scalar register on the bus, unless it is there; `false` if there is no room.
    pub fn take(&mut self, value: Scalar) -> bool {
        if self.values.contains(&value) {
            return true;
        }
        let fits = self.values.len() < self.most;
        if fits {
            self.values.push(value);
        }
        fits
    }

    /// Puts the literal of `inst` on the bus, if it has one; `false` if there is no room.
    pub fn take_literal(&mut self, func: &MachineFunction, inst: Inst) -> bool {
        let operands = func.operands(inst).iter().zip(func.desc(inst).operands());
        let mut literals = operands.filter(|(operand, described)| match operand {
            MachineOperand::Imm(value) => described.constant_bits != 0 && !is_inline(described, *value),
            _ => false,
        });
        literals.next().is_none() || self.take((Register::NONE, SubRegIndex::NONE))
    }
}

/// How many values instructions of the processor read over the bus.
pub fn most_values(func: &MachineFunction) -> usize {
    subtarget(func).family.constant_bus
}
