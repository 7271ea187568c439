//! Emits final machine functions to a streamer: code, data, descriptors, metadata.
//!
//! The same calls write assembly text and object files; nothing here knows which.

mod code;
mod config;
mod data;
mod debug_info;
mod images;
mod listing;
pub mod metadata;
mod pal;

use crate::call_graph::{self, Resources};
use crate::fp_mode;
use crate::function_info::{CompiledFunction, GpuFunctionInfo};
use crate::kernels::Role;
use debug_info::DebugEmitter;
pub use listing::{ListedBlock, listing};
use pal::FunctionRegisters;
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{GpuStreamer, GpuTarget, KernelSettings, Metadata, System, assembler, finish_object};
use wavec_ir::Module;
use wavec_mc::object_module::{Binding, SectionSpec, SymbolKind, Visibility};
use wavec_mc::{AsmStreamer, MCExpr, ObjectModule, ObjectStreamer, SymbolAttribute};
use wavec_support::{Diagnostic, Diagnostics, Span};

/// Bytes of `s_nop 0` after the last instruction, for the instruction prefetcher: 16 cache lines.
const PREFETCH_NOPS: u64 = 256;
const NOP: i64 = 0xbf80_0000;

/// The descriptor settings of a kernel; `resources` include everything it calls.
pub fn kernel_settings(module: &Module, kernel: &CompiledFunction, resources: &Resources) -> KernelSettings {
    let fp = fp_mode::of(module, kernel.func);
    let gpu = kernel
        .machine
        .target_info::<GpuFunctionInfo>()
        .expect("compiled by this target");
    let counts = resources.counts;
    let scratch_bytes = resources.scratch_bytes.next_multiple_of(4);
    let has_scratch = scratch_bytes > 0 || resources.dynamic_stack;
    // The first vector registers hold the work-item ids even if nothing reads them.
    let vgprs = counts.vgprs.max(1);
    let accum_offset = vgprs.next_multiple_of(4).max(4);
    let next_free_vgpr = match gpu.subtarget.accumulation() {
        Accumulation::Unified if counts.agprs > 0 => accum_offset + counts.agprs,
        _ => vgprs.max(counts.agprs),
    };
    KernelSettings {
        group_segment_fixed_size: gpu.lds_size,
        private_segment_fixed_size: scratch_bytes,
        uses_dynamic_stack: resources.dynamic_stack,
        kernarg_size: gpu.kernarg_size as u32,
        user_sgpr_dispatch_ptr: gpu.inputs.dispatch_ptr,
        user_sgpr_queue_ptr: gpu.inputs.queue_ptr,
        user_sgpr_kernarg_segment_ptr: gpu.inputs.kernarg_ptr,
        user_sgpr_dispatch_id: gpu.inputs.dispatch_id,
        user_sgpr_flat_scratch_init: gpu.inputs.scratch_setup,
        reserve_flat_scratch: has_scratch || !gpu.inputs.scratch_setup,
        user_sgpr_count: u32::from(gpu.inputs.user_sgprs()),
        user_sgpr_kernarg_preload_length: u32::from(gpu.inputs.preloaded_words),
        enable_private_segment: has_scratch || gpu.inputs.scratch_setup,
        system_sgpr_workgroup_id_x: gpu.inputs.workgroup_id[0],
        system_sgpr_workgroup_id_y: gpu.inputs.workgroup_id[1],
        system_sgpr_workgroup_id_z: gpu.inputs.workgroup_id[2],
        system_vgpr_workitem_id: u32::from(gpu.inputs.workitem_dims),
        next_free_vgpr,
        next_free_sgpr: counts.sgprs.max(u32::from(gpu.inputs.total_sgprs())),
        accum_offset,
        reserve_vcc: counts.vcc,
        float_denorm_mode_32: fp.denormals_32,
        float_denorm_mode_16_64: fp.denormals_16_64,
        dx10_clamp: fp.dx10_clamp,
        ieee_mode: fp.ieee,
        workgroup_processor_mode: !gpu.subtarget.is_compute_unit_mode,
        ..KernelSettings::of(&gpu.subtarget)
    }
}

