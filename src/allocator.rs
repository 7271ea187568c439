//! The allocator of the command: blocks by size class from regions that live as long as the process.
//!
//! A compilation makes thousands of small blocks that die soon, on one thread, and ends with the process. The C
//! library's allocator, which has to serve programs that run for weeks, took a fifth of a small one. Here a block comes
//! from the list of freed ones of its class, or from the end of a region; freeing it puts it onto the list. Nothing is
//! ever merged or given back, which costs a factor on the peak that the size classes bound: four of them in each power
//! of two above a kilobyte, one for every 16 bytes below. Large blocks, of which there are few, are the system's.
//!
//! Whoever takes megabytes gets them in huge pages where the system has them: a fault for each 4 KiB is a fifth of the
//! time in which a large description is read. Blocks of a few hundred kilobytes come from these, too, once there are
//! any; what stands before such a block says whose it is. Small compilations end before the first huge page; who knows
//! before that it is going to be much says so ([`expect_megabytes`]). Tables that grow leave such blocks behind, and they
//! do not end where regions do: before memory is asked for, what is left of regions and freed blocks of this size become
//! regions again.
//!
//! Lists and regions are per thread: a block that another thread frees goes to that thread's list. Huge pages are shared
//! out among threads, and what a thread leaves behind when it ends is for whoever needs a region next (`common`).
//! Source: the classes and their lists are those of B. Bonwick's and J. Evans's allocators (slab, jemalloc), without what
//! these do for long-lived, parallel programs.

mod common;
#[cfg(not(all(
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
mod elsewhere;
#[cfg(all(
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod huge;
mod rests;
#[cfg(test)]
mod tests;
#[cfg(all(
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod thread_end;

use common::COMMON;
#[cfg(not(all(
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
use elsewhere::{huge, thread_end};
use rests::Rests;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Every block's alignment, in bytes; what needs more is the system's.
const ALIGN: usize = 16;
/// Up to this size, in bytes, there is a class for every multiple of [`ALIGN`].
const FINE: usize = 1024;
/// The largest block of a class, in bytes.
const LARGEST: usize = 32 * 1024;
/// One for each multiple of 16 up to 1 KiB (the first is unused), four for each doubling from there.
const CLASSES: usize = FINE / ALIGN + 1 + 4 * (HUGE_PAGE / FINE).ilog2() as usize;
/// The first class of blocks of middle size.
const FIRST_MIDDLE: usize = class_of(LARGEST + 1).0;
/// Sizes of the first region, in bytes, and of the last before those of [`HUGE_PAGE`]; each is twice as large as the one
/// before.
const FIRST_REGION: usize = 64 * 1024;
const LARGEST_SMALL_REGION: usize = 512 * 1024;
/// What the system maps at once where it can, in bytes.
const HUGE_PAGE: usize = 2 * 1024 * 1024;

/// Bytes before a block of middle size, which say whose it is.
const HEADER: usize = ALIGN;
/// The largest block of middle size, in bytes: with its header it is less than a huge page. Smaller ones than the first
/// of them are of a class.
const LARGEST_MIDDLE: usize = HUGE_PAGE / 8 * 7;
/// See the module.
pub struct RegionAllocator;

/// One thread's memory.
struct Heap {
    /// Freed blocks by class; each holds the address of the next one.
    free: [Cell<*mut u8>; CLASSES],
    /// What is left of the region.
    start: Cell<*mut u8>,
    left: Cell<usize>,
    /// Size of the next region.
    region: Cell<usize>,
    /// What is left of other regions.
    rests: Rests,
}

/// Some thread's regions are huge pages, or are going to be, so that those of others are from the first one on.
static HAS_HUGE_PAGES: AtomicBool = AtomicBool::new(false);

thread_local! {
    static HEAP: Heap = const {
        Heap {
            free: [const { Cell::new(ptr::null_mut()) }; CLASSES],
            start: Cell::new(ptr::null_mut()),
            left: Cell::new(0),
            region: Cell::new(FIRST_REGION),
            rests: Rests::new(),
        }
    };
}

/// The class of blocks that hold `size` bytes, and their size. `size` is at least 1 and at most [`HUGE_PAGE`].
#[inline]
const fn class_of(size: usize) -> (usize, usize) {
    if size <= FINE {
        let class = size.div_ceil(ALIGN);
        return (class, class * ALIGN);
    }
    // In (2^(bits-1), 2^bits], of which there are quarters: 5 to 8 eighths of 2^bits.
    let bits = usize::BITS - (size - 1).leading_zeros();
    let eighth = 1 << (bits - 3);
    let eighths = size.div_ceil(eighth);
    let doublings = (bits - FINE.ilog2() - 1) as usize;
    (FINE / ALIGN + 4 * doublings + eighths - 4, eighths * eighth)
}

