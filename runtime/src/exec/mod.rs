//! Semantics of the instructions, by family.
//!
//! Every instruction is a [`Handler`]: a function over the wave's state that computes all 64 lanes at once. Sources are
//! copied to arrays of 64 values with their modifiers applied, and results are written under a mask (EXEC, restricted
//! by lane permutation), so the arithmetic itself is a loop without conditions. Facts: AMD "CDNA3 Instruction Set
//! Architecture" reference guide.

mod access;
mod atomic;
mod barriers;
mod compare;
mod control;
mod convert;
mod flat;
mod float16;
mod float32;
mod float64;
mod fork;
mod gfx10;
mod gfx11;
mod gfx12;
mod gfx950;
mod gws;
mod image_samples;
pub(crate) mod images;
mod lanes;
mod lds;
mod lds_lanes;
mod matrix;
mod mubuf;
mod packed;
pub(crate) mod parts;
mod salu;
mod salu_bits;
mod salu_fields;
mod small_floats;
mod smem;
mod sources;
mod special;
mod transposed;
mod typed;
mod valu_int;
mod valu_move;
mod vectors;
mod whole_wave;
mod wmma;

use crate::fault::FaultKind;
use crate::memory::{Memory, Scratchpad};
use crate::num::{self, NanRule, Round};
use crate::op::{Handler, Src};
use crate::stats::InstructionClass;
use crate::wave::{Aligned, LANES, Lanes, Wave};
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::subtarget::FamilyName;

pub(crate) use barriers::Barriers;
pub(crate) use control::{INDEX_MODE, SKIP_MODE, wait_for};
pub(crate) use gws::{Gws, SyncRequest};
pub(crate) use matrix::{SCALE_HIGH, SCALE_LOW, SCALE_OF_B, timing as matrix_timing};
pub(crate) use sources::{PLACES, places};
pub(crate) use vectors::HostVectors;

/// The state that an instruction works on.
pub(crate) struct Core<'a> {
    /// The wave.
    pub wave: &'a mut Wave,
    /// Local memory of its workgroup.
    pub lds: &'a mut Scratchpad,
    /// Global memory.
    pub memory: &'a mut Memory,
    /// The global wave sync unit.
    pub gws: &'a mut Gws,
    /// The barriers of its workgroup.
    pub barriers: &'a mut Barriers,
    /// The vector instructions of the host.
    pub vectors: HostVectors,
    /// Lanes that vector instructions write.
    pub mask: u64,
    /// A mask of lanes, and for each of these all ones or zero: what a result is written by in vectors. As of the last
    /// instruction that wrote some of the lanes.
    pub spread_mask: (u64, Aligned<Lanes>),
    /// With DPP: the lane that each lane reads its first source from, 255 for zero.
    pub permuted: [u8; LANES],
    /// Address at which the code is mapped; program counters are relative to it.
    pub code_base: u64,
    /// Whether it matters which global memory is stored to before it is waited for.
    pub check_waits: bool,
    /// Whether reads of unwritten memory are faults.
    pub check_memory: bool,
    /// Whether uses of unwritten registers are faults.
    pub check_registers: bool,
    /// First lane that a fault concerns.
    pub fault_lane: Option<usize>,
}

/// The semantics of a mnemonic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Semantics {
    /// Executes it.
    pub handler: Handler,
    /// For statistics.
    pub class: InstructionClass,
    /// Value for [`crate::op::Op::aux`].
    pub aux: u32,
    /// See [`crate::op::RegRange::moved`]: true for all sources.
    pub moves: bool,
}

impl Semantics {
    fn new(class: InstructionClass, handler: Handler) -> Semantics {
        Semantics {
            handler,
            class,
            aux: 0,
            moves: false,
        }
    }

    fn with(class: InstructionClass, handler: Handler, aux: u32) -> Semantics {
        Semantics {
            handler,
            class,
            aux,
            moves: false,
        }
    }
}

