//! Library functions on the emulator, by way of LLVM's back end, against Rust: math functions within OpenCL's error
//! limits, integer and relational functions exactly. Skipped where clang is not installed, unless
//! `WAVEC_REQUIRE_LLVM=1`.

#[path = "../../src/opencl.rs"]
mod opencl;

use std::path::PathBuf;
use std::process::Command;
use wavec_frontend::Options;
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions, Strictness};
use wavec_support::SourceMap;

fn build(name: &str, text: &str) -> Option<CodeObject> {
    build_with(name, text, &Options::default())
}

fn build_with(name: &str, text: &str, options: &Options) -> Option<CodeObject> {
    let mut sources = SourceMap::new();
    let file = sources.add(format!("{name}.cl"), text);
    let target = opencl::target_description("gfx942");
    let module = match wavec_frontend::compile(&mut sources, file, options, &target) {
        Ok((module, _)) => module,
        Err(errors) => panic!("{}", errors.render(&sources)),
    };
    let temporary = |suffix: &str| -> PathBuf {
        std::env::temp_dir().join(format!("wavec-library-{}-{name}{suffix}", std::process::id()))
    };
    let (ll, co) = (temporary(".ll"), temporary(".co"));
    let ir = wavec_ir::text::write_module(&module, wavec_ir::text::WriteOptions::RAW);
    std::fs::write(&ll, ir).expect("a temporary file");
    let result = Command::new("clang-22")
        .args([
            "-x",
            "ir",
            "-target",
            "amdgcn-amd-amdhsa",
            "-mcpu=gfx942",
            "-nogpulib",
            "-w",
            "-O1",
        ])
        .arg(&ll)
        .arg("-o")
        .arg(&co)
        .output();
    match result {
        Ok(result) if result.status.success() => {}
        Ok(result) => panic!("clang-22: {}", String::from_utf8_lossy(&result.stderr)),
        Err(problem) if std::env::var_os("WAVEC_REQUIRE_LLVM").is_some() => panic!("clang-22: {problem}"),
        Err(problem) => {
            eprintln!("skipped: clang-22 cannot run ({problem})");
            return None;
        }
    }
    let code = CodeObject::load(&std::fs::read(&co).expect("clang's output")).expect("a code object");
    let _ = (std::fs::remove_file(ll), std::fs::remove_file(co));
    Some(code)
}

/// Runs `kernel(out, a, b)` over as many work-items as `a` has elements.
fn run(code: &CodeObject, kernel: &str, a: &[u8], b: &[u8], items: u32, out_size: usize) -> Vec<u8> {
    run_groups(code, kernel, a, b, items, 64, out_size)
}

/// The same in work-groups of `group` work-items.
fn run_groups(
    code: &CodeObject,
    kernel: &str,
    a: &[u8],
    b: &[u8],
    items: u32,
    group: u32,
    out_size: usize,
) -> Vec<u8> {
    let mut emulator = Emulator::new();
    let out = emulator.alloc_with(&vec![0u8; out_size]);
    let (a, b) = (emulator.alloc_with(a), emulator.alloc_with(b));
    let options = LaunchOptions {
        strict: Strictness::NONE,
        ..LaunchOptions::default()
    };
    let args = [Arg::Buffer(out), Arg::Buffer(a), Arg::Buffer(b)];
    if let Err(fault) = emulator.launch(code, kernel, [items, 1, 1], [group, 1, 1], &args, &options) {
        panic!("{kernel}: {fault}");
    }
    emulator.read(out).to_vec()
}

fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    state.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

const ITEMS: usize = 2048;

