//! Computes live ranges from program points of definitions and uses.
//!
//! Walks backward from the uses over the blocks where the value is live-in; the cost is the number of those blocks and
//! their predecessors. Values are numbered by definition; where several meet at a block's start, a new value begins
//! (pruned SSA, by iteration to a fixed point).
//!
//! A single definition with uses after it needs no walk if the layout guarantees that all blocks in between are
//! live-in, which tables by position tell (`Stretches`): without them, values that live through the parts of a deep
//! nest, or through a long loop, would take quadratic time.
//!
//! Blocks are numbered by their place in the layout, in which a walk mostly goes backward, and edges are in one dense
//! table: with hundreds of thousands of blocks, the time is that of reaching memory.

use crate::mir::{Block, MachineFunction};
use crate::regalloc::live_range::{LiveRange, Segment, ValueNumber};
use crate::regalloc::slot_indexes::{SlotIndex, SlotIndexes};
use cranelift_entity::EntityRef;
use std::ops::Range;

/// A definition or a use of a lane, in program order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Access {
    /// `Reg` or `Early` slot.
    pub point: SlotIndex,
    /// Whether the lane is written.
    pub is_def: bool,
}

/// The state of a block in one computation; entries from older computations are ignored.
#[derive(Clone, Copy, Default)]
struct BlockState {
    /// Number of the computation for which the block defines `last_def`.
    defines: u32,
    last_def: ValueNumber,
    /// Number of the computation for which the block is live in, up to `live_in_end`, with `entry_value`.
    live_in: u32,
    /// [`SlotIndex::MAX`] for the block's end.
    live_in_end: SlotIndex,
    entry_value: ValueNumber,
}

/// Computes ranges; its buffers are reused.
pub struct RangeBuilder {
    /// Blocks in the order of the layout. Everything else names them by their places in it.
    layout: Vec<Block>,
    blocks: Vec<BlockState>,
    edges: Edges,
    /// In functions of more than [`FEW_BLOCKS`].
    stretches: Option<Stretches>,
    /// Number of the current computation.
    epoch: u32,
    live_in_blocks: Vec<u32>,
    /// By position in the layout: whether it is live-in. Cleared between computations.
    live_in_places: Vec<u64>,
    /// The end of each value in the block that defines it.
    ends: Vec<SlotIndex>,
    work: Vec<u32>,
    /// The range being built; its memory is reused.
    range: LiveRange,
}

const UNREACHED: ValueNumber = ValueNumber::MAX;

/// Up to this many blocks, walking is faster than building the tables that avoid it.
const FEW_BLOCKS: usize = 16;

impl RangeBuilder {
    /// A builder for ranges of `func`.
    pub fn new(func: &MachineFunction) -> RangeBuilder {
        let layout: Vec<Block> = func.layout.blocks().collect();
        let edges = Edges::compute(func, &layout);
        RangeBuilder {
            stretches: (layout.len() > FEW_BLOCKS).then(|| Stretches::compute(&edges)),
            edges,
            live_in_places: vec![0; layout.len().div_ceil(64)],
            blocks: vec![BlockState::default(); layout.len()],
            layout,
            epoch: 0,
            live_in_blocks: Vec::new(),
            ends: Vec::new(),
            work: Vec::new(),
            range: LiveRange::default(),
        }
    }

    /// The range of a value with `accesses`, which are sorted.
    pub fn compute(&mut self, indexes: &SlotIndexes, accesses: &[Access]) -> LiveRange {
        match self.stretch(indexes, accesses) {
            Some(range) => range,
            None => self.walk(indexes, accesses),
        }
    }

    /// The start and the end of the block at `place`.
    #[inline(always)]
    fn bounds(&self, indexes: &SlotIndexes, place: u32) -> (SlotIndex, SlotIndex) {
        indexes.block_bounds(self.layout[place as usize])
    }

