//! Saturating additions and subtractions: vector instructions clamp.

use wavec_codegen::dag::{Lowered, NodeId, NodeOpcode, NodeValue, SelectionDag, ValueType as VT, isd};

/// Whether a node is such an operation.
pub(super) fn is_saturating(opcode: NodeOpcode) -> bool {
    matches!(opcode, isd::SADDSAT | isd::SSUBSAT | isd::UADDSAT | isd::USUBSAT)
}

/// `i32` if divergent, else the scalar unit compares and selects; `i16` in the lower half of a pair, `i8` in the upper
/// byte of that.
pub(super) fn lower(dag: &mut SelectionDag, node: NodeId) -> Lowered {
    let opcode = dag.opcode(node);
    let vt = dag.value_type(NodeValue::new(node, 0));
    if !dag.is_divergent(NodeValue::new(node, 0)) {
        return Lowered::Expand;
    }
    let shift = match vt {
        VT::I32 => return Lowered::Legal,
        VT::I16 => 0,
        VT::I8 => 8,
        _ => return Lowered::Expand,
    };
    let [a, b] = [0, 1].map(|operand| {
        let value = dag.operand(node, operand);
        let word = dag.anyext_or_trunc(value, VT::I32);
        let word = shifted(dag, isd::SHL, word, shift);
        dag.bitcast(VT::V2I16, word)
    });
    let pair = dag.node(opcode, VT::V2I16, &[a, b]);
    let word = dag.bitcast(VT::I32, pair);
    let word = shifted(dag, isd::SRL, word, shift);
    dag.anyext_or_trunc(word, vt).into()
}

fn shifted(dag: &mut SelectionDag, opcode: NodeOpcode, value: NodeValue, by: i128) -> NodeValue {
    if by == 0 {
        return value;
    }
    let by = dag.constant(by, VT::I32);
    dag.node(opcode, VT::I32, &[value, by])
}
