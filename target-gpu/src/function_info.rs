//! The target's data of a machine function.

use crate::abi::{KernelArgLayout, KernelInputs};
use crate::call_abi::{self, Convention};
use crate::facts;
use crate::kernels::Role;
use fxhash::FxHashMap;
use std::sync::Arc;
use wavec_codegen::mir::{FrameIndex, MachineFunction};
use wavec_gpu_mc::{Subtarget, System};
use wavec_ir::{FuncRef, GlobalVar};
use wavec_mc::Reg;
use wavec_support::Span;

/// Facts about a kernel or other function, determined by lowering and used by emission.
#[derive(Clone, Debug, Default)]
pub struct GpuFunctionInfo {
    /// The target processor.
    pub subtarget: Subtarget,
    /// Its number among the functions of the module.
    pub number: u32,
    /// Inputs in registers.
    pub inputs: KernelInputs,
    /// Explicit arguments.
    pub args: KernelArgLayout,
    /// Bytes of the kernarg segment.
    pub kernarg_size: u64,
    /// Bytes of LDS allocated statically.
    pub lds_size: u32,
    /// Where each variable in LDS is, if debug information describes variables.
    pub lds_offsets: FxHashMap<GlobalVar, u32>,
    /// Largest number of work-items in a work-group.
    pub max_flat_workgroup_size: u32,
    /// Minimum and maximum number of waves on a SIMD that it is compiled for.
    pub waves_per_simd: (u32, u32),
    /// How it is entered.
    pub role: Role,
    /// How it is called, and calls others.
    pub convention: Convention,
    /// Whether it is a function of a chain that preserves vector registers which hold no argument of the next one.
    pub preserves_vgprs: bool,
    /// Whether it has dynamic stack objects, so that the stack pointer moves with them.
    pub dynamic_stack: bool,
    /// Inputs that functions of the module need.
    pub callee_inputs: Arc<FxHashMap<FuncRef, KernelInputs>>,
    /// Names of its callees; `None` stands for unknown ones.
    pub callees: Vec<Option<String>>,
    /// Whether it contains calls.
    pub calls: bool,
    /// Whether objects of its frame are aligned to more than the stack pointer, or after many arguments, so that it has
    /// a frame pointer.
    pub realigns: bool,
    /// Size of its frame in bytes; calls move the stack pointer by this.
    pub frame_bytes: u32,
    /// Frame objects created by the caller: arguments in memory.
    pub incoming: Vec<FrameIndex>,
    /// VGPRs with spilled SGPRs in their lanes, including callee-saved ones; not allocated otherwise.
    pub lane_spill_vgprs: Vec<Reg>,
    /// VGPRs that are written in all lanes; not allocated otherwise.
    pub whole_wave_vgprs: Vec<Reg>,
    /// Two of those with lanes, through which SGPRs are spilled to scratch memory if there are too many for lanes.
    pub memory_spill_vgprs: Option<[Reg; 2]>,
    /// Callee-saved SGPRs kept in lanes, with the VGPR and its lane.
    pub saved_sgprs: Vec<(Reg, Reg, u8)>,
    /// Whether it is a pixel shader, in which lanes form quads of pixels.
    pub is_pixel_shader: bool,
    /// Whether the hardware waits for exports of colors, and of depths.
    pub pixel_exports: [bool; 2],
    /// Of a pixel shader, the inputs that it needs, and those that it has registers for (SPI_PS_INPUT_ENA, SPI_PS_INPUT_ADDR).
    pub pixel_inputs: Option<[u32; 2]>,
    /// Who starts it, if it is a shader.
    pub system: System,
    /// How a shader finds its scratch memory, where the hardware does not know that.
    pub shader_scratch: Option<ShaderScratch>,
    /// Registers of a shader that keeps track of the lanes of covered pixels; not allocated otherwise.
    pub live_lanes: Option<LiveLanes>,
    /// An SGPR pair reserved for branches that are too far for an instruction.
    pub long_branch_pair: Option<Reg>,
    /// The VGPR through which accumulation registers are moved and spilled, where they are a file of their own.
    pub accumulation_copy_vgpr: Option<Reg>,
    /// Whether to wait after every memory instruction.
    pub force_waits: bool,
    /// Source position of each inline assembly of the module, by its number.
    pub asm_places: Vec<Span>,
    /// Registers in use, once the code is final.
    pub counts: RegisterCounts,
    /// SGPR dwords spilled to lanes, for metadata.
    pub sgpr_spills: u32,
    /// VGPR dwords spilled to memory, for metadata.
    pub vgpr_spills: u32,
}

impl GpuFunctionInfo {
    /// Whether other functions call it.
    pub fn is_callable(&self) -> bool {
        self.role == Role::Function
    }

