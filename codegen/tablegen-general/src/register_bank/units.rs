//! Lane masks of indices, weights of units, and pressure sets.
//!
//! All registers of a class have the same weight, so that the pressure of a value does not depend on the register that
//! it is
//! assigned to: a register that weighs less than the others of its class gets a heavier unit, or an additional unit of
//! its own.

use super::{MAX_LANES, RegisterBank, Unit, UnitSet};
use fixedbitset::FixedBitSet;
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::{Diagnostic, Span};
use wavec_tablegen::RecordKeeper;

/// A set that is a subset of another one and smaller by at most this many units is merged with it.
const FEW_UNITS: usize = 2;

impl RegisterBank {
    /// Assigns a lane to each index that is not composed of others.
    pub(super) fn number_lanes(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        let mut next = 0;
        for number in 1..self.indices.len() {
            if self.indices[number].composites.is_empty() {
                if next == MAX_LANES {
                    let record = self.indices[number].record;
                    let span = record.map_or(Span::NONE, |record| keeper.record(record).span);
                    let what = format!(
                        "the sub-register index '{}' needs a lane, but there are {MAX_LANES} already",
                        self.indices[number].name
                    );
                    return Err(Diagnostic::error(span, what));
                }
                self.indices[number].lanes = 1 << next;
                next += 1;
            }
        }
        let mut open = vec![false; self.indices.len()];
        for number in 1..self.indices.len() {
            self.lanes_of(number, &mut open);
        }
        self.covering_lanes = u64::MAX;
        for index in self.indices.iter().skip(1).filter(|index| !index.all_covered) {
            self.covering_lanes &= !index.lanes;
        }
        for class in &mut self.classes {
            let indices = class.with_sub_reg.keys();
            let lanes = indices.fold(0, |lanes, &index| lanes | self.indices[usize::from(index)].lanes);
            class.lanes = lanes.max(1);
        }
        Ok(())
    }

    fn lanes_of(&mut self, number: usize, open: &mut [bool]) -> u64 {
        if self.indices[number].lanes == 0 && !std::mem::replace(&mut open[number], true) {
            let inner: Vec<u16> = self.indices[number].composites.values().copied().collect();
            let lanes = inner
                .into_iter()
                .fold(0, |lanes, inner| lanes | self.lanes_of(usize::from(inner), open));
            self.indices[number].lanes = lanes;
        }
        self.indices[number].lanes
    }

    /// Weight of a register.
    pub fn weight(&self, register: u16) -> i64 {
        let units = &self.registers[usize::from(register)].units;
        units.iter().map(|&unit| self.units[unit as usize].weight).sum()
    }

    /// Weight of a class's registers.
    pub fn class_weight(&self, class: usize) -> i64 {
        let class = &self.classes[class];
        match (class.weight, class.members.first()) {
            (Some(weight), _) => weight,
            (None, Some(&first)) if !class.artificial => self.weight(first),
            _ => 0,
        }
    }

    /// Assigns weights to all units.
    pub(super) fn weigh_units(&mut self) {
        let mut groups = self.overlapping_classes();
        groups.update(self);
        // Each round balances some registers; adopted units are new and are never taken from other registers.
        let limit = self.units.len() + 1;
        for _ in 0..limit {
            let mut changed = false;
            for number in 1..self.registers.len() as u16 {
                let (mut registers, mut units) = (FxHashSet::default(), FxHashSet::default());
                changed |= self.balance(number, &mut groups, &mut registers, &mut units);
            }
            if !changed {
                break;
            }
        }
    }

