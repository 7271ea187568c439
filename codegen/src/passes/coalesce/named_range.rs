//! The live range of a register, each segment with the name of its value in each lane.

use crate::regalloc::slot_indexes::SlotIndex;
use smallvec::SmallVec;

/// Number of the value in one lane, the same for all copies of it; over the whole function.
pub(super) type ValueName = u32;

/// `start..end`, in which the value of lane `l` is called `name + l`, for every lane of the range. The lanes of one
/// value have consecutive names, so a copy of a tuple has one `name` however many lanes it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedSegment {
    pub(super) start: SlotIndex,
    pub(super) end: SlotIndex,
    pub(super) name: i64,
}

impl NamedSegment {
    /// Whether `next`, which does not begin earlier, continues this one.
    fn joins(&self, next: &NamedSegment) -> bool {
        self.name == next.name && self.end >= next.start
    }
}

/// Segments, most often one or two.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedRange {
    /// Sorted by position.
    settled: SmallVec<[NamedSegment; 2]>,
    /// Sorted as well: those that a long range got last and that touch no other. Each would move what follows it.
    recent: Vec<NamedSegment>,
}

/// From this many segments on, a range is long.
const LONG: usize = 1024;

/// Lanes from the first to the last of a set.
pub(super) fn span(lanes: u32) -> u32 {
    32 - lanes.leading_zeros() - lanes.trailing_zeros()
}

pub(super) fn lane_numbers(lanes: u32) -> impl Iterator<Item = u32> {
    (lanes.trailing_zeros()..32 - lanes.leading_zeros()).filter(move |lane| lanes & 1 << lane != 0)
}

impl FromIterator<NamedSegment> for NamedRange {
    /// The segments are sorted.
    fn from_iter<I: IntoIterator<Item = NamedSegment>>(segments: I) -> NamedRange {
        NamedRange {
            settled: segments.into_iter().collect(),
            recent: Vec::new(),
        }
    }
}

impl NamedRange {
    /// Number of segments.
    pub(super) fn len(&self) -> usize {
        self.settled.len() + self.recent.len()
    }

    /// Moves the names to other lanes.
    pub(super) fn shift_names(&mut self, offset: u8) {
        for segment in self.settled.iter_mut().chain(&mut self.recent) {
            segment.name -= i64::from(offset);
        }
    }

    /// Whether two different values live at the same time, if this range's lane 0 becomes lane `offset` of the other.
    pub(super) fn conflicts(&self, outer: &NamedRange, offset: u8) -> bool {
        let inner_parts = [&self.settled[..], &self.recent];
        let outer_parts = [&outer.settled[..], &outer.recent];
        inner_parts.into_iter().any(|inner| {
            outer_parts
                .into_iter()
                .any(|outer| ranges_conflict(inner, outer, offset))
        })
    }

    /// Adds the segments of another range; where both are live they have the same name. A range that is small compared
    /// with this one is inserted.
    pub(super) fn merge(&mut self, mut other: NamedRange) {
        other.settle();
        let added = &other.settled;
        if added.len() * 8 < self.settled.len() || added.len() == 1 {
            added.iter().for_each(|&segment| self.insert(segment));
        } else {
            self.settle();
            self.settled = union(&self.settled, added);
        }
    }

    /// Joins all segments that touch and have the same name.
    pub(super) fn settle(&mut self) {
        if !self.recent.is_empty() {
            self.settled = union(&self.settled, &self.recent);
            self.recent.clear();
        }
    }

    /// Whether one segment begins before `before` and ends after `after`, in a settled range.
    pub(super) fn lives_across(&self, before: SlotIndex, after: SlotIndex) -> bool {
        debug_assert!(self.recent.is_empty());
        let number = self.settled.partition_point(|segment| segment.end <= after);
        self.settled
            .get(number)
            .is_some_and(|segment| segment.start < before)
    }

