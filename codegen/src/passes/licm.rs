//! Hoists loop-invariant instructions out of loops.
//!
//! Requires SSA form before lane-mask control flow is lowered (a preheader runs with at least the loop's lanes).
//! Preserves it. Only pure instructions move, and loads only if their memory is invariant and always accessible.
//! Registers are not free: besides rematerializable constants, which the allocator can sink again, at most
//! `MAX_HOISTED` values are hoisted out of each loop. IR passes have hoisted nearly everything already; what remains
//! are constants and the address arithmetic created by selection. From a loop without a preheader, instructions that
//! read no register (constants and addresses of variables) move to the nearest dominating block of the enclosing loops
//! where the flags they overwrite are dead. Cost: linear per loop depth.

use crate::analysis::{Dominators, Loop, LoopInfo, ReversePostOrder};
use crate::mir::{Block, Inst, MachineFunction, RegOperand, VReg};
use crate::passes::movable::{self, CopySources};
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;
use wavec_mc::{Reg, generic};
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "machine-licm";

/// Maximum number of values hoisted out of one loop that the allocator could not rematerialize.
const MAX_HOISTED: usize = 8;

/// Hoists; returns whether anything moved.
pub fn hoist_invariants(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    stats: &mut Stats,
) -> bool {
    let order = ReversePostOrder::compute(func);
    let dominators = Dominators::compute(func, &order);
    let loops = LoopInfo::compute(func, &order, &dominators);
    if loops.loops().next().is_none() {
        return false;
    }
    let blocks_of = loops.blocks_by_loop(&order);
    let mut def_block: SecondaryMap<VReg, PackedOption<Block>> =
        SecondaryMap::with_capacity(func.vregs.len());
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            for (_, operand) in func.defs(inst) {
                if let Some(vreg) = operand.reg.as_virtual() {
                    def_block[vreg] = block.into();
                }
            }
        }
    }
    let copy_sources = CopySources::compute(func);
    let mut moved = 0;
    // Inner loops first: an instruction hoisted from an inner loop may move further.
    for this in loops.loops() {
        let own = loops.preheader(func, this);
        let Some(before) = own.or_else(|| nearest_before(&loops, &dominators, this)) else {
            continue;
        };
        let mut budget = MAX_HOISTED;
        for &block in &blocks_of[this] {
            let mut next = func.layout.first_inst(block);
            while let Some(inst) = next {
                next = func.layout.next_inst(inst);
                let is_constant = target.is_trivially_rematerializable(func, inst);
                let reads = || func.uses(inst).any(|(_, operand)| operand.reg.is_virtual());
                if !movable::is_pure(func, target, inst)
                    || !movable::is_speculatable(func, inst)
                    || copy_sources.are_fed_cheaply_by(func, inst)
                    || !is_invariant(func, &loops, this, &def_block, inst)
                    || (!is_constant && (budget == 0 || own.is_none() && reads()))
                    || func.opcode(inst).0 < generic::COUNT
                {
                    continue;
                }
                let place = func.first_terminator(before);
                let place = match (own, place) {
                    (None, Some(end)) if defines_physical(func, inst) => {
                        match before_flags(func, inst, end) {
                            None => continue,
                            place => place,
                        }
                    }
                    _ => place,
                };
                budget -= usize::from(!is_constant);
                func.layout.remove_inst(inst);
                match place {
                    Some(place) => func.layout.insert_before(inst, place),
                    None => func.layout.append_inst(inst, before),
                }
                let defs: Vec<VReg> = func
                    .defs(inst)
                    .filter_map(|(_, operand)| operand.reg.as_virtual())
                    .collect();
                for vreg in defs {
                    def_block[vreg] = before.into();
                }
                moved += 1;
            }
        }
    }
    stats.add(NAME, "instructions hoisted", moved);
    moved > 0
}

/// The nearest block that dominates the loop and is in no loop except those around it.
fn nearest_before(loops: &LoopInfo, dominators: &Dominators, this: Loop) -> Option<Block> {
    let header = loops.header(this);
    let mut before = dominators.immediate(header)?;
    while loops.innermost(before) != loops.parent(this) {
        before = dominators.immediate(before)?;
    }
    Some(before)
}

