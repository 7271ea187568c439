//! Complex patterns: addressing modes and source modifiers. Each method pushes the operands that a pattern expects.

use super::GpuLowering;
use crate::facts;
use crate::facts::offsets::Offsets;
use wavec_codegen::dag::{
    ComplexOperands, NodeValue, SelectionDag, TargetLowering, ValueType, isd, known_bits,
};
use wavec_gpu_mc::constants::is_inline_integer;
use wavec_gpu_mc::constants::{ConstantType, inline_code};
use wavec_gpu_mc::opcodes;

/// Source modifier bits: magnitude first, then negation.
pub(super) const NEG: i128 = 1;
pub(super) const ABS: i128 = 2;
/// For pairs: negates the source of the upper operation.
pub(super) const NEG_HI: i128 = 2;
/// The lower operation takes the upper half; the upper operation does (for mixed sources: the source is a half).
const OP_SEL: i128 = 4;
pub(super) const OP_SEL_HI: i128 = 8;

/// `address` as a base and a constant number of bytes.
fn split_offset(dag: &SelectionDag, address: NodeValue) -> (NodeValue, i64) {
    if dag.opcode(address) == isd::ADD
        && let Some(offset) = dag.constant_i64(dag.operand(address, 1))
    {
        return (dag.operand(address, 0), offset);
    }
    (address, 0)
}

/// The same with all constants of nested sums: a base that no other address may have. Only for memory where the sum of
/// base and offset wraps around, as the base may be negative.
fn split_offsets(dag: &SelectionDag, address: NodeValue) -> (NodeValue, i64) {
    let (mut base, mut sum) = (address, 0i64);
    loop {
        let (inner, offset) = split_offset(dag, base);
        if inner == base {
            return (base, sum);
        }
        (base, sum) = (inner, sum.wrapping_add(offset));
    }
}

/// An address in global memory as a base, an offset common to adjacent addresses, and the remainder, which fits the
/// immediate.
fn split_global_offset(dag: &SelectionDag, address: NodeValue, offsets: &Offsets) -> (NodeValue, i64, i64) {
    let (base, offset) = split_offset(dag, address);
    let near = match offsets.global.contains(&offset) {
        true => offset,
        false => offset & offsets.global.end(),
    };
    (base, offset - near, near)
}

fn add_far_offset(dag: &mut SelectionDag, base: NodeValue, far: i64) -> NodeValue {
    if far == 0 {
        return base;
    }
    let vt = dag.value_type(base);
    let far = dag.constant(i128::from(far), vt);
    dag.node(isd::ADD, vt, &[base, far])
}

/// The word of which a value is a byte (parts 0 to 3) or a half (4 and 5), and whether it is sign-extended.
fn subword(dag: &SelectionDag, value: NodeValue) -> Option<(NodeValue, bool, u32)> {
    let right_shift = |value: NodeValue, opcodes: &[_]| {
        let by = dag.constant_u64(dag.operand(value, 1));
        let by = by.filter(|_| opcodes.contains(&dag.opcode(value)))?;
        Some((dag.operand(value, 0), by))
    };
    let opcode = dag.opcode(value);
    let (inside, width, is_signed) = match opcode {
        isd::AND => match dag.constant_u64(dag.operand(value, 1))? {
            0xff => (dag.operand(value, 0), 8, false),
            0xffff => (dag.operand(value, 0), 16, false),
            _ => return None,
        },
        isd::SIGN_EXTEND_INREG => {
            let bits = dag.type_operand(dag.operand(value, 1)).scalar_bits();
            (dag.operand(value, 0), u64::from(bits), true)
        }
        // The highest part: there are no bits above it for a mask to remove.
        isd::SRL | isd::SRA => {
            let (word, by) = right_shift(value, &[opcode])?;
            let part = match by {
                24 => 3,
                16 => 5,
                _ => return None,
            };
            return Some((word, opcode == isd::SRA, part));
        }
        _ => return None,
    };
    let shifts: &[_] = &[isd::SRL, isd::SRA];
    let (word, by) = match shifts.contains(&dag.opcode(inside)) {
        true => right_shift(inside, shifts).unwrap_or((inside, 0)),
        false => (inside, 0),
    };
    match (width, by) {
        (8, 0 | 8 | 16 | 24) => Some((word, is_signed, by as u32 / 8)),
        (16, 0 | 16) => Some((word, is_signed, 4 + by as u32 / 16)),
        (8, _) => Some((inside, is_signed, 0)),
        (16, _) => Some((inside, is_signed, 4)),
        _ => None,
    }
}

