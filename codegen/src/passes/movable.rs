//! Which instructions may be shared or moved in SSA form.

use crate::mir::{Inst, MachineFunction, MachineOperand, VReg};
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use wavec_mc::{InstrFlags, generic};

/// Whether `inst` depends only on its register operands and changes only its virtual definitions: no effects, no memory
/// that may change, no physical registers (except constant ones; dead flag definitions are allowed), and no dependence
/// on which lanes are active beyond computing those lanes.
pub fn is_pure(func: &MachineFunction, target: &dyn TargetMachineInfo, inst: Inst) -> bool {
    let desc = func.desc(inst);
    let opcode = func.opcode(inst);
    if opcode.0 < generic::COUNT {
        return matches!(
            opcode,
            generic::REG_SEQUENCE
                | generic::INSERT_SUBREG
                | generic::EXTRACT_SUBREG
                | generic::COPY_TO_REGCLASS
        ) && func
            .reg_operands(inst)
            .all(|(_, operand)| operand.reg.is_virtual());
    }
    let blocking = InstrFlags::TERMINATOR
        | InstrFlags::CALL
        | InstrFlags::MAY_STORE
        | InstrFlags::SIDE_EFFECTS
        | InstrFlags::CONVERGENT
        | InstrFlags::NOT_DUPLICABLE
        | InstrFlags::META;
    if desc.flags().intersects(blocking) {
        return false;
    }
    if desc.is(InstrFlags::MAY_LOAD) {
        let mut operands = func.mem_operands(inst);
        if operands.len() == 0 || !operands.all(|mem| mem.is_invariant() && !mem.is_ordered()) {
            return false;
        }
    }
    let mut reads_mask = false;
    let mut scalar_def = false;
    let mut defines = false;
    for (_, operand) in func.reg_operands(inst) {
        match (operand.reg.as_virtual(), operand.reg.as_physical()) {
            (Some(vreg), _) if operand.is_def() => {
                defines = true;
                scalar_def |= !target.is_lane_masked(func.class(vreg));
            }
            (Some(_), _) => {}
            (_, Some(reg)) if operand.is_use() => {
                if !target.is_constant_register(reg) {
                    return false;
                }
                reads_mask |= func.desc(inst).implicit_uses().contains(&reg);
            }
            (_, Some(_)) if !operand.is_dead() => return false,
            _ => {}
        }
    }
    // A scalar result under a lane mask depends on the active lanes.
    defines && !(reads_mask && scalar_def)
}

/// Whether `inst` may be rematerialized where its virtual operands still hold the same values.
pub fn is_repeatable(func: &MachineFunction, target: &dyn TargetMachineInfo, inst: Inst) -> bool {
    target.is_trivially_rematerializable(func, inst)
        || func.opcode(inst).0 >= generic::COUNT
            && is_pure(func, target, inst)
            && !func.desc(inst).is(InstrFlags::MAY_LOAD)
            && !target.depends_on_mode(func, inst)
            && func.defs(inst).count() == 1
            && func
                .uses(inst)
                .all(|(_, operand)| operand.tied_to().is_none() && !operand.is_undef())
}

/// Whether `inst` copies a uniform virtual register to one per lane: the coalescer cannot remove that copy, which
/// becomes a move.
pub fn is_broadcast(func: &MachineFunction, target: &dyn TargetMachineInfo, inst: Inst) -> bool {
    let class = |operand: Option<&MachineOperand>| match operand {
        Some(MachineOperand::Reg(operand)) => operand.reg.as_virtual().map(|vreg| func.class(vreg)),
        _ => None,
    };
    let operands = func.operands(inst);
    func.opcode(inst) == generic::COPY
        && match (class(operands.first()), class(operands.get(1))) {
            (Some(to), Some(from)) => target.is_lane_masked(to) && !target.is_lane_masked(from),
            _ => false,
        }
}

/// Whether `inst` may be executed speculatively.
pub fn is_speculatable(func: &MachineFunction, inst: Inst) -> bool {
    !func.desc(inst).is(InstrFlags::MAY_LOAD)
        || func
            .mem_operands(inst)
            .all(|mem| mem.flags.contains(crate::mir::MemFlags::DEREFERENCEABLE))
}

/// Whether `inst` costs no more than a copy of its result.
pub fn is_cheap(func: &MachineFunction, inst: Inst) -> bool {
    let cheap = InstrFlags::AS_CHEAP_AS_MOVE | InstrFlags::MOVE_IMM | InstrFlags::MOVE_REG;
    func.opcode(inst) == generic::COPY || func.desc(inst).flags().intersects(cheap)
}

/// Registers read by PHIs and copies. A cheap instruction that computes directly into the desired register should stay
/// there: shared or moved, it would need a copy.
pub struct CopySources(SecondaryMap<VReg, bool>);

impl CopySources {
    /// Collects them in one scan.
    pub fn compute(func: &MachineFunction) -> CopySources {
        let mut sources = SecondaryMap::new();
        sources.resize(func.vregs.len());
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                if !matches!(func.opcode(inst), generic::COPY | generic::PHI) {
                    continue;
                }
                for vreg in func
                    .uses(inst)
                    .filter_map(|(_, operand)| operand.reg.as_virtual())
                {
                    sources[vreg] = true;
                }
            }
        }
        CopySources(sources)
    }

    /// Whether `inst` is as cheap as the copies that read its result.
    pub fn are_fed_cheaply_by(&self, func: &MachineFunction, inst: Inst) -> bool {
        is_cheap(func, inst)
            && func
                .defs(inst)
                .filter_map(|(_, operand)| operand.reg.as_virtual())
                .any(|vreg| self.0[vreg])
    }
}
