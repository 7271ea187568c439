//! Math functions of double, compared with Rust's and with values computed to 40 digits.

use super::{build, random, run};

/// Function, operand, value computed with 40 digits, allowed error in units of the last place.
const GAMMA_VALUES: &[(&str, f64, f64, f64)] = &[
    ("erf", -3.5, -0.9999992569016276, 16.0),
    ("erf", -0.9375, -0.8151024010343998, 16.0),
    ("erf", -1e-05, -1.1283791670579e-05, 16.0),
    ("erf", 0.5, 0.5204998778130465, 16.0),
    ("erf", 0.999, 0.8422852702064969, 16.0),
    ("erf", 1.0, 0.8427007929497149, 16.0),
    ("erf", 1.5, 0.9661051464753108, 16.0),
    ("erf", 5.75, 0.9999999999999996, 16.0),
    ("erfc", -2.0, 1.9953222650189528, 16.0),
    ("erfc", -0.75, 1.7111556336535152, 16.0),
    ("erfc", 0.25, 0.7236736098317631, 16.0),
    ("erfc", 0.9, 0.20309178757716786, 16.0),
    ("erfc", 1.0, 0.15729920705028513, 16.0),
    ("erfc", 3.0, 2.209049699858544e-05, 16.0),
    ("erfc", 10.5, 7.035928090177523e-50, 16.0),
    ("erfc", 26.0, 5.663192408856143e-296, 16.0),
    ("tgamma", -184.5, -0.0, 16.0),
    ("tgamma", -170.25, -1.6938387496514192e-307, 16.0),
    ("tgamma", -20.5, -2.834656574391335e-19, 16.0),
    ("tgamma", -1.5, 2.363271801207355, 16.0),
    ("tgamma", -0.0625, -16.642832178988275, 16.0),
    ("tgamma", 0.001953125, 511.4247126306316, 16.0),
    ("tgamma", 0.5, 1.772453850905516, 16.0),
    ("tgamma", 1.25, 0.906402477055477, 16.0),
    ("tgamma", 2.75, 1.6083594219855457, 16.0),
    ("tgamma", 7.0, 720.0, 16.0),
    ("tgamma", 15.5, 334838609873.55646, 16.0),
    ("tgamma", 16.5, 5189998453040.125, 16.0),
    ("tgamma", 100.25, 2.94846628183877e+156, 16.0),
    ("tgamma", 171.5, 9.4833675668248e+307, 16.0),
    ("lgamma", -20.5, -42.70719597482576, 16.0),
    ("lgamma", -0.5, 1.2655121234846454, 16.0),
    ("lgamma", 0.125, 2.0194183575537963, 16.0),
    ("lgamma", 0.75, 0.20328095143129538, 16.0),
    ("lgamma", 1.0, 0.0, 16.0),
    ("lgamma", 1.5, -0.12078223763524522, 16.0),
    ("lgamma", 2.0, 0.0, 16.0),
    ("lgamma", 2.5, 0.2846828704729192, 16.0),
    ("lgamma", 9.75, 12.242204940050762, 16.0),
    ("lgamma", 16.0, 27.89927138384089, 16.0),
    ("lgamma", 1000.5, 5908.674175848678, 16.0),
    ("lgamma", 1e+20, 4.505170185988091e+21, 16.0),
];

