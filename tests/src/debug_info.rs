//! Debug information of all example kernels, at all levels: it changes no code, its lines are lines of the source, the text
//! and the object say the same, and LLVM's verifier is content.

use crate::{multicall, root, scratch};
use libtest_mimic::{Failed, Trial};
use object::{Object, ObjectSection};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_gpu_mc::SourceLines;
use wavec_test_support::llvm;

/// One test for each example in OpenCL C.
pub fn trials() -> Vec<Trial> {
    let mut examples: Vec<PathBuf> = fs::read_dir(root().join("examples"))
        .expect("the examples")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    examples.sort();
    examples
        .into_iter()
        .map(|path| {
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let name = format!("debug_info/{stem}");
            let dir = name.clone();
            Trial::test(name, move || {
                let dir = scratch(&dir);
                ["-O0", "-O1", "-O2", "-O3"]
                    .iter()
                    .try_for_each(|level| check(&path, level, &dir))
                    .map_err(Failed::from)
            })
        })
        .collect()
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{command:?}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

fn section(bytes: &[u8], name: &str) -> Result<(u64, Vec<u8>), String> {
    let file = object::File::parse(bytes).map_err(|error| error.to_string())?;
    let section = file.section_by_name(name).ok_or_else(|| format!("no {name}"))?;
    let data = section.data().map_err(|error| error.to_string())?;
    Ok((section.address(), data.to_vec()))
}

fn check(source: &Path, level: &str, dir: &Path) -> Result<(), String> {
    let compile = |arguments: &[&str], name: &str| -> Result<Vec<u8>, String> {
        let output = dir.join(name);
        run(multicall::wavec()
            .arg(level)
            .args(arguments)
            .arg(source)
            .arg("-o")
            .arg(&output))?;
        fs::read(&output).map_err(|error| error.to_string())
    };
    let plain = compile(&[], "plain.co")?;
    let linked = compile(&["-g"], "debug.co")?;
    let object = compile(&["-g", "-c"], "debug.o")?;
    compile(&["-g", "-S"], "debug.s")?;
    let (start, code) = section(&linked, ".text")?;
    if section(&plain, ".text")?.1 != code {
        return Err(format!("{level}: -g changes the code"));
    }

    let lines = SourceLines::read(&linked).ok_or("no lines")?;
    let most = fs::read_to_string(source)
        .map_err(|error| error.to_string())?
        .lines()
        .count() as u32;
    let mut known = 0;
    for address in (start..start + code.len() as u64).step_by(4) {
        for frame in lines.frames(address) {
            known += u32::from(frame.line > 0);
            if frame.line > most || frame.function.is_empty() {
                return Err(format!("{level}: {address:#x} is of {frame:?}"));
            }
        }
    }
    if known == 0 {
        return Err(format!("{level}: no code is of any line"));
    }

    let assembled = dir.join("assembled.o");
    let text = dir.join("debug.s");
    run(multicall::wavec()
        .args(["mc", "-filetype=obj"])
        .arg(&text)
        .arg("-o")
        .arg(&assembled))?;
    if fs::read(&assembled).map_err(|error| error.to_string())? != object {
        return Err(format!("{level}: the object of the assembly differs"));
    }
    if llvm::is_there("llvm-dwarfdump-22") {
        for name in ["debug.o", "debug.co"] {
            run(Command::new("llvm-dwarfdump-22")
                .arg("--verify")
                .arg(dir.join(name)))?;
        }
    } else {
        llvm::skip("llvm-dwarfdump-22");
    }
    Ok(())
}
