//! Matrix instructions of RDNA 3 and 4, which keep everything apart but a result and what the next one multiplies.

use super::Traits;
use super::matrices::overlap;
use crate::fault::FaultKind;
use crate::op::{Op, Step, vector_name};

/// The result of a matrix instruction after which no other vector instruction came.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Products {
    last: Option<(u16, u16)>,
}

impl Products {
    /// Whether there is a result that the next vector instruction must not multiply.
    pub(super) fn is_pending(&self) -> bool {
        self.last.is_some()
    }

    /// Checks an instruction before it runs.
    pub(super) fn before(&mut self, op: &Op) -> Step {
        let traits = op.hazard.traits;
        if !traits.contains(Traits::VALU) {
            return Ok(());
        }
        let last = self.last.take();
        if !traits.contains(Traits::MFMA) {
            return Ok(());
        }
        let vectors = |ranges: &[crate::op::RegRange]| -> Vec<(u16, u16)> {
            let vectors = ranges.iter().filter(|range| range.vector);
            vectors.map(|range| (range.first, range.count)).collect()
        };
        self.last = vectors(&op.writes).first().copied();
        // A, B, and the positions of elements of a sparse A.
        let multiplied = if op.hazard.sparse { 3 } else { 2 };
        let sources = vectors(&op.reads);
        let read = last.and_then(|last| {
            sources
                .into_iter()
                .take(multiplied)
                .find(|&range| overlap(last, range))
        });
        let Some((first, _)) = read else {
            return Ok(());
        };
        Err(Box::new(FaultKind::Hazard {
            rule: format!(
                "{} written by a matrix instruction, then multiplied by the next one",
                vector_name(first)
            ),
            needed: 1,
            found: 0,
        }))
    }
}
