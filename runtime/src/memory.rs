//! The memories of a launch: a global address space of separate regions, local and private memory.

use crate::fault::{FaultKind, Space};
use std::cell::Cell;

/// High half of 64-bit flat addresses that mean local memory (`src_shared_base`).
pub const SHARED_APERTURE_HI: u32 = 0x0001_0000;
/// High half of 64-bit flat addresses that mean private memory (`src_private_base`).
pub const PRIVATE_APERTURE_HI: u32 = 0x0002_0000;

/// Where the scratch memory of the queue is said to be, on processors whose programs set up FLAT_SCRATCH: nothing else is there,
/// and it ends at [`SCRATCH_END`].
pub const SCRATCH_BASE: u64 = 0x4000_0000_0000;
/// See [`SCRATCH_BASE`].
pub const SCRATCH_END: u64 = 0x5000_0000_0000;

/// First address given to a region; below is unmapped so that null and small offsets from it fault.
const FIRST_ADDRESS: u64 = 0x7f00_0000_0000;
/// Unmapped bytes between regions: larger than any immediate offset and most wrong indices.
const GUARD: u64 = 1 << 24;
/// Start alignment of regions.
const ALIGN: u64 = 4096;

/// A buffer of an [`crate::Emulator`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BufferHandle(pub(crate) u32);

/// Bytes of a line: what is noted of accesses to a copy is noted of lines.
const LINE: usize = 64;

/// Lines of the regions of a memory, a bit each.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    of_region: Vec<Vec<u64>>,
}

/// Which lines of a region were accessed.
#[derive(Debug, Default, Clone)]
struct Accesses {
    read: Vec<Cell<u64>>,
    written: Vec<u64>,
}

/// The words of a bit set that are concerned by `size` bytes at `offset`, with the bits in each.
#[inline]
fn line_bits(offset: usize, size: usize) -> impl Iterator<Item = (usize, u64)> {
    let lines = offset / LINE..(offset + size).div_ceil(LINE);
    lines.map(|line| (line / 64, 1 << (line % 64)))
}

/// One mapped piece of the global address space.
#[derive(Debug, Clone)]
pub struct Region {
    /// First address.
    pub base: u64,
    /// Contents.
    pub bytes: Vec<u8>,
    /// Whether kernels may store to it.
    pub writable: bool,
    /// Name for messages: `buffer 3`, `kernel arguments`.
    pub label: String,
    /// What is noted; nothing where `read` is empty.
    accesses: Accesses,
}

impl Region {
    fn new(base: u64, bytes: Vec<u8>, writable: bool, label: String) -> Region {
        Region {
            base,
            bytes,
            writable,
            label,
            accesses: Accesses::default(),
        }
    }

    fn end(&self) -> u64 {
        self.base + self.bytes.len() as u64
    }

    #[inline]
    fn note_read(&self, offset: usize, size: usize) {
        if !self.accesses.read.is_empty() {
            for (word, bit) in line_bits(offset, size) {
                let lines = &self.accesses.read[word];
                lines.set(lines.get() | bit);
            }
        }
    }

    #[inline]
    fn note_written(&mut self, offset: usize, size: usize) {
        if !self.accesses.read.is_empty() {
            for (word, bit) in line_bits(offset, size) {
                self.accesses.written[word] |= bit;
            }
        }
    }

    /// Takes over the contents of lines.
    fn copy_lines(&mut self, lines: &[u64], from: &Region) {
        for (word, &bits) in lines.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let first = (64 * word + bits.trailing_zeros() as usize) * LINE;
                let end = (first + LINE).min(self.bytes.len());
                self.bytes[first..end].copy_from_slice(&from.bytes[first..end]);
                bits &= bits - 1;
            }
        }
    }
}

/// The global address space. Every region ends exactly where its contents end, so that an access one byte beyond
/// faults.
#[derive(Debug, Default)]
pub struct Memory {
    /// Sorted by base address; `None` for released regions.
    regions: Vec<Region>,
    next: u64,
    /// Region of the last access: neighbouring lanes nearly always access the same one.
    last: Cell<usize>,
}