    /// Adds one segment. Touching segments grow in place: only an isolated segment moves others.
    fn insert(&mut self, segment: NamedSegment) {
        let range = &mut self.settled;
        let next = range.partition_point(|other| other.start <= segment.start);
        let at = match next.checked_sub(1) {
            Some(before) if range[before].joins(&segment) => before,
            _ if range.get(next).is_some_and(|other| segment.joins(other)) => {
                range[next].start = segment.start;
                next
            }
            _ if range.len() < LONG => return range.insert(next, segment),
            _ => {
                let next = self.recent.partition_point(|other| other.start <= segment.start);
                self.recent.insert(next, segment);
                // Then moving these, and all of them now and then, takes equally long.
                if self.recent.len() > self.settled.len().isqrt() {
                    self.settle();
                }
                return;
            }
        };
        range[at].end = range[at].end.max(segment.end);
        let mut after = at + 1;
        while let Some(other) = range.get(after)
            && range[at].joins(other)
        {
            range[at].end = range[at].end.max(range[after].end);
            after += 1;
        }
        range.drain(at + 1..after);
    }
}

/// Whether two different values live at the same time, if `inner`'s lane 0 becomes lane `offset`.
fn ranges_conflict(inner: &[NamedSegment], outer: &[NamedSegment], offset: u8) -> bool {
    let (short, long, shift) = if inner.len() <= outer.len() {
        (inner, outer, -(offset as i64))
    } else {
        (outer, inner, offset as i64)
    };
    let mut from = 0;
    for segment in short {
        from += long[from..].partition_point(|other| other.end <= segment.start);
        for other in &long[from..] {
            if other.start >= segment.end {
                break;
            }
            if other.name != segment.name + shift {
                return true;
            }
        }
    }
    false
}

/// The segments of both, those that touch and have the same name as one.
fn union(a: &[NamedSegment], b: &[NamedSegment]) -> SmallVec<[NamedSegment; 2]> {
    let mut merged: SmallVec<[NamedSegment; 2]> = SmallVec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let from_a = j == b.len() || (i < a.len() && a[i].start <= b[j].start);
        let next = if from_a {
            i += 1;
            a[i - 1]
        } else {
            j += 1;
            b[j - 1]
        };
        match merged.last_mut() {
            Some(last) if last.joins(&next) => last.end = last.end.max(next.end),
            _ => merged.push(next),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random numbers below a limit.
    fn numbers() -> impl FnMut(u64) -> u64 {
        let mut state = 7u64;
        move |limit| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % limit
        }
    }

    /// Segments of a long range in random order: what is recent conflicts like the rest, and in the end it is one list.
    #[test]
    fn long_ranges_settle() {
        let mut random = numbers();
        let piece = |number: u64| NamedSegment {
            start: SlotIndex::at(2 * number as u32),
            end: SlotIndex::at(2 * number as u32 + 1),
            name: 1,
        };
        let mut pieces: Vec<NamedSegment> = (0..4 * LONG as u64).map(piece).collect();
        let all = union(&pieces, &[]);
        let other = |name| NamedRange::from_iter([NamedSegment { name, ..piece(7) }]);
        let mut range = NamedRange::default();
        let mut has_recent = false;
        while !pieces.is_empty() {
            let added = pieces.swap_remove(random(pieces.len() as u64) as usize);
            range.merge(NamedRange::from_iter([added]));
            has_recent |= !range.recent.is_empty();
            let has_seventh = pieces.iter().all(|left| left.start != piece(7).start);
            assert_eq!(other(2).conflicts(&range, 0), has_seventh);
            assert!(!other(1).conflicts(&range, 0));
        }
        assert!(has_recent);
        range.settle();
        assert_eq!(format!("{:?}", range.settled), format!("{all:?}"));
    }

    /// Segments in random order, inserted one by one and merged in parts: the same union.
    #[test]
    fn inserting_and_merging_agree() {
        let mut random = numbers();
        let point = |number: u64| SlotIndex::at(number as u32);
        for _ in 0..200 {
            let mut cuts: Vec<u64> = (0..30).map(|_| random(200)).collect();
            cuts.sort_unstable();
            cuts.dedup();
            let mut pieces: Vec<NamedSegment> = cuts
                .windows(2)
                .map(|pair| NamedSegment {
                    start: point(pair[0]),
                    end: point(pair[1]),
                    name: random(3) as i64,
                })
                .collect();
            pieces.retain(|_| random(4) != 0);
            let all = union(&pieces, &[]);
            let mut inserted = NamedRange::default();
            while !pieces.is_empty() {
                let piece = pieces.swap_remove(random(pieces.len() as u64) as usize);
                inserted.insert(piece);
            }
            assert_eq!(format!("{:?}", inserted.settled), format!("{all:?}"));
        }
    }
}
