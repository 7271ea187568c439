// Assembly text, generated from asm_variants.td. Do not edit.

/// Modifiers that several operands say together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combined {
/// `hint`
Hint,
}
pub static COMBINED: &[Combined] = &[
Combined::Hint,
];
mod asm_tables {
#[allow(unused_imports)]
use wavec_mc::AsmFragment::{self, Combined, Modified, Operand, Text, Whole};
pub static FORMATS: &[(u32, u8)] = &[
(0,7),(7,6),(13,7),(20,5),(25,4),(29,2),(31,5),(36,4),
];
pub static FRAGMENTS: &[AsmFragment] = &[
Text(" "),Operand(0),Text(", "),Operand(1),Text(", "),Operand(2),Operand(3),Text(" "),Operand(0),Text(", "),
Operand(1),Text(", "),Operand(2),Text(" "),Operand(0),Text(", ["),Operand(1),Text(", "),Operand(2),Text("]"),
Text(" "),Operand(0),Text(", ["),Operand(1),Text("]"),Text(" "),Operand(0),Text(", "),Operand(1),Text(" "),
Operand(0),Text(" "),Operand(0),Text(", $"),Operand(1),Combined(0),Operand(0),Text(" = -"),Operand(1),
Text(".long"),
];
}
pub static MNEMONICS: &[wavec_mc::MnemonicEntry] = &[
wavec_mc::MnemonicEntry { text: 0, len: 0, count: 1, start: 0 },wavec_mc::MnemonicEntry { text: 0, len: 3, count: 2, start: 1 },
wavec_mc::MnemonicEntry { text: 3, len: 4, count: 1, start: 3 },wavec_mc::MnemonicEntry { text: 7, len: 2, count: 1, start: 4 },
wavec_mc::MnemonicEntry { text: 9, len: 3, count: 1, start: 5 },wavec_mc::MnemonicEntry { text: 12, len: 7, count: 1, start: 6 },
wavec_mc::MnemonicEntry { text: 19, len: 2, count: 1, start: 7 },wavec_mc::MnemonicEntry { text: 21, len: 2, count: 1, start: 8 },
wavec_mc::MnemonicEntry { text: 23, len: 3, count: 1, start: 9 },wavec_mc::MnemonicEntry { text: 26, len: 3, count: 2, start: 10 },
wavec_mc::MnemonicEntry { text: 29, len: 6, count: 1, start: 12 },wavec_mc::MnemonicEntry { text: 35, len: 3, count: 1, start: 13 },
wavec_mc::MnemonicEntry { text: 38, len: 5, count: 1, start: 14 },wavec_mc::MnemonicEntry { text: 43, len: 2, count: 1, start: 15 },
wavec_mc::MnemonicEntry { text: 45, len: 4, count: 1, start: 16 },wavec_mc::MnemonicEntry { text: 49, len: 8, count: 1, start: 17 },
wavec_mc::MnemonicEntry { text: 57, len: 3, count: 1, start: 18 },wavec_mc::MnemonicEntry { text: 60, len: 4, count: 1, start: 19 },
wavec_mc::MnemonicEntry { text: 64, len: 7, count: 1, start: 20 },
];
pub static CANDIDATES: &[u16] = &[
35,19,22,24,28,27,27,25,29,32,20,23,34,30,30,26,36,37,21,39,34,
];
pub static ASM_INFO: wavec_mc::AsmInfo = wavec_mc::AsmInfo {
formats: asm_tables::FORMATS, fragments: asm_tables::FRAGMENTS, mnemonics: "addaddnbrcmpcompareldlimovmulmurmuroutprintststopstop_nowsubsubxwhisper",
entries: MNEMONICS, candidates: CANDIDATES,
};
/// Other texts of instructions.
pub static ASM_ALIASES: wavec_mc::AsmAliases = wavec_mc::AsmAliases { aliases: &[
wavec_mc::AsmAlias { mnemonic: "", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(1))], priority: 3, order: 1, variant: Some(2), condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "DOUBLE", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text("!")], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(2))], priority: 2, order: 2, variant: Some(1), condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "clear", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(1))], priority: 3, order: 1, variant: Some(1), condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "hold", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0))], priority: 0, order: 0, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "keep", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0))], priority: 1, order: 0, variant: None, condition: wavec_mc::FeatureTest::All(&[]) },
wavec_mc::AsmAlias { mnemonic: "zero", fragments: &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(0)], opcode: wavec_mc::Opcode(32), operands: &[wavec_mc::AliasOperand::Given(0, wavec_mc::RegClassId(0)), wavec_mc::AliasOperand::Reg(wavec_mc::Reg(1))], priority: 3, order: 1, variant: Some(0), condition: wavec_mc::FeatureTest::All(&[]) },
] };
/// Variants of the assembly language after the first.
pub static ASM_VARIANTS: &[wavec_mc::AsmVariant] = &[
wavec_mc::AsmVariant { number: 1, name: "loud", texts: &[
(30, "out", &[wavec_mc::AsmFragment::Text(" %"), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(", $"), wavec_mc::AsmFragment::Operand(1), wavec_mc::AsmFragment::Combined(0)]), // OUT
(32, "move", &[wavec_mc::AsmFragment::Text(" "), wavec_mc::AsmFragment::Operand(1), wavec_mc::AsmFragment::Text(" -> "), wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text("!")]), // MOVE
(35, "", &[wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(" = -"), wavec_mc::AsmFragment::Operand(1)]), // ASSIGN
], mnemonics: &[
("", &[35]),
("add", &[19, 22]),
("addn", &[24]),
("br", &[28]),
("cmp", &[27]),
("compare", &[27]),
("ld", &[25]),
("li", &[29]),
("move", &[32]),
("mul", &[20, 23]),
("out", &[30]),
("print", &[30]),
("shout", &[33]),
("st", &[26]),
("stop", &[36, 37]),
("stop_now", &[37]),
("sub", &[21]),
("yell", &[33]),
] },
wavec_mc::AsmVariant { number: 2, name: "terse", texts: &[
(30, "out", &[wavec_mc::AsmFragment::Text(" , $"), wavec_mc::AsmFragment::Operand(1), wavec_mc::AsmFragment::Combined(0)]), // OUT
(32, "mov", &[wavec_mc::AsmFragment::Text(" ")]), // MOVE
(35, "", &[wavec_mc::AsmFragment::Operand(0), wavec_mc::AsmFragment::Text(" = -"), wavec_mc::AsmFragment::Operand(1)]), // ASSIGN
], mnemonics: &[
("", &[35]),
("add", &[19, 22]),
("addn", &[24]),
("br", &[28]),
("cmp", &[27]),
("compare", &[27]),
("ld", &[25]),
("li", &[29]),
("mov", &[32]),
("mul", &[20, 23]),
("out", &[30]),
("print", &[30]),
("st", &[26]),
("stop", &[36]),
("stop_now", &[37]),
("sub", &[21]),
] },
];
