//! Spills SGPRs to lanes of reserved VGPRs.
//!
//! Requires: SGPRs are allocated, VGPRs are not. Preserves: everything else. `v_writelane_b32` and `v_readlane_b32`
//! ignore EXEC, so a lane holds its dword whatever lanes are active; but if the VGPR itself were spilled or split, it
//! would be moved under EXEC and lose lanes. So registers are reserved: the lowest ones that hold no input, up to a
//! fraction of all. A spill without a lane remains a pseudo with a slot in memory; `memory_spills` expands it when the
//! frame is laid out.

use super::prologue::written_registers;
use crate::call_abi;
use crate::function_info::{GpuFunctionInfo, subtarget};
use crate::machine_info::max_vgprs_for_occupancy;
use crate::registers::{NUM_SGPRS, NUM_VGPRS, VECTOR_FILE, sgpr, vgpr};
use crate::spill_opcodes::spill_kind;
use wavec_codegen::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, SlotKind,
};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::opcodes;
use wavec_mc::Reg;

/// The part of all VGPRs that lanes take at most: instructions need tuples of the rest.
const MAX_PART: u32 = 4;

/// Replaces the scalar spill pseudos whose slots are in lanes.
///
/// # Errors
/// If no VGPRs can be reserved.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> Result<(), String> {
    let kept = kept_sgprs(func);
    let wanted: u32 = lane_slots(func).map(|(_, words)| words).sum::<u32>() + kept.len() as u32;
    if wanted == 0 {
        return Ok(());
    }
    let available = available_vgprs(func, options);
    let wave_size = subtarget(func).wave_size;
    let in_lanes = wanted.div_ceil(wave_size) as usize <= available.len();
    // Two registers more are needed on the way to memory.
    let capacity = match in_lanes {
        true => wanted,
        false => wave_size * (available.len() as u32).saturating_sub(2),
    };
    let Some(for_slots) = capacity.checked_sub(kept.len() as u32) else {
        return Err(format!(
            "{wanted} scalar registers are kept, for which there are too few vector registers"
        ));
    };
    let (first_lane, spilled) = place_slots(func, for_slots);
    let lanes = spilled + kept.len() as u32;
    let registers = lanes.div_ceil(wave_size) as usize;
    let set_aside = &available[..registers];
    let place = |lane: u32| (set_aside[(lane / wave_size) as usize], (lane % wave_size) as u8);
    let saved_sgprs = kept
        .iter()
        .zip(spilled..)
        .map(|(&reg, lane)| {
            let (vector, lane) = place(lane);
            (reg, vector, lane)
        })
        .collect();
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if let Some((words, true, restore)) = spill_kind(func.opcode(inst)) {
                expand(func, inst, words, restore, &first_lane, set_aside);
            }
        }
    }
    let carriers = (!in_lanes).then(|| [available[registers], available[registers + 1]]);
    if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
        gpu.lane_spill_vgprs = set_aside
            .iter()
            .copied()
            .chain(carriers.into_iter().flatten())
            .collect();
        gpu.memory_spill_vgprs = carriers;
        gpu.sgpr_spills = wanted - kept.len() as u32;
        gpu.saved_sgprs = saved_sgprs;
    }
    Ok(())
}

/// Slots of spilled SGPRs with their dwords.
fn lane_slots(func: &MachineFunction) -> impl Iterator<Item = (FrameIndex, u32)> {
    let objects = func.frame.objects.iter();
    objects
        .filter(|(_, object)| object.kind == SlotKind::LaneSpill && !object.dead)
        .map(|(slot, object)| (slot, object.size.div_ceil(4)))
}

/// The VGPRs that can be reserved: those neither used by inline assembly, nor reserved already, nor set on entry.
pub(super) fn available_vgprs(func: &MachineFunction, options: &CodegenOptions) -> Vec<Reg> {
    let most = max_vgprs_for_occupancy(func);
    let named: [bool; NUM_VGPRS as usize] = written_registers(func, vgpr(0, 1));
    let arguments = || func.live_ins.iter().map(|&(reg, _)| reg);
    let is_free = |&n: &u16| !named[usize::from(n)] && arguments().all(|reg| reg != vgpr(n, 1));
    let has_convention = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.is_callable() || gpu.calls || gpu.dynamic_stack);
    if has_convention {
        // Callees preserve these for us, and we preserve them for callers; the convention knows no lower limit.
        let whole_wave = func
            .target_info::<GpuFunctionInfo>()
            .map_or(&[][..], |gpu| &gpu.whole_wave_vgprs);
        let kept = call_abi::kept_vgprs()
            .take_while(|&n| u32::from(n) < most)
            .filter(|n| !whole_wave.contains(&vgpr(*n, 1)) && is_free(n));
        return kept
            .take((most / MAX_PART) as usize)
            .map(|n| vgpr(n, 1))
            .collect();
    }
    let limit = options
        .register_limits
        .of(VECTOR_FILE)
        .unwrap_or(NUM_VGPRS)
        .min(most);
    // v0 is set on entry whether there is a use or not.
    let count = (limit / MAX_PART).max(3).min(limit.saturating_sub(1));
    let free = (1..limit as u16).filter(is_free).take(count as usize);
    free.map(|n| vgpr(n, 1)).collect()
}

