//! Computes the range of anything that is defined and used at program points.
//!
//! Walks backward from the uses over the blocks where it is live in; the cost is the number of those blocks and their
//! predecessors. Values are numbered by definition; where several meet at a block's start a new value begins there
//! (pruned SSA, by iteration to a fixed point).

use crate::mir::{Block, MachineFunction};
use crate::regalloc::live_range::{LiveRange, Segment, ValueNumber};
use crate::regalloc::slot_indexes::{SlotIndex, SlotIndexes};
use cranelift_entity::SecondaryMap;

/// A definition or a use of a lane, in program order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Access {
    /// `Reg` or `Early` slot.
    pub point: SlotIndex,
    /// Whether the lane is written.
    pub is_def: bool,
}

/// What is known of a block in one computation; what an older computation wrote is not looked at.
#[derive(Clone, Copy, Default)]
struct BlockState {
    /// Place of the block in the layout.
    place: u32,
    /// Number of the computation for which the block defines `last_def`.
    defines: u32,
    last_def: ValueNumber,
    /// Number of the computation for which the block is live in, up to `live_in_end`, with `entry_value`.
    live_in: u32,
    /// [`SlotIndex::MAX`] for the block's end.
    live_in_end: SlotIndex,
    entry_value: ValueNumber,
}

/// Computes ranges; its buffers are used again.
pub struct RangeBuilder {
    /// Blocks in the order of the layout.
    layout: Vec<Block>,
    blocks: SecondaryMap<Block, BlockState>,
    /// Number of the computation at work.
    epoch: u32,
    live_in_blocks: Vec<Block>,
    /// Bit by place in the layout: live in. Empty between computations.
    live_in_places: Vec<u64>,
    /// Where each value ends in the block that defines it.
    ends: Vec<SlotIndex>,
    work: Vec<Block>,
}

const UNREACHED: ValueNumber = ValueNumber::MAX;

impl RangeBuilder {
    /// A builder for ranges of `func`.
    pub fn new(func: &MachineFunction) -> RangeBuilder {
        let mut layout = Vec::with_capacity(func.blocks.len());
        let mut blocks: SecondaryMap<Block, BlockState> = SecondaryMap::new();
        blocks.resize(func.blocks.len());
        for block in func.layout.blocks() {
            blocks[block].place = layout.len() as u32;
            layout.push(block);
        }
        RangeBuilder {
            live_in_places: vec![0; layout.len().div_ceil(64)],
            layout,
            blocks,
            epoch: 0,
            live_in_blocks: Vec::new(),
            ends: Vec::new(),
            work: Vec::new(),
        }
    }

    /// The range of something that is accessed at `accesses`, which are sorted.
    pub fn compute(
        &mut self,
        func: &MachineFunction,
        indexes: &SlotIndexes,
        accesses: &[Access],
    ) -> LiveRange {
        let mut range = LiveRange::default();
        self.epoch += 1;
        self.ends.clear();
        self.live_in_blocks.clear();
        // One value per definition point; each lives at least until its instruction's end.
        for access in accesses.iter().filter(|access| access.is_def) {
            if range.values.last() != Some(&access.point) {
                let state = &mut self.blocks[indexes.block_at(access.point)];
                state.defines = self.epoch;
                state.last_def = range.values.len() as ValueNumber;
                range.values.push(access.point);
                self.ends.push(access.point.dead());
            }
        }
        // Definitions before the use at hand.
        let mut before = 0;
        for access in accesses.iter().filter(|access| !access.is_def) {
            let base = access.point.base();
            while range.values.get(before).is_some_and(|&def| def < base) {
                before += 1;
            }
            let block = indexes.block_at(base);
            match before.checked_sub(1) {
                Some(value) if range.values[value] >= indexes.block_start(block) => {
                    self.ends[value] = self.ends[value].max(access.point.reg());
                }
                _ => self.make_live_in(block, access.point.reg()),
            }
        }
        // Live-in blocks: their predecessors are live out, and live through unless they define it.
        let mut index = 0;
        let mut reaches_entry = false;
        while let Some(&block) = self.live_in_blocks.get(index) {
            index += 1;
            let predecessors = func.predecessors(block);
            reaches_entry |= predecessors.is_empty();
            for &predecessor in predecessors {
                let state = &self.blocks[predecessor];
                if state.defines == self.epoch {
                    self.ends[state.last_def as usize] = indexes.block_end(predecessor);
                } else {
                    self.make_live_in(predecessor, SlotIndex::MAX);
                }
            }
        }
        let num_defs = range.values.len();
        if !self.live_in_blocks.is_empty() {
            if num_defs == 1 && !reaches_entry {
                // Every way into these blocks leads past the only definition.
                for &block in &self.live_in_blocks {
                    self.blocks[block].entry_value = 0;
                }
            } else {
                self.number_live_in_values(func, indexes, &mut range);
            }
        }
        self.collect_segments(indexes, num_defs, &mut range);
        range
    }

