//! Memoization of groups of fields.
//!
//! The records that one statement of a multiclass or loop creates have the same expressions in the same fields, and most of
//! these expressions depend on few values. For example, every field that a real instruction copies from its pseudo
//! instruction depends on that pseudo. Fields with the same inputs form a group, which is found once per statement. The
//! results of a group are stored under the values of its inputs and looked up for all fields of the group at once. If a
//! field depends on another field of the record, that field's inputs count as its own; resolved fields are equal in all
//! records of a plan. A field that depends on anything else is in no group ([`Evaluator::inputs_of`]) and is resolved
//! individually.

use super::inputs::{INPUTS, InputValues, Inputs};
use super::{Eval, Evaluator, Resolver, worth_from};
use crate::intern::Symbol;
use crate::layout::{Layout, Shape};
use crate::record::RecordId;
use crate::value::{Node, ValueId};
use smallvec::SmallVec;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use wavec_support::Span;

/// The plans are a set-associative cache. A set holds the plans of a statement and of the copies that loops made of it; a
/// newer plan replaces the oldest.
const SETS: usize = 1 << 6;
const WAYS: usize = 4;
/// Records with fewer or more fields have no plan.
const MIN_FIELDS: usize = worth_from(16) as usize;
const MAX_FIELDS: usize = 1 << 12;
/// The most fields that may differ between the records of a plan, and how often such fields may be added.
const MAX_VARYING: usize = 8;
const MAX_CHANGES: u8 = 8;
/// The size from which fields form a group, and the number of consecutive misses after which a group is not looked up any
/// more.
const MIN_GROUP: usize = worth_from(2) as usize;
const MAX_MISSES: u8 = 32;
/// The most groups of a plan, and the longest chain of fields that is followed to find inputs.
const MAX_GROUPS: usize = 64;
const MAX_DEPTH: u32 = 64;
/// The most variables of an expression, before variables that are fields are replaced by the inputs of these.
const MAX_VARIABLES: usize = 64;
/// Entries of the cache of results.
const RESULTS: usize = 1 << 10;
/// No group.
const NO_GROUP: u32 = u32::MAX;

/// What the records of a statement have in common.
#[derive(Clone)]
pub(super) struct Plan {
    shape: Shape,
    /// Keeps the layout alive, as its address is a part of the shape.
    _layout: Option<Arc<Layout>>,
    span: Span,
    /// The fields before they are resolved.
    values: Box<[ValueId]>,
    /// Fields that differ between records, in order.
    varying: SmallVec<[u32; MAX_VARYING]>,
    changes: u8,
    /// A second record has been seen, so that the members below are set.
    is_made: bool,
    steps: Box<[Step]>,
    groups: Box<[Group]>,
}

/// A field that may have to be resolved.
#[derive(Clone, Copy)]
struct Step {
    index: u32,
    /// [`NO_GROUP`] if it belongs to none.
    group: u32,
}

/// Fields with the same inputs.
#[derive(Clone)]
struct Group {
    /// Unique among all groups.
    number: u32,
    inputs: Inputs,
    /// The fields, as indices of the plan's steps.
    members: Vec<u32>,
    /// Consecutive misses of the cache.
    misses: Cell<u8>,
}

/// The results of a group.
struct GroupResult {
    group: u32,
    inputs: InputValues,
    /// One for each field of the group; [`ValueId::NONE`] for a field that must be resolved.
    values: Vec<ValueId>,
}

/// See the module.
#[derive(Default)]
pub(super) struct Plans {
    plans: Vec<Option<Rc<Plan>>>,
    results: Vec<GroupResult>,
    groups: u32,
}

/// The state of a group while a record is resolved.
#[derive(Clone, Copy)]
enum State {
    /// Its inputs are unknown so far.
    Open,
    /// Its fields have their values, or are resolved individually.
    Done,
    /// Its results are not in the cache and will be stored.
    Missing(InputValues),
}

/// The inputs of a field while a plan is created.
#[derive(Clone)]
enum FieldInputs {
    Unknown,
    /// Being computed: the field refers to itself.
    Busy,
    /// The field is in no group.
    None,
    These(Inputs),
}

/// Index of the first plan of the set for a statement whose records have this shape.
fn set_of(shape: Shape, span: Span) -> usize {
    let hash = shape.0 as u32 ^ span.start.wrapping_mul(0x85eb_ca6b);
    (hash.wrapping_mul(0x9e37_79b1) as usize >> (u32::BITS - SETS.ilog2())) * WAYS
}

