//! Lays out the scratch frame: offsets of stack objects, vector spills as scratch accesses, frame indices as offsets.
//!
//! Requires: registers are allocated. Scratch instructions take an offset of 13 signed bits, added to an SGPR, a VGPR, both or
//! neither; where the processor knows neither the sum of both nor the offset alone (`facts/`), kernels have an SGPR that is 0.
//! Kernels have no caller, so the frame starts at 0 and there is no stack pointer. What offsets are beyond the immediate is in registers that `far_offsets` finds; frames that may
//! need that begin with a slot for one, and have their small objects before large ones.
//!
//! Functions that others call find their frame at the stack pointer, s32:
//! ```text
//! s32  arguments that the caller passed in memory
//!      registers that are kept for the caller (`prologue`)
//!      objects; from the frame pointer s33 on if they are aligned to more than s32 is, or arguments take kilobytes
//!      arguments of calls, where the frame of what is called begins
//! ```
//! s32 changes around calls only, so that all offsets are relative to its value on entry.
//!
//! Functions with dynamic stack objects move s32 after their frame at entry, and then with each object. The entry value
//! of s32 is in s33, or in s34 if s33 is aligned; in kernels it is known to be 0.

use super::far_offsets::FarOffsets;
use super::memory_spills;
use super::prologue;
use super::spill_remarks;
use crate::call_abi::{Convention, FRAME_POINTER, STACK_ALIGN, STACK_POINTER};
use crate::facts;
use crate::function_info::{GpuFunctionInfo, subtarget};
use crate::kernels::Role;
use crate::registers::{NUM_VGPRS, sgpr};
use crate::spill_opcodes::spill_kind;
use wavec_codegen::mir::debug_values::DebugSpill;
use wavec_codegen::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, MachineOperand, MemOperand, RegOperand,
    SlotKind,
};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{maps, opcodes, operand_names};
use wavec_mc::{Opcode, Reg};

/// Maximum number of scratch bytes of a work-item: the dispatcher counts a wave's scratch in a field of 13 bits, in
/// kilobytes, and can allocate all but the last sixteen bytes per work-item.
const MAX_FRAME_BYTES: u32 = 131_056;

/// Lays out the frame, expands vector spills and rewrites frame indices.
///
/// # Errors
/// If the frame is too large.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> Result<(), String> {
    spill_remarks::tell(func);
    let kept = prologue::kept_vgprs(func);
    let dynamic_stack = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.dynamic_stack);
    let slot = lay_out(func, kept.len() as u32 * 4);
    if func.frame.size > MAX_FRAME_BYTES {
        return Err(format!(
            "the stack frame of '{}' has {} bytes a work-item, more than {MAX_FRAME_BYTES}",
            func.name, func.frame.size
        ));
    }
    if func.frame.size > 0
        && let Some(gpu) = func.target_info::<GpuFunctionInfo>()
        && gpu.role.is_of_driver()
        && gpu.shader_scratch.is_none()
        && !facts::of(&gpu.subtarget).scratch.is_architected
    {
        return Err(match gpu.role {
            Role::Chain => gpu.subtarget.lacks("scratch memory of functions of chains"),
            _ => format!(
                "{} without an operating system 'amdpal' or 'mesa3d' in the target triple",
                gpu.subtarget.lacks("scratch memory of shaders")
            ),
        });
    }
    if prologue::overwrites_arguments(func) {
        return Err(format!(
            "function '{}' has a stack and more than {STACK_POINTER} scalar arguments, which is not supported",
            func.name
        ));
    }
    // Callees for shaders do not preserve the base pointer.
    if let Some(gpu) = func.target_info::<GpuFunctionInfo>()
        && gpu.convention == Convention::Graphics
        && gpu.is_callable()
        && gpu.realigns
        && gpu.dynamic_stack
        && gpu.calls
    {
        return Err(format!(
            "function '{}' for shaders has calls, and objects of unknown size beside others that are aligned to more than \
             {STACK_ALIGN} bytes, which is not supported",
            func.name
        ));
    }
    let mut far = slot.map(|slot| FarOffsets::new(func, options, &kept, slot));
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut spilled = 0;
    for block in blocks {
        if let Some(far) = &mut far {
            far.enter_block(block);
        }
        let mut next = func.layout.last_inst(block);
        while let Some(inst) = next {
            next = func.layout.prev_inst(inst);
            if let Some(far) = &mut far {
                far.step_to(func, inst);
            }
            match func.opcode(inst) {
                opcodes::SI_CALL if !dynamic_stack => move_stack_pointer(func, inst),
                opcodes::SI_DYNAMIC_ALLOCA | opcodes::SI_STACK_SAVE | opcodes::SI_STACK_RESTORE => {
                    expand_stack_pseudo(func, inst);
                    continue;
                }
                opcodes::SI_FRAME_ADDRESS => {
                    frame_address(func, inst);
                    continue;
                }
                _ => {}
            }
            if let Some((words, true, restore)) = spill_kind(func.opcode(inst)) {
                memory_spills::expand(func, inst, words, restore, far.as_mut());
                continue;
            }
            if let Some((words, false, restore)) = spill_kind(func.opcode(inst)) {
                spilled += if restore { 0 } else { u32::from(words) };
                expand_spill(func, inst, words, restore, far.as_ref());
                continue;
            }
            while let Some(operand) = func
                .operands(inst)
                .iter()
                .position(|o| matches!(o, MachineOperand::FrameIndex(_)))
            {
                eliminate(func, inst, operand, far.as_ref());
            }
        }
    }
    if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
        gpu.vgpr_spills += spilled;
    }
    prologue::insert(func, &kept);
    Ok(())
}

