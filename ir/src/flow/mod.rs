//! The control-flow graph of a function, its dominators and its loops: what follows from blocks and terminators alone. A
//! function caches them until these change, so they are part of the data and know no other analysis.

pub mod cfg;
pub mod dominators;
pub mod graph;
pub mod loops;

pub use cfg::Cfg;
pub use dominators::{DominatorTree, PostDominatorTree};
pub use loops::{LoopForest, LoopId};
