//! Evaluation: folding operators, resolving references, building records.
//!
//! The parser evaluates as it reads. What depends on something that is not known yet (a template argument, an
//! iteration variable, a field that a later `let` may change) stays an expression value and is resolved when the
//! class is instantiated, the loop is run or the record is finished. The order in which references are resolved is
//! observable (through the numbers of anonymous records and through `let`) and is LLVM's.
//!
//! An expression is evaluated by one of two methods. [`resolve`] substitutes the values that are known and keeps the
//! remainder as an expression. [`code`] compiles an expression and runs it when all its variables are known; if that
//! assumption fails, the expression is resolved instead.
//!
//! The optimizations are listed below. Each one that takes more than a few lines makes LLVM's `Intrinsics.td`, a large target
//! or this project's description at least a tenth faster by itself; `DESIGN.md` has the numbers, and what was removed.
//!
//! - Values are uniqued ([`crate::value`]). Each has a set of the variables in it, so that a resolution skips values that
//!   it cannot change. The id alone tells whether a value is unresolved, and strings, defs and small numbers are encoded
//!   in their ids ([`crate::value_id`]).
//! - Records share a layout ([`crate::layout`]: names, types and places of fields) with their class, and classes without
//!   fields of their own share it with their superclass. Lists of superclasses ([`crate::record::Ancestry`]) are shared
//!   too, so that a record owns one id per field.
//! - How a record changes when a superclass is added is computed once for all records with the same layout and
//!   superclasses; known arguments that a class only copies to fields are copied without a resolution ([`superclasses`]).
//! - The fields of a record are resolved once, when it is finished, together with the arguments of its multiclass
//!   ([`Evaluator::resolve_in_turn`]). Before that, only those subexpressions are resolved from which LLVM creates
//!   records, in LLVM's order.
//! - Results are memoized within the resolution of a record ([`memo`]), and for groups of fields with the same inputs across
//!   the records of a statement ([`plans`]). The tables have a fixed size; newer entries replace older ones.
//! - Expressions whose variables are all known are compiled to code that creates no values for intermediate results
//!   ([`code`]), and the fields of a class that is instantiated with known arguments to one program.
//! - Lists and arguments whose text has been parsed before are not parsed again (`repeated_texts` of the parser).

mod checks;
mod code;
mod convert;
mod expand;
mod fields;
mod fold_binary;
mod fold_ternary;
mod fold_unary;
mod inner_resolver;
mod inputs;
mod instances;
mod loops;
mod memo;
mod plans;
mod records;
mod references;
mod resolve;
mod resolver;
mod superclasses;
mod types;

/// The size or count from which an optimization pays; 1 with the feature `eager`, so that small tests exercise it.
const fn worth_from(size: u32) -> u32 {
    if cfg!(feature = "eager") { 1 } else { size }
}

pub(crate) use expand::{Entry, ForeachLoop, Substitutions};
pub use fold_unary::compare_numeric;
pub(crate) use resolver::{MapResolver, RecordResolver, Resolver};
pub(crate) use superclasses::{Arguments, ClassReference};

use crate::Limits;
use crate::intern::Symbol;
use crate::record::{Ancestry, Record, RecordId, RecordKeeper};
use crate::types::TypeId;
use crate::value::{Node, SliceId, ValueId};
use fxhash::FxHashMap;
use memo::Memo;
use std::rc::Rc;
use std::sync::Arc;
use wavec_support::{Diagnostic, Diagnostics, Span};

/// An error that has been reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fail;

pub(crate) type Eval<T> = Result<T, Fail>;

/// Limits are checked after this many steps. What is created in between may exceed a limit by little, as long strings and
/// lists count as many steps.
const STEPS_BETWEEN_CHECKS: u64 = 64;

/// The largest value that is shown in a message, in nodes.
const MAX_SHOWN_SIZE: u32 = 1 << 16;

/// Set in the ids of records that are still being read or that only multiclasses and loops hold.
const DRAFT: u32 = 1 << 31;

/// A `defset` that is being read.
pub(crate) struct Defset {
    pub(crate) span: Span,
    pub(crate) element: TypeId,
    pub(crate) elements: Vec<u32>,
}

