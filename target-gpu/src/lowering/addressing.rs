//! Complex patterns: addressing modes and source modifiers. Each method pushes the operands that a pattern names.

use super::GpuLowering;
use wavec_codegen::dag::{ComplexOperands, NodeValue, SelectionDag, ValueType, isd};
use wavec_gpu_mc::opcodes;

/// Source modifier bits: the sign is changed, after it was cleared.
const NEG: i128 = 1;
const ABS: i128 = 2;

/// `address` as a base and a constant number of bytes.
fn split_offset(dag: &SelectionDag, address: NodeValue) -> (NodeValue, i64) {
    if dag.opcode(address) == isd::ADD
        && let Some(offset) = dag.constant_i64(dag.operand(address, 1))
    {
        return (dag.operand(address, 0), offset);
    }
    (address, 0)
}

fn immediate(dag: &mut SelectionDag, value: i64) -> NodeValue {
    dag.target_constant(i128::from(value), ValueType::I32)
}

/// The low dword of `value` if its high dword is known to be zero.
fn as_zero_extended(dag: &mut SelectionDag, value: NodeValue) -> Option<NodeValue> {
    match dag.opcode(value) {
        isd::ZERO_EXTEND if dag.value_type(dag.operand(value, 0)) == ValueType::I32 => {
            Some(dag.operand(value, 0))
        }
        // A shift of a zero-extended value that loses nothing.
        isd::SHL => {
            let amount = dag.constant_u64(dag.operand(value, 1))?;
            let inner = dag.operand(value, 0);
            if dag.opcode(inner) != isd::ZERO_EXTEND
                || dag.value_type(dag.operand(inner, 0)) != ValueType::I32
            {
                return None;
            }
            let low = dag.operand(inner, 0);
            if amount >= 32 || leading_zeros(dag, low) < amount {
                return None;
            }
            let amount = dag.constant(i128::from(amount), ValueType::I32);
            Some(dag.node(isd::SHL, ValueType::I32, &[low, amount]))
        }
        _ => None,
    }
}

/// Leading zero bits of a 32-bit value that are obvious from a mask or a shift.
fn leading_zeros(dag: &SelectionDag, value: NodeValue) -> u64 {
    match dag.opcode(value) {
        isd::AND => dag
            .constant_u64(dag.operand(value, 1))
            .map_or(0, |mask| u64::from((mask as u32).leading_zeros())),
        isd::SRL => dag.constant_u64(dag.operand(value, 1)).unwrap_or(0).min(31),
        isd::ZERO_EXTEND => 31,
        _ => 0,
    }
}

impl GpuLowering {
    /// Negation and magnitude go into the modifiers.
    pub fn select_vop3_mods(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
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
        out.push(source);
        let modifiers = dag.target_constant(modifiers, ValueType::I32);
        out.push(modifiers);
        true
    }

    /// A uniform base and an immediate of 21 signed bits.
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
        let (base, offset) = if (0..1 << 20).contains(&offset) {
            (base, offset)
        } else {
            (value, 0)
        };
        out.push(base);
        let offset = immediate(dag, offset);
        out.push(offset);
        true
    }

    /// A uniform base, a vector offset of 32 unsigned bits, an immediate of 13 signed bits.
    pub fn select_global_saddr(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        let (base, offset) = split_offset(dag, value);
        let (address, offset) = if (-4096..=4095).contains(&offset) {
            (base, offset)
        } else {
            (value, 0)
        };
        if !dag.is_divergent(address) {
            let zero = immediate(dag, 0);
            let voffset = dag.machine_node(opcodes::V_MOV_B32_E32, &[ValueType::I32], &[zero]);
            let offset = immediate(dag, offset);
            out.extend([address, voffset.into(), offset]);
            return true;
        }
        if dag.opcode(address) != isd::ADD {
            return false;
        }
        let (a, b) = (dag.operand(address, 0), dag.operand(address, 1));
        for (uniform, varying) in [(a, b), (b, a)] {
            if !dag.is_divergent(uniform)
                && dag.is_divergent(varying)
                && let Some(voffset) = as_zero_extended(dag, varying)
            {
                let offset = immediate(dag, offset);
                out.extend([uniform, voffset, offset]);
                return true;
            }
        }
        false
    }

    /// A vector address and an immediate of 13 signed bits.
    pub fn select_global_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        self.base_and_offset(dag, value, -4096..=4095, out)
    }

    /// A vector address and an immediate of 12 unsigned bits.
    pub fn select_flat_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        self.base_and_offset(dag, value, 0..=4095, out)
    }

    /// LDS: a vector address and an immediate of 16 unsigned bits.
    pub fn select_ds_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        out: &mut ComplexOperands,
    ) -> bool {
        // A constant address is an offset from zero.
        if let Some(address) = dag.constant_u64(value)
            && address <= 65535
        {
            let zero = immediate(dag, 0);
            let base = dag.machine_node(opcodes::V_MOV_B32_E32, &[ValueType::I32], &[zero]);
            let offset = immediate(dag, address as i64);
            out.extend([base.into(), offset]);
            return true;
        }
        self.base_and_offset(dag, value, 0..=65535, out)
    }

    /// LDS: a vector address and two offsets in dwords, one behind the other.
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
        let (base, offset) = split_offset(dag, value);
        let fits = offset >= 0 && offset % unit == 0 && offset / unit < 255;
        let (base, first) = if fits { (base, offset / unit) } else { (value, 0) };
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
        let (base, offset) = if (0..=4095).contains(&offset) {
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
        self.base_and_offset(dag, value, 0..=4095, out)
    }

    fn base_and_offset(
        &self,
        dag: &mut SelectionDag,
        value: NodeValue,
        range: std::ops::RangeInclusive<i64>,
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
