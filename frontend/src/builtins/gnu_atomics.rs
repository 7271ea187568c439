//! Names of the atomic functions of GNU C, clang and HIP: `__sync_*`, `__atomic_*`, `__scoped_atomic_*`,
//! `__c11_atomic_*`, `__hip_atomic_*`.

use crate::ast::operations::{AtomicOp, MemoryScope};

/// Which operands a function has after those of its operation.
#[derive(Clone, Copy, Debug)]
pub enum Orders {
    /// None: sequentially consistent, for all of the system.
    Implicit,
    /// Memory orders; for all of the system.
    Explicit,
    /// Memory orders and a scope, as numbered by this function.
    Scoped(fn(u64) -> Option<MemoryScope>),
}

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GnuAtomic {
    /// (pointer, value): the old value
    Fetch(AtomicOp),
    /// (pointer, value): the new value
    FetchThen(AtomicOp),
    /// (pointer)
    Load,
    /// (pointer, value)
    Store,
    /// (pointer, pointer to the result)
    LoadInto,
    /// (pointer, pointer to the value)
    StoreFrom,
    /// (pointer, pointer to the value, pointer to the result)
    ExchangeInto,
    /// (pointer, compare, value): the old value
    Compare,
    /// The same: whether it was exchanged
    CompareTest,
    /// (pointer, pointer to the expected value, value): whether it was exchanged. A flag whether it may fail for no
    /// reason follows if `.0`; the value is given through a pointer if `.1`.
    CompareInto(bool, bool),
    /// (pointer to a byte)
    TestAndSet,
    /// (pointer to a byte)
    Clear,
    /// (pointer): stores zero
    Release,
    /// (pointer, value): stores without an order
    Init,
    /// ()
    Fence,
    /// (): only the compiler keeps the order
    SignalFence,
    /// (size): whether such objects have atomic instructions
    IsLockFree,
}

/// The scopes of `__scoped_atomic_*`.
fn clang_scope(number: u64) -> Option<MemoryScope> {
    Some(match number {
        0 => MemoryScope::System,
        1 => MemoryScope::Device,
        // Clusters have one workgroup.
        2 | 5 => MemoryScope::WorkGroup,
        3 => MemoryScope::SubGroup,
        4 => MemoryScope::WorkItem,
        _ => return None,
    })
}

/// The scopes of `__hip_atomic_*`.
fn hip_scope(number: u64) -> Option<MemoryScope> {
    Some(match number {
        1 => MemoryScope::WorkItem,
        2 => MemoryScope::SubGroup,
        3 | 6 => MemoryScope::WorkGroup,
        4 => MemoryScope::Device,
        5 => MemoryScope::System,
        _ => return None,
    })
}

/// The function of this name.
pub fn gnu_atomic(name: &str) -> Option<(GnuAtomic, Orders)> {
    let rest = name.strip_prefix("__")?;
    if let Some(rest) = rest.strip_prefix("sync_") {
        return Some((sync(rest)?, Orders::Implicit));
    }
    if let Some(rest) = rest.strip_prefix("atomic_") {
        return Some((generic(rest).or_else(|| fence(rest))?, Orders::Explicit));
    }
    if let Some(rest) = rest.strip_prefix("scoped_atomic_") {
        let function = generic(rest).or_else(|| fence(rest).filter(|&fence| fence == GnuAtomic::Fence));
        return Some((function?, Orders::Scoped(clang_scope)));
    }
    if let Some(rest) = rest.strip_prefix("c11_atomic_") {
        return Some((c11(rest).or_else(|| fence(rest))?, Orders::Explicit));
    }
    let function = c11(rest.strip_prefix("hip_atomic_")?).filter(|&function| function != GnuAtomic::Init)?;
    Some((function, Orders::Scoped(hip_scope)))
}

/// An operation by the word in functions' names.
fn operation(word: &str) -> Option<AtomicOp> {
    Some(match word {
        "add" => AtomicOp::Add,
        "sub" => AtomicOp::Sub,
        "and" => AtomicOp::And,
        "or" => AtomicOp::Or,
        "xor" => AtomicOp::Xor,
        "nand" => AtomicOp::Nand,
        "min" => AtomicOp::Min,
        "max" => AtomicOp::Max,
        _ => return None,
    })
}

