//! gfx942: AMD's reference of the CDNA3 instruction set and "Memory Model gfx942" of LLVM's user guide for the AMDGPU back
//! end, without thread group split mode.

use super::hazards::{Consumer, Producer, ReadStates, Relation, Rule, Wait, joined, matrix_rule};
use super::memory_model::{ByScope, CacheOperation, MemoryModel};
use super::{ByteFormats, CodeFacts, ScratchFacts, gfx9, offsets};
use wavec_gpu_mc::opcodes;

/// Bits of the cache policy. Of loads and stores `sc[1:0]` is the scope: 0 wavefront, 1 work-group, 2 agent, 3 system; of
/// read-modify-writes `sc0` returns the old value and `sc1` means system.
const SC0: i64 = 1;
const NT: i64 = 2;
const SC1: i64 = 16;

const fn write_back(policy: i64) -> CacheOperation {
    CacheOperation {
        opcode: opcodes::BUFFER_WBL2,
        policy: Some(policy),
    }
}

const fn invalidate(policy: i64) -> CacheOperation {
    CacheOperation {
        opcode: opcodes::BUFFER_INV,
        policy: Some(policy),
    }
}

pub(super) static FACTS: CodeFacts = FACTS_OF_GFX942;

pub(super) const FACTS_OF_GFX942: CodeFacts = CodeFacts {
    memory_model: MEMORY_MODEL,
    hazards: &HAZARDS,
    read_states: ReadStates::of(&HAZARDS),
    says_what_it_awaits: false,
    clauses: None,
    lost_dependencies: &[],
    late_sources: &[],
    offsets: &offsets::GFX9,
    scratch: SCRATCH,
    byte_formats: ByteFormats::Fnuz,
    extends_program_counter: false,
    preloads_arguments: true,
};

pub(super) const MEMORY_MODEL: MemoryModel = MemoryModel {
    work_groups_share_caches: true,
    load: ByScope([0, 0, SC0, SC1, SC0 | SC1]),
    store: ByScope([0, 0, SC0, SC1, SC0 | SC1]),
    read_modify_write: ByScope([0, 0, 0, 0, SC1]),
    volatile_load: SC0 | SC1,
    volatile_store: SC0 | SC1,
    non_temporal_load: NT,
    non_temporal_store: NT,
    write_back: ByScope([&[], &[], &[], &[write_back(SC1)], &[write_back(SC0 | SC1)]]),
    invalidate: ByScope([&[], &[], &[], &[invalidate(SC1)], &[invalidate(SC0 | SC1)]]),
};

pub(super) const SCRATCH: ScratchFacts = ScratchFacts {
    is_architected: true,
    is_hardware_register: false,
    has_offset_alone: true,
    has_sums: true,
};

/// "Manually Inserted Wait States" of the reference; numbers as LLVM 22 inserts them.
pub(super) const HAZARDS: [Rule;
    gfx9::ALL.len() + gfx9::UNIFIED.len() + gfx9::GFX940.len() + gfx9::LARGE_DOUBLE.len() + OWN.len()] =
    joined(&[gfx9::ALL, gfx9::UNIFIED, gfx9::GFX940, gfx9::LARGE_DOUBLE, OWN]);

/// Results of matrix instructions come as many passes later as the instruction has.
#[rustfmt::skip]
const OWN: &[Rule] = &[
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(3)),
];
