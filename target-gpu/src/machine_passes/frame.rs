//! The scratch frame: places of stack objects, vector spills as scratch accesses, frame indices as offsets.
//!
//! Requires: registers are allocated. On gfx942 FLAT_SCRATCH is set up by the hardware, and scratch instructions take an
//! offset of 13 signed bits, added to an SGPR, a VGPR, both or neither. Kernels have no caller, so the frame starts at 0 and
//! there is no stack pointer. Offsets beyond the immediate go through an SGPR that nothing else uses.
//!
//! Functions that others call find their frame at the stack pointer, s32:
//! ```text
//! s32  arguments that the caller passed in memory
//!      registers that are kept for the caller (`prologue`)
//!      objects; from the frame pointer s33 on if they are aligned to more than s32 is
//!      arguments of calls, where the frame of what is called begins
//! ```
//! s32 is moved around calls only, so that all offsets count from where the caller put it.
//!
//! Functions that make objects while they run move s32 behind their frame where they begin, and then with each object. Where
//! s32 was is in s33, or in s34 if s33 is aligned; kernels know that it was 0.

use super::prologue;
use crate::call_abi::{self, FRAME_POINTER, STACK_ALIGN, STACK_POINTER};
use crate::function_info::GpuFunctionInfo;
use crate::machine_info::{NUM_SGPRS, sgpr, spill_kind};
use wavec_codegen::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, MachineOperand, MemOperand, RegOperand,
    SlotKind,
};
use wavec_gpu_mc::{maps, opcodes, operand_names, regs};
use wavec_mc::{InstrFlags, Opcode, Reg};

/// Largest immediate offset of a scratch instruction, in bytes.
const MAX_OFFSET: i64 = 4095;
/// Most scratch bytes a work-item may have: the descriptor's field and the hardware's addressing allow more, but a program
/// that needs this much does not run.
const MAX_FRAME_BYTES: u32 = 1 << 20;

/// Lays out the frame, expands vector spills and rewrites frame indices.
///
/// # Errors
/// If the frame is too large, or cannot be addressed.
pub fn run(func: &mut MachineFunction) -> Result<(), String> {
    let kept = prologue::kept_vgprs(func);
    let dynamic_stack = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.dynamic_stack);
    lay_out(func, kept.len() as u32 * 4)?;
    if func.frame.size > MAX_FRAME_BYTES {
        return Err(format!(
            "{} bytes of scratch a work-item are needed, more than {MAX_FRAME_BYTES}",
            func.frame.size
        ));
    }
    if i64::from(func.frame.size) > MAX_OFFSET {
        let free = unused_sgpr(func, None);
        if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
            gpu.scratch_offset_sgpr = free;
        }
    }
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut spilled = 0;
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
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
            if let Some((words, false, restore)) = spill_kind(func.opcode(inst)) {
                spilled += if restore { 0 } else { u32::from(words) };
                expand_spill(func, inst, words, restore)?;
                continue;
            }
            while let Some(operand) = func
                .operands(inst)
                .iter()
                .position(|o| matches!(o, MachineOperand::FrameIndex(_)))
            {
                eliminate(func, inst, operand)?;
                if func.layout.inst_block(inst).is_none() {
                    break;
                }
            }
        }
    }
    if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
        gpu.vgpr_spills += spilled;
    }
    prologue::insert(func, &kept);
    Ok(())
}

/// Whether objects are aligned to more than the stack pointer is.
pub fn needs_alignment(func: &MachineFunction) -> bool {
    func.frame
        .objects
        .values()
        .any(|object| !object.dead && object.offset.is_none() && object.align > STACK_ALIGN)
}

/// Gives all objects their places; `kept` bytes are for the caller's registers.
fn lay_out(func: &mut MachineFunction, kept: u32) -> Result<(), String> {
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        func.frame.lay_out(0);
        return Ok(());
    };
    let (callable, realigns, dynamic_stack) = (gpu.callable, gpu.realigns, gpu.dynamic_stack);
    let has_pointer = callable || gpu.calls || dynamic_stack;
    let objects = func.frame.objects.iter();
    let passed: Vec<FrameIndex> = objects
        .filter_map(|(slot, object)| object.offset.is_some().then_some(slot))
        .collect();
    let incoming = func.frame.incoming_size().next_multiple_of(4);
    let before = incoming.saturating_add(kept);
    if callable && i64::from(before) > MAX_OFFSET {
        return Err(format!(
            "{before} bytes of arguments and kept registers are out of reach"
        ));
    }
    func.frame.lay_out(if realigns { 0 } else { before });
    if !has_pointer {
        return Ok(());
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
            // The stack pointer is there already, if it moves with objects.
            object.offset = Some(if dynamic_stack { 0 } else { bytes });
        }
    }
    if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
        gpu.frame_bytes = bytes;
        gpu.incoming = passed;
    }
    Ok(())
}

