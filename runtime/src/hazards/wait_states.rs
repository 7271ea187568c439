//! How many wait states the families of processors need.

use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::subtarget::FamilyName;

/// Wait states of a family of processors. None is needed where the hardware waits by itself.
#[derive(Debug)]
pub(crate) struct WaitStates {
    /// Whether the hardware waits by itself for everything: the others do not matter.
    pub(crate) has_interlocks: bool,
    /// After a vector instruction writes a scalar register, until another one reads it.
    pub(super) scalar_to_valu: u64,
    /// After a vector instruction writes EXEC, until a lane is read.
    pub(super) exec_to_lane_read: u64,
    /// After a vector instruction writes a register, until a lane of it is read.
    pub(super) vector_to_lane_read: u64,
    /// After a transcendental instruction, until another kind reads its result.
    pub(super) trans_to_valu: u64,
    /// After a part of a register is written, until it is read or written.
    pub(super) partial_write: u64,
    /// After a wide store, until its data is overwritten.
    pub(super) wide_store: u64,
    /// Passes of a matrix instruction that computes one block of 16 by 16 or 32 by 32 from narrow elements.
    pub(super) block_passes: [u8; 2],
    /// How many more than its passes such an instruction needs until registers that are not exactly its result are added to.
    pub(super) narrow_to_addend: u64,
    /// How many states more the same needs, and one on f32 elements, if what adds to them works on f64 elements.
    pub(super) more_to_double_addend: u64,
    /// After a matrix instruction of two passes, until exactly its result is added to.
    pub(super) two_passes_to_addend: u64,
    /// How many states later the result of an instruction on narrow elements comes if it has more than two passes, or
    /// another one on narrow elements adds to it.
    pub(super) late_if_long: u64,
    /// After a matrix instruction of 16 by 16 on f64 elements, until a part of its result is added to. Matrix
    /// and other vector instructions that read it otherwise wait for two states more.
    pub(super) large_double_to_addend: u64,
    /// How many more than its passes a matrix instruction on f32 elements needs until its result is used.
    pub(super) single_to_read: u64,
    /// Whether what a matrix instruction on f32 elements adds to is read late.
    pub(super) single_reads_addend_late: bool,
    /// After a dot product, until its result is overwritten or used other than to add to it.
    pub(super) dot_to_use: u64,
    /// Whether accumulation registers are a file of their own, with rules of its own.
    pub(super) has_separate_file: bool,
}

impl WaitStates {
    /// Those of a processor.
    pub(crate) fn of(subtarget: &Subtarget) -> &'static WaitStates {
        match subtarget.family.name {
            FamilyName::Gfx900 | FamilyName::Gfx908 => &GFX908,
            FamilyName::Gfx90a => &GFX90A,
            FamilyName::Gfx940 => &GFX940,
            // As long as either of two processors needs.
            FamilyName::Gfx94 | FamilyName::Gfx950 => &GFX950,
            FamilyName::Gfx1030 | FamilyName::Gfx11 | FamilyName::Gfx115 | FamilyName::Gfx12 => &GFX1030,
        }
    }

    /// Passes of a matrix instruction that computes one block of `size` by `size` from narrow elements.
    pub(crate) fn block_passes(&self, size: usize) -> u8 {
        self.block_passes[usize::from(size == 32)]
    }
}

const GFX940: WaitStates = WaitStates {
    has_interlocks: false,
    scalar_to_valu: 2,
    exec_to_lane_read: 4,
    vector_to_lane_read: 1,
    trans_to_valu: 1,
    partial_write: 1,
    wide_store: 2,
    block_passes: [4, 8],
    narrow_to_addend: 1,
    more_to_double_addend: 0,
    two_passes_to_addend: 2,
    late_if_long: 0,
    large_double_to_addend: 9,
    single_to_read: 2,
    single_reads_addend_late: false,
    dot_to_use: 3,
    has_separate_file: false,
};

static GFX950: WaitStates = WaitStates {
    late_if_long: 1,
    large_double_to_addend: 17,
    ..GFX940
};

/// gfx900 and gfx906, which have no matrix instructions, are the same.
static GFX908: WaitStates = WaitStates {
    dot_to_use: 0,
    has_separate_file: true,
    ..GFX90A_STATES
};

static GFX90A: WaitStates = GFX90A_STATES;

const GFX90A_STATES: WaitStates = WaitStates {
    has_interlocks: false,
    scalar_to_valu: 0,
    exec_to_lane_read: 0,
    vector_to_lane_read: 0,
    trans_to_valu: 0,
    partial_write: 0,
    wide_store: 1,
    block_passes: [8, 16],
    narrow_to_addend: 0,
    more_to_double_addend: 1,
    two_passes_to_addend: 0,
    late_if_long: 0,
    large_double_to_addend: 9,
    single_to_read: 3,
    single_reads_addend_late: true,
    dot_to_use: 3,
    has_separate_file: false,
};

static GFX1030: WaitStates = WaitStates {
    has_interlocks: true,
    ..GFX90A_STATES
};
