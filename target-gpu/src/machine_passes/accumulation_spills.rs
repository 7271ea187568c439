//! Spills VGPRs to unused accumulation registers instead of memory.
//!
//! Requires: registers are allocated. Preserves: everything else. Moves between the two files respect EXEC as scratch
//! accesses do, so a slot holds the same lanes in either. VGPRs and AGPRs of a wave share 512 registers; as many are
//! used as still leave room for the largest work-group. Matrix instructions read A and B from either file: values that
//! only they read are not moved back. Cost: linear, with a limit on how far readers are searched for. A limit set by
//! the user applies to both files. Functions that are called, or that call others, spill to memory: the convention
//! preserves no AGPRs.

use super::register_counts;
use crate::function_info::GpuFunctionInfo;
use crate::machine_info::spill_kind;
use crate::registers::VECTOR_FILE;
use fxhash::FxHashSet;
use smallvec::SmallVec;
use wavec_codegen::analysis::{PhysicalLiveness, UnitSet};
use wavec_codegen::mir::{
    Block, FrameIndex, Inst, MachineBuilder, MachineFunction, RegFlags, RegOperand, SlotKind,
};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::register_files::{self, NUM_VGPRS};
use wavec_gpu_mc::subtarget::Accumulation;
use wavec_gpu_mc::{REGISTER_INFO, opcodes, regs};
use wavec_mc::Reg;

/// AGPRs that instructions can name.
/// How many instructions of a function are looked at for the readers of what is brought back.
const MOST_LOOKS: usize = 200_000;
/// Granularity of VGPR allocation, after which AGPRs follow.
const ACCUM_GRANULE: u32 = 4;

/// Replaces vector spills for as many slots as there are registers. Returns the number of dwords in these slots.
pub fn run(func: &mut MachineFunction, options: &CodegenOptions) -> u32 {
    let has_slots = func
        .frame
        .objects
        .values()
        .any(|object| is_spill(object.kind, object.dead));
    let Some(gpu) = func.target_info::<GpuFunctionInfo>() else {
        return 0;
    };
    let is_unified = gpu.subtarget.accumulation() == Accumulation::Unified;
    if !(has_slots && is_unified)
        || gpu.is_callable()
        || gpu.calls
        || gpu.dynamic_stack
        || options.register_limits.of(VECTOR_FILE).is_some()
    {
        return 0;
    }
    let total = gpu.subtarget.limits().registers_for_waves(gpu.waves_per_simd.0);
    let counts = register_counts::count(func);
    // A later pass may need one more for an address.
    let vgprs = (counts.vgprs + 1).next_multiple_of(ACCUM_GRANULE);
    let end = total.saturating_sub(vgprs).min(NUM_VGPRS);
    let first = places(func, counts.agprs, end);
    let saved = saved_words(func);
    let liveness = PhysicalLiveness::compute(func);
    let mut looks = MOST_LOOKS;
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        let mut next = func.layout.first_inst(block);
        while let Some(inst) = next {
            next = func.layout.next_inst(inst);
            if let Some(spill) = vector_spill(func, inst)
                && let Some(start) = first[spill.slot.as_u32() as usize]
            {
                if read_in_place(
                    func,
                    inst,
                    &spill,
                    start,
                    &saved,
                    liveness.live_out(block),
                    &mut looks,
                ) {
                    func.remove_inst(inst);
                } else {
                    expand(func, inst, &spill, start, &saved);
                }
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
    // A slot with any other access must be in memory.
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
            // Instructions read tuples from even registers on.
            let words = object.size.div_ceil(4);
            let first = next.next_multiple_of(words.min(2));
            let fits = may_move[slot.as_u32() as usize] && first + words <= end;
            next = if fits { first + words } else { next };
            fits.then_some(first)
        })
        .collect()
}

fn is_vgpr(reg: Option<Reg>) -> bool {
    reg.is_some_and(|reg| register_files::is_vector(reg) && !register_files::is_accumulation(reg))
}

