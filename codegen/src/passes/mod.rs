//! Passes on machine functions, one per file. Each is a free function.

pub mod branch_folding;
pub mod coalesce;
pub mod cse;
pub mod dead_code;
pub mod fix_asm_registers;
pub mod licm;
mod machine_graph;
mod machine_order;
pub mod machine_scheduler;
pub mod movable;
pub mod phi_elimination;
mod pressure;
pub mod rematerialize;
pub mod two_address;
mod undefined_parts;

#[cfg(test)]
mod tests;
