//! Generated kernels in IR over all address spaces: at every optimization level the emulator must compute what the IR
//! interpreter computes from the text itself. Where LLVM's tools are installed, the output of `opt` and `llc` must
//! compute the same on the emulator.
//!
//! LLVM 22 miscompiles a few programs in a thousand. Where its code differs, [`crate::llvm_faults`] finds the
//! pass that is to blame: differences since a pass that is known to be wrong are listed at the end of the run, others are
//! failures. What is known: `llc` makes negations of both
//! differences in `(0 - x) + (0 - y)`, whose sum is -0 where x and y are 0 (seed 20514); it divides 24-bit numbers with
//! an estimate that it corrects upward only, so that `x / (x + 1)` gives 1 (seed 22006); and a value that leaves a loop
//! with several exits through one of them is lost where it structures control flow (seed 5706). The copy of a uniform
//! counter with which each lane leaves a loop is folded past the end of the loop, where all lanes see the last one's
//! (`si-fold-operands`, seeds 81038 and 831034). On others it crashes (seeds 40000016 and 40000187): these are not
//! compared, and are listed, too.
//!
//! Seeds that are 2 modulo 4 make the programs of the first generator, to which the seeds above belong. The others have
//! more: fat pointers and indexed resources, pointers in memory and through phis, functions with many arguments,
//! switches and loops with two entries, atomics on bytes, and intrinsics on integers, floats, vectors and across lanes;
//! those that are 1 modulo 4 have scheduling hints and accesses through masks.
//!
//! A quarter of the programs, with a kernel more, are run through each pass on the target's IR alone, and through all in order: what
//! the interpreter computes must not change (`target_passes`).
//!
//! A few seeds run as part of the tests. `WAVEC_IR_PROGRAMS=1000 cargo test -p wavec-tests --release -- ir_programs/`
//! runs many; `WAVEC_FIRST_SEED=N` sets the first one. A failure names the file that the program was written to and the
//! first optional pass without which the result would be right.

mod bounds;
mod bytes;
mod control;
mod functions;
mod generate;
mod masked;
mod memory;
mod more;
mod target_passes;

use crate::random::Random;
use crate::run_tests::{compile_with, guilty_pass};
use crate::{llvm, llvm_faults, scratch};
use generate::{ITEMS, LOCAL, SHARED, SLOT, WORDS};
use libtest_mimic::{Failed, Trial};
use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec::{Input, InputKind, Options};
use wavec_gpu_mc::features;
use wavec_ir::interp::{self, Interpreter};

/// Seeds per test.
const PER_TRIAL: u64 = 10;
/// The last argument of the kernel.
const NUMBER: i32 = 0x2545_f496;

/// One test per range of seeds, and one for LLVM's output.
pub fn trials() -> Vec<Trial> {
    let number = |name: &str, default: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (number("WAVEC_FIRST_SEED", 0), number("WAVEC_IR_PROGRAMS", 40));
    let with_llvm = llvm::are_tools_there() || llvm::are_tools_required();
    let mut trials = Vec::new();
    for start in (first..first + count).step_by(PER_TRIAL as usize) {
        let seeds = start..(start + PER_TRIAL).min(first + count);
        // Each of these runs dozens of passes and interprets the program after them.
        if start < first + count.div_ceil(4) {
            trials.push(target_passes::trial(seeds.clone()));
        }
        let of_llvm = seeds.clone();
        let all = move || each(seeds.clone(), run);
        trials.push(Trial::test(format!("ir_programs/{start}"), all));
        let all = move || each(of_llvm.clone(), run_llvm);
        trials.push(Trial::test(format!("ir_programs/{start}/llvm"), all).with_ignored_flag(!with_llvm));
    }
    trials
}

/// All failures of these seeds. A crash is one, too: of a pass that the verifier rejects, for example.
fn each(seeds: Range<u64>, mut run: impl FnMut(u64) -> Result<(), String>) -> Result<(), Failed> {
    let run = |seed| {
        std::panic::catch_unwind(AssertUnwindSafe(|| run(seed))).unwrap_or_else(|panic| {
            let message = panic
                .downcast_ref::<String>()
                .map_or("no message", String::as_str);
            let first_line = message.lines().next().unwrap_or_default();
            Err(failure(seed, "crash", first_line, &generate::program(seed)))
        })
    };
    let failures: Vec<String> = seeds.map(run).filter_map(Result::err).collect();
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n").into()),
    }
}

