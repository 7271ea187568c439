//! Clustering, finance, cryptography.

use super::{Entry, Expected, Random, Scenario, ToBytes};

pub(super) const EXAMPLES: &[Entry] = &[
    ("kmeans", "kmeans.cl", kmeans),
    ("black_scholes", "black_scholes.cl", black_scholes),
    ("sha256", "sha256.cl", sha256),
];

fn kmeans() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(30);
    let (count, k) = (300usize, 5usize);
    // Points around centres that are far apart: rounding cannot change the nearest one.
    let centres: Vec<[f32; 4]> = (0..k)
        .map(|c| [c as f32 * 10.0, (c * c) as f32, -(c as f32), 3.0])
        .collect();
    let owners: Vec<usize> = (0..count).map(|_| random.below(k as u32) as usize).collect();
    let points: Vec<f32> = owners
        .iter()
        .flat_map(|&owner| centres[owner].map(|x| x + random.float(-1.0, 1.0)))
        .collect();
    let cluster = |members: i32, c: usize| {
        let mut bytes = centres[c].as_slice().to_bytes();
        bytes.extend([members, 0, 0, 0].as_slice().to_bytes());
        bytes
    };
    let before: Vec<i32> = (0..count).map(|i| i as i32 % 3).collect();
    let after: Vec<i32> = owners.iter().map(|&owner| owner as i32).collect();
    let changed = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before != after)
        .count();
    let members = |c: usize| owners.iter().filter(|&&owner| owner == c).count() as i32;
    let arguments = vec![
        s.input("points", points.to_bytes()),
        s.buffer(
            "clusters",
            (0..k).flat_map(|c| cluster(0, c)).collect(),
            Expected::Bytes((0..k).flat_map(|c| cluster(members(c), c)).collect()),
        ),
        s.buffer("assignment", before.to_bytes(), Expected::Bytes(after.to_bytes())),
        s.buffer(
            "changed",
            vec![0; 4],
            Expected::Bytes([changed as i32].to_bytes()),
        ),
        (count as i32).into(),
        (k as i32).into(),
    ];
    s.launch("kmeans_assign", 320, 64, arguments);
    s
}

fn cumulative_normal(d: f64) -> f64 {
    let k = 1.0 / (1.0 + 0.2316419 * d.abs());
    let polynomial =
        k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    let c = 0.398_942_280_401_432_7 * (-0.5 * d * d).exp() * polynomial;
    if d > 0.0 { 1.0 - c } else { c }
}

fn black_scholes() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(31);
    let n = 250usize;
    let (riskless, volatility) = (0.02f32, 0.30f32);
    let stock = random.floats(n, 5.0, 30.0);
    let strike = random.floats(n, 1.0, 100.0);
    let years = random.floats(n, 0.25, 10.0);
    let (mut call, mut put) = (Vec::new(), Vec::new());
    for i in 0..n {
        let [s, x, t] = [stock[i], strike[i], years[i]].map(f64::from);
        let (r, v) = (f64::from(riskless), f64::from(volatility));
        let d1 = ((s / x).ln() + (r + 0.5 * v * v) * t) / (v * t.sqrt());
        let d2 = d1 - v * t.sqrt();
        let discounted = x * (-r * t).exp();
        call.push((s * cumulative_normal(d1) - discounted * cumulative_normal(d2)) as f32);
        put.push((discounted * cumulative_normal(-d2) - s * cumulative_normal(-d1)) as f32);
    }
    let price = |values| Expected::Floats {
        values,
        relative: 1e-4,
        absolute: 1e-4,
    };
    let arguments = vec![
        s.input("stock", stock.to_bytes()),
        s.input("strike", strike.to_bytes()),
        s.input("years", years.to_bytes()),
        s.buffer("call", vec![0xff; 4 * n], price(call)),
        s.buffer("put", vec![0xff; 4 * n], price(put)),
        riskless.into(),
        volatility.into(),
        (n as i32).into(),
    ];
    s.launch("black_scholes", 256, 64, arguments);
    s
}

/// The compression function of FIPS 180-4, constants computed from the primes.
fn compress(state: &mut [u32; 8], block: &[u32; 16]) {
    let primes: Vec<u64> = (2u64..)
        .filter(|n| (2..*n).all(|d| n % d != 0))
        .take(64)
        .collect();
    // The first 32 bits of the fractional parts of cube roots.
    let root = |prime: u64| {
        let wanted = u128::from(prime) << 96;
        let (mut low, mut high) = (0u128, 1u128 << 40);
        while high - low > 1 {
            let middle = u128::midpoint(low, high);
            if middle * middle * middle <= wanted {
                low = middle
            } else {
                high = middle
            }
        }
        low as u32
    };
    let mut w = block.to_vec();
    for i in 16..64 {
        let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
        let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
        w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for i in 0..64 {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h
            .wrapping_add(s1)
            .wrapping_add(choice)
            .wrapping_add(root(primes[i]))
            .wrapping_add(w[i]);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
        (d, c, b, a) = (c, b, a, t1.wrapping_add(s0.wrapping_add(majority)));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
}

const INITIAL: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

fn sha256() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(32);
    let count = 70usize;
    let mut blocks: Vec<[u32; 16]> = (0..count)
        .map(|_| std::array::from_fn(|_| random.next()))
        .collect();
    // The message "abc", whose digest is known.
    blocks[0] = [0; 16];
    blocks[0][0] = 0x6162_6380;
    blocks[0][15] = 24;
    let states = vec![INITIAL; count];
    let mut hashed = states.clone();
    hashed
        .iter_mut()
        .zip(&blocks)
        .for_each(|(state, block)| compress(state, block));
    let arguments = vec![
        s.input("blocks", blocks.as_flattened().to_bytes()),
        s.buffer(
            "states",
            states.as_flattened().to_bytes(),
            Expected::Bytes(hashed.as_flattened().to_bytes()),
        ),
        (count as u32).into(),
    ];
    s.launch("sha256_block", 128, 64, arguments);
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_knows_abc() {
        let mut block = [0; 16];
        (block[0], block[15]) = (0x6162_6380, 24);
        let mut state = INITIAL;
        compress(&mut state, &block);
        assert_eq!(state[0], 0xba78_16bf);
        assert_eq!(state[7], 0xf200_15ad);
    }
}
