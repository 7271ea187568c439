//! The wavec command.

// `main` without Rust's runtime is an unmangled symbol.
#![allow(unsafe_code)]
// The C library calls `main`: what Rust's runtime does before (it reads the bounds of the stack from /proc, prepares a
// stack for signal handlers, looks at the standard streams) would take longer than reading a kernel.
#![cfg_attr(all(target_os = "linux", target_env = "gnu"), no_main)]

use wavec::allocator::RegionAllocator;

#[global_allocator]
static ALLOCATOR: RegionAllocator = RegionAllocator;

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(run())
}

/// The arguments come from `std::env`, which has them from the dynamic linker or the C library's start-up.
// SAFETY: nothing else is called `main`; a panic does not leave `run`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[unsafe(no_mangle)]
extern "C" fn main() -> std::ffi::c_int {
    run().into()
}

/// Returns the exit status.
fn run() -> u8 {
    let args: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    wavec::command::main(&args)
}
