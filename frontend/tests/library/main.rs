//! Runs library functions on the emulator, through LLVM's back end, and compares with Rust: math functions within
//! OpenCL's error limits, integer and relational functions exactly. Skipped where clang is not installed, unless
//! `WAVEC_REQUIRE_LLVM=1`.

mod double;
mod float;
mod remainders;

use std::path::PathBuf;
use std::process::Command;
use wavec_frontend::Options;
use wavec_gpu_mc::Subtarget;
use wavec_runtime::{Arg, CodeObject, Emulator, LaunchOptions, Strictness};
use wavec_support::SourceMap;
use wavec_test_support::llvm;

#[path = "../../../src/opencl.rs"]
#[allow(unreachable_pub)] // public in the driver
mod opencl;

fn build(name: &str, text: &str) -> Option<CodeObject> {
    build_with(name, text, &Options::default())
}

fn build_with(name: &str, text: &str, options: &Options) -> Option<CodeObject> {
    let mut sources = SourceMap::new();
    let file = sources.add(format!("{name}.cl"), text);
    let target = opencl::target_description(&Subtarget::default());
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
    let mut command = Command::new("clang-22");
    command
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
        .arg(&co);
    let result = llvm::run(&mut command, b"")?;
    assert!(
        result.status.success(),
        "clang-22: {}",
        String::from_utf8_lossy(&result.stderr)
    );
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

/// The lines of `text` with a check that fails for some work-item; every check must have been executed `items` times.
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

/// Functions without a simple reference are checked by the kernel itself: it writes 2 where a check fails.
#[test]
fn checks_in_the_kernel() {
    let text = include_str!("../cl/checks.cl");
    let Some(code) = build("checks", text) else { return };
    let out = run(&code, "checks", &[0; 1024], &[0; 64], 64, 64 * 256 * 4);
    let failed = failed_checks(text, &out, 64);
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn checks_of_sub_groups_and_work_groups() {
    let text = include_str!("../cl/groups.cl");
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
