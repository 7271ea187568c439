//! Math functions of float within OpenCL's error limits.

use super::{ITEMS, build, random, run};
use std::f64::consts::PI;

/// Floats around special values in `low..high`, including edge cases.
fn floats(low: f32, high: f32, seed: u64) -> Vec<f32> {
    let mut state = seed | 1;
    let edges = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        2.0,
        1e-40,
        -1e-40,
        f32::MIN_POSITIVE,
        f32::MAX,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        1.0 + f32::EPSILON,
        3.0,
        -2.0,
    ];
    let mut all: Vec<f32> = edges.to_vec();
    while all.len() < ITEMS {
        let r = random(&mut state);
        all.push(match all.len() % 4 {
            0 => f32::from_bits(r as u32),
            _ => low + (high - low) * ((r >> 40) as f32 / (1 << 24) as f32),
        });
    }
    all
}

/// Error in units of the last place of f32.
pub(super) fn ulp(got: f32, want: f64) -> f64 {
    if want.is_nan() {
        return if got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got as f64 == want {
        return 0.0;
    }
    let rounded = want as f32;
    if rounded.is_infinite() || got.is_infinite() || got.is_nan() {
        // At the edge of overflow, either result is right.
        let near = want.abs() >= f32::MAX as f64 * (1.0 - 1e-6);
        return if got == rounded || (near && got.abs() >= f32::MAX * 0.999) {
            0.0
        } else {
            f64::INFINITY
        };
    }
    let exponent = if want == 0.0 {
        -126
    } else {
        (want.abs().log2().floor() as i32).max(-126)
    };
    (got as f64 - want).abs() / 2f64.powi(exponent - 23)
}

/// The argument modulo 2, rounded to nearest.
fn revolution(x: f64) -> f64 {
    let rest = x % 2.0;
    if rest.abs() > 1.0 {
        rest - 2f64.copysign(rest)
    } else {
        rest
    }
}

pub(super) fn sin_pi(x: f64) -> f64 {
    let r = revolution(x);
    let near = if r.abs() > 0.5 { 1f64.copysign(r) - r } else { r };
    (near * PI).sin()
}

pub(super) fn cos_pi(x: f64) -> f64 {
    ((0.5 - revolution(x).abs()) * PI).sin()
}

type Unary = (&'static str, fn(f64) -> f64, f32, f32, f64);

const UNARY: &[Unary] = &[
    ("sin", f64::sin, -100.0, 100.0, 4.0),
    ("cos", f64::cos, -1e6, 1e6, 4.0),
    ("tan", f64::tan, -10.0, 10.0, 5.0),
    ("asin", f64::asin, -1.0, 1.0, 4.0),
    ("acos", f64::acos, -1.0, 1.0, 4.0),
    ("atan", f64::atan, -5.0, 5.0, 5.0),
    ("sinh", f64::sinh, -20.0, 20.0, 4.0),
    ("cosh", f64::cosh, -20.0, 20.0, 4.0),
    ("tanh", f64::tanh, -5.0, 5.0, 5.0),
    ("asinh", f64::asinh, -50.0, 50.0, 4.0),
    ("acosh", f64::acosh, 1.0, 50.0, 4.0),
    ("atanh", f64::atanh, -1.0, 1.0, 5.0),
    ("exp", f64::exp, -100.0, 90.0, 3.0),
    ("exp2", f64::exp2, -140.0, 130.0, 3.0),
    ("exp10", |x| 10f64.powf(x), -40.0, 39.0, 3.0),
    ("expm1", f64::exp_m1, -3.0, 3.0, 3.0),
    ("log", f64::ln, 0.0, 10.0, 3.0),
    ("log2", f64::log2, 0.0, 10.0, 3.0),
    ("log10", f64::log10, 0.0, 10.0, 3.0),
    ("log1p", f64::ln_1p, -1.0, 10.0, 2.0),
    ("asinpi", |x| x.asin() / PI, -1.0, 1.0, 5.0),
    ("acospi", |x| x.acos() / PI, -1.0, 1.0, 5.0),
    ("atanpi", |x| x.atan() / PI, -5.0, 5.0, 5.0),
    ("sinpi", sin_pi, -9.0, 9.0, 4.0),
    ("cospi", cos_pi, -9.0, 9.0, 4.0),
    ("tanpi", |x| sin_pi(x) / cos_pi(x), -9.0, 9.0, 6.0),
    ("erf", libm::erf, -4.0, 4.0, 16.0),
    ("erfc", libm::erfc, -4.0, 11.0, 16.0),
    ("tgamma", libm::tgamma, -6.0, 36.0, 16.0),
    (
        "logb",
        |x| {
            if x.is_finite() && x != 0.0 {
                f64::from(libm::ilogb(x))
            } else {
                x.abs().ln()
            }
        },
        -100.0,
        100.0,
        0.0,
    ),
    ("sqrt", f64::sqrt, 0.0, 100.0, 3.0),
    ("rsqrt", |x| 1.0 / x.sqrt(), 0.0, 100.0, 2.0),
    ("cbrt", f64::cbrt, -100.0, 100.0, 2.0),
    ("fabs", f64::abs, -10.0, 10.0, 0.0),
    ("floor", f64::floor, -10.0, 10.0, 0.0),
    ("ceil", f64::ceil, -10.0, 10.0, 0.0),
    ("trunc", f64::trunc, -10.0, 10.0, 0.0),
    ("rint", f64::round_ties_even, -10.0, 10.0, 0.0),
    ("round", f64::round, -10.0, 10.0, 0.0),
    ("degrees", f64::to_degrees, -10.0, 10.0, 2.0),
    ("radians", f64::to_radians, -1000.0, 1000.0, 2.0),
    ("half_sin", f64::sin, -65536.0, 65536.0, 8192.0),
    ("half_cos", f64::cos, -65536.0, 65536.0, 8192.0),
    ("half_tan", f64::tan, -65536.0, 65536.0, 8192.0),
    ("native_sin", f64::sin, -3.0, 3.0, f64::INFINITY),
];

type Binary = (&'static str, fn(f64, f64) -> f64, f64);

const BINARY: &[Binary] = &[
    ("pow", f64::powf, 16.0),
    ("hypot", f64::hypot, 4.0),
    ("atan2", f64::atan2, 6.0),
    ("fmod", |x, y| x % y, 0.0),
    ("copysign", f64::copysign, 0.0),
    ("fmax", f64::max, 0.0),
    ("fmin", f64::min, 0.0),
    (
        "fdim",
        |x, y| {
            if x.is_nan() || y.is_nan() {
                f64::NAN
            } else if x > y {
                x - y
            } else {
                0.0
            }
        },
        1.0,
    ),
    ("step", |edge, x| if x < edge { 0.0 } else { 1.0 }, 0.0),
];

#[test]
fn math_is_accurate() {
    let mut text = String::new();
    for (name, ..) in UNARY {
        // Vectors are computed element by element by the same function.
        text.push_str(&format!(
            "kernel void k_{name}(global float *out, global const float *a, global const float *b) {{
                int i = get_global_id(0);
                out[i] = i & 1 ? {name}(a[i]) : {name}((float2)(b[i], a[i])).y;
            }}\n"
        ));
    }
    for (name, ..) in BINARY {
        text.push_str(&format!(
            "kernel void k_{name}(global float *out, global const float *a, global const float *b) {{
                int i = get_global_id(0);
                out[i] = {name}(a[i], b[i]);
            }}\n"
        ));
    }
    let Some(code) = build("math", &text) else { return };
    let bytes = |values: &[f32]| -> Vec<u8> { values.iter().flat_map(|v| v.to_le_bytes()).collect() };
    let mut failures = String::new();
    let mut check = |name: &str, a: &[f32], b: &[f32], want: &dyn Fn(f64, f64) -> f64, limit: f64| {
        let out = run(
            &code,
            &format!("k_{name}"),
            &bytes(a),
            &bytes(b),
            ITEMS as u32,
            ITEMS * 4,
        );
        let mut worst = (0.0, 0);
        for (index, chunk) in out.chunks(4).enumerate() {
            let got = f32::from_le_bytes(chunk.try_into().expect("four bytes"));
            // Half-accuracy trigonometric functions have a small domain.
            let in_domain = a[index].abs() <= 65536.0;
            if name.starts_with("half_") && !in_domain {
                continue;
            }
            let error = ulp(got, want(a[index] as f64, b[index] as f64));
            if error > worst.0 {
                worst = (error, index);
            }
        }
        if worst.0 > limit {
            let (x, y) = (a[worst.1], b[worst.1]);
            let got = f32::from_le_bytes(out[worst.1 * 4..][..4].try_into().expect("four bytes"));
            let want = want(x as f64, y as f64);
            failures.push_str(&format!(
                "{name}({x:e}, {y:e}) = {got:e}, not {want:e}: {} ulp\n",
                worst.0
            ));
        }
    };
    for &(name, want, low, high, limit) in UNARY {
        let a = floats(low, high, 7);
        let b = floats(low, high, 9);
        check(name, &a, &b, &|x, _| want(x), limit);
    }
    for &(name, want, limit) in BINARY {
        let mut a = floats(-20.0, 20.0, 11);
        let mut b = floats(-20.0, 20.0, 13);
        b.rotate_left(5);
        // Every edge case with every other.
        let edges = floats(0.0, 1.0, 1);
        for (index, (x, y)) in a.iter_mut().zip(&mut b).take(256).enumerate() {
            (*x, *y) = (edges[index / 16], edges[index % 16]);
        }
        check(name, &a, &b, &want, limit);
    }
    assert_eq!(failures, "");
}