/// The semantics of `mnemonic` (without an encoding suffix such as `_e32`) on a processor, if the emulator executes it.
pub(crate) fn lookup(mnemonic: &str, subtarget: &Subtarget) -> Option<Semantics> {
    let own = match subtarget.family.name {
        FamilyName::Gfx950 => gfx950::lookup(mnemonic),
        FamilyName::Gfx1030 => gfx10::lookup(mnemonic),
        FamilyName::Gfx11 | FamilyName::Gfx115 => gfx11::lookup(mnemonic)
            .or_else(|| wmma::lookup(mnemonic, true))
            .or_else(|| gfx10::lookup(mnemonic))
            .or_else(|| parts::lookup(mnemonic)),
        FamilyName::Gfx12 => gfx12::lookup(mnemonic)
            .or_else(|| wmma::lookup(mnemonic, false))
            .or_else(|| gfx11::lookup(mnemonic))
            .or_else(|| gfx10::lookup(mnemonic))
            .or_else(|| parts::lookup(mnemonic)),
        FamilyName::Gfx900
        | FamilyName::Gfx908
        | FamilyName::Gfx90a
        | FamilyName::Gfx94
        | FamilyName::Gfx940 => None,
    };
    own.or_else(|| shared(mnemonic))
}

/// The semantics of a mnemonic that means the same on all processors that have it.
fn shared(mnemonic: &str) -> Option<Semantics> {
    let scalar = |handler| Semantics::new(InstructionClass::Salu, handler);
    let vector = |handler| Semantics::new(InstructionClass::Valu, handler);
    if mnemonic.starts_with("s_") {
        return control::lookup(mnemonic)
            .or_else(|| fork::lookup(mnemonic))
            .or_else(|| smem::lookup(mnemonic))
            .or_else(|| salu_bits::lookup(mnemonic))
            .or_else(|| salu_fields::lookup(mnemonic))
            .or_else(|| salu::lookup(mnemonic).map(scalar));
    }
    if mnemonic.starts_with("v_cmp") {
        return compare::lookup(mnemonic);
    }
    if mnemonic.starts_with("v_mfma") || mnemonic.starts_with("v_smfmac") {
        return matrix::lookup(mnemonic, false);
    }
    if mnemonic.starts_with("v_") {
        return valu_move::lookup(mnemonic)
            .or_else(|| float32::lookup(mnemonic).map(vector))
            .or_else(|| valu_int::lookup(mnemonic).map(vector))
            .or_else(|| float64::lookup(mnemonic))
            .or_else(|| special::lookup(mnemonic))
            .or_else(|| convert::lookup(mnemonic).map(vector))
            .or_else(|| float16::lookup(mnemonic))
            .or_else(|| packed::lookup(mnemonic).map(vector));
    }
    if mnemonic.starts_with("image_") {
        return images::lookup(mnemonic);
    }
    if mnemonic.starts_with("ds_") {
        return lds::lookup(mnemonic).or_else(|| gws::lookup(mnemonic));
    }
    if mnemonic.starts_with("tbuffer_") || mnemonic.starts_with("buffer_") {
        return mubuf::lookup(mnemonic).or_else(|| typed::lookup(mnemonic));
    }
    flat::lookup(mnemonic)
}

