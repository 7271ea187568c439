//! Options of this target, set by the command line and by library users.

use crate::registers::{SCALAR_FILE, VECTOR_FILE};
use wavec_codegen::options::RegisterLimits;

/// How the passes of the target behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GpuOptions {
    /// Maximum number of VGPRs (per lane, 32 bits each).
    pub max_vgprs: Option<u32>,
    /// Maximum number of SGPRs, not counting special ones.
    pub max_sgprs: Option<u32>,
    /// Wait after every memory instruction, to find errors of wait insertion.
    pub force_waits: bool,
}

impl GpuOptions {
    /// The limits for passes that know register files by number only.
    pub fn register_limits(&self) -> RegisterLimits {
        RegisterLimits::default()
            .with(SCALAR_FILE, self.max_sgprs)
            .with(VECTOR_FILE, self.max_vgprs)
    }
}
