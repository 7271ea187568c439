//! Records: what a description evaluates to, and the keeper that owns all of them.

use crate::intern::{DenseMap, StringInterner, Symbol};
use crate::layout::Fields;
use crate::types::{Type, TypeId, TypeInterner};
use crate::value::{ValueId, ValueStore};
use crate::view::Value;
use fxhash::FxHashMap;
use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;
use wavec_support::{Diagnostics, Span};

/// A class or a def of a [`RecordKeeper`]; ordered by definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(pub u32);

/// What a field is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldKind {
    /// An ordinary field.
    Normal,
    /// Declared with the word `field`: may stay partly unset.
    NonConcrete,
    /// A template argument of a class (never in a def).
    TemplateArgument,
}

/// One field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name; of a template argument the full name, `Class:arg`.
    pub name: Symbol,
    /// Its type.
    pub ty: TypeId,
    /// Its value; see [`RecordKeeper::value`].
    pub value: ValueId,
    /// What it is.
    pub kind: FieldKind,
    /// Where it was declared or last given a value.
    pub span: Span,
}

/// A class or a def.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its name; `anonymous_N` without one.
    pub name: Symbol,
    /// Whether it has no name of its own.
    pub is_anonymous: bool,
    /// Whether it is a class.
    pub is_class: bool,
    /// Whether it is a class whose body has been read.
    pub(crate) is_complete: bool,
    /// `None` without superclasses. Records share what they have in common.
    pub(crate) ancestry: Option<Arc<Ancestry>>,
    /// Fields in the order of the record dump.
    pub(crate) fields: Fields,
    /// Where it was defined.
    pub span: Span,
    /// See [`instantiated_at`](Record::instantiated_at).
    pub(crate) places: Option<Arc<[Span]>>,
    /// The name while it may depend on variables.
    pub(crate) name_value: ValueId,
    /// Its type as a value, once its superclasses are known.
    pub(crate) ty: Option<TypeId>,
    /// `None` if there are none of all these.
    details: Option<Box<Details>>,
    /// Variables whose substitution in the fields is deferred until these are resolved.
    pub(crate) pending: Option<Arc<[(Symbol, ValueId)]>>,
}

/// The superclasses of a record.
#[derive(Debug)]
pub(crate) struct Ancestry {
    all: Box<[RecordId]>,
    direct: Box<[RecordId]>,
    /// The type of records with these superclasses.
    pub(crate) ty: TypeId,
}

impl Ancestry {
    /// The ancestry of records of type `ty` with one superclass, which is derived from `indirect`.
    pub(crate) fn of_instance(indirect: &[RecordId], class: RecordId, ty: TypeId) -> Ancestry {
        Ancestry {
            all: indirect.iter().copied().chain([class]).collect(),
            direct: Box::new([class]),
            ty,
        }
    }
}

/// Rarely used parts of a record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Details {
    pub(crate) template_args: Vec<Symbol>,
    pub(crate) assertions: Vec<Assertion>,
    pub(crate) dumps: Vec<Dump>,
}

/// An `assert` of a class or def.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assertion {
    pub(crate) span: Span,
    pub(crate) condition: ValueId,
    pub(crate) message: ValueId,
}

/// A `dump` of a class or def.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dump {
    pub(crate) span: Span,
    pub(crate) message: ValueId,
}

impl Record {
    /// A record without contents; its name is set when it is known.
    pub(crate) fn new(name: Symbol, name_value: ValueId, span: Span) -> Record {
        Record {
            name,
            is_anonymous: false,
            is_class: false,
            is_complete: false,
            ancestry: None,
            fields: Fields::default(),
            span,
            places: None,
            name_value,
            ty: None,
            details: None,
            pending: None,
        }
    }

    /// All superclasses, including indirect ones, each before the classes derived from it, in the order of derivation. A
    /// class that is inherited along several paths is listed several times.
    pub fn superclasses(&self) -> &[RecordId] {
        self.ancestry.as_ref().map_or(&[], |ancestry| &ancestry.all)
    }

