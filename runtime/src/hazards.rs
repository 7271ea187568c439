//! Wait states between dependent instructions that the hardware does not insert by itself.
//!
//! Every instruction takes one state, `s_nop N` takes N + 1. The numbers of states are those of LLVM's hazard recognizer;
//! those that differ between families of processors are [`WaitStates`].

mod accumulation;
mod clauses;
mod lost;
mod lost_lanes;
mod lost_results;
mod lost_scalars;
mod matrices;
mod products;
mod wait_states;

use crate::fault::FaultKind;
use crate::op::{Op, RegRange, Src, Step, VECTOR_COUNT, is_pair, scalar, scalar_name, vector_name};
use bitflags::bitflags;
pub(crate) use clauses::{ClauseKind, Clauses};
pub(crate) use lost::LostDependencies;
use matrices::Matrix;
use products::Products;
pub(crate) use wait_states::WaitStates;

bitflags! {
    /// Properties of an instruction that matter for hazards.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Traits: u32 {
        /// Vector arithmetic.
        const VALU = 1 << 0;
        /// Scalar arithmetic.
        const SALU = 1 << 1;
        /// Global, flat, scratch and buffer memory.
        const VMEM = 1 << 2;
        /// Local memory.
        const DS = 1 << 3;
        /// Transcendental.
        const TRANS = 1 << 4;
        /// Dot product.
        const DOT = 1 << 5;
        /// Writes part of its destination register.
        const PARTIAL = 1 << 6;
        /// Permutes lanes of its source.
        const DPP = 1 << 7;
        /// Reads a lane to a scalar register.
        const LANE_READ = 1 << 8;
        /// Takes a lane number from its second source.
        const LANE_SELECT = 1 << 9;
        /// Reads VCC as the flags of a division.
        const DIV_FMAS = 1 << 10;
        /// Matrix multiplication.
        const MFMA = 1 << 11;
        /// Needs M0 a long time after it was written.
        const M0_USER = 1 << 12;
        /// Writes a hardware register.
        const SETREG = 1 << 13;
        /// Reads a hardware register.
        const GETREG = 1 << 14;
        /// Stores three or four words; their registers are read late.
        const WIDE_STORE = 1 << 15;
        /// Writes EXEC.
        const WRITES_EXEC = 1 << 16;
        /// `s_nop`, `v_nop`.
        const NOP = 1 << 17;
        /// Chooses whether vector instructions are skipped.
        const SETVSKIP = 1 << 18;
        /// Multiplies and adds f64 elements on the matrix unit.
        const DOUBLE_FMA = 1 << 19;
        /// Exchanges rows of lanes of two registers.
        const LANE_SWAP = 1 << 20;
        /// Moves from an accumulation register.
        const ACCUMULATION_READ = 1 << 21;
        /// Moves to an accumulation register.
        const ACCUMULATION_WRITE = 1 << 22;
        /// Waits for all results of vector instructions.
        const AWAITS_RESULTS = 1 << 23;
        /// `s_waitcnt_depctr`.
        const DEPENDENCY_WAIT = 1 << 24;
        /// Permutes lanes of rows, or of halves, by `v_permlane`.
        const LANE_PERMUTE = 1 << 25;
        /// Scalar memory, buffers and images: waits for writes of scalar registers, where they can be lost.
        const AWAITS_SCALARS = 1 << 26;
        /// Has scalar registers among its operands.
        const READS_SCALARS = 1 << 27;
        /// Not a property of the instruction: it reads vector registers only some time after any instruction wrote them.
        const READS_LATE = Traits::DPP.bits() | Traits::LANE_READ.bits() | Traits::LANE_SWAP.bits() | Traits::MFMA.bits();
        /// Not a property of the instruction: it is one of those that are listed by register, with the time.
        const SPECIAL = Traits::TRANS.bits()
            | Traits::PARTIAL.bits()
            | Traits::DOT.bits()
            | Traits::ACCUMULATION_READ.bits();
        /// Not a property of the instruction: it is skipped together with vector instructions.
        const VECTOR = Traits::VALU.bits() | Traits::VMEM.bits() | Traits::DS.bits();
    }
}

