//! Fields whose results are found again together.
//!
//! The records that one def of a multiclass makes, and those of many a class, hold the same expressions in the same
//! fields, and most of these depend on the same few values: all that a real instruction takes over from its pseudo, on
//! that pseudo. Such fields are sorted into groups once, for all records with the same expressions; what a group's fields
//! became is kept with the values of its inputs, and is looked up for all of them at once. What depends on other things
//! than its inputs is in no group ([`Evaluator::inputs_of`]), and is resolved as ever.

use super::repeats::{INPUTS, InputValues, Inputs};
use super::{DRAFT, Eval, Evaluator, Resolver};
use crate::layout::Shape;
use crate::record::RecordId;
use crate::value::{IN_TURN_BIT, ValueId};
use smallvec::SmallVec;
use std::rc::Rc;

/// Records with less fields to resolve have no plan.
const MIN_FIELDS: usize = 8;
/// A group of less fields is none.
const MIN_GROUP: usize = 2;
/// Sets of plans for fields that start alike, plans of a set, and results of groups; newer ones displace older ones.
const SETS: usize = 1 << 6;
const WAYS: usize = 4;
const RESULTS: usize = 1 << 10;
/// In place of a group's number.
const NO_GROUP: u32 = u32::MAX;

/// Fields that are not known yet, by position, with their values.
pub(super) type OpenFields = SmallVec<[(u32, ValueId); 64]>;

/// The groups of some fields.
struct Plan {
    shape: Shape,
    /// [`ValueId::NONE`] stands for values that records do not have in common.
    fields: Box<[(u32, ValueId)]>,
    /// The group of each field, [`NO_GROUP`] if it is in none. Nothing until a second record has the fields.
    group_of: Box<[u32]>,
    groups: Box<[Group]>,
}

/// Fields with the same inputs.
struct Group {
    /// Tells it from all others.
    number: u32,
    inputs: Inputs,
    /// The fields, by their place among those of the plan.
    members: Vec<u32>,
}

/// What the fields of a group became.
struct GroupResult {
    group: u32,
    inputs: InputValues,
    /// For each field of the group; [`ValueId::NONE`] where it is to be resolved.
    values: Vec<ValueId>,
}

/// See the module.
#[derive(Default)]
pub(super) struct Plans {
    plans: Vec<Option<Rc<Plan>>>,
    results: Vec<GroupResult>,
    groups: u32,
}

/// What is known of a group while a record is resolved.
#[derive(Clone, Copy)]
enum State {
    /// Its inputs are not known yet.
    Open,
    /// Its fields have got their values.
    Found,
    /// What becomes of its fields is going to be kept.
    Missing(InputValues),
}

impl Plan {
    /// Whether it is for these fields.
    fn is_for(&self, shape: Shape, open: &[(u32, ValueId)], is_common: impl Fn(ValueId) -> bool) -> bool {
        self.shape == shape
            && self.fields.len() == open.len()
            && self.fields.iter().zip(open).all(|(own, other)| {
                own == other || own.0 == other.0 && own.1 == ValueId::NONE && !is_common(other.1)
            })
    }
}

impl Plans {
    /// Where the set of the plans of fields starts that start so.
    fn set_of(shape: Shape, open: &[(u32, ValueId)]) -> usize {
        let of = |field: Option<&(u32, ValueId)>| field.map_or(0, |field| field.1.0);
        let hash = shape.0 as u32 ^ of(open.first()) ^ (open.len() as u32) << 16;
        (hash.wrapping_mul(0x9e37_79b1) as usize >> (u32::BITS - SETS.ilog2())) * WAYS
    }

    /// Where the results of a group with these inputs are.
    fn place_of(group: u32, inputs: &InputValues) -> usize {
        let mut hash = group.wrapping_mul(0x85eb_ca6b);
        for value in inputs.iter().take_while(|&&value| value != ValueId::NONE) {
            hash = (hash ^ value.0).wrapping_mul(0x9e37_79b1).rotate_left(15);
        }
        hash.wrapping_mul(0x9e37_79b1) as usize >> (u32::BITS - RESULTS.ilog2())
    }

    fn result(&self, group: u32, inputs: &InputValues) -> Option<&[ValueId]> {
        let known = self.results.get(Plans::place_of(group, inputs))?;
        (known.group == group && known.inputs == *inputs).then_some(&known.values)
    }

    fn put_result(&mut self, group: u32, inputs: &InputValues, values: impl Iterator<Item = ValueId>) {
        if self.results.is_empty() {
            self.results.resize_with(RESULTS, || GroupResult {
                group: NO_GROUP,
                inputs: [ValueId::NONE; INPUTS],
                values: Vec::new(),
            });
        }
        let place = &mut self.results[Plans::place_of(group, inputs)];
        (place.group, place.inputs) = (group, *inputs);
        place.values.clear();
        place.values.extend(values);
    }
}

impl Evaluator {
    /// Resolves fields, which are all that are open; those of the last resolution by a plan.
    #[inline]
    pub(super) fn resolve_fields_by_plan<R: Resolver + ?Sized>(
        &mut self,
        record: RecordId,
        open: &[(u32, ValueId)],
        resolver: &mut R,
    ) -> Eval<()> {
        // Only the last resolution keeps these references.
        let is_last = resolver.keeps_unset_bits() && record.0 & DRAFT == 0;
        if is_last
            && open.len() >= MIN_FIELDS
            && let Some(plan) = self.plan_of(record, open)
        {
            return self.resolve_planned(record, open, &plan, resolver);
        }
        self.resolve_fields(record, open, resolver)
    }

