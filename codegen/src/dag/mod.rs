//! SelectionDAG: instructions of a block as a graph, made legal for the target, and matched against its patterns.
//!
//! ```text
//! IR block ──build──▶ dag ──combine──▶ ──legalize types──▶ ──combine──▶ ──legalize operations──▶ ──combine──▶
//!          ──select (byte-code table made from patterns)──▶ machine nodes ──schedule──▶ machine IR
//! ```
//!
//! Invariants: after type legalization every value has a type with registers; after operation legalization every
//! generic node is legal for the target; after selection there are only machine nodes, copies, token factors and
//! operands. A *chain* (type `ch`) orders side effects, *glue* keeps two nodes adjacent. Each node knows whether its
//! value is *divergent* (may differ between the lanes of a wave); patterns test it. See DESIGN.md.
//!
//! A target implements [`TargetLowering`] and writes patterns (`codegen/td/SelectionDAG.td` says how).

pub mod build;
mod combine;
mod dump;
mod emit;
pub mod float;
mod fold;
pub mod graph;
pub mod isd;
mod known_bits;
mod legalize;
pub mod lowering;
pub mod make;
pub mod node;
pub mod pipeline;
pub mod query;
mod schedule;
pub mod select;
pub mod tables;
pub mod types;
mod verify;
pub mod view;

pub use build::DagBuilder;
pub use graph::{DivergenceRule, GraphError, SelectionDag};
pub use isd::{CondCode, NodeOpcode};
pub use known_bits::{KnownBits, known_bits, num_sign_bits};
pub use legalize::part_of_access;
pub use lowering::{
    AsmRegisters, BooleanContents, CombineLevel, ComplexOperands, IntrinsicMemory, Lowered, TargetLowering,
};
pub use node::{Divergence, GlobalRef, LoadExt, MemRef, NodeFlags, NodeId, NodeValue, Payload};
pub use pipeline::{Graphs, Picture, select_function};
pub use query::NodeRef;
pub use select::{MatcherTables, Selector};
pub use tables::{Action, LegalizeTables, TypeAction};
pub use types::ValueType;

#[cfg(test)]
pub(crate) mod testing;