impl Memory {
    /// An empty address space.
    pub fn new() -> Memory {
        Memory {
            regions: Vec::new(),
            next: FIRST_ADDRESS,
            last: Cell::new(0),
        }
    }

    /// Maps `bytes` at a new address and returns it.
    pub fn map(&mut self, bytes: Vec<u8>, writable: bool, label: String) -> u64 {
        let base = self.next;
        self.next += (bytes.len() as u64).next_multiple_of(ALIGN) + GUARD;
        self.regions.push(Region::new(base, bytes, writable, label));
        base
    }

    /// Reserves `size` addresses for several regions with fixed distances (the segments of a code object).
    pub fn reserve(&mut self, size: u64) -> u64 {
        let base = self.next;
        self.next += size.next_multiple_of(ALIGN) + GUARD;
        base
    }

    /// Maps `bytes` at an address inside a reserved range.
    pub fn map_at(&mut self, base: u64, bytes: Vec<u8>, writable: bool, label: String) {
        let position = self.regions.partition_point(|region| region.base < base);
        self.regions
            .insert(position, Region::new(base, bytes, writable, label));
    }

    /// Removes the region that starts at `base`.
    pub fn unmap(&mut self, base: u64) {
        self.regions.retain(|region| region.base != base);
        self.last.set(0);
    }

    fn find(&self, address: u64) -> Option<usize> {
        let last = self.last.get();
        if let Some(region) = self.regions.get(last)
            && address >= region.base
            && address < region.end()
        {
            return Some(last);
        }
        let index = self
            .regions
            .partition_point(|region| region.base <= address)
            .checked_sub(1)?;
        if address >= self.regions[index].end() {
            return None;
        }
        self.last.set(index);
        Some(index)
    }

    /// The region that holds `address`.
    pub fn region(&self, address: u64) -> Option<&Region> {
        self.find(address).map(|index| &self.regions[index])
    }

    /// The `size` bytes at `address`, all in one region.
    #[inline]
    pub fn read(&self, address: u64, size: usize) -> Result<&[u8], Box<FaultKind>> {
        if let Some(index) = self.find(address) {
            let region = &self.regions[index];
            let offset = (address - region.base) as usize;
            if let Some(bytes) = region.bytes.get(offset..offset + size) {
                region.note_read(offset, size);
                return Ok(bytes);
            }
        }
        Err(self.out_of_bounds(address, size, false))
    }

    /// The `size` bytes at `address`, mutable.
    #[inline]
    pub fn write(&mut self, address: u64, size: usize) -> Result<&mut [u8], Box<FaultKind>> {
        let Some(index) = self.find(address) else {
            return Err(self.out_of_bounds(address, size, true));
        };
        let offset = (address - self.regions[index].base) as usize;
        if offset + size > self.regions[index].bytes.len() {
            return Err(self.out_of_bounds(address, size, true));
        }
        if !self.regions[index].writable {
            let region = self.regions[index].label.clone();
            return Err(Box::new(FaultKind::ReadOnly {
                address,
                size: size as u32,
                region,
            }));
        }
        self.regions[index].note_written(offset, size);
        Ok(&mut self.regions[index].bytes[offset..offset + size])
    }

    /// The `size` bytes at `address`, if they are all in one region.
    #[inline]
    pub fn span(&self, address: u64, size: usize) -> Option<&[u8]> {
        let region = self.region(address)?;
        let offset = (address - region.base) as usize;
        let bytes = region.bytes.get(offset..offset.checked_add(size)?)?;
        region.note_read(offset, size);
        Some(bytes)
    }

    /// The `size` bytes at `address`, mutable, if they are all in one region that kernels may write.
    #[inline]
    pub fn span_mut(&mut self, address: u64, size: usize) -> Option<&mut [u8]> {
        let index = self.find(address)?;
        let region = &mut self.regions[index];
        let offset = (address - region.base) as usize;
        let end = offset.checked_add(size)?;
        if end > region.bytes.len() || !region.writable {
            return None;
        }
        region.note_written(offset, size);
        Some(&mut region.bytes[offset..end])
    }