impl Plan {
    /// The fields, except varying ones, whose values differ from those of a record; `None` if more than `most` do.
    fn differences(&self, values: &[ValueId], most: usize) -> Option<SmallVec<[u32; MAX_VARYING]>> {
        let mut found = SmallVec::new();
        let mut note = |start: usize, own: &[ValueId], others: &[ValueId]| {
            let differing = (start as u32..).zip(own.iter().zip(others));
            let differing = differing.filter(|(_, (own, other))| own != other);
            for (at, _) in differing.filter(|(at, _)| !self.varying.contains(at)) {
                if found.len() == most {
                    return None;
                }
                found.push(at);
            }
            Some(())
        };
        // Most are equal and are skipped sixteen at a time.
        let (chunks, rest) = self.values.as_chunks::<16>();
        let (other_chunks, other_rest) = values.as_chunks::<16>();
        for (at, (own, others)) in chunks.iter().zip(other_chunks).enumerate() {
            let pairs = own.iter().zip(others);
            if pairs.fold(0, |all, (own, other)| all | (own.0 ^ other.0)) != 0 {
                note(16 * at, own, others)?;
            }
        }
        note(16 * chunks.len(), rest, other_rest)?;
        Some(found)
    }

    /// The fields that may be unresolved.
    pub(super) fn fields(&self) -> impl Iterator<Item = u32> {
        self.steps.iter().map(|step| step.index)
    }
}

impl Plans {
    /// Index of the cache entry for a group with these inputs.
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
    /// The plan for a def that a multiclass or loop has created; the first def of a statement has none. `arguments` are
    /// the variables besides the fields that have values.
    pub(super) fn plan_of(&mut self, record: RecordId, arguments: &[(Symbol, ValueId)]) -> Option<Rc<Plan>> {
        let contents = self.keeper.record(record);
        let (values, span) = (contents.fields.values(), contents.span);
        if !(MIN_FIELDS..=MAX_FIELDS).contains(&values.len()) {
            return None;
        }
        let shape = contents.fields.shape();
        if self.plans.plans.is_empty() {
            self.plans.plans.resize(SETS * WAYS, None);
        }
        let set = set_of(shape, span);
        let plans = &mut self.plans.plans[set..set + WAYS];
        // A plan that fits if some more fields are allowed to vary.
        let mut alike = None;
        for (way, plan) in plans.iter().enumerate() {
            let Some(plan) = plan else { break };
            if plan.shape != shape || plan.span != span {
                continue;
            }
            let most = if plan.changes < MAX_CHANGES {
                MAX_VARYING - plan.varying.len()
            } else {
                0
            };
            match plan.differences(values, most) {
                None => {}
                Some(found) if found.is_empty() && plan.is_made => return Some(Rc::clone(plan)),
                Some(found) => alike = alike.or(Some((way, found))),
            }
        }
        let Some((way, found)) = alike else {
            let plan = Plan {
                shape,
                _layout: contents.fields.shared_layout(),
                span,
                values: values.into(),
                varying: SmallVec::new(),
                changes: 0,
                is_made: false,
                steps: Box::default(),
                groups: Box::default(),
            };
            plans.rotate_right(1);
            plans[0] = Some(Rc::new(plan));
            return None;
        };
        let mut plan = plans[way].as_deref()?.clone();
        plan.varying.extend(found);
        plan.varying.sort_unstable();
        plan.changes += u8::from(plan.is_made);
        plan.is_made = true;
        self.find_groups(&mut plan, record, arguments);
        let plan = Rc::new(plan);
        self.plans.plans[set + way] = Some(Rc::clone(&plan));
        Some(plan)
    }

    /// Finds the groups of a plan.
    fn find_groups(&mut self, plan: &mut Plan, record: RecordId, arguments: &[(Symbol, ValueId)]) {
        let mut groups: Vec<Group> = Vec::new();
        let mut steps = Vec::new();
        let mut known = vec![FieldInputs::Unknown; plan.values.len()];
        for (index, &value) in plan.values.iter().enumerate() {
            let is_varying = plan.varying.contains(&(index as u32));
            if !value.is_unresolved() && !is_varying {
                continue;
            }
            let step = steps.len() as u32;
            steps.push(Step {
                index: index as u32,
                group: NO_GROUP,
            });
            if is_varying {
                continue;
            }
            let Some(inputs) = self.inputs_of_field(plan, index, (record, arguments), 0, &mut known) else {
                continue;
            };
            match groups.iter().position(|group| group.inputs == inputs) {
                Some(at) => groups[at].members.push(step),
                None if groups.len() == MAX_GROUPS => {}
                None => groups.push(Group {
                    number: 0,
                    inputs,
                    members: vec![step],
                    misses: Cell::new(0),
                }),
            }
        }
        groups.retain(|group| group.members.len() >= MIN_GROUP);
        for (at, group) in (0..).zip(&mut groups) {
            group.number = self.plans.groups;
            self.plans.groups = self.plans.groups.wrapping_add(1);
            for &member in &group.members {
                steps[member as usize].group = at;
            }
        }
        (plan.steps, plan.groups) = (steps.into(), groups.into());
    }

