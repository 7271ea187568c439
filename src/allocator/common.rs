//! Memory of regions that belongs to no thread: what threads that ended left behind, and what is left of huge pages.
//!
//! Huge pages are large beside what a thread needs next, so that each takes a share of one at a time; the memory that
//! several threads have for nothing is some shares, not some pages.

use super::rests::Rests;
use super::{HUGE_PAGE, new_region};
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a thread takes at a time, in bytes, if it does not need more.
const SHARE: usize = 128 * 1024;

/// See the module. The standard library's locks are not for allocators: some of them allocate.
pub(super) struct Common {
    is_taken: AtomicBool,
    rests: Rests,
}

// SAFETY: the list is only looked at by whoever has set `is_taken`.
unsafe impl Sync for Common {}

pub(super) static COMMON: Common = Common {
    is_taken: AtomicBool::new(false),
    rests: Rests::new(),
};

impl Common {
    /// The list, for this thread alone as long as `f` runs.
    fn with<T>(&self, f: impl FnOnce(&Rests) -> T) -> T {
        while self
            .is_taken
            .compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_err()
        {
            spin_loop();
        }
        let result = f(&self.rests);
        self.is_taken.store(false, Ordering::Release);
        result
    }

    /// These are for others from now on.
    pub(super) fn add(&self, rests: &Rests) {
        self.with(|common| {
            while let Some((start, size)) = rests.take_first() {
                common.keep(start, size);
            }
        });
    }

    /// Memory that goes on at `end`, where somebody's region ends: at least `more` bytes, or 0 if there is none.
    pub(super) fn take_behind(&self, end: *mut u8, more: usize) -> usize {
        // What begins there is another page.
        if end.addr().is_multiple_of(HUGE_PAGE) {
            return 0;
        }
        self.with(|common| {
            let Some((start, has)) = common.take_at(end, more) else {
                return 0;
            };
            let share = more.max(SHARE).min(has);
            // SAFETY: a share is no more than what there is.
            common.keep(unsafe { start.add(share) }, has - share);
            share
        })
    }

    /// Memory of a huge page for a block of `size` bytes: so much, or a share; null and 0 if there is none.
    pub(super) fn take(&self, size: usize) -> (*mut u8, usize) {
        let share = size.max(SHARE);
        self.with(|common| {
            let (start, has) = match common.take_least(share).or_else(|| common.take_least(size)) {
                Some(rest) => rest,
                None => new_region(HUGE_PAGE),
            };
            if start.is_null() {
                return (start, 0);
            }
            let share = share.min(has);
            // SAFETY: a share is no more than what there is.
            common.keep(unsafe { start.add(share) }, has - share);
            (start, share)
        })
    }
}
