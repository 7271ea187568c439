//! Names of `vload`, `vstore` and their kin.

use super::families::{count_suffix, rounding_suffix};
use crate::ast::Rounding;

/// A function of the `vload`/`vstore` family.
#[derive(Clone, Copy, Debug)]
pub struct MemoryFamily {
    /// Whether it stores.
    pub store: bool,
    /// Whether the elements in memory are halves.
    pub half: bool,
    /// Whether the memory is aligned to the whole vector.
    pub aligned: bool,
    /// The number of elements.
    pub count: u32,
    /// How halves are rounded.
    pub rounding: Rounding,
}

/// The function of this name, if it is one.
pub fn memory_family(name: &str) -> Option<MemoryFamily> {
    let (base, rounding) = rounding_suffix(name);
    let family = |store, half, aligned, count| {
        Some(MemoryFamily {
            store,
            half,
            aligned,
            count,
            rounding,
        })
    };
    if let Some(count) = count_suffix(base, "vload_half") {
        return family(false, true, false, count);
    }
    if let Some(count) = count_suffix(base, "vloada_half") {
        return family(false, true, true, count);
    }
    if let Some(count) = count_suffix(base, "vstore_half") {
        return family(true, true, false, count);
    }
    if let Some(count) = count_suffix(base, "vstorea_half") {
        return family(true, true, true, count);
    }
    if rounding != Rounding::Default {
        return None;
    }
    if let Some(count) = count_suffix(base, "vload").filter(|&n| n > 1) {
        return family(false, false, false, count);
    }
    if let Some(count) = count_suffix(base, "vstore").filter(|&n| n > 1) {
        return family(true, false, false, count);
    }
    None
}
