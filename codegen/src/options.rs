//! Options of code generation that the command line and library users set.

use wavec_support::passes::PassOptions;

/// How the passes of this crate and of the target behave.
#[derive(Clone, Debug)]
pub struct CodegenOptions {
    /// 0 to 3.
    pub opt_level: u8,
    /// Most VGPRs that allocation may use (per lane, 32 bits each).
    pub max_vgprs: Option<u32>,
    /// Most SGPRs that allocation may use, special ones not counted.
    pub max_sgprs: Option<u32>,
    /// Bits of the distance that a branch can go, fewer than it has, to test branches that go too far.
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
