//! What the target keeps with a machine function.

use crate::abi::{KernelArgLayout, KernelInputs};
use crate::call_abi;
use crate::facts;
use crate::machine_passes::register_counts::RegisterCounts;
use fxhash::FxHashMap;
use std::sync::Arc;
use wavec_codegen::mir::{FrameIndex, MachineFunction};
use wavec_gpu_mc::Subtarget;
use wavec_ir::FuncRef;
use wavec_mc::Reg;
use wavec_support::Span;

/// Facts about a kernel, or another function, that lowering finds and emission needs.
#[derive(Clone, Debug, Default)]
pub struct GpuFunctionInfo {
    /// What code is made for.
    pub subtarget: Subtarget,
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
    /// Least and largest number of waves on a SIMD that it is compiled for.
    pub waves_per_simd: (u32, u32),
    /// Whether it is a function that others call, and no kernel.
    pub callable: bool,
    /// Whether it makes stack objects while it runs, so that the stack pointer moves with them.
    pub dynamic_stack: bool,
    /// Inputs that functions of the module need.
    pub callee_inputs: Arc<FxHashMap<FuncRef, KernelInputs>>,
    /// Names of the functions that it calls; `None` stands for those that are not known.
    pub callees: Vec<Option<String>>,
    /// Whether it calls functions.
    pub calls: bool,
    /// Whether objects of its frame are aligned to more than the stack pointer, or after many arguments, so that the frame has
    /// a pointer of its own.
    pub realigns: bool,
    /// Bytes of its frame; calls move the stack pointer by so much.
    pub frame_bytes: u32,
    /// Frame objects that the caller made: arguments in memory.
    pub incoming: Vec<FrameIndex>,
    /// VGPRs whose lanes hold spilled SGPRs, and those that are kept for the caller; not allocated otherwise.
    pub lane_spill_vgprs: Vec<Reg>,
    /// VGPRs that are written in all lanes; not allocated otherwise.
    pub whole_wave_vgprs: Vec<Reg>,
    /// Two of those that hold lanes by which SGPRs get to scratch memory and back, if there are too many for lanes.
    pub memory_spill_vgprs: Option<[Reg; 2]>,
    /// SGPRs that are kept for the caller in lanes, with the VGPR and its lane.
    pub saved_sgprs: Vec<(Reg, Reg, u8)>,
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

impl GpuFunctionInfo {
    /// VGPRs whose inactive lanes matter, so that they are set aside, and kept for callers in all lanes.
    pub fn all_lane_vgprs(&self) -> impl Iterator<Item = Reg> {
        self.lane_spill_vgprs
            .iter()
            .chain(&self.whole_wave_vgprs)
            .copied()
    }

    /// The SGPR that holds what the stack pointer is on entry, by number; where caller and function meet is found from it.
    pub fn entry_pointer(&self) -> u16 {
        match (self.dynamic_stack, self.realigns) {
            (false, _) => call_abi::STACK_POINTER,
            (true, false) => call_abi::FRAME_POINTER,
            (true, true) => call_abi::BASE_POINTER,
        }
    }

    /// The number of the SGPR that is 0 in a kernel whose scratch accesses cannot do without a register.
    pub fn zero_pointer(&self) -> Option<u16> {
        let needs_register = !facts::of(&self.subtarget).scratch.has_all_modes;
        (!self.callable && needs_register).then_some(call_abi::FRAME_POINTER)
    }

    /// Numbers of the SGPRs that a function sets aside for pointers to its frame, the stack pointer apart.
    pub fn frame_pointers(&self) -> impl Iterator<Item = u16> + use<> {
        let frame = self.callable && (self.realigns || self.dynamic_stack) || self.zero_pointer().is_some();
        let base = self.callable && self.realigns && self.dynamic_stack;
        let frame = frame.then_some(call_abi::FRAME_POINTER);
        frame.into_iter().chain(base.then_some(call_abi::BASE_POINTER))
    }
}

/// The processor that a function is for.
pub fn subtarget(func: &MachineFunction) -> Subtarget {
    let gpu = func.target_info::<GpuFunctionInfo>();
    gpu.map_or_else(Subtarget::default, |gpu| gpu.subtarget)
}

/// Whether instructions may be done again after a page fault; they may where no target is known.
pub fn may_retry(func: &MachineFunction) -> bool {
    let gpu = func.target_info::<GpuFunctionInfo>();
    gpu.is_none_or(|gpu| gpu.subtarget.may_retry())
}
