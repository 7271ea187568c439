// Encodings, generated from encodings.td. Do not edit.

/// What the target decodes and encodes itself.
pub mod hooks {
#[allow(unused_imports)]
use wavec_mc::HookId;
/// `decodeHalf`
pub const DECODE_HALF: HookId = HookId(1);
/// `decodePair`
pub const DECODE_PAIR: HookId = HookId(2);
/// `encodeHalf`
pub const ENCODE_HALF: HookId = HookId(3);
}
#[allow(unused_imports)]
use wavec_mc::{DecodeNode, DecodeTable, Encoding, Encodings, FeatureTest, HookId, OperandCode, WholeCode, WideField};
pub static ENCODING_ROWS: &[Encoding] = &[
Encoding { opcode: wavec_mc::Opcode(19), size: 2, base: &[0x2000], mask: &[0xfc03], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:2,width:4},WideField{operand:1,value_lsb:0,position:6,width:4}], operands: &[(3, None),(3, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(20), size: 2, base: &[0x4000], mask: &[0xffc3], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:2,width:4}], operands: &[(3, None),(3, Some(0))], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(21), size: 2, base: &[0x6000], mask: &[0xe003], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:2,width:11}], operands: &[(5, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(22), size: 2, base: &[0x7ffc], mask: &[0xffff], soft: &[0x0], fields: &[], operands: &[], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(23), size: 4, base: &[0x500007], mask: &[0xff0000ff], soft: &[0xf00000], fields: &[WideField{operand:0,value_lsb:0,position:8,width:4},WideField{operand:1,value_lsb:0,position:12,width:4},WideField{operand:2,value_lsb:0,position:16,width:4}], operands: &[(3, None),(3, None),(3, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(24), size: 4, base: &[0xb], mask: &[0xffff00ff], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:8,width:4},WideField{operand:1,value_lsb:0,position:12,width:4}], operands: &[(3, None),(3, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[FeatureTest::All(&[FeatureTest::Feature(0)])]) }
,
Encoding { opcode: wavec_mc::Opcode(25), size: 4, base: &[0xb], mask: &[0xffff00ff], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:8,width:4},WideField{operand:1,value_lsb:0,position:12,width:4}], operands: &[(3, None),(3, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[FeatureTest::All(&[FeatureTest::Any(&[FeatureTest::Feature(1), FeatureTest::Feature(0)]), FeatureTest::None(&[FeatureTest::Feature(2)])])]) }
,
Encoding { opcode: wavec_mc::Opcode(26), size: 4, base: &[0xf], mask: &[0xff], soft: &[0x0], fields: &[], operands: &[(3, None),(3, None)], wholes: &[], constants: &[], hook: HookId(2), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(27), size: 16, base: &[0x81,0x8000000000000000], mask: &[0xffffff0ff,0xfffffff000000000], soft: &[0x0,0x0], fields: &[WideField{operand:0,value_lsb:0,position:8,width:4},WideField{operand:1,value_lsb:0,position:36,width:64}], operands: &[(3, None),(4, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(28), size: 16, base: &[0x81,0x0], mask: &[0xffffff0ff,0xfffffff000000000], soft: &[0x0,0x0], fields: &[WideField{operand:0,value_lsb:0,position:8,width:4},WideField{operand:1,value_lsb:0,position:68,width:32},WideField{operand:1,value_lsb:32,position:36,width:32}], operands: &[(3, None),(4, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(29), size: 2, base: &[0x2000], mask: &[0xffc3], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:2,width:4}], operands: &[(3, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(30), size: 2, base: &[0xe140], mask: &[0xffc3], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:2,width:4}], operands: &[(3, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(31), size: 2, base: &[0xe024], mask: &[0xfc3f], soft: &[0x0], fields: &[WideField{operand:0,value_lsb:0,position:6,width:4}], operands: &[(3, None)], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(32), size: 2, base: &[0xe164], mask: &[0xffff], soft: &[0x0], fields: &[], operands: &[], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,
Encoding { opcode: wavec_mc::Opcode(33), size: 4, base: &[0x13], mask: &[0xfffffcff], soft: &[0x0], fields: &[], operands: &[], wholes: &[], constants: &[], hook: HookId(0), condition: FeatureTest::All(&[]) }
,

];
pub static OPERAND_CODES: &[OperandCode] = &[
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },OperandCode { encoder: HookId(0), decoder: HookId(0), class: Some(0), default_value: 0 },
OperandCode { encoder: HookId(0), decoder: HookId(0), class: None, default_value: 0 },OperandCode { encoder: HookId(3), decoder: HookId(1), class: None, default_value: 0 },

];
pub static CLASS_CODES: &[&[(u16, wavec_mc::Reg)]] = &[
&[(8, wavec_mc::Reg(1)),(9, wavec_mc::Reg(2)),(10, wavec_mc::Reg(3)),(11, wavec_mc::Reg(4)),(12, wavec_mc::Reg(5)),(13, wavec_mc::Reg(6)),(14, wavec_mc::Reg(7)),(15, wavec_mc::Reg(8))],

];
pub static REGISTER_CODES: &[u16] = &[
0,8,9,10,11,12,13,14,15,
];
pub static TABLES: &[DecodeTable] = &[
DecodeTable { namespace: "", size: 2, root: 0 },DecodeTable { namespace: "", size: 4, root: 4 },DecodeTable { namespace: "Overlap", size: 2, root: 9 },
DecodeTable { namespace: "Wide", size: 16, root: 10 },
];
pub static NODES: &[DecodeNode] = &[
DecodeNode { position: 13, width: 2, start: 0, count: 4 },DecodeNode { position: 0, width: 0, start: 0, count: 1 },
DecodeNode { position: 0, width: 0, start: 1, count: 1 },DecodeNode { position: 0, width: 0, start: 2, count: 2 },
DecodeNode { position: 0, width: 4, start: 4, count: 16 },DecodeNode { position: 0, width: 0, start: 4, count: 1 },
DecodeNode { position: 0, width: 0, start: 5, count: 1 },DecodeNode { position: 0, width: 0, start: 6, count: 2 },
DecodeNode { position: 0, width: 0, start: 8, count: 1 },DecodeNode { position: 0, width: 0, start: 9, count: 3 },
DecodeNode { position: 120, width: 8, start: 20, count: 256 },DecodeNode { position: 0, width: 0, start: 12, count: 1 },
DecodeNode { position: 0, width: 0, start: 13, count: 1 },
];
pub static CHILDREN: &[u32] = &[
4294967295,1,2,3,4294967295,4294967295,4294967295,5,4294967295,4294967295,4294967295,6,4294967295,4294967295,
4294967295,7,4294967295,4294967295,4294967295,8,11,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,12,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,
4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,

];
pub static LEAVES: &[u32] = &[
0,1,3,2,14,4,5,6,7,13,12,11,9,8,
];
/// All encodings.
pub static ENCODINGS: Encodings = Encodings {
    encodings: ENCODING_ROWS, operands: OPERAND_CODES, class_codes: CLASS_CODES, register_codes: REGISTER_CODES,
    tables: TABLES, nodes: NODES, children: CHILDREN, leaves: LEAVES,
};
