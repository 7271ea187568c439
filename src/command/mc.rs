//! `wavec mc`: the assembler and disassembler, in the manner of llvm-mc.

use super::Failure;

/// Runs the command.
pub fn run(args: &[String]) -> Result<(), Failure> {
    match wavec_gpu_mc::run_mc(args) {
        0 => Ok(()),
        status => Err(Failure::Printed(u8::try_from(status).unwrap_or(1))),
    }
}
