//! Conversions between 64-bit integers and floats, which the hardware has for 32 bits only.

use wavec_codegen::dag::{CondCode, NodeId, NodeOpcode, NodeValue, SelectionDag, ValueType as VT, isd};

fn node(dag: &mut SelectionDag, opcode: NodeOpcode, vt: VT, operands: &[NodeValue]) -> NodeValue {
    dag.node(opcode, vt, operands)
}

fn shift(dag: &mut SelectionDag, opcode: NodeOpcode, value: NodeValue, amount: i32) -> NodeValue {
    let vt = dag.value_type(value);
    let amount = dag.constant(amount, VT::I32);
    dag.node(opcode, vt, &[value, amount])
}

fn upper(dag: &mut SelectionDag, value: NodeValue) -> NodeValue {
    let upper = shift(dag, isd::SRL, value, 32);
    dag.node(isd::TRUNCATE, VT::I32, &[upper])
}

fn scale(dag: &mut SelectionDag, value: NodeValue, exponent: NodeValue) -> NodeValue {
    let vt = dag.value_type(value);
    dag.node(isd::FLDEXP, vt, &[value, exponent])
}

/// A float of a 64-bit integer.
pub(super) fn from_i64(dag: &mut SelectionDag, id: NodeId) -> NodeValue {
    let vt = dag.value_type(NodeValue::from(id));
    let value = dag.operand(id, 0);
    let is_signed = dag.opcode(id) == isd::SINT_TO_FP;
    if vt == VT::F64 {
        // Both halves are exact; the sum rounds once.
        let low = node(dag, isd::TRUNCATE, VT::I32, &[value]);
        let high = upper(dag, value);
        let low = node(dag, isd::UINT_TO_FP, vt, &[low]);
        let opcode = if is_signed {
            isd::SINT_TO_FP
        } else {
            isd::UINT_TO_FP
        };
        let high = node(dag, opcode, vt, &[high]);
        let exponent = dag.constant(32, VT::I32);
        let high = scale(dag, high, exponent);
        return node(dag, isd::FADD, vt, &[high, low]);
    }
    if vt != VT::F32 {
        // A half needs no sticky bit: integers from 65520 on become infinite, and smaller ones are exact.
        let wide = node(dag, dag.opcode(id), VT::F32, &[value]);
        let flag = dag.target_constant(0, VT::I32);
        return node(dag, isd::FP_ROUND, vt, &[wide, flag]);
    }
    if !is_signed {
        return float_of_unsigned(dag, value);
    }
    let sign = shift(dag, isd::SRA, value, 63);
    let sum = node(dag, isd::ADD, VT::I64, &[value, sign]);
    let magnitude = node(dag, isd::XOR, VT::I64, &[sum, sign]);
    let float = float_of_unsigned(dag, magnitude);
    let sign = upper(dag, sign);
    let mask = dag.constant(i128::from(i32::MIN), VT::I32);
    let sign = node(dag, isd::AND, VT::I32, &[sign, mask]);
    let bits = dag.bitcast(VT::I32, float);
    let bits = node(dag, isd::OR, VT::I32, &[bits, sign]);
    dag.bitcast(VT::F32, bits)
}

/// Normalized so that the upper word has the leading one; the remaining lower bits only tell whether the value is above
/// a tie.
fn float_of_unsigned(dag: &mut SelectionDag, value: NodeValue) -> NodeValue {
    let high = upper(dag, value);
    let zeros = node(dag, isd::CTLZ, VT::I32, &[high]);
    let normal = node(dag, isd::SHL, VT::I64, &[value, zeros]);
    let low = node(dag, isd::TRUNCATE, VT::I32, &[normal]);
    let high = upper(dag, normal);
    let one = dag.constant(1, VT::I32);
    let sticky = node(dag, isd::UMIN, VT::I32, &[low, one]);
    let word = node(dag, isd::OR, VT::I32, &[high, sticky]);
    let float = node(dag, isd::UINT_TO_FP, VT::F32, &[word]);
    let width = dag.constant(32, VT::I32);
    let exponent = node(dag, isd::SUB, VT::I32, &[width, zeros]);
    scale(dag, float, exponent)
}

/// A 64-bit integer of a float, toward zero.
pub(super) fn to_i64(dag: &mut SelectionDag, id: NodeId) -> NodeValue {
    let is_signed = dag.opcode(id) == isd::FP_TO_SINT;
    let mut value = dag.operand(id, 0);
    // Every half fits in a word.
    if dag.value_type(value) == VT::F16 {
        let (convert, extend) = if is_signed {
            (isd::FP_TO_SINT, isd::SIGN_EXTEND)
        } else {
            (isd::FP_TO_UINT, isd::ZERO_EXTEND)
        };
        let word = node(dag, convert, VT::I32, &[value]);
        return node(dag, extend, VT::I64, &[word]);
    }
    if !matches!(dag.value_type(value), VT::F32 | VT::F64) {
        value = node(dag, isd::FP_EXTEND, VT::F32, &[value]);
    }
    let vt = dag.value_type(value);
    let whole = node(dag, isd::FTRUNC, vt, &[value]);
    // A negative float has too few bits for both the lower word, which is never negative, and the upper one: use the
    // magnitude.
    let by_magnitude = is_signed && vt == VT::F32;
    let magnitude = if by_magnitude {
        node(dag, isd::FABS, vt, &[whole])
    } else {
        whole
    };
    let exponent = dag.constant(-32, VT::I32);
    let scaled = scale(dag, magnitude, exponent);
    let high = node(dag, isd::FFLOOR, vt, &[scaled]);
    let base = dag.constant_fp(-4294967296.0, vt);
    let low = node(dag, isd::FMA, vt, &[high, base, magnitude]);
    let opcode = if is_signed && !by_magnitude {
        isd::FP_TO_SINT
    } else {
        isd::FP_TO_UINT
    };
    let high = node(dag, opcode, VT::I32, &[high]);
    let low = node(dag, isd::FP_TO_UINT, VT::I32, &[low]);
    let result = node(dag, isd::BUILD_PAIR, VT::I64, &[low, high]);
    if !by_magnitude {
        return result;
    }
    let zero = dag.constant_fp(0.0, vt);
    let zero_int = dag.constant(0, VT::I64);
    let negative = node(dag, isd::SUB, VT::I64, &[zero_int, result]);
    let is_negative = dag.set_cc(VT::I1, whole, zero, CondCode::SetOlt);
    dag.select(is_negative, negative, result)
}
