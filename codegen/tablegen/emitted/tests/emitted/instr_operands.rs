//! `--gen-instr-info`: operands of several parts, names that differ only in case, and properties that are derived from
//! operands.

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    include!("operand_kind_desc.rs");
    include!(concat!(env!("OUT_DIR"), "/instr_info_operands.rs"));
}
use generated::{INSTR_INFO, OPERAND_KINDS, Syntax, opcodes, operand_kinds, operand_names};
use wavec_mc::InstrFlags;

#[test]
fn names_that_differ_in_case_are_told_apart() {
    assert_eq!(INSTR_INFO.name(opcodes::SCALE), "SCALE");
    assert_eq!(INSTR_INFO.name(opcodes::SCALE_), "Scale");
    assert_eq!(INSTR_INFO.by_name("Scale"), Some(opcodes::SCALE_));
    let names = [operand_names::N, operand_names::N_];
    let indices = names.map(|name| INSTR_INFO.operand_index(opcodes::SCALE, name));
    // Names are sorted, upper case first.
    assert_eq!(indices, [Some(2), Some(1)]);
    let syntax = |kind: wavec_mc::OperandKind| OPERAND_KINDS[usize::from(kind.0)].syntax;
    assert_eq!(syntax(operand_kinds::AMOUNT), Syntax::SomeAmount_);
    assert_eq!(syntax(operand_kinds::AMOUNT_), Syntax::SomeAmount);
    assert_eq!(syntax(operand_kinds::PERCENT), Syntax::PrintPercent);
}

#[test]
fn parts_with_names_are_operands() {
    let desc = INSTR_INFO.desc(opcodes::LDUPD);
    let tied: Vec<i8> = desc.operands().iter().map(|operand| operand.tied_to).collect();
    assert_eq!(tied, [-1, 0, -1]);
    assert!(!desc.operands()[1].reg_class.is_none());
    assert!(desc.operands()[2].reg_class.is_none());
}

#[test]
fn flags_follow_from_operands() {
    let is = |opcode, flag| INSTR_INFO.desc(opcode).is(flag);
    assert!(is(opcodes::CALLV, InstrFlags::VARIADIC) && !is(opcodes::SCALE, InstrFlags::VARIADIC));
    assert!(is(opcodes::ADDIF, InstrFlags::PREDICABLE));
    assert!(!is(opcodes::ADDNEVER, InstrFlags::PREDICABLE));
}

#[test]
fn the_first_exception_counts() {
    let class = |opcode| INSTR_INFO.desc(opcode).sched_class();
    assert_ne!(class(opcodes::SCALE), class(opcodes::SCALE_));
    assert_eq!(class(opcodes::SCALE_), class(opcodes::CALLV));
    assert_eq!(class(opcodes::ADDIF), class(opcodes::CALLV));
    assert_ne!(class(opcodes::ADDNEVER), class(opcodes::CALLV));
}
