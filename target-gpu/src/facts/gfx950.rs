//! gfx950: AMD's reference of the CDNA4 instruction set. Memory is ordered as on gfx942.

use super::hazards::{Consumer, Producer, ReadStates, Relation, Rule, Wait, joined, matrix_rule, rule};
use super::{ByteFormats, CodeFacts, gfx9, gfx940, offsets};

pub(super) static FACTS: CodeFacts = CodeFacts {
    memory_model: gfx940::MEMORY_MODEL,
    hazards: &HAZARDS,
    read_states: ReadStates::of(&HAZARDS),
    says_what_it_awaits: false,
    clauses: None,
    lost_dependencies: &[],
    late_sources: &[],
    offsets: &offsets::GFX9,
    scratch: gfx940::SCRATCH,
    byte_formats: ByteFormats::Ocp,
    extends_program_counter: false,
    preloads_arguments: true,
};

/// "Manually Inserted Wait States" of the reference; numbers as LLVM 22 inserts them.
const HAZARDS: [Rule; gfx9::ALL.len() + gfx9::UNIFIED.len() + gfx9::GFX940.len() + OWN.len()] =
    joined(&[gfx9::ALL, gfx9::UNIFIED, gfx9::GFX940, OWN]);

/// Results of longer matrix instructions come a state later than on gfx942.
#[rustfmt::skip]
pub(super) const OWN: &[Rule] = &[
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::LongPasses(1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::NarrowMatrix, Relation::AddsToPart, Wait::Passes(2)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::Multiplies, Wait::LongPasses(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::LongPasses(3)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::Touches, Wait::LongPasses(3)),
    rule(Producer::LargeDoubleMatrix, Consumer::Matrix, Relation::AddsToPart, 17),
    rule(Producer::LargeDoubleMatrix, Consumer::Matrix, Relation::Multiplies, 19),
    rule(Producer::LargeDoubleMatrix, Consumer::ValuNotMatrix, Relation::ReadsVgpr, 19),
    rule(Producer::LargeDoubleMatrix, Consumer::ValuNotMatrix, Relation::Touches, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::Memory, Relation::ReadsVgpr, 18),
    rule(Producer::LargeDoubleMatrix, Consumer::Memory, Relation::Touches, 11),
    rule(Producer::Valu, Consumer::SwapLanes, Relation::ReadsVgpr, 2),
    rule(Producer::ValuWritesExec, Consumer::SwapLanes, Relation::Always, 4),
];
