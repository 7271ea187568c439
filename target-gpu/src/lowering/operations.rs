//! Custom lowering of operations, and the target's own combines.

use super::pattern_predicates::has_24_bits;
use super::{GpuLowering, conversions, saturation};
use crate::address_spaces::CONSTANT_32BIT;
use smallvec::SmallVec;
use wavec_codegen::dag::{
    CombineLevel, CondCode, GlobalRef, Lowered, NodeFlags, NodeId, NodeOpcode, NodeValue, Payload,
    SelectionDag, ValueType as VT, isd, part_of_access,
};
use wavec_codegen::mir::MemOperand;
use wavec_gpu_mc::{opcodes, regs};
use wavec_mc::VariantKind;

/// Rewrites a node.
pub(super) fn lower(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> Lowered {
    let vt = dag.value_type(NodeValue::new(node, 0));
    let operand = |dag: &SelectionDag, i: usize| dag.operand(node, i);
    match dag.opcode(node) {
        isd::MUL if vt == VT::I64 => multiply_64(dag, node).into(),
        isd::UMUL_LOHI | isd::SMUL_LOHI if vt == VT::I32 => {
            let (a, b) = (operand(dag, 0), operand(dag, 1));
            let high = if dag.opcode(node) == isd::UMUL_LOHI {
                isd::MULHU
            } else {
                isd::MULHS
            };
            let low = dag.node(isd::MUL, vt, &[a, b]);
            let high = dag.node(high, vt, &[a, b]);
            Lowered::Values(SmallVec::from_slice(&[low, high]))
        }
        isd::ROTR => {
            let (a, n) = (operand(dag, 0), operand(dag, 1));
            dag.node(isd::FSHR, vt, &[a, a, n]).into()
        }
        isd::ROTL => {
            let (a, n) = (operand(dag, 0), operand(dag, 1));
            let minus = negate(dag, n);
            dag.node(isd::FSHR, vt, &[a, a, minus]).into()
        }
        isd::FSHL => funnel_left(dag, node).into(),
        isd::LOAD => load_triple(dag, node),
        // A pair sign-extended from a part of its low dword: that dword, and copies of its sign.
        isd::SIGN_EXTEND_INREG if vt == VT::I64 => {
            let (value, from) = (operand(dag, 0), dag.type_operand(operand(dag, 1)));
            if from.scalar_bits() > 32 {
                return Lowered::Expand;
            }
            let mut low = half(dag, value, false);
            if from.scalar_bits() < 32 {
                low = dag.sext_in_reg(low, from);
            }
            let last = dag.constant(31, VT::I32);
            let high = dag.node(isd::SRA, VT::I32, &[low, last]);
            pair(dag, low, high).into()
        }
        // Bytes, halves and bits have patterns; other widths are two shifts.
        isd::SIGN_EXTEND_INREG => match dag.type_operand(operand(dag, 1)) {
            VT::I1 | VT::I8 | VT::I16 => Lowered::Legal,
            _ => Lowered::Expand,
        },
        _ if is_for_scalars(dag, node) && !dag.is_divergent(node) => Lowered::Legal,
        isd::CTPOP
        | isd::CTLZ
        | isd::CTTZ
        | isd::CTLZ_ZERO_UNDEF
        | isd::CTTZ_ZERO_UNDEF
        | isd::BITREVERSE
        | isd::BSWAP
            if dag.value_type(operand(dag, 0)) == VT::I64 =>
        {
            bits_64(dag, node).into()
        }
        isd::SELECT if vt == VT::I1 => {
            // (c & a) | (!c & b)
            let (c, a, b) = (operand(dag, 0), operand(dag, 1), operand(dag, 2));
            let not = dag.not(c);
            let x = dag.node(isd::AND, VT::I1, &[c, a]);
            let y = dag.node(isd::AND, VT::I1, &[not, b]);
            dag.node(isd::OR, VT::I1, &[x, y]).into()
        }
        isd::SELECT if vt.is_vector() => {
            let (c, a, b) = (operand(dag, 0), operand(dag, 1), operand(dag, 2));
            let elements: SmallVec<[NodeValue; 16]> = (0..vt.num_elements())
                .map(|i| {
                    let (x, y) = (dag.extract_element(a, i), dag.extract_element(b, i));
                    dag.select(c, x, y)
                })
                .collect();
            dag.build_vector(vt, &elements).into()
        }
        isd::SETCC if dag.value_type(operand(dag, 0)) == VT::I1 => compare_bits(dag, node).into(),
        isd::GLOBAL_ADDRESS => global_address(target, dag, node).into(),
        isd::ADDRSPACECAST => address_space_cast(dag, node).into(),
        isd::FP_ROUND if dag.value_type(operand(dag, 0)) == VT::F32 => Lowered::Legal,
        isd::FMINIMUM | isd::FMAXIMUM
            if vt == VT::F32 && target.subtarget.has_instruction(opcodes::V_MINIMUM3_F32_E64) =>
        {
            Lowered::Legal
        }
        isd::FMINIMUM | isd::FMAXIMUM => minimum(dag, node).into(),
        isd::FMINIMUMNUM | isd::FMAXIMUMNUM => {
            let opcode = if dag.opcode(node) == isd::FMINIMUMNUM {
                isd::FMINNUM
            } else {
                isd::FMAXNUM
            };
            // The instructions return a signaling NaN, made quiet: so operands must be made quiet first.
            let (a, b) = (operand(dag, 0), operand(dag, 1));
            let a = dag.node(isd::FCANONICALIZE, vt, &[a]);
            let b = dag.node(isd::FCANONICALIZE, vt, &[b]);
            dag.node(opcode, vt, &[a, b]).into()
        }
        opcode if saturation::is_saturating(opcode) => saturation::lower(dag, node),
        // The conversions saturate and give 0 for NaN.
        isd::FP_TO_SINT_SAT | isd::FP_TO_UINT_SAT if dag.type_operand(operand(dag, 1)) == VT::I32 => {
            let opcode = if dag.opcode(node) == isd::FP_TO_SINT_SAT {
                isd::FP_TO_SINT
            } else {
                isd::FP_TO_UINT
            };
            let a = operand(dag, 0);
            dag.node(opcode, vt, &[a]).into()
        }
        isd::BF16_TO_FP => {
            let a = operand(dag, 0);
            let a = dag.anyext_or_trunc(a, VT::I32);
            let shift = dag.constant(16, VT::I32);
            let bits = dag.node(isd::SHL, VT::I32, &[a, shift]);
            dag.bitcast(VT::F32, bits).into()
        }
        isd::FP_TO_BF16 if target.subtarget.has_instruction(opcodes::V_CVT_PK_BF16_F32_E64) => Lowered::Legal,
        isd::FP_TO_BF16 => round_to_bf16(dag, node).into(),
        isd::SINT_TO_FP | isd::UINT_TO_FP if dag.value_type(operand(dag, 0)) == VT::I64 => {
            conversions::from_i64(dag, node).into()
        }
        isd::FP_TO_SINT | isd::FP_TO_UINT if vt == VT::I64 => conversions::to_i64(dag, node).into(),
        _ => Lowered::Expand,
    }
}

/// Whether only the scalar unit has a 64-bit instruction for the node: counting and reversing bits.
pub(super) fn is_for_scalars(dag: &SelectionDag, node: NodeId) -> bool {
    matches!(
        dag.opcode(node),
        isd::CTPOP | isd::CTLZ_ZERO_UNDEF | isd::CTTZ_ZERO_UNDEF | isd::BITREVERSE
    ) && dag.value_type(NodeValue::new(node, 0)) == VT::I64
}

/// The target intrinsic `name`, without `llvm.amdgcn.`.
pub(super) fn target_intrinsic(name: &str) -> wavec_ir::intrinsics::IntrinsicId {
    let full = format!("llvm.amdgcn.{name}");
    crate::intrinsics::REGISTRY
        .lookup(&full)
        .unwrap_or_else(|| panic!("{full} is not described"))
}

fn negate(dag: &mut SelectionDag, value: NodeValue) -> NodeValue {
    let vt = dag.value_type(value);
    let zero = dag.constant(0, vt);
    dag.node(isd::SUB, vt, &[zero, value])
}

fn half(dag: &mut SelectionDag, value: NodeValue, high: bool) -> NodeValue {
    if high {
        let shift = dag.constant(32, VT::I32);
        let upper = dag.node(isd::SRL, VT::I64, &[value, shift]);
        return dag.node(isd::TRUNCATE, VT::I32, &[upper]);
    }
    dag.node(isd::TRUNCATE, VT::I32, &[value])
}

fn pair(dag: &mut SelectionDag, low: NodeValue, high: NodeValue) -> NodeValue {
    dag.node(isd::BUILD_PAIR, VT::I64, &[low, high])
}

/// Whether the upper dword is known to be zero, or the sign of the lower one.
fn upper_is(dag: &SelectionDag, value: NodeValue, extension: NodeOpcode) -> bool {
    if let Some(constant) = dag.constant_u64(value) {
        return match extension {
            isd::ZERO_EXTEND => constant >> 32 == 0,
            _ => constant as i64 == i64::from(constant as i32),
        };
    }
    if extension == isd::ZERO_EXTEND && dag.opcode(value) == isd::BUILD_PAIR {
        return dag.is_zero(dag.operand(value, 1));
    }
    dag.opcode(value) == extension && dag.value_type(dag.operand(value, 0)).scalar_bits() <= 32
        || extension == isd::ZERO_EXTEND
            && dag.opcode(value) == isd::AND
            && dag
                .constant_u64(dag.operand(value, 1))
                .is_some_and(|mask| mask >> 32 == 0)
        || extension == isd::ZERO_EXTEND
            && dag.opcode(value) == isd::SRL
            && dag
                .constant_u64(dag.operand(value, 1))
                .is_some_and(|amount| amount >= 32)
}

/// `a * b + c` of dwords and a pair, as one instruction.
fn multiply_add(dag: &mut SelectionDag, signed: bool, a: NodeValue, b: NodeValue, c: NodeValue) -> NodeValue {
    let opcode = match signed {
        true => opcodes::V_MAD_I64_I32_E64,
        false => opcodes::V_MAD_U64_U32_E64,
    };
    let clamp = dag.target_constant(0, VT::I32);
    dag.machine_node(opcode, &[VT::I64, VT::I1], &[a, b, c, clamp])
        .into()
}

/// `a * b + c`, if both factors are extended dwords.
fn product_of_extended(
    dag: &mut SelectionDag,
    a: NodeValue,
    b: NodeValue,
    c: NodeValue,
) -> Option<NodeValue> {
    for (extension, signed) in [(isd::SIGN_EXTEND, true), (isd::ZERO_EXTEND, false)] {
        if upper_is(dag, a, extension) && upper_is(dag, b, extension) {
            let (al, bl) = (half(dag, a, false), half(dag, b, false));
            return Some(multiply_add(dag, signed, al, bl, c));
        }
    }
    None
}

/// A product of extended dwords plus a sum is one instruction.
fn combine_add(dag: &mut SelectionDag, node: NodeId, level: CombineLevel) -> Option<NodeValue> {
    let vt = dag.value_type(NodeValue::new(node, 0));
    let early = level != CombineLevel::AfterLegalizeOps;
    if vt != VT::I64 || !early || !dag.is_divergent(NodeValue::new(node, 0)) {
        return None;
    }
    let (a, b) = (dag.operand(node, 0), dag.operand(node, 1));
    for (product, sum) in [(a, b), (b, a)] {
        if dag.opcode(product) == isd::MUL && dag.has_one_use(product) && dag.is_divergent(product) {
            let (x, y) = (dag.operand(product, 0), dag.operand(product, 1));
            return product_of_extended(dag, x, y, sum);
        }
    }
    None
}

/// `x - y * u + z`, with a uniform factor, is `x + y * -u + z`: both sums are one instruction, and `-u` is computed
/// once for all lanes. Not for factors of 24 bits, whose product is cheaper.
fn add_negated_product(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> Option<NodeValue> {
    if !dag.is_divergent(NodeValue::new(node, 0)) {
        return None;
    }
    let (a, b) = (dag.operand(node, 0), dag.operand(node, 1));
    for (difference, z) in [(a, b), (b, a)] {
        if dag.opcode(difference) != isd::SUB || !dag.has_one_use(difference) {
            continue;
        }
        let (x, product) = (dag.operand(difference, 0), dag.operand(difference, 1));
        if dag.opcode(product) != isd::MUL || !dag.has_one_use(product) {
            continue;
        }
        let (y, u) = match (dag.operand(product, 0), dag.operand(product, 1)) {
            (y, u) if dag.is_divergent(y) && !dag.is_divergent(u) => (y, u),
            (u, y) if dag.is_divergent(y) && !dag.is_divergent(u) => (y, u),
            _ => continue,
        };
        let is_short = |signed| has_24_bits(dag, target, y, signed) && has_24_bits(dag, target, u, signed);
        if is_short(false) || is_short(true) {
            continue;
        }
        let u = negate(dag, u);
        let product = dag.node(isd::MUL, VT::I32, &[y, u]);
        let sum = dag.node(isd::ADD, VT::I32, &[x, product]);
        return Some(dag.node(isd::ADD, VT::I32, &[sum, z]));
    }
    None
}

/// low x low in full, and the cross products into the high dword; products with known zero halves are omitted.
fn multiply_64(dag: &mut SelectionDag, node: NodeId) -> NodeValue {
    let (a, b) = (dag.operand(node, 0), dag.operand(node, 1));
    let (al, bl) = (half(dag, a, false), half(dag, b, false));
    if dag.is_divergent(NodeValue::new(node, 0)) {
        let zero = dag.constant(0, VT::I64);
        if let Some(product) = product_of_extended(dag, a, b, zero) {
            return product;
        }
        let full = multiply_add(dag, false, al, bl, zero);
        let (low, mut high) = (half(dag, full, false), half(dag, full, true));
        for (x, other) in [(a, bl), (b, al)] {
            if !upper_is(dag, x, isd::ZERO_EXTEND) {
                let upper = half(dag, x, true);
                let cross = dag.node(isd::MUL, VT::I32, &[upper, other]);
                high = dag.node(isd::ADD, VT::I32, &[high, cross]);
            }
        }
        return pair(dag, low, high);
    }
    let low = dag.node(isd::MUL, VT::I32, &[al, bl]);
    if upper_is(dag, a, isd::SIGN_EXTEND) && upper_is(dag, b, isd::SIGN_EXTEND) {
        let high = dag.node(isd::MULHS, VT::I32, &[al, bl]);
        return pair(dag, low, high);
    }
    let mut high = dag.node(isd::MULHU, VT::I32, &[al, bl]);
    if !upper_is(dag, b, isd::ZERO_EXTEND) {
        let bh = half(dag, b, true);
        let cross = dag.node(isd::MUL, VT::I32, &[al, bh]);
        high = dag.node(isd::ADD, VT::I32, &[high, cross]);
    }
    if !upper_is(dag, a, isd::ZERO_EXTEND) {
        let ah = half(dag, a, true);
        let cross = dag.node(isd::MUL, VT::I32, &[ah, bl]);
        high = dag.node(isd::ADD, VT::I32, &[high, cross]);
    }
    pair(dag, low, high)
}

/// `fshl(x, y, n)` is `fshr(x, y, -n)` except for n = 0 modulo 32, where it is x: `fshr(x >> 1, fshr(x, y, 1), ~n)`.
fn funnel_left(dag: &mut SelectionDag, node: NodeId) -> NodeValue {
    let (x, y, n) = (dag.operand(node, 0), dag.operand(node, 1), dag.operand(node, 2));
    if let Some(amount) = dag.constant_u64(n) {
        let amount = amount % 32;
        if amount == 0 {
            return x;
        }
        let right = dag.constant(i128::from(32 - amount), VT::I32);
        return dag.node(isd::FSHR, VT::I32, &[x, y, right]);
    }
    let one = dag.constant(1, VT::I32);
    let upper = dag.node(isd::SRL, VT::I32, &[x, one]);
    let lower = dag.node(isd::FSHR, VT::I32, &[x, y, one]);
    let amount = dag.not(n);
    dag.node(isd::FSHR, VT::I32, &[upper, lower, amount])
}

/// Bit counts and permutations of pairs by halves.
fn bits_64(dag: &mut SelectionDag, node: NodeId) -> NodeValue {
    let opcode = dag.opcode(node);
    let value = dag.operand(node, 0);
    let (low, high) = (half(dag, value, false), half(dag, value, true));
    let zero = dag.constant(0, VT::I32);
    match opcode {
        isd::CTPOP => {
            let (a, b) = (
                dag.node(isd::CTPOP, VT::I32, &[low]),
                dag.node(isd::CTPOP, VT::I32, &[high]),
            );
            let sum = dag.node(isd::ADD, VT::I32, &[a, b]);
            pair(dag, sum, zero)
        }
        isd::BITREVERSE | isd::BSWAP => {
            let (a, b) = (
                dag.node(opcode, VT::I32, &[high]),
                dag.node(opcode, VT::I32, &[low]),
            );
            pair(dag, a, b)
        }
        _ => {
            let leading = matches!(opcode, isd::CTLZ | isd::CTLZ_ZERO_UNDEF);
            let partial = matches!(opcode, isd::CTLZ_ZERO_UNDEF | isd::CTTZ_ZERO_UNDEF);
            // For zero the instructions return -1, the largest unsigned number. So the minimum of both halves is right,
            // with 32 added to the half counted last unless it is -1.
            let instruction = match (dag.is_divergent(node), leading) {
                (true, true) => opcodes::V_FFBH_U32_E64,
                (true, false) => opcodes::V_FFBL_B32_E64,
                (false, true) => opcodes::S_FLBIT_I32_B64,
                (false, false) => opcodes::S_FF1_I32_B64,
            };
            let count = |dag: &mut SelectionDag, of| {
                NodeValue::from(dag.machine_node(instruction, &[VT::I32], &[of]))
            };
            let mut least: NodeValue = if dag.is_divergent(node) {
                let (first, last) = if leading { (high, low) } else { (low, high) };
                let (near, far) = (count(dag, first), count(dag, last));
                let thirty_two = dag.constant(32, VT::I32);
                let far = dag.node(isd::UADDSAT, VT::I32, &[far, thirty_two]);
                dag.node(isd::UMIN, VT::I32, &[near, far])
            } else {
                count(dag, value)
            };
            if !partial {
                let all = dag.constant(64, VT::I32);
                least = dag.node(isd::UMIN, VT::I32, &[least, all]);
            }
            pair(dag, least, zero)
        }
    }
}

/// Comparisons of conditions: equality is xor; the order is that of 0 and 1 (signed: of 0 and -1).
fn compare_bits(dag: &mut SelectionDag, node: NodeId) -> NodeValue {
    let (mut a, mut b) = (dag.operand(node, 0), dag.operand(node, 1));
    let mut condition = dag.cond_code_of(dag.operand(node, 2));
    use CondCode::*;
    if matches!(condition, SetGt | SetGe | SetLt | SetLe) {
        condition = match condition {
            SetGt => SetUlt,
            SetGe => SetUle,
            SetLt => SetUgt,
            _ => SetUge,
        };
    }
    if matches!(condition, SetUlt | SetUle) {
        std::mem::swap(&mut a, &mut b);
        condition = condition.swapped();
    }
    let differs = dag.node(isd::XOR, VT::I1, &[a, b]);
    match condition {
        SetNe => differs,
        SetEq => dag.not(differs),
        // a and not b
        SetUgt => {
            let not = dag.not(b);
            dag.node(isd::AND, VT::I1, &[a, not])
        }
        _ => {
            let not = dag.not(b);
            dag.node(isd::OR, VT::I1, &[a, not])
        }
    }
}

/// The address of a variable of LDS: a constant.
pub(super) fn lds_address(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> Option<NodeValue> {
    let Payload::Global {
        global: GlobalRef::Variable(variable),
        offset,
        ..
    } = *dag.payload(node)
    else {
        return None;
    };
    let place = *target.lds_offsets.get(&variable)?;
    let vt = dag.value_type(NodeValue::new(node, 0));
    Some(dag.constant(i128::from(place) + i128::from(offset), vt))
}

/// LDS variables are constants; everything else is PC-relative.
fn global_address(target: &GpuLowering, dag: &mut SelectionDag, node: NodeId) -> NodeValue {
    let Payload::Global { global, offset, .. } = *dag.payload(node) else {
        unreachable!("a global address")
    };
    let vt = dag.value_type(NodeValue::new(node, 0));
    if let Some(address) = lds_address(target, dag, node) {
        return address;
    }
    if vt == VT::I32 {
        dag.report_error("the address of a variable that is in no memory of the kernel");
        return dag.constant(0, vt);
    }
    let symbol = dag.target_global_address(global, 0, VariantKind::None, VT::I64);
    let base: NodeValue = dag
        .machine_node(opcodes::SI_PC_ADD_REL_OFFSET, &[VT::I64], &[symbol])
        .into();
    if offset == 0 {
        base
    } else {
        dag.add_offset(base, offset)
    }
}

/// Local and private pointers in the generic space: the aperture is the high dword; null is 0 there and -1 here.
fn address_space_cast(dag: &mut SelectionDag, node: NodeId) -> NodeValue {
    let Payload::AddrSpaceCast(from, to) = *dag.payload(node) else {
        unreachable!("a cast of address spaces")
    };
    let value = dag.operand(node, 0);
    let segment = |space: u16| space == 3 || space == 5;
    if segment(from) && to == 0 {
        let aperture = if from == 3 {
            regs::SRC_SHARED_BASE
        } else {
            regs::SRC_PRIVATE_BASE
        };
        let register = dag.register(aperture, VT::I64);
        let base: NodeValue = dag
            .machine_node(opcodes::S_MOV_B64, &[VT::I64], &[register])
            .into();
        let high = half(dag, base, true);
        let generic = pair(dag, value, high);
        let null = dag.constant(-1, VT::I32);
        let is_null = dag.set_cc(VT::I1, value, null, CondCode::SetEq);
        let zero = dag.constant(0, VT::I64);
        return dag.select(is_null, zero, generic);
    }
    if from == 0 && segment(to) {
        let low = half(dag, value, false);
        let zero = dag.constant(0, VT::I64);
        let is_null = dag.set_cc(VT::I1, value, zero, CondCode::SetEq);
        let null = dag.constant(-1, VT::I32);
        return dag.select(is_null, null, low);
    }
    // In code `lower_constant32` has done this; here are the expressions of constants.
    if matches!(from, 0 | 1 | 4) && u32::from(to) == CONSTANT_32BIT {
        return half(dag, value, false);
    }
    // No address of one space belongs to the other: the result is poison.
    let vt = dag.value_type(NodeValue::new(node, 0));
    dag.undef(vt)
}

/// The numeric minimum or maximum, and NaN if either is NaN.
fn minimum(dag: &mut SelectionDag, node: NodeId) -> NodeValue {
    let vt = dag.value_type(NodeValue::new(node, 0));
    let (a, b) = (dag.operand(node, 0), dag.operand(node, 1));
    let opcode = if dag.opcode(node) == isd::FMINIMUM {
        isd::FMINNUM
    } else {
        isd::FMAXNUM
    };
    let number = dag.node(opcode, vt, &[a, b]);
    if dag.flags(node).contains(NodeFlags::NNAN) {
        return number;
    }
    let unordered = dag.set_cc(VT::I1, a, b, CondCode::SetUo);
    let nan = dag.constant_fp(f64::NAN, vt);
    dag.select(unordered, nan, number)
}

/// Round to nearest even in software, where no instruction does.
fn round_to_bf16(dag: &mut SelectionDag, node: NodeId) -> NodeValue {
    let value = dag.operand(node, 0);
    let bits = dag.bitcast(VT::I32, value);
    let sixteen = dag.constant(16, VT::I32);
    let one = dag.constant(1, VT::I32);
    let last = dag.node(isd::SRL, VT::I32, &[bits, sixteen]);
    let last = dag.node(isd::AND, VT::I32, &[last, one]);
    let bias = dag.constant(0x7fff, VT::I32);
    let sum = dag.node(isd::ADD, VT::I32, &[bits, last]);
    let rounded = dag.node(isd::ADD, VT::I32, &[sum, bias]);
    let quiet = dag.constant(0x40_0000, VT::I32);
    let nan = dag.node(isd::OR, VT::I32, &[bits, quiet]);
    let is_nan = dag.set_cc(VT::I1, value, value, CondCode::SetUo);
    let chosen = dag.select(is_nan, nan, rounded);
    let result = dag.node(isd::SRL, VT::I32, &[chosen, sixteen]);
    let vt = dag.value_type(NodeValue::new(node, 0));
    dag.zext_or_trunc(result, vt)
}

/// Simplifications that the generic combiner does not know.
pub(super) fn combine(
    target: &GpuLowering,
    dag: &mut SelectionDag,
    node: NodeId,
    level: CombineLevel,
) -> Option<NodeValue> {
    match dag.opcode(node) {
        isd::ADD if dag.value_type(NodeValue::new(node, 0)) == VT::I32 => {
            add_negated_product(target, dag, node)
        }
        isd::ADD => combine_add(dag, node, level),
        isd::AND | isd::OR | isd::XOR if dag.value_type(NodeValue::new(node, 0)) == VT::I64 => {
            logic_by_halves(dag, node)
        }
        // (trunc (srl (mul (zext a), (zext b)), 32)): the high dword of a product.
        isd::TRUNCATE if dag.value_type(NodeValue::new(node, 0)) == VT::I32 => {
            let shift = dag.operand(node, 0);
            if dag.opcode(shift) != isd::SRL || dag.constant_u64(dag.operand(shift, 1)) != Some(32) {
                return None;
            }
            let product = dag.operand(shift, 0);
            if dag.opcode(product) != isd::MUL || dag.value_type(product) != VT::I64 {
                return None;
            }
            let (a, b) = (dag.operand(product, 0), dag.operand(product, 1));
            for (extension, opcode) in [(isd::ZERO_EXTEND, isd::MULHU), (isd::SIGN_EXTEND, isd::MULHS)] {
                if let (Some(x), Some(y)) = (narrow(dag, a, extension), narrow(dag, b, extension)) {
                    return Some(dag.node(opcode, VT::I32, &[x, y]));
                }
            }
            None
        }
        _ => None,
    }
}

/// Logic with a constant of which one half is neutral or absorbing reduces to the other half. The low halves of such
/// constants result from extension of an odd width.
fn logic_by_halves(dag: &mut SelectionDag, node: NodeId) -> Option<NodeValue> {
    let (a, b) = (dag.operand(node, 0), dag.operand(node, 1));
    let constant = dag.constant_u64(b)?;
    let trivial = |part: u32| part == 0 || part == u32::MAX;
    let opcode = dag.opcode(node);
    // A complement of scalars is one instruction.
    let complement = opcode == isd::XOR && constant == u64::MAX;
    if complement || !trivial(constant as u32) && !trivial((constant >> 32) as u32) {
        return None;
    }
    let mut part = |high: bool| {
        let value = half(dag, a, high);
        let constant = dag.constant(
            i128::from((constant >> if high { 32 } else { 0 }) as u32),
            VT::I32,
        );
        dag.node(opcode, VT::I32, &[value, constant])
    };
    let (low, high) = (part(false), part(true));
    Some(pair(dag, low, high))
}

/// The dword that `value` extends.
fn narrow(dag: &mut SelectionDag, value: NodeValue, extension: NodeOpcode) -> Option<NodeValue> {
    if !upper_is(dag, value, extension) {
        return None;
    }
    if dag.opcode(value) == extension && dag.value_type(dag.operand(value, 0)) == VT::I32 {
        return Some(dag.operand(value, 0));
    }
    Some(dag.node(isd::TRUNCATE, VT::I32, &[value]))
}

/// A scalar load of three dwords: part of a load of four that does not cross 16 bytes, else loads of two and one. A part
/// of an access whose next bytes another load reads does not become wider.
fn load_triple(dag: &mut SelectionDag, node: NodeId) -> Lowered {
    let vt = dag.value_type(NodeValue::new(node, 0));
    let Some(&mem) = dag.mem_operand(node) else {
        return Lowered::Legal;
    };
    let (chain, address) = (dag.operand(node, 0), dag.operand(node, 1));
    let element = vt.scalar();
    let ends_access = mem.access.is_none_or(|access| {
        let whole = &dag.mem_operands[access];
        i128::from(whole.offset) + i128::from(whole.size) <= i128::from(mem.offset) + i128::from(mem.size)
    });
    if mem.align >= 16 && ends_access {
        let wide = VT::vector(element, 4);
        let load = dag.load(wide, chain, address, MemOperand { size: 16, ..mem });
        let value = dag.extract_subvector(vt, load, 0);
        return Lowered::Values(SmallVec::from_slice(&[value, load.with_result(1)]));
    }
    let two = VT::vector(element, 2);
    let first = dag.load(two, chain, address, part_of_access(&mem, 0, two));
    let after = dag.add_offset(address, 8);
    let last = dag.load(element, chain, after, part_of_access(&mem, 8, element));
    let elements = [dag.extract_element(first, 0), dag.extract_element(first, 1), last];
    let value = dag.build_vector(vt, &elements);
    let chain = dag.token_factor(&[first.with_result(1), last.with_result(1)]);
    Lowered::Values(SmallVec::from_slice(&[value, chain]))
}