/// Double functions whose reference is Rust's, accurate to one unit in the last place; range, allowed error.
type DoubleUnary = (&'static str, fn(f64) -> f64, f64, f64, f64);

const DOUBLE_UNARY: &[DoubleUnary] = &[
    ("exp", f64::exp, -700.0, 700.0, 3.0),
    ("exp2", f64::exp2, -1000.0, 1000.0, 3.0),
    ("expm1", f64::exp_m1, -3.0, 3.0, 3.0),
    ("log", f64::ln, 0.0, 10.0, 3.0),
    ("log2", f64::log2, 0.0, 10.0, 3.0),
    ("log10", f64::log10, 0.0, 10.0, 3.0),
    ("log1p", f64::ln_1p, -1.0, 10.0, 2.0),
    ("sin", f64::sin, -1e6, 1e6, 4.0),
    ("cos", f64::cos, -1e6, 1e6, 4.0),
    ("tan", f64::tan, -100.0, 100.0, 5.0),
    ("asin", f64::asin, -1.0, 1.0, 4.0),
    ("acos", f64::acos, -1.0, 1.0, 4.0),
    ("atan", f64::atan, -10.0, 10.0, 5.0),
    ("sinh", f64::sinh, -50.0, 50.0, 4.0),
    ("cosh", f64::cosh, -50.0, 50.0, 4.0),
    ("tanh", f64::tanh, -5.0, 5.0, 5.0),
    ("sin", f64::sin, -1e300, 1e300, 4.0),
    ("asinh", f64::asinh, -50.0, 50.0, 4.0),
    ("acosh", f64::acosh, 1.0, 50.0, 4.0),
    ("atanh", libm::atanh, -1.0, 1.0, 5.0),
    ("exp10", |x| 10f64.powf(x), -300.0, 300.0, 3.0),
    ("rsqrt", |x| 1.0 / x.sqrt(), 0.0, 1e-300, 2.0),
    ("log", f64::ln, 0.0, 1e-310, 3.0),
    ("erf", libm::erf, -6.0, 6.0, 16.0),
    ("erfc", libm::erfc, -6.0, 28.0, 16.0),
    ("sqrt", f64::sqrt, 0.0, 100.0, 0.0),
    ("cbrt", f64::cbrt, -100.0, 100.0, 2.0),
];

fn ulp_f64(got: f64, want: f64) -> f64 {
    if got == want || (got.is_nan() && want.is_nan()) {
        return 0.0;
    }
    let ordered = |x: f64| {
        let bits = x.to_bits() as i64;
        if bits < 0 {
            i64::MIN.wrapping_sub(bits)
        } else {
            bits
        }
    };
    (ordered(got) as i128 - ordered(want) as i128).unsigned_abs() as f64
}

#[test]
fn double_math_is_accurate() {
    let mut names: Vec<&str> = DOUBLE_UNARY.iter().map(|row| row.0).collect();
    names.extend(["tgamma", "lgamma"]);
    names.sort_unstable();
    names.dedup();
    let mut text = String::new();
    for name in names {
        text.push_str(&format!(
            "kernel void k_{name}(global double *out, global const double *a, global const double *b) {{
                int i = get_global_id(0);
                out[i] = {name}(a[i]);
            }}\n"
        ));
    }
    let Some(code) = build("double_math", &text) else {
        return;
    };
    let mut failures = String::new();
    let mut check = |name: &str, operands: &[f64], want: &dyn Fn(usize) -> (f64, f64)| {
        let mut padded = operands.to_vec();
        padded.resize(operands.len().next_multiple_of(64), 1.0);
        let bytes: Vec<u8> = padded.iter().flat_map(|v| v.to_le_bytes()).collect();
        let kernel = format!("k_{name}");
        let out = run(&code, &kernel, &bytes, &[0; 8], padded.len() as u32, bytes.len());
        for (index, &operand) in operands.iter().enumerate() {
            let got = f64::from_le_bytes(out[index * 8..][..8].try_into().expect("eight bytes"));
            let (want, limit) = want(index);
            let error = ulp_f64(got, want);
            if error > limit && failures.len() < 4000 {
                failures.push_str(&format!(
                    "{name}({operand:e}) = {got:e}, not {want:e}: {error} ulp\n"
                ));
            }
        }
    };
    for &(name, reference, low, high, limit) in DOUBLE_UNARY {
        let mut state = 99 + low.to_bits();
        let mut operands = vec![0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        while operands.len() < 1024 {
            let fraction = (random(&mut state) >> 11) as f64 / (1u64 << 53) as f64;
            operands.push(low + (high - low) * fraction);
        }
        let slack = if limit == 0.0 { 0.0 } else { 1.0 };
        check(name, &operands, &|i| (reference(operands[i]), limit + slack));
    }
    for name in ["erf", "erfc", "tgamma", "lgamma"] {
        let rows: Vec<_> = GAMMA_VALUES.iter().filter(|row| row.0 == name).collect();
        let operands: Vec<f64> = rows.iter().map(|row| row.1).collect();
        check(name, &operands, &|i| (rows[i].2, rows[i].3));
    }
    assert_eq!(failures, "");
}

/// Name, reference, and the error allowed.
type DoubleBinary = (&'static str, fn(f64, f64) -> f64, f64);

/// Functions of two doubles.
const DOUBLE_BINARY: &[DoubleBinary] = &[
    ("pow", f64::powf, 16.0),
    ("hypot", f64::hypot, 4.0),
    ("atan2", f64::atan2, 6.0),
];

#[test]
fn functions_of_two_doubles_are_accurate() {
    let mut text = String::new();
    for (name, ..) in DOUBLE_BINARY {
        text.push_str(&format!(
            "kernel void k_{name}(global double *out, global const double *a, global const double *b) {{
                int i = get_global_id(0);
                out[i] = {name}(a[i], b[i]);
            }}\n"
        ));
    }
    let Some(code) = build("double_binary", &text) else {
        return;
    };
    let edges = [
        0.0,
        1.0,
        0.5,
        2.0,
        3.0,
        5e-324,
        1e-310,
        f64::MIN_POSITIVE,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    let edges: Vec<f64> = edges.iter().flat_map(|&x| [x, -x]).collect();
    let mut pairs: Vec<(f64, f64)> = edges
        .iter()
        .flat_map(|&x| edges.iter().map(move |&y| (x, y)))
        .collect();
    let mut state = 77;
    while pairs.len() < 1536 {
        let mut next = || 40.0 * ((random(&mut state) >> 11) as f64 / (1u64 << 53) as f64 - 0.5);
        pairs.push((next(), next()));
    }
    let a: Vec<u8> = pairs.iter().flat_map(|p| p.0.to_le_bytes()).collect();
    let b: Vec<u8> = pairs.iter().flat_map(|p| p.1.to_le_bytes()).collect();
    for &(name, reference, limit) in DOUBLE_BINARY {
        let out = run(&code, &format!("k_{name}"), &a, &b, pairs.len() as u32, a.len());
        for (&(x, y), got) in pairs.iter().zip(out.chunks(8)) {
            let got = f64::from_le_bytes(got.try_into().expect("eight bytes"));
            let want = reference(x, y);
            let error = ulp_f64(got, want);
            assert!(
                error <= limit + 1.0,
                "{name}({x:e}, {y:e}) = {got:e}, not {want:e}: {error} ulp"
            );
        }
    }
}
