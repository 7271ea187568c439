//! State of one wave: registers, mode, private memory.

use crate::exec::{PLACES, SyncRequest};
use crate::memory::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI, Scratchpad};
use crate::op::{VECTOR_COUNT, scalar};
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};
use wavec_gpu_mc::register_files::NUM_VGPRS;

/// Most lanes of a wave: vector registers have room for them.
pub(crate) const LANES: usize = 64;

/// One value for each lane.
pub(crate) type Lanes = [u32; LANES];

/// Values where the vectors of the host read and write them fastest: at multiples of their size.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Aligned<T>(pub T);

impl Default for Aligned<Lanes> {
    fn default() -> Aligned<Lanes> {
        Aligned([0; LANES])
    }
}

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// Execution state of a wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WaveState {
    /// Executing instructions.
    Running,
    /// Waiting at a barrier.
    Barrier,
    /// Waiting at the named barrier that it has joined.
    NamedBarrier,
    /// Waiting for the global wave sync unit.
    Sync(SyncRequest),
    /// Ended by `s_endpgm`.
    Ended,
}

/// One wave.
#[derive(Debug)]
pub(crate) struct Wave {
    /// Scalar registers by encoding.
    pub s: [u32; scalar::COUNT],
    /// Which bits of the scalar registers were written.
    pub s_defined: [u32; scalar::COUNT],
    /// Vector registers, accumulation registers from [`crate::op::FIRST_AGPR`], and places for computed sources.
    pub v: Vec<Aligned<Lanes>>,
    /// Which lanes of the vector registers were written.
    pub v_defined: Vec<u64>,
    /// Scalar condition code.
    pub scc: bool,
    /// Whether `scc` was written.
    pub scc_defined: bool,
    /// Number of lanes, 32 or 64. A mask of 32 lanes is in one scalar register.
    pub lanes: usize,
    /// Within how many lanes `ds_permute_b32` and `ds_bpermute_b32` move values.
    pub permuted_lanes: usize,
    /// Whether results of 16 bits leave the other half of a register as it is, whatever the instruction.
    pub keeps_halves: bool,
    /// Whether loads into half of a register leave the other half as it is; otherwise it becomes zero.
    pub loads_keep_halves: bool,
    /// Whether minima and maxima are numbers if one of the sources is, in every mode.
    pub numbers_win: bool,
    /// Whether the counter of cycles that programs read has two words.
    pub long_cycle_counter: bool,
    /// Whether it has signalled the barrier of its workgroup, at which it has not waited since.
    pub has_signalled: bool,
    /// MODE register.
    pub mode: u32,
    /// Next instruction, relative to the start of the code.
    pub pc: u64,
    /// Execution state.
    pub state: WaveState,
    /// Private memory of the work-items, one after the other.
    pub private: Scratchpad,
    /// Private memory of one work-item in bytes.
    pub private_size: u32,
    /// Where private memory is said to begin, if the program has to set up FLAT_SCRATCH.
    pub scratch_address: Option<u64>,
    /// FLAT_SCRATCH, where it is a hardware register and not a pair of scalar registers.
    pub flat_scratch: Option<u64>,
    /// Number of the wave in its workgroup.
    pub number: u32,
    /// Instructions executed.
    pub executed: u64,
    /// Estimated cycle.
    pub cycle: u64,
    /// Yields to other waves: it waits for something that they change in memory.
    pub sleeps: bool,
    /// Barriers passed.
    pub barriers: u32,
    /// The first time that another wave waited at a different barrier.
    pub met_elsewhere: Option<Meeting>,
    /// Global memory that the current instruction accessed.
    pub touched: Touched,
    /// Stores of undefined values to global memory.
    pub unwritten: UnwrittenStores,
}

/// Two waves that wait at different barriers at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// Address at which the wave waits.
    pub pc: u64,
    /// Number of the other wave.
    pub other: u32,
    /// Address at which the other wave waits.
    pub other_pc: u64,
}

/// Global memory that an instruction accessed: ranges of addresses, lane after lane.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    /// Stored by vector memory.
    pub stored: Ranges,
    /// Loaded by scalar memory, if kernels may store there.
    pub scalar_loaded: Option<(u64, u64)>,
}

/// Size in bytes of the largest aligned block in which undefined words may be a structure's padding.
const BLOCK: u64 = 16;

/// Number of blocks remembered per lane: those that it stored to last.
const RECENT: usize = 4;

/// Limit on undefined stores that still need a defined store beside them.
const MAX_UNWRITTEN: usize = 1024;

/// Stores of undefined values to global memory. They may be the padding of a structure that is copied in pieces: then
/// the same lane stores a defined piece to the same block before or after. Without that, they are faults when the wave
/// ends. A store of a whole block with some defined words is not a fault.
#[derive(Debug, Default)]
pub(crate) struct UnwrittenStores {
    /// The blocks that the last defined stores went to, by lane.
    recent: Vec<[u64; LANES]>,
    /// Index of the last of these, and its time.
    last: usize,
    time: u64,
    /// Undefined stores that still need a defined store beside them.
    open: Vec<UnwrittenStore>,
    /// The first read of local memory that was never written, which may be the source of the value: address and bytes.
    pub read: Option<(u64, usize)>,
}

