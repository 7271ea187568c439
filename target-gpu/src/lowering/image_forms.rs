//! Accesses to images by any instruction: mip levels, derivatives, comparisons, gathered texels, atomics, values of 16 bits,
//! and a word of status. `images.rs` selects the most common ones directly; these become forms (`td/image_forms.td`), whose
//! address is a tuple.
//!
//! An address consists of an offset, a bias, a value to compare with, derivatives, coordinates and a level or its bound, in
//! this order ("RDNA 2" instruction set reference, chapter 8). Those of 16 bits share words: two coordinates, or the
//! derivatives in one direction; a bias has a word of its own.

use super::buffers::of_all_lanes;
use super::intrinsics::{argument, immediate, to_dwords};
use crate::address_spaces::BUFFER_RESOURCE;
use crate::image_intrinsics::{self, Access, Kind};
use smallvec::SmallVec;
use wavec_codegen::dag::{DagBuilder, NodeValue, ValueType as VT, isd};
use wavec_codegen::mir::{MemFlags, MemOperand};
use wavec_gpu_mc::subtarget::Subtarget;
use wavec_gpu_mc::{INSTR_INFO, features};
use wavec_ir::Inst;
use wavec_mc::Opcode;
use wavec_support::{Diagnostic, Span};

type Values = SmallVec<[NodeValue; 2]>;

/// Bits of the argument that asks for a word of status.
const STATUS: i64 = 1;
const STATUS_OF_MISSING: i64 = 2;

/// The arguments of the address, in words, and which of its parts have 16 bits.
struct Address {
    words: SmallVec<[NodeValue; 12]>,
    has_short_coordinates: bool,
    has_short_derivatives: bool,
}

/// Two values of 16 bits in a word; the upper one may be missing.
fn pair(builder: &mut DagBuilder<'_>, low: NodeValue, high: Option<NodeValue>) -> Option<NodeValue> {
    let low = to_dwords(builder, low)?;
    let Some(high) = high else { return Some(low) };
    let high = to_dwords(builder, high)?;
    let dag = &mut builder.dag;
    let (mask, shift) = (dag.constant(0xffff, VT::I32), dag.constant(16, VT::I32));
    let low = dag.node(isd::AND, VT::I32, &[low, mask]);
    let high = dag.node(isd::SHL, VT::I32, &[high, shift]);
    Some(dag.node(isd::OR, VT::I32, &[low, high]))
}

/// Values of one size in words: each its own, or two in each.
fn in_words(
    builder: &mut DagBuilder<'_>,
    values: &[NodeValue],
    is_short: bool,
    words: &mut SmallVec<[NodeValue; 12]>,
) -> Option<()> {
    for two in values.chunks(if is_short { 2 } else { 1 }) {
        let word = match is_short {
            true => pair(builder, two[0], two.get(1).copied())?,
            false => builder.dag.bitcast(VT::I32, two[0]),
        };
        words.push(word);
    }
    Some(())
}

/// The address from argument `first` on, and the argument behind it.
fn address(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    access: &Access,
    first: usize,
) -> Option<(Address, usize)> {
    let mut next = first;
    let mut take = |builder: &mut DagBuilder<'_>, count: usize| -> SmallVec<[NodeValue; 8]> {
        next += count;
        (next - count..next)
            .map(|index| argument(builder, inst, index))
            .collect()
    };
    let is_short =
        |builder: &DagBuilder<'_>, value: NodeValue| builder.dag.value_type(value).size_in_bits() == 16;
    let mut words = SmallVec::new();
    let single = usize::from(access.has_offset);
    for value in take(builder, single) {
        words.push(value);
    }
    let bias = take(builder, usize::from(access.has_bias));
    let short_bias = bias.first().map(|&bias| is_short(builder, bias));
    in_words(builder, &bias, short_bias == Some(true), &mut words)?;
    for value in take(builder, usize::from(access.has_reference)) {
        words.push(builder.dag.bitcast(VT::I32, value));
    }
    let derivatives = take(builder, 2 * access.derivatives);
    let has_short_derivatives = derivatives.first().is_some_and(|&value| is_short(builder, value));
    // Each direction begins with a word.
    for direction in derivatives.chunks(access.derivatives.max(1)) {
        in_words(builder, direction, has_short_derivatives, &mut words)?;
    }
    let places = take(builder, access.coordinates + usize::from(access.has_level));
    let has_short_coordinates = places.first().is_some_and(|&value| is_short(builder, value));
    if short_bias.is_some_and(|is_short| is_short != has_short_coordinates) {
        return None;
    }
    in_words(builder, &places, has_short_coordinates, &mut words)?;
    let address = Address {
        words,
        has_short_coordinates,
        has_short_derivatives,
    };
    Some((address, next))
}

