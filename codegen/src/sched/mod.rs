//! Scheduling: the dependency graph of a region and the list scheduler that linearizes it.

pub mod graph;
pub mod hints;
pub mod list;

pub use graph::{Completion, Edge, EdgeKind, SchedGraph, Unit, UnitId, ValueId, ValueWeight};
pub use hints::SchedulingHint;
pub use list::{ListOptions, schedule, schedule_region};
