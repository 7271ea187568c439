//! Legalization: of types (every value gets a type with registers), then of operations (every generic node becomes one
//! that the target knows).

mod expand;
mod floats;
mod halves;
mod integers;
mod memory;
mod ops;
mod types;
mod vectors;

pub use memory::part_of_access;
pub use ops::run as legalize_ops;
pub use types::run as legalize_types;

#[cfg(test)]
mod tests;
