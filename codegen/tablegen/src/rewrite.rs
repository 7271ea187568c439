//! Records that are moved from one evaluation to another, or copied: everything in them by its new id.

use crate::intern::Symbol;
use crate::layout::{Layout, Places};
use crate::record::{Ancestry, Record, RecordId};
use crate::types::TypeId;
use crate::value::ValueId;
use fxhash::FxHashMap;
use std::sync::Arc;
use wavec_support::Span;

/// What things are called where a record goes.
pub(crate) trait Rewrite {
    fn symbol(&mut self, symbol: Symbol) -> Symbol;
    fn ty(&mut self, ty: TypeId) -> TypeId;
    fn value(&mut self, value: ValueId) -> ValueId;
    fn record(&mut self, record: RecordId) -> RecordId;
    fn span(&mut self, span: Span) -> Span;
    /// What records share.
    fn shared(&mut self) -> &mut Shared;
}

/// New shapes by the old ones' addresses; the old ones are kept, so that no address is used again.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) layouts: SharedOf<Layout>,
    pub(crate) ancestries: SharedOf<Ancestry>,
    pub(crate) places: SharedOf<Places>,
    pub(crate) spans: SharedOf<[Span]>,
}

/// See [`Shared`].
pub(crate) struct SharedOf<T: ?Sized>(FxHashMap<usize, (Arc<T>, Arc<T>)>);

impl<T: ?Sized> Default for SharedOf<T> {
    fn default() -> SharedOf<T> {
        SharedOf(FxHashMap::default())
    }
}

impl<T: ?Sized> SharedOf<T> {
    fn address(shared: &Arc<T>) -> usize {
        Arc::as_ptr(shared).addr()
    }

    pub(crate) fn get(&self, old: &Arc<T>) -> Option<Arc<T>> {
        self.0
            .get(&SharedOf::address(old))
            .map(|(_, new)| Arc::clone(new))
    }

    pub(crate) fn insert(&mut self, old: &Arc<T>, new: Arc<T>) -> Arc<T> {
        let known = (Arc::clone(old), Arc::clone(&new));
        self.0.insert(SharedOf::address(old), known);
        new
    }

    /// The way back.
    fn inverse(&self) -> SharedOf<T> {
        let pairs = self.0.values();
        SharedOf(
            pairs
                .map(|(old, new)| (SharedOf::address(new), (Arc::clone(new), Arc::clone(old))))
                .collect(),
        )
    }
}

impl Shared {
    /// The way back.
    pub(crate) fn inverse(&self) -> Shared {
        Shared {
            layouts: self.layouts.inverse(),
            ancestries: self.ancestries.inverse(),
            places: self.places.inverse(),
            spans: self.spans.inverse(),
        }
    }
}

/// Copies that share nothing with what they were copied from: two threads that count references to the same shapes
/// slow each other down.
#[derive(Default)]
pub(crate) struct Unshare {
    pub(crate) shared: Shared,
}

impl Rewrite for Unshare {
    fn symbol(&mut self, symbol: Symbol) -> Symbol {
        symbol
    }

    fn ty(&mut self, ty: TypeId) -> TypeId {
        ty
    }

    fn value(&mut self, value: ValueId) -> ValueId {
        value
    }

    fn record(&mut self, record: RecordId) -> RecordId {
        record
    }

    fn span(&mut self, span: Span) -> Span {
        span
    }

    fn shared(&mut self) -> &mut Shared {
        &mut self.shared
    }
}

/// The places by their new names.
pub(crate) fn rewrite_spans(spans: &Arc<[Span]>, rewrite: &mut impl Rewrite) -> Arc<[Span]> {
    if let Some(known) = rewrite.shared().spans.get(spans) {
        return known;
    }
    let new = spans.iter().map(|&span| rewrite.span(span)).collect();
    rewrite.shared().spans.insert(spans, new)
}

impl Record {
    /// Calls everything in the record by its new name.
    pub(crate) fn rewrite(&mut self, rewrite: &mut impl Rewrite) {
        self.name = rewrite.symbol(self.name);
        if let Some(ancestry) = &mut self.ancestry {
            *ancestry = Ancestry::rewritten(ancestry, rewrite);
        }
        self.fields.rewrite(rewrite);
        self.span = rewrite.span(self.span);
        if let Some(places) = &mut self.places {
            *places = rewrite_spans(places, rewrite);
        }
        self.name_value = rewrite.value(self.name_value);
        self.ty = self.ty.map(|ty| rewrite.ty(ty));
        if self.details().is_some() {
            let details = self.details_mut();
            for name in &mut details.template_args {
                *name = rewrite.symbol(*name);
            }
            for assertion in &mut details.assertions {
                *assertion = assertion.rewritten(rewrite);
            }
            for dump in &mut details.dumps {
                *dump = dump.rewritten(rewrite);
            }
        }
        if let Some(pending) = &mut self.pending {
            let arguments = pending.iter();
            *pending = arguments
                .map(|&(name, value)| (rewrite.symbol(name), rewrite.value(value)))
                .collect();
        }
    }
}
