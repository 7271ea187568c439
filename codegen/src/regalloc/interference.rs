//! Occupation of register units by virtual registers over time: one sorted list of segments per unit.

use crate::mir::VReg;
use crate::regalloc::live_range::{LiveRange, Segment};
use crate::regalloc::segment_list::{Place, SegmentList, gallop};
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
    segments: SegmentList,
}

impl UnitUnion {
    /// Removes all segments.
    pub fn clear(&mut self) {
        self.segments.clear();
    }

    /// Whether it has no segments.
    pub fn is_empty(&self) -> bool {
        self.segments.last().is_none()
    }

    /// The last occupant.
    pub fn last_owner(&self) -> Option<Owner> {
        self.segments.last().map(|occupied| occupied.owner)
    }

    /// Adds `range`, which must not overlap existing segments. Touching segments are merged: value numbers do not
    /// matter here.
    pub fn insert(&mut self, range: &LiveRange, owner: Owner) {
        let touches = |a: &Segment, b: &Segment| a.end == b.start;
        let mut at = Place::default();
        for chunk in range.segments.chunk_by(touches) {
            let piece = Occupied {
                start: chunk[0].start,
                end: chunk[chunk.len() - 1].end,
                owner,
            };
            at = self.segments.seek(at, |other| other.start < piece.start);
            debug_assert!(self.segments.get(at).is_none_or(|next| piece.end <= next.start));
            at = self.segments.insert(at, piece);
        }
    }

    /// Removes `range`, which was inserted for `owner`.
    pub fn remove(&mut self, range: &LiveRange, owner: Owner) {
        let (Some(start), Some(end)) = (range.start(), range.end()) else {
            return;
        };
        let from = self.segments.find(|other| other.start < start);
        let to = self.segments.seek(from, |other| other.start < end);
        self.segments.remove(from, to, |other| other.owner == owner);
    }

    /// Calls `visit` with each occupied segment that overlaps `range`, in order, until it returns false. Returns whether
    /// it went through.
    pub fn overlaps(&self, range: &LiveRange, mut visit: impl FnMut(&Occupied) -> bool) -> bool {
        let (Some(start), Some(end)) = (range.start(), range.end()) else {
            return true;
        };
        let mut at = self.segments.find(|other| other.end <= start);
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
                at = self.segments.after(at);
            } else {
                // Skip to the first segment that ends after this one's start.
                at = self.segments.seek(at, |other| other.end <= segment.start);
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
        let mut at = Place::default();
        for (number, (start, end)) in blocks.enumerate() {
            // Most blocks are inside one segment or one gap.
            at = self.segments.seek(at, |other| other.end <= start);
            let Some(first) = self.segments.get(at) else { break };
            if first.start >= end {
                continue;
            }
            let mut last = first;
            let next = self.segments.after(at);
            if self.segments.get(next).is_some_and(|other| other.start < end) {
                let beyond = self.segments.seek(next, |other| other.start < end);
                at = self.segments.before(beyond);
                last = self.segments.get(at).expect("the segment before another place");
            }
            visit(number, first.start.max(start), last.end.min(end));
        }
    }

    /// Calls `visit` with each segment that overlaps `start..end`, in order, until it returns false. `at` is a cursor:
    /// the default at first, then what the call for the previous range left.
    pub(super) fn each_in(
        &self,
        start: SlotIndex,
        end: SlotIndex,
        at: &mut Place,
        mut visit: impl FnMut(&Occupied) -> bool,
    ) {
        *at = self.segments.seek(*at, |other| other.end <= start);
        let mut place = *at;
        while let Some(occupied) = self.segments.get(place) {
            if occupied.start >= end || !visit(occupied) {
                break;
            }
            place = self.segments.after(place);
        }
    }

    /// Maps everything to new program points.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        self.segments.map(|segment| Occupied {
            start: renumbering.map(segment.start),
            end: renumbering.map(segment.end),
            owner: segment.owner,
        });
    }
}
