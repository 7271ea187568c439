//! Builds the dependency graph of a sequence of machine instructions, for [`crate::passes::machine_scheduler`].

use crate::mir::{Inst, MachineFunction, MemOperand, Register, VReg};
use crate::regalloc::live_intervals::{LiveIntervals, all_lanes};
use crate::sched::{EdgeKind, SchedGraph, SchedulingHint, UnitId, ValueId, ValueWeight, hints};
use crate::target::TargetMachineInfo;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use wavec_mc::InstrFlags;

/// Maximum number of memory accesses that are compared one by one; beyond, the next one depends on all of them.
const MAX_COMPARED: usize = 64;

/// The graph of a region, and the mapping back to instructions.
pub(super) struct RegionGraph {
    pub graph: SchedGraph,
    /// Instruction of each unit, by number; further units are join nodes and the end of the region.
    pub insts: Vec<Inst>,
    /// Values live after the region.
    pub live_out: Vec<ValueId>,
    /// Ordering hints of the program.
    pub hints: Vec<(UnitId, SchedulingHint)>,
}

/// Indices among the histories of a region, plus 1, by kind. All are 0 between regions.
pub(super) struct Places {
    virtuals: Vec<u32>,
    /// By register unit.
    physicals: Vec<u32>,
}

impl Places {
    pub(super) fn new(func: &MachineFunction) -> Places {
        Places {
            virtuals: vec![0; func.vregs.len()],
            physicals: vec![0; func.registers().num_units.into()],
        }
    }
}

/// The register that a history belongs to.
#[derive(Clone, Copy)]
enum Part {
    Virtual(VReg),
    Unit(u16),
}

/// Accesses of one register part since the region's start.
struct History {
    part: Part,
    /// The last values of a virtual register: number of the lanes' range, number of the value in it, value of the graph.
    values: SmallVec<[(u8, u32, ValueId); 2]>,
    /// (lanes, unit, whether something reads it) of definitions.
    defs: SmallVec<[(u32, UnitId, bool); 2]>,
    /// (lanes, unit) of uses since.
    uses: SmallVec<[(u32, UnitId); 4]>,
}

struct Builder<'a> {
    func: &'a MachineFunction,
    target: &'a dyn TargetMachineInfo,
    live: &'a LiveIntervals,
    region: RegionGraph,
    histories: Vec<History>,
    places: &'a mut Places,
    loads: Vec<UnitId>,
    stores: Vec<UnitId>,
    barrier: Option<UnitId>,
}

/// Builds the graph of `insts`, consecutive in one block; `after` is the instruction after them, if any.
/// `dead_after[i]` has the physical units that instruction `i` defines without a use.
pub(super) fn build(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    live: &LiveIntervals,
    insts: &[Inst],
    dead_defs: &[SmallVec<[u16; 2]>],
    places: &mut Places,
) -> RegionGraph {
    let mut builder = Builder {
        func,
        target,
        live,
        region: RegionGraph {
            graph: SchedGraph::default(),
            insts: insts.to_vec(),
            live_out: Vec::new(),
            hints: Vec::new(),
        },
        histories: Vec::with_capacity(2 * insts.len()),
        places,
        loads: Vec::new(),
        stores: Vec::new(),
        barrier: None,
    };
    builder.region.graph.units.reserve(insts.len() + 1);
    builder.region.graph.values.reserve(insts.len());
    for (number, &inst) in insts.iter().enumerate() {
        let unit = builder
            .region
            .graph
            .add_unit(number as u32, issue_cycles(func, target, inst));
        if let Some(hint) = target.scheduling_hint(func, inst) {
            builder.region.graph.units[unit].size = 0;
            builder.region.hints.push((unit, hint));
            continue;
        }
        builder.region.graph.units[unit].completion = target.completion(func, inst);
        builder.registers(inst, unit, &dead_defs[number]);
        builder.memory(inst, unit);
    }
    builder.find_live_out();
    builder.heed_hints();
    builder.add_exit();
    builder.forget_places();
    builder.region.graph.compute_depths();
    builder.region
}

