//! Tables that share storage: states of a large function differ in few entries from block to block.

use std::ops::Index;
use std::rc::Rc;

/// Entries of a chunk. Larger chunks copy more per change, smaller ones make the tables of chunks longer.
const CHUNK: usize = 128;

/// A table whose copies share their chunks until one of them is changed.
#[derive(Clone)]
pub(super) struct Chunked<T> {
    chunks: Vec<Rc<[T]>>,
}

impl<T: Clone + PartialEq> Chunked<T> {
    /// `count` entries `value`.
    pub(super) fn new(value: T, count: usize) -> Chunked<T> {
        let chunk: Rc<[T]> = vec![value; CHUNK].into();
        Chunked {
            chunks: vec![chunk; count.div_ceil(CHUNK)],
        }
    }

    /// The entry, mutable: its chunk is copied if it is shared.
    pub(super) fn entry(&mut self, index: usize) -> &mut T {
        &mut Rc::make_mut(&mut self.chunks[index / CHUNK])[index % CHUNK]
    }

    /// Changes the entry if it differs.
    pub(super) fn set(&mut self, index: usize, value: T) {
        if self[index] != value {
            *self.entry(index) = value;
        }
    }

    /// Applies `merge` to the entries (and their index) where the chunks of two tables differ. `merge` must be the
    /// identity for equal entries.
    pub(super) fn merge(&self, other: &Chunked<T>, merge: impl Fn(usize, &T, &T) -> T) -> Chunked<T> {
        let chunks = self.chunks.iter().zip(&other.chunks).enumerate();
        Chunked {
            chunks: chunks
                .map(|(number, (a, b))| {
                    if Rc::ptr_eq(a, b) {
                        return a.clone();
                    }
                    let merged: Vec<T> = (a.iter().zip(b.iter()).enumerate())
                        .map(|(index, (a, b))| merge(number * CHUNK + index, a, b))
                        .collect();
                    // Unchanged chunks stay shared.
                    if merged[..] == **a {
                        a.clone()
                    } else {
                        merged.into()
                    }
                })
                .collect(),
        }
    }
}

impl<T> Index<usize> for Chunked<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}

impl<T: PartialEq> PartialEq for Chunked<T> {
    fn eq(&self, other: &Chunked<T>) -> bool {
        self.chunks.len() == other.chunks.len()
            && (self.chunks.iter().zip(&other.chunks)).all(|(a, b)| Rc::ptr_eq(a, b) || a == b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_what_is_not_changed() {
        let first = Chunked::new(7u32, 3 * CHUNK);
        let mut second = first.clone();
        second.set(CHUNK, 7);
        assert!((0..3).all(|chunk| Rc::ptr_eq(&first.chunks[chunk], &second.chunks[chunk])));
        second.set(CHUNK + 1, 5);
        assert_eq!((first[CHUNK + 1], second[CHUNK + 1]), (7, 5));
        assert!(first != second);
        let merged = first.merge(&second, |index, a, b| {
            assert!((CHUNK..2 * CHUNK).contains(&index), "only the chunk that differs");
            (*a).max(*b)
        });
        assert!(merged == first);
        assert!(Rc::ptr_eq(&merged.chunks[1], &first.chunks[1]));
    }
}
