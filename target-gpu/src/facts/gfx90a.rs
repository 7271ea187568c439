//! gfx90a: AMD's reference of the CDNA2 instruction set and "Memory Model gfx90a" of LLVM's user guide for the AMDGPU back
//! end, without thread group split mode.

use super::gfx900::INVALIDATE_L1;
use super::hazards::{Consumer, Producer, ReadStates, Relation, Rule, Wait, joined, matrix_rule, rule};
use super::memory_model::{ByScope, CacheOperation, MemoryModel};
use super::{ByteFormats, CodeFacts, gfx9, gfx900, offsets};
use wavec_gpu_mc::opcodes;

/// The only policy that the instruction can be written with here is none.
const WRITE_BACK: CacheOperation = CacheOperation {
    opcode: opcodes::BUFFER_WBL2,
    policy: Some(0),
};
const INVALIDATE_L2: CacheOperation = CacheOperation {
    opcode: opcodes::BUFFER_INVL2,
    policy: None,
};

pub(super) static FACTS: CodeFacts = CodeFacts {
    memory_model: MemoryModel {
        write_back: ByScope([&[], &[], &[], &[], &[WRITE_BACK]]),
        invalidate: ByScope([&[], &[], &[], &[INVALIDATE_L1], &[INVALIDATE_L2, INVALIDATE_L1]]),
        ..gfx900::MEMORY_MODEL
    },
    hazards: &HAZARDS,
    read_states: ReadStates::of(&HAZARDS),
    says_what_it_awaits: false,
    clauses: None,
    lost_dependencies: &[],
    late_sources: &[],
    offsets: &offsets::GFX9,
    scratch: gfx900::SCRATCH,
    byte_formats: ByteFormats::Fnuz,
    extends_program_counter: false,
    preloads_arguments: true,
};

/// "Manually Inserted Wait States" of the reference; numbers as LLVM 22 inserts them. What reads or overwrites the results of a
/// matrix instruction waits for its passes, whatever its elements are.
const HAZARDS: [Rule; gfx9::ALL.len() + gfx9::UNIFIED.len() + gfx9::LARGE_DOUBLE.len() + OWN.len()] =
    joined(&[gfx9::ALL, gfx9::UNIFIED, gfx9::LARGE_DOUBLE, OWN]);

#[rustfmt::skip]
const OWN: &[Rule] = &[
    rule(Producer::WideStore, Consumer::Valu, Relation::OverwritesData, 1),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(0)),
    matrix_rule(Producer::NarrowMatrix, Consumer::DoubleMatrix, Relation::AddsToPart, Wait::Passes(1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(0)),
    matrix_rule(Producer::SingleMatrix, Consumer::DoubleMatrix, Relation::AddsToPart, Wait::Passes(1)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(3)),
    matrix_rule(Producer::SingleMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::SingleMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(3)),
    matrix_rule(Producer::SingleMatrix, Consumer::ValuNotMatrix, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::SingleMatrix, Consumer::Memory, Relation::OverwritesAddend, Wait::Passes(-1)),
];