fn immediate(dag: &mut SelectionDag, value: i64) -> NodeValue {
    dag.target_constant(i128::from(value), ValueType::I32)
}

/// An operand with sign modifiers.
pub(super) fn with_signs(dag: &SelectionDag, value: NodeValue) -> (NodeValue, i128) {
    let mut modifiers = 0;
    let mut source = value;
    if dag.opcode(source) == isd::FNEG {
        modifiers |= NEG;
        source = dag.operand(source, 0);
    }
    if dag.opcode(source) == isd::FABS {
        modifiers |= ABS;
        source = dag.operand(source, 0);
    }
    (source, modifiers)
}

/// The half of which a float is the extension, perhaps with a sign change after it.
pub(super) fn extended_half(dag: &SelectionDag, value: NodeValue) -> Option<NodeValue> {
    let (source, _) = with_signs(dag, value);
    let half = (dag.opcode(source) == isd::FP_EXTEND).then(|| dag.operand(source, 0))?;
    (dag.value_type(half) == ValueType::F16).then_some(half)
}

/// The pair of which a value is a part, and whether it is the upper one; the value itself if it is not part of a pair.
fn part_of_pair(dag: &SelectionDag, value: NodeValue) -> (NodeValue, bool) {
    if dag.opcode(value) == isd::EXTRACT_VECTOR_ELT
        && matches!(
            dag.value_type(dag.operand(value, 0)),
            ValueType::V2F16 | ValueType::V2F32
        )
        && let Some(index) = dag.constant_u64(dag.operand(value, 1))
    {
        return (dag.operand(value, 0), index == 1);
    }
    (value, false)
}

/// The same; an element of a larger float vector is a part of its aligned pair of registers.
fn part_of_registers(dag: &mut SelectionDag, value: NodeValue) -> (NodeValue, bool) {
    if dag.opcode(value) == isd::EXTRACT_VECTOR_ELT {
        let vector = dag.operand(value, 0);
        let vt = dag.value_type(vector);
        let is_wide =
            vt.scalar() == ValueType::F32 && vt.num_elements() > 2 && vt.num_elements().is_multiple_of(2);
        if let Some(index) = dag.constant_u64(dag.operand(value, 1)).filter(|_| is_wide) {
            let pair = dag.extract_subvector(ValueType::V2F32, vector, index as u32 & !1);
            return (pair, index & 1 == 1);
        }
    }
    part_of_pair(dag, value)
}

/// The low dword of `value` if its high dword is zero by construction.
fn extended_with_zeros(dag: &SelectionDag, value: NodeValue) -> Option<NodeValue> {
    let is_extended = match dag.opcode(value) {
        isd::ZERO_EXTEND => dag.value_type(dag.operand(value, 0)) == ValueType::I32,
        isd::BUILD_PAIR => dag.is_zero(dag.operand(value, 1)),
        _ => false,
    };
    is_extended.then(|| dag.operand(value, 0))
}