/// Kinds of matrix instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum MatrixKind {
    /// Narrow elements.
    #[default]
    Xdl,
    /// f32 elements.
    Single,
    /// f64 elements, 4 x 4.
    DoubleSmall,
    /// f64 elements, 16 x 16.
    DoubleLarge,
}

/// What the checks know about an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HazardInfo {
    /// Properties.
    pub traits: Traits,
    /// Kind of matrix instruction.
    pub matrix: MatrixKind,
    /// Passes of a matrix instruction.
    pub passes: u8,
    /// Whether a matrix instruction accumulates into its destination, with its third source holding indices.
    pub sparse: bool,
    /// Identifies the instruction.
    pub opcode: u16,
    /// Which clauses it may be in.
    pub clause: ClauseKind,
}

/// The last time of each event, in wait states; 0 is never.
#[derive(Debug)]
pub(crate) struct Hazards {
    states: &'static WaitStates,
    now: u64,
    scalar_by_valu: [u64; scalar::COUNT],
    exec_by_valu: u64,
    m0_by_salu: u64,
    setreg: [u64; 64],
    /// Where skipping of vector instructions was selected.
    skip: u64,
    by_valu: Vec<u64>,
    by_trans: Vec<u64>,
    by_partial: Vec<u64>,
    by_dot: Vec<(u64, u16)>,
    by_accumulation_read: Vec<u64>,
    wide_store: Vec<u64>,
    matrices: Vec<Matrix>,
    products: Products,
    /// What reads vector registers only some time after an instruction wrote them.
    reads_late: Traits,
    /// Time until which any event may matter, but results in vector registers, and in scalar registers.
    busy_until: u64,
    /// The same for results of vector instructions in scalar registers.
    scalars_until: u64,
    /// Latest time of any of the rare events, to skip their checks.
    last_rare: u64,
    /// Latest time at which a vector instruction wrote a register in a way of which there is a list of times.
    last_special: u64,
    /// Latest time at which one wrote a scalar register.
    last_scalar: u64,
}

/// Number of states after which no event matters any more.
const HORIZON: u64 = 28;

/// The same for events other than matrix instructions.
const SHORT_HORIZON: u64 = 5;

impl Hazards {
    /// Nothing was written yet, on a processor that needs these states.
    pub(crate) fn new(states: &'static WaitStates) -> Hazards {
        Hazards {
            states,
            now: HORIZON,
            scalar_by_valu: [0; scalar::COUNT],
            exec_by_valu: 0,
            m0_by_salu: 0,
            setreg: [0; 64],
            skip: 0,
            by_valu: vec![0; VECTOR_COUNT],
            by_trans: vec![0; VECTOR_COUNT],
            by_partial: vec![0; VECTOR_COUNT],
            by_dot: vec![(0, 0); VECTOR_COUNT],
            by_accumulation_read: vec![0; VECTOR_COUNT],
            wide_store: vec![0; VECTOR_COUNT],
            matrices: Vec::new(),
            products: Products::default(),
            reads_late: match states.has_separate_file {
                true => Traits::READS_LATE | accumulation::READS_LATE,
                false => Traits::READS_LATE,
            },
            busy_until: 0,
            scalars_until: 0,
            last_rare: 0,
            last_special: 0,
            last_scalar: 0,
        }
    }
}

/// The vector registers among these.
fn vectors(ranges: &[RegRange]) -> impl Iterator<Item = u16> {
    let vectors = ranges.iter().filter(|range| range.vector);
    vectors.flat_map(|range| range.first..range.first + range.count)
}

impl Hazards {
    /// Forgets everything. The clock continues, so old events lie beyond the horizon.
    pub(crate) fn reset(&mut self) {
        self.now += HORIZON * 2;
        self.matrices.clear();
        self.products = Products::default();
    }

    /// Fails if the event at `then` is less than `needed` states ago.
    #[inline]
    fn need(&self, then: u64, needed: u64, rule: impl FnOnce() -> String) -> Step {
        let found = self.now - then - 1;
        if then == 0 || found >= needed {
            return Ok(());
        }
        Err(Box::new(FaultKind::Hazard {
            rule: rule(),
            needed: needed as u32,
            found: found as u32,
        }))
    }