    /// Its type as a value: its direct superclasses.
    #[inline]
    pub(crate) fn own_type(&self) -> TypeId {
        match (self.ty, &self.ancestry) {
            (Some(ty), _) => ty,
            (None, Some(ancestry)) => ancestry.ty,
            (None, None) => TypeId::ANY_RECORD,
        }
    }

    /// The superclasses that its own parent list names.
    pub fn direct_superclasses(&self) -> &[RecordId] {
        self.ancestry.as_ref().map_or(&[], |ancestry| &ancestry.direct)
    }

    /// The ancestry after adding a superclass that is derived from `indirect`; `ty` is the new type of the record. A class
    /// that is inherited along several paths is listed several times.
    pub(crate) fn derive_from(&self, indirect: &[RecordId], class: RecordId, ty: TypeId) -> Ancestry {
        let known = self.superclasses().iter();
        Ancestry {
            all: known.chain(indirect).chain([&class]).copied().collect(),
            direct: self
                .direct_superclasses()
                .iter()
                .chain([&class])
                .copied()
                .collect(),
            ty,
        }
    }

    /// Where it was instantiated from, innermost `defm` first; empty for an ordinary def.
    pub fn instantiated_at(&self) -> &[Span] {
        self.places.as_deref().unwrap_or_default()
    }

    /// Names of a class's template arguments, as in [`Field::name`].
    pub fn template_args(&self) -> &[Symbol] {
        self.details
            .as_ref()
            .map_or(&[], |details| &details.template_args)
    }

    /// The rarely used parts, if there are any.
    pub(crate) fn details(&self) -> Option<&Details> {
        self.details.as_deref()
    }

    /// The rarely used parts, to change them.
    pub(crate) fn details_mut(&mut self) -> &mut Details {
        self.details.get_or_insert_default()
    }

    /// Fields in the order of the record dump.
    pub fn fields(&self) -> impl Iterator<Item = Field> {
        (0..self.fields.len()).map(|index| self.fields.get(index))
    }

    /// The value of the field with this name.
    pub(crate) fn value_of(&self, name: Symbol) -> Option<ValueId> {
        self.fields
            .index_of(name)
            .map(|index| self.fields.values()[index])
    }

    /// The type of the field with this name.
    pub(crate) fn type_of(&self, name: Symbol) -> Option<TypeId> {
        self.fields.index_of(name).map(|index| self.fields.ty(index))
    }

    /// The field with this name, with the place where it was declared.
    pub(crate) fn declared(&self, name: Symbol) -> Option<Field> {
        self.fields
            .index_of(name)
            .map(|index| self.fields.declared(index))
    }

    /// The field with this name.
    pub fn field(&self, name: Symbol) -> Option<Field> {
        self.fields.index_of(name).map(|index| self.fields.get(index))
    }
}

/// The defs by the symbols of their names, as an array: most symbols are names of defs.
#[derive(Clone, Debug, Default)]
pub(crate) struct DefsByName(DenseMap);

impl DefsByName {
    #[inline]
    pub(crate) fn get(&self, name: Symbol) -> Option<RecordId> {
        self.0.get(name.index()).map(RecordId)
    }

    /// Returns the def that had the name before.
    pub(crate) fn insert(&mut self, name: Symbol, def: RecordId) -> Option<RecordId> {
        self.0.insert(name.index(), def.0).map(RecordId)
    }
}

