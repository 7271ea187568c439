//! Building records: fields, superclasses, the last resolution of a def, `Class<args>` values.

use super::{Eval, Evaluator, MapResolver, RecordResolver, Resolver};
use crate::intern::Symbol;
use crate::record::{Ancestry, Assertion, Details, Dump, Field, FieldKind, Record, RecordId};
use crate::types::TypeId;
use crate::value::{BINDING_BIT, IN_TURN_BIT, LOOKUP_BIT, Node, SliceId, ValueId};
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;
use wavec_support::{Diagnostic, Severity, Span};

/// Most superclasses of a record, counted as often as they are inherited.
const MAX_SUPERCLASSES: usize = 1 << 16;

/// What is known of a `Class<args>`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Anonymous {
    /// Where it was first written.
    pub(super) place: Option<Span>,
    pub(super) record: Option<RecordId>,
}

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
    /// A name as it is printed, without quotes.
    pub(crate) fn name_text(&self, record: RecordId) -> String {
        self.keeper.value_to_unquoted(self.record(record).name_value)
    }

    /// The full name of a template argument, or of the implicit `NAME`.
    pub(crate) fn qualified(&mut self, owner: RecordId, scoper: &str, name: Symbol) -> Symbol {
        let owner = self.record(owner).name;
        let full = format!("{}{scoper}{}", self.str(owner), self.str(name));
        self.keeper.strings.intern(&full)
    }

    /// The full name of the `NAME` of a class or multiclass.
    pub(crate) fn implicit_name(&mut self, owner: RecordId, scoper: &str) -> Symbol {
        // The name behind one colon is a class's, behind two a multiclass's.
        let key = (self.record(owner).name, scoper.len() == 1);
        if let Some(&name) = self.implicit_names.get(&key) {
            return name;
        }
        let name = self.keeper.strings.intern("NAME");
        let name = self.qualified(owner, scoper, name);
        self.implicit_names.insert(key, name);
        name
    }

    /// Adds a field, or gives a field of this name its value.
    pub(crate) fn add_field(&mut self, record: RecordId, field: Field, span: Span) -> Eval<()> {
        let Some(index) = self.record(record).fields.index_of(field.name) else {
            self.record_mut(record).fields.push(field);
            return Ok(());
        };
        let old_type = self.record(record).fields.ty(index);
        match self.field_form(field.value, old_type)? {
            Some(value) => {
                self.record_mut(record).fields.set_value(index, value);
                Ok(())
            }
            None => {
                let name = self.str(field.name).to_string();
                let (new, old) = (self.type_text(field.ty), self.type_text(old_type));
                let message = format!(
                    "New definition of '{name}' of type '{new}' is incompatible with previous definition of type '{old}'"
                );
                self.error(span, message)
            }
        }
    }

    /// Adds a field with a fresh value of type `ty`.
    pub(crate) fn declare_field(
        &mut self,
        record: RecordId,
        name: Symbol,
        ty: TypeId,
        kind: FieldKind,
        span: Span,
    ) -> Eval<()> {
        let value = self.field_form(ValueId::UNSET, ty)?.unwrap_or(ValueId::UNSET);
        self.add_field(
            record,
            Field {
                name,
                ty,
                value,
                kind,
                span,
            },
            span,
        )
    }

    /// `let name{bits} = value`; no bits: all of the field.
    pub(crate) fn set_field(
        &mut self,
        record: RecordId,
        name: Symbol,
        bits: &[u32],
        value: ValueId,
        span: Span,
    ) -> Eval<()> {
        let fields = &self.record(record).fields;
        let Some(index) = fields.index_of(name) else {
            let field = self.str(name).to_string();
            return self.error(span, format!("Value '{field}' unknown!"));
        };
        let (ty, old) = (fields.ty(index), fields.values()[index]);
        let mut value = value;
        if bits.is_empty() {
            if matches!(self.node(value), Node::Var { name: own, .. } if own == name) {
                return self.error(span, "Recursion / self-assignment forbidden");
            }
        } else {
            value = self.replace_bits(name, old, bits, value, span)?;
        }
        match self.field_form(value, ty)? {
            Some(value) => {
                let fields = &mut self.record_mut(record).fields;
                fields.set_value(index, value);
                fields.set_place(index, span);
                Ok(())
            }
            None => {
                let value_type = match self.node(value) {
                    Node::Bits(items) => {
                        let length = self.keeper.values.slice(items).len();
                        format!(" of type bit initializer with length {length}")
                    }
                    _ => match self.type_of(value) {
                        Some(ty) => format!(" of type '{}'", self.type_text(ty)),
                        None => String::new(),
                    },
                };
                let (name, ty, value) = (
                    self.str(name).to_string(),
                    self.type_text(ty),
                    self.to_text(value),
                );
                let message =
                    format!("Field '{name}' of type '{ty}' is incompatible with value '{value}'{value_type}");
                self.error(span, message)
            }
        }
    }

    fn replace_bits(
        &mut self,
        name: Symbol,
        old: ValueId,
        bits: &[u32],
        value: ValueId,
        span: Span,
    ) -> Eval<ValueId> {
        let Node::Bits(items) = self.node(old) else {
            let name = self.str(name).to_string();
            return self.error(span, format!("Value '{name}' is not a bits type"));
        };
        let ty = self.keeper.types.bits(bits.len() as u32);
        let Some(value) = self.cast_to(value, ty)? else {
            return self.error(span, "Initializer is not compatible with bit range");
        };
        let mut items = self.items(items);
        let mut is_set = vec![false; items.len()];
        for (i, &bit) in bits.iter().enumerate() {
            let Some(set) = is_set.get_mut(bit as usize) else {
                let (name, width) = (self.str(name).to_string(), items.len());
                return self.error(
                    span,
                    format!("bit {bit} is out of range: '{name}' has {width} bits"),
                );
            };
            if std::mem::replace(set, true) {
                let name = self.str(name).to_string();
                return self.error(
                    span,
                    format!("Cannot set bit #{bit} of value '{name}' more than once"),
                );
            }
            items[bit as usize] = self.get_bit(value, i as u32).0;
        }
        Ok(self.bits(&items))
    }

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
        if self.record(record).fields.len() == 0 {
            self.record_mut(record).fields = self.record(class).fields.instance();
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
    fn instance_ancestry(&mut self, class: RecordId) -> Arc<Ancestry> {
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
        let key = (Arc::as_ptr(self.record(record).fields.layout()) as usize, class);
        let merge = match self.merges.get(&key) {
            Some(merge) => Rc::clone(merge),
            None => {
                let merge = self.record(record).fields.plan_merge(&self.record(class).fields);
                let merge = Rc::new(merge);
                self.merges.insert(key, Rc::clone(&merge));
                merge
            }
        };
        debug_assert!(Arc::ptr_eq(&merge.before, self.record(record).fields.layout()));
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

    /// Resolves the name, the fields, the assertions and the dumps of a record.
    pub(crate) fn resolve_record<R: Resolver>(&mut self, record: RecordId, resolver: &mut R) -> Eval<()> {
        self.resolve_record_parts(record, resolver, u64::MAX)
    }

    /// Puts values of variables into a record whose fields are going to be resolved next of all that happens to it: only
    /// fields that cannot wait are resolved here. The others are by a resolver with these arguments.
    pub(crate) fn resolve_in_turn(
        &mut self,
        record: RecordId,
        resolver: &mut MapResolver,
        arguments: &[(Symbol, ValueId)],
    ) -> Eval<()> {
        // An argument that is not known yet could mean another variable where one is bound.
        let is_open = |value: ValueId| self.keeper.values.is_unresolved(value);
        let which = match arguments.iter().any(|&(_, value)| is_open(value)) {
            true => IN_TURN_BIT | BINDING_BIT,
            false => IN_TURN_BIT,
        };
        self.resolve_record_parts(record, resolver, which)
    }

    /// Gives a record the values of variables that it still waits for.
    pub(crate) fn resolve_pending(&mut self, record: RecordId) -> Eval<()> {
        let Some(pending) = self.record_mut(record).pending.take() else {
            return Ok(());
        };
        let mut resolver = MapResolver::new(Some(record));
        for &(name, value) in pending.iter() {
            resolver.set(name, value);
        }
        self.resolve_record(record, &mut resolver)
    }

    /// Resolves fields that hold something of a kind, and all the rest.
    fn resolve_record_parts<R: Resolver>(
        &mut self,
        record: RecordId,
        resolver: &mut R,
        which: u64,
    ) -> Eval<()> {
        let old_name = self.record(record).name_value;
        let name = self.resolve(old_name, resolver)?;
        if name != old_name {
            if self.type_of(name) != Some(TypeId::STRING) {
                let name = self.to_text(name);
                return self.error_in(Some(record), format!("Record name '{name}' is not a string!"));
            }
            self.record_mut(record).name_value = name;
        }
        // Resolving a field changes no other.
        let mut open: SmallVec<[(u32, ValueId); 64]> = SmallVec::new();
        self.record(record).fields.each_open(|i, value| {
            if self.keeper.values.variables(value) & which != 0 {
                open.push((i, value));
            }
        });
        let outer = self.memo.start();
        let result = self.resolve_fields(record, &open, resolver);
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

    fn resolve_fields<R: Resolver>(
        &mut self,
        record: RecordId,
        open: &[(u32, ValueId)],
        resolver: &mut R,
    ) -> Eval<()> {
        for &(i, old) in open {
            let i = i as usize;
            let value = match resolver.known_field(i) {
                Some(value) if self.keeper.values.variables(old) & LOOKUP_BIT == 0 => value,
                _ => match self.key_of_repeat(old, resolver) {
                    None => self.resolve(old, resolver)?,
                    Some(key) => match self.repeats.get(&key) {
                        Some(value) => value,
                        None => {
                            let value = self.resolve(old, resolver)?;
                            self.keep_repeat(key, value);
                            value
                        }
                    },
                },
            };
            if value == old {
                continue;
            }
            let ty = self.record(record).fields.ty(i);
            match self.field_form(value, ty)? {
                Some(value) => self.record_mut(record).fields.set_value(i, value),
                None => {
                    let field = self.record(record).fields.get(i);
                    let of_type = match self.type_of(value) {
                        Some(ty) => format!(" of type '{}'", self.type_text(ty)),
                        None => String::new(),
                    };
                    let (name, ty) = (self.str(field.name).to_string(), self.type_text(field.ty));
                    let value = self.keeper.value_to_unquoted(value);
                    let message = format!(
                        "Invalid value{of_type} found when setting field '{name}' of type '{ty}' after resolving references: {value}"
                    );
                    return self.error_in(Some(record), message);
                }
            }
        }
        Ok(())
    }

    /// Finishes a def and adds it to the keeper.
    pub(crate) fn add_def(&mut self, record: Record) -> Eval<()> {
        let name = self.keeper.value_to_unquoted(record.name_value);
        let previous = self.keeper.def(&name);
        let mut new_name = None;
        if let Some(previous) = previous {
            if !record.is_anonymous {
                return self.redefinition(&record, &name, previous);
            }
            new_name = Some(self.new_anonymous_name());
        }
        let mut record = record;
        let pending = record.pending.take();
        self.count_record(record.fields.len())?;
        let id = self.push_record(record);
        let mut resolver = RecordResolver::new(id, new_name);
        if let Some(pending) = pending {
            resolver = resolver.with_arguments(pending.iter().copied());
        }
        self.resolve_record(id, &mut resolver)?;
        self.check_concrete(id);
        let name_value = self.record(id).name_value;
        let Some(name) = self.as_string(name_value) else {
            let name = self.to_text(name_value);
            return self.error_in(
                Some(id),
                format!("record name '{name}' could not be fully resolved"),
            );
        };
        self.record_mut(id).name = name;
        self.check_assertions(id)?;
        self.run_dumps(id)?;
        for i in 0..self.defsets.len() {
            let element = self.defsets[i].element;
            let own = self.record_type(id);
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
        self.keeper.named_defs.push(id);
        if let Some(previous) = self.keeper.def_by_name.insert(name, id) {
            let record = self.record(id).clone();
            let name = self.str(name).to_string();
            return self.redefinition(&record, &name, previous);
        }
        Ok(())
    }

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

    /// Gives a record its place among the defs.
    fn push_record(&mut self, record: Record) -> RecordId {
        let id = RecordId(self.keeper.records.len() as u32);
        self.keeper.records.push(record);
        self.keeper.defs.push(id);
        let ty = self.record_type(id);
        self.record_mut(id).ty = Some(ty);
        id
    }

    /// Reports fields that still hold references.
    fn check_concrete(&mut self, record: RecordId) {
        let mut open: SmallVec<[u32; 16]> = SmallVec::new();
        self.record(record).fields.each_open(|i, _| open.push(i));
        for i in open {
            let field = self.record(record).fields.get(i as usize);
            if field.kind == FieldKind::NonConcrete {
                continue;
            }
            let is_concrete = match self.node(field.value) {
                Node::Bits(items) => self.are_bits_concrete(record, items),
                _ => self.is_concrete(field.value),
            };
            if !is_concrete {
                let (name, owner) = (self.str(field.name).to_string(), self.name_text(record));
                let value = self.to_text(field.value);
                let message =
                    format!("Initializer of '{name}' in '{owner}' could not be fully resolved: {value}");
                let _: Eval<()> = self.error_in(Some(record), message);
            }
        }
    }

    /// References to bits of fields of the same record may stay: operands in encodings.
    fn are_bits_concrete(&self, record: RecordId, items: SliceId) -> bool {
        // Neighbouring bits mostly come from one value.
        let mut last = ValueId::NONE;
        self.keeper.values.slice(items).iter().all(|&item| {
            let value = ValueId(item);
            if !value.is_unresolved() {
                return true;
            }
            match self.node(value) {
                Node::Var { .. } => true,
                Node::VarBit { value: whole, .. } if whole == last => true,
                Node::VarBit { value: whole, .. } => match self.node(whole) {
                    Node::Var { name, .. } => {
                        last = whole;
                        self.record(record).fields.index_of(name).is_some()
                    }
                    _ => false,
                },
                _ => self.is_concrete(value),
            }
        })
    }

    fn check_assertions(&mut self, record: RecordId) -> Eval<()> {
        if self.record(record).details().is_none() {
            return Ok(());
        }
        let mut resolver = RecordResolver::new(record, None);
        for Assertion {
            span,
            condition,
            message,
        } in std::mem::take(&mut self.record_mut(record).details_mut().assertions)
        {
            let condition = self.resolve(condition, &mut resolver)?;
            let message = self.resolve(message, &mut resolver)?;
            self.check_assertion(
                Assertion {
                    span,
                    condition,
                    message,
                },
                Some(record),
            );
        }
        Ok(())
    }

    /// Reports an assertion that does not hold.
    pub(crate) fn check_assertion(&mut self, assertion: Assertion, record: Option<RecordId>) {
        let diagnostic = match self.to_int(assertion.condition) {
            Some(0) => {
                let text = match self.as_string(assertion.message) {
                    Some(text) => self.str(text).to_string(),
                    None => "(assert message is not a string)".to_string(),
                };
                Diagnostic::error(assertion.span, format!("assertion failed: {text}"))
            }
            Some(_) => return,
            None => {
                let condition = self.to_text(assertion.condition);
                let message = format!("assert condition must of type bit, bits, or int. It is '{condition}'");
                Diagnostic::error(assertion.span, message)
            }
        };
        self.diagnostics.push(diagnostic);
        if let Some(record) = record {
            let contents = self.record(record);
            let mut diagnostic = Diagnostic::error(contents.span, "assertion failed in this record");
            for &place in contents.instantiated_at() {
                diagnostic = diagnostic.with_note(place, "instantiated from multiclass");
            }
            self.diagnostics.push(diagnostic);
        }
    }

    fn run_dumps(&mut self, record: RecordId) -> Eval<()> {
        if self.record(record).details().is_none() {
            return Ok(());
        }
        let mut resolver = RecordResolver::new(record, None);
        for Dump { span, message } in std::mem::take(&mut self.record_mut(record).details_mut().dumps) {
            let message = self.resolve(message, &mut resolver)?;
            self.run_dump(Dump { span, message });
        }
        Ok(())
    }

    /// Prints what a `dump` says.
    pub(crate) fn run_dump(&mut self, dump: Dump) {
        match self.as_string(dump.message) {
            Some(text) => {
                let message = self.str(text).to_string();
                let (severity, span) = (Severity::Note, dump.span);
                self.diagnostics.push(Diagnostic {
                    severity,
                    message,
                    span,
                    notes: Vec::new(),
                });
            }
            None => self
                .diagnostics
                .error(dump.span, "dump value is not of type string"),
        }
    }

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
        let record = self.instantiate_class(class, args, known.place);
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
        let mut resolver = MapResolver::new(Some(id));
        for &(name, value) in &arguments {
            resolver.set(name, value);
        }
        self.resolve_in_turn(id, &mut resolver, &arguments)?;
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
