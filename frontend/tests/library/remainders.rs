//! `fmod`, `remainder` and `remquo` are exact, whatever the difference of the exponents.

use super::{build, random, run};

/// Remainder of smallest magnitude, and the seven low bits of the quotient, of finite numbers and y other than zero.
/// `%` is exact in Rust.
fn nearest(x: f64, y: f64) -> (f64, i32) {
    let (a, b) = (x.abs(), y.abs());
    let wide = if b < f64::MAX / 256.0 { a % (128.0 * b) } else { a };
    let rest = wide % b;
    let mut quotient = ((wide - rest) / b).round() as i32;
    // Half of b may round; its distance from the rest does not.
    let more = b - rest;
    let up = rest > more || (rest == more && quotient & 1 == 1);
    let magnitude = if up { rest - b } else { rest };
    quotient += i32::from(up);
    let signed = |v: f64, negative: bool| if negative { -v } else { v };
    let low = quotient & 0x7f;
    (
        signed(magnitude, x.is_sign_negative()),
        if x.is_sign_negative() != y.is_sign_negative() {
            -low
        } else {
            low
        },
    )
}

/// Pairs of numbers with near and distant exponents, exact multiples, odd multiples of halves, and edge cases.
fn pairs(double: bool) -> Vec<(f64, f64)> {
    let round = |v: f64| if double { v } else { f64::from(v as f32) };
    let largest = if double { f64::MAX } else { f64::from(f32::MAX) };
    let smallest = if double {
        5e-324
    } else {
        f64::from(f32::from_bits(1))
    };
    let edges = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        3.0,
        largest,
        smallest,
        -3.0 * smallest,
        f64::INFINITY,
        f64::NAN,
    ];
    let mut pairs: Vec<(f64, f64)> = edges.iter().flat_map(|&x| edges.map(|y| (x, y))).collect();
    let mut state = 5;
    while pairs.len() < 2048 {
        let mut next = |spread: i32| {
            let bits = random(&mut state);
            let exponent = (random(&mut state) >> 33) as i32 % (2 * spread) - spread;
            let sign = if bits & 1 == 0 { 1.0 } else { -1.0 };
            round(sign * (1.0 + (bits >> 12) as f64 / (1u64 << 52) as f64) * 2f64.powi(exponent))
        };
        let near = next(8);
        let small = round(next(8).trunc() + 0.5);
        let range = if double { 1020 } else { 140 };
        pairs.push(match pairs.len() % 4 {
            0 => (next(8), near),
            1 => (next(range), next(range)),
            2 => (round(f64::from(near as f32).trunc() * 8.0 * small), small),
            _ => (round(small * 1.5), 3.0),
        });
    }
    pairs
}

fn check(double: bool) {
    let ty = if double { "double" } else { "float" };
    let text = format!(
        "kernel void k(global {ty} *out, global const {ty} *a, global const {ty} *b) {{
            int i = get_global_id(0);
            int q;
            out[4 * i] = fmod(a[i], b[i]);
            out[4 * i + 1] = remainder(a[i], b[i]);
            out[4 * i + 2] = remquo(a[i], b[i], &q);
            out[4 * i + 3] = q;
        }}\n"
    );
    let Some(code) = build(&format!("remainders_{ty}"), &text) else {
        return;
    };
    let pairs = pairs(double);
    let bytes = |v: f64| {
        if double {
            v.to_le_bytes().to_vec()
        } else {
            (v as f32).to_le_bytes().to_vec()
        }
    };
    let a: Vec<u8> = pairs.iter().flat_map(|p| bytes(p.0)).collect();
    let b: Vec<u8> = pairs.iter().flat_map(|p| bytes(p.1)).collect();
    let out = run(&code, "k", &a, &b, pairs.len() as u32, 4 * a.len());
    let got: Vec<f64> = if double {
        out.chunks(8)
            .map(|c| f64::from_le_bytes(c.try_into().expect("eight bytes")))
            .collect()
    } else {
        out.chunks(4)
            .map(|c| f64::from(f32::from_le_bytes(c.try_into().expect("four bytes"))))
            .collect()
    };
    for (&(x, y), got) in pairs.iter().zip(got.chunks(4)) {
        let want = if !x.is_finite() || y.is_nan() || y == 0.0 {
            [f64::NAN, f64::NAN, f64::NAN, 0.0]
        } else if y.is_infinite() {
            [x, x, x, 0.0]
        } else {
            let (rest, quotient) = nearest(x, y);
            [x % y, rest, rest, f64::from(quotient)]
        };
        for (index, (got, want)) in got.iter().zip(want).enumerate() {
            let same = got.to_bits() == want.to_bits() || (got.is_nan() && want.is_nan());
            assert!(
                same || index == 3 && *got == want,
                "{ty} {x:e} {y:e}: value {index} is {got:e}, not {want:e}"
            );
        }
    }
}

#[test]
fn float_remainders_are_exact() {
    check(false);
}

#[test]
fn double_remainders_are_exact() {
    check(true);
}
