//! From machine code to [`Op`], through the decode tables of wavec-gpu-mc.

use crate::fault::FaultKind;
use crate::op::Op;

/// Decodes the instruction at the start of `bytes`, which is at `pc` of the code.
pub fn decode(bytes: &[u8], _pc: u64) -> Result<Op, Box<FaultKind>> {
    Err(Box::new(FaultKind::IllegalInstruction(
        bytes[..bytes.len().min(8)].to_vec(),
    )))
}

/// The instruction at the start of `bytes` in assembly.
pub fn disassemble(_bytes: &[u8]) -> String {
    String::new()
}
