//! The contents of the scalar cache as a wave sees them. Stores by vector memory do not update the cache: a second load
//! of data that was stored to after the first load may return the old value.

use crate::wave::Ranges;
use fxhash::FxHashMap;

/// Size of a cache line in bytes.
const LINE: u64 = 64;

/// Lines that were loaded, with a bit for each byte that was stored to since.
#[derive(Debug, Default)]
pub(crate) struct ScalarCache {
    lines: FxHashMap<u64, u64>,
}

/// Whether any of the ranges overlaps `range`.
pub(crate) fn any_overlaps(ranges: &Ranges, range: (u64, u64)) -> bool {
    ranges.iter().any(|other| other.0 < range.1 && range.0 < other.1)
}

/// The lines of a range, with a bit for each byte of it.
fn lines((first, end): (u64, u64)) -> impl Iterator<Item = (u64, u64)> {
    (first / LINE..end.div_ceil(LINE)).map(move |line| {
        let start = line * LINE;
        let (from, to) = (first.max(start) - start, end.min(start + LINE) - start);
        (line, u64::MAX >> (LINE - (to - from)) << from)
    })
}

impl ScalarCache {
    /// Forgets all lines.
    pub(crate) fn clear(&mut self) {
        self.lines.clear();
    }

    /// Records stores by vector memory.
    pub(crate) fn note_stores(&mut self, stored: &Ranges) {
        if self.lines.is_empty() {
            return;
        }
        for (line, bytes) in stored.iter().flat_map(|&range| lines(range)) {
            if let Some(stale) = self.lines.get_mut(&line) {
                *stale |= bytes;
            }
        }
    }

    /// Loads a range; false if a part of it is older than a store.
    pub(crate) fn load(&mut self, range: (u64, u64)) -> bool {
        lines(range).all(|(line, bytes)| *self.lines.entry(line).or_default() & bytes == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_make_lines_stale() {
        let mut cache = ScalarCache::default();
        let stores = |range| Ranges::from_slice(&[range]);
        cache.note_stores(&stores((64, 68)));
        assert!(cache.load((64, 68)));
        cache.note_stores(&stores((68, 72)));
        cache.note_stores(&stores((128, 132)));
        assert!(cache.load((64, 68)) && cache.load((128, 132)));
        assert!(!cache.load((68, 72)) && !cache.load((64, 72)));
        cache.clear();
        assert!(cache.load((64, 72)));
    }
}
