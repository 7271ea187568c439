//! Instructions as nodes: arithmetic, comparisons, casts, aggregates, control flow. Memory is in `memory.rs`, calls in
//! `call.rs`.

use super::{DagBuilder, Parts};
use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::node::{NodeFlags, NodeValue, Payload};
use crate::dag::types::ValueType;
use smallvec::SmallVec;
use wavec_ir::inst::{FloatPredicate, InstFlags, IntPredicate};
use wavec_ir::types::TypeData;
use wavec_ir::{Aux, Inst, Opcode, Type};
use wavec_support::Diagnostic;

/// Flags of a node from those of an instruction.
pub(super) fn node_flags(flags: InstFlags) -> NodeFlags {
    const PAIRS: [(InstFlags, NodeFlags); 13] = [
        (InstFlags::NUW, NodeFlags::NUW),
        (InstFlags::NSW, NodeFlags::NSW),
        (InstFlags::EXACT, NodeFlags::EXACT),
        (InstFlags::DISJOINT, NodeFlags::DISJOINT),
        (InstFlags::NNEG, NodeFlags::NNEG),
        (InstFlags::SAMESIGN, NodeFlags::SAMESIGN),
        (InstFlags::NNAN, NodeFlags::NNAN),
        (InstFlags::NINF, NodeFlags::NINF),
        (InstFlags::NSZ, NodeFlags::NSZ),
        (InstFlags::ARCP, NodeFlags::ARCP),
        (InstFlags::CONTRACT, NodeFlags::CONTRACT),
        (InstFlags::AFN, NodeFlags::AFN),
        (InstFlags::REASSOC, NodeFlags::REASSOC),
    ];
    PAIRS
        .iter()
        .filter(|p| flags.contains(p.0))
        .fold(NodeFlags::empty(), |all, p| all | p.1)
}

/// The condition of an integer comparison.
pub(super) fn int_condition(predicate: IntPredicate) -> CondCode {
    match predicate {
        IntPredicate::Eq => CondCode::SetEq,
        IntPredicate::Ne => CondCode::SetNe,
        IntPredicate::Ugt => CondCode::SetUgt,
        IntPredicate::Uge => CondCode::SetUge,
        IntPredicate::Ult => CondCode::SetUlt,
        IntPredicate::Ule => CondCode::SetUle,
        IntPredicate::Sgt => CondCode::SetGt,
        IntPredicate::Sge => CondCode::SetGe,
        IntPredicate::Slt => CondCode::SetLt,
        IntPredicate::Sle => CondCode::SetLe,
    }
}

/// The condition of a floating-point comparison: the same order in both lists.
pub(super) fn float_condition(predicate: FloatPredicate) -> CondCode {
    CondCode::ALL[predicate as usize]
}

fn binary_opcode(opcode: Opcode) -> NodeOpcode {
    match opcode {
        Opcode::Add => isd::ADD,
        Opcode::Sub => isd::SUB,
        Opcode::Mul => isd::MUL,
        Opcode::UDiv => isd::UDIV,
        Opcode::SDiv => isd::SDIV,
        Opcode::URem => isd::UREM,
        Opcode::SRem => isd::SREM,
        Opcode::Shl => isd::SHL,
        Opcode::LShr => isd::SRL,
        Opcode::AShr => isd::SRA,
        Opcode::And => isd::AND,
        Opcode::Or => isd::OR,
        Opcode::Xor => isd::XOR,
        Opcode::FAdd => isd::FADD,
        Opcode::FSub => isd::FSUB,
        Opcode::FMul => isd::FMUL,
        Opcode::FDiv => isd::FDIV,
        Opcode::FRem => isd::FREM,
        _ => unreachable!("a two-operand opcode"),
    }
}

