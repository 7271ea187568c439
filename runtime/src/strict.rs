//! Checks for errors that the hardware does not detect: reads of registers never written, missing waits, missing wait
//! states.

use crate::code::Code;
use crate::emulator::Strictness;
use crate::exec::wait_for;
use crate::fault::FaultKind;
use crate::hazards::{Clauses, Hazards, LostDependencies, WaitStates};
use crate::op::{FIRST_AGPR, Op, RegRange, Step, VECTOR_COUNT, Words, scalar_name, vector_name};
use crate::scalar_cache::{ScalarCache, any_overlaps};
use crate::stats::InstructionClass;
use crate::unwritten::{forget_results, unknown_words, unwritten, unwritten_fault};
use crate::wave::{Ranges, Wave};
use smallvec::SmallVec;
use wavec_gpu_mc::wait_counters::WaitCounters;
use wavec_gpu_mc::{Subtarget, features};

/// An outstanding memory operation. A FLAT operation counts in both counters and may complete out of order in either
/// until one of them has been waited for; after that it is in order in the other. From GFX10 on it is in order in both.
#[derive(Debug)]
struct Outstanding {
    /// Counts in `vmcnt`.
    vm: bool,
    /// Counts in `samplecnt`.
    samples: bool,
    /// Counts in `vscnt`.
    stores: bool,
    /// Counts in `lgkmcnt`, or with local memory.
    lgkm: bool,
    /// Counts with scalar memory, where that has a counter of its own.
    others: bool,
    /// Scalar memory, which completes in any order.
    scalar: bool,
    /// Whether it is in order although it counts in both.
    is_ordered: bool,
    /// Registers it will write.
    writes: SmallVec<[RegRange; 2]>,
    /// Address of the instruction.
    pc: u64,
    /// Estimated cycle of completion.
    ready: u64,
    /// Global memory that it stores to.
    stored: Ranges,
}

impl Outstanding {
    /// Whether no counter counts it any more.
    fn is_done(&self) -> bool {
        !(self.vm || self.samples || self.lgkm || self.others || self.stores)
    }

    /// Whether other operations of a counter may overtake it.
    fn is_unordered(&self) -> bool {
        self.scalar || (self.vm && self.lgkm && !self.is_ordered)
    }
}

/// The registers that outstanding operations will write: a bit for each.
#[derive(Debug, Default)]
struct Pending {
    scalar: u128,
    vector: [u64; VECTOR_COUNT / u64::BITS as usize],
}

impl Pending {
    /// The word and the bit of a vector register.
    fn place(register: u16) -> (usize, u64) {
        let number = u32::from(register);
        ((number / u64::BITS) as usize, 1 << (number % u64::BITS))
    }

    #[inline]
    fn has(&self, range: &RegRange) -> bool {
        if range.vector {
            (range.first..range.first + range.count).any(|register| {
                let (word, bit) = Pending::place(register);
                self.vector[word] & bit != 0
            })
        } else {
            let mask = (u128::MAX >> (u128::BITS - u32::from(range.count))) << range.first;
            self.scalar & mask != 0
        }
    }

    fn mark(&mut self, range: &RegRange, pending: bool) {
        for register in range.first..range.first + range.count {
            if range.vector {
                let (word, bit) = Pending::place(register);
                let word = &mut self.vector[word];
                *word = if pending { *word | bit } else { *word & !bit };
            } else {
                let bit = 1 << register;
                self.scalar = if pending {
                    self.scalar | bit
                } else {
                    self.scalar & !bit
                };
            }
        }
    }
}

/// State of the checks of one wave.
#[derive(Debug)]
pub(crate) struct Checker {
    strict: Strictness,
    /// Whether anything is checked.
    is_strict: bool,
    /// How many v, a and s registers the wave has.
    registers: [u16; 3],
    outstanding: Vec<Outstanding>,
    pending: Pending,
    /// Whether several outstanding operations may write the same register.
    is_overwritten: bool,
    /// Address of the operation that a fault is about.
    producer: Option<u64>,
    /// Lanes in which the current instruction uses registers that were never written.
    unknown: u64,
    /// The same for the low and the high word of a 64-bit result.
    unknown_words: [u64; 2],
    hazards: Hazards,
    lost: Option<LostDependencies>,
    clauses: Option<Clauses>,
    waits: &'static WaitCounters,
    /// Whether FLAT operations are in order.
    orders_flat: bool,
    scalar_cache: ScalarCache,
}