    /// An event now, other than a result in a vector register, may matter for that many states.
    #[inline]
    fn note_event(&mut self, horizon: u64) {
        self.busy_until = self.busy_until.max(self.now + horizon);
    }

    /// Whether an event may still matter.
    #[inline]
    fn is_recent(&self, then: u64) -> bool {
        then + HORIZON > self.now
    }

    #[inline]
    fn check_skip(&self) -> Step {
        self.need(self.skip, 2, || "VSKIP written, then a vector instruction".into())
    }

    /// Checks a vector instruction that is skipped.
    pub(crate) fn skipped(&mut self) -> Step {
        self.now += 1;
        self.check_skip()
    }

    /// Checks an instruction before it runs.
    #[inline(always)]
    pub(crate) fn before(&mut self, op: &Op) -> Step {
        self.now += 1;
        let traits = op.hazard.traits;
        let may_fail = self.now <= self.busy_until
            || traits.intersects(self.reads_late)
            || (self.now <= self.scalars_until && traits.contains(Traits::READS_SCALARS));
        match may_fail {
            true => self.check(op, traits),
            false => Ok(()),
        }
    }

    #[inline(never)]
    fn check(&mut self, op: &Op, traits: Traits) -> Step {
        if self.states.has_interlocks {
            let step = self.products.before(op);
            self.busy_until = if self.products.is_pending() { u64::MAX } else { 0 };
            return step;
        }
        if traits.intersects(Traits::VECTOR) {
            self.check_skip()?;
            self.check_vector(op, traits)?;
        }
        if traits.intersects(Traits::M0_USER) {
            self.need(self.m0_by_salu, 1, || {
                "m0 written by SALU, used as implicit address or message".into()
            })?;
        }
        if traits.intersects(Traits::SETREG | Traits::GETREG) {
            let id = op.imm as usize & 63;
            self.need(self.setreg[id], 2, || {
                format!("hardware register {id} written, then accessed")
            })?;
        }
        Ok(())
    }

    fn check_vector(&self, op: &Op, traits: Traits) -> Step {
        let valu = traits.contains(Traits::VALU);
        // Most instructions read results of others at any time.
        let is_sensitive = traits.intersects(Traits::READS_LATE) || self.is_recent(self.last_special);
        let checks_vectors = valu && is_sensitive;
        let checks_scalars = traits.contains(Traits::READS_SCALARS) && self.is_recent(self.last_scalar);
        let checked = match checks_vectors || checks_scalars {
            true => op.reads.as_slice(),
            false => &[],
        };
        for range in checked {
            let registers = range.first..range.first + range.count;
            match range.vector {
                true if checks_vectors => {
                    for register in registers {
                        self.check_vector_read(op, traits, register)?;
                    }
                }
                false if checks_scalars => {
                    for register in registers {
                        self.check_scalar_read(op, traits, register)?;
                    }
                }
                _ => {}
            }
        }
        if traits.contains(Traits::VMEM) {
            self.need(self.exec_by_valu, 5, || {
                "exec written by VALU, then a vector memory instruction".into()
            })?;
        }
        if valu && self.is_recent(self.exec_by_valu) {
            let then = self.exec_by_valu;
            if traits.contains(Traits::DPP) {
                self.need(then, 5, || {
                    "exec written by VALU, then an instruction with DPP".into()
                })?;
            }
            if traits.intersects(Traits::LANE_READ) {
                let needed = self.states.exec_to_lane_read;
                self.need(then, needed, || {
                    "exec written by VALU, then a lane is read".into()
                })?;
            }
            if traits.contains(Traits::LANE_SWAP) {
                self.need(then, 4, || {
                    "exec written by VALU, then rows of lanes are exchanged".into()
                })?;
            }
            if traits.contains(Traits::MFMA) {
                self.need(then, 4, || {
                    "exec written by VALU, then a matrix instruction".into()
                })?;
            }
        }
        if self.is_recent(self.last_rare) {
            self.check_rare(op, traits)?;
        }
        match self.states.has_separate_file {
            true => self.check_separate_file(op, traits),
            false => self.check_matrices(op, traits),
        }
    }

