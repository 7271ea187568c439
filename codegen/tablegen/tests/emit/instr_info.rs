// Instructions, generated from instr_info.td. Do not edit.

/// Instructions by name.
pub mod opcodes {
use wavec_mc::Opcode;
pub const PHI: Opcode = Opcode(0);
pub const COPY: Opcode = Opcode(1);
pub const IMPLICIT_DEF: Opcode = Opcode(2);
pub const REG_SEQUENCE: Opcode = Opcode(3);
pub const INSERT_SUBREG: Opcode = Opcode(4);
pub const EXTRACT_SUBREG: Opcode = Opcode(5);
pub const SUBREG_TO_REG: Opcode = Opcode(6);
pub const COPY_TO_REGCLASS: Opcode = Opcode(7);
pub const KILL: Opcode = Opcode(8);
pub const INLINEASM: Opcode = Opcode(9);
pub const BUNDLE: Opcode = Opcode(10);
pub const DBG_VALUE: Opcode = Opcode(11);
pub const DBG_LABEL: Opcode = Opcode(12);
pub const EH_LABEL: Opcode = Opcode(13);
pub const LIFETIME_START: Opcode = Opcode(14);
pub const LIFETIME_END: Opcode = Opcode(15);
pub const FAKE_USE: Opcode = Opcode(16);
pub const ADJCALLSTACKDOWN: Opcode = Opcode(17);
pub const ADJCALLSTACKUP: Opcode = Opcode(18);
pub const ADD: Opcode = Opcode(19);
pub const MUL: Opcode = Opcode(20);
pub const SUB: Opcode = Opcode(21);
pub const ADDI: Opcode = Opcode(22);
pub const MULI: Opcode = Opcode(23);
pub const ADDN: Opcode = Opcode(24);
pub const LD: Opcode = Opcode(25);
pub const ST: Opcode = Opcode(26);
pub const CMP: Opcode = Opcode(27);
pub const BR: Opcode = Opcode(28);
pub const LI: Opcode = Opcode(29);
pub const OUT: Opcode = Opcode(30);
pub const MADD: Opcode = Opcode(31);
}
/// Operand names.
pub mod operand_names {
use wavec_mc::OperandName;
pub const A: OperandName = OperandName(1);
pub const AMOUNT: OperandName = OperandName(2);
pub const B: OperandName = OperandName(3);
pub const C: OperandName = OperandName(4);
pub const D: OperandName = OperandName(5);
pub const DST: OperandName = OperandName(6);
pub const ID: OperandName = OperandName(7);
pub const IMM: OperandName = OperandName(8);
pub const IMPLSRC: OperandName = OperandName(9);
pub const LABEL: OperandName = OperandName(10);
pub const OFFSET: OperandName = OperandName(11);
pub const P: OperandName = OperandName(12);
pub const POPPED: OperandName = OperandName(13);
pub const PORT: OperandName = OperandName(14);
pub const REGCLASS: OperandName = OperandName(15);
pub const SRC: OperandName = OperandName(16);
pub const SUBIDX: OperandName = OperandName(17);
pub const SUBSRC: OperandName = OperandName(18);
pub const SUPERSRC: OperandName = OperandName(19);
pub const TO: OperandName = OperandName(20);
pub const UNUSED: OperandName = OperandName(21);
pub const V: OperandName = OperandName(22);
pub const WRAP: OperandName = OperandName(23);
}
/// Kinds of operands.
pub mod operand_kinds {
use wavec_mc::OperandKind;
pub const UNKNOWN: OperandKind = OperandKind(0);
pub const I32IMM: OperandKind = OperandKind(1);
pub const I64IMM: OperandKind = OperandKind(2);
pub const GPR: OperandKind = OperandKind(3);
pub const GPR64: OperandKind = OperandKind(4);
pub const IMM16: OperandKind = OperandKind(5);
pub const TARGET16: OperandKind = OperandKind(6);
pub const WRAP: OperandKind = OperandKind(7);
pub const SRC: OperandKind = OperandKind(8);
}
pub static OPERAND_NAMES: &[&str] = &[
"","a","amount","b","c","d","dst","id","imm","implsrc","label","offset","p","popped","port","regclass",
"src","subidx","subsrc","supersrc","to","unused","v","wrap",
];
pub static OPERAND_KIND_NAMES: &[&str] = &[
"unknown","i32imm","i64imm","GPR","GPR64","imm16","target16","wrap","Src",
];
/// How an operand is read, printed and encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
/// `flag`
Flag,
/// `imm`
Imm,
/// `none`
None,
/// `register`
Register,
/// `target`
Target,
}
pub static OPERAND_KINDS: &[OperandKindDesc] = &[
OperandKindDesc { name: "unknown", syntax: Syntax::None, prefix: "", reg_class: wavec_mc::RegClassId::NONE, asm_class: wavec_mc::RegClassId::NONE, constant_bits: 0, is_float: false, allow_literal: false, optional: false, default_value: 0 },
OperandKindDesc { name: "i32imm", syntax: Syntax::Imm, prefix: "", reg_class: wavec_mc::RegClassId::NONE, asm_class: wavec_mc::RegClassId::NONE, constant_bits: 0, is_float: false, allow_literal: false, optional: false, default_value: 0 },
OperandKindDesc { name: "i64imm", syntax: Syntax::Imm, prefix: "", reg_class: wavec_mc::RegClassId::NONE, asm_class: wavec_mc::RegClassId::NONE, constant_bits: 0, is_float: false, allow_literal: false, optional: false, default_value: 0 },
OperandKindDesc { name: "GPR", syntax: Syntax::Register, prefix: "", reg_class: wavec_mc::RegClassId(0), asm_class: wavec_mc::RegClassId(0), constant_bits: 0, is_float: false, allow_literal: false, optional: false, default_value: 0 },
OperandKindDesc { name: "GPR64", syntax: Syntax::Register, prefix: "", reg_class: wavec_mc::RegClassId(2), asm_class: wavec_mc::RegClassId(2), constant_bits: 0, is_float: false, allow_literal: false, optional: false, default_value: 0 },
OperandKindDesc { name: "imm16", syntax: Syntax::Imm, prefix: "", reg_class: wavec_mc::RegClassId::NONE, asm_class: wavec_mc::RegClassId::NONE, constant_bits: 0, is_float: false, allow_literal: false, optional: false, default_value: 0 },
OperandKindDesc { name: "target16", syntax: Syntax::Target, prefix: "", reg_class: wavec_mc::RegClassId::NONE, asm_class: wavec_mc::RegClassId::NONE, constant_bits: 0, is_float: false, allow_literal: false, optional: false, default_value: 0 },
OperandKindDesc { name: "wrap", syntax: Syntax::Flag, prefix: "wrap", reg_class: wavec_mc::RegClassId::NONE, asm_class: wavec_mc::RegClassId::NONE, constant_bits: 0, is_float: false, allow_literal: false, optional: true, default_value: 0 },
OperandKindDesc { name: "Src", syntax: Syntax::Register, prefix: "", reg_class: wavec_mc::RegClassId(0), asm_class: wavec_mc::RegClassId(0), constant_bits: 32, is_float: false, allow_literal: true, optional: false, default_value: 0 },

];
/// Bits of the target's instruction flags.
pub mod target_flags {
pub const SLOW: u64 = 1 << 0;
}
const fn d(target_flags: u64, flags: u32, operands: u32, implicit: u16, name: u32, sched_class: u16, b: [u8; 6]) -> wavec_mc::InstrDesc {
wavec_mc::InstrDesc { target_flags, flags: wavec_mc::InstrFlags::from_bits_retain(flags), operands,
implicit, name, sched_class, name_len: b[0], num_operands: b[1], num_defs: b[2], num_implicit_uses: b[3], num_implicit_defs: b[4], size: b[5] }
}
const fn e(opcode: u16, condition: u16, base: u64, format: u16, asm_format: u16, mnemonic: u32, mnemonic_len: u8) -> wavec_mc::InstrEncoding {
wavec_mc::InstrEncoding { opcode: wavec_mc::Opcode(opcode), condition, base, format, asm_format, mnemonic, mnemonic_len }
}
const fn o(name: u16, kind: u16, class: u16, tied_to: i8, constant_bits: u8, flags: u16) -> wavec_mc::OperandInfo {
wavec_mc::OperandInfo { name: wavec_mc::OperandName(name), kind: wavec_mc::OperandKind(kind), reg_class: wavec_mc::RegClassId(class), tied_to, constant_bits, flags: wavec_mc::OperandFlags::from_bits_retain(flags) }
}
pub static DESCS: &[wavec_mc::InstrDesc] = &[
d(0x0,0x3c000,0,0,0,0,[3,1,1,0,0,0]),d(0x0,0x4e000,1,0,3,0,[4,2,1,0,0,0]),d(0x0,0x5c800,0,0,7,0,[12,1,1,0,0,0]),
d(0x0,0x6c000,0,0,19,0,[12,1,1,0,0,0]),d(0x0,0xc000,3,0,31,0,[13,4,1,0,0,0]),d(0x0,0xc000,7,0,44,0,[14,3,1,0,0,0]),
d(0x0,0xc000,10,0,58,0,[13,4,1,0,0,0]),d(0x0,0x4c000,14,0,71,0,[16,3,1,0,0,0]),d(0x0,0x3c000,17,0,87,0,[4,0,0,0,0,0]),
d(0x0,0x2c100,17,0,91,0,[9,0,0,0,0,0]),d(0x0,0x2c000,17,0,100,0,[6,0,0,0,0,0]),d(0x0,0x3c000,17,0,106,0,[9,0,0,0,0,0]),
d(0x0,0x1c000,17,0,115,0,[9,1,0,0,0,0]),d(0x0,0x81c100,18,0,124,0,[8,1,0,0,0,0]),d(0x0,0x1c000,18,0,132,0,[14,1,0,0,0,0]),
d(0x0,0x1c000,18,0,146,0,[12,1,0,0,0,0]),d(0x0,0x3c100,17,0,158,0,[8,0,0,0,0,0]),d(0x0,0xc100,19,0,166,0,[16,2,0,0,0,0]),
d(0x0,0xc100,21,0,182,0,[14,2,0,0,0,0]),d(0x0,0x200,23,0,196,1,[3,4,1,0,0,4]),d(0x1,0x200,23,0,199,2,[3,4,1,0,0,4]),
d(0x0,0x0,23,0,202,1,[3,4,1,0,0,4]),d(0x0,0x0,27,0,205,1,[4,3,1,0,0,4]),d(0x1,0x0,27,0,209,2,[4,3,1,0,0,4]),
d(0x0,0x4000000,27,0,213,1,[4,3,1,0,0,4]),d(0x0,0x40,30,0,217,3,[2,3,1,0,0,4]),d(0x0,0x80,33,0,219,1,[2,2,0,0,0,4]),
d(0x0,0x0,35,0,221,1,[3,2,0,0,1,4]),d(0x0,0x3,37,0,224,1,[2,1,0,1,0,4]),d(0x0,0x0,38,0,226,1,[2,2,1,0,0,8]),
d(0x0,0x0,40,0,228,1,[3,2,0,0,0,4]),d(0x0,0x4000,42,0,231,1,[4,4,1,0,0,0]),
];
pub static ENCODINGS: &[wavec_mc::InstrEncoding] = &[
e(0,0,0x0,65535,65535,0,0),e(1,0,0x0,65535,65535,0,0),e(2,0,0x0,65535,65535,0,0),e(3,0,0x0,65535,65535,0,0),
e(4,0,0x0,65535,65535,0,0),e(5,0,0x0,65535,65535,0,0),e(6,0,0x0,65535,65535,0,0),e(7,0,0x0,65535,65535,0,0),
e(8,0,0x0,65535,65535,0,0),e(9,0,0x0,65535,65535,0,0),e(10,0,0x0,65535,65535,0,0),e(11,0,0x0,65535,65535,0,0),
e(12,0,0x0,65535,65535,0,0),e(13,0,0x0,65535,65535,0,0),e(14,0,0x0,65535,65535,0,0),e(15,0,0x0,65535,65535,0,0),
e(16,0,0x0,65535,65535,0,0),e(17,0,0x0,65535,65535,0,0),e(18,0,0x0,65535,65535,0,0),e(19,0,0x4000000,0,0,0,3),
e(20,0,0x8000000,0,0,3,3),e(21,1,0xc000000,0,0,6,3),e(22,0,0x10000000,1,1,0,3),e(23,0,0x14000000,1,1,3,3),
e(24,0,0x10000000,1,1,9,4),e(25,0,0x18000000,2,2,13,2),e(26,0,0x1c000000,3,3,15,2),e(27,0,0x20000000,4,4,17,3),
e(28,0,0x24000000,5,5,20,2),e(29,0,0x28000000,6,4,22,2),e(30,0,0x2c000000,7,6,24,3),e(31,0,0x0,65535,65535,0,0),
e(21,2,0x34000000,0,0,27,4),
];
pub static OPERAND_POOL: &[wavec_mc::OperandInfo] = &[
o(6,0,65535,-1,0,1),o(6,0,65535,-1,0,1),o(16,0,65535,-1,0,0),o(6,0,65535,-1,0,1),o(19,0,65535,0,0,0),
o(18,0,65535,-1,0,0),o(17,1,65535,-1,0,16),o(6,0,65535,-1,0,1),o(19,0,65535,-1,0,0),o(17,1,65535,-1,0,16),
o(6,0,65535,-1,0,1),o(9,2,65535,-1,0,16),o(18,0,65535,-1,0,0),o(17,1,65535,-1,0,16),o(6,0,65535,-1,0,1),
o(16,0,65535,-1,0,0),o(15,1,65535,-1,0,16),o(10,0,65535,-1,0,0),o(7,1,65535,-1,0,16),o(2,1,65535,-1,0,16),
o(21,1,65535,-1,0,16),o(2,1,65535,-1,0,16),o(13,1,65535,-1,0,16),o(5,3,0,-1,0,1),o(1,3,0,-1,0,0),o(3,3,0,-1,0,0),
o(23,7,65535,-1,0,20),o(5,3,0,-1,0,1),o(1,3,0,-1,0,0),o(8,5,65535,-1,0,16),o(5,3,0,-1,0,1),o(12,4,2,-1,0,0),
o(11,5,65535,-1,0,16),o(22,3,0,-1,0,0),o(12,4,2,-1,0,0),o(1,3,0,-1,0,0),o(3,8,0,-1,32,96),o(20,6,65535,-1,0,24),
o(5,3,0,-1,0,1),o(8,1,65535,-1,0,16),o(1,3,0,-1,0,0),o(14,5,65535,-1,0,16),o(5,3,0,-1,0,3),o(1,3,0,-1,0,0),
o(3,3,0,-1,0,0),o(4,3,0,0,0,0),
];
pub static REG_POOL: &[wavec_mc::Reg] = &[
wavec_mc::Reg(9),
];
pub static CONDITIONS: &[wavec_mc::FeatureTest] = &[
wavec_mc::FeatureTest::All(&[]),wavec_mc::FeatureTest::All(&[wavec_mc::FeatureTest::All(&[wavec_mc::FeatureTest::Feature(0)])]),
wavec_mc::FeatureTest::All(&[wavec_mc::FeatureTest::All(&[wavec_mc::FeatureTest::None(&[wavec_mc::FeatureTest::Feature(0)])])]),

];
pub static BY_NAME: &[u16] = &[
19,22,24,17,18,28,10,27,1,7,12,11,13,5,16,2,9,4,8,25,29,15,14,31,20,23,30,0,3,26,21,6,
];
pub static SCHED_CLASSES: &[&str] = &[
"none","WriteALU","WriteMul","WriteLoad,ReadAddress",
];
pub static INSTR_INFO: wavec_mc::InstrInfo = wavec_mc::InstrInfo {
descs: DESCS, encodings: ENCODINGS, operand_pool: OPERAND_POOL, reg_pool: REG_POOL, names: "PHICOPYIMPLICIT_DEFREG_SEQUENCEINSERT_SUBREGEXTRACT_SUBREGSUBREG_TO_REGCOPY_TO_REGCLASSKILLINLINEASMBUNDLEDBG_VALUEDBG_LABELEH_LABELLIFETIME_STARTLIFETIME_ENDFAKE_USEADJCALLSTACKDOWNADJCALLSTACKUPADDMULSUBADDIMULIADDNLDSTCMPBRLIOUTMADD", mnemonics: "addmulsubaddnldstcmpbrlioutsubx",
by_name: BY_NAME, operand_names: OPERAND_NAMES, operand_kinds: OPERAND_KIND_NAMES, sched_classes: SCHED_CLASSES, conditions: CONDITIONS,
};
/// Relations between instructions.
pub mod maps {
use wavec_mc::Opcode;
fn find(table: &[u16], index: usize) -> Option<Opcode> {
table.get(index).filter(|&&found| found != u16::MAX).map(|&found| Opcode(found))
}
/// Values of `Form`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
/// `rri`
Rri,
/// `rrr`
Rrr,
}
pub static RRI_OF_TABLE: &[u16] = &[
65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,
65535,65535,22,23,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,
];
/// The instruction that `rri_of` relates to `opcode`.
pub fn rri_of(opcode: Opcode) -> Option<Opcode> { find(RRI_OF_TABLE, opcode.index()) }
pub static FORM_OF_TABLE: &[u16] = &[
65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,
65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,
65535,65535,65535,65535,22,19,23,20,65535,21,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,
65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,
];
/// The instruction of these columns that `form_of` relates to `opcode`.
pub fn form_of(opcode: Opcode, form: Form) -> Option<Opcode> {
let column = match (form, ) {
(Form::Rri, ) => 0,
(Form::Rrr, ) => 1,
#[allow(unreachable_patterns)]
_ => return None,
};
find(FORM_OF_TABLE, opcode.index() * 2 + column)
}
}
