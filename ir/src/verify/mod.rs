//! Checking that IR means something: types of instructions, SSA dominance, phis, calls, kernels.

mod types;

pub use types::{cast_is_valid, gep_is_valid, gep_operands_are_valid, rmw_type_is_valid};
