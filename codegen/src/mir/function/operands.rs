//! Operands of the instructions of a machine function, and their memory operands.

use super::MachineFunction;
use crate::mir::entities::Inst;
use crate::mir::mem_operand::MemOperand;
use crate::mir::operand::{MachineOperand, RegFlags, RegOperand};

impl MachineFunction {
    /// Operands: described ones in order, then implicit registers.
    pub fn operands(&self, inst: Inst) -> &[MachineOperand] {
        self.operands.slice(self.insts[inst].operands)
    }

    /// Operands, mutable.
    pub fn operands_mut(&mut self, inst: Inst) -> &mut [MachineOperand] {
        self.operands.slice_mut(self.insts[inst].operands)
    }

    /// Operand number `index`.
    pub fn operand(&self, inst: Inst, index: usize) -> MachineOperand {
        self.operands(inst)[index]
    }

    /// Number of operands.
    pub fn num_operands(&self, inst: Inst) -> usize {
        self.insts[inst].operands.len()
    }

    /// Appends an operand at the very end (implicit registers).
    pub fn push_operand(&mut self, inst: Inst, operand: MachineOperand) {
        let at = self.num_operands(inst);
        self.insert_operand(inst, at, operand);
    }

    /// Inserts an operand at index `at`; ties of the operands after it are renumbered.
    pub fn insert_operand(&mut self, inst: Inst, at: usize, operand: MachineOperand) {
        let mut list = self.insts[inst].operands;
        let needs_renumbering = at < list.len();
        self.operands.insert(&mut list, at, operand);
        self.insts[inst].operands = list;
        if needs_renumbering {
            for operand in self.operands_mut(inst) {
                if let MachineOperand::Reg(reg) = operand
                    && reg.tied as usize > at
                {
                    reg.tied += 1;
                }
            }
        }
    }

    /// Removes operand `at`; its tie is dissolved, and later ties are renumbered.
    pub fn remove_operand(&mut self, inst: Inst, at: usize) {
        let mut list = self.insts[inst].operands;
        self.operands.remove(&mut list, at);
        self.insts[inst].operands = list;
        for operand in self.operands_mut(inst) {
            if let MachineOperand::Reg(reg) = operand {
                if reg.tied as usize == at + 1 {
                    reg.tied = 0;
                } else if reg.tied as usize > at + 1 {
                    reg.tied -= 1;
                }
            }
        }
    }

    /// Appends the implicit definitions and uses of the description.
    pub fn add_implicit_operands(&mut self, inst: Inst) {
        let desc = self.desc(inst);
        for &reg in desc.implicit_defs() {
            let operand = RegOperand::new_def(reg).with_flags(RegFlags::IMPLICIT);
            self.push_operand(inst, operand.into());
        }
        for &reg in desc.implicit_uses() {
            let operand = RegOperand::new_use(reg).with_flags(RegFlags::IMPLICIT);
            self.push_operand(inst, operand.into());
        }
    }

    /// Number of operands before the implicit registers.
    pub fn num_explicit_operands(&self, inst: Inst) -> usize {
        let operands = self.operands(inst);
        operands
            .iter()
            .rposition(|operand| !operand.as_reg().is_some_and(|reg| reg.is_implicit()))
            .map_or(0, |last| last + 1)
    }

    /// Register operands with their numbers.
    pub fn reg_operands(&self, inst: Inst) -> impl Iterator<Item = (usize, RegOperand)> + Clone + '_ {
        self.operands(inst)
            .iter()
            .enumerate()
            .filter_map(|(index, operand)| Some((index, *operand.as_reg()?)))
    }

    /// Register definitions, implicit ones included.
    pub fn defs(&self, inst: Inst) -> impl Iterator<Item = (usize, RegOperand)> + Clone + '_ {
        self.reg_operands(inst)
            .filter(|(_, operand)| operand.is_def() && operand.reg.is_some())
    }

    /// Register uses, implicit and `undef` ones included; partial definitions, which read too, are not.
    pub fn uses(&self, inst: Inst) -> impl Iterator<Item = (usize, RegOperand)> + Clone + '_ {
        self.reg_operands(inst)
            .filter(|(_, operand)| operand.is_use() && operand.reg.is_some())
    }

    /// Ties the definition operand `def` and the use operand `use_`.
    pub fn tie_operands(&mut self, inst: Inst, def: usize, use_: usize) {
        let operands = self.operands_mut(inst);
        if let Some(operand) = operands[def].as_reg_mut() {
            operand.tied = use_ as u8 + 1;
        }
        if let Some(operand) = operands[use_].as_reg_mut() {
            operand.tied = def as u8 + 1;
        }
    }

    /// Memory operands of `inst`.
    pub fn mem_operands(&self, inst: Inst) -> impl ExactSizeIterator<Item = &MemOperand> + '_ {
        self.insts[inst]
            .mem_operands
            .as_slice(&self.mem_pool)
            .iter()
            .map(|&id| &self.mem_operands[id])
    }

    /// Adds a memory operand to `inst`.
    pub fn add_mem_operand(&mut self, inst: Inst, operand: MemOperand) {
        let id = self.mem_operands.push(operand);
        let mut list = self.insts[inst].mem_operands;
        list.push(id, &mut self.mem_pool);
        self.insts[inst].mem_operands = list;
    }
}