/// Floats around the interesting places of `low..high`, edge cases among them.
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
fn ulp(got: f32, want: f64) -> f64 {
    if want.is_nan() {
        return if got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got as f64 == want {
        return 0.0;
    }
    let rounded = want as f32;
    if rounded.is_infinite() || got.is_infinite() || got.is_nan() {
        // At the edge of overflow either is right.
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
        // Vectors go element by element through the same function.
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
        let a = floats(-20.0, 20.0, 11);
        let mut b = floats(-20.0, 20.0, 13);
        b.rotate_left(5);
        check(name, &a, &b, &want, limit);
    }
    assert_eq!(failures, "");
}

#[test]
fn integers_are_exact() {
    type Reference = fn(i128, i128, i128, u32, bool) -> i128;
    fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
        let cut = value & ((1 << bits) - 1);
        if signed && cut >> (bits - 1) & 1 == 1 {
            cut - (1 << bits)
        } else {
            cut
        }
    }
    fn clamp(value: i128, bits: u32, signed: bool) -> i128 {
        if signed {
            value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            value.clamp(0, (1 << bits) - 1)
        }
    }
    // Products of unsigned 64-bit numbers need all of u128.
    fn high(x: i128, y: i128, bits: u32) -> i128 {
        if x >= 0 && y >= 0 {
            ((x as u128 * y as u128) >> bits) as i128
        } else {
            (x * y) >> bits
        }
    }
    let table: &[(&str, &str, Reference)] = &[
        ("add_sat", "add_sat(x, y)", |x, y, _, n, s| clamp(x + y, n, s)),
        ("sub_sat", "sub_sat(x, y)", |x, y, _, n, s| clamp(x - y, n, s)),
        ("hadd", "hadd(x, y)", |x, y, _, _, _| (x + y) >> 1),
        ("rhadd", "rhadd(x, y)", |x, y, _, _, _| (x + y + 1) >> 1),
        ("abs", "abs(x)", |x, _, _, n, _| wrap(x.abs(), n, false)),
        ("abs_diff", "abs_diff(x, y)", |x, y, _, n, _| {
            wrap((x - y).abs(), n, false)
        }),
        ("mul_hi", "mul_hi(x, y)", |x, y, _, n, s| {
            wrap(high(x, y, n), n, s)
        }),
        ("mad_hi", "mad_hi(x, y, z)", |x, y, z, n, s| {
            wrap(high(x, y, n) + z, n, s)
        }),
        ("mad_sat", "mad_sat(x, y, z)", |x, y, z, n, s| {
            clamp(x.saturating_mul(y).saturating_add(z), n, s)
        }),
        ("clz", "clz(x)", |x, _, _, n, _| {
            (wrap(x, n, false) as u128).leading_zeros() as i128 - (128 - n as i128)
        }),
        ("ctz", "ctz(x)", |x, _, _, n, _| {
            if x == 0 {
                n as i128
            } else {
                x.trailing_zeros() as i128
            }
        }),
        ("popcount", "popcount(x)", |x, _, _, n, _| {
            wrap(x, n, false).count_ones() as i128
        }),
        ("rotate", "rotate(x, y)", |x, y, _, n, s| {
            let (x, y) = (wrap(x, n, false), y & (n as i128 - 1));
            wrap(x << y | x >> (n as i128 - y), n, s)
        }),
        ("max", "max(x, y)", |x, y, _, _, _| x.max(y)),
        ("min", "min(x, y)", |x, y, _, _, _| x.min(y)),
        ("clamp", "clamp(x, min(y, z), max(y, z))", |x, y, z, _, _| {
            x.clamp(y.min(z), y.max(z))
        }),
        ("bitselect", "bitselect(x, y, z)", |x, y, z, _, _| {
            (x & !z) | (y & z)
        }),
    ];
    let types = [
        ("char", 8, true),
        ("uchar", 8, false),
        ("short", 16, true),
        ("ushort", 16, false),
        ("int", 32, true),
        ("uint", 32, false),
        ("long", 64, true),
        ("ulong", 64, false),
    ];
    let mut text = String::new();
    for (ty, ..) in types {
        text.push_str(&format!("kernel void k_{ty}(global {ty} *out, global const {ty} *in, global int *unused) {{\n int i = get_global_id(0); {ty} x = in[i * 3], y = in[i * 3 + 1], z = in[i * 3 + 2]; out += i * {};\n", table.len()));
        for (index, (_, call, _)) in table.iter().enumerate() {
            text.push_str(&format!(" out[{index}] = {call};\n"));
        }
        text.push_str("}\n");
    }
    let Some(code) = build("integers", &text) else {
        return;
    };
    let mut failures = String::new();
    for (ty, bits, signed) in types {
        let items = 256;
        let mut state = 0x77 + bits as u64;
        let edges = [
            0,
            1,
            -1,
            2,
            (1i128 << (bits - 1)) - 1,
            -(1i128 << (bits - 1)),
            (1i128 << bits) - 1,
        ];
        let values: Vec<i128> = (0..items * 3)
            .map(|i| {
                let r = random(&mut state);
                let value = match i % 5 {
                    0 => edges[r as usize % edges.len()],
                    1 => (r % 20) as i128 - 10,
                    _ => (r as i64) as i128,
                };
                wrap(value, bits, signed)
            })
            .collect();
        let size = bits as usize / 8;
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|v| v.to_le_bytes()[..size].to_vec())
            .collect();
        let out = run(
            &code,
            &format!("k_{ty}"),
            &bytes,
            &[0; 4],
            items as u32,
            items * table.len() * size,
        );
        for item in 0..items {
            let [x, y, z] = [values[item * 3], values[item * 3 + 1], values[item * 3 + 2]];
            for (index, (name, _, reference)) in table.iter().enumerate() {
                let at = (item * table.len() + index) * size;
                let mut wide = [0u8; 16];
                wide[..size].copy_from_slice(&out[at..at + size]);
                let got = wrap(i128::from_le_bytes(wide), bits, signed);
                let want = wrap(reference(x, y, z, bits, signed), bits, signed);
                if got != want && failures.len() < 4000 {
                    failures.push_str(&format!("{ty}: {name}({x}, {y}, {z}) = {got}, not {want}\n"));
                }
            }
        }
    }
    assert_eq!(failures, "");
}

/// The lines of `text` with a check that fails for some work-item; every check must have been done `items` times.
fn failed_checks<'t>(text: &'t str, out: &[u8], items: usize) -> Vec<&'t str> {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("CHECK(") && !line.contains("#define"))
        .collect();
    let mut failed = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let result = |item: usize| out[(item * 256 + index) * 4];
        if !(0..items).all(|item| result(item) == 1) {
            failed.push(*line);
        }
    }
    failed
}

/// What has no simple reference is checked by the kernel itself: it writes 2 where a check fails.
#[test]
fn checks_in_the_kernel() {
    let text = include_str!("cl/checks.cl");
    let Some(code) = build("checks", text) else { return };
    let out = run(&code, "checks", &[0; 1024], &[0; 64], 64, 64 * 256 * 4);
    let failed = failed_checks(text, &out, 64);
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn checks_of_sub_groups_and_work_groups() {
    let text = include_str!("cl/groups.cl");
    let options = Options {
        cl_std: wavec_frontend::CLStandard::CL20,
        ..Options::default()
    };
    let Some(code) = build_with("groups", text, &options) else {
        return;
    };
    let out = run_groups(&code, "checks", &[0; 1024], &[0; 64], 96, 96, 96 * 256 * 4);
    let failed = failed_checks(text, &out, 96);
    assert!(failed.is_empty(), "{failed:#?}");
}

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

/// Double functions whose reference is Rust's own, good to one unit of the last place; range, allowed error.
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
    names.extend(["erf", "erfc", "tgamma", "lgamma"]);
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
