//! Preparation of a function before its blocks become graphs: machine blocks, registers for values that cross blocks,
//! machine PHIs, frame objects for static allocas.

use super::{DagBuilder, FunctionState, Pieces, extension};
use crate::dag::isd;
use crate::dag::lowering::TargetLowering;
use crate::dag::node::NodeValue;
use crate::dag::tables::TypeAction;
use crate::dag::types::ValueType;
use crate::mir::{self, MachineFunction, MachineOperand, RegOperand, Register, SlotKind};
use smallvec::SmallVec;
use wavec_ir::types::TypeData;
use wavec_ir::{Aux, Context, Function, Opcode, Type, Value, ValueDef};
use wavec_mc::generic;

/// Types of the registers in which a value of type `vt` crosses blocks: the pieces produced by type legalization.
pub(super) fn register_pieces(target: &dyn TargetLowering, vt: ValueType) -> Pieces {
    let tables = target.tables();
    let mut pieces = Pieces::from_slice(&[vt]);
    // Each round replaces illegal types by smaller or legal ones; there are few types, so few rounds.
    for _ in 0..16 {
        if pieces.iter().all(|&piece| tables.is_type_legal(piece)) {
            return pieces;
        }
        let mut next = Pieces::new();
        for piece in pieces {
            let (action, to) = tables.type_action(piece);
            match action {
                TypeAction::Legal | TypeAction::Unsupported => next.push(piece),
                TypeAction::PromoteInteger | TypeAction::Scalarize | TypeAction::Widen => next.push(to),
                TypeAction::SoftPromoteHalf => next.push(ValueType::I16),
                TypeAction::ExpandInteger | TypeAction::Split => next.extend([to, to]),
            }
        }
        pieces = next;
    }
    pieces
}

/// Types of the parts of an IR type: one for scalars and vectors, the members' for structs and arrays.
pub(super) fn part_types(
    target: &dyn TargetLowering,
    ctx: &Context,
    ty: Type,
    out: &mut SmallVec<[ValueType; 2]>,
) {
    if let Some(vt) = value_type(target, ctx, ty) {
        out.push(vt);
    } else if let Some((element, count)) = ctx.types.array_parts(ty) {
        for _ in 0..count {
            part_types(target, ctx, element, out);
        }
    } else if let Some((fields, _)) = ctx.types.struct_fields(ty) {
        for &field in fields {
            part_types(target, ctx, field, out);
        }
    }
}

/// The type of a first-class IR type that is not an aggregate.
pub(super) fn value_type(target: &dyn TargetLowering, ctx: &Context, ty: Type) -> Option<ValueType> {
    Some(match *ctx.types.data(ty) {
        TypeData::Int(bits) if (1..=128).contains(&bits) => ValueType::int(bits),
        TypeData::Half => ValueType::F16,
        TypeData::BFloat => ValueType::BF16,
        TypeData::Float => ValueType::F32,
        TypeData::Double => ValueType::F64,
        TypeData::Ptr(space) => target.pointer_type(space),
        TypeData::Vector(element, count) if (1..=255).contains(&count) => {
            ValueType::vector(value_type(target, ctx, element)?, count)
        }
        _ => return None,
    })
}

impl FunctionState {
    /// Prepares `func`; `divergence` says which values may differ between lanes.
    pub fn prepare(
        func: &Function,
        ctx: &Context,
        target: &dyn TargetLowering,
        mf: &mut MachineFunction,
        divergence: &dyn Fn(Value) -> bool,
    ) -> FunctionState {
        let mut state = FunctionState::default();
        for &block in func.block_order() {
            let machine = mf.create_block();
            state.blocks[block] = Some(machine).into();
        }
        for &block in func.block_order() {
            let machine = state.blocks[block].expect("made above");
            for &successor in func.successors(block) {
                mf.add_edge(machine, state.blocks[successor].expect("made above"));
            }
        }
        state.frame_objects(func, ctx, mf);
        state.variables(func, ctx, mf);
        state.crossing_values(func, ctx, target, mf, divergence);
        state
    }

