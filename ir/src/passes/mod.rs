//! Passes: one per file, each a free function over a function body and its context that says whether it changed
//! anything. `opt_` passes improve, `lower_` passes make what later stages require.

pub mod opt_dce;
pub mod opt_mem2reg;
pub mod opt_simplify_cfg;
pub mod util;