/// The state of an evaluation.
pub(crate) struct Evaluator {
    pub(crate) keeper: RecordKeeper,
    drafts: Vec<Record>,
    free_drafts: Vec<u32>,
    pub(crate) diagnostics: Diagnostics,
    /// The source that is being parsed: the place of errors that have no more precise one.
    pub(crate) place: Span,
    /// Open instantiations of multiclasses and anonymous records, for notes.
    pub(crate) instantiations: Vec<Span>,
    pub(crate) defsets: Vec<Defset>,
    anonymous_names: u32,
    /// The records of each `Class<args>`.
    anonymous: instances::AnonymousRecords,
    /// Whether the records of the `defm` that is being parsed are finished without further changes, so that resolving
    /// them can be deferred.
    pub(crate) may_wait: bool,
    /// Results of the current resolution; see [`Memo`].
    pub(crate) memo: Memo,
    /// The full names of the `NAME`s of classes and multiclasses; see [`Evaluator::implicit_name`].
    implicit_names: FxHashMap<(Symbol, bool), Symbol>,
    /// Buffer in which strings are concatenated. A user appends to it and truncates it afterwards.
    text: String,
    /// Buffer in which lists and arguments are collected, used in the same manner.
    stack: Vec<u32>,
    /// The ancestry that results from adding a superclass to one; see [`Evaluator::ancestry_key`].
    ancestries: FxHashMap<(usize, usize, RecordId), Arc<Ancestry>>,
    /// The last place where records of a multiclass without other places were instantiated.
    last_place: Option<Arc<[Span]>>,
    plans: plans::Plans,
    codes: code::Codes,
    /// How records change when a superclass is added.
    derivations: FxHashMap<superclasses::DerivationKey, Rc<superclasses::Derivation>>,
    limits: Limits,
    depth: usize,
    steps: u64,
    fields: usize,
    entries: usize,
    /// The step at which limits are checked next.
    next_check: u64,
    instantiation_depth: usize,
    /// A limit was exceeded, which is reported once and ends the run.
    pub(crate) gave_up: bool,
}

impl Evaluator {
    pub(crate) fn new(keeper: RecordKeeper, limits: Limits) -> Evaluator {
        Evaluator {
            keeper,
            drafts: Vec::new(),
            free_drafts: Vec::new(),
            diagnostics: Diagnostics::new(),
            place: Span::NONE,
            instantiations: Vec::new(),
            defsets: Vec::new(),
            anonymous_names: 0,
            anonymous: instances::AnonymousRecords::default(),
            may_wait: false,
            memo: Memo::default(),
            implicit_names: FxHashMap::default(),
            text: String::new(),
            stack: Vec::new(),
            ancestries: FxHashMap::default(),
            last_place: None,
            plans: plans::Plans::default(),
            codes: code::Codes::default(),
            derivations: FxHashMap::default(),
            limits,
            depth: 0,
            steps: 0,
            fields: 0,
            entries: 0,
            next_check: 0,
            instantiation_depth: 0,
            gave_up: false,
        }
    }

    /// Reports an error, with notes on what is being instantiated.
    #[cold]
    #[inline(never)]
    pub(crate) fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Eval<T> {
        let mut diagnostic = Diagnostic::error(span, message);
        for &place in self.instantiations.iter().rev().take(8) {
            if place != span {
                diagnostic = diagnostic.with_note(place, "instantiated from multiclass");
            }
        }
        self.diagnostics.push(diagnostic);
        Err(Fail)
    }