    /// Checks for hazards after wide stores, partial register writes and dot products.
    fn check_rare(&self, op: &Op, traits: Traits) -> Step {
        let valu = traits.contains(Traits::VALU);
        for register in vectors(&op.writes) {
            let name = || vector_name(register);
            if valu {
                self.need(self.wide_store[register as usize], self.states.wide_store, || {
                    format!("{} is data of a wide store, then overwritten", name())
                })?;
                self.need(
                    self.by_partial[register as usize],
                    self.states.partial_write,
                    || format!("{} written in part, then overwritten", name()),
                )?;
            }
            let (then, opcode) = self.by_dot[register as usize];
            if opcode != op.hazard.opcode {
                self.need(then, self.states.dot_to_use, || {
                    format!("{} written by a dot product, then overwritten", name())
                })?;
            }
        }
        if !valu {
            for register in vectors(&op.reads) {
                self.need(self.by_dot[register as usize].0, self.states.dot_to_use, || {
                    format!(
                        "{} written by a dot product, then used by memory",
                        vector_name(register)
                    )
                })?;
            }
        }
        Ok(())
    }

    fn check_scalar_read(&self, op: &Op, traits: Traits, register: u16) -> Step {
        let then = self.scalar_by_valu[register as usize];
        if then + HORIZON <= self.now {
            return Ok(());
        }
        let name = || scalar_name(register);
        if traits.contains(Traits::VMEM) {
            return self.need(then, 5, || {
                format!("{} written by VALU, then used by vector memory", name())
            });
        }
        if !traits.contains(Traits::VALU) {
            return Ok(());
        }
        if traits.contains(Traits::LANE_SELECT) && op.src[1] == Src::Scalar(register as u8) {
            return self.need(then, 4, || {
                format!("{} written by VALU, then used as lane number", name())
            });
        }
        if traits.contains(Traits::DIV_FMAS) && is_pair(register, scalar::VCC) {
            return self.need(then, 4, || "vcc written by VALU, then used by v_div_fmas".into());
        }
        self.need(then, self.states.scalar_to_valu, || {
            format!("{} written by VALU, then read by VALU", name())
        })
    }

    fn check_vector_read(&self, op: &Op, traits: Traits, register: u16) -> Step {
        let index = register as usize;
        let then = self.by_valu[index];
        if then + HORIZON <= self.now {
            return Ok(());
        }
        let name = || vector_name(register);
        if traits.contains(Traits::DPP) && op.src[0] == Src::Vector(register) {
            self.need(then, 2, || {
                format!("{} written by VALU, then read with DPP", name())
            })?;
        }
        if traits.contains(Traits::LANE_READ) {
            self.need(then, self.states.vector_to_lane_read, || {
                format!("{} written by VALU, then a lane of it is read", name())
            })?;
        }
        if traits.contains(Traits::LANE_SWAP) {
            self.need(then, 2, || {
                format!("{} written by VALU, then its rows of lanes are exchanged", name())
            })?;
        }
        if traits.contains(Traits::MFMA) && !self.states.has_separate_file {
            self.need(then, 2, || {
                format!("{} written by VALU, then read by a matrix instruction", name())
            })?;
        }
        if !traits.contains(Traits::TRANS) {
            self.need(self.by_trans[index], self.states.trans_to_valu, || {
                format!(
                    "{} written by a transcendental instruction, then read by VALU",
                    name()
                )
            })?;
        }
        self.need(self.by_partial[index], self.states.partial_write, || {
            format!("{} written in part, then read by VALU", name())
        })?;
        let (then, opcode) = self.by_dot[index];
        let multiplies = op.src[..2].contains(&Src::Vector(register));
        if opcode != op.hazard.opcode || multiplies {
            self.need(then, self.states.dot_to_use, || {
                format!(
                    "{} written by a dot product, then read other than to add to it",
                    name()
                )
            })?;
        }
        Ok(())
    }

