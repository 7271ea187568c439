//! AMD GPU machine code: generated register and instruction tables, encoder, decoder, assembler, code objects.
//!
//! ```text
//!  target-gpu/td/*.td ──build.rs──▶ static tables (`tables`)
//!  text ──asm──▶ MCInst ◀──decode── bytes        MCInst ──print──▶ text      MCInst ──encode──▶ bytes
//!  assembly file ──▶ ObjectModule ──▶ relocatable ELF file / loadable code object
//! ```
//!
//! This crate must never know how code is generated: no IR, no selection, no machine functions.

pub mod asm;
pub mod assembler;
pub mod buffer_format;
pub mod cache_policy;
pub mod code_object;
pub mod command;
pub mod constants;
pub mod decode;
pub mod descriptors;
mod disassemble_bytes;
pub mod dual;
pub mod dwarf_registers;
pub mod encode;
pub mod graphics;
pub mod halves;
pub mod image_access;
pub mod images;
mod includes;
pub mod print;
pub mod register_files;
pub mod streamer;
pub mod subtarget;
pub mod symbolic;
pub mod tables;
pub mod unified_formats;
pub mod wait_counters;

pub use assembler::{
    AssembleOptions, InlineAssembly, assemble, assemble_with_warnings, inline_assembly, reprint,
};
pub use code_object::{
    CodeObjectVersion, DisassembleOptions, KernelDescriptor, KernelSettings, Metadata, PalMetadata, Setting,
    SourceFrame, SourceLines, System, TargetId, Vendor, disassemble_object, link, read_relocatable,
    write_relocatable,
};
pub use command::{McOptions, McOutput, run_mc};
pub use decode::{Decoded, decode};
pub use encode::{EncodeError, Encoded, encode, size_of_inst};
pub use includes::load_includes;
pub use print::{print, to_text};
pub use streamer::{GpuStreamer, GpuTarget, finish_object};
pub use subtarget::Subtarget;
pub use tables::{
    ENCODING_INFO, INSTR_INFO, INSTR_INFO_WAVE32, OPERAND_KINDS, OperandKindDesc, REGISTER_INFO, classes,
    features, maps, opcodes, operand_kinds, operand_names, regs, subregs, target_flags,
};
