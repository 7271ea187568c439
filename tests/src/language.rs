//! The language tests of the frontend (`frontend/tests/cl/`) on the emulator, on a processor of each family, in waves of
//! each size, at every optimization level. Their kernels check themselves, or write what the frontend's own tests compare
//! with clang on the default processor; here it is the same on all.

use crate::run_tests::{OTHER_WAVES, PROCESSORS, emit};
use libtest_mimic::{Failed, Trial};
use std::sync::LazyLock;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec::{Emit, Input, InputKind, Options};

/// Bytes of each buffer.
const BYTES: usize = 96 * 256 * 4;
/// Work-items of kernels that do not check themselves.
const ITEMS: u32 = 64;

/// Files whose kernels write values.
const VALUES: [(&str, &str); 8] = [
    (
        "aggregates",
        include_str!("../../frontend/tests/cl/aggregates.cl"),
    ),
    ("control", include_str!("../../frontend/tests/cl/control.cl")),
    (
        "conversions",
        include_str!("../../frontend/tests/cl/conversions.cl"),
    ),
    ("floats", include_str!("../../frontend/tests/cl/floats.cl")),
    ("integers", include_str!("../../frontend/tests/cl/integers.cl")),
    ("memory", include_str!("../../frontend/tests/cl/memory.cl")),
    ("pointers", include_str!("../../frontend/tests/cl/pointers.cl")),
    ("vectors", include_str!("../../frontend/tests/cl/vectors.cl")),
];

/// Files with a kernel `checks`, which writes 1 for each check that holds, and the sizes of work-groups for it.
const CHECKS: [(&str, &str, &[u32]); 2] = [
    ("checks", include_str!("../../frontend/tests/cl/checks.cl"), &[64]),
    (
        "groups",
        include_str!("../../frontend/tests/cl/groups.cl"),
        &[96, 80],
    ),
];

/// Processor x file.
pub fn trials() -> Vec<Trial> {
    let usual = PROCESSORS.map(|processor| (processor, None));
    let mut trials = Vec::new();
    for target in usual.into_iter().chain(OTHER_WAVES) {
        let waves = target.1.map_or(String::new(), |lanes| format!("-wave{lanes}"));
        let prefix = format!("language/{}{waves}", target.0);
        for (index, (file, _)) in VALUES.iter().enumerate() {
            let test = move || values_are_the_same(index, target).map_err(Failed::from);
            trials.push(Trial::test(format!("{prefix}/{file}"), test));
        }
        for (file, text, sizes) in CHECKS {
            let test = move || checks_hold(file, text, sizes, target).map_err(Failed::from);
            trials.push(Trial::test(format!("{prefix}/{file}"), test));
        }
    }
    trials
}

fn code_of(
    file: &str,
    text: &str,
    level: u8,
    (processor, wave_size): (&str, Option<u32>),
) -> Result<CodeObject, String> {
    let mut options = Options::default().with_opt_level(level);
    options.target = processor.into();
    options.features = wave_size.map_or(String::new(), |lanes| format!("+wavefrontsize{lanes}"));
    options.frontend.cl_std = wavec_frontend::CLStandard::CL20;
    let kind = InputKind::OpenCl;
    let bytes = emit(
        Input {
            name: file,
            text,
            kind,
        },
        Emit::CodeObject,
        &options,
    )?;
    CodeObject::load(&bytes).map_err(|error| error.to_string())
}

/// What one launch with two more buffers leaves in the first one.
fn run(code: &CodeObject, kernel: &str, input: &[u8], items: u32) -> Result<Vec<u8>, String> {
    let mut emulator = Emulator::new();
    let out = emulator.alloc_with(&vec![0u8; BYTES]);
    let (input, unused) = (emulator.alloc_with(input), emulator.alloc_with(&[0; 64]));
    let mut arguments = vec![Arg::Buffer(out), Arg::Buffer(input)];
    if kernel == "checks" {
        arguments.push(Arg::Buffer(unused));
    }
    let size = [items, 1, 1];
    emulator
        .launch(code, kernel, size, size, &arguments, &LaunchOptions::default())
        .map_err(|fault| format!("{kernel}: {fault}"))?;
    Ok(emulator.read(out).to_vec())
}

fn checks_hold(file: &str, text: &str, sizes: &[u32], target: (&str, Option<u32>)) -> Result<(), String> {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("CHECK(") && !line.contains("#define"))
        .collect();
    for level in 0..=3 {
        let code = code_of(file, text, level, target)?;
        for &items in sizes {
            let out = run(&code, "checks", &[0; 1024], items)?;
            for (index, line) in lines.iter().enumerate() {
                if let Some(item) = (0..items as usize).find(|item| out[(item * 256 + index) * 4] != 1) {
                    return Err(format!("-O{level}, work-item {item} of {items}: {line}"));
                }
            }
        }
    }
    Ok(())
}

/// Names of kernels: `kernel void NAME(` at the start of a line.
fn kernels(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("kernel void "))
        .filter_map(|rest| rest.split('(').next())
}

/// Numbers of all magnitudes and signs.
fn input() -> Vec<u8> {
    let mut state = crate::random::Random::seeded(1);
    let words = (0..ITEMS * 64).map(|index| {
        let bits = state.word();
        match index % 4 {
            0 => bits as u32,
            1 => (bits as i32 % 100) as u32,
            2 => ((bits >> 40) as f32 / 65536.0 - 100.0).to_bits(),
            _ => bits as u32 & 0xff,
        }
    });
    words.flat_map(u32::to_le_bytes).collect()
}

/// What the kernels of a file write at one level.
fn results(file: &str, text: &str, level: u8, target: (&str, Option<u32>)) -> Result<Vec<Vec<u8>>, String> {
    let code = code_of(file, text, level, target)?;
    let input = input();
    kernels(text)
        .map(|kernel| run(&code, kernel, &input, ITEMS))
        .collect()
}

/// The results on the default processor without optimization.
static EXPECTED: LazyLock<Vec<Result<Vec<Vec<u8>>, String>>> = LazyLock::new(|| {
    let default = ("gfx942", None);
    VALUES.map(|(file, text)| results(file, text, 0, default)).into()
});

fn values_are_the_same(index: usize, target: (&str, Option<u32>)) -> Result<(), String> {
    let (file, text) = VALUES[index];
    let expected = EXPECTED[index].as_ref().map_err(Clone::clone)?;
    for level in 0..=3 {
        let found = results(file, text, level, target)?;
        for ((kernel, found), expected) in kernels(text).zip(&found).zip(expected) {
            let words = found.chunks(4).zip(expected.chunks(4));
            if let Some((word, (found, expected))) =
                words.enumerate().find(|(_, (found, expected))| found != expected)
            {
                return Err(format!(
                    "-O{level}, {kernel}: word {word} is {found:02x?}, not {expected:02x?}"
                ));
            }
        }
    }
    Ok(())
}
