// Encodings, generated from encodings_variable.td. Do not edit.

/// What the target decodes and encodes itself.
pub mod hooks {
#[allow(unused_imports)]
use wavec_mc::HookId;
/// `decodeDistance`
pub const DECODE_DISTANCE: HookId = HookId(1);
/// `decodeOdd`
pub const DECODE_ODD: HookId = HookId(2);
/// `encodeDistance<16>`
pub const ENCODE_DISTANCE_16_: HookId = HookId(3);
/// `encodeOdd`
pub const ENCODE_ODD: HookId = HookId(4);
}
#[allow(unused_imports)]
use wavec_mc::{DecodeNode, DecodeTable, Encoding, Encodings, FeatureTest, FieldCode, HookId, OperandCode, WholeCode, WideField};
pub static ENCODING_ROWS: &[Encoding] = &[
Encoding { opcode: wavec_mc::Opcode(19), size: 2, base: &[0x1200], mask: &[0xff00], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:5,width:3},WideField{operand:1,value_lsb:0,position:0,width:5}], coders: &[], operands: &[(3, None),(3, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(20), size: 4, base: &[0x3400], mask: &[0xff07], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:5,width:3},WideField{operand:1,value_lsb:0,position:24,width:8},WideField{operand:1,value_lsb:8,position:16,width:8}], coders: &[], operands: &[(3, None),(1, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(21), size: 6, base: &[0x100005600], mask: &[0x10000ff00], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:0,width:5},WideField{operand:1,value_lsb:0,position:5,width:3},WideField{operand:2,value_lsb:0,position:16,width:16},WideField{operand:3,value_lsb:0,position:33,width:15}], coders: &[FieldCode{position:16,encoder:HookId(3),decoder:HookId(1)},FieldCode{position:33,encoder:HookId(4),decoder:HookId(2)}], operands: &[(3, None),(3, None),(1, None),(1, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(22), size: 2, base: &[0x7800], mask: &[0xff00], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:0,width:8}], coders: &[], operands: &[(1, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(23), size: 4, base: &[0x7800], mask: &[0xffff], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:16,width:16}], coders: &[], operands: &[(1, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,

];
pub static OPERAND_CODES: &[OperandCode] = &[
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },OperandCode { encoder: HookId(0), decoder: HookId(0), class: Some(0), default_value: 0 },
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },
];
pub static CLASS_CODES: &[&[(u16, wavec_mc::Reg)]] = &[
&[(0, wavec_mc::Reg(1)),(1, wavec_mc::Reg(2)),(2, wavec_mc::Reg(3)),(3, wavec_mc::Reg(4)),(4, wavec_mc::Reg(5)),(5, wavec_mc::Reg(6)),(6, wavec_mc::Reg(7)),(7, wavec_mc::Reg(8))],

];
pub static REGISTER_CODES: &[u16] = &[
0,0,1,2,3,4,5,6,7,
];
pub static TABLES: &[DecodeTable] = &[
DecodeTable { namespace: "", size: 6, root: 0 },
];
pub static NODES: &[DecodeNode] = &[
DecodeNode { position: 8, width: 3, start: 0, count: 8 },DecodeNode { position: 0, width: 0, start: 0, count: 2 },
DecodeNode { position: 0, width: 0, start: 2, count: 1 },DecodeNode { position: 0, width: 0, start: 3, count: 1 },
DecodeNode { position: 0, width: 0, start: 4, count: 1 },
];
pub static CHILDREN: &[u32] = &[
1,4294967295,2,4294967295,3,4294967295,4,4294967295,
];
pub static LEAVES: &[u32] = &[
4,3,0,1,2,
];
/// All encodings.
pub static ENCODINGS: Encodings = Encodings {
    encodings: ENCODING_ROWS, operands: OPERAND_CODES, class_codes: CLASS_CODES, register_codes: REGISTER_CODES,
    tables: TABLES, nodes: NODES, children: CHILDREN, leaves: LEAVES,
};
