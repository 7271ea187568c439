//! Resolvers: the sources of values for variables during a resolution.

use super::{Eval, Evaluator};
use crate::intern::Symbol;
use crate::record::RecordId;
use crate::value::{ANONYMOUS_NAME_BIT, FINAL_BIT, NEXT_BIT, ValueId, variable_bit};
use smallvec::SmallVec;

/// A source of values for variables.
pub(crate) trait Resolver {
    /// The value of a variable, `None` if it stays a variable.
    fn lookup(&mut self, eval: &mut Evaluator, name: Symbol) -> Eval<Option<ValueId>>;

    /// Upcast to the trait object.
    fn as_dyn(&mut self) -> &mut dyn Resolver;

    /// The new name of a record without a name, `None` if it keeps it.
    fn rename(&mut self, _eval: &mut Evaluator, _old: ValueId) -> Eval<Option<ValueId>> {
        Ok(None)
    }

    /// The value of a variable, if it is available without further evaluation.
    fn peek(&self, _eval: &Evaluator, _name: Symbol) -> Option<ValueId> {
        None
    }

    /// The variables that have values, as in [`crate::value::ValueStore::variables`]. A value that refers to none of them
    /// does not change.
    fn variables(&self) -> u64;

    /// The record that is being resolved.
    fn current(&self) -> Option<RecordId>;

    /// Whether this is the final resolution, in which lookups of records by name must succeed.
    fn is_final(&self) -> bool {
        false
    }

    /// Whether all references are reported, including those in operands whose value is not used.
    fn sees_all(&self) -> bool {
        false
    }

    /// Whether a reference to a bit of a field that is `?` stays a reference.
    fn keeps_unset_bits(&self) -> bool {
        false
    }
}

#[derive(Clone, Copy)]
struct Mapping {
    name: Symbol,
    value: ValueId,
    is_resolved: bool,
    /// Being resolved itself: references to it stay references.
    is_busy: bool,
}

/// Given values: template arguments and iteration variables. They may refer to each other.
pub(crate) struct MapResolver {
    current: Option<RecordId>,
    map: SmallVec<[Mapping; 8]>,
    busy: usize,
    variables: u64,
    is_final: bool,
}

impl MapResolver {
    pub(crate) fn new(current: Option<RecordId>) -> MapResolver {
        MapResolver {
            current,
            map: SmallVec::new(),
            busy: 0,
            variables: NEXT_BIT,
            is_final: false,
        }
    }

    /// The same with these values.
    pub(crate) fn with(current: Option<RecordId>, values: &[(Symbol, ValueId)]) -> MapResolver {
        let mut resolver = MapResolver::new(current);
        for &(name, value) in values {
            resolver.set(name, value);
        }
        resolver
    }

    /// The same for a final resolution.
    pub(crate) fn set_final(&mut self) {
        self.is_final = true;
        self.variables |= FINAL_BIT | ANONYMOUS_NAME_BIT;
    }

    /// Sets the value of a variable.
    pub(crate) fn set(&mut self, name: Symbol, value: ValueId) {
        let mapping = Mapping {
            name,
            value,
            is_resolved: false,
            is_busy: false,
        };
        self.variables |= variable_bit(name);
        match self.map.iter_mut().find(|mapping| mapping.name == name) {
            Some(old) => *old = mapping,
            None => self.map.push(mapping),
        }
    }
}

impl Resolver for MapResolver {
    fn as_dyn(&mut self) -> &mut dyn Resolver {
        self
    }

    fn lookup(&mut self, eval: &mut Evaluator, name: Symbol) -> Eval<Option<ValueId>> {
        let Some(index) = self
            .map
            .iter()
            .position(|mapping| mapping.name == name && !mapping.is_busy)
        else {
            return Ok(None);
        };
        let mapping = self.map[index];
        if mapping.is_resolved || !mapping.value.is_unresolved() || self.map.len() - self.busy <= 1 {
            return Ok(Some(mapping.value));
        }
        self.map[index].is_busy = true;
        self.busy += 1;
        let outer = eval.memo.suspend();
        let resolved = eval.resolve(mapping.value, self);
        eval.memo.resume(outer);
        self.busy -= 1;
        self.map[index] = Mapping {
            value: resolved?,
            is_resolved: true,
            is_busy: false,
            ..mapping
        };
        Ok(Some(self.map[index].value))
    }

    fn peek(&self, _eval: &Evaluator, name: Symbol) -> Option<ValueId> {
        let known = self
            .map
            .iter()
            .find(|mapping| mapping.name == name && !mapping.is_busy);
        known
            .map(|mapping| mapping.value)
            .filter(|value| !value.is_unresolved())
    }

    fn variables(&self) -> u64 {
        self.variables
    }

    fn current(&self) -> Option<RecordId> {
        self.current
    }

    fn is_final(&self) -> bool {
        self.is_final
    }
}

/// The fields of a record, for the final resolution of a def.
pub(crate) struct RecordResolver {
    record: RecordId,
    new_name: Option<ValueId>,
    /// By field: its result, [`ValueId::NONE`] if there is none yet.
    cache: Vec<ValueId>,
    open: SmallVec<[Symbol; 8]>,
    is_renaming: bool,
    /// The old and the new name of the record; fields may contain the old one.
    renamed: Option<(ValueId, ValueId)>,
    /// Values of variables that are not fields.
    arguments: SmallVec<[Mapping; 8]>,
    /// The set of their names, see [`variable_bit`]: most variables are fields.
    argument_bits: u64,
}

