//! What the machine scheduler compares: orders of a region's instructions, with the cycles and registers that they take.

use crate::mir::Inst;
use crate::passes::machine_graph::RegionGraph;
use crate::sched::graph::NUM_PRESSURE_SETS;
use crate::sched::{Completion, EdgeKind, ListOptions, Unit, UnitId, schedule_region};

/// One in this many cycles of a region may be lost for fewer registers.
const TIGHTER_SLACK: u32 = 32;

/// Registers by file.
pub(super) type Pressure = [u32; NUM_PRESSURE_SETS];

/// Raises `largest` to `pressure`.
pub(super) fn raise(largest: &mut Pressure, pressure: &Pressure) {
    for (largest, &pressure) in largest.iter_mut().zip(pressure) {
        *largest = pressure.max(*largest);
    }
}

/// The cost of an order; smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cost {
    /// Largest pressure above the limits, summed over all files.
    pub(super) excess: u32,
    pub(super) cycles: u32,
}

/// What an order with fewer registers may cost.
pub(super) struct Bounds {
    cycles: u32,
    /// Waiting takes longer than is assumed if others use the memory, too.
    waits: u32,
    /// By unit: whether it waits for what was loaded before the region, which the estimate takes as there.
    waits_for_earlier: Vec<bool>,
    /// Number of loads before the first of these units, whose latency passes in that wait.
    early_loads: usize,
}

impl Bounds {
    /// What may be lost against `order`. `reads_earlier_load` tells which instructions read what was loaded before the
    /// region.
    pub(super) fn of(
        region: &RegionGraph,
        order: &Order,
        reads_earlier_load: impl Fn(Inst) -> bool,
    ) -> Bounds {
        let mut bounds = Bounds {
            cycles: order.cost.cycles + order.cost.cycles / TIGHTER_SLACK,
            waits: order.waits,
            waits_for_earlier: region
                .insts
                .iter()
                .map(|&inst| reads_earlier_load(inst))
                .collect(),
            early_loads: 0,
        };
        bounds.early_loads = bounds.count_early_loads(region, order);
        bounds
    }

    fn count_early_loads(&self, region: &RegionGraph, order: &Order) -> usize {
        let waits = |unit: &UnitId| self.waits_for_earlier.get(unit.as_u32() as usize) == Some(&true);
        let early = order.units.iter().take_while(|unit| !waits(unit));
        early
            .filter(|&&unit| region.graph.units[unit].completion != Completion::Immediate)
            .count()
    }

    fn hold(&self, region: &RegionGraph, order: &Order) -> bool {
        order.cost.cycles <= self.cycles
            && order.waits <= self.waits
            && self.count_early_loads(region, order) >= self.early_loads
    }
}

/// An order of a region's units.
pub(super) struct Order {
    pub(super) units: Vec<UnitId>,
    pub(super) cost: Cost,
    /// How often it waits for memory.
    waits: u32,
    /// Largest pressure of the region's own values.
    pub(super) peak: Pressure,
}

impl Order {
    pub(super) fn of(region: &RegionGraph, limits: &Pressure, units: Vec<UnitId>) -> Order {
        let (excess, peak) = pressure(region, limits, &units);
        Order::with_pressure(region, units, excess, peak)
    }

    fn with_pressure(region: &RegionGraph, units: Vec<UnitId>, excess: u32, peak: Pressure) -> Order {
        let (cycles, waits) = simulate(region, &units);
        Order {
            units,
            cost: Cost { excess, cycles },
            waits,
            peak,
        }
    }

    /// The order produced by the list scheduler with `tight` limits.
    pub(super) fn scheduled(region: &RegionGraph, limits: &Pressure, tight: Pressure) -> Order {
        Order::of(region, limits, list_order(region, tight))
    }

    /// Uses the order produced by the list scheduler if it costs less, or the same with fewer registers. Returns
    /// whether it does.
    pub(super) fn improve(&mut self, region: &RegionGraph, limits: &Pressure) -> bool {
        let order = Order::scheduled(region, limits, *limits);
        let is_better = (order.cost, order.num_registers()) < (self.cost, self.num_registers());
        if is_better {
            *self = order;
        }
        is_better
    }

    /// Uses the order produced by the list scheduler with `tight` limits if it is within `bounds` and has fewer
    /// registers, or as many in fewer cycles. Returns whether it does.
    pub(super) fn tighten(
        &mut self,
        region: &RegionGraph,
        limits: &Pressure,
        tight: Pressure,
        bounds: &Bounds,
    ) -> bool {
        let units = list_order(region, tight);
        let (excess, peak) = pressure(region, limits, &units);
        // Cycles matter only if it has no more registers.
        if (excess, peak.iter().sum()) > (self.cost.excess, self.num_registers()) {
            return false;
        }
        let order = Order::with_pressure(region, units, excess, peak);
        let rank = |order: &Order| (order.cost.excess, order.num_registers(), order.cost.cycles);
        let is_better = rank(&order) < rank(self) && bounds.hold(region, &order);
        if is_better {
            *self = order;
        }
        is_better
    }

