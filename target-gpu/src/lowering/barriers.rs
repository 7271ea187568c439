//! Barriers with numbers, and the global wave sync unit: the resource is in M0.

use super::buffers;
use super::intrinsics::{argument, glued_to_m0, immediate};
use crate::lds;
use smallvec::SmallVec;
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT, isd};
use wavec_gpu_mc::{Subtarget, opcodes, regs};
use wavec_ir::Inst;
use wavec_support::{Diagnostic, Span};

/// Operations on named barriers, and those whose result is more than a pattern makes: the number of the barrier is in M0, beside
/// the number of its members.
pub(super) fn barrier(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
) -> Option<SmallVec<[NodeValue; 2]>> {
    let one = |value| Some(SmallVec::from_slice(&[value]));
    let (opcode, has_members, results): (_, _, &[VT]) = match name {
        "s.barrier.init" => (opcodes::S_BARRIER_INIT, true, &[]),
        "s.barrier.signal.var" => (opcodes::S_BARRIER_SIGNAL, true, &[]),
        "s.barrier.join" => (opcodes::S_BARRIER_JOIN, false, &[]),
        "s.get.barrier.state" => {
            let number = argument(builder, inst, 0);
            if let Some(known) = builder.dag.constant_u64(number) {
                let chain = builder.chain();
                let known = builder.dag.target_constant(known as i32 as i64, VT::I32);
                let types = [VT::I32, VT::OTHER];
                let node = builder
                    .dag
                    .machine_node(opcodes::S_GET_BARRIER_STATE, &types, &[known, chain]);
                builder.set_chain(NodeValue::new(node, 1));
                return one(NodeValue::new(node, 0));
            }
            let number = buffers::of_all_lanes(builder, number);
            let m0 = builder.dag.register(regs::M0, VT::I32);
            let opcode = opcodes::S_GET_BARRIER_STATE;
            return one(glued_to_m0(builder, number, opcode, &[VT::I32], &[m0]));
        }
        "s.get.named.barrier.state" => (opcodes::S_GET_BARRIER_STATE, false, &[VT::I32]),
        "s.barrier.signal.isfirst" => {
            let number = immediate(builder, inst, 0);
            let number = builder.dag.target_constant(number, VT::I32);
            let chain = builder.chain();
            let types = [VT::I32, VT::OTHER];
            let node = builder
                .dag
                .machine_node(opcodes::SI_BARRIER_SIGNAL_ISFIRST, &types, &[number, chain]);
            builder.set_chain(NodeValue::new(node, 1));
            return one(builder
                .dag
                .node(isd::TRUNCATE, VT::I1, &[NodeValue::new(node, 0)]));
        }
        _ => return None,
    };
    let address = argument(builder, inst, 0);
    let shift = builder.dag.constant(i128::from(lds::BARRIER_SHIFT), VT::I32);
    let number = builder.dag.node(isd::SRL, VT::I32, &[address, shift]);
    let mask = builder.dag.constant(i128::from(lds::BARRIER_MASK), VT::I32);
    let mut m0 = builder.dag.node(isd::AND, VT::I32, &[number, mask]);
    if has_members {
        let members = argument(builder, inst, 1);
        let mask = builder.dag.constant(0x3f, VT::I32);
        let members = builder.dag.node(isd::AND, VT::I32, &[members, mask]);
        let sixteen = builder.dag.constant(16, VT::I32);
        let members = builder.dag.node(isd::SHL, VT::I32, &[members, sixteen]);
        m0 = builder.dag.node(isd::OR, VT::I32, &[m0, members]);
    }
    let m0 = buffers::of_all_lanes(builder, m0);
    let register = builder.dag.register(regs::M0, VT::I32);
    let value = glued_to_m0(builder, m0, opcode, results, &[register]);
    Some(if results.is_empty() {
        SmallVec::new()
    } else {
        SmallVec::from_slice(&[value])
    })
}

/// Global wave sync: the resource is bits 21:16 of M0 plus the offset.
pub(super) fn global_wave_sync(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    subtarget: &Subtarget,
) -> Result<SmallVec<[NodeValue; 2]>, Diagnostic> {
    let (opcode, has_data) = match name {
        "ds.gws.init" => (opcodes::SI_GWS_INIT, true),
        "ds.gws.barrier" => (opcodes::SI_GWS_BARRIER, true),
        "ds.gws.sema.br" => (opcodes::SI_GWS_SEMA_BR, true),
        "ds.gws.sema.v" => (opcodes::DS_GWS_SEMA_V, false),
        "ds.gws.sema.p" => (opcodes::DS_GWS_SEMA_P, false),
        _ => (opcodes::DS_GWS_SEMA_RELEASE_ALL, false),
    };
    if !subtarget.has_instruction(opcodes::DS_GWS_BARRIER) {
        let message = subtarget.lacks(&format!("llvm.amdgcn.{name}"));
        return Err(Diagnostic::error(Span::NONE, message));
    }
    let resource = argument(builder, inst, usize::from(has_data));
    let (m0, offset) = match builder.dag.constant_u64(resource) {
        Some(constant) => (builder.dag.constant(0, VT::I32), (constant & 0x3f) as i64),
        None => {
            let sixteen = builder.dag.constant(16, VT::I32);
            (builder.dag.node(isd::SHL, VT::I32, &[resource, sixteen]), 0)
        }
    };
    let mut operands: SmallVec<[NodeValue; 2]> = SmallVec::new();
    if has_data {
        // The register must be even: it is the first of an aligned pair.
        let (data, nothing) = (argument(builder, inst, 0), builder.dag.undef(VT::I32));
        operands.push(builder.dag.node(isd::BUILD_PAIR, VT::I64, &[data, nothing]));
    }
    operands.push(builder.dag.target_constant(offset, VT::I32));
    glued_to_m0(builder, m0, opcode, &[], &operands);
    Ok(SmallVec::new())
}
