//! `--gen-emitter`, general tables

use wavec_mc::{DecodeStatus, Decoded, EncodingHooks, HookId, MCOperand, NoHooks, Opcode, Reg};

#[allow(dead_code)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/encodings.rs"));
}
use generated::{ENCODINGS, hooks};

/// Opcodes of the target's instructions follow those that all targets have.
fn opcode(place: u16) -> Opcode {
    Opcode(ENCODINGS.encodings[0].opcode.0 + place)
}
const MOV: u16 = 0;
const INC: u16 = 1;
const JUMP: u16 = 2;
const HALT: u16 = 3;
const ADD: u16 = 4;
const MUL: u16 = 5;
const DIV: u16 = 6;
const PAIR: u16 = 7;
const LOADC: u16 = 8;
const LOADN: u16 = 9;
const COPYX: u16 = 10;
const HIGH: u16 = 11;
const LOW: u16 = 12;
const READY: u16 = 13;
const IDLE: u16 = 14;

/// `X0` is the first register.
fn x(number: u16) -> MCOperand {
    MCOperand::Reg(Reg(number + 1))
}

struct Hooks;

impl EncodingHooks for Hooks {
    fn encode(&mut self, hook: HookId, operand: &MCOperand) -> Option<u64> {
        assert_eq!(hook, hooks::ENCODE_HALF);
        let value = operand.imm()?;
        (value % 2 == 0).then_some(value as u64 / 2)
    }

    fn decode(&mut self, hook: HookId, bits: u64) -> Option<(MCOperand, DecodeStatus)> {
        assert_eq!(hook, hooks::DECODE_HALF);
        // A jump to itself is valid, but unlikely.
        let status = match bits {
            0 => DecodeStatus::SoftFail,
            _ => DecodeStatus::Success,
        };
        Some((MCOperand::Imm(bits as i64 * 2), status))
    }

    fn decode_instruction(&mut self, hook: HookId, word: &[u64]) -> Option<(Vec<MCOperand>, DecodeStatus)> {
        assert_eq!(hook, hooks::DECODE_PAIR);
        let both = word[0] >> 8;
        (both < 256).then(|| {
            (
                vec![x(both as u16 & 7), x(both as u16 >> 4)],
                DecodeStatus::Success,
            )
        })
    }
}

fn decode(bytes: &[u8], features: u64) -> Option<Decoded> {
    ENCODINGS.decode("", bytes, &[features], &mut Hooks)
}

fn round_trip(namespace: &str, place: u16, operands: &[MCOperand], features: u64) -> Vec<u8> {
    let bytes = ENCODINGS
        .encode(opcode(place), operands, &mut Hooks)
        .expect("an encoding");
    let decoded = ENCODINGS
        .decode(namespace, &bytes, &[features], &mut Hooks)
        .expect("an instruction");
    assert_eq!(
        (decoded.opcode, usize::from(decoded.size)),
        (opcode(place), bytes.len())
    );
    assert_eq!(decoded.operands, operands);
    assert_eq!(decoded.status, DecodeStatus::Success);
    bytes
}

#[test]
fn encodings_of_several_sizes() {
    // op 1, s = 8 + 5, d = 8 + 2
    assert_eq!(
        round_trip("", MOV, &[x(2), x(5)], 0),
        0b001_000_1101_1010_00_u16.to_le_bytes()
    );
    assert_eq!(round_trip("", INC, &[x(3), x(3)], 0).len(), 2);
    assert_eq!(round_trip("", HALT, &[], 0).len(), 2);
    let add = round_trip("", ADD, &[x(1), x(2), x(3)], 0);
    assert_eq!(add, 0x005b_a907_u32.to_le_bytes());
}

#[test]
fn bits_of_a_field_without_a_value() {
    assert_eq!(round_trip("", IDLE, &[], 0), 0x0000_0013_u32.to_le_bytes());
    let decoded = decode(&0x0000_0313_u32.to_le_bytes(), 0).expect("an instruction");
    assert_eq!(decoded.opcode, opcode(IDLE));
    assert!(decode(&0x0000_0413_u32.to_le_bytes(), 0).is_none());
}

