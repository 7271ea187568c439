//! Analyses of machine functions. Each is `X::compute(&func, ..)`, a snapshot that passes recompute when they need it.

pub mod dominators;
pub mod frequency;
pub mod liveness;
pub mod loops;
pub mod order;
pub mod post_dominators;

pub use dominators::Dominators;
pub use frequency::BlockFrequency;
pub use liveness::{PhysicalLiveness, UnitSet};
pub use loops::{Loop, LoopInfo};
pub use order::ReversePostOrder;
pub use post_dominators::PostDominators;