/// The largest immediate offset of a scratch access, in bytes.
pub fn max_offset(func: &MachineFunction) -> i64 {
    facts::of(&subtarget(func)).offsets.most_scratch()
}

/// Whether the objects of a called function have a separate pointer: they are aligned to more than the stack pointer
/// is, or the arguments before them exceed the reach of immediates.
pub fn needs_pointer(func: &MachineFunction) -> bool {
    let most_kept = i64::from(4 * NUM_VGPRS);
    let is_far = i64::from(func.frame.incoming_size()) + most_kept > max_offset(func);
    let mut objects = func.frame.objects.values();
    is_far || objects.any(|object| !object.dead && object.offset.is_none() && object.align > STACK_ALIGN)
}

/// Assigns offsets to all objects; `kept` bytes are for callee-saved registers. Returns the slot for a register that
/// holds an address, if one may be needed.
fn lay_out(func: &mut MachineFunction, kept: u32) -> Option<FrameIndex> {
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        func.frame.lay_out(0);
        return None;
    };
    let (callable, realigns, dynamic_stack) = (gpu.is_callable(), gpu.realigns, gpu.dynamic_stack);
    let has_pointer = callable || gpu.calls || dynamic_stack;
    let objects = func.frame.objects.iter();
    let passed: Vec<FrameIndex> = objects
        .filter_map(|(slot, object)| object.offset.is_some().then_some(slot))
        .collect();
    let incoming = func.frame.incoming_size().next_multiple_of(4);
    let before = incoming.saturating_add(kept);
    let start = if realigns { 0 } else { before };
    let slot = place_objects(func, start, i64::from(before) > max_offset(func));
    if !has_pointer {
        return slot;
    }
    let frame = &mut func.frame;
    let objects_end = frame
        .size
        .checked_next_multiple_of(STACK_ALIGN)
        .unwrap_or(u32::MAX);
    // Aligning the frame pointer skips less than its alignment.
    let slack = if realigns {
        before.saturating_add(frame.max_align)
    } else {
        0
    };
    let bytes = objects_end.saturating_add(slack.next_multiple_of(STACK_ALIGN));
    frame.size = bytes;
    for object in frame.objects.values_mut() {
        if object.kind == SlotKind::Outgoing {
            // The stack pointer exists already, if it moves with objects.
            object.offset = Some(if dynamic_stack { 0 } else { bytes });
        }
    }
    if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
        gpu.frame_bytes = bytes;
        gpu.incoming = passed;
    }
    slot
}

/// Lays out the function's own objects from `start` on; if they may end beyond the reach of an immediate, small ones
/// before large ones, and a slot of four bytes before all. Distant arguments need such a slot, too.
fn place_objects(func: &mut MachineFunction, start: u32, are_arguments_far: bool) -> Option<FrameIndex> {
    let reach = max_offset(func) as u64;
    let frame = &mut func.frame;
    // Arguments of calls lie after the objects.
    let most = |object: &wavec_codegen::mir::FrameObject| u64::from(object.size) + u64::from(object.align);
    let in_memory = frame
        .objects
        .values()
        .filter(|object| !object.dead && object.kind != SlotKind::LaneSpill);
    if !are_arguments_far && u64::from(start) + in_memory.map(most).sum::<u64>() <= reach {
        frame.lay_out(start);
        return None;
    }
    let slot = frame.create_spill(4, 4);
    frame.objects[slot].offset = Some(start);
    frame.lay_out_by_size(start.saturating_add(4));
    Some(slot)
}

