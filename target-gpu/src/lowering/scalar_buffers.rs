//! Loads of constant memory through buffer resources: `s.buffer.load`, by the scalar unit or by lane.

use super::buffers::{Address, Values, error, load_opcode, of_all_lanes, policy, split_offset};
use super::intrinsics::{argument, dword_type, from_dwords, to_dwords};
use crate::facts::{self, offsets::Offsets};
use crate::intrinsics::buffer_access::BufferAccess;
use smallvec::SmallVec;
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT};
use wavec_gpu_mc::opcodes;
use wavec_gpu_mc::subtarget::Subtarget;
use wavec_ir::Inst;
use wavec_support::{Diagnostic, Span};

/// Loads of constant memory through a resource into scalar registers.
pub(super) fn scalar_load(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    subtarget: &Subtarget,
) -> Result<Values, Diagnostic> {
    use opcodes::*;
    let name = "s.buffer.load";
    let result = builder.func.result(inst).expect("what is loaded");
    let whole = builder
        .value_type(builder.func.ty(result))
        .filter(|vt| vt.size_in_bits().is_multiple_of(32) || matches!(vt.size_in_bits(), 8 | 16))
        .and_then(|vt| Some((vt, dword_type(vt)?)));
    let Some((result_type, vt)) = whole else {
        return Err(error(name, "whole dwords, or 8 or 16 bits, are loaded"));
    };
    let (immediate_form, register_form) = match vt.size_in_bits() / 32 {
        1 if result_type.size_in_bits() == 8 => (S_BUFFER_LOAD_U8_IMM, S_BUFFER_LOAD_U8_SGPR),
        1 if result_type.size_in_bits() == 16 => (S_BUFFER_LOAD_U16_IMM, S_BUFFER_LOAD_U16_SGPR),
        1 => (S_BUFFER_LOAD_DWORD_IMM, S_BUFFER_LOAD_DWORD_SGPR),
        2 => (S_BUFFER_LOAD_DWORDX2_IMM, S_BUFFER_LOAD_DWORDX2_SGPR),
        3 | 4 => (S_BUFFER_LOAD_DWORDX4_IMM, S_BUFFER_LOAD_DWORDX4_SGPR),
        8 => (S_BUFFER_LOAD_DWORDX8_IMM, S_BUFFER_LOAD_DWORDX8_SGPR),
        16 => (S_BUFFER_LOAD_DWORDX16_IMM, S_BUFFER_LOAD_DWORDX16_SGPR),
        _ => return Err(error(name, "1, 2, 3, 4, 8 or 16 dwords are loaded")),
    };
    let resource = argument(builder, inst, 0);
    let resource = to_dwords(builder, resource).expect("a resource is four dwords");
    let resource = of_all_lanes(builder, resource);
    let offset = argument(builder, inst, 1);
    let policy = policy(builder, inst, 2);
    let policy = builder.dag.target_constant(policy, VT::I32);
    let offsets = facts::of(subtarget).offsets;
    if builder.dag.is_divergent(offset.node) {
        let address = (resource, offset);
        let value = load_by_lane(builder, vt, result_type, address, policy, offsets)?;
        let value = from_dwords(builder, value, result_type);
        return Ok(SmallVec::from_slice(&[value]));
    }
    if !subtarget.has_instruction(immediate_form) {
        let bits = result_type.size_in_bits();
        let what = format!("llvm.amdgcn.s.buffer.load of {bits} bits");
        return Err(Diagnostic::error(Span::NONE, subtarget.lacks(&what)));
    }
    let (opcode, offset) = match builder.dag.constant_i64(offset) {
        Some(constant) if (0..=*offsets.scalar.end()).contains(&constant) => {
            (immediate_form, builder.dag.target_constant(constant, VT::I32))
        }
        _ => (register_form, offset),
    };
    // Three dwords are the first of four.
    let loaded = match vt.num_elements() {
        3 => VT::vector(vt.scalar(), 4),
        _ => vt,
    };
    let node = builder
        .dag
        .machine_node(opcode, &[loaded], &[resource, offset, policy]);
    let value = builder.dag.extract_subvector(vt, node.into(), 0);
    let value = from_dwords(builder, value, result_type);
    Ok(SmallVec::from_slice(&[value]))
}

/// The same with an offset per lane: into vector registers, four dwords at a time. What is `loaded` may be smaller than `vt`.
fn load_by_lane(
    builder: &mut DagBuilder<'_>,
    vt: VT,
    loaded: VT,
    (resource, offset): (NodeValue, NodeValue),
    policy: NodeValue,
    offsets: &Offsets,
) -> Result<NodeValue, Diagnostic> {
    let access = BufferAccess {
        is_atomic: false,
        is_typed: false,
        has_index: false,
        operation: "load",
    };
    let words = vt.size_in_bits() / 32;
    let is_small = loaded.size_in_bits() < 32;
    let mut parts: SmallVec<[NodeValue; 8]> = SmallVec::new();
    for first in (0..words).step_by(4) {
        let count = (words - first).min(4);
        let part = if count == words {
            vt
        } else {
            VT::vector_or_scalar(VT::I32, count)
        };
        let in_memory = if is_small { loaded } else { part };
        let opcode = load_opcode(&access, in_memory, "s.buffer.load")?;
        let (register, immediate) = split_offset(builder, offset, i64::from(4 * first), offsets);
        let address = Address {
            index: None,
            offset: register,
            resource,
            soffset: builder.dag.target_constant(0, VT::I32),
            immediate,
        };
        let mut operands = address.operands(builder);
        operands.extend([policy, builder.load_chain()]);
        let node = builder
            .dag
            .machine_node(address.form(opcode), &[part, VT::OTHER], &operands);
        builder.add_load_chain(NodeValue::new(node, 1));
        if count == words {
            return Ok(node.into());
        }
        parts.extend((0..count).map(|word| builder.dag.extract_element(node.into(), word)));
    }
    let whole = builder.dag.build_vector(VT::vector(VT::I32, words), &parts);
    Ok(builder.dag.bitcast(vt, whole))
}
