//! Selection of nodes that patterns cannot express: those that only move registers (bit casts, vectors as register tuples,
//! 64-bit constants), whose form depends on the register file, and those whose operands combine constants.

use super::tables::PAIRS;
use super::{GpuLowering, byte_permutations, indexing, scalar_fields};
use crate::constants::is_one_move_64;
use crate::intrinsics::id as intrinsics;
use crate::registers::TABLES;
use smallvec::SmallVec;
use wavec_codegen::dag::{NodeId, NodeValue, Payload, SelectionDag, TargetLowering, ValueType as VT, isd};
use wavec_gpu_mc::{opcodes, subregs};
use wavec_ir::intrinsics::IntrinsicId;
use wavec_mc::SubRegIndex;

type Values = SmallVec<[NodeValue; 4]>;

fn one(value: NodeValue) -> Option<Values> {
    Some(SmallVec::from_slice(&[value]))
}

/// `words` dwords from `first` on.
fn run_of(first: u32, words: u32) -> Option<SubRegIndex> {
    TABLES.registers.index_of_run(first as u8, words as u8)
}

fn words(vt: VT) -> u32 {
    vt.size_in_bits() / 32
}

/// Intrinsics that [`select`] handles: two results, or a register class that patterns cannot express.
pub(super) const SELECTED_INTRINSICS: &[IntrinsicId] =
    &[intrinsics::AMDGCN_DIV_SCALE, intrinsics::AMDGCN_INVERSE_BALLOT];

