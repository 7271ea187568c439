//! The shape of records: most records have the fields of their class and no others, so they share it.

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
    /// Names, and their positions plus one; 0 for a free slot.
    slots: Box<[(Symbol, u32)]>,
    /// How many of the hash's upper bits choose a slot is 32 less this.
    shift: u32,
}

impl Index {
    fn new(names: &[Symbol]) -> Index {
        let bits = (names.len() * 2).max(2).next_power_of_two().ilog2();
        let mut index = Index {
            slots: vec![(Symbol(0), 0); 1 << bits].into_boxed_slice(),
            shift: 32 - bits,
        };
        for (at, &name) in names.iter().enumerate() {
            index.place(name, at);
        }
        index
    }

    fn place(&mut self, name: Symbol, at: usize) {
        let mut slot = self.home(name);
        while self.slots[slot].1 != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = (name, at as u32 + 1);
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
    fn find(&self, name: Symbol) -> Option<usize> {
        let mut slot = self.home(name);
        loop {
            let (known, at) = self.slots[slot];
            if known == name && at != 0 {
                return Some(at as usize - 1);
            }
            if at == 0 {
                return None;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// Layouts up to this size are searched, larger ones have an index.
const SMALL: usize = 8;

impl Layout {
    /// The position of a field.
    #[inline]
    pub(crate) fn index_of(&self, name: Symbol) -> Option<usize> {
        if self.names.len() <= SMALL {
            return self.names.iter().position(|&known| known == name);
        }
        self.index.find(name)
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

    fn without_first(&self, count: usize) -> Layout {
        let names = self.names[count..].to_vec();
        Layout {
            index: if names.len() > SMALL {
                Index::new(&names)
            } else {
                Index::default()
            },
            names,
            types: self.types[count..].to_vec(),
            kinds: self.kinds[count..].to_vec(),
            spans: self.spans[count..].to_vec(),
        }
    }
}

/// How the fields of a class are added to a record of another layout.
#[derive(Clone, Debug)]
pub(crate) struct Merge {
    /// The record's layout before; kept so that its address is not used again.
    pub(crate) before: Arc<Layout>,
    after: Arc<Layout>,
    /// For each field of the class behind its template arguments: its position in the record.
    pub(crate) targets: Vec<u32>,
}

/// The fields of a record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    layout: Arc<Layout>,
    values: Vec<ValueId>,
    /// Fields that were given their value somewhere else than the layout says.
    places: SmallVec<[(u32, Span); 1]>,
    /// Of a class: how many of the fields are template arguments. They are the first.
    arguments: u32,
    /// Of a class: the layout of its records.
    instance: Option<Arc<Layout>>,
}

impl Fields {
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    #[inline]
    pub(crate) fn index_of(&self, name: Symbol) -> Option<usize> {
        self.layout.index_of(name)
    }

    /// The layout, for telling layouts apart.
    pub(crate) fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    #[inline]
    pub(crate) fn values(&self) -> &[ValueId] {
        &self.values
    }

    pub(crate) fn get(&self, index: usize) -> Field {
        let place = self.places.iter().rev().find(|&&(at, _)| at as usize == index);
        Field {
            name: self.layout.names[index],
            ty: self.layout.types[index],
            value: self.values[index],
            kind: self.layout.kinds[index],
            span: place.map_or(self.layout.spans[index], |&(_, span)| span),
        }
    }

    /// The fields with values that resolving could change, in order.
    #[inline]
    pub(crate) fn each_open(&self, mut visit: impl FnMut(u32, ValueId)) {
        // Most fields of a large record are known: they are passed over eight at a time.
        for (at, chunk) in (0..).step_by(8).zip(self.values.chunks(8)) {
            if chunk.iter().fold(0, |all, value| all | value.0) & ValueId::OPEN == 0 {
                continue;
            }
            for (i, &value) in (at..).zip(chunk) {
                if value.is_unresolved() {
                    visit(i, value);
                }
            }
        }
    }

    /// The kind of a field.
    pub(crate) fn kind(&self, index: usize) -> FieldKind {
        self.layout.kinds[index]
    }

    /// The type of a field.
    pub(crate) fn ty(&self, index: usize) -> TypeId {
        self.layout.types[index]
    }

    pub(crate) fn set_value(&mut self, index: usize, value: ValueId) {
        self.values[index] = value;
    }

    /// Says where a field was given its value.
    pub(crate) fn set_place(&mut self, index: usize, span: Span) {
        match self.places.iter_mut().find(|&&mut (at, _)| at as usize == index) {
            Some(place) => place.1 = span,
            None => self.places.push((index as u32, span)),
        }
    }

    pub(crate) fn push(&mut self, field: Field) {
        self.instance = None;
        if field.kind == FieldKind::TemplateArgument {
            self.arguments += 1;
        }
        Arc::make_mut(&mut self.layout).push(field);
        self.values.push(field.value);
    }

    /// A class is complete: its layout takes over its places, so that its records need none.
    pub(crate) fn finish(&mut self) {
        if !self.places.is_empty() {
            let layout = Arc::make_mut(&mut self.layout);
            for (index, span) in self.places.drain(..) {
                layout.spans[index as usize] = span;
            }
        }
        self.instance = Some(self.instance_layout());
    }

    fn instance_layout(&self) -> Arc<Layout> {
        match &self.instance {
            Some(layout) => Arc::clone(layout),
            None if self.arguments == 0 => Arc::clone(&self.layout),
            None => Arc::new(self.layout.without_first(self.arguments as usize)),
        }
    }

    /// The fields of a record of this class, before its template arguments are resolved.
    pub(crate) fn instance(&self) -> Fields {
        let skipped = self.arguments;
        let places = self.places.iter().filter(|place| place.0 >= skipped);
        Fields {
            layout: self.instance_layout(),
            values: self.values[skipped as usize..].to_vec(),
            places: places.map(|&(at, span)| (at - skipped, span)).collect(),
            arguments: 0,
            instance: None,
        }
    }

    /// How many fields are template arguments, all of them at the front.
    pub(crate) fn argument_count(&self) -> usize {
        self.arguments as usize
    }

    /// How the fields of `class` are added to this record.
    pub(crate) fn plan_merge(&self, class: &Fields) -> Merge {
        let mut after = Layout::clone(&self.layout);
        let mut targets = Vec::with_capacity(class.len() - class.argument_count());
        for index in class.argument_count()..class.len() {
            let field = class.get(index);
            let target = after.index_of(field.name).unwrap_or_else(|| {
                after.push(field);
                after.names.len() - 1
            });
            targets.push(target as u32);
        }
        Merge {
            before: Arc::clone(&self.layout),
            after: Arc::new(after),
            targets,
        }
    }

    /// Takes the layout of a plan; the values of new fields follow in order by [`push_value`](Self::push_value).
    pub(crate) fn take_layout(&mut self, merge: &Merge) {
        self.instance = None;
        self.layout = Arc::clone(&merge.after);
        self.values
            .reserve_exact(self.layout.names.len() - self.values.len());
    }

    pub(crate) fn push_value(&mut self, value: ValueId) {
        self.values.push(value);
    }
}
