//! Hand-written text: spellings other than the printed ones, and text to be rejected.

use std::process::Command;
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::asm::parse_instruction;
use wavec_gpu_mc::encode;
use wavec_mc::SymbolTable;
use wavec_mc::asm::{Cursor, lexer::lex_statement};
use wavec_test_support::llvm;

/// Lines of text with their bytes in hexadecimal.
const ACCEPTED: &str = include_str!("data/gfx942-spellings.tsv");
/// Lines of text.
const REJECTED: &str = include_str!("data/gfx942-rejected.txt");

fn lines(data: &str) -> impl Iterator<Item = &str> {
    data.lines().filter(|line| !line.starts_with('#'))
}

fn accepted() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(ACCEPTED).map(|line| line.split_once('\t').expect("two columns"))
}

/// Bytes in hexadecimal.
fn assemble(text: &str) -> Result<String, String> {
    let mut tokens = Vec::new();
    lex_statement(text, 0, &mut tokens);
    let mut cursor = Cursor::new(text, &tokens);
    let mnemonic = cursor.advance();
    let inst = parse_instruction(
        &Subtarget::default(),
        mnemonic,
        &mut cursor,
        &mut SymbolTable::new(),
    )
    .map_err(|error| error.message)?;
    cursor.expect_end().map_err(|error| error.message)?;
    let encoded = encode(&inst, &Subtarget::default()).map_err(|error| error.message)?;
    Ok(encoded.bytes().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[test]
fn accepted_spellings() {
    let wrong: Vec<String> = accepted()
        .filter_map(|(text, bytes)| {
            let found = assemble(text);
            (found.as_deref() != Ok(bytes)).then(|| format!("{text}: {found:?}, not {bytes}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(accepted().count() > 500);
}

#[test]
fn rejected_text() {
    let wrong: Vec<String> = lines(REJECTED)
        .filter_map(|text| assemble(text).ok().map(|bytes| format!("{text}: {bytes}")))
        .collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(lines(REJECTED).count() > 350);
}

/// LLVM's output for these lines: standard output and standard error. `None` if it is not installed.
fn llvm_mc(text: &str) -> Option<(String, String)> {
    let args = ["-triple=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-show-encoding"];
    let output = llvm::run(Command::new("llvm-mc-22").args(args), text.as_bytes())?;
    let string = |bytes| String::from_utf8(bytes).unwrap();
    Some((string(output.stdout), string(output.stderr)))
}

#[test]
fn llvm_agrees() {
    let text: String = accepted().map(|(text, _)| format!("{text}\n")).collect();
    let Some((output, errors)) = llvm_mc(&text) else {
        return;
    };
    assert_eq!(errors.matches("error:").count(), 0, "{errors}");
    let theirs = output.lines().filter_map(|line| {
        let (_, bytes) = line.split_once("encoding: [")?;
        Some(bytes.trim_end_matches(']').replace("0x", "").replace(',', ""))
    });
    for ((text, bytes), theirs) in accepted().zip(theirs) {
        assert_eq!(bytes, theirs, "{text}");
    }
    let text: String = lines(REJECTED).map(|text| format!("{text}\n")).collect();
    let Some((_, errors)) = llvm_mc(&text) else { return };
    for (number, text) in lines(REJECTED).enumerate() {
        assert!(
            errors.contains(&format!("<stdin>:{}:", number + 1)),
            "LLVM accepts {text}"
        );
    }
}