/// The words of what is stored: elements of 16 bits in pairs.
fn stored_words(builder: &mut DagBuilder<'_>, value: NodeValue) -> Option<SmallVec<[NodeValue; 8]>> {
    let value = to_dwords(builder, value)?;
    let words = builder.dag.value_type(value).size_in_bits() / 32;
    Some(super::intrinsics::split(builder, value, words))
}

/// A tuple of so many words.
fn tuple(builder: &mut DagBuilder<'_>, words: &[NodeValue]) -> NodeValue {
    match words {
        [only] => builder.dag.bitcast(VT::I32, *only),
        _ => builder
            .dag
            .build_vector(VT::vector(VT::I32, words.len() as u32), words),
    }
}

/// Registers of a tuple for so many words: there are values of up to eight and of sixteen.
fn tuple_words(words: usize) -> usize {
    if words > 8 { 16 } else { words }
}

/// The number of words in the type of a tuple.
fn tuple_type(words: u32) -> VT {
    if words == 1 {
        VT::I32
    } else {
        VT::vector(VT::I32, words)
    }
}

/// Creates the nodes of an intrinsic without `llvm.amdgcn.`; `None` if it is not one of these.
///
/// # Errors
/// Types and operands that no instruction supports.
pub(super) fn lower(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Option<Values>, Diagnostic> {
    let Some(access) = Access::parse(name) else {
        return Ok(None);
    };
    let error = |why: &str| Diagnostic::error(Span::NONE, format!("intrinsic 'llvm.amdgcn.{name}' {why}"));
    let unavailable = || error(&format!("is not available on {}", subtarget.id.processor.name));
    let is_atomic = access.kind == Kind::Atomic;
    let has_sampler = access.kind == Kind::Sample;
    let data_arguments = match access.kind {
        Kind::Store => 1,
        Kind::Atomic => 1 + usize::from(access.is_exchange),
        Kind::Load | Kind::Sample => 0,
    };
    let first = data_arguments + usize::from(!is_atomic);
    let Some((address, resource_at)) = address(builder, inst, &access, first) else {
        return Err(error(
            "is not supported: coordinates and bias are of one size, 16 or 32 bits",
        ));
    };
    let behind = resource_at + 1 + 2 * usize::from(has_sampler);
    // The result, and with it a word of status.
    let types: SmallVec<[VT; 2]> = builder
        .part_types(builder.func.inst(inst).ty)
        .into_iter()
        .collect();
    let fails = immediate(builder, inst, behind);
    let has_status = fails & STATUS != 0;
    if fails & !(STATUS | STATUS_OF_MISSING) != 0
        || fails == STATUS_OF_MISSING
        || has_status && (types.len() != 2 || data_arguments != 0)
    {
        return Err(error("is not supported: a status is the second result of a load"));
    }
    let mut stored: SmallVec<[NodeValue; 4]> = SmallVec::new();
    let mut element_bits = 32;
    for index in 0..data_arguments {
        let value = argument(builder, inst, index);
        element_bits = builder.dag.value_type(value).scalar_bits();
        let Some(words) = stored_words(builder, value) else {
            return Err(error("is not supported: data are one to four words"));
        };
        stored.extend(words);
    }
    if data_arguments == 0
        && let Some(&vt) = types.first()
    {
        element_bits = vt.scalar_bits();
    }
    let is_short = !is_atomic && element_bits == 16;
    let mask = match (is_atomic, stored.len()) {
        (true, words) => (1 << words) - 1,
        (false, _) => immediate(builder, inst, data_arguments),
    };
    let elements = match access.is_gather {
        true => 4,
        false => mask.count_ones(),
    };
    if !(0..16).contains(&mask) || access.is_gather && mask.count_ones() != 1 {
        return Err(error(
            "is not supported: the mask has a bit for each of four channels",
        ));
    }
    let Some(&data) = types.first().or((!stored.is_empty()).then_some(&VT::I32)) else {
        return Err(error("is not supported: data are one to four words"));
    };
    let words = if is_short { elements.div_ceil(2) } else { elements };
    let is_given = !stored.is_empty();
    if is_given && stored.len() != words as usize
        || !is_given && (data.num_elements().max(1) < elements || !matches!(element_bits, 16 | 32))
    {
        return Err(error(
            "is not supported: the mask has as many bits as there are channels",
        ));
    }
    if elements == 0 {
        let undef: Values = types.iter().map(|&vt| builder.dag.undef(vt)).collect();
        return Ok(Some(undef));
    }
    let has_dimensions = subtarget.family.image_addresses.has_dimensions;
    if has_status && !has_dimensions && subtarget.has(features::GFX90A) {
        return Err(error(&format!(
            "returns no status on {}",
            subtarget.id.processor.name
        )));
    }
    // On GFX9 derivatives have the size of coordinates.
    let is_mixed = access.derivatives != 0 && address.has_short_derivatives != address.has_short_coordinates;
    if is_mixed && !has_dimensions {
        return Err(error(
            "is not supported: coordinates and derivatives are of one size, 16 or 32 bits",
        ));
    }
    let Some(base) = access.instruction(subtarget, address.has_short_derivatives) else {
        return Err(unavailable());
    };
    let total = words + u32::from(has_status);
    let form = format!(
        "IMAGE_FORM_{}{}_V{total}_V{}",
        match access.kind {
            Kind::Load => "LOAD",
            Kind::Store => "STORE",
            Kind::Atomic => "ATOMIC",
            Kind::Sample => "SAMPLE",
        },
        if has_status { "_STATUS" } else { "" },
        tuple_words(address.words.len())
    );
    let Some(opcode) = INSTR_INFO.by_name(&form) else {
        return Err(error("is not supported: it has too many operands"));
    };
    let mut operands: SmallVec<[NodeValue; 20]> = SmallVec::new();
    if has_status {
        // What is not loaded is zero.
        let zero = builder.dag.constant(0, VT::I32);
        let zeros: SmallVec<[NodeValue; 5]> = SmallVec::from_elem(zero, total as usize);
        operands.push(tuple(builder, &zeros));
    } else if is_given {
        operands.push(tuple(builder, &stored));
    }
    let count = address.words.len();
    let mut place = address.words;
    // Words that do not count.
    let undef = builder.dag.undef(VT::I32);
    place.resize(tuple_words(count), undef);
    operands.push(tuple(builder, &place));
    operands.extend(descriptors(builder, inst, resource_at, has_sampler).map_err(error)?);
    let unnormalized = unnormalized(builder, inst, resource_at, has_sampler);
    // Atomics return the old value.
    let policy = immediate(builder, inst, behind + 1) & 0x1f | i64::from(is_atomic);
    let modifiers = [
        i64::from(base.0) | (count as i64) << 16,
        mask,
        image_intrinsics::dimension(access.dimension, subtarget),
        unnormalized,
        policy,
        0,
        i64::from(address.has_short_coordinates),
        i64::from(has_status),
        fails >> 1 & 1,
        i64::from(is_short),
    ];
    for modifier in modifiers {
        operands.push(builder.dag.target_constant(modifier, VT::I32));
    }
    let words = access_node(builder, &access, opcode, &operands, total);
    let Some(result) = words else {
        return Ok(Some(Values::new()));
    };
    Ok(Some(results(builder, result, total, &types, has_status)))
}

/// The resource and the sampler, from argument `at` on, or why they cannot be taken.
pub(super) fn descriptors(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    at: usize,
    has_sampler: bool,
) -> Result<SmallVec<[NodeValue; 2]>, &'static str> {
    let mut found = SmallVec::new();
    for (index, wanted) in [(at, VT::V8I32), (at + 1, VT::V4I32)]
        .into_iter()
        .take(1 + usize::from(has_sampler))
    {
        let descriptor = argument(builder, inst, index);
        if builder.dag.value_type(descriptor) != wanted {
            return Err("is not supported: resources are <8 x i32>, samplers <4 x i32>");
        }
        found.push(of_all_lanes(builder, descriptor));
    }
    Ok(found)
}

