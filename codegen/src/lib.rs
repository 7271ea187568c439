//! Code generation for a target that is described by tables: SelectionDAG, scheduling, machine IR, register allocation.
//!
//! This crate must never know the name of a target, of its registers or of its instructions.

pub mod analysis;
pub mod calling_convention;
pub mod dag;
pub mod mir;
pub mod options;
pub mod passes;
pub mod pipeline;
pub mod regalloc;
pub mod sched;
pub mod target;

pub use options::CodegenOptions;

#[cfg(test)]
mod test_machine;
#[cfg(test)]
mod test_random;
#[cfg(test)]
pub(crate) mod test_target;
