//! What the target keeps with a machine function.

use crate::abi::{KernelArgLayout, KernelInputs};
use crate::machine_passes::register_counts::RegisterCounts;
use wavec_mc::Reg;
use wavec_support::Span;

/// Facts about a kernel that lowering finds and emission needs.
#[derive(Clone, Debug, Default)]
pub struct GpuFunctionInfo {
    /// Inputs in registers.
    pub inputs: KernelInputs,
    /// Explicit arguments.
    pub args: KernelArgLayout,
    /// Bytes of the kernarg segment.
    pub kernarg_size: u64,
    /// Bytes of LDS allocated statically.
    pub lds_size: u32,
    /// Largest number of work-items in a work-group.
    pub max_flat_workgroup_size: u32,
    /// VGPRs whose lanes hold spilled SGPRs; not allocated otherwise.
    pub lane_spill_vgprs: Vec<Reg>,
    /// An SGPR kept free for scratch offsets that no instruction can hold.
    pub scratch_offset_sgpr: Option<Reg>,
    /// An SGPR pair kept free for branches that go further than an instruction can.
    pub long_branch_pair: Option<Reg>,
    /// Where each inline assembly of the module stands in the source, by its number.
    pub asm_places: Vec<Span>,
    /// Registers in use, once the code is final.
    pub counts: RegisterCounts,
    /// SGPR dwords spilled to lanes, for metadata.
    pub sgpr_spills: u32,
    /// VGPR dwords spilled to memory, for metadata.
    pub vgpr_spills: u32,
}
