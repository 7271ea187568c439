//! Facts of processor families, one value each.

use crate::code_object::Processor;
use crate::descriptors::Layout;
use crate::graphics::{self, Target};
use crate::register_files::{NUM_SGPRS, NUM_VGPRS};
use crate::symbolic::{DppControl, dpp};
use crate::tables::{
    GFX10_MODEL, GFX11_MODEL, GFX12_MODEL, GFX90A_MODEL, GFX908_MODEL, GFX942_MODEL, GFX950_MODEL, features,
    regs,
};
use crate::unified_formats::{self, Combinations};
use crate::wait_counters::{self, WaitCounters};
use wavec_mc::{Reg, SchedModel};

/// The families, for what other layers know of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FamilyName {
    /// Vega 10 and 20.
    Gfx900,
    /// CDNA1.
    Gfx908,
    /// CDNA2.
    Gfx90a,
    /// What CDNA3 and CDNA4 have in common.
    Gfx94,
    /// CDNA3.
    Gfx940,
    /// CDNA4.
    Gfx950,
    /// RDNA2.
    Gfx1030,
    /// RDNA3.
    Gfx11,
    /// RDNA3.5.
    Gfx115,
    /// RDNA4.
    Gfx12,
}

/// Facts that processors of one family share.
#[derive(Debug)]
pub struct Family {
    /// Which one it is.
    pub name: FamilyName,
    /// How long instructions take, in issue slots.
    pub schedule_model: &'static SchedModel,
    /// Cycles of an issue slot of a wave.
    pub slot_cycles: u32,
    /// Numbers and sizes.
    pub limits: Limits,
    /// Lanes that its waves can have, the default first.
    pub wave_sizes: &'static [u32],
    /// Registers that only other families have.
    pub lacks_registers: &'static [Reg],
    /// Whether the number of NULL is the one before that of M0, instead of the one after it.
    pub null_is_before_m0: bool,
    /// Scalar values that a vector instruction can read.
    pub constant_bus: usize,
    /// Whether `ds_permute_b32` and `ds_bpermute_b32` reach only the lanes of the same half of a wave of 64.
    pub permutes_halves: bool,
    /// Whether results of 16 bits never change the other half of a register.
    pub keeps_halves: bool,
    /// Counters of outstanding operations.
    pub waits: &'static WaitCounters,
    /// Whether work-group ids are in registers of the trap handler (x in ttmp9, y and z in the halves of ttmp7), instead of
    /// after the other inputs in scalar registers.
    pub group_ids_in_trap_registers: bool,
    /// Whether waves have no operation outstanding when they wait at a barrier.
    pub waits_at_barriers: bool,
    /// Names of the cache policy bits of vector memory accesses; the first one makes atomics return a value.
    pub cache_policies: &'static [(&'static str, i64)],
    /// The same of scalar memory accesses.
    pub scalar_cache_policies: &'static [(&'static str, i64)],
    /// Whether cache policies are a temporal hint and a scope instead ([`crate::cache_policy`]).
    pub has_scopes: bool,
    /// Whether numbers of messages have four bits, and an operation may follow; otherwise they have eight.
    pub messages_have_operations: bool,
    /// Messages, and their numbers.
    pub messages: &'static [(&'static str, u32)],
    /// Hardware registers that have names, and their numbers.
    pub hwregs: &'static [(&'static str, u32)],
    /// What a lane can read by DPP.
    pub dpp_controls: &'static [&'static [DppControl]],
    /// Formats of elements of typed buffers that one number stands for; without any, two numbers do.
    pub unified_formats: &'static [Combinations],
    /// The descriptors of images.
    pub descriptors: Layout,
    /// How image instructions name the registers of their addresses.
    pub image_addresses: ImageAddresses,
    /// What exports go to.
    pub export_targets: &'static [Target],
    /// Whether there is global data share.
    pub has_gds: bool,
    /// Whether negation for matrix instructions on f64 is written `neg:[1,0,0]` instead of `blgp:1`.
    pub f64_matrix_signs_are_a_list: bool,
    /// Whether `bound_ctrl:0` means what `bound_ctrl:1` does.
    pub bound_ctrl_0_is_set: bool,
    /// Whether text says which half of a register an operand of 16 bits is.
    pub names_halves: bool,
    /// Whether dot products of two elements lack half selection.
    pub dot2_takes_both_halves: bool,
}