/// The low dword of `value` if its high dword is known to be zero.
fn as_zero_extended(
    target: &dyn TargetLowering,
    dag: &mut SelectionDag,
    value: NodeValue,
) -> Option<NodeValue> {
    // A shift of a zero-extended value that loses no bits.
    if dag.opcode(value) == isd::SHL {
        let amount = dag.constant_u64(dag.operand(value, 1))?;
        let low = extended_with_zeros(dag, dag.operand(value, 0))?;
        if amount >= 32 || leading_zeros(target, dag, low) < amount {
            return None;
        }
        let amount = dag.constant(i128::from(amount), ValueType::I32);
        return Some(dag.node(isd::SHL, ValueType::I32, &[low, amount]));
    }
    extended_with_zeros(dag, value)
}

/// Leading bits of a 32-bit value that are known to be 0.
fn leading_zeros(target: &dyn TargetLowering, dag: &SelectionDag, value: NodeValue) -> u64 {
    let known = known_bits(dag, target, value);
    u64::from((known.zeros as u32).leading_ones())
}

impl GpuLowering {
    /// Negation and magnitude become modifiers.
    pub fn select_vop3_mods(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let (source, modifiers) = with_signs(dag, value);
        out.push(source);
        let modifiers = dag.target_constant(modifiers, ValueType::I32);
        out.push(modifiers);
        true
    }

    /// A pair in any order, from one register, with the signs of its elements.
    pub fn select_vop3p_mods(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let (source, signs) = match dag.opcode(value) {
            isd::FNEG => (dag.operand(value, 0), NEG | NEG_HI),
            _ => (value, 0),
        };
        let (source, modifiers) = splat_of_constant(dag, source)
            .or_else(|| parts_of_one(dag, source))
            .or_else(|| half_twice(dag, source))
            .unwrap_or((source, OP_SEL_HI));
        out.push(source);
        let modifiers = dag.target_constant(modifiers ^ signs, ValueType::I32);
        out.push(modifiers);
        true
    }

    /// The addend of a matrix instruction, if it is a single inline constant.
    pub fn select_matrix_constant(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let Some(bits) = splat_of_inline_constant(dag, value) else {
            return false;
        };
        out.push(immediate(dag, bits));
        true
    }

    /// A word whose low 24 bits matter.
    pub fn select_low_24(&self, dag: &mut SelectionDag, value: NodeValue, out: &mut ComplexOperands) -> bool {
        out.push(low_24(dag, value));
        true
    }

    /// A word whose low 16 bits matter.
    pub fn select_low_16(&self, dag: &mut SelectionDag, value: NodeValue, out: &mut ComplexOperands) -> bool {
        out.push(low_16(dag, value));
        true
    }

    /// The upper half of a vector register, with sign modifiers.
    pub fn select_upper(&self, dag: &mut SelectionDag, value: NodeValue, out: &mut ComplexOperands) -> bool {
        let (half, modifiers) = with_signs(dag, value);
        let (register, is_upper) = part_of_pair(dag, half);
        if !is_upper || self.is_in_scalar_registers(dag, register) {
            return false;
        }
        out.push(register);
        let modifiers = dag.target_constant(modifiers, ValueType::I32);
        out.push(modifiers);
        true
    }

    /// A zero- or sign-extended byte or half of a vector register: register, modifiers, and which part.
    pub fn select_subword(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let Some((register, is_signed, part)) = subword(dag, value) else {
            return false;
        };
        if !dag.is_divergent(register) {
            return false;
        }
        out.push(register);
        out.push(dag.target_constant(i128::from(is_signed), ValueType::I32));
        out.push(dag.target_constant(i128::from(part), ValueType::I32));
        true
    }

    /// A float, or a half in either part of a register, which the instruction extends.
    pub fn select_mix_mods(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let (mut source, mut modifiers) = with_signs(dag, value);
        if let Some(half) = extended_half(dag, value) {
            let (half, inner) = with_signs(dag, half);
            // Sign changes after the extension are applied last.
            modifiers = match modifiers & ABS {
                0 => modifiers ^ inner,
                _ => modifiers,
            };
            let (register, is_upper) = part_of_pair(dag, half);
            source = register;
            modifiers |= OP_SEL_HI;
            if is_upper {
                modifiers |= OP_SEL;
            }
        }
        out.push(source);
        let modifiers = dag.target_constant(modifiers, ValueType::I32);
        out.push(modifiers);
        true
    }