/// A spill of a vector register, or its reload.
struct VectorSpill {
    data: RegOperand,
    slot: FrameIndex,
    /// The first dword in the slot, and the number of dwords.
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

/// The dwords of slots that are ever written. If the rest of a tuple is undefined, only a part is saved, but all of it
/// reloaded.
fn saved_words(func: &MachineFunction) -> FxHashSet<(FrameIndex, u32)> {
    let insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
    insts
        .filter_map(|inst| vector_spill(func, inst))
        .filter(|spill| !spill.restore)
        .flat_map(|spill| (0..u32::from(spill.words)).map(move |word| (spill.slot, spill.first + word)))
        .collect()
}

/// The first unit of the AGPRs of a spill whose slot begins in number `start`.
fn accumulation_unit(spill: &VectorSpill, start: u32) -> u16 {
    REGISTER_INFO.units(regs::AGPR0).start + (start + spill.first) as u16
}

/// Makes the readers of `inst`'s result read the AGPRs, if all of them can. Returns whether they do.
fn read_in_place(
    func: &mut MachineFunction,
    inst: Inst,
    spill: &VectorSpill,
    start: u32,
    saved: &FxHashSet<(FrameIndex, u32)>,
    live_out: &UnitSet,
    looks: &mut usize,
) -> bool {
    let words = 0..u32::from(spill.words);
    let is_saved = |word: u32| saved.contains(&(spill.slot, spill.first + word));
    if !spill.restore || !words.clone().all(is_saved) {
        return false;
    }
    let reg = spill.data.reg.as_physical().expect("registers are allocated");
    let (units, accumulation) = (REGISTER_INFO.units(reg), accumulation_unit(spill, start));
    let held = accumulation..accumulation + u16::from(spill.words);
    let mut unread: SmallVec<[u16; 8]> = units.clone().collect();
    let mut readers: SmallVec<[(Inst, usize, Reg); 4]> = SmallVec::new();
    let mut next = func.layout.next_inst(inst);
    while let Some(reader) = next.filter(|_| !unread.is_empty()) {
        let Some(left) = looks.checked_sub(1) else {
            return false;
        };
        *looks = left;
        next = func.layout.next_inst(reader);
        // A value saved to the slot in the meantime is a different one.
        let saves =
            vector_spill(func, reader).is_some_and(|other| !other.restore && other.slot == spill.slot);
        let overwrites = func.defs(reader).any(|(_, def)| {
            let def = def.reg.as_physical();
            def.is_some_and(|def| REGISTER_INFO.units(def).any(|unit| held.contains(&unit)))
        });
        if saves || overwrites {
            return false;
        }
        for (index, operand) in func.uses(reader) {
            let Some(read) = operand.reg.as_physical().map(|reg| REGISTER_INFO.units(reg)) else {
                continue;
            };
            if !read.clone().any(|unit| unread.contains(&unit)) {
                continue;
            }
            let class = func.desc(reader).operands().get(index).map(|info| info.reg_class);
            let in_place = read
                .clone()
                .all(|unit| unread.contains(&unit))
                .then(|| accumulation + (read.start - units.start))
                .and_then(|first| REGISTER_INFO.register_at(first, read.len() as u8));
            match (class, in_place) {
                (Some(class), Some(reg))
                    if class.is_some()
                        && operand.tied_to().is_none()
                        && REGISTER_INFO.class(class).contains(reg) =>
                {
                    readers.push((reader, index, reg));
                }
                _ => return false,
            }
        }
        for (_, def) in func.defs(reader) {
            if let Some(def) = def.reg.as_physical() {
                unread.retain(|unit| !REGISTER_INFO.units(def).contains(unit));
            }
        }
    }
    if unread.iter().any(|&unit| live_out.contains(unit)) || readers.is_empty() {
        return false;
    }
    for (reader, index, reg) in readers {
        if let Some(operand) = func.operands_mut(reader)[index].as_reg_mut() {
            operand.reg = reg.into();
            operand.flags.remove(RegFlags::KILL);
        }
    }
    true
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
    let accumulation = accumulation_unit(spill, start);
    // What a save reads may be in accumulation registers itself since its own reload was left out.
    let save = match register_files::is_accumulation(reg) {
        true => opcodes::V_ACCVGPR_MOV_B32,
        false => opcodes::V_ACCVGPR_WRITE_B32_E64,
    };
    // The allocator chose the registers: a value may be undefined on some path to its spill or reload.
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
                .build(save)
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
    use crate::registers::TABLES;
    use wavec_codegen::mir::{PrintOptions, parse_function, print_function};
    use wavec_codegen::options::CodegenOptions;

    fn allocate(text: &str) -> (u32, String) {
        let mut func = parse_function(text, TABLES).unwrap_or_else(|error| panic!("{error}\n{text}"));
        func.set_target_info(GpuFunctionInfo {
            max_flat_workgroup_size: 64,
            waves_per_simd: (1, 8),
            ..GpuFunctionInfo::default()
        });
        let moved = run(&mut func, &CodegenOptions::default());
        (moved, print_function(&func, &PrintOptions::default()))
    }

    #[test]
    fn matrix_instructions_read_what_was_saved_in_place() {
        let text = "--- f\nstage: allocated\nstack: %stack.0 size 4 align 4 spill\nstack: %stack.1 size 8 align 4 spill\n\
                    livein: $vgpr0\nlivein: $vgpr2_vgpr3\nlivein: $vgpr4_vgpr5_vgpr6_vgpr7\nbb.0:\n  \
                    SI_SPILL_V32_SAVE renamable $vgpr0, %stack.0, 0\n  \
                    SI_SPILL_V64_SAVE renamable $vgpr2_vgpr3, %stack.1, 0\n  \
                    $vgpr2_vgpr3 = SI_SPILL_V64_RESTORE %stack.1, 0\n  \
                    $vgpr4_vgpr5_vgpr6_vgpr7 = V_MFMA_F32_16X16X16F16_vgprcd_e64 $vgpr2_vgpr3, $vgpr2_vgpr3, $vgpr4_vgpr5_vgpr6_vgpr7, 0, 0, 0, implicit $mode, implicit $exec\n";
        let end = "  S_ENDPGM 0\n";
        let (_, out) = allocate(&format!("{text}{end}"));
        // Tuples begin at even registers.
        assert!(
            out.contains("V_MFMA_F32_16X16X16F16_vgprcd_e64 $agpr2_agpr3, $agpr2_agpr3"),
            "{out}"
        );
        assert!(!out.contains("READ"), "{out}");
        // Values with other readers are reloaded.
        let other = "  $vgpr0 = V_MOV_B32_e32 $vgpr3, implicit $exec\n";
        let (_, out) = allocate(&format!("{text}{other}{end}"));
        assert!(out.contains("$vgpr3 = V_ACCVGPR_READ_B32_e64"), "{out}");
        assert!(
            out.contains("V_MFMA_F32_16X16X16F16_vgprcd_e64 $vgpr2_vgpr3"),
            "{out}"
        );
    }

    #[test]
    fn what_is_saved_again_moves_between_accumulation_registers() {
        let text = "--- f\nstage: allocated\nstack: %stack.0 size 4 align 4 spill\nstack: %stack.1 size 4 align 4 spill\n\
                    livein: $vgpr0\nbb.0:\n  SI_SPILL_V32_SAVE renamable $vgpr0, %stack.0, 0\n  \
                    renamable $vgpr1 = SI_SPILL_V32_RESTORE %stack.0, 0\n  \
                    SI_SPILL_V32_SAVE renamable killed $vgpr1, %stack.1, 0\n  S_ENDPGM 0\n";
        let (moved, text) = allocate(text);
        assert_eq!(moved, 2);
        assert!(
            text.contains("$agpr1 = V_ACCVGPR_MOV_B32 renamable $agpr0"),
            "{text}"
        );
        assert!(!text.contains("READ"), "{text}");
    }

    #[test]
    fn what_was_never_saved_is_not_brought_back() {
        let text = "--- f\nstage: allocated\nstack: %stack.0 size 8 align 4 spill\nlivein: $vgpr0\nbb.0:\n  \
                    SI_SPILL_V32_SAVE renamable $vgpr0, %stack.0, 0\n  $vgpr2_vgpr3 = SI_SPILL_V64_RESTORE %stack.0, 0\n  \
                    S_ENDPGM 0\n";
        let (moved, text) = allocate(text);
        assert_eq!(moved, 2);
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