/// How image instructions name the registers of their addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImageAddresses {
    /// Whether instructions name the dimension of an image, and so the size of its address; otherwise its resource alone does.
    pub has_dimensions: bool,
    /// Whether the address can be a tuple, beside a list of registers in dwords of their own.
    pub has_tuples: bool,
    /// The place in a list whose register is a tuple if the address is longer.
    pub tuple_in_list: Option<usize>,
}

impl ImageAddresses {
    /// Tuples of any size.
    const GFX9: ImageAddresses = ImageAddresses {
        has_dimensions: false,
        has_tuples: true,
        tuple_in_list: None,
    };

    /// Tuples, and lists of single registers.
    const GFX10: ImageAddresses = ImageAddresses {
        has_dimensions: true,
        has_tuples: true,
        tuple_in_list: None,
    };
}

/// Numbers of registers and sizes of memories.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of numbered scalar registers: s0 and up.
    pub sgprs: u32,
    /// Number of vector registers that an instruction can name, and of accumulation registers.
    pub vgprs: u32,
    /// Allocation granule of vector registers; in the smallest waves.
    pub vgpr_granule: u32,
    /// Vector registers that one in the descriptor of a kernel stands for; in the smallest waves.
    pub vgpr_block: u32,
    /// Vector registers of a SIMD, including accumulation registers, shared by its waves; of the smallest waves.
    pub vgpr_file: u32,
    /// Waves that a SIMD holds at most.
    pub waves: u32,
    /// Bytes of LDS that a work-group can have.
    pub lds_bytes: u32,
    /// Bytes of LDS in which it is allocated.
    pub lds_granule: u32,
    /// Scalar registers of a SIMD, if its waves share them.
    pub sgpr_file: Option<u32>,
    /// SIMDs that the waves of a work-group are spread over: those of a compute unit, or of two that form a work-group
    /// processor.
    pub simds: u32,
    /// Bytes of LDS that all work-groups on these SIMDs share.
    pub lds_file: u32,
}

impl Limits {
    /// Vector and accumulation registers that each of so many waves on a SIMD can have.
    pub fn registers_for_waves(&self, waves: u32) -> u32 {
        self.vgpr_file / waves.max(1) / self.vgpr_granule * self.vgpr_granule
    }

    /// The limits of waves that are so many times as large as the smallest: their registers take as many times the room.
    pub(super) fn for_waves_of_times(self, times: u32) -> Limits {
        Limits {
            vgpr_granule: self.vgpr_granule / times,
            vgpr_file: self.vgpr_file / times,
            ..self
        }
    }

    /// Vector registers, of those that instructions name.
    pub fn vgprs_for_waves(&self, waves: u32) -> u32 {
        self.registers_for_waves(waves).min(self.vgprs)
    }
}

impl Family {
    /// The family of a processor.
    pub(super) fn of(processor: Processor) -> &'static Family {
        if processor.has(features::GFX12) {
            &GFX12
        } else if processor.has(features::GFX11) {
            match (
                processor.has(features::SCALAR_FLOAT),
                processor.has(features::LARGE_VGPRS),
            ) {
                (false, false) => &GFX11,
                (false, true) => &GFX11_LARGE,
                (true, false) => &GFX115,
                (true, true) => &GFX115_LARGE,
            }
        } else if processor.has(features::GFX10) {
            &GFX1030
        } else if processor.has(features::GFX950) {
            &GFX950
        } else if processor.has(features::GFX940) && processor.has(features::GENERIC) {
            &GFX94
        } else if processor.has(features::GFX940) {
            &GFX940
        } else if processor.has(features::GFX90A) {
            &GFX90A
        } else if processor.has(features::MAI) {
            &GFX908
        } else {
            &GFX900
        }
    }
}

