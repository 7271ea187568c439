//! The machine code of a code object: decoded once per address.

use crate::fault::FaultKind;
use crate::op::Op;
use crate::stats::InstructionClass;
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
    /// How often each of them was executed.
    pub counts: Vec<u64>,
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
            counts: Vec::new(),
        }
    }

    /// The same code, of which nothing was executed.
    pub(crate) fn uncounted_copy(&self) -> Code {
        let mut copy = self.clone();
        copy.counts.fill(0);
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
            self.counts.clear();
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

    /// As [`Code::fetch`], if it was decoded before.
    #[inline]
    pub(crate) fn known(&self, pc: u64) -> Option<usize> {
        let number = *self.index.get((pc / 4) as usize)?;
        (number != UNKNOWN).then_some(number as usize)
    }

    #[cold]
    fn decode(&mut self, pc: u64) -> Result<usize, Box<FaultKind>> {
        let op = crate::decode::decode(&self.bytes[pc as usize..], pc, &self.subtarget)?;
        let number = self.ops.len();
        self.index[(pc / 4) as usize] = number as u32;
        self.ops.push(op);
        self.counts.push(0);
        Ok(number)
    }

    /// How many instructions of each class were executed since the last call.
    pub(crate) fn take_counts(&mut self) -> [u64; InstructionClass::ALL.len()] {
        let mut by_class = [0; InstructionClass::ALL.len()];
        for (op, count) in self.ops.iter().zip(&mut self.counts) {
            by_class[op.class as usize] += std::mem::take(count);
        }
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
