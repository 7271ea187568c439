//! Greedy register allocation. DESIGN.md beside this file tells the whole story.

pub mod live_intervals;
pub mod live_range;
pub mod slot_indexes;

pub use live_intervals::{LiveInterval, LiveIntervals, SubRange};
pub use live_range::{LiveRange, Segment, ValueNumber};
pub use slot_indexes::{Renumbering, Slot, SlotIndex, SlotIndexes};