/// For processors with a unified vector register file.
const UNIFIED_LIMITS: Limits = Limits {
    sgprs: NUM_SGPRS,
    vgprs: NUM_VGPRS,
    vgpr_granule: 8,
    vgpr_block: 8,
    vgpr_file: 512,
    waves: 8,
    lds_bytes: 65536,
    lds_granule: 512,
    sgpr_file: Some(800),
    simds: 4,
    lds_file: 65536,
};

/// For processors with a file of vector registers, and another one of accumulation registers if they have these.
const SEPARATE_LIMITS: Limits = Limits {
    vgpr_granule: 4,
    vgpr_block: 4,
    vgpr_file: 256,
    waves: 10,
    ..UNIFIED_LIMITS
};

/// Numbered registers in the place of FLAT_SCRATCH and XNACK_MASK, and NULL.
const REGISTERS_AFTER_GFX9: &[Reg] = &[
    regs::SGPR102,
    regs::SGPR103,
    regs::SGPR104,
    regs::SGPR105,
    regs::SGPR_NULL,
];

/// Messages of s_sendmsg on GFX9.
const MESSAGES: &[(&str, u32)] = &[
    ("MSG_INTERRUPT", 1),
    ("MSG_GS", 2),
    ("MSG_GS_DONE", 3),
    ("MSG_SAVEWAVE", 4),
    ("MSG_STALL_WAVE_GEN", 5),
    ("MSG_HALT_WAVES", 6),
    ("MSG_ORDERED_PS_DONE", 7),
    ("MSG_EARLY_PRIM_DEALLOC", 8),
    ("MSG_GS_ALLOC_REQ", 9),
    ("MSG_GET_DOORBELL", 10),
    ("MSG_SYSMSG", 15),
];

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
const GFX940_FACTS: Family = Family {
    name: FamilyName::Gfx940,
    schedule_model: &GFX942_MODEL,
    slot_cycles: 4,
    limits: UNIFIED_LIMITS,
    wave_sizes: &[64],
    lacks_registers: REGISTERS_AFTER_GFX9,
    null_is_before_m0: false,
    constant_bus: 1,
    permutes_halves: false,
    keeps_halves: false,
    waits: &wait_counters::GFX9,
    group_ids_in_trap_registers: false,
    waits_at_barriers: false,
    cache_policies: &[("sc0", 1), ("nt", 2), ("sc1", 16)],
    scalar_cache_policies: &[("glc", 1)],
    has_scopes: false,
    messages_have_operations: true,
    messages: MESSAGES,
    hwregs: HWREGS,
    dpp_controls: &[dpp::COMMON, dpp::WAVE, dpp::ROW_NEWBCAST],
    unified_formats: &[],
    descriptors: Layout::Gfx9,
    image_addresses: ImageAddresses::GFX9,
    export_targets: &graphics::TARGETS,
    has_gds: false,
    f64_matrix_signs_are_a_list: true,
    bound_ctrl_0_is_set: true,
    names_halves: false,
    dot2_takes_both_halves: true,
};

static GFX940: Family = GFX940_FACTS;

static GFX94: Family = Family {
    name: FamilyName::Gfx94,
    ..GFX940_FACTS
};

/// gfx950: MI350 instruction set reference, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend".
static GFX950: Family = Family {
    name: FamilyName::Gfx950,
    schedule_model: &GFX950_MODEL,
    limits: Limits {
        lds_bytes: 163_840,
        lds_granule: 1280,
        lds_file: 163_840,
        ..UNIFIED_LIMITS
    },
    ..GFX940_FACTS
};