    /// Reports an error in the evaluation of `record`, or in the source that is being parsed.
    #[cold]
    #[inline(never)]
    pub(crate) fn error_in<T>(&mut self, record: Option<RecordId>, message: impl Into<String>) -> Eval<T> {
        let mut span = self.place;
        let mut reading = None;
        let mut notes = Vec::new();
        if let Some(id) = record {
            let contents = self.record(id);
            // For a record that is not finished, the current source position is more precise.
            let is_open = contents.is_class || (id.0 & DRAFT != 0 && contents.instantiated_at().is_empty());
            if !contents.span.is_none() {
                reading = Some(span).filter(|&place| is_open && place != contents.span);
                span = contents.span;
                notes.extend(contents.instantiated_at().iter().copied());
            }
        }
        notes.extend(self.instantiations.iter().rev().take(8).copied());
        let mut diagnostic = Diagnostic::error(span, message);
        if let Some(place) = reading {
            diagnostic = diagnostic.with_note(place, "in the evaluation of this");
        }
        for (i, &place) in notes.iter().enumerate() {
            if place != span && !place.is_none() && !notes[..i].contains(&place) {
                diagnostic = diagnostic.with_note(place, "instantiated from multiclass");
            }
        }
        self.diagnostics.push(diagnostic);
        Err(Fail)
    }

    /// Reports that a limit is exceeded, once.
    #[cold]
    #[inline(never)]
    pub(crate) fn give_up<T>(&mut self, message: String) -> Eval<T> {
        if !self.gave_up {
            self.gave_up = true;
            self.next_check = 0;
            let _: Eval<()> = self.error(self.place, message);
        }
        Err(Fail)
    }

    /// Counts steps; an error if there are too many.
    #[inline]
    pub(crate) fn step(&mut self, steps: u64) -> Eval<()> {
        self.steps += steps;
        if self.steps < self.next_check {
            Ok(())
        } else {
            self.check_limits()
        }
    }

    #[cold]
    fn check_limits(&mut self) -> Eval<()> {
        if self.gave_up {
            return Err(Fail);
        }
        if self.steps > self.limits.steps {
            return self.give_up(format!("evaluation takes more than {} steps", self.limits.steps));
        }
        if self.keeper.values.is_too_deep() {
            let limit = crate::value::MAX_VALUE_DEPTH;
            return self.give_up(format!("a value is nested more than {limit} deep"));
        }
        if self.keeper.values.is_too_large() {
            let limit = crate::value::MAX_VALUE_SIZE;
            return self.give_up(format!("a value would be written with more than {limit} parts"));
        }
        if self.keeper.values.size() > self.limits.values || self.keeper.strings.byte_len() > self.limits.text
        {
            return self.give_up("the values of this description take too much memory".to_string());
        }
        self.next_check = self.steps + STEPS_BETWEEN_CHECKS;
        Ok(())
    }

    /// Checks the limits at the end, and before work that traverses a whole value.
    pub(crate) fn check_now(&mut self) -> Eval<()> {
        self.next_check = 0;
        self.step(0)
    }

    /// Counts a record with its fields.
    fn count_record(&mut self, fields: usize) -> Eval<()> {
        self.fields += fields;
        if self.keeper.records.len() >= self.limits.records || self.fields > self.limits.fields {
            let (records, fields) = (self.limits.records, self.limits.fields);
            return self.give_up(format!("more than {records} records, or {fields} fields in them"));
        }
        self.step(fields as u64 / 8)
    }

