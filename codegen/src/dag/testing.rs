//! For tests: a target without machine, an evaluator of graphs, random graphs.

use crate::dag::float;
use crate::dag::fold::{compare_ints, fold_ints};
use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::lowering::{ComplexOperands, TargetLowering};
use crate::dag::make::{sign_extend_bits, truncate_bits};
use crate::dag::node::{Divergence, LoadExt, NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::query::NodeRef;
use crate::dag::select::MatcherTables;
use crate::dag::tables::{Action, LegalizeTables};
use crate::dag::types::ValueType;
use crate::mir::{MemOperand, Register, TargetTables, VReg};
use crate::test_target;
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use wavec_support::Diagnostic;

/// A target that knows some types and operations, and no instruction.
pub struct TestTarget {
    pub tables: LegalizeTables,
    pub unaligned: bool,
    pub fma: bool,
}

static NO_PATTERNS: MatcherTables = MatcherTables {
    code: &[],
    roots: &[],
    node_opcodes: &[],
    opcodes: &[],
    intrinsics: &[],
    registers: &[],
    classes: &[],
    subregs: &[],
    target_node_names: &[],
    pattern_names: &[],
    num_pattern_predicates: 0,
};

use ValueType as VT;

impl TestTarget {
    /// 32-bit registers and tuples of them; i64 is made of halves.
    pub fn narrow() -> TestTarget {
        let mut tables = LegalizeTables::new();
        let s = test_target::S32;
        for vt in [
            VT::I1,
            VT::I32,
            VT::F32,
            VT::V2I32,
            VT::V4I32,
            VT::V2F32,
            VT::V4F32,
            VT::V3I32,
        ] {
            tables.set_class(vt, s, s);
        }
        for memory in [VT::I8, VT::I16] {
            tables.set_load_ext(
                &[LoadExt::Any, LoadExt::Sign, LoadExt::Zero],
                &[VT::I32],
                &[memory],
                Action::Legal,
            );
            tables.set_trunc_store(&[VT::I32], &[memory], Action::Legal);
        }
        TestTarget {
            tables,
            unaligned: false,
            fma: false,
        }
    }

    /// i64, i16 and packed v2i16 are legal, much of their arithmetic is not.
    pub fn wide() -> TestTarget {
        let mut target = TestTarget::narrow();
        let s = test_target::S32;
        for vt in [
            VT::I64,
            VT::I16,
            VT::V2I16,
            VT::V4I16,
            VT::V2I64,
            VT::F64,
            VT::F16,
            VT::V2F16,
        ] {
            target.tables.set_class(vt, s, s);
        }
        use isd::*;
        target.tables.set_action(
            &[ADD, SUB, MUL, AND, OR, XOR, SHL, SRL, SRA, SELECT, SETCC],
            &[VT::I64],
            Action::Expand,
        );
        target.tables.set_action(
            &[
                BUILD_VECTOR,
                EXTRACT_VECTOR_ELT,
                INSERT_VECTOR_ELT,
                ADD,
                SUB,
                MUL,
                SHL,
                SRL,
                SRA,
                SETCC,
                SELECT,
            ],
            &[VT::V2I16, VT::V4I16],
            Action::Expand,
        );
        target
            .tables
            .set_promote(&[SHL, SRL, SRA, UDIV, SDIV, UREM, SREM, MUL], VT::I16, VT::I32);
        target.tables.set_action(
            &[
                UADDO,
                USUBO,
                UADDO_CARRY,
                USUBO_CARRY,
                CTPOP,
                CTTZ_ZERO_UNDEF,
                CTLZ_ZERO_UNDEF,
                FSHR,
                BSWAP,
                MULHU,
                SMIN,
            ],
            &[VT::I32],
            Action::Legal,
        );
        target
    }
}

fn no_divergence(_: &SelectionDag, _: NodeId) -> Divergence {
    Divergence::Inherit
}

impl TargetLowering for TestTarget {
    fn machine_tables(&self) -> TargetTables {
        test_target::tables()
    }

    fn tables(&self) -> &LegalizeTables {
        &self.tables
    }

    fn matcher(&self) -> &'static MatcherTables {
        &NO_PATTERNS
    }

    fn pointer_type(&self, _: u32) -> ValueType {
        VT::I32
    }

    fn divergence_rule(&self) -> crate::dag::DivergenceRule {
        no_divergence
    }

    fn lower_formal_arguments(&self, _: &mut crate::dag::DagBuilder<'_>) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn lower_return(&self, _: &mut crate::dag::DagBuilder<'_>, _: wavec_ir::Inst) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn allows_memory_access(&self, vt: ValueType, mem: &MemOperand) -> bool {
        self.unaligned || mem.align >= vt.store_size().next_power_of_two().min(4)
    }

    fn is_fma_faster(&self, _: ValueType) -> bool {
        self.fma
    }

    fn check_pattern_predicate(&self, _: u32) -> bool {
        false
    }

    fn check_predicate(&self, _: u32, _: NodeRef<'_>, _: &[NodeValue]) -> bool {
        false
    }

    fn select_complex(
        &self,
        _: u32,
        _: &mut SelectionDag,
        _: NodeId,
        _: NodeValue,
        _: &mut ComplexOperands,
    ) -> bool {
        false
    }

    fn transform(&self, _: u32, _: &mut SelectionDag, value: NodeValue) -> NodeValue {
        value
    }
}

