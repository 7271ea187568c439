//! Reads loadable code objects: ELF segments, kernel descriptors and the metadata note.
//!
//! Everything is checked: a corrupt file is a [`LoadError`] that names what is wrong with it.

mod descriptor;
mod elf;
mod messagepack;
mod metadata;

pub use metadata::{KernelArg, ValueKind};

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use wavec_gpu_mc::{KernelDescriptor, Subtarget};

/// Why a file is not a code object that can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError(String);

impl LoadError {
    pub(crate) fn new(message: impl Into<String>) -> LoadError {
        LoadError(message.into())
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot load the code object: {}", self.0)
    }
}

impl std::error::Error for LoadError {}

/// A kernel of a code object.
#[derive(Clone, Debug)]
pub struct KernelInfo {
    /// Name in the source.
    pub name: String,
    /// Explicit and hidden arguments in the order of the metadata.
    pub args: Vec<KernelArg>,
    /// Size of the kernel argument segment in bytes.
    pub kernarg_size: u32,
    /// Alignment of the kernel argument segment in bytes.
    pub kernarg_align: u32,
    /// Static local memory in bytes.
    pub group_segment_size: u32,
    /// Private memory of a work-item in bytes.
    pub private_segment_size: u32,
    /// Whether the kernel may need more private memory than stated.
    pub uses_dynamic_stack: bool,
    /// Workgroup size that the kernel requires.
    pub required_workgroup_size: Option<[u32; 3]>,
    /// Largest number of work-items of a workgroup.
    pub max_workgroup_size: u32,
    /// Vector registers according to the metadata.
    pub vgpr_count: u32,
    /// Scalar registers according to the metadata.
    pub sgpr_count: u32,
    /// The kernel descriptor as the hardware reads it.
    pub descriptor: KernelDescriptor,
    /// Address of the descriptor, before relocation.
    pub descriptor_address: u64,
    /// Address of the first instruction, before relocation.
    pub entry: u64,
}

impl KernelInfo {
    /// The arguments that a caller passes, in order.
    pub fn explicit_args(&self) -> impl Iterator<Item = &KernelArg> {
        self.args.iter().filter(|arg| !arg.kind.is_hidden())
    }
}

/// A segment of a code object that is mapped to memory.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// Address before relocation.
    pub address: u64,
    /// Contents, zero-filled to the memory size.
    pub bytes: Vec<u8>,
    /// Whether it may be written.
    pub writable: bool,
    /// Whether it contains instructions.
    pub executable: bool,
}

/// A dynamic relocation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relocation {
    /// Address of the relocated field, before relocation.
    pub address: u64,
    /// ELF relocation type.
    pub kind: u32,
    /// Value of the symbol before relocation, 0 if there is none.
    pub symbol: u64,
    /// Addend.
    pub addend: i64,
}

/// A loaded code object: its segments, kernels and argument layouts.
#[derive(Clone, Debug)]
pub struct CodeObject {
    pub(crate) id: u64,
    pub(crate) segments: Vec<Segment>,
    pub(crate) relocations: Vec<Relocation>,
    /// Bytes from address 0 to the end of the last segment.
    pub(crate) span: u64,
    /// The processor that it is for.
    pub(crate) subtarget: Subtarget,
    kernels: Vec<KernelInfo>,
    target: String,
    pub(crate) printf: Vec<String>,
}

impl CodeObject {
    /// Reads a loadable code object (ELF file of type `ET_DYN`).
    ///
    /// # Errors
    /// The first thing in the file that is invalid or not supported.
    pub fn load(bytes: &[u8]) -> Result<CodeObject, LoadError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let file = elf::parse(bytes)?;
        let metadata = metadata::parse(&file.metadata)?;
        let mut kernels = Vec::with_capacity(metadata.kernels.len());
        for kernel in metadata.kernels {
            kernels.push(kernel_info(&file, kernel)?);
        }
        Ok(CodeObject {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            span: file.span,
            segments: file.segments,
            subtarget: file.subtarget,
            relocations: file.relocations,
            kernels,
            target: metadata.target,
            printf: metadata.printf,
        })
    }

    /// Kernels in the order of the metadata.
    pub fn kernels(&self) -> &[KernelInfo] {
        &self.kernels
    }

    /// The kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<&KernelInfo> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }

    /// Target of the metadata, such as `amdgcn-amd-amdhsa--gfx942`.
    pub fn target(&self) -> &str {
        &self.target
    }
}

