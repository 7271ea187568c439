//! Demanded bits: removes operations that affect only bits nobody reads.

use super::Combiner;
use crate::dag::isd::{self};
use crate::dag::make::truncate_bits;
use crate::dag::node::NodeValue;

impl Combiner<'_> {
    /// A simpler value with the same bits under `mask`; the other bits may differ.
    pub(super) fn demand(&mut self, value: NodeValue, mask: u128) -> Option<NodeValue> {
        self.demand_at(value, mask, 0)
    }

    /// The operand that alone determines the bits under `mask`; the value stays for its other users. Operations that
    /// targets combine with the operation (left shifts and other bitwise operations) are excluded.
    fn contributing_operand(&self, value: NodeValue, mask: u128) -> Option<NodeValue> {
        if !matches!(self.opcode(value), isd::OR | isd::XOR) {
            return None;
        }
        let (a, b) = (self.operand(value, 0), self.operand(value, 1));
        let is_clear = |operand: NodeValue| mask & !self.known(operand).zeros == 0;
        let contributing = if is_clear(b) {
            a
        } else if is_clear(a) {
            b
        } else {
            return None;
        };
        let joins = matches!(
            self.opcode(contributing),
            isd::AND | isd::OR | isd::XOR | isd::SHL
        );
        (!joins || !self.one_use(contributing)).then_some(contributing)
    }

    fn demand_at(&mut self, value: NodeValue, mask: u128, depth: u32) -> Option<NodeValue> {
        use isd::*;
        let vt = self.vt(value);
        let bits = vt.scalar_bits();
        if depth > 3 || vt.is_vector() || !vt.is_integer() || value.result != 0 {
            return None;
        }
        if !self.one_use(value) {
            return self.contributing_operand(value, mask);
        }
        let opcode = self.opcode(value);
        match opcode {
            AND | OR | XOR => {
                let (a, b) = (self.operand(value, 0), self.operand(value, 1));
                if let Some(constant) = self.constant(b) {
                    // The constant has no effect under the mask.
                    let changes = match opcode {
                        AND => !constant & mask,
                        _ => constant & mask,
                    };
                    if changes == 0 {
                        return Some(a);
                    }
                    let inner_mask = match opcode {
                        AND => mask & constant,
                        OR => mask & !constant,
                        _ => mask,
                    };
                    let x = self.demand_at(a, inner_mask, depth + 1)?;
                    return Some(self.node(opcode, vt, &[x, b]));
                }
                if let Some(x) = self.demand_at(a, mask, depth + 1) {
                    return Some(self.node(opcode, vt, &[x, b]));
                }
                let y = self.demand_at(b, mask, depth + 1)?;
                Some(self.node(opcode, vt, &[a, y]))
            }
            ADD | SUB | MUL => {
                // Carries come from below: the bits up to the highest demanded one.
                let low = truncate_bits(u128::MAX, 128 - mask.leading_zeros());
                if low == truncate_bits(u128::MAX, bits) {
                    return None;
                }
                let (a, b) = (self.operand(value, 0), self.operand(value, 1));
                if let Some(x) = self.demand_at(a, low, depth + 1) {
                    return Some(self.node(opcode, vt, &[x, b]));
                }
                let y = self.demand_at(b, low, depth + 1)?;
                Some(self.node(opcode, vt, &[a, y]))
            }
            ZERO_EXTEND | SIGN_EXTEND => {
                let x = self.operand(value, 0);
                let from = self.vt(x).scalar_bits();
                if mask >> from.min(127) == 0 && self.allows(ANY_EXTEND, vt) {
                    return Some(self.node(ANY_EXTEND, vt, &[x]));
                }
                None
            }
            TRUNCATE => {
                // The demanded bits of a shifted wider value may also lie in its low part before the shift.
                let wide = self.operand(value, 0);
                let wide_bits = self.vt(wide).scalar_bits();
                if self.opcode(wide) != SRL || !self.one_use(wide) || wide_bits > 64 || !self.allows(SRL, vt)
                {
                    return None;
                }
                let by = self.shift_amount(wide)?;
                if by >= bits || mask > truncate_bits(u128::MAX, bits - by) {
                    return None;
                }
                let source = self.operand(wide, 0);
                let low = self.node(TRUNCATE, vt, &[source]);
                Some(self.shift_by(SRL, low, by))
            }
            SIGN_EXTEND_INREG => {
                let from = self.dag.type_operand(self.operand(value, 1)).scalar_bits();
                (mask >> from == 0).then(|| self.operand(value, 0))
            }
            SHL => {
                let by = self.shift_amount(value)?;
                let (x, amount) = (self.operand(value, 0), self.operand(value, 1));
                let x = self.demand_at(x, mask >> by, depth + 1)?;
                Some(self.node(SHL, vt, &[x, amount]))
            }
            SRL => {
                let by = self.shift_amount(value)?;
                let (x, amount) = (self.operand(value, 0), self.operand(value, 1));
                let x = self.demand_at(x, truncate_bits(mask << by, bits), depth + 1)?;
                Some(self.node(SRL, vt, &[x, amount]))
            }
            SRA => {
                let by = self.shift_amount(value)?;
                let x = self.operand(value, 0);
                if self.opcode(x) == SIGN_EXTEND_INREG && self.one_use(x) {
                    // Both together extract a sign-extended field, unless no sign bits are demanded.
                    let from = self.dag.type_operand(self.operand(x, 1)).scalar_bits();
                    if from > by && mask >> (from - by) != 0 {
                        return None;
                    }
                }
                // No copy of the sign is demanded.
                let copies = truncate_bits(u128::MAX, bits) & !truncate_bits(u128::MAX, bits - by);
                if mask & copies == 0 && self.allows(SRL, vt) {
                    let (x, amount) = (self.operand(value, 0), self.operand(value, 1));
                    return Some(self.node(SRL, vt, &[x, amount]));
                }
                None
            }
            _ => None,
        }
    }
}
