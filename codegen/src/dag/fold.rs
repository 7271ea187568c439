//! Folding while nodes are made: constants, identities, casts of casts. What needs to look at uses is in the combiner.

use crate::dag::float;
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::make::{sign_extend_bits, truncate_bits};
use crate::dag::node::{NodeFlags, NodeValue};
use crate::dag::types::ValueType;
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

    fn fold_unary(&mut self, opcode: NodeOpcode, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        let from = self.value_type(a);
        let inner = self.opcode(a);
        match opcode {
            BITCAST | SIGN_EXTEND | ZERO_EXTEND | ANY_EXTEND | TRUNCATE | FP_EXTEND if from == vt => {
                return Some(a);
            }
            BUILD_VECTOR => return self.fold_build_vector(vt, &[a]),
            CONCAT_VECTORS => return Some(a),
            _ => {}
        }
        if inner == UNDEF {
            match opcode {
                // Not every bit pattern is a value of these, so zero stands for "some value".
                ZERO_EXTEND | SIGN_EXTEND => return Some(self.constant(0, vt)),
                BITCAST | TRUNCATE | ANY_EXTEND | FNEG | BSWAP | BITREVERSE | FP_EXTEND => {
                    return Some(self.undef(vt));
                }
                _ => {}
            }
        }
        if let Some(constant) = self.fold_unary_constant(opcode, vt, a) {
            return Some(constant);
        }
        match opcode {
            FREEZE if self.is_constant(a) && inner != BUILD_VECTOR => Some(a),
            FREEZE if inner == FREEZE => Some(a),
            BITCAST if inner == BITCAST => {
                let source = self.operand(a, 0);
                Some(self.bitcast(vt, source))
            }
            TRUNCATE => self.fold_truncate(vt, a),
            SIGN_EXTEND | ANY_EXTEND | ZERO_EXTEND if inner == ANY_EXTEND && opcode == ANY_EXTEND => {
                let source = self.operand(a, 0);
                Some(self.node(ANY_EXTEND, vt, &[source]))
            }
            SIGN_EXTEND | ANY_EXTEND if inner == SIGN_EXTEND || inner == ZERO_EXTEND => {
                let source = self.operand(a, 0);
                Some(self.node(inner, vt, &[source]))
            }
            ZERO_EXTEND if inner == ZERO_EXTEND => {
                let source = self.operand(a, 0);
                Some(self.node(ZERO_EXTEND, vt, &[source]))
            }
            FNEG if inner == FNEG => Some(self.operand(a, 0)),
            FABS if inner == FABS => Some(a),
            FABS if inner == FNEG => {
                let source = self.operand(a, 0);
                Some(self.node(FABS, vt, &[source]))
            }
            _ => None,
        }
    }

    fn fold_truncate(&mut self, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        match self.opcode(a) {
            TRUNCATE => {
                let source = self.operand(a, 0);
                Some(self.node(TRUNCATE, vt, &[source]))
            }
            extend @ (ANY_EXTEND | SIGN_EXTEND | ZERO_EXTEND) => {
                let source = self.operand(a, 0);
                let bits = self.value_type(source).scalar_bits();
                Some(match bits.cmp(&vt.scalar_bits()) {
                    std::cmp::Ordering::Less => self.node(extend, vt, &[source]),
                    std::cmp::Ordering::Equal => source,
                    std::cmp::Ordering::Greater => self.node(TRUNCATE, vt, &[source]),
                })
            }
            BUILD_PAIR => {
                let low = self.operand(a, 0);
                let bits = self.value_type(low).scalar_bits();
                (vt.scalar_bits() <= bits).then(|| self.zext_or_trunc(low, vt))
            }
            _ => None,
        }
    }

    /// A constant element by element.
    fn map_constant(
        &mut self,
        vt: ValueType,
        a: NodeValue,
        map: &mut dyn FnMut(&mut SelectionDag, NodeValue) -> Option<NodeValue>,
    ) -> Option<NodeValue> {
        if !vt.is_vector() {
            return map(self, a);
        }
        if self.opcode(a) != isd::BUILD_VECTOR || vt.num_elements() != self.value_type(a).num_elements() {
            return None;
        }
        let elements: SmallVec<[NodeValue; 16]> = self.operands(a).collect();
        let mut out: SmallVec<[NodeValue; 16]> = SmallVec::new();
        for element in elements {
            if self.is_undef(element) {
                out.push(self.undef(vt.scalar()));
            } else {
                out.push(map(self, element)?);
            }
        }
        Some(self.build_vector(vt, &out))
    }

    fn fold_unary_constant(&mut self, opcode: NodeOpcode, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        if !self.is_constant(a) {
            return None;
        }
        let from = self.value_type(a).scalar();
        let to = vt.scalar();
        if opcode == BITCAST {
            return self.fold_constant_bitcast(vt, a);
        }
        self.map_constant(vt, a, &mut |dag, element| {
            if dag.opcode(element) != CONSTANT && dag.opcode(element) != CONSTANT_FP {
                return None;
            }
            if let Some(bits) = dag.constant_float_bits(element) {
                let value = float::to_f64(bits, from);
                let sign = 1u64 << (from.scalar_bits() - 1);
                return Some(match opcode {
                    FNEG => dag.constant_fp_bits(bits ^ sign, to),
                    FABS => dag.constant_fp_bits(bits & !sign, to),
                    FP_EXTEND if !value.is_nan() => dag.constant_fp(value, to),
                    FTRUNC if !value.is_nan() => dag.constant_fp(value.trunc(), to),
                    FFLOOR if !value.is_nan() => dag.constant_fp(value.floor(), to),
                    FCEIL if !value.is_nan() => dag.constant_fp(value.ceil(), to),
                    FP_TO_SINT | FP_TO_UINT if value.is_finite() && to.scalar_bits() <= 64 => {
                        let whole = value.trunc();
                        let bits = to.scalar_bits() as i32;
                        let (low, high) = if opcode == FP_TO_SINT {
                            (-(2f64.powi(bits - 1)), 2f64.powi(bits - 1))
                        } else {
                            (0.0, 2f64.powi(bits))
                        };
                        if whole < low || whole >= high {
                            return None;
                        }
                        dag.constant(whole as i128, to)
                    }
                    _ => return None,
                });
            }
            let value = dag.constant_u128(element)?;
            let bits = from.scalar_bits();
            let value = truncate_bits(value, bits);
            let signed = sign_extend_bits(value, bits);
            Some(match opcode {
                TRUNCATE | ZERO_EXTEND => dag.constant(value as i128, to),
                SIGN_EXTEND | ANY_EXTEND => dag.constant(signed, to),
                CTPOP => dag.constant(value.count_ones(), to),
                CTLZ | CTLZ_ZERO_UNDEF => dag.constant(value.leading_zeros() - (128 - bits), to),
                CTTZ | CTTZ_ZERO_UNDEF => dag.constant(value.trailing_zeros().min(bits), to),
                BSWAP if bits.is_multiple_of(8) => {
                    dag.constant((value.swap_bytes() >> (128 - bits)) as i128, to)
                }
                BITREVERSE => dag.constant((value.reverse_bits() >> (128 - bits)) as i128, to),
                ABS => dag.constant(signed.wrapping_abs(), to),
                SINT_TO_FP if bits <= 64 => dag.constant_fp_bits(int_to_float(signed, to), to),
                UINT_TO_FP if bits <= 64 => dag.constant_fp_bits(int_to_float(value as i128, to), to),
                _ => return None,
            })
        })
    }

    fn fold_constant_bitcast(&mut self, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        let from = self.value_type(a);
        let bits_of = |dag: &SelectionDag, value: NodeValue| {
            dag.constant_u128(value)
                .or(dag.constant_float_bits(value).map(u128::from))
        };
        let make = |dag: &mut SelectionDag, bits: u128, vt: ValueType| {
            if vt.is_float() {
                dag.constant_fp_bits(bits as u64, vt)
            } else {
                dag.constant(bits as i128, vt)
            }
        };
        if self.opcode(a) == isd::TARGET_CONSTANT || from.size_in_bits() > 128 {
            return None;
        }
        let mut whole = 0u128;
        if from.is_vector() {
            let width = from.scalar_bits();
            let elements: SmallVec<[NodeValue; 16]> = self.operands(a).collect();
            for (i, element) in elements.into_iter().enumerate() {
                let bits = if self.is_undef(element) {
                    0
                } else {
                    bits_of(self, element)?
                };
                whole |= truncate_bits(bits, width) << (i as u32 * width);
            }
        } else {
            whole = bits_of(self, a)?;
        }
        if !vt.is_vector() {
            return Some(make(self, whole, vt));
        }
        let width = vt.scalar_bits();
        let elements: SmallVec<[NodeValue; 16]> = (0..vt.num_elements())
            .map(|i| make(self, truncate_bits(whole >> (i * width), width), vt.scalar()))
            .collect();
        Some(self.build_vector(vt, &elements))
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
                    let value = float::to_f64(dag.constant_float_bits(element)?, from);
                    (!value.is_nan()).then(|| dag.constant_fp(value, vt.scalar()))
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

    fn fold_build_vector(&mut self, vt: ValueType, elements: &[NodeValue]) -> Option<NodeValue> {
        if elements.iter().all(|&element| self.is_undef(element)) {
            return Some(self.undef(vt));
        }
        // All elements of one vector, in order.
        let mut source = None;
        for (i, &element) in elements.iter().enumerate() {
            if self.is_undef(element) {
                continue;
            }
            if self.opcode(element) != isd::EXTRACT_VECTOR_ELT {
                return None;
            }
            let (vector, index) = (self.operand(element, 0), self.operand(element, 1));
            if self.value_type(vector) != vt
                || self.int_constant(index) != Some(i as u128)
                || source.is_some_and(|known| known != vector)
            {
                return None;
            }
            source = Some(vector);
        }
        source
    }

    fn fold_concat(&mut self, vt: ValueType, parts: &[NodeValue]) -> Option<NodeValue> {
        if parts.iter().all(|&part| self.is_undef(part)) {
            return Some(self.undef(vt));
        }
        if parts
            .iter()
            .all(|&part| self.opcode(part) == isd::BUILD_VECTOR || self.is_undef(part))
        {
            let mut elements: SmallVec<[NodeValue; 32]> = SmallVec::new();
            for &part in parts {
                if self.is_undef(part) {
                    let undef = self.undef(vt.scalar());
                    elements.extend((0..self.value_type(part).num_elements()).map(|_| undef));
                } else {
                    elements.extend(self.operands(part));
                }
            }
            return Some(self.build_vector(vt, &elements));
        }
        // All parts of one vector, in order.
        let mut at = 0;
        let mut source = None;
        for &part in parts {
            if self.opcode(part) != isd::EXTRACT_SUBVECTOR
                || self.int_constant(self.operand(part, 1)) != Some(at)
                || source.is_some_and(|known| known != self.operand(part, 0))
            {
                return None;
            }
            source = Some(self.operand(part, 0));
            at += u128::from(self.value_type(part).num_elements());
        }
        source.filter(|&vector| self.value_type(vector) == vt)
    }

    fn fold_extract(&mut self, vt: ValueType, vector: NodeValue, index: NodeValue) -> Option<NodeValue> {
        use isd::*;
        if self.is_undef(vector) {
            return Some(self.undef(vt));
        }
        let index_vt = self.value_type(index);
        let Some(at) = self.int_constant(index) else {
            let splat = self.splat_value(vector)?;
            return (self.value_type(splat) == vt).then_some(splat);
        };
        let vector_vt = self.value_type(vector);
        if at >= u128::from(vector_vt.num_elements()) {
            return Some(self.undef(vt));
        }
        match self.opcode(vector) {
            BUILD_VECTOR => {
                let element = self.operand(vector, at as usize);
                (self.value_type(element) == vt).then_some(element)
            }
            SCALAR_TO_VECTOR if at == 0 => {
                let element = self.operand(vector, 0);
                (self.value_type(element) == vt).then_some(element)
            }
            INSERT_VECTOR_ELT => {
                let place = self.int_constant(self.operand(vector, 2))?;
                if place == at {
                    let element = self.operand(vector, 1);
                    return (self.value_type(element) == vt).then_some(element);
                }
                let rest = self.operand(vector, 0);
                Some(self.node(EXTRACT_VECTOR_ELT, vt, &[rest, index]))
            }
            CONCAT_VECTORS => {
                let size = u128::from(self.value_type(self.operand(vector, 0)).num_elements());
                let part = self.operand(vector, (at / size) as usize);
                let index = self.constant((at % size) as i128, index_vt);
                Some(self.node(EXTRACT_VECTOR_ELT, vt, &[part, index]))
            }
            EXTRACT_SUBVECTOR => {
                let start = self.int_constant(self.operand(vector, 1))?;
                let whole = self.operand(vector, 0);
                let index = self.constant((start + at) as i128, index_vt);
                Some(self.node(EXTRACT_VECTOR_ELT, vt, &[whole, index]))
            }
            INSERT_SUBVECTOR => {
                let start = self.int_constant(self.operand(vector, 2))?;
                let part = self.operand(vector, 1);
                let size = u128::from(self.value_type(part).num_elements());
                let (from, at) = if at >= start && at < start + size {
                    (part, at - start)
                } else {
                    (self.operand(vector, 0), at)
                };
                let index = self.constant(at as i128, index_vt);
                Some(self.node(EXTRACT_VECTOR_ELT, vt, &[from, index]))
            }
            BITCAST => {
                // The same elements under another type.
                let source = self.operand(vector, 0);
                let source_vt = self.value_type(source);
                if source_vt.is_vector()
                    && source_vt.num_elements() == vector_vt.num_elements()
                    && vector_vt.scalar() == vt
                {
                    let element = self.node(EXTRACT_VECTOR_ELT, source_vt.scalar(), &[source, index]);
                    return Some(self.bitcast(vt, element));
                }
                None
            }
            _ => None,
        }
    }

    fn fold_extract_subvector(
        &mut self,
        vt: ValueType,
        vector: NodeValue,
        first: NodeValue,
    ) -> Option<NodeValue> {
        use isd::*;
        if self.value_type(vector) == vt {
            return Some(vector);
        }
        if self.is_undef(vector) {
            return Some(self.undef(vt));
        }
        let at = self.int_constant(first)? as usize;
        let count = vt.num_elements() as usize;
        match self.opcode(vector) {
            BUILD_VECTOR => {
                let elements: SmallVec<[NodeValue; 16]> =
                    self.operands(vector).skip(at).take(count).collect();
                (elements.len() == count).then(|| self.build_vector(vt, &elements))
            }
            CONCAT_VECTORS => {
                let size = self.value_type(self.operand(vector, 0)).num_elements() as usize;
                let inside = at % size;
                (inside + count <= size).then(|| {
                    let part = self.operand(vector, at / size);
                    self.extract_subvector(vt, part, inside as u32)
                })
            }
            EXTRACT_SUBVECTOR => {
                let start = self.int_constant(self.operand(vector, 1))? as u32;
                let whole = self.operand(vector, 0);
                Some(self.extract_subvector(vt, whole, start + at as u32))
            }
            _ => None,
        }
    }
}

