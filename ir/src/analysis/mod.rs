//! Analyses: facts about a function, computed on demand by `X::compute(..)` and discarded when the function changes.
//! Those of the control-flow graph are cached in the function: [`Function::cfg`](crate::function::Function::cfg),
//! `dominators`, `loops`.
//!
//! All of them are linear, or linear times the nesting depth, in the size of the function.

pub mod alias;
pub mod allocas;
pub mod cfg;
pub mod divergence;
pub mod dominators;
pub mod fat_pointers;
pub mod frontier;
pub mod graph;
pub mod known_bits;
pub mod loops;
pub mod memory_effects;
pub mod regions;
pub mod target_info;
#[cfg(test)]
pub(crate) mod testing;
pub mod trip_count;
pub mod uses;
pub mod value_sizes;

pub use cfg::Cfg;
pub use divergence::DivergenceAnalysis;
pub use dominators::{DominatorTree, PostDominatorTree};
pub use frontier::IteratedFrontier;
pub use known_bits::{KnownBits, KnownBitsCache};
pub use loops::{LoopForest, LoopId};
pub use memory_effects::{Effects, effects};
pub use regions::RegionTree;
pub use target_info::{DivergenceInfo, TargetTransformInfo, UniformTarget};
pub use uses::{UseCounts, Uses};
