//! PAL metadata of a module: what its front end says, and what code generation found out about shaders and the functions that
//! they call.

use super::kernel_settings;
use crate::call_graph::Resources;
use crate::function_info::{CompiledFunction, GpuFunctionInfo};
use crate::kernels::Role;
use wavec_gpu_mc::code_object::{HardwareStage, PalFields, PalMetadata, PalShader};
use wavec_gpu_mc::{GpuTarget, KernelSettings, Subtarget, features};
use wavec_ir::inst::CallConv;
use wavec_ir::metadata::Metadata;
use wavec_ir::text::escape::raw_bytes;
use wavec_ir::{Context, MetadataId, Module};

/// The named metadata with a document, as one string.
const DOCUMENT: &str = "amdgpu.pal.metadata.msgpack";
/// The named metadata of the older form, pairs of numbers.
const PAIRS: &str = "amdgpu.pal.metadata";

/// The stage that a calling convention is of; that of compute shaders for kernels, too.
fn stage_of(conv: CallConv) -> HardwareStage {
    match conv {
        CallConv::Numbered(87) => HardwareStage::Vertex,
        CallConv::Numbered(88) => HardwareStage::Geometry,
        CallConv::Numbered(89) => HardwareStage::Pixel,
        CallConv::Numbered(93) => HardwareStage::Hull,
        CallConv::Numbered(95) => HardwareStage::Local,
        CallConv::Numbered(96) => HardwareStage::Export,
        _ => HardwareStage::Compute,
    }
}

/// The PAL metadata of a module.
///
/// # Errors
/// What is wrong with the metadata in the module.
pub(super) fn pal_metadata(
    module: &Module,
    functions: &[CompiledFunction],
    resources: &[Resources],
    target: &GpuTarget,
) -> Result<PalMetadata, String> {
    let mut metadata = from_module(&module.ctx)?;
    for (function, resources) in functions.iter().zip(resources) {
        let found = FunctionRegisters::of(module, function, resources, target)?;
        match found.is_entry {
            true => metadata.add_shader(found.stage, &found.shader),
            false => metadata.add_function(&found.shader, found.frame_bytes),
        }
    }
    Ok(metadata)
}

/// What registers of the hardware must be for a function.
pub(super) struct FunctionRegisters<'a> {
    /// The stage that runs it; that of compute shaders for functions that shaders call.
    pub stage: HardwareStage,
    /// Whether a driver starts it.
    pub is_entry: bool,
    /// The registers, and what they are computed from.
    pub shader: PalShader<'a>,
    /// Its frame, with those of the functions that it calls.
    pub frame_bytes: u32,
    /// What code generation noted.
    pub gpu: &'a GpuFunctionInfo,
}

impl<'a> FunctionRegisters<'a> {
    /// The registers for a function; `resources` include everything it calls.
    ///
    /// # Errors
    /// More registers than there are.
    pub(super) fn of(
        module: &Module,
        function: &'a CompiledFunction,
        resources: &Resources,
        target: &GpuTarget,
    ) -> Result<FunctionRegisters<'a>, String> {
        let gpu = function
            .machine
            .target_info::<GpuFunctionInfo>()
            .expect("compiled by this target");
        let subtarget = &target.subtarget;
        let is_kernel = function.role() == Role::Kernel;
        let mut settings = kernel_settings(module, function, resources);
        settings.reserve_xnack_mask = subtarget.may_retry();
        settings.reserve_flat_scratch &= is_kernel;
        let stage = stage_of(module.ctx.functions[function.func].conv);
        let limits = subtarget.limits();
        let lds_blocks = gpu.lds_size.div_ceil(limits.lds_granule);
        let has_modes = has_memory_modes(subtarget);
        let shader = PalShader {
            name: &function.machine.name,
            vgprs: settings.next_free_vgpr,
            agprs: subtarget.has(features::MAI).then_some(resources.counts.agprs),
            sgprs: settings.total_sgprs(subtarget).max(1),
            scratch_bytes: settings.private_segment_fixed_size.next_multiple_of(16),
            resources: resource_words(subtarget, &settings, stage, lds_blocks)?,
            pixel_inputs: gpu.pixel_inputs,
            fields: PalFields {
                is_wave32: subtarget.wave_size == 32,
                has_scratch: settings.enable_private_segment,
                ieee_mode: (!subtarget.has(features::GFX12)).then_some(settings.ieee_mode),
                workgroup_processor_mode: has_modes && settings.workgroup_processor_mode,
                memory_ordered: has_modes && settings.memory_ordered,
                forward_progress: has_modes && settings.forward_progress,
                lds_bytes: lds_blocks * limits.lds_granule,
            },
        };
        Ok(FunctionRegisters {
            stage,
            is_entry: function.role().is_entry(),
            shader,
            frame_bytes: settings.private_segment_fixed_size,
            gpu,
        })
    }
}

