//! Facts of processor families, one value each.

use crate::code_object::Processor;
use crate::tables::features;

/// Facts that processors of one family share.
#[derive(Debug)]
pub struct Family {
    /// Major, minor and stepping number of the generation, which assembly files can ask for.
    pub generation: [i64; 3],
    /// Whether code generation and the emulator support it; other families are only assembled and disassembled.
    pub has_code_generation: bool,
    /// Numbers and sizes.
    pub limits: Limits,
    /// Names of the cache policy bits of vector memory accesses; the first one makes atomics return a value.
    pub cache_policies: [(&'static str, i64); 3],
    /// Hardware registers that have names, and their numbers.
    pub hwregs: &'static [(&'static str, u32)],
    /// Whether negation for matrix instructions on f64 is written `neg:[1,0,0]` instead of `blgp:1`.
    pub f64_matrix_signs_are_a_list: bool,
    /// Whether dot products of two elements lack half selection.
    pub dot2_takes_both_halves: bool,
}

/// Numbers of registers and sizes of memories.
#[derive(Debug)]
pub struct Limits {
    /// Number of numbered scalar registers: s0 and up.
    pub sgprs: u32,
    /// Number of vector registers that an instruction can name, and of accumulation registers.
    pub vgprs: u32,
    /// Allocation granule of vector registers.
    pub vgpr_granule: u32,
    /// Vector registers of a SIMD, including accumulation registers, shared by its waves.
    pub vgpr_file: u32,
    /// Bytes of LDS per work-group.
    pub lds_bytes: u32,
}

impl Family {
    /// The family of a processor.
    pub(super) fn of(processor: Processor) -> &'static Family {
        match processor.has(features::GFX940) {
            true => &GFX940,
            false => &GFX90A,
        }
    }
}

/// For processors with a unified vector register file.
const UNIFIED_LIMITS: Limits = Limits {
    sgprs: 102,
    vgprs: 256,
    vgpr_granule: 8,
    vgpr_file: 512,
    lds_bytes: 65536,
};

/// Names of hardware registers; the last ones were added in gfx940.
const HWREGS: &[(&str, u32)] = &[
    ("HW_REG_MODE", 1),
    ("HW_REG_STATUS", 2),
    ("HW_REG_TRAPSTS", 3),
    ("HW_REG_HW_ID", 4),
    ("HW_REG_GPR_ALLOC", 5),
    ("HW_REG_LDS_ALLOC", 6),
    ("HW_REG_IB_STS", 7),
    ("HW_REG_SH_MEM_BASES", 15),
    ("HW_REG_TBA_LO", 16),
    ("HW_REG_TBA_HI", 17),
    ("HW_REG_TMA_LO", 18),
    ("HW_REG_TMA_HI", 19),
    ("HW_REG_XCC_ID", 20),
    ("HW_REG_SQ_PERF_SNAPSHOT_DATA", 21),
    ("HW_REG_SQ_PERF_SNAPSHOT_DATA1", 22),
    ("HW_REG_SQ_PERF_SNAPSHOT_PC_LO", 23),
    ("HW_REG_SQ_PERF_SNAPSHOT_PC_HI", 24),
];
const HWREGS_BEFORE_GFX940: usize = 12;

/// gfx942: MI300 instruction set reference, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend".
static GFX940: Family = Family {
    generation: [9, 4, 2],
    has_code_generation: true,
    limits: UNIFIED_LIMITS,
    cache_policies: [("sc0", 1), ("nt", 2), ("sc1", 16)],
    hwregs: HWREGS,
    f64_matrix_signs_are_a_list: true,
    dot2_takes_both_halves: true,
};

/// gfx90a: MI200 instruction set reference, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend".
static GFX90A: Family = Family {
    generation: [9, 0, 10],
    has_code_generation: false,
    limits: UNIFIED_LIMITS,
    cache_policies: [("glc", 1), ("slc", 2), ("scc", 16)],
    hwregs: HWREGS.split_at(HWREGS_BEFORE_GFX940).0,
    f64_matrix_signs_are_a_list: false,
    dot2_takes_both_halves: false,
};