/// `__sync_`: the size of the operand may follow the name.
fn sync(rest: &str) -> Option<GnuAtomic> {
    let rest = ["_1", "_2", "_4", "_8", "_16"]
        .iter()
        .find_map(|size| rest.strip_suffix(size))
        .unwrap_or(rest);
    if let Some(word) = rest.strip_prefix("fetch_and_") {
        return operation(word.trim_start_matches('u')).map(GnuAtomic::Fetch);
    }
    if let Some(word) = rest.strip_suffix("_and_fetch") {
        let op = operation(word).filter(|op| !matches!(op, AtomicOp::Min | AtomicOp::Max));
        return op.map(GnuAtomic::FetchThen);
    }
    Some(match rest {
        "swap" | "lock_test_and_set" => GnuAtomic::Fetch(AtomicOp::Exchange),
        "val_compare_and_swap" => GnuAtomic::Compare,
        "bool_compare_and_swap" => GnuAtomic::CompareTest,
        "lock_release" => GnuAtomic::Release,
        "synchronize" => GnuAtomic::Fence,
        _ => return None,
    })
}

/// `__atomic_` and `__scoped_atomic_`.
fn generic(rest: &str) -> Option<GnuAtomic> {
    if let Some(word) = rest.strip_prefix("fetch_") {
        return operation(word).map(GnuAtomic::Fetch);
    }
    if let Some(word) = rest.strip_suffix("_fetch") {
        return operation(word).map(GnuAtomic::FetchThen);
    }
    Some(match rest {
        "load_n" => GnuAtomic::Load,
        "store_n" => GnuAtomic::Store,
        "exchange_n" => GnuAtomic::Fetch(AtomicOp::Exchange),
        "compare_exchange_n" => GnuAtomic::CompareInto(true, false),
        "load" => GnuAtomic::LoadInto,
        "store" => GnuAtomic::StoreFrom,
        "exchange" => GnuAtomic::ExchangeInto,
        "compare_exchange" => GnuAtomic::CompareInto(true, true),
        "test_and_set" => GnuAtomic::TestAndSet,
        "clear" => GnuAtomic::Clear,
        _ => return None,
    })
}

/// `__c11_atomic_` and `__hip_atomic_`.
fn c11(rest: &str) -> Option<GnuAtomic> {
    if let Some(word) = rest.strip_prefix("fetch_") {
        return operation(word).map(GnuAtomic::Fetch);
    }
    Some(match rest {
        "load" => GnuAtomic::Load,
        "store" => GnuAtomic::Store,
        "init" => GnuAtomic::Init,
        "exchange" => GnuAtomic::Fetch(AtomicOp::Exchange),
        "compare_exchange_strong" | "compare_exchange_weak" => GnuAtomic::CompareInto(false, false),
        _ => return None,
    })
}

fn fence(rest: &str) -> Option<GnuAtomic> {
    Some(match rest {
        "thread_fence" => GnuAtomic::Fence,
        "signal_fence" => GnuAtomic::SignalFence,
        "always_lock_free" | "is_lock_free" => GnuAtomic::IsLockFree,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known() {
        let kind = |name| gnu_atomic(name).map(|found| found.0);
        assert_eq!(
            kind("__sync_fetch_and_umax_4"),
            Some(GnuAtomic::Fetch(AtomicOp::Max))
        );
        assert_eq!(
            kind("__atomic_nand_fetch"),
            Some(GnuAtomic::FetchThen(AtomicOp::Nand))
        );
        assert_eq!(kind("__hip_atomic_load"), Some(GnuAtomic::Load));
        assert_eq!(kind("__c11_atomic_is_lock_free"), Some(GnuAtomic::IsLockFree));
        let unknown = [
            "__hip_atomic_init",
            "__scoped_atomic_signal_fence",
            "__sync_min_and_fetch",
            "__atomic_swap",
        ];
        assert!(unknown.into_iter().all(|name| kind(name).is_none()));
    }
}
