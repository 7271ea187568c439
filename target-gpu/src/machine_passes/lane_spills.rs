//! Spilled SGPRs go to lanes of VGPRs that are kept for them.
//!
//! Requires: SGPRs are allocated, VGPRs are not. Preserves: everything else. `v_writelane_b32` and `v_readlane_b32` do not
//! look at EXEC, so a lane holds its dword whatever lanes are active; but a VGPR that is itself spilled or split would be
//! moved under EXEC and lose lanes. So the registers are set aside: the lowest ones that hold no input.

use super::prologue::written_registers;
use crate::call_abi;
use crate::function_info::GpuFunctionInfo;
use crate::machine_info::{NUM_SGPRS, NUM_VGPRS, max_vgprs_for_occupancy, sgpr, spill_kind, vgpr};
use wavec_codegen::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, MachineOperand, RegFlags, SlotKind,
};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::opcodes;
use wavec_mc::Reg;

/// Lanes of a VGPR.
const LANES: u32 = 64;

/// Replaces the scalar spill pseudos.
///
/// # Errors
/// If the VGPRs needed are more than the limit leaves.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> Result<(), String> {
    // First lane of each slot, counted across the registers.
    let mut first_lane: Vec<Option<u32>> = vec![None; func.frame.objects.len()];
    let mut lanes = 0;
    for (slot, object) in func.frame.objects.iter() {
        if object.kind == SlotKind::LaneSpill && !object.dead {
            first_lane[slot.as_u32() as usize] = Some(lanes);
            lanes += object.size.div_ceil(4);
        }
    }
    let spilled = lanes;
    let kept = kept_sgprs(func);
    lanes += kept.len() as u32;
    if lanes == 0 {
        return Ok(());
    }
    let registers = lanes.div_ceil(LANES);
    let limit = options
        .max_vgprs
        .unwrap_or(NUM_VGPRS)
        .min(max_vgprs_for_occupancy(func));
    // v0 holds the packed work-item ids on entry.
    let has_convention = func
        .target_info::<GpuFunctionInfo>()
        .is_some_and(|gpu| gpu.callable || gpu.calls || gpu.dynamic_stack);
    if registers + 1 > limit && !has_convention {
        return Err(format!(
            "{lanes} scalar registers are spilled, which takes {registers} vector registers of {limit}"
        ));
    }
    let set_aside: Vec<Reg> = match has_convention {
        // What is called keeps these for us, and we keep them for callers; the convention knows no lower limit.
        true => call_abi::kept_vgprs()
            .take_while(|&n| u32::from(n) < max_vgprs_for_occupancy(func))
            .take(registers as usize)
            .map(|n| vgpr(n, 1))
            .collect(),
        false => (1..=registers as u16).map(|n| vgpr(n, 1)).collect(),
    };
    if set_aside.len() < registers as usize {
        return Err(format!(
            "{lanes} scalar registers are kept in lanes, for which there are too few vector registers"
        ));
    }
    let place = |lane: u32| (set_aside[(lane / LANES) as usize], (lane % LANES) as u8);
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
                expand(func, inst, words, restore, &first_lane, &set_aside);
            }
        }
    }
    if let Some(gpu) = func.target_info_mut::<GpuFunctionInfo>() {
        gpu.lane_spill_vgprs = set_aside;
        gpu.sgpr_spills = spilled;
        gpu.saved_sgprs = saved_sgprs;
    }
    Ok(())
}

/// SGPRs that a function which others call must keep for them and writes, one by one; the return address among them if
/// it calls functions itself.
fn kept_sgprs(func: &MachineFunction) -> Vec<Reg> {
    let Some(gpu) = func.target_info::<GpuFunctionInfo>().filter(|gpu| gpu.callable) else {
        return Vec::new();
    };
    let mut written: [bool; NUM_SGPRS as usize] = written_registers(func, sgpr(0, 1));
    for number in gpu.frame_pointers() {
        written[usize::from(number)] = true;
    }
    (0..NUM_SGPRS as u16)
        .filter(|&n| written[usize::from(n)] && call_abi::is_kept_sgpr(n) && n != call_abi::STACK_POINTER)
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
    let slot: FrameIndex = func.operands(inst)[1].as_frame_index().expect("a slot");
    let word = func.operands(inst)[2].as_imm().expect("a word") as u32;
    let start = first_lane[slot.as_u32() as usize].expect("a lane spill slot") + word;
    let reg = data.reg.as_physical().expect("scalar registers are allocated");
    let unit = func.registers().units(reg).start;
    for i in 0..words {
        let part = func
            .registers()
            .register_at(unit + u16::from(i), 1)
            .expect("a part");
        let lane = start + u32::from(i);
        let (vector, lane) = (set_aside[(lane / LANES) as usize], i64::from(lane % LANES));
        let mut builder = MachineBuilder::before(func, inst);
        if restore {
            builder
                .build(opcodes::V_READLANE_B32)
                .def(part)
                .use_(vector)
                .imm(lane)
                .inst();
        } else {
            let write = builder
                .build(opcodes::V_WRITELANE_B32)
                .def(vector)
                .use_(part)
                .imm(lane);
            // Lanes that were never written do not matter.
            write.use_flags(vector, RegFlags::UNDEF).inst();
        }
    }
    debug_assert!(matches!(func.operands(inst)[1], MachineOperand::FrameIndex(_)));
    func.remove_inst(inst);
}
