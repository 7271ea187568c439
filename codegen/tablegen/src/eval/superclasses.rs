//! Superclasses: their template arguments, and the fields that derived records inherit.

use super::{Eval, Evaluator, MapResolver};
use crate::intern::Symbol;
use crate::layout::{ArgumentCopy, Merge, Shape};
use crate::record::{Ancestry, Details, RecordId};
use crate::types::TypeId;
use crate::value::{NEXT_BIT, Node, SliceId, ValueId, variable_bit};
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;
use wavec_support::{Diagnostic, Span};

/// The most superclasses of a record, each counted as often as it is inherited.
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

/// How a class without assertions and dumps uses its template arguments: some are copied to fields, some are in the
/// expressions of fields.
struct ArgumentUses {
    copies: Vec<ArgumentCopy>,
    /// Fields with expressions over arguments, which must be resolved.
    others: Vec<u32>,
    /// The arguments from here on have defaults that are resolved.
    known_from: usize,
}

/// The superclasses of a record, the shape of its fields, and the class that is added.
pub(super) type DerivationKey = (usize, Shape, RecordId);

/// How records change when a class is added to their superclasses. It depends on the superclasses and the layout that they
/// had before, which most records of a class have in common.
pub(super) struct Derivation {
    /// How the fields of the class are added; `None` if the record had none before.
    merge: Option<Merge>,
    /// `None` if the class has assertions or dumps.
    uses: Option<ArgumentUses>,
    /// Kept alive, as its address is a part of the key.
    _before: Option<Arc<Ancestry>>,
    after: Arc<Ancestry>,
}

