//! Keeps `undef` at the definitions of parts beyond which no other part of the register holds a value, after instructions
//! have changed places.
//!
//! ```text
//! undef %0.sub0 = A          undef %0.sub1 = B
//! %0.sub1 = B                %0.sub0 = A
//! ```

use crate::mir::uses::OperandRef;
use crate::mir::{Block, Inst, MachineFunction, MachineOperand, RegFlags, VReg};
use crate::regalloc::live_intervals::{LiveIntervals, all_lanes};
use crate::regalloc::slot_indexes::SlotIndex;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// Lanes of a register: those that may hold a value before the instruction at hand, and those that are read after it.
#[derive(Clone, Copy)]
struct Lanes {
    defined: u32,
    read: u32,
}

/// Sets the flags in `block`; `live` is of the order before, but tells what lives at the ends of the block. Cost: linear.
pub(super) fn mark(func: &mut MachineFunction, block: Block, live: &LiveIntervals) {
    let mut tracked: FxHashMap<VReg, Lanes> = FxHashMap::default();
    let (start, end) = (live.indexes.block_start(block), live.indexes.block_end(block));
    for inst in func.block_insts(block) {
        for (_, def) in func.defs(inst).filter(|(_, def)| def.sub.is_some()) {
            if let Some(vreg) = def.reg.as_virtual() {
                let all = all_lanes(func.registers().class(func.class(vreg)).size_in_units);
                let at = |point| live.intervals[vreg].live_lanes(point, all);
                tracked.entry(vreg).or_insert_with(|| Lanes {
                    defined: at(start),
                    read: at(SlotIndex::before(end)),
                });
            }
        }
    }
    if tracked.is_empty() {
        return;
    }
    let insts: Vec<Inst> = func.block_insts(block).collect();
    // Definitions, and the lanes that hold values before them.
    let mut definitions: Vec<(VReg, OperandRef, u32)> = Vec::new();
    for &inst in &insts {
        let first = definitions.len();
        let defs = accesses(func, inst, true).into_iter();
        definitions.extend(defs.filter_map(|(vreg, place)| Some((vreg, place, tracked.get(&vreg)?.defined))));
        for &(vreg, place, _) in &definitions[first..] {
            if let Some(lanes) = tracked.get_mut(&vreg) {
                lanes.defined |= lanes_of(func, vreg, place);
            }
        }
    }
    for &inst in insts.iter().rev() {
        let before = definitions.iter().rposition(|(_, place, _)| place.inst != inst);
        let own = definitions.split_off(before.map_or(0, |last| last + 1));
        for &(vreg, place, _) in &own {
            if let Some(lanes) = tracked.get_mut(&vreg) {
                lanes.read &= !lanes_of(func, vreg, place);
            }
        }
        for (vreg, place, defined) in own {
            let read = tracked.get(&vreg).map_or(0, |lanes| lanes.read);
            let is_undefined = place.get(func).sub.is_some() && defined & read == 0;
            if let MachineOperand::Reg(operand) = &mut func.operands_mut(inst)[place.index as usize] {
                operand.flags.set(RegFlags::UNDEF, is_undefined);
            }
        }
        for (vreg, place) in accesses(func, inst, false) {
            if let Some(lanes) = tracked.get_mut(&vreg) {
                lanes.read |= lanes_of(func, vreg, place);
            }
        }
    }
}

fn lanes_of(func: &MachineFunction, vreg: VReg, place: OperandRef) -> u32 {
    let size = func.registers().class(func.class(vreg)).size_in_units;
    func.registers().lane_mask(place.get(func).sub, size)
}

/// The virtual registers that `inst` defines, or else those that it reads.
fn accesses(func: &MachineFunction, inst: Inst, defines: bool) -> SmallVec<[(VReg, OperandRef); 4]> {
    let wanted = func
        .reg_operands(inst)
        .filter(|(_, operand)| operand.is_def() == defines && (defines || !operand.is_undef()));
    let found = wanted.filter_map(|(index, operand)| {
        let index = index as u32;
        Some((operand.reg.as_virtual()?, OperandRef { inst, index }))
    });
    found.collect()
}