    /// Counts a statement of a multiclass or loop that is copied.
    pub(crate) fn count_entry(&mut self) -> Eval<()> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            let limit = self.limits.entries;
            return self.give_up(format!(
                "multiclasses and loops copy more than {limit} statements"
            ));
        }
        self.step(1)
    }

    /// Checks the length of a list that is about to be built.
    pub(crate) fn check_length(&mut self, length: u64) -> Eval<()> {
        if length > self.limits.list_length {
            let limit = self.limits.list_length;
            return self.give_up(format!("a list would have {length} elements, more than {limit}"));
        }
        self.step(length)
    }

    pub(crate) fn record(&self, id: RecordId) -> &Record {
        if id.0 & DRAFT != 0 {
            &self.drafts[(id.0 & !DRAFT) as usize]
        } else {
            &self.keeper.records[id.0 as usize]
        }
    }

    pub(crate) fn record_mut(&mut self, id: RecordId) -> &mut Record {
        if id.0 & DRAFT != 0 {
            &mut self.drafts[(id.0 & !DRAFT) as usize]
        } else {
            &mut self.keeper.records[id.0 as usize]
        }
    }

    /// A def that is being read, and a class that has been.
    #[inline]
    fn draft_beside(&mut self, draft: RecordId, class: RecordId) -> Option<(&mut Record, &Record)> {
        if draft.0 & DRAFT == 0 {
            return None;
        }
        let draft = self.drafts.get_mut((draft.0 & !DRAFT) as usize)?;
        Some((draft, self.keeper.records.get(class.0 as usize)?))
    }

    /// Allocates a slot for a record that is being parsed.
    pub(crate) fn new_draft(&mut self, record: Record) -> RecordId {
        if let Some(index) = self.free_drafts.pop() {
            self.drafts[index as usize] = record;
            return RecordId(index | DRAFT);
        }
        self.drafts.push(record);
        RecordId((self.drafts.len() - 1) as u32 | DRAFT)
    }

    /// Takes a draft out of its slot.
    pub(crate) fn take_draft(&mut self, id: RecordId) -> Record {
        let index = id.0 & !DRAFT;
        self.free_drafts.push(index);
        let empty = Record::new(Symbol(0), ValueId::UNSET, Span::NONE);
        std::mem::replace(&mut self.drafts[index as usize], empty)
    }

    // Shorthands for creating values.

    pub(crate) fn node(&self, id: ValueId) -> Node {
        self.keeper.values.node(id)
    }

    pub(crate) fn value(&mut self, node: Node) -> ValueId {
        self.keeper.values.intern(node)
    }

    #[inline]
    pub(crate) fn int(&mut self, value: i64) -> ValueId {
        self.value(Node::Int(value))
    }

    pub(crate) fn string(&mut self, text: &str) -> ValueId {
        let symbol = self.keeper.strings.intern(text);
        self.value(Node::Str(symbol))
    }

    pub(crate) fn var(&mut self, name: Symbol, ty: TypeId) -> ValueId {
        self.value(Node::Var { name, ty })
    }

    pub(crate) fn slice(&mut self, items: &[u32]) -> SliceId {
        self.keeper.values.intern_slice(items)
    }

    pub(crate) fn list(&mut self, element: TypeId, items: &[u32]) -> ValueId {
        let items = self.slice(items);
        self.value(Node::List { element, items })
    }

    pub(crate) fn bits(&mut self, items: &[u32]) -> ValueId {
        let items = self.slice(items);
        self.value(Node::Bits(items))
    }

    /// The items of a sequence, copied out so that values can be made while going through them.
    pub(crate) fn items(&self, slice: SliceId) -> smallvec::SmallVec<[u32; 16]> {
        smallvec::SmallVec::from_slice(self.keeper.values.slice(slice))
    }

    pub(crate) fn is_unset(&self, value: ValueId) -> bool {
        value == ValueId::UNSET
    }

    /// The symbol of a string or code value.
    pub(crate) fn as_string(&self, value: ValueId) -> Option<Symbol> {
        match self.node(value) {
            Node::Str(symbol) | Node::Code(symbol) => Some(symbol),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn as_def(&self, value: ValueId) -> Option<RecordId> {
        if let Some(def) = value.def() {
            return Some(def);
        }
        match self.node(value) {
            Node::Def(record) => Some(record),
            _ => None,
        }
    }

    /// The int of an int value, without conversion.
    pub(crate) fn as_int(&self, value: ValueId) -> Option<i64> {
        match self.node(value) {
            Node::Int(int) => Some(int),
            _ => None,
        }
    }

    pub(crate) fn str(&self, symbol: Symbol) -> &str {
        self.keeper.strings.get(symbol)
    }

    /// The value as a message shows it.
    pub(crate) fn to_text(&self, value: ValueId) -> String {
        match self.keeper.values.written_size(value) {
            ..=MAX_SHOWN_SIZE => self.keeper.value_to_string(value),
            size => format!("... ({size} parts)"),
        }
    }

    pub(crate) fn type_text(&self, ty: TypeId) -> String {
        self.keeper.type_to_string(ty)
    }

    /// A fresh name for a record that has none.
    pub(crate) fn new_anonymous_name(&mut self) -> ValueId {
        let number = self.anonymous_names;
        self.anonymous_names += 1;
        self.value(Node::AnonymousName(number))
    }
}
