//! Replaces PHIs by copies.
//!
//! Each `dst = PHI a, %p, b, %q` becomes `t = COPY a` at the end of `p`, `t = COPY b` at the end of `q`, and
//! `dst = COPY t` at the start of its block, with a separate `t` for each. So neither critical edges (a `t` written on
//! the way to another successor is dead there) nor swapped PHIs need special care, and no edge is split: on a machine
//! with lane masks, code on a split edge would run under the wrong mask. The coalescer removes nearly all of these
//! copies.
//!
//! Requires SSA form. Afterwards the stage is [`Stage::NoPhis`]. Linear.

use crate::mir::debug_values::bind_variables;
use crate::mir::{
    Block, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, RegOperand, Stage, VReg,
};
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;
use wavec_mc::{InstrFlags, generic};
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "phi-elimination";

/// Eliminates all PHIs.
pub fn eliminate_phis(func: &mut MachineFunction, target: &dyn TargetMachineInfo, stats: &mut Stats) {
    bind_variables(func);
    let mut defs: SecondaryMap<VReg, PackedOption<Inst>> = SecondaryMap::new();
    defs.resize(func.vregs.len());
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            for (_, operand) in func.defs(inst) {
                if let Some(vreg) = operand.reg.as_virtual() {
                    defs[vreg] = inst.into();
                }
            }
        }
    }
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut eliminated = 0;
    for block in blocks {
        let phis: Vec<Inst> = func
            .block_insts(block)
            .take_while(|&inst| func.is_phi(inst))
            .collect();
        let mut start = BlockStart::new(func, target, block);
        for &phi in phis.iter().rev() {
            eliminate(func, target, &defs, &mut start, phi);
            eliminated += 1;
        }
    }
    func.stage = Stage::NoPhis;
    stats.add(NAME, "PHIs eliminated", eliminated);
}

fn eliminate(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    defs: &SecondaryMap<VReg, PackedOption<Inst>>,
    start: &mut BlockStart,
    phi: Inst,
) {
    let operands: SmallVec<[MachineOperand; 8]> = func.operands(phi).into();
    let Some(dst) = operands[0].as_reg().and_then(|operand| operand.reg.as_virtual()) else {
        return;
    };
    let debug_location = func.inst(phi).debug_location;
    func.remove_inst(phi);
    let class = func.class(dst);
    let is_undefined = |func: &MachineFunction, operand: &RegOperand| {
        operand.is_undef()
            || operand.reg.as_virtual().is_some_and(|vreg| {
                defs[vreg].expand().is_some_and(|def| {
                    func.inst_block(def).is_some() && func.opcode(def) == generic::IMPLICIT_DEF
                })
            })
    };
    let incoming = func.create_vreg(class);
    let mut any_defined = false;
    for pair in operands[1..].chunks(2) {
        let (Some(source), Some(predecessor)) = (pair[0].as_reg().copied(), pair[1].as_block()) else {
            continue;
        };
        let is_undefined = is_undefined(func, &source);
        any_defined |= !is_undefined;
        let defined_by_terminator = source
            .reg
            .as_virtual()
            .and_then(|vreg| defs[vreg].expand())
            .filter(|&def| {
                func.inst_block(def) == Some(predecessor) && func.desc(def).is(InstrFlags::TERMINATOR)
            });
        let mut builder = match (defined_by_terminator, func.first_terminator(predecessor)) {
            (Some(def), _) => MachineBuilder::after(func, def),
            (None, Some(terminator)) => MachineBuilder::before(func, terminator),
            (None, None) => MachineBuilder::at_end(func, predecessor),
        };
        builder.debug_location = debug_location;
        let made = if is_undefined {
            builder.implicit_def(incoming)
        } else {
            let source = RegOperand {
                flags: RegFlags::empty(),
                ..source
            };
            let copy = builder.build(generic::COPY).def(incoming);
            copy.operand(source.into()).inst()
        };
        // A block that is its own predecessor may consist of PHIs and terminators only.
        if predecessor == start.block && func.layout.next_inst(made) == start.first {
            start.first = Some(made);
        }
    }
    let point = start.point_for(func, target, dst);
    let mut builder = match point {
        Some(before) => MachineBuilder::before(func, before),
        None => MachineBuilder::at_end(func, start.block),
    };
    builder.debug_location = debug_location;
    let made = if any_defined {
        builder.copy(dst, incoming)
    } else {
        builder.implicit_def(dst)
    };
    if point == start.first {
        start.first = Some(made);
    }
}