#[test]
fn wide_encodings() {
    let constant = 0x0123_4567_89ab_cdef_i64;
    for (place, low_first) in [(LOADC, true), (LOADN, false)] {
        let bytes = round_trip("Wide", place, &[x(7), MCOperand::Imm(constant)], 0);
        let word = u128::from_le_bytes(bytes.try_into().expect("16 bytes"));
        let expected = if low_first {
            constant as u128
        } else {
            (constant as u64).rotate_left(32) as u128
        };
        assert_eq!(word >> 36 & u128::from(u64::MAX), expected);
        assert_eq!(word >> 127, u128::from(low_first));
        // The other table does not have it.
        assert!(decode(&word.to_le_bytes(), 0).is_none_or(|found| found.size < 16));
    }
    // Not enough bytes.
    assert!(
        ENCODINGS
            .decode("Wide", &[0x81; 15], &[0], &mut NoHooks)
            .is_none()
    );
}

#[test]
fn hooks_between_operands_and_bits() {
    assert_eq!(
        round_trip("", JUMP, &[MCOperand::Imm(20)], 0),
        0b011_00000001010_00_u16.to_le_bytes()
    );
    assert!(
        ENCODINGS
            .encode(opcode(JUMP), &[MCOperand::Imm(21)], &mut Hooks)
            .is_none()
    );
    let itself = decode(&0b011_00000000000_00_u16.to_le_bytes(), 0).expect("a jump");
    assert_eq!(itself.status, DecodeStatus::SoftFail);
    // The special case of it is preferred.
    assert_eq!(
        decode(&0b011_11111111111_00_u16.to_le_bytes(), 0).map(|found| found.opcode),
        Some(opcode(HALT))
    );
    // A whole instruction, and bits that its hook rejects.
    let pair = decode(&0x0000_520f_u32.to_le_bytes(), 0).expect("a pair");
    assert_eq!((pair.opcode, pair.operands), (opcode(PAIR), vec![x(2), x(5)]));
    assert!(decode(&0x0100_520f_u32.to_le_bytes(), 0).is_none());
}

#[test]
fn bits_that_should_be_otherwise() {
    let odd = decode(&0x002b_a907_u32.to_le_bytes(), 0).expect("an addition");
    assert_eq!((odd.opcode, odd.status), (opcode(ADD), DecodeStatus::SoftFail));
    assert_eq!(odd.operands, [x(1), x(2), x(3)]);
    // Fixed bits with other values.
    assert!(decode(&0x015b_a907_u32.to_le_bytes(), 0).is_none());
}

#[test]
fn features_decide_between_equal_bits() {
    let (mul, div, tiny) = (1, 2, 4);
    let bits = 0x0000_980b_u32.to_le_bytes();
    let found = |features| decode(&bits, features).map(|found| found.opcode);
    assert_eq!(found(0), None);
    assert_eq!(found(mul), Some(opcode(MUL)));
    assert_eq!(found(div), Some(opcode(DIV)));
    assert_eq!(found(mul | tiny), Some(opcode(MUL)));
    assert_eq!(found(div | tiny), None);
}

#[test]
fn what_is_only_written() {
    let bytes = ENCODINGS
        .encode(opcode(COPYX), &[x(0)], &mut NoHooks)
        .expect("an encoding");
    assert_eq!(bytes, 0b001_0000000_1000_00_u16.to_le_bytes());
    // As MOV, its source would be a register that does not exist.
    assert!(decode(&bytes, 0).is_none());
}

/// Overlapping encodings: of the bits that only one of two fixes, the lowest decides, and the one that fixes it comes
/// first.
#[test]
fn overlapping_encodings() {
    let decoded = |bits_9_6: u16, bits_5_2: u16| {
        let word = 0xe000 | bits_9_6 << 6 | bits_5_2 << 2;
        let decoded = ENCODINGS.decode("Overlap", &word.to_le_bytes(), &[0], &mut NoHooks);
        decoded.map(|decoded| (decoded.opcode, decoded.operands.clone()))
    };
    assert_eq!(decoded(5, 8 + 3), Some((opcode(HIGH), vec![x(3)])));
    assert_eq!(decoded(8 + 4, 9), Some((opcode(LOW), vec![x(4)])));
    assert_eq!(decoded(5, 9), Some((opcode(READY), vec![])));
    assert_eq!(decoded(8 + 4, 8 + 3), None);
}
