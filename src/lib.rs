//! wavec: kernels for AMD GPUs without LLVM. OpenCL C, LLVM IR or assembly in; IR, assembly, object files and loadable
//! code objects out; and an emulator that runs them on a machine without a GPU.
//!
//! ```
//! use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
//!
//! let source = "kernel void twice(global int *x) { int i = get_global_id(0); x[i] = 2 * x[i]; }";
//! let bytes = wavec::compile(source, &wavec::Options::default())?;
//! let code = CodeObject::load(&bytes)?;
//! let mut gpu = Emulator::new();
//! let x = gpu.alloc_with(&(0..64i32).flat_map(i32::to_le_bytes).collect::<Vec<u8>>());
//! gpu.launch(&code, "twice", [64, 1, 1], [64, 1, 1], &[Arg::Buffer(x)], &LaunchOptions::default())?;
//! assert_eq!(gpu.read(x)[4 * 21..][..4], 42i32.to_le_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is the driver: it knows the order of the stages ([`pipeline`]), the options ([`options`]) and their
//! spelling on the command line ([`command`]), and must never know how a stage works inside.

pub mod check;
#[cfg(feature = "cli")]
pub mod command;
mod entry_points;
#[cfg(feature = "cli")]
pub mod explain;
#[cfg(feature = "cli")]
mod flow_graphs;
mod inputs;
mod interpreted;
mod left_out;
mod machine_ir;
mod math_options;
pub mod opencl;
pub mod options;
mod outputs;
pub mod pipeline;
#[cfg(feature = "cli")]
pub mod reduce;
pub mod report;
pub mod resources;
mod sarif;
mod session;

pub use options::{Emit, InputKind, Options};
pub use pipeline::{Input, Output};
pub use report::{CompileError, Report};
/// The emulator and the loader.
pub use wavec_runtime as runtime;

/// Compiles OpenCL C to a loadable code object.
///
/// # Errors
/// All errors in the source, rendered.
pub fn compile(source: &str, options: &Options) -> Result<Vec<u8>, CompileError> {
    let input = Input {
        name: "source.cl",
        text: source,
        kind: InputKind::OpenCl,
    };
    let mut output = pipeline::compile(input, &[Emit::CodeObject], options)?;
    Ok(output.files.pop().map(|(_, bytes)| bytes).unwrap_or_default())
}
