//! `--gen-emitter`: operands of several parts.

use wavec_mc::{DecodeStatus, EncodingHooks, HookId, MCOperand, NoHooks, Opcode, Reg};

#[allow(dead_code)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/encodings_parts.rs"));
}
use generated::{ENCODINGS, hooks};

fn opcode(place: u16) -> Opcode {
    Opcode(ENCODINGS.encodings[0].opcode.0 + place)
}
const LOAD: u16 = 0;
const UPDATE: u16 = 1;
const NEXT: u16 = 2;
const TWICE: u16 = 3;
const SELECT: u16 = 4;
const FLUSH: u16 = 5;

/// `X0` is the first register.
fn x(number: u16) -> MCOperand {
    MCOperand::Reg(Reg(number + 1))
}

struct Hooks;

impl EncodingHooks for Hooks {
    fn encode(&mut self, hook: HookId, operand: &MCOperand) -> Option<u64> {
        assert_eq!(hook, hooks::ENCODE_ODD);
        Some(u64::from(operand.reg()?.0 - 1) / 2)
    }

    fn decode(&mut self, hook: HookId, bits: u64) -> Option<(MCOperand, DecodeStatus)> {
        assert_eq!(hook, hooks::DECODE_ODD);
        Some((x(bits as u16 * 2 + 1), DecodeStatus::Success))
    }

    fn encode_parts(&mut self, hook: HookId, parts: &[MCOperand]) -> Option<u64> {
        let [MCOperand::Reg(base), MCOperand::Imm(offset)] = parts else {
            return self.encode(hook, &parts[0]);
        };
        assert_eq!(hook, hooks::ENCODE_ADDRESS);
        Some(u64::from(base.0 - 1) << 8 | *offset as u64)
    }

    fn decode_parts(&mut self, hook: HookId, bits: u64) -> Option<(Vec<MCOperand>, DecodeStatus)> {
        if hook == hooks::DECODE_ADDRESS {
            // No address ends in 0xff.
            let offset = (bits & 0xff) as i64;
            let parts = vec![x((bits >> 8) as u16), MCOperand::Imm(offset)];
            return (offset != 0xff).then_some((parts, DecodeStatus::Success));
        }
        if hook == hooks::DECODE_KEPT {
            let parts = vec![MCOperand::Imm(7), x(bits as u16)];
            return Some((parts, DecodeStatus::Success));
        }
        let (operand, status) = self.decode(hook, bits)?;
        Some((vec![operand], status))
    }
}

fn round_trip(place: u16, operands: &[MCOperand], expected: u32) {
    let bytes = ENCODINGS.encode(opcode(place), operands, &mut Hooks);
    assert_eq!(bytes.as_deref(), Some(&expected.to_le_bytes()[..]));
    let decoded = ENCODINGS
        .decode("", &expected.to_le_bytes(), &[0], &mut Hooks)
        .expect("an instruction");
    assert_eq!((decoded.opcode, &decoded.operands[..]), (opcode(place), operands));
}

#[test]
fn parts_are_encoded_as_one_or_by_themselves() {
    let offset = MCOperand::Imm(0x5a);
    round_trip(
        LOAD,
        &[x(1), x(3), offset.clone(), x(2)],
        0x1000_0000 | 2 << 14 | 0x35a << 3 | 1,
    );
    // Operands that share a register are encoded once.
    round_trip(UPDATE, &[x(6), x(6), offset.clone()], 0x2000_0000 | 0x5a << 3 | 6);
    round_trip(NEXT, &[x(1), x(6), x(6), offset], 0x4000_0000 | 0x65a << 3 | 1);
    round_trip(TWICE, &[x(4), x(7)], 0x3000_0000 | 3 << 3 | 4);
    // The hook returns the value that a part shares.
    let kept = [x(2), x(5), MCOperand::Imm(7), x(2)];
    round_trip(SELECT, &kept, 0x5000_0000 | 5 << 3 | 2);
}

#[test]
fn bits_of_operands_that_are_known() {
    let operands = [MCOperand::Imm(0b10101), MCOperand::Imm(0b100)];
    round_trip(FLUSH, &operands, 0x6000_0000 | 0b1010);
}

#[test]
fn what_hooks_refuse() {
    let none_ends_so = 0x1000_0000_u32 | 0x3ff << 3;
    assert!(
        ENCODINGS
            .decode("", &none_ends_so.to_le_bytes(), &[0], &mut Hooks)
            .is_none()
    );
    let load = [x(1), x(3), MCOperand::Imm(1), x(2)];
    assert!(ENCODINGS.encode(opcode(LOAD), &load, &mut NoHooks).is_none());
    // Too few operands.
    assert!(ENCODINGS.encode(opcode(LOAD), &load[..2], &mut Hooks).is_none());
}
