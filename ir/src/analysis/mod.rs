//! Analyses: facts about a function, computed on demand by `X::compute(..)` and thrown away when the function changes.
//!
//! All of them are linear, or linear times the nesting depth, in the size of the function.

pub mod cfg;
pub mod dominators;
pub mod frontier;
pub mod graph;
pub mod loops;
#[cfg(test)]
pub(crate) mod testing;
pub mod uses;

pub use cfg::Cfg;
pub use dominators::{DominatorTree, PostDominatorTree};
pub use frontier::IteratedFrontier;
pub use loops::{LoopForest, LoopId};
pub use uses::{UseCounts, Uses};
