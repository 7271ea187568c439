//! Random programs, and programs that were broken at random: llvm-tblgen-22 and this crate give the same records, the
//! same JSON and the same detailed records, or both reject.
//!
//! `WAVEC_TABLEGEN_PROGRAMS=N` runs N programs instead of a few, `WAVEC_TABLEGEN_SEED=N` starts elsewhere. What differs
//! is kept in the folder for temporary files.

mod generator;
#[path = "../outputs/mod.rs"]
mod outputs;

use generator::{Generator, Random};
use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_tablegen::{Limits, ParseOptions, SideBySide, SourceMap, parse_text};
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

/// What a tool says to a program: records, JSON and detailed records, or why it rejects it.
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
    // It was killed: it ran into an assertion, out of its stack or out of time, which says nothing.
    records.status.code().filter(|&code| code < 100)?;
    if !records.status.success() {
        return Some(Err(String::from_utf8_lossy(&records.stderr).into_owned()));
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut detailed = text(&run("--print-detailed-records").stdout);
    // It ends with figures on the memory of LLVM's tool.
    if let Some(at) = detailed.find("\n-------------------- Memory Allocation Stats") {
        detailed.truncate(at);
    }
    Some(Ok([
        text(&records.stdout),
        text(&run("--dump-json").stdout),
        detailed,
    ]))
}

/// The first line that differs, and of a long one what is around the difference.
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

/// Compares; `None` if the program says nothing about us. True for a valid program.
fn compare(path: &Path, text: &str, wrong: &mut Vec<String>) -> Option<bool> {
    std::fs::write(path, text).unwrap();
    let ours = ours(path, text);
    // Strings that double themselves: both would take long.
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

/// The statements of a program, as far as its lines tell: one starts with a word at the start of a line outside of
/// braces.
fn statements(text: &str) -> Vec<String> {
    let mut statements: Vec<String> = Vec::new();
    let mut depth = 0_i32;
    for line in text.lines() {
        if statements.is_empty() || (depth == 0 && line.starts_with(|c: char| c.is_alphabetic())) {
            statements.push(String::new());
        }
        match line.split_whitespace().next() {
            Some("#ifdef" | "#ifndef") => depth += 1,
            Some("#endif") => depth -= 1,
            _ => {}
        }
        if let Some(statement) = statements.last_mut() {
            *statement += line;
            statement.push('\n');
        }
        for (i, part) in line.split('"').enumerate() {
            if i % 2 == 0 {
                depth += part.matches('{').count() as i32 - part.matches('}').count() as i32;
            }
        }
    }
    statements
}

/// A program with other names for all that has a number in its name, so that it can stand beside others.
fn renamed(text: &str, tag: &str) -> String {
    let mut renamed = String::new();
    let (mut letters, mut in_number) = (0, false);
    for c in text.chars() {
        // `_x` stands before digits that are no name's.
        let is_other = letters == 1 && renamed.ends_with('x') || letters == 2 && renamed.ends_with("op");
        if c.is_ascii_digit() && letters > 0 && !is_other && !in_number {
            renamed += tag;
        }
        let is_in_word = renamed.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        in_number = c.is_ascii_digit() && !is_in_word || in_number && c.is_alphanumeric();
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
        renamed.push(c);
    }
    renamed
}

/// A description and the texts of the files that it includes one after the other: pieces of a program, which refer to each
/// other or not, or programs that have little in common.
fn in_files(seed: u64) -> ([String; 2], Vec<String>) {
    let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
    let is_valid = |program: &String| ours(Path::new("piece.td"), program).is_ok();
    let programs = (seed << 8..).map(|seed| Generator::new(seed).program());
    let mut programs = programs.filter(is_valid);
    let program = statements(&programs.next().unwrap());
    let count = 2 + random.below(6);
    if random.chance(2) {
        let programs = programs.take(count).enumerate();
        // All begin with the same two lines.
        let rest = |program: &str| {
            program
                .lines()
                .skip(2)
                .flat_map(|line| [line, "\n"])
                .collect::<String>()
        };
        let pieces =
            programs.map(|(i, program)| renamed(&rest(&program), ["A", "B", "E", "F", "G", "H", "I"][i]));
        return ([program.concat(), String::new()], pieces.collect());
    }
    // A few pieces after most of the program, or many after little of it.
    let kept = program.len() * (2 + random.below(7)) / 10;
    let (first, rest) = program.split_at(kept);
    let behind = random.below(rest.len() + 1).min(2);
    let (rest, last) = rest.split_at(rest.len() - behind);
    let mut pieces = vec![String::new(); count];
    for (i, statement) in rest.iter().enumerate() {
        // In order, so that what was valid stays so, but for some that change places.
        let piece = match random.chance(40) {
            true => random.below(count),
            false => i * count / rest.len(),
        };
        pieces[piece] += statement;
    }
    ([first.concat(), last.concat()], pieces)
}

/// What becomes of a description whose files may be evaluated at the same time: everything that can be asked of it, and
/// how many files were evaluated beside the others.
fn evaluate(main: &Path, side_by_side: SideBySide) -> ([String; 5], usize) {
    let mut sources = SourceMap::new();
    let options = ParseOptions {
        limits: Limits {
            steps: 1 << 22,
            values: 1 << 20,
            text: 1 << 22,
            ..Limits::default()
        },
        side_by_side,
        ..ParseOptions::default()
    };
    match wavec_tablegen::parse_file(&mut sources, main, &options) {
        Ok(keeper) => (outputs::of(&keeper, &sources), keeper.files_side_by_side()),
        Err(errors) => {
            let nothing = String::new;
            (
                [
                    errors.render(&sources),
                    nothing(),
                    nothing(),
                    nothing(),
                    nothing(),
                ],
                0,
            )
        }
    }
}

#[test]
fn files_that_are_evaluated_side_by_side_give_the_same_records() {
    let seed = number("WAVEC_TABLEGEN_SEED", 1);
    let count = number("WAVEC_TABLEGEN_PROGRAMS", 60) * 4;
    let folder = scratch("side_by_side");
    std::fs::create_dir_all(&folder).unwrap();
    let (mut wrong, mut files, mut beside, mut valid) = (Vec::new(), 0, 0, 0);
    for seed in seed..seed + count {
        let ([mut main, last], pieces) = in_files(seed);
        for (i, piece) in pieces.iter().enumerate() {
            let name = folder.join(format!("piece{i}.td"));
            std::fs::write(&name, piece).unwrap();
            main += &format!("include \"{}\"\n", name.display());
        }
        main += &last;
        let path = folder.join("main.td");
        std::fs::write(&path, main).unwrap();
        let (expected, _) = evaluate(&path, SideBySide::Never);
        let (actual, taken_over) = evaluate(&path, SideBySide::Always);
        valid += u64::from(!expected[1].is_empty());
        files += pieces.len();
        beside += taken_over;
        if let Some((expected, actual)) = expected.iter().zip(&actual).find(|(a, b)| a != b) {
            wrong.push(format!("seed {seed}: {}", first_difference(expected, actual)));
            // Its files stay.
            break;
        }
    }
    eprintln!(
        "{valid} of {count} programs are valid, {beside} of {files} files were evaluated beside the others"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(beside * 5 > files, "only {beside} of {files} files");
}

/// Words and signs of a program.
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
