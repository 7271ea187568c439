//! Memory: regions of the global address space, local and private memory, with a record of bytes that were never
//! written.

use super::check::races::Shadow;
use super::check::tags::UNSPECIFIED;
use super::value::{Cell, Holds, Layout, Leaf, Tag};

/// Kinds of address spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// Buffers, global variables, kernel arguments.
    Global,
    /// Shared by a workgroup.
    Local,
    /// A work-item's own.
    Private,
    /// All of these, distinguished by the high half of the address.
    Generic,
}

/// High half of generic addresses of local memory.
pub(super) const LOCAL_APERTURE: u64 = 0x0001_0000;
/// High half of generic addresses of private memory.
pub(super) const PRIVATE_APERTURE: u64 = 0x0002_0000;

/// First address given to a region; null and small offsets from it are outside every region.
const FIRST_ADDRESS: u64 = 0x7e00_0000_0000;
/// Unmapped bytes between regions.
const GUARD: u64 = 1 << 24;

/// Bytes, each with a bit that says whether it was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes {
    pub data: Vec<u8>,
    /// One bit a byte; empty if all bytes are defined.
    defined: Vec<u64>,
    /// In a launch that is checked: the tag of the cell that was stored in each byte. Undefined bytes with tag 0 were never
    /// written.
    tags: Vec<Tag>,
    /// Whether there are tags.
    is_tagged: bool,
    /// Who accessed it last, in memory that work-items share.
    pub shadow: Shadow,
}

impl Bytes {
    pub(super) fn is_defined(&self, at: usize, size: usize) -> bool {
        self.defined.is_empty() || (at..at + size).all(|i| self.defined[i / 64] >> (i % 64) & 1 != 0)
    }

    fn set_defined(&mut self, at: usize, size: usize, defined: bool) {
        if self.defined.is_empty() {
            return;
        }
        for i in at..at + size {
            let bit = 1 << (i % 64);
            if defined {
                self.defined[i / 64] |= bit;
            } else {
                self.defined[i / 64] &= !bit;
            }
        }
    }

    /// Keeps the tags of cells from now on.
    pub(super) fn keep_tags(&mut self) {
        self.is_tagged = true;
        self.tags.resize(self.data.len(), 0);
    }

    /// The tag of a value in these bytes: that of all of them.
    fn tag(&self, at: usize, size: usize) -> Tag {
        match self.tags.get(at..at + size) {
            Some([first, rest @ ..]) if rest.iter().all(|tag| tag == first) => *first,
            _ => 0,
        }
    }

    /// The tag of a value that is poison since one of these bytes is undefined.
    fn poison_tag(&self, at: usize, size: usize) -> Tag {
        let undefined = (at..at + size).find(|&at| !self.is_defined(at, 1));
        undefined.and_then(|at| self.tags.get(at).copied()).unwrap_or(0)
    }

    fn set_tags(&mut self, at: usize, size: usize, cell: Cell) {
        if !self.is_tagged {
            return;
        }
        let tag = match cell {
            Cell {
                poison: true, tag: 0, ..
            } => UNSPECIFIED,
            cell => cell.tag,
        };
        self.tags[at..at + size].fill(tag);
    }

    /// The tags of a range; empty if there are none.
    pub(super) fn extract_tags(&self, at: usize, size: usize) -> Vec<Tag> {
        self.tags.get(at..at + size).unwrap_or_default().to_vec()
    }

    /// Sets the tags of a range.
    pub(super) fn insert_tags(&mut self, at: usize, tags: &[Tag]) {
        if let Some(own) = self.tags.get_mut(at..at + tags.len()) {
            own.copy_from_slice(tags);
        }
    }

    /// Undefined bytes; existing contents are dropped.
    pub(super) fn reset(&mut self, size: usize) {
        self.data.clear();
        self.data.resize(size, 0);
        self.shadow.clear();
        if self.is_tagged {
            self.tags.clear();
            self.tags.resize(size, 0);
        }
        self.defined.clear();
        self.defined.resize(size / 64 + 1, 0);
    }

