//! The description of a processor for the OpenCL C frontend if the IR interpreter executes the program: it has no image
//! instructions, so images are accessed in software.

use crate::opencl::{interpreted_library, target_description};
use wavec_frontend::TargetDescription;
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::descriptors::software_sampler;

/// The description of a processor for the interpreter.
pub(crate) fn interpreted_description(subtarget: &Subtarget) -> TargetDescription {
    TargetDescription {
        sampler_descriptor: software_sampler,
        library: interpreted_library(subtarget),
        ..target_description(subtarget)
    }
}
