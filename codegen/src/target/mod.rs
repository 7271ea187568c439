//! The interfaces that a target implements for this crate: one trait per concern.

pub mod machine_info;

pub use machine_info::{ShortForm, SlotAccess, TargetMachineInfo};
