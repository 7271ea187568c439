//! Legalization: of types (every value gets a type with registers), then of operations (every generic node becomes one
//! that the target supports).

mod accesses;
mod expand;
mod expand_integers;
mod floats;
mod halves;
mod memory;
mod ops;
mod packed;
mod promote_integers;
mod ranges;
mod types;
mod vectors;

pub use memory::part_of_access;
pub(super) use ops::run as legalize_ops;
pub(super) use types::run as legalize_types;

#[cfg(test)]
mod tests;