impl Checker {
    /// For code of a processor.
    pub(crate) fn new(subtarget: &Subtarget) -> Checker {
        Checker {
            strict: Strictness::ALL,
            is_strict: true,
            registers: [0; 3],
            outstanding: Vec::new(),
            pending: Pending::default(),
            is_overwritten: false,
            producer: None,
            unknown: 0,
            unknown_words: [0; 2],
            hazards: Hazards::new(WaitStates::of(subtarget)),
            lost: LostDependencies::new(subtarget),
            clauses: Clauses::new(subtarget),
            waits: subtarget.family.waits,
            orders_flat: !subtarget.has(features::GFX9),
            scalar_cache: ScalarCache::default(),
        }
    }
}

/// Estimated latency of memory operations in cycles, assuming cache hits. Orders of magnitude only.
fn latency(op: &Op) -> u64 {
    match op.class {
        InstructionClass::Smem => 200,
        InstructionClass::Lds => 64,
        InstructionClass::VmemStore => 300,
        _ => 500,
    }
}

impl Checker {
    /// Starts a wave with its allocated registers.
    pub(crate) fn reset(&mut self, strict: Strictness, vgprs: u32, agprs: u32, sgprs: u32) {
        self.strict = strict;
        self.is_strict = strict != Strictness::NONE;
        self.unknown = 0;
        self.registers = [vgprs, agprs, sgprs].map(|count| count as u16);
        self.outstanding.clear();
        self.pending = Pending::default();
        self.is_overwritten = false;
        self.producer = None;
        self.hazards.reset();
        if let Some(lost) = &mut self.lost {
            lost.reset();
        }
        if let Some(clauses) = &mut self.clauses {
            clauses.reset();
        }
        self.scalar_cache.clear();
    }

