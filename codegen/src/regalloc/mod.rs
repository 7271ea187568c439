//! Greedy register allocation. See DESIGN.md in this folder.
//!
//! ```text
//!  two-address MIR ──▶ for each phase (scalar registers, then vector registers):
//!                        live intervals (by lane) + fixed ranges (by unit)
//!                        queue: assign ─▶ evict ─▶ split ─▶ spill or rematerialize ─▶ recolor or error
//!                        rewrite operands; the target lowers spills of this phase
//!                   ──▶ allocated MIR ──▶ checker (tests, --verify-each)
//! ```

pub mod bundles;
pub mod checker;
mod compact;
mod demand;
mod evict;
mod greedy;
pub mod interference;
pub mod live_intervals;
pub mod live_range;
mod operands;
mod pack;
pub mod range_builder;
pub mod rewrite;
mod runs;
mod segment_list;
mod share_slots;
pub mod slot_indexes;
mod spill;
mod spill_register;
mod split;
#[cfg(test)]
mod tests;
mod weights;

use crate::mir::{MachineFunction, Stage};
use crate::options::CodegenOptions;
use crate::target::TargetMachineInfo;
use wavec_mc::RegClassId;
use wavec_support::stats::Stats;

pub use checker::check_allocation;
use greedy::Shared;
pub use greedy::{AllocationError, NAME};
pub use live_intervals::{LiveInterval, LiveIntervals, SubRange};
pub use live_range::{LiveRange, Segment, ValueNumber};
pub use rewrite::expand_copies;
pub use slot_indexes::{Renumbering, Slot, SlotIndex, SlotIndexes};

/// Number of registers of `class` that can be allocated in `func`.
pub(crate) fn available_registers(
    func: &MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
    class: RegClassId,
) -> usize {
    let reserved = greedy::reserved_units(func, target, options);
    demand::available(func, target, &reserved, &[class])
}

/// Assigns every virtual register a physical one. Requires [`Stage::TwoAddress`]; afterwards the stage is
/// [`Stage::Allocated`].
///
/// # Errors
/// If the registers that [`TargetMachineInfo::reserved_registers`] leaves do not suffice for the function.
pub fn allocate_registers(
    func: &mut MachineFunction,
    target: &dyn TargetMachineInfo,
    options: &CodegenOptions,
    stats: &mut Stats,
) -> Result<(), AllocationError> {
    debug_assert_eq!(func.stage, Stage::TwoAddress);
    demand::check(func, target, options)?;
    let mut shared = Shared::new(func);
    for phase in 0..target.num_allocation_phases() {
        let before = options.verify_each.then(|| func.clone());
        let first_slot = func.frame.objects.len();
        greedy::allocate_phase(func, target, options, phase, &mut shared, stats)?;
        share_slots::share_slots(func, target, first_slot, stats);
        if let Some(before) = before
            && let Err(report) = checker::check_allocation(&before, func, target, options, phase)
        {
            // A bug in the allocator: the driver reports panics as such.
            panic!("{report}");
        }
        target
            .after_allocation_phase(func, options, phase)
            .map_err(|message| AllocationError { message, inst: None })?;
    }
    func.stage = Stage::Allocated;
    Ok(())
}
