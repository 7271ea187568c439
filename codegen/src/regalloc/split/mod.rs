//! Live-range splitting: a register that found no physical one is divided into parts that may find different ones.
//!
//! A [`Plan`] says for every block from which point on which part replaces the register; where the part changes while
//! the value is live, a copy is inserted. Intervals of the parts are then computed from their operands as usual. There
//! are three kinds of plans:
//!
//! * *Region*: for a candidate physical register, the largest set of block borders worth having it, found by a Hopfield
//!   network over edge bundles as in LLVM's `SpillPlacement`; the rest of the range is meant for the stack.
//! * *Block*: every block gets a part of its own around its accesses; the rest is meant for the stack.
//! * *Local*: inside one block, the accesses between which a register is free or cheaply occupied become a part.
//!
//! Parts are chosen per edge bundle, so a value is in the same place on all edges that meet. Copies are inserted after
//! the instructions that widen a lane mask at a block's start and before the terminators. Together these make splitting
//! correct on lane-masked machines: see DESIGN.md.
//!
//! Every split increases the depth of its results by one; beyond [`MAX_DEPTH`] a register is spilled. That bounds the
//! work.

mod local;
mod region;

use crate::mir::{Block, Inst, MachineBuilder, RegFlags, RegOperand, VReg};
use crate::regalloc::greedy::{AllocStage, Greedy, NAME};
use crate::regalloc::slot_indexes::SlotIndex;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use wavec_mc::{InstrFlags, Reg, generic};

/// Number of the part that is meant for the stack.
const STACK: u32 = 0;
/// Maximum depth of splits.
const MAX_DEPTH: u8 = 6;
/// A new part must exceed the weight of the registers it evicts by this factor.
const HYSTERESIS: f32 = 2007.0 / 2048.0;

/// From `start` on, part number `part` replaces the register. Where the part changes, `lanes` are copied from the previous
/// part, as far as they live; the new part already holds the others.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: SlotIndex,
    /// The instruction before which the copy is inserted; `None` is the block's end.
    before: Option<Inst>,
    part: u32,
    lanes: u32,
}

/// All lanes of a register of any size.
const ALL_LANES: u32 = u32::MAX;

/// An instruction that accesses the register, and the lanes that it reads and writes.
#[derive(Clone, Copy)]
struct Access {
    point: SlotIndex,
    inst: Inst,
    reads: u32,
    writes: u32,
}

/// Spans by block, in order; each block's first span begins at its start.
#[derive(Default)]
struct Plan {
    blocks: Vec<(Block, SmallVec<[Span; 3]>)>,
    /// Stage of each part.
    parts: Vec<AllocStage>,
}

/// A block in which the register is live or accessed.
#[derive(Clone, Debug)]
struct BlockUse {
    block: Block,
    live_in: bool,
    live_out: bool,
    /// Last point where a copy may be inserted.
    bottom: SlotIndex,
    /// Instructions that access it, in order, as ranges of `Uses::insts`.
    uses: std::ops::Range<usize>,
}

/// The accesses and liveness of a register.
struct Uses {
    /// In order.
    insts: Vec<Access>,
    blocks: Vec<BlockUse>,
}