/// What the offset of an object counts from: nothing in a kernel.
fn base_register(func: &MachineFunction, slot: FrameIndex) -> Option<Reg> {
    let gpu = func.target_info::<GpuFunctionInfo>()?;
    // Arguments lie before what is aligned, those of calls at the next stack pointer behind it.
    let number = match func.frame.objects[slot].kind {
        SlotKind::Outgoing if gpu.dynamic_stack => STACK_POINTER,
        _ if !gpu.callable => return None,
        SlotKind::Outgoing => STACK_POINTER,
        _ if gpu.realigns && !gpu.incoming.contains(&slot) => FRAME_POINTER,
        _ => gpu.entry_pointer(),
    };
    Some(sgpr(number, 1))
}

/// The frame of what is called begins behind ours.
fn move_stack_pointer(func: &mut MachineFunction, call: Inst) {
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        return;
    };
    let (callable, bytes) = (gpu.callable, i64::from(gpu.frame_bytes));
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
            // The object may be in the register that its size was in.
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

/// The highest SGPR that no operand names but calls, which overwrite it, and that need not be kept for callers; `other` is
/// not meant.
fn unused_sgpr(func: &MachineFunction, other: Option<Reg>) -> Option<Reg> {
    let info = func.registers();
    let gpu = func.target_info::<GpuFunctionInfo>();
    let (callable, calls) = gpu.map_or((false, false), |gpu| {
        (gpu.callable, gpu.calls || gpu.dynamic_stack)
    });
    let mut used = vec![false; NUM_SGPRS as usize];
    let base = info.units(sgpr(0, 1)).start;
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            let is_call = func.desc(inst).is(InstrFlags::CALL);
            for reg in func
                .operands(inst)
                .iter()
                .filter_map(|o| o.as_reg())
                .filter(|o| !is_call || !o.is_def())
                .filter_map(|o| o.reg.as_physical())
            {
                for unit in info.units(reg) {
                    if let Some(slot) = used.get_mut(usize::from(unit.wrapping_sub(base))) {
                        *slot = true;
                    }
                }
            }
        }
    }
    (0..NUM_SGPRS as u16)
        .rev()
        .filter(|&n| !callable || !call_abi::is_kept_sgpr(n))
        .filter(|&n| !calls || n != STACK_POINTER)
        .map(|n| sgpr(n, 1))
        .find(|&reg| other != Some(reg) && !used[usize::from(info.units(reg).start - base)])
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

fn expand_spill(func: &mut MachineFunction, inst: Inst, words: u8, restore: bool) -> Result<(), String> {
    let data = *func.operands(inst)[0].as_reg().expect("the spilled register");
    let slot = func.operands(inst)[1].as_frame_index().expect("a slot");
    let first = func.operands(inst)[2].as_imm().expect("a word");
    let reg = data.reg.as_physical().expect("registers are allocated");
    let unit = func.registers().units(reg).start;
    let mut word = 0;
    while word < words {
        // Tuples in instructions start even.
        let size = match words - word {
            n @ 1..=3 => n,
            _ => 4,
        };
        let size = if func.registers().encoding(reg).wrapping_add(u16::from(word)) % 2 == 1 {
            1
        } else {
            size
        };
        let part = func
            .registers()
            .register_at(unit + u16::from(word), size)
            .expect("a part");
        let operand = RegOperand {
            reg: part.into(),
            ..data
        };
        let bytes = u64::from(size) * 4;
        let mem = if restore {
            MemOperand::load(bytes, 4, 5)
        } else {
            MemOperand::store(bytes, 4, 5)
        };
        let mut builder = MachineBuilder::before(func, inst);
        let access = builder
            .build(scratch_opcode(size, restore))
            .operand(operand.into())
            .frame_index(slot)
            .imm((first + i64::from(word)) * 4)
            .imm(0)
            .mem(mem)
            .inst();
        eliminate(func, access, 1)?;
        word += size;
    }
    func.remove_inst(inst);
    Ok(())
}

