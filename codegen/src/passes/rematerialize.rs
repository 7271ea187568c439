//! Computes cheap values again where they are used, instead of keeping them in registers, where registers are short.
//!
//! Invariant code motion leaves many values in front of a loop that are one instruction away from a few others: addresses
//! that differ by constants. If they do not fit the registers of the loop, the allocator spills them one by one, and can
//! compute one again only if what it is computed from is there anyway. Here, all values that are computed from the same
//! ones are looked at together: where they live, they are replaced by these.
//!
//! Requires and keeps [`crate::mir::Stage::TwoAddress`]; coalesced, not scheduled. A value is computed again right before
//! its first use in each block that its definition dominates. That is right under any lane mask, because only lanes that
//! are active there are used; instructions that read other lanes keep what they read. Cost: one scan of the
//! function; live intervals and a search among values if one register file needs more registers than there are.
//! Source of the idea: LLVM's `PreRARematStage`.

use crate::analysis::{BlockFrequency, Dominators, LoopInfo, ReversePostOrder};
use crate::mir::{Block, Inst, MachineFunction, MachineOperand, OperandRef, RegFlags, VReg};
use crate::options::CodegenOptions;
use crate::passes::movable;
use crate::passes::pressure::PressureTable;
use crate::regalloc::{LiveIntervals, available_registers};
use crate::target::TargetMachineInfo;
use cranelift_entity::SecondaryMap;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;
use wavec_mc::InstrFlags;
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "rematerialize";

/// One in this many registers stays free: tuples have gaps between them.
const ROOM: usize = 32;
/// Maximum number of instructions that compute a value.
const MAX_DEFS: usize = 2;
/// Maximum number of pairs of a value and a block where registers are short.
const MAX_PLACES: usize = 2_000_000;

/// Recomputes values in all files of registers per lane; returns how many.
pub fn rematerialize(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
    stats: &mut Stats,
) -> u64 {
    let mut count = 0;
    for file in 0..target.num_register_files() {
        let Some(class) = target.counted_registers(func, file) else {
            continue;
        };
        if !target.is_lane_masked(class) {
            continue;
        }
        let available = available_registers(func, target, options, class);
        let limit = available - available / ROOM;
        if total_size(func, target, file) > limit {
            count += in_file(func, target, file, limit as u32);
        }
    }
    stats.add(NAME, "values computed again", count);
    count
}

/// The size of all registers of the file together.
fn total_size(func: &MachineFunction, target: &dyn TargetMachineInfo, file: usize) -> usize {
    let sizes = func
        .vregs
        .values()
        .map(|data| match target.register_file(data.class) == file {
            true => usize::from(func.registers().class(data.class).size_in_units),
            false => 0,
        });
    sizes.sum()
}

/// The definitions of a register.
#[derive(Clone, Default)]
struct Definitions {
    block: Option<Block>,
    insts: SmallVec<[Inst; MAX_DEFS]>,
    lanes: u32,
    /// Whether all are in one block and no lane is defined twice, so that it has one value wherever the block
    /// dominates.
    is_single: bool,
}

fn definitions(func: &MachineFunction) -> SecondaryMap<VReg, Definitions> {
    let mut all: SecondaryMap<VReg, Definitions> = SecondaryMap::new();
    all.resize(func.vregs.len());
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            for (_, operand) in func.defs(inst) {
                let Some(vreg) = operand.reg.as_virtual() else {
                    continue;
                };
                let size = func.registers().class(func.class(vreg)).size_in_units;
                let lanes = func.registers().lane_mask(operand.sub, size);
                let found = &mut all[vreg];
                found.is_single = match found.block {
                    None => true,
                    Some(other) => found.is_single && other == block && found.lanes & lanes == 0,
                };
                found.block = Some(block);
                found.lanes |= lanes;
                if found.insts.last() != Some(&inst) {
                    found.insts.push(inst);
                }
            }
        }
    }
    all
}

/// A value that may be computed again.
struct Candidate {
    vreg: VReg,
    size: u32,
    /// Registers of the file that its definitions read.
    sources: SmallVec<[VReg; 2]>,
    /// The crowded blocks through which it lives, by number. In those that use it, it lives for a part only if it is
    /// computed there.
    places: Vec<u32>,
    /// How often it would be computed.
    price: f32,
}

