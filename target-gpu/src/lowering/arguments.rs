//! Entry and exit of kernels: inputs in registers, intrinsics that read them, `s_endpgm`; and intrinsics that need
//! special selection.

use super::GpuLowering;
use crate::abi::{KernelInputs, SgprInput};
use crate::call_abi::{Convention, WORK_ITEM_IDS};
use crate::intrinsics::REGISTRY;
use crate::registers::{sgpr, vgpr};
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType, isd};
use wavec_gpu_mc::{classes, features, opcodes, regs};
use wavec_ir::Inst;
use wavec_ir::intrinsics::IntrinsicId;
use wavec_mc::{Reg, RegClassId};
use wavec_support::{Diagnostic, Span};

/// Kernel parameters are preloaded or have been replaced by loads; any other one is unused.
pub(super) fn formal_arguments(target: &GpuLowering, builder: &mut DagBuilder<'_>) -> Result<(), Diagnostic> {
    let first = target.inputs.sgpr(SgprInput::Preloaded(0));
    for index in 0..builder.func.params.len() {
        let param = builder.func.params[index];
        let types = builder.part_types(builder.func.ty(param));
        let arg = target.args.args[index];
        let is_preloaded = arg.offset + arg.size <= 4 * u64::from(target.inputs.preloaded_words);
        let parts: Vec<NodeValue> = match (first, &types[..]) {
            (Some(first), &[vt]) if is_preloaded => {
                let register = first + (arg.offset / 4) as u16;
                let (words, class) = match arg.size {
                    4 => (1, classes::SREG_32),
                    _ => (2, classes::SREG_64),
                };
                vec![live_in(builder, sgpr(register, words), class, vt, false)]
            }
            _ => types.into_iter().map(|vt| builder.dag.undef(vt)).collect(),
        };
        builder.set_value(param, &parts);
    }
    Ok(())
}

/// `ret` and `unreachable`: the wave ends.
pub(super) fn end_kernel(builder: &mut DagBuilder<'_>, _inst: Inst) {
    let chain = builder.chain();
    let node = builder
        .dag
        .machine_node(opcodes::SI_END_KERNEL, &[ValueType::OTHER], &[chain]);
    builder.set_chain(node.into());
}

/// The entry value of the physical register `reg`.
pub(super) fn live_in(
    builder: &mut DagBuilder<'_>,
    reg: Reg,
    class: RegClassId,
    vt: ValueType,
    divergent: bool,
) -> NodeValue {
    let known = builder
        .mf
        .live_ins
        .iter()
        .find(|(r, _)| *r == reg)
        .and_then(|(_, vreg)| *vreg);
    let vreg = match known {
        Some(vreg) => vreg,
        None => {
            let vreg = builder.mf.create_vreg(class);
            builder.mf.live_ins.push((reg, Some(vreg)));
            vreg
        }
    };
    if divergent {
        builder.dag.mark_divergent_register(vreg.into());
    }
    let entry = builder.dag.entry();
    builder.dag.copy_from_reg(entry, vreg.into(), vt)
}

/// An input in two registers.
pub(super) fn input_pair(target: &GpuLowering, builder: &mut DagBuilder<'_>, input: SgprInput) -> NodeValue {
    if input == SgprInput::ImplicitArgs && !target.is_callable() {
        let base = input_pair(target, builder, SgprInput::KernargPtr);
        return builder.dag.add_offset(base, target.args.implicit_offset() as i64);
    }
    let reg = if target.is_callable() {
        input.callable_register()
    } else {
        let first = target.inputs.sgpr(input);
        sgpr(first.expect("inputs were computed from the intrinsics"), 2)
    };
    live_in(builder, reg, classes::SREG_64, ValueType::I64, false)
}

/// The work-group id in a dimension.
pub(super) fn work_group_id(target: &GpuLowering, builder: &mut DagBuilder<'_>, dimension: u8) -> NodeValue {
    if target.subtarget.family.group_ids_in_trap_registers {
        return id_of_trap_handler(builder, dimension);
    }
    let input = SgprInput::WorkgroupId(dimension);
    let reg = if target.is_callable() {
        input.callable_register()
    } else {
        let first = target.inputs.sgpr(input);
        sgpr(first.expect("inputs were computed from the intrinsics"), 1)
    };
    live_in(builder, reg, classes::SREG_32, ValueType::I32, false)
}

