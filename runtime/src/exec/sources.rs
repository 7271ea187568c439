//! Sources of vector instructions, looked at where they are: most are vector registers without modifiers. The others are
//! computed first, in places after the registers, so that handlers need not tell them apart.

use super::Core;
use super::lanes::flush32;
use crate::op::{Op, Src, VECTOR_COUNT};
use crate::wave::{Aligned, LANES, Lanes};

/// How many sources an instruction has whose places are known: so many places there are after the vector registers.
pub(crate) const PLACES: usize = 3;

/// Where each of some sources is in [`crate::wave::Wave::v`].
pub(super) type Places<const COUNT: usize> = [u16; COUNT];

/// The place of source `index` if it is computed.
const fn computed(index: usize) -> u16 {
    (VECTOR_COUNT + index) as u16
}

/// Where sources without modifiers are.
pub(crate) fn places(sources: &[Src]) -> Places<PLACES> {
    std::array::from_fn(|index| match sources[index] {
        Src::Vector(number) => number,
        _ => computed(index),
    })
}

/// Which of the modifiers of sources apply, besides parts of registers and other lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modifiers {
    None,
    /// Absolute values and negations of f32.
    Signs,
    /// These, and that denormals become zero if the mode says so.
    Floats,
}

impl Op {
    /// What the modifiers of an f32 source keep of its bits, and then flip.
    #[inline(always)]
    pub(super) fn sign_masks(&self, index: usize) -> (u32, u32) {
        let absolute = u32::from(self.abs >> index & 1) << 31;
        let negated = u32::from(self.neg >> index & 1) << 31;
        (!absolute, negated)
    }
}

impl Aligned<Lanes> {
    /// Keeps bits of each lane, and flips others.
    #[inline(always)]
    fn change_signs(&mut self, (kept, flipped): (u32, u32)) {
        for bits in self.iter_mut() {
            *bits = *bits & kept ^ flipped;
        }
    }

    /// Makes denormals of f32 zero.
    #[inline(always)]
    fn flush(&mut self) {
        for bits in self.iter_mut() {
            *bits = flush32(*bits);
        }
    }
}

impl Core<'_> {
    /// The places of the first sources, without modifiers of floating-point numbers.
    #[inline(always)]
    pub(super) fn prepare<const COUNT: usize>(&mut self, op: &Op) -> Places<COUNT> {
        self.prepare_with(op, Modifiers::None)
    }

    /// As [`Core::prepare`], with absolute values and negations of f32: for instructions that only move bits.
    #[inline(always)]
    pub(super) fn prepare_moved<const COUNT: usize>(&mut self, op: &Op) -> Places<COUNT> {
        self.prepare_with(op, Modifiers::Signs)
    }

    /// As [`Core::prepare`], of f32 with all modifiers.
    #[inline(always)]
    pub(super) fn prepare_f32<const COUNT: usize>(&mut self, op: &Op) -> Places<COUNT> {
        self.prepare_with(op, Modifiers::Floats)
    }

    #[inline(always)]
    fn prepare_with<const COUNT: usize>(&mut self, op: &Op, modifiers: Modifiers) -> Places<COUNT> {
        debug_assert!(!op.src[..COUNT].contains(&Src::None));
        if !op.is_plain || (modifiers == Modifiers::Floats && self.flush_in32()) {
            self.compute_sources(op, COUNT, modifiers);
            return std::array::from_fn(computed);
        }
        if usize::from(op.leading_vectors) < COUNT {
            for (index, &source) in op.src[..COUNT].iter().enumerate() {
                if let Some(value) = self.uniform(source) {
                    self.wave.v[usize::from(computed(index))] = Aligned([value; LANES]);
                }
            }
        }
        std::array::from_fn(|index| op.places[index])
    }

    /// The value of a source that is the same for all lanes.
    #[inline(always)]
    fn uniform(&self, source: Src) -> Option<u32> {
        match source {
            Src::Scalar(number) => Some(self.wave.scalar(number)),
            Src::Imm(value) => Some(value as u32),
            Src::Vector(_) | Src::None => None,
        }
    }

    /// Sources at their places.
    #[inline(always)]
    pub(super) fn view<const COUNT: usize>(&self, places: Places<COUNT>) -> [&Lanes; COUNT] {
        places.map(
            #[inline(always)]
            |place| &*self.wave.v[usize::from(place)],
        )
    }

    #[inline(never)]
    fn compute_sources(&mut self, op: &Op, count: usize, modifiers: Modifiers) {
        self.wide(
            #[inline(always)]
            move |c, _| {
                let flushes = modifiers == Modifiers::Floats && c.flush_in32();
                for index in 0..count {
                    let mut lanes = Aligned(c.src(op, index));
                    if modifiers != Modifiers::None && !op.is_plain {
                        lanes.change_signs(op.sign_masks(index));
                    }
                    if flushes {
                        lanes.flush();
                    }
                    c.wave.v[usize::from(computed(index))] = lanes;
                }
            },
        );
    }

    /// As [`Core::prepare_f32`], for the low or the high operation of a packed instruction. `upper`: which word of each
    /// source it uses. `negated`: which are negated.
    #[inline(always)]
    pub(super) fn prepare_words<const COUNT: usize>(
        &mut self,
        op: &Op,
        upper: u8,
        negated: u8,
    ) -> Places<COUNT> {
        if !op.is_plain || self.flush_in32() || usize::from(op.leading_vectors) < COUNT {
            self.compute_words(op, COUNT, upper, negated);
            return std::array::from_fn(computed);
        }
        std::array::from_fn(|index| op.places[index] + u16::from(upper >> index & 1))
    }

    #[inline(never)]
    fn compute_words(&mut self, op: &Op, count: usize, upper: u8, negated: u8) {
        self.wide(
            #[inline(always)]
            move |c, _| {
                let flushes = c.flush_in32();
                for (index, &source) in op.src[..count].iter().enumerate() {
                    let word = upper >> index & 1;
                    let mut lanes = match source {
                        Src::Vector(number) => c.wave.v[usize::from(number + u16::from(word))],
                        Src::Scalar(number) => {
                            Aligned([(c.wave.scalar64(number) >> (32 * word)) as u32; LANES])
                        }
                        // A constant provides both words.
                        Src::Imm(value) => Aligned([value as u32; LANES]),
                        Src::None => continue,
                    };
                    if negated >> index & 1 != 0 {
                        lanes.change_signs((u32::MAX, 1 << 31));
                    }
                    if flushes {
                        lanes.flush();
                    }
                    c.wave.v[usize::from(computed(index))] = lanes;
                }
            },
        );
    }
}
