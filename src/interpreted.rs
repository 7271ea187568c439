//! The description of a processor for the OpenCL C frontend if the IR interpreter executes the program: it has no image
//! instructions, so images are accessed in software.

use crate::opencl::target_description;
use wavec_frontend::{TargetDescription, count_library_functions, library_functions};
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::descriptors::software_sampler;
use wavec_target_gpu::library::SOURCES_HALVES;

/// The library where lanes are permuted within halves of waves.
static LIBRARY_HALVES: [(&str, &str); count_library_functions(SOURCES_HALVES)] =
    library_functions(SOURCES_HALVES);

/// The description of a processor for the interpreter.
pub(crate) fn interpreted_description(subtarget: &Subtarget) -> TargetDescription {
    TargetDescription {
        sampler_descriptor: software_sampler,
        library: match subtarget.family.permutes_halves && subtarget.wave_size == 64 {
            true => &LIBRARY_HALVES,
            // The default processor has no image instructions.
            false => target_description(&Subtarget::default()).library,
        },
        ..target_description(subtarget)
    }
}
