//! Operations with one operand: conversions of constants, and conversions of conversions.

use super::scalar::int_to_float;
use crate::dag::float;
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::make::{sign_extend_bits, truncate_bits};
use crate::dag::node::NodeValue;
use crate::dag::types::ValueType;
use smallvec::SmallVec;

impl SelectionDag {
    pub(super) fn fold_unary(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
    ) -> Option<NodeValue> {
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
                // Not every bit pattern is valid, so zero stands for "some value".
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
    pub(super) fn map_constant(
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
                    _ if float::is_denormal(bits, from) => return None,
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
        // Integers of less than a word rarely have registers: keep the wider constant.
        if vt.is_vector() && vt.is_integer() && vt.scalar_bits() < from.scalar_bits().min(32) {
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
}
