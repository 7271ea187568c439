//! A sorted list of occupied segments, in chunks: an insertion moves the segments of one chunk, however long the list
//! is. Lists of small functions are one chunk.

use crate::regalloc::interference::Occupied;
use smallvec::SmallVec;

/// A chunk of this many segments is split before the next insertion.
const CHUNK: usize = 256;

/// Segments sorted by position, which do not overlap. No chunk is empty, except a single one.
#[derive(Clone, Debug, Default)]
pub(super) struct SegmentList {
    chunks: SmallVec<[Vec<Occupied>; 1]>,
}

/// A position in a list, valid until the list changes: a segment, or the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    chunk: usize,
    index: usize,
}

impl SegmentList {
    /// Removes all segments.
    pub(super) fn clear(&mut self) {
        self.chunks.truncate(1);
        self.chunks.iter_mut().for_each(Vec::clear);
    }

    /// The last segment.
    #[inline(always)]
    pub(super) fn last(&self) -> Option<&Occupied> {
        self.chunks.last()?.last()
    }

    /// The segment at `at`; none at the end.
    #[inline(always)]
    pub(super) fn get(&self, at: Place) -> Option<&Occupied> {
        self.chunks.get(at.chunk)?.get(at.index)
    }

    /// The place after that of a segment.
    #[inline(always)]
    pub(super) fn after(&self, at: Place) -> Place {
        self.normal(at.chunk, at.index + 1)
    }

    /// The place of the segment before `at`, which is not the first.
    pub(super) fn before(&self, at: Place) -> Place {
        match at.index.checked_sub(1) {
            Some(index) => Place { index, ..at },
            None => Place {
                chunk: at.chunk - 1,
                index: self.chunks[at.chunk - 1].len() - 1,
            },
        }
    }

    /// The place that `index`, at most the length, means in a chunk.
    #[inline(always)]
    fn normal(&self, chunk: usize, index: usize) -> Place {
        match index < self.chunks[chunk].len() {
            true => Place { chunk, index },
            false => Place {
                chunk: chunk + 1,
                index: 0,
            },
        }
    }

    /// The first place whose segment does not fulfil `holds`, which those before do.
    #[inline]
    pub(super) fn find(&self, mut holds: impl FnMut(&Occupied) -> bool) -> Place {
        let chunk = match self.chunks.len() {
            0 => return Place::default(),
            1 => 0,
            _ => self.first_chunk(0, &mut holds),
        };
        match self.chunks.get(chunk) {
            Some(segments) => self.normal(chunk, segments.partition_point(holds)),
            None => Place { chunk, index: 0 },
        }
    }

    /// The first place from `from` on whose segment does not fulfil `holds`: logarithmic in the distance within a
    /// chunk.
    #[inline]
    pub(super) fn seek(&self, from: Place, mut holds: impl FnMut(&Occupied) -> bool) -> Place {
        let Some(segments) = self.chunks.get(from.chunk) else {
            return from;
        };
        let index = from.index + gallop(&segments[from.index..], &mut holds);
        if index < segments.len() {
            return Place { index, ..from };
        }
        let chunk = self.first_chunk(from.chunk + 1, &mut holds);
        let index = self
            .chunks
            .get(chunk)
            .map_or(0, |segments| segments.partition_point(holds));
        Place { chunk, index }
    }

    /// The first chunk from `from` on with a segment that does not fulfil `holds`.
    fn first_chunk(&self, from: usize, holds: &mut impl FnMut(&Occupied) -> bool) -> usize {
        from + self.chunks[from..].partition_point(|segments| segments.last().is_none_or(&mut *holds))
    }

    /// Inserts `segment` before `at`. Returns its place.
    pub(super) fn insert(&mut self, mut at: Place, segment: Occupied) -> Place {
        if at.chunk == self.chunks.len() {
            match self.chunks.last() {
                Some(last) => {
                    at = Place {
                        chunk: at.chunk - 1,
                        index: last.len(),
                    }
                }
                None => self.chunks.push(Vec::new()),
            }
        }
        if self.chunks[at.chunk].len() >= CHUNK {
            // What is appended begins a chunk, so that chunks filled in order stay full.
            let half = if at.index == CHUNK { CHUNK } else { CHUNK / 2 };
            let upper = self.chunks[at.chunk].split_off(half);
            self.chunks.insert(at.chunk + 1, upper);
            if at.index >= half {
                at = Place {
                    chunk: at.chunk + 1,
                    index: at.index - half,
                };
            }
        }
        self.chunks[at.chunk].insert(at.index, segment);
        at
    }

