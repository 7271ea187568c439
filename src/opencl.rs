//! The description of a processor for the OpenCL C frontend: the only place that knows both.

use wavec_frontend::{
    AddressSpaces, DescriptorType, SyncScopes, TargetDescription, count_library_functions, library_functions,
};
use wavec_target_gpu::library::SOURCES;

/// The target's library functions, indexed at compile time.
static LIBRARY: [(&str, &str); count_library_functions(SOURCES)] = library_functions(SOURCES);

/// The description of processor `cpu` (`gfx942`).
pub fn target_description(cpu: &str) -> TargetDescription {
    let mut macros = vec![
        ("__AMDGCN__", "1"),
        ("__AMDGPU__", "1"),
        ("__AMD__", "1"),
        ("__amdgcn__", "1"),
        ("__HAS_FMAF__", "1"),
        ("__HAS_FP64__", "1"),
        ("__HAS_LDEXPF__", "1"),
        ("__AMDGCN_WAVEFRONT_SIZE__", "64"),
        ("__AMDGCN_WAVEFRONT_SIZE", "64"),
        ("FP_FAST_FMA_HALF", "1"),
        ("cl_amd_media_ops", "1"),
        ("cl_amd_media_ops2", "1"),
    ];
    macros.push(match cpu {
        "gfx900" => ("__gfx900__", "1"),
        "gfx906" => ("__gfx906__", "1"),
        "gfx908" => ("__gfx908__", "1"),
        "gfx90a" => ("__gfx90a__", "1"),
        "gfx950" => ("__gfx950__", "1"),
        "gfx1100" => ("__gfx1100__", "1"),
        _ => ("__gfx942__", "1"),
    });
    macros.push(if cpu == "gfx1100" {
        ("__GFX11__", "1")
    } else {
        ("__GFX9__", "1")
    });
    TargetDescription {
        triple: "amdgcn-amd-amdhsa".into(),
        cpu: cpu.into(),
        data_layout: wavec_target_gpu::intrinsics::LAYOUT.into(),
        macros,
        address_spaces: AddressSpaces {
            private: 5,
            global: 1,
            constant: 4,
            local: 3,
            generic: 0,
        },
        descriptor_types: &[DescriptorType {
            name: "__amdgpu_buffer_rsrc_t",
            code: "Qb",
            space: 8,
            size: 16,
        }],
        sync_scopes: SyncScopes {
            work_item: "singlethread",
            sub_group: "wavefront",
            work_group: "workgroup",
            device: "agent",
            system: "",
        },
        kernel_convention: wavec_ir::inst::CallConv::AmdgpuKernel,
        intrinsics: &wavec_target_gpu::intrinsics::REGISTRY,
        builtins: &wavec_target_gpu::intrinsics::BUILTINS,
        atomic_metadata: &["amdgpu.no.fine.grained.memory", "amdgpu.no.remote.memory"],
        float_atomic_metadata: &["amdgpu.ignore.denormal.mode"],
        function_attributes: &[("no-trapping-math", "true")],
        intrinsic_prefix: "llvm.amdgcn.",
        attribute_prefix: "amdgpu",
        library: &LIBRARY,
        default_max_work_group_size: 256,
    }
}