    /// Makes it larger with undefined bytes.
    pub(super) fn grow(&mut self, size: usize) {
        if size > self.data.len() {
            self.data.resize(size, 0);
            self.defined.resize(size / 64 + 1, 0);
            if self.is_tagged {
                self.tags.resize(size, 0);
            }
        }
    }

    /// Marks bytes as never written.
    pub(super) fn forget(&mut self, at: usize, size: usize) {
        let end = (at + size).min(self.data.len());
        let at = at.min(end);
        self.set_defined(at, end - at, false);
        self.set_tags(at, end - at, Cell::default());
    }

    /// The cells of a value at `at`; the bytes must exist.
    pub(super) fn load(&self, at: usize, layout: &Layout, out: &mut [Cell]) {
        for (leaf, cell) in layout.leaves.iter().zip(out) {
            let start = at + (leaf.bit / 8) as usize;
            let bytes = usize::from(leaf.bytes);
            if bytes == 0 {
                *cell = self.load_bits(at, leaf.bit, leaf.scalar.bits());
                continue;
            }
            let mut bits = 0u128;
            for (i, &byte) in self.data[start..start + bytes].iter().enumerate() {
                bits |= u128::from(byte) << (8 * i);
            }
            let width = leaf.scalar.bits();
            // A value that was not stored as such an integer is not one: the bits above it would be zero.
            let is_value = width >= 128 || bits >> width == 0;
            *cell = if is_value && self.is_defined(start, bytes) {
                let keeps_tag = self.is_tagged && leaf.holds != Holds::Number;
                Cell::pointer(bits, if keeps_tag { self.tag(start, bytes) } else { 0 })
            } else {
                Cell::poison(self.poison_tag(start, bytes))
            };
        }
    }

    fn load_bits(&self, at: usize, bit: u64, width: u32) -> Cell {
        let mut bits = 0u128;
        for i in 0..u64::from(width) {
            let byte = at + ((bit + i) / 8) as usize;
            if !self.is_defined(byte, 1) {
                return Cell::poison(self.poison_tag(byte, 1));
            }
            bits |= u128::from(self.data[byte] >> ((bit + i) % 8) & 1) << i;
        }
        Cell::new(bits)
    }

    /// The bytes of a range, with undefined ones marked.
    pub(super) fn extract(&self, at: usize, size: usize) -> Vec<Option<u8>> {
        (at..at + size)
            .map(|i| self.is_defined(i, 1).then(|| self.data[i]))
            .collect()
    }

    /// Writes the bytes of a range, with undefined ones marked.
    pub(super) fn insert(&mut self, at: usize, bytes: &[Option<u8>]) {
        for (i, byte) in bytes.iter().enumerate() {
            if let Some(byte) = byte {
                self.data[at + i] = *byte;
            }
            self.set_defined(at + i, 1, byte.is_some());
        }
    }

    /// Writes numbers.
    pub(super) fn write(&mut self, at: usize, data: &[u8]) {
        self.data[at..at + data.len()].copy_from_slice(data);
        self.set_defined(at, data.len(), true);
        self.set_tags(at, data.len(), Cell::new(0));
    }

    /// Writes one byte to a range.
    pub(super) fn fill(&mut self, at: usize, size: usize, value: Cell) {
        if !value.poison {
            self.data[at..at + size].fill(value.bits as u8);
        }
        self.set_defined(at, size, !value.poison);
        self.set_tags(at, size, value);
    }

    /// The cell of one scalar at `at`.
    pub(super) fn load_leaf(&self, at: usize, leaf: &Leaf) -> Cell {
        self.load_bits(at, 0, leaf.scalar.bits())
    }

    /// Stores one scalar at `at`.
    pub(super) fn store_leaf(&mut self, at: usize, leaf: &Leaf, cell: Cell) {
        self.store_bits(at, 0, leaf.scalar.bits(), cell);
    }

