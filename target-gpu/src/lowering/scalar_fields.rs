//! Fields of uniform words: `s_bfe_u32` and its relatives take the place of two operations.
//!
//! ```text
//! (and (srl x, 5), 31)       ▶  s_bfe_u32 x, 0x50005     (the width above the first bit)
//! (sra (shl x, 7), 20)       ▶  s_bfe_i32 x, 0xc000d
//! (sext_inreg (srl x, 4), 8) ▶  s_bfe_i32 x, 0x80004
//! ```
//!
//! Here and not in patterns, since the second operand combines two constants. Fields without sign of 64-bit words are made of
//! halves before selection.

use wavec_codegen::dag::{NodeId, NodeOpcode, NodeValue, SelectionDag, ValueType as VT, isd};
use wavec_gpu_mc::opcodes;

/// Bits of a word.
struct Field {
    word: NodeValue,
    first: u64,
    width: u64,
    is_signed: bool,
}

/// Selects a uniform node that extracts a field.
pub(super) fn select(dag: &mut SelectionDag, node: NodeId) -> Option<NodeValue> {
    let vt = dag.value_type(NodeValue::new(node, 0));
    let field = field(dag, node)?;
    let bits = u64::from(vt.size_in_bits());
    if field.width == 0 || field.first + field.width > bits {
        return None;
    }
    let opcode = match (vt, field.is_signed) {
        (VT::I32, false) => opcodes::S_BFE_U32,
        (VT::I32, true) => opcodes::S_BFE_I32,
        (VT::I64, true) => opcodes::S_BFE_I64,
        _ => return None,
    };
    let format = dag.target_constant((field.width << 16 | field.first) as u32, VT::I32);
    let format = dag.machine_node(opcodes::S_MOV_B32, &[VT::I32], &[format]).into();
    Some(dag.machine_node(opcode, &[vt], &[field.word, format]).into())
}

/// The word and the amount of a shift by a constant, without other uses.
fn shifted(dag: &SelectionDag, value: NodeValue, opcodes: &[NodeOpcode]) -> Option<(NodeValue, u64)> {
    if !opcodes.contains(&dag.opcode(value)) || !dag.node_has_one_use(value.node) {
        return None;
    }
    let by = dag.constant_u64(dag.operand(value, 1))?;
    Some((dag.operand(value, 0), by))
}

fn field(dag: &SelectionDag, node: NodeId) -> Option<Field> {
    let bits = u64::from(dag.value_type(NodeValue::new(node, 0)).size_in_bits());
    let inside = dag.operand(node, 0);
    let opcode = dag.opcode(node);
    match opcode {
        isd::AND => {
            let mask = dag.constant_u64(dag.operand(node, 1))?;
            let width = u64::from(mask.count_ones());
            if mask & mask.wrapping_add(1) != 0 {
                return None;
            }
            // The upper bits of an arithmetic shift are inside of the field only if it reaches beyond the word.
            let (word, first) = shifted(dag, inside, &[isd::SRL, isd::SRA])?;
            Some(Field {
                word,
                first,
                width,
                is_signed: false,
            })
        }
        isd::SRL | isd::SRA => {
            let down = dag.constant_u64(dag.operand(node, 1))?;
            let is_signed = opcode == isd::SRA;
            if is_signed && dag.opcode(inside) == isd::SIGN_EXTEND_INREG {
                let width = extended_bits(dag, inside);
                return (dag.node_has_one_use(inside.node) && down < width).then(|| Field {
                    word: dag.operand(inside, 0),
                    first: down,
                    width: width - down,
                    is_signed,
                });
            }
            let (word, up) = shifted(dag, inside, &[isd::SHL])?;
            (up <= down && down < bits).then(|| Field {
                word,
                first: down - up,
                width: bits - down,
                is_signed,
            })
        }
        isd::SIGN_EXTEND_INREG => {
            let (word, first) = shifted(dag, inside, &[isd::SRL, isd::SRA])?;
            Some(Field {
                word,
                first,
                width: extended_bits(dag, NodeValue::new(node, 0)),
                is_signed: true,
            })
        }
        _ => None,
    }
}

/// The width that a `sext_inreg` extends from.
fn extended_bits(dag: &SelectionDag, value: NodeValue) -> u64 {
    u64::from(dag.type_operand(dag.operand(value, 1)).scalar_bits())
}
