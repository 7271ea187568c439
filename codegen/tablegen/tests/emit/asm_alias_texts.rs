// Assembly text, generated from asm_alias_texts.td. Do not edit.

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
/// `dec`
Dec,
/// `hex`
Hex,
}
pub static MODIFIERS: &[Modifier] = &[
Modifier::Dec,Modifier::Hex,
];
mod asm_tables {
#[allow(unused_imports)]
use wavec_mc::AsmFragment::{self, Combined, Modified, Operand, Text, Whole};
pub static FORMATS: &[(u32, u8)] = &[
(0,7),(7,6),(13,7),(20,5),(25,4),(29,2),(31,5),(36,6),
];
pub static FRAGMENTS: &[AsmFragment] = &[
Text(" "),Operand(0),Text(", "),Operand(1),Text(", "),Operand(2),Operand(3),Text(" "),Operand(0),Text(", "),
Operand(1),Text(", "),Operand(2),Text(" "),Operand(0),Text(", ["),Operand(1),Text(", "),Operand(2),Text("]"),
Text(" "),Operand(0),Text(", ["),Operand(1),Text("]"),Text(" "),Operand(0),Text(", "),Operand(1),Text(" "),
Operand(0),Text(" "),Operand(0),Text(", $"),Operand(1),Combined(0),Text(" "),Operand(0),Text(", "),Operand(1),
Text(", "),Modified(2, 1),
];
}
pub static MNEMONICS: &[wavec_mc::MnemonicEntry] = &[
wavec_mc::MnemonicEntry { text: 0, len: 3, count: 1, start: 0 },wavec_mc::MnemonicEntry { text: 3, len: 3, count: 2, start: 1 },
wavec_mc::MnemonicEntry { text: 6, len: 4, count: 1, start: 3 },wavec_mc::MnemonicEntry { text: 10, len: 2, count: 1, start: 4 },
wavec_mc::MnemonicEntry { text: 12, len: 3, count: 1, start: 5 },wavec_mc::MnemonicEntry { text: 15, len: 7, count: 1, start: 6 },
wavec_mc::MnemonicEntry { text: 22, len: 2, count: 1, start: 7 },wavec_mc::MnemonicEntry { text: 24, len: 2, count: 1, start: 8 },
wavec_mc::MnemonicEntry { text: 26, len: 4, count: 1, start: 9 },wavec_mc::MnemonicEntry { text: 30, len: 3, count: 2, start: 10 },
wavec_mc::MnemonicEntry { text: 33, len: 3, count: 1, start: 12 },wavec_mc::MnemonicEntry { text: 36, len: 5, count: 1, start: 13 },
wavec_mc::MnemonicEntry { text: 41, len: 3, count: 1, start: 14 },wavec_mc::MnemonicEntry { text: 44, len: 2, count: 1, start: 15 },
wavec_mc::MnemonicEntry { text: 46, len: 3, count: 1, start: 16 },wavec_mc::MnemonicEntry { text: 49, len: 4, count: 1, start: 17 },

];
pub static CANDIDATES: &[u16] = &[
33,19,22,24,28,27,27,25,29,34,20,23,30,30,32,26,21,35,
];
pub static ASM_INFO: wavec_mc::AsmInfo = wavec_mc::AsmInfo {
formats: asm_tables::FORMATS, fragments: asm_tables::FRAGMENTS, mnemonics: "accaddaddnbrcmpcompareldliloudmuloutprintshlstsubsubx",
entries: MNEMONICS, candidates: CANDIDATES,
};
/// Operands of aliases of which the target says whether they fit: by their `MCOperandPredicate`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasPredicate {
/// `even_imm`
EvenImm,
/// `even_imm_`
EvenImm_,
}
pub static ALIAS_PREDICATES: &[AliasPredicate] = &[
AliasPredicate::EvenImm,AliasPredicate::EvenImm_,
];
/// Other texts of instructions.
pub static ASM_ALIASES: wavec_mc::AsmAliases = wavec_mc::AsmAliases { aliases: &[
wavec_mc::AsmAlias { mnemonic: "aa.top", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Reg(wavec_mc::Reg(4)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId::NONE)], priority: 1, order: 7, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "any", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Reg(wavec_mc::Reg(8)), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(5)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId::NONE)], priority: 1, order: 15, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "clear", fragments: &[], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Reg(wavec_mc::Reg(1)), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(1)), wavec_mc::AliasOperand::Imm(16)], priority: 5, order: 2, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "double", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Imm(1)], priority: 1, order: 0, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "eighth", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(1)), wavec_mc::AliasOperand::Imm(-3)], priority: 9, order: 11, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "even", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Reg(wavec_mc::Reg(8)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Checked(1, AliasPredicate::EvenImm as u16)], priority: 2, order: 13, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "fourfold", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Imm(4)], priority: 0, order: 9, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "halve", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(1)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(1)), wavec_mc::AliasOperand::Imm(-1)], priority: 3, order: 3, variant: None, condition: wavec_mc::FeatureTest::All(&[wavec_mc::FeatureTest::All(&[wavec_mc::FeatureTest::Feature(1)])]) },
wavec_mc::AsmAlias { mnemonic: "level", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Reg(wavec_mc::Reg(7)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Checked(1, AliasPredicate::EvenImm_ as u16)], priority: 2, order: 14, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "long", fragments: &[wavec_mc::AsmFragment::Text(" shift of "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(" by "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(6)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId::NONE)], priority: 0, order: 10, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "only.read", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(1), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Imm(2)], priority: 0, order: 4, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "quad", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Imm(4)], priority: 0, order: 8, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "shl", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Modified(1, 1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId::NONE)], priority: 2, order: 1, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "sixteenth", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Whole(1, wavec_mc::OperandKind(9), None)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(1)), wavec_mc::AliasOperand::Imm(-4)], priority: 1, order: 12, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "square", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(33), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0))], priority: 1, order: 5, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "twice", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Imm(1)], priority: 0, order: 0, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "zz.top", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", "), wavec_mc::AsmFragment::Operand(1)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(7)), wavec_mc::AliasOperand::Given(1, wavec_mc::RegClassId::NONE)], priority: 1, order: 6, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
] };
/// Variants of the assembly language after the first.
pub static ASM_VARIANTS: &[wavec_mc::AsmVariant] = &[
wavec_mc::AsmVariant { number: 1, name: "", texts: &[
(30, "out", &[wavec_mc::AsmFragment::Text(" %"), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", $"), wavec_mc::AsmFragment::Operand(1), wavec_mc::AsmFragment::Combined(0)]), // OUT
(32, "shift.left", &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Modified(2, 0), wavec_mc::AsmFragment::Text("("), wavec_mc::AsmFragment::Operand(1), wavec_mc::AsmFragment::Text(") -> "), wavec_mc::AsmFragment::Operand(0)]), // SHIFT
], mnemonics: &[
("acc", &[33]),
("add", &[19, 22]),
("addn", &[24]),
("br", &[28]),
("cmp", &[27]),
("compare", &[27]),
("ld", &[25]),
("li", &[29]),
("loud", &[34]),
("mul", &[20, 23]),
("out", &[30]),
("print", &[30]),
("shift.left", &[32]),
("st", &[26]),
("sub", &[21]),
] },
];
