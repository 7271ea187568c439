//! Spilled VGPRs go to accumulation registers that are left, instead of to memory.
//!
//! Requires: registers are allocated. Preserves: everything else. Moves between the two files look at EXEC as accesses of
//! scratch memory do, so a slot holds the same lanes in either. VGPRs and AGPRs of a wave share 512 registers; no more are
//! taken than leave room for the largest work-group. A limit that the user sets counts for both files. Functions that
//! others call, or that call some, spill to memory: the convention keeps no AGPRs.

use super::register_counts;
use crate::function_info::GpuFunctionInfo;
use crate::machine_info::{registers_for_occupancy, spill_kind};
use wavec_codegen::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, RegFlags, RegOperand, SlotKind,
};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::{REGISTER_INFO, opcodes, regs};
use wavec_mc::Reg;

/// AGPRs that instructions can name.
const NUM_AGPRS: u32 = 256;
/// VGPRs are given out in so many, where AGPRs follow.
const ACCUM_GRANULE: u32 = 4;

/// Replaces vector spills for as many slots as there are registers. Returns how many dwords these slots have.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> u32 {
    let has_slots = func
        .frame
        .objects
        .values()
        .any(|object| is_spill(object.kind, object.dead));
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        return 0;
    };
    if !has_slots || gpu.callable || gpu.calls || gpu.dynamic_stack || options.max_vgprs.is_some() {
        return 0;
    }
    let total = registers_for_occupancy(gpu.max_flat_workgroup_size);
    let counts = register_counts::count(func);
    // Passes that follow may take one more for an address.
    let vgprs = (counts.vgprs + 1).next_multiple_of(ACCUM_GRANULE);
    let end = total.saturating_sub(vgprs).min(NUM_AGPRS);
    let first = places(func, counts.agprs, end);
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if let Some((data, slot, words, restore)) = vector_spill(func, inst)
                && let Some(start) = first[slot.as_u32() as usize]
            {
                expand(func, inst, data, start, words, restore);
            }
        }
    }
    let mut moved = 0;
    for (slot, object) in func.frame.objects.iter_mut() {
        if first[slot.as_u32() as usize].is_some() {
            object.dead = true;
            moved += object.size.div_ceil(4);
        }
    }
    moved
}

fn is_spill(kind: SlotKind, dead: bool) -> bool {
    kind == SlotKind::Spill && !dead
}

/// The first AGPR of each slot that gets some, from those numbered `start` to `end`.
fn places(func: &MachineFunction, start: u32, end: u32) -> Vec<Option<u32>> {
    let mut may_move = vec![false; func.frame.objects.len()];
    for (slot, object) in func.frame.objects.iter() {
        may_move[slot.as_u32() as usize] = is_spill(object.kind, object.dead);
    }
    // Whatever else looks at a slot needs it in memory.
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            let moves = vector_spill(func, inst).is_some_and(|(data, ..)| is_vgpr(data.reg.as_physical()));
            for slot in func
                .operands(inst)
                .iter()
                .filter_map(|operand| operand.as_frame_index())
            {
                may_move[slot.as_u32() as usize] &= moves;
            }
        }
    }
    let mut next = start;
    let objects = func.frame.objects.iter();
    objects
        .map(|(slot, object)| {
            let words = object.size.div_ceil(4);
            let fits = may_move[slot.as_u32() as usize] && next + words <= end;
            let first = next;
            next += if fits { words } else { 0 };
            fits.then_some(first)
        })
        .collect()
}

fn is_vgpr(reg: Option<Reg>) -> bool {
    reg.is_some_and(|reg| (256..512).contains(&REGISTER_INFO.encoding(reg)))
}

/// The register, the slot, dwords and direction of a vector spill.
fn vector_spill(func: &MachineFunction, inst: Inst) -> Option<(RegOperand, FrameIndex, u8, bool)> {
    let (words, is_scalar, restore) = spill_kind(func.opcode(inst))?;
    let operands = func.operands(inst);
    let data = *operands[0].as_reg().expect("the spilled register");
    let slot = operands[1].as_frame_index().expect("a slot");
    (!is_scalar).then_some((data, slot, words, restore))
}

/// `start`: the number of the slot's first AGPR.
fn expand(func: &mut MachineFunction, inst: Inst, data: RegOperand, start: u32, words: u8, restore: bool) {
    let first = func.operands(inst)[2].as_imm().expect("a word") as u32;
    let reg = data.reg.as_physical().expect("registers are allocated");
    let unit = REGISTER_INFO.units(reg).start;
    let accumulation = REGISTER_INFO.units(regs::AGPR0).start + (start + first) as u16;
    let kept = RegFlags::UNDEF | RegFlags::KILL;
    for word in 0..u16::from(words) {
        let part = |unit: u16| REGISTER_INFO.register_at(unit + word, 1).expect("a dword");
        let mut builder = MachineBuilder::before(func, inst);
        match restore {
            true => builder
                .build(opcodes::V_ACCVGPR_READ_B32_E64)
                .def(part(unit))
                .use_(part(accumulation))
                .inst(),
            false => builder
                .build(opcodes::V_ACCVGPR_WRITE_B32_E64)
                .def(part(accumulation))
                .use_flags(part(unit), data.flags & kept)
                .inst(),
        };
    }
    func.remove_inst(inst);
}