    fn frame_objects(&mut self, func: &Function, ctx: &Context, mf: &mut MachineFunction) {
        let Some(entry) = func.entry() else { return };
        for inst in func.block_insts(entry) {
            let Aux::Alloca(ty, align) = func.inst(inst).aux else {
                continue;
            };
            let Some(count) = func.as_int(func.arg(inst, 0), ctx) else {
                continue;
            };
            let size = u128::from(ctx.layout.size(&ctx.types, ty)).saturating_mul(count);
            let size = u32::try_from(size).unwrap_or(u32::MAX);
            let align = u32::try_from(align.bytes()).unwrap_or(1);
            self.frame_objects
                .insert(inst, mf.frame.create(size, align, SlotKind::Variable));
        }
    }

    fn crossing_values(
        &mut self,
        func: &Function,
        ctx: &Context,
        target: &dyn TargetLowering,
        mf: &mut MachineFunction,
        divergence: &dyn Fn(Value) -> bool,
    ) {
        let make = |state: &mut FunctionState, mf: &mut MachineFunction, value: Value| {
            if state.value_registers.contains_key(&value) {
                return;
            }
            let mut registers: SmallVec<[Register; 2]> = SmallVec::new();
            let mut parts = SmallVec::new();
            part_types(target, ctx, func.ty(value), &mut parts);
            let divergent = divergence(value);
            for part in parts {
                for piece in register_pieces(target, part) {
                    let class = target.register_class(piece, divergent);
                    let register: Register = mf.create_vreg(class).into();
                    if divergent {
                        state.divergent_registers.push(register);
                    }
                    registers.push(register);
                }
            }
            state.value_registers.insert(value, registers);
        };
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let is_phi = func.opcode(inst) == Opcode::Phi;
                if is_phi {
                    make(self, mf, func.result(inst).expect("a phi has a result"));
                }
                for index in 0..func.args(inst).len() {
                    let arg = func.arg(inst, index);
                    let crosses = match func.def(arg) {
                        ValueDef::Inst(def) => {
                            let home = func.inst_block(def);
                            let alloca = self.frame_objects.contains_key(&def);
                            !alloca && (is_phi || home != Some(block))
                        }
                        ValueDef::Param(_) => is_phi || Some(block) != func.entry(),
                        _ => false,
                    };
                    if crosses {
                        make(self, mf, arg);
                    }
                }
            }
        }
        self.zero_extended = extension::zero_extended(func, ctx, self.value_registers.keys().copied());
        // Machine PHIs without operands: their values are known when the predecessors are built.
        for &block in func.block_order() {
            let machine = self.blocks[block].expect("a block");
            for phi in func.phis(block) {
                let value = func.result(phi).expect("a phi has a result");
                let registers = self.value_registers[&value].clone();
                let mut insts: SmallVec<[mir::Inst; 2]> = SmallVec::new();
                for register in registers {
                    let inst = mf.create_inst(generic::PHI, &[RegOperand::new_def(register).into()]);
                    mf.layout.append_inst(inst, machine);
                    insts.push(inst);
                }
                self.phis.insert(phi, insts);
            }
        }
    }
}

