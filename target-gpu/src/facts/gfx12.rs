//! gfx1200 and later: AMD's reference of the RDNA 4 instruction set, and "Memory Model gfx12" of LLVM's user guide for the AMDGPU
//! back end, in work-group processor mode. Each access says in which scope it is coherent.

use super::dependencies::{EXEC_OF_PERMUTE, Lost, LostDependency, MULTIPLIED_RESULT};
use super::gfx10::FACTS_OF_GFX10;
use super::memory_model::{ByScope, CacheOperation, MemoryModel};
use super::{ByteFormats, CodeFacts, ScratchFacts, clauses, offsets};
use wavec_gpu_mc::opcodes;

/// Scopes in the cache policy: of the shader engine, which a work-group may be spread over; of the device; of everything.
const ENGINE: i64 = 1 << 3;
const DEVICE: i64 = 2 << 3;
const SYSTEM: i64 = 3 << 3;
/// The temporal hint of data that is not used again soon.
const NON_TEMPORAL: i64 = 1;

const fn invalidate(scope: i64) -> CacheOperation {
    CacheOperation {
        opcode: opcodes::GLOBAL_INV,
        policy: Some(scope),
    }
}
const WRITE_BACK: CacheOperation = CacheOperation {
    opcode: opcodes::GLOBAL_WB,
    policy: Some(SYSTEM),
};
const SCOPES: ByScope<i64> = ByScope([0, 0, ENGINE, DEVICE, SYSTEM]);

pub(super) static FACTS: CodeFacts = CodeFacts {
    memory_model: MemoryModel {
        work_groups_share_caches: false,
        load: SCOPES,
        store: SCOPES,
        read_modify_write: SCOPES,
        volatile_load: SYSTEM,
        volatile_store: SYSTEM,
        non_temporal_load: NON_TEMPORAL,
        non_temporal_store: NON_TEMPORAL,
        write_back: ByScope([&[], &[], &[], &[], &[WRITE_BACK]]),
        invalidate: ByScope([
            &[],
            &[],
            &[invalidate(ENGINE)],
            &[invalidate(DEVICE)],
            &[invalidate(SYSTEM)],
        ]),
    },
    lost_dependencies: &[
        LostDependency {
            lost: Lost::RewrittenScalar,
            lanes: &[32, 64],
        },
        EXEC_OF_PERMUTE,
        MULTIPLIED_RESULT,
    ],
    says_what_it_awaits: true,
    clauses: Some(&clauses::RDNA3),
    offsets: &offsets::GFX12,
    scratch: ScratchFacts {
        is_architected: true,
        is_hardware_register: false,
        has_offset_alone: true,
        has_sums: true,
    },
    byte_formats: ByteFormats::Ocp,
    extends_program_counter: true,
    preloads_arguments: false,
    ..FACTS_OF_GFX10
};
