//! What checks and estimates know of an instruction: from which parts of sources a result comes, which rules of hazards are about
//! it, how long it takes.

use crate::exec;
use crate::hazards::{ClauseKind, HazardInfo, Traits, WaitStates};
use crate::op::{Merge, Op, RegRange, Src, Words, scalar};
use crate::stats::InstructionClass;
use wavec_gpu_mc::{Subtarget, operand_names as names, target_flags};
use wavec_mc::{Desc, InstrFlags, Opcode};

/// Records it, when the operands are known.
pub(super) fn note(op: &mut Op, desc: Desc, mnemonic: &str, opcode: Opcode, subtarget: &Subtarget) {
    let flags = desc.target_flags();
    op.words = words_of(op, mnemonic);
    op.merge = merge_of(op, mnemonic);
    op.keeps_rest = flags & target_flags::VALU != 0 && keeps_rest(op, desc);
    op.propagates = match op.class {
        InstructionClass::Valu | InstructionClass::Transcendental | InstructionClass::Matrix => true,
        InstructionClass::Salu => !mnemonic.starts_with("s_set"),
        _ => false,
    };
    op.hazard = hazard_info(op, desc, mnemonic, opcode, subtarget);
    op.is_counted = op.counters.any();
    let is_vector = |source: &&Src| matches!(source, Src::Vector(_));
    op.leading_vectors = op.src.iter().take_while(is_vector).count() as u8;
    op.is_plain = (op.neg | op.abs | op.omod) == 0 && !op.clamp && op.sdwa.is_none() && op.dpp.is_none();
    op.issue_cycles = issue_cycles(op, desc, mnemonic, subtarget);
    op.only_computes = only_computes(op, mnemonic);
    op.ends_run = ends_run(op, mnemonic);
    let slots = subtarget.family.schedule_model.latency(desc.sched_class());
    op.latency = slots as u16 * subtarget.family.slot_cycles as u16;
}

/// Whether an instruction changes nothing but registers, and where the program goes on.
fn only_computes(op: &Op, mnemonic: &str) -> bool {
    let computes = match op.class {
        InstructionClass::Valu
        | InstructionClass::Transcendental
        | InstructionClass::Matrix
        | InstructionClass::Branch => true,
        InstructionClass::Salu => {
            // Those that change the mode, or depend on the time.
            let excluded = ["s_set", "s_get", "s_rfe"];
            !excluded.iter().any(|prefix| mnemonic.starts_with(prefix))
        }
        // They only take time.
        InstructionClass::Other => matches!(mnemonic, "s_nop" | "s_delay_alu" | "s_clause"),
        _ => false,
    };
    computes && op.dpp.is_none() && !op.is_counted
}

/// Whether an instruction changes EXEC or where the program goes on, or whether its results may be unwritten although its sources were written in all
/// active lanes.
fn ends_run(op: &Op, mnemonic: &str) -> bool {
    let within_lanes = [
        "v_mov_b",
        "v_pk_mov_b32",
        "v_cndmask_b",
        "v_swap_b",
        "v_accvgpr_",
        "v_dual",
    ];
    let moves_lanes = op.reads.iter().any(|range| range.vector && range.moved)
        && !within_lanes.iter().any(|prefix| mnemonic.starts_with(prefix));
    let writes_exec = |range: &RegRange| {
        let exec = u16::from(scalar::EXEC);
        !range.vector && range.first < exec + 2 && exec < range.first + range.count
    };
    op.class == InstructionClass::Branch
        || moves_lanes
        || mnemonic.contains("_movrel")
        || op.writes.iter().any(writes_exec)
}

/// Estimated cycles for which an instruction keeps its wave from issuing the next one.
fn issue_cycles(op: &Op, desc: Desc, mnemonic: &str, subtarget: &Subtarget) -> u16 {
    let slot = subtarget.family.slot_cycles as u16;
    let slots = subtarget.issue_slots(desc) as u16;
    match op.class {
        // The hardware takes them together with the next instruction.
        InstructionClass::Other if matches!(mnemonic, "s_delay_alu" | "s_clause") => 1,
        // They run at a quarter of the rate.
        InstructionClass::Transcendental => slot * slots.max(4 * subtarget.wave_parts() as u16),
        InstructionClass::Matrix => slot * u16::from(op.hazard.passes.max(4)).max(slots),
        InstructionClass::Branch => 16,
        InstructionClass::Other if op.hazard.traits.contains(Traits::NOP) => {
            slot * ((op.imm & 15) as u16 + 1)
        }
        _ => slot * slots,
    }
}

