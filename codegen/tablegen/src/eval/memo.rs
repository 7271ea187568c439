//! Results of the resolution of one record.
//!
//! Values are shared, so the fields of a record hold the same parts many times over, and under one resolver a part
//! always becomes the same. Where another resolver is at work (an iteration, a variable that is being resolved itself)
//! nothing is looked up or kept.

use crate::value::ValueId;

/// Entries of the table; a newer one displaces an older one.
const SIZE: usize = 1 << 10;

#[derive(Clone, Copy)]
struct Entry {
    resolution: u32,
    value: ValueId,
    result: ValueId,
}

/// A table of results that belong to the current resolution.
pub(crate) struct Memo {
    entries: Box<[Entry; SIZE]>,
    /// The number of the resolution that is going on, 0 for one whose results are not kept.
    current: u32,
    last: u32,
}

impl Default for Memo {
    fn default() -> Memo {
        let empty = Entry {
            resolution: 0,
            value: ValueId::UNSET,
            result: ValueId::UNSET,
        };
        Memo {
            entries: Box::new([empty; SIZE]),
            current: 0,
            last: 0,
        }
    }
}

impl Memo {
    /// Starts a resolution; returns what [`resume`](Memo::resume) takes at its end.
    pub(crate) fn start(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1).max(1);
        std::mem::replace(&mut self.current, self.last)
    }

    /// Nothing is kept until [`resume`](Memo::resume).
    pub(crate) fn suspend(&mut self) -> u32 {
        std::mem::replace(&mut self.current, 0)
    }

    /// Goes on with an outer resolution.
    pub(crate) fn resume(&mut self, outer: u32) {
        self.current = outer;
    }

    /// Whether results are kept.
    pub(crate) fn is_active(&self) -> bool {
        self.current != 0
    }

    fn slot(value: ValueId) -> usize {
        value.0.wrapping_mul(0x9e37_79b1) as usize >> 22
    }

    /// What the value became before.
    #[inline]
    pub(crate) fn get(&self, value: ValueId) -> Option<ValueId> {
        let entry = &self.entries[Memo::slot(value)];
        (entry.value == value && entry.resolution == self.current && self.current != 0)
            .then_some(entry.result)
    }

    /// Keeps a result.
    #[inline]
    pub(crate) fn put(&mut self, value: ValueId, result: ValueId) {
        if self.current != 0 {
            self.entries[Memo::slot(value)] = Entry {
                resolution: self.current,
                value,
                result,
            };
        }
    }
}
