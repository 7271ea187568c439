//! gfx1030: AMD's reference of the RDNA 2 instruction set, and "Memory Model gfx10-gfx11" of LLVM's user guide for the AMDGPU
//! back end, in work-group processor mode: the waves of a work-group run on two compute units, each with a cache of its own.
//! The hardware resolves all dependencies of instructions.

use super::clauses;
use super::hazards::ReadStates;
use super::memory_model::{ByScope, CacheOperation, MemoryModel};
use super::{ByteFormats, CodeFacts, ScratchFacts, offsets};
use wavec_gpu_mc::opcodes;

/// Bits of the cache policy: `glc` of loads goes past the cache of the compute unit, `dlc` past that of the shader array, and
/// `slc` means that data is not used again soon.
pub(super) const GLC: i64 = 1;
pub(super) const SLC: i64 = 2;
pub(super) const DLC: i64 = 4;

const INVALIDATE_L0: CacheOperation = CacheOperation {
    opcode: opcodes::BUFFER_GL0_INV,
    policy: None,
};
const INVALIDATE_L1: CacheOperation = CacheOperation {
    opcode: opcodes::BUFFER_GL1_INV,
    policy: None,
};

pub(super) static FACTS: CodeFacts = FACTS_OF_GFX10;

pub(super) const FACTS_OF_GFX10: CodeFacts = CodeFacts {
    memory_model: MemoryModel {
        work_groups_share_caches: false,
        load: ByScope([0, 0, GLC, GLC | DLC, GLC | DLC]),
        store: ByScope([0; 5]),
        read_modify_write: ByScope([0; 5]),
        volatile_load: GLC | DLC,
        volatile_store: 0,
        non_temporal_load: SLC,
        non_temporal_store: GLC | SLC,
        write_back: ByScope([&[]; 5]),
        invalidate: ByScope([
            &[],
            &[],
            &[INVALIDATE_L0],
            &[INVALIDATE_L1, INVALIDATE_L0],
            &[INVALIDATE_L1, INVALIDATE_L0],
        ]),
    },
    hazards: &[],
    read_states: ReadStates::of(&[]),
    lost_dependencies: &[],
    says_what_it_awaits: false,
    clauses: Some(&clauses::RDNA2),
    late_sources: &[],
    offsets: &offsets::GFX10,
    scratch: ScratchFacts {
        is_architected: false,
        is_hardware_register: true,
        has_offset_alone: true,
        has_sums: false,
    },
    byte_formats: ByteFormats::Fnuz,
    extends_program_counter: false,
    preloads_arguments: false,
};
