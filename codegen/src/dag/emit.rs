//! Emits the ordered machine nodes of a block as machine instructions.

use crate::dag::build::variables::{PendingRecord, place_records};
use crate::dag::graph::SelectionDag;
use crate::dag::isd;
use crate::dag::lowering::TargetLowering;
use crate::dag::make::sign_extend_bits;
use crate::dag::node::{GlobalRef, NodeFlags, NodeId, NodeValue, Payload};
use crate::dag::types::ValueType;
use crate::mir::inline_asm::{AsmOperand, AsmOperandKind};
use crate::mir::{
    self, MachineBuilder, MachineFunction, MachineInstFlags, MachineOperand, MemOperand, RegFlags,
    RegOperand, Register,
};
use cranelift_entity::{EntityRef, SecondaryMap};
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use wavec_ir::Context;
use wavec_mc::{InstrFlags, Reg, RegClassId, SubRegIndex, SymbolId, generic};
use wavec_support::Span;

/// A class smaller than this is not forced on a virtual register; a copy into it is inserted instead.
const MIN_CONSTRAINED_CLASS: usize = 4;

/// Emits the nodes of one block.
pub(super) struct Emitter<'a> {
    dag: &'a SelectionDag,
    target: &'a dyn TargetLowering,
    ctx: &'a Context,
    mf: &'a mut MachineFunction,
    block: mir::Block,
    /// Registers of first results, by node.
    registers: SecondaryMap<NodeId, Register>,
    /// Registers of other results.
    other_registers: FxHashMap<NodeValue, Register>,
    /// Registers of other blocks that already have their definition.
    exported: FxHashSet<Register>,
    /// Source positions of the IR instructions of the block, if they are recorded.
    places: &'a [Option<Span>],
    /// The instructions in order, with the number of what each is made for, if variables are described.
    order: Option<Vec<(mir::Inst, u32)>>,
}

