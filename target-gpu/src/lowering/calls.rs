//! Called functions: locations of arguments and results, returns, and calls.

use super::GpuLowering;
use super::arguments::live_in;
use super::chains;
use super::tail_calls::{has_ended, is_tail_call};
use super::words::{self, Extension, Words};
use crate::abi::{KernelInputs, SgprInput};
use crate::call_abi::{self, Convention, RETURN_ADDRESS, STACK_POINTER, WORK_ITEM_IDS};
use crate::calling_conventions::{
    cc_amdgpu_func, cc_amdgpu_graphics, retcc_amdgpu_func, retcc_amdgpu_graphics,
};
use crate::facts;
use crate::registers::{sgpr, vgpr};
use smallvec::SmallVec;
use wavec_codegen::calling_convention::{ArgFlags, CallingConvState, Place};
use wavec_codegen::dag::{DagBuilder, GlobalRef, NodeValue, ValueType as VT, isd};
use wavec_codegen::mir::{FrameIndex, MemBase, MemOperand, SlotKind};
use wavec_gpu_mc::{REGISTER_INFO, System, classes, opcodes};
use wavec_ir::attributes::AttributeValue;
use wavec_ir::inst::CallConv;
use wavec_ir::types::TypeData;
use wavec_ir::{AttributeSet, Context, Inst, Opcode, Type};
use wavec_mc::Reg;
use wavec_support::{Diagnostic, Span};

/// Maximum size of a function's arguments in memory.
const MAX_STACK_BYTES: u64 = 16384;

/// Attributes of a parameter or argument.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passing {
    pub in_reg: bool,
    pub extension: Extension,
    /// The callee gets a copy of the pointee: size and alignment in bytes.
    pub by_value: Option<(u64, u64)>,
}

/// How a call passes an argument: according to the call or the declaration, either of which may lack attributes.
pub(super) fn passing_of_argument(
    ctx: &Context,
    call: &[AttributeSet],
    declared: &[AttributeSet],
    index: usize,
) -> Passing {
    let sets = [call.get(index), declared.get(index)].into_iter().flatten();
    let sets: SmallVec<[AttributeSet; 2]> = sets.copied().collect();
    passing(ctx, &sets)
}

pub(super) fn passing(ctx: &Context, sets: &[AttributeSet]) -> Passing {
    let has = |key: &str| sets.iter().any(|&set| ctx.has_attribute(set, key));
    let by_value = sets.iter().find_map(|&set| match ctx.attribute(set, "byval") {
        Some(AttributeValue::Type(ty)) => {
            let align = match ctx.attribute(set, "align") {
                Some(AttributeValue::Int(align)) if align.is_power_of_two() => align,
                _ => ctx.layout.align(&ctx.types, ty),
            };
            Some((ctx.layout.size(&ctx.types, ty), align.clamp(4, 16)))
        }
        _ => None,
    });
    Passing {
        in_reg: has("inreg"),
        extension: match (has("signext"), has("zeroext")) {
            (true, _) => Extension::Sign,
            (_, true) => Extension::Zero,
            _ => Extension::Any,
        },
        by_value,
    }
}

/// The location of the next dword.
pub(super) fn place(convention: Convention, state: &mut CallingConvState<'_>, in_reg: bool) -> Place {
    let flags = ArgFlags {
        in_reg,
        ..ArgFlags::default()
    };
    let number = state.locations.len();
    let placed = match convention {
        Convention::Compute => cc_amdgpu_func(number, VT::I32, flags, state),
        Convention::Graphics => cc_amdgpu_graphics(number, VT::I32, flags, state),
    };
    assert!(placed, "the convention has a place for every dword");
    state.locations[number].place
}

pub(super) fn failed(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Span::NONE, message)
}

fn check_stack(state: &CallingConvState<'_>, name: &str) -> Result<(), Diagnostic> {
    if u64::from(state.stack_bytes()) > MAX_STACK_BYTES {
        let bytes = state.stack_bytes();
        return Err(failed(format!(
            "arguments of '{name}' take {bytes} bytes of the stack, more than {MAX_STACK_BYTES}"
        )));
    }
    Ok(())
}

