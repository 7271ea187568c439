//! Hash tables for values that are stored once.

use fxhash::FxHasher;
use std::hash::{Hash, Hasher};

/// An open-addressing table from hashes to dense indices. The owner keeps what an index stands for and compares; the hash
/// is stored beside the index, so that growing does not touch the owner's data.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    /// The number of places is a power of two.
    places: Vec<Place>,
    len: usize,
}

/// The upper half of the mixed hash, and the index plus one, which is 0 in a free place.
type Place = (u32, u32);

/// Places up to which a table grows by a factor of eight: all that it was before is an eighth of it.
const SMALL_TABLE: usize = 1 << 12;

/// The hash of a value.
#[inline]
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The half of the mixed hash that is stored: the upper bits of a product depend on all bits of its factors.
#[inline]
fn mix(hash: u64) -> u32 {
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl IdTable {
    /// The index with this hash for which `same` holds, or the place where [`insert`](Self::insert) puts it.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, mut same: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        if self.places.is_empty() {
            return Err(0);
        }
        let mask = self.places.len() - 1;
        let wanted = mix(hash);
        let mut at = wanted as usize & mask;
        loop {
            let (known, number) = self.places[at];
            let Some(index) = number.checked_sub(1) else {
                return Err(at);
            };
            if known == wanted && same(index) {
                return Ok(index);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds an index that [`find`](Self::find) did not find, at the place that it returned. Nothing may have been added
    /// in between.
    #[inline]
    pub(crate) fn insert(&mut self, at: usize, hash: u64, index: u32) {
        self.len += 1;
        // At most three quarters are in use.
        if self.places.len() * 3 < self.len * 4 {
            self.grow();
            self.put((mix(hash), index + 1));
        } else {
            self.places[at] = (mix(hash), index + 1);
        }
    }

    /// Adds an entry that is not there.
    fn put(&mut self, entry: Place) {
        let mask = self.places.len() - 1;
        let mut at = entry.0 as usize & mask;
        while self.places[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.places[at] = entry;
    }

    #[cold]
    fn grow(&mut self) {
        let factor = match self.places.len() {
            ..SMALL_TABLE => 8,
            _ => 2,
        };
        let size = (self.places.len() * factor).max(512);
        // Written now: a page that is read before it is written would be faulted in twice.
        let mut places = Vec::with_capacity(size);
        places.resize(size, (0, 0));
        let entries = std::mem::replace(&mut self.places, places);
        for entry in entries.into_iter().filter(|entry| entry.1 != 0) {
            self.put(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers under hashes of which many are the same, while the table grows.
    #[test]
    fn what_was_added_is_found() {
        let hash_of = |number: u32| u64::from(number / 7);
        for first in [0, 1] {
            let mut table = IdTable::default();
            for number in first..20_000 {
                let find =
                    |table: &IdTable, wanted: u32| table.find(hash_of(wanted), |known| known == wanted);
                let Err(place) = find(&table, number) else {
                    panic!("{number} is not there yet")
                };
                table.insert(place, hash_of(number), number);
                for known in [first, number / 2 + first, number] {
                    assert_eq!(find(&table, known), Ok(known));
                }
            }
        }
    }
}
