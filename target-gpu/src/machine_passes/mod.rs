//! Target-specific machine passes, one per file.

pub mod accumulation_moves;
pub mod accumulators;
pub mod branches;
pub mod constant_bus;
pub mod drop_atomic_results;
pub mod drop_skips;
pub mod expand_indexing;
pub mod expand_pseudos;
pub mod expand_wide;
pub mod far_offsets;
pub mod fix_copies;
pub mod fold_ballots;
pub mod fold_clamps;
pub mod fold_dpp;
pub mod fold_high_halves;
pub mod fold_indexing;
pub mod fold_operands;
pub mod frame;
pub mod hazards;
pub mod hoist_reloads;
pub mod inline_asm;
pub mod insert_clauses;
pub mod insert_delays;
pub mod insert_dependency_waits;
pub mod insert_direct_waits;
pub mod insert_waits;
pub mod keep_addresses;
pub mod lane_spills;
pub mod legalize_memory;
pub mod live_lanes;
pub mod lower_control_flow;
pub mod memory_spills;
pub mod merge_accesses;
pub mod pair_operations;
pub mod pipeline;
pub mod prologue;
pub mod register_counts;
pub mod relax_branches;
pub mod scalar_conditions;
pub mod separate_accumulation;
pub mod shrink;
pub mod single_defs;
mod spill_remarks;
pub mod verify_operands;
pub mod whole_quads;
pub mod whole_wave;

use crate::facts;
use crate::facts::lane_masks::LaneMasks;
use crate::function_info::subtarget;
use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction, MachineOperand};
use wavec_gpu_mc::tables::operand_names;
use wavec_gpu_mc::wait_counters::WaitCounters;
use wavec_gpu_mc::{opcodes, regs};
use wavec_mc::Reg;

/// The registers and instructions for lane masks of the processor that `func` is compiled for.
fn lane_masks(func: &MachineFunction) -> &'static LaneMasks {
    LaneMasks::of(&subtarget(func))
}

/// The counters of outstanding operations of the processor that `func` is compiled for.
fn wait_counters(func: &MachineFunction) -> &'static WaitCounters {
    subtarget(func).family.waits
}

/// The cache policy operand of an instruction that has one.
fn cache_policy(func: &mut MachineFunction, inst: Inst) -> Option<&mut i64> {
    let at = func.desc(inst).operand_index(operand_names::CPOL)?;
    match &mut func.operands_mut(inst)[at] {
        MachineOperand::Imm(policy) => Some(policy),
        _ => None,
    }
}

/// Extends the sign of what `s_getpc_b64` gave, in its upper word, if the processor needs that; whether it does.
fn extend_program_counter(builder: &mut MachineBuilder<'_>, high: Reg) -> bool {
    let needed = facts::of(&subtarget(builder.func)).extends_program_counter;
    if needed {
        builder.build(opcodes::S_SEXT_I32_I16).def(high).use_(high).inst();
    }
    needed
}

/// Whether `inst` writes EXEC or a half of it.
fn defines_exec(func: &MachineFunction, inst: Inst) -> bool {
    func.defs(inst).any(|(_, def)| {
        let written = def.reg.as_physical();
        written.is_some_and(|reg| func.registers().overlap(reg, regs::EXEC))
    })
}