impl ArgumentUses {
    /// Whether all arguments are resolved, so that fields of the same types take them without a conversion: given values
    /// have the types of the arguments.
    fn are_known(&self, given: &[ValueId]) -> bool {
        let is_known = |&value: &ValueId| !value.is_unresolved() && value != ValueId::UNSET;
        given.len() >= self.known_from && given.iter().all(is_known)
    }
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
        let key = self.derivation_key(record, class);
        if let Some(known) = self.derivations.get(&key) {
            let known = Rc::clone(known);
            return self.derive_as_before(record, reference, &known);
        }
        let first = self.record(record).fields.len();
        let mut merge = None;
        if first == 0 {
            self.record_mut(record).fields = self.record(class).fields.instance();
        } else if first == self.record(record).fields.argument_count() {
            let mut fields = std::mem::take(&mut self.record_mut(record).fields);
            fields.derive(&self.record(class).fields);
            self.record_mut(record).fields = fields;
        } else {
            let plan = self.record(record).fields.plan_merge(&self.record(class).fields);
            self.add_fields_of(record, class, &plan, reference.span)?;
            merge = Some(plan);
        }
        self.add_details_of(record, class);
        self.resolve_superclass_arguments(record, reference)?;
        let after = self.ancestry_after(record, reference)?;
        // A class's layout is its own, and a class that is being read may still change.
        if !self.record(record).is_class && self.record(class).is_complete {
            let known = Derivation {
                merge,
                uses: self.argument_uses(class),
                _before: self.record(record).ancestry.clone(),
                after: Arc::clone(&after),
            };
            self.derivations.insert(key, Rc::new(known));
        }
        self.record_mut(record).ancestry = Some(after);
        Ok(())
    }

    /// Adds a superclass in the manner that was computed for an earlier record.
    fn derive_as_before(
        &mut self,
        record: RecordId,
        reference: &ClassReference,
        known: &Derivation,
    ) -> Eval<()> {
        let class = reference.record;
        let merge = known.merge.as_ref();
        let first = self.record(record).fields.len();
        // The class adds new fields only, and its arguments are known.
        if let Some(uses) = &known.uses
            && merge.is_none_or(|merge| merge.is_append)
            && uses.are_known(&reference.args)
            && !self.changes_next(record)
            && let Some((contents, class)) = self.draft_beside(record, class)
        {
            let (fields, class) = (&mut contents.fields, &class.fields);
            match merge {
                None => *fields = class.instance(),
                Some(merge) => {
                    fields.take_layout(merge);
                    fields.append_values(class);
                }
            }
            fields.copy_arguments(first, class, &reference.args, &uses.copies);
            self.step(1)?;
            if !uses.others.is_empty() {
                self.resolve_new_fields(record, first, &uses.others, reference)?;
            }
        } else {
            match merge {
                None => self.record_mut(record).fields = self.record(class).fields.instance(),
                Some(merge) => self.add_fields_of(record, class, merge, reference.span)?,
            }
            self.add_details_of(record, class);
            self.resolve_superclass_arguments(record, reference)?;
        }
        self.record_mut(record).ancestry = Some(Arc::clone(&known.after));
        Ok(())
    }

    fn derivation_key(&self, record: RecordId, class: RecordId) -> DerivationKey {
        let record = self.record(record);
        let ancestry = record.ancestry.as_ref();
        let ancestry = ancestry.map_or(0, |known| Arc::as_ptr(known) as usize);
        (ancestry, record.fields.shape(), class)
    }

    /// Adds the assertions and dumps of a class.
    fn add_details_of(&mut self, record: RecordId, class: RecordId) {
        let Some(Details {
            assertions, dumps, ..
        }) = self.record(class).details()
        else {
            return;
        };
        if assertions.is_empty() && dumps.is_empty() {
            return;
        }
        let (assertions, dumps) = (assertions.clone(), dumps.clone());
        let details = self.record_mut(record).details_mut();
        details.assertions.extend(assertions);
        details.dumps.extend(dumps);
    }

    /// Whether any resolution changes a field of the record.
    fn changes_next(&self, record: RecordId) -> bool {
        let values = &self.keeper.values;
        let mut changes = false;
        if values.has_next() {
            let fields = &self.record(record).fields;
            fields.each_open(|_, value| changes |= values.variables(value) & NEXT_BIT != 0);
        }
        changes
    }

    /// The ancestry of the record with the class.
    fn ancestry_after(&mut self, record: RecordId, reference: &ClassReference) -> Eval<Arc<Ancestry>> {
        let class = reference.record;
        let before = self.record(record).ancestry.clone();
        let key = self.ancestry_key(before.as_ref(), class);
        if let Some(after) = self.ancestries.get(&key) {
            return Ok(Arc::clone(after));
        }
        let known = self.record(record);
        if known.superclasses().contains(&class) {
            let name = self.name_text(class);
            return self.error(reference.span, format!("Already subclass of '{name}'!"));
        }
        let inherited = self.record(class).superclasses();
        if known.superclasses().len() + inherited.len() >= MAX_SUPERCLASSES {
            return self.give_up(format!("a record has more than {MAX_SUPERCLASSES} superclasses"));
        }
        let mut direct = known.direct_superclasses().to_vec();
        direct.push(class);
        let ty = self.record_type_of_classes(direct);
        let inherited = self.record(class).superclasses();
        let after = Arc::new(self.record(record).derive_from(inherited, class, ty));
        self.ancestries.insert(key, Arc::clone(&after));
        Ok(after)
    }

    /// Resolves the template arguments of the class in the whole record.
    fn resolve_superclass_arguments(&mut self, record: RecordId, reference: &ClassReference) -> Eval<()> {
        let class = reference.record;
        let mut resolver = MapResolver::new(Some(record));
        for (name, value) in self.resolve_arguments(reference)? {
            resolver.set(name, value);
        }
        let (implicit, name) = self.name_for_class(record, class);
        resolver.set(implicit, name);
        self.resolve_record(record, &mut resolver)
    }

    /// The implicit `NAME` of a class, and its value for a record that is derived from it.
    fn name_for_class(&mut self, record: RecordId, class: RecordId) -> (Symbol, ValueId) {
        let name = if self.record(record).is_class {
            let implicit = self.implicit_name(record, ":");
            self.var(implicit, TypeId::STRING)
        } else {
            self.record(record).name_value
        };
        (self.implicit_name(class, ":"), name)
    }

    /// Resolves the template arguments of the class in some of its fields, which start at `first` and still have the
    /// expressions of the class.
    fn resolve_new_fields(
        &mut self,
        record: RecordId,
        first: usize,
        fields: &[u32],
        reference: &ClassReference,
    ) -> Eval<()> {
        let contents = self.record(reference.record);
        let given = reference.args.iter().copied();
        let defaults = contents.fields.values().iter().copied();
        let values = given.chain(defaults.skip(reference.args.len()));
        let mut arguments: SmallVec<[(Symbol, ValueId); 8]> =
            contents.template_args().iter().copied().zip(values).collect();
        arguments.push(self.name_for_class(record, reference.record));
        let values = self.record(record).fields.values();
        let open = fields.iter().map(|&field| first as u32 + field);
        let open: SmallVec<[(u32, ValueId); 8]> = open.map(|index| (index, values[index as usize])).collect();
        let outer = self.memo.start();
        let result = self.resolve_fields(record, &open, &mut MapResolver::with(Some(record), &arguments));
        self.memo.resume(outer);
        result
    }

    /// How the class uses its arguments, if it uses them in fields only.
    fn argument_uses(&mut self, class: RecordId) -> Option<ArgumentUses> {
        let implicit = self.implicit_name(class, ":");
        let contents = self.record(class);
        if contents
            .details()
            .is_some_and(|details| !details.assertions.is_empty() || !details.dumps.is_empty())
        {
            return None;
        }
        let names = contents.template_args();
        let variables = names
            .iter()
            .fold(variable_bit(implicit), |set, &name| set | variable_bit(name));
        let (mut copies, mut others) = (Vec::new(), Vec::new());
        let count = contents.fields.argument_count();
        for (field, &value) in contents.fields.values()[count..].iter().enumerate() {
            if self.keeper.values.variables(value) & variables == 0 {
                continue;
            }
            let source = match self.node(value) {
                Node::Bits(items) => self.bits_of_variable(items).unwrap_or(value),
                _ => value,
            };
            let argument = match self.node(source) {
                Node::Var { name, ty } if ty == contents.fields.ty(count + field) => {
                    names.iter().position(|&known| known == name)
                }
                _ => None,
            };
            match argument {
                Some(argument) => copies.push(ArgumentCopy {
                    field: field as u32,
                    argument: argument as u32,
                }),
                None => others.push(field as u32),
            }
        }
        let defaults = contents.fields.values()[..names.len()].iter().rev();
        let known = defaults.take_while(|value| !value.is_unresolved() && self.is_complete(**value));
        let known_from = names.len() - known.count();
        Some(ArgumentUses {
            copies,
            others,
            known_from,
        })
    }

    /// The variable whose bits these are, all in their places.
    fn bits_of_variable(&self, items: SliceId) -> Option<ValueId> {
        let items = self.keeper.values.slice(items);
        let Node::VarBit { value: variable, .. } = self.node(ValueId(*items.first()?)) else {
            return None;
        };
        let are_all = (0..).zip(items).all(|(at, &item)| {
            matches!(self.node(ValueId(item)), Node::VarBit { value, bit } if value == variable && bit == at)
        });
        are_all.then_some(variable)
    }

    /// The ancestry of records that have the class as their only superclass.
    pub(super) fn instance_ancestry(&mut self, class: RecordId) -> Arc<Ancestry> {
        let key = self.ancestry_key(None, class);
        if let Some(ancestry) = self.ancestries.get(&key) {
            return Arc::clone(ancestry);
        }
        let ty = self.class_type(class);
        let indirect = self.record(class).superclasses();
        let ancestry = Arc::new(Ancestry::of_instance(indirect, class, ty));
        self.ancestries.insert(key, Arc::clone(&ancestry));
        ancestry
    }

    /// The key for the ancestry that results from adding a class: it depends on both ancestries and the class. The table
    /// keeps all ancestries alive, so that addresses identify them.
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
    fn add_fields_of(&mut self, record: RecordId, class: RecordId, merge: &Merge, span: Span) -> Eval<()> {
        self.record_mut(record).fields.take_layout(merge);
        if merge.is_append {
            let mut fields = std::mem::take(&mut self.record_mut(record).fields);
            fields.append_values(&self.record(class).fields);
            self.record_mut(record).fields = fields;
            return Ok(());
        }
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
