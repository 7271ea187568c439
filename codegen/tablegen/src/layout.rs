//! The shape of records: most records have the fields of their class and no others, so they share it.

use crate::intern::Symbol;
use crate::record::{Field, FieldKind};
use crate::types::TypeId;
use crate::value::ValueId;
use fxhash::FxHashMap;
use std::sync::{Arc, OnceLock};
use wavec_support::Span;

/// Names, types, kinds and places of fields, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    names: Vec<Symbol>,
    types: Vec<TypeId>,
    kinds: Vec<FieldKind>,
    spans: Vec<Span>,
    /// Positions by name, once they are asked for.
    index: OnceLock<FxHashMap<Symbol, u32>>,
}

/// Layouts up to this size are searched, larger ones have an index.
const SMALL: usize = 12;

impl Layout {
    /// The position of a field.
    pub(crate) fn index_of(&self, name: Symbol) -> Option<usize> {
        if self.names.len() <= SMALL {
            return self.names.iter().position(|&known| known == name);
        }
        let index = self
            .index
            .get_or_init(|| self.names.iter().copied().zip(0..).collect());
        index.get(&name).map(|&at| at as usize)
    }

    fn push(&mut self, field: Field) {
        if let Some(index) = self.index.get_mut() {
            index.insert(field.name, self.names.len() as u32);
        }
        self.names.push(field.name);
        self.types.push(field.ty);
        self.kinds.push(field.kind);
        self.spans.push(field.span);
    }

    fn without_first(&self, count: usize) -> Layout {
        Layout {
            names: self.names[count..].to_vec(),
            types: self.types[count..].to_vec(),
            kinds: self.kinds[count..].to_vec(),
            spans: self.spans[count..].to_vec(),
            index: OnceLock::new(),
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
    places: Vec<(u32, Span)>,
    /// Of a class: how many of the fields are template arguments. They are the first.
    arguments: usize,
    /// Of a class: the layout of its records.
    instance: Option<Arc<Layout>>,
}

impl Fields {
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn index_of(&self, name: Symbol) -> Option<usize> {
        self.layout.index_of(name)
    }

    /// The layout, for telling layouts apart.
    pub(crate) fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

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
            None => Arc::new(self.layout.without_first(self.arguments)),
        }
    }

    /// The fields of a record of this class, before its template arguments are resolved.
    pub(crate) fn instance(&self) -> Fields {
        let skipped = self.arguments as u32;
        let places = self.places.iter().filter(|place| place.0 >= skipped);
        Fields {
            layout: self.instance_layout(),
            values: self.values[self.arguments..].to_vec(),
            places: places.map(|&(at, span)| (at - skipped, span)).collect(),
            arguments: 0,
            instance: None,
        }
    }

    /// How many fields are template arguments, all of them at the front.
    pub(crate) fn argument_count(&self) -> usize {
        self.arguments
    }

    /// How the fields of `class` are added to this record.
    pub(crate) fn plan_merge(&self, class: &Fields) -> Merge {
        let mut after = Layout::clone(&self.layout);
        let mut targets = Vec::with_capacity(class.len() - class.arguments);
        for index in class.arguments..class.len() {
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
    }

    pub(crate) fn push_value(&mut self, value: ValueId) {
        self.values.push(value);
    }
}
