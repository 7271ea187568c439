//! Memory accesses of single lanes, shared by all memory instructions.

use super::Core;
use super::lanes::map1;
use crate::fault::{FaultKind, Space};
use crate::memory::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI, Scratchpad};
use crate::op::{Op, Src, Step, vector_name};
use crate::wave::{LANES, Lanes};

/// The location that a lane accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Global address.
    Global(u64),
    /// Offset in the workgroup's local memory.
    Local(u64),
    /// Offset in the work-item's private memory.
    Private(u64),
}

impl Place {
    /// The location that a flat address denotes.
    #[inline]
    pub(crate) fn of_flat(address: u64) -> Place {
        match (address >> 32) as u32 {
            SHARED_APERTURE_HI => Place::Local(address & 0xffff_ffff),
            PRIVATE_APERTURE_HI => Place::Private(address & 0xffff_ffff),
            _ => Place::Global(address),
        }
    }
}

/// How a load or store transfers a lane's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Bytes in memory: 1, 2, 4, 8, 12 or 16.
    pub bytes: u8,
    /// Sign-extend to the register.
    pub signed: bool,
    /// Half of the register: 0 all of it, 1 low, 2 high.
    pub half: u8,
}

impl Shape {
    /// Packs the shape for [`Op::aux`].
    pub(super) const fn encode(self) -> u32 {
        self.bytes as u32 | (self.signed as u32) << 8 | (self.half as u32) << 9
    }

    /// Unpacks the shape from [`Op::aux`].
    #[inline]
    pub(super) const fn decode(aux: u32) -> Shape {
        Shape {
            bytes: aux as u8,
            signed: aux >> 8 & 1 != 0,
            half: (aux >> 9 & 3) as u8,
        }
    }

    /// Number of data registers.
    #[inline]
    pub(super) const fn registers(self) -> usize {
        (self.bytes as usize).div_ceil(4)
    }

    /// Parses the end of a mnemonic: `dwordx2`, `sbyte_d16_hi`, `short`.
    pub(super) fn parse(name: &str) -> Option<Shape> {
        let plain = |bytes, signed| Shape {
            bytes,
            signed,
            half: 0,
        };
        let (name, half) = match (name.strip_suffix("_d16_hi"), name.strip_suffix("_d16")) {
            (Some(name), _) => (name, 2),
            (_, Some(name)) => (name, 1),
            _ => (name, 0),
        };
        let shape = match name {
            "ubyte" | "byte" => plain(1, false),
            "sbyte" => plain(1, true),
            "ushort" | "short" => plain(2, false),
            "sshort" => plain(2, true),
            "dword" => plain(4, false),
            "dwordx2" => plain(8, false),
            "dwordx3" => plain(12, false),
            "dwordx4" => plain(16, false),
            _ => return None,
        };
        Some(Shape { half, ..shape })
    }
}

/// The bytes of a lane.
pub(super) type Bytes = [u8; 16];

