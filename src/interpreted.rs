//! The description of a processor for the OpenCL C frontend if the IR interpreter executes the program: it has no image
//! instructions, so images are accessed in software.

use crate::opencl::target_description;
use wavec_frontend::{LibraryFunction, TargetDescription, count_library_functions, library_functions};
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::descriptors::{Layout, software_sampler};
use wavec_target_gpu::library;

/// The part of the library for waves whose lanes are permuted within halves.
static SHUFFLE_HALVES: [LibraryFunction; count_library_functions(library::SHUFFLE_HALVES)] =
    library_functions(library::SHUFFLE_HALVES);

/// The description of a processor for the interpreter.
pub(crate) fn interpreted_description(subtarget: &Subtarget) -> TargetDescription {
    // The default processor has no image instructions.
    let mut library = target_description(&Subtarget::default()).library;
    if subtarget.family.permutes_halves && subtarget.wave_size == 64 {
        // The first definition of a function counts.
        library.insert(0, &SHUFFLE_HALVES);
    }
    TargetDescription {
        sampler_descriptor: |properties| software_sampler(Layout::Gfx9, properties),
        library,
        ..target_description(subtarget)
    }
}