/// Types of the parts of a value that is passed.
pub(super) fn part_types(builder: &DagBuilder<'_>, ty: Type) -> Result<SmallVec<[VT; 2]>, Diagnostic> {
    let types = builder.part_types(ty);
    if types.is_empty() && ty != Type::VOID && builder.ctx.layout.size(&builder.ctx.types, ty) > 0 {
        let name = wavec_ir::text::type_to_string(builder.ctx, ty);
        return Err(failed(format!(
            "arguments and results of type '{name}' are not supported"
        )));
    }
    Ok(types)
}

/// Whether a result with these parts is returned in the caller's memory.
pub(super) fn is_demoted(convention: Convention, types: &[VT]) -> bool {
    types.iter().map(|&vt| words::count(vt)).sum::<usize>() > convention.max_result_words()
}

pub(super) fn name_of(builder: &DagBuilder<'_>) -> String {
    let ctx = builder.ctx;
    ctx.text(ctx.functions[builder.func.func].name).to_string()
}

/// A dword of memory at `object + offset`.
fn stack_word(object: FrameIndex, offset: u32, access: fn(u64, u32, u16) -> MemOperand) -> MemOperand {
    MemOperand {
        base: MemBase::FrameIndex(object),
        offset: i64::from(offset),
        ..access(4, 4, 5)
    }
}

/// Assigns the parameters their values: live-in registers, or the caller's memory.
///
/// # Errors
/// Unsupported arguments.
pub(super) fn formal_arguments(
    builder: &mut DagBuilder<'_>,
    convention: Convention,
) -> Result<(), Diagnostic> {
    let ctx = builder.ctx;
    let decl = &ctx.functions[builder.func.func];
    let (ret, _, variadic) = ctx.types.signature(decl.ty).expect("a function type");
    if variadic {
        return Err(failed(format!(
            "function '{}' has a variable number of arguments, which is not supported",
            name_of(builder)
        )));
    }
    builder.mf.live_ins.push((sgpr(RETURN_ADDRESS, 2), None));
    builder.mf.live_ins.push((sgpr(STACK_POINTER, 1), None));
    let mut state = CallingConvState::new(&REGISTER_INFO);
    let ret_types = part_types(builder, ret)?;
    if is_demoted(convention, &ret_types) {
        place(convention, &mut state, false);
        result_address(builder);
    }
    for index in 0..builder.func.params.len() {
        let param = builder.func.params[index];
        let attrs = decl
            .param_attrs
            .get(index)
            .copied()
            .unwrap_or(AttributeSet::EMPTY);
        let passing = passing(ctx, &[attrs]);
        let types = part_types(builder, builder.func.ty(param))?;
        if let Some((size, align)) = passing.by_value {
            if size > MAX_STACK_BYTES {
                let name = name_of(builder);
                return Err(failed(format!(
                    "an argument of '{name}' takes {size} bytes of the stack, more than {MAX_STACK_BYTES}"
                )));
            }
            let at = reserve(&mut state, size as u32, align as u32);
            let object = incoming(builder, at, size as u32);
            let pointer = builder.dag.frame_index(object, VT::I32);
            if types[..] != [VT::I32] {
                return Err(failed("a 'byval' argument that is no pointer to private memory"));
            }
            builder.set_value(param, &[pointer]);
            continue;
        }
        let mut parts: SmallVec<[NodeValue; 2]> = SmallVec::new();
        for vt in types {
            let mut words = Words::new();
            for _ in 0..words::count(vt) {
                let word = match place(convention, &mut state, passing.in_reg) {
                    Place::Register(reg) => argument_register(builder, reg),
                    Place::Stack(at) => {
                        let object = incoming(builder, at, 4);
                        let address = builder.dag.frame_index(object, VT::I32);
                        let chain = builder.load_chain();
                        let mem = stack_word(object, 0, MemOperand::load);
                        // A tail call writes its arguments to the same place.
                        let load = builder.dag.load(VT::I32, chain, address, mem);
                        builder.add_load_chain(load.with_result(1));
                        load
                    }
                };
                words.push(word);
            }
            let part = match words[..] {
                [word] => extended(builder, word, vt, passing.extension),
                _ => words::join(builder.dag, vt, &words),
            };
            parts.push(part);
        }
        builder.set_value(param, &parts);
    }
    check_stack(&state, &name_of(builder))
}

