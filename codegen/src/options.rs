//! Options of code generation, set by the command line and by library users.

use wavec_support::passes::PassOptions;

/// How the passes of this crate and of the target behave.
#[derive(Clone, Debug)]
pub struct CodegenOptions {
    /// 0 to 3.
    pub opt_level: u8,
    /// Maximum number of VGPRs (per lane, 32 bits each).
    pub max_vgprs: Option<u32>,
    /// Maximum number of SGPRs, not counting special ones.
    pub max_sgprs: Option<u32>,
    /// Number of bits of branch offsets, fewer than the hardware has, to test long branches.
    pub branch_bits: Option<u32>,
    /// Which passes are printed, left out and last, for those of the IR too.
    pub passes: PassOptions,
    /// Verify after every pass, and check every register allocation.
    pub verify_each: bool,
    /// Stages of the selection DAG that are drawn (`isel`, `combine1`, ...).
    pub view_dag: Option<String>,
    /// Force waits after every memory instruction (debugging of wait insertion).
    pub force_waits: bool,
}

impl Default for CodegenOptions {
    fn default() -> CodegenOptions {
        CodegenOptions {
            opt_level: 2,
            max_vgprs: None,
            max_sgprs: None,
            branch_bits: None,
            passes: PassOptions::default(),
            verify_each: cfg!(debug_assertions),
            view_dag: None,
            force_waits: false,
        }
    }
}