/// Contents of the buffers: results, the shared one, and the two that are written.
struct Buffers([Vec<u8>; 4]);

impl Buffers {
    fn new(seed: u64) -> Buffers {
        let mut random = Random::seeded(seed ^ 0x5bd1_e995);
        let mut bytes = |count: u32| -> Vec<u8> {
            let small = |random: &mut Random| match random.below(3) {
                0 => random.below(8) as u8,
                _ => random.bits() as u8,
            };
            (0..count).map(|_| small(&mut random)).collect()
        };
        let written = ITEMS * SLOT;
        Buffers([
            vec![0; (4 * ITEMS * WORDS) as usize],
            bytes(SHARED),
            bytes(written),
            bytes(written),
        ])
    }
}

fn run(seed: u64) -> Result<(), String> {
    let text = generate::program(seed);
    let wanted = interpret(&text, seed).map_err(|error| failure(seed, "interpreter", &error, &text))?;
    for level in 0..4 {
        let options = || Options::default().with_opt_level(level);
        let Err(error) = compile_and_compare(&text, options(), seed, &wanted) else {
            continue;
        };
        let input = Input {
            name: "program.ll",
            text: &text,
            kind: InputKind::Ir,
        };
        let pass = guilty_pass(input, options, |options| {
            compile_and_compare(&text, options, seed, &wanted).is_err()
        });
        return Err(failure(seed, &format!("-O{level}, {pass}"), &error, &text));
    }
    Ok(())
}

/// Writes the program to a file and returns its path.
fn failure(seed: u64, way: &str, error: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("wavec-ir-program-{seed}.ll"));
    match std::fs::write(&path, text) {
        Ok(()) => format!("seed {seed}, {}: {way}: {error}", path.display()),
        Err(_) => format!("seed {seed}: {way}: {error}\n{text}"),
    }
}

fn compile_and_compare(text: &str, options: Options, seed: u64, wanted: &Buffers) -> Result<(), String> {
    let code = compile_with("program.ll", text, InputKind::Ir, options)?;
    same_results(&emulate(&code, seed)?, wanted)
}

fn run_llvm(seed: u64) -> Result<(), String> {
    let text = generate::program(seed);
    let wanted = interpret(&text, seed).map_err(|error| failure(seed, "interpreter", &error, &text))?;
    // LLVM 22 reads one lane of the wave for all where lanes permute within the halves of a wave.
    let processor = crate::run_tests::processor();
    let permutes_halves = processor.wave_size == 64 && !processor.has(features::GFX9);
    if permutes_halves && text.contains("@llvm.amdgcn.ds.bpermute(") {
        let reason = "LLVM takes permutations in halves for those of a wave".to_string();
        llvm_faults::not_compared(format!("ir_programs/{seed}"), reason);
        return Ok(());
    }
    // LLVM 22 crashes in its scheduler after the allocator where the groups of hints contradict each other.
    let without_hints: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("@llvm.amdgcn.sched."))
        .collect();
    let mut for_llvm = bytes::as_integers(&without_hints.join("\n"));
    // Where scratch memory is a buffer, LLVM 22 takes the stack pointer, which counts bytes of all lanes, for the address
    // in a lane of a dynamic allocation.
    if !processor.has(features::ARCHITECTED_FLAT_SCRATCH) {
        for_llvm = for_llvm.replace(
            "alloca i8, i32 %length,",
            &format!("alloca [{} x i8],", SLOT + 12),
        );
    }
    let dir = scratch(&format!("ir_programs/{seed}"));
    let code = match llvm::code_of_ir(&for_llvm, &dir) {
        Ok(code) => code,
        Err(error) => {
            let how = llvm::crash(&error).ok_or_else(|| failure(seed, "llvm", &error, &text))?;
            llvm_faults::not_compared(format!("ir_programs/{seed}"), format!("LLVM crashed: {how}"));
            return Ok(());
        }
    };
    let Err(error) = emulate(&code, seed).and_then(|found| same_results(&found, &wanted)) else {
        return Ok(());
    };
    llvm::blame_code_of_ir(
        format!("ir_programs/{seed}"),
        failure(seed, "llvm's code", &error, &text),
        &dir,
        &|ir| Some(same_results(&interpret(ir, seed).ok()?, &wanted).is_ok()),
        &|object| {
            let code = wavec::pipeline::link_object("program.o", object).map_err(|error| error.to_string());
            let found = code.and_then(|code| emulate(&code, seed));
            found.is_ok_and(|found| same_results(&found, &wanted).is_ok())
        },
    )
}

