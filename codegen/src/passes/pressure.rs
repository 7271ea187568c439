//! Register pressure at every point of a function whose live intervals are known.

use crate::mir::{Block, MachineFunction};
use crate::passes::machine_order::Pressure;
use crate::regalloc::live_intervals::{LiveIntervals, all_lanes};
use crate::sched::graph::NUM_PRESSURE_SETS;
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;

/// Pressure of virtual registers by file, in the original order.
pub(super) struct PressureTable {
    /// After each block.
    pub(super) out: SecondaryMap<Block, Pressure>,
    /// By position of the instruction: the decrease of pressure across it.
    pub(super) changes: Vec<[i32; NUM_PRESSURE_SETS]>,
}

impl PressureTable {
    /// One visit per segment: it counts at the ends of the blocks that it covers, which are consecutive in the layout,
    /// and where it begins and ends.
    pub(super) fn compute(
        func: &MachineFunction,
        target: &dyn TargetMachineInfo,
        live: &LiveIntervals,
    ) -> PressureTable {
        let mut places: SecondaryMap<Block, u32> = SecondaryMap::new();
        places.resize(func.blocks.len());
        for (place, block) in (0..).zip(func.layout.blocks()) {
            places[block] = place;
        }
        // By position of the block: the increase of pressure relative to the previous block.
        let mut steps = vec![[0; NUM_PRESSURE_SETS]; func.blocks.len() + 1];
        let mut changes = vec![[0; NUM_PRESSURE_SETS]; live.indexes.num_places()];
        for vreg in func.vregs.keys() {
            let class = func.class(vreg);
            let file = target.register_file(class).min(NUM_PRESSURE_SETS - 1);
            let all = all_lanes(func.registers().class(class).size_in_units);
            for (lanes, range) in live.intervals[vreg].lane_ranges(all) {
                let lanes = lanes.count_ones();
                for segment in &range.segments {
                    let (start, end) = (segment.start, segment.end);
                    if !start.is_block() && end > start.dead() {
                        changes[start.place()][file] -= lanes as i32;
                    }
                    if !end.is_block() && start <= end.base() {
                        changes[end.place()][file] += lanes as i32;
                    }
                    let (first, last) = (live.indexes.block_at(start), live.indexes.block_at(end));
                    let through_last = u32::from(live.indexes.block_end(last) <= end);
                    steps[places[first] as usize][file] += lanes as i32;
                    steps[(places[last] + through_last) as usize][file] -= lanes as i32;
                }
            }
        }
        let mut out: SecondaryMap<Block, Pressure> = SecondaryMap::new();
        out.resize(func.blocks.len());
        let mut sum = [0; NUM_PRESSURE_SETS];
        for (block, step) in func.layout.blocks().zip(&steps) {
            for (sum, &step) in sum.iter_mut().zip(step) {
                *sum += step;
            }
            out[block] = sum.map(|sum| sum as u32);
        }
        PressureTable { out, changes }
    }
}