impl<'a> Emitter<'a> {
    /// An emitter that appends to `block`.
    pub(super) fn new(
        dag: &'a SelectionDag,
        target: &'a dyn TargetLowering,
        ctx: &'a Context,
        mf: &'a mut MachineFunction,
        block: mir::Block,
        places: &'a [Option<Span>],
    ) -> Emitter<'a> {
        let mut registers = SecondaryMap::with_capacity(dag.num_nodes());
        registers.resize(dag.num_nodes());
        let order = mf.debug.is_some().then(Vec::new);
        Emitter {
            order,
            dag,
            target,
            ctx,
            mf,
            block,
            registers,
            other_registers: FxHashMap::default(),
            exported: FxHashSet::default(),
            places,
        }
    }

    /// Emits all nodes (custom inserters may split blocks), and puts debug records into the machine function's table.
    pub(super) fn emit(mut self, entry_copies: &[NodeId], order: &[NodeId], records: Vec<PendingRecord>) {
        let start = self.block;
        for &node in entry_copies {
            self.copy_from_register(node);
        }
        for &node in order {
            let first = self.mf.num_insts();
            match self.dag.opcode(node) {
                isd::COPY_TO_REG => self.copy_to_register(node),
                isd::COPY_FROM_REG => self.copy_from_register(node),
                opcode => match opcode.as_machine() {
                    Some(opcode) => self.machine_node(node, opcode),
                    None => unreachable!("{:?} remains after selection", self.dag.opcode(node)),
                },
            }
            self.keep_place(node, first);
        }
        if let Some(order) = self.order.take() {
            let followed = self.dag.followed();
            let registers: FxHashMap<u32, Register> = followed
                .into_iter()
                .filter_map(|(number, value)| Some((number, self.known_register(value)?)))
                .collect();
            place_records(self.mf, start, records, &order, |number| {
                registers.get(&number).copied()
            });
        }
    }

    /// The register of a value that has one.
    fn known_register(&self, value: NodeValue) -> Option<Register> {
        let known = match value.result {
            0 => self.registers[value.node],
            _ => self.other_registers.get(&value).copied()?,
        };
        Some(known).filter(|register| register.is_some())
    }

    /// Records the position of what `node` comes from for its instructions: those from the number `first` on.
    fn keep_place(&mut self, node: NodeId, first: usize) {
        let ir_order = self.dag.data(node).ir_order;
        if let Some(order) = &mut self.order {
            let made = (first..self.mf.num_insts()).map(mir::Inst::new);
            order.extend(made.map(|inst| (inst, ir_order)));
        }
        let number = (ir_order as usize).wrapping_sub(1);
        if let Some(&Some(place)) = self.places.get(number) {
            let made = (first..self.mf.num_insts()).map(mir::Inst::new);
            self.mf.places.extend(made.map(|inst| (inst, place)));
        }
    }

    fn builder(&mut self, node: NodeId) -> MachineBuilder<'_> {
        let data = self.dag.data(node);
        let mut builder = MachineBuilder::at_end(self.mf, self.block);
        builder.debug_location = data.debug_location;
        builder.flags = machine_flags(data.flags);
        builder
    }

    fn class_of(&self, register: Register) -> RegClassId {
        match (register.as_virtual(), register.as_physical()) {
            (Some(vreg), _) => self.mf.class(vreg),
            (_, Some(reg)) => self.mf.registers().minimal_class(reg).unwrap_or(RegClassId::NONE),
            _ => RegClassId::NONE,
        }
    }

    /// The class in which values of the type live.
    fn class_for_type(&self, value: NodeValue) -> RegClassId {
        let class = self
            .target
            .register_class(self.dag.value_type(value), self.dag.is_divergent(value));
        debug_assert!(
            class.is_some(),
            "no register class for {value}: {}",
            self.dag.describe(value.node, Some(self.target))
        );
        class
    }

    /// The register of a value; handles undefined values and live-in registers, too.
    fn register(&mut self, value: NodeValue) -> Register {
        if let Some(known) = self.known_register(value) {
            return known;
        }
        if self.dag.opcode(value) == isd::COPY_FROM_REG
            && let Payload::Register(register) = *self.dag.payload(self.dag.operand(value, 1))
        {
            self.set_register(value, register);
            return register;
        }
        panic!(
            "value {value} is used before its definition: {}",
            self.dag.describe(value.node, Some(self.target))
        );
    }

    fn set_register(&mut self, value: NodeValue, register: Register) {
        match value.result {
            0 => self.registers[value.node] = register,
            _ => {
                self.other_registers.insert(value, register);
            }
        }
    }

    /// The register for a new value: one that it is exported to if that is suitable, else a new one.
    fn result_register(&mut self, value: NodeValue, class: RegClassId) -> Register {
        for used in self.dag.uses(value.node) {
            if used.value != value
                || self.dag.operand_of(used) != 2
                || self.dag.opcode(used.user) != isd::COPY_TO_REG
            {
                continue;
            }
            let Payload::Register(register) = *self.dag.payload(self.dag.operand(used.user, 1)) else {
                continue;
            };
            if let Some(vreg) = register.as_virtual()
                && self.mf.class(vreg) == class
                && self.exported.insert(register)
            {
                self.set_register(value, register);
                return register;
            }
        }
        let register = Register::from(self.mf.create_vreg(class));
        self.set_register(value, register);
        register
    }

    fn copy_to_register(&mut self, node: NodeId) {
        let Payload::Register(to) = *self.dag.payload(self.dag.operand(node, 1)) else {
            unreachable!("a copy names a register")
        };
        let value = self.dag.operand(node, 2);
        match self.operand(value) {
            MachineOperand::Reg(from) if from.reg == to && from.sub.is_none() => {}
            operand => {
                self.builder(node)
                    .build(generic::COPY)
                    .def(to)
                    .operand(operand)
                    .inst();
            }
        }
    }

    fn copy_from_register(&mut self, node: NodeId) {
        let Payload::Register(from) = *self.dag.payload(self.dag.operand(node, 1)) else {
            unreachable!("a copy names a register")
        };
        let value = NodeValue::new(node, 0);
        if from.is_virtual() && self.dag.glue_operand(node).is_none() {
            self.set_register(value, from);
            return;
        }
        let class = self.class_for_type(value);
        let to = self.result_register(value, class);
        if to != from {
            self.builder(node).copy(to, from);
        }
    }

    /// A value as an operand, without class constraints.
    fn operand(&mut self, value: NodeValue) -> MachineOperand {
        let vt = self.dag.value_type(value);
        match (self.dag.opcode(value), *self.dag.payload(value)) {
            (isd::TARGET_CONSTANT | isd::CONSTANT, Payload::Int([low, high])) => {
                let bits = u128::from(low) | u128::from(high) << 64;
                MachineOperand::Imm(sign_extend_bits(bits, vt.scalar_bits()) as i64)
            }
            (_, Payload::Float(bits)) => MachineOperand::Imm(bits as i64),
            (isd::REGISTER, Payload::Register(register)) => RegOperand::new_use(register).into(),
            (_, Payload::FrameIndex(index)) => MachineOperand::FrameIndex(index),
            (_, Payload::Block(block)) => MachineOperand::Block(block),
            (_, Payload::Global { global, offset, kind }) => {
                let symbol = match global {
                    GlobalRef::Symbol(symbol) => symbol,
                    GlobalRef::Variable(variable) => {
                        let name = self.ctx.text(self.ctx.globals[variable].name);
                        self.mf.symbols.intern(name)
                    }
                    GlobalRef::Function(function) => {
                        let name = self.ctx.text(self.ctx.functions[function].name);
                        self.mf.symbols.intern(name)
                    }
                };
                MachineOperand::Global {
                    symbol,
                    offset: offset as i32,
                    kind,
                }
            }
            _ => RegOperand::new_use(self.register(value)).into(),
        }
    }

    /// A value as an operand that must be in `class`: constrains its register or copies it.
    fn class_operand(&mut self, node: NodeId, value: NodeValue, class: RegClassId) -> MachineOperand {
        let operand = self.operand(value);
        let (MachineOperand::Reg(reg), true) = (operand, class.is_some()) else {
            return operand;
        };
        let Some(vreg) = reg.reg.as_virtual() else {
            return operand;
        };
        let registers = self.mf.registers();
        let current = self.mf.class(vreg);
        let same_form = self.target.have_same_form(current, class);
        if same_form && registers.is_subclass(class, current) {
            return operand;
        }
        if same_form
            && let Some(common) = registers.common_subclass(current, class)
            && registers.class(common).len() >= MIN_CONSTRAINED_CLASS
            && registers.class(common).allocatable
        {
            self.mf.constrain_class(vreg, class);
            return operand;
        }
        let divergent = self.dag.is_divergent(value);
        let to = if registers.class(class).allocatable {
            self.target.adjust_result_class(class, divergent)
        } else {
            self.target.register_class(self.dag.value_type(value), true)
        };
        let copy = Register::from(self.mf.create_vreg(to));
        self.builder(node).copy(copy, reg.reg);
        RegOperand::new_use(copy).into()
    }

    fn constant_operand(&self, node: NodeId, index: usize) -> i64 {
        self.dag
            .constant_i64(self.dag.operand(node, index))
            .expect("a target constant")
    }

    fn machine_node(&mut self, node: NodeId, opcode: wavec_mc::Opcode) {
        match opcode {
            generic::IMPLICIT_DEF => {
                let value = NodeValue::new(node, 0);
                let class = self.class_for_type(value);
                let to = self.result_register(value, class);
                self.builder(node).implicit_def(to);
            }
            generic::COPY => {
                let value = NodeValue::new(node, 0);
                let class = self.class_for_type(value);
                let to = self.result_register(value, class);
                let from = self.operand(self.dag.operand(node, 0));
                self.builder(node)
                    .build(generic::COPY)
                    .def(to)
                    .operand(from)
                    .inst();
            }
            generic::COPY_TO_REGCLASS => {
                let class = RegClassId(self.constant_operand(node, 1) as u16);
                let to = self.result_register(NodeValue::new(node, 0), class);
                let from = self.operand(self.dag.operand(node, 0));
                self.builder(node)
                    .build(generic::COPY)
                    .def(to)
                    .operand(from)
                    .inst();
            }
            generic::EXTRACT_SUBREG => self.extract_subreg(node),
            generic::INSERT_SUBREG => self.insert_subreg(node),
            generic::REG_SEQUENCE => self.reg_sequence(node),
            generic::INLINEASM => self.inline_asm(node),
            _ => self.instruction(node, opcode),
        }
    }

    fn extract_subreg(&mut self, node: NodeId) {
        let index = SubRegIndex(self.constant_operand(node, 1) as u8);
        let from = self.register(self.dag.operand(node, 0));
        let value = NodeValue::new(node, 0);
        let registers = self.mf.registers();
        let class = registers
            .class_for_sub_reg(self.class_of(from), index)
            .unwrap_or_else(|| self.class_for_type(value));
        let to = self.result_register(value, class);
        if let Some(reg) = from.as_physical() {
            let part = registers.sub_reg(reg, index).expect("the register has the part");
            self.builder(node).copy(to, part);
        } else {
            self.builder(node).copy_from_sub(to, from, index);
        }
    }

    fn insert_subreg(&mut self, node: NodeId) {
        let index = SubRegIndex(self.constant_operand(node, 2) as u8);
        let base = self.register(self.dag.operand(node, 0));
        let class = self.class_of(base);
        let part_class = self
            .mf
            .registers()
            .class_for_sub_reg(class, index)
            .unwrap_or(RegClassId::NONE);
        let part = self.class_operand(node, self.dag.operand(node, 1), part_class);
        let to = self.result_register(NodeValue::new(node, 0), class);
        self.builder(node)
            .build(generic::INSERT_SUBREG)
            .def(to)
            .use_(base)
            .operand(part)
            .sub_reg_index(index)
            .inst();
    }

    fn reg_sequence(&mut self, node: NodeId) {
        let class = RegClassId(self.constant_operand(node, 0) as u16);
        let count = (self.dag.num_operands(node) - 1) / 2;
        let mut parts: SmallVec<[(MachineOperand, SubRegIndex); 8]> = SmallVec::new();
        for i in 0..count {
            let index = SubRegIndex(self.constant_operand(node, 2 + 2 * i) as u8);
            let part_class = self
                .mf
                .registers()
                .class_for_sub_reg(class, index)
                .unwrap_or(RegClassId::NONE);
            let value = self.dag.operand(node, 1 + 2 * i);
            parts.push((self.class_operand(node, value, part_class), index));
        }
        let to = self.result_register(NodeValue::new(node, 0), class);
        let mut builder = self.builder(node);
        let mut inst = builder.build(generic::REG_SEQUENCE).def(to);
        for (part, index) in parts {
            inst = inst.operand(part).sub_reg_index(index);
        }
        inst.inst();
    }

    /// Operands are (chain, text, source, (descriptor, operand)*, clobbered register*).
    fn inline_asm(&mut self, node: NodeId) {
        let dag = self.dag;
        let symbol = SymbolId(self.constant_operand(node, 1) as u32);
        let source = self.constant_operand(node, 2);
        let mut operands: SmallVec<[MachineOperand; 16]> = SmallVec::new();
        operands.extend([MachineOperand::External(symbol), MachineOperand::Imm(source)]);
        let mut ties: SmallVec<[(usize, usize); 2]> = SmallVec::new();
        let mut next = 3;
        while next < dag.num_operands(node) {
            let value = dag.operand(node, next);
            if let Payload::Register(register) = *dag.payload(value) {
                let flags = RegFlags::IMPLICIT | RegFlags::DEAD | RegFlags::EARLY_CLOBBER;
                operands.push(RegOperand::new_def(register).with_flags(flags).into());
                next += 1;
                continue;
            }
            let bits = self.constant_operand(node, next);
            let said = AsmOperand::decode(bits);
            let value = dag.operand(node, next + 1);
            next += 2;
            let operand = match (said.kind, *dag.payload(value)) {
                (AsmOperandKind::Def, Payload::Register(register)) => {
                    let flags = match said.early_clobber {
                        true => RegFlags::EARLY_CLOBBER,
                        false => RegFlags::empty(),
                    };
                    RegOperand::new_def(register).with_flags(flags).into()
                }
                (AsmOperandKind::Use, _) => self.asm_use(node, value, said.class),
                _ => self.operand(value),
            };
            operands.extend([MachineOperand::Imm(bits), operand]);
            if let Some(tied) = said.tied {
                let def = mir::inline_asm::FIRST + 2 * usize::from(tied) + 1;
                ties.push((def, operands.len() - 1));
            }
        }
        let mut builder = self.builder(node);
        let inst = builder.func.create_inst(generic::INLINEASM, &operands);
        builder.insert(inst);
        let line = dag.data(node).debug_location;
        self.mf.inst_mut(inst).debug_location = line;
        for (def, used) in ties {
            self.mf.tie_operands(inst, def, used);
        }
    }

    /// A new register of `class`: the assembly may overwrite it if it is tied.
    fn asm_use(&mut self, node: NodeId, value: NodeValue, class: RegClassId) -> MachineOperand {
        let operand = self.operand(value);
        let to = Register::from(self.mf.create_vreg(class));
        let mut builder = self.builder(node);
        builder.build(generic::COPY).def(to).operand(operand).inst();
        RegOperand::new_use(to).into()
    }

    fn instruction(&mut self, node: NodeId, opcode: wavec_mc::Opcode) {
        let dag = self.dag;
        let desc = self.mf.instrs().desc(opcode);
        let num_defs = desc.num_defs();
        let infos = desc.operands();
        let types = dag.result_types(node);
        let value_results = types
            .iter()
            .take_while(|&&vt| vt != ValueType::OTHER && vt != ValueType::GLUE)
            .count();
        // Operands first: copies to other classes precede the instruction.
        let mut operands: SmallVec<[MachineOperand; 16]> = SmallVec::new();
        operands.extend((0..num_defs).map(|_| MachineOperand::Imm(0)));
        for value in dag.operands(node) {
            let vt = dag.value_type(value);
            let is_order =
                (vt == ValueType::OTHER && dag.opcode(value) != isd::BASIC_BLOCK) || vt == ValueType::GLUE;
            if is_order {
                continue;
            }
            let class = infos
                .get(operands.len())
                .map_or(RegClassId::NONE, |info| info.reg_class);
            operands.push(self.class_operand(node, value, class));
        }
        for (index, info) in infos[..num_defs].iter().enumerate() {
            let value = NodeValue::new(node, index as u32);
            let divergent = dag.is_divergent(node);
            let class = if info.reg_class.is_some() {
                self.target.adjust_result_class(info.reg_class, divergent)
            } else {
                self.class_for_type(value)
            };
            let register = if index < value_results {
                self.result_register(value, class)
            } else {
                Register::from(self.mf.create_vreg(class))
            };
            operands[index] = RegOperand::new_def(register).into();
        }
        // Physical registers beyond the described operands: arguments of a call or results of a return.
        let mut handed: SmallVec<[Reg; 8]> = SmallVec::new();
        if operands.len() > infos.len() {
            let mut place = 0;
            operands.retain(|operand| {
                place += 1;
                let reg = operand.register().as_physical().filter(|_| place > infos.len());
                handed.extend(reg);
                reg.is_none()
            });
        }
        let mut builder = self.builder(node);
        let mut inst = builder.build_with(opcode, &operands);
        for reg in handed {
            inst = inst.implicit_use(reg);
        }
        for &mem in dag.machine_mem_operands(node) {
            // The access is an index into this graph's list.
            inst = inst.mem(MemOperand {
                access: None,
                ..dag.mem_operands[mem]
            });
        }
        let inst = inst.inst();
        self.mark_dead_definitions(node, inst, value_results.saturating_sub(num_defs));
        // Results in implicit registers are copied away immediately.
        for result in num_defs..value_results {
            let value = NodeValue::new(node, result as u32);
            if !dag.has_uses(value) {
                continue;
            }
            let reg = desc.implicit_defs()[result - num_defs];
            let cross = self.target.cross_copy_class(reg);
            let class = if cross.is_some() {
                cross
            } else {
                self.class_for_type(value)
            };
            let to = self.result_register(value, class);
            self.builder(node).copy(to, reg);
        }
        if desc.is(InstrFlags::POST_ISEL_HOOK) {
            self.target.adjust_after_selection(self.mf, inst);
        }
        if desc.is(InstrFlags::CUSTOM_INSERTER) {
            self.block = self.target.insert_custom(self.mf, inst, self.block);
        }
    }

    /// Marks dead definitions: explicit results without uses, and implicit registers that are neither a result of the
    /// node nor readable by a glued node.
    fn mark_dead_definitions(&mut self, node: NodeId, inst: mir::Inst, implicit_results: usize) {
        let dag = self.dag;
        let glue_used = match dag.result_types(node).last() {
            Some(&ValueType::GLUE) => dag.has_uses(NodeValue::new(node, dag.num_results(node) as u32 - 1)),
            _ => false,
        };
        let num_defs = self.mf.desc(inst).num_defs();
        let dead_result = |index: usize| {
            index >= dag.num_results(node) || !dag.has_uses(NodeValue::new(node, index as u32))
        };
        let mut implicit = 0;
        for (index, operand) in self.mf.operands_mut(inst).iter_mut().enumerate() {
            let Some(reg) = operand.as_reg_mut() else { continue };
            if !reg.is_def() {
                continue;
            }
            let dead = if reg.is_implicit() {
                implicit += 1;
                !glue_used && (implicit > implicit_results || dead_result(num_defs + implicit - 1))
            } else {
                index < num_defs && dead_result(index)
            };
            if dead {
                reg.flags |= RegFlags::DEAD;
            }
        }
    }
}

fn machine_flags(flags: NodeFlags) -> MachineInstFlags {
    const PAIRS: [(NodeFlags, MachineInstFlags); 11] = [
        (NodeFlags::NUW, MachineInstFlags::NUW),
        (NodeFlags::NSW, MachineInstFlags::NSW),
        (NodeFlags::EXACT, MachineInstFlags::EXACT),
        (NodeFlags::NNAN, MachineInstFlags::NNAN),
        (NodeFlags::NINF, MachineInstFlags::NINF),
        (NodeFlags::NSZ, MachineInstFlags::NSZ),
        (NodeFlags::ARCP, MachineInstFlags::ARCP),
        (NodeFlags::CONTRACT, MachineInstFlags::CONTRACT),
        (NodeFlags::AFN, MachineInstFlags::AFN),
        (NodeFlags::REASSOC, MachineInstFlags::REASSOC),
        (NodeFlags::NO_FP_EXCEPT, MachineInstFlags::NO_FP_EXCEPT),
    ];
    PAIRS
        .iter()
        .filter(|pair| flags.contains(pair.0))
        .fold(MachineInstFlags::empty(), |all, pair| all | pair.1)
}