/// A 64-bit (or smaller) integer as a float, rounded once.
fn int_to_float(value: i128, to: ValueType) -> u64 {
    match to {
        ValueType::F32 => u64::from((value as f32).to_bits()),
        ValueType::F64 => (value as f64).to_bits(),
        // Integers above 2^53 are beyond or on coarse grids of the small types, where f64's rounding is harmless only
        // if it is not on a tie; they overflow f16, and bf16 gets its value by way of the exact high bits.
        _ => {
            let magnitude = value.unsigned_abs();
            let excess = (128 - magnitude.leading_zeros()).saturating_sub(53);
            let sticky = u128::from(excess > 0 && magnitude & ((1 << excess) - 1) != 0);
            let exact = ((magnitude >> excess | sticky) << excess) as f64;
            let bits = float::from_f64(exact, to);
            if value < 0 {
                bits | 1 << (to.scalar_bits() - 1)
            } else {
                bits
            }
        }
    }
}

/// Whether integers satisfy a condition.
pub(crate) fn compare_ints(cc: CondCode, bits: u32, a: u128, b: u128) -> bool {
    let order = if cc.is_signed_int() {
        sign_extend_bits(a, bits).cmp(&sign_extend_bits(b, bits))
    } else {
        truncate_bits(a, bits).cmp(&truncate_bits(b, bits))
    };
    compare_ordering(cc, Some(order))
}

