//! What the metadata says of a kernel, from its IR and what code generation found.

use super::kernel_settings;
use crate::abi::{HIDDEN_ARGS, flat_workgroup_size};
use crate::call_graph::Resources;
use crate::function_info::{CompiledFunction, GpuFunctionInfo};
use crate::kernels::{attached, number, required_work_group, three};
use wavec_gpu_mc::code_object::{Argument, KernelMetadata};
use wavec_gpu_mc::{GpuTarget, features};
use wavec_ir::attributes::AttributeValue;
use wavec_ir::metadata::Metadata as IrMetadata;
use wavec_ir::{Context, FuncRef, MetadataId, Module, TypeData};

/// The metadata of a kernel.
pub fn kernel_metadata(
    module: &Module,
    kernel: &CompiledFunction,
    resources: &Resources,
    target: &GpuTarget,
) -> KernelMetadata {
    let ctx = &module.ctx;
    let func = kernel.func;
    let gpu = kernel
        .machine
        .target_info::<GpuFunctionInfo>()
        .expect("compiled by this target");
    let settings = kernel_settings(module, kernel, resources);
    let name = kernel.machine.name.clone();
    let language_version = language_version(ctx);
    KernelMetadata {
        symbol: format!("{name}.kd"),
        name,
        language: language_version.map(|_| "OpenCL C".to_string()),
        language_version,
        args: arguments(ctx, func, gpu),
        reqd_workgroup_size: required_work_group(ctx, func),
        workgroup_size_hint: three(ctx, func, "work_group_size_hint"),
        vec_type_hint: None,
        kernarg_segment_size: gpu.kernarg_size as u32,
        kernarg_segment_align: gpu.args.align.max(8) as u32,
        group_segment_fixed_size: settings.group_segment_fixed_size,
        private_segment_fixed_size: settings.private_segment_fixed_size,
        wavefront_size: target.subtarget.wave_size,
        sgpr_count: settings.total_sgprs(&target.subtarget),
        vgpr_count: settings.next_free_vgpr,
        agpr_count: target
            .subtarget
            .has(features::MAI)
            .then_some(resources.counts.agprs),
        max_flat_workgroup_size: flat_workgroup_size(func, ctx).1,
        max_num_workgroups: max_num_workgroups(ctx, func),
        sgpr_spill_count: gpu.sgpr_spills,
        vgpr_spill_count: gpu.vgpr_spills,
        uses_dynamic_stack: Some(resources.dynamic_stack),
        uniform_work_group_size: ctx
            .string_attribute(ctx.functions[func].attrs, "uniform-work-group-size")
            .is_some_and(|text| text == "true")
            .then_some(1),
    }
}

/// The most work-groups in each dimension (`"amdgpu-max-num-workgroups"`); the largest number is no limit.
fn max_num_workgroups(ctx: &Context, func: FuncRef) -> [Option<u32>; 3] {
    let text = ctx.string_attribute(ctx.functions[func].attrs, "amdgpu-max-num-workgroups");
    let mut numbers = text
        .unwrap_or("")
        .split(',')
        .map(|number| number.trim().parse().ok());
    let mut next = || numbers.next().flatten().filter(|&number| number != u32::MAX);
    [next(), next(), next()]
}

/// The formats of the module's `printf` calls, as `!llvm.printf.fmts` lists them.
pub fn printf_formats(ctx: &Context) -> Vec<String> {
    let Some(key) = ctx.symbols.find("llvm.printf.fmts") else {
        return Vec::new();
    };
    let Some((_, nodes)) = ctx.metadata.named.iter().find(|(name, _)| *name == key) else {
        return Vec::new();
    };
    let text = |node: &MetadataId| match &ctx.metadata.nodes[*node] {
        IrMetadata::Node { operands, .. } => match ctx.metadata.nodes[(*operands.first()?)?] {
            IrMetadata::String(text) => Some(ctx.text(text).to_string()),
            _ => None,
        },
        _ => None,
    };
    nodes.iter().filter_map(text).collect()
}

