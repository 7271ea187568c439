//! Bottom-up list scheduling that balances latencies and register pressure.
//!
//! Of the units whose successors are scheduled, chooses the next one by, in this order: less pressure if a pressure set
//! is over its limit; units that complete in order before those that do not (which therefore move to the front, where
//! one wait suffices for all of them); ready at the current cycle; longer path from the start; less pressure; later in
//! the source; larger number. Cost: linear in units and edges, times at most `WINDOW` candidates for each.

use crate::sched::graph::{Completion, NUM_PRESSURE_SETS, SchedGraph, UnitId, ValueId};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

/// Number of candidates compared, the latest in the source first. Bounds the time for wide graphs.
const WINDOW: usize = 32;

/// Parameters of the scheduler besides dependencies.
#[derive(Clone, Copy, Debug)]
pub struct ListOptions {
    /// Pressure above which reducing it has priority, by set.
    pub limits: [u32; NUM_PRESSURE_SETS],
    /// Keep source order wherever dependencies allow.
    pub source_order: bool,
}

struct State<'g> {
    graph: &'g SchedGraph,
    options: &'g ListOptions,
    ranks: PrimaryMap<UnitId, Rank>,
    live: SecondaryMap<ValueId, bool>,
    /// By value: its weight while it is not live, 0 while it is.
    absent: Vec<i32>,
    pressure: [u32; NUM_PRESSURE_SETS],
    /// Maximum increase of each set by one unit.
    most_uses: [u32; NUM_PRESSURE_SETS],
    /// Ready units, by position in the source (then number), latest last.
    ready: Vec<UnitId>,
    cycle: u32,
}

/// Frequently needed data of a unit in one place.
struct Rank {
    /// Number of unscheduled successors.
    pending: u32,
    /// First cycle (counted from the end) at which the unit can be issued without stalling its successors.
    ready_cycle: u32,
    /// The longest path from the start.
    depth: u32,
    /// Place in the source's order.
    order: u32,
    /// Weight of all values that it defines.
    def_weight: i32,
    is_unordered: bool,
}

/// The effect of scheduling a candidate.
#[derive(Clone, Copy)]
struct Delta {
    /// Change in sets that are over their limit (or get there).
    over: i32,
    /// Change in all sets.
    all: i32,
}

/// An order of all units. `graph.depths` must be computed unless only the source order counts.
pub fn schedule(graph: &SchedGraph, options: &ListOptions) -> Vec<UnitId> {
    schedule_region(graph, options, &[])
}

/// The same where `live_out` are the values live after the last unit.
pub fn schedule_region(graph: &SchedGraph, options: &ListOptions, live_out: &[ValueId]) -> Vec<UnitId> {
    let mut state = State {
        graph,
        options,
        ranks: PrimaryMap::with_capacity(graph.units.len()),
        live: SecondaryMap::with_capacity(graph.values.len()),
        absent: graph
            .values
            .values()
            .map(|weight| i32::from(weight.weight))
            .collect(),
        pressure: [0; NUM_PRESSURE_SETS],
        most_uses: [0; NUM_PRESSURE_SETS],
        ready: Vec::with_capacity(WINDOW.min(graph.units.len())),
        cycle: 0,
    };
    state.live.resize(graph.values.len());
    for (id, unit) in &graph.units {
        let mut uses = [0; NUM_PRESSURE_SETS];
        for &value in &unit.uses {
            let weight = graph.values[value];
            uses[weight.set as usize] += u32::from(weight.weight);
        }
        for (most, uses) in state.most_uses.iter_mut().zip(uses) {
            *most = uses.max(*most);
        }
        state.ranks.push(Rank {
            pending: unit.succs.len() as u32,
            ready_cycle: 0,
            depth: graph.depths[id],
            order: unit.order,
            def_weight: unit
                .defs
                .iter()
                .map(|&value| i32::from(graph.values[value].weight))
                .sum(),
            is_unordered: unit.completion == Completion::Unordered,
        });
        if unit.succs.is_empty() {
            state.insert_ready(id);
        }
    }
    for &value in live_out {
        if !state.live[value] {
            state.begin(value);
        }
    }
    let mut order = Vec::with_capacity(graph.units.len());
    while let Some(unit) = state.pick() {
        state.place(unit);
        order.push(unit);
    }
    debug_assert_eq!(order.len(), graph.units.len(), "a dependency graph has no cycle");
    order.reverse();
    order
}

