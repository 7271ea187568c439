//! Type legalization of integers that are too large: splits them into halves.

use super::expand::Values;
use super::types::{Form, TypeLegalizer};
use crate::dag::isd;
use crate::dag::node::{LoadExt, NodeId, NodeValue};
use crate::dag::tables::TypeAction;
use crate::dag::types::ValueType;
use smallvec::smallvec;

impl TypeLegalizer<'_> {
    /// Low and high half of an integer that is split, of a larger one that is promoted to such a type, or of a smaller
    /// one, extended.
    fn integer_halves(
        &mut self,
        value: NodeValue,
        half: ValueType,
        signed: Option<bool>,
    ) -> (NodeValue, NodeValue) {
        let value = self.resolve(value);
        let vt = self.vt(value);
        if vt.scalar_bits() <= half.scalar_bits() {
            let low = match signed {
                Some(true) => self.sext_int(value, half),
                Some(false) => self.zext_int(value, half),
                None => self.any_int(value, half),
            };
            let high = match signed {
                Some(true) => self.shift(isd::SRA, low, half.scalar_bits() - 1),
                Some(false) => self.x.dag.constant(0, half),
                None => self.x.dag.undef(half),
            };
            return (low, high);
        }
        if self.action(vt).0 == TypeAction::PromoteInteger {
            let wide = self.one(value);
            let (low, high) = self.integer_halves(wide, half, signed);
            let rest = ValueType::int(vt.scalar_bits() - half.scalar_bits());
            let high = match signed {
                Some(true) => self.x.dag.sext_in_reg(high, rest),
                Some(false) => self.x.dag.zext_in_reg(high, rest),
                None => high,
            };
            return (low, high);
        }
        self.two(value)
    }

    pub(super) fn expand_result(&mut self, node: NodeId, vt: ValueType, half: ValueType) -> bool {
        use isd::*;
        let opcode = self.x.dag.opcode(node);
        let operands = self.x.dag.operand_vec(node);
        let bits = half.scalar_bits();
        let (low, high) = match opcode {
            CONSTANT => {
                let value = self.x.dag.constant_u128(node.into()).unwrap_or(0);
                (
                    self.x.dag.constant(value as i128, half),
                    self.x.dag.constant((value >> bits) as i128, half),
                )
            }
            UNDEF => {
                let undef = self.x.dag.undef(half);
                (undef, undef)
            }
            BUILD_PAIR => (operands[0], operands[1]),
            ADD | SUB | MUL | AND | OR | XOR | SMIN | SMAX | UMIN | UMAX => {
                let a = self.integer_halves(operands[0], half, None);
                let b = self.integer_halves(operands[1], half, None);
                match self.halves().binary(opcode, a, b) {
                    Some(halves) => halves,
                    None => return false,
                }
            }
            SHL | SRL | SRA => {
                let a = self.integer_halves(operands[0], half, None);
                let wanted = self.x.target.shift_amount_type(half);
                let amount = self.x.dag.zext_or_trunc(operands[1], wanted);
                self.halves().shift_halves(opcode, a, amount)
            }
            CTPOP | CTLZ | CTTZ | CTLZ_ZERO_UNDEF | CTTZ_ZERO_UNDEF | BSWAP | BITREVERSE | ABS | FREEZE => {
                let a = self.integer_halves(operands[0], half, None);
                match self.halves().unary(opcode, a) {
                    Some(halves) => halves,
                    None => return false,
                }
            }
            SELECT => {
                let a = self.integer_halves(operands[1], half, None);
                let b = self.integer_halves(operands[2], half, None);
                self.halves().select(operands[0], a, b)
            }
            ZERO_EXTEND => self.integer_halves(operands[0], half, Some(false)),
            SIGN_EXTEND => self.integer_halves(operands[0], half, Some(true)),
            ANY_EXTEND | ASSERT_SEXT | ASSERT_ZEXT => self.integer_halves(operands[0], half, None),
            TRUNCATE => {
                // For a still larger integer, its low half has this type. For an odd type, the type it is promoted to.
                let from = self.vt(operands[0]);
                let low = match self.action(from).0 {
                    TypeAction::ExpandInteger => self.two(operands[0]).0,
                    TypeAction::PromoteInteger => self.any_int(operands[0], vt),
                    _ => return false,
                };
                if self.vt(low) != vt {
                    return false;
                }
                self.replace(node.into(), low);
                return true;
            }
            SIGN_EXTEND_INREG => {
                let from = self.x.dag.type_operand(operands[1]).scalar_bits();
                let (low, high) = self.integer_halves(operands[0], half, None);
                if from <= bits {
                    let low = if from < bits {
                        self.x.dag.sext_in_reg(low, ValueType::int(from))
                    } else {
                        low
                    };
                    (low, self.shift(SRA, low, bits - 1))
                } else {
                    (low, self.x.dag.sext_in_reg(high, ValueType::int(from - bits)))
                }
            }
            LOAD => return self.expand_load_result(node, half),
            BITCAST => {
                let from_value = self.resolve(operands[0]);
                let from = self.vt(from_value);
                if !from.is_vector() || !from.num_elements().is_multiple_of(2) {
                    return false;
                }
                let count = from.num_elements() / 2;
                let low = self.range(from_value, 0, count);
                let high = self.range(from_value, count, count);
                (self.x.dag.bitcast(half, low), self.x.dag.bitcast(half, high))
            }
            UADDO | USUBO | UADDO_CARRY | USUBO_CARRY => {
                let a = self.integer_halves(operands[0], half, None);
                let b = self.integer_halves(operands[1], half, None);
                let add = matches!(opcode, UADDO | UADDO_CARRY);
                let carry = operands.get(2).copied();
                let (halves, flag) = self.halves().add_sub(add, a, b, carry);
                let flag_vt = self.vt(NodeValue::new(node, 1));
                let flag = self.x.dag.zext_or_trunc(flag, flag_vt);
                self.replace(NodeValue::new(node, 1), flag);
                halves
            }
            EXTRACT_VECTOR_ELT => match self.extract_from_illegal(node) {
                Some(value) => {
                    self.replace(node.into(), value);
                    return true;
                }
                None => return false,
            },
            _ => return false,
        };
        self.set_form(node.into(), Form::Two(low, high));
        true
    }

    fn expand_load_result(&mut self, node: NodeId, half: ValueType) -> bool {
        let parts = self.x.load_parts(node);
        let bits = half.scalar_bits();
        let memory_bits = parts.memory_vt.scalar_bits();
        if memory_bits <= bits {
            let ext = if memory_bits == bits {
                LoadExt::None
            } else {
                parts.ext
            };
            let low = self.load_part(node, ext, half, parts.memory_vt, 0);
            self.replace_chain(node, low.with_result(1));
            let high = match parts.ext {
                LoadExt::Sign => self.shift(isd::SRA, low, bits - 1),
                LoadExt::Zero => self.x.dag.constant(0, half),
                LoadExt::None | LoadExt::Any => self.x.dag.undef(half),
            };
            self.set_form(node.into(), Form::Two(low, high));
            return true;
        }
        let rest = ValueType::int(memory_bits - bits);
        let low = self.load_part(node, LoadExt::None, half, half, 0);
        let ext = if parts.ext == LoadExt::None {
            LoadExt::Any
        } else {
            parts.ext
        };
        let high = self.load_part(node, ext, half, rest, bits / 8);
        let chain = self
            .x
            .dag
            .token_factor(&[low.with_result(1), high.with_result(1)]);
        self.replace_chain(node, chain);
        self.set_form(node.into(), Form::Two(low, high));
        true
    }

    pub(super) fn expand_operand(&mut self, node: NodeId) -> Option<Values> {
        use isd::*;
        let dag = &*self.x.dag;
        let opcode = dag.opcode(node);
        let operands = dag.operand_vec(node);
        let vt = dag.value_type(node);
        let one = |value: NodeValue| Some(smallvec![value]);
        match opcode {
            TRUNCATE => {
                let (low, _) = self.two(operands[0]);
                one(self.x.dag.anyext_or_trunc(low, vt))
            }
            SETCC => {
                let cc = self.x.dag.cond_code_of(operands[2]);
                let half = self.action(self.vt(operands[0])).1;
                let a = self.integer_halves(operands[0], half, None);
                let b = self.integer_halves(operands[1], half, None);
                let result = self.halves().set_cc(a, b, cc);
                one(self.x.dag.zext_or_trunc(result, vt))
            }
            EXTRACT_ELEMENT => {
                let (low, high) = self.two(operands[0]);
                one(if self.x.dag.is_zero(operands[1]) {
                    low
                } else {
                    high
                })
            }
            SHL | SRL | SRA | ROTL | ROTR => {
                // An amount beyond the half is out of range anyway.
                let (low, _) = self.two(operands[1]);
                let wanted = self.x.target.shift_amount_type(vt);
                let amount = self.x.dag.zext_or_trunc(low, wanted);
                one(self.x.dag.node(opcode, vt, &[operands[0], amount]))
            }
            _ => None,
        }
    }
}
