//! Accesses through buffer resources: the intrinsics `raw.*` and `struct.*`, with vectors or pointers to address space
//! 8, loads into LDS, and the construction of resources.
//!
//! The address is the resource's base, plus a scalar offset, plus an immediate, plus (depending on the form of
//! the instruction) an offset and an index in vector registers. (CDNA3 ISA, "Vector Memory Buffer Instructions".)

use super::intrinsics::{argument, dword_type, from_dwords, glued_to_m0, immediate, join, split, to_dwords};
use super::scalar_buffers;
use crate::address_spaces::BUFFER_RESOURCE;
use crate::facts::{
    self,
    memory_model::{ASYNCHRONOUS, Scope},
    offsets::Offsets,
};
use crate::intrinsics::buffer_access::BufferAccess;
use smallvec::SmallVec;
use wavec_codegen::dag::{DagBuilder, NodeId, NodeValue, ValueType as VT, isd};
use wavec_codegen::mir::{AtomicOrdering, MemFlags, MemOperand};
use wavec_gpu_mc::constants::is_inline_integer;
use wavec_gpu_mc::subtarget::Subtarget;
use wavec_gpu_mc::{features, maps, opcodes};
use wavec_ir::Inst;
use wavec_mc::Opcode;
use wavec_support::{Diagnostic, Span};

pub(super) type Values = SmallVec<[NodeValue; 2]>;

/// Cache policy bit of atomics that return the old value.
const SC0: i64 = 1;

