//! The defining instruction of each virtual register, as a snapshot that stays valid while instructions are rewritten.

use cranelift_entity::{PrimaryMap, SecondaryMap};
use wavec_codegen::mir::{Inst, MachineFunction, VReg};

/// Definitions of virtual registers in SSA form.
pub struct SingleDefs {
    defs: SecondaryMap<VReg, Def>,
}

#[derive(Clone, Copy, Default)]
enum Def {
    #[default]
    None,
    One(Inst),
    Several,
}

impl SingleDefs {
    /// Computes it in one scan.
    pub fn compute(func: &MachineFunction) -> SingleDefs {
        let mut defs: SecondaryMap<VReg, Def> = SecondaryMap::new();
        defs.resize(PrimaryMap::len(&func.vregs));
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                for operand in func
                    .operands(inst)
                    .iter()
                    .filter_map(|o| o.as_reg())
                    .filter(|o| o.is_def())
                {
                    if let Some(vreg) = operand.reg.as_virtual() {
                        defs[vreg] = match defs[vreg] {
                            Def::None => Def::One(inst),
                            _ => Def::Several,
                        };
                    }
                }
            }
        }
        SingleDefs { defs }
    }

    /// The only instruction that defines `vreg`, unless it has been removed.
    pub fn of(&self, func: &MachineFunction, vreg: VReg) -> Option<Inst> {
        match self.defs[vreg] {
            Def::One(inst) => func.layout.inst_block(inst).map(|_| inst),
            _ => None,
        }
    }
}