/// gfx90a: MI200 instruction set reference, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend".
static GFX90A: Family = Family {
    name: FamilyName::Gfx90a,
    schedule_model: &GFX90A_MODEL,
    slot_cycles: 4,
    limits: UNIFIED_LIMITS,
    wave_sizes: &[64],
    lacks_registers: REGISTERS_AFTER_GFX9,
    null_is_before_m0: false,
    constant_bus: 1,
    permutes_halves: false,
    keeps_halves: false,
    waits: &wait_counters::GFX9,
    group_ids_in_trap_registers: false,
    waits_at_barriers: false,
    cache_policies: &[("glc", 1), ("slc", 2), ("scc", 16)],
    scalar_cache_policies: &[("glc", 1)],
    has_scopes: false,
    messages_have_operations: true,
    messages: MESSAGES,
    hwregs: HWREGS.split_at(HWREGS_BEFORE_GFX940).0,
    dpp_controls: &[dpp::COMMON, dpp::WAVE, dpp::ROW_NEWBCAST],
    unified_formats: &[],
    descriptors: Layout::Gfx9,
    image_addresses: ImageAddresses::GFX9,
    export_targets: &graphics::TARGETS,
    has_gds: false,
    f64_matrix_signs_are_a_list: false,
    bound_ctrl_0_is_set: true,
    names_halves: false,
    dot2_takes_both_halves: false,
};

/// Vega 10: Vega instruction set reference, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend".
const GFX900_FACTS: Family = Family {
    name: FamilyName::Gfx900,
    schedule_model: &GFX908_MODEL,
    slot_cycles: 4,
    limits: SEPARATE_LIMITS,
    wave_sizes: &[64],
    lacks_registers: REGISTERS_AFTER_GFX9,
    null_is_before_m0: false,
    constant_bus: 1,
    permutes_halves: false,
    keeps_halves: false,
    waits: &wait_counters::GFX9,
    group_ids_in_trap_registers: false,
    waits_at_barriers: true,
    cache_policies: &[("glc", 1), ("slc", 2)],
    scalar_cache_policies: &[("glc", 1)],
    has_scopes: false,
    messages_have_operations: true,
    messages: MESSAGES,
    hwregs: HWREGS.split_at(HWREGS_BEFORE_GFX940).0,
    dpp_controls: &[dpp::COMMON, dpp::WAVE],
    unified_formats: &[],
    descriptors: Layout::Gfx9,
    image_addresses: ImageAddresses::GFX9,
    export_targets: &graphics::TARGETS,
    has_gds: true,
    f64_matrix_signs_are_a_list: false,
    bound_ctrl_0_is_set: true,
    names_halves: false,
    dot2_takes_both_halves: false,
};

static GFX900: Family = GFX900_FACTS;

/// CDNA1: MI100 instruction set reference.
static GFX908: Family = Family {
    name: FamilyName::Gfx908,
    ..GFX900_FACTS
};

/// RDNA2: instruction set reference, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend".
const GFX1030_FACTS: Family = Family {
    name: FamilyName::Gfx1030,
    schedule_model: &GFX10_MODEL,
    slot_cycles: 1,
    limits: Limits {
        sgprs: 106,
        vgprs: NUM_VGPRS,
        vgpr_granule: 16,
        vgpr_block: 8,
        vgpr_file: 1024,
        waves: 16,
        lds_bytes: 65536,
        lds_granule: 512,
        sgpr_file: None,
        simds: 4,
        lds_file: 131_072,
    },
    wave_sizes: &[32, 64],
    lacks_registers: &[regs::FLAT_SCR, regs::XNACK_MASK],
    null_is_before_m0: false,
    constant_bus: 2,
    permutes_halves: true,
    keeps_halves: true,
    waits: &wait_counters::GFX10,
    group_ids_in_trap_registers: false,
    waits_at_barriers: false,
    cache_policies: &[("glc", 1), ("slc", 2), ("dlc", 4)],
    scalar_cache_policies: &[("glc", 1), ("dlc", 4)],
    has_scopes: false,
    messages_have_operations: true,
    messages: &[
        ("MSG_INTERRUPT", 1),
        ("MSG_GS", 2),
        ("MSG_GS_DONE", 3),
        ("MSG_SAVEWAVE", 4),
        ("MSG_STALL_WAVE_GEN", 5),
        ("MSG_HALT_WAVES", 6),
        ("MSG_ORDERED_PS_DONE", 7),
        ("MSG_EARLY_PRIM_DEALLOC", 8),
        ("MSG_GS_ALLOC_REQ", 9),
        ("MSG_GET_DOORBELL", 10),
        ("MSG_GET_DDID", 11),
        ("MSG_SYSMSG", 15),
    ],
    hwregs: &[
        ("HW_REG_MODE", 1),
        ("HW_REG_STATUS", 2),
        ("HW_REG_TRAPSTS", 3),
        ("HW_REG_GPR_ALLOC", 5),
        ("HW_REG_LDS_ALLOC", 6),
        ("HW_REG_IB_STS", 7),
        ("HW_REG_SH_MEM_BASES", 15),
        ("HW_REG_TBA_LO", 16),
        ("HW_REG_TBA_HI", 17),
        ("HW_REG_TMA_LO", 18),
        ("HW_REG_TMA_HI", 19),
        ("HW_REG_FLAT_SCR_LO", 20),
        ("HW_REG_FLAT_SCR_HI", 21),
        ("HW_REG_HW_ID1", 23),
        ("HW_REG_HW_ID2", 24),
        ("HW_REG_POPS_PACKER", 25),
        ("HW_REG_SHADER_CYCLES", 29),
    ],
    dpp_controls: &[dpp::COMMON, dpp::ROW_SHARE],
    unified_formats: unified_formats::GFX10,
    descriptors: Layout::Gfx10,
    image_addresses: ImageAddresses::GFX10,
    export_targets: &graphics::TARGETS,
    has_gds: true,
    f64_matrix_signs_are_a_list: false,
    bound_ctrl_0_is_set: true,
    names_halves: false,
    dot2_takes_both_halves: false,
};

