//! What is done when a thread ends.

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