    fn walk(&mut self, indexes: &SlotIndexes, accesses: &[Access]) -> LiveRange {
        let mut range = std::mem::take(&mut self.range);
        range.values.clear();
        range.segments.clear();
        self.epoch += 1;
        self.ends.clear();
        self.live_in_blocks.clear();
        // One value per definition point; each lives at least until its instruction's end.
        for access in accesses.iter().filter(|access| access.is_def) {
            if range.values.last() != Some(&access.point) {
                let state = &mut self.blocks[indexes.block_number(access.point) as usize];
                state.defines = self.epoch;
                state.last_def = range.values.len() as ValueNumber;
                range.values.push(access.point);
                self.ends.push(access.point.dead());
            }
        }
        // Definitions before the current use.
        let mut before = 0;
        for access in accesses.iter().filter(|access| !access.is_def) {
            let base = access.point.base();
            while range.values.get(before).is_some_and(|&def| def < base) {
                before += 1;
            }
            let block = indexes.block_number(base);
            match before.checked_sub(1) {
                Some(value) if range.values[value] >= self.bounds(indexes, block).0 => {
                    self.ends[value] = self.ends[value].max(access.point.reg());
                }
                _ => self.make_live_in(block, access.point.reg()),
            }
        }
        // Live-in blocks: their predecessors are live-out, and live-through unless they define it.
        let mut index = 0;
        let mut reaches_entry = false;
        while let Some(&block) = self.live_in_blocks.get(index) {
            index += 1;
            let sources = self.edges.sources(block);
            reaches_entry |= sources.is_empty();
            for at in sources {
                let predecessor = self.edges.ends[at];
                let state = &self.blocks[predecessor as usize];
                if state.defines == self.epoch {
                    self.ends[state.last_def as usize] = self.bounds(indexes, predecessor).1;
                } else {
                    self.make_live_in(predecessor, SlotIndex::MAX);
                }
            }
        }
        let num_defs = range.values.len();
        if !self.live_in_blocks.is_empty() {
            if num_defs == 1 && !reaches_entry {
                // Every path into these blocks passes the only definition.
                for &block in &self.live_in_blocks {
                    self.blocks[block as usize].entry_value = 0;
                }
            } else {
                self.number_live_in_values(indexes, &mut range);
            }
        }
        self.collect_segments(indexes, num_defs, &mut range);
        let result = range.clone();
        self.range = range;
        result
    }

    /// The range of a value with one definition and uses after it, if all blocks from the definition's to the last
    /// use's are live-in and no others.
    fn stretch(&self, indexes: &SlotIndexes, accesses: &[Access]) -> Option<LiveRange> {
        let (def, last) = (accesses.first()?, accesses.last()?);
        let first_use = accesses.get(1)?;
        if !def.is_def
            || first_use.point.base() < def.point
            || accesses[1..].iter().any(|access| access.is_def)
        {
            return None;
        }
        let from = indexes.block_number(def.point);
        let to = indexes.block_number(last.point.base());
        let end = if from == to {
            last.point.reg().max(def.point.dead())
        } else {
            match self.stretches.as_ref()?.last_block(from, to)? {
                LastBlock::ToUse => last.point.reg(),
                LastBlock::Through(place) => self.bounds(indexes, place).1,
            }
        };
        let mut range = LiveRange::default();
        range.values.push(def.point);
        range.push(Segment {
            start: def.point,
            end,
            value: 0,
        });
        Some(range)
    }

    #[inline(always)]
    fn make_live_in(&mut self, block: u32, end: SlotIndex) {
        let state = &mut self.blocks[block as usize];
        if state.live_in == self.epoch {
            state.live_in_end = state.live_in_end.max(end);
            return;
        }
        state.live_in = self.epoch;
        state.live_in_end = end;
        state.entry_value = UNREACHED;
        self.live_in_places[block as usize / 64] |= 1 << (block % 64);
        self.live_in_blocks.push(block);
    }

    /// Finds the value at the start of each live-in block. Blocks that no definition reaches keep `UNREACHED`.
    fn number_live_in_values(&mut self, indexes: &SlotIndexes, range: &mut LiveRange) {
        let num_defs = range.values.len();
        self.work.clear();
        self.work.extend(self.live_in_blocks.iter().rev());
        let is_join = |range: &LiveRange, value: ValueNumber, start: SlotIndex| {
            value as usize >= num_defs && value != UNREACHED && range.values[value as usize] == start
        };
        while let Some(block) = self.work.pop() {
            let start = self.bounds(indexes, block).0;
            let old = self.blocks[block as usize].entry_value;
            if is_join(range, old, start) {
                continue;
            }
            let mut new = UNREACHED;
            let mut joins = false;
            for &predecessor in &self.edges.ends[self.edges.sources(block)] {
                let state = &self.blocks[predecessor as usize];
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
                let state = &mut self.blocks[block as usize];
                state.entry_value = new;
                // The value at the end of this block has changed unless the block redefines it.
                if state.defines != self.epoch {
                    for &successor in &self.edges.ends[self.edges.targets(block)] {
                        if self.blocks[successor as usize].live_in == self.epoch {
                            self.work.push(successor);
                        }
                    }
                }
            }
        }
    }

