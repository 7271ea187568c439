//! Passes over machine IR that know the target. One pass a file.

pub mod fix_copies;
pub mod hazards;
pub mod insert_waits;
pub mod lower_control_flow;
