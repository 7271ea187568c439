//! LLVM 22's tools on our output, and ours on theirs.

use crate::examples::{self, Example};
use crate::llvm_faults::{self, Judge};
use crate::run_tests::{compile, run_on_emulator};
use crate::{multicall, root, scratch};
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::Command;
use wavec::InputKind;

const TOOLS: [&str; 5] = [
    "clang-22",
    "opt-22",
    "llvm-mc-22",
    "llvm-objdump-22",
    "llvm-readelf-22",
];

/// Whether all of LLVM's tools can be run.
pub fn are_tools_there() -> bool {
    TOOLS.iter().all(|tool| {
        Command::new(tool)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
    })
}

pub use wavec_test_support::llvm::is_required as are_tools_required;

type Comparison = fn(&Example, &Path) -> Result<(), String>;

const COMPARISONS: &[(&str, Comparison)] = &[
    ("opt_verifies_our_ir", opt_verifies_our_ir),
    ("mc_assembles_our_assembly", mc_assembles_our_assembly),
    ("we_assemble_clang", we_assemble_clang),
    ("objdump_reads_our_code", objdump_reads_our_code),
    ("readelf_reads_our_metadata", readelf_reads_our_metadata),
    ("we_compile_clang_ir", we_compile_clang_ir),
];

/// Whether LLVM 22 does not have an intrinsic or a builtin that we have: it is from a later version.
pub fn lacks(name: &str) -> bool {
    let name = name.replace('_', ".");
    name.ends_with("asyncmark") || name.ends_with("load.async.lds") || name.ends_with("load.async.to.lds")
}

/// Comparison x example.
pub fn trials() -> Vec<Trial> {
    let ignored = !are_tools_there() && !are_tools_required();
    if ignored {
        eprintln!("wavec-tests: LLVM 22's tools are not installed: comparisons with them are skipped");
    }
    let mut trials = Vec::new();
    for &(what, comparison) in COMPARISONS {
        let mut files = Vec::new();
        for example in examples::all() {
            // Several kernels of one file are compared once, but each is run.
            if what != "we_compile_clang_ir" && files.contains(&example.file) {
                continue;
            }
            files.push(example.file);
            let name = format!("llvm/{what}/{}", example.name);
            let dir = name.clone();
            let test = move || comparison(&example, &scratch(&dir)).map_err(Failed::from);
            trials.push(Trial::test(name, test).with_ignored_flag(ignored));
        }
    }
    trials
}

fn source(example: &Example) -> String {
    root().join("examples").join(example.file).display().to_string()
}

/// Runs a tool and returns its standard output.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "{command:?}: {}\n{}",
            output.status,
            text.chars().take(4000).collect::<String>()
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The first line of a tool's message before it crashed, if `error` is a crash and not a rejected input.
pub fn crash(error: &str) -> Option<&str> {
    let (_, said) = error.split_once('\n')?;
    let is_crash = said.contains("Stack dump:") || said.starts_with("LLVM ERROR:");
    is_crash.then(|| said.lines().next().unwrap_or_default())
}

fn wavec(args: &[&str]) -> Result<String, String> {
    run(multicall::wavec().args(args))
}

fn tool(name: &str, args: &[&str]) -> Result<String, String> {
    run(Command::new(name).args(args))
}

fn path_in(dir: &Path, name: &str) -> String {
    dir.join(name).display().to_string()
}

fn opt_verifies_our_ir(example: &Example, dir: &Path) -> Result<(), String> {
    let input = source(example);
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let ir = path_in(dir, "x.ll");
        wavec(&[
            &input,
            level,
            "-emit-ll",
            "--print-formatted-intrinsics=false",
            "-o",
            &ir,
        ])?;
        tool("opt-22", &["-passes=verify", "-disable-output", &ir])?;
        // Names and formats are comments: LLVM's reader ignores them where it supports block comments.
    }
    Ok(())
}

