//! Memory accesses of a whole wave: when all active lanes access one buffer, local memory or private memory, inside its
//! bounds and with nothing to report, they are checked together. Anything else is left to the accesses lane by lane of
//! [`super::access`], which find out what is wrong with which.

use super::Core;
use super::access::{Place, Shape};
use super::lanes::per_lane;
use crate::memory::Scratchpad;
use crate::op::{Op, Src, Step};
use crate::wave::{LANES, Lanes};

/// Which memory the addresses of the lanes are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    /// Global memory.
    Global,
    /// Local memory of the workgroup.
    Local,
    /// Private memory of each work-item.
    Private,
}

impl Space {
    /// The location of a lane's address.
    pub(super) fn place(self, address: u64) -> Place {
        match self {
            Space::Global => Place::Global(address),
            Space::Local => Place::Local(address),
            Space::Private => Place::Private(address),
        }
    }
}

/// One address for each lane.
pub(super) type Addresses = [u64; LANES];

/// The smallest range of addresses in which the active lanes access `size` bytes each.
pub(super) struct Span {
    first: u64,
    size: usize,
    /// Where each lane's bytes are in the range; inactive lanes have the first ones.
    offsets: Lanes,
    /// Whether all of these are multiples of words.
    is_aligned: bool,
}

impl Span {
    /// Of the lanes in which `active` is all ones and not zero. `None` if there is none, or if the range is so large that
    /// it cannot be all in one memory.
    #[inline(always)]
    fn of(active: &Lanes, addresses: &Addresses, size: usize) -> Option<Span> {
        let (mut first, mut last) = (u64::MAX, 0);
        for (address, active) in addresses.iter().zip(active) {
            let mask = *active as i32 as u64;
            first = first.min(address | !mask);
            last = last.max(address & mask);
        }
        let extent = last.checked_sub(first)?;
        if extent > u64::from(u32::MAX / 2) {
            return None;
        }
        let (mut offsets, mut all) = ([0; LANES], 0);
        for lane in 0..LANES {
            offsets[lane] = (addresses[lane] as u32).wrapping_sub(first as u32) & active[lane];
            all |= offsets[lane];
        }
        Some(Span {
            first,
            size: extent as usize + size,
            offsets,
            is_aligned: all.is_multiple_of(4),
        })
    }

    /// Word `number` of the `SIZE` bytes that each lane loads from those of the range.
    #[inline(always)]
    fn load<const SIZE: usize>(&self, bytes: &[u8], number: usize) -> Lanes {
        if SIZE >= 4 && self.is_aligned {
            let words = bytes.as_chunks::<4>().0;
            // Without panics, these are loads of vectors where the host has such.
            return per_lane(
                #[inline(always)]
                |lane| match words.get(self.offsets[lane] as usize / 4 + number) {
                    Some(word) => u32::from_le_bytes(*word),
                    None => 0,
                },
            );
        }
        let size = SIZE.min(4);
        per_lane(
            #[inline(always)]
            |lane| {
                let mut word = [0; 4];
                let first = self.offsets[lane] as usize + 4 * number;
                word[..size].copy_from_slice(&bytes[first..][..size]);
                u32::from_le_bytes(word)
            },
        )
    }
}

/// The numbers of the lanes in a mask.
#[inline(always)]
fn lanes_of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Whether every byte that a lane accesses was written.
fn is_written(scratchpad: &Scratchpad, mask: u64, span: &Span, size: usize) -> bool {
    scratchpad.is_all_defined()
        || lanes_of(mask).all(|lane| scratchpad.is_defined(span.first + u64::from(span.offsets[lane]), size))
}

