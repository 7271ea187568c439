//! The allocator's main loop: takes the most important unassigned register, and assigns it a physical register, evicts
//! cheaper ones for it, splits it, or spills it.

use crate::analysis::{BlockFrequency, Dominators, LoopInfo, ReversePostOrder};
use crate::mir::{Block, FrameIndex, Inst, MachineFunction, OperandRef, VReg, VRegData};
use crate::options::CodegenOptions;
use crate::regalloc::bundles::EdgeBundles;
use crate::regalloc::demand;
use crate::regalloc::evict::RECOLOR_BUDGET;
use crate::regalloc::interference::{Owner, UnitUnion};
use crate::regalloc::live_intervals::{LiveIntervals, all_lanes};
use crate::regalloc::rewrite;
use crate::regalloc::runs::Runs;
use crate::regalloc::slot_indexes::Renumbering;
use crate::target::{ShortForm, TargetMachineInfo};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use fxhash::FxHashMap;
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use wavec_mc::{InstrFlags, Reg, RegClassId, RegisterInfo, generic};
use wavec_support::stats::Stats;

/// Name of the pass in statistics and options.
pub const NAME: &str = "register-allocation";

/// The state of a register; it only advances.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum AllocStage {
    /// Nothing was tried.
    #[default]
    New,
    /// No register was found; smaller ones are tried before it is split.
    WaitSplit,
    /// Result of a split around a block or region: only splits that make progress inside a block are tried.
    SplitProduct,
    /// Splitting is over.
    Spill,
}

/// The allocator's data for a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct VRegState {
    pub stage: AllocStage,
    /// Cost of spilling per instruction covered; infinite if it cannot be spilled.
    pub weight: f32,
    /// A register may evict only those with smaller numbers, so evictions end.
    pub cascade: u32,
    /// The original register that this is a part of.
    pub original: VReg,
    /// Its spill slot, in the entry of the original register.
    pub slot: PackedOption<FrameIndex>,
    /// The register to which parts of it are spilled, in the entry of the original register.
    pub home: PackedOption<VReg>,
    /// Depth of splits.
    pub depth: u8,
    /// How often it was moved so that copies of others vanish.
    pub moved_for_hints: u8,
    /// Preferred physical register, from a split.
    pub preferred: Reg,
    /// Whether it can be rematerialized at every use.
    pub is_repeatable: bool,
    /// Whether it no longer exists because it was spilled or split.
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
            home: None.into(),
            depth: 0,
            moved_for_hints: 0,
            preferred: Reg::NONE,
            is_repeatable: false,
            gone: false,
        }
    }
}

/// Why a function cannot be allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllocationError {
    /// The message for the user.
    pub message: String,
    /// The instruction that needs too many registers, if it is a single one.
    pub inst: Option<Inst>,
}

pub(super) struct Greedy<'a> {
    pub func: &'a mut MachineFunction,
    pub target: &'a dyn TargetMachineInfo,
    pub options: &'a CodegenOptions,
    pub registers: &'static RegisterInfo,
    pub live: LiveIntervals,
    /// By register unit.
    pub unions: &'a mut [UnitUnion],
    pub assignment: SecondaryMap<VReg, Reg>,
    pub state: SecondaryMap<VReg, VRegState>,
    pub frequency: &'a BlockFrequency,
    pub bundles: &'a EdgeBundles,
    /// By block: the last instruction that must stay before lane-masked copies.
    pub prologue_end: SecondaryMap<Block, PackedOption<Inst>>,
    /// By block: the first terminator, once something is split.
    pub bottoms: OnceCell<SecondaryMap<Block, PackedOption<Inst>>>,
    pub stats: &'a mut Stats,
    /// For registers with very many operands: those operands that serve as hints.
    pub notable: FxHashMap<VReg, SmallVec<[OperandRef; 4]>>,
    orders: Vec<Option<Rc<[Reg]>>>,
    pub reserved: Vec<bool>,
    pub runs: Runs,
    queue: BinaryHeap<(u64, Reverse<u32>)>,
    pub next_cascade: u32,
    /// Remaining budget of blocks that splits may visit: it keeps the time linear if interfering ranges go through most
    /// of many blocks.
    pub split_budget: usize,
    /// By edge bundle, for the current split; [`u32::MAX`] between splits.
    pub bundle_numbers: Vec<u32>,
}

