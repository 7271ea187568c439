//! Tables that find what is stored once.

use fxhash::FxHasher;
use std::hash::{Hash, Hasher};

/// An open-addressing table from hashes to dense indices; what an index stands for is kept by the owner, who
/// compares, and hashes it again where the table grows.
///
/// Most of what is asked for is either not there, which the tags say, or at the first place with the right one. There is
/// one byte of these for each place, so that they are in a near cache where the rest of a large table is not. Source: the
/// control bytes of M. Kulukundis's "Swiss tables" (CppCon 2017).
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    /// [`IdTable::FREE`], or some bits of the hash; the number of places is a power of two.
    tags: Vec<u8>,
    /// Where there is a tag.
    indices: Vec<u32>,
    len: usize,
}

/// Slots up to which tables grow fast.
const SMALL_TABLE: usize = 1 << 12;

/// The hash of a value.
#[inline]
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl IdTable {
    const FREE: u8 = 0;

    /// The index with this hash for which `same` holds; else where [`insert`](Self::insert) puts one.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, mut same: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        if self.tags.is_empty() {
            return Err(0);
        }
        let mask = self.tags.len() - 1;
        let (start, wanted) = place_and_tag(hash);
        let mut at = start & mask;
        loop {
            let tag = self.tags[at];
            if tag == IdTable::FREE {
                return Err(at);
            }
            if tag == wanted && same(self.indices[at]) {
                return Ok(self.indices[at]);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds an index that [`find`](Self::find) did not find, where it says; nothing was added since. `hash_of` is asked
    /// for hashes of others.
    #[inline]
    pub(crate) fn insert(&mut self, at: usize, hash: u64, index: u32, hash_of: impl Fn(u32) -> u64) {
        self.len += 1;
        // At most three quarters are in use.
        if self.tags.len() * 3 < self.len * 4 {
            self.grow(hash_of);
            self.place(hash, index);
        } else {
            self.tags[at] = place_and_tag(hash).1;
            self.indices[at] = index;
        }
    }

    /// Adds an index that is not there.
    fn place(&mut self, hash: u64, index: u32) {
        let mask = self.tags.len() - 1;
        let (start, tag) = place_and_tag(hash);
        let mut at = start & mask;
        while self.tags[at] != IdTable::FREE {
            at = (at + 1) & mask;
        }
        self.tags[at] = tag;
        self.indices[at] = index;
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        // Small tables grow fast: all that a large one was before together is an eighth of it.
        let factor = match self.tags.len() {
            ..SMALL_TABLE => 8,
            _ => 2,
        };
        self.resize((self.tags.len() * factor).max(512), hash_of);
    }

    /// `size` is a power of two.
    fn resize(&mut self, size: usize, hash_of: impl Fn(u32) -> u64) {
        let tags = std::mem::replace(&mut self.tags, vec![IdTable::FREE; size]);
        let indices = std::mem::replace(&mut self.indices, vec![0; size]);
        for (tag, index) in tags.into_iter().zip(indices) {
            if tag != IdTable::FREE {
                self.place(hash_of(index), index);
            }
        }
    }
}

/// Where what has this hash is looked for first, in a table of any size, and its tag.
#[inline]
fn place_and_tag(hash: u64) -> (usize, u8) {
    let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // The upper bits of a product depend on all of what is multiplied.
    ((mixed >> 25) as usize, (mixed >> 57) as u8 | 0x80)
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
                table.insert(place, hash_of(number), number, hash_of);
                for known in [first, number / 2 + first, number] {
                    assert_eq!(find(&table, known), Ok(known));
                }
            }
        }
    }
}
