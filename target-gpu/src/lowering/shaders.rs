//! Shaders, the functions that graphics drivers start: arguments in registers, results for what the driver places after
//! the code. Source: LLVM's "User Guide for AMDGPU Backend", "Calling Conventions", and what its code generator does.

use super::GpuLowering;
use super::arguments::end_kernel;
use super::calls::{argument_register, extended, failed, name_of, part_types, passing, return_in_registers};
use super::intrinsics::{argument, immediate};
use super::words::{self, Words};
use crate::abi::used_params;
use crate::calling_conventions::cc_amdgpu_shader;
use crate::facts;
use crate::function_info::{GpuFunctionInfo, ShaderScratch};
use crate::kernels::{MERGED_SHADERS, PIXEL_SHADER, Role};
use crate::registers::sgpr;
use smallvec::SmallVec;
use wavec_codegen::calling_convention::{ArgFlags, CallingConvState};
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT};
use wavec_gpu_mc::register_files::is_vector;
use wavec_gpu_mc::{REGISTER_INFO, System, opcodes};
use wavec_ir::inst::CallConv;
use wavec_ir::{AttributeSet, Context, FuncRef, Inst, Opcode};
use wavec_mc::Reg;
use wavec_support::Diagnostic;

/// Vector arguments of a pixel shader that the hardware leaves out unless they are enabled, each by a bit of
/// `SPI_PS_INPUT_ADDR`.
const PIXEL_INPUTS: usize = 16;
/// The bits of all positions at which the hardware interpolates. At least one must be enabled.
const INTERPOLATION_INPUTS: u32 = 0x7f;
/// The bits of perspective ones, of which the position needs at least one.
const PERSPECTIVE_INPUTS: u32 = 0xf;
/// The bit of the position's last coordinate, w.
const POSITION_W_INPUT: u32 = 0x800;

