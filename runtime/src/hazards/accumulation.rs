//! Wait states of gfx908, whose accumulation registers are a file of their own: matrix instructions add in it, and two moves
//! connect it with the vector registers.

use super::matrices::{addend, overlap};
use super::{Hazards, Traits};
use crate::op::{FIRST_AGPR, Op, Step, vector_name};

/// Until a matrix instruction multiplies a result, and until it adds to a part of it.
const RESULT_TO_FACTOR: u64 = 4;
const RESULT_TO_PART: u64 = 2;
/// After a move to an accumulation register, until a matrix instruction multiplies or adds to it, and until it is moved back.
const WRITTEN_TO_FACTOR: u64 = 3;
const WRITTEN_TO_ADDEND: u64 = 1;
const WRITTEN_TO_READ: u64 = 3;
/// After a vector instruction writes a register, until it is moved to an accumulation register or multiplied.
const VALU_TO_MATRIX: u64 = 2;
/// After a move from an accumulation register, until its result is used by memory.
const READ_TO_MEMORY: u64 = 2;

/// What reads registers only some time after moves, or ordinary vector instructions, wrote them.
pub(super) const READS_LATE: Traits = Traits::ACCUMULATION_READ
    .union(Traits::ACCUMULATION_WRITE)
    .union(Traits::VMEM)
    .union(Traits::DS);

impl Hazards {
    pub(super) fn check_separate_file(&self, op: &Op, traits: Traits) -> Step {
        let is_matrix = traits.contains(Traits::MFMA);
        let addend = if is_matrix { addend(op) } else { None };
        for range in op.reads.iter().filter(|range| range.vector) {
            let read = (range.first, range.count);
            let adds = is_matrix && Some(read) == addend;
            for register in read.0..read.0 + read.1 {
                self.check_moved(traits, register, adds)?;
            }
            for (at, matrix) in self.matrices.iter().enumerate() {
                if !overlap(read, matrix.result) || self.is_overwritten(at, read) {
                    continue;
                }
                let needed = match (is_matrix, adds) {
                    (false, _) => u64::from(matrix.info.passes) + 2,
                    (true, false) => RESULT_TO_FACTOR,
                    (true, true) if read == matrix.result => 0,
                    (true, true) => RESULT_TO_PART,
                };
                self.need(matrix.at, needed, || {
                    let name = vector_name(matrix.result.0);
                    format!("{name} of a matrix instruction, then read")
                })?;
            }
        }
        if is_matrix {
            return Ok(());
        }
        for range in op.writes.iter().filter(|range| range.vector) {
            let written = (range.first, range.count);
            for matrix in &self.matrices {
                let passes = u64::from(matrix.info.passes);
                if overlap(written, matrix.result) {
                    self.need(matrix.at, passes.saturating_sub(1), || {
                        let name = vector_name(matrix.result.0);
                        format!("{name} of a matrix instruction, then overwritten")
                    })?;
                }
                if overlap(written, matrix.addend) {
                    self.need(matrix.at, passes.saturating_sub(3), || {
                        let name = vector_name(matrix.addend.0);
                        format!("{name} added to by a matrix instruction, then overwritten")
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Checks a read of a register that an ordinary vector instruction or a move wrote.
    fn check_moved(&self, traits: Traits, register: u16, adds: bool) -> Step {
        let index = usize::from(register);
        let is_accumulation = register >= FIRST_AGPR;
        let needed = match (is_accumulation, traits.contains(Traits::MFMA)) {
            (true, true) if adds => WRITTEN_TO_ADDEND,
            (true, true) => WRITTEN_TO_FACTOR,
            (true, false) => WRITTEN_TO_READ,
            (false, true) => VALU_TO_MATRIX,
            (false, false) if traits.contains(Traits::ACCUMULATION_WRITE) => VALU_TO_MATRIX,
            (false, false) => 0,
        };
        self.need(self.by_valu[index], needed, || {
            let name = vector_name(register);
            format!("{name} written by VALU, then used by the matrix unit")
        })?;
        if traits.intersects(Traits::VMEM | Traits::DS) {
            self.need(self.by_accumulation_read[index], READ_TO_MEMORY, || {
                let name = vector_name(register);
                format!("{name} read from an accumulation register, then used by memory")
            })?;
        }
        Ok(())
    }
}
