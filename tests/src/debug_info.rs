//! Debug information of all example kernels, at all levels: it changes no code, its lines are lines of the source, the text
//! and the object say the same, and LLVM's verifier is content. What is in scope at a line in code of clang, without
//! optimization, is in scope and has a place.

use crate::{multicall, root, scratch};
use libtest_mimic::{Failed, Trial};
use object::{Object, ObjectSection};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_gpu_mc::SourceLines;
use wavec_gpu_mc::code_object::SourceVariables;
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

    if level == "-O0" {
        scopes_are_those_of_clang(source, dir, &linked)?;
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

/// The variables in scope by line; those that have a place, if that is asked for.
fn variables_by_line(bytes: &[u8], with_place: bool) -> Result<BTreeMap<u32, BTreeSet<String>>, String> {
    let lines = SourceLines::read(bytes).ok_or("no lines")?;
    let variables = SourceVariables::read(bytes).ok_or("no variables")?;
    let (start, code) = section(bytes, ".text")?;
    let mut found: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for address in (start..start + code.len() as u64).step_by(4) {
        if let Some(frame) = lines.frames(address).first().filter(|frame| frame.line > 0) {
            let names = variables.at(address).into_iter();
            let names = names.filter(|variable| !with_place || !variable.pieces.is_empty());
            found
                .entry(frame.line)
                .or_default()
                .extend(names.map(|variable| variable.name));
        }
    }
    Ok(found)
}

fn scopes_are_those_of_clang(source: &Path, dir: &Path, ours: &[u8]) -> Result<(), String> {
    if !llvm::is_there("clang-22") {
        llvm::skip("clang-22");
        return Ok(());
    }
    let object = dir.join("clang.o");
    run(Command::new("clang-22")
        .args([
            "-target",
            "amdgcn-amd-amdhsa",
            "-mcpu=gfx942",
            "-nogpulib",
            "-O0",
            "-g",
            "-c",
        ])
        .args(["-Xclang", "-finclude-default-header", "-w"])
        .arg(source)
        .arg("-o")
        .arg(&object))?;
    let theirs = variables_by_line(&fs::read(&object).map_err(|error| error.to_string())?, false)?;
    let ours = variables_by_line(ours, true)?;
    // Variables of work-groups are not described.
    let text = fs::read_to_string(source).map_err(|error| error.to_string())?;
    let is_shared = |name: &String| {
        let mut lines = text.lines().map(str::trim_start);
        lines.any(|line| {
            line.trim_start_matches('_').starts_with("local ") && line.contains(&format!(" {name}["))
        })
    };
    let mut compared = 0;
    for (line, wanted) in &theirs {
        let Some(found) = ours.get(line) else { continue };
        compared += wanted.len();
        if let Some(name) = wanted
            .iter()
            .find(|&name| !found.contains(name) && !is_shared(name))
        {
            return Err(format!(
                "line {line}: '{name}' is in scope in clang's code, but not among {found:?}"
            ));
        }
    }
    match compared {
        0 => Err("no variable was compared".into()),
        _ => Ok(()),
    }
}