impl Core<'_> {
    fn private_offset(
        &self,
        lane: usize,
        offset: u64,
        size: usize,
        write: bool,
    ) -> Result<u64, Box<FaultKind>> {
        let limit = self.wave.private_size as u64;
        if offset.checked_add(size as u64).is_none_or(|end| end > limit) {
            return Err(Box::new(FaultKind::OutOfBounds {
                space: Space::Private,
                address: offset,
                size: size as u32,
                write,
                nearest: format!("the work-item has {limit} bytes"),
            }));
        }
        Ok(lane as u64 * limit + offset)
    }

    fn local_fault(&self, offset: u64, size: usize, write: bool) -> Box<FaultKind> {
        Box::new(FaultKind::OutOfBounds {
            space: Space::Local,
            address: offset,
            size: size as u32,
            write,
            nearest: format!("the workgroup has {} bytes", self.lds.len()),
        })
    }

    /// Reads bytes of a lane. The result has a bit for each word that was ever written.
    #[inline(always)]
    pub(crate) fn read_place(
        &mut self,
        place: Place,
        lane: usize,
        size: usize,
        out: &mut [u8],
    ) -> Result<u8, Box<FaultKind>> {
        match place {
            Place::Global(address) => {
                out[..size].copy_from_slice(self.memory.read(address, size)?);
                Ok(u8::MAX)
            }
            Place::Local(offset) => {
                let Some(bytes) = self.lds.get(offset, size) else {
                    return Err(self.local_fault(offset, size, false));
                };
                out[..size].copy_from_slice(bytes);
                if !self.check_memory || self.lds.is_defined(offset, size) {
                    return Ok(u8::MAX);
                }
                Ok(written_words(self.lds, offset, size))
            }
            Place::Private(offset) => {
                let at = self.private_offset(lane, offset, size, false)?;
                match self.wave.private.get(at, size) {
                    Some(bytes) => out[..size].copy_from_slice(bytes),
                    None => return self.undefined("private memory is smaller than the wave needs"),
                }
                if self.wave.private.is_defined(at, size) {
                    return Ok(u8::MAX);
                }
                Ok(written_words(&self.wave.private, at, size))
            }
        }
    }

    /// Fails if an atomic operation on local memory uses a word that was never written. A plain read gives an undefined
    /// value, which is reported only when it is used: it may be the padding of a structure that is copied.
    #[cold]
    pub(crate) fn demand_words(&self, place: Place, size: usize, written: u8) -> Step {
        let Place::Local(address) = place else {
            return Ok(());
        };
        if written != 0 {
            return Ok(());
        }
        Err(Box::new(FaultKind::UninitialisedMemory {
            space: Space::Local,
            address,
            size: size as u32,
        }))
    }

    /// Records a read of local memory that was never written.
    #[cold]
    pub(crate) fn note_unwritten_read(&mut self, place: Place, size: usize, written: u8) {
        if let (Place::Local(address), 0) = (place, written) {
            self.wave.unwritten.read.get_or_insert((address, size));
        }
    }

    /// Records that a lane stores undefined values to global memory, which does not track them itself.
    #[cold]
    fn store_unwritten(&mut self, address: u64, size: usize, lane: usize, data: Option<Src>) -> Step {
        let name = match data {
            Some(Src::Vector(register)) => vector_name(register),
            _ => "the data of the store".into(),
        };
        if self.wave.unwritten.note(lane, address, size, &name) {
            return Ok(());
        }
        Err(Box::new(FaultKind::UninitialisedRegister(name)))
    }

    /// Writes bytes of a lane; `words` has a bit for each defined word.
    #[inline(always)]
    pub(crate) fn write_place(&mut self, place: Place, lane: usize, bytes: &[u8], words: u8) -> Step {
        self.write_data(place, lane, bytes, (words, None))
    }

    /// As the function above, for a source that messages name.
    #[inline(always)]
    fn write_data(
        &mut self,
        place: Place,
        lane: usize,
        bytes: &[u8],
        (words, data): (u8, Option<Src>),
    ) -> Step {
        if self.check_registers
            && let Place::Global(address) = place
        {
            match words {
                0 => self.store_unwritten(address, bytes.len(), lane, data)?,
                _ => {
                    let time = self.wave.executed;
                    self.wave.unwritten.note_written(lane, address, bytes.len(), time);
                }
            }
        }
        let scratchpad = match place {
            Place::Global(address) => {
                self.memory.write(address, bytes.len())?.copy_from_slice(bytes);
                if self.check_waits {
                    self.wave.touched.store(address, bytes.len());
                }
                return Ok(());
            }
            Place::Local(offset) => {
                match self.lds.get_mut(offset, bytes.len()) {
                    Some(target) => target.copy_from_slice(bytes),
                    None => return Err(self.local_fault(offset, bytes.len(), true)),
                }
                (&mut *self.lds, offset)
            }
            Place::Private(offset) => {
                let at = self.private_offset(lane, offset, bytes.len(), true)?;
                match self.wave.private.get_mut(at, bytes.len()) {
                    Some(target) => target.copy_from_slice(bytes),
                    None => return self.undefined("private memory is smaller than the wave needs"),
                }
                (&mut self.wave.private, at)
            }
        };
        let all = (1 << bytes.len().div_ceil(4)) - 1;
        if words & all != all {
            let (scratchpad, start) = scratchpad;
            for word in (0..bytes.len().div_ceil(4)).filter(|word| words >> word & 1 == 0) {
                scratchpad.forget(start + 4 * word as u64, (bytes.len() - 4 * word).min(4));
            }
        }
        Ok(())
    }

    /// Runs `f` for the active lanes and records the lane of a fault.
    #[inline]
    pub(crate) fn each_lane(&mut self, mut f: impl FnMut(&mut Self, usize) -> Step) -> Step {
        let mut rest = self.mask;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if let Err(fault) = f(self, lane) {
                self.fault_lane = Some(lane);
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Loads, for every lane, the shape in [`Op::aux`] to the destination registers.
    #[inline]
    pub(crate) fn load_lanes(&mut self, op: &Op, place: impl Fn(&Self, usize) -> Place) -> Step {
        // Copies of constant size are much faster.
        match Shape::decode(op.aux).bytes {
            1 => self.load_sized::<1, 1>(op, place),
            2 => self.load_sized::<2, 1>(op, place),
            4 => self.load_sized::<4, 1>(op, place),
            8 => self.load_sized::<8, 2>(op, place),
            12 => self.load_sized::<12, 3>(op, place),
            _ => self.load_sized::<16, 4>(op, place),
        }
    }

    pub(super) fn load_sized<const SIZE: usize, const WORDS: usize>(
        &mut self,
        op: &Op,
        place: impl Fn(&Self, usize) -> Place,
    ) -> Step {
        let mut words: [Lanes; WORDS] = [[0; LANES]; WORDS];
        let mut missing = [0u64; WORDS];
        self.each_lane(|core, lane| {
            let mut bytes: Bytes = [0; 16];
            let at = place(core, lane);
            let written = core.read_place(at, lane, SIZE, &mut bytes)?;
            if written != u8::MAX {
                note_missing(&mut missing, written, lane);
                core.note_unwritten_read(at, SIZE, written);
            }
            for (word, four) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
                word[lane] = u32::from_le_bytes(*four);
            }
            Ok(())
        })?;
        self.write_loaded(op, words);
        for (index, missing) in missing.iter().enumerate() {
            self.wave.v_defined[op.vdst as usize + index] &= !missing;
        }
        Ok(())
    }

    /// Writes what was loaded to the destination registers; narrow values are extended.
    #[inline(always)]
    pub(super) fn write_loaded<const WORDS: usize>(&mut self, op: &Op, mut words: [Lanes; WORDS]) {
        if Shape::decode(op.aux).bytes < 4 {
            self.narrow(op, &mut words[0]);
        }
        for (register, word) in (op.vdst..).zip(&words) {
            self.write(register, word);
        }
    }

    /// Extends narrow values that were loaded to what the destination register becomes.
    #[inline(always)]
    pub(super) fn narrow(&self, op: &Op, words: &mut Lanes) {
        let shape = Shape::decode(op.aux);
        *words = map1(words, |word| extend(word, shape));
        if shape.half != 0 {
            self.keep_half(op.vdst, words, shape.half == 2);
        }
    }

    /// Takes the half that a load does not write from the register, where it is preserved.
    pub(super) fn keep_half(&self, register: u16, words: &mut Lanes, loads_high: bool) {
        if !self.wave.loads_keep_halves {
            return;
        }
        let kept = if loads_high { 0xffff } else { 0xffff_0000 };
        let old = &self.wave.v[register as usize];
        for (word, old) in words.iter_mut().zip(old.iter()) {
            *word |= old & kept;
        }
    }

    /// The bytes that a lane stores, from the data registers of source `index`, with a bit for each defined register.
    #[inline]
    pub(crate) fn data_bytes(&self, op: &Op, index: usize, lane: usize) -> (Bytes, u8) {
        let shape = Shape::decode(op.aux);
        let mut bytes: Bytes = [0; 16];
        let mut words = 0;
        if let Src::Vector(register) = op.src[index] {
            for word in 0..shape.registers() {
                let register = register as usize + word;
                let mut value = self.wave.v[register][lane];
                if shape.half == 2 {
                    value >>= 16;
                }
                bytes[4 * word..4 * word + 4].copy_from_slice(&value.to_le_bytes());
                words |= ((self.wave.v_defined[register] >> lane & 1) as u8) << word;
            }
        }
        (bytes, words)
    }

    /// Stores source `index` for every lane.
    #[inline]
    pub(crate) fn store_lanes(
        &mut self,
        op: &Op,
        index: usize,
        place: impl Fn(&Self, usize) -> Place,
    ) -> Step {
        match Shape::decode(op.aux).bytes {
            1 => self.store_sized::<1>(op, index, place),
            2 => self.store_sized::<2>(op, index, place),
            4 => self.store_sized::<4>(op, index, place),
            8 => self.store_sized::<8>(op, index, place),
            12 => self.store_sized::<12>(op, index, place),
            _ => self.store_sized::<16>(op, index, place),
        }
    }

    fn store_sized<const SIZE: usize>(
        &mut self,
        op: &Op,
        index: usize,
        place: impl Fn(&Self, usize) -> Place,
    ) -> Step {
        self.each_lane(|core, lane| {
            let (bytes, words) = core.data_bytes(op, index, lane);
            let at = place(core, lane);
            core.write_data(at, lane, &bytes[..SIZE], (words, Some(op.src[index])))
        })
    }
}