/// A value of one dword that callers extend.
pub(super) fn extended(
    builder: &mut DagBuilder<'_>,
    word: NodeValue,
    vt: VT,
    extension: Extension,
) -> NodeValue {
    let narrow = vt.is_integer() && !vt.is_vector() && vt.size_in_bits() < 32;
    let assertion = match extension {
        Extension::Zero => isd::ASSERT_ZEXT,
        Extension::Sign => isd::ASSERT_SEXT,
        Extension::Any => return words::join(builder.dag, vt, &[word]),
    };
    if !narrow {
        return words::join(builder.dag, vt, &[word]);
    }
    let from = builder.dag.value_type_node(vt);
    let known = builder.dag.node(assertion, VT::I32, &[word, from]);
    words::join(builder.dag, vt, &[known])
}

/// Allocates `size` bytes of the stack.
fn reserve(state: &mut CallingConvState<'_>, size: u32, align: u32) -> u32 {
    let number = state.locations.len();
    state.assign_stack(number, VT::I32, VT::I32, size.next_multiple_of(4).max(4), align);
    match state.locations[number].place {
        Place::Stack(at) => at,
        Place::Register(_) => unreachable!("a place on the stack"),
    }
}

/// The memory at `at` of arguments passed by the caller.
fn incoming(builder: &mut DagBuilder<'_>, at: u32, size: u32) -> FrameIndex {
    let object = builder.mf.frame.create(size, 4, SlotKind::Variable);
    builder.mf.frame.objects[object].offset = Some(at);
    object
}

pub(super) fn argument_register(builder: &mut DagBuilder<'_>, reg: Reg) -> NodeValue {
    let is_vector = REGISTER_INFO.class(classes::VGPR_32).contains(reg);
    let class = if is_vector {
        classes::VGPR_32
    } else {
        classes::SREG_32
    };
    live_in(builder, reg, class, VT::I32, is_vector)
}

/// The address of a result that is too large for registers.
fn result_address(builder: &mut DagBuilder<'_>) -> NodeValue {
    live_in(builder, vgpr(0, 1), classes::VGPR_32, VT::I32, true)
}

/// `ret` of a called function.
///
/// # Errors
/// Unsupported results.
pub(super) fn lower_return(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    convention: Convention,
) -> Result<(), Diagnostic> {
    if builder.func.opcode(inst) == Opcode::Unreachable {
        super::arguments::end_kernel(builder, inst);
        return Ok(());
    }
    if has_ended(builder) {
        return Ok(());
    }
    let mut results: SmallVec<[(Reg, NodeValue); 8]> = SmallVec::new();
    let mut chain = builder.chain();
    if let Some(&value) = builder.func.args(inst).first() {
        let ty = builder.func.ty(value);
        let types = part_types(builder, ty)?;
        let parts = builder.value(value);
        if is_demoted(convention, &types) {
            let address = result_address(builder);
            chain = store_parts(builder, chain, &parts, ty, address);
        } else {
            let decl = &builder.ctx.functions[builder.func.func];
            let extension = passing(builder.ctx, &[decl.ret_attrs]).extension;
            let mut words = Words::new();
            for part in parts {
                words::split(builder.dag, part, extension, &mut words);
            }
            results.extend(result_registers(convention, words.len()).into_iter().zip(words));
        }
    }
    return_in_registers(builder, chain, &results, opcodes::SI_RETURN);
    Ok(())
}