fn text<'a>(ctx: &'a Context, operand: Option<&Option<MetadataId>>) -> Option<&'a str> {
    match &ctx.metadata.nodes[(*operand?)?] {
        IrMetadata::String(symbol) => Some(ctx.text(*symbol)),
        _ => None,
    }
}

/// `!opencl.ocl.version`
fn language_version(ctx: &Context) -> Option<(u32, u32)> {
    let kind = ctx.symbols.find("opencl.ocl.version")?;
    let (_, nodes) = ctx.metadata.named.iter().find(|(name, _)| *name == kind)?;
    let IrMetadata::Node { operands, .. } = &ctx.metadata.nodes[*nodes.first()?] else {
        return None;
    };
    Some((number(ctx, operands.first())?, number(ctx, operands.get(1))?))
}

fn address_space_name(space: u32) -> &'static str {
    match space {
        1 => "global",
        2 => "region",
        3 => "local",
        4 => "constant",
        5 => "private",
        _ => "generic",
    }
}

fn arguments(ctx: &Context, func: FuncRef, gpu: &GpuFunctionInfo) -> Vec<Argument> {
    let names = attached(ctx, func, "kernel_arg_name");
    let types = attached(ctx, func, "kernel_arg_type");
    let qualifiers = attached(ctx, func, "kernel_arg_type_qual");
    let base_types = attached(ctx, func, "kernel_arg_base_type");
    let accesses = attached(ctx, func, "kernel_arg_access_qual");
    let decl = &ctx.functions[func];
    let mut list = Vec::new();
    for (index, arg) in gpu.args.args.iter().enumerate() {
        let space = match *ctx.types.data(arg.ty) {
            TypeData::Ptr(space) if !arg.by_ref => Some(space),
            _ => None,
        };
        let qualifier = text(ctx, qualifiers.get(index)).unwrap_or("");
        let has = |word: &str| qualifier.split(' ').any(|w| w == word);
        let local = space == Some(3);
        let base_type = text(ctx, base_types.get(index)).unwrap_or("");
        let is_image = base_type.starts_with("image") && base_type.ends_with("_t");
        let is_descriptor = is_image || base_type == "sampler_t";
        let param_align = decl
            .param_attrs
            .get(index)
            .and_then(|&set| match ctx.attribute(set, "align") {
                Some(AttributeValue::Int(align)) => u32::try_from(align).ok(),
                _ => None,
            });
        list.push(Argument {
            name: text(ctx, names.get(index)).map(str::to_string),
            type_name: text(ctx, types.get(index)).map(str::to_string),
            offset: arg.offset as u32,
            size: arg.size as u32,
            value_kind: match space {
                _ if is_image => "image",
                _ if is_descriptor => "sampler",
                Some(3) => "dynamic_shared_pointer",
                Some(0 | 1 | 4) => "global_buffer",
                _ => "by_value",
            }
            .to_string(),
            address_space: space
                .filter(|_| !is_descriptor)
                .map(|space| address_space_name(space).to_string()),
            access: text(ctx, accesses.get(index))
                .filter(|_| is_image)
                .map(str::to_string),
            is_const: has("const"),
            is_restrict: has("restrict"),
            is_volatile: has("volatile"),
            is_pipe: has("pipe"),
            pointee_align: local.then(|| param_align.unwrap_or(1)),
            ..Argument::default()
        });
    }
    let base = gpu.args.implicit_offset();
    for (bit, hidden) in HIDDEN_ARGS.iter().enumerate() {
        if gpu.inputs.hidden_args & 1 << bit != 0 {
            list.push(Argument {
                offset: (base + hidden.offset) as u32,
                size: hidden.size as u32,
                value_kind: hidden.kind.to_string(),
                ..Argument::default()
            });
        }
    }
    list
}
