//! Live ranges: sorted half-open segments of program points, each with a value number.

use crate::regalloc::slot_indexes::{Renumbering, SlotIndex};
use smallvec::SmallVec;
use std::fmt;

/// Number of a value of one live range.
pub type ValueNumber = u32;

/// `start..end`, in which `value` lives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// First point.
    pub start: SlotIndex,
    /// First point after it.
    pub end: SlotIndex,
    /// Its value number.
    pub value: ValueNumber,
}

const _: () = assert!(size_of::<Segment>() == 12);

/// A live range with value numbers.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct LiveRange {
    /// Sorted, not overlapping; touching segments have different values.
    pub segments: SmallVec<[Segment; 2]>,
    /// Definition point of each value; a `Block` slot is the join of several at the block's start.
    pub values: SmallVec<[SlotIndex; 2]>,
}

impl LiveRange {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// First point.
    pub fn start(&self) -> Option<SlotIndex> {
        self.segments.first().map(|segment| segment.start)
    }

    /// End of the last segment.
    pub fn end(&self) -> Option<SlotIndex> {
        self.segments.last().map(|segment| segment.end)
    }

    /// The first segment that ends after `point`.
    pub fn find(&self, point: SlotIndex) -> usize {
        self.segments.partition_point(|segment| segment.end <= point)
    }

    /// The value that lives at `point`.
    pub fn value_at(&self, point: SlotIndex) -> Option<ValueNumber> {
        let segment = self.segments.get(self.find(point))?;
        (segment.start <= point).then_some(segment.value)
    }

    /// Whether it is live at `point`.
    pub fn live_at(&self, point: SlotIndex) -> bool {
        self.value_at(point).is_some()
    }

    /// Whether it is live anywhere in `start..end`.
    pub fn overlaps(&self, start: SlotIndex, end: SlotIndex) -> bool {
        self.segments
            .get(self.find(start))
            .is_some_and(|segment| segment.start < end)
    }

    /// Appends a segment after all others; merges it with the last if they touch and have one value.
    pub fn push(&mut self, segment: Segment) {
        if segment.start >= segment.end {
            return;
        }
        if let Some(last) = self.segments.last_mut() {
            debug_assert!(last.end <= segment.start, "segments are appended in order");
            if last.end == segment.start && last.value == segment.value {
                last.end = segment.end;
                return;
            }
        }
        self.segments.push(segment);
    }

    /// Number of program points covered, in instructions.
    pub fn size(&self) -> u32 {
        self.segments
            .iter()
            .map(|segment| segment.start.distance(segment.end))
            .fold(0, u32::saturating_add)
    }

    /// The union with `other`, without value numbers.
    pub fn union_segments(&mut self, other: &LiveRange) {
        let mut merged: SmallVec<[Segment; 2]> = SmallVec::new();
        let (mut a, mut b) = (
            self.segments.iter().copied().peekable(),
            other.segments.iter().copied().peekable(),
        );
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if y.start < x.start => b.next(),
                (Some(_), _) => a.next(),
                (None, _) => b.next(),
            };
            let Some(next) = next else { break };
            match merged.last_mut() {
                Some(last) if last.end >= next.start => last.end = last.end.max(next.end),
                _ => merged.push(Segment { value: 0, ..next }),
            }
        }
        self.segments = merged;
    }

    /// Maps everything to new program points.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        for segment in &mut self.segments {
            segment.start = renumbering.map(segment.start);
            segment.end = renumbering.map(segment.end);
        }
        self.segments.retain(|segment| segment.start < segment.end);
        for value in &mut self.values {
            *value = renumbering.map(*value);
        }
    }
}

impl fmt::Debug for LiveRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in &self.segments {
            write!(f, "[{:?},{:?}:{})", segment.start, segment.end, segment.value)?;
        }
        Ok(())
    }
}