static GFX1030: Family = GFX1030_FACTS;

/// RDNA3: instruction set reference, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend".
const GFX11_FACTS: Family = Family {
    name: FamilyName::Gfx11,
    schedule_model: &GFX11_MODEL,
    lacks_registers: &[
        regs::FLAT_SCR,
        regs::XNACK_MASK,
        regs::SRC_POPS_EXITING_WAVE_ID,
        regs::SRC_VCCZ,
        regs::SRC_EXECZ,
    ],
    null_is_before_m0: true,
    waits: &wait_counters::GFX11,
    messages_have_operations: false,
    messages: &[
        ("MSG_INTERRUPT", 1),
        ("MSG_HS_TESSFACTOR", 2),
        ("MSG_DEALLOC_VGPRS", 3),
        ("MSG_STALL_WAVE_GEN", 5),
        ("MSG_HALT_WAVES", 6),
        ("MSG_GS_ALLOC_REQ", 9),
        ("MSG_RTN_GET_DOORBELL", 128),
        ("MSG_RTN_GET_DDID", 129),
        ("MSG_RTN_GET_TMA", 130),
        ("MSG_RTN_GET_REALTIME", 131),
        ("MSG_RTN_SAVE_WAVE", 132),
        ("MSG_RTN_GET_TBA", 133),
        ("MSG_RTN_GET_TBA_TO_PC", 134),
    ],
    hwregs: &[
        ("HW_REG_MODE", 1),
        ("HW_REG_STATUS", 2),
        ("HW_REG_TRAPSTS", 3),
        ("HW_REG_GPR_ALLOC", 5),
        ("HW_REG_LDS_ALLOC", 6),
        ("HW_REG_IB_STS", 7),
        ("HW_REG_SH_MEM_BASES", 15),
        ("HW_REG_PERF_SNAPSHOT_PC_LO", 18),
        ("HW_REG_PERF_SNAPSHOT_PC_HI", 19),
        ("HW_REG_FLAT_SCR_LO", 20),
        ("HW_REG_FLAT_SCR_HI", 21),
        ("HW_REG_HW_ID1", 23),
        ("HW_REG_HW_ID2", 24),
        ("HW_REG_PERF_SNAPSHOT_DATA", 27),
        ("HW_REG_SHADER_CYCLES", 29),
    ],
    unified_formats: unified_formats::GFX11,
    descriptors: Layout::Gfx11,
    image_addresses: ImageAddresses {
        tuple_in_list: Some(4),
        ..ImageAddresses::GFX10
    },
    export_targets: &graphics::TARGETS_RDNA3,
    bound_ctrl_0_is_set: false,
    names_halves: true,
    ..GFX1030_FACTS
};