    /// Whether other code ran in the wave before it, and did not wait for what it started.
    pub fn follows_code(&self) -> bool {
        !self.role.is_entry()
    }

    /// Whether what comes after the function finds in `reg`, or a part of it, what was there before.
    pub fn must_preserve(&self, reg: Reg) -> bool {
        match self.role {
            Role::Function => self.convention.is_kept(reg),
            Role::Chain => self.preserves_vgprs && call_abi::is_chain_vgpr(reg),
            Role::Kernel | Role::Shader => false,
        }
    }

    /// VGPRs whose inactive lanes matter, so that they are reserved, and preserved for callers in all lanes.
    pub fn all_lane_vgprs(&self) -> impl Iterator<Item = Reg> {
        self.lane_spill_vgprs
            .iter()
            .chain(&self.whole_wave_vgprs)
            .copied()
    }

    /// The number of the SGPR with the entry value of the stack pointer, relative to which caller and callee meet.
    pub fn entry_pointer(&self) -> u16 {
        match (self.dynamic_stack, self.realigns) {
            (false, _) => call_abi::STACK_POINTER,
            (true, false) => call_abi::FRAME_POINTER,
            (true, true) => call_abi::BASE_POINTER,
        }
    }

    /// The number of the SGPR that is 0 in a function without callers whose scratch accesses cannot do without a register.
    pub fn zero_pointer(&self) -> Option<u16> {
        let needs_register = !facts::of(&self.subtarget).scratch.has_offset_alone;
        (!self.is_callable() && needs_register).then_some(call_abi::FRAME_POINTER)
    }

    /// Numbers of the SGPRs that a function sets aside for pointers to its frame, the stack pointer apart.
    pub fn frame_pointers(&self) -> impl Iterator<Item = u16> + use<> {
        let frame =
            self.is_callable() && (self.realigns || self.dynamic_stack) || self.zero_pointer().is_some();
        let base = self.is_callable() && self.realigns && self.dynamic_stack;
        let frame = frame.then_some(call_abi::FRAME_POINTER);
        frame.into_iter().chain(base.then_some(call_abi::BASE_POINTER))
    }
}

/// How a shader finds its scratch memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShaderScratch {
    /// The address of the word pair that begins with the address of all scratch memory: a pair of scalar registers, or the low
    /// half alone.
    pub pointer: Reg,
    /// The high half, if the register has only the low one, and it is not that of the code.
    pub high: Option<u32>,
    /// Bytes from there to the word pair.
    pub offset: u8,
    /// The scalar register with the offset of the wave's scratch memory in all of it, in bytes.
    pub wave_offset: Reg,
}

/// Scalar registers with which a shader keeps track of its lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveLanes {
    /// The mask of lanes of covered pixels that were not killed.
    pub live: Reg,
    /// A mask that is saved for a few instructions.
    pub saved: Reg,
    /// A word in which a condition is saved.
    pub condition: Reg,
}

impl LiveLanes {
    /// All of them.
    pub fn registers(&self) -> [Reg; 3] {
        [self.live, self.saved, self.condition]
    }
}

/// The processor that a function is compiled for.
pub fn subtarget(func: &MachineFunction) -> Subtarget {
    let gpu = func.target_info::<GpuFunctionInfo>();
    gpu.map_or_else(Subtarget::default, |gpu| gpu.subtarget)
}

/// Whether instructions may be repeated after a page fault; also true for an unknown target.
pub fn may_retry(func: &MachineFunction) -> bool {
    let gpu = func.target_info::<GpuFunctionInfo>();
    gpu.is_none_or(|gpu| gpu.subtarget.may_retry())
}

/// Registers in use, as the highest number plus one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegisterCounts {
    /// SGPRs, not counting special ones.
    pub sgprs: u32,
    /// Architected VGPRs.
    pub vgprs: u32,
    /// Accumulation VGPRs.
    pub agprs: u32,
    /// Whether VCC is used.
    pub vcc: bool,
}

impl RegisterCounts {
    /// The maximum of both.
    pub fn max(&self, other: &RegisterCounts) -> RegisterCounts {
        RegisterCounts {
            sgprs: self.sgprs.max(other.sgprs),
            vgprs: self.vgprs.max(other.vgprs),
            agprs: self.agprs.max(other.agprs),
            vcc: self.vcc || other.vcc,
        }
    }
}

/// A compiled kernel, or another function.
pub struct CompiledFunction {
    /// The function of the module.
    pub func: FuncRef,
    /// Its machine code.
    pub machine: MachineFunction,
}

impl CompiledFunction {
    /// How it is entered. Only kernels have a descriptor.
    pub fn role(&self) -> Role {
        let info = self.machine.target_info::<GpuFunctionInfo>();
        info.map_or(Role::Kernel, |gpu| gpu.role)
    }
}
