//! Elements of register tuples at a uniform index: relative register numbers.

use super::GpuLowering;
use crate::indexed_registers::INDEXED;
use smallvec::SmallVec;
use wavec_codegen::dag::{NodeId, NodeValue, SelectionDag, TargetLowering, ValueType as VT, isd};
use wavec_gpu_mc::opcodes;
use wavec_gpu_mc::subregs;

/// Selects an access at a variable, uniform index.
pub fn select(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> Option<NodeValue> {
    let is_read = dag.opcode(node) == isd::EXTRACT_VECTOR_ELT;
    let (vector, index) = (
        dag.operand(node, 0),
        dag.operand(node, if is_read { 1 } else { 2 }),
    );
    let vt = dag.value_type(vector);
    let words = vt.scalar_bits() / 32;
    let indexed = INDEXED
        .iter()
        .find(|indexed| indexed.words * 32 == vt.size_in_bits())?;
    let is_scalar = !dag.is_divergent(NodeValue::new(node, 0)) && target.is_in_scalar_registers(dag, vector);
    let opcode = match (is_read, is_scalar) {
        (true, false) => indexed.read,
        (false, false) => indexed.write,
        (true, true) => indexed.scalar_read,
        (false, true) => indexed.scalar_write,
    };
    let access = |dag: &mut SelectionDag, operands: &[NodeValue], index: NodeValue, word: u32, vt: VT| {
        let mut operands: SmallVec<[NodeValue; 4]> = SmallVec::from_slice(operands);
        operands.push(index);
        operands.push(dag.target_constant(word, VT::I32));
        NodeValue::from(dag.machine_node(opcode, &[vt], &operands))
    };
    if words == 1 {
        return Some(match is_read {
            true => access(dag, &[vector], index, 0, vt.scalar()),
            false => {
                let element = dag.operand(node, 1);
                access(dag, &[vector, element], index, 0, vt)
            }
        });
    }
    // Low and high dwords in sequence.
    let one = dag.target_constant(1, VT::I32);
    let first = dag
        .machine_node(opcodes::S_LSHL_B32, &[VT::I32], &[index, one])
        .into();
    if is_read {
        let low = access(dag, &[vector], first, 0, VT::I32);
        let high = access(dag, &[vector], first, 1, VT::I32);
        let class = target.register_class(vt.scalar(), !is_scalar);
        let halves = [(low, subregs::SUB0), (high, subregs::SUB1)];
        return Some(dag.reg_sequence(vt.scalar(), class, &halves));
    }
    let element = dag.operand(node, 1);
    let mut vector = vector;
    for (word, half) in [subregs::SUB0, subregs::SUB1].into_iter().enumerate() {
        let part = dag.extract_subreg(VT::I32, element, half);
        vector = access(dag, &[vector, part], first, word as u32, vt);
    }
    Some(vector)
}