    /// Bytes that kernels may write.
    pub(crate) fn writable_bytes(&self) -> u64 {
        let regions = self.regions.iter().filter(|region| region.writable);
        regions.map(|region| region.bytes.len() as u64).sum()
    }

    /// A copy that notes accesses to what can be written.
    pub(crate) fn tracked_copy(&self) -> Memory {
        let mut regions = self.regions.clone();
        for region in regions.iter_mut().filter(|region| region.writable) {
            let words = region.bytes.len().div_ceil(LINE).div_ceil(64);
            region.accesses = Accesses {
                read: vec![Cell::new(0); words],
                written: vec![0; words],
            };
        }
        Memory {
            regions,
            next: self.next,
            last: Cell::new(0),
        }
    }

    /// Whether one of `lines` was accessed in this copy.
    pub(crate) fn touches(&self, lines: &Lines) -> bool {
        let regions = self.regions.iter().zip(&lines.of_region);
        let mut words = regions.flat_map(|(region, lines)| {
            let Accesses { read, written } = &region.accesses;
            read.iter().zip(written).zip(lines)
        });
        words.any(|((read, written), lines)| (read.get() | written) & lines != 0)
    }

    /// Takes over what was written in a copy, and adds its lines to `lines`.
    pub(crate) fn commit(&mut self, copy: &Memory, lines: &mut Lines) {
        lines.of_region.resize(self.regions.len(), Vec::new());
        let regions = self.regions.iter_mut().zip(&copy.regions);
        for ((region, copy), lines) in regions.zip(&mut lines.of_region) {
            let written = &copy.accesses.written;
            region.copy_lines(written, copy);
            lines.resize(written.len(), 0);
            for (lines, written) in lines.iter_mut().zip(written) {
                *lines |= written;
            }
        }
    }

    /// Makes this a copy of `memory` again, in which `lines` were written, and forgets the accesses.
    pub(crate) fn refresh(&mut self, memory: &Memory, lines: &Lines) {
        for (number, (copy, region)) in self.regions.iter_mut().zip(&memory.regions).enumerate() {
            let mut stale = std::mem::take(&mut copy.accesses.written);
            if let Some(lines) = lines.of_region.get(number) {
                for (stale, lines) in stale.iter_mut().zip(lines) {
                    *stale |= lines;
                }
            }
            copy.copy_lines(&stale, region);
            stale.fill(0);
            copy.accesses.written = stale;
            copy.accesses.read.fill(Cell::new(0));
        }
    }

    /// Contents of the region that starts at `base`, whether or not kernels may write it.
    pub fn contents(&self, base: u64) -> Option<&[u8]> {
        self.region(base)
            .filter(|region| region.base == base)
            .map(|region| region.bytes.as_slice())
    }

    /// Contents of the region that starts at `base`, mutable by the host.
    pub fn contents_mut(&mut self, base: u64) -> Option<&mut Vec<u8>> {
        let index = self.find(base)?;
        (self.regions[index].base == base).then(|| &mut self.regions[index].bytes)
    }

    fn out_of_bounds(&self, address: u64, size: usize, write: bool) -> Box<FaultKind> {
        let distance = |region: &Region| {
            if address < region.base {
                region.base - address
            } else {
                address.saturating_add(size as u64).saturating_sub(region.end())
            }
        };
        // Of two equally near regions, the one with the lower address.
        let nearest = self
            .regions
            .iter()
            .filter(|region| !region.bytes.is_empty())
            .min_by_key(|r| distance(r));
        let nearest = match nearest {
            Some(region) if distance(region) < (1 << 40) => {
                let length = region.bytes.len();
                if address < region.base {
                    format!(
                        "{} bytes before {} of {length} bytes",
                        region.base - address,
                        region.label
                    )
                } else {
                    format!(
                        "offset {} of {} of {length} bytes",
                        address - region.base,
                        region.label
                    )
                }
            }
            _ if address < (1 << 20) => "near the null pointer".to_string(),
            _ => "no buffer is near".to_string(),
        };
        Box::new(FaultKind::OutOfBounds {
            space: Space::Global,
            address,
            size: size as u32,
            write,
            nearest,
        })
    }
}

