//! Chains of functions in shaders: each function ends with a jump to the next one, which it gives arguments in registers and the
//! lanes that are active there. Source: LLVM's "User Guide for AMDGPU Backend", "Calling Conventions" and "LLVM IR Intrinsics".

use super::calls::{failed, name_of, part_types, passing};
use super::intrinsics::{argument, immediate};
use super::shaders::{bind_parameters, register_by};
use super::words::{self, Extension, Words};
use crate::calling_conventions::cc_amdgpu_chain;
use crate::facts;
use crate::kernels::PRESERVING_CHAIN;
use smallvec::SmallVec;
use wavec_codegen::calling_convention::CallingConvState;
use wavec_codegen::dag::{DagBuilder, GlobalRef, NodeValue, ValueType as VT, isd};
use wavec_gpu_mc::{REGISTER_INFO, Subtarget, opcodes};
use wavec_ir::constant::ConstantData;
use wavec_ir::inst::CallConv;
use wavec_ir::{AttributeSet, Inst};
use wavec_mc::Reg;
use wavec_support::Diagnostic;

/// Places of the intrinsic's arguments.
const CALLEE: usize = 0;
const MASK: usize = 1;
const SCALARS: usize = 2;
const VECTORS: usize = 3;
const FLAGS: usize = 4;

/// Assigns the parameters of a function of a chain their values, which are in registers.
///
/// # Errors
/// More arguments than registers.
pub(super) fn formal_arguments(builder: &mut DagBuilder<'_>) -> Result<(), Diagnostic> {
    let mut state = CallingConvState::new(&REGISTER_INFO);
    let left_out = vec![false; builder.func.params.len()];
    bind_parameters(builder, left_out, &mut state, cc_amdgpu_chain)
}

/// Creates the nodes of an intrinsic of chains; `None` for other intrinsics. `name` is without `llvm.amdgcn.`.
///
/// # Errors
/// What the intrinsics do not allow.
pub(super) fn lower(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Option<SmallVec<[NodeValue; 2]>>, Diagnostic> {
    let conv = builder.ctx.functions[builder.func.func].conv;
    match name {
        "cs.chain" if !conv.is_chain() && conv != CallConv::AmdgpuCs => Err(failed(
            "'llvm.amdgcn.cs.chain' is for compute shaders and functions of chains only",
        )),
        "cs.chain" => jump(builder, inst, subtarget).map(|()| Some(SmallVec::new())),
        "init.whole.wave" | "set.inactive.chain.arg" if !conv.is_chain() => Err(failed(format!(
            "'llvm.amdgcn.{name}' is for functions of chains only"
        ))),
        "init.whole.wave" => {
            let chain = builder.chain();
            let types = [VT::I1, VT::OTHER];
            let node = builder
                .dag
                .machine_node(opcodes::SI_INIT_WHOLE_WAVE, &types, &[chain]);
            builder.set_chain(NodeValue::new(node, 1));
            Ok(Some(SmallVec::from_slice(&[node.into()])))
        }
        _ => Ok(None),
    }
}

/// The jump.
fn jump(builder: &mut DagBuilder<'_>, inst: Inst, subtarget: &Subtarget) -> Result<(), Diagnostic> {
    let refuse = |why: &str| Err(failed(format!("'llvm.amdgcn.cs.chain' {why}")));
    let (func, ctx) = (builder.func, builder.ctx);
    if immediate(builder, inst, FLAGS) & 1 != 0 {
        return refuse("with a number of vector registers ('flags' of 1) is not supported");
    }
    if immediate(builder, inst, FLAGS) != 0 || func.args(inst).len() != FLAGS + 2 {
        return refuse("has flags, or arguments after them, that are not known");
    }
    let mask = argument(builder, inst, MASK);
    if builder.dag.value_type(mask).size_in_bits() != subtarget.wave_size {
        return refuse("has a mask with another number of bits than a wave has lanes");
    }
    let callee = func.as_const(func.arg(inst, CALLEE + 1));
    let callee = callee.and_then(|callee| match ctx.constants.data(callee) {
        ConstantData::Function(_, callee) => Some(*callee),
        _ => None,
    });
    if callee.is_some_and(|callee| !ctx.functions[callee].conv.is_chain()) {
        return refuse("jumps to a function of no chain");
    }
    let aux = *func.call_aux(inst).expect("a call");
    let attributes = func.param_attrs(&aux);
    let is_scalar = |index: usize| {
        let set = attributes.get(index).copied().unwrap_or(AttributeSet::EMPTY);
        passing(ctx, &[set]).in_reg
    };
    if !is_scalar(SCALARS) || is_scalar(VECTORS) {
        return refuse("has 'inreg' for other arguments than those in scalar registers");
    }
    let mut state = CallingConvState::new(&REGISTER_INFO);
    let mut registers: SmallVec<[(Reg, NodeValue); 16]> = SmallVec::new();
    for index in [SCALARS, VECTORS] {
        let value = func.arg(inst, index + 1);
        part_types(builder, func.ty(value))?;
        let mut words = Words::new();
        for part in builder.value(value) {
            words::split(builder.dag, part, Extension::Any, &mut words);
        }
        for word in words {
            let Some(reg) = register_by(cc_amdgpu_chain, &mut state, index == SCALARS) else {
                return refuse("has more arguments than there are registers");
            };
            // What is undefined may stay as it is.
            if builder.dag.opcode(word) != isd::UNDEF {
                registers.push((reg, word));
            }
        }
    }
    let address = match callee {
        Some(callee) => builder
            .dag
            .global_address(GlobalRef::Function(callee), 0, VT::I64),
        None => builder.scalar(func.arg(inst, CALLEE + 1)),
    };
    let mut operands: SmallVec<[NodeValue; 16]> = SmallVec::from_slice(&[address, mask]);
    let mut chain = builder.chain();
    let mut glue = None;
    for (reg, word) in registers {
        let vt = builder.dag.value_type(word);
        let copy = builder.dag.copy_to_reg_glued(chain, reg.into(), word, glue);
        (chain, glue) = (copy, Some(copy.with_result(1)));
        operands.push(builder.dag.register(reg, vt));
    }
    operands.push(chain);
    operands.extend(glue);
    let opcode = match builder.dag.value_type(mask) {
        VT::I64 => opcodes::SI_CHAIN_B64,
        _ => opcodes::SI_CHAIN_B32,
    };
    let node = builder.dag.machine_node(opcode, &[VT::OTHER], &operands);
    builder.set_chain(node.into());
    Ok(())
}

/// Checks that a function of a chain can call others.
///
/// # Errors
/// If it preserves registers, or the hardware does not know scratch memory.
pub(super) fn check_calls(builder: &DagBuilder<'_>, subtarget: &Subtarget) -> Result<(), Diagnostic> {
    let conv = builder.ctx.functions[builder.func.func].conv;
    if conv == PRESERVING_CHAIN {
        return Err(failed(format!(
            "function '{}' preserves registers for its chain ('amdgpu_cs_chain_preserve'), and cannot call others",
            name_of(builder)
        )));
    }
    if conv.is_chain() && !facts::of(subtarget).scratch.is_architected {
        return Err(failed(subtarget.lacks("a call in a function of a chain")));
    }
    Ok(())
}