impl DagBuilder<'_> {
    /// Makes the nodes of all instructions of the block.
    ///
    /// # Errors
    /// An instruction that the target rejects.
    pub fn build_block(&mut self) -> Result<(), Diagnostic> {
        if Some(self.block) == self.func.entry() {
            let target = self.target;
            target.lower_formal_arguments(self)?;
        }
        let func = self.func;
        for inst in func.block_insts(self.block) {
            self.build_records(inst);
            self.dag.ir_order += 1;
            self.dag.debug_location = func.location(inst).into();
            let built = if func.opcode(inst).is_terminator() {
                self.export_values();
                self.build_terminator(inst)
            } else {
                self.build_inst(inst)
            };
            built.map_err(|error| error.or_at(self.ctx.place_of_inst(func, inst)))?;
        }
        Ok(())
    }

    fn result_vt(&self, inst: Inst) -> ValueType {
        self.value_type(self.func.inst(inst).ty)
            .unwrap_or(ValueType::UNTYPED)
    }

    pub(super) fn define(&mut self, inst: Inst, value: NodeValue) {
        let result = self.func.result(inst).expect("an instruction with a result");
        self.set_value(result, &[value]);
    }

    fn define_parts(&mut self, inst: Inst, parts: &[NodeValue]) {
        let result = self.func.result(inst).expect("an instruction with a result");
        self.set_value(result, parts);
    }

    pub(super) fn argument(&mut self, inst: Inst, index: usize) -> NodeValue {
        let arg = self.func.arg(inst, index);
        self.scalar(arg)
    }

    fn build_inst(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = self.func.inst(inst);
        let (opcode, flags) = (data.opcode, node_flags(data.flags));
        match opcode {
            Opcode::Phi => {}
            Opcode::Alloca => return self.build_alloca(inst),
            Opcode::Load => self.build_load(inst),
            Opcode::Store => self.build_store(inst),
            Opcode::Fence => self.build_fence(inst),
            Opcode::CmpXchg => self.build_cmpxchg(inst),
            Opcode::AtomicRmw => self.build_atomic_rmw(inst),
            Opcode::Call => return self.build_call(inst),
            Opcode::GetElementPtr => self.build_gep(inst),
            Opcode::ExtractValue | Opcode::InsertValue => self.build_aggregate(inst),
            _ if opcode.is_binary() => {
                let vt = self.result_vt(inst);
                let (a, mut b) = (self.argument(inst, 0), self.argument(inst, 1));
                if matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr) {
                    let amount = self.target.shift_amount_type(vt);
                    b = self.dag.zext_or_trunc(b, amount);
                }
                let node = self.dag.node_flags(binary_opcode(opcode), vt, &[a, b], flags);
                self.define(inst, node);
            }
            Opcode::FNeg => {
                let vt = self.result_vt(inst);
                let a = self.argument(inst, 0);
                let node = self.dag.node_flags(isd::FNEG, vt, &[a], flags);
                self.define(inst, node);
            }
            Opcode::Freeze => {
                let parts = self.value(self.func.arg(inst, 0));
                let frozen: Parts = parts
                    .into_iter()
                    .map(|part| {
                        let vt = self.dag.value_type(part);
                        self.dag.node(isd::FREEZE, vt, &[part])
                    })
                    .collect();
                self.define_parts(inst, &frozen);
            }
            Opcode::ICmp | Opcode::FCmp => {
                let (a, b) = (self.argument(inst, 0), self.argument(inst, 1));
                let condition = match self.func.inst(inst).aux {
                    Aux::IntPredicate(predicate) => int_condition(predicate),
                    Aux::FloatPredicate(predicate) => float_condition(predicate),
                    _ => unreachable!("a comparison has a predicate"),
                };
                let vt = self.result_vt(inst);
                let node = match condition {
                    CondCode::SetFalse => self.dag.constant(0, vt),
                    CondCode::SetTrue => self.dag.constant(1, vt),
                    _ => self.dag.set_cc_flags(vt, a, b, condition, flags),
                };
                self.define(inst, node);
            }
            Opcode::Select => {
                let condition = self.argument(inst, 0);
                let a = self.value(self.func.arg(inst, 1));
                let b = self.value(self.func.arg(inst, 2));
                let vector = self.dag.value_type(condition).is_vector();
                let opcode = if vector { isd::VSELECT } else { isd::SELECT };
                let parts: Parts = a
                    .into_iter()
                    .zip(b)
                    .map(|(a, b)| {
                        let vt = self.dag.value_type(a);
                        self.dag.node_flags(opcode, vt, &[condition, a, b], flags)
                    })
                    .collect();
                self.define_parts(inst, &parts);
            }
            _ if opcode.is_cast() => self.build_cast(inst, opcode, flags),
            Opcode::ExtractElement => {
                let vt = self.result_vt(inst);
                let (vector, index) = (self.argument(inst, 0), self.argument(inst, 1));
                let index = self.dag.zext_or_trunc(index, ValueType::I32);
                let node = self.dag.node(isd::EXTRACT_VECTOR_ELT, vt, &[vector, index]);
                self.define(inst, node);
            }
            Opcode::InsertElement => {
                let vt = self.result_vt(inst);
                let (vector, element, index) = (
                    self.argument(inst, 0),
                    self.argument(inst, 1),
                    self.argument(inst, 2),
                );
                let index = self.dag.zext_or_trunc(index, ValueType::I32);
                let node = self
                    .dag
                    .node(isd::INSERT_VECTOR_ELT, vt, &[vector, element, index]);
                self.define(inst, node);
            }
            Opcode::ShuffleVector => {
                let vt = self.result_vt(inst);
                let (a, b) = (self.argument(inst, 0), self.argument(inst, 1));
                let count = self.dag.value_type(a).num_elements();
                let mask: SmallVec<[u32; 16]> = self.func.indices(inst).into();
                let elements: SmallVec<[NodeValue; 16]> = mask
                    .iter()
                    .map(|&m| {
                        if m < count {
                            self.dag.extract_element(a, m)
                        } else if m < 2 * count {
                            self.dag.extract_element(b, m - count)
                        } else {
                            self.dag.undef(vt.scalar())
                        }
                    })
                    .collect();
                let node = self.dag.build_vector(vt, &elements);
                self.define(inst, node);
            }
            other => {
                self.dag
                    .report_error(format!("instruction '{}' is not supported", other.name()));
                let parts: Parts = self
                    .part_types(self.func.inst(inst).ty)
                    .into_iter()
                    .map(|vt| self.dag.undef(vt))
                    .collect();
                if self.func.result(inst).is_some() {
                    self.define_parts(inst, &parts);
                }
            }
        }
        Ok(())
    }

    fn build_cast(&mut self, inst: Inst, opcode: Opcode, flags: NodeFlags) {
        let vt = self.result_vt(inst);
        let value = self.argument(inst, 0);
        let node = match opcode {
            Opcode::Trunc => self.dag.node_flags(isd::TRUNCATE, vt, &[value], flags),
            Opcode::ZExt => self.dag.node_flags(isd::ZERO_EXTEND, vt, &[value], flags),
            Opcode::SExt => self.dag.node(isd::SIGN_EXTEND, vt, &[value]),
            Opcode::FPTrunc => {
                let flag = self.dag.target_constant(0, ValueType::I32);
                self.dag.node_flags(isd::FP_ROUND, vt, &[value, flag], flags)
            }
            Opcode::FPExt => self.dag.node_flags(isd::FP_EXTEND, vt, &[value], flags),
            Opcode::FPToUI => self.dag.node(isd::FP_TO_UINT, vt, &[value]),
            Opcode::FPToSI => self.dag.node(isd::FP_TO_SINT, vt, &[value]),
            Opcode::UIToFP => self.dag.node_flags(isd::UINT_TO_FP, vt, &[value], flags),
            Opcode::SIToFP => self.dag.node(isd::SINT_TO_FP, vt, &[value]),
            Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr => self.dag.zext_or_trunc(value, vt),
            Opcode::BitCast => {
                if self.dag.value_type(value) == vt {
                    value
                } else {
                    self.dag.bitcast(vt, value)
                }
            }
            Opcode::AddrSpaceCast => {
                let space = |ty: Type| match *self.ctx.types.data(self.ctx.types.scalar(ty)) {
                    TypeData::Ptr(space) => space,
                    _ => 0,
                };
                let from = space(self.func.ty(self.func.arg(inst, 0)));
                let to = space(self.func.inst(inst).ty);
                self.address_space_cast(value, vt, from, to)
            }
            _ => unreachable!("a cast"),
        };
        self.define(inst, node);
    }

    pub(super) fn address_space_cast(
        &mut self,
        value: NodeValue,
        vt: ValueType,
        from: u32,
        to: u32,
    ) -> NodeValue {
        if self.target.is_noop_addrspace_cast(from, to) {
            return value;
        }
        let payload = Payload::AddrSpaceCast(from as u16, to as u16);
        self.dag
            .raw_node(isd::ADDRSPACECAST, &[vt], &[value], payload, NodeFlags::empty())
            .into()
    }

    /// `extractvalue` and `insertvalue`: a range of the parts.
    fn build_aggregate(&mut self, inst: Inst) {
        let aggregate = self.func.arg(inst, 0);
        let mut parts = self.value(aggregate);
        let mut ty = self.func.ty(aggregate);
        let mut start = 0;
        for &index in self.func.indices(inst) {
            for earlier in 0..index {
                let member = self.ctx.types.member(ty, u64::from(earlier)).expect("a member");
                start += self.part_types(member).len();
            }
            ty = self.ctx.types.member(ty, u64::from(index)).expect("a member");
        }
        let count = self.part_types(ty).len();
        if self.func.opcode(inst) == Opcode::ExtractValue {
            let member: Parts = parts[start..start + count].into();
            self.define_parts(inst, &member);
        } else {
            let member = self.value(self.func.arg(inst, 1));
            parts[start..start + count].copy_from_slice(&member);
            self.define_parts(inst, &parts);
        }
    }

    fn build_terminator(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let target = self.target;
        let block = |builder: &Self, index: usize| {
            builder.state.blocks[builder.func.inst_blocks(inst)[index]].expect("a block")
        };
        match self.func.opcode(inst) {
            Opcode::Ret | Opcode::Unreachable => return target.lower_return(self, inst),
            Opcode::Br => {
                let to = block(self, 0);
                self.branch(to);
            }
            Opcode::CondBr => {
                let (then, other) = (block(self, 0), block(self, 1));
                if then != other {
                    let condition = self.argument(inst, 0);
                    let chain = self.chain();
                    let to = self.dag.basic_block(then);
                    let node = self
                        .dag
                        .node(isd::BRCOND, ValueType::OTHER, &[chain, condition, to]);
                    self.set_chain(node);
                }
                self.branch(other);
            }
            other => {
                self.dag
                    .report_error(format!("terminator '{}' should have been lowered", other.name()));
            }
        }
        Ok(())
    }

    fn branch(&mut self, to: crate::mir::Block) {
        let chain = self.chain();
        let to = self.dag.basic_block(to);
        let node = self.dag.node(isd::BR, ValueType::OTHER, &[chain, to]);
        self.set_chain(node);
    }
}
