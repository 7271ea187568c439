//! Resolving the fields of records, and the last resolution of a def.

use super::plans::Plan;
use super::{Eval, Evaluator, MapResolver, RecordResolver, Resolver};
use crate::intern::Symbol;
use crate::record::{Details, Record, RecordId};
use crate::types::TypeId;
use crate::value::{BINDING_BIT, IN_TURN_BIT, Node, VARIABLE_BITS, ValueId};
use smallvec::SmallVec;
use wavec_support::Diagnostic;

/// Unresolved fields, by position, with their values.
type OpenFields = SmallVec<[(u32, ValueId); 64]>;

/// Which fields of a record are resolved.
#[derive(Clone, Copy)]
enum Which<'f> {
    These(&'f [(u32, ValueId)]),
    Planned(&'f Plan),
}

impl Evaluator {
    /// Resolves the name, the fields, the assertions and the dumps of a record.
    pub(crate) fn resolve_record<R: Resolver>(&mut self, record: RecordId, resolver: &mut R) -> Eval<()> {
        let mut open = OpenFields::new();
        self.add_open_fields(record, &mut open);
        self.resolve_record_parts(record, resolver, Which::These(&open))
    }

    /// The fields that a resolution may change. Resolving one changes no other.
    fn add_open_fields(&self, record: RecordId, open: &mut OpenFields) {
        let fields = &self.record(record).fields;
        fields.each_open(|i, value| open.push((i, value)));
    }

    /// Substitutes variables in a record whose fields are about to be resolved. Only fields that cannot be deferred are
    /// resolved here; the others are resolved later, with these arguments.
    pub(crate) fn resolve_in_turn(&mut self, record: RecordId, arguments: &[(Symbol, ValueId)]) -> Eval<()> {
        // A variable in an unresolved argument could be captured by an operator that binds one of the same name.
        let is_open = |value: ValueId| self.keeper.values.is_unresolved(value);
        let any_open = arguments.iter().any(|&(_, value)| is_open(value));
        let which = if any_open {
            IN_TURN_BIT | BINDING_BIT
        } else {
            IN_TURN_BIT
        };
        let contents = self.record(record);
        let has_name = self.keeper.values.variables(contents.name_value) & VARIABLE_BITS != 0;
        let has_more = has_name || contents.details().is_some();
        let mut found = OpenFields::new();
        contents.fields.each_open(|i, value| {
            if self.keeper.values.variables(value) & which != 0 {
                found.push((i, value));
            }
        });
        if found.is_empty() && !has_more {
            return Ok(());
        }
        let mut resolver = MapResolver::with(Some(record), arguments);
        self.resolve_record_parts(record, &mut resolver, Which::These(&found))
    }

    /// Substitutes the deferred variables of a record.
    pub(crate) fn resolve_pending(&mut self, record: RecordId) -> Eval<()> {
        let Some(pending) = self.record_mut(record).pending.take() else {
            return Ok(());
        };
        self.resolve_record(record, &mut MapResolver::with(Some(record), &pending))
    }

    /// Resolves these fields, the name, the assertions and the dumps.
    fn resolve_record_parts<R: Resolver + ?Sized>(
        &mut self,
        record: RecordId,
        resolver: &mut R,
        fields: Which<'_>,
    ) -> Eval<()> {
        let old_name = self.record(record).name_value;
        if old_name.is_unresolved()
            && let name = self.resolve(old_name, resolver)?
            && name != old_name
        {
            if self.type_of(name) != Some(TypeId::STRING) {
                let name = self.to_text(name);
                return self.error_in(Some(record), format!("Record name '{name}' is not a string!"));
            }
            self.record_mut(record).name_value = name;
        }
        let outer = self.memo.start();
        let result = match fields {
            Which::These(open) => self.resolve_fields(record, open, resolver),
            Which::Planned(plan) => self.resolve_planned(record, plan, resolver),
        };
        self.memo.resume(outer);
        result?;
        let Some(Details {
            assertions, dumps, ..
        }) = self.record(record).details().cloned()
        else {
            return Ok(());
        };
        for (i, mut assertion) in assertions.into_iter().enumerate() {
            assertion.condition = self.resolve(assertion.condition, resolver)?;
            assertion.message = self.resolve(assertion.message, resolver)?;
            self.record_mut(record).details_mut().assertions[i] = assertion;
        }
        for (i, mut dump) in dumps.into_iter().enumerate() {
            dump.message = self.resolve(dump.message, resolver)?;
            self.record_mut(record).details_mut().dumps[i] = dump;
        }
        Ok(())
    }

    /// Resolves these fields.
    pub(super) fn resolve_fields<R: Resolver + ?Sized>(
        &mut self,
        record: RecordId,
        open: &[(u32, ValueId)],
        resolver: &mut R,
    ) -> Eval<()> {
        for &(index, old) in open {
            self.resolve_field(record, index as usize, old, resolver)?;
        }
        Ok(())
    }

    /// Resolves a field. Returns its value if it is resolved, as it was before the conversion to the type of the field.
    #[inline]
    pub(super) fn resolve_field<R: Resolver + ?Sized>(
        &mut self,
        record: RecordId,
        index: usize,
        old: ValueId,
        resolver: &mut R,
    ) -> Eval<Option<ValueId>> {
        let resolved = self.resolve(old, resolver)?;
        if resolved == old {
            return Ok(None);
        }
        let ty = self.record(record).fields.ty(index);
        let Some(value) = self.field_form(resolved, ty)? else {
            self.invalid_field(record, index, resolved)?;
            return Ok(None);
        };
        self.record_mut(record).fields.set_value(index, value);
        Ok((value == resolved && !value.is_unresolved()).then_some(value))
    }

    /// Reports that a field's value is not of its type.
    pub(super) fn invalid_field(&mut self, record: RecordId, index: usize, value: ValueId) -> Eval<()> {
        let field = self.record(record).fields.get(index);
        let of_type = match self.type_of(value) {
            Some(ty) => format!(" of type '{}'", self.type_text(ty)),
            None => String::new(),
        };
        let (name, ty) = (self.str(field.name).to_string(), self.type_text(field.ty));
        let value = self.keeper.value_to_unquoted(value);
        let message = format!(
            "Invalid value{of_type} found when setting field '{name}' of type '{ty}' after resolving references: {value}"
        );
        self.error_in(Some(record), message)
    }

    /// Finishes a def and adds it to the keeper.
    pub(crate) fn add_def(&mut self, mut record: Record) -> Eval<()> {
        let mut new_name = None;
        if let Some(previous) = self.def_of_name(record.name_value) {
            if !record.is_anonymous {
                let name = self.keeper.value_to_unquoted(record.name_value);
                return self.redefinition(&record, &name, previous);
            }
            new_name = Some(self.new_anonymous_name());
        }
        let pending = record.pending.take();
        let has_details = record.details().is_some();
        self.count_record(record.fields.len())?;
        let id = self.push_record(record);
        let plan = pending.as_ref().and_then(|pending| self.plan_of(id, pending));
        let mut open = OpenFields::new();
        if plan.is_none() {
            self.add_open_fields(id, &mut open);
        }
        if plan.is_some()
            || !open.is_empty()
            || has_details
            || self.keeper.record(id).name_value.is_unresolved()
        {
            let mut resolver = RecordResolver::new(id, new_name);
            if let Some(pending) = pending {
                resolver = resolver.with_arguments(pending.iter().copied());
            }
            match plan {
                None => {
                    self.resolve_record_parts(id, &mut resolver, Which::These(&open))?;
                    self.check_concrete(id, open.iter().map(|&(index, _)| index));
                }
                Some(plan) => {
                    self.resolve_record_parts(id, &mut resolver, Which::Planned(&plan))?;
                    self.check_concrete(id, plan.fields());
                }
            }
        }
        let contents = &mut self.keeper.records[id.0 as usize];
        let (Node::Str(name) | Node::Code(name)) = self.keeper.values.node(contents.name_value) else {
            let name = self.to_text(self.record(id).name_value);
            return self.error_in(
                Some(id),
                format!("record name '{name}' could not be fully resolved"),
            );
        };
        contents.name = name;
        if has_details {
            self.check_assertions(id)?;
            self.run_dumps(id)?;
        }
        if !self.defsets.is_empty() {
            self.add_to_defsets(id)?;
        }
        self.keeper.named_defs.push(id);
        match self.keeper.def_by_name.insert(name, id) {
            None => Ok(()),
            Some(previous) => {
                let record = self.record(id).clone();
                let name = self.str(name).to_string();
                self.redefinition(&record, &name, previous)
            }
        }
    }

    /// The def that has the name of a record.
    fn def_of_name(&self, name_value: ValueId) -> Option<RecordId> {
        let name = match self.node(name_value) {
            Node::Str(name) | Node::Code(name) => name,
            Node::AnonymousName(number) => self.keeper.strings.find_anonymous(number)?,
            _ => self.keeper.symbol(&self.keeper.value_to_unquoted(name_value))?,
        };
        self.keeper.def_by_name.get(name)
    }

    /// Adds a def to the open `defset`s.
    fn add_to_defsets(&mut self, id: RecordId) -> Eval<()> {
        let own = self.record_type(id);
        for i in 0..self.defsets.len() {
            let element = self.defsets[i].element;
            if !self.is_a(own, element) {
                let own = self.type_text(own);
                let span = self.record(id).span;
                self.diagnostics.push(
                    Diagnostic::error(
                        span,
                        format!("adding record of incompatible type '{own}' to defset"),
                    )
                    .with_note(self.defsets[i].span, "location of defset declaration"),
                );
                return Err(super::Fail);
            }
            let value = self.value(Node::Def(id));
            self.defsets[i].elements.push(value.0);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn redefinition(&mut self, record: &Record, name: &str, previous: RecordId) -> Eval<()> {
        let previous = self.record(previous);
        let mut diagnostic = Diagnostic::error(record.span, format!("def already exists: {name}"));
        for &place in record.instantiated_at() {
            diagnostic = diagnostic.with_note(place, "instantiated from multiclass");
        }
        diagnostic = diagnostic.with_note(previous.span, "location of previous definition");
        for &place in previous.instantiated_at() {
            diagnostic = diagnostic.with_note(place, "instantiated from multiclass");
        }
        self.diagnostics.push(diagnostic);
        Err(super::Fail)
    }

    /// Appends a record to the list of records.
    pub(super) fn push_record(&mut self, mut record: Record) -> RecordId {
        let id = RecordId(self.keeper.records.len() as u32);
        record.ty = Some(record.own_type());
        self.keeper.records.push(record);
        self.keeper.defs.push(id);
        id
    }
}
