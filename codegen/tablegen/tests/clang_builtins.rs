//! `--gen-clang-builtins` against `clang-tblgen-22 -gen-clang-builtins`: the same functions in the same order, with the
//! same types, attributes, features, headers and languages.

use std::process::Command;
use wavec_test_support::{first_difference, llvm};

const DESCRIPTION: &str = "tests/emit/clang_builtins.td";
const EMITTED: &str = include_str!("emit/clang_builtins.rs");

/// The texts between quotation marks or comment signs, in order.
fn between<'t>(line: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    let mut texts = Vec::new();
    let mut rest = line;
    while let Some((_, behind)) = rest.split_once(open) {
        let (text, behind) = behind.split_once(close).unwrap();
        texts.push(text);
        rest = behind;
    }
    texts
}

/// A line for each function: name, types, attributes, features, header, languages.
fn ours() -> String {
    let mut out = String::new();
    for line in EMITTED
        .lines()
        .filter(|line| line.trim_start().starts_with("ClangBuiltin {"))
    {
        let [name, prefix, ty, attributes, features, header, languages] = between(line, "\"", "\"")[..]
        else {
            panic!("{line}")
        };
        let header = match header {
            "" => "NO_HEADER".to_string(),
            _ => header.replace(['.', '/', '-'], "_").to_uppercase(),
        };
        let name = name.strip_prefix(prefix).unwrap();
        out += &format!("{name} '{ty}' '{attributes}' '{features}' {header} {languages}\n");
    }
    out
}

fn theirs(text: &str) -> String {
    let mut out = String::new();
    for line in text
        .lines()
        .filter(|line| line.trim_start().starts_with("Builtin::Info{"))
    {
        let strings = between(line, "/* ", " */");
        let features = strings.get(3).copied().unwrap_or_default();
        let (header, languages) = line
            .split_once("HeaderDesc::")
            .unwrap()
            .1
            .split_once(", ")
            .unwrap();
        let languages = languages.strip_suffix("},").unwrap();
        out += &format!(
            "{} '{}' '{}' '{features}' {header} {languages}\n",
            strings[0], strings[1], strings[2]
        );
    }
    out
}

#[test]
fn clang_has_the_same_functions() {
    let mut command = Command::new("clang-tblgen-22");
    command.args(["-gen-clang-builtins", "-I", "tests/emit/include", DESCRIPTION]);
    let Some(output) = llvm::run(&mut command, b"") else {
        return;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (theirs, ours) = (theirs(&String::from_utf8_lossy(&output.stdout)), ours());
    assert_eq!(theirs.lines().count(), 16);
    assert!(theirs == ours, "{}", first_difference(&theirs, &ours));
}