/// Creates the nodes of an intrinsic without `llvm.amdgcn.`; `None` if it is not one of these.
///
/// # Errors
/// Types and operands that no instruction supports.
pub fn lower(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Option<Values>, Diagnostic> {
    match name {
        "make.buffer.rsrc" => return make_resource(builder, inst).map(Some),
        "s.buffer.load" => return scalar_buffers::scalar_load(builder, inst, subtarget).map(Some),
        "s.buffer.prefetch.data" => return prefetch(builder, inst, subtarget).map(Some),
        "global.load.lds" | "global.load.async.lds" | "load.to.lds" | "load.async.to.lds" => {
            return global_load_lds(builder, inst, name, subtarget).map(Some);
        }
        _ => {}
    }
    let Some(access) = BufferAccess::parse(name) else {
        return Ok(None);
    };
    let operation = access.operation;
    let values = if matches!(operation, "load.lds" | "load.async.lds") {
        load_lds(builder, inst, &access, name, subtarget)?
    } else if operation.starts_with("load") {
        load(builder, inst, &access, name, subtarget)?
    } else if operation.starts_with("store") {
        store(builder, inst, &access, name, subtarget)?
    } else if let Some(kind) = operation.strip_prefix("atomic.") {
        atomic(builder, inst, &access, kind, name, subtarget)?
    } else {
        return Ok(None);
    };
    Ok(Some(values))
}

/// Fetches a part of a buffer into a cache.
fn prefetch(builder: &mut DagBuilder<'_>, inst: Inst, subtarget: &Subtarget) -> Result<Values, Diagnostic> {
    let opcode = opcodes::S_BUFFER_PREFETCH_DATA;
    if !subtarget.has_instruction(opcode) {
        let message = subtarget.lacks("llvm.amdgcn.s.buffer.prefetch.data");
        return Err(Diagnostic::error(Span::NONE, message));
    }
    let [resource, length] = [0, 2].map(|index| argument(builder, inst, index));
    let resource = to_dwords(builder, resource).expect("a resource is four dwords");
    let [resource, length] = [resource, length].map(|value| of_all_lanes(builder, value));
    let [offset, more] =
        [immediate(builder, inst, 1), 0].map(|value| builder.dag.target_constant(value, VT::I32));
    let operands = [resource, offset, length, more, builder.chain()];
    let node = builder.dag.machine_node(opcode, &[VT::OTHER], &operands);
    builder.set_chain(NodeValue::new(node, 0));
    Ok(Values::new())
}

pub(super) fn error(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(Span::NONE, format!("intrinsic 'llvm.amdgcn.{name}': {why}"))
}

/// The form of the instruction and its operands after the data: address, resource, scalar offset, immediate.
pub(super) struct Address {
    pub(super) index: Option<NodeValue>,
    pub(super) offset: Option<NodeValue>,
    pub(super) resource: NodeValue,
    pub(super) soffset: NodeValue,
    pub(super) immediate: i64,
}

impl Address {
    /// Decomposes the arguments from `first` on: the resource, then (if the access has one) the index, the offset and
    /// the
    /// scalar offset. `extra` is added to the immediate.
    fn new(
        builder: &mut DagBuilder<'_>,
        inst: Inst,
        has_index: bool,
        [resource, rest]: [usize; 2],
        extra: i64,
        subtarget: &Subtarget,
    ) -> Address {
        let resource = argument(builder, inst, resource);
        let resource = to_dwords(builder, resource).expect("a resource is four dwords");
        let index = has_index.then(|| argument(builder, inst, rest));
        let at = rest + usize::from(has_index);
        let offset = argument(builder, inst, at);
        let soffset = argument(builder, inst, at + 1);
        let (resource, soffset) = (of_all_lanes(builder, resource), of_all_lanes(builder, soffset));
        let (register, immediate) = split_offset(builder, offset, extra, facts::of(subtarget).offsets);
        let soffset = match builder.dag.constant_i64(soffset) {
            // Where only registers are offsets, NULL stands for 0.
            Some(constant)
                if is_inline_integer(constant) && (constant == 0 || !subtarget.has(features::GFX12)) =>
            {
                builder.dag.target_constant(constant, VT::I32)
            }
            _ => soffset,
        };
        Address {
            index,
            offset: register,
            resource,
            soffset,
            immediate,
        }
    }

    /// The form of `base`, the opcode without a vector address, for this address.
    pub(super) fn form(&self, base: Opcode) -> Opcode {
        let form = match (self.index.is_some(), self.offset.is_some()) {
            (false, false) => Some(base),
            (false, true) => maps::buffer_offen_of(base),
            (true, false) => maps::buffer_idxen_of(base),
            (true, true) => maps::buffer_bothen_of(base),
        };
        form.expect("buffer instructions have all forms")
    }

    /// Operands up to the immediate.
    pub(super) fn operands(&self, builder: &mut DagBuilder<'_>) -> SmallVec<[NodeValue; 8]> {
        let mut operands = SmallVec::new();
        match (self.index, self.offset) {
            (Some(index), Some(offset)) => {
                operands.push(builder.dag.node(isd::BUILD_PAIR, VT::I64, &[index, offset]));
            }
            (Some(one), None) | (None, Some(one)) => operands.push(one),
            (None, None) => {}
        }
        operands.push(self.resource);
        operands.push(self.soffset);
        operands.push(builder.dag.target_constant(self.immediate, VT::I32));
        operands
    }
}

/// A uniform value in scalar registers: at a join of paths it may be in vector registers. Divergent values are handled
/// by a loop (`lower_divergent_resources`).
pub(super) fn of_all_lanes(builder: &mut DagBuilder<'_>, value: NodeValue) -> NodeValue {
    if !builder.dag.is_divergent(value.node) {
        return value;
    }
    let read = super::operations::target_intrinsic("readfirstlane");
    let vt = builder.dag.value_type(value);
    let mut words = split(builder, value, vt.size_in_bits() / 32);
    for word in &mut words {
        *word = builder
            .dag
            .intrinsic(isd::INTRINSIC_WO_CHAIN, read, &[VT::I32], &[*word], None)
            .into();
    }
    join(builder, &words, vt)
}

/// An offset as a register part and an immediate.
pub(super) fn split_offset(
    builder: &mut DagBuilder<'_>,
    offset: NodeValue,
    extra: i64,
    offsets: &Offsets,
) -> (Option<NodeValue>, i64) {
    let dag = &mut builder.dag;
    let (base, constant) = match dag.constant_u64(offset) {
        Some(constant) => (None, constant as i64),
        None if dag.opcode(offset) == isd::ADD => match dag.constant_i64(dag.operand(offset, 1)) {
            Some(constant) if constant >= 0 => (Some(dag.operand(offset, 0)), constant),
            _ => (Some(offset), 0),
        },
        None => (Some(offset), 0),
    };
    let constant = constant + extra;
    let immediate = constant & offsets.most_buffer();
    let rest = constant - immediate;
    let register = match (base, rest) {
        (base, 0) => base,
        (None, rest) => Some(dag.constant(i128::from(rest as u32 as i32), VT::I32)),
        (Some(base), rest) => {
            let rest = dag.constant(i128::from(rest as u32 as i32), VT::I32);
            Some(dag.node(isd::ADD, VT::I32, &[base, rest]))
        }
    };
    (register, immediate)
}

/// Bit of the cache policy for the compiler only: the access is volatile.
const VOLATILE: i64 = 1 << 31;

/// The memory accessed by a load or store: anything that a resource may refer to.
fn memory(builder: &DagBuilder<'_>, inst: Inst, policy: usize, access: MemFlags) -> MemOperand {
    let mut flags = access;
    if immediate(builder, inst, policy) & VOLATILE != 0 {
        flags |= MemFlags::VOLATILE;
    }
    MemOperand::with_flags(MemOperand::UNKNOWN_SIZE, 1, BUFFER_RESOURCE as u16, flags)
}

fn set_memory(builder: &mut DagBuilder<'_>, node: NodeId, mem: MemOperand) {
    let mem = builder.dag.add_mem_operand(mem);
    builder.dag.set_machine_mem(node, &[mem]);
}

/// The cache policy without the compiler's bit (31: volatile).
pub(super) fn policy(builder: &DagBuilder<'_>, inst: Inst, index: usize) -> i64 {
    immediate(builder, inst, index) & 0x1f
}

/// The error for accesses of other sizes.
const ODD_SIZE: &str = "a byte, two or whole dwords are accessed at once";

/// Instructions without vector address, by number of elements (formats) or dwords.
fn pick(table: [Opcode; 4], count: u32, name: &str) -> Result<Opcode, Diagnostic> {
    match count {
        1..=4 => Ok(table[count as usize - 1]),
        _ => Err(error(name, "at most four dwords are accessed at once")),
    }
}

#[rustfmt::skip]
pub(super) fn load_opcode(access: &BufferAccess<'_>, vt: VT, name: &str) -> Result<Opcode, Diagnostic> {
    use opcodes::*;
    let elements = vt.num_elements().max(1);
    let is_half = vt.scalar_bits() == 16;
    if converts(access) && !matches!(vt.scalar_bits(), 16 | 32) {
        return Err(error(name, "elements that a format converts are of 16 or 32 bits"));
    }
    if access.is_typed {
        let table = if is_half {
            [TBUFFER_LOAD_FORMAT_D16_X_OFFSET, TBUFFER_LOAD_FORMAT_D16_XY_OFFSET, TBUFFER_LOAD_FORMAT_D16_XYZ_OFFSET, TBUFFER_LOAD_FORMAT_D16_XYZW_OFFSET]
        } else {
            [TBUFFER_LOAD_FORMAT_X_OFFSET, TBUFFER_LOAD_FORMAT_XY_OFFSET, TBUFFER_LOAD_FORMAT_XYZ_OFFSET, TBUFFER_LOAD_FORMAT_XYZW_OFFSET]
        };
        return pick(table, elements, name);
    }
    if access.operation == "load.format" {
        let table = if is_half {
            [BUFFER_LOAD_FORMAT_D16_X_OFFSET, BUFFER_LOAD_FORMAT_D16_XY_OFFSET, BUFFER_LOAD_FORMAT_D16_XYZ_OFFSET, BUFFER_LOAD_FORMAT_D16_XYZW_OFFSET]
        } else {
            [BUFFER_LOAD_FORMAT_X_OFFSET, BUFFER_LOAD_FORMAT_XY_OFFSET, BUFFER_LOAD_FORMAT_XYZ_OFFSET, BUFFER_LOAD_FORMAT_XYZW_OFFSET]
        };
        return pick(table, elements, name);
    }
    match vt.size_in_bits() {
        1 | 8 => Ok(BUFFER_LOAD_UBYTE_OFFSET),
        16 => Ok(BUFFER_LOAD_USHORT_OFFSET),
        bits if bits % 32 != 0 => Err(error(name, ODD_SIZE)),
        bits => pick([BUFFER_LOAD_DWORD_OFFSET, BUFFER_LOAD_DWORDX2_OFFSET, BUFFER_LOAD_DWORDX3_OFFSET, BUFFER_LOAD_DWORDX4_OFFSET], bits / 32, name),
    }
}

#[rustfmt::skip]
fn store_opcode(access: &BufferAccess<'_>, vt: VT, name: &str) -> Result<Opcode, Diagnostic> {
    use opcodes::*;
    let elements = vt.num_elements().max(1);
    let is_half = vt.scalar_bits() == 16;
    if converts(access) && !matches!(vt.scalar_bits(), 16 | 32) {
        return Err(error(name, "elements that a format converts are of 16 or 32 bits"));
    }
    if access.is_typed {
        let table = if is_half {
            [TBUFFER_STORE_FORMAT_D16_X_OFFSET, TBUFFER_STORE_FORMAT_D16_XY_OFFSET, TBUFFER_STORE_FORMAT_D16_XYZ_OFFSET, TBUFFER_STORE_FORMAT_D16_XYZW_OFFSET]
        } else {
            [TBUFFER_STORE_FORMAT_X_OFFSET, TBUFFER_STORE_FORMAT_XY_OFFSET, TBUFFER_STORE_FORMAT_XYZ_OFFSET, TBUFFER_STORE_FORMAT_XYZW_OFFSET]
        };
        return pick(table, elements, name);
    }
    if access.operation == "store.format" {
        let table = if is_half {
            [BUFFER_STORE_FORMAT_D16_X_OFFSET, BUFFER_STORE_FORMAT_D16_XY_OFFSET, BUFFER_STORE_FORMAT_D16_XYZ_OFFSET, BUFFER_STORE_FORMAT_D16_XYZW_OFFSET]
        } else {
            [BUFFER_STORE_FORMAT_X_OFFSET, BUFFER_STORE_FORMAT_XY_OFFSET, BUFFER_STORE_FORMAT_XYZ_OFFSET, BUFFER_STORE_FORMAT_XYZW_OFFSET]
        };
        return pick(table, elements, name);
    }
    match vt.size_in_bits() {
        1 | 8 => Ok(BUFFER_STORE_BYTE_OFFSET),
        16 => Ok(BUFFER_STORE_SHORT_OFFSET),
        bits if bits % 32 != 0 => Err(error(name, ODD_SIZE)),
        bits => pick([BUFFER_STORE_DWORD_OFFSET, BUFFER_STORE_DWORDX2_OFFSET, BUFFER_STORE_DWORDX3_OFFSET, BUFFER_STORE_DWORDX4_OFFSET], bits / 32, name),
    }
}

/// The type of the registers that hold a value of `vt`; vectors of 32-bit elements and the like are unchanged.
fn register_type(vt: VT, name: &str) -> Result<VT, Diagnostic> {
    match dword_type(vt) {
        Some(wide) if vt.size_in_bits() <= 128 => Ok(wide),
        _ => Err(error(name, "at most four dwords are accessed at once")),
    }
}

fn load(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    access: &BufferAccess<'_>,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Values, Diagnostic> {
    let result = builder.func.result(inst).expect("what is loaded");
    let Some(vt) = builder.value_type(builder.func.ty(result)) else {
        return Err(error(name, "this type is not loaded"));
    };
    let opcode = load_opcode(access, vt, name)?;
    let padded = padded(access, vt);
    let wide = register_type(padded, name)?;
    let address = Address::new(builder, inst, access.has_index, [0, 1], 0, subtarget);
    let mut operands = address.operands(builder);
    let behind = 3 + usize::from(access.has_index);
    if access.is_typed {
        let format = immediate(builder, inst, behind);
        operands.push(builder.dag.target_constant(format, VT::I32));
    }
    let policy_at = behind + usize::from(access.is_typed);
    let policy = policy(builder, inst, policy_at);
    operands.push(builder.dag.target_constant(policy, VT::I32));
    let mut mem = memory(builder, inst, policy_at, MemFlags::LOAD);
    if access.is_atomic {
        // It has its place among the others; for whom it is atomic its policy says.
        (mem.ordering, mem.scope) = (AtomicOrdering::Monotonic, Scope::SingleThread.number());
    }
    operands.push(match mem.is_ordered() {
        true => builder.chain(),
        false => builder.load_chain(),
    });
    let node = builder
        .dag
        .machine_node(address.form(opcode), &[wide, VT::OTHER], &operands);
    set_memory(builder, node, mem);
    match mem.is_ordered() {
        true => builder.set_chain(NodeValue::new(node, 1)),
        false => builder.add_load_chain(NodeValue::new(node, 1)),
    }
    let mut value = from_dwords(builder, node.into(), padded);
    if padded != vt {
        let elements = [0, 1, 2].map(|i| builder.dag.extract_element(value, i));
        value = builder.dag.build_vector(vt, &elements);
    }
    Ok(SmallVec::from_slice(&[value]))
}

/// Whether a format determines the layout in memory.
fn converts(access: &BufferAccess<'_>) -> bool {
    access.is_typed || access.operation.ends_with(".format")
}

/// Three halves converted by a format occupy the registers of four.
fn padded(access: &BufferAccess<'_>, vt: VT) -> VT {
    if converts(access) && vt.num_elements() == 3 && vt.scalar_bits() == 16 {
        VT::vector(vt.scalar(), 4)
    } else {
        vt
    }
}

fn store(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    access: &BufferAccess<'_>,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Values, Diagnostic> {
    let data = argument(builder, inst, 0);
    let vt = builder.dag.value_type(data);
    let opcode = store_opcode(access, vt, name)?;
    let padded = padded(access, vt);
    register_type(padded, name)?;
    let data = if padded == vt {
        data
    } else {
        let [x, y, z] = [0, 1, 2].map(|i| builder.dag.extract_element(data, i));
        let nothing = builder.dag.undef(builder.dag.value_type(z));
        builder.dag.build_vector(padded, &[x, y, z, nothing])
    };
    let data = to_dwords(builder, data).expect("a type that has one of dwords");
    let address = Address::new(builder, inst, access.has_index, [1, 2], 0, subtarget);
    let mut operands: SmallVec<[NodeValue; 8]> = SmallVec::from_slice(&[data]);
    operands.extend(address.operands(builder));
    let behind = 4 + usize::from(access.has_index);
    if access.is_typed {
        let format = immediate(builder, inst, behind);
        operands.push(builder.dag.target_constant(format, VT::I32));
    }
    let policy_at = behind + usize::from(access.is_typed);
    let policy = policy(builder, inst, policy_at);
    operands.push(builder.dag.target_constant(policy, VT::I32));
    operands.push(builder.chain());
    let node = builder
        .dag
        .machine_node(address.form(opcode), &[VT::OTHER], &operands);
    let mem = memory(builder, inst, policy_at, MemFlags::STORE);
    set_memory(builder, node, mem);
    builder.set_chain(node.into());
    Ok(Values::new())
}

#[rustfmt::skip]
fn atomic_opcode(kind: &str, vt: VT) -> Option<Opcode> {
    use opcodes::*;
    let pair = |narrow, wide| Some(if vt.size_in_bits() == 64 { wide } else { narrow });
    match kind {
        "swap" => pair(BUFFER_ATOMIC_SWAP_OFFSET_RTN, BUFFER_ATOMIC_SWAP_X2_OFFSET_RTN),
        "cmpswap" => pair(BUFFER_ATOMIC_CMPSWAP_OFFSET_RTN, BUFFER_ATOMIC_CMPSWAP_X2_OFFSET_RTN),
        "add" => pair(BUFFER_ATOMIC_ADD_OFFSET_RTN, BUFFER_ATOMIC_ADD_X2_OFFSET_RTN),
        "sub" => pair(BUFFER_ATOMIC_SUB_OFFSET_RTN, BUFFER_ATOMIC_SUB_X2_OFFSET_RTN),
        "smin" => pair(BUFFER_ATOMIC_SMIN_OFFSET_RTN, BUFFER_ATOMIC_SMIN_X2_OFFSET_RTN),
        "umin" => pair(BUFFER_ATOMIC_UMIN_OFFSET_RTN, BUFFER_ATOMIC_UMIN_X2_OFFSET_RTN),
        "smax" => pair(BUFFER_ATOMIC_SMAX_OFFSET_RTN, BUFFER_ATOMIC_SMAX_X2_OFFSET_RTN),
        "umax" => pair(BUFFER_ATOMIC_UMAX_OFFSET_RTN, BUFFER_ATOMIC_UMAX_X2_OFFSET_RTN),
        "and" => pair(BUFFER_ATOMIC_AND_OFFSET_RTN, BUFFER_ATOMIC_AND_X2_OFFSET_RTN),
        "or" => pair(BUFFER_ATOMIC_OR_OFFSET_RTN, BUFFER_ATOMIC_OR_X2_OFFSET_RTN),
        "xor" => pair(BUFFER_ATOMIC_XOR_OFFSET_RTN, BUFFER_ATOMIC_XOR_X2_OFFSET_RTN),
        "inc" => pair(BUFFER_ATOMIC_INC_OFFSET_RTN, BUFFER_ATOMIC_INC_X2_OFFSET_RTN),
        "dec" => pair(BUFFER_ATOMIC_DEC_OFFSET_RTN, BUFFER_ATOMIC_DEC_X2_OFFSET_RTN),
        "cond.sub.u32" if vt == VT::I32 => Some(BUFFER_ATOMIC_COND_SUB_OFFSET_RTN),
        "sub.clamp.u32" if vt == VT::I32 => Some(BUFFER_ATOMIC_CSUB_OFFSET_RTN),
        "fadd" if vt == VT::F32 => Some(BUFFER_ATOMIC_ADD_F32_OFFSET_RTN),
        "fadd" if vt == VT::F64 => Some(BUFFER_ATOMIC_ADD_F64_OFFSET_RTN),
        "fadd" if vt == VT::vector(VT::F16, 2) => Some(BUFFER_ATOMIC_PK_ADD_F16_OFFSET_RTN),
        "fadd" if vt == VT::vector(VT::BF16, 2) => Some(BUFFER_ATOMIC_PK_ADD_BF16_OFFSET_RTN),
        "fmin" if vt == VT::F32 => Some(BUFFER_ATOMIC_MIN_F32_OFFSET_RTN),
        "fmax" if vt == VT::F32 => Some(BUFFER_ATOMIC_MAX_F32_OFFSET_RTN),
        "fmin" if vt == VT::F64 => Some(BUFFER_ATOMIC_MIN_F64_OFFSET_RTN),
        "fmax" if vt == VT::F64 => Some(BUFFER_ATOMIC_MAX_F64_OFFSET_RTN),
        _ => None,
    }
}

/// The form that returns the old value; if that is unused, it is replaced later.
fn atomic(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    access: &BufferAccess<'_>,
    kind: &str,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Values, Diagnostic> {
    let data = argument(builder, inst, 0);
    let vt = builder.dag.value_type(data);
    let is_exchange = kind == "cmpswap";
    let is_whole = matches!(vt.size_in_bits(), 32 | 64) && !(is_exchange && vt.is_vector());
    let Some(opcode) = atomic_opcode(kind, vt).filter(|_| is_whole) else {
        return Err(error(name, "there is no such atomic for this type"));
    };
    if !subtarget.has_instruction(opcode) {
        let processor = subtarget.id.processor.name;
        let why = format!("the atomic for this type is not supported on {processor}");
        return Err(error(name, &why));
    }
    let mut data = to_dwords(builder, data).expect("a type that has one of dwords");
    if is_exchange {
        let expected = argument(builder, inst, 1);
        data = match vt {
            VT::I32 => builder.dag.node(isd::BUILD_PAIR, VT::I64, &[data, expected]),
            _ => builder
                .dag
                .build_vector(VT::vector(VT::I64, 2), &[data, expected]),
        };
    }
    let first = 1 + usize::from(is_exchange);
    let address = Address::new(builder, inst, access.has_index, [first, first + 1], 0, subtarget);
    let wide = builder.dag.value_type(data);
    let mut operands: SmallVec<[NodeValue; 8]> = SmallVec::from_slice(&[data]);
    operands.extend(address.operands(builder));
    let policy = policy(builder, inst, first + 3 + usize::from(access.has_index)) | SC0;
    operands.push(builder.dag.target_constant(policy, VT::I32));
    operands.push(builder.chain());
    let node = builder
        .dag
        .machine_node(address.form(opcode), &[wide, VT::OTHER], &operands);
    builder.set_chain(NodeValue::new(node, 1));
    let mut value = NodeValue::new(node, 0);
    if is_exchange {
        value = match vt {
            VT::I32 => builder.dag.anyext_or_trunc(value, VT::I32),
            _ => builder.dag.extract_element(value, 0),
        };
    }
    let value = from_dwords(builder, value, vt);
    Ok(SmallVec::from_slice(&[value]))
}

/// Loads directly into LDS, at M0 plus the lane's offset.
fn load_lds(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    access: &BufferAccess<'_>,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Values, Diagnostic> {
    let opcode = match immediate(builder, inst, 2) {
        1 => Some(opcodes::BUFFER_LOAD_UBYTE_LDS_OFFSET),
        2 => Some(opcodes::BUFFER_LOAD_USHORT_LDS_OFFSET),
        4 => Some(opcodes::BUFFER_LOAD_DWORD_LDS_OFFSET),
        12 => Some(opcodes::BUFFER_LOAD_DWORDX3_LDS_OFFSET),
        16 => Some(opcodes::BUFFER_LOAD_DWORDX4_LDS_OFFSET),
        _ => None,
    };
    let opcode = into_lds(subtarget, opcode, name)?;
    let behind = 5 + usize::from(access.has_index);
    let extra = immediate(builder, inst, behind);
    let address = Address::new(builder, inst, access.has_index, [0, 3], extra, subtarget);
    let mut operands = address.operands(builder);
    let policy = policy_into_lds(builder, inst, behind + 1, name);
    operands.push(builder.dag.target_constant(policy, VT::I32));
    let base = argument(builder, inst, 1);
    glued_to_m0(builder, base, address.form(opcode), &[], &operands);
    Ok(Values::new())
}

/// The cache policy of a load into LDS, with the mark of one that is asynchronous.
fn policy_into_lds(builder: &DagBuilder<'_>, inst: Inst, index: usize, name: &str) -> i64 {
    let is_asynchronous = name.contains(".async.");
    policy(builder, inst, index) | if is_asynchronous { ASYNCHRONOUS } else { 0 }
}

/// The instruction that loads so many bytes of each lane into LDS, if the processor has one.
fn into_lds(subtarget: &Subtarget, opcode: Option<Opcode>, name: &str) -> Result<Opcode, Diagnostic> {
    opcode
        .filter(|&opcode| subtarget.has_instruction(opcode))
        .ok_or_else(|| {
            let processor = subtarget.id.processor.name;
            error(
                name,
                &format!("{processor} does not load so many bytes of each lane into LDS"),
            )
        })
}

fn global_load_lds(
    builder: &mut DagBuilder<'_>,
    inst: Inst,
    name: &str,
    subtarget: &Subtarget,
) -> Result<Values, Diagnostic> {
    let opcode = match immediate(builder, inst, 2) {
        1 => Some(opcodes::GLOBAL_LOAD_LDS_UBYTE),
        2 => Some(opcodes::GLOBAL_LOAD_LDS_USHORT),
        4 => Some(opcodes::GLOBAL_LOAD_LDS_DWORD),
        12 => Some(opcodes::GLOBAL_LOAD_LDS_DWORDX3),
        16 => Some(opcodes::GLOBAL_LOAD_LDS_DWORDX4),
        _ => None,
    };
    let opcode = into_lds(subtarget, opcode, name)?;
    let mut source = argument(builder, inst, 0);
    if builder.dag.value_type(source) != VT::I64 {
        return Err(error(name, "the source must be a global pointer"));
    }
    let mut offset = immediate(builder, inst, 3);
    if !builder.target.is_legal_offset(1, VT::I64, offset) {
        source = builder.dag.add_offset(source, offset);
        offset = 0;
    }
    let policy = policy_into_lds(builder, inst, 4, name);
    let operands = [
        source,
        builder.dag.target_constant(offset, VT::I32),
        builder.dag.target_constant(policy, VT::I32),
    ];
    let base = argument(builder, inst, 1);
    glued_to_m0(builder, base, opcode, &[], &operands);
    Ok(Values::new())
}

/// Base (48 bits), stride (14 bits and flags), size, flags.
fn make_resource(builder: &mut DagBuilder<'_>, inst: Inst) -> Result<Values, Diagnostic> {
    let base = argument(builder, inst, 0);
    let stride = argument(builder, inst, 1);
    let size = argument(builder, inst, 2);
    let flags = argument(builder, inst, 3);
    if builder.dag.value_type(base) != VT::I64 {
        return Err(error(
            "make.buffer.rsrc",
            "the base must be a generic, global or constant pointer",
        ));
    }
    let dag = &mut builder.dag;
    let words = dag.bitcast(VT::vector(VT::I32, 2), base);
    let low = dag.extract_element(words, 0);
    let high = dag.extract_element(words, 1);
    let mask = dag.constant(0xffff, VT::I32);
    let high = dag.node(isd::AND, VT::I32, &[high, mask]);
    let stride = dag.anyext_or_trunc(stride, VT::I32);
    let sixteen = dag.constant(16, VT::I32);
    let stride = dag.node(isd::SHL, VT::I32, &[stride, sixteen]);
    let high = dag.node(isd::OR, VT::I32, &[high, stride]);
    let size = dag.zext_or_trunc(size, VT::I32);
    let resource = dag.build_vector(VT::V4I32, &[low, high, size, flags]);
    Ok(SmallVec::from_slice(&[dag.bitcast(VT::I128, resource)]))
}
