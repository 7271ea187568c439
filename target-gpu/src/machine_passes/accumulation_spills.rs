//! Spilled VGPRs go to accumulation registers that are left, instead of to memory.
//!
//! Requires: registers are allocated. Preserves: everything else. Moves between the two files look at EXEC as accesses of
//! scratch memory do, so a slot holds the same lanes in either. VGPRs and AGPRs of a wave share 512 registers; no more are
//! taken than leave room for the largest work-group. A limit that the user sets counts for both files. Functions that
//! others call, or that call some, spill to memory: the convention keeps no AGPRs.

use super::register_counts;
use crate::function_info::GpuFunctionInfo;
use crate::machine_info::{registers_for_waves, spill_kind};
use fxhash::FxHashSet;
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
    let total = registers_for_waves(gpu.waves_per_simd.0);
    let counts = register_counts::count(func);
    // Passes that follow may take one more for an address.
    let vgprs = (counts.vgprs + 1).next_multiple_of(ACCUM_GRANULE);
    let end = total.saturating_sub(vgprs).min(NUM_AGPRS);
    let first = places(func, counts.agprs, end);
    let saved = saved_words(func);
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if let Some(spill) = vector_spill(func, inst)
                && let Some(start) = first[spill.slot.as_u32() as usize]
            {
                expand(func, inst, &spill, start, &saved);
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
            let moves = vector_spill(func, inst).is_some_and(|spill| is_vgpr(spill.data.reg.as_physical()));
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

/// A spill of a vector register, or what brings it back.
struct VectorSpill {
    data: RegOperand,
    slot: FrameIndex,
    /// The first dword in the slot, and how many.
    first: u32,
    words: u8,
    restore: bool,
}

fn vector_spill(func: &MachineFunction, inst: Inst) -> Option<VectorSpill> {
    let (words, is_scalar, restore) = spill_kind(func.opcode(inst))?;
    if is_scalar {
        return None;
    }
    let operands = func.operands(inst);
    Some(VectorSpill {
        data: *operands[0].as_reg().expect("the spilled register"),
        slot: operands[1].as_frame_index().expect("a slot"),
        first: operands[2].as_imm().expect("a word") as u32,
        words,
        restore,
    })
}

/// The dwords of slots that anything is ever saved to. Of a tuple whose rest is undefined a part is saved, and all of it
/// brought back.
fn saved_words(func: &MachineFunction) -> FxHashSet<(FrameIndex, u32)> {
    let insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
    insts
        .filter_map(|inst| vector_spill(func, inst))
        .filter(|spill| !spill.restore)
        .flat_map(|spill| (0..u32::from(spill.words)).map(move |word| (spill.slot, spill.first + word)))
        .collect()
}

/// `start`: the number of the slot's first AGPR.
fn expand(
    func: &mut MachineFunction,
    inst: Inst,
    spill: &VectorSpill,
    start: u32,
    saved: &FxHashSet<(FrameIndex, u32)>,
) {
    let reg = spill.data.reg.as_physical().expect("registers are allocated");
    let unit = REGISTER_INFO.units(reg).start;
    let accumulation = REGISTER_INFO.units(regs::AGPR0).start + (start + spill.first) as u16;
    // The allocator chose the registers: a value may be undefined on some path to where it is saved or brought back.
    let kept = RegFlags::UNDEF | RegFlags::KILL | RegFlags::RENAMABLE;
    for word in 0..u16::from(spill.words) {
        let part = |unit: u16| REGISTER_INFO.register_at(unit + word, 1).expect("a dword");
        let is_saved = saved.contains(&(spill.slot, spill.first + u32::from(word)));
        let mut builder = MachineBuilder::before(func, inst);
        match (spill.restore, is_saved) {
            (true, true) => builder
                .build(opcodes::V_ACCVGPR_READ_B32_E64)
                .def(part(unit))
                .use_flags(part(accumulation), RegFlags::RENAMABLE)
                .inst(),
            (true, false) => builder.implicit_def(part(unit)),
            (false, _) => builder
                .build(opcodes::V_ACCVGPR_WRITE_B32_E64)
                .def(part(accumulation))
                .use_flags(part(unit), spill.data.flags & kept)
                .inst(),
        };
    }
    func.remove_inst(inst);
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::function_info::GpuFunctionInfo;
    use crate::machine_info::TABLES;
    use wavec_codegen::mir::{PrintOptions, parse_function, print_function};
    use wavec_codegen::options::CodegenOptions;

    #[test]
    fn what_was_never_saved_is_not_brought_back() {
        let text = "--- f\nstage: allocated\nstack: %stack.0 size 8 align 4 spill\nlivein: $vgpr0\nbb.0:\n  \
                    SI_SPILL_V32_SAVE renamable $vgpr0, %stack.0, 0\n  $vgpr2_vgpr3 = SI_SPILL_V64_RESTORE %stack.0, 0\n  \
                    S_ENDPGM 0\n";
        let mut func = parse_function(text, TABLES).unwrap_or_else(|error| panic!("{error}\n{text}"));
        func.set_target_info(GpuFunctionInfo {
            max_flat_workgroup_size: 64,
            waves_per_simd: (1, 8),
            ..GpuFunctionInfo::default()
        });
        assert_eq!(run(&mut func, &CodegenOptions::default()), 2);
        let text = print_function(&func, &PrintOptions::default());
        assert!(
            text.contains("$agpr0 = V_ACCVGPR_WRITE_B32_e64 renamable $vgpr0"),
            "{text}"
        );
        assert!(
            text.contains("$vgpr2 = V_ACCVGPR_READ_B32_e64 renamable $agpr0"),
            "{text}"
        );
        assert!(text.contains("$vgpr3 = IMPLICIT_DEF"), "{text}");
        assert!(!text.contains("agpr1"), "{text}");
    }
}
