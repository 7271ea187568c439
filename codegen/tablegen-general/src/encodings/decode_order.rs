//! The order in which a decoder tries overlapping instructions. It is that of LLVM's decoders, which test one run of bits
//! after the other: if a run is fixed by only one of two instructions, that one comes first.
//!
//! The run is chosen among those that all instructions fix, or, if there are none, among those that some fix; it is the one
//! that distinguishes most instructions. Instructions that fix it are divided by its value; the others come after them and
//! are divided again. Without such a run, three instructions are divided by the first run that one of them fixes.

use super::Encoding;
use fxhash::{FxHashMap, FxHashSet};

/// Limit on the bits that are tested; beyond it instructions are ordered by their masks.
const MAX_WORK: usize = 1 << 32;

/// The rank of each instruction: lower ranks are tried first, equal ones in any order. `members` are sorted by name.
pub fn ranks(encodings: &[Encoding], members: Vec<usize>) -> FxHashMap<usize, usize> {
    let mut order = Order {
        encodings,
        ranks: FxHashMap::default(),
        next: 0,
        work: 0,
    };
    if let Some(&first) = members.first() {
        let mut settled = vec![false; encodings[first].table_size * 8];
        order.part(members, &mut settled);
    }
    order.ranks
}

/// A run of bits, as a half-open range.
type Run = (usize, usize);

/// Whether instructions fix a bit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fixed {
    Always,
    Partly,
    Never,
}

struct Order<'a> {
    encodings: &'a [Encoding],
    ranks: FxHashMap<usize, usize>,
    next: usize,
    work: usize,
}

impl Order<'_> {
    fn part(&mut self, mut members: Vec<usize>, settled: &mut Vec<bool>) {
        loop {
            let run = match members.len() {
                0 => return,
                1 => None,
                _ => self.best_run(&members, settled),
            };
            let Some(run) = run else {
                self.ranks
                    .extend(members.iter().map(|&member| (member, self.next)));
                self.next += 1;
                return;
            };
            let mut parts: FxHashMap<Vec<bool>, Vec<usize>> = FxHashMap::default();
            let mut others = Vec::new();
            let mut values = Vec::new();
            for member in members {
                match self.value(member, run) {
                    Some(value) => {
                        let part = parts.entry(value).or_insert_with_key(|value| {
                            values.push(value.clone());
                            Vec::new()
                        });
                        part.push(member);
                    }
                    None => others.push(member),
                }
            }
            let before: Vec<bool> = settled[run.0..run.1].to_vec();
            settled[run.0..run.1].fill(true);
            for value in values {
                self.part(parts.remove(&value).unwrap_or_default(), settled);
            }
            settled[run.0..run.1].copy_from_slice(&before);
            members = others;
        }
    }

    /// The bits of a run, if an instruction fixes all of them.
    fn value(&self, member: usize, run: Run) -> Option<Vec<bool>> {
        let encoding = &self.encodings[member];
        let is_set = |words: &[u64], bit: usize| words[bit / 64] >> (bit % 64) & 1 != 0;
        let bits = (run.0..run.1).map(|bit| is_set(&encoding.mask, bit).then(|| is_set(&encoding.base, bit)));
        bits.collect()
    }

    fn best_run(&mut self, members: &[usize], settled: &[bool]) -> Option<Run> {
        self.work += members.len() * settled.len();
        if self.work > MAX_WORK {
            return None;
        }
        let words = settled.len().div_ceil(64);
        let (mut all, mut some) = (vec![u64::MAX; words], vec![0; words]);
        for &member in members {
            for (word, mask) in self.encodings[member].mask.iter().enumerate() {
                all[word] &= mask;
                some[word] |= mask;
            }
        }
        let fixed = |bit: usize| match (all[bit / 64] >> (bit % 64) & 1, some[bit / 64] >> (bit % 64) & 1) {
            _ if settled[bit] => Fixed::Never,
            (1, _) => Fixed::Always,
            (0, 1) => Fixed::Partly,
            _ => Fixed::Never,
        };
        for wanted in [Fixed::Always, Fixed::Partly] {
            let mut best: Option<(usize, Run)> = None;
            let mut bit = 0;
            while bit < settled.len() {
                let start = bit;
                let kind = fixed(start);
                while bit < settled.len() && fixed(bit) == kind {
                    bit += 1;
                }
                if kind == wanted {
                    let score = self.score(members, (start, bit));
                    if score > best.map_or(0, |(score, _)| score) {
                        best = Some((score, (start, bit)));
                    }
                }
            }
            if let Some((_, run)) = best {
                return Some(run);
            }
        }
        // No instruction fixes a whole run.
        match members.len() {
            3 => members
                .iter()
                .find_map(|&member| self.first_run_of(member, settled)),
            _ => None,
        }
    }

    /// The number of groups into which a run divides the instructions, plus one if all of them fix it.
    fn score(&self, members: &[usize], run: Run) -> usize {
        let mut values = FxHashSet::default();
        let mut parts_all = true;
        for &member in members {
            match self.value(member, run) {
                Some(value) => _ = values.insert(value),
                None => parts_all = false,
            }
        }
        values.len() + usize::from(parts_all)
    }

    /// The lowest run of untested bits that an instruction fixes.
    fn first_run_of(&self, member: usize, settled: &[bool]) -> Option<Run> {
        let mask = &self.encodings[member].mask;
        let is_open = |bit: usize| !settled[bit] && mask[bit / 64] >> (bit % 64) & 1 != 0;
        let start = (0..settled.len()).find(|&bit| is_open(bit))?;
        let end = (start..settled.len()).find(|&bit| !is_open(bit));
        Some((start, end.unwrap_or(settled.len())))
    }
}