    /// Stores the cells of a value at `at`; the bytes must exist. Poison makes bytes undefined where that is tracked,
    /// and leaves them unchanged elsewhere. Unused bits in the last byte of a vector of bits become zero.
    pub(super) fn store(&mut self, at: usize, layout: &Layout, cells: &[Cell]) {
        for (index, (leaf, cell)) in layout.leaves.iter().zip(cells).enumerate() {
            let start = at + (leaf.bit / 8) as usize;
            let bytes = usize::from(leaf.bytes);
            if bytes == 0 {
                self.store_bits(at, leaf.bit, leaf.scalar.bits(), *cell);
                let end = leaf.bit + u64::from(leaf.scalar.bits());
                if layout.leaves.get(index + 1).is_none_or(|next| next.bit != end) {
                    let rest = Cell { bits: 0, ..*cell };
                    self.store_bits(at, end, (end.next_multiple_of(8) - end) as u32, rest);
                }
                continue;
            }
            self.set_tags(start, bytes, *cell);
            if cell.poison {
                self.set_defined(start, bytes, false);
                continue;
            }
            for (i, byte) in self.data[start..start + bytes].iter_mut().enumerate() {
                *byte = (cell.bits >> (8 * i)) as u8;
            }
            self.set_defined(start, bytes, true);
        }
    }

    fn store_bits(&mut self, at: usize, bit: u64, width: u32, cell: Cell) {
        for i in 0..u64::from(width) {
            let byte = at + ((bit + i) / 8) as usize;
            let mask = 1u8 << ((bit + i) % 8);
            if !self.is_defined(byte, 1) {
                self.data[byte] = 0;
            }
            self.set_defined(byte, 1, !cell.poison);
            self.set_tags(byte, 1, cell);
            if cell.bits >> i & 1 != 0 {
                self.data[byte] |= mask;
            } else {
                self.data[byte] &= !mask;
            }
        }
    }
}

/// A region of the global address space.
#[derive(Debug)]
pub(super) struct Region {
    pub base: u64,
    /// Counted from 0; never used again.
    pub number: u32,
    pub label: String,
    pub bytes: Bytes,
    pub writable: bool,
    pub align: u64,
    /// Whether unordered accesses to it are no finding.
    pub may_race: bool,
}

impl Region {
    /// A region with these contents.
    pub(super) fn new(label: String, data: Vec<u8>, writable: bool) -> Region {
        Region {
            base: 0,
            number: 0,
            label,
            bytes: Bytes {
                data,
                ..Bytes::default()
            },
            writable,
            align: 4096,
            may_race: false,
        }
    }

    pub(super) fn end(&self) -> u64 {
        self.base + self.bytes.data.len() as u64
    }

    /// Makes it track undefined bytes; all are defined so far.
    fn track(&mut self) {
        let bytes = &mut self.bytes;
        bytes.defined = vec![u64::MAX; bytes.data.len() / 64 + 1];
    }
}