/// Which words of the sources the words of a 64-bit result depend on.
fn words_of(op: &Op, mnemonic: &str) -> Words {
    let shift = |value, amount, left| Words::Shift { value, amount, left };
    let chosen = |sources: u8| Words::Chosen {
        low: op.op_sel,
        high: op.op_sel_hi,
        sources,
    };
    match mnemonic {
        "v_mad_u64_u32" | "v_mad_i64_i32" | "v_lshl_add_u64" => Words::LowFirst,
        "v_lshlrev_b64" => shift(1, 0, true),
        "v_lshrrev_b64" | "v_ashrrev_i64" => shift(1, 0, false),
        "v_pk_fma_f32" => chosen(3),
        "v_pk_mul_f32" | "v_pk_add_f32" => chosen(2),
        _ => Words::All,
    }
}

/// Whether a vector instruction writes a part of its destination, and keeps the rest.
fn keeps_rest(op: &Op, desc: Desc) -> bool {
    const PRESERVE: u8 = 2;
    const ALL: u8 = 6;
    match op.sdwa {
        Some(sdwa) => sdwa.dst != ALL && sdwa.unused == PRESERVE,
        None => desc.operand_index(names::VDST_IN).is_some() || is_byte_of_destination(desc),
    }
}

/// Conversions to one byte of the destination, whose old value is in the position of a third source.
pub(super) fn is_byte_of_destination(desc: Desc) -> bool {
    desc.operand_index(names::SRC2)
        .is_some_and(|index| desc.operands()[index].tied_to >= 0)
        && desc.target_flags() & target_flags::BYTE_SELECT != 0
}

/// Where the bits of a 32-bit result come from: not from operands that only select bits.
fn merge_of(op: &Op, mnemonic: &str) -> Merge {
    match mnemonic {
        "v_or_b32" | "v_perm_b32" | "v_alignbit_b32" | "v_alignbyte_b32" | "v_pack_b32_f16" => {
            Merge::Fields(0b011)
        }
        "v_or3_b32" => Merge::Fields(0b111),
        "v_bfi_b32" => Merge::Fields(0b110),
        "v_lshl_or_b32" | "v_cvt_pk_u8_f32" => Merge::Fields(0b101),
        // Either factor may be the mask.
        "v_and_or_b32" if matches!(op.src[0], Src::Vector(_)) => Merge::Fields(0b101),
        "v_and_or_b32" => Merge::Fields(0b110),
        // Two narrow values packed in one register.
        _ if mnemonic.starts_with("v_cvt_pk") && !mnemonic.starts_with("v_cvt_pk_f32") => {
            Merge::Fields(0b011)
        }
        _ => Merge::None,
    }
}

/// Which clauses an instruction may be in.
fn clause_kind(desc: Desc, mnemonic: &str) -> ClauseKind {
    let has = |flags: u64| desc.target_flags() & flags != 0;
    match mnemonic {
        "s_clause" => return ClauseKind::Start,
        "s_nop" => return ClauseKind::Internal,
        _ => {}
    }
    if has(target_flags::SMEM) && desc.num_defs() > 0 {
        ClauseKind::Scalar
    } else if has(target_flags::DS) {
        ClauseKind::Local
    } else if has(target_flags::VMEM | target_flags::MIMG)
        && !has(target_flags::BUFFER_INVALIDATE | target_flags::BUFFER_WRITEBACK)
    {
        let is_segment = has(target_flags::FLAT_GLOBAL | target_flags::FLAT_SCRATCH);
        ClauseKind::Vector {
            is_flat: has(target_flags::FLAT) && !is_segment,
            stores: desc.is(InstrFlags::MAY_STORE),
            is_atomic: has(target_flags::ATOMIC_RET | target_flags::ATOMIC_NO_RET),
            is_image: has(target_flags::MIMG),
            samples: desc.operand_index(names::SSAMP).is_some(),
        }
    } else {
        ClauseKind::Other
    }
}

