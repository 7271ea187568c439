//! Random graphs, valid by construction.

use crate::dag::graph::SelectionDag;
use crate::dag::isd::{self};
use crate::dag::node::{NodeFlags, NodeValue};
use crate::dag::types::ValueType;
use crate::mir::{MemFlags, MemOperand, Register, VReg};
use crate::test_random::Random;
use ValueType as VT;
use cranelift_entity::EntityRef;

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
pub(crate) struct GraphMaker<'r> {
    pub dag: SelectionDag,
    pub random: &'r mut Random,
    /// Values by type.
    pool: Vec<NodeValue>,
    next_register: usize,
    pub chain: NodeValue,
}

impl<'r> GraphMaker<'r> {
    pub(crate) fn new(random: &'r mut Random) -> GraphMaker<'r> {
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

    pub(super) fn register(&mut self, vt: ValueType) -> NodeValue {
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

    /// A value of the type: an existing one, a constant, or a new register.
    pub(crate) fn value(&mut self, vt: ValueType) -> NodeValue {
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

    pub(crate) fn random_type(&mut self) -> ValueType {
        let scalar = self.random.pick(&INT_SCALARS);
        if self.random.below(2) == 0 || scalar.scalar_bits() > 64 {
            return scalar;
        }
        let count = self.random.pick(&[2, 3, 4, 8]);
        ValueType::vector(scalar, count)
    }

    /// Adds a random operation.
    pub(crate) fn step(&mut self) {
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
                    // In range, but unknown.
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
            _ if vt.is_vector() => {
                let elements: Vec<NodeValue> =
                    (0..vt.num_elements()).map(|_| self.value(vt.scalar())).collect();
                self.dag.build_vector(vt, &elements)
            }
            _ => return,
        };
        self.pool.push(value);
    }

    /// A load of, or store to, a small memory, some of them volatile; or a fence.
    pub(crate) fn memory_step(&mut self) {
        if self.random.chance(10) {
            let operand = self.dag.target_constant(0, VT::I32);
            let operands = [self.chain, operand, operand];
            self.chain = self.dag.node(isd::ATOMIC_FENCE, VT::OTHER, &operands);
            return;
        }
        let vt = self.random_type();
        if vt.store_size() > 32 || vt.scalar_bits() == 1 {
            return;
        }
        let align = 1u32 << self.random.below(4);
        let at = self.random.below(16) as i64 * 8 + if align < 4 { i64::from(align) } else { 0 };
        let address = self.dag.constant(at, VT::I32);
        let size = u64::from(vt.store_size());
        let volatile = match self.random.chance(25) {
            true => MemFlags::VOLATILE,
            false => MemFlags::empty(),
        };
        if self.random.below(2) == 0 {
            let mem = MemOperand::with_flags(size, align, 0, MemFlags::LOAD | volatile);
            let load = self.dag.load(vt, self.chain, address, mem);
            self.chain = load.with_result(1);
            self.pool.push(load);
            // Most values are used once or never; loads should be used more often, in computations with several
            // operands.
            if self.random.chance(50) && !vt.is_vector() && vt.scalar_bits() <= 64 {
                let vector = ValueType::vector(vt, 2 << self.random.below(2));
                let elements: Vec<NodeValue> = (0..vector.num_elements())
                    .map(|_| {
                        if self.random.chance(50) {
                            load
                        } else {
                            self.value(vt)
                        }
                    })
                    .collect();
                let value = self.dag.build_vector(vector, &elements);
                self.pool.push(value);
            }
        } else {
            let value = self.value(vt);
            let mem = MemOperand::with_flags(size, align, 0, MemFlags::STORE | volatile);
            self.chain = self.dag.store(self.chain, value, address, mem);
        }
    }

    /// Writes all values to registers, in pieces of 32 bits, and sets the root.
    pub(crate) fn finish(mut self) -> SelectionDag {
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
