//! An evaluation that went on from a copy of another one's state, and what it made: how that comes back.
//!
//! Both evaluations begin with the same state and number what they add from the same numbers on. What comes back gets
//! new numbers as if it had been evaluated here, after all that is here by now: strings, types and values are found or
//! made, records follow in their order, records of `Class<args>` that are here already are those, and the names of
//! records without one are counted on. Nothing comes back if the result could be another one here: if something that
//! is defined here by now has a name that the other evaluation ever met, or if that looked at the names of records
//! without one, which are different here.

mod ids;

use super::{Evaluator, instances::Anonymous, instances::AnonymousRecords};
use crate::Limits;
use crate::intern::{StringInterner, Symbol};
use crate::record::{Record, RecordId, RecordKeeper};
use crate::rewrite::{Rewrite, Shared, Unshare};
use crate::types::TypeId;
use crate::value::{Node, ValueId};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wavec_support::{Diagnostics, Span};

/// The state of an evaluation between two statements, without what it only knows to be faster.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) keeper: RecordKeeper,
    drafts: Vec<Record>,
    free_drafts: Vec<u32>,
    anonymous_names: u32,
    anonymous: AnonymousRecords,
    steps: u64,
    fields: usize,
    entries: usize,
    /// What is said about what was evaluated since the state was copied; no errors.
    diagnostics: Diagnostics,
    /// Of the strings that the evaluation added, where these are going to be taken over.
    hashes: Vec<u64>,
}

/// How much of everything there was where two evaluations part.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    strings: usize,
    types: usize,
    values: usize,
    records: usize,
    classes: usize,
    defs: usize,
    named_defs: usize,
    anonymous_names: u32,
    /// What [`crate::value::ValueStore::size`] says.
    size: usize,
    steps: u64,
    fields: usize,
    entries: usize,
}

impl Marks {
    /// Whether there was a string with this symbol.
    pub(crate) fn knows(&self, name: Symbol) -> bool {
        name.index() < self.strings
    }
}

impl State {
    pub(crate) fn marks(&self) -> Marks {
        let keeper = &self.keeper;
        Marks {
            strings: keeper.strings.len(),
            types: keeper.types.len(),
            values: keeper.values.len(),
            records: keeper.records.len(),
            classes: keeper.classes.len(),
            defs: keeper.defs.len(),
            named_defs: keeper.named_defs.len(),
            anonymous_names: self.anonymous_names,
            size: keeper.values.size(),
            steps: self.steps,
            fields: self.fields,
            entries: self.entries,
        }
    }
}

/// What a class that has no contents yet may be given later: all that tells whether it was.
pub(crate) type Contents = (Span, usize, usize, usize);

fn contents(class: &Record) -> Contents {
    let superclasses = class.superclasses().len();
    (
        class.span,
        class.fields.len(),
        superclasses,
        class.template_args().len(),
    )
}

impl Evaluator {
    /// What the evaluation may use.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The classes that may be given their contents later, with what they have.
    pub(crate) fn classes_without_contents(&self) -> Vec<(RecordId, Contents)> {
        let classes = self.keeper.classes.iter();
        let classes = classes.map(|&class| (class, contents(self.record(class))));
        classes
            .filter(|&(_, (_, fields, superclasses, arguments))| fields + superclasses + arguments == 0)
            .collect()
    }

    /// Whether these classes have what they had.
    pub(crate) fn have_contents(&self, classes: &[(RecordId, Contents)]) -> bool {
        let mut classes = classes.iter();
        classes.all(|&(class, before)| contents(self.record(class)) == before)
    }

    /// The names of the classes and defs from these numbers on.
    pub(crate) fn names_from(&self, classes: usize, defs: usize) -> impl Iterator<Item = Symbol> {
        let added = self.keeper.classes[classes..]
            .iter()
            .chain(&self.keeper.defs[defs..]);
        added.map(|&id| self.record(id).name)
    }

    /// How much a copy of the state takes, about: values, and fields of records.
    pub(crate) fn state_size(&self) -> usize {
        self.keeper.values.size() + self.fields
    }

