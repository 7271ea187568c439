//! Passes over machine IR that know the target. One pass a file.

pub mod accumulation_spills;
pub mod branches;
pub mod drop_atomic_results;
pub mod expand_indexing;
pub mod expand_pseudos;
pub mod expand_wide;
pub mod far_offsets;
pub mod fix_copies;
pub mod fold_clamps;
pub mod fold_operands;
pub mod frame;
pub mod hazards;
pub mod inline_asm;
pub mod insert_waits;
pub mod lane_spills;
pub mod legalize_memory;
pub mod lower_control_flow;
pub mod merge_accesses;
pub mod pipeline;
pub mod prologue;
pub mod register_counts;
pub mod relax_branches;
pub mod scalar_conditions;
pub mod shrink;
pub mod single_defs;
pub mod verify_operands;