/// Replaces the frame index that is operand `operand` of `inst`.
///
/// # Errors
/// If an offset needs an SGPR and all are in use.
pub fn eliminate(func: &mut MachineFunction, inst: Inst, operand: usize) -> Result<(), String> {
    let slot = func.operands(inst)[operand]
        .as_frame_index()
        .expect("a frame index");
    let base = i64::from(func.frame.objects[slot].offset.expect("the frame is laid out"));
    let opcode = func.opcode(inst);
    if func.desc(inst).operand_index(operand_names::SADDR) == Some(operand) {
        let offset_at = operand + 1;
        let offset = base + func.operands(inst)[offset_at].as_imm().unwrap_or(0);
        let from = base_register(func, slot);
        if let Some(from) = from.filter(|_| (0..=MAX_OFFSET).contains(&offset)) {
            func.operands_mut(inst)[operand] = RegOperand::new_use(from).into();
            func.operands_mut(inst)[offset_at] = MachineOperand::Imm(offset);
            return Ok(());
        }
        if from.is_none() && (0..=MAX_OFFSET).contains(&offset) {
            // No register needed: the form without address, or with the vector address alone.
            if let Some(short) = without_scalar_address(opcode) {
                func.inst_mut(inst).opcode = short;
                func.operands_mut(inst)[offset_at] = MachineOperand::Imm(offset);
                func.remove_operand(inst, operand);
                return Ok(());
            }
        }
        let free = func
            .target_info::<GpuFunctionInfo>()
            .and_then(|gpu| gpu.scratch_offset_sgpr);
        let free = free.ok_or("no scalar register is free for a scratch offset")?;
        // The immediate keeps what fits; the register takes the rest.
        let low = if (0..=MAX_OFFSET).contains(&(offset - base)) {
            offset - base
        } else {
            0
        };
        match from {
            Some(from) => add_keeping_scc(func, inst, free, from, offset - low)?,
            None => {
                MachineBuilder::before(func, inst)
                    .build(opcodes::S_MOV_B32)
                    .def(free)
                    .imm(offset - low)
                    .inst();
            }
        }
        func.operands_mut(inst)[operand] = RegOperand::new_use(free).into();
        func.operands_mut(inst)[offset_at] = MachineOperand::Imm(low);
        return Ok(());
    }
    // A move or an addition of the address: the offset is a number.
    func.operands_mut(inst)[operand] = MachineOperand::Imm(base);
    Ok(())
}

/// `to = from + number` before `inst`, where SCC may be about to be read.
fn add_keeping_scc(
    func: &mut MachineFunction,
    inst: Inst,
    to: Reg,
    from: Reg,
    number: i64,
) -> Result<(), String> {
    let block = func.inst_block(inst).expect("a placed instruction");
    let info = func.registers();
    let mut rest = func.block_insts(block).skip_while(|&other| other != inst);
    // SCC does not live across blocks but where a branch of the block reads it.
    let next_access = rest.find_map(|other| {
        let operands = func.operands(other).iter().filter_map(|o| o.as_reg());
        let mut of_scc = operands.filter(|o| o.reg.as_physical().is_some_and(|r| info.overlap(r, regs::SCC)));
        let first = of_scc.next()?;
        Some(first.is_use() || of_scc.any(RegOperand::is_use))
    });
    let keep = match next_access {
        Some(true) => {
            Some(unused_sgpr(func, Some(to)).ok_or("no scalar register is free for a scratch offset")?)
        }
        _ => None,
    };
    let mut builder = MachineBuilder::before(func, inst);
    if let Some(keep) = keep {
        let build = builder.build(opcodes::S_CSELECT_B32).def(keep);
        build.imm(1).imm(0).inst();
    }
    let build = builder.build(opcodes::S_ADD_U32).def(to).use_(from);
    build.imm(number).inst();
    if let Some(keep) = keep {
        builder.build(opcodes::S_CMP_LG_U32).use_(keep).imm(0).inst();
    }
    Ok(())
}

fn without_scalar_address(opcode: Opcode) -> Option<Opcode> {
    maps::scratch_st_of(opcode).or_else(|| maps::vaddr_of(opcode))
}
