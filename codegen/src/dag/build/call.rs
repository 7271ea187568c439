//! Calls: generic intrinsics become generic nodes, a target's become intrinsic nodes, the target handles everything
//! else.

use super::inst::node_flags;
use super::{DagBuilder, Parts};
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::NodeValue;
use crate::dag::types::ValueType;
use crate::mir::{MemFlags, MemOperand};
use smallvec::SmallVec;
use wavec_ir::inst::MemoryAux;
use wavec_ir::intrinsics::{IntrinsicId, IntrinsicProperties, id};
use wavec_ir::{Align, Inst, Value, ValueDef};
use wavec_support::Diagnostic;

/// Intrinsics that are one operation on their first arguments, with the number of these.
fn simple_node(intrinsic: IntrinsicId) -> Option<(NodeOpcode, usize)> {
    Some(match intrinsic {
        id::ABS => (isd::ABS, 1),
        id::BITREVERSE => (isd::BITREVERSE, 1),
        id::BSWAP => (isd::BSWAP, 1),
        id::CANONICALIZE => (isd::FCANONICALIZE, 1),
        id::CEIL => (isd::FCEIL, 1),
        id::COPYSIGN => (isd::FCOPYSIGN, 2),
        id::COS => (isd::FCOS, 1),
        id::CTPOP => (isd::CTPOP, 1),
        id::EXP => (isd::FEXP, 1),
        id::EXP10 => (isd::FEXP10, 1),
        id::EXP2 => (isd::FEXP2, 1),
        id::FABS => (isd::FABS, 1),
        id::FLOOR => (isd::FFLOOR, 1),
        id::FMA => (isd::FMA, 3),
        id::FSHL => (isd::FSHL, 3),
        id::FSHR => (isd::FSHR, 3),
        id::LDEXP => (isd::FLDEXP, 2),
        id::LOG => (isd::FLOG, 1),
        id::LOG10 => (isd::FLOG10, 1),
        id::LOG2 => (isd::FLOG2, 1),
        id::MAXIMUM => (isd::FMAXIMUM, 2),
        id::MAXIMUMNUM => (isd::FMAXIMUMNUM, 2),
        id::MAXNUM => (isd::FMAXNUM, 2),
        id::MINIMUM => (isd::FMINIMUM, 2),
        id::MINIMUMNUM => (isd::FMINIMUMNUM, 2),
        id::MINNUM => (isd::FMINNUM, 2),
        id::NEARBYINT => (isd::FNEARBYINT, 1),
        id::POW => (isd::FPOW, 2),
        id::POWI => (isd::FPOWI, 2),
        id::RINT => (isd::FRINT, 1),
        id::ROUND => (isd::FROUND, 1),
        id::ROUNDEVEN => (isd::FROUNDEVEN, 1),
        id::SADD_SAT => (isd::SADDSAT, 2),
        id::SIN => (isd::FSIN, 1),
        id::SMAX => (isd::SMAX, 2),
        id::SMIN => (isd::SMIN, 2),
        id::SQRT => (isd::FSQRT, 1),
        id::SSUB_SAT => (isd::SSUBSAT, 2),
        id::TAN => (isd::FTAN, 1),
        id::TRUNC => (isd::FTRUNC, 1),
        id::UADD_SAT => (isd::UADDSAT, 2),
        id::UMAX => (isd::UMAX, 2),
        id::UMIN => (isd::UMIN, 2),
        id::USUB_SAT => (isd::USUBSAT, 2),
        _ => return None,
    })
}

/// Intrinsics that return a result and an overflow bit.
fn overflow_node(intrinsic: IntrinsicId) -> Option<NodeOpcode> {
    Some(match intrinsic {
        id::SADD_WITH_OVERFLOW => isd::SADDO,
        id::SMUL_WITH_OVERFLOW => isd::SMULO,
        id::SSUB_WITH_OVERFLOW => isd::SSUBO,
        id::UADD_WITH_OVERFLOW => isd::UADDO,
        id::UMUL_WITH_OVERFLOW => isd::UMULO,
        id::USUB_WITH_OVERFLOW => isd::USUBO,
        _ => return None,
    })
}