impl RecordResolver {
    pub(crate) fn new(record: RecordId, new_name: Option<ValueId>) -> RecordResolver {
        RecordResolver {
            record,
            new_name,
            cache: Vec::new(),
            open: SmallVec::new(),
            is_renaming: false,
            renamed: None,
            arguments: SmallVec::new(),
            argument_bits: 0,
        }
    }

    /// The same that also substitutes variables.
    pub(crate) fn with_arguments(
        mut self,
        arguments: impl IntoIterator<Item = (Symbol, ValueId)>,
    ) -> RecordResolver {
        for (name, value) in arguments {
            let mapping = Mapping {
                name,
                value,
                is_resolved: false,
                is_busy: false,
            };
            self.argument_bits |= variable_bit(name);
            match self.arguments.iter_mut().find(|known| known.name == name) {
                Some(known) => *known = mapping,
                None => self.arguments.push(mapping),
            }
        }
        self
    }

    #[inline]
    fn find_argument(&self, name: Symbol) -> Option<usize> {
        if self.argument_bits & variable_bit(name) == 0 {
            return None;
        }
        self.arguments.iter().position(|mapping| mapping.name == name)
    }

    #[inline(never)]
    fn argument(&mut self, eval: &mut Evaluator, index: usize) -> Eval<ValueId> {
        let mapping = self.arguments[index];
        if mapping.is_resolved || !eval.keeper.values.is_unresolved(mapping.value) {
            return Ok(mapping.value);
        }
        self.arguments[index].is_busy = true;
        let outer = eval.memo.suspend();
        let resolved = eval.resolve(mapping.value, self);
        eval.memo.resume(outer);
        self.arguments[index].is_busy = false;
        let resolved = resolved?;
        // A result that was computed within its own resolution is incomplete.
        if !self.arguments.iter().any(|other| other.is_busy) && self.open.is_empty() {
            self.arguments[index].value = resolved;
            self.arguments[index].is_resolved = true;
        }
        Ok(resolved)
    }
}

impl RecordResolver {
    /// The result of an unresolved field.
    #[inline(never)]
    fn open_field(
        &mut self,
        eval: &mut Evaluator,
        name: Symbol,
        index: usize,
        value: ValueId,
    ) -> Eval<Option<ValueId>> {
        if let Some(&value) = self.cache.get(index)
            && value != ValueId::NONE
        {
            return Ok(Some(value));
        }
        if self.open.contains(&name) {
            return Ok(None);
        }
        self.open.push(name);
        let outer = eval.memo.suspend();
        let resolved = eval.resolve(value, self);
        eval.memo.resume(outer);
        self.open.pop();
        let resolved = resolved?;
        if self.cache.is_empty() {
            self.cache
                .resize(eval.record(self.record).fields.len(), ValueId::NONE);
        }
        self.cache[index] = resolved;
        Ok(Some(resolved))
    }
}

impl Resolver for RecordResolver {
    fn as_dyn(&mut self) -> &mut dyn Resolver {
        self
    }

    fn lookup(&mut self, eval: &mut Evaluator, name: Symbol) -> Eval<Option<ValueId>> {
        if let Some(index) = self.find_argument(name)
            && !self.arguments[index].is_busy
        {
            return self.argument(eval, index).map(Some);
        }
        let fields = &eval.record(self.record).fields;
        let Some(index) = fields.index_of(name) else {
            return Ok(None);
        };
        let value = fields.values()[index];
        match value.is_unresolved() {
            true => self.open_field(eval, name, index, value),
            // An unset field stays a reference.
            false => Ok((value != ValueId::UNSET).then_some(value)),
        }
    }

    fn rename(&mut self, eval: &mut Evaluator, old: ValueId) -> Eval<Option<ValueId>> {
        let Some(new_name) = self.new_name else {
            return Ok(None);
        };
        if let Some((_, name)) = self.renamed.filter(|&(known, _)| known == old) {
            return Ok(Some(name));
        }
        if self.is_renaming || old != eval.record(self.record).name_value {
            return Ok(None);
        }
        self.is_renaming = true;
        let outer = eval.memo.suspend();
        let name = eval.resolve(new_name, self);
        eval.memo.resume(outer);
        self.is_renaming = false;
        self.renamed = Some((old, name?));
        name.map(Some)
    }

    fn peek(&self, eval: &Evaluator, name: Symbol) -> Option<ValueId> {
        let known = match self.find_argument(name) {
            Some(index) if self.arguments[index].is_busy => return None,
            Some(index) => self.arguments[index].value,
            None => {
                let fields = &eval.record(self.record).fields;
                let index = fields.index_of(name)?;
                match fields.values()[index] {
                    // An unset field stays a reference.
                    ValueId::UNSET => return None,
                    value if value.is_unresolved() => return None,
                    value => value,
                }
            }
        };
        Some(known).filter(|value| !value.is_unresolved())
    }

    fn variables(&self) -> u64 {
        u64::MAX
    }

    fn current(&self) -> Option<RecordId> {
        Some(self.record)
    }

    fn is_final(&self) -> bool {
        true
    }

    fn keeps_unset_bits(&self) -> bool {
        true
    }
}
