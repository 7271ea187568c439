//! `--gen-emitter`: encodings of variable length.

use wavec_mc::{DecodeStatus, EncodingHooks, HookId, MCOperand, Opcode, Reg, WideField};

#[allow(dead_code)]
mod generated {
    include!("../../../tests/emit/encodings_variable.rs");
}
use generated::{ENCODINGS, hooks};

/// Opcodes of the target's instructions follow those that all targets have.
fn opcode(place: usize) -> Opcode {
    ENCODINGS.encodings[place].opcode
}
const MOVE: usize = 0;
const LOAD: usize = 1;
const STORE: usize = 2;
const JUMP: usize = 3;
const FAR: usize = 4;

fn x(number: u16) -> MCOperand {
    MCOperand::Reg(Reg(number + 1))
}
fn imm(value: i64) -> MCOperand {
    MCOperand::Imm(value)
}

struct Hooks;

impl EncodingHooks for Hooks {
    fn encode(&mut self, hook: HookId, operand: &MCOperand) -> Option<u64> {
        assert_eq!(hook, hooks::ENCODE_ODD);
        let value = operand.imm()?;
        (value & 1 == 1).then_some(value as u64 >> 1)
    }

    /// Distances are from the place that has them.
    fn encode_field(&mut self, hook: HookId, operand: &MCOperand, field: &WideField) -> Option<u64> {
        match hook {
            hooks::ENCODE_DISTANCE_16_ => Some(operand.imm()? as u64 - u64::from(field.position) / 8),
            _ => self.encode(hook, operand),
        }
    }

    fn decode(&mut self, hook: HookId, bits: u64) -> Option<(MCOperand, DecodeStatus)> {
        let value = match hook {
            hooks::DECODE_DISTANCE => bits as i64 + 2,
            hooks::DECODE_ODD => bits as i64 * 2 + 1,
            _ => panic!("{hook:?}"),
        };
        Some((imm(value), DecodeStatus::Success))
    }
}

fn bytes(place: usize, operands: &[MCOperand]) -> Vec<u8> {
    let bytes = ENCODINGS
        .encode(opcode(place), operands, &mut Hooks)
        .expect("an encoding");
    let decoded = ENCODINGS
        .decode("", &bytes, &[0], &mut Hooks)
        .expect("an instruction");
    assert_eq!(
        (decoded.opcode, usize::from(decoded.size)),
        (opcode(place), bytes.len())
    );
    assert_eq!(decoded.operands, operands);
    bytes
}

#[test]
fn as_long_as_its_parts() {
    assert_eq!(ENCODINGS.encodings.len(), 5);
    // 0x12, d, a
    assert_eq!(bytes(MOVE, &[x(3), x(5)]), [3 << 5 | 5, 0x12]);
    // The halves of the constant are exchanged.
    assert_eq!(bytes(LOAD, &[x(7), imm(0xabcd)]), [7 << 5, 0x34, 0xab, 0xcd]);
}

#[test]
fn parts_of_operands_and_hooks_of_places() {
    let operands = [x(4), x(2), imm(0x1236), imm(0x4003)];
    // Two less as it is two bytes from the beginning; the constant is odd, so half of it is stored, above a one.
    let expected = [2 << 5 | 4, 0x56, 0x34, 0x12, 0x03, 0x40];
    assert_eq!(bytes(STORE, &operands), expected);
    let even = [x(4), x(2), imm(0x1236), imm(0x4002)];
    assert_eq!(ENCODINGS.encode(opcode(STORE), &even, &mut Hooks), None);
}

#[test]
fn bits_that_nothing_is_said_of() {
    let decode = |bytes: &[u8]| ENCODINGS.decode("", bytes, &[0], &mut Hooks);
    let load = decode(&[7 << 5 | 0b11000, 0x34, 0xab, 0xcd]).expect("an instruction");
    assert_eq!(load.operands, [x(7), imm(0xabcd)]);
    assert!(decode(&[7 << 5 | 0b00100, 0x34, 0xab, 0xcd]).is_none());
    // Too short.
    assert!(decode(&[7 << 5, 0x34, 0xab]).is_none());
}

#[test]
fn a_longer_instruction_is_a_special_case_of_a_shorter() {
    assert_eq!(bytes(JUMP, &[imm(5)]), [5, 0x78]);
    assert_eq!(bytes(FAR, &[imm(0x1234)]), [0, 0x78, 0x34, 0x12]);
    // Where the rest of the longer one is not there, it is the shorter.
    let cut = ENCODINGS.decode("", &[0, 0x78, 0x34], &[0], &mut Hooks);
    assert_eq!(cut.map(|decoded| decoded.opcode), Some(opcode(JUMP)));
}
