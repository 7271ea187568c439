//! The counters of memory operations, and the instructions that wait for them.

use wavec_codegen::mir::{Inst, MachineBuilder, MachineFunction};
use wavec_gpu_mc::wait_counters::WaitCounters;
use wavec_gpu_mc::{opcodes, regs};
use wavec_mc::Opcode;

/// The counters: vector memory, local and scalar memory; scalar memory, images that are read through a sampler, and stores,
/// where these have counters of their own; exports.
pub(super) const VM: usize = 0;
pub(super) const LGKM: usize = 1;
pub(super) const SCALAR: usize = 2;
pub(super) const SAMPLES: usize = 3;
pub(super) const STORES: usize = 4;
pub(super) const EXPORTS: usize = 5;
pub(super) const COUNTERS: usize = 6;
/// Those that results of memory operations are awaited by.
pub(super) const OF_RESULTS: usize = 4;
/// No wait.
pub(super) const NO_WAIT: [u32; COUNTERS] = [u32::MAX; COUNTERS];

/// The numbers that `inst`, a wait or a fence, waits for.
pub(super) fn awaited(func: &MachineFunction, inst: Inst) -> [u32; COUNTERS] {
    let opcode = func.opcode(inst);
    let immediate = |place: usize| func.operands(inst)[place].as_imm().expect("a number") as u32;
    let mut all = NO_WAIT;
    match opcode {
        opcodes::S_WAITCNT_VSCNT => all[STORES] = immediate(1),
        opcodes::S_WAIT_LOADCNT => all[VM] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_STORECNT => all[STORES] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_DSCNT => all[LGKM] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_KMCNT => all[SCALAR] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_SAMPLECNT => all[SAMPLES] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_EXPCNT => all[EXPORTS] = immediate(0) & ONE_COUNTER,
        opcodes::S_WAIT_LOADCNT_DSCNT => {
            (all[VM], all[LGKM]) = (immediate(0) >> 8 & ONE_COUNTER, immediate(0) & ONE_COUNTER);
        }
        opcodes::S_WAIT_STORECNT_DSCNT => {
            (all[STORES], all[LGKM]) = (immediate(0) >> 8 & ONE_COUNTER, immediate(0) & ONE_COUNTER);
        }
        _ => {
            let waits = super::super::wait_counters(func);
            let immediate = i64::from(immediate(0));
            let is_fence = opcode == opcodes::SI_FENCE_WAIT;
            // Code of others: what it waits for is not known to be counted as it expects.
            if waits.split.is_some() && !is_fence {
                return all;
            }
            let [vm, exports, lgkm] = waits.numbers(immediate & 0xffff);
            (all[VM], all[LGKM], all[EXPORTS]) = (vm, lgkm, exports);
            if waits.split.is_some() {
                (all[SCALAR], all[SAMPLES]) = (lgkm, vm);
            }
            if is_fence && immediate & WAITS_FOR_STORES != 0 {
                all[STORES] = 0;
            }
        }
    }
    all
}

/// The bits of one counter in an immediate that has one or two.
const ONE_COUNTER: u32 = 63;

/// Whether an instruction waits for counters, or is a fence that does.
pub(super) fn is_wait(opcode: Opcode) -> bool {
    matches!(
        opcode,
        opcodes::S_WAITCNT
            | opcodes::S_WAITCNT_VSCNT
            | opcodes::SI_FENCE_WAIT
            | opcodes::S_WAIT_LOADCNT
            | opcodes::S_WAIT_STORECNT
            | opcodes::S_WAIT_DSCNT
            | opcodes::S_WAIT_KMCNT
            | opcodes::S_WAIT_SAMPLECNT
            | opcodes::S_WAIT_EXPCNT
            | opcodes::S_WAIT_LOADCNT_DSCNT
            | opcodes::S_WAIT_STORECNT_DSCNT
    )
}

/// In the immediate of a fence, which is that of `s_waitcnt` otherwise: stores are awaited, too, if they have a counter.
pub const WAITS_FOR_STORES: i64 = 1 << 16;

/// Builds the waits until at most so many operations of each counter are outstanding.
pub(super) fn build_waits(builder: &mut MachineBuilder<'_>, wait: [u32; COUNTERS]) -> usize {
    let waits = super::super::wait_counters(builder.func);
    if waits.split.is_some() {
        return build_split_waits(builder, wait);
    }
    let mut built = 0;
    let together = [wait[VM], wait[EXPORTS], wait[LGKM]];
    if together != [u32::MAX; 3] {
        builder
            .build(opcodes::S_WAITCNT)
            .imm(waits.immediate_of(together))
            .inst();
        built += 1;
    }
    if wait[STORES] != u32::MAX {
        builder
            .build(opcodes::S_WAITCNT_VSCNT)
            .use_(regs::SGPR_NULL)
            .imm(wait[STORES].into())
            .inst();
        built += 1;
    }
    built
}

/// The same where each counter has an instruction: one is for two counters if local memory is awaited as well.
fn build_split_waits(builder: &mut MachineBuilder<'_>, wait: [u32; COUNTERS]) -> usize {
    let mut rest = wait;
    let mut built = 0;
    let mut build = |opcode, number: u32| {
        builder.build(opcode).imm(number.into()).inst();
        built += 1;
    };
    for (counter, with_local, alone) in [
        (VM, opcodes::S_WAIT_LOADCNT_DSCNT, opcodes::S_WAIT_LOADCNT),
        (STORES, opcodes::S_WAIT_STORECNT_DSCNT, opcodes::S_WAIT_STORECNT),
    ] {
        match (rest[counter], rest[LGKM]) {
            (u32::MAX, _) => {}
            (number, u32::MAX) => build(alone, number),
            (number, local) => {
                build(with_local, number << 8 | local);
                rest[LGKM] = u32::MAX;
            }
        }
    }
    for (counter, opcode) in [
        (LGKM, opcodes::S_WAIT_DSCNT),
        (SCALAR, opcodes::S_WAIT_KMCNT),
        (SAMPLES, opcodes::S_WAIT_SAMPLECNT),
        (EXPORTS, opcodes::S_WAIT_EXPCNT),
    ] {
        if rest[counter] != u32::MAX {
            build(opcode, rest[counter]);
        }
    }
    built
}

/// The counter of scalar memory.
pub(super) fn scalar_counter(waits: &WaitCounters) -> usize {
    match waits.split {
        Some(_) => SCALAR,
        None => LGKM,
    }
}
