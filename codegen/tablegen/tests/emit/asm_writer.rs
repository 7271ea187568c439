// Assembly text, generated from asm_writer.td. Do not edit.

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
(0,7),(7,6),(13,7),(20,5),(25,4),(29,2),(31,5),
];
pub static FRAGMENTS: &[AsmFragment] = &[
Text(" "),Operand(0),Text(", "),Operand(1),Text(", "),Operand(2),Operand(3),Text(" "),Operand(0),Text(", "),
Operand(1),Text(", "),Operand(2),Text(" "),Operand(0),Text(", ["),Operand(1),Text(", "),Operand(2),Text("]"),
Text(" "),Operand(0),Text(", ["),Operand(1),Text("]"),Text(" "),Operand(0),Text(", "),Operand(1),Text(" "),
Operand(0),Text(" "),Operand(0),Text(", $"),Operand(1),Combined(0),
];
}
pub static MNEMONICS: &[wavec_mc::MnemonicEntry] = &[
wavec_mc::MnemonicEntry { text: 0, len: 3, count: 2, start: 0 },wavec_mc::MnemonicEntry { text: 3, len: 4, count: 1, start: 2 },
wavec_mc::MnemonicEntry { text: 7, len: 2, count: 1, start: 3 },wavec_mc::MnemonicEntry { text: 9, len: 3, count: 1, start: 4 },
wavec_mc::MnemonicEntry { text: 12, len: 7, count: 1, start: 5 },wavec_mc::MnemonicEntry { text: 19, len: 2, count: 1, start: 6 },
wavec_mc::MnemonicEntry { text: 21, len: 2, count: 1, start: 7 },wavec_mc::MnemonicEntry { text: 23, len: 3, count: 2, start: 8 },
wavec_mc::MnemonicEntry { text: 26, len: 3, count: 1, start: 10 },wavec_mc::MnemonicEntry { text: 29, len: 2, count: 1, start: 11 },
wavec_mc::MnemonicEntry { text: 31, len: 3, count: 1, start: 12 },wavec_mc::MnemonicEntry { text: 34, len: 4, count: 1, start: 13 },

];
pub static CANDIDATES: &[u16] = &[
19,22,24,28,27,27,25,29,20,23,30,26,21,32,
];
pub static ASM_INFO: wavec_mc::AsmInfo = wavec_mc::AsmInfo {
formats: asm_tables::FORMATS, fragments: asm_tables::FRAGMENTS, mnemonics: "addaddnbrcmpcompareldlimuloutstsubsubx",
entries: MNEMONICS, candidates: CANDIDATES,
};
