//! Pre-decoded instructions, which the fetch loop executes.

use crate::exec::{Core, PLACES, places};
use crate::fault::FaultKind;
use crate::hazards::HazardInfo;
use crate::stats::InstructionClass;
use smallvec::SmallVec;

/// Outcome of executing an instruction.
pub(crate) type Step = Result<(), Box<FaultKind>>;

/// Function that executes an instruction.
pub(crate) type Handler = fn(&mut Core<'_>, &Op) -> Step;

/// Scalar register numbers as in instruction encodings.
pub(crate) mod scalar {
    /// First number after s0, s1, ...
    pub(crate) const FIRST_SPECIAL: u8 = 102;
    /// `flat_scratch_lo`.
    pub(crate) const FLAT_SCRATCH: u8 = 102;
    /// `vcc_lo`.
    pub(crate) const VCC: u8 = 106;
    /// `m0`.
    pub(crate) const M0: u8 = 124;
    /// The first of the registers of trap handlers.
    pub(crate) const TTMP: u8 = 108;
    /// `null`, which reads as zero and is never written: what an instruction without a scalar result writes.
    pub(crate) const NULL: u8 = 125;
    /// `exec_lo`.
    pub(crate) const EXEC: u8 = 126;
    /// Number of writable scalar registers.
    pub(crate) const COUNT: usize = 128;
    /// `src_shared_base`, the first of four aperture values.
    pub(crate) const SHARED_BASE: u8 = 235;
    /// `src_shared_limit`.
    pub(crate) const SHARED_LIMIT: u8 = 236;
    /// `src_private_base`.
    pub(crate) const PRIVATE_BASE: u8 = 237;
    /// `src_private_limit`.
    pub(crate) const PRIVATE_LIMIT: u8 = 238;
    /// `src_vccz`.
    pub(crate) const VCCZ: u8 = 251;
    /// `src_execz`.
    pub(crate) const EXECZ: u8 = 252;
    /// `src_scc`.
    pub(crate) const SCC: u8 = 253;
}

/// Whether a scalar register is one of the two of a pair that begins at `first`.
pub(crate) fn is_pair(register: u16, first: u8) -> bool {
    register & !1 == u16::from(first)
}

/// First number of the accumulation registers among vector registers.
pub(crate) const FIRST_AGPR: u16 = 256;
/// Number of vector registers, accumulation registers included.
pub(crate) const VECTOR_COUNT: usize = 512;

/// Name of a vector register.
pub(crate) fn vector_name(register: u16) -> String {
    if register < FIRST_AGPR {
        format!("v{register}")
    } else {
        format!("a{}", register - FIRST_AGPR)
    }
}

/// Name of a scalar register.
pub(crate) fn scalar_name(register: u16) -> String {
    match register {
        102 => "flat_scratch_lo".into(),
        103 => "flat_scratch_hi".into(),
        104 => "xnack_mask_lo".into(),
        105 => "xnack_mask_hi".into(),
        106 => "vcc_lo".into(),
        107 => "vcc_hi".into(),
        124 => "m0".into(),
        126 => "exec_lo".into(),
        127 => "exec_hi".into(),
        _ => format!("s{register}"),
    }
}

/// A source operand. Tuples are named by their first register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Src {
    /// No operand.
    #[default]
    None,
    /// Scalar register or special value, by its encoding.
    Scalar(u8),
    /// v0... are 0..256, a0... are 256..512.
    Vector(u16),
    /// Inline constant or literal, as the value of the operand's type (sign-extended integers).
    Imm(u64),
}

impl Src {
    /// A word of a wider source. Constants have the same value in every word.
    pub(crate) fn word(self, word: u16) -> Src {
        match self {
            Src::Vector(number) => Src::Vector(number + word),
            Src::Scalar(number) => Src::Scalar(number + word as u8),
            other => other,
        }
    }
}

/// Sub-dword addressing of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SubDword {
    /// 0-3 byte, 4-5 word, 6 all.
    pub select: u8,
    /// Sign-extend (integers).
    pub sext: bool,
}

/// The SDWA part of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sdwa {
    /// Sources.
    pub src: [SubDword; 2],
    /// Destination select.
    pub dst: u8,
    /// 0 fill with zeros, 1 sign-extend, 2 preserve.
    pub unused: u8,
}

/// The DPP part of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dpp {
    /// `dpp_ctrl`.
    pub control: u16,
    /// Which rows are written.
    pub row_mask: u8,
    /// Which banks are written.
    pub bank_mask: u8,
    /// Lanes with invalid sources get 0 instead of keeping their value.
    pub bound_ctrl: bool,
    /// Lanes that are not active are read, too.
    pub reads_inactive: bool,
    /// DPP8: which lane each of eight reads, three bits for each, in place of the control.
    pub lanes_of_eight: Option<u32>,
}

/// A range of registers: `count` from `first`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RegRange {
    /// Scalar or vector register file.
    pub vector: bool,
    /// First register.
    pub first: u16,
    /// Number of registers.
    pub count: u16,
    /// The instruction only copies the value: it need not have been written.
    pub moved: bool,
    /// It holds a bit for each lane.
    pub mask: bool,
}

