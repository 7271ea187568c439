//! gfx1100 and later: AMD's reference of the RDNA 3 instruction set, and "Memory Model gfx10-gfx11" of LLVM's user guide for the
//! AMDGPU back end, in work-group processor mode.

use super::gfx10::{DLC, FACTS_OF_GFX10, GLC, SLC};
use super::memory_model::{ByScope, MemoryModel};
use super::{CodeFacts, ScratchFacts, offsets};

pub(super) static FACTS: CodeFacts = CodeFacts {
    memory_model: MemoryModel {
        load: ByScope([0, 0, GLC, GLC, GLC]),
        volatile_load: GLC | DLC,
        volatile_store: DLC,
        non_temporal_load: SLC | DLC,
        non_temporal_store: GLC | SLC | DLC,
        ..FACTS_OF_GFX10.memory_model
    },
    offsets: &offsets::GFX9,
    scratch: ScratchFacts {
        is_architected: true,
        is_hardware_register: false,
        has_offset_alone: true,
        has_sums: true,
    },
    ..FACTS_OF_GFX10
};
