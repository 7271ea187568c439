//! Directives: their output, byte for byte as llvm-mc's, and their errors.

use std::process::Command;
use wavec_gpu_mc::{AssembleOptions, assemble, link, reprint, write_relocatable};
use wavec_mc::ObjectModule;
use wavec_support::SourceMap;
use wavec_test_support::llvm;

/// Files, divided by lines of dashes.
const ACCEPTED: &str = include_str!("data/directives.s");

const REJECTED: &[(&str, &str)] = &[
    (".org 4\n.org 2", "the place is before this one"),
    (".org foo", "expected a place in this section"),
    (".org 0x7fffffffffff", "the file becomes too large"),
    (".comm a, -1", "the size is negative"),
    (".comm a, 1, 40", "invalid alignment"),
    ("a:\n.comm a, 1", "symbol 'a' is already defined"),
    (".comm a, 1\na:", "symbol 'a' is already defined"),
    (".comm a, 1\n.set a, 1", "symbol 'a' is already defined"),
    (".reloc 0, R_NOT_THERE, a", "unknown relocation name"),
    (
        ".reloc 9, R_AMDGPU_NONE, a",
        "the relocation is outside of the section",
    ),
    (
        ".reloc 0, R_AMDGPU_NONE, a-b",
        "no relocation can represent the expression",
    ),
    (".section .a,\"aG\",@progbits", "expected the name of the group"),
    (".section .a,\"aG\",@progbits,g,once", "expected 'comdat'"),
    (
        ".section .a,\"aG?\",@progbits,g",
        "a section has the flag 'G' or '?', not both",
    ),
    (
        ".section .a,\"ao\",@progbits",
        "expected the symbol that the section is linked to",
    ),
    (
        ".section .a,\"ao\",@progbits,b",
        "linked-to symbol is not in a section: b",
    ),
    (
        ".section .a,\"ao\",@progbits,b\n.set b, 1",
        "linked-to symbol is not in a section: b",
    ),
    (
        ".set b, 1\n.section .a,\"ao\",@progbits,b",
        "linked-to symbol is not in a section: b",
    ),
    (
        ".subsection -1",
        "subsection number -1 is not within [0,2147483647]",
    ),
    (".symver a, b", "expected a '@' in the name"),
    (".symver a, a@@V", "default version symbol a@@V must be defined"),
    (".weakref a, b\na:", "symbol 'a' is already defined"),
    (".base64 \"A\"", "failed to base64 decode string data"),
    (
        ".cfi_offset 1, 2",
        "this directive must appear between .cfi_startproc and .cfi_endproc directives",
    ),
    (
        ".cfi_startproc\n.cfi_startproc",
        "starting new .cfi frame before finishing the previous one",
    ),
    (".cfi_startproc", "unfinished frame: .cfi_endproc is missing"),
    (".cfi_startproc\n.cfi_undefined foo", "invalid register name"),
    (
        ".cfi_startproc\n.cfi_undefined m0",
        "this register has no number in debug information",
    ),
    (
        ".cfi_startproc\n.cfi_undefined s[0:1]",
        "this register has no number in debug information",
    ),
    (".cfi_startproc\n.cfi_lsda 0x77, a", "unsupported encoding"),
    (".cfi_b_key_frame", "unknown directive '.cfi_b_key_frame'"),
    (".section .a,\"q\"", "unknown section flag"),
    (".section .a,\"a\",@nothing", "unknown section type"),
    (".section .a,\"aM\",@progbits", "expected the entry size"),
    (
        ".section .a,\"a\",@progbits,unique,-1",
        "unique id must be positive",
    ),
    (
        ".section .a\n.section .a,\"aw\"",
        "changed section type, flags or entry size of .a",
    ),
    (".previous", ".previous without corresponding .section"),
    (".amdgpu_lds a, 70000", "size is too large"),
    (".amdgpu_lds a, 4, 3", "alignment must be a power of two"),
    (".zero a-b", "expected an absolute expression"),
    // Each pass requests more than the previous one.
    (
        "a:\n.zero 2*(b-a)+1\nb:",
        "sizes in the file depend on each other cyclically",
    ),
    (".dcb.l 0x7fffffffffff, 1", "the file becomes too large"),
    (".ds.x 0x7fffffffffffffff", "the file becomes too large"),
];

fn assemble_text(text: &str) -> Result<ObjectModule, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("a.s", text);
    assemble(&sources, file, &AssembleOptions::default()).map_err(|errors| errors.render(&sources))
}

fn files() -> impl Iterator<Item = &'static str> {
    ACCEPTED.split("---\n")
}

#[test]
fn llvm_agrees() {
    let args = ["-triple=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-filetype=obj"];
    for text in files() {
        let module = assemble_text(text).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
        let Some(output) = llvm::run(Command::new("llvm-mc-22").args(args), text.as_bytes()) else {
            return;
        };
        assert!(output.status.success(), "{text}");
        assert!(output.stdout == write_relocatable(&module), "{text}");
    }
}

#[test]
fn text_says_the_same() {
    for text in files() {
        // Conditions on locations need the locations.
        if text.contains(".if .") {
            continue;
        }
        let mut sources = SourceMap::new();
        let file = sources.add("a.s", text);
        let again = reprint(&sources, file, &AssembleOptions::default());
        let again = again.unwrap_or_else(|errors| panic!("{text}\n{}", errors.render(&sources)));
        let module = assemble_text(&again).unwrap_or_else(|errors| panic!("{again}\n{errors}"));
        let contents = |module: &ObjectModule| -> Vec<(String, Vec<u8>, u64)> {
            let sections = module.sections.iter();
            sections
                .map(|section| (section.spec.name.clone(), section.data.clone(), section.size()))
                .collect()
        };
        assert_eq!(
            contents(&module),
            contents(&assemble_text(text).unwrap()),
            "{again}"
        );
    }
}

#[test]
fn wrong_ones_are_errors() {
    for (text, message) in REJECTED {
        let errors = assemble_text(text).expect_err(text);
        assert!(errors.contains(message), "{text}\n{errors}");
    }
}

#[test]
fn common_symbols_have_room_in_a_code_object() {
    let text =
        ".comm a, 8, 3\n.comm b, 4, 4\n.globl f\nf: s_endpgm\n.data\n.quad a, b\n.reloc 0, R_AMDGPU_NONE\n";
    assert!(link(&assemble_text(text).unwrap()).is_ok());
    let errors = link(&assemble_text(".amdgpu_lds a, 4\n.long a").unwrap()).unwrap_err();
    assert_eq!(errors, ["LDS symbol 'a' has no address"]);
}
