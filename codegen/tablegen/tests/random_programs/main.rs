//! Random programs, and random mutations of them: llvm-tblgen-22 and this crate print the same records, JSON and
//! detailed
//! records, or both reject the program.
//!
//! `WAVEC_TABLEGEN_PROGRAMS=N` runs N programs instead of a few, `WAVEC_TABLEGEN_SEED=N` sets the seed. Programs with
//! different results are kept in the folder for temporary files.

mod generator;

use generator::{Generator, Random};
use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_tablegen::{Limits, ParseOptions, SourceMap, parse_text};
use wavec_test_support::llvm;

const LLVM: &str = "llvm-tblgen-22";

/// Our messages for what LLVM does not check: its value is a null pointer then.
const UNDEFINED: &[&str] = &["of an empty list", "of !cond is not of type"];

/// Whether LLVM's tool does not check what we reject: the second of two records of a `defm` without a name is lost, too
/// (only its builds with assertions say so).
fn is_undefined(errors: &str) -> bool {
    let loses_a_record = |line: &str| line.contains("def already exists: ") && line.contains("anonymous_");
    UNDEFINED.iter().any(|message| errors.contains(message)) || errors.lines().any(loses_a_record)
}

/// Whether a field of LLVM's records has no value at all: it is a null pointer.
fn has_null(records: &str) -> bool {
    let is_null = |line: &str| line.starts_with("  ") && line.ends_with(';') && !line.contains(" = ");
    records.lines().any(is_null)
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap(),
        Err(_) => default,
    }
}

/// The result of a tool: records, JSON and detailed records, or the reason for which it rejects the program.
type Verdict = Result<[String; 3], String>;

fn ours(path: &Path, text: &str) -> Verdict {
    let mut sources = SourceMap::new();
    let options = ParseOptions {
        no_unused_warnings: true,
        limits: Limits {
            steps: 1 << 22,
            values: 1 << 20,
            text: 1 << 22,
            ..Limits::default()
        },
        ..ParseOptions::default()
    };
    match parse_text(&mut sources, &path.to_string_lossy(), text, &options) {
        Ok(keeper) => Ok([
            keeper.print_records(),
            keeper.dump_json(&sources),
            keeper.print_detailed_records(&sources, &path.to_string_lossy()),
        ]),
        Err(errors) => Err(errors.render(&sources)),
    }
}