/// Whether the processor has modes for work-group processors, the order of memory accesses and progress, as from GFX10 on.
fn has_memory_modes(subtarget: &Subtarget) -> bool {
    !subtarget.has(features::GFX9)
}

/// PGM_RSRC1 and PGM_RSRC2 of a stage. Those of compute are as in kernel descriptors, with the size of LDS. Those of other stages
/// have registers and floating-point modes at the same places; modes of memory are elsewhere.
fn resource_words(
    subtarget: &Subtarget,
    settings: &KernelSettings,
    stage: HardwareStage,
    lds_blocks: u32,
) -> Result<[u32; 2], String> {
    /// Registers, floating-point modes, `DX10_CLAMP` and `IEEE_MODE`.
    const COMMON: u32 = 0x00af_f3ff;
    const LDS_SHIFT: u32 = 15;
    /// The three components of work-group identifiers, which compute shaders find in registers of their own.
    const WORK_GROUP_IDS: u32 = 7 << 7;
    const EXTRA_LDS_SHIFT: u32 = 8;
    let descriptor = settings.descriptor(subtarget)?;
    let scratch = u32::from(settings.enable_private_segment);
    if stage == HardwareStage::Compute {
        let ids = match subtarget.has(features::GFX12) {
            true => WORK_GROUP_IDS,
            false => 0,
        };
        return Ok([
            descriptor.compute_pgm_rsrc1,
            descriptor.compute_pgm_rsrc2 | ids | lds_blocks << LDS_SHIFT,
        ]);
    }
    let [processor_mode, ordered] = match stage {
        _ if !has_memory_modes(subtarget) => [0, 0],
        HardwareStage::Hull => [1 << 26, 1 << 24],
        HardwareStage::Geometry => [1 << 27, 1 << 25],
        HardwareStage::Pixel => [0, 1 << 25],
        HardwareStage::Vertex => [0, 1 << 27],
        HardwareStage::Local | HardwareStage::Export | HardwareStage::Compute => [0, 0],
    };
    let mut first = descriptor.compute_pgm_rsrc1 & COMMON;
    if settings.workgroup_processor_mode {
        first |= processor_mode;
    }
    if settings.memory_ordered {
        first |= ordered;
    }
    let extra_lds = match stage {
        HardwareStage::Pixel => lds_blocks << EXTRA_LDS_SHIFT,
        _ => 0,
    };
    Ok([first, scratch | extra_lds])
}

/// What the module says.
fn from_module(ctx: &Context) -> Result<PalMetadata, String> {
    if let Some(operands) = first_node(ctx, DOCUMENT) {
        return match operands.first() {
            Some(&Some(text)) => match &ctx.metadata.nodes[text] {
                Metadata::String(text) => PalMetadata::from_msgpack(&raw_bytes(ctx.text(*text))),
                _ => Err(format!("'!{DOCUMENT}' is not a string")),
            },
            _ => Err(format!("'!{DOCUMENT}' is not a string")),
        };
    }
    let Some(operands) = first_node(ctx, PAIRS) else {
        return Ok(PalMetadata::default());
    };
    let number = |operand: &Option<MetadataId>| match &ctx.metadata.nodes[(*operand)?] {
        Metadata::Constant(_, constant) => ctx.int_value(*constant).map(|value| value as u32),
        _ => None,
    };
    let numbers: Option<Vec<u32>> = operands.iter().map(number).collect();
    match numbers {
        Some(numbers) if numbers.len() % 2 == 0 => Ok(PalMetadata::from_pairs(&numbers)),
        _ => Err(format!("'!{PAIRS}' is not pairs of numbers")),
    }
}

/// The operands of the first node of named metadata.
fn first_node<'a>(ctx: &'a Context, name: &str) -> Option<&'a [Option<MetadataId>]> {
    let key = ctx.symbols.find(name)?;
    let (_, nodes) = ctx.metadata.named.iter().find(|(known, _)| *known == key)?;
    match &ctx.metadata.nodes[*nodes.first()?] {
        Metadata::Node { operands, .. } => Some(operands),
        _ => None,
    }
}