/// The first lane of each slot, counted across the registers, and the number of lanes, at most `capacity`; the other
/// slots, those with the fewest accesses, are moved to memory.
fn place_slots(func: &mut MachineFunction, capacity: u32) -> (Vec<Option<u32>>, u32) {
    let mut slots: Vec<(FrameIndex, u32)> = lane_slots(func).collect();
    if slots.iter().map(|(_, words)| words).sum::<u32>() > capacity {
        let mut accesses = vec![0u32; func.frame.objects.len()];
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                if let Some((_, true, _)) = spill_kind(func.opcode(inst)) {
                    accesses[slot_of(func, inst).as_u32() as usize] += 1;
                }
            }
        }
        slots.sort_by_key(|(slot, _)| std::cmp::Reverse(accesses[slot.as_u32() as usize]));
    }
    let mut first_lane = vec![None; func.frame.objects.len()];
    let mut lanes = 0;
    for (slot, words) in slots {
        if lanes + words <= capacity {
            first_lane[slot.as_u32() as usize] = Some(lanes);
            lanes += words;
        } else {
            func.frame.objects[slot].kind = SlotKind::Spill;
        }
    }
    (first_lane, lanes)
}

fn slot_of(func: &MachineFunction, spill: Inst) -> FrameIndex {
    func.operands(spill)[1].as_frame_index().expect("a slot")
}

/// Callee-saved SGPRs that a called function writes, one by one; includes the return address if it makes calls itself.
fn kept_sgprs(func: &MachineFunction) -> Vec<Reg> {
    let Some(gpu) = func
        .target_info::<GpuFunctionInfo>()
        .filter(|gpu| gpu.is_callable())
    else {
        return Vec::new();
    };
    let convention = gpu.convention;
    let mut written: [bool; NUM_SGPRS as usize] = written_registers(func, sgpr(0, 1));
    for number in gpu.frame_pointers() {
        written[usize::from(number)] = true;
    }
    (0..NUM_SGPRS as u16)
        .filter(|&n| written[usize::from(n)] && convention.is_kept_sgpr(n) && n != call_abi::STACK_POINTER)
        .map(|n| sgpr(n, 1))
        .collect()
}

fn expand(
    func: &mut MachineFunction,
    inst: Inst,
    words: u8,
    restore: bool,
    first_lane: &[Option<u32>],
    set_aside: &[Reg],
) {
    let data = *func.operands(inst)[0].as_reg().expect("the spilled register");
    let word = func.operands(inst)[2].as_imm().expect("a word") as u32;
    let Some(first) = first_lane[slot_of(func, inst).as_u32() as usize] else {
        return;
    };
    let start = first + word;
    let reg = data.reg.as_physical().expect("scalar registers are allocated");
    let unit = func.registers().units(reg).start;
    // Registers chosen by the allocator, here and for the lanes, may be undefined on some path.
    for i in 0..words {
        let part = func
            .registers()
            .register_at(unit + u16::from(i), 1)
            .expect("a part");
        let lane = start + u32::from(i);
        let wave_size = subtarget(func).wave_size;
        let (vector, lane) = (
            set_aside[(lane / wave_size) as usize],
            i64::from(lane % wave_size),
        );
        let mut builder = MachineBuilder::before(func, inst);
        if restore {
            builder
                .build(opcodes::V_READLANE_B32)
                .def(part)
                .use_flags(vector, RegFlags::RENAMABLE)
                .imm(lane)
                .inst();
        } else {
            let write = builder
                .build(opcodes::V_WRITELANE_B32)
                .def(vector)
                .use_flags(part, data.flags & RegFlags::RENAMABLE)
                .imm(lane);
            // Lanes that were never written do not matter.
            write.use_flags(vector, RegFlags::UNDEF).inst();
        }
    }
    debug_assert!(matches!(func.operands(inst)[1], MachineOperand::FrameIndex(_)));
    func.remove_inst(inst);
}