impl Greedy<'_> {
    /// Splits `vreg` if that helps; then its parts are queued and it no longer exists.
    pub(super) fn try_split(&mut self, vreg: VReg, order: &[Reg]) -> bool {
        if self.state[vreg].depth >= MAX_DEPTH {
            return false;
        }
        // If there are many registers that live in very many blocks, they are spilled at once.
        let blocks = self.live.indexes.count_blocks(&self.live.intervals[vreg].main);
        if blocks > self.split_budget {
            return false;
        }
        let uses = self.collect_uses(vreg);
        let is_local = uses.blocks.len() == 1 && !uses.blocks[0].live_in && !uses.blocks[0].live_out;
        if is_local {
            return self.split_local(vreg, &uses, order);
        }
        self.split_budget -= blocks;
        if self.state[vreg].stage < AllocStage::SplitProduct && self.split_region(vreg, &uses, order) {
            return true;
        }
        self.split_by_block(vreg, &uses)
    }

    fn collect_uses(&self, vreg: VReg) -> Uses {
        let indexes = &self.live.indexes;
        let mut insts: Vec<Access> = Vec::new();
        let size = self.registers.class(self.func.class(vreg)).size_in_units;
        for place in &self.live.operands[vreg] {
            let operand = place.get(self.func);
            let lanes = self.registers.lane_mask(operand.sub, size);
            let reads = operand.is_use() && !operand.is_undef();
            insts.push(Access {
                point: indexes.of(place.inst),
                inst: place.inst,
                reads: if reads { lanes } else { 0 },
                writes: if operand.is_def() { lanes } else { 0 },
            });
        }
        insts.sort_unstable_by_key(|access| access.point);
        insts.dedup_by(|next, kept| {
            let same = next.inst == kept.inst;
            if same {
                kept.reads |= next.reads;
                kept.writes |= next.writes;
            }
            same
        });
        let mut blocks: Vec<BlockUse> = Vec::new();
        let range = &self.live.intervals[vreg].main;
        let mut next_use = 0;
        // The first segment that ends after the start of the block, and the last one that begins before its end.
        let (mut at_start, mut at_end) = (0, 0);
        let mut add = |block: Block| {
            if blocks.last().is_some_and(|last| last.block == block) {
                return;
            }
            let (start, end) = (indexes.block_start(block), indexes.block_end(block));
            let segments = &range.segments;
            while segments.get(at_start).is_some_and(|segment| segment.end <= start) {
                at_start += 1;
            }
            while segments
                .get(at_end + 1)
                .is_some_and(|segment| segment.start < end)
            {
                at_end += 1;
            }
            let first = next_use;
            while insts.get(next_use).is_some_and(|access| access.point < end) {
                next_use += 1;
            }
            blocks.push(BlockUse {
                block,
                live_in: segments
                    .get(at_start)
                    .is_some_and(|segment| segment.start <= start),
                live_out: segments
                    .get(at_end)
                    .is_some_and(|segment| segment.end >= end && segment.start < end),
                bottom: self.point_of(block, self.bottom_of(block)),
                uses: first..next_use,
            });
        };
        // Blocks in layout order: those with live segments and those with (undefined) accesses only.
        let mut use_blocks = insts.iter().map(|access| access.point).peekable();
        for segment in &range.segments {
            while use_blocks
                .peek()
                .is_some_and(|&point| point < segment.start.base())
            {
                if let Some(point) = use_blocks.next() {
                    add(indexes.block_at(point));
                }
            }
            let mut block = Some(indexes.block_at(segment.start));
            while let Some(this) = block {
                if indexes.block_start(this) >= segment.end {
                    break;
                }
                add(this);
                block = self.func.layout.next_block(this);
            }
            while use_blocks.peek().is_some_and(|&point| point < segment.end) {
                use_blocks.next();
            }
        }
        for point in use_blocks {
            add(indexes.block_at(point));
        }
        Uses { insts, blocks }
    }

    /// First position in `block` where a copy may be inserted.
    fn top_of(&self, vreg: VReg, block: Block) -> Option<Inst> {
        let anchor = if self.target.is_lane_masked(self.func.class(vreg)) {
            self.prologue_end[block].expand()
        } else {
            None
        };
        match anchor {
            Some(anchor) => self.func.layout.next_inst(anchor),
            None => self.func.layout.first_inst(block),
        }
    }

    /// Last position in `block` where a copy may be inserted: before the first terminator, `None` for the block's end.
    fn bottom_of(&self, block: Block) -> Option<Inst> {
        // Terminators stay in place, and nothing is inserted after the first.
        let bottoms = self.bottoms.get_or_init(|| {
            let mut bottoms = SecondaryMap::with_capacity(self.func.blocks.len());
            for block in self.func.layout.blocks() {
                bottoms[block] = self.func.first_terminator(block).into();
            }
            bottoms
        });
        bottoms[block].expand()
    }

    fn point_of(&self, block: Block, before: Option<Inst>) -> SlotIndex {
        match before {
            Some(inst) => self.live.indexes.of(inst),
            None => self.live.indexes.block_end(block),
        }
    }

    /// The place after `inst`, at most the bottom of its block.
    fn next_after(&self, block: Block, inst: Inst) -> Option<Inst> {
        let bottom = self.bottom_of(block);
        if bottom.is_some_and(|bottom| self.live.indexes.of(bottom) <= self.live.indexes.of(inst)) {
            return bottom;
        }
        self.func.layout.next_inst(inst)
    }

    /// The place before `inst`, at most the bottom and at least the top of its block.
    fn ahead(&self, vreg: VReg, block: Block, inst: Inst) -> Option<Inst> {
        let (point, bottom, top) = (
            self.live.indexes.of(inst),
            self.bottom_of(block),
            self.top_of(vreg, block),
        );
        if bottom.is_some_and(|bottom| self.live.indexes.of(bottom) < point) {
            return bottom;
        }
        if top.is_some_and(|top| self.live.indexes.of(top) > point) {
            return top;
        }
        Some(inst)
    }

    fn span(&self, block: Block, before: Option<Inst>, part: u32, lanes: u32) -> Span {
        Span {
            start: self.point_of(block, before),
            before,
            part,
            lanes,
        }
    }

    /// Whether isolating the accesses of a block can help.
    fn is_worth_isolating(&self, uses: &Uses, block: &BlockUse) -> bool {
        let list = &uses.insts[block.uses.clone()];
        // One access is no better than its spill code; copies become loads and stores.
        list.len() > 1 || (block.live_in as usize + block.live_out as usize + list.len() > 3)
    }

    /// Adds spans that isolate the accesses `range` of `block` in a new part, between stretches of part [`STACK`].
    fn isolate(
        &self,
        vreg: VReg,
        uses: &Uses,
        block: &BlockUse,
        range: std::ops::Range<usize>,
        plan: &mut Plan,
        spans: &mut SmallVec<[Span; 3]>,
    ) {
        let list = &uses.insts[range];
        let (Some(first), Some(last)) = (list.first(), list.last()) else {
            return;
        };
        let part = plan.parts.len() as u32;
        plan.parts.push(AllocStage::SplitProduct);
        let before = self.ahead(vreg, block.block, first.inst);
        let next = self.next_after(block.block, last.inst);
        // What is not read there does not come, and the remaining part still holds what is not modified.
        let (reads, writes) = list.iter().fold((0, 0), |(reads, writes), access| {
            (reads | access.reads, writes | access.writes)
        });
        spans.push(self.span(block.block, before, part, reads));
        spans.push(self.span(block.block, next, STACK, writes));
    }

    fn split_by_block(&mut self, vreg: VReg, uses: &Uses) -> bool {
        let mut plan = Plan {
            parts: vec![AllocStage::Spill],
            ..Plan::default()
        };
        let mut isolated = false;
        for block in &uses.blocks {
            let start = self.live.indexes.block_start(block.block);
            let mut spans: SmallVec<[Span; 3]> = SmallVec::new();
            spans.push(Span {
                start,
                before: None,
                part: 0,
                lanes: 0,
            });
            if self.is_worth_isolating(uses, block) {
                self.isolate(vreg, uses, block, block.uses.clone(), &mut plan, &mut spans);
                isolated = true;
            }
            plan.blocks.push((block.block, spans));
        }
        if !isolated {
            return false;
        }
        self.stats.add(NAME, "block splits", 1);
        self.apply(vreg, plan, None);
        true
    }

    /// Renames operands by the plan, inserts copies, queues the parts. Part 1 is assigned to `preferred` first.
    fn apply(&mut self, vreg: VReg, plan: Plan, preferred: Option<Reg>) {
        let class = self.func.class(vreg);
        let hint = self.func.vregs[vreg].hint;
        let parts: Vec<VReg> = plan
            .parts
            .iter()
            .map(|_| {
                let part = self.func.create_vreg(class);
                self.func.vregs[part].hint = hint;
                part
            })
            .collect();
        // Lanes to copy at each change, by the old interval, before anything moves.
        let all = self.lanes_of(vreg);
        let mut copies: Vec<(Block, Option<Inst>, VReg, VReg, u32)> = Vec::new();
        for (block, spans) in &plan.blocks {
            for pair in spans.windows(2) {
                if pair[0].part == pair[1].part || pair[1].lanes == 0 {
                    continue;
                }
                let point = match pair[1].before {
                    Some(_) => pair[1].start,
                    // The block's end belongs to the next block: ask right before it.
                    None => SlotIndex::before(pair[1].start),
                };
                let lanes = pair[1].lanes & self.live.intervals[vreg].live_lanes(point, all);
                let (from, to) = (parts[pair[0].part as usize], parts[pair[1].part as usize]);
                copies.push((*block, pair[1].before, from, to, lanes));
            }
        }
        let places = std::mem::take(&mut self.live.operands[vreg]);
        for place in places {
            let point = self.live.indexes.of(place.inst);
            let starts_before = |&(block, _): &(Block, _)| self.live.indexes.block_start(block) <= point;
            let spans = &plan.blocks[plan.blocks.partition_point(starts_before) - 1].1;
            let at = spans.partition_point(|span| span.start <= point).max(1) - 1;
            let part = parts[spans[at].part as usize];
            if let Some(operand) = self.func.operands_mut(place.inst)[place.index as usize].as_reg_mut() {
                operand.reg = part.into();
                operand.flags.remove(RegFlags::KILL | RegFlags::DEAD);
            }
            self.live.operands[part].push(place);
        }
        let (size, align) = {
            let class = self.registers.class(class);
            (class.size_in_units, class.align_in_units)
        };
        for (block, before, from, to, lanes) in copies {
            for (sub, _) in self.runs_of(lanes, size, align) {
                let mut builder = match before {
                    Some(before) => MachineBuilder::before(self.func, before),
                    None => MachineBuilder::at_end(self.func, block),
                };
                let copy = builder
                    .build(generic::COPY)
                    .operand(RegOperand::new_def(to).with_sub(sub).into())
                    .use_sub(from, sub)
                    .inst();
                self.index_inst(copy);
                self.enter_operands(copy, to);
                self.enter_operands(copy, from);
                self.stats.add(NAME, "split copies", 1);
            }
        }
        let state = self.state[vreg];
        self.live.intervals[vreg] = Default::default();
        self.state[vreg].gone = true;
        // All of them before any weight, which depends on the liveness of others.
        for &part in &parts {
            self.live.recompute(self.func, part);
        }
        for (number, (&part, &stage)) in parts.iter().zip(&plan.parts).enumerate() {
            if self.live.operands[part].is_empty() {
                self.state[part].gone = true;
                continue;
            }
            self.add_register(part, state.original, stage, state.depth + 1);
            if number == 1
                && let Some(reg) = preferred
            {
                self.state[part].preferred = reg;
                if self.is_free(part, reg) {
                    self.assign(part, reg);
                }
            }
        }
        debug_assert!(self.func.layout.blocks().all(|block| {
            self.bottom_of(block)
                .is_none_or(|i| self.func.desc(i).is(InstrFlags::TERMINATOR))
        }));
    }
}
