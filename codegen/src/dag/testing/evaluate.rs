//! An evaluator of graphs: computes their values, element by element, with its own registers and memory.

use crate::dag::float;
use crate::dag::fold::{compare_ints, fold_ints};
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::make::{sign_extend_bits, truncate_bits};
use crate::dag::node::{LoadExt, NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use crate::mir::Register;
use crate::test_random::Random;
use fxhash::FxHashMap;

/// The pattern for undefined bits, which shows if something depends on them.
const GARBAGE: u128 = 0x5a5a_c3c3_9696_a5a5_3c3c_6969_5a5a_c3c3;

/// Elements of a value as bit patterns.
type Elements = Vec<u128>;

/// Computes values of a graph. Registers hold pseudo-random values of their own; memory is given.
pub(crate) struct Evaluator<'d> {
    pub dag: &'d SelectionDag,
    pub memory: Vec<u8>,
    values: FxHashMap<NodeValue, Elements>,
}

impl<'d> Evaluator<'d> {
    /// Evaluates all nodes of the graph.
    pub(crate) fn run(dag: &'d SelectionDag, memory: Vec<u8>) -> Evaluator<'d> {
        let mut evaluator = Evaluator {
            dag,
            memory,
            values: FxHashMap::default(),
        };
        for node in dag.topological_order() {
            evaluator.node(node);
        }
        evaluator
    }

    /// Evaluates all nodes in a random topological order: unordered accesses happen early or late.
    pub(crate) fn run_shuffled(dag: &'d SelectionDag, memory: Vec<u8>, random: &mut Random) -> Evaluator<'d> {
        let mut evaluator = Evaluator {
            dag,
            memory,
            values: FxHashMap::default(),
        };
        let mut pending: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut ready = Vec::new();
        for node in dag.live_nodes() {
            let count = dag.num_operands(node);
            pending.insert(node, count);
            if count == 0 {
                ready.push(node);
            }
        }
        while !ready.is_empty() {
            let node = ready.swap_remove(random.below(ready.len()));
            evaluator.node(node);
            for used in dag.uses(node) {
                let left = pending.get_mut(&used.user).expect("a live user");
                *left -= 1;
                if *left == 0 {
                    ready.push(used.user);
                }
            }
        }
        evaluator
    }

    /// The values copied to registers: register and bits, in the order of registers.
    pub(crate) fn outputs(&self) -> Vec<(u32, Elements)> {
        let mut out: Vec<(u32, Elements)> = self
            .dag
            .live_nodes()
            .filter(|&node| self.dag.opcode(node) == isd::COPY_TO_REG)
            .map(|node| {
                let Payload::Register(register) = *self.dag.payload(self.dag.operand(node, 1)) else {
                    panic!()
                };
                (register.bits(), self.values[&self.dag.operand(node, 2)].clone())
            })
            .collect();
        out.sort();
        out
    }

    /// The elements of a value as bit patterns.
    pub(crate) fn value(&self, value: NodeValue) -> &[u128] {
        self.get(value)
    }

    fn get(&self, value: NodeValue) -> &Elements {
        &self.values[&value]
    }

    fn operand(&self, node: NodeId, index: usize) -> Elements {
        self.get(self.dag.operand(node, index)).clone()
    }

    fn whole(&self, value: NodeValue) -> Vec<u8> {
        let bits = self.dag.value_type(value).scalar_bits();
        let mut out = Vec::new();
        let (mut acc, mut have) = (0u128, 0);
        for &element in self.get(value) {
            if bits == 128 {
                out.extend_from_slice(&element.to_le_bytes());
                continue;
            }
            acc |= truncate_bits(element, bits) << have;
            have += bits;
            while have >= 8 {
                out.push(acc as u8);
                acc >>= 8;
                have -= 8;
            }
        }
        if have > 0 {
            out.push(acc as u8);
        }
        out
    }

    fn from_bytes(bytes: &[u8], vt: ValueType) -> Elements {
        let bits = vt.scalar_bits() as usize;
        (0..vt.num_elements() as usize)
            .map(|i| {
                (0..bits).fold(0u128, |all, bit| {
                    let at = i * bits + bit;
                    let byte = bytes.get(at / 8).copied().unwrap_or(0);
                    all | u128::from(byte >> (at % 8) & 1) << bit
                })
            })
            .collect()
    }

    pub(super) fn node(&mut self, node: NodeId) {
        let dag = self.dag;
        let opcode = dag.opcode(node);
        if dag.num_results(node) == 0 {
            return;
        }
        let vt = dag.value_type(node);
        let results: Vec<Elements> = match opcode {
            isd::LOAD => {
                let memory_vt = dag.memory_vt(node).unwrap();
                let at = self.operand(node, 1)[0] as usize;
                let size = memory_vt.store_size() as usize;
                let loaded = Self::from_bytes(&self.memory[at..at + size], memory_vt);
                let (from, to) = (memory_vt.scalar_bits(), vt.scalar_bits());
                let mut extended = Vec::new();
                for x in loaded {
                    extended.push(match dag.load_ext(node) {
                        _ if from == to => x,
                        LoadExt::Sign => truncate_bits(sign_extend_bits(x, from) as u128, to),
                        LoadExt::Zero => x,
                        _ => truncate_bits(x | GARBAGE << from, to),
                    });
                }
                vec![extended, vec![]]
            }
            isd::STORE => {
                let memory_vt = dag.memory_vt(node).unwrap();
                let value = dag.operand(node, 1);
                let at = self.operand(node, 2)[0] as usize;
                let truncated: Elements = self
                    .get(value)
                    .iter()
                    .map(|&x| truncate_bits(x, memory_vt.scalar_bits()))
                    .collect();
                let key = NodeValue::new(node, 99);
                self.values.insert(key, truncated);
                // Written through a view with the memory's type.
                let bits = memory_vt.scalar_bits() as usize;
                let mut bytes = vec![0u8; memory_vt.store_size() as usize];
                for (i, &x) in self.values[&key].iter().enumerate() {
                    for bit in 0..bits {
                        let place = i * bits + bit;
                        bytes[place / 8] |= ((x >> bit & 1) as u8) << (place % 8);
                    }
                }
                self.memory[at..at + bytes.len()].copy_from_slice(&bytes);
                vec![vec![]]
            }
            isd::COPY_FROM_REG => {
                let Payload::Register(register) = *dag.payload(dag.operand(node, 1)) else {
                    panic!()
                };
                vec![register_value(register, vt), vec![]]
            }
            isd::BITCAST => vec![Self::from_bytes(&self.whole(dag.operand(node, 0)), vt)],
            isd::BUILD_VECTOR => {
                let bits = vt.scalar_bits();
                vec![
                    dag.operands(node)
                        .map(|v| truncate_bits(self.get(v)[0], bits))
                        .collect(),
                ]
            }
            isd::SCALAR_TO_VECTOR => {
                let mut elements = vec![truncate_bits(GARBAGE, vt.scalar_bits()); vt.num_elements() as usize];
                elements[0] = self.operand(node, 0)[0];
                vec![elements]
            }
            isd::CONCAT_VECTORS => vec![dag.operands(node).flat_map(|v| self.get(v).clone()).collect()],
            isd::EXTRACT_VECTOR_ELT => {
                let index = self.operand(node, 1)[0] as usize;
                let vector = self.operand(node, 0);
                vec![vec![
                    vector
                        .get(index)
                        .copied()
                        .unwrap_or(truncate_bits(GARBAGE, vt.scalar_bits())),
                ]]
            }
            isd::INSERT_VECTOR_ELT => {
                let mut vector = self.operand(node, 0);
                let index = self.operand(node, 2)[0] as usize;
                let element = self.operand(node, 1)[0];
                if let Some(slot) = vector.get_mut(index) {
                    *slot = element;
                }
                vec![vector]
            }
            isd::EXTRACT_SUBVECTOR => {
                let first = self.operand(node, 1)[0] as usize;
                vec![self.operand(node, 0)[first..first + vt.num_elements() as usize].to_vec()]
            }
            isd::INSERT_SUBVECTOR => {
                let mut vector = self.operand(node, 0);
                let part = self.operand(node, 1);
                let first = self.operand(node, 2)[0] as usize;
                vector[first..first + part.len()].copy_from_slice(&part);
                vec![vector]
            }
            isd::MERGE_VALUES => dag.operands(node).map(|v| self.get(v).clone()).collect(),
            isd::TOKEN_FACTOR
            | isd::ATOMIC_FENCE
            | isd::ENTRY_TOKEN
            | isd::COPY_TO_REG
            | isd::REGISTER
            | isd::VALUE_TYPE
            | isd::CONDCODE
            | isd::BASIC_BLOCK => {
                vec![vec![]; dag.num_results(node)]
            }
            _ => {
                let count = vt.num_elements() as usize;
                let types = dag.result_types(node).to_vec();
                let mut results = vec![Vec::new(); types.len()];
                for i in 0..count {
                    for (result, x) in self.scalar(node, opcode, &types, i).into_iter().enumerate() {
                        results[result].push(truncate_bits(x, types[result].scalar_bits()));
                    }
                }
                results
            }
        };
        for (i, result) in results.into_iter().enumerate() {
            self.values.insert(NodeValue::new(node, i as u32), result);
        }
    }

    /// Element `i` of an operation on elements.
    pub(super) fn scalar(
        &self,
        node: NodeId,
        opcode: NodeOpcode,
        types: &[ValueType],
        i: usize,
    ) -> Vec<u128> {
        use isd::*;
        let dag = self.dag;
        let bits = types[0].scalar_bits();
        let x = |index: usize| {
            let list = self.get(dag.operand(node, index));
            if list.len() > 1 { list[i] } else { list[0] }
        };
        let operand_bits = |index: usize| dag.value_type(dag.operand(node, index)).scalar_bits();
        let signed = |index: usize| sign_extend_bits(x(index), operand_bits(index));
        let one = |value: u128| vec![value];
        if types[0].is_float()
            || (dag.num_operands(node) > 0 && dag.value_type(dag.operand(node, 0)).is_float())
        {
            return one(self.float_scalar(node, opcode, types[0], i));
        }
        match opcode {
            CONSTANT | TARGET_CONSTANT => one(dag.constant_u128(node.into()).unwrap()),
            UNDEF => one(GARBAGE >> (node.as_u32() % 7)),
            TRUNCATE | ZERO_EXTEND | FREEZE | ASSERT_SEXT | ASSERT_ZEXT => one(x(0)),
            ANY_EXTEND => one(x(0) | GARBAGE << operand_bits(0).min(127)),
            SIGN_EXTEND => one(signed(0) as u128),
            SIGN_EXTEND_INREG => {
                let from = dag.type_operand(dag.operand(node, 1)).scalar_bits();
                one(sign_extend_bits(x(0), from) as u128)
            }
            SELECT | VSELECT => one(if x(0) & 1 != 0 { x(1) } else { x(2) }),
            SETCC => {
                let cc = dag.cond_code_of(dag.operand(node, 2));
                one(u128::from(compare_ints(cc, operand_bits(0), x(0), x(1))))
            }
            CTPOP => one(u128::from(x(0).count_ones())),
            CTLZ | CTLZ_ZERO_UNDEF => {
                if x(0) == 0 && opcode == CTLZ_ZERO_UNDEF {
                    return one(GARBAGE);
                }
                one(u128::from(x(0).leading_zeros() - (128 - bits)))
            }
            CTTZ | CTTZ_ZERO_UNDEF => {
                if x(0) == 0 && opcode == CTTZ_ZERO_UNDEF {
                    return one(GARBAGE);
                }
                one(u128::from(x(0).trailing_zeros().min(bits)))
            }
            BSWAP => one(x(0).swap_bytes() >> (128 - bits)),
            BITREVERSE => one(x(0).reverse_bits() >> (128 - bits)),
            ABS => one(signed(0).wrapping_abs() as u128),
            FSHL | FSHR => {
                let by = (x(2) % u128::from(bits)) as u32;
                let by = if opcode == FSHL { by } else { bits - by };
                let (high, low) = (x(0), x(1));
                one(match by {
                    0 => high,
                    by if by == bits => low,
                    by => high << by | low >> (bits - by),
                })
            }
            UADDO | UADDO_CARRY => {
                let carry = if opcode == UADDO { 0 } else { x(2) & 1 };
                let sum = x(0).wrapping_add(x(1)).wrapping_add(carry);
                let out = if bits == 128 {
                    u128::from(
                        x(0).checked_add(x(1))
                            .and_then(|s| s.checked_add(carry))
                            .is_none(),
                    )
                } else {
                    sum >> bits & 1
                };
                vec![sum, out]
            }
            USUBO | USUBO_CARRY => {
                let borrow = if opcode == USUBO { 0 } else { x(2) & 1 };
                let difference = x(0).wrapping_sub(x(1)).wrapping_sub(borrow);
                let out = x(0)
                    .checked_sub(x(1))
                    .and_then(|d| d.checked_sub(borrow))
                    .is_none();
                vec![difference, u128::from(out)]
            }
            SADDO | SSUBO | SMULO => {
                let (a, b) = (signed(0), signed(1));
                let wide = match opcode {
                    SADDO => a.checked_add(b),
                    SSUBO => a.checked_sub(b),
                    _ => a.checked_mul(b),
                };
                let plain = match opcode {
                    SADDO => a.wrapping_add(b),
                    SSUBO => a.wrapping_sub(b),
                    _ => a.wrapping_mul(b),
                };
                let overflow = wide != Some(sign_extend_bits(plain as u128, bits));
                vec![plain as u128, u128::from(overflow)]
            }
            UMULO => {
                let wide = x(0).checked_mul(x(1));
                let overflow = wide.is_none_or(|w| w != truncate_bits(w, bits));
                vec![x(0).wrapping_mul(x(1)), u128::from(overflow)]
            }
            UMUL_LOHI => vec![
                fold_ints(MUL, bits, x(0), x(1)).unwrap(),
                fold_ints(MULHU, bits, x(0), x(1)).unwrap(),
            ],
            BUILD_PAIR => one(x(0) | x(1) << operand_bits(0)),
            EXTRACT_ELEMENT => one(x(0) >> (x(1) as u32 * bits)),
            SHL | SRL | SRA if x(1) >= u128::from(bits) => one(GARBAGE),
            UDIV | SDIV | UREM | SREM => one(fold_ints(opcode, bits, x(0), x(1)).unwrap_or(0)),
            _ => match fold_ints(opcode, bits, x(0), x(1)) {
                Some(value) => one(value),
                None => panic!("cannot evaluate {}", dag.describe(node, None)),
            },
        }
    }

    fn float_scalar(&self, node: NodeId, opcode: NodeOpcode, vt: ValueType, i: usize) -> u128 {
        use isd::*;
        let dag = self.dag;
        let bits_of = |index: usize| {
            let list = self.get(dag.operand(node, index));
            (if list.len() > 1 { list[i] } else { list[0] }) as u64
        };
        let type_of = |index: usize| dag.value_type(dag.operand(node, index)).scalar();
        let value = |index: usize| float::to_f64(bits_of(index), type_of(index));
        let to = vt.scalar();
        let make = |value: f64| {
            if value.is_nan() {
                u128::from(float::from_f64(f64::NAN, to))
            } else {
                u128::from(float::from_f64(value, to))
            }
        };
        let sign = 1u64 << (to.scalar_bits() - 1);
        match opcode {
            CONSTANT_FP => u128::from(dag.constant_float_bits(node.into()).unwrap()),
            UNDEF => truncate_bits(GARBAGE, to.scalar_bits()),
            FREEZE => u128::from(bits_of(0)),
            FADD => make(value(0) + value(1)),
            FSUB => make(value(0) - value(1)),
            FMUL => make(value(0) * value(1)),
            FNEG => u128::from(bits_of(0) ^ sign),
            FABS => u128::from(bits_of(0) & !sign),
            FCOPYSIGN => {
                let from = type_of(1).scalar_bits();
                let negative = bits_of(1) >> (from - 1) & 1 != 0;
                u128::from(bits_of(0) & !sign | if negative { sign } else { 0 })
            }
            FP_EXTEND | FP_ROUND => make(value(0)),
            SELECT | VSELECT => u128::from(if bits_of(0) & 1 != 0 {
                bits_of(1)
            } else {
                bits_of(2)
            }),
            SETCC => {
                let cc = dag.cond_code_of(dag.operand(node, 2));
                let order = value(0).partial_cmp(&value(1));
                let bit = match order {
                    None => 8,
                    Some(std::cmp::Ordering::Equal) => 1,
                    Some(std::cmp::Ordering::Greater) => 2,
                    Some(std::cmp::Ordering::Less) => 4,
                };
                u128::from(cc as u8 & bit != 0)
            }
            BF16_TO_FP => make(float::to_f64(bits_of(0) & 0xffff, ValueType::BF16)),
            FP_TO_BF16 => {
                let v = value(0);
                let v = if v.is_nan() { f64::NAN } else { v };
                u128::from(float::from_f64(v, ValueType::BF16))
            }
            FP16_TO_FP => make(float::to_f64(bits_of(0) & 0xffff, ValueType::F16)),
            FP_TO_FP16 => {
                let v = value(0);
                let v = if v.is_nan() { f64::NAN } else { v };
                u128::from(float::from_f64(v, ValueType::F16))
            }
            IS_FPCLASS => {
                let mask = bits_of(1);
                u128::from(mask >> class_bit(bits_of(0), type_of(0)) & 1)
            }
            _ => panic!("cannot evaluate {}", dag.describe(node, None)),
        }
    }
}

fn class_bit(bits: u64, vt: ValueType) -> u32 {
    let v = float::to_f64(bits, vt);
    let width = vt.scalar_bits();
    let fraction = match vt {
        ValueType::F16 => 10,
        ValueType::F32 => 23,
        _ => 52,
    };
    let negative = bits >> (width - 1) & 1 != 0;
    if v.is_nan() {
        return u32::from(bits >> (fraction - 1) & 1 != 0);
    }
    let magnitude = bits & ((1 << (width - 1)) - 1);
    let kind = if v.is_infinite() {
        0
    } else if magnitude == 0 {
        3
    } else if magnitude < 1 << fraction {
        2
    } else {
        1
    };
    if negative { 2 + kind } else { 9 - kind }
}

/// The contents of register `register`.
fn register_value(register: Register, vt: ValueType) -> Elements {
    let mut random = Random(u64::from(register.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..vt.num_elements())
        .map(|_| {
            let wide = u128::from(random.next()) << 64 | u128::from(random.next());
            // Small and extreme values are more revealing than large random ones.
            let value = match random.below(6) {
                0 => wide % 5,
                1 => u128::MAX - wide % 3,
                2 => 1u128 << (wide % u128::from(vt.scalar_bits())),
                _ => wide,
            };
            if vt.is_float() {
                u128::from(float::from_f64((value as i16) as f64 / 8.0, vt))
            } else {
                truncate_bits(value, vt.scalar_bits())
            }
        })
        .collect()
}
