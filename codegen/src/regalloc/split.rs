//! Live-range splitting: a register that found no place is cut in parts that may find different ones.
//!
//! A [`Plan`] says for every block from which point on which part stands for the register; where the part changes while
//! the value is live, a copy is inserted. Intervals of the parts are then computed from their operands like any other.
//! Three ways make plans:
//!
//! * *Region*: for a candidate physical register, the largest set of block borders worth having it, found by a Hopfield
//!   network over edge bundles as in LLVM's `SpillPlacement`; the rest of the range is meant for the stack.
//! * *Block*: every block gets a part of its own around its accesses; the rest is meant for the stack.
//! * *Local*: inside one block, the accesses between which a register is free or cheaply occupied become a part.
//!
//! Parts are chosen per edge bundle, so a value is in one place on all edges that meet. Copies stand behind the
//! instructions that widen a lane mask at a block's start and before the terminators. Together these make splitting
//! right on lane-masked machines: see DESIGN.md.
//!
//! Every split makes its products' depth one larger than the split register's; beyond [`MAX_DEPTH`] a register is
//! spilled. That bounds the work.

use crate::mir::{Block, Inst, MachineBuilder, RegFlags, RegOperand, VReg};
use crate::regalloc::greedy::{AllocStage, Greedy, NAME};
use crate::regalloc::slot_indexes::SlotIndex;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;
use wavec_mc::{InstrFlags, Reg, generic};

/// Number of the part that is meant for the stack.
const STACK: u32 = 0;
/// Number of a region split's part in the register.
const REGION: u32 = 1;
/// Longest chain of splits.
const MAX_DEPTH: u8 = 6;
/// Physical registers looked at for region splits.
const MAX_CANDIDATES: usize = 12;
/// A new part must beat the weight of what it pushes aside by this factor.
const HYSTERESIS: f32 = 2007.0 / 2048.0;

/// From `start` on, part number `part` stands for the register. If `copy` is set and the part changes, the value is
/// copied from the part before; otherwise the new part still holds it.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: SlotIndex,
    /// Instruction before which the copy goes; `None` is the block's end.
    before: Option<Inst>,
    part: u32,
    copy: bool,
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
    /// Last point where a copy may stand.
    bottom: SlotIndex,
    /// Instructions that access it, in order, as ranges of `Uses::insts`.
    uses: std::ops::Range<usize>,
}

/// Where a register is accessed and live.
struct Uses {
    /// (index, instruction, reads, writes), sorted.
    insts: Vec<(SlotIndex, Inst, bool, bool)>,
    blocks: Vec<BlockUse>,
}

