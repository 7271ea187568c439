//! Runs of loads, one right after the other, from memory or by the scalar cache. Where page faults are retried (`xnack`,
//! which is on or left open unless the target says otherwise), all of a run may be done again from its beginning: nothing in it
//! may write an address of it, nor memory that it loads. An instruction of another kind between two ends the run.
//!
//! Source: what LLVM puts between pairs of such instructions.

use super::{explicit_reads, written_registers};
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineFunction};
use wavec_gpu_mc::target_flags;
use wavec_mc::{InstrFlags, Reg};

/// The run of loads before an instruction.
#[derive(Default)]
pub(super) struct Clause {
    /// Which of the flags its instructions have; none if there is no run.
    kind: u64,
    written: SmallVec<[Reg; 8]>,
    read: SmallVec<[Reg; 8]>,
    /// Whether its first instruction overwrites its own address, so that nothing may come after it.
    overlaps_itself: bool,
}

/// Which flags of those that runs are made of `inst` has; none if it ends every run.
pub(crate) fn kind(func: &MachineFunction, inst: Inst) -> u64 {
    func.desc(inst).target_flags() & (target_flags::SMEM | target_flags::VMEM)
}

/// Registers that a run reads at most: a longer one is ended, which costs little.
const MAX_READ: usize = 64;

fn overlap(func: &MachineFunction, written: &[Reg], read: &[Reg]) -> bool {
    let info = func.registers();
    let is_read = |&written: &Reg| read.iter().any(|&read| info.overlap(written, read));
    written.iter().any(is_read)
}

impl Clause {
    /// Takes `inst`, which is next; whether something must stand before it.
    pub(super) fn must_end(&mut self, func: &MachineFunction, inst: Inst) -> bool {
        let kind = kind(func, inst);
        if kind != self.kind {
            self.end();
            self.kind = kind;
        }
        if kind == 0 {
            return false;
        }
        let written: SmallVec<[Reg; 2]> = written_registers(func, inst).collect();
        let read: SmallVec<[Reg; 4]> = explicit_reads(func, inst).collect();
        let ends = !self.written.is_empty()
            && (func.desc(inst).is(InstrFlags::MAY_STORE)
                || self.read.len() > MAX_READ
                || self.overlaps_itself
                || overlap(func, &self.written, &read)
                || overlap(func, &written, &self.read)
                || overlap(func, &written, &read));
        if ends {
            self.end();
            self.kind = kind;
        }
        self.overlaps_itself |= overlap(func, &written, &read);
        self.written.extend(written);
        self.read.extend(read);
        ends
    }

    /// Something else stands here.
    pub(super) fn end(&mut self) {
        *self = Clause::default();
    }
}
