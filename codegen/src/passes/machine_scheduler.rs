//! Schedules machine instructions before register allocation, trading latencies against register pressure.
//!
//! A block is cut at instructions that must stay in place; each region in between goes to the list scheduler, which
//! selection also uses. At this point registers are those that remain after coalescing, and pressure includes values
//! live through the region, so the result is better informed. The new order is used only if it is better than the old
//! one by these criteria: less pressure above the limits first, then fewer cycles, then fewer registers. If a region
//! needs more registers than any before it, and than what lives between blocks, it is also scheduled with lower limits,
//! as long as that costs few cycles. With hints of the program, the new order is used in any case.
//!
//! Requires and keeps [`crate::mir::Stage::TwoAddress`]. Cost: nearly linear; regions are at most `MAX_REGION` long.

use crate::analysis::{PhysicalLiveness, UnitSet, liveness};
use crate::mir::{Block, Inst, MachineFunction, Stage};
use crate::options::CodegenOptions;
use crate::passes::machine_graph::{Places, RegionGraph, build};
use crate::passes::machine_order::{Bounds, Order, Pressure, lower_bound, raise};
use crate::passes::pressure::PressureTable;
use crate::passes::undefined_parts;
use crate::regalloc::live_intervals::{LiveIntervals, all_lanes};
use crate::regalloc::slot_indexes::SlotIndex;
use crate::sched::graph::NUM_PRESSURE_SETS;
use crate::sched::{Completion, SchedulingHint, UnitId};
use crate::target::TargetMachineInfo;
use smallvec::SmallVec;
use wavec_mc::{InstrFlags, generic};
use wavec_support::stats::Stats;

/// Name of the pass.
pub const NAME: &str = "machine-scheduler";

/// Maximum length of a region; longer ones are cut.
const MAX_REGION: usize = 400;
/// The same in blocks with hints, which would not reach across a cut.
const MAX_HINTED_REGION: usize = 1000;
/// Minimum length of a region worth scheduling.
const MIN_REGION: usize = 3;

/// One in this many registers of a wider limit stays free: tuples have gaps between them.
const ROOM: u32 = 32;
/// How often an order with fewer registers of a file is tried in a region. Each region with the highest need so far
/// raises the bar for later ones, so that few are tried.
const MAX_TIGHTER: usize = 3;
/// Every kernel has that many registers of each file, so fewer are worth nothing.
const FREE_PRESSURE: u32 = 3;

/// Schedules all blocks; returns whether anything moved.
pub fn schedule_machine_function(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
    stats: &mut Stats,
) -> bool {
    debug_assert_eq!(func.stage, Stage::TwoAddress);
    let physical = PhysicalLiveness::compute(func);
    let mut limits: Pressure = [u32::MAX / 2; NUM_PRESSURE_SETS];
    for (file, limit) in limits.iter_mut().enumerate().take(target.num_register_files()) {
        *limit = target.pressure_limit(func, options, file);
    }
    let live = LiveIntervals::compute(func, |_| true);
    let (mut moved, reached) = schedule_with(func, target, &live, &physical, limits, stats);
    // If the limits are exceeded anyway, more registers are available at no cost. A user's limits are hard.
    if !options.register_limits.is_empty() {
        return moved;
    }
    let mut wider = limits;
    for (file, limit) in wider.iter_mut().enumerate().take(target.num_register_files()) {
        if reached[file] > *limit {
            let next = target.next_pressure_limit(file, reached[file]);
            *limit = (next - next / ROOM).max(reached[file]);
        }
    }
    if wider != limits {
        stats.add(NAME, "functions scheduled for lower occupancy", 1);
        let live = LiveIntervals::compute(func, |_| true);
        moved |= schedule_with(func, target, &live, &physical, wider, stats).0;
    }
    moved
}