    /// Scalar memory: a uniform base and an immediate.
    pub fn select_smrd_imm(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        if dag.is_divergent(value) {
            return false;
        }
        let (base, offset) = split_offset(dag, value);
        let (base, offset) = if (0..=*self.offsets().scalar.end()).contains(&offset) {
            (base, offset)
        } else {
            (value, 0)
        };
        out.push(base);
        let offset = immediate(dag, offset);
        out.push(offset);
        true
    }

    /// Global memory: a uniform base, a vector offset of 32 unsigned bits and an immediate.
    pub fn select_global_saddr(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let (base, far, near) = split_global_offset(dag, value, self.offsets());
        if !dag.is_divergent(base) {
            // One vector register holds the excess, for all nearby accesses.
            let (base, far) = match u32::try_from(far) {
                Ok(far) => (base, far),
                Err(_) => (add_far_offset(dag, base, far), 0),
            };
            let far = immediate(dag, i64::from(far as i32));
            let voffset = dag.machine_node(opcodes::V_MOV_B32_E32, &[ValueType::I32], &[far]);
            let near = immediate(dag, near);
            out.extend([base, voffset.into(), near]);
            return true;
        }
        if dag.opcode(base) != isd::ADD {
            return false;
        }
        let (a, b) = (dag.operand(base, 0), dag.operand(base, 1));
        for (uniform, varying) in [(a, b), (b, a)] {
            if !dag.is_divergent(uniform)
                && dag.is_divergent(varying)
                && let Some(voffset) = as_zero_extended(self, dag, varying)
            {
                let base = add_far_offset(dag, uniform, far);
                let near = immediate(dag, near);
                out.extend([base, voffset, near]);
                return true;
            }
        }
        false
    }

    /// Global memory: a vector address and an immediate.
    pub fn select_global_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let (base, far, near) = split_global_offset(dag, value, self.offsets());
        let base = add_far_offset(dag, base, far);
        let near = immediate(dag, near);
        out.extend([base, near]);
        true
    }

    /// Generic addresses: a vector address and an immediate.
    pub fn select_flat_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        self.base_and_offset(dag, value, &self.offsets().flat, out)
    }

    /// LDS: a vector address and an immediate.
    pub fn select_ds_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        // A constant address is an offset from zero.
        if let Some(address) = dag.constant_u64(value)
            && i64::try_from(address).is_ok_and(|address| self.offsets().lds.contains(&address))
        {
            let zero = immediate(dag, 0);
            let base = dag.machine_node(opcodes::V_MOV_B32_E32, &[ValueType::I32], &[zero]);
            let offset = immediate(dag, address as i64);
            out.extend([base.into(), offset]);
            return true;
        }
        let (base, offset) = split_offsets(dag, value);
        if self.offsets().lds.contains(&offset) {
            let offset = immediate(dag, offset);
            out.extend([base, offset]);
            return true;
        }
        self.base_and_offset(dag, value, &self.offsets().lds, out)
    }

    /// LDS: a vector address and two consecutive offsets in dwords.
    pub fn select_ds_two_words(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        self.two_offsets(dag, value, 4, out)
    }

    /// LDS: a vector address and two offsets in pairs of dwords.
    pub fn select_ds_two_pairs(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        self.two_offsets(dag, value, 8, out)
    }

    fn two_offsets(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        unit: i64,
        out: &mut ComplexOperands,
    ) -> bool {
        let fits = |offset: i64| offset >= 0 && offset % unit == 0 && offset / unit < 255;
        let splits = [split_offsets(dag, value), split_offset(dag, value)];
        let split = splits.into_iter().find(|&(_, offset)| fits(offset));
        let (base, first) = split.map_or((value, 0), |(base, offset)| (base, offset / unit));
        let (first, second) = (immediate(dag, first), immediate(dag, first + 1));
        out.extend([base, first, second]);
        true
    }

    /// Scratch: a uniform base, perhaps a frame object, and an immediate.
    pub fn select_scratch_saddr(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        if dag.is_divergent(value) {
            return false;
        }
        let (base, offset) = split_offset(dag, value);
        let (base, offset) = if self.offsets().scratch.contains(&offset) {
            (base, offset)
        } else {
            (value, 0)
        };
        let base = match *dag.payload(base) {
            wavec_codegen::dag::Payload::FrameIndex(index) if dag.opcode(base) == isd::FRAME_INDEX => {
                dag.target_frame_index(index, ValueType::I32)
            }
            _ => base,
        };
        out.push(base);
        let offset = immediate(dag, offset);
        out.push(offset);
        true
    }

    /// Scratch: a vector address and an immediate. The hardware adds the immediate without wrapping within the lane's
    /// segment, so a base that may be negative keeps its offset.
    pub fn select_scratch_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        self.base_and_offset(dag, value, &self.offsets().scratch, out)
    }

    fn offsets(&self) -> &'static Offsets {
        facts::of(&self.subtarget).offsets
    }

    fn base_and_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        range: &std::ops::RangeInclusive<i64>,
        out: &mut ComplexOperands,
    ) -> bool {
        let (base, offset) = split_offset(dag, value);
        let (base, offset) = if range.contains(&offset) {
            (base, offset)
        } else {
            (value, 0)
        };
        out.push(base);
        let offset = immediate(dag, offset);
        out.push(offset);
        true
    }
}

