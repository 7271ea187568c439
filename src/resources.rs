//! What kernels need of the machine, as text and as JSON: `--resource-usage`.

use wavec_gpu_mc::code_object::{KernelResources, WaveLimit};

/// A paragraph for each kernel.
pub fn to_text(kernels: &[KernelResources]) -> String {
    kernels.iter().map(paragraph).collect()
}

fn paragraph(resources: &KernelResources) -> String {
    let kernel = &resources.metadata;
    let spilled = |count: u32| match count {
        0 => String::new(),
        count => format!(", {count} spilled"),
    };
    let accumulation = match kernel.agpr_count {
        None | Some(0) => String::new(),
        Some(count) => format!(", {count} of them for accumulation"),
    };
    let grows = match kernel.uses_dynamic_stack {
        Some(true) => ", and a stack of unknown size",
        _ => "",
    };
    let limit = match resources.limit {
        WaveLimit::Waves => "the most that it holds".to_string(),
        limit => format!("limited by {}", limit.name()),
    };
    format!(
        "{}:\n  \
         scalar registers: {}{}\n  \
         vector registers: {}{accumulation}{}\n  \
         scratch memory:   {} bytes per work-item{grows}\n  \
         LDS:              {} bytes per work-group of at most {} work-items\n  \
         waves per SIMD:   {}, {limit}\n",
        kernel.name,
        kernel.sgpr_count,
        spilled(kernel.sgpr_spill_count),
        kernel.vgpr_count,
        spilled(kernel.vgpr_spill_count),
        kernel.private_segment_fixed_size,
        kernel.group_segment_fixed_size,
        kernel.max_flat_workgroup_size,
        resources.waves,
    )
}

/// An array with an object for each kernel, and a line end.
pub fn to_json(kernels: &[KernelResources]) -> String {
    let objects: Vec<serde_json::Value> = kernels.iter().map(object).collect();
    format!("{:#}\n", serde_json::Value::Array(objects))
}

fn object(resources: &KernelResources) -> serde_json::Value {
    let kernel = &resources.metadata;
    serde_json::json!({
        "kernel": kernel.name,
        "sgprs": kernel.sgpr_count,
        "vgprs": kernel.vgpr_count,
        "agprs": kernel.agpr_count.unwrap_or(0),
        "spilled_sgprs": kernel.sgpr_spill_count,
        "spilled_vgprs": kernel.vgpr_spill_count,
        "scratch_bytes": kernel.private_segment_fixed_size,
        "dynamic_stack": kernel.uses_dynamic_stack.unwrap_or(false),
        "lds_bytes": kernel.group_segment_fixed_size,
        "max_work_group_size": kernel.max_flat_workgroup_size,
        "wave_size": kernel.wavefront_size,
        "waves_per_simd": resources.waves,
        "limited_by": resources.limit.name(),
    })
}