/// A bit for each scalar register.
fn scalar_bits(ranges: &[RegRange]) -> u128 {
    let scalars = ranges.iter().filter(|range| !range.vector);
    let numbers = scalars.flat_map(|range| range.first..range.first + range.count);
    numbers.fold(0, |bits, number| bits | 1 << number)
}

/// Which words of the sources each word of an instruction's 64-bit result depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Words {
    /// Every word depends on every word.
    #[default]
    All,
    /// The low word depends on the low words only: carries propagate upwards.
    LowFirst,
    /// One source, by its number, shifted to the left (or to the right) by another one: shifts by 32 and more discard a word.
    Shift { value: u8, amount: u8, left: bool },
    /// Each word depends on one word of each source: bit N of these masks is set if it is the high word of source N.
    Chosen { low: u8, high: u8, sources: u8 },
}

/// Where the bits of a 32-bit result come from. In vector registers, definedness is tracked per lane, not per bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Merge {
    /// Every bit depends on all sources.
    #[default]
    None,
    /// Each of these sources (a bit for each) provides bits of its own: the result counts as written if any of them
    /// was, or is a constant. Halves of a register are often written one after the other.
    Fields(u8),
}

/// Which counters of outstanding memory operations an instruction uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counters {
    /// `vmcnt`.
    pub vm: bool,
    /// `samplecnt`, where images that are read through a sampler have a counter of their own.
    pub samples: bool,
    /// `vscnt`, where stores have a counter of their own.
    pub stores: bool,
    /// `lgkmcnt`; only what concerns local memory, if others have a counter of their own.
    pub lgkm: bool,
    /// `kmcnt`, where scalar memory and messages have a counter of their own.
    pub others: bool,
    /// Scalar memory: completes in any order.
    pub scalar: bool,
}

impl Counters {
    /// Whether the instruction is counted.
    pub(crate) fn any(self) -> bool {
        self.vm || self.samples || self.stores || self.lgkm || self.others
    }
}

/// A decoded instruction. The meaning of the fields depends on the family; see the `exec` modules.
///
/// What arithmetic needs comes first, in the first two of the host's cache lines, and then what the checks need: loops of
/// a few thousand instructions are not unusual.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Op {
    /// Executes it.
    pub handler: Handler,
    /// Address of the next instruction, relative to the code's start.
    pub next: u64,
    /// Sources.
    pub src: [Src; 4],
    /// Offset or immediate operand.
    pub imm: i64,
    /// Second offset, lane control and the like.
    pub imm2: u32,
    /// Selects among variants that share a handler (comparison, access size, atomic operation, ...).
    pub aux: u32,
    /// Destination vector register.
    pub vdst: u16,
    /// Where the first sources are without modifiers: in vector registers or after them.
    pub places: [u16; PLACES],
    /// Estimated cycles for which it keeps its wave from issuing the next one.
    pub issue_cycles: u16,
    /// One more than the highest v, a and s register used.
    pub register_ends: [u16; 3],
    /// Destination scalar register.
    pub sdst: u8,
    /// How many of its sources are vector registers before the first one that is not.
    pub leading_vectors: u8,
    /// Sources negated (low halves, for packed instructions).
    pub neg: u8,
    /// Absolute value of sources; for packed instructions, high halves negated.
    pub abs: u8,
    /// Source halves; bit 3 selects the destination half.
    pub op_sel: u8,
    /// Halves for the high result of packed instructions.
    pub op_sel_hi: u8,
    /// Output multiplier: 0 none, 1 *2, 2 *4, 3 /2.
    pub omod: u8,
    /// For statistics.
    pub class: InstructionClass,
    /// Whether neither its sources nor its result have modifiers, parts of registers or other lanes (`op_sel` aside).
    pub is_plain: bool,
    /// Clamp the result.
    pub clamp: bool,
    /// For the check of wait states.
    pub hazard: HazardInfo,
    /// Whether it only computes: nothing follows from it for other instructions but its results, and which one is next.
    pub only_computes: bool,
    /// Whether it is an outstanding memory operation after it was issued: any of `counters`.
    pub is_counted: bool,
    /// Buffer: index register used.
    pub idxen: bool,
    /// Buffer: offset register used.
    pub offen: bool,
    /// Whether an atomic operation returns the old value.
    pub returns: bool,
    /// Registers read need not have been written; if they were not, those written do not count as written either.
    pub propagates: bool,
    /// A part of the destination keeps its old value: the register counts as written if either part was.
    pub keeps_rest: bool,
    /// Cache policy.
    pub cpol: u8,
    /// A bit for each scalar register read, and written.
    pub scalars_read: u128,
    pub scalars_written: u128,
    /// Registers written.
    pub writes: SmallVec<[RegRange; 2]>,
    /// Registers read.
    pub reads: SmallVec<[RegRange; 4]>,
    /// Vector registers among those read that must have been written.
    pub needed_vectors: SmallVec<[u16; 8]>,
    /// The same for scalar registers.
    pub needed_scalars: SmallVec<[u16; 4]>,
    /// The first registers of masks that each lane reads its bit of.
    pub needed_masks: SmallVec<[u16; 2]>,
    /// SCC is read.
    pub reads_scc: bool,
    /// Where the bits of the result come from.
    pub merge: Merge,
    /// Which words of the sources the words of a 64-bit result depend on.
    pub words: Words,
    /// Outstanding memory operations.
    pub counters: Counters,
    /// Whether the instructions after it are another run (see [`crate::code::Run`]) although it only computes: it jumps,
    /// changes EXEC, or moves values between lanes, of which those of inactive lanes may be unwritten.
    pub ends_run: bool,
    /// Invalidates the scalar cache.
    pub invalidates_scalar_cache: bool,
    /// Issue slots of a wave until its results can be used, by the processor's schedule model.
    pub latency: u16,
    /// Sub-dword addressing.
    pub sdwa: Option<Sdwa>,
    /// Lane permutation of the first source.
    pub dpp: Option<Dpp>,
    /// Vector registers of an image's address after the first, if it is a list of registers.
    pub more_address: Vec<u8>,
    /// The instructions that it is made of.
    pub parts: Option<Box<[Op]>>,
}