impl DagBuilder<'_> {
    /// Copies this block's values that other blocks use to their registers, and records the incoming values of the
    /// successors' PHIs. Called before the terminator's nodes are created; the copies are ordered before them.
    pub(super) fn export_values(&mut self) {
        let entry = self.dag.entry();
        let mut chains: Vec<NodeValue> = Vec::new();
        let mut exported: Vec<Value> = Vec::new();
        if Some(self.block) == self.func.entry() {
            exported.extend(
                self.func
                    .params
                    .iter()
                    .copied()
                    .filter(|p| self.state.value_registers.contains_key(p)),
            );
        }
        for inst in self.func.block_insts(self.block) {
            if self.func.opcode(inst) == Opcode::Phi {
                continue;
            }
            if let Some(result) = self.func.result(inst)
                && self.state.value_registers.contains_key(&result)
            {
                exported.push(result);
            }
        }
        for value in exported {
            if !self.has_value(value) {
                continue;
            }
            let registers = self.state.value_registers[&value].clone();
            let pieces = self.crossing_pieces(value, self.state.zero_extended.contains(&value));
            for (register, piece) in registers.into_iter().zip(pieces) {
                chains.push(self.dag.copy_to_reg(entry, register, piece));
            }
        }
        let machine = self.state.blocks[self.block].expect("a block");
        let mut done: SmallVec<[wavec_ir::Block; 2]> = SmallVec::new();
        for &successor in self.func.successors(self.block) {
            if done.contains(&successor) {
                continue;
            }
            done.push(successor);
            let phis: SmallVec<[wavec_ir::Inst; 8]> = self.func.phis(successor).collect();
            for phi in phis {
                let Some(value) = self.func.incoming(phi, self.block) else {
                    continue;
                };
                let registers = match self.state.value_registers.get(&value) {
                    Some(registers) => registers.clone(),
                    None => self.constant_registers(phi, value, &mut chains),
                };
                let insts = self.state.phis[&phi].clone();
                for (inst, register) in insts.into_iter().zip(registers) {
                    self.mf.push_operand(inst, RegOperand::new_use(register).into());
                    self.mf.push_operand(inst, MachineOperand::Block(machine));
                }
            }
        }
        if !chains.is_empty() {
            chains.push(self.chain());
            let chain = self.dag.token_factor(&chains);
            self.dag.set_root(chain);
        }
    }

    /// Registers that hold a constant (or the address of a frame object) for a PHI.
    fn constant_registers(
        &mut self,
        phi: wavec_ir::Inst,
        value: Value,
        chains: &mut Vec<NodeValue>,
    ) -> SmallVec<[Register; 2]> {
        let result = self.func.result(phi).expect("a phi has a result");
        // In the PHI's class, so that no copy between register files is needed.
        let classes: SmallVec<[wavec_mc::RegClassId; 2]> = self.state.value_registers[&result]
            .iter()
            .map(|r| self.mf.vregs[r.as_virtual().expect("a virtual register")].class)
            .collect();
        let pieces = self.crossing_pieces(value, self.state.zero_extended.contains(&result));
        let entry = self.dag.entry();
        pieces
            .into_iter()
            .zip(classes)
            .map(|(piece, class)| {
                let divergent = self.dag.is_divergent(piece.node);
                let class = if divergent {
                    class
                } else {
                    self.uniform_class(piece, class)
                };
                let register: Register = self.mf.create_vreg(class).into();
                chains.push(self.dag.copy_to_reg(entry, register, piece));
                register
            })
            .collect()
    }

    fn uniform_class(&self, piece: NodeValue, fallback: wavec_mc::RegClassId) -> wavec_mc::RegClassId {
        // Undefined values may be anywhere; for others, the vector class saves the copy at the PHI.
        if self.dag.opcode(piece) == isd::UNDEF {
            return fallback;
        }
        let vt = self.dag.value_type(piece);
        // The representation of a condition depends on its divergence, so it keeps its own.
        if vt == ValueType::I1 {
            self.target.register_class(vt, false)
        } else {
            fallback
        }
    }

    /// The register representation of a value between blocks, zero-extended if `zero_extended`.
    fn crossing_pieces(&mut self, value: Value, zero_extended: bool) -> SmallVec<[NodeValue; 4]> {
        if !zero_extended {
            return self.value_pieces(value);
        }
        let part = self.scalar(value);
        let pieces = register_pieces(self.target, self.dag.value_type(part));
        SmallVec::from_slice(&[self.dag.zext_or_trunc(part, pieces[0])])
    }

    /// A value in the pieces of [`register_pieces`].
    pub(super) fn value_pieces(&mut self, value: Value) -> SmallVec<[NodeValue; 4]> {
        let parts = self.value(value);
        let mut out = SmallVec::new();
        for part in parts {
            let vt = self.dag.value_type(part);
            let pieces = register_pieces(self.target, vt);
            self.split_value(part, &pieces, &mut out);
        }
        out
    }

    fn split_value(&mut self, value: NodeValue, pieces: &[ValueType], out: &mut SmallVec<[NodeValue; 4]>) {
        let vt = self.dag.value_type(value);
        if let [piece] = *pieces {
            out.push(self.convert_piece(value, vt, piece));
            return;
        }
        let half = pieces.len() / 2;
        let (low, high) = match self.target.tables().type_action(vt) {
            (TypeAction::ExpandInteger, to) => {
                let amount = self.target.shift_amount_type(vt);
                let shift = self.dag.constant(i128::from(to.scalar_bits()), amount);
                let upper = self.dag.node(isd::SRL, vt, &[value, shift]);
                (
                    self.dag.node(isd::TRUNCATE, to, &[value]),
                    self.dag.node(isd::TRUNCATE, to, &[upper]),
                )
            }
            (TypeAction::Split, to) => {
                let count = to.num_elements();
                let part = |builder: &mut Self, first: u32| {
                    if to.is_vector() {
                        builder.dag.extract_subvector(to, value, first)
                    } else {
                        builder.dag.extract_element(value, first)
                    }
                };
                (part(self, 0), part(self, count))
            }
            (_, to) => {
                // First to the type that is split.
                let wide = self.convert_piece(value, vt, to);
                return self.split_value(wide, pieces, out);
            }
        };
        self.split_value(low, &pieces[..half], out);
        self.split_value(high, &pieces[half..], out);
    }

    /// `value` of type `from` as the register type `to`, which has at least as many bits.
    fn convert_piece(&mut self, value: NodeValue, from: ValueType, to: ValueType) -> NodeValue {
        if from == to {
            return value;
        }
        if from.is_scalar_float() {
            let int = self.dag.bitcast(from.to_integer(), value);
            return self.convert_piece(int, from.to_integer(), to);
        }
        if from.is_vector() && !to.is_vector() {
            let element = self.dag.extract_element(value, 0);
            return self.convert_piece(element, from.scalar(), to);
        }
        if from.is_vector() {
            let undef = self.dag.undef(to);
            let zero = self.dag.constant(0, ValueType::I32);
            return self.dag.node(isd::INSERT_SUBVECTOR, to, &[undef, value, zero]);
        }
        self.dag.node(isd::ANY_EXTEND, to, &[value])
    }

    /// The inverse of [`DagBuilder::value_pieces`] for one part.
    pub(super) fn join_pieces(&mut self, vt: ValueType, pieces: &[NodeValue]) -> NodeValue {
        if let [piece] = *pieces {
            let from = self.dag.value_type(piece);
            if from == vt {
                return piece;
            }
            if vt.is_scalar_float() {
                let int = self.join_pieces(vt.to_integer(), pieces);
                return self.dag.bitcast(vt, int);
            }
            if vt.is_vector() && !from.is_vector() {
                let element = self.join_pieces(vt.scalar(), pieces);
                return self.dag.build_vector(vt, &[element]);
            }
            if vt.is_vector() {
                return self.dag.extract_subvector(vt, piece, 0);
            }
            return self.dag.node(isd::TRUNCATE, vt, &[piece]);
        }
        let half = pieces.len() / 2;
        match self.target.tables().type_action(vt) {
            (TypeAction::ExpandInteger, to) => {
                let low = self.join_pieces(to, &pieces[..half]);
                let high = self.join_pieces(to, &pieces[half..]);
                self.dag.node(isd::BUILD_PAIR, vt, &[low, high])
            }
            (TypeAction::Split, to) => {
                let low = self.join_pieces(to, &pieces[..half]);
                let high = self.join_pieces(to, &pieces[half..]);
                if to.is_vector() {
                    self.dag.node(isd::CONCAT_VECTORS, vt, &[low, high])
                } else {
                    self.dag.build_vector(vt, &[low, high])
                }
            }
            (_, to) => {
                let wide = self.join_pieces(to, pieces);
                self.join_pieces(vt, &[wide])
            }
        }
    }
}