/// Whether coordinates are not normalized, as integers are not: after the sampler, which follows the resource in argument `at`.
pub(super) fn unnormalized(builder: &DagBuilder<'_>, inst: Inst, at: usize, has_sampler: bool) -> i64 {
    match has_sampler {
        true => immediate(builder, inst, at + 2) & 1,
        false => 1,
    }
}

/// The machine node, with its place in memory. Returns its result, if it has one.
fn access_node(
    builder: &mut DagBuilder<'_>,
    access: &Access,
    opcode: Opcode,
    operands: &[NodeValue],
    total: u32,
) -> Option<NodeValue> {
    let writes = matches!(access.kind, Kind::Store | Kind::Atomic);
    let mut operands: SmallVec<[NodeValue; 20]> = SmallVec::from_slice(operands);
    operands.push(if writes {
        builder.chain()
    } else {
        builder.load_chain()
    });
    let has_result = access.kind != Kind::Store;
    let types = [tuple_type(total), VT::OTHER];
    let node = builder
        .dag
        .machine_node(opcode, if has_result { &types } else { &types[1..] }, &operands);
    let flags = match access.kind {
        Kind::Store => MemFlags::STORE,
        Kind::Atomic => MemFlags::LOAD | MemFlags::STORE,
        Kind::Load | Kind::Sample => MemFlags::LOAD,
    };
    let memory = MemOperand::with_flags(MemOperand::UNKNOWN_SIZE, 1, BUFFER_RESOURCE as u16, flags);
    let memory = builder.dag.add_mem_operand(memory);
    builder.dag.set_machine_mem(node, &[memory]);
    let chain = NodeValue::new(node, u32::from(has_result));
    match writes {
        true => builder.set_chain(chain),
        false => builder.add_load_chain(chain),
    }
    has_result.then(|| NodeValue::new(node, 0))
}

