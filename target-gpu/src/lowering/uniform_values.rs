//! Uniform values that vector instructions load or compute: the scalar unit gets them only by `v_readfirstlane_b32`,
//! dword by dword, and its results go back if they are stored or combined with divergent values. If nothing needs the
//! scalar unit, such values and everything derived from them stay in vector registers, as if divergent. The same holds
//! for values selected by, or from, floating-point comparisons, and for the bits of floats: only the vector unit
//! computes them. A result that other blocks use as a scalar is read by one `v_readfirstlane_b32` anyway, if the vector
//! unit computes it; any other such result must save more of them than it needs.
//!
//! Cost: each of them examines at most [`MAX_USES`] transitive uses.

use super::{GpuLowering, operations};
use crate::divergence;
use smallvec::SmallVec;
use wavec_codegen::dag::{
    CombineLevel, NodeId, NodeOpcode, NodeValue, Payload, SelectionDag, ValueType, isd,
};
use wavec_gpu_mc::{REGISTER_INFO, classes};

/// Longer computations are better done once for all lanes, by the otherwise idle scalar unit.
const MAX_USES: usize = 128;

/// Whether an operation other than a load may be marked.
pub(super) fn may_be_marked(opcode: NodeOpcode) -> bool {
    is_lacking(opcode) || matches!(opcode, isd::SELECT | isd::SETCC | isd::BITCAST)
}

/// Whether the scalar unit lacks an operation with integer operands or results.
fn is_lacking(opcode: NodeOpcode) -> bool {
    matches!(opcode, isd::BSWAP | isd::FP_TO_SINT | isd::FP_TO_UINT)
}

/// Whether a node is an integer that an intrinsic without effects computes from a float, such as an exponent.
fn is_integer_of_float(dag: &SelectionDag, node: NodeId) -> bool {
    let Payload::Intrinsic { id, .. } = *dag.payload(node) else {
        return false;
    };
    dag.opcode(node) == isd::INTRINSIC_WO_CHAIN
        && !divergence::is_always_uniform(id)
        && dag.value_type(node).is_integer()
        && dag
            .operands(node)
            .any(|operand| dag.value_type(operand).is_float())
}

/// Number of registers of a value.
fn words(dag: &SelectionDag, value: NodeValue) -> u32 {
    dag.value_type(value).size_in_bits().div_ceil(32)
}

/// Marks nodes that are to stay in vector registers.
pub(super) fn run(target: &GpuLowering, dag: &mut SelectionDag, level: CombineLevel) {
    let mut candidates: SmallVec<[NodeId; 8]> = SmallVec::new();
    for node in dag.live_nodes() {
        let opcode = dag.opcode(node);
        let is_candidate = match opcode {
            isd::LOAD => !target.is_scalar_load(dag, dag.view(node)),
            isd::SELECT => selects_in_lanes(dag, node),
            isd::BITCAST => is_made_in_lanes(dag, scalar_of(dag, dag.operand(node, 0))),
            isd::INTRINSIC_WO_CHAIN => is_integer_of_float(dag, node),
            _ => is_lacking(opcode),
        };
        if is_candidate && !dag.is_divergent(node) {
            candidates.push(node);
        }
    }
    for &node in &candidates {
        if !dag.is_divergent(node) && stays_in_lanes(target, dag, node, level) {
            dag.keep_in_lanes(node);
        }
    }
    // These need a mask; a branch needs a bit.
    for select in candidates {
        if dag.opcode(select) != isd::SELECT {
            continue;
        }
        let condition = dag.operand(select, 0).node;
        if !compares_floats(dag, condition) {
            continue;
        }
        if !dag.is_divergent(condition)
            && is_only_selecting(dag, condition, |select| dag.is_divergent(select))
        {
            dag.keep_in_lanes(condition);
        }
    }
}

/// Whether a select is better done where its condition or one of its values is. The scalar unit combines halves of
/// words just as well.
fn selects_in_lanes(dag: &SelectionDag, select: NodeId) -> bool {
    if dag.value_type(select).scalar_bits() < 32 {
        return false;
    }
    let condition = dag.operand(select, 0).node;
    match compares_floats(dag, condition) {
        true => is_only_selecting(dag, condition, |_| true),
        false => (1..3).any(|value| is_made_in_lanes(dag, dag.operand(select, value))),
    }
}