fn compare_ordering(cc: CondCode, order: Option<std::cmp::Ordering>) -> bool {
    let bit = match order {
        None => 8,
        Some(std::cmp::Ordering::Equal) => 1,
        Some(std::cmp::Ordering::Greater) => 2,
        Some(std::cmp::Ordering::Less) => 4,
    };
    cc as u8 & bit != 0
}

/// The result of an integer operation on constants of `bits` bits.
pub(crate) fn fold_ints(opcode: NodeOpcode, bits: u32, x: u128, y: u128) -> Option<u128> {
    use isd::*;
    let (sx, sy) = (sign_extend_bits(x, bits), sign_extend_bits(y, bits));
    let (x, y) = (truncate_bits(x, bits), truncate_bits(y, bits));
    let max = truncate_bits(u128::MAX, bits);
    let amount = u32::try_from(y).ok().filter(|&amount| amount < bits);
    let signed_range = |value: i128| {
        let high = (max >> 1) as i128;
        value.clamp(-high - 1, high) as u128
    };
    Some(match opcode {
        ADD => x.wrapping_add(y),
        SUB => x.wrapping_sub(y),
        MUL => x.wrapping_mul(y),
        AND => x & y,
        OR => x | y,
        XOR => x ^ y,
        SHL => x << amount?,
        SRL => x >> amount?,
        SRA => (sx >> amount?) as u128,
        ROTL | ROTR => {
            let by = (y % u128::from(bits)) as u32;
            let by = if opcode == ROTL { by } else { (bits - by) % bits };
            if by == 0 { x } else { x << by | x >> (bits - by) }
        }
        UDIV if y != 0 => x / y,
        UREM if y != 0 => x % y,
        SDIV if y != 0 => sx.checked_div(sy)? as u128,
        SREM if y != 0 => sx.checked_rem(sy)? as u128,
        SMIN => sx.min(sy) as u128,
        SMAX => sx.max(sy) as u128,
        UMIN => x.min(y),
        UMAX => x.max(y),
        MULHU if bits <= 64 => (x * y) >> bits,
        MULHS if bits <= 64 => ((sx * sy) >> bits) as u128,
        UADDSAT if bits < 128 => (x + y).min(max),
        USUBSAT => x.saturating_sub(y),
        SADDSAT if bits < 128 => signed_range(sx + sy),
        SSUBSAT if bits < 128 => signed_range(sx - sy),
        _ => return None,
    })
}

