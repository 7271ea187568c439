//! Warnings on a corpus of suspicious and of innocent code: each line says in a comment at its end which warnings it
//! gets, and clang gives the same ones at the same places. Skipped where clang is not installed, unless
//! `WAVEC_REQUIRE_LLVM=1`.

#[path = "../../src/opencl.rs"]
#[allow(unreachable_pub)] // public in the driver
mod opencl;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_frontend::{CLStandard, Options};
use wavec_gpu_mc::Subtarget;
use wavec_support::SourceMap;
use wavec_test_support::llvm;

/// A warning: file without its folder, line, column, name.
type Found = (String, u32, u32, String);

/// In the comment of a line: clang misses something there, such as shifts by too much, which OpenCL C defines.
const NOT_IN_CLANG: &str = "; not in clang";

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/warnings");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    files.sort();
    files
}

/// The warnings among rendered diagnostics.
fn warnings(text: &str) -> BTreeSet<Found> {
    let found = text.lines().filter_map(|line| {
        let (place, message) = line.split_once(": warning: ")?;
        let mut place = place.rsplitn(3, ':');
        let column = place.next()?.parse().ok()?;
        let line = place.next()?.parse().ok()?;
        let file = place.next()?.rsplit('/').next()?;
        let name = message.rsplit_once("[-W")?.1.strip_suffix(']')?;
        Some((file.to_string(), line, column, name.to_string()))
    });
    found.collect()
}

fn ours(path: &Path) -> BTreeSet<Found> {
    let mut sources = SourceMap::new();
    let text = std::fs::read_to_string(path).expect("a test file");
    let file = sources.add(path.display().to_string(), text);
    let mut options = Options {
        cl_std: CLStandard::CL20,
        ..Options::default()
    };
    options.warnings.set("everything");
    let target = opencl::target_description(&Subtarget::default());
    match wavec_frontend::compile(&mut sources, file, &options, &target) {
        Ok((_, diagnostics)) => warnings(&diagnostics.render(&sources)),
        Err(errors) => panic!("{}", errors.render(&sources)),
    }
}

/// What the comments of a file say: line and name.
fn expected(text: &str) -> BTreeSet<(u32, String)> {
    let lines = text.lines().zip(1..);
    lines
        .flat_map(|(line, number)| {
            let names = line.split_once("// -W").map_or("", |(_, names)| names);
            let names = names
                .trim_end_matches(NOT_IN_CLANG)
                .split(", -W")
                .filter(|name| !name.is_empty());
            names.map(move |name| (number, name.trim().to_string()))
        })
        .collect()
}

#[test]
fn lines_say_their_warnings() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a test file");
        let name = path.file_name().expect("a name").to_string_lossy();
        let found: BTreeSet<(u32, String)> = ours(&path)
            .into_iter()
            .filter(|(file, ..)| *file == name)
            .map(|(_, line, _, name)| (line, name))
            .collect();
        let expected = expected(&text);
        let missing: Vec<_> = expected.difference(&found).collect();
        let unexpected: Vec<_> = found.difference(&expected).collect();
        assert!(
            missing.is_empty() && unexpected.is_empty(),
            "{}: missing {missing:?}, unexpected {unexpected:?}",
            path.display()
        );
    }
}

#[test]
fn clang_agrees() {
    let mut differences = String::new();
    for path in files() {
        let mut command = Command::new("clang-22");
        command
            .args([
                "-x",
                "cl",
                "-cl-std=CL2.0",
                "-target",
                "amdgcn-amd-amdhsa",
                "-mcpu=gfx942",
                "-nogpulib",
            ])
            .args([
                "-Xclang",
                "-finclude-default-header",
                "-fsyntax-only",
                "-fno-caret-diagnostics",
                "-Weverything",
            ])
            .arg(&path);
        let Some(output) = llvm::run(&mut command, b"") else {
            return;
        };
        let known = |found: &Found| wavec_frontend::warnings::is_name(&found.3);
        let mut theirs = warnings(&String::from_utf8_lossy(&output.stderr));
        theirs.retain(known);
        let mut ours = ours(&path);
        let text = std::fs::read_to_string(&path).expect("a test file");
        let excepted: Vec<bool> = text.lines().map(|line| line.ends_with(NOT_IN_CLANG)).collect();
        for found in [&mut ours, &mut theirs] {
            let own = path.file_name().expect("a name").to_string_lossy();
            found.retain(|(file, line, ..)| *file != own || !excepted[*line as usize - 1]);
        }
        for (file, line, column, name) in theirs.difference(&ours) {
            differences += &format!("{file}:{line}:{column}: missing {name}\n");
        }
        for (file, line, column, name) in ours.difference(&theirs) {
            differences += &format!("{file}:{line}:{column}: unexpected {name}\n");
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}
