//! Type legalization of small floats: stored as integers, computed as f32.

use super::expand::Values;
use super::types::{Form, TypeLegalizer};
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::{NodeFlags, NodeId, NodeValue};
use crate::dag::types::ValueType;
use smallvec::{SmallVec, smallvec};

/// To f32 from the bits, and back.
fn conversions(vt: ValueType) -> (NodeOpcode, NodeOpcode) {
    if vt == ValueType::BF16 {
        (isd::BF16_TO_FP, isd::FP_TO_BF16)
    } else {
        (isd::FP16_TO_FP, isd::FP_TO_FP16)
    }
}

impl TypeLegalizer<'_> {
    /// A small float as f32.
    fn as_f32(&mut self, value: NodeValue) -> NodeValue {
        let vt = self.vt(value);
        if self.is_legal(vt) {
            return self.x.dag.node(isd::FP_EXTEND, ValueType::F32, &[value]);
        }
        let bits = self.one(value);
        self.x.dag.node(conversions(vt).0, ValueType::F32, &[bits])
    }

    pub(super) fn soft_promote_result(&mut self, node: NodeId, vt: ValueType) -> bool {
        use isd::*;
        let dag = &*self.x.dag;
        let opcode = dag.opcode(node);
        let operands = dag.operand_vec(node);
        let flags = dag.flags(node);
        let int = ValueType::I16;
        let value = match opcode {
            CONSTANT_FP => {
                let bits = self.x.dag.constant_float_bits(node.into()).unwrap_or(0);
                self.x.dag.constant(i128::from(bits), int)
            }
            UNDEF => self.x.dag.undef(int),
            LOAD => {
                let load = self.load_part(node, crate::dag::LoadExt::None, int, int, 0);
                self.replace_chain(node, load.with_result(1));
                load
            }
            BITCAST => self.x.dag.bitcast(int, operands[0]),
            SELECT => {
                let (a, b) = (self.one(operands[1]), self.one(operands[2]));
                self.x.dag.node(SELECT, int, &[operands[0], a, b])
            }
            FREEZE => {
                let a = self.one(operands[0]);
                self.x.dag.node(FREEZE, int, &[a])
            }
            FNEG | FABS => {
                let a = self.one(operands[0]);
                let (opcode, mask) = if opcode == FNEG {
                    (XOR, 0x8000)
                } else {
                    (AND, 0x7fff)
                };
                let mask = self.x.dag.constant(mask, int);
                self.x.dag.node(opcode, int, &[a, mask])
            }
            FP_ROUND => {
                let convert = conversions(vt).1;
                self.x.dag.node(convert, int, &[operands[0]])
            }
            EXTRACT_VECTOR_ELT => {
                let vector_vt = self.vt(operands[0]);
                if self.is_legal(vector_vt) {
                    let ints = self.x.dag.bitcast(vector_vt.to_integer(), operands[0]);
                    self.x.dag.node(EXTRACT_VECTOR_ELT, int, &[ints, operands[1]])
                } else {
                    let Some(value) = self.extract_from_illegal(node) else {
                        return false;
                    };
                    self.replace(node.into(), value);
                    return true;
                }
            }
            SINT_TO_FP | UINT_TO_FP => {
                let wide = self.x.dag.node(opcode, ValueType::F32, &operands);
                self.x.dag.node(conversions(vt).1, int, &[wide])
            }
            // The sum of a product of halves may lie between two floats where that decides how the half rounds; in
            // double precision nothing relevant is lost. The exponent range of bf16 is larger: the product is exact,
            // but the sum must not be rounded twice.
            FMA => {
                let double = ValueType::F64;
                let wide: SmallVec<[NodeValue; 3]> = operands
                    .iter()
                    .map(|&operand| {
                        let single = self.as_f32(operand);
                        self.x.dag.node(FP_EXTEND, double, &[single])
                    })
                    .collect();
                let result = if vt == ValueType::BF16 {
                    let product = self.x.dag.node(FMUL, double, &wide[..2]);
                    self.x.add_to_odd(product, wide[2])
                } else {
                    self.x.dag.node_flags(FMA, double, &wide, flags)
                };
                self.x.dag.node(conversions(vt).1, int, &[result])
            }
            _ if (FADD..=FCANONICALIZE).contains(&opcode) || opcode == FLDEXP => {
                let wide: SmallVec<[NodeValue; 3]> = operands
                    .iter()
                    .map(|&operand| {
                        if self.vt(operand) == vt {
                            self.as_f32(operand)
                        } else {
                            operand
                        }
                    })
                    .collect();
                let result = self.x.dag.node_flags(opcode, ValueType::F32, &wide, flags);
                self.x.dag.node(conversions(vt).1, int, &[result])
            }
            _ => return false,
        };
        self.set_form(node.into(), Form::One(value));
        true
    }

    pub(super) fn soft_promote_operand(&mut self, node: NodeId) -> Option<Values> {
        use isd::*;
        let dag = &*self.x.dag;
        let opcode = dag.opcode(node);
        let operands = dag.operand_vec(node);
        let flags = dag.flags(node);
        let vt = dag.value_type(node);
        match opcode {
            FP_EXTEND => {
                let value = self.as_f32(operands[0]);
                Some(smallvec![if vt == ValueType::F32 {
                    value
                } else {
                    self.x.dag.node(FP_EXTEND, vt, &[value])
                }])
            }
            BUILD_VECTOR | SCALAR_TO_VECTOR => {
                let ints: SmallVec<[NodeValue; 16]> =
                    operands.iter().map(|&operand| self.one(operand)).collect();
                let vector = self.x.dag.node(opcode, vt.to_integer(), &ints);
                Some(smallvec![self.x.dag.bitcast(vt, vector)])
            }
            INSERT_VECTOR_ELT => {
                let vector = self.x.dag.bitcast(vt.to_integer(), operands[0]);
                let element = self.one(operands[1]);
                let value = self.x.dag.node(
                    INSERT_VECTOR_ELT,
                    vt.to_integer(),
                    &[vector, element, operands[2]],
                );
                Some(smallvec![self.x.dag.bitcast(vt, value)])
            }
            SETCC | FP_TO_SINT | FP_TO_UINT | FP_TO_SINT_SAT | FP_TO_UINT_SAT | IS_FPCLASS | FCOPYSIGN
            | FP_ROUND => {
                let mut wide = operands;
                for operand in &mut wide {
                    let operand_vt = self.vt(*operand);
                    if operand_vt.is_float() && operand_vt.scalar_bits() == 16 {
                        *operand = self.as_f32(*operand);
                    }
                }
                let new = self
                    .x
                    .dag
                    .raw_node(opcode, &[vt], &wide, crate::dag::Payload::None, flags);
                Some(smallvec![new.into()])
            }
            _ => {
                let _ = NodeFlags::empty();
                None
            }
        }
    }
}