fn kernel_info(file: &elf::File, kernel: metadata::Kernel) -> Result<KernelInfo, LoadError> {
    let name = kernel.name;
    let symbol = file
        .symbols
        .iter()
        .find(|symbol| symbol.name == kernel.symbol)
        .ok_or_else(|| LoadError::new(format!("kernel '{name}' has no symbol '{}'", kernel.symbol)))?;
    let bytes = file.read(symbol.value, KernelDescriptor::SIZE).ok_or_else(|| {
        LoadError::new(format!(
            "descriptor of kernel '{name}' lies outside of the loaded segments"
        ))
    })?;
    if symbol.value % 64 != 0 {
        return Err(LoadError::new(format!(
            "descriptor of kernel '{name}' is not 64-byte aligned"
        )));
    }
    let descriptor = descriptor::parse(bytes, &file.subtarget)
        .map_err(|problem| LoadError::new(format!("descriptor of kernel '{name}': {problem}")))?;
    let entry = symbol
        .value
        .wrapping_add_signed(descriptor.kernel_code_entry_byte_offset);
    let executable = |segment: &&Segment| {
        segment.executable && entry >= segment.address && entry - segment.address < segment.bytes.len() as u64
    };
    if !file.segments.iter().any(|segment| executable(&segment)) {
        return Err(LoadError::new(format!(
            "entry of kernel '{name}' lies outside of the code"
        )));
    }
    if entry % 256 != 0 {
        return Err(LoadError::new(format!(
            "entry of kernel '{name}' is not 256-byte aligned"
        )));
    }
    if kernel.kernarg_size < descriptor.kernarg_size {
        return Err(LoadError::new(format!(
            "kernel '{name}': {} bytes of kernel arguments in the metadata, {} in the descriptor",
            kernel.kernarg_size, descriptor.kernarg_size
        )));
    }
    for arg in &kernel.args {
        if arg
            .offset
            .checked_add(arg.size)
            .is_none_or(|end| end > kernel.kernarg_size)
        {
            return Err(LoadError::new(format!(
                "kernel '{name}': argument at offset {} lies outside of the kernel argument segment",
                arg.offset
            )));
        }
    }
    let wave_size = descriptor.wave_size();
    if kernel.wavefront_size != wave_size {
        return Err(LoadError::new(format!(
            "kernel '{name}': waves of {} lanes in the metadata, of {wave_size} in the descriptor",
            kernel.wavefront_size
        )));
    }
    Ok(KernelInfo {
        name,
        args: kernel.args,
        kernarg_size: kernel.kernarg_size,
        kernarg_align: kernel.kernarg_align,
        group_segment_size: descriptor.group_segment_fixed_size,
        private_segment_size: descriptor.private_segment_fixed_size,
        uses_dynamic_stack: kernel.uses_dynamic_stack,
        required_workgroup_size: kernel.required_workgroup_size,
        max_workgroup_size: kernel.max_workgroup_size,
        vgpr_count: kernel.vgpr_count,
        sgpr_count: kernel.sgpr_count,
        descriptor,
        descriptor_address: symbol.value,
        entry,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbage_is_an_error() {
        for bytes in [&b""[..], b"\x7fELF", &[0; 64], b"\x7fELF\x02\x01\x01\x40\x03"] {
            assert!(CodeObject::load(bytes).is_err());
        }
        assert_eq!(
            CodeObject::load(b"hello").unwrap_err().to_string(),
            "cannot load the code object: not an ELF file"
        );
    }
}
