//! Builtins whose names follow a pattern.

use crate::ast::Rounding;

/// Families that are known by a whole name.
pub const NAMES: &[&str] = &[
    "select",
    "shuffle",
    "shuffle2",
    "upsample",
    "nan",
    "prefetch",
    "printf",
    "async_work_group_copy",
    "async_work_group_strided_copy",
    "wait_group_events",
    "atomic_work_item_fence",
    "to_global",
    "to_local",
    "to_private",
    "work_group_barrier",
    "sub_group_barrier",
    "dot",
    "dot_acc_sat",
];

/// `_rte` and the like at the end of a name.
pub fn rounding_suffix(name: &str) -> (&str, Rounding) {
    for (suffix, rounding) in [
        ("_rte", Rounding::NearestEven),
        ("_rtz", Rounding::Zero),
        ("_rtp", Rounding::Positive),
        ("_rtn", Rounding::Negative),
    ] {
        if let Some(rest) = name.strip_suffix(suffix) {
            return (rest, rounding);
        }
    }
    (name, Rounding::Default)
}

/// The count after `prefix`: "" is 1.
pub fn count_suffix(name: &str, prefix: &str) -> Option<u32> {
    match name.strip_prefix(prefix)? {
        "" => Some(1),
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        "8" => Some(8),
        "16" => Some(16),
        _ => None,
    }
}