/// An undefined store.
#[derive(Debug)]
pub(crate) struct UnwrittenStore {
    /// The lane that stored it.
    pub lane: usize,
    /// The register that was stored.
    pub register: String,
    /// Address of the instruction; unknown until it has been executed.
    pub pc: Option<u64>,
    block: u64,
}

impl UnwrittenStores {
    /// Records a defined store by instruction number `time`.
    #[inline]
    pub(crate) fn note_written(&mut self, lane: usize, address: u64, size: usize, time: u64) {
        if self.time != time || self.recent.is_empty() {
            self.begin(time);
        }
        let first = address / BLOCK;
        self.recent[self.last][lane] = first;
        let end = address.wrapping_add(size as u64 - 1) / BLOCK;
        if end != first {
            self.begin(time);
            self.recent[self.last][lane] = end;
        }
        if !self.open.is_empty() {
            let is_beside = |block: u64| block == first || block == end;
            self.open
                .retain(|store| store.lane != lane || !is_beside(store.block));
        }
    }

    /// Records a defined store of each of some lanes, if none of them crosses the end of a block and no undefined store waits for
    /// one beside it; returns whether it did. `active` is all ones for these lanes.
    #[inline(always)]
    pub(crate) fn note_all_written(
        &mut self,
        active: &Lanes,
        addresses: impl Fn(usize) -> u64,
        size: usize,
        time: u64,
    ) -> bool {
        let most = BLOCK - size as u64;
        let crosses = (0..LANES).fold(false, |any, lane| {
            any | ((active[lane] != 0) & (addresses(lane) % BLOCK > most))
        });
        if crosses || !self.open.is_empty() {
            return false;
        }
        if self.time != time || self.recent.is_empty() {
            self.begin(time);
        }
        for (lane, recent) in self.recent[self.last].iter_mut().enumerate() {
            let mask = active[lane] as i32 as u64;
            *recent = (addresses(lane) / BLOCK) & mask | *recent & !mask;
        }
        true
    }

    #[cold]
    fn begin(&mut self, time: u64) {
        self.recent.resize(RECENT, [u64::MAX; LANES]);
        self.last = (self.last + 1) % RECENT;
        self.time = time;
    }

    /// Records an undefined store; returns whether it may still turn out to be padding.
    pub(crate) fn note(&mut self, lane: usize, address: u64, size: usize, register: &str) -> bool {
        let block = address / BLOCK;
        let is_whole = size as u64 >= BLOCK || address.wrapping_add(size as u64 - 1) / BLOCK != block;
        if is_whole || self.open.len() >= MAX_UNWRITTEN {
            return false;
        }
        if !self.recent.iter().any(|recent| recent[lane] == block) {
            self.open.push(UnwrittenStore {
                lane,
                register: register.into(),
                pc: None,
                block,
            });
        }
        true
    }

    /// Whether there are undefined stores that still need a defined store beside them.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Called after the instruction at `pc`, or when the wave has ended: then the first undefined store without a
    /// defined one beside it is its fault.
    pub(crate) fn after(&mut self, pc: u64, has_ended: bool) -> Option<UnwrittenStore> {
        for store in self.open.iter_mut().rev().take_while(|store| store.pc.is_none()) {
            store.pc = Some(pc);
        }
        has_ended.then(|| self.open.swap_remove(0))
    }
}

/// Addresses: start and end.
pub(crate) type Ranges = SmallVec<[(u64, u64); 1]>;

impl Touched {
    /// Records a store.
    #[inline]
    pub(crate) fn store(&mut self, address: u64, size: usize) {
        let end = address.wrapping_add(size as u64);
        match self.stored.last_mut() {
            Some(last) if last.1 == address => last.1 = end,
            _ => self.stored.push((address, end)),
        }
    }
}

impl Wave {
    /// A wave with empty registers.
    pub(crate) fn new() -> Wave {
        Wave {
            s: [0; scalar::COUNT],
            s_defined: [0; scalar::COUNT],
            v: vec![Aligned([0; LANES]); VECTOR_COUNT + PLACES],
            v_defined: vec![0; VECTOR_COUNT],
            scc: false,
            scc_defined: false,
            lanes: LANES,
            permuted_lanes: LANES,
            keeps_halves: false,
            loads_keep_halves: false,
            numbers_win: false,
            long_cycle_counter: false,
            has_signalled: false,
            mode: 0,
            pc: 0,
            state: WaveState::Running,
            private: Scratchpad::default(),
            private_size: 0,
            scratch_address: None,
            flat_scratch: None,
            number: 0,
            executed: 0,
            cycle: 0,
            sleeps: false,
            barriers: 0,
            met_elsewhere: None,
            touched: Touched::default(),
            unwritten: UnwrittenStores::default(),
        }
    }