    /// The inputs of a field, including those of the fields that it refers to, in order.
    fn inputs_of_field(
        &self,
        plan: &Plan,
        index: usize,
        (record, arguments): (RecordId, &[(Symbol, ValueId)]),
        depth: u32,
        known: &mut [FieldInputs],
    ) -> Option<Inputs> {
        if depth == MAX_DEPTH {
            return None;
        }
        match &known[index] {
            FieldInputs::These(inputs) => return Some(inputs.clone()),
            FieldInputs::Busy | FieldInputs::None => return None,
            FieldInputs::Unknown => {}
        }
        known[index] = FieldInputs::Busy;
        let mut inputs = Inputs::new();
        let own = self.inputs_of(plan.values[index], MAX_VARIABLES);
        let is_grouped = own.is_some_and(|own| {
            own.iter().all(|&input| {
                let field = match self.node(input) {
                    Node::Var { name, .. } if arguments.iter().all(|argument| argument.0 != name) => {
                        self.record(record).fields.index_of(name)
                    }
                    _ => None,
                };
                let field = field.filter(|&field| !plan.varying.contains(&(field as u32)));
                let through = match field {
                    None => None,
                    Some(field) if !plan.values[field].is_unresolved() => Some(Inputs::new()),
                    Some(field) => self.inputs_of_field(plan, field, (record, arguments), depth + 1, known),
                };
                for &input in through.as_deref().unwrap_or(&[input]) {
                    if !inputs.contains(&input) {
                        inputs.push(input);
                    }
                }
                inputs.len() <= INPUTS
            })
        });
        inputs.sort_unstable();
        known[index] = if is_grouped {
            FieldInputs::These(inputs.clone())
        } else {
            FieldInputs::None
        };
        is_grouped.then_some(inputs)
    }

    /// Resolves the fields of a plan.
    pub(super) fn resolve_planned<R: Resolver + ?Sized>(
        &mut self,
        record: RecordId,
        plan: &Plan,
        resolver: &mut R,
    ) -> Eval<()> {
        let mut states: SmallVec<[State; 4]> = SmallVec::from_elem(State::Open, plan.groups.len());
        // The result of each field, if it may be stored.
        let mut results: SmallVec<[ValueId; 128]> = SmallVec::from_elem(ValueId::NONE, plan.steps.len());
        for (at, step) in plan.steps.iter().enumerate() {
            let index = step.index as usize;
            let old = self.keeper.record(record).fields.values()[index];
            if !old.is_unresolved() {
                continue;
            }
            if let Some(state @ State::Open) = states.get_mut(step.group as usize) {
                let group = &plan.groups[step.group as usize];
                if group.misses.get() >= MAX_MISSES {
                    *state = State::Done;
                } else if let Some(inputs) = self.known_inputs(&group.inputs, resolver) {
                    if self.take_results(record, plan, group, &inputs) {
                        *state = State::Done;
                        if self.keeper.record(record).fields.values()[index] != old {
                            continue;
                        }
                    } else {
                        *state = State::Missing(inputs);
                    }
                }
            }
            // An unset field may still be referred to by others.
            let result = self.resolve_field(record, index, old, resolver)?;
            results[at] = match result {
                None | Some(ValueId::UNSET) => ValueId::NONE,
                Some(value) => value,
            };
        }
        for (group, state) in plan.groups.iter().zip(&states) {
            if let State::Missing(inputs) = state {
                group.misses.set(group.misses.get() + 1);
                let values = group.members.iter().map(|&member| results[member as usize]);
                self.plans.put_result(group.number, inputs, values);
            }
        }
        Ok(())
    }

    /// Sets the fields of a group to the results for these inputs; false if they are not in the cache.
    fn take_results(&mut self, record: RecordId, plan: &Plan, group: &Group, inputs: &InputValues) -> bool {
        let Some(values) = self.plans.result(group.number, inputs) else {
            return false;
        };
        group.misses.set(0);
        let fields = &mut self.keeper.records[record.0 as usize].fields;
        for (&member, &value) in group.members.iter().zip(values) {
            let index = plan.steps[member as usize].index as usize;
            if value != ValueId::NONE && fields.values()[index].is_unresolved() {
                fields.set_value(index, value);
            }
        }
        true
    }
}
