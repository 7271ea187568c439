//! Layouts of records. Most records have exactly the fields of their class and share its layout.
//!
//! Most classes share the layout of their superclass in turn: template arguments have a separate layout, and the places of
//! overridden fields are in a list ([`Places`]). So a new layout is created only if a field is added.

use crate::intern::Symbol;
use crate::record::{Field, FieldKind};
use crate::types::TypeId;
use crate::value::ValueId;
use smallvec::SmallVec;
use std::sync::Arc;
use wavec_support::Span;

/// Names, types, kinds and places of fields, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    names: Vec<Symbol>,
    types: Vec<TypeId>,
    kinds: Vec<FieldKind>,
    spans: Vec<Span>,
    /// Positions by name, if there are more than [`SMALL`].
    index: Index,
}

/// Positions by name: an open-addressing table whose size is a power of two, at most half full.
#[derive(Clone, Debug, Default)]
struct Index {
    /// Positions plus one; 0 for a free slot.
    slots: Vec<u32>,
    /// 32 less the number of upper bits of the hash that select a slot.
    shift: u32,
}

impl Index {
    fn new(names: &[Symbol]) -> Index {
        if names.len() <= SMALL {
            return Index::default();
        }
        let bits = (names.len() * 2).next_power_of_two().ilog2();
        let mut index = Index {
            slots: vec![0; 1 << bits],
            shift: 32 - bits,
        };
        for (at, &name) in names.iter().enumerate() {
            index.place(name, at);
        }
        index
    }

    fn place(&mut self, name: Symbol, at: usize) {
        let mut slot = self.home(name);
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = at as u32 + 1;
    }

    /// Adds the last of `names`.
    fn push(&mut self, names: &[Symbol]) {
        if names.len() * 2 > self.slots.len() {
            *self = Index::new(names);
        } else if let Some((&name, rest)) = names.split_last() {
            self.place(name, rest.len());
        }
    }

    #[inline]
    fn home(&self, name: Symbol) -> usize {
        (name.0.wrapping_mul(0x9e37_79b1) >> self.shift) as usize
    }

