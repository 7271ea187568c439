//! Passes: one per file, each a free function over a function body and its context that says whether it changed
//! anything. `opt_` passes are optional improvements, `lower_` passes establish what later stages require.

mod lower_aliases;
mod lower_annotations;
pub mod lower_atomics;
pub mod lower_bytes;
pub mod lower_float_remainder;
pub mod lower_generic_allocas;
pub mod lower_intrinsics;
pub mod lower_irreducible;
pub mod lower_lcssa;
pub mod lower_memory_intrinsics;
pub mod lower_split_values;
pub mod lower_structurize_cfg;
pub mod lower_switch;
pub mod lower_symbol_names;
pub mod lower_unify_exits;
mod lower_variadics;
pub mod lower_wide_integers;
pub mod opt_align_globals;
pub mod opt_bit_tables;
pub mod opt_constraint_elimination;
pub mod opt_count_bits;
pub mod opt_dce;
pub mod opt_dead_stores;
pub mod opt_expand_division;
pub mod opt_flow_values;
pub mod opt_global_dce;
pub mod opt_gvn;
pub mod opt_hoist_loads;
pub mod opt_hoist_repeated;
pub mod opt_hoist_twins;
pub mod opt_induction_flags;
pub mod opt_infer_address_spaces;
pub mod opt_inline;
pub mod opt_licm;
pub mod opt_load_store_vectorize;
pub mod opt_loop_addresses;
pub mod opt_loop_counters;
pub mod opt_loop_peel;
pub mod opt_loop_rotate;
pub mod opt_loop_unroll;
pub mod opt_loop_unroll_runtime;
pub mod opt_mem2reg;
pub mod opt_merge_arms;
pub mod opt_merge_ifs;
pub mod opt_merge_induction;
pub mod opt_near_addresses;
pub mod opt_pack_floats;
pub mod opt_promote_alloca;
pub mod opt_separate_offset;
pub mod opt_simplify;
pub mod opt_simplify_cfg;
pub mod opt_sink;
pub mod opt_sink_updates;
pub mod opt_sroa;
pub mod opt_strength_reduction;
pub mod pass_names;
pub mod pipeline;
#[cfg(test)]
mod random_tests;
pub mod runner;
#[cfg(test)]
pub(crate) mod testing;
pub mod util;

pub use pipeline::OptLevel;
pub use runner::{PassContext, codegen_prepare, run_named, run_pipeline};