// What arithmetic needs lies before this field. An odd number of lines spreads instructions over all sets of a cache.
const _: () = assert!(std::mem::offset_of!(Op, hazard) <= 2 * 64 && size_of::<Op>() / 64 % 2 == 1);

impl Op {
    /// An instruction without operands.
    pub(crate) fn new(handler: Handler, class: InstructionClass) -> Op {
        Op {
            handler,
            class,
            issue_cycles: 0,
            latency: 0,
            only_computes: false,
            ends_run: false,
            is_counted: false,
            is_plain: false,
            leading_vectors: 0,
            aux: 0,
            vdst: 0,
            places: [0; PLACES],
            sdst: scalar::NULL,
            src: [Src::None; 4],
            imm: 0,
            imm2: 0,
            neg: 0,
            abs: 0,
            op_sel: 0,
            op_sel_hi: 0,
            omod: 0,
            clamp: false,
            cpol: 0,
            idxen: false,
            offen: false,
            more_address: Vec::new(),
            sdwa: None,
            dpp: None,
            scalars_read: 0,
            scalars_written: 0,
            reads: SmallVec::new(),
            needed_vectors: SmallVec::new(),
            needed_scalars: SmallVec::new(),
            needed_masks: SmallVec::new(),
            writes: SmallVec::new(),
            returns: false,
            invalidates_scalar_cache: false,
            reads_scc: false,
            propagates: false,
            words: Words::All,
            merge: Merge::None,
            keeps_rest: false,
            counters: Counters::default(),
            hazard: HazardInfo::default(),
            register_ends: [0; 3],
            next: 0,
            parts: None,
        }
    }

    /// The instruction with vector registers offset by the index in M0, as in GPR index mode.
    pub(crate) fn indexed(&self, m0: u32) -> Op {
        let mut op = self.clone();
        let index = (m0 & 0xff) as u16;
        for (bit, source) in op.src.iter_mut().enumerate().take(3) {
            if m0 >> (12 + bit) & 1 != 0
                && let Src::Vector(number) = source
            {
                let moved = (*number + index).min(VECTOR_COUNT as u16 - 1);
                for range in op
                    .reads
                    .iter_mut()
                    .filter(|range| range.vector && range.first == *number)
                {
                    range.first = moved;
                }
                *number = moved;
            }
        }
        if m0 >> 15 & 1 != 0 {
            let moved = (op.vdst + index).min(VECTOR_COUNT as u16 - 1);
            for range in op
                .writes
                .iter_mut()
                .filter(|range| range.vector && range.first == op.vdst)
            {
                range.first = moved;
            }
            op.vdst = moved;
        }
        op.note_registers();
        op
    }

    /// Records where sources are, the registers that must have been written, and the highest ones used, to be compared with
    /// those that the kernel descriptor allocates.
    pub(crate) fn note_registers(&mut self) {
        self.places = places(&self.src);
        self.scalars_read = scalar_bits(&self.reads);
        self.scalars_written = scalar_bits(&self.writes);
        self.needed_vectors.clear();
        self.needed_scalars.clear();
        self.needed_masks.clear();
        for range in self.reads.iter().filter(|range| !range.moved) {
            let needed = range.first..range.first + range.count;
            match (range.vector, range.mask) {
                (true, _) => self.needed_vectors.extend(needed),
                (false, true) => self.needed_masks.push(range.first),
                (false, false) => self.needed_scalars.extend(needed),
            }
        }
        self.register_ends = [0; 3];
        for range in self.reads.iter().chain(&self.writes) {
            let end = range.first + range.count;
            let (file, end) = match range.vector {
                true if range.first >= FIRST_AGPR => (1, end - FIRST_AGPR),
                true => (0, end),
                false if range.first < scalar::FIRST_SPECIAL as u16 => (2, end),
                false => continue,
            };
            self.register_ends[file] = end.max(self.register_ends[file]);
        }
    }
}
