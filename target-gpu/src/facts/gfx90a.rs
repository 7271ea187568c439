//! gfx90a: AMD's reference of the CDNA2 instruction set and "Memory Model gfx90a" of LLVM's user guide for the AMDGPU back
//! end, without thread group split mode.

use super::hazards::{Consumer, Producer, ReadStates, Relation, Rule, Wait, matrix_rule, rule};
use super::memory_model::{ByScope, CacheOperation, MemoryModel};
use super::offsets;
use super::{CodeFacts, ScratchFacts};
use wavec_gpu_mc::opcodes;

/// Bits of the cache policy: `glc` of loads goes past the first cache, `slc` means that data is not used again soon.
const GLC: i64 = 1;
const SLC: i64 = 2;

/// The only policy that the instruction can be written with here is none.
const WRITE_BACK: CacheOperation = CacheOperation {
    opcode: opcodes::BUFFER_WBL2,
    policy: Some(0),
};
const INVALIDATE_L1: CacheOperation = CacheOperation {
    opcode: opcodes::BUFFER_WBINVL1_VOL,
    policy: None,
};
const INVALIDATE_L2: CacheOperation = CacheOperation {
    opcode: opcodes::BUFFER_INVL2,
    policy: None,
};

pub(super) static FACTS: CodeFacts = CodeFacts {
    memory_model: MemoryModel {
        load: ByScope([0, 0, 0, GLC, GLC]),
        store: ByScope([0; 5]),
        read_modify_write: ByScope([0; 5]),
        volatile_load: GLC,
        volatile_store: 0,
        non_temporal: GLC | SLC,
        write_back: ByScope([&[], &[], &[], &[], &[WRITE_BACK]]),
        invalidate: ByScope([&[], &[], &[], &[INVALIDATE_L1], &[INVALIDATE_L2, INVALIDATE_L1]]),
    },
    hazards: HAZARDS,
    read_states: ReadStates::of(HAZARDS),
    offsets: &offsets::GFX9,
    scratch: ScratchFacts {
        is_architected: false,
        has_all_modes: false,
    },
};

/// "Manually Inserted Wait States" of the reference; numbers as LLVM 22 inserts them. What reads or overwrites the results of a
/// matrix instruction waits for its passes, whatever its elements are.
#[rustfmt::skip]
const HAZARDS: &[Rule] = &[
    rule(Producer::Valu, Consumer::Vmem, Relation::ReadsSgpr, 5),
    rule(Producer::Valu, Consumer::LaneSelect, Relation::LaneSelectWritten, 4),
    rule(Producer::Valu, Consumer::DivFmas, Relation::ReadsVcc, 4),
    rule(Producer::ValuWritesExec, Consumer::Vmem, Relation::Always, 5),
    rule(Producer::ValuWritesExec, Consumer::Dpp, Relation::Always, 5),
    rule(Producer::Valu, Consumer::Dpp, Relation::ReadsVgpr, 2),
    rule(Producer::Dot, Consumer::Valu, Relation::TouchesVgprButToAdd, 3),
    rule(Producer::Dot, Consumer::Memory, Relation::TouchesVgpr, 3),
    rule(Producer::WideStore, Consumer::Valu, Relation::OverwritesData, 1),
    rule(Producer::Salu, Consumer::UsesM0, Relation::WritesM0, 1),
    rule(Producer::SetReg, Consumer::GetOrSetReg, Relation::SameHwreg, 2),
    rule(Producer::ValuWritesExec, Consumer::Matrix, Relation::Always, 4),
    rule(Producer::ValuNotDot, Consumer::Matrix, Relation::ReadsVgpr, 2),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(0)),
    matrix_rule(Producer::NarrowMatrix, Consumer::DoubleMatrix, Relation::AddsToPart, Wait::Passes(1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(0)),
    matrix_rule(Producer::SingleMatrix, Consumer::DoubleMatrix, Relation::AddsToPart, Wait::Passes(1)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(3)),
    matrix_rule(Producer::SingleMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::SingleMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::SingleMatrix, Consumer::ValuNotMatrix, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::SingleMatrix, Consumer::Memory, Relation::OverwritesAddend, Wait::Passes(-1)),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::AddsToResult, 4),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::AddsToPart, 4),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::Multiplies, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::ValuNotMatrix, Relation::Touches, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::Memory, Relation::ReadsVgpr, 9),
    rule(Producer::SmallDoubleMatrix, Consumer::Memory, Relation::Touches, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::DoubleFma, Relation::Always, 2),
    rule(Producer::LargeDoubleMatrix, Consumer::Matrix, Relation::AddsToPart, 9),
    rule(Producer::LargeDoubleMatrix, Consumer::Matrix, Relation::Multiplies, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::ValuNotMatrix, Relation::Touches, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::Memory, Relation::ReadsVgpr, 18),
    rule(Producer::LargeDoubleMatrix, Consumer::Memory, Relation::Touches, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::DoubleFma, Relation::Always, 2),
];