/// A splat constant that matrix instructions can encode.
fn splat_of_inline_constant(dag: &SelectionDag, tuple: NodeValue) -> Option<i64> {
    if dag.opcode(tuple) != isd::BUILD_VECTOR {
        return None;
    }
    let element = dag.splat_value(tuple)?;
    let bits = dag
        .constant_float_bits(element)
        .or_else(|| dag.constant_u64(element))? as i64;
    let scalar = dag.value_type(element);
    let ty = ConstantType {
        bits: scalar.scalar_bits() as u8,
        is_float: scalar.is_float(),
        is_packed: false,
        is_bfloat: false,
    };
    inline_code(bits, ty).map(|_| bits)
}

/// A splat pair that an instruction can encode: inline constants apply to the low element, which is used twice.
fn splat_of_constant(dag: &mut SelectionDag, pair: NodeValue) -> Option<(NodeValue, i128)> {
    if dag.value_type(pair) == ValueType::V2F32 {
        return splat_of_inline_constant(dag, pair).map(|bits| (immediate(dag, bits), 0));
    }
    if dag.opcode(pair) == isd::BUILD_VECTOR {
        let element = dag.splat_value(pair)?;
        let bits = dag.constant_float_bits(element)?;
        let ty = ConstantType {
            bits: 16,
            is_float: true,
            is_packed: true,
            is_bfloat: false,
        };
        return inline_code(bits as i64, ty).map(|_| (element, 0));
    }
    if dag.opcode(pair) != isd::BITCAST || dag.value_type(pair) != ValueType::V2I16 {
        return None;
    }
    let word = dag.constant_u64(dag.operand(pair, 0))? as u32;
    let element = word as u16 as i16;
    let is_splat = word >> 16 == word & 0xffff && is_inline_integer(element.into());
    is_splat.then(|| (dag.constant(element, ValueType::I32), 0))
}

