//! The machine code of a code object: decoded once per address.

use crate::fault::FaultKind;
use crate::op::Op;
use crate::stats::InstructionClass;
use crate::wave::Wave;
use fxhash::FxHashSet;
use std::ops::Range;
use wavec_gpu_mc::Subtarget;

/// Not decoded yet.
const UNKNOWN: u32 = u32::MAX;

/// Code and the instructions decoded from it so far.
#[derive(Clone)]
pub(crate) struct Code {
    subtarget: Subtarget,
    base: u64,
    bytes: Vec<u8>,
    /// Index in `ops` of the instruction that starts at each word.
    index: Vec<u32>,
    /// The instructions decoded so far.
    pub ops: Vec<Op>,
    /// For each of them, the index in `runs` of the run that it is in.
    run_of: Vec<u32>,
    runs: Vec<Run>,
    /// For each instruction, what those of its run from it on read, if that was asked for.
    sources: Vec<Option<Box<Sources>>>,
    /// How often each of them was executed more than the one before it; there is one for the end, too.
    more_counts: Vec<i64>,
}

/// Instructions that only compute, one after the other in the code and in [`Code::ops`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    /// Index after the last one.
    pub end: usize,
    /// One more than the highest v, a and s register that they use.
    pub register_ends: [u16; 3],
}

/// Registers that instructions of a run read before any of them has written them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// Index after the last of these instructions.
    end: usize,
    vectors: Vec<u16>,
    scalars: Vec<u16>,
    reads_scc: bool,
}

impl Sources {
    fn of(ops: &[Op], run: &Range<usize>) -> Sources {
        let mut sources = Sources {
            end: run.end,
            ..Sources::default()
        };
        let mut seen = FxHashSet::default();
        for op in &ops[run.clone()] {
            sources.reads_scc |= op.reads_scc;
            for range in &op.reads {
                for register in range.first..range.first + range.count {
                    match seen.insert((range.vector, register)) {
                        true if range.vector => sources.vectors.push(register),
                        true => sources.scalars.push(register),
                        false => {}
                    }
                }
            }
            for range in &op.writes {
                seen.extend(
                    (range.first..range.first + range.count).map(|register| (range.vector, register)),
                );
            }
        }
        sources
    }

    /// Whether all of them were written, vector registers in the active lanes. Then so are all sources of all of these
    /// instructions: the last one alone may change EXEC (see [`Op::ends_run`]), and arithmetic on values that were
    /// written gives such values.
    pub(crate) fn are_written(&self, wave: &Wave) -> bool {
        let exec = wave.exec();
        (wave.scc_defined || !self.reads_scc)
            && self
                .vectors
                .iter()
                .all(|&register| exec & !wave.v_defined[usize::from(register)] == 0)
            && self
                .scalars
                .iter()
                .all(|&register| wave.s_defined[usize::from(register)] == u32::MAX)
    }
}

impl Code {
    /// Code for a processor, mapped at `base`.
    pub(crate) fn new(subtarget: Subtarget, base: u64, bytes: Vec<u8>) -> Code {
        let index = vec![UNKNOWN; bytes.len() / 4];
        Code {
            subtarget,
            base,
            bytes,
            index,
            ops: Vec::new(),
            run_of: Vec::new(),
            runs: Vec::new(),
            sources: Vec::new(),
            more_counts: vec![0],
        }
    }

    /// The same code, of which nothing was executed.
    pub(crate) fn uncounted_copy(&self) -> Code {
        let mut copy = self.clone();
        copy.more_counts.fill(0);
        copy
    }

    /// Decodes for waves of this size from now on.
    pub(crate) fn set_wave_size(&mut self, lanes: u32) {
        if self.subtarget.wave_size != lanes {
            self.subtarget = self
                .subtarget
                .with_waves_of(lanes)
                .expect("the loader accepts only waves that there are");
            self.index.fill(UNKNOWN);
            self.ops.clear();
            self.run_of.clear();
            self.runs.clear();
            self.sources.clear();
            self.more_counts.truncate(1);
            self.more_counts.fill(0);
        }
    }

    /// The processor.
    pub(crate) fn subtarget(&self) -> Subtarget {
        self.subtarget
    }

    /// Address of the first byte.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// The index in [`Code::ops`] of the instruction at `pc` (relative to the code).
    #[inline]
    pub(crate) fn fetch(&mut self, pc: u64) -> Result<usize, Box<FaultKind>> {
        let known = self.index.get((pc / 4) as usize).copied();
        match known {
            Some(UNKNOWN) => self.decode(pc),
            Some(number) => Ok(number as usize),
            None => Err(Box::new(FaultKind::BadProgramCounter)),
        }
    }

    /// The run that the instruction at `pc` is in, and its index, if it was decoded before and only computes.
    #[inline]
    pub(crate) fn run(&self, pc: u64) -> Option<(usize, Run)> {
        let first = *self.index.get((pc / 4) as usize)? as usize;
        let run = *self.runs.get(*self.run_of.get(first)? as usize)?;
        Some((first, run))
    }

    /// What the instructions of a run, or of the rest of one, read without one of them having written it before.
    pub(crate) fn sources(&mut self, run: &Range<usize>) -> &Sources {
        let known = &mut self.sources[run.start];
        if known.as_ref().is_none_or(|known| known.end < run.end) {
            *known = Some(Box::new(Sources::of(&self.ops, run)));
        }
        known.as_ref().expect("it was just made")
    }

    #[cold]
    fn decode(&mut self, pc: u64) -> Result<usize, Box<FaultKind>> {
        let op = crate::decode::decode(&self.bytes[pc as usize..], pc, &self.subtarget)?;
        let number = self.ops.len();
        self.index[(pc / 4) as usize] = number as u32;
        let goes_on = self
            .ops
            .last()
            .is_some_and(|last| last.next == pc && !last.ends_run);
        let run = match self.run_of.last() {
            _ if !op.only_computes => UNKNOWN,
            Some(&run) if run != UNKNOWN && goes_on => run,
            _ => {
                self.runs.push(Run::default());
                self.runs.len() as u32 - 1
            }
        };
        if let Some(run) = self.runs.get_mut(run as usize) {
            run.end = number + 1;
            for (end, of_op) in run.register_ends.iter_mut().zip(op.register_ends) {
                *end = of_op.max(*end);
            }
        }
        self.run_of.push(run);
        self.sources.push(None);
        self.ops.push(op);
        self.more_counts.push(0);
        Ok(number)
    }

    /// Counts one more execution of instructions, by their indices in [`Code::ops`].
    #[inline]
    pub(crate) fn count(&mut self, executed: Range<usize>) {
        self.more_counts[executed.start] += 1;
        self.more_counts[executed.end] -= 1;
    }

    /// How many instructions of each class were executed since the last call.
    pub(crate) fn take_counts(&mut self) -> [u64; InstructionClass::ALL.len()] {
        let (mut by_class, mut count) = ([0; InstructionClass::ALL.len()], 0);
        for (op, more) in self.ops.iter().zip(&self.more_counts) {
            count += more;
            by_class[op.class as usize] += count as u64;
        }
        self.more_counts.fill(0);
        by_class
    }

    /// The instruction at `pc` in assembly.
    pub(crate) fn disassemble(&self, pc: u64) -> String {
        match self.bytes.get(pc as usize..) {
            Some(bytes) => crate::decode::disassemble(bytes, &self.subtarget),
            None => "outside of the code".to_string(),
        }
    }
}
