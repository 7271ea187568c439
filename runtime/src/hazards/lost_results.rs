//! Results of transcendental instructions that RDNA 3 loses: a vector instruction that reads one soon sees the old value,
//! unless it is awaited by `s_waitcnt_depctr` or memory is accessed in between.

use super::Traits;
use crate::fault::FaultKind;
use crate::op::{Op, Step, VECTOR_COUNT, vector_name};

/// Vector instructions, and transcendental ones of these, between which a result may be lost, at most. The numbers are those
/// that LLVM keeps.
const MOST_VECTOR: u64 = 5;
const MOST_TRANSCENDENTAL: u64 = 1;

/// How far a wave has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Point {
    /// Vector instructions so far.
    vector: u64,
    /// Transcendental ones of these.
    transcendental: u64,
    /// How often everything was awaited.
    awaited: u64,
}

/// The results that may not be there yet.
#[derive(Debug)]
pub(crate) struct LostResults {
    now: Point,
    /// After the last transcendental instruction.
    last: Point,
    /// By vector register: after the transcendental instruction that wrote it last, if that was the last to do so.
    written: Vec<Option<Point>>,
}

impl LostResults {
    /// Nothing was written yet.
    pub(super) fn new() -> LostResults {
        LostResults {
            now: Point::default(),
            last: Point::default(),
            written: vec![None; VECTOR_COUNT],
        }
    }

    /// Forgets everything.
    pub(super) fn reset(&mut self) {
        self.now.awaited += 1;
    }

    /// Whether a transcendental instruction was so recently that a result may not be there yet.
    #[inline]
    fn may_lose(&self) -> bool {
        let Point { vector, awaited, .. } = self.last;
        awaited == self.now.awaited && vector != 0 && self.now.vector - vector <= MOST_VECTOR
    }

    /// Checks an instruction before it runs.
    #[inline]
    pub(super) fn before(&self, op: &Op) -> Step {
        match self.may_lose() && op.hazard.traits.contains(Traits::VALU) {
            true => self.check(op),
            false => Ok(()),
        }
    }

    #[inline(never)]
    fn check(&self, op: &Op) -> Step {
        for range in op.reads.iter().filter(|range| range.vector) {
            for register in range.first..range.first + range.count {
                let Some(&Some(then)) = self.written.get(usize::from(register)) else {
                    continue;
                };
                let vector = self.now.vector - then.vector;
                let transcendental = self.now.transcendental - then.transcendental;
                if then.awaited == self.now.awaited
                    && vector <= MOST_VECTOR
                    && transcendental <= MOST_TRANSCENDENTAL
                {
                    let name = vector_name(register);
                    return Err(Box::new(FaultKind::LostResult(name)));
                }
            }
        }
        Ok(())
    }

    /// Records an executed instruction.
    #[inline]
    pub(super) fn after(&mut self, op: &Op) {
        let traits = op.hazard.traits;
        if traits.intersects(Traits::VMEM | Traits::DS | Traits::AWAITS_RESULTS) {
            self.now.awaited += 1;
        } else if traits.contains(Traits::VALU) {
            self.now.vector += 1;
            if traits.contains(Traits::TRANS) || self.may_lose() {
                self.note_results(op);
            }
        }
    }

    #[inline(never)]
    fn note_results(&mut self, op: &Op) {
        let is_transcendental = op.hazard.traits.contains(Traits::TRANS);
        self.now.transcendental += u64::from(is_transcendental);
        let point = is_transcendental.then_some(self.now);
        self.last = point.unwrap_or(self.last);
        for range in op.writes.iter().filter(|range| range.vector) {
            for register in range.first..range.first + range.count {
                if let Some(written) = self.written.get_mut(usize::from(register)) {
                    *written = point;
                }
            }
        }
    }
}