fn mc_assembles_our_assembly(example: &Example, dir: &Path) -> Result<(), String> {
    let input = source(example);
    for level in ["-O0", "-O2"] {
        let (asm, ours, theirs) = (
            path_in(dir, "x.s"),
            path_in(dir, "ours.o"),
            path_in(dir, "theirs.o"),
        );
        wavec(&[&input, level, "-S", "-o", &asm])?;
        wavec(&[&input, level, "-c", "-o", &ours])?;
        tool(
            "llvm-mc-22",
            &[
                "-triple=amdgcn-amd-amdhsa",
                "-mcpu=gfx942",
                "-filetype=obj",
                &asm,
                "-o",
                &theirs,
            ],
        )?;
        let assembled = path_in(dir, "assembled.o");
        wavec(&["mc", "--filetype=obj", &asm, "-o", &assembled])?;
        // Linking the file afterwards is the same as linking at once.
        let (linked, direct) = (path_in(dir, "linked.co"), path_in(dir, "direct.co"));
        wavec(&[&theirs, "-o", &linked])?;
        wavec(&[&input, level, "-o", &direct])?;
        if std::fs::read(&linked).ok() != std::fs::read(&direct).ok() {
            return Err(format!(
                "{level}: llvm-mc-22's object file links to something else"
            ));
        }
        let theirs = std::fs::read(&theirs).map_err(|error| error.to_string())?;
        for (what, ours) in [("-c", &ours), ("wavec mc", &assembled)] {
            let ours = std::fs::read(ours).map_err(|error| error.to_string())?;
            if ours != theirs {
                let at = ours.iter().zip(&theirs).position(|(a, b)| a != b);
                return Err(format!(
                    "{level}: {what} gives {} bytes, llvm-mc-22 {}; the first that differs is {at:?}",
                    ours.len(),
                    theirs.len()
                ));
            }
        }
    }
    Ok(())
}

/// Clang's assembly of an example assembles to LLVM's bytes, and their disassembly is the same.
fn we_assemble_clang(example: &Example, dir: &Path) -> Result<(), String> {
    let input = source(example);
    let (asm, ours, theirs) = (
        path_in(dir, "clang.s"),
        path_in(dir, "ours.o"),
        path_in(dir, "theirs.o"),
    );
    for level in ["-O0", "-O2"] {
        run(Command::new("clang-22")
            .args(CLANG)
            .args([level, "-S", &input, "-o", &asm]))?;
        let triple = ["-triple=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-filetype=obj"];
        tool("llvm-mc-22", &[&triple[..], &[&asm, "-o", &theirs]].concat())?;
        wavec(&["mc", "--filetype=obj", &asm, "-o", &ours])?;
        let read = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
        if read(&ours)? != read(&theirs)? {
            return Err(format!("{level}: the object files differ"));
        }
        same_listing(&theirs)?;
    }
    Ok(())
}

/// Both disassemblers print the same lines after the name of the file.
fn same_listing(path: &str) -> Result<(), String> {
    let theirs = tool("llvm-objdump-22", &["-d", path])?;
    let ours = wavec(&["objdump", "-d", path])?;
    let lines = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| !line.contains("file format"))
            .map(str::to_string)
            .collect()
    };
    let (ours, theirs) = (lines(&ours), lines(&theirs));
    if ours == theirs {
        return Ok(());
    }
    let at = ours.iter().zip(&theirs).find(|(a, b)| a != b);
    Err(format!(
        "{} and {} lines; first difference {at:?}",
        ours.len(),
        theirs.len()
    ))
}