/// What follows is going to take megabytes: regions of threads that begin are huge pages from the first one on.
pub fn expect_megabytes() {
    HAS_HUGE_PAGES.store(true, Ordering::Relaxed);
}

/// A block that no class has, or a region.
///
/// # Safety
///
/// As of [`GlobalAlloc::alloc`].
unsafe fn large_alloc(layout: Layout) -> *mut u8 {
    if huge::is_huge(layout) {
        return huge::alloc(layout.size());
    }
    // SAFETY: the caller's promise.
    unsafe { System.alloc(layout) }
}

/// New memory for a region, with its size; null if there is none.
fn new_region(size: usize) -> (*mut u8, usize) {
    match Layout::from_size_align(size, ALIGN) {
        // SAFETY: regions are not empty.
        Ok(layout) => (unsafe { large_alloc(layout) }, size),
        Err(_) => (ptr::null_mut(), 0),
    }
}

/// Whether a block is of middle size: the system's, or from a region of huge pages.
fn is_middle(layout: Layout) -> bool {
    layout.size() > LARGEST && layout.size() <= LARGEST_MIDDLE && layout.align() <= ALIGN
}

/// Whether new regions are huge pages.
fn has_huge_regions() -> bool {
    HEAP.with(|heap| heap.next_region() == HUGE_PAGE)
}

/// What a block of middle size takes with its header.
fn with_header(size: usize) -> Layout {
    // SAFETY: the size is at most [`HUGE_PAGE`], the alignment a power of two.
    unsafe { Layout::from_size_align_unchecked(size + HEADER, ALIGN) }
}

/// The class of a block of middle size, and what it takes with its header when it is of a region. Most are tables of a
/// power of two: the header does not count in the class.
#[inline]
fn class_of_middle(size: usize) -> (usize, usize) {
    let (class, size) = class_of(size);
    (class, size + HEADER)
}

/// A block of middle size.
///
/// # Safety
///
/// [`is_middle`] holds.
unsafe fn middle_alloc(layout: Layout, is_zeroed: bool) -> *mut u8 {
    let whole = with_header(layout.size());
    let is_ours = has_huge_regions();
    // SAFETY: sizes are not zero, and what is written is in the block.
    unsafe {
        let start = match (is_ours, is_zeroed) {
            (false, false) => System.alloc(whole),
            (false, true) => System.alloc_zeroed(whole),
            (true, _) => {
                let (class, size) = class_of_middle(layout.size());
                HEAP.with(|heap| heap.take(class, size))
            }
        };
        if start.is_null() {
            return start;
        }
        start.cast::<usize>().write(usize::from(is_ours));
        let block = start.add(HEADER);
        if is_ours && is_zeroed {
            block.write_bytes(0, layout.size());
        }
        block
    }
}

/// Whether a block of middle size is from a region.
///
/// # Safety
///
/// The block is one of [`middle_alloc`].
unsafe fn is_of_region(block: *mut u8) -> bool {
    // SAFETY: the header stands before it.
    unsafe { block.sub(HEADER).cast::<usize>().read() != 0 }
}

/// Frees a block of middle size.
///
/// # Safety
///
/// The block is one of [`middle_alloc`] with this layout, and nobody uses it any more.
unsafe fn middle_dealloc(block: *mut u8, layout: Layout) {
    // SAFETY: the caller's promise.
    unsafe {
        let start = block.sub(HEADER);
        match is_of_region(block) {
            true => HEAP.with(|heap| heap.give(class_of_middle(layout.size()).0, start)),
            false => System.dealloc(start, with_header(layout.size())),
        }
    }
}

/// What the blocks of a class hold.
const fn size_of_class(class: usize) -> usize {
    match class.checked_sub(FINE / ALIGN + 1) {
        None => class * ALIGN,
        Some(quarter) => (FINE / 4 * (quarter % 4 + 5)) << (quarter / 4),
    }
}

#[inline]
fn is_ours(layout: Layout) -> bool {
    // It is not zero: no allocator is asked for that.
    layout.size() <= LARGEST && layout.align() <= ALIGN
}

impl Heap {
    /// A block of `class`, which is of `size` bytes; null if there is no memory.
    #[inline]
    fn take(&self, class: usize, size: usize) -> *mut u8 {
        let block = self.free[class].get();
        if !block.is_null() {
            // SAFETY: blocks on a list are ours, at least 16 bytes, aligned, and hold the next one's address.
            self.free[class].set(unsafe { block.cast::<*mut u8>().read() });
            return block;
        }
        self.cut(size)
    }