    /// The plan for some fields, from the second record on that has these.
    fn plan_of(&mut self, record: RecordId, open: &[(u32, ValueId)]) -> Option<Rc<Plan>> {
        let shape = self.record(record).fields.shape();
        if self.plans.plans.is_empty() {
            self.plans.plans.resize(SETS * WAYS, None);
        }
        let values = &self.keeper.values;
        // What had its turn before is something else in each record.
        let is_common = |value| values.variables(value) & IN_TURN_BIT == 0;
        let set = Plans::set_of(shape, open);
        let plans = &mut self.plans.plans[set..set + WAYS];
        let is_it = |plan: &Option<Rc<Plan>>| {
            plan.as_ref()
                .is_some_and(|plan| plan.is_for(shape, open, is_common))
        };
        let Some(way) = plans.iter().position(is_it) else {
            let common = open.iter().map(|&(index, value)| match is_common(value) {
                true => (index, value),
                false => (index, ValueId::NONE),
            });
            let plan = Plan {
                shape,
                fields: common.collect(),
                group_of: Box::default(),
                groups: Box::default(),
            };
            plans.rotate_right(1);
            plans[0] = Some(Rc::new(plan));
            return None;
        };
        let plan = plans[way].clone()?;
        if !plan.group_of.is_empty() {
            return Some(plan);
        }
        let plan = Rc::new(self.make_plan(shape, plan.fields.clone()));
        self.plans.groups = self.plans.groups.wrapping_add(plan.groups.len() as u32);
        self.plans.plans[set + way] = Some(Rc::clone(&plan));
        Some(plan)
    }

    /// Sorts fields into groups.
    fn make_plan(&self, shape: Shape, fields: Box<[(u32, ValueId)]>) -> Plan {
        let mut groups: Vec<Group> = Vec::new();
        for (at, &(_, value)) in (0..).zip(&fields) {
            let inputs = match value {
                ValueId::NONE => None,
                value => self.inputs_of(value),
            };
            let Some(mut inputs) = inputs else {
                continue;
            };
            inputs.sort_unstable();
            match groups.iter_mut().find(|group| group.inputs == inputs) {
                Some(group) => group.members.push(at),
                None => groups.push(Group {
                    number: 0,
                    inputs,
                    members: vec![at],
                }),
            }
        }
        groups.retain(|group| group.members.len() >= MIN_GROUP);
        let mut group_of = vec![NO_GROUP; fields.len()];
        for (at, group) in (0..).zip(&mut groups) {
            group.number = self.plans.groups.wrapping_add(at);
            for &member in &group.members {
                group_of[member as usize] = at;
            }
        }
        Plan {
            shape,
            fields,
            group_of: group_of.into(),
            groups: groups.into(),
        }
    }

    fn resolve_planned<R: Resolver + ?Sized>(
        &mut self,
        record: RecordId,
        open: &[(u32, ValueId)],
        plan: &Plan,
        resolver: &mut R,
    ) -> Eval<()> {
        let mut states: SmallVec<[State; 4]> = SmallVec::from_elem(State::Open, plan.groups.len());
        // What each field became, if that may be kept, or was found.
        let mut results: SmallVec<[ValueId; 128]> = SmallVec::from_elem(ValueId::NONE, open.len());
        for (at, (&(index, old), &group)) in open.iter().zip(&plan.group_of).enumerate() {
            if group == NO_GROUP {
                self.resolve_field(record, index as usize, old, resolver)?;
                continue;
            }
            if results[at] != ValueId::NONE {
                continue;
            }
            let (state, group) = (&mut states[group as usize], &plan.groups[group as usize]);
            if matches!(state, State::Open)
                && let Some(inputs) = self.known_inputs(&group.inputs, resolver)
            {
                *state = match self.take_results(record, group, (open, at), &inputs, &mut results) {
                    true => State::Found,
                    false => State::Missing(inputs),
                };
                if results[at] != ValueId::NONE {
                    continue;
                }
            }
            // What is not set may still be a reference for others.
            let result = self.resolve_field(record, index as usize, old, resolver)?;
            if let Some(value) = result.filter(|&value| value != ValueId::UNSET) {
                results[at] = value;
            }
        }
        for (group, state) in plan.groups.iter().zip(&states) {
            if let State::Missing(inputs) = state {
                let values = group.members.iter().map(|&member| results[member as usize]);
                self.plans.put_result(group.number, inputs, values);
            }
        }
        Ok(())
    }

    /// Gives the group's fields from one on what they became before with the same inputs; false if that is not known.
    fn take_results(
        &mut self,
        record: RecordId,
        group: &Group,
        (open, from): (&[(u32, ValueId)], usize),
        inputs: &InputValues,
        results: &mut [ValueId],
    ) -> bool {
        let Some(values) = self.plans.result(group.number, inputs) else {
            return false;
        };
        // The record is a def that has its place already.
        let fields = &mut self.keeper.records[record.0 as usize].fields;
        for (&member, &value) in group.members.iter().zip(values) {
            let member = member as usize;
            if member >= from && value != ValueId::NONE {
                results[member] = value;
                fields.set_value(open[member].0 as usize, value);
            }
        }
        true
    }
}
