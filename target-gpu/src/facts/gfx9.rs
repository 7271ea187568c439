//! Hazards that processors of the GFX9 family share. Each has a table of these and of its own.

use super::hazards::{Consumer, Producer, Relation, Rule, Wait, matrix_rule, rule};

/// The hardware of all of them.
#[rustfmt::skip]
pub(super) const ALL: &[Rule] = &[
    rule(Producer::Valu, Consumer::Vmem, Relation::ReadsSgpr, 5),
    rule(Producer::Valu, Consumer::LaneSelect, Relation::LaneSelectWritten, 4),
    rule(Producer::Valu, Consumer::DivFmas, Relation::ReadsVcc, 4),
    rule(Producer::ValuWritesExec, Consumer::Vmem, Relation::Always, 5),
    rule(Producer::ValuWritesExec, Consumer::Dpp, Relation::Always, 5),
    rule(Producer::Valu, Consumer::Dpp, Relation::ReadsVgpr, 2),
    rule(Producer::Salu, Consumer::UsesM0, Relation::WritesM0, 1),
    rule(Producer::SetReg, Consumer::GetOrSetReg, Relation::SameHwreg, 2),
];

/// From gfx90a on, where one register file holds vector and accumulation registers.
#[rustfmt::skip]
pub(super) const UNIFIED: &[Rule] = &[
    rule(Producer::Dot, Consumer::Valu, Relation::TouchesVgprButToAdd, 3),
    rule(Producer::Dot, Consumer::Memory, Relation::TouchesVgpr, 3),
    rule(Producer::ValuWritesExec, Consumer::Matrix, Relation::Always, 4),
    rule(Producer::ValuNotDot, Consumer::Matrix, Relation::ReadsVgpr, 2),
    // The addend of a matrix instruction is read until the pass before the last.
    matrix_rule(Producer::NarrowMatrix, Consumer::ValuNotMatrix, Relation::OverwritesAddend, Wait::Passes(-1)),
    matrix_rule(Producer::NarrowMatrix, Consumer::Memory, Relation::OverwritesAddend, Wait::Passes(-1)),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::AddsToResult, 4),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::AddsToPart, 4),
    rule(Producer::SmallDoubleMatrix, Consumer::Matrix, Relation::Multiplies, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::ValuNotMatrix, Relation::Touches, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::Memory, Relation::ReadsVgpr, 9),
    rule(Producer::SmallDoubleMatrix, Consumer::Memory, Relation::Touches, 6),
    rule(Producer::SmallDoubleMatrix, Consumer::DoubleFma, Relation::Always, 2),
    rule(Producer::LargeDoubleMatrix, Consumer::DoubleFma, Relation::Always, 2),
];

/// Matrix instructions of 16 by 16 on f64 elements before gfx950.
#[rustfmt::skip]
pub(super) const LARGE_DOUBLE: &[Rule] = &[
    rule(Producer::LargeDoubleMatrix, Consumer::Matrix, Relation::AddsToPart, 9),
    rule(Producer::LargeDoubleMatrix, Consumer::Matrix, Relation::Multiplies, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::ValuNotMatrix, Relation::Touches, 11),
    rule(Producer::LargeDoubleMatrix, Consumer::Memory, Relation::ReadsVgpr, 18),
    rule(Producer::LargeDoubleMatrix, Consumer::Memory, Relation::Touches, 11),
];

/// From gfx940 on.
#[rustfmt::skip]
pub(super) const GFX940: &[Rule] = &[
    rule(Producer::Valu, Consumer::Valu, Relation::ReadsSgpr, 2),
    rule(Producer::ValuWritesExec, Consumer::Valu, Relation::ReadsExec, 2),
    rule(Producer::ValuWritesExec, Consumer::Lane, Relation::Always, 4),
    rule(Producer::Valu, Consumer::ReadLane, Relation::ReadsVgpr, 1),
    rule(Producer::Trans, Consumer::NonTransValu, Relation::ReadsVgpr, 1),
    rule(Producer::PartialWrite, Consumer::Valu, Relation::TouchesVgpr, 1),
    rule(Producer::WideStore, Consumer::Valu, Relation::OverwritesData, 2),
    matrix_rule(Producer::NarrowMatrix, Consumer::Matrix, Relation::AddsToResult, Wait::IfTwoPasses(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToResult, Wait::IfTwoPasses(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::AddsToPart, Wait::Passes(0)),
    matrix_rule(Producer::SingleMatrix, Consumer::Matrix, Relation::Multiplies, Wait::Passes(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::ValuNotMatrix, Relation::Touches, Wait::Passes(2)),
    matrix_rule(Producer::SingleMatrix, Consumer::Memory, Relation::Touches, Wait::Passes(2)),
];
