//! Intrinsics that need more than patterns: those of any type, whose values are split into dwords; those with 8- and
//! 16-bit values, which become whole dwords for patterns; those that need M0.

use super::ballots::{ballot, ballot_as_asked, ballot_type, compare, mask_type};
use super::barriers::{barrier, global_wave_sync};
use super::{buffers, chains, exports, images, interpolation};
use crate::address_spaces::REGION;
use crate::intrinsics::{REGISTRY, is_for_type};
use smallvec::SmallVec;
use wavec_codegen::dag::{CondCode, DagBuilder, NodeValue, ValueType as VT, isd};
use wavec_gpu_mc::subtarget::Subtarget;
use wavec_gpu_mc::symbolic::dpp_ctrl_is_valid;
use wavec_gpu_mc::{opcodes, regs};
use wavec_ir::intrinsics::{IntrinsicId, IntrinsicProperties};
use wavec_ir::{Inst, Type, TypeData};
use wavec_mc::Opcode;
use wavec_support::{Diagnostic, Span};

/// What no processor has an instruction for, or nothing that computes needs, and why. Prefixes end in `*`.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("ds.ordered.*", "there is no ordered append"),
    ("log.clamp", "there is no such instruction"),
    ("rcp.legacy", "there is no such instruction"),
    ("rsq.legacy", "there is no such instruction"),
    ("lds.kernel.id", "local memory is laid out by kernel"),
    ("if", "control flow is structured by the compiler"),
    ("if.break", "control flow is structured by the compiler"),
    ("else", "control flow is structured by the compiler"),
    ("end.cf", "control flow is structured by the compiler"),
    ("loop", "control flow is structured by the compiler"),
    ("unreachable", "control flow is structured by the compiler"),
];

/// What only shaders can use, and why.
const ONLY_IN_SHADERS: &[(&str, &str)] = &[
    ("kill", "only shaders change or ask for their lanes"),
    ("wqm.demote", "only shaders change or ask for their lanes"),
    ("live.mask", "only shaders change or ask for their lanes"),
    ("ps.live", "only shaders change or ask for their lanes"),
    ("init.exec*", "only shaders change or ask for their lanes"),
    ("cs.chain", "only shaders and functions of chains jump to others"),
    ("init.whole.wave", "only functions of chains begin with all lanes"),
    (
        "set.inactive.chain.arg",
        "only functions of chains know inactive lanes of their arguments",
    ),
    ("interp.*", "only shaders are given attributes"),
    ("lds.param.load", "only shaders are given attributes"),
    ("lds.direct.load", "only shaders are given attributes"),
];

fn reason(list: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => name == pattern,
    };
    list.iter()
        .find(|(pattern, _)| fits(pattern))
        .map(|&(_, why)| why)
}

/// Why an intrinsic (without `llvm.amdgcn.`) is not supported in kernels and functions that they call.
pub fn unsupported(name: &str) -> Option<&'static str> {
    reason(UNSUPPORTED, name).or_else(|| reason(ONLY_IN_SHADERS, name))
}

/// Intrinsics with patterns for halves themselves.
const HALF: &[&str] = &[
    "rcp",
    "rsq",
    "sqrt",
    "fract",
    "frexp.mant",
    "exp2",
    "log",
    "sin",
    "cos",
    "fmad.ftz",
    "fmed3",
    "div.fixup",
];

/// Whether values of a type consist of parts smaller than a dword.
pub fn is_small(vt: VT) -> bool {
    vt.is_data() && matches!(vt.scalar_bits(), 8 | 16)
}

/// The type of whole dwords that replaces a type of small parts, or 128-bit integers.
pub fn dword_type(vt: VT) -> Option<VT> {
    if vt == VT::I1 {
        return Some(VT::I32);
    }
    if !is_small(vt) && vt != VT::I128 {
        return Some(vt);
    }
    Some(match vt.size_in_bits() {
        0..=32 => VT::I32,
        48 | 64 => VT::I64,
        96 => VT::V3I32,
        128 => VT::V4I32,
        192 => VT::V6I32,
        256 => VT::V8I32,
        512 => VT::V16I32,
        _ => return None,
    })
}

