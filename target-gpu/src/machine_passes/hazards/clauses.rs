//! Runs of adjacent loads from memory or through the scalar cache. If page faults are retried (`xnack`, which is on or
//! unspecified unless the target says otherwise), a whole run may be executed again: no instruction in it may write an
//! address of the run, or memory that it loads. An instruction of another kind in between ends the run.
//!
//! Source: the instructions that LLVM inserts between pairs of such instructions.

use super::{explicit_reads, written_registers};
use smallvec::SmallVec;
use wavec_codegen::mir::{Inst, MachineFunction};
use wavec_gpu_mc::target_flags;
use wavec_mc::{InstrFlags, Reg};

/// The run of loads before an instruction.
#[derive(Default)]
pub(super) struct Clause {
    /// The flags common to its instructions; none if there is no run.
    kind: u64,
    written: SmallVec<[Reg; 8]>,
    read: SmallVec<[Reg; 8]>,
    /// Whether its first instruction overwrites its own address, so that nothing may follow it.
    overlaps_itself: bool,
}

/// The flags of `inst` that matter for runs; none if it ends every run.
pub(crate) fn kind(func: &MachineFunction, inst: Inst) -> u64 {
    func.desc(inst).target_flags() & (target_flags::SMEM | target_flags::VMEM)
}

/// Maximum number of registers that a run reads: a longer one is ended, which costs little.
const MAX_READ: usize = 64;

fn overlap(func: &MachineFunction, written: &[Reg], read: &[Reg]) -> bool {
    let info = func.registers();
    let is_read = |&written: &Reg| read.iter().any(|&read| info.overlap(written, read));
    written.iter().any(is_read)
}

impl Clause {
    /// Processes the next instruction; returns whether an instruction must be inserted before it.
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

    /// Another instruction was inserted here.
    pub(super) fn end(&mut self) {
        *self = Clause::default();
    }
}
