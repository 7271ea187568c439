//! What the kernels of an object need of the machine, and how many waves therefore fit on it.

use super::metadata::{Metadata, from_notes};
use super::{KernelMetadata, TargetId};
use crate::Subtarget;
use object::read::elf::{ElfFile64, FileHeader};
use object::{Endianness, Object, ObjectSection};

/// What keeps more waves of a kernel from being on a SIMD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaveLimit {
    /// The number of waves that a SIMD holds.
    Waves,
    /// Vector registers, with accumulation registers where they are in one file.
    VectorRegisters,
    /// Scalar registers.
    ScalarRegisters,
    /// LDS, if work-groups have the largest size that the kernel is compiled for.
    Lds,
}

impl WaveLimit {
    /// In words, as a cause.
    pub fn name(self) -> &'static str {
        match self {
            WaveLimit::Waves => "waves",
            WaveLimit::VectorRegisters => "vector registers",
            WaveLimit::ScalarRegisters => "scalar registers",
            WaveLimit::Lds => "LDS",
        }
    }
}

/// What a kernel needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelResources {
    /// Its metadata: registers, spills, memory.
    pub metadata: KernelMetadata,
    /// Waves that a SIMD can hold.
    pub waves: u32,
    /// What keeps it from more.
    pub limit: WaveLimit,
}

impl KernelResources {
    /// The resources of a kernel on a processor.
    pub fn new(metadata: KernelMetadata, subtarget: &Subtarget) -> KernelResources {
        let limits = subtarget.limits();
        let vgprs = metadata.vgpr_count.max(1).next_multiple_of(limits.vgpr_granule);
        let waves_of_group = metadata.max_flat_workgroup_size.div_ceil(subtarget.wave_size);
        let by_lds = limits
            .lds_file
            .checked_div(metadata.group_segment_fixed_size)
            .map(|groups| (groups * waves_of_group).div_ceil(limits.simds).max(1));
        let by_scalars = limits.sgpr_file.map(|file| file / metadata.sgpr_count.max(1));
        let candidates = [
            (Some(limits.waves), WaveLimit::Waves),
            (Some(limits.vgpr_file / vgprs), WaveLimit::VectorRegisters),
            (by_scalars, WaveLimit::ScalarRegisters),
            (by_lds, WaveLimit::Lds),
        ];
        let known = candidates
            .into_iter()
            .filter_map(|(waves, limit)| Some((waves?, limit)));
        // The first of equal ones: a limit of the kernel counts if it is below that of the machine.
        let (waves, limit) = known
            .min_by_key(|&(waves, _)| waves)
            .unwrap_or((1, WaveLimit::Waves));
        KernelResources {
            metadata,
            waves,
            limit,
        }
    }
}

/// What the kernels of an object file or a code object need.
///
/// # Errors
/// If it is not a file of a known processor, or its metadata is malformed.
pub fn kernel_resources(bytes: &[u8]) -> Result<Vec<KernelResources>, String> {
    let file: ElfFile64<'_, Endianness> =
        ElfFile64::parse(bytes).map_err(|error| format!("not a valid ELF file: {error}"))?;
    let target = TargetId::from_e_flags(file.elf_header().e_flags(Endianness::Little).0)?;
    let notes = file.sections().filter(|section| section.name() == Ok(".note"));
    let document = notes
        .filter_map(|section| from_notes(section.data().ok()?))
        .next();
    let Some(document) = document else {
        return Ok(Vec::new());
    };
    let kernels = Metadata::from_document(&document?)?.kernels.into_iter();
    kernels
        .map(|kernel| {
            let subtarget = Subtarget::with_wave_size(target, kernel.wavefront_size);
            let subtarget =
                subtarget.ok_or_else(|| format!("waves of '{}' have a wrong size", kernel.name))?;
            Ok(KernelResources::new(kernel, &subtarget))
        })
        .collect()
}