/// Modes of floating-point arithmetic, from the MODE register.
impl Core<'_> {
    /// Rounding of f32 results.
    #[inline]
    pub(crate) fn round32(&self) -> Round {
        num::round_from_bits(self.wave.mode)
    }

    /// Rounding of f16 and f64 results.
    #[inline]
    pub(crate) fn round64(&self) -> Round {
        num::round_from_bits(self.wave.mode >> 2)
    }

    /// Whether f32 sources that are denormal become zero.
    #[inline]
    pub(crate) fn flush_in32(&self) -> bool {
        self.wave.mode >> 4 & 1 == 0
    }

    /// Whether f32 results that are denormal become zero.
    #[inline]
    pub(crate) fn flush_out32(&self) -> bool {
        self.wave.mode >> 5 & 1 == 0
    }

    /// Whether f16 and f64 sources that are denormal become zero.
    #[inline]
    pub(crate) fn flush_in64(&self) -> bool {
        self.wave.mode >> 6 & 1 == 0
    }

    /// Whether f16 and f64 results that are denormal become zero.
    #[inline]
    pub(crate) fn flush_out64(&self) -> bool {
        self.wave.mode >> 7 & 1 == 0
    }

    /// Whether a clamped NaN becomes zero.
    #[inline]
    pub(crate) fn dx10_clamp(&self) -> bool {
        self.wave.mode >> 8 & 1 != 0
    }

    /// What minima and maxima make of NaNs, which depends on IEEE mode where there is one.
    #[inline]
    pub(crate) fn nan_rule(&self) -> NanRule {
        match self.wave.mode >> 9 & 1 != 0 {
            _ if self.wave.numbers_win => NanRule::NumberWinsQuietly,
            true => NanRule::SignallingWins,
            false => NanRule::NumberWins,
        }
    }

    /// A fault with an explanation.
    pub(crate) fn undefined<T>(&self, text: impl Into<String>) -> Result<T, Box<FaultKind>> {
        Err(Box::new(FaultKind::Undefined(text.into())))
    }

    /// 32-bit scalar value of a source.
    #[inline]
    pub(crate) fn s32(&self, src: Src) -> u32 {
        match src {
            Src::Scalar(number) => self.wave.scalar(number),
            Src::Imm(value) => value as u32,
            Src::Vector(number) => self.wave.v[number as usize][0],
            Src::None => 0,
        }
    }

    /// The mask of lanes in a source.
    #[inline]
    pub(crate) fn lane_mask(&self, src: Src) -> u64 {
        match src {
            Src::Scalar(number) => self.wave.mask(number),
            _ => self.s64(src) & self.wave.all_lanes(),
        }
    }

    /// Which bits of a mask of lanes were written.
    pub(crate) fn lane_mask_defined(&self, src: Src) -> u64 {
        match self.wave.lanes {
            LANES => self.s64_defined(src),
            _ => u64::from(self.s32_defined(src)) | !self.wave.all_lanes(),
        }
    }

    /// 64-bit scalar value of a source.
    #[inline]
    pub(crate) fn s64(&self, src: Src) -> u64 {
        match src {
            Src::Scalar(number) => self.wave.scalar64(number),
            Src::Imm(value) => value,
            _ => 0,
        }
    }

    /// Which bits of a scalar source were written.
    pub(crate) fn s32_defined(&self, src: Src) -> u32 {
        match src {
            Src::Scalar(number) if (number as usize) < self.wave.s_defined.len() => {
                self.wave.s_defined[number as usize]
            }
            _ => u32::MAX,
        }
    }

    /// As [`Core::s32_defined`], for a pair.
    pub(crate) fn s64_defined(&self, src: Src) -> u64 {
        match src {
            Src::Scalar(number) if (number as usize) + 1 < self.wave.s_defined.len() => {
                let index = number as usize;
                self.wave.s_defined[index] as u64 | (self.wave.s_defined[index + 1] as u64) << 32
            }
            _ => u64::MAX,
        }
    }

    /// The lanes in which a per-lane source was written.
    pub(crate) fn v_defined(&self, src: Src) -> u64 {
        match src {
            Src::Vector(number) => self.wave.v_defined[number as usize],
            Src::Scalar(_) if self.s32_defined(src) != u32::MAX => 0,
            _ => u64::MAX,
        }
    }
}

/// Value of a 32-bit register as 64 equal lanes, or its lanes.
#[inline]
fn spread(core: &Core<'_>, src: Src) -> Lanes {
    match src {
        Src::Vector(number) => *core.wave.v[number as usize],
        Src::Scalar(number) => [core.wave.scalar(number); LANES],
        Src::Imm(value) => [value as u32; LANES],
        Src::None => [0; LANES],
    }
}