impl DagBuilder<'_> {
    pub(super) fn build_call(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let target = self.target;
        if let ValueDef::InlineAsm(asm) = self.func.def(self.func.arg(inst, 0)) {
            return self.build_inline_asm(inst, asm);
        }
        let Some(intrinsic) = self.func.called_intrinsic(inst, self.ctx) else {
            return target.lower_call(self, inst);
        };
        if target.lower_intrinsic(self, inst, intrinsic)? {
            return Ok(());
        }
        if intrinsic.0 >= IntrinsicId::TARGET_BASE {
            self.build_target_intrinsic(inst, intrinsic);
        } else {
            self.build_generic_intrinsic(inst, intrinsic);
        }
        Ok(())
    }

    fn undefined(&mut self, inst: Inst) {
        if let Some(result) = self.func.result(inst) {
            let parts: Parts = self
                .part_types(self.func.inst(inst).ty)
                .into_iter()
                .map(|vt| self.dag.undef(vt))
                .collect();
            self.set_value(result, &parts);
        }
    }

    /// Argument `index` of a call, from 0.
    fn call_argument(&mut self, inst: Inst, index: usize) -> NodeValue {
        self.argument(inst, index + 1)
    }

    fn constant_argument(&self, inst: Inst, index: usize) -> Option<u128> {
        self.func.as_int(self.func.arg(inst, index + 1), self.ctx)
    }

    fn build_generic_intrinsic(&mut self, inst: Inst, intrinsic: IntrinsicId) {
        let flags = node_flags(self.func.inst(inst).flags);
        let vt = self
            .value_type(self.func.inst(inst).ty)
            .unwrap_or(ValueType::UNTYPED);
        if let Some((opcode, count)) = simple_node(intrinsic) {
            let operands: SmallVec<[NodeValue; 3]> =
                (0..count).map(|i| self.call_argument(inst, i)).collect();
            let node = self.dag.node_flags(opcode, vt, &operands, flags);
            return self.define(inst, node);
        }
        if let Some(opcode) = overflow_node(intrinsic) {
            let (a, b) = (self.call_argument(inst, 0), self.call_argument(inst, 1));
            let vt = self.dag.value_type(a);
            let bit = self.target.set_cc_result_type(vt);
            let node = self.dag.node_multi(opcode, &[vt, bit], &[a, b]);
            let result = self.func.result(inst).expect("a result");
            return self.set_value(result, &[NodeValue::new(node, 0), NodeValue::new(node, 1)]);
        }
        match intrinsic {
            id::FMULADD => {
                let operands: SmallVec<[NodeValue; 3]> =
                    (0..3).map(|i| self.call_argument(inst, i)).collect();
                let node = if self.target.is_fma_faster(vt) {
                    self.dag.node_flags(isd::FMA, vt, &operands, flags)
                } else {
                    let product = self.dag.node_flags(isd::FMUL, vt, &operands[..2], flags);
                    self.dag.node_flags(isd::FADD, vt, &[product, operands[2]], flags)
                };
                self.define(inst, node);
            }
            id::CTLZ | id::CTTZ => {
                let value = self.call_argument(inst, 0);
                let zero_is_poison = self.constant_argument(inst, 1) == Some(1);
                let opcode = match (intrinsic == id::CTLZ, zero_is_poison) {
                    (true, false) => isd::CTLZ,
                    (true, true) => isd::CTLZ_ZERO_UNDEF,
                    (false, false) => isd::CTTZ,
                    (false, true) => isd::CTTZ_ZERO_UNDEF,
                };
                let node = self.dag.node(opcode, vt, &[value]);
                self.define(inst, node);
            }
            id::IS_FPCLASS => {
                let value = self.call_argument(inst, 0);
                let mask = self.constant_argument(inst, 1).unwrap_or(0) as i128;
                let mask = self.dag.constant(mask, ValueType::I32);
                let node = self.dag.node(isd::IS_FPCLASS, vt, &[value, mask]);
                self.define(inst, node);
            }
            id::FPTOSI_SAT | id::FPTOUI_SAT => {
                let value = self.call_argument(inst, 0);
                let opcode = if intrinsic == id::FPTOSI_SAT {
                    isd::FP_TO_SINT_SAT
                } else {
                    isd::FP_TO_UINT_SAT
                };
                let width = self.dag.value_type_node(vt.scalar());
                let node = self.dag.node(opcode, vt, &[value, width]);
                self.define(inst, node);
            }
            id::FREXP => {
                let value = self.call_argument(inst, 0);
                let types = self.part_types(self.func.inst(inst).ty);
                let node = self.dag.node_multi(isd::FFREXP, &types, &[value]);
                let result = self.func.result(inst).expect("a result");
                self.set_value(result, &[NodeValue::new(node, 0), NodeValue::new(node, 1)]);
            }
            id::EXPECT
            | id::EXPECT_WITH_PROBABILITY
            | id::ARITHMETIC_FENCE
            | id::SSA_COPY
            | id::LAUNDER_INVARIANT_GROUP
            | id::STRIP_INVARIANT_GROUP
            | id::UNRESTRICT
            | id::PTR_ANNOTATION
            | id::ANNOTATION => {
                let parts = self.value(self.func.arg(inst, 1));
                let result = self.func.result(inst).expect("a result");
                self.set_value(result, &parts);
            }
            id::IS_CONSTANT | id::ALLOW_RUNTIME_CHECK => {
                let node = self.dag.constant(0, vt);
                self.define(inst, node);
            }
            id::PTRMASK => {
                let (pointer, mask) = (self.call_argument(inst, 0), self.call_argument(inst, 1));
                let mask = self.dag.zext_or_trunc(mask, vt);
                let node = self.dag.node(isd::AND, vt, &[pointer, mask]);
                self.define(inst, node);
            }
            id::TRAP | id::UBSANTRAP | id::DEBUGTRAP => {
                let opcode = if intrinsic == id::DEBUGTRAP {
                    isd::DEBUGTRAP
                } else {
                    isd::TRAP
                };
                let chain = self.chain();
                let node = self.dag.node(opcode, ValueType::OTHER, &[chain]);
                self.set_chain(node);
            }
            id::READCYCLECOUNTER | id::READSTEADYCOUNTER => {
                let opcode = if intrinsic == id::READCYCLECOUNTER {
                    isd::READCYCLECOUNTER
                } else {
                    isd::READSTEADYCOUNTER
                };
                let chain = self.chain();
                let node = self.dag.node_multi(opcode, &[vt, ValueType::OTHER], &[chain]);
                self.set_chain(NodeValue::new(node, 1));
                self.define(inst, node.into());
            }
            id::MEMCPY | id::MEMCPY_INLINE | id::MEMMOVE => self.build_memory_copy(inst),
            id::MEMSET | id::MEMSET_INLINE => self.build_memory_set(inst),
            id::ASSUME
            | id::DBG_ASSIGN
            | id::DBG_DECLARE
            | id::DBG_LABEL
            | id::DBG_VALUE
            | id::DONOTHING
            | id::EXPERIMENTAL_NOALIAS_SCOPE_DECL
            | id::FAKE_USE
            | id::INVARIANT_END
            | id::LIFETIME_END
            | id::LIFETIME_START
            | id::PREFETCH
            | id::SIDEEFFECT
            | id::STACKRESTORE
            | id::VAR_ANNOTATION => {}
            // There is no caller to return to, and the stack has no dynamic objects.
            id::RETURNADDRESS | id::STACKSAVE => {
                let node = self.dag.constant(0, vt);
                self.define(inst, node);
            }
            id::INVARIANT_START => self.undefined(inst),
            _ => {
                let name = self.ctx.intrinsics.get(intrinsic).name;
                self.dag
                    .report_error(format!("intrinsic '{name}' is not supported"));
                self.undefined(inst);
            }
        }
    }

    /// The target's intrinsic as a node: without a chain if it neither accesses memory nor has effects.
    fn build_target_intrinsic(&mut self, inst: Inst, intrinsic: IntrinsicId) {
        let desc = self.ctx.intrinsics.get(intrinsic);
        let pure = desc.properties.contains(IntrinsicProperties::NO_MEM)
            && !desc.properties.contains(IntrinsicProperties::SIDE_EFFECTS);
        let mut types: SmallVec<[ValueType; 4]> =
            self.part_types(self.func.inst(inst).ty).into_iter().collect();
        let results = types.len();
        let mut operands: SmallVec<[NodeValue; 8]> = SmallVec::new();
        if !pure {
            operands.push(self.chain());
            types.push(ValueType::OTHER);
        }
        for index in 0..self.func.args(inst).len() - 1 {
            let immediate = desc.args.get(index).is_some_and(|arg| arg.immarg);
            match self.constant_argument(inst, index).filter(|_| immediate) {
                Some(value) => {
                    let vt = self
                        .value_type(self.func.ty(self.func.arg(inst, index + 1)))
                        .unwrap_or(ValueType::I32);
                    operands.push(self.dag.target_constant(value as i128, vt));
                }
                None => operands.extend(self.value(self.func.arg(inst, index + 1))),
            }
        }
        let opcode = match (pure, results) {
            (true, _) => isd::INTRINSIC_WO_CHAIN,
            (false, 0) => isd::INTRINSIC_VOID,
            (false, _) => isd::INTRINSIC_W_CHAIN,
        };
        let mem = self
            .target
            .intrinsic_memory(self, inst, intrinsic)
            .map(|memory| memory.mem);
        let node = self.dag.intrinsic(opcode, intrinsic, &types, &operands, mem);
        if !pure {
            self.set_chain(NodeValue::new(node, results as u32));
        }
        if let Some(result) = self.func.result(inst) {
            let parts: Parts = (0..results as u32).map(|i| NodeValue::new(node, i)).collect();
            self.set_value(result, &parts);
        }
    }

    fn pointer_align(&self, inst: Inst, argument: usize) -> u64 {
        let attrs = self
            .func
            .call_aux(inst)
            .map_or(&[][..], |call| self.func.param_attrs(call));
        let align = attrs
            .get(argument)
            .and_then(|&set| self.ctx.attribute(set, "align"));
        match align {
            Some(wavec_ir::attributes::AttributeValue::Int(bytes)) if bytes.is_power_of_two() => bytes,
            _ => 1,
        }
    }

    fn copy_access(&self, inst: Inst, pointer: Value, align: u64, access: MemFlags) -> MemOperand {
        let memory = MemoryAux::aligned(Align::from_bytes(align));
        let mut mem = self.mem_operand(inst, pointer, 0, memory, access);
        if self.constant_argument(inst, 3) == Some(1) {
            mem.flags |= MemFlags::VOLATILE;
        }
        mem
    }

    /// The pieces in which `size` bytes are moved: type and offset. The last one may overlap the previous one, unless
    /// every byte must be moved exactly once.
    fn copy_pieces(
        &mut self,
        size: u64,
        align: u64,
        dst_space: u16,
        src_space: u16,
        once: bool,
    ) -> Option<Vec<(ValueType, u64)>> {
        let mut pieces: Vec<(ValueType, u64)> = Vec::new();
        let mut at = 0;
        while at < size {
            let best = |at: u64, size: u64| {
                let align = if at == 0 {
                    align
                } else {
                    align.min(1 << at.trailing_zeros())
                };
                let align = u32::try_from(align).unwrap_or(1);
                self.target.mem_op_type(size, align, dst_space, src_space)
            };
            let rest = size - at;
            let mut vt = best(at, rest);
            let whole = rest.next_power_of_two();
            if u64::from(vt.store_size()) < rest && !once && whole <= at {
                let last = best(size - whole, whole);
                if u64::from(last.store_size()) == whole {
                    (vt, at) = (last, size - whole);
                }
            }
            pieces.push((vt, at));
            at += u64::from(vt.store_size());
            if pieces.len() > self.target.max_inline_mem_ops() as usize {
                return None;
            }
        }
        Some(pieces)
    }

    fn build_memory_copy(&mut self, inst: Inst) {
        let (dst, src) = (self.func.arg(inst, 1), self.func.arg(inst, 2));
        let Some(size) = self.constant_argument(inst, 2) else {
            return self
                .dag
                .report_error("a memcpy of variable size should have been expanded to a loop");
        };
        let (to, from) = (self.scalar(dst), self.scalar(src));
        let (dst_align, src_align) = (self.pointer_align(inst, 0), self.pointer_align(inst, 1));
        let store = self.copy_access(inst, dst, dst_align, MemFlags::STORE);
        let load = self.copy_access(inst, src, src_align, MemFlags::LOAD);
        let pieces = self.copy_pieces(
            size as u64,
            dst_align.min(src_align),
            store.address_space,
            load.address_space,
            load.is_volatile(),
        );
        let Some(pieces) = pieces else {
            return self.dag.report_error(format!(
                "a memcpy of {size} bytes should have been expanded to a loop"
            ));
        };
        // All loads before all stores: also right for overlapping moves.
        let chain = self.chain();
        let mut values = Vec::new();
        for &(vt, offset) in &pieces {
            let address = self.dag.add_offset(from, offset as i64);
            let mem = piece_access(load, vt, offset);
            values.push(self.dag.load(vt, chain, address, mem));
        }
        let loads: SmallVec<[NodeValue; 8]> = values.iter().map(|v| v.with_result(1)).collect();
        let chain = self.dag.token_factor(&loads);
        let mut stores: SmallVec<[NodeValue; 8]> = SmallVec::new();
        for (&(vt, offset), &value) in pieces.iter().zip(&values) {
            let address = self.dag.add_offset(to, offset as i64);
            stores.push(
                self.dag
                    .store(chain, value, address, piece_access(store, vt, offset)),
            );
        }
        let chain = self.dag.token_factor(&stores);
        if !stores.is_empty() {
            self.set_chain(chain);
        }
    }

    fn build_memory_set(&mut self, inst: Inst) {
        let dst = self.func.arg(inst, 1);
        let Some(size) = self.constant_argument(inst, 2) else {
            return self
                .dag
                .report_error("a memset of variable size should have been expanded to a loop");
        };
        let to = self.scalar(dst);
        let byte = self.call_argument(inst, 1);
        let align = self.pointer_align(inst, 0);
        let store = self.copy_access(inst, dst, align, MemFlags::STORE);
        let Some(pieces) = self.copy_pieces(
            size as u64,
            align,
            store.address_space,
            store.address_space,
            store.is_volatile(),
        ) else {
            return self.dag.report_error(format!(
                "a memset of {size} bytes should have been expanded to a loop"
            ));
        };
        let chain = self.chain();
        let mut stores: SmallVec<[NodeValue; 8]> = SmallVec::new();
        for (vt, offset) in pieces {
            // The repeated byte: times 0x0101... in the integer of the piece's element.
            let element = vt.scalar().to_integer();
            let wide = self.dag.zext_or_trunc(byte, element);
            let ones = (0..element.scalar_bits())
                .step_by(8)
                .fold(0u128, |all, bit| all | 1 << bit);
            let ones = self.dag.constant(ones as i128, element);
            let repeated = self.dag.node(isd::MUL, element, &[wide, ones]);
            let value = if vt.scalar() == element {
                repeated
            } else {
                self.dag.bitcast(vt.scalar(), repeated)
            };
            let value = if vt.is_vector() {
                self.dag.splat(vt, value)
            } else {
                value
            };
            let address = self.dag.add_offset(to, offset as i64);
            stores.push(
                self.dag
                    .store(chain, value, address, piece_access(store, vt, offset)),
            );
        }
        let chain = self.dag.token_factor(&stores);
        if !stores.is_empty() {
            self.set_chain(chain);
        }
    }
}

/// The access of a piece at `offset` of a larger one.
fn piece_access(whole: MemOperand, vt: ValueType, offset: u64) -> MemOperand {
    let align = if offset == 0 {
        whole.align
    } else {
        whole.align.min(1 << offset.trailing_zeros().min(30))
    };
    MemOperand {
        size: u64::from(vt.store_size()),
        align,
        offset: whole.offset.wrapping_add(offset as i64),
        ..whole
    }
}
