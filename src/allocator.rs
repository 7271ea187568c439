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
//! any; what stands before such a block says whose it is. Small compilations end before the first huge page. Tables
//! that grow leave such blocks behind, and they do not end where regions do: before memory is asked for, what is left
//! of regions and freed blocks of this size become regions again.
//!
//! Lists and regions are per thread: a block that another thread frees goes to that thread's list. What a thread leaves
//! behind when it ends is for whoever needs a region next. Source: the classes
//! and their lists are those of B. Bonwick's and J. Evans's allocators (slab, jemalloc), without what these do for
//! long-lived, parallel programs.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

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
/// What is left of a region is worth keeping from this size on, in bytes.
const LEAST_REST: usize = 1024;
/// How many rests are looked at for one that suffices.
const MAX_RESTS: usize = 64;

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
    rests: Cell<*mut Rest>,
}

/// What threads that have ended left behind.
static LEFT_BEHIND: AtomicPtr<Rest> = AtomicPtr::new(ptr::null_mut());

/// Some thread's regions are huge pages, so that those of others are from the first one on.
static HAS_HUGE_PAGES: AtomicBool = AtomicBool::new(false);

/// What is left of a region; it stands at its start.
struct Rest {
    next: *mut Rest,
    size: usize,
}

thread_local! {
    static HEAP: Heap = const {
        Heap {
            free: [const { Cell::new(ptr::null_mut()) }; CLASSES],
            start: Cell::new(ptr::null_mut()),
            left: Cell::new(0),
            region: Cell::new(FIRST_REGION),
            rests: Cell::new(ptr::null_mut()),
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

/// Blocks of about two megabytes and more, in huge pages.
#[cfg(all(
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod huge {
    use super::HUGE_PAGE;
    use std::alloc::Layout;
    use std::ffi::{c_int, c_void};
    use std::ptr;

    unsafe extern "C" {
        fn mmap(
            at: *mut c_void,
            size: usize,
            access: c_int,
            flags: c_int,
            file: c_int,
            from: i64,
        ) -> *mut c_void;
        fn munmap(start: *mut c_void, size: usize) -> c_int;
        fn mremap(start: *mut c_void, size: usize, new_size: usize, flags: c_int, ...) -> *mut c_void;
        fn madvise(start: *mut c_void, size: usize, advice: c_int) -> c_int;
    }

    // Of Linux's `mman.h`, for these machines.
    const PROT_READ_WRITE: c_int = 1 | 2;
    const MAP_PRIVATE_ANONYMOUS: c_int = 0x02 | 0x20;
    const MADV_HUGEPAGE: c_int = 14;
    const MREMAP_MAYMOVE_FIXED: c_int = 1 | 2;

    /// Whether a block is one of these.
    pub(super) fn is_huge(layout: Layout) -> bool {
        layout.size() > super::LARGEST_MIDDLE && layout.align() <= super::ALIGN
    }

    /// What a block of `size` bytes takes.
    fn mapped(size: usize) -> usize {
        size.next_multiple_of(HUGE_PAGE)
    }

    /// A block of zeros at a multiple of [`HUGE_PAGE`], null if there is no memory.
    pub(super) fn alloc(size: usize) -> *mut u8 {
        // Sizes of layouts are at most `isize::MAX`.
        let (size, asked) = (mapped(size), mapped(size) + HUGE_PAGE);
        // SAFETY: a new mapping overlaps nothing, and what is cut off of it was never handed out.
        unsafe {
            let start = mmap(
                ptr::null_mut(),
                asked,
                PROT_READ_WRITE,
                MAP_PRIVATE_ANONYMOUS,
                -1,
                0,
            );
            // `MAP_FAILED`
            if start.addr() == usize::MAX {
                return ptr::null_mut();
            }
            let before = start.addr().next_multiple_of(HUGE_PAGE) - start.addr();
            let block = start.byte_add(before);
            if before > 0 {
                munmap(start, before);
            }
            munmap(block.byte_add(size), HUGE_PAGE - before);
            // Where there are no huge pages it is refused, which changes nothing.
            madvise(block, size, MADV_HUGEPAGE);
            block.cast()
        }
    }

    /// Makes a block of `old` bytes hold `new` bytes. Its pages are given another place, where more of them follow: no
    /// byte is copied, and none of the old memory is asked for again. Null if that is not possible; then the block is what
    /// it was.
    ///
    /// # Safety
    ///
    /// The block is one of `alloc` or `realloc` with the old size.
    pub(super) unsafe fn realloc(block: *mut u8, old: usize, new: usize) -> *mut u8 {
        let (old, new) = (mapped(old), mapped(new));
        if old == new {
            return block;
        }
        if new < old {
            // SAFETY: the end of the block is not used any more.
            unsafe { munmap(block.byte_add(new).cast(), old - new) };
            return block;
        }
        let place = alloc(new);
        if place.is_null() {
            return place;
        }
        // SAFETY: the new place is ours, and nothing is in it. Where this fails it may be unmapped or not: it is left
        // alone.
        let moved = unsafe { mremap(block.cast(), old, new, MREMAP_MAYMOVE_FIXED, place) };
        if moved.addr() == usize::MAX {
            return ptr::null_mut();
        }
        moved.cast()
    }

    /// # Safety
    ///
    /// The block is one of `alloc` with this size, and nobody uses it any more.
    pub(super) unsafe fn dealloc(block: *mut u8, size: usize) {
        // SAFETY: the caller's promise.
        unsafe { munmap(block.cast(), mapped(size)) };
    }
}

/// What is done when a thread ends.
#[cfg(all(
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod thread_end {
    use super::{HEAP, Heap};
    use std::ffi::{c_int, c_uint, c_void};
    use std::sync::atomic::{AtomicU64, Ordering};

    unsafe extern "C" {
        fn pthread_key_create(key: *mut c_uint, at_end: extern "C" fn(*mut c_void)) -> c_int;
        fn pthread_setspecific(key: c_uint, value: *const c_void) -> c_int;
    }

    /// The key whose values are heaps, plus one; 0 before there is one.
    static KEY: AtomicU64 = AtomicU64::new(0);

    extern "C" fn leave(_heap: *mut c_void) {
        HEAP.with(Heap::leave);
    }

    /// The heap of this thread is left behind when the thread ends. The standard library's way to say that is not for
    /// allocators, which it calls itself.
    pub(super) fn watch(heap: &Heap) {
        let mut key = KEY.load(Ordering::Acquire);
        if key == 0 {
            let mut new = 0;
            // SAFETY: `new` is written, and `leave` may be called with anything. Where two threads make keys one of them
            // is never used.
            if unsafe { pthread_key_create(&mut new, leave) } != 0 {
                return;
            }
            let made = u64::from(new) + 1;
            key = match KEY.compare_exchange(0, made, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => made,
                Err(others) => others,
            };
        }
        // SAFETY: the key exists. Where there is no memory for the value nothing is left behind.
        unsafe { pthread_setspecific((key - 1) as c_uint, std::ptr::from_ref(heap).cast()) };
    }
}

/// Elsewhere nothing is known of it.
#[cfg(not(all(
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
mod thread_end {
    pub(super) fn watch(_heap: &super::Heap) {}
}

/// Elsewhere large blocks are the system's.
#[cfg(not(all(
    target_os = "linux",
    target_env = "gnu",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
mod huge {
    use std::alloc::Layout;

    pub(super) fn is_huge(_layout: Layout) -> bool {
        false
    }

    pub(super) fn alloc(_size: usize) -> *mut u8 {
        std::ptr::null_mut()
    }

    pub(super) unsafe fn realloc(_block: *mut u8, _old: usize, _new: usize) -> *mut u8 {
        std::ptr::null_mut()
    }

    pub(super) unsafe fn dealloc(_block: *mut u8, _size: usize) {}
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
        if !(self.take_rest(size)
            || self.take_freed(size)
            || self.take_left_behind(size)
            || self.take_new(size))
        {
            return ptr::null_mut();
        }
        let block = self.cut(size);
        // Small blocks go on where they were, and what is behind a large one is left for others of its kind.
        if size > LARGEST && left > LARGEST {
            self.keep_rest(self.start.replace(start), self.left.replace(left));
        } else {
            self.keep_rest(start, left);
        }
        block
    }

    fn keep_rest(&self, start: *mut u8, size: usize) {
        if size >= LEAST_REST {
            let rest = start.cast::<Rest>();
            // SAFETY: it is the end of a region, which is aligned as blocks are, and large enough.
            unsafe {
                rest.write(Rest {
                    next: self.rests.get(),
                    size,
                });
            }
            self.rests.set(rest);
        }
    }

    /// Makes the smallest rest that suffices the region.
    fn take_rest(&self, size: usize) -> bool {
        let mut best: Option<(*mut Rest, *mut Rest, usize)> = None;
        let (mut before, mut rest) = (ptr::null_mut::<Rest>(), self.rests.get());
        for _ in 0..MAX_RESTS {
            if rest.is_null() {
                break;
            }
            // SAFETY: rests on the list are ours.
            let Rest { next, size: has } = unsafe { rest.read() };
            if has >= size && best.is_none_or(|(.., least)| has < least) {
                best = Some((before, rest, has));
            }
            (before, rest) = (rest, next);
        }
        let Some((before, rest, has)) = best else {
            return false;
        };
        // SAFETY: as above.
        unsafe {
            let next = (*rest).next;
            match before.is_null() {
                true => self.rests.set(next),
                false => (*before).next = next,
            }
        }
        self.start.set(rest.cast());
        self.left.set(has);
        true
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

    /// Makes a rest that a thread left behind the region.
    fn take_left_behind(&self, size: usize) -> bool {
        if LEFT_BEHIND.load(Ordering::Relaxed).is_null() {
            return false;
        }
        let mut rest = LEFT_BEHIND.swap(ptr::null_mut(), Ordering::Acquire);
        while !rest.is_null() {
            // SAFETY: what was on that list is ours now.
            let Rest { next, size } = unsafe { rest.read() };
            self.keep_rest(rest.cast(), size);
            rest = next;
        }
        self.take_rest(size)
    }

    /// The thread ends: what it has not given to anybody is for others.
    fn leave(&self) {
        self.keep_rest(self.start.replace(ptr::null_mut()), self.left.replace(0));
        for class in FIRST_MIDDLE..CLASSES {
            while !self.free[class].get().is_null() {
                let size = size_of_class(class) + HEADER;
                self.keep_rest(self.take(class, size), size);
            }
        }
        let mut rest = self.rests.replace(ptr::null_mut());
        while !rest.is_null() {
            // SAFETY: rests on the list are ours, and then the others'.
            let next = unsafe { (*rest).next };
            let leave = |head| {
                // SAFETY: as above.
                unsafe { (*rest).next = head };
                Some(rest)
            };
            let (set, fetch) = (Ordering::Release, Ordering::Relaxed);
            let _ = LEFT_BEHIND.fetch_update(set, fetch, leave);
            rest = next;
        }
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

    /// Makes new memory the region.
    fn take_new(&self, size: usize) -> bool {
        let region = self.next_region().max(size);
        let Ok(layout) = Layout::from_size_align(region, ALIGN) else {
            return false;
        };
        // SAFETY: the size is not zero.
        let start = unsafe { large_alloc(layout) };
        if start.is_null() {
            return false;
        }
        self.start.set(start);
        self.left.set(region);
        match self.region.get() {
            HUGE_PAGE => {}
            LARGEST_SMALL_REGION => self.start_huge_pages(),
            region => self.region.set(2 * region),
        }
        true
    }

    /// Makes a block of one class, of which `used` bytes are kept, one of another class that is not smaller: where it is,
    /// if the region goes on behind it, else elsewhere. Classes are with what their blocks take. Null if there is no
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
        if unsafe { block.add(has) } == self.start.get() && more <= self.left.get() {
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
            // SAFETY: the caller's promise; the header moves with what is behind it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_the_least_that_fit() {
        let mut last = (0, 0);
        for size in 1..=HUGE_PAGE {
            let (class, rounded) = class_of(size);
            assert!(
                class < CLASSES && rounded >= size && rounded.is_multiple_of(ALIGN),
                "{size}"
            );
            assert!(
                rounded - size < ALIGN.max(size / 4),
                "{size} wastes {}",
                rounded - size
            );
            assert_eq!(size_of_class(class), rounded, "{size}");
            if (class, rounded) != last {
                assert_eq!(class, last.0 + 1, "{size}");
                assert_eq!(size, last.1 + 1, "a class begins where the one before it ends");
                last = (class, rounded);
            }
        }
        assert_eq!(last, (CLASSES - 1, HUGE_PAGE));
    }

    /// Blocks of all sizes and alignments, grown, shrunk and freed in a random order: what is written stays.
    #[test]
    fn blocks_do_not_overlap() {
        let allocator = RegionAllocator;
        let mut blocks: Vec<(*mut u8, Layout, u8)> = Vec::new();
        let mut seed = 1u64;
        let mut random = |limit: usize| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as usize % limit
        };
        let check = |&(block, layout, fill): &(*mut u8, Layout, u8)| {
            // SAFETY: the block is live and was filled.
            let bytes = unsafe { std::slice::from_raw_parts(block, layout.size()) };
            assert!(bytes.iter().all(|&byte| byte == fill), "{layout:?}");
        };
        for step in 0..20_000usize {
            let fill = step as u8;
            let size = 1 + match random(8) {
                0 | 1 => random(64),
                2 | 3 => random(FINE + 64),
                4 | 5 => random(LARGEST + 64),
                6 if step % 8 == 0 => random(LARGEST_MIDDLE),
                _ => random(16),
            };
            // SAFETY: sizes are not zero, layouts are those the blocks were made with.
            unsafe {
                if blocks.len() > 200 || (random(3) == 0 && !blocks.is_empty()) {
                    let entry = blocks.swap_remove(random(blocks.len()));
                    check(&entry);
                    let (block, layout, old) = entry;
                    if random(2) == 0 {
                        allocator.dealloc(block, layout);
                        continue;
                    }
                    let moved = allocator.realloc(block, layout, size);
                    let kept = Layout::from_size_align(size.min(layout.size()), 1).unwrap();
                    check(&(moved, kept, old));
                    moved.write_bytes(fill, size);
                    let layout = Layout::from_size_align(size, layout.align()).unwrap();
                    assert!((moved as usize).is_multiple_of(layout.align()));
                    blocks.push((moved, layout, fill));
                } else {
                    let layout = Layout::from_size_align(size, 1 << random(7)).unwrap();
                    let zeroed = random(2) == 0;
                    let block = if zeroed {
                        allocator.alloc_zeroed(layout)
                    } else {
                        allocator.alloc(layout)
                    };
                    assert!((block as usize).is_multiple_of(layout.align()));
                    if zeroed {
                        check(&(block, layout, 0));
                    }
                    block.write_bytes(fill, size);
                    blocks.push((block, layout, fill));
                }
            }
        }
        blocks.iter().for_each(check);
    }

    /// Tables that grow and are thrown away make room for small blocks.
    #[test]
    fn what_is_freed_is_used_again() {
        let allocator = RegionAllocator;
        let layout = |size| Layout::from_size_align(size, 8).unwrap();
        let sizes = (6..18).map(|bits| layout(1 << bits));
        // SAFETY: sizes are not zero, and blocks are freed once.
        unsafe {
            // Up to the first region of huge pages.
            for _ in 0..200 {
                allocator.alloc(layout(LARGEST));
            }
            let large: Vec<*mut u8> = sizes.clone().map(|size| allocator.alloc(size)).collect();
            let in_use = |block: *mut u8| {
                let mut blocks = large.iter().zip(sizes.clone());
                blocks.any(|(&start, size)| (start..start.add(size.size())).contains(&block))
            };
            for (&block, size) in large.iter().zip(sizes.clone()) {
                allocator.dealloc(block, size);
            }
            let blocks = (0..HUGE_PAGE / 512).map(|_| allocator.alloc(layout(500)));
            assert!(blocks.filter(|&block| in_use(block)).count() > 300);
        }
    }

    /// What a thread freed is there for others when it has ended. Other tests may be faster.
    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
    fn what_threads_leave_behind_is_used_again() {
        let is_used_again = |_| {
            let size = Layout::from_size_align(1 << 20, 8).unwrap();
            // SAFETY: sizes are not zero, and the block is freed once.
            let freed = std::thread::spawn(move || unsafe {
                for _ in 0..200 {
                    RegionAllocator.alloc(Layout::from_size_align(LARGEST, 8).unwrap());
                }
                let block = RegionAllocator.alloc(size);
                RegionAllocator.dealloc(block, size);
                block.addr()
            });
            let freed = freed.join().unwrap();
            // SAFETY: as above.
            let mut blocks = (0..8).map(|_| unsafe { RegionAllocator.alloc(size) }.addr());
            blocks.any(|block| (freed..freed + size.size()).contains(&block))
        };
        assert!((0..50).any(is_used_again));
    }

    /// Blocks of megabytes are zero when that is asked for, and keep what is in them when they grow and shrink.
    #[test]
    fn huge_blocks_keep_their_contents() {
        let allocator = RegionAllocator;
        let layout = |size| Layout::from_size_align(size, 8).unwrap();
        let sizes = [
            LARGEST + 1,
            HUGE_PAGE - 1,
            HUGE_PAGE,
            3 * HUGE_PAGE + 5,
            HUGE_PAGE + 1,
            100,
            2 * HUGE_PAGE,
        ];
        // SAFETY: as above.
        unsafe {
            let mut block = allocator.alloc_zeroed(layout(sizes[0]));
            for pair in sizes.windows(2) {
                let bytes = std::slice::from_raw_parts_mut(block, pair[0]);
                for (at, byte) in bytes.iter_mut().enumerate().step_by(99) {
                    *byte = at as u8;
                }
                block = allocator.realloc(block, layout(pair[0]), pair[1]);
                let bytes = std::slice::from_raw_parts(block, pair[0].min(pair[1]));
                let mut kept = bytes.iter().enumerate().step_by(99);
                assert!(kept.all(|(at, &byte)| byte == at as u8), "{pair:?}");
            }
            allocator.dealloc(block, layout(sizes[sizes.len() - 1]));
            for size in [HUGE_PAGE, 5 * HUGE_PAGE + 1] {
                let zeros = allocator.alloc_zeroed(layout(size));
                let bytes = std::slice::from_raw_parts(zeros, size);
                assert!(bytes.iter().all(|&byte| byte == 0), "{size}");
                allocator.dealloc(zeros, layout(size));
            }
        }
    }
}