/// A bit for each word of which any byte was written, or whose word of memory has a written byte: code that copies a
/// structure, whole or in pieces, copies the padding in its words.
#[cold]
fn written_words(scratchpad: &Scratchpad, offset: u64, size: usize) -> u8 {
    let end = scratchpad.len() as u64;
    let is_written = |byte: u64| scratchpad.is_defined(byte, 1);
    (0..size.div_ceil(4)).fold(0, |words, word| {
        let first = offset + 4 * word as u64;
        let last = (first + 4).min(offset + size as u64);
        let written = (first & !3..last.next_multiple_of(4).min(end)).any(is_written);
        words | u8::from(written) << word
    })
}

/// Records the lane for each word that was not written.
#[cold]
pub(super) fn note_missing(missing: &mut [u64], written: u8, lane: usize) {
    for (word, lanes) in missing.iter_mut().enumerate() {
        *lanes |= ((written >> word & 1 ^ 1) as u64) << lane;
    }
}

/// Extends a narrow load to a register. The other half of the register becomes zero.
#[inline(always)]
fn extend(word: u32, shape: Shape) -> u32 {
    let value = match (shape.bytes, shape.signed) {
        (1, true) => word as u8 as i8 as u32,
        (1, false) => word & 0xff,
        (2, true) => word as u16 as i16 as u32,
        _ => word & 0xffff,
    };
    match shape.half {
        0 => value,
        1 => value & 0xffff,
        _ => value << 16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        for name in ["ubyte", "sbyte_d16_hi", "dwordx3", "short_d16", "sshort"] {
            let shape = Shape::parse(name).unwrap();
            assert_eq!(Shape::decode(shape.encode()), shape);
        }
        assert_eq!(extend(0xff80, Shape::parse("sbyte").unwrap()), 0xffff_ff80);
        assert_eq!(extend(0xff80, Shape::parse("sbyte_d16").unwrap()), 0xff80);
        assert_eq!(extend(0x80, Shape::parse("ubyte_d16_hi").unwrap()), 0x80_0000);
        assert!(Shape::parse("dwordx5").is_none());
    }
}