/// The work-group id in a dimension where registers of the trap handler have them: x in one, y and z in the halves of another.
fn id_of_trap_handler(builder: &mut DagBuilder<'_>, dimension: u8) -> NodeValue {
    let reg = if dimension == 0 { regs::TTMP9 } else { regs::TTMP7 };
    let ids = live_in(builder, reg, classes::SREG_32, ValueType::I32, false);
    let (operation, number) = match dimension {
        0 => return ids,
        1 => (isd::AND, 0xffff),
        _ => (isd::SRL, 16),
    };
    let number = builder.dag.constant(number, ValueType::I32);
    builder.dag.node(operation, ValueType::I32, &[ids, number])
}

/// The number of the wave in its work-group, which is beside the work-group's: bits 25 to 29.
fn wave_id_of_trap_handler(builder: &mut DagBuilder<'_>) -> NodeValue {
    let packed = live_in(builder, regs::TTMP8, classes::SREG_32, ValueType::I32, false);
    let [low, mask] = [25, 0x1f].map(|number| builder.dag.constant(number, ValueType::I32));
    let shifted = builder.dag.node(isd::SRL, ValueType::I32, &[packed, low]);
    builder.dag.node(isd::AND, ValueType::I32, &[shifted, mask])
}

/// The work-item ids, ten bits each: what functions are called with.
pub(super) fn packed_work_item_ids(target: &GpuLowering, builder: &mut DagBuilder<'_>) -> NodeValue {
    if target.is_callable() {
        let reg = vgpr(WORK_ITEM_IDS, 1);
        return live_in(builder, reg, classes::VGPR_32, ValueType::I32, true);
    }
    let mut packed = work_item_id_register(builder, 0);
    if has_packed_ids(target) {
        return packed;
    }
    for dimension in 1..=target.inputs.workitem_dims {
        let id = work_item_id_register(builder, dimension.into());
        let shift = builder.dag.constant(i128::from(dimension) * 10, ValueType::I32);
        let shifted = builder.dag.node(isd::SHL, ValueType::I32, &[id, shift]);
        packed = builder.dag.node(isd::OR, ValueType::I32, &[packed, shifted]);
    }
    packed
}

/// Whether the hardware gives a kernel all work-item ids in one register.
fn has_packed_ids(target: &GpuLowering) -> bool {
    target.subtarget.has(features::PACKED_WORK_ITEM_IDS)
}

/// The register of a work-item id of a kernel.
fn work_item_id_register(builder: &mut DagBuilder<'_>, dimension: usize) -> NodeValue {
    let reg = KernelInputs::work_item_ids()[dimension];
    live_in(builder, reg, classes::VGPR_32, ValueType::I32, true)
}

