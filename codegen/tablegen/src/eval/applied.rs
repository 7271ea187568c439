//! Results of the bodies of loops.

use crate::intern::Symbol;
use crate::value::{SliceId, ValueId};

/// Entries of the table at first, and at most; a newer one displaces an older one.
const SIZES: std::ops::RangeInclusive<usize> = 1 << 10..=1 << 14;

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
    /// What the table still takes before it is made larger.
    left: usize,
}

/// An entry that is no result.
const NONE: (Key, ValueId) = (
    Key {
        body: ValueId::NONE,
        variable: Symbol(0),
        item: ValueId::NONE,
        inputs: None,
    },
    ValueId::NONE,
);

impl Default for Applied {
    fn default() -> Applied {
        Applied {
            entries: vec![NONE; *SIZES.start()],
            left: *SIZES.start() / 2,
        }
    }
}

impl Key {
    /// Where the key is in a table of `size` entries, which is a power of two.
    #[inline]
    fn slot(self, size: usize) -> usize {
        // The variable is the body's own: the two go together.
        let inputs = self.inputs.map_or(0, |inputs| inputs.0.wrapping_mul(0x9e37_79b1));
        let mixed = (u64::from(self.body.0 ^ inputs) << 32 | u64::from(self.item.0))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed << 23) >> 32) as usize & (size - 1)
    }
}

impl Applied {
    /// The body's value with the item for the variable.
    pub(super) fn get(&self, key: Key) -> Option<ValueId> {
        let (known, result) = self.entries[key.slot(self.entries.len())];
        (known == key).then_some(result)
    }

    /// Keeps a result.
    pub(super) fn put(&mut self, key: Key, result: ValueId) {
        if self.left == 0 && self.entries.len() < *SIZES.end() {
            self.grow();
        }
        self.left = self.left.saturating_sub(1);
        let slot = key.slot(self.entries.len());
        self.entries[slot] = (key, result);
    }

    #[cold]
    fn grow(&mut self) {
        let size = 4 * self.entries.len();
        let old = std::mem::replace(&mut self.entries, vec![NONE; size]);
        for entry in old.into_iter().filter(|entry| entry.1 != ValueId::NONE) {
            self.entries[entry.0.slot(size)] = entry;
        }
        self.left = size / 2;
    }
}
