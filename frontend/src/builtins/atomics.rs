//! Names and numbers of atomic functions: OpenCL 1.x's and C11's.

use crate::ast::operations::{AtomicOp, MemoryOrder, MemoryScope};

/// An atomic function by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Atomic {
    /// OpenCL 1.x: (pointer, value)
    Old(AtomicOp),
    /// OpenCL 1.x: (pointer)
    Step(AtomicOp),
    /// OpenCL 1.x: (pointer, compare, value)
    OldCompare,
    /// C11: (pointer, value[, order[, scope]]); explicit if `.1`
    Fetch(AtomicOp, bool),
    Load(bool),
    Store(bool),
    Init,
    /// (pointer, expected, desired[, success, failure[, scope]])
    Compare(bool),
    TestAndSet(bool),
    Clear(bool),
}

/// The atomic function of this name.
pub fn atomic(name: &str) -> Option<Atomic> {
    if let Some(rest) = name.strip_prefix("__opencl_atomic_") {
        // Clang's names: order and scope are always explicit.
        return c11_atomic(rest, rest != "init");
    }
    let rest = name.strip_prefix("atomic_").or(name.strip_prefix("atom_"))?;
    let c11 = name.starts_with("atomic_");
    let old = match rest {
        "add" => Some(Atomic::Old(AtomicOp::Add)),
        "sub" => Some(Atomic::Old(AtomicOp::Sub)),
        "xchg" => Some(Atomic::Old(AtomicOp::Exchange)),
        "min" => Some(Atomic::Old(AtomicOp::Min)),
        "max" => Some(Atomic::Old(AtomicOp::Max)),
        "and" => Some(Atomic::Old(AtomicOp::And)),
        "or" => Some(Atomic::Old(AtomicOp::Or)),
        "xor" => Some(Atomic::Old(AtomicOp::Xor)),
        "inc" => Some(Atomic::Step(AtomicOp::Add)),
        "dec" => Some(Atomic::Step(AtomicOp::Sub)),
        "cmpxchg" => Some(Atomic::OldCompare),
        _ => None,
    };
    if old.is_some() || !c11 {
        return old;
    }
    let (rest, explicit) = match rest.strip_suffix("_explicit") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    c11_atomic(rest, explicit)
}

/// A function of C11 without its prefix and `_explicit`.
fn c11_atomic(rest: &str, explicit: bool) -> Option<Atomic> {
    Some(match rest {
        "load" => Atomic::Load(explicit),
        "store" => Atomic::Store(explicit),
        "init" if !explicit => Atomic::Init,
        "exchange" => Atomic::Fetch(AtomicOp::Exchange, explicit),
        "fetch_add" => Atomic::Fetch(AtomicOp::Add, explicit),
        "fetch_sub" => Atomic::Fetch(AtomicOp::Sub, explicit),
        "fetch_and" => Atomic::Fetch(AtomicOp::And, explicit),
        "fetch_or" => Atomic::Fetch(AtomicOp::Or, explicit),
        "fetch_xor" => Atomic::Fetch(AtomicOp::Xor, explicit),
        "fetch_min" => Atomic::Fetch(AtomicOp::Min, explicit),
        "fetch_max" => Atomic::Fetch(AtomicOp::Max, explicit),
        "compare_exchange_strong" | "compare_exchange_weak" => Atomic::Compare(explicit),
        "flag_test_and_set" => Atomic::TestAndSet(explicit),
        "flag_clear" => Atomic::Clear(explicit),
        _ => return None,
    })
}

/// The memory order with this number in C11.
pub fn memory_order(number: u64) -> Option<MemoryOrder> {
    Some(match number {
        0 => MemoryOrder::Relaxed,
        1 | 2 => MemoryOrder::Acquire,
        3 => MemoryOrder::Release,
        4 => MemoryOrder::AcquireRelease,
        5 => MemoryOrder::SequentiallyConsistent,
        _ => return None,
    })
}

/// The scope with this number in OpenCL's `memory_scope`.
pub fn memory_scope(number: u64) -> Option<MemoryScope> {
    Some(match number {
        0 => MemoryScope::WorkItem,
        1 => MemoryScope::WorkGroup,
        2 => MemoryScope::Device,
        3 => MemoryScope::System,
        4 => MemoryScope::SubGroup,
        _ => return None,
    })
}
