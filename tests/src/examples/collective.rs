//! Cooperating work-groups: sums, scans, histograms, sorting.

use super::{Argument, Entry, Expected, Random, Scenario, ToBytes};

pub(super) const EXAMPLES: &[Entry] = &[
    ("reduce", "reduce.cl", reduce),
    ("scan", "scan.cl", scan),
    ("histogram", "histogram.cl", histogram),
    ("bitonic_sort", "bitonic_sort.cl", bitonic_sort),
];

fn reduce() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(10);
    let n = 3000;
    let data: Vec<i32> = (0..n).map(|_| random.next() as i32 >> 8).collect();
    let sum = data.iter().fold(0i32, |sum, value| sum.wrapping_add(*value));
    let input = s.input("in", data.to_bytes());
    let result = s.buffer("result", vec![0; 4], Expected::Bytes([sum].to_bytes()));
    s.launch(
        "reduce_sum",
        512,
        128,
        vec![input, result, Argument::Local(512), (n as u32).into()],
    );
    s
}

fn scan() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(11);
    let (n, block) = (700, 256);
    let data: Vec<u32> = (0..n).map(|_| random.next()).collect();
    let mut sum = 0u32;
    let mut sums = Vec::new();
    let mut totals = Vec::new();
    for chunk in data.chunks(block) {
        let total = chunk.iter().fold(0u32, |sum, value| sum.wrapping_add(*value));
        totals.push(total);
        for value in chunk {
            sum = sum.wrapping_add(*value);
            sums.push(sum);
        }
    }
    let input = s.input("in", data.to_bytes());
    let out = s.buffer("out", vec![0; 4 * n], Expected::Bytes(sums.to_bytes()));
    let totals = s.buffer(
        "totals",
        vec![0; 4 * totals.len()],
        Expected::Bytes(totals.to_bytes()),
    );
    let count = Argument::from(n as u32);
    s.launch(
        "scan_inclusive",
        768,
        256,
        vec![input, out.clone(), totals.clone(), count.clone()],
    );
    s.launch("scan_add_totals", 768, 256, vec![out, totals, count]);
    s
}

fn histogram() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(12);
    let n = 5000;
    // A few values are frequent, so that lanes update the same bin.
    let data: Vec<u8> = (0..n)
        .map(|_| (random.below(16) * random.below(17)) as u8)
        .collect();
    let mut bins = vec![7u32; 256];
    let before = bins.to_bytes();
    data.iter().for_each(|&value| bins[value as usize] += 1);
    let input = s.input("data", data);
    let bins = s.buffer("bins", before, Expected::Bytes(bins.to_bytes()));
    s.launch("histogram", 512, 128, vec![input, bins, (n as u32).into()]);
    s
}

fn bitonic_sort() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(13);
    let n = 256u32;
    let data: Vec<i32> = (0..n).map(|_| random.next() as i32).collect();
    let mut sorted = data.clone();
    sorted.sort_unstable();
    let data = s.buffer("data", data.to_bytes(), Expected::Bytes(sorted.to_bytes()));
    let mut k = 2;
    while k <= n {
        let mut j = k / 2;
        while j > 0 {
            s.launch("bitonic_step", n, 64, vec![data.clone(), j.into(), k.into()]);
            j /= 2;
        }
        k *= 2;
    }
    s
}