    #[inline]
    fn give(&self, class: usize, block: *mut u8) {
        // SAFETY: as in `take`; the block is its owner's no longer.
        unsafe { block.cast::<*mut u8>().write(self.free[class].get()) };
        self.free[class].set(block);
    }

    /// A block from the end of the region.
    #[inline]
    fn cut(&self, size: usize) -> *mut u8 {
        if size > self.left.get() {
            return self.cut_elsewhere(size);
        }
        let block = self.start.get();
        // SAFETY: `size` is not more than what is left of the region that `start` points into.
        self.start.set(unsafe { block.add(size) });
        self.left.set(self.left.get() - size);
        block
    }

    /// The same from another region; null if there is no memory.
    #[cold]
    #[inline(never)]
    fn cut_elsewhere(&self, size: usize) -> *mut u8 {
        let (start, left) = (self.start.get(), self.left.get());
        if !(self.take_rest(size) || self.take_freed(size) || self.take_new(size)) {
            return ptr::null_mut();
        }
        if start == self.start.get() {
            return self.cut(size);
        }
        let block = self.cut(size);
        // Small blocks go on where they were, and what is after a large one is left for others of its kind.
        if size > LARGEST && left > LARGEST {
            self.rests
                .keep(self.start.replace(start), self.left.replace(left));
        } else {
            self.rests.keep(start, left);
        }
        block
    }

    /// Makes the smallest rest that suffices the region.
    fn take_rest(&self, size: usize) -> bool {
        let rest = self.rests.take_least(size);
        if let Some((start, size)) = rest {
            self.start.set(start);
            self.left.set(size);
        }
        rest.is_some()
    }

    /// Makes a freed block of middle size the region.
    fn take_freed(&self, size: usize) -> bool {
        let first = match size <= LARGEST {
            true => FIRST_MIDDLE,
            false => class_of_middle(size - HEADER).0,
        };
        let mut classes = (first..CLASSES).filter(|&class| !self.free[class].get().is_null());
        let Some(class) = classes.next() else {
            return false;
        };
        let left = size_of_class(class) + HEADER;
        self.start.set(self.take(class, left));
        self.left.set(left);
        true
    }

    /// The thread ends: what it has not given to anybody is for others.
    fn leave(&self) {
        let region = (self.start.replace(ptr::null_mut()), self.left.replace(0));
        self.rests.keep(region.0, region.1);
        for class in FIRST_MIDDLE..CLASSES {
            while !self.free[class].get().is_null() {
                let size = size_of_class(class) + HEADER;
                self.rests.keep(self.take(class, size), size);
            }
        }
        COMMON.add(&self.rests);
    }

    /// The size of the next region.
    fn next_region(&self) -> usize {
        if self.region.get() == FIRST_REGION && HAS_HUGE_PAGES.load(Ordering::Relaxed) {
            self.start_huge_pages();
        }
        self.region.get()
    }

    fn start_huge_pages(&self) {
        self.region.set(HUGE_PAGE);
        HAS_HUGE_PAGES.store(true, Ordering::Relaxed);
        thread_end::watch(self);
    }

    /// Makes the region larger where it is, so that it has `size` bytes, if it is part of a huge page that goes on.
    fn go_on(&self, size: usize) -> bool {
        let (start, left) = (self.start.get(), self.left.get());
        if self.region.get() != HUGE_PAGE || start.is_null() {
            return false;
        }
        // SAFETY: one past the region at most.
        let more = COMMON.take_behind(unsafe { start.add(left) }, size - left);
        self.left.set(left + more);
        more > 0
    }

    /// Makes new memory the region.
    fn take_new(&self, size: usize) -> bool {
        if self.go_on(size) {
            return true;
        }
        let region = self.next_region();
        let (start, size) = match region {
            HUGE_PAGE => COMMON.take(size),
            _ => new_region(region.max(size)),
        };
        if start.is_null() {
            return false;
        }
        self.start.set(start);
        self.left.set(size);
        match region {
            HUGE_PAGE => {}
            LARGEST_SMALL_REGION => self.start_huge_pages(),
            region => self.region.set(2 * region),
        }
        true
    }

