//! The record dumps of `td/*.td` against the expected text beside them (`NAME.records`) and, where it is installed,
//! against llvm-tblgen-22; the messages of `bad/*.td` against `NAME.errors`.
//!
//! `WAVEC_UPDATE_EXPECTED=1` rewrites the expected files. `WAVEC_REQUIRE_LLVM=1` makes a missing llvm-tblgen-22 an
//! error.

use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_tablegen::{ParseOptions, SourceMap, parse_text};
use wavec_test_support::{first_difference, llvm};

const LLVM: &str = "llvm-tblgen-22";

/// Relative, so that messages hold no path of this machine: tests run in the crate's folder.
fn directory(name: &str) -> PathBuf {
    Path::new("tests").join(name)
}

fn descriptions(name: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory(name)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "td"));
    paths.sort();
    assert!(!paths.is_empty(), "no descriptions in {name}");
    paths
}

/// The first lines of messages, without the source lines that they quote.
fn message_heads(text: &str) -> String {
    let is_head = |line: &&str| line.contains(": note: ") || line.contains(": warning: ");
    text.lines()
        .filter(is_head)
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// Records, JSON, detailed records and warnings of a description, or the messages.
fn run(path: &Path) -> Result<[String; 4], String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut sources = SourceMap::new();
    let name = path.to_string_lossy().into_owned();
    let options = ParseOptions {
        include_dirs: vec![path.parent().unwrap().to_path_buf()],
        ..ParseOptions::default()
    };
    match parse_text(&mut sources, &name, &text, &options) {
        Ok(keeper) => Ok([
            keeper.print_records(),
            keeper.dump_json(&sources),
            keeper.print_detailed_records(&sources, &name),
            message_heads(&keeper.warnings().render(&sources)),
        ]),
        Err(errors) => Err(errors.render(&sources)),
    }
}

/// Compares with the file, or rewrites it.
fn check(expected: &Path, actual: &str, wrong: &mut Vec<String>) {
    if std::env::var_os("WAVEC_UPDATE_EXPECTED").is_some() {
        std::fs::write(expected, actual).unwrap();
        return;
    }
    let text = std::fs::read_to_string(expected).unwrap_or_default();
    if text != actual {
        wrong.push(format!(
            "{}: {}",
            expected.display(),
            first_difference(&text, actual)
        ));
    }
}