/// Schedules all blocks for the limits; returns whether anything moved, and the largest resulting pressure.
fn schedule_with(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    live: &LiveIntervals,
    physical: &PhysicalLiveness,
    limits: Pressure,
    stats: &mut Stats,
) -> (bool, Pressure) {
    let table = PressureTable::compute(func, target, live);
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut moved = false;
    // No order of instructions changes what lives between blocks.
    let mut reached = Pressure::default();
    for pressure in table.out.values() {
        raise(&mut reached, pressure);
    }
    let mut places = Places::new(func);
    for block in blocks {
        let mut scheduler = BlockScheduler {
            target,
            live,
            table: &table,
            limits,
            reached: &mut reached,
            places: &mut places,
            stats,
        };
        moved |= scheduler.block(func, block, physical);
    }
    (moved, reached)
}

struct BlockScheduler<'a> {
    target: &'a dyn TargetMachineInfo,
    live: &'a LiveIntervals,
    table: &'a PressureTable,
    limits: Pressure,
    /// The largest pressure so far, by file.
    reached: &'a mut Pressure,
    /// Reusable memory for the graphs of regions.
    places: &'a mut Places,
    stats: &'a mut Stats,
}

impl BlockScheduler<'_> {
    fn block(&mut self, func: &mut MachineFunction, block: Block, physical: &PhysicalLiveness) -> bool {
        let mut pressure = self.table.out[block];
        if func.block_insts(block).nth(MIN_REGION - 1).is_none() {
            for inst in func.block_insts(block).rev() {
                self.step_pressure(inst, &mut pressure);
                raise(self.reached, &pressure);
            }
            return false;
        }
        let insts: Vec<Inst> = func.block_insts(block).collect();
        let fixed = self.find_fixed(func, &insts, physical.live_in(block).clone());
        let has_region = fixed
            .split(|&is_fixed| is_fixed)
            .any(|run| run.len() >= MIN_REGION);
        let dead_defs = match has_region {
            true => dead_physical_defs(func, &insts, physical.live_out(block).clone()),
            false => Vec::new(),
        };
        let has_hints = has_region
            && insts
                .iter()
                .any(|&inst| self.target.scheduling_hint(func, inst).is_some());
        let longest = if has_hints { MAX_HINTED_REGION } else { MAX_REGION };
        let mut moved = false;
        // From the end, so that the pressure below a region is known.
        let mut end = insts.len();
        while end > 0 {
            if fixed[end - 1] {
                end -= 1;
                self.step_pressure(insts[end], &mut pressure);
                raise(self.reached, &pressure);
                continue;
            }
            let mut start = end - 1;
            while start > 0 && end - start < longest && !fixed[start - 1] {
                start -= 1;
            }
            let peak = match end - start >= MIN_REGION {
                true => self.region(func, &insts[start..end], &dead_defs[start..end], &pressure),
                false => None,
            };
            for &inst in insts[start..end].iter().rev() {
                self.step_pressure(inst, &mut pressure);
                if peak.is_none() {
                    raise(self.reached, &pressure);
                }
            }
            if let Some(peak) = peak {
                moved = true;
                raise(self.reached, &peak);
            }
            end = start;
        }
        if moved {
            undefined_parts::mark(func, block, self.live);
        }
        moved
    }

    /// Instructions that nothing may cross: boundaries, and readers of physical registers defined by a preceding
    /// boundary or the block's start, so that the registers stay occupied no longer than before.
    fn find_fixed(&self, func: &MachineFunction, insts: &[Inst], live_in: UnitSet) -> Vec<bool> {
        let registers = func.registers();
        let mut pinned = live_in;
        let mut fixed = Vec::with_capacity(insts.len());
        for &inst in insts {
            let reads_pinned = func.uses(inst).any(|(_, operand)| {
                operand.reg.as_physical().is_some_and(|reg| {
                    !self.target.is_constant_register(reg) && pinned.contains_any(registers, reg)
                })
            });
            let is_fixed = reads_pinned || self.is_boundary(func, inst);
            for (_, operand) in func.defs(inst) {
                if let Some(reg) = operand.reg.as_physical() {
                    if is_fixed {
                        pinned.insert_reg(registers, reg);
                    } else {
                        pinned.remove_reg(registers, reg);
                    }
                }
            }
            fixed.push(is_fixed);
        }
        fixed
    }

    /// Whether `inst` stays in place and nothing crosses it.
    fn is_boundary(&self, func: &MachineFunction, inst: Inst) -> bool {
        if let Some(hint) = self.target.scheduling_hint(func, inst) {
            return hint == SchedulingHint::Barrier(0);
        }
        let desc = func.desc(inst);
        if desc.flags().intersects(InstrFlags::TERMINATOR | InstrFlags::META)
            || func.opcode(inst) == generic::INLINEASM
        {
            return true;
        }
        // Copies from and to physical registers are placed where their registers are free.
        if let Some((dst, src)) = func.as_copy(inst)
            && (dst.reg.is_physical() || src.reg.is_physical())
        {
            return true;
        }
        let writes_constant = func.defs(inst).any(|(_, def)| {
            def.reg
                .as_physical()
                .is_some_and(|reg| self.target.is_constant_register(reg))
        });
        writes_constant
            || self.target.is_block_prologue(func, inst)
            || self.target.is_scheduling_boundary(func, inst)
    }

    /// Pressure before `inst` from the pressure after it, in the original order.
    fn step_pressure(&self, inst: Inst, pressure: &mut Pressure) {
        let changes = &self.table.changes[self.live.indexes.of(inst).place()];
        for (pressure, &change) in pressure.iter_mut().zip(changes) {
            *pressure = (*pressure as i32 + change).max(0) as u32;
        }
    }

    /// Schedules a sequence of instructions; if another order is better, returns its largest pressure.
    fn region(
        &mut self,
        func: &mut MachineFunction,
        insts: &[Inst],
        dead_defs: &[SmallVec<[u16; 2]>],
        pressure: &Pressure,
    ) -> Option<Pressure> {
        let region = build(func, self.target, self.live, insts, dead_defs, self.places);
        // Values live through the region take registers from it.
        let mut through = *pressure;
        for &value in &region.live_out {
            let weight = region.graph.values[value];
            let file = weight.set as usize;
            through[file] = through[file].saturating_sub(weight.weight.into());
        }
        let mut limits = self.limits;
        for (limit, through) in limits.iter_mut().zip(&through) {
            *limit = limit.saturating_sub(*through);
        }
        let old: Vec<UnitId> = region.graph.units.keys().collect();
        let mut best = Order::of(&region, &limits, old);
        let is_new = if region.hints.is_empty() {
            let is_old_best = best.cost.excess == 0 && best.cost.cycles == lower_bound(&region);
            let is_better = !is_old_best && best.improve(&region, &limits);
            self.tighten(func, &region, &limits, &through, &mut best) || is_better
        } else {
            let order = Order::scheduled(&region, &limits, limits);
            let is_other = order.units != best.units;
            best = order;
            is_other
        };
        if !is_new {
            return None;
        }
        let Order { units, mut peak, .. } = best;
        for (peak, through) in peak.iter_mut().zip(through) {
            *peak += through;
        }
        self.stats.add(NAME, "regions scheduled", 1);
        let block = func.inst_block(insts[0]).expect("a region is in a block");
        let after = func.layout.next_inst(insts[insts.len() - 1]);
        for &inst in insts {
            func.layout.remove_inst(inst);
        }
        for unit in units {
            // The end of the region is not an instruction.
            let Some(&inst) = region.insts.get(unit.as_u32() as usize) else {
                continue;
            };
            match after {
                Some(after) => func.layout.insert_before(inst, after),
                None => func.layout.append_inst(inst, block),
            }
        }
        Some(peak)
    }

    /// Whether `inst` of a region reads what was loaded before the region, in the same block.
    fn reads_earlier_load(&self, func: &MachineFunction, inst: Inst, region: &[Inst]) -> bool {
        let indexes = &self.live.indexes;
        let start = indexes.of(region[0]);
        let block_start = indexes.block_start(indexes.block_at(start));
        let is_loaded = |def: SlotIndex| {
            let load = Some(def).filter(|&def| def > block_start && def < start);
            let load = load.and_then(|def| indexes.inst_at(def));
            load.is_some_and(|load| self.target.completion(func, load) != Completion::Immediate)
        };
        func.uses(inst).any(|(_, operand)| {
            let Some(vreg) = operand.reg.as_virtual() else {
                return false;
            };
            let size = func.registers().class(func.class(vreg)).size_in_units;
            let mut ranges = self.live.intervals[vreg].lane_ranges(all_lanes(size));
            ranges.any(|(_, range)| {
                let value = range.value_at(start);
                value.is_some_and(|value| is_loaded(range.values[value as usize]))
            })
        })
    }

    /// Looks for orders with fewer registers at few more cycles, for each file of which the region needs more than all
    /// before it. Returns whether there is one.
    fn tighten(
        &self,
        func: &MachineFunction,
        region: &RegionGraph,
        limits: &Pressure,
        through: &Pressure,
        best: &mut Order,
    ) -> bool {
        let mut found = false;
        let mut bounds: Option<Bounds> = None;
        for file in 0..NUM_PRESSURE_SETS {
            let enough = self.reached[file].max(FREE_PRESSURE);
            let mut share = 4;
            for _ in 0..MAX_TIGHTER {
                let peak = best.peak[file];
                if peak < share || peak + through[file] <= enough {
                    break;
                }
                let mut tight = *limits;
                for (tight, peak) in tight.iter_mut().zip(&best.peak) {
                    *tight = (*tight).min(*peak);
                }
                let wanted = (peak - peak / share).max(enough.saturating_sub(through[file]));
                tight[file] = tight[file].min(wanted);
                let bounds = bounds.get_or_insert_with(|| {
                    Bounds::of(region, best, |inst| {
                        self.reads_earlier_load(func, inst, &region.insts)
                    })
                });
                if best.tighten(region, limits, tight, bounds) {
                    found = true;
                } else {
                    share *= 2;
                }
            }
        }
        found
    }
}