/// The results of the call from the words of the instruction.
fn results(
    builder: &mut DagBuilder<'_>,
    loaded: NodeValue,
    total: u32,
    types: &[VT],
    has_status: bool,
) -> Values {
    let words = super::intrinsics::split(builder, loaded, total);
    let (data, status) = words.split_at(words.len() - usize::from(has_status));
    let vt = types[0];
    // Of an exchange, the first of two values is the old one.
    let needed = (vt.size_in_bits().div_ceil(32) as usize).max(1);
    let undef = builder.dag.undef(VT::I32);
    let mut padded: SmallVec<[NodeValue; 8]> = data.iter().copied().take(needed).collect();
    padded.resize(needed, undef);
    let whole = if vt.size_in_bits().is_multiple_of(32) {
        super::intrinsics::join(builder, &padded, vt)
    } else {
        let dwords = super::intrinsics::dword_type(vt).unwrap_or(VT::I32);
        padded.resize((dwords.size_in_bits() / 32) as usize, undef);
        let joined = super::intrinsics::join(builder, &padded, dwords);
        super::intrinsics::from_dwords(builder, joined, vt)
    };
    let mut values: Values = SmallVec::from_slice(&[whole]);
    values.extend(status.iter().map(|&word| builder.dag.bitcast(types[1], word)));
    values
}
