//! Memory as nodes: address arithmetic, loads, stores, atomics, fences.

use super::{DagBuilder, Parts};
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::NodeValue;
use crate::dag::types::ValueType;
use crate::mir::{AtomicOrdering, MemBase, MemFlags, MemObject, MemOperand, MemPlace};
use smallvec::SmallVec;
use wavec_ir::analysis::alias::Progression;
use wavec_ir::constant::ConstantData;
use wavec_ir::fold::pointer_base_and_offset;
use wavec_ir::inst::{InstFlags, MemoryAux, Ordering, RmwOp};
use wavec_ir::types::TypeData;
use wavec_ir::{Aux, GlobalVar, Inst, Opcode, Type, Value};
use wavec_support::Diagnostic;

/// Ordering of memory operands from the IR's.
pub(super) fn atomic_ordering(ordering: Ordering) -> AtomicOrdering {
    match ordering {
        Ordering::NotAtomic => AtomicOrdering::NotAtomic,
        Ordering::Unordered => AtomicOrdering::Unordered,
        Ordering::Monotonic => AtomicOrdering::Monotonic,
        Ordering::Acquire => AtomicOrdering::Acquire,
        Ordering::Release => AtomicOrdering::Release,
        Ordering::AcqRel => AtomicOrdering::AcquireRelease,
        Ordering::SeqCst => AtomicOrdering::SequentiallyConsistent,
    }
}

fn rmw_opcode(op: RmwOp) -> Option<NodeOpcode> {
    Some(match op {
        RmwOp::Xchg => isd::ATOMIC_SWAP,
        RmwOp::Add => isd::ATOMIC_LOAD_ADD,
        RmwOp::Sub => isd::ATOMIC_LOAD_SUB,
        RmwOp::And => isd::ATOMIC_LOAD_AND,
        RmwOp::Nand => isd::ATOMIC_LOAD_NAND,
        RmwOp::Or => isd::ATOMIC_LOAD_OR,
        RmwOp::Xor => isd::ATOMIC_LOAD_XOR,
        RmwOp::Max => isd::ATOMIC_LOAD_MAX,
        RmwOp::Min => isd::ATOMIC_LOAD_MIN,
        RmwOp::UMax => isd::ATOMIC_LOAD_UMAX,
        RmwOp::UMin => isd::ATOMIC_LOAD_UMIN,
        RmwOp::FAdd => isd::ATOMIC_LOAD_FADD,
        RmwOp::FSub => isd::ATOMIC_LOAD_FSUB,
        RmwOp::FMax => isd::ATOMIC_LOAD_FMAX,
        RmwOp::FMin => isd::ATOMIC_LOAD_FMIN,
        RmwOp::UIncWrap => isd::ATOMIC_LOAD_UINC_WRAP,
        RmwOp::UDecWrap => isd::ATOMIC_LOAD_UDEC_WRAP,
        RmwOp::USubCond => isd::ATOMIC_LOAD_USUB_COND,
        RmwOp::USubSat => isd::ATOMIC_LOAD_USUB_SAT,
        RmwOp::FMaximum | RmwOp::FMinimum => return None,
    })
}

