//! Sources of vector instructions, looked at where they are: most are vector registers without modifiers. The others are
//! computed by one function for all handlers, which stay short.

use super::Core;
use super::lanes::flush32;
use crate::op::{Op, Src};
use crate::wave::{Aligned, LANES, Lanes};

/// Sources that are not looked at in vector registers.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// Whether those that are vector registers are.
    are_in_place: bool,
    computed: [Aligned<Lanes>; 3],
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
    /// Makes the first `count` sources ready for [`Core::view`], without modifiers of floating-point numbers.
    #[inline(always)]
    pub(super) fn prepare(&mut self, op: &Op, count: usize) {
        self.prepare_with(op, count, Modifiers::None);
    }

    /// As [`Core::prepare`], with absolute values and negations of f32: for instructions that only move bits.
    #[inline(always)]
    pub(super) fn prepare_moved(&mut self, op: &Op, count: usize) {
        self.prepare_with(op, count, Modifiers::Signs);
    }

    /// As [`Core::prepare`], of f32 with all modifiers.
    #[inline(always)]
    pub(super) fn prepare_f32(&mut self, op: &Op, count: usize) {
        self.prepare_with(op, count, Modifiers::Floats);
    }

    #[inline(always)]
    fn prepare_with(&mut self, op: &Op, count: usize, modifiers: Modifiers) {
        self.sources.are_in_place = op.is_plain && !(modifiers == Modifiers::Floats && self.flush_in32());
        if !self.sources.are_in_place || usize::from(op.leading_vectors) < count {
            self.compute_sources(op, count, modifiers);
        }
    }

    /// Source `index`, which was prepared.
    #[inline(always)]
    pub(super) fn view(&self, op: &Op, index: usize) -> &Lanes {
        debug_assert!(op.src[index] != Src::None);
        match op.src[index] {
            Src::Vector(number) if self.sources.are_in_place => &self.wave.v[number as usize],
            _ => &self.sources.computed[index],
        }
    }

    #[inline(never)]
    fn compute_sources(&mut self, op: &Op, count: usize, modifiers: Modifiers) {
        self.wide(
            #[inline(always)]
            |c, _| {
                let flushes = modifiers == Modifiers::Floats && c.flush_in32();
                for (index, &source) in op.src[..count].iter().enumerate() {
                    let computed = &mut c.sources.computed[index];
                    match source {
                        Src::Vector(_) if c.sources.are_in_place => continue,
                        _ if !op.is_plain && (op.sdwa.is_some() || op.dpp.is_some()) => {
                            let lanes = c.src(op, index);
                            *c.sources.computed[index] = lanes;
                        }
                        Src::Vector(number) => **computed = *c.wave.v[number as usize],
                        Src::Scalar(number) => **computed = [c.wave.scalar(number); LANES],
                        Src::Imm(value) => **computed = [value as u32; LANES],
                        Src::None => continue,
                    }
                    let signs = op.sign_masks(index);
                    if modifiers != Modifiers::None && !op.is_plain {
                        c.sources.computed[index].change_signs(signs);
                    }
                    if flushes {
                        c.sources.computed[index].flush();
                    }
                }
            },
        );
    }

    /// As [`Core::prepare_f32`], for the low or the high operation of a packed instruction. `upper`: which word of each
    /// source it uses. `negated`: which are negated.
    #[inline(always)]
    pub(super) fn prepare_words(&mut self, op: &Op, count: usize, upper: u8, negated: u8) {
        self.sources.are_in_place = op.is_plain && !self.flush_in32();
        if !self.sources.are_in_place || usize::from(op.leading_vectors) < count {
            self.compute_words(op, count, upper, negated);
        }
    }

    /// Word of source `index`, which was prepared.
    #[inline(always)]
    pub(super) fn view_word(&self, op: &Op, index: usize, upper: u8) -> &Lanes {
        match op.src[index] {
            Src::Vector(number) if self.sources.are_in_place => {
                &self.wave.v[usize::from(number + u16::from(upper >> index & 1))]
            }
            _ => &self.sources.computed[index],
        }
    }

    #[inline(never)]
    fn compute_words(&mut self, op: &Op, count: usize, upper: u8, negated: u8) {
        self.wide(
            #[inline(always)]
            |c, _| {
                let flushes = c.flush_in32();
                for (index, &source) in op.src[..count].iter().enumerate() {
                    let word = u16::from(upper >> index & 1);
                    let computed = &mut c.sources.computed[index];
                    match source {
                        Src::Vector(_) if c.sources.are_in_place => continue,
                        Src::Vector(number) => **computed = *c.wave.v[usize::from(number + word)],
                        Src::Scalar(number) => {
                            **computed = [(c.wave.scalar64(number) >> (32 * word)) as u32; LANES];
                        }
                        // A constant provides both words.
                        Src::Imm(value) => **computed = [value as u32; LANES],
                        Src::None => continue,
                    }
                    if negated >> index & 1 != 0 {
                        computed.change_signs((u32::MAX, 1 << 31));
                    }
                    if flushes {
                        computed.flush();
                    }
                }
            },
        );
    }
}
