//! Programs in HIP, as clang's front end translates them to IR: what wavec makes of that, on the emulator, does the same as
//! clang's code objects, for optimized IR and for IR that is not.
//!
//! The last argument of the first comment's `wavec run` is where the results are. Nothing here includes a header of HIP.

use crate::{llvm, multicall, scratch};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A processor of each generation that has instructions of its own for addresses, and one in waves of 32 lanes.
const PROCESSORS: [&str; 2] = ["gfx942", "gfx1100"];

/// One test for each program and processor.
pub fn trials() -> Vec<Trial> {
    let folder = crate::root().join("tests/src/hip");
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "hip"))
        .collect();
    programs.sort();
    let ignored = !llvm::are_tools_there() && !llvm::are_tools_required();
    let mut trials = Vec::new();
    for program in programs {
        for processor in PROCESSORS {
            let stem = program.file_stem().expect("a file").to_string_lossy();
            let name = format!("hip/{stem}/{processor}");
            let (program, directory) = (program.clone(), name.clone());
            let test = move || same_as_clang(&program, processor, &scratch(&directory)).map_err(Failed::from);
            trials.push(Trial::test(name, test).with_ignored_flag(ignored));
        }
    }
    trials
}

fn same_as_clang(program: &Path, processor: &str, directory: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(program).map_err(|error| error.to_string())?;
    let arguments = text.lines().next().and_then(|line| line.strip_prefix("// RUN: "));
    let arguments: Vec<&str> = arguments
        .ok_or("the program does not say how it is run")?
        .split(' ')
        .collect();
    let (object, ir) = (directory.join("clang.co"), directory.join("program.ll"));
    for clang_level in ["-O0", "-O1", "-O3"] {
        let clang = |options: &[&str], output: &Path| {
            let mut command = Command::new("clang-22");
            command.args([
                "-x",
                "hip",
                "--cuda-device-only",
                "-nogpuinc",
                "-nogpulib",
                "-std=c++17",
            ]);
            command.arg(format!("--offload-arch={processor}"));
            command.args(["-Wall", "-Werror", "-ffp-contract=off", clang_level]);
            run(command.args(options).arg("-o").arg(output).arg(program))
        };
        clang(&["--no-gpu-bundle-output"], &object)?;
        clang(&["-emit-llvm", "-S"], &ir)?;
        let results = |input: &Path, options: &[&str]| {
            let out = directory.join("out");
            let mut command = multicall::wavec();
            command.arg("run").arg(input).args(options).args(&arguments);
            run(command.arg("--out").arg(format!("0={}", out.display())))?;
            std::fs::read(out).map_err(|error| error.to_string())
        };
        let expected = results(&object, &[])?;
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            if results(&ir, &[&format!("-mcpu={processor}"), level])? != expected {
                return Err(format!("clang {clang_level}: the results of {level} differ"));
            }
        }
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{command:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}
