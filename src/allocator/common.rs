//! Memory of regions that belongs to no thread: what threads that ended left behind, and what is left of huge pages.
//!
//! Huge pages are large beside what a thread needs next, so that each takes a share of one at a time; the memory that
//! several threads have for nothing is some shares, not some pages.

use super::rests::Rests;
use super::{HUGE_PAGE, new_region};
use std::cell::Cell;
use std::hint::spin_loop;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a thread takes at a time, in bytes, if it does not need more.
const SHARE: usize = 128 * 1024;

/// See the module. The standard library's locks are not for allocators: some of them allocate.
pub(super) struct Common {
    is_taken: AtomicBool,
    /// What nobody has had of the newest page. It is not on the list, which would write to it: others would wait until
    /// the system has made a page of zeros.
    page: Cell<*mut u8>,
    page_left: Cell<usize>,
    rests: Rests,
}

// SAFETY: what is not atomic is only looked at by whoever has set `is_taken`.
unsafe impl Sync for Common {}

pub(super) static COMMON: Common = Common {
    is_taken: AtomicBool::new(false),
    page: Cell::new(ptr::null_mut()),
    page_left: Cell::new(0),
    rests: Rests::new(),
};

impl Common {
    /// Runs `f`, and nobody else's meanwhile.
    fn locked<T>(&self, f: impl FnOnce() -> T) -> T {
        while self
            .is_taken
            .compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_err()
        {
            spin_loop();
        }
        let result = f();
        self.is_taken.store(false, Ordering::Release);
        result
    }

    /// These are for others from now on.
    pub(super) fn add(&self, rests: &Rests) {
        self.locked(|| {
            while let Some((start, size)) = rests.take_first() {
                self.rests.keep(start, size);
            }
        });
    }

    /// Memory that goes on at `end`, where somebody's region ends: at least `more` bytes, or 0 if there is none.
    pub(super) fn take_behind(&self, end: *mut u8, more: usize) -> usize {
        // What begins there is another page.
        if end.addr().is_multiple_of(HUGE_PAGE) {
            return 0;
        }
        let share = more.max(SHARE);
        self.locked(|| match self.page.get() == end && self.page_left.get() >= more {
            true => self.take_of_page(share).1,
            false => match self.rests.take_at(end, more) {
                Some(rest) => self.share_out(rest, share).1,
                None => 0,
            },
        })
    }

    /// Memory of a huge page for a block of `size` bytes: so much, or a share; null and 0 if there is none.
    pub(super) fn take(&self, size: usize) -> (*mut u8, usize) {
        let share = size.max(SHARE);
        self.locked(|| {
            if let Some(rest) = self.rests.take_least(share) {
                return self.share_out(rest, share);
            }
            if self.page_left.get() < share {
                if let Some(rest) = self.rests.take_least(size) {
                    return rest;
                }
                if self.page_left.get() < size && !self.take_page() {
                    return (ptr::null_mut(), 0);
                }
            }
            self.take_of_page(share)
        })
    }

    /// A share of a rest; what is left of it is one again.
    fn share_out(&self, (start, has): (*mut u8, usize), share: usize) -> (*mut u8, usize) {
        let share = share.min(has);
        // SAFETY: it is no more than what there is.
        self.rests.keep(unsafe { start.add(share) }, has - share);
        (start, share)
    }

    /// A share of the newest page, or all that is left of it.
    fn take_of_page(&self, share: usize) -> (*mut u8, usize) {
        let (start, left) = (self.page.get(), self.page_left.get());
        let share = share.min(left);
        // SAFETY: it is no more than what there is.
        self.page.set(unsafe { start.add(share) });
        self.page_left.set(left - share);
        (start, share)
    }

    /// Makes a new page the newest one; false if there is no memory.
    fn take_page(&self) -> bool {
        let (start, size) = new_region(HUGE_PAGE);
        if start.is_null() {
            return false;
        }
        self.rests
            .keep(self.page.replace(start), self.page_left.replace(size));
        true
    }
}
