//! Changes of EXEC that RDNA 3 and 4 lose: between the definitions of two sources of a vector instruction, and by a vector
//! instruction before one that permutes lanes. The distances are those that LLVM keeps.

use super::Traits;
use crate::fault::FaultKind;
use crate::op::{Op, RegRange, Step, VECTOR_COUNT, scalar, vector_name};

/// Vector instructions between the definitions of two sources, and between the second one and the instruction, with which
/// a value may be lost, at most.
const MOST_BETWEEN: u64 = 2;
const MOST_AFTER: u64 = 4;

/// Where a register was written.
#[derive(Clone, Copy, Debug, Default)]
struct Written {
    /// After so many vector instructions, itself among them; 0 is never.
    at: u64,
    /// After so many changes of EXEC by scalar instructions.
    changes: u64,
    /// After everything was awaited so often.
    awaited: u64,
}

/// Sources of a vector instruction that were written before and after a change of EXEC; a tuple of registers is one.
#[derive(Debug)]
pub(crate) struct SplitSources {
    now: Written,
    /// After so many vector instructions EXEC was changed last.
    changed_at: u64,
    /// By vector register.
    written: Vec<Written>,
}

fn vectors(ranges: &[RegRange]) -> impl Iterator<Item = u16> {
    let vectors = ranges.iter().filter(|range| range.vector);
    vectors.flat_map(|range| range.first..range.first + range.count)
}

impl SplitSources {
    pub(super) fn new() -> SplitSources {
        SplitSources {
            now: Written::default(),
            changed_at: 0,
            written: vec![Written::default(); VECTOR_COUNT],
        }
    }

    pub(super) fn reset(&mut self) {
        self.now.awaited += 1;
    }

    #[inline]
    pub(super) fn before(&self, op: &Op) -> Step {
        // The older source is not older than that, nor is the change after it.
        let is_recent = self.now.at - self.changed_at <= MOST_BETWEEN + 1 + MOST_AFTER;
        match is_recent && op.hazard.traits.contains(Traits::VALU) {
            true => self.check(op),
            false => Ok(()),
        }
    }

    #[inline(never)]
    fn check(&self, op: &Op) -> Step {
        // The last write of a register of a source.
        let pending = |source: &RegRange| {
            let registers = usize::from(source.first)..usize::from(source.first + source.count);
            let writes = self.written.get(registers)?.iter();
            let last = writes.max_by_key(|written| written.at)?;
            (last.at != 0 && last.awaited == self.now.awaited).then_some(*last)
        };
        let sources = || op.reads.iter().filter(|range| range.vector);
        for second in sources() {
            let Some(after) = pending(second) else { continue };
            if self.now.at - after.at > MOST_AFTER {
                continue;
            }
            for first in sources() {
                let Some(before) = pending(first) else { continue };
                if before.changes < after.changes && after.at - before.at - 1 <= MOST_BETWEEN {
                    let text = format!(
                        "{} and {} are read soon after they were written before and after a change of exec, \
                         without s_waitcnt_depctr",
                        vector_name(first.first),
                        vector_name(second.first)
                    );
                    return Err(Box::new(FaultKind::LostDependency(text)));
                }
            }
        }
        Ok(())
    }

    pub(super) fn after(&mut self, op: &Op) {
        let traits = op.hazard.traits;
        if traits.intersects(Traits::VMEM | Traits::DS | Traits::AWAITS_RESULTS) {
            self.now.awaited += 1;
        } else if traits.contains(Traits::VALU) {
            self.now.at += 1;
            for register in vectors(&op.writes) {
                if let Some(written) = self.written.get_mut(usize::from(register)) {
                    *written = self.now;
                }
            }
        } else if traits.contains(Traits::SALU) && op.writes.iter().any(is_exec) {
            self.now.changes += 1;
            self.changed_at = self.now.at;
        }
    }
}

fn is_exec(range: &RegRange) -> bool {
    !range.vector && range.first + range.count > u16::from(scalar::EXEC)
}

/// Whether the last vector instruction that does anything wrote EXEC.
#[derive(Debug, Default)]
pub(crate) struct Permutes {
    wrote_exec: bool,
}

impl Permutes {
    #[inline]
    pub(super) fn before(&self, op: &Op) -> Step {
        if !self.wrote_exec || !op.hazard.traits.contains(Traits::LANE_PERMUTE) {
            return Ok(());
        }
        let text = "lanes are permuted right after a vector instruction wrote exec".to_string();
        Err(Box::new(FaultKind::LostDependency(text)))
    }

    #[inline]
    pub(super) fn after(&mut self, op: &Op) {
        let traits = op.hazard.traits;
        if traits.contains(Traits::VALU) && !traits.contains(Traits::NOP) {
            self.wrote_exec = traits.contains(Traits::WRITES_EXEC);
        }
    }
}
