//! Scalar registers that RDNA 4 loses: one that is written again after a vector instruction read it or the other one of its
//! pair. The next instruction that reads it may see the old value, unless the write is awaited by `s_waitcnt_depctr` in between.

use super::Traits;
use crate::fault::FaultKind;
use crate::op::{Op, Step, scalar, scalar_name};
use crate::stats::InstructionClass;

/// A bit for each register.
type Registers = u128;

/// What is not awaited if all bits of a field are set: what scalar instructions wrote; VCC, and other scalar registers, if
/// vector instructions did.
const SCALAR_FIELD: i64 = 1;
const VCC_FIELD: i64 = 1 << 1;
const VECTOR_FIELD: i64 = 7 << 9;

const VCC: Registers = 3 << scalar::VCC;
/// M0, EXEC and the registers of trap handlers are never lost.
const KEPT: Registers = Registers::MAX << scalar::TTMP;

/// The registers of one wave.
#[derive(Debug)]
pub(crate) struct LostScalars {
    /// Vector instructions have read them.
    read: Registers,
    /// The last to write them after that was a scalar instruction, or a vector instruction.
    by_scalar: Registers,
    by_vector: Registers,
}

impl LostScalars {
    /// Nothing has happened yet.
    pub(super) fn new() -> LostScalars {
        LostScalars {
            read: 0,
            by_scalar: 0,
            by_vector: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        (self.read, self.by_scalar, self.by_vector) = (0, 0, 0);
    }

    #[inline]
    pub(super) fn before(&self, op: &Op) -> Step {
        let traits = op.hazard.traits;
        let is_vector = traits.contains(Traits::VALU);
        if self.by_scalar | self.by_vector == 0 || !is_vector && !traits.contains(Traits::SALU) {
            return Ok(());
        }
        let read = op.scalars_read & !KEPT;
        let lost = read & (self.by_scalar | if is_vector { self.by_vector } else { 0 });
        if lost == 0 {
            return Ok(());
        }
        let name = scalar_name(lost.trailing_zeros() as u16);
        let text = format!("{name} is read after it was written again, without s_waitcnt_depctr");
        Err(Box::new(FaultKind::LostDependency(text)))
    }

    #[inline]
    pub(super) fn after(&mut self, op: &Op) {
        let waits = Traits::DEPENDENCY_WAIT | Traits::AWAITS_SCALARS;
        if (op.scalars_read | op.scalars_written) != 0 || op.hazard.traits.intersects(waits) {
            self.note(op);
        }
    }

    #[inline(never)]
    fn note(&mut self, op: &Op) {
        let traits = op.hazard.traits;
        if traits.contains(Traits::DEPENDENCY_WAIT) {
            self.wait(op.imm);
            return;
        }
        let written = op.scalars_written & !KEPT;
        self.wait_to_read(op);
        self.by_scalar &= !written;
        self.by_vector &= !written;
        if traits.contains(Traits::VALU) {
            /// The first register of each pair.
            const FIRSTS: Registers = Registers::MAX / 3;
            let read = op.scalars_read & !KEPT;
            let firsts = (read | read >> 1) & FIRSTS;
            // What the instruction reads itself is not lost by its own write.
            self.by_vector |= written & self.read;
            self.read |= firsts * 3;
        } else if traits.contains(Traits::SALU) && op.class != InstructionClass::Branch {
            // The return address of a call is never lost: LLVM 22 does not wait for it.
            self.by_scalar |= written & self.read;
        }
    }

    /// What the hardware waits for by itself on RDNA 4: before scalar memory, buffers and images, for everything; before
    /// scalar instructions read VCC, or another register, for all that vector instructions wrote of the same kind.
    fn wait_to_read(&mut self, op: &Op) {
        if op.hazard.traits.contains(Traits::AWAITS_SCALARS) {
            (self.by_scalar, self.by_vector) = (0, 0);
        } else if op.hazard.traits.contains(Traits::SALU) {
            let read = op.scalars_read & !KEPT;
            if read & VCC != 0 {
                self.by_vector &= !VCC;
            }
            if read & !VCC != 0 {
                self.by_vector &= VCC;
            }
        }
    }

    fn wait(&mut self, immediate: i64) {
        if immediate & SCALAR_FIELD == 0 {
            self.by_scalar = 0;
        }
        if immediate & VCC_FIELD == 0 {
            self.by_vector &= !VCC;
        }
        if immediate & VECTOR_FIELD == 0 {
            self.by_vector &= VCC;
        }
    }
}
