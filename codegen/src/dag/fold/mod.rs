//! Folding while nodes are made: constants, identities, casts of casts. What needs to look at uses is in the combiner.

mod scalar;
mod unary;
mod vector;

use crate::dag::float;
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::make::sign_extend_bits;
use crate::dag::node::{NodeFlags, NodeValue};
use crate::dag::types::ValueType;
pub(crate) use scalar::{compare_ints, fold_ints};
use scalar::{compare_ordering, fold_floats};
use smallvec::SmallVec;

impl SelectionDag {
    /// The value that the node would be, if that is obvious.
    pub(crate) fn fold_node(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> Option<NodeValue> {
        match *operands {
            [a] => self.fold_unary(opcode, vt, a),
            [a, b] => self.fold_binary(opcode, vt, a, b, flags),
            [a, b, c] => self.fold_ternary(opcode, vt, a, b, c),
            _ if opcode == isd::BUILD_VECTOR => self.fold_build_vector(vt, operands),
            _ if opcode == isd::CONCAT_VECTORS => self.fold_concat(vt, operands),
            _ => None,
        }
    }

    fn fold_binary(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        b: NodeValue,
        flags: NodeFlags,
    ) -> Option<NodeValue> {
        use isd::*;
        match opcode {
            BUILD_VECTOR => return self.fold_build_vector(vt, &[a, b]),
            CONCAT_VECTORS => return self.fold_concat(vt, &[a, b]),
            EXTRACT_VECTOR_ELT => return self.fold_extract(vt, a, b),
            EXTRACT_SUBVECTOR => return self.fold_extract_subvector(vt, a, b),
            BUILD_PAIR => {
                let bits = self.value_type(a).scalar_bits();
                let (low, high) = (self.int_constant(a)?, self.int_constant(b)?);
                return Some(self.constant((low | high << bits) as i128, vt));
            }
            EXTRACT_ELEMENT => {
                let half = u32::try_from(self.int_constant(b)?).ok()?;
                if self.opcode(a) == BUILD_PAIR {
                    return Some(self.operand(a, half as usize));
                }
                let value = self.int_constant(a)?;
                return Some(self.constant((value >> (half * vt.scalar_bits())) as i128, vt));
            }
            SIGN_EXTEND_INREG => {
                let narrow = self.type_operand(b).scalar_bits();
                if narrow == vt.scalar_bits() {
                    return Some(a);
                }
                return self.map_constant(vt, a, &mut |dag, element| {
                    let value = dag.int_constant(element)?;
                    Some(dag.constant(sign_extend_bits(value, narrow), vt.scalar()))
                });
            }
            FP_ROUND => {
                if self.value_type(a) == vt {
                    return Some(a);
                }
                let from = self.value_type(a).scalar();
                return self.map_constant(vt, a, &mut |dag, element| {
                    let bits = dag.constant_float_bits(element)?;
                    let value = float::to_f64(bits, from);
                    let result = float::from_f64(value, vt.scalar());
                    let is_normal =
                        !float::is_denormal(bits, from) && !float::is_denormal(result, vt.scalar());
                    (is_normal && !value.is_nan()).then(|| dag.constant_fp_bits(result, vt.scalar()))
                });
            }
            _ => {}
        }
        if !vt.is_data()
            || matches!(
                opcode,
                ASSERT_SEXT | ASSERT_ZEXT | FP_TO_SINT_SAT | FP_TO_UINT_SAT
            )
        {
            return None;
        }
        if let Some(constant) = self.fold_binary_constants(opcode, vt, a, b) {
            return Some(constant);
        }
        if vt.is_float() {
            return self.fold_float_identity(opcode, a, b, flags);
        }
        let (a, b) = if opcode.is_commutative() && self.is_constant(a) {
            (b, a)
        } else {
            (a, b)
        };
        self.fold_int_identity(opcode, vt, a, b)
    }

    /// The value of an integer constant that is no target constant.
    fn int_constant(&self, value: NodeValue) -> Option<u128> {
        if self.opcode(value) != isd::CONSTANT {
            return None;
        }
        self.constant_u128(value)
    }

    fn fold_int_identity(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<NodeValue> {
        use isd::*;
        if self.is_undef(a) || self.is_undef(b) {
            match opcode {
                ADD | SUB | XOR if a != b => return Some(self.undef(vt)),
                AND | MUL => return Some(self.constant(0, vt)),
                OR => return Some(self.constant(-1, vt)),
                SHL | SRL | SRA if self.is_undef(b) => return Some(self.undef(vt)),
                SHL | SRL | SRA => return Some(self.constant(0, vt)),
                _ => {}
            }
        }
        match opcode {
            ADD | SUB | OR | XOR | SHL | SRL | SRA | ROTL | ROTR | UMAX if self.is_zero(b) => return Some(a),
            AND | MUL | UMIN | MULHU if self.is_zero(b) => return Some(self.constant(0, vt)),
            AND | UMIN if self.is_all_ones(b) => return Some(a),
            OR | UMAX if self.is_all_ones(b) => return Some(b),
            MUL | UDIV | SDIV if self.splat_constant(b) == Some(1) => return Some(a),
            UREM if self.splat_constant(b) == Some(1) => return Some(self.constant(0, vt)),
            SHL | SRL | SRA if self.is_zero(a) => return Some(a),
            SRA if self.is_all_ones(a) => return Some(a),
            _ => {}
        }
        if a == b {
            match opcode {
                SUB | XOR => return Some(self.constant(0, vt)),
                AND | OR | SMIN | SMAX | UMIN | UMAX => return Some(a),
                _ => {}
            }
        }
        // (x op c1) op c2 with an associative op.
        if matches!(opcode, ADD | MUL | AND | OR | XOR)
            && self.opcode(a) == opcode
            && self.is_constant(b)
            && self.is_constant(self.operand(a, 1))
        {
            let (x, inner) = (self.operand(a, 0), self.operand(a, 1));
            let folded = self.node(opcode, vt, &[inner, b]);
            if self.is_constant(folded) {
                let flags = if opcode == ADD {
                    self.flags(a) & NodeFlags::NUW
                } else {
                    NodeFlags::empty()
                };
                return Some(self.node_flags(opcode, vt, &[x, folded], flags));
            }
        }
        // Adding is the canonical form of subtracting a constant.
        if opcode == SUB && self.is_constant(b) && !vt.is_vector() {
            let value = self.constant_u128(b)?;
            let negated = self.constant((value as i128).wrapping_neg(), vt);
            return Some(self.node(ADD, vt, &[a, negated]));
        }
        None
    }

    fn fold_float_identity(
        &mut self,
        opcode: NodeOpcode,
        a: NodeValue,
        b: NodeValue,
        flags: NodeFlags,
    ) -> Option<NodeValue> {
        use isd::*;
        let (a, b) = if opcode.is_commutative() && self.is_constant(a) {
            (b, a)
        } else {
            (a, b)
        };
        let vt = self.value_type(a);
        let value = float::to_f64(self.splat_float_bits(b)?, vt.scalar());
        let is_zero = value == 0.0;
        match opcode {
            // x + -0 and x - 0 are x, denormals and signaling NaNs aside as everywhere in IR.
            FADD if is_zero && (value.is_sign_negative() || flags.contains(NodeFlags::NSZ)) => Some(a),
            FSUB if is_zero && (value.is_sign_positive() || flags.contains(NodeFlags::NSZ)) => Some(a),
            FMUL | FDIV if value == 1.0 => Some(a),
            FMUL if is_zero && flags.contains(NodeFlags::NNAN | NodeFlags::NSZ) => Some(b),
            FMUL | FDIV if value == -1.0 => Some(self.node_flags(FNEG, vt, &[a], flags)),
            _ => None,
        }
    }

    fn fold_binary_constants(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<NodeValue> {
        if !self.is_constant(a) || !self.is_constant(b) {
            return None;
        }
        if !vt.is_vector() {
            return self.fold_scalars(opcode, vt, a, b);
        }
        if self.opcode(a) != isd::BUILD_VECTOR || self.opcode(b) != isd::BUILD_VECTOR {
            return None;
        }
        let count = vt.num_elements() as usize;
        if self.num_operands(a.node) != count || self.num_operands(b.node) != count {
            return None;
        }
        let mut out: SmallVec<[NodeValue; 16]> = SmallVec::new();
        for i in 0..count {
            let (x, y) = (self.operand(a, i), self.operand(b, i));
            out.push(self.fold_scalars(opcode, vt.scalar(), x, y)?);
        }
        Some(self.build_vector(vt, &out))
    }

    fn fold_scalars(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<NodeValue> {
        if let (Some(x), Some(y)) = (self.constant_float_bits(a), self.constant_float_bits(b)) {
            if !vt.is_float() {
                return None;
            }
            return fold_floats(opcode, vt, x, y).map(|bits| self.constant_fp_bits(bits, vt));
        }
        let (x, y) = (self.int_constant(a)?, self.int_constant(b)?);
        let bits = self.value_type(a).scalar_bits();
        let value = fold_ints(opcode, bits, x, y)?;
        Some(self.constant(value as i128, vt))
    }

    fn fold_ternary(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        b: NodeValue,
        c: NodeValue,
    ) -> Option<NodeValue> {
        use isd::*;
        match opcode {
            BUILD_VECTOR => self.fold_build_vector(vt, &[a, b, c]),
            CONCAT_VECTORS => self.fold_concat(vt, &[a, b, c]),
            SELECT | VSELECT => {
                if b == c || self.is_undef(c) {
                    return Some(b);
                }
                if self.is_undef(b) {
                    return Some(c);
                }
                if self.is_undef(a) {
                    return Some(c);
                }
                let condition = self.splat_constant(a)?;
                Some(if condition & 1 != 0 { b } else { c })
            }
            SETCC => self.fold_set_cc(vt, a, b, self.cond_code_of(c)),
            INSERT_VECTOR_ELT => {
                let index = self.int_constant(c)?;
                let count = vt.num_elements();
                if index >= u128::from(count) {
                    return Some(self.undef(vt));
                }
                let index = index as usize;
                if self.is_undef(a) || self.opcode(a) == BUILD_VECTOR {
                    let mut elements: SmallVec<[NodeValue; 16]> = if self.is_undef(a) {
                        let undef = self.undef(vt.scalar());
                        SmallVec::from_elem(undef, count as usize)
                    } else {
                        self.operands(a).collect()
                    };
                    if self.value_type(elements[index]) != self.value_type(b) {
                        return None;
                    }
                    elements[index] = b;
                    return Some(self.build_vector(vt, &elements));
                }
                // Putting back what was there.
                (self.opcode(b) == EXTRACT_VECTOR_ELT
                    && self.operand(b, 0) == a
                    && self.int_constant(self.operand(b, 1)) == Some(index as u128))
                .then_some(a)
            }
            INSERT_SUBVECTOR => {
                let part = self.value_type(b);
                if part == vt {
                    return Some(b);
                }
                if self.is_undef(b) {
                    return Some(a);
                }
                None
            }
            FMA => {
                let (x, y, z) = (
                    self.constant_float_bits(a)?,
                    self.constant_float_bits(b)?,
                    self.constant_float_bits(c)?,
                );
                let bits = match vt {
                    ValueType::F32 => {
                        let f = |bits: u64| f32::from_bits(bits as u32);
                        u64::from(f(x).mul_add(f(y), f(z)).to_bits())
                    }
                    ValueType::F64 => f64::from_bits(x)
                        .mul_add(f64::from_bits(y), f64::from_bits(z))
                        .to_bits(),
                    _ => return None,
                };
                (!float::to_f64(bits, vt).is_nan()).then(|| self.constant_fp_bits(bits, vt))
            }
            FSHL | FSHR => {
                let amount = self.splat_constant(c)? % u128::from(vt.scalar_bits());
                if amount == 0 {
                    return Some(if opcode == FSHL { a } else { b });
                }
                None
            }
            _ => None,
        }
    }

    fn fold_set_cc(&mut self, vt: ValueType, a: NodeValue, b: NodeValue, cc: CondCode) -> Option<NodeValue> {
        match cc {
            CondCode::SetFalse | CondCode::SetFalse2 => return Some(self.constant(0, vt)),
            CondCode::SetTrue | CondCode::SetTrue2 => return Some(self.constant(1, vt)),
            _ => {}
        }
        let operand_vt = self.value_type(a);
        if operand_vt.is_integer() && a == b && !self.is_undef(a) {
            return Some(self.constant(i128::from(cc.is_true_when_equal()), vt));
        }
        if vt.is_vector() {
            return None;
        }
        if let (Some(x), Some(y)) = (self.int_constant(a), self.int_constant(b)) {
            let result = compare_ints(cc, operand_vt.scalar_bits(), x, y);
            return Some(self.constant(i128::from(result), vt));
        }
        if let (Some(x), Some(y)) = (self.constant_float_bits(a), self.constant_float_bits(b)) {
            let order = float::to_f64(x, operand_vt).partial_cmp(&float::to_f64(y, operand_vt));
            return Some(self.constant(i128::from(compare_ordering(cc, order)), vt));
        }
        // Constants on the right.
        if self.is_constant(a) && !self.is_constant(b) {
            return Some(self.set_cc(vt, b, a, cc.swapped()));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::scalar::int_to_float;
    use super::*;
    use crate::dag::make::truncate_bits;
    use crate::mir::{Register, VReg};
    use cranelift_entity::EntityRef;
    use isd::*;

    fn reg(dag: &mut SelectionDag, vt: ValueType) -> NodeValue {
        dag.copy_from_reg(dag.entry(), Register::from(VReg::new(0)), vt)
    }

    #[test]
    fn integer_constants() {
        assert_eq!(fold_ints(ADD, 8, 250, 10).map(|v| truncate_bits(v, 8)), Some(4));
        assert_eq!(
            fold_ints(SRA, 8, 0x80, 3).map(|v| truncate_bits(v, 8)),
            Some(0xf0)
        );
        assert_eq!(fold_ints(SHL, 8, 1, 8), None);
        assert_eq!(fold_ints(ROTR, 32, 1, 1), Some(0x8000_0000));
        assert_eq!(
            fold_ints(MULHS, 32, 0xffff_ffff, 2).map(|v| truncate_bits(v, 32)),
            Some(0xffff_ffff)
        );
        assert_eq!(fold_ints(UDIV, 32, 7, 0), None);
        assert_eq!(
            fold_ints(SADDSAT, 8, 100, 100).map(|v| truncate_bits(v, 8)),
            Some(127)
        );
        assert!(compare_ints(CondCode::SetLt, 8, 0xff, 0));
        assert!(compare_ints(CondCode::SetUgt, 8, 0xff, 0));
    }

    #[test]
    fn identities() {
        let mut dag = SelectionDag::default();
        let vt = ValueType::I32;
        let x = reg(&mut dag, vt);
        let (zero, one) = (dag.constant(0, vt), dag.constant(1, vt));
        assert_eq!(dag.node(ADD, vt, &[x, zero]), x);
        assert_eq!(dag.node(MUL, vt, &[one, x]), x);
        assert_eq!(dag.node(XOR, vt, &[x, x]), zero);
        let five = dag.constant(5, vt);
        let a = dag.node(ADD, vt, &[five, x]);
        assert_eq!(dag.operand(a, 0), x, "constants go right");
        let b = dag.node(SUB, vt, &[a, one]);
        assert_eq!(dag.constant_u64(dag.operand(b, 1)), Some(4));
        let minus = dag.node(SUB, vt, &[x, one]);
        assert_eq!(dag.constant_i64(dag.operand(minus, 1)), Some(-1));
    }

    #[test]
    fn casts() {
        let mut dag = SelectionDag::default();
        let x = reg(&mut dag, ValueType::I32);
        let wide = dag.node(ZERO_EXTEND, ValueType::I64, &[x]);
        assert_eq!(dag.node(TRUNCATE, ValueType::I32, &[wide]), x);
        let one = dag.constant_fp(1.0, ValueType::F32);
        let bits = dag.bitcast(ValueType::I32, one);
        assert_eq!(dag.constant_u64(bits), Some(0x3f80_0000));
        // Words of constants are constants; halves of words only when they are taken out.
        let pair = dag.bitcast(ValueType::V2I16, bits);
        assert_eq!(dag.opcode(pair), BITCAST);
        let high = dag.extract_element(pair, 1);
        assert_eq!(dag.constant_u64(high), Some(0x3f80));
        let long = dag.constant(0x0123_4567_89ab_cdefi64, ValueType::I64);
        let words = dag.bitcast(ValueType::V2I32, long);
        assert_eq!(dag.constant_u64(dag.operand(words, 1)), Some(0x0123_4567));
    }

    #[test]
    fn vectors() {
        let mut dag = SelectionDag::default();
        let v = reg(&mut dag, ValueType::V2I32);
        let (a, b) = (dag.extract_element(v, 0), dag.extract_element(v, 1));
        assert_eq!(dag.build_vector(ValueType::V2I32, &[a, b]), v);
        let swapped = dag.build_vector(ValueType::V2I32, &[b, a]);
        assert_eq!(dag.extract_element(swapped, 0), b);
    }

    #[test]
    fn conversions_round_once() {
        assert_eq!(
            int_to_float(16_777_217, ValueType::F32),
            u64::from(16_777_216f32.to_bits())
        );
        assert_eq!(int_to_float(-3, ValueType::F16), 0xc200);
        // 2^61 + 2^53 + 1 is above the tie between two bf16 numbers.
        let value = (1i128 << 61) + (1 << 53) + 1;
        assert_eq!(int_to_float(value, ValueType::BF16), 0x5e01);
    }
}