    /// Resets everything. Registers get a recognisable value, as their contents are arbitrary on hardware; in lanes that
    /// the wave does not have, one of which arithmetic seldom makes NaNs.
    pub(crate) fn reset(&mut self, lanes: usize, vgprs: u32, agprs: u32) {
        const FRESH: u32 = 0xdead_beef;
        self.lanes = lanes;
        self.s = [FRESH; scalar::COUNT];
        self.s_defined = [0; scalar::COUNT];
        let fresh = std::array::from_fn(|lane| if lane < lanes { FRESH } else { 0 });
        let agpr_start = crate::op::FIRST_AGPR as usize;
        for range in [
            0..vgprs.min(NUM_VGPRS) as usize,
            agpr_start..agpr_start + agprs.min(NUM_VGPRS) as usize,
        ] {
            self.v[range].fill(Aligned(fresh));
        }
        self.v_defined.fill(0);
        self.scc = false;
        self.scc_defined = false;
        self.pc = 0;
        self.has_signalled = false;
        self.state = WaveState::Running;
        self.executed = 0;
        self.cycle = 0;
        self.sleeps = false;
        self.barriers = 0;
        self.met_elsewhere = None;
        self.touched = Touched::default();
        self.unwritten = UnwrittenStores::default();
    }

    /// A bit for each lane that the wave has.
    #[inline]
    pub(crate) fn all_lanes(&self) -> u64 {
        u64::MAX >> (LANES - self.lanes)
    }

    /// The mask of lanes in a scalar register, or in a pair of them if a wave has 64.
    #[inline]
    pub(crate) fn mask(&self, number: u8) -> u64 {
        match self.lanes {
            LANES => self.scalar64(number),
            _ => self.scalar(number).into(),
        }
    }

    /// Writes a mask of lanes.
    #[inline]
    pub(crate) fn set_mask(&mut self, number: u8, value: u64) {
        match self.lanes {
            LANES => self.set_scalar64(number, value),
            _ => self.set_scalar(number, value as u32),
        }
    }

    /// The EXEC mask.
    #[inline]
    pub(crate) fn exec(&self) -> u64 {
        self.mask(scalar::EXEC)
    }

    /// Changes EXEC.
    #[inline]
    pub(crate) fn set_exec(&mut self, value: u64) {
        self.set_mask(scalar::EXEC, value);
    }

    /// The lane that a lane number means: its upper bits are ignored.
    pub(crate) fn lane(&self, number: u32) -> usize {
        number as usize % self.lanes
    }

    /// A 32-bit scalar source.
    #[inline(always)]
    pub(crate) fn scalar(&self, number: u8) -> u32 {
        match self.s.get(number as usize) {
            Some(&value) => value,
            None => self.special(number),
        }
    }

    /// A 32-bit source that is no register.
    #[cold]
    fn special(&self, number: u8) -> u32 {
        match number {
            scalar::SHARED_LIMIT | scalar::PRIVATE_LIMIT => u32::MAX,
            scalar::VCCZ => (self.mask(scalar::VCC) == 0) as u32,
            scalar::EXECZ => (self.exec() == 0) as u32,
            scalar::SCC => self.scc as u32,
            // The apertures are multiples of 2^32: only 64-bit reads see their high halves.
            _ => 0,
        }
    }

    /// A 64-bit scalar source.
    #[inline(always)]
    pub(crate) fn scalar64(&self, number: u8) -> u64 {
        let index = number as usize;
        if index + 1 < scalar::COUNT {
            return self.s[index] as u64 | (self.s[index + 1] as u64) << 32;
        }
        self.special64(number)
    }

    /// A 64-bit source that is no pair of registers.
    #[cold]
    fn special64(&self, number: u8) -> u64 {
        let base = |high: u32| (high as u64) << 32;
        match number {
            scalar::SHARED_BASE => base(SHARED_APERTURE_HI),
            scalar::SHARED_LIMIT => base(SHARED_APERTURE_HI) | 0xffff_ffff,
            scalar::PRIVATE_BASE => base(PRIVATE_APERTURE_HI),
            scalar::PRIVATE_LIMIT => base(PRIVATE_APERTURE_HI) | 0xffff_ffff,
            _ => self.scalar(number) as u64,
        }
    }

    /// Writes a scalar register.
    #[inline]
    pub(crate) fn set_scalar(&mut self, number: u8, value: u32) {
        if number == scalar::NULL {
            return;
        }
        if let Some(slot) = self.s.get_mut(number as usize) {
            *slot = value;
            self.s_defined[number as usize] = u32::MAX;
        }
    }

    /// Writes a scalar register pair.
    #[inline]
    pub(crate) fn set_scalar64(&mut self, number: u8, value: u64) {
        if number == scalar::NULL {
            return;
        }
        self.set_scalar(number, value as u32);
        self.set_scalar(number.wrapping_add(1), (value >> 32) as u32);
    }
}