impl Greedy<'_> {
    /// Splits `vreg` if that helps; then its parts are queued and it is gone.
    pub(super) fn try_split(&mut self, vreg: VReg, order: &[Reg]) -> bool {
        if self.state[vreg].depth >= MAX_DEPTH {
            return false;
        }
        let uses = self.collect_uses(vreg);
        let is_local = uses.blocks.len() == 1 && !uses.blocks[0].live_in && !uses.blocks[0].live_out;
        if is_local {
            return self.split_local(vreg, &uses, order);
        }
        if self.state[vreg].stage < AllocStage::SplitProduct && self.split_region(vreg, &uses, order) {
            return true;
        }
        self.split_by_block(vreg, &uses)
    }

    fn collect_uses(&self, vreg: VReg) -> Uses {
        let indexes = &self.live.indexes;
        let mut insts: Vec<(SlotIndex, Inst, bool, bool)> = Vec::new();
        for place in &self.live.operands[vreg] {
            let operand = place.get(self.func);
            let reads = operand.is_use() && !operand.is_undef();
            insts.push((indexes.of(place.inst), place.inst, reads, operand.is_def()));
        }
        insts.sort_unstable_by_key(|&(point, ..)| point);
        insts.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.2 |= next.2;
                kept.3 |= next.3;
            }
            same
        });
        let mut blocks: Vec<BlockUse> = Vec::new();
        let range = &self.live.intervals[vreg].main;
        let mut next_use = 0;
        let mut add = |block: Block| {
            if blocks.last().is_some_and(|last| last.block == block) {
                return;
            }
            let (start, end) = (indexes.block_start(block), indexes.block_end(block));
            let first = next_use;
            while insts.get(next_use).is_some_and(|&(point, ..)| point < end) {
                next_use += 1;
            }
            blocks.push(BlockUse {
                block,
                live_in: range.live_at(start),
                live_out: range.segments[..range.find_end(end)]
                    .last()
                    .is_some_and(|segment| segment.end >= end && segment.start < end),
                bottom: self.point_of(block, self.bottom_of(block)),
                uses: first..next_use,
            });
        };
        // Blocks in layout order: those with live segments and those with (undefined) accesses only.
        let mut use_blocks = insts.iter().map(|&(point, ..)| point).peekable();
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

    /// First place in `block` where a copy may stand.
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

    /// Last place in `block` where a copy may stand: before the first terminator, `None` for the block's end.
    fn bottom_of(&self, block: Block) -> Option<Inst> {
        self.func.first_terminator(block)
    }

    fn point_of(&self, block: Block, before: Option<Inst>) -> SlotIndex {
        match before {
            Some(inst) => self.live.indexes.of(inst),
            None => self.live.indexes.block_end(block),
        }
    }

    /// The place behind `inst`, at most the bottom of its block.
    fn behind(&self, block: Block, inst: Inst) -> Option<Inst> {
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

    fn span(&self, block: Block, before: Option<Inst>, part: u32, copy: bool) -> Span {
        Span {
            start: self.point_of(block, before),
            before,
            part,
            copy,
        }
    }

    /// Whether cutting the accesses of a block off the rest can help.
    fn is_worth_isolating(&self, uses: &Uses, block: &BlockUse) -> bool {
        let list = &uses.insts[block.uses.clone()];
        // One access is no better than its spill code; copies are turned into loads and stores.
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
        let writes = list.iter().any(|&(_, _, _, writes)| writes);
        let before = self.ahead(vreg, block.block, first.1);
        let behind = self.behind(block.block, last.1);
        spans.push(self.span(block.block, before, part, true));
        // Unchanged, the rest still holds the value.
        spans.push(self.span(block.block, behind, STACK, writes));
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
                copy: false,
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

    // ---- region ----

    fn split_region(&mut self, vreg: VReg, uses: &Uses, order: &[Reg]) -> bool {
        // What memory would cost.
        let spill_cost: f32 = uses
            .insts
            .iter()
            .map(|&(point, _, reads, writes)| {
                let frequency = self.frequency.of(self.live.indexes.block_at(point));
                frequency * (f32::from(u8::from(reads)) + f32::from(u8::from(writes)))
            })
            .sum();
        let mut best: Option<(f32, Reg, Vec<bool>, Vec<Interference>)> = None;
        for &reg in order.iter().take(MAX_CANDIDATES) {
            let interference = self.block_interference(reg, uses);
            let Some(in_register) = self.place_region(uses, &interference) else {
                continue;
            };
            let cost = self.region_cost(uses, &interference, &in_register);
            if best.as_ref().is_none_or(|(known, ..)| cost < *known) {
                best = Some((cost, reg, in_register, interference));
            }
        }
        let Some((cost, reg, in_register, interference)) = best else {
            return false;
        };
        if cost >= spill_cost * HYSTERESIS {
            return false;
        }
        self.stats.add(NAME, "region splits", 1);
        let plan = self.region_plan(vreg, uses, &interference, &in_register);
        self.apply(vreg, plan, Some(reg));
        true
    }

    /// First and last point of each block of `uses` at which `reg` is taken.
    fn block_interference(&self, reg: Reg, uses: &Uses) -> Vec<Interference> {
        let mut found = vec![Interference::NONE; uses.blocks.len()];
        let indexes = &self.live.indexes;
        // Interference anywhere in the blocks counts, live there or not: parts begin and end at other points.
        let first_unit = self.registers.units(reg).start as usize;
        let size = self.registers.size_in_units(reg) as usize;
        for union in &self.unions[first_unit..first_unit + size] {
            let mut at = 0;
            for (slot, block) in found.iter_mut().zip(&uses.blocks) {
                let (start, end) = (indexes.block_start(block.block), indexes.block_end(block.block));
                if let Some((first, last)) = union.extent(start, end, &mut at) {
                    slot.first = slot.first.min(first);
                    slot.last = slot.last.max(last);
                }
            }
        }
        found
    }

    /// Decides for each bundle whether the value should be in the register there.
    fn place_region(&self, uses: &Uses, interference: &[Interference]) -> Option<Vec<bool>> {
        let count = self.bundles.len();
        let mut nodes = vec![Node::default(); count];
        let mut touched: Vec<usize> = Vec::new();
        let mut links: Vec<(usize, usize, f32)> = Vec::new();
        let mut touch = |nodes: &mut Vec<Node>, bundle: usize| {
            if !nodes[bundle].touched {
                nodes[bundle].touched = true;
                touched.push(bundle);
            }
        };
        for (block, taken) in uses.blocks.iter().zip(interference) {
            let frequency = self.frequency.of(block.block);
            let list = &uses.insts[block.uses.clone()];
            let (start, end) = (self.bundles.start(block.block), self.bundles.end(block.block));
            let block_start = self.live.indexes.block_start(block.block);
            let bottom = block.bottom;
            if block.live_in {
                touch(&mut nodes, start);
                let node = &mut nodes[start];
                if taken.first <= block_start.dead() {
                    node.must_spill = true;
                } else if !list.is_empty() {
                    if list.first().is_some_and(|first| taken.first <= first.0.reg()) {
                        node.spill += frequency;
                    } else {
                        node.register += frequency;
                    }
                }
            }
            if block.live_out {
                touch(&mut nodes, end);
                let node = &mut nodes[end];
                if taken.last > bottom {
                    node.must_spill = true;
                } else if !list.is_empty() {
                    if list.last().is_some_and(|last| taken.last > last.0.reg()) {
                        node.spill += frequency;
                    } else {
                        node.register += frequency;
                    }
                }
            }
            if block.live_in && block.live_out && list.is_empty() {
                if taken.is_none() {
                    if start != end {
                        links.push((start, end, frequency));
                    }
                } else {
                    nodes[start].spill += frequency;
                    nodes[end].spill += frequency;
                }
            }
        }
        // Neighbours by bundle.
        let mut neighbours: SecondaryMap<Bundle, SmallVec<[(u32, f32); 4]>> = SecondaryMap::new();
        for &(a, b, weight) in &links {
            neighbours[Bundle::new(a)].push((b as u32, weight));
            neighbours[Bundle::new(b)].push((a as u32, weight));
        }
        for &bundle in &touched {
            let node = &mut nodes[bundle];
            node.value = if node.must_spill {
                -1
            } else {
                (node.register > node.spill) as i8 - (node.spill > node.register) as i8
            };
        }
        for _ in 0..10 {
            let mut changed = false;
            for &bundle in &touched {
                if nodes[bundle].must_spill {
                    continue;
                }
                let (mut register, mut spill) = (nodes[bundle].register, nodes[bundle].spill);
                for &(other, weight) in &neighbours[Bundle::new(bundle)] {
                    match nodes[other as usize].value {
                        1 => register += weight,
                        -1 => spill += weight,
                        _ => {}
                    }
                }
                let value = (register > spill + 1e-4) as i8 - (spill > register + 1e-4) as i8;
                if value != nodes[bundle].value {
                    nodes[bundle].value = value;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let any = touched.iter().any(|&bundle| nodes[bundle].value > 0);
        any.then(|| nodes.iter().map(|node| node.value > 0).collect())
    }

    fn borders(&self, block: &BlockUse, in_register: &[bool]) -> (bool, bool) {
        (
            block.live_in && in_register[self.bundles.start(block.block)],
            block.live_out && in_register[self.bundles.end(block.block)],
        )
    }

    /// Copies (to become loads and stores) that a placement needs, by frequency.
    fn region_cost(&self, uses: &Uses, interference: &[Interference], in_register: &[bool]) -> f32 {
        let mut cost = 0.0;
        for (block, taken) in uses.blocks.iter().zip(interference) {
            let frequency = self.frequency.of(block.block);
            let (enters, leaves) = self.borders(block, in_register);
            let list = &uses.insts[block.uses.clone()];
            let mut copies = 0;
            if list.is_empty() {
                copies += if enters && leaves && !taken.is_none() {
                    2
                } else {
                    (enters != leaves) as i32
                };
            } else {
                let reads_first = list[0].2;
                let writes = list.iter().any(|&(.., writes)| writes);
                copies += (block.live_in && !enters && (reads_first || leaves)) as i32;
                copies += (block.live_out && !leaves && (writes || enters)) as i32;
                copies += 2 * (enters && leaves && !taken.is_none()) as i32;
            }
            cost += frequency * copies as f32;
        }
        cost
    }

    fn region_plan(
        &self,
        vreg: VReg,
        uses: &Uses,
        interference: &[Interference],
        in_register: &[bool],
    ) -> Plan {
        let mut plan = Plan {
            parts: vec![AllocStage::Spill, AllocStage::SplitProduct],
            ..Plan::default()
        };
        for (block, taken) in uses.blocks.iter().zip(interference) {
            let (enters, leaves) = self.borders(block, in_register);
            let id = block.block;
            let list = &uses.insts[block.uses.clone()];
            let mut spans: SmallVec<[Span; 3]> = SmallVec::new();
            spans.push(Span {
                start: self.live.indexes.block_start(id),
                before: None,
                part: if enters { REGION } else { STACK },
                copy: false,
            });
            if enters && leaves && taken.is_none() {
                plan.blocks.push((id, spans));
                continue;
            }
            // Accesses that the region's part serves at the front and at the back.
            let front = if enters {
                list.partition_point(|&(point, ..)| point.reg() < taken.first)
            } else {
                0
            };
            let back = if leaves {
                list.partition_point(|&(point, ..)| point < taken.last).max(front)
            } else {
                list.len()
            };
            if enters {
                let end = match front.checked_sub(1) {
                    Some(last) => self.behind(id, list[last].1),
                    None => self.top_of(vreg, id),
                };
                spans.push(self.span(id, end, STACK, true));
            }
            let middle = block.uses.start + front..block.uses.start + back;
            if middle.len() > 1 {
                self.isolate(vreg, uses, block, middle, &mut plan, &mut spans);
            }
            if leaves {
                let start = match list.get(back) {
                    Some(first) => self.ahead(vreg, id, first.1),
                    None => self.bottom_of(id),
                };
                spans.push(self.span(id, start, REGION, true));
            }
            plan.blocks.push((id, spans));
        }
        // Without a definition inside, what leaves the region is still in the part outside.
        let writes_inside = plan.blocks.iter().zip(&uses.blocks).any(|((_, spans), block)| {
            uses.insts[block.uses.clone()]
                .iter()
                .any(|&(point, _, _, writes)| {
                    let at = spans.partition_point(|span| span.start <= point).max(1) - 1;
                    writes && spans[at].part == REGION
                })
        });
        if !writes_inside {
            for (_, spans) in &mut plan.blocks {
                for index in 1..spans.len() {
                    if spans[index].part == STACK && spans[index - 1].part == REGION {
                        spans[index].copy = false;
                    }
                }
            }
        }
        plan
    }

    // ---- inside a block ----

    fn split_local(&mut self, vreg: VReg, uses: &Uses, order: &[Reg]) -> bool {
        let list = &uses.insts;
        if list.len() <= 2 {
            return false;
        }
        let block = uses.blocks[0].block;
        let frequency = self.frequency.of(block);
        let gaps = list.len() - 1;
        let must_progress = self.state[vreg].stage >= AllocStage::SplitProduct;
        let mut best: Option<(f32, usize, usize, Reg)> = None;
        for &reg in order {
            let weights = self.gap_weights(vreg, reg, list, frequency);
            // The span `before..=after` of accesses, grown and shrunk like two fingers over the gaps.
            let (mut before, mut after) = (0, 1);
            let mut heaviest = weights[0];
            loop {
                let live_before = before != 0;
                let live_after = after != gaps;
                let new_gaps = live_before as usize + (after - before) + live_after as usize;
                let mut shrink = true;
                if heaviest.is_finite() && (!must_progress || new_gaps < gaps) {
                    let accesses = (after - before + 1 + live_before as usize + live_after as usize) as f32;
                    let size = list[before].0.distance(list[after].0) as f32;
                    let weight = frequency * accesses / (size + 25.0);
                    if weight * HYSTERESIS >= heaviest && (before, after) != (0, gaps) {
                        shrink = false;
                        let gain = weight - heaviest;
                        if best.is_none_or(|(known, ..)| gain > known) {
                            best = Some((gain, before, after, reg));
                        }
                    }
                }
                if shrink {
                    before += 1;
                    if before < after {
                        // Look again only if the heaviest gap was left behind.
                        if weights[before - 1] >= heaviest {
                            heaviest = weights[before..after].iter().copied().fold(0.0, f32::max);
                        }
                        continue;
                    }
                }
                if after >= gaps {
                    break;
                }
                if before >= after {
                    before = after;
                }
                heaviest = if before == after {
                    weights[after]
                } else {
                    heaviest.max(weights[after])
                };
                after += 1;
            }
        }
        let Some((_, before, after, reg)) = best else {
            return false;
        };
        let mut plan = Plan {
            parts: vec![AllocStage::New, AllocStage::New],
            ..Plan::default()
        };
        let live_before = before != 0;
        let live_after = after != gaps;
        let new_gaps = live_before as usize + (after - before) + live_after as usize;
        if new_gaps >= gaps {
            plan.parts[1] = AllocStage::SplitProduct;
        }
        let mut spans: SmallVec<[Span; 3]> = SmallVec::new();
        spans.push(Span {
            start: self.live.indexes.block_start(block),
            before: None,
            part: if live_before { 0 } else { 1 },
            copy: false,
        });
        if live_before {
            let place = self.ahead(vreg, block, list[before].1);
            spans.push(self.span(block, place, 1, true));
        }
        if live_after {
            let place = self.behind(block, list[after].1);
            spans.push(self.span(block, place, 0, true));
        }
        plan.blocks.push((block, spans));
        self.stats.add(NAME, "local splits", 1);
        self.apply(vreg, plan, Some(reg));
        true
    }

    /// Weight of the heaviest thing in `reg` between neighbouring accesses; infinite for what cannot be moved, and for what
    /// is heavier than any part with that gap could be.
    fn gap_weights(
        &self,
        vreg: VReg,
        reg: Reg,
        list: &[(SlotIndex, Inst, bool, bool)],
        frequency: f32,
    ) -> SmallVec<[f32; 8]> {
        let gaps = list.len() - 1;
        let mut weights: SmallVec<[f32; 8]> = SmallVec::from_elem(0.0, gaps);
        let first = self.registers.units(reg).start as usize;
        let lanes = self.lanes_of(vreg).count_ones() as usize;
        for union in &self.unions[first..first + lanes] {
            // Registers that are in the way are many, gaps are few: each gap is looked at only until it is hopeless.
            let mut at = 0;
            for gap in 0..gaps {
                // Gap i lies between access i and access i + 1, both included.
                let (start, end) = (list[gap].0.early(), list[gap + 1].0.dead());
                let length = list[gap].0.distance(list[gap + 1].0) as f32;
                let limit = frequency * (list.len() + 2) as f32 / (length + 25.0);
                let slot = &mut weights[gap];
                union.each_in(start, end, &mut at, |occupied| {
                    if !slot.is_infinite() {
                        let weight = match occupied.owner.vreg() {
                            Some(owner) => self.state[owner].weight,
                            None => f32::INFINITY,
                        };
                        *slot = slot.max(if weight > limit { f32::INFINITY } else { weight });
                    }
                    !slot.is_infinite()
                });
            }
        }
        weights
    }

    // ---- doing it ----

    /// Renames operands by the plan, inserts copies, queues the parts. Part 1 is tried in `preferred` at once.
    fn apply(&mut self, vreg: VReg, plan: Plan, preferred: Option<Reg>) {
        let class = self
            .target
            .largest_legal_super_class(self.func, self.func.class(vreg));
        let class = if plan.parts.len() > 1 {
            self.func.class(vreg)
        } else {
            class
        };
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
        let of_block: SecondaryMap<Block, u32> = {
            let mut map = SecondaryMap::with_default(u32::MAX);
            for (position, (block, _)) in plan.blocks.iter().enumerate() {
                map[*block] = position as u32;
            }
            map
        };
        // Lanes to copy at each change, by the old interval, before anything moves.
        let all = self.lanes_of(vreg);
        let mut copies: Vec<(Block, Option<Inst>, VReg, VReg, u32)> = Vec::new();
        for (block, spans) in &plan.blocks {
            for pair in spans.windows(2) {
                if pair[0].part == pair[1].part || !pair[1].copy {
                    continue;
                }
                let point = match pair[1].before {
                    Some(_) => pair[1].start,
                    // The block's end belongs to the next block: ask right before it.
                    None => SlotIndex::before(pair[1].start),
                };
                let lanes = self.live.intervals[vreg].live_lanes(point, all);
                let (from, to) = (parts[pair[0].part as usize], parts[pair[1].part as usize]);
                copies.push((*block, pair[1].before, from, to, lanes));
            }
        }
        let places = std::mem::take(&mut self.live.operands[vreg]);
        for place in places {
            let point = self.live.indexes.of(place.inst);
            let block = self.live.indexes.block_at(point);
            let spans = &plan.blocks[of_block[block] as usize].1;
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
        for (number, (&part, &stage)) in parts.iter().zip(&plan.parts).enumerate() {
            if self.live.operands[part].is_empty() {
                self.state[part].gone = true;
                continue;
            }
            self.live.recompute(self.func, part);
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

/// Where in a block a physical register is taken; `first > last` if nowhere.
#[derive(Clone, Copy, Debug)]
struct Interference {
    first: SlotIndex,
    last: SlotIndex,
}

impl Interference {
    const NONE: Interference = Interference {
        first: SlotIndex::MAX,
        last: SlotIndex::ZERO,
    };

    fn is_none(&self) -> bool {
        self.first > self.last
    }
}

#[derive(Clone, Copy, Default)]
struct Node {
    register: f32,
    spill: f32,
    value: i8,
    must_spill: bool,
    touched: bool,
}

/// Bundle number as a map key.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bundle(u32);
cranelift_entity::entity_impl!(Bundle);