/// A small deterministic generator of random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// What bits that nothing determines are: a pattern that shows if something depends on them.
const GARBAGE: u128 = 0x5a5a_c3c3_9696_a5a5_3c3c_6969_5a5a_c3c3;

/// Elements of a value as bit patterns.
type Elements = Vec<u128>;

/// Computes values of a graph. Registers hold pseudo-random values of their own; memory is given.
pub struct Evaluator<'d> {
    pub dag: &'d SelectionDag,
    pub memory: Vec<u8>,
    values: FxHashMap<NodeValue, Elements>,
}

impl<'d> Evaluator<'d> {
    /// Evaluates all nodes of the graph.
    pub fn run(dag: &'d SelectionDag, memory: Vec<u8>) -> Evaluator<'d> {
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

    /// What is copied to registers: register and bits, in the order of registers.
    pub fn outputs(&self) -> Vec<(u32, Elements)> {
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
    pub fn value(&self, value: NodeValue) -> &[u128] {
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

    fn node(&mut self, node: NodeId) {
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
    fn scalar(&self, node: NodeId, opcode: NodeOpcode, types: &[ValueType], i: usize) -> Vec<u128> {
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

/// What register `register` holds.
fn register_value(register: Register, vt: ValueType) -> Elements {
    let mut random = Random(u64::from(register.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..vt.num_elements())
        .map(|_| {
            let wide = u128::from(random.next()) << 64 | u128::from(random.next());
            // Small and extreme values are more telling than large random ones.
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

const INT_SCALARS: [VT; 8] = [
    VT::I1,
    VT::I8,
    VT::I16,
    VT::int(24),
    VT::I32,
    VT::int(48),
    VT::I64,
    VT::I128,
];

/// Random graphs of integer operations on all kinds of types.
pub struct GraphMaker<'r> {
    pub dag: SelectionDag,
    pub random: &'r mut Random,
    /// Values by type.
    pool: Vec<NodeValue>,
    next_register: usize,
    pub chain: NodeValue,
}

impl<'r> GraphMaker<'r> {
    pub fn new(random: &'r mut Random) -> GraphMaker<'r> {
        let dag = SelectionDag::default();
        let chain = dag.entry();
        GraphMaker {
            dag,
            random,
            pool: Vec::new(),
            next_register: 1,
            chain,
        }
    }

    fn register(&mut self, vt: ValueType) -> NodeValue {
        self.next_register += 1;
        // Values enter in registers of legal types.
        let words = vt.size_in_bits().div_ceil(32);
        if vt.is_vector() {
            let elements: Vec<NodeValue> = (0..vt.num_elements())
                .map(|_| self.register(vt.scalar()))
                .collect();
            return self.dag.build_vector(vt, &elements);
        }
        let mut value: Option<NodeValue> = None;
        let wide = ValueType::int((words * 32).min(128));
        for i in 0..words {
            self.next_register += 1;
            let register = Register::from(VReg::new(self.next_register + i as usize * 1000));
            let word = self.dag.copy_from_reg(self.dag.entry(), register, VT::I32);
            let word = self.dag.zext_or_trunc(word, wide);
            let amount = self.dag.constant(i * 32, VT::I32);
            let word = self.dag.node(isd::SHL, wide, &[word, amount]);
            value = Some(match value {
                Some(all) => self.dag.node(isd::OR, wide, &[all, word]),
                None => word,
            });
        }
        self.dag.zext_or_trunc(value.unwrap(), vt)
    }

    /// A value of the type: an old one, a constant, or a new register.
    pub fn value(&mut self, vt: ValueType) -> NodeValue {
        let known: Vec<NodeValue> = self
            .pool
            .iter()
            .copied()
            .filter(|&v| self.dag.value_type(v) == vt)
            .collect();
        let choice = self.random.below(10);
        if choice < 7 && !known.is_empty() {
            return self.random.pick(&known);
        }
        let value = if choice == 9 {
            let wide = u128::from(self.random.next()) << 64 | u128::from(self.random.next());
            let small = self.random.below(3) == 0;
            let bits = if small { wide % 4 } else { wide };
            self.dag.constant(bits as i128, vt)
        } else {
            self.register(vt)
        };
        self.pool.push(value);
        value
    }

    pub fn random_type(&mut self) -> ValueType {
        let scalar = self.random.pick(&INT_SCALARS);
        if self.random.below(2) == 0 || scalar.scalar_bits() > 64 {
            return scalar;
        }
        let count = self.random.pick(&[2, 3, 4, 8]);
        ValueType::vector(scalar, count)
    }

    /// Adds a random operation.
    pub fn step(&mut self) {
        use isd::*;
        let vt = self.random_type();
        let bits = vt.scalar_bits();
        let amount_vt = vt.with_scalar(VT::I32);
        let value = match self.random.below(14) {
            0..=3 => {
                let opcode = self
                    .random
                    .pick(&[ADD, SUB, MUL, AND, OR, XOR, SMIN, UMAX, SMAX, UMIN]);
                let (a, b) = (self.value(vt), self.value(vt));
                self.dag.node(opcode, vt, &[a, b])
            }
            4 => {
                let opcode = self.random.pick(&[SHL, SRL, SRA]);
                let a = self.value(vt);
                let by = if self.random.below(2) == 0 {
                    self.dag
                        .constant(self.random.below(bits as usize) as i128, amount_vt)
                } else {
                    // In range, but not known to be a constant.
                    let b = self.value(amount_vt);
                    let mask = self.dag.constant(
                        i128::from(bits.next_power_of_two() / 2 - u32::from(bits > 1)),
                        amount_vt,
                    );
                    let b = self.dag.node(AND, amount_vt, &[b, mask]);
                    if bits.is_power_of_two() {
                        b
                    } else {
                        self.dag.constant(1, amount_vt)
                    }
                };
                self.dag.node(opcode, vt, &[a, by])
            }
            5 if bits.is_power_of_two() && bits >= 8 => {
                let opcode = self.random.pick(&[ROTL, ROTR, FSHL, FSHR]);
                let (a, b, by) = (self.value(vt), self.value(vt), self.value(amount_vt));
                if matches!(opcode, ROTL | ROTR) {
                    self.dag.node(opcode, vt, &[a, by])
                } else {
                    self.dag.node(opcode, vt, &[a, b, by])
                }
            }
            6 if bits >= 8 => {
                let opcode = self.random.pick(&[CTPOP, CTLZ, CTTZ, ABS, FREEZE]);
                let a = self.value(vt);
                self.dag.node(opcode, vt, &[a])
            }
            7 if bits.is_multiple_of(16) && bits.is_power_of_two() => {
                let a = self.value(vt);
                let opcode = self.random.pick(&[BSWAP, BITREVERSE]);
                self.dag.node(opcode, vt, &[a])
            }
            8 => {
                let cc = self.random.pick(&[
                    CondCode::SetEq,
                    CondCode::SetNe,
                    CondCode::SetLt,
                    CondCode::SetGe,
                    CondCode::SetUlt,
                    CondCode::SetUgt,
                    CondCode::SetUle,
                    CondCode::SetGt,
                ]);
                let (a, b) = (self.value(vt), self.value(vt));
                self.dag.set_cc(vt.with_scalar(VT::I1), a, b, cc)
            }
            9 => {
                let (a, b) = (self.value(vt), self.value(vt));
                let scalar_condition = self.random.below(2) == 0 || !vt.is_vector();
                let condition_vt = if scalar_condition {
                    VT::I1
                } else {
                    vt.with_scalar(VT::I1)
                };
                let condition = self.value(condition_vt);
                self.dag.select(condition, a, b)
            }
            10 => {
                // Conversions between widths.
                let from = vt.with_scalar(self.random.pick(&INT_SCALARS));
                if from.is_vector() && from.scalar_bits() > 64 {
                    return;
                }
                let a = self.value(from);
                if self.random.below(2) == 0 {
                    self.dag.sext_or_trunc(a, vt)
                } else {
                    self.dag.zext_or_trunc(a, vt)
                }
            }
            11 if vt.is_vector() => {
                let a = self.value(vt);
                let index = self.random.below(vt.num_elements() as usize) as i128;
                let index = if self.random.below(3) == 0 {
                    // In range but unknown.
                    let r = self.value(VT::I32);
                    let mask = self.dag.constant(1, VT::I32);
                    self.dag.node(AND, VT::I32, &[r, mask])
                } else {
                    self.dag.constant(index, VT::I32)
                };
                if self.random.below(2) == 0 {
                    self.dag.node(EXTRACT_VECTOR_ELT, vt.scalar(), &[a, index])
                } else {
                    let element = self.value(vt.scalar());
                    self.dag.node(INSERT_VECTOR_ELT, vt, &[a, element, index])
                }
            }
            12 => {
                // The same bits as another type.
                let size = vt.size_in_bits();
                let options: Vec<ValueType> = INT_SCALARS
                    .iter()
                    .filter(|s| {
                        s.scalar_bits() <= 64 && s.scalar_bits() > 1 && size.is_multiple_of(s.scalar_bits())
                    })
                    .map(|s| ValueType::vector_or_scalar(*s, size / s.scalar_bits()))
                    .filter(|t| t.num_elements() <= 16)
                    .collect();
                if options.is_empty() || bits == 1 {
                    return;
                }
                let to = self.random.pick(&options);
                let a = self.value(vt);
                self.dag.bitcast(to, a)
            }
            _ if bits >= 8 && !vt.is_vector() => {
                let opcode = self.random.pick(&[UADDO, USUBO, SADDO, SSUBO]);
                let (a, b) = (self.value(vt), self.value(vt));
                let node = self.dag.node_multi(opcode, &[vt, VT::I1], &[a, b]);
                self.pool.push(NodeValue::new(node, 1));
                node.into()
            }
            _ => return,
        };
        self.pool.push(value);
    }

    /// A load of, or store to, a small memory.
    pub fn memory_step(&mut self) {
        let vt = self.random_type();
        if vt.store_size() > 32 || vt.scalar_bits() == 1 {
            return;
        }
        let align = 1u32 << self.random.below(4);
        let at = self.random.below(16) as i64 * 8 + if align < 4 { i64::from(align) } else { 0 };
        let address = self.dag.constant(at, VT::I32);
        let size = u64::from(vt.store_size());
        if self.random.below(2) == 0 {
            let load = self
                .dag
                .load(vt, self.chain, address, MemOperand::load(size, align, 0));
            self.chain = load.with_result(1);
            self.pool.push(load);
        } else {
            let value = self.value(vt);
            self.chain = self
                .dag
                .store(self.chain, value, address, MemOperand::store(size, align, 0));
        }
    }

    /// Writes all values to registers, in pieces of 32 bits, and sets the root.
    pub fn finish(mut self) -> SelectionDag {
        let pool = std::mem::take(&mut self.pool);
        let mut chains = vec![self.chain];
        let mut register = 50_000;
        for value in pool {
            let vt = self.dag.value_type(value);
            for i in 0..vt.num_elements() {
                let element = if vt.is_vector() {
                    self.dag.extract_element(value, i)
                } else {
                    value
                };
                let element = if vt.is_float() {
                    self.dag.bitcast(vt.scalar().to_integer(), element)
                } else {
                    element
                };
                let bits = vt.scalar_bits();
                for word in 0..bits.div_ceil(32) {
                    let amount = self.dag.constant(word * 32, VT::I32);
                    let element_vt = self.dag.value_type(element);
                    let moved = if word == 0 {
                        element
                    } else {
                        self.dag.node(isd::SRL, element_vt, &[element, amount])
                    };
                    let piece = self.dag.zext_or_trunc(moved, VT::I32);
                    register += 1;
                    let entry = self.dag.entry();
                    chains.push(
                        self.dag
                            .copy_to_reg(entry, Register::from(VReg::new(register)), piece),
                    );
                }
            }
        }
        let root = self.dag.token_factor(&chains);
        self.dag.set_root(root);
        self.dag.remove_dead_nodes();
        let _ = NodeFlags::empty();
        self.dag
    }
}

/// A memory for evaluation.
pub fn test_memory() -> Vec<u8> {
    (0..512u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect()
}
