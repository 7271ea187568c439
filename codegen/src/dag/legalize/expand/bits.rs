//! Operations on single bits (`i1`), which are logic: with one value bit, arithmetic modulo two is `xor` and `and`, the
//! only shift amount that is not poison is zero, and as a signed number a set bit is -1.

use super::Expander;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::NodeValue;
use crate::dag::types::ValueType;

impl Expander<'_> {
    /// The value of an integer operation on `i1` operands as logic. `None` for other operations.
    pub(super) fn expand_bit(&mut self, opcode: NodeOpcode, operands: &[NodeValue]) -> Option<NodeValue> {
        use isd::*;
        let bit = ValueType::I1;
        let a = *operands.first()?;
        if self.dag.value_type(a) != bit {
            return None;
        }
        let b = operands.get(1).copied().unwrap_or(a);
        Some(match opcode {
            // Quotients by a set bit; division by zero is undefined.
            SHL | SRL | SRA | ROTL | ROTR | FSHL | ABS | CTPOP | BITREVERSE | UDIV | SDIV => a,
            FSHR => b,
            UREM | SREM | MULHU | MULHS => self.dag.constant(0, bit),
            CTLZ | CTTZ | CTLZ_ZERO_UNDEF | CTTZ_ZERO_UNDEF => self.dag.not(a),
            ADD | SUB => self.dag.node(XOR, bit, &[a, b]),
            MUL | UMIN | SMAX => self.dag.node(AND, bit, &[a, b]),
            UMAX | SMIN | UADDSAT | SADDSAT => self.dag.node(OR, bit, &[a, b]),
            USUBSAT | SSUBSAT => {
                let rest = self.dag.not(b);
                self.dag.node(AND, bit, &[a, rest])
            }
            _ => return None,
        })
    }

    /// Sum, difference or product of two bits and whether it overflowed. `None` for another operation.
    pub(super) fn expand_bit_overflow(
        &mut self,
        opcode: NodeOpcode,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<(NodeValue, NodeValue)> {
        use isd::*;
        let bit = ValueType::I1;
        let both = self.dag.node(AND, bit, &[a, b]);
        let differ = self.dag.node(XOR, bit, &[a, b]);
        Some(match opcode {
            // -1 + -1 and -1 * -1 are out of range, as is 1 + 1.
            UADDO | SADDO => (differ, both),
            SMULO => (both, both),
            UMULO => (both, self.dag.constant(0, bit)),
            // 0 - 1, and 0 - -1.
            USUBO | SSUBO => {
                let clear = self.dag.not(a);
                (differ, self.dag.node(AND, bit, &[clear, b]))
            }
            _ => return None,
        })
    }
}