/// What the rules of hazards ask.
fn hazard_info(op: &Op, desc: Desc, mnemonic: &str, opcode: Opcode, subtarget: &Subtarget) -> HazardInfo {
    let flags = desc.target_flags();
    let mut traits = Traits::empty();
    let by_flag = [
        (target_flags::VALU, Traits::VALU),
        (target_flags::SALU, Traits::SALU),
        (target_flags::VMEM, Traits::VMEM),
        (target_flags::DS, Traits::DS),
        (target_flags::TRANS, Traits::TRANS),
        (target_flags::DOT, Traits::DOT),
        (target_flags::DPP, Traits::DPP),
        (target_flags::LDSDMA | target_flags::GWS, Traits::M0_USER),
        (
            target_flags::SMEM | target_flags::MUBUF | target_flags::MTBUF | target_flags::MIMG,
            Traits::AWAITS_SCALARS,
        ),
    ];
    for (flag, hazard) in by_flag {
        if flags & flag != 0 {
            traits |= hazard;
        }
    }
    // The result's position in the destination differs from where it is computed.
    let partial_sdwa = op.sdwa.is_some_and(|sdwa| sdwa.dst != 6);
    let upper_half = flags & target_flags::VOP3P == 0 && op.op_sel & 8 != 0;
    let upper_byte = flags & target_flags::BYTE_SELECT != 0 && op.op_sel & 4 != 0;
    let always = flags & target_flags::ALWAYS_PLACED != 0;
    if partial_sdwa || upper_half || upper_byte || always {
        traits |= Traits::PARTIAL;
    }
    match mnemonic {
        "v_readlane_b32" => traits |= Traits::LANE_READ | Traits::LANE_SELECT,
        "v_writelane_b32" => traits |= Traits::LANE_SELECT,
        "v_permlane16_swap_b32" | "v_permlane32_swap_b32" => traits |= Traits::LANE_SWAP,
        "v_readfirstlane_b32" => traits |= Traits::LANE_READ,
        "v_div_fmas_f32" | "v_div_fmas_f64" => traits |= Traits::DIV_FMAS,
        "s_setvskip" => traits |= Traits::SETVSKIP,
        "v_accvgpr_read_b32" => traits |= Traits::ACCUMULATION_READ,
        "v_accvgpr_write_b32" => traits |= Traits::ACCUMULATION_WRITE,
        "v_fma_f64" | "v_fmac_f64" => traits |= Traits::DOUBLE_FMA,
        "s_setreg_b32" | "s_setreg_imm32_b32" => traits |= Traits::SETREG,
        "s_getreg_b32" => traits |= Traits::GETREG,
        "s_nop" | "v_nop" => traits |= Traits::NOP,
        "s_waitcnt_depctr" => {
            traits |= Traits::DEPENDENCY_WAIT;
            // The field of vector results in the immediate.
            if op.imm & 0xf000 == 0 {
                traits |= Traits::AWAITS_RESULTS;
            }
        }
        "v_permlane16_b32"
        | "v_permlanex16_b32"
        | "v_permlane16_var_b32"
        | "v_permlanex16_var_b32"
        | "v_permlane64_b32" => traits |= Traits::LANE_PERMUTE,
        _ if mnemonic.starts_with("v_cmpx") => traits |= Traits::WRITES_EXEC,
        _ if mnemonic.contains("addtid")
            || mnemonic.contains("_movrel")
            || mnemonic.starts_with("s_sendmsg")
            || mnemonic == "s_ttracedata" =>
        {
            traits |= Traits::M0_USER;
        }
        _ => {}
    }
    // Images have resources of 256 bits, after which there is no need to wait.
    if flags & (target_flags::VMEM | target_flags::MIMG) == target_flags::VMEM
        && !matches!(op.src[3], Src::Scalar(_))
    {
        let data = op
            .reads
            .iter()
            .find(|range| range.vector && op.src[1] == Src::Vector(range.first));
        if data.is_some_and(|range| range.count > 2) {
            traits |= Traits::WIDE_STORE;
        }
    }
    traits.set(Traits::READS_SCALARS, op.reads.iter().any(|range| !range.vector));
    let mut info = HazardInfo {
        traits,
        opcode: opcode.0,
        clause: clause_kind(desc, mnemonic),
        ..HazardInfo::default()
    };
    if op.class != InstructionClass::Matrix {
        return info;
    }
    info.traits |= Traits::MFMA;
    if WaitStates::of(subtarget).has_interlocks {
        info.sparse = mnemonic.starts_with("v_swmmac");
    } else {
        (info.matrix, info.passes, info.sparse) = exec::matrix_timing(op, WaitStates::of(subtarget));
    }
    info
}
