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

impl Evaluator {
    /// The record of `Class<args>`, made when it is first asked for.
    pub(crate) fn instantiate(&mut self, value: ValueId) -> Eval<ValueId> {
        let known = self.anonymous.get(&value).copied().unwrap_or_default();
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
        self.anonymous.entry(value).or_default().record = Some(record);
        Ok(self.value(Node::Def(record)))
    }

    /// The record of `Class<args>` if there is one. If nothing is known of it yet, it was first written at `place`.
    pub(crate) fn anonymous_record(&mut self, value: ValueId, place: Option<Span>) -> Option<RecordId> {
        let known = self
            .anonymous
            .entry(value)
            .or_insert(Anonymous { place, record: None });
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
        let names: SmallVec<[Symbol; 8]> = SmallVec::from_slice(contents.template_args());
        record.ancestry = Some(self.instance_ancestry(class));
        self.count_record(record.fields.len())?;
        let id = self.push_record(record);

        let mut arguments: SmallVec<[(Symbol, ValueId); 8]> = SmallVec::new();
        // Template arguments are the first fields.
        for (index, &name) in names.iter().enumerate() {
            arguments.push((name, self.record(class).fields.values()[index]));
        }
        for (index, &arg) in self.items(args).iter().enumerate() {
            match self.node(ValueId(arg)) {
                Node::NamedArgument { name, value } => {
                    if let Some(argument) = arguments.iter_mut().find(|argument| argument.0 == name) {
                        argument.1 = value;
                    }
                }
                _ => arguments[index].1 = ValueId(arg),
            }
        }
        self.resolve_in_turn(id, &arguments)?;
        let mut resolver = RecordResolver::new(id, None).with_arguments(arguments);
        self.resolve_record(id, &mut resolver)?;
        let name_value = self.record(id).name_value;
        if let Some(name) = self.as_string(name_value) {
            self.record_mut(id).name = name;
            self.keeper.named_defs.push(id);
            self.keeper.def_by_name.insert(name, id);
        }
        self.check_assertions(id)?;
        self.run_dumps(id)?;
        Ok(id)
    }
}
