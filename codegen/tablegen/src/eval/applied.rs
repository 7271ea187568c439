//! Results of the bodies of loops.

use crate::intern::Symbol;
use crate::value::{SliceId, ValueId};

/// Entries of the table; a newer one displaces an older one.
const SIZE: usize = 1 << 14;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) body: ValueId,
    pub(super) variable: Symbol,
    pub(super) item: ValueId,
    /// The values of the other variables in the body, if there are any.
    pub(super) inputs: Option<SliceId>,
}

/// Bodies of `!foreach` and `!filter`, the variable's values, and the results.
pub(super) struct Applied {
    entries: Vec<(Key, ValueId)>,
}

impl Default for Applied {
    fn default() -> Applied {
        let none = Key {
            body: ValueId::NONE,
            variable: Symbol(0),
            item: ValueId::NONE,
            inputs: None,
        };
        Applied {
            entries: vec![(none, ValueId::NONE); SIZE],
        }
    }
}

impl Key {
    #[inline]
    fn slot(self) -> usize {
        // The variable is the body's own: the two go together.
        let inputs = self.inputs.map_or(0, |inputs| inputs.0.wrapping_mul(0x9e37_79b1));
        let mixed = (u64::from(self.body.0 ^ inputs) << 32 | u64::from(self.item.0))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed << 23) as usize >> (usize::BITS - SIZE.ilog2())
    }
}

impl Applied {
    /// The body's value with the item for the variable.
    pub(super) fn get(&self, key: Key) -> Option<ValueId> {
        let (known, result) = self.entries[key.slot()];
        (known == key).then_some(result)
    }

    /// Keeps a result.
    pub(super) fn put(&mut self, key: Key, result: ValueId) {
        self.entries[key.slot()] = (key, result);
    }
}
