//! Uniform values that vector instructions load or compute: the scalar unit can have them only by `v_readfirstlane_b32`, dword
//! by dword, and what it makes of them goes back if it is stored or meets the values of lanes. Where nothing needs the scalar
//! unit, everything stays in vector registers: such values are taken for divergent ones, and what follows from them too.
//!
//! Cost: each of them looks at no more than [`MAX_USES`] uses of what follows from it.

use super::GpuLowering;
use smallvec::SmallVec;
use wavec_codegen::dag::{NodeId, NodeOpcode, Payload, SelectionDag, ValueType, isd};
use wavec_gpu_mc::{REGISTER_INFO, classes};

/// Longer calculations are better made once for all lanes, by the unit that has nothing else to do.
const MAX_USES: usize = 128;

/// Whether the scalar unit lacks an operation that may be marked.
pub fn may_be_marked(opcode: NodeOpcode) -> bool {
    matches!(opcode, isd::BSWAP | isd::FP_TO_SINT | isd::FP_TO_UINT)
}

/// Marks nodes that are to stay in lanes.
pub fn run(target: &GpuLowering, dag: &mut SelectionDag) {
    let mut candidates: SmallVec<[NodeId; 8]> = SmallVec::new();
    for node in dag.live_nodes() {
        let opcode = dag.opcode(node);
        let is_candidate =
            may_be_marked(opcode) || opcode == isd::LOAD && !target.is_scalar_load(dag, dag.view(node));
        if is_candidate && !dag.is_divergent(node) {
            candidates.push(node);
        }
    }
    for node in candidates {
        if !dag.is_divergent(node) && stays_in_lanes(target, dag, node) {
            dag.keep_in_lanes(node);
        }
    }
}

/// Whether all that follows from a node is stored or meets what differs between lanes.
fn stays_in_lanes(target: &GpuLowering, dag: &SelectionDag, node: NodeId) -> bool {
    let mut work: SmallVec<[NodeId; 32]> = SmallVec::from_slice(&[node]);
    let mut seen = work.clone();
    let mut uses = 0;
    while let Some(node) = work.pop() {
        for used in dag.uses(node) {
            if dag.value_type(used.value) == ValueType::OTHER {
                continue;
            }
            uses += 1;
            if uses > MAX_USES {
                return false;
            }
            let user = used.user;
            match dag.opcode(user) {
                isd::STORE => continue,
                isd::COPY_TO_REG if is_in_lanes(dag, user) => continue,
                isd::LOAD if target.is_scalar_load(dag, dag.view(user)) => return false,
                // Elements are chosen by the scalar unit.
                isd::EXTRACT_VECTOR_ELT if dag.operand_of(used) == 1 => return false,
                isd::INSERT_VECTOR_ELT if dag.operand_of(used) == 2 => return false,
                isd::LOAD => {}
                opcode if has_vector_form(opcode) => {}
                _ => return false,
            }
            if !dag.is_divergent(user) && !seen.contains(&user) {
                seen.push(user);
                work.push(user);
            }
        }
    }
    true
}

/// Whether a copy is to a vector register.
fn is_in_lanes(dag: &SelectionDag, copy: NodeId) -> bool {
    match *dag.payload(dag.operand(copy, 1)) {
        Payload::Register(register) => match register.as_physical() {
            Some(reg) => REGISTER_INFO.class(classes::VGPR_32).contains(reg),
            None => dag.is_divergent_register(register),
        },
        _ => false,
    }
}

/// Whether the vector unit does an operation as well as the scalar unit, or alone.
fn has_vector_form(opcode: NodeOpcode) -> bool {
    let is_division = (isd::SDIV..=isd::UDIVREM).contains(&opcode);
    let is_arithmetic = (isd::FREEZE..=isd::SELECT_CC).contains(&opcode) && !is_division;
    is_arithmetic || (isd::BUILD_VECTOR..=isd::EXTRACT_ELEMENT).contains(&opcode)
}