/// The register that an object's offset is relative to: none in a kernel.
pub fn base_register(func: &MachineFunction, slot: FrameIndex) -> Option<Reg> {
    let gpu = func.target_info::<GpuFunctionInfo>()?;
    // Arguments lie before aligned objects, those of calls at the next stack pointer after them.
    let number = match func.frame.objects[slot].kind {
        SlotKind::Outgoing if gpu.dynamic_stack => STACK_POINTER,
        _ if !gpu.is_callable() => return None,
        SlotKind::Outgoing => STACK_POINTER,
        _ if gpu.realigns && !gpu.incoming.contains(&slot) => FRAME_POINTER,
        _ => gpu.entry_pointer(),
    };
    Some(sgpr(number, 1))
}

/// The callee's frame begins after ours.
fn move_stack_pointer(func: &mut MachineFunction, call: Inst) {
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        return;
    };
    let (callable, bytes) = (gpu.is_callable(), i64::from(gpu.frame_bytes));
    let pointer = sgpr(STACK_POINTER, 1);
    if !callable {
        MachineBuilder::before(func, call)
            .build(opcodes::S_MOV_B32)
            .def(pointer)
            .imm(bytes)
            .inst();
        return;
    }
    if bytes == 0 {
        return;
    }
    let move_by = |builder: &mut MachineBuilder<'_>, opcode: Opcode| {
        let build = builder.build(opcode).def(pointer).use_(pointer);
        build.imm(bytes).inst();
    };
    move_by(&mut MachineBuilder::before(func, call), opcodes::S_ADD_U32);
    move_by(&mut MachineBuilder::after(func, call), opcodes::S_SUB_U32);
}

/// Moves, saves or restores the stack pointer.
fn expand_stack_pseudo(func: &mut MachineFunction, inst: Inst) {
    let pointer = sgpr(STACK_POINTER, 1);
    let operand = func.operands(inst)[0].as_reg().copied().expect("a register");
    let opcode = func.opcode(inst);
    let (size, align) = match opcode {
        opcodes::SI_DYNAMIC_ALLOCA => (
            Some(func.operands(inst)[1].register()),
            func.operands(inst)[2].as_imm(),
        ),
        _ => (None, None),
    };
    let mut builder = MachineBuilder::before(func, inst);
    match opcode {
        opcodes::SI_STACK_SAVE => {
            let build = builder.build(opcodes::S_MOV_B32).operand(operand.into());
            build.use_(pointer).inst();
        }
        opcodes::SI_STACK_RESTORE => {
            let build = builder.build(opcodes::S_MOV_B32).def(pointer);
            build.operand(operand.into()).inst();
        }
        _ => {
            let align = align.unwrap_or(1).max(1);
            if align > i64::from(STACK_ALIGN) {
                let build = builder.build(opcodes::S_ADD_U32).def(pointer).use_(pointer);
                build.imm(align - 1).inst();
                let build = builder.build(opcodes::S_AND_B32).def(pointer).use_(pointer);
                build.imm(-align).inst();
            }
            // The object may be in the register that held its size.
            let size = size.expect("the bytes of an object");
            let build = builder.build(opcodes::S_ADD_U32).def(pointer).use_(pointer);
            build.use_(size).inst();
            let build = builder.build(opcodes::S_SUB_U32).operand(operand.into());
            build.use_(pointer).use_(size).inst();
        }
    }
    func.remove_inst(inst);
}

/// The address of an object in a register.
fn frame_address(func: &mut MachineFunction, inst: Inst) {
    let to = func.operands(inst)[0].register();
    let slot = func.operands(inst)[1].as_frame_index().expect("a frame index");
    let offset = i64::from(func.frame.objects[slot].offset.expect("the frame is laid out"));
    let base = base_register(func, slot);
    let mut builder = MachineBuilder::before(func, inst);
    let Some(base) = base else {
        builder.build(opcodes::S_MOV_B32).def(to).imm(offset).inst();
        func.remove_inst(inst);
        return;
    };
    if offset == 0 {
        builder.build(opcodes::S_MOV_B32).def(to).use_(base).inst();
    } else {
        let build = builder.build(opcodes::S_ADD_U32).def(to).use_(base);
        build.imm(offset).inst();
    }
    func.remove_inst(inst);
}

