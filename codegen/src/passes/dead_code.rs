//! Removes instructions whose results are never read.
//!
//! Requires any stage before allocation. Cost: linear per round; a second round runs only when something was removed
//! whose operands were defined in blocks that had been looked at.

use crate::analysis::{PhysicalLiveness, ReversePostOrder, liveness};
use crate::mir::{Inst, MachineFunction, VReg};
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use wavec_mc::{InstrFlags, generic};
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "dead-machine-code";

/// Removes dead instructions; returns whether there were any.
pub fn eliminate_dead_code(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    stats: &mut Stats,
) -> bool {
    let mut uses: SecondaryMap<VReg, u32> = SecondaryMap::new();
    uses.resize(func.vregs.len());
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            for (_, operand) in func.uses(inst) {
                if let Some(vreg) = operand.reg.as_virtual() {
                    uses[vreg] += 1;
                }
            }
        }
    }
    let order = ReversePostOrder::compute(func);
    let liveness = PhysicalLiveness::compute(func);
    let mut removed = 0;
    loop {
        let before = removed;
        for &block in order.blocks.iter().rev() {
            let mut live = liveness.live_out(block).clone();
            let mut next = func.layout.last_inst(block);
            while let Some(inst) = next {
                next = func.layout.prev_inst(inst);
                let is_dead = is_removable(func, inst)
                    && func.defs(inst).all(|(_, operand)| {
                        match (operand.reg.as_virtual(), operand.reg.as_physical()) {
                            (Some(vreg), _) => uses[vreg] == 0,
                            (_, Some(reg)) => {
                                !target.is_constant_register(reg)
                                    && (operand.is_dead() || !live.contains_any(func.registers(), reg))
                            }
                            _ => true,
                        }
                    });
                if !is_dead {
                    liveness::step_backward(func, inst, &mut live);
                    continue;
                }
                for (_, operand) in func.uses(inst) {
                    if let Some(vreg) = operand.reg.as_virtual() {
                        uses[vreg] -= 1;
                    }
                }
                func.remove_inst(inst);
                removed += 1;
            }
        }
        if removed == before {
            break;
        }
    }
    stats.add(NAME, "instructions removed", removed);
    removed > 0
}

/// Whether nothing but the registers it defines would miss `inst`.
fn is_removable(func: &MachineFunction, inst: Inst) -> bool {
    let desc = func.desc(inst);
    let keep = InstrFlags::TERMINATOR
        | InstrFlags::CALL
        | InstrFlags::MAY_STORE
        | InstrFlags::SIDE_EFFECTS
        | InstrFlags::META;
    let opcode = func.opcode(inst);
    if opcode.0 < generic::COUNT {
        return opcode <= generic::COPY_TO_REGCLASS;
    }
    !desc.flags().intersects(keep)
        && func.defs(inst).next().is_some()
        && !func.mem_operands(inst).any(|operand| operand.is_ordered())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::parse_function;
    use crate::test_target::{TestTarget, tables};

    #[test]
    fn chains_loops_and_flags() {
        let text = "--- f
bb.0:
  %0:s32 = S_MOVI 1
  %1:s32 = S_ADD %0, %0, implicit-def $scc
  %2:s32 = S_ADD %0, %0, implicit-def $scc
  S_CBRANCH %bb.2, implicit $scc
bb.1:
  %3:s32 = PHI %4, %bb.1, %1, %bb.0
  %4:s32 = S_ADD %0, %0, implicit-def $scc
  S_CBRANCH %bb.1, implicit $scc
bb.2:
  S_ENDPGM
";
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        assert!(eliminate_dead_code(&mut func, &TestTarget, &mut Stats::new()));
        let out = func.to_string();
        // The PHI and its chain go, the definitions of the flag that branches read stay.
        assert!(!out.contains("PHI") && !out.contains("%1:"), "{out}");
        assert!(
            out.contains("%2:s32 = S_ADD") && out.contains("%4:s32 = S_ADD"),
            "{out}"
        );
    }
}
