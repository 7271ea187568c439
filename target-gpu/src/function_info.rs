//! What the target keeps with a machine function.

use crate::abi::{KernelArgLayout, KernelInputs};
use crate::machine_passes::register_counts::RegisterCounts;
use fxhash::FxHashMap;
use std::sync::Arc;
use wavec_codegen::mir::FrameIndex;
use wavec_ir::FuncRef;
use wavec_mc::Reg;
use wavec_support::Span;

/// Facts about a kernel, or another function, that lowering finds and emission needs.
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
    /// Whether it is a function that others call, and no kernel.
    pub callable: bool,
    /// Inputs that functions of the module need.
    pub callee_inputs: Arc<FxHashMap<FuncRef, KernelInputs>>,
    /// Names of the functions that it calls; `None` stands for those that are not known.
    pub callees: Vec<Option<String>>,
    /// Whether it calls functions.
    pub calls: bool,
    /// Whether objects of its frame are aligned to more than the stack pointer, so that the frame has a pointer of its own.
    pub realigns: bool,
    /// Bytes of its frame; calls move the stack pointer by so much.
    pub frame_bytes: u32,
    /// Frame objects that the caller made: arguments in memory.
    pub incoming: Vec<FrameIndex>,
    /// VGPRs whose lanes hold spilled SGPRs, and those that are kept for the caller; not allocated otherwise.
    pub lane_spill_vgprs: Vec<Reg>,
    /// SGPRs that are kept for the caller in lanes, with the VGPR and its lane.
    pub saved_sgprs: Vec<(Reg, Reg, u8)>,
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