fn same_results(found: &Buffers, wanted: &Buffers) -> Result<(), String> {
    for (name, (found, wanted)) in ["results", "shared", "first", "second"]
        .iter()
        .zip(found.0.iter().zip(&wanted.0))
    {
        let Some(at) = found.iter().zip(wanted).position(|(a, b)| a != b) else {
            continue;
        };
        let at = at / 4 * 4;
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let place = match *name {
            "results" => format!(
                "word {} of work-item {}",
                at as u32 / 4 % WORDS,
                at as u32 / 4 / WORDS
            ),
            _ => format!("byte {} of work-item {}", at as u32 % SLOT, at as u32 / SLOT),
        };
        let (found, wanted) = (word(found), word(wanted));
        return Err(format!(
            "{name}, {place}: {found:#x}, but the interpreter has {wanted:#x}"
        ));
    }
    Ok(())
}

/// What a file computes in place of the program of a seed, all buffers one after the other. The IR interpreter runs IR, the
/// emulator relocatable objects.
///
/// # Errors
/// Why it cannot be read or run.
pub fn outcome(seed: u64, path: &Path) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let Buffers(buffers) = if path.extension().is_some_and(|extension| extension == "o") {
        let name = path.display().to_string();
        let code = wavec::pipeline::link_object(&name, &bytes).map_err(|error| error.to_string())?;
        emulate(&code, seed)?
    } else {
        interpret(
            &String::from_utf8(bytes).map_err(|error| error.to_string())?,
            seed,
        )?
    };
    Ok(buffers.concat())
}

fn interpret(text: &str, seed: u64) -> Result<Buffers, String> {
    let mut module = wavec_ir::text::parse_module_text(text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    // The interpreter does not support fat pointers.
    wavec_ir::passes::lower_split_values::run(
        &mut module,
        &wavec_target_gpu::transform_info::TRANSFORM_INFO,
        &mut wavec_support::Diagnostics::new(),
    );
    let target = wavec_target_gpu::interp::AmdgpuInterp::of(&crate::run_tests::processor());
    let mut device = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
    let buffers = Buffers::new(seed).0.map(|bytes| device.alloc_with(&bytes));
    let mut arguments: Vec<interp::Arg> = buffers
        .iter()
        .map(|&buffer| interp::Arg::Buffer(buffer))
        .collect();
    arguments.push(interp::Arg::Bytes(NUMBER.to_le_bytes().to_vec()));
    let options = interp::LaunchOptions::default();
    device
        .launch("k", [ITEMS, 1, 1], [LOCAL, 1, 1], &arguments, &options)
        .map_err(|error| error.to_string())?;
    Ok(Buffers(buffers.map(|buffer| device.read(buffer).to_vec())))
}

fn emulate(code: &[u8], seed: u64) -> Result<Buffers, String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let buffers = Buffers::new(seed).0.map(|bytes| device.alloc_with(&bytes));
    let mut arguments: Vec<Arg> = buffers.iter().map(|&buffer| Arg::Buffer(buffer)).collect();
    arguments.push(Arg::Bytes(NUMBER.to_le_bytes().to_vec()));
    let options = LaunchOptions::default();
    device
        .launch(&code, "k", [ITEMS, 1, 1], [LOCAL, 1, 1], &arguments, &options)
        .map_err(|fault| fault.to_string())?;
    Ok(Buffers(buffers.map(|buffer| device.read(buffer).to_vec())))
}
