//! The emitters on the descriptions of `tests/emit`, and on broken ones.

mod emit_checks;

use emit_checks::{Emitters, guide};
use std::path::PathBuf;
use wavec_tablegen::{EmitOptions, ParseOptions, SourceMap, emit, parse_text};

const EMITTERS: Emitters = Emitters {
    own: emit::EMITTERS,
    emitters: &[emit::EMITTERS],
    include_dirs: &["tests/emit/include", "../td", "../../ir/td"],
    sources: "src/emit",
    mutated_lines: 7,
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

/// The machine of the tests, its models, tables, patterns, conventions and builtins in one text.
fn everything() -> String {
    let mut text = std::fs::read_to_string("tests/emit/include/machine.td").unwrap();
    for name in [
        "sched",
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

#[test]
fn snippets_do_what_the_guide_says() {
    guide::check(EMITTERS.emitters, "README.md", 10);
}

#[test]
fn a_processor_that_does_not_exist_is_added_as_its_guide_says() {
    guide::check(EMITTERS.emitters, "../../target-gpu/README.md", 9);
}

#[test]
fn lines_that_are_missing() {
    EMITTERS.lines_that_are_missing(&everything());
}

#[test]
fn strange_values() {
    EMITTERS.strange_values(&everything());
}

/// More kinds and names of operands than a byte can number.
#[test]
fn many_kinds_of_operands() {
    let text = "include \"machine.td\"\n\
        foreach i = 0...299 in {\n\
          def kind#i : Operand<i32>;\n\
          def OP#i : ToyInst<\"op\"#i, \"\", (outs), !dag(ins, [!cast<Operand>(\"kind\"#i)], [\"name\"#i]), \"\"> {\n\
            let isPseudo = true;\n\
          }\n\
        }\n";
    let options = ParseOptions {
        include_dirs: EMITTERS.include_dirs.iter().map(PathBuf::from).collect(),
        no_unused_warnings: true,
        ..ParseOptions::default()
    };
    let mut sources = SourceMap::new();
    let keeper = parse_text(&mut sources, "many.td", text, &options)
        .unwrap_or_else(|errors| panic!("{}", errors.render(&sources)));
    let emitter = emit::find("instr-info").unwrap();
    let emitted = (emitter.emit)(&keeper, &EmitOptions::default())
        .unwrap_or_else(|errors| panic!("{}", errors.render(&sources)));
    for expected in [
        "pub const KIND299: OperandKind = OperandKind(3",
        "pub const NAME99: OperandName = OperandName(3",
    ] {
        assert!(emitted.contains(expected), "{expected}");
    }
}

/// Names of LLVM's backends that have a counterpart here are options too, and no name occurs twice.
#[test]
fn names_of_llvm_are_known() {
    for name in [
        "asm-matcher",
        "asm-writer",
        "callingconv",
        "dag-isel",
        "disassembler",
        "emitter",
        "instr-info",
        "register-info",
        "subtarget",
    ] {
        assert!(emit::find(name).is_some(), "--gen-{name}");
    }
    let names = emit::EMITTERS
        .iter()
        .flat_map(|e| std::iter::once(&e.name).chain(e.aliases));
    let mut names: Vec<&str> = names.copied().collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}