    /// A copy of the state for another thread, which shares nothing with it.
    pub(crate) fn copy_state(&self, unshare: &mut Unshare) -> State {
        let mut copy = State {
            keeper: self.keeper.clone(),
            drafts: self.drafts.clone(),
            free_drafts: self.free_drafts.clone(),
            anonymous_names: self.anonymous_names,
            anonymous: self.anonymous.clone(),
            steps: self.steps,
            fields: self.fields,
            entries: self.entries,
            diagnostics: Diagnostics::new(),
            hashes: Vec::new(),
        };
        for record in copy.keeper.records.iter_mut().chain(&mut copy.drafts) {
            record.rewrite(unshare);
        }
        copy
    }

    /// An evaluation that goes on from a state, until it is cancelled. The names that it gives to records without one
    /// are provisional.
    pub(crate) fn go_on(mut state: State, limits: Limits, cancelled: Arc<AtomicBool>) -> Evaluator {
        state.keeper.strings.make_provisional(state.anonymous_names);
        let mut eval = Evaluator::new(state.keeper, limits);
        eval.drafts = state.drafts;
        eval.free_drafts = state.free_drafts;
        eval.anonymous_names = state.anonymous_names;
        eval.anonymous = state.anonymous;
        eval.steps = state.steps;
        eval.fields = state.fields;
        eval.entries = state.entries;
        eval.cancelled = Some(cancelled);
        eval
    }

    /// The state at the end, if another evaluation, from which this one parted at `marks`, may take it over; of the
    /// records those that were added.
    pub(crate) fn into_state(mut self, marks: &Marks) -> Option<State> {
        let relies_on_this = self.keeper.strings.has_seen_provisional() || self.looked_at_all_defs;
        if self.gave_up || relies_on_this || self.diagnostics.has_errors() {
            return None;
        }
        // What it took is for the next evaluation, and this waits until it is taken over.
        self.keeper.records = self.keeper.records.split_off(marks.records);
        self.keeper.forget_places();
        self.keeper.shrink();
        Some(State {
            diagnostics: self.diagnostics,
            hashes: self.keeper.strings.hashes(marks.strings),
            keeper: self.keeper,
            drafts: self.drafts,
            free_drafts: self.free_drafts,
            anonymous_names: self.anonymous_names,
            anonymous: self.anonymous,
            steps: self.steps,
            fields: self.fields,
            entries: self.entries,
        })
    }
}

/// What becomes of a provisional name.
#[derive(Clone, Copy)]
enum Number {
    Unknown,
    /// A number and the name with it.
    New(u32, Symbol),
    /// The record is here already, under this name.
    Known(Symbol),
}

/// What another evaluation made, by its new ids.
pub(crate) struct Moved {
    records: Vec<Record>,
    classes: Vec<RecordId>,
    defs: Vec<RecordId>,
    named_defs: Vec<RecordId>,
    anonymous: Vec<(ValueId, Anonymous)>,
    globals: Vec<(Symbol, ValueId)>,
    diagnostics: Diagnostics,
}

/// What comes back from another evaluation.
pub(crate) struct Transfer<'e> {
    marks: Marks,
    /// The other evaluation, without its records.
    from: State,
    to: &'e mut Evaluator,
    shared: Shared,
    /// The new symbols by the old ones' numbers, from [`Marks::strings`] on.
    symbols: Vec<Option<Symbol>>,
    /// The new types that are known so far, likewise, and so on.
    types: Vec<Option<TypeId>>,
    /// [`ValueId::NONE`] where none is known yet.
    values: Vec<ValueId>,
    /// By where they start, from 0 on; `u32::MAX` where none is known yet.
    slices: Vec<u32>,
    records: Vec<Option<RecordId>>,
    /// What becomes of the provisional names of records without one.
    numbers: Vec<Number>,
    /// How many of these are known.
    numbered: usize,
    next_number: u32,
    /// The first of the files that only the other evaluation knows, and its new number.
    files: (u32, u32),
    /// It cannot be taken over.
    is_refused: bool,
}