/// Instructions of a disassembly, without addresses and comments, white space normalized.
fn instructions(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| line.starts_with('\t'))
        .map(|line| {
            let line = line.split("//").next().unwrap_or("");
            line.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
}

fn objdump_reads_our_code(example: &Example, dir: &Path) -> Result<(), String> {
    let input = source(example);
    for level in ["-O0", "-O2"] {
        let code = path_in(dir, "x.co");
        wavec(&[&input, level, "-o", &code])?;
        same_listing(&code)?;
        let theirs = tool("llvm-objdump-22", &["-d", &code])?;
        let ours = wavec(&["objdump", "-d", &code])?;
        if theirs.contains("<unknown>") || theirs.contains("\t.long") {
            return Err(format!("{level}: llvm-objdump-22 does not know an instruction"));
        }
        let (ours, theirs) = (instructions(&ours), instructions(&theirs));
        if ours.is_empty() || ours != theirs {
            let at = ours.iter().zip(&theirs).find(|(a, b)| a != b);
            return Err(format!(
                "{level}: {} and {} lines; first difference {at:?}",
                ours.len(),
                theirs.len()
            ));
        }
        // Apart from labels, the output of -S is what is in the file.
        let printed = wavec(&[&input, level, "-S", "-o", "-"])?;
        let mnemonics = |lines: &[String]| -> Vec<String> {
            lines
                .iter()
                .filter_map(|line| line.split(' ').next())
                .map(str::to_string)
                .collect()
        };
        let printed: Vec<String> = printed
            .lines()
            .filter(|line| line.starts_with('\t') && !line.trim_start().starts_with('.'))
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let (printed, read) = (mnemonics(&printed), mnemonics(&theirs));
        if !read.starts_with(&printed[..1]) || !printed.iter().all(|mnemonic| read.contains(mnemonic)) {
            return Err(format!("{level}: -S and the file differ"));
        }
    }
    Ok(())
}

/// The arguments in the metadata of a file: kernel, then offset, size and kind of each explicit argument.
fn arguments(notes: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut argument: Vec<String> = Vec::new();
    let mut kernel: Vec<String> = Vec::new();
    for line in notes.lines() {
        let trimmed = line.trim_start();
        let fields = trimmed.strip_prefix("- ").unwrap_or(trimmed);
        let Some((key, value)) = fields.split_once(':') else {
            continue;
        };
        let value = value.trim();
        match key.trim() {
            ".offset" | ".size" => argument.push(format!("{key}={value}")),
            ".value_kind" => {
                argument.push(format!("kind={value}"));
                if !value.starts_with("hidden_") {
                    kernel.push(argument.join(" "));
                }
                argument.clear();
            }
            // Argument names precede the kernel's own, which follows its arguments.
            ".symbol" => {
                kernel.insert(0, value.trim_matches('\'').to_string());
                found.push(kernel.join("; "));
                kernel.clear();
            }
            _ => {}
        }
    }
    found
}

const CLANG: &[&str] = &[
    "-x",
    "cl",
    "-cl-std=CL1.2",
    "-target",
    "amdgcn-amd-amdhsa",
    "-mcpu=gfx942",
    "-nogpulib",
    "-Xclang",
    "-finclude-default-header",
    "-O2",
];

fn readelf_reads_our_metadata(example: &Example, dir: &Path) -> Result<(), String> {
    let input = source(example);
    let (ours, theirs) = (path_in(dir, "ours.co"), path_in(dir, "theirs.o"));
    wavec(&[&input, "-o", &ours])?;
    run(Command::new("clang-22")
        .args(CLANG)
        .args(["-c", &input, "-o", &theirs]))?;
    let output = Command::new("llvm-readelf-22")
        .args(["-h", "-l", "-S", "-n", "--dyn-syms", &ours])
        .output();
    let output = output.map_err(|e| e.to_string())?;
    if !output.status.success() || !output.stderr.is_empty() {
        return Err(format!(
            "llvm-readelf-22: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    for needed in ["DYN (Shared object file)", "gfx942", "NT_AMDGPU_METADATA", ".kd"] {
        if !text.contains(needed) {
            return Err(format!("llvm-readelf-22 does not show '{needed}'"));
        }
    }
    let ours = arguments(&tool("llvm-readelf-22", &["-n", &ours])?);
    let theirs = arguments(&tool("llvm-readelf-22", &["-n", &theirs])?);
    if ours.is_empty() || ours != theirs {
        return Err(format!("ours:   {ours:#?}\nclang's: {theirs:#?}"));
    }
    Ok(())
}

/// Clang's IR of the example, with work-item and library functions expressed through builtins.
///
/// # Errors
/// Clang's message.
pub fn clang_ir(file: &str, level: &str, out: &str) -> Result<String, String> {
    clang(file, &[level, "-S", "-emit-llvm"], out)?;
    std::fs::read_to_string(out).map_err(|error| error.to_string())
}

/// As above, as clang's object file in `out`.
///
/// # Errors
/// Clang's message.
pub fn clang_object(file: &str, level: &str, out: &str) -> Result<(), String> {
    clang(file, &[level, "-c"], out)
}

fn clang(file: &str, options: &[&str], out: &str) -> Result<(), String> {
    let input = root().join("examples").join(file);
    run_clang(&input, &["clang_builtins.h"], options, out)
}

/// Clang's object file of a program on integers in `path`, in `out`.
///
/// # Errors
/// Clang's message.
pub fn clang_object_of_program(path: &Path, options: &[&str], out: &str) -> Result<(), String> {
    let options = [options, &["-mllvm", PROGRAM_LLC, "-c"]].concat();
    run_clang(path, PROGRAM_HEADERS, &options, out)
}

/// LLVM 22 divides unsigned words of many sign bits as if these were zeros where it compares the halves of 64-bit numbers first
/// (`0xffffffffUL % (ulong)(long)(short)x`).
const PROGRAM_LLC: &str = "-amdgpu-bypass-slow-div=0";

/// What programs on integers call that clang does not define.
const PROGRAM_HEADERS: &[&str] = &["clang_builtins.h", "clang_library.h"];

fn run_clang(input: &Path, headers: &[&str], options: &[&str], out: &str) -> Result<(), String> {
    let args = CLANG.iter().copied().filter(|arg| *arg != "-O2");
    let mut command = Command::new("clang-22");
    command.args(args).args(options);
    for header in headers {
        let header = root().join("tests/file/inputs").join(header);
        command.arg("-include").arg(header);
    }
    run(command.arg(input).args(["-o", out])).map(|_| ())
}

/// Passes of `llc` that programs in IR go without. LLVM 22's load-store vectorizer treats an access after the end of an
/// overlapping one as its neighbour: of loads of 4 bytes at 2, 8 bytes at 0 and 4 bytes at 8, it makes one of 8 bytes at 2.
/// After loop strength reduction, addresses in buffers are sums of a register that begins at -1 and the immediate offset 1;
/// the hardware finds the register alone beyond the end.
const LLC: &[&str] = &["-amdgpu-load-store-vectorizer=0", "-disable-lsr"];

/// Options of LLVM's tools for the processor of the tests and its waves.
fn target() -> Vec<String> {
    let processor = crate::run_tests::processor();
    let mut options = vec![
        "-O2".to_string(),
        "-mtriple=amdgcn-amd-amdhsa".into(),
        format!("-mcpu={}", processor.id.processor.name),
    ];
    if std::env::var_os("WAVEC_WAVE_SIZE").is_some() {
        options.push(format!("-mattr=+wavefrontsize{}", processor.wave_size));
    }
    options
}

/// [`llvm_faults::blame`] for the code of [`code_of_ir`] in the same directory.
///
/// # Errors
/// The failure, with the pass to blame.
pub fn blame_code_of_ir(
    program: String,
    failure: String,
    dir: &Path,
    is_right_ir: &dyn Fn(&str) -> Option<bool>,
    is_right_object: &dyn Fn(&[u8]) -> bool,
) -> Result<(), String> {
    let target = target();
    let options: Vec<&str> = target
        .iter()
        .map(String::as_str)
        .chain(LLC.iter().copied())
        .collect();
    let judge = Judge {
        options: &options,
        is_right_ir,
        is_right_object,
    };
    llvm_faults::blame(program, failure, &judge, &dir.join("better.ll"), dir)
}

/// [`llvm_faults::blame`] for the code that clang makes of a program on integers in `path`.
///
/// # Errors
/// The failure, with the pass to blame.
pub fn blame_program(
    program: String,
    failure: String,
    path: &Path,
    is_right_ir: &dyn Fn(&str) -> Option<bool>,
    is_right_object: &dyn Fn(&[u8]) -> bool,
) -> Result<(), String> {
    let ir = path.with_extension("ll");
    run_clang(
        path,
        PROGRAM_HEADERS,
        &["-O2", "-S", "-emit-llvm"],
        &ir.display().to_string(),
    )?;
    let judge = Judge {
        options: &["-O2", "-mtriple=amdgcn-amd-amdhsa", "-mcpu=gfx942", PROGRAM_LLC],
        is_right_ir,
        is_right_object,
    };
    llvm_faults::blame(program, failure, &judge, &ir, &path.with_file_name(""))
}

/// The code object that `opt` and `llc` make of a module for the processor of the tests, through files in `dir`.
///
/// # Errors
/// Their messages.
pub fn code_of_ir(text: &str, dir: &Path) -> Result<Vec<u8>, String> {
    let (module, better, object) = (
        path_in(dir, "module.ll"),
        path_in(dir, "better.ll"),
        path_in(dir, "module.o"),
    );
    std::fs::write(&module, text).map_err(|error| error.to_string())?;
    let target = target();
    let target: Vec<&str> = target.iter().map(String::as_str).collect();
    tool("opt-22", &[&target[..], &["-S", &module, "-o", &better]].concat())?;
    let code = ["-filetype=obj", &better, "-o", &object];
    tool("llc-22", &[&target[..], LLC, &code].concat())?;
    let bytes = std::fs::read(&object).map_err(|error| error.to_string())?;
    wavec::pipeline::link_object(&object, &bytes).map_err(|error| error.to_string())
}

fn we_compile_clang_ir(example: &Example, dir: &Path) -> Result<(), String> {
    for level in ["-O0", "-O2"] {
        let text = clang_ir(example.file, level, &path_in(dir, "x.ll"))?;
        let code = compile("x.ll", &text, InputKind::Ir, 2).map_err(|e| format!("clang {level}: {e}"))?;
        run_on_emulator(&code, &(example.scenario)()).map_err(|e| format!("clang {level}: {e}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_no_refusal() {
        let crashed = "\"llc-22\": signal: 6 (SIGABRT)\nLLVM ERROR: no such call\nStack dump:\n0.\tProgram";
        assert_eq!(crash(crashed), Some("LLVM ERROR: no such call"));
        assert_eq!(
            crash("\"llc-22\": exit status: 1\nllc-22: error: module.ll:1:2: expected type"),
            None
        );
    }

    #[test]
    fn metadata_is_read() {
        let notes = "  - .args:\n      - .name: x\n        .offset:         0\n        .size:           8\n        .value_kind:     global_buffer\n      - .offset:         8\n        .size:           4\n        .value_kind:     hidden_block_count_x\n    .name:           f\n    .symbol:         f.kd\n";
        assert_eq!(arguments(notes), ["f.kd; .offset=0 .size=8 kind=global_buffer"]);
    }
}