    /// Whether anything but the numbers of registers is checked.
    #[inline]
    pub(crate) fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// Checks an instruction before it runs. `is_written`: all of its sources are known to have been written.
    #[inline(always)]
    pub(crate) fn before(
        &mut self,
        wave: &Wave,
        op: &Op,
        is_written: bool,
        lane: &mut Option<usize>,
    ) -> Step {
        if !self.has_registers(op.register_ends) {
            self.out_of_range(op)?;
        }
        if !self.is_strict {
            return Ok(());
        }
        self.unknown = 0;
        if !is_written || !self.outstanding.is_empty() {
            self.check_sources(wave, op, is_written, lane)?;
        }
        if self.strict.hazards {
            self.hazards.before(op)?;
            if self.lost.is_some() || self.clauses.is_some() {
                self.check_lost(op)?;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn check_sources(&mut self, wave: &Wave, op: &Op, is_written: bool, lane: &mut Option<usize>) -> Step {
        if self.strict.waits && !self.outstanding.is_empty() {
            self.check_waited(op)?;
        }
        if self.strict.registers && !is_written {
            self.unknown = unwritten(wave, op);
            if self.unknown != 0 && !op.propagates {
                return Err(unwritten_fault(wave, op, lane));
            }
            if self.unknown != 0 && op.words != Words::All {
                self.unknown_words = unknown_words(wave, op, self.unknown);
            }
        }
        Ok(())
    }

    #[inline]
    fn check_lost(&mut self, op: &Op) -> Step {
        if let Some(lost) = &self.lost {
            lost.before(op)?;
        }
        match &mut self.clauses {
            Some(clauses) => clauses.before(op),
            None => Ok(()),
        }
    }

    /// Checks a vector instruction that is skipped: it only takes time.
    pub(crate) fn skip_vector(&mut self) -> Step {
        match self.strict.hazards {
            true => self.hazards.skipped(),
            false => Ok(()),
        }
    }

    /// Records an executed instruction.
    #[inline(always)]
    pub(crate) fn after(&mut self, wave: &mut Wave, op: &Op) -> Step {
        if self.unknown != 0 {
            forget_results(wave, op, self.unknown, self.unknown_words)?;
        }
        if self.strict.hazards {
            self.hazards.after(op);
            if let Some(lost) = &mut self.lost {
                lost.after(op);
            }
        }
        Ok(())
    }

    /// Records an executed memory operation, or a wait for some.
    #[inline]
    pub(crate) fn track_memory(&mut self, wave: &mut Wave, op: &Op, pc: u64) -> Step {
        if op.is_counted {
            if self.strict.waits {
                self.check_scalar_cache(wave, op)?;
            }
            self.start(wave, op, pc);
        } else if op.class == InstructionClass::Wait {
            self.wait(wave, op);
        }
        Ok(())
    }

    /// Adds the location to a fault of this wave.
    pub(crate) fn explain(&self, mut kind: FaultKind, code: &Code) -> FaultKind {
        let (FaultKind::MissingWait { producer, .. }
        | FaultKind::StoreNotSeen {
            pending: Some(producer),
            ..
        }) = &mut kind
        else {
            return kind;
        };
        if let Some(pc) = self.producer {
            *producer = code.disassemble(pc);
        }
        kind
    }

    /// Whether the wave has all v, a and s registers before these.
    #[inline(always)]
    pub(crate) fn has_registers(&self, ends: [u16; 3]) -> bool {
        (0..3).all(|file| ends[file] <= self.registers[file])
    }

    #[cold]
    fn out_of_range(&self, op: &Op) -> Step {
        let beyond = (0..3).find(|&file| op.register_ends[file] > self.registers[file]);
        let Some(file) = beyond else { return Ok(()) };
        let last = op.register_ends[file] - 1;
        let name = match file {
            0 => vector_name(last),
            1 => vector_name(FIRST_AGPR + last),
            _ => scalar_name(last),
        };
        let limit = self.registers[file];
        Err(Box::new(FaultKind::RegisterOutOfRange(format!(
            "{name} is used, but the kernel descriptor allocates {limit} registers of its kind"
        ))))
    }

    fn check_waited(&mut self, op: &Op) -> Step {
        if let Some(&range) = op.reads.iter().find(|range| self.pending.has(range)) {
            return self.missing_wait(&range, |_| true);
        }
        // Vector memory returns loads in the order of issue, except for FLAT: only the operations before a FLAT one are
        // ordered.
        let in_order = op.counters.vm && !op.counters.lgkm;
        for range in &op.writes {
            if self.pending.has(range) {
                self.missing_wait(range, |operation| !in_order || operation.lgkm)?;
                self.is_overwritten = true;
            }
        }
        Ok(())
    }

    /// A fault if one of these outstanding operations writes registers of `range`.
    fn missing_wait(&mut self, range: &RegRange, which: impl Fn(&Outstanding) -> bool) -> Step {
        let shared = |other: &RegRange| {
            let start = range.first.max(other.first);
            let end = (range.first + range.count).min(other.first + other.count);
            (range.vector == other.vector && start < end).then_some(start)
        };
        for operation in self.outstanding.iter().filter(|operation| which(operation)) {
            if let Some(register) = operation.writes.iter().find_map(shared) {
                self.producer = Some(operation.pc);
                return Err(Box::new(FaultKind::MissingWait {
                    register: if range.vector {
                        vector_name(register)
                    } else {
                        scalar_name(register)
                    },
                    counter: match operation.vm {
                        true => self.waits.loads().name,
                        false if operation.samples => self.waits.samples().name,
                        false if operation.others => self.waits.scalar().name,
                        false => self.waits.local().name,
                    },
                    producer: String::new(),
                }));
            }
        }
        Ok(())
    }

    fn start(&mut self, wave: &mut Wave, op: &Op, pc: u64) {
        let mut operation = Outstanding {
            vm: op.counters.vm,
            samples: op.counters.samples,
            stores: op.counters.stores,
            lgkm: op.counters.lgkm,
            others: op.counters.others,
            scalar: op.counters.scalar,
            is_ordered: self.orders_flat,
            writes: SmallVec::new(),
            pc,
            ready: wave.cycle + latency(op),
            stored: SmallVec::new(),
        };
        // Otherwise only the time matters.
        if self.strict.waits {
            for range in &op.writes {
                self.pending.mark(range, true);
            }
            operation.writes = SmallVec::from_slice(&op.writes);
            operation.stored = std::mem::take(&mut wave.touched.stored);
        }
        self.outstanding.push(operation);
        // A full counter stalls the next operation until the oldest one is complete.
        let (waits, counters) = (self.waits, op.counters);
        if counters.vm {
            self.wait_until(waits.loads().most(), |operation| &mut operation.vm);
        }
        if counters.samples {
            self.wait_until(waits.samples().most(), |operation| &mut operation.samples);
        }
        if counters.lgkm {
            self.wait_until(waits.local().most(), |operation| &mut operation.lgkm);
        }
        if counters.others {
            self.wait_until(waits.scalar().most(), |operation| &mut operation.others);
        }
        if counters.stores {
            self.wait_until(wait_for::MOST_STORES, |operation| &mut operation.stores);
        }
    }

    /// Completes operations of a counter until at most `left` are outstanding, where that determines which; returns the
    /// cycle of the last of them. For operations that complete in any order, only a wait for zero does.
    fn wait_until(&mut self, left: u32, counter: impl Fn(&mut Outstanding) -> &mut bool) -> u64 {
        if self.outstanding.len() <= left as usize {
            return 0;
        }
        let (mut count, mut ordered) = (0, true);
        for operation in &mut self.outstanding {
            if *counter(operation) {
                count += 1;
                ordered &= !operation.is_unordered();
            }
        }
        match left < count && (left == 0 || ordered) {
            true => self.finish((count - left) as usize, counter),
            false => 0,
        }
    }

    /// Scalar loads may overtake incomplete stores by vector memory, and see the contents of their cache.
    #[inline]
    fn check_scalar_cache(&mut self, wave: &mut Wave, op: &Op) -> Step {
        if op.counters.vm || op.counters.samples || op.counters.stores {
            self.scalar_cache.note_stores(&wave.touched.stored);
            return Ok(());
        }
        if op.invalidates_scalar_cache {
            self.scalar_cache.clear();
        }
        let Some(loaded) = wave.touched.scalar_loaded.take() else {
            return Ok(());
        };
        let not_seen = |pending| {
            Box::new(FaultKind::StoreNotSeen {
                address: loaded.0,
                pending,
            })
        };
        let mut outstanding = self.outstanding.iter();
        if let Some(store) = outstanding.find(|operation| any_overlaps(&operation.stored, loaded)) {
            self.producer = Some(store.pc);
            return Err(not_seen(Some(String::new())));
        }
        match self.scalar_cache.load(loaded) {
            true => Ok(()),
            false => Err(not_seen(None)),
        }
    }

    /// Completes the `count` oldest operations of a counter; returns the cycle of the last of them.
    fn finish(&mut self, count: usize, counter: impl Fn(&mut Outstanding) -> &mut bool) -> u64 {
        let mut latest = 0;
        let mut left = count;
        for operation in &mut self.outstanding {
            if left > 0 && *counter(operation) {
                *counter(operation) = false;
                latest = latest.max(operation.ready);
                left -= 1;
            }
        }
        if self.outstanding.iter().all(Outstanding::is_done) {
            self.outstanding.clear();
            self.pending = Pending::default();
            self.is_overwritten = false;
            return latest;
        }
        for done in self.outstanding.extract_if(.., |operation| operation.is_done()) {
            for range in &done.writes {
                self.pending.mark(range, false);
            }
        }
        if self.is_overwritten {
            // Other outstanding operations may write the same registers.
            for range in self.outstanding.iter().flat_map(|operation| &operation.writes) {
                self.pending.mark(range, true);
            }
            self.is_overwritten = !self.outstanding.is_empty();
        }
        latest
    }

    /// A wait for all counters of an immediate, or for one.
    fn wait(&mut self, wave: &mut Wave, op: &Op) {
        let number = op.imm as u32;
        let mut left = [u32::MAX; 5];
        match op.aux {
            wait_for::LOADS => left[0] = number & 63,
            wait_for::LOCAL_AND_SCALAR => left[1] = number & 63,
            wait_for::STORES => left[2] = number & 63,
            wait_for::EXPORTS => {}
            wait_for::SCALAR => left[3] = number & 63,
            wait_for::SAMPLES => left[4] = number & 63,
            wait_for::LOADS_AND_LOCAL => (left[0], left[1]) = (number >> 8 & 63, number & 63),
            wait_for::STORES_AND_LOCAL => (left[2], left[1]) = (number >> 8 & 63, number & 63),
            _ => {
                left[0] = self.waits.vector_memory.read(number);
                left[1] = self.waits.local_and_scalar.read(number);
            }
        }
        let memory = self.wait_until(left[0], |operation| &mut operation.vm);
        let others = self.wait_until(left[1], |operation| &mut operation.lgkm);
        let stores = self.wait_until(left[2], |operation| &mut operation.stores);
        let scalar = self.wait_until(left[3], |operation| &mut operation.others);
        let samples = self.wait_until(left[4], |operation| &mut operation.samples);
        let latest = memory.max(samples).max(others).max(stores).max(scalar);
        wave.cycle = wave.cycle.max(latest);
    }
}