/// Blocks that need more registers than there are, in order.
struct Crowded {
    blocks: Vec<Block>,
    /// How many more.
    excess: Vec<i64>,
}

struct Search<'a> {
    func: &'a MachineFunction,
    target: &'a dyn TargetMachineInfo,
    file: usize,
    live: &'a LiveIntervals,
    definitions: &'a SecondaryMap<VReg, Definitions>,
    dominators: &'a Dominators,
    frequency: &'a BlockFrequency,
}

fn in_file(func: &mut MachineFunction, target: &dyn TargetMachineInfo, file: usize, limit: u32) -> u64 {
    let live = LiveIntervals::compute(func, |_| true);
    let mut crowded = crowded_blocks(func, target, &live, file, limit);
    if crowded.blocks.is_empty() {
        return 0;
    }
    let order = ReversePostOrder::compute(func);
    let dominators = Dominators::compute(func, &order);
    let loops = LoopInfo::compute(func, &order, &dominators);
    let frequency = BlockFrequency::compute(func, &order, &loops);
    let definitions = definitions(func);
    let search = Search {
        func,
        target,
        file,
        live: &live,
        definitions: &definitions,
        dominators: &dominators,
        frequency: &frequency,
    };
    let candidates = search.candidates(&crowded);
    let chosen = search.choose(&candidates, &mut crowded);
    let mut sources = FxHashSet::default();
    for &vreg in &chosen {
        compute_again(func, &live, &definitions[vreg], vreg);
        sources.extend(definitions[vreg].insts.iter().flat_map(|&def| {
            let uses = func.uses(def);
            uses.filter_map(|(_, operand)| operand.reg.as_virtual())
                .collect::<SmallVec<[VReg; 4]>>()
        }));
        // What is still used in its own block stays.
        let block = definitions[vreg].block;
        let is_own = |place: &OperandRef| place.get(func).is_use() && func.inst_block(place.inst) == block;
        if !live.operands[vreg].iter().any(is_own) {
            for &def in &definitions[vreg].insts {
                func.remove_inst(def);
            }
        }
    }
    forget_kills(func, &sources);
    chosen.len() as u64
}

fn crowded_blocks(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    live: &LiveIntervals,
    file: usize,
    limit: u32,
) -> Crowded {
    let table = PressureTable::compute(func, target, live);
    let mut crowded = Crowded {
        blocks: Vec::new(),
        excess: Vec::new(),
    };
    for block in func.layout.blocks() {
        let mut now = table.out[block][file];
        let mut most = now;
        for inst in func.block_insts(block).rev() {
            let change = table.changes[live.indexes.of(inst).place()][file];
            now = (now as i32 + change).max(0) as u32;
            most = most.max(now);
        }
        if most > limit {
            crowded.blocks.push(block);
            crowded.excess.push(i64::from(most - limit));
        }
    }
    crowded
}

