//! Passes over machine IR that know the target. One pass a file.

pub mod fix_copies;
pub mod frame;
pub mod hazards;
pub mod insert_waits;
pub mod lane_spills;
pub mod legalize_memory;
pub mod lower_control_flow;
pub mod verify_operands;
