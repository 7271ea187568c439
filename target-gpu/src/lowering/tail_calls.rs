//! Tail calls: the callee returns to this function's caller.

use super::GpuLowering;
use super::calls::{is_demoted, part_types, passing, passing_of_argument, place};
use super::words::{self, Extension};
use crate::call_abi;
use wavec_codegen::calling_convention::{CallingConvState, Place};
use wavec_codegen::dag::{DagBuilder, NodeOpcode};
use wavec_gpu_mc::{REGISTER_INFO, classes, opcodes};
use wavec_ir::inst::InstFlags;
use wavec_ir::{AttributeSet, Inst, Opcode, Value};
use wavec_mc::Reg;

/// Maximum number of scalar argument registers: the callee's address needs two that hold no argument, and the kernel
/// inputs of functions are in others.
const MAX_SCALAR_WORDS: usize = 4;

/// Whether a call is the last thing to do: its result is the function's, all arguments are in registers, and the callee
/// cannot access an object of this function's frame.
pub(super) fn is_tail_call(target: &GpuLowering, builder: &mut DagBuilder<'_>, inst: Inst) -> bool {
    let (func, ctx) = (builder.func, builder.ctx);
    if !target.is_callable() {
        return false;
    }
    let Some(end) = func
        .next_inst(inst)
        .filter(|&next| func.opcode(next) == Opcode::Ret)
    else {
        return false;
    };
    let returned = func.args(end).first().copied();
    if returned.is_some() && returned != func.result(inst) {
        return false;
    }
    let flags = func.inst(inst).flags;
    let is_marked = flags.intersects(InstFlags::TAIL | InstFlags::MUSTTAIL);
    if flags.contains(InstFlags::NOTAIL) || !is_marked && has_frame(target, builder) {
        return false;
    }
    let aux = *func.call_aux(inst).expect("a call");
    let (ret, params, variadic) = ctx.types.signature(aux.function_ty).expect("a function type");
    if variadic || !call_abi::is_callable(aux.conv) {
        return false;
    }
    if part_types(builder, ret).map_or(true, |types| is_demoted(target.convention, &types)) {
        return false;
    }
    let callee = func.callee(inst, ctx);
    let own = passing(ctx, &[ctx.functions[func.func].ret_attrs]).extension;
    let declared = callee.map_or(AttributeSet::EMPTY, |callee| ctx.functions[callee].ret_attrs);
    let theirs = passing(ctx, &[aux.ret_attrs, declared]).extension;
    if returned.is_some() && own != Extension::Any && own != theirs {
        return false;
    }
    let mut state = CallingConvState::new(&REGISTER_INFO);
    let call_attrs = func.param_attrs(&aux).to_vec();
    let declared: &[AttributeSet] = callee.map_or(&[], |callee| &ctx.functions[callee].param_attrs);
    let own_words = own_words(target, builder);
    let mut scalars = 0;
    for index in 0..params.len() {
        let passing = passing_of_argument(ctx, &call_attrs, declared, index);
        let Ok(types) = part_types(builder, func.ty(func.arg(inst, index + 1))) else {
            return false;
        };
        if passing.by_value.is_some() {
            return false;
        }
        let arg = func.arg(inst, index + 1);
        let are_whole = types.iter().all(|vt| vt.size_in_bits().is_multiple_of(32));
        for word in 0..types.iter().map(|&vt| words::count(vt)).sum() {
            match place(target.convention, &mut state, passing.in_reg) {
                // What the caller finds in it again must be what the callee gets.
                Place::Register(reg) if target.convention.is_kept(reg) => {
                    if !are_whole || !own_words.contains(&(arg, word, reg)) {
                        return false;
                    }
                }
                Place::Register(reg) => {
                    scalars += usize::from(REGISTER_INFO.class(classes::SREG_32).contains(reg));
                }
                Place::Stack(_) => return false,
            }
        }
    }
    scalars <= MAX_SCALAR_WORDS
}

/// The words of this function's parameters that are in registers: the parameter, the word's number, and the register.
fn own_words(target: &GpuLowering, builder: &DagBuilder<'_>) -> Vec<(Value, usize, Reg)> {
    let (func, ctx) = (builder.func, builder.ctx);
    let declared: &[AttributeSet] = &ctx.functions[func.func].param_attrs;
    let mut state = CallingConvState::new(&REGISTER_INFO);
    let mut found = Vec::new();
    for (index, &param) in func.params.iter().enumerate() {
        let attributes = declared.get(index).copied().unwrap_or(AttributeSet::EMPTY);
        let passing = passing(ctx, &[attributes]);
        let Ok(types) = part_types(builder, func.ty(param)) else {
            break;
        };
        // Later ones are after memory whose size is not known here.
        if passing.by_value.is_some() {
            break;
        }
        for word in 0..types.iter().map(|&vt| words::count(vt)).sum() {
            if let Place::Register(reg) = place(target.convention, &mut state, passing.in_reg) {
                found.push((param, word, reg));
            }
        }
    }
    found
}

/// Whether anything of this function is in memory that disappears when it returns.
fn has_frame(target: &GpuLowering, builder: &DagBuilder<'_>) -> bool {
    target.dynamic_stack || builder.mf.frame.objects.values().any(|object| !object.dead)
}

/// Whether the block ended with a tail call: its `ret` does nothing.
pub(super) fn has_ended(builder: &DagBuilder<'_>) -> bool {
    let last = builder.dag.opcode(builder.dag.root());
    [opcodes::SI_TAIL_CALL, opcodes::SI_TAIL_CALL_GRAPHICS]
        .into_iter()
        .any(|jump| last == NodeOpcode::machine(jump))
}
