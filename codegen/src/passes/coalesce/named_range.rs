//! Where a register lives, each segment with the name of the value it holds, for each of its lanes.

use crate::regalloc::slot_indexes::SlotIndex;

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

pub(super) type NamedRange = Vec<NamedSegment>;

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

/// The union; where both live they have the same name.
pub(super) fn merge_ranges(a: &[NamedSegment], b: &[NamedSegment]) -> NamedRange {
    let mut merged: NamedRange = Vec::with_capacity(a.len() + b.len());
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
            Some(last) if last.name == next.name && last.end >= next.start => {
                last.end = last.end.max(next.end)
            }
            _ => merged.push(next),
        }
    }
    merged
}