/// The lowest instruction at or above `end` before which `inst` overwrites no physical register that is still read.
fn before_flags(func: &MachineFunction, inst: Inst, end: Inst) -> Option<Inst> {
    let info = func.registers();
    let written = func
        .defs(inst)
        .filter_map(|(_, operand)| operand.reg.as_physical());
    let written: SmallVec<[Reg; 2]> = written.collect();
    let names = |(_, operand): (usize, RegOperand)| {
        let reg = operand.reg.as_physical();
        reg.is_some_and(|reg| written.iter().any(|&own| info.overlap(own, reg)))
    };
    let (mut is_live, mut is_after) = (false, true);
    let mut next = func.layout.last_inst(func.layout.inst_block(end)?);
    while let Some(at) = next.filter(|&at| func.opcode(at) != generic::PHI) {
        is_live = is_live && !func.defs(at).any(names) || func.uses(at).any(names);
        is_after &= at != end;
        if !is_live && !is_after {
            return Some(at);
        }
        next = func.layout.prev_inst(at);
    }
    None
}

/// Such as a condition that the branch after it takes from another instruction.
fn defines_physical(func: &MachineFunction, inst: Inst) -> bool {
    func.defs(inst).any(|(_, operand)| operand.reg.is_physical())
}

fn is_invariant(
    func: &MachineFunction,
    loops: &LoopInfo,
    this: Loop,
    def_block: &SecondaryMap<VReg, PackedOption<Block>>,
    inst: Inst,
) -> bool {
    func.uses(inst)
        .all(|(_, operand)| match operand.reg.as_virtual() {
            Some(vreg) => def_block[vreg]
                .expand()
                .is_some_and(|block| !loops.contains(this, block)),
            // Constant registers: `movable::is_pure` allows no others.
            None => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{parse_function, verify_function};
    use crate::test_target::{TestTarget, tables};

    #[test]
    fn constants_and_arithmetic_leave_nested_loops() {
        let text = "--- f
livein: $v0
livein: $s0
bb.0:
  %0:v32 = COPY $v0
bb.1:
  %1:v32 = PHI %0, %bb.0, %5, %bb.3
bb.2:
  %2:v32 = V_MOVI 7, implicit $exec
  %3:v32 = V_ADD %0, %2, implicit $exec
  %4:v32 = V_LOAD %0, implicit $exec
  %5:v32 = V_ADD %1, %3, implicit $exec
  V_STORE %5, %4, implicit $exec
  S_CMP $s0, $s0, implicit-def $scc
  S_CBRANCH %bb.2, implicit $scc
bb.3:
  S_CMP $s0, $s0, implicit-def $scc
  S_CBRANCH %bb.1, implicit $scc
bb.4:
  S_ENDPGM
";
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        assert!(hoist_invariants(&mut func, &TestTarget, &mut Stats::new()));
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        let out = func.to_string();
        let (outer, rest) = out.split_once("bb.1:").unwrap();
        let (middle, inner) = rest.split_once("bb.2:\n").unwrap();
        assert!(
            outer.contains("V_MOVI 7") && outer.contains("%3:v32 = V_ADD"),
            "{out}"
        );
        assert!(middle.contains("%5:v32 = V_ADD"), "{out}");
        assert!(inner.contains("V_LOAD"), "the memory may change: {out}");
    }

    #[test]
    fn constants_leave_loops_without_preheader() {
        let text = "--- f
livein: $v0
livein: $s0
bb.0:
  %0:v32 = COPY $v0
  S_CMP $s0, $s0, implicit-def $scc
  S_CBRANCH %bb.2, implicit $scc
bb.1:
  %1:v32 = PHI %0, %bb.0, %4, %bb.1
  %2:v32 = V_MOVI 7, implicit $exec
  %3:v32 = V_ADD %0, %0, implicit $exec
  %4:v32 = V_ADD %1, %2, implicit $exec
  V_STORE %3, %4, implicit $exec
  S_CMP $s0, $s0, implicit-def $scc
  S_CBRANCH %bb.1, implicit $scc
bb.2:
  S_ENDPGM
";
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        assert!(hoist_invariants(&mut func, &TestTarget, &mut Stats::new()));
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        let out = func.to_string();
        let (before, inside) = out.split_once("bb.1:").unwrap();
        assert!(before.contains("V_MOVI 7"), "{out}");
        assert!(inside.contains("%3:v32 = V_ADD"), "it may not be reached: {out}");
    }
}