/// Budget of block visits by splits, per block of the function.
const SPLIT_VISITS: usize = 8;
/// Minimum budget, so that small functions are not limited.
const LEAST_SPLIT_BUDGET: usize = 100_000;

/// Shared by the phases: control-flow analyses, which allocation does not change, and memory.
pub(super) struct Shared {
    frequency: BlockFrequency,
    bundles: EdgeBundles,
    unions: Vec<UnitUnion>,
}

impl Shared {
    pub(super) fn new(func: &MachineFunction) -> Shared {
        let order = ReversePostOrder::compute(func);
        let dominators = Dominators::compute(func, &order);
        let loops = LoopInfo::compute(func, &order, &dominators);
        Shared {
            frequency: BlockFrequency::compute(func, &order, &loops),
            bundles: EdgeBundles::compute(func),
            // Created anew: copying one takes several times as long.
            unions: std::iter::repeat_with(UnitUnion::default)
                .take(func.registers().num_units.into())
                .collect(),
        }
    }
}

/// Allocates the registers whose class belongs to `phase` and rewrites their operands.
pub(super) fn allocate_phase(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
    phase: u8,
    shared: &mut Shared,
    stats: &mut Stats,
) -> Result<(), AllocationError> {
    let is_of_phase = |data: &VRegData| target.allocation_phase(data.class) == phase;
    let wanted: Vec<bool> = func.vregs.values().map(is_of_phase).collect();
    let live = LiveIntervals::compute(func, |vreg| wanted[vreg.index()]);
    let registers = func.registers();
    let reserved = reserved_units(func, target, options);
    let used = shared.unions.iter_mut().filter(|union| !union.is_empty());
    used.for_each(UnitUnion::clear);
    let runs = Runs::compute(func, target);
    let split_budget = (SPLIT_VISITS * func.layout.blocks().count()).max(LEAST_SPLIT_BUDGET);
    let mut greedy = Greedy {
        frequency: &shared.frequency,
        bundles: &shared.bundles,
        prologue_end: find_prologues(func, target),
        bottoms: OnceCell::new(),
        func,
        target,
        options,
        registers,
        live,
        unions: &mut shared.unions,
        assignment: SecondaryMap::with_capacity(wanted.len()),
        state: SecondaryMap::with_capacity(wanted.len()),
        stats,
        notable: FxHashMap::default(),
        orders: vec![None; registers.classes.len()],
        reserved,
        runs,
        queue: BinaryHeap::new(),
        next_cascade: 1,
        split_budget,
        bundle_numbers: Vec::new(),
    };
    greedy.assignment.resize(wanted.len());
    greedy.state.resize(wanted.len());
    // Physical registers matter if one of this phase could be there. Classes of operands that may be in any file are
    // nobody's home.
    let mut of_phase = vec![false; registers.num_units as usize];
    for (number, class) in registers.classes.iter().enumerate() {
        if class.allocatable
            && class.size_in_units == 1
            && target.allocation_phase(RegClassId(number as u16)) == phase
        {
            for range in class.ranges {
                let units = registers.units(range.first).start..registers.units(range.last).end;
                of_phase[usize::from(units.start)..usize::from(units.end)].fill(true);
            }
        }
    }
    let reserved = &greedy.reserved;
    let unions = &mut *greedy.unions;
    let is_wanted = |unit: u16| of_phase[usize::from(unit)] && !reserved[usize::from(unit)];
    greedy.live.each_fixed(greedy.func, is_wanted, |unit, range| {
        unions[usize::from(unit)].insert(range, Owner::FIXED);
    });
    let mut any = false;
    for (index, is_wanted) in wanted.into_iter().enumerate() {
        let vreg = VReg::new(index);
        if is_wanted && !greedy.live.operands[vreg].is_empty() {
            greedy.add_register(vreg, vreg, AllocStage::New, 0);
            any = true;
        }
    }
    if any {
        greedy.weigh_sources();
        greedy.run()?;
        for file in 0..target.num_register_files() {
            greedy.pack(options, file);
            greedy.compact(file);
        }
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

/// By unit: whether it is reserved.
pub(super) fn reserved_units(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
) -> Vec<bool> {
    let registers = func.registers();
    let mut list = Vec::new();
    target.reserved_registers(func, options, &mut list);
    let mut reserved = vec![false; registers.num_units.into()];
    for unit in list.into_iter().flat_map(|reg| registers.units(reg)) {
        reserved[usize::from(unit)] = true;
    }
    reserved
}

/// By block: the last prologue instruction before any access to a lane-masked virtual register. Scalar instructions
/// (reloads, rematerialized constants) may stand between and before them.
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

    /// Registers `vreg`, whose interval is computed, as a part of `original` and queues it.
    pub(super) fn add_register(&mut self, vreg: VReg, original: VReg, stage: AllocStage, depth: u8) {
        let slot = self.state[original].slot;
        self.state[vreg] = VRegState {
            stage,
            original,
            slot,
            depth,
            ..VRegState::default()
        };
        self.state[vreg].is_repeatable = self.repeat_of(vreg).is_some();
        self.state[vreg].weight = self.spill_weight(vreg);
        self.find_notable_operands(vreg);
        self.enqueue(vreg);
    }

    /// Queues `vreg` again with the priority of its current state.
    pub(super) fn requeue(&mut self, vreg: VReg) {
        self.enqueue(vreg);
    }

    pub(super) fn enqueue(&mut self, vreg: VReg) {
        let class = self.registers.class(self.func.class(vreg));
        let state = &self.state[vreg];
        let size = self.live.intervals[vreg].main.size().min(0xff_ffff) as u64;
        // Registers that wait to be split come after everything that may still be assigned; rematerializable values
        // come before their inputs, which live longer and must remain live.
        let waits = state.stage == AllocStage::WaitSplit;
        if waits && state.is_repeatable {
            self.queue
                .push((1 << 61 | (0xff_ffff - size), Reverse(vreg.as_u32())));
            return;
        }
        let first_round = u64::from(!waits);
        let priority = first_round << 62
            | u64::from(self.is_copy_of_input(vreg)) << 61
            | (class.allocation_priority as u64) << 48
            | (class.size_in_units as u64) << 40
            | size;
        self.queue.push((priority, Reverse(vreg.as_u32())));
    }

    /// Whether `vreg` is one register wide and a copy of a live-in physical register: it goes first, so that it stays
    /// there before tuples take the register.
    fn is_copy_of_input(&self, vreg: VReg) -> bool {
        let entry = self.func.entry();
        let mut defs = self.live.operands[vreg]
            .iter()
            .filter(|place| place.get(self.func).is_def());
        let (Some(def), None) = (defs.next(), defs.next()) else {
            return false;
        };
        self.registers.class(self.func.class(vreg)).size_in_units == 1
            && self.func.inst_block(def.inst) == Some(entry)
            && self.func.as_copy(def.inst).is_some_and(|(_, source)| {
                let given = source.reg.as_physical();
                given.is_some_and(|reg| self.func.live_ins.iter().any(|&(live_in, _)| live_in == reg))
            })
    }

    /// Allocatable registers of `class` in order.
    pub(super) fn order(&mut self, class: RegClassId) -> Rc<[Reg]> {
        if let Some(order) = &self.orders[class.index()] {
            return order.clone();
        }
        let mut all = Vec::new();
        self.target.allocation_order(self.func, class, &mut all);
        let registers = self.registers;
        let is_reserved = |first: Reg, last: Reg| {
            let units = registers.units(first).start..registers.units(last).end;
            self.reserved[usize::from(units.start)..usize::from(units.end)].contains(&true)
        };
        // For most classes, none is reserved.
        let ranges = registers.class(class).ranges;
        if ranges.iter().any(|range| is_reserved(range.first, range.last)) {
            all.retain(|&reg| !is_reserved(reg, reg));
        }
        let order: Rc<[Reg]> = all.into();
        self.orders[class.index()] = Some(order.clone());
        order
    }

    /// Must be called when [`Greedy::reserved`] changes.
    pub(super) fn forget_orders(&mut self) {
        self.orders.fill(None);
    }

    pub(super) fn lanes_of(&self, vreg: VReg) -> u32 {
        all_lanes(self.registers.class(self.func.class(vreg)).size_in_units)
    }

    /// Calls `visit` with each (unit, range of `vreg`'s lane there) if `vreg` were in `reg`, until it returns false.
    pub(super) fn each_unit(
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

    pub(super) fn is_free(&self, vreg: VReg, reg: Reg) -> bool {
        let interval = &self.live.intervals[vreg];
        if interval.subranges.is_empty() {
            let units = self.registers.units(reg);
            let mut unions = self.unions[units.start.into()..units.end.into()].iter();
            return unions.all(|union| union.is_free(&interval.main));
        }
        self.each_unit(vreg, reg, |union, range| union.is_free(range))
    }

    pub(super) fn assign(&mut self, vreg: VReg, reg: Reg) {
        self.assignment[vreg] = reg;
        self.update_unions(vreg, reg, true);
    }

    pub(super) fn unassign(&mut self, vreg: VReg) {
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

    /// Registers that interfere with `vreg` in `reg`; `None` if one of them cannot be moved, or if there are more than
    /// `limit` (then they need not all be found, which may be many).
    pub(super) fn interfering(&self, vreg: VReg, reg: Reg, limit: usize) -> Option<SmallVec<[VReg; 8]>> {
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

    pub(super) fn mark_renumbered(&mut self, renumbering: Option<Renumbering>) {
        if let Some(renumbering) = renumbering {
            for union in self.unions.iter_mut() {
                union.renumber(&renumbering);
            }
        }
    }

    /// Gives a new instruction an index and enters its virtual operands in the lists.
    pub(super) fn index_inst(&mut self, inst: Inst) {
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
            let mut budget = RECOLOR_BUDGET;
            if self.repack(vreg) || self.recolor(vreg, 0, &mut SmallVec::new(), &mut budget) {
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
        // In a file with several kinds of registers, only the kind of this class counts.
        let available = demand::available(self.func, self.target, &self.reserved, &[class_id]);
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
            inst: self.live.operands[vreg]
                .iter()
                .map(|place| place.inst)
                .find(|&inst| self.func.opcode(inst) == generic::INLINEASM),
        }
    }

    /// A free register for `vreg`: one that makes a copy vanish if possible, else the first in order.
    pub(super) fn free_register(&mut self, vreg: VReg, order: &[Reg]) -> Option<Reg> {
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
        let is_fit = |&wanted: &Reg| order.contains(&wanted) && self.is_free(vreg, wanted);
        if let Some(short) = self.short_forms(vreg).find(is_fit) {
            return Some(short);
        }
        let avoided = self.avoided(vreg);
        let is_avoided = |reg: Reg| avoided.iter().any(|&other| self.registers.overlap(reg, other));
        let mut free = order.iter().copied().filter(|&reg| self.is_free(vreg, reg));
        let first = free.next()?;
        if !is_avoided(first) {
            return Some(first);
        }
        let is_good = |&reg: &Reg| !is_avoided(reg) && !self.target.must_be_saved(self.func, reg);
        free.find(is_good).or(Some(first))
    }

    /// Registers with which instructions of `vreg` have shorter encodings.
    pub(super) fn short_forms(&self, vreg: VReg) -> impl Iterator<Item = Reg> {
        self.notable_operands(vreg).iter().filter_map(move |&place| {
            let wanted = self
                .target
                .short_form(self.func, place.inst, place.index as usize);
            match wanted {
                ShortForm::None => None,
                ShortForm::Register(reg) => Some(reg),
                ShortForm::SameAs(index) => {
                    let other = self.func.operand(place.inst, index).as_reg().copied()?;
                    if other.sub.is_some() || place.get(self.func).sub.is_some() {
                        return None;
                    }
                    let of_virtual = |other| Some(self.assignment[other]).filter(|reg| reg.is_some());
                    other
                        .reg
                        .as_physical()
                        .or_else(|| of_virtual(other.reg.as_virtual()?))
                }
            }
        })
    }
}