/// Copies dwords to registers, which the returning instruction `opcode` reads.
pub(super) fn return_in_registers(
    builder: &mut DagBuilder<'_>,
    mut chain: NodeValue,
    results: &[(Reg, NodeValue)],
    opcode: wavec_mc::Opcode,
) {
    let mut operands: SmallVec<[NodeValue; 8]> = SmallVec::new();
    let mut glue = None;
    for &(reg, word) in results {
        let copy = builder.dag.copy_to_reg_glued(chain, reg.into(), word, glue);
        (chain, glue) = (copy, Some(copy.with_result(1)));
        operands.push(builder.dag.register(reg, VT::I32));
    }
    operands.push(chain);
    operands.extend(glue);
    let node = builder.dag.machine_node(opcode, &[VT::OTHER], &operands);
    builder.set_chain(node.into());
}

fn result_registers(convention: Convention, count: usize) -> SmallVec<[Reg; 4]> {
    let mut state = CallingConvState::new(&REGISTER_INFO);
    (0..count)
        .map(|number| {
            let flags = ArgFlags::default();
            let placed = match convention {
                Convention::Compute => retcc_amdgpu_func(number, VT::I32, flags, &mut state),
                Convention::Graphics => retcc_amdgpu_graphics(number, VT::I32, flags, &mut state),
            };
            let reg = state.register_of(number).filter(|_| placed);
            reg.expect("larger results are demoted")
        })
        .collect()
}

/// Stores the parts of a value of type `ty` to private memory.
fn store_parts(
    builder: &mut DagBuilder<'_>,
    chain: NodeValue,
    parts: &[NodeValue],
    ty: Type,
    address: NodeValue,
) -> NodeValue {
    let mut offsets = SmallVec::new();
    builder.part_offsets(ty, 0, &mut offsets);
    let mut chains: SmallVec<[NodeValue; 8]> = SmallVec::new();
    for (&part, offset) in parts.iter().zip(offsets) {
        let mem = part_access(
            builder,
            builder.dag.value_type(part),
            ty,
            offset,
            MemOperand::store,
        );
        let at = builder.dag.add_offset(address, offset as i64);
        chains.push(builder.dag.store(chain, part, at, mem));
    }
    builder.dag.token_factor(&chains)
}

fn part_access(
    builder: &DagBuilder<'_>,
    vt: VT,
    ty: Type,
    offset: u64,
    access: fn(u64, u32, u16) -> MemOperand,
) -> MemOperand {
    let whole = builder.ctx.layout.align(&builder.ctx.types, ty).clamp(1, 16);
    let align = match offset {
        0 => whole,
        _ => whole.min(1 << offset.trailing_zeros()),
    };
    access(u64::from(vt.store_size()), align as u32, 5)
}

