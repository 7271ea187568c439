//! Options of code generation, set by the command line and by library users.

/// Options for the passes of this crate and of the target.
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
    /// Passes after which the function is printed; `all` means every pass.
    pub print_after: Vec<String>,
    /// Pass after which code generation stops.
    pub stop_after: Option<String>,
    /// Verify after every pass, and check every register allocation.
    pub verify_each: bool,
    /// Disabled passes (only optional ones can be disabled).
    pub disabled: Vec<String>,
    /// Stages of the selection DAG to draw (`isel`, `combine1`, ...).
    pub view_dag: Option<String>,
    /// Maximum number of optional passes to run, for bisection.
    pub bisect_limit: Option<u64>,
    /// Wait after every memory instruction (to debug the insertion of waits).
    pub force_waits: bool,
}

impl Default for CodegenOptions {
    fn default() -> CodegenOptions {
        CodegenOptions {
            opt_level: 2,
            max_vgprs: None,
            max_sgprs: None,
            branch_bits: None,
            print_after: Vec::new(),
            stop_after: None,
            verify_each: cfg!(debug_assertions),
            disabled: Vec::new(),
            view_dag: None,
            bisect_limit: None,
            force_waits: false,
        }
    }
}

impl CodegenOptions {
    /// Whether to print the function after `pass`.
    pub fn prints_after(&self, pass: &str) -> bool {
        self.print_after.iter().any(|name| name == "all" || name == pass)
    }

    /// Whether the user disabled `pass`.
    pub fn is_disabled(&self, pass: &str) -> bool {
        self.disabled.iter().any(|name| name == pass)
    }
}
