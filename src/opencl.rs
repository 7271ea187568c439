//! The description of a processor for the OpenCL C frontend: the only place that knows both.

use wavec_frontend::{
    AddressSpaces, DescriptorType, SyncScopes, TargetDescription, count_library_functions, library_functions,
};
use wavec_gpu_mc::Subtarget;
use wavec_target_gpu::library::{SOURCES, SOURCES_FOR_HALVES};

/// The target's library functions, indexed at compile time.
static LIBRARY: [(&str, &str); count_library_functions(SOURCES)] = library_functions(SOURCES);
static LIBRARY_FOR_HALVES: [(&str, &str); count_library_functions(SOURCES_FOR_HALVES)] =
    library_functions(SOURCES_FOR_HALVES);

/// What clang defines for a processor: its own macro and its generation's.
const PROCESSOR_MACROS: &[(&str, [&str; 2])] = &[
    ("gfx900", ["__gfx900__", "__GFX9__"]),
    ("gfx906", ["__gfx906__", "__GFX9__"]),
    ("gfx908", ["__gfx908__", "__GFX9__"]),
    ("gfx90a", ["__gfx90a__", "__GFX9__"]),
    ("gfx942", ["__gfx942__", "__GFX9__"]),
    ("gfx950", ["__gfx950__", "__GFX9__"]),
    ("gfx1030", ["__gfx1030__", "__GFX10__"]),
    ("gfx1100", ["__gfx1100__", "__GFX11__"]),
    ("gfx1200", ["__gfx1200__", "__GFX12__"]),
];

/// Attributes of all functions, and those of functions whose waves have more lanes than is usual for the processor.
const ATTRIBUTES: &[(&str, &str)] = &[("no-trapping-math", "true")];
const ATTRIBUTES_WAVE64: &[(&str, &str)] = &[
    ("no-trapping-math", "true"),
    ("target-features", "+wavefrontsize64"),
];

/// The description of a processor.
pub fn target_description(subtarget: &Subtarget) -> TargetDescription {
    let cpu = subtarget.id.processor.name;
    let wave_size = if subtarget.wave_size == 32 { "32" } else { "64" };
    let is_usual = subtarget.wave_size == Subtarget::of(subtarget.id).wave_size;
    let mut macros = vec![
        ("__AMDGCN__", "1"),
        ("__AMDGPU__", "1"),
        ("__AMD__", "1"),
        ("__amdgcn__", "1"),
        ("__HAS_FMAF__", "1"),
        ("__HAS_FP64__", "1"),
        ("__HAS_LDEXPF__", "1"),
        ("__AMDGCN_WAVEFRONT_SIZE__", wave_size),
        ("__AMDGCN_WAVEFRONT_SIZE", wave_size),
        ("FP_FAST_FMA_HALF", "1"),
        ("cl_amd_media_ops", "1"),
        ("cl_amd_media_ops2", "1"),
    ];
    let own = PROCESSOR_MACROS.iter().find(|(processor, _)| *processor == cpu);
    macros.extend(
        own.into_iter()
            .flat_map(|(_, names)| names.map(|name| (name, "1"))),
    );
    TargetDescription {
        triple: "amdgcn-amd-amdhsa".into(),
        cpu: cpu.into(),
        data_layout: wavec_ir::data_layout::AMDGCN_LAYOUT.into(),
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
        function_attributes: if is_usual { ATTRIBUTES } else { ATTRIBUTES_WAVE64 },
        intrinsic_prefix: "llvm.amdgcn.",
        attribute_prefix: "amdgpu",
        library: match subtarget.family.permutes_halves && subtarget.wave_size == 64 {
            true => &LIBRARY_FOR_HALVES,
            false => &LIBRARY,
        },
        default_max_work_group_size: 256,
    }
}