/// A call of something other than an intrinsic.
///
/// # Errors
/// Unsupported calls or arguments.
pub(super) fn lower_call(
    target: &GpuLowering,
    builder: &mut DagBuilder<'_>,
    inst: Inst,
) -> Result<(), Diagnostic> {
    let (func, ctx) = (builder.func, builder.ctx);
    let callee = func.callee(inst, ctx);
    let name = match callee {
        Some(callee) => ctx.text(ctx.functions[callee].name).to_string(),
        None => "a function pointer".to_string(),
    };
    // No object defines a symbol of such a name: the caller would not link.
    if callee.is_some() && name.starts_with("llvm.") {
        return Err(failed(format!("intrinsic '{name}' is not supported")));
    }
    let aux = *func.call_aux(inst).expect("a call");
    let convention = target.convention;
    if target.role.is_of_driver() {
        chains::check_calls(builder, &target.subtarget)?;
        if aux.conv != CallConv::AmdgpuGfx {
            return Err(failed(format!(
                "a call of '{name}' in a shader is not supported: it is no function for shaders ('amdgpu_gfx')"
            )));
        }
        if !facts::of(&target.subtarget).scratch.is_architected && target.system == System::Hsa {
            return Err(failed(format!(
                "{} without an operating system 'amdpal' or 'mesa3d' in the target triple",
                target.subtarget.lacks("a call in a shader")
            )));
        }
    }
    if !call_abi::is_callable(aux.conv) || Convention::of(aux.conv) != convention {
        return Err(failed(format!(
            "a call of '{name}' by a convention that functions do not have is not supported"
        )));
    }
    let (ret, params, variadic) = ctx.types.signature(aux.function_ty).expect("a function type");
    if variadic {
        return Err(failed(format!(
            "a call of '{name}', which has a variable number of arguments, is not supported"
        )));
    }
    let ret_types = part_types(builder, ret)?;
    let is_tail = is_tail_call(target, builder, inst);
    let mut state = CallingConvState::new(&REGISTER_INFO);
    let mut registers: SmallVec<[(Reg, NodeValue); 16]> = SmallVec::new();
    let mut stack: SmallVec<[(u32, NodeValue); 8]> = SmallVec::new();
    let mut give = |place: Place, word: NodeValue| match place {
        Place::Register(reg) => registers.push((reg, word)),
        Place::Stack(at) => stack.push((at, word)),
    };
    let demoted = is_demoted(convention, &ret_types).then(|| {
        let size = ctx.layout.size(&ctx.types, ret);
        let align = ctx.layout.align(&ctx.types, ret).clamp(4, 16) as u32;
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        builder.mf.frame.create(size, align, SlotKind::Variable)
    });
    if let Some(object) = demoted {
        let address = builder.dag.frame_index(object, VT::I32);
        give(place(convention, &mut state, false), address);
    }
    let mut chain = builder.chain();
    let call_attrs = func.param_attrs(&aux).to_vec();
    let declared: &[AttributeSet] = callee.map_or(&[], |callee| &ctx.functions[callee].param_attrs);
    for index in 0..params.len() {
        let arg = func.arg(inst, index + 1);
        let passing = passing_of_argument(ctx, &call_attrs, declared, index);
        part_types(builder, func.ty(arg))?;
        if let Some((size, align)) = passing.by_value {
            if !matches!(*ctx.types.data(func.ty(arg)), TypeData::Ptr(5)) || size > MAX_STACK_BYTES {
                return Err(failed(format!(
                    "a 'byval' argument of '{name}' must be private memory of at most {MAX_STACK_BYTES} bytes"
                )));
            }
            let at = reserve(&mut state, size as u32, align as u32);
            let from = builder.scalar(arg);
            let mut chains: SmallVec<[NodeValue; 8]> = SmallVec::new();
            for offset in (0..size as u32).step_by(4) {
                let address = builder.dag.add_offset(from, i64::from(offset));
                let load = builder
                    .dag
                    .load(VT::I32, chain, address, MemOperand::load(4, 4, 5));
                chains.push(load.with_result(1));
                give(Place::Stack(at + offset), load);
            }
            chains.push(chain);
            chain = builder.dag.token_factor(&chains);
            continue;
        }
        let mut words = Words::new();
        for part in builder.value(arg) {
            words::split(builder.dag, part, passing.extension, &mut words);
        }
        for word in words {
            give(place(convention, &mut state, passing.in_reg), word);
        }
    }
    check_stack(&state, &name)?;

    // Words of the stack, then registers, then the call.
    if !stack.is_empty() {
        let object = builder.mf.frame.outgoing(state.stack_bytes());
        let base = builder.dag.frame_index(object, VT::I32);
        let mut chains: SmallVec<[NodeValue; 8]> = SmallVec::new();
        for (at, word) in stack {
            let address = builder.dag.add_offset(base, i64::from(at));
            let mem = stack_word(object, at, MemOperand::store);
            chains.push(builder.dag.store(chain, word, address, mem));
        }
        chain = builder.dag.token_factor(&chains);
    }
    let address = match callee {
        Some(callee) => builder
            .dag
            .global_address(GlobalRef::Function(callee), 0, VT::I64),
        None => builder.scalar(func.arg(inst, 0)),
    };
    let mut operands: SmallVec<[NodeValue; 16]> = SmallVec::from_slice(&[address]);
    let mut glue = None;
    let mut copy = |builder: &mut DagBuilder<'_>, reg: Reg, value: NodeValue| {
        let vt = builder.dag.value_type(value);
        let copy = builder.dag.copy_to_reg_glued(chain, reg.into(), value, glue);
        (chain, glue) = (copy, Some(copy.with_result(1)));
        operands.push(builder.dag.register(reg, vt));
    };
    for (reg, word) in registers {
        copy(builder, reg, word);
    }
    // Functions for shaders are not given what kernels start with.
    if convention == Convention::Compute {
        for (reg, value) in special_inputs(target, builder, &target.inputs_of(callee)) {
            copy(builder, reg, value);
        }
    }
    // `clobbers` makes definitions of these.
    if !is_tail && demoted.is_none() {
        let count = ret_types.iter().map(|&vt| words::count(vt)).sum();
        for reg in result_registers(convention, count) {
            if convention.is_kept(reg) {
                operands.push(builder.dag.register(reg, VT::I32));
            }
        }
    }
    operands.push(chain);
    operands.extend(glue);
    if is_tail {
        let opcode = match convention {
            Convention::Compute => opcodes::SI_TAIL_CALL,
            Convention::Graphics => opcodes::SI_TAIL_CALL_GRAPHICS,
        };
        let jump = builder.dag.machine_node(opcode, &[VT::OTHER], &operands);
        builder.set_chain(jump.into());
        return Ok(());
    }
    let types = [VT::OTHER, VT::GLUE];
    let call = builder.dag.machine_node(opcodes::SI_CALL, &types, &operands);
    chain = NodeValue::new(call, 0);
    builder.set_chain(chain);
    let Some(result) = func.result(inst) else {
        return Ok(());
    };
    let mut parts: SmallVec<[NodeValue; 2]> = SmallVec::new();
    if let Some(object) = demoted {
        let base = builder.dag.frame_index(object, VT::I32);
        let mut offsets = SmallVec::new();
        builder.part_offsets(ret, 0, &mut offsets);
        for (vt, offset) in ret_types.into_iter().zip(offsets) {
            let mem = part_access(builder, vt, ret, offset, MemOperand::load);
            let address = builder.dag.add_offset(base, offset as i64);
            let load = builder.dag.load(vt, chain, address, mem);
            builder.add_load_chain(load.with_result(1));
            parts.push(load);
        }
    } else {
        let count = ret_types.iter().map(|&vt| words::count(vt)).sum();
        let mut glue = NodeValue::new(call, 1);
        let mut words = Words::new();
        for reg in result_registers(convention, count) {
            builder.dag.mark_divergent_register(reg.into());
            let word = builder.dag.copy_from_reg_glued(chain, reg.into(), VT::I32, glue);
            (chain, glue) = (word.with_result(1), word.with_result(2));
            words.push(word);
        }
        builder.set_chain(chain);
        let mut rest = &words[..];
        for vt in ret_types {
            let (own, others) = rest.split_at(words::count(vt));
            parts.push(words::join(builder.dag, vt, own));
            rest = others;
        }
    }
    builder.set_value(result, &parts);
    Ok(())
}