/// A value converted to its type of whole dwords.
pub fn to_dwords(builder: &mut DagBuilder<'_>, value: NodeValue) -> Option<NodeValue> {
    let vt = builder.dag.value_type(value);
    let to = dword_type(vt)?;
    if vt == VT::I1 {
        return Some(builder.dag.zext_or_trunc(value, to));
    }
    let bits = vt.size_in_bits();
    if bits == to.size_in_bits() {
        return Some(builder.dag.bitcast(to, value));
    }
    let narrow = builder.dag.bitcast(VT::int(bits), value);
    Some(builder.dag.anyext_or_trunc(narrow, to))
}

/// The inverse: the value of type `vt` whose dwords are `value`.
pub fn from_dwords(builder: &mut DagBuilder<'_>, value: NodeValue, vt: VT) -> NodeValue {
    let bits = vt.size_in_bits();
    let from = builder.dag.value_type(value);
    if bits == from.size_in_bits() {
        return builder.dag.bitcast(vt, value);
    }
    let narrow = builder.dag.anyext_or_trunc(value, VT::int(bits));
    builder.dag.bitcast(vt, narrow)
}

fn error(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(
        Span::NONE,
        format!("intrinsic 'llvm.amdgcn.{name}' is not supported: {why}"),
    )
}

/// Creates the nodes of an intrinsic; `None` leaves it to patterns or to others.
///
/// # Errors
/// An intrinsic without an instruction.
pub fn lower(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    id: IntrinsicId,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Option<SmallVec<[NodeValue; 2]>>, Diagnostic> {
    let refused = match super::shaders::is_of_driver(builder) {
        true => reason(UNSUPPORTED, name),
        false => unsupported(name),
    };
    if let Some(why) = refused {
        return Err(error(name, why));
    }
    let first = builder.func.args(inst).get(1).map(|&arg| builder.func.ty(arg));
    if first.is_some_and(|ty| !is_for_type(builder.ctx, name, ty)) {
        return Err(error(name, "it exists for other types"));
    }
    if let Some(values) = buffers::lower(builder, inst, name, subtarget)? {
        return Ok(Some(values));
    }
    if let Some(values) = images::lower(builder, inst, name, subtarget)? {
        return Ok(Some(values));
    }
    if let Some(values) = super::shaders::intrinsic(builder, inst, name) {
        return Ok(Some(values));
    }
    if let Some(values) = chains::lower(builder, inst, name, subtarget)? {
        return Ok(Some(values));
    }
    if let Some(values) = exports::lower(builder, inst, name, subtarget)? {
        return Ok(Some(values));
    }
    if let Some(values) = interpolation::lower(builder, inst, name, subtarget)? {
        return Ok(Some(values));
    }
    let one = |value: NodeValue| Ok(Some(SmallVec::from_slice(&[value])));
    match name {
        "wqm" if super::shaders::is_for_shaders(builder) => {
            return Err(error(
                name,
                "functions for shaders do not widen the mask of lanes",
            ));
        }
        // The helper lanes of a quad would not belong to a work-item.
        "wqm" | "softwqm" if !super::shaders::is_of_driver(builder) => {
            let value = argument(builder, inst, 0);
            return one(value);
        }
        "readfirstlane"
        | "readlane"
        | "writelane"
        | "update.dpp"
        | "mov.dpp"
        | "set.inactive"
        | "set.inactive.chain.arg"
        | "strict.wwm"
        | "wwm"
        | "strict.wqm"
        | "wqm"
        | "softwqm"
        | "wave.shuffle"
        | "permlane16"
        | "permlanex16"
        | "permlane64"
        | "mov.dpp8" => {
            if let Some(control) = lane_control(builder, inst, name)
                && !dpp_ctrl_is_valid(control, subtarget.family.dpp_controls)
            {
                let processor = subtarget.id.processor.name;
                let why = format!("the control {control:#x} is not supported on {processor}");
                return Err(error(name, &why));
            }
            return by_dword(builder, inst, id, name).map(|value| Some(SmallVec::from_slice(&[value])));
        }
        "dead" => {
            let result = builder.func.result(inst).expect("a value");
            let Some(vt) = builder.value_type(builder.func.ty(result)) else {
                return Err(error(name, "values of this type are several registers"));
            };
            let value = builder.dag.undef(vt);
            return one(value);
        }
        // One lane of a quad is representative of all.
        "wqm.vote" => {
            let value = argument(builder, inst, 0);
            if !builder.dag.is_divergent(value.node) {
                return one(value);
            }
            let lanes = ballot(builder, value, subtarget);
            let inverse = super::operations::target_intrinsic("inverse.ballot");
            let dag = &mut builder.dag;
            let active = dag.intrinsic(isd::INTRINSIC_WO_CHAIN, inverse, &[VT::I1], &[lanes], None);
            let quads = dag.machine_node(opcodes::SI_MASK_WQM, &[VT::I1], &[active.into()]);
            return one(quads.into());
        }
        "inverse.ballot" => {
            let mask = argument(builder, inst, 0);
            if builder.dag.value_type(mask) != ballot_type(subtarget) {
                return Err(error(
                    name,
                    "the mask has another number of bits than a wave has lanes",
                ));
            }
        }
        "class" => {
            let (value, mask) = (argument(builder, inst, 0), argument(builder, inst, 1));
            return one(builder.dag.node(isd::IS_FPCLASS, VT::I1, &[value, mask]));
        }
        "icmp" | "fcmp" => {
            let first = builder.func.arg(inst, 1);
            if builder.ctx.types.is_vector(builder.func.ty(first)) || mask_type(builder, inst).is_vector() {
                return Err(error(
                    name,
                    "a lane has one bit of the result, and no vector fits in it",
                ));
            }
            return one(compare(builder, inst, subtarget));
        }
        "ballot" => {
            if mask_type(builder, inst).is_vector() {
                return Err(error(name, "a mask of lanes is one integer"));
            }
            let holds = argument(builder, inst, 0);
            return one(ballot_as_asked(builder, inst, holds, subtarget));
        }
        "trig.preop" if builder.func.ty(builder.func.arg(inst, 1)) != Type::F64 => {
            return Err(error(name, "it exists for double only"));
        }
        "frexp.exp" if builder.func.ty(builder.func.arg(inst, 1)) == Type::F16 => {
            return one(half_exponent(builder, inst));
        }
        "fdiv.fast" => return one(fast_division(builder, inst)),
        "rsq.clamp" => return one(clamped_rsq(builder, inst)),
        "is.shared" | "is.private" => return one(is_in_aperture(builder, inst, name == "is.shared")),
        "addrspacecast.nonnull" => {
            let value = argument(builder, inst, 0);
            let result = builder.func.result(inst).expect("a pointer");
            let vt = builder.value_type(builder.func.ty(result)).unwrap_or(VT::I64);
            let (from, to) = (builder.dag.value_type(value), vt);
            if from.size_in_bits() > 64 || to.size_in_bits() > 64 {
                return Err(error(name, "a buffer resource is no address"));
            }
            if from == to {
                return one(value);
            }
            if to == VT::I32 {
                let low = builder.dag.anyext_or_trunc(value, VT::I32);
                return one(low);
            }
            let source = builder.func.ty(builder.func.arg(inst, 1));
            let is_local = matches!(*builder.ctx.types.data(source), TypeData::Ptr(3));
            let high = aperture(builder, is_local);
            return one(builder.dag.node(isd::BUILD_PAIR, VT::I64, &[value, high]));
        }
        "s.sendmsg" => return with_m0(builder, inst, opcodes::S_SENDMSG, 1, &[0], &[]).map(Some),
        "s.sendmsghalt" => return with_m0(builder, inst, opcodes::S_SENDMSGHALT, 1, &[0], &[]).map(Some),
        "s.ttracedata" => return with_m0(builder, inst, opcodes::S_TTRACEDATA, 0, &[], &[]).map(Some),
        "ds.append" | "ds.consume" => {
            let opcode = if name == "ds.append" {
                opcodes::DS_APPEND
            } else {
                opcodes::DS_CONSUME
            };
            let pointer = builder.func.ty(builder.func.arg(inst, 1));
            let is_global = matches!(*builder.ctx.types.data(pointer), TypeData::Ptr(REGION));
            if is_global && !subtarget.family.has_gds {
                let message = subtarget.lacks(&format!("llvm.amdgcn.{name} in the global data share"));
                return Err(Diagnostic::error(Span::NONE, message));
            }
            let offset = builder.dag.target_constant(0, VT::I32);
            let gds = builder.dag.target_constant(i128::from(is_global), VT::I32);
            let base = argument(builder, inst, 0);
            let node = glued_to_m0(builder, base, opcode, &[VT::I32], &[offset, gds]);
            return one(node);
        }
        "permlane16.swap" | "permlane32.swap" => {
            let opcode = match name {
                "permlane16.swap" => opcodes::V_PERMLANE16_SWAP_B32_E64,
                _ => opcodes::V_PERMLANE32_SWAP_B32_E64,
            };
            if !subtarget.has_instruction(opcode) {
                let message = subtarget.lacks(&format!("llvm.amdgcn.{name}"));
                return Err(Diagnostic::error(Span::NONE, message));
            }
            return Ok(Some(swap_rows(builder, inst, opcode)));
        }
        _ if name.starts_with("mfma.scale.") => {
            return one(super::scaled_products::lower(builder, inst, id, name)?);
        }
        _ if name.starts_with("s.barrier.") || name.ends_with(".barrier.state") => {
            if let Some(results) = barrier(builder, inst, name) {
                if !subtarget.has_instruction(opcodes::S_BARRIER_SIGNAL) {
                    let message = subtarget.lacks(&format!("llvm.amdgcn.{name}"));
                    return Err(Diagnostic::error(Span::NONE, message));
                }
                return Ok(Some(results));
            }
        }
        _ if name.starts_with("ds.gws.") => {
            return global_wave_sync(builder, inst, name, subtarget).map(Some);
        }
        _ => {}
    }
    small_types(builder, inst, id, name)
}

/// Argument `index` of a call, from 0.
pub fn argument(builder: &mut DagBuilder<'_>, inst: Inst, index: usize) -> NodeValue {
    let arg = builder.func.arg(inst, index + 1);
    builder.scalar(arg)
}

/// An immediate argument.
pub fn immediate(builder: &DagBuilder<'_>, inst: Inst, index: usize) -> i64 {
    let arg = builder.func.arg(inst, index + 1);
    builder.func.as_int(arg, builder.ctx).unwrap_or(0) as i64
}

/// An instruction preceded by a copy of `m0` to M0. Returns its first result, if there is one, else its chain.
pub fn glued_to_m0(
    builder: &mut DagBuilder<'_>,
    m0: NodeValue,
    opcode: Opcode,
    results: &[VT],
    operands: &[NodeValue],
) -> NodeValue {
    let chain = builder.chain();
    let init = builder
        .dag
        .machine_node(opcodes::SI_INIT_M0, &[VT::OTHER, VT::GLUE], &[m0, chain]);
    let mut types: SmallVec<[VT; 3]> = SmallVec::from_slice(results);
    types.push(VT::OTHER);
    let mut all: SmallVec<[NodeValue; 8]> = SmallVec::from_slice(operands);
    all.push(NodeValue::new(init, 0));
    all.push(NodeValue::new(init, 1));
    let node = builder.dag.machine_node(opcode, &types, &all);
    builder.set_chain(NodeValue::new(node, results.len() as u32));
    NodeValue::new(node, 0)
}

/// A message: immediates and values of the call are operands.
fn with_m0(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    opcode: Opcode,
    m0: usize,
    immediates: &[usize],
    values: &[usize],
) -> Result<SmallVec<[NodeValue; 2]>, Diagnostic> {
    let m0 = argument(builder, inst, m0);
    let mut operands: SmallVec<[NodeValue; 4]> = SmallVec::new();
    for &index in immediates {
        let value = immediate(builder, inst, index);
        operands.push(builder.dag.target_constant(value, VT::I32));
    }
    for &index in values {
        operands.push(argument(builder, inst, index));
    }
    glued_to_m0(builder, m0, opcode, &[], &operands);
    Ok(SmallVec::new())
}

/// Rows of lanes of two registers change places.
fn swap_rows(builder: &mut DagBuilder<'_>, inst: Inst, opcode: Opcode) -> SmallVec<[NodeValue; 2]> {
    let (old, source) = (argument(builder, inst, 0), argument(builder, inst, 1));
    let flags = [3, 2].map(|index| {
        let flag = immediate(builder, inst, index) & 1;
        builder.dag.target_constant(flag, VT::I32)
    });
    let operands = [source, old, flags[0], flags[1]];
    let node = builder.dag.machine_node(opcode, &[VT::I32, VT::I32], &operands);
    SmallVec::from_slice(&[NodeValue::new(node, 0), NodeValue::new(node, 1)])
}

/// What a lane reads by DPP.
fn lane_control(builder: &DagBuilder<'_>, inst: Inst, name: &str) -> Option<u32> {
    match name {
        "update.dpp" => Some(immediate(builder, inst, 2) as u32),
        "mov.dpp" => Some(immediate(builder, inst, 1) as u32),
        _ => None,
    }
}

/// Moves between lanes, dword by dword.
fn by_dword(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    id: IntrinsicId,
    name: &str,
) -> Result<NodeValue, Diagnostic> {
    let result = builder.func.result(inst).expect("a value moved between lanes");
    let Some(vt) = builder.value_type(builder.func.ty(result)) else {
        return Err(error(name, "values of this type are not moved between lanes"));
    };
    let Some(wide) = dword_type(vt).filter(|wide| wide.size_in_bits().is_multiple_of(32)) else {
        return Err(error(name, "values of this type are not moved between lanes"));
    };
    let words = wide.size_in_bits() / 32;
    // Arguments of the moved type, and arguments shared by all dwords.
    let (moved, shared): (&[usize], &[usize]) = match name {
        "writelane" => (&[0, 2], &[1]),
        "update.dpp" | "set.inactive" | "set.inactive.chain.arg" => (&[0, 1], &[]),
        "readlane" | "wave.shuffle" => (&[0], &[1]),
        "permlane16" | "permlanex16" => (&[0, 1], &[2, 3]),
        _ => (&[0], &[]),
    };
    let mut values: SmallVec<[SmallVec<[NodeValue; 8]>; 2]> = SmallVec::new();
    for &index in moved {
        let value = argument(builder, inst, index);
        let value = to_dwords(builder, value).expect("a type that has one of dwords");
        values.push(split(builder, value, words));
    }
    let count = builder.func.args(inst).len() - 1;
    let mut parts: SmallVec<[NodeValue; 8]> = SmallVec::new();
    for word in 0..words as usize {
        let mut operands: SmallVec<[NodeValue; 6]> = SmallVec::new();
        for index in 0..count {
            if let Some(at) = moved.iter().position(|&m| m == index) {
                operands.push(values[at][word]);
            } else if shared.contains(&index) {
                operands.push(argument(builder, inst, index));
            } else {
                let ty = builder.func.ty(builder.func.arg(inst, index + 1));
                let vt = builder.value_type(ty).unwrap_or(VT::I32);
                let value = immediate(builder, inst, index);
                let value = match name {
                    _ if vt == VT::I1 => value & 1,
                    // Masks of rows and banks have a bit for each of four; other bits are ignored.
                    "update.dpp" | "mov.dpp" if index + 3 >= count => value & 15,
                    _ => value,
                };
                operands.push(builder.dag.target_constant(value, vt));
            }
        }
        let node = builder
            .dag
            .intrinsic(isd::INTRINSIC_WO_CHAIN, id, &[VT::I32], &operands, None);
        parts.push(node.into());
    }
    let joined = join(builder, &parts, wide);
    Ok(from_dwords(builder, joined, vt))
}

/// The dwords of a value.
pub fn split(builder: &mut DagBuilder<'_>, value: NodeValue, words: u32) -> SmallVec<[NodeValue; 8]> {
    if words == 1 {
        return SmallVec::from_slice(&[builder.dag.bitcast(VT::I32, value)]);
    }
    let vector = builder.dag.bitcast(VT::vector(VT::I32, words), value);
    (0..words)
        .map(|word| builder.dag.extract_element(vector, word))
        .collect()
}

/// The value of type `vt` that has these dwords.
pub fn join(builder: &mut DagBuilder<'_>, parts: &[NodeValue], vt: VT) -> NodeValue {
    if let [one] = *parts {
        return builder.dag.bitcast(vt, one);
    }
    let vector = builder
        .dag
        .build_vector(VT::vector(VT::I32, parts.len() as u32), parts);
    builder.dag.bitcast(vt, vector)
}

/// The exponent of a half, which the instruction returns as 16 bits.
fn half_exponent(builder: &mut DagBuilder<'_>, inst: Inst) -> NodeValue {
    let half = argument(builder, inst, 0);
    let result = builder.func.result(inst).expect("an exponent");
    let vt = builder.value_type(builder.func.ty(result)).unwrap_or(VT::I32);
    let zero = builder.dag.target_constant(0, VT::I32);
    let opcode = opcodes::V_FREXP_EXP_I16_F16_E64;
    let described = wavec_gpu_mc::INSTR_INFO.desc(opcode).operands().len() - 1;
    let mut operands: SmallVec<[NodeValue; 4]> = SmallVec::from_elem(zero, described);
    operands[1] = half;
    let exponent = builder.dag.machine_node(opcode, &[VT::I32], &operands);
    let exponent = builder.dag.sext_in_reg(exponent.into(), VT::I16);
    builder.dag.sext_or_trunc(exponent, vt)
}

/// `num / den` to 2.5 units in the last place: large denominators are scaled down first.
fn fast_division(builder: &mut DagBuilder<'_>, inst: Inst) -> NodeValue {
    let (num, den) = (argument(builder, inst, 0), argument(builder, inst, 1));
    let dag = &mut builder.dag;
    let magnitude = dag.node(isd::FABS, VT::F32, &[den]);
    let limit = dag.constant_fp_bits(0x6f80_0000, VT::F32);
    let small = dag.constant_fp_bits(0x2f80_0000, VT::F32);
    let one = dag.constant_fp_bits(0x3f80_0000, VT::F32);
    let is_large = dag.set_cc(VT::I1, magnitude, limit, CondCode::SetOgt);
    let scale = dag.select(is_large, small, one);
    let scaled = dag.node(isd::FMUL, VT::F32, &[den, scale]);
    let rcp = super::operations::target_intrinsic("rcp");
    let inverse = dag.intrinsic(isd::INTRINSIC_WO_CHAIN, rcp, &[VT::F32], &[scaled], None);
    let quotient = dag.node(isd::FMUL, VT::F32, &[num, inverse.into()]);
    dag.node(isd::FMUL, VT::F32, &[scale, quotient])
}

/// The inverse square root, clamped to the largest finite number.
fn clamped_rsq(builder: &mut DagBuilder<'_>, inst: Inst) -> NodeValue {
    let value = argument(builder, inst, 0);
    let dag = &mut builder.dag;
    let vt = dag.value_type(value);
    let (largest, least) = match vt {
        VT::F64 => (f64::MAX.to_bits(), f64::MIN.to_bits()),
        VT::F16 => (0x7bff, 0xfbff),
        _ => (u64::from(f32::MAX.to_bits()), u64::from(f32::MIN.to_bits())),
    };
    let rsq = super::operations::target_intrinsic("rsq");
    let root = dag.intrinsic(isd::INTRINSIC_WO_CHAIN, rsq, &[vt], &[value], None);
    let largest = dag.constant_fp_bits(largest, vt);
    let least = dag.constant_fp_bits(least, vt);
    let bounded = dag.node(isd::FMINNUM, vt, &[root.into(), largest]);
    dag.node(isd::FMAXNUM, vt, &[bounded, least])
}

/// The high dword of generic addresses of local or private memory.
fn aperture(builder: &mut DagBuilder<'_>, is_shared: bool) -> NodeValue {
    let register = if is_shared {
        regs::SRC_SHARED_BASE
    } else {
        regs::SRC_PRIVATE_BASE
    };
    let dag = &mut builder.dag;
    let register = dag.register(register, VT::I64);
    let base = dag.machine_node(opcodes::S_MOV_B64, &[VT::I64], &[register]);
    let shift = dag.constant(32, VT::I32);
    let upper = dag.node(isd::SRL, VT::I64, &[base.into(), shift]);
    dag.node(isd::TRUNCATE, VT::I32, &[upper])
}

fn is_in_aperture(builder: &mut DagBuilder<'_>, inst: Inst, is_shared: bool) -> NodeValue {
    let pointer = argument(builder, inst, 0);
    let base = aperture(builder, is_shared);
    let dag = &mut builder.dag;
    let shift = dag.constant(32, VT::I32);
    let upper = dag.node(isd::SRL, VT::I64, &[pointer, shift]);
    let high = dag.node(isd::TRUNCATE, VT::I32, &[upper]);
    dag.set_cc(VT::I1, high, base, CondCode::SetEq)
}

/// The intrinsic with its small values as dwords; half-precision ones with patterns are unchanged.
fn small_types(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    id: IntrinsicId,
    name: &str,
) -> Result<Option<SmallVec<[NodeValue; 2]>>, Diagnostic> {
    let desc = REGISTRY.get(id);
    let count = builder.func.args(inst).len() - 1;
    let is_immediate = |index: usize| desc.args.get(index).is_some_and(|arg| arg.immarg);
    let types: SmallVec<[VT; 2]> = builder
        .part_types(builder.func.inst(inst).ty)
        .into_iter()
        .collect();
    let mut has_small = types.iter().any(|&vt| is_small(vt));
    for index in (0..count).filter(|&index| !is_immediate(index)) {
        let ty = builder.func.ty(builder.func.arg(inst, index + 1));
        has_small |= builder.value_type(ty).is_some_and(is_small);
    }
    if !has_small || HALF.contains(&name) {
        return Ok(None);
    }
    let is_pure = desc.properties.contains(IntrinsicProperties::NO_MEM)
        && !desc.properties.contains(IntrinsicProperties::SIDE_EFFECTS);
    let mut operands: SmallVec<[NodeValue; 8]> = SmallVec::new();
    if !is_pure {
        operands.push(builder.chain());
    }
    for index in 0..count {
        if is_immediate(index) {
            let ty = builder.func.ty(builder.func.arg(inst, index + 1));
            let vt = builder.value_type(ty).unwrap_or(VT::I32);
            let value = immediate(builder, inst, index);
            operands.push(builder.dag.target_constant(value, vt));
            continue;
        }
        let value = argument(builder, inst, index);
        let Some(value) = to_dwords(builder, value) else {
            return Err(error(name, "values of this size have no instruction"));
        };
        operands.push(value);
    }
    let mut wide: SmallVec<[VT; 3]> = SmallVec::new();
    for &vt in &types {
        wide.push(dword_type(vt).ok_or_else(|| error(name, "values of this size have no instruction"))?);
    }
    let opcode = match (is_pure, types.is_empty()) {
        (true, _) => isd::INTRINSIC_WO_CHAIN,
        (false, true) => isd::INTRINSIC_VOID,
        (false, false) => isd::INTRINSIC_W_CHAIN,
    };
    if !is_pure {
        wide.push(VT::OTHER);
    }
    let node = builder.dag.intrinsic(opcode, id, &wide, &operands, None);
    if !is_pure {
        builder.set_chain(NodeValue::new(node, types.len() as u32));
    }
    let mut values = SmallVec::new();
    for (i, &vt) in types.iter().enumerate() {
        values.push(from_dwords(builder, NodeValue::new(node, i as u32), vt));
    }
    Ok(Some(values))
}
