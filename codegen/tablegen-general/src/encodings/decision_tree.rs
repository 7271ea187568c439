//! The decision trees of decoders, which test runs of bits until few candidates remain.

use super::Encoding;
use fxhash::{FxHashMap, FxHashSet};

/// The most bits that one node tests.
const MAX_WIDTH: usize = 8;
/// Deepest nesting of nodes.
const MAX_DEPTH: usize = 64;

/// One node: a choice by bits, or a leaf (`width` 0).
pub struct Node {
    /// Lowest bit.
    pub position: usize,
    /// Number of bits.
    pub width: usize,
    /// First child in [`Tree::children`], or first encoding in [`Tree::leaves`].
    pub start: usize,
    /// How many.
    pub count: usize,
}

/// A tree; node 0 is its root.
#[derive(Default)]
pub struct Tree {
    /// All nodes.
    pub nodes: Vec<Node>,
    /// By value of the bits: the next node.
    pub children: Vec<Option<usize>>,
    /// Encodings, in the order in which they are tried.
    pub leaves: Vec<usize>,
}

impl Tree {
    /// The tree of encodings of one table, and the ambiguous pairs among them. Encodings with lower `ranks` are tried first.
    pub fn build(
        encodings: &[Encoding],
        members: Vec<usize>,
        ranks: &FxHashMap<usize, usize>,
    ) -> (Tree, Vec<(usize, usize)>) {
        let mut tree = Tree::default();
        let mut conflicts = Vec::new();
        tree.add(encodings, members, ranks, &mut conflicts, 0);
        conflicts.sort_unstable();
        (tree, conflicts)
    }

    fn add(
        &mut self,
        encodings: &[Encoding],
        mut members: Vec<usize>,
        ranks: &FxHashMap<usize, usize>,
        conflicts: &mut Vec<(usize, usize)>,
        depth: usize,
    ) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node {
            position: 0,
            width: 0,
            start: self.leaves.len(),
            count: members.len(),
        });
        let choice = (members.len() > 1 && depth < MAX_DEPTH)
            .then(|| best_choice(encodings, &members))
            .flatten();
        let Some((position, width)) = choice else {
            for (place, &a) in members.iter().enumerate() {
                let others = members[place + 1..].iter();
                conflicts.extend(
                    others
                        .filter(|&&b| conflict(&encodings[a], &encodings[b]))
                        .map(|&b| (a.min(b), a.max(b))),
                );
            }
            members.sort_by_cached_key(|&member| (ranks.get(&member), order(&encodings[member]), member));
            self.leaves.extend(members);
            return number;
        };
        let start = self.children.len();
        self.children.resize(start + (1 << width), None);
        self.nodes[number] = Node {
            position,
            width,
            start,
            count: 1 << width,
        };
        let mut by_value: Vec<Vec<usize>> = vec![Vec::new(); 1 << width];
        for member in members {
            by_value[extract(&encodings[member].base, position, width)].push(member);
        }
        for (value, members) in by_value.into_iter().enumerate() {
            if !members.is_empty() {
                let child = self.add(encodings, members, ranks, conflicts, depth + 1);
                self.children[start + value] = Some(child);
            }
        }
        number
    }
}

/// The run of bits that all encodings fix and that distinguishes most of them.
fn best_choice(encodings: &[Encoding], members: &[usize]) -> Option<(usize, usize)> {
    let bits = encodings[members[0]].table_size * 8;
    let is_common = |bit: usize| {
        let fixes = |&member: &usize| encodings[member].mask[bit / 64] >> (bit % 64) & 1 != 0;
        members.iter().all(fixes)
    };
    let common: Vec<bool> = (0..bits).map(is_common).collect();
    let mut best: Option<(usize, usize, usize)> = None;
    let mut seen = FxHashSet::default();
    for position in 0..bits {
        let run = common[position..]
            .iter()
            .take(MAX_WIDTH)
            .take_while(|&&common| common);
        for width in 1..=run.count() {
            seen.clear();
            seen.extend(
                members
                    .iter()
                    .map(|&member| extract(&encodings[member].base, position, width)),
            );
            // More values are better, then fewer bits, then lower ones.
            if seen.len() > 1 && best.is_none_or(|(count, ..)| seen.len() > count) {
                best = Some((seen.len(), position, width));
            }
        }
    }
    best.map(|(_, position, width)| (position, width))
}

fn extract(words: &[u64], position: usize, width: usize) -> usize {
    let low = words[position / 64] >> (position % 64);
    let high = match (position % 64 + width > 64, words.get(position / 64 + 1)) {
        (true, Some(next)) => next << (64 - position % 64),
        _ => 0,
    };
    ((low | high) & ((1 << width) - 1)) as usize
}

/// Orders encodings that no run of bits distinguishes by the lowest bit that only one of two fixes: that one comes first,
/// so that a special case precedes the general one.
fn order(encoding: &Encoding) -> std::cmp::Reverse<Vec<u64>> {
    std::cmp::Reverse(encoding.mask.iter().map(|word| word.reverse_bits()).collect())
}

/// Whether every word with the first encoding also has the second, under the same conditions.
fn conflict(a: &Encoding, b: &Encoding) -> bool {
    let same_values = || {
        let bits = a.base.iter().zip(&b.base).zip(&a.mask);
        bits.into_iter().all(|((a, b), mask)| (a ^ b) & mask == 0)
    };
    // A hook of the first may reject a word that the second accepts.
    a.mask == b.mask && same_values() && a.condition == b.condition && a.hook.is_empty() && b.hook.is_empty()
}
