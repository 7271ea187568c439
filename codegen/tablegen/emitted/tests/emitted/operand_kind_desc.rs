/// What an operand kind is, as targets declare it.
#[derive(Clone, Copy, Debug)]
pub struct OperandKindDesc {
    pub name: &'static str,
    pub syntax: Syntax,
    pub prefix: &'static str,
    pub reg_class: wavec_mc::RegClassId,
    pub asm_class: wavec_mc::RegClassId,
    pub constant_bits: u8,
    pub is_float: bool,
    pub allow_literal: bool,
    pub is_half: bool,
    pub optional: bool,
    pub default_value: i64,
    pub width: u8,
}