impl State<'_> {
    fn key(&self, unit: UnitId) -> (u32, UnitId) {
        (self.ranks[unit].order, unit)
    }

    #[inline(always)]
    fn insert_ready(&mut self, unit: UnitId) {
        let key = self.key(unit);
        let at = self.ready.partition_point(|&known| self.key(known) < key);
        self.ready.insert(at, unit);
    }

    fn pick(&mut self) -> Option<UnitId> {
        if self.ready.len() <= 1 || self.options.source_order {
            return self.ready.pop();
        }
        let first = self.ready.len().saturating_sub(WINDOW);
        if (0..NUM_PRESSURE_SETS)
            .all(|set| self.pressure[set] + self.most_uses[set] <= self.options.limits[set])
        {
            return Some(self.pick_below_limits(first));
        }
        let over = (0..NUM_PRESSURE_SETS).any(|set| self.pressure[set] > self.options.limits[set]);
        let mut best = self.ready.len() - 1;
        let mut best_delta = self.delta(self.ready[best]);
        for at in (first..self.ready.len() - 1).rev() {
            let delta = self.delta(self.ready[at]);
            if self.is_better(self.ready[at], delta, self.ready[best], best_delta, over) {
                (best, best_delta) = (at, delta);
            }
        }
        Some(self.ready.remove(best))
    }

    /// The choice when no candidate can exceed a limit: pressure only breaks ties, and is rarely computed.
    fn pick_below_limits(&mut self, first: usize) -> UnitId {
        let mut best = self.ready.len() - 1;
        let mut best_urgency = self.urgency(self.ready[best]);
        let mut best_delta: Option<i32> = None;
        for at in (first..self.ready.len() - 1).rev() {
            let a = self.ready[at];
            let urgency = self.urgency(a);
            if urgency > best_urgency {
                continue;
            }
            if urgency < best_urgency {
                (best, best_urgency, best_delta) = (at, urgency, None);
                continue;
            }
            let b = self.ready[best];
            let of_best = *best_delta.get_or_insert_with(|| self.change_of_all(b));
            let of_a = self.change_of_all(a);
            if (of_a, self.key(b)) < (of_best, self.key(a)) {
                (best, best_delta) = (at, Some(of_a));
            }
        }
        self.ready.remove(best)
    }

    fn is_better(&self, a: UnitId, delta_a: Delta, b: UnitId, delta_b: Delta, over: bool) -> bool {
        if (over || delta_a.over > 0 || delta_b.over > 0) && delta_a.over != delta_b.over {
            return delta_a.over < delta_b.over;
        }
        let (urgency_a, urgency_b) = (self.urgency(a), self.urgency(b));
        if urgency_a != urgency_b {
            return urgency_a < urgency_b;
        }
        if delta_a.all != delta_b.all {
            return delta_a.all < delta_b.all;
        }
        self.key(a) > self.key(b)
    }

    /// The criteria besides pressure and source order, the most important in the highest bits: whether it completes in
    /// any order, how long it would stall, the length of the path to it. Smaller is better.
    #[inline(always)]
    fn urgency(&self, unit: UnitId) -> u64 {
        let rank = &self.ranks[unit];
        let stall = rank.ready_cycle.saturating_sub(self.cycle).min(u32::MAX >> 1);
        u64::from(rank.is_unordered) << 63 | u64::from(stall) << 32 | u64::from(!rank.depth)
    }

    /// [`Delta::all`] alone: what it uses that is not live, less what it defines that is.
    #[inline(always)] //  by far the most frequent query
    fn change_of_all(&self, id: UnitId) -> i32 {
        let unit = &self.graph.units[id];
        let absent = |values: &[ValueId]| -> i32 { values.iter().map(|v| self.absent[v.index()]).sum() };
        absent(&unit.uses) + absent(&unit.defs) - self.ranks[id].def_weight
    }

    /// Above this point `value` is live.
    #[inline(always)]
    fn begin(&mut self, value: ValueId) {
        self.live[value] = true;
        self.absent[value.index()] = 0;
        let weight = self.graph.values[value];
        self.pressure[weight.set as usize] += u32::from(weight.weight);
    }

    /// Above this point `value` is not live.
    fn end(&mut self, value: ValueId) {
        self.live[value] = false;
        let weight = self.graph.values[value];
        self.absent[value.index()] = i32::from(weight.weight);
        self.pressure[weight.set as usize] -= u32::from(weight.weight);
    }

    fn delta(&self, unit: UnitId) -> Delta {
        let unit = &self.graph.units[unit];
        let mut change = [0i32; NUM_PRESSURE_SETS];
        for &value in &unit.defs {
            if self.live[value] {
                let weight = self.graph.values[value];
                change[weight.set as usize] -= i32::from(weight.weight);
            }
        }
        for &value in &unit.uses {
            if !self.live[value] {
                let weight = self.graph.values[value];
                change[weight.set as usize] += i32::from(weight.weight);
            }
        }
        let mut delta = Delta { over: 0, all: 0 };
        for (set, change) in change.into_iter().enumerate() {
            delta.all += change;
            let limit = i64::from(self.options.limits[set]);
            if i64::from(self.pressure[set]) + i64::from(change.max(0)) > limit {
                delta.over += change;
            }
        }
        delta
    }

    fn place(&mut self, id: UnitId) {
        let graph = self.graph;
        let unit = &graph.units[id];
        self.cycle = self.cycle.max(self.ranks[id].ready_cycle) + u32::from(unit.size);
        for &value in &unit.defs {
            if self.live[value] {
                self.end(value);
            }
        }
        for &value in &unit.uses {
            if !self.live[value] {
                self.begin(value);
            }
        }
        let issued = self.cycle - u32::from(unit.size);
        for edge in &unit.preds {
            let ready = issued + u32::from(edge.latency);
            let rank = &mut self.ranks[edge.unit];
            rank.ready_cycle = ready.max(rank.ready_cycle);
            rank.pending -= 1;
            if rank.pending == 0 {
                self.insert_ready(edge.unit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sched::graph::{EdgeKind, ValueWeight};

    fn options(limit: u32) -> ListOptions {
        ListOptions {
            limits: [limit; NUM_PRESSURE_SETS],
            source_order: false,
        }
    }

    /// `n` loads with latency 20, each with an addition that uses it and the sum so far.
    fn reduction(n: u32) -> (SchedGraph, Vec<UnitId>) {
        let mut graph = SchedGraph::default();
        let weight = ValueWeight { set: 0, weight: 1 };
        let mut loads = Vec::new();
        let mut sum = None;
        for i in 0..n {
            let load = graph.add_unit(2 * i, 1);
            let add = graph.add_unit(2 * i + 1, 1);
            let value = graph.add_value(Some(load), weight);
            graph.add_use(add, value);
            graph.add_edge(load, add, EdgeKind::Data, 20);
            if let Some((unit, value)) = sum {
                graph.add_edge(unit, add, EdgeKind::Data, 1);
                graph.add_use(add, value);
            }
            let result = graph.add_value(Some(add), weight);
            sum = Some((add, result));
            loads.push(load);
        }
        graph.compute_depths();
        (graph, loads)
    }

    fn check(graph: &SchedGraph, order: &[UnitId]) {
        let position = |unit| order.iter().position(|&u| u == unit).unwrap();
        for (id, unit) in &graph.units {
            for edge in &unit.preds {
                assert!(position(edge.unit) < position(id));
            }
        }
    }

    #[test]
    fn loads_move_up_while_registers_last() {
        let (graph, loads) = reduction(6);
        let order = schedule(&graph, &options(100));
        check(&graph, &order);
        let in_front = order.iter().take(6).filter(|unit| loads.contains(unit)).count();
        assert_eq!(in_front, 6, "{order:?}");
        let order = schedule(&graph, &options(2));
        check(&graph, &order);
        let in_front = order.iter().take(6).filter(|unit| loads.contains(unit)).count();
        assert!(in_front < 6, "{order:?}");
    }

    #[test]
    fn source_order_is_kept() {
        let (graph, _) = reduction(4);
        let mut options = options(100);
        options.source_order = true;
        let order = schedule(&graph, &options);
        check(&graph, &order);
        let places: Vec<u32> = order.iter().map(|&u| graph.units[u].order).collect();
        assert!(places.is_sorted(), "{places:?}");
    }
}
