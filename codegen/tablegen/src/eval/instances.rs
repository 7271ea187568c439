//! The anonymous records of `Class<args>` values.

use super::{Eval, Evaluator, RecordResolver};
use crate::intern::Symbol;
use crate::record::{Details, Record, RecordId};
use crate::value::{Node, SliceId, ValueId};
use smallvec::SmallVec;
use wavec_support::Span;

/// A `Class<args>` value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Anonymous {
    /// Where it was first written.
    pub(super) place: Option<Span>,
    pub(super) record: Option<RecordId>,
}

/// All `Class<args>` values so far.
#[derive(Clone, Default)]
pub(super) struct AnonymousRecords {
    /// By value: the position in `known` plus one, or 0.
    positions: Vec<u32>,
    known: Vec<Anonymous>,
}

impl AnonymousRecords {
    /// The entry of a value.
    #[inline]
    pub(super) fn get(&self, value: ValueId) -> Anonymous {
        let position = self.positions.get(value.index()).copied().unwrap_or(0);
        match position.checked_sub(1) {
            Some(position) => self.known[position as usize],
            None => Anonymous::default(),
        }
    }

    /// The entry of a value, created if there is none.
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

impl Evaluator {
    /// The record of `Class<args>`, created at its first use.
    pub(crate) fn instantiate(&mut self, value: ValueId) -> Eval<ValueId> {
        let known = self.anonymous.get(value);
        if let Some(record) = known.record {
            return Ok(self.value(Node::Def(record)));
        }
        let Node::AnonymousRecord { class, args } = self.node(value) else {
            return Ok(value);
        };
        self.make_instance(value, (class, args), known.place)
    }

    /// Creates the record of `Class<args>`, which was first written at `place`.
    pub(super) fn make_instance(
        &mut self,
        value: ValueId,
        (class, args): (RecordId, SliceId),
        place: Option<Span>,
    ) -> Eval<ValueId> {
        if self.instantiation_depth >= self.limits.instantiation_depth {
            let limit = self.limits.instantiation_depth;
            return self.give_up(format!(
                "anonymous records are instantiated more than {limit} deep"
            ));
        }
        self.instantiation_depth += 1;
        self.instantiations.push(self.place);
        // Its assertions and dumps are resolved with its own arguments, not with those of the record that uses it.
        let outer = self.memo.suspend();
        let record = self.instantiate_class(class, args, place);
        self.memo.resume(outer);
        self.instantiations.pop();
        self.instantiation_depth -= 1;
        let record = record?;
        *self.anonymous.get_mut(value) = Anonymous {
            place,
            record: Some(record),
        };
        Ok(self.value(Node::Def(record)))
    }

    /// The record of `Class<args>` if there is one. If the value is new, `place` is noted as the place where it was first
    /// written.
    pub(crate) fn anonymous_record(&mut self, value: ValueId, place: Option<Span>) -> Option<RecordId> {
        let known = self.anonymous.get_mut(value);
        known.place = known.place.or(place);
        known.record
    }

    fn instantiate_class(&mut self, class: RecordId, args: SliceId, place: Option<Span>) -> Eval<RecordId> {
        let name = self.new_anonymous_name();
        let program = self.class_program(class);
        let mut record = match &program {
            Some(program) => program.instance(),
            None => self.new_instance(class),
        };
        record.name_value = name;
        record.span = place.unwrap_or(record.span);
        self.count_record(record.fields.len())?;
        let id = RecordId(self.keeper.records.len() as u32);
        self.keeper.records.push(record);
        self.keeper.defs.push(id);

        if let Some(program) = program
            && self.compute_fields(id, &program, class, args)?
        {
            self.name_instance(id, name);
            return Ok(id);
        }
        let values = self.argument_values(class, args);
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

    /// A new record that has the class as its only superclass and no body.
    pub(super) fn new_instance(&mut self, class: RecordId) -> Record {
        let ancestry = self.instance_ancestry(class);
        let contents = self.record(class);
        let mut record = Record::new(contents.name, contents.name_value, contents.span);
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
        record.ty = Some(ancestry.ty);
        record.ancestry = Some(ancestry);
        record
    }

    /// The values of a class's template arguments.
    pub(super) fn argument_values(&self, class: RecordId, args: SliceId) -> SmallVec<[ValueId; 8]> {
        let contents = self.record(class);
        // Template arguments are the first fields.
        let names = contents.template_args();
        let mut values = SmallVec::from_slice(&contents.fields.values()[..names.len()]);
        for (index, &arg) in self.keeper.values.slice(args).iter().enumerate() {
            match self.node(ValueId(arg)) {
                Node::NamedArgument { name, value } => {
                    if let Some(index) = names.iter().position(|&known| known == name) {
                        values[index] = value;
                    }
                }
                _ => values[index] = ValueId(arg),
            }
        }
        values
    }

    /// Sets the default name of a finished record.
    fn name_instance(&mut self, id: RecordId, name: ValueId) {
        if let Node::AnonymousName(number) = self.node(name) {
            let name = self.keeper.strings.intern_anonymous(number);
            let value = self.value(Node::Str(name));
            let record = self.record_mut(id);
            record.name_value = value;
            record.name = name;
            self.keeper.named_defs.push(id);
            self.keeper.def_by_name.insert(name, id);
        }
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
