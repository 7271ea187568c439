//! Fields that have their turn when a record gets the arguments of its multiclass.
//!
//! A statement of a multiclass is copied for each of its instantiations, and the copies hold the same expressions. Which of
//! them cannot wait until the record is finished ([`super::waits`]) is found for the first copy.

use super::worth_from;
use crate::intern::Symbol;
use crate::layout::{Fields, Layout, Shape};
use crate::value::ValueId;
use std::sync::Arc;
use wavec_support::Span;

/// Records with less fields are looked through as fast.
const MIN_FIELDS: usize = worth_from(32) as usize;
/// Sets of what is known of statements, and how much a set holds: the statements in it, and the copies that loops made of
/// one. What is newer displaces what is older.
pub(super) const SETS: usize = 1 << 6;
pub(super) const WAYS: usize = 4;

/// Where the set of a statement starts, whose records have this shape.
pub(super) fn set_of(shape: Shape, span: Span) -> usize {
    let hash = shape.0 as u32 ^ span.start.wrapping_mul(0x85eb_ca6b);
    (hash.wrapping_mul(0x9e37_79b1) as usize >> (u32::BITS - SETS.ilog2())) * WAYS
}

/// What was found for a statement.
struct Turn {
    shape: Shape,
    /// Kept so that its address is not used again.
    _layout: Option<Arc<Layout>>,
    span: Span,
    values: Box<[ValueId]>,
    /// The variables that had values.
    given: Box<[Symbol]>,
    /// The fields that have their turn, with their values.
    fields: Box<[(u32, ValueId)]>,
}

/// See the module.
#[derive(Default)]
pub(super) struct Turns(Vec<Option<Turn>>);

/// Whether values are equal; most are when this is asked.
fn are_equal(a: &[ValueId], b: &[ValueId]) -> bool {
    let differ = |a: &[ValueId], b: &[ValueId]| {
        let pairs = a.iter().zip(b);
        pairs.fold(0, |all, (a, b)| all | (a.0 ^ b.0)) != 0
    };
    let ((a_chunks, a_rest), (b_chunks, b_rest)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    a.len() == b.len() && !differ(a_rest, b_rest) && !a_chunks.iter().zip(b_chunks).any(|(a, b)| differ(a, b))
}

impl Turns {
    /// The fields that have their turn in a record of the statement at `span`, if that is known.
    pub(super) fn get(
        &self,
        fields: &Fields,
        span: Span,
        arguments: &[(Symbol, ValueId)],
    ) -> Option<&[(u32, ValueId)]> {
        let shape = fields.shape();
        let set = set_of(shape, span);
        let is_it = |turn: &&Turn| {
            turn.shape == shape
                && turn.span == span
                && turn.given.iter().eq(arguments.iter().map(|(name, _)| name))
                && are_equal(&turn.values, fields.values())
        };
        let turn = self.0.get(set..set + WAYS)?.iter().flatten().find(is_it)?;
        Some(&turn.fields)
    }

    /// Keeps what was found, unless the record has few fields.
    pub(super) fn put(
        &mut self,
        fields: &Fields,
        span: Span,
        arguments: &[(Symbol, ValueId)],
        found: &[(u32, ValueId)],
    ) {
        if fields.len() < MIN_FIELDS {
            return;
        }
        if self.0.is_empty() {
            self.0.resize_with(SETS * WAYS, || None);
        }
        let shape = fields.shape();
        let set = set_of(shape, span);
        let turns = &mut self.0[set..set + WAYS];
        turns.rotate_right(1);
        turns[0] = Some(Turn {
            shape,
            _layout: fields.shared_layout(),
            span,
            values: fields.values().into(),
            given: arguments.iter().map(|&(name, _)| name).collect(),
            fields: found.into(),
        });
    }
}
