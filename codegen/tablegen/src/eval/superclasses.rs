//! Superclasses: their arguments, what records derived from them have of them.

use super::{Eval, Evaluator, MapResolver};
use crate::intern::Symbol;
use crate::record::{Ancestry, Details, RecordId};
use crate::types::TypeId;
use crate::value::{Node, ValueId};
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;
use wavec_support::{Diagnostic, Span};

/// Most superclasses of a record, counted as often as they are inherited.
const MAX_SUPERCLASSES: usize = 1 << 16;

/// Template arguments, as [`ClassReference::args`].
pub(crate) type Arguments = SmallVec<[ValueId; 6]>;

/// A class or multiclass with arguments, as a parent list or a `defm` names it.
#[derive(Clone, Debug)]
pub(crate) struct ClassReference {
    pub(crate) record: RecordId,
    /// Values by position, then [`Node::NamedArgument`]s.
    pub(crate) args: Arguments,
    pub(crate) span: Span,
}

impl Evaluator {
    /// The template arguments of a class or multiclass with their values: those given, then the defaults.
    pub(crate) fn resolve_arguments(
        &mut self,
        reference: &ClassReference,
    ) -> Eval<SmallVec<[(Symbol, ValueId); 8]>> {
        let names: SmallVec<[Symbol; 8]> =
            SmallVec::from_slice(self.record(reference.record).template_args());
        let mut values = SmallVec::new();
        for (index, &arg) in reference.args.iter().enumerate() {
            let (name, value) = match self.node(arg) {
                Node::NamedArgument { name, value } => (name, value),
                _ => (names[index], arg),
            };
            if values.iter().any(|&(known, _): &(Symbol, ValueId)| known == name) {
                let name = self.str(name).to_string();
                let message = format!("We can only specify the template argument '{name}' once");
                return self.error(reference.span, message);
            }
            values.push((name, value));
        }
        let given = values.len();
        for (index, name) in names.into_iter().enumerate() {
            if values[..given].iter().any(|&(known, _)| known == name) {
                continue;
            }
            // Template arguments are the first fields.
            let value = self.record(reference.record).fields.values()[index];
            if !self.is_complete(value) {
                let span = self.record(reference.record).fields.get(index).span;
                let text = self.str(name).to_string();
                let owner = self.name_text(reference.record);
                let mut diagnostic = Diagnostic::error(
                    reference.span,
                    format!("value not specified for template argument '{text}'"),
                );
                diagnostic = diagnostic.with_note(span, format!("declared in '{owner}'"));
                self.diagnostics.push(diagnostic);
                return Err(super::Fail);
            }
            values.push((name, value));
        }
        Ok(values)
    }

    /// Makes `record` a subclass: adds the class's fields and resolves its template arguments.
    pub(crate) fn add_superclass(&mut self, record: RecordId, reference: &ClassReference) -> Eval<()> {
        let class = reference.record;
        if class == record {
            let name = self.name_text(class);
            return self.error(
                reference.span,
                format!("class '{name}' cannot be its own superclass"),
            );
        }
        let fields = &self.record(record).fields;
        if fields.len() == 0 {
            self.record_mut(record).fields = self.record(class).fields.instance();
        } else if fields.len() == fields.argument_count() {
            let mut fields = std::mem::take(&mut self.record_mut(record).fields);
            fields.derive(&self.record(class).fields);
            self.record_mut(record).fields = fields;
        } else {
            self.add_fields_of(record, class, reference.span)?;
        }
        let mut resolver = MapResolver::new(Some(record));
        for (name, value) in self.resolve_arguments(reference)? {
            resolver.set(name, value);
        }
        if let Some(Details {
            assertions, dumps, ..
        }) = self.record(class).details()
        {
            let (assertions, dumps) = (assertions.clone(), dumps.clone());
            if !assertions.is_empty() || !dumps.is_empty() {
                let details = self.record_mut(record).details_mut();
                details.assertions.extend(assertions);
                details.dumps.extend(dumps);
            }
        }
        let name = if self.record(record).is_class {
            let implicit = self.implicit_name(record, ":");
            self.var(implicit, TypeId::STRING)
        } else {
            self.record(record).name_value
        };
        let implicit = self.implicit_name(class, ":");
        resolver.set(implicit, name);
        self.resolve_record(record, &mut resolver)?;

        let before = self.record(record).ancestry.clone();
        let key = self.ancestry_key(before.as_ref(), class);
        let after = match self.ancestries.get(&key) {
            Some(after) => Arc::clone(after),
            None => {
                let known = self.record(record);
                if known.superclasses().contains(&class) {
                    let name = self.name_text(class);
                    return self.error(reference.span, format!("Already subclass of '{name}'!"));
                }
                let inherited = self.record(class).superclasses();
                if known.superclasses().len() + inherited.len() >= MAX_SUPERCLASSES {
                    return self.give_up(format!("a record has more than {MAX_SUPERCLASSES} superclasses"));
                }
                let after = Arc::new(known.derive_from(inherited, class));
                self.ancestries.insert(key, Arc::clone(&after));
                after
            }
        };
        self.record_mut(record).ancestry = Some(after);
        Ok(())
    }

    /// The ancestry of records that have the class as their only superclass.
    pub(super) fn instance_ancestry(&mut self, class: RecordId) -> Arc<Ancestry> {
        let key = self.ancestry_key(None, class);
        if let Some(ancestry) = self.ancestries.get(&key) {
            return Arc::clone(ancestry);
        }
        let indirect = self.record(class).superclasses();
        let ancestry = Arc::new(Ancestry::of_instance(indirect, class));
        self.ancestries.insert(key, Arc::clone(&ancestry));
        ancestry
    }

    /// What a record's ancestry becomes by a further superclass depends on it and on the class's. The table keeps all
    /// that there are, so their addresses stand for them.
    fn ancestry_key(&self, before: Option<&Arc<Ancestry>>, class: RecordId) -> (usize, usize, RecordId) {
        let address =
            |ancestry: Option<&Arc<Ancestry>>| ancestry.map_or(0, |known| Arc::as_ptr(known) as usize);
        (
            address(before),
            address(self.record(class).ancestry.as_ref()),
            class,
        )
    }

    /// Adds the fields of a class to a record that has fields already.
    fn add_fields_of(&mut self, record: RecordId, class: RecordId, span: Span) -> Eval<()> {
        let key = (self.record(record).fields.shape(), class);
        let merge = match self.merges.get(&key) {
            Some(merge) => Rc::clone(merge),
            None => {
                let merge = self.record(record).fields.plan_merge(&self.record(class).fields);
                let merge = Rc::new(merge);
                // The layout of a class is its own.
                if !self.record(record).is_class {
                    self.merges.insert(key, Rc::clone(&merge));
                }
                merge
            }
        };
        self.record_mut(record).fields.take_layout(&merge);
        let first = self.record(class).fields.argument_count();
        for (i, &target) in merge.targets.iter().enumerate() {
            if target as usize >= self.record(record).fields.len() {
                let value = self.record(class).fields.values()[first + i];
                self.record_mut(record).fields.push_value(value);
            } else {
                let field = self.record(class).fields.get(first + i);
                self.add_field(record, field, span)?;
            }
        }
        Ok(())
    }
}
