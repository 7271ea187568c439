//! Runs of instructions that the hardware may repeat from the beginning: if one writes a register that it or another
//! one reads, the target must break the run. So if other registers are free, results avoid the inputs of their run, and
//! the inputs avoid the results. This is only a preference: it extends no live range, and nothing is evicted, split or
//! spilled for it.
//!
//! LLVM's `SIFormMemoryClauses` instead keeps the inputs of a run alive to its end, which always costs registers.

use crate::mir::{Inst, MachineFunction, VReg};
use crate::regalloc::greedy::Greedy;
use crate::target::TargetMachineInfo;
use fxhash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;
use wavec_mc::{InstrFlags, Reg};

/// Maximum number of instructions whose registers are considered together.
const MAX_RUN: usize = 16;

/// Runs of at least two instructions.
#[derive(Default)]
pub(super) struct Runs {
    insts: Vec<Inst>,
    /// Positions of its run in `insts`.
    of: FxHashMap<Inst, Range<u32>>,
}

impl Runs {
    pub(super) fn compute(func: &MachineFunction, target: &dyn TargetMachineInfo) -> Runs {
        let mut runs = Runs::default();
        for block in func.layout.blocks() {
            let mut run: SmallVec<[Inst; MAX_RUN]> = SmallVec::new();
            let mut kind = None;
            for inst in func.block_insts(block) {
                if func.desc(inst).is(InstrFlags::META) {
                    continue;
                }
                let this = target.repeated_with(func, inst);
                // An instruction that needs a result of the run waits for it, which ends the run.
                if this != kind || run.len() == MAX_RUN || run.iter().any(|&other| depends(func, inst, other))
                {
                    runs.add(&run);
                    run.clear();
                    kind = this;
                }
                if this.is_some() {
                    run.push(inst);
                }
            }
            runs.add(&run);
        }
        runs
    }

    fn add(&mut self, run: &[Inst]) {
        if run.len() < 2 {
            return;
        }
        let first = self.insts.len() as u32;
        self.insts.extend(run);
        let places = first..self.insts.len() as u32;
        self.of.extend(run.iter().map(|&inst| (inst, places.clone())));
    }

    /// The number of a run, and its instructions.
    fn with(&self, inst: Inst) -> Option<(u32, &[Inst])> {
        let places = self.of.get(&inst)?;
        Some((
            places.start,
            &self.insts[places.start as usize..places.end as usize],
        ))
    }
}

/// Whether `inst` reads a virtual register that `other` writes.
fn depends(func: &MachineFunction, inst: Inst, other: Inst) -> bool {
    let written = func
        .defs(other)
        .filter_map(|(_, operand)| operand.reg.as_virtual());
    written
        .into_iter()
        .any(|vreg| func.uses(inst).any(|(_, operand)| operand.reg == vreg.into()))
}

impl Greedy<'_> {
    /// Registers that `vreg` should avoid sharing.
    pub(super) fn avoided(&self, vreg: VReg) -> SmallVec<[Reg; 8]> {
        let mut found = SmallVec::new();
        if self.runs.of.is_empty() {
            return found;
        }
        let mut seen: SmallVec<[(u32, bool); 4]> = SmallVec::new();
        for place in self.notable_operands(vreg) {
            let is_def = place.get(self.func).is_def();
            let Some((number, run)) = self.runs.with(place.inst) else {
                continue;
            };
            if seen.contains(&(number, is_def)) {
                continue;
            }
            seen.push((number, is_def));
            for &inst in run {
                for (_, other) in self.func.reg_operands(inst) {
                    if other.is_def() == is_def || other.is_implicit() {
                        continue;
                    }
                    let reg = match (other.reg.as_physical(), other.reg.as_virtual()) {
                        (Some(reg), _) => Some(reg),
                        (_, Some(other)) if other == vreg => None,
                        (_, Some(other)) if self.assignment[other].is_some() => Some(self.assignment[other]),
                        (_, Some(other)) => self.hints(other).first().copied(),
                        _ => None,
                    };
                    let Some(reg) = reg else { continue };
                    if !found.contains(&reg) {
                        found.push(reg);
                    }
                }
            }
        }
        found
    }
}
