//! Common subexpression elimination: an instruction that is dominated by an equal one is replaced by that one's result.
//!
//! Requires SSA form before lane-mask control flow is lowered: at that point the control-flow graph is that of single
//! lanes, so a lane that reaches an instruction has executed everything that dominates it. Preserves it. Instructions
//! as cheap as a copy that define lane-masked registers are only shared within a block: repeating them costs less than
//! a register, while uniform registers are more plentiful; those read by copies are not shared at all. Cost: linear,
//! one hash per instruction; all candidates under a hash dominate the current block.

use crate::analysis::{Dominators, ReversePostOrder};
use crate::mir::{Block, Inst, MachineFunction, MachineInstFlags, MachineOperand, RegFlags, VReg};
use crate::passes::movable::{self, CopySources};
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use fxhash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "machine-cse";

/// Eliminates common subexpressions; returns whether there were any.
pub fn eliminate_common_subexpressions(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    stats: &mut Stats,
) -> bool {
    let order = ReversePostOrder::compute(func);
    let dominators = Dominators::compute(func, &order);
    let mut known: FxHashMap<u64, SmallVec<[Inst; 2]>> = FxHashMap::default();
    let mut replacement: SecondaryMap<VReg, PackedOption<VReg>> = SecondaryMap::new();
    let copy_sources = CopySources::compute(func);
    let mut removed = 0;
    // Blocks in pre-order of the dominator tree: dominating instructions have been visited.
    for &block in dominators.preorder() {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            rename_uses(func, inst, &replacement);
            let is_broadcast = movable::is_broadcast(func, target, inst);
            if !(is_broadcast || movable::is_pure(func, target, inst))
                || copy_sources.are_fed_cheaply_by(func, inst)
            {
                continue;
            }
            let candidates = known.entry(hash(func, target, inst, block)).or_default();
            // The walk never returns to a sub-tree it has left, so each candidate's block dominates that of the next.
            while let Some(&last) = candidates.last()
                && func
                    .inst_block(last)
                    .is_none_or(|from| !dominators.dominates(from, block))
            {
                candidates.pop();
            }
            let twin = candidates.iter().copied().find(|&twin| same(func, twin, inst));
            match twin {
                Some(twin) if replace(func, twin, inst, &mut replacement) => {
                    func.remove_inst(inst);
                    removed += 1;
                }
                _ => candidates.push(inst),
            }
        }
    }
    if removed > 0 {
        // PHIs and uses in blocks that came earlier.
        let blocks: Vec<Block> = func.layout.blocks().collect();
        for block in blocks {
            let mut next = func.layout.first_inst(block);
            while let Some(inst) = next {
                next = func.layout.next_inst(inst);
                rename_uses(func, inst, &replacement);
            }
        }
    }
    stats.add(NAME, "instructions removed", removed);
    removed > 0
}

fn rename_uses(func: &mut MachineFunction, inst: Inst, replacement: &SecondaryMap<VReg, PackedOption<VReg>>) {
    for operand in func.operands_mut(inst) {
        if let MachineOperand::Reg(reg) = operand
            && reg.is_use()
            && let Some(vreg) = reg.reg.as_virtual()
            && let Some(new) = replacement[vreg].expand()
        {
            reg.reg = new.into();
            reg.flags.remove(RegFlags::KILL);
        }
    }
}

/// What makes two instructions equal: everything except the registers they define and hints.
fn identity(func: &MachineFunction, inst: Inst) -> impl Iterator<Item = MachineOperand> + '_ {
    func.operands(inst).iter().map(|operand| match operand {
        MachineOperand::Reg(reg) if reg.is_def() && reg.reg.is_virtual() => MachineOperand::Imm(-1),
        MachineOperand::Reg(reg) => {
            let mut reg = *reg;
            reg.flags.remove(RegFlags::KILL);
            MachineOperand::Reg(reg)
        }
        other => *other,
    })
}