    #[inline]
    fn find(&self, name: Symbol, names: &[Symbol]) -> Option<usize> {
        let mut slot = self.home(name);
        loop {
            let at = (self.slots[slot] as usize).checked_sub(1)?;
            if names[at] == name {
                return Some(at);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// Layouts up to this size are searched linearly.
const SMALL: usize = 8;

impl Layout {
    /// The position of a field.
    #[inline]
    pub(crate) fn index_of(&self, name: Symbol) -> Option<usize> {
        if self.names.len() <= SMALL {
            return self.names.iter().position(|&known| known == name);
        }
        self.index.find(name, &self.names)
    }

    fn push(&mut self, field: Field) {
        self.names.push(field.name);
        if self.names.len() > SMALL {
            self.index.push(&self.names);
        }
        self.types.push(field.ty);
        self.kinds.push(field.kind);
        self.spans.push(field.span);
    }

    /// The same fields and others after them.
    fn with(&self, others: &[Field]) -> Layout {
        fn joined<T: Copy>(first: &[T], others: &[Field], part: impl Fn(&Field) -> T) -> Vec<T> {
            let mut all = Vec::with_capacity(first.len() + others.len());
            all.extend_from_slice(first);
            all.extend(others.iter().map(part));
            all
        }
        let names = joined(&self.names, others, |field| field.name);
        Layout {
            index: Index::new(&names),
            names,
            types: joined(&self.types, others, |field| field.ty),
            kinds: joined(&self.kinds, others, |field| field.kind),
            spans: joined(&self.spans, others, |field| field.span),
        }
    }
}

/// How the fields of a class are added to a record of another layout.
#[derive(Clone, Debug)]
pub(crate) struct Merge {
    /// The previous layout of the record, kept alive as its address is a part of keys.
    _before: Option<Arc<Layout>>,
    after: Option<Arc<Layout>>,
    /// For each field of the class after its template arguments: its position in the record.
    pub(crate) targets: Vec<u32>,
    /// Whether all of them are new.
    pub(crate) is_append: bool,
}

/// A field of a class that is a copy of a template argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArgumentCopy {
    /// Counted after the template arguments.
    pub(crate) field: u32,
    pub(crate) argument: u32,
}

/// Fields that were set at another place than the layout says. Template arguments do not count in their positions.
#[derive(Debug)]
pub(crate) struct Places {
    /// Older ones first.
    entries: SmallVec<[(u32, Span); 2]>,
    /// Still older ones, shared with a class.
    base: Option<Arc<Places>>,
    depth: u32,
}

/// Longest chain of [`Places`] of a class; records add to it.
const MAX_PLACES_DEPTH: u32 = 8;

impl Places {
    fn find(&self, index: u32) -> Option<Span> {
        let mut next = Some(self);
        while let Some(places) = next {
            let mut entries = places.entries.iter().rev();
            if let Some(&(_, span)) = entries.find(|&&(at, _)| at == index) {
                return Some(span);
            }
            next = places.base.as_deref();
        }
        None
    }

    /// `base` with a further place.
    fn behind(base: Option<Arc<Places>>, entry: (u32, Span)) -> Places {
        let depth = base.as_ref().map_or(0, |base| base.depth + 1);
        Places {
            entries: SmallVec::from_slice(&[entry]),
            base,
            depth,
        }
    }

    /// The same without a chain, with the newest place of each position.
    fn joined(&self) -> Places {
        let mut entries: SmallVec<[(u32, Span); 2]> = SmallVec::new();
        let mut next = Some(self);
        while let Some(places) = next {
            entries.extend(places.entries.iter().rev().copied());
            next = places.base.as_deref();
        }
        entries.sort_by_key(|&(at, _)| at);
        entries.dedup_by_key(|entry| entry.0);
        Places {
            entries,
            base: None,
            depth: 0,
        }
    }
}

/// See [`Fields::shape`].
pub(crate) type Shape = (usize, u32);

/// The layout without fields.
static EMPTY: Layout = Layout {
    names: Vec::new(),
    types: Vec::new(),
    kinds: Vec::new(),
    spans: Vec::new(),
    index: Index {
        slots: Vec::new(),
        shift: 0,
    },
};

/// The fields of a record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    /// `None` without fields, as every record is at first.
    layout: Option<Arc<Layout>>,
    /// Those of the template arguments first.
    values: Vec<ValueId>,
    places: Option<Arc<Places>>,
    /// Of a class: the layout of its template arguments, which are the first fields.
    arguments: Option<Arc<Layout>>,
}

impl Fields {
    #[inline]
    fn layout(&self) -> &Layout {
        match &self.layout {
            Some(layout) => layout,
            None => &EMPTY,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    #[inline]
    pub(crate) fn index_of(&self, name: Symbol) -> Option<usize> {
        match &self.arguments {
            None => self.layout().index_of(name),
            Some(arguments) => arguments.index_of(name).or_else(|| {
                let index = self.layout().index_of(name)?;
                Some(index + arguments.names.len())
            }),
        }
    }

    /// The identity of the names and types of the fields: the address of the layout, and the number of template arguments
    /// before it.
    pub(crate) fn shape(&self) -> Shape {
        let address = self
            .layout
            .as_ref()
            .map_or(0, |layout| Arc::as_ptr(layout) as usize);
        (address, self.argument_count() as u32)
    }

    /// The layout, to keep it alive together with the [`shape`](Self::shape).
    pub(crate) fn shared_layout(&self) -> Option<Arc<Layout>> {
        self.layout.clone()
    }

    #[inline]
    pub(crate) fn values(&self) -> &[ValueId] {
        &self.values
    }

    /// The layout of a field, and its position there.
    #[inline]
    fn place_of(&self, index: usize) -> (&Layout, usize) {
        match &self.arguments {
            None => (self.layout(), index),
            Some(arguments) if index < arguments.names.len() => (arguments, index),
            Some(arguments) => (self.layout(), index - arguments.names.len()),
        }
    }

    pub(crate) fn get(&self, index: usize) -> Field {
        let mut field = self.declared(index);
        if let (Some(places), Some(at)) = (&self.places, index.checked_sub(self.argument_count()))
            && let Some(span) = places.find(at as u32)
        {
            field.span = span;
        }
        field
    }

    /// The field with the place where it was declared. [`get`](Self::get) searches for the place where it was set.
    pub(crate) fn declared(&self, index: usize) -> Field {
        let (layout, at) = self.place_of(index);
        Field {
            name: layout.names[at],
            ty: layout.types[at],
            value: self.values[index],
            kind: layout.kinds[at],
            span: layout.spans[at],
        }
    }

    /// Visits the unresolved fields in order.
    #[inline]
    pub(crate) fn each_open(&self, mut visit: impl FnMut(u32, ValueId)) {
        for (i, &value) in (0..).zip(&self.values) {
            if value.is_unresolved() {
                visit(i, value);
            }
        }
    }

    /// The kind of a field.
    pub(crate) fn kind(&self, index: usize) -> FieldKind {
        let (layout, at) = self.place_of(index);
        layout.kinds[at]
    }

    /// The type of a field.
    #[inline]
    pub(crate) fn ty(&self, index: usize) -> TypeId {
        let (layout, at) = self.place_of(index);
        layout.types[at]
    }

    pub(crate) fn set_value(&mut self, index: usize, value: ValueId) {
        self.values[index] = value;
    }

    /// Sets the place where a field was set.
    pub(crate) fn set_place(&mut self, index: usize, span: Span) {
        let count = self.argument_count();
        let Some(at) = index.checked_sub(count) else {
            if let Some(arguments) = &mut self.arguments {
                Arc::make_mut(arguments).spans[index] = span;
            }
            return;
        };
        let at = at as u32;
        match self.places.as_mut().and_then(Arc::get_mut) {
            // An entry that it replaces stays before it.
            Some(places) => places.entries.push((at, span)),
            None => self.places = Some(Arc::new(Places::behind(self.places.take(), (at, span)))),
        }
    }

    pub(crate) fn push(&mut self, field: Field) {
        let layout = match field.kind {
            FieldKind::TemplateArgument => self.arguments.get_or_insert_default(),
            _ => self.layout.get_or_insert_default(),
        };
        Arc::make_mut(layout).push(field);
        self.values.push(field.value);
    }

    /// Releases spare memory of a complete class.
    pub(crate) fn finish(&mut self) {
        if let Some(places) = self
            .places
            .as_mut()
            .filter(|places| places.depth >= MAX_PLACES_DEPTH)
        {
            *places = Arc::new(places.joined());
        }
        self.values.shrink_to_fit();
        if let Some(layout) = self.layout.as_mut().and_then(Arc::get_mut) {
            layout.names.shrink_to_fit();
            layout.types.shrink_to_fit();
            layout.kinds.shrink_to_fit();
            layout.spans.shrink_to_fit();
        }
    }

    /// The fields of a record of this class, before its template arguments are resolved.
    pub(crate) fn instance(&self) -> Fields {
        Fields {
            layout: self.layout.clone(),
            values: self.values[self.argument_count()..].to_vec(),
            places: self.places.clone(),
            arguments: None,
        }
    }

    /// Copies arguments, given ones or defaults, to the fields of `class`, which start at `first`.
    pub(crate) fn copy_arguments(
        &mut self,
        first: usize,
        class: &Fields,
        given: &[ValueId],
        copies: &[ArgumentCopy],
    ) {
        let fields = &mut self.values[first..];
        for copy in copies {
            let argument = copy.argument as usize;
            // Template arguments are the first fields.
            let value = given.get(argument).unwrap_or(&class.values[argument]);
            fields[copy.field as usize] = *value;
        }
    }

    /// The number of template arguments, which are the first fields.
    #[inline]
    pub(crate) fn argument_count(&self) -> usize {
        self.arguments
            .as_ref()
            .map_or(0, |arguments| arguments.names.len())
    }

    /// Inherits all fields of `class`; there are only template arguments before.
    pub(crate) fn derive(&mut self, class: &Fields) {
        self.layout = class.layout.clone();
        self.places = class.places.clone();
        let inherited = &class.values[class.argument_count()..];
        self.values.reserve_exact(inherited.len());
        self.values.extend_from_slice(inherited);
    }

    /// How the fields of `class` are added to this record.
    pub(crate) fn plan_merge(&self, class: &Fields) -> Merge {
        let mut added = Vec::with_capacity(class.len() - class.argument_count());
        let mut targets = Vec::with_capacity(added.capacity());
        for index in class.argument_count()..class.len() {
            let field = class.get(index);
            // A class has no two fields of one name.
            let target = self.index_of(field.name).unwrap_or_else(|| {
                added.push(field);
                self.len() + added.len() - 1
            });
            targets.push(target as u32);
        }
        Merge {
            is_append: added.len() == targets.len(),
            _before: self.layout.clone(),
            after: if added.is_empty() {
                self.layout.clone()
            } else {
                Some(Arc::new(self.layout().with(&added)))
            },
            targets,
        }
    }

    /// Sets the layout after a merge. The caller adds the values of new fields in order.
    pub(crate) fn take_layout(&mut self, merge: &Merge) {
        self.layout = merge.after.clone();
        let length = self.argument_count() + self.layout().names.len();
        self.values.reserve_exact(length - self.values.len());
    }

    /// Adds the values of all fields of `class`.
    pub(crate) fn append_values(&mut self, class: &Fields) {
        self.values
            .extend_from_slice(&class.values[class.argument_count()..]);
    }

    pub(crate) fn push_value(&mut self, value: ValueId) {
        self.values.push(value);
    }
}