    /// Segments in the order of the layout: for live-in blocks, and for values from `num_defs` on.
    fn collect_segments(&mut self, indexes: &SlotIndexes, num_defs: usize, range: &mut LiveRange) {
        let mut next_def = 0;
        let words = (self.live_in_blocks.iter()).map(|&block| block as usize / 64);
        if let (Some(first), Some(last)) = (words.clone().min(), words.max()) {
            for word in first..=last {
                let mut places = std::mem::take(&mut self.live_in_places[word]);
                while places != 0 {
                    let block = word * 64 + places.trailing_zeros() as usize;
                    places &= places - 1;
                    let state = &self.blocks[block];
                    if state.entry_value == UNREACHED {
                        continue;
                    }
                    let (start, block_end) = self.bounds(indexes, block as u32);
                    while next_def < num_defs && range.values[next_def] < start {
                        push_value(range, range.values[next_def], self.ends[next_def], next_def);
                        next_def += 1;
                    }
                    let end = state.live_in_end.min(block_end);
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
    // A definition truncates what was live before it, if that was extended too far by an early clobber.
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

/// The edges between blocks, which are named by their places in the layout.
struct Edges {
    /// By place: where the predecessors and the successors of the block are among `ends`; those of the next block
    /// follow.
    starts: Vec<[u32; 2]>,
    ends: Vec<u32>,
}

impl Edges {
    fn compute(func: &MachineFunction, layout: &[Block]) -> Edges {
        let mut places = vec![0; func.blocks.len()];
        for (place, &block) in (0u32..).zip(layout) {
            places[block.index()] = place;
        }
        let mut this = Edges {
            starts: Vec::with_capacity(layout.len() + 1),
            ends: Vec::with_capacity(4 * layout.len()),
        };
        for &block in layout {
            let sources = this.ends.len() as u32;
            this.ends.extend(
                func.predecessors(block)
                    .iter()
                    .map(|source| places[source.index()]),
            );
            let targets = this.ends.len() as u32;
            this.ends
                .extend(func.successors(block).iter().map(|target| places[target.index()]));
            this.starts.push([sources, targets]);
        }
        this.starts.push([this.ends.len() as u32; 2]);
        this
    }

    /// The predecessors of the block at `place`, as positions in `ends`.
    #[inline(always)]
    fn sources(&self, place: u32) -> Range<usize> {
        let [sources, targets] = self.starts[place as usize];
        sources as usize..targets as usize
    }

    /// The same for the successors.
    #[inline(always)]
    fn targets(&self, place: u32) -> Range<usize> {
        let [_, targets] = self.starts[place as usize];
        let [next, _] = self.starts[place as usize + 1];
        targets as usize..next as usize
    }
}

/// For a value that is defined in one block and used in later ones, tells whether the blocks in which it is live-in are
/// a contiguous stretch of the layout. The stretch begins after the definition's block, and ends with the last use or,
/// if that is in loops that begin after the definition, with the last block of the outermost of them.
///
/// This holds if no edge leads into the stretch from outside except from the definition's block, and each block has a
/// successor after itself in the stretch, except the last of a loop, which has a back edge: so all of them reach the
/// last use.
struct Stretches {
    /// By position: the greatest position of an earlier block, none of whose successors is between there and here, or
    /// 0.
    dead_end: Vec<u32>,
    /// By position: the greatest position of a block up to here that this one or a later one has a back edge to, or 0.
    back_from_here: Vec<u32>,
    /// The same, but only for back edges of later blocks.
    back_from_after: Vec<u32>,
    /// By position: the greatest position of a predecessor, or 0.
    last_source: Vec<u32>,
    /// By position: the first later position with a predecessor before it, or without any.
    side_entry: Vec<u32>,
}

/// How a stretch ends.
enum LastBlock {
    /// With the last use.
    ToUse,
    /// With the end of the block at this place.
    Through(u32),
}

impl Stretches {
    fn compute(edges: &Edges) -> Stretches {
        let num_blocks = edges.starts.len() - 1;
        let len = num_blocks as u32;
        let sources = |here: u32| edges.ends[edges.sources(here)].iter().copied();
        let mut this = Stretches {
            dead_end: Vec::with_capacity(num_blocks),
            back_from_here: Vec::with_capacity(num_blocks),
            back_from_after: Vec::with_capacity(num_blocks),
            last_source: Vec::with_capacity(num_blocks),
            side_entry: vec![len; num_blocks],
        };
        // Candidates by ascending position. One that is finished for a block is finished for all later ones, so those
        // below it on the stack need not be checked before it is popped.
        let mut dead_ends: Vec<(u32, u32)> = Vec::new();
        let mut targets: Vec<(u32, u32)> = Vec::new();
        let top = |list: &Vec<(u32, u32)>| list.last().map_or(0, |&(at, _)| at);
        for here in 0..len {
            let last_source = sources(here).max().unwrap_or(0);
            this.last_source.push(last_source);
            targets.push((here, last_source));
            drop_while(&mut targets, |source| source < here);
            this.back_from_here.push(top(&targets));
            drop_while(&mut targets, |source| source <= here);
            this.back_from_after.push(top(&targets));
            drop_while(&mut dead_ends, |next| next <= here);
            this.dead_end.push(top(&dead_ends));
            let targets = edges.ends[edges.targets(here)].iter().copied();
            let next = targets.filter(|&next| next > here).min();
            dead_ends.push((here, next.unwrap_or(u32::MAX)));
        }
        let mut entries: Vec<(u32, Option<u32>)> = Vec::new();
        for here in (0..len).rev() {
            drop_while(&mut entries, |source| source.is_some_and(|source| source >= here));
            if let Some(&(at, _)) = entries.last() {
                this.side_entry[here as usize] = at;
            }
            entries.push((here, sources(here).min()));
        }
        this
    }

    /// The end of the stretch for a value defined in the block at `def` whose last use is in the block at `last_use`.
    fn last_block(&self, def: u32, last_use: u32) -> Option<LastBlock> {
        let at = last_use as usize;
        if last_use <= def || self.dead_end[at] > def {
            return None;
        }
        let mut end = last_use;
        let mut header = self.back_from_here[at];
        let is_in_loop = header > def;
        // From inner loops to outer ones.
        while header > def {
            if header > last_use {
                return None;
            }
            end = self.last_source[header as usize];
            header = self.back_from_after[end as usize];
        }
        if end >= self.side_entry[def as usize] {
            return None;
        }
        if !is_in_loop {
            return Some(LastBlock::ToUse);
        }
        let leads_on = end == last_use || self.dead_end[end as usize] < last_use;
        leads_on.then_some(LastBlock::Through(end))
    }
}

/// Pops entries whose second component `is_done`.
fn drop_while<T: Copy>(list: &mut Vec<(u32, T)>, is_done: impl Fn(T) -> bool) {
    while list.pop_if(|&mut (_, what)| is_done(what)).is_some() {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::parse_function;
    use crate::test_random::Random;
    use crate::test_target::tables;
    use std::fmt::Write;

    /// Blocks of two comparisons with random edges, mostly forward; all are reachable.
    fn random_function(random: &mut Random) -> MachineFunction {
        let count = 2 + random.below(9);
        let backward = random.below(40);
        let mut is_target = vec![false; count + 1];
        let mut text = "--- f\nstage: no-phis\n".to_string();
        for block in 0..count {
            let compare = "S_CMP $s0, $s1, implicit-def dead $scc";
            write!(text, "bb.{block}:\n  {compare}\n  {compare}\n").expect("text");
            if block + 1 == count {
                text += "  S_ENDPGM\n";
                break;
            }
            let target = match random.chance(backward) {
                // Nothing leads to the entry.
                true => 1 + random.below(count - 1),
                false => block + 1 + random.below(count - block - 1),
            };
            let kind = random.below(3);
            if target == block + 1 {
                continue;
            } else if kind == 0 && is_target[block + 1] {
                is_target[target] = true;
                writeln!(text, "  S_BRANCH %bb.{target}").expect("text");
            } else if kind > 0 {
                is_target[target] = true;
                writeln!(text, "  S_CBRANCH %bb.{target}, implicit $scc").expect("text");
            }
        }
        parse_function(&text, tables()).unwrap_or_else(|e| panic!("{e}\n{text}"))
    }

    #[test]
    fn stretches_are_what_the_walk_finds() {
        let mut random = Random::new(1);
        let (mut across, mut looped) = (0, 0);
        for _ in 0..3000 {
            let func = random_function(&mut random);
            let indexes = SlotIndexes::compute(&func);
            let mut builder = RangeBuilder::new(&func);
            builder.stretches = Some(Stretches::compute(&builder.edges));
            let points: Vec<SlotIndex> = func
                .layout
                .blocks()
                .flat_map(|block| func.block_insts(block).take(2))
                .map(|inst| indexes.of(inst).reg())
                .collect();
            for _ in 0..10 {
                let def = random.below(points.len() - 1);
                let mut accesses = vec![Access {
                    point: points[def],
                    is_def: true,
                }];
                for _ in 0..1 + random.below(3) {
                    let at = def + 1 + random.below(points.len() - def - 1);
                    accesses.push(Access {
                        point: points[at],
                        is_def: false,
                    });
                }
                accesses.sort_unstable();
                let Some(range) = builder.stretch(&indexes, &accesses) else {
                    continue;
                };
                let walked = builder.walk(&indexes, &accesses);
                assert_eq!(range, walked, "{accesses:?} in\n{func}");
                let (start, end) = (range.segments[0].start, range.segments[0].end);
                let is_across =
                    indexes.block_at(start) != indexes.block_at(accesses[accesses.len() - 1].point);
                across += usize::from(is_across);
                looped += usize::from(end.is_block());
            }
        }
        assert!(across > 3000 && looped > 300, "{across} {looped}");
    }
}
