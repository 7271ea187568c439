//! The allocator's main loop: take the most important unassigned register, give it a physical register, evict cheaper
//! ones for it, split it, or spill it.

use crate::analysis::{BlockFrequency, Dominators, LoopInfo, ReversePostOrder};
use crate::mir::{Block, FrameIndex, Inst, MachineFunction, VReg};
use crate::options::CodegenOptions;
use crate::regalloc::bundles::EdgeBundles;
use crate::regalloc::interference::{Owner, UnitUnion};
use crate::regalloc::live_intervals::{LiveIntervals, all_lanes};
use crate::regalloc::rewrite;
use crate::regalloc::slot_indexes::Renumbering;
use crate::target::TargetMachineInfo;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use wavec_mc::{InstrFlags, Reg, RegClassId, RegisterInfo, generic};
use wavec_support::stats::Stats;

/// Name of the pass in statistics and options.
pub const NAME: &str = "register-allocation";

/// Most registers that one eviction pushes out, unless it must.
const MAX_EVICTED: usize = 10;

/// Most registers that are moved so that a copy vanishes.
const MAX_EVICTED_FOR_HINT: usize = 2;

/// What has been tried with a register; it never goes back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum AllocStage {
    /// Nothing.
    #[default]
    New,
    /// Found no register; everything smaller gets its turn before it is split.
    WaitSplit,
    /// Comes from a split around a block or region: only splits that make progress inside a block.
    SplitProduct,
    /// Splitting is over.
    Spill,
}

/// What the allocator knows of a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct VRegState {
    pub stage: AllocStage,
    /// Cost of spilling per instruction covered; infinite for what cannot be spilled.
    pub weight: f32,
    /// Registers may evict those with smaller numbers only, so evictions end.
    pub cascade: u32,
    /// The register of the program that this is a part of.
    pub original: VReg,
    /// Where it is spilled, of the original register.
    pub slot: PackedOption<FrameIndex>,
    /// How many splits lead to it.
    pub depth: u8,
    /// Physical register it should get, from a split.
    pub preferred: Reg,
    /// Whether it was spilled or split and exists no more.
    pub gone: bool,
}

impl Default for VRegState {
    fn default() -> VRegState {
        VRegState {
            stage: AllocStage::New,
            weight: 0.0,
            cascade: 0,
            original: VReg::new(0),
            slot: None.into(),
            depth: 0,
            preferred: Reg::NONE,
            gone: false,
        }
    }
}

/// Why a function cannot be allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllocationError {
    /// The sentence for the user.
    pub message: String,
}

pub(super) struct Greedy<'a> {
    pub func: &'a mut MachineFunction,
    pub target: &'a dyn TargetMachineInfo,
    pub registers: &'static RegisterInfo,
    pub live: LiveIntervals,
    /// By register unit.
    pub unions: Vec<UnitUnion>,
    pub assignment: SecondaryMap<VReg, Reg>,
    pub state: SecondaryMap<VReg, VRegState>,
    pub frequency: BlockFrequency,
    pub bundles: EdgeBundles,
    /// Last instruction of each block that must stay before lane-masked copies.
    pub prologue_end: SecondaryMap<Block, PackedOption<Inst>>,
    pub stats: &'a mut Stats,
    orders: Vec<Option<Rc<[Reg]>>>,
    reserved: Vec<bool>,
    queue: BinaryHeap<(u64, Reverse<u32>)>,
    next_cascade: u32,
}

/// Allocates the registers whose class belongs to `phase` and rewrites their operands.
pub(super) fn allocate_phase(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
    phase: u8,
    stats: &mut Stats,
) -> Result<(), AllocationError> {
    let classes: Vec<RegClassId> = func.vregs.values().map(|data| data.class).collect();
    let wanted = |vreg: VReg| target.allocation_phase(classes[vreg.index()]) == phase;
    let live = LiveIntervals::compute(func, wanted);
    let order = ReversePostOrder::compute(func);
    let dominators = Dominators::compute(func, &order);
    let loops = LoopInfo::compute(func, &order, &dominators);
    let registers = func.registers();
    let mut reserved = vec![false; registers.num_units as usize];
    let mut reserved_regs = Vec::new();
    target.reserved_registers(func, options, &mut reserved_regs);
    for reg in reserved_regs {
        for unit in registers.units(reg) {
            reserved[unit as usize] = true;
        }
    }
    let mut greedy = Greedy {
        frequency: BlockFrequency::compute(func, &order, &loops),
        bundles: EdgeBundles::compute(func),
        prologue_end: find_prologues(func, target),
        func,
        target,
        registers,
        live,
        unions: vec![UnitUnion::default(); registers.num_units as usize],
        assignment: SecondaryMap::new(),
        state: SecondaryMap::new(),
        stats,
        orders: vec![None; registers.classes.len()],
        reserved,
        queue: BinaryHeap::new(),
        next_cascade: 1,
    };
    let fixed = {
        let reserved = &greedy.reserved;
        greedy
            .live
            .compute_fixed(greedy.func, |unit| !reserved[unit as usize])
    };
    for (unit, range) in fixed {
        greedy.unions[unit as usize].insert(&range, Owner::FIXED);
    }
    let mut any = false;
    for index in 0..greedy.func.vregs.len() {
        let vreg = VReg::new(index);
        if target.allocation_phase(greedy.func.class(vreg)) == phase && !greedy.live.operands[vreg].is_empty()
        {
            greedy.add_register(vreg, vreg, AllocStage::New, 0);
            any = true;
        }
    }
    if any {
        greedy.run()?;
        greedy.remove_dead_defs();
        let Greedy {
            func,
            assignment,
            stats,
            ..
        } = greedy;
        rewrite::rewrite(func, &assignment, stats);
    }
    Ok(())
}

