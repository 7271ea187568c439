//! The scratch frame: places of stack objects, vector spills as scratch accesses, frame indices as offsets.
//!
//! Requires: registers are allocated. On gfx942 FLAT_SCRATCH is set up by the hardware, and scratch instructions take an
//! offset of 13 signed bits, added to an SGPR, a VGPR, both or neither. Kernels have no caller, so the frame starts at 0 and
//! there is no stack pointer. Offsets beyond the immediate go through an SGPR that nothing else uses.

use crate::function_info::GpuFunctionInfo;
use crate::machine_info::{NUM_SGPRS, sgpr, spill_kind};
use wavec_codegen::mir::{
    Block, Inst, MachineBuilder, MachineFunction, MachineOperand, MemOperand, RegOperand,
};
use wavec_gpu_mc::{maps, opcodes};
use wavec_mc::{Opcode, Reg};

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
    func.frame.lay_out(0);
    if func.frame.size > MAX_FRAME_BYTES {
        return Err(format!(
            "kernel needs {} bytes of scratch a work-item, more than {MAX_FRAME_BYTES}",
            func.frame.size
        ));
    }
    if i64::from(func.frame.size) > MAX_OFFSET {
        let free = unused_sgpr(func);
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
    Ok(())
}

/// The highest SGPR that no operand names.
fn unused_sgpr(func: &MachineFunction) -> Option<Reg> {
    let info = func.registers();
    let mut used = vec![false; NUM_SGPRS as usize];
    let base = info.units(sgpr(0, 1)).start;
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            for reg in func
                .operands(inst)
                .iter()
                .filter_map(|o| o.as_reg()?.reg.as_physical())
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
        .find(|&n| !used[usize::from(n)])
        .map(|n| sgpr(n, 1))
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
    let name = func
        .desc(inst)
        .operands()
        .get(operand)
        .map(|o| wavec_gpu_mc::INSTR_INFO.operand_names[usize::from(o.name.0)]);
    if name == Some("saddr") {
        let offset_at = operand + 1;
        let offset = base + func.operands(inst)[offset_at].as_imm().unwrap_or(0);
        if (0..=MAX_OFFSET).contains(&offset) {
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
        MachineBuilder::before(func, inst)
            .build(opcodes::S_MOV_B32)
            .def(free)
            .imm(offset - low)
            .inst();
        func.operands_mut(inst)[operand] = RegOperand::new_use(free).into();
        func.operands_mut(inst)[offset_at] = MachineOperand::Imm(low);
        return Ok(());
    }
    // A move or an addition of the address: the offset is a number.
    func.operands_mut(inst)[operand] = MachineOperand::Imm(base);
    Ok(())
}

fn without_scalar_address(opcode: Opcode) -> Option<Opcode> {
    maps::scratch_st_of(opcode).or_else(|| maps::vaddr_of(opcode))
}
