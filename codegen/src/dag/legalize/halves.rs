//! Integer operations computed on the low and high half of their operands.

use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::lowering::TargetLowering;
use crate::dag::node::NodeValue;
use crate::dag::types::ValueType;

/// Low and high half of an integer.
pub(super) type Halves = (NodeValue, NodeValue);

/// Creates nodes on halves.
pub(super) struct HalfBuilder<'d> {
    /// The graph.
    pub dag: &'d mut SelectionDag,
    /// The target.
    pub target: &'d dyn TargetLowering,
}

impl HalfBuilder<'_> {
    fn node(&mut self, opcode: NodeOpcode, operands: &[NodeValue]) -> NodeValue {
        let vt = self.dag.value_type(operands[0]);
        self.dag.node(opcode, vt, operands)
    }

    fn each(&mut self, opcode: NodeOpcode, a: Halves, b: Halves) -> Halves {
        (self.node(opcode, &[a.0, b.0]), self.node(opcode, &[a.1, b.1]))
    }

    fn flag_type(&self, vt: ValueType) -> ValueType {
        self.target.set_cc_result_type(vt)
    }

    /// A comparison of halves.
    fn compare(&mut self, a: NodeValue, b: NodeValue, cc: CondCode) -> NodeValue {
        let flag = self.flag_type(self.dag.value_type(a));
        self.dag.set_cc(flag, a, b, cc)
    }

    fn amount(&mut self, value: u32, vt: ValueType) -> NodeValue {
        let ty = self.target.shift_amount_type(vt);
        self.dag.constant(value, ty)
    }

    fn shift(&mut self, opcode: NodeOpcode, value: NodeValue, by: u32) -> NodeValue {
        let vt = self.dag.value_type(value);
        let amount = self.amount(by, vt);
        self.dag.node(opcode, vt, &[value, amount])
    }

    /// The halves of a two-operand operation, if it can be computed that way.
    pub(super) fn binary(&mut self, opcode: NodeOpcode, a: Halves, b: Halves) -> Option<Halves> {
        Some(match opcode {
            isd::AND | isd::OR | isd::XOR => self.each(opcode, a, b),
            isd::ADD | isd::SUB => self.add_sub(opcode == isd::ADD, a, b, None).0,
            isd::MUL => self.multiply(a, b),
            isd::SMIN | isd::SMAX | isd::UMIN | isd::UMAX => {
                let cc = match opcode {
                    isd::SMIN => CondCode::SetLt,
                    isd::SMAX => CondCode::SetGt,
                    isd::UMIN => CondCode::SetUlt,
                    _ => CondCode::SetUgt,
                };
                let condition = self.set_cc(a, b, cc);
                self.select(condition, a, b)
            }
            _ => return None,
        })
    }

    /// `condition ? a : b`
    pub(super) fn select(&mut self, condition: NodeValue, a: Halves, b: Halves) -> Halves {
        (
            self.dag.select(condition, a.0, b.0),
            self.dag.select(condition, a.1, b.1),
        )
    }

    /// Sum or difference, with carry or borrow in and out.
    pub(super) fn add_sub(
        &mut self,
        add: bool,
        a: Halves,
        b: Halves,
        carry: Option<NodeValue>,
    ) -> (Halves, NodeValue) {
        let vt = self.dag.value_type(a.0);
        let flag = self.flag_type(vt);
        let (with_out, with_both) = if add {
            (isd::UADDO, isd::UADDO_CARRY)
        } else {
            (isd::USUBO, isd::USUBO_CARRY)
        };
        let tables = self.target.tables();
        if tables.is_legal_or_custom(with_out, vt) && tables.is_legal_or_custom(with_both, vt) {
            let low = match carry {
                Some(carry) => self.dag.node_multi(with_both, &[vt, flag], &[a.0, b.0, carry]),
                None => self.dag.node_multi(with_out, &[vt, flag], &[a.0, b.0]),
            };
            let middle = NodeValue::new(low, 1);
            let high = self.dag.node_multi(with_both, &[vt, flag], &[a.1, b.1, middle]);
            return ((low.into(), high.into()), NodeValue::new(high, 1));
        }
        let (low, middle) = self.add_sub_compare(add, a.0, b.0, carry);
        let (high, out) = self.add_sub_compare(add, a.1, b.1, Some(middle));
        ((low, high), out)
    }

    /// Sum or difference and carry by comparisons.
    pub(super) fn add_sub_compare(
        &mut self,
        add: bool,
        a: NodeValue,
        b: NodeValue,
        carry: Option<NodeValue>,
    ) -> (NodeValue, NodeValue) {
        let vt = self.dag.value_type(a);
        let opcode = if add { isd::ADD } else { isd::SUB };
        let first = self.dag.node(opcode, vt, &[a, b]);
        let first_carry = if add {
            self.compare(first, a, CondCode::SetUlt)
        } else {
            self.compare(a, b, CondCode::SetUlt)
        };
        let Some(carry) = carry else {
            return (first, first_carry);
        };
        let flag = self.dag.value_type(carry);
        let carry_in = self.dag.zext_or_trunc(carry, vt);
        let result = self.dag.node(opcode, vt, &[first, carry_in]);
        let second_carry = if add {
            self.compare(result, first, CondCode::SetUlt)
        } else {
            self.compare(first, carry_in, CondCode::SetUlt)
        };
        let both = self.dag.node(isd::OR, flag, &[first_carry, second_carry]);
        (result, both)
    }

    /// Low and high half of the unsigned product of two halves.
    pub(super) fn wide_product(&mut self, a: NodeValue, b: NodeValue) -> Halves {
        let vt = self.dag.value_type(a);
        let tables = self.target.tables();
        if tables.is_legal_or_custom(isd::UMUL_LOHI, vt) {
            let node = self.dag.node_multi(isd::UMUL_LOHI, &[vt, vt], &[a, b]);
            return (NodeValue::new(node, 0), NodeValue::new(node, 1));
        }
        let low = self.node(isd::MUL, &[a, b]);
        if tables.is_legal_or_custom(isd::MULHU, vt) {
            let high = self.node(isd::MULHU, &[a, b]);
            return (low, high);
        }
        // Schoolbook multiplication of quarters.
        let half = vt.scalar_bits() / 2;
        let mask = self.dag.constant((1i128 << half) - 1, vt);
        let (a_low, b_low) = (self.node(isd::AND, &[a, mask]), self.node(isd::AND, &[b, mask]));
        let (a_high, b_high) = (self.shift(isd::SRL, a, half), self.shift(isd::SRL, b, half));
        let t = self.node(isd::MUL, &[a_low, b_low]);
        let carry = self.shift(isd::SRL, t, half);
        let cross = self.node(isd::MUL, &[a_high, b_low]);
        let u = self.node(isd::ADD, &[cross, carry]);
        let u_low = self.node(isd::AND, &[u, mask]);
        let u_high = self.shift(isd::SRL, u, half);
        let cross = self.node(isd::MUL, &[a_low, b_high]);
        let v = self.node(isd::ADD, &[cross, u_low]);
        let v_high = self.shift(isd::SRL, v, half);
        let top = self.node(isd::MUL, &[a_high, b_high]);
        let high = self.node(isd::ADD, &[top, u_high]);
        let high = self.node(isd::ADD, &[high, v_high]);
        (low, high)
    }

    fn multiply(&mut self, a: Halves, b: Halves) -> Halves {
        let (low, high) = self.wide_product(a.0, b.0);
        let cross = self.node(isd::MUL, &[a.0, b.1]);
        let high = self.node(isd::ADD, &[high, cross]);
        let cross = self.node(isd::MUL, &[a.1, b.0]);
        let high = self.node(isd::ADD, &[high, cross]);
        (low, high)
    }

    /// A comparison of whole integers.
    pub(super) fn set_cc(&mut self, a: Halves, b: Halves, cc: CondCode) -> NodeValue {
        if cc.is_int_equality() {
            let (low, high) = self.each(isd::XOR, a, b);
            let any = self.node(isd::OR, &[low, high]);
            let zero = self.dag.constant(0, self.dag.value_type(any));
            return self.compare(any, zero, cc);
        }
        let unsigned = match cc {
            CondCode::SetLt => CondCode::SetUlt,
            CondCode::SetLe => CondCode::SetUle,
            CondCode::SetGt => CondCode::SetUgt,
            CondCode::SetGe => CondCode::SetUge,
            other => other,
        };
        let low = self.compare(a.0, b.0, unsigned);
        let high = self.compare(a.1, b.1, cc);
        let equal = self.compare(a.1, b.1, CondCode::SetEq);
        self.dag.select(equal, low, high)
    }

    /// A shift by a constant or by a value of the shift amount type.
    pub(super) fn shift_halves(&mut self, opcode: NodeOpcode, a: Halves, amount: NodeValue) -> Halves {
        let vt = self.dag.value_type(a.0);
        let bits = vt.scalar_bits();
        if let Some(by) = self.dag.constant_u64(amount) {
            return self.shift_constant(opcode, a, by.min(u64::from(u32::MAX)) as u32);
        }
        // Both cases are computed: less than a half, and a half or more.
        let amount_vt = self.dag.value_type(amount);
        let mask = self.dag.constant(bits - 1, amount_vt);
        let inside = self.dag.node(isd::AND, amount_vt, &[amount, mask]);
        let limit = self.dag.constant(bits, amount_vt);
        let is_large = {
            let flag = self.flag_type(amount_vt);
            self.dag.set_cc(flag, amount, limit, CondCode::SetUge)
        };
        let zero = self.dag.constant(0, vt);
        match opcode {
            isd::SHL => {
                let moved = self.node(isd::SHL, &[a.0, inside]);
                let joined = self.dag.node(isd::FSHL, vt, &[a.1, a.0, inside]);
                (
                    self.dag.select(is_large, zero, moved),
                    self.dag.select(is_large, moved, joined),
                )
            }
            _ => {
                let moved = self.node(opcode, &[a.1, inside]);
                let joined = self.dag.node(isd::FSHR, vt, &[a.1, a.0, inside]);
                let fill = if opcode == isd::SRA {
                    self.shift(isd::SRA, a.1, bits - 1)
                } else {
                    zero
                };
                (
                    self.dag.select(is_large, moved, joined),
                    self.dag.select(is_large, fill, moved),
                )
            }
        }
    }

    fn shift_constant(&mut self, opcode: NodeOpcode, a: Halves, by: u32) -> Halves {
        let vt = self.dag.value_type(a.0);
        let bits = vt.scalar_bits();
        if by >= 2 * bits {
            let undef = self.dag.undef(vt);
            return (undef, undef);
        }
        if by == 0 {
            return a;
        }
        let zero = self.dag.constant(0, vt);
        match opcode {
            isd::SHL if by >= bits => (zero, self.shift(isd::SHL, a.0, by - bits)),
            isd::SHL => {
                let amount = self.amount(by, vt);
                (
                    self.shift(isd::SHL, a.0, by),
                    self.dag.node(isd::FSHL, vt, &[a.1, a.0, amount]),
                )
            }
            _ if by >= bits => {
                let fill = if opcode == isd::SRA {
                    self.shift(isd::SRA, a.1, bits - 1)
                } else {
                    zero
                };
                (self.shift(opcode, a.1, by - bits), fill)
            }
            _ => {
                let amount = self.amount(by, vt);
                (
                    self.dag.node(isd::FSHR, vt, &[a.1, a.0, amount]),
                    self.shift(opcode, a.1, by),
                )
            }
        }
    }

    /// A one-operand operation, if it can be computed that way.
    pub(super) fn unary(&mut self, opcode: NodeOpcode, a: Halves) -> Option<Halves> {
        let vt = self.dag.value_type(a.0);
        let bits = vt.scalar_bits();
        let zero = self.dag.constant(0, vt);
        Some(match opcode {
            isd::CTPOP => {
                let (low, high) = (self.node(isd::CTPOP, &[a.0]), self.node(isd::CTPOP, &[a.1]));
                (self.node(isd::ADD, &[low, high]), zero)
            }
            isd::CTLZ | isd::CTLZ_ZERO_UNDEF | isd::CTTZ | isd::CTTZ_ZERO_UNDEF => {
                let leading = matches!(opcode, isd::CTLZ | isd::CTLZ_ZERO_UNDEF);
                let (first, second) = if leading { (a.1, a.0) } else { (a.0, a.1) };
                let partial = if leading {
                    isd::CTLZ_ZERO_UNDEF
                } else {
                    isd::CTTZ_ZERO_UNDEF
                };
                let near = self.node(partial, &[first]);
                let far = self.node(opcode, &[second]);
                let offset = self.dag.constant(bits, vt);
                let far = self.node(isd::ADD, &[far, offset]);
                let is_zero = self.compare(first, zero, CondCode::SetEq);
                (self.dag.select(is_zero, far, near), zero)
            }
            isd::BSWAP | isd::BITREVERSE => (self.node(opcode, &[a.1]), self.node(opcode, &[a.0])),
            isd::ABS => {
                let sign = self.shift(isd::SRA, a.1, bits - 1);
                let flipped = self.each(isd::XOR, a, (sign, sign));
                self.add_sub(false, flipped, (sign, sign), None).0
            }
            isd::FREEZE => {
                let low = self.dag.node(isd::FREEZE, vt, &[a.0]);
                (low, self.dag.node(isd::FREEZE, vt, &[a.1]))
            }
            _ => return None,
        })
    }
}
