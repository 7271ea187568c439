//! gfx1100 and later: AMD's reference of the RDNA 3 instruction set, and "Memory Model gfx10-gfx11" of LLVM's user guide for the
//! AMDGPU back end, in work-group processor mode.

use super::dependencies::{EXEC_OF_PERMUTE, Lost, LostDependency, MULTIPLIED_RESULT};
use super::gfx10::{DLC, FACTS_OF_GFX10, GLC, SLC};
use super::memory_model::{ByScope, MemoryModel};
use super::{CodeFacts, ScratchFacts, clauses, offsets};
use wavec_gpu_mc::opcodes;

pub(super) static FACTS: CodeFacts = CodeFacts {
    lost_dependencies: LOST_DEPENDENCIES,
    // Forwarding inside the instruction is wrong.
    late_sources: &[opcodes::V_MAD_U64_U32_E64, opcodes::V_MAD_I64_I32_E64],
    ..GFX11
};

/// RDNA 3.5, which loses fewer.
pub(super) static FACTS_OF_GFX115: CodeFacts = GFX11;

/// The distances are those of LLVM 22.
const LOST_DEPENDENCIES: &[LostDependency] = &[
    LostDependency {
        lost: Lost::TranscendentalResult {
            vector: 5,
            transcendental: 1,
        },
        lanes: &[32, 64],
    },
    LostDependency {
        lost: Lost::AcrossExec { vector: 7 },
        lanes: &[64],
    },
    LostDependency {
        lost: Lost::OverwrittenMask,
        lanes: &[64],
    },
    EXEC_OF_PERMUTE,
    MULTIPLIED_RESULT,
];

const GFX11: CodeFacts = CodeFacts {
    memory_model: MemoryModel {
        load: ByScope([0, 0, GLC, GLC, GLC]),
        volatile_load: GLC | DLC,
        volatile_store: DLC,
        non_temporal_load: SLC | DLC,
        non_temporal_store: GLC | SLC | DLC,
        ..FACTS_OF_GFX10.memory_model
    },
    lost_dependencies: &[EXEC_OF_PERMUTE, MULTIPLIED_RESULT],
    says_what_it_awaits: true,
    clauses: Some(&clauses::RDNA3),
    offsets: &offsets::GFX9,
    scratch: ScratchFacts {
        is_architected: true,
        is_hardware_register: false,
        has_offset_alone: true,
        has_sums: true,
    },
    ..FACTS_OF_GFX10
};