/// Streams the module: functions, descriptors, data, metadata.
///
/// # Errors
/// Encodings or symbols that cannot be resolved: bugs of the compiler, or data that cannot be addressed.
pub fn emit_module<S: GpuStreamer>(
    module: &Module,
    functions: &[CompiledFunction],
    out: &mut S,
) -> Result<(), Diagnostics> {
    let fail = |message: String| Diagnostics::from(Diagnostic::error(Span::NONE, message));
    let target = out.gpu_target();
    out.target_directives();
    if target.system == System::Hsa {
        out.set_code_object_version(target.version).map_err(fail)?;
    }
    let mut debug = DebugEmitter::start(module, out);
    out.switch_section(&SectionSpec::text());
    if let [first, ..] = &module.module_asm[..] {
        let texts: Vec<&str> = module.module_asm.iter().map(|asm| asm.text.as_str()).collect();
        assembler::module_assembly(&texts.join("\n"), first.place, out)?;
        out.switch_section(&SectionSpec::text());
    }
    for (number, function) in functions.iter().enumerate() {
        code::emit_function(module, function, number, debug.as_mut(), out)?;
    }
    if !functions.is_empty() {
        out.align(6, None, 0);
        out.fill(PREFETCH_NOPS, 4, NOP).map_err(fail)?;
    }
    // Descriptors first: some loaders take the start of the section as the first one. PAL has metadata in their place.
    let resources = call_graph::resources(functions);
    let has_descriptors = target.system != System::Pal;
    let kernels = || {
        functions
            .iter()
            .zip(&resources)
            .filter(|(f, _)| f.role() == Role::Kernel && has_descriptors)
    };
    if kernels().next().is_some() {
        out.switch_section(&SectionSpec::rodata());
    }
    for (kernel, resources) in kernels() {
        out.align(6, Some(wavec_mc::Filling::ZERO), 0);
        out.kernel_descriptor(&kernel.machine.name, &kernel_settings(module, kernel, resources))
            .map_err(fail)?;
    }
    let globals = data::emit_globals(module, functions, out)?;
    if let Some(debug) = debug {
        debug.finish(functions, &globals, out).map_err(fail)?;
    }
    if target.system != System::Hsa {
        out.isa_name(&target.full_name()).map_err(fail)?;
    }
    if target.system == System::Pal {
        let metadata = pal::pal_metadata(module, functions, &resources, &target).map_err(fail)?;
        return out.pal_metadata(&metadata).map_err(fail);
    }
    if target.system == System::Mesa {
        for (function, resources) in functions.iter().zip(&resources) {
            let registers = FunctionRegisters::of(module, function, resources, &target).map_err(fail)?;
            config::emit_rows(&registers, out);
        }
        // Kernels have what the runtimes of HSA read.
        if kernels().next().is_none() {
            return Ok(());
        }
    }
    let mut document = Metadata::new(&target.subtarget.id, target.version);
    document.printf = metadata::printf_formats(&module.ctx);
    for (kernel, resources) in kernels() {
        let metadata = metadata::kernel_metadata(module, kernel, resources, &target);
        document.kernels.push(metadata);
    }
    out.typed_metadata(&document).map_err(fail)
}

/// The module as assembly text.
///
/// # Errors
/// See [`emit_module`].
pub fn assembly(
    module: &Module,
    functions: &[CompiledFunction],
    target: GpuTarget,
) -> Result<String, Diagnostics> {
    let mut out = AsmStreamer::new(target);
    emit_module(module, functions, &mut out)?;
    Ok(out.finish())
}

/// The module as an object, to be written as a relocatable file or linked to a code object.
///
/// # Errors
/// See [`emit_module`].
pub fn object(
    module: &Module,
    functions: &[CompiledFunction],
    target: GpuTarget,
) -> Result<ObjectModule, Diagnostics> {
    let mut out = ObjectStreamer::new(target);
    emit_module(module, functions, &mut out)?;
    finish_object(out)
}

/// Declares a symbol visible to others, as kernels are.
fn declare<S: GpuStreamer>(out: &mut S, symbol: wavec_mc::SymbolId, kind: SymbolKind) {
    out.attribute(symbol, SymbolAttribute::Binding(Binding::Global));
    out.attribute(symbol, SymbolAttribute::Visibility(Visibility::Protected));
    out.attribute(symbol, SymbolAttribute::Kind(kind));
}

/// The size of a symbol as an expression: a number.
fn size_of(bytes: u64) -> MCExpr {
    MCExpr::Constant(bytes as i64)
}
