//! Loads code objects, allocates buffers and runs kernels: an emulator of the gfx942 instruction set.
//!
//! ```text
//!  .co bytes --loader--> CodeObject (segments, kernels, argument layouts)
//!                            | launch: kernarg segment, registers of every wave as the hardware sets them up
//!                            v
//!  memory <--> waves of a workgroup, one after the other until each waits at a barrier or ends
//!                 fetch: machine code -> decoder (wavec-gpu-mc) -> Op, once per address
//!                 strict: registers initialised, waited for, no missing wait states
//!                 execute: the Op's handler, 64 lanes at a time
//! ```
//!
//! The crate must never know the compiler: it sees code objects and the decode tables only. It does no file access and
//! prints nothing. Where the hardware goes silently wrong (an address outside every buffer, a register that was never
//! written or is still being loaded) the emulator stops with a [`Fault`] that names kernel, instruction and work-item.
//! The same launch always gives the same result: that of running waves in a fixed order, on however many cores.

pub mod emulator;
pub mod fault;
pub mod images;
pub mod loader;
pub mod memory;
pub mod observe;
pub mod profile;
pub mod stats;

mod code;
mod decode;
mod dispatch;
mod exec;
mod hazards;
mod hostcall;
mod launch_arguments;
mod num;
mod op;
mod parallel;
mod printf;
mod scalar_cache;
mod strict;
mod unwritten;
mod wave;
mod wave_setup;

pub use emulator::{Arg, Emulator, LaunchOptions, Strictness};
pub use fault::{Fault, FaultKind};
pub use images::DeviceImage;
pub use loader::{CodeObject, KernelArg, KernelInfo, LoadError, ValueKind};
pub use memory::BufferHandle;
pub use observe::{Moment, Observer, Register, Value};
pub use printf::decode as decode_output;
pub use profile::{InstructionProfile, Profile};
pub use stats::{InstructionClass, LaunchStats};