/// For each instruction the physical units that it defines without a use.
fn dead_physical_defs(func: &MachineFunction, insts: &[Inst], live_out: UnitSet) -> Vec<SmallVec<[u16; 2]>> {
    let mut live = live_out;
    let mut found = vec![SmallVec::new(); insts.len()];
    for (number, &inst) in insts.iter().enumerate().rev() {
        for (_, operand) in func.defs(inst) {
            if let Some(reg) = operand.reg.as_physical() {
                found[number].extend(func.registers().units(reg).filter(|&unit| !live.contains(unit)));
            }
        }
        liveness::step_backward(func, inst, &mut live);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{parse_function, verify_function};
    use crate::options::RegisterLimits;
    use crate::test_machine::run;
    use crate::test_target::{TestTarget, tables};

    fn schedule(text: &str, registers: u32) -> String {
        let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        let options = CodegenOptions {
            register_limits: RegisterLimits::default().with(1, Some(registers)),
            ..CodegenOptions::default()
        };
        let before = run(&func, 100);
        schedule_machine_function(&mut func, &TestTarget, &options, &mut Stats::new());
        verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(run(&func, 100), before);
        let body = func.to_string();
        body.split_once("bb.0:\n")
            .map_or(String::new(), |(_, rest)| rest.to_string())
    }

    #[test]
    fn loads_go_up_as_far_as_registers_last() {
        let mut text = String::from(
            "--- f\nstage: two-address\nlivein: $v0\nbb.0:\n  %0:v32 = COPY $v0\n  %1:v32 = COPY %0\n",
        );
        for i in 0..6 {
            let (load, sum) = (2 + 2 * i, 3 + 2 * i);
            text += &format!(
                "  %{load}:v32 = V_LOAD %0, implicit $exec :: (load (s32) from value.1, align 4)\n  %{sum}:v32 = V_ADD %{load}, %{}, implicit $exec\n",
                sum - 2
            );
        }
        text += "  V_STORE %13, %0, implicit $exec :: (store (s32) to value.1 + 4, align 4)\n  S_ENDPGM\n";
        let wide = schedule(&text, 32);
        let loads_first = |out: &str| {
            out.lines()
                .skip(2)
                .take_while(|line| line.contains("V_LOAD"))
                .count()
        };
        assert!(loads_first(&wide) >= 5, "{wide}");
        let narrow = schedule(&text, 4);
        assert!(loads_first(&narrow) <= 3, "{narrow}");
    }

    #[test]
    fn registers_are_saved_where_that_costs_no_cycle() {
        // 24 squares of sums, accumulated one after the other.
        let mut text = String::from(
            "--- f\nstage: two-address\nlivein: $v0\nbb.0:\n  %0:v32 = COPY $v0\n  %1:v32 = COPY %0\n",
        );
        let v_add = |to: u32, a: u32, b: u32| format!("  %{to}:v32 = V_ADD %{a}, %{b}, implicit $exec\n");
        for i in 0..24 {
            text += &v_add(2 + i, 0, 0);
        }
        for i in 0..24 {
            text += &v_add(26 + i, 2 + i, 2 + i);
        }
        for i in 0..24 {
            text += &v_add(50 + i, if i == 0 { 1 } else { 49 + i }, 26 + i);
        }
        text += "  V_STORE %73, %0, implicit $exec\n  S_ENDPGM\n";
        let out = schedule(&text, 64);
        let first_sum = out.lines().position(|line| line.contains("%50:v32"));
        assert!(first_sum.is_some_and(|place| place < 24), "{out}");
    }

    #[test]
    fn loads_stay_before_waits_for_earlier_ones() {
        // Two halves, with a copy in between that nothing crosses. Adding up what the first half loads would save
        // registers in the second, but its loads would wait until that is there.
        let mut text =
            String::from("--- f\nstage: two-address\nlivein: $v0\nlivein: $s0\nbb.0:\n  %0:v32 = COPY $v0\n");
        let load = |to: u32| {
            format!("  %{to}:v32 = V_LOAD %0, implicit $exec :: (load (s32) from value.1, align 4)\n")
        };
        let v_add = |to: u32, a: u32, b: u32| format!("  %{to}:v32 = V_ADD %{a}, %{b}, implicit $exec\n");
        (1..9).for_each(|to| text += &load(to));
        text += "  %40:s32 = COPY $s0\n";
        (9..13).for_each(|to| text += &load(to));
        (0..4).for_each(|i| text += &v_add(13 + i, 1 + 2 * i, 2 + 2 * i));
        (0..4).for_each(|i| text += &v_add(17 + i, 13 + i, 9 + i));
        text += &(v_add(21, 17, 18) + &v_add(22, 19, 20) + &v_add(23, 21, 22));
        text += "  V_STORE %23, %0, implicit $exec :: (store (s32) to value.1 + 4, align 4)\n  S_ENDPGM\n";
        let out = schedule(&text, 64);
        let (_, second) = out.split_once("COPY $s0").expect("the copy");
        let loads = second.lines().skip(1).take_while(|line| line.contains("V_LOAD"));
        assert_eq!(loads.count(), 4, "{out}");
    }

    #[test]
    fn flags_stay_with_their_readers() {
        let out = schedule(
            "--- f
stage: two-address
livein: $s0
livein: $v0
bb.0:
  %0:s32 = COPY $s0
  %1:v32 = COPY $v0
  %2:v32 = V_LOAD %1, implicit $exec
  S_CMP %0, %0, implicit-def $scc
  %3:s32 = S_CSEL %0, %0, implicit $scc
  %4:s32 = S_ADD %3, %0, implicit-def $scc
  %5:s32 = S_ADD %0, %0, implicit-def $scc
  S_CMP %4, %5, implicit-def $scc
  %6:s32 = S_CSEL %5, %4, implicit $scc
  %7:v32 = V_ADD %2, %2, implicit $exec
  %8:v32 = COPY %6
  V_STORE %7, %8, implicit $exec
  S_ENDPGM
",
            32,
        );
        // Every reader of the flag directly follows a comparison, with no addition between.
        let mut last_writer = "";
        for line in out.lines() {
            if line.contains("implicit $scc") {
                assert_eq!(last_writer, "S_CMP", "{out}");
            }
            if line.contains("implicit-def $scc") {
                last_writer = if line.contains("S_CMP") { "S_CMP" } else { "S_ADD" };
            }
        }
    }
}
