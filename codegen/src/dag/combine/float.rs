//! Rules for floating-point arithmetic: contraction, signs, constants.

use super::{Change, Combiner};
use crate::dag::float;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::{NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;

impl Combiner<'_> {
    fn fneg_operand(&self, value: NodeValue) -> Option<NodeValue> {
        (self.opcode(value) == isd::FNEG).then(|| self.operand(value, 0))
    }

    fn negate(&mut self, value: NodeValue) -> NodeValue {
        let vt = self.vt(value);
        match self.fneg_operand(value) {
            Some(x) => x,
            None => self.node(isd::FNEG, vt, &[value]),
        }
    }

    /// The operation that contracts a product and an addition, if any is allowed.
    fn contraction(&self, sum: NodeId, product: NodeValue, vt: ValueType) -> Option<NodeOpcode> {
        if self.opcode(product) != isd::FMUL || !self.one_use(product) {
            return None;
        }
        // The same roundings in one instruction.
        if self.is_native(isd::FMAD, vt) && self.target.is_fmad_legal(self.dag, vt) {
            return Some(isd::FMAD);
        }
        let both = self.dag.flags(sum) & self.dag.flags(product.node);
        (both.contains(NodeFlags::CONTRACT) && self.target.is_fma_faster(vt) && self.is_native(isd::FMA, vt))
            .then_some(isd::FMA)
    }

    pub(super) fn fadd(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let flags = self.dag.flags(node);
        for (product, other) in [(a, b), (b, a)] {
            if let Some(opcode) = self.contraction(node, product, vt) {
                let (x, y) = (self.operand(product, 0), self.operand(product, 1));
                return Some(self.node_flags(opcode, vt, &[x, y, other], flags).into());
            }
        }
        if !self.target.is_fneg_free(vt) && self.allows(isd::FSUB, vt) {
            if let Some(x) = self.fneg_operand(b) {
                return Some(self.node_flags(isd::FSUB, vt, &[a, x], flags).into());
            }
            if let Some(x) = self.fneg_operand(a) {
                return Some(self.node_flags(isd::FSUB, vt, &[b, x], flags).into());
            }
        }
        None
    }

    pub(super) fn fsub(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let flags = self.dag.flags(node);
        // x * y - b
        if let Some(opcode) = self.contraction(node, a, vt) {
            let (x, y) = (self.operand(a, 0), self.operand(a, 1));
            let b = self.negate(b);
            return Some(self.node_flags(opcode, vt, &[x, y, b], flags).into());
        }
        // a - x * y
        if let Some(opcode) = self.contraction(node, b, vt) {
            let (x, y) = (self.operand(b, 0), self.operand(b, 1));
            let x = self.negate(x);
            return Some(self.node_flags(opcode, vt, &[x, y, a], flags).into());
        }
        if let Some(x) = self.fneg_operand(b) {
            return Some(self.node_flags(isd::FADD, vt, &[a, x], flags).into());
        }
        // -0 - x, or 0 - x if the sign of zero does not matter.
        if let Some(bits) = self.dag.splat_float_bits(a) {
            let zero = float::to_f64(bits, vt.scalar());
            if zero == 0.0 && (zero.is_sign_negative() || flags.contains(NodeFlags::NSZ)) {
                return Some(self.node_flags(isd::FNEG, vt, &[b], flags).into());
            }
        }
        None
    }

    pub(super) fn fmul(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let flags = self.dag.flags(node);
        if let (Some(x), Some(y)) = (self.fneg_operand(a), self.fneg_operand(b)) {
            return Some(self.node_flags(isd::FMUL, vt, &[x, y], flags).into());
        }
        // (-x) * c is x * -c.
        if let Some(x) = self.fneg_operand(a)
            && self.dag.is_constant(b)
        {
            let negated = self.node(isd::FNEG, vt, &[b]);
            return Some(self.node_flags(isd::FMUL, vt, &[x, negated], flags).into());
        }
        // (x * c) * d
        if flags.contains(NodeFlags::REASSOC)
            && self.opcode(a) == isd::FMUL
            && self.dag.is_constant(b)
            && self.dag.is_constant(self.operand(a, 1))
            && self.dag.flags(a.node).contains(NodeFlags::REASSOC)
        {
            let (x, c) = (self.operand(a, 0), self.operand(a, 1));
            let constant = self.node(isd::FMUL, vt, &[c, b]);
            if self.dag.is_constant(constant) {
                return Some(self.node_flags(isd::FMUL, vt, &[x, constant], flags).into());
            }
        }
        None
    }

    pub(super) fn fdiv(&mut self, node: NodeId) -> Option<Change> {
        let (a, b) = (self.operand(node, 0), self.operand(node, 1));
        let vt = self.vt(node);
        let flags = self.dag.flags(node);
        let bits = self.dag.splat_float_bits(b)?;
        let divisor = float::to_f64(bits, vt.scalar());
        let inverse = 1.0 / divisor;
        if !inverse.is_finite() || inverse == 0.0 || !divisor.is_finite() {
            return None;
        }
        // Powers of two have exact inverses (unless those are denormal); others if allowed.
        let power = divisor.abs().to_bits() & ((1 << 52) - 1) == 0;
        let inverse_bits = float::from_f64(inverse, vt.scalar());
        let exact = power && float::to_f64(inverse_bits, vt.scalar()) * divisor == 1.0;
        let min_normal = match vt.scalar() {
            ValueType::F32 => f64::from(f32::MIN_POSITIVE),
            ValueType::F64 => f64::MIN_POSITIVE,
            ValueType::F16 => 2f64.powi(-14),
            _ => 2f64.powi(-126),
        };
        if !(exact && inverse.abs() >= min_normal || flags.contains(NodeFlags::ARCP)) {
            return None;
        }
        let inverse = self.dag.constant_fp_bits(inverse_bits, vt);
        Some(self.node_flags(isd::FMUL, vt, &[a, inverse], flags).into())
    }

    pub(super) fn fma(&mut self, node: NodeId) -> Option<Change> {
        let (a, b, c) = (
            self.operand(node, 0),
            self.operand(node, 1),
            self.operand(node, 2),
        );
        let vt = self.vt(node);
        let flags = self.dag.flags(node);
        let opcode = self.dag.opcode(node);
        if let (Some(x), Some(y)) = (self.fneg_operand(a), self.fneg_operand(b)) {
            return Some(self.node_flags(opcode, vt, &[x, y, c], flags).into());
        }
        let constant = |this: &Self, value: NodeValue| {
            this.dag
                .splat_float_bits(value)
                .map(|bits| float::to_f64(bits, vt.scalar()))
        };
        if self.dag.is_constant(a) && !self.dag.is_constant(b) {
            return Some(self.node_flags(opcode, vt, &[b, a, c], flags).into());
        }
        if constant(self, b) == Some(1.0) && self.allows(isd::FADD, vt) {
            return Some(self.node_flags(isd::FADD, vt, &[a, c], flags).into());
        }
        if constant(self, c) == Some(0.0) && flags.contains(NodeFlags::NSZ) && self.allows(isd::FMUL, vt) {
            return Some(self.node_flags(isd::FMUL, vt, &[a, b], flags).into());
        }
        None
    }

    pub(super) fn fneg(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        let flags = self.dag.flags(node);
        match self.opcode(x) {
            // -(a - b) is b - a if the sign of zero does not matter.
            isd::FSUB if flags.contains(NodeFlags::NSZ) && self.one_use(x) => {
                let (a, b) = (self.operand(x, 0), self.operand(x, 1));
                let inner = self.dag.flags(x.node);
                Some(self.node_flags(isd::FSUB, vt, &[b, a], inner).into())
            }
            // -(a * c): negate the constant.
            isd::FMUL if self.one_use(x) && self.dag.is_constant(self.operand(x, 1)) => {
                let (a, b) = (self.operand(x, 0), self.operand(x, 1));
                let inner = self.dag.flags(x.node);
                let b = self.node(isd::FNEG, vt, &[b]);
                Some(self.node_flags(isd::FMUL, vt, &[a, b], inner).into())
            }
            _ => None,
        }
    }

    pub(super) fn fp_round(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        // Back to the original type.
        if self.opcode(x) == isd::FP_EXTEND {
            let source = self.operand(x, 0);
            if self.vt(source) == self.vt(node) {
                return Some(source.into());
            }
        }
        None
    }

    pub(super) fn sint_to_fp(&mut self, node: NodeId) -> Option<Change> {
        let x = self.operand(node, 0);
        let vt = self.vt(node);
        // Conversions of values that are not negative: use the unsigned one, which targets also have for parts of
        // words.
        if self.vt(x).scalar_bits() > 1
            && !vt.is_vector()
            && self.known(x).is_non_negative()
            && self.is_native(isd::UINT_TO_FP, vt)
            && self.allows_type(self.vt(x))
        {
            return Some(self.node(isd::UINT_TO_FP, vt, &[x]).into());
        }
        None
    }
}