static GFX11: Family = GFX11_FACTS;

/// SIMDs with half as many vector registers again.
const LARGE_FILE_LIMITS: Limits = Limits {
    vgpr_granule: 24,
    vgpr_file: 1536,
    ..GFX11_FACTS.limits
};

static GFX11_LARGE: Family = Family {
    limits: LARGE_FILE_LIMITS,
    ..GFX11_FACTS
};

/// RDNA3.5: instruction set reference.
static GFX115: Family = Family {
    name: FamilyName::Gfx115,
    ..GFX11_FACTS
};

static GFX115_LARGE: Family = Family {
    name: FamilyName::Gfx115,
    limits: LARGE_FILE_LIMITS,
    ..GFX11_FACTS
};

/// RDNA4: instruction set reference, chapters 3 and 4; LLVM's "User Guide for AMDGPU Backend". Assemblers name high halves of
/// registers only.
static GFX12: Family = Family {
    name: FamilyName::Gfx12,
    schedule_model: &GFX12_MODEL,
    limits: LARGE_FILE_LIMITS,
    waits: &wait_counters::GFX12,
    group_ids_in_trap_registers: true,
    cache_policies: &[],
    scalar_cache_policies: &[],
    has_scopes: true,
    descriptors: Layout::Gfx12,
    image_addresses: ImageAddresses {
        has_dimensions: true,
        has_tuples: false,
        tuple_in_list: Some(3),
    },
    messages: &[
        ("MSG_INTERRUPT", 1),
        ("MSG_HS_TESSFACTOR", 2),
        ("MSG_DEALLOC_VGPRS", 3),
        ("MSG_GS_ALLOC_REQ", 9),
        ("MSG_RTN_GET_DOORBELL", 128),
        ("MSG_RTN_GET_DDID", 129),
        ("MSG_RTN_GET_TMA", 130),
        ("MSG_RTN_GET_REALTIME", 131),
        ("MSG_RTN_SAVE_WAVE", 132),
        ("MSG_RTN_GET_TBA", 133),
        ("MSG_RTN_GET_TBA_TO_PC", 134),
        ("MSG_RTN_GET_SE_AID_ID", 135),
    ],
    hwregs: &[
        ("HW_REG_WAVE_MODE", 1),
        ("HW_REG_WAVE_STATUS", 2),
        ("HW_REG_WAVE_STATE_PRIV", 4),
        ("HW_REG_WAVE_GPR_ALLOC", 5),
        ("HW_REG_WAVE_LDS_ALLOC", 6),
        ("HW_REG_IB_STS", 7),
        ("HW_REG_PERF_SNAPSHOT_DATA", 10),
        ("HW_REG_PERF_SNAPSHOT_PC_LO", 11),
        ("HW_REG_PERF_SNAPSHOT_PC_HI", 12),
        ("HW_REG_PERF_SNAPSHOT_DATA1", 15),
        ("HW_REG_PERF_SNAPSHOT_DATA2", 16),
        ("HW_REG_WAVE_EXCP_FLAG_PRIV", 17),
        ("HW_REG_WAVE_EXCP_FLAG_USER", 18),
        ("HW_REG_WAVE_TRAP_CTRL", 19),
        ("HW_REG_WAVE_SCRATCH_BASE_LO", 20),
        ("HW_REG_WAVE_SCRATCH_BASE_HI", 21),
        ("HW_REG_WAVE_HW_ID1", 23),
        ("HW_REG_WAVE_HW_ID2", 24),
        ("HW_REG_WAVE_SCHED_MODE", 26),
        ("HW_REG_SHADER_CYCLES_LO", 29),
        ("HW_REG_SHADER_CYCLES_HI", 30),
        ("HW_REG_WAVE_DVGPR_ALLOC_LO", 31),
        ("HW_REG_WAVE_DVGPR_ALLOC_HI", 32),
    ],
    has_gds: false,
    names_halves: false,
    ..GFX11_FACTS
};
