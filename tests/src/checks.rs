//! Programs that are right: the checks of `wavec check` find nothing in the examples, in the kernels of the benches and in
//! generated programs. What they find in wrong ones is in `tests/file/check`.

use crate::examples::{self, Argument as ExampleArgument, Scenario};
use crate::measured_kernels::{self, MeasuredKernel};
use crate::{programs, root};
use libtest_mimic::{Failed, Trial};
use wavec::check::{Argument, Program, to_text};
use wavec::{Input, InputKind, Options};
use wavec_ir::interp::{CheckOptions, Kind, LaunchOptions};

/// Kernels of the benches with findings that are real, and the kinds of these.
const WRONG: &[(&str, &[Kind])] = &[
    // Work-items write to the same words without atomic operations.
    ("bloom_insert", &[Kind::DataRace]),
    ("bfs_level", &[Kind::DataRace]),
    ("sssp_relax", &[Kind::DataRace]),
    ("label_components", &[Kind::DataRace]),
    // A word is read and its predecessor written by neighbours.
    ("mersenne_twister", &[Kind::DataRace]),
    // Negative numbers are converted to unsigned char.
    ("hsv_convert", &[Kind::FloatConversion]),
    // Arithmetic on any signed numbers.
    ("long_arith", &[Kind::Overflow]),
    ("interpreter", &[Kind::Overflow]),
];

/// One test for each example, each kernel of the benches, and each seed of the generators.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for example in examples::all() {
        for level in [None, Some(2)] {
            let name = level.map_or("source".to_string(), |level| format!("O{level}"));
            trials.push(Trial::test(
                format!("checks/examples/{}/{name}", example.name),
                move || Ok(check_example(example.file, &(example.scenario)(), level)?),
            ));
        }
    }
    for kernel in measured_kernels::of_opencl() {
        let file = kernel.file.rsplit('/').next().unwrap_or_default();
        trials.push(Trial::test(
            format!("checks/opencl/{file}/{}", kernel.name),
            move || Ok(check_measured(&kernel)?),
        ));
    }
    trials.push(Trial::test("checks/documented", || Ok(are_documented()?)));
    let seeds = std::env::var("WAVEC_SEEDS")
        .ok()
        .and_then(|text| text.parse().ok());
    for seed in 0..seeds.unwrap_or(5) {
        trials.push(Trial::test(format!("checks/programs/{seed}"), move || {
            programs::launches(seed)
                .try_for_each(|program| check_generated(&program))
                .map_err(Failed::from)
        }));
    }
    trials
}

/// Whether the table of `docs/check.md` has all kinds.
fn are_documented() -> Result<(), String> {
    let text = std::fs::read_to_string(root().join("docs/check.md")).map_err(|error| error.to_string())?;
    let is_missing = |kind: &&Kind| !text.contains(&format!("\n| `{}` |", kind.name()));
    match Kind::ALL.iter().find(is_missing) {
        Some(kind) => Err(format!("docs/check.md lacks '{}'", kind.name())),
        None => Ok(()),
    }
}

fn program(name: &str, text: &str, level: Option<u8>) -> Result<Program, String> {
    let input = Input {
        name,
        text,
        kind: InputKind::OpenCl,
    };
    let options = Options::default().with_opt_level(level.unwrap_or(0));
    Program::new(input, &options, level.is_some()).map_err(|error| error.to_string())
}

/// Launches a kernel; it is an error if other kinds are found than these. Gives the buffers afterwards.
fn check(
    program: &Program,
    kernel: &str,
    grid: ([u32; 3], [u32; 3]),
    arguments: &[Argument],
    dynamic_local: u32,
    expected: &[Kind],
) -> Result<Vec<Vec<u8>>, String> {
    let kernels = program.kernels();
    let kernel = kernels.into_iter().find(|&func| program.name(func) == kernel);
    let kernel = kernel.ok_or("no such kernel")?;
    if let Some(mismatch) = program.mismatch(kernel, arguments) {
        return Err(mismatch);
    }
    let launch = LaunchOptions {
        dynamic_local,
        ..LaunchOptions::default()
    };
    let outcome = program
        .check(kernel, grid, arguments, CheckOptions::default(), &launch)
        .map_err(|error| error.to_string())?;
    let mut kinds: Vec<Kind> = outcome.findings.iter().map(|finding| finding.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match kinds == expected {
        true => Ok(outcome.buffers),
        false => Err(format!(
            "expected {expected:?}\n{}",
            to_text(program, &outcome.findings)
        )),
    }
}

fn check_example(file: &str, scenario: &Scenario, level: Option<u8>) -> Result<(), String> {
    let text =
        std::fs::read_to_string(root().join("examples").join(file)).map_err(|error| error.to_string())?;
    let program = program(file, &text, level)?;
    let mut memory: Vec<Vec<u8>> = scenario
        .buffers
        .iter()
        .map(|buffer| buffer.before.clone())
        .collect();
    for launch in &scenario.launches {
        let argument = |argument: &ExampleArgument| match argument {
            ExampleArgument::Buffer(index) => buffer(memory[*index].clone()),
            ExampleArgument::Bytes(bytes) => Argument::Value(bytes.clone()),
            ExampleArgument::Local(size) => Argument::Local(*size),
        };
        let arguments: Vec<Argument> = launch.arguments.iter().map(argument).collect();
        let after = check(
            &program,
            launch.kernel,
            (launch.global, launch.local),
            &arguments,
            0,
            &[],
        )?;
        for (argument, bytes) in launch.arguments.iter().zip(after) {
            if let ExampleArgument::Buffer(index) = argument {
                memory[*index] = bytes;
            }
        }
    }
    Ok(())
}

fn check_measured(kernel: &MeasuredKernel) -> Result<(), String> {
    let text = std::fs::read_to_string(&kernel.file).map_err(|error| error.to_string())?;
    let program = program(&kernel.file, &text, None)?;
    let argument = |argument: &measured_kernels::Argument| match argument {
        measured_kernels::Argument::Buffer(bytes) => buffer(bytes.clone()),
        measured_kernels::Argument::Value(bytes) => Argument::Value(bytes.clone()),
    };
    let arguments: Vec<Argument> = kernel.arguments.iter().map(argument).collect();
    let grid = (kernel.global, kernel.local);
    let wrong = WRONG.iter().find(|(name, _)| *name == kernel.name);
    let expected = wrong.map_or(&[][..], |(_, kinds)| kinds);
    check(
        &program,
        &kernel.name,
        grid,
        &arguments,
        kernel.dynamic_lds,
        expected,
    )
    .map(drop)
}

fn check_generated(generated: &programs::Program) -> Result<(), String> {
    let program = program(&generated.name, &generated.text, None)?;
    let out = vec![0; generated.output_words * 4];
    let arguments = [buffer(out), buffer(generated.input.clone())];
    check(
        &program,
        "k",
        (generated.global, generated.local),
        &arguments,
        0,
        &[],
    )
    .map(drop)
}

fn buffer(bytes: Vec<u8>) -> Argument {
    Argument::Buffer {
        bytes,
        is_undefined: false,
    }
}
