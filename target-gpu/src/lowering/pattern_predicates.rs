//! Predicates of selection patterns on matched values, beyond opcodes and types.

use super::GpuLowering;
use crate::intrinsics::REGISTRY;
use wavec_codegen::dag::{NodeRef, NodeValue, SelectionDag, float, isd};
use wavec_gpu_mc::constants::{ConstantType, inline_code};

/// Whether a dword is the extension of 24 bits.
pub(super) fn has_24_bits(dag: &SelectionDag, target: &GpuLowering, value: NodeValue, signed: bool) -> bool {
    use wavec_codegen::dag::{known_bits, num_sign_bits};
    match signed {
        true => num_sign_bits(dag, target, value) > 8,
        false => known_bits(dag, target, value).zeros >> 24 & 0xff == 0xff,
    }
}

/// Number of ranges from which on constants that need registers pay off, if one must be in a vector register.
const SHARED_RANGES: usize = 3;

/// Whether a minimum of a maximum has constants in the order of the type, one of which is inline, or both of which have
/// other uses.
pub(super) fn is_constant_range(dag: &SelectionDag, least: NodeRef<'_>) -> bool {
    let (most, high) = (least.operand(0), least.operand(1));
    let is_shared = |value: NodeValue| dag.users_of(value).nth(SHARED_RANGES - 1).is_some();
    // Patterns test this before they look at operands.
    let maxima = [isd::SMAX, isd::UMAX, isd::FMAXNUM, isd::FMAXNUM_IEEE];
    if !maxima.contains(&dag.opcode(most)) {
        return false;
    }
    let vt = dag.value_type(high);
    let low = dag.operand(most, 1);
    let ty = ConstantType {
        bits: vt.scalar_bits() as u8,
        is_float: vt.is_float(),
        is_packed: false,
        is_bfloat: false,
    };
    if vt.is_float() {
        let (Some(a), Some(b)) = (dag.constant_float_bits(low), dag.constant_float_bits(high)) else {
            return false;
        };
        let is_inline = |bits: u64| inline_code(bits as i64, ty).is_some();
        let fits = is_inline(a) || is_inline(b) || is_shared(low) && is_shared(high);
        return float::to_f64(a, vt) <= float::to_f64(b, vt) && fits;
    }
    let (Some(a), Some(b)) = (dag.constant_i64(low), dag.constant_i64(high)) else {
        return false;
    };
    let is_inline = |value: i64| inline_code(value, ty).is_some();
    let is_ordered = match (dag.opcode(least.id), dag.opcode(most)) {
        (_, isd::UMAX) => a as u32 <= b as u32,
        (isd::UMIN, _) => 0 <= a && a <= b,
        _ => a <= b,
    };
    is_ordered && (is_inline(a) || is_inline(b) || is_shared(low) && is_shared(high))
}

/// Whether a value is uniform and computed by the scalar unit, which has no floating point.
pub(super) fn is_scalar(target: &GpuLowering, dag: &SelectionDag, value: NodeValue) -> bool {
    let mut value = value;
    // Chains of bit moves are short.
    for _ in 0..8 {
        if dag.is_divergent(value) {
            return false;
        }
        let opcode = dag.opcode(value);
        value = match opcode {
            isd::FNEG
            | isd::FABS
            | isd::BITCAST
            | isd::FREEZE
            | isd::EXTRACT_VECTOR_ELT
            | isd::EXTRACT_SUBVECTOR
            | isd::INSERT_VECTOR_ELT
            | isd::SCALAR_TO_VECTOR => dag.operand(value, 0),
            isd::BUILD_VECTOR => {
                let is_known =
                    |&element: &NodeValue| dag.opcode(element) == isd::UNDEF || dag.is_constant(element);
                let other = dag.operands(value).find(|element| !is_known(element));
                match other {
                    Some(element) => element,
                    None => return true,
                }
            }
            isd::LOAD => return target.is_scalar_load(dag, dag.view(value.node)),
            isd::INTRINSIC_WO_CHAIN => return !dag.value_type(value).is_float(),
            isd::FP_ROUND | isd::FP_EXTEND | isd::SINT_TO_FP | isd::UINT_TO_FP => return false,
            isd::FP_TO_SINT | isd::FP_TO_UINT => return false,
            _ => {
                let is_pair = dag.value_type(value).is_vector();
                let is_packed = is_pair && (isd::ADD..=isd::SRA).contains(&opcode);
                return !is_packed && !(isd::FADD..=isd::FLDEXP).contains(&opcode);
            }
        };
    }
    true
}

/// Half-precision intrinsics that are arithmetic instructions.
const RESULTS: &[&str] = &[
    "llvm.amdgcn.div.fixup",
    "llvm.amdgcn.fmed3",
    "llvm.amdgcn.fract",
    "llvm.amdgcn.rcp",
    "llvm.amdgcn.rsq",
    "llvm.amdgcn.sqrt",
];

/// Whether the instruction that computes a half has quieted and flushed it according to the mode.
pub(super) fn is_result(dag: &SelectionDag, value: NodeValue) -> bool {
    let opcode = dag.opcode(value);
    match opcode {
        isd::FNEG | isd::FABS => is_result(dag, dag.operand(value, 0)),
        isd::FCOPYSIGN => false,
        isd::FP_ROUND | isd::SINT_TO_FP | isd::UINT_TO_FP => true,
        isd::INTRINSIC_WO_CHAIN => dag
            .intrinsic_id(value.node)
            .is_some_and(|id| RESULTS.contains(&REGISTRY.get(id).name)),
        _ => (isd::FADD..=isd::FLDEXP).contains(&opcode),
    }
}