impl Core<'_> {
    /// The range of what the active lanes access; `None` as well if private memory is accessed out of bounds.
    #[inline(always)]
    fn span(&mut self, space: Space, addresses: &Addresses, size: usize) -> Option<Span> {
        self.spread_mask();
        let active = &self.spread_mask.1;
        if space != Space::Private {
            return Span::of(active, addresses, size);
        }
        // Addresses in the scratchpad that has the private memory of all lanes.
        let limit = u64::from(self.wave.private_size);
        let most = limit.checked_sub(size as u64)?;
        let mut in_scratchpad = [0; LANES];
        let mut is_inside = true;
        for lane in 0..LANES {
            is_inside &= (active[lane] == 0) | (addresses[lane] <= most);
            in_scratchpad[lane] = addresses[lane].wrapping_add(lane as u64 * limit);
        }
        Span::of(active, &in_scratchpad, size).filter(|_| is_inside)
    }

    /// Where the active lanes load from, if they may all.
    #[inline(always)]
    pub(super) fn loaded(&mut self, space: Space, addresses: &Addresses, size: usize) -> Option<Span> {
        let span = self.span(space, addresses, size)?;
        self.bytes_of(space, &span)?;
        let is_known = match space {
            Space::Global => true,
            Space::Local => !self.check_memory || is_written(self.lds, self.mask, &span, size),
            Space::Private => is_written(&self.wave.private, self.mask, &span, size),
        };
        is_known.then_some(span)
    }

    /// The bytes of a range, if they are all in one memory.
    #[inline(always)]
    fn bytes_of(&self, space: Space, span: &Span) -> Option<&[u8]> {
        match space {
            Space::Global => self.memory.span(span.first, span.size),
            Space::Local => self.lds.get(span.first, span.size),
            Space::Private => self.wave.private.get(span.first, span.size),
        }
    }

    /// Word `number` of the `SIZE` bytes that each lane loads.
    #[inline(always)]
    pub(super) fn load_word<const SIZE: usize>(&self, space: Space, span: &Span, number: usize) -> Lanes {
        match self.bytes_of(space, span) {
            Some(bytes) => span.load::<SIZE>(bytes, number),
            None => [0; LANES],
        }
    }

    /// Stores the active lanes' registers from `register` on, if they may all; returns whether they did.
    #[inline(always)]
    pub(super) fn scatter<const SIZE: usize>(
        &mut self,
        space: Space,
        addresses: &Addresses,
        register: u16,
        shift: u32,
    ) -> bool {
        let mask = self.mask;
        let registers = usize::from(register)..usize::from(register) + SIZE.div_ceil(4);
        if self.wave.v_defined[registers.clone()]
            .iter()
            .any(|&lanes| lanes & mask != mask)
        {
            return false;
        }
        let Some(span) = self.span(space, addresses, SIZE) else {
            return false;
        };
        let data = &self.wave.v[registers];
        let value = |lane: usize| {
            let mut bytes = [0; 16];
            for (four, register) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(data) {
                *four = (register[lane] >> shift).to_le_bytes();
            }
            bytes
        };
        let scratchpad = match space {
            Space::Global => {
                let Some(target) = self.memory.span_mut(span.first, span.size) else {
                    return false;
                };
                for lane in lanes_of(mask) {
                    target[span.offsets[lane] as usize..][..SIZE].copy_from_slice(&value(lane)[..SIZE]);
                }
                self.note_stores(&span, SIZE);
                return true;
            }
            Space::Local => &mut *self.lds,
            Space::Private => &mut self.wave.private,
        };
        let is_inside = scratchpad.get(span.first, span.size).is_some();
        for lane in lanes_of(if is_inside { mask } else { 0 }) {
            let at = span.first + u64::from(span.offsets[lane]);
            if let Some(target) = scratchpad.get_mut(at, SIZE) {
                target.copy_from_slice(&value(lane)[..SIZE]);
            }
        }
        is_inside
    }

    /// Records stores to global memory for the checks.
    #[inline(always)]
    fn note_stores(&mut self, span: &Span, size: usize) {
        if self.check_registers {
            let time = self.wave.executed;
            let address = |lane: usize| span.first + u64::from(span.offsets[lane]);
            let active = &self.spread_mask.1;
            let unwritten = &mut self.wave.unwritten;
            if !unwritten.note_all_written(active, address, size, time) {
                for lane in lanes_of(self.mask) {
                    unwritten.note_written(lane, address(lane), size, time);
                }
            }
        }
        if self.check_waits {
            for lane in lanes_of(self.mask) {
                let at = span.first + u64::from(span.offsets[lane]);
                self.wave.touched.store(at, size);
            }
        }
    }

    /// Loads, for every lane, the shape in [`Op::aux`] to the destination registers.
    pub(super) fn load_space(&mut self, op: &Op, space: Space, addresses: &Addresses) -> Step {
        // Copies of constant size are much faster.
        match Shape::decode(op.aux).bytes {
            1 => self.load_words::<1, 1>(op, space, addresses),
            2 => self.load_words::<2, 1>(op, space, addresses),
            4 => self.load_words::<4, 1>(op, space, addresses),
            8 => self.load_words::<8, 2>(op, space, addresses),
            12 => self.load_words::<12, 3>(op, space, addresses),
            _ => self.load_words::<16, 4>(op, space, addresses),
        }
    }

    fn load_words<const SIZE: usize, const WORDS: usize>(
        &mut self,
        op: &Op,
        space: Space,
        addresses: &Addresses,
    ) -> Step {
        let is_done = self.wide(
            #[inline(always)]
            move |core, _| {
                let Some(span) = core.loaded(space, addresses, SIZE) else {
                    return false;
                };
                for number in 0..WORDS {
                    let mut word = core.load_word::<SIZE>(space, &span, number);
                    if SIZE < 4 {
                        core.narrow(op, &mut word);
                    }
                    core.write(op.vdst + number as u16, &word);
                }
                true
            },
        );
        match is_done {
            true => Ok(()),
            false => self.load_sized::<SIZE, WORDS>(op, |_, lane| space.place(addresses[lane])),
        }
    }

    /// Stores source `index` for every lane.
    pub(super) fn store_space(&mut self, op: &Op, index: usize, space: Space, addresses: &Addresses) -> Step {
        let shape = Shape::decode(op.aux);
        let shift = if shape.half == 2 { 16 } else { 0 };
        let is_done = match op.src[index] {
            Src::Vector(register) => self.wide(
                #[inline(always)]
                move |core, _| match shape.bytes {
                    1 => core.scatter::<1>(space, addresses, register, shift),
                    2 => core.scatter::<2>(space, addresses, register, shift),
                    4 => core.scatter::<4>(space, addresses, register, shift),
                    8 => core.scatter::<8>(space, addresses, register, shift),
                    12 => core.scatter::<12>(space, addresses, register, shift),
                    _ => core.scatter::<16>(space, addresses, register, shift),
                },
            ),
            _ => false,
        };
        match is_done {
            true => Ok(()),
            false => self.store_lanes(op, index, |_, lane| space.place(addresses[lane])),
        }
    }
}
