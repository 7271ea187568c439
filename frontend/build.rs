//! Indexes the library: a sorted table of the generic builtins, and the position of each library function in
//! `lib/*.cl`. First instantiates files `*.real.cl` for float and for double.

use std::fmt::Write;
use std::path::Path;

#[allow(dead_code)]
mod index {
    include!("src/builtins/index.rs");
}

#[allow(dead_code)]
#[path = "src/builtins/real.rs"]
mod real;

fn main() {
    println!("cargo::rerun-if-changed=lib");
    println!("cargo::rerun-if-changed=src/builtins/index.rs");
    println!("cargo::rerun-if-changed=src/builtins/real.rs");
    println!("cargo::rerun-if-changed=build.rs");
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the manifest directory");
    let lib = Path::new(&root).join("lib");
    let mut out = String::new();

    let text = std::fs::read_to_string(lib.join("builtins.txt")).expect("lib/builtins.txt");
    let mut rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| {
            line.split('#')
                .next()
                .unwrap_or("")
                .split_whitespace()
                .collect::<Vec<_>>()
        })
        .filter(|words| !words.is_empty())
        .collect();
    rows.sort();
    out.push_str("/// Generic builtins, sorted by name.\npub static GENERIC: &[Generic] = &[\n");
    for row in &rows {
        let [name, class, signature, kind, target] = row[..] else {
            panic!("builtins.txt: {row:?}")
        };
        let implementation = match kind {
            "ir" => format!("Implementation::Intrinsic(\"llvm.{target}\")"),
            "lib" => format!("Implementation::Library(\"{target}\")"),
            "op" => format!("Implementation::Op(Op::{target})"),
            _ => panic!("builtins.txt: {row:?}"),
        };
        writeln!(
            out,
            "    Generic {{ name: \"{name}\", class: b'{class}', signature: b\"{signature}\", implementation: {implementation} }},"
        )
        .expect("writing to a string");
    }
    out.push_str("];\n");

    let mut files: Vec<_> = std::fs::read_dir(&lib)
        .expect("lib")
        .map(|entry| entry.expect("lib").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cl"))
        .collect();
    files.sort();
    let made = Path::new(&std::env::var("OUT_DIR").expect("cargo sets OUT_DIR")).to_path_buf();
    let mut expanded = Vec::new();
    for path in files {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some(stem) = name.as_deref().and_then(|name| name.strip_suffix(".real.cl")) else {
            expanded.push(path);
            continue;
        };
        let template = std::fs::read_to_string(&path).expect("a library file");
        for (suffix, double) in [("f32", false), ("f64", true)] {
            let path = made.join(format!("{stem}.{suffix}.cl"));
            std::fs::write(&path, real::expand(&template, double)).expect("OUT_DIR is writable");
            expanded.push(path);
        }
    }
    let files = expanded;
    let mut entries: Vec<(String, usize, usize, usize)> = Vec::new();
    out.push_str("/// The library's files.\npub static FILES: &[&str] = &[\n");
    for (number, path) in files.iter().enumerate() {
        let text = std::fs::read_to_string(path).expect("a library file");
        let mut at = 0;
        while let Some(found) = index::next_definition(text.as_bytes(), at) {
            let name = text[found.name..found.name_end].to_string();
            entries.push((name, number, found.start, found.end));
            at = found.end + 1;
        }
        writeln!(out, "    include_str!({:?}),", path.display().to_string()).expect("writing to a string");
    }
    out.push_str("];\n");
    entries.sort();
    for pair in entries.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "two library functions of one name");
    }
    out.push_str(
        "/// Name, file, first byte, end; sorted by name.\npub static INDEX: &[(&str, u16, u32, u32)] = &[\n",
    );
    for (name, file, start, end) in entries {
        writeln!(out, "    ({name:?}, {file}, {start}, {end}),").expect("writing to a string");
    }
    out.push_str("];\n");
    std::fs::write(made.join("library.rs"), out).expect("OUT_DIR is writable");
}