/// Gives a value of a type the next place of a convention; whether there is one.
pub(super) type Assign = fn(usize, VT, ArgFlags, &mut CallingConvState<'_>) -> bool;

/// The register of the next dword, if there is one left.
fn next_register(state: &mut CallingConvState<'_>, in_reg: bool) -> Option<Reg> {
    register_by(cc_amdgpu_shader, state, in_reg)
}

/// The same in the convention of `assign`.
pub(super) fn register_by(assign: Assign, state: &mut CallingConvState<'_>, in_reg: bool) -> Option<Reg> {
    let flags = ArgFlags {
        in_reg,
        ..ArgFlags::default()
    };
    let number = state.locations.len();
    assign(number, VT::I32, flags, state).then(|| state.register_of(number))?
}

/// Assigns the parameters their values, which are in registers.
///
/// # Errors
/// More arguments than registers.
pub(super) fn formal_arguments(target: &GpuLowering, builder: &mut DagBuilder<'_>) -> Result<(), Diagnostic> {
    let ctx = builder.ctx;
    let decl = &ctx.functions[builder.func.func];
    let mut state = CallingConvState::new(&REGISTER_INFO);
    if target.system == System::Mesa {
        next_register(&mut state, true);
        next_register(&mut state, true);
    }
    let (left_out, pixel_inputs) = match decl.conv == PIXEL_SHADER {
        true => {
            let (left_out, inputs) = left_out_inputs(builder, target.system, &mut state);
            (left_out, Some(inputs))
        }
        false => (vec![false; builder.func.params.len()], None),
    };
    bind_parameters(builder, left_out, &mut state, cc_amdgpu_shader)?;
    let shader_scratch = match facts::of(&target.subtarget).scratch.is_architected {
        true => None,
        false => scratch(target.system, builder, &mut state),
    };
    builder.mf.set_target_info(GpuFunctionInfo {
        shader_scratch,
        pixel_inputs,
        ..GpuFunctionInfo::default()
    });
    Ok(())
}

/// Assigns the parameters their values, in registers of the convention of `assign`; some have none.
///
/// # Errors
/// More arguments than registers.
pub(super) fn bind_parameters(
    builder: &mut DagBuilder<'_>,
    left_out: Vec<bool>,
    state: &mut CallingConvState<'_>,
    assign: Assign,
) -> Result<(), Diagnostic> {
    let ctx = builder.ctx;
    let decl = &ctx.functions[builder.func.func];
    for (index, left_out) in left_out.into_iter().enumerate() {
        let param = builder.func.params[index];
        let attributes = decl
            .param_attrs
            .get(index)
            .copied()
            .unwrap_or(AttributeSet::EMPTY);
        let passing = passing(ctx, &[attributes]);
        let types = part_types(builder, builder.func.ty(param))?;
        let mut parts: SmallVec<[NodeValue; 2]> = SmallVec::new();
        for vt in types {
            if left_out {
                parts.push(builder.dag.undef(vt));
                continue;
            }
            let mut words = Words::new();
            for _ in 0..words::count(vt) {
                let Some(reg) = register_by(assign, state, passing.in_reg) else {
                    let name = name_of(builder);
                    return Err(failed(format!(
                        "function '{name}' has more arguments than registers"
                    )));
                };
                words.push(argument_register(builder, reg));
            }
            parts.push(match words[..] {
                [word] => extended(builder, word, vt, passing.extension),
                _ => words::join(builder.dag, vt, &words),
            });
        }
        builder.set_value(param, &parts);
    }
    Ok(())
}

/// How the shader finds its scratch memory, if it is known what its driver gives it. `state` is that after all arguments. Source:
/// LLVM's user guide, "Calling Conventions", and where its code generator expects these values.
fn scratch(
    system: System,
    builder: &DagBuilder<'_>,
    state: &mut CallingConvState<'_>,
) -> Option<ShaderScratch> {
    let decl = &builder.ctx.functions[builder.func.func];
    let is_merged = MERGED_SHADERS.contains(&decl.conv);
    let wave_offset = match is_merged {
        true => sgpr(5, 1),
        false => next_register(state, true).filter(|&reg| is_scalar(reg))?,
    };
    Some(match system {
        System::Hsa => return None,
        System::Pal => ShaderScratch {
            pointer: sgpr(if is_merged { 8 } else { 0 }, 1),
            high: high_half_of_table(builder),
            offset: if decl.conv == CallConv::AmdgpuCs { 16 } else { 0 },
            wave_offset,
        },
        System::Mesa => ShaderScratch {
            pointer: sgpr(0, 2),
            high: None,
            offset: 0,
            wave_offset,
        },
    })
}

/// The high half of the address of the driver's table (`"amdgpu-git-ptr-high"`), if it is not that of the code.
fn high_half_of_table(builder: &DagBuilder<'_>) -> Option<u32> {
    let attributes = builder.ctx.functions[builder.func.func].attrs;
    let text = builder.ctx.string_attribute(attributes, "amdgpu-git-ptr-high")?;
    number_of(text).filter(|&high| high != u32::MAX)
}

/// By parameter of a pixel shader, whether the hardware leaves it out: vector arguments without a use. Where no
/// interpolation would be enabled, the first one is, and takes the first two vector registers. Besides, the inputs that it needs
/// and those that have registers.
fn left_out_inputs(
    builder: &DagBuilder<'_>,
    system: System,
    state: &mut CallingConvState<'_>,
) -> (Vec<bool>, [u32; 2]) {
    let ctx = builder.ctx;
    let decl = &ctx.functions[builder.func.func];
    // What the driver enables whether there is a use or not.
    let mut enabled = initial_inputs(ctx, builder.func.func);
    let mut needed = 0;
    let mut input = 0;
    let used = used_params(builder.func).into_iter().enumerate();
    let left_out = used.map(|(index, used)| {
        let attributes = decl.param_attrs.get(index);
        if attributes.is_some_and(|&set| ctx.has_attribute(set, "inreg")) || input == PIXEL_INPUTS {
            return false;
        }
        let bit = 1 << input;
        input += 1;
        if used {
            enabled |= bit;
            needed |= bit;
        }
        enabled & bit == 0
    });
    let left_out = left_out.collect();
    if lacks_interpolation(enabled) {
        next_register(state, false);
        next_register(state, false);
        enabled |= 1;
        needed |= 1;
    }
    // PAL's front ends say which inputs they may enable later; the hardware needs one of them now.
    if system == System::Pal && lacks_interpolation(needed & enabled) {
        needed |= 1 << enabled.trailing_zeros();
    }
    (left_out, [needed, enabled])
}

/// Whether the hardware would hang with these inputs alone: it needs one that is interpolated, and of the kind with
/// perspective for the position's fourth component.
fn lacks_interpolation(inputs: u32) -> bool {
    let needs_perspective = inputs & POSITION_W_INPUT != 0 && inputs & PERSPECTIVE_INPUTS == 0;
    inputs & INTERPOLATION_INPUTS == 0 || needs_perspective
}

/// The value of `"InitialPSInputAddr"`.
fn initial_inputs(ctx: &Context, func: FuncRef) -> u32 {
    let text = ctx.string_attribute(ctx.functions[func].attrs, "InitialPSInputAddr");
    text.and_then(number_of).unwrap_or(0)
}

/// A decimal or hexadecimal number.
fn number_of(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// `ret` and `unreachable`: without a result the wave ends; otherwise the results are left in registers.
///
/// # Errors
/// More results than registers.
pub(super) fn lower_return(builder: &mut DagBuilder<'_>, inst: Inst) -> Result<(), Diagnostic> {
    let value = match builder.func.opcode(inst) {
        Opcode::Ret => builder.func.args(inst).first().copied(),
        _ => None,
    };
    let Some(value) = value else {
        end_kernel(builder, inst);
        return Ok(());
    };
    let extension = passing(builder.ctx, &[builder.ctx.functions[builder.func.func].ret_attrs]).extension;
    part_types(builder, builder.func.ty(value))?;
    let mut state = CallingConvState::new(&REGISTER_INFO);
    let mut results: SmallVec<[(Reg, NodeValue); 8]> = SmallVec::new();
    for part in builder.value(value) {
        let element = builder.dag.value_type(part).scalar();
        let is_integer = !element.is_float() || element.size_in_bits() > 32;
        let mut words = Words::new();
        words::split(builder.dag, part, extension, &mut words);
        for word in words {
            let reg = next_register(&mut state, is_integer);
            let Some(reg) = reg.filter(|&reg| is_scalar(reg) == is_integer) else {
                let name = name_of(builder);
                return Err(failed(format!("shader '{name}' has more results than registers")));
            };
            results.push((reg, word));
        }
    }
    let chain = builder.chain();
    return_in_registers(builder, chain, &results, opcodes::SI_RETURN_TO_EPILOG);
    Ok(())
}

fn is_scalar(reg: Reg) -> bool {
    !is_vector(reg)
}

/// Whether the function runs in waves of a graphics driver.
pub(super) fn is_of_driver(builder: &DagBuilder<'_>) -> bool {
    Role::of(builder.ctx.functions[builder.func.func].conv).is_some_and(Role::is_of_driver)
}

/// Whether the function is one that shaders call.
pub(super) fn is_for_shaders(builder: &DagBuilder<'_>) -> bool {
    builder.ctx.functions[builder.func.func].conv == CallConv::AmdgpuGfx
}

/// Creates the nodes of an intrinsic on the lanes of a shader; `None` for other intrinsics. `name` is without
/// `llvm.amdgcn.`.
pub(super) fn intrinsic(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
) -> Option<SmallVec<[NodeValue; 2]>> {
    let opcode = match name {
        "kill" => opcodes::SI_KILL,
        "wqm.demote" => opcodes::SI_DEMOTE,
        "live.mask" | "ps.live" => opcodes::SI_LIVE_MASK,
        "init.exec" => opcodes::SI_INIT_EXEC,
        "init.exec.from.input" => opcodes::SI_INIT_EXEC_FROM_INPUT,
        _ => return None,
    };
    let mut operands: SmallVec<[NodeValue; 3]> = SmallVec::new();
    match name {
        "init.exec" => {
            let mask = immediate(builder, inst, 0);
            operands.push(builder.dag.target_constant(mask, VT::I64));
        }
        "init.exec.from.input" => {
            operands.push(argument(builder, inst, 0));
            let shift = immediate(builder, inst, 1);
            operands.push(builder.dag.target_constant(shift, VT::I32));
        }
        "kill" | "wqm.demote" => operands.push(argument(builder, inst, 0)),
        _ => {}
    }
    operands.push(builder.chain());
    let asks = opcode == opcodes::SI_LIVE_MASK;
    let types: &[VT] = match asks {
        true => &[VT::I1, VT::OTHER],
        false => &[VT::OTHER],
    };
    let node = builder.dag.machine_node(opcode, types, &operands);
    builder.set_chain(NodeValue::new(node, types.len() as u32 - 1));
    Some(match asks {
        true => SmallVec::from_slice(&[node.into()]),
        false => SmallVec::new(),
    })
}
