// Relations between instructions, generated from instr_mapping.td. Do not edit.

/// Names of the instructions, by number.
pub static INSTRUCTIONS: &[&str] = &[
"ADD0","SUB0","ADD1","SUB1","ADD2","SUB2","ADDS1","MUL1","NOP","MOV1","MOV2",
];
/// Relations between instructions.
pub mod maps {
use wavec_mc::Opcode;
fn find(table: &[u16], index: usize) -> Option<Opcode> {
table.get(index).filter(|&&found| found != u16::MAX).map(|&found| Opcode(found))
}
/// Values of `Saturates`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saturates {
/// `0`
Is0,
/// `1`
Is1,
}
/// Values of `Width`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
/// `0`
Is0,
/// `1`
Is1,
/// `2`
Is2,
}
pub static WIDENONCE_TABLE: &[u16] = &[
65535,65535,4,5,65535,65535,65535,65535,65535,65535,65535,
];
/// The instruction that `widenOnce` relates to `opcode`.
pub fn widen_once(opcode: Opcode) -> Option<Opcode> { find(WIDENONCE_TABLE, opcode.index()) }
pub static BYWIDTH_TABLE: &[u16] = &[
65535,65535,65535,65535,65535,65535,0,4,6,1,5,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,
65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,65535,
];
/// The instruction of these columns that `byWidth` relates to `opcode`.
pub fn by_width(opcode: Opcode, width: Width, saturates: Saturates) -> Option<Opcode> {
let column = match (width, saturates, ) {
(Width::Is0, Saturates::Is0, ) => 0,
(Width::Is2, Saturates::Is0, ) => 1,
(Width::Is1, Saturates::Is1, ) => 2,
#[allow(unreachable_patterns)]
_ => return None,
};
find(BYWIDTH_TABLE, opcode.index() * 3 + column)
}
}
