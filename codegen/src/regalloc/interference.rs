//! Which virtual register occupies each register unit when: one sorted vector of segments per unit.

use crate::mir::VReg;
use crate::regalloc::live_range::LiveRange;
use crate::regalloc::slot_indexes::{Renumbering, SlotIndex};
use cranelift_entity::EntityRef;

/// What occupies a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Owner(u32);

impl Owner {
    /// A physical register named by instructions; cannot be moved.
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
    /// First point behind.
    pub end: SlotIndex,
    /// Who.
    pub owner: Owner,
}

/// Occupation of one register unit.
#[derive(Clone, Debug, Default)]
pub struct UnitUnion {
    segments: Vec<Occupied>,
}

impl UnitUnion {
    /// Whether nothing occupies it.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Adds `range`, which must not overlap what is there.
    pub fn insert(&mut self, range: &LiveRange, owner: Owner) {
        for segment in &range.segments {
            let new = Occupied {
                start: segment.start,
                end: segment.end,
                owner,
            };
            let at = self.segments.partition_point(|other| other.start < new.start);
            debug_assert!(at == 0 || self.segments[at - 1].end <= new.start);
            debug_assert!(self.segments.get(at).is_none_or(|next| new.end <= next.start));
            self.segments.insert(at, new);
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
        let mut segments = range.segments.iter();
        let Some(mut segment) = segments.next() else {
            return true;
        };
        while let Some(occupied) = self.segments.get(at) {
            if occupied.start >= end {
                break;
            }
            while segment.end <= occupied.start {
                match segments.next() {
                    Some(next) => segment = next,
                    None => return true,
                }
            }
            if segment.start < occupied.end {
                if !visit(occupied) {
                    return false;
                }
                at += 1;
            } else {
                // Skip to the first segment that ends behind this one's start.
                at += gallop(&self.segments[at..], |other| other.end <= segment.start);
            }
        }
        true
    }

    /// Whether anything overlaps `range`.
    pub fn is_free(&self, range: &LiveRange) -> bool {
        self.overlaps(range, |_| false)
    }

    /// First and last taken point in `start..end`, clipped to it. `at` is where to begin: 0 at first, then what the call
    /// for the range before left there.
    pub fn extent(&self, start: SlotIndex, end: SlotIndex, at: &mut usize) -> Option<(SlotIndex, SlotIndex)> {
        *at += gallop(&self.segments[*at..], |other| other.end <= start);
        let to = *at + gallop(&self.segments[*at..], |other| other.start < end);
        (*at < to).then(|| {
            (
                self.segments[*at].start.max(start),
                self.segments[to - 1].end.min(end),
            )
        })
    }

    /// Calls `visit` with each segment that overlaps `start..end`, in order, until it returns false. `at` as in
    /// [`UnitUnion::extent`].
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

    /// Moves everything to new program points.
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
