//! Memory accesses of a whole wave: when all active lanes access one buffer, local memory or private memory, inside its
//! bounds and with nothing to report, they are checked together. Anything else is left to the accesses lane by lane of
//! [`super::access`], which find out what is wrong with which.

use super::Core;
use super::access::{Place, Shape};
use super::lanes::with_mask;
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
struct Span {
    first: u64,
    size: usize,
    /// Where each lane's bytes are in the range; inactive lanes have the first ones.
    offsets: Lanes,
}

impl Span {
    /// `None` if there is no active lane, or if the range is so large that it cannot be all in one memory.
    #[inline(always)]
    fn of(mask: u64, addresses: &Addresses, size: usize) -> Option<Span> {
        let (mut first, mut last) = (u64::MAX, 0);
        with_mask(mask, |lane, is_active| {
            first = first.min(if is_active { addresses[lane] } else { u64::MAX });
            last = last.max(if is_active { addresses[lane] } else { 0 });
        });
        let extent = last.checked_sub(first)?;
        if extent > u64::from(u32::MAX / 2) {
            return None;
        }
        let mut offsets = [0; LANES];
        with_mask(mask, |lane, is_active| {
            offsets[lane] = if is_active {
                addresses[lane].wrapping_sub(first) as u32
            } else {
                0
            };
        });
        Some(Span {
            first,
            size: extent as usize + size,
            offsets,
        })
    }

    /// The words that the lanes load from the bytes of the range.
    #[inline(always)]
    fn load<const SIZE: usize, const WORDS: usize>(&self, bytes: &[u8]) -> [Lanes; WORDS] {
        let mut words = [[0; LANES]; WORDS];
        for lane in 0..LANES {
            let mut loaded = [0; 16];
            loaded[..SIZE].copy_from_slice(&bytes[self.offsets[lane] as usize..][..SIZE]);
            for (word, four) in words.iter_mut().zip(loaded.as_chunks::<4>().0) {
                word[lane] = u32::from_le_bytes(*four);
            }
        }
        words
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
    /// Addresses in the scratchpad that has the private memory of all lanes; `None` if one is out of bounds.
    #[inline(always)]
    fn private_addresses(&self, offsets: &Addresses, size: usize) -> Option<Addresses> {
        let limit = u64::from(self.wave.private_size);
        let most = limit.checked_sub(size as u64)?;
        let mut addresses = [0; LANES];
        let mut is_inside = true;
        with_mask(self.mask, |lane, is_active| {
            is_inside &= !is_active | (offsets[lane] <= most);
            addresses[lane] = offsets[lane].wrapping_add(lane as u64 * limit);
        });
        is_inside.then_some(addresses)
    }

    /// What the active lanes load, if they may all.
    #[inline(always)]
    pub(super) fn gather<const SIZE: usize, const WORDS: usize>(
        &self,
        space: Space,
        addresses: &Addresses,
    ) -> Option<[Lanes; WORDS]> {
        if space == Space::Private {
            let span = Span::of(self.mask, &self.private_addresses(addresses, SIZE)?, SIZE)?;
            let bytes = self.wave.private.get(span.first, span.size)?;
            if !is_written(&self.wave.private, self.mask, &span, SIZE) {
                return None;
            }
            return Some(span.load::<SIZE, WORDS>(bytes));
        }
        let span = Span::of(self.mask, addresses, SIZE)?;
        if space == Space::Global {
            return Some(span.load::<SIZE, WORDS>(self.memory.span(span.first, span.size)?));
        }
        let bytes = self.lds.get(span.first, span.size)?;
        if self.check_memory && !is_written(self.lds, self.mask, &span, SIZE) {
            return None;
        }
        Some(span.load::<SIZE, WORDS>(bytes))
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
        let Some(span) = (match space {
            Space::Private => self
                .private_addresses(addresses, SIZE)
                .and_then(|addresses| Span::of(mask, &addresses, SIZE)),
            _ => Span::of(mask, addresses, SIZE),
        }) else {
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
            for lane in lanes_of(self.mask) {
                let at = span.first + u64::from(span.offsets[lane]);
                self.wave.unwritten.note_written(lane, at, size, time);
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
                let Some(words) = core.gather::<SIZE, WORDS>(space, addresses) else {
                    return false;
                };
                core.write_loaded(op, words);
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
