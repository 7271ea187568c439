// Encodings, generated from encodings_parts.td. Do not edit.

/// What the target decodes and encodes itself.
pub mod hooks {
#[allow(unused_imports)]
use wavec_mc::HookId;
/// `decodeAddress`
pub const DECODE_ADDRESS: HookId = HookId(1);
/// `decodeKept`
pub const DECODE_KEPT: HookId = HookId(2);
/// `decodeOdd`
pub const DECODE_ODD: HookId = HookId(3);
/// `encodeAddress`
pub const ENCODE_ADDRESS: HookId = HookId(4);
/// `encodeOdd`
pub const ENCODE_ODD: HookId = HookId(5);
}
#[allow(unused_imports)]
use wavec_mc::{DecodeNode, DecodeTable, Encoding, Encodings, FeatureTest, HookId, OperandCode, WholeCode, WideField};
pub static ENCODING_ROWS: &[Encoding] = &[
Encoding { opcode: wavec_mc::Opcode(19), size: 4, base: &[0x10000000], mask: &[0xfffe0000], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:0,width:3},WideField{operand:1,value_lsb:0,position:3,width:11},WideField{operand:3,value_lsb:0,position:14,width:3}], operands: &[(3, None),(3, None),(4, None),(3, None)], wholes: &[WholeCode{first:1,count:2,kind:5}], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(20), size: 4, base: &[0x20000000], mask: &[0xfffff800], soft: &[0x0], fields: &[WideField{operand:1,value_lsb:0,position:0,width:3},WideField{operand:2,value_lsb:0,position:3,width:8}], operands: &[(3, None),(3, Some(0)),(4, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(21), size: 4, base: &[0x40000000], mask: &[0xffffc000], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:0,width:3},WideField{operand:2,value_lsb:0,position:3,width:11}], operands: &[(3, None),(3, None),(3, Some(1)),(4, None)], wholes: &[WholeCode{first:2,count:2,kind:5}], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(22), size: 4, base: &[0x30000000], mask: &[0xffffffe0], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:0,width:3},WideField{operand:1,value_lsb:0,position:3,width:2}], operands: &[(3, None),(3, None)], wholes: &[WholeCode{first:1,count:1,kind:6}], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(23), size: 4, base: &[0x50000000], mask: &[0xffffffc0], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:0,width:3},WideField{operand:1,value_lsb:0,position:3,width:3}], operands: &[(3, None),(3, None),(4, None),(3, Some(0))], wholes: &[WholeCode{first:2,count:2,kind:7}], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(24), size: 4, base: &[0x60000000], mask: &[0xfffffff0], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:1,position:0,width:4}], operands: &[(4, None),(4, None)], wholes: &[], constants: &[(0, 1), (1, 4)], hook: HookId(0), condition: FeatureTest::All(&[]) }
,

];
pub static OPERAND_CODES: &[OperandCode] = &[
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },OperandCode { encoder: HookId(0), decoder: HookId(0), class: Some(0), default_value: 0 },
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },OperandCode { encoder: HookId(4), decoder: HookId(1), class: None, default_value: 0 },
OperandCode { encoder: HookId(5), decoder: HookId(3), class: None, default_value: 0 },OperandCode { encoder: HookId(0), decoder: HookId(2), class: None, default_value: 0 },

];
pub static CLASS_CODES: &[&[(u16, wavec_mc::Reg)]] = &[
&[(0, wavec_mc::Reg(1)),(1, wavec_mc::Reg(2)),(2, wavec_mc::Reg(3)),(3, wavec_mc::Reg(4)),(4, wavec_mc::Reg(5)),(5, wavec_mc::Reg(6)),(6, wavec_mc::Reg(7)),(7, wavec_mc::Reg(8))],

];
pub static REGISTER_CODES: &[u16] = &[
0,0,1,2,3,4,5,6,7,
];
pub static TABLES: &[DecodeTable] = &[
DecodeTable { namespace: "", size: 4, root: 0 },
];
pub static NODES: &[DecodeNode] = &[
DecodeNode { position: 23, width: 8, start: 0, count: 256 },DecodeNode { position: 0, width: 0, start: 0, count: 1 },
DecodeNode { position: 0, width: 0, start: 1, count: 1 },DecodeNode { position: 0, width: 0, start: 2, count: 1 },
DecodeNode { position: 0, width: 0, start: 3, count: 1 },DecodeNode { position: 0, width: 0, start: 4, count: 1 },
DecodeNode { position: 0, width: 0, start: 5, count: 1 },
];
pub static CHILDREN: &[u32] = &[
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,1,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,2,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,3,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
5,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,6,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
];
pub static LEAVES: &[u32] = &[
0,1,3,2,4,5,
];
/// All encodings.
pub static ENCODINGS: Encodings = Encodings {
    encodings: ENCODING_ROWS, operands: OPERAND_CODES, class_codes: CLASS_CODES, register_codes: REGISTER_CODES,
    tables: TABLES, nodes: NODES, children: CHILDREN, leaves: LEAVES,
};
