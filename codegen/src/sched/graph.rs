//! The dependency graph of a region: units that are scheduled as one, and their ordering constraints.
//!
//! Built from the selection graph (units are groups of glued nodes) or from machine instructions (units are
//! instructions); the schedulers do not depend on which.

use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use smallvec::SmallVec;

/// A unit of a [`SchedGraph`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(u32);
entity_impl!(UnitId, "unit");

/// A value that lives in registers between its definition and its last use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(u32);
entity_impl!(ValueId, "value");

/// The kind of a dependency between two units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EdgeKind {
    /// True dependency: it reads the other's result.
    Data,
    /// Anti-dependency: it overwrites what the other reads.
    Anti,
    /// Output dependency: it overwrites what the other writes.
    Output,
    /// Order of side effects.
    Order,
}

/// An edge, seen from one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The other end.
    pub unit: UnitId,
    /// Its kind.
    pub kind: EdgeKind,
    /// Minimum number of cycles from the issue of the first to the issue of the second.
    pub latency: u16,
}

/// How a unit's results complete, if users must wait for them explicitly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Completion {
    /// The hardware makes users wait.
    #[default]
    Immediate,
    /// In issue order among units of the same counter: a wait states how many may be outstanding.
    Ordered(u8),
    /// In any order: waiting for one is waiting for all.
    Unordered,
}

/// One unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Units that come before.
    pub preds: SmallVec<[Edge; 4]>,
    /// Units that come after it.
    pub succs: SmallVec<[Edge; 4]>,
    /// Position in source order.
    pub order: u32,
    /// Cycles in which its instructions are issued; 0 for join nodes.
    pub size: u16,
    /// How its results complete.
    pub completion: Completion,
    /// Values it defines.
    pub defs: SmallVec<[ValueId; 2]>,
    /// Values it reads, each once.
    pub uses: SmallVec<[ValueId; 4]>,
}

/// Register need of a value.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueWeight {
    /// Which pressure set.
    pub set: u8,
    /// How much of it.
    pub weight: u8,
}

/// Number of pressure sets; further ones of a target are merged into the last. Every step examines all.
pub const NUM_PRESSURE_SETS: usize = 4;

/// The graph of a region.
#[derive(Clone, Debug, Default)]
pub struct SchedGraph {
    /// Units, in no particular order.
    pub units: PrimaryMap<UnitId, Unit>,
    /// Register needs of values.
    pub values: PrimaryMap<ValueId, ValueWeight>,
    /// Cycles from the start of the region to the unit along the longest path.
    pub depths: SecondaryMap<UnitId, u32>,
}

impl SchedGraph {
    /// Forgets everything, keeps the memory.
    pub fn clear(&mut self) {
        self.units.clear();
        self.values.clear();
        self.depths.clear();
    }

    /// A new unit.
    pub fn add_unit(&mut self, order: u32, size: u16) -> UnitId {
        self.units.push(Unit {
            order,
            size,
            ..Unit::default()
        })
    }

    /// Makes `to` depend on `from`. Of several edges between two units the longest is kept (data before order).
    pub fn add_edge(&mut self, from: UnitId, to: UnitId, kind: EdgeKind, latency: u16) {
        if from == to {
            return;
        }
        if let Some(known) = self.units[to].preds.iter_mut().find(|edge| edge.unit == from) {
            if latency > known.latency || (latency == known.latency && kind < known.kind) {
                (known.kind, known.latency) = (kind, latency);
                if let Some(back) = self.units[from].succs.iter_mut().find(|edge| edge.unit == to) {
                    (back.kind, back.latency) = (kind, latency);
                }
            }
            return;
        }
        self.units[to].preds.push(Edge {
            unit: from,
            kind,
            latency,
        });
        self.units[from].succs.push(Edge {
            unit: to,
            kind,
            latency,
        });
    }

    /// A new value that `def` (if it is in the region) defines.
    pub fn add_value(&mut self, def: Option<UnitId>, weight: ValueWeight) -> ValueId {
        let value = self.values.push(weight);
        if let Some(def) = def {
            self.units[def].defs.push(value);
        }
        value
    }

    /// Records that `unit` reads `value`.
    pub fn add_use(&mut self, unit: UnitId, value: ValueId) {
        if !self.units[unit].uses.contains(&value) {
            self.units[unit].uses.push(value);
        }
    }

    /// Units in an order in which dependencies come first; `None` if there is a cycle.
    pub fn topological_order(&self) -> Option<Vec<UnitId>> {
        let mut pending: SecondaryMap<UnitId, u32> = SecondaryMap::with_capacity(self.units.len());
        pending.resize(self.units.len());
        let mut order: Vec<UnitId> = Vec::with_capacity(self.units.len());
        for (id, unit) in &self.units {
            pending[id] = unit.preds.len() as u32;
            if unit.preds.is_empty() {
                order.push(id);
            }
        }
        let mut next = 0;
        while next < order.len() {
            let id = order[next];
            next += 1;
            for edge in &self.units[id].succs {
                pending[edge.unit] -= 1;
                if pending[edge.unit] == 0 {
                    order.push(edge.unit);
                }
            }
        }
        (order.len() == self.units.len()).then_some(order)
    }

    /// Computes [`SchedGraph::depths`].
    ///
    /// # Panics
    /// If the graph has a cycle.
    pub fn compute_depths(&mut self) {
        self.depths.resize(self.units.len());
        // Most graphs are numbered in such an order.
        let is_ordered = |(id, unit): (UnitId, &Unit)| unit.preds.iter().all(|edge| edge.unit < id);
        if self.units.iter().all(is_ordered) {
            self.units.keys().for_each(|id| self.compute_depth(id));
        } else {
            let order = self.topological_order().expect("a dependency graph has no cycle");
            order.into_iter().for_each(|id| self.compute_depth(id));
        }
    }

    /// Computes the depth of a unit from those of the units that it depends on.
    fn compute_depth(&mut self, id: UnitId) {
        let preds = self.units[id].preds.iter();
        let depths = preds.map(|edge| self.depths[edge.unit] + u32::from(edge.latency));
        self.depths[id] = depths.max().unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_follow_the_longest_path() {
        let mut graph = SchedGraph::default();
        let units: Vec<UnitId> = (0..4).map(|i| graph.add_unit(i, 1)).collect();
        graph.add_edge(units[0], units[1], EdgeKind::Data, 5);
        graph.add_edge(units[0], units[1], EdgeKind::Order, 0);
        graph.add_edge(units[1], units[3], EdgeKind::Data, 1);
        graph.add_edge(units[2], units[3], EdgeKind::Data, 2);
        graph.compute_depths();
        assert_eq!(graph.depths[units[3]], 6);
        assert_eq!(graph.units[units[1]].preds.len(), 1);
        graph.add_edge(units[3], units[0], EdgeKind::Order, 0);
        assert!(graph.topological_order().is_none());
    }
}
