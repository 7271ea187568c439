//! Helpers that several passes use to change a function.

pub mod address_sums;
pub mod allocas;
pub mod blocks;
pub mod clone;
pub mod elements;
pub(in crate::passes) mod loop_remarks;
pub mod loops;
pub mod ssa;