/// The result of a floating-point operation on constants; none for results that are NaN.
fn fold_floats(opcode: NodeOpcode, vt: ValueType, x: u64, y: u64) -> Option<u64> {
    use isd::*;
    let sign = 1u64 << (vt.scalar_bits() - 1);
    if opcode == FCOPYSIGN {
        return Some(x & !sign | y & sign);
    }
    let (a, b) = (float::to_f64(x, vt), float::to_f64(y, vt));
    if a.is_nan() || b.is_nan() {
        return None;
    }
    let minmax = |less: bool| {
        if a == 0.0 && b == 0.0 && x != y {
            None
        } else {
            Some(if (a < b) == less { x } else { y })
        }
    };
    if vt == ValueType::F64 {
        let value = match opcode {
            FADD => a + b,
            FSUB => a - b,
            FMUL => a * b,
            FDIV => a / b,
            FMINNUM | FMINNUM_IEEE => return minmax(true),
            FMAXNUM | FMAXNUM_IEEE => return minmax(false),
            _ => return None,
        };
        return (!value.is_nan()).then(|| value.to_bits());
    }
    // f32 arithmetic is exact enough in f64 that rounding twice gives the right f32; the same holds for f16 and bf16.
    let value = match opcode {
        FADD => a + b,
        FSUB => a - b,
        FMUL => a * b,
        FDIV => a / b,
        FMINNUM | FMINNUM_IEEE => return minmax(true),
        FMAXNUM | FMAXNUM_IEEE => return minmax(false),
        _ => return None,
    };
    (!value.is_nan()).then(|| float::from_f64(value, vt))
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let pair = dag.bitcast(ValueType::V2I16, bits);
        assert_eq!(dag.constant_u64(dag.operand(pair, 1)), Some(0x3f80));
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