    /// Of all files together.
    fn num_registers(&self) -> u32 {
        self.peak.iter().sum()
    }
}

/// What the list scheduler makes of a region with `tight` limits.
fn list_order(region: &RegionGraph, tight: Pressure) -> Vec<UnitId> {
    let options = ListOptions {
        limits: tight,
        source_order: false,
    };
    schedule_region(&region.graph, &options, &region.live_out)
}

/// A lower bound on cycles: one for each instruction, and the longest path.
pub(super) fn lower_bound(region: &RegionGraph) -> u32 {
    let graph = &region.graph;
    let issue: u32 = graph.units.values().map(|unit| u32::from(unit.size)).sum();
    let longest = |(id, unit): (UnitId, &Unit)| graph.depths[id] + u32::from(unit.size);
    issue.max(graph.units.iter().map(longest).max().unwrap_or(0))
}

/// Simulates an order: issue in order, one unit a cycle, results after their latency, waits take a cycle of their own.
/// Returns the cycles and the number of waits.
fn simulate(region: &RegionGraph, order: &[UnitId]) -> (u32, u32) {
    let graph = &region.graph;
    // By unit: its issue cycle, and its position in the order.
    let mut issued = vec![(0u32, 0usize); graph.units.len()];
    // Positions before which everything has been waited for: by counter of ordered units, and of unordered ones.
    let mut ordered_waited = [0; 256];
    let mut unordered_waited = 0;
    let mut unordered_ready = 0;
    let mut cycle = 0;
    let mut num_waits = 0;
    for (place, &id) in order.iter().enumerate() {
        let unit = &graph.units[id];
        let mut ready = 0;
        let mut waits = false;
        for edge in &unit.preds {
            let (issue, pred_place) = issued[edge.unit.as_u32() as usize];
            ready = ready.max(issue + u32::from(edge.latency));
            if edge.kind != EdgeKind::Data || unit.size == 0 {
                continue;
            }
            match graph.units[edge.unit].completion {
                Completion::Ordered(counter) if pred_place >= ordered_waited[usize::from(counter)] => {
                    ordered_waited[usize::from(counter)] = pred_place + 1;
                    waits = true;
                }
                Completion::Unordered if pred_place >= unordered_waited => {
                    unordered_waited = place;
                    ready = ready.max(unordered_ready);
                    waits = true;
                }
                _ => {}
            }
        }
        num_waits += u32::from(waits);
        cycle = ready.max(cycle + u32::from(waits));
        issued[id.as_u32() as usize] = (cycle, place);
        if unit.completion == Completion::Unordered {
            let latency = unit.succs.iter().map(|edge| u32::from(edge.latency)).max();
            unordered_ready = unordered_ready.max(cycle + latency.unwrap_or(0));
        }
        cycle += u32::from(unit.size);
    }
    (cycle, num_waits)
}

/// How far an order exceeds the limits, and the largest pressure of the region's own values.
fn pressure(region: &RegionGraph, limits: &Pressure, order: &[UnitId]) -> (u32, Pressure) {
    let graph = &region.graph;
    // From the end upwards.
    let mut live = vec![false; graph.values.len()];
    let mut pressure = [0u32; NUM_PRESSURE_SETS];
    let (mut excess, mut peak) = (0, Pressure::default());
    for &value in &region.live_out {
        live[value.as_u32() as usize] = true;
        let weight = graph.values[value];
        pressure[weight.set as usize] += u32::from(weight.weight);
    }
    for &unit in order.iter().rev() {
        for &value in &graph.units[unit].defs {
            if std::mem::take(&mut live[value.as_u32() as usize]) {
                let weight = graph.values[value];
                pressure[weight.set as usize] -= u32::from(weight.weight);
            }
        }
        for &value in &graph.units[unit].uses {
            if !std::mem::replace(&mut live[value.as_u32() as usize], true) {
                let weight = graph.values[value];
                pressure[weight.set as usize] += u32::from(weight.weight);
            }
        }
        let over = pressure
            .iter()
            .zip(limits)
            .map(|(p, limit)| p.saturating_sub(*limit))
            .sum();
        excess = excess.max(over);
        raise(&mut peak, &pressure);
    }
    (excess, peak)
}