/// The last prologue instruction of each block before anything accesses a lane-masked virtual register. Scalar
/// instructions (reloads, repeated constants) may stand between and before them.
fn find_prologues(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
) -> SecondaryMap<Block, PackedOption<Inst>> {
    let mut ends = SecondaryMap::new();
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            let is_masked = |operand: &crate::mir::RegOperand| {
                let vreg = operand.reg.as_virtual();
                vreg.is_some_and(|vreg| target.is_lane_masked(func.class(vreg)))
            };
            if func.desc(inst).is(InstrFlags::TERMINATOR)
                || func.reg_operands(inst).any(|(_, o)| is_masked(&o))
            {
                break;
            }
            if target.is_block_prologue(func, inst) {
                ends[block] = inst.into();
            }
        }
    }
    ends
}

impl Greedy<'_> {
    fn run(&mut self) -> Result<(), AllocationError> {
        while let Some((_, Reverse(number))) = self.queue.pop() {
            let vreg = VReg::new(number as usize);
            if self.state[vreg].gone || self.assignment[vreg].is_some() {
                continue;
            }
            self.select_or_split(vreg)?;
        }
        Ok(())
    }

    /// Registers `vreg` (its interval is computed) as a part of `original` and queues it.
    pub fn add_register(&mut self, vreg: VReg, original: VReg, stage: AllocStage, depth: u8) {
        let slot = self.state[original].slot;
        self.state[vreg] = VRegState {
            stage,
            original,
            slot,
            depth,
            ..VRegState::default()
        };
        self.state[vreg].weight = self.spill_weight(vreg);
        self.enqueue(vreg);
    }

    /// Queues `vreg` again, with the priority of its present state.
    pub fn requeue(&mut self, vreg: VReg) {
        self.enqueue(vreg);
    }

    fn enqueue(&mut self, vreg: VReg) {
        let class = self.registers.class(self.func.class(vreg));
        let state = &self.state[vreg];
        let size = self.live.intervals[vreg].main.size().min(0xff_ffff) as u64;
        // What waits to be split goes behind everything that may still be assigned.
        let first_round = u64::from(state.stage != AllocStage::WaitSplit);
        let priority = first_round << 62
            | (class.allocation_priority as u64) << 48
            | (class.size_in_units as u64) << 40
            | size;
        self.queue.push((priority, Reverse(vreg.as_u32())));
    }

    /// Allocatable registers of `class` in order.
    pub fn order(&mut self, class: RegClassId) -> Rc<[Reg]> {
        if let Some(order) = &self.orders[class.index()] {
            return order.clone();
        }
        let mut all = Vec::new();
        self.target.allocation_order(self.func, class, &mut all);
        let registers = self.registers;
        all.retain(|&reg| registers.units(reg).all(|unit| !self.reserved[unit as usize]));
        let order: Rc<[Reg]> = all.into();
        self.orders[class.index()] = Some(order.clone());
        order
    }

    pub fn lanes_of(&self, vreg: VReg) -> u32 {
        all_lanes(self.registers.class(self.func.class(vreg)).size_in_units)
    }

    /// Calls `visit` with each (unit, range of `vreg`'s lane there) if `vreg` were in `reg`, until it returns false.
    fn each_unit(
        &self,
        vreg: VReg,
        reg: Reg,
        mut visit: impl FnMut(&UnitUnion, &crate::regalloc::LiveRange) -> bool,
    ) -> bool {
        let first = self.registers.units(reg).start as usize;
        for (lanes, range) in self.live.intervals[vreg].lane_ranges(self.lanes_of(vreg)) {
            let mut rest = lanes;
            while rest != 0 {
                let unit = first + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if !visit(&self.unions[unit], range) {
                    return false;
                }
            }
        }
        true
    }

    pub fn is_free(&self, vreg: VReg, reg: Reg) -> bool {
        self.each_unit(vreg, reg, |union, range| union.is_free(range))
    }

    pub fn assign(&mut self, vreg: VReg, reg: Reg) {
        self.assignment[vreg] = reg;
        self.update_unions(vreg, reg, true);
    }

    pub fn unassign(&mut self, vreg: VReg) {
        let reg = std::mem::take(&mut self.assignment[vreg]);
        self.update_unions(vreg, reg, false);
    }

    fn update_unions(&mut self, vreg: VReg, reg: Reg, insert: bool) {
        let first = self.registers.units(reg).start as usize;
        let all = self.lanes_of(vreg);
        let owner = Owner::from(vreg);
        for (lanes, range) in self.live.intervals[vreg].lane_ranges(all) {
            let mut rest = lanes;
            while rest != 0 {
                let union = &mut self.unions[first + rest.trailing_zeros() as usize];
                rest &= rest - 1;
                if insert {
                    union.insert(range, owner);
                } else {
                    union.remove(range, owner);
                }
            }
        }
    }

    /// Registers that are in the way of `vreg` in `reg`; `None` if something is that cannot be moved, or if they are more
    /// than `limit` (then there is no need to find them all, which may be many).
    pub fn interfering(&self, vreg: VReg, reg: Reg, limit: usize) -> Option<SmallVec<[VReg; 8]>> {
        let mut found: SmallVec<[VReg; 8]> = SmallVec::new();
        self.each_unit(vreg, reg, |union, range| {
            union.overlaps(range, |occupied| match occupied.owner.vreg() {
                Some(other) => {
                    if !found.contains(&other) {
                        found.push(other);
                    }
                    found.len() <= limit
                }
                None => false,
            })
        })
        .then_some(found)
    }

    pub fn mark_renumbered(&mut self, renumbering: Option<Renumbering>) {
        if let Some(renumbering) = renumbering {
            for union in &mut self.unions {
                union.renumber(&renumbering);
            }
        }
    }

    /// Gives a new instruction an index and enters its virtual operands in the lists.
    pub fn index_inst(&mut self, inst: Inst) {
        let renumbering = self.live.insert_inst(self.func, inst);
        self.mark_renumbered(renumbering);
    }

    fn select_or_split(&mut self, vreg: VReg) -> Result<(), AllocationError> {
        let class = self.func.class(vreg);
        let order = self.order(class);
        if let Some(reg) = self.free_register(vreg, &order) {
            self.assign(vreg, reg);
            return Ok(());
        }
        let stage = self.state[vreg].stage;
        if stage != AllocStage::WaitSplit
            && let Some(reg) = self.try_evict(vreg, &order)
        {
            self.assign(vreg, reg);
            return Ok(());
        }
        if self.state[vreg].weight.is_infinite() {
            if self.recolor(vreg, 0, &mut SmallVec::new()) {
                self.stats.add(NAME, "last-chance recolorings", 1);
                return Ok(());
            }
            return Err(self.out_of_registers(vreg));
        }
        if stage == AllocStage::New {
            self.state[vreg].stage = AllocStage::WaitSplit;
            self.enqueue(vreg);
            return Ok(());
        }
        if stage < AllocStage::Spill && !order.is_empty() && self.try_split(vreg, &order) {
            self.stats.add(NAME, "live ranges split", 1);
            return Ok(());
        }
        if order.is_empty() {
            return Err(self.out_of_registers(vreg));
        }
        self.spill(vreg);
        Ok(())
    }

    fn out_of_registers(&mut self, vreg: VReg) -> AllocationError {
        let class_id = self.func.class(vreg);
        let class = self.registers.class(class_id);
        // Of a file with several kinds of registers only the kind of this class counts.
        let mut members = Vec::new();
        self.target.allocation_order(self.func, class_id, &mut members);
        let mut usable = vec![false; self.reserved.len()];
        for unit in members.into_iter().flat_map(|reg| self.registers.units(reg)) {
            usable[unit as usize] = !self.reserved[unit as usize];
        }
        let available = usable.iter().filter(|&&usable| usable).count();
        let file = self
            .target
            .register_file_name(self.target.register_file(class_id));
        let size = class.size_in_units;
        let tuple = if size > 1 {
            format!(" (no room for {size} in a row)")
        } else {
            String::new()
        };
        AllocationError {
            message: format!(
                "function '{}' needs more {file}s than {available}{tuple}",
                self.func.name
            ),
        }
    }

    /// A register that is free for `vreg`: one that makes a copy vanish if possible, else the first in order.
    fn free_register(&mut self, vreg: VReg, order: &[Reg]) -> Option<Reg> {
        let hints = self.hints(vreg);
        for &hint in &hints {
            if order.contains(&hint) && self.is_free(vreg, hint) {
                return Some(hint);
            }
        }
        if let Some(&best) = hints.first()
            && order.contains(&best)
            && self.evict_from_hint(vreg, best)
        {
            return Some(best);
        }
        order.iter().copied().find(|&reg| self.is_free(vreg, reg))
    }

    /// Takes `reg`, where a copy of `vreg` would vanish, from registers that may as well be elsewhere.
    fn evict_from_hint(&mut self, vreg: VReg, reg: Reg) -> bool {
        if self.state[vreg].stage != AllocStage::New {
            return false;
        }
        let Some(others) = self.interfering(vreg, reg, MAX_EVICTED_FOR_HINT) else {
            return false;
        };
        let cascade = match self.state[vreg].cascade {
            0 => self.next_cascade,
            known => known,
        };
        let all_movable = others.iter().all(|&other| {
            let state = &self.state[other];
            state.stage == AllocStage::New
                && state.weight.is_finite()
                && state.cascade < cascade
                && self.hints(other).first() != Some(&self.assignment[other])
        });
        if !all_movable {
            return false;
        }
        self.state[vreg].cascade = cascade;
        self.next_cascade = self.next_cascade.max(cascade + 1);
        for other in others {
            self.unassign(other);
            self.state[other].cascade = cascade;
            self.enqueue(other);
            self.stats.add(NAME, "evictions for hints", 1);
        }
        true
    }

    /// Registers that make copies from or to `vreg` identities, best first.
    fn hints(&self, vreg: VReg) -> SmallVec<[Reg; 4]> {
        let mut found: SmallVec<[(Reg, f32); 4]> = SmallVec::new();
        let mut add = |reg: Option<Reg>, weight: f32| {
            let Some(reg) = reg else { return };
            match found.iter_mut().find(|(known, _)| *known == reg) {
                Some((_, sum)) => *sum += weight,
                None => found.push((reg, weight)),
            }
        };
        if self.state[vreg].preferred.is_some() {
            add(Some(self.state[vreg].preferred), f32::INFINITY);
        }
        add(self.func.vregs[vreg].hint.as_physical(), 1e-3);
        let class = self.registers.class(self.func.class(vreg));
        for place in &self.live.operands[vreg] {
            if self.func.opcode(place.inst) != generic::COPY || place.index > 1 {
                continue;
            }
            let mine = place.get(self.func);
            let Some(other) = self
                .func
                .operand(place.inst, 1 - place.index as usize)
                .as_reg()
                .copied()
            else {
                continue;
            };
            let other_reg = match (other.reg.as_physical(), other.reg.as_virtual()) {
                (Some(reg), _) => reg,
                (_, Some(other)) if self.assignment[other].is_some() => self.assignment[other],
                _ => continue,
            };
            let unit =
                self.registers.units(other_reg).start + self.registers.sub_reg_offset(other.sub) as u16;
            let first = unit.checked_sub(self.registers.sub_reg_offset(mine.sub) as u16);
            let weight = self
                .func
                .inst_block(place.inst)
                .map_or(0.0, |block| self.frequency.of(block));
            add(
                first.and_then(|first| class.register_at(self.registers, first)),
                weight,
            );
        }
        // Heavier first; the lower register among equals.
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.iter().map(|&(reg, _)| reg).collect()
    }

    /// Takes a register away from cheaper ones.
    fn try_evict(&mut self, vreg: VReg, order: &[Reg]) -> Option<Reg> {
        let weight = self.state[vreg].weight;
        let is_urgent = weight.is_infinite();
        let mut cascade = self.state[vreg].cascade;
        if cascade == 0 {
            cascade = self.next_cascade;
        }
        let mut best: Option<(f32, Reg)> = None;
        let mut others: SmallVec<[VReg; MAX_EVICTED]> = SmallVec::new();
        for &reg in order {
            others.clear();
            let mut cost = 0.0f32;
            let possible = self.each_unit(vreg, reg, |union, range| {
                union.overlaps(range, |occupied| {
                    let Some(other) = occupied.owner.vreg() else {
                        return false;
                    };
                    if others.contains(&other) {
                        return true;
                    }
                    let state = &self.state[other];
                    others.push(other);
                    cost += state.weight;
                    state.weight.is_finite()
                        && (is_urgent
                            || (state.cascade < cascade
                                && state.weight < weight
                                && others.len() < MAX_EVICTED
                                && best.is_none_or(|(known, _)| cost < known)))
                })
            });
            if possible && best.is_none_or(|(known, _)| cost < known) {
                best = Some((cost, reg));
            }
        }
        let (_, reg) = best?;
        self.state[vreg].cascade = cascade;
        self.next_cascade = self.next_cascade.max(cascade + 1);
        for other in self.interfering(vreg, reg, usize::MAX)? {
            self.unassign(other);
            self.state[other].cascade = cascade;
            self.enqueue(other);
            self.stats.add(NAME, "evictions", 1);
        }
        Some(reg)
    }

    /// Deepest chain of moves that makes room for a register that cannot be spilled.
    const RECOLOR_DEPTH: usize = 4;

    /// Makes room by moving others, which may move others in turn. Undoes everything if that fails.
    fn recolor(&mut self, vreg: VReg, depth: usize, fixed: &mut SmallVec<[VReg; 8]>) -> bool {
        let order = self.order(self.func.class(vreg));
        if let Some(reg) = self.free_register(vreg, &order) {
            self.assign(vreg, reg);
            return true;
        }
        if depth == Self::RECOLOR_DEPTH {
            return false;
        }
        fixed.push(vreg);
        for &reg in order.iter() {
            let Some(others) = self.interfering(vreg, reg, 8) else {
                continue;
            };
            if others.iter().any(|other| fixed.contains(other)) {
                continue;
            }
            let old: SmallVec<[(VReg, Reg); 8]> = others
                .iter()
                .map(|&other| (other, self.assignment[other]))
                .collect();
            for &other in &others {
                self.unassign(other);
            }
            self.assign(vreg, reg);
            let before = fixed.len();
            let mut moved = 0;
            for &other in &others {
                if !self.recolor(other, depth + 1, fixed) {
                    break;
                }
                fixed.push(other);
                moved += 1;
            }
            if moved == others.len() {
                fixed.truncate(before - 1);
                return true;
            }
            // Deeper moves that succeeded stay where they are only if they are not in the way of the old places.
            fixed.truncate(before);
            for &other in &others[..moved] {
                self.unassign(other);
            }
            self.unassign(vreg);
            for &(other, place) in &old {
                match self.interfering(other, place, usize::MAX) {
                    Some(blocking) if blocking.is_empty() => self.assign(other, place),
                    Some(blocking) => {
                        for blocker in blocking {
                            self.unassign(blocker);
                            self.enqueue(blocker);
                        }
                        self.assign(other, place);
                    }
                    None => self.enqueue(other),
                }
            }
        }
        fixed.pop();
        false
    }

    /// Cost of keeping `vreg` in memory per instruction that it covers; infinite if memory does not help.
    fn spill_weight(&self, vreg: VReg) -> f32 {
        let range = &self.live.intervals[vreg].main;
        if self.is_tiny(vreg) {
            return f32::INFINITY;
        }
        let mut total = 0.0;
        let mut previous: Option<Inst> = None;
        for place in &self.live.operands[vreg] {
            let operand = place.get(self.func);
            if operand.is_use() && operand.is_undef() {
                continue;
            }
            let frequency = self
                .func
                .inst_block(place.inst)
                .map_or(0.0, |block| self.frequency.of(block));
            // Several reads by one instruction need one reload.
            if operand.is_def() || previous != Some(place.inst) {
                total += frequency;
            }
            previous = operand.is_use().then_some(place.inst);
        }
        if self.rematerializable_def(vreg).is_some() {
            total *= 0.5;
        }
        total / (range.size() as f32 + 25.0)
    }

    /// Whether nothing stands between `vreg`'s definitions and uses, so that spill code would be live as long.
    fn is_tiny(&self, vreg: VReg) -> bool {
        let indexes = &self.live.indexes;
        let interval = &self.live.intervals[vreg];
        interval.main.segments.iter().all(|segment| {
            if segment.end.index() - segment.start.index() > 64 {
                return false;
            }
            let block_end = indexes.block_end(indexes.block_at(segment.start));
            if segment.start.is_block() || segment.end >= block_end {
                return false;
            }
            let Some(first) = indexes.inst_at(segment.start) else {
                return false;
            };
            segment.end == segment.start.dead()
                || self
                    .func
                    .layout
                    .next_inst(first)
                    .is_some_and(|next| indexes.has(next) && indexes.of(next) == segment.end.base())
        })
    }
}
