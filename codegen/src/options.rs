//! Options of code generation, set by the command line and by library users.

use crate::sched::graph::NUM_PRESSURE_SETS;
use wavec_support::passes::PassOptions;

/// Maximum numbers of registers by register file of the target, where there are limits other than its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegisterLimits([Option<u32>; NUM_PRESSURE_SETS]);

impl RegisterLimits {
    /// The limit of `file`.
    pub fn of(&self, file: usize) -> Option<u32> {
        self.0[file]
    }

    /// These with another limit of `file`.
    pub fn with(mut self, file: usize, limit: Option<u32>) -> RegisterLimits {
        self.0[file] = limit;
        self
    }

    /// Whether no file has a limit.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

/// How the passes of this crate and of the target behave.
#[derive(Clone, Debug)]
pub struct CodegenOptions {
    /// 0 to 3.
    pub opt_level: u8,
    /// How many registers allocation may use.
    pub register_limits: RegisterLimits,
    /// Number of bits of branch offsets, fewer than the hardware has, to test long branches.
    pub branch_bits: Option<u32>,
    /// Which passes are printed, left out and last, for those of the IR too.
    pub passes: PassOptions,
    /// Verify after every pass, and check every register allocation.
    pub verify_each: bool,
    /// Stages of the selection DAG that are drawn (`isel`, `combine1`, ...).
    pub view_dag: Option<String>,
}

impl Default for CodegenOptions {
    fn default() -> CodegenOptions {
        CodegenOptions {
            opt_level: 2,
            register_limits: RegisterLimits::default(),
            branch_bits: None,
            passes: PassOptions::default(),
            verify_each: cfg!(debug_assertions),
            view_dag: None,
        }
    }
}
