//! Tail calls: the callee returns to this function's caller.

use super::GpuLowering;
use super::calls::{is_demoted, part_types, passing, passing_of_argument, place};
use super::words::{self, Extension};
use crate::call_abi::{self, Convention};
use wavec_codegen::calling_convention::{CallingConvState, Place};
use wavec_codegen::dag::{DagBuilder, NodeOpcode};
use wavec_gpu_mc::{REGISTER_INFO, classes, opcodes};
use wavec_ir::inst::InstFlags;
use wavec_ir::{AttributeSet, Inst, Opcode};

/// Maximum number of scalar argument registers: the callee's address needs two that hold no argument, and the kernel
/// inputs of functions are in others.
const MAX_SCALAR_WORDS: usize = 4;

/// Whether a call is the last thing to do: its result is the function's, all arguments are in registers, and the callee
/// cannot access an object of this function's frame.
pub(super) fn is_tail_call(target: &GpuLowering, builder: &mut DagBuilder<'_>, inst: Inst) -> bool {
    let (func, ctx) = (builder.func, builder.ctx);
    // Functions for shaders preserve the registers that a target could be in.
    if !target.is_callable() || target.convention == Convention::Graphics {
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
    let mut scalars = 0;
    for index in 0..params.len() {
        let passing = passing_of_argument(ctx, &call_attrs, declared, index);
        let Ok(types) = part_types(builder, func.ty(func.arg(inst, index + 1))) else {
            return false;
        };
        if passing.by_value.is_some() {
            return false;
        }
        for _ in 0..types.iter().map(|&vt| words::count(vt)).sum() {
            match place(target.convention, &mut state, passing.in_reg) {
                Place::Register(reg) => {
                    scalars += usize::from(REGISTER_INFO.class(classes::SREG_32).contains(reg));
                }
                Place::Stack(_) => return false,
            }
        }
    }
    scalars <= MAX_SCALAR_WORDS
}

/// Whether anything of this function is in memory that disappears when it returns.
fn has_frame(target: &GpuLowering, builder: &DagBuilder<'_>) -> bool {
    target.dynamic_stack || builder.mf.frame.objects.values().any(|object| !object.dead)
}

/// Whether the block ended with a tail call: its `ret` does nothing.
pub(super) fn has_ended(builder: &DagBuilder<'_>) -> bool {
    builder.dag.opcode(builder.dag.root()) == NodeOpcode::machine(opcodes::SI_TAIL_CALL)
}