/// Hash of an instruction's identity, and of its block if it may only be shared within it.
fn hash(func: &MachineFunction, target: &dyn TargetMachineInfo, inst: Inst, block: Block) -> u64 {
    let mut hasher = FxHasher::default();
    func.opcode(inst).hash(&mut hasher);
    for operand in identity(func, inst) {
        operand.hash(&mut hasher);
    }
    let mut defs = func.defs(inst).filter_map(|(_, def)| def.reg.as_virtual());
    if movable::is_cheap(func, inst) && defs.any(|def| target.is_lane_masked(func.class(def))) {
        block.hash(&mut hasher);
    }
    hasher.finish()
}

fn same(func: &MachineFunction, a: Inst, b: Inst) -> bool {
    func.opcode(a) == func.opcode(b)
        && func.num_operands(a) == func.num_operands(b)
        && identity(func, a).eq(identity(func, b))
        && func.mem_operands(a).eq(func.mem_operands(b))
}

/// Replaces the definitions of `inst` by those of `twin`; false if their classes have nothing in common.
fn replace(
    func: &mut MachineFunction,
    twin: Inst,
    inst: Inst,
    replacement: &mut SecondaryMap<VReg, PackedOption<VReg>>,
) -> bool {
    let virtual_defs = |func: &MachineFunction, inst: Inst| -> Vec<VReg> {
        func.defs(inst)
            .filter_map(|(_, operand)| operand.reg.as_virtual())
            .collect()
    };
    let (new, old) = (virtual_defs(func, twin), virtual_defs(func, inst));
    let registers = func.registers();
    let compatible = new.iter().zip(&old).all(|(&new, &old)| {
        registers
            .common_subclass(func.class(new), func.class(old))
            .is_some_and(|class| registers.class(class).len() >= 8)
    });
    if !compatible {
        return false;
    }
    for (&new, &old) in new.iter().zip(&old) {
        func.constrain_class(new, func.class(old));
        replacement[old] = new.into();
        if let Some(table) = &mut func.debug {
            table.replaced.insert(old, new);
        }
    }
    // Flags common to both.
    let flags = func.inst(twin).flags & func.inst(inst).flags;
    let keep = MachineInstFlags::FRAME_SETUP | MachineInstFlags::FRAME_DESTROY;
    func.inst_mut(twin).flags = flags | (func.inst(twin).flags & keep);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{parse_function, verify_function};
    use crate::test_target::{TestTarget, tables};

    #[test]
    fn twins_that_dominate() {
        let text = "--- f
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_ADD %0, %0, implicit $exec
  %2:v32 = V_ADD %0, %0, implicit $exec
  S_CMP $s0, $s0, implicit-def $scc
  S_CBRANCH %bb.2, implicit $scc
bb.1:
  %3:v32 = V_ADD %0, %0, implicit $exec
  %4:v32 = V_EARLY %0, %3, implicit $exec
  V_STORE %3, %4, implicit $exec
bb.2:
  %5:v32 = V_EARLY %0, %2, implicit $exec
  %6:s64 = V_CMP %0, %0, implicit $exec
  %7:s64 = V_CMP %0, %0, implicit $exec
  V_STORE %1, %5, implicit $exec
  EXEC_OR %6, implicit-def $exec, implicit-def $scc, implicit $exec
  EXEC_OR %7, implicit-def $exec, implicit-def $scc, implicit $exec
  S_ENDPGM
"
        .replace("livein: $v0\n", "livein: $v0\nlivein: $s0\n");
        let mut func = parse_function(&text, tables()).unwrap_or_else(|e| panic!("{e}"));
        assert!(eliminate_common_subexpressions(
            &mut func,
            &TestTarget,
            &mut Stats::new()
        ));
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        let out = func.to_string();
        assert_eq!(out.matches("V_ADD").count(), 1, "{out}");
        // Neither dominates the other; masks depend on the lanes.
        assert_eq!(out.matches("V_EARLY").count(), 2, "{out}");
        assert_eq!(out.matches("V_CMP").count(), 2, "{out}");
    }
}
