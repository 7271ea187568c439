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

/// Most ranges are one or two segments.
pub(super) type NamedRange = SmallVec<[NamedSegment; 2]>;

/// Lanes from the first to the last of a set.
pub(super) fn span(lanes: u32) -> u32 {
    32 - lanes.leading_zeros() - lanes.trailing_zeros()
}

pub(super) fn lane_numbers(lanes: u32) -> impl Iterator<Item = u32> {
    (lanes.trailing_zeros()..32 - lanes.leading_zeros()).filter(move |lane| lanes & 1 << lane != 0)
}

/// Whether two different values live at the same time, if `inner`'s lane 0 becomes lane `offset`.
pub(super) fn ranges_conflict(inner: &[NamedSegment], outer: &[NamedSegment], offset: u8) -> bool {
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

/// Replaces `a` by the union of both; where both are live they have the same name. A range that is small compared with
/// `a` is inserted.
pub(super) fn merge_ranges(a: &mut NamedRange, b: &[NamedSegment]) {
    if b.len() * 8 < a.len() || b.len() == 1 {
        b.iter().for_each(|&segment| insert(a, segment));
        return;
    }
    let mut merged = NamedRange::with_capacity(a.len() + b.len());
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
    *a = merged;
}

/// Adds one segment. Touching segments grow in place: in a long range only an isolated segment moves others.
fn insert(range: &mut NamedRange, segment: NamedSegment) {
    let next = range.partition_point(|other| other.start <= segment.start);
    let at = match next.checked_sub(1) {
        Some(before) if range[before].joins(&segment) => before,
        _ if range.get(next).is_some_and(|other| segment.joins(other)) => {
            range[next].start = segment.start;
            next
        }
        _ => return range.insert(next, segment),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments in random order, inserted one by one and merged in parts: the same union.
    #[test]
    fn inserting_and_merging_agree() {
        let mut state = 7u64;
        let mut random = |limit: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % limit
        };
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
            let mut all = NamedRange::new();
            merge_ranges(&mut all, &pieces);
            let mut inserted = NamedRange::new();
            while !pieces.is_empty() {
                let piece = pieces.swap_remove(random(pieces.len() as u64) as usize);
                insert(&mut inserted, piece);
            }
            let show = |range: &NamedRange| format!("{range:?}");
            assert_eq!(show(&inserted), show(&all));
        }
    }
}
