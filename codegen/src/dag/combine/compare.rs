//! Rules for comparisons, and for selects that use them.

use super::{Change, Combiner};
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::make::{sign_extend_bits, truncate_bits};
use crate::dag::node::{NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;

impl Combiner<'_> {
    pub(super) fn set_cc(&mut self, node: NodeId) -> Option<Change> {
        use CondCode::*;
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let cc = self.dag.cond_code_of(self.operand(node, 2));
        let (vt, operand_vt) = (self.vt(node), self.vt(a));
        if !operand_vt.is_integer() {
            return None;
        }
        let bits = operand_vt.scalar_bits();
        // Comparisons of conditions.
        if operand_vt == ValueType::I1
            && vt == operand_vt
            && cc.is_int_equality()
            && let Some(constant) = self.constant(b)
        {
            let same = (constant == 1) == (cc == SetEq);
            return Some(if same { a.into() } else { self.dag.not(a).into() });
        }
        if let Some(constant) = self.constant(b) {
            let max = truncate_bits(u128::MAX, bits);
            let signed_max = max >> 1;
            let signed_min = signed_max + 1;
            let boolean =
                |this: &mut Self, value: bool| Some(Change::from(this.dag.constant(i128::from(value), vt)));
            match cc {
                SetUlt if constant == 0 => return boolean(self, false),
                SetUge if constant == 0 => return boolean(self, true),
                SetUgt if constant == max => return boolean(self, false),
                SetUle if constant == max => return boolean(self, true),
                SetLt if constant == signed_min => return boolean(self, false),
                SetGe if constant == signed_min => return boolean(self, true),
                SetGt if constant == signed_max => return boolean(self, false),
                SetLe if constant == signed_max => return boolean(self, true),
                _ => {}
            }
            // Equality instead of an ordered comparison at the ends of the range.
            let equality = match cc {
                SetUlt if constant == 1 => Some((SetEq, 0)),
                SetUgt if constant == 0 => Some((SetNe, 0)),
                SetUge if constant == 1 => Some((SetNe, 0)),
                SetUle if constant == 0 => Some((SetEq, 0)),
                _ => None,
            };
            if let Some((cc, constant)) = equality {
                let constant = self.dag.constant(constant, operand_vt);
                return Some(self.dag.set_cc(vt, a, constant, cc).into());
            }
            if let Some(change) = self.set_cc_constant(vt, a, constant, cc) {
                return Some(change);
            }
            // Known bits decide.
            let known = self.known(a);
            if cc.is_int_equality() && (constant & known.zeros != 0 || !constant & known.ones != 0) {
                return boolean(self, cc == SetNe);
            }
            if !cc.is_signed_int() && !cc.is_int_equality() {
                let max = known.max();
                match cc {
                    SetUlt if max < constant => return boolean(self, true),
                    SetUge if max < constant => return boolean(self, false),
                    SetUgt if max <= constant => return boolean(self, false),
                    SetUle if max <= constant => return boolean(self, true),
                    _ => {}
                }
            }
        }
        // Compare the operands of extensions.
        let (ea, eb) = (self.opcode(a), self.opcode(b));
        if (ea == isd::ZERO_EXTEND || ea == isd::SIGN_EXTEND) && ea == eb {
            let (x, y) = (self.operand(a, 0), self.operand(b, 0));
            let narrow = self.vt(x);
            let signed_ok = ea == isd::SIGN_EXTEND || !cc.is_signed_int();
            let cc = if ea == isd::ZERO_EXTEND { unsigned(cc) } else { cc };
            if narrow == self.vt(y)
                && (signed_ok || ea == isd::ZERO_EXTEND)
                && self.allows(isd::SETCC, narrow)
                && narrow != ValueType::I1
            {
                return Some(self.dag.set_cc(vt, x, y, cc).into());
            }
        }
        // (x - y) == 0, (x ^ y) == 0
        if cc.is_int_equality() && self.dag.is_zero(b) && matches!(ea, isd::SUB | isd::XOR) && self.one_use(a)
        {
            let (x, y) = (self.operand(a, 0), self.operand(a, 1));
            return Some(self.dag.set_cc(vt, x, y, cc).into());
        }
        None
    }

    /// Comparisons with a constant of a value derived from a condition or a smaller value.
    fn set_cc_constant(
        &mut self,
        vt: ValueType,
        a: NodeValue,
        constant: u128,
        cc: CondCode,
    ) -> Option<Change> {
        let opcode = self.opcode(a);
        let operand_vt = self.vt(a);
        match opcode {
            isd::ZERO_EXTEND | isd::SIGN_EXTEND | isd::ANY_EXTEND => {
                let x = self.operand(a, 0);
                let narrow = self.vt(x);
                let bits = narrow.scalar_bits();
                if opcode == isd::ANY_EXTEND {
                    return None;
                }
                let extended = |value: u128| {
                    if opcode == isd::SIGN_EXTEND {
                        truncate_bits(sign_extend_bits(value, bits) as u128, operand_vt.scalar_bits())
                    } else {
                        value
                    }
                };
                let fits = extended(truncate_bits(constant, bits)) == constant;
                if narrow == ValueType::I1 && vt == narrow && cc.is_int_equality() {
                    if !fits {
                        return Some(self.dag.constant(i128::from(cc == CondCode::SetNe), vt).into());
                    }
                    let is_true = constant != 0;
                    let same = is_true == (cc == CondCode::SetEq);
                    return Some(if same { x.into() } else { self.dag.not(x).into() });
                }
                if !fits || narrow == ValueType::I1 || !self.allows(isd::SETCC, narrow) {
                    return None;
                }
                let cc = if opcode == isd::ZERO_EXTEND {
                    unsigned(cc)
                } else {
                    cc
                };
                let constant = self.dag.constant(truncate_bits(constant, bits) as i128, narrow);
                Some(self.dag.set_cc(vt, x, constant, cc).into())
            }
            isd::SELECT if cc.is_int_equality() => {
                // (c ? t : f) == t with constants.
                let condition = self.operand(a, 0);
                let on_true = self.constant(self.operand(a, 1))?;
                let on_false = self.constant(self.operand(a, 2))?;
                if on_true == on_false || self.vt(condition) != vt {
                    return None;
                }
                let equal = cc == CondCode::SetEq;
                let (t, f) = ((on_true == constant) == equal, (on_false == constant) == equal);
                Some(match (t, f) {
                    (true, false) => condition.into(),
                    (false, true) => self.dag.not(condition).into(),
                    (value, _) => self.dag.constant(i128::from(value), vt).into(),
                })
            }
            // A sum that is needed anyway, such as the next value of a counter, is compared itself, so that its operand
            // dies there.
            isd::ADD if cc.is_int_equality() && self.one_use(a) => {
                let addend = self.constant(self.operand(a, 1))?;
                let bits = operand_vt.scalar_bits();
                let value = truncate_bits(constant.wrapping_sub(addend), bits);
                let value = self.dag.constant(value as i128, operand_vt);
                let x = self.operand(a, 0);
                Some(self.dag.set_cc(vt, x, value, cc).into())
            }
            isd::XOR if cc.is_int_equality() => {
                let mask = self.constant(self.operand(a, 1))?;
                let value = self.dag.constant((constant ^ mask) as i128, operand_vt);
                let x = self.operand(a, 0);
                Some(self.dag.set_cc(vt, x, value, cc).into())
            }
            _ => None,
        }
    }

    pub(super) fn select(&mut self, node: NodeId) -> Option<Change> {
        let (condition, a, b) = (
            self.operand(node, 0),
            self.operand(node, 1),
            self.operand(node, 2),
        );
        let vt = self.vt(node);
        let opcode = self.dag.opcode(node);
        let flags = self.dag.flags(node);
        if let Some(x) = self.inverted_condition(condition) {
            return Some(self.node_flags(opcode, vt, &[x, b, a], flags).into());
        }
        // The same condition again.
        for (index, value) in [(1, a), (2, b)] {
            if self.opcode(value) == opcode && self.operand(value, 0) == condition {
                let inner = self.operand(value, index);
                let (a, b) = if index == 1 { (inner, b) } else { (a, inner) };
                return Some(self.node_flags(opcode, vt, &[condition, a, b], flags).into());
            }
        }
        if vt == ValueType::I1 && self.vt(condition) == vt {
            let constant = (self.constant(a), self.constant(b));
            match constant {
                (Some(1), Some(0)) => return Some(condition.into()),
                (Some(0), Some(1)) => return Some(self.dag.not(condition).into()),
                (Some(1), _) => return Some(self.node(isd::OR, vt, &[condition, b]).into()),
                (_, Some(0)) => return Some(self.node(isd::AND, vt, &[condition, a]).into()),
                (Some(0), _) => {
                    let inverted = self.dag.not(condition);
                    return Some(self.node(isd::AND, vt, &[inverted, b]).into());
                }
                (_, Some(1)) => {
                    let inverted = self.dag.not(condition);
                    return Some(self.node(isd::OR, vt, &[inverted, a]).into());
                }
                _ => {}
            }
        }
        if self.opcode(condition) == isd::SETCC {
            let change = self
                .select_of_comparison(node, condition, a, b)
                .or_else(|| self.select_by_bit(node, condition, a, b));
            if change.is_some() {
                return change;
            }
        }
        self.nested_selects(node, condition, a, b)
            .or_else(|| self.select_of_shift(node, condition, a, b))
    }

    /// `c ? (d ? x : y) : y` is `c & d ? x : y`, and `c ? x : (d ? x : y)` is `c | d ? x : y`: where several values are
    /// selected by the same conditions, each takes one select. Uniform conditions would have to be materialized first.
    fn nested_selects(
        &mut self,
        node: NodeId,
        condition: NodeValue,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<Change> {
        let opcode = self.dag.opcode(node);
        if self.vt(condition) != ValueType::I1 || self.one_use(condition) || !self.dag.is_divergent(condition)
        {
            return None;
        }
        let is_inner = |value| self.opcode(value) == opcode && self.one_use(value);
        let (inner, joined, x, y) = if is_inner(a) && self.operand(a, 2) == b {
            (a, isd::AND, self.operand(a, 1), b)
        } else if is_inner(b) && self.operand(b, 1) == a {
            (b, isd::OR, a, self.operand(b, 2))
        } else {
            return None;
        };
        let second = self.operand(inner, 0);
        if self.vt(second) != ValueType::I1 || !self.dag.is_divergent(second) {
            return None;
        }
        let both = self.node(joined, ValueType::I1, &[condition, second]);
        let flags = self.dag.flags(node);
        Some(
            self.node_flags(opcode, self.vt(node), &[both, x, y], flags)
                .into(),
        )
    }

    /// `c ? x >> n : K` is `(c ? x : K << n) >> n` if no bits are lost: users may then fold the shift.
    fn select_of_shift(
        &mut self,
        node: NodeId,
        condition: NodeValue,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<Change> {
        let vt = self.vt(node);
        let (shift, constant, is_first) = match (self.opcode(a), self.opcode(b)) {
            (isd::SRL, isd::CONSTANT) => (a, b, true),
            (isd::CONSTANT, isd::SRL) => (b, a, false),
            _ => return None,
        };
        let (amount, bits) = (self.shift_amount(shift)?, self.constant(constant)?);
        if !vt.is_integer() || vt.is_vector() || !self.one_use(shift) || bits == 0 {
            return None;
        }
        let wide = bits << amount;
        if truncate_bits(wide, vt.scalar_bits()) >> amount != bits {
            return None;
        }
        let (x, by) = (self.operand(shift, 0), self.operand(shift, 1));
        let wide = self.dag.constant(wide as i128, vt);
        let (a, b) = if is_first { (x, wide) } else { (wide, x) };
        let flags = self.dag.flags(node);
        let chosen = self.node_flags(self.dag.opcode(node), vt, &[condition, a, b], flags);
        Some(self.node(isd::SRL, vt, &[chosen, by]).into())
    }

    /// `x` of a condition `!x`.
    fn inverted_condition(&self, condition: NodeValue) -> Option<NodeValue> {
        if self.opcode(condition) != isd::XOR {
            return None;
        }
        let mask = self.constant(self.operand(condition, 1))?;
        let all = truncate_bits(u128::MAX, self.vt(condition).scalar_bits());
        (mask == all).then(|| self.operand(condition, 0))
    }

    /// Minimum and maximum.
    fn select_of_comparison(
        &mut self,
        node: NodeId,
        condition: NodeValue,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<Change> {
        use CondCode::*;
        let vt = self.vt(node);
        let (x, y) = (self.operand(condition, 0), self.operand(condition, 1));
        let mut cc = self.dag.cond_code_of(self.operand(condition, 2));
        if self.vt(x) != vt {
            return None;
        }
        if (x, y) == (b, a) {
            // x < y ? y : x
            cc = cc.swapped();
        } else if (x, y) != (a, b) {
            return None;
        }
        // The remaining forms: a cc b ? a : b.
        if vt.is_integer() {
            let opcode = match cc {
                SetLt | SetLe => isd::SMIN,
                SetGt | SetGe => isd::SMAX,
                SetUlt | SetUle => isd::UMIN,
                SetUgt | SetUge => isd::UMAX,
                SetEq => return Some(b.into()),
                SetNe => return Some(a.into()),
                _ => return None,
            };
            return self
                .is_native(opcode, vt)
                .then(|| self.node(opcode, vt, &[a, b]).into());
        }
        let flags = self.dag.flags(node) | self.dag.flags(condition.node);
        if !flags.contains(NodeFlags::NNAN) || !self.dag.flags(node).contains(NodeFlags::NSZ) {
            return None;
        }
        let opcode: NodeOpcode = match cc {
            SetOlt | SetOle | SetUlt | SetUle | SetLt | SetLe => isd::FMINNUM,
            SetOgt | SetOge | SetUgt | SetUge | SetGt | SetGe => isd::FMAXNUM,
            _ => return None,
        };
        let flags = self.dag.flags(node) | NodeFlags::NNAN;
        self.is_native(opcode, vt)
            .then(|| self.node_flags(opcode, vt, &[a, b], flags).into())
    }
}

/// The condition on the operands before zero extension.
pub(super) fn unsigned(cc: CondCode) -> CondCode {
    match cc {
        CondCode::SetLt => CondCode::SetUlt,
        CondCode::SetLe => CondCode::SetUle,
        CondCode::SetGt => CondCode::SetUgt,
        CondCode::SetGe => CondCode::SetUge,
        other => other,
    }
}
