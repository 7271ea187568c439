//! Code objects: kernel descriptors, metadata, relocatable files, loadable files.

pub mod descriptor;
pub mod disassemble;
pub mod dump;
pub mod elf;
pub mod kernel;
pub mod link;
pub mod metadata;
pub mod pal;
pub mod read;
pub mod relocatable;
pub mod resources;
pub mod source_lines;
pub mod source_variables;
pub mod system;
pub mod target_id;
pub mod variable_types;
pub mod yaml;

pub use descriptor::KernelDescriptor;
pub use disassemble::{DisassembleOptions, disassemble_object};
pub use dump::{DumpOptions, dump_object, missing_sections};
pub use kernel::KernelSettings;
pub use link::link;
pub use metadata::{Argument, KernelMetadata, Metadata};
pub use pal::{HardwareStage, PalFields, PalMetadata, PalShader};
pub use read::read_relocatable;
pub use relocatable::write_relocatable;
pub use resources::{KernelResources, WaveLimit, kernel_resources};
pub use source_lines::{SourceFrame, SourceLines, symbol_address};
pub use source_variables::{SourceVariable, SourceVariables, VariablePiece, VariablePlace};
pub use system::{System, Vendor};
pub use target_id::{CodeObjectVersion, Processor, Setting, TargetId};