/// Local memory of a workgroup, or private memory of a work-item: bytes, and which of them were written.
#[derive(Debug, Default, Clone)]
pub struct Scratchpad {
    bytes: Vec<u8>,
    /// One bit per byte, set once written.
    defined: Vec<u64>,
    /// Number of bytes that were not written.
    missing: usize,
}

/// Initial contents of scratchpads: unlikely as a value and easy to recognise.
const FRESH: u8 = 0xa5;

impl Scratchpad {
    /// Sets the size and clears the contents.
    pub fn reset(&mut self, size: usize) {
        self.bytes.clear();
        self.bytes.resize(size, FRESH);
        self.defined.clear();
        self.defined.resize(size.div_ceil(64), 0);
        self.missing = size;
    }

    /// Size in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the size is zero.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes, if all are in bounds.
    #[inline]
    pub fn get(&self, offset: u64, size: usize) -> Option<&[u8]> {
        let offset = usize::try_from(offset).ok()?;
        self.bytes.get(offset..offset.checked_add(size)?)
    }

    /// The bytes for writing, if all are in bounds; they count as written from now on.
    #[inline]
    pub fn get_mut(&mut self, offset: u64, size: usize) -> Option<&mut [u8]> {
        let offset = usize::try_from(offset).ok()?;
        let end = offset.checked_add(size)?;
        if end > self.bytes.len() {
            return None;
        }
        if self.missing != 0 {
            self.mark(offset, end, true);
        }
        Some(&mut self.bytes[offset..end])
    }

    /// Marks the bytes (which are in bounds) as not written.
    pub fn forget(&mut self, offset: u64, size: usize) {
        self.mark(offset as usize, offset as usize + size, false);
    }

    #[inline]
    fn mark(&mut self, mut at: usize, end: usize, defined: bool) {
        while at < end {
            let count = (64 - at % 64).min(end - at);
            let mask = (!0u64 >> (64 - count)) << (at % 64);
            let word = &mut self.defined[at / 64];
            let before = word.count_ones();
            *word = if defined { *word | mask } else { *word & !mask };
            self.missing = self.missing + before as usize - word.count_ones() as usize;
            at += count;
        }
    }

    /// Whether every byte was written.
    #[inline]
    pub fn is_all_defined(&self) -> bool {
        self.missing == 0
    }

    /// Whether all of the bytes (which are in bounds) were written.
    #[inline]
    pub fn is_defined(&self, offset: u64, size: usize) -> bool {
        let (mut at, end) = (offset as usize, offset as usize + size);
        while at < end {
            let count = (64 - at % 64).min(end - at);
            let mask = (!0u64 >> (64 - count)) << (at % 64);
            if self.defined[at / 64] & mask != mask {
                return false;
            }
            at += count;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_too_far_faults() {
        let mut memory = Memory::new();
        let a = memory.map(vec![1; 10], true, "buffer 0".into());
        let b = memory.map(vec![2; 10], false, "buffer 1".into());
        assert_eq!(memory.read(a + 9, 1).unwrap(), [1]);
        assert_eq!(memory.read(b, 2).unwrap(), [2, 2]);
        match *memory.read(a + 7, 4).unwrap_err() {
            FaultKind::OutOfBounds { nearest, .. } => assert_eq!(nearest, "offset 7 of buffer 0 of 10 bytes"),
            other => panic!("{other:?}"),
        }
        assert!(matches!(
            *memory.write(b, 1).unwrap_err(),
            FaultKind::ReadOnly { .. }
        ));
        match *memory.read(8, 4).unwrap_err() {
            FaultKind::OutOfBounds { nearest, .. } => assert_eq!(nearest, "near the null pointer"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn scratchpad_tracks_written_bytes() {
        let mut pad = Scratchpad::default();
        pad.reset(100);
        assert!(pad.get_mut(62, 4).is_some());
        assert!(pad.is_defined(62, 4) && !pad.is_defined(61, 4) && !pad.is_defined(62, 5));
        assert!(pad.get_mut(97, 4).is_none());
        pad.forget(64, 1);
        assert!(!pad.is_defined(62, 4));
    }
}
