//! Interpolation of attributes in pixel shaders. Source: AMD's ISA documents on parameter interpolation, and LLVM's declarations
//! of the intrinsics.

use super::intrinsics::{argument, glued_to_m0, immediate};
use smallvec::SmallVec;
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT};
use wavec_gpu_mc::features;
use wavec_gpu_mc::opcodes;
use wavec_gpu_mc::subtarget::Subtarget;
use wavec_ir::Inst;
use wavec_mc::Opcode;
use wavec_support::{Diagnostic, Span};

type Values = SmallVec<[NodeValue; 2]>;

/// Of the fields of loads from LDS that do not go through its unit, and of what uses them: no wait for vector
/// instructions, for what vector memory reads, for such loads. `insert_direct_waits` and `insert_waits` wait.
const NO_VECTOR_WAIT: i64 = 15;
const NO_MEMORY_WAIT: i64 = 1;
const NO_EXPORT_WAIT: i64 = 7;
/// The modifier of a source by which its upper half is used.
const UPPER_HALF: i64 = 4;
/// Channels of an attribute, and attributes: their numbers have six bits.
const CHANNELS: i64 = 4;
const ATTRIBUTES: i64 = 1 << 6;

/// Creates the node of an interpolation or load; `None` for other intrinsics. `name` is without `llvm.amdgcn.`.
///
/// # Errors
/// An instruction that the processor does not have, or no attribute.
pub(super) fn lower(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Option<Values>, Diagnostic> {
    if !(name.starts_with("interp.") || matches!(name, "lds.param.load" | "lds.direct.load")) {
        return Ok(None);
    }
    let is_rdna4 = subtarget.has(features::GFX12);
    let opcode = match name {
        "interp.p1" => opcodes::V_INTERP_P1_F32_E32,
        "interp.p2" => opcodes::V_INTERP_P2_F32_E32,
        "interp.mov" => opcodes::V_INTERP_MOV_F32_E32,
        "interp.p1.f16" => opcodes::V_INTERP_P1LL_F16,
        // On Vega the other one keeps half of the register.
        "interp.p2.f16" if subtarget.has(features::GFX9) => opcodes::V_INTERP_P2_LEGACY_F16,
        "interp.p2.f16" => opcodes::V_INTERP_P2_F16,
        "interp.inreg.p10" => opcodes::V_INTERP_P10_F32_INREG,
        "interp.inreg.p2" => opcodes::V_INTERP_P2_F32_INREG,
        "interp.inreg.p10.f16" => opcodes::V_INTERP_P10_F16_F32_INREG,
        "interp.inreg.p2.f16" => opcodes::V_INTERP_P2_F16_F32_INREG,
        "interp.p10.rtz.f16" => opcodes::V_INTERP_P10_RTZ_F16_F32_INREG,
        "interp.p2.rtz.f16" => opcodes::V_INTERP_P2_RTZ_F16_F32_INREG,
        "lds.param.load" if is_rdna4 => opcodes::DS_PARAM_LOAD,
        "lds.param.load" => opcodes::LDS_PARAM_LOAD,
        "lds.direct.load" if is_rdna4 => opcodes::DS_DIRECT_LOAD,
        _ => opcodes::LDS_DIRECT_LOAD,
    };
    if !subtarget.has_instruction(opcode) {
        let message = subtarget.lacks(&format!("llvm.amdgcn.{name}"));
        return Err(Diagnostic::error(Span::NONE, message));
    }
    let value = match name {
        "interp.p1" => {
            let i = argument(builder, inst, 0);
            let attribute = attribute(builder, inst, name, 1)?;
            with_m0(builder, inst, 3, opcode, VT::F32, &[i, attribute])
        }
        "interp.p2" => {
            let [p1, j] = [0, 1].map(|index| argument(builder, inst, index));
            let attribute = attribute(builder, inst, name, 2)?;
            with_m0(builder, inst, 4, opcode, VT::F32, &[p1, j, attribute])
        }
        "interp.mov" => {
            let slot = immediate(builder, inst, 0);
            if !(0..3).contains(&slot) {
                return Err(error(name, "there is no such value of an attribute"));
            }
            let slot = constant(builder, slot);
            let attribute = attribute(builder, inst, name, 1)?;
            with_m0(builder, inst, 3, opcode, VT::F32, &[slot, attribute])
        }
        "interp.p1.f16" => {
            let i = argument(builder, inst, 0);
            let attribute = attribute(builder, inst, name, 1)?;
            let [none, high] = [0, immediate(builder, inst, 3) & 1].map(|value| constant(builder, value));
            let operands = [none, i, attribute, high, none, none];
            with_m0(builder, inst, 4, opcode, VT::F32, &operands)
        }
        "interp.p2.f16" => {
            let [p1, j] = [0, 1].map(|index| argument(builder, inst, index));
            let attribute = attribute(builder, inst, name, 2)?;
            let [none, high] = [0, immediate(builder, inst, 4) & 1].map(|value| constant(builder, value));
            let operands = [none, j, attribute, none, p1, high, none];
            with_m0(builder, inst, 5, opcode, VT::F16, &operands)
        }
        "lds.param.load" | "lds.direct.load" => {
            let mut operands: SmallVec<[NodeValue; 3]> = SmallVec::new();
            let is_attribute = name == "lds.param.load";
            if is_attribute {
                operands.push(attribute(builder, inst, name, 0)?);
            }
            operands.push(constant(builder, NO_VECTOR_WAIT));
            if is_rdna4 {
                operands.push(constant(builder, NO_MEMORY_WAIT));
            }
            let result = builder.func.result(inst).expect("a loaded value");
            let vt = builder.value_type(builder.func.ty(result)).unwrap_or(VT::OTHER);
            if !vt.is_data() || vt.size_in_bits() != 32 {
                return Err(error(name, "words are loaded"));
            }
            let m0 = if is_attribute { 2 } else { 0 };
            let loaded = with_m0(builder, inst, m0, opcode, VT::I32, &operands);
            builder.dag.bitcast(vt, loaded)
        }
        _ => in_registers(builder, inst, name, opcode),
    };
    Ok(Some(SmallVec::from_slice(&[value])))
}

fn error(name: &str, why: &str) -> Diagnostic {
    let message = format!("intrinsic 'llvm.amdgcn.{name}' is not supported: {why}");
    Diagnostic::error(Span::NONE, message)
}

fn constant(builder: &mut DagBuilder<'_>, value: i64) -> NodeValue {
    builder.dag.target_constant(value, VT::I32)
}

/// The operand for a channel, whose argument is `index`, of an attribute, which is the next argument.
fn attribute(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    index: usize,
) -> Result<NodeValue, Diagnostic> {
    let [channel, attribute] = [0, 1].map(|next| immediate(builder, inst, index + next));
    if !(0..CHANNELS).contains(&channel) || !(0..ATTRIBUTES).contains(&attribute) {
        return Err(error(name, "there is no such channel of an attribute"));
    }
    Ok(constant(builder, CHANNELS * attribute + channel))
}

/// An instruction that uses M0, which argument `m0` is copied to.
fn with_m0(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    m0: usize,
    opcode: Opcode,
    result: VT,
    operands: &[NodeValue],
) -> NodeValue {
    let m0 = argument(builder, inst, m0);
    glued_to_m0(builder, m0, opcode, &[result], operands)
}

/// A step of an interpolation between values that were loaded. Of halves, the attribute's is the lower or upper one: in the first
/// step the first and third source, in the second one the first.
fn in_registers(builder: &mut DagBuilder<'_>, inst: Inst, name: &str, opcode: Opcode) -> NodeValue {
    let is_half = name.ends_with(".f16");
    let is_first = name.contains("p10");
    let is_high = is_half && immediate(builder, inst, 3) & 1 != 0;
    let mut operands: SmallVec<[NodeValue; 8]> = SmallVec::new();
    for source in 0..3 {
        let is_attribute = source == 0 || source == 2 && is_first;
        let modifiers = if is_high && is_attribute { UPPER_HALF } else { 0 };
        operands.push(constant(builder, modifiers));
        operands.push(argument(builder, inst, source));
    }
    operands.push(constant(builder, 0));
    operands.push(constant(builder, NO_EXPORT_WAIT));
    let result = match is_half && !is_first {
        true => VT::F16,
        false => VT::F32,
    };
    builder.dag.machine_node(opcode, &[result], &operands).into()
}