fn scratch_opcode(words: u8, restore: bool) -> Opcode {
    match (words, restore) {
        (1, true) => opcodes::SCRATCH_LOAD_DWORD_SADDR,
        (2, true) => opcodes::SCRATCH_LOAD_DWORDX2_SADDR,
        (3, true) => opcodes::SCRATCH_LOAD_DWORDX3_SADDR,
        (_, true) => opcodes::SCRATCH_LOAD_DWORDX4_SADDR,
        (1, false) => opcodes::SCRATCH_STORE_DWORD_SADDR,
        (2, false) => opcodes::SCRATCH_STORE_DWORDX2_SADDR,
        (3, false) => opcodes::SCRATCH_STORE_DWORDX3_SADDR,
        (_, false) => opcodes::SCRATCH_STORE_DWORDX4_SADDR,
    }
}

fn expand_spill(func: &mut MachineFunction, inst: Inst, words: u8, restore: bool, far: Option<&FarOffsets>) {
    let data = *func.operands(inst)[0].as_reg().expect("the spilled register");
    let slot = func.operands(inst)[1].as_frame_index().expect("a slot");
    let first = func.operands(inst)[2].as_imm().expect("a word");
    let reg = data.reg.as_physical().expect("registers are allocated");
    let unit = func.registers().units(reg).start;
    // With one file of vector registers, tuples in instructions start even.
    let starts_even = subtarget(func).accumulation() == Accumulation::Unified;
    let mut word = 0;
    while word < words {
        let is_odd = func.registers().encoding(reg).wrapping_add(u16::from(word)) % 2 == 1;
        let size = match words - word {
            _ if starts_even && is_odd => 1,
            n @ 1..=3 => n,
            _ => 4,
        };
        let part = func
            .registers()
            .register_at(unit + u16::from(word), size)
            .expect("a part");
        let operand = RegOperand {
            reg: part.into(),
            ..data
        };
        spill_access(
            MachineBuilder::before(func, inst),
            operand,
            (slot, first + i64::from(word)),
            (size, restore),
            far,
        );
        word += size;
    }
    func.remove_inst(inst);
}

/// Stores or loads `size` dwords at `builder`; the location is a slot and a dword in it.
pub fn spill_access(
    mut builder: MachineBuilder<'_>,
    data: RegOperand,
    (slot, word): (FrameIndex, i64),
    (size, restore): (u8, bool),
    far: Option<&FarOffsets>,
) {
    let bytes = u64::from(size) * 4;
    let mem = if restore {
        MemOperand::load(bytes, 4, 5)
    } else {
        MemOperand::store(bytes, 4, 5)
    };
    let access = builder
        .build(scratch_opcode(size, restore))
        .operand(data.into())
        .frame_index(slot)
        .imm(word * 4)
        .imm(0)
        .mem(mem)
        .inst();
    if let Some(table) = &mut builder.func.debug {
        let spill = DebugSpill {
            slot,
            word: word as u32,
            stores: !restore,
        };
        table.spills.insert(access, spill);
    }
    eliminate(builder.func, access, 1, far);
}

/// Replaces the frame index in operand `operand` of `inst`; `far` is given if an offset may exceed the immediate.
fn eliminate(func: &mut MachineFunction, inst: Inst, operand: usize, far: Option<&FarOffsets>) {
    let slot = func.operands(inst)[operand]
        .as_frame_index()
        .expect("a frame index");
    let start = i64::from(func.frame.objects[slot].offset.expect("the frame is laid out"));
    if func.desc(inst).operand_index(operand_names::SADDR) != Some(operand) {
        // A move or an addition of the address: the offset is a number.
        func.operands_mut(inst)[operand] = MachineOperand::Imm(start);
        return;
    }
    let offset_at = operand + 1;
    let offset = start + func.operands(inst)[offset_at].as_imm().unwrap_or(0);
    let base = base_register(func, slot);
    let most = max_offset(func);
    if let Some(far) = far.filter(|_| !(0..=most).contains(&offset)) {
        far.address(func, inst, base, offset);
        return;
    }
    // Beyond a small frame, there are only accesses that the program never executes.
    func.operands_mut(inst)[offset_at] = MachineOperand::Imm(offset & most);
    let zero_pointer = func
        .target_info::<GpuFunctionInfo>()
        .and_then(|gpu| gpu.zero_pointer());
    match base.or(zero_pointer.map(|number| sgpr(number, 1))) {
        Some(base) => func.operands_mut(inst)[operand] = RegOperand::new_use(base).into(),
        None => {
            func.inst_mut(inst).opcode =
                maps::scratch_st_of(func.opcode(inst)).expect("a form without address");
            func.remove_operand(inst, operand);
        }
    }
}