/// The global address space.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Sorted by base.
    regions: Vec<Region>,
    next: u64,
    next_number: u32,
    /// Whether all regions track undefined bytes and keep tags.
    is_checked: bool,
    last: std::cell::Cell<usize>,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            regions: Vec::new(),
            next: FIRST_ADDRESS,
            next_number: 0,
            is_checked: false,
            last: std::cell::Cell::new(0),
        }
    }

    /// Assigns an address to a region.
    pub(super) fn map(&mut self, mut region: Region) -> u64 {
        let base = self.next.next_multiple_of(region.align.max(256));
        region.base = base;
        region.number = self.next_number;
        self.next_number += 1;
        if self.is_checked {
            region.track();
            region.bytes.keep_tags();
        }
        self.next = (region.end() + GUARD).next_multiple_of(4096);
        self.regions.push(region);
        base
    }

    /// Removes the region at `base`.
    pub(super) fn unmap(&mut self, base: u64) {
        self.regions.retain(|r| r.base != base);
        self.last.set(0);
    }

    fn find(&self, address: u64) -> Option<usize> {
        let last = self.last.get();
        if self
            .regions
            .get(last)
            .is_some_and(|r| r.base <= address && address < r.end())
        {
            return Some(last);
        }
        let index = self
            .regions
            .partition_point(|r| r.base <= address)
            .checked_sub(1)?;
        (address < self.regions[index].end()).then(|| {
            self.last.set(index);
            index
        })
    }

    fn region_at(&self, base: u64) -> usize {
        self.regions
            .binary_search_by_key(&base, |r| r.base)
            .expect("a mapped region")
    }

    /// The contents of the region at `base`.
    pub(super) fn contents(&self, base: u64) -> &[u8] {
        &self.regions[self.region_at(base)].bytes.data
    }

    /// The same, with undefined bytes marked.
    pub(super) fn defined_contents(&self, base: u64) -> Vec<Option<u8>> {
        let bytes = &self.regions[self.region_at(base)].bytes;
        bytes.extract(0, bytes.data.len())
    }

    /// Makes regions, all of whose bytes are defined so far, track undefined bytes.
    pub(super) fn track(&mut self) {
        self.regions.iter_mut().for_each(Region::track);
    }

    /// Makes all regions, also future ones, track undefined bytes and keep tags.
    pub(super) fn check(&mut self) {
        self.is_checked = true;
        self.track();
        self.regions
            .iter_mut()
            .for_each(|region| region.bytes.keep_tags());
    }

    /// Forgets who accessed the regions.
    pub(super) fn forget_accesses(&mut self) {
        self.regions
            .iter_mut()
            .for_each(|region| region.bytes.shadow.clear());
    }

    /// The region at `base`.
    pub(super) fn region_mut(&mut self, base: u64) -> &mut Region {
        let index = self.region_at(base);
        &mut self.regions[index]
    }

    /// The region with this number, unless it was released.
    pub(super) fn numbered(&mut self, number: u32) -> Option<&mut Region> {
        let index = self.regions.binary_search_by_key(&number, |r| r.number).ok()?;
        Some(&mut self.regions[index])
    }

    /// The region that holds an address, or else the nearest before or after it.
    pub(super) fn region_near(&mut self, address: u64) -> Option<&mut Region> {
        let distance = |r: &Region| match address < r.base {
            true => r.base - address,
            false => (address + 1).saturating_sub(r.end()),
        };
        self.regions
            .iter_mut()
            .min_by_key(|r| distance(r))
            .filter(|r| distance(r) < GUARD)
    }

    /// The same, mutable.
    pub(super) fn contents_mut(&mut self, base: u64) -> &mut [u8] {
        let index = self.region_at(base);
        &mut self.regions[index].bytes.data
    }

    /// Sets whether the region at `base` is writable; returns the previous setting.
    pub(super) fn make_writable(&mut self, base: u64, writable: bool) -> bool {
        let index = self.region_at(base);
        std::mem::replace(&mut self.regions[index].writable, writable)
    }

    /// Bytes and offset of an access, or an error.
    pub(super) fn access(
        &mut self,
        address: u64,
        size: u64,
        write: bool,
    ) -> Result<(&mut Bytes, usize), String> {
        let what = if write { "store" } else { "load" };
        let Some(index) = self.find(address) else {
            return Err(format!(
                "{what} of {size} bytes at {address:#x} is outside of all objects{}",
                self.nearest(address)
            ));
        };
        let region = &mut self.regions[index];
        let offset = (address - region.base) as usize;
        let length = region.bytes.data.len();
        if size > (length - offset) as u64 {
            return Err(format!(
                "{what} of {size} bytes at offset {offset} is beyond the end of {} ({length} bytes)",
                region.label
            ));
        }
        if write && !region.writable {
            return Err(format!(
                "store at offset {offset} of {}, which is read-only",
                region.label
            ));
        }
        Ok((&mut region.bytes, offset))
    }

    fn nearest(&self, address: u64) -> String {
        let distance = |r: &Region| {
            if address < r.base {
                r.base - address
            } else {
                address - r.end()
            }
        };
        match self.regions.iter().min_by_key(|r| distance(r)) {
            Some(region) if distance(region) < GUARD => {
                let side = if address < region.base { "before" } else { "after" };
                format!(" ({} bytes {side} {})", distance(region), region.label)
            }
            _ => String::new(),
        }
    }

    /// Stores a value at an address of the global space.
    pub(super) fn store_cells(
        &mut self,
        address: u64,
        cells: &[Cell],
        layout: &Layout,
    ) -> Result<(), String> {
        let (bytes, offset) = self.access(address, layout.size, true)?;
        bytes.store(offset, layout, cells);
        Ok(())
    }
}
