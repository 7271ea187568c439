//! Emitters on descriptions with missing parts or unusual numbers: the result is an error or a file, never a panic.

use std::path::PathBuf;
use wavec_tablegen::{EmitOptions, ParseOptions, SourceMap, emit, parse_text};

/// Runs all emitters on a description; a panic is reported together with the description.
fn run_all(text: &str, what: &str) -> usize {
    let options = ParseOptions {
        include_dirs: ["tests/emit/include", "../td", "../../ir/td"]
            .map(PathBuf::from)
            .to_vec(),
        no_unused_warnings: true,
        ..ParseOptions::default()
    };
    let mut sources = SourceMap::new();
    let Ok(keeper) = parse_text(&mut sources, "mutated.td", text, &options) else {
        return 0;
    };
    for emitter in emit::EMITTERS {
        let run = || (emitter.emit)(&keeper, &EmitOptions::default());
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(Ok(_)) => {}
            Ok(Err(errors)) => assert!(!errors.render(&sources).is_empty()),
            Err(_) => panic!("--gen-{} panics: {what}", emitter.name),
        }
    }
    1
}

/// The machine of the tests, its models, tables, patterns, conventions and builtins in one text.
fn everything() -> String {
    let mut text = std::fs::read_to_string("tests/emit/include/machine.td").unwrap();
    for name in [
        "sched",
        "searchable_tables",
        "include/toy_intrinsics",
        "include/toy_patterns",
        "callingconv",
        "builtins",
    ] {
        let part = std::fs::read_to_string(format!("tests/emit/{name}.td")).unwrap();
        // Files that are already included.
        let known = ["machine.td", "toy_intrinsics.td"].map(|name| format!("include \"{name}\""));
        for line in part
            .lines()
            .filter(|line| !known.iter().any(|known| known == line))
        {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Only every n-th line is mutated, to keep the test short; `WAVEC_EMIT_ALL_LINES=1` mutates all.
fn step() -> usize {
    if std::env::var_os("WAVEC_EMIT_ALL_LINES").is_some() {
        1
    } else {
        7
    }
}

#[test]
fn lines_that_are_missing() {
    let text = everything();
    assert_eq!(
        run_all(&text, "nothing is changed"),
        1,
        "the description itself is wrong"
    );
    let lines: Vec<&str> = text.lines().collect();
    let mut read = 0;
    for missing in (0..lines.len()).step_by(step()) {
        let kept: Vec<&str> = lines[..missing]
            .iter()
            .chain(&lines[missing + 1..])
            .copied()
            .collect();
        read += run_all(&kept.join("\n"), &format!("without line '{}'", lines[missing]));
    }
    assert!(read > 5, "most changes must leave a description that can be read");
}

#[test]
fn strange_values() {
    let text = everything();
    let lines: Vec<&str> = text.lines().collect();
    let mut read = 0;
    for (number, line) in lines.iter().enumerate().step_by(step()) {
        let Some(start) = line.find(|c: char| c.is_ascii_digit()) else {
            continue;
        };
        let end = line[start..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(line.len(), |end| start + end);
        for value in ["0", "-1", "65", "4294967296", "9223372036854775807"] {
            let changed = format!("{}{value}{}", &line[..start], &line[end..]);
            let mut all = lines.clone();
            all[number] = &changed;
            read += run_all(&all.join("\n"), &format!("with line '{changed}'"));
        }
    }
    assert!(read > 5, "some changes must leave a description that can be read");
}
