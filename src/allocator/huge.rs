//! Blocks of about two megabytes and more, in huge pages.

use super::HUGE_PAGE;
use std::alloc::Layout;
use std::ffi::{c_int, c_void};
use std::ptr;

unsafe extern "C" {
    fn mmap(at: *mut c_void, size: usize, access: c_int, flags: c_int, file: c_int, from: i64)
    -> *mut c_void;
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