/// Whether a condition has only a few uses, all in selects that `fit`.
fn is_only_selecting(dag: &SelectionDag, condition: NodeId, fit: impl Fn(NodeId) -> bool) -> bool {
    let mut left = MAX_USES;
    dag.uses(condition).all(|used| {
        left = left.saturating_sub(1);
        left > 0 && dag.opcode(used.user) == isd::SELECT && fit(used.user)
    })
}

fn compares_floats(dag: &SelectionDag, node: NodeId) -> bool {
    dag.opcode(node) == isd::SETCC && dag.value_type(dag.operand(node, 0)).is_float()
}

/// Whether the vector unit computes a number. The scalar unit can change a sign.
fn is_made_in_lanes(dag: &SelectionDag, value: NodeValue) -> bool {
    let opcode = dag.opcode(value.node);
    let is_arithmetic = (isd::FADD..=isd::FP_TO_BF16).contains(&opcode);
    is_lacking(opcode)
        || is_arithmetic && !matches!(opcode, isd::FNEG | isd::FABS | isd::FCOPYSIGN)
        || is_function_of_floats(dag, value.node)
}

/// The first element of a vector, or the value itself.
fn scalar_of(dag: &SelectionDag, value: NodeValue) -> NodeValue {
    match dag.opcode(value.node) {
        isd::SCALAR_TO_VECTOR => dag.operand(value, 0),
        _ => value,
    }
}

/// Whether the node is an intrinsic without effects that returns a floating-point function of its operands.
fn is_function_of_floats(dag: &SelectionDag, node: NodeId) -> bool {
    let Payload::Intrinsic { id, .. } = *dag.payload(node) else {
        return false;
    };
    dag.opcode(node) == isd::INTRINSIC_WO_CHAIN
        && !divergence::is_always_uniform(id)
        && dag.value_type(node).is_float()
}

/// Number of reads by the scalar unit that a node saves in a vector register.
fn reads_saved(dag: &SelectionDag, node: NodeId) -> u32 {
    if dag.opcode(node) != isd::SELECT {
        return words(dag, NodeValue::new(node, 0));
    }
    let values = (1..3).map(|index| dag.operand(node, index));
    let made = values.filter(|&value| is_made_in_lanes(dag, value) || dag.is_divergent(value));
    let condition = u32::from(compares_floats(dag, dag.operand(node, 0).node));
    condition + made.map(|value| words(dag, value)).sum::<u32>()
}

/// Whether all uses of a node's results are stores or combinations with divergent values, or results that the scalar unit
/// reads with less effort than the node itself.
fn stays_in_lanes(target: &GpuLowering, dag: &SelectionDag, node: NodeId, level: CombineLevel) -> bool {
    let is_legalized = level == CombineLevel::AfterLegalizeOps;
    let mut work: SmallVec<[NodeId; 32]> = SmallVec::from_slice(&[node]);
    let mut seen = work.clone();
    let mut uses = 0;
    let mut reads = 0;
    let saved = reads_saved(dag, node);
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
                isd::COPY_TO_REG if is_virtual_copy(dag, user) => {
                    if !is_made_in_lanes(dag, used.value) {
                        reads += words(dag, used.value);
                    }
                    if reads >= saved {
                        return false;
                    }
                    continue;
                }
                isd::LOAD if target.is_scalar_load(dag, dag.view(user)) => return false,
                // The scalar unit selects elements.
                isd::EXTRACT_VECTOR_ELT if dag.operand_of(used) == 1 => return false,
                isd::INSERT_VECTOR_ELT if dag.operand_of(used) == 2 => return false,
                isd::LOAD => {}
                // Nothing splits it any more.
                _ if is_legalized && operations::is_for_scalars(dag, user) => return false,
                opcode if has_vector_form(opcode) => {}
                _ if is_function_of_floats(dag, user) => {}
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

/// Whether a copy is to a virtual register, which is not of a condition.
fn is_virtual_copy(dag: &SelectionDag, copy: NodeId) -> bool {
    let is_virtual = matches!(*dag.payload(dag.operand(copy, 1)),
        Payload::Register(register) if register.is_virtual());
    is_virtual && dag.value_type(dag.operand(copy, 2)) != ValueType::I1
}

/// Whether the vector unit performs an operation as well as the scalar unit, or is the only one.
fn has_vector_form(opcode: NodeOpcode) -> bool {
    let is_division = (isd::SDIV..=isd::UDIVREM).contains(&opcode);
    let is_arithmetic = (isd::FREEZE..=isd::SELECT_CC).contains(&opcode) && !is_division;
    is_arithmetic || (isd::BUILD_VECTOR..=isd::EXTRACT_ELEMENT).contains(&opcode)
}
