//! The description of a processor for the OpenCL C frontend: the only place that knows both, with `interpreted`.

use std::borrow::Cow;
use wavec_frontend::{
    AddressSpaces, DescriptorType, LibraryFunction, LibraryPart, SyncScopes, TargetDescription,
    count_library_functions, library_functions,
};
use wavec_gpu_mc::descriptors::{Layout, sampler_descriptor};
use wavec_gpu_mc::{Subtarget, opcodes};
use wavec_target_gpu::library;

/// Indexes parts of the target's library at compile time.
macro_rules! indexed {
    ($($part:ident),* $(,)?) => {
        $(static $part: [LibraryFunction; count_library_functions(library::$part)] = library_functions(library::$part);)*
    };
}

indexed!(
    COMMON,
    SHUFFLE,
    SHUFFLE_HALVES,
    IMAGES_GFX9,
    IMAGES_GFX10,
    IMAGES_GFX11,
    IMAGE_FUNCTIONS,
    IMAGE_INSTRUCTIONS,
    PACKED_DOT_SIGNED,
    PACKED_DOT_MIXED,
);

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
        library: library_of(subtarget),
        default_max_work_group_size: 256,
    }
}

/// The parts of the library for a processor.
fn library_of(subtarget: &Subtarget) -> Vec<LibraryPart> {
    let has = |opcode| subtarget.encoding(opcode).is_some();
    let mut parts: Vec<LibraryPart> = Vec::with_capacity(5);
    if has(opcodes::V_DOT4_I32_IU8) {
        parts.push(&PACKED_DOT_MIXED);
    } else if has(opcodes::V_DOT4_I32_I8) {
        parts.push(&PACKED_DOT_SIGNED);
    }
    parts.push(
        match subtarget.family.permutes_halves && subtarget.wave_size == 64 {
            true => &SHUFFLE_HALVES,
            false => &SHUFFLE,
        },
    );
    parts.push(match subtarget.family.descriptors {
        Layout::Gfx9 => &IMAGES_GFX9,
        Layout::Gfx10 => &IMAGES_GFX10,
        Layout::Gfx11 | Layout::Gfx12 => &IMAGES_GFX11,
    });
    let has_images = subtarget.family.descriptors != Layout::Gfx9 || has(opcodes::IMAGE_SAMPLE_LZ);
    parts.push(match has_images {
        true => &IMAGE_INSTRUCTIONS,
        false => &IMAGE_FUNCTIONS,
    });
    parts.push(&COMMON);
    parts
}
