//! `--gen-instr-info`: what instructions do, as their patterns say it.

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    include!("operand_kind_desc.rs");
    include!("../../../tests/emit/instr_effects.rs");
}
use generated::{INSTR_INFO, opcodes};
use wavec_mc::{InstrFlags, Opcode};

#[test]
fn effects_follow_from_patterns() {
    let all = InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE | InstrFlags::SIDE_EFFECTS;
    let effects = |opcode: Opcode| INSTR_INFO.desc(opcode).flags() & all;
    for (opcode, expected) in [
        (opcodes::PLUS, InstrFlags::empty()),
        (opcodes::LOADS, InstrFlags::MAY_LOAD),
        (opcodes::STORES, InstrFlags::MAY_STORE),
        (opcodes::TRAPS, InstrFlags::SIDE_EFFECTS),
        (opcodes::FETCHES, InstrFlags::MAY_LOAD),
        (opcodes::QUIET, InstrFlags::empty()),
        (opcodes::READS, InstrFlags::MAY_LOAD),
        (opcodes::ANYTHING, all),
        (opcodes::UNKNOWN, InstrFlags::SIDE_EFFECTS),
        (opcodes::CAREFUL, InstrFlags::SIDE_EFFECTS),
    ] {
        assert_eq!(effects(opcode), expected, "{}", INSTR_INFO.name(opcode));
    }
}
