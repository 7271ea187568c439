//! Records that are moved from one evaluation to another, or copied: everything in them by its new id.

use crate::intern::Symbol;
use crate::layout::{Layout, Places};
use crate::record::{Ancestry, Record, RecordId};
use crate::types::TypeId;
use crate::value::ValueId;
use fxhash::FxHashMap;
use std::rc::Rc;
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

/// New shapes by the old ones' addresses, with the old ones.
type Shapes<T> = FxHashMap<usize, (Arc<T>, Arc<T>)>;

/// See [`Shared`].
pub(crate) struct SharedOf<T: ?Sized> {
    known: Shapes<T>,
    /// Those that were known before.
    base: Rc<Shapes<T>>,
    /// The one that was asked for last: records that stand together mostly share what they share.
    last: Option<(usize, Arc<T>)>,
}

impl<T: ?Sized> Default for SharedOf<T> {
    fn default() -> SharedOf<T> {
        SharedOf {
            known: FxHashMap::default(),
            base: Rc::default(),
            last: None,
        }
    }
}

impl<T: ?Sized> SharedOf<T> {
    fn address(shared: &Arc<T>) -> usize {
        Arc::as_ptr(shared).addr()
    }

    #[inline]
    pub(crate) fn get(&mut self, old: &Arc<T>) -> Option<Arc<T>> {
        let address = SharedOf::address(old);
        match &self.last {
            Some((last, new)) if *last == address => Some(Arc::clone(new)),
            _ => {
                let (_, new) = self.known.get(&address).or_else(|| self.base.get(&address))?;
                self.last = Some((address, Arc::clone(new)));
                Some(Arc::clone(new))
            }
        }
    }

    pub(crate) fn insert(&mut self, old: &Arc<T>, new: Arc<T>) -> Arc<T> {
        let known = (Arc::clone(old), Arc::clone(&new));
        self.known.insert(SharedOf::address(old), known);
        new
    }

    /// The way back.
    fn into_inverse(self) -> SharedOf<T> {
        let pairs = self.known.into_values();
        SharedOf {
            base: Rc::new(
                pairs
                    .map(|(old, new)| (SharedOf::address(&new), (new, old)))
                    .collect(),
            ),
            ..SharedOf::default()
        }
    }

    /// What is known, with room of its own for more.
    fn over(&self) -> SharedOf<T> {
        SharedOf {
            base: Rc::clone(&self.base),
            ..SharedOf::default()
        }
    }
}

impl Shared {
    /// The way back.
    pub(crate) fn into_inverse(self) -> Shared {
        Shared {
            layouts: self.layouts.into_inverse(),
            ancestries: self.ancestries.into_inverse(),
            places: self.places.into_inverse(),
            spans: self.spans.into_inverse(),
        }
    }

    /// What a way back knows, with room of its own for more.
    pub(crate) fn over(&self) -> Shared {
        Shared {
            layouts: self.layouts.over(),
            ancestries: self.ancestries.over(),
            places: self.places.over(),
            spans: self.spans.over(),
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
