//! Removes instructions whose results are never read.
//!
//! Requires any stage before allocation. Cost: linear per round; another round runs only if something was removed whose
//! operands were defined in blocks visited before.

use crate::analysis::{PhysicalLiveness, ReversePostOrder, UnitSet, liveness};
use crate::mir::{Inst, MachineFunction, VReg};
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use std::cell::OnceCell;
use wavec_mc::{InstrFlags, Reg, generic};
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
    let liveness = OnceCell::new();
    let mut removed = 0;
    loop {
        let before = removed;
        for &block in order.blocks.iter().rev() {
            let mut below = Below::default();
            let mut next = func.layout.last_inst(block);
            while let Some(inst) = next {
                next = func.layout.prev_inst(inst);
                let is_dead = is_removable(func, inst)
                    && func.defs(inst).all(|(_, operand)| {
                        match (operand.reg.as_virtual(), operand.reg.as_physical()) {
                            (Some(vreg), _) => uses[vreg] == 0,
                            (_, Some(reg)) => {
                                !target.is_constant_register(reg)
                                    && (operand.is_dead() || !below.is_live(func, &liveness, inst, reg))
                            }
                            _ => true,
                        }
                    });
                if !is_dead {
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

/// Number of instructions examined after a definition before the liveness of the whole function is computed.
const MAX_LOOK: usize = 8;

/// Units live somewhere in a block, moved upward on demand.
#[derive(Default)]
struct Below {
    /// The units, and the instruction before which they are live; none for the end of the block.
    live: Option<(UnitSet, Option<Inst>)>,
}

impl Below {
    /// Whether any part of `reg`, defined by `inst`, is read after it.
    fn is_live(
        &mut self,
        func: &MachineFunction,
        liveness: &OnceCell<PhysicalLiveness>,
        inst: Inst,
        reg: Reg,
    ) -> bool {
        // Most physical registers here are flags, which the next instructions read.
        match is_read_soon(func, inst, reg) {
            Some(is_read) => is_read,
            None => self
                .units(func, liveness, inst)
                .contains_any(func.registers(), reg),
        }
    }

    /// Units live after `inst`. Queries must go upward.
    fn units(
        &mut self,
        func: &MachineFunction,
        liveness: &OnceCell<PhysicalLiveness>,
        inst: Inst,
    ) -> &UnitSet {
        let (live, first) = self.live.get_or_insert_with(|| {
            let block = func.inst_block(inst).expect("the instruction is in a block");
            let liveness = liveness.get_or_init(|| PhysicalLiveness::compute(func));
            (liveness.live_out(block).clone(), None)
        });
        let mut above = match *first {
            Some(first) => func.layout.prev_inst(first),
            None => func
                .inst_block(inst)
                .and_then(|block| func.layout.last_inst(block)),
        };
        while let Some(next) = above.filter(|&next| next != inst) {
            liveness::step_backward(func, next, live);
            *first = Some(next);
            above = func.layout.prev_inst(next);
        }
        live
    }
}

/// Whether `reg`, defined by `inst`, is read before it is written again; `None` if the next instructions do not tell.
fn is_read_soon(func: &MachineFunction, inst: Inst, reg: Reg) -> Option<bool> {
    let units = func.registers().units(reg);
    let mut next = func.layout.next_inst(inst);
    for _ in 0..MAX_LOOK {
        let inst = next?;
        let mut written = false;
        for (_, operand) in func.reg_operands(inst) {
            let Some(other) = operand.reg.as_physical() else {
                continue;
            };
            let named = func.registers().units(other);
            if named.start >= units.end || units.start >= named.end {
                continue;
            }
            if operand.is_def() {
                written |= named.start <= units.start && units.end <= named.end;
                if !written {
                    return None;
                }
            } else if !operand.is_undef() {
                return Some(true);
            }
        }
        if written {
            return Some(false);
        }
        next = func.layout.next_inst(inst);
    }
    None
}

/// Whether `inst` has no effect other than the registers it defines.
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
        // The PHI and its chain are removed; definitions of the flag that branches read stay.
        assert!(!out.contains("PHI") && !out.contains("%1:"), "{out}");
        assert!(
            out.contains("%2:s32 = S_ADD") && out.contains("%4:s32 = S_ADD"),
            "{out}"
        );
    }
}
