//! Wait states after matrix instructions, whose results take as many as they have passes and more.

use super::{HORIZON, HazardInfo, Hazards, MatrixKind, Traits};
use crate::op::{Op, Src, Step, vector_name};

/// A matrix instruction whose result is under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix {
    pub(super) at: u64,
    pub(super) info: HazardInfo,
    pub(super) result: (u16, u16),
    pub(super) addend: (u16, u16),
}

/// Whether ranges of registers, each a first one and a number, have one in common.
pub(super) fn overlap(a: (u16, u16), b: (u16, u16)) -> bool {
    a.0 < b.0 + b.1 && b.0 < a.0 + a.1
}

impl Hazards {
    pub(super) fn check_matrices(&self, op: &Op, traits: Traits) -> Step {
        for (at, matrix) in self.matrices.iter().enumerate() {
            if matrix.at + HORIZON <= self.now {
                continue;
            }
            let passes = matrix.info.passes as u64;
            let kind = matrix.info.matrix;
            let name = || vector_name(matrix.result.0);
            let memory = !traits.contains(Traits::VALU);
            let late = if passes > 2 { self.states.late_if_long } else { 0 };
            let to_overwrite = match kind {
                MatrixKind::Xdl => passes + 3 + late,
                MatrixKind::Single => passes + self.states.single_to_read,
                MatrixKind::DoubleSmall => 6,
                MatrixKind::DoubleLarge => 11,
            };
            let to_read = match kind {
                MatrixKind::DoubleSmall if memory => 9,
                MatrixKind::DoubleLarge if memory => 18,
                MatrixKind::DoubleLarge => self.states.large_double_to_addend + 2,
                _ => to_overwrite,
            };
            let is_double = matches!(kind, MatrixKind::DoubleSmall | MatrixKind::DoubleLarge);
            if is_double && traits.contains(Traits::DOUBLE_FMA) {
                self.need(matrix.at, 2, || {
                    "a matrix instruction on f64 elements, then v_fma_f64".into()
                })?;
            }
            let is_matrix = traits.contains(Traits::MFMA);
            let addend = if is_matrix { addend(op) } else { None };
            for range in op.reads.iter().filter(|range| range.vector) {
                let read = (range.first, range.count);
                if !overlap(read, matrix.result) || self.is_overwritten(at, read) {
                    continue;
                }
                if is_matrix && Some(read) == addend {
                    let needed = if read == matrix.result {
                        match kind {
                            MatrixKind::DoubleSmall => 4,
                            MatrixKind::DoubleLarge => 0,
                            _ if passes == 2 => self.states.two_passes_to_addend,
                            _ => 0,
                        }
                    } else {
                        let more = match op.hazard.matrix {
                            MatrixKind::DoubleSmall | MatrixKind::DoubleLarge => {
                                self.states.more_to_double_addend
                            }
                            _ => 0,
                        };
                        match kind {
                            MatrixKind::Xdl => {
                                let late = match op.hazard.matrix {
                                    MatrixKind::Xdl => self.states.late_if_long,
                                    _ => late,
                                };
                                passes + self.states.narrow_to_addend + late + more
                            }
                            MatrixKind::Single => passes + more,
                            MatrixKind::DoubleSmall => 4,
                            MatrixKind::DoubleLarge => self.states.large_double_to_addend,
                        }
                    };
                    self.need(matrix.at, needed, || {
                        format!("{} of a matrix instruction, then added to", name())
                    })?;
                } else {
                    self.need(matrix.at, to_read, || {
                        format!("{} of a matrix instruction, then read", name())
                    })?;
                }
            }
            if is_matrix {
                // The hardware delays the next matrix instruction before it overwrites.
                continue;
            }
            for range in op.writes.iter().filter(|range| range.vector) {
                let written = (range.first, range.count);
                if overlap(written, matrix.result) {
                    self.need(matrix.at, to_overwrite, || {
                        format!("{} of a matrix instruction, then overwritten", name())
                    })?;
                }
                let reads_late = match kind {
                    MatrixKind::Xdl => true,
                    MatrixKind::Single => self.states.single_reads_addend_late,
                    _ => false,
                };
                if reads_late && overlap(written, matrix.addend) {
                    self.need(matrix.at, passes.saturating_sub(1), || {
                        format!(
                            "{} added to by a matrix instruction, then overwritten",
                            vector_name(matrix.addend.0)
                        )
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Whether later matrix instructions, which wait for earlier ones, overwrote everything in `read` that the one with
    /// this index computed: then only the later ones matter.
    pub(super) fn is_overwritten(&self, index: usize, read: (u16, u16)) -> bool {
        let (first, count) = self.matrices[index].result;
        let mut common = read.0.max(first)..(read.0 + read.1).min(first + count);
        let later = &self.matrices[index + 1..];
        common.all(|register| later.iter().any(|matrix| overlap((register, 1), matrix.result)))
    }

    #[inline(never)]
    pub(super) fn note_matrix(&mut self, op: &Op) {
        let now = self.now;
        self.note_event(HORIZON);
        self.matrices.retain(|matrix| matrix.at + HORIZON > now);
        if let Some(range) = op.writes.iter().find(|range| range.vector) {
            self.matrices.push(Matrix {
                at: now,
                info: op.hazard,
                result: (range.first, range.count),
                addend: addend(op).unwrap_or((0, 0)),
            });
        }
    }
}

/// The addend of a matrix instruction: as many registers as it writes, even if another source begins with the same
/// register.
pub(super) fn addend(op: &Op) -> Option<(u16, u16)> {
    let result = op.writes.iter().find(|range| range.vector)?;
    if op.hazard.sparse {
        return Some((result.first, result.count));
    }
    match op.src[2] {
        Src::Vector(first) => Some((first, result.count)),
        _ => None,
    }
}
