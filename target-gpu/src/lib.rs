//! The AMD GPU target: descriptions, lowering, control flow with EXEC masks, waits, hazards, ABI.
//!
//! This crate must never know a source language: it is given IR.

pub mod abi;
pub mod address_spaces;
pub mod asm_constraints;
pub mod call_abi;
pub mod call_graph;
pub mod calling_conventions;
pub mod constants;
pub mod divergence;
pub mod emit;
pub mod exec_regions;
pub mod facts;
mod fat_pointers;
pub mod fp_mode;
pub mod function_info;
pub mod function_info_text;
mod image_intrinsics;
pub mod indexed_registers;
pub mod input;
pub mod interp;
pub mod intrinsics;
pub mod ir_passes;
pub mod kernels;
pub mod lds;
pub mod library;
pub mod lowering;
pub mod machine_info;
pub mod machine_passes;
pub mod options;
pub mod pass_names;
pub mod pipeline;
pub mod registers;
pub mod remarks;
pub mod schedule_model;
pub mod scheduling_hints;
pub mod selection;
pub mod spill_opcodes;
pub mod transform_info;
pub mod upgrade;