/// Creates the nodes of intrinsics that are not selected by patterns; `false` leaves them to the builder.
pub(super) fn intrinsic(
    target: &GpuLowering,
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    id: IntrinsicId,
) -> Result<bool, Diagnostic> {
    if id.0 < IntrinsicId::TARGET_BASE {
        return Ok(false);
    }
    let name = REGISTRY.get(id).name.strip_prefix("llvm.amdgcn.").unwrap_or("");
    if target.convention == Convention::Graphics
        && let Some(reason) = refused_in_shader(target, name)
    {
        let message = format!("intrinsic 'llvm.amdgcn.{name}' in a shader is not supported: {reason}");
        return Err(Diagnostic::error(Span::NONE, message));
    }
    let pair = |builder: &mut DagBuilder<'_>, input: SgprInput| input_pair(target, builder, input);
    let value = match name {
        "workitem.id.x" | "workitem.id.y" | "workitem.id.z" => {
            let dimension = u32::from(name.as_bytes()[name.len() - 1] - b'x');
            work_item_id(target, builder, dimension)
        }
        "workgroup.id.x" | "workgroup.id.y" | "workgroup.id.z" => {
            let dimension = name.as_bytes()[name.len() - 1] - b'x';
            work_group_id(target, builder, dimension)
        }
        "wave.id" if target.subtarget.family.group_ids_in_trap_registers => wave_id_of_trap_handler(builder),
        "wave.id" => {
            let message = target.subtarget.lacks("llvm.amdgcn.wave.id");
            return Err(Diagnostic::error(Span::NONE, message));
        }
        // Other functions do not know the kernel's arguments.
        "kernarg.segment.ptr" if target.is_callable() => builder.dag.constant(0, ValueType::I64),
        "kernarg.segment.ptr" => pair(builder, SgprInput::KernargPtr),
        "dispatch.ptr" => pair(builder, SgprInput::DispatchPtr),
        "queue.ptr" => pair(builder, SgprInput::QueuePtr),
        "dispatch.id" => pair(builder, SgprInput::DispatchId),
        "implicitarg.ptr" => pair(builder, SgprInput::ImplicitArgs),
        "groupstaticsize" => builder.dag.constant(i128::from(target.lds_size), ValueType::I32),
        "wavefrontsize" => builder
            .dag
            .constant(i128::from(target.subtarget.wave_size), ValueType::I32),
        "wave.barrier" => {
            // The chain keeps the order; no instruction.
            return Ok(true);
        }
        _ => match super::intrinsics::lower(builder, inst, id, name, &target.subtarget)? {
            Some(values) => {
                if let Some(result) = builder.func.result(inst) {
                    builder.set_value(result, &values);
                }
                return Ok(true);
            }
            None if is_described(id) => return Ok(false),
            None => {
                return Err(Diagnostic::error(
                    Span::NONE,
                    format!("intrinsic 'llvm.amdgcn.{name}' is not supported"),
                ));
            }
        },
    };
    let result = builder.func.result(inst).expect("an intrinsic with a result");
    builder.set_value(result, &[value]);
    Ok(true)
}

/// Why a shader cannot use an intrinsic of kernels.
fn refused_in_shader(target: &GpuLowering, name: &str) -> Option<&'static str> {
    let is_group_id = name.starts_with("workgroup.id.");
    match name {
        "workitem.id.x"
        | "workitem.id.y"
        | "workitem.id.z"
        | "dispatch.ptr"
        | "queue.ptr"
        | "dispatch.id"
        | "kernarg.segment.ptr"
        | "implicitarg.ptr" => Some("only kernels are given this"),
        _ if is_group_id && !target.subtarget.family.group_ids_in_trap_registers => {
            Some("only kernels are given this")
        }
        _ => None,
    }
}

/// Whether a pattern uses the intrinsic, or it is selected by hand.
fn is_described(id: IntrinsicId) -> bool {
    let bit = usize::from(id.0);
    DESCRIBED
        .get(bit / 64)
        .is_some_and(|word| word >> (bit % 64) & 1 != 0)
}

/// A bit for each intrinsic that is described.
static DESCRIBED: [u64; 64] = {
    let mut bits = [0; 64];
    let lists = [
        crate::selection::MATCHER.intrinsics,
        super::moves::SELECTED_INTRINSICS,
    ];
    let mut at = (0, 0);
    while at.0 < lists.len() {
        if at.1 == lists[at.0].len() {
            at = (at.0 + 1, 0);
            continue;
        }
        let bit = lists[at.0][at.1].0 as usize;
        bits[bit / 64] |= 1 << (bit % 64);
        at.1 += 1;
    }
    bits
};

/// The work-item id in a dimension: the register of it, or a field of the packed ids, ten bits each. If only x is in use the
/// other fields are zero.
fn work_item_id(target: &GpuLowering, builder: &mut DagBuilder<'_>, dimension: u32) -> NodeValue {
    if !target.is_callable() && (target.inputs.workitem_dims == 0 || !has_packed_ids(target)) {
        let id = work_item_id_register(builder, dimension as usize);
        let width = builder.dag.value_type_node(ValueType::int(10));
        return builder.dag.node(isd::ASSERT_ZEXT, ValueType::I32, &[id, width]);
    }
    let packed = packed_work_item_ids(target, builder);
    let dag = &mut builder.dag;
    let shift = dag.constant(i128::from(dimension * 10), ValueType::I32);
    let shifted = if dimension == 0 {
        packed
    } else {
        dag.node(isd::SRL, ValueType::I32, &[packed, shift])
    };
    let mask = dag.constant(0x3ff, ValueType::I32);
    dag.node(isd::AND, ValueType::I32, &[shifted, mask])
}
