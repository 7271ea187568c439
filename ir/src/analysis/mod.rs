//! Analyses: facts about a function, computed on demand by `X::compute(..)` and discarded when the function changes.
//! Those of the control-flow graph, in [`flow`](crate::flow), are cached in the function:
//! [`Function::cfg`](crate::function::Function::cfg), `dominators`, `loops`.
//!
//! All of them are linear, or linear times the nesting depth, in the size of the function.

pub mod alias;
pub mod allocas;
pub mod divergence;
pub mod fat_pointers;
pub mod frontier;
pub mod known_bits;
pub mod memory_effects;
pub mod regions;
pub mod target_info;
#[cfg(test)]
pub(crate) mod testing;
pub mod trip_count;
pub mod uses;
pub mod value_sizes;

pub use crate::flow::{
    Cfg, DominatorTree, LoopForest, LoopId, PostDominatorTree, cfg, dominators, graph, loops,
};
pub use divergence::DivergenceAnalysis;
pub use frontier::IteratedFrontier;
pub use known_bits::{KnownBits, KnownBitsCache};
pub use memory_effects::{Effects, effects};
pub use regions::RegionTree;
pub use target_info::{DivergenceInfo, TargetTransformInfo, UniformTarget};
pub use uses::{UseCounts, Uses};