impl DagBuilder<'_> {
    /// # Errors
    /// If the target does not support dynamic stack objects.
    pub(super) fn build_alloca(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        if self.state.frame_objects.contains_key(&inst) {
            return Ok(());
        }
        let target = self.target;
        target.lower_dynamic_alloca(self, inst)
    }

    /// Address of a member: `indices` are index nodes, with their values if constant.
    pub(super) fn address(
        &mut self,
        base: NodeValue,
        source_ty: Type,
        indices: &[(NodeValue, Option<i64>)],
    ) -> NodeValue {
        let vt = self.dag.value_type(base);
        let mut address = base;
        let mut constant = 0i64;
        let mut ty = source_ty;
        for (position, &(index, known)) in indices.iter().enumerate() {
            if position > 0 {
                if let Some((fields, _)) = self.ctx.types.struct_fields(ty) {
                    let field = known.unwrap_or(0) as usize;
                    let offset = self
                        .ctx
                        .layout
                        .field_offset(&self.ctx.types, ty, field)
                        .unwrap_or(0);
                    constant = constant.wrapping_add(offset as i64);
                    ty = fields[field];
                    continue;
                }
                ty = self.ctx.types.element(ty).unwrap_or(ty);
            }
            let size = self.ctx.layout.size(&self.ctx.types, ty);
            if let Some(known) = known {
                constant = constant.wrapping_add(known.wrapping_mul(size as i64));
                continue;
            }
            let index = self.dag.sext_or_trunc(index, vt);
            let scaled = if size.is_power_of_two() {
                if size == 1 {
                    index
                } else {
                    let amount = self.target.shift_amount_type(vt);
                    let shift = self.dag.constant(i128::from(size.trailing_zeros()), amount);
                    self.dag.node(isd::SHL, vt, &[index, shift])
                }
            } else {
                let size = self.dag.constant(i128::from(size), vt);
                self.dag.node(isd::MUL, vt, &[index, size])
            };
            address = self.dag.node(isd::ADD, vt, &[address, scaled]);
        }
        if constant == 0 {
            address
        } else {
            self.dag.add_offset(address, constant)
        }
    }

    pub(super) fn build_gep(&mut self, inst: Inst) {
        let Aux::SourceType(source_ty) = self.func.inst(inst).aux else {
            unreachable!("a getelementptr")
        };
        if self.ctx.types.is_vector(self.func.inst(inst).ty) {
            self.dag
                .report_error("a getelementptr of vectors should have been scalarized");
        }
        let base = self.argument(inst, 0);
        let count = self.func.args(inst).len();
        let mut indices: SmallVec<[(NodeValue, Option<i64>); 4]> = SmallVec::new();
        for i in 1..count {
            let node = self.argument(inst, i);
            indices.push((node, self.dag.constant_i64(node)));
        }
        let node = self.address(base, source_ty, &indices);
        self.define(inst, node);
    }

    fn address_space(&self, pointer: Value) -> u32 {
        match *self.ctx.types.data(self.func.ty(pointer)) {
            TypeData::Ptr(space) => space,
            _ => 0,
        }
    }

    /// The base of a pointer, and the constant offset from it.
    fn base_of(&self, pointer: Value) -> (MemBase, i64) {
        let mut value = self.func.resolve(pointer);
        let mut offset = 0i64;
        for _ in 0..16 {
            let Some(inst) = self.func.def_inst(value) else {
                break;
            };
            match self.func.opcode(inst) {
                Opcode::GetElementPtr => {
                    match self.constant_offset(inst) {
                        Some(more) => offset = offset.wrapping_add(more),
                        None => break,
                    }
                    value = self.func.arg(inst, 0);
                }
                Opcode::BitCast | Opcode::AddrSpaceCast => value = self.func.arg(inst, 0),
                Opcode::Alloca => {
                    let base = self
                        .state
                        .frame_objects
                        .get(&inst)
                        .map_or(MemBase::Unknown, |&f| MemBase::FrameIndex(f));
                    return (base, offset);
                }
                _ => break,
            }
        }
        (MemBase::Value(value.as_u32()), offset)
    }

    /// The place of an access in an object, if its base does not say as much; `offset` is the offset from the base.
    fn place_of(&self, pointer: Value, base: MemBase, offset: i64) -> MemPlace {
        let Some(progression) = Progression::of(self.func, self.ctx, pointer) else {
            return MemPlace::default();
        };
        let root = progression.base;
        let object = match self.func.as_const(root) {
            Some(constant) => {
                let (object, _) = pointer_base_and_offset(self.ctx, constant);
                match *self.ctx.constants.data(object) {
                    // Memory whose size is given at launch has several names.
                    ConstantData::Global(_, global) if self.has_size(global) => {
                        MemObject::Global(global.as_u32())
                    }
                    _ => MemObject::Unknown,
                }
            }
            None => match self
                .func
                .def_inst(root)
                .and_then(|inst| self.state.frame_objects.get(&inst))
            {
                Some(&index) => MemObject::Frame(index),
                None => MemObject::Value(root.as_u32()),
            },
        };
        let phase = progression.offset - i128::from(offset);
        let (Ok(stride), Ok(phase)) = (u32::try_from(progression.stride), i64::try_from(phase)) else {
            return MemPlace {
                object,
                ..MemPlace::default()
            }
            .anywhere();
        };
        let is_base = match (object, base) {
            (MemObject::Value(a), MemBase::Value(b)) => a == b,
            (MemObject::Frame(a), MemBase::FrameIndex(b)) => a == b,
            _ => object == MemObject::Unknown,
        };
        match is_base && stride == 0 {
            true => MemPlace::default(),
            false => MemPlace {
                object,
                stride,
                phase,
            },
        }
    }

    fn has_size(&self, global: GlobalVar) -> bool {
        self.ctx
            .layout
            .size(&self.ctx.types, self.ctx.globals[global].value_ty)
            > 0
    }

    fn constant_offset(&self, gep: Inst) -> Option<i64> {
        let Aux::SourceType(mut ty) = self.func.inst(gep).aux else {
            return None;
        };
        let mut offset = 0i64;
        for (i, &arg) in self.func.args(gep)[1..].iter().enumerate() {
            let constant = self.func.as_const(arg)?;
            let ConstantData::Int(int, raw) = *self.ctx.constants.data(constant) else {
                return None;
            };
            let bits = self.ctx.types.int_bits(int)?;
            let index = ((raw << (128 - bits)) as i128 >> (128 - bits)) as i64;
            if i > 0 {
                if let Some((fields, _)) = self.ctx.types.struct_fields(ty) {
                    let field = usize::try_from(index).ok()?;
                    offset =
                        offset.wrapping_add(self.ctx.layout.field_offset(&self.ctx.types, ty, field)? as i64);
                    ty = *fields.get(field)?;
                    continue;
                }
                ty = self.ctx.types.element(ty)?;
            }
            let size = self.ctx.layout.size(&self.ctx.types, ty) as i64;
            offset = offset.wrapping_add(index.wrapping_mul(size));
        }
        Some(offset)
    }

    fn has_attachment(&self, inst: Inst, kind: &str) -> bool {
        self.ctx
            .symbols
            .find(kind)
            .is_some_and(|kind| self.func.attachment(inst, kind).is_some())
    }

    /// The memory operand of an access of `size` bytes through `pointer`.
    pub(super) fn mem_operand(
        &self,
        inst: Inst,
        pointer: Value,
        size: u64,
        memory: MemoryAux,
        access: MemFlags,
    ) -> MemOperand {
        let space = self.address_space(pointer);
        let mut flags = access;
        if self.func.inst(inst).flags.contains(InstFlags::VOLATILE) {
            flags |= MemFlags::VOLATILE;
        }
        if self.has_attachment(inst, "nontemporal") {
            flags |= MemFlags::NON_TEMPORAL;
        }
        let constant = self.target.is_constant_address_space(space);
        if access == MemFlags::LOAD && (constant || self.has_attachment(inst, "invariant.load")) {
            flags |= MemFlags::INVARIANT;
        }
        flags |= self.target.memory_flags(self.func, self.ctx, inst);
        let (base, offset) = self.base_of(pointer);
        let mut operand = MemOperand::with_flags(
            size,
            u32::try_from(memory.align.bytes()).unwrap_or(1),
            space as u16,
            flags,
        );
        operand.base = base;
        operand.offset = offset;
        operand.place = self.place_of(pointer, base, offset);
        if let Some(ordering) = memory.ordering {
            operand.ordering = atomic_ordering(ordering);
            operand.scope = self.target.sync_scope(self.ctx.sync_scope_name(memory.scope));
        }
        operand
    }

    /// Byte offsets of the parts of a type.
    pub fn part_offsets(&self, ty: Type, at: u64, out: &mut SmallVec<[u64; 2]>) {
        if self.value_type(ty).is_some() {
            out.push(at);
        } else if let Some((element, count)) = self.ctx.types.array_parts(ty) {
            let size = self.ctx.layout.size(&self.ctx.types, element);
            for i in 0..count {
                self.part_offsets(element, at + i * size, out);
            }
        } else if let Some((fields, _)) = self.ctx.types.struct_fields(ty) {
            for (i, &field) in fields.iter().enumerate() {
                let offset = self.ctx.layout.field_offset(&self.ctx.types, ty, i).unwrap_or(0);
                self.part_offsets(field, at + offset, out);
            }
        }
    }

    pub(super) fn build_load(&mut self, inst: Inst) {
        let Aux::Memory(memory) = self.func.inst(inst).aux else {
            unreachable!("a load")
        };
        let pointer = self.func.arg(inst, 0);
        let ty = self.func.inst(inst).ty;
        let address = self.scalar(pointer);
        let types = self.part_types(ty);
        let mut offsets = SmallVec::new();
        self.part_offsets(ty, 0, &mut offsets);
        let whole = self.mem_operand(inst, pointer, 0, memory, MemFlags::LOAD);
        let ordered = whole.is_ordered() || whole.is_atomic();
        let mut parts = Parts::new();
        for (vt, offset) in types.into_iter().zip(offsets) {
            let mut mem = whole;
            mem.size = u64::from(vt.store_size());
            mem.offset = mem.offset.wrapping_add(offset as i64);
            if offset > 0 {
                mem.align = mem.align.min(1 << offset.trailing_zeros().min(30));
            }
            let at = if offset == 0 {
                address
            } else {
                self.dag.add_offset(address, offset as i64)
            };
            let chain = if ordered {
                self.chain()
            } else if mem.is_invariant() {
                self.dag.entry()
            } else {
                self.load_chain()
            };
            let load = if mem.is_atomic() {
                self.dag
                    .memory_node(isd::ATOMIC_LOAD, &[vt, ValueType::OTHER], &[chain, at], vt, mem)
                    .into()
            } else {
                self.dag.load(vt, chain, at, mem)
            };
            if ordered {
                self.set_chain(load.with_result(1));
            } else if !mem.is_invariant() {
                self.add_load_chain(load.with_result(1));
            }
            parts.push(load);
        }
        let result = self.func.result(inst).expect("a load has a result");
        self.set_value(result, &parts);
    }

    pub(super) fn build_store(&mut self, inst: Inst) {
        let Aux::Memory(memory) = self.func.inst(inst).aux else {
            unreachable!("a store")
        };
        let (value, pointer) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        let ty = self.func.ty(value);
        let parts = self.value(value);
        let address = self.scalar(pointer);
        let mut offsets = SmallVec::new();
        self.part_offsets(ty, 0, &mut offsets);
        let whole = self.mem_operand(inst, pointer, 0, memory, MemFlags::STORE);
        let chain = self.chain();
        let mut chains: SmallVec<[NodeValue; 4]> = SmallVec::new();
        for (part, offset) in parts.into_iter().zip(offsets) {
            let vt = self.dag.value_type(part);
            let mut mem = whole;
            mem.size = u64::from(vt.store_size());
            mem.offset = mem.offset.wrapping_add(offset as i64);
            if offset > 0 {
                mem.align = mem.align.min(1 << offset.trailing_zeros().min(30));
            }
            let at = if offset == 0 {
                address
            } else {
                self.dag.add_offset(address, offset as i64)
            };
            let store = if mem.is_atomic() {
                self.dag
                    .memory_node(
                        isd::ATOMIC_STORE,
                        &[ValueType::OTHER],
                        &[chain, part, at],
                        vt,
                        mem,
                    )
                    .into()
            } else {
                self.dag.store(chain, part, at, mem)
            };
            chains.push(store);
        }
        let chain = self.dag.token_factor(&chains);
        if !chains.is_empty() {
            self.set_chain(chain);
        }
    }

    pub(super) fn build_fence(&mut self, inst: Inst) {
        let Aux::Fence(ordering, scope) = self.func.inst(inst).aux else {
            unreachable!("a fence")
        };
        let ordering = atomic_ordering(ordering) as u8;
        let scope = self.target.sync_scope(self.ctx.sync_scope_name(scope));
        let chain = self.chain();
        let ordering = self.dag.target_constant(i128::from(ordering), ValueType::I32);
        let scope = self.dag.target_constant(i128::from(scope), ValueType::I32);
        let node = self
            .dag
            .node(isd::ATOMIC_FENCE, ValueType::OTHER, &[chain, ordering, scope]);
        self.set_chain(node);
    }

    pub(super) fn build_atomic_rmw(&mut self, inst: Inst) {
        let Aux::AtomicRmw(op, memory) = self.func.inst(inst).aux else {
            unreachable!("an atomicrmw")
        };
        let pointer = self.func.arg(inst, 0);
        let (address, value) = (self.scalar(pointer), self.argument(inst, 1));
        let vt = self.dag.value_type(value);
        let Some(opcode) = rmw_opcode(op) else {
            self.dag
                .report_error(format!("atomicrmw {} is not supported", op.name()));
            let undef = self.dag.undef(vt);
            return self.define(inst, undef);
        };
        let size = u64::from(vt.store_size());
        let mem = self.mem_operand(inst, pointer, size, memory, MemFlags::LOAD | MemFlags::STORE);
        let chain = self.chain();
        // Vectors without a register representation are operated on as integers of their size.
        let tables = self.target.tables();
        let in_register = match vt.is_vector() && !tables.is_type_legal(vt) {
            true => ValueType::int(vt.size_in_bits()),
            false => vt,
        };
        let value = self.dag.bitcast(in_register, value);
        let types = [in_register, ValueType::OTHER];
        let node: NodeValue = self
            .dag
            .memory_node(opcode, &types, &[chain, address, value], vt, mem)
            .into();
        self.set_chain(node.with_result(1));
        let old = self.dag.bitcast(vt, node);
        self.define(inst, old);
    }

    pub(super) fn build_cmpxchg(&mut self, inst: Inst) {
        let Aux::CmpXchg(failure, memory) = self.func.inst(inst).aux else {
            unreachable!("a cmpxchg")
        };
        let pointer = self.func.arg(inst, 0);
        let (address, expected, new) = (
            self.scalar(pointer),
            self.argument(inst, 1),
            self.argument(inst, 2),
        );
        let vt = self.dag.value_type(expected);
        let size = u64::from(vt.store_size());
        let mut mem = self.mem_operand(inst, pointer, size, memory, MemFlags::LOAD | MemFlags::STORE);
        mem.failure_ordering = atomic_ordering(failure);
        let chain = self.chain();
        let old: NodeValue = self
            .dag
            .memory_node(
                isd::ATOMIC_CMP_SWAP,
                &[vt, ValueType::OTHER],
                &[chain, address, expected, new],
                vt,
                mem,
            )
            .into();
        self.set_chain(old.with_result(1));
        let success = self
            .dag
            .set_cc(ValueType::I1, old, expected, crate::dag::CondCode::SetEq);
        let result = self.func.result(inst).expect("a cmpxchg has a result");
        self.set_value(result, &[old, success]);
    }
}