    /// Records an executed instruction.
    #[inline(always)]
    pub(crate) fn after(&mut self, op: &Op) {
        let traits = op.hazard.traits;
        if self.states.has_interlocks {
            return;
        }
        if traits.contains(Traits::VALU) {
            self.note_valu(op, traits);
        } else if self.now <= self.busy_until.max(self.scalars_until)
            || op.sdst == scalar::M0
            || !(Traits::SALU | Traits::READS_SCALARS).contains(traits)
        {
            self.note_other(op, traits);
        }
    }

    #[inline(never)]
    fn note_other(&mut self, op: &Op, traits: Traits) {
        let now = self.now;
        let events = Traits::SETVSKIP | Traits::SETREG | Traits::WIDE_STORE;
        if traits.intersects(events) {
            self.note_event(SHORT_HORIZON);
        }
        if traits.contains(Traits::NOP) {
            self.now += (op.imm & 15) as u64;
        } else if traits.contains(Traits::SALU) {
            for range in op.writes.iter().filter(|range| !range.vector) {
                if range.first == scalar::M0 as u16 {
                    self.m0_by_salu = now;
                    self.note_event(SHORT_HORIZON);
                }
                // The value read then is this one, for which the hardware waits.
                let written = usize::from(range.first)..usize::from(range.first + range.count);
                if let Some(states) = self.scalar_by_valu.get_mut(written) {
                    states.fill(0);
                }
            }
            if traits.contains(Traits::SETVSKIP) {
                self.skip = now;
            }
            if traits.contains(Traits::SETREG) {
                self.setreg[op.imm as usize & 63] = now;
            }
        } else if traits.contains(Traits::WIDE_STORE)
            && let Some((first, count)) = vector_range(op, 1)
        {
            self.last_rare = now;
            for register in first..first + count {
                self.wide_store[register as usize] = now;
            }
        }
    }

    #[inline(never)]
    fn note_valu(&mut self, op: &Op, traits: Traits) {
        let now = self.now;
        if traits.contains(Traits::MFMA) {
            return self.note_matrix(op);
        }
        for range in &op.writes {
            let times: &mut [u64] = match range.vector {
                true => &mut self.by_valu,
                false => &mut self.scalar_by_valu,
            };
            for register in range.first..range.first + range.count {
                times[usize::from(register)] = now;
            }
            if !range.vector {
                self.last_scalar = now;
                self.scalars_until = now + SHORT_HORIZON;
            }
        }
        if traits.intersects(Traits::SPECIAL | Traits::WRITES_EXEC) {
            self.note_event(SHORT_HORIZON);
        }
        if traits.intersects(Traits::SPECIAL) {
            self.last_special = now;
        }
        if self.is_recent(self.last_special) {
            self.note_special(op, traits);
        }
        if traits.intersects(Traits::PARTIAL | Traits::DOT) {
            self.last_rare = now;
        }
        if traits.contains(Traits::WRITES_EXEC) {
            self.exec_by_valu = now;
        }
    }

    /// Records in which of the ways of which there are lists an instruction wrote its results.
    #[inline(never)]
    fn note_special(&mut self, op: &Op, traits: Traits) {
        let now = self.now;
        for index in vectors(&op.writes).map(usize::from) {
            let is_move = traits.contains(Traits::ACCUMULATION_READ);
            self.by_accumulation_read[index] = if is_move { now } else { 0 };
            self.by_trans[index] = if traits.contains(Traits::TRANS) { now } else { 0 };
            self.by_partial[index] = if traits.contains(Traits::PARTIAL) { now } else { 0 };
            self.by_dot[index] = if traits.contains(Traits::DOT) {
                (now, op.hazard.opcode)
            } else {
                (0, 0)
            };
        }
    }
}

/// Registers of a vector source.
fn vector_range(op: &Op, index: usize) -> Option<(u16, u16)> {
    let Src::Vector(first) = op.src[index] else {
        return None;
    };
    // Source and destination of the same name have the same size.
    op.reads
        .iter()
        .find(|range| range.vector && range.first == first)
        .map(|range| (first, range.count))
}