impl<'e> Transfer<'e> {
    /// Finds or makes the strings of another evaluation that parted from this one at `marks`. `shared` leads from what
    /// its records share with the ones before to what they share here. `files` are the first number of the files that
    /// only it knows, and their first number here. No name that was known then has got another meaning since; of others
    /// `is_defined` says whether they mean something that is no record and no global variable.
    pub(crate) fn new(
        marks: Marks,
        from: State,
        to: &'e mut Evaluator,
        shared: Shared,
        files: (u32, u32),
        is_defined: impl Fn(Symbol) -> bool,
    ) -> Transfer<'e> {
        let keeper = &from.keeper;
        let numbers = (from.anonymous_names - marks.anonymous_names) as usize;
        let mut transfer = Transfer {
            marks,
            symbols: vec![None; keeper.strings.len() - marks.strings],
            types: vec![None; keeper.types.len() - marks.types],
            values: vec![ValueId::NONE; keeper.values.len() - marks.values],
            slices: vec![u32::MAX; keeper.values.pool_len()],
            records: vec![None; keeper.records.len()],
            numbers: vec![Number::Unknown; numbers],
            numbered: 0,
            next_number: to.anonymous_names,
            is_refused: to.keeper.strings.has_alike(),
            from,
            to,
            shared,
            files,
        };
        transfer.map_strings(is_defined);
        transfer
    }

    fn map_strings(&mut self, is_defined: impl Fn(Symbol) -> bool) {
        let (theirs, ours) = (&self.from.keeper.strings, &mut self.to.keeper);
        let is_defined = |keeper: &RecordKeeper, name: Symbol| {
            keeper.def_by_name.get(name).is_some()
                || keeper.class_by_name.contains_key(&name)
                || keeper.globals.contains_key(&name)
                || is_defined(name)
        };
        // Names of records without one have their own way.
        for number in 0..self.from.anonymous_names {
            let Some(symbol) = theirs.anonymous(number) else {
                continue;
            };
            let Some(index) = symbol.index().checked_sub(self.marks.strings) else {
                continue;
            };
            let number = number.checked_sub(self.marks.anonymous_names).ok_or(number);
            self.symbols[index] = Some(match number {
                Ok(provisional) => ids::numbered(provisional),
                // The number was given before, to a record of a multiclass, and both may have made that.
                Err(number) => {
                    let name = ours.strings.intern_anonymous(number);
                    self.is_refused |= ours.def_by_name.get(name).is_some();
                    name
                }
            });
        }
        let known = ours.strings.len();
        for index in self.marks.strings..theirs.len() {
            let place = &mut self.symbols[index - self.marks.strings];
            if place.is_none() {
                let text = theirs.get(Symbol::new(index as u32, false));
                let hash = self.from.hashes[index - self.marks.strings];
                let symbol = ours.strings.intern_hashed(text, hash);
                self.is_refused |= symbol.index() < known && is_defined(ours, symbol);
                *place = Some(symbol);
            }
        }
        // They are not looked at again, and what is made from here on takes their place.
        self.from.keeper.strings = StringInterner::default();
        self.from.hashes = Vec::new();
    }

    /// What the other evaluation made, by its places and names here. Records that are here already are these.
    pub(crate) fn contents(&mut self) -> Moved {
        let mut records = std::mem::take(&mut self.from.keeper.records);
        let places = self.place_records(&records);
        let first = self.to.keeper.records.len() as u32;
        let is_known = |id: Option<RecordId>| id.is_none_or(|id| id.0 < first);
        for (index, (record, place)) in records.iter_mut().zip(places).enumerate() {
            if !is_known(self.records[index]) {
                record.rewrite(self);
                record.span = place.unwrap_or(record.span);
            }
        }
        let mut ids = self.records.iter();
        if self.records.iter().any(|&id| is_known(id)) {
            records.retain(|_| !is_known(ids.next().copied().flatten()));
        }
        let ids = |list: &mut Vec<RecordId>, from: usize| -> Vec<RecordId> {
            let theirs = std::mem::take(list);
            let ours = theirs[from..]
                .iter()
                .map(|&id| self.records[id.0 as usize - self.marks.records]);
            ours.flatten().filter(|id| id.0 >= first).collect()
        };
        let keeper = &mut self.from.keeper;
        let classes = ids(&mut keeper.classes, self.marks.classes);
        let defs = ids(&mut keeper.defs, self.marks.defs);
        let named_defs = ids(&mut keeper.named_defs, self.marks.named_defs);
        let mut anonymous = Vec::new();
        for (value, known) in std::mem::take(&mut self.from.anonymous).each() {
            let known = Anonymous {
                place: known.place.map(|place| self.span(place)),
                record: known.record.map(|record| self.record(record)),
            };
            anonymous.push((self.value(value), known));
        }
        let mut globals = Vec::new();
        for (name, value) in std::mem::take(&mut self.from.keeper.globals) {
            if name.index() >= self.marks.strings || !self.to.keeper.globals.contains_key(&name) {
                globals.push((self.symbol(name), self.value(value)));
            }
        }
        let diagnostics = std::mem::take(&mut self.from.diagnostics).map(|mut diagnostic| {
            diagnostic.span = self.span(diagnostic.span);
            for (span, _) in &mut diagnostic.notes {
                *span = self.span(*span);
            }
            diagnostic
        });
        Moved {
            records,
            classes,
            defs,
            named_defs,
            anonymous,
            globals,
            diagnostics,
        }
    }

    /// Gives all records of the other evaluation their ids here, and names without one their numbers; returns where
    /// each `Class<args>` was first written here.
    fn place_records(&mut self, theirs: &[Record]) -> Vec<Option<Span>> {
        let mut keys: Vec<Option<ValueId>> = vec![None; theirs.len()];
        for (value, known) in self.from.anonymous.each() {
            let record = known.record.map(|record| record.0 as usize);
            if let Some(index) = record.and_then(|index| index.checked_sub(self.marks.records)) {
                keys[index] = Some(value);
            }
        }
        let mut next = self.to.keeper.records.len() as u32;
        let mut places = vec![None; keys.len()];
        for (index, key) in keys.into_iter().enumerate() {
            let mut known = None;
            if let Some(key) = key {
                // The arguments may be earlier records, or have their names.
                let number = self.number_of(&theirs[index]);
                self.number_up_to(number);
                let key = self.value(key);
                let here = self.to.anonymous.get(key);
                places[index] = here.place;
                known = here.record;
                if let (Some(record), Some(number)) = (known, number) {
                    self.numbers[number] = Number::Known(self.to.record(record).name);
                }
            }
            self.records[index] = Some(known.unwrap_or_else(|| {
                next += 1;
                RecordId(next - 1)
            }));
        }
        self.number_up_to(None);
        places
    }

    /// Makes what was taken over part of the evaluation.
    pub(crate) fn finish(self, moved: Moved) {
        let to = self.to;
        to.anonymous_names = self.next_number;
        to.steps += self.from.steps - self.marks.steps;
        to.fields += self.from.fields - self.marks.fields;
        to.entries += self.from.entries - self.marks.entries;
        to.next_check = 0;
        let size = self.from.keeper.values.size() - self.marks.size;
        to.keeper.values.count_elsewhere(size);
        // Both copies of the records are large enough.
        drop((self.from, self.values, self.slices, self.symbols));
        to.keeper.records.extend(moved.records);
        for &class in &moved.classes {
            to.keeper.class_by_name.insert(to.record(class).name, class);
        }
        for &def in &moved.named_defs {
            to.keeper.def_by_name.insert(to.record(def).name, def);
        }
        to.keeper.classes.extend(moved.classes);
        to.keeper.defs.extend(moved.defs);
        to.keeper.named_defs.extend(moved.named_defs);
        to.keeper.globals.extend(moved.globals);
        to.diagnostics.extend(moved.diagnostics);
        for (value, known) in moved.anonymous {
            let here = to.anonymous.get_mut(value);
            here.place = here.place.or(known.place);
            here.record = here.record.or(known.record);
        }
    }

    /// Whether nothing may be taken over.
    pub(crate) fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Whether this is a record of the other evaluation alone.
    pub(crate) fn is_new(&self, record: RecordId) -> bool {
        record.0 & super::DRAFT == 0 && record.0 as usize >= self.marks.records
    }

    /// The record of a multiclass of the other evaluation, by its names here.
    pub(crate) fn draft(&mut self, id: RecordId) -> Record {
        let mut record = self.from.drafts[(id.0 & !super::DRAFT) as usize].clone();
        record.rewrite(self);
        record
    }

    /// The number in the provisional name of a record without one.
    fn number_of(&self, record: &Record) -> Option<usize> {
        let Node::Str(name) = self.from.keeper.values.node(record.name_value) else {
            return None;
        };
        let index = name.index().checked_sub(self.marks.strings)?;
        ids::number(self.symbols[index]?).map(|number| number as usize)
    }

    /// Gives the names before this number their new numbers; all of them without one.
    fn number_up_to(&mut self, end: Option<usize>) {
        let end = end.unwrap_or(self.numbers.len());
        while self.numbered < end {
            if let Number::Unknown = self.numbers[self.numbered] {
                let name = self.to.keeper.strings.intern_anonymous(self.next_number);
                self.numbers[self.numbered] = Number::New(self.next_number, name);
                self.next_number += 1;
            }
            self.numbered += 1;
        }
    }
}
