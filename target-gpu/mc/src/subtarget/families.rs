//! Facts of processor families, one value each.

use crate::code_object::Processor;
use crate::tables::features;

/// What processors of one family share.
#[derive(Debug)]
pub struct Family {
    /// Major, minor and stepping number of the generation, which assembly files can ask for.
    pub generation: [i64; 3],
    /// Numbers and sizes.
    pub limits: Limits,
    /// Names of the bits that say how caches are used, of accesses of vector memory; the first is that atomics return a value.
    pub cache_policies: [(&'static str, i64); 3],
}

/// Numbers of registers and sizes of memories.
#[derive(Debug)]
pub struct Limits {
    /// Scalar registers that have a number: s0 and up.
    pub sgprs: u32,
    /// Scalar registers are allocated by so many.
    pub sgpr_granule: u32,
    /// Vector registers that an instruction can name, and accumulation registers.
    pub vgprs: u32,
    /// Vector registers are allocated by so many.
    pub vgpr_granule: u32,
    /// Vector registers of a SIMD, accumulation registers included, which its waves share.
    pub vgpr_file: u32,
    /// Bytes of LDS that a work-group can have.
    pub lds_bytes: u32,
    /// Bytes by which LDS is allocated.
    pub lds_granule: u32,
}

impl Family {
    /// The family of a processor.
    pub(super) fn of(processor: Processor) -> &'static Family {
        debug_assert!(processor.has(features::UNIFIED_VGPRS));
        &GFX940
    }
}

/// gfx942: reference of the instruction set of MI300, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend".
static GFX940: Family = Family {
    generation: [9, 4, 2],
    limits: Limits {
        sgprs: 102,
        sgpr_granule: 16,
        vgprs: 256,
        vgpr_granule: 8,
        vgpr_file: 512,
        lds_bytes: 65536,
        lds_granule: 512,
    },
    cache_policies: [("sc0", 1), ("nt", 2), ("sc1", 16)],
};
