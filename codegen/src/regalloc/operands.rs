//! The lists of operands that name each register, while the allocator changes the function.

use crate::mir::{Inst, MachineOperand, OperandRef, RegFlags, VReg};
use crate::regalloc::greedy::Greedy;
use crate::target::ShortForm;
use smallvec::SmallVec;
use wavec_mc::{SubRegIndex, generic};

/// Maximum number of operands that are examined whenever a register is searched for.
const MANY_OPERANDS: usize = 16;

impl Greedy<'_> {
    /// Records the relevant ones among many operands of `vreg`.
    pub(super) fn find_notable_operands(&mut self, vreg: VReg) {
        let all = &self.live.operands[vreg];
        if all.len() > MANY_OPERANDS {
            let notable = all.iter().copied().filter(|&place| self.is_notable(vreg, place));
            let notable = notable.collect();
            self.notable.insert(vreg, notable);
        }
    }

    /// Whether the operand at `place` may be a hint for the physical register of `vreg`.
    fn is_notable(&self, vreg: VReg, place: OperandRef) -> bool {
        let index = place.index as usize;
        let file = |vreg: VReg| self.target.register_file(self.func.class(vreg));
        let is_copy_in_file = self.func.opcode(place.inst) == generic::COPY
            && index <= 1
            && self
                .func
                .operand(place.inst, 1 - index)
                .as_reg()
                .is_some_and(|other| {
                    other
                        .reg
                        .as_virtual()
                        .is_none_or(|other| file(other) == file(vreg))
                });
        is_copy_in_file
            || !matches!(
                self.target.short_form(self.func, place.inst, index),
                ShortForm::None
            )
    }

    /// The operands of `vreg`; if there are many, some that do not matter for hints are omitted.
    pub(super) fn notable_operands(&self, vreg: VReg) -> &[OperandRef] {
        let all = &self.live.operands[vreg];
        match self.notable.get(&vreg) {
            Some(notable) if all.len() > MANY_OPERANDS => notable,
            _ => all,
        }
    }

    /// Adds an operand of `vreg`, which is already queued.
    pub(super) fn enter_operand(&mut self, vreg: VReg, place: OperandRef) {
        self.live.operands[vreg].push(place);
        if self.notable.contains_key(&vreg)
            && self.is_notable(vreg, place)
            && let Some(notable) = self.notable.get_mut(&vreg)
        {
            notable.push(place);
        }
    }

    /// Removes the operands of `inst` from the lists.
    pub(super) fn forget_operands(&mut self, inst: Inst) {
        let vregs: SmallVec<[VReg; 4]> = self
            .func
            .reg_operands(inst)
            .filter_map(|(_, operand)| operand.reg.as_virtual())
            .collect();
        // One operand of the instruction at a time: most are found long before the end of a long list.
        let forget_one = |list: &mut SmallVec<[OperandRef; 4]>| {
            if let Some(at) = list.iter().position(|place| place.inst == inst) {
                list.remove(at);
            }
        };
        for vreg in vregs {
            forget_one(&mut self.live.operands[vreg]);
            if let Some(notable) = self.notable.get_mut(&vreg) {
                forget_one(notable);
            }
        }
    }

    /// Enters the operands of `inst` that name `vreg` in its list.
    pub(super) fn enter_operands(&mut self, inst: Inst, vreg: VReg) {
        let list = &mut self.live.operands[vreg];
        for (index, operand) in self.func.reg_operands(inst) {
            if operand.reg == vreg.into() {
                let index = index as u32;
                list.push(OperandRef { inst, index });
            }
        }
    }

    /// Changes the operand at `place` to `sub` of `vreg`.
    pub(super) fn rename(&mut self, place: OperandRef, vreg: VReg, sub: SubRegIndex) {
        if let MachineOperand::Reg(operand) = &mut self.func.operands_mut(place.inst)[place.index as usize] {
            operand.reg = vreg.into();
            operand.sub = sub;
            operand.flags.remove(RegFlags::KILL | RegFlags::DEAD);
            if sub.is_none() && operand.is_def() {
                operand.flags.remove(RegFlags::UNDEF);
            }
        }
        self.live.operands[vreg].push(place);
    }
}