impl Search<'_> {
    fn candidates(&self, crowded: &Crowded) -> Vec<Candidate> {
        let mut found = Vec::new();
        let mut places = 0;
        for vreg in self.func.vregs.keys() {
            if let Some(candidate) = self.candidate(vreg, crowded) {
                places += candidate.places.len();
                if places > MAX_PLACES {
                    break;
                }
                found.push(candidate);
            }
        }
        found
    }

    fn candidate(&self, vreg: VReg, crowded: &Crowded) -> Option<Candidate> {
        let definitions = &self.definitions[vreg];
        let home = definitions.block?;
        if !definitions.is_single
            || definitions.insts.len() > MAX_DEFS
            || self.target.register_file(self.func.class(vreg)) != self.file
        {
            return None;
        }
        let places: Vec<u32> = self.through(vreg, crowded).collect();
        if places.is_empty() {
            return None;
        }
        let mut sources: SmallVec<[VReg; 2]> = SmallVec::new();
        for &def in &definitions.insts {
            self.add_sources(def, home, &mut sources)?;
        }
        let blocks = self.using_blocks(vreg, home)?;
        let price: f32 = blocks.iter().map(|&block| self.frequency.of(block)).sum();
        sources.sort_unstable();
        sources.dedup();
        (price > 0.0).then_some(Candidate {
            vreg,
            size: self
                .func
                .registers()
                .class(self.func.class(vreg))
                .size_in_units
                .into(),
            sources,
            places,
            price: price * definitions.insts.len() as f32,
        })
    }

    /// Whether `def` is cheap, and computes the same wherever its definition's block dominates: adds the registers of
    /// the file that it reads.
    fn add_sources(&self, def: Inst, home: Block, sources: &mut SmallVec<[VReg; 2]>) -> Option<()> {
        let (func, target) = (self.func, self.target);
        let is_copy = func
            .as_copy(def)
            .is_some_and(|(_, source)| source.reg.is_virtual() && !source.is_undef());
        let is_cheap = is_copy || movable::is_repeatable(func, target, def) && target.is_full_rate(func, def);
        if !is_cheap {
            return None;
        }
        for (_, operand) in func.uses(def) {
            let Some(source) = operand.reg.as_virtual() else {
                continue;
            };
            let known = &self.definitions[source];
            let is_known = known.is_single && self.dominators.dominates(known.block?, home);
            if !is_known {
                return None;
            }
            if target.register_file(func.class(source)) == self.file {
                sources.push(source);
            } else if !known
                .insts
                .iter()
                .all(|&inst| target.is_trivially_rematerializable(func, inst))
            {
                // A register of another file would have to live longer.
                return None;
            }
        }
        Some(())
    }

    /// The other blocks that use `vreg`; `None` if one cannot have its own value.
    fn using_blocks(&self, vreg: VReg, home: Block) -> Option<SmallVec<[Block; 8]>> {
        let mut blocks: SmallVec<[Block; 8]> = SmallVec::new();
        for place in &self.live.operands[vreg] {
            let block = self.func.inst_block(place.inst)?;
            if place.get(self.func).is_def() || block == home {
                continue;
            }
            let stays = InstrFlags::TERMINATOR | InstrFlags::CONVERGENT | InstrFlags::META;
            if self.func.desc(place.inst).flags().intersects(stays) || !self.dominators.dominates(home, block)
            {
                return None;
            }
            blocks.push(block);
        }
        blocks.sort_unstable();
        blocks.dedup();
        Some(blocks)
    }

    fn start(&self, block: Block) -> crate::regalloc::SlotIndex {
        self.live.indexes.block_start(block)
    }

    /// The numbers of the crowded blocks through which `vreg` lives.
    fn through<'c>(&'c self, vreg: VReg, crowded: &'c Crowded) -> impl Iterator<Item = u32> + 'c {
        let segments = &self.live.intervals[vreg].main.segments;
        segments.iter().flat_map(move |segment| {
            let blocks = &crowded.blocks;
            let from = blocks.partition_point(|&block| self.start(block) < segment.start);
            let to = blocks.partition_point(|&block| self.live.indexes.block_end(block) <= segment.end);
            Range {
                start: from as u32,
                end: to.max(from) as u32,
            }
        })
    }

    /// The values to compute again.
    fn choose(&self, candidates: &[Candidate], crowded: &mut Crowded) -> Vec<VReg> {
        let mut groups: FxHashMap<&[VReg], Vec<&Candidate>> = FxHashMap::default();
        for candidate in candidates {
            groups.entry(&candidate.sources).or_default().push(candidate);
        }
        let mut ranked: Vec<(f32, &[VReg], Vec<&Candidate>)> = Vec::new();
        let mut change = Change::new(crowded.blocks.len());
        // Registers that live in more places because others are computed from them.
        let mut extended: FxHashSet<(VReg, u32)> = FxHashSet::default();
        for (sources, members) in groups {
            let gain = self.gain(&members, sources, crowded, &extended, &mut change);
            let price: f32 = members.iter().map(|member| member.price).sum();
            if gain > 0 {
                ranked.push((gain as f32 / price, sources, members));
            }
        }
        ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        let (mut chosen, mut kept) = (Vec::new(), FxHashSet::default());
        let mut gone: FxHashSet<VReg> = FxHashSet::default();
        for (_, sources, mut members) in ranked {
            members.retain(|member| !kept.contains(&member.vreg));
            if sources.iter().any(|source| gone.contains(source))
                || self.gain(&members, sources, crowded, &extended, &mut change) <= 0
            {
                continue;
            }
            for &place in &change.touched {
                crowded.excess[place as usize] -= change.relief[place as usize];
                extended.extend(sources.iter().map(|&source| (source, place)));
            }
            kept.extend(sources.iter().copied());
            gone.extend(members.iter().map(|member| member.vreg));
            chosen.extend(members.iter().map(|member| member.vreg));
        }
        chosen
    }

    /// How many registers fewer are short, summed over the blocks, if `members` are computed again from `sources`.
    fn gain(
        &self,
        members: &[&Candidate],
        sources: &[VReg],
        crowded: &Crowded,
        extended: &FxHashSet<(VReg, u32)>,
        change: &mut Change,
    ) -> i64 {
        change.clear();
        for member in members {
            for &place in &member.places {
                change.add(place, member.size.into());
            }
        }
        for &source in sources {
            let size = self.func.registers().class(self.func.class(source)).size_in_units;
            let lives: FxHashSet<u32> = self.through(source, crowded).collect();
            for index in 0..change.touched.len() {
                let place = change.touched[index];
                if !lives.contains(&place) && !extended.contains(&(source, place)) {
                    change.relief[place as usize] -= i64::from(size);
                }
            }
        }
        let of_place =
            |&place: &u32| change.relief[place as usize].min(crowded.excess[place as usize].max(0));
        change.touched.iter().map(of_place).sum()
    }
}

