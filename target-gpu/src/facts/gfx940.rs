//! gfx942: AMD's reference of the CDNA3 instruction set and "Memory Model gfx942" of LLVM's user guide for the AMDGPU back
//! end, without thread group split mode.

use super::hazards::{Consumer, Producer, ReadStates, Relation, Rule, Wait, matrix_rule, rule};
use super::memory_model::{ByScope, CacheOperation, MemoryModel};
use super::offsets;
use super::{CodeFacts, ScratchFacts};
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

pub(super) static FACTS: CodeFacts = CodeFacts {
    memory_model: MemoryModel {
        load: ByScope([0, 0, SC0, SC1, SC0 | SC1]),
        store: ByScope([0, 0, SC0, SC1, SC0 | SC1]),
        read_modify_write: ByScope([0, 0, 0, 0, SC1]),
        volatile_load: SC0 | SC1,
        volatile_store: SC0 | SC1,
        non_temporal: NT,
        write_back: ByScope([&[], &[], &[], &[write_back(SC1)], &[write_back(SC0 | SC1)]]),
        invalidate: ByScope([&[], &[], &[], &[invalidate(SC1)], &[invalidate(SC0 | SC1)]]),
    },
    hazards: HAZARDS,
    read_states: ReadStates::of(HAZARDS),
    offsets: &offsets::GFX9,
    scratch: ScratchFacts {
        is_architected: true,
        has_all_modes: true,
    },
};

/// "Manually Inserted Wait States" of the reference; numbers as LLVM 22 inserts them.
#[rustfmt::skip]
const HAZARDS: &[Rule] = &[
    rule(Producer::Valu, Consumer::Vmem, Relation::ReadsSgpr, 5),
    rule(Producer::Valu, Consumer::LaneSelect, Relation::LaneSelectWritten, 4),
    rule(Producer::Valu, Consumer::DivFmas, Relation::ReadsVcc, 4),
    rule(Producer::Valu, Consumer::Valu, Relation::ReadsSgpr, 2),
    rule(Producer::ValuWritesExec, Consumer::Vmem, Relation::Always, 5),
    rule(Producer::ValuWritesExec, Consumer::Valu, Relation::ReadsExec, 2),
    rule(Producer::ValuWritesExec, Consumer::Lane, Relation::Always, 4),
    rule(Producer::ValuWritesExec, Consumer::Dpp, Relation::Always, 5),
    rule(Producer::Valu, Consumer::Dpp, Relation::ReadsVgpr, 2),
    rule(Producer::Valu, Consumer::ReadLane, Relation::ReadsVgpr, 1),
    rule(Producer::Trans, Consumer::NonTransValu, Relation::ReadsVgpr, 1),
    rule(Producer::PartialWrite, Consumer::Valu, Relation::TouchesVgpr, 1),
    rule(Producer::Dot, Consumer::Valu, Relation::TouchesVgprButToAdd, 3),
    rule(Producer::Dot, Consumer::Memory, Relation::TouchesVgpr, 3),
    rule(Producer::WideStore, Consumer::Valu, Relation::OverwritesData, 2),
    rule(Producer::Salu, Consumer::UsesM0, Relation::WritesM0, 1),
    rule(Producer::SetReg, Consumer::GetOrSetReg, Relation::SameHwreg, 2),
    rule(Producer::ValuWritesExec, Consumer::Matrix, Relation::Always, 4),
    rule(Producer::ValuNotDot, Consumer::Matrix, Relation::ReadsVgpr, 2),
    // Results of matrix instructions come as many passes later as the instruction has.
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToResult, Wait::IfTwoPasses(2)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToResult, Wait::IfTwoPasses(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(0)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(2)),
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
