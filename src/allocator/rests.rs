//! What is left of regions.

use std::cell::Cell;
use std::ptr;

/// What is left of a region is worth keeping from this size on, in bytes.
const LEAST_REST: usize = 1024;
/// How many rests are looked at for one that suffices.
const MAX_RESTS: usize = 64;

/// What is left of a region; it stands at its start.
struct Rest {
    next: *mut Rest,
    size: usize,
}

/// A list of memory that nobody uses.
pub(super) struct Rests(Cell<*mut Rest>);

impl Rests {
    pub(super) const fn new() -> Rests {
        Rests(Cell::new(ptr::null_mut()))
    }

    /// Puts `size` bytes that nobody uses onto the list, unless they are too few to be worth it.
    pub(super) fn keep(&self, start: *mut u8, size: usize) {
        if size >= LEAST_REST {
            let rest = start.cast::<Rest>();
            let next = self.0.get();
            // SAFETY: it is nobody's part of a region, aligned as blocks are, and large enough.
            unsafe { rest.write(Rest { next, size }) };
            self.0.set(rest);
        }
    }

    /// Takes the first one.
    pub(super) fn take_first(&self) -> Option<(*mut u8, usize)> {
        self.take_best(|_, _| Some(0))
    }

    /// Takes the smallest one that suffices for `size` bytes.
    pub(super) fn take_least(&self, size: usize) -> Option<(*mut u8, usize)> {
        self.take_best(|_, has| (has >= size).then_some(has))
    }

    /// Takes the one at `start` if it suffices for `size` bytes.
    pub(super) fn take_at(&self, start: *mut u8, size: usize) -> Option<(*mut u8, usize)> {
        self.take_best(|rest, has| (rest == start && has >= size).then_some(0))
    }

    /// Takes the one of least rank, which is that of its place and size.
    fn take_best(&self, rank: impl Fn(*mut u8, usize) -> Option<usize>) -> Option<(*mut u8, usize)> {
        let mut best: Option<(*mut Rest, *mut Rest, usize)> = None;
        let (mut before, mut rest) = (ptr::null_mut::<Rest>(), self.0.get());
        for _ in 0..MAX_RESTS {
            if rest.is_null() || best.is_some_and(|(.., least)| least == 0) {
                break;
            }
            // SAFETY: rests on a list are nobody's, and were written by `keep`.
            let Rest { next, size } = unsafe { rest.read() };
            if let Some(rank) = rank(rest.cast(), size)
                && best.is_none_or(|(.., least)| rank < least)
            {
                best = Some((before, rest, rank));
            }
            (before, rest) = (rest, next);
        }
        let (before, rest, _) = best?;
        // SAFETY: as above.
        let Rest { next, size } = unsafe { rest.read() };
        match before.is_null() {
            true => self.0.set(next),
            // SAFETY: as above.
            false => unsafe { (*before).next = next },
        }
        Some((rest.cast(), size))
    }
}