/// Selects `node` if it is one of these.
pub(super) fn select(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> Option<Values> {
    let value = NodeValue::new(node, 0);
    let vt = dag.value_type(value);
    match dag.opcode(node) {
        // The same bits in the same register.
        isd::FREEZE | isd::ASSERT_SEXT | isd::ASSERT_ZEXT => one(dag.operand(node, 0)),
        isd::BITCAST => {
            let source = dag.operand(node, 0);
            if dag.value_type(source).size_in_bits() != vt.size_in_bits() {
                return None;
            }
            one(copy(target, dag, vt, source))
        }
        isd::INTRINSIC_WO_CHAIN => match *dag.payload(node) {
            // The lane mask is the condition.
            Payload::Intrinsic { id, .. } if id == intrinsics::AMDGCN_INVERSE_BALLOT => {
                let mask = dag.operand(node, 0);
                let opcode = match dag.value_type(mask) {
                    VT::I32 => opcodes::SI_INVERSE_BALLOT_B32,
                    _ => opcodes::SI_INVERSE_BALLOT,
                };
                one(dag.machine_node(opcode, &[vt], &[mask]).into())
            }
            Payload::Intrinsic { id, .. } if SELECTED_INTRINSICS.contains(&id) => division_scale(dag, node),
            _ => None,
        },
        isd::UNDEF if vt == VT::I1 && !dag.is_divergent(node) => {
            one(dag.machine_node(opcodes::SI_UNDEFINED_BOOL, &[vt], &[]).into())
        }
        isd::UNDEF if vt.is_data() => {
            let undefined = dag.machine_node(wavec_mc::generic::IMPLICIT_DEF, &[vt], &[]);
            one(undefined.into())
        }
        isd::CONSTANT if vt == VT::I64 => {
            let bits = dag.constant_u64(value)?;
            one(constant_64(dag, vt, bits))
        }
        isd::CONSTANT_FP if vt == VT::F64 => {
            let bits = dag.constant_float_bits(value)?;
            one(constant_64(dag, vt, bits))
        }
        isd::OR if vt == VT::I32 && dag.is_divergent(node) => {
            one(byte_permutations::select(target, dag, node)?)
        }
        isd::AND | isd::SRL | isd::SRA | isd::SIGN_EXTEND_INREG if !dag.is_divergent(node) => {
            one(scalar_fields::select(dag, node)?)
        }
        // The low element of a pair is at the start of its register.
        isd::SCALAR_TO_VECTOR if PAIRS.contains(&vt) => {
            let element = dag.operand(node, 0);
            one(copy(target, dag, vt, element))
        }
        isd::EXTRACT_VECTOR_ELT if PAIRS.contains(&dag.value_type(dag.operand(node, 0))) => {
            let (pair, index) = (dag.operand(node, 0), dag.operand(node, 1));
            if dag.constant_u64(index)? != 0 {
                return None;
            }
            one(copy(target, dag, vt, pair))
        }
        isd::BUILD_VECTOR if PAIRS.contains(&vt) => pair(target, dag, node),
        isd::FRAME_INDEX => {
            let Payload::FrameIndex(index) = *dag.payload(node) else {
                return None;
            };
            let object = dag.target_frame_index(index, VT::I32);
            let opcode = match target.is_callable() || target.dynamic_stack {
                true => opcodes::SI_FRAME_ADDRESS,
                false => opcodes::S_MOV_B32,
            };
            one(dag.machine_node(opcode, &[vt], &[object]).into())
        }
        isd::BUILD_VECTOR => {
            let elements: SmallVec<[NodeValue; 16]> = dag.operands(node).collect();
            let width = words(vt.scalar()).max(1);
            let mut parts: SmallVec<[(NodeValue, SubRegIndex); 16]> = SmallVec::new();
            for (i, &element) in elements.iter().enumerate() {
                if dag.opcode(element) == isd::UNDEF {
                    continue;
                }
                parts.push((element, run_of(i as u32 * width, width)?));
            }
            if parts.is_empty() {
                let undefined = dag.machine_node(wavec_mc::generic::IMPLICIT_DEF, &[vt], &[]);
                return one(undefined.into());
            }
            let class = target.register_class(vt, is_on_vector_unit(target, dag, node));
            one(dag.reg_sequence(vt, class, &parts))
        }
        isd::CONCAT_VECTORS => {
            let sources: SmallVec<[NodeValue; 8]> = dag.operands(node).collect();
            let width = words(dag.value_type(sources[0]));
            let mut parts: SmallVec<[(NodeValue, SubRegIndex); 8]> = SmallVec::new();
            for (i, &source) in sources.iter().enumerate() {
                if dag.opcode(source) != isd::UNDEF {
                    parts.push((source, run_of(i as u32 * width, width)?));
                }
            }
            let class = target.register_class(vt, is_on_vector_unit(target, dag, node));
            one(dag.reg_sequence(vt, class, &parts))
        }
        isd::SCALAR_TO_VECTOR => {
            let class = target.register_class(vt, is_on_vector_unit(target, dag, node));
            let element = dag.operand(node, 0);
            one(dag.reg_sequence(vt, class, &[(element, run_of(0, words(vt.scalar()))?)]))
        }
        isd::BUILD_PAIR => {
            let class = target.register_class(vt, is_on_vector_unit(target, dag, node));
            let (low, high) = (dag.operand(node, 0), dag.operand(node, 1));
            one(dag.reg_sequence(vt, class, &[(low, subregs::SUB0), (high, subregs::SUB1)]))
        }
        isd::EXTRACT_VECTOR_ELT if !dag.is_constant(dag.operand(node, 1)) => {
            one(indexing::select(target, dag, node)?)
        }
        isd::INSERT_VECTOR_ELT if !dag.is_constant(dag.operand(node, 2)) => {
            one(indexing::select(target, dag, node)?)
        }
        isd::EXTRACT_ELEMENT | isd::EXTRACT_VECTOR_ELT => {
            let source = dag.operand(node, 0);
            let index = dag.constant_u64(dag.operand(node, 1))? as u32;
            let width = words(vt);
            if width == 0 || (index + 1) * width > words(dag.value_type(source)) {
                return None;
            }
            one(dag.extract_subreg(vt, source, run_of(index * width, width)?))
        }
        isd::EXTRACT_SUBVECTOR => {
            let source = dag.operand(node, 0);
            let first = dag.constant_u64(dag.operand(node, 1))? as u32 * words(vt.scalar());
            if first == 0 && words(vt) == words(dag.value_type(source)) {
                return one(source);
            }
            one(dag.extract_subreg(vt, source, run_of(first, words(vt))?))
        }
        isd::INSERT_VECTOR_ELT => {
            let (vector, element) = (dag.operand(node, 0), dag.operand(node, 1));
            let index = dag.constant_u64(dag.operand(node, 2))? as u32;
            let width = words(vt.scalar());
            let count = vt.num_elements();
            let mut parts: SmallVec<[(NodeValue, SubRegIndex); 16]> = SmallVec::new();
            for i in 0..count {
                let run = run_of(i * width, width)?;
                let part = if i == index {
                    element
                } else {
                    dag.extract_subreg(vt.scalar(), vector, run)
                };
                parts.push((part, run));
            }
            let class = target.register_class(vt, is_on_vector_unit(target, dag, node));
            one(dag.reg_sequence(vt, class, &parts))
        }
        _ => None,
    }
}

/// Whether all known parts of a tuple are computed by the vector unit.
fn is_on_vector_unit(target: &GpuLowering, dag: &SelectionDag, node: NodeId) -> bool {
    if dag.is_divergent(node) {
        return true;
    }
    let mut parts = dag
        .operands(node)
        .filter(|&part| dag.opcode(part) != isd::UNDEF && !dag.is_constant(part))
        .peekable();
    parts.peek().is_some() && parts.all(|part| !target.is_in_scalar_registers(dag, part))
}

/// A pair whose upper element is undefined, or whose elements are both constants; patterns handle the others.
fn pair(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> Option<Values> {
    let vt = dag.value_type(NodeValue::new(node, 0));
    let (low, high) = (dag.operand(node, 0), dag.operand(node, 1));
    let known = |value: NodeValue| match dag.opcode(value) {
        isd::UNDEF => Some(0),
        _ => dag.constant_float_bits(value),
    };
    if let (Some(low), Some(high)) = (known(low), known(high)) {
        let bits = (low & 0xffff | high << 16) as u32;
        let immediate = dag.target_constant(i128::from(bits as i32), VT::I32);
        return one(dag.machine_node(opcodes::S_MOV_B32, &[vt], &[immediate]).into());
    }
    if dag.opcode(high) != isd::UNDEF {
        return None;
    }
    one(copy(target, dag, vt, low))
}

/// The same bits under another type, in the same register file.
fn copy(target: &GpuLowering, dag: &mut SelectionDag, vt: VT, source: NodeValue) -> NodeValue {
    if dag.is_divergent(source) || target.is_in_scalar_registers(dag, source) {
        return dag.machine_node(wavec_mc::generic::COPY, &[vt], &[source]).into();
    }
    let class = target.register_class(vt, true);
    dag.copy_to_class(vt, source, class)
}

/// A 64-bit constant in a scalar pair: a single move if it is an inline constant or a zero-extended literal.
fn constant_64(dag: &mut SelectionDag, vt: VT, bits: u64) -> NodeValue {
    let opcode = match is_one_move_64(bits as i64) {
        true => opcodes::S_MOV_B64,
        false => opcodes::SI_MOV_B64,
    };
    let immediate = dag.target_constant(i128::from(bits as i64), VT::I64);
    dag.machine_node(opcode, &[vt], &[immediate]).into()
}

/// The scaled operand of a division and whether anything was scaled. The first source of the instruction, numerator or
/// denominator, selects the operand to scale.
fn division_scale(dag: &mut SelectionDag, node: NodeId) -> Option<Values> {
    let vt = dag.value_type(NodeValue::new(node, 0));
    let (numerator, denominator) = (dag.operand(node, 0), dag.operand(node, 1));
    let of_numerator = dag.constant_u64(dag.operand(node, 2))? & 1 == 1;
    let opcode = if vt == VT::F64 {
        opcodes::V_DIV_SCALE_F64_E64
    } else {
        opcodes::V_DIV_SCALE_F32_E64
    };
    let scaled = if of_numerator { numerator } else { denominator };
    let none = dag.target_constant(0, VT::I32);
    let operands = [none, scaled, none, denominator, none, numerator, none, none];
    let scale = dag.machine_node(opcode, &[vt, VT::I1], &operands);
    Some(SmallVec::from_slice(&[
        NodeValue::new(scale, 0),
        NodeValue::new(scale, 1),
    ]))
}
