//! Options of code generation that the command line and library users set.

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
    /// Passes after which the function is printed; `all` is every pass.
    pub print_after: Vec<String>,
    /// Pass after which code generation stops.
    pub stop_after: Option<String>,
    /// Verify after every pass, and check every register allocation.
    pub verify_each: bool,
    /// Passes that are not run (only optional ones heed it).
    pub disabled: Vec<String>,
    /// Stages of the selection DAG that are drawn (`isel`, `combine1`, ...).
    pub view_dag: Option<String>,
    /// Number of optional passes run, for bisection.
    pub bisect_limit: Option<u64>,
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
    /// Whether `pass` is to be printed.
    pub fn prints_after(&self, pass: &str) -> bool {
        self.print_after.iter().any(|name| name == "all" || name == pass)
    }

    /// Whether the user switched `pass` off.
    pub fn is_disabled(&self, pass: &str) -> bool {
        self.disabled.iter().any(|name| name == pass)
    }
}
