//! Type legalization of integers that are too small: promotes them to larger ones.

use super::expand::Values;
use super::types::{Form, TypeLegalizer};
use crate::dag::isd;
use crate::dag::node::{LoadExt, NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::tables::TypeAction;
use crate::dag::types::ValueType;
use smallvec::{SmallVec, smallvec};

impl TypeLegalizer<'_> {
    /// An integer as type `to`; the bits above its own are undefined.
    pub(super) fn any_int(&mut self, value: NodeValue, to: ValueType) -> NodeValue {
        let value = self.resolve(value);
        let vt = self.vt(value);
        let value = if !self.is_legal(vt) && self.action(vt).0 == TypeAction::PromoteInteger {
            self.one(value)
        } else {
            value
        };
        self.x.dag.anyext_or_trunc(value, to)
    }

    /// An integer as type `to`, zero-extended from its own type.
    pub(super) fn zext_int(&mut self, value: NodeValue, to: ValueType) -> NodeValue {
        let vt = self.vt(value);
        if self.is_legal(vt) {
            return self.x.dag.zext_or_trunc(value, to);
        }
        let any = self.any_int(value, to);
        if vt.scalar_bits() >= to.scalar_bits() {
            return any;
        }
        self.x.dag.zext_in_reg(any, vt)
    }

    /// An integer as type `to`, sign-extended from its own type.
    pub(super) fn sext_int(&mut self, value: NodeValue, to: ValueType) -> NodeValue {
        let vt = self.vt(value);
        if self.is_legal(vt) {
            return self.x.dag.sext_or_trunc(value, to);
        }
        let any = self.any_int(value, to);
        if vt.scalar_bits() >= to.scalar_bits() {
            return any;
        }
        self.x.dag.sext_in_reg(any, vt.scalar())
    }

    // ---- promotion ----

    pub(super) fn promote_result(&mut self, node: NodeId, vt: ValueType, to: ValueType) -> bool {
        use isd::*;
        let opcode = self.x.dag.opcode(node);
        let operands = self.x.dag.operand_vec(node);
        let bits = vt.scalar_bits();
        let extra = to.scalar_bits() - bits;
        let value = match opcode {
            CONSTANT => {
                let constant = self.x.dag.constant_u128(node.into()).unwrap_or(0);
                let constant = if bits == 1 {
                    constant as i128
                } else {
                    crate::dag::make::sign_extend_bits(constant, bits)
                };
                self.x.dag.constant(constant, to)
            }
            UNDEF => self.x.dag.undef(to),
            ADD | SUB | MUL | AND | OR | XOR => {
                let a = self.any_int(operands[0], to);
                let b = self.any_int(operands[1], to);
                self.x.dag.node(opcode, to, &[a, b])
            }
            SHL => {
                let a = self.any_int(operands[0], to);
                let amount = self.shift_amount(operands[1], to);
                self.x.dag.node(SHL, to, &[a, amount])
            }
            SRL => {
                let a = self.zext_int(operands[0], to);
                let amount = self.shift_amount(operands[1], to);
                self.x.dag.node(SRL, to, &[a, amount])
            }
            SRA => {
                let a = self.sext_int(operands[0], to);
                let amount = self.shift_amount(operands[1], to);
                self.x.dag.node(SRA, to, &[a, amount])
            }
            SDIV | SREM | SMIN | SMAX => {
                let a = self.sext_int(operands[0], to);
                let b = self.sext_int(operands[1], to);
                self.x.dag.node(opcode, to, &[a, b])
            }
            UDIV | UREM | UMIN | UMAX => {
                let a = self.zext_int(operands[0], to);
                let b = self.zext_int(operands[1], to);
                self.x.dag.node(opcode, to, &[a, b])
            }
            MULHU | MULHS if to.scalar_bits() >= 2 * bits => {
                let signed = opcode == MULHS;
                let wide = |this: &mut Self, value| {
                    if signed {
                        this.sext_int(value, to)
                    } else {
                        this.zext_int(value, to)
                    }
                };
                let (a, b) = (wide(self, operands[0]), wide(self, operands[1]));
                let product = self.x.dag.node(MUL, to, &[a, b]);
                self.shift(SRL, product, bits)
            }
            SIGN_EXTEND => self.sext_int(operands[0], to),
            ZERO_EXTEND => self.zext_int(operands[0], to),
            ANY_EXTEND | TRUNCATE => {
                let from = self.vt(operands[0]);
                let (action, half) = self.action(from);
                if action == TypeAction::ExpandInteger && to.scalar_bits() <= half.scalar_bits() {
                    let (low, _) = self.two(operands[0]);
                    self.any_int(low, to)
                } else if from.is_vector() && !self.is_legal(from) {
                    return false;
                } else {
                    self.any_int(operands[0], to)
                }
            }
            SIGN_EXTEND_INREG => {
                let a = self.any_int(operands[0], to);
                self.x.dag.node(SIGN_EXTEND_INREG, to, &[a, operands[1]])
            }
            ASSERT_SEXT | ASSERT_ZEXT | FREEZE => {
                let a = self.any_int(operands[0], to);
                if opcode == FREEZE {
                    self.x.dag.node(FREEZE, to, &[a])
                } else {
                    a
                }
            }
            SELECT | VSELECT => {
                let a = self.any_int(operands[1], to);
                let b = self.any_int(operands[2], to);
                self.x.dag.node(opcode, to, &[operands[0], a, b])
            }
            SELECT_CC => {
                let a = self.any_int(operands[2], to);
                let b = self.any_int(operands[3], to);
                self.x
                    .dag
                    .node(SELECT_CC, to, &[operands[0], operands[1], a, b, operands[4]])
            }
            SETCC => {
                let flags = self.x.dag.flags(node);
                self.x.dag.node_flags(SETCC, to, &operands, flags)
            }
            ABS => {
                let a = self.sext_int(operands[0], to);
                self.x.dag.node(ABS, to, &[a])
            }
            CTPOP => {
                let a = self.zext_int(operands[0], to);
                self.x.dag.node(CTPOP, to, &[a])
            }
            CTLZ | CTLZ_ZERO_UNDEF => {
                let a = self.zext_int(operands[0], to);
                let count = self.x.dag.node(opcode, to, &[a]);
                let extra = self.x.dag.constant(extra, to);
                self.x.dag.node(SUB, to, &[count, extra])
            }
            CTTZ | CTTZ_ZERO_UNDEF => {
                // Otherwise the undefined bits above the value would be counted.
                let a = if to.scalar_bits() <= 32 {
                    self.any_int(operands[0], to)
                } else {
                    self.zext_int(operands[0], to)
                };
                // A one just above the value stops the count there.
                let stop = self.x.dag.constant(1i128 << bits, to);
                let a = self.x.dag.node(OR, to, &[a, stop]);
                self.x.dag.node(CTTZ_ZERO_UNDEF, to, &[a])
            }
            BSWAP | BITREVERSE => {
                let a = self.any_int(operands[0], to);
                let swapped = self.x.dag.node(opcode, to, &[a]);
                self.shift(SRL, swapped, extra)
            }
            FP_TO_SINT | FP_TO_UINT => {
                // A smaller unsigned value fits the larger signed type.
                let opcode = if opcode == FP_TO_UINT { FP_TO_SINT } else { opcode };
                self.x.dag.node(opcode, to, &operands)
            }
            FP_TO_SINT_SAT | FP_TO_UINT_SAT | FP_TO_FP16 | FP_TO_BF16 => {
                self.x.dag.node(opcode, to, &operands)
            }
            IS_FPCLASS => self.x.dag.node(opcode, to, &operands),
            BUILD_PAIR => {
                let half = self.vt(operands[0]).scalar_bits();
                let low = self.zext_int(operands[0], to);
                let high = self.any_int(operands[1], to);
                let high = self.shift(SHL, high, half);
                self.x.dag.node_flags(OR, to, &[low, high], NodeFlags::DISJOINT)
            }
            EXTRACT_ELEMENT => {
                let whole = operands[0];
                let by = if self.x.dag.is_zero(operands[1]) { 0 } else { bits };
                let whole_vt = self.vt(whole);
                let wide = if self.is_legal(whole_vt) {
                    whole
                } else {
                    self.zext_int(whole, to)
                };
                let moved = self.shift(SRL, wide, by);
                self.x.dag.anyext_or_trunc(moved, to)
            }
            LOAD => {
                let parts = self.x.load_parts(node);
                let ext = if parts.ext == LoadExt::None {
                    LoadExt::Any
                } else {
                    parts.ext
                };
                let load = self.load_part(node, ext, to, parts.memory_vt, 0);
                self.replace_chain(node, load.with_result(1));
                load
            }
            EXTRACT_VECTOR_ELT => return self.promote_extract(node, to, &operands),
            BITCAST => match self.promote_bitcast(&operands, vt, to) {
                Some(value) => value,
                None => return false,
            },
            UADDO | USUBO | SADDO | SSUBO | UMULO | SMULO => {
                return self.promote_overflow(node, vt, to, &operands);
            }
            _ if (ATOMIC_LOAD..=ATOMIC_LOAD_USUB_SAT).contains(&opcode) && opcode != ATOMIC_STORE => {
                return self.promote_atomic(node, to, &operands);
            }
            _ => return false,
        };
        self.set_form(node.into(), Form::One(value));
        true
    }

    fn shift_amount(&mut self, amount: NodeValue, to: ValueType) -> NodeValue {
        let wanted = self.x.target.shift_amount_type(to);
        if self.vt(amount) == wanted {
            return amount;
        }
        self.zext_int(amount, wanted)
    }

    fn promote_extract(&mut self, node: NodeId, to: ValueType, operands: &[NodeValue]) -> bool {
        let vector = self.resolve(operands[0]);
        let vector_vt = self.vt(vector);
        let index = self.x.dag.constant_u64(operands[1]);
        if self.is_legal(vector_vt) {
            // The element of a legal vector, in a larger register.
            let bits = vector_vt.scalar_bits();
            if let Some(index) = index
                && vector_vt.size_in_bits() <= 64
                && self.is_legal(ValueType::int(vector_vt.size_in_bits()))
            {
                let whole = self
                    .x
                    .dag
                    .bitcast(ValueType::int(vector_vt.size_in_bits()), vector);
                let moved = self.shift(isd::SRL, whole, index as u32 * bits);
                let value = self.x.dag.anyext_or_trunc(moved, to);
                self.set_form(node.into(), Form::One(value));
                return true;
            }
            let value = self
                .x
                .dag
                .raw_node(
                    isd::EXTRACT_VECTOR_ELT,
                    &[to],
                    operands,
                    Payload::None,
                    NodeFlags::empty(),
                )
                .into();
            self.set_form(node.into(), Form::One(value));
            return true;
        }
        match self.extract_from_illegal(node) {
            Some(value) => {
                self.replace(node.into(), value);
                true
            }
            None => false,
        }
    }

    fn promote_bitcast(&mut self, operands: &[NodeValue], vt: ValueType, to: ValueType) -> Option<NodeValue> {
        let from_value = self.resolve(operands[0]);
        let from = self.vt(from_value);
        if vt.is_vector() {
            return None;
        }
        if from.is_vector() {
            return Some(self.integer_of_vector(from_value, to));
        }
        if !self.is_legal(from) && self.action(from).0 == TypeAction::SoftPromoteHalf {
            let int = self.one(from_value);
            return Some(self.any_int(int, to));
        }
        // A small float in a register: as the low element of a vector of the integer's size.
        let wide = ValueType::vector(from, to.scalar_bits() / from.scalar_bits());
        if self.is_legal(wide) {
            let vector = self.x.dag.node(isd::SCALAR_TO_VECTOR, wide, &[from_value]);
            return Some(self.x.dag.bitcast(to, vector));
        }
        None
    }

    fn promote_overflow(
        &mut self,
        node: NodeId,
        vt: ValueType,
        to: ValueType,
        operands: &[NodeValue],
    ) -> bool {
        use isd::*;
        let opcode = self.x.dag.opcode(node);
        // The flag may be the illegal operand.
        if self.vt(node.into()) != vt {
            return false;
        }
        let signed = matches!(opcode, SADDO | SSUBO | SMULO);
        let product = matches!(opcode, UMULO | SMULO);
        let may_overflow_wide = product && to.scalar_bits() < 2 * vt.scalar_bits();
        let wide = |this: &mut Self, value| {
            if signed {
                this.sext_int(value, to)
            } else {
                this.zext_int(value, to)
            }
        };
        let (a, b) = (wide(self, operands[0]), wide(self, operands[1]));
        let plain = match opcode {
            UADDO | SADDO => ADD,
            USUBO | SSUBO => SUB,
            _ => MUL,
        };
        let flag_vt = self.vt(NodeValue::new(node, 1));
        let (value, wide_flag) = if may_overflow_wide {
            let both = self.x.dag.node_multi(opcode, &[to, flag_vt], &[a, b]);
            (NodeValue::new(both, 0), Some(NodeValue::new(both, 1)))
        } else {
            (self.x.dag.node(plain, to, &[a, b]), None)
        };
        let kept = if signed {
            self.x.dag.sext_in_reg(value, vt.scalar())
        } else {
            self.x.dag.zext_in_reg(value, vt)
        };
        let mut flag = self.x.dag.set_cc(flag_vt, value, kept, isd::CondCode::SetNe);
        if let Some(wide_flag) = wide_flag {
            flag = self.x.dag.node(OR, flag_vt, &[flag, wide_flag]);
        }
        self.set_form(node.into(), Form::One(value));
        self.replace(NodeValue::new(node, 1), flag);
        true
    }

    fn promote_atomic(&mut self, node: NodeId, to: ValueType, operands: &[NodeValue]) -> bool {
        let opcode = self.x.dag.opcode(node);
        let payload = *self.x.dag.payload(node);
        let mut types: SmallVec<[ValueType; 4]> = self.x.dag.result_types(node).into();
        types[0] = to;
        let mut promoted: SmallVec<[NodeValue; 4]> = SmallVec::from_slice(&operands[..2]);
        for &operand in &operands[2..] {
            promoted.push(self.zext_int(operand, to));
        }
        let new = self
            .x
            .dag
            .raw_node(opcode, &types, &promoted, payload, NodeFlags::empty());
        self.set_form(node.into(), Form::One(new.into()));
        for result in 1..types.len() as u32 {
            self.replace(NodeValue::new(node, result), NodeValue::new(new, result));
        }
        true
    }

    pub(super) fn promote_operand(&mut self, node: NodeId, index: usize) -> Option<Values> {
        use isd::*;
        let dag = &*self.x.dag;
        let opcode = dag.opcode(node);
        let operands = dag.operand_vec(node);
        let flags = dag.flags(node);
        let vt = if dag.num_results(node) > 0 {
            dag.value_type(node)
        } else {
            ValueType::OTHER
        };
        let operand = operands[index];
        let from = self.vt(operand);
        let to = self.action(from).1;
        let one = |value: NodeValue| Some(smallvec![value]);
        match opcode {
            ANY_EXTEND | TRUNCATE => one(self.any_int(operand, vt)),
            ZERO_EXTEND => one(self.zext_int(operand, vt)),
            SIGN_EXTEND => one(self.sext_int(operand, vt)),
            SINT_TO_FP => {
                let wide = self.sext_int(operand, to);
                one(self.x.dag.node(opcode, vt, &[wide]))
            }
            UINT_TO_FP => {
                let wide = self.zext_int(operand, to);
                // The zero-extended value is not negative either.
                let opcode = if self.x.target.tables().is_legal_or_custom(opcode, vt) {
                    opcode
                } else {
                    SINT_TO_FP
                };
                one(self.x.dag.node(opcode, vt, &[wide]))
            }
            FP16_TO_FP | BF16_TO_FP => {
                let wide = self.any_int(operand, to);
                one(self.x.dag.node(opcode, vt, &[wide]))
            }
            SETCC => {
                let cc = self.x.dag.cond_code_of(operands[2]);
                let wide = |this: &mut Self, value| {
                    if cc.is_signed_int() {
                        this.sext_int(value, to)
                    } else {
                        this.zext_int(value, to)
                    }
                };
                let (a, b) = (wide(self, operands[0]), wide(self, operands[1]));
                one(self.x.dag.set_cc_flags(vt, a, b, cc, flags))
            }
            SELECT_CC | BR_CC => None,
            SELECT | BRCOND => {
                let wide = self.zext_int(operand, to);
                let mut operands = operands;
                operands[index] = wide;
                one(self.x.dag.node_flags(opcode, vt, &operands, flags))
            }
            SHL | SRL | SRA | ROTL | ROTR | FSHL | FSHR => {
                let wide = self.zext_int(operand, to);
                let mut operands = operands;
                operands[index] = wide;
                one(self.x.dag.node_flags(opcode, vt, &operands, flags))
            }
            FLDEXP | FPOWI => {
                let wide = self.sext_int(operand, to);
                one(self.x.dag.node_flags(opcode, vt, &[operands[0], wide], flags))
            }
            BUILD_PAIR => {
                let half = from.scalar_bits();
                let low = self.zext_int(operands[0], vt);
                let high = self.any_int(operands[1], vt);
                let high = self.shift(SHL, high, half);
                one(self.x.dag.node_flags(OR, vt, &[low, high], NodeFlags::DISJOINT))
            }
            EXTRACT_ELEMENT => {
                let by = if self.x.dag.is_zero(operands[1]) {
                    0
                } else {
                    vt.scalar_bits()
                };
                let wide = self.any_int(operands[0], to);
                let moved = self.shift(SRL, wide, by);
                one(self.x.dag.anyext_or_trunc(moved, vt))
            }
            BUILD_VECTOR | SCALAR_TO_VECTOR => {
                // Elements without a register of their own: packed into words.
                let mut elements: SmallVec<[NodeValue; 16]> = SmallVec::new();
                let undef = self.x.dag.undef(vt.scalar());
                for i in 0..vt.num_elements() as usize {
                    elements.push(operands.get(i).copied().unwrap_or(undef));
                }
                self.x.pack(vt, &elements).map(|value| smallvec![value])
            }
            EXTRACT_VECTOR_ELT | INSERT_VECTOR_ELT if index + 1 == operands.len() => {
                let wide = self.zext_int(operand, to);
                let mut operands = operands;
                operands[index] = wide;
                one(self.x.dag.node_flags(opcode, vt, &operands, flags))
            }
            _ => {
                // Atomics, intrinsics, target nodes: the operand in a larger register.
                let is_memory = (ATOMIC_LOAD..=ATOMIC_LOAD_USUB_SAT).contains(&opcode);
                let is_intrinsic = matches!(opcode, INTRINSIC_WO_CHAIN | INTRINSIC_W_CHAIN | INTRINSIC_VOID);
                if !is_memory && !is_intrinsic && !opcode.is_target() {
                    return None;
                }
                let mut operands = operands;
                operands[index] = self.any_int(operand, to);
                let payload = *self.x.dag.payload(node);
                let types: SmallVec<[ValueType; 4]> = self.x.dag.result_types(node).into();
                let new = self.x.dag.raw_node(opcode, &types, &operands, payload, flags);
                Some((0..types.len() as u32).map(|i| NodeValue::new(new, i)).collect())
            }
        }
    }
}
