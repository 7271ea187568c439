//! Generated OpenCL C programs, valid by construction: what the emulator computes at every optimization level, with few
//! registers and with short branches, is what the IR interpreter computes from the frontend's IR before any pass. Where
//! LLVM's tools are installed, code objects of clang, run by the emulator, compute the same: what the frontend takes a program
//! to mean and what the emulator takes an instruction to do has a second opinion.
//!
//! A few seeds run as tests. `WAVEC_SEEDS=1000 cargo test -p wavec-tests --release -- programs/` runs many;
//! `WAVEC_FIRST_SEED=N` begins elsewhere. A failing program is in the message with its seed.

mod generate;

use crate::run_tests::compile_with;
use crate::{llvm, scratch};
use libtest_mimic::{Failed, Trial};
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec::{Emit, Input, InputKind, Options};
use wavec_ir::interp::{self, Interpreter};

/// Work-items of the grid and of a work-group: two groups of two waves, the last not full.
const GLOBAL: u32 = 192;
const LOCAL: u32 = 96;
/// Words of the buffers.
const INPUT_WORDS: usize = 1024;
const OUTPUT_WORDS: usize = GLOBAL as usize * generate::OUTPUTS + generate::COUNTERS;

/// What of the options a run changes.
type Variant = (&'static str, fn() -> Options);

const VARIANTS: &[Variant] = &[
    ("O0", || Options::default().with_opt_level(0)),
    ("O1", || Options::default().with_opt_level(1)),
    ("O2", || Options::default().with_opt_level(2)),
    ("O3", || Options::default().with_opt_level(3)),
    ("O2 with few registers and short branches", || {
        let mut options = Options::default();
        options.codegen.max_vgprs = Some(24);
        options.codegen.max_sgprs = Some(40);
        options.codegen.branch_bits = Some(6);
        options
    }),
];

/// One test a seed.
pub fn trials() -> Vec<Trial> {
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .ok()
            .and_then(|s| s.parse().ok())
            .unwrap_or(default)
    };
    let (first, count) = (number("WAVEC_FIRST_SEED", 0), number("WAVEC_SEEDS", 10));
    let with_clang = llvm::are_tools_there() || llvm::are_tools_required();
    let mut trials = Vec::new();
    for seed in first..first + count {
        trials.push(Trial::test(format!("programs/{seed}"), move || run(seed)));
        let test = move || run_clang_code(seed).map_err(Failed::from);
        trials.push(Trial::test(format!("programs/{seed}/clang"), test).with_ignored_flag(!with_clang));
    }
    trials
}

fn input(seed: u64) -> Vec<u8> {
    let words = generate::input(seed, INPUT_WORDS);
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn run(seed: u64) -> Result<(), Failed> {
    let source = generate::program(seed);
    let input = input(seed);
    let wanted =
        interpret(&source, &input).map_err(|error| format!("seed {seed}: interpreter: {error}\n{source}"))?;
    for (name, options) in VARIANTS {
        let code = compile_with("program.cl", &source, InputKind::OpenCl, options());
        code.and_then(|code| emulate(&code, &input))
            .and_then(|found| same_results(&found, &wanted))
            .map_err(|error| format!("seed {seed}: {name}: {error}\n{source}"))?;
    }
    Ok(())
}

fn run_clang_code(seed: u64) -> Result<(), String> {
    let source = generate::program(seed);
    let input = input(seed);
    let wanted = interpret(&source, &input)?;
    let dir = scratch(&format!("programs/{seed}"));
    let (program, object) = (dir.join("program.cl"), dir.join("clang.o"));
    let object = object.display().to_string();
    std::fs::write(&program, &source).map_err(|error| error.to_string())?;
    // Only -O2. At -O0 LLVM 22 divides unsigned words of many sign bits as if these were zeros (`udiv` of a sign-extended byte),
    // at -O1 a value that lanes leave a loop with can be the last lane's for all (around atomic operations in the loop).
    llvm::clang_object_of_program(&program, "-O2", &object)?;
    let bytes = std::fs::read(&object).map_err(|error| error.to_string())?;
    let code = wavec::pipeline::link_object(&object, &bytes).map_err(|error| error.to_string())?;
    emulate(&code, &input)
        .and_then(|found| same_results(&found, &wanted))
        .map_err(|error| format!("seed {seed}: clang: {error}\n{source}"))
}

fn same_results(found: &[u8], wanted: &[u8]) -> Result<(), String> {
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    let mut pairs = found.chunks(4).map(word).zip(wanted.chunks(4).map(word));
    match pairs.position(|(found, wanted)| found != wanted) {
        None => Ok(()),
        Some(at) => Err(format!(
            "out[{at}] (result {} of work-item {}) is {:#x}, but the interpreter has {:#x}",
            at % generate::OUTPUTS,
            at / generate::OUTPUTS,
            word(&found[4 * at..][..4]),
            word(&wanted[4 * at..][..4]),
        )),
    }
}

fn interpret(source: &str, input: &[u8]) -> Result<Vec<u8>, String> {
    let mut options = Options::default().with_opt_level(0);
    options.formatted_ir = false;
    let unit = Input {
        name: "program.cl",
        text: source,
        kind: InputKind::OpenCl,
    };
    let output = wavec::pipeline::compile(unit, &[Emit::Ir], &options).map_err(|error| error.to_string())?;
    let (_, bytes) = output.files.into_iter().next().ok_or("no IR")?;
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    let module = wavec_ir::text::parse_module_text(&text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    let target = wavec_target_gpu::interp::AmdgpuInterp;
    let mut device = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
    let (out, source) = (
        device.alloc_with(&[0; OUTPUT_WORDS * 4]),
        device.alloc_with(input),
    );
    device
        .launch(
            "k",
            [GLOBAL, 1, 1],
            [LOCAL, 1, 1],
            &[interp::Arg::Buffer(out), interp::Arg::Buffer(source)],
            &interp::LaunchOptions::default(),
        )
        .map_err(|error| error.to_string())?;
    Ok(device.read(out).to_vec())
}

fn emulate(code: &[u8], input: &[u8]) -> Result<Vec<u8>, String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let (out, source) = (
        device.alloc_with(&[0; OUTPUT_WORDS * 4]),
        device.alloc_with(input),
    );
    let arguments = [Arg::Buffer(out), Arg::Buffer(source)];
    device
        .launch(
            &code,
            "k",
            [GLOBAL, 1, 1],
            [LOCAL, 1, 1],
            &arguments,
            &LaunchOptions::default(),
        )
        .map_err(|fault| fault.to_string())?;
    Ok(device.read(out).to_vec())
}