#[test]
fn records_are_as_expected() {
    let mut wrong = Vec::new();
    for path in descriptions("td") {
        match run(&path) {
            Ok([records, ..]) => check(&path.with_extension("records"), &records, &mut wrong),
            Err(errors) => wrong.push(errors),
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n(WAVEC_UPDATE_EXPECTED=1 rewrites)",
        wrong.join("\n")
    );
}

#[test]
fn messages_are_as_expected() {
    let mut wrong = Vec::new();
    for path in descriptions("bad") {
        match run(&path) {
            Ok(_) => wrong.push(format!("{}: no error", path.display())),
            Err(errors) => check(&path.with_extension("errors"), &errors, &mut wrong),
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n(WAVEC_UPDATE_EXPECTED=1 rewrites)",
        wrong.join("\n")
    );
}

/// Asks [`llvm`] for the messages instead of an output.
const MESSAGES: &str = "messages";

/// What llvm-tblgen-22 prints, `None` if it fails.
fn llvm(path: &Path, include: &Path, action: &str) -> Option<String> {
    let (is_about_messages, action) = match action {
        MESSAGES => (true, "--null-backend"),
        _ => (false, action),
    };
    let output = Command::new(LLVM)
        .arg(action)
        .arg("-I")
        .arg(include)
        .arg(path)
        .output()
        .unwrap();
    let text = if is_about_messages {
        message_heads(&String::from_utf8_lossy(&output.stderr))
    } else {
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    output.status.success().then_some(text)
}

/// Strips the memory statistics with which the detailed records of LLVM's tool end.
fn without_statistics(mut text: String) -> String {
    if let Some(at) = text.find("\n-------------------- Memory Allocation Stats") {
        text.truncate(at);
    }
    text
}

#[test]
fn llvm_agrees_on_records() {
    if !llvm::is_there(LLVM) {
        return;
    }
    let mut wrong = Vec::new();
    for path in descriptions("td") {
        let include = path.parent().unwrap();
        let outputs = run(&path).unwrap();
        let actions = [
            "--print-records",
            "--dump-json",
            "--print-detailed-records",
            MESSAGES,
        ];
        for (action, ours) in actions.into_iter().zip(outputs) {
            match llvm(&path, include, action).map(without_statistics) {
                Some(theirs) if theirs == ours => {}
                Some(theirs) => {
                    wrong.push(format!(
                        "{} {action}: {}",
                        path.display(),
                        first_difference(&theirs, &ours)
                    ));
                }
                None => wrong.push(format!("{}: {LLVM} fails", path.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn llvm_rejects_what_we_reject() {
    if !llvm::is_there(LLVM) {
        return;
    }
    for path in descriptions("bad") {
        // Limits are specific to this crate: LLVM's tool overflows its stack or runs out of memory instead.
        if path.file_name().unwrap().to_string_lossy().starts_with("limit_") {
            continue;
        }
        let include = path.parent().unwrap();
        assert!(
            llvm(&path, include, "--print-records").is_none(),
            "{} is accepted",
            path.display()
        );
    }
}

/// The descriptions below a folder.
fn descriptions_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            descriptions_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "td") {
            found.push(path);
        }
    }
}

/// Every description of LLVM's headers, where they are installed: the same records and the same JSON, or rejected by
/// both.
#[test]
fn llvm_headers_give_the_same_records() {
    let include = Path::new("/usr/lib/llvm-22/include");
    if !llvm::is_there(LLVM) {
        return;
    }
    if !include.join("llvm").is_dir() {
        return llvm::skip("LLVM's headers (llvm-22-dev) are not installed");
    }
    let mut paths = Vec::new();
    descriptions_below(&include.join("llvm"), &mut paths);
    paths.sort();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for path in paths {
        let theirs = llvm(&path, include, "--print-records");
        let mut sources = SourceMap::new();
        let options = ParseOptions {
            include_dirs: vec![include.to_path_buf()],
            ..ParseOptions::default()
        };
        let name = path.display();
        match (theirs, wavec_tablegen::parse_file(&mut sources, &path, &options)) {
            (None, Err(_)) => {}
            (None, Ok(_)) => wrong.push(format!("{name}: only {LLVM} rejects it")),
            (Some(_), Err(errors)) => wrong.push(format!("{name}: {}", errors.render(&sources))),
            (Some(theirs), Ok(keeper)) => {
                let ours = keeper.print_records();
                if ours != theirs {
                    wrong.push(format!("{name}: {}", first_difference(&theirs, &ours)));
                }
                let json = llvm(&path, include, "--dump-json");
                if json.as_deref() != Some(keeper.dump_json(&sources).as_str()) {
                    wrong.push(format!("{name}: JSON differs"));
                }
                compared += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 10);
}

/// LLVM's tool reads the project's own descriptions, with the same result.
#[test]
fn own_descriptions_give_the_same_records() {
    if !llvm::is_there(LLVM) {
        return;
    }
    let include_dirs: Vec<PathBuf> = ["../../ir/td", "../../codegen/td", "../../target-gpu/td"]
        .map(PathBuf::from)
        .to_vec();
    for file in ["../../ir/td/Intrinsics.td", "../../target-gpu/td/AMDGPU.td"] {
        let mut command = Command::new(LLVM);
        for include in &include_dirs {
            command.arg("-I").arg(include);
        }
        let output = command.arg(file).output().unwrap();
        assert!(
            output.status.success(),
            "{file}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let theirs = String::from_utf8_lossy(&output.stdout);
        let mut sources = SourceMap::new();
        let options = ParseOptions {
            include_dirs: include_dirs.clone(),
            ..ParseOptions::default()
        };
        let keeper = match wavec_tablegen::parse_file(&mut sources, Path::new(file), &options) {
            Ok(keeper) => keeper,
            Err(errors) => panic!("{}", errors.render(&sources)),
        };
        let ours = keeper.print_records();
        assert!(ours == theirs, "{file}: {}", first_difference(&theirs, &ours));
    }
}
