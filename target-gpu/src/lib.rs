//! The AMD GPU target: descriptions, lowering, control flow with EXEC masks, waits, hazards, ABI.
//!
//! This crate must never know a source language: it is given IR.

pub mod abi;
pub mod intrinsics;
pub mod ir_passes;
