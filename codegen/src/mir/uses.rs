//! Def-use chains of virtual registers, computed in two scans of the function into one flat table.

use crate::mir::entities::{Inst, VReg};
use crate::mir::function::MachineFunction;
use crate::mir::operand::{MachineOperand, RegOperand};
use cranelift_entity::EntityRef;

/// The position of an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OperandRef {
    /// The instruction.
    pub inst: Inst,
    /// Number of the operand.
    pub index: u32,
}

impl OperandRef {
    /// The register operand there.
    ///
    /// # Panics
    /// If the operand no longer is a register.
    #[inline(always)] //  on the path of every live range query
    pub fn get(self, func: &MachineFunction) -> RegOperand {
        *func.operands(self.inst)[self.index as usize]
            .as_reg()
            .expect("a register operand")
    }
}

/// Calls `visit` with every operand that is a virtual register.
#[inline(always)] //  called twice, each time with little to do
fn each_operand(func: &MachineFunction, mut visit: impl FnMut(VReg, OperandRef)) {
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            for (index, operand) in (0..).zip(func.operands(inst)) {
                if let MachineOperand::Reg(operand) = operand
                    && let Some(vreg) = operand.reg.as_virtual()
                {
                    visit(vreg, OperandRef { inst, index });
                }
            }
        }
    }
}

/// Operands by virtual register, in layout order. A snapshot that is not updated.
#[derive(Clone, Debug, Default)]
pub struct RegUses {
    starts: Vec<u32>,
    refs: Vec<OperandRef>,
}

impl RegUses {
    /// Collects the operands of all virtual registers; linear.
    pub fn compute(func: &MachineFunction) -> RegUses {
        let mut starts = vec![0u32; func.vregs.len() + 1];
        each_operand(func, |vreg, _| starts[vreg.index() + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let total = starts.last().copied().unwrap_or(0) as usize;
        let placeholder = OperandRef {
            inst: Inst::new(0),
            index: 0,
        };
        let mut refs = vec![placeholder; total];
        each_operand(func, |vreg, place| {
            let slot = &mut next[vreg.index()];
            refs[*slot as usize] = place;
            *slot += 1;
        });
        RegUses { starts, refs }
    }

    /// All operands that name `vreg`.
    pub fn of(&self, vreg: VReg) -> &[OperandRef] {
        match self.starts.get(vreg.index()..vreg.index() + 2) {
            Some(range) => &self.refs[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// Definitions of `vreg`.
    pub fn defs<'a>(
        &'a self,
        func: &'a MachineFunction,
        vreg: VReg,
    ) -> impl Iterator<Item = OperandRef> + 'a {
        self.of(vreg)
            .iter()
            .copied()
            .filter(|place| place.get(func).is_def())
    }

    /// The only definition of `vreg`; `None` if there are none or several.
    pub fn single_def(&self, func: &MachineFunction, vreg: VReg) -> Option<Inst> {
        let mut defs = self.defs(func, vreg);
        let first = defs.next()?;
        defs.next().is_none().then_some(first.inst)
    }

    /// Uses of `vreg`.
    pub fn uses<'a>(
        &'a self,
        func: &'a MachineFunction,
        vreg: VReg,
    ) -> impl Iterator<Item = OperandRef> + 'a {
        self.of(vreg)
            .iter()
            .copied()
            .filter(|place| place.get(func).is_use())
    }
}
