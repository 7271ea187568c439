//! Occupation of register units by virtual registers over time: one sorted vector of segments per unit.

use crate::mir::VReg;
use crate::regalloc::live_range::{LiveRange, Segment};
use crate::regalloc::slot_indexes::{Renumbering, SlotIndex};
use cranelift_entity::EntityRef;

/// The occupant of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Owner(u32);

impl Owner {
    /// A physical register used by instructions; cannot be moved.
    pub const FIXED: Owner = Owner(u32::MAX);

    /// The virtual register, unless fixed.
    pub fn vreg(self) -> Option<VReg> {
        (self != Owner::FIXED).then(|| VReg::new(self.0 as usize))
    }
}

impl From<VReg> for Owner {
    fn from(vreg: VReg) -> Owner {
        Owner(vreg.as_u32())
    }
}

/// `start..end`, in which `owner` occupies the unit.
#[derive(Clone, Copy, Debug)]
pub struct Occupied {
    /// First point.
    pub start: SlotIndex,
    /// First point after it.
    pub end: SlotIndex,
    /// Its occupant.
    pub owner: Owner,
}

/// Occupation of one register unit.
#[derive(Clone, Debug, Default)]
pub struct UnitUnion {
    segments: Vec<Occupied>,
}

impl UnitUnion {
    /// Removes all segments.
    pub fn clear(&mut self) {
        self.segments.clear();
    }

    /// Whether it has no segments.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The last occupant.
    pub fn last_owner(&self) -> Option<Owner> {
        self.segments.last().map(|occupied| occupied.owner)
    }

    /// Adds `range`, which must not overlap existing segments. Touching segments are merged: value numbers do not
    /// matter here.
    pub fn insert(&mut self, range: &LiveRange, owner: Owner) {
        let touches = |a: &Segment, b: &Segment| a.end == b.start;
        let mut pieces = range.segments.chunk_by(touches).map(|chunk| Occupied {
            start: chunk[0].start,
            end: chunk[chunk.len() - 1].end,
            owner,
        });
        let (Some(first), second) = (pieces.next(), pieces.next()) else {
            return;
        };
        if second.is_none() {
            let at = self.segments.partition_point(|other| other.start < first.start);
            debug_assert!(at == 0 || self.segments[at - 1].end <= first.start);
            debug_assert!(self.segments.get(at).is_none_or(|next| first.end <= next.start));
            self.segments.insert(at, first);
            return;
        }
        // Merge from the end, so that each segment moves once.
        let mut left = self.segments.len();
        let mut end = left + 2 + pieces.clone().count();
        self.segments.resize(end, first);
        for piece in [Some(first), second].into_iter().flatten().chain(pieces).rev() {
            let after = self.segments[..left].partition_point(|other| other.start < piece.start);
            debug_assert!(after == 0 || self.segments[after - 1].end <= piece.start);
            self.segments.copy_within(after..left, end - (left - after));
            end -= left - after + 1;
            left = after;
            self.segments[end] = piece;
            debug_assert!(
                self.segments
                    .get(end + 1)
                    .is_none_or(|next| piece.end <= next.start)
            );
        }
    }

    /// Removes `range`, which was inserted for `owner`.
    pub fn remove(&mut self, range: &LiveRange, owner: Owner) {
        let (Some(start), Some(end)) = (range.start(), range.end()) else {
            return;
        };
        let from = self.segments.partition_point(|other| other.start < start);
        let to = self.segments.partition_point(|other| other.start < end);
        let mut write = from;
        for read in from..to {
            if self.segments[read].owner != owner {
                self.segments[write] = self.segments[read];
                write += 1;
            }
        }
        self.segments.drain(write..to);
    }

    /// Calls `visit` with each occupied segment that overlaps `range`, in order, until it returns false. Returns whether
    /// it went through.
    pub fn overlaps(&self, range: &LiveRange, mut visit: impl FnMut(&Occupied) -> bool) -> bool {
        let (Some(start), Some(end)) = (range.start(), range.end()) else {
            return true;
        };
        let mut at = self.segments.partition_point(|other| other.end <= start);
        let mut segments = range.segments.as_slice();
        while let Some(occupied) = self.segments.get(at) {
            if occupied.start >= end {
                break;
            }
            if segments[0].end <= occupied.start {
                // Not the last one, which ends after it.
                segments = &segments[gallop(segments, |segment| segment.end <= occupied.start)..];
            }
            let segment = &segments[0];
            if segment.start < occupied.end {
                if !visit(occupied) {
                    return false;
                }
                at += 1;
            } else {
                // Skip to the first segment that ends after this one's start.
                at += gallop(&self.segments[at..], |other| other.end <= segment.start);
            }
        }
        true
    }

    /// Whether nothing overlaps `range`.
    #[inline(always)] //  empty units need no search
    pub fn is_free(&self, range: &LiveRange) -> bool {
        match (self.segments.last(), range.start()) {
            (Some(last), Some(start)) if last.end > start => self.overlaps(range, |_| false),
            _ => true,
        }
    }

    /// Calls `visit` with the number, the first and the last occupied point of each of the `blocks` that is occupied.
    /// Blocks are sorted and do not overlap; points are clipped to them.
    pub fn extents(
        &self,
        blocks: impl Iterator<Item = (SlotIndex, SlotIndex)>,
        mut visit: impl FnMut(usize, SlotIndex, SlotIndex),
    ) {
        let mut segments = self.segments.as_slice();
        for (number, (start, end)) in blocks.enumerate() {
            // Most blocks are inside one segment or one gap: check the nearest before searching.
            if segments.first().is_some_and(|other| other.end <= start) {
                segments = &segments[gallop(segments, |other| other.end <= start)..];
            }
            let Some(first) = segments.first() else { break };
            if first.start >= end {
                continue;
            }
            if segments.get(1).is_some_and(|other| other.start < end) {
                let from = first.start.max(start);
                segments = &segments[gallop(segments, |other| other.start < end) - 1..];
                visit(number, from, segments[0].end.min(end));
            } else {
                visit(number, first.start.max(start), first.end.min(end));
            }
        }
    }

    /// Calls `visit` with each segment that overlaps `start..end`, in order, until it returns false. `at` is a cursor:
    /// 0 at first, then the value left by the call for the previous range.
    pub fn each_in(
        &self,
        start: SlotIndex,
        end: SlotIndex,
        at: &mut usize,
        mut visit: impl FnMut(&Occupied) -> bool,
    ) {
        *at += gallop(&self.segments[*at..], |other| other.end <= start);
        for occupied in &self.segments[*at..] {
            if occupied.start >= end || !visit(occupied) {
                break;
            }
        }
    }

    /// Maps everything to new program points.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        for segment in &mut self.segments {
            segment.start = renumbering.map(segment.start);
            segment.end = renumbering.map(segment.end);
        }
        self.segments.retain(|segment| segment.start < segment.end);
    }
}

/// `partition_point` for results near the start: logarithmic in the result, not in the length.
fn gallop<T>(list: &[T], mut holds: impl FnMut(&T) -> bool) -> usize {
    let mut step = 1;
    while step <= list.len() && holds(&list[step - 1]) {
        step *= 2;
    }
    let (from, to) = (step / 2, (step - 1).min(list.len()));
    from + list[from..to].partition_point(holds)
}
