//! `--gen-intrinsics` over LLVM's own `Intrinsics.td`, against what `llvm-tblgen-22 -gen-intrinsic-impl` writes: the same
//! intrinsics in the same order, with the same attributes of the function, its result and its arguments. (The types are in
//! the records already, which are compared elsewhere.)

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use wavec_tablegen::{EmitOptions, ParseOptions, SourceMap, emit, parse_file};
use wavec_test_support::{first_difference, llvm};

const INCLUDE: &str = "/usr/lib/llvm-22/include";

/// What is between two texts.
fn between<'t>(text: &'t str, open: &str, close: &str) -> &'t str {
    let (_, behind) = text.split_once(open).unwrap_or_else(|| panic!("no {open}"));
    behind
        .split_once(close)
        .unwrap_or_else(|| panic!("no {close} after {open}"))
        .0
}

/// The numbers in a text, in pairs.
fn pairs(text: &str) -> Vec<(usize, usize)> {
    let numbers: Vec<usize> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect();
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Tables without comments at the beginnings of lines, which hold numbers.
fn rows(text: &str) -> Vec<(usize, usize)> {
    text.lines()
        .flat_map(|line| pairs(line.split("*/").last().unwrap()))
        .collect()
}

/// Sets of attributes by number, spelled as in declarations.
fn attribute_sets(text: &str) -> HashMap<usize, String> {
    let mut sets = HashMap::new();
    for case in text.split("  case ").skip(1) {
        let (number, rest) = case.split_once(':').unwrap();
        let body = rest.split_once("    });").unwrap().0;
        let words: Vec<String> = body.lines().filter_map(|line| attribute(line.trim())).collect();
        sets.insert(number.parse().unwrap(), words.join(" "));
    }
    sets
}

fn attribute(line: &str) -> Option<String> {
    if let Some(memory) = line.strip_prefix("// ArgMem: ") {
        return Some(memory_text(&format!("ArgMem: {memory}")));
    }
    if line.contains("getWithCaptureInfo") {
        return Some("captures(none)".into());
    }
    let inner = line
        .strip_prefix("Attribute::get(C, Attribute::")?
        .strip_suffix("),")?;
    let (name, value) = inner.split_once(", ").unwrap_or((inner, ""));
    Some(match name {
        "Alignment" => format!("align {value}"),
        "Dereferenceable" => format!("dereferenceable({value})"),
        "Range" => {
            let bounds: Vec<&str> = value.split("APInt(BitWidth, ").skip(1).collect();
            let [lower, upper] = [bounds[0], bounds[1]].map(|bound| bound.split(',').next().unwrap());
            format!("range({lower}, {upper})")
        }
        _ => name.to_lowercase(),
    })
}

fn memory_text(comment: &str) -> String {
    let access = |name: &str| match name {
        "NoModRef" => "none",
        "Ref" => "read",
        "Mod" => "write",
        _ => "readwrite",
    };
    let parts: Vec<(&str, &str)> = comment
        .split(", ")
        .filter_map(|part| part.split_once(": "))
        .collect();
    let other = parts.iter().find(|part| part.0 == "Other").unwrap().1;
    let mut out = Vec::new();
    if other != "NoModRef" || parts.iter().all(|part| part.1 == "NoModRef") {
        out.push(access(other).to_string());
    }
    for (location, name) in parts.iter().filter(|part| part.1 != other) {
        let location = match *location {
            "TargetMem0" => "target_mem0".to_string(),
            "TargetMem1" => "target_mem1".to_string(),
            _ => location.to_lowercase(),
        };
        out.push(format!("{location}: {}", access(name)));
    }
    format!("memory({})", out.join(", "))
}

/// A line for each intrinsic: name, attributes, attributes of its values.
fn theirs(text: &str) -> String {
    let functions = attribute_sets(between(
        text,
        "getIntrinsicFnAttributeSet(LLVM",
        "// getIntrinsicFnAttributeSet",
    ));
    let values = attribute_sets(between(
        text,
        "getIntrinsicArgAttributeSet(LLVM",
        "// getIntrinsicArgAttributeSet",
    ));
    let table = rows(between(text, "ArgAttrIdTable[] = {", "};"));
    let infos = rows(between(text, "ArgAttributesInfoTable[] = {", "};"));
    let mut out = String::new();
    for line in between(text, "IntrinsicsToAttributesMap[] = {\n", "};").lines() {
        let Some((numbers, name)) = line.split_once(", // ") else {
            continue;
        };
        let (function, shifted) = numbers.split_once(" << ").unwrap();
        let value: usize = shifted.split_once(" | ").unwrap().1.trim().parse().unwrap();
        let function = functions.get(&function.trim().parse().unwrap());
        out += &format!("{name}: {}", function.map_or("", String::as_str));
        let (start, count) = infos[value];
        for (index, set) in &table[start..start + count] {
            out += &format!(" ({}, {:?})", *index as i64 - 1, values[set]);
        }
        out.push('\n');
    }
    out
}

fn ours(text: &str) -> String {
    let mut out = String::new();
    for line in text
        .lines()
        .filter(|line| line.starts_with("    Intrinsic { name"))
    {
        let name = between(line, "name: \"", "\"");
        out += &format!("{name}: {}", between(line, "attributes: \"", "\""));
        let values = between(line, "values: &[", "]").trim_end_matches([',', ' ']);
        if !values.is_empty() {
            out += &format!(" {}", values.replace("), (", ") ("));
        }
        out.push('\n');
    }
    out
}

#[test]
fn llvm_has_the_same_intrinsics() {
    let description: PathBuf = Path::new(INCLUDE).join("llvm/IR/Intrinsics.td");
    if !description.is_file() {
        llvm::skip(&format!("{} is not there", description.display()));
        return;
    }
    let mut command = Command::new("llvm-tblgen-22");
    command
        .args(["-gen-intrinsic-impl", "-I", INCLUDE])
        .arg(&description);
    let Some(output) = llvm::run(&mut command, b"") else {
        return;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let options = ParseOptions {
        include_dirs: vec![PathBuf::from(INCLUDE)],
        ..ParseOptions::default()
    };
    let mut sources = SourceMap::new();
    let keeper = parse_file(&mut sources, &description, &options).unwrap();
    let emitter = emit::find("intrinsic-impl").unwrap();
    let text = (emitter.emit)(&keeper, &EmitOptions::default())
        .unwrap_or_else(|errors| panic!("{}", errors.render(&sources)));
    let (theirs, ours) = (theirs(&String::from_utf8_lossy(&output.stdout)), ours(&text));
    assert!(theirs.lines().count() > 15_000);
    assert!(theirs == ours, "{}", first_difference(&theirs, &ours));
}
