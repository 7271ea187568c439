//! Every instruction of gfx942 against encodings that come from another assembler.

use wavec_gpu_mc::asm::parse_instruction;
use wavec_gpu_mc::{INSTR_INFO, Subtarget, decode, encode, to_text};
use wavec_mc::SymbolTable;
use wavec_mc::asm::{Cursor, lexer::lex_statement};

/// Text and bytes of each line of a data file.
fn samples(data: &str) -> Vec<(&str, Vec<u8>)> {
    data.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (text, hex) = line.split_once('\t').expect("two columns");
            let bytes = (0..hex.len())
                .step_by(2)
                .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap());
            (text, bytes.collect())
        })
        .collect()
}

/// The text after the mnemonic. Some instructions have a second mnemonic, which is read but not printed.
fn operands(text: &str) -> &str {
    text.split_once(' ').map_or("", |(_, operands)| operands)
}

#[test]
fn bytes_to_text_and_back() {
    let mut failures = Vec::new();
    let samples = samples(include_str!("data/gfx942-encodings.tsv"));
    for (text, bytes) in &samples {
        let Some(decoded) = decode(bytes, &Subtarget::default()) else {
            failures.push(format!("not decoded: {text}"));
            continue;
        };
        let printed = to_text(&decoded.inst, &Subtarget::default());
        let alias = text.starts_with("v_mfma")
            || ["v_mul_legacy_f32_e64 v2, v4, v6", "v_nop_e64", "v_clrexcp_e64"].contains(text);
        if printed != *text && !(alias && operands(&printed) == operands(text)) {
            failures.push(format!("printed '{printed}', not '{text}'"));
        }
        match encode(&decoded.inst, &Subtarget::default()) {
            Ok(encoded) if encoded.bytes() == bytes => {}
            other => failures.push(format!("encoded {other:?}, not {bytes:02x?}: {text}")),
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}",
        failures.len(),
        samples.len(),
        failures.join("\n")
    );
}

#[test]
fn tied_operands_are_decoded_to_the_same_register() {
    for (text, bytes) in samples(include_str!("data/gfx942-encodings.tsv")) {
        let inst = decode(&bytes, &Subtarget::default())
            .expect("an instruction")
            .inst;
        let operands = INSTR_INFO.desc(inst.opcode).operands();
        for (operand, info) in inst.operands.iter().zip(operands) {
            if let Ok(tied) = usize::try_from(info.tied_to) {
                assert_eq!(*operand, inst.operands[tied], "{text}");
            }
        }
    }
}

fn assemble(text: &str) -> Result<Vec<u8>, String> {
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
    Ok(encode(&inst, &Subtarget::default())
        .map_err(|error| error.message)?
        .bytes()
        .to_vec())
}

#[test]
fn text_to_bytes() {
    let samples = samples(include_str!("data/gfx942-encodings.tsv"));
    let mut failures = Vec::new();
    for (text, bytes) in &samples {
        match assemble(text) {
            Ok(found) if found == *bytes => {}
            other => failures.push(format!("assembled {other:02x?}, not {bytes:02x?}: {text}")),
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}",
        failures.len(),
        samples.len(),
        failures.join("\n")
    );
}
