//! What a target implements for this crate: one trait per concern, nothing else is asked of it.

pub mod machine_info;

pub use machine_info::{ShortForm, SlotAccess, TargetMachineInfo};
