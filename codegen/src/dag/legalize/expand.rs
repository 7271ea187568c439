//! Operations in terms of others, where neither the target nor a pattern knows them.

use super::halves::HalfBuilder;
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::lowering::TargetLowering;
use crate::dag::make::truncate_bits;
use crate::dag::node::{NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use smallvec::{SmallVec, smallvec};

/// Values for the results of a node.
pub type Values = SmallVec<[NodeValue; 4]>;

/// Expands nodes.
pub struct Expander<'d> {
    pub dag: &'d mut SelectionDag,
    pub target: &'d dyn TargetLowering,
}

impl Expander<'_> {
    fn node(&mut self, opcode: NodeOpcode, operands: &[NodeValue]) -> NodeValue {
        let vt = self.dag.value_type(operands[0]);
        self.dag.node(opcode, vt, operands)
    }

    fn constant(&mut self, value: i128, vt: ValueType) -> NodeValue {
        self.dag.constant(value, vt)
    }

    fn is_available(&self, opcode: NodeOpcode, vt: ValueType) -> bool {
        self.target.tables().is_legal_or_custom(opcode, vt)
    }

    fn amount(&mut self, by: u32, vt: ValueType) -> NodeValue {
        let ty = self.target.shift_amount_type(vt);
        self.dag.constant(by, ty)
    }

    fn shift(&mut self, opcode: NodeOpcode, value: NodeValue, by: u32) -> NodeValue {
        let vt = self.dag.value_type(value);
        let amount = self.amount(by, vt);
        self.dag.node(opcode, vt, &[value, amount])
    }

    fn compare(&mut self, a: NodeValue, b: NodeValue, cc: CondCode) -> NodeValue {
        let flag = self.target.set_cc_result_type(self.dag.value_type(a));
        self.dag.set_cc(flag, a, b, cc)
    }

    fn halves(&mut self) -> HalfBuilder<'_> {
        HalfBuilder {
            dag: self.dag,
            target: self.target,
        }
    }

    /// Low and high half of a legal integer.
    pub fn split_integer(&mut self, value: NodeValue) -> (NodeValue, NodeValue) {
        let vt = self.dag.value_type(value);
        let half = ValueType::int(vt.scalar_bits() / 2);
        let pair = ValueType::vector(half, 2);
        if self.target.tables().is_type_legal(pair) {
            let vector = self.dag.bitcast(pair, value);
            return (
                self.dag.extract_element(vector, 0),
                self.dag.extract_element(vector, 1),
            );
        }
        let high = self.shift(isd::SRL, value, half.scalar_bits());
        (
            self.dag.node(isd::TRUNCATE, half, &[value]),
            self.dag.node(isd::TRUNCATE, half, &[high]),
        )
    }

    /// An integer from its halves.
    pub fn join_integer(&mut self, low: NodeValue, high: NodeValue) -> NodeValue {
        let half = self.dag.value_type(low);
        let vt = ValueType::int(half.scalar_bits() * 2);
        let pair = ValueType::vector(half, 2);
        if self.target.tables().is_type_legal(pair) {
            let vector = self.dag.build_vector(pair, &[low, high]);
            return self.dag.bitcast(vt, vector);
        }
        let low = self.dag.node(isd::ZERO_EXTEND, vt, &[low]);
        let high = self.dag.node(isd::ANY_EXTEND, vt, &[high]);
        let high = self.shift(isd::SHL, high, half.scalar_bits());
        self.dag
            .node_flags(isd::OR, vt, &[low, high], NodeFlags::DISJOINT)
    }

    /// The results of `node` in other operations. None if there is no generic way.
    pub fn expand(&mut self, node: NodeId) -> Option<Values> {
        use isd::*;
        let opcode = self.dag.opcode(node);
        let vt = if self.dag.num_results(node) > 0 {
            self.dag.value_type(node)
        } else {
            ValueType::OTHER
        };
        let operands: SmallVec<[NodeValue; 8]> = self.dag.operands(node).collect();
        let flags = self.dag.flags(node);
        let a = operands.first().copied();
        let b = operands.get(1).copied();
        let one = |value: NodeValue| Some(smallvec![value]);
        match opcode {
            MERGE_VALUES => return Some(operands.iter().copied().collect()),
            BUILD_PAIR => {
                let value = self.join_integer(a?, b?);
                return one(value);
            }
            EXTRACT_ELEMENT => {
                let (low, high) = self.split_integer(a?);
                return one(if self.dag.is_zero(b?) { low } else { high });
            }
            SELECT_CC => {
                let cc = self.dag.cond_code_of(operands[4]);
                let condition = self.compare(operands[0], operands[1], cc);
                return one(self.dag.select(condition, operands[2], operands[3]));
            }
            BR_CC => {
                let cc = self.dag.cond_code_of(operands[1]);
                let condition = self.compare(operands[2], operands[3], cc);
                return one(self
                    .dag
                    .node(BRCOND, ValueType::OTHER, &[operands[0], condition, operands[4]]));
            }
            SCALAR_TO_VECTOR => {
                let undef = self.dag.undef(self.dag.value_type(a?));
                let mut elements: SmallVec<[NodeValue; 16]> =
                    SmallVec::from_elem(undef, vt.num_elements() as usize);
                elements[0] = a?;
                return one(self.dag.build_vector(vt, &elements));
            }
            CONCAT_VECTORS | EXTRACT_SUBVECTOR | INSERT_SUBVECTOR | BUILD_VECTOR | EXTRACT_VECTOR_ELT
            | INSERT_VECTOR_ELT => return self.expand_vector_access(node, opcode, vt, &operands),
            ATOMIC_CMP_SWAP_WITH_SUCCESS => return self.expand_cmp_swap(node, &operands),
            ATOMIC_LOAD_SUB | ATOMIC_LOAD_FSUB => {
                let value = operands[2];
                let value_vt = self.dag.value_type(value);
                let (new_opcode, negated) = if opcode == ATOMIC_LOAD_SUB {
                    let zero = self.constant(0, value_vt);
                    (ATOMIC_LOAD_ADD, self.dag.node(SUB, value_vt, &[zero, value]))
                } else {
                    (ATOMIC_LOAD_FADD, self.dag.node(FNEG, value_vt, &[value]))
                };
                let payload = *self.dag.payload(node);
                let types: SmallVec<[ValueType; 2]> = self.dag.result_types(node).into();
                let new = self.dag.raw_node(
                    new_opcode,
                    &types,
                    &[operands[0], operands[1], negated],
                    payload,
                    flags,
                );
                return Some(smallvec![NodeValue::new(new, 0), NodeValue::new(new, 1)]);
            }
            _ => {}
        }
        if vt.is_vector() && opcode != BITCAST {
            return self.unroll(node);
        }
        if vt.is_integer() || opcode == SETCC {
            return self.expand_integer(node, opcode, vt, &operands, flags);
        }
        self.expand_float(opcode, vt, &operands, flags)
            .map(|value| smallvec![value])
    }

    fn expand_cmp_swap(&mut self, node: NodeId, operands: &[NodeValue]) -> Option<Values> {
        let types = self.dag.result_types(node);
        let (vt, flag) = (types[0], types[1]);
        let payload = *self.dag.payload(node);
        let swap = self.dag.raw_node(
            isd::ATOMIC_CMP_SWAP,
            &[vt, ValueType::OTHER],
            operands,
            payload,
            NodeFlags::empty(),
        );
        let success = self.dag.set_cc(flag, swap.into(), operands[2], CondCode::SetEq);
        Some(smallvec![swap.into(), success, NodeValue::new(swap, 1)])
    }

    /// Element by element.
    pub fn unroll(&mut self, node: NodeId) -> Option<Values> {
        let opcode = self.dag.opcode(node);
        let types: SmallVec<[ValueType; 2]> = self.dag.result_types(node).into();
        if types.iter().any(|vt| !vt.is_data()) || opcode == isd::INTRINSIC_WO_CHAIN {
            return None;
        }
        let operands: SmallVec<[NodeValue; 8]> = self.dag.operands(node).collect();
        let flags = self.dag.flags(node);
        let payload = *self.dag.payload(node);
        let count = types[0].num_elements();
        let scalar_types: SmallVec<[ValueType; 2]> = types.iter().map(|vt| vt.scalar()).collect();
        let mut results: SmallVec<[SmallVec<[NodeValue; 16]>; 2]> =
            types.iter().map(|_| SmallVec::new()).collect();
        for index in 0..count {
            let elements: SmallVec<[NodeValue; 8]> = operands
                .iter()
                .map(|&operand| self.scalar_operand(operand, index))
                .collect();
            let opcode = if opcode == isd::VSELECT {
                isd::SELECT
            } else {
                opcode
            };
            if types.len() == 1 && payload == Payload::None {
                let value = self.dag.node_flags(opcode, scalar_types[0], &elements, flags);
                results[0].push(value);
            } else {
                let new = self
                    .dag
                    .raw_node(opcode, &scalar_types, &elements, payload, flags);
                for (result, list) in results.iter_mut().enumerate() {
                    list.push(NodeValue::new(new, result as u32));
                }
            }
        }
        Some(
            results
                .iter()
                .zip(&types)
                .map(|(list, &vt)| self.dag.build_vector(vt, list))
                .collect(),
        )
    }

    /// What an operand of a vector operation is for element `index`.
    fn scalar_operand(&mut self, operand: NodeValue, index: u32) -> NodeValue {
        match *self.dag.payload(operand) {
            Payload::ValueType(vt) => self.dag.value_type_node(vt.scalar()),
            _ if self.dag.value_type(operand).is_vector() => self.dag.extract_element(operand, index),
            _ => operand,
        }
    }

    // ---- vectors ----

    /// A vector of 32-bit words with the same bits, if the type is made of smaller elements and both are legal.
    fn as_words(&mut self, value: NodeValue) -> Option<NodeValue> {
        let vt = self.dag.value_type(value);
        let words = word_type(vt)?;
        self.target
            .tables()
            .is_type_legal(words)
            .then(|| self.dag.bitcast(words, value))
    }

    fn expand_vector_access(
        &mut self,
        node: NodeId,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
    ) -> Option<Values> {
        let value = match opcode {
            isd::CONCAT_VECTORS => self.concat(vt, operands),
            isd::EXTRACT_SUBVECTOR => {
                let first = self.dag.constant_u64(operands[1])? as u32;
                self.extract_part(vt, operands[0], first)
            }
            isd::INSERT_SUBVECTOR => {
                let first = self.dag.constant_u64(operands[2])? as u32;
                let part = self.dag.value_type(operands[1]).num_elements();
                let elements: SmallVec<[NodeValue; 16]> = (0..vt.num_elements())
                    .map(|i| {
                        if i >= first && i < first + part {
                            self.dag.extract_element(operands[1], i - first)
                        } else {
                            self.dag.extract_element(operands[0], i)
                        }
                    })
                    .collect();
                self.dag.build_vector(vt, &elements)
            }
            isd::BUILD_VECTOR => self.pack(vt, operands)?,
            isd::EXTRACT_VECTOR_ELT => self.extract(vt, operands[0], operands[1])?,
            _ => self.insert(vt, operands[0], operands[1], operands[2])?,
        };
        let _ = node;
        Some(smallvec![value])
    }

    fn concat(&mut self, vt: ValueType, parts: &[NodeValue]) -> NodeValue {
        // By words where elements are smaller.
        if let (Some(words), Some(_)) = (word_type(vt), word_type(self.dag.value_type(parts[0])))
            && self.target.tables().is_type_legal(words)
        {
            let mut all: SmallVec<[NodeValue; 16]> = SmallVec::new();
            for &part in parts {
                let part_words = word_type(self.dag.value_type(part)).unwrap_or(ValueType::I32);
                let part = self.dag.bitcast(part_words, part);
                if part_words.is_vector() {
                    for i in 0..part_words.num_elements() {
                        all.push(self.dag.extract_element(part, i));
                    }
                } else {
                    all.push(part);
                }
            }
            let vector = if words.is_vector() {
                self.dag.build_vector(words, &all)
            } else {
                all[0]
            };
            return self.dag.bitcast(vt, vector);
        }
        let mut elements: SmallVec<[NodeValue; 32]> = SmallVec::new();
        for &part in parts {
            for i in 0..self.dag.value_type(part).num_elements() {
                elements.push(self.dag.extract_element(part, i));
            }
        }
        self.dag.build_vector(vt, &elements)
    }

    fn extract_part(&mut self, vt: ValueType, vector: NodeValue, first: u32) -> NodeValue {
        let bits = vt.scalar_bits();
        if let (Some(words), true) = (word_type(vt), (first * bits).is_multiple_of(32))
            && let Some(all) = self.as_words(vector)
            && self.dag.value_type(all).is_vector()
        {
            let at = first * bits / 32;
            let part = if words.is_vector() {
                let elements: SmallVec<[NodeValue; 16]> = (0..words.num_elements())
                    .map(|i| self.dag.extract_element(all, at + i))
                    .collect();
                self.dag.build_vector(words, &elements)
            } else {
                self.dag.extract_element(all, at)
            };
            return self.dag.bitcast(vt, part);
        }
        let elements: SmallVec<[NodeValue; 16]> = (0..vt.num_elements())
            .map(|i| self.dag.extract_element(vector, first + i))
            .collect();
        self.dag.build_vector(vt, &elements)
    }

    /// Elements packed into a word, or into a vector of words.
    pub fn pack(&mut self, vt: ValueType, elements: &[NodeValue]) -> Option<NodeValue> {
        let bits = vt.scalar_bits();
        let words = word_type(vt)?;
        let per_word = (32 / bits) as usize;
        let mut all: SmallVec<[NodeValue; 16]> = SmallVec::new();
        for chunk in elements.chunks(per_word) {
            let mut word: Option<NodeValue> = None;
            for (i, &element) in chunk.iter().enumerate() {
                if self.dag.is_undef(element) {
                    continue;
                }
                let int = self.dag.value_type(element).to_integer();
                let element = self.dag.bitcast(int, element);
                let last = (i as u32 + 1) * bits == 32;
                let extend = if last { isd::ANY_EXTEND } else { isd::ZERO_EXTEND };
                let wide = self.dag.node(extend, ValueType::I32, &[element]);
                let placed = self.shift(isd::SHL, wide, i as u32 * bits);
                word = Some(match word {
                    Some(word) => {
                        self.dag
                            .node_flags(isd::OR, ValueType::I32, &[word, placed], NodeFlags::DISJOINT)
                    }
                    None => placed,
                });
            }
            let word = word.unwrap_or_else(|| self.dag.undef(ValueType::I32));
            all.push(word);
        }
        let vector = if words.is_vector() {
            self.dag.build_vector(words, &all)
        } else {
            all[0]
        };
        Some(self.dag.bitcast(vt, vector))
    }

    fn extract(&mut self, vt: ValueType, vector: NodeValue, index: NodeValue) -> Option<NodeValue> {
        let vector_vt = self.dag.value_type(vector);
        let bits = vector_vt.scalar_bits();
        if let Some(at) = self.dag.constant_u64(index) {
            let words = self.as_words(vector)?;
            let word = if self.dag.value_type(words).is_vector() {
                self.dag.extract_element(words, at as u32 * bits / 32)
            } else {
                words
            };
            let moved = self.shift(isd::SRL, word, at as u32 * bits % 32);
            let int = ValueType::int(bits);
            if vt.is_float() {
                let element = self.dag.node(isd::TRUNCATE, int, &[moved]);
                return Some(self.dag.bitcast(vt, element));
            }
            return Some(self.dag.anyext_or_trunc(moved, vt));
        }
        // A chain of selects over all elements.
        let count = vector_vt.num_elements();
        let index_vt = self.dag.value_type(index);
        let mut result = self.dag.extract_element(vector, 0);
        for i in 1..count {
            let element = self.dag.extract_element(vector, i);
            let at = self.constant(i128::from(i), index_vt);
            let here = self.compare(index, at, CondCode::SetEq);
            result = self.dag.select(here, element, result);
        }
        Some(result)
    }

    fn insert(
        &mut self,
        vt: ValueType,
        vector: NodeValue,
        element: NodeValue,
        index: NodeValue,
    ) -> Option<NodeValue> {
        let constant = self.dag.constant_u64(index);
        let index_vt = self.dag.value_type(index);
        let elements: SmallVec<[NodeValue; 16]> = (0..vt.num_elements())
            .map(|i| {
                if constant == Some(u64::from(i)) {
                    return element;
                }
                let old = self.dag.extract_element(vector, i);
                if constant.is_some() {
                    return old;
                }
                let at = self.constant(i128::from(i), index_vt);
                let here = self.compare(index, at, CondCode::SetEq);
                self.dag.select(here, element, old)
            })
            .collect();
        Some(self.dag.build_vector(vt, &elements))
    }

    // ---- integers ----

    fn expand_integer(
        &mut self,
        node: NodeId,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> Option<Values> {
        use isd::*;
        let bits = vt.scalar_bits();
        let one = |value: NodeValue| Some(smallvec![value]);
        let a = operands.first().copied()?;
        match opcode {
            ROTL | ROTR => one(self.rotate(opcode, vt, a, operands[1])),
            FSHL | FSHR => one(self.funnel_shift(opcode, vt, a, operands[1], operands[2])),
            SIGN_EXTEND_INREG => {
                let from = self.dag.type_operand(operands[1]).scalar_bits();
                let up = self.shift(SHL, a, bits - from);
                one(self.shift(SRA, up, bits - from))
            }
            ABS => {
                if self.is_available(SMAX, vt) {
                    let zero = self.constant(0, vt);
                    let negated = self.node(SUB, &[zero, a]);
                    return one(self.node(SMAX, &[a, negated]));
                }
                let sign = self.shift(SRA, a, bits - 1);
                let flipped = self.node(XOR, &[a, sign]);
                one(self.node(SUB, &[flipped, sign]))
            }
            SMIN | SMAX | UMIN | UMAX => {
                let cc = match opcode {
                    SMIN => CondCode::SetLt,
                    SMAX => CondCode::SetGt,
                    UMIN => CondCode::SetUlt,
                    _ => CondCode::SetUgt,
                };
                let condition = self.compare(a, operands[1], cc);
                one(self.dag.select(condition, a, operands[1]))
            }
            UADDO | USUBO => {
                let (value, carry) = self
                    .halves()
                    .add_sub_compare(opcode == UADDO, a, operands[1], None);
                self.with_flag(node, value, carry)
            }
            UADDO_CARRY | USUBO_CARRY => {
                let carry_in = Some(operands[2]);
                let add = opcode == UADDO_CARRY;
                let (value, carry) = self.halves().add_sub_compare(add, a, operands[1], carry_in);
                self.with_flag(node, value, carry)
            }
            SADDO | SSUBO => {
                let (value, overflow) = self.signed_overflow(opcode == SADDO, a, operands[1]);
                self.with_flag(node, value, overflow)
            }
            UMULO | SMULO => {
                let (high_opcode, sign) = if opcode == UMULO {
                    (MULHU, false)
                } else {
                    (MULHS, true)
                };
                let low = self.node(MUL, &[a, operands[1]]);
                let high = self.node(high_opcode, &[a, operands[1]]);
                let expected = if sign {
                    self.shift(SRA, low, bits - 1)
                } else {
                    self.constant(0, vt)
                };
                let overflow = self.compare(high, expected, CondCode::SetNe);
                self.with_flag(node, low, overflow)
            }
            UADDSAT => {
                let (sum, carry) = self.halves().add_sub_compare(true, a, operands[1], None);
                let ones = self.constant(-1, vt);
                one(self.dag.select(carry, ones, sum))
            }
            USUBSAT => {
                let (difference, borrow) = self.halves().add_sub_compare(false, a, operands[1], None);
                let zero = self.constant(0, vt);
                one(self.dag.select(borrow, zero, difference))
            }
            SADDSAT | SSUBSAT => {
                let (value, overflow) = self.signed_overflow(opcode == SADDSAT, a, operands[1]);
                // Overflow to the other side of the wrapped result.
                let sign = self.shift(SRA, value, bits - 1);
                let smallest = self.constant((1u128 << (bits - 1)) as i128, vt);
                let limit = self.node(XOR, &[sign, smallest]);
                one(self.dag.select(overflow, limit, value))
            }
            MULHU | MULHS => self.mul_high(opcode, vt, a, operands[1]).map(|v| smallvec![v]),
            UMUL_LOHI | SMUL_LOHI => {
                let low = self.node(MUL, &[a, operands[1]]);
                let opcode = if opcode == UMUL_LOHI { MULHU } else { MULHS };
                let high = if self.is_available(opcode, vt) {
                    self.node(opcode, &[a, operands[1]])
                } else {
                    self.mul_high(opcode, vt, a, operands[1])?
                };
                Some(smallvec![low, high])
            }
            UDIVREM | SDIVREM => {
                let (div, rem) = if opcode == UDIVREM {
                    (UDIV, UREM)
                } else {
                    (SDIV, SREM)
                };
                Some(smallvec![
                    self.node(div, &[a, operands[1]]),
                    self.node(rem, &[a, operands[1]])
                ])
            }
            UREM | SREM => {
                let div = if opcode == UREM { UDIV } else { SDIV };
                if !self.is_available(div, vt) {
                    return None;
                }
                let quotient = self.node(div, &[a, operands[1]]);
                let product = self.node(MUL, &[quotient, operands[1]]);
                one(self.node(SUB, &[a, product]))
            }
            BSWAP => self.byte_swap(vt, a).map(|v| smallvec![v]),
            BITREVERSE => self.bit_reverse(vt, a).map(|v| smallvec![v]),
            CTPOP => self.population(vt, a).map(|v| smallvec![v]),
            CTLZ | CTTZ | CTLZ_ZERO_UNDEF | CTTZ_ZERO_UNDEF => {
                self.count_zeros(opcode, vt, a).map(|v| smallvec![v])
            }
            SHL_PARTS | SRL_PARTS | SRA_PARTS => {
                let opcode = match opcode {
                    SHL_PARTS => SHL,
                    SRL_PARTS => SRL,
                    _ => SRA,
                };
                let (low, high) = self.halves().shift_halves(opcode, (a, operands[1]), operands[2]);
                Some(smallvec![low, high])
            }
            SETCC => self.compare_otherwise(vt, operands, flags).map(|v| smallvec![v]),
            SELECT => self.select_otherwise(vt, operands).map(|v| smallvec![v]),
            ADD | SUB | MUL | AND | OR | XOR if bits > 32 => {
                let x = self.split_integer(a);
                let y = self.split_integer(operands[1]);
                let (low, high) = self.halves().binary(opcode, x, y)?;
                one(self.join_integer(low, high))
            }
            SHL | SRL | SRA if bits > 32 => {
                let x = self.split_integer(a);
                let (low, high) = self.halves().shift_halves(opcode, x, operands[1]);
                one(self.join_integer(low, high))
            }
            ZERO_EXTEND | SIGN_EXTEND | ANY_EXTEND if bits > 32 => {
                let half = ValueType::int(bits / 2);
                let low = self.dag.node(opcode, half, &[a]);
                let high = match opcode {
                    ZERO_EXTEND => self.constant(0, half),
                    SIGN_EXTEND => self.shift(SRA, low, bits / 2 - 1),
                    _ => self.dag.undef(half),
                };
                (self.dag.value_type(a).scalar_bits() <= bits / 2)
                    .then(|| smallvec![self.join_integer(low, high)])
            }
            SIGN_EXTEND | ZERO_EXTEND if self.dag.value_type(a) == ValueType::I1 => {
                let zero = self.constant(0, vt);
                let set = self.constant(if opcode == SIGN_EXTEND { -1 } else { 1 }, vt);
                one(self.dag.select(a, set, zero))
            }
            TRUNCATE => {
                let from = self.dag.value_type(a);
                if from.scalar_bits() == 2 * bits && !from.is_vector() {
                    return one(self.split_integer(a).0);
                }
                None
            }
            FP_TO_FP16 => {
                let flag = self.dag.target_constant(0, ValueType::I32);
                let half = self.dag.node(FP_ROUND, ValueType::F16, &[a, flag]);
                let int = self.dag.bitcast(ValueType::I16, half);
                one(self.dag.zext_or_trunc(int, vt))
            }
            FP_TO_BF16 => one(self.round_to_bfloat(vt, a)),
            IS_FPCLASS => self.float_class(vt, a, operands[1]).map(|v| smallvec![v]),
            FP_TO_SINT_SAT | FP_TO_UINT_SAT => self.saturating_convert(opcode, vt, a, operands[1]),
            FREEZE => one(a),
            _ => None,
        }
    }

    /// A value and its flag in the flag's type.
    fn with_flag(&mut self, node: NodeId, value: NodeValue, flag: NodeValue) -> Option<Values> {
        let flag_vt = self.dag.value_type(NodeValue::new(node, 1));
        let flag = self.dag.zext_or_trunc(flag, flag_vt);
        Some(smallvec![value, flag])
    }

    fn signed_overflow(&mut self, add: bool, a: NodeValue, b: NodeValue) -> (NodeValue, NodeValue) {
        let vt = self.dag.value_type(a);
        let value = self.node(if add { isd::ADD } else { isd::SUB }, &[a, b]);
        let zero = self.constant(0, vt);
        // A sum is less than a exactly if b is negative, a difference exactly if b is positive, unless it overflowed.
        let less = self.compare(value, a, CondCode::SetLt);
        let sign = if add { CondCode::SetLt } else { CondCode::SetGt };
        let expected = self.compare(b, zero, sign);
        let flag = self.dag.value_type(less);
        (value, self.dag.node(isd::XOR, flag, &[less, expected]))
    }

    fn rotate(&mut self, opcode: NodeOpcode, vt: ValueType, a: NodeValue, by: NodeValue) -> NodeValue {
        use isd::*;
        let bits = vt.scalar_bits();
        let left = opcode == ROTL;
        let amount_vt = self.dag.value_type(by);
        let other = if left { ROTR } else { ROTL };
        let negated = {
            let zero = self.constant(0, amount_vt);
            self.dag.node(SUB, amount_vt, &[zero, by])
        };
        let mask = self.constant(i128::from(bits - 1), amount_vt);
        if self.is_available(other, vt) {
            let by = self.dag.node(AND, amount_vt, &[negated, mask]);
            return self.dag.node(other, vt, &[a, by]);
        }
        let (same, opposite) = if left { (FSHL, FSHR) } else { (FSHR, FSHL) };
        if self.is_available(same, vt) {
            return self.dag.node(same, vt, &[a, a, by]);
        }
        if self.is_available(opposite, vt) {
            let by = self.dag.node(AND, amount_vt, &[negated, mask]);
            return self.dag.node(opposite, vt, &[a, a, by]);
        }
        let (near, far) = if left { (SHL, SRL) } else { (SRL, SHL) };
        let by = self.dag.node(AND, amount_vt, &[by, mask]);
        let rest = self.dag.node(AND, amount_vt, &[negated, mask]);
        let x = self.dag.node(near, vt, &[a, by]);
        let y = self.dag.node(far, vt, &[a, rest]);
        self.dag.node(OR, vt, &[x, y])
    }

    fn funnel_shift(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        high: NodeValue,
        low: NodeValue,
        by: NodeValue,
    ) -> NodeValue {
        use isd::*;
        let bits = vt.scalar_bits();
        let amount_vt = self.dag.value_type(by);
        let other = if opcode == FSHL { FSHR } else { FSHL };
        if self.is_available(other, vt) && bits.is_power_of_two() {
            if let Some(by) = self.dag.constant_u64(by)
                && by % u64::from(bits) != 0
            {
                let rest = self.constant(i128::from(u64::from(bits) - by % u64::from(bits)), amount_vt);
                return self.dag.node(other, vt, &[high, low, rest]);
            }
            // Shift by one the other way first, then by the rest: the complement of the amount.
            let one = self.constant(1, amount_vt);
            let inverted = self.dag.not(by);
            return if opcode == FSHL {
                let shifted = self.dag.node(FSHR, vt, &[high, low, one]);
                let top = self.shift(SRL, high, 1);
                self.dag.node(FSHR, vt, &[top, shifted, inverted])
            } else {
                let shifted = self.dag.node(FSHL, vt, &[high, low, one]);
                let bottom = self.shift(SHL, low, 1);
                self.dag.node(FSHL, vt, &[shifted, bottom, inverted])
            };
        }
        let (by, inverted) = if bits.is_power_of_two() {
            let mask = self.constant(i128::from(bits - 1), amount_vt);
            let inverted = self.dag.not(by);
            (
                self.dag.node(AND, amount_vt, &[by, mask]),
                self.dag.node(AND, amount_vt, &[inverted, mask]),
            )
        } else {
            let width = self.constant(i128::from(bits), amount_vt);
            let last = self.constant(i128::from(bits - 1), amount_vt);
            let by = self.dag.node(UREM, amount_vt, &[by, width]);
            (by, self.dag.node(SUB, amount_vt, &[last, by]))
        };
        let (x, y) = if opcode == FSHL {
            let x = self.dag.node(SHL, vt, &[high, by]);
            let y = self.shift(SRL, low, 1);
            (x, self.dag.node(SRL, vt, &[y, inverted]))
        } else {
            let x = self.shift(SHL, high, 1);
            let x = self.dag.node(SHL, vt, &[x, inverted]);
            (x, self.dag.node(SRL, vt, &[low, by]))
        };
        self.dag.node(OR, vt, &[x, y])
    }

    fn mul_high(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        b: NodeValue,
    ) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        let tables = self.target.tables();
        let both = if opcode == MULHU { UMUL_LOHI } else { SMUL_LOHI };
        if self.is_available(both, vt) {
            let node = self.dag.node_multi(both, &[vt, vt], &[a, b]);
            return Some(NodeValue::new(node, 1));
        }
        if bits <= 64 && tables.is_type_legal(ValueType::int(bits * 2)) {
            let wide = ValueType::int(bits * 2);
            let extend = if opcode == MULHU { ZERO_EXTEND } else { SIGN_EXTEND };
            let (x, y) = (
                self.dag.node(extend, wide, &[a]),
                self.dag.node(extend, wide, &[b]),
            );
            let product = self.dag.node(MUL, wide, &[x, y]);
            let high = self.shift(SRL, product, bits);
            return Some(self.dag.node(TRUNCATE, vt, &[high]));
        }
        if !bits.is_multiple_of(2) {
            return None;
        }
        let unsigned = if bits > 32 && !self.is_available(MULHU, vt) {
            // By halves: the carry of the middle sum goes into the high half.
            let (x, y) = (self.split_integer(a), self.split_integer(b));
            let mut halves = self.halves();
            let zero_like = |halves: &mut HalfBuilder<'_>| halves.dag.constant(0, ValueType::int(bits / 2));
            let ll = halves.wide_product(x.0, y.0);
            let lh = halves.wide_product(x.0, y.1);
            let hl = halves.wide_product(x.1, y.0);
            let hh = halves.wide_product(x.1, y.1);
            let zero = zero_like(&mut halves);
            let (middle, _) = halves.add_sub(true, lh, (ll.1, zero), None);
            let (middle, carry) = halves.add_sub(true, middle, hl, None);
            let carry = halves.dag.zext_or_trunc(carry, ValueType::int(bits / 2));
            let (high, _) = halves.add_sub(true, hh, (middle.1, carry), None);
            self.join_integer(high.0, high.1)
        } else if self.is_available(MULHU, vt) {
            self.node(MULHU, &[a, b])
        } else {
            self.halves().wide_product(a, b).1
        };
        if opcode == MULHU {
            return Some(unsigned);
        }
        // Signed: take off the other factor for each negative one.
        let sign_a = self.shift(SRA, a, bits - 1);
        let sign_b = self.shift(SRA, b, bits - 1);
        let x = self.node(AND, &[sign_a, b]);
        let y = self.node(AND, &[sign_b, a]);
        let value = self.node(SUB, &[unsigned, x]);
        Some(self.node(SUB, &[value, y]))
    }

    fn by_halves(&mut self, opcode: NodeOpcode, value: NodeValue) -> Option<NodeValue> {
        let halves = self.split_integer(value);
        let (low, high) = self.halves().unary(opcode, halves)?;
        Some(self.join_integer(low, high))
    }

    fn byte_swap(&mut self, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        if bits > 32 {
            return self.by_halves(BSWAP, a);
        }
        let mut result: Option<NodeValue> = None;
        for byte in 0..bits / 8 {
            let to = bits - 8 - byte * 8;
            let from = byte * 8;
            let moved = if to >= from {
                self.shift(SHL, a, to - from)
            } else {
                self.shift(SRL, a, from - to)
            };
            let mask = self.constant(0xff << to, vt);
            let part = self.node(AND, &[moved, mask]);
            result = Some(match result {
                Some(all) => self.node(OR, &[all, part]),
                None => part,
            });
        }
        result
    }

    fn bit_reverse(&mut self, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        if bits > 32 {
            return self.by_halves(BITREVERSE, a);
        }
        if bits < 32 && self.is_available(BITREVERSE, ValueType::I32) {
            let wide = self.dag.node(ANY_EXTEND, ValueType::I32, &[a]);
            let reversed = self.dag.node(BITREVERSE, ValueType::I32, &[wide]);
            let down = self.shift(SRL, reversed, 32 - bits);
            return Some(self.dag.node(TRUNCATE, vt, &[down]));
        }
        if !bits.is_power_of_two() || bits < 8 {
            return None;
        }
        let mut value = if bits == 8 {
            a
        } else {
            self.dag.node(BSWAP, vt, &[a])
        };
        for (by, pattern) in [(4u32, 0x0f), (2, 0x33), (1, 0x55)] {
            let pattern = (0..bits / 8).fold(0i128, |all, i| all | (pattern << (i * 8)));
            let mask = self.constant(pattern, vt);
            let high = self.shift(SRL, value, by);
            let high = self.node(AND, &[high, mask]);
            let low = self.node(AND, &[value, mask]);
            let low = self.shift(SHL, low, by);
            value = self.node(OR, &[high, low]);
        }
        Some(value)
    }

    fn population(&mut self, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        if bits > 32 {
            return self.by_halves(CTPOP, a);
        }
        if bits < 32 {
            let wide = self.dag.node(ZERO_EXTEND, ValueType::I32, &[a]);
            let count = self.dag.node(CTPOP, ValueType::I32, &[wide]);
            return Some(self.dag.node(TRUNCATE, vt, &[count]));
        }
        let mask = |this: &mut Self, pattern: i128| this.constant(pattern, vt);
        let fives = mask(self, 0x5555_5555);
        let threes = mask(self, 0x3333_3333);
        let nibbles = mask(self, 0x0f0f_0f0f);
        let half = self.shift(SRL, a, 1);
        let half = self.node(AND, &[half, fives]);
        let pairs = self.node(SUB, &[a, half]);
        let low = self.node(AND, &[pairs, threes]);
        let high = self.shift(SRL, pairs, 2);
        let high = self.node(AND, &[high, threes]);
        let fours = self.node(ADD, &[low, high]);
        let folded = self.shift(SRL, fours, 4);
        let sum = self.node(ADD, &[fours, folded]);
        let bytes = self.node(AND, &[sum, nibbles]);
        let ones = self.constant(0x0101_0101, vt);
        let total = self.node(MUL, &[bytes, ones]);
        Some(self.shift(SRL, total, 24))
    }

    fn count_zeros(&mut self, opcode: NodeOpcode, vt: ValueType, a: NodeValue) -> Option<NodeValue> {
        use isd::*;
        let bits = vt.scalar_bits();
        let leading = matches!(opcode, CTLZ | CTLZ_ZERO_UNDEF);
        let (full, partial) = if leading {
            (CTLZ, CTLZ_ZERO_UNDEF)
        } else {
            (CTTZ, CTTZ_ZERO_UNDEF)
        };
        if opcode == partial && self.is_available(full, vt) {
            return Some(self.dag.node(full, vt, &[a]));
        }
        if opcode == full && self.is_available(partial, vt) {
            let count = self.dag.node(partial, vt, &[a]);
            let zero = self.constant(0, vt);
            let width = self.constant(i128::from(bits), vt);
            let is_zero = self.compare(a, zero, CondCode::SetEq);
            return Some(self.dag.select(is_zero, width, count));
        }
        if bits > 32 {
            return self.by_halves(opcode, a);
        }
        if leading {
            // Smear the highest one down, count the zeros above it.
            let mut value = a;
            let mut by = 1;
            while by < bits {
                let moved = self.shift(SRL, value, by);
                value = self.node(OR, &[value, moved]);
                by *= 2;
            }
            let inverted = self.dag.not(value);
            return Some(self.dag.node(CTPOP, vt, &[inverted]));
        }
        // The zeros below the lowest one, as ones.
        let one = self.constant(1, vt);
        let below = self.node(SUB, &[a, one]);
        let inverted = self.dag.not(a);
        let zeros = self.node(AND, &[inverted, below]);
        Some(self.dag.node(CTPOP, vt, &[zeros]))
    }

    /// A comparison by other conditions.
    fn compare_otherwise(
        &mut self,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> Option<NodeValue> {
        let (a, b) = (operands[0], operands[1]);
        let cc = self.dag.cond_code_of(operands[2]);
        let operand_vt = self.dag.value_type(a);
        let legal = |this: &Self, cc: CondCode| {
            this.target.tables().cond_code_action(cc, operand_vt) == crate::dag::Action::Legal
        };
        if operand_vt.is_integer()
            && operand_vt.scalar_bits() > 32
            && self.target.tables().action(isd::SETCC, operand_vt) == crate::dag::Action::Expand
        {
            let (x, y) = (self.split_integer(a), self.split_integer(b));
            let result = self.halves().set_cc(x, y, cc);
            return Some(self.dag.zext_or_trunc(result, vt));
        }
        if legal(self, cc.swapped()) {
            return Some(self.dag.set_cc_flags(vt, b, a, cc.swapped(), flags));
        }
        let integer = operand_vt.is_integer();
        let inverse = cc.inverse(integer);
        for (candidate, swap) in [(inverse, false), (inverse.swapped(), true)] {
            if legal(self, candidate) {
                let (x, y) = if swap { (b, a) } else { (a, b) };
                let result = self.dag.set_cc_flags(vt, x, y, candidate, flags);
                return Some(self.dag.not(result));
            }
        }
        if integer {
            return None;
        }
        // Ordered (or unordered) and a condition that does not care.
        let bits = cc as u8;
        let plain = CondCode::ALL[usize::from(bits & 7) | 16];
        let (first, join) = if bits & 8 != 0 {
            (CondCode::SetUo, isd::OR)
        } else {
            (CondCode::SetO, isd::AND)
        };
        let x = self.dag.set_cc(vt, a, b, first);
        let y = self.dag.set_cc(vt, a, b, plain);
        Some(self.dag.node(join, vt, &[x, y]))
    }

    /// A select of integers by halves or bits.
    fn select_otherwise(&mut self, vt: ValueType, operands: &[NodeValue]) -> Option<NodeValue> {
        let (condition, a, b) = (operands[0], operands[1], operands[2]);
        if vt == ValueType::I1 && self.dag.value_type(condition) == vt {
            let inverted = self.dag.not(condition);
            let x = self.node(isd::AND, &[condition, a]);
            let y = self.node(isd::AND, &[inverted, b]);
            return Some(self.node(isd::OR, &[x, y]));
        }
        if vt.scalar_bits() > 32 {
            let (x, y) = (self.split_integer(a), self.split_integer(b));
            let (low, high) = self.halves().select(condition, x, y);
            return Some(self.join_integer(low, high));
        }
        None
    }

    // ---- floats ----

    fn sign_mask(&mut self, vt: ValueType) -> NodeValue {
        let int = vt.to_integer();
        self.constant((1u128 << (vt.scalar_bits() - 1)) as i128, int)
    }

    fn expand_float(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        operands: &[NodeValue],
        flags: NodeFlags,
    ) -> Option<NodeValue> {
        use isd::*;
        let int = vt.to_integer();
        let a = operands.first().copied()?;
        Some(match opcode {
            FNEG | FABS => {
                let bits = self.dag.bitcast(int, a);
                let sign = self.sign_mask(vt);
                let changed = if opcode == FNEG {
                    self.node(XOR, &[bits, sign])
                } else {
                    let rest = self.dag.not(sign);
                    self.node(AND, &[bits, rest])
                };
                self.dag.bitcast(vt, changed)
            }
            FCOPYSIGN => {
                let bits = self.dag.bitcast(int, a);
                let sign = self.sign_mask(vt);
                let rest = self.dag.not(sign);
                let magnitude = self.node(AND, &[bits, rest]);
                let from_vt = self.dag.value_type(operands[1]);
                let from_int = from_vt.to_integer();
                let mut from = self.dag.bitcast(from_int, operands[1]);
                let (wide, narrow) = (from_int.scalar_bits(), int.scalar_bits());
                if wide > narrow {
                    from = self.shift(SRL, from, wide - narrow);
                    from = self.dag.node(TRUNCATE, int, &[from]);
                } else if wide < narrow {
                    from = self.dag.node(ANY_EXTEND, int, &[from]);
                    from = self.shift(SHL, from, narrow - wide);
                }
                let sign = self.node(AND, &[from, sign]);
                let joined = self
                    .dag
                    .node_flags(OR, int, &[magnitude, sign], NodeFlags::DISJOINT);
                self.dag.bitcast(vt, joined)
            }
            FSUB if self.is_available(FADD, vt) => {
                let negated = self.dag.node(FNEG, vt, &[operands[1]]);
                self.dag.node_flags(FADD, vt, &[a, negated], flags)
            }
            FMAD => {
                let product = self.dag.node_flags(FMUL, vt, &operands[..2], flags);
                self.dag.node_flags(FADD, vt, &[product, operands[2]], flags)
            }
            FMINNUM | FMAXNUM | FMINIMUMNUM | FMAXIMUMNUM => {
                let ieee = if matches!(opcode, FMINNUM | FMINIMUMNUM) {
                    FMINNUM_IEEE
                } else {
                    FMAXNUM_IEEE
                };
                if !self.is_available(ieee, vt) {
                    return None;
                }
                let quiet = |this: &mut Self, value: NodeValue| {
                    if flags.contains(NodeFlags::NNAN) {
                        value
                    } else {
                        this.dag.node(FCANONICALIZE, vt, &[value])
                    }
                };
                let (x, y) = (quiet(self, a), quiet(self, operands[1]));
                self.dag.node_flags(ieee, vt, &[x, y], flags)
            }
            FMINIMUM | FMAXIMUM => {
                let number = if opcode == FMINIMUM { FMINNUM } else { FMAXNUM };
                let value = self.dag.node_flags(number, vt, &operands[..2], flags);
                if flags.contains(NodeFlags::NNAN) {
                    return Some(value);
                }
                let unordered = self.compare(a, operands[1], CondCode::SetUo);
                let nan = self.dag.constant_fp(f64::NAN, vt);
                self.dag.select(unordered, nan, value)
            }
            FROUNDEVEN | FNEARBYINT if self.is_available(FRINT, vt) => self.dag.node(FRINT, vt, &[a]),
            FRINT | FNEARBYINT if self.is_available(FROUNDEVEN, vt) => self.dag.node(FROUNDEVEN, vt, &[a]),
            FROUND => {
                // trunc(x), and one more away from zero if the rest is at least a half.
                let truncated = self.dag.node(FTRUNC, vt, &[a]);
                let rest = self.dag.node(FSUB, vt, &[a, truncated]);
                let rest = self.dag.node(FABS, vt, &[rest]);
                let half = self.dag.constant_fp(0.5, vt);
                let (zero, unit) = (self.dag.constant_fp(0.0, vt), self.dag.constant_fp(1.0, vt));
                let up = self.compare(rest, half, CondCode::SetOge);
                let step = self.dag.select(up, unit, zero);
                let step = self.dag.node(FCOPYSIGN, vt, &[step, a]);
                self.dag.node(FADD, vt, &[truncated, step])
            }
            FREM => {
                let quotient = self.dag.node_flags(FDIV, vt, &operands[..2], flags);
                let whole = self.dag.node(FTRUNC, vt, &[quotient]);
                let negated = self.dag.node(FNEG, vt, &[whole]);
                self.dag.node(FMA, vt, &[negated, operands[1], a])
            }
            FP_EXTEND => {
                let from = self.dag.value_type(a);
                if from.scalar_bits() == 16 && vt.scalar_bits() == 64 {
                    let middle = self.dag.node(FP_EXTEND, ValueType::F32, &[a]);
                    return Some(self.dag.node(FP_EXTEND, vt, &[middle]));
                }
                if from == ValueType::BF16 {
                    let bits = self.dag.bitcast(ValueType::I16, a);
                    return Some(self.dag.node(BF16_TO_FP, vt, &[bits]));
                }
                return None;
            }
            FP_ROUND => {
                if vt == ValueType::BF16 {
                    let bits = self.dag.node(FP_TO_BF16, ValueType::I16, &[a]);
                    return Some(self.dag.bitcast(vt, bits));
                }
                return None;
            }
            BF16_TO_FP => {
                let wide = self.dag.anyext_or_trunc(a, ValueType::I32);
                let bits = self.shift(SHL, wide, 16);
                let single = self.dag.bitcast(ValueType::F32, bits);
                if vt == ValueType::F32 {
                    single
                } else {
                    self.dag.node(FP_EXTEND, vt, &[single])
                }
            }
            FP16_TO_FP => {
                let bits = self.dag.anyext_or_trunc(a, ValueType::I16);
                let half = self.dag.bitcast(ValueType::F16, bits);
                self.dag.node(FP_EXTEND, vt, &[half])
            }
            SELECT => {
                let x = self.dag.bitcast(int, operands[1]);
                let y = self.dag.bitcast(int, operands[2]);
                let value = self.dag.select(a, x, y);
                self.dag.bitcast(vt, value)
            }
            FREEZE | FCANONICALIZE => {
                if opcode == FREEZE {
                    return Some(a);
                }
                let unit = self.dag.constant_fp(1.0, vt);
                self.dag.node(FMUL, vt, &[a, unit])
            }
            CONSTANT_FP => return None,
            _ => return None,
        })
    }

    /// Rounds a float to bf16 (nearest even), as the low bits of an integer.
    fn round_to_bfloat(&mut self, vt: ValueType, a: NodeValue) -> NodeValue {
        use isd::*;
        let from = self.dag.value_type(a);
        let single = match from {
            ValueType::F32 => a,
            ValueType::F64 => self.round_to_odd(a),
            _ => self.dag.node(FP_EXTEND, ValueType::F32, &[a]),
        };
        let bits = self.dag.bitcast(ValueType::I32, single);
        let last = self.shift(SRL, bits, 16);
        let one = self.constant(1, ValueType::I32);
        let last = self.node(AND, &[last, one]);
        let bias = self.constant(0x7fff, ValueType::I32);
        let bias = self.node(ADD, &[last, bias]);
        let rounded = self.node(ADD, &[bits, bias]);
        let quiet = self.constant(0x40_0000, ValueType::I32);
        let quiet = self.node(OR, &[bits, quiet]);
        let is_nan = self.compare(single, single, CondCode::SetUo);
        let chosen = self.dag.select(is_nan, quiet, rounded);
        let high = self.shift(SRL, chosen, 16);
        self.dag.anyext_or_trunc(high, vt)
    }

    /// f64 to f32, inexact results with an odd last bit: rounding again to a smaller type is then right.
    fn round_to_odd(&mut self, a: NodeValue) -> NodeValue {
        use isd::*;
        let flag = self.dag.target_constant(0, ValueType::I32);
        let rounded = self.dag.node(FP_ROUND, ValueType::F32, &[a, flag]);
        let back = self.dag.node(FP_EXTEND, ValueType::F64, &[rounded]);
        let bits = self.dag.bitcast(ValueType::I32, rounded);
        let one = self.constant(1, ValueType::I32);
        let zero = self.constant(0, ValueType::I32);
        let odd = self.node(AND, &[bits, one]);
        let exact_or_odd = {
            let exact = self.compare(back, a, CondCode::SetUeq);
            let is_odd = self.compare(odd, zero, CondCode::SetNe);
            let flag = self.dag.value_type(exact);
            self.dag.node(OR, flag, &[exact, is_odd])
        };
        // An even inexact result moves one step toward the exact value.
        let (size, back_size) = (
            self.dag.node(FABS, ValueType::F64, &[a]),
            self.dag.node(FABS, ValueType::F64, &[back]),
        );
        let too_large = self.compare(back_size, size, CondCode::SetOgt);
        let down = self.node(SUB, &[bits, one]);
        let up = self.node(ADD, &[bits, one]);
        let moved = self.dag.select(too_large, down, up);
        let chosen = self.dag.select(exact_or_odd, bits, moved);
        self.dag.bitcast(ValueType::F32, chosen)
    }

    /// A test of the class of a float by its bits. The mask is LLVM's.
    fn float_class(&mut self, vt: ValueType, a: NodeValue, mask: NodeValue) -> Option<NodeValue> {
        let mask = self.dag.constant_u64(mask)? & 0x3ff;
        let float = self.dag.value_type(a);
        let int = float.to_integer();
        let (exponent, fraction) = match float {
            ValueType::F16 => (5, 10),
            ValueType::F32 => (8, 23),
            ValueType::F64 => (11, 52),
            _ => return None,
        };
        let bits = self.dag.bitcast(int, a);
        let sign_mask = self.sign_mask(float);
        let rest = self.dag.not(sign_mask);
        let magnitude = self.node(isd::AND, &[bits, rest]);
        let zero = self.constant(0, int);
        let negative = self.compare(bits, zero, CondCode::SetLt);
        let infinity = truncate_bits(((1u128 << exponent) - 1) << fraction, int.scalar_bits());
        let infinity = self.constant(infinity as i128, int);
        let quiet = self.constant(
            ((((1u128 << exponent) - 1) << 1 | 1) << (fraction - 1)) as i128,
            int,
        );
        let normal = self.constant(1i128 << fraction, int);
        // Magnitudes: zero, [1, normal), [normal, infinity), infinity, (infinity, quiet), [quiet, ..).
        let mut result: Option<NodeValue> = None;
        let mut add = |this: &mut Self, test: NodeValue| {
            let flag = this.dag.value_type(test);
            result = Some(match result {
                Some(all) => this.dag.node(isd::OR, flag, &[all, test]),
                None => test,
            });
        };
        let range = |this: &mut Self, low: NodeValue, high: NodeValue| {
            let above = this.compare(magnitude, low, CondCode::SetUge);
            let below = this.compare(magnitude, high, CondCode::SetUlt);
            let flag = this.dag.value_type(above);
            this.dag.node(isd::AND, flag, &[above, below])
        };
        if mask & 1 != 0 {
            let one = self.constant(1, int);
            let above = self.node(isd::ADD, &[infinity, one]);
            let test = range(self, above, quiet);
            add(self, test);
        }
        if mask & 2 != 0 {
            let test = self.compare(magnitude, quiet, CondCode::SetUge);
            add(self, test);
        }
        let one = self.constant(1, int);
        // Class, bit for negative, bit for positive.
        for (kind, minus, plus) in [(0, 2, 9), (1, 3, 8), (2, 4, 7), (3, 5, 6)] {
            let wanted = (mask >> minus & 1, mask >> plus & 1);
            if wanted == (0, 0) {
                continue;
            }
            let test = match kind {
                0 => self.compare(magnitude, infinity, CondCode::SetEq),
                1 => range(self, normal, infinity),
                2 => range(self, one, normal),
                _ => self.compare(magnitude, zero, CondCode::SetEq),
            };
            let flag = self.dag.value_type(test);
            let test = match wanted {
                (1, 1) => test,
                (1, _) => self.dag.node(isd::AND, flag, &[test, negative]),
                _ => {
                    let positive = self.dag.not(negative);
                    self.dag.node(isd::AND, flag, &[test, positive])
                }
            };
            add(self, test);
        }
        let result = match result {
            Some(result) => result,
            None => return Some(self.constant(0, vt)),
        };
        Some(self.dag.zext_or_trunc(result, vt))
    }

    /// A conversion to an integer that saturates: clamp, convert, and zero for NaN.
    fn saturating_convert(
        &mut self,
        opcode: NodeOpcode,
        vt: ValueType,
        a: NodeValue,
        width: NodeValue,
    ) -> Option<Values> {
        let bits = self.dag.type_operand(width).scalar_bits();
        if bits > 64 {
            return None;
        }
        let from = self.dag.value_type(a);
        let signed = opcode == isd::FP_TO_SINT_SAT;
        let convert = if signed { isd::FP_TO_SINT } else { isd::FP_TO_UINT };
        let (low, high): (i128, i128) = if signed {
            (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            (0, (1 << bits) - 1)
        };
        let low_float = self.dag.constant_fp(low as f64, from);
        // The first float above the range.
        let above = self.dag.constant_fp((high + 1) as f64, from);
        let converted = self.dag.node(convert, vt, &[a]);
        let (low, high) = (self.constant(low, vt), self.constant(high, vt));
        let too_small = self.compare(a, low_float, CondCode::SetUlt);
        let too_large = self.compare(a, above, CondCode::SetOge);
        let value = self.dag.select(too_small, low, converted);
        let value = self.dag.select(too_large, high, value);
        let is_nan = self.compare(a, a, CondCode::SetUo);
        let zero = self.constant(0, vt);
        Some(smallvec![self.dag.select(is_nan, zero, value)])
    }
}

/// The 32-bit word, or vector of words, with as many bits as a vector of smaller elements.
fn word_type(vt: ValueType) -> Option<ValueType> {
    let bits = vt.size_in_bits();
    if !vt.is_vector() || vt.scalar_bits() >= 32 || 32 % vt.scalar_bits() != 0 || !bits.is_multiple_of(32) {
        return None;
    }
    Some(ValueType::vector_or_scalar(ValueType::I32, bits / 32))
}