fn theirs(path: &Path) -> Option<Verdict> {
    let run = |action: &str| {
        Command::new("timeout")
            .args(["20", LLVM, action])
            .arg("--no-warn-on-unused-template-args")
            .arg(path)
            .output()
            .unwrap()
    };
    let records = run("--print-records");
    // It failed an assertion, overflowed its stack or timed out, which gives no result to compare with.
    records.status.code().filter(|&code| code < 100)?;
    if !records.status.success() {
        return Some(Err(String::from_utf8_lossy(&records.stderr).into_owned()));
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut detailed = text(&run("--print-detailed-records").stdout);
    // The output ends with memory statistics.
    if let Some(at) = detailed.find("\n-------------------- Memory Allocation Stats") {
        detailed.truncate(at);
    }
    Some(Ok([
        text(&records.stdout),
        text(&run("--dump-json").stdout),
        detailed,
    ]))
}

/// The first line that differs; only the part around the difference if it is long.
fn first_difference(theirs: &str, ours: &str) -> String {
    let mut lines = theirs.lines().zip(ours.lines()).enumerate();
    let Some((i, (theirs, ours))) = lines.find(|(_, (theirs, ours))| theirs != ours) else {
        return "lengths differ".to_string();
    };
    let same = theirs
        .chars()
        .zip(ours.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let [theirs, ours] = [theirs, ours].map(|line| {
        let part: String = line.chars().skip(same.saturating_sub(120)).take(200).collect();
        part
    });
    format!("line {}:\n  theirs {theirs}\n  ours   {ours}", i + 1)
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random_programs");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Compares both results: true for a valid program, `None` if there is nothing to compare.
fn compare(path: &Path, text: &str, wrong: &mut Vec<String>) -> Option<bool> {
    std::fs::write(path, text).unwrap();
    let ours = ours(path, text);
    // Strings that double in length repeatedly take both tools a long time.
    let is_large = |errors: &str| errors.contains("take too much memory") || errors.contains("steps");
    if ours.as_ref().is_err_and(|errors| is_large(errors)) {
        return None;
    }
    let theirs = theirs(path)?;
    let difference = match (&theirs, &ours) {
        (Ok(theirs), Ok(ours)) => match theirs.iter().zip(ours).find(|(theirs, ours)| theirs != ours) {
            Some(_) if has_null(&theirs[0]) => return None,
            Some((theirs, ours)) => first_difference(theirs, ours),
            None => {
                std::fs::remove_file(path).unwrap();
                return Some(true);
            }
        },
        (Err(theirs), Err(_)) => {
            if std::env::var_os("WAVEC_TABLEGEN_WHY").is_some() {
                eprintln!("{}", theirs.lines().next().unwrap_or_default());
            }
            std::fs::remove_file(path).unwrap();
            return Some(false);
        }
        (Ok(_), Err(ours)) if is_undefined(ours) => return None,
        (Ok(_), Err(ours)) => format!("only we reject it: {ours}"),
        (Err(theirs), Ok(_)) => format!("only {LLVM} rejects it: {theirs}"),
    };
    wrong.push(format!("{}: {difference}", path.display()));
    None
}

#[test]
fn random_programs_give_the_same_records() {
    if !llvm::is_there(LLVM) {
        return;
    }
    let seed = number("WAVEC_TABLEGEN_SEED", 1);
    let count = number("WAVEC_TABLEGEN_PROGRAMS", 60);
    let (mut wrong, mut valid) = (Vec::new(), 0);
    for seed in seed..seed + count {
        let program = Generator::new(seed).program();
        let path = scratch(&format!("valid{seed}.td"));
        valid += u64::from(compare(&path, &program, &mut wrong) == Some(true));
    }
    eprintln!("{valid} of {count} programs are valid");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(valid * 2 > count, "only {valid} of {count} programs are valid");
}

/// The tokens of a program.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_string = false;
    for c in text.chars() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if in_string || (is_word(c) && last.chars().all(is_word)) => last.push(c),
            _ => tokens.push(c.to_string()),
        }
        if c == '"' {
            in_string = !in_string;
        }
    }
    tokens
}

/// Changes a few tokens.
fn break_program(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    for _ in 0..1 + random.below(2) {
        let at = random.below(tokens.len());
        let other = tokens[random.below(tokens.len())].clone();
        match random.below(6) {
            0 => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, other),
            2 | 3 => tokens[at] = other,
            4 => {
                let to = random.below(tokens.len());
                tokens.swap(at, to);
            }
            _ => {
                let word = random.pick(&[
                    "?", "-1", "[]", "string", "int", "in", "def", "NAME", "0b11", "!", "{", ")", "#",
                    "list", "..",
                ]);
                tokens[at] = (*word).to_string();
            }
        }
    }
    tokens.concat()
}

#[test]
fn broken_programs_are_rejected_by_both() {
    if !llvm::is_there(LLVM) {
        return;
    }
    let seed = number("WAVEC_TABLEGEN_SEED", 1);
    let count = number("WAVEC_TABLEGEN_PROGRAMS", 60);
    let (mut wrong, mut rejected) = (Vec::new(), 0);
    for seed in seed..seed + count {
        let mut random = Random(seed | 1 << 40);
        let program = break_program(&Generator::new(seed).program(), &mut random);
        let path = scratch(&format!("broken{seed}.td"));
        rejected += u64::from(compare(&path, &program, &mut wrong) == Some(false));
    }
    eprintln!("{rejected} of {count} programs are rejected");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        rejected * 2 > count,
        "only {rejected} of {count} programs are rejected"
    );
}