/// All classes and defs of a description, with the strings, types and values they share.
#[derive(Clone, Debug, Default)]
pub struct RecordKeeper {
    pub(crate) strings: StringInterner,
    pub(crate) types: TypeInterner,
    pub(crate) values: ValueStore,
    pub(crate) records: Vec<Record>,
    pub(crate) classes: Vec<RecordId>,
    pub(crate) defs: Vec<RecordId>,
    pub(crate) class_by_name: FxHashMap<Symbol, RecordId>,
    pub(crate) def_by_name: DefsByName,
    /// The defs of [`def_by_name`](Self::def_by_name) in the order of their names, except the newest ones.
    pub(crate) sorted_defs: Vec<RecordId>,
    /// The defs that are not in [`sorted_defs`](Self::sorted_defs) yet.
    pub(crate) named_defs: Vec<RecordId>,
    pub(crate) globals: FxHashMap<Symbol, ValueId>,
    pub(crate) files_read: Vec<PathBuf>,
    pub(crate) warnings: Diagnostics,
    /// The defs derived from each class.
    pub(crate) derived: OnceCell<FxHashMap<RecordId, Vec<RecordId>>>,
}

/// Values of a description of ordinary size; larger ones are read, too.
const USUAL_VALUES: usize = 1 << 16;

impl RecordKeeper {
    /// An empty keeper whose largest lists have address space for a description of ordinary size: lists that start so large
    /// take memory only as they fill, and grow without being copied.
    pub(crate) fn with_usual_capacity() -> RecordKeeper {
        let mut keeper = RecordKeeper::default();
        keeper.values.reserve(USUAL_VALUES);
        keeper.strings.reserve_bytes(16 * USUAL_VALUES);
        keeper.records.reserve(USUAL_VALUES / 4);
        keeper
    }

    /// A record's contents.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// A record's name.
    pub fn name(&self, id: RecordId) -> &str {
        self.strings.get(self.record(id).name)
    }

    /// The string of a symbol.
    pub fn str(&self, symbol: Symbol) -> &str {
        self.strings.get(symbol)
    }

    /// The symbol of a string, if any record, field or value uses it.
    pub fn symbol(&self, text: &str) -> Option<Symbol> {
        self.strings.lookup(text)
    }

    /// The type of an id.
    pub fn ty(&self, id: TypeId) -> &Type {
        self.types.get(id)
    }

    /// All classes in the order of definition.
    pub fn classes(&self) -> &[RecordId] {
        &self.classes
    }

    /// All defs in the order of definition, anonymous ones too.
    pub fn defs(&self) -> &[RecordId] {
        &self.defs
    }

    /// The def with this name.
    pub fn def(&self, name: &str) -> Option<RecordId> {
        self.def_by_name.get(self.symbol(name)?)
    }

    /// The class with this name.
    pub fn class(&self, name: &str) -> Option<RecordId> {
        self.class_by_name.get(&self.symbol(name)?).copied()
    }

    /// The defs derived, directly or not, from the class, in the order of definition; none if there is no such class.
    pub fn derived_defs(&self, class: &str) -> &[RecordId] {
        self.class(class).map_or(&[], |class| self.derived_defs_of(class))
    }

    /// [`derived_defs`](Self::derived_defs) by id.
    pub fn derived_defs_of(&self, class: RecordId) -> &[RecordId] {
        let derived = self.derived.get_or_init(|| {
            let mut derived: FxHashMap<RecordId, Vec<RecordId>> = FxHashMap::default();
            for &def in &self.defs {
                for &class in self.record(def).superclasses() {
                    let defs = derived.entry(class).or_default();
                    // A class may be a superclass in several ways.
                    if defs.last() != Some(&def) {
                        defs.push(def);
                    }
                }
            }
            derived
        });
        derived.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Whether the record is derived from the class, directly or not; false if there is no such class.
    pub fn is_subclass_of(&self, record: RecordId, class: &str) -> bool {
        self.class(class)
            .is_some_and(|class| self.record(record).superclasses().contains(&class))
    }

    /// A field's value, `None` if the record has no such field.
    pub fn field_value(&self, record: RecordId, field: &str) -> Option<Value<'_>> {
        let value = self.record(record).value_of(self.symbol(field)?)?;
        Some(self.value(value))
    }

    /// The files that were read, the main one first, each once.
    pub fn files_read(&self) -> &[PathBuf] {
        &self.files_read
    }

    /// Warnings of the evaluation, and as notes what `dump` statements printed.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}