    /// Groups of registers: those of overlapping allocatable classes form a group; group 0 contains all others.
    fn overlapping_classes(&self) -> Groups {
        let mut leader: Vec<usize> = (0..self.registers.len()).collect();
        fn find(leader: &mut [usize], mut at: usize) -> usize {
            while leader[at] != at {
                leader[at] = leader[leader[at]];
                at = leader[at];
            }
            at
        }
        let mut allocatable = FixedBitSet::with_capacity(self.registers.len());
        for class in self.classes.iter().filter(|class| class.allocatable) {
            for &member in class.members.iter() {
                allocatable.insert(usize::from(member));
                let a = find(&mut leader, usize::from(class.members[0]));
                let b = find(&mut leader, usize::from(member));
                leader[a.max(b)] = a.min(b);
            }
        }
        let mut numbers = FxHashMap::default();
        let mut groups = Groups {
            of_register: vec![0; self.registers.len()],
            members: vec![Vec::new()],
            weights: Vec::new(),
            determinants: Vec::new(),
        };
        for register in 1..self.registers.len() {
            let group = if !allocatable.contains(register) {
                0
            } else {
                let next = numbers.len() + 1;
                *numbers.entry(find(&mut leader, register)).or_insert(next)
            };
            if group == groups.members.len() {
                groups.members.push(Vec::new());
            }
            groups.members[group].push(register as u16);
            groups.of_register[register] = group;
        }
        groups.weights = vec![0; groups.members.len()];
        groups.determinants = vec![FxHashSet::default(); groups.members.len()];
        groups
    }

    /// Raises the weight of a register to that of its group, after its sub-registers.
    fn balance(
        &mut self,
        number: u16,
        groups: &mut Groups,
        registers: &mut FxHashSet<u16>,
        units: &mut FxHashSet<u32>,
    ) -> bool {
        if !registers.insert(number) {
            return false;
        }
        let at = usize::from(number);
        let mut changed = false;
        for place in 0..self.registers[at].sub_regs.len() {
            let (_, part) = self.registers[at].sub_regs[place];
            changed |= self.balance(part, groups, registers, units);
        }
        if self.inherit_units(number) {
            groups.update(self);
        }
        let group = groups.of_register[at];
        let missing = groups.weights[group] - self.weight(number);
        if missing > 0 {
            let own = &self.registers[at].units;
            let unit = own[0];
            if own.len() != 1 || units.contains(&unit) || groups.determinants[group].contains(&unit) {
                self.units.push(Unit {
                    roots: [0, 0],
                    weight: missing,
                    artificial: false,
                });
                let unit = self.units.len() as u32 - 1;
                self.registers[at].units.push(unit);
            } else {
                let unit = &mut self.units[unit as usize];
                if !unit.artificial {
                    unit.weight += missing;
                }
                groups.update(self);
            }
            changed = true;
        }
        units.extend(self.registers[at].units.iter().copied());
        changed
    }

    /// Adds the units that sub-registers adopted.
    fn inherit_units(&mut self, number: u16) -> bool {
        let at = usize::from(number);
        let before = self.registers[at].units.len();
        let mut units = self.registers[at].units.clone();
        for &(_, part) in &self.registers[at].sub_regs {
            let part = &self.registers[usize::from(part)].units;
            let native = part.partition_point(|&unit| (unit as usize) < self.num_native_units);
            units.extend_from_slice(&part[native..]);
        }
        units.sort_unstable();
        units.dedup();
        let grown = units.len() > before;
        self.registers[at].units = units;
        grown
    }

