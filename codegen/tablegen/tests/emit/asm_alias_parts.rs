// Assembly text, generated from asm_alias_parts.td. Do not edit.

/// Modifiers that several operands say together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combined {
/// `hint`
Hint,
}
pub static COMBINED: &[Combined] = &[
Combined::Hint,
];
/// Modifiers of operands: `${operand:modifier}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
/// `long`
Long,
}
pub static MODIFIERS: &[Modifier] = &[
Modifier::Long,
];
mod asm_tables {
#[allow(unused_imports)]
use wavec_mc::AsmFragment::{self, Combined, Modified, Operand, Text, Whole};
pub static FORMATS: &[(u32, u8)] = &[
(0,7),(7,6),(13,7),(20,5),(25,4),(29,2),(31,5),(36,5),(41,8),
];
pub static FRAGMENTS: &[AsmFragment] = &[
Text(" "),Operand(0),Text(", "),Operand(1),Text(", "),Operand(2),Operand(3),Text(" "),Operand(0),Text(", "),
Operand(1),Text(", "),Operand(2),Text(" "),Operand(0),Text(", ["),Operand(1),Text(", "),Operand(2),Text("]"),
Text(" "),Operand(0),Text(", ["),Operand(1),Text("]"),Text(" "),Operand(0),Text(", "),Operand(1),Text(" "),
Operand(0),Text(" "),Operand(0),Text(", $"),Operand(1),Combined(0),Operand(3),Text(" "),Operand(0),Text(", "),
Whole(1, wavec_mc::OperandKind(10), None),Text(" "),Operand(0),Text(", "),Operand(1),Text("+"),Operand(2),
Text(" = "),Whole(1, wavec_mc::OperandKind(10), Some(0)),
];
}
pub static MNEMONICS: &[wavec_mc::MnemonicEntry] = &[
wavec_mc::MnemonicEntry { text: 0, len: 3, count: 2, start: 0 },wavec_mc::MnemonicEntry { text: 3, len: 4, count: 1, start: 2 },
wavec_mc::MnemonicEntry { text: 7, len: 4, count: 1, start: 3 },wavec_mc::MnemonicEntry { text: 11, len: 2, count: 1, start: 4 },
wavec_mc::MnemonicEntry { text: 13, len: 3, count: 1, start: 5 },wavec_mc::MnemonicEntry { text: 16, len: 7, count: 1, start: 6 },
wavec_mc::MnemonicEntry { text: 23, len: 4, count: 1, start: 7 },wavec_mc::MnemonicEntry { text: 27, len: 3, count: 1, start: 8 },
wavec_mc::MnemonicEntry { text: 30, len: 2, count: 1, start: 9 },wavec_mc::MnemonicEntry { text: 32, len: 2, count: 1, start: 10 },
wavec_mc::MnemonicEntry { text: 34, len: 4, count: 1, start: 11 },wavec_mc::MnemonicEntry { text: 38, len: 3, count: 1, start: 12 },
wavec_mc::MnemonicEntry { text: 41, len: 3, count: 2, start: 13 },wavec_mc::MnemonicEntry { text: 44, len: 3, count: 1, start: 15 },
wavec_mc::MnemonicEntry { text: 47, len: 5, count: 1, start: 16 },wavec_mc::MnemonicEntry { text: 52, len: 2, count: 1, start: 17 },
wavec_mc::MnemonicEntry { text: 54, len: 3, count: 1, start: 18 },wavec_mc::MnemonicEntry { text: 57, len: 4, count: 1, start: 19 },

];
pub static CANDIDATES: &[u16] = &[
19,22,24,33,28,27,27,34,33,25,29,32,25,20,23,30,30,26,21,35,
];
pub static ASM_INFO: wavec_mc::AsmInfo = wavec_mc::AsmInfo {
formats: asm_tables::FORMATS, fragments: asm_tables::FRAGMENTS, mnemonics: "addaddnbothbrcmpcompareflipgetldliloadlodmuloutprintstsubsubx",
entries: MNEMONICS, candidates: CANDIDATES,
};
/// Other texts of instructions.
pub static ASM_ALIASES: wavec_mc::AsmAliases = wavec_mc::AsmAliases { aliases: &[
wavec_mc::AsmAlias { mnemonic: "flip.to", fragments: &[wavec_mc::AsmFragment::Text(" $"), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(34), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(1)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId::NONE), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(8))], priority: 0, order: 5, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "flop", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(34), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(1)), wavec_mc::AliasOperand::Imm(2), wavec_mc::AliasOperand::Reg(wavec_mc::Reg::NONE)], priority: 1, order: 4, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "ld", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Whole(1, wavec_mc::OperandKind(10), None)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId::NONE), wavec_mc::AliasOperand::Given(2, wavec_mc::RegClassId::NONE), wavec_mc::AliasOperand::Imm(0)], priority: 1, order: 0, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "ld.at", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1), wavec_mc::AsmFragment::Text(","), wavec_mc::AsmFragment::Operand(2)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(2, wavec_mc::RegClassId::NONE), wavec_mc::AliasOperand::Imm(3)], priority: 2, order: 1, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "ld.first", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Imm(0), wavec_mc::AliasOperand::Imm(0)], priority: 3, order: 2, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "ld.long", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Whole(1, wavec_mc::OperandKind(10), Some(0))], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId::NONE), wavec_mc::AliasOperand::Given(2, wavec_mc::RegClassId::NONE), wavec_mc::AliasOperand::Imm(1)], priority: 1, order: 3, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "lod", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Whole(1, wavec_mc::OperandKind(10), None)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId::NONE), wavec_mc::AliasOperand::Given(2, wavec_mc::RegClassId::NONE), wavec_mc::AliasOperand::Imm(0)], priority: 0, order: 0, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
] };
/// Other words for mnemonics, by feature or variant, or for their beginnings.
pub static MNEMONIC_ALIASES: wavec_mc::MnemonicAliases = wavec_mc::MnemonicAliases { aliases: &[
wavec_mc::MnemonicAlias { from: "fetch", to: "load.eq", variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::MnemonicAlias { from: "get", to: "ld.at", variant: None, condition: wavec_mc::FeatureTest::All(&[wavec_mc::FeatureTest::All(&[wavec_mc::FeatureTest::Feature(1)])]) },
wavec_mc::MnemonicAlias { from: "get", to: "flip", variant: Some(1), condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::MnemonicAlias { from: "nothing", to: "unheard", variant: Some(1), condition: wavec_mc::FeatureTest::All(&[]) },
] };
/// Variants of the assembly language after the first.
pub static ASM_VARIANTS: &[wavec_mc::AsmVariant] = &[
wavec_mc::AsmVariant { number: 1, name: "loud", texts: &[
(30, "out", &[wavec_mc::AsmFragment::Text(" %"), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", $"), wavec_mc::AsmFragment::Operand(1), wavec_mc::AsmFragment::Combined(0)]), // OUT
(32, "load", &[wavec_mc::AsmFragment::Operand(3), wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", ["), wavec_mc::AsmFragment::Whole(1, wavec_mc::OperandKind(10), Some(0)), wavec_mc::AsmFragment::Text("]")]), // LOAD
], mnemonics: &[
("add", &[19, 22]),
("addn", &[24]),
("both", &[33]),
("br", &[28]),
("cmp", &[27]),
("compare", &[27]),
("flip", &[34]),
("get", &[33]),
("ld", &[25]),
("li", &[29]),
("load", &[32]),
("lod", &[25]),
("mul", &[20, 23]),
("out", &[30]),
("print", &[30]),
("st", &[26]),
("sub", &[21]),
] },
];
