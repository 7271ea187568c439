//! gfx900 and gfx906: AMD's reference of the Vega instruction set, and "Memory Model gfx6-gfx9" of LLVM's user guide.

use super::hazards::{Consumer, Producer, ReadStates, Relation, Rule, joined, rule};
use super::memory_model::{ByScope, CacheOperation, MemoryModel};
use super::{ByteFormats, CodeFacts, ScratchFacts, gfx9, offsets};
use wavec_gpu_mc::opcodes;

/// Bits of the cache policy: `glc` of loads goes past the first cache, `slc` means that data is not used again soon.
const GLC: i64 = 1;
const SLC: i64 = 2;

pub(super) const INVALIDATE_L1: CacheOperation = CacheOperation {
    opcode: opcodes::BUFFER_WBINVL1_VOL,
    policy: None,
};

pub(super) static FACTS: CodeFacts = facts(&HAZARDS);

/// Facts with a table of hazards.
pub(super) const fn facts(hazards: &'static [Rule]) -> CodeFacts {
    CodeFacts {
        memory_model: MEMORY_MODEL,
        hazards,
        read_states: ReadStates::of(hazards),
        says_what_it_awaits: false,
        clauses: None,
        lost_dependencies: &[],
        late_sources: &[],
        offsets: &offsets::GFX9,
        scratch: SCRATCH,
        byte_formats: ByteFormats::Fnuz,
        extends_program_counter: false,
        preloads_arguments: false,
    }
}

pub(super) const SCRATCH: ScratchFacts = ScratchFacts {
    is_architected: false,
    is_hardware_register: false,
    has_offset_alone: false,
    has_sums: false,
};

pub(super) const MEMORY_MODEL: MemoryModel = MemoryModel {
    work_groups_share_caches: true,
    load: ByScope([0, 0, 0, GLC, GLC]),
    store: ByScope([0; 5]),
    read_modify_write: ByScope([0; 5]),
    volatile_load: GLC,
    volatile_store: 0,
    non_temporal_load: GLC | SLC,
    non_temporal_store: GLC | SLC,
    write_back: ByScope([&[]; 5]),
    invalidate: ByScope([&[], &[], &[], &[INVALIDATE_L1], &[INVALIDATE_L1]]),
};

/// "Manually Inserted Wait States" of the reference.
const HAZARDS: [Rule; gfx9::ALL.len() + OWN.len()] = joined(&[gfx9::ALL, OWN]);

pub(super) const OWN: &[Rule] = &[rule(
    Producer::WideStore,
    Consumer::Valu,
    Relation::OverwritesData,
    1,
)];
