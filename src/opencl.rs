//! The description of a processor for the OpenCL C frontend: the only place that knows both, with `interpreted`.

use std::borrow::Cow;
use wavec_frontend::{
    AddressSpaces, DescriptorType, SyncScopes, TargetDescription, count_library_functions, library_functions,
};
use wavec_gpu_mc::descriptors::{Layout, sampler_descriptor};
use wavec_gpu_mc::{Subtarget, opcodes};
use wavec_target_gpu::library::{
    SOURCES, SOURCES_GFX9_IMAGES, SOURCES_GFX10, SOURCES_GFX10_WAVE64, SOURCES_GFX11, SOURCES_GFX11_WAVE64,
};

/// The target's library functions, indexed at compile time.
static LIBRARY: [(&str, &str); count_library_functions(SOURCES)] = library_functions(SOURCES);
static LIBRARY_GFX9_IMAGES: [(&str, &str); count_library_functions(SOURCES_GFX9_IMAGES)] =
    library_functions(SOURCES_GFX9_IMAGES);
static LIBRARY_GFX10: [(&str, &str); count_library_functions(SOURCES_GFX10)] =
    library_functions(SOURCES_GFX10);
static LIBRARY_GFX10_WAVE64: [(&str, &str); count_library_functions(SOURCES_GFX10_WAVE64)] =
    library_functions(SOURCES_GFX10_WAVE64);
static LIBRARY_GFX11: [(&str, &str); count_library_functions(SOURCES_GFX11)] =
    library_functions(SOURCES_GFX11);
static LIBRARY_GFX11_WAVE64: [(&str, &str); count_library_functions(SOURCES_GFX11_WAVE64)] =
    library_functions(SOURCES_GFX11_WAVE64);

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
    let mut macros: Vec<(Cow<'static, str>, Cow<'static, str>)> = Vec::new();
    let named = [
        "__AMDGCN__",
        "__AMDGPU__",
        "__AMD__",
        "__amdgcn__",
        "__HAS_FMAF__",
        "__HAS_FP64__",
        "__HAS_LDEXPF__",
        "FP_FAST_FMA_HALF",
        "cl_amd_media_ops",
        "cl_amd_media_ops2",
    ];
    macros.extend(named.map(|name| (name.into(), "1".into())));
    let word = cpu.replace('-', "_");
    let [generation, ..] = subtarget.id.processor.generation();
    let own = [format!("__{word}__"), format!("__GFX{generation}__")];
    macros.extend(own.map(|name| (name.into(), "1".into())));
    macros.extend([
        ("__AMDGCN_WAVEFRONT_SIZE__".into(), wave_size.into()),
        ("__AMDGCN_WAVEFRONT_SIZE".into(), wave_size.into()),
        ("__amdgcn_processor__".into(), format!("\"{word}\"").into()),
        (
            "__amdgcn_target_id__".into(),
            format!("\"{}\"", subtarget.id).into(),
        ),
    ]);
    TargetDescription {
        triple: "amdgcn-amd-amdhsa".into(),
        cpu: cpu.into(),
        features: subtarget.feature_names().collect(),
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
        sampler_descriptor: match subtarget.family.descriptors {
            Layout::Gfx9 | Layout::Gfx10 | Layout::Gfx11 => {
                |properties| sampler_descriptor(Layout::Gfx9, properties)
            }
            Layout::Gfx12 => |properties| sampler_descriptor(Layout::Gfx12, properties),
        },
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
        barrier_builtin: "__builtin_amdgcn_s_barrier",
        atomic_metadata: &["amdgpu.no.fine.grained.memory", "amdgpu.no.remote.memory"],
        float_atomic_metadata: &["amdgpu.ignore.denormal.mode"],
        function_attributes: if is_usual { ATTRIBUTES } else { ATTRIBUTES_WAVE64 },
        intrinsic_prefix: "llvm.amdgcn.",
        attribute_prefix: "amdgpu",
        library: match (subtarget.family.descriptors, subtarget.wave_size) {
            (Layout::Gfx9, _) if subtarget.encoding(opcodes::IMAGE_SAMPLE_LZ).is_some() => {
                &LIBRARY_GFX9_IMAGES
            }
            (Layout::Gfx9, _) => &LIBRARY,
            (Layout::Gfx10, 32) => &LIBRARY_GFX10,
            (Layout::Gfx10, _) => &LIBRARY_GFX10_WAVE64,
            (Layout::Gfx11 | Layout::Gfx12, 32) => &LIBRARY_GFX11,
            (Layout::Gfx11 | Layout::Gfx12, _) => &LIBRARY_GFX11_WAVE64,
        },
        default_max_work_group_size: 256,
    }
}