impl Builder<'_> {
    fn registers(&mut self, inst: Inst, unit: UnitId, dead: &[u16]) {
        let registers = self.func.registers();
        // Uses read the values from before the instruction's own definitions.
        for uses_first in [true, false] {
            for (_, operand) in self.func.reg_operands(inst) {
                if operand.is_use() != uses_first || (operand.is_use() && operand.is_undef()) {
                    continue;
                }
                match (operand.reg.as_virtual(), operand.reg.as_physical()) {
                    (Some(vreg), _) => {
                        let size = self.func.size_in_units(Register::from(vreg));
                        let lanes = registers.lane_mask(operand.sub, size);
                        let history = self.history(Part::Virtual(vreg));
                        if operand.is_use() {
                            self.add_use(history, lanes, unit);
                        } else {
                            self.add_def(history, lanes, unit, true);
                        }
                        self.value((vreg, history), lanes, inst, unit, operand.is_def());
                    }
                    (_, Some(reg)) if !self.target.is_constant_register(reg) => {
                        for register_unit in registers.units(reg) {
                            let history = self.history(Part::Unit(register_unit));
                            if operand.is_use() {
                                self.add_use(history, 1, unit);
                            } else {
                                self.add_def(history, 1, unit, !dead.contains(&register_unit));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The index of the history of `part`.
    #[inline(always)]
    fn history(&mut self, part: Part) -> usize {
        let place = match part {
            Part::Virtual(vreg) => &mut self.places.virtuals[vreg.index()],
            Part::Unit(unit) => &mut self.places.physicals[usize::from(unit)],
        };
        if *place == 0 {
            self.histories.push(History {
                part,
                values: SmallVec::new(),
                defs: SmallVec::new(),
                uses: SmallVec::new(),
            });
            *place = self.histories.len() as u32;
        }
        *place as usize - 1
    }

    fn forget_places(&mut self) {
        for history in &self.histories {
            match history.part {
                Part::Virtual(vreg) => self.places.virtuals[vreg.index()] = 0,
                Part::Unit(unit) => self.places.physicals[usize::from(unit)] = 0,
            }
        }
    }

    fn add_use(&mut self, history: usize, lanes: u32, unit: UnitId) {
        let history = &mut self.histories[history];
        for &(def_lanes, def, _) in &history.defs {
            if def_lanes & lanes != 0 {
                let is_vector = match history.part {
                    Part::Virtual(vreg) => self.target.is_lane_masked(self.func.class(vreg)),
                    Part::Unit(_) => false,
                };
                let [producer, consumer] = [def, unit].map(|unit| self.region.insts[unit.as_u32() as usize]);
                let latency = self
                    .target
                    .latency_between(self.func, producer, consumer, is_vector);
                let latency = latency.min(u16::MAX.into()) as u16;
                self.region.graph.add_edge(def, unit, EdgeKind::Data, latency);
            }
        }
        history.uses.push((lanes, unit));
    }

    fn add_def(&mut self, history: usize, lanes: u32, unit: UnitId, is_read: bool) {
        let history = &mut self.histories[history];
        for &(def_lanes, def, was_read) in &history.defs {
            // Two unused definitions may be exchanged.
            if def_lanes & lanes != 0 && (is_read || was_read) {
                self.region.graph.add_edge(def, unit, EdgeKind::Output, 1);
            }
        }
        for &(use_lanes, user) in &history.uses {
            if use_lanes & lanes != 0 {
                self.region.graph.add_edge(user, unit, EdgeKind::Anti, 0);
            }
        }
        if is_read {
            // Later accesses are ordered after this one, and thereby after the ones it covers.
            history.defs.retain(|(def_lanes, ..)| *def_lanes & !lanes != 0);
            history.uses.retain(|(use_lanes, _)| *use_lanes & !lanes != 0);
        }
        history.defs.push((lanes, unit, is_read));
    }

    fn memory(&mut self, inst: Inst, unit: UnitId) {
        let desc = self.func.desc(inst);
        let (loads, stores) = (desc.is(InstrFlags::MAY_LOAD), desc.is(InstrFlags::MAY_STORE));
        if !loads && !stores {
            return;
        }
        if let Some(barrier) = self.barrier {
            self.region.graph.add_edge(barrier, unit, EdgeKind::Order, 0);
        }
        let ordered = self.func.mem_operands(inst).any(MemOperand::is_ordered);
        let crowded = self.loads.len() + self.stores.len() > MAX_COMPARED;
        let invariant = !stores
            && self.func.mem_operands(inst).len() > 0
            && self.func.mem_operands(inst).all(|mem| mem.is_invariant());
        if invariant && !ordered {
            return;
        }
        for (list, is_store_list) in [(&self.stores, true), (&self.loads, false)] {
            // Two loads are ordered only around a barrier.
            if !is_store_list && !stores && !ordered && !crowded {
                continue;
            }
            for &other in list {
                let other_inst = self.region.insts[other.as_u32() as usize];
                if ordered || crowded || may_alias(self.func, self.target, inst, other_inst) {
                    self.region.graph.add_edge(other, unit, EdgeKind::Order, 0);
                }
            }
        }
        if ordered || crowded {
            self.loads.clear();
            self.stores.clear();
            self.barrier = Some(unit);
        } else if stores {
            self.stores.push(unit);
        } else {
            self.loads.push(unit);
        }
    }

    /// Records that `unit` reads or defines the values in `lanes` of `vreg`, whose history is at the given index.
    fn value(&mut self, (vreg, history): (VReg, usize), lanes: u32, inst: Inst, unit: UnitId, is_def: bool) {
        let known = &mut self.histories[history].values;
        let indexes = &self.live.indexes;
        let base = indexes.of(inst);
        let point = if is_def { base.reg() } else { base };
        let class = self.func.class(vreg);
        let set = self
            .target
            .register_file(class)
            .min(crate::sched::graph::NUM_PRESSURE_SETS - 1) as u8;
        let all = all_lanes(self.func.registers().class(class).size_in_units);
        for (group, (group_lanes, range)) in self.live.intervals[vreg].lane_ranges(all).enumerate() {
            if group_lanes & lanes == 0 {
                continue;
            }
            let Some(number) = range.value_at(point) else {
                continue;
            };
            let weight = ValueWeight {
                set,
                weight: group_lanes.count_ones() as u8,
            };
            let graph = &mut self.region.graph;
            let group = group as u8;
            let id = match known.iter_mut().find(|value| value.0 == group) {
                Some(value) if value.1 == number => value.2,
                Some(value) => {
                    (value.1, value.2) = (number, graph.add_value(None, weight));
                    value.2
                }
                None => {
                    let id = graph.add_value(None, weight);
                    known.push((group, number, id));
                    id
                }
            };
            if is_def {
                graph.units[unit].defs.push(id);
            } else {
                graph.add_use(unit, id);
            }
        }
    }

    fn heed_hints(&mut self) {
        if self.region.hints.is_empty() {
            return;
        }
        let mut classes: Vec<Option<u32>> = self
            .region
            .insts
            .iter()
            .map(|&inst| self.target.scheduling_classes(self.func, inst))
            .collect();
        for (hint, _) in &self.region.hints {
            classes[hint.index()] = None;
        }
        hints::add_edges(&mut self.region.graph, &self.region.hints, &classes);
    }

    /// The last unit: values that are live out are used there. Otherwise the latency of results used in another region
    /// would be ignored.
    /// seem to need no time.
    fn add_exit(&mut self) {
        let exit = self.region.graph.add_unit(u32::MAX, 0);
        for number in 0..self.region.insts.len() {
            let unit = UnitId::from_u32(number as u32);
            let graph = &self.region.graph.units[unit];
            let lives_on = graph
                .defs
                .iter()
                .any(|def| self.region.live_out.binary_search(def).is_ok());
            let is_sink = graph.succs.is_empty();
            if lives_on {
                let latency = latency_of(self.func, self.target, self.region.insts[number]);
                self.region.graph.add_edge(unit, exit, EdgeKind::Data, latency);
            } else if is_sink {
                self.region.graph.add_edge(unit, exit, EdgeKind::Order, 0);
            }
        }
    }

    fn find_live_out(&mut self) {
        let Some(&last) = self.region.insts.last() else {
            return;
        };
        // Directly after the last instruction: registers live there are live out.
        let point = self.live.indexes.of(last).dead();
        let mut found: Vec<ValueId> = Vec::with_capacity(self.histories.len());
        for history in &self.histories {
            let Part::Virtual(vreg) = history.part else {
                continue;
            };
            let all = all_lanes(self.func.size_in_units(Register::from(vreg)));
            for &(group, number, id) in &history.values {
                let range = self.live.intervals[vreg].lane_ranges(all).nth(group.into());
                if range.is_some_and(|(_, range)| range.value_at(point) == Some(number)) {
                    found.push(id);
                }
            }
        }
        found.sort_unstable();
        self.region.live_out = found;
    }
}

fn issue_cycles(func: &MachineFunction, target: &dyn TargetMachineInfo, inst: Inst) -> u16 {
    target.issue_cycles(func, inst).min(u16::MAX as u32) as u16
}

fn latency_of(func: &MachineFunction, target: &dyn TargetMachineInfo, inst: Inst) -> u16 {
    target.latency(func, inst).min(u16::MAX as u32) as u16
}

/// Whether the two accesses may touch the same memory.
fn may_alias(func: &MachineFunction, target: &dyn TargetMachineInfo, a: Inst, b: Inst) -> bool {
    let (mut of_a, of_b) = (func.mem_operands(a), func.mem_operands(b));
    if of_a.len() == 0 || of_b.len() == 0 {
        return true;
    }
    of_a.any(|x| {
        func.mem_operands(b).any(|y| {
            target.address_spaces_may_alias(x.address_space.into(), y.address_space.into()) && x.may_alias(y)
        })
    })
}
