//! Runs the functions of existing IR files, such as LLVM's tests, on the interpreter and, compiled at every level, on
//! the emulator, and reports where the results differ.
//!
//! `cargo run -p wavec-tests --bin corpus_diff -- FOLDER...`: every `.ll` file of the folders. Kernels that differ are
//! written to `--out FOLDER`; `--function NAME` runs one function, `--levels 0,2` selects levels, `--open` runs
//! functions whose results the language leaves open, `--verify` verifies after every pass, `--llvm` also runs the
//! output of `opt-22` and `llc-22` for the kernels, `--skipped` reports why functions were not run, and `--part I/N`
//! takes every Nth file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wavec_tests::corpus::{Outcome, Settings, file};

fn main() {
    let mut settings = Settings {
        levels: vec![0, 1, 2, 3],
        only: None,
        verify: false,
        with_open: false,
        with_llvm: false,
    };
    let mut paths = Vec::new();
    let mut out = None;
    let mut with_skipped = false;
    let mut part = (0, 1);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("a value of the option");
        match argument.as_str() {
            "--levels" => {
                settings.levels = value()
                    .split(',')
                    .map(|level| level.parse().expect("a level"))
                    .collect();
            }
            "--function" => settings.only = Some(value()),
            "--verify" => settings.verify = true,
            "--open" => settings.with_open = true,
            "--llvm" => settings.with_llvm = true,
            "--skipped" => with_skipped = true,
            "--out" => out = Some(PathBuf::from(value())),
            "--part" => {
                let text = value();
                let (index, count) = text.split_once('/').expect("I/N");
                part = (index.parse().expect("a number"), count.parse().expect("a number"));
            }
            _ => files(Path::new(&argument), &mut paths),
        }
    }
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let (mut same, mut different) = (0, 0);
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    for path in paths.iter().skip(part.0).step_by(part.1) {
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                println!("{}: {error}", path.display());
                continue;
            }
        };
        file(&text, &settings, |name, outcome| match outcome {
            Outcome::Same => same += 1,
            Outcome::Skipped(reason) => {
                if with_skipped {
                    println!("{} {name}: {reason}", path.display());
                }
                let class = reason.split([':', '\'']).take(2).collect::<Vec<&str>>().join(":");
                *skipped.entry(class).or_insert(0) += 1;
            }
            Outcome::Differs(what, kernel) => {
                different += 1;
                println!(
                    "{} {name}: DIFFERS: {}",
                    path.display(),
                    what.replace('\n', " / ")
                );
                if let Some(out) = &out {
                    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
                    let target = out.join(format!("{stem}-{name}.ll"));
                    if let Err(error) = std::fs::write(&target, kernel) {
                        println!("{}: {error}", target.display());
                    }
                }
            }
        });
    }
    let left_out: usize = skipped.values().sum();
    println!("{same} functions compute the same, {different} do not, {left_out} were not run:");
    let mut classes: Vec<_> = skipped.into_iter().collect();
    classes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (class, count) in classes.iter().take(40) {
        println!("  {count} {class}");
    }
}

/// The `.ll` files of a folder, in order.
fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        found.push(path.to_path_buf());
        return;
    }
    let Ok(entries) = std::fs::read_dir(path) else {
        return;
    };
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "ll") {
            files(&entry, found);
        }
    }
}
