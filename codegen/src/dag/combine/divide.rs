//! Rules for divisions and remainders: by constants they become multiplications and shifts.

use super::{Change, Combiner};
use crate::dag::isd::{self};
use crate::dag::make::sign_extend_bits;
use crate::dag::node::{NodeId, NodeValue};
use crate::dag::types::ValueType;

impl Combiner<'_> {
    pub(super) fn divide(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let bits = vt.scalar_bits();
        let opcode = self.dag.opcode(node);
        let divisor = self.constant(b)?;
        if divisor == 0 {
            return None;
        }
        let unsigned = matches!(opcode, isd::UDIV | isd::UREM);
        let power = divisor.is_power_of_two();
        if unsigned && power {
            return Some(if opcode == isd::UDIV {
                self.shift_by(isd::SRL, a, divisor.trailing_zeros()).into()
            } else {
                let mask = self.dag.constant((divisor - 1) as i128, vt);
                self.node(isd::AND, vt, &[a, mask]).into()
            });
        }
        if vt.is_vector() || !(2..=32).contains(&bits) || !self.level.allows_illegal_ops() {
            return None;
        }
        // For values that are not negative, signed division is unsigned.
        if !unsigned && self.known(a).is_non_negative() && sign_extend_bits(divisor, bits) > 0 {
            let opcode = if opcode == isd::SDIV { isd::UDIV } else { isd::UREM };
            return Some(self.node(opcode, vt, &[a, b]).into());
        }
        if matches!(opcode, isd::UREM | isd::SREM) {
            let divide = if unsigned { isd::UDIV } else { isd::SDIV };
            let quotient = self.node(divide, vt, &[a, b]);
            let product = self.node(isd::MUL, vt, &[quotient, b]);
            return Some(self.node(isd::SUB, vt, &[a, product]).into());
        }
        if bits != 32 || !self.is_native(isd::MULHU, vt) {
            return None;
        }
        if unsigned {
            return Some(self.udiv_by_constant(a, divisor as u32).into());
        }
        self.sdiv_by_constant(a, sign_extend_bits(divisor, bits) as i32)
            .map(Change::from)
    }

    /// Unsigned division by a constant that is not a power of two, by the high half of a product. Source: T. Granlund,
    /// P. Montgomery, "Division by Invariant Integers using Multiplication" (PLDI 1994).
    fn udiv_by_constant(&mut self, a: NodeValue, divisor: u32) -> NodeValue {
        let vt = ValueType::I32;
        // 2^(32 + shift) / divisor rounded up has 33 bits; the lowest 32 are the factor.
        let shift = 32 - (divisor - 1).leading_zeros();
        let factor = ((1u128 << (32 + shift)) / u128::from(divisor) + 1) as u64;
        // A factor of 32 bits may suffice: if the divisor is even, or for some odd ones.
        for smaller in 0..shift {
            let exact = 1u128 << (32 + smaller);
            let up = exact.div_ceil(u128::from(divisor));
            let error = up * u128::from(divisor) - exact;
            if up <= u128::from(u32::MAX) && error <= 1 << smaller {
                let constant = self.dag.constant(up as i128, vt);
                let high = self.node(isd::MULHU, vt, &[a, constant]);
                return self.shift_by(isd::SRL, high, smaller);
            }
        }
        let constant = self.dag.constant(i128::from(factor as u32), vt);
        let high = self.node(isd::MULHU, vt, &[a, constant]);
        // (a - high) / 2 + high does not overflow.
        let rest = self.node(isd::SUB, vt, &[a, high]);
        let half = self.shift_by(isd::SRL, rest, 1);
        let sum = self.node(isd::ADD, vt, &[half, high]);
        self.shift_by(isd::SRL, sum, shift - 1)
    }

    fn sdiv_by_constant(&mut self, a: NodeValue, divisor: i32) -> Option<NodeValue> {
        let vt = ValueType::I32;
        let size = divisor.unsigned_abs();
        if divisor == i32::MIN || size < 2 {
            return None;
        }
        let quotient = if size.is_power_of_two() {
            let by = size.trailing_zeros();
            let sign = self.shift_by(isd::SRA, a, 31);
            let bias = self.shift_by(isd::SRL, sign, 32 - by);
            let sum = self.node(isd::ADD, vt, &[a, bias]);
            self.shift_by(isd::SRA, sum, by)
        } else {
            if !self.is_native(isd::MULHS, vt) {
                return None;
            }
            // The smallest factor 2^(32 + shift) / size, rounded up, that is exact enough for 31 bits.
            let mut shift = 0;
            let factor = loop {
                let exact = 1u128 << (32 + shift);
                let up = exact.div_ceil(u128::from(size));
                if (up * u128::from(size) - exact) << 31 < exact {
                    break up as u32;
                }
                shift += 1;
            };
            let constant = self.dag.constant(i128::from(factor as i32), vt);
            let mut high = self.node(isd::MULHS, vt, &[a, constant]);
            if factor as i32 <= 0 {
                // The factor is positive, but exceeds the signed range: add 2^32.
                high = self.node(isd::ADD, vt, &[high, a]);
            }
            let shifted = self.shift_by(isd::SRA, high, shift);
            let sign = self.shift_by(isd::SRL, a, 31);
            self.node(isd::ADD, vt, &[shifted, sign])
        };
        if divisor > 0 {
            return Some(quotient);
        }
        let zero = self.dag.constant(0, vt);
        Some(self.node(isd::SUB, vt, &[zero, quotient]))
    }
}
