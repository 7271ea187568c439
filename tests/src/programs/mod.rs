//! Generated OpenCL C programs, valid by construction: at every optimization level, with few registers and with short
//! branches, the emulator must compute what the IR interpreter computes from the front end's IR before any pass. Where
//! LLVM's tools are installed, clang's code objects, run by the emulator, must compute the same: an independent check
//! of the front end's view of the language and of the emulator's view of the instructions.
//!
//! There are two generators: `generate` for integers, and `wide` for everything else. A few seeds of both run as part
//! of the tests. `WAVEC_SEEDS=1000 cargo test -p wavec-tests -- programs/` runs many; `WAVEC_FIRST_SEED=N` sets the
//! first one, and `WAVEC_VERIFY_EACH=0` disables the verifiers, which take half of the time. A failure names the file
//! that the program was written to and the first optional pass without which the result would be right; `wavec reduce
//! FILE -- COMMAND` makes it smaller.

mod generate;
mod wide;

use crate::run_tests::{compile_with, guilty_pass};
use crate::{llvm, scratch};
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec::{Emit, Input, InputKind, Options};
use wavec_ir::interp::{self, Interpreter};

/// Words of the buffer that programs read.
const INPUT_WORDS: usize = 1024;

/// The options that a run changes.
type Variant = (&'static str, fn() -> Options);

const VARIANTS: &[Variant] = &[
    ("O0", || Options::default().with_opt_level(0)),
    ("O1", || Options::default().with_opt_level(1)),
    ("O2", || Options::default().with_opt_level(2)),
    ("O3", || Options::default().with_opt_level(3)),
    ("O2 with few registers and short branches", || {
        let mut options = Options::default();
        options.gpu.max_vgprs = Some(24);
        options.gpu.max_sgprs = Some(40);
        options.codegen.branch_bits = Some(6);
        options
    }),
];

/// A program with the kernel `k(global uint *out, global const uint *in)`, and its launch.
pub(crate) struct Program {
    /// The generator and the seed.
    pub name: String,
    pub text: String,
    pub input: Vec<u8>,
    pub output_words: usize,
    /// Words of `out` for each work-item.
    results: usize,
    pub global: [u32; 3],
    pub local: [u32; 3],
    /// Whether clang's code calls only functions that exist.
    is_portable: bool,
}

/// Generates the program of a seed.
type Make = fn(u64) -> Program;

/// Both generators: the names of their tests and the programs.
const GENERATORS: [(&str, Make); 2] = [("programs", of_integers), ("programs/wide", of_everything)];

fn of_integers(seed: u64) -> Program {
    // Two groups of two waves, the last one partly filled.
    let (global, local) = ([192, 1, 1], [96, 1, 1]);
    Program {
        name: seed.to_string(),
        text: generate::program(seed),
        input: input(seed),
        output_words: global[0] as usize * generate::OUTPUTS + generate::COUNTERS,
        results: generate::OUTPUTS,
        global,
        local,
        is_portable: true,
    }
}

fn of_everything(seed: u64) -> Program {
    let program = wide::program(seed);
    let [x, y] = program.local;
    Program {
        name: format!("wide-{seed}"),
        input: input(seed),
        output_words: program.output_words(),
        results: wide::OUTPUTS,
        global: [2 * x, y, 1],
        local: [x, y, 1],
        is_portable: program.is_portable,
        text: program.text,
    }
}

/// One test per seed.
pub fn trials() -> Vec<Trial> {
    let number = |name: &str, default: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (number("WAVEC_FIRST_SEED", 0), number("WAVEC_SEEDS", 10));
    let with_clang = llvm::are_tools_there() || llvm::are_tools_required();
    let mut trials = Vec::new();
    for (name, make) in GENERATORS {
        for seed in first..first + count {
            trials.push(Trial::test(format!("{name}/{seed}"), move || run(&make(seed))));
            let test = move || run_clang_code(&make(seed)).map_err(Failed::from);
            trials.push(Trial::test(format!("{name}/{seed}/clang"), test).with_ignored_flag(!with_clang));
        }
    }
    trials
}

fn input(seed: u64) -> Vec<u8> {
    let words = generate::input(seed, INPUT_WORDS);
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn run(program: &Program) -> Result<(), Failed> {
    let wanted = interpret(program).map_err(|error| failure(program, "interpreter", &error))?;
    for (name, options) in VARIANTS {
        let Err(error) = compile_and_compare(program, options(), &wanted) else {
            continue;
        };
        let pass = guilty_pass(source(program), options, |options| {
            compile_and_compare(program, options, &wanted).is_err()
        });
        return Err(failure(program, &format!("{name}, {pass}"), &error).into());
    }
    Ok(())
}

/// Writes the program to a file and returns its path.
fn failure(program: &Program, way: &str, error: &str) -> String {
    let Program { name, text, .. } = program;
    let path = std::env::temp_dir().join(format!("wavec-program-{name}.cl"));
    match std::fs::write(&path, text) {
        Ok(()) => format!("{}: {way}: {error}", path.display()),
        Err(_) => format!("{name}: {way}: {error}\n{text}"),
    }
}

fn source(program: &Program) -> Input<'_> {
    Input {
        name: "program.cl",
        text: &program.text,
        kind: InputKind::OpenCl,
    }
}

fn compile_and_compare(program: &Program, options: Options, wanted: &[u8]) -> Result<(), String> {
    let code = compile_with("program.cl", &program.text, InputKind::OpenCl, options)?;
    same_results(program, &emulate(program, &code)?, wanted)
}

fn run_clang_code(program: &Program) -> Result<(), String> {
    if !program.is_portable {
        return Ok(());
    }
    let wanted = interpret(program)?;
    let dir = scratch(&format!("programs/{}", program.name));
    let (path, object) = (dir.join("program.cl"), dir.join("clang.o"));
    let object = object.display().to_string();
    std::fs::write(&path, &program.text).map_err(|error| error.to_string())?;
    // Only -O2. At -O0 LLVM 22 divides unsigned words of many sign bits as if these were zeros (`udiv` of a
    // sign-extended byte), at -O1 a value with which lanes leave a loop can be the last lane's for all (around atomic
    // operations in the loop). At every level but -O0 `structurizecfg` may lose a value where control flow joins (seeds
    // 900092 and 840017 of integers: the interpreter finds the IR after the pass to compute something else, too). At the
    // same levels its machine passes take `or` of an undefined register and -1 for undefined (seed 33 of integers: the
    // high half of `x - (x * y | ~(ulong)z)` is computed from a register that holds something else).
    llvm::clang_object_of_program(&path, &["-O2"], &object)?;
    let bytes = std::fs::read(&object).map_err(|error| error.to_string())?;
    let code = wavec::pipeline::link_object(&object, &bytes).map_err(|error| error.to_string())?;
    let Err(error) = emulate(program, &code).and_then(|found| same_results(program, &found, &wanted)) else {
        return Ok(());
    };
    llvm::blame_program(
        format!("programs/{}", program.name),
        failure(program, "clang", &error),
        &path,
        &|ir| Some(interpret_ir(program, ir).ok()? == wanted),
        &|object| {
            let code = wavec::pipeline::link_object("program.o", object).map_err(|error| error.to_string());
            let found = code.and_then(|code| emulate(program, &code));
            found.is_ok_and(|found| found == wanted)
        },
    )
}

fn same_results(program: &Program, found: &[u8], wanted: &[u8]) -> Result<(), String> {
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    let mut pairs = found.chunks(4).map(word).zip(wanted.chunks(4).map(word));
    match pairs.position(|(found, wanted)| found != wanted) {
        None => Ok(()),
        Some(at) => Err(format!(
            "out[{at}] (result {} of work-item {}) is {:#x}, but the interpreter has {:#x}",
            at % program.results,
            at / program.results,
            word(&found[4 * at..][..4]),
            word(&wanted[4 * at..][..4]),
        )),
    }
}

/// What a file computes in place of the program of a seed: the bytes of `out`. The IR interpreter runs OpenCL C and IR
/// (from the front end's), the emulator relocatable objects.
///
/// # Errors
/// Why it cannot be compiled or run.
pub fn outcome(is_wide: bool, seed: u64, path: &Path) -> Result<Vec<u8>, String> {
    let mut program = GENERATORS[usize::from(is_wide)].1(seed);
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    if path.extension().is_some_and(|extension| extension == "o") {
        let name = path.display().to_string();
        let code = wavec::pipeline::link_object(&name, &bytes).map_err(|error| error.to_string())?;
        return emulate(&program, &code);
    }
    program.text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    match path.extension().is_some_and(|extension| extension == "ll") {
        true => interpret_ir(&program, &program.text),
        false => interpret(&program),
    }
}

/// The programs of a seed.
pub(crate) fn launches(seed: u64) -> impl Iterator<Item = Program> {
    GENERATORS.into_iter().map(move |(_, make)| make(seed))
}

fn interpret(program: &Program) -> Result<Vec<u8>, String> {
    let mut options = Options::default().with_opt_level(0);
    options.ir_form = wavec_ir::text::WriteOptions::RAW;
    let output = wavec::pipeline::compile(source(program), &[Emit::Ir], &options)
        .map_err(|error| error.to_string())?;
    let (_, bytes) = output.files.into_iter().next().ok_or("no IR")?;
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    interpret_ir(program, &text)
}

fn interpret_ir(program: &Program, text: &str) -> Result<Vec<u8>, String> {
    let module = wavec_ir::text::parse_module_text(text, &wavec_target_gpu::intrinsics::REGISTRY)?;
    let target = wavec_target_gpu::interp::AmdgpuInterp::of(&crate::run_tests::processor());
    let mut device = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
    let out = device.alloc_with(&vec![0; program.output_words * 4]);
    let arguments = [out, device.alloc_with(&program.input)].map(interp::Arg::Buffer);
    let options = interp::LaunchOptions::default();
    device
        .launch("k", program.global, program.local, &arguments, &options)
        .map_err(|error| error.to_string())?;
    Ok(device.read(out).to_vec())
}

fn emulate(program: &Program, code: &[u8]) -> Result<Vec<u8>, String> {
    let code = CodeObject::load(code).map_err(|error| error.to_string())?;
    let mut device = Emulator::new();
    let out = device.alloc_with(&vec![0; program.output_words * 4]);
    let arguments = [out, device.alloc_with(&program.input)].map(Arg::Buffer);
    let options = LaunchOptions::default();
    device
        .launch(&code, "k", program.global, program.local, &arguments, &options)
        .map_err(|fault| fault.to_string())?;
    Ok(device.read(out).to_vec())
}
