//! Memoized results of the resolution of one record.
//!
//! Values are shared, so that the fields of a record contain the same subexpressions many times, and one resolver always
//! turns a subexpression into the same result. While another resolver is active (an iteration, a variable that is being
//! resolved itself), the table is neither read nor written.

use crate::value::ValueId;

/// Entries of the table; a newer one replaces an older one.
const SIZE: usize = 1 << 10;

#[derive(Clone, Copy)]
struct Entry {
    resolution: u32,
    value: ValueId,
    result: ValueId,
}

/// The results of the current resolution.
pub(crate) struct Memo {
    entries: Box<[Entry; SIZE]>,
    /// The number of the current resolution, 0 if its results are not stored.
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
    /// Starts a resolution; the result is for [`resume`](Memo::resume) at its end.
    pub(crate) fn start(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1).max(1);
        std::mem::replace(&mut self.current, self.last)
    }

    /// Stops storing results until [`resume`](Memo::resume).
    pub(crate) fn suspend(&mut self) -> u32 {
        std::mem::replace(&mut self.current, 0)
    }

    /// Continues an outer resolution.
    pub(crate) fn resume(&mut self, outer: u32) {
        self.current = outer;
    }

    /// Whether results are stored.
    pub(crate) fn is_active(&self) -> bool {
        self.current != 0
    }

    fn slot(value: ValueId) -> usize {
        value.0.wrapping_mul(0x9e37_79b1) as usize >> 22
    }

    /// The stored result of a value.
    #[inline]
    pub(crate) fn get(&self, value: ValueId) -> Option<ValueId> {
        let entry = &self.entries[Memo::slot(value)];
        (entry.value == value && entry.resolution == self.current && self.current != 0)
            .then_some(entry.result)
    }

    /// Stores a result.
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