    /// Makes a block of one class, of which `used` bytes are kept, one of another class that is not smaller: where it is,
    /// if the region goes on after it, else elsewhere. Classes are with what their blocks take. Null if there is no
    /// memory; then the block is what it was.
    ///
    /// # Safety
    ///
    /// The block is one of this allocator's, of that class.
    #[inline]
    unsafe fn grow(
        &self,
        block: *mut u8,
        used: usize,
        (class, has): (usize, usize),
        (new_class, needs): (usize, usize),
    ) -> *mut u8 {
        if has == needs {
            return block;
        }
        let more = needs - has;
        // SAFETY: the end of a block is within its region, or one past it.
        let is_last = unsafe { block.add(has) } == self.start.get();
        if is_last && (more <= self.left.get() || self.go_on(more)) {
            // SAFETY: `more` is not more than what is left.
            self.start.set(unsafe { self.start.get().add(more) });
            self.left.set(self.left.get() - more);
            return block;
        }
        let moved = self.take(new_class, needs);
        if !moved.is_null() {
            // SAFETY: both blocks hold what is used, and the old one is its owner's no longer.
            unsafe { ptr::copy_nonoverlapping(block, moved, used) };
            self.give(class, block);
        }
        moved
    }
}

// SAFETY: blocks are aligned to 16 bytes because regions and sizes of classes are; a block is on at most one list, or
// someone's, because `alloc` takes it from the list or from what was never handed out, and only `dealloc` puts it there;
// `Layout`s that come back are those that went out, so that a block is on the list of a class that it is large enough
// for (one that shrank in place is larger). No memory moves between threads but by its owner's hands, and the thread's
// heap has no destructor: it can be used as long as the thread runs. What a thread leaves behind is nobody's, and whoever
// takes the list of it takes all of it.
unsafe impl GlobalAlloc for RegionAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !is_ours(layout) {
            // SAFETY: the caller's promise.
            return unsafe {
                match is_middle(layout) {
                    true => middle_alloc(layout, false),
                    false => large_alloc(layout),
                }
            };
        }
        let (class, size) = class_of(layout.size());
        HEAP.with(|heap| heap.take(class, size))
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if !is_ours(layout) {
            // SAFETY: the caller's promise.
            return unsafe {
                if is_middle(layout) {
                    middle_dealloc(block, layout);
                } else if huge::is_huge(layout) {
                    huge::dealloc(block, layout.size());
                } else {
                    System.dealloc(block, layout);
                }
            };
        }
        let (class, _) = class_of(layout.size());
        HEAP.with(|heap| heap.give(class, block));
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !is_ours(layout) {
            // SAFETY: the caller's promise. The system knows which memory is zero anyway.
            return unsafe {
                if is_middle(layout) {
                    middle_alloc(layout, true)
                } else if huge::is_huge(layout) {
                    huge::alloc(layout.size())
                } else {
                    System.alloc_zeroed(layout)
                }
            };
        }
        // SAFETY: the caller's promise; the block is as large as the layout says.
        unsafe {
            let block = self.alloc(layout);
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size, rounded up to the alignment, is a valid one.
        let new = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        if is_ours(layout) && is_ours(new) {
            if new_size <= layout.size() {
                return block;
            }
            let (old, grown) = (class_of(layout.size()), class_of(new_size));
            // SAFETY: the caller's promise.
            return HEAP.with(|heap| unsafe { heap.grow(block, layout.size(), old, grown) });
        } else if is_middle(layout) && is_middle(new) {
            // SAFETY: the caller's promise; the header moves with what is after it.
            unsafe {
                let start = block.sub(HEADER);
                if is_of_region(block) {
                    if new_size <= layout.size() {
                        return block;
                    }
                    let (old, grown) = (class_of_middle(layout.size()), class_of_middle(new_size));
                    let moved = HEAP.with(|heap| heap.grow(start, layout.size() + HEADER, old, grown));
                    return if moved.is_null() { moved } else { moved.add(HEADER) };
                }
                // What grows comes to the others of its size, below.
                if new_size <= layout.size() || !has_huge_regions() {
                    let moved = System.realloc(start, with_header(layout.size()), new_size + HEADER);
                    return if moved.is_null() { moved } else { moved.add(HEADER) };
                }
            }
        } else if huge::is_huge(layout) && huge::is_huge(new) {
            // SAFETY: the caller's promise.
            let moved = unsafe { huge::realloc(block, layout.size(), new_size) };
            if !moved.is_null() {
                return moved;
            }
        } else if ![layout, new]
            .iter()
            .any(|&layout| is_ours(layout) || is_middle(layout) || huge::is_huge(layout))
        {
            // SAFETY: the caller's promise; such blocks are the system's with the layout that was asked for.
            return unsafe { System.realloc(block, layout, new_size) };
        }
        // SAFETY: the caller's promise; both blocks hold the smaller of the sizes.
        unsafe {
            let moved = self.alloc(new);
            if !moved.is_null() {
                ptr::copy_nonoverlapping(block, moved, layout.size().min(new_size));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}