/// A change of the number of registers in use, by number of the crowded block.
struct Change {
    relief: Vec<i64>,
    is_touched: Vec<bool>,
    touched: Vec<u32>,
}

impl Change {
    fn new(len: usize) -> Change {
        Change {
            relief: vec![0; len],
            is_touched: vec![false; len],
            touched: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for place in self.touched.drain(..) {
            self.relief[place as usize] = 0;
            self.is_touched[place as usize] = false;
        }
    }

    fn add(&mut self, place: u32, units: i64) {
        if !std::mem::replace(&mut self.is_touched[place as usize], true) {
            self.touched.push(place);
        }
        self.relief[place as usize] += units;
    }
}

/// Gives each other block that uses `vreg` a copy of its definitions.
fn compute_again(func: &mut MachineFunction, live: &LiveIntervals, definitions: &Definitions, vreg: VReg) {
    let mut places: Vec<OperandRef> = live.operands[vreg].iter().copied().collect();
    places.retain(|place| place.get(func).is_use() && func.inst_block(place.inst) != definitions.block);
    places.sort_unstable_by_key(|place| (live.indexes.of(place.inst), place.index));
    let class = func.class(vreg);
    let blocks = places.chunk_by(|a, b| func.inst_block(a.inst) == func.inst_block(b.inst));
    let groups: Vec<Vec<OperandRef>> = blocks.map(<[OperandRef]>::to_vec).collect();
    for group in groups {
        let own = func.create_vreg(class);
        for &def in &definitions.insts {
            let clone = func.clone_inst(def);
            func.layout.insert_before(clone, group[0].inst);
            rename(func, clone, vreg, own);
        }
        for place in group {
            rename(func, place.inst, vreg, own);
        }
    }
}

fn rename(func: &mut MachineFunction, inst: Inst, from: VReg, to: VReg) {
    for operand in func.operands_mut(inst) {
        if let MachineOperand::Reg(operand) = operand
            && operand.reg == from.into()
        {
            operand.reg = to.into();
            operand.flags.remove(RegFlags::KILL | RegFlags::DEAD);
        }
    }
}

/// Registers that are read in more places may live longer.
fn forget_kills(func: &mut MachineFunction, sources: &FxHashSet<VReg>) {
    if sources.is_empty() {
        return;
    }
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            for operand in func.operands_mut(inst) {
                if let MachineOperand::Reg(operand) = operand
                    && operand
                        .reg
                        .as_virtual()
                        .is_some_and(|vreg| sources.contains(&vreg))
                {
                    operand.flags.remove(RegFlags::KILL);
                }
            }
        }
    }
}
