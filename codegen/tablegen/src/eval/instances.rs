//! `Class<args>` as a value: the records that these are.

use super::{Eval, Evaluator, RecordResolver};
use crate::intern::Symbol;
use crate::record::{Details, Record, RecordId};
use crate::value::{Node, SliceId, ValueId};
use smallvec::SmallVec;
use wavec_support::Span;

/// What is known of a `Class<args>`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Anonymous {
    /// Where it was first written.
    pub(super) place: Option<Span>,
    pub(super) record: Option<RecordId>,
}

/// What is known of every `Class<args>` so far.
#[derive(Clone, Default)]
pub(super) struct AnonymousRecords {
    /// By value: the position in `known` plus one, 0 for a value of another kind or one that was not asked for.
    positions: Vec<u32>,
    known: Vec<Anonymous>,
}

impl AnonymousRecords {
    /// What is known of the value.
    #[inline]
    pub(super) fn get(&self, value: ValueId) -> Anonymous {
        let position = self.positions.get(value.index()).copied().unwrap_or(0);
        match position.checked_sub(1) {
            Some(position) => self.known[position as usize],
            None => Anonymous::default(),
        }
    }

    /// The same for changing it.
    pub(super) fn get_mut(&mut self, value: ValueId) -> &mut Anonymous {
        let index = value.index();
        if index >= self.positions.len() {
            self.positions.resize((index + 1).next_power_of_two(), 0);
        }
        let position = &mut self.positions[index];
        if *position == 0 {
            self.known.push(Anonymous::default());
            *position = self.known.len() as u32;
        }
        &mut self.known[*position as usize - 1]
    }
}

impl AnonymousRecords {
    /// All of which anything is known, by value.
    pub(super) fn each(&self) -> impl Iterator<Item = (ValueId, Anonymous)> {
        (0..).zip(&self.positions).filter_map(|(index, position)| {
            let known = self.known[position.checked_sub(1)? as usize];
            Some((ValueId(index | ValueId::OPEN), known))
        })
    }
}

impl Evaluator {
    /// The record of `Class<args>`, made when it is first asked for.
    pub(crate) fn instantiate(&mut self, value: ValueId) -> Eval<ValueId> {
        let known = self.anonymous.get(value);
        if let Some(record) = known.record {
            return Ok(self.value(Node::Def(record)));
        }
        if self.instantiation_depth >= self.limits.instantiation_depth {
            let limit = self.limits.instantiation_depth;
            return self.give_up(format!(
                "anonymous records are instantiated more than {limit} deep"
            ));
        }
        let Node::AnonymousRecord { class, args } = self.node(value) else {
            return Ok(value);
        };
        self.instantiation_depth += 1;
        self.instantiations.push(self.place);
        // Its assertions and texts are resolved with its arguments, not with those of the record that asks for it.
        let outer = self.memo.suspend();
        let record = self.instantiate_class(class, args, known.place);
        self.memo.resume(outer);
        self.instantiations.pop();
        self.instantiation_depth -= 1;
        let record = record?;
        self.anonymous.get_mut(value).record = Some(record);
        Ok(self.value(Node::Def(record)))
    }

    /// The record of `Class<args>` if there is one. If nothing is known of it yet, it was first written at `place`.
    pub(crate) fn anonymous_record(&mut self, value: ValueId, place: Option<Span>) -> Option<RecordId> {
        let known = self.anonymous.get_mut(value);
        known.place = known.place.or(place);
        known.record
    }

    fn instantiate_class(&mut self, class: RecordId, args: SliceId, place: Option<Span>) -> Eval<RecordId> {
        let name = self.new_anonymous_name();
        let contents = self.record(class);
        let mut record = Record::new(contents.name, name, place.unwrap_or(contents.span));
        record.is_anonymous = true;
        record.fields = contents.fields.instance();
        if let Some(Details {
            assertions, dumps, ..
        }) = contents.details()
            && !(assertions.is_empty() && dumps.is_empty())
        {
            let details = record.details_mut();
            details.assertions.clone_from(assertions);
            details.dumps.clone_from(dumps);
        }
        record.ancestry = Some(self.instance_ancestry(class));
        self.count_record(record.fields.len())?;
        let id = self.push_record(record);

        // Template arguments are the first fields.
        let contents = self.record(class);
        let mut values: SmallVec<[ValueId; 8]> =
            SmallVec::from_slice(&contents.fields.values()[..contents.template_args().len()]);
        for (index, &arg) in self.keeper.values.slice(args).iter().enumerate() {
            match self.node(ValueId(arg)) {
                Node::NamedArgument { name, value } => {
                    let names = self.record(class).template_args();
                    if let Some(index) = names.iter().position(|&known| known == name) {
                        values[index] = value;
                    }
                }
                _ => values[index] = ValueId(arg),
            }
        }
        if self.compute_fields(id, class, &values)? {
            let name_value = self.record(id).name_value;
            if let Node::AnonymousName(number) = self.node(name_value) {
                self.record_mut(id).name_value = self.anonymous_text(number);
            }
            self.add_instance(id);
            return Ok(id);
        }
        let names = self.record(class).template_args();
        let arguments: SmallVec<[(Symbol, ValueId); 8]> = names.iter().copied().zip(values).collect();
        self.resolve_in_turn(id, &arguments)?;
        let mut resolver = RecordResolver::new(id, None).with_arguments(arguments);
        self.resolve_record(id, &mut resolver)?;
        self.add_instance(id);
        self.check_assertions(id)?;
        self.run_dumps(id)?;
        Ok(id)
    }

    /// Lists a finished record under its name.
    fn add_instance(&mut self, id: RecordId) {
        let name_value = self.record(id).name_value;
        if let Some(name) = self.as_string(name_value) {
            self.record_mut(id).name = name;
            self.keeper.named_defs.push(id);
            self.keeper.def_by_name.insert(name, id);
        }
    }
}