    /// Removes the segments in `from..to` for which `is_removed` holds.
    pub(super) fn remove(&mut self, from: Place, to: Place, is_removed: impl Fn(&Occupied) -> bool) {
        for number in (from.chunk..=to.chunk).rev() {
            let Some(segments) = self.chunks.get_mut(number) else {
                continue;
            };
            let first = if number == from.chunk { from.index } else { 0 };
            let last = if number == to.chunk {
                to.index
            } else {
                segments.len()
            };
            let mut write = first;
            for read in first..last {
                if !is_removed(&segments[read]) {
                    segments[write] = segments[read];
                    write += 1;
                }
            }
            segments.drain(write..last);
            if segments.is_empty() && self.chunks.len() > 1 {
                self.chunks.remove(number);
            }
        }
    }

    /// Changes all segments without changing their order; drops those that become empty.
    pub(super) fn map(&mut self, change: impl Fn(&Occupied) -> Occupied) {
        for segments in &mut self.chunks {
            segments.retain_mut(|segment| {
                *segment = change(segment);
                segment.start < segment.end
            });
        }
        if self.chunks.len() > 1 {
            self.chunks.retain(|segments| !segments.is_empty());
        }
    }
}

/// `partition_point` for results near the start: logarithmic in the result, not in the length.
pub(super) fn gallop<T>(list: &[T], mut holds: impl FnMut(&T) -> bool) -> usize {
    let mut step = 1;
    while step <= list.len() && holds(&list[step - 1]) {
        step *= 2;
    }
    let (from, to) = (step / 2, (step - 1).min(list.len()));
    from + list[from..to].partition_point(holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::VReg;
    use crate::regalloc::SlotIndex;
    use crate::regalloc::interference::Owner;
    use cranelift_entity::EntityRef;

    fn segment(number: u32) -> Occupied {
        Occupied {
            start: SlotIndex::at(2 * number),
            end: SlotIndex::at(2 * number + 1),
            owner: Owner::from(VReg::new(number as usize % 3)),
        }
    }

    fn content(list: &SegmentList) -> Vec<SlotIndex> {
        let mut all = Vec::new();
        let mut at = list.find(|_| false);
        while let Some(segment) = list.get(at) {
            all.push(segment.start);
            at = list.after(at);
        }
        all
    }

    #[test]
    fn chunks_are_one_sorted_list() {
        const COUNT: u32 = 5_000;
        let mut list = SegmentList::default();
        // A permutation; the multiplier and the count have no common factor.
        for k in 0..COUNT {
            let new = segment(k * 1_117 % COUNT);
            let at = list.find(|other| other.start < new.start);
            assert_eq!(list.seek(Place::default(), |other| other.start < new.start), at);
            let at = list.insert(at, new);
            assert_eq!(list.get(at).map(|there| there.start), Some(new.start));
        }
        assert!(list.chunks.len() > 10);
        assert!(list.chunks.iter().all(|chunk| (1..=CHUNK).contains(&chunk.len())));
        let all: Vec<_> = (0..COUNT).map(|k| segment(k).start).collect();
        assert_eq!(content(&list), all);
        let end = list.find(|_| true);
        assert!(list.get(end).is_none());
        assert_eq!(
            list.get(list.before(end)).map(|last| last.start),
            all.last().copied()
        );
        for (from, to) in [(0, 1), (3, 700), (255, 257), (1_000, COUNT), (0, COUNT)] {
            let mut list = list.clone();
            let [first, last] = [from, to].map(|n| list.find(|other| other.start < segment(n).start));
            list.remove(first, last, |other| other.owner == segment(1).owner);
            let left = (0..COUNT).filter(|k| !(from..to).contains(k) || k % 3 != 1);
            assert_eq!(content(&list), left.map(|k| segment(k).start).collect::<Vec<_>>());
            list.remove(Place::default(), list.find(|_| true), |_| true);
            assert!(content(&list).is_empty() && list.last().is_none());
            list.insert(list.find(|_| false), segment(1));
            assert_eq!(content(&list), [segment(1).start]);
        }
    }
}
