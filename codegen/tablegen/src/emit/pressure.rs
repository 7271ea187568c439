//! Pressure sets: the sets of register units that values compete for.
//!
//! Every allocatable class with `GeneratePressureSet` starts as the set of its units. A subset of another set that is
//! only a
//! few units smaller is merged with it. For two sets that overlap, their union becomes a set too, because values of
//! both
//! classes compete for the same units.

use super::register_model::RegisterModel;
use crate::record::RecordKeeper;
use fixedbitset::FixedBitSet;
use wavec_support::Diagnostic;

/// A subset that is smaller by at most this many units is dropped.
const FEW_UNITS: usize = 2;
/// The limit on the number of sets.
const MAX_SETS: usize = 64;

/// One pressure set.
pub struct PressureSet {
    /// Names of the classes that were merged.
    pub name: String,
    /// Its units.
    pub units: FixedBitSet,
}

/// The pressure sets, and those that each class and each unit belongs to.
pub struct Pressure {
    /// Smallest first.
    pub sets: Vec<PressureSet>,
    /// By class: units of a member, and the sets that hold all its units.
    pub classes: Vec<(u8, Vec<u8>)>,
    /// The distinct lists of sets that units belong to.
    pub unit_lists: Vec<Vec<u8>>,
    /// By unit: the number of its list, 255 if it is in no set.
    pub units: Vec<u8>,
}

impl PressureSet {
    /// The number of its units.
    pub fn size(&self) -> usize {
        self.units.count_ones(..)
    }
}

impl Pressure {
    /// Computes the sets of a description.
    pub fn compute(keeper: &RecordKeeper, model: &RegisterModel) -> Result<Pressure, Diagnostic> {
        let mut class_units: Vec<FixedBitSet> = Vec::new();
        let mut sets: Vec<PressureSet> = Vec::new();
        for class in &model.classes {
            let mut units = FixedBitSet::with_capacity(usize::from(model.num_units));
            if keeper.get_bit(class.record, "isAllocatable")? {
                for &member in class.members.iter() {
                    let register = &model.registers[usize::from(member)];
                    let first = usize::from(register.first_unit);
                    units.insert_range(first..first + usize::from(register.num_units));
                }
                if keeper.get_bit(class.record, "GeneratePressureSet")? {
                    add(&mut sets, class.name.clone(), units.clone());
                }
            }
            class_units.push(units);
        }
        drop_nearly_equal(&mut sets);
        // Unions of overlapping sets; new ones may overlap others in turn.
        let mut first = 0;
        while first < sets.len() {
            for second in 0..first {
                let (a, b) = (&sets[second], &sets[first]);
                if !a.units.is_disjoint(&b.units)
                    && !a.units.is_subset(&b.units)
                    && !b.units.is_subset(&a.units)
                {
                    let units = &a.units | &b.units;
                    let name = format!("{}+{}", a.name, b.name);
                    add(&mut sets, name, units);
                }
            }
            if sets.len() > MAX_SETS {
                let span = model.classes.first().map_or(wavec_support::Span::NONE, |class| {
                    keeper.record(class.record).span
                });
                return Err(Diagnostic::error(
                    span,
                    format!("register classes overlap in more than {MAX_SETS} ways"),
                ));
            }
            first += 1;
        }
        sets.sort_by_key(PressureSet::size);
        let sets_of = |test: &dyn Fn(&FixedBitSet) -> bool| -> Vec<u8> {
            let found = sets.iter().enumerate().filter(|(_, set)| test(&set.units));
            found.map(|(number, _)| number as u8).collect()
        };
        let classes = model.classes.iter().zip(&class_units).map(|(class, units)| {
            let list = if units.is_clear() {
                Vec::new()
            } else {
                sets_of(&|set| units.is_subset(set))
            };
            (class.size_in_units, list)
        });
        let classes = classes.collect();
        let mut unit_lists: Vec<Vec<u8>> = Vec::new();
        let mut units = Vec::new();
        for unit in 0..usize::from(model.num_units) {
            let list = sets_of(&|set| set.contains(unit));
            units.push(if list.is_empty() {
                u8::MAX
            } else {
                let known = unit_lists.iter().position(|other| *other == list);
                known.unwrap_or_else(|| {
                    unit_lists.push(list);
                    unit_lists.len() - 1
                }) as u8
            });
        }
        if unit_lists.len() >= 255 {
            let span = keeper.record(model.classes[0].record).span;
            return Err(Diagnostic::error(
                span,
                "register classes overlap in too many ways",
            ));
        }
        Ok(Pressure {
            sets,
            classes,
            unit_lists,
            units,
        })
    }
}

fn add(sets: &mut Vec<PressureSet>, name: String, units: FixedBitSet) {
    if !sets.iter().any(|set| set.units == units) {
        sets.push(PressureSet { name, units });
    }
}

fn drop_nearly_equal(sets: &mut Vec<PressureSet>) {
    let mut keep: Vec<bool> = Vec::with_capacity(sets.len());
    for inner in sets.iter() {
        let hidden = sets.iter().any(|outer| {
            outer.size() > inner.size()
                && outer.size() - inner.size() <= FEW_UNITS
                && inner.units.is_subset(&outer.units)
        });
        keep.push(!hidden);
    }
    let mut keep = keep.into_iter();
    sets.retain(|_| keep.next() == Some(true));
}