    #[inline(always)]
    fn make_live_in(&mut self, block: Block, end: SlotIndex) {
        let state = &mut self.blocks[block];
        if state.live_in == self.epoch {
            state.live_in_end = state.live_in_end.max(end);
            return;
        }
        state.live_in = self.epoch;
        state.live_in_end = end;
        state.entry_value = UNREACHED;
        self.live_in_places[state.place as usize / 64] |= 1 << (state.place % 64);
        self.live_in_blocks.push(block);
    }

    /// Finds the value at the start of each live-in block. Blocks that no definition reaches keep `UNREACHED`.
    fn number_live_in_values(
        &mut self,
        func: &MachineFunction,
        indexes: &SlotIndexes,
        range: &mut LiveRange,
    ) {
        let num_defs = range.values.len();
        self.work.clear();
        self.work.extend(self.live_in_blocks.iter().rev());
        let is_join = |range: &LiveRange, value: ValueNumber, start: SlotIndex| {
            value as usize >= num_defs && value != UNREACHED && range.values[value as usize] == start
        };
        while let Some(block) = self.work.pop() {
            let start = indexes.block_start(block);
            let old = self.blocks[block].entry_value;
            if is_join(range, old, start) {
                continue;
            }
            let mut new = UNREACHED;
            let mut joins = false;
            for &predecessor in func.predecessors(block) {
                let state = &self.blocks[predecessor];
                let out = if state.defines == self.epoch {
                    state.last_def
                } else {
                    state.entry_value
                };
                if out != UNREACHED && out != new {
                    joins |= new != UNREACHED;
                    new = out;
                }
            }
            if joins {
                new = range.values.len() as ValueNumber;
                range.values.push(start);
            }
            if new != old {
                self.blocks[block].entry_value = new;
                // What this block hands on has changed unless it defines the value anew.
                if self.blocks[block].defines != self.epoch {
                    for &successor in func.successors(block) {
                        if self.blocks[successor].live_in == self.epoch {
                            self.work.push(successor);
                        }
                    }
                }
            }
        }
    }

    /// Segments in the order of the layout: where blocks are live in, and from the first `num_defs` values on.
    fn collect_segments(&mut self, indexes: &SlotIndexes, num_defs: usize, range: &mut LiveRange) {
        let mut next_def = 0;
        if !self.live_in_blocks.is_empty() {
            for word in 0..self.live_in_places.len() {
                let mut places = std::mem::take(&mut self.live_in_places[word]);
                while places != 0 {
                    let block = self.layout[word * 64 + places.trailing_zeros() as usize];
                    places &= places - 1;
                    let state = &self.blocks[block];
                    if state.entry_value == UNREACHED {
                        continue;
                    }
                    let start = indexes.block_start(block);
                    while next_def < num_defs && range.values[next_def] < start {
                        push_value(range, range.values[next_def], self.ends[next_def], next_def);
                        next_def += 1;
                    }
                    let end = state.live_in_end.min(indexes.block_end(block));
                    push_value(range, start, end, state.entry_value as usize);
                }
            }
        }
        while next_def < num_defs {
            push_value(range, range.values[next_def], self.ends[next_def], next_def);
            next_def += 1;
        }
    }
}

#[inline(always)]
fn push_value(range: &mut LiveRange, start: SlotIndex, end: SlotIndex, value: usize) {
    // A definition cuts off what lived before it, if that was extended too far by an early clobber.
    if let Some(last) = range.segments.last_mut()
        && last.end > start
    {
        last.end = start;
    }
    range.push(Segment {
        start,
        end,
        value: value as ValueNumber,
    });
}
