//! `--gen-instr-mapping`

#[allow(missing_docs, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/instr_mapping.rs"));
}
use generated::INSTRUCTIONS;
use generated::maps::{Saturates, Width, by_width, widen_once};
use wavec_mc::Opcode;

fn opcode(name: &str) -> Opcode {
    let number = INSTRUCTIONS.iter().position(|&known| known == name);
    Opcode(u16::try_from(number.unwrap()).unwrap())
}

#[test]
fn rows_agree_and_columns_are_found() {
    assert_eq!(widen_once(opcode("ADD1")), Some(opcode("ADD2")));
    assert_eq!(widen_once(opcode("SUB1")), Some(opcode("SUB2")));
    for none in ["ADD0", "ADDS1", "MUL1", "NOP", "MOV1"] {
        assert_eq!(widen_once(opcode(none)), None, "{none}");
    }
}

#[test]
fn several_columns() {
    let add = opcode("ADD1");
    assert_eq!(by_width(add, Width::Is0, Saturates::Is0), Some(opcode("ADD0")));
    assert_eq!(by_width(add, Width::Is2, Saturates::Is0), Some(opcode("ADD2")));
    assert_eq!(by_width(add, Width::Is1, Saturates::Is1), Some(opcode("ADDS1")));
    assert_eq!(by_width(opcode("SUB1"), Width::Is1, Saturates::Is1), None);
    assert_eq!(by_width(add, Width::Is0, Saturates::Is1), None);
}
