//! Descriptions in several files (`side_by_side/*/main.td`): evaluated on two threads they are what they are on one, and
//! what llvm-tblgen-22 makes of them. `// BESIDE: N` says how many files the second thread evaluates to an end: which
//! ones depend on others is known.

mod outputs;

use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_tablegen::{ParseOptions, SideBySide, SourceMap, parse_file};
use wavec_test_support::{first_difference, llvm};

const LLVM: &str = "llvm-tblgen-22";

fn descriptions() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("tests/side_by_side").unwrap();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path().join("main.td"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

/// Records, JSON, detailed records, warnings and files, or the messages; and how many files were evaluated beside.
fn run(path: &Path, side_by_side: SideBySide) -> (Result<[String; 5], String>, usize) {
    let mut sources = SourceMap::new();
    let options = ParseOptions {
        side_by_side,
        ..ParseOptions::default()
    };
    match parse_file(&mut sources, path, &options) {
        Ok(keeper) => (Ok(outputs::of(&keeper, &sources)), keeper.files_side_by_side()),
        Err(errors) => (Err(errors.render(&sources)), 0),
    }
}

#[test]
fn two_threads_give_what_one_gives() {
    let mut wrong = Vec::new();
    for path in descriptions() {
        let text = std::fs::read_to_string(&path).unwrap();
        let beside = text.lines().find_map(|line| line.strip_prefix("// BESIDE: "));
        let (expected, none) = run(&path, SideBySide::Never);
        assert_eq!(none, 0);
        let (actual, count) = run(&path, SideBySide::Always);
        match (&expected, &actual) {
            (Ok(expected), Ok(actual)) => {
                for (expected, actual) in expected.iter().zip(actual).filter(|(a, b)| a != b) {
                    wrong.push(format!(
                        "{}: {}",
                        path.display(),
                        first_difference(expected, actual)
                    ));
                }
            }
            _ if expected == actual => {}
            _ => wrong.push(format!("{}: {expected:?}\n{actual:?}", path.display())),
        }
        if beside != Some(count.to_string().as_str()) {
            wrong.push(format!("{}: {count} files were evaluated beside", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn llvm_agrees() {
    if !llvm::is_there(LLVM) {
        return;
    }
    for path in descriptions() {
        let output = Command::new(LLVM)
            .arg("-I")
            .arg(path.parent().unwrap())
            .arg(&path)
            .output()
            .unwrap();
        match run(&path, SideBySide::Always).0 {
            Ok([records, ..]) => {
                let theirs = String::from_utf8_lossy(&output.stdout);
                assert!(
                    theirs == records,
                    "{}: {}",
                    path.display(),
                    first_difference(&theirs, &records)
                );
            }
            Err(errors) => assert!(!output.status.success(), "{}: {errors}", path.display()),
        }
    }
}
