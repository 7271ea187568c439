//! The emitters on the descriptions of `tests/emit`, and on broken ones.

#[path = "../../tablegen/tests/emit_checks/mod.rs"]
mod emit_checks;

use emit_checks::{Emitters, guide};
use wavec_tablegen_general as general;

const EMITTERS: Emitters = Emitters {
    own: general::EMITTERS,
    emitters: general::TOOL.emitters,
    include_dirs: &[
        "tests/emit/include",
        "../tablegen/tests/emit/include",
        "../td",
        "../../ir/td",
    ],
    sources: "src",
    mutated_lines: 2,
};

#[test]
fn emitted_text_is_as_expected() {
    EMITTERS.emitted_text_is_as_expected();
}

#[test]
fn every_emitter_is_tested() {
    EMITTERS.every_emitter_is_tested();
}

#[test]
fn heads_name_what_is_read() {
    EMITTERS.heads_name_what_is_read();
}

#[test]
fn rust_is_compiled() {
    EMITTERS.rust_is_compiled();
}

#[test]
fn llvm_reads_the_same_records() {
    EMITTERS.llvm_reads_the_same_records();
}

#[test]
fn snippets_do_what_the_guide_says() {
    guide::check(EMITTERS.emitters, "README.md", 1);
}

/// The descriptions of encodings, of tables and of registers.
fn everything() -> [String; 3] {
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let tables = read("tests/emit/searchable_tables.td");
    let machine = read("../tablegen/tests/emit/include/machine.td");
    [
        read("tests/emit/encodings.td"),
        tables.replace("include \"machine.td\"", &machine),
        read("tests/emit/include/shapes.td"),
    ]
}

#[test]
fn lines_that_are_missing() {
    for text in everything() {
        EMITTERS.lines_that_are_missing(&text);
    }
}

#[test]
fn strange_values() {
    for text in everything() {
        EMITTERS.strange_values(&text);
    }
}

#[test]
fn every_emitter_is_an_option() {
    for emitter in general::EMITTERS {
        let args = [format!("--gen-{}", emitter.name), "a.td".to_string()];
        assert!(general::TOOL.command.parse(&args).is_ok(), "{args:?}");
    }
}