/// A pair of integers, both the same half of a dword.
fn half_twice(dag: &SelectionDag, pair: NodeValue) -> Option<(NodeValue, i128)> {
    if dag.opcode(pair) != isd::BITCAST || dag.value_type(pair) != ValueType::V2I16 {
        return None;
    }
    let word = dag.operand(pair, 0);
    if dag.opcode(word) != isd::OR {
        return None;
    }
    let part = |value: NodeValue, opcode, constant| {
        let fits = dag.opcode(value) == opcode && dag.constant_u64(dag.operand(value, 1)) == Some(constant);
        fits.then(|| dag.operand(value, 0))
    };
    let (a, b) = (dag.operand(word, 0), dag.operand(word, 1));
    [(a, b), (b, a)].into_iter().find_map(|(low, high)| {
        let lower = part(low, isd::AND, 0xffff).zip(part(high, isd::SHL, 16));
        let upper = part(low, isd::SRL, 16).zip(part(high, isd::AND, 0xffff_0000));
        let same = |both: Option<(NodeValue, NodeValue)>, modifiers| {
            both.filter(|(x, y)| x == y).map(|(x, _)| (x, modifiers))
        };
        same(lower, 0).or(same(upper, OP_SEL | OP_SEL_HI))
    })
}

/// Both elements of a pair as parts of one register, or of one pair of registers.
fn parts_of_one(dag: &mut SelectionDag, pair: NodeValue) -> Option<(NodeValue, i128)> {
    let vt = dag.value_type(pair);
    if dag.opcode(pair) != isd::BUILD_VECTOR || !matches!(vt, ValueType::V2F16 | ValueType::V2F32) {
        return None;
    }
    let mut part = |index: usize| {
        let element = dag.operand(pair, index);
        let (value, negated) = match dag.opcode(element) {
            isd::FNEG => (dag.operand(element, 0), true),
            _ => (element, false),
        };
        (part_of_registers(dag, value), negated)
    };
    let (((low, low_upper), low_negated), ((high, high_upper), high_negated)) = (part(0), part(1));
    if low != high || (vt == ValueType::V2F16 && dag.is_constant(low)) {
        return None;
    }
    // One register for both: the other elements may be anything.
    let source = match vt == ValueType::V2F32 && dag.value_type(low) == ValueType::F32 {
        true => dag.node(isd::SCALAR_TO_VECTOR, vt, &[low]),
        false => low,
    };
    let bit = |set: bool, bit: i128| if set { bit } else { 0 };
    let modifiers = bit(low_negated, NEG)
        | bit(high_negated, NEG_HI)
        | bit(low_upper, OP_SEL)
        | bit(high_upper, OP_SEL_HI);
    Some((source, modifiers))
}

/// The value whose low half is used, if `value` only extends it.
pub(super) fn low_16(dag: &SelectionDag, value: NodeValue) -> NodeValue {
    let is_half = |mask: NodeValue| dag.constant_u64(mask) == Some(0xffff);
    let extends = match dag.opcode(value) {
        isd::AND => is_half(dag.operand(value, 1)),
        isd::SIGN_EXTEND_INREG => dag.type_operand(dag.operand(value, 1)) == ValueType::I16,
        _ => false,
    };
    if extends { dag.operand(value, 0) } else { value }
}

/// The value that `value` extends or masks, if that preserves its low 24 bits.
fn low_24(dag: &SelectionDag, value: NodeValue) -> NodeValue {
    let constant = |operand: NodeValue| dag.constant_u64(operand);
    match dag.opcode(value) {
        isd::AND if constant(dag.operand(value, 1)).is_some_and(|mask| mask & 0xff_ffff == 0xff_ffff) => {
            dag.operand(value, 0)
        }
        isd::SRA | isd::SRL if constant(dag.operand(value, 1)).is_some_and(|by| by <= 8) => {
            let shifted = dag.operand(value, 0);
            let same = dag.opcode(shifted) == isd::SHL
                && constant(dag.operand(shifted, 1)) == constant(dag.operand(value, 1));
            if same { dag.operand(shifted, 0) } else { value }
        }
        _ => value,
    }
}
