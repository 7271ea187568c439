//! gfx908: AMD's reference of the CDNA1 instruction set. Accumulation registers are a file of their own, which only matrix
//! instructions and the moves from and to them access.

use super::hazards::{Consumer, Producer, Relation, Rule, Wait, joined, matrix_rule, rule};
use super::{CodeFacts, gfx9, gfx900};

pub(super) static FACTS: CodeFacts = gfx900::facts(&HAZARDS);

/// "Manually Inserted Wait States" of the reference; numbers as LLVM 22 inserts them.
const HAZARDS: [Rule; gfx9::ALL.len() + gfx900::OWN.len() + OWN.len()] =
    joined(&[gfx9::ALL, gfx900::OWN, OWN]);

#[rustfmt::skip]
const OWN: &[Rule] = &[
    rule(Producer::ValuWritesExec, Consumer::Matrix, Relation::Always, 4),
    rule(Producer::ValuNotDot, Consumer::Matrix, Relation::ReadsVgpr, 2),
    rule(Producer::Dot, Consumer::Matrix, Relation::ReadsVgpr, 2),
    rule(Producer::Valu, Consumer::AccumulationWrite, Relation::ReadsVgpr, 2),
    rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToPart, 2),
    rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToPart, 2),
    rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::Multiplies, 4),
    rule(Producer::SingleMatrix, Consumer::Matrix, Relation::Multiplies, 4),
    matrix_rule(Producer::NarrowMatrix, Consumer::AccumulationRead, Relation::Touches, Wait::Passes(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::AccumulationRead, Relation::Touches, Wait::Passes(2)),
    matrix_rule(Producer::NarrowMatrix, Consumer::AccumulationWrite, Relation::Touches, Wait::Passes(-1)),
    matrix_rule(Producer::SingleMatrix, Consumer::AccumulationWrite, Relation::Touches, Wait::Passes(-1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::AccumulationWrite, Relation::OverwritesAddend, Wait::Passes(-3)),
    matrix_rule(Producer::SingleMatrix, Consumer::AccumulationWrite, Relation::OverwritesAddend, Wait::Passes(-3)),
    rule(Producer::AccumulationWrite, Consumer::Matrix, Relation::AddsToPart, 1),
    rule(Producer::AccumulationWrite, Consumer::Matrix, Relation::Multiplies, 3),
    rule(Producer::AccumulationWrite, Consumer::AccumulationRead, Relation::Touches, 3),
    rule(Producer::AccumulationRead, Consumer::Memory, Relation::ReadsVgpr, 2),
];