    /// Computes the pressure sets: the units of each class, and of each pair of classes that overlap.
    pub(super) fn find_unit_sets(&mut self) {
        let units_of = |class: usize| {
            let members = self.classes[class].members.iter();
            let mut units: Vec<u32> = members
                .flat_map(|&member| &self.registers[usize::from(member)].units)
                .copied()
                .filter(|&unit| !self.units[unit as usize].artificial)
                .collect();
            units.sort_unstable();
            units.dedup();
            units
        };
        let class_units: Vec<Vec<u32>> = (0..self.classes.len()).map(units_of).collect();
        let mut sets: Vec<UnitSet> = Vec::new();
        let mut known = FxHashSet::default();
        for class in self.class_order() {
            let units = &class_units[class];
            let class = &self.classes[class];
            if class.allocatable
                && !class.artificial
                && class.pressure
                && !units.is_empty()
                && known.insert(units.clone())
            {
                sets.push(UnitSet {
                    name: class.name.clone(),
                    units: units.clone(),
                    weight: 0,
                });
            }
        }
        self.prune(&mut sets);
        let count = sets.len();
        for first in 0..count {
            for second in first + 1..count {
                let (a, b) = (&sets[first], &sets[second]);
                if !a.units.iter().any(|unit| b.units.binary_search(unit).is_ok()) {
                    continue;
                }
                let mut units: Vec<u32> = a.units.iter().chain(&b.units).copied().collect();
                units.sort_unstable();
                units.dedup();
                if !sets.iter().any(|set| set.units == units) {
                    let name = format!("{}_with_{}", a.name, b.name);
                    sets.push(UnitSet {
                        name,
                        units,
                        weight: 0,
                    });
                }
            }
        }
        self.prune(&mut sets);
        for set in &mut sets {
            set.weight = set
                .units
                .iter()
                .map(|&unit| self.units[unit as usize].weight)
                .sum();
        }
        sets.sort_by_key(|set| set.units.len());
        self.class_sets = class_units
            .iter()
            .zip(&self.classes)
            .map(|(units, class)| {
                if !class.allocatable || units.is_empty() {
                    return Vec::new();
                }
                let holds = |set: &usize| is_subset(units, &sets[*set].units);
                (0..sets.len()).filter(holds).collect()
            })
            .collect();
        self.unit_sets = vec![Vec::new(); self.num_native_units];
        for (number, set) in sets.iter().enumerate() {
            for &unit in &set.units {
                if let Some(list) = self.unit_sets.get_mut(unit as usize) {
                    list.push(number);
                }
            }
        }
        self.sets = sets;
    }

    /// Classes ordered by size of their registers, then by number of them, then by name.
    fn class_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.classes.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.classes[a], &self.classes[b]);
            a.size
                .cmp(&b.size)
                .then_with(|| b.members.len().cmp(&a.members.len()))
                .then_with(|| a.name.cmp(&b.name))
        });
        order
    }

    /// Drops sets that are nearly equal to a larger one with units of the same weight.
    fn prune(&self, sets: &mut Vec<UnitSet>) {
        let weight = |unit: u32| self.units[unit as usize].weight;
        let mut keep = vec![true; sets.len()];
        for inner in 0..sets.len() {
            let found = (0..sets.len()).find(|&outer| {
                let (small, large) = (&sets[inner].units, &sets[outer].units);
                outer != inner
                    && small.len() + FEW_UNITS >= large.len()
                    && is_subset(small, large)
                    && weight(small[0]) == weight(large[0])
                    && weight(small[0]) == weight(large[large.len() - 1])
            });
            if let Some(outer) = found {
                keep[inner] = false;
                if sets[inner].name.len() < sets[outer].name.len() {
                    sets[outer].name = sets[inner].name.clone();
                }
            }
        }
        let mut keep = keep.into_iter();
        sets.retain(|_| keep.next() == Some(true));
    }
}

/// Groups of registers that must have the same weight.
struct Groups {
    of_register: Vec<usize>,
    members: Vec<Vec<u16>>,
    weights: Vec<i64>,
    /// Units that are the only unit of a register with the weight of its group.
    determinants: Vec<FxHashSet<u32>>,
}

impl Groups {
    /// Recomputes the weights of groups from those of units, which weigh at least 1.
    fn update(&mut self, bank: &mut RegisterBank) {
        for group in 1..self.members.len() {
            let mut largest = 0;
            for &member in &self.members[group] {
                let mut weight = 0;
                for &unit in &bank.registers[usize::from(member)].units {
                    let unit = &mut bank.units[unit as usize];
                    if !unit.artificial {
                        unit.weight = unit.weight.max(1);
                        weight += unit.weight;
                    }
                }
                largest = largest.max(weight);
            }
            self.weights[group] = largest;
            for &member in &self.members[group] {
                let units = &bank.registers[usize::from(member)].units;
                if let [unit] = units[..]
                    && bank.units[unit as usize].weight == largest
                {
                    self.determinants[group].insert(unit);
                }
            }
        }
    }
}

fn is_subset(inner: &[u32], outer: &[u32]) -> bool {
    let mut outer = outer.iter();
    inner.iter().all(|unit| outer.any(|other| other == unit))
}