/// Where the copies for a block's PHIs are inserted.
struct BlockStart {
    block: Block,
    /// The first instruction after the PHIs.
    first: Option<Inst>,
    /// The original instructions after the PHIs, up to the last one that widens the mask.
    prologue: SmallVec<[Inst; 4]>,
}

impl BlockStart {
    fn new(func: &MachineFunction, target: &dyn TargetMachineInfo, block: Block) -> BlockStart {
        let first = func.first_non_phi(block);
        let mut prologue = SmallVec::new();
        let mut len = 0;
        let mut at = first;
        while let Some(inst) = at {
            prologue.push(inst);
            if target.is_block_prologue(func, inst) {
                len = prologue.len();
            } else if !func.is_copy(inst) {
                break;
            }
            at = func.layout.next_inst(inst);
        }
        prologue.truncate(len);
        BlockStart {
            block,
            first,
            prologue,
        }
    }

    /// The insertion point of the copy to `dst`: after the remaining PHIs, and, if writes to it are lane-masked, after
    /// the instructions that widen the mask, as long as they do not read it. The copies of other PHIs never do.
    fn point_for(&self, func: &MachineFunction, target: &dyn TargetMachineInfo, dst: VReg) -> Option<Inst> {
        let mut point = self.first;
        if !target.is_lane_masked(func.class(dst)) {
            return point;
        }
        for &inst in &self.prologue {
            if func.uses(inst).any(|(_, operand)| operand.reg == dst.into()) {
                break;
            }
            if target.is_block_prologue(func, inst) {
                point = func.layout.next_inst(inst);
            }
        }
        point
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{parse_function, verify_function};
    use crate::test_target::{TestTarget, tables};

    #[test]
    fn swapped_phis_undefined_values_and_lane_masks() {
        let text = "--- f
livein: $v0
livein: $s0_s1
bb.0:
  %0:v32 = COPY $v0
  %9:s64 = COPY $s0_s1
  %1:v32 = IMPLICIT_DEF
  S_CMP $s0, $s0, implicit-def $scc
bb.1:
  %2:v32 = PHI %0, %bb.0, %3, %bb.1
  %3:v32 = PHI %1, %bb.0, %2, %bb.1
  %4:s64 = PHI %9, %bb.0, %4, %bb.1
  EXEC_OR %4, implicit-def $exec, implicit-def $scc, implicit $exec
  S_CBRANCH %bb.1, implicit $scc
bb.2:
  V_STORE %2, %3, implicit $exec
  S_ENDPGM
";
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        eliminate_phis(&mut func, &TestTarget, &mut Stats::new());
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        let out = func.to_string();
        let body = out.split_once("bb.1:").unwrap().1;
        let expected = "
  successors: %bb.1, %bb.2
  %4:s64 = COPY %10
  EXEC_OR %4, implicit-def $exec, implicit-def $scc, implicit $exec
  %2:v32 = COPY %12
  %3:v32 = COPY %11
  %10:s64 = COPY %4
  %11:v32 = COPY %2
  %12:v32 = COPY %3
  S_CBRANCH %bb.1, implicit $scc
";
        assert_eq!(body.split("bb.2:").next().unwrap(), expected);
        assert!(out.contains("%11:v32 = IMPLICIT_DEF"), "{out}");
    }
}