/// The kernel inputs that a called function needs, in the registers where it expects them.
fn special_inputs(
    target: &GpuLowering,
    builder: &mut DagBuilder<'_>,
    needed: &KernelInputs,
) -> SmallVec<[(Reg, NodeValue); 8]> {
    let mut list = SmallVec::new();
    let pairs = [
        (needed.dispatch_ptr, SgprInput::DispatchPtr),
        (needed.queue_ptr, SgprInput::QueuePtr),
        (needed.implicit_args, SgprInput::ImplicitArgs),
        (needed.dispatch_id, SgprInput::DispatchId),
    ];
    for (_, input) in pairs.into_iter().filter(|(wanted, _)| *wanted) {
        let value = super::arguments::input_pair(target, builder, input);
        list.push((input.callable_register(), value));
    }
    for dimension in 0..3 {
        let are_passed = !target.subtarget.family.group_ids_in_trap_registers;
        if needed.workgroup_id[usize::from(dimension)] && are_passed {
            let input = SgprInput::WorkgroupId(dimension);
            let value = super::arguments::work_group_id(target, builder, dimension);
            list.push((input.callable_register(), value));
        }
    }
    if needed.workitem_ids {
        let value = super::arguments::packed_work_item_ids(target, builder);
        list.push((vgpr(WORK_ITEM_IDS, 1), value));
    }
    list
}
